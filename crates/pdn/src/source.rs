//! A sliding window on the input, and places in it.

use std::io::{self, ErrorKind, Read};

use memchr::{memchr, memchr_iter, memrchr};

use crate::body::MAX_VARIATION;
use crate::encoding::Decoder;
use crate::lexer::{Flaw, Step, lex};
use crate::score::Score;

/// The least to read at a time.
const CHUNK: usize = 32 << 10;

/// No token is longer, so more unread bytes than this mean that none will be found.
const MAX_UNREAD: usize = MAX_VARIATION + (4 << 20);

/// Only the end of a longer line is kept while skipping it.
const LONG_LINE: usize = 64 << 10;

/// How a skipped line ends.
#[derive(PartialEq, Eq)]
enum SkippedLine {
    EndsInResult,
    Other,
}

impl SkippedLine {
    fn new(line: &[u8]) -> SkippedLine {
        let last_word = line.trim_ascii_end().rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
        match std::str::from_utf8(last_word).ok().and_then(|word| word.parse::<Score>().ok()) {
            Some(_) => SkippedLine::EndsInResult,
            None => SkippedLine::Other,
        }
    }
}

/// The bytes read from `inner` and not consumed yet.
#[derive(Debug)]
pub(crate) struct Source<R> {
    inner: Decoder<R>,
    buffer: Vec<u8>,
    /// Bytes of the buffer that are consumed.
    used: usize,
    /// Bytes of the buffer that are filled.
    filled: usize,
    is_all: bool,
    /// Why no more can be read, until it is taken.
    failure: Option<io::Error>,
    /// The place of the first byte in the buffer.
    base: Place,
    /// The number of bytes before the buffer.
    base_offset: u64,
}

/// A place in a file. Both numbers count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The column, in characters.
    pub column: u64,
}

impl Place {
    /// The place after `bytes`.
    pub(crate) fn after(self, bytes: &[u8]) -> Place {
        let (column, last) = match memrchr(b'\n', bytes) {
            Some(at) => (1, &bytes[at + 1..]),
            None => (self.column, bytes),
        };
        let lines = memchr_iter(b'\n', bytes).count() as u64;
        Place { line: self.line + lines, column: column + n_characters(last) }
    }
}

/// Counts the characters of UTF-8: all bytes but continuation bytes.
fn n_characters(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| !matches!(byte, 0x80..=0xBF)).count() as u64
}

impl<R: Read> Source<R> {
    pub(crate) fn new(inner: R) -> Source<R> {
        let base = Place { line: 1, column: 1 };
        Source {
            inner: Decoder::new(inner),
            buffer: Vec::new(),
            used: 0,
            filled: 0,
            is_all: false,
            failure: None,
            base,
            base_offset: 0,
        }
    }

    pub(crate) fn unread(&self) -> &[u8] {
        &self.buffer[self.used..self.filled]
    }

    pub(crate) fn consume(&mut self, n: usize) {
        self.used += n;
    }

    /// The number of bytes consumed so far.
    pub(crate) fn offset(&self) -> u64 {
        self.base_offset + self.used as u64
    }

    /// The place of an unread byte.
    pub(crate) fn place(&self, offset: usize) -> Place {
        self.base.after(&self.buffer[..self.used + offset])
    }

    /// The next token; its spans are in [`Source::unread`]. Never [`Step::More`].
    pub(crate) fn step(&mut self) -> Step {
        loop {
            let step = lex(self.unread(), self.is_all);
            if !matches!(step, Step::More) {
                return step;
            }
            if self.unread().len() > MAX_UNREAD {
                return Step::Bad { flaw: Flaw::TooLong, start: 0, end: 64 };
            }
            self.refill();
            if self.failure.is_some() {
                return Step::Bad { flaw: Flaw::NoMoreInput, start: 0, end: 0 };
            }
        }
    }

    /// The cause of [`Flaw::NoMoreInput`]. The input counts as ended from then on.
    pub(crate) fn take_failure(&mut self) -> Option<io::Error> {
        self.is_all |= self.failure.is_some();
        self.failure.take()
    }

    /// Reads more, if there is more. At least doubles the unread bytes, so that a long token in small pieces
    /// is not lexed once per piece.
    fn refill(&mut self) {
        self.slide();
        let wanted = 2 * self.filled + 2;
        if self.buffer.len() < wanted.max(CHUNK) {
            self.buffer.resize(wanted.max(CHUNK), 0);
        }
        while !self.is_all && self.failure.is_none() && self.filled < wanted {
            match self.inner.read(&mut self.buffer[self.filled..]) {
                Ok(0) => self.is_all = true,
                Ok(n) => self.filled += n,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.failure = Some(error),
            }
        }
    }

    /// Moves the unread bytes to the front of the buffer.
    fn slide(&mut self) {
        self.base = self.base.after(&self.buffer[..self.used]);
        self.base_offset += self.used as u64;
        self.buffer.copy_within(self.used..self.filled, 0);
        self.filled -= self.used;
        self.used = 0;
    }

    /// Skips the rest of a game that cannot be read: up to the end of a line that ends in a result, or up to
    /// the next line that begins with a tag, not counting tags right after one that failed.
    pub(crate) fn skip_game(&mut self) {
        let mut is_tag = self.unread().first() == Some(&b'[');
        while let Some(line) = self.skip_line() {
            let was_tag = std::mem::replace(&mut is_tag, self.is_at_tag());
            if line == SkippedLine::EndsInResult || is_tag && !was_tag {
                return;
            }
        }
    }

    /// Skips the next line feed; `None` at the end of the input.
    fn skip_line(&mut self) -> Option<SkippedLine> {
        loop {
            if let Some(n) = memchr(b'\n', self.unread()) {
                let line = SkippedLine::new(&self.unread()[..n]);
                self.consume(n + 1);
                return Some(line);
            }
            if self.unread().len() > LONG_LINE {
                self.consume(self.unread().len());
            }
            if self.is_all || self.failure.is_some() {
                self.consume(self.unread().len());
                return None;
            }
            self.refill();
        }
    }

    /// Whether the line begins with `[` and a letter.
    fn is_at_tag(&mut self) -> bool {
        if self.unread().len() < 2 {
            self.refill();
        }
        matches!(self.unread(), [b'[', letter, ..] if letter.is_ascii_alphabetic())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let start = Place { line: 1, column: 1 };
        for (text, line, column) in
            [("", 1, 1), ("ab", 1, 3), ("ab\n", 2, 1), ("a\r\nbé", 2, 3), ("\n\n\n", 4, 1)]
        {
            assert_eq!(start.after(text.as_bytes()), Place { line, column }, "{text:?}");
        }
    }

    #[test]
    fn a_failed_game_is_skipped_with_its_other_tags() {
        let text = "[Bad\n[Other \"x\"]\n\n1. 11-15\n[Next \"y\"]\n";
        let mut source = Source::new(text.as_bytes());
        source.refill();
        source.skip_game();
        // The blank line already ends the tags, and moves follow it.
        assert!(source.unread().starts_with(b"[Next"));
    }

    #[test]
    fn the_buffer_does_not_grow_with_the_input() {
        let text = "11-15 {word} ".repeat(100_000);
        let mut source = Source::new(text.as_bytes());
        let mut n_tokens = 0;
        while let Step::Token(lexed) = source.step() {
            source.consume(lexed.end);
            n_tokens += 1;
        }
        assert_eq!((n_tokens, source.buffer.len()), (200_000, CHUNK));
    }
}
