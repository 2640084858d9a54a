//! The engine as an opponent and adviser: what it is asked in a game, and with what it answers.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crownhead_board::{Game, Move};
use crownhead_endgame::{Database, Verdict};
use crownhead_engine::{
    Book, Control, Evaluation, Level, LevelPlayer, Limits, Line, Report, Root, Search, Table,
};

use crate::seat::Strength;
use crate::verdicts::verdicts;

/// What is wanted of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// A move, at a strength, with the clock's time left and increment if there is a clock.
    Move(Strength, Option<(Duration, Duration)>),
    /// A move to advise, and what the second best is worth.
    Hint,
    /// What the position is worth, to decide about an offer of a draw.
    Judge,
    /// So many lines, until it is stopped.
    Analyze(usize),
    /// So many lines, until it is stopped or there is nothing more to find.
    Explore(usize),
    /// So many lines in so much time.
    Lines(usize, Duration),
}

/// What the engine found: the best lines, best first. From the book or a weak level it is one move
/// without a score.
#[derive(Clone, Debug)]
pub struct Thoughts {
    /// The move to make.
    pub best: Option<Move>,
    /// What was found about it and others.
    pub lines: Vec<Line>,
}

/// The table of positions that thinkers share, made when it is needed first.
///
/// What is found under some rules is wrong under others, so it is for the official rules; others
/// get one that is small and soon forgotten.
#[derive(Debug)]
pub struct Memory {
    megabytes: usize,
    table: OnceLock<Table>,
}

impl Memory {
    /// A table of so many megabytes.
    pub const fn new(megabytes: usize) -> Memory {
        Memory { megabytes, table: OnceLock::new() }
    }

    fn table(&self) -> &Table {
        self.table.get_or_init(|| Table::with_megabytes(self.megabytes))
    }
}

/// Something that answers questions about games, one at a time.
#[derive(Debug)]
pub struct Thinker {
    /// Threads at full strength and in analysis.
    pub threads: usize,
    /// How long it thinks at full strength when there is no clock.
    pub think: Duration,
    endgame: &'static Database,
    memory: Arc<Memory>,
    /// The level that played last.
    level: Option<LevelPlayer>,
    /// What was found under house rules, as long as the rules are the same.
    house: Option<(crownhead_board::Rules, Table)>,
}

/// From this level on the computer plays from the book, and not always the same.
const BOOK_LEVEL: u8 = 6;
const BOOK_VARIETY: u8 = 40;
/// Enough for a level that does not look far.
const LEVEL_MEGABYTES: usize = 16;
const HOUSE_MEGABYTES: usize = 16;
const HINT_TIME: Duration = Duration::from_millis(700);
const JUDGE_TIME: Duration = Duration::from_millis(400);

impl Thinker {
    /// A thinker with these endings and this memory.
    pub fn new(endgame: &'static Database, memory: Arc<Memory>) -> Thinker {
        Thinker { threads: 1, think: Duration::from_secs(2), endgame, memory, level: None, house: None }
    }

    /// What the endgame database knows about each legal move, the best first.
    pub fn verdicts(&self, game: &Game) -> Vec<(Move, Verdict)> {
        verdicts(self.endgame, game)
    }

    /// Thinks about a game that is not over. Chance comes from the seed.
    pub fn answer(
        &mut self,
        game: &Game,
        question: Question,
        seed: u64,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Thoughts {
        match question {
            Question::Move(strength, clock) => self.choose(game, strength, clock, seed, control, report),
            Question::Hint => self.search(game, Limits::move_time(HINT_TIME), 2, control, report),
            Question::Judge => self.search(game, Limits::move_time(JUDGE_TIME), 1, control, report),
            Question::Analyze(lines) => self.search(game, Limits::INFINITE, lines, control, report),
            Question::Explore(lines) => {
                let limits = Limits { wait_for_stop: false, ..Limits::INFINITE };
                self.search(game, limits, lines, control, report)
            }
            Question::Lines(lines, time) => {
                self.search(game, Limits::move_time(time), lines, control, report)
            }
        }
    }

    fn choose(
        &mut self,
        game: &Game,
        strength: Strength,
        clock: Option<(Duration, Duration)>,
        seed: u64,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Thoughts {
        if let Some(mv) = book_move(game, strength, seed) {
            return Thoughts { best: Some(mv), lines: Vec::new() };
        }
        let by_clock = clock.map(|(left, increment)| Limits::clock(left, increment));
        match strength {
            Strength::Level(level) if !level.is_full_strength() => {
                let best = self.level_player(level, seed).choose(game, control);
                Thoughts { best: Some(best), lines: Vec::new() }
            }
            Strength::Level(level) => {
                let time = by_clock.and_then(|limits| limits.time);
                let limits = Limits { time, depth: Some(level.depth), ..Limits::nodes(level.nodes) };
                self.search(game, limits, 1, control, report)
            }
            Strength::Full => {
                let limits = by_clock.unwrap_or(Limits::move_time(self.think));
                self.search(game, limits, 1, control, report)
            }
        }
    }

    fn level_player(&mut self, level: Level, seed: u64) -> &mut LevelPlayer {
        let player = self.level.get_or_insert_with(|| LevelPlayer::new(level, LEVEL_MEGABYTES));
        if player.level != level {
            *player = LevelPlayer::new(level, LEVEL_MEGABYTES);
        }
        player.start_game(seed);
        player
    }

    fn search(
        &mut self,
        game: &Game,
        limits: Limits,
        multi_pv: usize,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Thoughts {
        let root = Root::from_game(game);
        let table = if game.rules().is_official() {
            self.memory.table()
        } else {
            if self.house.as_ref().is_none_or(|(rules, _)| rules != game.rules()) {
                self.house = None;
            }
            let fresh = || (*game.rules(), Table::with_megabytes(HOUSE_MEGABYTES));
            &self.house.get_or_insert_with(fresh).1
        };
        let search = Search {
            threads: self.threads,
            multi_pv,
            endgame: Some(self.endgame),
            ..Search::new(&root, limits, table, control)
        };
        let answer = search.run(&Evaluation::shipped(), &mut |line: &Report| report(line));
        Thoughts { best: answer.best(), lines: answer.lines }
    }
}

fn book_move(game: &Game, strength: Strength, seed: u64) -> Option<Move> {
    let has_read = match strength {
        Strength::Level(level) => level.number >= BOOK_LEVEL,
        Strength::Full => true,
    };
    let known = has_read && game.rules().is_official();
    known.then(|| Book::shipped().choose(game.position(), BOOK_VARIETY, seed)).flatten()
}
