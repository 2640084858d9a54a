//! The tables of keys, one for each place where keys are pressed.

use crossterm::event::KeyCode;

use super::Action::{
    AskResign, Bits, Cancel, Down, End, EndTurn, Enter, Home, Learn, Leave, LeaveAtOnce, Left, NewGame,
    NextGame, NextMove, No, Obey, Offer, PageDown, PageUp, PreviousGame, PreviousMove, Put, Right, Search,
    SearchNext, Shell, ShowKeys, StepBits, Stronger, Type, TypeCommand, TypeMove, Up, WatchLive, Weaker,
    Withdraw, Yes,
};
use super::{Binding, Key, char, code, ctrl};
use crate::app::Offer as Kind;
use crate::command::{Command, Copied, Step};
use crate::online::OnlineCommand;

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

/// Moving the pieces.
pub(super) static MOVING: &[Binding] = keys! {
    [ENTER, char(' ')] => Enter, "Enter pick up/drop", "pick up the piece under the cursor, or put it down";
    [UP, char('k')] => Up, "", "move the cursor up";
    [DOWN, char('j')] => Down, "", "move the cursor down";
    [LEFT, char('h')] => Left, "", "move the cursor left";
    [RIGHT, char('l')] => Right, "", "move the cursor right";
    [ESC, BACKSPACE] => Cancel, "", "take back a jump that is not complete, or put the piece back";
    [code(KeyCode::Tab)] => NextMove, "Tab moves", "go through the legal moves; Enter makes the one shown";
    [code(KeyCode::BackTab)] => PreviousMove, "", "go through the legal moves backwards";
    [char('m')] => TypeMove, "", "type a move; a digit starts one too, as in 11-15";
    [char('.')] => EndTurn, "", "end the turn, where the rules let you go on";
};

/// Where to read more.
pub(super) static HELP: &[Binding] = keys! {
    [char('?')] => ShowKeys, "? all keys", "show all keys";
};

/// What is done with the game that is played.
pub(super) static PLAYING: &[Binding] = keys! {
    [char('u')] => Obey(Command::Undo(1)), "u undo", "take your last move back";
    [char('U'), ctrl('r')] => Obey(Command::Redo(1)), "", "make it again";
    [char('H')] => Obey(Command::Hint), "H hint", "ask for a hint";
    [char('M')] => Obey(Command::Now), "", "make the computer move now";
    [char('D')] => Obey(Command::Draw), "D draw", "offer a draw, or accept one";
    [char('R')] => AskResign, "R resign", "resign";
    [char('['), PAGE_UP] => Obey(Command::Step(Step::Back)), "[ ] look back", "look at the position before";
    [char(']'), PAGE_DOWN] => Obey(Command::Step(Step::Next)), "", "look at the position after";
    [char('{'), HOME] => Obey(Command::Step(Step::First)), "", "look at the first position";
    [char('}'), END] => Obey(Command::Step(Step::Last)), "", "go back to the position of the game";
    [char('W')] => Obey(Command::Swap), "", "change sides with the computer";
    [char('+')] => Stronger, "", "raise the level of the computer";
    [char('-')] => Weaker, "", "lower the level of the computer";
    [char('Z')] => Obey(Command::Pause), "", "pause the computer, or let it continue";
};

/// What can be done with whatever position is shown.
pub(super) static ANYWHERE: &[Binding] = keys! {
    [char('N')] => NewGame, "N new", "start a new game (opponent, level, clock, opening, rules)";
    [char('q')] => Leave, "q leave", "leave; an unfinished game is kept";
    [char('f'), char('F')] => Obey(Command::Flip), "f flip", "turn the board";
    [char('A')] => Obey(Command::Analyze), "A analysis", "start or stop the analysis";
    [char('B')] => Bits, "B bits", "show the bits: of the position, of a piece, the masks by name; Esc hides them";
    [char('<')] => StepBits(-1), "", "one step back in the bits of a piece or the masks";
    [char('>')] => StepBits(1), "", "one step on in the bits of a piece or the masks";
    [char('L')] => Learn, "L learn", "the rules of checkers, and how bits play it, in short steps";
    [char(':')] => TypeCommand, ": command", "type a command; :help lists them";
    [char('S')] => Type("Save to file: ", "save "), "S save", "save the game";
    [char('O')] => Type("Open file: ", "load "), "O open", "open a file of games";
    [char('G')] => Obey(Command::Games(String::new())), "", "list the games of the file";
    [char('E')] => Obey(Command::Edit), "", "set up a position";
    [char('C')] => Obey(Command::Copy(Copied::Fen)), "", "copy the position (FEN)";
    [char('P')] => Obey(Command::Copy(Copied::Pdn)), "", "copy the game (PDN)";
    [char('#')] => Obey(Command::Reference), "", "show the names of the squares";
    [ctrl('z')] => Shell, "", "stop the program for a moment and go to the shell; fg comes back";
    [ctrl('c')] => LeaveAtOnce, "", "leave at once, from anywhere";
};

