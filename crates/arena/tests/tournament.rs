//! Tournaments from their files to their reports.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crownhead_arena::mock::MockEndpoint;
use crownhead_arena::openings::Openings;
use crownhead_arena::player::{Fault, Player, Proposal, Turn};
use crownhead_arena::tournament::{
    AgentTable, Agents, FolderError, Gallery, GameRecord, Price, Progress, Resources, Saved, Scoreboard,
    TableCard, Tournament, TournamentError, TournamentFile,
};
use crownhead_board::Game;
use crownhead_endgame::Database;
use crownhead_engine::Endgame;
use crownhead_pdn::{Reader, Record};

/// A file with these settings and players.
fn file(settings: &str, specs: &[(&str, &str)]) -> TournamentFile {
    let mut text = format!("name = 'Test <b>'\n{settings}\n");
    for (name, spec) in specs {
        text += &format!("[[players]]\nname = '{name}'\nspec = '{spec}'\n");
    }
    TournamentFile::from_toml(&text).unwrap()
}

fn play(file: &TournamentFile, folder: &Path) -> Result<Scoreboard, TournamentError> {
    let openings = Openings::named(&file.openings, file.seed).unwrap();
    let endgame: Arc<dyn Endgame> = Arc::new(Database::shipped());
    let resources = Resources { endgame: Some(&endgame), agents: None };
    Tournament::new(file.clone(), openings)?.run(folder, resources, |_, _| ())
}

/// What does not depend on the speed of the machine, in the order of games.
fn facts(folder: &Path) -> Vec<(usize, usize, usize, Option<f64>, usize)> {
    let mut records = Saved::read(folder).unwrap().records;
    records.sort_by_key(|record| record.game);
    let fact = |record: &GameRecord| (record.game, record.black, record.white, record.points, record.plies);
    records.iter().map(fact).collect()
}

/// Brings players that panic when it is their turn.
struct Breakers;

struct Breaker;

impl Player for Breaker {
    fn start_game(&mut self, _game: &Game, _seed: u64) -> Result<(), Fault> {
        Ok(())
    }

    fn propose(&mut self, _turn: &Turn<'_>) -> Result<Proposal, Fault> {
        panic!("no such square")
    }
}

impl Agents for Breakers {
    fn open(&self, card: &TableCard<'_>) -> Result<AgentTable, Fault> {
        let seats = card.is_agent.map(|is_agent| is_agent.then(|| Box::new(Breaker) as Box<dyn Player>));
        Ok(AgentTable { seats, observer: Box::new(()) })
    }
}

#[test]
fn a_game_that_breaks_off_is_void_and_the_others_continue() {
    let players = [("breaker", "mcp"), ("one", "random"), ("two", "random")];
    let file = file("concurrency = 3\nreview-nodes = 0\nreplays = 1", &players);
    let openings = Openings::named(&file.openings, file.seed).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let resources = Resources { endgame: None, agents: Some(&Breakers) };
    Tournament::new(file, openings).unwrap().run(folder.path(), resources, |_, _| ()).unwrap();
    let records = Saved::read(folder.path()).unwrap().records;
    let (void, played): (Vec<_>, Vec<_>) = records.iter().partition(|record| record.points.is_none());
    assert_eq!((void.len(), played.len()), (8, 2), "four games twice, and those of the others");
    let why = &void[0].fault.as_ref().unwrap().why;
    assert!(why.contains("the game broke off: no such square"), "{why}");
}

const BUILT_IN: [(&str, &str); 4] =
    [("chance", "random"), ("one", "level:1"), ("two", "level:2"), ("three", "level:3")];

#[test]
fn an_interrupted_tournament_continues_with_the_same_games() {
    for format in ["round-robin", "gauntlet", "swiss"] {
        let file =
            file(&format!("format = '{format}'\nrounds = 2\nconcurrency = 3\nreview-nodes = 0"), &BUILT_IN);
        let [whole, cut] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        play(&file, whole.path()).unwrap();
        play(&file, cut.path()).unwrap();
        // As if the power had failed in the middle of the fourth game's line.
        let journal = cut.path().join("journal.jsonl");
        let text = fs::read_to_string(&journal).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        fs::write(&journal, format!("{}\n{}", lines[..4].join("\n"), &lines[4][..40])).unwrap();
        assert_eq!(Saved::read(cut.path()).unwrap().records.len(), 3, "{format}");
        play(&file, cut.path()).unwrap();
        assert_eq!(facts(cut.path()), facts(whole.path()), "{format}");
    }
}

