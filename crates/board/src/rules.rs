//! The official rules and house rules.

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

/// Rules to play by. [`Rules::OFFICIAL`] is the default and the fast path. A [`State`](crate::State)
/// is a position under rules.
///
/// ```
/// use crownhead_board::{Capture, Chain, Rules};
///
/// let rules: Rules = "chain=may-stop,capture=optional".parse().unwrap();
/// assert_eq!((rules.chain, rules.capture), (Chain::MayStop, Capture::Optional));
/// assert_eq!("casual".parse::<Rules>().unwrap().to_string(), "casual");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
pub struct Rules {
    /// When a capture is forced.
    pub capture: Capture,
    /// How a capture goes on.
    pub chain: Chain,
    /// What happens to a man that is crowned in a jump.
    pub crown: Crown,
    /// What happens to a king that is captured.
    pub captured_king: CapturedKing,
}

/// Defines a setting: an enum whose values have names that people type.
macro_rules! setting {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
        pub enum $name {
            $($(#[$value_doc])* $value,)*
        }

        impl $name {
            /// All values, the official one first.
            pub const ALL: &[$name] = &[$($name::$value),*];

            /// The name that people type.
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$value => $text,)*
                }
            }

            fn from_name(name: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|value| value.name() == name)
            }
        }
    };
}

setting! {
    /// When a capture is forced.
    Capture {
        /// If any piece can capture, one must.
        #[default]
        Side = "side",
        /// A piece that can capture may not step; other pieces may.
        Piece = "piece",
        /// Never.
        Optional = "optional",
    }
}

setting! {
    /// How a capture goes on.
    Chain {
        /// The piece jumps on until it can jump no more.
        #[default]
        Complete = "complete",
        /// The piece may stop on any landing square.
        MayStop = "may-stop",
        /// One jump a turn.
        Single = "single",
        /// One jump, and the same side moves again with any piece.
        Again = "again",
        /// One jump; then any own piece that can capture may go on, or the player ends the turn.
        Relay = "relay",
    }
}

setting! {
    /// What happens to a man that reaches its crown row in a jump.
    Crown {
        /// It is crowned and the move is over.
        #[default]
        EndsMove = "ends-move",
        /// It is crowned at once and jumps on as a king.
        GoesOn = "goes-on",
    }
}

setting! {
    /// What happens to a king that is captured.
    CapturedKing {
        /// It leaves the board like a man.
        #[default]
        Removed = "removed",
        /// It stays where it is as a man of its owner.
        Demoted = "demoted",
    }
}

impl Rules {
    /// The official rules: WCDF and ACF.
    pub const OFFICIAL: Rules = Rules {
        capture: Capture::Side,
        chain: Chain::Complete,
        crown: Crown::EndsMove,
        captured_king: CapturedKing::Removed,
    };

    /// The rules that have a name, the official ones first.
    pub const PRESETS: &[(&str, Rules)] = {
        const OFFICIAL: Rules = Rules::OFFICIAL;
        &[
            ("official", OFFICIAL),
            ("free-stop", Rules { capture: Capture::Piece, chain: Chain::MayStop, ..OFFICIAL }),
            (
                "crown-and-go",
                Rules { crown: Crown::GoesOn, captured_king: CapturedKing::Demoted, ..OFFICIAL },
            ),
            ("single-jump", Rules { chain: Chain::Single, ..OFFICIAL }),
            ("casual", Rules { capture: Capture::Optional, chain: Chain::Again, ..OFFICIAL }),
            ("relay", Rules { chain: Chain::Relay, ..OFFICIAL }),
        ]
    };

    /// Every combination of settings.
    pub fn all() -> impl Iterator<Item = Rules> {
        let all = Capture::ALL.iter().map(|&capture| Rules { capture, ..Rules::OFFICIAL });
        let all = all.flat_map(|rules| Chain::ALL.iter().map(move |&chain| Rules { chain, ..rules }));
        let all = all.flat_map(|rules| Crown::ALL.iter().map(move |&crown| Rules { crown, ..rules }));
        all.flat_map(|rules| {
            CapturedKing::ALL.iter().map(move |&captured_king| Rules { captured_king, ..rules })
        })
    }

    /// The rules with this name among the presets.
    pub fn preset(name: &str) -> Option<Rules> {
        Rules::PRESETS.iter().find(|(preset, _)| *preset == name).map(|(_, rules)| *rules)
    }

