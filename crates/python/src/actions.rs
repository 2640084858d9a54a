//! Moves as numbers: whole moves, and the hops that OpenSpiel makes of them.

use std::sync::LazyLock;

use crownhead_board::{Color, Move, Square};

/// The number of actions for whole moves: 98 steps, 1,328 routes of jumps, and the end of a turn.
pub const N_ACTIONS: usize = 1427;

/// The number of actions for hops: 64 squares, 4 directions, step or jump.
pub const N_HOPS: usize = 512;

/// Marks that there is no such action.
const NONE: u16 = u16::MAX;

/// A number for every move there can be on a board, and back.
///
/// Whole moves are numbered as the side to move sees them, with its men going up, so that a position and its flip have the
/// same actions. Steps come first, then jumps, short ones before long ones; every route has a number of its own. The end of
/// a turn, which only a house rule knows, comes last.
///
/// ```
/// use crownhead_board::{Color, Position};
/// use crownhead_python::Actions;
///
/// let (actions, start) = (Actions::shared(), Position::START);
/// let black = start.parse_move("11-15").unwrap();
/// let white = start.flip().parse_move("22-18").unwrap();
/// assert_eq!(actions.number(Color::Black, black), actions.number(Color::White, white));
/// assert_eq!(actions.get(Color::Black, actions.number(Color::Black, black)), Some(black));
/// ```
#[derive(Debug)]
pub struct Actions {
    /// The moves of Black and of White.
    moves: [Vec<Move>; 2],
    /// The hops of each move.
    hops: [Vec<Vec<u16>>; 2],
    /// The action of a step, by its squares.
    step: [[u16; 32]; 32],
    /// The action of a first jump, by its square and direction.
    first: [[u16; 4]; 32],
    /// The action of a jump with one more in each direction.
    longer: Vec<[u16; 4]>,
}

impl Actions {
    /// The one table that is needed.
    pub fn shared() -> &'static Actions {
        static ACTIONS: LazyLock<Actions> = LazyLock::new(Actions::new);
        &ACTIONS
    }

    fn new() -> Actions {
        let mut actions = Actions {
            moves: Default::default(),
            hops: Default::default(),
            step: [[NONE; 32]; 32],
            first: [[NONE; 4]; 32],
            longer: Vec::new(),
        };
        for from in Square::ALL {
            for to in (0..4).filter_map(|direction| beside(from, direction, 1)) {
                actions.step[from.index()][to.index()] = actions.add(&[from, to]);
            }
        }
        actions.add_jumps();
        actions.add(&[]);
        actions
    }

    /// Adds all jumps, the short ones first: what is one jump longer than a jump is a jump, unless a piece is jumped twice.
    fn add_jumps(&mut self) {
        let mut routes: Vec<(u16, Vec<Square>)> = Square::ALL.map(|from| (NONE, vec![from])).into();
        while !routes.is_empty() {
            let mut next = Vec::new();
            for (action, route) in &routes {
                for direction in 0..4 {
                    let landing = beside(route[route.len() - 1], direction, 2);
                    let Some(route) = landing.map(|landing| [route, &[landing][..]].concat()) else {
                        continue;
                    };
                    if Move::from_route(&route).is_none() {
                        continue;
                    }
                    let longer = self.add(&route);
                    match *action {
                        NONE => self.first[route[0].index()][direction] = longer,
                        action => self.longer[usize::from(action)][direction] = longer,
                    }
                    next.push((longer, route));
                }
            }
            routes = next;
        }
    }

    /// Adds the move with a route as White sees it.
    fn add(&mut self, route: &[Square]) -> u16 {
        let action = self.longer.len() as u16;
        for color in Color::ALL {
            let route: Vec<Square> = route.iter().map(|square| seen_by(color, *square)).collect();
            self.moves[color as usize].push(Move::from_route(&route).expect("a route of squares apart"));
            self.hops[color as usize].push(route.windows(2).map(|leg| hop(leg[0], leg[1])).collect());
        }
        self.longer.push([NONE; 4]);
        action
    }

    /// The number of a side's move.
    #[inline]
    pub fn number(&self, turn: Color, mv: Move) -> u16 {
        if mv.is_end_turn() {
            return N_ACTIONS as u16 - 1;
        }
        // Black sees the board turned: square n is 33 - n, and up is down.
        let (turned_square, turned_direction) = if turn == Color::Black { (31, 3) } else { (0, 0) };
        let bits = mv.to_bits();
        let from = (bits & 31 ^ turned_square) as usize;
        if !mv.is_jump() {
            return self.step[from][(bits >> 5 & 31 ^ turned_square) as usize];
        }
        let direction = |jump: usize| (bits >> (10 + 2 * jump) & 3 ^ turned_direction) as usize;
        let first = self.first[from][direction(0)];
        (1..mv.n_jumps()).fold(first, |action, jump| self.longer[usize::from(action)][direction(jump)])
    }

    /// The side's move with a number.
    #[inline]
    pub fn get(&self, turn: Color, action: u16) -> Option<Move> {
        self.moves[turn as usize].get(usize::from(action)).copied()
    }

    /// The side's move with a number, as OpenSpiel's hops; none for the end of a turn.
    ///
    /// OpenSpiel has the side that moves first at the bottom. A hop is `((row * 8 + column) * 4 + direction) * 2`, and one
    /// more for a jump; rows go down from the top, and directions are up left, up right, down right, down left.
    #[inline]
    pub fn hops(&self, turn: Color, action: u16) -> &[u16] {
        self.hops[turn as usize].get(usize::from(action)).map_or(&[], Vec::as_slice)
    }
}

