//! Groups of contexts with similar statistics.

use super::symbol::{END, N_SYMBOLS};

/// The maximum number of codes for the runs of one value.
pub(crate) const MAX_CODES: usize = 3;

/// The size of a code in a file, roughly, in bits: fixed, and for each of its words.
const CODE_BITS: f64 = 100.0;
const WORD_BITS: f64 = 4.0;

/// Contexts that share a code.
pub(crate) struct Group {
    pub(crate) contexts: Vec<usize>,
    counts: Vec<u32>,
    /// The bits of its symbols and of the code itself.
    bits: f64,
}

impl Group {
    pub(crate) fn new(contexts: Vec<usize>, counts: Vec<u32>) -> Group {
        let bits = total_bits(counts.iter().copied());
        Group { contexts, counts, bits }
    }

    /// The counts with a chance for every symbol that some context of the material uses, and a small one for the
    /// end, of which the writer needs no more than what fills up a byte.
    pub(crate) fn smoothed(&self, used: &[bool; N_SYMBOLS]) -> Vec<u32> {
        let mut counts: Vec<u32> = self
            .counts
            .iter()
            .zip(used)
            .map(|(&count, &used)| 8 * count.min(1 << 28) + u32::from(used))
            .collect();
        counts[usize::from(END)] = 1;
        counts
    }

    /// The number of bits that joining the two costs.
    fn harm(&self, other: &Group) -> f64 {
        let sums = self.counts.iter().zip(&other.counts).map(|(a, b)| a + b);
        total_bits(sums) - self.bits - other.bits
    }

    fn join(&mut self, other: Group) {
        self.bits += other.bits + self.harm(&other);
        self.contexts.extend(other.contexts);
        self.counts.iter_mut().zip(other.counts).for_each(|(a, b)| *a += b);
    }
}

/// The bits of symbols with these counts under an ideal code, and of the code itself.
fn total_bits(counts: impl Iterator<Item = u32> + Clone) -> f64 {
    let total: f64 = counts.clone().map(f64::from).sum();
    let log_total = total.log2();
    let words = counts.filter(|&count| count > 0);
    let bits = words.map(|count| WORD_BITS + f64::from(count) * (log_total - f64::from(count).log2()));
    CODE_BITS + bits.sum::<f64>()
}

/// Joins the two groups for which it costs least, as long as that saves bits or there are too many.
pub(crate) fn merge(groups: &mut Vec<Group>) {
    while groups.len() > 1 {
        let pairs = (0..groups.len()).flat_map(|a| (a + 1..groups.len()).map(move |b| (a, b)));
        let harms = pairs.map(|(a, b)| (groups[a].harm(&groups[b]), a, b));
        let Some((harm, a, b)) = harms.min_by(|x, y| x.0.total_cmp(&y.0)) else { return };
        if harm >= 0.0 && groups.len() <= MAX_CODES {
            return;
        }
        let group = groups.swap_remove(b);
        groups[a].join(group);
    }
}
