//! What was found, for people and for programs.

use std::fmt::Write;

use crownhead_board::{Bitboard, Move, State};
use crownhead_study::{Appearance, BitLayout};
use serde_json::{Value, json};

use super::judge::{Differences, Fault, right_counts};
use super::{Finding, Grade, Grader};
use crate::commands::show;
use crate::style::{self, paint};
use crate::words::counted;

pub(super) fn text(grader: &Grader, grade: &Grade) -> String {
    let [right, all] = grade.sums();
    let mut text = format!("{} right of {}\n", right, counted(all, "position", "positions"));
    if all < grade.n_questions {
        let _ = writeln!(text, "{} were not asked any more", grade.n_questions - all);
    }
    for (topic, [right, all]) in &grade.tally {
        let _ = writeln!(text, "  {topic:<19} {right:>4} of {all:>4}");
    }
    match &grade.finding {
        None => text.push_str("No difference was found.\n"),
        Some(finding) => text.push_str(&finding_text(grader, finding)),
    }
    text
}

fn finding_text(grader: &Grader, finding: &Finding) -> String {
    let (question, pos) = (&finding.question, &finding.question.pos);
    let pieces = counted(question.n_pieces(), "piece", "pieces");
    let heading = format!("The smallest position found with a difference has {pieces}:");
    let mut text = format!("\n{}\n{pos}\n\n", paint(style::HEADING, heading));
    text.push_str(&show::board(pos, &Appearance::default()));
    let _ = writeln!(text, "\n{} to move, {} rules\n", pos.turn(), grader.rules);
    let _ = writeln!(text, "asked      {}", grader.text(question));
    let _ = writeln!(text, "printed    {}", shown(&finding.answer));
    let _ = writeln!(text, "right      {}", shown(&right_answer(grader, finding).join(" ")));
    for line in fault_lines(grader, finding) {
        let _ = writeln!(text, "{line}");
    }
    if finding.only_after_others {
        text.push_str(
            "Asked alone, it is answered right: something is left over from the positions before it.\n",
        );
    }
    text.push('\n');
    for (name, mask) in masks(grader, finding) {
        let _ = writeln!(text, "{name:<16} {}", mask_text(grader.mask_layout(), mask));
    }
    let note = match grader.mask_layout() {
        BitLayout::Down32 => "bit n, counted from the right, is square n + 1".to_owned(),
        layout => format!("bits in the layout {layout}"),
    };
    let _ = writeln!(text, "{}", paint(style::FAINT, note));
    text
}

/// A text that can be empty.
fn shown(text: &str) -> &str {
    if text.trim().is_empty() { "(nothing)" } else { text }
}

/// The right answer, a word for each part of it.
fn right_answer(grader: &Grader, finding: &Finding) -> Vec<String> {
    match &finding.fault {
        Fault::Count { right, .. } => vec![right.to_string()],
        _ => match finding.question.depth {
            Some(depth) => vec![right_counts(&finding.question, grader.rules, depth)[0].to_string()],
            None => right_moves(grader, finding).iter().map(|mv| grader.names.mv(*mv)).collect(),
        },
    }
}

fn right_moves(grader: &Grader, finding: &Finding) -> Vec<Move> {
    let mut moves = State::new(finding.question.pos, grader.rules).legal_moves();
    moves.sort_by_key(|mv| mv.route());
    moves.to_vec()
}

/// What is wrong, one thing a line.
fn fault_lines(grader: &Grader, finding: &Finding) -> Vec<String> {
    match &finding.fault {
        Fault::NoAnswer(ending) => vec![format!("no answer  {ending}")],
        Fault::Unreadable { word } if finding.question.depth.is_some() => vec![format!(
            "no count   \"{word}\"; the first number of the line is a depth, and the answer is one number: how many move \
             sequences of that length there are"
        )],
        Fault::Unreadable { word } => vec![format!("not a move \"{word}\"")],
        Fault::Count { right, printed } => vec![match printed.checked_sub(*right) {
            Some(more) => format!("too many   {more} more than there are"),
            None => format!("too few    {} are missing", right - printed),
        }],
        Fault::Moves(Differences { missing, illegal, repeated, .. }) => {
            let missing = missing.iter().map(|mv| format!("missing    {}", grader.names.mv(*mv)));
            let illegal = illegal.iter().map(|(word, why)| format!("not legal  {word}: {why}"));
            let repeated = repeated.iter().map(|word| format!("repeated   {word}"));
            missing.chain(illegal).chain(repeated).collect()
        }
    }
}

