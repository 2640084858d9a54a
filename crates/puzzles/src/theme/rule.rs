//! One rule for each theme.

use crownhead_board::{Bitboard, Color, Move, Position, Square};

use super::story::{Scene, Story};
use crate::puzzle::Goal;

pub(super) fn only_draw(story: &Story) -> bool {
    story.goal == Goal::Draw
}

pub(super) fn sacrifice(story: &Story) -> bool {
    story.sacrifices().any(|sacrifice| sacrifice.given > 0)
}

pub(super) fn exchange(story: &Story) -> bool {
    story.sacrifices().any(|sacrifice| sacrifice.given == sacrifice.taken)
}

pub(super) fn two_for_one(story: &Story) -> bool {
    story.sacrifices().any(|sacrifice| (sacrifice.given, sacrifice.taken) == (1, 2))
}

pub(super) fn three_for_two(story: &Story) -> bool {
    story.sacrifices().any(|sacrifice| sacrifice.given == 2 && sacrifice.taken > 2)
}

pub(super) fn big_shot(story: &Story) -> bool {
    story.solvers().any(|scene| scene.mv.captured().len() >= 3)
}

pub(super) fn multi_jump(story: &Story) -> bool {
    story.solvers().any(|scene| scene.mv.captured().len() >= 2)
}

pub(super) fn in_and_out(story: &Story) -> bool {
    let own: Vec<&Scene> = story.solvers().collect();
    own.windows(2).any(|pair| {
        let [into, out] = pair else { return false };
        into.mv.is_jump() && into.is_crowning() && out.mv.is_jump() && out.mv.from() == into.mv.to()
    })
}

pub(super) fn crowning(story: &Story) -> bool {
    story.solvers().any(Scene::is_crowning)
}

pub(super) fn breech(story: &Story) -> bool {
    let mut scenes = story.scenes.iter();
    let gives = |scene: &&Scene| story.sacrifices().any(|sacrifice| sacrifice.scene.before == scene.before);
    scenes.by_ref().any(|scene| gives(&scene)) && scenes.any(|scene| scene.is_solver && scene.is_crowning())
}

pub(super) fn race(story: &Story) -> bool {
    let crowns =
        |is_solver| story.scenes.iter().any(|scene| scene.is_solver == is_solver && scene.is_crowning());
    crowns(true) && crowns(false)
}

pub(super) fn blocked(story: &Story) -> bool {
    let end = story.end();
    end.turn() != story.solver && !end.pieces(end.turn()).is_empty() && !end.has_legal_move()
}

pub(super) fn trapped_king(story: &Story) -> bool {
    after_last_choice(story).is_some_and(|pos| {
        let kings = pos.pieces(pos.turn()) & pos.kings();
        pos.jumpers().is_empty() && kings.into_iter().any(|king| is_trapped(pos, king))
    })
}

/// Is a king, whose side is to move, taken wherever it goes?
fn is_trapped(pos: &Position, king: Square) -> bool {
    pos.legal_moves().iter().filter(|mv| mv.from() == Some(king)).all(|mv| {
        let after = pos.play_unchecked(*mv);
        let takes_it = |jump: &Move| mv.to().is_some_and(|to| jump.captured().contains(to));
        after.legal_moves().iter().any(takes_it)
    })
}

pub(super) fn pin(story: &Story) -> bool {
    let is_pinned = |pos: &Position, piece: Square| {
        let moves = pos.legal_moves();
        let mut own = moves.iter().filter(|mv| mv.from() == Some(piece)).peekable();
        own.peek().is_some() && own.all(|mv| exposes_another(pos, *mv))
    };
    story.choices().map(|scene| &scene.after).any(|pos| {
        is_calm(pos) && pos.movers().len() > 1 && pos.movers().into_iter().any(|piece| is_pinned(pos, piece))
    })
}

/// Can another piece than the one that moves be taken after a move?
fn exposes_another(pos: &Position, mv: Move) -> bool {
    let after = pos.play_unchecked(mv);
    let moved = mv.to().map(Bitboard::from_square).unwrap_or_default();
    after.legal_moves().iter().any(|jump| !(jump.captured() - moved).is_empty())
}

