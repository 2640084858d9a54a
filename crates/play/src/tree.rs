//! A game with its variations and comments as a tree.

use crownhead_board::{Color, Game, Move, Position, Rules, Setup, SquareMatch, State, match_squares};
use crownhead_pdn::{Body, Item, Line, Mark, MoveText, Record, Strength};

/// A game with its variations: every move that was played or considered, and the position after it.
///
/// Nodes have numbers that they keep as long as they are there; the start is number 0. The first of
/// a node's children is the main move there.
///
/// ```
/// use crownhead_board::{Position, Rules};
/// use crownhead_play::GameTree;
///
/// let mut tree = GameTree::new(Position::START, Rules::OFFICIAL);
/// let moves = tree.node(GameTree::ROOT).unwrap().state.legal_moves();
/// let first = tree.add(GameTree::ROOT, moves[0]).unwrap();
/// let other = tree.add(GameTree::ROOT, moves[1]).unwrap();
/// assert_eq!(tree.add(GameTree::ROOT, moves[0]), Some(first));
/// assert_eq!(tree.children(GameTree::ROOT), [first, other]);
/// tree.promote(other);
/// assert_eq!(tree.children(GameTree::ROOT), [other, first]);
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    rules: Rules,
    /// By their numbers; a number is not given twice.
    nodes: Vec<Option<Node>>,
    fault: Option<String>,
}

/// A position of the tree, and the move that led there.
#[derive(Clone, Debug)]
pub struct Node {
    /// The node before it; `None` at the start.
    pub parent: Option<usize>,
    /// The move; `None` at the start and where a file sets up a position.
    pub mv: Option<Move>,
    /// The state after it.
    pub state: State,
    /// Plies from the start.
    pub ply: usize,
    /// What somebody wrote.
    pub comment: String,
    /// How good the move was.
    pub mark: Option<Mark>,
    /// What else a file says about it by number.
    pub nags: Vec<u16>,
    children: Vec<usize>,
}

impl Node {
    fn new(parent: Option<usize>, mv: Option<Move>, state: State, ply: usize) -> Node {
        let (comment, mark, nags, children) = (String::new(), None, Vec::new(), Vec::new());
        Node { parent, mv, state, ply, comment, mark, nags, children }
    }

    /// The position after the move.
    pub fn pos(&self) -> &Position {
        self.state.position()
    }

    /// Mark, numbers and comment, one behind the other.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        let mark = self.mark.map(|mark| mark.as_str().to_owned());
        let nags = self.nags.iter().map(|nag| format!("${nag}"));
        let comment = (!self.comment.is_empty()).then(|| self.comment.clone());
        mark.into_iter().chain(nags).chain(comment)
    }

    fn add_comment(&mut self, text: &str) {
        if !self.comment.is_empty() {
            self.comment.push(' ');
        }
        self.comment.push_str(text);
    }

    fn add_nag(&mut self, nag: u16) {
        match Mark::from_nag(nag) {
            Some(mark) => self.mark = Some(mark),
            None => self.nags.push(nag),
        }
    }
}

impl GameTree {
    /// The start.
    pub const ROOT: usize = 0;

    /// The most nodes that moves can be added to.
    pub const MAX_NODES: usize = 10_000;

    /// A tree without moves.
    pub fn new(start: Position, rules: Rules) -> GameTree {
        let start = Node::new(None, None, State::new(start, rules), 0);
        GameTree { rules, nodes: vec![Some(start)], fault: None }
    }

    /// The tree of a recorded game. Where a move cannot be made, its line ends, and
    /// [`GameTree::fault`] tells.
    pub fn from_record(record: &Record) -> GameTree {
        let rules = record.tags.get("Rules").map_or(Ok(Rules::OFFICIAL), str::parse);
        let first = record.body.moves().next();
        let start = record.fen().map_or(Ok(Position::START), |fen| read_setup(fen, first));
        let fault = match (&rules, &start) {
            (Err(error), _) => Some(error.to_string()),
            (_, Err(error)) => Some(error.clone()),
            _ => None,
        };
        let mut tree = GameTree::new(start.unwrap_or(Position::START), rules.unwrap_or_default());
        tree.fault = fault;
        if tree.fault.is_none() {
            tree.read_line(record.body.line(), GameTree::ROOT);
        }
        tree
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        self.nodes[GameTree::ROOT].as_ref().expect("the start is never removed").pos()
    }

    /// What kept a line of a recorded game from being played to its end.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// A node by its number.
    pub fn node(&self, id: usize) -> Option<&Node> {
        self.nodes.get(id)?.as_ref()
    }

