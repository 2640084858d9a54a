//! Distances against those of their successors.

use crownhead_board::Position;

use crate::verify::for_each_position;
use crate::{DamagedError, Database, Extent, Layout, Material, Prober, Value, VerifyError};

/// Compares the stored distance of each lost position of a material with the distances after each of its
/// moves. Returns the number of positions checked.
///
/// If all values are right, agreement everywhere proves the distances.
///
/// # Errors
///
/// The first thing found to be wrong.
///
/// ```
/// use crownhead_endgame::{Database, Extent, Material, verify_distances};
///
/// let n = verify_distances(Database::shipped(), Material::new(0, 1, 0, 1), Extent::All)?;
/// assert_eq!(n, 108);
/// # Ok::<(), crownhead_endgame::VerifyError>(())
/// ```
pub fn verify_distances(database: &Database, material: Material, extent: Extent) -> Result<u64, VerifyError> {
    let has_both = database.covers(material) && database.has_distances(material);
    let Some(layout) = Layout::new(material).filter(|_| has_both) else { return Ok(0) };
    let mut checker = Checker { database, prober: Prober::new(database), wins: vec![(0, None); N_WINS] };
    let mut n_checked = 0;
    for_each_position(&layout, extent, |pos| {
        let is_stored = pos.jumpers().is_empty() && checker.prober.probe(&pos)? == Some(Value::Loss);
        n_checked += u64::from(is_stored);
        if is_stored { checker.check(pos) } else { Ok(()) }
    })?;
    Ok(n_checked)
}

/// The number of won positions that are remembered.
const N_WINS: usize = 1 << 16;

struct Checker<'a> {
    database: &'a Database,
    prober: Prober<'a>,
    /// The plies of won positions by their keys: neighbors lead to the same ones.
    wins: Vec<(u64, Option<u16>)>,
}

impl Checker<'_> {
    /// All moves of a lost position lead to won ones, and the longest of them counts.
    fn check(&mut self, position: Position) -> Result<(), VerifyError> {
        let incomplete = || VerifyError::Incomplete(Box::new(position));
        let stored = self.database.verdict(&position)?.and_then(|verdict| verdict.plies);
        let stored = stored.ok_or_else(incomplete)?;
        let mut expected = 0;
        for &mv in &position.legal_moves() {
            let plies = self.win_plies(&position.play_unchecked(mv))?.ok_or_else(incomplete)?;
            expected = expected.max(plies + 1);
        }
        if stored == expected {
            return Ok(());
        }
        Err(VerifyError::WrongDistance { position: Box::new(position), stored, expected })
    }

    fn win_plies(&mut self, pos: &Position) -> Result<Option<u16>, DamagedError> {
        let place = &mut self.wins[pos.key() as usize % N_WINS];
        if place.0 != pos.key() {
            *place = (pos.key(), self.database.verdict(pos)?.and_then(|verdict| verdict.plies));
        }
        Ok(place.1)
    }
}
