//! An engine's side of Hub, as scripts of lines.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use crownhead_protocol::hub::{Command, Id, Info, Param};
use crownhead_protocol::session::{HubAction, HubSession};

/// A session with the parameters of an example.
struct Script {
    session: HubSession,
}

impl Script {
    fn new() -> Script {
        let text = |text: &str| text.to_owned();
        let id = Id {
            name: text("Fake"),
            version: text("0.1"),
            author: text("A Tester"),
            country: text("Nowhere"),
        };
        let params = vec![Param::int("threads", 1, 1..=64), Param::bool("book", true)];
        Script { session: HubSession::new(id, params) }
    }

    /// Sends a line and expects actions, shown one to a line.
    #[track_caller]
    fn say(&mut self, line: &str, expected: &[&str]) -> &mut Script {
        assert_eq!(shown(&self.session.line(line)), expected, "{line}");
        self
    }

    /// Ends the search with a move in the searched position, and expects actions.
    #[track_caller]
    fn finish(&mut self, fen: &str, mv: &str, expected: &[&str]) -> &mut Script {
        let pos = fen.parse().unwrap();
        let mv = mv.parse::<crownhead_protocol::MoveText>().unwrap().resolve(&pos).unwrap();
        assert_eq!(shown(&self.session.finished(mv, None)), expected);
        self
    }
}

fn shown(actions: &[HubAction]) -> Vec<String> {
    let show = |action: &HubAction| match action {
        HubAction::Reply(reply) => format!("<- {reply}"),
        HubAction::SetParam { name, value } => format!("set {name} {value}"),
        HubAction::Start(search) => {
            let (pos, plies) = (search.game.position(), search.game.moves().len());
            format!("{} {pos} after {plies}, {}", search.mode, Command::Level(search.limits))
        }
        other => format!("{other:?}"),
    };
    actions.iter().map(show).collect()
}

const START: &str = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
const POS_START: &str = "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

#[test]
fn a_client_plays_from_the_start() {
    let after_two = "B:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15";
    Script::new()
        .say(
            "hub",
            &[
                "<- id name=Fake version=0.1 author=\"A Tester\" country=Nowhere",
                "<- param name=variant value=english type=enum values=\"english american checkers normal\"",
                "<- param name=pos-frame value=auto type=enum values=\"auto standard rotated\"",
                "<- param name=threads value=1 type=int min=1 max=64",
                "<- param name=book value=true type=bool",
                "<- wait",
            ],
        )
        .say("set-param name=variant value=english", &[])
        .say("set-param name=threads value=2", &["set threads 2"])
        .say("set-param name=book value=false", &["set book false"])
        .say("init", &["Init", "<- ready"])
        .say(POS_START, &[])
        .say("level time=59 inc=1", &[])
        .say("go think", &[&format!("think {START} after 0, level time=59 inc=1")])
        .finish(START, "11-15", &["<- done move=11-15"])
        .say(&format!("{POS_START} moves=\"11-15 23-19\""), &[])
        .say("level time=59.5", &[])
        .say("go think", &[&format!("think {after_two} after 2, level time=59.5")])
        .finish(after_two, "8-11", &["<- done move=8-11"])
        .say("quit", &["Quit"])
        .say("ping", &[]);
}

#[test]
fn a_client_plays_white_from_a_ballot_with_captures() {
    let ballot = "W:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,12,14,16";
    let pos = "pos pos=Bbbbbbbbbbebbebeeweweweewwwwwwwww";
    let mut script = Script::new();
    script.say("init", &["Init", "<- ready"]).say(pos, &[]).say("level move-time=0.5", &[]);
    script.say("go think", &[&format!("think {ballot} after 0, level move-time=0.5")]);
    script.finish(ballot, "26-23", &["<- done move=26-23"]);
    let game = "26-23 14-17 21x14x17 9x18x14 23x14x18";
    let after = "B:W14,19,22,24,25,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,12,16";
    script.say(&format!("{pos} moves=\"{game}\""), &[]).say("level nodes=9", &[]);
    script.say("go think", &[&format!("think {after} after 5, level nodes=9")]);
}

#[test]
fn pondering_hits_or_is_stopped() {
    let pos = format!("{POS_START} moves=\"11-15 23-19\"");
    let fen = "B:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15";
    let started = format!("ponder {fen} after 2, level time=58 inc=1");
    let mut script = Script::new();
    script.say("init", &["Init", "<- ready"]);
    script.say(&pos, &[]).say("level time=58 inc=1", &[]).say("go ponder", &[&started]);
    script.say("ping", &["<- pong"]).say("ponder-hit", &["PonderHit"]).say("ponder-hit", &[]);
    script.finish(fen, "8-11", &["<- done move=8-11"]);
    script.say(&pos, &[]).say("level time=58 inc=1", &[]).say("go ponder", &[&started]);
    script.say("stop", &["Stop"]).say("stop", &[]).say("ponder-hit", &[]);
    script.finish(fen, "8-11", &["<- done move=8-11"]);
}

