//! The tags of a game.

use std::fmt;

use thiserror::Error;

use crate::text;

/// The tags of a game in the order of the file. Names may repeat, and look-up ignores case, since programs
/// disagree on both.
///
/// ```
/// use crownhead_pdn::Tags;
///
/// let mut tags = Tags::new();
/// tags.push("Event", "Club night")?;
/// tags.push("SetUp", "1")?;
/// assert_eq!(tags.get("setup"), Some("1"));
/// assert_eq!(tags.get("Site"), None);
/// assert_eq!(tags.iter().next(), Some(("Event", "Club night")));
/// assert!(tags.push("no name", "").is_err());
/// # Ok::<(), crownhead_pdn::InvalidTagName>(())
/// ```
#[derive(Clone, Default)]
pub struct Tags {
    /// All names and values in one string, so that a game takes two allocations instead of twenty.
    text: String,
    spans: Vec<TagSpan>,
}

#[derive(Clone, Copy)]
struct TagSpan {
    name: u32,
    value: u32,
    end: u32,
}

impl Tags {
    /// No tags.
    pub fn new() -> Tags {
        Tags::default()
    }

    /// Adds a tag at the end, even if there is one of that name.
    ///
    /// Control characters in the value become spaces, and it is cut after [`MAX_TEXT`] bytes.
    ///
    /// [`MAX_TEXT`]: crate::MAX_TEXT
    ///
    /// # Errors
    ///
    /// Returns an error if the name is not a letter followed by letters, digits, `_` and `-`.
    pub fn push(&mut self, name: &str, value: &str) -> Result<(), InvalidTagName> {
        if !is_tag_name(name.as_bytes()) {
            return Err(InvalidTagName(name.to_owned()));
        }
        self.push_read(name, value);
        Ok(())
    }

    /// Adds a tag with a valid name.
    pub(crate) fn push_read(&mut self, name: &str, value: &str) {
        let name_at = self.text.len();
        self.text.push_str(name);
        let value_at = self.text.len();
        text::push_value(&mut self.text, value);
        let ends = [name_at, value_at, self.text.len()].map(u32::try_from);
        match ends {
            [Ok(name), Ok(value), Ok(end)] => self.spans.push(TagSpan { name, value, end }),
            // Tags beyond four gigabytes are dropped.
            _ => self.text.truncate(name_at),
        }
    }

    /// Replaces the value of the first tag of that name, or adds the tag at the end.
    ///
    /// # Errors
    ///
    /// See [`Tags::push`].
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), InvalidTagName> {
        let mut tags = Tags::new();
        let mut is_set = false;
        for (old_name, old_value) in self.iter() {
            let is_it = !is_set && old_name.eq_ignore_ascii_case(name);
            is_set |= is_it;
            tags.push_read(old_name, if is_it { value } else { old_value });
        }
        if !is_set {
            tags.push(name, value)?;
        }
        *self = tags;
        Ok(())
    }

    /// The value of the first tag of that name, ignoring case.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.spans.iter().map(|span| {
            let [name, value, end] = [span.name, span.value, span.end].map(|at| at as usize);
            (&self.text[name..value], &self.text[value..end])
        })
    }

    /// The number of tags.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Returns whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    pub(crate) fn with_capacity(tags: usize, text: usize) -> Tags {
        Tags { text: String::with_capacity(text), spans: Vec::with_capacity(tags) }
    }

    pub(crate) fn text_len(&self) -> usize {
        self.text.len()
    }
}

/// The name of a tag is not valid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a tag name; a name is a letter followed by letters, digits, _ and -")]
pub struct InvalidTagName(String);

pub(crate) fn is_tag_name(name: &[u8]) -> bool {
    name.first().is_some_and(u8::is_ascii_alphabetic) && name.iter().all(|&b| is_name_byte(b))
}

pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// The same tags in the same order, spelled the same.
impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Tags {}

impl fmt::Debug for Tags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duplicates_are_kept_and_the_first_one_is_found() {
        let mut tags = Tags::new();
        for value in ["one", "two"] {
            tags.push("Event", value).unwrap();
        }
        assert_eq!(tags.len(), 2);
        assert_eq!(tags.get("EVENT"), Some("one"));
    }

    #[test]
    fn set_replaces_in_place() {
        let mut tags = Tags::new();
        for (name, value) in [("Event", "a"), ("Result", "*"), ("Site", "b")] {
            tags.push(name, value).unwrap();
        }
        tags.set("result", "1-0").unwrap();
        tags.set("Round", "2").unwrap();
        let all: Vec<_> = tags.iter().collect();
        assert_eq!(all, [("Event", "a"), ("Result", "1-0"), ("Site", "b"), ("Round", "2")]);
    }
}
