//! The keys, in one table: what they do, and what the help and the bottom line say about them.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::command::{Command, Copied, Step};

/// Where keys are pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At the board while a game is played.
    Playing,
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
    /// Where a position is set up.
    Setup,
    /// Where one of several moves is chosen.
    Choice,
    /// Where a line is typed.
    Line,
    /// At a question.
    Question,
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
    Turn,
    Clear,
    Fill,
    Done,
    PreviousGame,
    NextGame,
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

const UP: Key = code(KeyCode::Up);
const DOWN: Key = code(KeyCode::Down);
const LEFT: Key = code(KeyCode::Left);
const RIGHT: Key = code(KeyCode::Right);
const ENTER: Key = code(KeyCode::Enter);
const ESC: Key = code(KeyCode::Esc);
const BACKSPACE: Key = code(KeyCode::Backspace);
const HOME: Key = code(KeyCode::Home);
const END: Key = code(KeyCode::End);
const PAGE_UP: Key = code(KeyCode::PageUp);
const PAGE_DOWN: Key = code(KeyCode::PageDown);

macro_rules! keys {
    ($($keys:expr => $action:expr, $short:literal, $help:literal;)*) => {
        &[$(Binding { keys: &$keys, action: $action, short: $short, help: $help }),*]
    };
}

use Action::{
    AskResign, Bits, Cancel, Clear, Done, Down, End, EndTurn, Enter, Fill, Home, Leave, LeaveAtOnce, Left,
    NewGame, NextGame, NextMove, No, Obey, PageDown, PageUp, PreviousGame, PreviousMove, Put, Right,
    ShowKeys, Stronger, Turn, Type, TypeCommand, TypeMove, Up, Weaker, Yes,
};

/// Moving the pieces.
static MOVING: &[Binding] = keys! {
    [ENTER, char(' ')] => Enter, "Enter take, put", "take the piece under the cursor, or put it there";
    [UP, char('k')] => Up, "", "move the cursor up";
    [DOWN, char('j')] => Down, "", "move the cursor down";
    [LEFT, char('h')] => Left, "", "move the cursor left";
    [RIGHT, char('l')] => Right, "", "move the cursor right";
    [ESC, BACKSPACE] => Cancel, "", "take back a jump that is not complete, or let the piece go";
    [code(KeyCode::Tab)] => NextMove, "Tab moves", "go through the legal moves; Enter makes the one shown";
    [code(KeyCode::BackTab)] => PreviousMove, "", "go through the legal moves backwards";
    [char('m')] => TypeMove, "", "type a move; a digit begins one too, as in 11-15";
    [char('.')] => EndTurn, "", "end the turn, where the rules let you go on";
};

/// Where to read more.
static HELP: &[Binding] = keys! {
    [char('?')] => ShowKeys, "? all keys", "show all keys";
};

/// What is done with the game that is played.
static PLAYING: &[Binding] = keys! {
    [char('u')] => Obey(Command::Undo(1)), "u undo", "take your last move back";
    [char('U'), ctrl('r')] => Obey(Command::Redo(1)), "", "make it again";
    [char('H')] => Obey(Command::Hint), "H hint", "ask for a hint";
    [char('M')] => Obey(Command::Now), "", "let the computer stop thinking and move";
    [char('D')] => Obey(Command::Draw), "D draw", "offer a draw, or accept one";
    [char('R')] => AskResign, "R resign", "resign";
    [char('['), PAGE_UP] => Obey(Command::Step(Step::Back)), "[ ] look back", "look at the position before";
    [char(']'), PAGE_DOWN] => Obey(Command::Step(Step::Next)), "", "look at the position behind";
    [char('{'), HOME] => Obey(Command::Step(Step::First)), "", "look at the first position";
    [char('}'), END] => Obey(Command::Step(Step::Last)), "", "go back to the position of the game";
    [char('W')] => Obey(Command::Swap), "", "change sides with the computer";
    [char('+')] => Stronger, "", "let the computer play a level better";
    [char('-')] => Weaker, "", "let the computer play a level worse";
    [char('Z')] => Obey(Command::Pause), "", "let the computer wait, or go on";
};

