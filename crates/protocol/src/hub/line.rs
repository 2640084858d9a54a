//! A line as a command and its arguments.

use std::fmt;

/// A parsed line: `command arg=val arg="quoted val" flag`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// The first word.
    pub(super) command: &'a str,
    /// The rest.
    pub(super) args: Vec<Arg<'a>>,
}

/// An argument of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arg<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// Its value without the quotes; `None` for a flag.
    pub(super) value: Option<&'a str>,
}

impl<'a> Line<'a> {
    pub(super) fn parse(text: &'a str) -> Result<Line<'a>, LineError> {
        let text = text.trim();
        let (command, mut rest) = split_at(text, |c| c.is_whitespace());
        if command.is_empty() {
            return Err(LineError::Empty);
        }
        let mut args = Vec::new();
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                return Ok(Line { command, args });
            }
            let (arg, after) = arg(rest)?;
            args.push(arg);
            rest = after;
        }
    }

    /// The value of the first argument of that name; a flag has an empty value.
    pub(super) fn value(&self, name: &str) -> Option<&'a str> {
        let arg = self.args.iter().find(|arg| arg.name == name)?;
        Some(arg.value.unwrap_or(""))
    }

    /// Is there such an argument?
    pub(super) fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }
}

/// Parses one argument; returns it and the rest.
fn arg(text: &str) -> Result<(Arg<'_>, &str), LineError> {
    let (name, rest) = split_at(text, |c| c == '=' || c.is_whitespace());
    if name.is_empty() {
        return Err(LineError::NoName(text.to_owned()));
    }
    let Some(rest) = rest.trim_start().strip_prefix('=') else {
        return Ok((Arg { name, value: None }, rest));
    };
    let rest = rest.trim_start();
    let (value, rest) = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').ok_or_else(|| LineError::OpenQuote(rest.to_owned()))?,
        None => split_at(rest, char::is_whitespace),
    };
    Ok((Arg { name, value: Some(value) }, rest))
}

/// Splits in front of the first character for which `is_end` holds.
fn split_at(text: &str, is_end: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(is_end).unwrap_or(text.len()))
}

/// Why a line is not a command with arguments.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// It is blank.
    #[error("the line is empty")]
    Empty,
    /// A value without a name.
    #[error("\"{0}\" has no name before the '='")]
    NoName(String),
    /// A quote is not closed.
    #[error("the quote in {0} is not closed")]
    OpenQuote(String),
}

/// A value in a command, quoted where needed. The protocol cannot express a double quote or a line feed,
/// so these become single quotes and spaces.
pub(super) struct Value<'a>(pub(super) &'a str);

/// A value in a reply. Some clients fail on a second `=` even in quotes, so it becomes a colon.
pub(super) struct CleanValue<'a>(pub(super) &'a str);

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_value(f, self.0, |c| c)
    }
}

impl fmt::Display for CleanValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_value(f, self.0, |c| if c == '=' { ':' } else { c })
    }
}

fn write_value(f: &mut fmt::Formatter<'_>, text: &str, replace: impl Fn(char) -> char) -> fmt::Result {
    let clean = |c: char| match c {
        '"' => '\'',
        c if c.is_control() => ' ',
        c => replace(c),
    };
    let text: String = text.chars().map(clean).collect();
    let needs_quotes = text.is_empty() || text.contains(|c: char| c == '=' || c.is_whitespace());
    if needs_quotes { write!(f, "\"{text}\"") } else { f.write_str(&text) }
}

/// A name with question marks for the characters that would end it. Without them an unknown name could become
/// a known one.
pub(super) fn clean_name(text: &str) -> String {
    let is_bad = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '=' | '"');
    text.replace(is_bad, "?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let found = match Line::parse(text) {
            Err(error) => error.to_string(),
            Ok(line) => {
                let arg = |arg: &Arg<'_>| format!(" {}={:?}", arg.name, arg.value);
                format!("{}{}", line.command, line.args.iter().map(arg).collect::<String>())
            }
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn lines_come_apart() {
        check("go think", "go think=None");
        check("  go\t think  \r\n", "go think=None");
        check(r#"a b="" c="x y=z" d"#, r#"a b=Some("") c=Some("x y=z") d=None"#);
        check("a b = c", r#"a b=Some("c")"#);
        check("a b=c=d", r#"a b=Some("c=d")"#);
        check(r#"a b="c"d"#, r#"a b=Some("c") d=None"#);
        check("a b=", r#"a b=Some("")"#);
    }

    #[test]
    fn broken_lines_are_named() {
        check(" \t", "the line is empty");
        check("pos =start", "\"=start\" has no name before the '='");
        check(r#"pos moves="11-15"#, "the quote in \"11-15 is not closed");
    }

    #[test]
    fn values_are_quoted_where_they_must_be() {
        for (text, plain, clean) in [
            ("Scan", "Scan", "Scan"),
            ("", "\"\"", "\"\""),
            ("a b", "\"a b\"", "\"a b\""),
            ("a=b", "\"a=b\"", "a:b"),
            ("say \"no\"\n", "\"say 'no' \"", "\"say 'no' \""),
        ] {
            assert_eq!(Value(text).to_string(), plain);
            assert_eq!(CleanValue(text).to_string(), clean);
        }
    }
}
