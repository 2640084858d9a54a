//! `crownhead puzzles`: puzzles to solve, line by line.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use clap::Args;
use crownhead_board::{Move, State};
use crownhead_files::{lines, write_atomically};
use crownhead_puzzles::{Attempt, Filter, Puzzle, PuzzleId, Puzzles, Record, Theme, Tried};
use crownhead_study::Appearance;
use serde_json::{Value, json};

use super::SourceArgs;
use crate::args;
use crate::commands::show;
use crate::config;
use crate::exit::Exit;
use crate::output::print;
use crate::style::{FAINT, HEADING, ONE, paint};
use crate::words::counted;

/// Puzzles are chosen by what is here, and shown as the board is.
#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// The puzzle with this name.
    #[arg(value_name = "PUZZLE", conflicts_with_all = ["daily", "theme", "any", "without", "min", "max"])]
    id: Option<PuzzleId>,
    /// The puzzle of the day.
    #[arg(long, conflicts_with_all = ["theme", "any", "without", "min", "max"])]
    daily: bool,
    #[command(flatten)]
    wanted: WantedArgs,
    #[command(flatten)]
    source: SourceArgs,
    /// The file with your rating and the puzzles you tried [default: puzzles.json in your data directory].
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Seed for random choices; the same seed makes the same choices.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Answer each line with a line of JSON.
    #[arg(long)]
    json: bool,
    /// Configuration file, which says how boards are shown [default: config.toml in your configuration directory].
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Any combination of themes, and a range of ratings.
#[derive(Debug, Args)]
pub(crate) struct WantedArgs {
    /// Puzzles with this theme; given twice, with both. crownhead puzzles themes lists them.
    #[arg(long, value_name = "THEME", value_parser = themes(), hide_possible_values = true)]
    theme: Vec<Theme>,
    /// Puzzles with one of these themes.
    #[arg(long, value_name = "THEME", value_parser = themes(), hide_possible_values = true)]
    any: Vec<Theme>,
    /// Puzzles without this theme.
    #[arg(long, value_name = "THEME", value_parser = themes(), hide_possible_values = true)]
    without: Vec<Theme>,
    /// Puzzles with this rating or a higher one.
    #[arg(long, value_name = "RATING")]
    min: Option<u16>,
    /// Puzzles with this rating or a lower one.
    #[arg(long, value_name = "RATING")]
    max: Option<u16>,
}

fn themes() -> args::Named<Theme> {
    args::one_of(Theme::ALL.iter().map(|theme| theme.name()))
}

impl WantedArgs {
    pub(super) fn filter(&self) -> Filter {
        let set = |themes: &[Theme]| themes.iter().copied().collect();
        Filter {
            all: set(&self.theme),
            any: set(&self.any),
            none: set(&self.without),
            min_rating: self.min,
            max_rating: self.max,
        }
    }
}

pub(super) fn run(args: &SolveArgs) -> anyhow::Result<Exit> {
    let puzzles = args.source.puzzles()?;
    let is_typed = io::stdin().is_terminal();
    let mut solving = Solving::new(args, &puzzles)?;
    solving.say(&solving.question())?;
    let mut lines = lines(io::stdin().lock());
    loop {
        if !args.json && is_typed {
            print("> ")?;
        }
        let Some(line) = lines.next().transpose()? else { break };
        if !args.json && !is_typed {
            print(format!("> {line}\n"))?;
        }
        let Some(answer) = solving.obey(line.trim())? else { break };
        solving.say(&answer)?;
    }
    Ok(Exit::Success)
}

/// Somebody who solves puzzles.
struct Solving<'a> {
    args: &'a SolveArgs,
    puzzles: &'a Puzzles,
    appearance: Appearance,
    record: Record,
    /// Where the record is kept, if it is.
    kept_in: Option<PathBuf>,
    attempt: Attempt,
    /// Has the outcome been kept? Only the first one counts.
    is_kept: bool,
    is_daily: bool,
    n_hints: u32,
    seed: u64,
}

/// What is answered: words for people, and the same for programs.
struct Answer {
    kind: &'static str,
    text: String,
    /// Is the board shown below it?
    with_board: bool,
    details: Value,
}

