//! Endings to practice.

use crownhead_endgame::Database;
use crownhead_practice::{Aim, Ending, PracticeError};

use crate::{EndingInfo, ErrorBody, ErrorCode, PracticeAim, PracticePosition};

impl From<Aim> for PracticeAim {
    fn from(aim: Aim) -> PracticeAim {
        match aim {
            Aim::Win => PracticeAim::Win,
            Aim::Draw => PracticeAim::Draw,
        }
    }
}

impl From<&Ending> for EndingInfo {
    fn from(ending: &Ending) -> EndingInfo {
        EndingInfo {
            id: ending.id.to_owned(),
            title: ending.title.to_owned(),
            advice: ending.advice.to_owned(),
            side: ending.goal.side.into(),
            aim: ending.goal.aim.into(),
            pieces: ending.n_pieces() as u8,
            fen: ending.example().to_string(),
        }
    }
}

/// All endings, the simple ones first.
pub fn endings() -> Vec<EndingInfo> {
    Ending::ALL.iter().map(EndingInfo::from).collect()
}

/// The position with which an ending begins or, with a seed, another one of its kind.
///
/// # Errors
///
/// There is no such ending, or the database does not know it.
pub fn position(database: &Database, id: &str, seed: Option<u32>) -> Result<PracticePosition, ErrorBody> {
    let no_ending = || {
        ErrorBody::new(ErrorCode::NotFound, "There is no such ending.")
            .with_hint("GET /api/practice lists all of them.")
    };
    let ending = Ending::named(id).ok_or_else(no_ending)?;
    let example = || Ok(ending.example());
    let pos =
        seed.map_or_else(example, |seed| ending.draw(database, seed.into())).map_err(|e| refused(&e))?;
    let verdict = ending.goal.verdict(database, &pos).map_err(|error| refused(&error))?;
    Ok(PracticePosition {
        id: id.to_owned(),
        seed,
        fen: pos.to_string(),
        side: ending.goal.side.into(),
        aim: ending.goal.aim.into(),
        verdict: verdict.into(),
    })
}

/// A database that is not there is nobody's mistake, and may be there another day.
fn refused(error: &PracticeError) -> ErrorBody {
    let body = ErrorBody::new(ErrorCode::NotNow, super::sentence(&error.to_string()));
    match error {
        PracticeError::NotCovered { material } => body.with_hint(format!(
            "Whoever runs the server can build them: crownhead endgame build --material {material} --distance"
        )),
        _ => body,
    }
}
