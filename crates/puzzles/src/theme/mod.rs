//! What puzzles are about, found by rules from their moves.

mod rule;
mod story;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::puzzle::Puzzle;
use story::Story;

macro_rules! themes {
    ($($theme:ident, $name:literal, $about:literal, $rule:path;)*) => {
        /// What a puzzle is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Theme {
            $(#[doc = $about] $theme,)*
        }

        impl Theme {
            /// All of them.
            pub const ALL: &[Theme] = &[$(Theme::$theme),*];

            /// Its name: `two-for-one`.
            pub const fn name(self) -> &'static str {
                match self { $(Theme::$theme => $name),* }
            }

            /// What it means, in a sentence.
            pub const fn about(self) -> &'static str {
                match self { $(Theme::$theme => $about),* }
            }

            /// Is a puzzle about it?
            fn is_in(self, story: &Story) -> bool {
                match self { $(Theme::$theme => $rule(story)),* }
            }
        }
    };
}

// The order is that of the bits in files: new ones go to the end.
themes! {
    OnlyDraw, "only-draw", "Every other move loses, and this one draws.", rule::only_draw;
    Sacrifice, "sacrifice", "A piece is given up.", rule::sacrifice;
    Exchange, "exchange", "A piece is given up and one is taken back.", rule::exchange;
    TwoForOne, "two-for-one", "One piece is given up, and two are taken.", rule::two_for_one;
    ThreeForTwo, "three-for-two", "Two pieces are given up, and three or more are taken.", rule::three_for_two;
    BigShot, "big-shot", "One move takes three pieces or more.", rule::big_shot;
    MultiJump, "multi-jump", "One move takes two pieces or more.", rule::multi_jump;
    InAndOut, "in-and-out", "A man jumps into the king row, and jumps out of it as a king.", rule::in_and_out;
    Crowning, "crowning", "A man is crowned.", rule::crowning;
    Breech, "breech", "A piece is given up to get a man through to the king row.", rule::breech;
    Race, "race", "Both sides crown a man.", rule::race;
    Blocked, "blocked", "The opponent has pieces left, and no move.", rule::blocked;
    TrappedKing, "trapped-king", "A king of the opponent cannot move, or is taken if it does.", rule::trapped_king;
    Pin, "pin", "A piece of the opponent can move, and whenever it does, another one is taken.", rule::pin;
    Squeeze, "squeeze", "Whatever the opponent does, something is taken.", rule::squeeze;
    TheMove, "the-move", "Nothing is taken: the solver gets the move, or keeps it.", rule::the_move;
    ChangingTheMove, "changing-the-move", "An exchange takes the move away from the opponent.", rule::changing_the_move;
    Quiet, "quiet", "No move that has to be found takes or gives anything.", rule::quiet;
    ChoiceOfCaptures, "choice-of-captures", "Something has to be taken, and it matters what.", rule::choice_of_captures;
    KingSacrifice, "king-sacrifice", "A king is given up.", rule::king_sacrifice;
    Outnumbered, "outnumbered", "The solver has fewer pieces.", rule::outnumbered;
    DoubleCorner, "double-corner", "A draw by way of the double corner.", rule::double_corner;
    Long, "long", "Four moves or more have to be found.", rule::long;
    VeryLong, "very-long", "Six moves or more have to be found.", rule::very_long;
    ManyPieces, "many-pieces", "Eight pieces or more are on the board.", rule::many_pieces;
    KingsOnly, "kings-only", "An ending of kings.", rule::kings_only;
    MenOnly, "men-only", "An ending of men.", rule::men_only;
    TwoAgainstOne, "two-against-one", "Two pieces against one.", rule::two_against_one;
    TwoAgainstTwo, "two-against-two", "Two pieces against two.", rule::two_against_two;
    ThreeAgainstTwo, "three-against-two", "Three pieces against two.", rule::three_against_two;
    ThreeAgainstThree, "three-against-three", "Three pieces against three.", rule::three_against_three;
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no theme.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no theme {given:?}; the themes are {all}", all = Themes::ALL)]
pub struct NoSuchTheme {
    /// The text.
    pub given: String,
}

/// By its name, with any spelling of the space: `two-for-one`, `Two for one`.
impl FromStr for Theme {
    type Err = NoSuchTheme;

    fn from_str(text: &str) -> Result<Theme, NoSuchTheme> {
        let name = text.trim().to_ascii_lowercase().replace([' ', '_'], "-");
        let found = Theme::ALL.iter().copied().find(|theme| theme.name() == name);
        found.ok_or_else(|| NoSuchTheme { given: text.to_owned() })
    }
}

/// A set of themes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Themes(u32);

impl Themes {
    /// No theme.
    pub const NONE: Themes = Themes(0);
    /// Every theme.
    pub const ALL: Themes = Themes((1 << Theme::ALL.len()) - 1);

    /// The themes of a puzzle.
    pub(crate) fn of(puzzle: &Puzzle) -> Themes {
        let story = Story::of(puzzle);
        Theme::ALL.iter().copied().filter(|theme| theme.is_in(&story)).collect()
    }

    /// A bit for each theme, the first one lowest.
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// The themes of these bits; `None` if one of them means nothing.
    pub(crate) fn from_bits(bits: u32) -> Option<Themes> {
        (bits & !Themes::ALL.0 == 0).then_some(Themes(bits))
    }

    /// Is this theme among them?
    pub const fn contains(self, theme: Theme) -> bool {
        self.0 >> theme as u32 & 1 != 0
    }

    /// Are all of these among them?
    pub const fn contains_all(self, other: Themes) -> bool {
        self.0 & other.0 == other.0
    }

    /// Is one of these among them?
    pub const fn intersects(self, other: Themes) -> bool {
        self.0 & other.0 != 0
    }

    /// Is there none?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The themes, one by one.
    pub fn iter(self) -> impl Iterator<Item = Theme> {
        Theme::ALL.iter().copied().filter(move |theme| self.contains(*theme))
    }
}

impl FromIterator<Theme> for Themes {
    fn from_iter<T: IntoIterator<Item = Theme>>(themes: T) -> Themes {
        Themes(themes.into_iter().fold(0, |bits, theme| bits | 1 << theme as u32))
    }
}

/// Their names, with commas.
impl fmt::Display for Themes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Theme::name).collect();
        f.pad(&names.join(", "))
    }
}
