//! Decoding text, and cleaning it up so that it can be written.

use std::borrow::Cow;

/// The longest comment, tag value or setup, in bytes. It bounds how far a reader looks for a closing brace.
pub const MAX_TEXT: usize = 1 << 20;

/// What the bytes from 0x80 to 0x9F mean in Windows-1252. The others mean the character with their number.
#[rustfmt::skip]
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡',
    'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—',
    '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Decodes bytes that are valid UTF-8 as that, and others as Windows-1252, which differs from Latin-1 only
/// where that has control characters.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().copied().map(windows_1252).collect(),
    }
}

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9F => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Appends a tag value: control characters become spaces, since a tag is one line.
pub(crate) fn push_value(out: &mut String, value: &str) {
    let value = cut(value);
    if value.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        out.push_str(value);
    } else {
        out.extend(value.chars().map(|c| if c.is_control() { ' ' } else { c }));
    }
}

/// Appends a comment: white space becomes single spaces, because lines are wrapped on writing, and braces
/// become parentheses, because comments do not nest.
pub(crate) fn push_comment(out: &mut String, comment: &str) {
    let start = out.len();
    for word in cut(comment).split(|c: char| c == ' ' || c.is_control()).filter(|w| !w.is_empty()) {
        if out.len() > start {
            out.push(' ');
        }
        out.extend(word.chars().map(|c| match c {
            '{' => '(',
            '}' => ')',
            _ => c,
        }));
    }
}

/// Appends a setup without the characters that could end it and the space around it.
pub(crate) fn push_setup(out: &mut String, setup: &str) {
    let is_structure =
        |c: char| c.is_control() || matches!(c, '"' | '/' | '\\' | '(' | ')' | '{' | '}' | '%');
    let start = out.len();
    out.extend(cut(setup).trim().chars().filter(|&c| !is_structure(c)));
    // Removing characters may leave space at the ends.
    let kept = out[start..].trim().to_owned();
    out.truncate(start);
    out.push_str(&kept);
}

/// The text up to [`MAX_TEXT`] bytes.
fn cut(text: &str) -> &str {
    let mut end = text.len().min(MAX_TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(push: fn(&mut String, &str), text: &str) -> String {
        let mut out = String::new();
        push(&mut out, text);
        out
    }

    #[test]
    fn bytes_that_are_not_utf8_are_windows_1252() {
        assert_eq!(decode("Pär".as_bytes()), "Pär");
        assert_eq!(decode(b"P\xE4r \x96 it\x92s"), "Pär – it’s");
        // Five bytes mean nothing; they stay control characters.
        assert_eq!(
            decode(b"\x80\x81\x8D\x8E\x8F\x90\x9D\x9E\x9F\xFF"),
            "€\u{81}\u{8d}Ž\u{8f}\u{90}\u{9d}žŸÿ"
        );
    }

    #[test]
    fn values_stay_on_one_line() {
        assert_eq!(made(push_value, "two  words"), "two  words");
        assert_eq!(made(push_value, "a\nb\tc"), "a b c");
    }

    #[test]
    fn comments_are_folded_and_never_nest() {
        assert_eq!(made(push_comment, "  one\r\n  {two}\t"), "one (two)");
    }

    #[test]
    fn setups_lose_what_would_end_them() {
        assert_eq!(made(push_setup, " \" W:W1:B2/ "), "W:W1:B2");
    }

    #[test]
    fn overlong_text_is_cut_between_characters() {
        let long = "é".repeat(MAX_TEXT);
        assert_eq!(made(push_value, &long).len(), MAX_TEXT);
        assert_eq!(made(push_value, &format!("x{long}")).len(), MAX_TEXT - 1);
    }
}
