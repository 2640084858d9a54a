//! Moves, move numbers, results and marks.

use crownhead_board::Square;

use super::{Cursor, Flaw, Span, Token};
use crate::move_text::{Mark, MoveText, MoveTextError, Separator, Strength};
use crate::score::Score;

/// Signs between squares and between the numbers of a result. Word processors and web pages make dashes and crosses
/// of hyphens and letters; the last ones are those of Windows-1252.
const SEPARATORS: [(&[u8], Separator); 11] = [
    (b"-", Separator::Quiet),
    (b"x", Separator::Capture),
    (b"X", Separator::Capture),
    (b":", Separator::Capture),
    ("\u{2010}".as_bytes(), Separator::Quiet),
    ("\u{2011}".as_bytes(), Separator::Quiet),
    ("\u{2013}".as_bytes(), Separator::Quiet),
    ("\u{2014}".as_bytes(), Separator::Quiet),
    ("\u{2212}".as_bytes(), Separator::Quiet),
    ("\u{d7}".as_bytes(), Separator::Capture),
    (b"\x96", Separator::Quiet),
];

/// A number as written.
struct Digits {
    value: u32,
    start: usize,
    len: usize,
}

impl Digits {
    /// The value if it is a single digit, as in results.
    fn single(&self) -> Option<u32> {
        (self.len == 1).then_some(self.value)
    }
}

impl Cursor<'_> {
    /// Skips dots, or a number followed by dots, if they come next.
    pub(super) fn skip_number(&mut self) -> bool {
        let start = self.pos;
        while self.peek().is_ascii_digit() {
            self.pos += 1;
        }
        if self.peek() != b'.' && self.pos > start {
            self.skip_blanks();
        }
        let is_number = self.peek() == b'.';
        if is_number {
            while self.eat(b'.') {}
        } else {
            self.pos = start;
        }
        is_number
    }

    /// Reads what begins with a digit and is not a move number.
    pub(super) fn move_or_score(&mut self) -> Result<Token, Flaw> {
        let first = self.digits();
        let number_end = self.pos;
        if self.peek() == b'/' {
            return self.halves(first.value);
        }
        match self.separator() {
            Some(separator) => self.numeric_move(&first, separator),
            None => {
                self.pos = number_end;
                Err(Flaw::BareNumber)
            }
        }
    }

    /// Reads an ordinary move of two squares that certainly ends there. The general way gives the same
    /// result; this is a fast path, since almost all moves look like that.
    pub(super) fn plain_move(&mut self) -> Option<Token> {
        let rest = self.rest().first_chunk::<8>()?;
        let (from, n) = plain_square(rest[0], rest[1])?;
        let separator = match rest[n] {
            b'-' => Separator::Quiet,
            b'x' => Separator::Capture,
            _ => return None,
        };
        let (to, m) = plain_square(rest[n + 1], rest[n + 2])?;
        let len = n + 1 + m;
        let is_over =
            matches!(rest[len], b' ' | b'\n') && matches!(rest[len + 1], b'0'..=b'9' | b'[' | b'{' | b'(');
        if !is_over || from == to {
            return None;
        }
        self.pos += len;
        Some(Token::PlainMove { from, separator, to })
    }

    fn digits(&mut self) -> Digits {
        let start = self.pos;
        let mut value: u32 = 0;
        while let digit @ b'0'..=b'9' = self.peek() {
            value = value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            self.pos += 1;
        }
        Digits { value, start, len: self.pos - start }
    }

    fn peek_past_blanks(&mut self) -> u8 {
        self.skip_blanks();
        self.peek()
    }

    /// Reads the rest of a move after its first square, or of a result after its first number.
    fn numeric_move(&mut self, first: &Digits, mut separator: Separator) -> Result<Token, Flaw> {
        self.skip_blanks();
        if !self.peek().is_ascii_digit() {
            return Err(Flaw::CutMove);
        }
        let second = self.digits();
        if separator == Separator::Quiet
            && let Some(score) = score(first, &second)
        {
            return Ok(Token::Score(score));
        }
        let mut text = MoveText::begin(square(first)?, separator);
        let mut next = second;
        loop {
            let square = square(&next)?;
            text.push(square).map_err(flaw)?;
            let Some(following) = self.continuation(&mut separator) else { break };
            text.set_separator(separator);
            next = following;
        }
        Ok(Token::Move { text, algebraic: false })
    }

    /// Reads white space and a separator, if there is one.
    fn separator(&mut self) -> Option<Separator> {
        self.skip_blanks();
        SEPARATORS.iter().find(|(sign, _)| self.eat_all(sign)).map(|(_, separator)| *separator)
    }

    /// Reads a further separator and number, if both are there. One `x` makes the move a capture.
    fn continuation(&mut self, separator: &mut Separator) -> Option<Digits> {
        let end = self.pos;
        if let Some(further) = self.separator()
            && self.peek_past_blanks().is_ascii_digit()
        {
            if further == Separator::Capture {
                *separator = further;
            }
            return Some(self.digits());
        }
        self.pos = end;
        None
    }

    /// Reads `1/2-1/2` from its first slash on.
    fn halves(&mut self, first: u32) -> Result<Token, Flaw> {
        if first != 1 || !self.eat_all(b"/2") {
            return Err(Flaw::BareNumber);
        }
        let end = self.pos;
        let is_whole = self.separator() == Some(Separator::Quiet) && {
            self.skip_blanks();
            self.eat_all(b"1/2")
        };
        if !is_whole {
            self.pos = end;
        }
        Ok(Token::Score(Score::HalfHalf))
    }

    /// Whether a letter begins an algebraic move, such as `c3-d4`, `c3xe5` or `c3d4`.
    pub(super) fn is_algebraic_move(&mut self) -> bool {
        let start = self.pos;
        let is_it = self.algebraic_square().is_some() && self.algebraic_step().is_some();
        self.pos = start;
        is_it
    }

    pub(super) fn algebraic_move(&mut self) -> Result<Token, Flaw> {
        let token = self.read_algebraic_move();
        if token.is_err() {
            // A message shows the whole move.
            while self.algebraic_step().is_some() {}
        }
        token
    }

    fn read_algebraic_move(&mut self) -> Result<Token, Flaw> {
        let mut before = self.algebraic_square().ok_or(Flaw::CutMove)?;
        let mut text = MoveText::begin(dark_square(before)?, Separator::Quiet);
        while let Some((separator, name)) = self.algebraic_step() {
            let separator = separator.unwrap_or_else(|| implied_separator(before, name));
            if separator == Separator::Capture {
                text.set_separator(separator);
            }
            text.push(dark_square(name)?).map_err(flaw)?;
            before = name;
        }
        Ok(Token::Move { text, algebraic: true })
    }

    /// Reads a file letter and a rank.
    fn algebraic_square(&mut self) -> Option<[u8; 2]> {
        let file = self.peek().to_ascii_lowercase();
        if !matches!(file, b'a'..=b'h') {
            return None;
        }
        self.pos += 1;
        let rank = self.peek();
        if !matches!(rank, b'1'..=b'8') {
            self.pos -= 1;
            return None;
        }
        self.pos += 1;
        Some([file, rank])
    }

    /// Reads a separator, if there is one, and a square.
    fn algebraic_step(&mut self) -> Option<(Option<Separator>, [u8; 2])> {
        let end = self.pos;
        if let Some(name) = self.algebraic_square() {
            return Some((None, name));
        }
        if let Some(separator) = self.separator() {
            self.skip_blanks();
            if let Some(name) = self.algebraic_square() {
                return Some((Some(separator), name));
            }
        }
        self.pos = end;
        None
    }

    /// Reads a run of `!` and `?`.
    pub(super) fn strength(&mut self, bracketed: bool) -> Strength {
        let start = self.pos;
        while matches!(self.peek(), b'!' | b'?') {
            self.pos += 1;
        }
        Strength { mark: Mark::from_run(self.since(start).of(self.input)), bracketed }
    }

    /// Reads `$n`.
    pub(super) fn nag(&mut self) -> Result<Token, Flaw> {
        self.pos += 1;
        let digits = self.digits();
        match u16::try_from(digits.value) {
            Ok(nag) if digits.len > 0 => Ok(Token::Nag(nag)),
            _ => Err(Flaw::BadNag),
        }
    }
}

