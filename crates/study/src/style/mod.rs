//! Styles: how a game is shown and typed, and by which rules it is played, under one word.
//!
//! A [`Style`] is a bundle. Each part of it is a setting of its own, with a name that people type; nothing asks
//! for the name of a style.

mod frame;
mod layout;

use std::fmt;
use std::str::FromStr;

use crownhead_board::{Color, ParsePieceStyleError, PieceStyle, Position, Rules, Setup};
use thiserror::Error;

use crate::notation::{NoSuchNotation, Notation};

pub use frame::{Frame, NoSuchFrame};
pub use layout::{BitLayout, NoSuchLayout};

/// A bundle of settings with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// The rules.
    pub rules: Rules,
    /// Who moves first.
    pub first: Color,
    /// How the game is shown and typed.
    pub appearance: Appearance,
}

/// How a game is shown and typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Appearance {
    /// What squares are called.
    pub notation: Notation,
    /// What the players are called.
    pub names: Names,
    /// What pieces look like in text.
    pub pieces: PieceStyle,
    /// Are pieces drawn as such where they can be, and not as characters?
    pub are_drawn: bool,
    /// What stands around a board in text.
    pub frame: Frame,
    /// Who sits at the bottom of the board.
    pub bottom: Bottom,
    /// Which bit is which square.
    pub layout: BitLayout,
    /// Which words a position is.
    pub words: Words,
    /// How a move is chosen.
    pub choice: Choice,
    /// The number that lists begin with.
    pub count_from: CountFrom,
    /// What is shown each turn beside the board.
    pub each_turn: EachTurn,
    /// What the end of a game says.
    pub ending: EndWords,
    /// The colors.
    pub theme: Theme,
}

/// The color of a side's pieces. A side that is called Red is red, wherever it sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tint {
    /// Black's.
    Black,
    /// White's.
    White,
    /// Red's.
    Red,
    /// The side's that plays against Red.
    AgainstRed,
}

impl Appearance {
    /// The color of a side's pieces.
    ///
    /// ```
    /// use crownhead_board::Color;
    /// use crownhead_study::{Style, style::Tint};
    ///
    /// let masks = Style::named("masks").unwrap().appearance;
    /// assert_eq!(masks.names.of(Color::White), "Red");
    /// assert_eq!((masks.tint(Color::White), masks.tint(Color::Black)), (Tint::Red, Tint::AgainstRed));
    /// ```
    pub fn tint(&self, side: Color) -> Tint {
        let is_red = |side| self.names.of(side).eq_ignore_ascii_case("red");
        match side {
            _ if is_red(side) => Tint::Red,
            _ if is_red(!side) => Tint::AgainstRed,
            Color::Black => Tint::Black,
            Color::White => Tint::White,
        }
    }
}

/// A setting of an [`Appearance`]: the name that people type, what it is about, and what can be typed behind it.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The name.
    pub name: &'static str,
    /// What can be said.
    pub values: &'static str,
    /// What it is about.
    pub about: &'static str,
    set: fn(&mut Appearance, &str) -> Result<(), BadSetting>,
    get: fn(&Appearance) -> String,
}

