//! The game of a server on the board here: rebuilt from its state, and carried on by its events.

use std::time::{Duration, Instant};

use crownhead_board::{Color, Game, Move, Position, Rules};
use crownhead_client::wire::{
    EventMessage, GameAction, GameEvent, GameResult, OnlineClock, OnlineGameState, OnlineReason,
};
use crownhead_client::{Ask, Order};

use crate::clock::{GameClock, TimeControl};
use crate::online::{Table, clock_of};
use crate::options::{GameOptions, Opening};
use crate::session::{Notice, Session, capitalized};

impl Session {
    /// Takes a game as the server describes it for the one that is shown.
    pub(super) fn take_game(&mut self, state: &OnlineGameState, server_time: u64, now: Instant) {
        let Some(online) = &mut self.online else { return };
        online.set_server_time(server_time, now);
        let is_same = online.table.as_ref().is_some_and(|table| table.game == state.id);
        if online.awaited.as_ref() != Some(&state.id) && !is_same {
            return;
        }
        online.awaited = None;
        let game = match replayed(state) {
            Ok(game) => game,
            Err(why) => return self.complain(format!("The game cannot be shown: {why}.")),
        };
        let before = online.table.take().filter(|_| is_same);
        let mut table = Table::new(state);
        if let Some(before) = before {
            (table.chat, table.is_muted) = (before.chat, before.is_muted);
        }
        let control = state.settings.clock.map(clock_of);
        self.options = GameOptions {
            rules: *game.rules(),
            opening: Opening::Position(*game.start()),
            clock: control,
            ..GameOptions::default()
        };
        self.n_given = table.ballot_plies;
        let introduction = introduction(&table);
        online.table = Some(table);
        self.game = game;
        self.looking = None;
        self.set_clock(state.clock, now);
        self.end_by_result();
        if !is_same {
            self.comments.clear();
            self.saved = None;
            self.inquire(Ask::Chat(state.id.clone()));
            self.say(introduction);
            self.notices.push(Notice::Started);
        }
        self.notices.push(Notice::Board);
    }

    /// Sets the clocks to what they showed at a moment.
    fn set_clock(&mut self, clock: Option<OnlineClock>, moment: Instant) {
        let control = self.options.clock.unwrap_or(TimeControl::new(0, 0));
        self.clock = clock.map(|shown| {
            let left = [shown.black_ms, shown.white_ms].map(Duration::from_millis);
            let mut clock = GameClock::new(control).with_left(left);
            if let Some(side) = shown.running {
                clock.resume(side.into(), moment);
            }
            clock
        });
    }

    /// Makes a move of ours: here at once, and at the server.
    pub(crate) fn play_online(&mut self, mv: Move) {
        let turn = self.game.position().turn();
        if self.is_over() {
            return self.complain("The game is over. rematch asks for another one, lobby lists others.");
        }
        let Some(game) = self.table().filter(|_| self.sits_here(turn)).map(|table| table.game.clone()) else {
            return self.complain(self.why_wait());
        };
        let ply = self.game.moves().len() as u32;
        if let Err(error) = self.game.play(mv) {
            return self.complain(capitalized(&error.to_string()) + ".");
        }
        if let Some(table) = self.table_mut() {
            // A move declines what the other side has asked for.
            table.draw_offer = table.draw_offer.filter(|side| *side == turn);
            table.takeback = None;
            table.first_move_by = None;
        }
        self.looking = None;
        self.notices.extend([Notice::Moved(turn, mv), Notice::Board]);
        self.order(Order::Move { game, ply, mv: mv.route_text().to_string() });
    }

    /// A move of ours was refused: it is not on the board any more.
    pub(super) fn take_move_off(&mut self, ply: u32) {
        while self.game.moves().len() > ply as usize && self.game.undo().is_some() {}
        self.notices.push(Notice::Board);
    }

    /// Asks for the whole game, because what was heard does not fit what is here.
    pub(super) fn fetch_again(&mut self) {
        if let Some(game) = self.table().map(|table| table.game.clone()) {
            self.order(Order::Watch { game, seat: None });
        }
    }

    /// Something has happened in the game that is shown.
    pub(super) fn follow(&mut self, message: EventMessage, now: Instant) {
        if self.table().is_none_or(|table| table.game != message.game) {
            return;
        }
        let moment = self.online.as_ref().map_or(now, |online| online.moment(message.at, now));
        if let Some(clock) = message.clock {
            self.set_clock(Some(clock), moment);
        }
        if let (Some(board), Some(table)) = (&message.board, self.table_mut()) {
            table.claimable = board.claimable;
        }
        match message.event {
            GameEvent::Move { ply, mv, .. } => self.follow_move(ply as usize, &mv),
            GameEvent::TakenBack { ply } => self.follow_takeback(ply as usize),
            GameEvent::Ended { result } => self.follow_end(result),
            GameEvent::Resumed { idle_ms } => {
                self.say(format!("The server was away; {} s do not count.", idle_ms / 1000));
            }
            GameEvent::Rematch { game } => self.sit(game, None),
            other => self.follow_words(&other),
        }
    }

