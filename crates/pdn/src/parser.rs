//! From tokens to one game.

use crate::body::{Body, MAX_DEPTH};
use crate::game_type;
use crate::lexer::{Flaw, Gap, Lexed, Span, Step, Token, lex, unescape};
use crate::move_text::{MoveText, Separator, Strength};
use crate::record::Record;
use crate::score::Score;
use crate::tags::Tags;
use crate::text::decode;

/// What to do after a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// The token is part of the game.
    Taken,
    /// The token belongs to the next game.
    NextGame,
}

/// A game that is built token by token.
#[derive(Debug)]
pub(crate) struct GameParser {
    record: Record,
    line: LineState,
    has_ended: bool,
    /// Whether `a1` is at Black's left; decided at the first algebraic square.
    is_flipped: Option<bool>,
}

/// What the next token of a line depends on.
#[derive(Clone, Copy, Debug, Default)]
struct LineState {
    /// The node of the last move.
    last_move: Option<usize>,
    /// Whether there is a move or setup that a variation can replace.
    has_play: bool,
    /// Whether the last token was a move or its mark, so that a `*` that touches it is another mark.
    at_move: bool,
    /// Whether the last move is a jump that a further hop may continue.
    may_hop: bool,
}

impl GameParser {
    /// A parser with the given capacities.
    pub(crate) fn with_capacity(n_nodes: usize, n_tags: usize, tag_text: usize) -> GameParser {
        let record = Record {
            tags: Tags::with_capacity(n_tags, tag_text),
            body: Body::with_capacity(n_nodes),
            ending: Score::Open,
        };
        GameParser { record, line: LineState::default(), has_ended: false, is_flipped: None }
    }

    /// Whether the game is complete before something that cannot be read.
    pub(crate) fn is_whole_before(&self, flaw: Flaw) -> bool {
        self.has_ended || flaw == Flaw::BadTag && self.has_begun_body()
    }

