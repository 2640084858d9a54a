//! Studies from games of a file, and back.

use std::fmt;
use std::str::FromStr;

use crownhead_board::{Move, Position, Rules, SquareMatch, State};
use crownhead_pdn::{Body, Fault, Item, Line, Mark, MoveText, Reader, Record, Strength, read_setup};

use crate::edit::join;
use crate::error::StudyError;
use crate::shape;
use crate::study::{Node, Study};

impl Study {
    /// The study of a recorded game. Where a move cannot be made, its line ends, and [`Study::fault`] tells; so it does of
    /// all else that has no place in a study.
    pub fn from_record(record: &Record) -> Study {
        let rules = record.tags.get("Rules").map_or(Ok(Rules::OFFICIAL), str::parse).map_err(Fault::Rules);
        let start =
            record.fen().map_or(Ok(Position::START), |fen| read_setup(fen, record.body.moves().next()));
        let head = Record { ending: record.ending, ..Record::new() };
        let state =
            State::new(*start.as_ref().unwrap_or(&Position::START), rules.clone().unwrap_or_default());
        let mut study = Study::empty(head, state);
        study.read_tags(record, [("Rules", rules.is_ok()), ("FEN", start.is_ok())]);
        match rules.and(start.map(drop)) {
            Ok(()) => study.read_line(record.body.line(), Study::ROOT, false),
            Err(fault) => study.fail(fault.into()),
        }
        study.tidy_all();
        study
    }

    /// Takes the tags over, but for those that cannot be read, and makes sure that they say where the game starts and by
    /// which rules.
    fn read_tags(&mut self, record: &Record, readable: [(&str, bool); 2]) {
        let is_bad = |name: &str| readable.iter().any(|(own, ok)| !ok && own.eq_ignore_ascii_case(name));
        for (name, value) in record.tags.iter().filter(|(name, _)| !is_bad(name)) {
            if self.head.tags.len() >= Study::MAX_TAGS {
                self.fail(StudyError::TooManyTags);
                break;
            }
            self.head.tags.push(name, value).expect("the tag has its name from a record");
        }
        let (start, rules) = (*self.start(), *self.rules());
        let tags = &mut self.head.tags;
        let says_start = tags.get("FEN").map_or(start == Position::START, |fen| fen.parse() == Ok(start));
        let says_rules = tags.get("Rules").map_or(rules.is_official(), |text| text.parse() == Ok(rules));
        let own = [(says_rules, "Rules", rules.to_string()), (says_start, "FEN", start.to_string())];
        for (_, name, value) in own.iter().filter(|(is_said, ..)| !is_said) {
            tags.set(name, value).expect("the name is one");
        }
        self.keep_a_tag();
    }

    fn read_line(&mut self, line: Line<'_>, from: usize, is_variation: bool) {
        let mut last = from;
        // What is said before the first move of a variation.
        let mut before = is_variation.then(String::new);
        let mut items = line.into_iter();
        while let Some(item) = items.next() {
            let next = match item {
                Item::Move(text) => self.read_move(last, text),
                Item::Setup(fen) => read_setup(fen, items.rest().moves().next())
                    .map_err(StudyError::from)
                    .and_then(|pos| self.add_setup(last, pos)),
                Item::Variation(line) => {
                    let parent = self.node(last).and_then(|node| node.parent);
                    self.read_line(line, parent.unwrap_or(Study::ROOT), true);
                    continue;
                }
                _ => {
                    self.read_remark(item, last, before.as_mut());
                    continue;
                }
            };
            match next {
                Ok(node) => last = node,
                Err(error) => return self.fail(error),
            }
            if let (Some(before), Some(node)) = (before.take(), self.nodes.get_mut(&last)) {
                join(&mut node.before, &before);
            }
        }
    }

    fn read_remark(&mut self, item: Item<'_>, last: usize, before: Option<&mut String>) {
        let Some(node) = self.nodes.get_mut(&last) else { return };
        match (item, before) {
            (Item::Comment(comment), before) => join(before.unwrap_or(&mut node.comment), comment.text()),
            (Item::Nag(nag), None) => match Mark::from_nag(nag) {
                Some(mark) => node.mark = Some(mark),
                None if node.nags.len() < Study::MAX_NAGS => node.nags.push(nag),
                None => self.fail(StudyError::TooManyNags),
            },
            _ => {}
        }
    }

