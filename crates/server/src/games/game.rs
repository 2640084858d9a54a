//! A game in progress: what can be done in it, and what it looks like. It knows nothing of tasks, sockets and disks.

use std::time::{Duration, Instant};

use crownhead_board::{Color, DrawReason, Game, Move, Outcome, Position, Rules, State, WinReason};
use crownhead_endgame::Database;
use crownhead_engine::{Ask, Level, Line, opening_name};
use crownhead_pdn::Record;
use crownhead_play::ask::level_move;
use crownhead_play::{GameClock, GameTree, Notation, draw, verdicts};

use super::clock_ms;
use crate::convert::{move_info, read_move};
use crate::error::ApiError;
use crate::wire::GameKind;

/// A game in progress.
#[derive(Clone, Debug)]
pub(crate) struct LiveGame {
    pub(crate) id: String,
    pub(crate) version: u64,
    pub(crate) created: u64,
    pub(crate) changed: u64,
    pub(crate) kind: GameKind,
    /// The levels of the sides that the computer plays.
    pub(crate) levels: [Option<Level>; 2],
    /// Where chance comes from.
    pub(crate) seed: u64,
    pub(crate) tree: GameTree,
    /// The node where the game is.
    pub(crate) head: usize,
    /// The node where the players took over: behind a ballot, or the start.
    pub(crate) first: usize,
    /// A result that the board does not show.
    pub(crate) ended: Option<Outcome>,
    pub(crate) clock: Option<GameClock>,
    /// The side that has offered a draw.
    pub(crate) offer: Option<Color>,
    pub(crate) notice: Option<String>,
    /// Tags and result of a game that came from a file.
    pub(crate) origin: Option<Record>,
}

impl LiveGame {
    /// A game that goes on from a node, without computers and clocks.
    pub(crate) fn new(id: String, kind: GameKind, tree: GameTree, head: usize) -> LiveGame {
        let now = clock_ms();
        LiveGame {
            id,
            version: 1,
            created: now,
            changed: now,
            kind,
            levels: [None; 2],
            seed: 0,
            tree,
            head,
            first: head,
            ended: None,
            clock: None,
            offer: None,
            notice: None,
            origin: None,
        }
    }

    pub(crate) fn rules(&self) -> &Rules {
        self.tree.rules()
    }

    pub(crate) fn is_analysis(&self) -> bool {
        self.kind == GameKind::Analysis
    }

    /// The position at the head.
    pub(crate) fn position(&self) -> &Position {
        self.head_state().position()
    }

    /// The state at the head.
    pub(crate) fn head_state(&self) -> &State {
        let node = self.tree.node(self.head).or(self.tree.node(GameTree::ROOT));
        &node.expect("the start is never removed").state
    }

    pub(crate) fn turn(&self) -> Color {
        self.position().turn()
    }

    /// Plies from the start to the head.
    pub(crate) fn ply(&self) -> usize {
        self.tree.node(self.head).map_or(0, |node| node.ply)
    }

    /// The game up to the head. In an analysis nobody claims draws.
    pub(crate) fn game(&self) -> Game {
        let mut game = self.tree.game(self.head);
        if self.is_analysis() {
            game = game.without_automatic_draws();
        }
        if let Some(outcome) = self.ended {
            // A game that is over on the board needs no other result.
            let _ = game.end(outcome);
        }
        game
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.game().outcome()
    }

    pub(crate) fn level(&self, color: Color) -> Option<Level> {
        self.levels[color as usize]
    }

    /// The only side that a person plays, if there is one.
    pub(crate) fn person(&self) -> Option<Color> {
        match self.levels {
            [None, Some(_)] => Some(Color::Black),
            [Some(_), None] => Some(Color::White),
            _ => None,
        }
    }

    /// What the computer has to think about: its level and clock, if it is its turn.
    pub(crate) fn computers_turn(&self, now: Instant) -> Option<(Game, Ask)> {
        let turn = self.turn();
        let level = self.level(turn)?;
        let game = self.game();
        let clock = self.clock.as_ref().map(|clock| (clock.left(turn, now), clock.control().increment));
        game.outcome().is_none().then_some((game, level_move(level, clock, self.seed ^ self.ply() as u64)))
    }

    /// Plays a person's move at the head.
    pub(crate) fn play(&mut self, ply: u32, text: &str, now: Instant) -> Result<(), ApiError> {
        let here = self.ply();
        if (ply as usize) < here {
            return self.played_before(ply as usize, text);
        }
        if ply as usize > here {
            return Err(self.stale());
        }
        self.must_go_on()?;
        let turn = self.turn();
        if self.level(turn).is_some() {
            let message = format!("It is {turn}'s turn, and the computer plays {turn}. Wait for its move.");
            return Err(ApiError::not_now(message));
        }
        let mv = read_move(text, self.head_state())?;
        self.make(mv, now)
    }