/// A game between computers.
pub(super) static WATCHING: &[Binding] = keys! {
    [char('Z'), char(' ')] => Obey(Command::Pause), "Space pause", "pause the computers, or let them continue";
    [char('M')] => Obey(Command::Now), "M move now", "make the computer move now";
    [char('['), PAGE_UP] => Obey(Command::Step(Step::Back)), "[ ] look back", "look at the position before";
    [char('u')] => Obey(Command::Undo(1)), "u undo", "take the last move back, and wait";
};

pub(super) static OVER: &[Binding] = keys! {
    [char('N')] => NewGame, "N new game", "start a new game";
    [char('R')] => Obey(Command::Rematch), "R rematch", "play again with colors changed";
    [char('u')] => Obey(Command::Undo(1)), "u undo", "take the last move back and play on";
    [char('['), LEFT, char('h'), PAGE_UP] => Obey(Command::Step(Step::Back)), "[ ] look back", "look at the position before";
    [char('S')] => Type("Save to file: ", "save "), "S save", "save the game";
};

pub(super) static LOOKING_BACK: &[Binding] = keys! {
    [char('['), LEFT, char('h'), PAGE_UP] => Obey(Command::Step(Step::Back)), "[ back", "one move back";
    [char(']'), RIGHT, char('l'), PAGE_DOWN] => Obey(Command::Step(Step::Next)), "] forward", "one move forward";
    [char('{'), HOME] => Obey(Command::Step(Step::First)), "", "to the first position";
    [char('}'), END, ESC] => Obey(Command::Close), "Esc to the game", "back to the game";
    [ENTER] => Obey(Command::PlayOn), "Enter play on from here", "play on from this position";
};

pub(super) static VIEWING: &[Binding] = keys! {
    [RIGHT, char('l'), char(']'), char('n'), char(' ')] => Obey(Command::Step(Step::Next)), "→ next", "one move forward";
    [LEFT, char('h'), char('['), char('p'), BACKSPACE] => Obey(Command::Step(Step::Back)), "← back", "one move back";
    [DOWN, char('j')] => Obey(Command::Step(Step::Sideways(1))), "↓ variation", "to the next variation";
    [UP, char('k')] => Obey(Command::Step(Step::Sideways(-1))), "", "to the previous variation";
    [HOME, char('g'), char('{')] => Obey(Command::Step(Step::First)), "", "to the first position";
    [END, char('}')] => Obey(Command::Step(Step::Last)), "", "to the last position";
    [PAGE_DOWN] => NextGame, "PgDn next game", "the next game of the file";
    [PAGE_UP] => PreviousGame, "", "the previous game of the file";
    [char('G')] => Obey(Command::Games(String::new())), "G games", "list the games of the file";
    [ENTER] => Obey(Command::PlayOn), "Enter play on from here", "play on from this position";
    [ESC] => Obey(Command::Close), "Esc close", "back to the game that is played";
};

pub(super) static FORM: &[Binding] = keys! {
    [ENTER] => Enter, "Enter start", "start the game";
    [UP, char('k')] => Up, "↑↓ choose", "the line above";
    [DOWN, char('j'), code(KeyCode::Tab)] => Down, "", "the line below";
    [LEFT, char('h')] => Left, "←→ change", "the previous value";
    [RIGHT, char('l'), char(' ')] => Right, "", "the next value";
    [char('O')] => Type("Open file: ", "load "), "O open a file", "open a file of games";
    [char('F')] => Type("FEN: ", "fen "), "F position", "start from a FEN";
    [char('E')] => Obey(Command::Edit), "E set up", "set up a position";
    [char('L')] => Learn, "L learn the rules", "the rules of checkers in short steps";
    [char('?')] => ShowKeys, "? all keys", "show all keys";
    [ESC] => Cancel, "Esc back", "back to the board";
    [char('q')] => Leave, "q leave", "leave";
};

/// The course, in which pieces are moved as in a game.
pub(super) static LEARN: &[Binding] = keys! {
    [char(']'), PAGE_DOWN] => Obey(Command::Step(Step::Next)), "] next", "the next step; Enter goes on, too, when all is done";
    [char('['), PAGE_UP] => Obey(Command::Step(Step::Back)), "[ back", "the step before, or this one again";
    [char('L')] => Obey(Command::Learn(None)), "", "the course from its beginning";
    [char(':')] => TypeCommand, "", "type a command; :learn 5 goes to step 5";
    [ESC, char('q')] => Cancel, "Esc leave the course", "leave the course, or put the piece back";
};

