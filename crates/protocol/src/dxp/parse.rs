//! Reading messages.

use crownhead_board::{Color, MAX_JUMPS, Square};

use super::message::{
    Answer, BackAnswer, BackRequest, GameAccept, GameEnd, GameRequest, Message, MoveMade, NAME_LEN, Reason,
};
use super::{BoardText, DxpLetters};
use crate::board::{BoardTextError, Letters};
use crate::move_text::MoveText;

impl Message {
    /// Reads a message, with or without its zero byte.
    ///
    /// # Errors
    ///
    /// Returns an error that names the field that is wrong or missing.
    pub fn parse(bytes: &[u8]) -> Result<Message, MessageError> {
        let bytes = bytes.strip_suffix(&[0]).unwrap_or(bytes).trim_ascii_start();
        let Some((kind, rest)) = bytes.split_first() else { return Err(MessageError::Empty) };
        let mut fields = Fields { rest };
        let message = match kind {
            b'R' => Message::GameRequest(fields.game_request()?),
            b'A' => Message::GameAccept(fields.game_accept()?),
            b'M' => Message::Move(fields.mv()?),
            b'E' => Message::GameEnd(fields.game_end()?),
            b'B' => Message::BackRequest(fields.back_request()?),
            b'K' => Message::BackAccept(fields.back_answer()?),
            b'C' => return Ok(Message::Chat(text(rest))),
            other => return Err(MessageError::Kind(char::from(*other))),
        };
        fields.end().map(|()| message)
    }
}

/// What is left of a message. The fields have fixed lengths.
struct Fields<'a> {
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    fn game_request(&mut self) -> Result<GameRequest, MessageError> {
        Ok(GameRequest {
            version: self.number("version", 2)? as u8,
            name: self.name()?,
            follower: self.color("follower's color")?,
            minutes: self.number("minutes", 3)?,
            moves: self.number("moves", 3)?,
            board: self.board()?,
        })
    }

    fn game_accept(&mut self) -> Result<GameAccept, MessageError> {
        let name = self.name()?;
        let answer = match self.number("answer", 1)? {
            0 => Answer::Accepted,
            code => Answer::Refused(code as u8),
        };
        Ok(GameAccept { name, answer })
    }

    fn mv(&mut self) -> Result<MoveMade, MessageError> {
        let seconds = self.number("number of seconds", 4)?;
        let (from, to) = (self.square("first square")?, self.square("last square")?);
        let n_captured = usize::from(self.number("number of captures", 2)?);
        if n_captured > MAX_JUMPS {
            return Err(MessageError::wrong("number of captures", n_captured.to_string()));
        }
        let captured: Vec<Square> =
            (0..n_captured).map(|_| self.square("captured square")).collect::<Result<_, _>>()?;
        Ok(MoveMade { seconds, mv: MoveText::new(from, to, captured) })
    }

    fn game_end(&mut self) -> Result<GameEnd, MessageError> {
        let reason = self.one_of("reason", &Reason::ALL)?;
        let stop = self.one_of("stop code", &[false, true])?;
        Ok(GameEnd { reason, stop })
    }

    fn back_request(&mut self) -> Result<BackRequest, MessageError> {
        Ok(BackRequest { number: self.number("move number", 3)?, turn: self.color("color to move")? })
    }

    fn back_answer(&mut self) -> Result<BackAnswer, MessageError> {
        self.one_of("answer", &BackAnswer::ALL)
    }

    /// `A` for the start of the game, or `B` and a board.
    fn board(&mut self) -> Result<Option<BoardText>, MessageError> {
        const FIELD: &str = "kind of start";
        match self.take(FIELD, 1)? {
            b"A" => Ok(None),
            b"B" => Ok(Some(text(std::mem::take(&mut self.rest)).trim_end().parse()?)),
            other => Err(MessageError::wrong(FIELD, text(other))),
        }
    }

    fn name(&mut self) -> Result<String, MessageError> {
        Ok(text(self.take("name", NAME_LEN)?).trim().to_owned())
    }

    fn color(&mut self, field: &'static str) -> Result<Color, MessageError> {
        let bytes = self.take(field, 1)?;
        let found = bytes.iter().find_map(|byte| DxpLetters::color(char::from(*byte)));
        found.ok_or_else(|| MessageError::wrong(field, text(bytes)))
    }

    fn square(&mut self, field: &'static str) -> Result<Square, MessageError> {
        let number = self.number(field, 2)?;
        let square = u8::try_from(number).ok().and_then(Square::new);
        square.ok_or_else(|| MessageError::wrong(field, number.to_string()))
    }

    /// The value that a digit numbers.
    fn one_of<T: Copy>(&mut self, field: &'static str, values: &[T]) -> Result<T, MessageError> {
        let digit = self.number(field, 1)?;
        let value = values.get(usize::from(digit)).copied();
        value.ok_or_else(|| MessageError::wrong(field, digit.to_string()))
    }

    /// A number of at most four digits; it may have leading blanks.
    fn number(&mut self, field: &'static str, len: usize) -> Result<u16, MessageError> {
        let bytes = self.take(field, len)?;
        let digits = bytes.trim_ascii_start();
        let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        if !is_number {
            return Err(MessageError::wrong(field, text(bytes)));
        }
        Ok(digits.iter().fold(0, |number, digit| 10 * number + u16::from(digit - b'0')))
    }

    fn take(&mut self, field: &'static str, len: usize) -> Result<&'a [u8], MessageError> {
        let (taken, rest) = self.rest.split_at_checked(len).ok_or(MessageError::Short { field })?;
        self.rest = rest;
        Ok(taken)
    }

    /// Nothing but blanks may follow.
    fn end(self) -> Result<(), MessageError> {
        let rest = self.rest.trim_ascii();
        if rest.is_empty() { Ok(()) } else { Err(MessageError::Long(text(rest))) }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Why bytes are not a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// It is empty.
    #[error("the message is empty")]
    Empty,
    /// The first letter names no kind of message.
    #[error("'{0}' is not a kind of message")]
    Kind(char),
    /// The message ends too early.
    #[error("the message ends before the {field}")]
    Short {
        /// The field that is missing.
        field: &'static str,
    },
    /// A field has a bad value.
    #[error("\"{text}\" is not a valid {field}")]
    Wrong {
        /// The field.
        field: &'static str,
        /// Its value.
        text: String,
    },
    /// Something follows the message.
    #[error("\"{0}\" follows the message")]
    Long(String),
    /// The board cannot be read.
    #[error(transparent)]
    Board(#[from] BoardTextError),
}

impl MessageError {
    const fn wrong(field: &'static str, text: String) -> MessageError {
        MessageError::Wrong { field, text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_error(bytes: &[u8], expected: &str) {
        assert_eq!(Message::parse(bytes).unwrap_err().to_string(), expected);
    }

    #[test]
    fn broken_messages_are_named() {
        check_error(b"", "the message is empty");
        check_error(b"\0", "the message is empty");
        check_error(b"x", "'x' is not a kind of message");
        check_error(b"M0001", "the message ends before the first square");
        check_error(b"M00011133", "\"33\" is not a valid last square");
        check_error(b"M0001111599", "\"99\" is not a valid number of captures");
        check_error(b"M0001111501", "the message ends before the captured square");
        check_error(b"M-00111150", "\"-001\" is not a valid number of seconds");
        check_error(b"E40", "\"4\" is not a valid reason");
        check_error(b"E00x", "\"x\" follows the message");
        check_error(b"B005X", "\"X\" is not a valid color to move");
        check_error(b"A", "the message ends before the name");
    }
}
