//! From a game to its puzzles: a mistake, and what follows.

use crownhead_board::{Game, Move, Position};
use crownhead_endgame::{Database, Value};

use super::prover::Prover;
use crate::puzzle::{Goal, Puzzle, choices};
use crate::theme::{Theme, Themes};

/// Finds puzzles in games. What is proved once is remembered from game to game.
pub struct Maker<'a> {
    prover: Prover<'a>,
    effort: Effort,
}

/// How many nodes a question may take.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// Is there anything in a position?
    glance: u64,
    /// A proof.
    proof: u64,
    /// A proof further down the line, of which there may be many.
    later: u64,
}

/// Positions with more pieces are not looked at.
const MAX_PIECES: usize = 8;
/// Draws are not looked for where there are more: other moves can seldom be proved to lose.
const MAX_PIECES_TO_DRAW: usize = 7;
/// A game has no more puzzles than that.
const MAX_PUZZLES: usize = 2;
/// A line has no more choices than that. Draws are held by going to and fro.
const MAX_CHOICES: usize = 7;
const MAX_CHOICES_TO_DRAW: usize = 4;
/// Positions that are looked at for the longest line of a puzzle.
const MAX_LOOKS: u32 = 50;
/// A puzzle that has not been rated.
const UNRATED: u16 = 1500;

