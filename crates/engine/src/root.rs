//! What is searched: a position, the rules, and how the game came there.

use crownhead_board::{Game, Move, Position, Rules, State};

/// A position to search, with the history that draws by repetition and by the 40-move rule need.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    state: State,
    /// Keys of the positions since the last advance or capture, the present one not included.
    earlier: Vec<u64>,
    quiet_plies: u32,
}

impl Root {
    /// The present position of a game.
    pub(crate) fn from_game(game: &Game) -> Root {
        let quiet_plies = game.quiet_plies();
        let earlier = game.states().rev().skip(1).take(quiet_plies as usize).map(State::key);
        let mut earlier: Vec<u64> = earlier.collect();
        earlier.reverse();
        Root { state: *game.state(), earlier, quiet_plies }
    }

    /// The position.
    pub(crate) fn position(&self) -> &Position {
        self.state.position()
    }

    /// The position under its rules.
    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// The rules.
    pub(crate) fn rules(&self) -> Rules {
        *self.state.rules()
    }

    /// The legal moves, each capture once.
    pub(crate) fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.state.legal_moves();
        moves.merge_routes();
        moves.to_vec()
    }

    pub(crate) fn earlier(&self) -> &[u64] {
        &self.earlier
    }

    /// Has some position, the present one included, occurred twice, so that the next time is a draw?
    pub(crate) fn has_repeated(&self) -> bool {
        let mut keys = self.earlier.clone();
        keys.push(self.state.key());
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    pub(crate) fn quiet_plies(&self) -> u32 {
        self.quiet_plies
    }
}
