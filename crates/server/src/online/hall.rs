//! Agents by the Model Context Protocol, in the same games as everybody else.
//!
//! An agent is known by the token of its seat. What it wants goes through [`Online::order`] and what happens is heard
//! through the hub, as for a socket; so its opponents may sit anywhere, and its games on any node.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use crownhead_board::{Color, Game};
use crownhead_engine::{Level, Limits, Line};
use crownhead_mcp::{
    Act, Glance, Hall, Head, JoinGame, Listing, NewGame, Profile, Said, SeatKey, Ticket, Trouble, clean_name,
    mounted, read_move,
};
use tokio::time::Instant;

use super::computer;
use super::{Online, Order, Person, Program, Secret, Standing, Topic, damaged, new_id, now, pdn};
use crate::App;
use crate::error::ApiError;
use crate::guard::Dear;
use crate::wire::{Command, ErrorCode, OnlineSettings, SeekInfo, TimeControl, Wish};

/// The doors of agents: `/mcp` for those who play, `/mcp/compact` with the fewest tools, `/mcp/coach` for those who want advice.
pub(crate) fn agents(app: &App) -> Router<App> {
    let hall = Arc::new(Agents { app: app.clone() });
    let play = mounted("/mcp", hall.clone(), Profile::Play);
    let compact = mounted("/mcp/compact", hall.clone(), Profile::Compact);
    play.merge(compact).merge(mounted("/mcp/coach", hall, Profile::Coach)).with_state(())
}

/// The games of the server, for agents.
struct Agents {
    app: App,
}

/// How long the engine thinks for a coach.
const ADVICE: Duration = Duration::from_secs(1);

impl Agents {
    fn online(&self) -> &Online {
        &self.app.online
    }

    /// Who an agent is: the account whose token it sends, or somebody new with the name it gives itself.
    async fn person(&self, name: Option<&str>, head: Option<&Head>) -> Result<Person, Trouble> {
        self.pay(head).await?;
        if let Some(person) = self.account(head).await? {
            return Ok(person);
        }
        // Accounts have no such names, so that nobody takes an agent for one of them.
        let name = format!("{} (agent)", clean_name(name));
        Ok(Person { id: format!("g{}", new_id().map_err(trouble)?), name, has_account: false })
    }

    /// The account whose token an agent sends.
    async fn account(&self, head: Option<&Head>) -> Result<Option<Person>, Trouble> {
        let Some(head) = head.filter(|head| head.headers.contains_key(AUTHORIZATION)) else {
            return Ok(None);
        };
        let program = Program::from_request_parts(&mut head.clone(), &self.app).await.map_err(trouble)?;
        self.online().bot(program).await.map(Some).map_err(trouble)
    }

    /// What is dear is not to be had without end.
    async fn pay(&self, head: Option<&Head>) -> Result<(), Trouble> {
        match head {
            Some(head) => {
                Dear::from_request_parts(&mut head.clone(), &self.app).await.map(drop).map_err(trouble)
            }
            None => Ok(()),
        }
    }

    /// Gives a seat to an agent.
    async fn ticket(&self, game_id: String, color: Color) -> Result<Ticket, Trouble> {
        let token = Secret::new().map_err(trouble)?;
        let kept = self.online().store().set_seat(game_id.clone(), color as u8, token.hash()).await;
        kept.map_err(|error| trouble(error.into()))?;
        Ok(Ticket { game_id, seat_token: token.reveal().to_owned(), color })
    }

    /// The side of a token in a game.
    async fn seat(&self, game_id: &str, token: &str) -> Result<Option<Color>, Trouble> {
        let hash = Secret::given(token).hash();
        let seat = self.online().store().seat(game_id.to_owned(), hash).await;
        let seat = seat.map_err(|error| trouble(error.into()))?;
        Ok(seat.and_then(|side| Color::ALL.into_iter().find(|color| *color as u8 == side)))
    }

