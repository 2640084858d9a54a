//! A game in progress and everything that can be asked of it, without screen, keys or files.
//!
//! The screen and the line mode both drive a [`Session`]: they give it commands, the time and what
//! has happened outside, and they take from it notices to tell and effects to carry out.

mod appear;
mod editor;
mod keep;
mod learn;
mod look;
mod obey;
mod online;
mod play;
mod set_up;
mod think;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crownhead_board::{Color, Game, Move, MoveList, Outcome, Position, State};
use crownhead_client::{Ask, Order};
use crownhead_contest::{Contest, Ending, GameResult, Opening, Seat};
use crownhead_engine::{Report, opening_name_of};
use crownhead_study::Names;
use crownhead_table::Table;

use crate::engine::{Reply, Request};
use crate::hint::Hint;
use crate::online::{Mirror, Online};
use crate::options::{GameOptions, Settings};
use crate::time::Epoch;
use crate::viewer::{GameFile, Viewer};

pub(crate) use crownhead_study::review::balance;
pub use editor::Editor;
pub use keep::SavedAt;
pub use learn::Learner;
pub use think::Analysis;

/// A game in progress, with who plays it and what is being looked at.
#[derive(Debug)]
pub struct Session {
    /// How the program works.
    pub settings: Settings,
    /// What time a moment is.
    time: Epoch,
    /// The game at one's own board, and the computer at it.
    table: Table,
    /// Who moves first in a game that begins freely.
    first: Color,
    /// How the next game begins, if nothing else is said.
    opening: Opening,
    /// Can the running game be kept for the next time?
    pub is_kept: bool,
    /// What the next game from a position is played with, where a form has said so.
    planned: Option<GameOptions>,
    /// The moves of which one is to be chosen by its number.
    pending: Vec<Move>,
    /// Remarks by the number of plies played.
    comments: BTreeMap<usize, String>,
    /// The number of plies at which an earlier position is looked at.
    looking: Option<usize>,
    /// The position that is being set up.
    editor: Option<Editor>,
    /// The step of the course that is on the board in place of the game.
    learner: Option<Learner>,
    file: Option<GameFile>,
    /// The number of the game of the file that is looked at, and the place in it.
    viewing: Option<(usize, Viewer)>,
    /// A game that was not finished when the program was left.
    kept: Option<keep::Kept>,
    saved: Option<SavedAt>,
    thinking: think::Thinking,
    hint: Option<Hint>,
    analysis: Option<Analysis>,
    /// The server at which people elsewhere are played with.
    online: Option<Box<Online>>,
    notices: Vec<Notice>,
    effects: Vec<Effect>,
}

/// Something to tell the player.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A sentence.
    Say(String),
    /// A sentence about something that was not done.
    Wrong(String),
    /// A text of several lines under a title.
    Text(&'static str, String),
    /// A side has moved.
    Moved {
        /// The side.
        color: Color,
        /// The move.
        mv: Move,
        /// Does the same side move once more?
        again: bool,
    },
    /// Another position is shown, or the same is to be shown again.
    Board,
    /// Another game has begun.
    Started,
    /// The board is to be turned.
    Flip,
    /// The games of a file are there to choose from: those with a text in their line.
    Games(String),
    /// A position is being set up.
    Edit,
    /// The bits are to be shown.
    Bits,
    /// The names of all squares are to be shown.
    Reference,
    /// The commands are to be listed: all, or those with a text in their line.
    Help(String),
    /// The step of the course is to be shown.
    Learn,
    /// The program is to be left.
    Quit,
    /// The lobby of the server is to be shown.
    Lobby,
    /// The game at the server is to be shown.
    Table,
    /// Something is offered, or nothing is: there is nothing to do but to wait in the lobby.
    Waiting,
    /// Somebody said something.
    Said(String),
    /// A password is to be typed, and not to be seen.
    Password,
}

/// Something to be done outside.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Ask the engine.
    Think(Box<Request>),
    /// Tell the engine to answer.
    StopThinking,
    /// Keep the running game, in the form for that.
    Keep(String),
    /// There is no running game any more.
    Forget,
    /// The game that was left unfinished need not be offered again.
    Discard,
    /// Write a game to a file.
    Save {
        /// The file.
        path: PathBuf,
        /// The game as PDN.
        text: String,
        /// In place of what is there?
        replace: bool,
        /// Where the same game was written before.
        before: Option<SavedAt>,
    },
    /// Read a file of games.
    Load(PathBuf),
    /// Copy a text to the clipboard.
    Copy(String),
    /// Have something done at the server.
    Order(Order),
    /// Ask the server.
    Ask(Ask),
}

/// Something that happened outside.
#[derive(Debug)]
pub enum Happening {
    /// The engine has told something.
    Engine(Reply),
    /// A game was written, or could not be.
    Saved(Result<SavedAt, String>),
    /// The running game cannot be kept.
    NotKept(String),
    /// A file was read, or could not be.
    Loaded(Result<GameFile, String>),
    /// The server, or the way to it, has told something.
    Online(crownhead_client::Event),
}

impl Session {
    /// A session with a game that is about to start.
    pub fn new(settings: Settings, options: GameOptions, now: Instant) -> Session {
        let time = Epoch::starting(now);
        Session {
            time,
            table: play::new_table(&options, &settings, time.ms(now)),
            first: options.first,
            opening: options.opening,
            is_kept: true,
            planned: None,
            pending: Vec::new(),
            settings,
            comments: BTreeMap::new(),
            looking: None,
            editor: None,
            learner: None,
            file: None,
            viewing: None,
            kept: None,
            saved: None,
            thinking: think::Thinking::default(),
            hint: None,
            analysis: None,
            online: None,
            notices: Vec::new(),
            effects: Vec::new(),
        }
    }

