//! Words that have to fit.

/// A text broken between words into lines of a width.
pub(super) fn wrapped(text: &str, width: u16) -> Vec<String> {
    hung(text, width, 0)
}

/// A line broken into several, which begin below what stands behind its last gap of two blanks or more: below the
/// explanation in a list of names and explanations.
pub(super) fn hanging(line: &str, width: u16) -> Vec<String> {
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

/// Lines of a width, all but the first behind so many blanks. What blanks there are in the text stay.
fn hung(text: &str, width: u16, indent: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut is_fresh = true;
    for word in text.split(' ') {
        let last = lines.len() - 1;
        let length = lines[last].chars().count();
        if !is_fresh && length + 1 + word.chars().count() > usize::from(width) {
            lines.push(" ".repeat(indent) + word);
            continue;
        }
        if !is_fresh {
            lines[last].push(' ');
        }
        lines[last].push_str(word);
        is_fresh = false;
    }
    lines
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
}
