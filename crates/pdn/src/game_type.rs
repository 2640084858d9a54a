//! What the tags say about reading the rest of a game.

use crownhead_board::Color;

use crate::tags::Tags;

/// Whose number comes first in a score.
///
/// It is the side that moves first: Black in English checkers (type 21), which is the default. In type 20,
/// international draughts, it is White; pydraughts writes English games under that type and means it that way.
pub(crate) fn first_scored(tags: &Tags) -> Color {
    let Some(game_type) = tags.get("GameType") else { return Color::Black };
    let mut fields = game_type.split(',').map(str::trim);
    let number = fields.next().unwrap_or_default();
    let starter = fields.next().unwrap_or_default();
    match (starter, number) {
        ("W" | "w", _) => Color::White,
        ("B" | "b", _) => Color::Black,
        (_, "20" | "22" | "24" | "25" | "26" | "28" | "29" | "30" | "40") => Color::White,
        _ => Color::Black,
    }
}

/// The name of the game, if the tags say that it is another one than English/American checkers.
///
/// pydraughts writes English games under type 20, so this is the reason for a fault and never a fault by itself.
pub(crate) fn other_game(tags: &Tags) -> Option<&'static str> {
    let number = tags.get("GameType")?.split(',').next()?.trim();
    Some(match number {
        "0" => "chess",
        "1" => "Chinese chess",
        "20" => "international draughts",
        "22" => "Italian draughts",
        "23" => "American pool checkers",
        "24" => "Spanish draughts",
        "25" => "Russian draughts",
        "26" => "Brazilian draughts",
        "27" => "Canadian draughts",
        "28" => "Portuguese draughts",
        "29" => "Czech draughts",
        "30" => "Turkish draughts",
        "31" => "Thai draughts",
        "40" => "Frisian draughts",
        "41" => "Spantsiretti draughts",
        "50" => "Othello",
        _ => return None,
    })
}

/// Whether algebraic squares have `a1` at Black's left instead of White's.
///
/// Two signs are known: PlayStrategy's variant `American/English`, and a full game type in which Black moves
/// first (`B`) and `a1` is at the first side's left (`A0`).
pub(crate) fn has_black_algebraic(tags: &Tags) -> bool {
    let variant = tags.get("Variant").unwrap_or_default();
    if variant.trim().eq_ignore_ascii_case("American/English") {
        return true;
    }
    let mut fields = tags.get("GameType").unwrap_or_default().split(',').map(str::trim);
    let starter = fields.nth(1).unwrap_or_default();
    let notation = fields.nth(2).unwrap_or_default();
    starter.eq_ignore_ascii_case("B") && notation.eq_ignore_ascii_case("A0")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(name: &str, value: &str) -> Tags {
        let mut tags = Tags::new();
        tags.push(name, value).unwrap();
        tags
    }

    #[test]
    fn black_is_scored_first_unless_white_starts() {
        assert_eq!(first_scored(&Tags::new()), Color::Black);
        for (game_type, first) in [
            ("21", Color::Black),
            ("21,B,8,8,N1,0", Color::Black),
            ("20", Color::White),
            ("23,W,8,8,A0,0", Color::White),
            ("32", Color::Black),
            ("draughts", Color::Black),
        ] {
            assert_eq!(first_scored(&tags("GameType", game_type)), first, "{game_type}");
        }
    }

    #[test]
    fn algebraic_frames() {
        assert!(!has_black_algebraic(&Tags::new()));
        assert!(has_black_algebraic(&tags("Variant", "American/English")));
        assert!(has_black_algebraic(&tags("GameType", "21,B,8,8,A0,0")));
        assert!(!has_black_algebraic(&tags("GameType", "21,B,8,8,N1,0")));
        assert!(!has_black_algebraic(&tags("GameType", "25,W,8,8,A0,0")));
    }
}
