//! Moves and their routes.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;
use core::str::FromStr;

use crate::bitboard::Bitboard;
use crate::layout::{BIT_OF_INDEX, Direction, INDEX_OF_BIT, landings};
use crate::square::Square;

/// A move: a step, a jump over one or more pieces, or the end of a turn (under the house rule
/// `chain=relay` only).
///
/// Two jumps with the same [`from`](Move::from), [`to`](Move::to) and [`captured`](Move::captured)
/// are equal, because they lead to the same position, even if their [routes](Move::route) differ.
///
/// It is written in the usual short form, which names the first and the last square. It is read in
/// the long form of [`Move::route_text`], which holds all there is to know about a move; to read
/// what people type, use [`Position::parse_move`](crate::Position::parse_move).
///
/// ```
/// use crownhead_board::{Move, Position, Square};
///
/// let pos: Position = "W:W18:B14,6".parse()?;
/// let jump = pos.legal_moves()[0];
/// assert_eq!((jump.from(), jump.to()), (Some(Square::S18), Some(Square::S2)));
/// assert_eq!(jump.captured().to_string(), "6,14");
/// assert_eq!(jump.to_string(), "18x2");
/// assert_eq!(jump.route_text().to_string(), "18x9x2");
/// assert_eq!("18x9x2".parse(), Ok(jump));
/// # Ok::<(), crownhead_board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Move {
    /// From the low end: `from` and `to` as bit numbers in 5 bits each, the directions of up to
    /// nine jumps in 2 bits each, the number of jumps in 4 bits.
    path: u32,
    captured: u32,
}

/// The most pieces that one move can jump: a piece can be jumped on nine of the squares next to
/// those where a given piece can land.
pub const MAX_JUMPS: usize = 9;

const TO_SHIFT: u32 = 5;
const ROUTE_SHIFT: u32 = 10;
const JUMPS_SHIFT: u32 = 28;
const BIT_MASK: u32 = 31;
const ENDS_MASK: u32 = (1 << ROUTE_SHIFT) - 1;

impl Move {
    /// Ends a turn in which another capture could follow; legal under the house rule `chain=relay`
    /// only. It is the one move without squares.
    pub const END_TURN: Move = Move { path: ENDS_MASK, captured: 0 };

    /// The length of a table with an entry for each [`Move::table_index`].
    pub const TABLE_LEN: usize = 1 << ROUTE_SHIFT;

    /// A step that ends on the bit `to` and was made by a rotation to the left.
    #[inline(always)]
    pub(crate) const fn step(to: u32, rotation: u32) -> Move {
        Move { path: to.wrapping_sub(rotation) & BIT_MASK | to << TO_SHIFT, captured: 0 }
    }

    /// A jump that is complete.
    #[inline(always)]
    pub(crate) const fn jump(jumps: JumpPath, to: u32, captured: u32) -> Move {
        Move { path: jumps.0 | to << TO_SHIFT, captured }
    }

    #[inline(always)]
    pub(crate) const fn start_bit(self) -> u32 {
        self.path & BIT_MASK
    }

    #[inline(always)]
    pub(crate) const fn end_bit(self) -> u32 {
        self.path >> TO_SHIFT & BIT_MASK
    }

    #[inline(always)]
    pub(crate) const fn captured_word(self) -> u32 {
        self.captured
    }

