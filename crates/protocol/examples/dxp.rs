//! The smallest DXP follower: it accepts games on the usual port and makes the first legal move.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use crownhead_protocol::dxp::{DEFAULT_PORT, Framer, MESSAGE_GAP};
use crownhead_protocol::session::{DxpAction, DxpConfig, DxpSession};

fn main() -> io::Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", DEFAULT_PORT))?;
    for stream in listener.incoming() {
        serve(stream?)?;
    }
    Ok(())
}

fn serve(mut stream: TcpStream) -> io::Result<()> {
    let config = DxpConfig { name: "Example".to_owned(), again: true, ..DxpConfig::default() };
    let (mut session, mut framer) = (DxpSession::new(config), Framer::new());
    let mut bytes = [0; 256];
    while !session.is_closed() {
        let len = stream.read(&mut bytes)?;
        let mut actions = VecDeque::new();
        if len == 0 {
            actions.extend(session.disconnected());
        }
        for message in framer.feed(&bytes[..len]) {
            match message {
                Ok(message) => actions.extend(session.receive(message)),
                Err(error) => eprintln!("{error}"),
            }
        }
        while let Some(action) = actions.pop_front() {
            match action {
                DxpAction::Send(message) => {
                    std::thread::sleep(MESSAGE_GAP);
                    stream.write_all(&message.to_bytes())?;
                }
                DxpAction::Think(turn) => match session.play(turn.game.legal_moves()[0], Duration::ZERO) {
                    Ok(more) => actions.extend(more),
                    Err(fault) => eprintln!("{fault}"),
                },
                DxpAction::Ended(end) => println!("{end:?}"),
                other => eprintln!("{other:?}"),
            }
        }
    }
    Ok(())
}
