//! `crownhead dxp`: games against another program over a connection.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use crownhead_board::{Color, Game, Position};
use crownhead_engine::{Clock, Limits, TimeLimit};
use crownhead_protocol::dxp::{Framer, FramerError, MESSAGE_GAP, Message, Reason};
use crownhead_protocol::session::{DxpAction, DxpConfig, DxpEnd, DxpFault, DxpOffer, DxpSession, DxpTurn};

use crate::args::{self, EngineArgs, OpeningArgs, Side};
use crate::exit::Exit;
use crate::output::{self, print_line};
use crate::thinker::{Thinker, Thought};

#[derive(Debug, Args)]
pub(crate) struct DxpArgs {
    /// Wait for an opponent on this port, which only this machine can reach; 0.0.0.0:PORT lets others connect too.
    #[arg(long, value_name = "[ADDRESS:]PORT", conflicts_with = "connect", required_unless_present = "connect",
          value_parser = args::address)]
    pub(crate) listen: Option<SocketAddr>,
    /// Connect to an opponent and ask for games.
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) connect: Option<String>,
    /// Exit after the first opponent.
    #[arg(long, conflicts_with = "connect")]
    pub(crate) once: bool,
    /// The color to ask for.
    #[arg(long, value_enum, default_value_t, conflicts_with = "listen")]
    pub(crate) side: Side,
    /// Number of games to ask for.
    #[arg(long, default_value_t = 1, value_name = "N", conflicts_with = "listen",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) games: u32,
    /// Minutes to ask for, for each side; 0 for no clock.
    #[arg(long, default_value_t = 5, value_name = "N", conflicts_with = "listen",
          value_parser = clap::value_parser!(u16).range(0..=999))]
    pub(crate) minutes: u16,
    /// Seconds to think about each move, whatever the clock says.
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    pub(crate) time: Option<Duration>,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
}

pub(crate) fn run(args: &DxpArgs) -> anyhow::Result<Exit> {
    if let Some(address) = args.listen {
        return serve(args, address);
    }
    let address = args.connect.as_deref().unwrap_or_default();
    let stream = TcpStream::connect(address).with_context(|| format!("cannot connect to {address}"))?;
    Connection::new(args, stream)?.lead(args)
}

/// Waits for opponents, one after the other.
fn serve(args: &DxpArgs, address: SocketAddr) -> anyhow::Result<Exit> {
    let listener = TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))?;
    print_line(format_args!("listening on {}", listener.local_addr()?))?;
    loop {
        let (stream, opponent) = listener.accept()?;
        print_line(format_args!("{opponent} has connected"))?;
        let played = Connection::new(args, stream).and_then(Connection::follow);
        if args.once {
            return played;
        }
        // What goes wrong with one opponent does not concern the next.
        if let Err(error) = played {
            output::tell(format_args!("{opponent}: {error:#}"));
        }
    }
}

enum Event {
    Message(Result<Message, FramerError>),
    Disconnected,
    /// A thought of the search with this number. One that was stopped has nothing to say any more.
    Thought(u64, Thought),
}

struct Connection {
    session: DxpSession,
    stream: TcpStream,
    last_sent: Option<Instant>,
    thinker: Thinker,
    move_time: Option<Duration>,
    searches: u64,
    turn_began: Instant,
    events: Sender<Event>,
    inbox: Receiver<Event>,
}

impl Connection {
    fn new(args: &DxpArgs, stream: TcpStream) -> anyhow::Result<Connection> {
        stream.set_nodelay(true)?;
        let (events, inbox) = mpsc::channel();
        listen(stream.try_clone()?, events.clone());
        let thinker = Thinker::new(args.engine.engine()?.book(args.opening.book));
        let config = DxpConfig { name: "Crownhead".to_owned(), again: true, ..DxpConfig::default() };
        Ok(Connection {
            session: DxpSession::new(config),
            stream,
            last_sent: None,
            thinker,
            move_time: args.time,
            searches: 0,
            turn_began: Instant::now(),
            events,
            inbox,
        })
    }

    /// Asks for games, and plays them.
    fn lead(mut self, args: &DxpArgs) -> anyhow::Result<Exit> {
        let follower = !Color::from(args.side);
        for _ in 0..args.games {
            let offer = DxpOffer { start: Position::START, follower, minutes: args.minutes, moves: 0 };
            let actions = self.session.ask(offer)?;
            self.carry_out(actions)?;
            if !self.play()? {
                break;
            }
        }
        Ok(Exit::Success)
    }

