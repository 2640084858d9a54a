//! Files in UTF-16, as Windows writes them, become UTF-8.

use std::io::{self, Read};

/// Bytes of a file, in UTF-8 if they were in UTF-16. All other encodings are left as they are.
#[derive(Debug)]
pub(crate) struct Decoder<R> {
    inner: R,
    encoding: Option<Encoding>,
    /// Bytes that are read and not decoded yet.
    raw: Vec<u8>,
    /// Bytes that are decoded and not given out yet.
    ready: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Bytes,
    LittleEndian,
    BigEndian,
}

impl Encoding {
    /// By the byte order mark, or by the zero in the first character, which is ASCII in every game file.
    fn of(start: &[u8]) -> Encoding {
        match start {
            [0xFF, 0xFE, ..] | [1..=0xFF, 0, ..] => Encoding::LittleEndian,
            [0xFE, 0xFF, ..] | [0, 1..=0xFF, ..] => Encoding::BigEndian,
            _ => Encoding::Bytes,
        }
    }

    fn unit(self, pair: [u8; 2]) -> u16 {
        if self == Encoding::BigEndian { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) }
    }
}

const CHUNK: usize = 8 << 10;

impl<R: Read> Decoder<R> {
    pub(crate) fn new(inner: R) -> Decoder<R> {
        Decoder { inner, encoding: None, raw: Vec::new(), ready: Vec::new() }
    }

    /// Reads the first two bytes, if there are two.
    fn begin(&mut self) -> io::Result<Encoding> {
        let mut start = [0; 2];
        while self.raw.len() < 2 {
            let wanted = 2 - self.raw.len();
            match self.inner.read(&mut start[..wanted])? {
                0 => break,
                n => self.raw.extend_from_slice(&start[..n]),
            }
        }
        let encoding = Encoding::of(&self.raw);
        self.encoding = Some(encoding);
        if encoding == Encoding::Bytes {
            self.ready.append(&mut self.raw);
        }
        Ok(encoding)
    }

    /// Reads and decodes more; nothing is ready after it at the end alone.
    fn refill(&mut self, encoding: Encoding) -> io::Result<()> {
        let mut chunk = [0; CHUNK];
        while self.ready.is_empty() {
            let n = self.inner.read(&mut chunk)?;
            self.raw.extend_from_slice(&chunk[..n]);
            self.decode(encoding, n == 0);
            if n == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Decodes whole characters. Half of one stays, unless nothing follows.
    fn decode(&mut self, encoding: Encoding, is_all: bool) {
        let mut units: Vec<u16> =
            self.raw.chunks_exact(2).map(|pair| encoding.unit([pair[0], pair[1]])).collect();
        let is_half = |unit: &u16| (0xD800..0xDC00).contains(unit);
        if !is_all && units.last().is_some_and(is_half) {
            units.pop();
        }
        self.raw.drain(..2 * units.len());
        self.ready.extend_from_slice(String::from_utf16_lossy(&units).as_bytes());
    }
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let encoding = match self.encoding {
            Some(encoding) => encoding,
            None => self.begin()?,
        };
        if self.ready.is_empty() && encoding == Encoding::Bytes {
            return self.inner.read(out);
        }
        self.refill(encoding)?;
        let n = out.len().min(self.ready.len());
        out[..n].copy_from_slice(&self.ready[..n]);
        self.ready.drain(..n);
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let n = out.len().min(1);
            self.0.read(&mut out[..n])
        }
    }

    fn decoded(bytes: &[u8]) -> String {
        let mut texts = [String::new(), String::new()];
        Decoder::new(bytes).read_to_string(&mut texts[0]).unwrap();
        Decoder::new(Slow(bytes)).read_to_string(&mut texts[1]).unwrap();
        assert_eq!(texts[0], texts[1]);
        texts[0].clone()
    }

    #[test]
    fn both_orders_are_decoded_with_and_without_a_mark() {
        let text = "[Event \"Pärnu 𝄞\"]\n1. 11–15 *";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decoded(&little), text);
        assert_eq!(decoded(&big), text);
        assert_eq!(decoded(&[&[0xFF, 0xFE], &little[..]].concat()), format!("\u{feff}{text}"));
        assert_eq!(decoded(&[&[0xFE, 0xFF], &big[..]].concat()), format!("\u{feff}{text}"));
    }

    #[test]
    fn other_bytes_are_left_alone() {
        for text in ["", "1", "1. 11-15 é *"] {
            assert_eq!(decoded(text.as_bytes()), text);
        }
    }
}
