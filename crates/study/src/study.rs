//! A game with its variations, comments and drawings as a tree.

use std::collections::BTreeMap;
use std::sync::Arc;

use crownhead_board::{Color, Game, Move, Position, Rules, State};
use crownhead_pdn::{Body, GameResult, Mark, Record, Tags};

use crate::error::StudyError;
use crate::eval::Eval;
use crate::shape::Shape;

/// A game to look at: every move that was played or considered, the position after it, and what is said about it.
///
/// Nodes have numbers that they keep as long as they are there; the start is number 0. The first of
/// a node's children is the main move there.
///
/// Whatever is in a study can be written as a game of a PDN file and read from it again: `Display` writes it, `FromStr`
/// reads it. Two studies are equal when they say the same; the numbers of their nodes do not matter.
///
/// ```
/// use crownhead_board::{Position, Rules};
/// use crownhead_study::Study;
///
/// let mut study = Study::new(Position::START, Rules::OFFICIAL);
/// let moves = study.start().legal_moves();
/// let first = study.add(Study::ROOT, moves[0])?;
/// let other = study.add(Study::ROOT, moves[1])?;
/// assert_eq!(study.add(Study::ROOT, moves[0])?, first);
/// assert_eq!(study.children(Study::ROOT), [first, other]);
/// study.set_comment(other, "The old way.")?;
/// study.promote(other)?;
/// assert_eq!(study.children(Study::ROOT), [other, first]);
/// assert_eq!(study.to_string().parse::<Study>()?, study);
/// # Ok::<(), crownhead_study::StudyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Study {
    /// Tags and result, without moves.
    pub(crate) head: Record,
    pub(crate) nodes: BTreeMap<usize, Node>,
    /// The number of the next node; a number is not given twice.
    pub(crate) next: usize,
    pub(crate) fault: Option<Arc<StudyError>>,
}

/// A position of a study, the move that led there, and what is said about it.
#[derive(Clone, Debug)]
pub struct Node {
    /// The node before it; `None` at the start.
    pub parent: Option<usize>,
    /// The move; `None` at the start and where a position is set up.
    pub mv: Option<Move>,
    /// The state after it.
    pub state: State,
    /// Plies from the start.
    pub ply: usize,
    /// What is said before the move, if it is the first of a variation.
    pub before: String,
    /// What is said after it.
    pub comment: String,
    /// How good the move was.
    pub mark: Option<Mark>,
    /// What else is said about it by number.
    pub nags: Vec<u16>,
    /// What is drawn on the board.
    pub shapes: Vec<Shape>,
    /// What the position is worth, as an engine sees it.
    pub eval: Option<Eval>,
    pub(crate) children: Vec<usize>,
    /// In how many variations it lies.
    pub(crate) depth: usize,
}

impl Node {
    /// The position after the move.
    pub fn pos(&self) -> &Position {
        self.state.position()
    }

    /// Mark, numbers and comments, one behind the other.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        let mark = self.mark.map(|mark| mark.as_str().to_owned());
        let nags = self.nags.iter().map(|nag| format!("${nag}"));
        let comments = [&self.before, &self.comment].into_iter().filter(|text| !text.is_empty());
        mark.into_iter().chain(nags).chain(comments.cloned())
    }

    /// Is this the move, by the same route?
    pub(crate) fn is_by(&self, mv: Move) -> bool {
        self.mv.is_some_and(|there| there == mv && there.route() == mv.route())
    }

    /// How much is said. A space counts with each text, so that it is as much when two are joined.
    pub(crate) fn text_size(&self) -> usize {
        [&self.before, &self.comment].iter().filter(|text| !text.is_empty()).map(|text| text.len() + 1).sum()
    }

    /// Is nothing said about it?
    pub(crate) fn is_bare(&self) -> bool {
        self.remarks().next().is_none() && self.shapes.is_empty() && self.eval.is_none()
    }

    fn says_the_same(&self, other: &Node) -> bool {
        let same_move = self.mv.map_or(other.mv.is_none(), |mv| other.is_by(mv));
        let said = |node: &Node| (node.before.clone(), node.comment.clone(), node.mark, node.nags.clone());
        let shown = |node: &Node| (node.shapes.clone(), node.eval);
        same_move && self.state == other.state && said(self) == said(other) && shown(self) == shown(other)
    }
}

impl Study {
    /// The start.
    pub const ROOT: usize = 0;

    /// A study without moves.
    pub fn new(start: Position, rules: Rules) -> Study {
        Study::from_game(&Game::from_position(start, rules))
    }

    /// The study of a game that was played.
    pub fn from_game(game: &Game) -> Study {
        let head = Record { body: Body::new(), ..Record::from_game(game) };
        let mut study = Study::empty(head, State::new(*game.start(), *game.rules()));
        let mut last = Study::ROOT;
        for mv in game.moves() {
            match study.add(last, mv) {
                Ok(node) => last = node,
                Err(error) => {
                    study.fail(error);
                    break;
                }
            }
        }
        study
    }

    pub(crate) fn empty(head: Record, start: State) -> Study {
        let mut study = Study { head, nodes: BTreeMap::new(), next: 0, fault: None };
        study.insert(None, None, start, 0);
        study
    }