/// All of them.
pub const SETTINGS: &[Setting] = &[
    Setting {
        name: "notation",
        values: "pdn|algebraic|index32|up32|index64|top64|coordinates|rows",
        about: "how squares are named",
        set: |appearance, text| put(&mut appearance.notation, text),
        get: |appearance| appearance.notation.to_string(),
    },
    Setting {
        name: "names",
        values: "BLACK,WHITE",
        about: "what the players are called: names Red,White",
        set: |appearance, text| put(&mut appearance.names, text),
        get: |appearance| appearance.names.to_string(),
    },
    Setting {
        name: "pieces",
        values: "drawn|letters|digits|unicode|bBwW",
        about: "what the pieces look like; four characters are Black's man and king and White's",
        set: set_pieces,
        get: pieces_text,
    },
    Setting {
        name: "frame",
        values: "diagram|ruled|grid|rows|dots",
        about: "what stands around the board",
        set: |appearance, text| put(&mut appearance.frame, text),
        get: |appearance| appearance.frame.to_string(),
    },
    Setting {
        name: "bottom",
        values: "you|white",
        about: "who sits at the bottom of the board",
        set: |appearance, text| put(&mut appearance.bottom, text),
        get: |appearance| appearance.bottom.to_string(),
    },
    Setting {
        name: "layout",
        values: "down32|up32|down64|up64",
        about: "which bit is which square",
        set: |appearance, text| put(&mut appearance.layout, text),
        get: |appearance| appearance.layout.to_string(),
    },
    Setting {
        name: "words",
        values: "sides|apart",
        about: "which words a position is: both sides and all kings, or men and kings of each side",
        set: |appearance, text| put(&mut appearance.words, text),
        get: |appearance| appearance.words.to_string(),
    },
    Setting {
        name: "choose",
        values: "squares|letters|list",
        about: "how a move is chosen",
        set: |appearance, text| put(&mut appearance.choice, text),
        get: |appearance| appearance.choice.to_string(),
    },
    Setting {
        name: "count-from",
        values: "1|0",
        about: "the first number of lists",
        set: |appearance, text| put(&mut appearance.count_from, text),
        get: |appearance| appearance.count_from.to_string(),
    },
    Setting {
        name: "each-turn",
        values: "moves,reference,bits,score,example|nothing",
        about: "what is shown each turn beside the board",
        set: |appearance, text| put(&mut appearance.each_turn, text),
        get: |appearance| appearance.each_turn.to_string(),
    },
    Setting {
        name: "ending",
        values: "reason|count",
        about: "what the end of a game says: why, or how many pieces are left",
        set: |appearance, text| put(&mut appearance.ending, text),
        get: |appearance| appearance.ending.to_string(),
    },
    Setting {
        name: "theme",
        values: "green|wood|night|terminal",
        about: "the colors",
        set: |appearance, text| put(&mut appearance.theme, text),
        get: |appearance| appearance.theme.to_string(),
    },
];

/// Puts the value that a text names in a place.
fn put<T: FromStr>(place: &mut T, text: &str) -> Result<(), BadSetting>
where
    BadSetting: From<T::Err>,
{
    *place = text.parse()?;
    Ok(())
}

/// Pieces that are drawn are characters too, where there is only text: those are told behind a colon.
fn set_pieces(appearance: &mut Appearance, text: &str) -> Result<(), BadSetting> {
    let (is_drawn, characters) = match text.split_once(':') {
        Some(("drawn", characters)) => (true, characters),
        _ if text == "drawn" => (true, "letters"),
        _ => (false, text),
    };
    (appearance.are_drawn, appearance.pieces) = (is_drawn, characters.parse()?);
    Ok(())
}

fn pieces_text(appearance: &Appearance) -> String {
    let characters = appearance.pieces.to_string();
    match (appearance.are_drawn, appearance.pieces == PieceStyle::LETTERS) {
        (true, true) => "drawn".to_owned(),
        (true, false) => format!("drawn:{characters}"),
        (false, _) => characters,
    }
}

impl Setting {
    /// The words that can be typed behind it as they are. Names and characters of one's own are not among them.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        let words = self.values.split(['|', ',']);
        words.filter(|word| !word.contains(|c: char| c.is_ascii_uppercase()))
    }

    /// What it is in an appearance, as it is typed.
    pub fn value(&self, appearance: &Appearance) -> String {
        (self.get)(appearance)
    }

    /// The setting with this name.
    pub fn named(name: &str) -> Option<&'static Setting> {
        SETTINGS.iter().find(|setting| setting.name.eq_ignore_ascii_case(name))
    }

    /// An appearance in which this setting has the value that a text names.
    ///
    /// # Errors
    ///
    /// The text names no value.
    pub fn apply(&self, mut appearance: Appearance, text: &str) -> Result<Appearance, BadSetting> {
        (self.set)(&mut appearance, text.trim())?;
        Ok(appearance)
    }
}

