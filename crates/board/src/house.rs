//! Legal moves under house rules.
//!
//! Written for clarity, not speed: the official rules have a generator of their own.

use crate::color::Color;
use crate::layout::{Direction, INTERIOR, landings};
use crate::move_list::MoveList;
use crate::mv::{JumpPath, Move};
use crate::position::{Position, crown_row};
use crate::rules::{Capture, CapturedKing, Chain, Crown, Rules};
use crate::state::State;

/// Adds all legal moves to a list.
pub(crate) fn fill(state: &State, moves: &mut MoveList) {
    let rules = state.rules();
    let board = Board::of(rules, state.position());
    if state.is_mid_turn() && board.other == 0 {
        return;
    }
    let jumpers = board.jumpers();
    for from in bits(jumpers) {
        board.jumps_of(from, moves);
    }
    if state.is_mid_turn() && rules.chain == Chain::Relay {
        moves.push(Move::END_TURN);
        return;
    }
    let steppers = match rules.capture {
        Capture::Side if jumpers != 0 => 0,
        Capture::Side | Capture::Optional => board.own,
        Capture::Piece => board.own & !jumpers,
    };
    board.steps(steppers, moves);
}

/// The state after a legal move.
pub(crate) fn play(state: &State, mv: Move) -> State {
    let (pos, rules) = (state.position(), state.rules());
    if mv.is_end_turn() {
        return State::new(pos.with_turn_passed(), *rules);
    }
    let color = pos.turn();
    let (own, other) = pos.words(color);
    let kings = pos.kings_word();
    let (from, to, captured) = (1u32 << mv.start_bit(), 1u32 << mv.end_bit(), mv.captured_word());
    let demoted = match rules.captured_king {
        CapturedKing::Removed => 0,
        CapturedKing::Demoted => captured & kings,
    };
    let is_king = kings & from != 0 || (mv.landings() | to) & crown_row(color) != 0;
    let moved = Position::from_words(
        color,
        own & !from | to,
        other & !captured | demoted,
        kings & !(from | captured) | if is_king { to } else { 0 },
    );
    if mv.is_jump() && keeps_turn(rules, &moved) {
        state.moving_on(moved)
    } else {
        State::new(moved.with_turn_passed(), *rules)
    }
}

/// Does the side that has captured move on?
fn keeps_turn(rules: &Rules, moved: &Position) -> bool {
    match rules.chain {
        Chain::Again => true,
        Chain::Relay => Board::of(rules, moved).jumpers() != 0,
        Chain::Complete | Chain::MayStop | Chain::Single => false,
    }
}

/// One-bit masks of a word, lowest first.
fn bits(mut word: u32) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let lowest = word & word.wrapping_neg();
        word &= word.wrapping_sub(1);
        (lowest != 0).then_some(lowest)
    })
}

/// The words of a position from the view of the side to move.
struct Board {
    rules: Rules,
    color: Color,
    own: u32,
    other: u32,
    kings: u32,
}

impl Board {
    fn of(rules: &Rules, pos: &Position) -> Board {
        let color = pos.turn();
        let (own, other) = pos.words(color);
        Board { rules: *rules, color, own, other, kings: pos.kings_word() }
    }

    fn empty(&self) -> u32 {
        !(self.own | self.other)
    }

    /// The directions a piece moves in.
    fn directions(&self, is_king: bool) -> impl Iterator<Item = Direction> {
        let up = self.color == Color::White;
        Direction::ALL.into_iter().filter(move |direction| is_king || direction.is_up() == up)
    }

    fn jumpers(&self) -> u32 {
        let can_jump = |from: &u32| {
            let jump = Jumper::new(self, *from);
            self.directions(jump.is_king).any(|direction| jump.over(direction).is_some())
        };
        bits(self.own).filter(can_jump).fold(0, |set, from| set | from)
    }

    fn steps(&self, steppers: u32, moves: &mut MoveList) {
        for direction in Direction::ALL {
            let rotation = direction.rotation();
            let ahead = direction.is_up() == (self.color == Color::White);
            let movers = if ahead { steppers } else { steppers & self.kings };
            let targets = movers.rotate_left(rotation) & self.empty() & landings(rotation);
            for to in bits(targets) {
                moves.push(Move::step(to.trailing_zeros(), rotation));
            }
        }
    }

    fn jumps_of(&self, from: u32, moves: &mut MoveList) {
        self.jump_on(&Jumper::new(self, from), moves);
    }

    /// Adds the moves that begin with the jumps made so far.
    fn jump_on(&self, jumper: &Jumper, moves: &mut MoveList) {
        let nexts = self.directions(jumper.is_king).filter_map(|direction| jumper.over(direction));
        let mut nexts = nexts.take_while(|_| self.may_jump_on(jumper)).peekable();
        let may_stop = nexts.peek().is_none() || self.rules.chain == Chain::MayStop;
        if jumper.captured != 0 && may_stop {
            moves.push(Move::jump(jumper.path, jumper.at.trailing_zeros(), jumper.captured));
        }
        for next in nexts {
            self.jump_on(&next.crowned(self), moves);
        }
    }

    fn may_jump_on(&self, jumper: &Jumper) -> bool {
        let first = jumper.captured == 0;
        let crowned_now = jumper.is_king && self.kings & jumper.from == 0;
        match self.rules.chain {
            Chain::Complete | Chain::MayStop => first || !crowned_now || self.rules.crown == Crown::GoesOn,
            Chain::Single | Chain::Again | Chain::Relay => first,
        }
    }
}

/// A piece in the middle of a jump.
#[derive(Clone, Copy)]
struct Jumper {
    from: u32,
    at: u32,
    captured: u32,
    is_king: bool,
    path: JumpPath,
    /// Opposing pieces that are not on the edge.
    inside: u32,
    empty: u32,
}

impl Jumper {
    fn new(board: &Board, from: u32) -> Jumper {
        Jumper {
            from,
            at: from,
            captured: 0,
            is_king: board.kings & from != 0,
            path: JumpPath::new(from.trailing_zeros()),
            inside: board.other & INTERIOR,
            empty: board.empty() | from,
        }
    }

    /// The piece after one more jump in this direction, if there is one.
    fn over(&self, direction: Direction) -> Option<Jumper> {
        let rotation = direction.rotation();
        let jumped = self.at.rotate_left(rotation) & self.inside & !self.captured;
        let at = jumped.rotate_left(rotation) & self.empty;
        let captured = self.captured | jumped;
        (at != 0).then(|| Jumper { at, captured, path: self.path.then(direction), ..*self })
    }

    fn crowned(self, board: &Board) -> Jumper {
        Jumper { is_king: self.is_king || self.at & crown_row(board.color) != 0, ..self }
    }
}