    /// The square the piece leaves; `None` for the end of a turn.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        if self.is_end_turn() { None } else { Some(square_of_bit(self.start_bit())) }
    }

    /// The square where the piece ends; `None` for the end of a turn.
    #[inline]
    pub const fn to(self) -> Option<Square> {
        if self.is_end_turn() { None } else { Some(square_of_bit(self.end_bit())) }
    }

    /// The squares of the captured pieces.
    #[inline]
    pub const fn captured(self) -> Bitboard {
        Bitboard(self.captured)
    }

    /// Does the move capture?
    #[inline]
    pub const fn is_jump(self) -> bool {
        self.captured != 0
    }

    /// Is it [`Move::END_TURN`]?
    #[inline]
    pub const fn is_end_turn(self) -> bool {
        self.path == ENDS_MASK
    }

    /// The number of pieces jumped.
    #[inline]
    pub const fn n_jumps(self) -> usize {
        (self.path >> JUMPS_SHIFT) as usize
    }

    /// An index for tables by the first and the last square, such as the history of a search. The
    /// end of a turn has an index of its own. Indices may change from version to version.
    #[inline]
    pub const fn table_index(self) -> usize {
        (self.path & ENDS_MASK) as usize
    }

    /// The squares the piece touches, first and last included; none for the end of a turn.
    pub fn route(self) -> Route {
        let mut route = Route::new();
        if let (Some(from), Some(to)) = (self.from(), self.to()) {
            route.push(from);
            if self.is_jump() {
                self.landing_bits().for_each(|bit| route.push(square_of_bit(bit)));
            } else {
                route.push(to);
            }
        }
        route
    }

    /// The move with this [`route`](Move::route), or `None` if no piece can move like that.
    pub fn from_route(route: &[Square]) -> Option<Move> {
        let [from, .., to] = route else { return route.is_empty().then_some(Move::END_TURN) };
        let next = |at: u32, direction: Direction| {
            at.rotate_left(direction.rotation()) & landings(direction.rotation())
        };
        let (mut at, mut captured) = (Bitboard::from_square(*from).0, 0);
        let is_step = |direction: &Direction| next(at, *direction) == Bitboard::from_square(*to).0;
        if let (2, Some(direction)) = (route.len(), Direction::ALL.into_iter().find(is_step)) {
            return Some(Move::step(bit_of_square(*to), direction.rotation()));
        }
        let mut path = JumpPath::new(bit_of_square(*from));
        for landing in &route[1..] {
            let landing = Bitboard::from_square(*landing).0;
            let is_jump = |direction: &Direction| next(next(at, *direction), *direction) == landing;
            let direction = Direction::ALL.into_iter().find(is_jump)?;
            let jumped = next(at, direction);
            if captured & jumped != 0 {
                return None;
            }
            (at, captured, path) = (landing, captured | jumped, path.then(direction));
        }
        Some(Move::jump(path, bit_of_square(*to), captured))
    }

    /// The move and its route as a number that is the same in every version of this crate.
    ///
    /// From the low end: 5 bits for the first square and 5 for the last, both numbered from 0;
    /// 2 bits for each of up to nine jumps, the first jump lowest (up right, up left, down right,
    /// down left, with White at the bottom); 4 bits for the number of jumps. The end of a turn is 0.
    ///
    /// ```
    /// # use crownhead_board::Move;
    /// let step: Move = "11-15".parse()?;
    /// assert_eq!(step.to_bits(), 10 | 14 << 5);
    /// let jump: Move = "18x9x2".parse()?;
    /// assert_eq!(jump.to_bits(), 17 | 1 << 5 | 0b00_01 << 10 | 2 << 28);
    /// assert_eq!(Move::from_bits(jump.to_bits()), Some(jump));
    /// assert_eq!(Move::from_bits(1), None);
    /// # Ok::<(), crownhead_board::InvalidMove>(())
    /// ```
    pub const fn to_bits(self) -> u32 {
        if self.is_end_turn() {
            return 0;
        }
        let [from, to] = [INDEX_OF_BIT[self.start_bit() as usize], INDEX_OF_BIT[self.end_bit() as usize]];
        self.path & !ENDS_MASK | from as u32 | (to as u32) << TO_SHIFT
    }

    /// The move that [`Move::to_bits`] turns into this number, if there is one.
    pub fn from_bits(bits: u32) -> Option<Move> {
        let [from, to] = [bits, bits >> TO_SHIFT].map(|index| BIT_OF_INDEX[(index & BIT_MASK) as usize]);
        let path = bits & !ENDS_MASK | u32::from(from) | u32::from(to) << TO_SHIFT;
        let given = Move { path, captured: u32::from(bits >> JUMPS_SHIFT != 0) };
        match given.n_jumps() {
            0 if bits == 0 => Some(Move::END_TURN),
            0..=MAX_JUMPS => Move::from_route(&given.route()).filter(|mv| mv.to_bits() == bits),
            _ => None,
        }
    }

    /// Where each jump lands; nothing for a step.
    fn landing_bits(self) -> impl Iterator<Item = u32> {
        (0..self.n_jumps() as u32).scan(self.start_bit(), move |bit, jump| {
            let direction = Direction::from_code(self.path >> (ROUTE_SHIFT + 2 * jump));
            *bit = (*bit + 2 * direction.rotation()) & BIT_MASK;
            Some(*bit)
        })
    }

    /// The landing squares as a set, the last one included; none for a step.
    pub(crate) fn landings(self) -> u32 {
        self.landing_bits().fold(0, |set, bit| set | 1 << bit)
    }

    /// The move with every landing square, such as `18x9x2`.
    pub fn route_text(self) -> impl fmt::Display + Copy {
        RouteText(self)
    }

    /// What makes two moves equal.
    const fn identity(self) -> (u32, u32) {
        (self.path & ENDS_MASK, self.captured)
    }
}

