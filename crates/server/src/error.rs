//! What goes wrong, as clients hear of it.

use axum::extract::rejection::{BytesRejection, JsonRejection, QueryRejection};
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{AppendHeaders, IntoResponse, Response};
use crownhead_board::{ParseMoveError, ParsePositionError, ParseRulesError, Position};
use crownhead_play::{Notation, advice};
use crownhead_store::StoreError;
use utoipa::IntoResponses;

use crate::chain::Chain;
use crate::pool::Busy;
use crate::wire::{ErrorAnswer, ErrorBody};

/// Something that was not done, with the status to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiError {
    /// The status of the answer.
    pub(crate) status: StatusCode,
    /// What is told.
    pub(crate) body: ErrorBody,
    /// In how many seconds the same may be asked again.
    pub(crate) wait: Option<u64>,
}

/// The answers that are not a success, for the description of the API.
#[derive(IntoResponses)]
#[allow(dead_code, reason = "the variants are only read by the derived description")]
pub(crate) enum Failures {
    /// Not JSON, or JSON of another shape.
    #[response(status = 400)]
    BadRequest(ErrorAnswer),
    /// It is not known who asks.
    #[response(status = 401)]
    WhoAreYou(ErrorAnswer),
    /// From a page of another site, or by a foreign name.
    #[response(status = 403)]
    Forbidden(ErrorAnswer),
    /// No such address, game or node.
    #[response(status = 404)]
    NotFound(ErrorAnswer),
    /// The game has moved on, or the thing cannot be done now.
    #[response(status = 409)]
    Conflict(ErrorAnswer),
    /// The body is too large.
    #[response(status = 413)]
    TooLarge(ErrorAnswer),
    /// The body is not JSON.
    #[response(status = 415)]
    WrongType(ErrorAnswer),
    /// Understood, but not right.
    #[response(status = 422)]
    NotRight(ErrorAnswer),
    /// The engine has too much to do, or somebody asks too often.
    #[response(status = 429)]
    Busy(ErrorAnswer),
    /// Nothing can be saved, so nothing was changed.
    #[response(status = 503)]
    Storage(ErrorAnswer),
}

impl ApiError {
    /// An error with a code and a sentence.
    pub(crate) fn new(status: StatusCode, code: &str, message: impl Into<String>) -> ApiError {
        let body = ErrorBody { code: code.to_owned(), message: message.into(), hint: None };
        ApiError { status, body, wait: None }
    }

    /// The same with what would be right.
    #[must_use]
    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> ApiError {
        self.body.hint = Some(hint.into());
        self
    }

    /// The same with when to ask again.
    #[must_use]
    pub(crate) fn with_wait(mut self, seconds: u64) -> ApiError {
        self.wait = Some(seconds);
        self
    }

    /// Nothing has this address.
    pub(crate) fn not_found(what: &str) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not_found", format!("There is no such {what}."))
    }

    /// The thing cannot be done now.
    pub(crate) fn not_now(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::CONFLICT, "not_now", message)
    }

    /// The value is not right.
    pub(crate) fn unprocessable(code: &str, message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// A move that was not made.
    pub(crate) fn of_move(error: &ParseMoveError, pos: &Position) -> ApiError {
        let message = advice::about_typed(error, pos, Notation::Pdn);
        ApiError::unprocessable("bad_move", message)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let wait = self.wait.map(|seconds| (RETRY_AFTER, seconds.to_string()));
        let answer = axum::Json(ErrorAnswer { error: self.body });
        (self.status, AppendHeaders(wait), answer).into_response()
    }
}

/// A text as a sentence.
pub(crate) fn sentence(text: &str) -> String {
    let mut chars = text.trim().chars();
    let first = chars.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    let end = if text.trim_end().ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", chars.as_str())
}

impl From<ParsePositionError> for ApiError {
    fn from(error: ParsePositionError) -> ApiError {
        ApiError::unprocessable("bad_fen", sentence(&error.to_string()))
            .with_hint("A position looks like W:W21,22,K30:B1,2: the side to move, White's pieces, Black's, K before kings.")
    }
}

impl From<ParseRulesError> for ApiError {
    fn from(error: ParseRulesError) -> ApiError {
        ApiError::unprocessable("bad_rules", sentence(&error.to_string()))
    }
}

impl From<Busy> for ApiError {
    fn from(busy: Busy) -> ApiError {
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "busy", sentence(&busy.to_string()))
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::Stale { .. } => {
                ApiError::new(StatusCode::CONFLICT, "stale", sentence(&error.to_string()))
            }
            _ => {
                tracing::error!("{}", Chain(&error));
                let message = "The game could not be saved, so nothing was changed. Try again in a moment.";
                ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "storage", message)
            }
        }
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        refused(rejection.status(), &rejection.body_text())
    }
}

impl From<BytesRejection> for ApiError {
    fn from(rejection: BytesRejection) -> ApiError {
        refused(rejection.status(), &rejection.body_text())
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        refused(rejection.status(), &rejection.body_text())
    }
}

fn refused(status: StatusCode, text: &str) -> ApiError {
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::new(status, "too_large", "The request is too large."),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            ApiError::new(status, "wrong_type", "The body must be JSON, sent as application/json.")
        }
        _ => ApiError::new(StatusCode::BAD_REQUEST, "bad_request", sentence(text)),
    }
}