/// The form for a game that is offered at a server.
pub(super) static OFFER: &[Binding] = keys! {
    [ENTER] => Enter, "Enter offer it", "offer the game";
    [UP, char('k')] => Up, "↑↓ choose", "the line above";
    [DOWN, char('j'), code(KeyCode::Tab)] => Down, "", "the line below";
    [LEFT, char('h')] => Left, "←→ change", "the previous value";
    [RIGHT, char('l'), char(' ')] => Right, "", "the next value";
    [ESC, char('q')] => Cancel, "Esc back", "offer nothing";
};

pub(super) static GAMES: &[Binding] = keys! {
    [ENTER] => Enter, "Enter open", "look at the game";
    [UP, char('k')] => Up, "↑↓ choose", "the game above";
    [DOWN, char('j')] => Down, "", "the game below";
    [PAGE_UP] => PageUp, "", "a page up";
    [PAGE_DOWN, char(' ')] => PageDown, "", "a page down";
    [HOME] => Home, "", "the first game";
    [END] => End, "", "the last game";
    [char('/')] => Search, "/ search", "search for a game";
    [char('n')] => SearchNext, "n next", "the next one found";
    [ESC, char('q')] => Cancel, "Esc back", "back to the board";
};

pub(super) static TEXT: &[Binding] = keys! {
    [UP, char('k')] => Up, "↑↓ scroll", "a line up";
    [DOWN, char('j'), ENTER] => Down, "", "a line down";
    [PAGE_UP] => PageUp, "", "a page up";
    [PAGE_DOWN, char(' ')] => PageDown, "Space page", "a page down";
    [HOME, char('g')] => Home, "", "to the top";
    [END, char('G')] => End, "", "to the bottom";
    [char('/')] => Search, "/ search", "search for a text";
    [char('n')] => SearchNext, "n next", "the next line that has it";
    [ESC, char('q'), char('?')] => Cancel, "Esc back", "back to the board";
};

pub(super) static SETUP: &[Binding] = keys! {
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
    [char('t')] => Obey(Command::Turn(None)), "t turn", "change the side to move";
    [char('c')] => Obey(Command::Clear), "c clear", "empty the board";
    [char('s')] => Obey(Command::Fill), "", "the start of a game";
    [char('p')] => Obey(Command::Done), "p play", "play from this position";
    [char('f'), char('F')] => Obey(Command::Flip), "", "turn the board";
    [char(':')] => TypeCommand, "", "type a command";
    [ESC, char('q')] => Obey(Command::Cancel), "Esc cancel", "back to the game, without the position";
};

pub(super) static CHOICE: &[Binding] = keys! {
    [ENTER, char(' ')] => Enter, "Enter play", "make the move; its number does so at once";
    [UP, char('k')] => Up, "↑↓ choose", "the move above";
    [DOWN, char('j'), code(KeyCode::Tab)] => Down, "", "the move below";
    [ESC, BACKSPACE] => Cancel, "Esc back", "back without a move";
};

pub(super) static LINE: &[Binding] = keys! {
    [ENTER] => Enter, "Enter do it", "do what is typed";
    [code(KeyCode::Tab)] => NextMove, "Tab complete", "complete a command, what stands behind it, a move or a file";
    [UP] => Up, "↑↓ earlier lines", "the line that was typed before";
    [DOWN] => Down, "", "the line that was typed after it";
    [ESC] => Cancel, "Esc cancel", "type nothing";
};

pub(super) static ENTRY: &[Binding] = keys! {
    [ENTER] => Enter, "Enter do it", "do what is typed";
    [ESC] => Cancel, "Esc cancel", "type nothing";
};

pub(super) static QUESTION: &[Binding] = keys! {
    [char('y'), char('Y'), ENTER] => Yes, "y yes", "yes";
    [char('n'), char('N')] => No, "n no", "no";
    [ESC, char('q')] => Cancel, "Esc back", "neither; an unfinished game is offered again next time";
};

/// The lobby of a server.
pub(super) static LOBBY: &[Binding] = keys! {
    [ENTER] => Enter, "Enter take up", "take up the line: play, accept or watch";
    [UP, char('k')] => Up, "↑↓ choose", "the line above";
    [DOWN] => Down, "", "the line below";
    [char('s')] => Offer(Kind::Seek), "s seek", "offer a game to everybody";
    [char('c')] => Offer(Kind::Challenge), "c challenge", "offer a game to somebody, by a link and a code";
    [char('C')] => Type("Challenge whom: ", "challenge "), "", "challenge an account by its name";
    [char('j')] => Type("Code or link: ", "join "), "j join", "accept a challenge by its code or link";
    [char('w')] => WatchLive, "w watch", "watch a game";
    [char('x'), code(KeyCode::Delete)] => Withdraw, "x take back", "take your offer back, or decline a challenge";
    [char('l')] => Type("Log in as: ", "login "), "l log in", "log in to an account";
    [char('r')] => Type("Name of the new account: ", "register "), "r register", "make an account";
    [char('L')] => Obey(Command::Online(OnlineCommand::LogOut)), "", "log out";
    [ESC, char('G')] => Cancel, "Esc to the game", "back to the game, if there is one";
    [PAGE_UP] => PageUp, "", "a page up";
    [PAGE_DOWN] => PageDown, "", "a page down";
    [HOME] => Home, "", "the first line";
    [END] => End, "", "the last line";
    [char(':')] => TypeCommand, ": command", "type a command; :help lists them";
    [char('?')] => ShowKeys, "? all keys", "show all keys";
    [char('q')] => Leave, "q leave", "leave; a game that is on can be come back to";
};