    /// The same move again is harmless; another one is too late.
    fn played_before(&self, ply: usize, text: &str) -> Result<(), ApiError> {
        let path = self.tree.path(self.head);
        let [before, after] = [ply, ply + 1].map(|i| path.get(i).and_then(|id| self.tree.node(*id)));
        let same = before.zip(after).is_some_and(|(before, after)| {
            read_move(text, &before.state).is_ok_and(|mv| Some(mv) == after.mv)
        });
        if same { Ok(()) } else { Err(self.stale()) }
    }

    fn stale(&self) -> ApiError {
        let message = format!("The game has moved on: {} plies are played. Reload it.", self.ply());
        ApiError::new(axum::http::StatusCode::CONFLICT, "stale", message)
    }

    fn must_go_on(&self) -> Result<(), ApiError> {
        match self.outcome() {
            Some(outcome) if !self.is_analysis() => Err(ApiError::not_now(format!(
                "The game is over ({outcome}). Start a new one, or take a move back."
            ))),
            _ => Ok(()),
        }
    }

    /// Makes a move that was read in the position at the head.
    pub(crate) fn make(&mut self, mv: Move, now: Instant) -> Result<(), ApiError> {
        let mover = self.turn();
        let next = self.tree.add(self.head, mv).ok_or_else(too_many_moves)?;
        if !self.is_analysis() {
            self.keep_only(next);
        }
        self.head = next;
        self.ended = None;
        self.notice = None;
        let turn = self.turn();
        if let Some(clock) = &mut self.clock {
            clock.press(mover, turn, now);
        }
        // A move declines an offer of the other side.
        self.offer = self.offer.filter(|offerer| *offerer == mover);
        self.after_move(mover, now);
        Ok(())
    }

    /// In a game that is played, what was taken back is forgotten when something else is played, unless
    /// somebody made it a variation by going on in it or by writing something.
    fn keep_only(&mut self, played: usize) {
        let main = self.tree.children(self.head).first().copied().filter(|main| *main != played);
        self.tree.promote(played);
        if let Some(main) = main.filter(|main| !self.is_annotated(*main)) {
            self.tree.remove(main);
        }
    }

    fn is_annotated(&self, id: usize) -> bool {
        let mut line = vec![id];
        while let Some(id) = line.pop() {
            let Some(node) = self.tree.node(id) else { continue };
            let children = self.tree.children(id);
            if node.mark.is_some() || !node.comment.is_empty() || children.len() > 1 {
                return true;
            }
            line.extend(children);
        }
        false
    }

    fn after_move(&mut self, mover: Color, now: Instant) {
        let game = self.game();
        if game.outcome().is_some() {
            self.stop(now);
        } else if self.person() == Some(!mover) && self.offer.is_none() && draw::is_offered(&game) {
            self.offer = Some(mover);
            self.notice = Some("The computer offers a draw. Accept it, or decline by moving.".to_owned());
        }
    }

    fn stop(&mut self, now: Instant) {
        self.offer = None;
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
    }

    fn end(&mut self, outcome: Outcome, now: Instant) -> Result<(), ApiError> {
        self.must_go_on()?;
        self.ended = Some(outcome);
        self.notice = None;
        self.stop(now);
        Ok(())
    }

    /// The side whose time is over loses. Was there one?
    pub(crate) fn tick(&mut self, now: Instant) -> bool {
        let fallen = self.clock.as_ref().and_then(|clock| clock.fallen(now));
        fallen.is_some_and(|color| self.end(Outcome::Win(!color, WinReason::Time), now).is_ok())
    }

    /// When a flag will fall, if nobody moves.
    pub(crate) fn falls_in(&self, now: Instant) -> Option<Duration> {
        let clock = self.clock.as_ref()?;
        let left = clock.left(clock.running()?, now);
        self.outcome().is_none().then_some(left)
    }

    /// Takes back a result that was told, or moves until a person is to move.
    pub(crate) fn undo(&mut self, now: Instant) -> Result<(), ApiError> {
        self.notice = None;
        self.offer = None;
        if self.ended.take().is_some() {
            return Ok(());
        }
        if self.head == self.first || self.ply() == 0 {
            return Err(ApiError::not_now("There is no move to take back."));
        }
        let person = self.person();
        while let Some(parent) = self.tree.node(self.head).and_then(|node| node.parent) {
            self.head = parent;
            let turn = self.turn();
            if let Some(clock) = &mut self.clock {
                clock.take_back(turn, now);
            }
            if person.is_none_or(|person| person == turn) || self.head == self.first {
                break;
            }
        }
        Ok(())
    }

