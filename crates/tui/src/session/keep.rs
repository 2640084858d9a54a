//! Games as files keep them: those that people save, as PDN; and the running game, with all that is needed to go on with it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use crownhead_board::Color;
use crownhead_contest::stored::StoredContest;
use crownhead_contest::{Opening, Seat, Takebacks, Terms, TimeControl};
use crownhead_pdn::{Body, MoveText, Reader, Record};
use crownhead_study::style::{SETTINGS, Setting};
use crownhead_study::{Appearance, Study};
use crownhead_table::Table;
use serde::{Deserialize, Serialize};

use super::play::contest_after;
use super::{Effect, Session};
use crate::backstage::expanded;
use crate::options::at_one_board;
use crate::time::{date_text, wall_ms};
use crate::words::{capitalized, plural};

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

/// A game that was not finished, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    contest: StoredContest,
    /// How the next game begins.
    #[serde(default)]
    opening: Opening,
    /// Who moves first in the next game, if it begins freely.
    #[serde(default)]
    first: Option<Color>,
    /// How it is shown and typed: the values of the settings by their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    appearance: BTreeMap<String, String>,
    /// Remarks by the number of plies played.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    comments: BTreeMap<usize, String>,
    /// A line about it.
    #[serde(skip)]
    title: String,
}

impl Session {
    pub(super) fn save(&mut self, file: &str, replace: bool) {
        let path = expanded(file);
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
        let mut game = self.game().clone();
        if let Some(outcome) = self.outcome() {
            // A game that is over on the board has its result already.
            let _ = game.end(outcome);
        }
        let plain = Record::from_game(&game);
        let mut record = Record::new();
        record.ending = plain.ending;
        let [black, white] = Color::ALL.map(|color| capitalized(&self.player(color)));
        let date = date_text(wall_ms());
        let tags = [("Event", "Crownhead"), ("Date", &date), ("Black", &black), ("White", &white)];
        for (name, value) in tags.into_iter().chain(plain.tags.iter()) {
            record.tags.set(name, value).expect("the names of our own tags are valid");
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
        for ((state, mv), ply) in self.game().states().zip(self.game().moves()).zip(1..) {
            if let Some(text) = MoveText::for_move(state, mv) {
                body.push_move(text);
            }
            comment(&mut body, ply);
        }
        body
    }

    /// Says once that the running game cannot be kept.
    pub(super) fn not_kept(&mut self, error: &str) {
        if std::mem::take(&mut self.is_kept) {
            self.complain(format!("The game cannot be kept for the next time: {error}."));
        }
    }

    /// Keeps the running game with everything that is needed to go on with it.
    pub(super) fn keep(&mut self) {
        if self.result().is_some() {
            return self.effects.push(Effect::Forget);
        }
        let value = |setting: &Setting| (setting.name.to_owned(), setting.value(&self.settings.appearance));
        let kept = Kept {
            contest: self.table.stored(),
            opening: self.opening.clone(),
            first: Some(self.first),
            appearance: SETTINGS.iter().map(value).collect(),
            comments: self.comments.clone(),
            title: String::new(),
        };
        // Texts, numbers and lists of them can always be written.
        if let Some(text) = serde_json::to_string(&kept).ok().filter(|_| self.is_running()) {
            self.effects.push(Effect::Keep(text));
        }
    }

    /// Takes the text of a game that was kept. Can it be gone on with?
    pub fn offer_kept(&mut self, text: &str) -> bool {
        match Kept::read(text) {
            Ok(kept) => self.kept = kept,
            Err(why) => self.complain(format!(
                "A game was not finished, but what was kept of it cannot be read: {why}. It is left where it is."
            )),
        }
        self.kept.is_some()
    }

    /// A line about the game that was kept.
    pub fn kept_title(&self) -> Option<String> {
        self.kept.as_ref().map(|kept| kept.title.clone())
    }

    /// The sentence that offers the game that was kept to somebody who wants another one now.
    pub(crate) fn kept_offer(&self, command: &str) -> Option<String> {
        let title = self.kept_title()?;
        Some(format!("A game was not finished: {title}. Type {command} to go on with it."))
    }

    /// Goes on with the game that was kept.
    pub fn resume(&mut self, now: Instant) {
        let Some(kept) = self.kept.take() else {
            return self.complain("There is no unfinished game.");
        };
        self.settings.appearance = kept.shown_as(self.settings.appearance.clone());
        self.first = kept.first.unwrap_or(self.first);
        match Table::open(kept.contest, self.settings.seed, self.time.ms(now)) {
            Err(error) => return self.complain(format!("The game cannot be gone on with: {error}.")),
            Ok(table) => self.sit_down(table, now),
        }
        (self.opening, self.comments) = (kept.opening, kept.comments);
        self.keep();
        // Only now that it is kept as the running game.
        self.effects.push(Effect::Discard);
        let turn = self.name(self.contest().turn());
        self.say(format!("The game goes on. {turn} to move."));
    }

    /// Lets the game that was kept go.
    pub fn decline_kept(&mut self) {
        self.kept = None;
        self.effects.push(Effect::Discard);
    }
}

impl Kept {
    /// How it is shown and typed. What is not known any more stays as it is.
    fn shown_as(&self, usual: Appearance) -> Appearance {
        SETTINGS.iter().fold(usual, |appearance, setting| {
            let value = self.appearance.get(setting.name);
            value.and_then(|value| setting.apply(appearance.clone(), value).ok()).unwrap_or(appearance)
        })
    }

