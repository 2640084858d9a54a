//! The part of a game after the tags.

use std::fmt;

use thiserror::Error;

use crate::clock::Clock;
use crate::move_text::MoveText;
use crate::text;

/// How deep variations may be nested. A deeper one is read as a comment.
pub const MAX_DEPTH: usize = 64;

/// The longest text of a variation, in bytes.
pub(crate) const MAX_VARIATION: usize = 16 << 20;

/// An upper bound for what an item takes in a file besides its own text.
const MAX_ITEM_OVERHEAD: usize = 96;

/// The moves of a game and everything between them.
///
/// Everything in a body can be written and read back unchanged, so what is added is cleaned up: see [`push_comment`](Body::push_comment), [`push_setup`](Body::push_setup) and
/// [`push_variation`](Body::push_variation).
///
/// ```
/// use crownhead_pdn::Body;
///
/// let mut other = Body::new();
/// other.push_move("22-17".parse()?);
///
/// let mut body = Body::new();
/// body.push_move("11-15".parse()?);
/// body.push_move("22-18".parse()?);
/// body.push_variation(&other)?;
/// body.push_comment("The main road.");
/// assert_eq!(body.moves().count(), 2);
/// assert_eq!(body.iter().count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Body {
    /// Everything in the order of the file, variations included, in one allocation.
    nodes: Vec<Node>,
    /// The comments and setups.
    text: String,
}

#[derive(Clone, Copy)]
enum Node {
    Move(MoveText),
    Nag(u16),
    Comment(TextSpan),
    Setup(TextSpan),
    /// The next `len` nodes are a variation.
    Variation {
        len: u32,
    },
}

#[derive(Clone, Copy)]
struct TextSpan {
    start: u32,
    end: u32,
}

impl Body {
    /// An empty body.
    pub fn new() -> Body {
        Body::default()
    }

    /// Adds a move.
    pub fn push_move(&mut self, text: MoveText) {
        self.nodes.push(Node::Move(text));
    }

    /// Adds a numeric annotation, such as 7 for `$7`, the only move.
    pub fn push_nag(&mut self, nag: u16) {
        self.nodes.push(Node::Nag(nag));
    }

    /// Adds a comment.
    ///
    /// White space and control characters become single spaces, because lines are wrapped on writing.
    /// Braces become parentheses, because comments cannot contain a closing brace. The text is cut after
    /// [`MAX_TEXT`](crate::MAX_TEXT) bytes. An empty comment is not added.
    pub fn push_comment(&mut self, comment: &str) {
        if let Some(span) = self.push_text(comment, text::push_comment) {
            self.nodes.push(Node::Comment(span));
        }
    }

    /// Adds a setup: the FEN of a position from which the game continues.
    ///
    /// Quotes, slashes, braces, parentheses, `%` and control characters, none of which occur in a FEN, are
    /// removed. An empty setup is not added.
    pub fn push_setup(&mut self, fen: &str) {
        if let Some(span) = self.push_text(fen, text::push_setup) {
            self.nodes.push(Node::Setup(span));
        }
    }

    fn push_text(&mut self, text: &str, push: fn(&mut String, &str)) -> Option<TextSpan> {
        let start = self.text.len();
        push(&mut self.text, text);
        match (u32::try_from(start), u32::try_from(self.text.len())) {
            (Ok(start), Ok(end)) if start < end => Some(TextSpan { start, end }),
            _ => {
                // It is empty, or the game has four gigabytes of text.
                self.text.truncate(start);
                None
            }
        }
    }

    /// Adds a variation, whose first move replaces the last move or setup here.
    ///
    /// # Errors
    ///
    /// Returns an error if there is nothing to replace, if the variation has neither a move nor a setup, or
    /// if it is too deep or too long to be read back.
    pub fn push_variation(&mut self, variation: &Body) -> Result<(), VariationError> {
        if !self.line().has_play() {
            return Err(VariationError::NothingToReplace);
        }
        if !variation.line().has_play() {
            return Err(VariationError::Empty);
        }
        if variation.line().depth() >= MAX_DEPTH {
            return Err(VariationError::TooDeep);
        }
        if variation.nodes.len() * MAX_ITEM_OVERHEAD + variation.text.len() > MAX_VARIATION {
            return Err(VariationError::TooLong);
        }
        let open = self.open_variation();
        self.append(variation.line());
        self.close_variation(open);
        Ok(())
    }

