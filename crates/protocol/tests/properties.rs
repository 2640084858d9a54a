//! What holds for any text, any bytes and any game.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::time::Duration;

use crownhead_board::{Color, Position};
use crownhead_engine::{Clock, Depth, Limits, Ply, Score, TimeLimit};
use crownhead_protocol::dxp::{
    self, Answer, BackAnswer, BackRequest, Framer, GameAccept, GameEnd, GameRequest, Message, MoveMade,
    Reason,
};
use crownhead_protocol::hub::{self, Command, Done, Id, Info, Mode, Param, ParamKind, Reply};
use crownhead_protocol::session::{DxpConfig, DxpSession, HubAction, HubSession};
use crownhead_protocol::{Frame, FrameChoice, MoveText, replay};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;

/// A position after some moves, and the moves.
fn game() -> impl Strategy<Value = (Position, Vec<MoveText>)> {
    vec(any::<usize>(), 0..100).prop_map(|picks| {
        let (mut pos, mut moves) = (Position::START, Vec::new());
        for pick in picks {
            let legal = pos.legal_moves();
            let Some(mv) = legal.get(pick % legal.len().max(1)) else { break };
            moves.extend(MoveText::from_move(*mv));
            pos = pos.play_unchecked(*mv);
        }
        (pos, moves)
    })
}

fn move_text() -> impl Strategy<Value = MoveText> {
    game().prop_filter_map("a game with a move", |(_, moves)| moves.last().cloned())
}

fn word() -> impl Strategy<Value = String> {
    "[a-z][a-z0-9-]{0,10}"
}

/// A text that both commands and replies can carry.
fn plain() -> impl Strategy<Value = String> {
    "[ -!#-<>-~é]{0,20}"
}

fn milliseconds() -> impl Strategy<Value = Duration> {
    (0..10_000_000u64).prop_map(Duration::from_millis)
}

fn frame() -> impl Strategy<Value = Frame> {
    prop_oneof![Just(Frame::Standard), Just(Frame::Rotated)]
}

fn limits() -> impl Strategy<Value = Limits> {
    let clock = (milliseconds(), milliseconds(), of(1..1000u32));
    let clock = clock.prop_map(|(left, increment, moves_to_go)| Clock { left, increment, moves_to_go });
    let time = prop_oneof![clock.prop_map(TimeLimit::Clock), milliseconds().prop_map(TimeLimit::Move)];
    let depth = of((0..100u32).prop_map(Depth::new));
    let given = (depth, of(any::<u64>()), of(time));
    let given = given.prop_map(|(depth, nodes, time)| Limits { depth, nodes, time, ..Limits::default() });
    prop_oneof![9 => given, 1 => Just(Limits::INFINITE)]
}

fn command() -> impl Strategy<Value = Command> {
    let modes = prop_oneof![Just(Mode::Think), Just(Mode::Ponder), Just(Mode::Analyze)];
    prop_oneof![
        Just(Command::Hub),
        Just(Command::Init),
        Just(Command::NewGame),
        Just(Command::PonderHit),
        Just(Command::Stop),
        Just(Command::Ping),
        Just(Command::Quit),
        (word(), "[ -!#-~é]{0,20}").prop_map(|(name, value)| Command::SetParam { name, value }),
        (game(), frame()).prop_map(|((_, moves), frame)| Command::pos(&Position::START, moves, frame)),
        limits().prop_map(Command::Level),
        modes.prop_map(Command::Go),
    ]
}

fn kind() -> impl Strategy<Value = ParamKind> {
    prop_oneof![
        Just(ParamKind::Bool),
        Just(ParamKind::Text),
        any::<(i64, i64)>().prop_map(|(min, max)| ParamKind::Int { min, max }),
        (-1e9..1e9, -1e9..1e9).prop_map(|(min, max)| ParamKind::Real { min, max }),
        vec(word(), 0..5).prop_map(|values| ParamKind::Enum { values }),
    ]
}

fn score() -> impl Strategy<Value = Score> {
    prop_oneof![
        (-9000..=9000).prop_map(Score::estimate),
        (0..=240u16).prop_map(|plies| Score::win_at(Ply::new(plies))),
        (0..=240u16).prop_map(|plies| Score::loss_at(Ply::new(plies))),
    ]
}