    /// A game that has begun, if whoever asks may see it.
    async fn standing(&self, game_id: &str, token: Option<&str>) -> Result<Option<Standing>, Trouble> {
        let standing = match self.online().look(game_id).await {
            Ok(standing) => standing,
            Err(error) if error.is(ErrorCode::NotFound) => return Ok(None),
            Err(error) => return Err(trouble(error)),
        };
        let may_see = match token {
            _ if !standing.game.is_private => true,
            Some(token) => self.seat(game_id, token).await?.is_some(),
            None => false,
        };
        Ok(may_see.then_some(standing))
    }

    async fn order(&self, key: &SeatKey, color: Color, command: Command) -> Result<(), Trouble> {
        let order = Order::new(key.game_id.clone(), color.into(), command);
        self.online().order(order).await.map_err(trouble)
    }

    /// Gives a game up: one that nobody has joined is taken back, and one that has hardly begun is aborted.
    async fn give_up(&self, key: &SeatKey, color: Color) -> Result<(), Trouble> {
        if let Some((seek, maker)) = self.online().open_seek(&key.game_id).await.map_err(trouble)? {
            return self.online().cancel(&maker, &seek.id).await.map_err(trouble);
        }
        let standing = self.standing(&key.game_id, Some(&key.seat_token)).await?;
        let has_begun = standing.is_some_and(|standing| standing.contest.has_begun());
        let command = if has_begun { Command::Resign } else { Command::Abort };
        self.order(key, color, command).await
    }

    /// Is somebody in a rated game now?
    async fn is_being_rated(&self, person: &str) -> Result<bool, Trouble> {
        let games = self.online().store().games_of(person.to_owned()).await;
        Ok(games.map_err(|error| trouble(error.into()))?.iter().any(|game| game.is_rated))
    }
}

impl Hall for Agents {
    async fn new_game(&self, wanted: NewGame, head: Option<&Head>) -> Result<Ticket, Trouble> {
        let level = wanted.level.map(level).transpose()?;
        if level.is_some() && wanted.is_rated {
            let why = "games against a level are not rated; leave rated or level out";
            return Err(Trouble::NotAllowed(why.to_owned()));
        }
        let person = self.person(wanted.name.as_deref(), head).await?;
        let color = wanted.color.unwrap_or(Color::Black);
        let settings = settings(&wanted, color);
        let id = match level {
            None => self.online().leave_seek(&person, settings).await.map_err(trouble)?.id,
            Some(level) => {
                // The settings say which side the agent wants.
                self.online().begin_level(&person, level, settings).await.map_err(trouble)?.game
            }
        };
        self.ticket(id, color).await
    }

    async fn join_game(&self, wanted: JoinGame, head: Option<&Head>) -> Result<Ticket, Trouble> {
        let person = self.person(wanted.name.as_deref(), head).await?;
        match self.online().accept_either(&person, &wanted.game_id).await {
            Ok(started) => self.ticket(started.game, started.side.into()).await,
            Err(error) if error.is(ErrorCode::NotFound) => {
                let is_game = self.standing(&wanted.game_id, None).await?.is_some();
                Err(if is_game { Trouble::Full } else { no_game(&wanted.game_id) })
            }
            Err(error) => Err(trouble(error)),
        }
    }

    async fn list_games(&self) -> Result<Vec<Listing>, Trouble> {
        let lobby = self.online().lobby().await.map_err(trouble)?;
        let waiting = lobby.seeks.iter().rev().map(|seek| Listing {
            game_id: seek.id.clone(),
            names: names(seek),
            kept_for: None,
            plies: Some(0),
            ending: None,
            is_rated: seek.settings.rated,
        });
        let playing = lobby.live.iter().map(|game| Listing {
            game_id: game.id.clone(),
            names: [Some(game.black.name.clone()), Some(game.white.name.clone())],
            kept_for: None,
            plies: None,
            ending: None,
            is_rated: game.settings.rated,
        });
        Ok(waiting.chain(playing).collect())
    }

