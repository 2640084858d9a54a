//! What to prune and what to reduce: each rule is a function from what is known about a node to a
//! decision.

use std::sync::LazyLock;

use crate::depth::Depth;
use crate::score::{Score, Window};
use crate::tunable::tunables;

tunables! {
    /// What the search's decisions depend on. Margins are in hundredths of a man, depths in plies.
    SearchTunables {
        /// The deepest search that trusts the evaluation to be above beta.
        static_depth = 6 in 0..=12,
        /// By how much the evaluation has to be above beta, for each ply of depth.
        static_margin = 24 in 5..=100,
        /// Less of it while the evaluation gets better.
        static_improving = 23 in 0..=100,
        /// The deepest search that gives up what captures alone do not save.
        hopeless_depth = 3 in 0..=8,
        /// By how much the evaluation has to be below alpha, for each ply of depth.
        hopeless_margin = 50 in 10..=200,
        /// The shallowest search that is settled by one that is shallower still.
        verify_depth = 7 in 3..=15,
        /// How much shallower.
        verify_reduction = 4 in 2..=10,
        /// By how much that one has to be outside the window.
        verify_margin = 55 in 0..=200,
        /// The shallowest search whose later moves are reduced.
        late_depth = 2 in 2..=10,
        /// The first move that is reduced, counted from 0.
        late_move = 1 in 1..=10,
        /// Reduction in hundredths of a ply: the constant part.
        late_base = 100 in 0..=300,
        /// Reduction in hundredths of a ply, for each product of logarithms.
        late_slope = 134 in 0..=200,
        /// History that is worth a ply of reduction.
        late_history = 3400 in 1000..=30000,
        /// The shallowest search that is reduced when the table names no move.
        unknown_depth = 3 in 2..=12,
        /// Half the first window around the expected score.
        aspiration = 16 in 4..=64,
        /// The quiescence search tries sacrifices when the evaluation is at most this far below alpha.
        shot_margin = 200 in 0..=500,
        /// How many moves out of a threat the quiescence search tries on a line.
        threats = 1 in 1..=9,
    }
}

/// What is known about a node before its moves are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    pub(super) depth: Depth,
    pub(super) window: Window,
    /// The evaluation, unless a capture has to be made.
    pub(super) static_eval: Option<Score>,
    /// The same, or what an earlier search has found if that says more.
    pub(super) eval: Option<Score>,
    /// Would the opponent capture if it were its turn?
    pub(super) is_threatened: bool,
    /// Is the evaluation better than it was at this side's last turn?
    pub(super) is_improving: bool,
    /// Did this side give up a piece with its last move, and has nothing to capture in return?
    pub(super) is_sacrifice: bool,
    pub(super) is_pv: bool,
    pub(super) n_moves: usize,
    pub(super) has_hash_move: bool,
}

/// The evaluation is so far above beta that a shallow search will not bring it down.
pub(super) fn settled_by_evaluation(facts: &Facts, tunables: &SearchTunables) -> Option<Score> {
    let eval = facts.eval?;
    let plies = facts.depth.plies();
    if facts.is_pv || facts.is_threatened || plies > tunables.static_depth || facts.window.beta.is_loss() {
        return None;
    }
    let improving = if facts.is_improving { tunables.static_improving } else { 0 };
    (eval - tunables.static_margin * plies + improving >= facts.window.beta).then_some(eval)
}

/// The evaluation is so far below alpha that a shallow search will hardly bring it up: captures alone
/// tell whether there is any hope.
pub(super) fn is_hopeless(facts: &Facts, tunables: &SearchTunables) -> bool {
    let plies = facts.depth.plies();
    let is_below = |eval: Score| eval + tunables.hopeless_margin * plies <= facts.window.alpha;
    !facts.is_pv
        && plies <= tunables.hopeless_depth
        && facts.window.alpha.is_estimate()
        && facts.eval.is_some_and(is_below)
}

/// A shallower search that may settle this one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verification {
    pub(super) depth: Depth,
    pub(super) window: Window,
    /// Is the score to be above the window, rather than below?
    pub(super) is_high: bool,
}

/// The evaluation is outside the window: if a shallower search finds the score far outside too,
/// the deeper one would as well.
///
/// Behind a sacrifice the evaluation is low by nature. A shot with several of them would lose depth at
/// each, and be found many plies too late.
pub(super) fn verification(facts: &Facts, tunables: &SearchTunables) -> Option<Verification> {
    let eval = facts.eval?;
    let Window { alpha, beta } = facts.window;
    if facts.is_pv
        || facts.depth.plies() < tunables.verify_depth
        || !beta.is_estimate()
        || !alpha.is_estimate()
    {
        return None;
    }
    let depth = facts.depth - tunables.verify_reduction;
    if eval >= beta + tunables.verify_margin {
        Some(Verification { depth, window: Window::below(beta + tunables.verify_margin), is_high: true })
    } else if eval <= alpha - tunables.verify_margin && !facts.is_sacrifice {
        Some(Verification { depth, window: Window::above(alpha - tunables.verify_margin), is_high: false })
    } else {
        None
    }
}

