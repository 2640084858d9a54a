//! What is searched: a position, the rules, and how the game came there.

use crownhead_board::{Game, Position, Rules, State};

/// A position to search, with the history that draws by repetition and by the 40-move rule need.
///
/// ```
/// use crownhead_board::{Game, Position, Rules, State};
/// use crownhead_engine::Root;
///
/// let root = Root::new(Position::START, Rules::OFFICIAL);
/// assert_eq!(root.position(), &Position::START);
///
/// let mut game = Game::new();
/// game.play(game.legal_moves()[0]).unwrap();
/// assert_eq!(Root::from_game(&game).position(), game.position());
/// ```
#[derive(Clone, Debug)]
pub struct Root {
    state: State,
    /// Keys of the positions since the last advance or capture, the present one not included.
    earlier: Vec<u64>,
    quiet_plies: u32,
}

impl Root {
    /// A position without history.
    pub fn new(position: Position, rules: Rules) -> Root {
        Root { state: State::new(position, rules), earlier: Vec::new(), quiet_plies: 0 }
    }

    /// The present position of a game.
    pub fn from_game(game: &Game) -> Root {
        let quiet_plies = game.quiet_plies();
        let earlier = game.states().rev().skip(1).take(quiet_plies as usize).map(State::key);
        let mut earlier: Vec<u64> = earlier.collect();
        earlier.reverse();
        Root { state: *game.state(), earlier, quiet_plies }
    }

    /// The position.
    pub fn position(&self) -> &Position {
        self.state.position()
    }

    /// The position under its rules.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        *self.state.rules()
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
