//! The form for a new game.

use crownhead_board::{Capture, CapturedKing, Chain, Color, Crown, Rules};
use crownhead_client::wire::OnlineSettings;
use crownhead_contest::{Opening, Seat, TimeControl, Wish};
use crownhead_engine::{Strength, three_move_ballots};
use crownhead_study::style::STYLE_NAMES;
use crownhead_study::{Appearance, Style};
use crownhead_table::{ask, opening_text};

use crate::online::{DEFAULT_CLOCK, settings_of};
use crate::options::{GameOptions, levels};

/// What is chosen in the form.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// The line that is changed.
    pub line: usize,
    kind: usize,
    /// The computer's strength, and that of White when computers play each other.
    strengths: [usize; 2],
    color: usize,
    clock: usize,
    clocks: Vec<Option<TimeControl>>,
    /// 0 for a free choice, 1 for a random ballot, then the ballots; the last for a position.
    opening: usize,
    openings: Vec<Opening>,
    rules: usize,
    all_rules: Vec<Rules>,
    /// The place of the style in the list of their names; behind them, what is set now.
    style: usize,
    appearance: Appearance,
    first: Color,
    /// Digits typed for the number of a ballot.
    typed: String,
    /// What is offered to people elsewhere, if the form is for that.
    offer: Option<Offer>,
    rated: bool,
    private: bool,
}

/// How a game is offered to people elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// To everybody in the lobby.
    Seek,
    /// To whoever is given the code or the link.
    Challenge,
}

const KINDS: [&str; 3] = ["against the computer", "two at this board", "computer plays itself"];

/// A line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Kind,
    Strength,
    WhiteStrength,
    Color,
    Opening,
    Clock,
    Style,
    Rules,
    Rated,
    Private,
}

impl Form {
    /// The form filled in with the settings of a game.
    pub fn new(options: &GameOptions, appearance: Appearance) -> Form {
        let level = |seat: Seat| levels().position(|other| other == seat);
        let [black, white] = options.seats.map(level);
        let beginners = level(ask::seat(Strength::for_beginners())).unwrap_or(0);
        let kind = match (black, white) {
            (None, None) => 1,
            (Some(_), Some(_)) => 2,
            _ => 0,
        };
        let mut clocks = vec![None];
        clocks.extend(
            [(1, 2), (3, 2), (5, 3), (10, 5), (15, 10), (30, 0), (60, 0)]
                .map(|(m, s)| Some(TimeControl::new(m, s))),
        );
        let mut openings = vec![Opening::Free, Opening::RandomBallot];
        openings
            .extend(three_move_ballots().iter().map(|ballot| Opening::Ballot { number: ballot.number() }));
        let mut all_rules: Vec<Rules> = Rules::PRESETS.iter().map(|(_, rules)| *rules).collect();
        Form {
            line: 0,
            kind,
            strengths: [black.or(white).unwrap_or(beginners), white.unwrap_or(beginners)],
            // White, if only Black is the computer's.
            color: usize::from(black.is_some() && white.is_none()),
            clock: place(&mut clocks, options.clock),
            clocks,
            opening: place(&mut openings, options.opening.clone()),
            openings,
            rules: place(&mut all_rules, options.rules),
            all_rules,
            style: style_of(options, &appearance),
            appearance,
            first: options.first,
            typed: String::new(),
            offer: None,
            rated: false,
            private: false,
        }
    }

    /// The form for a game that is offered to people elsewhere.
    pub fn for_offer(offer: Offer) -> Form {
        let options = GameOptions { clock: Some(DEFAULT_CLOCK), ..GameOptions::default() };
        // Who offers a game leaves the sides to the lot, unless they say otherwise.
        let color = N_COLORS - 1;
        Form { offer: Some(offer), color, ..Form::new(&options, Style::default().appearance) }
    }

    /// What is offered, if the form is for that.
    pub(crate) fn offered(&self) -> Option<(Offer, OnlineSettings)> {
        let side = [Wish::Black, Wish::White, Wish::Random][self.color];
        Some((self.offer?, settings_of(&self.options(0), side, self.rated, self.private)))
    }

    /// What the form is for, and what Enter does.
    pub(crate) fn purpose(&self) -> [&'static str; 2] {
        match self.offer {
            None => ["A new game", "Enter starts the game"],
            Some(Offer::Seek) => ["A game with anybody", "Enter puts it into the lobby"],
            Some(Offer::Challenge) => ["A game with somebody", "Enter makes a link and a code for it"],
        }
    }

