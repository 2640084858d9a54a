//! What programs that play hear, line by line.

use std::collections::HashSet;
use std::convert::Infallible;
use std::time::Duration;

use bytes::Bytes;
use crownhead_board::Color;
use futures_util::Stream;
use serde::Serialize;
use tokio::sync::mpsc;

use super::attendance::Attending;
use super::presence::Stay;
use super::{
    Login, Note, NoteKind, Online, Outbox, Person, Standing, Subscription, Topic, convert, damaged, new_id,
    now, side_of,
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
    online: Online,
    login: Login,
    outbox: Outbox,
    notes: mpsc::Receiver<Note>,
    _listening: Vec<Subscription>,
    _stay: Stay,
}

/// The token of the stream was taken away.
struct Revoked;

impl Ear {
    /// Hears what concerns a program, and of one more topic if there is one.
    async fn new(
        online: &Online,
        person: &Person,
        login: Login,
        topic: Option<Topic>,
    ) -> Result<Ear, ApiError> {
        let (outbox, notes) = online.hub().outbox();
        let own = Topic::Person(person.id.as_str().into());
        let topics = [own].into_iter().chain(topic);
        let _listening = topics.map(|topic| online.hub().subscribe(topic, &outbox)).collect();
        let _stay = online.presence().enter(convert::person_info(&online.player(person).await?));
        // It may have ended before anybody listened.
        match online.is_valid(&login).await? {
            true => Ok(Ear { online: online.clone(), login, outbox, notes, _listening, _stay }),
            false => Err(super::nobody()),
        }
    }

    /// The next note; none when it is time for a sign of life.
    async fn next(&mut self) -> Result<Option<Note>, Revoked> {
        let note = tokio::time::timeout(SIGN_OF_LIFE, self.notes.recv()).await.ok().flatten();
        let may_have_ended =
            note.as_ref().is_some_and(|note| matches!(note.kind, NoteKind::Revoked | NoteKind::Missed));
        // A store that is away for a moment takes nothing from anybody.
        match may_have_ended && !self.online.is_valid(&self.login).await.unwrap_or(true) {
            true => Err(Revoked),
            false => Ok(note),
        }
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

/// A game that a program plays: its id, and the number of the last event that was told; none after the end.
type Watching = (Ear, Attending, String, Option<u64>);

impl Online {
    /// A program's own news: its challenges and games first, then what happens.
    pub(crate) async fn bot_events(
        &self,
        person: &Person,
        login: Login,
    ) -> Result<impl Stream<Item = Result<Bytes, Infallible>> + Send + use<>, ApiError> {
        let ear = Ear::new(self, person, login, None).await?;
        let mut told = HashSet::new();
        let mut first = self.what_is_new(person, &mut told).await?;
        // Even a program that nobody challenges hears that it is connected.
        first.push(b'\n');
        let person = person.clone();
        Ok(stream(first.into(), (ear, told), move |(mut ear, mut told): (Ear, HashSet<String>)| {
            let person = person.clone();
            async move {
                let heard = ear.next().await.ok()?;
                let has_missed = ear.outbox.has_missed();
                let lines = match heard {
                    Some(note) if has_missed || note.kind == NoteKind::Missed => {
                        let own = own_news(&note).map_or(Bytes::new(), |event| line(&event));
                        own_news(&note).iter().for_each(|event| told.extend(name_of(event)));
                        // Without the store nothing can be told; the program connects again.
                        [own.to_vec(), ear.online.what_is_new(&person, &mut told).await.ok()?].concat().into()
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
        login: Login,
        id: &str,
    ) -> Result<impl Stream<Item = Result<Bytes, Infallible>> + Send + use<>, ApiError> {
        let ear = Ear::new(self, person, login, Some(Topic::Game(id.into()))).await?;
        let standing = self.look(id).await?;
        let side = side_of(&standing.game, &person.id).ok_or_else(|| ApiError::not_found("game of yours"))?;
        let state = self.state_for(&standing, side)?;
        let seen = Some(state.seq).filter(|_| state.now.result.is_none());
        let first = line(&BotLine::GameFull(Box::new(full(state))));
        let attending = self.attend(&standing.game, new_id()?, Some(side)).await;
        let watching = (ear, attending, id.to_owned(), seen);
        Ok(stream(first, watching, move |(mut ear, attending, id, seen): Watching| async move {
            // Nothing follows the end.
            let seen = seen?;
            let note = ear.next().await.ok()?;
            attending.renew();
            if note.is_none() {
                return Some((Bytes::from_static(b"\n"), (ear, attending, id, Some(seen))));
            }
            let standing = ear.online.look(&id).await.ok()?;
            let state = ear.online.state_for(&standing, side).ok()?;
            let (seq, is_over) = (state.seq, state.now.result.is_some());
            let told = if seq > seen { line(&BotLine::GameState(stands(&state))) } else { Bytes::new() };
            Some((told, (ear, attending, id, Some(seq).filter(|_| !is_over))))
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
