//! Compares what the server said with what it has kept.

use std::collections::BTreeMap;
use std::fmt;

use crownhead_board::{Game, Move, Position};
use crownhead_contest::Event;
use crownhead_contest::stored::StoredRow;
use crownhead_store::club::SavedEvent;
use crownhead_store::{ClubStore, StoreError};
use thiserror::Error;

use crate::journal::Said;

/// Something that should not be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// A move that was acknowledged is not there.
    #[error("game {game}: {mv} at ply {ply} was acknowledged and is lost")]
    Lost {
        /// The game.
        game: String,
        /// The plies before the move.
        ply: u32,
        /// The move.
        mv: String,
    },
    /// Somebody was told of something else than what is there.
    #[error("game {game} has two histories: event {seq} was told as {told} and is kept as {kept}")]
    TwoHistories {
        /// The game.
        game: String,
        /// The number of the event.
        seq: u64,
        /// What was told.
        told: String,
        /// What is kept, if anything is.
        kept: String,
    },
    /// The game cannot be replayed.
    #[error("game {game} makes no sense at event {seq}: {why}")]
    Nonsense {
        /// The game.
        game: String,
        /// The number of the event.
        seq: u64,
        /// Why not.
        why: String,
    },
}

/// What a check has found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Games.
    pub games: usize,
    /// Moves that were acknowledged.
    pub acks: usize,
    /// Times that somebody was told of an event.
    pub told: usize,
    /// Events that are kept.
    pub kept: usize,
    /// What should not be.
    pub faults: Vec<Fault>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { games, acks, told, kept, faults } = self;
        write!(
            f,
            "checked {games} games: {acks} acknowledged moves, {told} events told, {kept} kept, {} faults",
            faults.len()
        )?;
        for fault in faults.iter().take(10) {
            write!(f, "\n  {fault}")?;
        }
        Ok(())
    }
}

/// Checks all games of which something was said.
///
/// # Errors
///
/// The database does not answer.
pub async fn check(store: &dyn ClubStore, said: &[Said]) -> Result<Report, StoreError> {
    let mut games: BTreeMap<&str, Vec<&Said>> = BTreeMap::new();
    for said in said {
        games.entry(said.game()).or_default().push(said);
    }
    let mut report = Report { games: games.len(), ..Report::default() };
    for (game, said) in games {
        let kept = store.events(game.to_owned(), 0).await?;
        let acks = said.iter().filter(|said| matches!(said, Said::Ack { .. })).count();
        report.acks += acks;
        report.told += said.len() - acks;
        report.kept += kept.len();
        report.faults.extend(check_game(game, &kept, &said));
    }
    Ok(report)
}

/// A move of a game as it is kept, and the position before it.
struct Played {
    before: Position,
    mv: Move,
}

/// Checks one game by the official rules.
pub fn check_game(game: &str, kept: &[SavedEvent], said: &[&Said]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let played = match replay(game, kept) {
        Ok(played) => played,
        Err(fault) => {
            faults.push(fault);
            Vec::new()
        }
    };
    faults.extend(said.iter().filter_map(|said| match said {
        Said::Ack { ply, mv, .. } => {
            let is_there = played.get(*ply as usize).is_some_and(|played| is_same(played, mv));
            (!is_there).then(|| Fault::Lost { game: game.to_owned(), ply: *ply, mv: mv.clone() })
        }
        Said::Event { seq, event, .. } => {
            let kept = kept.iter().find(|kept| kept.seq == *seq);
            let is_same = kept.is_some_and(|kept| read(kept).as_ref() == Ok(event));
            (!is_same).then(|| Fault::TwoHistories {
                game: game.to_owned(),
                seq: *seq,
                told: format!("{event:?}"),
                kept: kept.map(|kept| kept.body.clone()).unwrap_or_default(),
            })
        }
    }));
    faults
}

/// What is kept as an event.
fn read(kept: &SavedEvent) -> Result<Event, String> {
    let row: StoredRow = serde_json::from_str(&kept.body).map_err(|error| error.to_string())?;
    row.open(kept.seq, kept.at).map(|stamped| stamped.event).map_err(|error| error.to_string())
}

/// Two texts of one move may show different ways to the same captures.
fn is_same(played: &Played, text: &str) -> bool {
    played.before.parse_move(text).is_ok_and(|mv| mv == played.mv)
}

/// Plays the moves of a game from the start. Numbers have no gaps, every move is legal, and nothing is played after the
/// end.
fn replay(id: &str, kept: &[SavedEvent]) -> Result<Vec<Played>, Fault> {
    let mut game = Game::new();
    let mut played = Vec::new();
    let mut is_over = false;
    for (expected, event) in (1..).zip(kept) {
        let nonsense = |why: String| Fault::Nonsense { game: id.to_owned(), seq: event.seq, why };
        if event.seq != expected {
            return Err(nonsense(format!("its number should be {expected}")));
        }
        match read(event).map_err(nonsense)? {
            Event::Move { .. } if is_over => return Err(nonsense("a move after the end".to_owned())),
            Event::Move { ply, text, .. } => {
                if ply as usize != played.len() {
                    return Err(nonsense(format!("{} plies were played before", played.len())));
                }
                let before = *game.position();
                let mv = before.parse_move(&text).map_err(|error| nonsense(error.to_string()))?;
                game.play(mv).map_err(|error| nonsense(error.to_string()))?;
                played.push(Played { before, mv });
            }
            Event::Ended { .. } if is_over => return Err(nonsense("a second end".to_owned())),
            Event::Ended { .. } => is_over = true,
            _ => {}
        }
    }
    Ok(played)
}
