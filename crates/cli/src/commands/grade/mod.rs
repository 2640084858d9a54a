//! `crownhead grade`: does a student's program find the right moves?

mod judge;
mod program;
mod question;
mod report;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;
use crownhead_board::{Color, Position, Rules, State};
use crownhead_study::{BitLayout, Notation};

use self::judge::{Fault, Names, judge};
use self::program::{Ending, Program};
use self::question::{Question, Topic};
use crate::args;
use crate::exit::Exit;

#[derive(Debug, Args)]
pub(crate) struct GradeArgs {
    /// The program and its arguments. It reads positions from standard input, one per line, and prints the legal
    /// moves of each on one line, separated by spaces.
    #[arg(last = true, required_unless_present = "questions", value_name = "PROGRAM")]
    command: Vec<OsString>,
    /// The rules that the program plays by, or settings such as chain=may-stop,capture=optional.
    #[arg(long, default_value_t = Rules::OFFICIAL, value_name = "RULES", value_parser = args::rules())]
    rules: Rules,
    /// Send each position as the side to move and three words (black, white, kings) with this bit layout, not as FEN.
    #[arg(long, value_name = "LAYOUT", value_parser = args::one_of::<BitLayout>(BitLayout::ALL.map(BitLayout::name)))]
    layout: Option<BitLayout>,
    /// How the program names squares [default: pdn; with --layout, the numbers of the bits].
    #[arg(long, value_name = "NAMES", value_parser = args::one_of::<Notation>(Notation::ALL.map(Notation::name)))]
    notation: Option<Notation>,
    /// Compare counts: each line begins with a depth of at most N, and the answer is the number of move sequences of
    /// that length.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=12))]
    perft: Option<u32>,
    /// Ask about the positions of this file, one FEN per line; - is standard input.
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Print the questions, and do not run a program.
    #[arg(long)]
    questions: bool,
    /// Seconds that one run of the program may take.
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = args::seconds)]
    time: Duration,
    /// Megabytes of memory that the program may use.
    #[arg(long, value_name = "MB", default_value_t = 1024)]
    memory: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &GradeArgs) -> anyhow::Result<Exit> {
    let begun = Instant::now();
    let questions = questions(args)?;
    let grader = Grader::new(args);
    let mut out = anstream::stdout().lock();
    if args.questions {
        questions.iter().try_for_each(|question| writeln!(out, "{}", grader.text(question)))?;
        return Ok(Exit::Success);
    }
    let name = || args.command.first().map(|name| name.display().to_string()).unwrap_or_default();
    let mut grade = grader.grade(&questions).with_context(name)?;
    grade.seconds = begun.elapsed().as_secs_f64();
    match args.json {
        true => writeln!(out, "{}", serde_json::to_string_pretty(&report::json(&grader, &grade))?)?,
        false => write!(out, "{}", report::text(&grader, &grade))?,
    }
    Ok(if grade.finding.is_some() { Exit::Faults } else { Exit::Success })
}

fn questions(args: &GradeArgs) -> anyhow::Result<Vec<Question>> {
    let rules = args.rules;
    Ok(match (&args.positions, args.perft) {
        (Some(file), depth) => {
            let positions = given(file).with_context(|| file.display().to_string())?;
            positions.into_iter().map(|pos| Question { pos, depth }).collect()
        }
        (None, Some(depth)) => question::counts(rules, depth),
        (None, None) => {
            question::positions(rules).into_iter().map(|pos| Question { pos, depth: None }).collect()
        }
    })
}

/// The positions of a file, without empty lines and those that begin with #.
fn given(file: &Path) -> anyhow::Result<Vec<Position>> {
    let text =
        if file == Path::new("-") { io::read_to_string(io::stdin())? } else { fs::read_to_string(file)? };
    let is_text = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
    let lines = text.lines().enumerate().filter(|(_, line)| is_text(line));
    let positions: anyhow::Result<Vec<Position>> =
        lines.map(|(i, line)| line.parse().with_context(|| format!("line {}", i + 1))).collect();
    let positions = positions?;
    if positions.is_empty() {
        bail!("there is no position in it; one FEN a line is expected");
    }
    Ok(positions)
}

