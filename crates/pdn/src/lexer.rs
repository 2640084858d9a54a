//! From bytes to tokens.
//!
//! [`lex`] is a pure function on the bytes read so far. If a token touches their end and more may follow, it
//! returns [`Step::More`] instead of guessing. Tokens refer to their text by [`Span`].

mod moves;
mod tag;
mod text;

pub(crate) use tag::unescape;

use crownhead_board::Square;
use memchr::memchr;

use crate::move_text::{MoveText, Separator, Strength};
use crate::score::Score;

/// A part of the input. Offsets are narrow to keep tokens small; the input comes in far smaller windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    pub(crate) fn of(self, input: &[u8]) -> &[u8] {
        &input[self.start as usize..self.end as usize]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// `[Name "value"]`; the value still has its escapes.
    Tag { name: Span, value: Span },
    /// A move of two squares, as most are. Three bytes are faster to pass on than a whole [`MoveText`].
    PlainMove { from: Square, separator: Separator, to: Square },
    /// Any other move. Algebraic squares are read with `a1` at White's left.
    Move { text: MoveText, algebraic: bool },
    /// A run of `!` and `?`.
    Strength(Strength),
    /// `$n`
    Nag(u16),
    /// A result or `*`.
    Score(Score),
    /// `{...}` without its braces.
    Comment(Span),
    /// Words outside braces.
    Text(Span),
    /// `/FEN "..."/` without all but the text in quotes.
    Setup(Span),
    /// `(...)` without its parentheses: a variation or a remark.
    Group(Span),
}

impl Token {
    /// The move, if it is one.
    pub(crate) fn move_text(self) -> Option<MoveText> {
        match self {
            Token::PlainMove { from, separator, to } => Some(MoveText::plain(from, separator, to)),
            Token::Move { text, .. } => Some(text),
            _ => None,
        }
    }
}

/// What is between a token and the one before it. Move numbers count as space; they are not needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gap {
    Nothing,
    Space,
    NewLine,
    BlankLine,
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexed {
    pub(crate) token: Token,
    pub(crate) gap: Gap,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Token(Lexed),
    /// The bytes from `start` to `end` are not a token.
    Bad {
        flaw: Flaw,
        start: usize,
        end: usize,
    },
    /// There are no more tokens.
    End,
    /// More bytes are needed to know the next token.
    More,
}

/// What is wrong with a token. It becomes a message only when needed: most flaws are met in remarks in
/// parentheses, which are no errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    Unexpected,
    UnclosedComment,
    UnclosedVariation,
    BadTag,
    BadSetup,
    BadSquare(Span),
    LightSquare([u8; 2]),
    CutMove,
    NoMove,
    LongMove,
    BareNumber,
    BadNag,
    TooLong,
    /// The source failed before the token was whole.
    NoMoreInput,
}

/// Reads the first token of `input`; `is_all` says that no more bytes follow.
pub(crate) fn lex(input: &[u8], is_all: bool) -> Step {
    let mut cursor = Cursor { input, pos: 0, hit_end: false };
    let mut gap = cursor.skip_gap();
    loop {
        // Almost all tokens are plain moves, so they are tried first.
        let start = cursor.pos;
        if let Some(token) = cursor.plain_move() {
            return Step::Token(Lexed { token, gap, start, end: cursor.pos });
        }
        if !cursor.skip_number() {
            break;
        }
        gap = gap.max(Gap::Space).max(cursor.skip_gap());
    }
    let start = cursor.pos;
    if start == input.len() {
        return if is_all { Step::End } else { Step::More };
    }
    let token = cursor.token();
    if cursor.hit_end && !is_all {
        return Step::More;
    }
    match token {
        Ok(token) => Step::Token(Lexed { token, gap, start, end: cursor.pos }),
        Err(flaw) => Step::Bad { flaw, start, end: cursor.pos },
    }
}

/// Whether a byte is white space, as all control characters are. Old files end in character 26.
fn is_blank(byte: u8) -> bool {
    byte <= b' '
}

/// A position in the input, and whether anything was looked for past its end.
struct Cursor<'a> {
    input: &'a [u8],
    pos: usize,
    hit_end: bool,
}

impl<'a> Cursor<'a> {
    /// The next byte, or 0, which is white space, at the end.
    fn peek(&mut self) -> u8 {
        match self.input.get(self.pos) {
            Some(&byte) => byte,
            None => {
                self.hit_end = true;
                0
            }
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        let is_it = self.peek() == byte;
        self.pos += usize::from(is_it);
        is_it
    }

    fn eat_all(&mut self, bytes: &[u8]) -> bool {
        let is_it = self.starts_with(bytes);
        if is_it {
            self.pos += bytes.len();
        }
        is_it
    }

    fn starts_with(&mut self, bytes: &[u8]) -> bool {
        let rest = self.rest();
        // More bytes matter only if these are a prefix.
        self.hit_end |= rest.len() < bytes.len() && bytes.starts_with(rest);
        rest.starts_with(bytes)
    }

    fn rest(&self) -> &'a [u8] {
        &self.input[self.pos..]
    }

