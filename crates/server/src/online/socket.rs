//! The WebSocket of online play: one for each client, over which all its games and the lobby go.
//!
//! One task serves a connection, and it holds little: there may be ten thousand of them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

use super::attendance::Attending;
use super::presence::Stay;
use super::{
    Login, Note, NoteKind, Online, Order, Outbox, Person, Secret, Subscription, Topic, convert, damaged,
    new_id, now, side_of, text,
};
use crate::App;
use crate::error::ApiError;
use crate::limits::Gate;
use crate::socket::{Gone, Heard, Socket};
use crate::wire::{
    ChatMessage, Command, ErrorCode, Lobby, Me, OnlineMessage, OnlineRequest, PersonInfo, Side, StartedGame,
};
use crownhead_store::club::{ChatLine, OnlineGame};

/// The seeks of somebody who is away for this long are withdrawn.
const ABSENCE: Duration = Duration::from_secs(5);
/// Games that one connection may watch.
const MAX_WATCHED: usize = 64;
/// The longest line of chat.
const MAX_CHAT: usize = 300;

/// Serves one client until either is gone.
pub(crate) async fn serve(socket: Socket, known: Option<(Person, Login)>, app: App) {
    let (outbox, notes) = app.online.hub().outbox();
    let (person, login) = known.unzip();
    let mut connection = Connection {
        online: app.online.clone(),
        person,
        login,
        stay: None,
        // Without a name of its own it is counted with others.
        name: new_id().unwrap_or_default(),
        outbox,
        watched: HashMap::new(),
        news: Vec::new(),
        lag_ms: 0,
        gate: app.gate.clone(),
    };
    // A connection that fails is one that is gone.
    let _ = connection.run(socket, notes).await;
    let person = connection.person.take();
    drop(connection);
    // Where there are other nodes, the person may be at one of them: the seek ends by itself if not. And a server that
    // is stopped may be started again.
    let ends_seeks = app.online.is_alone() && !*app.closing.borrow();
    if let Some(person) = person.filter(|_| ends_seeks) {
        tokio::spawn(forget_seeks(app.online, person));
    }
}

/// Whoever does not come back soon seeks no game any more.
async fn forget_seeks(online: Online, person: Person) {
    tokio::time::sleep(ABSENCE).await;
    let is_back = online.hub().is_heard(&Topic::Person(person.id.as_str().into()));
    if !is_back && let Err(error) = online.withdraw_seeks(&person).await {
        tracing::warn!("{}", error.body.message);
    }
}

struct Connection {
    online: Online,
    person: Option<Person>,
    /// By what the person is known.
    login: Option<Login>,
    /// The person is online.
    stay: Option<Stay>,
    /// What this connection is called among those at a game.
    name: String,
    outbox: Outbox,
    watched: HashMap<String, Watched>,
    /// Listening to the person's own news, and to the lobby.
    news: Vec<(Topic, Subscription)>,
    /// The measured way to the client and back.
    lag_ms: u64,
    gate: Arc<Gate>,
}

/// A game that is watched.
struct Watched {
    _listening: Subscription,
    /// The number of the last event that was told.
    told: u64,
    is_muted: bool,
    side: Option<Side>,
    /// Being there, while the game is not over.
    attending: Option<Attending>,
}

impl Connection {
    async fn run(&mut self, mut socket: Socket, mut notes: mpsc::Receiver<Note>) -> Result<(), Gone> {
        self.greet(&mut socket).await?;
        loop {
            tokio::select! {
                heard = socket.next() => match heard? {
                    Heard::Text(text) => self.hear(&mut socket, &mut notes, &text).await?,
                    Heard::Pong(lag_ms) => {
                        self.lag_ms = lag_ms.min(crownhead_contest::Allowance::MAX_MS);
                        self.renew();
                    }
                    Heard::Closing => {
                        return socket.close(text(&OnlineMessage::Closing).ok_or(Gone)?).await;
                    }
                },
                Some(note) = notes.recv() => self.pass_on(&mut socket, note).await?,
            }
        }
    }

