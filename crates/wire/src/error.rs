//! What goes wrong, as a code for programs and a sentence for people.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What every answer that is not a success looks like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ErrorAnswer {
    /// What went wrong.
    pub error: ErrorBody,
}

/// What went wrong, for programs and for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ErrorBody {
    /// What kind of error it is.
    pub code: ErrorCode,
    /// A sentence in English.
    #[schema(example = "A jump must be taken: the piece on 22 can jump. Play 22x15.")]
    pub message: String,
    /// What would be right, if there is more to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// More about it, if the rules of the game say no: a code of its own, and what belongs to that, as in
    /// `{"code": "stale", "with": {"ply": 4}}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub with: Option<serde_json::Value>,
}

impl ErrorBody {
    /// An error with a code and a sentence.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> ErrorBody {
        ErrorBody { code, message: message.into(), hint: None, with: None }
    }

    /// The same with what would be right.
    #[must_use]
    pub fn with_hint(self, hint: impl Into<String>) -> ErrorBody {
        ErrorBody { hint: Some(hint.into()), ..self }
    }

    /// The same with more about it: something that is written as a code with what belongs to it.
    #[must_use]
    pub fn with(self, more: &impl Serialize) -> ErrorBody {
        ErrorBody { with: serde_json::to_value(more).ok(), ..self }
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $word:literal,)*) => {
        /// The kinds of errors. Their words do not change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum ErrorCode {
            $($(#[$doc])* $name,)*
            /// Something that only a newer server knows.
            #[serde(other)]
            Other,
        }

        impl ErrorCode {
            /// All codes that are sent.
            pub const ALL: &[ErrorCode] = &[$(ErrorCode::$name),*];

            /// The word.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(ErrorCode::$name => $word,)*
                    ErrorCode::Other => "other",
                }
            }
        }
    };
}

codes! {
    /// Not JSON, or JSON of another shape.
    BadRequest = "bad_request",
    /// A position that is none.
    BadFen = "bad_fen",
    /// A move that is not legal, or none. `with` says why.
    BadMove = "bad_move",
    /// Rules that are none.
    BadRules = "bad_rules",
    /// A game file that cannot be read.
    BadPdn = "bad_pdn",
    /// Bits that cannot be read, or steps with them.
    BadBits = "bad_bits",
    /// A value that is not possible.
    BadValue = "bad_value",
    /// There is no such thing, or it is somebody else's.
    NotFound = "not_found",
    /// The address has no such method.
    MethodNotAllowed = "method_not_allowed",
    /// The game has moved on. `with` says where it is.
    Stale = "stale",
    /// It cannot be done now. In a game `with` says why.
    NotNow = "not_now",
    /// The request is too large.
    TooLarge = "too_large",
    /// The body is not JSON.
    WrongType = "wrong_type",
    /// The engine has too much to do.
    Busy = "busy",
    /// It is known who asks, and that is not enough.
    Forbidden = "forbidden",
    /// Nothing can be saved or read now.
    Storage = "storage",
    /// It is not known who asks.
    WhoAreYou = "who_are_you",
    /// The game is moving to another server: the same may be sent again in a moment.
    TryAgain = "try_again",
    /// Too many requests.
    TooMany = "too_many",
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_code_is_its_word_and_what_is_newer_can_be_read() {
        for code in ErrorCode::ALL {
            assert_eq!(json!(code), code.as_str());
            assert_eq!(serde_json::from_value::<ErrorCode>(json!(code.to_string())).unwrap(), *code);
        }
        assert_eq!(serde_json::from_value::<ErrorCode>(json!("on_fire")).unwrap(), ErrorCode::Other);
    }
}
