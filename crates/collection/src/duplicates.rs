//! Games that are there more than once.

use crownhead_board::Color;
use xxhash_rust::xxh3::xxh3_64;

use crate::format::Section;
use crate::index::Index;
use crate::summary::Games;

/// Games that are there more than once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duplicates {
    /// Groups of the same game, each in the order of the files.
    pub groups: Vec<Vec<u32>>,
}

impl Duplicates {
    /// The games that can be left out: all but the first of each group.
    pub fn extra(&self) -> impl Iterator<Item = u32> {
        self.groups.iter().flat_map(|group| group.iter().skip(1).copied())
    }
}

impl Index {
    /// Finds games that are there more than once: with the same moves from the same start, and with players and results
    /// that do not contradict each other. A name that is missing contradicts none, and names with a word of three
    /// letters in common are taken for the same. Games without moves are left alone.
    pub fn duplicates(&self) -> Duplicates {
        let played = (0..self.n_games()).filter(|game| self.plies(*game) > 0);
        let mut games: Vec<(u64, u32)> = played.map(|game| (xxh3_64(self.codes(game)), game)).collect();
        games.sort_unstable();
        let mut groups: Vec<Vec<u32>> = Vec::new();
        for same in games.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1) {
            let mut own: Vec<Vec<u32>> = Vec::new();
            for (_, game) in same {
                match own.iter_mut().find(|group| self.is_duplicate(group[0], *game)) {
                    Some(group) => group.push(*game),
                    None => own.push(vec![*game]),
                }
            }
            groups.extend(own.into_iter().filter(|group| group.len() > 1));
        }
        groups.sort_unstable();
        Duplicates { groups }
    }

    fn is_duplicate(&self, a: u32, b: u32) -> bool {
        let agree = |color| agree(self.name(self.player(a, color)), self.name(self.player(b, color)));
        let results = self.result(a).zip(self.result(b));
        self.codes(a) == self.codes(b)
            && self.word(Section::Start, a) == self.word(Section::Start, b)
            && results.is_none_or(|(a, b)| a == b)
            && [Color::Black, Color::White].into_iter().all(agree)
    }
}

/// May two names be of the same person?
fn agree(a: &str, b: &str) -> bool {
    let words = |name: &str| -> Vec<String> {
        let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() >= 3);
        words.map(str::to_lowercase).collect()
    };
    let b_words = words(b);
    a.is_empty()
        || b.is_empty()
        || a.eq_ignore_ascii_case(b)
        || words(a).iter().any(|word| b_words.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_person_share_a_word() {
        for (a, b, same) in [
            ("MF Tinsley", "Tinsley, Marion", true),
            ("", "Tinsley", true),
            ("M Rex", "M Roe", false),
            ("Al", "AL", true),
            ("Tinsley", "Hellman", false),
        ] {
            assert_eq!(agree(a, b), same, "{a}, {b}");
        }
    }
}
