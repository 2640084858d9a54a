//! The table of a tournament.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use serde::Serialize;

use super::file::TournamentFile;
use super::folder::Saved;
use super::ratings::{LEVEL_RATINGS, Rating, Scored, rate};
use super::record::{GameRecord, SideRecord};

/// The table of a tournament, computed from its games.
#[derive(Clone, Debug, Serialize)]
pub struct Scoreboard {
    /// A row for each player, in the order of the file.
    pub rows: Vec<Row>,
    /// The points of each player (row) against each other (column), with the number of games.
    pub cross: Vec<Vec<(f64, u32)>>,
    /// Games that count.
    pub n_games: usize,
    /// Void games, every run counted.
    pub n_voids: usize,
    /// Why games are void, and the number of these games.
    pub void_causes: BTreeMap<String, usize>,
}

/// A player's row in the table.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Its specification.
    pub spec: String,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Losses by a fault.
    pub forfeits: u32,
    /// Void games in which it was unreachable.
    pub voids: u32,
    /// The rating from all games that count.
    pub rating: Rating,
    /// The rating from games that were decided on the board, if there are any.
    pub by_play: Option<Rating>,
    /// The rating without anchors.
    pub free: Rating,
    /// Moves, attempts and quality in games that count, and the tokens of all games.
    pub side: SideRecord,
    /// What all its tokens cost, if it has a price.
    pub cost: Option<f64>,
}

impl Row {
    /// Points: a win is 1, a draw a half.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Games that count.
    pub fn n_games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// What a game that counts costs, with its share of void games.
    pub fn game_cost(&self) -> Option<f64> {
        self.cost.filter(|_| self.n_games() > 0).map(|cost| cost / f64::from(self.n_games()))
    }
}

impl Scoreboard {
    /// The table after these games.
    pub fn new<R: Borrow<GameRecord>>(file: &TournamentFile, records: &[R]) -> Scoreboard {
        let (names, n) = (file.names(), file.players.len());
        let anchors = anchors(file);
        let records: Vec<&GameRecord> = records.iter().map(Borrow::borrow).collect();
        let counted: Vec<&GameRecord> =
            records.iter().copied().filter(|record| record.points.is_some()).collect();
        let played = counted.iter().copied().filter(|record| !record.is_forfeit());
        let has_played = |player: usize| {
            counted
                .iter()
                .any(|record| !record.is_forfeit() && [record.black, record.white].contains(&player))
        };
        let ratings = ratings_of(file, counted.iter().copied());
        let by_play = rate(n, &scored(played), &anchors);
        let free = rate(n, &scored(counted.iter().copied()), &[]);
        let row = |player: usize| {
            let mut row = Row {
                name: names[player].clone(),
                spec: file.players[player].spec.clone(),
                wins: 0,
                draws: 0,
                losses: 0,
                forfeits: 0,
                voids: 0,
                rating: ratings[player],
                by_play: has_played(player).then_some(by_play[player]),
                free: free[player],
                side: SideRecord::default(),
                cost: None,
            };
            records.iter().for_each(|record| row.count(player, record));
            let SideRecord { tokens_in, tokens_out, .. } = row.side;
            row.cost = file.players[player].price.map(|price| price.of(tokens_in, tokens_out));
            row
        };
        Scoreboard {
            rows: (0..n).map(row).collect(),
            cross: cross(n, &counted),
            n_games: counted.len(),
            n_voids: records.len() - counted.len(),
            void_causes: void_causes(&names, &records),
        }
    }

    /// The numbers of the players, the best rating first.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.sort_by(|a, b| self.rows[*b].rating.elo.total_cmp(&self.rows[*a].rating.elo));
        order
    }
}

impl From<&Saved> for Scoreboard {
    fn from(saved: &Saved) -> Scoreboard {
        Scoreboard::new(&saved.file, &saved.records)
    }
}

impl Row {
    fn count(&mut self, player: usize, record: &GameRecord) {
        let side = match player {
            player if player == record.black => 0,
            player if player == record.white => 1,
            _ => return,
        };
        let is_own_fault = record.fault.as_ref().is_some_and(|fault| fault.player == player);
        let Some(points) = record.points else {
            self.voids += u32::from(is_own_fault);
            // What was asked in vain costs as much.
            self.side.tokens_in += record.sides[side].tokens_in;
            self.side.tokens_out += record.sides[side].tokens_out;
            return;
        };
        let points = if side == 0 { points } else { 1.0 - points };
        match points {
            points if points > 0.75 => self.wins += 1,
            points if points > 0.25 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.forfeits += u32::from(is_own_fault);
        self.side.add(&record.sides[side]);
    }
}

/// The ratings by these games.
pub(super) fn ratings_of<'a>(
    file: &TournamentFile,
    records: impl Iterator<Item = &'a GameRecord>,
) -> Vec<Rating> {
    rate(file.players.len(), &scored(records), &anchors(file))
}

/// The fixed ratings: those of the levels, where that is asked for.
fn anchors(file: &TournamentFile) -> Vec<Option<f64>> {
    if !file.anchors {
        return vec![None; file.players.len()];
    }
    let level = |spec: &str| spec.strip_prefix("level:")?.parse::<usize>().ok();
    let rating = |level: usize| LEVEL_RATINGS.get(level.checked_sub(1)?).copied();
    file.players.iter().map(|player| level(&player.spec).and_then(rating)).collect()
}

fn void_causes(names: &[String], records: &[&GameRecord]) -> BTreeMap<String, usize> {
    let mut causes = BTreeMap::new();
    for record in records.iter().filter(|record| record.points.is_none()) {
        if let Some(fault) = &record.fault {
            *causes.entry(format!("{}: {}", names[fault.player], fault.why)).or_default() += 1;
        }
    }
    causes
}

fn scored<'a>(records: impl Iterator<Item = &'a GameRecord>) -> Vec<Scored> {
    let score =
        |record: &GameRecord| Some(Scored { players: [record.black, record.white], points: record.points? });
    records.filter_map(score).collect()
}

fn cross(n: usize, records: &[&GameRecord]) -> Vec<Vec<(f64, u32)>> {
    let mut cross = vec![vec![(0.0, 0); n]; n];
    for record in records {
        let points = record.points.unwrap_or(0.0);
        for (player, other, points) in
            [(record.black, record.white, points), (record.white, record.black, 1.0 - points)]
        {
            let cell: &mut (f64, u32) = &mut cross[player][other];
            cell.0 += points;
            cell.1 += 1;
        }
    }
    cross
}
