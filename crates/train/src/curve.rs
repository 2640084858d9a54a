//! The learning curve of a fit as a picture.

use std::fmt::Write;

use crate::fit::Epoch;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 56.0;

/// An SVG with the training and the validation loss of each epoch.
///
/// ```
/// use crownhead_train::{Epoch, learning_curve};
///
/// let epoch = |number| Epoch { number, training_loss: 0.5, validation_loss: 0.6 / number as f64 };
/// let picture = learning_curve(&[epoch(1), epoch(2), epoch(3)]);
/// assert!(picture.starts_with("<svg") && picture.contains("polyline"));
/// assert!(picture.contains("Learning curve") && picture.contains("in nats"));
/// ```
pub fn learning_curve(epochs: &[Epoch]) -> String {
    let losses = || epochs.iter().flat_map(|epoch| [epoch.training_loss, epoch.validation_loss]);
    let (low, high) = (losses().fold(f64::MAX, f64::min), losses().fold(0.0, f64::max));
    let span = (high - low).max(1e-9);
    let x = |number: usize| {
        let share = (number as f64 - 1.0) / (epochs.len() as f64 - 1.0).max(1.0);
        MARGIN + share * (WIDTH - 2.0 * MARGIN)
    };
    let y = |loss: f64| MARGIN + (high - loss) / span * (HEIGHT - 2.0 * MARGIN);
    let line = |loss: fn(&Epoch) -> f64| {
        let point = |epoch: &Epoch| format!("{:.1},{:.1}", x(epoch.number), y(loss(epoch)));
        epochs.iter().map(point).collect::<Vec<_>>().join(" ")
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    let _ = writeln!(svg, "<text x=\"4\" y=\"18\" font-weight=\"bold\">Learning curve</text>");
    let _ = writeln!(svg, "<text x=\"4\" y=\"36\">loss: cross-entropy above its least, in nats</text>");
    for quarter in 0..=4 {
        let loss = low + (high - low) * f64::from(quarter) / 4.0;
        let (at, right) = (y(loss), WIDTH - MARGIN);
        let _ = writeln!(svg, "<path stroke=\"#ddd\" d=\"M{MARGIN} {at:.1}H{right}\"/>");
        let _ = writeln!(svg, "<text x=\"4\" y=\"{:.1}\">{loss:.4}</text>", at + 4.0);
    }
    let curves = [
        (line(|epoch| epoch.training_loss), "#1f6fb4", "training", 18.0),
        (line(|epoch| epoch.validation_loss), "#c4501b", "validation", 36.0),
    ];
    for (points, color, name, at) in curves {
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" points=\"{points}\"/>"
        );
        let _ =
            writeln!(svg, "<text x=\"{}\" y=\"{at}\" fill=\"{color}\">{name}</text>", WIDTH - 2.5 * MARGIN);
    }
    let (bottom, middle) = (HEIGHT - 20.0, WIDTH / 2.0);
    let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"{bottom}\">1</text>");
    let _ = writeln!(svg, "<text x=\"{middle}\" y=\"{bottom}\">epoch</text>");
    let _ = writeln!(svg, "<text x=\"{}\" y=\"{bottom}\">{}</text>", WIDTH - MARGIN, epochs.len());
    svg.push_str("</svg>\n");
    svg
}