impl Answer {
    fn new(kind: &'static str, text: impl Into<String>) -> Answer {
        Answer { kind, text: text.into(), with_board: false, details: Value::Null }
    }

    fn with_board(self) -> Answer {
        Answer { with_board: true, ..self }
    }

    fn with(self, details: Value) -> Answer {
        Answer { details, ..self }
    }
}

const HELP: &str = "\
A move as 11-15 or 22x15 is an answer. And these can be typed:
  hint      the piece that moves; once more, its move
  solution  the moves, if you give up
  next      another puzzle
  board     the board again
  about     what the puzzle is about, and how hard it is
  me        your rating and your streaks
  quit";

impl<'a> Solving<'a> {
    fn new(args: &'a SolveArgs, puzzles: &'a Puzzles) -> anyhow::Result<Solving<'a>> {
        let kept_in =
            args.record.clone().or_else(|| config::own_data().map(|data| data.join("puzzles.json")));
        let record = kept_in.as_deref().map_or_else(|| Ok(Record::default()), read_record)?;
        let seed = args.seed.unwrap_or_else(|| now().as_nanos() as u64);
        let first = match args.id {
            Some(id) => puzzles.get(id).with_context(|| format!("there is no puzzle {id} here"))?,
            None if args.daily => puzzles.daily(today()).context("there are no puzzles here")?,
            None => next(args, puzzles, &record, seed)?,
        };
        Ok(Solving {
            appearance: config::read(args.config.as_deref())?.board.apply(Appearance::default())?,
            attempt: Attempt::new(first.clone()),
            is_kept: false,
            is_daily: args.daily,
            n_hints: 0,
            args,
            puzzles,
            record,
            kept_in,
            seed,
        })
    }

    /// The puzzle, before anything was tried.
    fn question(&self) -> Answer {
        let puzzle = self.attempt.puzzle();
        let daily = if self.is_daily { "The puzzle of the day: " } else { "" };
        let moves = counted(self.attempt.n_left(), "move", "moves");
        let again = if self.record.kept(puzzle.id()).is_some() { "  (you have seen it before)" } else { "" };
        let heading = paint(HEADING, format!("{daily}{}.", puzzle.task()));
        let about = paint(
            FAINT,
            format!("Puzzle {}, {moves} to find. help lists what can be typed.{again}", puzzle.id()),
        );
        Answer::new("puzzle", format!("{heading}\n{about}"))
            .with(json!({
                "id": puzzle.id().to_string(),
                "task": puzzle.task(),
                "goal": puzzle.goal().to_string(),
                "moves": self.attempt.n_left(),
                "daily": self.is_daily,
            }))
            .with_board()
    }

    /// Does what a line says; `None` when it says to leave.
    fn obey(&mut self, line: &str) -> anyhow::Result<Option<Answer>> {
        let answer = match line.to_lowercase().as_str() {
            "quit" | "exit" | "leave" | "q" => return Ok(None),
            "" | "board" => Answer::new("board", "").with_board(),
            "help" | "?" => Answer::new("help", HELP),
            "hint" | "h" => self.hint(),
            "solution" | "s" => self.give_up()?,
            "next" | "n" => self.next()?,
            "about" => self.about(),
            "me" => self.me(),
            _ => self.try_move(line)?,
        };
        Ok(Some(answer))
    }

    fn try_move(&mut self, line: &str) -> anyhow::Result<Answer> {
        if self.attempt.is_over() {
            return Ok(Answer::new("over", "The puzzle is over. next brings another one."));
        }
        let pos = *self.attempt.position();
        let mv = match State::from(pos).parse_move_with(line, self.appearance.notation.reader()) {
            Ok(mv) => mv,
            Err(error) => {
                return Ok(Answer::new("illegal", format!("{error}. help lists what can be typed.")));
            }
        };
        let name = self.appearance.notation.mv(mv);
        match self.attempt.try_move(mv) {
            Tried::Illegal => Ok(Answer::new("illegal", format!("{name} is not legal."))),
            Tried::Wrong => {
                self.keep(false)?;
                let goal = self.attempt.puzzle().goal();
                let text = format!("{name} does not {goal}: another move does. Try again, or type hint.");
                Ok(Answer::new("wrong", text).with(json!({ "move": mv.route_text().to_string() })))
            }
            Tried::Right { then } => {
                self.n_hints = 0;
                let follows = self.follows(&then);
                let left = counted(self.attempt.n_left(), "move", "moves");
                let text = format!("{} {name}.{follows} {left} to find.", paint(ONE, "Right:"));
                Ok(Answer::new("right", text).with(json!({ "then": texts(&then) })).with_board())
            }
            Tried::Solved { then } => {
                self.keep(self.attempt.is_clean())?;
                let text =
                    format!("{} {name}.{}\n{}", paint(ONE, "Solved:"), self.follows(&then), self.outcome());
                Ok(Answer::new("solved", text).with(self.outcome_json(&then)).with_board())
            }
        }
    }

    /// What was played by itself after a right move.
    fn follows(&self, moves: &[Move]) -> String {
        let names: Vec<String> = moves.iter().map(|mv| self.appearance.notation.mv(*mv)).collect();
        if names.is_empty() { String::new() } else { format!(" Then {}.", names.join(", ")) }
    }

    fn hint(&mut self) -> Answer {
        let Some(mv) = self.attempt.hint() else {
            return Answer::new("over", "The puzzle is over. next brings another one.");
        };
        self.n_hints += 1;
        let from = mv.from().map_or_else(String::new, |from| self.appearance.notation.square(from));
        if self.n_hints % 2 == 1 {
            return Answer::new("hint", format!("The piece on {from} moves.")).with(json!({ "from": from }));
        }
        let name = self.appearance.notation.mv(mv);
        Answer::new("hint", format!("The move is {name}."))
            .with(json!({ "move": mv.route_text().to_string() }))
    }

    fn give_up(&mut self) -> anyhow::Result<Answer> {
        if self.attempt.is_over() {
            return Ok(Answer::new("over", "The puzzle is over. next brings another one."));
        }
        let start = self.attempt.n_left();
        let moves = self.attempt.give_up();
        self.keep(false)?;
        let names: Vec<String> = moves.iter().map(|mv| self.appearance.notation.mv(*mv)).collect();
        let text = format!("The solution: {}.\n{}", names.join(", "), self.outcome());
        let mut details = self.outcome_json(&moves);
        details["left"] = json!(start);
        Ok(Answer::new("solution", text).with(details).with_board())
    }

    fn next(&mut self) -> anyhow::Result<Answer> {
        self.seed = self.seed.wrapping_add(1);
        let skipped = self.attempt.puzzle().id();
        let mut puzzle = next(self.args, self.puzzles, &self.record, self.seed)?;
        // One that was skipped does not come again at once, if there is another.
        if puzzle.id() == skipped {
            puzzle = next(self.args, self.puzzles, &self.record, self.seed.wrapping_add(1))?;
        }
        (self.attempt, self.is_kept, self.is_daily, self.n_hints) =
            (Attempt::new(puzzle.clone()), false, false, 0);
        Ok(self.question())
    }

    fn about(&self) -> Answer {
        let puzzle = self.attempt.puzzle();
        let mut lines = vec![format!("Rating {}.", puzzle.rating)];
        lines.extend(puzzle.themes().iter().map(|theme| format!("  {:<20}{}", theme.name(), theme.about())));
        Answer::new("about", lines.join("\n")).with(about_json(puzzle))
    }

    fn me(&self) -> Answer {
        let (tried, solved) = self.record.totals();
        let tried = counted(tried, "puzzle", "puzzles");
        let due = counted(self.record.n_due(today()), "failure comes", "failures come");
        let text = format!(
            "{tried} tried, {solved} solved at once. {}\n{due} again today. Your best streak: {}. Daily puzzles in a row: {}.",
            self.standing(),
            self.record.best_streak(),
            self.record.daily_streak(today())
        );
        Answer::new("me", text).with(self.record_json())
    }

    /// Keeps what came of the puzzle, once.
    fn keep(&mut self, is_solved: bool) -> anyhow::Result<()> {
        if self.is_daily && self.attempt.is_over() && is_solved {
            self.record.keep_daily(today());
        }
        if !self.is_kept {
            self.record.keep(self.attempt.puzzle(), is_solved, today());
            self.is_kept = true;
        }
        let Some(path) = &self.kept_in else { return Ok(()) };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        write_atomically(path, self.record.to_json().as_bytes()).with_context(|| path.display().to_string())
    }

    /// What is said at the end of a puzzle.
    fn outcome(&self) -> String {
        let puzzle = self.attempt.puzzle();
        format!("Rating {} (about says why). {}", puzzle.rating, self.standing())
    }

    fn standing(&self) -> String {
        let rating = self.record.rating();
        let sure = if rating.is_provisional() { ", not sure yet" } else { "" };
        format!("Your rating: {:.0}{sure}; streak: {}.", rating.rating, self.record.streak())
    }

    fn outcome_json(&self, then: &[Move]) -> Value {
        let mut details = about_json(self.attempt.puzzle());
        details["then"] = json!(texts(then));
        details["you"] = self.record_json();
        details
    }

    fn record_json(&self) -> Value {
        let (tried, solved) = self.record.totals();
        let rating = self.record.rating();
        json!({
            "rating": rating.rating.round(),
            "provisional": rating.is_provisional(),
            "tried": tried,
            "solved": solved,
            "streak": self.record.streak(),
            "best_streak": self.record.best_streak(),
            "daily_streak": self.record.daily_streak(today()),
            "due": self.record.n_due(today()),
        })
    }

    fn say(&self, answer: &Answer) -> io::Result<()> {
        if self.args.json {
            let mut line = json!({ "type": answer.kind, "text": anstream::adapter::strip_str(&answer.text).to_string() });
            if let Value::Object(details) = &answer.details {
                details.iter().for_each(|(key, value)| line[key] = value.clone());
            }
            line["fen"] = json!(self.attempt.position().to_string());
            return print(format!("{line}\n"));
        }
        let text: String = answer.text.lines().map(|line| wrapped(line) + "\n").collect();
        print(if answer.with_board { format!("{text}\n{}\n", self.board()) } else { text })
    }

    /// The board, with the solver at the bottom.
    fn board(&self) -> String {
        show::board_from(self.attempt.puzzle().solver(), self.attempt.position(), &self.appearance)
    }
}

