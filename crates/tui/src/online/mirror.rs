//! A game at a server as it is known here: who sits there, its moves, and how it stands by the server's last word.

use crownhead_board::{Color, Game, Position, Rules};
use crownhead_client::wire::{ChatMessage, OnlineGameState, OnlineSettings, PersonInfo, Situation};

use super::lobby::named;
use super::terms;

/// A game that is played or watched.
#[derive(Clone, Debug)]
pub struct Mirror {
    pub(crate) id: String,
    people: [PersonInfo; 2],
    settings: OnlineSettings,
    /// Our side; none if we only watch.
    pub(crate) you: Option<Color>,
    /// The moves, to be shown; one of ours is made here before the server has heard of it. Results are the server's.
    pub(crate) game: Game,
    /// How the game stands, as the server has said last.
    pub(crate) now: Situation,
    pub(crate) chat: Vec<ChatMessage>,
    pub(crate) is_muted: bool,
}

/// Lines of chat that are remembered.
const MAX_CHAT: usize = 200;

impl Mirror {
    /// A game as the server describes it.
    pub(crate) fn new(state: &OnlineGameState) -> Result<Mirror, String> {
        Ok(Mirror {
            id: state.id.clone(),
            people: [state.black.clone(), state.white.clone()],
            settings: state.settings.clone(),
            you: state.you.map(Color::from),
            game: replayed(state)?,
            now: state.now.clone(),
            chat: Vec::new(),
            is_muted: false,
        })
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
        format!("{}{rating}{you}", named(person))
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

    /// Who plays whom, and what kind of game.
    pub(crate) fn introduction(&self) -> String {
        let [black, white] = Color::ALL.map(|color| self.name(color));
        let who = match self.you {
            Some(you) => format!("You play {you} against {}", self.name(!you)),
            None => format!("You watch {black} against {white}"),
        };
        format!("{who}. {}.", self.terms())
    }

    /// Is the game on, and are we in it?
    pub(crate) fn is_played_here(&self) -> bool {
        self.you.is_some() && self.now.result.is_none()
    }

    /// Keeps the first `plies` plies on the board.
    pub(crate) fn take_back_to(&mut self, ply: u32) {
        while self.game.moves().len() > ply as usize && self.game.undo().is_some() {}
    }

    /// What the other side wants of us, with the keys or commands to answer by.
    pub(crate) fn offer(&self, yes: &str, no: &str) -> Option<String> {
        let you = self.you?;
        let them = self.name(!you);
        let asks = |side: Option<Color>| side == Some(!you);
        if self.now.result.is_some() {
            return asks(self.now.rematch).then(|| format!("{them} wants another game: {yes} agrees."));
        }
        let what = match () {
            () if asks(self.now.draw_offer) => "offers a draw",
            () if asks(self.now.takeback) => "asks to take a move back",
            () => return None,
        };
        Some(format!("{them} {what}: {yes} agrees, {no} declines; so does a move."))
    }

    /// What we have asked for, and was not answered yet.
    pub(crate) fn waiting(&self) -> Option<&'static str> {
        let you = self.you?;
        let ours = |side: Option<Color>| side == Some(you);
        match () {
            () if self.now.result.is_some() => ours(self.now.rematch).then_some("You want another game."),
            () if ours(self.now.draw_offer) => Some("You offer a draw."),
            () if ours(self.now.takeback) => Some("You ask to take your move back."),
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

/// The game so far, by the rules here. A draw that could be claimed does not end it.
fn replayed(state: &OnlineGameState) -> Result<Game, String> {
    let rules: Rules = state.settings.rules.parse().map_err(|error| format!("{error}"))?;
    let start: Position = state.start.parse().map_err(|error| format!("{error}"))?;
    let mut game = Game::from_position(start, rules).without_automatic_draws();
    for text in &state.moves {
        let mv = game.state().parse_move(text).map_err(|error| error.to_string())?;
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(game)
}
