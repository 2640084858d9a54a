//! How the game is shown and typed: styles and their settings, letters on squares, the words of a position.

use std::time::Instant;

use crownhead_board::{Bitboard, Color, Move, Square};
use crownhead_study::style::{Bottom, Choice, Setting};
use crownhead_study::{Appearance, Style, masks};

use super::{Notice, Session};
use crate::options::GameOptions;

impl Session {
    /// Takes up a style, and starts a game in it.
    pub(super) fn take_style(&mut self, style: Style, now: Instant) {
        let Style { rules, first, appearance } = style;
        self.settings.appearance = appearance;
        self.start(GameOptions { rules, first, ..self.options() }, now);
    }

    /// Gives a setting another value, which was found to make sense.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        let before = self.settings.appearance.clone();
        match Setting::named(name).map(|setting| setting.apply(before, value)) {
            Some(Ok(appearance)) => self.settings.appearance = appearance,
            Some(Err(error)) => return self.complain(crate::words::sentence(error)),
            None => return,
        }
        self.notices.push(Notice::Board);
        let example = self.settings.appearance.notation.example();
        match name {
            "notation" => {
                self.say(format!("Squares are named as {value} does: a move looks like {example}."));
            }
            _ => self.say(format!("{} is now {value}.", crate::words::capitalized(name))),
        }
    }

    /// The squares on which moves end, with the letters that stand for them, where moves are chosen so.
    pub(crate) fn lettered_squares(&self) -> Vec<(Square, char)> {
        let is_on = self.settings.appearance.choice == Choice::Letters;
        if !is_on || !self.is_persons_turn() || !self.is_live() || self.editor.is_some() {
            return Vec::new();
        }
        let targets: Bitboard = self.legal_moves().iter().filter_map(|mv| mv.to()).collect();
        targets.into_iter().zip('A'..='Z').collect()
    }

    /// The moves that end on the square of a letter, in whichever case.
    pub(crate) fn moves_to_letter(&self, letter: char) -> Vec<Move> {
        let is_meant = |(_, other): &(Square, char)| other.eq_ignore_ascii_case(&letter);
        let Some((square, _)) = self.lettered_squares().into_iter().find(is_meant) else { return Vec::new() };
        self.legal_moves().iter().copied().filter(|mv| mv.to() == Some(square)).collect()
    }

    /// The moves of which one is to be chosen by its number.
    pub(crate) fn take_pending(&mut self) -> Vec<Move> {
        std::mem::take(&mut self.pending)
    }

    /// The side that sits at the bottom of the board.
    pub fn bottom(&self) -> Color {
        match self.settings.appearance.bottom {
            Bottom::You => self.person().unwrap_or(Color::White),
            Bottom::White => Color::White,
        }
    }

    /// Takes a line for the letter of a square, with the number of a piece behind it or not, or for that number. Was it one?
    pub(super) fn choose_by_letter(&mut self, line: &str, now: Instant) -> bool {
        let mut words = line.split_whitespace();
        let (first, second, rest) = (words.next().unwrap_or_default(), words.next(), words.next());
        let letter = first.parse::<char>().ok().filter(char::is_ascii_alphabetic);
        let moves = letter.map(|letter| self.moves_to_letter(letter)).unwrap_or_default();
        let pending = std::mem::take(&mut self.pending);
        match (second, rest) {
            (None, None) if !pending.is_empty() && first.parse::<usize>().is_ok() => {
                self.choose(pending, first, now);
            }
            (None, None) if !moves.is_empty() => {
                let text = format!("Which piece?\n{}", self.numbered(&moves));
                self.pending = moves;
                self.notices.push(Notice::Text("Which piece?", text));
            }
            (Some(number), None) if !moves.is_empty() && number.parse::<usize>().is_ok() => {
                self.choose(moves, number, now);
            }
            (None, None) if letter.is_some() && crate::command::find(first).is_none() => {
                match self.lettered_squares().last() {
                    Some((_, last)) => {
                        self.complain(format!("No square has the letter {first}. Letters are A to {last}."));
                    }
                    None => return false,
                }
            }
            _ => return false,
        }
        true
    }

    fn choose(&mut self, moves: Vec<Move>, number: &str, now: Instant) {
        let first = self.settings.appearance.count_from.number();
        let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(first));
        match place.and_then(|place| moves.get(place)) {
            Some(mv) => self.play(*mv, now),
            None => {
                self.complain(format!(
                    "There is no piece {number}. Choose {first} to {}.",
                    first + moves.len() - 1
                ));
                self.pending = moves;
            }
        }
    }

    /// A move that could be typed now.
    pub(crate) fn example(&self) -> String {
        let Appearance { notation, choice, count_from, .. } = self.settings.appearance;
        match (choice, self.lettered_squares().first()) {
            (Choice::Letters, Some((_, letter))) => letter.to_string(),
            (Choice::List, _) => count_from.number().to_string(),
            _ => self.legal_moves().first().map_or_else(|| notation.example(), |mv| notation.mv(*mv)),
        }
    }

    /// What a side has scored: the pieces it has taken off the board.
    pub(crate) fn score(&self, color: Color) -> usize {
        let captured = self.shown_game().captured_by(color);
        captured.men + captured.kings
    }

    /// The number of the turn, from 1, and the score of both sides.
    pub(crate) fn score_line(&self) -> String {
        let game = self.shown_game();
        let turns: Vec<Color> = game.positions().map(|pos| pos.turn()).collect();
        let number = 1 + turns.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let score = |color: Color| format!("{} {}", self.name(color), self.score(color));
        let first = game.start().turn();
        format!("Turn {number}. Score: {}, {}.", score(first), score(!first))
    }

    /// The words of the position, of a piece, or of the masks that have names.
    pub(super) fn show_bits(&mut self, what: &str) {
        let appearance = &self.settings.appearance;
        if what.is_empty() {
            return self.notices.push(Notice::Bits);
        }
        if what.eq_ignore_ascii_case("masks") {
            let text = masks::constants_text(appearance);
            return self.notices.push(Notice::Text("Masks", text));
        }
        match appearance.notation.read_square(what) {
            Some(square) => {
                let text = masks::piece_text(self.shown_state(), square, appearance);
                self.notices.push(Notice::Text("Bits of a piece", text));
            }
            None => self.complain(format!(
                "\"{what}\" is no square. Type bits, bits masks, or bits {}.",
                appearance.notation.square(Square::S11)
            )),
        }
    }

    /// The words of the position in lines.
    pub(crate) fn bits_text(&self) -> String {
        masks::text(self.shown_state(), self.last_move(), &self.settings.appearance)
    }
}
