//! Any lines to an engine that speaks Hub: every reply is one line that can be read, no search starts in a
//! game that is over, and what is read is the same after it is written.
#![no_main]

use std::collections::VecDeque;
use std::fmt::Display;
use std::str::FromStr;

use crownhead_protocol::hub::{Command, Id, Param, Reply};
use crownhead_protocol::session::{HubAction, HubSession};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let params = vec![Param::int("threads", 1, 1..=64), Param::bool("book", true), Param::text("path", "")];
    let mut session = HubSession::new(Id { name: "Fuzz".to_owned(), ..Id::default() }, params);
    let mut best = None;
    for line in text.lines() {
        check::<Command>(line);
        check::<Reply>(line);
        let mut actions = VecDeque::from(session.line(line));
        while let Some(action) = actions.pop_front() {
            match action {
                HubAction::Reply(reply) => {
                    let line = reply.to_string();
                    assert!(!line.contains(['\n', '\r']) && line.parse::<Reply>().is_ok(), "{line}");
                }
                HubAction::Start(search) => best = Some(search.game.legal_moves()[0]),
                HubAction::Stop => actions.extend(session.finished(best.expect("a search"), None)),
                _ => {}
            }
        }
    }
});

/// Writing cannot express everything a line may hold, so it is what was written that must stay the same.
fn check<T: FromStr + Display>(line: &str) {
    if let Ok(value) = line.parse::<T>() {
        let written = value.to_string();
        let again = written.parse::<T>().unwrap_or_else(|_| panic!("{written:?} cannot be read"));
        assert_eq!(again.to_string(), written);
    }
}
