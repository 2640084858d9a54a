#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod app;
mod backstage;
mod command;
mod engine;
mod json;
mod keeper;
mod online;
mod options;
mod plain;
mod run;
mod session;
mod view;
mod viewer;

use crownhead_play::{advice, bits, clock, hint, notation, seat};

pub use app::{
    Action, App, Binding, Cell, EntryLine, Event, Form, Hand, Key, Message, Offer, Page, Place, Question,
};
pub use backstage::Backstage;
pub use clock::{GameClock, NoTimeControl, TimeControl};
pub use command::{COMMANDS, Command, CommandError, Copied, Entry, Step};
pub use crownhead_play::Node;
pub use engine::{Engine, Reply, Request, Thought};
pub use hint::Hint;
pub use keeper::Keeper;
pub use notation::{NoSuchNotation, Notation};
pub use online::{
    Invitation, ONLINE_COMMANDS, Online, OnlineCommand, OnlineEntry, Row, Table, TermsError, Visit,
};
pub use options::{GameOptions, Opening, OpeningError, Settings};
pub use plain::{PlainOptions, run_lines, run_online_lines};
pub use run::{ScreenOptions, force_colors, run_online_screen, run_screen};
pub use seat::{NoSuchSeat, Seat, Strength};
pub use session::{Analysis, Editor, Effect, Happening, Notice, SavedAt, Session};
pub use view::{Colors, Layout, Look, view};
pub use viewer::{GameFile, Viewer};
