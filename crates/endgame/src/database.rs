//! Databases: the files that are there, and what they say.

use std::path::PathBuf;
use std::sync::LazyLock;

use crownhead_board::{MoveList, Position};

use crate::distance::{self, BlockCache, DistanceTable};
use crate::file::{Counts, FileError, read_head};
use crate::head::Checksums;
use crate::index::Pieces;
use crate::packed::{Broken, PackedTable};
use crate::{Material, Value};

/// The values of two to four pieces, made by the example `ship`.
static SHIPPED: &[u8] = include_bytes!("../data/shipped.ceg");

/// The distances of the same endings.
static SHIPPED_DISTANCES: &[u8] = include_bytes!("../data/shipped.ced");

/// Values of endings, from files and from the crate itself.
///
/// Any number of threads may probe at the same time. What one thread probes often is answered faster
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
    values: Shelf<PackedTable>,
    distances: Shelf<DistanceTable>,
    max_pieces: u8,
    pub(crate) cache: BlockCache,
}

/// Tables of one kind.
#[derive(Debug)]
struct Shelf<T> {
    /// The tables, each with the number of its file.
    tables: Vec<(usize, T)>,
    /// The place in `tables` of each material, by its code.
    places: Vec<Option<u32>>,
}

impl<T> Default for Shelf<T> {
    fn default() -> Shelf<T> {
        Shelf { tables: Vec::new(), places: vec![None; Material::N_CODES] }
    }
}

impl<T> Shelf<T> {
    /// Adds a table, in place of what was there of the same material.
    fn add(&mut self, material: Material, file: usize, table: T) {
        self.places[material.code()] = Some(self.tables.len() as u32);
        self.tables.push((file, table));
    }

    #[inline]
    fn get(&self, material: Material) -> Option<&(usize, T)> {
        let place = self.places.get(material.code()).copied().flatten()?;
        Some(&self.tables[place as usize])
    }

    /// The tables in the order of their materials.
    fn iter(&self) -> impl Iterator<Item = &(usize, T)> {
        self.places.iter().flatten().map(|&place| &self.tables[place as usize])
    }
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
    #[cfg(feature = "files")]
    Mapped(memmap2::Mmap),
}

