//! Games as they are kept: a document that says all that is needed to go on.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crownhead_board::{Color, DrawReason, Outcome, Position, Rules, WinReason};
use crownhead_engine::Level;
use crownhead_pdn::{Mark, Reader};
use crownhead_play::{GameClock, GameTree, Node, TimeControl};
use crownhead_store::SavedGame;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::game::LiveGame;
use crate::wire::{GameKind, ResultReason, Side};

/// A game as it is kept. Fields that are added later have to be optional.
#[derive(Debug, Serialize, Deserialize)]
struct Document {
    kind: GameKind,
    levels: [Option<u8>; 2],
    rules: String,
    seed: u64,
    start: String,
    nodes: Vec<SavedNode>,
    /// The order of children where there are several.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    order: BTreeMap<usize, Vec<usize>>,
    head: usize,
    first: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<(Option<Side>, ResultReason)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<SavedClock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offer: Option<Side>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notice: Option<String>,
    /// Tags and result of the file the game came from, as PDN.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct SavedNode {
    id: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    /// The move with its whole route, or the position that was set up.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mark: Option<u16>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u16>,
}

#[derive(Debug, Serialize, Deserialize)]
struct SavedClock {
    base_ms: u64,
    increment_ms: u64,
    left_ms: [u64; 2],
    running: Option<Side>,
}

/// A document that is no game.
#[derive(Debug, Error)]
pub(crate) enum BadDocument {
    /// It is not of the right shape.
    #[error("it cannot be read")]
    Shape(#[from] serde_json::Error),
    /// It says something that cannot be.
    #[error("it says something that cannot be: {0}")]
    Content(String),
}

impl LiveGame {
    /// The game as a store keeps it.
    pub(crate) fn to_saved(&self, now: Instant) -> Result<SavedGame, serde_json::Error> {
        let tree = &self.tree;
        let several = |id: usize| (tree.children(id).len() > 1).then(|| (id, tree.children(id).to_vec()));
        let document = Document {
            kind: self.kind,
            levels: self.levels.map(|level| level.map(|level| level.number)),
            rules: self.rules().to_string(),
            seed: self.seed,
            start: tree.start().to_string(),
            nodes: tree.nodes().map(|(id, node)| saved_node(id, node)).collect(),
            order: tree.nodes().filter_map(|(id, _)| several(id)).collect(),
            head: self.head,
            first: self.first,
            ended: self.ended.map(crate::convert::result_info).map(|result| (result.winner, result.reason)),
            clock: self.clock.as_ref().map(|clock| saved_clock(clock, now)),
            offer: self.offer.map(Into::into),
            notice: self.notice.clone(),
            origin: self.origin.as_ref().map(ToString::to_string),
        };
        Ok(SavedGame {
            id: self.id.clone(),
            version: self.version,
            created: self.created,
            changed: self.changed,
            summary: serde_json::to_string(&self.summary())?,
            document: serde_json::to_string(&document)?,
        })
    }

