//! `crownhead hub`: the engine for programs that speak the Hub protocol.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use clap::Args;
use crownhead_engine::{Engine, Limits, Report};
use crownhead_protocol::MoveText;
use crownhead_protocol::hub::{Id, Info, Mode, Param, ParamValue, Reply};
use crownhead_protocol::session::{HubAction, HubSession, SearchRequest};

use crate::args::{EngineArgs, OpeningArgs};
use crate::exit::Exit;
use crate::thinker::{Thinker, Thought};

#[derive(Debug, Args)]
pub(crate) struct HubArgs {
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

pub(crate) fn run(args: &HubArgs) -> anyhow::Result<Exit> {
    let (events, inbox) = mpsc::channel();
    listen(events.clone());
    let mut server = Server::new(args, events)?;
    server.serve(&inbox)?;
    Ok(Exit::Success)
}

/// What happens to the engine.
enum Event {
    Line(String),
    EndOfInput,
    Thought(Thought),
}

/// Reads standard input on a thread of its own, so that a search never keeps a command waiting.
fn listen(events: Sender<Event>) {
    thread::spawn(move || {
        for line in io::stdin().lock().split(b'\n').map_while(Result::ok) {
            if events.send(Event::Line(String::from_utf8_lossy(&line).into_owned())).is_err() {
                return;
            }
        }
        let _ = events.send(Event::EndOfInput);
    });
}

/// The engine's side of the protocol.
struct Server {
    session: HubSession,
    thinker: Thinker,
    megabytes: usize,
    plays_book: bool,
    /// The variety with which to play from the book, when it is on.
    variety: u8,
    events: Sender<Event>,
}

impl Server {
    fn new(args: &HubArgs, events: Sender<Event>) -> anyhow::Result<Server> {
        let id = Id {
            name: "Crownhead".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            author: env!("CARGO_PKG_AUTHORS").to_owned(),
            country: String::new(),
        };
        let (threads, megabytes) = (i64::from(args.engine.threads), args.engine.hash);
        let variety = args.opening.book.unwrap_or(Engine::DEFAULT_VARIETY);
        let params = vec![
            Param::int("threads", threads, 1..=256),
            Param::int("hash", megabytes as i64, 1..=Engine::MAX_MEGABYTES as i64),
            Param::bool("book", args.opening.book.is_some()),
            Param::int("book-variety", i64::from(variety), 0..=100),
        ];
        let thinker = Thinker::new(args.engine.engine()?.book(args.opening.book));
        let plays_book = args.opening.book.is_some();
        Ok(Server { session: HubSession::new(id, params), thinker, megabytes, plays_book, variety, events })
    }

    fn serve(&mut self, inbox: &Receiver<Event>) -> io::Result<()> {
        for event in inbox {
            let actions = match event {
                Event::Line(line) => self.session.line(&line),
                Event::EndOfInput => self.session.end_of_input(),
                Event::Thought(Thought::Line(report)) => {
                    self.session.report(info(&report)).map(HubAction::Reply).into_iter().collect()
                }
                Event::Thought(Thought::Found(best, ponder)) => self.session.finished(best, ponder),
            };
            for action in actions {
                if matches!(action, HubAction::Quit) {
                    return Ok(());
                }
                self.act(action)?;
            }
        }
        Ok(())
    }

    fn act(&mut self, action: HubAction) -> io::Result<()> {
        match action {
            HubAction::Reply(reply) => say(&reply)?,
            HubAction::SetParam { name, value } => self.set(&name, &value),
            HubAction::Init => self.resize()?,
            HubAction::NewGame => self.thinker.engine.new_game(),
            HubAction::Start(request) => self.start(&request),
            HubAction::PonderHit => self.thinker.ponder_hit(),
            HubAction::Stop => self.thinker.stop(),
            HubAction::Quit => {}
        }
        Ok(())
    }

    fn set(&mut self, name: &str, value: &ParamValue) {
        match (name, value) {
            ("threads", ParamValue::Int(n)) => {
                self.reconfigure(|engine, _| engine.threads(usize::try_from(*n).unwrap_or(1)));
            }
            ("hash", ParamValue::Int(n)) => self.megabytes = usize::try_from(*n).unwrap_or(1),
            ("book", ParamValue::Bool(is_on)) => self.plays_book = *is_on,
            ("book-variety", ParamValue::Int(n)) => {
                self.variety = u8::try_from(*n).unwrap_or(Engine::DEFAULT_VARIETY);
            }
            _ => {}
        }
        self.reconfigure(|engine, hub| engine.book(hub.plays_book.then_some(hub.variety)));
    }

    /// Takes a table of the size that was set. One that does not fit into memory is told, and the old one stays.
    fn resize(&mut self) -> io::Result<()> {
        match self.thinker.engine.clone().hash(self.megabytes) {
            Ok(engine) => self.thinker.engine = engine,
            Err(error) => say(&Reply::Error(error.to_string()))?,
        }
        Ok(())
    }

    fn reconfigure(&mut self, change: impl FnOnce(Engine, &Server) -> Engine) {
        self.thinker.engine = change(self.thinker.engine.clone(), self);
    }

    fn start(&mut self, request: &SearchRequest) {
        let limits = limits(request);
        self.thinker.start(&request.game, limits, self.events.clone(), Event::Thought);
    }
}

fn say(reply: &Reply) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{reply}")?;
    out.flush()
}

/// The time for a move if the client sets no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

fn limits(request: &SearchRequest) -> Limits {
    let is_given = request.limits != Limits::default();
    let limits = if is_given { request.limits } else { Limits::move_time(DEFAULT_TIME) };
    match request.mode {
        Mode::Think => limits,
        Mode::Ponder => limits.pondering(),
        Mode::Analyze => Limits::INFINITE,
    }
}

fn info(report: &Report) -> Info {
    Info {
        depth: u32::try_from(report.depth.plies()).ok(),
        score: Some(report.line.score),
        nodes: Some(report.effort.nodes),
        time: Some(report.effort.time),
        nodes_per_second: Some(report.effort.nodes_per_second()),
        pv: report.line.moves.iter().copied().filter_map(MoveText::from_move).collect(),
        ..Info::default()
    }
}