/// What can be done with whatever position is shown.
static ANYWHERE: &[Binding] = keys! {
    [char('N')] => NewGame, "N new", "start a new game (opponent, level, clock, opening, rules)";
    [char('q')] => Leave, "q leave", "leave; an unfinished game is kept";
    [char('f'), char('F')] => Obey(Command::Flip), "f flip", "turn the board";
    [char('A')] => Obey(Command::Analyze), "A analysis", "start or stop the analysis";
    [char('B')] => Bits, "B bits", "show the position as bits, or hide them; Esc hides them too";
    [char(':')] => TypeCommand, ": command", "type a command; :help lists them";
    [char('S')] => Type("Save to file: ", "save "), "S save", "save the game";
    [char('O')] => Type("Open file: ", "load "), "O open", "open a file of games";
    [char('G')] => Obey(Command::Games), "", "list the games of the file";
    [char('E')] => Obey(Command::Edit), "", "set up a position";
    [char('C')] => Obey(Command::Copy(Copied::Fen)), "", "copy the position (FEN)";
    [char('P')] => Obey(Command::Copy(Copied::Pdn)), "", "copy the game (PDN)";
    [char('#')] => Obey(Command::Reference), "", "show the names of the squares";
    [ctrl('c')] => LeaveAtOnce, "", "leave at once, from anywhere";
};

static OVER: &[Binding] = keys! {
    [char('N')] => NewGame, "N new game", "start a new game";
    [char('R')] => Obey(Command::Rematch), "R rematch", "play again with colors changed";
    [char('u')] => Obey(Command::Undo(1)), "u undo", "take the last move back and play on";
    [char('['), LEFT, char('h'), PAGE_UP] => Obey(Command::Step(Step::Back)), "[ ] look back", "look at the position before";
    [char('S')] => Type("Save to file: ", "save "), "S save", "save the game";
};

static LOOKING_BACK: &[Binding] = keys! {
    [char('['), LEFT, char('h'), PAGE_UP] => Obey(Command::Step(Step::Back)), "[ back", "a move back";
    [char(']'), RIGHT, char('l'), PAGE_DOWN] => Obey(Command::Step(Step::Next)), "] on", "a move on";
    [char('{'), HOME] => Obey(Command::Step(Step::First)), "", "to the first position";
    [char('}'), END, ESC] => Obey(Command::Close), "Esc to the game", "back to the game";
    [ENTER] => Obey(Command::PlayOn), "Enter play on from here", "play on from this position";
};

static VIEWING: &[Binding] = keys! {
    [RIGHT, char('l'), char(']'), char('n'), char(' ')] => Obey(Command::Step(Step::Next)), "→ next", "a move on";
    [LEFT, char('h'), char('['), char('p'), BACKSPACE] => Obey(Command::Step(Step::Back)), "← back", "a move back";
    [DOWN, char('j')] => Obey(Command::Step(Step::Sideways(1))), "↓ variation", "to the next move that was possible here";
    [UP, char('k')] => Obey(Command::Step(Step::Sideways(-1))), "", "to the move before it";
    [HOME, char('g'), char('{')] => Obey(Command::Step(Step::First)), "", "to the first position";
    [END, char('}')] => Obey(Command::Step(Step::Last)), "", "to the last position";
    [PAGE_DOWN] => NextGame, "PgDn next game", "the next game of the file";
    [PAGE_UP] => PreviousGame, "", "the game before";
    [char('G')] => Obey(Command::Games), "G games", "list the games of the file";
    [ENTER] => Obey(Command::PlayOn), "Enter play on from here", "play on from this position";
    [ESC] => Obey(Command::Close), "Esc close", "back to the game that is played";
};

