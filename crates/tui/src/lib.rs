#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod advice;
mod app;
mod backstage;
mod bits;
mod clock;
mod command;
mod engine;
mod hint;
mod json;
mod keeper;
mod notation;
mod options;
mod plain;
mod run;
mod seat;
mod session;
mod view;
mod viewer;

pub use app::{
    Action, App, Binding, Cell, EntryLine, Event, Form, Hand, Key, Message, Page, Place, Question,
};
pub use backstage::Backstage;
pub use clock::{GameClock, NoTimeControl, TimeControl};
pub use command::{COMMANDS, Command, CommandError, Copied, Entry, Step};
pub use engine::{Engine, Job, Reply, Request, Thought};
pub use hint::Hint;
pub use keeper::Keeper;
pub use notation::{NoSuchNotation, Notation};
pub use options::{GameOptions, Opening, OpeningError, Settings};
pub use plain::{PlainOptions, run_lines};
pub use run::{ScreenOptions, force_colors, run_screen};
pub use seat::{NoSuchSeat, Seat, Strength};
pub use session::{Analysis, Editor, Effect, Happening, Notice, SavedAt, Session};
pub use view::{Colors, Layout, Look, view};
pub use viewer::{GameFile, Node, Viewer};
