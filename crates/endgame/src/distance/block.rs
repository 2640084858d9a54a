//! A block of distances: each coded by how it differs from those before it.

use super::coder::{Bits, Decoder, Encoder, Odds};

/// Cells in a block.
pub(crate) const BLOCK_CELLS: usize = 4096;

/// Stands for a cell whose distance is not kept: any may be coded.
pub(crate) const ANY: u8 = u8::MAX;

/// The greatest half of a distance.
const MAX_HALF: u8 = 126;

/// Packs halves of distances, or [`ANY`]. `width` is the number of cells between one and its upper
/// neighbor.
pub(crate) fn pack(halves: &[u8], width: usize) -> Vec<u8> {
    if halves.iter().all(|&half| half == ANY) {
        return Vec::new();
    }
    let mut encoder = Encoder::new();
    let mut model = Model::new(width);
    for &half in halves {
        // Repeating the last one costs least.
        let half = if half == ANY { model.last } else { half };
        model.code(&mut encoder, half);
    }
    encoder.finish()
}

/// Unpacks `n_cells` halves of distances. Any bytes can be unpacked.
pub(crate) fn unpack(bytes: &[u8], n_cells: usize, width: usize) -> Vec<u8> {
    let mut decoder = Decoder::new(bytes);
    let mut model = Model::new(width);
    for _ in 0..n_cells {
        model.code(&mut decoder, 0);
    }
    model.seen
}

/// Predicts the next cell from those before it.
struct Model {
    width: usize,
    seen: Vec<u8>,
    last: u8,
    /// Whether each of the last cells was the same as the one before it, the last in bit 0.
    history: usize,
    same: [Odds; 32],
    as_above: [Odds; 8],
    sign: [Odds; 3],
    /// The number of bits of a difference, in unary.
    n_bits: [Odds; 8],
    /// The bits of a difference, by their number and place.
    bits: [[Odds; 8]; 8],
}

impl Model {
    fn new(width: usize) -> Model {
        Model {
            width,
            seen: Vec::with_capacity(BLOCK_CELLS),
            last: 0,
            history: 0,
            same: [Odds::EVEN; 32],
            as_above: [Odds::EVEN; 8],
            sign: [Odds::EVEN; 3],
            n_bits: [Odds::EVEN; 8],
            bits: [[Odds::EVEN; 8]; 8],
        }
    }

    /// The value `places` cells back, or the last value before the start of the block.
    #[inline]
    fn back(&self, places: usize) -> u8 {
        let at = self.seen.len().checked_sub(places);
        at.map_or(self.last, |at| self.seen[at])
    }

    /// Codes a cell.
    #[inline]
    fn code(&mut self, coder: &mut impl Bits, half: u8) {
        let (last, above, diagonal) = (self.last, self.back(self.width), self.back(self.width + 1));
        let twice_above = self.back(2 * self.width);
        let recent = self.history & 3;
        let context = recent
            | usize::from(above == last) << 2
            | usize::from(diagonal == last) << 3
            | usize::from(twice_above == last) << 4;
        let is_same = coder.bit(&mut self.same[context], half == last);
        let context = recent << 1 | usize::from(diagonal == above);
        let half = if is_same {
            last
        } else if above != last && coder.bit(&mut self.as_above[context], half == above) {
            above
        } else {
            self.difference(coder, half, above)
        };
        self.history = self.history << 1 | usize::from(is_same);
        self.last = half;
        self.seen.push(half);
    }

    /// Codes the difference between a cell and the last one.
    fn difference(&mut self, coder: &mut impl Bits, half: u8, above: u8) -> u8 {
        let last = self.last;
        let context = if above > last { 1 } else { 2 * usize::from(above < last) };
        let is_less = coder.bit(&mut self.sign[context], half < last);
        let size = u32::from(half.abs_diff(last).max(1));
        let mut n_bits = 0;
        while n_bits < 7 && coder.bit(&mut self.n_bits[n_bits], size >> (n_bits + 1) != 0) {
            n_bits += 1;
        }
        let mut coded = 1u32;
        for place in (0..n_bits).rev() {
            let bit = coder.bit(&mut self.bits[n_bits][place], size >> place & 1 == 1);
            coded = coded << 1 | u32::from(bit);
        }
        // Damaged bytes may give any difference.
        let coded = coded.min(MAX_HALF.into()) as u8;
        if is_less { last.saturating_sub(coded) } else { last.saturating_add(coded).min(MAX_HALF) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn distances_come_back(
            halves in prop::collection::vec(prop_oneof![0..=MAX_HALF, 0..3u8, Just(ANY)], 1..BLOCK_CELLS),
            width in 1..600usize,
        ) {
            let unpacked = unpack(&pack(&halves, width), halves.len(), width);
            prop_assert_eq!(unpacked.len(), halves.len());
            for (half, unpacked) in halves.iter().zip(unpacked) {
                prop_assert!(*half == ANY || *half == unpacked);
            }
        }

        #[test]
        fn any_bytes_can_be_unpacked(bytes in prop::collection::vec(any::<u8>(), 0..300), width in 1..600usize) {
            prop_assert!(unpack(&bytes, BLOCK_CELLS, width).iter().all(|&half| half <= MAX_HALF));
        }
    }
}
