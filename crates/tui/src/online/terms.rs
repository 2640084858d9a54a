//! What kind of game is offered, in words that can be typed and read.

use crownhead_board::{Color, Rules};
use crownhead_client::wire::{OnlineSettings, Opening, TimeControl, Wish};
use crownhead_table::parse_opening;
use thiserror::Error;

use crate::options::GameOptions;

/// What is offered when nothing else is said.
pub(crate) const DEFAULT_CLOCK: TimeControl = TimeControl::new(5, 3);

/// Words that say something about a game, to complete them.
pub(crate) const TERMS: &[&str] =
    &["rated", "black", "white", "ballot", "claimed", "private", "none", "rules=", "ballot="];

/// A word that says nothing about a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TermsError {
    /// A word that means nothing here.
    #[error(
        "\"{0}\" says nothing about a game; say for example 5+3 rated, none (no clocks), black, white, ballot, \
         ballot=174, rules=casual, claimed, private"
    )]
    Unknown(String),
    /// Rules or a ballot that do not exist.
    #[error("{0}")]
    Wrong(String),
}

/// Reads what kind of game is wanted.
pub(super) fn read(text: &str) -> Result<OnlineSettings, TermsError> {
    let mut settings = OnlineSettings { clock: Some(DEFAULT_CLOCK), ..OnlineSettings::default() };
    for word in text.split_whitespace() {
        let lower = word.to_ascii_lowercase();
        match lower.split_once('=') {
            Some(("rules", rules)) => {
                let rules: Rules = rules.parse().map_err(wrong)?;
                settings.rules = rules.to_string();
            }
            Some(("ballot", ballot)) => {
                settings.start = parse_opening(ballot).map_err(wrong)?;
            }
            Some(_) => return Err(TermsError::Unknown(word.to_owned())),
            None => match lower.as_str() {
                "rated" => settings.rated = true,
                "black" => settings.side = Wish::Black,
                "white" => settings.side = Wish::White,
                "ballot" => settings.start = Opening::RandomBallot,
                "claimed" => settings.claimed_draws = true,
                "private" => settings.private = true,
                "none" => settings.clock = None,
                _ => {
                    let control = word.parse().map_err(|_| TermsError::Unknown(word.to_owned()))?;
                    settings.clock = Some(control);
                }
            },
        }
    }
    Ok(settings)
}

fn wrong(error: impl std::fmt::Display) -> TermsError {
    TermsError::Wrong(error.to_string())
}

/// What is chosen in a form, as it is offered.
pub(crate) fn settings_of(options: &GameOptions, side: Wish, rated: bool, private: bool) -> OnlineSettings {
    OnlineSettings {
        clock: options.clock,
        rated,
        rules: options.rules.to_string(),
        start: options.opening.clone(),
        side,
        private,
        claimed_draws: false,
    }
}

/// The kind of a game in words, without the sides.
pub(crate) fn words(settings: &OnlineSettings) -> String {
    let mut words = vec![match settings.clock {
        Some(clock) => clock.to_string(),
        None => "no clock".to_owned(),
    }];
    if settings.rated {
        words.push("rated".to_owned());
    }
    match &settings.start {
        Opening::Free => {}
        Opening::RandomBallot => words.push("random ballot".to_owned()),
        Opening::Ballot { number } => words.push(format!("ballot {number}")),
        Opening::Fen { .. } => words.push("from a position".to_owned()),
    }
    if settings.rules != "official" {
        words.push(format!("{} rules", settings.rules));
    }
    if settings.claimed_draws {
        words.push("draws claimed".to_owned());
    }
    if settings.private {
        words.push("private".to_owned());
    }
    words.join(", ")
}

/// The side that is left for whoever accepts, if it is not random.
pub(super) fn side_left(settings: &OnlineSettings) -> Option<Color> {
    match settings.side {
        Wish::Black => Some(Color::White),
        Wish::White => Some(Color::Black),
        Wish::Random => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_and_told() {
        let told = |text: &str| words(&read(text).unwrap());
        assert_eq!(told(""), "5+3");
        assert_eq!(told("10 rated ballot"), "10+0, rated, random ballot");
        assert_eq!(
            told("none ballot=skunk rules=casual white private"),
            "no clock, ballot 174, casual rules, private"
        );
        assert_eq!(read("white").unwrap().side, Wish::White);
    }

    #[test]
    fn what_is_no_term_is_told_with_those_that_are() {
        assert!(read("soon").unwrap_err().to_string().contains("5+3 rated"));
        assert!(read("rules=pool").unwrap_err().to_string().contains("official"));
        assert!(read("ballot=999").unwrap_err().to_string().contains("174"));
    }
}
