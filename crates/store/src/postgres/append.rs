//! Adding events to games: all that wait go in one statement, which is one write to the disk.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

use super::begin::{add_games, begin_text, new_game_columns};
use super::link::{Failure, Link, failed};
use crate::StoreError;
use crate::club::{Append, Appended};

/// More than this is not done in one statement.
const MAX_GROUP: usize = 512;
/// Requests that may wait for the statement before them.
pub(super) const MAX_WAITING: usize = 8192;
/// How long adding events is retried; after that the caller has to look up what became of them.
const PATIENCE: Duration = Duration::from_secs(3);
/// Pause before the next try.
const PAUSE: Duration = Duration::from_millis(50);

/// Events to add, and who waits for it.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) append: Append,
    pub(super) answer: oneshot::Sender<Result<Appended, StoreError>>,
}

/// Adds events until nobody can ask for it any more.
pub(super) async fn work(link: Link, mut waiting: mpsc::Receiver<Waiting>) {
    let mut group = Vec::new();
    while waiting.recv_many(&mut group, MAX_GROUP).await > 0 {
        let (mut now, mut later) = first_of_each_game(std::mem::take(&mut group));
        while !now.is_empty() {
            carry_out(&link, now).await;
            (now, later) = first_of_each_game(later);
        }
    }
}

/// A statement changes a row once: a second request for the same game waits for the next statement.
fn first_of_each_game(group: Vec<Waiting>) -> (Vec<Waiting>, Vec<Waiting>) {
    let mut seen = HashSet::new();
    let (mut now, later): (Vec<_>, Vec<_>) =
        group.into_iter().partition(|waiting| seen.insert(waiting.append.game.clone()));
    // Everybody locks rows in the same order, so that nobody waits in a circle.
    now.sort_by(|a, b| a.append.game.cmp(&b.append.game));
    (now, later)
}

/// Adds the events of a group and tells everybody what came of it.
async fn carry_out(link: &Link, group: Vec<Waiting>) {
    let begun = Instant::now();
    let mut is_uncertain = false;
    loop {
        let appends: Vec<&Append> = group.iter().map(|waiting| &waiting.append).collect();
        match attempt(link, &appends, is_uncertain).await {
            Ok(done) => {
                tell(group, |append| Ok(done.get(&append.game).copied().unwrap_or(Appended::Fenced)));
                return;
            }
            // One of many is at fault, as with a text that no database takes: it alone must fail.
            Err(Failure::Refused(_)) if group.len() > 1 => {
                for waiting in group {
                    Box::pin(carry_out(link, vec![waiting])).await;
                }
                return;
            }
            Err(failure) => {
                is_uncertain |= matches!(failure, Failure::Unknown(_));
                if matches!(failure, Failure::Refused(_)) || begun.elapsed() > PATIENCE {
                    let error = StoreError::from(failure);
                    tell(group, |_| Err(failed(&error)));
                    return;
                }
                sleep(PAUSE).await;
            }
        }
    }
}

fn tell(group: Vec<Waiting>, outcome: impl Fn(&Append) -> Result<Appended, StoreError>) {
    for Waiting { append, answer } in group {
        // Whoever asked may have gone away.
        let _ = answer.send(outcome(&append));
    }
}

/// Events follow what is there, or their game is left as it is.
const ADD: &str = concat!(
    "WITH wanted AS (
        SELECT * FROM unnest($1::TEXT[], $2::BIGINT[], $3::BIGINT[], $4::BIGINT[], $5::BOOLEAN[])
            AS wanted (game, epoch, before, last, ends)
    ), moved AS (
        UPDATE leases SET last_seq = wanted.last, is_live = leases.is_live AND NOT wanted.ends FROM wanted
        WHERE leases.game = wanted.game AND leases.epoch = wanted.epoch AND leases.last_seq = wanted.before
        RETURNING leases.game
    ), added AS (
        INSERT INTO events (game, seq, at, body)
        SELECT event.* FROM unnest($6::TEXT[], $7::BIGINT[], $8::BIGINT[], $9::TEXT[]) AS event (game, seq, at, body)
        JOIN moved ON moved.game = event.game
    ), ended AS (
        UPDATE online_games SET ended = over.ended, result = over.result, opening = over.opening, summary = over.summary
        FROM unnest($10::TEXT[], $11::BIGINT[], $12::TEXT[], $13::TEXT[], $14::TEXT[])
            AS over (game, ended, result, opening, summary)
        JOIN moved ON moved.game = over.game WHERE online_games.id = over.game
    ), found_by AS (
        INSERT INTO positions (position, game)
        SELECT place.* FROM unnest($15::BIGINT[], $16::TEXT[]) AS place (position, game)
        JOIN moved ON moved.game = place.game ON CONFLICT DO NOTHING
    ), begun AS (
        SELECT begun.* FROM unnest($17::TEXT[], $18::TEXT[]) AS asked (game, text)
        JOIN moved ON moved.game = asked.game, jsonb_to_record(asked.text::JSONB) AS begun (",
    new_game_columns!(),
    ")
    ), ",
    add_games!(),
    "
    SELECT game FROM moved"
);

