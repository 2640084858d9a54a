//! One game under one referee, who owns the rules, the clocks and the result.

use std::time::{Duration, Instant};

use crownhead_board::{Color, DrawReason, Game, Outcome, WinReason};
use crownhead_engine::{Endgame, Score, Wdl};
use crownhead_pdn::{Body, MoveText, Record};

use crate::clock::{Clocks, TimeControl};
use crate::player::{Fault, Player, Thought};

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

/// A game that was played, with what the players thought.
#[derive(Debug)]
pub struct PlayedGame {
    /// The game, with its result.
    pub game: Game,
    /// A note for each move that was made here; the moves of an opening have none.
    pub notes: Vec<Note>,
    /// Who failed, and how.
    pub fault: Option<(Color, Fault)>,
    /// The referee ended it before the board did.
    pub is_adjudicated: bool,
}

/// What is known about a move besides the move.
#[derive(Clone, Copy, Debug)]
pub struct Note {
    score: Option<Score>,
    depth: Option<u32>,
    time: Duration,
    clock: Option<Duration>,
}

/// Plays a game to its end.
///
/// ```
/// use crownhead_arena::{Adjudication, EnginePlayer, TimeControl, play_game};
/// use crownhead_board::Game;
/// use crownhead_engine::Limits;
///
/// let control = TimeControl::EachMove(Limits::nodes(300));
/// let (mut black, mut white) = (EnginePlayer::new(1, 1, None), EnginePlayer::new(1, 1, None));
/// let played = play_game(
///     [&mut black, &mut white], [control, control], Game::new(), 1, Adjudication::default(),
/// );
/// assert!(played.game.outcome().is_some() && played.fault.is_none());
/// assert!(played.record().replay().is_ok());
/// ```
pub fn play_game<'a>(
    players: [&'a mut (dyn Player + 'a); 2],
    controls: [TimeControl; 2],
    game: Game,
    seed: u64,
    adjudication: Adjudication<'a>,
) -> PlayedGame {
    let clocks = Clocks::new(controls[0], controls[1]);
    let played = PlayedGame { game, notes: Vec::new(), fault: None, is_adjudicated: false };
    let mut table = RefereeTable { players, clocks, adjudication, agreed: 0, played };
    table.run(seed);
    table.played
}

struct RefereeTable<'a> {
    players: [&'a mut (dyn Player + 'a); 2],
    clocks: Clocks,
    adjudication: Adjudication<'a>,
    /// Plies in a row that the players have agreed on the result.
    agreed: usize,
    played: PlayedGame,
}

