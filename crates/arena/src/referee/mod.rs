//! One game under one referee.
//!
//! The rules, clocks and results are those of `crownhead_contest::Contest`, as in games between people over a network. The referee asks
//! the players, gives them several attempts, measures the time, and ends games early.

mod adjudication;
mod attempt;
mod played;
mod policy;
mod time_control;

pub use self::adjudication::{AGREED_PLIES, Adjudication};
pub use self::attempt::Attempt;
pub use self::played::{Note, Observer, PlayedGame};
pub use self::policy::{Exhausted, Policy, ShowMoves};
pub use self::time_control::TimeControl;
pub(crate) use self::time_control::millis;

use std::time::{Duration, Instant};

use crownhead_board::{Color, Game, Outcome, WinReason};
use crownhead_contest::{Command, Contest, Ending, Stamped};
use fastrand::Rng;

use crate::player::{Fault, Player, Proposal, TextReply, Thought, Turn, random_move};
use crate::reading::{Cause, Reading, Refusal, read_reply};

/// The conditions of a game.
///
/// ```
/// use crownhead_arena::player::EnginePlayer;
/// use crownhead_arena::referee::{Referee, TimeControl};
/// use crownhead_board::Game;
/// use crownhead_engine::{Engine, Limits};
///
/// let referee = Referee::new(TimeControl::EachMove(Limits::nodes(300)));
/// let player = || EnginePlayer::new(Engine::with_megabytes(1));
/// let (mut black, mut white) = (player(), player());
/// let played = referee.play([&mut black, &mut white], Game::new(), &mut ());
/// assert!(played.game.outcome().is_some() && played.fault.is_none());
/// assert!(played.record().replay().is_ok());
/// ```
#[derive(Clone, Copy)]
pub struct Referee<'a> {
    /// The time controls of Black and White.
    pub controls: [TimeControl; 2],
    /// Retry and forfeit policy for text players.
    pub policy: Policy,
    /// When games end early.
    pub adjudication: Adjudication<'a>,
    /// The seed of random choices.
    pub seed: u64,
}

impl<'a> Referee<'a> {
    /// The same time control for both, and no adjudication.
    pub fn new(control: TimeControl) -> Referee<'a> {
        Referee {
            controls: [control; 2],
            policy: Policy::default(),
            adjudication: Adjudication::default(),
            seed: 1,
        }
    }

    /// Plays a game to its end. The first player is Black.
    pub fn play<'p>(
        &self,
        players: [&'p mut (dyn Player + 'p); 2],
        game: Game,
        observer: &'p mut dyn Observer,
    ) -> PlayedGame {
        let played = PlayedGame::new(game);
        let controls = self.controls.map(TimeControl::clock);
        let mut table = Table {
            referee: self,
            players,
            observer,
            contest: Contest::supervised(played.game.clone(), controls, 0),
            thought: Duration::ZERO,
            rng: Rng::with_seed(self.seed),
            agreed: 0,
            played,
        };
        table.run();
        table.played
    }
}

/// A game in progress.
struct Table<'a, 'p> {
    referee: &'a Referee<'a>,
    players: [&'p mut (dyn Player + 'p); 2],
    observer: &'p mut dyn Observer,
    /// Decides what is legal, what the clocks show and how the game ends.
    contest: Contest,
    /// The thinking time of both before this move. The contest's clock stands still in between.
    thought: Duration,
    rng: Rng,
    /// Plies in a row that the players have agreed on the result.
    agreed: usize,
    played: PlayedGame,
}

/// A proposal as a command to the contest.
struct Bid {
    command: Command,
    /// Whether a draw is offered with the move.
    offers_draw: bool,
    note: Note,
    /// Whether an illegal move forfeits at once: programs get one attempt.
    is_final: bool,
}

/// Why a bid was not carried out.
enum NotDone {
    Refused(Refusal),
    Failed(Fault),
}

impl Table<'_, '_> {
    fn run(&mut self) {
        self.observer.started(&self.played.game);
        for color in Color::ALL {
            let player = &mut self.players[color as usize];
            if let Err(fault) = player.start_game(&self.played.game, self.referee.seed) {
                self.fail(color, fault);
                return self.observer.moved(&self.played);
            }
        }
        while self.contest.ending().is_none() {
            self.make_move();
            self.adjudicate();
            self.observer.moved(&self.played);
        }
    }