#[test]
fn what_follows_a_stop_waits_for_the_search() {
    let begun = format!("analyze {START} after 0, level infinite");
    let next = format!("think {START} after 0, level depth=3");
    let mut script = Script::new();
    script.say("init", &["Init", "<- ready"]);
    script.say("level infinite", &[]).say("go analyze", &[&begun]);
    script.say("stop", &["Stop"]).say("pos start", &[]).say("level depth=3", &[]).say("go think", &[]);
    script.say("ping", &["<- pong"]);
    script.finish(START, "11-15", &["<- done move=11-15", &next]);
    script.finish(START, "9-14", &["<- done move=9-14"]);

    // Two searches are called off before the first has ended.
    script.say("level infinite", &[]).say("go analyze", &[&begun]).say("stop", &["Stop"]);
    script.say("pos start", &[]).say("level depth=3", &[]).say("go think", &[]).say("stop", &[]);
    script.say("pos broken", &[]).say("go think", &[]);
    script.finish(START, "11-15", &["<- done move=11-15", &next, "Stop"]);
    script.finish(
        START,
        "9-14",
        &[
            "<- done move=9-14",
            "<- error message=\"pos: pos is missing\"",
            "<- error message=\"go: there is no position; the last one could not be set\"",
        ],
    );
}

#[test]
fn during_a_search_only_a_few_commands_have_a_place() {
    let mut script = Script::new();
    script.say("init", &["Init", "<- ready"]).say("level depth=3", &[]);
    script.say("go think", &[&format!("think {START} after 0, level depth=3")]);
    for name in [
        "pos start",
        "level depth=9",
        "go think",
        "init",
        "hub",
        "new-game",
        "set-param name=book value=true",
    ] {
        let first = name.split(' ').next().unwrap();
        script.say(name, &[&format!("<- error message=\"{first}: a search is running; stop it first\"")]);
    }
    script.say(
        "pos pos=x",
        &["<- error message=\"pos: a board is 33 characters, the side to move and 32 squares, not 1\""],
    );
    script.finish(START, "11-15", &["<- done move=11-15"]);
    // None of these has changed anything.
    script.say("go think", &[&format!("think {START} after 0, level depth=3")]);
    script.say("quit", &["Stop"]);
    script.finish(START, "11-15", &["<- done move=11-15", "Quit"]);
}

#[test]
fn when_nothing_runs_a_late_stop_is_no_error() {
    Script::new()
        .say("stop", &[])
        .say("ponder-hit", &[])
        .say("ping", &["<- pong"])
        .say("new-game", &["NewGame"]);
}

#[test]
fn a_search_without_preparations_is_prepared() {
    let mut script = Script::new();
    script.say("go think", &["Init", &format!("think {START} after 0, level")]);
    script.finish(START, "11-15", &["<- done move=11-15"]);
    script.finish(START, "11-15", &[]);
}

#[test]
fn broken_positions_are_not_searched() {
    let none = "<- error message=\"go: there is no position; the last one could not be set\"";
    let mut script = Script::new();
    script.say("init", &["Init", "<- ready"]);
    script
        .say(
            "pos pos=Wbbb",
            &["<- error message=\"pos: a board is 33 characters, the side to move and 32 squares, not 4\""],
        )
        .say("go think", &[none])
        .say(
            &format!("{POS_START} moves=\"11-15 11-15\""),
            &["<- error message=\"pos: move 2 cannot be made: 11-15: there is no piece on 11\""],
        )
        .say("go think", &[none])
        .say("pos start moves=\"11-15\"", &[])
        .say("pos pos=\"W", &["<- error message=\"the quote in 'W is not closed\""])
        .say("go think", &[none]);
}

#[test]
fn a_game_that_is_over_is_not_searched() {
    let mut script = Script::new();
    script.say("init", &["Init", "<- ready"]);
    script.say("set-param name=pos-frame value=standard", &[]);
    script.say("pos pos=Beeeeeeeeeeeeeeeeeeeebeeeweeeewee", &[]);
    script.say("go think", &["<- error message=\"go: the game is over: White wins: Black cannot move\""]);
    script.say("pos pos=Beeeeeeeeeeeeeeeeeeeebeeeeeeeeeee", &[]);
    script.say(
        "go think",
        &["<- error message=\"go: the game is over: Black wins: White has no pieces left\""],
    );
}

#[test]
fn parameters_are_checked() {
    let mut script = Script::new();
    script
        .say("set-param name=initial-time value=60", &["<- error message=\"there is no parameter initial-time\""])
        .say(
            "set-param name=threads value=0",
            &["<- error message=\"'0' is not a value for threads, which takes a whole number from 1 to 64\""],
        )
        .say(
            "set-param name=variant value=frisian",
            &["<- error message=\"'frisian' is not a value for variant, which takes one of english, american, checkers, normal\""],
        )
        .say("set-param name=threads", &["<- error message=\"set-param: value is missing\""])
        .say("set-param name=variant value=American", &[])
        .say("set-param name=threads value=4", &["set threads 4"]);
    let values: Vec<&str> = script.session.params().iter().map(|param| param.value.as_str()).collect();
    assert_eq!(values, ["american", "auto", "4", "true"]);
}

