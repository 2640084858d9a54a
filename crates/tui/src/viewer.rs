//! Games of a file, and a place in one of them: comments and variations included.

use std::io;
use std::path::PathBuf;

use crownhead_board::{Color, Game, Move, Position, Rules, Setup, SquareMatch, match_squares};
use crownhead_pdn::{Item, Line, Mark, MoveText, Reader, Record};

/// The games of a file.
#[derive(Clone, Debug)]
pub struct GameFile {
    /// Where they came from.
    pub path: PathBuf,
    /// The games that could be read.
    pub records: Vec<Record>,
    /// What could not be read, with its place in the file.
    pub faults: Vec<String>,
}

impl GameFile {
    /// Reads all games of a file. What cannot be read is told and left out.
    ///
    /// # Errors
    ///
    /// The file cannot be opened.
    pub fn open(path: PathBuf) -> io::Result<GameFile> {
        let source = std::fs::File::open(&path)?;
        let (mut records, mut faults) = (Vec::new(), Vec::new());
        for record in Reader::new(io::BufReader::new(source)) {
            match record {
                Ok(record) => records.push(record),
                Err(error) => faults.push(error.in_file(path.display()).to_string()),
            }
        }
        Ok(GameFile { path, records, faults })
    }

    /// A line about a game: who played, where, and the result.
    pub fn title(&self, index: usize) -> String {
        let Some(record) = self.records.get(index) else { return String::new() };
        let name = |color| record.player(color).unwrap_or("?");
        let players = format!("{} - {}", name(Color::Black), name(Color::White));
        let tag = |name| record.tags.get(name).filter(|value| !value.trim().is_empty() && *value != "?");
        let rest: Vec<&str> = ["Event", "Date"].into_iter().filter_map(tag).collect();
        let n_moves = record.body.moves().count();
        format!("{players}  {}  {n_moves} plies  {}", record.ending.as_str(), rest.join(", "))
    }
}

/// A game with its variations as a tree, and a place in it.
#[derive(Clone, Debug)]
pub struct Viewer {
    rules: Rules,
    nodes: Vec<Node>,
    at: usize,
    /// What kept the rest of the game from being played.
    fault: Option<String>,
}

/// A position of the tree, and the move that led there.
#[derive(Clone, Debug)]
pub struct Node {
    parent: usize,
    /// The move; `None` at the root and where a file sets up a position.
    pub mv: Option<Move>,
    /// The position after it.
    pub pos: Position,
    /// Remarks and marks, as the file has them.
    pub remarks: Vec<String>,
    /// The moves that follow, the main one first.
    children: Vec<usize>,
}

const ROOT: usize = 0;

impl Viewer {
    /// The tree of a game. Where a move cannot be made, its line ends, and [`Viewer::fault`] tells.
    pub fn new(record: &Record) -> Viewer {
        let rules = record.tags.get("Rules").and_then(|rules| rules.parse().ok()).unwrap_or_default();
        let mut viewer = Viewer { rules, nodes: Vec::new(), at: ROOT, fault: None };
        let first = record.body.moves().next();
        let start = match record.fen().map(|fen| read_setup(fen, first)) {
            None => Position::START,
            Some(Ok(pos)) => pos,
            Some(Err(error)) => {
                viewer.fault = Some(error);
                Position::START
            }
        };
        viewer.nodes.push(Node {
            parent: ROOT,
            mv: None,
            pos: start,
            remarks: Vec::new(),
            children: Vec::new(),
        });
        if viewer.fault.is_none() {
            viewer.add_line(record.body.line(), ROOT);
        }
        viewer
    }

    fn add_line(&mut self, line: Line<'_>, from: usize) {
        let mut last = from;
        let mut items = line.into_iter();
        while let Some(item) = items.next() {
            match item {
                Item::Move(text) => match self.add_move(last, text) {
                    Some(node) => last = node,
                    None => return,
                },
                Item::Comment(comment) => self.nodes[last].remarks.push(comment.text().to_owned()),
                Item::Nag(nag) => self.nodes[last].remarks.push(nag_text(nag)),
                Item::Variation(line) => self.add_line(line, self.nodes[last].parent),
                Item::Setup(fen) => {
                    let next = items.clone().find_map(|item| match item {
                        Item::Move(text) => Some(text),
                        _ => None,
                    });
                    match read_setup(fen, next) {
                        Ok(pos) => last = self.add(last, None, pos),
                        Err(error) => return self.fail(error),
                    }
                }
                _ => {}
            }
        }
    }

    fn add_move(&mut self, from: usize, text: MoveText) -> Option<usize> {
        let legal = self.rules.legal_moves(&self.nodes[from].pos);
        let found = match match_squares(&legal, text.squares()) {
            SquareMatch::None if legal.contains(&Move::END_TURN) => {
                let pos = self.rules.play_unchecked(&self.nodes[from].pos, Move::END_TURN);
                let from = self.add(from, Some(Move::END_TURN), pos);
                return self.add_move(from, text);
            }
            found => found,
        };
        let SquareMatch::One(mv) = found else {
            self.fail(format!("{text} cannot be played in {}", self.nodes[from].pos));
            return None;
        };
        let pos = self.rules.play_unchecked(&self.nodes[from].pos, mv);
        let node = self.add(from, Some(mv), pos);
        if let Some(strength) = text.strength() {
            self.nodes[node].remarks.push(strength.mark.as_str().to_owned());
        }
        Some(node)
    }

