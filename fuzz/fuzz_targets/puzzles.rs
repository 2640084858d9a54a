//! Files of puzzles with any bytes wrong, behind a head that fits: an error or puzzles that can be solved, never a panic.
#![no_main]

use crownhead_puzzles::{Attempt, Puzzles};
use libfuzzer_sys::fuzz_target;
use xxhash_rust::xxh3::xxh3_64;

fuzz_target!(|input: (Vec<u8>, u8)| {
    let (body, count) = input;
    let _ = Puzzles::from_bytes(&body);
    let mut bytes = b"CROWNPUZ\x01\0\0\0".to_vec();
    bytes.extend(u32::from(count).to_le_bytes());
    bytes.extend(xxh3_64(&body).to_le_bytes());
    bytes.extend(body);
    let Ok(puzzles) = Puzzles::from_bytes(&bytes) else { return };
    assert_eq!(Puzzles::from_bytes(&puzzles.to_bytes()).as_ref(), Ok(&puzzles));
    for puzzle in puzzles.iter() {
        let _ = puzzle.clone().with_new_themes();
        let mut attempt = Attempt::new(puzzle.clone());
        attempt.give_up();
        assert!(attempt.is_over());
    }
});
