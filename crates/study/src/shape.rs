//! What is drawn on the board: circles and arrows, and how comments in game files carry them and what else is not for people
//! to read.

use std::collections::BTreeMap;
use std::fmt::Write;

use crownhead_board::Square;

use crate::eval::Eval;

/// A circle around a square, or an arrow between two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Shape {
    /// Its color.
    pub color: ShapeColor,
    /// The square with the circle, or where the arrow begins.
    pub from: Square,
    /// Where the arrow ends.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub to: Option<Square>,
}

/// The color of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum ShapeColor {
    /// Green.
    #[default]
    Green,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
}

impl ShapeColor {
    /// All colors with their letters in game files.
    const LETTERS: [(ShapeColor, char); 4] = [
        (ShapeColor::Green, 'G'),
        (ShapeColor::Red, 'R'),
        (ShapeColor::Blue, 'B'),
        (ShapeColor::Yellow, 'Y'),
    ];

    fn letter(self) -> char {
        ShapeColor::LETTERS[self as usize].1
    }

    fn from_letter(letter: char) -> Option<ShapeColor> {
        let found = ShapeColor::LETTERS.iter().find(|(_, known)| *known == letter);
        found.map(|(color, _)| *color)
    }
}

impl Shape {
    /// A circle.
    pub const fn circle(color: ShapeColor, square: Square) -> Shape {
        Shape { color, from: square, to: None }
    }

    /// An arrow.
    pub const fn arrow(color: ShapeColor, from: Square, to: Square) -> Shape {
        Shape { color, from, to: Some(to) }
    }

    fn read(text: &str, is_arrow: bool) -> Option<Shape> {
        let mut chars = text.trim().chars();
        let color = ShapeColor::from_letter(chars.next()?)?;
        if !is_arrow {
            return Some(Shape::circle(color, read_square(chars.as_str())?));
        }
        let (from, to) = chars.as_str().split_once('-')?;
        Some(Shape::arrow(color, read_square(from)?, read_square(to)?))
    }
}

fn read_square(text: &str) -> Option<Square> {
    Square::new(text.parse().ok()?)
}

/// Shapes in their order: circles first, by their squares. Of two in one place the last stays, and an arrow that goes nowhere
/// is a circle.
pub(crate) fn ordered(shapes: impl IntoIterator<Item = Shape>) -> Vec<Shape> {
    let place = |shape: Shape| {
        let to = shape.to.filter(|to| *to != shape.from);
        ((to.is_some(), shape.from, to), Shape { to, ..shape })
    };
    let mut places: BTreeMap<_, Shape> = BTreeMap::new();
    // One by one: a collection that is made of many is sorted first.
    places.extend(shapes.into_iter().map(place));
    places.into_values().collect()
}

/// Shapes as a comment has them: `[%csl G15,R22] [%cal G11-15]`.
pub(crate) fn commands(shapes: &[Shape]) -> String {
    let mut text = String::new();
    let mut last = None;
    for shape in shapes {
        let command = if shape.to.is_some() { "[%cal " } else { "[%csl " };
        text.push_str(match last {
            None => command,
            Some(last) if last == command => ",",
            Some(_) => "] [%cal ",
        });
        last = Some(command);
        let to = shape.to.map(|to| format!("-{to}")).unwrap_or_default();
        // Writing to a string never fails.
        let _ = write!(text, "{}{}{to}", shape.color.letter(), shape.from);
    }
    if last.is_some() {
        text.push(']');
    }
    text
}

/// What the commands in a comment say.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Commands {
    pub(crate) shapes: Vec<Shape>,
    /// The last one that is given.
    pub(crate) eval: Option<Eval>,
}

/// A comment without its commands for shapes and evaluations, and what they say. Other commands, and damaged ones, stay.
pub(crate) fn split(comment: &str) -> (String, Commands) {
    let (mut text, mut said, mut rest) = (String::new(), Commands::default(), comment);
    while let Some((before, (command, after))) =
        rest.split_once("[%").and_then(|(before, command)| Some((before, command.split_once(']')?)))
    {
        text.push_str(before);
        if said.read(command).is_some() {
            // So that what stood around it does not become a command.
            text.push(' ');
        } else {
            text.push_str("[%");
            text.push_str(command);
            text.push(']');
        }
        rest = after;
    }
    text.push_str(rest);
    (text, said)
}

impl Commands {
    /// Takes in what a command says; `None` if it is none of those that are known.
    fn read(&mut self, command: &str) -> Option<()> {
        let (name, said) = command.split_once(' ')?;
        let is_arrow = match name {
            "eval" => {
                self.eval = Some(said.trim().parse().ok()?);
                return Some(());
            }
            "csl" => false,
            "cal" => true,
            _ => return None,
        };
        let shapes: Option<Vec<Shape>> = said.split(',').map(|shape| Shape::read(shape, is_arrow)).collect();
        self.shapes.extend(shapes?);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(number: u8) -> Square {
        Square::new(number).unwrap()
    }

    #[test]
    fn shapes_are_written_as_they_are_read() {
        let text = "[%csl R15,B22] [%cal G11-15,Y22-18]";
        let (rest, Commands { shapes, .. }) = split(&format!("Take {text}this."));
        assert_eq!(rest, "Take    this.");
        assert_eq!(shapes[0], Shape::circle(ShapeColor::Red, square(15)));
        assert_eq!(shapes[3], Shape::arrow(ShapeColor::Yellow, square(22), square(18)));
        assert_eq!(commands(&ordered(shapes)), text);
    }

    #[test]
    fn other_commands_and_damaged_ones_stay() {
        for text in [
            "[%clk 0:01:02]",
            "[%eval 0.3,20]",
            "[%eval good]",
            "[%csl G33]",
            "[%cal G11]",
            "[%csl ]",
            "[%csl",
            "[%x[%csl G15]",
            "[ %csl G1]",
        ] {
            assert_eq!(split(text), (text.to_owned(), Commands::default()));
        }
    }

    #[test]
    fn what_stood_around_a_command_does_not_become_one() {
        let (text, said) = split("[[%csl G15]%csl R22]");
        assert_eq!((text.as_str(), said.shapes.len()), ("[ %csl R22]", 1));
    }

    #[test]
    fn a_place_has_one_shape() {
        let arrow = |color| Shape::arrow(color, square(3), square(3));
        let shapes = ordered([arrow(ShapeColor::Red), arrow(ShapeColor::Blue)]);
        assert_eq!(shapes, [Shape::circle(ShapeColor::Blue, square(3))]);
    }
}
