//! The features `serde` and `arbitrary`.

#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

use arbitrary::{Arbitrary, Unstructured};
use crownhead_board::{Bitboard, Color, Move, Piece, Position, Role, Rules, Setup, Square};

#[track_caller]
fn check<T>(value: T, json: &str)
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
{
    assert_eq!(serde_json::to_string(&value).unwrap(), json);
    assert_eq!(serde_json::from_str::<T>(json).unwrap(), value);
}

#[test]
fn values_are_serialized_as_they_are_written() {
    check(Square::S9, "9");
    check(Color::Black, "\"black\"");
    check(Role::King.of(Color::White), r#"{"color":"white","role":"king"}"#);
    check(Bitboard::TOP_ROW, "15");
    check("18x9x2".parse::<Move>().unwrap(), "\"18x9x2\"");
    check(Move::END_TURN, "\"--\"");
    check("W:W18:B6,14".parse::<Position>().unwrap(), "\"W:W18:B6,14\"");
    check("?:W18:B6,14".parse::<Setup>().unwrap(), "\"?:W18:B6,14\"");
    check("chain=may-stop".parse::<Rules>().unwrap(), "\"chain=may-stop\"");
}

#[test]
fn what_is_not_valid_is_not_deserialized() {
    assert!(serde_json::from_str::<Square>("33").is_err());
    assert!(serde_json::from_str::<Move>("\"18x2\"").is_err());
    let error = serde_json::from_str::<Position>("\"W:W1:B12\"").unwrap_err().to_string();
    assert!(error.contains("not a position"), "{error}");
}

#[test]
fn arbitrary_values_are_valid_and_differ() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut jumps = 0;
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..64).map(|_| rng.u8(..)).collect();
        let mut u = Unstructured::new(&bytes);
        let pos = Position::arbitrary(&mut u).unwrap();
        assert_eq!(Position::try_from(pos.setup()), Ok(pos));
        let mv = Move::arbitrary(&mut u).unwrap();
        assert_eq!(Move::from_bits(mv.to_bits()).map(Move::route), Some(mv.route()));
        jumps += usize::from(mv.is_jump());
        Square::arbitrary(&mut u).unwrap();
        Piece::arbitrary(&mut u).unwrap();
        Rules::arbitrary(&mut u).unwrap();
    }
    assert!((100..1_900).contains(&jumps), "{jumps}");
}