/// The width of a small terminal.
const WIDTH: usize = 80;

/// A line with breaks between words where it would be too long.
fn wrapped(line: &str) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in line.split(' ') {
        let length = anstream::adapter::strip_str(word).to_string().chars().count();
        if width + 1 + length > WIDTH {
            text.push('\n');
            width = length;
        } else {
            text.push_str(if text.is_empty() { "" } else { " " });
            width += length + 1;
        }
        text.push_str(word);
    }
    text
}

/// What is known of a puzzle once it is over.
fn about_json(puzzle: &Puzzle) -> Value {
    json!({
        "rating": puzzle.rating,
        "themes": puzzle.themes().iter().map(Theme::name).collect::<Vec<_>>(),
    })
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| mv.route_text().to_string()).collect()
}

fn next<'p>(
    args: &SolveArgs,
    puzzles: &'p Puzzles,
    record: &Record,
    seed: u64,
) -> anyhow::Result<&'p Puzzle> {
    let filter = args.wanted.filter();
    match record.next(puzzles, filter, today(), seed) {
        Some(puzzle) => Ok(puzzle),
        None if puzzles.find(filter).next().is_some() => {
            bail!(
                "you have tried all puzzles that fit; leave out a theme, or come back for those that failed"
            )
        }
        None => bail!("no puzzle fits; crownhead puzzles themes says how many there are of each theme"),
    }
}

fn read_record(path: &Path) -> anyhow::Result<Record> {
    match fs::read_to_string(path) {
        Ok(text) => Record::from_json(&text).with_context(|| path.display().to_string()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Record::default()),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

fn now() -> std::time::Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// The day, as a number of days since 1970.
fn today() -> u32 {
    (now().as_secs() / 86_400) as u32
}
