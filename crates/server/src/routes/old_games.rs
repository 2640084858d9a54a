//! Games that an earlier version of the program kept at the server, for whoever sits at its machine.

use axum::Json;
use axum::extract::State;

use crate::App;
use crate::chain::Chain;
use crate::client::Client;
use crate::error::{ApiError, Failures};
use crate::old_game_pdn;
use crate::wire::OldGames;

/// Games that are read from the store at a time.
const PAGE: u32 = 100;
/// More text than this is not told; the program itself writes any number of games to a file.
const MAX_TEXT: usize = 8 << 20;

/// The games that an earlier version of the program kept here: only for a browser on the same machine, at a server that
/// listens to no other.
#[utoipa::path(get, path = "/api/old-games", tag = "studies", responses((status = 200, body = OldGames), Failures))]
pub(super) async fn all(State(app): State<App>, client: Client) -> Result<Json<OldGames>, ApiError> {
    // A proxy on this machine speaks for others.
    if !app.entrance.is_local || !client.is_here {
        return Err(ApiError::not_found("address"));
    }
    let mut told = OldGames { games: 0, left_out: 0, pdn: String::new() };
    let mut after = None;
    loop {
        let games = app.studies.old_games(after, PAGE).await?;
        let Some(last) = games.last() else { break };
        after = Some((last.created, last.id.clone()));
        told = app
            .blocking
            .run(move || {
                for game in games {
                    match old_game_pdn(&game) {
                        Ok(text) if told.pdn.len() + text.len() < MAX_TEXT => {
                            told.games += 1;
                            if !told.pdn.is_empty() {
                                told.pdn.push('\n');
                            }
                            told.pdn.push_str(&text);
                        }
                        Ok(_) => told.left_out += 1,
                        Err(error) => {
                            tracing::warn!(game = game.id, "a game of an earlier version: {}", Chain(&error));
                            told.left_out += 1;
                        }
                    }
                }
                told
            })
            .await?;
    }
    Ok(Json(told))
}
