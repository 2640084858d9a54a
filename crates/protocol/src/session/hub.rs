//! An engine's side of the Hub protocol.

use crownhead_board::{Game, Move, Position};
use crownhead_engine::Limits;

use crate::board::Evidence;
use crate::frame::{Frame, FrameChoice};
use crate::hub::{BoardText, Command, CommandError, Done, Id, Info, Mode, Param, ParamValue, Reply, level};
use crate::move_text::MoveText;
use crate::replay::replay;

/// An engine's side of the Hub protocol.
///
/// It answers what it can and leaves the rest to the program. Two parameters are its own: `variant`, whose
/// values all mean English checkers, and `pos-frame`, which is `auto`, `standard` or `rotated`. The others
/// are the program's.
///
/// ```
/// use crownhead_board::Position;
/// use crownhead_engine::{Depth, Limits};
/// use crownhead_protocol::hub::{Id, Param, Reply};
/// use crownhead_protocol::session::{HubAction, HubSession};
///
/// let id = Id { name: "Example".to_owned(), ..Id::default() };
/// let mut session = HubSession::new(id, vec![Param::int("threads", 1, 1..=8)]);
/// assert!(matches!(&session.line("init")[..], [HubAction::Init, HubAction::Reply(Reply::Ready)]));
/// session.line("level depth=8");
/// let Some(HubAction::Start(search)) = session.line("go think").pop() else { unreachable!() };
/// assert_eq!(search.game.position(), &Position::START);
/// assert_eq!(search.limits, Limits::depth(Depth::new(8)));
///
/// let best = search.game.legal_moves()[0];
/// let actions = session.finished(best, None);
/// assert!(matches!(&actions[..], [HubAction::Reply(Reply::Done(_))]));
/// ```
#[derive(Clone, Debug)]
pub struct HubSession {
    id: Id,
    params: Vec<Param>,
    phase: Phase,
    is_ready: bool,
    frame: FrameChoice,
    /// The frame of boards whose frame is unknown: the last one recognized.
    default_frame: Frame,
    /// `None` after a position that could not be set.
    game: Option<Game>,
    limits: Limits,
    /// A search has had these limits, so that they end with its position.
    were_used: bool,
    /// What came between `stop` and the end of the search.
    waiting: Vec<Input>,
}

/// A parsed line.
#[derive(Clone, Debug)]
enum Input {
    Command(Command),
    /// A `pos` command that cannot be read: there is no position after it.
    BadPosition(CommandError),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Idle,
    Searching(Mode),
    /// Waiting for the search to stop.
    Stopping,
    Closed,
}

/// What the program must do.
#[derive(Clone, Debug)]
pub enum HubAction {
    /// Write this line.
    Reply(Reply),
    /// A parameter of the program has a new value.
    SetParam {
        /// Its name.
        name: String,
        /// The value, of the parameter's kind.
        value: ParamValue,
    },
    /// Apply the parameters, before the next action.
    Init,
    /// Clear what earlier searches have stored.
    NewGame,
    /// Start a search, and call [`HubSession::finished`] when it ends.
    Start(SearchRequest),
    /// The search no longer ponders: its time counts from now.
    PonderHit,
    /// Stop the search. It still ends with [`HubSession::finished`].
    Stop,
    /// Exit. No search is running.
    Quit,
}

/// What to search.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The position and its history. It has a legal move.
    pub game: Game,
    /// When to stop, as the `level` commands say; [`Limits::default`] if there were none, so that the
    /// program has to choose.
    pub limits: Limits,
    /// The purpose of the search.
    pub mode: Mode,
}

/// The names under which English checkers is known.
const VARIANTS: [&str; 4] = ["english", "american", "checkers", "normal"];
const VARIANT: &str = "variant";
const POS_FRAME: &str = "pos-frame";

/// The most commands kept while a search stops.
const MAX_WAITING: usize = 100;

