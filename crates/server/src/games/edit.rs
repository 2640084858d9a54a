//! Variations and comments: what can be done to the tree of a game without playing.

use crownhead_pdn::Mark;

use super::game::{LiveGame, no_such_node, too_many_moves};
use crate::convert::read_move;
use crate::error::ApiError;
use crate::wire::Annotation;

impl LiveGame {
    /// Adds a move to the tree. Where is it?
    pub(crate) fn add_move(&mut self, node: usize, text: &str) -> Result<usize, ApiError> {
        let state = self.tree.node(node).ok_or_else(no_such_node)?.state;
        let mv = read_move(text, &state)?;
        let is_played = !self.is_analysis() && node == self.head && self.outcome().is_none();
        if is_played && self.tree.child_by(node, mv).is_none() {
            let message =
                "The game stands here. Play the move, or look at an earlier position for a variation.";
            return Err(ApiError::not_now(message));
        }
        let added = self.tree.add(node, mv).ok_or_else(too_many_moves)?;
        if self.is_analysis() {
            self.head = added;
        }
        Ok(added)
    }

    /// Writes something about a node.
    pub(crate) fn annotate(&mut self, node: usize, annotation: &Annotation) -> Result<(), ApiError> {
        let mark = annotation.mark.as_deref().map(read_mark).transpose()?;
        let node = self.tree.node_mut(node).ok_or_else(no_such_node)?;
        if let Some(comment) = &annotation.comment {
            if comment.chars().count() > MAX_COMMENT {
                let message = format!("A comment has at most {MAX_COMMENT} characters.");
                return Err(ApiError::unprocessable("bad_value", message));
            }
            node.comment = comment.trim().to_owned();
        }
        if let Some(mark) = mark {
            node.mark = mark;
        }
        Ok(())
    }

    /// Is the node on the line that was played, moves that were taken back included?
    fn is_played(&self, node: usize) -> bool {
        let end = self.tree.end_of_line(self.head);
        self.tree.path(end).contains(&node)
    }

    /// Takes a variation away with all that follows.
    pub(crate) fn remove(&mut self, node: usize) -> Result<(), ApiError> {
        let parent = self.tree.node(node).ok_or_else(no_such_node)?.parent;
        let Some(parent) = parent else {
            return Err(ApiError::not_now("The start of a game cannot be removed."));
        };
        if !self.is_analysis() && self.is_played(node) {
            return Err(ApiError::not_now("This move was played. Take it back instead."));
        }
        if self.tree.path(self.head).contains(&node) {
            self.head = parent;
        }
        self.tree.remove(node);
        Ok(())
    }

    /// Makes a move the main one among its alternatives.
    pub(crate) fn promote(&mut self, node: usize) -> Result<(), ApiError> {
        let parent = self.tree.node(node).ok_or_else(no_such_node)?.parent;
        let displaces_played = parent.is_some_and(|parent| {
            self.tree.children(parent).first().is_some_and(|main| *main != node && self.is_played(*main))
        });
        if !self.is_analysis() && displaces_played {
            return Err(ApiError::not_now("The moves that were played are the main line."));
        }
        self.tree.promote(node);
        Ok(())
    }

    /// Moves the head of an analysis.
    pub(crate) fn go_to(&mut self, node: usize) -> Result<(), ApiError> {
        self.tree.node(node).ok_or_else(no_such_node)?;
        if !self.is_analysis() {
            let message =
                "A game is played move by move. Take moves back, or start a new game from the position.";
            return Err(ApiError::not_now(message));
        }
        self.head = node;
        Ok(())
    }
}

/// The longest comment.
const MAX_COMMENT: usize = 10_000;

fn read_mark(text: &str) -> Result<Option<Mark>, ApiError> {
    match text.trim() {
        "" => Ok(None),
        text => Mark::ALL.into_iter().find(|mark| mark.as_str() == text).map(Some).ok_or_else(|| {
            let message = format!("\"{text}\" is not a mark. Marks are !, ?, !!, ??, !? and ?!.");
            ApiError::unprocessable("bad_value", message)
        }),
    }
}