    fn since(&self, start: usize) -> Span {
        Span::new(start, self.pos)
    }

    /// Skips white space, no-break spaces and byte order marks.
    fn skip_blanks(&mut self) {
        loop {
            match self.peek() {
                byte if is_blank(byte) && self.pos < self.input.len() => self.pos += 1,
                0xC2 | 0xA0 | 0xEF if self.eat_odd_blank() => {}
                _ => return,
            }
        }
    }

    fn eat_odd_blank(&mut self) -> bool {
        const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";
        const NO_BREAK_SPACE: &[u8] = b"\xC2\xA0";
        // A lone 0xA0 begins nothing in UTF-8; in Latin-1 it is a no-break space.
        self.eat_all(NO_BREAK_SPACE) || self.eat_all(BYTE_ORDER_MARK) || self.eat(0xA0)
    }

    /// Skips white space and line comments before a token.
    #[inline]
    fn skip_gap(&mut self) -> Gap {
        let is_token = |byte: u8| byte > b'%' && byte < 0x80;
        match *self.rest() {
            [byte, ..] if is_token(byte) => Gap::Nothing,
            [b' ', byte, ..] if is_token(byte) => {
                self.pos += 1;
                Gap::Space
            }
            _ => self.skip_long_gap(),
        }
    }

    fn skip_long_gap(&mut self) -> Gap {
        let start = self.pos;
        loop {
            self.skip_blanks();
            if self.peek() != b'%' {
                break;
            }
            self.skip_line();
        }
        let skipped = self.since(start).of(self.input);
        match skipped.iter().filter(|&&byte| byte == b'\n').count() {
            _ if skipped.is_empty() => Gap::Nothing,
            0 => Gap::Space,
            1 => Gap::NewLine,
            _ => Gap::BlankLine,
        }
    }

    /// Goes to the end of the line, before the line feed.
    fn skip_line(&mut self) {
        match memchr(b'\n', self.rest()) {
            Some(n) => self.pos += n,
            None => {
                self.pos = self.input.len();
                self.hit_end = true;
            }
        }
    }

    fn token(&mut self) -> Result<Token, Flaw> {
        match self.peek() {
            b'0'..=b'9' => self.move_or_score(),
            b'[' => self.tag(),
            b'{' => self.comment(),
            b'(' => self.group(),
            b'!' | b'?' => Ok(Token::Strength(self.strength(false))),
            b'*' => {
                self.pos += 1;
                Ok(Token::Score(Score::Open))
            }
            b'$' => self.nag(),
            b'/' => self.setup(),
            b'a'..=b'h' | b'A'..=b'H' if self.is_algebraic_move() => self.algebraic_move(),
            byte if byte.is_ascii_alphabetic() || byte >= 0x80 => Ok(self.words()),
            _ => {
                self.pos += 1;
                Err(Flaw::Unexpected)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        let mut input = text.as_bytes();
        let mut tokens = Vec::new();
        while let Step::Token(lexed) = lex(input, true) {
            tokens.push(lexed.token);
            input = &input[lexed.end..];
        }
        tokens
    }

    #[test]
    fn a_token_at_the_end_is_certain_only_when_nothing_follows() {
        let cases = ["11-1", "11-15", "1.", "{a", "[Event \"a\"", "1", "word", "$1", "!", "(11-15", "/FEN"];
        for text in cases {
            assert!(matches!(lex(text.as_bytes(), false), Step::More), "{text}");
            assert!(!matches!(lex(text.as_bytes(), true), Step::More), "{text}");
        }
    }

    #[test]
    fn gaps_are_distinguished() {
        for (text, gap) in [
            ("*", Gap::Nothing),
            (" \t\u{a0}*", Gap::Space),
            ("\r\n*", Gap::NewLine),
            (" \n \r\n*", Gap::BlankLine),
            ("% remark\n*", Gap::NewLine),
            ("\u{feff}*", Gap::Space),
        ] {
            let Step::Token(lexed) = lex(text.as_bytes(), true) else { panic!("{text:?}") };
            assert_eq!((lexed.token, lexed.gap), (Token::Score(Score::Open), gap), "{text:?}");
        }
    }

    #[test]
    fn spans_cover_the_text_inside() {
        let text = b"  {remark} ";
        let Step::Token(lexed) = lex(text, true) else { panic!("no token") };
        let Token::Comment(span) = lexed.token else { panic!("no comment") };
        assert_eq!((span.of(text), lexed.end), (&b"remark"[..], 10));
    }

    #[test]
    fn numbers_moves_and_results() {
        let kinds = tokens("1. 1-10 1-0 2-07 2-0 1... 0-1 1/2-1/2 0-0 1-1");
        let scores: Vec<_> = kinds.iter().filter(|t| matches!(t, Token::Score(_))).collect();
        let moves: Vec<_> = kinds.iter().filter(|t| t.move_text().is_some()).collect();
        assert_eq!((kinds.len(), scores.len(), moves.len()), (8, 6, 2));
    }
}
