//! Many puzzles, and how to choose among them.

use crate::file::{self, FileError};
use crate::id::PuzzleId;
use crate::puzzle::Puzzle;
use crate::theme::Themes;

/// Puzzles, each once, in the order of their names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Puzzles(Vec<Puzzle>);

/// Which puzzles are wanted: any combination of themes, and a range of ratings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Themes that a puzzle must have, all of them.
    pub all: Themes,
    /// Themes of which it must have one, if there are any here.
    pub any: Themes,
    /// Themes that it must not have.
    pub none: Themes,
    /// Its lowest rating.
    pub min_rating: Option<u16>,
    /// Its highest rating.
    pub max_rating: Option<u16>,
}

impl Filter {
    /// Does a puzzle fit?
    pub fn fits(&self, puzzle: &Puzzle) -> bool {
        let themes = puzzle.themes();
        themes.contains_all(self.all)
            && (self.any.is_empty() || themes.intersects(self.any))
            && !themes.intersects(self.none)
            && self.min_rating.is_none_or(|rating| puzzle.rating >= rating)
            && self.max_rating.is_none_or(|rating| puzzle.rating <= rating)
    }
}

impl Puzzles {
    /// The puzzles that come with the program.
    #[cfg(feature = "shipped")]
    pub fn shipped() -> &'static Puzzles {
        static SHIPPED: std::sync::LazyLock<Puzzles> = std::sync::LazyLock::new(|| {
            Puzzles::from_bytes(include_bytes!("../data/shipped.puzzles"))
                .expect("the shipped puzzles are whole")
        });
        &SHIPPED
    }

    /// The puzzles of a file.
    ///
    /// # Errors
    ///
    /// It is something else, of another version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Puzzles, FileError> {
        Ok(file::read(bytes)?.into_iter().collect())
    }

    /// The bytes of a file with these puzzles.
    pub fn to_bytes(&self) -> Vec<u8> {
        file::write(self.0.iter())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Puzzle> {
        self.0.iter()
    }

    /// The puzzle with this name.
    pub fn get(&self, id: PuzzleId) -> Option<&Puzzle> {
        let place = self.0.binary_search_by_key(&id, Puzzle::id).ok()?;
        self.0.get(place)
    }

    /// Those that fit.
    pub fn find(&self, filter: Filter) -> impl Iterator<Item = &Puzzle> {
        self.0.iter().filter(move |puzzle| filter.fits(puzzle))
    }

    /// The puzzle of a day, which is a number of days since 1970: the same for everybody, and each once until all of
    /// them have had their day.
    pub fn daily(&self, day: u32) -> Option<&Puzzle> {
        // A prime that is no factor of their number: steps of it come everywhere.
        const STEPS: [usize; 4] = [7_368_787, 6_700_417, 5_800_079, 1];
        let n = self.0.len();
        let step = STEPS.into_iter().find(|step| n > 0 && !n.is_multiple_of(*step))?;
        self.0.get((day as usize % n) * (step % n) % n)
    }
}

impl FromIterator<Puzzle> for Puzzles {
    fn from_iter<T: IntoIterator<Item = Puzzle>>(puzzles: T) -> Puzzles {
        let mut all: Vec<Puzzle> = puzzles.into_iter().collect();
        all.sort_by_key(Puzzle::id);
        all.dedup_by_key(|puzzle| puzzle.id());
        Puzzles(all)
    }
}
