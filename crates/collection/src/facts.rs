//! What an index keeps of a game.

use crownhead_board::{Bitboard, Color, Move, Position, Rules};
use crownhead_engine::{named_openings, opening_name, three_move_ballots};
use crownhead_pdn::{GameResult, Record};
use std::collections::HashMap;
use std::sync::LazyLock;

use crate::code::{NO_MOVE, code};
use crate::date::Date;
use crate::material::Material;

/// What an index keeps of a game.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) names: [String; 2],
    pub(crate) event: String,
    pub(crate) date: Option<Date>,
    pub(crate) result: Option<GameResult>,
    pub(crate) opening: Option<&'static str>,
    pub(crate) ballot: u8,
    pub(crate) start: Position,
    /// A code for each move.
    pub(crate) codes: Vec<u8>,
    /// The key of each position, the last one included, and the side to move.
    pub(crate) keys: Vec<(u64, Color)>,
    pub(crate) seen: Seen,
    pub(crate) last: Material,
    /// Are all moves of the game kept?
    pub(crate) is_whole: bool,
}

/// Squares on which a black man, a black king, a white man and a white king stood, at one time or another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen(pub(crate) [Bitboard; 4]);

impl Seen {
    fn add(&mut self, pos: &Position) {
        let kings = pos.kings();
        let now = [pos.black() & !kings, pos.black() & kings, pos.white() & !kings, pos.white() & kings];
        for (seen, now) in self.0.iter_mut().zip(now) {
            *seen |= now;
        }
    }
}

/// More plies than this are not kept of any game.
const MAX_PLIES: usize = u16::MAX as usize;

impl Facts {
    /// The facts of a game. Moves are kept up to the first one that is illegal, or that is played by house rules.
    pub(crate) fn of(record: &Record) -> Facts {
        let text = |text: Option<&str>| {
            text.map(str::trim).filter(|text| !is_unknown(text)).unwrap_or("").to_owned()
        };
        let event = text(record.tags.get("Event"));
        let dated = record.tags.get("Date").and_then(|date| date.parse().ok());
        let names = [Color::Black, Color::White].map(|color| text(record.player(color)));
        // Archives number games of unknown players, and such a number is no year.
        let is_known = names.iter().any(|name| !name.is_empty());
        let mut facts = Facts {
            date: dated.or_else(|| Date::in_words(&event).filter(|_| is_known)),
            names,
            event,
            result: record.result(),
            opening: None,
            ballot: 0,
            start: Position::START,
            codes: Vec::new(),
            keys: Vec::new(),
            seen: Seen::default(),
            last: Material::default(),
            is_whole: false,
        };
        facts.follow(record);
        facts
    }

    fn follow(&mut self, record: &Record) {
        let mut line = Line::default();
        let replayed = record.replay_with(|game, mv| {
            // A setup between moves starts anew, and by house rules positions have other moves.
            line.is_cut |= game.moves().len() != line.moves.len() || *game.rules() != Rules::OFFICIAL;
            line.push(game.start(), mv);
        });
        if let (Ok(game), true) = (&replayed, line.moves.is_empty()) {
            line.start = Some(*game.start());
        }
        self.is_whole = replayed.is_ok() && !line.is_cut;
        self.start = line.start.unwrap_or(Position::START);
        let mut pos = self.start;
        self.see(&pos);
        for mv in &line.moves {
            let Some(code) = code(&pos, *mv) else { break };
            self.codes.push(code);
            pos = pos.play_unchecked(*mv);
            self.see(&pos);
        }
        self.last = Material::of(&pos);
    }

    fn see(&mut self, pos: &Position) {
        self.keys.push((pos.key(), pos.turn()));
        self.seen.add(pos);
        if is_opening(pos) {
            self.opening = opening_name(pos).or(self.opening);
            self.ballot = BALLOTS.get(pos).copied().unwrap_or(self.ballot);
        }
    }

    /// Each position of the game with the code of the move that was played there.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (u64, Color, u8)> {
        let codes = self.codes.iter().copied().chain([NO_MOVE]);
        self.keys.iter().zip(codes).map(|((key, turn), code)| (*key, *turn, code))
    }
}

/// Files write `?` for what is not known.
fn is_unknown(text: &str) -> bool {
    text.chars().all(|c| c == '?' || c == '-')
}

/// The moves of a game from its start, until it is cut.
#[derive(Default)]
struct Line {
    start: Option<Position>,
    moves: Vec<Move>,
    is_cut: bool,
}

impl Line {
    fn push(&mut self, start: &Position, mv: Move) {
        self.is_cut |= self.moves.len() == MAX_PLIES;
        if !self.is_cut {
            self.start.get_or_insert(*start);
            self.moves.push(mv);
        }
    }
}

static BALLOTS: LazyLock<HashMap<Position, u8>> = LazyLock::new(|| {
    three_move_ballots().iter().map(|ballot| (ballot.position(), ballot.number() as u8)).collect()
});

/// The fewest pieces in a position that has a name or is a ballot.
static FEWEST: LazyLock<usize> = LazyLock::new(|| {
    let named = named_openings().map(|opening| opening.position);
    named.chain(BALLOTS.keys().copied()).map(|pos| pos.occupied().len()).min().unwrap_or(0)
});

/// May the position have a name? Most have not, which is quickly seen.
fn is_opening(pos: &Position) -> bool {
    pos.kings().is_empty() && pos.occupied().len() >= *FEWEST
}

#[cfg(test)]
mod tests {
    use crownhead_pdn::Reader;

    use super::*;

    fn facts(text: &str) -> Facts {
        Facts::of(&Reader::from_text(text).next().unwrap().unwrap())
    }

    #[test]
    fn tags_and_moves_tell_who_when_and_what() {
        let facts = facts(
            r#"[Black "MF Tinsley"] [White "?"] [Event "Ohio 1946"] 1. 11-15 22-18 2. 15x22 25x18 1-0"#,
        );
        assert_eq!(facts.names, ["MF Tinsley", ""]);
        assert_eq!((facts.date.map(Date::year), facts.opening), (Some(1946), Some("Single Corner")));
        assert_eq!((facts.codes.len(), facts.keys.len(), facts.is_whole), (4, 5, true));
    }

    #[test]
    fn the_number_of_a_game_in_an_archive_is_no_year() {
        assert_eq!(facts(r#"[Event "Archive game 1946"] [Black "?"] 1. 11-15 *"#).date, None);
        let dated = r#"[Event "Archive game 1946"] [Date "1990.01.??"] 1. 11-15 *"#;
        assert_eq!(facts(dated).date.map(Date::year), Some(1990));
    }

    #[test]
    fn a_ballot_is_known_by_its_position() {
        assert_eq!(facts("1. 9-13 22-18 2. 10-15 *").ballot, 7);
        assert_eq!(facts(r#"[FEN "W:W18,21,23-32:B1-8,11-13,15"] 1. 25-22 *"#).ballot, 7);
    }

    #[test]
    fn a_setup_between_moves_ends_what_is_kept() {
        let facts = facts("1. 11-15 22-18 /FEN \"W:WK18:BK1\"/ 2. 18-14 *");
        assert_eq!((facts.start, facts.codes.len(), facts.is_whole), (Position::START, 2, false));
    }
}