#[test]
fn a_folder_belongs_to_one_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = file("review-nodes = 0", &BUILT_IN[..2]);
    play(&file, folder.path()).unwrap();
    file.concurrency = 2;
    play(&file, folder.path()).unwrap();
    file.seed = 2;
    let error = play(&file, folder.path()).unwrap_err();
    assert!(matches!(error, TournamentError::Folder(FolderError::Other(_))), "{error}");
    let journal = folder.path().join("journal.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, text.replacen("\"version\":2", "\"version\":1", 1)).unwrap();
    let error = play(&file, folder.path()).unwrap_err();
    assert!(matches!(error, TournamentError::Folder(FolderError::Version(_))), "{error}");
    assert_eq!(Saved::read(folder.path()).unwrap().records.len(), 2, "it can still be shown");
    fs::write(&journal, text.replace("\"plies\":", "\"flies\":")).unwrap();
    assert!(matches!(Saved::read(folder.path()), Err(FolderError::Damaged { line: 2, .. })));
}

#[test]
fn rounds_and_players_are_added_to_a_tournament_that_was_played() {
    for format in ["round-robin", "gauntlet", "swiss"] {
        let settings = |rounds: u32| format!("format = '{format}'\nrounds = {rounds}\nreview-nodes = 0");
        let folder = tempfile::tempdir().unwrap();
        let first = file(&settings(1), &BUILT_IN[..3]);
        play(&first, folder.path()).unwrap();
        let before = facts(folder.path());
        let longer = file(&settings(3), &BUILT_IN);
        let mut gallery = Gallery::open(folder.path()).unwrap();
        assert_eq!(gallery.progress(), Progress::Finished);
        let scoreboard = play(&longer, folder.path()).unwrap();
        let after = facts(folder.path());
        assert_eq!(after[..before.len()], before, "{format}: what was played stays");
        let n_games = match format {
            "round-robin" => 6 * 3 * 2,
            "gauntlet" => 3 * 3 * 2,
            _ => 2 + 2 * 2 * 2,
        };
        assert_eq!((after.len(), scoreboard.n_games), (n_games, n_games), "{format}");
        assert!(scoreboard.rows[3].n_games() > 0, "{format}: the new player plays");
        // Whoever looked on sees the new players too, and whoever comes later.
        assert!(gallery.catch_up().unwrap().is_anew);
        for gallery in [gallery, Gallery::open(folder.path()).unwrap()] {
            assert_eq!((gallery.n_done(), gallery.file().players.len()), ((n_games, n_games), 4));
        }
        // It goes on from there, and never back.
        assert_eq!(play(&longer, folder.path()).unwrap().n_games, n_games);
        let error = play(&first, folder.path()).unwrap_err();
        assert!(matches!(error, TournamentError::Folder(FolderError::Other(_))), "{error}");
    }
    let folder = tempfile::tempdir().unwrap();
    play(&file("format = 'swiss'\nreview-nodes = 0", &BUILT_IN[..2]), folder.path()).unwrap();
    let error = play(&file("format = 'swiss'\nreview-nodes = 0", &BUILT_IN), folder.path()).unwrap_err();
    assert!(error.to_string().contains("give it more rounds too"), "{error}");
}

