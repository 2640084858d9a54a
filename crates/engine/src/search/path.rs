//! The way from the last advance or capture to the node that is searched, for draws.

use crownhead_board::{MAX_OCCURRENCES, MAX_QUIET_PLIES, Move, State};

use crate::root::Root;

/// Keys of positions, the present one last.
#[derive(Clone)]
pub(super) struct Path {
    steps: Vec<Step>,
    /// Where the root is among them.
    root: usize,
}

#[derive(Clone, Copy)]
struct Step {
    key: u64,
    /// Plies since an advance or a capture.
    quiet: u32,
}

/// Positions so close to a draw by the 40-move rule are not the same as far from it.
const NEAR_DRAW: u32 = MAX_QUIET_PLIES - 30;

impl Path {
    pub(super) fn new(root: &Root) -> Path {
        let mut steps: Vec<Step> = root.earlier().iter().map(|key| Step { key: *key, quiet: 0 }).collect();
        let start = steps.len();
        steps.push(Step { key: root.state().key(), quiet: root.quiet_plies() });
        Path { steps, root: start }
    }

    /// Moves made since the root.
    pub(super) fn ply(&self) -> usize {
        self.steps.len() - 1 - self.root
    }

    /// Back to the root.
    pub(super) fn rewind(&mut self) {
        self.steps.truncate(self.root + 1);
    }

    #[inline]
    pub(super) fn push(&mut self, before: &State, mv: Move, after: &State) {
        let quiet = before.position().quiet_plies_after(mv, self.last().quiet);
        self.steps.push(Step { key: after.key(), quiet });
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.steps.pop();
    }

    #[inline]
    fn last(&self) -> Step {
        *self.steps.last().expect("the root is never popped")
    }

    /// The key under which the table knows the position. Those of other rules differ, because what is found
    /// under some rules is wrong under others.
    #[inline]
    pub(super) fn table_key(&self) -> u64 {
        let Step { key, quiet } = self.last();
        if quiet < NEAR_DRAW { key } else { key ^ u64::from(quiet / 4).wrapping_mul(0xD6E8_FEB8_6659_FD93) }
    }

    /// Plies since an advance or a capture are enough for a draw.
    #[inline]
    pub(super) fn is_forty_moves(&self) -> bool {
        self.last().quiet >= MAX_QUIET_PLIES
    }

    /// Is the position a repetition that amounts to a draw? Within the search the first one does,
    /// because a side that could do better the second time could do so the first time. What happened
    /// before the search counts as the rules count it.
    #[inline]
    pub(super) fn is_repetition(&self) -> bool {
        let now = self.last();
        // It takes at least four plies to come back.
        now.quiet >= 4 && self.repeats(now)
    }

    fn repeats(&self, now: Step) -> bool {
        let here = self.steps.len() - 1;
        let mut occurrences = 1;
        for i in (here.saturating_sub(now.quiet as usize)..here).rev() {
            if self.steps[i].key == now.key {
                occurrences += 1;
                if i >= self.root || occurrences >= MAX_OCCURRENCES {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_board::{Game, Rules};

    /// Plays moves given by their texts.
    fn play(game: &mut Game, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = *game.legal_moves().iter().find(|mv| mv.to_string() == text).unwrap();
            game.play(mv).unwrap();
        }
    }

    fn walk(path: &mut Path, game: &Game, moves: &str) {
        let mut state = *game.state();
        for text in moves.split_whitespace() {
            let mv = *state.legal_moves().iter().find(|mv| mv.to_string() == text).unwrap();
            let next = state.play_unchecked(mv);
            path.push(&state, mv, &next);
            state = next;
        }
    }

    fn kings() -> Game {
        Game::from_position("W:WK32:BK1".parse().unwrap(), Rules::OFFICIAL)
    }

    #[test]
    fn within_the_search_the_second_occurrence_is_a_draw() {
        let game = kings();
        let mut path = Path::new(&Root::from_game(&game));
        walk(&mut path, &game, "32-28 1-5 28-32");
        assert!(!path.is_repetition());
        let mut path = Path::new(&Root::from_game(&game));
        walk(&mut path, &game, "32-28 1-5 28-32 5-1");
        assert!(path.is_repetition());
        path.rewind();
        assert!(!path.is_repetition());
    }

    #[test]
    fn before_the_search_the_third_occurrence_counts() {
        let mut game = kings();
        play(&mut game, "32-28 1-5 28-32");
        let mut path = Path::new(&Root::from_game(&game));
        walk(&mut path, &game, "5-1");
        assert!(!path.is_repetition(), "it is the second occurrence in the game, the first in the search");
        play(&mut game, "5-1 32-28 1-5 28-32");
        let mut path = Path::new(&Root::from_game(&game));
        walk(&mut path, &game, "5-1");
        assert!(path.is_repetition());
    }

    #[test]
    fn eighty_quiet_plies_are_a_draw() {
        let game = kings();
        let mut path = Path::new(&Root::from_game(&game));
        for _ in 0..20 {
            assert!(!path.is_forty_moves());
            walk(&mut path, &game, "32-28 1-5 28-32 5-1");
        }
        assert!(path.is_forty_moves());
    }
}
