//! A collection in figures.

use std::cmp::Reverse;

use crownhead_board::Color;

use crate::format::Section;
use crate::index::Index;
use crate::summary::{Games, Tally};

/// A name, and how many games it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The name.
    pub name: String,
    /// The number of games.
    pub games: u32,
}

/// A collection in figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// The number of files.
    pub files: usize,
    /// Games and how they ended.
    pub tally: Tally,
    /// Positions in all games, each counted as often as it occurs.
    pub positions: usize,
    /// Games of which not all moves are known, because one is illegal or played by house rules.
    pub incomplete: u32,
    /// The number of names of players.
    pub players: u32,
    /// The years of the first and the last game that has a date.
    pub years: Option<(u16, u16)>,
    /// The most plies of a game.
    pub longest: u16,
    /// The players with most games.
    pub top_players: Vec<Count>,
    /// The openings with most games.
    pub top_openings: Vec<Count>,
}

impl Index {
    /// The collection in figures, with the `n_top` most frequent players and openings.
    pub fn stats(&self, n_top: usize) -> Stats {
        let mut stats = Stats {
            files: self.files().count(),
            tally: Tally::default(),
            positions: self.n_positions(),
            incomplete: 0,
            players: self.n_texts(Section::NameEnds).saturating_sub(1),
            years: None,
            longest: 0,
            top_players: Vec::new(),
            top_openings: Vec::new(),
        };
        let mut players = vec![0; self.n_texts(Section::NameEnds) as usize];
        let mut openings = vec![0; self.n_texts(Section::EventEnds) as usize];
        let count = |counts: &mut [u32], number: u32| {
            counts.get_mut(number as usize).into_iter().for_each(|n| *n += 1);
        };
        for game in 0..self.n_games() {
            stats.tally.add(self.result(game));
            stats.incomplete += u32::from(self.section(Section::Whole)[game as usize] == 0);
            stats.longest = stats.longest.max(self.plies(game));
            if let Some(year) = self.date(game).map(|date| date.year()) {
                let (first, last) = stats.years.unwrap_or((year, year));
                stats.years = Some((first.min(year), last.max(year)));
            }
            for color in [Color::Black, Color::White] {
                count(&mut players, self.player(game, color));
            }
            count(&mut openings, self.word(Section::Opening, game));
        }
        stats.top_players = top(&players, n_top, |number| self.name(number));
        stats.top_openings = top(&openings, n_top, |number| self.event(number));
        stats
    }
}

fn top<'a>(counts: &[u32], n: usize, name: impl Fn(u32) -> &'a str) -> Vec<Count> {
    // The first name is nobody's.
    let mut counted: Vec<(u32, u32)> =
        counts.iter().copied().zip(0..).skip(1).filter(|(n, _)| *n > 0).collect();
    counted.sort_by_key(|(games, number)| (Reverse(*games), *number));
    counted.truncate(n);
    counted.into_iter().map(|(games, number)| Count { name: name(number).to_owned(), games }).collect()
}
