//! Any bytes: every record that is read is written and read again as the same, and can be replayed
//! or refused.
#![no_main]

use crownhead_pdn::Reader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for record in Reader::new(bytes).flatten() {
        let _ = record.replay();
        if !record.is_empty() {
            let text = record.to_string();
            let again = Reader::from_text(&text).next().expect("a record").expect("a readable record");
            assert_eq!(again, record, "{text}");
        }
    }
});
