//! What can be done to a study, within its limits.

use crownhead_board::{Move, Position, State};
use crownhead_pdn::{Body, GameResult, Item, MAX_DEPTH, Mark, Score, Tags};

use crate::error::StudyError;
use crate::eval::Eval;
use crate::shape::{self, Commands, Shape};
use crate::study::{Node, Study};

/// Tags that follow from the study.
const OWN_TAGS: [&str; 4] = ["FEN", "GameType", "Result", "Rules"];

impl Study {
    /// The most nodes, the start included.
    pub const MAX_NODES: usize = 10_000;
    /// The longest comment or tag that can be set, in characters.
    pub const MAX_COMMENT: usize = 10_000;
    /// The most bytes that all comments have together, which a game file can hold.
    pub const MAX_TEXT: usize = crownhead_pdn::MAX_TEXT / 2;
    /// The most shapes on a board.
    pub const MAX_SHAPES: usize = 32;
    /// The most annotations by number at a move.
    pub const MAX_NAGS: usize = 6;
    /// The most tags.
    pub const MAX_TAGS: usize = 100;

    fn known(&self, id: usize) -> Result<&Node, StudyError> {
        self.node(id).ok_or(StudyError::NoSuchNode(id))
    }

    fn known_mut(&mut self, id: usize) -> Result<&mut Node, StudyError> {
        self.nodes.get_mut(&id).ok_or(StudyError::NoSuchNode(id))
    }

    /// The node behind a move, which is added if it is not there.
    ///
    /// # Errors
    ///
    /// There is no such node, the move is not legal there, or the study is full.
    pub fn add(&mut self, parent: usize, mv: Move) -> Result<usize, StudyError> {
        let state = self.known(parent)?.state;
        if let Some(there) = self.child_by(parent, mv) {
            return Ok(there);
        }
        let is_it = |legal: &&Move| **legal == mv && legal.route() == mv.route();
        let mv = *state.legal_moves().iter().find(is_it).ok_or(StudyError::Illegal)?;
        self.append(parent, Some(mv), state.play_unchecked(mv))
    }

    /// The node behind a position that is set up in the middle of a game. If that is just what the end of a turn leads
    /// to, under house rules, it is the node behind that.
    ///
    /// # Errors
    ///
    /// There is no such node, or the study is full.
    pub fn add_setup(&mut self, parent: usize, pos: Position) -> Result<usize, StudyError> {
        let (before, after) = (self.known(parent)?.state, State::new(pos, *self.rules()));
        let ends_turn = before.is_mid_turn() && before.play(Move::END_TURN).is_ok_and(|state| state == after);
        if ends_turn { self.add(parent, Move::END_TURN) } else { self.append(parent, None, after) }
    }

    fn append(&mut self, parent: usize, mv: Option<Move>, state: State) -> Result<usize, StudyError> {
        let before = self.known(parent)?;
        let depth = before.depth + usize::from(!before.children.is_empty());
        if depth > MAX_DEPTH {
            return Err(StudyError::TooDeep);
        }
        if self.nodes.len() >= Study::MAX_NODES {
            return Err(StudyError::TooManyMoves);
        }
        Ok(self.insert(Some(parent), mv, state, depth))
    }

    /// Leaves out the numbers before this one, so that the nodes of a study that was kept can get theirs again.
    pub fn skip_to(&mut self, number: usize) {
        self.next = self.next.max(number);
    }

    /// Takes a node away with all that follow.
    ///
    /// # Errors
    ///
    /// There is no such node, or it is the start.
    pub fn remove(&mut self, id: usize) -> Result<(), StudyError> {
        let parent = self.known(id)?.parent.ok_or(StudyError::IsStart)?;
        self.known_mut(parent)?.children.retain(|child| *child != id);
        let mut doomed = vec![id];
        while let Some(node) = doomed.pop().and_then(|id| self.nodes.remove(&id)) {
            doomed.extend(node.children);
        }
        self.measure(parent);
        self.settle(parent);
        Ok(())
    }

    /// Makes a move the main one among its alternatives. The start stays where it is.
    ///
    /// # Errors
    ///
    /// There is no such node, or the move that was the main one would lie too deep in variations.
    pub fn promote(&mut self, id: usize) -> Result<(), StudyError> {
        let Some(parent) = self.known(id)?.parent else { return Ok(()) };
        let children = &mut self.known_mut(parent)?.children;
        let place = children.iter().position(|child| *child == id).unwrap_or(0);
        if place == 0 {
            return Ok(());
        }
        children[..=place].rotate_right(1);
        if self.measure(parent) > MAX_DEPTH {
            self.known_mut(parent)?.children[..=place].rotate_left(1);
            self.measure(parent);
            return Err(StudyError::TooDeep);
        }
        self.settle(parent);
        Ok(())
    }