    /// The game that a store has kept. A clock that ran goes on from now.
    pub(crate) fn from_saved(saved: &SavedGame, now: Instant) -> Result<LiveGame, BadDocument> {
        let document: Document = serde_json::from_str(&saved.document)?;
        let tree = read_tree(&document)?;
        for id in [document.head, document.first] {
            tree.node(id).ok_or_else(|| BadDocument::Content(format!("there is no node {id}")))?;
        }
        Ok(LiveGame {
            id: saved.id.clone(),
            version: saved.version,
            created: saved.created,
            changed: saved.changed,
            kind: document.kind,
            levels: document.levels.map(|level| level.and_then(Level::new)),
            seed: document.seed,
            tree,
            head: document.head,
            first: document.first,
            ended: document.ended.and_then(read_outcome),
            clock: document.clock.map(|clock| read_clock(&clock, now)),
            offer: document.offer.map(Into::into),
            notice: document.notice,
            origin: document.origin.and_then(|text| Reader::from_text(&text).next()?.ok()),
        })
    }
}

fn saved_node(id: usize, node: &Node) -> SavedNode {
    SavedNode {
        id,
        parent: node.parent,
        mv: node.mv.map(|mv| mv.route_text().to_string()),
        fen: (node.mv.is_none() && node.parent.is_some()).then(|| node.pos().to_string()),
        comment: node.comment.clone(),
        mark: node.mark.map(Mark::nag),
        nags: node.nags.clone(),
    }
}

fn read_tree(document: &Document) -> Result<GameTree, BadDocument> {
    let content = |error: &dyn std::fmt::Display| BadDocument::Content(error.to_string());
    let rules: Rules = document.rules.parse().map_err(|error| content(&error))?;
    let start: Position = document.start.parse().map_err(|error| content(&error))?;
    let mut tree = GameTree::new(start, rules);
    let mut next = 1;
    for saved in &document.nodes {
        if saved.id > 0 {
            (next..saved.id).for_each(|_| tree.skip());
            next = saved.id + 1;
            let added = add_node(&mut tree, saved);
            added.filter(|id| *id == saved.id).ok_or_else(|| content(&format!("node {}", saved.id)))?;
        }
        if let Some(node) = tree.node_mut(saved.id) {
            node.comment.clone_from(&saved.comment);
            node.nags.clone_from(&saved.nags);
            node.mark = saved.mark.and_then(Mark::from_nag);
        }
    }
    for children in document.order.values() {
        children.iter().rev().for_each(|child| tree.promote(*child));
    }
    Ok(tree)
}

fn add_node(tree: &mut GameTree, saved: &SavedNode) -> Option<usize> {
    let parent = saved.parent?;
    if let Some(fen) = &saved.fen {
        return tree.add_setup(parent, fen.parse().ok()?);
    }
    let (text, legal) = (saved.mv.as_deref()?, tree.node(parent)?.state.legal_moves());
    let mv = legal.iter().find(|mv| mv.route_text().to_string() == text)?;
    tree.add(parent, *mv)
}

fn saved_clock(clock: &GameClock, now: Instant) -> SavedClock {
    let TimeControl { base, increment } = clock.control();
    SavedClock {
        base_ms: base.as_millis() as u64,
        increment_ms: increment.as_millis() as u64,
        left_ms: Color::ALL.map(|color| clock.left(color, now).as_millis() as u64),
        running: clock.running().map(Into::into),
    }
}

fn read_clock(saved: &SavedClock, now: Instant) -> GameClock {
    let time = Duration::from_millis;
    let control = TimeControl { base: time(saved.base_ms), increment: time(saved.increment_ms) };
    let mut clock = GameClock::new(control).with_left(saved.left_ms.map(time));
    if let Some(side) = saved.running {
        clock.resume(side.into(), now);
    }
    clock
}

fn read_outcome((winner, reason): (Option<Side>, ResultReason)) -> Option<Outcome> {
    let Some(winner) = winner.map(Color::from) else {
        return match reason {
            ResultReason::Agreement => Some(Outcome::Draw(DrawReason::Agreement)),
            ResultReason::Repetition => Some(Outcome::Draw(DrawReason::Repetition)),
            ResultReason::FortyMoves => Some(Outcome::Draw(DrawReason::FortyMoves)),
            _ => None,
        };
    };
    let reason = match reason {
        ResultReason::NoPieces => WinReason::NoPieces,
        ResultReason::NoMoves => WinReason::NoMoves,
        ResultReason::Resignation => WinReason::Resignation,
        ResultReason::Time => WinReason::Time,
        ResultReason::Forfeit => WinReason::Forfeit,
        _ => return None,
    };
    Some(Outcome::Win(winner, reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_endgame::Database;

    #[test]
    fn a_game_comes_back_as_it_was_saved() {
        let text = "[Event \"Club\"] 1. 11-15! {old} 22-18 (22-17 {other} 8-11) 2. 15x22 25x18 1-0";
        let record = Reader::from_text(text).next().unwrap().unwrap();
        let mut tree = GameTree::from_record(&record);
        // A gap in the numbers, and an order that is not that of the numbers.
        let removed = tree.add(0, tree.start().legal_moves()[3]).unwrap();
        tree.remove(removed);
        let last = tree.add(0, tree.start().legal_moves()[4]).unwrap();
        tree.promote(last);
        let game = LiveGame {
            offer: Some(Color::White),
            notice: Some("A word.".to_owned()),
            ended: Some(Outcome::Win(Color::White, WinReason::Time)),
            levels: [None, Level::new(3)],
            seed: 7,
            first: 0,
            clock: Some(GameClock::new(TimeControl::new(5, 3))),
            origin: Some(record),
            ..LiveGame::new("a".to_owned(), GameKind::Analysis, tree, 3)
        };
        let now = Instant::now();
        let again = LiveGame::from_saved(&game.to_saved(now).unwrap(), now).unwrap();
        let state = |game: &LiveGame| {
            let mut state = game.state(false, Database::shipped());
            state.clock.as_mut().unwrap().now = 0;
            state
        };
        assert_eq!(state(&again), state(&game));
        assert_eq!(again.record(), game.record());
    }
}
