//! Line mode: the same commands, read and answered line by line, in words or as JSON.

mod input;
mod online;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crownhead_board::{Color, Piece, Role, Square};
use crownhead_endgame::Database;
use crownhead_study::masks;
use crownhead_study::style::{Choice, Theme, Tint};

use crate::advice;
use crate::backstage::Backstage;
use crate::completion::Vocabulary;
use crate::json;
use crate::options::{GameOptions, Settings};
use crate::session::{Happening, Notice, Session};
use crate::view::hanging;
use crate::words::{by_side, capitalized};
use input::Asked;

pub use input::Input;
pub use online::run_online_lines;

/// What line mode is started with.
#[derive(Clone, Debug)]
pub struct PlainOptions {
    /// How the program works.
    pub settings: Settings,
    /// The game.
    pub game: GameOptions,
    /// A file of games to open.
    pub file: Option<PathBuf>,
    /// Is every answer a line of JSON?
    pub json: bool,
    /// Are the lines that are read printed, because nobody sees them typed?
    pub echo: bool,
    /// The folder in which the running game is kept, if it is.
    pub kept_in: Option<PathBuf>,
    /// The endings that are known.
    pub database: &'static Database,
    /// How texts are painted: the characters of pieces and of empty squares, and the names of sides.
    pub paint: fn(Theme, Option<Tint>, &str) -> String,
}

/// Plays line by line until the input ends or says so.
///
/// # Errors
///
/// The input cannot be read or the output not be written.
pub fn run_lines(options: PlainOptions, mut input: Input, out: &mut dyn Write) -> io::Result<()> {
    let mut session = Session::new(options.settings.clone(), options.game.clone(), Instant::now());
    session.is_kept = options.kept_in.is_some();
    let (_, mut lines) = Lines::new(options, session, input.is_keyboard(), out);
    lines.begin()?;
    while let Some(line) = input.line(&lines.asked(), lines.out)? {
        lines.take_line(&line)?;
        lines.settle()?;
        if lines.is_leaving {
            return Ok(());
        }
    }
    lines.end()
}

/// Something that line mode waits for.
enum Signal {
    Happened(Happening),
    /// A line was typed.
    Line(io::Result<String>),
    /// Nothing more will be typed.
    End,
}

struct Lines<'a> {
    session: Session,
    backstage: Backstage<Signal>,
    signals: Receiver<Signal>,
    options: PlainOptions,
    out: &'a mut dyn Write,
    /// Does somebody type at a terminal?
    is_keyboard: bool,
    /// The side at the bottom.
    side: Color,
    /// Is the board to be shown once nothing is awaited any more?
    owes_board: bool,
    is_leaving: bool,
    /// A line that would give up the game, and that is done if the next one says yes.
    unsure: Option<String>,
}

/// How long an analysis looks in line mode, where nobody can stop it.
const ANALYSIS_TIME: Duration = Duration::from_secs(2);

impl<'a> Lines<'a> {
    fn new(
        options: PlainOptions,
        session: Session,
        is_keyboard: bool,
        out: &'a mut dyn Write,
    ) -> (Sender<Signal>, Lines<'a>) {
        let (tell, signals) = channel();
        let kept_in = options.kept_in.clone();
        let backstage =
            Backstage::new(&options.settings, options.database, kept_in, tell.clone(), Signal::Happened);
        let lines = Lines {
            side: session.bottom(),
            session,
            backstage,
            signals,
            options,
            out,
            is_keyboard,
            owes_board: false,
            is_leaving: false,
            unsure: None,
        };
        (tell, lines)
    }

    fn take_line(&mut self, line: &str) -> io::Result<()> {
        if self.options.echo && !self.options.json {
            writeln!(self.out, "{line}")?;
        }
        let confirmed = self.unsure.take().filter(|_| is_yes(line));
        let asks = confirmed.is_none() && !self.options.echo && !self.options.json;
        let line = confirmed.as_deref().unwrap_or(line);
        if asks && self.session.gives_up_game(line) {
            self.unsure = Some(line.to_owned());
            return self.say(
                "The game is not finished, and would be given up. Type yes to do that, or go on with it.",
            );
        }
        self.session.obey_line(line, Instant::now());
        Ok(())
    }

    fn begin(&mut self) -> io::Result<()> {
        if !self.options.json {
            let rules = capitalized(&self.session.options().rules.to_string());
            let first = format!("{rules} rules. {}", self.how_to_move());
            self.write_text(&format!("Crownhead: {}\n{first}\n{}\n", self.title(), self.legend()))?;
        }
        if self.backstage.find_left(|text| self.session.offer_kept(text))
            && let Some(offer) = self.session.kept_offer("resume")
        {
            self.say(&offer)?;
        }
        self.tell(Notice::Board)?;
        let now = Instant::now();
        match self.options.file.take() {
            Some(file) => {
                self.session.obey_line(&format!("load {}", file.display()), now);
            }
            None => self.session.begin(now),
        }
        self.settle()
    }

