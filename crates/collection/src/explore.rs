//! What was played in a position.

use crownhead_board::{Move, Position};

use crate::code::{NO_MOVE, coded_moves};
use crate::index::Index;
use crate::query::{Query, QueryError};
use crate::search::Filter;
use crate::summary::{Row, Summary, Tally};

/// What was played in a position, by whatever moves it was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exploration {
    /// The position.
    pub position: Position,
    /// The games with the position.
    pub tally: Tally,
    /// The years of the first and the last of them.
    pub years: Option<(u16, u16)>,
    /// Games whose moves end here.
    pub ended: u32,
    /// All legal moves: those that were played most often come first, those that never were come last.
    pub moves: Vec<ExploredMove>,
}

/// A move, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploredMove {
    /// The move.
    pub mv: Move,
    /// The position after it.
    pub after: Position,
    /// Games in which it was played here.
    pub tally: Tally,
    /// The years of the first and the last of them.
    pub years: Option<(u16, u16)>,
    /// Who played it most often, and in how many games.
    pub players: Vec<(String, u32)>,
    /// The latest games with it.
    pub games: Vec<u32>,
    /// Games with the position after it, by this move or any others.
    pub reached: u32,
}

impl Index {
    /// What was played in a position.
    ///
    /// ```
    /// use crownhead_board::Position;
    /// use crownhead_collection::{Builder, Query};
    ///
    /// let mut builder = Builder::new();
    /// builder.add_file("two.pdn", b"1. 11-15 22-18 1-0 1. 11-15 23-19 *");
    /// let explored = builder.into_index().explore(&Position::START, &Query::default()).unwrap();
    /// assert_eq!(explored.moves.len(), 7);
    /// assert_eq!(explored.moves[0].mv.to_string(), "11-15");
    /// assert_eq!((explored.moves[0].tally.games, explored.moves[0].tally.black_wins), (2, 1));
    /// ```
    ///
    /// # Errors
    ///
    /// The query, which says what games count, makes no sense.
    pub fn explore(&self, pos: &Position, query: &Query) -> Result<Exploration, QueryError> {
        let chosen = Chosen::new(self, query)?;
        let summary = chosen.summary(pos);
        let moves = coded_moves(pos);
        let row = |code: usize| summary.moves.iter().find(|row| usize::from(row.code) == code);
        let mut moves: Vec<ExploredMove> =
            moves.iter().enumerate().map(|(code, mv)| chosen.explored(pos, *mv, row(code))).collect();
        moves.sort_by_key(|explored| std::cmp::Reverse((explored.tally.games, explored.reached)));
        Ok(Exploration {
            position: *pos,
            tally: summary.all.tally,
            years: years(&summary.all),
            ended: row(usize::from(NO_MOVE)).map_or(0, |row| row.tally.games),
            moves,
        })
    }
}

fn years(row: &Row) -> Option<(u16, u16)> {
    let [first, last] = row.years;
    (first != 0).then_some((first, last))
}

/// An index, or the games of it that count.
struct Chosen<'a> {
    index: &'a Index,
    filter: Option<Filter<'a>>,
    /// Games with the position of the query, if it has one.
    games: Option<Vec<u32>>,
}

impl<'a> Chosen<'a> {
    fn new(index: &'a Index, query: &'a Query) -> Result<Chosen<'a>, QueryError> {
        let filter = if query.is_empty() { None } else { Some(Filter::new(index, query)?) };
        let games = match query.position {
            Some(_) => Some(index.search(query)?),
            None => None,
        };
        Ok(Chosen { index, filter, games })
    }

    fn has(&self, game: u32) -> bool {
        match (&self.games, &self.filter) {
            (Some(games), _) => games.binary_search(&game).is_ok(),
            (None, Some(filter)) => filter.accepts(game) && filter.has_board(game),
            (None, None) => true,
        }
    }

    fn summary(&self, pos: &Position) -> Summary {
        if self.filter.is_none() {
            return self.index.summary(pos);
        }
        let index = self.index;
        Summary::of(index.places(pos).filter(|place| index.has(place) && self.has(place.game())), index)
    }

    fn n_games_with(&self, pos: &Position) -> u32 {
        if self.filter.is_none() {
            return self.index.n_games_with(pos);
        }
        self.index.games_with(pos).into_iter().filter(|game| self.has(*game)).count() as u32
    }

    fn explored(&self, pos: &Position, mv: Move, row: Option<&Row>) -> ExploredMove {
        let after = pos.play_unchecked(mv);
        let named = |(number, n): &(u32, u32)| (self.index.name(*number).to_owned(), *n);
        ExploredMove {
            mv,
            after,
            tally: row.map(|row| row.tally).unwrap_or_default(),
            years: row.and_then(years),
            players: row.map(|row| row.players.iter().map(named).collect()).unwrap_or_default(),
            games: row.map(|row| row.games.clone()).unwrap_or_default(),
            reached: self.n_games_with(&after),
        }
    }
}
