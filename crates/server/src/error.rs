//! What goes wrong, as clients hear of it.

use axum::extract::rejection::{BytesRejection, JsonRejection, QueryRejection};
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{AppendHeaders, IntoResponse, Response};
use crownhead_board::Position;
use crownhead_contest::Refusal;
use crownhead_store::StoreError;
use utoipa::IntoResponses;

use crate::chain::Chain;
use crate::pool::Busy;
use crate::serve::SlowBody;
use crate::wire::answers::bad_move;
pub(crate) use crate::wire::answers::sentence;
use crate::wire::{ErrorAnswer, ErrorBody, ErrorCode};

/// Something that was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiError {
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
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> ApiError {
        ErrorBody::new(code, message).into()
    }

    /// Is it this?
    pub(crate) fn is(&self, code: ErrorCode) -> bool {
        self.body.code == code
    }

    /// The same with what would be right.
    #[must_use]
    pub(crate) fn with_hint(self, hint: impl Into<String>) -> ApiError {
        ApiError { body: self.body.with_hint(hint), ..self }
    }

    /// The same with when to ask again.
    #[must_use]
    pub(crate) fn with_wait(mut self, seconds: u64) -> ApiError {
        self.wait = Some(seconds);
        self
    }

    /// Nothing has this address.
    pub(crate) fn not_found(what: &str) -> ApiError {
        ApiError::new(ErrorCode::NotFound, format!("There is no such {what}."))
    }

    /// The thing cannot be done now.
    pub(crate) fn not_now(message: impl Into<String>) -> ApiError {
        ApiError::new(ErrorCode::NotNow, message)
    }

    /// Something that was not done in a game.
    pub(crate) fn of_refusal(refusal: &Refusal, pos: &Position) -> ApiError {
        let code = match refusal {
            Refusal::BadMove(error) => return bad_move(error, pos).into(),
            Refusal::Stale { .. } => ErrorCode::Stale,
            _ => ErrorCode::NotNow,
        };
        ErrorBody::new(code, sentence(&refusal.to_string())).with(refusal).into()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let wait = self.wait.map(|seconds| (RETRY_AFTER, seconds.to_string()));
        let status = status_of(self.body.code);
        let answer = axum::Json(ErrorAnswer { error: self.body });
        (status, AppendHeaders(wait), answer).into_response()
    }
}

/// The status that goes with a code.
fn status_of(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::BadRequest => StatusCode::BAD_REQUEST,
        ErrorCode::WhoAreYou => StatusCode::UNAUTHORIZED,
        ErrorCode::Forbidden => StatusCode::FORBIDDEN,
        ErrorCode::NotFound => StatusCode::NOT_FOUND,
        ErrorCode::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::Stale | ErrorCode::NotNow | ErrorCode::TryAgain => StatusCode::CONFLICT,
        ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::WrongType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ErrorCode::Busy | ErrorCode::TooMany => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::Storage => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::Other => StatusCode::INTERNAL_SERVER_ERROR,
        ErrorCode::BadFen
        | ErrorCode::BadMove
        | ErrorCode::BadRules
        | ErrorCode::BadPdn
        | ErrorCode::BadBits
        | ErrorCode::BadValue => StatusCode::UNPROCESSABLE_ENTITY,
    }
}

impl From<ErrorBody> for ApiError {
    fn from(body: ErrorBody) -> ApiError {
        ApiError { body, wait: None }
    }
}

impl From<Busy> for ApiError {
    fn from(busy: Busy) -> ApiError {
        ApiError::new(ErrorCode::Busy, sentence(&busy.to_string()))
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        match error {
            StoreError::Busy => ApiError::new(ErrorCode::TryAgain, sentence(&error.to_string())),
            StoreError::Stale { .. } => ApiError::new(ErrorCode::Stale, sentence(&error.to_string())),
            _ => {
                tracing::error!("{}", Chain(&error));
                let message = "The game could not be saved, so nothing was changed. Try again in a moment.";
                ApiError::new(ErrorCode::Storage, message)
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
        if SlowBody::is_cause_of(&rejection) {
            return ApiError::new(ErrorCode::BadRequest, sentence(&SlowBody.to_string()));
        }
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
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::new(ErrorCode::TooLarge, "The request is too large."),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => {
            ApiError::new(ErrorCode::WrongType, "The body must be JSON, sent as application/json.")
        }
        _ => ApiError::new(ErrorCode::BadRequest, sentence(text)),
    }
}
