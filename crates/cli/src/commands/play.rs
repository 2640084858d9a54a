//! `crownhead play`: a game for two at one board, line by line.

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::Context;
use crownhead_board::{
    Color, DrawReason, Game, Outcome, ParseMoveError, PieceStyle, SquareNames, WinReason, parse_move,
};
use crownhead_pdn::Record;

use crate::args::PlayArgs;
use crate::commands::show::board_from;
use crate::exit::Exit;
use crate::style::{self, paint};

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<Exit> {
    let game = Game::from_position(args.from.position()?, args.from.rules);
    let mut table = Table { game, names: args.squares.into(), side: Color::White, offer: None };
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

/// The board between the two players.
struct Table {
    game: Game,
    names: SquareNames,
    /// The side at the bottom.
    side: Color,
    /// Who has offered a draw.
    offer: Option<Color>,
}

#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Leave,
}

/// What can be typed besides a move, with what it does.
const HELP: [(&str, &str); 13] = [
    ("11-15, 22x15", "move: 11 15, 1115 and b6-a5 will do as well"),
    ("moves", "list the legal moves"),
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

impl Table {
    fn greet(&mut self) {
        anstream::println!(
            "{}\n{} rules. Type a move, such as 11-15, or help.\n",
            paint(style::HEADING, "Crownhead: checkers for two"),
            capitalized(&self.game.rules().to_string()),
        );
        self.show();
        // A prompt that cannot be written will fail again, and be told, with the next line.
        let _ = self.prompt();
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
            "new" => {
                self.game = Game::from_position(*self.game.start(), *self.game.rules());
                self.offer = None;
                self.show();
            }
            "draw" => self.draw(),
            "resign" => {
                let winner = !self.game.position().turn();
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
                let mover = pos.turn();
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
            Err(error @ ParseMoveError::Unreadable { .. }) => {
                complain(format_args!("{error}; help lists what else can be typed"));
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

    fn step(&mut self, step: impl Fn(&mut Game) -> Option<crownhead_board::Move>, nothing: &str) {
        let was_over = self.game.outcome().is_some();
        match step(&mut self.game) {
            Some(_) => self.show(),
            None if was_over && self.game.outcome().is_none() => self.show(),
            None => complain(nothing),
        }
        self.offer = None;
    }

    /// One player offers, the other accepts by the same word.
    fn draw(&mut self) {
        let turn = self.game.position().turn();
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
