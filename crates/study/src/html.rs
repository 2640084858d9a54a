//! Pages in one file that show a board: what they have in common.

use crownhead_board::{PieceStyle, Position, Square};

/// What every page with a board has: its style, its place with the buttons below, and the script that draws it by
/// `drawBoard(squares, marked, flipped)`.
const SHARED: [(&str, &str); 3] = [
    ("board_style", include_str!("html/board.css")),
    ("board", include_str!("html/board.html")),
    ("board_script", include_str!("html/board.js")),
];

/// A template with its places (`{{name}}`) filled in. A place without a value stays empty. What is filled in is not
/// looked through again, so that no text of a player can stand for a place.
///
/// ```
/// use crownhead_study::html::{escaped, fill};
///
/// let page = fill("<h1>{{title}}</h1>{{data}}", &[("title", &escaped("<{{data}}>")), ("data", "1")]);
/// assert_eq!(page, "<h1>&lt;{{data}}&gt;</h1>1");
/// ```
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let value = |name: &str| values.iter().chain(&SHARED).find(|(known, _)| *known == name);
    let (mut page, mut rest) = (String::new(), template);
    while let Some((before, (name, after))) =
        rest.split_once("{{").and_then(|(before, place)| Some((before, place.split_once("}}")?)))
    {
        page.push_str(before);
        page.push_str(value(name).map_or("", |(_, value)| value));
        rest = after;
    }
    page + rest
}

/// A text that is safe in HTML.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c => safe.push(c),
        }
    }
    safe
}

/// JSON that is safe in a script: only this could end it.
pub fn script_data(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// The 32 squares: `b`, `w`, `B`, `W` or a dot.
pub fn squares(pos: &Position) -> String {
    Square::ALL.iter().map(|square| PieceStyle::LETTERS.symbol(pos.piece_at(*square))).collect()
}
