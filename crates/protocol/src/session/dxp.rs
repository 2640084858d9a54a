//! Either side of a game over DXP.

use std::time::Duration;

use crownhead_board::{Color, Game, Move, Position};

use super::dxp_game::{DxpTurn, Match};
use crate::board::ResolveError;
use crate::dxp::{
    Answer, BackAnswer, BackRequest, BoardText, GameAccept, GameEnd, GameRequest, Message, Reason, VERSION,
};
use crate::frame::{Frame, FrameChoice};
use crate::move_text::{MoveError, MoveText};

/// Either side of games over DXP: who moves when, what to send, when a game ends.
///
/// ```
/// use std::time::Duration;
/// use crownhead_board::Color;
/// use crownhead_protocol::dxp::{GameRequest, Message};
/// use crownhead_protocol::session::{DxpAction, DxpConfig, DxpSession};
///
/// let mut session = DxpSession::new(DxpConfig { name: "Example".to_owned(), ..DxpConfig::default() });
/// let request = Message::GameRequest(GameRequest::new("Opponent", Color::Black));
/// let [DxpAction::Send(Message::GameAccept(_)), DxpAction::Think(turn)] = &session.receive(request)[..] else {
///     panic!("Black is to move, and that is us");
/// };
/// let actions = session.play(turn.game.legal_moves()[0], Duration::from_secs(2))?;
/// assert!(matches!(&actions[..], [DxpAction::Send(Message::Move(_))]));
/// # Ok::<(), crownhead_protocol::session::DxpFault>(())
/// ```
#[derive(Clone, Debug)]
pub struct DxpSession {
    config: DxpConfig,
    phase: Phase,
}

/// How to play over DXP.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DxpConfig {
    /// Our name.
    pub name: String,
    /// The frame in which boards are read.
    pub frame: FrameChoice,
    /// The frame if `frame` is [`FrameChoice::Auto`]: for our boards, and for those whose frame is unknown.
    pub default_frame: Frame,
    /// May the opponent take moves back?
    pub take_back: bool,
    /// Do we want another game after this one?
    pub again: bool,
}

#[derive(Clone, Debug)]
enum Phase {
    /// No game, and none requested.
    Idle,
    /// We have requested this game.
    Asked(GameRequest),
    Playing(Box<Match>),
    /// We have ended the game and wait for the answer.
    Ending(GameEnd),
    /// No more games.
    Closed,
}

/// A game to request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DxpOffer {
    /// The position to start from.
    pub start: Position,
    /// The side the other program is to play.
    pub follower: Color,
    /// Minutes for each side, at most 999; 0 for no limit.
    pub minutes: u16,
    /// The number of moves these minutes are for, at most 999; 0 for the whole game.
    pub moves: u16,
}

/// The greatest number of three digits.
const MAX_NUMBER: u16 = 999;

