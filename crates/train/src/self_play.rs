//! Games of the engine against itself, and the labelled positions they yield.

use std::sync::Arc;

use crownhead_board::{Color, Game, Move, Outcome, Position, Rules};
use crownhead_engine::{Endgame, Engine, Evaluation, Limits, Score, Value};
use fastrand::Rng;

use crate::openings::{Openings, play_random};
use crate::sample::Sample;

/// How self-play games are played.
pub struct SelfPlay<'a> {
    /// The evaluation.
    pub evaluation: Evaluation,
    /// Nodes per move.
    pub nodes: u64,
    /// The endgame database that the search probes.
    pub endgame: Option<Arc<dyn Endgame>>,
    /// The endgame database that labels positions and ends games.
    pub oracle: Option<&'a dyn Endgame>,
    /// The seed of the openings.
    pub seed: u64,
}

/// Games in a batch, played one after the other with one table. A batch depends on nothing but its number and the settings.
pub const GAMES_PER_BATCH: usize = 128;

const TABLE_MEGABYTES: usize = 4;
/// A game is not played if its opening is worse than this for either side, in hundredths of a man.
const MAX_START_SCORE: i32 = 250;
/// Plies that a game continues after the oracle knows its value, to have such positions too.
const PLIES_AFTER_EXACT: usize = 10;
/// A game ends when both sides agree that one is ahead by this many hundredths of a man,
const DECIDED_SCORE: i32 = 700;
/// for this many plies.
const DECIDED_PLIES: usize = 4;
/// A game is drawn after this many plies by kings alone, or when a position repeats: nothing new would follow.
const MAX_KING_PLIES: usize = 20;
/// Longer games are drawn.
const MAX_PLIES: usize = 240;
/// One game in this many starts with an opening. The others branch off it with a random move, because good play from the
/// openings reaches the same positions again and again.
const GAMES_PER_TRUNK: usize = 4;
/// Games do not branch off with fewer pieces.
const MIN_BRANCH_PIECES: usize = 12;

/// A game in progress.
#[derive(Default)]
struct GameLog {
    /// All positions with their scores.
    positions: Vec<(Position, Score)>,
    /// The value of the first position that the oracle knew, for Black.
    exact: Option<Value>,
    outcome: Option<Outcome>,
    plies_after_exact: usize,
    plies_decided: usize,
    king_plies: usize,
    has_repeated: bool,
}

impl SelfPlay<'_> {
    /// Plays the games of a batch.
    pub fn batch(&self, number: u64) -> Vec<Sample> {
        let mut rng = Rng::with_seed(Rng::with_seed(self.seed).u64(..) ^ number);
        let openings = Openings::default();
        let engine = Engine::with_megabytes(TABLE_MEGABYTES)
            .evaluation(self.evaluation.clone())
            .endgame(self.endgame.clone());
        let (mut samples, mut trunk) = (Vec::new(), Vec::new());
        for number in 0..GAMES_PER_BATCH {
            let branch = if number % GAMES_PER_TRUNK == 0 { None } else { branch(&trunk, &mut rng) };
            let is_branch = branch.is_some();
            let log = self.play(branch.unwrap_or_else(|| openings.random(&mut rng)), &engine);
            self.label(&log, &mut samples);
            if !is_branch {
                trunk = log.positions.into_iter().map(|(pos, _)| pos).collect();
            }
        }
        samples
    }

    fn play(&self, mut game: Game, engine: &Engine) -> GameLog {
        let mut log = GameLog::default();
        while game.outcome().is_none() && !log.is_over() {
            let answer = log.forced(&game).or_else(|| self.think(&game, engine));
            let Some((mv, score)) = answer else { break };
            if log.positions.is_empty() && score.centimen().abs() > MAX_START_SCORE {
                break;
            }
            log.push(game.position(), score, self.exact_value(game.position()));
            if game.play(mv).is_err() {
                break;
            }
        }
        log.outcome = game.outcome();
        log
    }

    /// Labels the quiet positions of a game.
    fn label(&self, log: &GameLog, samples: &mut Vec<Sample>) {
        let result = log.result();
        for (pos, score) in log.positions.iter().filter(|(pos, _)| is_quiet(pos)) {
            let exact = self.exact_value(pos);
            let value = exact.unwrap_or(seen_by(pos.turn(), result));
            samples.push(Sample::new(pos, *score, value, exact.is_some()));
        }
    }

    fn think(&self, game: &Game, engine: &Engine) -> Option<(Move, Score)> {
        let lines = engine.lines(game, 1, Limits::nodes(self.nodes));
        lines.first().map(|line| (line.moves[0], line.score))
    }

    fn exact_value(&self, pos: &Position) -> Option<Value> {
        probe(self.oracle?, pos)
    }
}

impl GameLog {
    /// A capture that is the only legal move needs no search: its position is not quiet, so only the move matters.
    fn forced(&self, game: &Game) -> Option<(Move, Score)> {
        let (_, score) = self.positions.last()?;
        match &*game.legal_moves() {
            [mv] if mv.is_jump() => Some((*mv, -*score)),
            _ => None,
        }
    }