/// A deep search where the table names no move is not worth its full depth: the next iteration
/// will know one.
pub(super) fn depth_without_hash_move(facts: &Facts, tunables: &SearchTunables) -> Depth {
    let is_unknown =
        !facts.has_hash_move && facts.n_moves > 1 && facts.depth.plies() >= tunables.unknown_depth;
    if is_unknown { facts.depth - 1 } else { facts.depth }
}

/// A move that comes late in its node.
#[derive(Clone, Copy, Debug)]
pub(super) struct LateMove {
    /// The depth of the node.
    pub(super) depth: Depth,
    /// The place of the move, from 0.
    pub(super) index: usize,
    pub(super) history: i32,
    /// Is it a capture?
    pub(super) is_capture: bool,
    /// Would the opponent capture if it were its turn?
    pub(super) is_threatened: bool,
    pub(super) is_pv: bool,
}

/// Reductions of late moves, computed in advance.
pub(super) struct Reductions([[i32; 64]; 64]);

impl Reductions {
    pub(super) fn new(tunables: &SearchTunables) -> Reductions {
        // Worked out once for all searches: short ones would notice.
        static LOGARITHMS: LazyLock<[f64; 64]> =
            LazyLock::new(|| std::array::from_fn(|number| (number.max(1) as f64).ln()));
        let slope = f64::from(tunables.late_slope);
        let plies = |product: f64| tunables.late_base + (slope * product) as i32;
        let logarithms = &*LOGARITHMS;
        Reductions(logarithms.map(|depth| logarithms.map(|index| plies(depth * index))))
    }

    /// By how many plies a late move is reduced.
    #[inline(always)]
    pub(super) fn late(&self, late: LateMove, tunables: &SearchTunables) -> i32 {
        let plies = late.depth.plies();
        if plies < tunables.late_depth || (late.index as i32) < tunables.late_move || late.is_capture {
            return 0;
        }
        let mut hundredths = self.0[plies.min(63) as usize][late.index.min(63)];
        hundredths -= 100 * late.history / tunables.late_history;
        hundredths -= if late.is_pv { 100 } else { 0 };
        hundredths -= if late.is_threatened { 50 } else { 0 };
        (hundredths / 100).clamp(0, plies - 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> Facts {
        Facts {
            depth: Depth::new(4),
            window: Window::below(Score::estimate(10)),
            static_eval: None,
            eval: Some(Score::estimate(500)),
            is_threatened: false,
            is_improving: false,
            is_sacrifice: false,
            is_pv: false,
            n_moves: 8,
            has_hash_move: true,
        }
    }

    #[test]
    fn the_evaluation_settles_only_quiet_scouts() {
        let tunables = SearchTunables::default();
        let settles = |facts: Facts| settled_by_evaluation(&facts, &tunables).is_some();
        assert!(settles(facts()));
        assert!(!settles(Facts { is_pv: true, ..facts() }));
        assert!(!settles(Facts { is_threatened: true, ..facts() }));
        assert!(!settles(Facts { eval: None, ..facts() }));
        assert!(!settles(Facts { eval: Some(Score::estimate(11)), ..facts() }));
        assert!(!settles(Facts { depth: Depth::new(40), ..facts() }));
    }

    #[test]
    fn only_shallow_scouts_far_below_are_hopeless() {
        let tunables = SearchTunables::default();
        let hopeless = Facts { depth: Depth::new(2), eval: Some(Score::estimate(-500)), ..facts() };
        let gives_up = |facts: Facts| is_hopeless(&facts, &tunables);
        assert!(gives_up(hopeless));
        assert!(!gives_up(Facts { is_pv: true, ..hopeless }));
        assert!(!gives_up(Facts { eval: None, ..hopeless }));
        assert!(!gives_up(Facts { eval: Some(Score::estimate(0)), ..hopeless }));
        assert!(!gives_up(Facts { depth: Depth::new(9), ..hopeless }));
    }

    #[test]
    fn both_sides_of_the_window_can_be_verified() {
        let tunables = SearchTunables::default();
        let deep = Facts { depth: Depth::new(9), ..facts() };
        assert!(verification(&deep, &tunables).unwrap().is_high);
        let low = Facts { eval: Some(Score::estimate(-500)), ..deep };
        assert!(!verification(&low, &tunables).unwrap().is_high);
        assert!(verification(&Facts { eval: Some(Score::estimate(10)), ..deep }, &tunables).is_none());
        assert!(verification(&facts(), &tunables).is_none());
        assert!(verification(&Facts { is_sacrifice: true, ..low }, &tunables).is_none());
    }

    #[test]
    fn late_moves_lose_more_the_later_they_come() {
        let tunables = SearchTunables::default();
        let reductions = Reductions::new(&tunables);
        let late = |plies, index, is_capture| {
            let depth = Depth::new(plies);
            let late = LateMove { depth, index, history: 0, is_capture, is_threatened: false, is_pv: false };
            reductions.late(late, &tunables)
        };
        assert_eq!(late(20, 0, false), 0);
        assert!(late(20, 15, false) > late(20, 4, false));
        assert_eq!(late(20, 15, true), 0);
        assert_eq!(late(2, 30, false), 0);
    }
}
