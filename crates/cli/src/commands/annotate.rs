//! `crownhead analyze FILE`: the games of a file with scores, marks and better moves.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use crownhead_board::{Color, Game, Move};
use crownhead_engine::{Engine, Limits, Line, Score, TimeLimit, opening_name_of};
use crownhead_pdn::{Body, Item, Mark, MoveText, Reader, Record, Strength, Writer, write_record};
use crownhead_study::review::{self, Judgment};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::analyze::AnalyzeArgs;
use super::pdn;
use crate::exit::Exit;
use crate::output::tell;
use crate::words::counted;

pub(super) fn run(args: &AnalyzeArgs, file: &Path) -> anyhow::Result<Exit> {
    let name = || file.display().to_string();
    let annotator = Annotator { engine: args.search.engine.engine()?, limits: args.search.limits() };
    let mut output = Output::new(args, file)?;
    let mut reader = Reader::new(pdn::open(file).with_context(name)?).with_places();
    let bar = progress_bar(file);
    let (mut number, mut n_games, mut exit) = (0, 0, Exit::Success);
    let mut n_done = output.n_written;
    while let Some(record) = reader.next() {
        number += 1;
        if record.as_ref().is_ok_and(Record::is_only_words) {
            continue;
        }
        n_games += 1;
        // Games that cannot be read are not in the output.
        if n_done > 0 && record.is_ok() {
            n_done -= 1;
            bar.inc(1);
            continue;
        }
        match pdn::replay(file, &reader, number, record).with_context(name)? {
            Ok((record, game)) => {
                let plies = annotator.judge(&record, |ply| {
                    let n_all = bar.length().unwrap_or_default();
                    bar.set_message(format!(
                        "game {n_games} of {n_all}, move {ply} of {}",
                        game.moves().len()
                    ));
                })?;
                output.write(number, &annotator.annotate(&record, &game, &plies), &plies)?;
            }
            Err(fault) => {
                exit = Exit::Faults;
                bar.suspend(|| tell(&fault));
                fault.record.map_or(Ok(()), |record| output.write(number, &record, &[]))?;
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if n_games == 0 {
        bail!("{} holds no games; a game looks like 1. 11-15 23-18 *", name());
    }
    Ok(exit)
}

/// A bar on standard error, hidden when that is not a terminal.
fn progress_bar(file: &Path) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {msg}  {elapsed} elapsed");
    let bar = ProgressBar::no_length().with_style(style.expect("the template is valid"));
    // Only for somebody who looks: the file is read once more for it.
    if !bar.is_hidden()
        && let Ok(source) = File::open(file)
    {
        let is_game = |record: &Result<Record, _>| !record.as_ref().is_ok_and(Record::is_only_words);
        bar.set_length(Reader::new(source).filter(is_game).count() as u64);
    }
    bar
}

/// Where annotated games go, one after the other.
struct Output {
    /// The file, which is made when the first game is ready.
    target: Option<PathBuf>,
    file: Option<File>,
    json: bool,
    n_written: usize,
}

impl Output {
    fn new(args: &AnalyzeArgs, source: &Path) -> anyhow::Result<Output> {
        if let Some(target) = &args.annotate {
            let is_source =
                target.canonicalize().is_ok_and(|target| source.canonicalize().is_ok_and(|s| s == target));
            if is_source {
                bail!(
                    "--annotate would overwrite {}, from which the games are read; name another file",
                    source.display()
                );
            }
        }
        let mut output = Output { target: args.annotate.clone(), file: None, json: args.json, n_written: 0 };
        if let Some(target) = args.annotate.as_deref().filter(|target| args.resume && target.exists()) {
            output.go_on(target).with_context(|| target.display().to_string())?;
        }
        Ok(output)
    }

    /// Goes on after the games of a file. A game that was cut off is left out, to be written again.
    fn go_on(&mut self, target: &Path) -> anyhow::Result<()> {
        let text = fs::read(target)?;
        let mut records: Vec<Record> = Reader::new(&text[..]).flatten().collect();
        // What was cut off is written in another way than it is there.
        if written(&records)? != text {
            records.pop();
            crownhead_files::write_atomically(target, &written(&records)?)?;
        }
        self.file = Some(File::options().append(true).open(target)?);
        self.n_written = records.len();
        Ok(())
    }

    fn write(&mut self, number: usize, record: &Record, plies: &[Ply]) -> anyhow::Result<()> {
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", json_of(number, record, plies))?;
        }
        if let Some(target) = self.target.clone() {
            return self.add_to_file(&target, record).with_context(|| target.display().to_string());
        }
        if !self.json {
            self.add(&mut out, record)?;
        }
        Ok(())
    }

    fn add_to_file(&mut self, target: &Path, record: &Record) -> io::Result<()> {
        let (mut file, is_new) = match self.file.take() {
            Some(file) => (file, false),
            None => (File::create(target)?, !target.is_symlink()),
        };
        let added = self.add(&mut file, record);
        if added.is_err() && is_new && file.metadata().is_ok_and(|found| found.is_file() && found.len() == 0)
        {
            // A full disk leaves no empty file behind.
            let _ = fs::remove_file(target);
        }
        self.file = Some(file);
        added
    }

    fn add(&mut self, out: &mut impl Write, record: &Record) -> io::Result<()> {
        let mut text = Vec::new();
        if self.n_written > 0 {
            text.push(b'\n');
        }
        write_record(&mut text, record)?;
        self.n_written += 1;
        out.write_all(&text)?;
        out.flush()
    }
}

fn written(records: &[Record]) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new());
    records.iter().try_for_each(|record| writer.write(record))?;
    Ok(writer.into_inner())
}

