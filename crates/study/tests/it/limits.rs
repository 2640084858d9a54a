//! Studies as large as they can be, and larger ones.

use std::fmt::Write;

use crownhead_board::{Move, Position, Rules, Square};
use crownhead_pdn::MAX_DEPTH;
use crownhead_study::{Shape, ShapeColor, Study, StudyError};

/// Two kings that go to and fro.
const TO_AND_FRO: &str = "B:WK32:BK1";

fn to_and_fro() -> Study {
    Study::new(TO_AND_FRO.parse().unwrap(), Rules::OFFICIAL)
}

fn moves(study: &Study, node: usize) -> Vec<Move> {
    study.node(node).unwrap().state.legal_moves().to_vec()
}

/// The move of the kings at this ply.
fn step(ply: usize) -> Move {
    ["1-6", "32-27", "6-1", "27-32"][ply % 4].parse().unwrap()
}

fn is_whole(study: &Study) -> bool {
    study.to_string().parse::<Study>().unwrap() == *study
}

#[test]
fn the_largest_study_has_a_text() {
    let mut study = to_and_fro();
    let shapes = Square::ALL.map(|square| Shape::arrow(ShapeColor::Yellow, square, square.flip()));
    // Everything but one move lies in a variation.
    let main = study.add(Study::ROOT, "1-5".parse().unwrap()).unwrap();
    let mut last = study.add(Study::ROOT, step(0)).unwrap();
    for ply in 1.. {
        study.set_nags(last, &[u16::MAX; Study::MAX_NAGS]).unwrap();
        study.set_shapes(last, shapes).unwrap();
        study.set_comment(last, &"w".repeat(Study::MAX_TEXT / Study::MAX_NODES - 1)).unwrap();
        match study.add(last, step(ply)) {
            Ok(next) => last = next,
            Err(error) => {
                assert!(matches!(error, StudyError::TooManyMoves));
                break;
            }
        }
    }
    assert_eq!(study.nodes().count(), Study::MAX_NODES);
    assert!(is_whole(&study));
    study.remove(last).unwrap();
    assert!(study.add(main, moves(&study, main)[0]).is_ok(), "there is a place again");
}

#[test]
fn variations_are_nested_so_deep_and_no_deeper() {
    let mut study = to_and_fro();
    let mut last = Study::ROOT;
    let mut deepest = 0;
    let error = loop {
        // A place where two moves can be made.
        while moves(&study, last).len() < 2 {
            last = study.add(last, moves(&study, last)[0]).unwrap();
        }
        let [main, other] = [0, 1].map(|i| moves(&study, last)[i]);
        study.add(last, main).unwrap();
        match study.add(last, other) {
            Ok(next) => (last, deepest) = (next, deepest + 1),
            Err(error) => break error,
        }
    };
    assert!(matches!(error, StudyError::TooDeep));
    assert_eq!(deepest, MAX_DEPTH);
    assert!(is_whole(&study));
    // Nothing at the top can be put before the rest either, but the rest can become the main line.
    let top = study.children(Study::ROOT)[0];
    study.make_main(last).unwrap();
    assert!(is_whole(&study));
    let mut again = study.clone();
    again.promote(top).unwrap();
    assert!(is_whole(&again));
}

#[test]
fn what_is_too_long_or_too_much_is_refused() {
    let mut study = to_and_fro();
    let long = "é".repeat(Study::MAX_COMMENT + 1);
    assert!(matches!(study.set_comment(Study::ROOT, &long), Err(StudyError::TooLong)));
    assert!(matches!(study.set_tag("Event", &long), Err(StudyError::TooLong)));
    assert!(matches!(study.set_nags(Study::ROOT, &[8; Study::MAX_NAGS + 1]), Err(StudyError::TooManyNags)));
    let circles = Square::ALL.map(|square| Shape::circle(ShapeColor::Red, square));
    study.set_shapes(Study::ROOT, circles).unwrap();
    let one_more = study.set_comment(Study::ROOT, "[%cal G1-2]");
    assert!(matches!(one_more, Err(StudyError::TooManyShapes)));
    let n_tags = study.tags().len();
    (n_tags..Study::MAX_TAGS).for_each(|i| study.set_tag(&format!("T{i}"), "").unwrap());
    assert!(matches!(study.set_tag("More", ""), Err(StudyError::TooManyTags)));
    let mut last = Study::ROOT;
    let refused = (0..).find_map(|ply| {
        last = study.add(last, step(ply)).unwrap();
        study.set_comment(last, &long[2..]).err()
    });
    assert!(matches!(refused, Some(StudyError::TooMuchText)));
    assert!(is_whole(&study));
}

#[test]
fn hostile_files_are_cut_down_and_it_is_told() {
    let mut endless = format!("[FEN \"{TO_AND_FRO}\"]");
    (0..Study::MAX_NODES).for_each(|ply| write!(endless, " {}", step(ply)).unwrap());
    let tags: String = (0..=Study::MAX_TAGS).map(|i| format!("[T{i} \"\"]")).collect();
    let words = "{x} ".repeat(Study::MAX_TEXT);
    let shapes = "{[%cal G1-2,G2-1] [%csl G1]}".to_owned()
        + &(2..=32).map(|i| format!("{{[%csl R{i}]}}")).collect::<String>();
    for (text, code) in [
        (endless, "too_many_moves"),
        (format!("{tags} 1. 11-15 *"), "too_many_tags"),
        (format!("1. 11-15 {words} *"), "too_much_text"),
        (format!("1. 11-15 {shapes} *"), "too_many_shapes"),
        (format!("1. 11-15 {} *", "$9 ".repeat(Study::MAX_NAGS + 1)), "too_many_nags"),
    ] {
        let study: Study = text.parse().unwrap();
        assert_eq!(study.fault().map(|fault| fault.code()), Some(code));
        assert!(is_whole(&study));
    }
    assert_eq!(Study::new(Position::START, Rules::OFFICIAL).fault().map(|fault| fault.code()), None);
}