/// A square as a side sees it, in White's numbers.
fn seen_by(color: Color, square: Square) -> Square {
    if color == Color::Black { square.flip() } else { square }
}

/// The square some steps away; directions as in [`Move::to_bits`].
fn beside(square: Square, direction: usize, steps: isize) -> Option<Square> {
    let (up, right) = [(1, 1), (1, -1), (-1, 1), (-1, -1)][direction];
    let row = square.row().checked_add_signed(up * steps)?;
    Square::from_row_column(row, square.column().checked_add_signed(right * steps)?)
}

/// One leg of a move as OpenSpiel numbers it, with Black at the bottom.
fn hop(from: Square, to: Square) -> u16 {
    let (from, to) = (from.flip(), to.flip());
    let is_up = to.row() > from.row();
    let is_right = to.column() > from.column();
    let direction = match (is_up, is_right) {
        (true, false) => 0,
        (true, true) => 1,
        (false, true) => 2,
        (false, false) => 3,
    };
    let is_jump = to.row().abs_diff(from.row()) == 2;
    ((((7 - from.row()) * 8 + from.column()) * 4 + direction) * 2 + usize::from(is_jump)) as u16
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

    use super::*;
    use crownhead_board::{Game, Position, Rules};
    use std::collections::HashSet;

    #[test]
    fn every_action_is_one_move_and_one_list_of_hops() {
        let actions = Actions::shared();
        for color in Color::ALL {
            let (mut routes, mut hops) = (HashSet::new(), HashSet::new());
            for action in 0..N_ACTIONS as u16 {
                let mv = actions.get(color, action).unwrap();
                assert_eq!(actions.number(color, mv), action);
                assert!(routes.insert(mv.to_bits()));
                assert!(hops.insert(actions.hops(color, action)));
                assert_eq!(actions.hops(color, action).len(), mv.route().len().saturating_sub(1));
            }
            assert_eq!(actions.get(color, N_ACTIONS as u16), None);
        }
    }

    #[test]
    fn every_legal_move_of_any_rules_has_an_action() {
        let (actions, mut random) = (Actions::shared(), fastrand::Rng::with_seed(5));
        for rules in Rules::all() {
            let mut game = Game::from_position(Position::START, rules);
            for _ in 0..60 {
                let (moves, turn) = (game.legal_moves(), game.position().turn());
                let Some(mv) = random.choice(moves.iter().copied()) else { break };
                for mv in moves {
                    let found = actions.get(turn, actions.number(turn, mv)).unwrap();
                    assert_eq!(found.route(), mv.route());
                }
                game.play(mv).unwrap();
            }
        }
    }

    #[test]
    fn the_first_hops_are_those_that_openspiel_offers() {
        let (actions, start) = (Actions::shared(), Position::START);
        let number = |mv| actions.number(Color::Black, mv);
        let mut hops: Vec<u16> = start
            .legal_moves()
            .iter()
            .flat_map(|mv| actions.hops(Color::Black, number(*mv)))
            .copied()
            .collect();
        hops.sort_unstable();
        assert_eq!(hops, [322, 336, 338, 352, 354, 368, 370]);
    }
}
