//! How games between people begin.

use crownhead_store::club::{Begin, OnlineGame, Player};

use super::{Damaged, Online, Person, convert, damaged, now};
use crate::error::ApiError;
use crate::wire::{OnlineMessage, OnlineSettings, Side};

impl Online {
    /// Begins a game between two people, on this node, and takes these offers away; or does neither, when one of them is
    /// gone. [`Online::begun`] comes next.
    pub(crate) async fn begin(
        &self,
        id: String,
        black: &Person,
        white: &Person,
        settings: OnlineSettings,
        offers: Vec<String>,
    ) -> Result<Option<OnlineGame>, ApiError> {
        let (black, white) = (self.player(black).await?, self.player(white).await?);
        let begin = self.new_game(id, black, white, settings)?;
        let is_begun = self.store().begin(begin.clone(), offers).await?;
        Ok(is_begun.then_some(begin.game))
    }

    /// The same game again with the sides changed: with the same ballot, as matches are played.
    pub(super) async fn rematch(&self, game: &OnlineGame, id: &str) -> Result<Begin, ApiError> {
        let settings = convert::read_settings(&game.settings).map_err(|error| damaged(&game.id, &error))?;
        let person = |player: &Player| Person {
            id: player.person.clone(),
            name: player.name.clone(),
            has_account: player.has_account,
        };
        let black = self.player(&person(&game.white)).await?;
        let white = self.player(&person(&game.black)).await?;
        self.new_game(id.to_owned(), black, white, settings)
    }

    fn new_game(
        &self,
        id: String,
        black: Player,
        white: Player,
        settings: OnlineSettings,
    ) -> Result<Begin, ApiError> {
        let settings = convert::drawn(settings)?;
        let (is_rated, is_private) = (settings.rated, settings.private);
        let settings =
            serde_json::to_string(&settings).map_err(|error| damaged(&id, &Damaged::Json(error)))?;
        let created = now();
        let game = OnlineGame { id, black, white, settings, is_rated, is_private, created, over: None };
        Ok(Begin { game, node: self.node().name().to_owned() })
    }

    /// A game has begun on this node: it is taken in hand, and everybody is told.
    pub(super) fn begun(&self, game: OnlineGame) {
        if let Err(error) = self.start(game.clone()) {
            tracing::error!(game = game.id, "{}", error.body.message);
        }
        self.metrics().games.inc();
        self.tell_begin(&game);
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