    fn push(&mut self, pos: &Position, score: Score, exact: Option<Value>) {
        let is_king_move = self.positions.last().is_some_and(|(before, _)| is_king_move(before, pos));
        self.has_repeated |=
            self.positions.iter().rev().take(self.king_plies + 1).any(|(before, _)| before == pos);
        self.positions.push((*pos, score));
        self.exact = self.exact.or(exact.map(|value| seen_by(pos.turn(), value)));
        self.plies_after_exact += usize::from(self.exact.is_some());
        let is_decided = score.centimen().abs() >= DECIDED_SCORE;
        self.plies_decided = if is_decided { self.plies_decided + 1 } else { 0 };
        self.king_plies = if is_king_move { self.king_plies + 1 } else { 0 };
    }

    fn is_over(&self) -> bool {
        self.plies_after_exact > PLIES_AFTER_EXACT
            || self.plies_decided >= DECIDED_PLIES
            || self.king_plies >= MAX_KING_PLIES
            || self.has_repeated
            || self.positions.len() >= MAX_PLIES
    }

    /// The result for Black: the first exact value, even if a player threw it away later.
    fn result(&self) -> Value {
        if let Some(exact) = self.exact {
            return exact;
        }
        match self.outcome.and_then(Outcome::winner) {
            Some(Color::Black) => return Value::Win,
            Some(Color::White) => return Value::Loss,
            None => {}
        }
        match self.positions.last() {
            Some((pos, score)) if self.plies_decided >= DECIDED_PLIES => {
                let value = if score.centimen() > 0 { Value::Win } else { Value::Loss };
                seen_by(pos.turn(), value)
            }
            _ => Value::Draw,
        }
    }
}

/// A game that leaves another one at a random place with a random move, if it can.
fn branch(trunk: &[Position], rng: &mut Rng) -> Option<Game> {
    let has_enough = |pos: &&Position| pos.occupied().len() >= MIN_BRANCH_PIECES;
    let n_places = trunk.iter().take_while(has_enough).count();
    let place = trunk[..n_places].get(rng.usize(..n_places.max(1)))?;
    let mut game = Game::from_position(*place, Rules::OFFICIAL);
    play_random(&mut game, rng).then_some(game)
}

/// Whether the side to move has no capture. Threats of the other side do not matter: the search evaluates such positions too.
fn is_quiet(pos: &Position) -> bool {
    pos.jumpers().is_empty()
}

/// Whether a king moved from one position to the next, without a capture.
fn is_king_move(before: &Position, after: &Position) -> bool {
    let men = |pos: &Position| pos.occupied() & !pos.kings();
    before.occupied().len() == after.occupied().len() && men(before) == men(after)
}

/// The value of a position, if the database covers it.
pub(crate) fn probe(endgame: &dyn Endgame, pos: &Position) -> Option<Value> {
    (pos.occupied().len() <= endgame.max_pieces()).then(|| endgame.probe(pos))?
}

/// Converts a value for Black to a value for a color, or back.
fn seen_by(color: Color, value: Value) -> Value {
    match (color, value) {
        (Color::Black, _) => value,
        (Color::White, Value::Win) => Value::Loss,
        (Color::White, Value::Loss) => Value::Win,
        (Color::White, Value::Draw) => Value::Draw,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_leaves_its_trunk_while_many_pieces_are_left() {
        let many: Position = "B:W21-32:B1-12".parse().unwrap();
        let few: Position = "W:W21,22,K30:B7,K3".parse().unwrap();
        let trunk = [many, few];
        let mut rng = Rng::with_seed(1);
        let after_many: Vec<Position> =
            many.legal_moves().iter().map(|&mv| many.play_unchecked(mv)).collect();
        for _ in 0..20 {
            let game = branch(&trunk, &mut rng).unwrap();
            assert!(after_many.contains(game.position()));
        }
        assert!(branch(&[few], &mut rng).is_none());
        assert!(branch(&[], &mut rng).is_none());
    }

    fn king(square: usize) -> Position {
        format!("W:WK{square},21:B12,13,K5").parse().unwrap()
    }

    #[test]
    fn king_moves_alone_end_in_a_draw() {
        let free = (1..=32).filter(|square| ![5, 12, 13, 21].contains(square));
        let mut log = GameLog::default();
        for (ply, square) in free.take(MAX_KING_PLIES + 1).enumerate() {
            assert!(!log.is_over(), "after {ply} plies");
            log.push(&king(square), Score::estimate(90), None);
        }
        assert!(log.is_over());
        assert_eq!(log.result(), Value::Draw);
        let crowned: Position = "W:WK30,K21:B12,13,K5".parse().unwrap();
        log.push(&crowned, Score::estimate(90), None);
        assert!(!log.is_over());
    }

    #[test]
    fn a_repetition_ends_a_game() {
        let mut log = GameLog::default();
        for square in [30, 26, 22, 25] {
            log.push(&king(square), Score::estimate(90), None);
            assert!(!log.is_over());
        }
        log.push(&king(30), Score::estimate(90), None);
        assert!(log.is_over());
        assert_eq!(log.result(), Value::Draw);
    }
}
