//! Games that programs before studies have kept at the server: against the computer, for two, and analyses. They are no
//! longer played here, and handed over as game files. The form of their documents is fixed.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use crownhead_board::{Color, DrawReason, Game, Move, Outcome, Position, Rules, WinReason};
use crownhead_pdn::{Mark, Reader, Record};
use crownhead_store::studies::OldGame;
use crownhead_study::{Study, StudyError};
use serde::Deserialize;
use thiserror::Error;

use crate::time::date_text;

/// Why a game of an earlier program cannot be handed over.
#[derive(Debug, Error)]
pub enum BadOldGame {
    /// Its document is not of the right shape.
    #[error("it is not a game of an earlier version")]
    Shape(#[from] serde_json::Error),
    /// It says something that cannot be.
    #[error("it says something that cannot be: {0}")]
    Content(String),
    /// It has something that cannot be written.
    #[error("node {node} cannot be taken over")]
    Node {
        /// The number of the node.
        node: usize,
        /// Why not.
        source: StudyError,
    },
}

/// The game of an earlier program as a game file: everything but the engine's seed, offers that were open and where somebody
/// had taken moves back to. What was taken back is at the end of the main line, as that program wrote it.
///
/// # Errors
///
/// The document is damaged, or has more than a game file may hold.
pub fn old_game_pdn(game: &OldGame) -> Result<String, BadOldGame> {
    let document: Document = serde_json::from_str(&game.document)?;
    let mut record = document.record(game.created)?;
    let (study, numbers) = document.study()?;
    let head = numbers.get(&document.head).copied().ok_or_else(|| no_node(document.head))?;
    document.tell_course(&mut record, study.game(head))?;
    record.body = study.to_body();
    Ok(record.to_string())
}

/// A game as it was kept.
#[derive(Debug, Deserialize)]
struct Document {
    kind: Kind,
    /// The levels of the sides that the computer plays, Black's first.
    levels: [Option<u8>; 2],
    rules: String,
    start: String,
    nodes: Vec<Node>,
    /// The order of children where there are several.
    #[serde(default)]
    order: BTreeMap<usize, Vec<usize>>,
    /// The node where the game was.
    head: usize,
    /// The winner, and a word for the reason.
    ended: Option<(Option<Side>, String)>,
    clock: Option<Clock>,
    /// Tags and result of the file the game came from, as PDN.
    origin: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Computer,
    Two,
    Analysis,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    Black,
    White,
}

#[derive(Debug, Deserialize)]
struct Node {
    id: usize,
    parent: Option<usize>,
    /// The move with its whole route, or the position that was set up.
    #[serde(rename = "move")]
    mv: Option<String>,
    fen: Option<String>,
    #[serde(default)]
    comment: String,
    mark: Option<u16>,
    #[serde(default)]
    nags: Vec<u16>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Clock {
    base_ms: u64,
    increment_ms: u64,
    left_ms: [u64; 2],
}

impl Document {
    /// The tags that were known before the first move.
    fn record(&self, created: u64) -> Result<Record, BadOldGame> {
        if let Some(origin) = &self.origin {
            // A file without tags has left nothing.
            return match Reader::from_text(origin).next() {
                Some(record) => record.map_err(|error| content(&error)),
                None => Ok(Record::new()),
            };
        }
        let mut record = Record::new();
        set(&mut record, "Event", "Crownhead")?;
        set(&mut record, "Date", &date_text(created))?;
        if self.kind != Kind::Analysis {
            for (name, level) in ["Black", "White"].into_iter().zip(self.levels) {
                let player = level.map_or("Person".to_owned(), |level| format!("Crownhead level {level}"));
                set(&mut record, name, &player)?;
            }
        }
        Ok(record)
    }

    /// The tree, and the numbers that its nodes have now.
    fn study(&self) -> Result<(Study, HashMap<usize, usize>), BadOldGame> {
        let rules: Rules = self.rules.parse().map_err(|error| content(&error))?;
        let start: Position = self.start.parse().map_err(|error| content(&error))?;
        let mut study = Study::new(start, rules);
        let mut numbers = HashMap::from([(Study::ROOT, Study::ROOT)]);
        for node in &self.nodes {
            if let Some(parent) = node.parent {
                let parent = *numbers.get(&parent).ok_or_else(|| no_node(parent))?;
                numbers.insert(node.id, add(&mut study, parent, node)?);
            }
            let number = *numbers.get(&node.id).ok_or_else(|| no_node(node.id))?;
            write(&mut study, number, node).map_err(|source| BadOldGame::Node { node: node.id, source })?;
        }
        for child in self.order.values().flat_map(|children| children.iter().rev()) {
            let number = *numbers.get(child).ok_or_else(|| no_node(*child))?;
            study.promote(number).map_err(|source| BadOldGame::Node { node: *child, source })?;
        }
        Ok((study, numbers))
    }

