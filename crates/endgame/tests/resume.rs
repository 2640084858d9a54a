//! A build that is killed goes on where it was, and comes to the very same files.
#![cfg(feature = "files")]
#![allow(clippy::unwrap_used, reason = "in tests and benches an unwrap is an assertion")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crownhead_endgame::{BuildOptions, Content, build};

/// Names the folder to the process that is going to be killed.
const FOLDER: &str = "CROWNHEAD_TEST_FOLDER";
/// What that process says at the boundary of a slice.
const BOUNDARY: &str = "here is a boundary";
/// The build is killed after this number of slices.
const N_SLICES: usize = 15;

/// Says to that process where values are kept.
const ON_DISK: &str = "CROWNHEAD_TEST_ON_DISK";

/// Four pieces with files for all of them, as bigger endings have.
fn options(on_disk: bool) -> BuildOptions {
    BuildOptions { resumable: true, on_disk, files_above: 1, ..BuildOptions::new(4) }
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (name(&path), fs::read(path).unwrap()))
        .collect()
}

#[test]
#[ignore = "the process that is killed by the test below"]
fn a_build_to_be_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let (mut last, mut n_slices) = (None, 0);
    let on_disk = std::env::var_os(ON_DISK).is_some_and(|value| value == "true");
    build(Path::new(&folder), &options(on_disk), &mut |progress| {
        if last.replace(progress.material).is_some_and(|last| last != progress.material) {
            n_slices += 1;
        }
        if n_slices == N_SLICES {
            println!("{BOUNDARY}");
            loop {
                std::thread::park();
            }
        }
    })
    .unwrap();
}

#[test]
fn a_killed_build_comes_to_the_same_files() {
    let whole = tempfile::tempdir().unwrap();
    build(whole.path(), &options(false), &mut |_| {}).unwrap();
    for on_disk in [false, true] {
        kill_and_go_on(whole.path(), on_disk);
    }
}

fn kill_and_go_on(whole: &Path, on_disk: bool) {
    let broken = tempfile::tempdir().unwrap();
    let broken = broken.path();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "a_build_to_be_killed", "--ignored", "--nocapture"])
        .env(FOLDER, broken)
        .env(ON_DISK, on_disk.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.map(Result::unwrap).any(|line| line.contains(BOUNDARY)));
    child.kill().unwrap();
    child.wait().unwrap();
    let n_before = files(broken).keys().filter(|name| name.ends_with(".ceg")).count();
    assert_eq!(n_before, N_SLICES);
    let mut n_loaded = 0;
    build(broken, &options(on_disk), &mut |progress| n_loaded = n_loaded.max(progress.loaded)).unwrap();
    assert!(n_loaded > 0, "nothing was taken over from the killed build");
    assert!(files(broken) == files(whole));
}

/// Builds three pieces, changes the files, and builds again from nothing but them.
fn change_and_build_again(content: Content, change: impl Fn(&Path)) {
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions { content, pieces: 3, ..options(false) };
    build(folder.path(), &options, &mut |_| {}).unwrap();
    let whole = files(folder.path());
    change(folder.path());
    assert!(files(folder.path()) != whole);
    build(folder.path(), &BuildOptions { on_disk: true, ..options }, &mut |_| {}).unwrap();
    assert!(files(folder.path()) == whole);
}

#[test]
fn a_file_that_is_gone_is_built_again() {
    // Two crownings away from kings alone, whose tables are long deleted.
    change_and_build_again(Content::Values, |folder| fs::remove_file(folder.join("2001.ceg")).unwrap());
    change_and_build_again(Content::Distances, |folder| fs::remove_file(folder.join("2001.ced")).unwrap());
}

#[test]
fn a_damaged_file_is_built_again() {
    for (content, name) in [(Content::Values, "2001.ceg"), (Content::Distances, "2001.ced")] {
        for is_head in [true, false] {
            change_and_build_again(content, |folder| {
                let mut bytes = fs::read(folder.join(name)).unwrap();
                let place = if is_head { 50 } else { bytes.len() - 1 };
                bytes[place] ^= 1;
                fs::write(folder.join(name), bytes).unwrap();
            });
        }
    }
}

#[test]
fn a_file_of_an_old_version_is_built_again() {
    change_and_build_again(Content::Values, |folder| {
        let mut bytes = fs::read(folder.join("1110.ceg")).unwrap();
        bytes[8] -= 1;
        fs::write(folder.join("1110.ceg"), bytes).unwrap();
    });
}