#[test]
fn the_frame_is_set_found_or_remembered() {
    // White's king on 3 and man on 21 in one reading, Black's king on 30 and man on 12 in the other.
    let endgame = "pos pos=BeeeeeeeeeeebeeeeeeeeweeeeeeeeBee";
    let rotated = "think W:WK3,21:B12 after 0, level depth=1";
    let standard = "think B:W21:B12,K30 after 0, level depth=1";
    let mut script = Script::new();
    let mut search = |setup: &[&str], expected: &str, mv: &str| {
        setup.iter().for_each(|line| {
            script.say(line, &[]);
        });
        script.say(endgame, &[]).say("level depth=1", &[]);
        let actions = shown(&script.session.line("go think"));
        assert_eq!(actions.last().unwrap(), expected);
        let fen = expected.split(' ').nth(1).unwrap();
        script.finish(fen, mv, &[&format!("<- done move={mv}")]);
    };
    search(&[], rotated, "3-7");
    search(&["pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"], standard, "12-16");
    search(&[], standard, "12-16");
    search(&[POS_START], rotated, "3-7");
    search(&["set-param name=pos-frame value=standard"], standard, "12-16");
    search(&["set-param name=pos-frame value=rotated"], rotated, "3-7");
}

#[test]
fn limits_add_up_until_the_next_position() {
    let mut script = Script::new();
    script.say("init", &["Init", "<- ready"]);
    script
        .say("level depth=5", &[])
        .say("level nodes=1000", &[])
        .say("level depth=six", &["<- error message=\"level: 'six' is not a number for depth\""]);
    script.say("go think", &[&format!("think {START} after 0, level depth=5 nodes=1000")]);
    script.finish(START, "11-15", &["<- done move=11-15"]);
    script.say("pos start", &[]).say("go think", &[&format!("think {START} after 0, level")]);
}

#[test]
fn unknown_commands_and_arguments_are_ignored() {
    Script::new()
        .say("sing loud=yes", &[])
        .say("", &[])
        .say("  \t", &[])
        .say("init slowly", &["Init", "<- ready"]);
}

#[test]
fn an_unknown_command_stays_unknown_when_it_is_written() {
    let command: Command = "stop\u{1}".parse().unwrap();
    assert_eq!(command, Command::Unknown("stop\u{1}".to_owned()));
    assert_eq!(command.to_string().parse(), Ok(Command::Unknown("stop?".to_owned())));
}

#[test]
fn the_end_of_input_is_a_good_bye() {
    let mut script = Script::new();
    assert_eq!(shown(&script.session.end_of_input()), ["Quit"]);
    assert_eq!(shown(&script.session.end_of_input()), [""; 0]);
    let mut script = Script::new();
    script.session.line("go analyze");
    assert_eq!(shown(&script.session.end_of_input()), ["Stop"]);
    assert_eq!(shown(&script.session.end_of_input()), [""; 0]);
    script.finish(START, "11-15", &["<- done move=11-15", "Quit"]);
}

#[test]
fn all_that_was_asked_for_is_answered_before_the_end() {
    let mut script = Script::new();
    script.say("init", &["Init", "<- ready"]).say("level infinite", &[]);
    script.say("go analyze", &[&format!("analyze {START} after 0, level infinite")]);
    script.say("stop", &["Stop"]).say("pos start", &[]).say("level depth=3", &[]).say("go think", &[]);
    script.say("quit", &[]);
    let next = format!("think {START} after 0, level depth=3");
    script.finish(START, "11-15", &["<- done move=11-15", &next, "Stop"]);
    script.finish(START, "9-14", &["<- done move=9-14", "Quit"]);
}

#[test]
fn a_level_before_the_position_holds_for_its_search() {
    let mut script = Script::new();
    script.say("init", &["Init", "<- ready"]).say("level depth=7", &[]).say("pos start", &[]);
    script.say("go think", &[&format!("think {START} after 0, level depth=7")]);
    script.finish(START, "11-15", &["<- done move=11-15"]);
    script.say("pos start", &[]).say("go think", &[&format!("think {START} after 0, level")]);
    script.finish(START, "11-15", &["<- done move=11-15"]);
    let negative = "<- error message=\"level: '-1' is not a number for move-time\"";
    script.say("level move-time=-1", &[negative]);
}

#[test]
fn reports_belong_to_a_search() {
    let mut script = Script::new();
    assert_eq!(script.session.report(Info::default()), None);
    script.session.line("go think");
    assert_eq!(script.session.report(Info::default()).unwrap().to_string(), "info depth=0");
}
