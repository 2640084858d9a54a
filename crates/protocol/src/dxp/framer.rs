//! Messages out of bytes as they arrive.

use super::MAX_MESSAGE;
use super::message::Message;
use super::parse::MessageError;

/// Makes messages of bytes as they arrive, several in one read or one in several reads.
///
/// It never holds more than one message. One that is too long is reported once, as soon as that is
/// certain, and skipped to its end.
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
    begun: Vec<u8>,
    skips: bool,
}

impl Framer {
    /// A framer that has seen nothing.
    pub const fn new() -> Framer {
        Framer { begun: Vec::new(), skips: false }
    }

    /// Takes some bytes and gives the messages they complete, in order.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Result<Message, FramerError>> {
        bytes.iter().filter_map(|byte| self.take(*byte)).collect()
    }

    /// Is a message begun but not complete?
    pub fn is_within_message(&self) -> bool {
        self.skips || !self.begun.is_empty()
    }

    fn take(&mut self, byte: u8) -> Option<Result<Message, FramerError>> {
        match byte {
            0 => self.end(),
            _ if self.skips => None,
            _ if self.begun.len() == MAX_MESSAGE => {
                self.begun.clear();
                self.skips = true;
                Some(Err(FramerError::TooLong))
            }
            _ => {
                self.begun.push(byte);
                None
            }
        }
    }

    /// The message that is complete, if it was not skipped. Nothing at all is no message.
    fn end(&mut self) -> Option<Result<Message, FramerError>> {
        self.skips = false;
        let bytes = std::mem::take(&mut self.begun);
        let is_blank = bytes.iter().all(u8::is_ascii_whitespace);
        (!is_blank).then(|| Message::parse(&bytes).map_err(FramerError::Message))
    }
}

/// What is wrong with something that arrived.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FramerError {
    /// It is longer than a message can be.
    #[error("a message is longer than {MAX_MESSAGE} bytes")]
    TooLong,
    /// It is no message.
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