    /// The input has ended: what comes next does not stand behind the prompt.
    fn end(&mut self) -> io::Result<()> {
        if self.options.json || self.is_keyboard { Ok(()) } else { writeln!(self.out) }
    }

    fn title(&self) -> String {
        match self.session.person() {
            Some(person) => format!("you against {}", self.session.seat(!person)),
            None if self.session.seat(Color::Black).is_computer() => "the computer against itself".to_owned(),
            None => "checkers for two".to_owned(),
        }
    }

    /// How moves are made.
    fn how_to_move(&self) -> String {
        let appearance = &self.session.settings.appearance;
        match appearance.choice {
            Choice::Squares => {
                let example = self.session.example();
                format!("Type a move, such as {example}, its number in the list of moves, or help.")
            }
            Choice::Letters => {
                "Type the letter of a square to go to, then the number of the piece; or help.".to_owned()
            }
            Choice::List => {
                "Type the number of a move in the list; -1 -1 ends a turn that may go on. Or type help."
                    .to_owned()
            }
        }
    }

    /// What the pieces look like.
    fn legend(&self) -> String {
        let appearance = &self.session.settings.appearance;
        let symbol = |role: Role, color| appearance.pieces.symbol(Some(role.of(color)));
        let first = self.session.game().start().turn();
        let side = |color: Color| {
            let (man, king) = (symbol(Role::Man, color), symbol(Role::King, color));
            format!("{}: {man}, kings {king}.", self.session.name(color))
        };
        format!("{} {}", side(first), side(!first))
    }

    /// Tells what there is to tell and does what there is to do, until nothing is awaited.
    fn settle(&mut self) -> io::Result<()> {
        let started = Instant::now();
        loop {
            let mut awaits_file = false;
            for effect in self.session.take_effects() {
                use crate::session::Effect;
                awaits_file |= matches!(effect, Effect::Save { .. } | Effect::Load(_));
                if let Some(text) = self.backstage.perform(effect) {
                    self.tell(Notice::Text("Clipboard", text))?;
                }
            }
            self.tell_notices()?;
            let analyzes = self.session.analysis().is_some() && started.elapsed() < ANALYSIS_TIME;
            if self.is_leaving || !(awaits_file || self.session.is_waiting() || analyzes) {
                break;
            }
            let signal = match self.signals.recv_timeout(Duration::from_millis(20)) {
                // A file takes as long as it takes.
                Err(_) if awaits_file => self.signals.recv().ok(),
                signal => signal.ok(),
            };
            if let Some(Signal::Happened(happening)) = signal {
                self.session.hear(happening, Instant::now());
            }
            self.session.tick(Instant::now());
        }
        if std::mem::take(&mut self.owes_board) {
            self.tell(Notice::Board)?;
        }
        self.end_analysis()
    }

    /// Tells what an analysis has found, and ends it.
    fn end_analysis(&mut self) -> io::Result<()> {
        let Some(analysis) = self.session.analysis() else { return Ok(()) };
        let notation = self.session.settings.appearance.notation;
        let mut text = String::new();
        for report in &analysis.lines {
            let (depth, score) = (report.depth.plies(), report.line.score);
            text.push_str(&format!("depth {depth}, {score}: {}\n", notation.line(&report.line.moves)));
        }
        for (mv, verdict) in &analysis.verdicts {
            text.push_str(&format!("database: {} {verdict}\n", notation.mv(*mv)));
        }
        self.session.obey(crate::Command::Analyze, Instant::now());
        self.session.take_notices();
        for effect in self.session.take_effects() {
            self.backstage.perform(effect);
        }
        self.tell(Notice::Text("Analysis", text))
    }

    fn tell_notices(&mut self) -> io::Result<()> {
        let notices = self.session.take_notices();
        for notice in notices {
            match notice {
                // Moves behind each other make several boards, of which a reader wants the last. A program
                // wants all of them.
                Notice::Board if !self.options.json => self.owes_board = true,
                other => self.tell(other)?,
            }
        }
        Ok(())
    }

