//! From what is seen of a tournament to what is told of it.

use crownhead_arena::reading::shortened;
use crownhead_arena::tournament::{
    Format, Gallery, LiveGame, News, Progress, Rating, Reply, Row, Scoreboard, SeenGame, Story,
};
use crownhead_board::{Color, Game, Move, Position};

use crate::error::sentence;
use crate::time::clock_ms;
use crate::wire::{
    ArenaCell, ArenaFault, ArenaFormat, ArenaGame, ArenaLive, ArenaMove, ArenaMoved, ArenaNews, ArenaOver,
    ArenaRating, ArenaRow, ArenaSaid, ArenaState, ArenaStory, ArenaSummary, ArenaTable, ArenaTournament,
    ArenaWords, Side,
};

/// How much of what was said goes out at once to all who watch, in bytes; the game itself has more of it.
const MAX_TOLD: usize = 1_000;
/// How much of a reason, or of a name.
const MAX_REASON: usize = 400;

pub(super) fn summary(name: &str, gallery: &Gallery) -> ArenaSummary {
    let file = gallery.file();
    let (done, total) = gallery.n_done();
    ArenaSummary {
        id: name.to_owned(),
        name: cut(&file.name, MAX_REASON),
        state: match gallery.progress() {
            Progress::Running => ArenaState::Running,
            Progress::Stopped => ArenaState::Stopped,
            Progress::Finished => ArenaState::Finished,
        },
        format: match file.format {
            Format::RoundRobin => ArenaFormat::RoundRobin,
            Format::Gauntlet => ArenaFormat::Gauntlet,
            Format::Swiss => ArenaFormat::Swiss,
        },
        players: file.names().iter().map(|name| cut(name, MAX_REASON)).collect(),
        done: number(done),
        total: number(total),
        live: number(gallery.live().count()),
    }
}

pub(super) fn tournament(summary: &ArenaSummary, gallery: &Gallery) -> ArenaTournament {
    ArenaTournament {
        summary: summary.clone(),
        settings: gallery.file().settings(),
        table: table(&gallery.scoreboard()),
        games: gallery.games().iter().map(game).collect(),
        live: gallery.live().map(live).collect(),
        now: clock_ms(),
    }
}

pub(super) fn news(gallery: &Gallery, news: &News, summary: Option<ArenaSummary>) -> ArenaNews {
    let moved = |(game, ply): &(usize, usize)| {
        let now = gallery.live_game(*game)?;
        Some(ArenaMoved { live: live(now), moves: moves(&now.played, &now.by_chance).skip(*ply).collect() })
    };
    let said = |(game, reply): &(usize, Reply)| {
        let words = words(reply, gallery.live_game(*game)?.played.start());
        let words = ArenaWords { words: cut(&words.words, MAX_TOLD), ..words };
        Some(ArenaSaid { game: number(*game), words })
    };
    let over = |(i, played): &(usize, Game)| ArenaOver {
        game: game(&gallery.games()[*i]),
        moves: played.moves().map(text).collect(),
        fen: played.position().to_string(),
    };
    ArenaNews {
        begun: news.begun.iter().filter_map(|game| gallery.live_game(*game).map(live)).collect(),
        moved: news.moved.iter().filter_map(moved).collect(),
        said: news.replies.iter().filter_map(said).collect(),
        gone: news.gone.iter().copied().map(number).collect(),
        over: news.over.iter().map(over).collect(),
        table: (!news.over.is_empty()).then(|| table(&gallery.scoreboard())),
        summary,
        now: clock_ms(),
    }
}

pub(super) fn story(
    summary: &ArenaSummary,
    gallery: &Gallery,
    number_of: usize,
    run: Option<usize>,
    story: Story,
) -> ArenaStory {
    let is_over = story.pdn.is_some();
    let seen = gallery.seen(number_of, run).filter(|_| is_over);
    let now = gallery.live_game(number_of).filter(|_| !is_over);
    let by_chance = now.map_or(&[][..], |live| live.by_chance.as_slice());
    let mut made: Vec<ArenaMove> = moves(&story.game, by_chance).collect();
    let is_told = |ply: usize| story.replies.iter().any(|reply| reply.ply == ply && reply.mv.is_some());
    for ((ply, mv), note) in made.iter_mut().enumerate().zip(&story.comments) {
        // What was said stands beside the move anyway.
        mv.note = (!note.is_empty() && !is_told(ply)).then(|| cut(note, MAX_REASON));
    }
    ArenaStory {
        summary: summary.clone(),
        over: seen.map(game),
        live: now.map(live),
        start: story.game.start().to_string(),
        given: number(story.n_given),
        moves: made,
        words: story.replies.iter().map(|reply| words(reply, story.game.start())).collect(),
        pdn: story.pdn,
        now: clock_ms(),
    }
}