    /// Adds what became of the game to its tags.
    fn tell_course(&self, record: &mut Record, mut game: Game) -> Result<(), BadOldGame> {
        if self.kind == Kind::Analysis {
            game = game.without_automatic_draws();
        }
        if let Some((winner, reason)) = &self.ended {
            let outcome =
                outcome(*winner, reason).ok_or_else(|| content(&format!("it ended by {reason}")))?;
            // A game that is over on the board needs no other result.
            let _ = game.end(outcome);
        }
        let plain = Record::from_game(&game);
        if self.origin.is_none() {
            record.ending = plain.ending;
        }
        // The result of a file is what the file says.
        let own = plain.tags.iter().filter(|(name, _)| self.origin.is_none() || *name != "Result");
        for (name, value) in own {
            set(record, name, value)?;
        }
        if let Some(outcome) = game.outcome().filter(|_| self.kind != Kind::Analysis) {
            set(record, "Termination", &outcome.to_string())?;
        }
        if let Some(Clock { base_ms, increment_ms, left_ms }) = self.clock {
            let seconds = |ms: u64| Duration::from_millis(ms).as_secs_f64();
            set(record, "TimeControl", &format!("{}+{}", seconds(base_ms), seconds(increment_ms)))?;
            for (name, left) in ["BlackClock", "WhiteClock"].into_iter().zip(left_ms) {
                set(record, name, &clock_text(left))?;
            }
        }
        Ok(())
    }
}

fn add(study: &mut Study, parent: usize, node: &Node) -> Result<usize, BadOldGame> {
    let full = |source| BadOldGame::Node { node: node.id, source };
    if let Some(fen) = &node.fen {
        let pos: Position = fen.parse().map_err(|error| content(&error))?;
        return study.add_setup(parent, pos).map_err(full);
    }
    let text = node.mv.as_deref().ok_or_else(|| content(&format!("node {} has no move", node.id)))?;
    let legal = study.node(parent).map(|parent| parent.state.legal_moves()).unwrap_or_default();
    let is_it = |mv: &&Move| mv.route_text().to_string() == text;
    let mv = legal.iter().find(is_it).ok_or_else(|| content(&format!("{text} at node {}", node.id)))?;
    study.add(parent, *mv).map_err(full)
}

fn write(study: &mut Study, number: usize, node: &Node) -> Result<(), StudyError> {
    if !node.comment.is_empty() {
        study.set_comment(number, &node.comment)?;
    }
    study.set_nags(number, &node.nags)?;
    study.set_mark(number, node.mark.and_then(Mark::from_nag))
}

fn outcome(winner: Option<Side>, reason: &str) -> Option<Outcome> {
    let winner = match winner {
        Some(Side::Black) => Color::Black,
        Some(Side::White) => Color::White,
        None => {
            return Some(Outcome::Draw(match reason {
                "agreement" => DrawReason::Agreement,
                "repetition" => DrawReason::Repetition,
                "forty_moves" => DrawReason::FortyMoves,
                _ => return None,
            }));
        }
    };
    let reason = match reason {
        "no_pieces" => WinReason::NoPieces,
        "no_moves" => WinReason::NoMoves,
        "resignation" => WinReason::Resignation,
        "time" => WinReason::Time,
        "forfeit" => WinReason::Forfeit,
        _ => return None,
    };
    Some(Outcome::Win(winner, reason))
}

/// Hours, minutes and seconds.
fn clock_text(ms: u64) -> String {
    let seconds = ms / 1000;
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

fn set(record: &mut Record, name: &str, value: &str) -> Result<(), BadOldGame> {
    record.tags.set(name, value).map_err(|error| content(&error))
}

fn content(error: &dyn std::fmt::Display) -> BadOldGame {
    BadOldGame::Content(error.to_string())
}

fn no_node(id: usize) -> BadOldGame {
    content(&format!("there is no node {id}"))
}
