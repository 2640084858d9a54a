//! The parameters of an engine.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::line::{CleanValue, Line, clean_name};

/// A parameter of an engine and its value.
///
/// ```
/// use crownhead_protocol::hub::{Param, ParamValue, Reply};
///
/// let threads = Param::int("threads", 1, 1..=64);
/// assert_eq!(Reply::Param(threads.clone()).to_string(), "param name=threads value=1 type=int min=1 max=64");
/// assert_eq!(threads.read("8"), Ok(ParamValue::Int(8)));
/// assert_eq!(
///     threads.read("65").unwrap_err().to_string(),
///     "\"65\" is not a value for threads, which takes a whole number from 1 to 64"
/// );
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its value as text.
    pub value: String,
    /// The values it takes.
    pub kind: ParamKind,
}

/// The values a parameter takes.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamKind {
    /// `true` or `false`.
    Bool,
    /// A whole number in a range.
    Int {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// A number in a range.
    Real {
        /// The minimum.
        min: f64,
        /// The maximum.
        max: f64,
    },
    /// Any text.
    Text,
    /// One of a list of words.
    Enum {
        /// The words.
        values: Vec<String>,
    },
}

/// A value that fits its parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamValue {
    /// Of [`ParamKind::Bool`].
    Bool(bool),
    /// Of [`ParamKind::Int`].
    Int(i64),
    /// Of [`ParamKind::Real`].
    Real(f64),
    /// Of [`ParamKind::Text`] and [`ParamKind::Enum`].
    Text(String),
}

impl Param {
    fn new(name: &str, value: impl ToString, kind: ParamKind) -> Param {
        Param { name: name.to_owned(), value: value.to_string(), kind }
    }

    /// A parameter that is `true` or `false`.
    pub fn bool(name: &str, value: bool) -> Param {
        Param::new(name, value, ParamKind::Bool)
    }

    /// A parameter that is a whole number.
    pub fn int(name: &str, value: i64, range: RangeInclusive<i64>) -> Param {
        Param::new(name, value, ParamKind::Int { min: *range.start(), max: *range.end() })
    }

    /// A parameter that is a number.
    pub fn real(name: &str, value: f64, range: RangeInclusive<f64>) -> Param {
        Param::new(name, value, ParamKind::Real { min: *range.start(), max: *range.end() })
    }

    /// A parameter that is a text.
    pub fn text(name: &str, value: &str) -> Param {
        Param::new(name, value, ParamKind::Text)
    }

    /// A parameter that is one of a list of words.
    pub fn one_of(name: &str, value: &str, values: &[&str]) -> Param {
        let values = values.iter().map(|word| (*word).to_owned()).collect();
        Param::new(name, value, ParamKind::Enum { values })
    }

    /// Parses a value of this parameter, ignoring the case of words.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not of this kind or not in the range.
    pub fn read(&self, text: &str) -> Result<ParamValue, ParamError> {
        let value = match &self.kind {
            ParamKind::Bool => text.parse().ok().map(ParamValue::Bool),
            ParamKind::Int { min, max } => number(text, min..=max).map(ParamValue::Int),
            ParamKind::Real { min, max } => number(text, min..=max).map(ParamValue::Real),
            ParamKind::Text => Some(ParamValue::Text(text.to_owned())),
            ParamKind::Enum { values } => {
                let word = values.iter().find(|word| word.eq_ignore_ascii_case(text));
                word.cloned().map(ParamValue::Text)
            }
        };
        value.ok_or_else(|| ParamError {
            name: self.name.clone(),
            text: text.to_owned(),
            wanted: self.kind.description(),
        })
    }

    /// Reads a `param` line. A missing or unknown type is taken as text.
    pub(super) fn from_line(line: &Line<'_>) -> Option<Param> {
        let value = |name| line.value(name);
        let kind = match value("type") {
            Some("bool") => ParamKind::Bool,
            Some("int") => {
                ParamKind::Int { min: bound(line, "min", i64::MIN), max: bound(line, "max", i64::MAX) }
            }
            Some("real") => {
                ParamKind::Real { min: bound(line, "min", f64::MIN), max: bound(line, "max", f64::MAX) }
            }
            Some("enum") => ParamKind::Enum {
                values: value("values").unwrap_or("").split_whitespace().map(str::to_owned).collect(),
            },
            _ => ParamKind::Text,
        };
        Some(Param::new(value("name")?, value("value").unwrap_or(""), kind))
    }
}

