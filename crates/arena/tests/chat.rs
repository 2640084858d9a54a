//! Chat models of every kind against the stand-in endpoint, on a real port.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::time::Duration;

use crownhead_arena::mock::MockEndpoint;
use crownhead_arena::player::{Fault, Player, PlayerSpec, RandomPlayer};
use crownhead_arena::reading::Cause;
use crownhead_arena::referee::{Attempt, Observer, PlayedGame, Referee, TimeControl};
use crownhead_board::{Color, Game, Outcome, WinReason};
use crownhead_engine::Limits;

const FREE: TimeControl = TimeControl::EachMove(Limits::INFINITE);

#[derive(Default)]
struct Log(Vec<Attempt>);

impl Observer for Log {
    fn attempted(&mut self, attempt: &Attempt) {
        self.0.push(attempt.clone());
    }
}

impl Log {
    fn causes(&self) -> Vec<Cause> {
        self.0.iter().filter_map(|attempt| attempt.cause).collect()
    }
}

fn chat(url: &str, model: &str, options: &str) -> Box<dyn Player> {
    let spec = format!("chat:model={model},url={url},timeout=20,backoff=0.001{options}");
    spec.parse::<PlayerSpec>().unwrap().player(None).unwrap()
}

/// A game of a model, which has Black, against chance.
fn play_with(model: &str, options: &str) -> (PlayedGame, Log) {
    let endpoint = MockEndpoint::start("127.0.0.1:0", Duration::ZERO).unwrap();
    let (mut black, mut white) = (chat(&endpoint.url(), model, options), RandomPlayer::default());
    let mut log = Log::default();
    let played = Referee::new(FREE).play([black.as_mut(), &mut white], Game::new(), &mut log);
    (played, log)
}

fn play(model: &str) -> (PlayedGame, Log) {
    play_with(model, "")
}

#[test]
fn good_replies_make_a_whole_game() {
    for model in ["random", "level-2", "truncated", "busy", "hostile"] {
        let (played, log) = play(model);
        assert!(played.fault.is_none(), "{model}: {:?}", played.fault);
        assert!(played.game.moves().len() > 20, "{model}");
        let n_own = played.notes.len().div_ceil(2);
        let n_taken = log.0.iter().filter(|attempt| attempt.mv.is_some()).count();
        assert_eq!(n_taken, n_own, "{model}");
    }
}

#[test]
fn truncated_replies_are_refused_and_retried() {
    let (_, log) = play("truncated");
    assert!(log.causes().iter().all(|cause| *cause == Cause::Truncated) && !log.causes().is_empty());
    let nudge = log.0.iter().find(|attempt| attempt.attempt == 2).unwrap();
    assert!(nudge.prompt.contains("cut off") && nudge.prompt.contains("Legal moves"), "{}", nudge.prompt);
}

#[test]
fn a_busy_endpoint_is_retried_at_no_cost() {
    let (_, log) = play("busy");
    assert!(log.0.iter().any(|attempt| attempt.retries > 0) && log.causes().is_empty());
}

#[test]
fn bad_replies_lose_after_the_last_attempt() {
    for (model, cause) in [("illegal", Cause::Illegal), ("huge", Cause::Truncated)] {
        let (played, log) = play(model);
        assert_eq!(played.game.outcome(), Some(Outcome::Win(Color::White, WinReason::Forfeit)), "{model}");
        assert_eq!(log.causes(), [cause; 3], "{model}");
    }
}

#[test]
fn an_unreachable_player_does_not_lose() {
    for model in ["broken", "hanging", "binary", "no such model"] {
        let (played, _) = play_with(model, ",timeout=0.05");
        assert!(played.is_void(), "{model}: {:?}", played.fault);
    }
    let mut nobody = chat("http://127.0.0.1:1/v1", "random", "");
    let players: [&mut dyn Player; 2] = [nobody.as_mut(), &mut RandomPlayer::default()];
    assert!(Referee::new(FREE).play(players, Game::new(), &mut ()).is_void());
}

#[test]
fn a_model_without_the_board_plays_by_the_moves_so_far() {
    let (played, log) = play_with("random", ",board=off");
    assert!(played.fault.is_none(), "{:?}", played.fault);
    assert!(log.0.iter().all(|attempt| attempt.prompt.contains("Moves so far: ")));
    assert!(log.0.iter().all(|attempt| !attempt.prompt.contains("FEN") && !attempt.prompt.contains("| w")));
}

#[test]
fn each_reason_why_nobody_answers_is_told_in_its_own_words() {
    let endpoint = MockEndpoint::start("127.0.0.1:0", Duration::ZERO).unwrap();
    let why = |url: &str, model: &str, control: TimeControl| {
        let mut black = chat(url, model, "");
        let players: [&mut dyn Player; 2] = [black.as_mut(), &mut RandomPlayer::default()];
        let played = Referee::new(control).play(players, Game::new(), &mut ());
        let (_, fault) = played.fault.unwrap();
        assert!(fault.is_void(), "{model}: {fault}");
        fault.to_string()
    };
    let url = endpoint.url();
    let locked = why(&url, "locked", FREE);
    assert!(locked.contains("does not accept the key") && locked.contains("key_env=NAME"), "{locked}");
    let broken = why(&url, "broken", FREE);
    assert!(
        broken.contains("the endpoint failed (status 500") && broken.contains("asked 5 times"),
        "{broken}"
    );
    let unknown = why(&url, "no such model", FREE);
    assert!(unknown.contains("no such address or model"), "{unknown}");
    let refused = why("http://127.0.0.1:1/v1", "random", FREE);
    assert!(refused.contains("nobody listens at http://127.0.0.1:1/v1/chat/completions"), "{refused}");
    let hurried = TimeControl::EachMove(Limits::move_time(Duration::from_millis(30)));
    let late = why(&url, "hanging", hurried);
    assert!(late.contains("no reply within 0.03 s (the time control)"), "{late}");
}

#[test]
fn an_exceeded_budget_loses() {
    let (played, _) = play_with("level-1", ",game_tokens=30");
    assert!(matches!(played.fault, Some((Color::Black, Fault::BudgetExceeded(_)))), "{:?}", played.fault);
    assert_eq!(played.points(Color::Black), Some(0.0));
}

#[test]
fn no_key_is_shown_even_if_the_endpoint_repeats_it() {
    // Any variable will do for a key.
    let key = std::env::var("CARGO_MANIFEST_DIR").unwrap();
    let spec = "chat:model=m,url=http://h,key_env=CARGO_MANIFEST_DIR".parse::<PlayerSpec>().unwrap();
    assert!(!format!("{spec:?}").contains(&key));
    let (played, log) = play_with("hostile", ",key_env=CARGO_MANIFEST_DIR");
    let told = serde_json::to_string(&log.0).unwrap() + &played.record().to_string();
    assert!(told.contains("[key]") && !told.contains(&key));
    let missing = "chat:model=m,url=http://h,key_env=CROWNHEAD_NO_SUCH_KEY".parse::<PlayerSpec>().unwrap();
    let error = missing.player(None).err().unwrap().to_string();
    assert!(error.contains("CROWNHEAD_NO_SUCH_KEY"), "{error}");
}

#[test]
fn earlier_turns_are_sent_only_with_the_option_history() {
    // The model that is cut off at first answers well as soon as it sees an earlier question.
    let (_, log) = play_with("truncated", ",history=1");
    assert_eq!(log.causes(), [Cause::Truncated]);
}
