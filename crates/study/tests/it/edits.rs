//! What can be done to a study.

use crownhead_board::{Color, Position, Rules};
use crownhead_pdn::{GameResult, Mark};
use crownhead_study::{Study, StudyError};

fn read(text: &str) -> Study {
    text.parse().unwrap()
}

/// The moves of a study without its tags.
fn moves(study: &Study) -> String {
    study.to_string().rsplit("\n\n").next().unwrap().trim_end().to_owned()
}

#[test]
fn a_variation_is_promoted_with_what_is_said_before_it() {
    let mut study = read("[Event \"A\"] 1. 11-15 {old} 22-18 ({or} 22-17 {new} 8-11) 2. 15x22 *");
    let other = study.children(1)[1];
    assert_eq!(study.node(other).unwrap().before, "or");
    study.promote(other).unwrap();
    assert_eq!(moves(&study), "1. 11-15 {old or} 22-17 {new} (1... 22-18 2. 15x22) 2. 8-11 *");
}

#[test]
fn the_others_keep_their_order() {
    let mut study = read("1. 11-15 (9-13) (12-16) *");
    let [main, second, third] = *study.children(Study::ROOT) else { panic!("three moves") };
    study.promote(third).unwrap();
    assert_eq!(study.children(Study::ROOT), [third, main, second]);
}

#[test]
fn a_line_becomes_the_main_line() {
    let mut study = read("[Event \"A\"] 1. 11-15 (9-13 22-18 (22-17 {here} 13x22)) 22-18 *");
    let here = study.nodes().find(|(_, node)| node.comment == "here").unwrap().0;
    study.make_main(here).unwrap();
    assert_eq!(moves(&study), "1. 9-13 (1. 11-15 22-18) 22-17 {here} (1... 22-18) 2. 13x22 *");
}

#[test]
fn what_cannot_be_done_is_said_and_changes_nothing() {
    let mut study = read("1. 11-15 22-18 (22-17) 2. 15x22 *");
    let before = study.clone();
    let [first, jump] = ["11-15", "22x15"].map(|text| text.parse().unwrap());
    assert!(matches!(study.add(99, first), Err(StudyError::NoSuchNode(99))));
    assert!(matches!(study.add(Study::ROOT, jump), Err(StudyError::Illegal)));
    assert!(matches!(study.remove(Study::ROOT), Err(StudyError::IsStart)));
    assert!(matches!(study.make_main(99), Err(StudyError::NoSuchNode(99))));
    assert!(matches!(study.set_comment_before(1, "no"), Err(StudyError::NotAVariation)));
    assert!(matches!(study.set_nags(1, &[7, 2]), Err(StudyError::IsMark(2))));
    assert!(matches!(study.set_tag("fen", "W:W1:B32"), Err(StudyError::OwnTag(_))));
    assert!(matches!(study.set_tag("no name", ""), Err(StudyError::TagName(_))));
    assert!(matches!(study.remove_tag("Rules"), Err(StudyError::OwnTag(_))));
    assert!(study == before);
}

#[test]
fn tags_and_result_are_kept_in_order() {
    let mut study = Study::new(Position::START, Rules::OFFICIAL);
    study.set_tag("Black", "Ann").unwrap();
    study.set_tag("White", "Bea").unwrap();
    study.set_tag("black", "Cleo").unwrap();
    study.set_result(Some(GameResult::WhiteWins));
    assert_eq!((study.player(Color::Black), study.result()), (Some("Cleo"), Some(GameResult::WhiteWins)));
    study.remove_tag("White").unwrap();
    assert_eq!(study.to_string(), "[Result \"0-1\"]\n[GameType \"21\"]\n[Black \"Cleo\"]\n\n0-1\n");
}

#[test]
fn marks_and_numbers_stand_at_their_moves() {
    let mut study = read("1. 11-15 *");
    study.set_mark(1, Some(Mark::Interesting)).unwrap();
    study.set_nags(1, &[7, 140]).unwrap();
    study.set_mark(Study::ROOT, Some(Mark::Dubious)).unwrap();
    assert_eq!(moves(&study), "$6 1. 11-15!? $7 $140 *");
    assert_eq!(study.node(1).unwrap().remarks().collect::<Vec<_>>(), ["!?", "$7", "$140"]);
}
