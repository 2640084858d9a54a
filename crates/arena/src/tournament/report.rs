//! The report of a tournament: the games as PDN, and a self-contained page.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

use crownhead_board::Game;
use crownhead_files::write_atomically;
use crownhead_pdn::Reader;
use crownhead_study::html::{escaped, fill, script_data, squares};
use serde::Serialize;

use super::charts;
use super::folder::{ATTEMPTS, FolderError, GAMES, REPORT, Saved, io_error, read_attempts};
use super::record::GameRecord;
use super::reply::Reply;
use super::scoreboard::{Row, Scoreboard};

const PAGE: &str = include_str!("report.html");

/// A game on the page.
#[derive(Serialize)]
struct ReportGame<'a> {
    game: usize,
    round: usize,
    black: usize,
    white: usize,
    points: Option<f64>,
    ending: &'a str,
    fault: Option<&'a str>,
    moves: Vec<String>,
    /// The 32 squares after each move, the start first: `b`, `w`, `B`, `W` or a dot.
    boards: Vec<String>,
    words: &'a [Reply],
}

impl Saved {
    /// Writes `games.pdn` and `report.html` into the folder.
    ///
    /// # Errors
    ///
    /// A file cannot be read or written.
    pub fn write_report(&self, folder: &Path) -> Result<(), FolderError> {
        let write = |name: &str, text: String| {
            let path = folder.join(name);
            write_atomically(&path, text.as_bytes()).map_err(io_error(&path))
        };
        write(GAMES, self.pdn())?;
        write(REPORT, self.report(folder)?)
    }

    /// The report as one page, with the replies of text players.
    ///
    /// # Errors
    ///
    /// The attempts cannot be read.
    pub fn report(&self, folder: &Path) -> Result<String, FolderError> {
        Ok(self.page(&self.replies(folder)?))
    }

    /// The finished games with their runs, in the order of their numbers.
    fn games(&self) -> Vec<(&GameRecord, usize)> {
        let mut runs: HashMap<usize, usize> = HashMap::new();
        let mut games = Vec::new();
        for record in &self.records {
            let run = runs.entry(record.game).or_default();
            games.push((record, *run));
            *run += 1;
        }
        games.sort_by_key(|(record, run)| (record.game, *run));
        games
    }

    /// The finished games as PDN.
    pub fn pdn(&self) -> String {
        self.games().iter().map(|(record, _)| format!("{}\n\n", record.pdn.trim_end())).collect()
    }

    /// The replies in each run of each game.
    fn replies(&self, folder: &Path) -> Result<HashMap<(usize, usize), Vec<Reply>>, FolderError> {
        let mut replies: HashMap<_, Vec<Reply>> = HashMap::new();
        let read = read_attempts(folder, |_, record| {
            replies.entry((record.game, record.run)).or_default().push(Reply::from(&record));
            Ok(())
        });
        read.map_err(io_error(&folder.join(ATTEMPTS)))?;
        Ok(replies)
    }

    fn page(&self, replies: &HashMap<(usize, usize), Vec<Reply>>) -> String {
        let scoreboard = Scoreboard::from(self);
        let said = |record: &GameRecord, run| replies.get(&(record.game, run)).map_or(&[][..], Vec::as_slice);
        let games = self.games();
        let games: Vec<_> =
            games.iter().map(|(record, run)| report_game(record, said(record, *run))).collect();
        let data = serde_json::json!({ "names": self.file.names(), "games": games });
        fill(
            PAGE,
            &[
                ("title", &escaped(&self.file.name)),
                ("n_games", &scoreboard.n_games.to_string()),
                ("n_voids", &scoreboard.n_voids.to_string()),
                ("settings", &escaped(&self.file.settings())),
                ("table", &table(&scoreboard)),
                ("cross", &cross_table(&scoreboard)),
                ("cost_head", if has_costs(&scoreboard) { "<th scope=\"col\">Cost</th>" } else { "" }),
                ("plot", &charts::intervals(&scoreboard)),
                ("over_time", &charts::over_time(self, &scoreboard)),
                ("against_price", &against_price(&scoreboard)),
                ("data", &script_data(&data.to_string())),
            ],
        )
    }
}

