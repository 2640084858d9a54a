//! Values against their successors.

use crownhead_board::Position;

use crate::{DamagedError, Database, Layout, Material, Prober, Value};

/// Which positions to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every position.
    All,
    /// A random sample.
    Sample {
        /// The number of cells to look at. Some of them are holes, so there are a few positions less.
        n: u64,
        /// The seed: the same one gives the same positions.
        seed: u64,
    },
}

/// What is wrong with a database.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// A file is damaged.
    #[error(transparent)]
    Damaged(#[from] DamagedError),
    /// A value does not follow from the values after each move.
    #[error("{position} is a {stored} in the database, but its moves make it a {expected}")]
    Wrong {
        /// The position.
        position: Box<Position>,
        /// What the database says.
        stored: Value,
        /// What it should say.
        expected: Value,
    },
    /// A distance does not follow from the distances after each move.
    #[error("{position} is a loss in {stored} in the database, but its moves make it one in {expected}")]
    WrongDistance {
        /// The position.
        position: Box<Position>,
        /// The plies that the database says.
        stored: u16,
        /// The plies that it should say.
        expected: u16,
    },
    /// A move leads to a position that is not covered.
    #[error("{0} is covered, but not everything that follows from it")]
    Incomplete(Box<Position>),
}

/// Compares the value of each position of a material with the values after each of its moves. Returns the
/// number of positions checked.
///
/// Agreement everywhere proves wins and losses only up to cycles: a database in which all draws by
/// repetition were called losses for one side would pass. Together with the counts of draws, and with
/// a builder that starts from nothing known, it leaves little room for error.
///
/// # Errors
///
/// The first thing found to be wrong.
///
/// ```
/// use crownhead_endgame::{Database, Extent, Material, verify};
///
/// let n = verify(Database::shipped(), Material::new(0, 1, 0, 1), Extent::All)?;
/// assert_eq!(n, 992);
/// # Ok::<(), crownhead_endgame::VerifyError>(())
/// ```
pub fn verify(database: &Database, material: Material, extent: Extent) -> Result<u64, VerifyError> {
    let Some(layout) = Layout::new(material).filter(|_| database.covers(material)) else { return Ok(0) };
    let mut prober = Prober::new(database);
    let mut n_checked = 0;
    for_each_position(&layout, extent, |pos| {
        n_checked += 1;
        verify_position(&mut prober, pos)
    })?;
    Ok(n_checked)
}

/// Goes over the positions of a layout until one of them is wrong.
pub(crate) fn for_each_position(
    layout: &Layout,
    extent: Extent,
    mut check: impl FnMut(Position) -> Result<(), VerifyError>,
) -> Result<(), VerifyError> {
    let mut check = |cell| layout.position(cell).map_or(Ok(()), &mut check);
    match extent {
        Extent::All => (0..layout.n_cells()).try_for_each(&mut check),
        Extent::Sample { n, seed } => {
            let mut random = fastrand::Rng::with_seed(seed);
            (0..n).try_for_each(|_| check(random.u64(..layout.n_cells())))
        }
    }
}

fn verify_position(prober: &mut Prober<'_>, position: Position) -> Result<(), VerifyError> {
    let incomplete = || VerifyError::Incomplete(Box::new(position));
    let stored = prober.probe(&position)?.ok_or_else(incomplete)?;
    let mut expected = Value::Loss;
    for &mv in &position.legal_moves() {
        let after = prober.probe(&position.play_unchecked(mv))?.ok_or_else(incomplete)?;
        expected = expected.max(after.flip());
    }
    if stored == expected {
        return Ok(());
    }
    Err(VerifyError::Wrong { position: Box::new(position), stored, expected })
}
