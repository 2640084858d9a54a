//! `crownhead play`: a game at the prompt, line by line, for two or against the computer.

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueEnum};
use crownhead_board::{
    Color, DrawReason, Game, Move, Outcome, ParseMoveError, PieceStyle, SquareNames, WinReason, parse_move,
};
use crownhead_engine::{
    Book, Control, HandEvaluator, Level, LevelPlayer, Limits, Player, Root, Search, Silent, Table,
};
use crownhead_pdn::Record;

use crate::args::{PositionArgs, Side};
use crate::commands::show::board_from;
use crate::endings;
use crate::exit::Exit;
use crate::style::{self, paint};
use crate::thinker::{USUAL_VARIETY, seed};

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) from: PositionArgs,
    /// Play against the computer at this level, 1 to 10.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub(crate) level: Option<u8>,
    /// The color you have against the computer.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) side: Side,
    /// How squares are named when a move is typed.
    #[arg(long, value_enum, default_value_t, value_name = "NAMES")]
    pub(crate) squares: Squares,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum Squares {
    /// Numbers 1 to 32, or a1 to h8.
    #[default]
    Usual,
    /// Bit numbers of a 32-bit word: 0 to 31.
    #[value(name = "0-31")]
    Index32,
    /// Bit numbers of a 64-bit board: 0 to 63, a1 first.
    #[value(name = "0-63")]
    Index64,
}

impl From<Squares> for SquareNames {
    fn from(squares: Squares) -> SquareNames {
        match squares {
            Squares::Usual => SquareNames::Usual,
            Squares::Index32 => SquareNames::Index32,
            Squares::Index64 => SquareNames::Index64,
        }
    }
}

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<Exit> {
    let game = Game::from_position(args.from.position()?, args.from.rules);
    let human = Color::from(args.side);
    let computer = args.level.and_then(Level::new).map(|level| Computer::new(level, !human));
    let side = if computer.is_some() { human } else { Color::White };
    let mut table = Board { game, names: args.squares.into(), side, offer: None, computer };
    table.greet();
    let echo = !io::stdin().is_terminal();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if echo {
            anstream::println!("{line}");
        }
        if table.obey(line.trim())? == Next::Leave {
            return Ok(Exit::Success);
        }
        table.prompt()?;
    }
    anstream::println!();
    Ok(Exit::Success)
}

/// The board between the players.
struct Board {
    game: Game,
    names: SquareNames,
    /// The side at the bottom.
    side: Color,
    /// Who has offered a draw.
    offer: Option<Color>,
    computer: Option<Computer>,
}

/// The computer in one of the seats.
struct Computer {
    player: LevelPlayer<HandEvaluator>,
    color: Color,
}

const HINT_TIME: Duration = Duration::from_millis(500);

/// Enough for any level.
const TABLE_MEGABYTES: usize = 64;

impl Computer {
    fn new(level: Level, color: Color) -> Computer {
        let mut player = LevelPlayer::new(level, HandEvaluator::default(), TABLE_MEGABYTES);
        player.start_game(seed());
        Computer { player, color }
    }

    /// A move from the book, if this level has read it, or one of its own.
    fn choose(&mut self, game: &Game) -> Move {
        let has_read = self.player.level.number >= BOOK_LEVEL && game.rules().is_official();
        let known =
            has_read.then(|| Book::shipped().choose(game.position(), USUAL_VARIETY, seed())).flatten();
        known.unwrap_or_else(|| self.player.choose(game))
    }
}

/// From this level on the computer plays from the book, and not always the same.
const BOOK_LEVEL: u8 = 6;

#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Leave,
}

/// What can be typed besides a move, with what it does.
const HELP: [(&str, &str); 14] = [
    ("11-15, 22x15", "move: 11 15, 1115 and b6-a5 will do as well"),
    ("moves", "list the legal moves"),
    ("hint", "what the engine would play"),
    ("board", "show the board again"),
    ("flip", "turn the board"),
    ("undo, redo", "take a move back, make it again"),
    ("draw", "offer a draw, or accept one"),
    ("resign", "give the game up"),
    ("score", "what has been captured"),
    ("fen", "print the position"),
    ("pdn", "print the game"),
    ("save FILE", "write the game to a file"),
    ("new", "start over"),
    ("quit", "leave"),
];

impl Board {
    fn greet(&mut self) {
        anstream::println!(
            "{}\n{} rules. Type a move, such as 11-15, or help.\n",
            paint(style::HEADING, self.title()),
            capitalized(&self.game.rules().to_string()),
        );
        self.show();
        self.answer();
        // A prompt that cannot be written will fail again, and be told, with the next line.
        let _ = self.prompt();
    }

    fn title(&self) -> String {
        match &self.computer {
            None => "Crownhead: checkers for two".to_owned(),
            Some(computer) => format!("Crownhead: you against level {}", computer.player.level.number),
        }
    }

    /// Lets the computer move as long as it is its turn.
    fn answer(&mut self) {
        while let Some(computer) = &mut self.computer {
            if self.game.outcome().is_some() || self.game.position().turn() != computer.color {
                return;
            }
            let mv = computer.choose(&self.game);
            self.make(mv);
        }
    }

    fn show(&self) {
        anstream::println!("{}", board_from(self.side, self.game.position(), PieceStyle::Letters));
        if let Some(outcome) = self.game.outcome() {
            anstream::println!("{}", paint(style::HEADING, capitalized(&outcome.to_string())));
            anstream::println!("Type new for another game, undo to take the last move back, or quit.");
            return;
        }
        let jumpers: Vec<String> = self
            .game
            .legal_moves()
            .iter()
            .filter(|mv| mv.is_jump())
            .map(|mv| mv.route_text().to_string())
            .collect();
        if !jumpers.is_empty() {
            anstream::println!("{} can jump: {}", self.game.position().turn(), jumpers.join(", "));
        }
    }

