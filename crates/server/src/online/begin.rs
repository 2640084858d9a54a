//! How games between people begin.

use crownhead_store::club::{OnlineGame, Player};

use super::{Damaged, Online, Person, convert, damaged, now};
use crate::error::ApiError;
use crate::wire::{OnlineMessage, OnlineSettings, Side};

impl Online {
    /// Begins a game between two people, on this node.
    pub(crate) async fn begin(
        &self,
        id: String,
        black: &Person,
        white: &Person,
        settings: OnlineSettings,
    ) -> Result<(), ApiError> {
        let (black, white) = (self.player(black).await?, self.player(white).await?);
        self.begin_as(id, black, white, settings).await
    }

    /// Begins the same game again with the sides changed: with the same ballot, as matches are played.
    pub(super) async fn begin_rematch(&self, game: &OnlineGame, id: &str) -> Result<(), ApiError> {
        let settings = convert::read_settings(&game.settings).map_err(|error| damaged(&game.id, &error))?;
        let person = |player: &Player| Person {
            id: player.person.clone(),
            name: player.name.clone(),
            has_account: player.has_account,
        };
        let black = self.player(&person(&game.white)).await?;
        let white = self.player(&person(&game.black)).await?;
        self.begin_as(id.to_owned(), black, white, settings).await
    }

    async fn begin_as(
        &self,
        id: String,
        black: Player,
        white: Player,
        settings: OnlineSettings,
    ) -> Result<(), ApiError> {
        let settings = convert::drawn(settings)?;
        let (is_rated, is_private) = (settings.rated, settings.private);
        let settings =
            serde_json::to_string(&settings).map_err(|error| damaged(&id, &Damaged::Json(error)))?;
        let created = now();
        let game = OnlineGame { id, black, white, settings, is_rated, is_private, created, over: None };
        self.store().add_game(game.clone(), self.node().name().to_owned()).await?;
        self.start(game.clone())?;
        self.metrics().games.add(1);
        self.tell_begin(&game);
        Ok(())
    }

    fn tell_begin(&self, game: &OnlineGame) {
        for (player, side) in [(&game.black, Side::Black), (&game.white, Side::White)] {
            self.tell_person(&player.person, &OnlineMessage::Started { game: game.id.clone(), side });
        }
        if !game.is_private
            && let Ok(summary) = convert::summary(game)
        {
            self.tell_lobby(&OnlineMessage::LiveAdded { game: Box::new(summary) });
        }
    }
}