    fn make_move(&mut self) {
        let (color, began) = (self.contest.turn(), Instant::now());
        let decided = self.decide(color, began);
        self.thought += began.elapsed();
        if let Err(fault) = decided {
            // An unreachable player does not lose on time.
            if !fault.is_void() {
                self.apply(self.contest.tick(millis(self.thought)));
            }
            self.fail(color, fault);
        }
    }

    /// Asks a player until it proposes something legal, as often as the policy allows.
    fn decide(&mut self, color: Color, began: Instant) -> Result<(), Fault> {
        let Policy { attempts, exhausted, .. } = self.referee.policy;
        let mut refusal = None;
        for number in 1..=attempts.max(1) {
            let proposal = self.ask(color, began, attempts.max(1) - number + 1, refusal.as_ref())?;
            let bid = self.read(color, number, proposal);
            match bid.map_err(NotDone::Refused).and_then(|bid| self.put(color, bid, began)) {
                Ok(()) => return Ok(()),
                Err(NotDone::Failed(fault)) => return Err(fault),
                Err(NotDone::Refused(refused)) => refusal = Some(refused),
            }
        }
        let why = refusal.map(|refusal| refusal.why).unwrap_or_default();
        let chance = (exhausted == Exhausted::RandomLegal)
            .then(|| random_move(&self.played.game, &mut self.rng))
            .flatten();
        let mut bid =
            self.move_bid(Thought { mv: chance.ok_or(Fault::Illegal(why))?, score: None, depth: None });
        bid.note.is_chance = true;
        self.put(color, bid, began).map_err(|not_done| match not_done {
            NotDone::Failed(fault) => fault,
            NotDone::Refused(refusal) => Fault::Illegal(refusal.why),
        })
    }

    fn ask(
        &mut self,
        color: Color,
        began: Instant,
        left: u32,
        refusal: Option<&Refusal>,
    ) -> Result<Proposal, Fault> {
        let game = &self.played.game;
        let shown = self.referee.policy.shows_moves(refusal.is_some());
        let turn = Turn {
            game,
            limits: self.referee.controls[color as usize]
                .limits(self.clock(color, self.thought + began.elapsed())),
            legal_moves: shown.then(|| game.legal_moves().to_vec()),
            refusal,
            attempts_left: left,
            is_draw_offered: self.contest.draw_offer() == Some(!color),
        };
        self.players[color as usize].propose(&turn)
    }

    /// The time left on a side's clock, if it has one.
    fn clock(&self, color: Color, now: Duration) -> Option<Duration> {
        self.contest.clocks()?.left_ms(color, millis(now)).map(Duration::from_millis)
    }

    /// Turns a proposal into a bid. Text is shown to the observer.
    fn read(&mut self, color: Color, number: u32, proposal: Proposal) -> Result<Bid, Refusal> {
        Ok(match proposal {
            Proposal::Move(thought) => Bid { is_final: true, ..self.move_bid(thought) },
            Proposal::Resign => Bid::plain(Command::Resign),
            Proposal::AcceptDraw => Bid::plain(Command::AcceptDraw),
            Proposal::Text(text) => {
                let reading = self.read_text(&text);
                let attempt = Attempt::new(&self.played.game, color, number, &text, &reading);
                self.observer.attempted(&attempt);
                match reading? {
                    Reading::Resign => Bid::plain(Command::Resign),
                    Reading::Move(mv) => {
                        let mut bid = self.move_bid(Thought { mv, score: None, depth: None });
                        bid.offers_draw = text.offers_draw;
                        bid.note.comment =
                            text.comment.or(Some(text.reply).filter(|_| !text.prompt.is_empty()));
                        bid
                    }
                }
            }
        })
    }

    fn read_text(&self, text: &TextReply) -> Result<Reading, Refusal> {
        if text.is_truncated {
            let why = "the answer was cut off before its end; answer in a few words, with the move first";
            return Err(Refusal::new(Cause::Truncated, why));
        }
        // The reason may name legal moves if the next prompt shows them anyway.
        let with_moves = self.referee.policy.shows_moves(true);
        read_reply(&text.reply, &self.played.game, with_moves)
    }

