//! Whatever is done to a study, its text says it all.

use crownhead_board::{Position, Rules, Square};
use crownhead_pdn::{GameResult, Mark};
use crownhead_study::{Shape, ShapeColor, Study};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Something done to a node, whichever it is.
#[derive(Clone, Debug)]
enum Edit {
    Add(Index),
    SetUp(&'static str),
    Remove,
    Promote,
    MakeMain,
    Comment(String),
    Before(String),
    Mark(Option<Mark>),
    Nags(Vec<u16>),
    Shapes(Vec<Shape>),
    Tag(&'static str, String),
    RemoveTag(&'static str),
    Result(Option<GameResult>),
}

/// Positions with jumps to go on with, over several routes, and quiet ones.
const POSITIONS: [&str; 7] = [
    "B:W21-32:B1-12",
    "W:W18:B14,6",
    "W:W18,31:B14,6,5,7,15",
    "W:WK30:B10,11,18,19,25,26",
    "W:WK18,K22:BK32,B6,7",
    "B:W17,18,25,26:BK14,K15,6,7",
    "B:W32:B1",
];

/// Words, and what has a meaning in comments of game files.
fn said() -> impl Strategy<Value = String> {
    let word = select(vec![
        "good",
        "é",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "%",
        "[%",
        "[%csl",
        "G15",
        "G15]",
        "[%csl G15,R22]",
        ",",
        "[%cal B11-15]",
        "[%cal Y9-9]",
        "[%csl G40]",
        "[%clk 0:01:02]",
        "[%eval 0.3]",
        "\n",
        " ",
        "  ",
        "\"",
        "\\",
        "*",
        "1-0",
        "$7",
        "!",
        "11-15",
        "/FEN \"W:W1:B2\"/",
        "%\n%",
        "\u{a0}",
        "\u{feff}",
    ]);
    proptest::collection::vec(word, 0..8).prop_map(|words| words.concat())
}

fn shape() -> impl Strategy<Value = Shape> {
    let color = select(vec![ShapeColor::Green, ShapeColor::Red, ShapeColor::Blue, ShapeColor::Yellow]);
    let square = || select(Square::ALL.to_vec());
    (color, square(), proptest::option::of(square())).prop_map(|(color, from, to)| Shape { color, from, to })
}

fn edit() -> impl Strategy<Value = Edit> {
    let result = select(vec![
        None,
        Some(GameResult::BlackWins),
        Some(GameResult::WhiteWins),
        Some(GameResult::Draw),
        Some(GameResult::BothLose),
    ]);
    let tag = || select(vec!["Event", "Black", "date", "Annotator", "FEN", "no name"]);
    prop_oneof![
        20 => any::<Index>().prop_map(Edit::Add),
        1 => select(POSITIONS.to_vec()).prop_map(Edit::SetUp),
        1 => Just(Edit::Remove),
        2 => Just(Edit::Promote),
        1 => Just(Edit::MakeMain),
        3 => said().prop_map(Edit::Comment),
        3 => said().prop_map(Edit::Before),
        2 => proptest::option::of(select(Mark::ALL.to_vec())).prop_map(Edit::Mark),
        1 => proptest::collection::vec(0..150_u16, 0..4).prop_map(Edit::Nags),
        2 => proptest::collection::vec(shape(), 0..5).prop_map(Edit::Shapes),
        1 => (tag(), said()).prop_map(|(name, value)| Edit::Tag(name, value)),
        1 => tag().prop_map(Edit::RemoveTag),
        1 => result.prop_map(Edit::Result),
    ]
}

/// Does it, if it can be done. What is refused changes nothing.
fn apply(study: &mut Study, node: usize, edit: Edit) {
    let before = study.clone();
    let done = match edit {
        Edit::Add(index) => {
            let moves = study.node(node).unwrap().state.legal_moves();
            let mv = moves.get(index.index(moves.len().max(1))).copied();
            mv.map_or(Ok(()), |mv| study.add(node, mv).map(drop))
        }
        Edit::SetUp(fen) => study.add_setup(node, fen.parse().unwrap()).map(drop),
        Edit::Remove => study.remove(node),
        Edit::Promote => study.promote(node),
        Edit::MakeMain => study.make_main(node),
        Edit::Comment(text) => study.set_comment(node, &text),
        Edit::Before(text) => study.set_comment_before(node, &text),
        Edit::Mark(mark) => study.set_mark(node, mark),
        Edit::Nags(nags) => study.set_nags(node, &nags),
        Edit::Shapes(shapes) => study.set_shapes(node, shapes),
        Edit::Tag(name, value) => study.set_tag(name, &value),
        Edit::RemoveTag(name) => study.remove_tag(name),
        Edit::Result(result) => {
            study.set_result(result);
            Ok(())
        }
    };
    assert!(done.is_ok() || *study == before);
}

fn study() -> impl Strategy<Value = Study> {
    let rules = select(Rules::PRESETS.iter().map(|(_, rules)| *rules).collect::<Vec<_>>());
    let start = select(POSITIONS.map(|fen| fen.parse::<Position>().unwrap()).to_vec());
    let edits = proptest::collection::vec((any::<Index>(), any::<bool>(), edit()), 0..60);
    (start, rules, edits).prop_map(|(start, rules, edits)| {
        let mut study = Study::new(start, rules);
        for (index, at_last, edit) in edits {
            let nodes: Vec<usize> = study.nodes().map(|(id, _)| id).collect();
            let node = if at_last { nodes[nodes.len() - 1] } else { *index.get(&nodes) };
            apply(&mut study, node, edit);
        }
        study
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_study_comes_back_from_its_text(study in study()) {
        let text = study.to_string();
        let again: Study = text.parse().unwrap();
        prop_assert!(again.fault().is_none(), "{:?}\n{text}", again.fault());
        prop_assert_eq!(again.rules(), study.rules());
        prop_assert_eq!(again.result(), study.result());
        prop_assert_eq!(again.tags(), study.tags());
        prop_assert!(again == study, "{text}\n{again}");
        prop_assert_eq!(again.to_string(), text);
    }

    #[test]
    fn any_comment_is_read_as_it_is_shown(said in said(), again in said()) {
        let mut study = Study::new(Position::START, Rules::OFFICIAL);
        study.set_comment(Study::ROOT, &said).unwrap();
        study.set_comment(Study::ROOT, &again).unwrap();
        let shown = study.node(Study::ROOT).unwrap().comment.clone();
        let mut copy = study.clone();
        copy.set_comment(Study::ROOT, &shown).unwrap();
        prop_assert!(copy == study);
    }
}
