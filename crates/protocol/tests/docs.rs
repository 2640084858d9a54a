//! What the document about the protocols shows is what this crate reads and writes.

use crownhead_board::Position;
use crownhead_engine::{Ply, Score};
use crownhead_protocol::hub::{Command, Info, Reply};
use crownhead_protocol::{Frame, MoveText, dxp, hub, replay};

const TEXT: &str = include_str!("../../../docs/protocol.md");

#[test]
fn boards_are_written_as_shown() {
    let moves = ["11-15".parse::<MoveText>().unwrap()];
    let pos: Position = *replay(Position::START, &moves).unwrap().position();
    for line in [
        format!("Hub, standard   {}", hub::BoardText::new(&pos, Frame::Standard)),
        format!("Hub, rotated    {}", hub::BoardText::new(&pos, Frame::Rotated)),
        format!("DXP, rotated    {}", dxp::BoardText::new(&pos, Frame::Rotated)),
    ] {
        assert!(TEXT.contains(&line), "{line}");
    }
}

#[test]
fn the_session_is_understood() {
    let mut n_lines = 0;
    for line in TEXT.lines() {
        if let Some(line) = line.strip_prefix("-> ") {
            assert_eq!(line.parse::<Command>().unwrap().to_string(), line);
            n_lines += 1;
        } else if let Some(line) = line.strip_prefix("<- ") {
            assert_eq!(line.parse::<Reply>().unwrap().to_string(), line);
            n_lines += 1;
        }
    }
    assert!(n_lines > 10);
}

#[test]
fn the_messages_are_understood() {
    let section = TEXT.split("## DXP").nth(1).unwrap();
    let cells = section.lines().filter_map(|line| line.strip_suffix("` |")?.rsplit('`').next());
    let examples: Vec<&str> = cells.collect();
    assert_eq!(examples.len(), 7);
    for example in examples {
        let message = dxp::Message::parse(example.as_bytes()).unwrap();
        assert_eq!(message.to_bytes(), format!("{example}\0").into_bytes());
    }
}

#[test]
fn figures_are_right() {
    for text in [
        format!("port {}", dxp::DEFAULT_PORT),
        format!("at most {} bytes", dxp::MAX_MESSAGE),
        format!("leave {} seconds", dxp::MESSAGE_GAP.as_secs_f64()),
    ] {
        assert!(TEXT.contains(&text), "{text}");
    }
    let score = Some(Score::win_at(Ply::new(7)));
    let line = Reply::Info(Info { score, ..Info::default() }).to_string();
    assert_eq!(line, "info score=99.93");
    assert!(TEXT.contains("`99.93` is a win in 7 plies"));
}
