//! A game judged move by move.

use std::collections::HashMap;
use std::time::Duration;

use crownhead_board::{Game, Move};
use crownhead_endgame::Database;
use crownhead_engine::{Ask, Engine, Limits, Line};
use crownhead_study::{review, verdict_after};
use crownhead_wire::answers::ReviewTally;
use crownhead_wire::{ReviewMove, ReviewSummary};

use super::thinking::Thinking;
use crate::answer::Refusal;
use crate::game::{GameText, read_move};

/// How long each position is looked at, in milliseconds.
const TIME: std::ops::RangeInclusive<u32> = 20..=2000;
const USUAL_TIME: u32 = 150;
/// The best line, and how much better it is than the next.
const LINES: usize = 2;

/// A game that is being judged.
pub(super) struct Review {
    time: Duration,
    /// The moves with the games before them.
    played: Vec<(Game, Move)>,
    /// The game after the last move.
    end: Game,
    /// The best lines of positions that were looked at: most are looked at after a move and before another.
    seen: HashMap<u64, Vec<Line>>,
    thinking: Option<Thinking>,
    /// Positions that were looked at.
    looked_at: usize,
    tally: ReviewTally,
}

impl Review {
    pub(super) fn new(request: u32, game: &GameText, milliseconds: Option<u32>) -> Result<Review, Refusal> {
        let time = milliseconds.unwrap_or(USUAL_TIME);
        if !TIME.contains(&time) {
            return Err(Refusal::new(
                "bad_value",
                format!("the time is from {} to {}", TIME.start(), TIME.end()),
            ));
        }
        let (mut end, mut played) = (game.start()?, Vec::new());
        for text in game.moves()? {
            let mv = read_move(text, end.state())?;
            played.push((end.clone(), mv));
            end.play(mv).map_err(|error| Refusal::new("bad_move", error))?;
        }
        Ok(Review {
            tally: ReviewTally::new(request, played.len()),
            time: Duration::from_millis(u64::from(time)),
            played,
            end,
            seen: HashMap::new(),
            thinking: None,
            looked_at: 0,
        })
    }

    /// Looks at a position for a slice, and judges a move when that is possible.
    pub(super) fn go_on(&mut self, engine: &Engine, slice: Duration) -> Option<ReviewMove> {
        let at = self.looked_at;
        let game = self.played.get(at).map_or(&self.end, |(game, _)| game);
        let key = game.position().key();
        if !self.seen.contains_key(&key) {
            let ask = Ask::lines(LINES, Limits::move_time(self.time));
            let thinking = self.thinking.get_or_insert_with(|| Thinking::new(game.clone(), ask));
            if !thinking.go_on(engine, slice) {
                return None;
            }
            let lines = self.thinking.take().map(Thinking::into_lines).unwrap_or_default();
            self.seen.insert(key, lines);
        }
        self.looked_at += 1;
        // A move is judged when the positions before it and after it were looked at.
        self.judge(at.checked_sub(1)?)
    }

    /// Have all moves been judged?
    pub(super) fn is_done(&self) -> bool {
        self.looked_at > self.played.len()
    }

    pub(super) fn summary(&self) -> ReviewSummary {
        self.tally.summary()
    }

    fn judge(&mut self, index: usize) -> Option<ReviewMove> {
        let (before, mv) = &self.played[index];
        let lines = |game: &Game, _| self.seen.get(&game.position().key()).cloned().unwrap_or_default();
        let judgment = review::judge(before, *mv, lines)?;
        let verdict = verdict_after(Database::shipped(), before.state(), *mv).map(Into::into);
        Some(self.tally.add(before, *mv, &judgment, verdict))
    }
}