impl<'a> Maker<'a> {
    /// A maker that asks these databases.
    pub fn new(database: &'a Database) -> Maker<'a> {
        Maker { prover: Prover::new(database), effort: Effort { glance: 120, proof: 20_000, later: 2_000 } }
    }

    /// The puzzles of a game, at most two.
    pub fn puzzles(&mut self, game: &Game) -> Vec<Puzzle> {
        let positions: Vec<Position> = game.positions().copied().collect();
        let moves: Vec<Move> = game.moves().collect();
        let mut puzzles: Vec<Puzzle> = Vec::new();
        for (ply, &mv) in moves.iter().enumerate().skip(1) {
            let pos = &positions[ply];
            let is_known = |puzzle: &Puzzle| puzzle.positions().any(|seen| seen == *pos);
            if pos.occupied().len() > MAX_PIECES || puzzles.iter().any(is_known) {
                continue;
            }
            puzzles.extend(self.puzzle(&positions[ply - 1], pos, mv));
            if puzzles.len() == MAX_PUZZLES {
                break;
            }
        }
        puzzles
    }

    /// The puzzle of a position, reached from the one before it by a mistake or thrown away by the move that was played.
    fn puzzle(&mut self, before: &Position, pos: &Position, played: Move) -> Option<Puzzle> {
        let goal = self.goal(pos)?;
        let solution = self.prover.only_move(pos, goal, self.effort.proof)?;
        let is_mistake = solution != played || self.was_avoidable(before, goal);
        if !is_mistake {
            return None;
        }
        let mut search = LineSearch { maker: self, goal, looks_left: MAX_LOOKS };
        let max_choices = if goal == Goal::Win { MAX_CHOICES } else { MAX_CHOICES_TO_DRAW };
        let line = search.longest(&mut vec![*pos], max_choices).moves;
        let puzzle = Puzzle::new(*pos, goal, with_forced_captures(pos, line), UNRATED).ok()?;
        is_of_interest(&puzzle).then_some(puzzle)
    }

    /// What there is to find in a position at a glance.
    fn goal(&mut self, pos: &Position) -> Option<Goal> {
        let moves = choices(pos);
        if moves.len() < 2 {
            return None;
        }
        match self.prover.value(pos) {
            Some(Value::Win) => return Some(Goal::Win),
            Some(Value::Draw) => return Some(Goal::Draw),
            Some(Value::Loss) => return None,
            None => {}
        }
        let glance = self.effort.glance;
        if self.prover.is_at_least(pos, Value::Win, glance) == Some(true) {
            return Some(Goal::Win);
        }
        if pos.occupied().len() > MAX_PIECES_TO_DRAW {
            return None;
        }
        // All but one of the moves must be seen to lose.
        let mut n_open = 0;
        for &mv in &moves {
            let after = pos.play_unchecked(mv);
            n_open += usize::from(self.prover.is_reached(Goal::Draw, &after, glance) != Some(false));
            if n_open > 1 {
                return None;
            }
        }
        (n_open == 1).then_some(Goal::Draw)
    }

    /// Could the opponent have denied the goal with another move?
    fn was_avoidable(&mut self, before: &Position, goal: Goal) -> bool {
        let denied = match goal {
            Goal::Win => Value::Win,
            Goal::Draw => Value::Draw,
        };
        let glance = self.effort.glance;
        choices(before)
            .iter()
            .any(|&mv| self.prover.is_at_least(&before.play_unchecked(mv), denied, glance) == Some(false))
    }
}

/// Is there enough to find? One move is, if it gives something away to win, or blocks the opponent.
fn is_of_interest(puzzle: &Puzzle) -> bool {
    let shots = Themes::from_iter([Theme::Sacrifice, Theme::Blocked]);
    match puzzle.solution().count() {
        0 => false,
        1 => puzzle.goal() == Goal::Win && puzzle.themes().intersects(shots),
        _ => true,
    }
}

/// A line that goes on with captures as long as they are forced, to show what was won.
fn with_forced_captures(start: &Position, mut line: Vec<Move>) -> Vec<Move> {
    let mut pos = line.iter().fold(*start, |pos, &mv| pos.play_unchecked(mv));
    while let [mv] = choices(&pos)[..]
        && mv.is_jump()
    {
        line.push(mv);
        pos = pos.play_unchecked(mv);
    }
    line
}

/// The defense that leaves the solver the most to find.
struct LineSearch<'m, 'a> {
    maker: &'m mut Maker<'a>,
    goal: Goal,
    looks_left: u32,
}

/// A line from some position to the last of the solver's moves that has to be found.
#[derive(Default)]
struct Found {
    n_choices: usize,
    moves: Vec<Move>,
}

impl LineSearch<'_, '_> {
    /// The longest line from the last position of a path, with the solver to move.
    fn longest(&mut self, path: &mut Vec<Position>, max_choices: usize) -> Found {
        let Some(pos) = path.last().copied() else { return Found::default() };
        let moves = choices(&pos);
        let (mv, is_choice) = match moves[..] {
            [mv] => (mv, false),
            _ if max_choices == 0 || self.looks_left == 0 => return Found::default(),
            _ => {
                self.looks_left -= 1;
                let effort = &self.maker.effort;
                let nodes = if path.len() == 1 { effort.proof } else { effort.later };
                let Some(mv) = self.maker.prover.only_move(&pos, self.goal, nodes) else {
                    return Found::default();
                };
                (mv, true)
            }
        };
        let after = pos.play_unchecked(mv);
        if path.contains(&after) {
            return Found::default();
        }
        path.push(after);
        let rest = self.after(&after, path, max_choices - usize::from(is_choice));
        path.pop();
        if !is_choice && rest.n_choices == 0 {
            return Found::default();
        }
        let moves = [vec![mv], rest.moves].concat();
        Found { n_choices: rest.n_choices + usize::from(is_choice), moves }
    }

    /// The longest line with the opponent to move.
    fn after(&mut self, pos: &Position, path: &mut Vec<Position>, max_choices: usize) -> Found {
        let mut best = Found::default();
        if max_choices == 0 || path.len() > MAX_PATH {
            return best;
        }
        for &reply in &choices(pos) {
            let next = pos.play_unchecked(reply);
            if path.contains(&next) || !self.is_defense(&next) {
                continue;
            }
            path.push(next);
            let rest = self.longest(path, max_choices);
            path.pop();
            if rest.n_choices > best.n_choices {
                best = Found { n_choices: rest.n_choices, moves: [vec![reply], rest.moves].concat() };
            }
            if best.n_choices == max_choices {
                break;
            }
        }
        best
    }

    /// An opponent who can still win does not let the solver win.
    fn is_defense(&mut self, next: &Position) -> bool {
        let glance = self.maker.effort.glance;
        self.goal == Goal::Win || self.maker.prover.is_at_least(next, Value::Win, glance) == Some(false)
    }
}

/// So that a line fits into a puzzle, forced moves included.
const MAX_PATH: usize = 40;