    async fn greet(&mut self, socket: &mut Socket) -> Result<(), Gone> {
        let hello = match &self.person {
            None => Ok((None, Vec::new())),
            Some(person) => {
                let topic = Topic::Person(person.id.as_str().into());
                let listening = self.online.hub().subscribe(topic.clone(), &self.outbox);
                self.news.push((topic, listening));
                Box::pin(self.introduce(person)).await
            }
        };
        let Ok((me, games)) = hello else { return Err(Gone) };
        // The session may have ended before anybody listened.
        self.check_login(socket).await?;
        self.stay = me.as_ref().map(|me| self.online.presence().enter(info(me)));
        say(socket, &OnlineMessage::Hello { me, games, now: now() }).await
    }

    async fn introduce(&self, person: &Person) -> Result<(Option<Me>, Vec<StartedGame>), ApiError> {
        Ok((Some(self.online.me(person).await?), self.online.started_games(person).await?))
    }

    /// Says that those who are there still are.
    fn renew(&self) {
        self.watched.values().filter_map(|watched| watched.attending.as_ref()).for_each(Attending::renew);
    }

    /// Closes the connection if the session by which it was opened has ended. Without the store nobody knows, and the
    /// client connects again.
    async fn check_login(&self, socket: &mut Socket) -> Result<(), Gone> {
        let Some(login) = &self.login else { return Ok(()) };
        if self.online.is_valid(login).await.map_err(|_| Gone)? {
            return Ok(());
        }
        socket.close(text(&OnlineMessage::LoggedOut).ok_or(Gone)?).await?;
        Err(Gone)
    }

    async fn hear(
        &mut self,
        socket: &mut Socket,
        notes: &mut mpsc::Receiver<Note>,
        text: &str,
    ) -> Result<(), Gone> {
        let request = match serde_json::from_str::<OnlineRequest>(text) {
            Ok(request) => request,
            Err(error) => {
                let message = crate::error::sentence(&error.to_string());
                let error = ApiError::new(ErrorCode::BadRequest, message);
                return answer(socket, number_of(text), Err(error)).await;
            }
        };
        match request {
            OnlineRequest::Act { request, game, command, act } => {
                let done = self.order(game, command, act).await;
                self.answer(socket, notes, request, done).await
            }
            OnlineRequest::Ping { request } => answer(socket, request, Ok(())).await,
            // What comes seldom does not make the task of every connection larger.
            other => Box::pin(self.hear_other(socket, notes, other)).await,
        }
    }

    async fn hear_other(
        &mut self,
        socket: &mut Socket,
        notes: &mut mpsc::Receiver<Note>,
        request: OnlineRequest,
    ) -> Result<(), Gone> {
        match request {
            OnlineRequest::Watch { request, game, seen, seat, mute, glance } => {
                match self.watch(&game, seen, seat, mute, glance).await {
                    Ok(messages) => {
                        for text in messages {
                            socket.send(text).await?;
                        }
                        self.answer(socket, notes, request, Ok(())).await
                    }
                    Err(error) => answer(socket, request, Err(error)).await,
                }
            }
            OnlineRequest::Unwatch { game } => {
                self.watched.remove(&game);
                Ok(())
            }
            OnlineRequest::Mute { game, on } => {
                if let Some(watched) = self.watched.get_mut(&game) {
                    watched.is_muted = on;
                }
                Ok(())
            }
            OnlineRequest::Say { request, game, text, act } => {
                let done = self.chat(&game, &text, act).await;
                self.answer(socket, notes, request, done).await
            }
            OnlineRequest::Lobby { on } => self.enter_lobby(socket, on).await,
            OnlineRequest::Act { .. } | OnlineRequest::Ping { .. } => Ok(()),
        }
    }

