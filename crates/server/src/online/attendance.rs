//! Who is at a game: players who are connected, and those who watch.
//!
//! Whoever watches a game says so now and then, on whatever node, to the actor that has the game in hand. A sign may be
//! lost, and a node may die: who has given none for a while is gone.

use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;
use crownhead_board::Color;
use crownhead_store::club::OnlineGame;

use super::{Hub, Note, NoteKind, Online, Topic, convert};
use crate::wire::Side;

/// How long a sign of life counts.
const LASTS_MS: u64 = 40_000;
/// Somebody who is gone for less than this has only loaded the page again.
const GRACE_MS: u64 = 5_000;
/// How often it is looked who has given no sign.
const CHECK_MS: u64 = 10_000;
/// The least time between two counts of those who watch.
const TELL_MS: u64 = 1_000;
/// More are not remembered, nor counted.
const MAX_HERE: usize = 10_000;

/// Being at a game, which ends when this is dropped.
pub(crate) struct Attending {
    hub: Hub,
    game: String,
    /// Which connection it is, among those of all nodes.
    connection: String,
    side: Option<Side>,
}

impl Attending {
    fn new(hub: &Hub, game: &str, connection: String, side: Option<Side>) -> Attending {
        let attending = Attending { hub: hub.clone(), game: game.to_owned(), connection, side };
        attending.renew();
        attending
    }

    /// Is it by a player of this side, or by somebody who watches?
    pub(crate) fn is_at(&self, side: Option<Side>) -> bool {
        self.side == side
    }

    /// Still there.
    pub(crate) fn renew(&self) {
        self.tell(true);
    }

    fn tell(&self, is_here: bool) {
        let side = match self.side {
            Some(Side::Black) => 'b',
            Some(Side::White) => 'w',
            None => '-',
        };
        let here = if is_here { '+' } else { '-' };
        let text = Utf8Bytes::from(format!("{here}{side}{}", self.connection));
        let topic = Topic::Attendance(self.game.as_str().into());
        self.hub.publish(Note { topic, kind: NoteKind::Other, text });
    }
}

impl Drop for Attending {
    fn drop(&mut self) {
        self.tell(false);
    }
}

impl Online {
    /// Somebody watches a game from now on, or plays a side of it. A game without clocks that rests is taken in hand when a
    /// player comes: whoever has been away is back.
    pub(crate) async fn attend(
        &self,
        game: &OnlineGame,
        connection: String,
        side: Option<Side>,
    ) -> Attending {
        let has_clock = convert::read_settings(&game.settings).is_ok_and(|settings| settings.clock.is_some());
        if side.is_some() && !has_clock && !self.is_here(&game.id) {
            // Another node may have it, and hears who comes.
            let _ = self.wake(&game.id).await;
        }
        Attending::new(self.hub(), &game.id, connection, side)
    }
}

/// Who is at a game, as its actor knows.
#[derive(Default)]
pub(super) struct Attendance {
    /// Connections, with the side that is played there, and until when they count.
    here: HashMap<String, (Option<Color>, u64)>,
    sides: [Seen; 2],
    /// When it is looked next who has given no sign.
    check_at: u64,
    /// When those who watch are to be told how many they are.
    tell_at: Option<u64>,
    told_at: u64,
}

/// What is known of the player of a side.
#[derive(Clone, Copy, Default)]
enum Seen {
    /// Was never there: a program, perhaps, that does not listen.
    #[default]
    Never,
    Here,
    /// Since a time, and whether that was told.
    Gone(u64, bool),
}

impl Attendance {
    /// Takes note of a sign.
    pub(super) fn hear(&mut self, sign: &str, now: u64) {
        let mut letters = sign.chars();
        let (Some(here), Some(side)) = (letters.next(), letters.next()) else { return };
        let (connection, side) = (letters.as_str().to_owned(), side_of(side));
        let is_news = if here != '+' {
            self.here.remove(&connection).is_some()
        } else if self.here.len() < MAX_HERE || self.here.contains_key(&connection) {
            self.here.insert(connection, (side, now + LASTS_MS)).is_none()
        } else {
            false
        };
        if is_news {
            self.changed(now);
        }
    }

    /// Is nobody there?
    pub(super) fn is_empty(&self) -> bool {
        self.here.is_empty()
    }

    /// Forgets those who have given no sign for long.
    pub(super) fn check(&mut self, now: u64) {
        if now < self.check_at {
            return;
        }
        self.check_at = now + CHECK_MS;
        let before = self.here.len();
        self.here.retain(|_, (_, until)| now < *until);
        if self.here.len() < before {
            self.changed(now);
        }
    }

