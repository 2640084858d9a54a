//! A position that is set up, piece by piece.

use std::time::Instant;

use crownhead_board::{Color, Piece, Role, Square, State};
use crownhead_contest::Opening;

use super::{Notice, Session};
use crate::command::Command;
use crate::session::editor::Editor;

/// What to type where a position is set up.
const HOW_TO_PUT: &str = "Say squares and a piece, as in put 12 white king, or put 9 10 11 black";

impl Session {
    /// The position that is being set up, if one is.
    pub fn editor(&self) -> Option<&Editor> {
        self.editor.as_ref()
    }

    pub(super) fn edit(&mut self) {
        self.editor = Some(Editor::new(self.shown()));
        self.notices.push(Notice::Edit);
    }

    /// Changes the position that is being set up.
    pub(super) fn change_setup(&mut self, change: impl FnOnce(&mut Editor)) {
        match &mut self.editor {
            Some(editor) => {
                change(editor);
                self.notices.push(Notice::Board);
            }
            None => self.complain("No position is being set up. Begin with setup."),
        }
    }

    /// Puts the piece that a text names on the squares before it; without a piece, empties them.
    pub(super) fn put(&mut self, text: &str, may_name_piece: bool) {
        let (squares, rest) = self.squares_of(text);
        let piece = match rest.as_slice() {
            [] if !may_name_piece => Ok(None),
            words if may_name_piece => self.read_piece(words),
            words => Err(words.join(" ")),
        };
        match (squares.as_slice(), piece) {
            (_, Err(word)) if !word.is_empty() => {
                self.complain(format!("\"{word}\" is neither a square nor a piece. {HOW_TO_PUT}."));
            }
            ([], _) | (_, Err(_)) => self.complain(format!("{HOW_TO_PUT}.")),
            (squares, Ok(piece)) => self.change_setup(|editor| {
                squares.iter().for_each(|square| editor.put(*square, piece));
            }),
        }
    }

    /// Puts a piece on a square, or empties it.
    pub(crate) fn put_piece(&mut self, square: Square, piece: Option<Piece>) {
        self.change_setup(|editor| editor.put(square, piece));
    }

    /// The squares that a text begins with, and the words behind them.
    fn squares_of<'a>(&self, text: &'a str) -> (Vec<Square>, Vec<&'a str>) {
        let notation = self.settings.appearance.notation;
        let mut words = text.split([' ', ',']).filter(|word| !word.is_empty()).peekable();
        let mut squares = Vec::new();
        while let Some(square) = words.peek().and_then(|word| notation.read_square(word)) {
            squares.push(square);
            words.next();
        }
        (squares, words.collect())
    }

    /// Plays from the position that was set up.
    pub(super) fn play_setup(&mut self, now: Instant) {
        let Some(editor) = &self.editor else {
            return self.complain("No position is being set up. Begin with setup.");
        };
        match editor.position() {
            Err(error) => self.complain(format!("This position is not legal: {error}.")),
            Ok(pos) if !State::new(pos, self.contest().terms().rules).has_legal_move() => {
                self.complain(format!(
                    "{} has no move here, so the game would be over. Change the turn or the pieces.",
                    self.name(pos.turn())
                ));
            }
            Ok(fen) => self.obey_here(Command::Opening(Opening::Fen { fen }), now),
        }
    }

    pub(super) fn leave_setup(&mut self) {
        match self.editor.take() {
            Some(_) => self.notices.push(Notice::Board),
            None => self.complain("No position is being set up."),
        }
    }
}

impl Session {
    /// A piece as its character or in words, with its side as it is called; a dot for none. What is not understood is given
    /// back.
    fn read_piece(&self, words: &[&str]) -> Result<Option<Piece>, String> {
        let appearance = &self.settings.appearance;
        let text = words.join(" ");
        let all = Color::ALL.map(|color| [Role::Man, Role::King].map(|role| role.of(color)));
        let drawn = |piece: &Piece| text == appearance.pieces.symbol(Some(*piece)).to_string();
        if text == "." {
            return Ok(None);
        }
        if let Some(piece) = all.into_iter().flatten().find(drawn) {
            return Ok(Some(piece));
        }
        let Some((color, kind)) = appearance.names.side_before(&text) else { return Err(text) };
        match kind.to_ascii_lowercase().as_str() {
            "" if ["B", "W"].contains(&text.as_str()) => Ok(Some(Role::King.of(color))),
            "" | "man" | "men" => Ok(Some(Role::Man.of(color))),
            "king" | "kings" => Ok(Some(Role::King.of(color))),
            _ => Err(text),
        }
    }
}
