//! The checksum of files.

/// A checksum of bytes.
///
/// Four lanes take a little-endian 64-bit word each in turn; the last part is filled up with zeros.
/// Each step is a bijection of the lane for a given word and of the word for a given lane, so damage
/// within one word always changes the checksum; other damage does so except with odds of 2^-64.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    const SEEDS: [u64; 4] =
        [0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB, 0xD6E8_FEB8_6659_FD93];
    let mut lanes = SEEDS;
    let mut chunks = bytes.chunks_exact(32);
    for chunk in &mut chunks {
        step(&mut lanes, chunk);
    }
    let mut last = [0; 32];
    let rest = chunks.remainder();
    last[..rest.len()].copy_from_slice(rest);
    step(&mut lanes, &last);
    lanes.into_iter().fold(bytes.len() as u64, |hash, lane| mix(hash.rotate_left(23) ^ lane))
}

#[inline(always)]
fn step(lanes: &mut [u64; 4], chunk: &[u8]) {
    for (lane, word) in lanes.iter_mut().zip(chunk.chunks_exact(8)) {
        let word = word.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        *lane = mix(*lane ^ word);
    }
}

#[inline(always)]
const fn mix(word: u64) -> u64 {
    let word = word.wrapping_mul(0x2545_F491_4F6C_DD1D);
    word ^ word >> 29
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_single_byte_counts() {
        let bytes: Vec<u8> = (0..100u8).collect();
        let whole = checksum(&bytes);
        for i in 0..bytes.len() {
            for change in 1..=255 {
                let mut damaged = bytes.clone();
                damaged[i] ^= change;
                assert_ne!(checksum(&damaged), whole);
            }
            assert_ne!(checksum(&bytes[..i]), whole);
        }
    }
}