    fn move_bid(&self, thought: Thought) -> Bid {
        let Thought { mv, score, depth } = thought;
        let (ply, text) = (self.contest.ply(), mv.route_text().to_string());
        let note = Note { score, depth, ..Note::default() };
        Bid { note, ..Bid::plain(Command::Move { ply, text, seen: None, lag_ms: 0 }) }
    }

    /// Puts a bid to the contest. If the time is up, the contest is over and nothing else happens.
    fn put(&mut self, color: Color, bid: Bid, began: Instant) -> Result<(), NotDone> {
        let time = began.elapsed();
        let now = self.thought + time;
        let ruling = self.contest.rule(color, &bid.command, millis(now));
        self.apply(ruling.events);
        match (&bid.command, ruling.answer) {
            (Command::Move { .. }, Ok(())) => {
                let clock = self.clock(color, now);
                self.played.notes.push(Note { time, clock, ..bid.note });
                if bid.offers_draw {
                    self.apply(self.contest.rule(color, &Command::OfferDraw, millis(now)).events);
                }
                Ok(())
            }
            (_, Ok(())) => Ok(()),
            (_, Err(_)) if self.contest.ending().is_some() => Ok(()),
            (Command::Move { text, .. }, Err(_)) if bid.is_final => {
                Err(NotDone::Failed(Fault::Illegal(text.clone())))
            }
            (Command::AcceptDraw, Err(_)) => {
                Err(NotDone::Refused(Refusal::new(Cause::Illegal, "no draw is offered; make a move")))
            }
            (_, Err(refusal)) => Err(NotDone::Refused(Refusal::new(Cause::Illegal, refusal.to_string()))),
        }
    }

    /// Applies events to the contest, and updates the game.
    fn apply(&mut self, events: Vec<Stamped>) {
        for event in &events {
            // The contest's own events always apply.
            let _ = self.contest.apply(event);
        }
        if !events.is_empty() {
            self.played.game = self.contest.game().clone();
        }
        if let Some(Ending::Outcome(outcome)) = self.contest.ending() {
            // Fails if the game is over on the board, which is fine.
            let _ = self.played.game.end(outcome);
        }
    }

    /// A fault loses the game or makes it void, unless it is over.
    fn fail(&mut self, color: Color, fault: Fault) {
        let lost = Ending::Outcome(Outcome::Win(!color, WinReason::Forfeit));
        if self.contest.ending().is_none() {
            self.end(if fault.is_void() { Ending::Aborted } else { lost });
            self.played.fault = Some((color, fault));
        }
    }

    fn end(&mut self, ending: Ending) {
        self.apply(self.contest.decide(ending, millis(self.thought)));
    }

    fn adjudicate(&mut self) {
        if self.contest.ending().is_some() {
            return;
        }
        if let Some(outcome) = self.referee.adjudication.outcome(&self.played, &mut self.agreed) {
            self.played.is_adjudicated = true;
            self.end(Ending::Outcome(outcome));
        }
    }
}

