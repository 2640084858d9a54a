//! Games as files keep them.

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crownhead_board::{Color, Game};
use crownhead_pdn::{Body, MoveText, Reader, Record};

use super::{Effect, Session, capitalized};
use crate::clock::{GameClock, TimeControl};
use crate::options::{GameOptions, Opening};
use crate::seat::Seat;

/// Where a game was written in a file, so that it can be written there again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedAt {
    /// The file.
    pub path: PathBuf,
    /// Where the game begins, in bytes.
    pub start: u64,
    /// Where it ends.
    pub end: u64,
}

/// The tags that say who plays, with what time, and what is left of it.
const TIME_TAG: &str = "TimeControl";
const LEFT_TAGS: [&str; 2] = ["BlackTime", "WhiteTime"];

impl Session {
    pub(super) fn save(&mut self, file: &str, replace: bool) {
        let path = super::look::expanded(file);
        let before = self.saved.clone().filter(|saved| saved.path == path && self.viewing.is_none());
        self.effects.push(Effect::Save { path, text: self.record().to_string(), replace, before });
    }

    pub(super) fn saved(&mut self, saved: Result<SavedAt, String>) {
        match saved {
            Ok(saved) => {
                self.say(format!("Saved to {}.", saved.path.display()));
                self.saved = Some(saved);
            }
            Err(error) => self.complain(error),
        }
    }

    /// The game with its tags and remarks.
    pub(super) fn game_record(&self) -> Record {
        let plain = Record::from_game(&self.game);
        let mut record = Record::new();
        record.ending = plain.ending;
        let seat = |color| capitalized(&self.player(color));
        let tags = [
            ("Event", "Crownhead".to_owned()),
            ("Date", date_text(SystemTime::now())),
            ("Black", seat(Color::Black)),
            ("White", seat(Color::White)),
        ];
        for (name, value) in tags.iter().map(|(name, value)| (*name, value.as_str())).chain(plain.tags.iter())
        {
            set_tag(&mut record, name, value);
        }
        record.body = self.body();
        record
    }

    fn body(&self) -> Body {
        let mut body = Body::new();
        let comment = |body: &mut Body, ply| {
            if let Some(text) = self.comments.get(&ply) {
                body.push_comment(text);
            }
        };
        comment(&mut body, 0);
        for ((state, mv), ply) in self.game.states().zip(self.game.moves()).zip(1..) {
            if let Some(text) = MoveText::for_move(state, mv) {
                body.push_move(text);
            }
            comment(&mut body, ply);
        }
        body
    }

    /// The running game with everything that is needed to go on with it.
    pub(super) fn kept_text(&self, now: Instant) -> String {
        let mut record = self.game_record();
        if let Some(clock) = &self.clock {
            let TimeControl { base, increment } = clock.control();
            set_tag(&mut record, TIME_TAG, &format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64()));
            for color in Color::ALL {
                let left = clock.left(color, now).as_secs_f64();
                set_tag(&mut record, LEFT_TAGS[color as usize], &left.to_string());
            }
        }
        record.to_string()
    }

    /// Takes the text of a game that was kept. Can it be gone on with?
    pub fn offer_kept(&mut self, text: &str) -> bool {
        let record = Reader::from_text(text).next().and_then(Result::ok);
        self.kept = record.filter(|record| replayed(record).is_some_and(|game| game.outcome().is_none()));
        self.kept.is_some()
    }

    /// A line about the game that was kept.
    pub fn kept_title(&self) -> Option<String> {
        let record = self.kept.as_ref()?;
        let name = |color| record.player(color).unwrap_or("?").to_lowercase();
        let when = record.tags.get("Date").unwrap_or("?");
        let n_plies = record.body.moves().count();
        Some(format!("{} against {}, {n_plies} plies, {when}", name(Color::Black), name(Color::White)))
    }

    /// Goes on with the game that was kept.
    pub fn resume(&mut self, now: Instant) {
        let Some((record, game)) =
            self.kept.take().and_then(|record| replayed(&record).map(|game| (record, game)))
        else {
            return self.complain("There is no unfinished game.");
        };
        let seat =
            |color: Color| record.player(color).and_then(|name| name.parse().ok()).unwrap_or(Seat::Person);
        let clock = kept_clock(&record);
        self.options = GameOptions {
            seats: Color::ALL.map(seat),
            rules: *game.rules(),
            opening: if record.fen().is_some() { Opening::Position(*game.start()) } else { Opening::Free },
            clock: clock.as_ref().map(GameClock::control),
        };
        self.game = game;
        self.clock = clock;
        self.begin_anew(now);
        // Only now that it is kept as the running game.
        self.effects.push(Effect::Discard);
        let turn = self.game.position().turn();
        self.say(format!("The game goes on. {turn} to move."));
    }

    /// Lets the game that was kept go.
    pub fn decline_kept(&mut self) {
        self.kept = None;
        self.effects.push(Effect::Discard);
    }
}

fn set_tag(record: &mut Record, name: &str, value: &str) {
    record.tags.set(name, value).expect("the names of our own tags are valid");
}

/// The game of a record, in which draws count again.
fn replayed(record: &Record) -> Option<Game> {
    let recorded = record.replay().ok()?;
    let mut game = Game::from_position(*recorded.start(), *recorded.rules());
    recorded.moves().try_for_each(|mv| game.play(mv)).ok()?;
    Some(game)
}

fn kept_clock(record: &Record) -> Option<GameClock> {
    let seconds =
        |text: &str| text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let (base, increment) = record.tags.get(TIME_TAG)?.split_once('+')?;
    let control = TimeControl { base: seconds(base)?, increment: seconds(increment)? };
    let left = |name: &str| record.tags.get(name).and_then(seconds).unwrap_or(control.base);
    Some(GameClock::new(control).with_left(LEFT_TAGS.map(left)))
}

/// The date as PDN writes it.
fn date_text(time: SystemTime) -> String {
    let days = time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / 86_400;
    let (year, month, day) = civil_date(days);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Year, month and day of a day counted from 1 January 1970.
fn civil_date(days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let (mut year, mut left) = (1970, days);
    let year_length = |year| if is_leap(year) { 366 } else { 365 };
    while left >= year_length(year) {
        left -= year_length(year);
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    (year, month, left + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(civil_date(0), (1970, 1, 1));
        assert_eq!(civil_date(59), (1970, 3, 1));
        assert_eq!(civil_date(11_016), (2000, 2, 29));
        assert_eq!(civil_date(20_453), (2025, 12, 31));
    }
}
