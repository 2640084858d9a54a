//! Line mode at a server, where things happen while nobody types.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

use crownhead_board::Color;

use super::input::{Asked, Input};
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
    mut input: Input,
    out: &mut dyn Write,
    ask_password: fn(&str) -> io::Result<String>,
) -> io::Result<()> {
    let Visit { server, invitation } = visit;
    let session =
        Session::online_at(options.settings.clone(), server.site().clone(), invitation, Instant::now());
    let mut above = input.printer();
    let out = above.as_mut().map_or(out, |above| above as &mut dyn Write);
    let (tell, mut lines) = Lines::new(options, session, input.is_keyboard(), out);
    lines.backstage.go_online(server);
    let (ask, asked) = channel();
    thread::spawn(move || read_lines(input, &asked, &tell));
    lines.greet()?;
    lines.ask_for_line(&ask)?;
    while let Ok(signal) = lines.signals.recv() {
        let is_line = matches!(signal, Signal::Line(_));
        match signal {
            Signal::Happened(happening) => lines.session.hear(happening, Instant::now()),
            Signal::End => break,
            Signal::Line(line) => lines.take_line(&line?)?,
        }
        let has_told = lines.settle_online(ask_password)?;
        if lines.is_leaving {
            return lines.out.flush();
        }
        match is_line {
            // Only now is the next line read, so that a password is not taken for one.
            true => lines.ask_for_line(&ask)?,
            false if has_told => lines.show_prompt()?,
            false => {}
        }
    }
    lines.end()
}

/// Reads a line each time one is asked for.
fn read_lines(mut input: Input, asked: &Receiver<Asked>, tell: &Sender<Signal>) {
    while let Ok(asked) = asked.recv() {
        // What stands before the line is written by those who write everything else, or by whoever edits it.
        let signal = match input.line(&asked, &mut io::sink()).transpose() {
            Some(line) => Signal::Line(line),
            None => Signal::End,
        };
        let is_end = matches!(signal, Signal::End | Signal::Line(Err(_)));
        if tell.send(signal).is_err() || is_end {
            return;
        }
    }
}

impl Lines<'_> {
    /// Who is met at a server, and how to begin.
    fn greet(&mut self) -> io::Result<()> {
        let Some(online) = self.session.online().filter(|_| !self.options.json) else { return Ok(()) };
        let site = &online.site;
        let first = format!(
            "Crownhead at {site}. lobby lists who offers a game, seek offers one, help lists all there is."
        );
        self.write_text(&format!("{first}\n{}\n", self.legend()))
    }

    /// Lets the next line be read.
    fn ask_for_line(&mut self, ask: &Sender<Asked>) -> io::Result<()> {
        self.show_prompt()?;
        let asked = self.asked();
        // Where we are may change while somebody types, so it does not stand before the line.
        let prompt = if self.is_keyboard { "> ".to_owned() } else { String::new() };
        let _ = ask.send(Asked { prompt, ..asked });
        Ok(())
    }

    /// Says where we are: before the line, or above it where one is being typed.
    fn show_prompt(&mut self) -> io::Result<()> {
        match (self.options.json, self.is_keyboard) {
            (true, _) => {}
            (false, true) => writeln!(self.out, "[{}]", self.prompt())?,
            (false, false) => write!(self.out, "{}> ", self.prompt())?,
        }
        self.out.flush()
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
            if !has_told && !self.options.json && !self.is_keyboard {
                // What is told does not stand behind the prompt.
                writeln!(self.out)?;
            }
            has_told = true;
            for notice in notices {
                match notice {
                    Notice::Password => {
                        self.out.flush()?;
                        self.session.give_password(ask_password("Password: ")?);
                    }
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
        let absence = || self.session.online()?.absence(now, "claim", "claim draw");
        match mirror.offer("agree", "decline").or_else(absence) {
            Some(offer) => writeln!(self.out, "{offer}"),
            None => Ok(()),
        }
    }

    pub(super) fn prompt_online(&self) -> String {
        let color = self.session.game().position().turn();
        let turn = self.session.name(color);
        match self.session.mirror() {
            None => "lobby".to_owned(),
            Some(_) if self.session.is_over() => "game over".to_owned(),
            Some(_) if self.session.sits_here(color) => format!("{turn}, your move"),
            Some(_) => format!("{turn} to move"),
        }
    }
}