    async fn look(&self, game_id: &str, seat_token: Option<&str>) -> Result<Glance, Trouble> {
        // The seek first: a seek that is gone has become a game, at once.
        let seek = self.online().open_seek(game_id).await.map_err(trouble)?;
        match (self.standing(game_id, seat_token).await?, seek) {
            (Some(standing), _) => glance(&standing),
            (None, Some((seek, _))) => waiting(&seek),
            (None, None) => Err(no_game(game_id)),
        }
    }

    async fn act(&self, key: &SeatKey, ply: usize, act: Act) -> Result<(), Trouble> {
        let color = self.side(key).await?;
        let glance = self.look(&key.game_id, Some(&key.seat_token)).await?;
        let command = match act {
            Act::Resign => return self.give_up(key, color).await,
            _ if glance.names.contains(&None) => {
                let why = "no opponent has joined yet; call wait_for_turn";
                return Err(Trouble::Refused(why.to_owned()));
            }
            Act::Move { text, .. } => match read_move(&glance, color, ply, &text)? {
                Said::Done => return Ok(()),
                Said::Resign => return self.give_up(key, color).await,
                Said::Move(mv) => {
                    let (ply, text) = (ply as u32, mv.route_text().to_string());
                    Command::Move { ply, text, seen: None, lag_ms: 0 }
                }
            },
            // It takes the other's offer if there is one.
            Act::Draw => Command::OfferDraw,
        };
        if let Some(ending) = glance.ending {
            return Err(Trouble::Over(ending));
        }
        self.order(key, color, command).await
    }

    async fn wait_for_turn(&self, key: &SeatKey, patience: Duration) -> Result<Glance, Trouble> {
        let (color, hub) = (self.side(key).await?, self.online().hub());
        let (outbox, mut notes) = hub.outbox();
        let _game = hub.subscribe(Topic::Game(key.game_id.as_str().into()), &outbox);
        // Until a game has begun, whoever offers it hears of it in person.
        let seek = self.online().open_seek(&key.game_id).await.map_err(trouble)?;
        let _person = seek.map(|(_, maker)| hub.subscribe(Topic::Person(maker.id.as_str().into()), &outbox));
        let end = Instant::now() + patience;
        loop {
            let glance = match self.look(&key.game_id, Some(&key.seat_token)).await {
                Err(Trouble::NoSuchGame(_)) => {
                    let why = "no opponent joined in time; make another game with new_game";
                    return Err(Trouble::Over(why.to_owned()));
                }
                looked => looked?,
            };
            let has_begun = !glance.names.contains(&None);
            if glance.ending.is_some() || has_begun && glance.game.position().turn() == color {
                return Ok(glance);
            }
            tokio::select! {
                // Several notes may wait, and one look tells of them all.
                _ = notes.recv() => while notes.try_recv().is_ok() {},
                () = tokio::time::sleep_until(end) => return Ok(glance),
                () = self.app.closed() => return Ok(glance),
            }
        }
    }

    async fn side(&self, key: &SeatKey) -> Result<Color, Trouble> {
        self.seat(&key.game_id, &key.seat_token).await?.ok_or(Trouble::WrongToken)
    }

    async fn advise(
        &self,
        game_id: &str,
        seat_token: Option<&str>,
        head: Option<&Head>,
    ) -> Result<Game, Trouble> {
        self.pay(head).await?;
        let standing = self.standing(game_id, seat_token).await?.ok_or_else(|| no_game(game_id))?;
        let Standing { game, contest } = &standing;
        if game.is_rated {
            return Err(Trouble::rated());
        }
        let caller = self.account(head).await?.map(|person| person.id);
        for person in [&game.black.person, &game.white.person].into_iter().chain(&caller) {
            if self.is_being_rated(person).await? {
                let why =
                    "a player of this game, or you, is in a rated game now; ask again when that is over";
                return Err(Trouble::NotAllowed(why.to_owned()));
            }
        }
        let is_with_level =
            [&game.black, &game.white].into_iter().any(|seat| computer::level(seat).is_some());
        if contest.ending().is_none() && !is_with_level {
            let why =
                "two players are at this game, and neither is advised until it is over; decide for yourself";
            return Err(Trouble::NotAllowed(why.to_owned()));
        }
        Ok(contest.game().clone())
    }

