//! A position and the moves made from it.

use crownhead_board::{Game, PlayError, Position, Rules};

use crate::move_text::{MoveError, MoveText};

/// Plays moves by the official rules. Draws are not claimed, so that moves may go on past them.
///
/// # Errors
///
/// Returns the first move that cannot be made, and why.
///
/// ```
/// use crownhead_board::Position;
/// use crownhead_protocol::{MoveText, replay};
///
/// let moves = ["11-15", "23-19", "8-11"].map(|text| text.parse::<MoveText>().unwrap());
/// let game = replay(Position::START, &moves)?;
/// assert_eq!(game.moves().len(), 3);
///
/// let error = replay(Position::START, &[moves[0].clone(), moves[2].clone()]).unwrap_err();
/// assert_eq!(error.index, 1);
/// assert_eq!(error.to_string(), "move 2 cannot be made: 8-11: the piece on 8 is Black's, and it is White's turn");
/// # Ok::<(), crownhead_protocol::ReplayError>(())
/// ```
pub fn replay(start: Position, moves: &[MoveText]) -> Result<Game, ReplayError> {
    let mut game = Game::from_position(start, Rules::OFFICIAL).without_automatic_draws();
    for (index, text) in moves.iter().enumerate() {
        play(&mut game, text).map_err(|fault| ReplayError { index, fault })?;
    }
    Ok(game)
}

fn play(game: &mut Game, text: &MoveText) -> Result<(), ReplayFault> {
    let mv = text.resolve(game.position()).map_err(ReplayFault::Move)?;
    game.play(mv).map_err(ReplayFault::Play)
}

/// A move in a list that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {} cannot be made: {fault}", index + 1)]
pub struct ReplayError {
    /// Its place in the list, 0 for the first.
    pub index: usize,
    fault: ReplayFault,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum ReplayFault {
    #[error(transparent)]
    Move(MoveError),
    #[error(transparent)]
    Play(PlayError),
}
