//! Where each position occurs, sorted: in memory, or in runs on the disk that are merged.

use std::io;

use crownhead_board::Color;

#[cfg(feature = "files")]
use runs::Run;

/// The bytes of a [`Place`].
pub(crate) const PLACE_BYTES: usize = 16;

/// A place where a position occurs. Places are ordered by key, game and ply.
///
/// From the high end: the key of the position in 64 bits, the game in 32, the ply in 16, and 16 for the side to move
/// and the code of the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place(u128);

const WHITE: u128 = 1 << 8;

impl Place {
    pub(crate) fn new(key: u64, turn: Color, game: u32, ply: u16, code: u8) -> Place {
        let turn = if turn == Color::White { WHITE } else { 0 };
        Place(
            u128::from(key) << 64 | u128::from(game) << 32 | u128::from(ply) << 16 | turn | u128::from(code),
        )
    }

    pub(crate) fn key(self) -> u64 {
        (self.0 >> 64) as u64
    }

    pub(crate) fn game(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[cfg(test)]
    pub(crate) fn ply(self) -> u16 {
        (self.0 >> 16) as u16
    }

    pub(crate) fn turn(self) -> Color {
        if self.0 & WHITE == 0 { Color::Black } else { Color::White }
    }

    pub(crate) fn code(self) -> u8 {
        self.0 as u8
    }

    pub(crate) fn to_bytes(self) -> [u8; PLACE_BYTES] {
        self.0.to_le_bytes()
    }

    pub(crate) fn from_bytes(bytes: [u8; PLACE_BYTES]) -> Place {
        Place(u128::from_le_bytes(bytes))
    }
}

/// Takes places in any order, and gives them back sorted.
#[derive(Debug)]
pub(crate) struct Sorter {
    places: Vec<Place>,
    /// Places that are held in memory at a time.
    #[cfg(feature = "files")]
    capacity: usize,
    #[cfg(feature = "files")]
    runs: Vec<Run>,
}

impl Sorter {
    /// A sorter that holds everything in memory.
    pub(crate) fn in_memory() -> Sorter {
        Sorter {
            places: Vec::new(),
            #[cfg(feature = "files")]
            capacity: usize::MAX,
            #[cfg(feature = "files")]
            runs: Vec::new(),
        }
    }

    /// A sorter that holds up to `capacity` places in memory, and the rest in temporary files.
    #[cfg(feature = "files")]
    pub(crate) fn on_disk(capacity: usize) -> Sorter {
        Sorter { capacity, ..Sorter::in_memory() }
    }

    pub(crate) fn push(&mut self, place: Place) -> io::Result<()> {
        self.places.push(place);
        #[cfg(feature = "files")]
        if self.places.len() >= self.capacity {
            self.places.sort_unstable();
            self.runs.push(Run::write(&self.places)?);
            self.places.clear();
        }
        Ok(())
    }

    /// Calls `each` with every place in order.
    pub(crate) fn for_each(mut self, mut each: impl FnMut(Place) -> io::Result<()>) -> io::Result<()> {
        self.places.sort_unstable();
        #[cfg(feature = "files")]
        if !self.runs.is_empty() {
            self.runs.push(Run::write(&self.places)?);
            self.places = Vec::new();
            return runs::merge(self.runs, each);
        }
        self.places.into_iter().try_for_each(&mut each)
    }
}

#[cfg(feature = "files")]
mod runs {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;
    use std::fs::File;
    use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

    use super::{PLACE_BYTES, Place};

    /// Bytes that are read or written at a time.
    const CHUNK: usize = 1 << 20;

    /// Sorted places in a file without a name, which the system deletes.
    #[derive(Debug)]
    pub(super) struct Run {
        file: File,
        len: usize,
    }

    impl Run {
        pub(super) fn write(places: &[Place]) -> io::Result<Run> {
            let mut file = BufWriter::with_capacity(CHUNK, tempfile::tempfile()?);
            for place in places {
                file.write_all(&place.to_bytes())?;
            }
            let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.rewind()?;
            Ok(Run { file, len: places.len() })
        }
    }

    struct Places {
        file: BufReader<File>,
        n_left: usize,
    }

    impl Places {
        fn next(&mut self) -> io::Result<Option<Place>> {
            let Some(n_left) = self.n_left.checked_sub(1) else { return Ok(None) };
            self.n_left = n_left;
            let mut bytes = [0; PLACE_BYTES];
            self.file.read_exact(&mut bytes)?;
            Ok(Some(Place::from_bytes(bytes)))
        }
    }

    pub(super) fn merge(runs: Vec<Run>, mut each: impl FnMut(Place) -> io::Result<()>) -> io::Result<()> {
        let places = |run: Run| Places { file: BufReader::with_capacity(CHUNK, run.file), n_left: run.len };
        let mut runs: Vec<Places> = runs.into_iter().map(places).collect();
        let mut heap = BinaryHeap::with_capacity(runs.len());
        for (number, run) in runs.iter_mut().enumerate() {
            heap.extend(run.next()?.map(|place| Reverse((place, number))));
        }
        while let Some(mut top) = heap.peek_mut() {
            let Reverse((place, number)) = *top;
            each(place)?;
            match runs[number].next()? {
                Some(next) => *top = Reverse((next, number)),
                None => drop(std::collections::binary_heap::PeekMut::pop(top)),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(n: usize) -> Vec<Place> {
        let mut random = fastrand::Rng::with_seed(7);
        let mut place = || {
            let turn = if random.bool() { Color::Black } else { Color::White };
            Place::new(random.u64(..50) << 58, turn, random.u32(..), random.u16(..), random.u8(..))
        };
        (0..n).map(|_| place()).collect()
    }

    fn sorted(mut sorter: Sorter, places: &[Place]) -> Vec<Place> {
        places.iter().for_each(|place| sorter.push(*place).unwrap());
        let mut all = Vec::new();
        sorter
            .for_each(|place| {
                all.push(place);
                Ok(())
            })
            .unwrap();
        all
    }

    #[test]
    fn runs_give_what_memory_gives() {
        let places = places(1000);
        let mut expected = places.clone();
        expected.sort();
        assert_eq!(sorted(Sorter::in_memory(), &places), expected);
        #[cfg(feature = "files")]
        for capacity in [1, 7, 100, 1000, 1001] {
            assert_eq!(sorted(Sorter::on_disk(capacity), &places), expected, "{capacity}");
        }
    }

    #[test]
    fn a_place_holds_what_it_was_made_of() {
        let place = Place::new(u64::MAX, Color::White, u32::MAX - 1, 65_534, 254);
        assert_eq!((place.key(), place.game(), place.ply()), (u64::MAX, u32::MAX - 1, 65_534));
        assert_eq!((place.turn(), place.code()), (Color::White, 254));
        assert_eq!(Place::from_bytes(place.to_bytes()), place);
    }
}
