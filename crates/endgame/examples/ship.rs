//! Writes the files that are shipped with the program: `cargo run --release --example ship`.

use std::fs;

use crownhead_endgame::{shipped_bytes, shipped_distance_bytes};

fn main() -> std::io::Result<()> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
    fs::write(format!("{folder}/shipped.ceg"), shipped_bytes())?;
    fs::write(format!("{folder}/shipped.ced"), shipped_distance_bytes())
}
