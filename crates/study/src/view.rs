//! What a page shows of a study. It is made anew whenever it is needed; what is kept is the study's text.

use crownhead_board::{Color, Move, Square, State};
use crownhead_engine::opening_name;
use crownhead_pdn::GameResult;
use serde::Serialize;

use crate::eval::Eval;
use crate::shape::Shape;
use crate::study::{Node, Study};

/// A study, whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StudyView {
    /// The rules: a preset or settings.
    pub rules: String,
    /// Names and values in order.
    pub tags: Vec<(String, String)>,
    /// `black`, `white`, `draw` or `both_lose`, if the game has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<&'static str>,
    /// The code of what could not be taken in from a game file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<&'static str>,
    /// All nodes by their numbers. The first is the start.
    pub nodes: Vec<NodeView>,
}

/// A move of a study, the position after it, and what is said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NodeView {
    /// Its number, which it keeps as long as the study is not read anew. The start has 0.
    pub id: usize,
    /// The node before it; none for the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// Plies from the start.
    pub ply: usize,
    /// The move that led here; none for the start, and where a position is set up.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<MoveView>,
    /// The side to move here.
    pub turn: Color,
    /// The position.
    pub fen: String,
    /// What is said before the move, if it is the first of a variation.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// What is said after it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// How good the move was: `!`, `?`, `!!`, `??`, `!?` or `?!`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<&'static str>,
    /// What else is said about it by number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nags: Vec<u16>,
    /// What is drawn on the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<Shape>,
    /// What the position is worth, in hundredths of a man for Black; 10,000 is a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub for_black: Option<i32>,
    /// The nodes that follow, the main one first.
    pub children: Vec<usize>,
    /// The name of the opening, where a position has one of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<&'static str>,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveView {
    /// With all its landing squares: `11-15`, `22x15x6`; `--` ends a turn under some house rules.
    pub text: String,
    /// The square it leaves, and its landing squares in their order. Empty for `--`.
    pub route: Vec<Square>,
    /// The squares of the captured pieces.
    pub captured: Vec<Square>,
    /// Is a man crowned?
    pub crowns: bool,
}

impl StudyView {
    /// All of a study.
    pub fn new(study: &Study) -> StudyView {
        let result = study.result().map(|result| match result {
            GameResult::BlackWins => "black",
            GameResult::WhiteWins => "white",
            GameResult::Draw => "draw",
            GameResult::BothLose => "both_lose",
        });
        StudyView {
            rules: study.rules().to_string(),
            tags: study.tags().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            result,
            fault: study.fault().map(|fault| fault.code()),
            nodes: study.nodes().map(|(id, node)| NodeView::new(study, id, node)).collect(),
        }
    }
}

impl NodeView {
    /// A node of a study.
    pub fn new(study: &Study, id: usize, node: &Node) -> NodeView {
        let before = node.parent.and_then(|parent| study.node(parent));
        NodeView {
            id,
            parent: node.parent,
            ply: node.ply,
            mv: node.mv.zip(before).map(|(mv, before)| MoveView::new(&before.state, mv)),
            turn: node.state.turn(),
            fen: node.pos().to_string(),
            before: node.before.clone(),
            comment: node.comment.clone(),
            mark: node.mark.map(|mark| mark.as_str()),
            nags: node.nags.clone(),
            shapes: node.shapes.clone(),
            for_black: node.eval.map(Eval::for_black),
            children: study.children(id).to_vec(),
            opening: opening_name(node.pos()),
        }
    }
}

impl MoveView {
    /// A legal move in the state before it.
    pub fn new(before: &State, mv: Move) -> MoveView {
        let kings = |state: &State| state.position().kings();
        let after = before.play_unchecked(mv);
        let crowns = mv
            .from()
            .zip(mv.to())
            .is_some_and(|(from, to)| !kings(before).contains(from) && kings(&after).contains(to));
        MoveView {
            text: mv.route_text().to_string(),
            route: mv.route().to_vec(),
            captured: mv.captured().into_iter().collect(),
            crowns,
        }
    }
}
