//! A puzzle's line, move by move, as the rules for themes look at it.

use crownhead_board::{Color, Move, Position};

use crate::puzzle::{Goal, Puzzle, choices};

/// What happens in a line.
pub(super) struct Story {
    pub(super) goal: Goal,
    pub(super) solver: Color,
    pub(super) scenes: Vec<Scene>,
}

/// A move, with the positions before and after it.
pub(super) struct Scene {
    pub(super) before: Position,
    pub(super) mv: Move,
    pub(super) after: Position,
    /// Is it a move of the solver that has to be found?
    pub(super) is_choice: bool,
    pub(super) is_solver: bool,
}

impl Story {
    pub(super) fn of(puzzle: &Puzzle) -> Story {
        let positions: Vec<Position> = puzzle.positions().collect();
        let scene = |(pair, &mv): (&[Position], &Move)| {
            let is_solver = pair[0].turn() == puzzle.solver();
            let is_choice = is_solver && choices(&pair[0]).len() > 1;
            Scene { before: pair[0], mv, after: pair[1], is_choice, is_solver }
        };
        let scenes = positions.windows(2).zip(puzzle.line()).map(scene).collect();
        Story { goal: puzzle.goal(), solver: puzzle.solver(), scenes }
    }

    pub(super) fn start(&self) -> &Position {
        &self.scenes[0].before
    }

    pub(super) fn end(&self) -> &Position {
        &self.scenes[self.scenes.len() - 1].after
    }

    /// The moves that have to be found.
    pub(super) fn choices(&self) -> impl Iterator<Item = &Scene> {
        self.scenes.iter().filter(|scene| scene.is_choice)
    }

    /// The solver's moves, forced ones too.
    pub(super) fn solvers(&self) -> impl Iterator<Item = &Scene> {
        self.scenes.iter().filter(|scene| scene.is_solver)
    }

    /// How many pieces the solver and the opponent have at the start.
    pub(super) fn sides(&self) -> (usize, usize) {
        (self.start().pieces(self.solver).len(), self.start().pieces(!self.solver).len())
    }

    /// Sacrifices and what comes of each.
    pub(super) fn sacrifices(&self) -> impl Iterator<Item = Sacrifice<'_>> {
        (0..self.scenes.len()).filter_map(|at| self.sacrifice(at))
    }

    /// The solver steps, and something is taken; then both take as long as they take.
    fn sacrifice(&self, at: usize) -> Option<Sacrifice<'_>> {
        let [scene, reply, rest @ ..] = &self.scenes[at..] else { return None };
        if !scene.is_choice || scene.mv.is_jump() || !reply.mv.is_jump() {
            return None;
        }
        let mut sacrifice =
            Sacrifice { scene, reply, given: reply.mv.captured().len(), taken: 0, end: &reply.after };
        for next in rest.iter().take_while(|next| next.mv.is_jump()) {
            let n = next.mv.captured().len();
            *(if next.is_solver { &mut sacrifice.taken } else { &mut sacrifice.given }) += n;
            sacrifice.end = &next.after;
        }
        Some(sacrifice)
    }
}

/// A step after which the opponent takes something.
pub(super) struct Sacrifice<'a> {
    pub(super) scene: &'a Scene,
    pub(super) reply: &'a Scene,
    /// Pieces that the solver loses, until nothing more is taken.
    pub(super) given: usize,
    /// Pieces that the solver takes.
    pub(super) taken: usize,
    /// The position then.
    pub(super) end: &'a Position,
}

impl Scene {
    /// Is a man crowned?
    pub(super) fn is_crowning(&self) -> bool {
        let is_king = |pos: &Position, square| pos.kings().contains(square);
        let was_man = self.mv.from().is_some_and(|from| !is_king(&self.before, from));
        was_man && self.mv.to().is_some_and(|to| is_king(&self.after, to))
    }
}