    fn append(&mut self, line: Line<'_>) {
        line.into_iter().for_each(|item| self.push_item(item));
    }

    /// Adds an item of another body. A variation that has nothing here to replace is not added.
    pub fn push_item(&mut self, item: Item<'_>) {
        match item {
            Item::Move(text) => self.push_move(text),
            Item::Nag(nag) => self.push_nag(nag),
            Item::Comment(comment) => self.push_comment(comment.text()),
            Item::Setup(fen) => self.push_setup(fen),
            Item::Variation(inner) if self.line().has_play() => {
                let open = self.open_variation();
                self.append(inner);
                self.close_variation(open);
            }
            Item::Variation(_) => {}
        }
    }

    /// The main line.
    pub fn line(&self) -> Line<'_> {
        Line { nodes: &self.nodes, text: &self.text }
    }

    /// The items of the main line.
    pub fn iter(&self) -> Items<'_> {
        self.line().into_iter()
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = MoveText> {
        self.line().moves()
    }

    /// Returns whether there is nothing at all, not even a comment.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

/// For the parser, which builds bodies in place and may have to backtrack.
impl Body {
    pub(crate) fn with_capacity(nodes: usize) -> Body {
        Body { nodes: Vec::with_capacity(nodes), text: String::new() }
    }

    pub(crate) fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Begins a variation in place; pass the result to [`Body::close_variation`].
    pub(crate) fn open_variation(&mut self) -> Checkpoint {
        let mark = Checkpoint { nodes: self.nodes.len(), text: self.text.len() };
        self.nodes.push(Node::Variation { len: 0 });
        mark
    }

    pub(crate) fn close_variation(&mut self, open: Checkpoint) {
        let len = self.nodes.len() - open.nodes - 1;
        // Variations are bounded in length, so this cannot be cut off.
        self.nodes[open.nodes] = Node::Variation { len: len as u32 };
    }

    /// Removes everything since the variation was opened.
    pub(crate) fn drop_variation(&mut self, open: Checkpoint) {
        self.nodes.truncate(open.nodes);
        self.text.truncate(open.text);
    }

    /// The move at an index, which was [`Body::n_nodes`] before it was pushed.
    pub(crate) fn move_mut(&mut self, index: usize) -> Option<&mut MoveText> {
        match self.nodes.get_mut(index) {
            Some(Node::Move(text)) => Some(text),
            _ => None,
        }
    }
}

/// A state of a [`Body`] to return to.
#[derive(Clone, Copy)]
pub(crate) struct Checkpoint {
    nodes: usize,
    text: usize,
}

/// The same items in the same order, variations included.
impl PartialEq for Body {
    fn eq(&self, other: &Body) -> bool {
        self.line() == other.line()
    }
}

impl Eq for Body {}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.line().fmt(f)
    }
}

impl<'a> IntoIterator for &'a Body {
    type Item = Item<'a>;
    type IntoIter = Items<'a>;

    fn into_iter(self) -> Items<'a> {
        self.iter()
    }
}

/// A line of play: the main line of a [`Body`], or a variation in it.
#[derive(Clone, Copy)]
pub struct Line<'a> {
    nodes: &'a [Node],
    text: &'a str,
}

impl<'a> Line<'a> {
    /// The moves of this line, without those of its variations.
    pub fn moves(self) -> impl Iterator<Item = MoveText> + 'a {
        self.into_iter().filter_map(|item| match item {
            Item::Move(text) => Some(text),
            _ => None,
        })
    }

    /// How deep variations are nested; 0 if there are none.
    pub fn depth(self) -> usize {
        let depths = self.into_iter().map(|item| match item {
            Item::Variation(line) => 1 + line.depth(),
            _ => 0,
        });
        depths.max().unwrap_or(0)
    }

    /// Whether there is a move or setup.
    fn has_play(self) -> bool {
        self.into_iter().any(|item| matches!(item, Item::Move(_) | Item::Setup(_)))
    }
}

