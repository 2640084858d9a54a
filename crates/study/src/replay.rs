//! A study as one HTML file that needs nothing else.

use crownhead_board::Color;
use serde::Serialize;

use crate::html::{escaped, fill, script_data, squares};
use crate::study::Study;
use crate::view::NodeView;

const PAGE: &str = include_str!("html/replay.html");

#[derive(Serialize)]
struct ReplayNode {
    #[serde(flatten)]
    node: NodeView,
    /// The 32 squares: `b`, `w`, `B`, `W` or a dot.
    board: String,
}

/// The whole page.
pub fn page(study: &Study) -> String {
    let nodes: Vec<ReplayNode> = study
        .nodes()
        .map(|(id, node)| ReplayNode { node: NodeView::new(study, id, node), board: squares(node.pos()) })
        .collect();
    let data = serde_json::to_string(&nodes).unwrap_or_default();
    fill(PAGE, &[("title", &escaped(&title(study))), ("game", &script_data(&data))])
}

fn title(study: &Study) -> String {
    match Color::ALL.map(|color| study.player(color)) {
        [Some(black), Some(white)] => format!("{black} - {white}"),
        _ => "A game of checkers".to_owned(),
    }
}