    fn fields(&self) -> &'static [Field] {
        use Field::{Clock, Color, Kind, Opening, Private, Rated, Rules, Strength, Style, WhiteStrength};
        match self.offer {
            Some(Offer::Seek) => return &[Clock, Rated, Color, Opening, Rules],
            Some(Offer::Challenge) => return &[Clock, Rated, Color, Opening, Rules, Private],
            None => {}
        }
        match self.kind {
            0 => &[Kind, Strength, Color, Opening, Clock, Style, Rules],
            1 => &[Kind, Opening, Clock, Style, Rules],
            _ => &[Kind, Strength, WhiteStrength, Opening, Clock, Style, Rules],
        }
    }

    /// How the game is shown and typed.
    pub fn appearance(&self) -> Appearance {
        self.appearance.clone()
    }

    fn color_text(&self) -> String {
        let name = |color: Color| {
            let first = if color == self.first { " (moves first)" } else { "" };
            format!("{}{first}", self.appearance.names.of(color))
        };
        match self.color {
            0 => name(Color::Black),
            1 => name(Color::White),
            _ => "random".to_owned(),
        }
    }

    /// Takes the settings of the style that is chosen.
    fn take_style(&mut self) {
        let Some(style) = STYLE_NAMES.get(self.style).and_then(|name| Style::named(name)) else { return };
        self.rules = place(&mut self.all_rules, style.rules);
        (self.first, self.appearance) = (style.first, style.appearance);
        if self.color != N_COLORS - 1 {
            // Whoever comes from such a program moved first there.
            self.color = self.first as usize;
        }
    }

    /// The level of the computer, or of one of the two.
    fn level(&self, i: usize) -> Seat {
        levels().nth(self.strengths[i]).unwrap_or(Seat::Full)
    }

    /// The lines with their names and values.
    pub fn lines(&self) -> Vec<(String, String)> {
        let strength = |i: usize| {
            let seat = self.level(i);
            format!("{seat}{}", described(seat))
        };
        let side = |color: Color| self.appearance.names.of(color).to_owned();
        let line = |field: &Field| match field {
            Field::Kind => ("Game".to_owned(), KINDS[self.kind].to_owned()),
            Field::Strength if self.kind == 2 => (side(Color::Black), strength(0)),
            Field::Strength => ("Computer".to_owned(), strength(0)),
            Field::WhiteStrength => (side(Color::White), strength(1)),
            Field::Color => ("You play".to_owned(), self.color_text()),
            Field::Style => {
                ("Style".to_owned(), STYLE_NAMES.get(self.style).unwrap_or(&"your own").to_string())
            }
            Field::Opening => ("Opening".to_owned(), opening_text(&self.openings[self.opening])),
            Field::Clock => {
                ("Clock".to_owned(), self.clocks[self.clock].map_or("none".to_owned(), clock_words))
            }
            Field::Rules => ("Rules".to_owned(), self.all_rules[self.rules].to_string()),
            Field::Rated => ("Rated".to_owned(), if self.rated { "yes" } else { "no" }.to_owned()),
            Field::Private => {
                ("Watchers".to_owned(), if self.private { "not allowed" } else { "allowed" }.to_owned())
            }
        };
        self.fields().iter().map(line).collect()
    }

    /// What the line that is changed is about, where its value alone does not say it.
    pub(crate) fn explanation(&self) -> String {
        match self.fields().get(self.line) {
            Some(Field::Rules) => rules_words(&self.all_rules[self.rules]),
            Some(Field::Style) => style_words(STYLE_NAMES.get(self.style).copied()).to_owned(),
            Some(Field::Opening) => {
                "A ballot is a three-move opening, drawn at random in tournaments. Type its number to go to it."
                    .to_owned()
            }
            Some(Field::Rated) => {
                "A rated game changes the ratings of both. It needs two accounts, clocks and the official rules.".to_owned()
            }
            Some(Field::Clock) => "Time for the whole game, and seconds added after each move.".to_owned(),
            _ => String::new(),
        }
    }

    /// Goes to another line.
    pub(crate) fn go(&mut self, steps: isize) {
        let n_lines = self.fields().len() as isize;
        self.line = (self.line as isize + steps).rem_euclid(n_lines) as usize;
        self.typed.clear();
    }

    /// Takes another value for the line.
    pub(crate) fn change(&mut self, steps: isize) {
        let n_strengths = levels().count();
        let field = self.fields()[self.line.min(self.fields().len() - 1)];
        let (value, n_values) = match field {
            Field::Rated => return self.rated = !self.rated,
            Field::Private => return self.private = !self.private,
            Field::Kind => (&mut self.kind, KINDS.len()),
            Field::Strength => (&mut self.strengths[0], n_strengths),
            Field::WhiteStrength => (&mut self.strengths[1], n_strengths),
            Field::Color => (&mut self.color, N_COLORS),
            Field::Style => (&mut self.style, STYLE_NAMES.len()),
            Field::Opening => (&mut self.opening, self.openings.len()),
            Field::Clock => (&mut self.clock, self.clocks.len()),
            Field::Rules => (&mut self.rules, self.all_rules.len()),
        };
        *value = (*value as isize + steps).rem_euclid(n_values as isize) as usize;
        if field == Field::Style {
            self.take_style();
        }
        self.typed.clear();
    }

    /// A digit: the number of a level or a ballot.
    pub(crate) fn digit(&mut self, digit: char) {
        self.typed.push(digit);
        let field = self.fields()[self.line];
        let number = |text: &str| text.parse::<u16>().ok();
        match field {
            Field::Strength | Field::WhiteStrength => {
                let last = usize::from(field == Field::WhiteStrength);
                let fits = |text: &str| number(text).filter(|level| (1..=10).contains(level));
                let level = fits(&self.typed).or_else(|| {
                    self.typed = digit.to_string();
                    fits(&self.typed)
                });
                if let Some(level) = level {
                    self.strengths[last] = usize::from(level) - 1;
                }
            }
            Field::Opening => {
                let ballot = |text: &str| {
                    let wanted = number(text).map(|number| Opening::Ballot { number });
                    self.openings.iter().position(|opening| Some(opening) == wanted.as_ref())
                };
                match ballot(&self.typed) {
                    Some(place) => self.opening = place,
                    None => self.typed.clear(),
                }
            }
            _ => self.typed.clear(),
        }
    }

    /// The game that is asked for. Chance comes from the seed.
    pub fn options(&self, seed: u64) -> GameOptions {
        let person_is_black = match self.color {
            0 => true,
            1 => false,
            _ => seed.count_ones().is_multiple_of(2),
        };
        let seats = match self.kind {
            0 if person_is_black => [Seat::Person, self.level(0)],
            0 => [self.level(0), Seat::Person],
            1 => [Seat::Shared; 2],
            _ => [self.level(0), self.level(1)],
        };
        GameOptions {
            seats,
            rules: self.all_rules[self.rules],
            first: self.first,
            opening: self.openings[self.opening].clone(),
            clock: self.clocks[self.clock],
        }
    }
}