fn table(scoreboard: &Scoreboard) -> ArenaTable {
    let cell = |(points, games): &(f64, u32)| ArenaCell { points: *points, games: *games };
    ArenaTable {
        rows: scoreboard.order().into_iter().map(|player| row(player, &scoreboard.rows[player])).collect(),
        cross: scoreboard.cross.iter().map(|row| row.iter().map(cell).collect()).collect(),
        voids: number(scoreboard.n_voids),
    }
}

fn row(player: usize, row: &Row) -> ArenaRow {
    let Rating { elo, low, high, is_anchor } = row.rating;
    let side = row.side;
    ArenaRow {
        player: number(player),
        rating: ArenaRating { elo, low, high, fixed: is_anchor },
        by_play: row.by_play.map(|rating| rating.elo),
        free: row.free.elo,
        wins: row.wins,
        draws: row.draws,
        losses: row.losses,
        forfeits: row.forfeits,
        voids: row.voids,
        loss: side.quality.mean_loss().map(|loss| loss / 100.0),
        thrown: side.quality.thrown_share(),
        refused: side.refused_share(),
        cost: row.cost,
    }
}

fn game(seen: &SeenGame) -> ArenaGame {
    let record = &seen.record;
    ArenaGame {
        game: number(record.game),
        run: number(seen.run),
        round: number(record.round),
        black: number(record.black),
        white: number(record.white),
        points: record.points,
        ending: sentence(&cut(&record.ending, MAX_REASON)),
        fault: record
            .fault
            .as_ref()
            .map(|fault| ArenaFault { player: number(fault.player), why: cut(&fault.why, MAX_REASON) }),
        plies: number(record.plies),
        opening: seen.opening.clone(),
    }
}

fn live(live: &LiveGame) -> ArenaLive {
    let pos = live.played.position();
    let [black_ms, white_ms] = live.clocks;
    ArenaLive {
        game: number(live.game),
        run: number(live.run),
        round: number(live.round),
        black: number(live.black),
        white: number(live.white),
        ply: number(live.played.moves().len()),
        fen: pos.to_string(),
        turn: pos.turn().into(),
        black_ms,
        white_ms,
        at: live.at,
    }
}

/// The moves of a game; those at the plies `by_chance` (counted from 1) were made by chance.
fn moves(game: &Game, by_chance: &[usize]) -> impl Iterator<Item = ArenaMove> {
    game.moves().zip(game.positions().skip(1)).enumerate().map(|(i, (mv, pos))| ArenaMove {
        mv: text(mv),
        fen: pos.to_string(),
        by_chance: by_chance.contains(&(i + 1)),
        note: None,
    })
}

fn words(reply: &Reply, start: &Position) -> ArenaWords {
    ArenaWords {
        ply: number(reply.ply),
        side: side_at(start, reply.ply),
        attempt: reply.attempt,
        words: reply.reply.clone(),
        refused: reply.why.as_deref().map(|why| cut(why, MAX_REASON)),
        mv: reply.mv.clone(),
        tokens: reply.tokens,
        seconds: reply.seconds,
    }
}

/// The side to move after `ply` plies.
fn side_at(start: &Position, ply: usize) -> Side {
    let color: Color = if ply.is_multiple_of(2) { start.turn() } else { !start.turn() };
    color.into()
}

fn text(mv: Move) -> String {
    mv.route_text().to_string()
}

/// The beginning of a text, with a sign that there was more.
fn cut(text: &str, max: usize) -> String {
    let beginning = shortened(text, max);
    if beginning.len() < text.len() { format!("{beginning} …") } else { text.to_owned() }
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
