//! A puzzle that is being solved.

use crownhead_board::{Move, Position};

use crate::puzzle::{Puzzle, choices};

/// Somebody who solves a puzzle, move by move. Replies and forced moves are made by themselves.
///
/// ```
/// # use crownhead_puzzles::{Attempt, Goal, Puzzle, Tried};
/// # let pos: crownhead_board::Position = "W:W22,K1:B9,13".parse()?;
/// # let mv = pos.legal_moves()[0];
/// let puzzle = Puzzle::new(pos, Goal::Win, vec![mv], 1500)?;
/// let mut attempt = Attempt::new(puzzle);
/// assert!(matches!(attempt.try_move(mv), Tried::Solved { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Attempt {
    puzzle: Puzzle,
    position: Position,
    n_played: usize,
    n_wrong: u32,
    n_hints: u32,
}

/// What comes of a move that is tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried {
    /// It is not legal, or there is nothing to do any more.
    Illegal,
    /// It misses the goal. The position is as it was.
    Wrong,
    /// It is right, and this follows.
    Right {
        /// Moves of both sides up to the next one that has to be found.
        then: Vec<Move>,
    },
    /// It was the last one to find.
    Solved {
        /// Moves that follow by force.
        then: Vec<Move>,
    },
}

impl Attempt {
    /// A puzzle at its start.
    pub fn new(puzzle: Puzzle) -> Attempt {
        Attempt { position: *puzzle.position(), puzzle, n_played: 0, n_wrong: 0, n_hints: 0 }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far, of both sides.
    pub fn played(&self) -> &[Move] {
        &self.puzzle.line()[..self.n_played]
    }

    /// How many moves were wrong.
    pub fn n_wrong(&self) -> u32 {
        self.n_wrong
    }

    /// Has it been solved without a wrong move and without a hint?
    pub fn is_clean(&self) -> bool {
        self.n_wrong == 0 && self.n_hints == 0
    }

    /// Is nothing left to find?
    pub fn is_over(&self) -> bool {
        self.n_played == self.puzzle.line().len()
    }

    /// The number of moves that are left to find.
    pub fn n_left(&self) -> usize {
        let left = self.puzzle.positions().zip(self.puzzle.line()).skip(self.n_played);
        left.filter(|(pos, _)| self.has_to_be_found(pos)).count()
    }

    /// The move that has to be found now. Whoever sees it has had a hint.
    pub fn hint(&mut self) -> Option<Move> {
        self.n_hints += u32::from(!self.is_over());
        self.puzzle.line().get(self.n_played).copied()
    }

    /// The rest of the line, which is played to its end.
    pub fn give_up(&mut self) -> Vec<Move> {
        self.n_hints += u32::from(!self.is_over());
        let rest = self.puzzle.line()[self.n_played..].to_vec();
        rest.iter().for_each(|_| self.play());
        rest
    }

    /// Tries a move. Jumps that take the same are the same.
    pub fn try_move(&mut self, mv: Move) -> Tried {
        if self.is_over() || !self.position.is_legal(mv) {
            return Tried::Illegal;
        }
        if self.puzzle.line()[self.n_played] != mv {
            self.n_wrong += 1;
            return Tried::Wrong;
        }
        self.play();
        let first = self.n_played;
        while !self.is_over() && !self.has_to_be_found(&self.position) {
            self.play();
        }
        let then = self.puzzle.line()[first..self.n_played].to_vec();
        if self.is_over() { Tried::Solved { then } } else { Tried::Right { then } }
    }

    fn has_to_be_found(&self, pos: &Position) -> bool {
        pos.turn() == self.puzzle.solver() && choices(pos).len() > 1
    }

    fn play(&mut self) {
        self.position = self.position.play_unchecked(self.puzzle.line()[self.n_played]);
        self.n_played += 1;
    }
}