    fn prompt(&self) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        match self.game.outcome() {
            Some(_) => write!(out, "game over> ")?,
            None => write!(out, "{} to move> ", self.game.position().turn())?,
        }
        out.flush()
    }

    fn obey(&mut self, line: &str) -> anyhow::Result<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "help" | "h" | "?" => help(),
            "quit" | "exit" | "q" => return Ok(Next::Leave),
            "board" | "b" => self.show(),
            "moves" | "m" => self.list_moves(),
            "flip" => {
                self.side = !self.side;
                self.show();
            }
            "undo" | "u" => self.step(Game::undo, "there is nothing to take back"),
            "redo" => self.step(Game::redo, "there is nothing to make again"),
            "hint" => self.hint(),
            "new" => {
                self.game = Game::from_position(*self.game.start(), *self.game.rules());
                self.offer = None;
                if let Some(computer) = &mut self.computer {
                    computer.player.start_game(seed());
                }
                self.show();
                self.answer();
            }
            "draw" => self.draw(),
            "resign" => {
                let winner = match &self.computer {
                    Some(computer) => computer.color,
                    None => !self.game.position().turn(),
                };
                self.end(Outcome::Win(winner, WinReason::Resignation));
            }
            "score" => self.score(),
            "fen" => anstream::println!("{}", self.game.position()),
            "pdn" => anstream::print!("{}", Record::from_game(&self.game)),
            "save" => self.save(rest.trim()),
            _ => self.play(line),
        }
        Ok(Next::GoOn)
    }

    fn play(&mut self, text: &str) {
        if let Some(outcome) = self.game.outcome() {
            complain(format_args!("the game is over ({outcome}); type new, undo or quit"));
            return;
        }
        let pos = *self.game.position();
        match parse_move(text, &pos, self.game.rules(), self.names) {
            Ok(mv) => {
                self.make(mv);
                self.answer();
            }
            Err(error @ ParseMoveError::Unreadable { .. }) => {
                complain(format_args!("{error}; help lists what else can be typed"));
            }
            Err(error) => complain(error),
        }
    }

    fn make(&mut self, mv: Move) {
        let mover = self.game.position().turn();
        match self.game.play(mv) {
            Ok(()) => {
                anstream::println!("{mover}: {}\n", mv.route_text());
                // A move by the other side declines its opponent's offer.
                self.offer = self.offer.filter(|offerer| *offerer == mover);
                self.show();
            }
            Err(error) => complain(error),
        }
    }

    fn list_moves(&self) {
        let mut moves = self.game.legal_moves();
        moves.sort_by_key(|mv| mv.route());
        let moves: Vec<String> = moves.iter().map(|mv| mv.route_text().to_string()).collect();
        anstream::println!("{}", moves.join("  "));
    }

    /// Steps back or forth; against the computer to the next position where the person is to move.
    fn step(&mut self, step: impl Fn(&mut Game) -> Option<Move>, nothing: &str) {
        let was_over = self.game.outcome().is_some();
        match step(&mut self.game) {
            Some(_) => {
                let computer = self.computer.as_ref().map(|computer| computer.color);
                while computer == Some(self.game.position().turn()) && step(&mut self.game).is_some() {}
                self.show();
                self.answer();
            }
            None if was_over && self.game.outcome().is_none() => self.show(),
            None => complain(nothing),
        }
        self.offer = None;
    }

    /// What the engine would play, and what it expects.
    fn hint(&self) {
        let (root, control) = (Root::from_game(&self.game), Control::new());
        let table = Table::with_megabytes(TABLE_MEGABYTES);
        let search = Search {
            endgame: Some(endings::known()),
            ..Search::new(&root, Limits::move_time(HINT_TIME), &table, &control)
        };
        match search.run(&HandEvaluator::default(), &mut Silent).lines.first() {
            Some(line) => {
                let moves: Vec<String> = line.moves.iter().take(6).map(ToString::to_string).collect();
                anstream::println!(
                    "{} (expecting {}, score {})",
                    line.moves[0].route_text(),
                    moves.join(" "),
                    line.score
                );
            }
            None => complain("the game is over"),
        }
    }

    /// One player offers, the other accepts by the same word. The computer plays on.
    fn draw(&mut self) {
        let turn = self.game.position().turn();
        if self.computer.is_some() {
            return complain("the computer plays on; resign, or undo and try something else");
        }
        match self.offer {
            Some(offerer) if offerer != turn => self.end(Outcome::Draw(DrawReason::Agreement)),
            _ => {
                self.offer = Some(turn);
                anstream::println!(
                    "{turn} offers a draw with the next move; {} accepts by typing draw.",
                    !turn
                );
            }
        }
    }

    fn end(&mut self, outcome: Outcome) {
        match self.game.end(outcome) {
            Ok(()) => self.show(),
            Err(error) => complain(error),
        }
    }

    fn score(&self) {
        for color in Color::ALL {
            let captured = self.game.captured_by(color);
            anstream::println!("{color} has captured {} men and {} kings", captured.men, captured.kings);
        }
    }

    fn save(&self, file: &str) {
        if file.is_empty() {
            return complain("name a file, as in save game.pdn");
        }
        let saved = fs::write(file, Record::from_game(&self.game).to_string())
            .with_context(|| format!("cannot write {file}"));
        match saved {
            Ok(()) => anstream::println!("saved to {file}"),
            Err(error) => complain(format_args!("{error:#}")),
        }
    }
}

fn help() {
    for (words, meaning) in HELP {
        anstream::println!("  {words:<14}{meaning}");
    }
}

fn complain(error: impl std::fmt::Display) {
    anstream::println!("{}", paint(style::ERROR, error));
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