static FORM: &[Binding] = keys! {
    [ENTER] => Enter, "Enter start", "start the game";
    [UP, char('k')] => Up, "↑↓ choose", "the line above";
    [DOWN, char('j'), code(KeyCode::Tab)] => Down, "", "the line below";
    [LEFT, char('h')] => Left, "←→ change", "the value before";
    [RIGHT, char('l'), char(' ')] => Right, "", "the next value";
    [char('O')] => Type("Open file: ", "load "), "O open a file", "open a file of games";
    [char('F')] => Type("FEN: ", "fen "), "F position", "start from a FEN";
    [char('E')] => Obey(Command::Edit), "E set up", "set up a position";
    [char('?')] => ShowKeys, "? all keys", "show all keys";
    [ESC] => Cancel, "Esc back", "back to the board";
    [char('q')] => Leave, "q leave", "leave";
};

static GAMES: &[Binding] = keys! {
    [ENTER] => Enter, "Enter open", "look at the game";
    [UP, char('k')] => Up, "↑↓ choose", "the game above";
    [DOWN, char('j')] => Down, "", "the game below";
    [PAGE_UP] => PageUp, "", "a page up";
    [PAGE_DOWN, char(' ')] => PageDown, "", "a page down";
    [HOME] => Home, "", "the first game";
    [END] => End, "", "the last game";
    [ESC, char('q')] => Cancel, "Esc back", "back to the board";
};

static TEXT: &[Binding] = keys! {
    [UP, char('k')] => Up, "↑↓ scroll", "a line up";
    [DOWN, char('j'), ENTER] => Down, "", "a line down";
    [PAGE_UP] => PageUp, "", "a page up";
    [PAGE_DOWN, char(' ')] => PageDown, "Space page", "a page down";
    [HOME, char('g')] => Home, "", "to the top";
    [END, char('G')] => End, "", "to the bottom";
    [ESC, char('q'), char('?')] => Cancel, "Esc back", "back to the board";
};

static SETUP: &[Binding] = keys! {
    [ENTER, char(' ')] => Enter, "Enter change", "change what stands on the square";
    [UP, char('k')] => Up, "", "move the cursor up";
    [DOWN, char('j')] => Down, "", "move the cursor down";
    [LEFT, char('h')] => Left, "", "move the cursor left";
    [RIGHT, char('l')] => Right, "", "move the cursor right";
    [char('b')] => Put('b'), "b/B black", "put a black man";
    [char('B')] => Put('B'), "", "put a black king";
    [char('w')] => Put('w'), "w/W white", "put a white man";
    [char('W')] => Put('W'), "", "put a white king";
    [char('x'), code(KeyCode::Delete), BACKSPACE] => Put('.'), "x empty", "empty the square";
    [char('t')] => Turn, "t turn", "change the side to move";
    [char('c')] => Clear, "c clear", "empty the board";
    [char('s')] => Fill, "", "the start of a game";
    [char('p')] => Done, "p play", "play from this position";
    [char('f'), char('F')] => Obey(Command::Flip), "", "turn the board";
    [ESC, char('q')] => Cancel, "Esc cancel", "back to the game, without the position";
};

static CHOICE: &[Binding] = keys! {
    [ENTER, char(' ')] => Enter, "Enter play", "make the move; its number does so at once";
    [UP, char('k')] => Up, "↑↓ choose", "the move above";
    [DOWN, char('j'), code(KeyCode::Tab)] => Down, "", "the move below";
    [ESC, BACKSPACE] => Cancel, "Esc back", "none of them";
};

static LINE: &[Binding] = keys! {
    [ENTER] => Enter, "Enter do it", "do what is typed";
    [code(KeyCode::Tab)] => NextMove, "Tab complete", "complete a command";
    [UP] => Up, "↑ earlier lines", "what was typed before";
    [ESC] => Cancel, "Esc cancel", "type nothing";
};

static QUESTION: &[Binding] = keys! {
    [char('y'), char('Y'), ENTER] => Yes, "y yes", "yes";
    [char('n'), char('N')] => No, "n no", "no";
    [ESC, char('q')] => Cancel, "Esc back", "neither; an unfinished game is offered again next time";
};

