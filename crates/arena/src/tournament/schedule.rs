//! Who plays whom: a pure function of the tournament and the results so far, so that an interrupted tournament continues as
//! if it had not been.

use super::file::Format;

/// A game of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The number of the game, from 0. Games 0 and 1 have the same opening and players.
    pub game: usize,
    /// The round, from 0.
    pub round: usize,
    /// The number of Black's player.
    pub black: usize,
    /// The number of White's player.
    pub white: usize,
    /// The number of the opening.
    pub opening: usize,
}

/// How many take part, and how often they meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stage {
    pub(crate) n_players: usize,
    pub(crate) rounds: usize,
}

/// A schedule. Rounds and players that are added to a tournament make another stage, whose games come after all others.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    pub(crate) format: Format,
    /// Each has at least the players and rounds of the one before.
    pub(crate) stages: Vec<Stage>,
    pub(crate) n_openings: usize,
}

/// The state of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum State {
    /// Not played yet.
    #[default]
    Open,
    /// Points of Black.
    Points(f64),
    /// It does not count.
    Void,
}

type Pairs = Vec<[usize; 2]>;

impl Schedule {
    /// The games that are known so far: all of them, or in a Swiss tournament those of the rounds up to the first unfinished
    /// one. `state` gives the state of a game by its number.
    pub(crate) fn pairings(&self, state: impl Fn(usize) -> State) -> Vec<Pairing> {
        let mut games: Vec<Pairing> = Vec::new();
        let mut swiss = Swiss::new(self.last().n_players);
        let mut number = 0;
        for (before, stage) in self.steps() {
            for round in 0..self.n_rounds(stage) {
                let mut pairs = match self.format {
                    Format::RoundRobin => round_robin(stage.n_players, round),
                    Format::Gauntlet => (1..stage.n_players).map(|other| [0, other]).collect(),
                    Format::Swiss if round < before.rounds => continue,
                    Format::Swiss if games.iter().any(|game| state(game.game) == State::Open) => {
                        return games;
                    }
                    Format::Swiss => swiss.pair(stage.n_players),
                };
                // Everybody plays every round again once in this many.
                let cycle = self.n_rounds(Stage { rounds: 1, ..stage });
                let is_new = |player: &usize| *player >= before.n_players;
                pairs.retain(|pair| round / cycle >= before.rounds || pair.iter().any(is_new));
                if pairs.is_empty() {
                    continue;
                }
                let first = games.len();
                for pair in pairs {
                    let meeting = games.len() / 2;
                    let opening = meeting % self.n_openings.max(1);
                    for (i, [black, white]) in [pair, [pair[1], pair[0]]].into_iter().enumerate() {
                        games.push(Pairing { game: 2 * meeting + i, round: number, black, white, opening });
                    }
                }
                number += 1;
                swiss.count(&games[first..], &state);
            }
        }
        games
    }

    /// The number of games.
    pub(crate) fn n_games(&self) -> usize {
        let pairs = |n: usize| match self.format {
            Format::RoundRobin => n * n.saturating_sub(1) / 2,
            Format::Gauntlet => n.saturating_sub(1),
            Format::Swiss => n / 2,
        };
        let meetings = |(before, stage): (Stage, Stage)| match self.format {
            Format::Swiss => pairs(stage.n_players) * (stage.rounds - before.rounds),
            _ => pairs(stage.n_players) * stage.rounds - pairs(before.n_players) * before.rounds,
        };
        2 * self.steps().map(meetings).sum::<usize>()
    }

    /// The stages, each with the one before.
    fn steps(&self) -> impl Iterator<Item = (Stage, Stage)> {
        let before = [Stage::default()].into_iter().chain(self.stages.iter().copied());
        before.zip(self.stages.iter().copied())
    }

    fn last(&self) -> Stage {
        self.stages.last().copied().unwrap_or_default()
    }

    fn n_rounds(&self, Stage { n_players, rounds }: Stage) -> usize {
        match self.format {
            Format::RoundRobin => rounds * (n_players + n_players % 2 - 1),
            Format::Gauntlet | Format::Swiss => rounds,
        }
    }
}

/// A round of a round robin by the circle method: one player stays, the others move on by one seat.
fn round_robin(n_players: usize, round: usize) -> Pairs {
    let n = n_players + n_players % 2;
    let seat = |i: usize| if i == 0 { 0 } else { 1 + (i - 1 + round) % (n - 1) };
    let pairs = (0..n / 2).map(|i| [seat(i), seat(n - 1 - i)]);
    // With an odd number of players, the one opposite the empty seat has a bye.
    pairs.filter(|pair| pair.iter().all(|player| *player < n_players)).collect()
}

/// The standings of a Swiss tournament.
struct Swiss {
    points: Vec<f64>,
    met: Vec<Vec<bool>>,
    had_bye: Vec<bool>,
}

/// Points for a bye: both games of a meeting.
const BYE: f64 = 2.0;

impl Swiss {
    fn new(n: usize) -> Swiss {
        Swiss { points: vec![0.0; n], met: vec![vec![false; n]; n], had_bye: vec![false; n] }
    }

    fn count(&mut self, games: &[Pairing], state: impl Fn(usize) -> State) {
        for game in games {
            self.met[game.black][game.white] = true;
            self.met[game.white][game.black] = true;
            if let State::Points(points) = state(game.game) {
                self.points[game.black] += points;
                self.points[game.white] += 1.0 - points;
            }
        }
    }