    /// Makes moves again that were taken back.
    pub(crate) fn redo(&mut self, now: Instant) -> Result<(), ApiError> {
        if self.tree.children(self.head).is_empty() {
            return Err(ApiError::not_now("There is no move to redo."));
        }
        self.notice = None;
        self.ended = None;
        let person = self.person();
        while let Some(next) = self.tree.children(self.head).first().copied() {
            self.head = next;
            let turn = self.turn();
            if let Some(clock) = &mut self.clock {
                clock.press(turn, turn, now);
            }
            if person.is_none_or(|person| person == turn) {
                break;
            }
        }
        if self.outcome().is_some() {
            self.stop(now);
        }
        Ok(())
    }

    /// Who speaks when a side is not named.
    fn speaker(&self, side: Option<Color>) -> Result<Color, ApiError> {
        let speaker = side.or(self.person()).unwrap_or(self.turn());
        match self.level(speaker) {
            Some(_) => {
                Err(ApiError::not_now(format!("The computer plays {speaker}, and speaks for itself.")))
            }
            None => Ok(speaker),
        }
    }

    pub(crate) fn resign(&mut self, side: Option<Color>, now: Instant) -> Result<(), ApiError> {
        if self.is_analysis() {
            return Err(ApiError::not_now("An analysis cannot be resigned."));
        }
        let loser = self.speaker(side)?;
        self.end(Outcome::Win(!loser, WinReason::Resignation), now)
    }

    /// Offers a draw or accepts one. What is to be judged by the computer is given back.
    pub(crate) fn draw(&mut self, side: Option<Color>, now: Instant) -> Result<Option<Game>, ApiError> {
        if self.is_analysis() {
            return Err(ApiError::not_now("A draw cannot be offered in an analysis."));
        }
        self.must_go_on()?;
        let speaker = self.speaker(side)?;
        if self.offer == Some(!speaker) {
            return self.end(Outcome::Draw(DrawReason::Agreement), now).map(|()| None);
        }
        if self.level(!speaker).is_some() {
            return match self.turn() == speaker {
                true => Ok(Some(self.game())),
                false => Err(ApiError::not_now("Offer a draw when it is your turn.")),
            };
        }
        self.offer = Some(speaker);
        Ok(None)
    }

    /// The computer has searched the position after `ply` plies and answers an offer.
    pub(crate) fn answer_draw(&mut self, ply: usize, lines: &[Line], now: Instant) -> Result<(), ApiError> {
        if self.ply() != ply {
            return Err(self.stale());
        }
        match draw::why_declined(&self.game(), lines) {
            None => self.end(Outcome::Draw(DrawReason::Agreement), now),
            Some(why) => {
                self.notice = Some(format!("The computer declines the draw: {why}. The game goes on."));
                Ok(())
            }
        }
    }

    pub(crate) fn decline(&mut self) -> Result<(), ApiError> {
        self.notice = None;
        match self.offer.take() {
            Some(_) => Ok(()),
            None => Err(ApiError::not_now("No draw was offered.")),
        }
    }

    /// Begins again, with the same ballot.
    pub(crate) fn restart(&mut self) {
        for child in self.tree.children(self.first).to_vec() {
            self.tree.remove(child);
        }
        self.head = self.first;
        self.ended = None;
        self.offer = None;
        self.notice = None;
        self.origin = None;
        self.seed = self.seed.wrapping_add(1);
        self.clock = self.clock.as_ref().map(|clock| GameClock::new(clock.control()));
    }

    /// Another game with the sides changed, from the same beginning.
    pub(crate) fn rematch(&self, id: String, seed: u64) -> LiveGame {
        let mut game = self.clone();
        game.restart();
        let [black, white] = self.levels;
        LiveGame {
            levels: [white, black],
            seed,
            first: self.first,
            clock: game.clock,
            ..LiveGame::new(id, self.kind, game.tree, game.head)
        }
    }

    /// The name of the opening up to the head.
    pub(crate) fn opening(&self) -> Option<&'static str> {
        let path = self.tree.path(self.head);
        path.iter().rev().find_map(|id| opening_name(self.tree.node(*id)?.pos()))
    }

    /// A hint in the words of the wire.
    pub(crate) fn hint_text(
        &self,
        game: &Game,
        lines: &[Line],
        endings: &Database,
    ) -> Option<(crate::wire::MoveInfo, String)> {
        let hint = crownhead_play::Hint::new(game, lines, &verdicts(endings, game), Notation::Pdn)?;
        Some((move_info(game.state(), hint.mv), hint.reason))
    }
}

pub(crate) fn no_such_node() -> ApiError {
    ApiError::not_found("node in this game")
}

pub(super) fn too_many_moves() -> ApiError {
    ApiError::not_now(format!("A game can have at most {} moves with its variations.", GameTree::MAX_NODES))
}
