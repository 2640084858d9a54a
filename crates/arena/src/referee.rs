//! One game under one referee, who owns the rules, the clocks and the result.

use std::time::Instant;

use crownhead_board::{Color, DrawReason, Game, Move, Outcome, WinReason};
use crownhead_engine::{Endgame, Random, Wdl};

use crate::attempt::Attempt;
use crate::clock::{Clocks, TimeControl};
use crate::engine::any_move;
use crate::played::{Note, PlayedGame, Watch};
use crate::player::{Fault, Player, Proposal, Thought, Turn, Words};
use crate::policy::{Exhausted, Policy};
use crate::reading::{Cause, Reading, Refusal, read_reply};

/// When a game is ended before its end on the board.
#[derive(Clone, Copy, Default)]
pub struct Adjudication<'a> {
    /// A database that knows the result of endings.
    pub endgame: Option<&'a dyn Endgame>,
    /// End games that both players agree on: see [`AGREED_PLIES`].
    pub by_agreement: bool,
}

/// Both players must agree for so many plies in a row,
pub const AGREED_PLIES: usize = 12;
/// that one of them is ahead by so many hundredths of a man,
const WON: i32 = 400;
/// or, after so many plies of the game, that neither is ahead by more than this.
const DRAWN_FROM: usize = 80;
const DRAWN: i32 = 10;

/// The conditions of a game.
///
/// ```
/// use crownhead_arena::{EnginePlayer, Referee, TimeControl};
/// use crownhead_board::Game;
/// use crownhead_engine::Limits;
///
/// let referee = Referee::new(TimeControl::EachMove(Limits::nodes(300)));
/// let (mut black, mut white) = (EnginePlayer::new(1, 1, None), EnginePlayer::new(1, 1, None));
/// let played = referee.play([&mut black, &mut white], Game::new(), &mut ());
/// assert!(played.game.outcome().is_some() && played.fault.is_none());
/// assert!(played.record().replay().is_ok());
/// ```
#[derive(Clone, Copy)]
pub struct Referee<'a> {
    /// What Black and White may use for their moves.
    pub controls: [TimeControl; 2],
    /// How players that speak are treated.
    pub policy: Policy,
    /// When games are ended before their end on the board.
    pub adjudication: Adjudication<'a>,
    /// The seed of whatever is left to chance.
    pub seed: u64,
}

