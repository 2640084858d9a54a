//! Numbers that look random and are the same for the same seed.

/// A generator of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Lets a number change everything that follows.
    pub(crate) fn mix(&mut self, number: u64) {
        self.0 = self.next() ^ number;
    }

    /// Any number: a counter in large odd steps, scrambled.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    /// A number from 0 to 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number around 0 with a deviation of 1, most often close to 0: twelve coins added up.
    pub(crate) fn bell(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bell_is_centered_and_of_size_one() {
        let mut random = Random::new(5);
        let numbers: Vec<f64> = (0..10_000).map(|_| random.bell()).collect();
        let mean = numbers.iter().sum::<f64>() / 1e4;
        let deviation = (numbers.iter().map(|number| number * number).sum::<f64>() / 1e4).sqrt();
        assert!(mean.abs() < 0.05 && (deviation - 1.0).abs() < 0.05);
    }
}