impl HubSession {
    /// A session for an engine with the given parameters.
    pub fn new(id: Id, params: Vec<Param>) -> HubSession {
        let frames = FrameChoice::ALL.map(FrameChoice::name);
        let mut all = vec![
            Param::one_of(VARIANT, VARIANTS[0], &VARIANTS),
            Param::one_of(POS_FRAME, FrameChoice::Auto.name(), &frames),
        ];
        all.extend(params);
        HubSession {
            id,
            params: all,
            phase: Phase::Idle,
            is_ready: false,
            frame: FrameChoice::Auto,
            default_frame: Frame::default(),
            game: Some(start()),
            limits: Limits::default(),
            were_used: false,
            waiting: Vec::new(),
        }
    }

    /// Handles a line. One that cannot be read is answered with an error; a blank line is ignored.
    pub fn line(&mut self, line: &str) -> Vec<HubAction> {
        let Some(first) = line.split_whitespace().next() else { return Vec::new() };
        match line.parse() {
            Ok(command) => self.take(Input::Command(command)),
            Err(error) if first == "pos" => self.take(Input::BadPosition(error)),
            Err(error) if self.phase != Phase::Closed => error_reply(error),
            Err(_) => Vec::new(),
        }
    }

    /// Handles a command.
    pub fn command(&mut self, command: Command) -> Vec<HubAction> {
        self.take(Input::Command(command))
    }

    /// Handles the end of the input, which is the same as `quit`. A search that is running is stopped, and tells its move first.
    pub fn end_of_input(&mut self) -> Vec<HubAction> {
        self.command(Command::Quit)
    }

    /// Reports that the search has ended with a move and, perhaps, an expected answer. Runs the commands
    /// that were waiting for it.
    pub fn finished(&mut self, best: Move, ponder: Option<Move>) -> Vec<HubAction> {
        if !self.is_searching() {
            return Vec::new();
        }
        self.phase = Phase::Idle;
        let done =
            MoveText::from_move(best).map(|mv| Done { mv, ponder: ponder.and_then(MoveText::from_move) });
        let mut actions: Vec<HubAction> =
            done.into_iter().map(|done| HubAction::Reply(Reply::Done(done))).collect();
        for input in std::mem::take(&mut self.waiting) {
            actions.extend(self.take(input));
        }
        actions
    }

    /// The reply that reports on the running search; `None` if there is none.
    pub fn report(&self, info: Info) -> Option<Reply> {
        self.is_searching().then_some(Reply::Info(info))
    }

    /// Is a search running?
    pub const fn is_searching(&self) -> bool {
        matches!(self.phase, Phase::Searching(_) | Phase::Stopping)
    }

