//! The slow twin of the move generator: `docs/rules.md` written out on an 8x8 array of cells.
//!
//! It shares no code and no idea with the fast generator: rows and columns instead of bits, lists
//! instead of sets, one step at a time. From the library it takes the settings of [`Rules`], the
//! name of a [`Color`], and what stands on each square of a [`State`].
#![allow(dead_code, reason = "every test program uses its own part of the twin")]

use std::collections::HashMap;

use crownhead_board::{Capture, CapturedKing, Chain, Color, Crown, Rules, Square, State};

/// What stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Cell {
    Empty,
    Man(Color),
    King(Color),
}

/// A row, counted down from the row of squares 1 to 4, and a column, counted from White's left.
type Place = (usize, usize);

/// One row and one column up or down.
type Direction = (isize, isize);

const UP: [Direction; 2] = [(-1, -1), (-1, 1)];
const DOWN: [Direction; 2] = [(1, -1), (1, 1)];

/// A move: the numbers of the squares it touches, and of the pieces it captures in ascending order.
/// The end of a turn touches no square.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SlowMove {
    pub(crate) route: Vec<u8>,
    pub(crate) captured: Vec<u8>,
}

/// A board with a side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    cells: [[Cell; 8]; 8],
    pub(crate) turn: Color,
    pub(crate) mid_turn: bool,
}

/// A piece on its way, lifted from the board.
#[derive(Clone)]
struct Jumper {
    cell: Cell,
    place: Place,
    route: Vec<u8>,
    jumped: Vec<Place>,
}

impl SlowMove {
    pub(crate) const END_TURN: SlowMove = SlowMove { route: Vec::new(), captured: Vec::new() };

    pub(crate) fn is_end_turn(&self) -> bool {
        self.route.is_empty()
    }

    pub(crate) fn is_jump(&self) -> bool {
        !self.captured.is_empty()
    }

    /// What two moves must have in common to be the same move: start, end and captured pieces.
    pub(crate) fn identity(&self) -> (Option<u8>, Option<u8>, &[u8]) {
        (self.route.first().copied(), self.route.last().copied(), &self.captured)
    }
}

impl Board {
    pub(crate) fn from_state(state: &State) -> Board {
        let pos = state.position();
        let mut cells = [[Cell::Empty; 8]; 8];
        for square in Square::ALL {
            let (row, column) = place(square.number());
            cells[row][column] = match pos.piece_at(square) {
                None => Cell::Empty,
                Some(piece) if piece.is_king() => Cell::King(piece.color),
                Some(piece) => Cell::Man(piece.color),
            };
        }
        Board { cells, turn: pos.turn(), mid_turn: state.is_mid_turn() }
    }

    /// Every legal move, each route of a jump by itself.
    pub(crate) fn legal_moves(&self, rules: &Rules) -> Vec<SlowMove> {
        if self.mid_turn && self.places_of(!self.turn).is_empty() {
            return Vec::new();
        }
        let mut moves = self.jumps(rules);
        if self.mid_turn && rules.chain == Chain::Relay {
            moves.push(SlowMove::END_TURN);
            return moves;
        }
        let n_jumps = moves.len();
        for from in self.places_of(self.turn) {
            let jumps = &moves[..n_jumps];
            let may_step = match rules.capture {
                Capture::Side => jumps.is_empty(),
                Capture::Piece => jumps.iter().all(|jump| jump.route[0] != number(from)),
                Capture::Optional => true,
            };
            if may_step {
                let steps = self.steps_from(from);
                moves.extend(steps);
            }
        }
        moves
    }

    /// Every capture, whether or not one is forced.
    pub(crate) fn jumps(&self, rules: &Rules) -> Vec<SlowMove> {
        let mut jumps = Vec::new();
        for from in self.places_of(self.turn) {
            let jumper =
                Jumper { cell: self.at(from), place: from, route: vec![number(from)], jumped: Vec::new() };
            let mut lifted = *self;
            lifted.put(from, Cell::Empty);
            lifted.jump_on(rules, &jumper, &mut jumps);
        }
        jumps
    }

    /// The board after a legal move.
    pub(crate) fn play(&self, rules: &Rules, mv: &SlowMove) -> Board {
        let mut after = *self;
        after.turn = !self.turn;
        after.mid_turn = false;
        if mv.is_end_turn() {
            return after;
        }

        let touched: Vec<Place> = mv.route.iter().map(|&number| place(number)).collect();
        let (from, to) = (touched[0], touched[touched.len() - 1]);
        let is_crowned = touched.iter().any(|&place| is_crown_row(self.turn, place));
        after.put(from, Cell::Empty);
        for &number in &mv.captured {
            let jumped = place(number);
            let left = match self.at(jumped) {
                Cell::King(owner) if rules.captured_king == CapturedKing::Demoted => Cell::Man(owner),
                _ => Cell::Empty,
            };
            after.put(jumped, left);
        }
        after.put(to, if is_crowned { Cell::King(self.turn) } else { self.at(from) });

        if mv.is_jump() && matches!(rules.chain, Chain::Again | Chain::Relay) {
            let same_side = Board { turn: self.turn, mid_turn: true, ..after };
            if rules.chain == Chain::Again || !same_side.jumps(rules).is_empty() {
                return same_side;
            }
        }
        after
    }

