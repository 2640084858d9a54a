//! Any bytes from a DXP opponent: messages are the same after they are written, and a session that answers
//! them never breaks.
#![no_main]

use std::collections::VecDeque;
use std::time::Duration;

use crownhead_protocol::dxp::{Framer, Message};
use crownhead_protocol::session::{DxpAction, DxpConfig, DxpSession};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (bool, bool, &[u8])| {
    let (take_back, again, bytes) = input;
    let mut session = DxpSession::new(DxpConfig { take_back, again, ..DxpConfig::default() });
    for message in Framer::new().feed(bytes).into_iter().flatten() {
        check(&message);
        let mut actions = VecDeque::from(session.receive(message));
        while let Some(action) = actions.pop_front() {
            match action {
                DxpAction::Send(message) => check(&message),
                DxpAction::Think(turn) => {
                    let mv = turn.game.legal_moves()[0];
                    actions.extend(session.play(mv, Duration::from_secs(1)).expect("a legal move on our turn"));
                }
                _ => {}
            }
        }
    }
    session.disconnected();
    assert!(session.is_closed());
});

/// Texts may be cut on writing, so it is what was written that must stay the same.
fn check(message: &Message) {
    let written = message.to_bytes();
    let again = Message::parse(&written).expect("a message of our own");
    assert_eq!(again.to_bytes(), written);
}
