//! Games to find puzzles in: two levels, which slip now and then.

use crownhead_board::{Color, Game, Position, Role, Rules, Setup, Square};
use crownhead_engine::{Ask, Control, Engine, Level, Silent, three_move_ballots};
use fastrand::Rng;

/// One game in this many starts from a ballot. The others start from a random ending: that is where most can be
/// proved.
const GAMES_PER_BALLOT: u64 = 64;
/// Longer games have nothing new,
const MAX_PLIES: usize = 120;
/// nor have those in which kings walk about.
const MAX_QUIET_PLIES: u32 = 12;
/// Random moves after the ballot, so that games differ.
const RANDOM_PLIES: usize = 6;
/// One move in this many is a slip: any move at all.
const MOVES_PER_SLIP: u8 = 6;
/// The levels that play: those that make mistakes, and are quick.
const LEVELS: std::ops::RangeInclusive<u8> = 1..=3;
/// Pieces of each side in an ending. Men are on their way when it begins.
const ENDING_PIECES: std::ops::RangeInclusive<u8> = 3..=4;
/// One piece in this many is a king then.
const PIECES_PER_KING: u8 = 6;

/// A game of two levels; the seed decides it.
pub fn self_play(seed: u64) -> Game {
    let mut random = Rng::with_seed(seed);
    let mut game = if seed.is_multiple_of(GAMES_PER_BALLOT) {
        from_ballot(&mut random)
    } else {
        from_ending(&mut random)
    };
    let levels = [(); 2].map(|()| Level::new(random.u8(LEVELS)).expect("there is such a level"));
    let engines = levels.map(Engine::for_level);
    while game.outcome().is_none() && game.moves().len() < MAX_PLIES && game.quiet_plies() < MAX_QUIET_PLIES {
        let side = game.moves().len() % 2;
        if random.u8(..MOVES_PER_SLIP) == 0 {
            play_any(&mut game, &mut random);
            continue;
        }
        let ask = Ask::level(levels[side], random.u64(..));
        let Some(mv) = engines[side].think(&game, ask, &Control::new(), &mut Silent).best else { break };
        game.play(mv).expect("a level makes legal moves");
    }
    game
}

fn from_ballot(random: &mut Rng) -> Game {
    let ballots = three_move_ballots();
    let start = ballots[random.usize(..ballots.len())].position();
    let mut game = Game::from_position(start, Rules::OFFICIAL);
    (0..RANDOM_PLIES).for_each(|_| play_any(&mut game, random));
    game
}

fn from_ending(random: &mut Rng) -> Game {
    loop {
        let turn = if random.bool() { Color::White } else { Color::Black };
        let mut setup = Setup { turn: Some(turn), ..Setup::default() };
        let n_pieces = random.u8(ENDING_PIECES);
        for color in [Color::Black, Color::White] {
            for _ in 0..n_pieces {
                let role = if random.u8(..PIECES_PER_KING) == 0 { Role::King } else { Role::Man };
                setup.put(Square::ALL[random.usize(..Square::ALL.len())], Some(role.of(color)));
            }
        }
        if let Ok(pos) = Position::try_from(setup)
            && pos.black().len().abs_diff(pos.white().len()) <= 1
            && pos.has_legal_move()
        {
            return Game::from_position(pos, Rules::OFFICIAL);
        }
    }
}

fn play_any(game: &mut Game, random: &mut Rng) {
    if let Some(&mv) = random.choice(game.legal_moves().iter()) {
        game.play(mv).expect("a legal move can be played");
    }
}
