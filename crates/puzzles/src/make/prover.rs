//! What a position is worth, proved: by the databases, the end of the game, or a search all of whose lines end there.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use crownhead_board::{Move, Position};
use crownhead_endgame::{Database, Prober, Value};

use crate::puzzle::{Goal, choices};

/// Asks for proofs, within a number of nodes for each question.
///
/// A search goes deeper and deeper until every line of a proof ends in a database, in a position without moves, or in
/// one that was there before, from where the same moves go round for ever: that is a draw.
pub(super) struct Prover<'a> {
    endings: Prober<'a>,
    max_pieces: usize,
    known: Memory,
    path: Vec<Position>,
    nodes_left: u64,
}

/// Positions with questions, and how far they were looked at.
type Memory = HashMap<Question, Known, BuildHasherDefault<KeyHasher>>;

/// Is the position worth that much to the side to move?
#[derive(Clone, Copy, PartialEq, Eq)]
struct Question {
    pos: Position,
    at_least: Value,
}

impl Hash for Question {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The high bits are mixed best, and a table takes the low ones.
        state.write_u64(self.pos.key().rotate_left(32) ^ self.at_least as u64);
    }
}

/// Keys of positions are mixed well already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

#[derive(Clone, Copy)]
enum Known {
    Proved(bool),
    /// Nothing was proved at this depth.
    Open(u32),
}

/// An answer, and the first position of the path that it leans on because a line comes back to it.
#[derive(Clone, Copy)]
struct Answer {
    is_so: Option<bool>,
    leans_on: usize,
}

impl Answer {
    const OPEN: Answer = Answer { is_so: None, leans_on: usize::MAX };

    const fn proved(is_so: bool) -> Answer {
        Answer { is_so: Some(is_so), leans_on: usize::MAX }
    }
}

const MAX_DEPTH: u32 = 30;
/// More than that are forgotten.
const MAX_KNOWN: usize = 1 << 20;