    /// A node to write something to.
    pub fn node_mut(&mut self, id: usize) -> Option<&mut Node> {
        self.nodes.get_mut(id)?.as_mut()
    }

    /// All nodes with their numbers, in the order in which they were added.
    pub fn nodes(&self) -> impl Iterator<Item = (usize, &Node)> {
        self.nodes.iter().enumerate().filter_map(|(id, node)| Some((id, node.as_ref()?)))
    }

    /// The nodes that follow, the main one first; none for a number that is not there.
    pub fn children(&self, id: usize) -> &[usize] {
        self.node(id).map_or(&[], |node| &node.children)
    }

    /// The node behind a move, which is added if it is not there. `None` when there is no such node,
    /// the move is not legal there, or the tree is full.
    pub fn add(&mut self, parent: usize, mv: Move) -> Option<usize> {
        let state = self.node(parent)?.state.play(mv).ok()?;
        if let Some(there) = self.child_by(parent, mv) {
            return Some(there);
        }
        (self.nodes.len() < GameTree::MAX_NODES).then(|| self.append(parent, Some(mv), state))
    }

    /// The node behind a position that is set up in the middle of a game.
    pub fn add_setup(&mut self, parent: usize, pos: Position) -> Option<usize> {
        self.node(parent)?;
        (self.nodes.len() < GameTree::MAX_NODES)
            .then(|| self.append(parent, None, State::new(pos, self.rules)))
    }

    /// The node behind a move, if it is there. Two routes of a jump are two moves here.
    pub fn child_by(&self, parent: usize, mv: Move) -> Option<usize> {
        let same = |id: &&usize| {
            self.node(**id)
                .is_some_and(|node| node.mv.is_some_and(|there| there == mv && there.route() == mv.route()))
        };
        self.children(parent).iter().find(same).copied()
    }

    fn append(&mut self, parent: usize, mv: Option<Move>, state: State) -> usize {
        let id = self.nodes.len();
        let ply = self.node(parent).map_or(0, |node| node.ply + 1);
        self.nodes.push(Some(Node::new(Some(parent), mv, state, ply)));
        if let Some(node) = self.node_mut(parent) {
            node.children.push(id);
        }
        id
    }

    /// A place for a node that is no longer there, so that the others keep their numbers.
    pub fn skip(&mut self) {
        self.nodes.push(None);
    }

    /// Takes a node away with all that follow. The start stays.
    pub fn remove(&mut self, id: usize) {
        let Some(parent) = self.node(id).and_then(|node| node.parent) else { return };
        if let Some(node) = self.node_mut(parent) {
            node.children.retain(|child| *child != id);
        }
        let mut doomed = vec![id];
        while let Some(id) = doomed.pop() {
            let node = self.nodes.get_mut(id).and_then(Option::take);
            doomed.extend(node.into_iter().flat_map(|node| node.children));
        }
    }

    /// Makes a move the main one among its alternatives.
    pub fn promote(&mut self, id: usize) {
        let Some(parent) = self.node(id).and_then(|node| node.parent) else { return };
        if let Some(node) = self.node_mut(parent) {
            node.children.retain(|child| *child != id);
            node.children.insert(0, id);
        }
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
        let mut game = Game::from_position(*self.start(), self.rules);
        for node in self.path(id).into_iter().skip(1).filter_map(|id| self.node(id)) {
            // Where a file sets up a position, or nobody claimed a draw, the game begins anew.
            let played = node.mv.is_some_and(|mv| game.play(mv).is_ok());
            if !played {
                game = Game::from_state(node.state);
            }
        }
        game
    }

    /// Everything as a game file has it, with variations in their places.
    pub fn to_body(&self) -> Body {
        let mut body = Body::new();
        self.write_remarks(&mut body, GameTree::ROOT);
        self.write_line(&mut body, GameTree::ROOT);
        body
    }

    fn write_line(&self, body: &mut Body, from: usize) {
        let mut last = from;
        while let [main, others @ ..] = self.children(last) {
            self.write_node(body, *main);
            for other in others {
                let mut variation = Body::new();
                self.write_node(&mut variation, *other);
                self.write_line(&mut variation, *other);
                // A line that lies too deep in others is left out.
                let _ = body.push_variation(&variation);
            }
            last = *main;
        }
    }

    fn write_node(&self, body: &mut Body, id: usize) {
        let Some(node) = self.node(id) else { return };
        let before = node.parent.and_then(|parent| self.node(parent));
        match node.mv.zip(before) {
            Some((mv, before)) => {
                if let Some(text) = MoveText::for_move(&before.state, mv) {
                    let strength = node.mark.map(|mark| Strength { mark, bracketed: false });
                    body.push_move(text.with_strength(strength));
                }
            }
            None => body.push_setup(&node.pos().to_string()),
        }
        self.write_remarks(body, id);
    }

