//! No error repeats its cause.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::error::Error;
use std::fs;

use crownhead_arena::chat::Prompt;
use crownhead_arena::openings::Openings;
use crownhead_arena::player::PlayerSpec;
use crownhead_arena::tournament::{Saved, TournamentFile};

#[test]
fn no_error_repeats_its_cause() {
    let two = |control: &str, second: &str| {
        format!("name='x'\ncontrol='{control}'\nplayers=[{{spec='level:1'}}, {{spec='{second}'}}]")
    };
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("journal.jsonl"), "{}\n").unwrap();
    let errors: [Box<dyn Error>; 6] = [
        Box::new(TournamentFile::from_toml(&two("fast", "level:2")).unwrap_err()),
        Box::new(TournamentFile::from_toml(&two("nodes=9", "crownhead:weights=no such file")).unwrap_err()),
        Box::new(Saved::read(folder.path()).unwrap_err()),
        Box::new("crownhead:weights=no such file".parse::<PlayerSpec>().unwrap_err()),
        Box::new(Openings::from_bytes(b"1. 11-15 {", 1).unwrap_err()),
        Box::new(Prompt::from_toml("system = ").unwrap_err()),
    ];
    for error in &errors {
        let mut error = error.as_ref();
        while let Some(cause) = error.source() {
            assert!(!error.to_string().contains(&cause.to_string()), "{error}: {cause}");
            error = cause;
        }
    }
    assert!([0, 1, 3, 5].iter().all(|at| errors[*at].source().is_some()));
}
