//! What is written is read back the same, for every record there can be.

use crownhead_board::Square;
use crownhead_pdn::{Body, Mark, MoveText, Reader, Record, Score, Separator, Strength, Writer};
use proptest::prelude::*;

use crate::common::collect;

/// Characters that have a meaning somewhere, and some that have none.
fn odd_text() -> impl Strategy<Value = String> {
    let odd = proptest::sample::select(vec![
        '{', '}', '(', ')', '[', ']', '"', '\\', '/', '%', '*', '$', '!', '-', '1', '0', ' ', '\n', '\r',
        '\t', '\0', '\u{a0}', '\u{feff}', '\u{85}', '\u{201c}', '\u{2028}', 'é', 'x', 'a',
    ]);
    let text = proptest::collection::vec(prop_oneof![4 => odd, 1 => any::<char>()], 0..40);
    text.prop_map(|chars| chars.into_iter().collect())
}

fn move_text() -> impl Strategy<Value = MoveText> {
    let squares = proptest::collection::vec(proptest::sample::select(Square::ALL.to_vec()), 2..=12);
    let strength = (proptest::sample::select(Mark::ALL.to_vec()), any::<bool>())
        .prop_map(|(mark, bracketed)| Strength { mark, bracketed });
    let separator = prop_oneof![Just(Separator::Quiet), Just(Separator::Capture)];
    (squares, separator, proptest::option::weighted(0.2, strength), any::<bool>()).prop_filter_map(
        "goes nowhere",
        |(mut squares, separator, strength, is_short)| {
            if is_short {
                squares.truncate(2);
            }
            Some(MoveText::new(separator, &squares).ok()?.with_strength(strength))
        },
    )
}

#[derive(Clone, Debug)]
enum Step {
    Move(MoveText),
    Nag(u16),
    Comment(String),
    Setup(String),
    Variation(Body),
}

fn body() -> impl Strategy<Value = Body> {
    let simple = prop_oneof![
        6 => move_text().prop_map(Step::Move),
        1 => any::<u16>().prop_map(Step::Nag),
        2 => odd_text().prop_map(Step::Comment),
        1 => odd_text().prop_map(Step::Setup),
    ];
    let body = proptest::collection::vec(simple.clone(), 0..12).prop_map(build);
    body.prop_recursive(4, 60, 6, move |inner| {
        let step = prop_oneof![4 => simple.clone(), 1 => inner.prop_map(Step::Variation)];
        proptest::collection::vec(step, 0..12).prop_map(build)
    })
}

fn build(steps: Vec<Step>) -> Body {
    let mut body = Body::new();
    for step in steps {
        match step {
            Step::Move(text) => body.push_move(text),
            Step::Nag(nag) => body.push_nag(nag),
            Step::Comment(text) => body.push_comment(&text),
            Step::Setup(fen) => body.push_setup(&fen),
            // Some have nothing to replace or nothing in them, and stay out.
            Step::Variation(variation) => drop(body.push_variation(&variation)),
        }
    }
    body
}

fn record() -> impl Strategy<Value = Record> {
    let tags = proptest::collection::vec(("[A-Za-z][A-Za-z0-9_-]{0,8}", odd_text()), 0..6);
    (tags, body(), proptest::sample::select(Score::ALL.to_vec())).prop_map(|(tags, body, ending)| {
        let mut record = Record { body, ending, ..Record::new() };
        for (name, value) in tags {
            record.tags.push(&name, &value).expect("the name is one");
        }
        record
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn records_are_read_back_as_written(records in proptest::collection::vec(record(), 1..4)) {
        let mut writer = Writer::new(Vec::new());
        for record in &records {
            writer.write(record).unwrap();
        }
        let text = String::from_utf8(writer.into_inner()).unwrap();
        let expected: Vec<_> = records.into_iter().filter(|record| !record.is_empty()).map(Ok).collect();
        prop_assert_eq!(collect(Reader::from_text(&text)), expected, "{}", text);
    }
}

#[test]
fn lines_are_wrapped_and_moves_numbered() {
    let mut variation = Body::new();
    variation.push_comment("or");
    variation.push_move("23-18".parse().unwrap());
    variation.push_move("8-11".parse().unwrap());
    let mut record = Record::new();
    for text in ["11-15", "23-19!"] {
        record.body.push_move(text.parse().unwrap());
    }
    record.body.push_variation(&variation).unwrap();
    record.body.push_move("8-11".parse().unwrap());
    record.body.push_comment(&"word ".repeat(12));
    record.body.push_move("22-17".parse().unwrap());
    record.body.push_nag(7);
    record.body.push_move("11-16".parse().unwrap());
    assert_eq!(
        record.to_string(),
        "1. 11-15 23-19! ({or} 1... 23-18 2. 8-11) 2. 8-11 {word word word word word word\n\
         word word word word word word} 22-17 $7 3. 11-16 *\n"
    );
}

#[test]
fn long_comments_and_deep_variations_come_back() {
    let mut record = Record::new();
    record.tags.push("Event", &"\\\"".repeat(600_000)).unwrap();
    record.body.push_comment(&"long words ".repeat(200_000));
    let mut inner = Body::new();
    inner.push_move("11-15".parse().unwrap());
    for _ in 0..crownhead_pdn::MAX_DEPTH {
        let mut outer = Body::new();
        outer.push_move("9-14".parse().unwrap());
        outer.push_variation(&inner).unwrap();
        inner = outer;
    }
    record.body.push_move("9-13".parse().unwrap());
    let mut copy = record.clone();
    copy.body = inner;
    for record in [record, copy] {
        assert!(collect(Reader::from_text(&record.to_string())) == [Ok(record)]);
    }
}
