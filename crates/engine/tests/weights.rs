//! Weights sealed again after damage: an error, or a network that evaluates every position.

use crownhead_board::Position;
use crownhead_engine::{Evaluation, NetworkEvaluator, seal_weights};
use proptest::collection::vec;
use proptest::prelude::*;

const SHIPPED: &[u8] = include_bytes!("../data/network.weights");
/// The checksum ends here.
const SEALED: usize = 24;

fn positions() -> [Position; 4] {
    let fens = ["B:W21-32:B1-12", "W:WK18,K22:BK3", "B:W21,22,K30:B7,K3", "W:W18,25:B6,14"];
    fens.map(|fen| fen.parse().expect("a FEN"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn damage_is_an_error_or_another_network(
        head in vec((SEALED..64, any::<u8>()), 0..3),
        body in vec((SEALED..SHIPPED.len(), any::<u8>()), 0..50),
        len in prop_oneof![4 => Just(SHIPPED.len()), 1 => 0..SHIPPED.len()],
    ) {
        let mut file = SHIPPED.to_vec();
        head.into_iter().chain(body).for_each(|(at, byte)| file[at] = byte);
        file.truncate(len);
        seal_weights(&mut file);
        if let Ok(mut evaluation) = Evaluation::from_bytes(&file) {
            prop_assert_eq!(len, SHIPPED.len());
            let network = evaluation.network().expect("the kind was not damaged").clone();
            let mut portable = NetworkEvaluator::portable(network);
            for pos in positions() {
                let score = evaluation.evaluate(&pos);
                prop_assert!(score.is_estimate());
                prop_assert_eq!(portable.evaluate(&pos), score);
            }
        }
    }
}

#[test]
fn a_sealed_file_is_read() {
    let mut file = SHIPPED.to_vec();
    file[16] ^= 1;
    assert!(Evaluation::from_bytes(&file).is_err());
    seal_weights(&mut file);
    assert_eq!(file, SHIPPED);
}
