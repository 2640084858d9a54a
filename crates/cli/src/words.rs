//! Small pieces of sentences.

/// A number with its noun: `1 game`, `2 games`.
pub(crate) fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// A text in lines of at most `width` columns, broken between words.
pub(crate) fn wrapped(text: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
            continue;
        }
        line.push_str(if line.is_empty() { "" } else { " " });
        line.push_str(word);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_follow_their_numbers() {
        assert_eq!(counted(1, "game", "games"), "1 game");
        assert_eq!(counted(0, "game", "games"), "0 games");
        assert_eq!(counted(2, "ply", "plies"), "2 plies");
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("one two  three four", 9), "one two\nthree\nfour");
        assert_eq!(wrapped("", 9), "");
        assert_eq!(wrapped("a unbreakable b", 5), "a\nunbreakable\nb");
    }
}