impl Bytes {
    #[inline]
    fn get(&self) -> &[u8] {
        match self {
            Bytes::Static(bytes) => bytes,
            Bytes::Owned(bytes) => bytes,
            #[cfg(feature = "files")]
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
    /// The material that was probed.
    pub material: Material,
}

impl Database {
    /// A database without any endings.
    pub fn new() -> Database {
        Database::default()
    }

    /// The endings that are part of the crate: all of two to four pieces.
    pub fn shipped() -> &'static Database {
        static DATABASE: LazyLock<Database> = LazyLock::new(Database::with_shipped);
        &DATABASE
    }

    /// A database with the shipped endings, to which files can be added.
    pub fn with_shipped() -> Database {
        let mut database = Database::new();
        for bytes in [SHIPPED, SHIPPED_DISTANCES] {
            let source = Source { path: "(shipped)".into(), bytes: Bytes::Static(bytes) };
            database.add(source, Checksums::Compare).expect("the shipped files are whole");
        }
        database
    }

    /// Adds a file that is in memory already.
    ///
    /// # Errors
    ///
    /// When it is no database, of another version, or has a damaged head.
    pub fn add_bytes(&mut self, bytes: Vec<u8>) -> Result<(), FileError> {
        self.add(Source { path: "(memory)".into(), bytes: Bytes::Owned(bytes) }, Checksums::Compare)
    }

    /// Adds a file as if all checksums in it were right, so that tests can show damaged bytes to the
    /// decoder. Values and distances may be wrong.
    #[doc(hidden)]
    pub fn add_bytes_unchecked(&mut self, bytes: Vec<u8>) -> Result<(), FileError> {
        self.add(Source { path: "(memory)".into(), bytes: Bytes::Owned(bytes) }, Checksums::Ignore)
    }

    fn add(&mut self, source: Source, checksums: Checksums) -> Result<(), FileError> {
        let (bytes, file) = (source.bytes.get(), self.files.len());
        let failed = |error| FileError::head(&source.path, error);
        if distance::KIND.is_in(bytes) {
            for table in distance::read_head(bytes, checksums).map_err(failed)? {
                self.distances.add(table.layout.material(), file, table);
            }
        } else {
            for record in read_head(bytes, checksums).map_err(failed)? {
                let mut table = PackedTable::new(record);
                if checksums == Checksums::Ignore {
                    table.ignore_checksums(bytes);
                }
                self.max_pieces = self.max_pieces.max(table.material().n_pieces());
                self.values.add(table.material(), file, table);
            }
        }
        self.files.push(source);
        Ok(())
    }

    /// Is this material covered?
    pub fn covers(&self, material: Material) -> bool {
        material.is_covered() && self.values.get(material).is_some()
    }

    /// The largest number of pieces up to which every ending with at most `max_side` on a side is covered; 0
    /// when there is none.
    pub fn n_pieces(&self, max_side: u8) -> u8 {
        let complete = |pieces: &u8| Material::all(*pieces, max_side).all(|material| self.covers(material));
        (2..=crate::MAX_PIECES).take_while(complete).last().unwrap_or(0)
    }

    /// The largest number of pieces of any material covered. Positions with more need not be probed.
    pub fn max_pieces(&self) -> u8 {
        self.max_pieces
    }

    /// The materials covered, and how many of their positions are won, lost and drawn.
    pub fn materials(&self) -> impl Iterator<Item = (Material, Counts)> {
        self.values.iter().map(|(_, table)| (table.material(), table.counts))
    }

    /// The value of a position for the side to move; `None` when it is not covered.
    ///
    /// Positions with captures are played out. A side without pieces has lost.
    ///
    /// # Errors
    ///
    /// When the block with the value is damaged.
    pub fn probe(&self, pos: &Position) -> Result<Option<Value>, DamagedError> {
        self.probe_with(pos, |next| self.probe(next))
    }

    /// Probes, with a function that probes the positions after a capture.
    #[inline]
    pub(crate) fn probe_with(
        &self,
        pos: &Position,
        probe_next: impl FnMut(&Position) -> Result<Option<Value>, DamagedError>,
    ) -> Result<Option<Value>, DamagedError> {
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

    /// The values of a material and the bytes of their file.
    #[inline]
    pub(crate) fn table(&self, material: Material) -> Option<(&[u8], &PackedTable)> {
        let (file, table) = self.values.get(material)?;
        Some((self.files[*file].bytes.get(), table))
    }

    /// The distances of a material and the bytes of their file.
    pub(crate) fn distance_table(&self, material: Material) -> Option<(&[u8], &DistanceTable)> {
        let (file, table) = self.distances.get(material)?;
        Some((self.files[*file].bytes.get(), table))
    }

    #[cold]
    fn damaged(&self, material: Material) -> DamagedError {
        self.damaged_in(self.values.get(material).map(|(file, _)| *file), material)
    }

    #[cold]
    pub(crate) fn damaged_distances(&self, material: Material) -> DamagedError {
        self.damaged_in(self.distances.get(material).map(|(file, _)| *file), material)
    }

    fn damaged_in(&self, file: Option<usize>, material: Material) -> DamagedError {
        let path = file.map(|file| self.files[file].path.clone()).unwrap_or_default();
        DamagedError { path, material }
    }

    /// Compares every byte of every file with its checksum.
    ///
    /// # Errors
    ///
    /// The first damage found.
    pub fn verify_checksums(&self) -> Result<(), DamagedError> {
        for (file, table) in &self.values.tables {
            let bytes = self.files[*file].bytes.get();
            table.verify_checksums(bytes).map_err(|Broken| self.damaged(table.material()))?;
        }
        for (file, table) in &self.distances.tables {
            let (bytes, material) = (self.files[*file].bytes.get(), table.layout.material());
            table.verify_checksums(bytes).map_err(|Broken| self.damaged_distances(material))?;
        }
        Ok(())
    }
}

/// The value of a position with captures: that of the best one.
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

#[cfg(feature = "files")]
mod files {
    use std::fs::{self, File};
    use std::path::{Path, PathBuf};

    use super::{Bytes, Checksums, Database, FileError, Source};
    use crate::Content;

    impl Database {
        /// The shipped endings and all database files of a folder. Files are mapped, not read.
        ///
        /// # Errors
        ///
        /// When the folder cannot be read, or as [`Database::add_file`].
        pub fn open(folder: &Path) -> Result<Database, FileError> {
            let mut first = None;
            let database = Database::open_usable(folder, |error| {
                first.get_or_insert(error);
            })?;
            first.map_or(Ok(database), Err)
        }

        /// The same without the files that cannot be used. Each of them is told.
        ///
        /// # Errors
        ///
        /// When the folder cannot be read.
        pub fn open_usable(folder: &Path, tell: impl FnMut(FileError)) -> Result<Database, FileError> {
            let mut database = Database::with_shipped();
            let entries = fs::read_dir(folder).map_err(FileError::read(folder))?;
            let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
            let extensions = [Content::Values, Content::Distances].map(Content::extension);
            paths.retain(|path| path.extension().is_some_and(|end| extensions.iter().any(|e| end == *e)));
            paths.sort();
            paths.iter().filter_map(|path| database.add_file(path).err()).for_each(tell);
            Ok(database)
        }

        /// Adds a file. What it holds replaces what was known of the same material.
        ///
        /// # Errors
        ///
        /// When it cannot be read, is no database, of another version, or has a damaged head.
        pub fn add_file(&mut self, path: &Path) -> Result<(), FileError> {
            let file = File::open(path).map_err(FileError::read(path))?;
            // SAFETY: the file must not be changed or cut short while it is mapped. This crate never does
            // either: it replaces a file by renaming a new one into its place, which leaves the mapped
            // one as it is. Other programs should do the same; that cannot be enforced here.
            let map = unsafe { memmap2::Mmap::map(&file) }.map_err(FileError::read(path))?;
            self.add(Source { path: path.to_owned(), bytes: Bytes::Mapped(map) }, Checksums::Compare)
        }
    }
}