/// Asks a program and judges its answers.
struct Grader {
    program: Program,
    rules: Rules,
    names: Names,
    /// The layout of words, if positions are not sent as FEN.
    layout: Option<BitLayout>,
}

/// What a program has shown.
#[derive(Default)]
struct Grade {
    n_questions: usize,
    /// For each topic the numbers of right and of all answers.
    tally: BTreeMap<Topic, [usize; 2]>,
    finding: Option<Finding>,
    seconds: f64,
    /// The part of it in which we waited for the program.
    program_seconds: f64,
}

/// A question that was answered wrong.
struct Finding {
    question: Question,
    /// What was printed for it, if anything was.
    answer: String,
    fault: Fault,
    /// Asked alone, the program answers it right.
    only_after_others: bool,
}

/// One answer, or why there is none.
type Answer = Result<String, Ending>;

/// Questions in the first run; each run after it asks four times as many.
const FIRST_BATCH: usize = 16;
/// No smaller position is looked for after that time.
const SEARCH_TIME: Duration = Duration::from_secs(20);

impl Grader {
    fn new(args: &GradeArgs) -> Grader {
        let names = match (args.notation, args.layout) {
            (Some(notation), _) => Names::Notation(notation),
            (None, Some(layout)) => Names::Bits(layout),
            (None, None) => Names::Notation(Notation::Pdn),
        };
        let program = Program::new(args.command.clone(), args.time, args.memory);
        Grader { program, rules: args.rules, names, layout: args.layout }
    }

    /// A question as a line of input.
    fn text(&self, question: &Question) -> String {
        let depth = question.depth.map_or_else(String::new, |depth| format!("{depth} "));
        let pos = &question.pos;
        let Some(layout) = self.layout else { return format!("{depth}{pos}") };
        let side = if pos.turn() == Color::Black { 'B' } else { 'W' };
        let words = [pos.black(), pos.white(), pos.kings()].map(|set| layout.hex(set));
        format!("{depth}{side} {}", words.join(" "))
    }

    fn grade(&self, questions: &[Question]) -> io::Result<Grade> {
        let mut grade = Grade { n_questions: questions.len(), ..Grade::default() };
        let (mut rest, mut size) = (questions, FIRST_BATCH);
        while !rest.is_empty() {
            let (batch, later) = rest.split_at(size.min(rest.len()));
            let answers = self.ask(batch)?;
            for (question, answer) in batch.iter().zip(&answers) {
                let fault = self.fault(question, answer);
                let [right, all] = grade.tally.entry(Topic::of(&question.pos, self.rules)).or_default();
                *right += usize::from(fault.is_none());
                *all += 1;
                grade.note(question, answer, fault);
            }
            // A program that fails is not asked again and again.
            if answers.last().is_none_or(Result::is_err) {
                break;
            }
            (rest, size) = (later, size * 4);
        }
        if let Some(finding) = grade.finding.take() {
            grade.finding = Some(self.smallest(finding)?);
        }
        grade.program_seconds = self.program.seconds();
        Ok(grade)
    }

    fn fault(&self, question: &Question, answer: &Answer) -> Option<Fault> {
        match answer {
            Ok(line) => judge(question, self.rules, self.names, line),
            Err(ending) => Some(Fault::NoAnswer(ending.clone())),
        }
    }

    /// Is a line an answer to no question of this kind?
    fn is_no_answer(&self, question: &Question, line: &str) -> bool {
        matches!(judge(question, self.rules, self.names, line), Some(Fault::Unreadable { .. }))
    }

