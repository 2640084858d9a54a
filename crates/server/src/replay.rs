//! A game as one HTML file that needs nothing else.

use crownhead_play::html::{escaped, fill, script_data, squares};
use serde::Serialize;

use crate::error::ApiError;
use crate::games::LiveGame;
use crate::wire::NodeInfo;

const PAGE: &str = include_str!("replay.html");

#[derive(Serialize)]
struct ReplayNode {
    #[serde(flatten)]
    node: NodeInfo,
    /// The 32 squares: `b`, `w`, `B`, `W` or a dot.
    board: String,
}

/// The whole page.
pub(crate) fn page(game: &LiveGame, nodes: Vec<NodeInfo>) -> Result<String, ApiError> {
    let with_board = |node: NodeInfo| {
        let board = game.state_at(node.id as usize).map(|state| squares(state.position()))?;
        Ok(ReplayNode { node, board })
    };
    let nodes: Vec<ReplayNode> = nodes.into_iter().map(with_board).collect::<Result<_, ApiError>>()?;
    let data = serde_json::to_string(&nodes).unwrap_or_default();
    Ok(fill(PAGE, &[("title", &escaped(&title(game))), ("game", &script_data(&data))]))
}

fn title(game: &LiveGame) -> String {
    let record = game.record();
    let name = |color| record.player(color).map(str::to_owned);
    let [black, white] = crownhead_board::Color::ALL.map(name);
    match (black, white) {
        (Some(black), Some(white)) => format!("{black} - {white}"),
        _ => "A game of checkers".to_owned(),
    }
}
