//! Games of the engine against itself, and the positions they leave behind.

use crownhead_board::{Color, Game, Move, Outcome, Position, Rules};
use crownhead_engine::{
    Control, Endgame, Evaluator, Limits, Random, Root, Score, Search, Silent, Table, Wdl,
};

use crate::opening::{Openings, play_any};
use crate::sample::Sample;

/// How games are played to learn from.
pub struct SelfPlay<'a, E> {
    /// Judges positions.
    pub evaluator: E,
    /// Nodes for each move.
    pub nodes: u64,
    /// What the engine knows of endings while it thinks.
    pub endgame: Option<&'a dyn Endgame>,
    /// Knows the truth about endings, and ends games.
    pub truth: Option<&'a dyn Endgame>,
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
/// A game in which only kings have moved for so many plies is drawn, and so is one that comes back to a
/// position: what comes then has been seen.
const MAX_KING_PLIES: usize = 20;
/// A game without end is drawn.
const MAX_PLIES: usize = 240;
/// Of so many games one begins with an opening, and the others leave it somewhere: good play from the
/// openings comes to the same positions again and again.
const GAMES_ON_TRUNK: usize = 4;
/// Games do not begin with fewer pieces.
const MIN_START_PIECES: usize = 12;

/// A game while it is played.
struct Course {
    /// All positions with their scores.
    seen: Vec<(Position, Score)>,
    /// The value of the first position that the database knew, for Black.
    truth: Option<Wdl>,
    outcome: Option<Outcome>,
    plies_after_truth: usize,
    plies_decided: usize,
    king_plies: usize,
    has_repeated: bool,
}

impl<E: Evaluator> SelfPlay<'_, E> {
    /// Plays the games of a batch.
    pub fn batch(&self, number: u64) -> Vec<Sample> {
        let mut random = Random::new(self.seed);
        random.mix(number);
        let (openings, table) = (Openings::default(), Table::with_megabytes(TABLE_MEGABYTES));
        let (mut samples, mut trunk) = (Vec::new(), Vec::new());
        for number in 0..GAMES_IN_BATCH {
            let branch = if number % GAMES_ON_TRUNK == 0 { None } else { branch(&trunk, &mut random) };
            let is_branch = branch.is_some();
            let course = self.play(branch.unwrap_or_else(|| openings.draw(&mut random)), &table);
            self.keep(&course, &mut samples);
            if !is_branch {
                trunk = course.seen.into_iter().map(|(pos, _)| pos).collect();
            }
        }
        samples
    }

    fn play(&self, mut game: Game, table: &Table) -> Course {
        let mut course = Course::new();
        while game.outcome().is_none() && !course.is_over() {
            let answer = course.forced(&game).or_else(|| self.think(&game, table));
            let Some((mv, score)) = answer else { break };
            if course.seen.is_empty() && score.centimen().abs() > MAX_START_SCORE {
                break;
            }
            course.note(game.position(), score, self.truth(game.position()));
            if game.play(mv).is_err() {
                break;
            }
        }
        course.outcome = game.outcome();
        course
    }

    /// Keeps the quiet positions of a game.
    fn keep(&self, course: &Course, samples: &mut Vec<Sample>) {
        let result = course.result();
        for (pos, score) in course.seen.iter().filter(|(pos, _)| is_quiet(pos)) {
            let truth = self.truth(pos);
            let value = truth.unwrap_or(seen_by(pos.turn(), result));
            samples.push(Sample::new(pos, *score, value, truth.is_some()));
        }
    }

    fn think(&self, game: &Game, table: &Table) -> Option<(Move, Score)> {
        let (root, control) = (Root::from_game(game), Control::new());
        let search = Search {
            endgame: self.endgame,
            ..Search::new(&root, Limits::nodes(self.nodes), table, &control)
        };
        let answer = search.run(&self.evaluator, &mut Silent);
        answer.best().zip(answer.score())
    }

    fn truth(&self, pos: &Position) -> Option<Wdl> {
        truth(self.truth?, pos)
    }
}

impl Course {
    fn new() -> Course {
        Course {
            seen: Vec::new(),
            truth: None,
            outcome: None,
            plies_after_truth: 0,
            plies_decided: 0,
            king_plies: 0,
            has_repeated: false,
        }
    }

