//! Values kept on disk until a build is finished, so that it can go on after it was stopped.
//!
//! The files are private to one build: values as they lie in memory, in front of them their
//! checksum. A file that does not fit is ignored, and the material is built again.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use super::Tables;
use super::driver::BuildOptions;
use super::table::Table;
use crate::Material;
use crate::file::FileError;

fn path_of(folder: &Path, material: Material) -> PathBuf {
    let Material { black_men, black_kings, white_men, white_kings } = material;
    folder.join(format!("{black_men}{black_kings}{white_men}{white_kings}.values"))
}

/// A material and, unless it is its own, its mirror.
fn both(material: Material) -> impl Iterator<Item = Material> {
    [material, material.mirror()].into_iter().take(1 + usize::from(material != material.mirror()))
}

/// Keeps the values of a material and its mirror.
pub(crate) fn save(folder: &Path, material: Material, tables: &Tables) -> Result<(), FileError> {
    for table in both(material).filter_map(|material| tables.get(material)) {
        let path = path_of(folder, table.material);
        let unfinished = path.with_extension("tmp");
        let write = || {
            let mut file = BufWriter::with_capacity(1 << 20, File::create(&unfinished)?);
            file.write_all(&checksum(&table.values).to_le_bytes())?;
            for word in &table.values {
                file.write_all(&word.to_le_bytes())?;
            }
            file.flush()?;
            fs::rename(&unfinished, &path)
        };
        write().map_err(FileError::io(&path))?;
    }
    Ok(())
}

/// Reads the values of a material and its mirror; answers whether they were there.
pub(crate) fn load(folder: &Path, material: Material, tables: &mut Tables) -> bool {
    let loaded: Option<Vec<Table>> = both(material).map(|m| load_one(folder, m, tables)).collect();
    let found = loaded.is_some();
    loaded.into_iter().flatten().for_each(|table| tables.insert(table));
    found
}

fn load_one(folder: &Path, material: Material, tables: &mut Tables) -> Option<Table> {
    let bytes = fs::read(path_of(folder, material)).ok()?;
    let (sum, values) = bytes.split_first_chunk::<8>()?;
    let (words, rest) = values.as_chunks::<4>();
    let mut table = tables.new_table(material);
    if words.len() != table.values.len() || !rest.is_empty() {
        return None;
    }
    for (to, word) in table.values.iter_mut().zip(words) {
        *to = u32::from_le_bytes(*word);
    }
    (checksum(&table.values) == u64::from_le_bytes(*sum)).then_some(table)
}

/// Deletes what was kept.
pub(crate) fn remove_all(folder: &Path, options: &BuildOptions) {
    for material in (2..=options.pieces).flat_map(|pieces| Material::all(pieces, options.max_side)) {
        // What cannot be deleted only takes room.
        let _ = fs::remove_file(path_of(folder, material));
    }
}

/// Like the checksum of files, on words; a file from a machine with another byte order is rejected.
fn checksum(values: &[u32]) -> u64 {
    let mut lanes = [0x9E37_79B9_7F4A_7C15u64, 0xBF58_476D_1CE4_E5B9, 5, 6];
    let mix = |lane: u64, word: u32| (lane ^ u64::from(word)).wrapping_mul(0x2545_F491_4F6C_DD1D);
    let (chunks, rest) = values.as_chunks::<4>();
    for chunk in chunks {
        for (lane, &word) in lanes.iter_mut().zip(chunk) {
            *lane = mix(*lane, word);
            *lane ^= *lane >> 29;
        }
    }
    let rest = rest.iter().fold(values.len() as u64, |sum, &word| mix(sum, word).rotate_left(31));
    lanes.into_iter().fold(rest, |sum, lane| (sum.rotate_left(17) ^ lane).wrapping_mul(0xD6E8_FEB8_6659_FD93))
}
