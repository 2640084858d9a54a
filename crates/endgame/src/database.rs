//! Databases: the files that are there, and what they say.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};

use crownhead_board::{MoveList, Position};

use crate::distance::{self, DISTANCE_EXTENSION, DistanceTable, Unpacked};
use crate::file::{Counts, FileError, read_head};
use crate::index::Pieces;
use crate::packed::{Broken, PackedTable};
use crate::{Material, Value};

/// The databases of two to four pieces, made by the test that checks them.
static SHIPPED: &[u8] = include_bytes!("../data/shipped.ceg");

/// The distances of the same endings.
static SHIPPED_DISTANCES: &[u8] = include_bytes!("../data/shipped.ced");

/// How database files end.
pub const FILE_EXTENSION: &str = "ceg";

/// Values of endings, from files and from the program itself.
///
/// Any number of threads may ask at the same time; what each of them asks often is answered faster
/// through a [`Prober`](crate::Prober).
///
/// ```
/// use crownhead_endgame::{Database, Value};
///
/// let database = Database::shipped();
/// // Two kings against one in the open.
/// let pos = "W:WK18,K22:BK3".parse().unwrap();
/// assert_eq!(database.probe(&pos), Ok(Some(Value::Win)));
/// // Too many pieces.
/// assert_eq!(database.probe(&Default::default()), Ok(None));
/// ```
#[derive(Debug, Default)]
pub struct Database {
    files: Vec<Source>,
    tables: Vec<(usize, PackedTable)>,
    /// The place in `tables` of each material, by its code.
    places: Vec<Option<u32>>,
    max_pieces: u8,
    distances: Vec<(usize, DistanceTable)>,
    /// The place in `distances` of each material, by its code.
    distance_places: Vec<Option<u32>>,
    pub(crate) unpacked: Mutex<Unpacked>,
}

#[derive(Debug)]
struct Source {
    path: PathBuf,
    bytes: Bytes,
}

#[derive(Debug)]
enum Bytes {
    Static(&'static [u8]),
    Owned(Vec<u8>),
    Mapped(memmap2::Mmap),
}

impl Bytes {
    #[inline]
    fn get(&self) -> &[u8] {
        match self {
            Bytes::Static(bytes) => bytes,
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(map) => map,
        }
    }
}

/// A file whose bytes are not what was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: the values of {material} are damaged; build the file again", path.display())]
pub struct DamagedError {
    /// The file.
    pub path: PathBuf,
    /// The material that was asked for.
    pub material: Material,
}

impl Database {
    /// No values at all.
    pub fn new() -> Database {
        let places = || vec![None; Material::N_CODES];
        Database { places: places(), distance_places: places(), ..Database::default() }
    }

    /// What every copy of the program knows: all endings of two to four pieces.
    pub fn shipped() -> &'static Database {
        static DATABASE: LazyLock<Database> = LazyLock::new(Database::with_shipped);
        &DATABASE
    }

    /// A database with the shipped endings, to which files can be added.
    pub fn with_shipped() -> Database {
        let mut database = Database::new();
        for bytes in [SHIPPED, SHIPPED_DISTANCES] {
            // The tests read the same bytes, so this does not fail; without them nothing is covered.
            let _ = database.add(Source { path: "(shipped)".into(), bytes: Bytes::Static(bytes) });
        }
        database
    }

    /// The shipped endings and all files of a folder. Files are mapped, not read.
    ///
    /// # Errors
    ///
    /// When the folder cannot be read, or a file in it is no database or has a damaged head.
    pub fn open(folder: &Path) -> Result<Database, FileError> {
        let mut database = Database::with_shipped();
        let entries = fs::read_dir(folder).map_err(FileError::io(folder))?;
        let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        let is_ours = |end: &std::ffi::OsStr| end == FILE_EXTENSION || end == DISTANCE_EXTENSION;
        paths.retain(|path| path.extension().is_some_and(is_ours));
        paths.sort();
        paths.iter().try_for_each(|path| database.add_file(path))?;
        Ok(database)
    }

    /// Adds a file. What it holds replaces what was known of the same material.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is no database or has a damaged head.
    pub fn add_file(&mut self, path: &Path) -> Result<(), FileError> {
        let file = File::open(path).map_err(FileError::io(path))?;
        // SAFETY: the file must not be changed or cut short while it is mapped. This crate never does
        // either: it replaces a file by renaming a new one into its place, which leaves the mapped one
        // as it is. Other programs are asked to do the same; that cannot be enforced here.
        let map = unsafe { memmap2::Mmap::map(&file) }.map_err(FileError::io(path))?;
        self.add(Source { path: path.to_owned(), bytes: Bytes::Mapped(map) })
    }

    /// Adds a file that is in memory already.
    ///
    /// # Errors
    ///
    /// When it is no database or has a damaged head.
    pub fn add_bytes(&mut self, bytes: Vec<u8>) -> Result<(), FileError> {
        self.add(Source { path: "(memory)".into(), bytes: Bytes::Owned(bytes) })
    }

    fn add(&mut self, source: Source) -> Result<(), FileError> {
        let damaged = |reason| FileError::Damaged { path: source.path.clone(), reason };
        if distance::is_distance_file(source.bytes.get()) {
            for table in distance::read_head(source.bytes.get()).map_err(damaged)? {
                let code = table.layout.material().code();
                self.distance_places[code] = Some(self.distances.len() as u32);
                self.distances.push((self.files.len(), table));
            }
            self.files.push(source);
            return Ok(());
        }
        let records = read_head(source.bytes.get()).map_err(damaged)?;
        for table in records.into_iter().map(PackedTable::new) {
            self.places[table.material().code()] = Some(self.tables.len() as u32);
            self.max_pieces = self.max_pieces.max(table.material().n_pieces());
            self.tables.push((self.files.len(), table));
        }
        self.files.push(source);
        Ok(())
    }

