//! Line mode at a server, where things happen while nobody types.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

use crownhead_board::Color;

use super::{Lines, PlainOptions, Signal};
use crate::online::Visit;
use crate::session::{Notice, Session};
use crate::words::clock_text;

/// Plays people at a server, line by line, until the input ends or says so. What happens there is told at once.
/// `ask_password` is asked for a password that nobody must see, with what to say before it.
///
/// # Errors
///
/// The input cannot be read or the output not be written.
pub fn run_online_lines(
    options: PlainOptions,
    visit: Visit,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    ask_password: fn(&str) -> io::Result<String>,
) -> io::Result<()> {
    let Visit { server, invitation } = visit;
    let session =
        Session::online_at(options.settings.clone(), server.site().clone(), invitation, Instant::now());
    let (tell, mut lines) = Lines::new(options, session, out);
    lines.backstage.go_online(server);
    let (read_on, may_read) = channel();
    thread::spawn(move || read_lines(input, &may_read, &tell));
    lines.greet()?;
    let _ = read_on.send(());
    while let Ok(signal) = lines.signals.recv() {
        let is_line = matches!(signal, Signal::Line(_));
        match signal {
            Signal::Happened(happening) => lines.session.hear(happening, Instant::now()),
            Signal::End => break,
            Signal::Line(line) => lines.take_line(&line?)?,
        }
        let has_told = lines.settle_online(ask_password)?;
        if lines.is_leaving {
            return Ok(());
        }
        if is_line || has_told {
            lines.prompt()?;
        }
        if is_line {
            // Only now is the next line read, so that a password is not taken for one.
            let _ = read_on.send(());
        }
    }
    if !lines.options.json {
        writeln!(lines.out)?;
    }
    Ok(())
}

/// Reads a line each time it may.
fn read_lines(input: impl BufRead, may_read: &Receiver<()>, tell: &Sender<Signal>) {
    for line in input.lines() {
        if may_read.recv().is_err() || tell.send(Signal::Line(line)).is_err() {
            return;
        }
    }
    let _ = tell.send(Signal::End);
}

impl Lines<'_> {
    /// Who is met at a server, and how to begin.
    fn greet(&mut self) -> io::Result<()> {
        let Some(online) = self.session.online().filter(|_| !self.options.json) else { return Ok(()) };
        let site = &online.site;
        writeln!(
            self.out,
            "Crownhead at {site}. lobby lists who offers a game, seek offers one, help lists all there is.\n{}\n",
            self.legend()
        )?;
        self.prompt()
    }

    /// Tells what there is to tell and does what there is to do. Was anything told?
    fn settle_online(&mut self, ask_password: fn(&str) -> io::Result<String>) -> io::Result<bool> {
        let mut has_told = false;
        loop {
            for effect in self.session.take_effects() {
                if let Some(text) = self.backstage.perform(effect) {
                    self.tell(Notice::Text("Clipboard", text))?;
                }
            }
            let notices = self.session.take_notices();
            if notices.is_empty() {
                break;
            }
            if !has_told && !self.options.json {
                // What is told does not stand behind the prompt.
                writeln!(self.out)?;
            }
            has_told = true;
            for notice in notices {
                match notice {
                    Notice::Password => self.session.give_password(ask_password("Password: ")?),
                    Notice::Board if !self.options.json => self.owes_board = true,
                    other => self.tell(other)?,
                }
            }
        }
        if std::mem::take(&mut self.owes_board) {
            self.tell(Notice::Board)?;
            self.tell_table()?;
        }
        Ok(has_told)
    }

    /// Whose turn it is, the clocks, and what is offered.
    fn tell_table(&mut self) -> io::Result<()> {
        let Some(mirror) = self.session.mirror().filter(|_| !self.options.json) else { return Ok(()) };
        let now = Instant::now();
        let player = |color: Color| {
            let clock = self.session.time_left(color, now).map(|left| format!(" {}", clock_text(left)));
            let name = self.session.name(color);
            format!("{name}: {}{}", mirror.titled(color), clock.unwrap_or_default())
        };
        writeln!(self.out, "{}. {}.", player(Color::Black), player(Color::White))?;
        match mirror.offer("agree", "decline") {
            Some(offer) => writeln!(self.out, "{offer}"),
            None => Ok(()),
        }
    }

    pub(super) fn prompt_online(&mut self) -> io::Result<()> {
        let color = self.session.game().position().turn();
        let turn = self.session.name(color);
        match self.session.mirror() {
            None => write!(self.out, "lobby> ")?,
            Some(_) if self.session.is_over() => write!(self.out, "game over> ")?,
            Some(_) if self.session.sits_here(color) => write!(self.out, "{turn}, your move> ")?,
            Some(_) => write!(self.out, "{turn} to move> ")?,
        }
        self.out.flush()
    }
}