    /// The only capture there is, which needs no thought: nothing is learned from such positions, and the
    /// score is what it was.
    fn forced(&self, game: &Game) -> Option<(Move, Score)> {
        let (_, score) = self.seen.last()?;
        match &*game.legal_moves() {
            [mv] if mv.is_jump() => Some((*mv, -*score)),
            _ => None,
        }
    }

    fn note(&mut self, pos: &Position, score: Score, truth: Option<Wdl>) {
        let is_king_move = self.seen.last().is_some_and(|(before, _)| is_king_move(before, pos));
        self.has_repeated |=
            self.seen.iter().rev().take(self.king_plies + 1).any(|(before, _)| before == pos);
        self.seen.push((*pos, score));
        self.truth = self.truth.or(truth.map(|value| seen_by(pos.turn(), value)));
        self.plies_after_truth += usize::from(self.truth.is_some());
        let is_decided = score.centimen().abs() >= DECIDED.0;
        self.plies_decided = if is_decided { self.plies_decided + 1 } else { 0 };
        self.king_plies = if is_king_move { self.king_plies + 1 } else { 0 };
    }

    fn is_over(&self) -> bool {
        self.plies_after_truth > PLIES_AFTER_TRUTH
            || self.plies_decided >= DECIDED.1
            || self.king_plies >= MAX_KING_PLIES
            || self.has_repeated
            || self.seen.len() >= MAX_PLIES
    }

    /// How the game ended, for Black: the first truth counts, whatever was made of it.
    fn result(&self) -> Wdl {
        if let Some(truth) = self.truth {
            return truth;
        }
        match self.outcome.and_then(Outcome::winner) {
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

/// A game that leaves another one somewhere with a move by chance, if there is such a place.
fn branch(trunk: &[Position], random: &mut Random) -> Option<Game> {
    let has_enough = |pos: &&Position| pos.occupied().len() >= MIN_START_PIECES;
    let n_places = trunk.iter().take_while(has_enough).count();
    let place = trunk[..n_places].get(random.below(n_places.max(1)))?;
    let mut game = Game::from_position(*place, Rules::OFFICIAL);
    play_any(&mut game, random).then_some(game)
}

/// Is nothing to be captured by the side to move? What the other side threatens is for the evaluation to
/// see: the search asks it about such positions too.
fn is_quiet(pos: &Position) -> bool {
    pos.jumpers().is_empty()
}

/// Has only a king moved from one position to the next?
fn is_king_move(before: &Position, after: &Position) -> bool {
    let men = |pos: &Position| pos.occupied() & !pos.kings();
    before.occupied().len() == after.occupied().len() && men(before) == men(after)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_leaves_its_trunk_while_there_are_many_pieces() {
        let many: Position = "B:W21-32:B1-12".parse().unwrap();
        let few: Position = "W:W21,22,K30:B7,K3".parse().unwrap();
        let trunk = [many, few];
        let mut random = Random::new(1);
        let after_many: Vec<Position> =
            many.legal_moves().iter().map(|&mv| many.play_unchecked(mv)).collect();
        for _ in 0..20 {
            let game = branch(&trunk, &mut random).unwrap();
            assert!(after_many.contains(game.position()));
        }
        assert!(branch(&[few], &mut random).is_none());
        assert!(branch(&[], &mut random).is_none());
    }

    fn king(square: usize) -> Position {
        format!("W:WK{square},21:B12,13,K5").parse().unwrap()
    }

    #[test]
    fn walking_kings_come_to_a_draw() {
        let free = (1..=32).filter(|square| ![5, 12, 13, 21].contains(square));
        let mut course = Course::new();
        for (ply, square) in free.take(MAX_KING_PLIES + 1).enumerate() {
            assert!(!course.is_over(), "after {ply} plies");
            course.note(&king(square), Score::estimate(90), None);
        }
        assert!(course.is_over());
        assert_eq!(course.result(), Wdl::Draw);
        let crowned: Position = "W:WK30,K21:B12,13,K5".parse().unwrap();
        course.note(&crowned, Score::estimate(90), None);
        assert!(!course.is_over());
    }

    #[test]
    fn a_position_that_comes_again_ends_a_game() {
        let mut course = Course::new();
        for square in [30, 26, 22, 25] {
            course.note(&king(square), Score::estimate(90), None);
            assert!(!course.is_over());
        }
        course.note(&king(30), Score::estimate(90), None);
        assert!(course.is_over());
        assert_eq!(course.result(), Wdl::Draw);
    }
}