/// The square at the start of two bytes and its length, unless it has a leading zero. No branch depends on
/// whether the second byte is a digit, which a processor could not predict.
fn plain_square(first: u8, second: u8) -> Option<(Square, usize)> {
    let [tens, ones] = [first, second].map(|byte| byte.wrapping_sub(b'0'));
    let has_two = ones <= 9;
    let number = if has_two { tens.wrapping_mul(10).wrapping_add(ones) } else { tens };
    if !matches!(tens, 1..=9) {
        return None;
    }
    Some((Square::new(number)?, 1 + usize::from(has_two)))
}

/// The square with a number of one or two digits.
fn square(digits: &Digits) -> Result<Square, Flaw> {
    let number = if digits.len <= 2 { digits.value as u8 } else { 0 };
    Square::new(number).ok_or_else(|| Flaw::BadSquare(Span::new(digits.start, digits.start + digits.len)))
}

fn dark_square(name: [u8; 2]) -> Result<Square, Flaw> {
    let [file, rank] = name;
    Square::from_algebraic(file.into(), rank - b'0').ok_or(Flaw::LightSquare(name))
}

fn flaw(error: MoveTextError) -> Flaw {
    match error {
        MoveTextError::TooLong => Flaw::LongMove,
        _ => Flaw::NoMove,
    }
}

/// The result that two numbers with `-` between them make. None of these is a move.
fn score(first: &Digits, second: &Digits) -> Option<Score> {
    match (first.single()?, second.single()?) {
        (1, 0) => Some(Score::OneZero),
        (0, 1) => Some(Score::ZeroOne),
        (2, 0) => Some(Score::TwoZero),
        (0, 2) => Some(Score::ZeroTwo),
        (1, 1) => Some(Score::OneOne),
        (0, 0) => Some(Score::ZeroZero),
        _ => None,
    }
}

/// The separator left out between two squares: a quiet move goes to the next rank.
fn implied_separator(from: [u8; 2], to: [u8; 2]) -> Separator {
    if from[1].abs_diff(to[1]) == 1 { Separator::Quiet } else { Separator::Capture }
}
