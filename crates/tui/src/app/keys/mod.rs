//! The keys: what they do, and what the help and the bottom line say about them, all from the same tables.

mod tables;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::command::Command;
use tables::{
    ANY_TABLE, ANYWHERE, AT_TABLE, CHOICE, ENTRY, FORM, GAMES, HELP, LEARN, LINE, LOBBY, LOOKING_BACK,
    MOVING, OFFER, OVER, PLAYING, QUESTION, SETUP, SPECTATING, TABLE_BACK, TABLE_OVER, TEXT, VIEWING,
    WATCHING,
};

/// Where keys are pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At the board while a game is played.
    Playing,
    /// At the board while computers play.
    Watching,
    /// At the board when the game is over.
    Over,
    /// At the board while an earlier position is looked at.
    LookingBack,
    /// At a game of a file.
    Viewing,
    /// In the form for a new game.
    Form,
    /// In the list of games of a file.
    Games,
    /// In a text.
    Text,
    /// In the course.
    Learn,
    /// Where a position is set up.
    Setup,
    /// Where one of several moves is chosen.
    Choice,
    /// Where a command is typed, or the name of a file.
    Line,
    /// Where a move or a text to search for is typed.
    Entry,
    /// At a question.
    Question,
    /// In the lobby of a server.
    Lobby,
    /// In the form for a game that is offered there.
    Offer,
    /// At the board, in a game with somebody elsewhere.
    AtTable,
    /// At the board, in a game that others play.
    Spectating,
    /// At the board, when a game with somebody elsewhere is over.
    TableOver,
    /// At the board, while an earlier position of such a game is looked at.
    TableBack,
}

/// What a key does.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the table of keys says what each of them does")]
pub enum Action {
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    Home,
    End,
    Enter,
    Cancel,
    NextMove,
    PreviousMove,
    EndTurn,
    TypeMove,
    TypeCommand,
    Type(&'static str, &'static str),
    Obey(Command),
    Stronger,
    Weaker,
    ShowKeys,
    NewGame,
    AskResign,
    Bits,
    Leave,
    LeaveAtOnce,
    Yes,
    No,
    Put(char),
    PreviousGame,
    NextGame,
    Learn,
    Search,
    SearchNext,
    StepBits(isize),
    Shell,
    Offer(super::Offer),
    Withdraw,
    WatchLive,
}

/// A row of the table.
#[derive(Debug)]
pub struct Binding {
    /// The keys, any of which will do.
    pub keys: &'static [Key],
    /// What they do.
    pub action: Action,
    /// A word or two for the bottom line; empty for keys it does not name.
    pub short: &'static str,
    /// A sentence for the help.
    pub help: &'static str,
}

/// A key, with or without the control key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    code: KeyCode,
    ctrl: bool,
}

const fn char(c: char) -> Key {
    Key { code: KeyCode::Char(c), ctrl: false }
}

const fn code(code: KeyCode) -> Key {
    Key { code, ctrl: false }
}

const fn ctrl(c: char) -> Key {
    Key { code: KeyCode::Char(c), ctrl: true }
}