/// One try. When it is uncertain whether an earlier one came through, events that are there count as added.
async fn attempt(
    link: &Link,
    appends: &[&Append],
    is_uncertain: bool,
) -> Result<HashMap<String, Appended>, Failure> {
    let mut done: HashMap<String, Appended> = HashMap::with_capacity(appends.len());
    for row in add(link, appends).await? {
        done.insert(row.try_get(0).map_err(super::link::failure)?, Appended::Done);
    }
    let left: Vec<&Append> =
        appends.iter().copied().filter(|append| !done.contains_key(&append.game)).collect();
    if !left.is_empty() {
        done.extend(look_up(link, &left, is_uncertain).await?);
    }
    Ok(done)
}

async fn add(link: &Link, appends: &[&Append]) -> Result<Vec<tokio_postgres::Row>, Failure> {
    let column = |number: fn(&Append) -> u64| -> Vec<i64> {
        appends.iter().map(|append| number(append) as i64).collect()
    };
    let games: Vec<&str> = appends.iter().map(|append| append.game.as_str()).collect();
    let epochs = column(|append| append.epoch);
    let before = column(|append| append.events.first().map_or(0, |event| event.seq - 1));
    let last = column(|append| append.events.last().map_or(0, |event| event.seq));
    let ends: Vec<bool> = appends.iter().map(|append| append.ending.is_some()).collect();
    let events: Vec<_> = appends
        .iter()
        .flat_map(|append| append.events.iter().map(|event| (append.game.as_str(), event)))
        .collect();
    let event_games: Vec<&str> = events.iter().map(|(game, _)| *game).collect();
    let seqs: Vec<i64> = events.iter().map(|(_, event)| event.seq as i64).collect();
    let times: Vec<i64> = events.iter().map(|(_, event)| event.at as i64).collect();
    let bodies: Vec<&str> = events.iter().map(|(_, event)| event.body.as_str()).collect();
    let endings: Vec<_> =
        appends.iter().filter_map(|append| Some((append.game.as_str(), append.ending.as_ref()?))).collect();
    let over_games: Vec<&str> = endings.iter().map(|(game, _)| *game).collect();
    let ended: Vec<i64> = endings.iter().map(|(_, ending)| ending.over.ended as i64).collect();
    let results: Vec<&str> = endings.iter().map(|(_, ending)| ending.over.result.as_str()).collect();
    let openings: Vec<Option<&str>> =
        endings.iter().map(|(_, ending)| ending.over.opening.as_deref()).collect();
    let summaries: Vec<&str> = endings.iter().map(|(_, ending)| ending.over.summary.as_str()).collect();
    let places: Vec<(i64, &str)> = endings
        .iter()
        .flat_map(|(game, ending)| ending.positions.iter().map(|position| (*position as i64, *game)))
        .collect();
    let positions: Vec<i64> = places.iter().map(|(position, _)| *position).collect();
    let place_games: Vec<&str> = places.iter().map(|(_, game)| *game).collect();
    let begins: Vec<_> =
        appends.iter().filter_map(|append| Some((append.game.as_str(), append.begins.as_ref()?))).collect();
    let begin_games: Vec<&str> = begins.iter().map(|(game, _)| *game).collect();
    let new_games: Vec<String> = begins.iter().map(|(_, begin)| begin_text(begin)).collect();
    link.attempt(
        ADD,
        &[
            &games,
            &epochs,
            &before,
            &last,
            &ends,
            &event_games,
            &seqs,
            &times,
            &bodies,
            &over_games,
            &ended,
            &results,
            &openings,
            &summaries,
            &positions,
            &place_games,
            &begin_games,
            &new_games,
        ],
    )
    .await
}

/// Why events were not added: they are there already, somebody else owns the game, or their numbers are wrong.
async fn look_up(
    link: &Link,
    appends: &[&Append],
    is_uncertain: bool,
) -> Result<Vec<(String, Appended)>, Failure> {
    let games: Vec<&str> = appends.iter().map(|append| append.game.as_str()).collect();
    let lasts: Vec<_> = appends.iter().map(|append| append.events.last()).collect();
    let seqs: Vec<i64> = lasts.iter().map(|event| event.map_or(0, |event| event.seq as i64)).collect();
    let times: Vec<i64> = lasts.iter().map(|event| event.map_or(0, |event| event.at as i64)).collect();
    let bodies: Vec<&str> = lasts.iter().map(|event| event.map_or("", |event| event.body.as_str())).collect();
    let query = "SELECT asked.game, leases.epoch, events.game IS NOT NULL
         FROM unnest($1::TEXT[], $2::BIGINT[], $3::BIGINT[], $4::TEXT[]) AS asked (game, seq, at, body)
         LEFT JOIN leases ON leases.game = asked.game
         LEFT JOIN events ON events.game = asked.game AND events.seq = asked.seq AND events.at = asked.at
             AND events.body = asked.body";
    let rows = link.attempt(query, &[&games, &seqs, &times, &bodies]).await?;
    let epochs: HashMap<&str, i64> =
        appends.iter().map(|append| (append.game.as_str(), append.epoch as i64)).collect();
    let read = |row: &tokio_postgres::Row| -> super::Got<(String, Appended)> {
        let game: String = row.try_get(0)?;
        let epoch: Option<i64> = row.try_get(1)?;
        let is_there: bool = row.try_get(2)?;
        let appended = if is_uncertain && is_there {
            Appended::Done
        } else if epoch == epochs.get(game.as_str()).copied() {
            Appended::Stale
        } else {
            Appended::Fenced
        };
        Ok((game, appended))
    };
    rows.iter().map(read).collect::<super::Got<_>>().map_err(super::link::failure)
}