    async fn order(&self, game: String, command: Command, act: Option<u64>) -> Result<(), ApiError> {
        let side = match self.watched.get(&game).and_then(|watched| watched.side) {
            Some(side) => side,
            None => Box::pin(self.seat(&game)).await?,
        };
        self.online.order(Order { game, side, command, act, lag_ms: self.lag_ms }).await
    }

    /// The side at which this client sits in a game.
    async fn seat(&self, game: &str) -> Result<Side, ApiError> {
        let game = self.online.game(game).await?;
        let side = self.person.as_ref().and_then(|person| side_of(&game, &person.id));
        side.ok_or_else(|| match game.is_private {
            true => ApiError::not_found("game"),
            false => not_a_player(),
        })
    }

    /// Answers a request, after what it has caused.
    async fn answer(
        &mut self,
        socket: &mut Socket,
        notes: &mut mpsc::Receiver<Note>,
        request: u32,
        done: Result<(), ApiError>,
    ) -> Result<(), Gone> {
        while let Ok(note) = notes.try_recv() {
            self.pass_on(socket, note).await?;
        }
        answer(socket, request, done).await
    }

    /// Passes news on, once and without gaps.
    async fn pass_on(&mut self, socket: &mut Socket, note: Note) -> Result<(), Gone> {
        if self.outbox.has_missed() {
            return Box::pin(self.catch_up(socket)).await;
        }
        if let Topic::Game(id) = &note.topic {
            let Some(watched) = self.watched.get_mut(id.as_ref()) else { return Ok(()) };
            match note.kind {
                NoteKind::Event(seq) if seq <= watched.told => return Ok(()),
                NoteKind::Event(seq) if seq == watched.told + 1 => watched.told = seq,
                NoteKind::Event(_) | NoteKind::Missed => {
                    let (id, told) = (id.to_string(), watched.told);
                    return Box::pin(self.catch_up_with(socket, id, told)).await;
                }
                NoteKind::Chat if watched.is_muted => return Ok(()),
                _ => {}
            }
        }
        if note.kind == NoteKind::Revoked {
            return Box::pin(self.check_login(socket)).await;
        }
        if note.kind == NoteKind::Missed {
            return Box::pin(self.tell_again(socket, &note.topic)).await;
        }
        socket.send(note.text).await
    }

    /// Tells how a person's things stand, or the lobby.
    async fn tell_again(&self, socket: &mut Socket, topic: &Topic) -> Result<(), Gone> {
        let message = match (topic, &self.person) {
            (Topic::Lobby, _) => self.online.lobby().await.map(|lobby| OnlineMessage::Lobby { lobby }),
            (Topic::Person(_), Some(person)) => {
                // What was missed may have been the end of the session.
                self.check_login(socket).await?;
                self.online.yours(person).await
            }
            _ => return Ok(()),
        };
        // Without the store nothing can be told; the client connects again.
        say(socket, &message.map_err(|_| Gone)?).await
    }

    /// Tells what was missed of all that is listened to.
    async fn catch_up(&mut self, socket: &mut Socket) -> Result<(), Gone> {
        let topics: Vec<Topic> = self.news.iter().map(|(topic, _)| topic.clone()).collect();
        for topic in topics {
            self.tell_again(socket, &topic).await?;
        }
        let games: Vec<(String, u64)> =
            self.watched.iter().map(|(id, watched)| (id.clone(), watched.told)).collect();
        for (id, told) in games {
            self.catch_up_with(socket, id, told).await?;
        }
        Ok(())
    }

    /// Tells what was missed of a game.
    async fn catch_up_with(&mut self, socket: &mut Socket, id: String, told: u64) -> Result<(), Gone> {
        // Without the store nothing can be told; the client connects again.
        let missed = self.online.events_after(&id, told).await.map_err(|_| Gone)?;
        for note in missed {
            if let (NoteKind::Event(seq), Some(watched)) = (note.kind, self.watched.get_mut(&id)) {
                watched.told = seq;
            }
            socket.send(note.text).await?;
        }
        Ok(())
    }

