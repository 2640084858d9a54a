//! Moves taken back and made again.

use std::time::Instant;

use crownhead_board::{DrawReason, Outcome, WinReason};

use super::Session;

impl Session {
    pub(super) fn undo(&mut self, n: usize, now: Instant) {
        let mut undone = false;
        for _ in 0..n {
            undone |= self.undo_once(now);
        }
        if !undone {
            return self.complain("There is no move to take back.");
        }
        self.offer = None;
        // Computers would make the same move again at once.
        self.paused = self.has_no_person();
        self.changed(now);
    }

    /// Takes back a result that was told to the game, or moves until a person is to move.
    fn undo_once(&mut self, now: Instant) -> bool {
        if self.game.outcome().is_some_and(was_told) {
            if self.game.undo().is_some() {
                self.game.redo();
            }
            return true;
        }
        let mut undone = false;
        if !self.has_move_to_take_back() {
            return false;
        }
        while self.game.undo().is_some() {
            undone = true;
            let turn = self.game.position().turn();
            if let Some(clock) = &mut self.clock {
                clock.take_back(turn, now);
            }
            if !self.seat(turn).is_computer() || self.options.person().is_none() {
                break;
            }
        }
        undone
    }

    /// Moves of a ballot stay, and a computer that alone has moved would only move again.
    fn has_move_to_take_back(&self) -> bool {
        let mut movers = self.game.positions().take(self.game.moves().len()).skip(self.n_given);
        movers.any(|pos| !self.seat(pos.turn()).is_computer() || self.options.person().is_none())
    }

    pub(super) fn redo(&mut self, n: usize, now: Instant) {
        let mut redone = false;
        for _ in 0..n {
            while self.game.redo().is_some() {
                redone = true;
                let next = self.game.position().turn();
                if let Some(clock) = &mut self.clock {
                    clock.press(next, next, now);
                }
                if !self.seat(next).is_computer() || self.options.person().is_none() {
                    break;
                }
            }
        }
        match redone {
            true => self.changed(now),
            false => self.complain("There is no move to redo."),
        }
    }
}

/// Was the result told to the game, and not found on the board?
fn was_told(outcome: Outcome) -> bool {
    match outcome {
        Outcome::Win(_, reason) => !matches!(reason, WinReason::NoPieces | WinReason::NoMoves),
        Outcome::Draw(reason) => reason == DrawReason::Agreement,
    }
}