fn info() -> impl Strategy<Value = Info> {
    let depths = (of(any::<u32>()), of((0..1000u32).prop_map(|tenths| f64::from(tenths) / 10.0)));
    let nodes = (of(any::<u64>()), of((0..1_000_000u64).prop_map(|thousands| thousands * 1000)));
    let extra = vec(("x-[a-z]{1,5}", plain()), 0..3);
    (depths, of(score()), nodes, of(milliseconds()), game(), extra).prop_map(
        |((depth, mean_depth), score, (nodes, nodes_per_second), time, (_, pv), extra)| Info {
            depth: depth.or(Some(1)),
            mean_depth,
            score,
            nodes,
            time,
            nodes_per_second,
            pv,
            extra,
        },
    )
}

fn reply() -> impl Strategy<Value = Reply> {
    let id = (plain(), plain(), plain(), plain());
    prop_oneof![
        Just(Reply::Wait),
        Just(Reply::Ready),
        Just(Reply::Pong),
        id.prop_map(|(name, version, author, country)| Reply::Id(Id { name, version, author, country })),
        (word(), plain(), kind()).prop_map(|(name, value, kind)| Reply::Param(Param { name, value, kind })),
        info().prop_map(Reply::Info),
        (move_text(), of(move_text())).prop_map(|(mv, ponder)| Reply::Done(Done { mv, ponder })),
        plain().prop_map(Reply::Error),
    ]
}

fn message() -> impl Strategy<Value = Message> {
    let color = || prop_oneof![Just(Color::Black), Just(Color::White)];
    let name = || "[!-~]([ -~]{0,30}[!-~])?";
    let board = of((game(), frame()).prop_map(|((pos, _), frame)| dxp::BoardText::new(&pos, frame)));
    let answer = prop_oneof![Just(Answer::Accepted), (1..=9u8).prop_map(Answer::Refused)];
    let reason =
        prop_oneof![Just(Reason::Unknown), Just(Reason::ILose), Just(Reason::Draw), Just(Reason::IWin)];
    let back =
        prop_oneof![Just(BackAnswer::Accepted), Just(BackAnswer::Unsupported), Just(BackAnswer::Refused)];
    prop_oneof![
        (0..100u8, name(), color(), 0..1000u16, 0..1000u16, board).prop_map(
            |(version, name, follower, minutes, moves, board)| {
                Message::GameRequest(GameRequest { version, name, follower, minutes, moves, board })
            }
        ),
        (name(), answer).prop_map(|(name, answer)| Message::GameAccept(GameAccept { name, answer })),
        (0..10_000u16, move_text()).prop_map(|(seconds, mv)| Message::Move(MoveMade { seconds, mv })),
        (reason, any::<bool>()).prop_map(|(reason, stop)| Message::GameEnd(GameEnd { reason, stop })),
        (0..1000u16, color()).prop_map(|(number, turn)| Message::BackRequest(BackRequest { number, turn })),
        back.prop_map(Message::BackAccept),
        "[ -~é]{0,60}".prop_map(Message::Chat),
    ]
}

/// Lines that look like commands but may be anything.
fn line() -> impl Strategy<Value = String> {
    let names =
        "(hub|init|pos|level|go|stop|ponder-hit|ping|new-game|set-param|id|param|info|done|[a-z]{1,4})";
    let args = r#"( (pos|moves|depth|nodes|time|inc|move-time|name|value|think|ponder|move|score|pv|[a-z]{1,3})(=("[^"]{0,9}"|[ -~]{0,9}))?){0,4}"#;
    let made = (names, args).prop_map(|(name, args)| name + &args);
    prop_oneof![made, any::<String>(), command().prop_map(|command| command.to_string())]
}

/// Does a line satisfy the strictest client known? It splits at blanks outside quotes, and then every
/// item at `=`, which must give two parts.
fn is_fit_for_clients(line: &str) -> bool {
    let (command, args) = line.split_once(' ').unwrap_or((line, ""));
    let (mut items, mut quoted) = (vec![String::new()], false);
    for c in args.chars() {
        quoted ^= c == '"';
        match items.last_mut() {
            Some(item) if c != ' ' || quoted => item.push(c),
            _ => items.push(String::new()),
        }
    }
    let has_items = matches!(command, "id" | "param" | "info" | "done" | "error");
    let in_two = |item: &String| item.split('=').count() == 2;
    let is_one_line = !line.contains(['\n', '\r']);
    let move_first = command != "done" || args.starts_with("move=");
    is_one_line && !quoted && move_first && (!has_items || items.iter().all(in_two))
}

