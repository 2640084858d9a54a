//! Contexts with like statistics, put together.

use super::symbol::{END, MEANINGS, N_SYMBOLS};

/// At most so many codes for a material.
pub(crate) const MAX_CODES: usize = 16;

/// About what it takes to write a code down, in bits: whatever it holds, and for each of its own words.
const CODE_BITS: f64 = 500.0;
const WORD_BITS: f64 = 4.0;

/// Contexts that share a code.
pub(crate) struct Group {
    pub(crate) contexts: Vec<usize>,
    counts: Vec<u32>,
    /// What its symbols take, and the code itself.
    bits: f64,
}

impl Group {
    pub(crate) fn new(contexts: Vec<usize>, counts: Vec<u32>) -> Group {
        let bits = total_bits(counts.iter().copied());
        Group { contexts, counts, bits }
    }

    pub(crate) fn uses(&self, symbol: usize) -> bool {
        self.counts[symbol] > 0
    }

    /// The counts with a chance for every symbol that some context of the material uses, unless
    /// another symbol can say the same with extra bits; and for the end of a sub-block, which comes
    /// after some hundred symbols.
    pub(crate) fn smoothed(&self, used: &[bool; N_SYMBOLS]) -> Vec<u32> {
        let total: u32 = self.counts.iter().sum();
        let needed =
            |symbol: usize| used[symbol] && (MEANINGS[symbol].extra > 0 || MEANINGS[symbol].base <= 8);
        let mut counts: Vec<u32> =
            (0..N_SYMBOLS).map(|symbol| 8 * self.counts[symbol] + u32::from(needed(symbol))).collect();
        counts[usize::from(END)] = (total / 16).max(1);
        counts
    }

    /// How many more bits the two take together than apart.
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

/// The bits of so many symbols under an ideal code, and about what it takes to write the code down.
fn total_bits(counts: impl Iterator<Item = u32> + Clone) -> f64 {
    let total: f64 = counts.clone().map(f64::from).sum();
    let log_total = total.log2();
    let words = counts.filter(|&count| count > 0);
    let bits = words.map(|count| WORD_BITS + f64::from(count) * (log_total - f64::from(count).log2()));
    CODE_BITS + bits.sum::<f64>()
}

/// Joins groups until another code would cost more than it saves.
pub(crate) fn merge(groups: &mut Vec<Group>) {
    merge_smallest(groups);
    merge_alike(groups);
}

/// Joins rare contexts to the one they harm least, until few enough are left to compare all pairs.
fn merge_smallest(groups: &mut Vec<Group>) {
    const MANY: usize = 64;
    groups.sort_by(|a, b| b.bits.total_cmp(&a.bits));
    while groups.len() > MANY {
        let Some(group) = groups.pop() else { return };
        let harms: Vec<f64> = groups.iter().map(|other| other.harm(&group)).collect();
        if let Some(best) = (0..groups.len()).min_by(|&a, &b| harms[a].total_cmp(&harms[b])) {
            groups[best].join(group);
        }
    }
}

/// Joins the two groups that lose least by it, as long as that saves bits or there are too many.
fn merge_alike(groups: &mut Vec<Group>) {
    let mut harms: Vec<Vec<f64>> =
        groups.iter().map(|a| groups.iter().map(|b| a.harm(b)).collect()).collect();
    while groups.len() > 1 {
        let pairs = (0..groups.len()).flat_map(|a| (a + 1..groups.len()).map(move |b| (a, b)));
        let Some((a, b)) = pairs.min_by(|&(a, b), &(c, d)| harms[a][b].total_cmp(&harms[c][d])) else {
            return;
        };
        if harms[a][b] >= 0.0 && groups.len() <= MAX_CODES {
            return;
        }
        let group = groups.swap_remove(b);
        groups[a].join(group);
        harms.swap_remove(b);
        for row in &mut harms {
            row.swap_remove(b);
        }
        for other in 0..groups.len() {
            let harm = groups[a].harm(&groups[other]);
            (harms[a][other], harms[other][a]) = (harm, harm);
        }
    }
}