pub(super) fn squeeze(story: &Story) -> bool {
    after_last_choice(story).is_some_and(|pos| is_calm(pos) && pos.has_legal_move() && always_loses(pos))
}

/// Can neither side take anything at once?
fn is_calm(pos: &Position) -> bool {
    pos.jumpers().is_empty() && pos.jumpers_of(!pos.turn()).is_empty()
}

/// Is something taken after every move?
fn always_loses(pos: &Position) -> bool {
    pos.legal_moves().iter().all(|mv| !pos.play_unchecked(*mv).jumpers().is_empty())
}

/// The position after the last move that has to be found.
fn after_last_choice(story: &Story) -> Option<&Position> {
    story.choices().last().map(|scene| &scene.after)
}

pub(super) fn the_move(story: &Story) -> bool {
    let (own, other) = story.sides();
    let nothing_is_taken = story.scenes.iter().all(|scene| !scene.mv.is_jump());
    own == other && nothing_is_taken && after_last_choice(story).is_some_and(|pos| !has_the_move(pos))
}

pub(super) fn changing_the_move(story: &Story) -> bool {
    let (own, other) = story.sides();
    own == other
        && story.sacrifices().any(|sacrifice| {
            let [start, end] = [&sacrifice.scene.before, sacrifice.end];
            // The solver is to move in the first, and whoever is to move in the second.
            let solver_has_it = has_the_move(end) == (end.turn() == story.solver);
            sacrifice.given == sacrifice.taken && !has_the_move(start) && solver_has_it
        })
}

/// Whether the side to move has the move, by the old count: the pieces of both sides on the files where its own back row
/// has squares are odd in number.
fn has_the_move(pos: &Position) -> bool {
    let parity = match pos.turn() {
        Color::White => Square::S29.column() % 2,
        Color::Black => Square::S1.column() % 2,
    };
    pos.occupied().into_iter().filter(|square| square.column() % 2 == parity).count() % 2 == 1
}

pub(super) fn quiet(story: &Story) -> bool {
    story.choices().all(|scene| !scene.mv.is_jump()) && story.sacrifices().next().is_none()
}

pub(super) fn choice_of_captures(story: &Story) -> bool {
    story.choices().any(|scene| scene.mv.is_jump())
}

pub(super) fn king_sacrifice(story: &Story) -> bool {
    story
        .sacrifices()
        .any(|sacrifice| sacrifice.reply.mv.captured().intersects(sacrifice.reply.before.kings()))
}

pub(super) fn outnumbered(story: &Story) -> bool {
    let (own, other) = story.sides();
    own < other
}

pub(super) fn double_corner(story: &Story) -> bool {
    let corners: Bitboard = [Square::S1, Square::S5, Square::S28, Square::S32].into_iter().collect();
    let ends_there = |scene: &Scene| {
        scene.mv.to().is_some_and(|to| corners.contains(to) && scene.after.kings().contains(to))
    };
    story.goal == Goal::Draw && story.choices().last().is_some_and(ends_there)
}

pub(super) fn long(story: &Story) -> bool {
    story.choices().count() >= 4
}

pub(super) fn very_long(story: &Story) -> bool {
    story.choices().count() >= 6
}

pub(super) fn many_pieces(story: &Story) -> bool {
    story.start().occupied().len() >= 8
}

pub(super) fn kings_only(story: &Story) -> bool {
    story.start().occupied() == story.start().kings()
}

pub(super) fn men_only(story: &Story) -> bool {
    story.start().kings().is_empty()
}

pub(super) fn two_against_one(story: &Story) -> bool {
    is_of_material(story, 2, 1)
}

pub(super) fn two_against_two(story: &Story) -> bool {
    is_of_material(story, 2, 2)
}

pub(super) fn three_against_two(story: &Story) -> bool {
    is_of_material(story, 3, 2)
}

pub(super) fn three_against_three(story: &Story) -> bool {
    is_of_material(story, 3, 3)
}

/// Do the sides have these numbers of pieces?
fn is_of_material(story: &Story, more: usize, fewer: usize) -> bool {
    let (own, other) = story.sides();
    (own.max(other), own.min(other)) == (more, fewer)
}