/// A text that names no value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum BadSetting {
    #[error(transparent)]
    Notation(#[from] NoSuchNotation),
    #[error(transparent)]
    Names(#[from] NoNames),
    #[error(transparent)]
    Pieces(#[from] ParsePieceStyleError),
    #[error(transparent)]
    Frame(#[from] NoSuchFrame),
    #[error(transparent)]
    Layout(#[from] NoSuchLayout),
    #[error(transparent)]
    EachTurn(#[from] NothingToShow),
    #[error(transparent)]
    Name(#[from] NoSuchName),
}

/// The names of the styles, the usual one first.
pub const STYLE_NAMES: [&str; 6] = ["official", "masks", "letters", "coordinates", "indices", "list"];

impl Style {
    /// The style with this name.
    ///
    /// ```
    /// use crownhead_board::Color;
    /// use crownhead_study::Style;
    ///
    /// let list = Style::named("list").unwrap();
    /// assert_eq!((list.rules.to_string().as_str(), list.first), ("relay", Color::White));
    /// ```
    pub fn named(name: &str) -> Option<Style> {
        let bundle =
            |rules: &str, first, appearance| Some(Style { rules: Rules::preset(rules)?, first, appearance });
        let usual = || Appearance { are_drawn: true, ..Appearance::default() };
        match name.to_ascii_lowercase().as_str() {
            "official" => bundle("official", Color::Black, usual()),
            "masks" => bundle("free-stop", Color::White, masks(usual())),
            "letters" => bundle("crown-and-go", Color::Black, letters()),
            "coordinates" => bundle("single-jump", Color::White, coordinates()),
            "indices" => bundle("casual", Color::Black, indices()),
            "list" => bundle("relay", Color::White, list()),
            _ => None,
        }
    }
}

/// The official one.
impl Default for Style {
    fn default() -> Style {
        let appearance = Appearance { are_drawn: true, ..Appearance::default() };
        Style { rules: Rules::OFFICIAL, first: Color::Black, appearance }
    }
}

impl FromStr for Style {
    type Err = NoSuchStyle;

    fn from_str(text: &str) -> Result<Style, NoSuchStyle> {
        Style::named(text).ok_or_else(|| NoSuchStyle(text.to_owned()))
    }
}

/// A text that names no style.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no style \"{0}\"; choose official, masks, letters, coordinates, indices or list")]
pub struct NoSuchStyle(String);

/// Red below and first, words with a1 as bit 0 each turn.
fn masks(usual: Appearance) -> Appearance {
    Appearance {
        notation: Notation::Up32,
        names: Names::new("Black", "Red"),
        pieces: PieceStyle::new(['b', 'B', 'r', 'R']),
        bottom: Bottom::White,
        layout: BitLayout::Up32,
        each_turn: EachTurn { score: true, bits: true, ..EachTurn::NOTHING },
        ..usual
    }
}

/// A letter for each square that can be gone to, then the number of a piece from 0.
fn letters() -> Appearance {
    Appearance {
        notation: Notation::RowColumn,
        names: Names::new("Player One", "Player Two"),
        pieces: PieceStyle::new(['o', '@', 'x', '#']),
        frame: Frame::Ruled,
        bottom: Bottom::White,
        words: Words::Apart,
        choice: Choice::Letters,
        count_from: CountFrom::Zero,
        each_turn: EachTurn { score: true, ..EachTurn::NOTHING },
        ending: EndWords::Count,
        theme: Theme::Terminal,
        ..Appearance::default()
    }
}

/// Columns A to H, rows 8 to 1, on a grid.
fn coordinates() -> Appearance {
    Appearance {
        notation: Notation::Coordinates,
        names: Names::new("Player 2", "Player 1"),
        pieces: PieceStyle::new(['2', 'k', '1', 'K']),
        frame: Frame::Grid,
        bottom: Bottom::White,
        each_turn: EachTurn { example: true, ..EachTurn::NOTHING },
        ..Appearance::default()
    }
}

/// Numbers 0 to 63 from the top left, with a board of them each turn.
fn indices() -> Appearance {
    Appearance {
        notation: Notation::Top64,
        names: Names::new("Red", "Black"),
        pieces: PieceStyle::new(['r', 'R', 'b', 'B']),
        frame: Frame::Rows,
        bottom: Bottom::White,
        layout: BitLayout::Down64,
        each_turn: EachTurn { reference: true, ..EachTurn::NOTHING },
        ..Appearance::default()
    }
}

/// Numbers 0 to 63 from the bottom left, and all legal moves in a list from 0 each turn.
fn list() -> Appearance {
    Appearance {
        notation: Notation::Index64,
        frame: Frame::Dots,
        bottom: Bottom::White,
        layout: BitLayout::Up64,
        choice: Choice::List,
        count_from: CountFrom::Zero,
        each_turn: EachTurn { moves: true, ..EachTurn::NOTHING },
        ..Appearance::default()
    }
}

/// The start of a game in which this side moves first.
pub fn start(first: Color) -> Position {
    let setup = Setup { turn: Some(first), ..Position::START.setup() };
    Position::try_from(setup).unwrap_or(Position::START)
}

/// What the players are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names([String; 2]);

impl Default for Names {
    fn default() -> Names {
        Names(Color::ALL.map(|color| color.to_string()))
    }
}

impl Names {
    /// Names for Black and for White.
    pub fn new(black: &str, white: &str) -> Names {
        Names([black.to_owned(), white.to_owned()])
    }

    /// What a side is called.
    pub fn of(&self, color: Color) -> &str {
        &self.0[color as usize]
    }

    /// The side that a word means: the one that is called so, or the one of that color. Where a side is called by the
    /// color of the other, the word for its own means that other side, so that two words always mean two sides.
    ///
    /// ```
    /// use crownhead_board::Color;
    /// use crownhead_study::Names;
    ///
    /// let names = Names::new("Red", "Black");
    /// assert_eq!(names.side("red"), Some(Color::Black));
    /// assert_eq!(["black", "b", "white"].map(|word| names.side(word).unwrap()), [Color::White, Color::White, Color::Black]);
    /// assert_eq!(Names::default().side("white"), Some(Color::White));
    /// assert_eq!(names.side("green"), None);
    /// ```
    pub fn side(&self, word: &str) -> Option<Color> {
        let called =
            |word: &str| Color::ALL.into_iter().find(|side| self.of(*side).eq_ignore_ascii_case(word));
        let color = match word.to_ascii_lowercase().as_str() {
            "b" | "black" => Some(Color::Black),
            "w" | "white" => Some(Color::White),
            _ => None,
        };
        let by_color = |color: Color| match (called(&color.to_string()), called(&(!color).to_string())) {
            (Some(side), _) => side,
            (None, Some(other)) => !other,
            (None, None) => color,
        };
        called(word).or_else(|| color.map(by_color))
    }

    /// The side that a text begins with, and what stands behind it.
    pub fn side_before<'a>(&self, text: &'a str) -> Option<(Color, &'a str)> {
        let ends = text.match_indices(' ').map(|(end, _)| end).chain([text.len()]);
        ends.rev().find_map(|end| Some((self.side(&text[..end])?, text[end..].trim_start())))
    }
}

/// Two names as they are typed: Black's, a comma, White's.
impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0[0], self.0[1])
    }
}

/// A text that is not two names.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not two different names; give Black's and White's with a comma, as in Red,White")]
pub struct NoNames(String);

impl FromStr for Names {
    type Err = NoNames;

    fn from_str(text: &str) -> Result<Names, NoNames> {
        const LONGEST: usize = 20;
        let is_name = |name: &str| {
            !name.is_empty()
                && name.chars().count() <= LONGEST
                && !name.contains(|c: char| c == ',' || c.is_control())
        };
        match text.split_once(',').map(|(black, white)| (black.trim(), white.trim())) {
            Some((black, white)) if is_name(black) && is_name(white) && black != white => {
                Ok(Names::new(black, white))
            }
            _ => Err(NoNames(text.to_owned())),
        }
    }
}

/// A text that names no value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no {kind} \"{text}\"; choose one of {}", known.join(", "))]
pub struct NoSuchName {
    kind: &'static str,
    text: String,
    known: Vec<&'static str>,
}

/// A setting with a few values, each with a name.
macro_rules! named {
    ($(#[$about:meta])* $type:ident, $kind:literal, {
        $($(#[$doc:meta])* $value:ident = $name:literal),* $(,)?
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum $type { $($(#[$doc])* $value),* }

        impl $type {
            /// All of them.
            pub const ALL: &'static [$type] = &[$($type::$value),*];

            /// The name that people type.
            pub const fn name(self) -> &'static str {
                match self { $($type::$value => $name),* }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $type {
            type Err = NoSuchName;

            fn from_str(text: &str) -> Result<$type, NoSuchName> {
                let fits = |value: &&$type| value.name().eq_ignore_ascii_case(text);
                let error = || NoSuchName { kind: $kind, text: text.to_owned(), known: vec![$($name),*] };
                $type::ALL.iter().find(fits).copied().ok_or_else(error)
            }
        }
    };
}

named! {
    /// Who sits at the bottom of the board.
    Bottom, "side", {
        /// Whoever plays against the computer; White, if two play.
        #[default]
        You = "you",
        /// White, always.
        White = "white",
    }
}

named! {
    /// Which words a position is.
    Words, "kind of words", {
        /// Both sides, and the kings of both.
        #[default]
        Sides = "sides",
        /// Men and kings of each side.
        Apart = "apart",
    }
}

named! {
    /// How a move is chosen.
    Choice, "way to choose a move", {
        /// By its squares.
        #[default]
        Squares = "squares",
        /// By the letter of the square it ends on, and then by the number of the piece.
        Letters = "letters",
        /// By its number in the list of legal moves.
        List = "list",
    }
}

named! {
    /// The number that lists begin with.
    CountFrom, "first number", {
        /// 1.
        #[default]
        One = "1",
        /// 0.
        Zero = "0",
    }
}

impl CountFrom {
    /// The number.
    pub const fn number(self) -> usize {
        match self {
            CountFrom::One => 1,
            CountFrom::Zero => 0,
        }
    }
}

named! {
    /// What the end of a game says.
    EndWords, "wording of the end", {
        /// Who has won, and why.
        #[default]
        Reason = "reason",
        /// Who has won, and how many pieces are left.
        Count = "count",
    }
}

named! {
    /// The colors of board and pieces.
    Theme, "theme", {
        /// A green board.
        #[default]
        Green = "green",
        /// A wooden board, red and white pieces.
        Wood = "wood",
        /// A dark board.
        Night = "night",
        /// The terminal's own background, green and blue pieces.
        Terminal = "terminal",
    }
}

/// What is shown each turn beside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EachTurn {
    /// All legal moves with their numbers.
    pub moves: bool,
    /// A board with the name of every square.
    pub reference: bool,
    /// The words of the position.
    pub bits: bool,
    /// The score of both sides, and the number of the turn.
    pub score: bool,
    /// An example of what to type.
    pub example: bool,
}

impl EachTurn {
    /// Nothing.
    pub const NOTHING: EachTurn =
        EachTurn { moves: false, reference: false, bits: false, score: false, example: false };
}

/// The same text as it is typed.
impl fmt::Display for EachTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EachTurn { moves, reference, bits, score, example } = *self;
        let all = [
            (moves, "moves"),
            (reference, "reference"),
            (bits, "bits"),
            (score, "score"),
            (example, "example"),
        ];
        let shown: Vec<&str> =
            all.into_iter().filter(|(is_shown, _)| *is_shown).map(|(_, name)| name).collect();
        f.write_str(if shown.is_empty() { "nothing".to_owned() } else { shown.join(",") }.as_str())
    }
}

/// A text that is no list of things to show.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "\"{0}\" cannot be shown each turn; list some of moves, reference, bits, score, example, or say nothing alone"
)]
pub struct NothingToShow(String);

/// Names with commas, or `nothing`.
impl FromStr for EachTurn {
    type Err = NothingToShow;

    fn from_str(text: &str) -> Result<EachTurn, NothingToShow> {
        let mut shown = EachTurn::NOTHING;
        if text.trim().eq_ignore_ascii_case("nothing") {
            return Ok(shown);
        }
        for word in text.split(',').map(str::trim) {
            match word.to_ascii_lowercase().as_str() {
                "moves" => shown.moves = true,
                "reference" => shown.reference = true,
                "bits" => shown.bits = true,
                "score" => shown.score = true,
                "example" => shown.example = true,
                _ => return Err(NothingToShow(word.to_owned())),
            }
        }
        Ok(shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_style() {
        for name in STYLE_NAMES {
            let style: Style = name.parse().unwrap();
            assert_eq!(start(style.first).turn(), style.first);
        }
        assert_eq!("official".parse(), Ok(Style::default()));
        assert!("pool".parse::<Style>().unwrap_err().to_string().contains("coordinates"));
    }

    #[test]
    fn each_style_plays_by_the_preset_it_is_known_for() {
        let rules = |name: &str| Style::named(name).unwrap().rules.to_string();
        let all = STYLE_NAMES.map(rules);
        assert_eq!(all, ["official", "free-stop", "crown-and-go", "single-jump", "casual", "relay"]);
    }

    #[test]
    fn who_moves_first_has_the_name_of_the_first_player() {
        let first = |name: &str| {
            let style = Style::named(name).unwrap();
            style.appearance.names.of(style.first).to_owned()
        };
        let firsts = STYLE_NAMES.map(first);
        assert_eq!(firsts, ["Black", "Red", "Player One", "Player 1", "Red", "White"]);
    }

    #[test]
    fn every_setting_takes_each_of_its_values() {
        for setting in SETTINGS {
            for value in setting.values.split('|').filter(|value| *value != "BLACK,WHITE") {
                let set = setting.apply(Appearance::default(), value);
                assert!(set.is_ok(), "{} {value}", setting.name);
            }
            assert!(setting.apply(Appearance::default(), "?").is_err(), "{}", setting.name);
        }
    }

    #[test]
    fn every_style_comes_back_from_the_values_of_its_settings() {
        for name in STYLE_NAMES {
            let appearance = Style::named(name).unwrap().appearance;
            let back = SETTINGS.iter().fold(Appearance::default(), |other, setting| {
                setting.apply(other, &setting.value(&appearance)).unwrap()
            });
            assert_eq!(back, appearance, "{name}");
        }
    }

    #[test]
    fn names_and_lists_say_what_would_be_right() {
        assert_eq!("Red, Old Nick".parse(), Ok(Names::new("Red", "Old Nick")));
        for wrong in ["", "Red", "Red,", "Red,Red", "a\u{1b}[m,b"] {
            assert!(wrong.parse::<Names>().unwrap_err().to_string().contains("Red,White"), "{wrong}");
        }
        assert_eq!("nothing".parse(), Ok(EachTurn::NOTHING));
        assert_eq!("moves, score".parse(), Ok(EachTurn { moves: true, score: true, ..EachTurn::NOTHING }));
        assert!("nothing,moves".parse::<EachTurn>().unwrap_err().to_string().contains("nothing alone"));
        assert!("A,B,C".parse::<Names>().unwrap_err().to_string().contains("as in Red,White"));
        assert!("moves,cake".parse::<EachTurn>().unwrap_err().to_string().contains("reference"));
        assert!("neon".parse::<Theme>().unwrap_err().to_string().contains("green, wood, night, terminal"));
    }
}