    /// A game as it is kept, in this form or the one before; none if it is over.
    fn read(text: &str) -> Result<Option<Kept>, String> {
        let is_json = text.trim_start().starts_with('{');
        let (mut kept, date) = match is_json {
            true => (serde_json::from_str::<Kept>(text).map_err(|error| error.to_string())?, None),
            false => Kept::from_pdn(text)?,
        };
        let (contest, _) = kept.contest.clone().open().map_err(|error| error.to_string())?;
        let ([black, white], n_plies) = (contest.seats(), contest.ply());
        let date = date.unwrap_or_else(|| date_text(contest.last_at()));
        let plies = plural(n_plies as usize, "ply", "plies");
        kept.title = format!("{black} against {white}, {plies}, {date}");
        Ok(contest.ending().is_none().then_some(kept))
    }

    /// The form before, and its date: PDN, in which tags say what time there is and what is left of it.
    fn from_pdn(text: &str) -> Result<(Kept, Option<String>), String> {
        let record = Reader::from_text(text).next().ok_or("there is no game in it")?;
        let record = record.map_err(|error| error.to_string())?;
        let study = Study::from_record(&record);
        if let Some(fault) = study.fault() {
            return Err(fault.to_string());
        }
        let line = study.path(study.end_of_line(Study::ROOT));
        let game = study.game(*line.last().unwrap_or(&Study::ROOT));
        let comment = |(ply, node): (usize, &usize)| Some((ply, study.node(*node)?.comment.clone()));
        let comments = line.iter().enumerate().filter_map(comment).filter(|(_, text)| !text.is_empty());
        let seat = |color| record.player(color).and_then(|name| name.parse().ok()).unwrap_or(Seat::Person);
        let control = time_control(&record);
        let terms = Terms { control, takebacks: Takebacks::Free, ..Terms::default() };
        let left = |tag: &str| record.tags.get(tag).and_then(milliseconds);
        let left_ms =
            control.map(|control| ["BlackTime", "WhiteTime"].map(|tag| left(tag).unwrap_or(control.base_ms)));
        let opening = match record.fen() {
            Some(_) => Opening::Fen { fen: *game.start() },
            None => Opening::Free,
        };
        let contest = contest_after(&game, terms, at_one_board(Color::ALL.map(seat)), left_ms, wall_ms());
        let kept = Kept {
            contest,
            opening,
            first: None,
            appearance: BTreeMap::new(),
            comments: comments.collect(),
            title: String::new(),
        };
        Ok((kept, record.tags.get("Date").map(str::to_owned)))
    }
}

/// The tag `TimeControl`, in seconds: `300+3`.
fn time_control(record: &Record) -> Option<TimeControl> {
    let (base, increment) = record.tags.get("TimeControl")?.split_once('+')?;
    Some(TimeControl {
        base_ms: milliseconds(base)?,
        increment_ms: milliseconds(increment)?,
        per_move: false,
    })
}

/// A number of seconds.
fn milliseconds(text: &str) -> Option<u64> {
    let seconds: f64 = text.trim().parse().ok()?;
    (seconds.is_finite() && seconds >= 0.0).then(|| (1000.0 * seconds).round() as u64)
}