    /// Are these the official rules?
    #[inline]
    pub fn is_official(&self) -> bool {
        *self == Rules::OFFICIAL
    }
}

/// The name of a preset, or the settings that differ from the official ones.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = Rules::PRESETS.iter().find(|(_, rules)| rules == self) {
            return f.write_str(name);
        }
        let official = Rules::OFFICIAL;
        let settings = [
            ("capture", self.capture.name(), official.capture.name()),
            ("chain", self.chain.name(), official.chain.name()),
            ("crown", self.crown.name(), official.crown.name()),
            ("captured-king", self.captured_king.name(), official.captured_king.name()),
        ];
        let mut comma = "";
        for (setting, value, _) in settings.iter().filter(|(_, value, default)| value != default) {
            write!(f, "{comma}{setting}={value}")?;
            comma = ",";
        }
        Ok(())
    }
}

/// Reads the name of a preset, settings such as `chain=may-stop,capture=optional`, or a preset
/// with settings that change it (`casual,crown=goes-on`).
impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Rules, ParseRulesError> {
        let mut rules = Rules::OFFICIAL;
        for (i, word) in text.split(',').map(str::trim).enumerate() {
            let word = word.to_ascii_lowercase();
            match word.split_once('=') {
                Some((setting, value)) => rules.set(setting.trim(), value.trim())?,
                None if i == 0 => {
                    rules = Rules::preset(&word).ok_or(ParseRulesError::Preset(word))?;
                }
                None => return Err(ParseRulesError::Setting(word)),
            }
        }
        Ok(rules)
    }
}

impl Rules {
    fn set(&mut self, setting: &str, value: &str) -> Result<(), ParseRulesError> {
        let known = match setting {
            "capture" => Capture::from_name(value).map(|value| self.capture = value),
            "chain" => Chain::from_name(value).map(|value| self.chain = value),
            "crown" => Crown::from_name(value).map(|value| self.crown = value),
            "captured-king" => CapturedKing::from_name(value).map(|value| self.captured_king = value),
            _ => return Err(ParseRulesError::Setting(setting.to_string())),
        };
        known.ok_or_else(|| ParseRulesError::Value { setting: setting.to_string(), value: value.to_string() })
    }
}

/// Why a text does not name rules.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseRulesError {
    /// No preset has this name.
    Preset(String),
    /// There is no such setting.
    Setting(String),
    /// The setting has no such value.
    Value {
        /// The setting.
        setting: String,
        /// What was given for it.
        value: String,
    },
}

impl fmt::Display for ParseRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseRulesError::Preset(name) => {
                write!(f, "no rules are called \"{name}\"; there are ")?;
                write_names(f, Rules::PRESETS.iter().map(|(name, _)| *name))?;
                f.write_str(", or settings such as chain=may-stop,capture=optional")
            }
            ParseRulesError::Setting(name) => write!(
                f,
                "\"{name}\" is not a setting; there are capture, chain, crown and captured-king, each followed by = and a value"
            ),
            ParseRulesError::Value { setting, value } => {
                write!(f, "{setting} cannot be \"{value}\"; it can be ")?;
                match setting.as_str() {
                    "capture" => write_names(f, Capture::ALL.iter().map(|value| value.name())),
                    "chain" => write_names(f, Chain::ALL.iter().map(|value| value.name())),
                    "crown" => write_names(f, Crown::ALL.iter().map(|value| value.name())),
                    _ => write_names(f, CapturedKing::ALL.iter().map(|value| value.name())),
                }
            }
        }
    }
}

fn write_names(f: &mut fmt::Formatter<'_>, names: impl Iterator<Item = &'static str>) -> fmt::Result {
    for (i, name) in names.enumerate() {
        write!(f, "{}{name}", if i == 0 { "" } else { ", " })?;
    }
    Ok(())
}

impl core::error::Error for ParseRulesError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_is_written_as_it_is_read() {
        for rules in Rules::all() {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
    }

    #[test]
    fn a_preset_can_be_changed() {
        let rules: Rules = "casual, crown=goes-on".parse().unwrap();
        assert_eq!(rules, Rules { crown: Crown::GoesOn, ..Rules::preset("casual").unwrap() });
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let error = |text: &str| text.parse::<Rules>().unwrap_err().to_string();
        assert!(error("pool").contains("official, free-stop, crown-and-go"));
        assert!(error("chains=single").contains("capture, chain, crown and captured-king"));
        assert!(error("chain=maybe").contains("complete, may-stop, single, again, relay"));
    }
}