    fn tell(&mut self, notice: Notice) -> io::Result<()> {
        let notice = match notice {
            Notice::Quit => {
                self.is_leaving = true;
                return Ok(());
            }
            Notice::Started => {
                self.side = self.session.bottom();
                return Ok(());
            }
            Notice::Flip => {
                self.side = !self.side;
                Notice::Board
            }
            Notice::Help(text) => Notice::Text("Help", with_text(&self.help(), &text)),
            Notice::Learn => return self.show_step(),
            Notice::Bits => Notice::Text("Bits", self.session.bits_text()),
            Notice::Reference => Notice::Text("Squares", self.session.reference_text(self.side)),
            Notice::Games(text) => Notice::Text("Games", self.games(&text)),
            Notice::Lobby => Notice::Text(
                "Lobby",
                self.session.online().map_or(String::new(), |online| online.lobby_text()),
            ),
            Notice::Said(text) => Notice::Say(text),
            Notice::Waiting | Notice::Password => return Ok(()),
            Notice::Edit => {
                self.say(
                    "Set up a position: put 12 white king, remove 12, clear, fill, turn white. done plays from it, \
                     cancel goes back to the game.",
                )?;
                Notice::Board
            }
            other => other,
        };
        if self.options.json {
            return writeln!(self.out, "{}", json::notice(&self.session, &notice));
        }
        match notice {
            Notice::Say(text) | Notice::Wrong(text) | Notice::Text(_, text) => {
                self.write_text(text.strip_suffix('\n').unwrap_or(&text))
            }
            Notice::Moved { color, mv, .. } if mv.is_end_turn() => {
                writeln!(self.out, "{} ends the turn.\n", self.session.name(color))
            }
            Notice::Moved { color, mv, again } => {
                let name = self.session.name(color);
                let again = if again { format!("{name} moves again.\n") } else { String::new() };
                writeln!(self.out, "{name}: {}\n{again}", self.session.settings.appearance.notation.mv(mv))
            }
            _ => self.show_board(),
        }
    }

    /// Writes lines, at a terminal broken between words.
    fn write_text(&mut self, text: &str) -> io::Result<()> {
        // Asked only where there is a terminal: elsewhere another program would be started to find out.
        let size = self.is_keyboard.then(|| crossterm::terminal::size().ok()).flatten();
        let width = size.map_or(u16::MAX, |(columns, _)| columns);
        text.split('\n')
            .flat_map(|line| hanging(line, width))
            .map(|line| self.with_names(&line))
            .collect::<Vec<_>>()
            .iter()
            .try_for_each(|line| writeln!(self.out, "{line}"))
    }

    /// The step of the course that is on the board.
    fn show_step(&mut self) -> io::Result<()> {
        let Some((title, text, task)) = self.session.step_words() else { return Ok(()) };
        let task = task.unwrap_or_else(|| "next goes on.".to_owned());
        let pos = *self.session.shown();
        let board = self.board(Color::White, |square| pos.piece_at(square));
        let appearance = &self.session.settings.appearance;
        let names = match appearance.each_turn.reference {
            true => format!("{}\n", appearance.notation.reference(Color::White)),
            false => String::new(),
        };
        let text = format!("{title}\n\n{board}\n{names}{text}\n\n{task}");
        self.tell(Notice::Text("Course", text))
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.tell(Notice::Say(text.to_owned()))
    }

    fn show_board(&mut self) -> io::Result<()> {
        if let Some(editor) = self.session.editor() {
            let board = self.board(self.side, |square| editor.piece_at(square));
            return writeln!(self.out, "{board}\n{} to move.", self.session.name(editor.turn()));
        }
        let pos = self.session.shown();
        let side = if self.session.learner().is_some() { Color::White } else { self.side };
        let board = self.board(side, |square| pos.piece_at(square));
        writeln!(self.out, "{board}")?;
        if self.session.learner().is_some() {
            return Ok(());
        }
        if let Some((_, viewer)) = self.session.viewing() {
            let remarks = self.session.remarks();
            let ways = self.session.settings.appearance.notation.moves(viewer.continuations());
            let way = if ways.is_empty() { "End of the line.".to_owned() } else { format!("Next: {ways}.") };
            return writeln!(self.out, "{}{}{way}", remarks, if remarks.is_empty() { "" } else { "\n" });
        }
        let (legal, notation) = (self.session.legal_moves(), self.session.settings.appearance.notation);
        let can_move = self.session.is_persons_turn() && self.session.is_live();
        self.show_each_turn(can_move)?;
        let how_to_end = match self.session.settings.appearance.choice {
            Choice::List => "end the turn with -1 -1",
            _ => "end the turn with --",
        };
        if let Some(sentence) = advice::about_jumps(&legal, notation, how_to_end).filter(|_| can_move) {
            writeln!(self.out, "{sentence}")?;
        }
        if self.session.online().is_none() && self.session.is_over() {
            writeln!(self.out, "Type new for another game, undo to take the last move back, or quit.")?;
        }
        Ok(())
    }