    /// Plays what the other side asks for.
    fn follow(mut self) -> anyhow::Result<Exit> {
        while self.play()? {}
        Ok(Exit::Success)
    }

    /// Plays a game; says whether another may follow.
    fn play(&mut self) -> anyhow::Result<bool> {
        loop {
            let actions = match self.inbox.recv().unwrap_or(Event::Disconnected) {
                Event::Message(Ok(message)) => self.session.receive(message),
                Event::Message(Err(error)) => return Err(error.into()),
                Event::Disconnected => {
                    let actions = self.session.disconnected();
                    self.carry_out(actions)?;
                    return Ok(false);
                }
                Event::Thought(search, Thought::Found(best, _)) if search == self.searches => {
                    self.session.play(best, self.turn_began.elapsed())?
                }
                Event::Thought(..) => Vec::new(),
            };
            if let Some(again) = self.carry_out(actions)? {
                return Ok(again);
            }
        }
    }

    /// Does what the session wants; says whether another game may follow when one has ended.
    fn carry_out(&mut self, actions: Vec<DxpAction>) -> anyhow::Result<Option<bool>> {
        let mut ended = None;
        for action in actions {
            match action {
                DxpAction::Send(message) => self.send(&message)?,
                DxpAction::Think(turn) => self.think(&turn),
                DxpAction::StopThinking => {
                    self.searches += 1;
                    self.thinker.stop();
                }
                DxpAction::Chat(text) => print_line(format_args!("opponent: {text}"))?,
                DxpAction::Ended(end) => ended = Some(tell(end)?),
                DxpAction::Fault(fault) => tell_fault(&fault),
            }
        }
        Ok(ended)
    }

    /// Sends a message, not too soon after the last one: some programs lose the second of two.
    fn send(&mut self, message: &Message) -> anyhow::Result<()> {
        if let Some(last) = self.last_sent {
            thread::sleep(MESSAGE_GAP.saturating_sub(last.elapsed()));
        }
        self.last_sent = Some(Instant::now());
        Ok(self.stream.write_all(&message.to_bytes())?)
    }

    fn think(&mut self, turn: &DxpTurn) {
        self.searches += 1;
        self.turn_began = Instant::now();
        let (search, limits) = (self.searches, self.limits(turn.clock));
        let game: &Game = &turn.game;
        self.thinker.start(game, limits, self.events.clone(), move |thought| Event::Thought(search, thought));
    }

    fn limits(&self, clock: Option<Clock>) -> Limits {
        /// The time for a move if there is no clock.
        const DEFAULT_TIME: Duration = Duration::from_secs(1);
        match (self.move_time, clock) {
            (None, Some(clock)) => Limits { time: Some(TimeLimit::Clock(clock)), ..Limits::default() },
            (time, _) => Limits::move_time(time.unwrap_or(DEFAULT_TIME)),
        }
    }
}

/// Says how a game ended, and whether another may follow.
fn tell(end: DxpEnd) -> io::Result<bool> {
    let (text, again) = match end {
        DxpEnd::Over { reason, again } => (reason_text(reason).to_owned(), again),
        DxpEnd::Refused(code) => (format!("the game was refused, code {code}"), false),
        DxpEnd::Disconnected => {
            return Err(io::Error::new(io::ErrorKind::ConnectionAborted, "the connection was lost"));
        }
    };
    print_line(text)?;
    Ok(again)
}

fn reason_text(reason: Reason) -> &'static str {
    match reason {
        Reason::ILose => "lost",
        Reason::IWin => "won",
        Reason::Draw => "drawn",
        Reason::Unknown => "ended without a result",
    }
}

fn tell_fault(fault: &DxpFault) {
    output::tell(format_args!("the opponent is at fault: {fault}"));
}

/// Reads the connection on a thread of its own.
fn listen(mut stream: TcpStream, events: Sender<Event>) {
    thread::spawn(move || {
        let (mut framer, mut bytes) = (Framer::new(), [0; 512]);
        while let Ok(n @ 1..) = stream.read(&mut bytes) {
            for message in framer.feed(&bytes[..n]) {
                if events.send(Event::Message(message)).is_err() {
                    return;
                }
            }
        }
        let _ = events.send(Event::Disconnected);
    });
}