    /// Pairs the next round of the first players: from the top, each with the next opponent it has not met.
    fn pair(&mut self, n_players: usize) -> Pairs {
        let mut order: Vec<usize> = (0..n_players).collect();
        order.sort_by(|a, b| self.points[*b].total_cmp(&self.points[*a]).then(a.cmp(b)));
        if order.len() % 2 == 1 {
            let lowest = order.iter().rposition(|player| !self.had_bye[*player]).unwrap_or(order.len() - 1);
            let pauses = order.remove(lowest);
            self.had_bye[pauses] = true;
            self.points[pauses] += BYE;
        }
        /// The search for a round without rematches ends after this many steps; then some meet again.
        const MAX_STEPS: u32 = 100_000;
        let mut pairs = Vec::new();
        if !self.match_up(&mut order.clone(), &mut pairs, &mut MAX_STEPS.clone()) {
            pairs = order.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
        }
        pairs
    }

    fn match_up(&self, left: &mut Vec<usize>, pairs: &mut Pairs, steps: &mut u32) -> bool {
        if left.is_empty() {
            return true;
        }
        let first = left.remove(0);
        for i in 0..left.len() {
            if *steps == 0 {
                break;
            }
            *steps -= 1;
            if self.met[first][left[i]] {
                continue;
            }
            let second = left.remove(i);
            pairs.push([first, second]);
            if self.match_up(left, pairs, steps) {
                return true;
            }
            pairs.pop();
            left.insert(i, second);
        }
        left.insert(0, first);
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(format: Format, n_players: usize, rounds: usize) -> Schedule {
        Schedule { format, stages: vec![Stage { n_players, rounds }], n_openings: 5 }
    }

    #[test]
    fn what_is_added_comes_after_what_was_there() {
        for format in [Format::RoundRobin, Format::Gauntlet, Format::Swiss] {
            let first = schedule(format, 4, 2);
            let mut longer = first.clone();
            longer.stages.push(Stage { n_players: 5, rounds: 2 });
            longer.stages.push(Stage { n_players: 7, rounds: 4 });
            // The player with the lower number wins.
            let state = |games: &[Pairing], game: usize| match games.get(game) {
                Some(game) if game.black < game.white => State::Points(1.0),
                Some(_) => State::Points(0.0),
                None => State::Open,
            };
            let mut games = Vec::new();
            loop {
                let known = longer.pairings(|game| state(&games, game));
                if known.len() == games.len() {
                    break;
                }
                games = known;
            }
            assert_eq!(games.len(), longer.n_games(), "{format:?}");
            assert!(games.iter().enumerate().all(|(i, game)| game.game == i));
            assert!(games.is_sorted_by_key(|game| game.round));
            let before = first.pairings(|game| state(&games, game));
            assert_eq!(games[..before.len()], before, "{format:?}");
            if format == Format::Swiss {
                continue;
            }
            // Everybody meets as often as if all had been there from the beginning.
            let mut met: Vec<_> = games.iter().map(|game| (game.black, game.white)).collect();
            let whole = schedule(format, 7, 4).pairings(|_| State::Open);
            let mut wanted: Vec<_> = whole.iter().map(|game| (game.black, game.white)).collect();
            let ordered = |pair: &mut (usize, usize)| *pair = (pair.0.min(pair.1), pair.0.max(pair.1));
            met.iter_mut().chain(&mut wanted).for_each(ordered);
            met.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(met, wanted, "{format:?}");
        }
    }

    #[test]
    fn all_play_all_with_both_colors() {
        for n in [2, 5, 8] {
            let schedule = schedule(Format::RoundRobin, n, 2);
            let games = schedule.pairings(|_| State::Open);
            assert_eq!(games.len(), schedule.n_games());
            for black in 0..n {
                for white in (0..n).filter(|white| *white != black) {
                    let meetings = games.iter().filter(|game| (game.black, game.white) == (black, white));
                    assert_eq!(meetings.count(), 2);
                }
            }
            assert!(games.iter().enumerate().all(|(i, game)| game.game == i));
            assert!(games.chunks(2).all(|pair| pair[0].opening == pair[1].opening));
        }
    }

    #[test]
    fn in_a_gauntlet_the_first_plays_all_others() {
        let games = schedule(Format::Gauntlet, 4, 3).pairings(|_| State::Open);
        assert_eq!(games.len(), 18);
        assert!(games.iter().all(|game| game.black == 0 || game.white == 0));
    }

    #[test]
    fn a_swiss_round_waits_for_the_one_before_and_has_no_rematches() {
        let schedule = schedule(Format::Swiss, 7, 5);
        assert_eq!(schedule.pairings(|_| State::Open).len(), 6);
        // The player with the lower number wins.
        let first = schedule.pairings(|_| State::Open);
        let mut states: Vec<State> = Vec::new();
        loop {
            let games = schedule.pairings(|game| states.get(game).copied().unwrap_or_default());
            assert_eq!(games[..6], first[..], "what was said before stays");
            let Some(next) = games.get(states.len()) else { break };
            states.push(State::Points(if next.black < next.white { 1.0 } else { 0.0 }));
        }
        assert_eq!(states.len(), schedule.n_games());
        let games = schedule.pairings(|game| states[game]);
        for pair in games.chunks(2) {
            let again =
                games.iter().filter(|game| (game.black, game.white) == (pair[0].black, pair[0].white));
            assert_eq!(again.count(), 1);
        }
    }
}
