//! The addresses of the API, a file for each kind of thing.

mod bits;
mod games;
mod library;
mod positions;
mod tree;

use axum::extract::DefaultBodyLimit;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Description;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::wire::{AnalysisMessage, AnalysisRequest, ErrorAnswer, LiveMessage};

/// The longest body, and the longest one with a game file in it.
const MAX_BODY: usize = 1 << 20;
const MAX_FILE: usize = 8 << 20;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Crownhead",
        description = "English/American checkers: games, positions, bits and the engine. Messages over the WebSockets \
                       /api/games/{id}/live and /api/analysis are described as LiveMessage, AnalysisRequest and \
                       AnalysisMessage."
    ),
    components(schemas(ErrorAnswer, LiveMessage, AnalysisRequest, AnalysisMessage))
)]
struct Api;

/// All routes, and their description.
pub(crate) fn routes() -> (axum::Router<App>, Description) {
    let with_files = OpenApiRouter::new()
        .routes(routes!(games::begin, games::list))
        .routes(routes!(library::pdn))
        .layer(DefaultBodyLimit::max(MAX_FILE));
    let others = OpenApiRouter::new()
        .routes(routes!(games::state, games::delete))
        .routes(routes!(games::play))
        .routes(routes!(games::undo))
        .routes(routes!(games::redo))
        .routes(routes!(games::hint))
        .routes(routes!(games::draw))
        .routes(routes!(games::decline))
        .routes(routes!(games::resign))
        .routes(routes!(games::restart))
        .routes(routes!(games::rematch))
        .routes(routes!(games::move_now))
        .routes(routes!(tree::position, tree::annotate, tree::remove))
        .routes(routes!(tree::add_move))
        .routes(routes!(tree::promote))
        .routes(routes!(tree::go_to))
        .routes(routes!(tree::pdn))
        .routes(routes!(tree::svg))
        .routes(routes!(tree::html))
        .routes(routes!(positions::look))
        .routes(routes!(positions::make_move))
        .routes(routes!(positions::svg))
        .routes(routes!(bits::look))
        .routes(routes!(bits::eval))
        .routes(routes!(library::about))
        .routes(routes!(library::ballots))
        .routes(routes!(library::openings))
        .layer(DefaultBodyLimit::max(MAX_BODY));
    OpenApiRouter::with_openapi(Api::openapi()).merge(with_files).merge(others).split_for_parts()
}