    /// The answers to some questions, up to the first one on which the program fails.
    fn ask(&self, questions: &[Question]) -> io::Result<Vec<Answer>> {
        let input: String = questions.iter().map(|question| self.text(question) + "\n").collect();
        let run = self.program.run(input)?;
        let (n_lines, n_questions) = (run.lines.len(), questions.len());
        let mut answers: Vec<Answer> = run.lines.into_iter().take(n_questions).map(Ok).collect();
        match run.ending {
            Ending::Fine if n_lines > n_questions => {
                let is_no_answer =
                    |line: &Answer| line.as_ref().is_ok_and(|line| self.is_no_answer(&questions[0], line));
                let at = answers.iter().position(is_no_answer);
                let superfluous = at.and_then(|at| answers[at].clone().ok());
                answers.truncate(at.unwrap_or(n_questions - 1));
                answers.push(Err(Ending::OtherLines { n_lines, n_questions, superfluous }));
                return Ok(answers);
            }
            Ending::Fine if n_lines == n_questions => return Ok(answers),
            // What is printed without end has nothing to do with the questions.
            ending @ Ending::Flooded => return Ok(vec![Err(ending)]),
            ending if n_questions == 1 => return Ok(vec![Err(ending)]),
            Ending::Fine => {
                answers.push(Err(Ending::OtherLines { n_lines, n_questions, superfluous: None }));
                return Ok(answers);
            }
            _ => {}
        }
        // It may have failed on the first question without an answer.
        answers.truncate(n_questions - 1);
        let suspect = self.ask(&questions[answers.len()..=answers.len()])?;
        if suspect.iter().any(Result::is_err) {
            answers.extend(suspect);
            return Ok(answers);
        }
        // If not, it had more answers that it has not written.
        let (first, second) = questions.split_at(n_questions / 2);
        let mut answers = self.ask(first)?;
        if answers.iter().all(Result::is_ok) {
            answers.extend(self.ask(second)?);
        }
        Ok(answers)
    }

    /// The simplest question that shows a difference, found from one that does.
    fn smallest(&self, mut finding: Finding) -> io::Result<Finding> {
        let deadline = Instant::now() + SEARCH_TIME;
        if matches!(finding.fault, Fault::NoAnswer(Ending::Fine | Ending::OtherLines { .. })) {
            return Ok(finding);
        }
        while Instant::now() < deadline {
            let nearer = self.first_wrong(&self.after_each_move(&finding.question))?;
            let simpler = match nearer {
                Some(nearer) => Some(nearer),
                None => self.first_wrong(&finding.question.smaller())?,
            };
            let Some(simpler) = simpler else { break };
            finding = simpler;
        }
        let alone = self.ask(&[finding.question])?;
        finding.only_after_others =
            alone.iter().all(|answer| self.fault(&finding.question, answer).is_none());
        Ok(finding)
    }

    /// Counts of one ply less, after each move.
    fn after_each_move(&self, question: &Question) -> Vec<Question> {
        let Some(depth) = question.depth.filter(|depth| *depth > 1) else { return Vec::new() };
        let state = State::new(question.pos, self.rules);
        let after = state.legal_moves().into_iter().map(|mv| state.play_unchecked(mv));
        // A position does not say that a turn goes on.
        let after = after.filter(|state| !state.is_mid_turn());
        after.map(|state| Question { pos: *state.position(), depth: Some(depth - 1) }).collect()
    }

    fn first_wrong(&self, questions: &[Question]) -> io::Result<Option<Finding>> {
        if questions.is_empty() {
            return Ok(None);
        }
        let answers = self.ask(questions)?;
        let wrong = questions.iter().zip(&answers).find_map(|(question, answer)| {
            let fault = self.fault(question, answer)?;
            Some(Finding::new(question, answer, fault))
        });
        Ok(wrong)
    }
}

impl Grade {
    /// Keeps a fault, if it is the first one with so few pieces.
    fn note(&mut self, question: &Question, answer: &Answer, fault: Option<Fault>) {
        let Some(fault) = fault else { return };
        // Answers that are not one a line explain everything else.
        let is_better = match (&self.finding, answer) {
            (None, _) | (_, Err(Ending::OtherLines { .. })) => true,
            (Some(finding), _) => question.n_pieces() < finding.question.n_pieces(),
        };
        if is_better {
            self.finding = Some(Finding::new(question, answer, fault));
        }
    }
}

impl Finding {
    fn new(question: &Question, answer: &Answer, fault: Fault) -> Finding {
        let answer = match answer {
            Ok(line) => line.clone(),
            Err(Ending::OtherLines { superfluous, .. }) => superfluous.clone().unwrap_or_default(),
            Err(_) => String::new(),
        };
        Finding { question: *question, answer, fault, only_after_others: false }
    }
}
