//! Names of accounts.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The name of an account: from 2 to 20 letters, digits, `-` and `_`, of which the first is a letter.
///
/// Only plain letters: names that look alike and are not would be a trap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

/// A text that is not a valid name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadName {
    /// Too short, too long, or with other signs.
    #[error("a name has from 2 to 20 letters a to z, digits, - and _, and begins with a letter")]
    Shape,
    /// A name that others would take for somebody who runs the place, or for a guest.
    #[error("this name is kept for the club")]
    Reserved,
}

/// Reserved names, in folded form; so is everything that begins with `guest`.
const RESERVED: [&str; 9] =
    ["admin", "administrator", "anonymous", "computer", "crownhead", "moderator", "root", "server", "system"];

impl Name {
    /// The form in which two names are the same: small letters.
    pub fn folded(&self) -> String {
        Name::fold(&self.0)
    }

    /// The folded form of any text.
    pub fn fold(text: &str) -> String {
        text.trim().to_ascii_lowercase()
    }

    /// The name as it is shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Name {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Name, BadName> {
        let text = text.trim();
        let is_plain = |letter: u8| letter.is_ascii_alphanumeric() || letter == b'-' || letter == b'_';
        let is_name = (2..=20).contains(&text.len())
            && text.bytes().all(is_plain)
            && text.starts_with(|first: char| first.is_ascii_alphabetic());
        let folded = Name::fold(text);
        if !is_name {
            Err(BadName::Shape)
        } else if RESERVED.contains(&folded.as_str()) || folded.starts_with("guest") {
            Err(BadName::Reserved)
        } else {
            Ok(Name(text.to_owned()))
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_nobody_poses_as_the_club() {
        assert_eq!("Marion".parse::<Name>().unwrap().folded(), "marion");
        assert_eq!(" a-1_x ".parse::<Name>().unwrap().as_str(), "a-1_x");
        for bad in ["", "x", "1st", "-x", "Мarion", "two words", "a\nb", &"x".repeat(21)] {
            assert_eq!(bad.parse::<Name>(), Err(BadName::Shape), "{bad}");
        }
        for reserved in ["Admin", "CROWNHEAD", "guest7"] {
            assert_eq!(reserved.parse::<Name>(), Err(BadName::Reserved));
        }
    }
}
