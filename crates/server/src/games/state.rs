//! What a game looks like from outside.

use std::time::Instant;

use crownhead_board::{Color, State};
use crownhead_endgame::Database;
use crownhead_engine::opening_name;
use crownhead_pdn::{GameResult, Record};
use crownhead_play::{GameClock, GameTree, Node};

use super::clock_ms;
use super::game::{LiveGame, no_such_node};
use crate::convert::{move_info, position_info, result_info};
use crate::error::ApiError;
use crate::wire::{
    Can, ClockInfo, GameState, GameSummary, NodeInfo, PositionInfo, ResultInfo, ResultReason, Seat,
};

impl LiveGame {
    /// Everything about the game.
    pub(crate) fn state(&self, thinking: bool, endings: &Database) -> GameState {
        let game = self.game();
        let over = game.outcome();
        GameState {
            id: self.id.clone(),
            version: self.version,
            kind: self.kind,
            black: self.seat(Color::Black),
            white: self.seat(Color::White),
            rules: self.rules().to_string(),
            created: self.created,
            changed: self.changed,
            nodes: self.tree.nodes().map(|(id, node)| self.node_info(id, node)).collect(),
            head: self.head as u32,
            ply: self.ply() as u32,
            position: position_info(self.head_state(), over, endings),
            thinking,
            captured_by_black: game.captured_by(Color::Black).into(),
            captured_by_white: game.captured_by(Color::White).into(),
            opening: self.opening().map(str::to_owned),
            clock: self.clock.as_ref().map(clock_info),
            draw_offer: self.offer.map(Into::into),
            result: over.map(result_info).or_else(|| self.recorded_result()),
            notice: self.notice.clone(),
            can: self.can(over.is_some()),
        }
    }

    fn seat(&self, color: Color) -> Seat {
        Seat { level: self.level(color).map(|level| level.number) }
    }

    fn can(&self, is_over: bool) -> Can {
        let is_played = !self.is_analysis();
        let persons_turn = self.level(self.turn()).is_none();
        let turn_to_speak = self.person().is_none_or(|person| person == self.turn()) || self.offer.is_some();
        Can {
            play: !is_over && persons_turn,
            undo: self.ended.is_some() || self.head != self.first && self.ply() > 0,
            redo: !self.tree.children(self.head).is_empty(),
            hint: !is_over && persons_turn,
            draw: is_played && !is_over && turn_to_speak,
            resign: is_played && !is_over,
            rematch: is_played,
        }
    }

    fn node_info(&self, id: usize, node: &Node) -> NodeInfo {
        let before = node.parent.and_then(|parent| self.tree.node(parent));
        let mv = node.mv.zip(before).map(|(mv, before)| move_info(&before.state, mv));
        NodeInfo {
            id: id as u32,
            parent: node.parent.map(|parent| parent as u32),
            ply: node.ply as u32,
            mv,
            turn: node.state.turn().into(),
            fen: node.pos().to_string(),
            comment: (!node.comment.is_empty()).then(|| node.comment.clone()),
            mark: node.mark.map(|mark| mark.as_str().to_owned()),
            children: self.tree.children(id).iter().map(|child| *child as u32).collect(),
            opening: opening_name(node.pos()).map(str::to_owned),
        }
    }

    /// The result that a game file tells, at the end of its game.
    fn recorded_result(&self) -> Option<ResultInfo> {
        let is_at_end = self.head == self.tree.end_of_line(GameTree::ROOT);
        let record = self.origin.as_ref().filter(|_| self.is_analysis() && is_at_end)?;
        let result = record.result()?;
        let winner = winner(result);
        let text =
            winner.map_or("The game was drawn.".to_owned(), |winner| format!("{winner} won the game."));
        Some(ResultInfo { winner: winner.map(Into::into), reason: ResultReason::Recorded, text })
    }

    /// A line about the game.
    pub(crate) fn summary(&self) -> GameSummary {
        GameSummary {
            id: self.id.clone(),
            kind: self.kind,
            black: self.seat(Color::Black),
            white: self.seat(Color::White),
            rules: self.rules().to_string(),
            created: self.created,
            changed: self.changed,
            plies: self.ply() as u32,
            fen: self.position().to_string(),
            opening: self.opening().map(str::to_owned),
            result: self.outcome().map(result_info).or_else(|| self.recorded_result()),
        }
    }

    /// The position of a node, as a board shows it.
    pub(crate) fn node_position(&self, node: usize, endings: &Database) -> Result<PositionInfo, ApiError> {
        let state = self.state_at(node)?;
        let over = if node == self.head { self.outcome() } else { state.outcome() };
        Ok(position_info(&state, over, endings))
    }

    /// The state of a node.
    pub(crate) fn state_at(&self, node: usize) -> Result<State, ApiError> {
        Ok(self.tree.node(node).ok_or_else(no_such_node)?.state)
    }

    /// The game as a file has it.
    pub(crate) fn record(&self) -> Record {
        let plain = Record::from_game(&self.game());
        let mut record = self.origin.clone().unwrap_or_default();
        let seat = |color| match self.level(color) {
            Some(level) => format!("Crownhead level {}", level.number),
            None => "Person".to_owned(),
        };
        let mut tags: Vec<(&str, String)> = Vec::new();
        if self.origin.is_none() {
            record.ending = plain.ending;
            tags.push(("Event", "Crownhead".to_owned()));
            tags.push(("Date", date_text(self.created)));
            if !self.is_analysis() {
                tags.extend([("Black", seat(Color::Black)), ("White", seat(Color::White))]);
            }
        }
        let own = plain.tags.iter().filter(|(name, _)| self.origin.is_none() || *name != "Result");
        tags.extend(own.map(|(name, value)| (name, value.to_owned())));
        for (name, value) in tags {
            record.tags.set(name, &value).expect("the names of our own tags are valid");
        }
        record.body = self.tree.to_body();
        record
    }
}

fn winner(result: GameResult) -> Option<Color> {
    Color::ALL.into_iter().find(|color| GameResult::win(*color) == result)
}

fn clock_info(clock: &GameClock) -> ClockInfo {
    let now = Instant::now();
    let left = |color| clock.left(color, now).as_millis() as u64;
    ClockInfo {
        base_ms: clock.control().base.as_millis() as u64,
        increment_ms: clock.control().increment.as_millis() as u64,
        black_ms: left(Color::Black),
        white_ms: left(Color::White),
        running: clock.running().map(Into::into),
        now: clock_ms(),
    }
}

/// The date as PDN writes it.
pub(crate) fn date_text(milliseconds: u64) -> String {
    let time = jiff::Timestamp::from_millisecond(milliseconds as i64).unwrap_or_default();
    time.strftime("%Y.%m.%d").to_string()
}
