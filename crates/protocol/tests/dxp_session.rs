//! Both sides of DXP, as scripts of messages.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::time::Duration;

use crownhead_board::{Color, Position};
use crownhead_protocol::dxp::{Message, Reason};
use crownhead_protocol::session::{DxpAction, DxpConfig, DxpFault, DxpOffer, DxpSession};
use crownhead_protocol::{Frame, FrameChoice, MoveText};

struct Script {
    session: DxpSession,
}

impl Script {
    fn new() -> Script {
        Script::with(DxpConfig { again: true, ..DxpConfig::default() })
    }

    fn with(config: DxpConfig) -> Script {
        Script { session: DxpSession::new(DxpConfig { name: "FakeDXP".to_owned(), ..config }) }
    }

    /// Receives a message and expects actions, shown one to a line.
    #[track_caller]
    fn receive(&mut self, message: &str, expected: &[&str]) -> &mut Script {
        let message = Message::parse(message.as_bytes()).unwrap();
        assert_eq!(shown(&self.session.receive(message)), expected);
        self
    }

    /// Makes our move and expects actions.
    #[track_caller]
    fn play(&mut self, mv: &str, seconds: u64, expected: &[&str]) -> &mut Script {
        let pos = *self.session.game().unwrap().position();
        let mv = mv.parse::<MoveText>().unwrap().resolve(&pos).unwrap();
        let actions = self.session.play(mv, Duration::from_secs(seconds)).unwrap();
        assert_eq!(shown(&actions), expected);
        self
    }
}

fn shown(actions: &[DxpAction]) -> Vec<String> {
    let show = |action: &DxpAction| match action {
        DxpAction::Send(message) => {
            let text = String::from_utf8(message.to_bytes()).unwrap();
            format!("-> {}", text.strip_suffix('\0').unwrap())
        }
        DxpAction::Think(turn) => {
            let clock = turn.clock.map_or("no clock".to_owned(), |clock| {
                format!(
                    "{} s for {}",
                    clock.left.as_secs(),
                    clock.moves_to_go.map_or("all".to_owned(), |n| n.to_string())
                )
            });
            format!("think {}, {clock}", turn.game.moves().len())
        }
        DxpAction::Fault(fault) => format!("fault: {fault}"),
        other => format!("{other:?}"),
    };
    actions.iter().map(show).collect()
}

const ACCEPTED: &str = "-> AFakeDXP                         0";
const REQUEST: &str = "R01DXP Client                      Z005075BZzzzzzzzzzzzzeeeeeeeewwwwwwwwwwww";

#[test]
fn a_follower_plays_a_client() {
    Script::new()
        .receive(REQUEST, &[ACCEPTED, "think 0, 300 s for 75"])
        .play("11-15", 0, &["-> M0000111500"])
        .receive("M0000241900", &["think 2, 300 s for 74"])
        .play("15x24x19", 1, &["-> M000115240119"])
        .receive("M000028190124", &["think 4, 299 s for 73"])
        .receive("Cnice game", &["Chat(\"nice game\")"])
        .receive("E01", &["StopThinking", "-> E00", "Ended(Over { reason: Unknown, again: false })"])
        .receive("E01", &[]);
}

#[test]
fn the_other_side_of_the_same_game() {
    let mut script = Script::new();
    let offer = DxpOffer { start: Position::START, follower: Color::Black, minutes: 5, moves: 75 };
    let actions = script.session.ask(offer).unwrap();
    assert_eq!(shown(&actions), ["-> R01FakeDXP                         Z005075A"]);
    assert!(matches!(script.session.ask(offer), Err(DxpFault::OutOfPlace(_))));
    script
        .receive("ASomebody                        0", &[])
        .receive("M0000111500", &["think 1, 300 s for 75"])
        .play("24-19", 2, &["-> M0002241900"])
        .receive("M000115240119", &["think 3, 298 s for 74"]);
    let end = shown(&script.session.end(Reason::ILose).unwrap());
    assert_eq!(end, ["-> E10"]);
    script.receive("E30", &["Ended(Over { reason: ILose, again: true })"]);
    assert!(script.session.ask(offer).is_ok());
    script.receive("ASomebody                        4", &["Ended(Refused(4))"]);
}

#[test]
fn a_game_won_on_the_board_is_ended() {
    let rotated = DxpConfig { frame: FrameChoice::Fixed(Frame::Standard), ..DxpConfig::default() };
    Script::with(rotated.clone())
        .receive(
            "R01X                               W000000BWeeeeeeeeeeeeezeeeweeeeeeeeeeeeee",
            &[ACCEPTED, "think 0, no clock"],
        )
        .play("18x9x14", 0, &["-> M000018090114", "-> E31"])
        .receive("E10", &["Ended(Over { reason: IWin, again: false })"]);
    Script::with(rotated)
        .receive("R01X                               Z000000BWeeeeeeeeeeeeezeeeweeeeeeeeeeeeee", &[ACCEPTED])
        .receive("M000018090114", &["-> E11"])
        .receive("E30", &["Ended(Over { reason: ILose, again: false })"]);
}