impl<'a> Prover<'a> {
    pub(super) fn new(database: &'a Database) -> Prover<'a> {
        let max_pieces = usize::from(database.max_pieces());
        let known = Memory::default();
        Prover { endings: Prober::new(database), max_pieces, known, path: Vec::new(), nodes_left: 0 }
    }

    /// Is a position among those that the databases know?
    pub(super) fn value(&mut self, pos: &Position) -> Option<Value> {
        if pos.occupied().len() > self.max_pieces {
            return None;
        }
        // What a damaged file knew is not known.
        self.endings.probe(pos).ok().flatten()
    }

    /// Does the side that made the last move reach its goal in any case?
    pub(super) fn is_reached(&mut self, goal: Goal, after: &Position, nodes: u64) -> Option<bool> {
        let too_much = match goal {
            Goal::Win => Value::Draw,
            Goal::Draw => Value::Win,
        };
        self.is_at_least(after, too_much, nodes).map(|is_so| !is_so)
    }

    /// Is a position worth that much to the side to move? `None` when it could not be proved.
    pub(super) fn is_at_least(&mut self, pos: &Position, at_least: Value, nodes: u64) -> Option<bool> {
        if self.known.len() > MAX_KNOWN {
            self.known.clear();
        }
        self.nodes_left = nodes;
        for depth in 1..=MAX_DEPTH {
            self.path.clear();
            let answer = self.search(Question { pos: *pos, at_least }, depth);
            if answer.is_so.is_some() || self.nodes_left == 0 {
                return answer.is_so;
            }
        }
        None
    }

    /// The only move that reaches the goal; `None` if there is another, or if it could not be proved.
    pub(super) fn only_move(&mut self, pos: &Position, goal: Goal, nodes: u64) -> Option<Move> {
        let mut found = None;
        for &mv in &choices(pos) {
            if self.is_reached(goal, &pos.play_unchecked(mv), nodes)? {
                if found.is_some() {
                    return None;
                }
                found = Some(mv);
            }
        }
        found
    }

    fn search(&mut self, question: Question, depth: u32) -> Answer {
        let Question { pos, at_least } = question;
        if let Some(value) = self.value(&pos) {
            return Answer::proved(value >= at_least);
        }
        match self.known.get(&question) {
            Some(Known::Proved(is_so)) => return Answer::proved(*is_so),
            Some(Known::Open(at)) if *at >= depth => return Answer::OPEN,
            _ => {}
        }
        if let Some(place) = self.path.iter().position(|before| *before == pos) {
            return Answer { is_so: Some(Value::Draw >= at_least), leans_on: place };
        }
        let moves = choices(&pos);
        let Some(first) = moves.first() else { return Answer::proved(false) };
        let is_choice = moves.len() > 1 && !first.is_jump();
        if self.nodes_left == 0 || is_choice && depth == 0 {
            return Answer::OPEN;
        }
        self.nodes_left -= 1;
        let own_place = self.path.len();
        self.path.push(pos);
        let answer = self.search_moves(question, &moves, depth - u32::from(is_choice));
        self.path.pop();
        match answer.is_so {
            // What leans on an earlier position holds on this path alone.
            Some(is_so) if answer.leans_on >= own_place => {
                self.known.insert(question, Known::Proved(is_so));
                Answer::proved(is_so)
            }
            Some(_) => answer,
            None => {
                if self.nodes_left > 0 {
                    self.known.insert(question, Known::Open(depth));
                }
                answer
            }
        }
    }

    fn search_moves(&mut self, question: Question, moves: &[Move], depth: u32) -> Answer {
        // A move is good enough if the opponent does not get what the question denies it.
        let at_least = if question.at_least == Value::Win { Value::Draw } else { Value::Win };
        let mut all = Answer::proved(false);
        for &mv in moves {
            let next = self.search(Question { pos: question.pos.play_unchecked(mv), at_least }, depth);
            match next.is_so {
                Some(false) => return Answer { is_so: Some(true), ..next },
                Some(true) => all.leans_on = all.leans_on.min(next.leans_on),
                None => all.is_so = None,
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use crownhead_board::{Color, Role, Setup, Square};

    use super::*;

    #[track_caller]
    fn check(fen: &str, at_least: Value, expected: Option<bool>) {
        let pos = fen.parse().unwrap();
        let mut prover = Prover::new(Database::shipped());
        assert_eq!(prover.is_at_least(&pos, at_least, 1_000), expected, "{fen} {at_least}");
    }

    #[test]
    fn the_databases_are_asked() {
        check("W:WK18,K22:BK3", Value::Win, Some(true));
        check("W:WK18:BK3", Value::Win, Some(false));
        check("W:WK18:BK3", Value::Draw, Some(true));
    }

    #[test]
    fn what_is_proved_without_the_larger_endings_is_what_they_say() {
        let database = Database::shipped();
        let mut prover = Prover::new(database);
        prover.max_pieces = 3;
        let mut n_proved = 0;
        for seed in 0..100_u64 {
            let pos = four_pieces(seed);
            let value = database.probe(&pos).unwrap().unwrap();
            for at_least in [Value::Draw, Value::Win] {
                if let Some(is_so) = prover.is_at_least(&pos, at_least, 2_000) {
                    assert_eq!(is_so, value >= at_least, "{pos} {at_least}");
                    n_proved += 1;
                }
            }
        }
        assert!(n_proved > 30, "{n_proved}");
    }

    /// Some position of two against two.
    fn four_pieces(seed: u64) -> Position {
        let mut random = fastrand::Rng::with_seed(seed);
        loop {
            let mut setup = Setup { turn: Some(Color::Black), ..Setup::default() };
            for color in [Color::Black, Color::Black, Color::White, Color::White] {
                let role = if random.bool() { Role::King } else { Role::Man };
                setup.put(Square::ALL[random.usize(..32)], Some(role.of(color)));
            }
            if let Ok(pos) = Position::try_from(setup)
                && pos.black().len() == 2
                && pos.white().len() == 2
            {
                return pos;
            }
        }
    }
}
