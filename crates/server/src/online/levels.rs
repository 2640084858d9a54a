//! Games against levels of the computer.

use crownhead_board::Color;
use crownhead_engine::Level;
use crownhead_store::club::OnlineGame;

use super::{Online, Person, computer, convert, new_id, secret};
use crate::error::ApiError;
use crate::wire::{ErrorCode, NewLevelGame, OnlineSettings, StartedGame, Wish};

/// Games against levels that one person may have at a time. Without a clock they would never end by themselves.
const MAX_GAMES: usize = 10;

impl Online {
    /// Begins a game that somebody wants against a level.
    pub(crate) async fn play_level(
        &self,
        person: &Person,
        new: NewLevelGame,
    ) -> Result<StartedGame, ApiError> {
        let bad = |message: &str| ApiError::new(ErrorCode::BadValue, message);
        let level = Level::new(new.level).ok_or_else(|| bad("Levels are from 1 to 10."))?;
        if new.settings.rated {
            return Err(bad("Games against a level are not rated."));
        }
        self.begin_level(person, level, new.settings).await
    }

    /// Begins a game against a level, if the person has not too many of them.
    pub(super) async fn begin_level(
        &self,
        person: &Person,
        level: Level,
        settings: OnlineSettings,
    ) -> Result<StartedGame, ApiError> {
        let settings = convert::normal(settings)?;
        let games = self.store().games_of(person.id.clone()).await?;
        if games.iter().filter(|game| is_with_level(game)).count() >= MAX_GAMES {
            let message = format!("You have {MAX_GAMES} games against levels already; end one first.");
            return Err(ApiError::not_now(message));
        }
        let coin = secret::chance()? % 2 == 0;
        let side = settings.side.settle(Wish::Random, coin).unwrap_or(Color::Black);
        let level = computer::person(level);
        let (black, white) = match side {
            Color::Black => (person, &level),
            Color::White => (&level, person),
        };
        let game = new_id()?;
        let begun = self.begin(game.clone(), black, white, settings, Vec::new()).await?;
        self.begun(begun.ok_or_else(super::try_again)?);
        Ok(StartedGame { game, side: side.into() })
    }
}

fn is_with_level(game: &OnlineGame) -> bool {
    [&game.black, &game.white].into_iter().any(|player| computer::level(player).is_some())
}
