//! Any text as an opening book: refused, or a book that is the same after it is written.
#![no_main]

use crownhead_engine::Book;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // Most of the work is behind the heading.
    for text in [text.to_owned(), format!("crownhead book 1\n{text}")] {
        if let Ok(book) = text.parse::<Book>() {
            let written = book.to_string();
            let again: Book = written.parse().expect("a book of our own");
            assert_eq!(again.to_string(), written);
        }
    }
});
