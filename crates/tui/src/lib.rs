#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod app;
mod backstage;
mod command;
mod completion;
mod course;
mod engine;
mod json;
mod keeper;
mod online;
mod options;
mod plain;
mod run;
mod session;
mod time;
mod view;
mod viewer;
mod words;

use crownhead_study::{advice, hint, notation};

pub use app::{
    Action, App, Binding, BitsPage, Cell, EntryLine, Event, Form, Hand, Key, Message, Offer, Page, Place,
    Question, keys_of_play,
};
pub use backstage::Backstage;
pub use command::{COMMANDS, Command, CommandError, Copied, Entry, Step, local_clock};
pub use crownhead_contest::{Opening, Seat, TimeControl};
pub use crownhead_study::Node;
pub use crownhead_study::style;
pub use crownhead_table::{ask::seat as seat_of, parse_opening};
pub use engine::{Engine, Reply, Request, Thought};
pub use hint::Hint;
pub use keeper::Keeper;
pub use notation::{NoSuchNotation, Notation};
pub use online::{
    Invitation, Mirror, ONLINE_COMMANDS, Online, OnlineCommand, OnlineEntry, Row, TermsError, Visit,
};
pub use options::{GameOptions, Settings};
pub use plain::{Input, PlainOptions, run_lines, run_online_lines};
pub use run::{ScreenOptions, force_colors, run_online_screen, run_screen};
pub use session::{Analysis, Editor, Effect, Happening, Learner, Notice, SavedAt, Session};
pub use view::{Colors, Layout, Look, view};
pub use viewer::{GameFile, Viewer};
