//! Moves and their routes.

use core::fmt;
use core::hash::{Hash, Hasher};

use arrayvec::ArrayVec;

use crate::bitboard::Bitboard;
use crate::layout::{Direction, INDEX_OF_BIT};
use crate::square::Square;

/// A move: a step, a jump over one or more pieces, or (under the `relay` house rule alone) the end
/// of a turn.
///
/// Two jumps with equal [`from`](Move::from), [`to`](Move::to) and [`captured`](Move::captured)
/// are the same move, because they lead to the same position: `==` and hashing look at nothing
/// else. They may still have been made by different [routes](Move::route).
///
/// ```
/// use crownhead_board::{Color, Position};
///
/// let pos: Position = "W:W18:B14,6".parse().unwrap();
/// let jump = pos.legal_moves()[0];
/// assert_eq!(jump.to_string(), "18x2");
/// assert_eq!(jump.route_text().to_string(), "18x9x2");
/// assert_eq!(jump.captured().to_string(), "6,14");
/// assert!(jump.is_jump());
/// ```
#[derive(Clone, Copy)]
pub struct Move {
    /// From the low end: `from` and `to` as bit numbers in 5 bits each, the directions of up to
    /// nine jumps in 2 bits each, the number of jumps in 4 bits.
    path: u32,
    captured: u32,
}

/// No move jumps more than this many pieces: the squares a jumping piece can land on, eight of
/// them, are joined by nine jumps.
pub const MAX_JUMPS: usize = 9;

const TO_SHIFT: u32 = 5;
const ROUTE_SHIFT: u32 = 10;
const JUMPS_SHIFT: u32 = 28;
const BIT_MASK: u32 = 31;
const ENDS_MASK: u32 = (1 << ROUTE_SHIFT) - 1;

/// The squares a move touches, first and last included.
pub type Route = ArrayVec<Square, { MAX_JUMPS + 1 }>;

impl Move {
    /// Ends a turn in which a capture could be followed by another one; legal under the house rule
    /// `chain=relay` alone.
    pub const END_TURN: Move = Move { path: 0, captured: 0 };

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

    /// Where the piece stands before the move. The end of a turn has no such square; it gives any.
    pub const fn from(self) -> Square {
        square_of_bit(self.start_bit())
    }

    /// Where the piece stands after the move. The end of a turn has no such square; it gives any.
    pub const fn to(self) -> Square {
        square_of_bit(self.end_bit())
    }

    /// The squares of the pieces that are captured.
    pub const fn captured(self) -> Bitboard {
        Bitboard(self.captured)
    }

    /// Does the move capture?
    pub const fn is_jump(self) -> bool {
        self.captured != 0
    }

    /// Is it [`Move::END_TURN`]?
    pub const fn is_end_turn(self) -> bool {
        self.path == 0
    }

    /// The number of pieces jumped.
    pub const fn n_jumps(self) -> usize {
        (self.path >> JUMPS_SHIFT) as usize
    }

    /// The squares the piece touches, first and last included; none for the end of a turn.
    pub fn route(self) -> Route {
        let mut route = Route::new();
        if self.is_end_turn() {
            return route;
        }
        route.push(self.from());
        if self.is_jump() {
            route.extend(self.landing_bits().map(square_of_bit));
        } else {
            route.push(self.to());
        }
        route
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

    /// The move written out with every landing square, such as `18x9x2`.
    pub fn route_text(self) -> impl fmt::Display + Copy {
        RouteText(self)
    }

    const fn key(self) -> (u32, u32) {
        (self.path & ENDS_MASK, self.captured)
    }
}

const fn square_of_bit(bit: u32) -> Square {
    Square::ALL[INDEX_OF_BIT[(bit & BIT_MASK) as usize] as usize]
}

/// A jump in the making: the start and the directions so far, in the form [`Move`] keeps them.
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
        JumpPath((self.0 + (1 << JUMPS_SHIFT)) | (direction as u32) << (ROUTE_SHIFT + 2 * jumps))
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Move) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// The usual short form: `11-15`, `18x2`, and `--` for the end of a turn.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_end_turn() {
            return f.write_str(END_TURN_TEXT);
        }
        write!(f, "{}{}{}", self.from(), separator(*self), self.to())
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
        if self.0.is_end_turn() {
            return f.write_str(END_TURN_TEXT);
        }
        for (i, square) in self.0.route().into_iter().enumerate() {
            if i > 0 {
                write!(f, "{}", separator(self.0))?;
            }
            write!(f, "{square}")?;
        }
        Ok(())
    }
}