    /// The name of the game, if its tags say that it is another one.
    pub(crate) fn other_game(&self) -> Option<&'static str> {
        game_type::other_game(&self.record.tags)
    }

    /// The node of the last move of the main line.
    pub(crate) fn last_move(&self) -> Option<usize> {
        self.line.last_move
    }

    /// The game, or `None` if nothing was found.
    pub(crate) fn finish(self) -> Option<Record> {
        (!self.record.is_empty()).then_some(self.record)
    }

    /// Takes a token of the main line; its spans refer to `input`.
    pub(crate) fn take(&mut self, input: &[u8], lexed: &Lexed) -> Flow {
        if self.has_ended {
            return self.take_after_end(input, lexed);
        }
        match lexed.token {
            Token::PlainMove { from, separator, to } => {
                self.take_numbered(MoveText::plain(from, separator, to));
            }
            Token::Tag { name, value } => return self.take_tag(input, name, value, lexed.gap),
            Token::Score(score) if !self.is_star(lexed) => {
                // A result with nothing before it is dropped: `1-0 *` ends one game, not two.
                self.has_ended = !self.record.is_empty();
                self.record.ending = if self.has_ended { score } else { Score::Open };
            }
            _ => self.take_in_line(input, lexed, 0),
        }
        Flow::Taken
    }

    /// A remark on the same line as the result belongs to the game.
    fn take_after_end(&mut self, input: &[u8], lexed: &Lexed) -> Flow {
        match lexed.token {
            Token::Comment(span) | Token::Text(span) if lexed.gap < Gap::NewLine => {
                self.record.body.push_comment(&decode(span.of(input)));
                Flow::Taken
            }
            _ => Flow::NextGame,
        }
    }

    fn take_tag(&mut self, input: &[u8], name: Span, value: Span, gap: Gap) -> Flow {
        let name = decode(name.of(input));
        if self.begins_next_game(&name, gap) {
            return Flow::NextGame;
        }
        let value = decode(value.of(input));
        self.record.tags.push_read(&name, &unescape(&value));
        Flow::Taken
    }

    /// Whether a tag is the first of the next game. It is after moves, and after remarks unless they came
    /// before the tags. Among tags it is if it follows a blank line and its name is there already: a problem
    /// without moves may be followed directly by the next one.
    fn begins_next_game(&self, name: &str, gap: Gap) -> bool {
        self.has_begun_body()
            || gap == Gap::BlankLine && self.record.body.is_empty() && self.record.tags.get(name).is_some()
    }

    /// Whether no more tags can follow: there are moves, or remarks after tags.
    fn has_begun_body(&self) -> bool {
        let Record { tags, body, .. } = &self.record;
        self.line.last_move.is_some() || !body.is_empty() && !tags.is_empty()
    }

    /// Whether a `*` that touches a move marks it as the only one.
    fn is_star(&self, lexed: &Lexed) -> bool {
        lexed.token == Token::Score(Score::Open) && lexed.gap == Gap::Nothing && self.line.at_move
    }

    /// Takes a token of the main line or of a variation.
    fn take_in_line(&mut self, input: &[u8], lexed: &Lexed, depth: usize) {
        let is_star = self.is_star(lexed);
        let body = &mut self.record.body;
        self.line.at_move = matches!(lexed.token, Token::Strength(_));
        match lexed.token {
            Token::PlainMove { from, separator, to } => {
                self.take_numbered(MoveText::plain(from, separator, to));
            }
            Token::Move { text, algebraic: false } => self.take_numbered(text),
            Token::Move { text, algebraic: true } => self.take_algebraic(text),
            Token::Strength(strength) => self.take_strength(strength),
            Token::Nag(nag) => body.push_nag(nag),
            Token::Score(_) if is_star => body.push_nag(STAR_MOVE),
            Token::Comment(span) | Token::Text(span) => body.push_comment(&decode(span.of(input))),
            Token::Setup(span) => {
                body.push_setup(&decode(span.of(input)));
                self.line.has_play = true;
                self.line.may_hop = false;
            }
            Token::Group(span) => self.take_group(span.of(input), depth),
            // A variation has no result, so it is kept as a comment.
            Token::Score(score) => body.push_comment(score.as_str()),
            Token::Tag { .. } => {}
        }
    }

    fn take_numbered(&mut self, text: MoveText) {
        let last_move = Some(self.record.body.n_nodes());
        self.line = LineState { last_move, has_play: true, at_move: true, may_hop: false };
        self.record.body.push_move(text);
    }

    fn take_algebraic(&mut self, text: MoveText) {
        let text = if self.is_flipped() { text.flip() } else { text };
        if self.join_hop(text) {
            self.line.at_move = true;
        } else {
            self.take_numbered(text);
            self.line.may_hop = text.separator() == Separator::Capture;
        }
    }

    fn is_flipped(&mut self) -> bool {
        let tags = &self.record.tags;
        *self.is_flipped.get_or_insert_with(|| game_type::has_black_algebraic(tags))
    }

    /// Joins a jump to the one before it if it starts where that one ended.
    ///
    /// PlayStrategy writes each hop as a move of its own. Nothing else in legal play looks like that: the
    /// piece where a jump ended is of the side that does not move next. Numbered moves are never joined, so
    /// that they stay as written.
    fn join_hop(&mut self, hop: MoveText) -> bool {
        let LineState { last_move: Some(index), may_hop: true, .. } = self.line else { return false };
        let Some(jump) = self.record.body.move_mut(index) else { return false };
        if hop.separator() != Separator::Capture || jump.to() != hop.from() {
            return false;
        }
        let mut joined = *jump;
        let fits = hop.squares()[1..].iter().all(|&square| joined.push(square).is_ok());
        if fits {
            *jump = joined;
        }
        fits
    }

    /// Adds a mark to the move before it; a second mark becomes the numeric annotation.
    fn take_strength(&mut self, strength: Strength) {
        let body = &mut self.record.body;
        let last = self.line.last_move.and_then(|index| body.move_mut(index));
        match last {
            Some(text) if text.strength().is_none() => *text = text.with_strength(Some(strength)),
            _ => body.push_nag(strength.mark.nag()),
        }
    }

    /// Takes a text in parentheses: a variation if it can be read as one, otherwise a comment.
    fn take_group(&mut self, inside: &[u8], depth: usize) {
        let can_be_variation = self.line.has_play && depth < MAX_DEPTH;
        if !(can_be_variation && self.take_variation(inside, depth + 1)) {
            self.record.body.push_comment(&decode(inside));
        }
        self.line.may_hop = false;
    }

    /// Reads a variation. Returns `false` and changes nothing if it begins with a word, has no moves, or
    /// cannot be read to its end: some programs put remarks in parentheses.
    fn take_variation(&mut self, inside: &[u8], depth: usize) -> bool {
        let outer = std::mem::take(&mut self.line);
        let open = self.record.body.open_variation();
        let is_play = self.take_line(inside, depth);
        if is_play {
            self.record.body.close_variation(open);
        } else {
            self.record.body.drop_variation(open);
        }
        self.line = outer;
        is_play
    }

    fn take_line(&mut self, inside: &[u8], depth: usize) -> bool {
        let mut rest = inside;
        let mut has_play = false;
        loop {
            let lexed = match lex(rest, true) {
                Step::Token(lexed) => lexed,
                Step::End => return has_play,
                Step::Bad { .. } | Step::More => return false,
            };
            match lexed.token {
                Token::Tag { .. } => return false,
                Token::Text(_) if !has_play => return false,
                Token::PlainMove { .. } | Token::Move { .. } | Token::Setup(_) => has_play = true,
                _ => {}
            }
            self.take_in_line(rest, &lexed, depth);
            rest = &rest[lexed.end..];
        }
    }
}

/// The numeric annotation for the only move.
const STAR_MOVE: u16 = 7;