/// What the program must do.
#[derive(Clone, Debug)]
pub enum DxpAction {
    /// Send this message, at least [`MESSAGE_GAP`](crate::dxp::MESSAGE_GAP) after the last.
    Send(Message),
    /// It is our turn: find a move and call [`DxpSession::play`].
    Think(DxpTurn),
    /// Stop thinking; no move is needed.
    StopThinking,
    /// A chat message from the opponent.
    Chat(String),
    /// The game is over, or was refused.
    Ended(DxpEnd),
    /// The opponent has made a mistake.
    Fault(DxpFault),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DxpEnd {
    /// It was played, or broken off.
    Over {
        /// The end as we see it.
        reason: Reason,
        /// Both sides want another game.
        again: bool,
    },
    /// The follower refused to play, with a digit for the reason.
    Refused(u8),
    /// The connection was lost.
    Disconnected,
}

/// A message or call that is not valid now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DxpFault {
    /// The move cannot be made.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The board is not a position.
    #[error(transparent)]
    Board(#[from] ResolveError),
    /// The version of the protocol is newer than ours.
    #[error("version {0} of DXP is not supported")]
    Version(u8),
    /// It is not valid in this phase of the game.
    #[error("{0} is not expected now")]
    OutOfPlace(&'static str),
}

impl DxpSession {
    /// A session without a game. A follower waits; a leader calls [`DxpSession::ask`].
    pub const fn new(config: DxpConfig) -> DxpSession {
        DxpSession { config, phase: Phase::Idle }
    }

    /// Requests a game.
    ///
    /// # Errors
    ///
    /// Returns an error if a game is being played or requested, or the session is closed.
    pub fn ask(&mut self, offer: DxpOffer) -> Result<Vec<DxpAction>, DxpFault> {
        if !matches!(self.phase, Phase::Idle) {
            return Err(DxpFault::OutOfPlace("a request"));
        }
        let board = (offer.start != Position::START).then(|| BoardText::new(&offer.start, self.own_frame()));
        let (minutes, moves) = (offer.minutes.min(MAX_NUMBER), offer.moves.min(MAX_NUMBER));
        let request =
            GameRequest { minutes, moves, board, ..GameRequest::new(&self.config.name, offer.follower) };
        self.phase = Phase::Asked(request.clone());
        Ok(vec![DxpAction::Send(Message::GameRequest(request))])
    }

    /// Handles a message.
    pub fn receive(&mut self, message: Message) -> Vec<DxpAction> {
        match message {
            Message::GameRequest(request) => self.requested(&request),
            Message::GameAccept(accept) => self.answered(&accept),
            Message::Move(made) => self.moved(&made.mv),
            Message::GameEnd(end) => self.ended(end),
            Message::BackRequest(request) => self.back_requested(request),
            Message::BackAccept(_) => vec![DxpAction::Fault(DxpFault::OutOfPlace("an answer to take back"))],
            Message::Chat(text) => vec![DxpAction::Chat(text)],
        }
    }

    /// Makes our move, found after `spent`.
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if it is not our turn or the move is illegal.
    pub fn play(&mut self, mv: Move, spent: Duration) -> Result<Vec<DxpAction>, DxpFault> {
        let Phase::Playing(game) = &mut self.phase else { return Err(DxpFault::OutOfPlace("a move")) };
        if !game.is_our_turn() {
            return Err(DxpFault::OutOfPlace("a move"));
        }
        let made = game.play(mv, spent)?;
        let reason = game.reason();
        let mut actions = vec![DxpAction::Send(Message::Move(made))];
        actions.extend(reason.into_iter().flat_map(|reason| self.finish(reason, !self.config.again)));
        Ok(actions)
    }

    /// Ends the game, for example by resigning.
    ///
    /// # Errors
    ///
    /// Returns an error if no game is being played.
    pub fn end(&mut self, reason: Reason) -> Result<Vec<DxpAction>, DxpFault> {
        match &self.phase {
            Phase::Playing(_) => Ok(self.finish(reason, !self.config.again)),
            _ => Err(DxpFault::OutOfPlace("the end of a game")),
        }
    }

    /// Handles the loss of the connection.
    pub fn disconnected(&mut self) -> Vec<DxpAction> {
        match std::mem::replace(&mut self.phase, Phase::Closed) {
            Phase::Idle | Phase::Closed => Vec::new(),
            Phase::Ending(end) => vec![DxpAction::Ended(DxpEnd::Over { reason: end.reason, again: false })],
            Phase::Asked(_) => vec![DxpAction::Ended(DxpEnd::Disconnected)],
            Phase::Playing(game) => {
                let stop = game.is_our_turn().then_some(DxpAction::StopThinking);
                stop.into_iter().chain([DxpAction::Ended(DxpEnd::Disconnected)]).collect()
            }
        }
    }

    /// The current game.
    pub fn game(&self) -> Option<&Game> {
        match &self.phase {
            Phase::Playing(game) => Some(game.game()),
            _ => None,
        }
    }

    /// Returns whether there will be no more games.
    pub const fn is_closed(&self) -> bool {
        matches!(self.phase, Phase::Closed)
    }

    fn requested(&mut self, request: &GameRequest) -> Vec<DxpAction> {
        if !matches!(self.phase, Phase::Idle) {
            return vec![self.answer(Answer::BUSY), DxpAction::Fault(DxpFault::OutOfPlace("a game request"))];
        }
        if request.version > VERSION {
            let fault = DxpFault::Version(request.version);
            return vec![self.answer(Answer::NEWER_VERSION), DxpAction::Fault(fault)];
        }
        match self.new_match(request, request.follower) {
            Ok(game) => {
                let accept = self.answer(Answer::Accepted);
                [accept].into_iter().chain(self.begin(game)).collect()
            }
            Err(error) => vec![self.answer(Answer::BAD_POSITION), DxpAction::Fault(error.into())],
        }
    }

    fn answered(&mut self, accept: &GameAccept) -> Vec<DxpAction> {
        let Phase::Asked(request) = &self.phase else {
            return vec![DxpAction::Fault(DxpFault::OutOfPlace("an answer to a game request"))];
        };
        let game = self.new_match(request, !request.follower);
        match (accept.answer, game) {
            (Answer::Accepted, Ok(game)) => self.begin(game),
            (Answer::Accepted, Err(error)) => {
                self.phase = Phase::Idle;
                vec![DxpAction::Fault(error.into())]
            }
            (Answer::Refused(code), _) => {
                self.phase = Phase::Idle;
                vec![DxpAction::Ended(DxpEnd::Refused(code))]
            }
        }
    }

    fn moved(&mut self, text: &MoveText) -> Vec<DxpAction> {
        match &mut self.phase {
            Phase::Playing(game) if !game.is_our_turn() => match game.receive(text) {
                Ok(()) => self.go_on(),
                Err(error) => {
                    let fault = DxpAction::Fault(error.into());
                    [fault].into_iter().chain(self.finish(Reason::Unknown, true)).collect()
                }
            },
            // It crossed our message that the game is over.
            Phase::Ending(_) => Vec::new(),
            _ => vec![DxpAction::Fault(DxpFault::OutOfPlace("a move"))],
        }
    }

    /// The opponent ends the game, or confirms that we did.
    fn ended(&mut self, theirs: GameEnd) -> Vec<DxpAction> {
        match &self.phase {
            Phase::Playing(game) => {
                let stop = game.is_our_turn().then_some(DxpAction::StopThinking);
                let ours = GameEnd { reason: theirs.reason.mirrored(), stop: !self.config.again };
                let answer = DxpAction::Send(Message::GameEnd(ours));
                stop.into_iter().chain([answer]).chain(self.close(ours, theirs)).collect()
            }
            Phase::Ending(ours) => self.close(*ours, theirs),
            // Some clients repeat the end of a game.
            Phase::Idle | Phase::Asked(_) | Phase::Closed => Vec::new(),
        }
    }

    fn close(&mut self, ours: GameEnd, theirs: GameEnd) -> Vec<DxpAction> {
        let again = !ours.stop && !theirs.stop;
        self.phase = if again { Phase::Idle } else { Phase::Closed };
        vec![DxpAction::Ended(DxpEnd::Over { reason: ours.reason, again })]
    }

    fn back_requested(&mut self, request: BackRequest) -> Vec<DxpAction> {
        let answer = |answer| DxpAction::Send(Message::BackAccept(answer));
        let Phase::Playing(game) = &mut self.phase else {
            return vec![answer(BackAnswer::Refused)];
        };
        if !self.config.take_back {
            return vec![answer(BackAnswer::Unsupported)];
        }
        let stop = game.is_our_turn().then_some(DxpAction::StopThinking);
        if !game.take_back(request) {
            return vec![answer(BackAnswer::Refused)];
        }
        let think = self.go_on();
        stop.into_iter().chain([answer(BackAnswer::Accepted)]).chain(think).collect()
    }

    fn new_match(&self, request: &GameRequest, us: Color) -> Result<Match, ResolveError> {
        let choice = match self.phase {
            Phase::Asked(_) => FrameChoice::Fixed(self.own_frame()),
            _ => self.config.frame,
        };
        Match::new(request, us, choice, self.config.default_frame)
    }

    /// The frame in which we write boards.
    const fn own_frame(&self) -> Frame {
        match self.config.frame {
            FrameChoice::Auto => self.config.default_frame,
            FrameChoice::Fixed(frame) => frame,
        }
    }

    fn begin(&mut self, game: Match) -> Vec<DxpAction> {
        self.phase = Phase::Playing(Box::new(game));
        self.go_on()
    }

    /// Thinks if it is our turn; ends the game if it is over.
    fn go_on(&mut self) -> Vec<DxpAction> {
        let Phase::Playing(game) = &self.phase else { return Vec::new() };
        match game.reason() {
            Some(reason) => self.finish(reason, !self.config.again),
            None if game.is_our_turn() => vec![DxpAction::Think(game.turn())],
            None => Vec::new(),
        }
    }

    fn finish(&mut self, reason: Reason, stop: bool) -> Vec<DxpAction> {
        let end = GameEnd { reason, stop };
        self.phase = Phase::Ending(end);
        vec![DxpAction::Send(Message::GameEnd(end))]
    }

    fn answer(&self, answer: Answer) -> DxpAction {
        DxpAction::Send(Message::GameAccept(GameAccept { name: self.config.name.clone(), answer }))
    }
}
