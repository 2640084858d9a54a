//! The addresses of the API, a file for each kind of thing.

mod arena;
mod bits;
mod bot;
mod collection;
mod library;
mod offers;
mod old_games;
mod online;
mod people;
mod positions;
mod practice;
mod studies;

use axum::extract::DefaultBodyLimit;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Description;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::App;
use crate::analysis;
use crate::wire::{
    AnalysisMessage, AnalysisRequest, ArenaMessage, ErrorAnswer, OnlineMessage, OnlineRequest, YesNo,
};

pub(crate) use arena::socket as arena_socket;
pub(crate) use online::socket as online_socket;

/// The longest body, and the longest one with a game file in it.
const MAX_BODY: usize = 1 << 20;
const MAX_FILE: usize = 8 << 20;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Crownhead",
        description = "English/American checkers: games with others, studies, positions, bits and the engine. Messages over the WebSockets \
                       /api/analysis, /api/online/socket and /api/arena/{id}/watch are described as \
                       AnalysisRequest and AnalysisMessage, OnlineRequest and OnlineMessage, ArenaMessage."
    ),
    components(schemas(
        ErrorAnswer,
        AnalysisRequest,
        AnalysisMessage,
        OnlineRequest,
        OnlineMessage,
        ArenaMessage,
        YesNo
    ))
)]
struct Api;

/// A file that browsers save and do not show.
fn download(kind: &'static str, name: &str, text: String) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)], text).into_response()
}

/// All routes, and their description.
pub(crate) fn routes() -> (axum::Router<App>, Description) {
    let with_files =
        OpenApiRouter::new().routes(routes!(library::pdn)).layer(DefaultBodyLimit::max(MAX_FILE));
    let others = OpenApiRouter::new()
        .routes(routes!(positions::look))
        .routes(routes!(positions::make_move))
        .routes(routes!(positions::line))
        .routes(routes!(positions::svg))
        .routes(routes!(analysis::ask_once))
        .routes(routes!(bits::look))
        .routes(routes!(bits::eval))
        .routes(routes!(library::about))
        .routes(routes!(library::ballots))
        .routes(routes!(library::openings))
        .routes(routes!(practice::endings))
        .routes(routes!(practice::position))
        .routes(routes!(studies::add, studies::own))
        .routes(routes!(studies::look, studies::change, studies::delete))
        .routes(routes!(studies::pdn))
        .routes(routes!(old_games::all))
        .routes(routes!(collection::stats))
        .routes(routes!(collection::find))
        .routes(routes!(collection::pdn))
        .routes(routes!(collection::explore, collection::explore_all))
        .merge(tournaments())
        .merge(between_people())
        .layer(DefaultBodyLimit::max(MAX_BODY));
    OpenApiRouter::with_openapi(Api::openapi()).merge(with_files).merge(others).split_for_parts()
}

/// The addresses of tournaments to look at.
fn tournaments() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(arena::list))
        .routes(routes!(arena::tournament))
        .routes(routes!(arena::game))
        .routes(routes!(arena::report))
        .routes(routes!(arena::pdn))
}

/// The addresses of play between people over the network.
fn between_people() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(people::guest))
        .routes(routes!(people::register))
        .routes(routes!(people::login))
        .routes(routes!(people::logout))
        .routes(routes!(people::me))
        .routes(routes!(people::bot))
        .routes(routes!(people::tokens, people::make_token))
        .routes(routes!(people::delete_token))
        .routes(routes!(people::profile))
        .routes(routes!(people::logout_everywhere))
        .routes(routes!(people::change_password))
        .routes(routes!(people::codes_left, people::make_codes))
        .routes(routes!(people::recover))
        .routes(routes!(people::delete_account))
        .routes(routes!(people::blocks))
        .routes(routes!(people::block, people::unblock))
        .routes(routes!(people::leaderboard))
        .routes(routes!(offers::lobby))
        .routes(routes!(offers::seek))
        .routes(routes!(offers::cancel_seek))
        .routes(routes!(offers::accept_seek))
        .routes(routes!(offers::challenge, offers::challenges))
        .routes(routes!(offers::look, offers::cancel))
        .routes(routes!(offers::accept))
        .routes(routes!(offers::decline))
        .routes(routes!(online::archive, offers::play_level))
        .routes(routes!(online::state))
        .routes(routes!(online::pdn))
        .routes(routes!(online::chat))
        .routes(routes!(online::seat))
        .routes(routes!(online::report))
        .routes(routes!(bot::events))
        .routes(routes!(bot::game))
        .routes(routes!(bot::play))
        .routes(routes!(bot::resign))
        .routes(routes!(bot::abort))
        .routes(routes!(bot::draw))
        .routes(routes!(bot::takeback))
        .routes(routes!(bot::seek))
        .routes(routes!(bot::play_level))
        .routes(routes!(bot::challenge))
        .routes(routes!(bot::accept))
        .routes(routes!(bot::decline))
}