/// A game with somebody elsewhere. None of these is a letter that squares have.
pub(super) static AT_TABLE: &[Binding] = keys! {
    [char('D')] => Obey(Command::Draw), "D draw", "offer a draw, agree to one, or claim one";
    [char('u')] => Obey(Command::Undo(1)), "u take back", "ask to take your last move back";
    [char('+')] => Obey(Command::Online(OnlineCommand::Agree)), "+ agree", "agree to what is offered or asked";
    [char('-')] => Obey(Command::Online(OnlineCommand::Decline)), "- decline", "decline it";
    [char('W')] => Obey(Command::Online(OnlineCommand::ClaimWin)), "", "claim the game when the other player has left";
    [char('R')] => AskResign, "R resign", "resign, or abort a game that has not really begun";
    [char('"')] => Type("Say: ", "say "), "\" say", "say something";
    [char('['), PAGE_UP] => Obey(Command::Step(Step::Back)), "[ ] look back", "look at the position before";
    [char(']'), PAGE_DOWN] => Obey(Command::Step(Step::Next)), "", "look at the position after";
    [char('{'), HOME] => Obey(Command::Step(Step::First)), "", "look at the first position";
    [char('}'), END] => Obey(Command::Step(Step::Last)), "", "go back to the position of the game";
};

/// Whatever game of a server is shown.
pub(super) static ANY_TABLE: &[Binding] = keys! {
    [char('G')] => Obey(Command::Online(OnlineCommand::Lobby)), "G lobby", "go to the lobby; the game goes on";
    [char('q')] => Leave, "q leave", "leave; a game that is on can be come back to";
    [char('f'), char('F')] => Obey(Command::Flip), "f flip", "turn the board";
    [char('B')] => Bits, "", "show the bits: of the position, of a piece, the masks by name; Esc hides them";
    [char('<')] => StepBits(-1), "", "one step back in the bits of a piece or the masks";
    [char('>')] => StepBits(1), "", "one step on in the bits of a piece or the masks";
    [char(':')] => TypeCommand, ": command", "type a command; :help lists them";
    [char('S')] => Type("Save to file: ", "save "), "S save", "save the game";
    [char('C')] => Obey(Command::Copy(Copied::Fen)), "", "copy the position (FEN)";
    [char('P')] => Obey(Command::Copy(Copied::Pdn)), "", "copy the game (PDN)";
    [char('#')] => Obey(Command::Reference), "", "show the names of the squares";
    [ctrl('z')] => Shell, "", "stop the program for a moment and go to the shell; fg comes back";
    [ctrl('c')] => LeaveAtOnce, "", "leave at once, from anywhere";
};

pub(super) static TABLE_OVER: &[Binding] = keys! {
    [char('R'), char('+')] => Obey(Command::Rematch), "R rematch", "ask for another game with colors changed, or agree to one";
    [char('['), LEFT, char('h'), PAGE_UP] => Obey(Command::Step(Step::Back)), "[ ] look back", "look at the position before";
    [char('{'), HOME] => Obey(Command::Step(Step::First)), "", "look at the first position";
    [char('"')] => Type("Say: ", "say "), "\" say", "say something";
};

pub(super) static SPECTATING: &[Binding] = keys! {
    [char('['), LEFT, char('h'), PAGE_UP] => Obey(Command::Step(Step::Back)), "[ ] look back", "look at the position before";
    [char('{'), HOME] => Obey(Command::Step(Step::First)), "", "look at the first position";
    [char('"')] => Type("Say: ", "say "), "", "say something";
};

pub(super) static TABLE_BACK: &[Binding] = keys! {
    [char('['), LEFT, char('h'), PAGE_UP] => Obey(Command::Step(Step::Back)), "[ back", "one move back";
    [char(']'), RIGHT, char('l'), PAGE_DOWN] => Obey(Command::Step(Step::Next)), "] forward", "one move forward";
    [char('{'), HOME] => Obey(Command::Step(Step::First)), "", "to the first position";
    [char('}'), END, ESC] => Obey(Command::Close), "Esc to the game", "back to the game";
};
