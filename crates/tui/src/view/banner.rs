//! The name of the program in large letters.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::look::Paint;

/// How many rows it takes.
pub(super) const HEIGHT: u16 = 3;

/// Five rows of dots for each letter of the name.
const LETTERS: [[&str; 5]; 9] = [
    ["####", "#   ", "#   ", "#   ", "####"],
    ["### ", "#  #", "### ", "# # ", "#  #"],
    ["####", "#  #", "#  #", "#  #", "####"],
    ["#   #", "#   #", "# # #", "# # #", "#####"],
    ["#  #", "## #", "# ##", "#  #", "#  #"],
    ["#  #", "#  #", "####", "#  #", "#  #"],
    ["####", "#   ", "### ", "#   ", "####"],
    ["####", "#  #", "####", "#  #", "#  #"],
    ["### ", "#  #", "#  #", "#  #", "### "],
];

/// Draws it in the middle of the first rows of an area.
pub(super) fn draw(paint: Paint, area: Rect, frame: &mut Frame<'_>) {
    let lines: Vec<Line<'_>> = rows().into_iter().map(|row| Line::from(paint.text(&row))).collect();
    let area = Rect { height: HEIGHT.min(area.height), ..area };
    frame.render_widget(Paragraph::new(lines).centered().style(paint.banner()), area);
}

/// Two rows of dots become one of half blocks.
fn rows() -> [String; HEIGHT as usize] {
    let dots: Vec<Vec<bool>> = (0..5)
        .map(|row| {
            let row: Vec<&str> = LETTERS.iter().map(|letter| letter[row]).collect();
            row.join("  ").chars().map(|dot| dot == '#').collect()
        })
        .collect();
    let block = |above: bool, below: bool| match (above, below) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    std::array::from_fn(|i| {
        let below = dots.get(2 * i + 1);
        let at = |(column, above): (usize, &bool)| block(*above, below.is_some_and(|below| below[column]));
        dots[2 * i].iter().enumerate().map(at).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rows_are_as_long() {
        let [first, second, third] = rows().map(|row| row.chars().count());
        assert_eq!((first, second), (second, third));
        assert!(first < 64);
    }
}