    /// Lets the computer begin, if it is its turn. Until then a session only shows.
    pub fn begin(&mut self, now: Instant) {
        self.pause(false, now);
        self.tell_end_at_start();
    }

    /// Takes what there is to tell.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Takes what there is to do outside.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// The contest at one's own board.
    fn contest(&self) -> &Contest {
        self.table.contest()
    }

    /// The game on the board. Whether it is over is known by [`Session::result`] alone.
    pub fn game(&self) -> &Game {
        match (&self.learner, self.mirror()) {
            (Some(learner), _) => learner.game(),
            (None, Some(mirror)) => &mirror.game,
            (None, None) => self.contest().game(),
        }
    }

    /// How the game ended, if it did.
    pub fn result(&self) -> Option<GameResult> {
        match self.mirror() {
            Some(mirror) => mirror.now.result,
            None => self.contest().ending().map(Into::into),
        }
    }

    /// How the game ended, if it did and was not aborted.
    pub fn outcome(&self) -> Option<Outcome> {
        Ending::try_from(self.result()?).ok().and_then(Ending::outcome)
    }

    /// Is the game over, or a step of the course done?
    pub fn is_over(&self) -> bool {
        self.learner.as_ref().map_or_else(|| self.result().is_some(), Learner::is_done)
    }

    /// What the game at one's own board is played with, and how the next one begins.
    pub fn options(&self) -> GameOptions {
        let terms = self.contest().terms();
        let opening = self.opening.clone();
        GameOptions {
            seats: self.contest().seats(),
            rules: terms.rules,
            first: self.first,
            opening,
            clock: terms.control,
        }
    }

    /// What the players are called.
    pub fn names(&self) -> &Names {
        &self.settings.appearance.names
    }

    /// What a side is called.
    pub fn name(&self, color: Color) -> &str {
        self.names().of(color)
    }

    /// Who plays a side at one's own board.
    pub fn seat(&self, color: Color) -> Seat {
        self.contest().seat(color)
    }

    /// The time that a side has left, if there are clocks.
    pub fn time_left(&self, color: Color, now: Instant) -> Option<Duration> {
        let left_ms = match &self.online {
            Some(online) => online.left_ms(color, now),
            None => self.contest().clocks()?.left_ms(color, self.time.ms(now)),
        };
        left_ms.map(Duration::from_millis)
    }

    /// The side that has offered a draw.
    pub fn offer(&self) -> Option<Color> {
        self.mirror().map_or(self.contest().draw_offer(), |mirror| mirror.now.draw_offer)
    }

    /// The advice that was asked for, as long as it fits the position.
    pub fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// Is a game between computers standing still?
    pub fn is_paused(&self) -> bool {
        self.table.computer.is_paused()
    }

    /// A game is on that somebody might want to finish.
    pub fn is_running(&self) -> bool {
        match &self.online {
            Some(online) => online.mirror.as_ref().is_some_and(Mirror::is_played_here),
            None => self.result().is_none() && self.contest().ply() > 0,
        }
    }

    /// Do only computers play?
    pub fn has_no_person(&self) -> bool {
        self.online.is_none() && self.contest().seats().iter().all(|seat| seat.is_computer())
    }

    /// Is it a person's turn?
    pub fn is_persons_turn(&self) -> bool {
        !self.is_over() && self.sits_here(self.game().position().turn())
    }

    /// The legal moves in the order in which they are numbered.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = if self.is_over() { MoveList::new() } else { self.game().legal_moves() };
        moves.sort_by_key(|mv| mv.route());
        moves
    }

    /// The name of the opening, if it has one.
    pub fn opening(&self) -> Option<&'static str> {
        opening_name_of(self.game())
    }

    /// The last line of the engine on the game, if it has told one.
    pub fn engine_line(&self) -> Option<&Report> {
        self.thinking.report()
    }

    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.notices.push(Notice::Say(text.into()));
    }

    pub(crate) fn complain(&mut self, text: impl Into<String>) {
        self.notices.push(Notice::Wrong(text.into()));
    }

    /// The position that is shown: of the game, of an earlier move, or of a game in a file.
    pub fn shown(&self) -> &Position {
        self.shown_state().position()
    }

    /// The same with its rules and the point within a turn.
    pub(crate) fn shown_state(&self) -> &State {
        if let Some((_, viewer)) = &self.viewing {
            return &viewer.node().state;
        }
        let game = self.game();
        game.states().nth(self.shown_ply()).unwrap_or(game.state())
    }

    /// The move that led to the position that is shown, and the state before it.
    pub fn last_move(&self) -> Option<(State, Move)> {
        if let Some((_, viewer)) = &self.viewing {
            let mut before = viewer.clone();
            let mv = viewer.node().mv?;
            return before.back().then(|| (before.node().state, mv));
        }
        let ply = self.shown_ply().checked_sub(1)?;
        Some((*self.game().states().nth(ply)?, self.game().moves().nth(ply)?))
    }

    /// The number of plies before the position of the game that is shown.
    fn shown_ply(&self) -> usize {
        self.looking.unwrap_or(self.game().moves().len())
    }

    /// Is the position of the game shown, so that moves can be made on the board?
    pub fn is_live(&self) -> bool {
        self.viewing.is_none() && self.looking.is_none()
    }
}