    /// Makes the line to a node the main line of the study.
    ///
    /// # Errors
    ///
    /// There is no such node, or other lines would lie too deep in variations. Nothing is changed then.
    pub fn make_main(&mut self, id: usize) -> Result<(), StudyError> {
        let mut changed = self.clone();
        self.path(id).into_iter().try_for_each(|id| changed.promote(id))?;
        *self = changed;
        Ok(())
    }

    /// Finds out anew in how many variations everything below a node lies. How many is the most?
    fn measure(&mut self, id: usize) -> usize {
        let (mut deepest, mut below) = (0, vec![id]);
        while let Some(node) = below.pop().and_then(|id| self.nodes.get(&id)) {
            let depth = node.depth;
            deepest = deepest.max(depth);
            let children = node.children.clone();
            for (place, child) in children.iter().enumerate() {
                if let Some(child) = self.nodes.get_mut(child) {
                    child.depth = depth + usize::from(place > 0);
                }
            }
            below.extend(children);
        }
        deepest
    }

    /// What is said before the main move belongs to the node before it.
    fn settle(&mut self, id: usize) {
        if self.join_main(id) {
            self.tidy(id);
        }
    }

    /// Adds what is said before the main move to the comment of the node before it, as it is. Was there something?
    fn join_main(&mut self, id: usize) -> bool {
        let main = self.children(id).first().copied().and_then(|main| self.nodes.get_mut(&main));
        let before = main.map(|main| std::mem::take(&mut main.before)).unwrap_or_default();
        if let Some(node) = self.nodes.get_mut(&id) {
            join(&mut node.comment, &before);
        }
        !before.is_empty()
    }

    /// Brings the texts of a node in order, and takes shapes and evaluations out of them.
    fn tidy(&mut self, id: usize) {
        let Some(node) = self.nodes.get_mut(&id) else { return };
        let [(before, early), (comment, late)] = [&node.before, &node.comment].map(|text| read_text(text));
        (node.before, node.comment) = (before, comment);
        node.shapes = shape::ordered(node.shapes.drain(..).chain(early.shapes).chain(late.shapes));
        node.eval = late.eval.or(early.eval).or(node.eval);
        if node.shapes.len() > Study::MAX_SHAPES {
            node.shapes.truncate(Study::MAX_SHAPES);
            self.fail(StudyError::TooManyShapes);
        }
    }

    /// Brings everything in order that was read, and leaves out what is said too much.
    pub(crate) fn tidy_all(&mut self) {
        let all: Vec<usize> = self.nodes.keys().copied().collect();
        let mut total = 0;
        for id in all {
            self.join_main(id);
            self.tidy(id);
            let Some(node) = self.nodes.get_mut(&id) else { continue };
            total += node.text_size();
            if total > Study::MAX_TEXT {
                total -= node.text_size();
                (node.before, node.comment) = (String::new(), String::new());
                self.fail(StudyError::TooMuchText);
            }
        }
    }

    /// Says something about a node. It becomes one line, without braces. Shapes and evaluations in it, as game files write
    /// them, are taken out of it.
    ///
    /// # Errors
    ///
    /// There is no such node, the comment is too long, or it has too many shapes.
    pub fn set_comment(&mut self, id: usize, comment: &str) -> Result<(), StudyError> {
        self.set_text(id, comment, |node| &mut node.comment)
    }

    /// Says something before the first move of a variation, as [`Study::set_comment`] does after it.
    ///
    /// # Errors
    ///
    /// As for a comment, or the node is no first move of a variation.
    pub fn set_comment_before(&mut self, id: usize, comment: &str) -> Result<(), StudyError> {
        let parent = self.known(id)?.parent.ok_or(StudyError::NotAVariation)?;
        if self.children(parent).first() == Some(&id) {
            return Err(StudyError::NotAVariation);
        }
        self.set_text(id, comment, |node| &mut node.before)
    }

    fn set_text(
        &mut self,
        id: usize,
        text: &str,
        place: fn(&mut Node) -> &mut String,
    ) -> Result<(), StudyError> {
        check_length(text)?;
        let (text, Commands { shapes: found, eval }) = read_text(text);
        let total: usize = self.nodes.values().map(Node::text_size).sum();
        let node = self.known_mut(id)?;
        let shapes = checked_shapes(node.shapes.iter().copied().chain(found))?;
        let old = node.text_size();
        let replaced = std::mem::replace(place(node), text);
        if total - old + node.text_size() > Study::MAX_TEXT {
            *place(node) = replaced;
            return Err(StudyError::TooMuchText);
        }
        node.shapes = shapes;
        node.eval = eval.or(node.eval);
        Ok(())
    }