fn report_game<'a>(record: &'a GameRecord, words: &'a [Reply]) -> ReportGame<'a> {
    let game = replayed(&record.pdn).unwrap_or_default();
    ReportGame {
        game: record.game,
        round: record.round,
        black: record.black,
        white: record.white,
        points: record.points,
        ending: &record.ending,
        fault: record.fault.as_ref().map(|fault| fault.why.as_str()),
        moves: game.moves().map(|mv| mv.route_text().to_string()).collect(),
        boards: game.positions().map(squares).collect(),
        words,
    }
}

fn replayed(pdn: &str) -> Option<Game> {
    Reader::from_text(pdn).next()?.ok()?.replay().ok()
}

fn table(scoreboard: &Scoreboard) -> String {
    let mut html = String::new();
    for (rank, player) in scoreboard.order().into_iter().enumerate() {
        let row = &scoreboard.rows[player];
        let quality = row.side.quality;
        let percent = |share: Option<f64>| {
            share.map_or_else(|| "–".to_owned(), |share| format!("{:.1} %", 100.0 * share))
        };
        let loss = quality.mean_loss().map_or_else(|| "–".to_owned(), |loss| format!("{:.2}", loss / 100.0));
        let cells = [
            (rank + 1).to_string(),
            escaped(&row.name),
            rating_text(row),
            interval(row),
            row.by_play.map_or_else(|| "–".to_owned(), |rating| format!("{:.0}", rating.elo)),
            format!("{} of {}", row.points(), row.n_games()),
            format!("+{} ={} -{}", row.wins, row.draws, row.losses),
            row.forfeits.to_string(),
            row.voids.to_string(),
            loss,
            percent(quality.thrown_share()),
            percent(row.side.refused_share()),
            row.side.tokens_out.to_string(),
        ];
        let cost = has_costs(scoreboard)
            .then(|| row.cost.map_or_else(|| "–".to_owned(), |cost| format!("{cost:.2}")));
        let cells: String = cells.iter().chain(&cost).map(|cell| format!("<td>{cell}</td>")).collect();
        let _ = writeln!(html, "<tr>{cells}</tr>");
    }
    html
}

fn has_costs(scoreboard: &Scoreboard) -> bool {
    scoreboard.rows.iter().any(|row| row.cost.is_some())
}

fn against_price(scoreboard: &Scoreboard) -> String {
    let picture = charts::against_price(scoreboard)
        .map(|picture| format!("<h3>Against the cost of a game</h3>\n<div class=\"plot\">{picture}</div>"));
    picture.unwrap_or_default()
}

fn rating_text(row: &Row) -> String {
    format!("{:.0}{}", row.rating.elo, if row.rating.is_anchor { " (fixed)" } else { "" })
}

fn interval(row: &Row) -> String {
    match row.rating {
        rating if rating.is_anchor => format!("free: {:.0}", row.free.elo),
        rating => format!("{:.0} to {:.0}", rating.low, rating.high),
    }
}

fn cross_table(scoreboard: &Scoreboard) -> String {
    let order = scoreboard.order();
    let mut html = String::from("<tr><td></td>");
    let name = |player: &usize| escaped(&scoreboard.rows[*player].name);
    for (player, rank) in order.iter().zip(1..) {
        let _ = write!(html, "<th scope=\"col\" title=\"{}\">{rank}</th>", name(player));
    }
    html.push_str("</tr>\n");
    for (player, rank) in order.iter().zip(1..) {
        let _ = write!(html, "<tr><th scope=\"row\">{rank}. {}</th>", name(player));
        for other in &order {
            let (points, n) = scoreboard.cross[*player][*other];
            let share = if n == 0 { 0.5 } else { points / f64::from(n) };
            let shade = if n == 0 { 0.0 } else { (share - 0.5).abs() };
            let color = if share >= 0.5 { "46,125,50" } else { "183,28,28" };
            let text = if n == 0 { String::new() } else { format!("{points} / {n}") };
            let _ = write!(html, "<td style=\"background:rgba({color},{shade:.2})\">{text}</td>");
        }
        html.push_str("</tr>\n");
    }
    html
}
