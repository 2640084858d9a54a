//! Studies.

use crownhead_board::{Color, State};
use crownhead_pdn::Mark;
use crownhead_study::{Eval, Shape, Study, StudyError, StudyView, picture as drawn, replay};
use crownhead_wire::answers::{files, read_move, read_position, read_rules};
use crownhead_wire::{PositionRequest, Side};
use serde::Serialize;
use utoipa::ToSchema;

use super::{AtNode, Rules, RulesAnswer, RulesRequest};
use crate::answer::Refusal;
use crate::game::GameText;

/// A study, whole.
#[derive(Serialize, ToSchema)]
pub struct StudyAnswer {
    /// The study.
    #[serde(flatten)]
    #[schema(inline, value_type = StudyShown)]
    pub view: StudyView,
    /// The node that was added or changed.
    pub node: usize,
}

/// How a study is described.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it is only described")]
struct StudyShown {
    rules: String,
    tags: Vec<(String, String)>,
    result: Option<String>,
    fault: Option<String>,
    nodes: Vec<StudyNode>,
}

/// A move of a study, the position after it, and what is said about it.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it is only described")]
pub struct StudyNode {
    id: u32,
    parent: Option<u32>,
    ply: u32,
    #[schema(rename = "move")]
    mv: Option<StudyMove>,
    turn: Side,
    fen: String,
    before: Option<String>,
    comment: Option<String>,
    mark: Option<String>,
    nags: Option<Vec<u16>>,
    shapes: Option<Vec<StudyShape>>,
    for_black: Option<i32>,
    children: Vec<u32>,
    opening: Option<String>,
}

/// A move.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it is only described")]
struct StudyMove {
    text: String,
    route: Vec<u8>,
    captured: Vec<u8>,
    crowns: bool,
}

/// An arrow, or a circle around a square.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it is only described")]
pub(super) struct StudyShape {
    /// `green`, `red`, `blue` or `yellow`.
    color: String,
    from: u8,
    to: Option<u8>,
}

impl Rules {
    pub(super) fn react_study(&mut self, request: RulesRequest) -> Result<RulesAnswer, Refusal> {
        use RulesRequest as Ask;
        let mut at = Study::ROOT;
        match request {
            Ask::StudyNew(PositionRequest { fen, rules }) => {
                let study = Study::new(read_position(fen.as_deref())?, read_rules(rules.as_deref())?);
                self.study = Some(study);
            }
            Ask::StudyOpen { pdn, index } => {
                self.study = Some(Study::from_record(&files::game(&pdn, index)?));
            }
            Ask::StudyLook => {}
            Ask::StudyAdd { node, moves } => at = add(self.study_mut()?, node, &moves)?,
            Ask::StudyRemove(AtNode { node }) => {
                let study = self.study_mut()?;
                at = study.node(node).and_then(|node| node.parent).unwrap_or(Study::ROOT);
                study.remove(node)?;
            }
            Ask::StudyPromote(AtNode { node }) => {
                self.study_mut()?.promote(node)?;
                at = node;
            }
            Ask::StudyMakeMain(AtNode { node }) => {
                self.study_mut()?.make_main(node)?;
                at = node;
            }
            Ask::StudyAnnotate { node, comment, mark, shapes } => {
                annotate(self.study_mut()?, node, comment.as_deref(), mark.as_deref(), shapes)?;
                at = node;
            }
            Ask::StudyJudge { moves } => {
                for judged in &moves {
                    write_judged(self.study_mut()?, judged)?;
                }
            }
            Ask::StudyTag { name, value } => match value.is_empty() {
                true => self.study_mut()?.remove_tag(&name)?,
                false => self.study_mut()?.set_tag(&name, &value)?,
            },
            Ask::StudyPdn => {
                return Ok(RulesAnswer::Text { text: self.study_mut()?.to_record().to_string() });
            }
            Ask::StudyHtml => return Ok(RulesAnswer::Text { text: replay::page(self.study_mut()?) }),
            Ask::StudyGame(AtNode { node }) => {
                return Ok(RulesAnswer::Game { game: GameText::of(&self.study_mut()?.game(node)) });
            }
            _ => return Err(Refusal::new("bad_request", "no question about a study")),
        }
        let view = StudyView::new(self.study_mut()?);
        Ok(RulesAnswer::Study(Box::new(StudyAnswer { view, node: at })))
    }

    fn study_mut(&mut self) -> Result<&mut Study, Refusal> {
        self.study.as_mut().ok_or_else(|| Refusal::new("not_now", "no study is open"))
    }
}

/// What a review says about a move: the node after it, its mark if it has one, what the position is worth in hundredths of a man for
/// Black, and the plies to the end of a game that is won for certain. It has no names, because names weigh much in a browser.
pub type JudgedMove = (usize, Option<String>, i32, Option<u32>);

fn write_judged(study: &mut Study, (id, mark, for_black, ends_in): &JudgedMove) -> Result<(), Refusal> {
    let node = study.node(*id).ok_or(StudyError::NoSuchNode(*id))?;
    // Game files have no move for the end of a turn, so nothing is said about it.
    if node.mv.is_none_or(|mv| mv.is_end_turn()) {
        return Ok(());
    }
    if node.mark.is_none() {
        study.set_mark(*id, read_mark(mark.as_deref().unwrap_or_default())?)?;
    }
    study.set_eval(*id, Some(Eval::new(*for_black, *ends_in)))?;
    Ok(())
}

/// Adds moves one after the other. Which node is behind the last? None is added if one of them cannot be made.
fn add(study: &mut Study, node: usize, moves: &[String]) -> Result<usize, Refusal> {
    let mut changed = study.clone();
    let mut at = node;
    for text in moves {
        let state: State = changed.node(at).ok_or(StudyError::NoSuchNode(at))?.state;
        at = changed.add(at, read_move(text, &state)?)?;
    }
    *study = changed;
    Ok(at)
}

fn read_mark(text: &str) -> Result<Option<Mark>, Refusal> {
    let mark = Mark::ALL.into_iter().find(|mark| mark.as_str() == text);
    if mark.is_none() && !text.is_empty() {
        return Err(Refusal::new("bad_value", "marks are ! ? !! ?? !? ?!"));
    }
    Ok(mark)
}

fn annotate(
    study: &mut Study,
    node: usize,
    comment: Option<&str>,
    mark: Option<&str>,
    shapes: Option<Vec<Shape>>,
) -> Result<(), Refusal> {
    if let Some(comment) = comment {
        study.set_comment(node, comment)?;
    }
    if let Some(text) = mark {
        study.set_mark(node, read_mark(text)?)?;
    }
    if let Some(shapes) = shapes {
        study.set_shapes(node, shapes)?;
    }
    Ok(())
}

/// A picture of a position.
pub(super) fn picture(fen: &str, side: Side, numbers: bool) -> Result<String, Refusal> {
    let pos = read_position(Some(fen))?;
    let side: Color = side.into();
    Ok(drawn::svg(&pos, drawn::Look { side, numbers, size: drawn::Look::FULL_SIZE }))
}
