//! The smallest Hub engine: it makes the first legal move.
//!
//! A real one runs the search on a thread of its own, so that it can hear `stop`.

use std::collections::VecDeque;
use std::io::{self, Write};

use crownhead_protocol::MoveText;
use crownhead_protocol::hub::{Id, Info, Reply};
use crownhead_protocol::session::{HubAction, HubSession};

fn main() -> io::Result<()> {
    let id = Id { name: "Example".to_owned(), version: "1".to_owned(), ..Id::default() };
    let mut session = HubSession::new(id, Vec::new());
    for line in io::stdin().lines() {
        let mut actions = VecDeque::from(session.line(&line?));
        while let Some(action) = actions.pop_front() {
            match action {
                HubAction::Reply(reply) => say(&reply)?,
                HubAction::Start(search) => {
                    let best = search.game.legal_moves()[0];
                    let pv = MoveText::from_move(best).into_iter().collect();
                    let info = Info { depth: Some(1), pv, ..Info::default() };
                    session.report(info).map_or(Ok(()), |reply| say(&reply))?;
                    actions.extend(session.finished(best, None));
                }
                HubAction::Quit => return Ok(()),
                _ => {}
            }
        }
    }
    Ok(())
}

fn say(reply: &Reply) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{reply}")?;
    out.flush()
}