    /// Hears of a game from now on. Gives what is to be told first.
    async fn watch(
        &mut self,
        id: &str,
        seen: Option<u64>,
        seat: Option<String>,
        is_muted: bool,
        is_glance: bool,
    ) -> Result<Vec<Utf8Bytes>, ApiError> {
        if self.watched.len() >= MAX_WATCHED && !self.watched.contains_key(id) {
            return Err(ApiError::not_now(format!("One connection can watch at most {MAX_WATCHED} games.")));
        }
        let game = self.online.game(id).await?;
        let side = self.side(&game, seat).await?;
        if game.is_private && side.is_none() {
            return Err(ApiError::not_found("game"));
        }
        // Listening comes before looking, so that nothing is missed between.
        let listening = self.online.hub().subscribe(Topic::Game(id.into()), &self.outbox);
        let (told, messages) = match seen {
            Some(seen) => self.events_since(id, seen).await?,
            None => self.whole(id, side).await?,
        };
        // One that is watched already goes on without a gap.
        let attending = match self.watched.remove(id).and_then(|watched| watched.attending) {
            Some(attending) if attending.is_at(side) => Some(attending),
            _ if is_glance || game.over.is_some() => None,
            _ => Some(self.online.attend(&game, self.name.clone(), side).await),
        };
        let watched = Watched { _listening: listening, told, is_muted, side, attending };
        self.watched.insert(id.to_owned(), watched);
        Ok(messages)
    }

    /// The side of the person, or of a seat's token.
    async fn side(&self, game: &OnlineGame, seat: Option<String>) -> Result<Option<Side>, ApiError> {
        if let Some(seat) = seat {
            let side = self.online.store().seat(game.id.clone(), Secret::given(&seat).hash()).await?;
            let side = side.ok_or_else(|| ApiError::not_found("seat"))?;
            return Ok(Some(if side == 0 { Side::Black } else { Side::White }));
        }
        Ok(self.person.as_ref().and_then(|person| side_of(game, &person.id)))
    }

    async fn events_since(&self, id: &str, seen: u64) -> Result<(u64, Vec<Utf8Bytes>), ApiError> {
        let notes = self.online.events_after(id, seen).await?;
        let told = notes.iter().map(|note| match note.kind {
            NoteKind::Event(seq) => seq,
            _ => seen,
        });
        let told = told.max().unwrap_or(seen);
        Ok((told, notes.into_iter().map(|note| note.text).collect()))
    }

    async fn whole(&self, id: &str, side: Option<Side>) -> Result<(u64, Vec<Utf8Bytes>), ApiError> {
        let standing = self.online.look(id).await?;
        let now = now();
        let state = convert::state(&standing.game, &standing.contest, side, now);
        let state = state.map_err(|error| damaged(id, &error))?;
        let message = OnlineMessage::Game { game: Box::new(state), now };
        Ok((standing.contest.seq(), text(&message).into_iter().collect()))
    }