    fn read_move(&mut self, from: usize, text: MoveText) -> Result<usize, StudyError> {
        let state = self.node(from).ok_or(StudyError::NoSuchNode(from))?.state;
        let legal = state.legal_moves();
        let mv = match text.find(&legal) {
            SquareMatch::One(mv) => mv,
            SquareMatch::None if legal.contains(&Move::END_TURN) => {
                let from = self.add(from, Move::END_TURN)?;
                return self.read_move(from, text);
            }
            SquareMatch::None => {
                return Err(Fault::Illegal { text, why: state.explain_illegal(text.squares()) }.into());
            }
            SquareMatch::Several(moves) => return Err(Fault::Ambiguous { text, moves }.into()),
        };
        let node = self.add(from, mv)?;
        if let Some(strength) = text.strength() {
            self.set_mark(node, Some(strength.mark))?;
        }
        Ok(node)
    }

    /// Everything as a game file has it.
    pub fn to_record(&self) -> Record {
        Record { body: self.to_body(), ..self.head.clone() }
    }

    /// The moves as a game file has them, with variations in their places.
    pub fn to_body(&self) -> Body {
        let mut body = Body::new();
        write_remarks(&mut body, &self.nodes[&Study::ROOT]);
        self.write_line(&mut body, Study::ROOT);
        body
    }

    fn write_line(&self, body: &mut Body, from: usize) {
        let mut last = from;
        while let [main, others @ ..] = self.children(last) {
            self.write_node(body, *main);
            for other in others {
                let mut variation = Body::new();
                variation.push_comment(&self.nodes[other].before);
                self.write_node(&mut variation, *other);
                self.write_line(&mut variation, *other);
                body.push_variation(&variation).expect("a study has limits that keep its variations short");
            }
            last = *main;
        }
    }

    fn write_node(&self, body: &mut Body, id: usize) {
        let node = &self.nodes[&id];
        let before = node.parent.map(|parent| &self.nodes[&parent]);
        match node.mv.zip(before).and_then(|(mv, before)| MoveText::for_move(&before.state, mv)) {
            Some(text) => {
                let strength = node.mark.map(|mark| Strength { mark, bracketed: false });
                body.push_move(text.with_strength(strength));
            }
            // The notation has no move for the end of a turn. Mostly the move after it shows it.
            None if self.is_shown_by_next(id, node) => return,
            None => body.push_setup(&node.pos().to_string()),
        }
        write_remarks(body, node);
    }

    /// Is this the end of a turn that needs no words, because of the move that follows?
    fn is_shown_by_next(&self, id: usize, node: &Node) -> bool {
        let siblings = node.parent.map_or(&[][..], |parent| self.children(parent));
        let has_place = siblings.len() == 1 || siblings.first() != Some(&id);
        let next_is_move = self.children(id).first().is_some_and(|next| self.nodes[next].mv.is_some());
        node.mv.is_some() && node.is_bare() && has_place && next_is_move
    }
}

fn write_remarks(body: &mut Body, node: &Node) {
    // The mark of a move stands at the move.
    let is_marked = node.mv.is_some_and(|mv| !mv.is_end_turn());
    let mark = node.mark.filter(|_| !is_marked).map(Mark::nag);
    mark.iter().chain(&node.nags).for_each(|nag| body.push_nag(*nag));
    // Commands come first, so that nothing in the comment can be in their way.
    let eval = node.eval.map(|eval| format!("[%eval {eval}]")).unwrap_or_default();
    body.push_comment(&format!("{eval} {} {}", shape::commands(&node.shapes), node.comment));
}

/// The study as a game of a PDN file.
impl fmt::Display for Study {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_record().fmt(f)
    }
}

/// Reads the first game of a PDN file.
impl FromStr for Study {
    type Err = StudyError;

    fn from_str(text: &str) -> Result<Study, StudyError> {
        let record = Reader::from_text(text).next().ok_or(StudyError::NoGame)??;
        if record.is_only_words() && text.contains(char::is_alphabetic) && !text.contains('{') {
            return Err(StudyError::NoGame);
        }
        Ok(Study::from_record(&record))
    }
}
