//! The course of the rules: a position for each lesson, and what the learner does in it. The page reads the same file; the
//! words are where they are shown, by the names of the lessons.

use std::sync::LazyLock;

use crownhead_board::{Move, Position, Square};
use serde::Deserialize;

/// A lesson.
#[derive(Clone, Debug, Deserialize)]
pub struct Lesson {
    /// Its name.
    pub id: String,
    /// The position in which it begins, as FEN.
    pub fen: String,
    /// What is to be done, one after the other.
    pub tasks: Vec<Task>,
}

/// Something to do.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Task {
    /// A square to touch.
    Square {
        /// Its number.
        square: u8,
    },
    /// A move to make.
    Move {
        /// The moves that are wanted; any legal one, if there are none.
        accepts: Vec<String>,
        /// What the other side answers.
        #[serde(default)]
        reply: Option<String>,
    },
    /// A move to type, which an arrow shows where there are arrows.
    Type {
        /// The move.
        #[serde(rename = "move")]
        mv: String,
    },
}

impl Task {
    /// Is this the square that is to be touched?
    pub fn is_square(&self, square: Square) -> bool {
        matches!(self, Task::Square { square: wanted } if *wanted == square.number())
    }

    /// Is a legal move one that is wanted?
    pub fn accepts(&self, pos: &Position, mv: Move) -> bool {
        let is_meant = |text: &String| pos.parse_move(text).is_ok_and(|wanted| wanted == mv);
        match self {
            Task::Square { .. } => false,
            Task::Move { accepts, .. } => accepts.is_empty() || accepts.iter().any(is_meant),
            Task::Type { mv } => is_meant(mv),
        }
    }

    /// What the other side answers.
    pub fn reply(&self) -> Option<&str> {
        match self {
            Task::Move { reply, .. } => reply.as_deref(),
            Task::Square { .. } | Task::Type { .. } => None,
        }
    }
}

/// All lessons in their order.
///
/// ```
/// let first = &crownhead_study::course::lessons()[0];
/// assert_eq!((first.id.as_str(), first.tasks.len()), ("squares", 3));
/// ```
pub fn lessons() -> &'static [Lesson] {
    static LESSONS: LazyLock<Vec<Lesson>> =
        LazyLock::new(|| serde_json::from_str(include_str!("course.json")).expect("a test reads it"));
    &LESSONS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_can_be_done_from_its_beginning_to_its_end() {
        for Lesson { id, fen, tasks } in lessons() {
            let mut pos: Position = fen.parse().unwrap();
            assert!(!tasks.is_empty(), "{id}");
            for task in tasks {
                if let Task::Square { square } = task {
                    assert!(Square::new(*square).is_some_and(|square| task.is_square(square)), "{id}");
                    continue;
                }
                let mv = *pos.legal_moves().iter().find(|mv| task.accepts(&pos, **mv)).expect(id);
                pos = pos.play(mv).unwrap();
                if let Some(reply) = task.reply() {
                    pos = pos.play(pos.parse_move(reply).expect(id)).unwrap();
                }
            }
        }
    }
}
