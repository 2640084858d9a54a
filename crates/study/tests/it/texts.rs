//! What game files say, and what becomes of it.

use crownhead_board::Move;
use crownhead_study::{Study, StudyError};

fn read(text: &str) -> Study {
    text.parse().unwrap()
}

#[test]
fn a_study_is_written_as_it_was_read() {
    let text = "[Event \"A\"]\n\n\
        {To begin with.} 1. 11-15! {old} 22-18 ({or} 1... 22-17 {other} 2. 8-11\n\
        (2. 9-13) 2... 25-22) 2. 15x22 25x18 1-0\n";
    assert_eq!(read(text).to_string(), text);
}

#[test]
fn shapes_are_taken_out_of_comments_and_other_commands_stay() {
    let text = "[Event \"A\"]\n\n1. 11-15 {[%csl R15,G22] [%cal Y22-18] So. [%clk 0:01:02]} *\n";
    let study = read(text);
    let node = study.node(1).unwrap();
    assert_eq!((node.comment.as_str(), node.shapes.len()), ("So. [%clk 0:01:02]", 3));
    assert_eq!(study.to_string(), text);
    let mixed = read("[Event \"A\"] 1. 11-15 {So. [%csl G22][%cal Y22-18]} {[%clk 0:01:02] [%csl R15]} *");
    assert!(mixed == study);
}

#[test]
fn a_line_ends_where_it_cannot_be_played() {
    let study = read("1. 11-15 22-18 (22-99x) 2. 8-10 *");
    assert!(study.fault().unwrap().to_string().starts_with("8-10: 8 and 10 are not a move apart"));
    assert_eq!(study.node(study.end_of_line(Study::ROOT)).unwrap().ply, 2);
}

#[test]
fn a_start_that_cannot_be_read_is_told_and_left_out() {
    for tag in ["[FEN \"W:W99:B1\"]", "[Rules \"chess\"]"] {
        let study = read(&format!("[Event \"A\"] {tag} 1. 11-15 *"));
        assert_eq!((study.fault().unwrap().code(), study.nodes().count()), ("unplayable", 1));
        assert_eq!(study.to_string(), "[Event \"A\"]\n\n*\n");
    }
    assert!(matches!("".parse::<Study>(), Err(StudyError::NoGame)));
}

#[test]
fn a_start_that_leaves_the_turn_open_says_it_from_then_on() {
    let mut study = read("[FEN \"?:W22:B1\"] 1. 22-18 *");
    study.remove(1).unwrap();
    assert!(study.to_string().parse::<Study>().unwrap() == study);
}

#[test]
fn the_end_of_a_turn_is_kept_with_or_without_a_move_after_it() {
    let mut study = read("[Rules \"relay\"] [FEN \"W:W18:B14,6,3\"] 1. 18x9 *");
    let end = study.add(1, Move::END_TURN).unwrap();
    assert!(study.to_string().contains("18x9 /FEN \"B:W9:B3,6\"/"), "{study}");
    assert!(study.to_string().parse::<Study>().unwrap() == study);
    study.add(end, study.node(end).unwrap().state.legal_moves()[0]).unwrap();
    assert!(!study.to_string().contains('/'), "{study}");
    assert!(study.to_string().parse::<Study>().unwrap() == study);
}
