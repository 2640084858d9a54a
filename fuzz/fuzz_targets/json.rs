//! Any bytes as the JSON of a request: refused, or a request that is the same after it is written.
#![no_main]

use crownhead_wire::*;
use libfuzzer_sys::fuzz_target;
use serde::Serialize;
use serde::de::DeserializeOwned;

fuzz_target!(|bytes: &[u8]| {
    check::<AnalysisRequest>(bytes);
    check::<BitsRequest>(bytes);
    check::<BotChoice>(bytes);
    check::<Credentials>(bytes);
    check::<EvalRequest>(bytes);
    check::<LineRequest>(bytes);
    check::<NewChallenge>(bytes);
    check::<NewToken>(bytes);
    check::<OnlineRequest>(bytes);
    check::<OnlineSettings>(bytes);
    check::<PdnRequest>(bytes);
    check::<PositionMoveRequest>(bytes);
    check::<PositionRequest>(bytes);
});

fn check<T: DeserializeOwned + Serialize>(bytes: &[u8]) {
    let write = |request: &T| serde_json::to_string(request).expect("a request can be written");
    if let Ok(request) = serde_json::from_slice::<T>(bytes) {
        let text = write(&request);
        assert_eq!(write(&serde_json::from_str(&text).expect("a request of our own")), text);
    }
}
