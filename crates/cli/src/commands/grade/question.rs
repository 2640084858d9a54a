//! What a program is asked: small positions of every kind, and some from games.

use std::collections::HashSet;
use std::fmt;

use crownhead_board::{Bitboard, Color, Perft, Piece, Position, Role, Rules, Setup, Square, State};
use serde::Serialize;

/// A position, and what is asked about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) pos: Position,
    /// How many plies to count; without it the moves are asked for.
    pub(super) depth: Option<u32>,
}

impl Question {
    pub(super) fn n_pieces(&self) -> usize {
        self.pos.occupied().len()
    }

    /// The same question about simpler positions: a piece less, or a man in place of a king.
    pub(super) fn smaller(&self) -> Vec<Question> {
        let setup = self.pos.setup();
        let without = setup.iter_pieces().map(|(square, _)| with(setup, square, None));
        let demoted = setup
            .iter_pieces()
            .filter(|(_, piece)| piece.is_king())
            .map(|(square, piece)| with(setup, square, Some(Role::Man.of(piece.color))));
        without.chain(demoted).filter_map(playable).map(|pos| Question { pos, ..*self }).collect()
    }
}

fn with(mut setup: Setup, square: Square, piece: Option<Piece>) -> Setup {
    setup.put(square, piece);
    setup
}

/// The position, if it is one and the side to move has a piece.
fn playable(setup: Setup) -> Option<Position> {
    let pos = Position::try_from(setup).ok()?;
    (!pos.pieces(pos.turn()).is_empty()).then_some(pos)
}

/// What a position is about, by its legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Topic {
    MenSteps,
    KingSteps,
    SingleJumps,
    LongerJumps,
    NoMove,
    Games,
}

/// Positions with more pieces than this count as positions of games.
const FEW: usize = 6;

impl Topic {
    pub(super) fn of(pos: &Position, rules: Rules) -> Topic {
        let moves = State::new(*pos, rules).legal_moves();
        let kings = pos.kings() & pos.pieces(pos.turn());
        match moves.iter().map(|mv| mv.n_jumps()).max() {
            _ if pos.occupied().len() > FEW => Topic::Games,
            None => Topic::NoMove,
            Some(0) if kings.is_empty() => Topic::MenSteps,
            Some(0) => Topic::KingSteps,
            Some(1) => Topic::SingleJumps,
            Some(_) => Topic::LongerJumps,
        }
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Topic::MenSteps => "steps of men",
            Topic::KingSteps => "steps of kings",
            Topic::SingleJumps => "single jumps",
            Topic::LongerJumps => "longer jumps",
            Topic::NoMove => "no legal move",
            Topic::Games => "positions of games",
        })
    }
}

/// Positions to ask for the moves of, the smallest first. The same ones every time.
pub(super) fn positions(rules: Rules) -> Vec<Position> {
    let mut collection = Collection { positions: Vec::new(), seen: HashSet::new() };
    collection.add_neighbors();
    collection.add_rings();
    let mut rng = fastrand::Rng::with_seed(12);
    (0..N_WALKS).for_each(|_| collection.add(walk(&mut rng)));
    (0..N_SCATTERED).for_each(|_| collection.add(scattered(&mut rng)));
    (0..N_GAMES).for_each(|_| collection.add_game(rules, &mut rng));
    let mut positions = collection.positions;
    positions.sort_by_key(|pos| pos.occupied().len());
    positions
}

const N_WALKS: usize = 500;
const N_SCATTERED: usize = 400;
const N_GAMES: usize = 8;
const MAX_PLIES: usize = 60;

/// Counts to ask for, the smallest trees first: of the starting position to each depth, and of a sample of the others.
pub(super) fn counts(rules: Rules, depth: u32) -> Vec<Question> {
    let start = (1..=depth).map(|depth| Question { pos: Position::START, depth: Some(depth) });
    let sample = positions(rules).into_iter().step_by(SAMPLE_STEP);
    let sample = sample.map(|pos| Question { pos, depth: Some(depth.min(SAMPLE_DEPTH)) });
    let mut questions: Vec<Question> = start.chain(sample).collect();
    let perft = Perft { rules, ..Perft::default() };
    questions.sort_by_cached_key(|question| perft.count(&question.pos, question.depth.unwrap_or_default()));
    questions
}

const SAMPLE_STEP: usize = 10;
const SAMPLE_DEPTH: u32 = 3;

struct Collection {
    positions: Vec<Position>,
    seen: HashSet<Position>,
}

impl Collection {
    fn add(&mut self, setup: Setup) {
        if let Some(pos) = playable(setup).filter(|pos| self.seen.insert(*pos)) {
            self.positions.push(pos);
        }
    }

    /// Each piece alone on each square; with a neighbor in each direction; and with a piece behind that neighbor.
    fn add_neighbors(&mut self) {
        for (piece, square) in every_piece().flat_map(|piece| Square::ALL.map(|square| (piece, square))) {
            let alone = setup(piece.color, &[(square, piece)]);
            self.add(alone);
            for direction in DIRECTIONS {
                let Some(next) = step(square, direction) else { continue };
                for neighbor in every_piece() {
                    let beside = with(alone, next, Some(neighbor));
                    self.add(beside);
                    let blocked = step(next, direction)
                        .map(|behind| with(beside, behind, Some(Role::King.of(neighbor.color))));
                    blocked.into_iter().for_each(|setup| self.add(setup));
                }
            }
        }
    }