    fn add(&mut self, parent: usize, mv: Option<Move>, pos: Position) -> usize {
        let node = self.nodes.len();
        self.nodes.push(Node { parent, mv, pos, remarks: Vec::new(), children: Vec::new() });
        self.nodes[parent].children.push(node);
        node
    }

    fn fail(&mut self, fault: String) {
        self.fault.get_or_insert(fault);
    }

    /// What kept a line of the game from being played to its end.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The place.
    pub fn node(&self) -> &Node {
        &self.nodes[self.at]
    }

    /// The moves that follow here, the main one first.
    pub fn continuations(&self) -> Vec<Move> {
        self.node().children.iter().filter_map(|child| self.nodes[*child].mv).collect()
    }

    /// Goes on with one of the moves that follow, the main one being 0. Is there such a move?
    pub fn forward(&mut self, choice: usize) -> bool {
        let next = self.node().children.get(choice).copied();
        next.inspect(|next| self.at = *next).is_some()
    }

    /// Goes one move back. Is there a move before this place?
    pub fn back(&mut self) -> bool {
        let moved = self.at != ROOT;
        self.at = self.node().parent;
        moved
    }

    /// Goes to the beginning.
    pub fn to_start(&mut self) {
        self.at = ROOT;
    }

    /// Goes to the end of the line.
    pub fn to_end(&mut self) {
        while self.forward(0) {}
    }

    /// Goes to the next or the last of the moves that stand in place of this one. Are there any?
    pub fn sideways(&mut self, steps: isize) -> bool {
        let siblings = &self.nodes[self.node().parent].children;
        let Some(here) = siblings.iter().position(|node| *node == self.at) else { return false };
        let there = (here as isize + steps).rem_euclid(siblings.len() as isize) as usize;
        self.at = siblings[there];
        there != here
    }

    /// How many moves stand here in place of each other, and which of them this is, from 0.
    pub fn alternatives(&self) -> (usize, usize) {
        let siblings = &self.nodes[self.node().parent].children;
        let here = siblings.iter().position(|node| *node == self.at);
        here.map_or((1, 0), |here| (siblings.len(), here))
    }

    /// The line through this place: the moves up to here and those that would follow, and how
    /// many of them are made.
    pub fn line(&self) -> (Vec<(Color, Option<Move>)>, usize) {
        let ply = |node: usize| {
            let Node { parent, mv, .. } = &self.nodes[node];
            (self.nodes[*parent].pos.turn(), *mv)
        };
        let mut made = Vec::new();
        let mut node = self.at;
        while node != ROOT {
            made.push(ply(node));
            node = self.nodes[node].parent;
        }
        made.reverse();
        let n_made = made.len();
        node = self.at;
        while let Some(next) = self.nodes[node].children.first() {
            made.push(ply(*next));
            node = *next;
        }
        (made, n_made)
    }

    /// The game as far as this place, to be played on.
    pub fn game(&self) -> Game {
        let mut path = Vec::new();
        let mut node = self.at;
        while node != ROOT {
            path.push(node);
            node = self.nodes[node].parent;
        }
        let mut game = Game::from_position(self.nodes[ROOT].pos, self.rules);
        for node in path.into_iter().rev().map(|node| &self.nodes[node]) {
            // Where a file sets up a position, or nobody claimed a draw, the game begins anew.
            let played = node.mv.is_some_and(|mv| game.play(mv).is_ok());
            if !played {
                game = Game::from_position(node.pos, self.rules);
            }
        }
        game
    }
}

fn read_setup(fen: &str, next: Option<MoveText>) -> Result<Position, String> {
    let mut setup: Setup = fen.parse().map_err(|error| format!("the FEN \"{fen}\": {error}"))?;
    let white_moves = next.is_some_and(|text| setup.white.contains(text.from()));
    setup.turn.get_or_insert(if white_moves { Color::White } else { Color::Black });
    Position::try_from(setup.with_men_crowned()).map_err(|error| format!("the FEN \"{fen}\": {error}"))
}

fn nag_text(nag: u16) -> String {
    let marks = [Mark::Good, Mark::Mistake, Mark::Brilliant, Mark::Blunder, Mark::Interesting, Mark::Dubious];
    let mark = marks.into_iter().find(|mark| mark.nag() == nag);
    mark.map_or_else(|| format!("${nag}"), |mark| mark.as_str().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn viewer(text: &str) -> Viewer {
        Viewer::new(&Reader::from_text(text).next().unwrap().unwrap())
    }

    #[test]
    fn comments_and_variations_are_found_where_they_stand() {
        let mut viewer = viewer("1. 11-15! {old} 22-18 (22-17 {other} 8-11) 2. 15x22 25x18 *");
        assert!(viewer.forward(0));
        assert_eq!(viewer.node().remarks, ["!", "old"]);
        assert_eq!(viewer.continuations().len(), 2);
        assert!(viewer.forward(1));
        assert_eq!((viewer.node().remarks[0].as_str(), viewer.alternatives()), ("other", (2, 1)));
        assert_eq!(viewer.line().0.len(), 3);
        assert!(viewer.sideways(1));
        viewer.to_end();
        assert_eq!(viewer.line().1, 4);
        assert_eq!(viewer.game().moves().len(), 4);
        assert!(!viewer.forward(0) && viewer.back());
    }

    #[test]
    fn a_game_ends_where_it_cannot_be_played() {
        let mut viewer = viewer("1. 11-15 22-18 2. 8-10 *");
        viewer.to_end();
        assert_eq!(viewer.line().1, 2);
        assert!(viewer.fault().unwrap().starts_with("8-10 cannot be played"));
    }
}
