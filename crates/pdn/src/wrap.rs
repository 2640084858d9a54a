//! Lines of at most 80 characters.

use std::io::{self, Write};

const MAX_COLUMNS: usize = 80;

/// Writes words with a space or a line feed between them.
///
/// The last word is held back, because a closing brace may follow on its line.
#[derive(Debug)]
pub(crate) struct Wrap<W> {
    out: W,
    column: usize,
    /// The word held back.
    held: String,
    /// The prefix of the next word.
    opening: String,
}

impl<W: Write> Wrap<W> {
    pub(crate) fn new(out: W) -> Wrap<W> {
        Wrap { out, column: 0, held: String::new(), opening: String::new() }
    }

    pub(crate) fn word(&mut self, word: &str) -> io::Result<()> {
        self.flush()?;
        self.held.push_str(&self.opening);
        self.opening.clear();
        self.held.push_str(word);
        Ok(())
    }

    /// Adds a prefix to the next word.
    pub(crate) fn open(&mut self, brace: &str) {
        self.opening.push_str(brace);
    }

    /// Adds a suffix to the last word.
    pub(crate) fn close(&mut self, brace: &str) {
        self.held.push_str(brace);
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        writeln!(self.out)
    }

    /// Writes the word held back.
    fn flush(&mut self) -> io::Result<()> {
        if self.held.is_empty() {
            return Ok(());
        }
        let width = self.held.chars().count();
        if self.column == 0 {
            self.column = width;
        } else if self.column + 1 + width <= MAX_COLUMNS {
            self.out.write_all(b" ")?;
            self.column += 1 + width;
        } else {
            self.out.write_all(b"\n")?;
            self.column = width;
        }
        self.out.write_all(self.held.as_bytes())?;
        self.held.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(words: &[&str]) -> String {
        let mut out = Vec::new();
        let mut wrap = Wrap::new(&mut out);
        for word in words {
            wrap.word(word).unwrap();
        }
        wrap.finish().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn lines_hold_eighty_characters() {
        let forty = "é".repeat(40);
        let short = "é".repeat(39);
        assert_eq!(wrapped(&[&forty, &short, "x"]), format!("{forty} {short}\nx\n"));
        assert_eq!(wrapped(&[&forty, &forty]), format!("{forty}\n{forty}\n"));
    }

    #[test]
    fn overlong_words_have_a_line_of_their_own() {
        let long = "y".repeat(100);
        assert_eq!(wrapped(&["a", &long, "b"]), format!("a\n{long}\nb\n"));
    }

    #[test]
    fn braces_stay_with_their_words() {
        let mut out = Vec::new();
        let mut wrap = Wrap::new(&mut out);
        wrap.open("{");
        wrap.word(&"z".repeat(78)).unwrap();
        wrap.word("a").unwrap();
        wrap.close("}");
        wrap.finish().unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), format!("{{{}\na}}\n", "z".repeat(78)));
    }
}