    /// The parameters with their current values.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    fn take(&mut self, input: Input) -> Vec<HubAction> {
        match (self.phase, input) {
            (Phase::Closed, _) => Vec::new(),
            (phase, Input::Command(Command::Quit)) => self.quit(phase),
            (_, Input::Command(Command::Ping)) => vec![HubAction::Reply(Reply::Pong)],
            (_, Input::Command(Command::Unknown(_))) => Vec::new(),
            (Phase::Stopping, input) => self.wait(input),
            (Phase::Idle, Input::Command(command)) => self.idle_command(command),
            (Phase::Searching(mode), Input::Command(command)) => self.search_command(mode, command),
            (phase, Input::BadPosition(error)) => {
                self.game = self.game.take().filter(|_| phase != Phase::Idle);
                error_reply(error)
            }
        }
    }

    /// A client may send `stop` and the next search right after it, which must wait until this one has
    /// ended. A second `stop` is for the next search, if one is waiting.
    fn wait(&mut self, input: Input) -> Vec<HubAction> {
        let is_for_search = matches!(&input, Input::Command(Command::Stop | Command::PonderHit));
        let is_go = |input: &Input| matches!(input, Input::Command(Command::Go(_)));
        if is_for_search && !self.waiting.iter().any(is_go) {
            return Vec::new();
        }
        if self.waiting.len() == MAX_WAITING {
            return error_reply("too many commands before the search has stopped");
        }
        self.waiting.push(input);
        Vec::new()
    }

    /// Quits after what was asked for before.
    fn quit(&mut self, phase: Phase) -> Vec<HubAction> {
        if phase == Phase::Idle {
            self.phase = Phase::Closed;
            return vec![HubAction::Quit];
        }
        let is_first = !self.waiting.iter().any(|input| matches!(input, Input::Command(Command::Quit)));
        self.waiting.extend(is_first.then_some(Input::Command(Command::Quit)));
        self.phase = Phase::Stopping;
        if phase == Phase::Stopping { Vec::new() } else { vec![HubAction::Stop] }
    }

    fn search_command(&mut self, mode: Mode, command: Command) -> Vec<HubAction> {
        match command {
            Command::Stop => {
                self.phase = Phase::Stopping;
                vec![HubAction::Stop]
            }
            Command::PonderHit if mode == Mode::Ponder => {
                self.phase = Phase::Searching(Mode::Think);
                vec![HubAction::PonderHit]
            }
            Command::PonderHit => Vec::new(),
            command => error_reply(format!("{}: a search is running; stop it first", command.name())),
        }
    }

    fn idle_command(&mut self, command: Command) -> Vec<HubAction> {
        match command {
            Command::Hub => self.introduction(),
            Command::SetParam { name, value } => self.set_param(name, &value),
            Command::Init => {
                self.is_ready = true;
                vec![HubAction::Init, HubAction::Reply(Reply::Ready)]
            }
            Command::NewGame => vec![HubAction::NewGame],
            Command::Pos { board, moves } => self.set_position(board, &moves),
            Command::Level(limits) => {
                self.limits = level::merge(self.limits, limits);
                Vec::new()
            }
            Command::Go(mode) => self.go(mode),
            // The search may have ended while these were on their way.
            Command::Stop | Command::PonderHit => Vec::new(),
            Command::Ping | Command::Quit | Command::Unknown(_) => Vec::new(),
        }
    }

    fn introduction(&self) -> Vec<HubAction> {
        let params = self.params.iter().cloned().map(Reply::Param);
        let replies = [Reply::Id(self.id.clone())].into_iter().chain(params).chain([Reply::Wait]);
        replies.map(HubAction::Reply).collect()
    }

    fn set_param(&mut self, name: String, text: &str) -> Vec<HubAction> {
        let Some(param) = self.params.iter_mut().find(|param| param.name == name) else {
            return error_reply(format!("there is no parameter {name}"));
        };
        let value = match param.read(text) {
            Ok(value) => value,
            Err(error) => return error_reply(error),
        };
        param.value = value.to_string();
        match name.as_str() {
            VARIANT => Vec::new(),
            POS_FRAME => {
                self.frame = param.value.parse().unwrap_or_default();
                Vec::new()
            }
            _ => vec![HubAction::SetParam { name, value }],
        }
    }

    fn set_position(&mut self, board: Option<BoardText>, moves: &[MoveText]) -> Vec<HubAction> {
        // Some clients give the limits first.
        if std::mem::take(&mut self.were_used) {
            self.limits = Limits::default();
        }
        match self.game_of(board, moves) {
            Ok(game) => {
                self.game = Some(game);
                Vec::new()
            }
            Err(error) => {
                self.game = None;
                error_reply(format!("pos: {error}"))
            }
        }
    }

    fn game_of(&mut self, board: Option<BoardText>, moves: &[MoveText]) -> Result<Game, String> {
        let Some(board) = board else {
            return replay(Position::START, moves).map_err(|error| error.to_string());
        };
        let resolved =
            board.resolve(moves, self.frame, self.default_frame).map_err(|error| error.to_string())?;
        if matches!(resolved.evidence, Evidence::Moves | Evidence::Tempo) {
            self.default_frame = resolved.frame;
        }
        Ok(resolved.game)
    }

    fn go(&mut self, mode: Mode) -> Vec<HubAction> {
        let Some(game) = &self.game else {
            return error_reply("go: there is no position; the last one could not be set");
        };
        if let Some(outcome) = game.outcome() {
            return error_reply(format!("go: the game is over: {outcome}"));
        }
        let search = SearchRequest { game: game.clone(), limits: self.limits, mode };
        self.were_used = true;
        self.phase = Phase::Searching(mode);
        let init = (!std::mem::replace(&mut self.is_ready, true)).then_some(HubAction::Init);
        init.into_iter().chain([HubAction::Start(search)]).collect()
    }
}

fn start() -> Game {
    Game::new().without_automatic_draws()
}

fn error_reply(error: impl ToString) -> Vec<HubAction> {
    vec![HubAction::Reply(Reply::Error(error.to_string()))]
}
