//! What games do to ratings.

use crownhead_board::Color;
use crownhead_contest::{Rating, Score};
use crownhead_store::StoreError;
use crownhead_store::club::{Account, OnlineGame, RatingChange, SavedRating};

use super::Online;
use crate::time::clock_ms;
use crate::wire::OnlineMessage;

/// A rating as it is computed with.
pub(crate) fn read(saved: &SavedRating) -> Rating {
    Rating { rating: saved.rating, deviation: saved.deviation, volatility: saved.volatility }
}

/// The rating of somebody new.
pub(crate) fn new(now: u64) -> SavedRating {
    let Rating { rating, deviation, volatility } = Rating::default();
    SavedRating { rating, deviation, volatility, games: 0, changed: now }
}

/// The number of attempts to rate a game while its players are being rated for other games.
const TRIES: usize = 5;
const DAY_MS: f64 = 24.0 * 3_600_000.0;

/// Saves what a game that is over has done to the ratings of its players, and tells those who watch. Done twice, it
/// counts once.
pub(crate) async fn rate(online: &Online, id: &str) -> Result<(), StoreError> {
    let store = online.store();
    for _ in 0..TRIES {
        let Some(game) = store.game(id.to_owned()).await? else { return Ok(()) };
        let Some(score) = score_of_black(&game).filter(|_| game.black.rating_change.is_none()) else {
            return Ok(());
        };
        let black = store.account(game.black.person.clone()).await?;
        let white = store.account(game.white.person.clone()).await?;
        let (Some(black), Some(white)) = (black, white) else { return Ok(()) };
        let now = clock_ms();
        let changes = [change(&black, &white, score, now), change(&white, &black, score.flip(), now)];
        let ids = [black.id, white.id];
        let ratings = changes.each_ref().map(|change| change.rating.rating.round() as i32);
        let [black, white] = [changes[0].difference, changes[1].difference];
        if store.rate(id.to_owned(), changes).await? {
            ids.iter().zip(ratings).for_each(|(id, rating)| online.presence().rated(id, rating));
            online.tell_game(id, &OnlineMessage::Rated { game: id.to_owned(), black, white });
            return Ok(());
        }
    }
    tracing::warn!(game = id, "not rated yet: its players are being rated for other games");
    Ok(())
}

fn score_of_black(game: &OnlineGame) -> Option<Score> {
    let result = &game.over.as_ref().filter(|_| game.is_rated)?.result;
    match result.as_str() {
        "draw" => Some(Score::Draw),
        "aborted" => None,
        winner if winner == word(Color::Black) => Some(Score::Win),
        _ => Some(Score::Loss),
    }
}

/// The word for a winner in searches.
pub(crate) fn word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn change(account: &Account, opponent: &Account, score: Score, now: u64) -> RatingChange {
    let rested = |account: &Account| {
        let days = now.saturating_sub(account.rating.changed) as f64 / DAY_MS;
        read(&account.rating).after_days(days)
    };
    let after = rested(account).after_game(rested(opponent), score);
    let difference = after.rating.round() as i32 - account.rating.rating.round() as i32;
    let Rating { rating, deviation, volatility } = after;
    let games = account.rating.games + 1;
    RatingChange {
        account: account.id.clone(),
        rating: SavedRating { rating, deviation, volatility, games, changed: now },
        difference,
    }
}