struct Annotator {
    engine: Engine,
    limits: Limits,
}

/// A move of a game, and what is to be said about it.
struct Ply {
    before: Game,
    mv: Move,
    judgment: Option<Judgment>,
}

impl Annotator {
    /// Judges every move of a game, and tells which one is next.
    fn judge(&self, record: &Record, mut tell: impl FnMut(usize)) -> anyhow::Result<Vec<Ply>> {
        // What is found does not depend on the games before, so that it is the same after an interruption.
        self.engine.new_game();
        let mut plies = Vec::new();
        record.replay_with(|before, mv| plies.push(Ply { before: before.clone(), mv, judgment: None }))?;
        for (i, ply) in plies.iter_mut().enumerate() {
            tell(i + 1);
            let lines = |game: &Game, lines| self.engine.lines(game, lines, self.limits);
            ply.judgment = review::judge(&ply.before, ply.mv, lines);
        }
        Ok(plies)
    }

    /// The record with what was found. Nothing that is in it is lost.
    fn annotate(&self, record: &Record, game: &Game, plies: &[Ply]) -> Record {
        let mut annotated = Record { body: annotated_body(&record.body, plies), ..record.clone() };
        let mut tag = |name: &str, value: &str| {
            annotated.tags.set(name, value).expect("the names of our own tags are valid");
        };
        let earlier = record.tags.get("Annotator").map_or_else(String::new, |name| format!("{name}; "));
        tag("Annotator", &format!("{earlier}{self}"));
        if let (None, Some(opening)) = (record.tags.get("Opening"), opening_name_of(game)) {
            tag("Opening", opening);
        }
        if !plies.is_empty() {
            annotated.body.push_comment(&Color::ALL.map(|color| summary_text(color, plies)).join(" "));
        }
        annotated
    }
}

/// Who annotates, how long he looks, and for whom the scores are.
impl fmt::Display for Annotator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Crownhead {}", env!("CARGO_PKG_VERSION"))?;
        if let Some(depth) = self.limits.depth {
            write!(f, ", depth {}", depth.plies())?;
        }
        if let Some(nodes) = self.limits.nodes {
            write!(f, ", {nodes} nodes a move")?;
        }
        if let Some(TimeLimit::Move(time)) = self.limits.time {
            write!(f, ", {} s a move", time.as_secs_f64())?;
        }
        f.write_str(", scores in men for Black")
    }
}

/// The moves with their scores, and everything else as it was.
fn annotated_body(body: &Body, plies: &[Ply]) -> Body {
    let (mut annotated, mut plies) = (Body::new(), plies.iter());
    let mut remark = Remark::default();
    for item in body {
        match item {
            // They belong to the move before them.
            Item::Nag(_) => {}
            Item::Move(_) | Item::Setup(_) => remark.finish(&mut annotated),
            _ => remark.tell_score(&mut annotated),
        }
        match (item, plies.as_slice().first()) {
            (Item::Move(text), Some(ply)) => {
                plies.next();
                let mark = ply.judgment.as_ref().and_then(|judgment| judgment.mark);
                let strength = text.strength().or(mark.map(|mark| Strength { mark, bracketed: false }));
                annotated.push_move(text.with_strength(strength));
                remark = Remark::of(ply);
            }
            _ => annotated.push_item(item),
        }
    }
    remark.finish(&mut annotated);
    annotated
}

/// What is to be said about a move and not written yet.
#[derive(Default)]
struct Remark {
    score: Option<String>,
    better: Option<Body>,
}

