//! Questions over HTTP as values, so that somebody else can wait for the answers.

use crownhead_wire::{
    ChallengeInfo, ChatMessage, Credentials, Me, NewChallenge, OnlineSettings, SeatToken, SeekAnswer,
    SeekInfo, StartedGame,
};

use crate::error::ClientError;
use crate::http::Http;

/// A question to the server.
#[derive(Clone, Debug)]
pub enum Ask {
    /// Log in to an account.
    LogIn(Credentials),
    /// Make an account and log in to it.
    Register(Credentials),
    /// End the session, and go on as another guest.
    LogOut,
    /// Offer a game to anybody.
    Seek(OnlineSettings),
    /// Take an offer back, by its id.
    EndSeek(String),
    /// Accept an offer, by its id.
    AcceptSeek(String),
    /// Challenge somebody, or whoever has the code.
    Challenge(NewChallenge),
    /// List the challenges to you and of yours.
    Challenges,
    /// Accept a challenge, by its id or its code.
    AcceptChallenge(String),
    /// Decline a challenge, by its id.
    DeclineChallenge(String),
    /// Take a challenge back, by its id.
    EndChallenge(String),
    /// What was said in a game?
    Chat(String),
    /// A token for your seat in a game.
    Seat(String),
}

/// What the server answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// You are somebody else now.
    Me(Me),
    /// You are a guest again.
    LoggedOut,
    /// Your offer waits for somebody.
    Waiting(SeekInfo),
    /// A game has begun.
    Started(StartedGame),
    /// Your challenge waits for somebody.
    Challenge(ChallengeInfo),
    /// Challenges.
    Challenges(Vec<ChallengeInfo>),
    /// What was said.
    Chat(Vec<ChatMessage>),
    /// A token for your seat.
    Seat(SeatToken),
    /// It is done.
    Done,
}

impl Ask {
    /// Asks, and waits for the answer.
    ///
    /// # Errors
    ///
    /// The server cannot be reached, or says no.
    pub fn put(&self, http: &Http) -> Result<Answer, ClientError> {
        let done = |()| Answer::Done;
        if !self.changes_person() {
            http.enter()?;
        }
        match self {
            Ask::LogIn(credentials) => http.log_in(credentials).map(Answer::Me),
            Ask::Register(credentials) => http.register(credentials).map(Answer::Me),
            Ask::LogOut => http.log_out().map(|()| Answer::LoggedOut),
            Ask::Seek(settings) => http.seek(settings).map(|answer| match answer {
                SeekAnswer::Waiting { seek } => Answer::Waiting(seek),
                SeekAnswer::Started { game, side } => Answer::Started(StartedGame { game, side }),
            }),
            Ask::EndSeek(id) => http.end_seek(id).map(done),
            Ask::AcceptSeek(id) => http.accept_seek(id).map(Answer::Started),
            Ask::Challenge(challenge) => http.challenge(challenge).map(Answer::Challenge),
            Ask::Challenges => http.challenges().map(Answer::Challenges),
            Ask::AcceptChallenge(code) => http.accept_challenge(code).map(Answer::Started),
            Ask::DeclineChallenge(id) => http.decline_challenge(id).map(done),
            Ask::EndChallenge(id) => http.end_challenge(id).map(done),
            Ask::Chat(game) => http.chat(game).map(|log| Answer::Chat(log.lines)),
            Ask::Seat(game) => http.seat(game).map(Answer::Seat),
        }
    }

    /// Does its answer make us somebody else, so that the socket has to be opened anew?
    pub(crate) fn changes_person(&self) -> bool {
        matches!(self, Ask::LogIn(_) | Ask::Register(_) | Ask::LogOut)
    }
}