impl<'a> Referee<'a> {
    /// Plain conditions: the same time for both, and every game played to its end.
    pub fn new(control: TimeControl) -> Referee<'a> {
        Referee {
            controls: [control; 2],
            policy: Policy::default(),
            adjudication: Adjudication::default(),
            seed: 1,
        }
    }

    /// Plays a game to its end, Black first among the players.
    pub fn play<'p>(
        &self,
        players: [&'p mut (dyn Player + 'p); 2],
        game: Game,
        watch: &'p mut dyn Watch,
    ) -> PlayedGame {
        let played = PlayedGame { game, notes: Vec::new(), fault: None, is_adjudicated: false };
        let clocks = Clocks::new(self.controls[0], self.controls[1]);
        let random = Random::new(self.seed);
        let mut table = Table {
            referee: self,
            players,
            watch,
            clocks,
            random,
            agreed: 0,
            is_draw_offered: false,
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
    watch: &'p mut dyn Watch,
    clocks: Clocks,
    random: Random,
    /// Plies in a row that the players have agreed on the result.
    agreed: usize,
    /// With the last move.
    is_draw_offered: bool,
    played: PlayedGame,
}

/// What a player has decided after all its attempts.
enum Decision {
    Move { thought: Thought, offers_draw: bool, comment: Option<String>, is_chance: bool },
    Resign,
    AcceptDraw,
}

impl From<Thought> for Decision {
    fn from(thought: Thought) -> Decision {
        Decision::Move { thought, offers_draw: false, comment: None, is_chance: false }
    }
}

impl Table<'_, '_> {
    fn run(&mut self) {
        self.watch.started(&self.played.game);
        for color in Color::ALL {
            let player = &mut self.players[color as usize];
            if let Err(fault) = player.start_game(&self.played.game, self.referee.seed) {
                self.fail(color, fault);
                return self.watch.moved(&self.played);
            }
        }
        while self.played.game.outcome().is_none() && self.played.fault.is_none() {
            self.make_move();
            self.adjudicate();
            self.watch.moved(&self.played);
        }
    }

    fn make_move(&mut self) {
        let color = self.played.game.position().turn();
        let start = Instant::now();
        let decision = self.decide(color);
        let time = start.elapsed();
        match decision {
            // Nobody loses on time for what did not reach anybody.
            Err(fault) if fault.is_void() => self.fail(color, fault),
            _ if self.clocks.spend(color, time).is_err() => self.end(Outcome::Win(!color, WinReason::Time)),
            Err(fault) => self.fail(color, fault),
            Ok(Decision::Resign) => self.end(Outcome::Win(!color, WinReason::Resignation)),
            Ok(Decision::AcceptDraw) => self.end(Outcome::Draw(DrawReason::Agreement)),
            Ok(Decision::Move { thought, offers_draw, comment, is_chance }) => {
                self.is_draw_offered = offers_draw;
                let Thought { score, depth, .. } = thought;
                let clock = self.clocks.left(color);
                self.play(color, thought.mv, Note { score, depth, time, clock, comment, is_chance });
            }
        }
    }

    /// Asks a player until it proposes something that can be done, as often as the policy allows.
    fn decide(&mut self, color: Color) -> Result<Decision, Fault> {
        let Policy { attempts, exhausted, .. } = self.referee.policy;
        let mut refusal = None;
        for number in 1..=attempts.max(1) {
            let proposal = self.ask(color, attempts.max(1) - number + 1, refusal.as_ref())?;
            match self.judge(color, number, proposal) {
                Ok(decision) => return Ok(decision),
                Err(refused) => refusal = Some(refused),
            }
        }
        let why = refusal.map(|refusal| refusal.why).unwrap_or_default();
        let chance = (exhausted == Exhausted::RandomLegal)
            .then(|| any_move(&self.played.game, &mut self.random))
            .flatten();
        let mv = chance.ok_or(Fault::Illegal(why))?;
        let thought = Thought { mv, score: None, depth: None };
        Ok(Decision::Move { thought, offers_draw: false, comment: None, is_chance: true })
    }

    fn ask(&mut self, color: Color, left: u32, refusal: Option<&Refusal>) -> Result<Proposal, Fault> {
        let game = &self.played.game;
        let shown = self.referee.policy.shows_moves(refusal.is_some());
        let turn = Turn {
            game,
            limits: self.clocks.limits(color),
            legal_moves: shown.then(|| game.legal_moves().to_vec()),
            refusal,
            attempts_left: left,
            is_draw_offered: self.is_draw_offered,
        };
        self.players[color as usize].propose(&turn)
    }

    /// Whether a proposal can be done. Words are shown to whoever looks on.
    fn judge(&mut self, color: Color, number: u32, proposal: Proposal) -> Result<Decision, Refusal> {
        match proposal {
            Proposal::Move(thought) => Ok(thought.into()),
            Proposal::Resign => Ok(Decision::Resign),
            Proposal::AcceptDraw if self.is_draw_offered => Ok(Decision::AcceptDraw),
            Proposal::AcceptDraw => Err(Refusal::new(Cause::Illegal, "no draw is offered; make a move")),
            Proposal::Words(words) => {
                let reading = self.read(&words);
                let attempt = Attempt::new(&self.played.game, color, number, &words, &reading);
                self.watch.attempted(&attempt);
                Ok(match reading? {
                    Reading::Resign => Decision::Resign,
                    Reading::Move(mv) => Decision::Move {
                        thought: Thought { mv, score: None, depth: None },
                        offers_draw: words.offers_draw,
                        comment: words.comment.or(Some(words.reply).filter(|_| !words.prompt.is_empty())),
                        is_chance: false,
                    },
                })
            }
        }
    }

    fn read(&self, words: &Words) -> Result<Reading, Refusal> {
        if words.is_truncated {
            let why = "the answer was cut off before its end; answer in a few words, with the move first";
            return Err(Refusal::new(Cause::Truncated, why));
        }
        // What is shown with the next question may be told with the reason too.
        let with_moves = self.referee.policy.shows_moves(true);
        read_reply(&words.reply, &self.played.game, with_moves)
    }

    fn play(&mut self, color: Color, mv: Move, note: Note) {
        match self.played.game.play(mv) {
            Ok(()) => self.played.notes.push(note),
            Err(_) => self.fail(color, Fault::Illegal(mv.route_text().to_string())),
        }
    }

    /// A fault loses the game, or makes it void.
    fn fail(&mut self, color: Color, fault: Fault) {
        if !fault.is_void() {
            self.end(Outcome::Win(!color, WinReason::Forfeit));
        }
        self.played.fault = Some((color, fault));
    }

    /// Ends a game that is not over; one that is keeps its result.
    fn end(&mut self, outcome: Outcome) {
        let _ = self.played.game.end(outcome);
    }

    fn adjudicate(&mut self) {
        if self.played.game.outcome().is_some() || self.played.fault.is_some() {
            return;
        }
        if let Some(outcome) = self.known_outcome().or_else(|| self.agreed_outcome()) {
            self.played.is_adjudicated = true;
            self.end(outcome);
        }
    }

    fn known_outcome(&self) -> Option<Outcome> {
        let (endgame, pos) = (self.referee.adjudication.endgame?, self.played.game.position());
        let covered = pos.occupied().len() <= endgame.max_pieces() && self.played.game.rules().is_official();
        Some(match covered.then(|| endgame.probe(pos))?? {
            Wdl::Win => Outcome::Win(pos.turn(), WinReason::Resignation),
            Wdl::Loss => Outcome::Win(!pos.turn(), WinReason::Resignation),
            Wdl::Draw => Outcome::Draw(DrawReason::Agreement),
        })
    }

    /// The result that both players have seen for a while.
    fn agreed_outcome(&mut self) -> Option<Outcome> {
        if !self.referee.adjudication.by_agreement {
            return None;
        }
        let n = self.played.notes.len();
        // The score of the move before is the other player's.
        let score = |back: usize| Some(self.played.notes.get(n.checked_sub(back)?)?.score?.centimen());
        let (last, other) = (score(1)?, score(2)?);
        let mover = !self.played.game.position().turn();
        let outcome = if last >= WON && other <= -WON {
            Some(Outcome::Win(mover, WinReason::Resignation))
        } else if last <= -WON && other >= WON {
            Some(Outcome::Win(!mover, WinReason::Resignation))
        } else if n >= DRAWN_FROM && last.abs() <= DRAWN && other.abs() <= DRAWN {
            Some(Outcome::Draw(DrawReason::Agreement))
        } else {
            None
        };
        self.agreed = if outcome.is_some() { self.agreed + 1 } else { 0 };
        outcome.filter(|_| self.agreed >= AGREED_PLIES)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::engine::LevelledPlayer;
    use crownhead_engine::{Level, Limits};

    /// A player that proposes a move of the other side.
    struct Cheat;

    impl Player for Cheat {
        fn start_game(&mut self, _game: &Game, _seed: u64) -> Result<(), Fault> {
            Ok(())
        }

        fn propose(&mut self, turn: &Turn<'_>) -> Result<Proposal, Fault> {
            Ok(turn.game.position().flip().legal_moves()[0].into())
        }
    }

    /// A player that says what it is told to, and then nothing any more. It remembers what it was shown.
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
            Ok(Proposal::Words(Words { reply, ..Words::default() }))
        }
    }

    /// Counts attempts, and those that were refused.
    #[derive(Default)]
    struct Counter(usize, usize);

    impl Watch for Counter {
        fn attempted(&mut self, attempt: &Attempt) {
            self.0 += 1;
            self.1 += usize::from(attempt.cause.is_some());
        }
    }

    fn level(number: u8) -> LevelledPlayer {
        LevelledPlayer::new(Level::new(number).unwrap())
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
    fn words_are_tried_again_and_then_lose() {
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