const fn square_of_bit(bit: u32) -> Square {
    Square::ALL[INDEX_OF_BIT[(bit & BIT_MASK) as usize] as usize]
}

const fn bit_of_square(square: Square) -> u32 {
    BIT_OF_INDEX[square.index()] as u32
}

/// The beginning of a jump: the start and the directions so far, in the form [`Move`] keeps them.
#[derive(Clone, Copy)]
pub(crate) struct JumpPath(u32);

impl JumpPath {
    #[inline(always)]
    pub(crate) const fn new(from: u32) -> JumpPath {
        JumpPath(from)
    }

    /// The path with one more jump.
    #[inline(always)]
    pub(crate) const fn then(self, direction: Direction) -> JumpPath {
        let jumps = self.0 >> JUMPS_SHIFT;
        debug_assert!((jumps as usize) < MAX_JUMPS);
        JumpPath((self.0 + (1 << JUMPS_SHIFT)) | (direction as u32) << (ROUTE_SHIFT + 2 * jumps))
    }
}

impl PartialEq for Move {
    #[inline]
    fn eq(&self, other: &Move) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

/// By the first square, the last square and the captured squares; the end of a turn comes first.
impl Ord for Move {
    fn cmp(&self, other: &Move) -> Ordering {
        let key = |mv: &Move| (mv.from(), mv.to(), mv.captured().to_row_major());
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Move) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The usual short form: `11-15`, `18x2`, and `--` for the end of a turn.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from(), self.to()) {
            (Some(from), Some(to)) => write!(f, "{from}{}{to}", separator(*self)),
            _ => f.write_str(END_TURN_TEXT),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({})", self.route_text())
    }
}

/// How the end of a turn is written.
pub(crate) const END_TURN_TEXT: &str = "--";

const fn separator(mv: Move) -> char {
    if mv.is_jump() { 'x' } else { '-' }
}

#[derive(Clone, Copy)]
struct RouteText(Move);

impl fmt::Display for RouteText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let route = self.0.route();
        let Some((first, others)) = route.split_first() else { return f.write_str(END_TURN_TEXT) };
        write!(f, "{first}")?;
        others.iter().try_for_each(|square| write!(f, "{}{square}", separator(self.0)))
    }
}

/// Reads a move with every landing square, as [`Move::route_text`] writes it.
impl FromStr for Move {
    type Err = InvalidMove;

    fn from_str(text: &str) -> Result<Move, InvalidMove> {
        if text == END_TURN_TEXT {
            return Ok(Move::END_TURN);
        }
        let mut route = Route::new();
        for square in text.split(['-', 'x']) {
            if !route.try_push(square.parse().map_err(|_| InvalidMove)?) {
                return Err(InvalidMove);
            }
        }
        Move::from_route(&route).ok_or(InvalidMove)
    }
}

/// The error for a text that is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidMove;

impl fmt::Display for InvalidMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a move; a move has every square the piece touches, as in 11-15 or 18x9x2")
    }
}

impl core::error::Error for InvalidMove {}

/// The squares a move touches, in order. It derefs to a slice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Route {
    /// The squares, then [`Square::S1`] in every place that is not used.
    squares: [Square; MAX_JUMPS + 1],
    len: usize,
}

impl Route {
    pub(crate) const fn new() -> Route {
        Route { squares: [Square::S1; MAX_JUMPS + 1], len: 0 }
    }

    /// Adds a square, if there is room for it.
    pub(crate) fn try_push(&mut self, square: Square) -> bool {
        let place = self.squares.get_mut(self.len);
        self.len += usize::from(place.is_some());
        place.map(|place| *place = square).is_some()
    }

    fn push(&mut self, square: Square) {
        let is_pushed = self.try_push(square);
        debug_assert!(is_pushed, "a route has at most {MAX_JUMPS} jumps");
    }
}

impl From<Square> for Route {
    fn from(square: Square) -> Route {
        let mut route = Route::new();
        route.push(square);
        route
    }
}

impl Deref for Route {
    type Target = [Square];

    fn deref(&self) -> &[Square] {
        &self.squares[..self.len]
    }
}

impl IntoIterator for Route {
    type Item = Square;
    type IntoIter = core::iter::Take<core::array::IntoIter<Square, { MAX_JUMPS + 1 }>>;

    fn into_iter(self) -> Self::IntoIter {
        self.squares.into_iter().take(self.len)
    }
}

impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
