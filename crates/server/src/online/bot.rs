//! What programs that play hear, line by line.

use std::collections::HashSet;
use std::convert::Infallible;
use std::time::Duration;

use bytes::Bytes;
use crownhead_board::Color;
use futures_util::Stream;
use serde::Serialize;
use tokio::sync::mpsc;

use super::{
    Note, NoteKind, Online, Outbox, Person, Standing, Subscription, Topic, convert, damaged, now, side_of,
};
use crate::error::ApiError;
use crate::wire::{
    BotEvent, BotGame, BotGameFull, BotGameState, BotLine, BotStatus, OnlineGameState, OnlineMessage, Side,
    Started,
};

/// An empty line comes so often, so that both sides notice when the other is gone.
const SIGN_OF_LIFE: Duration = Duration::from_secs(6);

fn line(value: &impl Serialize) -> Bytes {
    let mut text = serde_json::to_vec(value).unwrap_or_default();
    text.push(b'\n');
    text.into()
}

/// Listening that ends with the stream.
struct Ear {
    outbox: Outbox,
    notes: mpsc::Receiver<Note>,
    _listening: Subscription,
}

impl Ear {
    fn new(online: &Online, topic: Topic) -> Ear {
        let (outbox, notes) = online.hub().outbox();
        let listening = online.hub().subscribe(topic, &outbox);
        Ear { outbox, notes, _listening: listening }
    }

    /// The next note; none when it is time for a sign of life.
    async fn next(&mut self) -> Option<Note> {
        tokio::time::timeout(SIGN_OF_LIFE, self.notes.recv()).await.ok().flatten()
    }
}

/// Lines, those that wait first; `None` from `more` ends the stream.
fn stream<S: Send + 'static, F: Future<Output = Option<(Bytes, S)>> + Send>(
    first: Bytes,
    state: S,
    more: impl Fn(S) -> F + Send + Clone + 'static,
) -> impl Stream<Item = Result<Bytes, Infallible>> + Send {
    futures_util::stream::unfold((Some(first), Some(state)), move |(first, state)| {
        let more = more.clone();
        async move {
            match (first, state) {
                (Some(first), state) => Some((Ok(first), (None, state))),
                (None, Some(state)) => {
                    let (next, state) = more(state).await?;
                    Some((Ok(next), (None, Some(state))))
                }
                (None, None) => None,
            }
        }
    })
}

impl Online {
    /// A program's own news: its challenges and games first, then what happens.
    pub(crate) async fn bot_events(
        &self,
        person: &Person,
    ) -> Result<impl Stream<Item = Result<Bytes, Infallible>> + Send + use<>, ApiError> {
        let ear = Ear::new(self, Topic::Person(person.id.as_str().into()));
        let mut told = HashSet::new();
        let mut first = self.what_is_new(person, &mut told).await?;
        // Even a program that nobody challenges hears that it is connected.
        first.push(b'\n');
        let (online, person) = (self.clone(), person.clone());
        Ok(stream(first.into(), (ear, told), move |(mut ear, mut told): (Ear, HashSet<String>)| {
            let (online, person) = (online.clone(), person.clone());
            async move {
                let heard = ear.next().await;
                let has_missed = ear.outbox.has_missed();
                let lines = match heard {
                    Some(note) if has_missed || note.kind == NoteKind::Missed => {
                        let own = own_news(&note).map_or(Bytes::new(), |event| line(&event));
                        own_news(&note).iter().for_each(|event| told.extend(name_of(event)));
                        // Without the store nothing can be told; the program connects again.
                        [own.to_vec(), online.what_is_new(&person, &mut told).await.ok()?].concat().into()
                    }
                    Some(note) => own_news(&note).map_or(Bytes::new(), |event| {
                        told.extend(name_of(&event));
                        line(&event)
                    }),
                    None => Bytes::from_static(b"\n"),
                };
                Some((lines, (ear, told)))
            }
        }))
    }

    /// The challenges to a program and its games of which it has not been told.
    async fn what_is_new(&self, person: &Person, told: &mut HashSet<String>) -> Result<Vec<u8>, ApiError> {
        let challenges = self.challenges(person).await?.into_iter();
        let challenges = challenges
            .filter(|challenge| challenge.to.as_ref() == Some(&person.name))
            .map(|challenge| BotEvent::Challenge { challenge });
        let games = self.store().games_of(person.id.clone()).await?.into_iter().filter_map(|game| {
            let color = side_of(&game, &person.id)?;
            Some(BotEvent::GameStart { game: BotGame { game_id: game.id, color } })
        });
        let is_new = |event: &BotEvent| name_of(event).is_some_and(|name| told.insert(name));
        Ok(challenges.chain(games).filter(is_new).flat_map(|event| line(&event)).collect())
    }

