//! A game in progress and everything that can be asked of it, without screen, keys or files.
//!
//! The screen and the line mode both drive a [`Session`]: they give it commands, the time and what
//! has happened outside, and they take from it notices to tell and effects to carry out.

mod editor;
mod keep;
mod look;
mod obey;
mod online;
mod play;
mod set_up;
mod take_back;
mod think;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use crownhead_board::{Color, Game, Move, MoveList, Position, State};
use crownhead_client::{Ask, Order};
use crownhead_engine::{Report, opening_name_of};
use crownhead_pdn::Record;

use crate::clock::GameClock;
use crate::engine::{Reply, Request};
use crate::hint::Hint;
use crate::online::{Online, Table};
use crate::options::{GameOptions, Settings};
use crate::seat::Seat;
use crate::viewer::{GameFile, Viewer};

pub(crate) use crownhead_play::review::balance;
pub use editor::Editor;
pub use keep::SavedAt;
pub use think::Analysis;

/// A game in progress, with who plays it and what is being looked at.
#[derive(Debug)]
pub struct Session {
    /// How the program works.
    pub settings: Settings,
    options: GameOptions,
    game: Game,
    /// How many plies were made before anybody was asked: those of a ballot.
    n_given: usize,
    clock: Option<GameClock>,
    /// Who has offered a draw.
    offer: Option<Color>,
    /// Remarks by the number of plies played.
    comments: BTreeMap<usize, String>,
    /// The number of plies at which an earlier position is looked at.
    looking: Option<usize>,
    /// The position that is being set up.
    editor: Option<Editor>,
    file: Option<GameFile>,
    /// The number of the game of the file that is looked at, and the place in it.
    viewing: Option<(usize, Viewer)>,
    /// A game that was not finished when the program was left.
    kept: Option<Record>,
    saved: Option<SavedAt>,
    thinking: think::Thinking,
    hint: Option<Hint>,
    analysis: Option<Analysis>,
    /// Does a game between computers stand still?
    paused: bool,
    last_moved: Option<Instant>,
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
    Moved(Color, Move),
    /// Another position is shown, or the same is to be shown again.
    Board,
    /// Another game has begun.
    Started,
    /// The board is to be turned.
    Flip,
    /// The games of a file are there to choose from.
    Games,
    /// A position is being set up.
    Edit,
    /// The bits are to be shown.
    Bits,
    /// All commands are to be listed.
    Help,
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
    /// Keep the running game, as PDN.
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
    /// A file was read, or could not be.
    Loaded(Result<GameFile, String>),
    /// The server, or the way to it, has told something.
    Online(crownhead_client::Event),
}

impl Session {
    /// A session with a game that is about to start.
    pub fn new(settings: Settings, options: GameOptions) -> Session {
        let game = options.start(settings.seed);
        let n_given = game.moves().len();
        let clock = options.clock.map(GameClock::new);
        Session {
            settings,
            options,
            n_given,
            game,
            clock,
            offer: None,
            comments: BTreeMap::new(),
            looking: None,
            editor: None,
            file: None,
            viewing: None,
            kept: None,
            saved: None,
            thinking: think::Thinking::default(),
            hint: None,
            analysis: None,
            paused: true,
            last_moved: None,
            online: None,
            notices: Vec::new(),
            effects: Vec::new(),
        }
    }

    /// Lets the computer begin, if it is its turn. Until then a session only shows.
    pub fn begin(&mut self, now: Instant) {
        self.paused = false;
        self.attend(now);
    }

    /// Takes what there is to tell.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Takes what there is to do outside.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What the game is played with.
    pub fn options(&self) -> &GameOptions {
        &self.options
    }

    /// Who plays a side.
    pub fn seat(&self, color: Color) -> Seat {
        self.options.seats[color as usize]
    }

    /// The clocks, if there are any.
    pub fn clock(&self) -> Option<&GameClock> {
        self.clock.as_ref()
    }

    /// The side that has offered a draw.
    pub fn offer(&self) -> Option<Color> {
        self.offer
    }

    /// The advice that was asked for, as long as it fits the position.
    pub fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// Is a game between computers standing still?
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// A game is on that somebody might want to finish.
    pub fn is_running(&self) -> bool {
        match &self.online {
            Some(online) => online.table.as_ref().is_some_and(Table::is_played_here),
            None => self.game.outcome().is_none() && self.game.moves().len() > 0,
        }
    }

    /// Do only computers play?
    pub fn has_no_person(&self) -> bool {
        self.online.is_none() && self.options.seats.iter().all(|seat| seat.is_computer())
    }

    /// Is it a person's turn?
    pub fn is_persons_turn(&self) -> bool {
        !self.is_over() && self.sits_here(self.game.position().turn())
    }

    /// The legal moves in the order in which they are numbered.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = self.game.legal_moves();
        moves.sort_by_key(|mv| mv.route());
        moves
    }

    /// The name of the opening, if it has one.
    pub fn opening(&self) -> Option<&'static str> {
        opening_name_of(&self.game)
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
        let ply = self.looking.unwrap_or(self.game.moves().len());
        self.game.states().nth(ply).unwrap_or(self.game.state())
    }

    /// The move that led to the position that is shown, and the state before it.
    pub fn last_move(&self) -> Option<(State, Move)> {
        if let Some((_, viewer)) = &self.viewing {
            let mut before = viewer.clone();
            let mv = viewer.node().mv?;
            return before.back().then(|| (before.node().state, mv));
        }
        let ply = self.looking.unwrap_or(self.game.moves().len()).checked_sub(1)?;
        Some((*self.game.states().nth(ply)?, self.game.moves().nth(ply)?))
    }

    /// Is the position of the game shown, so that moves can be made on the board?
    pub fn is_live(&self) -> bool {
        self.viewing.is_none() && self.looking.is_none()
    }
}

pub(crate) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