    /// Says something in a game.
    async fn chat(&self, id: &str, said: &str, act: Option<u64>) -> Result<(), ApiError> {
        let said: String = said.trim().chars().filter(|letter| is_seen(*letter)).collect();
        if said.is_empty() || said.chars().count() > MAX_CHAT {
            let message = format!("A line must have 1 to {MAX_CHAT} characters.");
            return Err(ApiError::new(ErrorCode::BadValue, message));
        }
        let side = match self.watched.get(id).and_then(|watched| watched.side) {
            Some(side) => side,
            None => self.seat(id).await?,
        };
        let game = self.online.game(id).await?;
        let (gate, metrics) = (&self.gate, self.online.metrics());
        let (player, opponent) = match side {
            Side::Black => (game.black, game.white),
            Side::White => (game.white, game.black),
        };
        if self.online.store().has_blocked(opponent.person, player.person.clone()).await? {
            let message = "Your opponent has blocked you and does not see what you say.";
            return Err(ApiError::new(ErrorCode::Forbidden, message));
        }
        gate.chat(&player.person).inspect_err(|_| metrics.too_many())?;
        let line = ChatLine { at: now(), person: player.person, name: player.name, text: said };
        if !self.online.store().say(id.to_owned(), line.clone(), act).await? {
            // It was said before, and the answer was lost.
            return Ok(());
        }
        let message = ChatMessage {
            game: id.to_owned(),
            at: line.at,
            by: line.person,
            name: line.name,
            text: line.text,
        };
        if let Some(text) = text(&OnlineMessage::Chat(message)) {
            self.online.hub().publish(Note { topic: Topic::Game(id.into()), kind: NoteKind::Chat, text });
        }
        Ok(())
    }

    async fn enter_lobby(&mut self, socket: &mut Socket, on: bool) -> Result<(), Gone> {
        self.news.retain(|(topic, _)| *topic != Topic::Lobby);
        if !on {
            return Ok(());
        }
        let listening = self.online.hub().subscribe(Topic::Lobby, &self.outbox);
        self.news.push((Topic::Lobby, listening));
        match self.online.lobby().await {
            Ok(lobby) => say(socket, &OnlineMessage::Lobby { lobby }).await,
            Err(error) => answer(socket, 0, Err(error)).await,
        }
    }
}

impl Online {
    /// The games of a person that are not over.
    async fn started_games(&self, person: &Person) -> Result<Vec<StartedGame>, ApiError> {
        let games = self.store().games_of(person.id.clone()).await?;
        let started =
            |game: OnlineGame| Some(StartedGame { side: side_of(&game, &person.id)?, game: game.id });
        Ok(games.into_iter().filter_map(started).collect())
    }

    /// How a person's things stand.
    async fn yours(&self, person: &Person) -> Result<OnlineMessage, ApiError> {
        let (games, challenges) = (self.started_games(person).await?, self.challenges(person).await?);
        Ok(OnlineMessage::Yours { games, challenges })
    }

    /// What the lobby shows.
    pub(crate) async fn lobby(&self) -> Result<Lobby, ApiError> {
        let seeks = self.seeks().await?;
        let live = self.store().live_games(MAX_LIVE).await?;
        Ok(Lobby { seeks, live: convert::summaries(&live), online: self.presence().all() })
    }
}

/// Live games that the lobby shows.
const MAX_LIVE: u32 = 50;

/// Somebody as others see them.
fn info(me: &Me) -> PersonInfo {
    PersonInfo {
        id: me.id.clone(),
        name: me.name.clone(),
        rating: me.rating.map(|rating| rating.rating),
        rating_change: None,
        guest: me.guest,
        bot: me.bot,
    }
}

fn not_a_player() -> ApiError {
    let message = "You do not play in this game.";
    ApiError::new(ErrorCode::Forbidden, message)
}

async fn say(socket: &mut Socket, message: &OnlineMessage) -> Result<(), Gone> {
    socket.send(text(message).ok_or(Gone)?).await
}

async fn answer(socket: &mut Socket, request: u32, done: Result<(), ApiError>) -> Result<(), Gone> {
    let message = match done {
        Ok(()) => OnlineMessage::Ack { request },
        Err(error) => OnlineMessage::Refused { request, error: error.body },
    };
    say(socket, &message).await
}

/// The number of a request that says something nobody understands.
fn number_of(text: &str) -> u32 {
    let number = |value: serde_json::Value| value.get("request")?.as_u64()?.try_into().ok();
    serde_json::from_str(text).ok().and_then(number).unwrap_or(0)
}

/// Letters that do nothing to others: no controls, and none that turn the direction of what stands beside them.
fn is_seen(letter: char) -> bool {
    let turns = matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !letter.is_control() && !turns
}
