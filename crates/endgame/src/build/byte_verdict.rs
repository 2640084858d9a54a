//! A verdict in a byte.

/// A verdict, ordered as [`Verdict`](crate::Verdict) is. The smallest is no position at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub(crate) struct ByteVerdict(u8);

/// The longest loss, in plies, that fits.
pub(crate) const MAX_PLIES: usize = 252;

impl ByteVerdict {
    /// Two pieces share a square: no move leads here.
    pub(crate) const HOLE: ByteVerdict = ByteVerdict(0);
    /// The side to move cannot move.
    pub(crate) const LOST_NOW: ByteVerdict = ByteVerdict::ends_in(0);
    pub(crate) const DRAW: ByteVerdict = ByteVerdict(128);

    /// Won if `plies` is odd, lost if it is even: the side that makes the last move wins. At most one more than
    /// [`MAX_PLIES`].
    pub(crate) const fn ends_in(plies: usize) -> ByteVerdict {
        let half = (plies / 2) as u8;
        ByteVerdict(if plies.is_multiple_of(2) { half + 1 } else { 255 - half })
    }

    /// Plies to the end; `None` for a draw and for no position.
    pub(crate) const fn plies(self) -> Option<usize> {
        match self.0 {
            0 | 128 => None,
            1..=127 => Some((self.0 as usize - 1) * 2),
            129.. => Some((255 - self.0 as usize) * 2 + 1),
        }
    }

    pub(crate) const fn is_loss(self) -> bool {
        matches!(self.0, 1..=127)
    }

    pub(crate) const fn is_win(self) -> bool {
        self.0 > 128
    }

    /// The verdict on a move to a position with this one, for the side that makes it. A win that is too
    /// long becomes a draw; the builder refuses to go that far.
    pub(crate) const fn before(self) -> ByteVerdict {
        match self.0 {
            0 | 128 => self,
            1..=127 => ByteVerdict(self.0.wrapping_neg()),
            129.. => ByteVerdict(1u8.wrapping_sub(self.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_play_is_a_greater_verdict() {
        let losses = (0..=MAX_PLIES).step_by(2).map(ByteVerdict::ends_in);
        let wins = (1..=MAX_PLIES + 1).rev().step_by(2).map(ByteVerdict::ends_in);
        let all = [ByteVerdict::HOLE].into_iter().chain(losses).chain([ByteVerdict::DRAW]).chain(wins);
        assert!(all.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn a_move_adds_a_ply_and_turns_a_loss_into_a_win() {
        for plies in 0..=MAX_PLIES {
            let verdict = ByteVerdict::ends_in(plies);
            assert_eq!(verdict.plies(), Some(plies));
            assert_eq!(verdict.before().plies(), Some(plies + 1));
            assert_eq!(verdict.is_loss(), verdict.before().is_win());
        }
        for same in [ByteVerdict::DRAW, ByteVerdict::HOLE] {
            assert_eq!(same.before(), same);
        }
        assert_eq!(ByteVerdict::ends_in(MAX_PLIES + 1).before(), ByteVerdict::DRAW);
    }
}
