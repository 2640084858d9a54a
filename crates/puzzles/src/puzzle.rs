//! One puzzle: a position, and the line that solves it.

use std::fmt;

use crownhead_board::{Color, Move, MoveList, Position};
use thiserror::Error;

use crate::id::PuzzleId;
use crate::theme::Themes;

/// What the solver is to reach against any defense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Goal {
    /// A won game.
    Win,
    /// A draw, where every other move loses.
    Draw,
}

/// `win` or `draw`.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Goal::Win => "win",
            Goal::Draw => "draw",
        })
    }
}

/// A puzzle: the side to move has one way to reach the goal.
///
/// The line begins with the solver's move; the opponent's replies and captures that are forced are part of it. At
/// each of the solver's moves with a choice, every other move misses the goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    position: Position,
    goal: Goal,
    line: Vec<Move>,
    themes: Themes,
    /// How hard it is, on the scale of the levels: 1000 is what level 1 finds half of the time.
    pub rating: u16,
}

/// The most moves of a line, of both sides together.
pub const MAX_PLIES: usize = 60;

/// Why a line makes no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadPuzzle {
    /// The line has no moves, or too many.
    #[error("a line has 1 to {MAX_PLIES} moves, and this one has {0}")]
    Length(usize),
    /// A move is not legal.
    #[error("{} is not legal at move {} of the line", mv.route_text(), ply + 1)]
    Illegal {
        /// The move.
        mv: Move,
        /// How many moves are before it.
        ply: usize,
    },
    /// The solver has only one legal move in the first position.
    #[error("the first move is forced, so there is nothing to find")]
    NoChoice,
}

impl Puzzle {
    /// A puzzle. Its themes are found by its moves.
    ///
    /// # Errors
    ///
    /// The line is not legal, too long, or begins with a forced move.
    pub fn new(position: Position, goal: Goal, line: Vec<Move>, rating: u16) -> Result<Puzzle, BadPuzzle> {
        Puzzle::with_themes(position, goal, line, Themes::NONE, rating).map(Puzzle::with_new_themes)
    }

    /// The same puzzle with the themes that today's rules find.
    #[must_use]
    pub fn with_new_themes(self) -> Puzzle {
        Puzzle { themes: Themes::of(&self), ..self }
    }

    /// The same with themes that are known already.
    pub(crate) fn with_themes(
        position: Position,
        goal: Goal,
        line: Vec<Move>,
        themes: Themes,
        rating: u16,
    ) -> Result<Puzzle, BadPuzzle> {
        if line.is_empty() || line.len() > MAX_PLIES {
            return Err(BadPuzzle::Length(line.len()));
        }
        if choices(&position).len() < 2 {
            return Err(BadPuzzle::NoChoice);
        }
        let mut pos = position;
        for (ply, &mv) in line.iter().enumerate() {
            pos = pos.play(mv).map_err(|_| BadPuzzle::Illegal { mv, ply })?;
        }
        Ok(Puzzle { position, goal, line, themes, rating })
    }

    /// Its name.
    pub fn id(&self) -> PuzzleId {
        PuzzleId::of(&self.position)
    }

    /// Where it starts, with the solver to move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The side of the solver.
    pub fn solver(&self) -> Color {
        self.position.turn()
    }

    /// What is to be reached.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The moves of both sides, the solver's first.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// What it is about.
    pub fn themes(&self) -> Themes {
        self.themes
    }

    /// The positions before each move, and the one at the end.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let first = std::iter::once(self.position);
        first.chain(self.line.iter().scan(self.position, |pos, &mv| {
            *pos = pos.play_unchecked(mv);
            Some(*pos)
        }))
    }

    /// The solver's moves that have to be found, each with its position: those with a choice.
    pub fn solution(&self) -> impl Iterator<Item = (Position, Move)> + '_ {
        let moves = self.positions().zip(self.line.iter().copied());
        moves.filter(|(pos, _)| pos.turn() == self.solver() && choices(pos).len() > 1)
    }

    /// What is to be done, in a sentence: `White to play and win`.
    pub fn task(&self) -> String {
        let side = match self.solver() {
            Color::Black => "Black",
            Color::White => "White",
        };
        format!("{side} to play and {}", self.goal)
    }
}

/// The different moves of a position in their order, so that each can be told by its number.
pub(crate) fn choices(pos: &Position) -> MoveList {
    let mut moves = pos.legal_moves();
    moves.merge_routes();
    moves.sort_unstable();
    moves
}
