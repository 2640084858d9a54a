//! Everybody who is somebody else: every address of the description, tried at what is not one's own.

use std::collections::BTreeSet;

use crownhead_server::wire::{
    ChallengeInfo, MadeToken, Me, OnlineGameState, SeekAnswer, StartedGame, StudyInfo,
};
use reqwest::header::{AUTHORIZATION, COOKIE};
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::visitor::{Visitor, meet};

/// What is somebody's.
#[derive(Clone, Copy, Debug)]
enum Thing {
    PrivateGame,
    PublicGame,
    Seek,
    Challenge,
    Code,
    Token,
    Study,
}
use Thing::*;

/// Whom an address is for.
#[derive(Clone, Copy, Debug)]
enum For {
    /// Everybody: there is nothing of anybody's in it.
    Everybody,
    /// Whoever is known, about what is their own.
    Oneself,
    /// A program, about what is its own.
    Program,
    /// Whoever is known: it is offered to all.
    Takers,
    /// Ann alone, whose thing it is, or who was asked.
    Ann(&'static [Thing]),
    /// Bob alone.
    Bob(&'static [Thing]),
    /// Ann's program alone.
    AnnsProgram(&'static [Thing]),
}
use For::*;

const GAMES: &[Thing] = &[PrivateGame, PublicGame];
const CHALLENGE: &[Thing] = &[Challenge, Code];

/// Every address, and whom it is for. Whoever adds an address says it here.
const ADDRESSES: &[(&str, &str, For)] = &[
    ("GET", "/api/about", Everybody),
    ("POST", "/api/analysis", Everybody),
    ("GET", "/api/arena", Everybody),
    ("GET", "/api/arena/{id}", Everybody),
    ("GET", "/api/arena/{id}/games/{game}", Everybody),
    ("GET", "/api/arena/{id}/pdn", Everybody),
    ("GET", "/api/arena/{id}/report", Everybody),
    ("GET", "/api/ballots", Everybody),
    ("GET", "/api/openings", Everybody),
    ("GET", "/api/practice", Everybody),
    ("GET", "/api/practice/{id}/position", Everybody),
    // Games that whoever runs the server has chosen to show.
    ("GET", "/api/collection", Everybody),
    ("GET", "/api/collection/games", Everybody),
    ("GET", "/api/collection/games/{number}/pdn", Everybody),
    ("GET", "/api/explorer", Everybody),
    ("POST", "/api/explorer", Everybody),
    ("POST", "/api/bits", Everybody),
    ("POST", "/api/bits/eval", Everybody),
    ("POST", "/api/pdn", Everybody),
    ("POST", "/api/position", Everybody),
    ("POST", "/api/position/line", Everybody),
    ("POST", "/api/position/move", Everybody),
    ("GET", "/api/position/svg", Everybody),
    // At this machine: a server that others can reach does not have it.
    ("GET", "/api/old-games", Everybody),
    ("POST", "/api/online/guest", Everybody),
    ("POST", "/api/online/register", Everybody),
    ("POST", "/api/online/login", Everybody),
    ("GET", "/api/online/lobby", Everybody),
    ("GET", "/api/online/games", Everybody),
    ("GET", "/api/online/players/{name}", Everybody),
    ("GET", "/api/online/leaderboard", Everybody),
    ("POST", "/api/online/recover", Everybody),
    // With a line that nobody has said.
    ("POST", "/api/online/games/{id}/report", Everybody),
    // With a wrong password.
    ("POST", "/api/online/account/delete", Everybody),
    ("POST", "/api/online/password", Oneself),
    ("GET", "/api/online/recovery-codes", Oneself),
    ("POST", "/api/online/recovery-codes", Oneself),
    ("GET", "/api/online/blocks", Oneself),
    ("PUT", "/api/online/blocks/{id}", Oneself),
    ("DELETE", "/api/online/blocks/{id}", Oneself),
    ("GET", "/api/online/me", Oneself),
    ("POST", "/api/online/bot", Oneself),
    ("GET", "/api/online/tokens", Oneself),
    ("POST", "/api/online/tokens", Oneself),
    ("POST", "/api/online/seeks", Oneself),
    ("GET", "/api/online/challenges", Oneself),
    ("POST", "/api/online/challenges", Oneself),
    ("POST", "/api/online/games", Oneself),
    ("GET", "/api/studies", Oneself),
    ("POST", "/api/studies", Oneself),
    ("POST", "/api/online/seeks/{id}/accept", Takers),
    ("DELETE", "/api/online/tokens/{id}", Ann(&[Token])),
    ("DELETE", "/api/online/seeks/{id}", Ann(&[Seek])),
    ("GET", "/api/online/challenges/{id}", Ann(CHALLENGE)),
    ("POST", "/api/online/challenges/{id}/accept", Ann(CHALLENGE)),
    ("POST", "/api/online/challenges/{id}/decline", Ann(CHALLENGE)),
    ("DELETE", "/api/online/challenges/{id}", Bob(CHALLENGE)),
    ("GET", "/api/online/games/{id}", Ann(&[PrivateGame])),
    ("GET", "/api/online/games/{id}/pdn", Ann(&[PrivateGame])),
    ("GET", "/api/online/games/{id}/chat", Ann(&[PrivateGame])),
    ("POST", "/api/online/games/{id}/seat", Ann(GAMES)),
    ("GET", "/api/studies/{id}", Ann(&[Study])),
    ("GET", "/api/studies/{id}/pdn", Ann(&[Study])),
    ("PUT", "/api/studies/{id}", Ann(&[Study])),
    ("DELETE", "/api/studies/{id}", Ann(&[Study])),
    ("GET", "/api/bot/stream/event", Program),
    ("POST", "/api/bot/seek", Program),
    ("POST", "/api/bot/games", Program),
    ("POST", "/api/bot/challenge", Program),
    ("GET", "/api/bot/game/stream/{id}", AnnsProgram(GAMES)),
    ("POST", "/api/bot/game/{id}/move/{move}", AnnsProgram(GAMES)),
    ("POST", "/api/bot/game/{id}/resign", AnnsProgram(GAMES)),
    ("POST", "/api/bot/game/{id}/abort", AnnsProgram(GAMES)),
    ("POST", "/api/bot/game/{id}/draw/{answer}", AnnsProgram(GAMES)),
    ("POST", "/api/bot/game/{id}/takeback/{answer}", AnnsProgram(GAMES)),
    ("POST", "/api/bot/challenge/{id}/accept", AnnsProgram(CHALLENGE)),
    ("POST", "/api/bot/challenge/{id}/decline", AnnsProgram(CHALLENGE)),
    // The last, for then nobody is known any more.
    ("DELETE", "/api/online/sessions", Oneself),
    ("POST", "/api/online/logout", Everybody),
];

/// What is sent to an address that takes something. The seek fits nobody's.
fn body(method: &str, path: &str) -> Option<Value> {
    Some(match (method, path) {
        ("POST", "/api/online/register") => json!({"name": "Ann", "password": "something else"}),
        ("POST", "/api/online/login") => json!({"name": "Ann", "password": "wrong horse"}),
        ("POST", "/api/online/recover") => json!({"name": "Ann", "code": "x", "password": "something else"}),
        ("POST", "/api/online/games/{id}/report") => json!({"by": "nobody", "at": 1}),
        ("POST", "/api/online/account/delete") => json!({"password": "wrong horse"}),
        ("POST", "/api/online/password") => json!({"old": "correct horse", "new": "battery staple"}),
        ("POST", "/api/online/recovery-codes") => json!({"password": "battery staple"}),
        ("POST", "/api/online/bot") => json!({"bot": true}),
        ("POST", "/api/online/tokens") => json!({"name": "x", "scopes": ["bot:play"]}),
        ("POST", "/api/online/seeks" | "/api/bot/seek") => json!({"rules": "casual"}),
        ("POST", "/api/online/games" | "/api/bot/games") => json!({"level": 1}),
        ("POST", "/api/studies") => json!({"title": "Mine", "pdn": "1. 9-13 *"}),
        ("PUT", "/api/studies/{id}") => json!({"version": 1, "title": "Mine now", "visibility": "link"}),
        ("POST", "/api/bits" | "/api/bits/eval" | "/api/pdn" | "/api/position") => json!({}),
        ("POST", "/api/position/line" | "/api/position/move") => json!({}),
        ("POST", "/api/online/challenges" | "/api/bot/challenge") => json!({}),
        _ => return None,
    })
}

/// Streams do not end by themselves.
fn is_stream(path: &str) -> bool {
    path.contains("/stream/")
}

/// Somebody with an account and a program.
struct Party {
    visitor: Visitor,
    token: MadeToken,
}

impl Party {
    async fn new(desk: &Desk, name: &str) -> Party {
        let visitor = Visitor::account(desk, name).await;
        let scopes = json!({"name": format!("program of {name}"), "scopes": ["bot:play", "challenge:write"]});
        let token = visitor.post("/api/online/tokens", scopes).await;
        let _: Me = visitor.post("/api/online/bot", json!({"bot": true})).await;
        Party { visitor, token }
    }

    /// A request of theirs; at the addresses of programs, by their program.
    fn sign(&self, request: RequestBuilder, path: &str) -> RequestBuilder {
        match path.starts_with("/api/bot") {
            true => request.header(AUTHORIZATION, format!("Bearer {}", self.token.token)),
            false => request.header(COOKIE, &self.visitor.cookie),
        }
    }
}

/// Two people and what is theirs.
struct World {
    desk: Desk,
    ann: Party,
    bob: Party,
}

/// What is theirs, by its names.
struct Things {
    private_game: String,
    public_game: String,
    seek: String,
    challenge: ChallengeInfo,
    token: MadeToken,
    study: StudyInfo,
}

const TITLE: &str = "What Ann keeps to herself";
const SAID: &str = "said in private";

impl World {
    async fn new() -> World {
        let desk = Desk::open().await;
        let (ann, bob) = (Party::new(&desk, "Ann").await, Party::new(&desk, "Bob").await);
        World { desk, ann, bob }
    }

    async fn things(&self) -> Things {
        let (ann, bob) = (&self.ann.visitor, &self.bob.visitor);
        let new = json!({"to": "Ann", "settings": {"private": true, "side": "white"}});
        let private: ChallengeInfo = bob.post("/api/online/challenges", new).await;
        let accept = format!("/api/online/challenges/{}/accept", private.id);
        let StartedGame { game: private_game, .. } = ann.post(&accept, Value::Null).await;
        let (public_game, black, white) = meet(&self.desk, ann, bob, json!({})).await;
        let (mut a, mut b) = (ann.socket().await, bob.socket().await);
        a.play(&private_game, 0, "11-15").await.unwrap();
        b.play(&private_game, 1, "23-19").await.unwrap();
        black.socket().await.play(&public_game, 0, "11-15").await.unwrap();
        white.socket().await.play(&public_game, 1, "23-19").await.unwrap();
        let answer: SeekAnswer = ann.post("/api/online/seeks", json!({})).await;
        let SeekAnswer::Waiting { seek } = answer else { panic!("{answer:?}") };
        let study = json!({"title": TITLE, "pdn": "1. 11-15 23-19 {secret} *"});
        Things {
            private_game,
            public_game,
            seek: seek.id,
            challenge: bob.post("/api/online/challenges", json!({"to": "Ann"})).await,
            token: ann.post("/api/online/tokens", json!({"name": "x", "scopes": ["bot:play"]})).await,
            study: ann.post("/api/studies", study).await,
        }
    }

    /// The requests of an address, one for each thing that can stand in it.
    fn requests<'a>(
        &'a self,
        (method, path, whom): &'a (&'static str, &'static str, For),
        things: &Things,
    ) -> Vec<(String, impl Fn() -> RequestBuilder + use<'a>)> {
        let named = match whom {
            Ann(named) | Bob(named) | AnnsProgram(named) => *named,
            Takers => &[Seek],
            // A name that is not needed, or one that everybody may know.
            Everybody | Oneself | Program => &[PublicGame],
        };
        let filled = named.iter().map(move |thing| {
            let id = match thing {
                PrivateGame => &things.private_game,
                PublicGame => &things.public_game,
                Seek => &things.seek,
                Challenge => &things.challenge.id,
                Code => &things.challenge.code,
                Token => &things.token.id,
                Study => &things.study.id,
            };
            let filled = [("{id}", id.as_str()), ("{name}", "Ann"), ("{game}", "1")];
            let filled = filled.into_iter().chain([("{move}", "8-11"), ("{answer}", "yes")]);
            filled.fold((*path).to_owned(), |path, (name, value)| path.replace(name, value))
        });
        let request = move |address: String| {
            (address.clone(), move || {
                let request = self.desk.request(method.parse().unwrap(), &address);
                match body(method, path) {
                    Some(body) => request.json(&body),
                    None => request,
                }
            })
        };
        filled.map(request).collect()
    }

    /// Everything that Ann and Bob see of their own.
    async fn seen(&self, things: &Things) -> Vec<Value> {
        let game = |id: &str| format!("/api/online/games/{id}");
        let own = ["/api/online/me", "/api/online/challenges", "/api/online/tokens", "/api/studies"];
        let mut paths: Vec<String> = own.map(str::to_owned).into();
        paths.extend([game(&things.private_game), game(&things.public_game)]);
        paths.push(game(&things.private_game) + "/chat");
        let mut seen = Vec::new();
        for path in &paths {
            for person in [&self.ann, &self.bob] {
                seen.push(person.visitor.get::<Value>(path).await);
            }
        }
        let study = format!("/api/studies/{}", things.study.id);
        seen.push(self.ann.visitor.get(&study).await);
        let lobby: Value = self.desk.get("/api/online/lobby").await;
        let seeks = lobby["seeks"].as_array().unwrap().iter();
        seen.extend(seeks.filter(|seek| seek["by"]["name"] == "Ann").cloned());
        seen
    }
}

#[tokio::test]
async fn the_table_has_every_address_of_the_description_and_no_other() {
    let desk = Desk::open().await;
    let description: Value = desk.get("/api/openapi.json").await;
    let docs = desk.text("/api/docs").await;
    assert_eq!(docs.matches("<script").count(), 1, "scripts of pages are files");
    assert!(docs.contains("<script src=\"/api/docs.js\" defer></script>"));
    let mut described = BTreeSet::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let method = method.to_uppercase();
            assert!(docs.contains(&format!("{method} {path}")), "{method} {path} is not on the API's page");
            described.insert((method, path.clone()));
        }
    }
    let table: BTreeSet<(String, String)> =
        ADDRESSES.iter().map(|(method, path, _)| ((*method).to_owned(), (*path).to_owned())).collect();
    assert_eq!(table.len(), ADDRESSES.len(), "no address twice");
    let missing: Vec<_> = described.symmetric_difference(&table).collect();
    assert!(missing.is_empty(), "say in the table whom these are for: {missing:?}");
}

