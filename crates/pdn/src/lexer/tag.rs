//! Tags.

use std::borrow::Cow;

use super::{Cursor, Flaw, Span, Token};
use crate::tags::is_name_byte;
use crate::text::MAX_TEXT;

/// Quotes other than `"` that word processors put around values, in UTF-8 and Windows-1252.
const ODD_QUOTES: [&[u8]; 6] =
    ["\u{201C}".as_bytes(), "\u{201D}".as_bytes(), "\u{201E}".as_bytes(), b"\x93", b"\x94", b"\x84"];

impl Cursor<'_> {
    /// Reads `[Name "value"]`.
    pub(super) fn tag(&mut self) -> Result<Token, Flaw> {
        let start = self.pos;
        self.read_tag().ok_or_else(|| {
            self.pos = start;
            self.skip_line();
            Flaw::BadTag
        })
    }

    fn read_tag(&mut self) -> Option<Token> {
        self.pos += 1;
        self.skip_blanks();
        let name = self.tag_name()?;
        self.skip_blanks();
        let value = if self.eat(b'"') {
            self.value_up_to(|cursor| cursor.eat(b'"'))
        } else {
            self.eat_odd_quote().then_some(())?;
            self.value_up_to(|cursor| cursor.eat(b'"') || cursor.eat_odd_quote())
        }?;
        Some(Token::Tag { name, value })
    }

    fn tag_name(&mut self) -> Option<Span> {
        let start = self.pos;
        while is_name_byte(self.peek()) {
            self.pos += 1;
        }
        self.input.get(start)?.is_ascii_alphabetic().then(|| self.since(start))
    }

    fn eat_odd_quote(&mut self) -> bool {
        ODD_QUOTES.into_iter().any(|quote| self.eat_all(quote))
    }

    /// Reads a value and the bracket after it. A quote ends the value only before the bracket, because many
    /// files have unescaped quotes in their values.
    fn value_up_to(&mut self, eat_quote: impl Fn(&mut Self) -> bool) -> Option<Span> {
        let start = self.pos;
        while self.pos - start <= 2 * MAX_TEXT {
            self.skip_plain();
            let end = self.pos;
            if eat_quote(self) {
                let after = self.pos;
                self.skip_blanks();
                if self.eat(b']') {
                    return Some(Span::new(start, end));
                }
                self.pos = after;
                continue;
            }
            match self.peek() {
                b'\n' => return None,
                b'\\' => {
                    self.pos += 1;
                    if matches!(self.peek(), b'"' | b'\\') {
                        self.pos += 1;
                    }
                }
                _ if self.hit_end => return None,
                _ => self.pos += 1,
            }
        }
        None
    }

    /// Skips bytes that cannot end a value.
    fn skip_plain(&mut self) {
        let is_plain = |&byte: &u8| !matches!(byte, b'"' | b'\\' | b'\n' | 0x80..);
        self.pos += self.rest().iter().take_while(|byte| is_plain(byte)).count();
    }
}

/// Replaces `\"` by a quote and `\\` by a backslash; any other backslash is kept.
pub(crate) fn unescape(value: &str) -> Cow<'_, str> {
    if !value.contains('\\') {
        return Cow::Borrowed(value);
    }
    let mut plain = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = if c == '\\' { chars.next_if(|next| matches!(next, '"' | '\\')) } else { None };
        plain.push(escaped.unwrap_or(c));
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        assert_eq!(unescape("plain"), "plain");
        assert_eq!(unescape(r#"a \"b\" \\ c:\d"#), r#"a "b" \ c:\d"#);
        assert_eq!(unescape(r"\\\\"), r"\\");
    }
}