    /// A king that can jump four pieces and come back to where it began, either way round.
    fn add_rings(&mut self) {
        for (color, square) in Color::ALL.into_iter().flat_map(|color| Square::ALL.map(|sq| (color, sq))) {
            for first in 0..4 {
                let directions: Vec<Direction> = (0..4).map(|i| DIRECTIONS[(first + i) % 4]).collect();
                let mut ring = setup(color, &[(square, Role::King.of(color))]);
                if lay_jumps(&mut ring, square, Role::King.of(color), directions) == 4 {
                    self.add(ring);
                }
            }
        }
    }

    /// Every position of a game of random moves.
    fn add_game(&mut self, rules: Rules, rng: &mut fastrand::Rng) {
        let mut state = State::new(Position::START, rules);
        for _ in 0..MAX_PLIES {
            // In the middle of a turn a position does not say who may move.
            if !state.is_mid_turn() {
                self.add(state.position().setup());
            }
            let Some(mv) = rng.choice(state.legal_moves()) else { break };
            state = state.play_unchecked(mv);
        }
    }
}

type Direction = (isize, isize);

/// Round the clock, so that four jumps in a row come back to their beginning.
const DIRECTIONS: [Direction; 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

fn step(square: Square, (up, right): Direction) -> Option<Square> {
    let row = square.row().checked_add_signed(up)?;
    let column = square.column().checked_add_signed(right)?;
    Square::from_row_column(row, column)
}

fn every_piece() -> impl Iterator<Item = Piece> {
    Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| role.of(color)))
}

fn setup(turn: Color, pieces: &[(Square, Piece)]) -> Setup {
    let mut setup = Setup { turn: Some(turn), ..Setup::default() };
    pieces.iter().for_each(|(square, piece)| setup.put(*square, Some(*piece)));
    setup
}

/// Puts a piece to jump before a piece for each direction that leaves room, and says how many.
fn lay_jumps(
    setup: &mut Setup,
    start: Square,
    jumper: Piece,
    directions: impl IntoIterator<Item = Direction>,
) -> usize {
    let (mut at, mut landings, mut n) = (start, Bitboard::from(start), 0);
    for direction in directions {
        let Some(over) = step(at, direction) else { continue };
        let Some(landing) = step(over, direction) else { continue };
        let is_free = |square| setup.piece_at(square).is_none() || square == start;
        if setup.piece_at(over).is_some() || landings.contains(over) || !is_free(landing) {
            continue;
        }
        let role = if n % 2 == 0 { Role::Man } else { Role::King };
        setup.put(over, Some(role.of(!jumper.color)));
        landings.insert(landing);
        (at, n) = (landing, n + 1);
    }
    *setup = setup.with_men_crowned();
    n
}

/// A piece with one to five jumps before it. A man goes on where it is crowned, which most rules forbid.
fn walk(rng: &mut fastrand::Rng) -> Setup {
    let jumper = Piece {
        color: if rng.bool() { Color::Black } else { Color::White },
        role: if rng.bool() { Role::Man } else { Role::King },
    };
    let start = Square::ALL[rng.usize(..32)];
    let mut position = setup(jumper.color, &[(start, jumper)]);
    let n_jumps = rng.usize(1..=5);
    let directions: Vec<Direction> = (0..n_jumps).map(|_| DIRECTIONS[rng.usize(..4)]).collect();
    lay_jumps(&mut position, start, jumper, directions);
    position
}

/// Three to six pieces anywhere.
fn scattered(rng: &mut fastrand::Rng) -> Setup {
    let mut setup = setup(if rng.bool() { Color::Black } else { Color::White }, &[]);
    let pieces: Vec<Piece> = every_piece().collect();
    for _ in 0..rng.usize(3..=FEW) {
        setup.put(Square::ALL[rng.usize(..32)], rng.choice(&pieces).copied());
    }
    setup.with_men_crowned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOPICS: [Topic; 6] = [
        Topic::MenSteps,
        Topic::KingSteps,
        Topic::SingleJumps,
        Topic::LongerJumps,
        Topic::NoMove,
        Topic::Games,
    ];

    #[test]
    fn every_kind_of_position_is_asked_about_and_the_smallest_first() {
        for (_, rules) in Rules::PRESETS {
            let positions = positions(*rules);
            assert!(positions.is_sorted_by_key(|pos| pos.occupied().len()));
            for topic in TOPICS {
                let n = positions.iter().filter(|pos| Topic::of(pos, *rules) == topic).count();
                let is_impossible = topic == Topic::LongerJumps && rules.to_string() != "official";
                assert!(n >= 20 || is_impossible, "{rules}, {topic}: {n}");
            }
        }
    }

    #[test]
    fn a_king_can_come_back_to_where_it_began() {
        let comes_back =
            |pos: &&Position| pos.legal_moves().iter().any(|mv| mv.from() == mv.to() && mv.n_jumps() == 4);
        assert!(positions(Rules::OFFICIAL).iter().filter(comes_back).count() >= 20);
    }

    #[test]
    fn smaller_positions_have_less_in_them() {
        let question = Question { pos: "W:WK3,21:B12".parse().unwrap(), depth: None };
        let smaller: Vec<String> =
            question.smaller().iter().map(|question| question.pos.to_string()).collect();
        assert_eq!(smaller, ["W:W21:B12", "W:WK3,21:B", "W:WK3:B12"]);
    }
}
