//! Puzzles decided again, with plain means: all positions that can come, up to a number, and from their ends backwards
//! who can force a win. It shares nothing with the search that found them.

use std::collections::{HashMap, VecDeque};

use crownhead_board::{Color, Move, Position};
use crownhead_endgame::{Database, Value};

use crate::puzzle::{Goal, Puzzle};

/// Decides puzzles again.
pub struct Audit<'a> {
    database: &'a Database,
    max_positions: usize,
}

/// What an audit finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Every move of the solution reaches the goal, and no other move does.
    Sound,
    /// It takes more positions, or larger databases, to say.
    Undecided,
    /// Another move reaches the goal too.
    SecondSolution {
        /// The position.
        pos: Position,
        /// The other move.
        mv: Move,
    },
    /// A move of the solution misses the goal.
    Fails {
        /// The position.
        pos: Position,
        /// The move.
        mv: Move,
    },
}

impl<'a> Audit<'a> {
    /// An audit that looks at no more than `max_positions` positions for each move.
    pub fn new(database: &'a Database, max_positions: usize) -> Audit<'a> {
        Audit { database, max_positions }
    }

    /// Decides a puzzle.
    pub fn check(&self, puzzle: &Puzzle) -> Finding {
        let mut finding = Finding::Sound;
        for (pos, solution) in puzzle.solution() {
            for mv in pos.legal_moves().iter().copied() {
                match (self.is_reached(puzzle.goal(), &pos.play_unchecked(mv)), mv == solution) {
                    (Some(true), true) | (Some(false), false) => {}
                    (Some(true), false) => return Finding::SecondSolution { pos, mv },
                    (Some(false), true) => return Finding::Fails { pos, mv },
                    (None, _) => finding = Finding::Undecided,
                }
            }
        }
        finding
    }

    /// Does the side that has moved reach its goal?
    fn is_reached(&self, goal: Goal, after: &Position) -> Option<bool> {
        let mut graph = Graph::new(*after);
        let mut size = FIRST_SIZE.min(self.max_positions);
        loop {
            graph.grow(self.database, size);
            let (worst, best) = graph.bounds();
            let (worst, best) = (best.flip(), worst.flip());
            let wanted = if goal == Goal::Win { Value::Win } else { Value::Draw };
            if worst >= wanted {
                return Some(true);
            }
            if best < wanted {
                return Some(false);
            }
            if size >= self.max_positions || graph.waiting.is_empty() {
                return None;
            }
            size = (size * GROWTH).min(self.max_positions);
        }
    }
}

const FIRST_SIZE: usize = 500;
const GROWTH: usize = 8;

/// Positions and where their moves lead. The first is the one that is asked about.
struct Graph {
    nodes: Vec<Node>,
    places: HashMap<Position, usize>,
    /// Those whose moves are not known yet.
    waiting: VecDeque<usize>,
}

struct Node {
    pos: Position,
    /// What the databases say.
    value: Option<Value>,
    /// The number of its moves, once they are known.
    n_moves: Option<usize>,
    /// Positions from which it is reached.
    parents: Vec<usize>,
}

impl Graph {
    fn new(pos: Position) -> Graph {
        let mut graph = Graph { nodes: Vec::new(), places: HashMap::new(), waiting: VecDeque::new() };
        graph.place(pos);
        graph
    }

    /// The place of a position, which gets one if it has none.
    fn place(&mut self, pos: Position) -> usize {
        let next = self.nodes.len();
        let place = *self.places.entry(pos).or_insert(next);
        if place == next {
            self.nodes.push(Node { pos, value: None, n_moves: None, parents: Vec::new() });
            // Captures are soon over.
            if pos.jumpers().is_empty() {
                self.waiting.push_back(place);
            } else {
                self.waiting.push_front(place);
            }
        }
        place
    }

    /// Follows moves until there are more than `size` positions.
    fn grow(&mut self, database: &Database, size: usize) {
        while self.nodes.len() <= size {
            let Some(place) = self.waiting.pop_front() else { return };
            let pos = self.nodes[place].pos;
            self.nodes[place].value = database.probe(&pos).ok().flatten();
            if self.nodes[place].value.is_some() {
                continue;
            }
            let moves = pos.legal_moves();
            self.nodes[place].n_moves = Some(moves.len());
            for mv in moves.iter() {
                let child = self.place(pos.play_unchecked(*mv));
                self.nodes[child].parents.push(place);
            }
        }
    }

    /// The least and the most that the first position is worth to the side to move.
    fn bounds(&self) -> (Value, Value) {
        let us = self.nodes[0].pos.turn();
        let bound = |can_win: bool, can_lose: bool| match (can_win, can_lose) {
            (true, _) => Value::Win,
            (false, true) => Value::Loss,
            (false, false) => Value::Draw,
        };
        let worst = bound(self.can_force(us, false), self.can_force(!us, true));
        let best = bound(self.can_force(us, true), self.can_force(!us, false));
        (worst, best)
    }

    /// Can a side force a win, if it wins or does not win where nothing is known?
    fn can_force(&self, side: Color, wins_unknown: bool) -> bool {
        // How many moves of the other side have not been seen to lose.
        let mut n_open: Vec<usize> = self.nodes.iter().map(|node| node.n_moves.unwrap_or(0)).collect();
        let mut won = vec![false; self.nodes.len()];
        let is_won = |node: &Node| match (node.value, node.n_moves) {
            (Some(value), _) => value == if node.pos.turn() == side { Value::Win } else { Value::Loss },
            (None, Some(n_moves)) => n_moves == 0 && node.pos.turn() != side,
            (None, None) => wins_unknown,
        };
        let mut queue: Vec<usize> =
            (0..self.nodes.len()).filter(|place| is_won(&self.nodes[*place])).collect();
        queue.iter().for_each(|place| won[*place] = true);
        while let Some(place) = queue.pop() {
            for &parent in &self.nodes[place].parents {
                n_open[parent] -= 1;
                let is_over = self.nodes[parent].pos.turn() == side || n_open[parent] == 0;
                if is_over && !won[parent] {
                    won[parent] = true;
                    queue.push(parent);
                }
            }
        }
        won[0]
    }
}
