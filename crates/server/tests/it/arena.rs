//! Watching tournaments that are played meanwhile, over the folder alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use crownhead_arena::mock::MockEndpoint;
use crownhead_arena::openings::Openings;
use crownhead_arena::tournament::{Resources, Saved, Tournament, TournamentFile};
use crownhead_server::wire::{ArenaList, ArenaMessage, ArenaNews, ArenaState, ArenaStory, ArenaTournament};
use reqwest::Method;
use serde_json::Value;

use crate::desk::{Desk, Socket};

/// A tournament of these players, two games for each pair.
fn tournament(settings: &str, specs: &[&str]) -> Tournament {
    let players: String = specs.iter().map(|spec| format!("[[players]]\nspec = '{spec}'\n")).collect();
    let text = format!("name = 'Test <b>'\nreview-nodes = 0\n{settings}\n{players}");
    let file = TournamentFile::from_toml(&text).unwrap();
    let openings = Openings::named(&file.openings, file.seed).unwrap();
    Tournament::new(file, openings).unwrap()
}

fn play(tournament: &Tournament, folder: &Path) {
    tournament.run(folder, Resources::default(), |_, _| ()).unwrap();
}

/// What somebody has seen who watches: the moves of each game, those that are over, and how many words.
#[derive(Default)]
struct Notes {
    moves: BTreeMap<u32, Vec<String>>,
    over: BTreeSet<u32>,
    n_words: usize,
    n_moved: usize,
}

impl Notes {
    fn take(&mut self, news: ArenaNews) {
        for live in &news.begun {
            self.moves.insert(live.game, vec!["?".to_owned(); live.ply as usize]);
        }
        for moved in news.moved {
            let known = self.moves.entry(moved.live.game).or_default();
            known.extend(moved.moves.iter().map(|mv| mv.mv.clone()));
            assert_eq!(known.len(), moved.live.ply as usize, "each ply was told");
            assert_eq!(moved.moves.last().unwrap().fen, moved.live.fen);
            self.n_moved += moved.moves.len();
        }
        self.n_words += news.said.len();
        for over in news.over {
            let known = self.moves.insert(over.game.game, over.moves.clone()).unwrap_or_default();
            assert!(known.iter().zip(&over.moves).all(|(known, mv)| known == "?" || known == mv));
            assert!(known.len() <= over.moves.len());
            self.over.insert(over.game.game);
            assert!(news.table.is_some(), "with the table");
        }
    }
}

async fn snapshot(socket: &mut Socket) -> ArenaTournament {
    match socket.hear().await {
        Some(ArenaMessage::Snapshot { tournament }) => *tournament,
        other => panic!("no snapshot but {other:?}"),
    }
}

#[tokio::test]
async fn spectators_see_each_ply_of_a_tournament_that_is_played_elsewhere() {
    let endpoint = MockEndpoint::start("127.0.0.1:0", Duration::from_millis(30)).unwrap();
    let chat = format!("chat:model=clumsy,url={}", endpoint.url());
    let games = tournament("concurrency = 2\npolicy = { attempts = 12 }", &["level:1", &chat]);
    let hall = tempfile::tempdir().unwrap();
    let folder = hall.path().join("spring");
    let desk = Desk::with_arena(hall.path()).await;
    assert_eq!(desk.get::<ArenaList>("/api/arena").await, ArenaList { open: true, tournaments: Vec::new() });

    let playing = {
        let folder = folder.clone();
        thread::spawn(move || play(&games, &folder))
    };
    while !folder.join("live/0.jsonl").exists() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let list: ArenaList = desk.get("/api/arena").await;
    assert_eq!((list.tournaments.len(), list.tournaments[0].state), (1, ArenaState::Running));
    let [mut one, mut two] =
        [desk.socket("/api/arena/spring/watch").await, desk.socket("/api/arena/spring/watch").await];
    let begin = snapshot(&mut one).await;
    assert_eq!((begin.summary.total, begin.summary.state), (2, ArenaState::Running));
    snapshot(&mut two).await;

    let mut notes = Notes::default();
    for live in &begin.live {
        notes.moves.insert(live.game, vec!["?".to_owned(); live.ply as usize]);
    }
    let mut last = None;
    while notes.over.len() < 2 || last != Some(ArenaState::Finished) {
        let Some(ArenaMessage::News(news)) = one.hear().await else { panic!("no news") };
        assert_eq!(two.hear().await, Some(ArenaMessage::News(news.clone())), "all hear the same");
        last = news.summary.as_ref().map(|summary| summary.state).or(last);
        notes.take(*news);
    }
    playing.join().unwrap();
    assert!(notes.n_moved > 5 && notes.n_words > 5, "{} moves, {} words", notes.n_moved, notes.n_words);

    // What was seen is what was kept.
    let state: ArenaTournament = desk.get("/api/arena/spring").await;
    let rows: Vec<_> =
        state.table.rows.iter().map(|row| (row.player, row.wins + row.draws + row.losses)).collect();
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row.1 == 2) && state.live.is_empty());
    for game in 0..2 {
        let story: ArenaStory = desk.get(&format!("/api/arena/spring/games/{game}")).await;
        let moves: Vec<String> = story.moves.iter().map(|mv| mv.mv.clone()).collect();
        assert_eq!(&moves, &notes.moves[&game]);
        assert_eq!(story.over.unwrap().plies as usize, moves.len());
        assert!(story.words.iter().any(|words| words.refused.is_some()));
        let said = story.words.iter().filter(|words| words.mv.is_some());
        assert!(
            said.clone().count() > 5
                && said.clone().all(|words| words.mv.as_ref() == moves.get(words.ply as usize))
        );
        assert!(story.pdn.unwrap().contains("[Event"));
    }
    let report = desk.request(Method::GET, "/api/arena/spring/report").send().await.unwrap();
    let policy = report.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("sandbox") && !policy.contains("connect-src"), "{policy}");
    assert!(report.text().await.unwrap().contains("Test &lt;b&gt;"));
    assert_eq!(desk.text("/api/arena/spring/pdn").await.matches("[Event").count(), 2);
    desk.close().await;
}

