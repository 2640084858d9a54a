//! A game at a server: who sits there, and what lies between them besides the board.

use crownhead_board::{Color, DrawReason, Outcome, WinReason};
use crownhead_client::wire::{
    ChatMessage, GameResult, OnlineGameState, OnlineReason, OnlineSettings, PersonInfo, ResultReason, Side,
};

use super::terms;

/// A game that is played or watched.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) game: String,
    people: [PersonInfo; 2],
    pub(crate) settings: OnlineSettings,
    pub(crate) ballot_plies: usize,
    /// Our side; none if we only watch.
    pub(crate) you: Option<Color>,
    pub(crate) draw_offer: Option<Color>,
    pub(crate) takeback: Option<Color>,
    /// The draw that the side to move may claim.
    pub(crate) claimable: Option<ResultReason>,
    pub(crate) rematch: Option<Color>,
    /// When the game is aborted unless the side to move makes its first move, by the server's clock.
    pub(crate) first_move_by: Option<u64>,
    /// How it ended, if it did.
    pub(crate) result: Option<GameResult>,
    pub(crate) chat: Vec<ChatMessage>,
    pub(crate) is_muted: bool,
}

/// So many lines of chat are remembered.
const MAX_CHAT: usize = 200;

impl Table {
    /// A game as the server describes it.
    pub(crate) fn new(state: &OnlineGameState) -> Table {
        let color = |side: Option<Side>| side.map(Color::from);
        Table {
            game: state.id.clone(),
            people: [state.black.clone(), state.white.clone()],
            settings: state.settings.clone(),
            ballot_plies: state.ballot_plies as usize,
            you: color(state.you),
            draw_offer: color(state.draw_offer),
            takeback: color(state.takeback),
            claimable: state.claimable,
            rematch: color(state.rematch),
            first_move_by: state.first_move_by,
            result: state
                .result
                .as_ref()
                .map(|result| GameResult { winner: result.winner, reason: result.reason }),
            chat: Vec::new(),
            is_muted: false,
        }
    }

    /// The name of whoever plays a side.
    pub(crate) fn name(&self, color: Color) -> &str {
        &self.people[color as usize].name
    }

    /// The name with the rating, and with what the game has done to it.
    pub(crate) fn titled(&self, color: Color) -> String {
        let person = &self.people[color as usize];
        let rating = match (person.rating, person.rating_change) {
            (None, _) => String::new(),
            (Some(rating), None) => format!(" ({rating})"),
            (Some(rating), Some(change)) => format!(" ({rating}{change:+})"),
        };
        let you = if self.you == Some(color) { ", you" } else { "" };
        format!("{}{rating}{you}", person.name)
    }

    /// What the game has done to the ratings of Black and of White.
    pub(crate) fn rate(&mut self, changes: [i32; 2]) {
        for (person, change) in self.people.iter_mut().zip(changes) {
            person.rating_change = Some(change);
        }
    }

    /// The kind of game in words.
    pub(crate) fn terms(&self) -> String {
        terms::words(&self.settings)
    }

    /// Is the game on, and are we in it?
    pub(crate) fn is_played_here(&self) -> bool {
        self.you.is_some() && self.result.is_none()
    }

    /// What the other side wants of us, with the keys or commands to answer by.
    pub(crate) fn offer(&self, yes: &str, no: &str) -> Option<String> {
        let you = self.you?;
        let them = self.name(!you);
        let asks = |side: Option<Color>| side == Some(!you);
        if self.result.is_some() {
            return asks(self.rematch).then(|| format!("{them} wants another game: {yes} agrees."));
        }
        let what = match () {
            () if asks(self.draw_offer) => "offers a draw",
            () if asks(self.takeback) => "asks to take a move back",
            () => return None,
        };
        Some(format!("{them} {what}: {yes} agrees, {no} declines; so does a move."))
    }

    /// What we have asked for, and was not answered yet.
    pub(crate) fn waiting(&self) -> Option<&'static str> {
        let you = self.you?;
        let ours = |side: Option<Color>| side == Some(you);
        match () {
            () if self.result.is_some() => ours(self.rematch).then_some("You want another game."),
            () if ours(self.draw_offer) => Some("You offer a draw."),
            () if ours(self.takeback) => Some("You ask to take your move back."),
            () => None,
        }
    }

    pub(crate) fn add_chat(&mut self, line: ChatMessage) {
        if !self.chat.contains(&line) {
            self.chat.push(line);
        }
        let extra = self.chat.len().saturating_sub(MAX_CHAT);
        self.chat.drain(..extra);
    }

    /// The last thing that was said.
    pub(crate) fn last_said(&self) -> Option<String> {
        let line = self.chat.last().filter(|_| !self.is_muted)?;
        Some(format!("{}: {}", line.name, line.text))
    }
}

/// How a game ended, by the rules of the game; none if it was given up before it had begun.
pub(crate) fn outcome(result: &GameResult) -> Option<Outcome> {
    let OnlineReason::Usual(reason) = result.reason else { return None };
    let winner = result.winner.map(Color::from);
    let won = |reason| winner.map(|winner| Outcome::Win(winner, reason));
    match reason {
        ResultReason::NoPieces => won(WinReason::NoPieces),
        ResultReason::NoMoves => won(WinReason::NoMoves),
        ResultReason::Resignation => won(WinReason::Resignation),
        ResultReason::Time => won(WinReason::Time),
        ResultReason::Forfeit => won(WinReason::Forfeit),
        ResultReason::Agreement => Some(Outcome::Draw(DrawReason::Agreement)),
        ResultReason::Repetition => Some(Outcome::Draw(DrawReason::Repetition)),
        ResultReason::FortyMoves => Some(Outcome::Draw(DrawReason::FortyMoves)),
        ResultReason::Recorded => None,
    }
}