#[tokio::test]
async fn strangers_neither_see_nor_change_what_is_not_theirs() {
    let world = World::new().await;
    let things = world.things().await;
    let say = json!({"type": "say", "game": things.private_game, "text": SAID});
    assert_eq!(world.ann.visitor.socket().await.ask(say).await.1, Ok(()));
    let before = world.seen(&things).await;
    let stranger = Party::new(&world.desk, "Stranger").await;
    let guest = Visitor::guest(&world.desk).await;
    let secrets = [
        things.private_game.as_str(),
        &things.challenge.id,
        &things.challenge.code,
        &things.token.id,
        &things.token.token,
        &things.study.id,
        TITLE,
        SAID,
    ];
    for address @ (method, path, whom) in ADDRESSES {
        for (filled, request) in world.requests(address, &things) {
            let callers = [
                ("nobody", request()),
                ("a guest", request().header(COOKIE, &guest.cookie)),
                ("a stranger", stranger.sign(request(), path)),
            ];
            for (caller, request) in callers {
                if matches!(whom, Takers) && caller != "nobody" {
                    continue;
                }
                let response = request.send().await.unwrap();
                let status = response.status();
                let told = format!("{caller}: {method} {filled}: {status}");
                assert!(!status.is_server_error(), "{told}");
                if is_stream(path) && status.is_success() {
                    assert!(matches!(whom, Program), "{told}");
                    continue;
                }
                let text = response.text().await.unwrap();
                let is_shut_out = [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN, StatusCode::NOT_FOUND]
                    .contains(&status);
                match whom {
                    Everybody => {}
                    Oneself | Program | Takers if caller == "nobody" => {
                        assert_eq!(status, StatusCode::UNAUTHORIZED, "{told} {text}");
                    }
                    Program if caller == "a guest" => assert!(is_shut_out, "{told} {text}"),
                    Oneself | Program | Takers => {
                        assert!(status.is_success() || caller == "a guest" && is_shut_out, "{told} {text}");
                    }
                    Ann(_) | Bob(_) | AnnsProgram(_) => assert!(is_shut_out, "{told} {text}"),
                }
                // A refusal may repeat what was asked for, and tells nothing else.
                let known = if is_shut_out { filled.as_str() } else { "" };
                for secret in secrets.iter().filter(|secret| !known.contains(**secret)) {
                    assert!(!text.contains(secret), "{told} tells {secret}: {text}");
                }
            }
        }
    }
    assert_eq!(world.seen(&things).await, before, "nothing has changed");
}