#[tokio::test]
async fn a_tournament_that_is_killed_and_goes_on_is_seen_by_those_who_stayed() {
    let games = tournament("rounds = 3", &["random", "level:1"]);
    let hall = tempfile::tempdir().unwrap();
    let folder = hall.path().join("cut");
    play(&games, &folder);
    // As if it had been killed in the third game.
    let journal = folder.join("journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    fs::write(&journal, format!("{}\n{}", lines[..3].join("\n"), &lines[3][..80])).unwrap();
    let begun = r#"{"what":"begun","game":2,"run":0,"round":1,"black":0,"white":1,"start":"B:W21-32:B1-12","opening":["11-15"],"clocks":[60000,null],"at":7}"#;
    fs::write(folder.join("live/2.jsonl"), format!("{begun}\n{{\"what\":\"moved\",\"mo")).unwrap();

    // The folder of one tournament will do.
    let desk = Desk::with_arena(&folder).await;
    let mut socket = desk.socket("/api/arena/cut/watch").await;
    let begin = snapshot(&mut socket).await;
    assert_eq!((begin.summary.state, begin.summary.done, begin.summary.total), (ArenaState::Stopped, 2, 6));
    assert_eq!((begin.games.len(), begin.live.len()), (2, 1));
    assert_eq!((begin.live[0].ply, begin.live[0].black_ms), (1, Some(60_000)));
    let story: ArenaStory = desk.get("/api/arena/cut/games/2").await;
    assert_eq!((story.moves.len(), story.over), (1, None));

    let path = folder.clone();
    tokio::task::spawn_blocking(move || play(&games, &path)).await.unwrap();
    let mut notes = Notes::default();
    while notes.over.len() < 4 {
        let Some(ArenaMessage::News(news)) = socket.hear().await else { panic!("no news") };
        notes.take(*news);
    }
    let end: ArenaTournament = desk.get("/api/arena/cut").await;
    assert_eq!((end.summary.state, end.games.len(), end.live.len()), (ArenaState::Finished, 6, 0));
    let saved = Saved::read(&folder).unwrap();
    assert!(saved.records.iter().zip(&end.games).all(|(record, game)| record.points == game.points));
    desk.close().await;
}

#[tokio::test]
async fn nothing_but_tournaments_can_be_read() {
    let hall = tempfile::tempdir().unwrap();
    let inside = hall.path().join("inside");
    fs::create_dir(&inside).unwrap();
    play(&tournament("", &["random", "level:1"]), &hall.path().join("outside"));
    let damaged = inside.join("damaged");
    fs::create_dir(&damaged).unwrap();
    fs::write(damaged.join("journal.jsonl"), "{\"version\": 1}\n").unwrap();
    fs::create_dir(inside.join("empty")).unwrap();
    fs::write(inside.join("empty/journal.jsonl"), "{\"vers").unwrap();
    fs::write(inside.join("file"), "x").unwrap();
    let desk = Desk::with_arena(&inside).await;
    assert_eq!(desk.get::<ArenaList>("/api/arena").await, ArenaList { open: true, tournaments: Vec::new() });
    for id in ["..%2Foutside", "%2E%2E%2Foutside", "damaged", "empty", "file", "a%00b", "..%5Coutside"] {
        for rest in ["", "/games/0", "/report", "/pdn"] {
            let (status, code, _) =
                desk.refused(Method::GET, &format!("/api/arena/{id}{rest}"), Value::Null).await;
            assert_eq!((status, code.as_str()), (404, "not_found"), "{id}{rest}");
        }
        let watch = format!("ws://{}/api/arena/{id}/watch", desk.address);
        assert!(tokio_tungstenite::connect_async(watch).await.is_err(), "{id}");
    }
    // A server without tournaments says so.
    let closed = Desk::open().await;
    assert!(!closed.get::<ArenaList>("/api/arena").await.open);
    assert_eq!(closed.refused(Method::GET, "/api/arena/outside", Value::Null).await.0, 404);
    desk.close().await;
    closed.close().await;
}