    async fn may_be_advised(&self, head: Option<&Head>) -> Result<(), Trouble> {
        self.pay(head).await?;
        match self.account(head).await? {
            Some(caller) if self.is_being_rated(&caller.id).await? => {
                let why = "you are in a rated game now; ask again when it is over";
                Err(Trouble::NotAllowed(why.to_owned()))
            }
            _ => Ok(()),
        }
    }

    async fn lines(&self, game: Game, n_lines: usize) -> Result<Vec<Line>, Trouble> {
        let asked = self.app.pool.analyze(game, n_lines, Limits::move_time(ADVICE), Box::new(|_| {}));
        let mut ticket = asked.map_err(|busy| trouble(busy.into()))?;
        ticket.answer().await.map(|answer| answer.lines).ok_or(Trouble::NoAnswer)
    }
}

fn level(number: u8) -> Result<Level, Trouble> {
    let none = || Trouble::NotAllowed(format!("there is no level {number}; levels are 1 to 10"));
    Level::new(number).ok_or_else(none)
}

fn settings(wanted: &NewGame, color: Color) -> OnlineSettings {
    let ms = |seconds: u32| 1000 * u64::from(seconds);
    let clock = wanted.clock.map(|(base, added)| TimeControl {
        base_ms: ms(base),
        increment_ms: ms(added),
        per_move: false,
    });
    let side = match color {
        Color::Black => Wish::Black,
        Color::White => Wish::White,
    };
    OnlineSettings {
        clock,
        rated: wanted.is_rated,
        rules: wanted.rules.to_string(),
        start: wanted.opening.clone(),
        side,
        ..OnlineSettings::default()
    }
}

/// The names at a game that nobody has joined yet. Where the sides are random, the maker is named first.
fn names(seek: &SeekInfo) -> [Option<String>; 2] {
    let maker = Some(seek.by.name.clone());
    match seek.settings.side {
        Wish::White => [None, maker],
        Wish::Black | Wish::Random => [maker, None],
    }
}

fn waiting(seek: &SeekInfo) -> Result<Glance, Trouble> {
    let terms = super::convert::terms(&seek.settings).map_err(trouble)?;
    Ok(Glance {
        game: terms.start.game(terms.rules),
        names: names(seek),
        ending: None,
        is_draw_offered: false,
        is_rated: seek.settings.rated,
        shows_moves: true,
        clock_ms: None,
        pdn: String::new(),
    })
}

fn glance(standing: &Standing) -> Result<Glance, Trouble> {
    let Standing { game, contest } = standing;
    let left = |color| contest.clocks().and_then(|clocks| clocks.left_ms(color, now()));
    Ok(Glance {
        game: contest.game().clone(),
        names: [Some(game.black.name.clone()), Some(game.white.name.clone())],
        ending: contest.ending().map(|ending| ending.to_string()),
        is_draw_offered: contest.draw_offer() == Some(!contest.turn()),
        is_rated: game.is_rated,
        shows_moves: true,
        clock_ms: left(Color::Black).zip(left(Color::White)).map(|(black, white)| [black, white]),
        pdn: pdn(standing).map_err(|error| trouble(damaged(&game.id, &error)))?,
    })
}

fn no_game(game_id: &str) -> Trouble {
    Trouble::NoSuchGame(game_id.chars().take(40).collect())
}

/// The words of the API, to an agent.
fn trouble(error: ApiError) -> Trouble {
    let hint = error.body.hint.map(|hint| format!(" {hint}")).unwrap_or_default();
    Trouble::Refused(error.body.message + &hint)
}