fn number<T: FromStr + PartialOrd>(text: &str, range: RangeInclusive<&T>) -> Option<T> {
    text.parse().ok().filter(|number| range.contains(&number))
}

fn bound<T: FromStr>(line: &Line<'_>, name: &str, default: T) -> T {
    line.value(name).and_then(|text| text.parse().ok()).unwrap_or(default)
}

impl ParamKind {
    const fn name(&self) -> &'static str {
        match self {
            ParamKind::Bool => "bool",
            ParamKind::Int { .. } => "int",
            ParamKind::Real { .. } => "real",
            ParamKind::Text => "string",
            ParamKind::Enum { .. } => "enum",
        }
    }

    fn description(&self) -> String {
        match self {
            ParamKind::Bool => "true or false".to_owned(),
            ParamKind::Int { min, max } => format!("a whole number from {min} to {max}"),
            ParamKind::Real { min, max } => format!("a number from {min} to {max}"),
            ParamKind::Text => "any text".to_owned(),
            ParamKind::Enum { values } => format!("one of {}", values.join(", ")),
        }
    }
}

/// The arguments of a `param` reply.
impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, value) = (CleanValue(&self.name), CleanValue(&self.value));
        write!(f, "name={name} value={value} type={}", self.kind.name())?;
        match &self.kind {
            ParamKind::Bool | ParamKind::Text => Ok(()),
            ParamKind::Int { min, max } => write!(f, " min={min} max={max}"),
            ParamKind::Real { min, max } => write!(f, " min={min} max={max}"),
            ParamKind::Enum { values } => {
                let words: Vec<String> = values.iter().map(|word| clean_name(word)).collect();
                write!(f, " values={}", CleanValue(&words.join(" ")))
            }
        }
    }
}

impl fmt::Display for ParamValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamValue::Bool(value) => value.fmt(f),
            ParamValue::Int(value) => value.fmt(f),
            ParamValue::Real(value) => value.fmt(f),
            ParamValue::Text(value) => value.fmt(f),
        }
    }
}

/// The text is not a value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is not a value for {name}, which takes {wanted}")]
pub struct ParamError {
    name: String,
    text: String,
    wanted: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_by_kind() {
        let book = Param::bool("book", true);
        assert_eq!(book.read("false"), Ok(ParamValue::Bool(false)));
        assert!(book.read("perhaps").is_err());
        let margin = Param::real("margin", 0.1, 0.0..=1.0);
        assert_eq!(margin.read("0.25"), Ok(ParamValue::Real(0.25)));
        assert!(margin.read("NaN").is_err() && margin.read("2").is_err());
        let variant = Param::one_of("variant", "english", &["english", "american"]);
        assert_eq!(variant.read("American"), Ok(ParamValue::Text("american".to_owned())));
        assert_eq!(
            variant.read("frisian").unwrap_err().to_string(),
            "\"frisian\" is not a value for variant, which takes one of english, american"
        );
        assert_eq!(Param::text("path", "").read("a b"), Ok(ParamValue::Text("a b".to_owned())));
    }

    #[test]
    fn params_are_written_for_every_client() {
        for (param, text) in [
            (Param::bool("book", true), "name=book value=true type=bool"),
            (Param::real("margin", 0.5, 0.0..=1.0), "name=margin value=0.5 type=real min=0 max=1"),
            (Param::text("path", ""), "name=path value=\"\" type=string"),
            (Param::text("path", "a=b c"), "name=path value=\"a:b c\" type=string"),
            (
                Param::one_of("variant", "english", &["english", "normal"]),
                "name=variant value=english type=enum values=\"english normal\"",
            ),
            // A word stays one word.
            (Param::one_of("v", "a", &["a\u{1}b", "c"]), "name=v value=a type=enum values=\"a?b c\""),
        ] {
            assert_eq!(param.to_string(), text);
        }
    }
}
