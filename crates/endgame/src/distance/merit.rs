//! What a position is worth together with how far its end is, in a byte that can be compared.

/// What a position is worth to the side to move. The greater, the better: a quick win is better than
/// a slow one, a slow loss better than a quick one. The smallest is no position at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Merit(u8);

/// The longest loss, in plies, that a merit can tell.
pub(crate) const MAX_PLIES: usize = 252;

impl Merit {
    /// Two pieces share a square: whoever came here made no move.
    pub(crate) const HOLE: Merit = Merit(0);
    /// The side to move cannot move.
    pub(crate) const LOST_NOW: Merit = Merit::loss(0);
    pub(crate) const DRAW: Merit = Merit(128);

    /// Lost in so many plies, an even number up to [`MAX_PLIES`].
    pub(crate) const fn loss(plies: usize) -> Merit {
        Merit((plies / 2 + 1) as u8)
    }

    /// Won in so many plies, an odd number up to one more than [`MAX_PLIES`].
    pub(crate) const fn win(plies: usize) -> Merit {
        Merit((255 - plies / 2) as u8)
    }

    /// Won or lost in so many plies: whoever makes the last move wins.
    pub(crate) const fn ends_in(plies: usize) -> Merit {
        if plies.is_multiple_of(2) { Merit::loss(plies) } else { Merit::win(plies) }
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

    /// The merit, to the side that makes it, of a move to a position with this merit. A win that is
    /// too long to be counted on becomes a draw; the builder refuses to go that far.
    pub(crate) const fn before(self) -> Merit {
        match self.plies() {
            Some(plies) if plies <= MAX_PLIES => Merit::ends_in(plies + 1),
            Some(_) => Merit::DRAW,
            None => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_play_is_a_greater_merit() {
        let ordered = [
            Merit::HOLE,
            Merit::LOST_NOW,
            Merit::loss(2),
            Merit::loss(MAX_PLIES),
            Merit::DRAW,
            Merit::win(MAX_PLIES + 1),
            Merit::win(3),
            Merit::win(1),
        ];
        assert!(ordered.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn a_move_adds_a_ply_and_turns_the_result() {
        for plies in 0..=MAX_PLIES {
            let merit = Merit::ends_in(plies);
            assert_eq!(merit.plies(), Some(plies));
            assert_eq!(merit.before().plies(), Some(plies + 1));
            assert_eq!(merit.is_loss(), merit.before().is_win());
        }
        assert_eq!(Merit::DRAW.before(), Merit::DRAW);
        assert_eq!(Merit::HOLE.before(), Merit::HOLE);
    }
}
