//! Prefix codes with words of limited length, given by the lengths alone.

/// The longest word. Short enough for a decoder to look words up in a small table.
pub(crate) const MAX_LENGTH: u8 = 12;

/// The word lengths of a good code for symbols with these counts; 0 for those that do not occur.
///
/// Package-merge would be a little better when the limit bites; here counts are evened out until it
/// no longer does.
pub(crate) fn lengths(counts: &[u32]) -> Vec<u8> {
    let mut weights: Vec<u64> = counts.iter().map(|&count| count.into()).collect();
    loop {
        let lengths = unlimited(&weights);
        if lengths.iter().all(|&length| length <= MAX_LENGTH) {
            return lengths;
        }
        for weight in weights.iter_mut().filter(|weight| **weight > 0) {
            *weight = (*weight).div_ceil(2) + 1;
        }
    }
}

fn unlimited(weights: &[u64]) -> Vec<u8> {
    let mut lengths = vec![0; weights.len()];
    let mut queue: std::collections::BinaryHeap<std::cmp::Reverse<(u64, usize)>> = weights
        .iter()
        .enumerate()
        .filter(|(_, w)| **w > 0)
        .map(|(i, w)| std::cmp::Reverse((*w, i)))
        .collect();
    if queue.len() == 1 {
        queue.drain().for_each(|std::cmp::Reverse((_, symbol))| lengths[symbol] = 1);
        return lengths;
    }
    // Nodes above the symbols: each knows its parent once it has one.
    let mut parents: Vec<usize> = vec![usize::MAX; weights.len()];
    while let (Some(std::cmp::Reverse((a, i))), Some(std::cmp::Reverse((b, j)))) = (queue.pop(), queue.pop())
    {
        let node = parents.len();
        parents.push(usize::MAX);
        (parents[i], parents[j]) = (node, node);
        if queue.is_empty() {
            break;
        }
        queue.push(std::cmp::Reverse((a + b, node)));
    }
    for symbol in (0..weights.len()).filter(|&symbol| weights[symbol] > 0) {
        let (mut node, mut depth) = (symbol, 0u8);
        while parents[node] != usize::MAX {
            node = parents[node];
            depth = depth.saturating_add(1);
        }
        lengths[symbol] = depth;
    }
    lengths
}

/// The words of a code: shorter ones first, then by symbol, each as small as it can be.
pub(crate) fn words(lengths: &[u8]) -> Vec<u16> {
    let mut words = vec![0; lengths.len()];
    let mut next = 0u32;
    for length in 1..=MAX_LENGTH {
        for (symbol, _) in lengths.iter().enumerate().filter(|(_, l)| **l == length) {
            words[symbol] = next as u16;
            next += 1;
        }
        next <<= 1;
    }
    words
}

/// Do these lengths belong to a code that leaves no word over, or to one with a single word?
pub(crate) fn is_complete(lengths: &[u8]) -> bool {
    let sum: u64 = lengths.iter().filter(|l| **l > 0).map(|&l| 1 << (MAX_LENGTH - l.min(MAX_LENGTH))).sum();
    let n_words = lengths.iter().filter(|l| **l > 0).count();
    lengths.iter().all(|&l| l <= MAX_LENGTH)
        && (sum == 1 << MAX_LENGTH || n_words == 1 && lengths.contains(&1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_complete_and_frequent_symbols_have_short_words() {
        let counts: Vec<u32> = (0..300).map(|i| if i % 3 == 0 { 0 } else { 1 << (i % 30) }).collect();
        let lengths = lengths(&counts);
        assert!(is_complete(&lengths));
        assert!(counts.iter().zip(&lengths).all(|(count, length)| (*count == 0) == (*length == 0)));
        assert!(lengths[29] < lengths[1]);
    }

    #[test]
    fn one_symbol_still_has_a_word() {
        assert_eq!(lengths(&[0, 7, 0]), [0, 1, 0]);
        assert!(is_complete(&[0, 1, 0]));
        assert!(!is_complete(&[0, 2, 0]));
    }
}