/// The sides, or a random one.
const N_COLORS: usize = 3;

/// The place of the style that a game is played in; behind all of them, if it is none of them.
fn style_of(options: &GameOptions, appearance: &Appearance) -> usize {
    let fits = |name: &str| {
        Style::named(name)
            .is_some_and(|style| style.first == options.first && style.appearance == *appearance)
    };
    STYLE_NAMES.iter().position(|name| fits(name)).unwrap_or(STYLE_NAMES.len())
}

/// What a style is known for.
fn style_words(name: Option<&str>) -> &'static str {
    match name {
        Some("official") => "The official game: squares have numbers 1 to 32, and Black moves first.",
        Some("masks") => {
            "Red moves first and may stop on any square; the words of the position stand beside the board."
        }
        Some("letters") => {
            "Press the letter of a square to go to, then the number of the piece. A king that is jumped becomes a man."
        }
        Some("coordinates") => {
            "Columns A to H and rows 1 to 8 on a grid: B6 to A5. A move is one jump at most."
        }
        Some("indices") => "Squares 0 to 63 from the top left, with a board of them; who jumps moves again.",
        Some("list") => "Every turn lists all legal moves from 0. Who has jumped may jump on with any piece.",
        _ => "The settings that you have chosen one by one.",
    }
}

/// The place of a value in a list, to which it is added if it is not there.
fn place<T: PartialEq>(values: &mut Vec<T>, value: T) -> usize {
    values.iter().position(|other| *other == value).unwrap_or_else(|| {
        values.push(value);
        values.len() - 1
    })
}

fn clock_words(control: TimeControl) -> String {
    let minutes = control.base_ms as f64 / 60_000.0;
    match control.increment_ms {
        0 => format!("{minutes} minutes"),
        added => format!("{minutes} min + {} s per move", added as f64 / 1000.0),
    }
}

/// What is special about rules, in a sentence or two.
fn rules_words(rules: &Rules) -> String {
    if rules.is_official() {
        return "Jumps are forced, a piece jumps as far as it can, and being crowned ends the move."
            .to_owned();
    }
    let capture = match rules.capture {
        Capture::Side => "Jumps are forced.",
        Capture::Piece => "A piece that can jump may not step, but another piece may move instead.",
        Capture::Optional => "Jumps are never forced.",
    };
    let chain = match rules.chain {
        Chain::Complete => "A piece jumps as far as it can.",
        Chain::MayStop => "A jumping piece may stop wherever it lands.",
        Chain::Single => "A move is one jump at most.",
        Chain::Again => "Who has jumped moves once more, with any piece.",
        Chain::Relay => "Who has jumped may jump on with any piece, or end the turn.",
    };
    let crown = match rules.crown {
        Crown::EndsMove => "",
        Crown::GoesOn => " A man that is crowned in a jump goes on as a king.",
    };
    let king = match rules.captured_king {
        CapturedKing::Removed => "",
        CapturedKing::Demoted => " A king that is jumped becomes a man.",
    };
    format!("{capture} {chain}{crown}{king}")
}

fn described(seat: Seat) -> &'static str {
    match seat {
        Seat::Level(1) => " (easiest)",
        Seat::Level(2 | 3) => " (for beginners)",
        Seat::Level(4..=6) => " (for players)",
        Seat::Level(7 | 8) => " (strong)",
        Seat::Level(_) => " (very strong)",
        _ => " (all it can do)",
    }
}
