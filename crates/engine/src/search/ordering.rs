//! Which moves to try first.

use crownhead_board::{Color, Move, Position};

use crate::depth::{Depth, Ply};
use crate::table::MoveTag;

/// What worked elsewhere in the tree.
pub(super) struct Experience {
    /// Quiet moves that refuted others at the same ply, the latest first.
    killers: Vec<[MoveTag; 2]>,
    /// How often a quiet move was best, by side and squares.
    history: Box<[[i16; Move::TABLE_LEN]; 2]>,
    /// The same, by the move before it.
    replies: Vec<[i16; Move::TABLE_LEN]>,
}

/// History values stay within this.
const HISTORY_LIMIT: i32 = 8192;

const HASH_MOVE: i32 = 1 << 24;
const JUMP: i32 = 1 << 20;
const KILLER: i32 = 1 << 18;

/// What is known about the node whose moves are ordered.
#[derive(Clone, Copy)]
pub(super) struct Situation {
    pub(super) turn: Color,
    pub(super) ply: Ply,
    pub(super) hash_move: MoveTag,
    pub(super) reply_to: ReplyTo,
}

/// The move before, as far as ordering cares: which kind of piece went where.
#[derive(Clone, Copy)]
pub(super) struct ReplyTo(u8);

impl ReplyTo {
    /// Before the first move.
    pub(super) const NOTHING: ReplyTo = ReplyTo(0);
    const COUNT: usize = 64;

    pub(super) fn to(after: &Position, mv: Move) -> ReplyTo {
        mv.to().map_or(ReplyTo::NOTHING, |to| {
            ReplyTo(to.index() as u8 + 32 * u8::from(after.kings().contains(to)))
        })
    }
}

impl Experience {
    pub(super) fn new() -> Experience {
        Experience {
            killers: vec![[MoveTag::NONE; 2]; Ply::MAX.index() + 1],
            history: Box::new([[0; Move::TABLE_LEN]; 2]),
            replies: vec![[0; Move::TABLE_LEN]; ReplyTo::COUNT],
        }
    }

    /// How promising a move is; more is better.
    #[inline]
    pub(super) fn order_score(&self, at: &Situation, mv: Move) -> i32 {
        let tag = MoveTag::of(mv);
        if tag == at.hash_move {
            return HASH_MOVE;
        }
        if mv.is_jump() {
            return JUMP + mv.n_jumps() as i32;
        }
        let [first, second] = self.killers[at.ply.index()];
        let killer = if tag == first {
            KILLER + 1
        } else if tag == second {
            KILLER
        } else {
            0
        };
        killer + self.history_of(at, mv)
    }

    /// How well a quiet move has done, within twice the limit.
    #[inline]
    pub(super) fn history_of(&self, at: &Situation, mv: Move) -> i32 {
        let general = self.history[at.turn as usize][mv.table_index()];
        let reply = self.replies[usize::from(at.reply_to.0)][mv.table_index()];
        i32::from(general) + i32::from(reply)
    }

    /// A move has refuted the one before, after others had been tried in vain.
    pub(super) fn reward(&mut self, at: &Situation, depth: Depth, best: Move, in_vain: &[Move]) {
        if best.is_jump() {
            return;
        }
        let tag = MoveTag::of(best);
        let killers = &mut self.killers[at.ply.index()];
        if killers[0] != tag {
            *killers = [tag, killers[0]];
        }
        let depth = depth.plies().clamp(1, 30);
        let bonus = (16 * depth * depth).min(1600);
        self.shift(at, best, bonus);
        for mv in in_vain.iter().filter(|mv| !mv.is_jump()) {
            self.shift(at, *mv, -bonus);
        }
    }

    /// Moves values towards a bonus, the less the closer they are to the limit.
    fn shift(&mut self, at: &Situation, mv: Move, bonus: i32) {
        let general = &mut self.history[at.turn as usize][mv.table_index()];
        let reply = &mut self.replies[usize::from(at.reply_to.0)][mv.table_index()];
        for value in [general, reply] {
            let old = i32::from(*value);
            *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn situation(hash_move: MoveTag) -> Situation {
        Situation { turn: Color::Black, ply: Ply::new(3), hash_move, reply_to: ReplyTo::NOTHING }
    }

    #[test]
    fn the_hash_move_comes_first_then_what_worked() {
        let moves = Position::START.legal_moves();
        let mut experience = Experience::new();
        let at = situation(MoveTag::of(moves[2]));
        experience.reward(&at, Depth::new(5), moves[4], &[moves[0]]);
        let order_score = |mv| experience.order_score(&at, mv);
        assert!(order_score(moves[2]) > order_score(moves[4]));
        assert!(order_score(moves[4]) > order_score(moves[1]));
        assert!(order_score(moves[1]) > order_score(moves[0]));
    }

    #[test]
    fn history_stays_within_its_limit() {
        let mv = Position::START.legal_moves()[0];
        let mut experience = Experience::new();
        let at = situation(MoveTag::NONE);
        for _ in 0..1000 {
            experience.reward(&at, Depth::MAX, mv, &[]);
        }
        assert!((HISTORY_LIMIT..=2 * HISTORY_LIMIT).contains(&experience.history_of(&at, mv)));
    }
}