impl Remark {
    fn of(ply: &Ply) -> Remark {
        let Some(judgment) = &ply.judgment else { return Remark::default() };
        let is_bad = !judgment.is_best && judgment.mark.is_some();
        Remark {
            score: Some(score_text(judgment.score, ply.before.position().turn())),
            better: is_bad.then(|| variation(&ply.before, &judgment.best)),
        }
    }

    fn tell_score(&mut self, body: &mut Body) {
        if let Some(score) = self.score.take() {
            body.push_comment(&score);
        }
    }

    fn finish(&mut self, body: &mut Body) {
        self.tell_score(body);
        if let Some(better) = self.better.take() {
            // A line that cannot be written is left out; the score still stands.
            let _ = body.push_variation(&better);
        }
    }
}

/// A score from one point of view: plus is good for Black.
fn score_text(score: Score, turn: Color) -> String {
    let for_black = if turn == Color::Black { score } else { -score };
    let winner = if for_black.centimen() > 0 { Color::Black } else { Color::White };
    match for_black.plies_to_end() {
        Some(plies) => format!("{winner} wins in {}", counted(plies as usize, "ply", "plies")),
        None if !for_black.is_estimate() => format!("{winner} wins"),
        None => for_black.to_string(),
    }
}

/// The line that would have been better.
fn variation(before: &Game, line: &Line) -> Body {
    let mut body = Body::new();
    let mut game = before.clone();
    for mv in line.moves.iter().take(8) {
        if let Some(text) = MoveText::for_move(game.state(), *mv) {
            body.push_move(text);
        }
        if game.play(*mv).is_err() {
            break;
        }
    }
    body.push_comment(&score_text(line.score, before.position().turn()));
    body
}

/// How a side has played.
#[derive(Default)]
struct Summary {
    moves: usize,
    /// Hundredths of a man lost in all.
    lost: u32,
    dubious: usize,
    mistakes: usize,
    blunders: usize,
}

impl Summary {
    fn of(color: Color, plies: &[Ply]) -> Summary {
        let mut summary = Summary::default();
        let own = plies.iter().filter(|ply| ply.before.position().turn() == color);
        for judgment in own.filter_map(|ply| ply.judgment.as_ref()) {
            summary.moves += 1;
            summary.lost += judgment.loss();
            match judgment.mark {
                Some(Mark::Dubious) => summary.dubious += 1,
                Some(Mark::Mistake) => summary.mistakes += 1,
                Some(Mark::Blunder) => summary.blunders += 1,
                _ => {}
            }
        }
        summary
    }

    /// Men lost with each move.
    fn mean_loss(&self) -> f64 {
        f64::from(self.lost) / 100.0 / self.moves.max(1) as f64
    }
}

fn summary_text(color: Color, plies: &[Ply]) -> String {
    let summary = Summary::of(color, plies);
    format!(
        "{color}: {}, {}, {}, {:.2} lost with each move.",
        counted(summary.blunders, "blunder", "blunders"),
        counted(summary.mistakes, "mistake", "mistakes"),
        counted(summary.dubious, "dubious move", "dubious moves"),
        summary.mean_loss()
    )
}

/// A game for programs.
fn json_of(number: usize, record: &Record, plies: &[Ply]) -> Value {
    let tags: serde_json::Map<String, Value> =
        record.tags.iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    let side = |color| {
        let summary = Summary::of(color, plies);
        json!({
            "moves": summary.moves,
            "blunders": summary.blunders,
            "mistakes": summary.mistakes,
            "dubious": summary.dubious,
            "mean_loss": summary.mean_loss(),
        })
    };
    json!({
        "game": number,
        "tags": tags,
        "result": record.ending.as_str(),
        "moves": plies.iter().map(ply_json).collect::<Vec<Value>>(),
        "black": side(Color::Black),
        "white": side(Color::White),
    })
}

fn ply_json(ply: &Ply) -> Value {
    let turn = ply.before.position().turn();
    let sign = if turn == Color::Black { 1 } else { -1 };
    let judgment = ply.judgment.as_ref();
    let route = |mv: &Move| mv.route_text().to_string();
    json!({
        "move": route(&ply.mv),
        "turn": turn.to_string().to_lowercase(),
        // Hundredths of a man for Black.
        "score": judgment.map(|judgment| sign * judgment.score.centimen()),
        "loss": judgment.map(Judgment::loss),
        "mark": judgment.and_then(|judgment| judgment.mark).map(Mark::as_str),
        "best": judgment.map(|judgment| judgment.best.moves.iter().map(route).collect::<Vec<String>>()),
    })
}
