//! Studies.

use crownhead_board::{Color, State};
use crownhead_pdn::Mark;
use crownhead_study::{Shape, Study, StudyError, StudyView, picture as drawn, replay};
use crownhead_wire::Side;
use crownhead_wire::answers::{files, read_move, read_position, read_rules};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Rules, RulesAnswer, RulesRequest};
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
            Ask::StudyNew { fen, rules } => {
                let study = Study::new(read_position(fen.as_deref())?, read_rules(rules.as_deref())?);
                self.study = Some(study);
            }
            Ask::StudyOpen { pdn, index } => {
                self.study = Some(Study::from_record(&files::game(&pdn, index)?));
            }
            Ask::StudyLook => {}
            Ask::StudyAdd { node, text } => {
                let study = self.study_mut()?;
                let state: State = study.node(node).ok_or(StudyError::NoSuchNode(node))?.state;
                at = study.add(node, read_move(&text, &state)?)?;
            }
            Ask::StudyRemove { node } => {
                let study = self.study_mut()?;
                at = study.node(node).and_then(|node| node.parent).unwrap_or(Study::ROOT);
                study.remove(node)?;
            }
            Ask::StudyPromote { node } => {
                self.study_mut()?.promote(node)?;
                at = node;
            }
            Ask::StudyMakeMain { node } => {
                self.study_mut()?.make_main(node)?;
                at = node;
            }
            Ask::StudyAnnotate { node, comment, mark, shapes } => {
                annotate(self.study_mut()?, node, comment.as_deref(), mark.as_deref(), shapes)?;
                at = node;
            }
            Ask::StudyTag { name, value } => match value.is_empty() {
                true => self.study_mut()?.remove_tag(&name)?,
                false => self.study_mut()?.set_tag(&name, &value)?,
            },
            Ask::StudyPdn => {
                return Ok(RulesAnswer::Text { text: self.study_mut()?.to_record().to_string() });
            }
            Ask::StudyHtml => return Ok(RulesAnswer::Text { text: replay::page(self.study_mut()?) }),
            Ask::StudyGame { node } => {
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
        let known = |mark: &Mark| mark.as_str() == text;
        let mark = Mark::ALL.into_iter().find(known);
        if mark.is_none() && !text.is_empty() {
            return Err(Refusal::new("bad_value", "marks are ! ? !! ?? !? ?!"));
        }
        study.set_mark(node, mark)?;
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