#[test]
fn every_kind_of_model_gets_what_it_deserves() {
    let endpoint = MockEndpoint::start("127.0.0.1:0", Duration::ZERO).unwrap();
    let chat = |model: &str| {
        format!(
            "chat:model={model},url={},timeout=20,backoff=0.001,key_env=CARGO_MANIFEST_DIR",
            endpoint.url()
        )
    };
    let specs: Vec<(&str, String)> = vec![
        ("one", "level:1".to_owned()),
        ("hostile", chat("hostile")),
        ("illegal", chat("illegal")),
        ("broken", chat("broken")),
        ("clumsy", chat("clumsy")),
    ];
    let specs: Vec<(&str, &str)> = specs.iter().map(|(name, spec)| (*name, spec.as_str())).collect();
    // Enough attempts for the clumsy model, which errs at random.
    let conditions = "concurrency = 8\nreplays = 1\nreview-nodes = 100\npolicy = { attempts = 12 }";
    let mut file = file(conditions, &specs);
    file.players[1].price = Some(Price { input: 2.0, output: 10.0 });
    let folder = tempfile::tempdir().unwrap();
    let scoreboard = play(&file, folder.path()).unwrap();
    let row = |name: &str| scoreboard.rows.iter().find(|row| row.name == name).unwrap();

    // An unreachable player does not lose, and its opponent does not win. Once the opponent lost before it was asked.
    assert_eq!((row("broken").wins, row("broken").n_games(), row("broken").voids), (1, 1, 14));
    assert_eq!((scoreboard.n_games, scoreboard.n_voids), (13, 14));
    // Forfeits are counted apart, and ratings by play do not know them.
    assert_eq!((row("illegal").losses, row("illegal").forfeits), (7, 7));
    assert!(row("illegal").by_play.is_none(), "it has no game that was decided on the board");
    assert!(row("clumsy").by_play.is_some());
    let (cause, n) = scoreboard.void_causes.first_key_value().unwrap();
    assert!(cause.starts_with("broken: out of reach: the endpoint failed (status 500"), "{cause}");
    assert_eq!((*n, scoreboard.void_causes.len()), (14, 1));
    assert!(row("illegal").side.refused_share() == Some(1.0));
    assert!(row("clumsy").side.refused_share().unwrap() > 0.1);
    assert!(row("one").rating.is_anchor && row("one").side.refused_share().is_none());
    assert!(row("one").side.quality.judged > 10);

    // The stand-in says that a prompt has 100 tokens.
    let side = row("hostile").side;
    assert!(side.tokens_in > 100 * u64::from(side.attempts), "void games cost as well");
    let cost = (2.0 * side.tokens_in as f64 + 10.0 * side.tokens_out as f64) / 1e6;
    assert!((row("hostile").cost.unwrap() - cost).abs() < 1e-9 && row("one").cost.is_none());
    // A price may be told afterwards.
    file.players[2].price = Some(Price { input: 1.0, output: 1.0 });
    let again = play(&file, folder.path()).unwrap();
    assert!(again.n_games == scoreboard.n_games && again.rows[2].cost.unwrap() > 0.0);

    let saved = Saved::read(folder.path()).unwrap();
    saved.write_report(folder.path()).unwrap();
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let key = std::env::var("CARGO_MANIFEST_DIR").unwrap();
    for name in ["journal.jsonl", "attempts.jsonl", "games.pdn", "report.html"] {
        assert!(!read(name).contains(&key), "a key in {name}");
    }
    let report = read("report.html");
    assert!(report.contains("Test &lt;b&gt;") && !report.contains("Test <b>"));
    assert!(!report.contains("<script>alert") && report.contains("\\u003cscript>alert"));
    assert_eq!(report.matches("</script>").count(), 2);
    assert!(report.contains("Ratings over time") && report.contains("Ratings against the cost of a game"));
    let games: Result<Vec<_>, _> = Reader::from_text(&read("games.pdn")).collect();
    let games = games.unwrap();
    assert_eq!(games.len(), 27);
    assert!(games.iter().all(|game| game.replay().is_ok()));
    let is_dated = |game: &Record| game.tags.get("Date").is_some_and(|date| date.starts_with("20"));
    assert!(games.iter().all(is_dated));
    let attempts = read("attempts.jsonl");
    assert!(attempts.contains("\"cause\":\"illegal\"") && attempts.contains("\"prompt\":"));
}

#[test]
fn players_that_cannot_take_part_are_reported_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    for (spec, expected) in [
        ("mcp", "--listen"),
        ("hub:./no-such-engine", "no-such-engine"),
        ("chat:model=m,url=http://127.0.0.1:1,key_env=CROWNHEAD_NO_SUCH_KEY", "CROWNHEAD_NO_SUCH_KEY"),
    ] {
        let error = play(&file("", &[("a", "random"), ("b", spec)]), folder.path()).unwrap_err().to_string();
        assert!(error.starts_with("b: ") && error.contains(expected), "{error}");
    }
    assert!(matches!(Saved::read(folder.path()), Err(FolderError::Nothing(_))));
}