    /// Says how good a move was.
    ///
    /// # Errors
    ///
    /// There is no such node.
    pub fn set_mark(&mut self, id: usize, mark: Option<Mark>) -> Result<(), StudyError> {
        self.known_mut(id)?.mark = mark;
        Ok(())
    }

    /// Says what the position of a node is worth.
    ///
    /// # Errors
    ///
    /// There is no such node.
    pub fn set_eval(&mut self, id: usize, eval: Option<Eval>) -> Result<(), StudyError> {
        self.known_mut(id)?.eval = eval;
        Ok(())
    }

    /// Says other things about a move by number.
    ///
    /// # Errors
    ///
    /// There is no such node, there are too many numbers, or one of them is a mark: 1 to 6.
    pub fn set_nags(&mut self, id: usize, nags: &[u16]) -> Result<(), StudyError> {
        let node = self.known_mut(id)?;
        if let Some(mark) = nags.iter().copied().find(|nag| Mark::from_nag(*nag).is_some()) {
            return Err(StudyError::IsMark(mark));
        }
        if nags.len() > Study::MAX_NAGS {
            return Err(StudyError::TooManyNags);
        }
        node.nags = nags.to_vec();
        Ok(())
    }

    /// Draws on the board of a node. A square has one circle and two squares have one arrow: the last one given.
    ///
    /// # Errors
    ///
    /// There is no such node, or there are too many shapes.
    pub fn set_shapes(
        &mut self,
        id: usize,
        shapes: impl IntoIterator<Item = Shape>,
    ) -> Result<(), StudyError> {
        let node = self.known_mut(id)?;
        node.shapes = checked_shapes(shapes)?;
        Ok(())
    }

    /// Sets the first tag of a name, or adds it at the end.
    ///
    /// # Errors
    ///
    /// The name is none, or that of a tag which follows from the study; the value is too long; there are too many tags.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), StudyError> {
        check_tag(name)?;
        check_length(value)?;
        let tags = &mut self.head.tags;
        if tags.get(name).is_none() && tags.len() >= Study::MAX_TAGS {
            return Err(StudyError::TooManyTags);
        }
        Ok(tags.set(name, value)?)
    }

    /// Takes all tags of a name away.
    ///
    /// # Errors
    ///
    /// The tag follows from the study.
    pub fn remove_tag(&mut self, name: &str) -> Result<(), StudyError> {
        check_tag(name)?;
        let mut kept = Tags::new();
        for (known, value) in self.head.tags.iter().filter(|(known, _)| !known.eq_ignore_ascii_case(name)) {
            kept.push(known, value)?;
        }
        self.head.tags = kept;
        self.keep_a_tag();
        Ok(())
    }

    /// Game files have no games with nothing in them.
    pub(crate) fn keep_a_tag(&mut self) {
        if self.head.tags.is_empty() {
            self.head.tags.push("GameType", "21").expect("the name is one");
        }
    }

    /// Says how the game ended.
    pub fn set_result(&mut self, result: Option<GameResult>) {
        let head = &mut self.head;
        for score in Score::ALL {
            head.ending = score;
            if head.ending_result() == result {
                break;
            }
        }
        head.tags.set("Result", head.ending.as_str()).expect("the name is one");
    }
}

fn check_tag(name: &str) -> Result<(), StudyError> {
    let is_own = OWN_TAGS.iter().any(|own| own.eq_ignore_ascii_case(name));
    if is_own { Err(StudyError::OwnTag(name.to_owned())) } else { Ok(()) }
}

fn check_length(text: &str) -> Result<(), StudyError> {
    if text.chars().count() > Study::MAX_COMMENT { Err(StudyError::TooLong) } else { Ok(()) }
}

fn checked_shapes(shapes: impl IntoIterator<Item = Shape>) -> Result<Vec<Shape>, StudyError> {
    let shapes = shape::ordered(shapes);
    if shapes.len() > Study::MAX_SHAPES { Err(StudyError::TooManyShapes) } else { Ok(shapes) }
}

/// Adds a text to another, with a space between them.
pub(crate) fn join(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push(' ');
    }
    text.push_str(more);
}

/// A text as a game file gives it back, without its commands.
fn read_text(text: &str) -> (String, Commands) {
    let (text, said) = shape::split(&one_line(text));
    (one_line(&text), said)
}

fn one_line(text: &str) -> String {
    let mut body = Body::new();
    body.push_comment(text);
    match body.iter().next() {
        Some(Item::Comment(comment)) => comment.text().to_owned(),
        _ => String::new(),
    }
}
