//! Endings to practice.

use crownhead_practice::{Aim, Ending};

use crate::{EndingInfo, PracticeAim};

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
