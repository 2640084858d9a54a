//! Values kept on disk while a build needs them, so that it can go on after it was stopped, and so that
//! they need not all be in memory.
//!
//! The files are private to one build: values as they lie in memory, in front of them their
//! checksum. A file that does not fit is ignored, and the material is built again.

use std::fs;
use std::path::{Path, PathBuf};

use super::Tables;
use super::table::Table;
use super::values::Values;
use crate::Material;
use crate::file::FileError;

pub(super) fn path_of(folder: &Path, material: Material) -> PathBuf {
    let Material { black_men, black_kings, white_men, white_kings } = material;
    folder.join(format!("{black_men}{black_kings}{white_men}{white_kings}.values"))
}

/// The name of a file that is not finished.
fn unfinished(path: &Path) -> PathBuf {
    path.with_extension("tmp")
}

/// Room for the values of a material, in a file.
pub(super) fn new_values(folder: &Path, material: Material) -> Result<Values, FileError> {
    let path = unfinished(&path_of(folder, material));
    Values::in_file(&path, Table::n_words(material)).map_err(FileError::io(&path))
}

/// Keeps the values of a material and its mirror.
pub(super) fn save(folder: &Path, material: Material, tables: &mut Tables) -> Result<(), FileError> {
    for material in both(material) {
        let path = path_of(folder, material);
        if let Some(table) = tables.tables.get_mut(&material) {
            table.values.seal(&unfinished(&path), &path).map_err(FileError::io(&path))?;
        }
    }
    Ok(())
}

/// Opens the values of a material and its mirror; answers whether they were there.
pub(super) fn load(folder: &Path, material: Material, on_disk: bool, tables: &mut Tables) -> bool {
    let loaded: Option<Vec<Table>> = both(material).map(|m| load_one(folder, m, on_disk, tables)).collect();
    let found = loaded.is_some();
    loaded.into_iter().flatten().for_each(|table| tables.insert(table));
    found
}

fn load_one(folder: &Path, material: Material, on_disk: bool, tables: &mut Tables) -> Option<Table> {
    let mapped = Values::from_file(&path_of(folder, material), Table::n_words(material)).ok()??;
    let values = if on_disk { mapped } else { Values::Memory(mapped.to_vec()) };
    Some(tables.new_table(material, values))
}

/// Deletes what was kept of a material.
pub(super) fn remove(folder: &Path, material: Material) {
    // What cannot be deleted only takes room.
    let _ = fs::remove_file(path_of(folder, material));
}

/// A material and, unless it is its own, its mirror.
fn both(material: Material) -> impl Iterator<Item = Material> {
    [material, material.mirror()].into_iter().take(1 + usize::from(material != material.mirror()))
}
