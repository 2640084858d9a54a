//! Texts into parts: numbers, names, signs and functions, by how tightly they bind.

use super::error::ExpressionError;
use super::operators::Op;
use super::width::Width;
use super::{Kind, Part};

/// The longest text, in characters.
pub const MAX_LEN: usize = 400;
/// How deep brackets and signs before words may be nested.
pub(super) const MAX_DEPTH: usize = 40;

/// Reads a calculation: its parts in the order in which they are computed.
pub(super) fn read(text: &str, width: Width) -> Result<Vec<Part>, ExpressionError> {
    if text.chars().count() > MAX_LEN {
        return Err(ExpressionError::TooLong);
    }
    let tokens = tokens(text)?;
    if tokens.is_empty() {
        return Err(ExpressionError::Empty);
    }
    let mut reader = Reader { text, tokens: &tokens, next: 0, depth: 0, width, parts: Vec::new() };
    reader.expression(0)?;
    match reader.peek() {
        None => Ok(reader.parts),
        Some(token) if token.is(")") => {
            Err(ExpressionError::UnknownSign { at: token.place(text), sign: ')' })
        }
        Some(token) => Err(ExpressionError::MissingSign { at: token.place(text) }),
    }
}

/// A number, a name or a sign: a piece of the text by its bytes.
#[derive(Clone, Copy, Debug)]
struct Token<'a> {
    text: &'a str,
    start: usize,
}

impl Token<'_> {
    fn is(self, sign: &str) -> bool {
        self.text == sign
    }

    fn begins_with(self, test: fn(&char) -> bool) -> bool {
        self.text.starts_with(|c: char| test(&c))
    }

    fn end(self) -> usize {
        self.start + self.text.len()
    }

    /// Where it is for people.
    fn place(self, text: &str) -> usize {
        place(text, self.start)
    }
}

fn place(text: &str, byte: usize) -> usize {
    text[..byte].chars().count() + 1
}

const SIGNS: [&str; 15] = ["<<", ">>", "&", "|", "^", "~", "!", "+", "-", "*", "/", "%", "(", ")", ","];

fn tokens(text: &str) -> Result<Vec<Token<'_>>, ExpressionError> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(c) = text[start..].chars().next() {
        let rest = &text[start..];
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let len = match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            _ if c.is_whitespace() => {
                start += c.len_utf8();
                continue;
            }
            Some(sign) => sign.len(),
            None if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            None => return Err(ExpressionError::UnknownSign { at: place(text, start), sign: c }),
        };
        tokens.push(Token { text: &rest[..len], start });
        start += len;
    }
    Ok(tokens)
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token<'a>],
    next: usize,
    depth: usize,
    width: Width,
    parts: Vec<Part>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.next).copied()
    }

    fn take(&mut self, sign: &str) -> Option<Token<'a>> {
        let token = self.peek().filter(|token| token.is(sign))?;
        self.next += 1;
        Some(token)
    }

    /// Words with signs between them that bind tighter than `above`; the number of its part.
    fn expression(&mut self, above: u8) -> Result<usize, ExpressionError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(ExpressionError::TooLong);
        }
        let start = self.peek().map_or(self.text.len(), |token| token.start);
        let mut left = self.word()?;
        while let Some(op) = self.peek().and_then(|token| Op::between(token.text)) {
            if op.binding() <= above {
                break;
            }
            self.next += 1;
            let right = self.expression(op.binding())?;
            left = self.push(Kind::Op(op, vec![left, right]), start);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn word(&mut self) -> Result<usize, ExpressionError> {
        let Some(token) = self.peek() else {
            return Err(ExpressionError::MissingWord { at: place(self.text, self.text.len()) });
        };
        self.next += 1;
        if let Some(op) = Op::before(token.text) {
            // Tighter than any sign between words.
            let of = self.expression(u8::MAX)?;
            return Ok(self.push(Kind::Op(op, vec![of]), token.start));
        }
        if token.is("(") {
            let inside = self.expression(0)?;
            self.close(token)?;
            return Ok(inside);
        }
        if token.begins_with(char::is_ascii_digit) {
            let bad = || ExpressionError::BadNumber { text: token.text.to_owned(), bits: self.width.bits() };
            let number = self.width.read(token.text).ok_or_else(bad)?;
            return Ok(self.push(Kind::Number(number), token.start));
        }
        if !token.begins_with(|c| c.is_ascii_alphabetic() || *c == '_') {
            return Err(ExpressionError::MissingWord { at: token.place(self.text) });
        }
        match self.take("(") {
            Some(bracket) => self.function(token, bracket),
            None => Ok(self.push(Kind::Name, token.start)),
        }
    }

    fn function(&mut self, name: Token<'a>, bracket: Token<'a>) -> Result<usize, ExpressionError> {
        let unknown = || ExpressionError::UnknownFunction { name: name.text.to_owned() };
        let op = Op::function(name.text).ok_or_else(unknown)?;
        let mut args = vec![self.expression(0)?];
        while self.take(",").is_some() {
            args.push(self.expression(0)?);
        }
        self.close(bracket)?;
        if args.len() != op.n_args() {
            let (takes, given) = (op.n_args(), args.len());
            return Err(ExpressionError::WrongCount { name: op.word(), takes, given });
        }
        if op.needs_board() && self.width != Width::W32 {
            return Err(ExpressionError::NeedsBoard { name: op.word() });
        }
        Ok(self.push(Kind::Op(op, args), name.start))
    }

    fn close(&mut self, open: Token<'a>) -> Result<(), ExpressionError> {
        if self.take(")").is_some() {
            return Ok(());
        }
        match self.peek() {
            Some(token) if !token.is(",") => Err(ExpressionError::MissingSign { at: token.place(self.text) }),
            _ => Err(ExpressionError::Unclosed { at: open.place(self.text) }),
        }
    }

    /// Adds a part that ends where the reader is.
    fn push(&mut self, kind: Kind, start: usize) -> usize {
        let end = self.tokens[self.next - 1].end();
        let code = self.text[start..end].to_owned();
        self.parts.push(Part { kind, code });
        self.parts.len() - 1
    }
}
