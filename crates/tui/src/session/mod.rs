//! A game in progress and everything that can be asked of it, without screen, keys or files.
//!
//! The screen and the line mode both drive a [`Session`]: they give it commands, the time and what
//! has happened outside, and they take from it notices to tell and effects to carry out.

mod keep;
mod look;
mod obey;
mod take_back;
mod think;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crownhead_board::{Color, DrawReason, Game, Move, MoveList, Outcome, Position, WinReason};
use crownhead_engine::{Report, opening_name_of};
use crownhead_pdn::Record;

use crate::clock::GameClock;
use crate::engine::{Reply, Request};
use crate::hint::Hint;
use crate::options::{GameOptions, Settings};
use crate::seat::Seat;
use crate::viewer::{GameFile, Viewer};

pub use keep::SavedAt;
pub use think::Analysis;
pub(crate) use think::balance;

/// A game in progress, with who plays it and what is being looked at.
#[derive(Debug)]
pub struct Session {
    /// How the program works.
    pub settings: Settings,
    options: GameOptions,
    game: Game,
    clock: Option<GameClock>,
    /// Who has offered a draw.
    offer: Option<Color>,
    /// Remarks by the number of plies played.
    comments: BTreeMap<usize, String>,
    /// The number of plies at which an earlier position is looked at.
    looking: Option<usize>,
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
    /// A position is to be set up.
    Edit,
    /// The bits are to be shown.
    Bits,
    /// All commands are to be listed.
    Help,
    /// The program is to be left.
    Quit,
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
}