impl Bid {
    fn plain(command: Command) -> Bid {
        Bid { command, offers_draw: false, note: Note::default(), is_final: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::EnginePlayer;
    use crownhead_engine::{Level, Limits};

    /// Proposes a move of the other side.
    struct Cheat;

    impl Player for Cheat {
        fn start_game(&mut self, _game: &Game, _seed: u64) -> Result<(), Fault> {
            Ok(())
        }

        fn propose(&mut self, turn: &Turn<'_>) -> Result<Proposal, Fault> {
            Ok(turn.game.position().flip().legal_moves()[0].into())
        }
    }

    /// Says the lines of a script, and is unreachable afterwards. Remembers whether the legal moves were shown.
    #[derive(Default)]
    struct Speaker {
        script: Vec<&'static str>,
        was_shown: Vec<bool>,
    }

    impl Speaker {
        fn new(script: &[&'static str]) -> Speaker {
            Speaker { script: script.iter().rev().copied().collect(), was_shown: Vec::new() }
        }
    }

    impl Player for Speaker {
        fn start_game(&mut self, _game: &Game, _seed: u64) -> Result<(), Fault> {
            Ok(())
        }

        fn propose(&mut self, turn: &Turn<'_>) -> Result<Proposal, Fault> {
            self.was_shown.push(turn.legal_moves.is_some());
            let unreachable = || Fault::Unreachable("nobody answers".to_owned());
            let reply = self.script.pop().ok_or_else(unreachable)?.to_owned();
            Ok(Proposal::Text(TextReply { reply, ..TextReply::default() }))
        }
    }

    /// Counts attempts and refusals.
    #[derive(Default)]
    struct Counter(usize, usize);

    impl Observer for Counter {
        fn attempted(&mut self, attempt: &Attempt) {
            self.0 += 1;
            self.1 += usize::from(attempt.cause.is_some());
        }
    }

    fn level(number: u8) -> EnginePlayer {
        EnginePlayer::level(Level::new(number).unwrap())
    }

    const FREE: TimeControl = TimeControl::EachMove(Limits::INFINITE);

    #[test]
    fn an_illegal_move_loses_the_game() {
        let played = Referee::new(FREE).play([&mut Cheat, &mut level(1)], Game::new(), &mut ());
        assert_eq!(played.game.outcome(), Some(Outcome::Win(Color::White, WinReason::Forfeit)));
        assert!(matches!(played.fault, Some((Color::Black, Fault::Illegal(_)))));
        assert!(played.record().to_string().contains("illegal move"));
    }

    #[test]
    fn text_players_retry_and_then_forfeit() {
        let mut speaker = Speaker::new(&["11-18", "hm", "11-15", "nothing", "nothing", "nothing"]);
        let mut counter = Counter::default();
        let played = Referee::new(FREE).play([&mut speaker, &mut level(1)], Game::new(), &mut counter);
        assert_eq!(played.game.outcome(), Some(Outcome::Win(Color::White, WinReason::Forfeit)));
        assert_eq!(played.game.moves().next().unwrap().to_string(), "11-15");
        assert_eq!((counter.0, counter.1), (6, 5));
        assert_eq!(speaker.was_shown, [false, true, true, false, true, true]);
    }

    #[test]
    fn a_policy_may_move_for_a_player_that_cannot() {
        let mut referee = Referee::new(FREE);
        referee.policy = Policy { attempts: 1, exhausted: Exhausted::RandomLegal, ..Policy::default() };
        let played = referee.play([&mut Speaker::new(&["?", "resign"]), &mut level(1)], Game::new(), &mut ());
        assert_eq!(played.game.outcome(), Some(Outcome::Win(Color::White, WinReason::Resignation)));
        assert!(played.notes[0].is_chance && played.fault.is_none());
    }

    #[test]
    fn a_player_out_of_reach_makes_the_game_void_even_on_time() {
        let none = TimeControl::Clock { base: Duration::ZERO, increment: Duration::ZERO };
        let played = Referee::new(none).play([&mut Speaker::new(&[]), &mut level(1)], Game::new(), &mut ());
        assert!(played.is_void() && played.game.outcome().is_none());
        assert_eq!(played.points(Color::White), None);
        assert!(played.record().to_string().contains("out of reach"));
    }

    #[test]
    fn a_clock_that_runs_out_loses_the_game() {
        let none = TimeControl::Clock { base: Duration::ZERO, increment: Duration::ZERO };
        let referee = Referee { controls: [FREE, none], ..Referee::new(FREE) };
        let played = referee.play([&mut level(1), &mut level(1)], Game::new(), &mut ());
        assert_eq!(played.game.outcome(), Some(Outcome::Win(Color::Black, WinReason::Time)));
    }

    #[test]
    fn the_record_of_a_game_has_all_its_moves() {
        let mut opening = Game::new();
        opening.play(opening.legal_moves()[0]).unwrap();
        let played = Referee::new(FREE).play([&mut level(1), &mut level(2)], opening, &mut ());
        let replayed = played.record().replay().unwrap();
        assert_eq!(replayed.position(), played.game.position());
        assert_eq!(replayed.moves().len(), played.game.moves().len());
    }
}