#[test]
fn a_third_repetition_is_a_draw() {
    let mut script = Script::new();
    script.receive(
        "R01X                               Z000000BZZeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeW",
        &[ACCEPTED, "think 0, no clock"],
    );
    let mut round = |last: &str| {
        script.play("1-6", 0, &["-> M0000010600"]);
        assert_eq!(script.session.receive(Message::parse(b"M0000322800").unwrap()).len(), 1);
        script.play("6-1", 0, &["-> M0000060100"]).receive("M0000283200", &[last]);
    };
    round("think 4, no clock");
    round("-> E20");
    script.receive("E20", &["Ended(Over { reason: Draw, again: true })"]);
}

#[test]
fn requests_that_cannot_be_met_are_refused() {
    Script::new()
        .receive(
            &REQUEST.replace("R01", "R02"),
            &["-> AFakeDXP                         1", "fault: version 2 of DXP is not supported"],
        )
        .receive(
            &REQUEST.replace("BZz", "BZw"),
            &[
                "-> AFakeDXP                         2",
                "fault: not a position: a man on its own crown row (make it a king) on 32",
            ],
        )
        .receive(REQUEST, &[ACCEPTED, "think 0, 300 s for 75"])
        .receive(
            REQUEST,
            &["-> AFakeDXP                         3", "fault: a game request is not expected now"],
        );
}

#[test]
fn an_illegal_move_ends_the_game() {
    Script::new()
        .receive("R01X                               W000000A", &[ACCEPTED])
        .receive("M0000111600", &["think 1, no clock"])
        .receive("M0000111600", &["fault: a move is not expected now"])
        .play("24-19", 0, &["-> M0000241900"])
        .receive("M0000111600", &["fault: 11-16: there is no piece on 11", "-> E01"])
        .receive("M0000081100", &[])
        .receive("E01", &["Ended(Over { reason: Unknown, again: false })"]);
}

#[test]
fn the_first_move_may_tell_the_frame() {
    let request = "R01X                               Z000000BWeeeeeeeeeeezeeeeeeeeweeeeeeeeZee";
    // White's king on 3 in one frame, White's man on 21 in the other.
    let mut script = Script::new();
    script.receive(request, &[ACCEPTED]).receive("M0000030700", &["think 1, no clock"]);
    assert_eq!(script.session.game().unwrap().position().to_string(), "B:WK7,21:B12");
    let mut script = Script::with(DxpConfig { default_frame: Frame::Standard, ..DxpConfig::default() });
    script.receive(request, &[ACCEPTED]).receive("M0000030700", &["think 1, no clock"]);
    assert_eq!(script.session.game().unwrap().position().to_string(), "B:WK7,21:B12");
    let fixed = DxpConfig { frame: FrameChoice::Fixed(Frame::Standard), ..DxpConfig::default() };
    Script::with(fixed)
        .receive(request, &[ACCEPTED])
        .receive("M0000030700", &["fault: 3-7: there is no piece on 3", "-> E01"]);
}

#[test]
fn moves_are_taken_back_if_that_is_allowed() {
    let request = "R01X                               Z000000A";
    let played = |config: DxpConfig| {
        let mut script = Script::with(config);
        script.receive(request, &[ACCEPTED, "think 0, no clock"]).play("11-15", 0, &["-> M0000111500"]);
        script.receive("M0000241900", &["think 2, no clock"]);
        script
    };
    played(DxpConfig::default()).receive("B001Z", &["-> K1"]);
    let mut script = played(DxpConfig { take_back: true, ..DxpConfig::default() });
    script.receive("B003Z", &["-> K2"]).receive("B000Z", &["-> K2"]);
    script.receive("B001W", &["StopThinking", "-> K0"]).receive("M0000231900", &["think 2, no clock"]);
    script.receive("B001Z", &["StopThinking", "-> K0", "think 0, no clock"]);
    script.receive("K0", &["fault: an answer to take back is not expected now"]);
}

#[test]
fn a_lost_connection_ends_everything() {
    let mut script = Script::new();
    assert_eq!(shown(&script.session.disconnected()), [""; 0]);
    assert!(script.session.is_closed());
    let mut script = Script::new();
    script.receive(REQUEST, &[ACCEPTED, "think 0, 300 s for 75"]);
    assert_eq!(shown(&script.session.disconnected()), ["StopThinking", "Ended(Disconnected)"]);
    let mv = Position::START.legal_moves()[0];
    assert!(matches!(script.session.play(mv, Duration::ZERO), Err(DxpFault::OutOfPlace(_))));
    assert!(matches!(script.session.end(Reason::Draw), Err(DxpFault::OutOfPlace(_))));
}

#[test]
fn our_own_mistakes_change_nothing() {
    let mut script = Script::new();
    script.receive(REQUEST, &[ACCEPTED, "think 0, 300 s for 75"]);
    let theirs = "W:W21-32:B1-12".parse::<Position>().unwrap().legal_moves()[0];
    assert!(matches!(script.session.play(theirs, Duration::ZERO), Err(DxpFault::Move(_))));
    script.play("11-15", 3, &["-> M0003111500"]);
}

#[test]
fn time_is_given_anew_when_the_moves_are_made() {
    let mut script = Script::new();
    script
        .receive("R01X                               Z001001A", &[ACCEPTED, "think 0, 60 s for 1"])
        .play("11-15", 50, &["-> M0050111500"])
        .receive("M0000241900", &["think 2, 70 s for 1"]);
}
