//! Looking at earlier positions and at games of files.

use std::time::Instant;

use crownhead_board::Game;
use crownhead_contest::{Opening, TimeControl};
use crownhead_table::Table;

use super::play::{contest_after, new_table};
use super::{Effect, Notice, Session};
use crate::backstage::expanded;
use crate::command::Step;
use crate::options::GameOptions;
use crate::viewer::{GameFile, Viewer};
use crate::words;

impl Session {
    /// The file that was opened last.
    pub fn file(&self) -> Option<&GameFile> {
        self.file.as_ref()
    }

    /// The game of a file that is looked at, with its number from 0.
    pub fn viewing(&self) -> Option<(usize, &Viewer)> {
        self.viewing.as_ref().map(|(index, viewer)| (*index, viewer))
    }

    /// The number of plies at which an earlier position of the game is looked at.
    pub fn looking(&self) -> Option<usize> {
        self.looking
    }

    /// The remarks on the position that is shown.
    pub fn remarks(&self) -> String {
        match &self.viewing {
            Some((_, viewer)) => viewer.node().remarks().collect::<Vec<_>>().join(" "),
            None => self.comments.get(&self.shown_ply()).cloned().unwrap_or_default(),
        }
    }

    pub(super) fn load(&mut self, file: &str) {
        self.effects.push(Effect::Load(expanded(file)));
    }

    pub(super) fn loaded(&mut self, file: Result<GameFile, String>) {
        let file = match file {
            Ok(file) => file,
            Err(error) => return self.complain(error),
        };
        let (n_games, n_faults) = (file.records.len(), file.faults.len());
        if n_games == 0 {
            let why = file.faults.first().map_or("a game looks like 1. 11-15 23-18 *", |fault| fault);
            return self.complain(format!("{} holds no games: {why}.", file.path.display()));
        }
        let faults = match (file.faults.first(), n_faults) {
            (None, _) => String::new(),
            (Some(fault), 1) => format!(" Not read from there on: {fault}."),
            (Some(fault), n) => format!(" {n} are not whole. The first is not read from there on: {fault}."),
        };
        let games = if n_games == 1 { "1 game".to_owned() } else { format!("{n_games} games") };
        self.say(format!("{}: {games}.{faults}", file.path.display()));
        self.file = Some(file);
        self.viewing = None;
        match n_games {
            1 => self.open_game(1),
            _ => self.notices.push(Notice::Games(String::new())),
        }
    }

    pub(super) fn show_games(&mut self, text: String) {
        match &self.file {
            Some(_) => self.notices.push(Notice::Games(text)),
            None => self.complain("No file is open. Open one with load FILE."),
        }
    }

    /// Opens a game of the file by its number, from 1.
    pub fn open_game(&mut self, number: usize) {
        let Some(file) = &self.file else {
            return self.complain("No file is open. Open one with load FILE.");
        };
        let Some(record) = file.records.get(number.wrapping_sub(1)) else {
            let n_games = file.records.len();
            return self.complain(format!("There is no game {number}. The file has games 1 to {n_games}."));
        };
        let viewer = Viewer::new(record);
        if let Some(fault) = viewer.fault() {
            let complaint = format!("The game is shown as far as it can be played: {fault}.");
            self.complain(complaint);
        }
        self.viewing = Some((number - 1, viewer));
        self.moved_about();
    }

    pub(super) fn step(&mut self, step: Step) {
        let moved = match &mut self.viewing {
            Some((_, viewer)) => {
                let before = viewer.line().1;
                match step {
                    Step::First => viewer.to_start(),
                    Step::Last => viewer.to_end(),
                    Step::Back => return self.stepped(|viewer| viewer.back()),
                    Step::Next => return self.stepped(|viewer| viewer.forward(0)),
                    Step::Sideways(steps) => return self.stepped(|viewer| viewer.sideways(steps)),
                }
                viewer.line().1 != before
            }
            None => self.step_in_game(step),
        };
        self.after_step(moved);
    }

    fn stepped(&mut self, step: impl Fn(&mut Viewer) -> bool) {
        let moved = self.viewing.as_mut().is_some_and(|(_, viewer)| step(viewer));
        self.after_step(moved);
    }

    fn after_step(&mut self, moved: bool) {
        match moved {
            true => self.moved_about(),
            false => self.complain("There are no more moves in that direction."),
        }
    }

    fn step_in_game(&mut self, step: Step) -> bool {
        if !self.is_stepping(step) {
            return false;
        }
        let (here, end) = (self.shown_ply(), self.game().moves().len());
        let there = match step {
            Step::First => 0,
            Step::Back => here - 1,
            Step::Next => here + 1,
            Step::Last => end,
            Step::Sideways(_) => here,
        };
        self.looking = (there != end).then_some(there);
        true
    }

    pub(super) fn enter_variation(&mut self, number: usize) {
        match &mut self.viewing {
            None => self.complain("Variations are in games of files. Open one with load FILE."),
            Some((_, viewer)) => {
                let entered = viewer.forward(number - 1);
                self.after_step(entered);
            }
        }
    }

    /// Another position is shown.
    fn moved_about(&mut self) {
        self.hint = None;
        self.notices.push(Notice::Board);
        self.attend();
    }

    /// What is given up by playing on from the position that is shown, in a sentence.
    pub(crate) fn given_up_by_playing_on(&self) -> Option<String> {
        let n_later = self.game().moves().len() - self.looking.unwrap_or(self.game().moves().len());
        match (&self.viewing, n_later) {
            (Some(_), _) if self.is_running() => {
                Some("Your own game is not finished, and would be given up.".to_owned())
            }
            (Some(_), _) | (None, 0) => None,
            (None, 1) => Some("The later move is taken back.".to_owned()),
            (None, n) => Some(format!("The {n} later moves are taken back.")),
        }
    }

    /// Makes the game of the position shown the game that is played.
    pub(super) fn play_on(&mut self, now: Instant) {
        if self.is_live() {
            return self.complain("This is the position of the game already. Make a move.");
        }
        let table = self.table_after(&self.shown_game(), now);
        self.sit_down(table, now);
        let introduction = words::introduction(self.contest(), &self.settings.appearance);
        self.say(format!("Play on from here. {introduction}"));
    }

    /// A table at which the moves of a game were made already, with new clocks.
    fn table_after(&self, game: &Game, now: Instant) -> Table {
        let (terms, seats, ms) = (self.contest().terms().clone(), self.contest().seats(), self.time.ms(now));
        let left_ms = terms.control.map(|TimeControl { base_ms, .. }| [base_ms; 2]);
        let stored = contest_after(game, terms, seats, left_ms, ms);
        Table::open(stored, self.settings.seed, ms).unwrap_or_else(|_| {
            // What cannot be played again move by move begins at its position.
            let opening = Opening::Fen { fen: *game.position() };
            let options = GameOptions { opening, rules: *game.rules(), ..self.options() };
            new_table(&options, &self.settings, ms)
        })
    }

    /// Goes back to the game that is played.
    pub(super) fn close(&mut self) {
        if self.is_live() {
            return self.complain("The game is shown already.");
        }
        self.viewing = None;
        self.looking = None;
        self.moved_about();
    }
}