impl Place {
    /// The tables that hold here, the first one that knows a key deciding.
    pub fn tables(self) -> Vec<&'static [Binding]> {
        match self {
            Place::Playing => vec![HELP, MOVING, PLAYING, ANYWHERE],
            Place::Watching => vec![WATCHING, HELP, MOVING, PLAYING, ANYWHERE],
            Place::Over => vec![OVER, HELP, MOVING, PLAYING, ANYWHERE],
            Place::LookingBack => vec![LOOKING_BACK, HELP, ANYWHERE],
            Place::Viewing => vec![VIEWING, HELP, ANYWHERE],
            Place::Form => vec![FORM],
            Place::Games => vec![GAMES],
            Place::Text => vec![TEXT],
            Place::Learn => vec![LEARN, HELP, MOVING],
            Place::Setup => vec![SETUP],
            Place::Choice => vec![CHOICE],
            Place::Line => vec![LINE],
            Place::Entry => vec![ENTRY],
            Place::Question => vec![QUESTION],
            Place::Lobby => vec![LOBBY],
            Place::Offer => vec![OFFER],
            Place::AtTable => vec![HELP, MOVING, AT_TABLE, ANY_TABLE],
            Place::Spectating => vec![SPECTATING, HELP, ANY_TABLE],
            Place::TableOver => vec![TABLE_OVER, HELP, MOVING, ANY_TABLE],
            Place::TableBack => vec![TABLE_BACK, HELP, ANY_TABLE],
        }
    }

    /// What a key does here.
    pub fn action(self, event: KeyEvent) -> Option<&'static Action> {
        let key = Key::of(event);
        if key == ctrl('c') {
            return Some(&Action::LeaveAtOnce);
        }
        if key == ctrl('z') {
            return Some(&Action::Shell);
        }
        let bindings = self.tables().into_iter().flatten();
        bindings.into_iter().find(|binding| binding.keys.contains(&key)).map(|binding| &binding.action)
    }

    /// What the bottom line says here, the most useful keys first, without characters that mean something else now.
    pub fn hints(self, is_taken: &dyn Fn(char) -> bool) -> Vec<&'static Binding> {
        let mut tables = self.tables();
        if matches!(self, Place::Watching | Place::Over | Place::TableOver) {
            // There is nothing to move, though pressing the keys says so.
            tables.retain(|table| !std::ptr::eq(*table, MOVING) && !std::ptr::eq(*table, PLAYING));
        }
        let bindings: Vec<&'static Binding> = tables.into_iter().flatten().collect();
        let is_first = |i: usize| {
            let is_free = |key: &Key| !matches!(key.code, KeyCode::Char(c) if !key.ctrl && is_taken(c));
            let first = |key: &Key| {
                is_free(key) && bindings.iter().position(|other| other.keys.contains(key)) == Some(i)
            };
            bindings[i].keys.iter().any(first)
        };
        (0..bindings.len())
            .filter(|i| is_first(*i))
            .map(|i| bindings[i])
            .filter(|binding| !binding.short.is_empty())
            .collect()
    }
}

impl Key {
    fn of(event: KeyEvent) -> Key {
        let ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
        // Some terminals report Shift-Tab as Tab with a modifier.
        let is_back_tab = event.code == KeyCode::Tab && event.modifiers.contains(KeyModifiers::SHIFT);
        Key { code: if is_back_tab { KeyCode::BackTab } else { event.code }, ctrl }
    }

    fn name(self) -> String {
        match self.code {
            KeyCode::Char(' ') => "Space".to_owned(),
            KeyCode::Char(c) if self.ctrl => format!("Ctrl-{}", c.to_ascii_uppercase()),
            KeyCode::Char(c) => c.to_string(),
            KeyCode::Up => "↑".to_owned(),
            KeyCode::Down => "↓".to_owned(),
            KeyCode::Left => "←".to_owned(),
            KeyCode::Right => "→".to_owned(),
            KeyCode::BackTab => "Shift-Tab".to_owned(),
            KeyCode::PageUp => "PgUp".to_owned(),
            KeyCode::PageDown => "PgDn".to_owned(),
            KeyCode::Delete => "Del".to_owned(),
            code => format!("{code:?}"),
        }
    }
}

/// The keys of a game on the screen, with what they do, for a manual.
pub fn keys_of_play() -> Vec<(String, &'static str)> {
    let all = [MOVING, HELP, PLAYING, ANYWHERE].into_iter().flatten();
    all.map(|binding| (binding.names(), binding.help)).collect()
}

impl Binding {
    /// The names of its keys.
    fn names(&self) -> String {
        self.keys.iter().map(|key| key.name()).collect::<Vec<_>>().join(" ")
    }
}

