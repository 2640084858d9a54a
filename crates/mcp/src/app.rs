//! A board for chats: a page that hosts of MCP Apps show beside the tools, so that a person and an agent can play in one chat.

use rmcp::ErrorData;
use rmcp::model::{ListResourcesResult, MetaObject, ReadResourceResult, Resource, ResourceContents};
use serde_json::json;

/// The address of the board.
const URI: &str = "ui://crownhead/board";
/// What hosts know such pages by.
const MIME: &str = "text/html;profile=mcp-app";
pub(crate) const PAGE: &str = include_str!("board.html");
/// The tools whose answers the board shows.
const TOOLS: [&str; 5] = ["new_game", "join_game", "get_state", "play_move", "wait_for_turn"];

/// What a tool says about the board, if it shows its answers.
pub(crate) fn meta(tool: &str) -> Option<MetaObject> {
    TOOLS.contains(&tool).then(|| object(json!({ "ui": { "resourceUri": URI } })))
}

/// The pages there are.
pub(crate) fn list() -> ListResourcesResult {
    let board = Resource::new(URI, "board")
        .with_title("Checkers board")
        .with_description("The game on a board, on which a person can play the free side.")
        .with_mime_type(MIME);
    ListResourcesResult::with_all_items(vec![board])
}

/// A page. It needs nothing from elsewhere.
pub(crate) fn read(uri: &str) -> Result<ReadResourceResult, ErrorData> {
    if uri != URI {
        let why = format!("there is no such resource; the only one is {URI}");
        return Err(ErrorData::resource_not_found(why, None));
    }
    let page = ResourceContents::TextResourceContents {
        uri: URI.to_owned(),
        mime_type: Some(MIME.to_owned()),
        text: PAGE.to_owned(),
        meta: Some(object(json!({ "ui": { "prefersBorder": true } }))),
    };
    Ok(ReadResourceResult::new(vec![page]))
}

fn object(value: serde_json::Value) -> MetaObject {
    MetaObject(value.as_object().cloned().unwrap_or_default())
}
