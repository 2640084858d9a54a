//! Games of a file, and a place in one of them: comments and variations included.

use std::io;
use std::path::PathBuf;

use crownhead_board::{Color, Game, Move};
use crownhead_pdn::{Reader, Record};
use crownhead_study::{Node, Study, StudyError};

/// The games of a file.
#[derive(Clone, Debug)]
pub struct GameFile {
    /// Where they came from.
    pub path: PathBuf,
    /// The games that could be read, some of them only to where they cannot be.
    pub records: Vec<Record>,
    /// What could not be read, with its place in the file.
    pub faults: Vec<String>,
}

impl GameFile {
    /// Reads all games of a file, and of a game with a fault what stands before that. What cannot be read is told and left out,
    /// and words alone are no game.
    ///
    /// # Errors
    ///
    /// The file cannot be opened.
    pub fn open(path: PathBuf) -> io::Result<GameFile> {
        let source = std::fs::File::open(&path)?;
        let (mut records, mut faults) = (Vec::new(), Vec::new());
        let mut reader = Reader::new(source);
        while let Some(record) = reader.next() {
            let record = match record {
                Ok(record) => Some(record),
                Err(error) => {
                    faults.push(error.in_file(path.display()).to_string());
                    reader.take_unfinished()
                }
            };
            records.extend(record.filter(|record| !record.is_only_words()));
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

/// A game with its variations, and a place in it.
#[derive(Clone, Debug)]
pub struct Viewer {
    study: Study,
    at: usize,
}

impl Viewer {
    /// The beginning of a game. Where a move cannot be made, its line ends, and [`Viewer::fault`] tells.
    pub fn new(record: &Record) -> Viewer {
        Viewer { study: Study::from_record(record), at: Study::ROOT }
    }

    /// What kept a line of the game from being played to its end.
    pub fn fault(&self) -> Option<&StudyError> {
        self.study.fault()
    }

    /// The place.
    pub fn node(&self) -> &Node {
        self.study.node(self.at).expect("a viewer goes only to nodes that are there")
    }

    /// The moves that follow here, the main one first.
    pub fn continuations(&self) -> Vec<Move> {
        self.study.children(self.at).iter().filter_map(|child| self.study.node(*child)?.mv).collect()
    }

    /// Goes on with one of the moves that follow, the main one being 0. Is there such a move?
    pub fn forward(&mut self, choice: usize) -> bool {
        let next = self.study.children(self.at).get(choice).copied();
        next.inspect(|next| self.at = *next).is_some()
    }

    /// Goes one move back. Is there a move before this place?
    pub fn back(&mut self) -> bool {
        let before = self.node().parent;
        before.inspect(|before| self.at = *before).is_some()
    }

    /// Goes to the beginning.
    pub fn to_start(&mut self) {
        self.at = Study::ROOT;
    }

    /// Goes to the end of the line.
    pub fn to_end(&mut self) {
        self.at = self.study.end_of_line(self.at);
    }

    /// The moves that stand in place of each other here, this one among them.
    fn siblings(&self) -> &[usize] {
        self.node().parent.map_or(&[], |parent| self.study.children(parent))
    }

    /// Goes to the next or the last of the moves that stand in place of this one. Are there any?
    pub fn sideways(&mut self, steps: isize) -> bool {
        let siblings = self.siblings();
        let Some(here) = siblings.iter().position(|node| *node == self.at) else { return false };
        let there = (here as isize + steps).rem_euclid(siblings.len() as isize) as usize;
        self.at = siblings[there];
        there != here
    }

    /// How many moves stand here in place of each other, and which of them this is, from 0.
    pub fn alternatives(&self) -> (usize, usize) {
        let siblings = self.siblings();
        let here = siblings.iter().position(|node| *node == self.at);
        here.map_or((1, 0), |here| (siblings.len(), here))
    }

    /// The line through this place: the moves up to here and those that would follow, and how
    /// many of them are made.
    pub fn line(&self) -> (Vec<(Color, Option<Move>)>, usize) {
        let line = self.study.path(self.study.end_of_line(self.at));
        let made = line.iter().position(|node| *node == self.at).unwrap_or_default();
        let turns = line.iter().filter_map(|node| self.study.node(*node)).map(|node| node.state.turn());
        let moves = line[1..].iter().map(|node| self.study.node(*node).and_then(|node| node.mv));
        (turns.zip(moves).collect(), made)
    }

    /// The game as far as this place, to be played on.
    pub fn game(&self) -> Game {
        self.study.game(self.at)
    }
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
        assert_eq!(viewer.node().remarks().collect::<Vec<_>>(), ["!", "old"]);
        assert_eq!(viewer.continuations().len(), 2);
        assert!(viewer.forward(1));
        assert_eq!((viewer.node().comment.as_str(), viewer.alternatives()), ("other", (2, 1)));
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
        assert!(viewer.fault().unwrap().to_string().starts_with("8-10: 8 and 10 are not"));
    }
}
