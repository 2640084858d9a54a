//! Compares values with their successors: `check FOLDER PIECES N`, about N positions of each material.

use std::path::PathBuf;

use crownhead_endgame::{Database, Extent, Material, verify};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, pieces, n] = &arguments[..] else { return Err("usage: check FOLDER PIECES N".into()) };
    let database = Database::open(&PathBuf::from(folder))?;
    let extent = Extent::Sample { n: n.parse()?, seed: 1 };
    let mut total = 0;
    for material in Material::all(pieces.parse()?, 7) {
        total += verify(&database, material, extent)?;
    }
    println!("{total} positions agree with their successors");
    Ok(())
}