    /// The steps of a piece to an empty neighboring square.
    fn steps_from(&self, from: Place) -> Vec<SlowMove> {
        let mut steps = Vec::new();
        for direction in directions(self.at(from)) {
            if let Some(to) = neighbor(from, direction)
                && self.at(to) == Cell::Empty
            {
                steps.push(SlowMove { route: vec![number(from), number(to)], captured: Vec::new() });
            }
        }
        steps
    }

    /// Every way in which a jump can go on from where the jumper is now; says whether there is one.
    fn jump_on(&self, rules: &Rules, jumper: &Jumper, jumps: &mut Vec<SlowMove>) -> bool {
        let mut can_jump = false;
        for direction in directions(jumper.cell) {
            let Some(over) = neighbor(jumper.place, direction) else { continue };
            let Some(to) = neighbor(over, direction) else { continue };
            let is_target = owner(self.at(over)) == Some(!self.turn) && !jumper.jumped.contains(&over);
            if !is_target || self.at(to) != Cell::Empty {
                continue;
            }
            can_jump = true;

            let mut landed = jumper.clone();
            landed.place = to;
            landed.route.push(number(to));
            landed.jumped.push(over);
            let is_crowned = landed.cell == Cell::Man(self.turn) && is_crown_row(self.turn, to);
            if is_crowned {
                landed.cell = Cell::King(self.turn);
            }

            let may_go_on = match rules.chain {
                Chain::Complete | Chain::MayStop => !is_crowned || rules.crown == Crown::GoesOn,
                Chain::Single | Chain::Again | Chain::Relay => false,
            };
            let goes_on = may_go_on && self.jump_on(rules, &landed, jumps);
            if !goes_on || rules.chain == Chain::MayStop {
                jumps.push(landed.into_move());
            }
        }
        can_jump
    }

    /// The places of one side's pieces, row by row.
    pub(crate) fn places_of(&self, color: Color) -> Vec<Place> {
        let mut places = Vec::new();
        for row in 0..8 {
            for column in 0..8 {
                if owner(self.cells[row][column]) == Some(color) {
                    places.push((row, column));
                }
            }
        }
        places
    }

    fn at(&self, (row, column): Place) -> Cell {
        self.cells[row][column]
    }

    fn put(&mut self, (row, column): Place, cell: Cell) {
        self.cells[row][column] = cell;
    }
}

impl Jumper {
    fn into_move(self) -> SlowMove {
        let mut captured: Vec<u8> = self.jumped.iter().map(|&place| number(place)).collect();
        captured.sort_unstable();
        SlowMove { route: self.route, captured }
    }
}

/// Where a piece may go: a man forward, a king anywhere. Black moves down the board.
fn directions(cell: Cell) -> Vec<Direction> {
    match cell {
        Cell::Empty => Vec::new(),
        Cell::Man(Color::Black) => DOWN.to_vec(),
        Cell::Man(Color::White) => UP.to_vec(),
        Cell::King(_) => [UP, DOWN].concat(),
    }
}

fn owner(cell: Cell) -> Option<Color> {
    match cell {
        Cell::Empty => None,
        Cell::Man(color) | Cell::King(color) => Some(color),
    }
}

fn is_crown_row(color: Color, (row, _): Place) -> bool {
    match color {
        Color::Black => row == 7,
        Color::White => row == 0,
    }
}

/// The next place in a direction, unless that is off the board.
fn neighbor((row, column): Place, (down, right): Direction) -> Option<Place> {
    let row = row.checked_add_signed(down)?;
    let column = column.checked_add_signed(right)?;
    (row < 8 && column < 8).then_some((row, column))
}

/// Four squares to a row; in the first row and every other one the first square is the second cell.
fn place(number: u8) -> Place {
    let index = usize::from(number) - 1;
    let row = index / 4;
    let first_column = if row.is_multiple_of(2) { 1 } else { 0 };
    (row, first_column + index % 4 * 2)
}

fn number((row, column): Place) -> u8 {
    (row * 4 + column / 2 + 1).try_into().expect("a square has a number up to 32")
}

/// The number of ways to make 1, 2, ... moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Count {
    /// Every route of a jump counts.
    pub(crate) routes: u64,
    /// Jumps that are the same move count once.
    pub(crate) unique: u64,
}

/// The counts for 1 to `depth` moves, found by playing everything: level by level, with equal
/// boards put together and the ways that lead to them added up.
pub(crate) fn slow_perft(board: Board, rules: &Rules, depth: usize) -> Vec<Count> {
    let mut counts = Vec::new();
    let mut level = HashMap::from([(board, Count { routes: 1, unique: 1 })]);
    for ply in 1..=depth {
        let mut count = Count::default();
        let mut next: HashMap<Board, Count> = HashMap::new();
        for (board, ways) in &level {
            let moves = board.legal_moves(rules);
            for (index, mv) in moves.iter().enumerate() {
                let is_repeated = moves[..index].iter().any(|other| other.identity() == mv.identity());
                let ways = Count { unique: if is_repeated { 0 } else { ways.unique }, ..*ways };
                count.add(ways);
                if ply < depth {
                    next.entry(board.play(rules, mv)).or_default().add(ways);
                }
            }
        }
        counts.push(count);
        level = next;
    }
    counts
}

impl Count {
    fn add(&mut self, other: Count) {
        self.routes += other.routes;
        self.unique += other.unique;
    }
}
