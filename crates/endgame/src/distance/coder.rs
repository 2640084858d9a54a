//! An adaptive binary arithmetic coder.

/// The probability that a bit is set, in 65536ths, estimated from the bits before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Odds(u16);

impl Odds {
    /// Nothing is known yet.
    pub(crate) const EVEN: Odds = Odds(1 << 15);

    /// Moves the odds a sixteenth of the way towards the bit.
    fn learn(&mut self, bit: bool) {
        if bit {
            self.0 += (u16::MAX - self.0) >> 4;
        } else {
            self.0 -= self.0 >> 4;
        }
    }

    /// Where the part of a range that stands for a set bit ends. Neither part is empty.
    fn split(self, low: u32, high: u32) -> u32 {
        let range = u64::from(high - low);
        low + ((range * u64::from(self.0.clamp(32, u16::MAX - 32))) >> 16) as u32
    }
}

/// Turns bits into bytes: a number in a range that each bit narrows.
#[derive(Debug)]
pub(crate) struct Encoder {
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(crate) fn new() -> Encoder {
        Encoder { low: 0, high: u32::MAX, bytes: Vec::new() }
    }

    /// The bytes, without zeros at the end; the decoder reads zeros after the last byte.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        // A number with as many zeros at its end as fit between the bounds.
        let mut zeros = 32;
        let fits = |zeros: u32| {
            let number = u64::from(self.low).next_multiple_of(1 << zeros);
            (number <= u64::from(self.high)).then_some(number as u32)
        };
        let number = loop {
            match fits(zeros) {
                Some(number) => break number,
                None => zeros -= 1,
            }
        };
        self.bytes.extend(number.to_be_bytes());
        let end = self.bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        self.bytes.truncate(end);
        self.bytes
    }
}

/// Turns bytes into bits again.
#[derive(Debug)]
pub(crate) struct Decoder<'a> {
    low: u32,
    high: u32,
    number: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Decoder<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Decoder<'a> {
        let mut decoder = Decoder { low: 0, high: u32::MAX, number: 0, bytes: bytes.iter() };
        (0..4).for_each(|_| decoder.next_byte());
        decoder
    }

    fn next_byte(&mut self) {
        self.number = self.number << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }
}

/// Either direction of coding, so that one model serves both.
pub(crate) trait Bits {
    /// Codes a bit: an encoder writes the one given, a decoder returns the one that was written.
    fn bit(&mut self, odds: &mut Odds, bit: bool) -> bool;
}

impl Bits for Encoder {
    #[inline]
    fn bit(&mut self, odds: &mut Odds, bit: bool) -> bool {
        let middle = odds.split(self.low, self.high);
        odds.learn(bit);
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.bytes.push((self.high >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 0xFF;
        }
        bit
    }
}

impl Bits for Decoder<'_> {
    #[inline]
    fn bit(&mut self, odds: &mut Odds, _bit: bool) -> bool {
        let middle = odds.split(self.low, self.high);
        let bit = self.number <= middle;
        odds.learn(bit);
        if bit {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.low <<= 8;
            self.high = self.high << 8 | 0xFF;
            self.next_byte();
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bits_come_back(bits in prop::collection::vec((any::<bool>(), 0..3usize), 0..2000)) {
            let mut odds = [Odds::EVEN; 3];
            let mut encoder = Encoder::new();
            for &(bit, context) in &bits {
                encoder.bit(&mut odds[context], bit);
            }
            let bytes = encoder.finish();
            let mut odds = [Odds::EVEN; 3];
            let mut decoder = Decoder::new(&bytes);
            for &(bit, context) in &bits {
                prop_assert_eq!(decoder.bit(&mut odds[context], false), bit);
            }
        }
    }

    #[test]
    fn a_constant_sequence_takes_a_few_bytes() {
        let (mut odds, mut encoder) = (Odds::EVEN, Encoder::new());
        for _ in 0..4096 {
            encoder.bit(&mut odds, true);
        }
        assert!(encoder.finish().len() < 4);
    }
}
