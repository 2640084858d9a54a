//! What there is to choose from.

use crownhead_board::{Capture, CapturedKing, Chain, Crown, Rules};
use crownhead_engine::{Ballot, Level, NamedOpening, named_openings, three_move_ballots};

use crate::{About, BallotInfo, LevelInfo, OpeningInfo, RulesPreset, RulesSetting, RulesValue};

/// What this program is and offers, with the endings that the database covers.
pub fn about(database_pieces: u8) -> About {
    About {
        name: "crownhead".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        levels: Level::ALL.iter().map(level).collect(),
        presets: Rules::PRESETS.iter().map(|(name, rules)| preset(name, rules)).collect(),
        settings: settings(),
        database_pieces,
    }
}

/// The three-move ballots.
pub fn ballots() -> Vec<BallotInfo> {
    let ballot = |ballot: &Ballot| BallotInfo {
        number: ballot.number(),
        moves: ballot.moves().iter().map(|mv| mv.route_text().to_string()).collect(),
        name: ballot.name().map(str::to_owned),
        playable: ballot.is_playable(),
        fen: ballot.position().to_string(),
    };
    three_move_ballots().iter().map(ballot).collect()
}

/// The openings that have names.
pub fn openings() -> Vec<OpeningInfo> {
    let opening = |opening: NamedOpening| OpeningInfo {
        name: opening.name.to_owned(),
        moves: opening.moves.iter().map(|mv| mv.route_text().to_string()).collect(),
        fen: opening.position.to_string(),
    };
    named_openings().map(opening).collect()
}

fn level(level: &Level) -> LevelInfo {
    let depth = (!level.is_full_strength()).then_some(level.depth.plies() as u32);
    LevelInfo { number: level.number, depth, nodes: level.nodes }
}

fn preset(name: &str, rules: &Rules) -> RulesPreset {
    let Rules { capture, chain, crown, captured_king } = rules;
    let settings = format!(
        "capture={},chain={},crown={},captured-king={}",
        capture.name(),
        chain.name(),
        crown.name(),
        captured_king.name()
    );
    RulesPreset { name: name.to_owned(), settings }
}

fn settings() -> Vec<RulesSetting> {
    let setting = |name: &str, about: &str, values: Vec<(&str, &str)>| RulesSetting {
        name: name.to_owned(),
        about: about.to_owned(),
        values: values
            .into_iter()
            .map(|(name, about)| RulesValue { name: name.to_owned(), about: about.to_owned() })
            .collect(),
    };
    let capture = |value: &Capture| match value {
        Capture::Side => "If any piece can capture, one must.",
        Capture::Piece => "A piece that can capture may not step; other pieces may.",
        Capture::Optional => "Never.",
    };
    let chain = |value: &Chain| match value {
        Chain::Complete => "The piece jumps on until it can jump no more.",
        Chain::MayStop => "The piece may stop on any landing square.",
        Chain::Single => "One jump a turn.",
        Chain::Again => "One jump, and the same side moves again with any piece.",
        Chain::Relay => {
            "One jump; then any own piece that can capture may go on, or the player ends the turn."
        }
    };
    let crown = |value: &Crown| match value {
        Crown::EndsMove => "It is crowned and the move is over.",
        Crown::GoesOn => "It is crowned at once and jumps on as a king.",
    };
    let captured_king = |value: &CapturedKing| match value {
        CapturedKing::Removed => "It leaves the board like a man.",
        CapturedKing::Demoted => "It stays where it is as a man of its owner.",
    };
    vec![
        setting(
            "capture",
            "When a capture is forced.",
            Capture::ALL.iter().map(|value| (value.name(), capture(value))).collect(),
        ),
        setting(
            "chain",
            "How a capture goes on.",
            Chain::ALL.iter().map(|value| (value.name(), chain(value))).collect(),
        ),
        setting(
            "crown",
            "What happens to a man that reaches its crown row in a jump.",
            Crown::ALL.iter().map(|value| (value.name(), crown(value))).collect(),
        ),
        setting(
            "captured-king",
            "What happens to a king that is captured.",
            CapturedKing::ALL.iter().map(|value| (value.name(), captured_king(value))).collect(),
        ),
    ]
}