    fn write_remarks(&self, body: &mut Body, id: usize) {
        let Some(node) = self.node(id) else { return };
        node.nags.iter().for_each(|nag| body.push_nag(*nag));
        if !node.comment.is_empty() {
            body.push_comment(&node.comment);
        }
    }

    fn read_line(&mut self, line: Line<'_>, from: usize) {
        let mut last = from;
        let mut items = line.into_iter();
        while let Some(item) = items.next() {
            match item {
                Item::Move(text) => match self.read_move(last, text) {
                    Some(node) => last = node,
                    None => return,
                },
                Item::Comment(comment) => self.write(last, |node| node.add_comment(comment.text())),
                Item::Nag(nag) => self.write(last, |node| node.add_nag(nag)),
                Item::Variation(line) => {
                    let parent = self.node(last).and_then(|node| node.parent);
                    self.read_line(line, parent.unwrap_or(GameTree::ROOT));
                }
                Item::Setup(fen) => {
                    let next = items.clone().find_map(|item| match item {
                        Item::Move(text) => Some(text),
                        _ => None,
                    });
                    match read_setup(fen, next) {
                        Ok(pos) => last = self.append(last, None, State::new(pos, self.rules)),
                        Err(error) => return self.fail(error),
                    }
                }
                _ => {}
            }
        }
    }

    fn read_move(&mut self, from: usize, text: MoveText) -> Option<usize> {
        let state = self.node(from)?.state;
        let legal = state.legal_moves();
        let mv = match match_squares(&legal, text.squares()) {
            SquareMatch::One(mv) => mv,
            SquareMatch::None if legal.contains(&Move::END_TURN) => {
                let from = self.reach(from, Move::END_TURN, &state);
                return self.read_move(from, text);
            }
            SquareMatch::None | SquareMatch::Several(_) => {
                self.fail(format!("{text} cannot be played in {}", state.position()));
                return None;
            }
        };
        let node = self.reach(from, mv, &state);
        if let Some(strength) = text.strength() {
            self.write(node, |node| node.mark = Some(strength.mark));
        }
        Some(node)
    }

    /// The node behind a move that is known to be legal, however many there are.
    fn reach(&mut self, from: usize, mv: Move, state: &State) -> usize {
        self.child_by(from, mv).unwrap_or_else(|| self.append(from, Some(mv), state.play_unchecked(mv)))
    }

    fn write(&mut self, id: usize, write: impl FnOnce(&mut Node)) {
        if let Some(node) = self.node_mut(id) {
            write(node);
        }
    }

    fn fail(&mut self, fault: String) {
        self.fault.get_or_insert(fault);
    }
}

fn read_setup(fen: &str, next: Option<MoveText>) -> Result<Position, String> {
    let mut setup: Setup = fen.parse().map_err(|error| format!("the FEN \"{fen}\": {error}"))?;
    let white_moves = next.is_some_and(|text| setup.white.contains(text.from()));
    setup.turn.get_or_insert(if white_moves { Color::White } else { Color::Black });
    Position::try_from(setup.with_men_crowned()).map_err(|error| format!("the FEN \"{fen}\": {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_pdn::Reader;

    fn read(text: &str) -> Record {
        Reader::from_text(text).next().unwrap().unwrap()
    }

    #[test]
    fn a_tree_is_written_as_it_was_read() {
        let text =
            "{To begin with.} 1. 11-15! {old} 22-18 (22-17 {other} 8-11 (9-13) 25-22) 2. 15x22 25x18 *";
        let record = read(text);
        assert_eq!(GameTree::from_record(&record).to_body(), record.body);
    }

    #[test]
    fn what_is_removed_leaves_the_other_numbers_alone() {
        let mut tree = GameTree::from_record(&read("1. 11-15 22-18 (22-17 8-11) 2. 15x22 *"));
        let [main, other] = tree.children(1) else { panic!("two moves") };
        let (main, other) = (*main, *other);
        tree.remove(main);
        assert_eq!((tree.node(main).is_none(), tree.children(1)), (true, &[other][..]));
        assert_eq!(tree.end_of_line(GameTree::ROOT), tree.children(other)[0]);
        assert_eq!(tree.game(tree.children(other)[0]).moves().len(), 3);
    }

    #[test]
    fn a_line_ends_where_it_cannot_be_played() {
        let tree = GameTree::from_record(&read("1. 11-15 22-18 2. 8-10 *"));
        assert!(tree.fault().unwrap().starts_with("8-10 cannot be played"));
        assert_eq!(tree.node(tree.end_of_line(0)).unwrap().ply, 2);
    }
}
