//! Numbers that look random and are the same for the same seed.

/// A generator of numbers, the same on every machine.
///
/// ```
/// use crownhead_engine::Random;
///
/// let mut dice = Random::new(5);
/// assert!(dice.below(6) < 6);
/// assert_eq!(Random::new(5).next(), Random::new(5).next());
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// What follows depends on nothing but the seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Lets a number change everything that follows.
    pub fn mix(&mut self, number: u64) {
        self.0 = self.next() ^ number;
    }

    /// Any number: a counter in large odd steps, scrambled.
    #[allow(clippy::should_implement_trait, reason = "it never ends, and is no collection")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ word >> 31
    }

    /// A number below another one, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// A number from 0 to 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number around 0 with a deviation of 1, most often close to 0: twelve coins added up.
    pub fn bell(&mut self) -> f64 {
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