proptest! {
    #[test]
    fn no_line_makes_anything_panic(lines in vec(line(), 0..30)) {
        let mut session = HubSession::new(Id::default(), vec![Param::int("threads", 1, 1..=9)]);
        for line in lines {
            let _ = line.parse::<Reply>();
            let mut actions = session.line(&line);
            while let Some(action) = actions.pop() {
                match action {
                    HubAction::Reply(reply) => prop_assert!(is_fit_for_clients(&reply.to_string()), "{}", reply),
                    HubAction::Stop => actions.extend(session.finished(Position::START.legal_moves()[0], None)),
                    HubAction::Start(search) => prop_assert!(search.game.outcome().is_none()),
                    _ => {}
                }
            }
        }
    }

    #[test]
    fn commands_survive_writing(command in command()) {
        let line = command.to_string();
        prop_assert_eq!(line.parse(), Ok(command));
    }

    #[test]
    fn replies_survive_writing(reply in reply()) {
        let line = reply.to_string();
        prop_assert!(is_fit_for_clients(&line), "{}", line);
        prop_assert_eq!(line.parse(), Ok(reply));
    }

    #[test]
    fn replies_are_fit_for_clients_whatever_they_hold(text: String, other: String) {
        let param = |kind| Reply::Param(Param { name: text.clone(), value: other.clone(), kind });
        let extra = vec![(text.clone(), other.clone())];
        for reply in [
            Reply::Error(text.clone()),
            Reply::Id(Id { name: text.clone(), author: other.clone(), ..Id::default() }),
            param(ParamKind::Text),
            param(ParamKind::Enum { values: vec![text.clone(), other.clone()] }),
            Reply::Info(Info { extra, ..Info::default() }),
        ] {
            prop_assert!(is_fit_for_clients(&reply.to_string()), "{}", reply);
        }
    }

    #[test]
    fn games_are_replayed((pos, moves) in game()) {
        let game = replay(Position::START, &moves).unwrap();
        prop_assert_eq!(game.position(), &pos);
        for frame in Frame::ALL {
            let board = hub::BoardText::new(&Position::START, frame);
            let resolved = board.resolve(&moves, FrameChoice::Auto, frame.other()).unwrap();
            prop_assert_eq!(resolved.game.position(), &pos);
        }
    }

    #[test]
    fn boards_survive_writing((pos, _) in game(), frame in frame()) {
        let text = hub::BoardText::new(&pos, frame).to_string();
        prop_assert_eq!(text.parse::<hub::BoardText>().unwrap().setup(frame), pos.setup());
        let text = dxp::BoardText::new(&pos, frame).to_string();
        prop_assert_eq!(text.parse::<dxp::BoardText>().unwrap().setup(frame), pos.setup());
    }

    #[test]
    fn every_legal_move_is_understood((pos, _) in game()) {
        for mv in pos.legal_moves().iter() {
            let text = MoveText::from_move(*mv).unwrap();
            prop_assert_eq!(text.resolve(&pos), Ok(*mv));
            let path: MoveText = mv.route_text().to_string().parse().unwrap();
            prop_assert_eq!(path.resolve(&pos), Ok(*mv));
            let backwards = MoveText::new(text.from(), text.to(), text.captured().iter().rev().copied());
            prop_assert_eq!(backwards.resolve(&pos), Ok(*mv));
        }
    }

    #[test]
    fn messages_survive_writing(messages in vec(message(), 0..5), size in 1..40usize) {
        let bytes: Vec<u8> = messages.iter().flat_map(Message::to_bytes).collect();
        let mut framer = Framer::new();
        let read: Result<Vec<Message>, _> = bytes.chunks(size).flat_map(|chunk| framer.feed(chunk)).collect();
        prop_assert_eq!(read.unwrap(), messages);
    }

    #[test]
    fn no_bytes_make_anything_panic(bytes in vec(any::<u8>(), 0..500), texts in vec("[RAMEBKC][ -~]{0,140}", 0..10)) {
        let _ = Framer::new().feed(&bytes);
        let _ = Message::parse(&bytes);
        for text in texts {
            let _ = Message::parse(text.as_bytes());
        }
    }

    #[test]
    fn no_order_of_messages_makes_a_session_panic(messages in vec(message(), 0..40), take_back: bool, again: bool) {
        let mut session = DxpSession::new(DxpConfig { take_back, again, ..DxpConfig::default() });
        session.receive(Message::GameRequest(GameRequest::new("x", Color::White)));
        for message in messages {
            session.receive(message);
            if let Some(mv) = session.game().and_then(|game| game.legal_moves().first().copied()) {
                let _ = session.play(mv, Duration::from_secs(1));
            }
        }
    }
}