    /// A game, and then how it stands after each change, until it is over.
    pub(crate) async fn bot_game(
        &self,
        person: &Person,
        id: &str,
    ) -> Result<impl Stream<Item = Result<Bytes, Infallible>> + Send + use<>, ApiError> {
        let ear = Ear::new(self, Topic::Game(id.into()));
        let standing = self.look(id).await?;
        let side = side_of(&standing.game, &person.id).ok_or_else(|| ApiError::not_found("game of yours"))?;
        let state = self.state_for(&standing, side)?;
        let seen = Some(state.seq).filter(|_| state.now.result.is_none());
        let first = line(&BotLine::GameFull(Box::new(full(state))));
        let online = self.clone();
        let watching = (ear, id.to_owned(), seen);
        Ok(stream(first, watching, move |(mut ear, id, seen): (Ear, String, Option<u64>)| {
            let online = online.clone();
            async move {
                // Nothing follows the end.
                let seen = seen?;
                if ear.next().await.is_none() {
                    return Some((Bytes::from_static(b"\n"), (ear, id, Some(seen))));
                }
                // Several notes may wait, and one look tells of them all.
                while ear.notes.try_recv().is_ok() {}
                let standing = online.look(&id).await.ok()?;
                let state = online.state_for(&standing, side).ok()?;
                let (seq, is_over) = (state.seq, state.now.result.is_some());
                let told = if seq > seen { line(&BotLine::GameState(stands(&state))) } else { Bytes::new() };
                Some((told, (ear, id, Some(seq).filter(|_| !is_over))))
            }
        }))
    }

    fn state_for(&self, standing: &Standing, side: Side) -> Result<OnlineGameState, ApiError> {
        convert::state(&standing.game, &standing.contest, Some(side), now())
            .map_err(|error| damaged(&standing.game.id, &error))
    }
}

/// What an event that is told once is about. A game may have the name of its challenge.
fn name_of(event: &BotEvent) -> Option<String> {
    match event {
        BotEvent::Challenge { challenge } => Some(format!("challenge {}", challenge.id)),
        BotEvent::GameStart { game } => Some(format!("game {}", game.game_id)),
        _ => None,
    }
}

/// What a note to a person says to a program.
fn own_news(note: &Note) -> Option<BotEvent> {
    let message: OnlineMessage = serde_json::from_str(&note.text).ok()?;
    match message {
        OnlineMessage::Challenge { challenge } => Some(BotEvent::Challenge { challenge }),
        OnlineMessage::ChallengeDeclined { id } => Some(BotEvent::ChallengeDeclined { id }),
        OnlineMessage::Started { game, side } => {
            Some(BotEvent::GameStart { game: BotGame { game_id: game, color: side } })
        }
        OnlineMessage::Finished { game, side } => {
            Some(BotEvent::GameFinish { game: BotGame { game_id: game, color: side } })
        }
        _ => None,
    }
}

fn full(state: OnlineGameState) -> BotGameFull {
    BotGameFull {
        state: stands(&state),
        id: state.id,
        black: state.black,
        white: state.white,
        settings: state.settings,
        created_at: state.created,
        initial_fen: state.start,
    }
}

fn stands(state: &OnlineGameState) -> BotGameState {
    let now = &state.now;
    BotGameState {
        moves: state.moves.join(" "),
        ply: now.ply,
        fen: now.fen.to_string(),
        turn: now.turn.into(),
        legal: now.legal.clone(),
        btime: now.clock.map(|clock| clock.black_ms),
        wtime: now.clock.map(|clock| clock.white_ms),
        bdraw: now.draw_offer == Some(Color::Black),
        wdraw: now.draw_offer == Some(Color::White),
        btakeback: now.takeback == Some(Color::Black),
        wtakeback: now.takeback == Some(Color::White),
        status: match now.result {
            None => BotStatus::Started(Started::Started),
            Some(result) => BotStatus::Over(result.reason),
        },
        winner: now.result.and_then(|result| result.winner).map(Into::into),
    }
}