    fn changed(&mut self, now: u64) {
        for side in Color::ALL {
            let is_here = self.here.values().any(|(played, _)| *played == Some(side));
            let seen = &mut self.sides[side as usize];
            *seen = match *seen {
                _ if is_here => Seen::Here,
                Seen::Here => Seen::Gone(now, false),
                other => other,
            };
        }
        self.tell_at.get_or_insert(now.max(self.told_at + TELL_MS));
    }

    /// Is the player of a side there? None if it is not known, or too early to say. That somebody is gone is said once.
    pub(super) fn is_here(&mut self, side: Color, now: u64) -> Option<bool> {
        match &mut self.sides[side as usize] {
            Seen::Never => None,
            Seen::Here => Some(true),
            Seen::Gone(since, is_told) => {
                let is_due = !*is_told && now >= *since + GRACE_MS;
                *is_told |= is_due;
                is_due.then_some(false)
            }
        }
    }

    /// How many watch, if they are to be told now.
    pub(super) fn due_count(&mut self, now: u64) -> Option<u32> {
        self.tell_at.take_if(|at| *at <= now)?;
        self.told_at = now;
        Some(self.here.values().filter(|(side, _)| side.is_none()).count() as u32)
    }

    /// When time alone changes something.
    pub(super) fn wakes_at(&self) -> Option<u64> {
        let gone = self.sides.iter().filter_map(|seen| match seen {
            Seen::Gone(since, false) => Some(since + GRACE_MS),
            _ => None,
        });
        let check = Some(self.check_at).filter(|_| !self.here.is_empty());
        gone.chain(check).chain(self.tell_at).min()
    }
}

fn side_of(letter: char) -> Option<Color> {
    match letter {
        'b' => Some(Color::Black),
        'w' => Some(Color::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_loads_the_page_again_has_not_left() {
        let mut people = Attendance::default();
        assert_eq!(people.is_here(Color::Black, 0), None, "never seen");
        people.hear("+bone", 0);
        assert_eq!(people.is_here(Color::Black, 0), Some(true));
        people.hear("-bone", 1_000);
        assert_eq!(people.is_here(Color::Black, 1_000 + GRACE_MS - 1), None);
        people.hear("+btwo", 2_000);
        assert_eq!(people.is_here(Color::Black, 9_000), Some(true));
        people.hear("-btwo", 10_000);
        assert_eq!(people.wakes_at(), Some(10_000).map(|at| at.min(people.tell_at.unwrap())));
        assert_eq!(people.is_here(Color::Black, 10_000 + GRACE_MS), Some(false));
        assert_eq!(people.is_here(Color::Black, 10_001 + GRACE_MS), None, "it is said once");
    }

    #[test]
    fn who_has_two_windows_is_there_until_both_are_closed() {
        let mut people = Attendance::default();
        people.hear("+wone", 0);
        people.hear("+wtwo", 0);
        people.hear("-wone", 1);
        assert_eq!(people.is_here(Color::White, 60_000), Some(true));
    }

    #[test]
    fn who_gives_no_sign_is_gone() {
        let mut people = Attendance::default();
        people.hear("+wone", 0);
        people.check(LASTS_MS - 1);
        assert_eq!(people.is_here(Color::White, LASTS_MS - 1), Some(true));
        people.check(LASTS_MS + CHECK_MS);
        assert_eq!(people.is_here(Color::White, LASTS_MS + CHECK_MS + GRACE_MS), Some(false));
        assert_eq!(people.due_count(99_999), Some(0));
        assert_eq!(people.wakes_at(), None, "an empty room needs nobody");
    }

    #[test]
    fn those_who_watch_are_counted_and_told_now_and_then() {
        let mut people = Attendance::default();
        people.hear("+bone", TELL_MS);
        people.hear("+-two", TELL_MS);
        assert_eq!(people.due_count(TELL_MS), Some(1), "players are not counted");
        people.hear("+-three", TELL_MS + 1);
        people.hear("+-three", TELL_MS + 2);
        assert_eq!((people.due_count(TELL_MS + 2), people.due_count(2 * TELL_MS)), (None, Some(2)));
        assert_eq!(people.due_count(9_000), None, "nothing is new");
        people.hear("", 3);
        people.hear("-", 3);
        people.hear("-?nobody", 3);
        assert_eq!(people.due_count(10_000), None);
    }
}