impl Place {
    /// The tables that hold here, the first one that knows a key deciding.
    pub fn tables(self) -> Vec<&'static [Binding]> {
        match self {
            Place::Playing => vec![MOVING, HELP, PLAYING, ANYWHERE],
            Place::Over => vec![OVER, HELP, MOVING, PLAYING, ANYWHERE],
            Place::LookingBack => vec![LOOKING_BACK, HELP, ANYWHERE],
            Place::Viewing => vec![VIEWING, HELP, ANYWHERE],
            Place::Form => vec![FORM],
            Place::Games => vec![GAMES],
            Place::Text => vec![TEXT],
            Place::Setup => vec![SETUP],
            Place::Choice => vec![CHOICE],
            Place::Line => vec![LINE],
            Place::Question => vec![QUESTION],
        }
    }

    /// What a key does here.
    pub fn action(self, event: KeyEvent) -> Option<&'static Action> {
        let key = Key::of(event);
        if key == ctrl('c') {
            return Some(&LeaveAtOnce);
        }
        let bindings = self.tables().into_iter().flatten();
        bindings.into_iter().find(|binding| binding.keys.contains(&key)).map(|binding| &binding.action)
    }

    /// What the bottom line says here, the most useful keys first.
    pub fn hints(self) -> Vec<&'static str> {
        let bindings: Vec<&Binding> = self.tables().into_iter().flatten().collect();
        let is_first = |i: usize| {
            let first = |key: &Key| bindings.iter().position(|other| other.keys.contains(key)) == Some(i);
            bindings[i].keys.iter().any(first)
        };
        (0..bindings.len())
            .filter(|i| is_first(*i))
            .map(|i| bindings[i].short)
            .filter(|short| !short.is_empty())
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

/// The help: every key of every place.
pub(crate) fn help() -> String {
    let sections = [
        ("Moving", MOVING),
        ("Playing", PLAYING),
        ("At any board", ANYWHERE),
        ("When the game is over", OVER),
        ("Looking back", LOOKING_BACK),
        ("Looking at games of a file", VIEWING),
        ("The list of games", GAMES),
        ("The form for a new game", FORM),
        ("Choosing one of several moves", CHOICE),
        ("Setting up a position", SETUP),
        ("Typing a line", LINE),
    ];
    let mut text = String::from(
        "Letters on squares: press one, and a piece goes there.\n\
         Where squares have letters in their names, a to h begin a typed move instead.\n\
         Mouse: click a piece and then its square, or drag it.\n\
         Marks: (b) must jump, b' may move, {b} taken, [ ] cursor, * may go there, x jumped, = moved last, ? hint.\n\n",
    );
    for (title, table) in sections {
        text.push_str(&format!("{title}\n"));
        for binding in table {
            let names: Vec<String> = binding.keys.iter().map(|key| key.name()).collect();
            text.push_str(&format!("  {:<14} {}\n", names.join(" "), binding.help));
        }
        text.push('\n');
    }
    text.push_str("Commands, typed behind a colon\n");
    crate::command::help().lines().for_each(|line| text.push_str(&format!("  {line}\n")));
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
        for table in
            [MOVING, PLAYING, OVER, LOOKING_BACK, VIEWING, FORM, GAMES, TEXT, SETUP, CHOICE, LINE, QUESTION]
        {
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
    fn there_are_letters_for_every_square_that_moves_can_reach() {
        // Seven kings reach at most 25 squares, and no more pieces reach more.
        assert!(square_letters(false).count() >= 25);
        assert!(square_letters(true).count() >= 19);
    }

    #[test]
    fn the_help_names_every_key() {
        let help = help();
        for binding in MOVING.iter().chain(PLAYING).chain(ANYWHERE).chain(VIEWING).chain(SETUP) {
            assert!(help.contains(binding.help), "{}", binding.help);
        }
    }
}