impl<'a> IntoIterator for Line<'a> {
    type Item = Item<'a>;
    type IntoIter = Items<'a>;

    fn into_iter(self) -> Items<'a> {
        Items(self)
    }
}

impl PartialEq for Line<'_> {
    fn eq(&self, other: &Line<'_>) -> bool {
        self.into_iter().eq(*other)
    }
}

impl Eq for Line<'_> {}

impl fmt::Debug for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(*self).finish()
    }
}

/// The items of a [`Line`].
#[derive(Clone)]
pub struct Items<'a>(Line<'a>);

impl<'a> Items<'a> {
    /// What is left of the line.
    pub fn rest(&self) -> Line<'a> {
        self.0
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        let Line { nodes, text } = self.0;
        let (&first, mut rest) = nodes.split_first()?;
        let text_of = |span: TextSpan| &text[span.start as usize..span.end as usize];
        let item = match first {
            Node::Move(text) => Item::Move(text),
            Node::Nag(nag) => Item::Nag(nag),
            Node::Comment(span) => Item::Comment(Comment { text: text_of(span) }),
            Node::Setup(span) => Item::Setup(text_of(span)),
            Node::Variation { len } => {
                let (inner, after) = rest.split_at(len as usize);
                rest = after;
                Item::Variation(Line { nodes: inner, text })
            }
        };
        self.0.nodes = rest;
        Some(item)
    }
}

/// An item of a line of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Item<'a> {
    /// A move.
    Move(MoveText),
    /// A numeric annotation `$n` of the move before it.
    Nag(u16),
    /// A comment.
    Comment(Comment<'a>),
    /// The FEN of a position from which the line continues.
    Setup(&'a str),
    /// An alternative to the move or setup before it.
    Variation(Line<'a>),
}

/// A comment in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment<'a> {
    text: &'a str,
}

impl<'a> Comment<'a> {
    /// The text, clock commands included.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// The clock times in the text.
    pub fn clocks(self) -> impl Iterator<Item = Clock> + 'a {
        Clock::all_in(self.text)
    }
}

/// Why a variation cannot be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum VariationError {
    /// There is no move or setup before it.
    #[error("a variation replaces the move before it, and there is no move yet")]
    NothingToReplace,
    /// It has no move and no setup.
    #[error("a variation has at least one move")]
    Empty,
    /// It would be nested deeper than [`MAX_DEPTH`].
    #[error("variations are nested at most {MAX_DEPTH} deep")]
    TooDeep,
    /// Its text is longer than a reader accepts.
    #[error("a variation takes at most 16 MiB of text")]
    TooLong,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_move() -> Body {
        let mut body = Body::new();
        body.push_move("11-15".parse().unwrap());
        body
    }

    #[test]
    fn variations_follow_a_move_and_have_one() {
        let variation = one_move();
        assert_eq!(Body::new().push_variation(&variation), Err(VariationError::NothingToReplace));
        let mut words = Body::new();
        words.push_comment("nothing");
        assert_eq!(one_move().push_variation(&words), Err(VariationError::Empty));
        words.push_setup("W:W1:B32");
        assert_eq!(one_move().push_variation(&words), Ok(()));
        assert_eq!(words.push_variation(&variation), Ok(()));
    }

    #[test]
    fn depth_is_bounded() {
        let mut body = one_move();
        for depth in 0..MAX_DEPTH {
            assert_eq!(body.line().depth(), depth);
            let inner = std::mem::replace(&mut body, one_move());
            body.push_variation(&inner).unwrap();
        }
        assert_eq!(one_move().push_variation(&body), Err(VariationError::TooDeep));
    }

    #[test]
    fn empty_comments_are_not_kept() {
        let mut body = Body::new();
        body.push_comment(" \n ");
        body.push_setup(" / ");
        assert!(body.is_empty());
    }

    #[test]
    fn equality_does_not_depend_on_how_a_body_was_made() {
        let mut a = one_move();
        let mark = a.open_variation();
        a.push_comment("gone");
        a.drop_variation(mark);
        assert_eq!(a, one_move());
        a.push_nag(7);
        assert_ne!(a, one_move());
    }

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<Node>(), 16);
    }
}
