//! Looking on while a tournament is played, over its folder alone.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use crownhead_arena::mock::MockEndpoint;
use crownhead_arena::openings::Openings;
use crownhead_arena::tournament::{
    Gallery, Progress, Resources, Saved, Scoreboard, Tournament, TournamentFile,
};

fn tournament(settings: &str, specs: &[&str]) -> Tournament {
    let players: String = specs.iter().map(|spec| format!("[[players]]\nspec = '{spec}'\n")).collect();
    let text = format!("name = 'Test'\nreview-nodes = 0\n{settings}\n{players}");
    let file = TournamentFile::from_toml(&text).unwrap();
    let openings = Openings::named(&file.openings, file.seed).unwrap();
    Tournament::new(file, openings).unwrap()
}

fn play(tournament: &Tournament, folder: &Path) {
    tournament.run(folder, Resources::default(), |_, _| ()).unwrap();
}

/// Waits until there is something to see.
fn open(folder: &Path) -> Gallery {
    loop {
        match Gallery::open(folder) {
            Ok(gallery) => return gallery,
            Err(_) => thread::sleep(Duration::from_millis(2)),
        }
    }
}

#[test]
fn spectators_see_each_move_as_it_is_made() {
    let endpoint = MockEndpoint::start("127.0.0.1:0", Duration::from_millis(2)).unwrap();
    let chat = format!("chat:model=clumsy,url={}", endpoint.url());
    let tournament = tournament("concurrency = 3", &["random", "level:1", &chat]);
    let folder = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        scope.spawn(|| play(&tournament, folder.path()));
        let mut gallery = open(folder.path());
        // The moves of each game, as they were reported.
        let mut reported: HashMap<usize, Vec<String>> = HashMap::new();
        let (mut n_moved, mut n_replies) = (0, 0);
        while gallery.progress() != Progress::Finished {
            for live in gallery.live() {
                assert!(reported.contains_key(&live.game) || live.played.moves().len() >= live.n_given);
            }
            let news = gallery.catch_up().unwrap();
            for game in &news.begun {
                let live = gallery.live_game(*game).unwrap();
                reported.insert(*game, live.played.moves().map(|mv| mv.to_string()).collect());
            }
            for (game, ply) in &news.moved {
                let moves = gallery.live_game(*game).unwrap().played.moves();
                let known = reported.entry(*game).or_insert_with(|| moves_of(&gallery, *game, *ply));
                assert_eq!(known.len(), *ply, "nothing is left out");
                known.extend(moves.skip(*ply).map(|mv| mv.to_string()));
                n_moved += 1;
            }
            n_replies += news.replies.len();
            for (i, played) in &news.over {
                let game = gallery.games()[*i].record.game;
                let all: Vec<String> = played.moves().map(|mv| mv.to_string()).collect();
                let known = reported.remove(&game).unwrap_or_default();
                assert!(all.starts_with(&known), "game {game} is what was seen of it");
                assert!(gallery.live_game(game).is_none(), "and is over");
            }
            assert!(news.gone.is_empty());
            thread::sleep(Duration::from_millis(3));
        }
        assert!(n_moved > 20 && n_replies > 20, "{n_moved} moves and {n_replies} words were seen");

        let saved = Saved::read(folder.path()).unwrap();
        let scoreboards = [gallery.scoreboard(), Scoreboard::from(&saved)];
        let [seen, real] = scoreboards.map(|scoreboard| serde_json::to_string(&scoreboard).unwrap());
        assert_eq!(seen, real);
        assert_eq!(gallery.n_done(), (6, 6));
    });
    assert_eq!(fs::read_dir(folder.path().join("live")).unwrap().count(), 0);
}

fn moves_of(gallery: &Gallery, game: usize, ply: usize) -> Vec<String> {
    gallery.live_game(game).unwrap().played.moves().take(ply).map(|mv| mv.to_string()).collect()
}

#[test]
fn the_story_of_a_game_has_the_replies_beside_the_moves() {
    let endpoint = MockEndpoint::start("127.0.0.1:0", Duration::ZERO).unwrap();
    let chat = format!("chat:model=clumsy,url={}", endpoint.url());
    let tournament = tournament("policy = { attempts = 12 }", &["level:1", &chat]);
    let folder = tempfile::tempdir().unwrap();
    play(&tournament, folder.path());
    let mut gallery = Gallery::open(folder.path()).unwrap();
    let story = gallery.story(1, None).unwrap().unwrap();
    let record = &gallery.seen(1, None).unwrap().record;
    assert_eq!((story.game.moves().len(), story.n_given), (record.plies, 3));
    assert_eq!(story.comments.len(), record.plies);
    assert!(story.replies.len() > 5 && story.replies.iter().any(|reply| reply.why.is_some()));
    let moves: Vec<String> = story.game.moves().map(|mv| mv.route_text().to_string()).collect();
    for reply in story.replies.iter().filter(|reply| reply.mv.is_some()) {
        assert_eq!(reply.mv.as_ref(), moves.get(reply.ply));
    }
    assert!(story.pdn.unwrap().contains("[Round"));
    assert!(!gallery.games()[0].opening.is_empty());
    assert!(gallery.story(2, None).unwrap().is_none());
    assert!(gallery.story(1, Some(1)).unwrap().is_none());
}

#[test]
fn a_killed_tournament_is_shown_as_far_as_it_came() {
    let tournament = tournament("rounds = 2", &["random", "level:1"]);
    let folder = tempfile::tempdir().unwrap();
    play(&tournament, folder.path());
    // As if the power had failed in the middle of the third game, with a damaged line before it.
    let journal = folder.path().join("journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    fs::write(&journal, format!("{}\n{}\n{{\n{}", lines[0], lines[1], &lines[2][..50])).unwrap();
    let begun = r#"{"what":"begun","game":2,"run":0,"round":1,"black":0,"white":1,"start":"B:W21-32:B1-12","opening":["11-15"],"clocks":[null,null],"at":7}"#;
    let moved = r#"{"what":"moved","move":"23-19","at":8}"#;
    fs::write(folder.path().join("live/2.jsonl"), format!("{begun}\n{moved}\n{{\"what\":\"mo")).unwrap();

    let mut gallery = Gallery::open(folder.path()).unwrap();
    assert_eq!((gallery.games().len(), gallery.progress()), (1, Progress::Stopped));
    let live: Vec<_> = gallery.live().map(|live| (live.game, live.played.moves().len(), live.at)).collect();
    assert_eq!(live, [(2, 2, 8)]);
    assert!(gallery.catch_up().unwrap().is_empty());

    // Without the damage it continues, and the interrupted game is played again.
    fs::write(&journal, format!("{}\n{}\n{}", lines[0], lines[1], &lines[2][..50])).unwrap();
    let mut gallery = Gallery::open(folder.path()).unwrap();
    assert_eq!((gallery.games().len(), gallery.live().count()), (1, 1));
    play(&tournament, folder.path());
    gallery.catch_up().unwrap();
    assert_eq!((gallery.games().len(), gallery.progress()), (4, Progress::Finished));
    assert_eq!(gallery.live().count(), 0);
    assert!(Gallery::open(&folder.path().join("live")).is_err());
}