    fn follow_move(&mut self, ply: usize, text: &str) {
        let turn = self.game.position().turn();
        if ply < self.game.moves().len() {
            // Ours, which is here already; or something else, and then the server is right.
            let is_same = self.game.moves().nth(ply).is_some_and(|mv| mv.route_text().to_string() == text);
            return if is_same { self.forget_offers(!turn) } else { self.fetch_again() };
        }
        let read = self.game.state().parse_move(text);
        let played = read.ok().filter(|_| ply == self.game.moves().len());
        match played.filter(|mv| self.game.play(*mv).is_ok()) {
            None => self.fetch_again(),
            Some(mv) => {
                self.looking = None;
                self.forget_offers(turn);
                self.notices.extend([Notice::Moved(turn, mv), Notice::Board]);
            }
        }
    }

    /// A side has moved: what the other had asked it for is declined.
    fn forget_offers(&mut self, mover: Color) {
        if let Some(table) = self.table_mut() {
            table.draw_offer = table.draw_offer.filter(|side| *side == mover);
            table.takeback = None;
            table.first_move_by = None;
        }
    }

    fn follow_takeback(&mut self, ply: usize) {
        while self.game.moves().len() > ply && self.game.undo().is_some() {}
        self.looking = None;
        if let Some(table) = self.table_mut() {
            (table.takeback, table.draw_offer) = (None, None);
        }
        self.say("A move was taken back.");
        self.notices.push(Notice::Board);
    }

    fn follow_end(&mut self, result: GameResult) {
        let Some(online) = &mut self.online else { return };
        let Some(table) = &mut online.table else { return };
        online.games.retain(|game| game.game != table.game);
        table.result = Some(result);
        (table.draw_offer, table.takeback, table.claimable, table.first_move_by) = (None, None, None, None);
        self.end_by_result();
        let how = self.result_sentence().unwrap_or_default();
        self.say(how);
        self.notices.push(Notice::Board);
    }

    /// How the game at the server ended, in a sentence.
    pub(crate) fn result_sentence(&self) -> Option<String> {
        let result = self.table()?.result?;
        Some(match (self.game.outcome(), result.reason) {
            (_, OnlineReason::Aborted(_)) => "The game was aborted and counts for nothing.".to_owned(),
            (Some(outcome), _) => capitalized(&outcome.to_string()) + ".",
            (None, _) => "The game is over.".to_owned(),
        })
    }

    /// Tells the game here how the one at the server ended.
    fn end_by_result(&mut self) {
        let outcome = self.table().and_then(|table| crate::online::outcome(table.result.as_ref()?));
        if let Some(outcome) = outcome.filter(|_| self.game.outcome().is_none()) {
            // It is not over, so it can be ended.
            let _ = self.game.end(outcome);
        }
        let is_over = self.is_over();
        if let Some(clock) = self.clock.as_mut().filter(|_| is_over) {
            let stopped = Color::ALL.map(|color| clock.left(color, Instant::now()));
            *clock = GameClock::new(clock.control()).with_left(stopped);
        }
    }

    /// Offers, and answers to them.
    fn follow_words(&mut self, event: &GameEvent) {
        let Some(table) = self.table_mut() else { return };
        let sentence = match event {
            GameEvent::DrawOffered { side } => {
                table.draw_offer = Some((*side).into());
                format!("{} offers a draw.", table.name((*side).into()))
            }
            GameEvent::DrawDeclined { side } => {
                table.draw_offer = None;
                format!("{} declines the draw.", table.name((*side).into()))
            }
            GameEvent::TakebackAsked { side } => {
                table.takeback = Some((*side).into());
                format!("{} asks to take a move back.", table.name((*side).into()))
            }
            GameEvent::TakebackDeclined { side } => {
                table.takeback = None;
                format!("{} does not agree to take the move back.", table.name((*side).into()))
            }
            GameEvent::RematchOffered { side } => {
                table.rematch = Some((*side).into());
                format!("{} wants another game.", table.name((*side).into()))
            }
            _ => return,
        };
        self.say(sentence);
    }

    /// What a player may do instead of resigning, before both have moved.
    pub(super) fn giving_up(&self) -> GameAction {
        let n_given = self.table().map_or(0, |table| table.ballot_plies);
        match self.game.moves().len() < n_given + 2 {
            true => GameAction::Abort,
            false => GameAction::Resign,
        }
    }
}

/// The game so far, by the rules here. Results are the server's: a draw that could be claimed does not end the game.
fn replayed(state: &OnlineGameState) -> Result<Game, String> {
    let rules: Rules = state.settings.rules.parse().map_err(|error| format!("{error}"))?;
    let start: Position = state.start.parse().map_err(|error| format!("{error}"))?;
    let mut game = Game::from_position(start, rules).without_automatic_draws();
    for text in &state.moves {
        let mv = game.state().parse_move(text).map_err(|error| error.to_string())?;
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

fn introduction(table: &Table) -> String {
    match table.you {
        Some(you) => format!("You play {you} against {}. {}.", table.name(!you), table.terms()),
        None => {
            let [black, white] = Color::ALL.map(|color| table.name(color));
            format!("You watch {black} against {white}. {}.", table.terms())
        }
    }
}
