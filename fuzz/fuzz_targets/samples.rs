//! Any bytes as a training sample: refused, or a position that is the same after it is written.
#![no_main]

use crownhead_train::Sample;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: [u8; Sample::SIZE]| {
    if let Some(sample) = Sample::from_bytes(&bytes) {
        assert_eq!(sample.to_bytes(), bytes);
        assert!(sample.position().is_some());
    }
});