#[tokio::test]
async fn those_to_whom_it_belongs_are_let_in() {
    let world = World::new().await;
    for address @ (method, path, whom) in ADDRESSES {
        let person = match whom {
            Everybody | Oneself | Program | Takers => continue,
            Ann(_) | AnnsProgram(_) => &world.ann,
            Bob(_) => &world.bob,
        };
        let things = world.things().await;
        for (filled, request) in world.requests(address, &things).into_iter().take(1) {
            let response = person.sign(request(), path).send().await.unwrap();
            let status = response.status();
            // What cannot be done at this point of a game is refused for that alone.
            let is_known = status.is_success() || status == StatusCode::CONFLICT;
            assert!(is_known, "{method} {filled}: {status}");
        }
        // There is a limit to everything that one may have.
        for (person, path) in [
            (&world.bob, format!("/api/online/challenges/{}", things.challenge.id)),
            (&world.ann, format!("/api/online/tokens/{}", things.token.id)),
        ] {
            person.visitor.send(Method::DELETE, &path, Value::Null).await;
        }
    }
}

#[tokio::test]
async fn a_seat_is_not_taken_with_the_token_of_another_game() {
    let world = World::new().await;
    let things = world.things().await;
    let seat = |game: &str| format!("/api/online/games/{game}/seat");
    let token: Value = world.ann.visitor.post(&seat(&things.public_game), Value::Null).await;
    let mut line = Visitor::guest(&world.desk).await.socket().await;
    let watch = json!({"type": "watch", "game": things.private_game, "seat": token["seat"]});
    assert_eq!(line.ask(watch).await.1, Err("not_found".to_owned()));
    assert_eq!(line.play(&things.private_game, 2, "8-11").await, Err("not_found".to_owned()));
    let state: OnlineGameState =
        world.ann.visitor.get(&format!("/api/online/games/{}", things.private_game)).await;
    assert_eq!(state.now.ply, 2);
}