impl Session {
    /// A session with a game that is about to start.
    pub fn new(settings: Settings, options: GameOptions) -> Session {
        let game = options.start(settings.seed);
        let clock = options.clock.map(GameClock::new);
        Session {
            settings,
            options,
            game,
            clock,
            offer: None,
            comments: BTreeMap::new(),
            looking: None,
            file: None,
            viewing: None,
            kept: None,
            saved: None,
            thinking: think::Thinking::default(),
            hint: None,
            analysis: None,
            paused: true,
            last_moved: None,
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
        self.game.outcome().is_none() && self.game.moves().len() > 0
    }

    /// Is it a person's turn?
    pub fn is_persons_turn(&self) -> bool {
        self.game.outcome().is_none() && !self.seat(self.game.position().turn()).is_computer()
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

    /// Makes a move for the side to move, which a person plays.
    pub fn play(&mut self, mv: Move, now: Instant) {
        if self.game.outcome().is_some() {
            return self.complain("The game is over. Start a new one, or take a move back.");
        }
        if !self.is_persons_turn() {
            let turn = self.game.position().turn();
            return self.complain(format!(
                "It is {turn}'s turn, and the computer plays {turn}. Wait, or tell it to move now."
            ));
        }
        self.make(mv, now);
    }

    /// Makes a move for whoever is to move.
    fn make(&mut self, mv: Move, now: Instant) {
        let mover = self.game.position().turn();
        if let Err(error) = self.game.play(mv) {
            return self.complain(capitalized(&error.to_string()) + ".");
        }
        let next = self.game.position().turn();
        if let Some(clock) = &mut self.clock {
            clock.press(mover, next, now);
        }
        // A move declines an offer of the other side.
        self.offer = self.offer.filter(|offerer| *offerer == mover);
        let played = self.game.moves().len();
        self.comments.retain(|ply, _| *ply < played);
        self.last_moved = Some(now);
        self.notices.push(Notice::Moved(mover, mv));
        self.changed(now);
    }

    /// The game is at another place: what was found about the last one is of no use.
    fn changed(&mut self, now: Instant) {
        self.looking = None;
        self.hint = None;
        self.thinking.forget();
        match self.game.outcome() {
            Some(outcome) => {
                self.offer = None;
                if let Some(clock) = &mut self.clock {
                    clock.stop(now);
                }
                self.effects.push(Effect::Forget);
                self.say(capitalized(&outcome.to_string()) + ".");
                self.notices.push(Notice::Board);
            }
            None => {
                if self.game.moves().len() > 0 {
                    self.effects.push(Effect::Keep(self.kept_text(now)));
                }
                self.notices.push(Notice::Board);
                self.offer_draw();
            }
        }
        self.attend(now);
    }

    /// Time passes: a flag may fall, and a computer's move that was held back is made.
    pub fn tick(&mut self, now: Instant) {
        let fallen = self.clock.as_ref().and_then(|clock| clock.fallen(now));
        if let Some(color) = fallen.filter(|_| self.game.outcome().is_none()) {
            return self.end(Outcome::Win(!color, WinReason::Time), now);
        }
        self.make_held(now);
    }

    fn end(&mut self, outcome: Outcome, now: Instant) {
        match self.game.end(outcome) {
            Ok(()) => self.changed(now),
            Err(_) => self.complain("The game is over already. Start a new one, or take a move back."),
        }
    }

    /// Begins a new game.
    pub fn start(&mut self, options: GameOptions, now: Instant) {
        self.settings.seed = self.settings.seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.game = options.start(self.settings.seed);
        self.clock = options.clock.map(GameClock::new);
        self.options = options;
        self.begin_anew(now);
        self.say(self.introduction());
    }

    /// Lets everything that belonged to another game go.
    fn begin_anew(&mut self, now: Instant) {
        self.offer = None;
        self.saved = None;
        self.viewing = None;
        self.comments.clear();
        self.paused = false;
        self.last_moved = None;
        self.notices.push(Notice::Started);
        self.changed(now);
    }

    /// A sentence about who plays.
    fn introduction(&self) -> String {
        let rules = self.options.rules;
        let by = if rules.is_official() { String::new() } else { format!(" Rules: {rules}.") };
        let opening = match self.game.moves().len() {
            0 => String::new(),
            _ => format!(
                " The game begins with {}.",
                self.settings.notation.line(&self.game.moves().collect::<Vec<_>>())
            ),
        };
        let turn = self.game.position().turn();
        let who = match (self.options.person(), self.options.seats) {
            (Some(person), _) => {
                format!("You play {person} against {}.", self.seat(!person))
            }
            (None, [Seat::Person, _]) => "Two play at this board.".to_owned(),
            (None, seats) => format!("The computer plays itself: {} against {}.", seats[0], seats[1]),
        };
        format!("{who}{by}{opening} {turn} moves first.")
    }

    fn resign(&mut self, now: Instant) {
        let loser = self.options.person().unwrap_or(self.game.position().turn());
        self.end(Outcome::Win(!loser, WinReason::Resignation), now);
    }

    fn agree(&mut self, now: Instant) {
        self.end(Outcome::Draw(DrawReason::Agreement), now);
    }

    /// The position that is shown: of the game, of an earlier move, or of a game in a file.
    pub fn shown(&self) -> &Position {
        if let Some((_, viewer)) = &self.viewing {
            return &viewer.node().pos;
        }
        let ply = self.looking.unwrap_or(self.game.moves().len());
        self.game.positions().nth(ply).unwrap_or(self.game.position())
    }

    /// The move that led to the position that is shown, and the position before it.
    pub fn last_move(&self) -> Option<(Position, Move)> {
        if let Some((_, viewer)) = &self.viewing {
            let mut before = viewer.clone();
            let mv = viewer.node().mv?;
            return before.back().then(|| (before.node().pos, mv));
        }
        let ply = self.looking.unwrap_or(self.game.moves().len()).checked_sub(1)?;
        Some((*self.game.positions().nth(ply)?, self.game.moves().nth(ply)?))
    }

    /// Is the position of the game shown, so that moves can be made on the board?
    pub fn is_live(&self) -> bool {
        self.viewing.is_none() && self.looking.is_none()
    }
}

/// The least time between moves when computers play each other, so that one can follow.
const WATCHED_PACE: Duration = Duration::from_millis(700);
/// The least time between a person's move and the answer.
const ANSWER_PACE: Duration = Duration::from_millis(250);

pub(crate) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
