//! Splitting a stream of bytes into messages.

use super::MAX_MESSAGE;
use super::message::Message;
use super::parse::MessageError;

/// Splits a stream of bytes into messages, however the bytes arrive.
///
/// It buffers at most one message. One that is too long is reported once, as early as possible, and skipped
/// to its end.
///
/// ```
/// use crownhead_protocol::dxp::{Framer, FramerError};
///
/// let mut framer = Framer::new();
/// assert_eq!(framer.feed(&[b'C'; 200]), [Err(FramerError::TooLong)]);
/// let messages = framer.feed(b"still too long\0K1\0");
/// assert_eq!(messages.len(), 1);
/// assert!(messages[0].is_ok());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Framer {
    buffer: Vec<u8>,
    is_skipping: bool,
}

impl Framer {
    /// A framer without any bytes.
    pub const fn new() -> Framer {
        Framer { buffer: Vec::new(), is_skipping: false }
    }

    /// Adds bytes and returns the messages they complete, in order.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Result<Message, FramerError>> {
        bytes.iter().filter_map(|byte| self.take(*byte)).collect()
    }

    /// Returns whether a message is incomplete.
    pub fn is_within_message(&self) -> bool {
        self.is_skipping || !self.buffer.is_empty()
    }

    fn take(&mut self, byte: u8) -> Option<Result<Message, FramerError>> {
        match byte {
            0 => self.end(),
            _ if self.is_skipping => None,
            _ if self.buffer.len() == MAX_MESSAGE => {
                self.buffer.clear();
                self.is_skipping = true;
                Some(Err(FramerError::TooLong))
            }
            _ => {
                self.buffer.push(byte);
                None
            }
        }
    }

    /// The complete message, unless it was skipped or blank.
    fn end(&mut self) -> Option<Result<Message, FramerError>> {
        self.is_skipping = false;
        let bytes = std::mem::take(&mut self.buffer);
        let is_blank = bytes.iter().all(u8::is_ascii_whitespace);
        (!is_blank).then(|| Message::parse(&bytes).map_err(FramerError::Message))
    }
}

/// Why bytes were not a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FramerError {
    /// They are longer than a message can be.
    #[error("a message is longer than {MAX_MESSAGE} bytes")]
    TooLong,
    /// They are not a message.
    #[error(transparent)]
    Message(#[from] MessageError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_way_of_cutting_gives_the_same_messages() {
        let bytes = b"AFakeDXP                         0\0M0001111500\0\0Cwell\0x\0E01\0";
        let whole = Framer::new().feed(bytes);
        assert_eq!(whole.len(), 5);
        assert!(whole[3].is_err());
        for size in 1..bytes.len() {
            let mut framer = Framer::new();
            let cut: Vec<_> = bytes.chunks(size).flat_map(|chunk| framer.feed(chunk)).collect();
            assert_eq!(cut, whole, "{size}");
            assert!(!framer.is_within_message());
        }
    }

    #[test]
    fn the_longest_message_fits() {
        let mut bytes = vec![b'C'; MAX_MESSAGE];
        bytes.push(0);
        assert_eq!(Framer::new().feed(&bytes), [Ok(Message::Chat("C".repeat(MAX_MESSAGE - 1)))]);
        bytes.insert(0, b'C');
        assert_eq!(Framer::new().feed(&bytes), [Err(FramerError::TooLong)]);
    }
}
