//! A file of weights that is damaged, cut and sealed again: an error, or a network that evaluates positions the
//! same with vectors and without.
#![no_main]

use crownhead_board::Position;
use crownhead_engine::{Evaluation, NetworkEvaluator, seal_weights};
use libfuzzer_sys::fuzz_target;

static SHIPPED: &[u8] = include_bytes!("../../crates/engine/data/network.weights");

const POSITIONS: [&str; 3] = ["B:W21-32:B1-12", "W:WK18,K22:BK3", "B:W21,22,K30:B7,K3"];

fuzz_target!(|input: (Vec<(u8, u8)>, Vec<(u32, u8)>, Option<u32>)| {
    let (head, body, len) = input;
    let mut file = SHIPPED.to_vec();
    let damage = head.into_iter().map(|(at, byte)| (u32::from(at), byte)).chain(body);
    for (at, byte) in damage {
        file[at as usize % SHIPPED.len()] ^= byte;
    }
    file.truncate(len.map_or(SHIPPED.len(), |len| len as usize));
    seal_weights(&mut file);
    let Ok(mut evaluation) = Evaluation::from_bytes(&file) else { return };
    let network = evaluation.network().cloned();
    for pos in POSITIONS.map(|fen| fen.parse::<Position>().expect("a position of our own")) {
        let score = evaluation.evaluate(&pos);
        assert!(score.is_estimate());
        if let Some(network) = &network {
            assert_eq!(NetworkEvaluator::portable(network.clone()).evaluate(&pos), score);
        }
    }
});