/// The masks of the position, of the right moves, and of the printed ones.
fn masks(grader: &Grader, finding: &Finding) -> Vec<(&'static str, Bitboard)> {
    let pos = &finding.question.pos;
    let moves = right_moves(grader, finding);
    let from: Bitboard = moves.iter().filter_map(|mv| mv.from()).collect();
    let to: Bitboard = moves.iter().filter_map(|mv| mv.to()).collect();
    let captured = moves.iter().fold(Bitboard::EMPTY, |set, mv| set | mv.captured());
    let mut masks = vec![
        ("black", pos.black()),
        ("white", pos.white()),
        ("kings", pos.kings()),
        ("empty", !pos.occupied()),
        ("right: from", from),
        ("right: to", to),
        ("right: captured", captured),
    ];
    if let Fault::Moves(Differences { printed, .. }) = &finding.fault {
        masks.push(("printed: from", printed[0]));
        masks.push(("printed: to", printed[1]));
        masks.push(("wrong: from", printed[0] ^ from));
        masks.push(("wrong: to", printed[1] ^ to));
    }
    masks
}

fn mask_text(layout: BitLayout, mask: Bitboard) -> String {
    let bits = format!("{:0width$b}", layout.word(mask), width = layout.width() as usize);
    let groups: Vec<&str> = (0..bits.len()).step_by(8).map(|i| &bits[i..i + 8]).collect();
    format!("{} {}", groups.join("_"), layout.hex(mask))
}

impl Grader {
    /// The layout in which masks are shown.
    fn mask_layout(&self) -> BitLayout {
        self.layout.unwrap_or_default()
    }
}

impl Grade {
    /// Right answers, and all.
    fn sums(&self) -> [usize; 2] {
        self.tally.values().fold([0, 0], |sum, each| [sum[0] + each[0], sum[1] + each[1]])
    }
}

pub(super) fn json(grader: &Grader, grade: &Grade) -> Value {
    let [right, asked] = grade.sums();
    let topics = grade
        .tally
        .iter()
        .map(|(topic, [right, asked])| json!({ "topic": topic, "right": right, "asked": asked }));
    json!({
        "rules": grader.rules.to_string(),
        "questions": grade.n_questions,
        "asked": asked,
        "right": right,
        "topics": topics.collect::<Vec<Value>>(),
        "finding": grade.finding.as_ref().map(|finding| finding_json(grader, finding)),
        "seconds": grade.seconds,
        "program_seconds": grade.program_seconds,
    })
}

fn finding_json(grader: &Grader, finding: &Finding) -> Value {
    let layout = grader.mask_layout();
    let masks = masks(grader, finding)
        .into_iter()
        .map(|(name, mask)| (name.replace(": ", "_"), Value::from(layout.hex(mask))));
    json!({
        "fen": finding.question.pos.to_string(),
        "depth": finding.question.depth,
        "pieces": finding.question.n_pieces(),
        "asked": grader.text(&finding.question),
        "printed": finding.answer,
        "right": right_answer(grader, finding),
        "fault": fault_json(grader, &finding.fault),
        "only_after_others": finding.only_after_others,
        "layout": layout.name(),
        "masks": masks.collect::<serde_json::Map<String, Value>>(),
    })
}

fn fault_json(grader: &Grader, fault: &Fault) -> Value {
    match fault {
        Fault::NoAnswer(ending) => json!({ "kind": ending.code(), "text": ending.to_string() }),
        Fault::Unreadable { word } => json!({ "kind": "unreadable", "word": word }),
        Fault::Count { right, printed } => json!({ "kind": "count", "right": right, "printed": printed }),
        Fault::Moves(Differences { missing, illegal, repeated, .. }) => json!({
            "kind": "moves",
            "missing": missing.iter().map(|mv| grader.names.mv(*mv)).collect::<Vec<String>>(),
            "illegal": illegal.iter().map(|(word, why)| json!({ "move": word, "why": why })).collect::<Vec<Value>>(),
            "repeated": repeated,
        }),
    }
}
