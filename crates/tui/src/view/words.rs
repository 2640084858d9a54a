//! Words that have to fit.

/// A text broken between words into lines of a width.
pub(super) fn wrapped(text: &str, width: u16) -> Vec<String> {
    hung(text, width, 0)
}

/// A line broken into several, which begin below what stands behind its last gap of two blanks or more: below the
/// explanation in a list of names and explanations.
pub(crate) fn hanging(line: &str, width: u16) -> Vec<String> {
    if line.chars().count() <= usize::from(width) {
        return vec![line.to_owned()];
    }
    let begin = line.len() - line.trim_start().len();
    let gap = line[begin..].find("  ").map(|gap| begin + gap);
    let behind = gap.map_or(begin, |gap| line.len() - line[gap..].trim_start().len());
    let indent = line[..behind].chars().count();
    let indent = if indent > usize::from(width) / 2 { begin + 2 } else { indent };
    hung(line, width, indent)
}

/// Lines of a width, all but the first indented. What blanks there are in the text stay.
fn hung(text: &str, width: u16, indent: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut is_fresh = true;
    // What is longer than a line, such as an address, is broken anywhere.
    let longest = usize::from(width).saturating_sub(indent).max(1);
    for word in text.split(' ').flat_map(|word| pieces(word, longest)) {
        let last = lines.len() - 1;
        let length = lines[last].chars().count();
        if !is_fresh && length + 1 + word.chars().count() > usize::from(width) {
            lines.push(" ".repeat(indent) + &word);
            continue;
        }
        if !is_fresh {
            lines[last].push(' ');
        }
        lines[last].push_str(&word);
        is_fresh = false;
    }
    lines
}

/// A word in pieces of a length at most; an empty one is one piece.
fn pieces(word: &str, length: usize) -> Vec<String> {
    if word.is_empty() {
        return vec![String::new()];
    }
    let letters: Vec<char> = word.chars().collect();
    letters.chunks(length).map(|piece| piece.iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explanations_stay_below_each_other() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(hanging("  bits  show all the masks", 19), ["  bits  show all", "        the masks"]);
        assert_eq!(hanging("short", 19), ["short"]);
    }

    #[test]
    fn what_is_longer_than_a_line_is_broken_and_whole() {
        assert_eq!(
            wrapped("see http://club.example/ there", 8),
            ["see", "http://c", "lub.exam", "ple/", "there"]
        );
    }
}