impl RefereeTable<'_> {
    fn run(&mut self, seed: u64) {
        for color in Color::ALL {
            if let Err(fault) = self.players[color as usize].start_game(&self.played.game, seed) {
                return self.forfeit(color, fault);
            }
        }
        while self.played.game.outcome().is_none() {
            self.make_move();
            self.adjudicate();
        }
    }

    fn make_move(&mut self) {
        let color = self.played.game.position().turn();
        let limits = self.clocks.limits(color);
        let start = Instant::now();
        let choice = self.players[color as usize].choose(&self.played.game, limits);
        let time = start.elapsed();
        if self.clocks.spend(color, time).is_err() {
            return self.end(Outcome::Win(!color, WinReason::Time));
        }
        match choice {
            Ok(thought) => self.play(color, thought, time),
            Err(fault) => self.forfeit(color, fault),
        }
    }

    fn play(&mut self, color: Color, thought: Thought, time: Duration) {
        match self.played.game.play(thought.mv) {
            Ok(()) => {
                let Thought { score, depth, .. } = thought;
                self.played.notes.push(Note { score, depth, time, clock: self.clocks.left(color) });
            }
            Err(_) => self.forfeit(color, Fault::Illegal(thought.mv.route_text().to_string())),
        }
    }

    fn forfeit(&mut self, color: Color, fault: Fault) {
        self.played.fault = Some((color, fault));
        self.end(Outcome::Win(!color, WinReason::Forfeit));
    }

    /// Ends a game that is not over; one that is keeps its result.
    fn end(&mut self, outcome: Outcome) {
        let _ = self.played.game.end(outcome);
    }

    fn adjudicate(&mut self) {
        if self.played.game.outcome().is_some() {
            return;
        }
        if let Some(outcome) = self.known_outcome().or_else(|| self.agreed_outcome()) {
            self.played.is_adjudicated = true;
            self.end(outcome);
        }
    }

    fn known_outcome(&self) -> Option<Outcome> {
        let (endgame, pos) = (self.adjudication.endgame?, self.played.game.position());
        let covered = pos.occupied().len() <= endgame.max_pieces() && self.played.game.rules().is_official();
        Some(match covered.then(|| endgame.probe(pos))?? {
            Wdl::Win => Outcome::Win(pos.turn(), WinReason::Resignation),
            Wdl::Loss => Outcome::Win(!pos.turn(), WinReason::Resignation),
            Wdl::Draw => Outcome::Draw(DrawReason::Agreement),
        })
    }

    /// The result that both players have seen for a while.
    fn agreed_outcome(&mut self) -> Option<Outcome> {
        if !self.adjudication.by_agreement {
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

impl PlayedGame {
    /// The points of one side: 1, 0.5 or 0.
    pub fn points(&self, color: Color) -> f64 {
        match self.game.outcome().and_then(Outcome::winner) {
            None => 0.5,
            Some(winner) if winner == color => 1.0,
            Some(_) => 0.0,
        }
    }

    /// The game for a file, with scores and clocks as comments.
    pub fn record(&self) -> Record {
        let mut record = Record::from_game(&self.game);
        let mut body = Body::new();
        let n_given = self.game.moves().len() - self.notes.len();
        for (i, (pos, mv)) in self.game.positions().zip(self.game.moves()).enumerate() {
            if let Some(text) = MoveText::for_move(self.game.rules(), pos, mv) {
                body.push_move(text);
            }
            if let Some(note) = i.checked_sub(n_given).and_then(|i| self.notes.get(i)) {
                body.push_comment(&note.to_string());
            }
        }
        if let Some((color, fault)) = &self.fault {
            body.push_comment(&format!("{color}: {fault}"));
        } else if self.is_adjudicated {
            body.push_comment("ended by the referee");
        }
        record.body = body;
        record
    }
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(score) = self.score {
            write!(f, "{score}")?;
        }
        if let Some(depth) = self.depth {
            write!(f, "/{depth}")?;
        }
        write!(f, " {:.2}s", self.time.as_secs_f64())?;
        if let Some(left) = self.clock {
            let seconds = left.as_secs();
            write!(f, " [%clk {}:{:02}:{:02}]", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::LevelledPlayer;
    use crownhead_engine::{Level, Limits};

    /// A player that proposes a move of the other side.
    struct Cheat;

    impl Player for Cheat {
        fn start_game(&mut self, _game: &Game, _seed: u64) -> Result<(), Fault> {
            Ok(())
        }

        fn choose(&mut self, game: &Game, _limits: Limits) -> Result<Thought, Fault> {
            let mv = game.position().flip().legal_moves()[0];
            Ok(Thought { mv, score: None, depth: None })
        }
    }

    fn level(number: u8) -> LevelledPlayer {
        LevelledPlayer::new(Level::new(number).unwrap(), 1)
    }

    const FREE: [TimeControl; 2] = [TimeControl::EachMove(Limits::INFINITE); 2];

    #[test]
    fn an_illegal_move_loses_the_game() {
        let players: [&mut dyn Player; 2] = [&mut Cheat, &mut level(1)];
        let played = play_game(players, FREE, Game::new(), 1, Adjudication::default());
        assert_eq!(played.game.outcome(), Some(Outcome::Win(Color::White, WinReason::Forfeit)));
        assert!(matches!(played.fault, Some((Color::Black, Fault::Illegal(_)))));
        assert!(played.record().to_string().contains("illegal move"));
    }

    #[test]
    fn a_clock_that_runs_out_loses_the_game() {
        let none = TimeControl::Clock { base: Duration::ZERO, increment: Duration::ZERO };
        let players: [&mut dyn Player; 2] = [&mut level(1), &mut level(1)];
        let played = play_game(players, [FREE[0], none], Game::new(), 1, Adjudication::default());
        assert_eq!(played.game.outcome(), Some(Outcome::Win(Color::Black, WinReason::Time)));
    }

    #[test]
    fn the_record_of_a_game_has_all_its_moves() {
        let mut opening = Game::new();
        opening.play(opening.legal_moves()[0]).unwrap();
        let players: [&mut dyn Player; 2] = [&mut level(1), &mut level(2)];
        let played = play_game(players, FREE, opening, 3, Adjudication::default());
        let replayed = played.record().replay().unwrap();
        assert_eq!(replayed.position(), played.game.position());
        assert_eq!(replayed.moves().len(), played.game.moves().len());
    }
}
