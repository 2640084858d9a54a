//! Games of the engine against itself, and the positions they leave behind.

use crownhead_board::{Color, Game, Outcome, Position};
use crownhead_engine::{
    Control, Endgame, Evaluator, Limits, Random, Root, Score, Search, Silent, Table, Wdl,
};

use crate::opening::Openings;
use crate::sample::Sample;

/// How games are played to learn from.
pub struct SelfPlay<'a, E> {
    /// Judges positions.
    pub evaluator: E,
    /// Nodes for each move.
    pub nodes: u64,
    /// Knows the truth about endings.
    pub endgame: Option<&'a dyn Endgame>,
    /// The seed of the openings.
    pub seed: u64,
}

/// Games that are played one after the other with one table. A batch depends on nothing but its
/// number and the settings.
pub const GAMES_IN_BATCH: usize = 128;

const TABLE_MEGABYTES: usize = 4;
/// A start that is worse than this for either side is not played.
const MAX_START_SCORE: i32 = 250;
/// Positions the database knows are played on for so many plies, to have some of them.
const PLIES_AFTER_TRUTH: usize = 10;
/// A game in which both sides see this much for so many plies is over.
const DECIDED: (i32, usize) = (700, 4);
/// A game without end is drawn.
const MAX_PLIES: usize = 240;

/// A game while it is played.
struct Course {
    /// Quiet positions with their scores.
    seen: Vec<(Position, Score)>,
    /// The value of the first position that the database knew, for Black.
    truth: Option<Wdl>,
    plies: usize,
    plies_after_truth: usize,
    plies_decided: usize,
}

impl<E: Evaluator> SelfPlay<'_, E> {
    /// Plays the games of a batch.
    pub fn batch(&self, number: u64) -> Vec<Sample> {
        let mut random = Random::new(self.seed);
        random.mix(number);
        let (openings, table) = (Openings::default(), Table::with_megabytes(TABLE_MEGABYTES));
        let mut samples = Vec::new();
        for _ in 0..GAMES_IN_BATCH {
            self.play(openings.draw(&mut random), &table, &mut samples);
        }
        samples
    }

    fn play(&self, mut game: Game, table: &Table, samples: &mut Vec<Sample>) {
        let mut course = Course::new();
        while game.outcome().is_none() && !course.is_over() {
            let Some((mv, score)) = self.think(&game, table) else { break };
            if course.plies == 0 && score.centimen().abs() > MAX_START_SCORE {
                return;
            }
            course.note(game.position(), score, self.truth(game.position()));
            if game.play(mv).is_err() {
                break;
            }
        }
        let result = course.result(&game);
        for (pos, score) in &course.seen {
            let truth = self.truth(pos);
            let value = truth.unwrap_or(seen_by(pos.turn(), result));
            samples.push(Sample::new(pos, *score, value, truth.is_some()));
        }
    }

    fn think(&self, game: &Game, table: &Table) -> Option<(crownhead_board::Move, Score)> {
        let (root, control) = (Root::from_game(game), Control::new());
        let search = Search {
            endgame: self.endgame,
            ..Search::new(&root, Limits::nodes(self.nodes), table, &control)
        };
        let answer = search.run(&self.evaluator, &mut Silent);
        answer.best().zip(answer.score())
    }

    fn truth(&self, pos: &Position) -> Option<Wdl> {
        truth(self.endgame?, pos)
    }
}

impl Course {
    fn new() -> Course {
        Course { seen: Vec::new(), truth: None, plies: 0, plies_after_truth: 0, plies_decided: 0 }
    }

    fn note(&mut self, pos: &Position, score: Score, truth: Option<Wdl>) {
        if pos.jumpers().is_empty() && pos.jumpers_of(!pos.turn()).is_empty() {
            self.seen.push((*pos, score));
        }
        self.plies += 1;
        self.truth = self.truth.or(truth.map(|value| seen_by(pos.turn(), value)));
        self.plies_after_truth += usize::from(self.truth.is_some());
        let is_decided = score.centimen().abs() >= DECIDED.0;
        self.plies_decided = if is_decided { self.plies_decided + 1 } else { 0 };
    }

    fn is_over(&self) -> bool {
        self.plies_after_truth > PLIES_AFTER_TRUTH
            || self.plies_decided >= DECIDED.1
            || self.plies >= MAX_PLIES
    }

    /// How the game ended, for Black: the first truth counts, whatever was made of it.
    fn result(&self, game: &Game) -> Wdl {
        if let Some(truth) = self.truth {
            return truth;
        }
        match game.outcome().and_then(Outcome::winner) {
            Some(Color::Black) => return Wdl::Win,
            Some(Color::White) => return Wdl::Loss,
            None => {}
        }
        match self.seen.last() {
            Some((pos, score)) if self.plies_decided >= DECIDED.1 => {
                let value = if score.centimen() > 0 { Wdl::Win } else { Wdl::Loss };
                seen_by(pos.turn(), value)
            }
            _ => Wdl::Draw,
        }
    }
}

/// The value of a position, if a database knows it.
pub(crate) fn truth(endgame: &dyn Endgame, pos: &Position) -> Option<Wdl> {
    (pos.occupied().len() <= endgame.max_pieces()).then(|| endgame.probe(pos))?
}

/// Turns a value for Black into one for a color, or back.
fn seen_by(color: Color, value: Wdl) -> Wdl {
    match (color, value) {
        (Color::Black, _) => value,
        (Color::White, Wdl::Win) => Wdl::Loss,
        (Color::White, Wdl::Loss) => Wdl::Win,
        (Color::White, Wdl::Draw) => Wdl::Draw,
    }
}
