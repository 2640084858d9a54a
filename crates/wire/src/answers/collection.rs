//! What a collection of games says, for those who ask by the wire.

use std::fmt::Display;
use std::str::FromStr;

use crownhead_board::Position;
use crownhead_collection::{Count, Index, Query};
use crownhead_engine::opening_name;
use crownhead_pdn::{GameResult, Score};

use super::{read_position, sentence};
use crate::{
    CollectionStats, ErrorBody, ErrorCode, ExplorerAnswer, ExplorerAnswers, ExplorerMove, ExplorerQuery,
    ExplorerRequest, FoundGame, FoundGames, GameQuery, NameCount, Tally, Years,
};

/// Games of one answer, and the most of them.
const USUAL_FOUND: usize = 50;
const MAX_FOUND: usize = 200;
/// The most positions of one request.
const MAX_EXPLORED: usize = 100;
/// Players and openings in figures.
const N_TOP: usize = 10;

/// Reads a query.
///
/// # Errors
///
/// A part of it cannot be read, or it makes no sense.
pub fn query(asked: &GameQuery) -> Result<Query, ErrorBody> {
    let position = asked.position.as_deref().map(|fen| read_position(Some(fen))).transpose()?;
    let query = Query {
        player: text(&asked.player),
        opponent: text(&asked.opponent),
        black: text(&asked.black),
        white: text(&asked.white),
        event: text(&asked.event),
        opening: text(&asked.opening),
        ballot: asked.ballot,
        from: read(&asked.from)?,
        to: read(&asked.to)?,
        result: read(&asked.result)?,
        min_plies: asked.min_plies,
        max_plies: asked.max_plies,
        position,
        material: read(&asked.material)?,
        pattern: read(&asked.pattern)?,
        reversed: asked.reversed.unwrap_or(false),
    };
    query.check().map_err(|error| bad_value(&error))?;
    Ok(query)
}

