//! Tables kept on disk while a build needs them, so that it can go on after it was stopped, and so that
//! they need not all be in memory.
//!
//! The files are private to one build: a table as it lies in memory, in front of it its checksum. A
//! file that does not fit is ignored, and the material is built again.

use std::fs;
use std::path::{Path, PathBuf};

use super::storage::{Storage, StoredFile, seal};
use super::table::{Table, Tables};
use super::{Cells, Content};
use crate::Material;
use crate::file::FileError;

fn path_of<C: Cells>(folder: &Path, material: Material) -> PathBuf {
    let Material { black_men, black_kings, white_men, white_kings } = material;
    let extension = match C::CONTENT {
        Content::Values => "values",
        Content::Distances => "distances",
    };
    folder.join(format!("{black_men}{black_kings}{white_men}{white_kings}.{extension}"))
}

/// The name of a file that is not finished.
fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".tmp");
    name.into()
}

/// Room for the table of a material, in a file.
pub(super) fn new_units<C: Cells>(folder: &Path, material: Material) -> Result<Storage<C::Unit>, FileError> {
    let path = unfinished(&path_of::<C>(folder, material));
    let file = StoredFile::create(&path, Table::<C>::n_bytes(material)).map_err(FileError::write(&path))?;
    Ok(Storage::File(file))
}

/// Keeps the tables of a material and its flip.
pub(super) fn save<C: Cells>(
    folder: &Path,
    material: Material,
    tables: &mut Tables<C>,
) -> Result<(), FileError> {
    for material in material.with_flip() {
        let path = path_of::<C>(folder, material);
        if let Some(table) = tables.get_mut(material) {
            seal(&mut table.units, &unfinished(&path), &path).map_err(FileError::write(&path))?;
        }
    }
    Ok(())
}

/// Opens the tables of a material and its flip; returns whether they were there.
pub(super) fn load<C: Cells>(
    folder: &Path,
    material: Material,
    on_disk: bool,
    tables: &mut Tables<C>,
) -> bool {
    let loaded: Option<Vec<Table<C>>> =
        material.with_flip().map(|material| load_one(folder, material, on_disk, tables)).collect();
    let found = loaded.is_some();
    loaded.into_iter().flatten().for_each(|table| tables.insert(table));
    found
}

fn load_one<C: Cells>(
    folder: &Path,
    material: Material,
    on_disk: bool,
    tables: &mut Tables<C>,
) -> Option<Table<C>> {
    let file = StoredFile::open(&path_of::<C>(folder, material), Table::<C>::n_bytes(material)).ok()??;
    let mapped = Storage::File(file);
    let units = if on_disk { mapped } else { Storage::Memory(mapped.to_vec()) };
    Some(tables.new_table(material, units))
}

/// Deletes what was kept of a material.
pub(super) fn remove<C: Cells>(folder: &Path, material: Material) {
    // What cannot be deleted only takes room.
    let _ = fs::remove_file(path_of::<C>(folder, material));
}