/// The help: the keys of a place, then those of all places, at one's own board or at a server.
pub(crate) fn help(place: Place, is_online: bool) -> String {
    let online: &[(&str, &[Binding])] = &[
        ("The lobby", LOBBY),
        ("Moving", MOVING),
        ("Playing", AT_TABLE),
        ("At any board", ANY_TABLE),
        ("When the game is over", TABLE_OVER),
        ("Watching others", SPECTATING),
        ("Looking back", TABLE_BACK),
        ("Offering a game", OFFER),
        ("Choosing one of several moves", CHOICE),
        ("Typing a command", LINE),
    ];
    let here: &[(&str, &[Binding])] = &[
        ("Moving", MOVING),
        ("Playing", PLAYING),
        ("At any board", ANYWHERE),
        ("Watching computers play", WATCHING),
        ("When the game is over", OVER),
        ("Looking back", LOOKING_BACK),
        ("Looking at games of a file", VIEWING),
        ("The list of games", GAMES),
        ("The form for a new game", FORM),
        ("The course", LEARN),
        ("A text such as this one", TEXT),
        ("Choosing one of several moves", CHOICE),
        ("Setting up a position", SETUP),
        ("Typing a command", LINE),
    ];
    let mut text = String::from(
        "/ searches here, n finds the next.\n\
         Letters on squares: press one, and a piece goes there.\n\
         Where squares have letters in their names, a to h and A to H begin a typed move instead; commands have a colon.\n\
         Mouse: click a piece and then its square, or drag it.\n\
         Marks: (b) must jump, b' may move, {b} taken, [ ] cursor, * may go there, x jumped, = moved last, ? hint.\n\n",
    );
    let section = |title: &str, table: &[Binding]| {
        let line = |binding: &Binding| format!("  {:<14} {}\n", binding.names(), binding.help);
        format!("{title}\n{}\n", table.iter().map(line).collect::<String>())
    };
    let all = if is_online { online } else { here };
    // First what can be done where the question was asked.
    let is_here = |table: &[Binding]| place.tables().iter().any(|other| std::ptr::eq(*other, table));
    for (title, table) in all.iter().filter(|(_, table)| is_here(table)) {
        text.push_str(&section(&format!("{title} (here)"), table));
    }
    for (title, table) in all.iter().filter(|(_, table)| !is_here(table)) {
        text.push_str(&section(title, table));
    }
    text.push_str("Commands, typed after a colon\n");
    let commands = if is_online { crate::online::help() } else { crate::command::help() };
    commands.lines().for_each(|line| text.push_str(&format!("  {line}\n")));
    text
}

/// Letters that stand for squares, in the order in which they are given away: those that no key
/// of the board has. Where squares have letters in their names, those letters begin a typed move.
pub(crate) fn square_letters(names_have_letters: bool) -> impl Iterator<Item = char> {
    let all = ('a'..='z').chain('A'..='Z');
    all.filter(move |letter| !(names_have_letters && ('a'..='h').contains(letter))).filter(|letter| {
        let key = char(*letter);
        !MOVING.iter().chain(HELP).chain(PLAYING).chain(ANYWHERE).any(|binding| binding.keys.contains(&key))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_means_one_thing_in_a_table() {
        for table in [
            MOVING,
            PLAYING,
            OVER,
            LOOKING_BACK,
            VIEWING,
            FORM,
            GAMES,
            TEXT,
            SETUP,
            CHOICE,
            LINE,
            QUESTION,
            LOBBY,
            SPECTATING,
            TABLE_OVER,
            TABLE_BACK,
        ] {
            let keys: Vec<&Key> = table.iter().flat_map(|binding| binding.keys).collect();
            for (i, key) in keys.iter().enumerate() {
                assert!(!keys[..i].contains(key), "{key:?}");
            }
        }
        let both: Vec<&Key> = MOVING
            .iter()
            .chain(HELP)
            .chain(PLAYING)
            .chain(ANYWHERE)
            .flat_map(|binding| binding.keys)
            .collect();
        assert!(both.iter().enumerate().all(|(i, key)| !both[..i].contains(key)));
    }

    #[test]
    fn no_key_at_a_table_is_the_letter_of_a_square() {
        let letters: Vec<char> = square_letters(false).collect();
        for binding in AT_TABLE.iter().chain(ANY_TABLE) {
            let is_letter =
                |key: &Key| matches!(key.code, KeyCode::Char(c) if !key.ctrl && letters.contains(&c));
            assert!(!binding.keys.iter().any(is_letter), "{}", binding.help);
        }
        let all: Vec<&Key> = MOVING
            .iter()
            .chain(HELP)
            .chain(AT_TABLE)
            .chain(ANY_TABLE)
            .flat_map(|binding| binding.keys)
            .collect();
        assert!(all.iter().enumerate().all(|(i, key)| !all[..i].contains(key)));
    }

    #[test]
    fn there_are_letters_for_every_square_that_moves_can_reach() {
        // Seven kings reach at most 25 squares, and no more pieces reach more.
        assert!(square_letters(false).count() >= 25);
        assert!(square_letters(true).count() >= 19);
    }

    #[test]
    fn the_help_names_every_key() {
        let here = help(Place::Playing, false);
        for binding in MOVING.iter().chain(PLAYING).chain(ANYWHERE).chain(VIEWING).chain(SETUP) {
            assert!(here.contains(binding.help), "{}", binding.help);
        }
        let online = help(Place::AtTable, true);
        for binding in MOVING.iter().chain(AT_TABLE).chain(ANY_TABLE).chain(LOBBY).chain(TABLE_OVER) {
            assert!(online.contains(binding.help), "{}", binding.help);
        }
    }
}