    /// Is this material covered?
    pub fn covers(&self, material: Material) -> bool {
        material.is_covered() && self.places[material.code()].is_some()
    }

    /// The largest number of pieces up to which every ending is covered, with at most so many on a
    /// side; 0 when there is none.
    pub fn n_pieces(&self, max_side: u8) -> u8 {
        let complete = |pieces: &u8| Material::all(*pieces, max_side).all(|material| self.covers(material));
        (2..=crate::MAX_PIECES).take_while(complete).last().unwrap_or(0)
    }

    /// The largest number of pieces of any material covered: what has more need not be asked for.
    pub fn max_pieces(&self) -> u8 {
        self.max_pieces
    }

    /// The materials covered, and how many of their positions are won, lost and drawn.
    pub fn materials(&self) -> impl Iterator<Item = (Material, Counts)> {
        let places = self.places.iter().flatten();
        places.map(|&place| &self.tables[place as usize].1).map(|table| (table.material(), table.counts))
    }

    /// The value of a position for the side to move; `None` when it is not covered.
    ///
    /// Positions with captures are played out. A side without pieces has lost.
    ///
    /// # Errors
    ///
    /// When the values asked for are damaged.
    pub fn probe(&self, pos: &Position) -> Result<Option<Value>, DamagedError> {
        self.probe_with(pos, |next| self.probe(next))
    }

    /// Probes, with a function that answers for the positions after a capture.
    #[inline]
    pub(crate) fn probe_with(
        &self,
        pos: &Position,
        probe_next: impl FnMut(&Position) -> Result<Option<Value>, DamagedError>,
    ) -> Result<Option<Value>, DamagedError> {
        if pos.is_mid_turn() {
            return Ok(None);
        }
        let pieces = Pieces::of(pos);
        let material = pieces.material();
        if !material.is_covered() {
            return Ok(trivial(material));
        }
        if pos.jumpers().is_empty() { self.look_up(&pieces, material) } else { play_out(pos, probe_next) }
    }

    #[inline]
    fn look_up(&self, pieces: &Pieces, material: Material) -> Result<Option<Value>, DamagedError> {
        let Some((file, table)) = self.table(material) else { return Ok(None) };
        table.value(file, pieces).map(Some).map_err(|Broken| self.damaged(material))
    }

    /// The table of a material and the bytes of its file.
    #[inline]
    pub(crate) fn table(&self, material: Material) -> Option<(&[u8], &PackedTable)> {
        let place = self.places.get(material.code()).copied().flatten()?;
        let (file, table) = &self.tables[place as usize];
        Some((self.files[*file].bytes.get(), table))
    }

    #[cold]
    pub(crate) fn damaged(&self, material: Material) -> DamagedError {
        let place = self.places[material.code()];
        let path = place.map(|place| self.files[self.tables[place as usize].0].path.clone());
        DamagedError { path: path.unwrap_or_default(), material }
    }

    /// The distances of a material and the bytes of their file.
    pub(crate) fn distances(&self, material: Material) -> Option<(&[u8], &DistanceTable)> {
        let place = self.distance_places.get(material.code()).copied().flatten()?;
        let (file, table) = &self.distances[place as usize];
        Some((self.files[*file].bytes.get(), table))
    }

    #[cold]
    pub(crate) fn damaged_distances(&self, material: Material) -> DamagedError {
        let place = self.distance_places[material.code()];
        let path = place.map(|place| self.files[self.distances[place as usize].0].path.clone());
        DamagedError { path: path.unwrap_or_default(), material }
    }

    /// Compares every byte of every file with its checksum.
    ///
    /// # Errors
    ///
    /// The first damage found.
    pub fn verify_checksums(&self) -> Result<(), DamagedError> {
        for (file, table) in &self.tables {
            let bytes = self.files[*file].bytes.get();
            table.verify_checksums(bytes).map_err(|Broken| self.damaged(table.material()))?;
        }
        for (file, table) in &self.distances {
            let (bytes, material) = (self.files[*file].bytes.get(), table.layout.material());
            table.verify_checksums(bytes).map_err(|Broken| self.damaged_distances(material))?;
        }
        Ok(())
    }
}

/// The value of a position with captures.
#[inline(never)]
fn play_out(
    pos: &Position,
    mut probe_next: impl FnMut(&Position) -> Result<Option<Value>, DamagedError>,
) -> Result<Option<Value>, DamagedError> {
    let mut moves = MoveList::new();
    pos.legal_moves_into(&mut moves);
    let mut best = Some(Value::Loss);
    for &mv in &moves {
        match probe_next(&pos.play_unchecked(mv))? {
            Some(Value::Loss) => return Ok(Some(Value::Win)),
            Some(value) => best = best.map(|best| best.max(value.flip())),
            None => best = None,
        }
    }
    Ok(best)
}

/// The value when one side has no pieces.
fn trivial(material: Material) -> Option<Value> {
    match (material.n_black(), material.n_white()) {
        (_, 0) => Some(Value::Loss),
        (0, _) => Some(Value::Win),
        _ => None,
    }
}