/// A form leaves fields empty that say nothing.
fn text(text: &Option<String>) -> Option<String> {
    text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

fn read<T: FromStr<Err: Display>>(given: &Option<String>) -> Result<Option<T>, ErrorBody> {
    text(given).map(|text| text.parse().map_err(|error: T::Err| bad_value(&error))).transpose()
}

fn bad_value(error: &dyn Display) -> ErrorBody {
    ErrorBody::new(ErrorCode::BadValue, sentence(&error.to_string()))
}

/// The games that a query finds.
///
/// # Errors
///
/// The query cannot be read.
pub fn find(index: &Index, asked: &GameQuery) -> Result<FoundGames, ErrorBody> {
    let skip = asked.skip.unwrap_or(0) as usize;
    let limit = asked.limit.map_or(USUAL_FOUND, |limit| limit as usize).min(MAX_FOUND);
    let found = index.find(&query(asked)?, skip, limit).map_err(|error| bad_value(&error))?;
    Ok(FoundGames { total: found.total, games: found.games.iter().filter_map(|n| game(index, *n)).collect() })
}

/// A game of the collection; games of the index count from 0.
pub fn game(index: &Index, number: u32) -> Option<FoundGame> {
    let info = index.game(number)?;
    let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    Some(FoundGame {
        number: number + 1,
        black: text(info.black),
        white: text(info.white),
        event: text(info.event),
        date: info.date.map(|date| date.to_string()),
        result: info.result.map_or(Score::Open, GameResult::to_score).to_string(),
        opening: text(info.opening),
        ballot: info.ballot,
        plies: info.plies,
        incomplete: !info.is_whole,
    })
}

/// The collection in figures.
pub fn stats(index: &Index) -> CollectionStats {
    let stats = index.stats(N_TOP);
    let counts = |counts: Vec<Count>| {
        counts.into_iter().map(|Count { name, games }| NameCount { name, games }).collect()
    };
    CollectionStats {
        tally: stats.tally.into(),
        positions: stats.positions as u64,
        incomplete: stats.incomplete,
        players: stats.players,
        years: years(stats.years),
        longest: stats.longest,
        top_players: counts(stats.top_players),
        top_openings: counts(stats.top_openings),
    }
}

/// What was played in a position, in the games that count.
///
/// # Errors
///
/// The position or one of the other parts cannot be read.
pub fn explore(index: &Index, asked: &ExplorerQuery) -> Result<ExplorerAnswer, ErrorBody> {
    let ExplorerQuery { fen, player, opponent, black, white, event, from, to, result } = asked.clone();
    let games = GameQuery { player, opponent, black, white, event, from, to, result, ..GameQuery::default() };
    explore_position(index, &read_position(fen.as_deref())?, &query(&games)?)
}

/// What was played in each of some positions.
///
/// # Errors
///
/// There are too many, or one of them or the query cannot be read.
pub fn explore_all(index: &Index, asked: &ExplorerRequest) -> Result<ExplorerAnswers, ErrorBody> {
    if asked.fens.len() > MAX_EXPLORED {
        let message = format!("At most {MAX_EXPLORED} positions can be explored at once.");
        return Err(ErrorBody::new(ErrorCode::BadValue, message));
    }
    let games = query(&asked.games.clone().unwrap_or_default())?;
    let positions = asked.fens.iter().map(|fen| explore_position(index, &read_position(Some(fen))?, &games));
    Ok(ExplorerAnswers { positions: positions.collect::<Result<_, _>>()? })
}

/// What was played in a position, in the games that a query finds.
///
/// # Errors
///
/// The query makes no sense.
pub fn explore_position(index: &Index, pos: &Position, games: &Query) -> Result<ExplorerAnswer, ErrorBody> {
    let explored = index.explore(pos, games).map_err(|error| bad_value(&error))?;
    let moves = explored.moves.into_iter().map(|explored| ExplorerMove {
        mv: explored.mv.route_text().to_string(),
        fen: explored.after.to_string(),
        tally: explored.tally.into(),
        years: years(explored.years),
        players: explored.players.into_iter().map(|(name, games)| NameCount { name, games }).collect(),
        games: explored.games.iter().filter_map(|number| game(index, *number)).collect(),
        reached: explored.reached,
    });
    Ok(ExplorerAnswer {
        fen: pos.to_string(),
        opening: opening_name(pos).map(str::to_owned),
        tally: explored.tally.into(),
        years: years(explored.years),
        ended: explored.ended,
        moves: moves.collect(),
    })
}

fn years(years: Option<(u16, u16)>) -> Option<Years> {
    years.map(|(first, last)| Years { first, last })
}

impl From<crownhead_collection::Tally> for Tally {
    fn from(tally: crownhead_collection::Tally) -> Tally {
        let crownhead_collection::Tally { games, black_wins, white_wins, draws } = tally;
        Tally { games, black_wins, white_wins, draws }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_read_part_by_part() {
        let asked = GameQuery {
            player: Some(" tinsley ".to_owned()),
            event: Some(String::new()),
            from: Some("1955".to_owned()),
            pattern: Some("king on 15".to_owned()),
            ..GameQuery::default()
        };
        let query = query(&asked).unwrap();
        assert_eq!((query.player.as_deref(), query.event), (Some("tinsley"), None));
        assert_eq!(query.from.map(|date| date.year()), Some(1955));
        assert!(query.pattern.is_some());
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        let some = |text: &str| Some(text.to_owned());
        let bad = [
            GameQuery { from: some("soon"), ..GameQuery::default() },
            GameQuery { result: some("win"), ..GameQuery::default() },
            GameQuery { material: some("many"), ..GameQuery::default() },
            GameQuery { pattern: some("king on 99"), ..GameQuery::default() },
            GameQuery { ballot: Some(0), ..GameQuery::default() },
        ];
        for asked in bad {
            assert_eq!(query(&asked).unwrap_err().code, ErrorCode::BadValue, "{asked:?}");
        }
        let asked = GameQuery { position: some("x"), ..GameQuery::default() };
        assert_eq!(query(&asked).unwrap_err().code, ErrorCode::BadFen);
    }
}
