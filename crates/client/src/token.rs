//! A secret that must not get into a log.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The token of a session: whoever has it is that person to the server.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Token(String);

impl Token {
    /// A token from its text, without the blanks around it.
    ///
    /// ```
    /// use crownhead_client::Token;
    ///
    /// assert_eq!(format!("{:?}", Token::new("k7m2qd\n")), "Token(..)");
    /// ```
    pub fn new(text: &str) -> Token {
        Token(text.trim().to_owned())
    }

    /// The text, to be sent and to be kept.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}