    /// What the settings want to be shown each turn.
    fn show_each_turn(&mut self, can_move: bool) -> io::Result<()> {
        let appearance = &self.session.settings.appearance;
        let shown = appearance.each_turn;
        if shown.reference {
            writeln!(self.out, "{}", appearance.notation.reference(self.side))?;
        }
        if shown.bits {
            let words = masks::words(self.session.shown_state(), appearance);
            for (name, mask) in words {
                writeln!(self.out, "{}", masks::line(&name, mask, appearance.layout, usize::MAX))?;
            }
        }
        if shown.score && can_move && !appearance.are_drawn {
            let turn = self.session.game().position().turn();
            let sign = |role: Role| {
                let symbol = appearance.pieces.symbol(Some(role.of(turn)));
                self.painted(Some(turn), &symbol.to_string())
            };
            let (man, king) = (sign(Role::Man), sign(Role::King));
            let whose = self.with_names(&format!("{}'s turn", self.session.name(turn)));
            writeln!(self.out, "{whose}: {man}, kings {king}.")?;
        }
        if shown.score {
            writeln!(self.out, "{}", self.session.score_line())?;
        }
        if shown.moves && can_move {
            write!(self.out, "{}", self.session.moves_text())?;
        }
        Ok(())
    }

    /// A text in the color of a side's pieces.
    fn painted(&self, side: Option<Color>, text: &str) -> String {
        let appearance = &self.session.settings.appearance;
        (self.options.paint)(appearance.theme, side.map(|side| appearance.tint(side)), text)
    }

    /// A sentence with the names of the sides in the colors of their pieces, where those are made for the background of text.
    fn with_names(&self, text: &str) -> String {
        if self.session.settings.appearance.theme != Theme::Terminal || self.options.json {
            return text.to_owned();
        }
        let part = |(side, part): (Option<Color>, &str)| match side {
            Some(_) => self.painted(side, part),
            None => part.to_owned(),
        };
        by_side(text, self.session.names()).into_iter().map(part).collect()
    }

    fn board(&self, side: Color, piece_at: impl Fn(Square) -> Option<Piece>) -> String {
        let appearance = &self.session.settings.appearance;
        let letters = self.session.lettered_squares();
        appearance.frame.draw(side, appearance.notation, |square| {
            let piece = piece_at(square);
            let letter = letters.iter().find(|(other, _)| *other == square && piece.is_none());
            match letter {
                Some((_, letter)) => letter.to_string(),
                None => {
                    let symbol = appearance.pieces.symbol(piece).to_string();
                    self.painted(piece.map(|piece| piece.color), &symbol)
                }
            }
        })
    }

    fn help(&self) -> String {
        format!("{}\n{}", self.how_to_move(), self.session.help())
    }

    fn games(&self, text: &str) -> String {
        let Some(file) = self.session.file() else { return String::new() };
        let line = |index: usize| format!("{:>4}  {}\n", index + 1, file.title(index));
        let list: String = (0..file.records.len()).map(line).collect();
        with_text(&list, text) + "Type game N to look at one.\n"
    }

    /// What the next line is asked for with.
    fn asked(&self) -> Asked {
        let is_prompted = !self.options.json;
        let notation = self.session.settings.appearance.notation;
        let moves = self.session.legal_moves().iter().map(|mv| notation.mv(*mv)).collect();
        Asked {
            prompt: if is_prompted { self.prompt() + "> " } else { String::new() },
            vocabulary: Vocabulary { is_online: self.session.online().is_some(), moves },
        }
    }

    /// Where we are, in a few words.
    fn prompt(&self) -> String {
        if self.session.editor().is_some() {
            return "setting up".to_owned();
        }
        if self.session.online().is_some() {
            return self.prompt_online();
        }
        let turn = self.session.name(self.session.game().position().turn());
        if let Some(learner) = self.session.learner() {
            return if learner.is_done() { "course, next goes on".to_owned() } else { "course".to_owned() };
        }
        match (self.session.viewing(), self.session.is_over()) {
            (Some(_), _) => "looking".to_owned(),
            (None, true) => "game over".to_owned(),
            (None, false) if self.session.settings.appearance.each_turn.example => {
                format!("{turn}'s turn, for example {}", self.session.example())
            }
            (None, false) => format!("{turn} to move"),
        }
    }
}

fn is_yes(line: &str) -> bool {
    ["y", "yes"].iter().any(|yes| line.trim().eq_ignore_ascii_case(yes))
}

/// The lines that have a text in them, in whichever case; all, if there is no text.
fn with_text(lines: &str, text: &str) -> String {
    let wanted = text.trim().to_lowercase();
    let kept: String = lines
        .lines()
        .filter(|line| line.to_lowercase().contains(&wanted))
        .map(|line| format!("{line}\n"))
        .collect();
    if kept.is_empty() { format!("Nothing has \"{}\" in it.\n", text.trim()) } else { kept }
}
