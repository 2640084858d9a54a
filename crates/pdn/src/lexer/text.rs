//! Comments, words, parentheses and setups.

use memchr::memchr;

use super::{Cursor, Flaw, Span, Token, is_blank};
use crate::body::MAX_VARIATION;
use crate::text::MAX_TEXT;

impl Cursor<'_> {
    /// Reads `{...}`.
    pub(super) fn comment(&mut self) -> Result<Token, Flaw> {
        self.pos += 1;
        self.find_brace().map(Token::Comment).ok_or(Flaw::UnclosedComment)
    }

    /// Skips the next `}` if one is near enough, and returns the text before it.
    fn find_brace(&mut self) -> Option<Span> {
        let start = self.pos;
        let rest = self.rest();
        let near = &rest[..rest.len().min(2 * MAX_TEXT)];
        match memchr(b'}', near) {
            Some(n) => {
                self.pos += n + 1;
                Some(Span::new(start, start + n))
            }
            None => {
                self.hit_end |= near.len() == rest.len() && near.len() < 2 * MAX_TEXT;
                None
            }
        }
    }

    /// Reads what begins with `(`: a bracketed strength mark, a variation or a remark.
    pub(super) fn group(&mut self) -> Result<Token, Flaw> {
        let start = self.pos;
        self.pos += 1;
        if matches!(self.peek(), b'!' | b'?') {
            let strength = self.strength(true);
            if self.eat(b')') {
                return Ok(Token::Strength(strength));
            }
        }
        self.pos = start + 1;
        match self.find_parenthesis() {
            Some(end) => Ok(Token::Group(Span::new(start + 1, end))),
            None => Err(Flaw::UnclosedVariation),
        }
    }

    /// Skips the `)` that matches a `(` already passed, and returns its place. Comments are skipped, and a
    /// tag of the next game ends the search.
    fn find_parenthesis(&mut self) -> Option<usize> {
        let start = self.pos;
        let mut depth = 0;
        let mut before = b' ';
        while self.pos - start <= MAX_VARIATION {
            let byte = self.peek();
            if self.hit_end {
                return None;
            }
            self.pos += 1;
            match byte {
                b'(' => depth += 1,
                b')' if depth == 0 => return Some(self.pos - 1),
                b')' => depth -= 1,
                b'{' => {
                    self.find_brace()?;
                }
                b'%' if is_blank(before) => self.skip_line(),
                b'[' if before == b'\n' => return None,
                _ => {}
            }
            before = byte;
        }
        None
    }

    /// Reads words up to the end of the line or to another token.
    pub(super) fn words(&mut self) -> Token {
        let start = self.pos;
        let mut is_after_blank = false;
        while self.pos - start < MAX_TEXT {
            let byte = self.peek();
            let is_end = match byte {
                b'\n' | b'{' | b'}' | b'(' | b')' | b'[' => true,
                b'0'..=b'9' | b'$' | b'*' | b'/' | b'%' => is_after_blank,
                b'a'..=b'h' | b'A'..=b'H' => is_after_blank && self.is_algebraic_move(),
                _ => self.pos == self.input.len(),
            };
            if is_end {
                break;
            }
            is_after_blank = is_blank(byte);
            self.pos += 1;
        }
        Token::Text(self.since(start))
    }

    /// Reads `/FEN "..."/`.
    pub(super) fn setup(&mut self) -> Result<Token, Flaw> {
        let start = self.pos;
        self.read_setup().ok_or_else(|| {
            self.pos = start;
            self.skip_line();
            Flaw::BadSetup
        })
    }

    fn read_setup(&mut self) -> Option<Token> {
        self.pos += 1;
        self.skip_blanks();
        for letter in *b"FEN" {
            (self.peek().to_ascii_uppercase() == letter).then(|| self.pos += 1)?;
        }
        self.skip_blanks();
        self.eat(b'"').then_some(())?;
        let start = self.pos;
        while !matches!(self.peek(), b'"' | b'/') {
            (!self.hit_end && self.pos - start < 2 * MAX_TEXT).then(|| self.pos += 1)?;
        }
        let fen = self.since(start);
        self.eat(b'"');
        self.skip_blanks();
        self.eat(b'/').then_some(Token::Setup(fen))
    }
}