    /// Adds a node, whatever the limits.
    pub(crate) fn insert(
        &mut self,
        parent: Option<usize>,
        mv: Option<Move>,
        state: State,
        depth: usize,
    ) -> usize {
        let id = self.next;
        self.next += 1;
        let node = Node {
            parent,
            mv,
            state,
            ply: 0,
            before: String::new(),
            comment: String::new(),
            mark: None,
            nags: Vec::new(),
            shapes: Vec::new(),
            eval: None,
            children: Vec::new(),
            depth,
        };
        let before = parent.and_then(|parent| self.nodes.get_mut(&parent));
        let ply = before.map_or(0, |before| {
            before.children.push(id);
            before.ply + 1
        });
        self.nodes.insert(id, Node { ply, ..node });
        id
    }

    pub(crate) fn fail(&mut self, error: StudyError) {
        self.fault.get_or_insert_with(|| Arc::new(error));
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        self.root().state.rules()
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        self.root().pos()
    }

    fn root(&self) -> &Node {
        &self.nodes[&Study::ROOT]
    }

    /// What kept a line of a recorded game from being played to its end, or something else from being taken in.
    pub fn fault(&self) -> Option<&StudyError> {
        self.fault.as_deref()
    }

    /// Event, players, date and whatever else is known about the game, in order.
    pub fn tags(&self) -> &Tags {
        &self.head.tags
    }

    /// The name of a player.
    pub fn player(&self, color: Color) -> Option<&str> {
        self.head.player(color)
    }

    /// How the game ended, if that is known.
    pub fn result(&self) -> Option<GameResult> {
        self.head.result()
    }

    /// A node by its number.
    pub fn node(&self, id: usize) -> Option<&Node> {
        self.nodes.get(&id)
    }

    /// All nodes with their numbers, in the order in which they were added.
    pub fn nodes(&self) -> impl Iterator<Item = (usize, &Node)> {
        self.nodes.iter().map(|(id, node)| (*id, node))
    }

    /// The nodes that follow, the main one first; none for a number that is not there.
    pub fn children(&self, id: usize) -> &[usize] {
        self.node(id).map_or(&[], |node| &node.children)
    }

    /// The node behind a move, if it is there. Two routes of a jump are two moves here.
    pub fn child_by(&self, parent: usize, mv: Move) -> Option<usize> {
        self.children(parent).iter().find(|id| self.nodes[id].is_by(mv)).copied()
    }

    /// The nodes from the start to this one, both included.
    pub fn path(&self, id: usize) -> Vec<usize> {
        let parent = |id: &usize| self.node(*id).and_then(|node| node.parent);
        let mut path: Vec<usize> = std::iter::successors(Some(id), parent).collect();
        path.reverse();
        path
    }

    /// The last node of the line that goes on from here by main moves.
    pub fn end_of_line(&self, id: usize) -> usize {
        let next = |id: &usize| self.children(*id).first().copied();
        std::iter::successors(Some(id), next).last().unwrap_or(id)
    }

    /// The game as far as a node, to be played on.
    pub fn game(&self, id: usize) -> Game {
        let mut game = Game::from_position(*self.start(), *self.rules());
        for node in self.path(id).into_iter().skip(1).filter_map(|id| self.node(id)) {
            // Where a position is set up, or nobody claimed a draw, the game begins anew.
            let played = node.mv.is_some_and(|mv| game.play(mv).is_ok());
            if !played {
                game = Game::from_state(node.state);
            }
        }
        game
    }
}

/// The same tags and result, and the same moves in the same order with the same said about them.
impl PartialEq for Study {
    fn eq(&self, other: &Study) -> bool {
        let mut pairs = vec![(Study::ROOT, Study::ROOT)];
        while let Some((id, its)) = pairs.pop() {
            let (node, its) = (&self.nodes[&id], &other.nodes[&its]);
            if !node.says_the_same(its) || node.children.len() != its.children.len() {
                return false;
            }
            pairs.extend(node.children.iter().copied().zip(its.children.iter().copied()));
        }
        self.head == other.head
    }
}

impl Eq for Study {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Study {
        text.parse().unwrap()
    }

    #[test]
    fn what_is_removed_leaves_the_other_numbers_alone() {
        let mut study = read("1. 11-15 22-18 (22-17 8-11) 2. 15x22 *");
        let [main, other] = *study.children(1) else { panic!("two moves") };
        study.remove(main).unwrap();
        assert_eq!((study.node(main).is_none(), study.children(1)), (true, &[other][..]));
        assert_eq!(study.end_of_line(Study::ROOT), study.children(other)[0]);
        assert_eq!(study.game(study.children(other)[0]).moves().len(), 3);
    }

    #[test]
    fn a_game_becomes_a_study() {
        let game = read("[Rules \"relay\"] 1. 11-15 22-18 2. 15x22 25x18 *").game(4);
        let study = Study::from_game(&game);
        assert_eq!(study.game(study.end_of_line(Study::ROOT)).moves().len(), 4);
        assert_eq!((study.rules(), study.fault().is_none()), (game.rules(), true));
    }
}
