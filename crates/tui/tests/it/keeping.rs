//! Games in files: saved, loaded, browsed, and kept for the next time.

use std::fs;
use std::path::PathBuf;

use crownhead_tui::{GameOptions, Place, TimeControl};

use crate::desk::{COLORED, Desk};

/// A folder of its own for a test, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("crownhead-tui-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_game_is_saved_and_loaded_with_its_remarks() {
    let folder = Folder::new("save");
    let file = folder.file("game.pdn");
    let mut desk = Desk::new();
    desk.press("11-15⏎:comment Old and faithful⏎22-18⏎");
    desk.shows("22-18");
    desk.press(&format!("S{}⏎", file.display()));
    desk.says("Saved to");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("1. 11-15 {Old and faithful} 22-18 *"), "{text}");
    // Saved again, it replaces itself; another game is added.
    desk.press(&format!("15-22⏎S{}⏎", file.display()));
    assert_eq!(fs::read_to_string(&file).unwrap().matches("[Event").count(), 1);
    desk.press(&format!(":new⏎9-14⏎S{}⏎", file.display()));
    assert_eq!(fs::read_to_string(&file).unwrap().matches("[Event").count(), 2);
    desk.press(&format!("O{}⏎", file.display()));
    assert_eq!(desk.app.place(), Place::Games);
    desk.press("⏎→");
    desk.shows("Old and faithful");
}

const GAMES: &str = r#"
[Event "Club night"]
[Black "Ann"]
[White "Ben"]
[Result "1-0"]
1. 11-15 {a good start} 22-18 (22-17 {also played} 8-11) 2. 15x22 25x18 1-0

[Black "Cid"]
[White "Dan"]
1. 9-14 22-17 *
"#;

fn browsing(name: &str) -> (Folder, Desk) {
    let folder = Folder::new(name);
    let file = folder.file("games.pdn");
    fs::write(&file, GAMES).unwrap();
    let mut desk = Desk::new();
    desk.press(&format!(":load {}⏎", file.display()));
    (folder, desk)
}

#[test]
fn a_file_of_games_is_browsed() {
    let (_folder, mut desk) = browsing("browse");
    for part in ["Ann - Ben  1-0", "Cid - Dan", "Club night", "2 games"] {
        desk.shows(part);
    }
    desk.press("↓⏎");
    desk.shows("game 2 of 2");
    desk.shows("Black Cid");
    desk.press("G");
    desk.click_text("Ann - Ben");
    desk.click_text("Ann - Ben");
    desk.shows("game 1 of 2");
    desk.key(crossterm::event::KeyCode::PageDown);
    desk.shows("game 2 of 2");
    desk.key(crossterm::event::KeyCode::PageDown);
    desk.says("The file has games 1 to 2");
    desk.press("⎋");
    assert!(desk.app.session.is_live());
}

#[test]
fn comments_and_variations_are_stepped_through() {
    let (_folder, mut desk) = browsing("step");
    desk.press("⏎→");
    desk.shows("a good start");
    desk.press("→↓");
    desk.shows("also played");
    desk.shows("way 2 of 2");
    desk.press("→");
    desk.shows("8-11");
    desk.press("←←2");
    desk.shows("also played");
    desk.press("g");
    desk.key(crossterm::event::KeyCode::End);
    desk.shows("ply 4");
    desk.press("→");
    desk.says("There are no more moves");
    desk.press("⏎");
    assert_eq!(desk.moves(), "11-15 22-18 15x22 25x18");
    assert!(desk.app.session.is_live());
}

#[test]
fn what_cannot_be_read_is_told() {
    let folder = Folder::new("broken");
    let mut desk = Desk::new();
    desk.press(&format!(":load {}⏎", folder.file("none.pdn").display()));
    desk.says("none.pdn cannot be read");
    for text in ["", "hello\n", "22-81\n"] {
        fs::write(folder.file("bad.pdn"), text).unwrap();
        desk.press(&format!(":load {}⏎", folder.file("bad.pdn").display()));
        desk.says("bad.pdn holds no games: ");
        assert!(desk.app.session.viewing().is_none(), "{text}");
    }
    fs::write(folder.file("illegal.pdn"), "1. 11-15 22-18 2. 8-10 *\n").unwrap();
    desk.press(&format!(":load {}⏎", folder.file("illegal.pdn").display()));
    desk.says("as far as it can be played: 8-10");
    desk.press(&format!("⎋:save {}⏎", folder.file("no/such/folder/x.pdn").display()));
    assert!(!desk.said().is_empty());
}

#[test]
fn a_game_with_a_fault_is_opened_up_to_it() {
    let folder = Folder::new("fault");
    let file = folder.file("fault.pdn");
    let mut desk = Desk::new();
    for (text, n_games) in
        [("1. 11-15 24-20 2. 99-100 *\n", 1), ("1. 9-13 *\n\n1. 11-15 24-20 2. 99-100 *\n", 2)]
    {
        fs::write(&file, text).unwrap();
        desk.press(&format!(":load {}⏎", file.display()));
        desk.says("names no square 99");
        assert_eq!(desk.app.session.file().unwrap().records.len(), n_games);
        desk.press(&format!(":game {n_games}⏎"));
        desk.key(crossterm::event::KeyCode::End);
        desk.shows("ply 2");
    }
}

#[test]
fn positions_and_games_are_copied_and_shown() {
    let mut desk = Desk::new();
    desk.press("11-15⏎CP");
    assert!(desk.clipboard[0].starts_with("W:W21,22"), "{}", desk.clipboard[0]);
    assert!(desk.clipboard[1].contains("1. 11-15 *"));
    desk.press(":fen⏎");
    desk.shows("W:W21,22");
    desk.press("⎋:pdn⏎");
    desk.shows("1. 11-15 *");
    desk.press("⎋");
    assert_eq!(desk.app.place(), Place::Playing);
}

fn kept_in(folder: &Folder) -> Desk {
    Desk::open(GameOptions::default(), (80, 24), COLORED, Some(folder.file("running")))
}

fn n_kept(folder: &Folder) -> usize {
    fs::read_dir(folder.file("running")).map_or(0, Iterator::count)
}

#[test]
fn the_running_game_is_kept_and_offered_again() {
    let folder = Folder::new("kept");
    let options = || GameOptions {
        seats: ["person", "2"].map(|seat| seat.parse().unwrap()),
        clock: Some(TimeControl::new(5, 3)),
        ..GameOptions::default()
    };
    let mut desk = Desk::open(options(), (80, 24), COLORED, Some(folder.file("running")));
    desk.press("11-15⏎");
    let moves = desk.moves();
    drop(desk);
    let mut desk = kept_in(&folder);
    desk.shows("A game was not finished. Go on");
    desk.shows("person against level 2, 2 plies");
    desk.press("y");
    assert_eq!(desk.moves(), moves);
    assert_eq!(desk.app.session.options().seats, options().seats);
    desk.shows("5:0");
    // A game that is over is not offered, nor one that was declined.
    desk.press("Ry");
    assert_eq!(n_kept(&folder), 0);
    desk.press(":new⏎11-15⏎");
    drop(desk);
    let mut desk = kept_in(&folder);
    desk.press("n");
    assert_eq!(desk.app.place(), Place::Form);
    assert_eq!(n_kept(&folder), 0);
}

#[test]
fn who_asks_for_another_game_is_told_of_the_kept_one() {
    let folder = Folder::new("wanted");
    kept_in(&folder).press("11-15⏎");
    let mut desk = Desk::wanted(GameOptions::default(), folder.file("running"));
    desk.says("A game was not finished: person against person, 1 ply");
    desk.says("Type :resume to go on with it.");
    desk.press(":resume⏎");
    assert_eq!(desk.moves(), "11-15");
}

#[test]
fn a_game_that_was_kept_looks_as_it_did() {
    let folder = Folder::new("styled");
    kept_in(&folder).press(":style list⏎:theme night⏎0⏎");
    let mut desk = kept_in(&folder);
    let usual = desk.app.session.settings.appearance.clone();
    desk.press("y");
    let kept = &desk.app.session.settings.appearance;
    assert_ne!(*kept, usual);
    assert_eq!((kept.frame.to_string(), kept.theme.to_string()), ("dots".to_owned(), "night".to_owned()));
    // The next game begins as this one did.
    desk.press(":new⏎");
    assert!(desk.fen().starts_with("W:"), "{}", desk.fen());
}

#[test]
fn playing_on_from_an_earlier_position_asks_first() {
    let mut desk = Desk::new();
    desk.press("11-15⏎22-18⏎15x22⏎[[⏎");
    desk.shows("Play on from here? The 2 later");
    desk.press("n");
    assert_eq!(desk.moves(), "11-15 22-18 15x22");
    desk.press("⏎y");
    assert_eq!(desk.moves(), "11-15");
    desk.press("UU");
    assert_eq!(desk.moves(), "11-15 22-18 15x22");
    // A game of a file does not push an unfinished game aside unasked.
    let (_folder, mut desk) = browsing("play-on");
    desk.press("⎋9-14⏎");
    desk.press(":games⏎⏎→⏎");
    desk.shows("Play on from here? Your own game");
    desk.press("y");
    assert_eq!(desk.moves(), "11-15");
}

#[test]
fn tab_completes_the_name_of_a_file() {
    let folder = Folder::new("tab");
    fs::create_dir(folder.file("club games")).unwrap();
    fs::write(folder.file("club games/ann.pdn"), GAMES).unwrap();
    fs::write(folder.file("club games/anna.pdn"), GAMES).unwrap();
    let mut desk = Desk::new();
    desk.press(&format!("O{}/cl⇥", folder.0.display()));
    desk.shows("club games/");
    desk.press("⇥");
    desk.shows("ann.pdn  anna.pdn");
    desk.press("a.⇥⏎");
    assert_eq!(desk.app.place(), Place::Games);
    // The line comes back, and so does an empty one.
    desk.press("⎋O↑");
    desk.shows("anna.pdn");
    desk.press("↓⏎:sty⇥li⇥⏎");
    assert!(desk.fen().starts_with("W:"), "{}", desk.fen());
}

#[test]
fn a_game_that_is_not_wanted_now_is_offered_next_time() {
    let folder = Folder::new("later");
    kept_in(&folder).press("11-15⏎");
    let mut desk = kept_in(&folder);
    desk.press("⎋");
    assert_eq!(desk.app.place(), Place::Form);
    desk.press("⏎9-14⏎");
    drop(desk);
    // The last one is offered first.
    let mut desk = kept_in(&folder);
    desk.press("y");
    assert_eq!(desk.moves(), "9-14");
    let mut second = kept_in(&folder);
    second.press("y");
    assert_eq!(second.moves(), "11-15");
}

#[test]
fn a_second_window_leaves_the_game_of_the_first_alone() {
    let folder = Folder::new("windows");
    let mut first = kept_in(&folder);
    first.press("11-15⏎");
    let mut second = kept_in(&folder);
    assert_eq!(second.app.place(), Place::Playing);
    second.press("9-14⏎");
    drop(first);
    let mut third = kept_in(&folder);
    third.press("y");
    assert_eq!(third.moves(), "11-15");
}

/// A game as it was kept by an earlier program.
const OLD: &str = r#"[Event "Crownhead"]
[Date "2026.03.14"]
[Black "Person"]
[White "Level 2"]
[Result "*"]
[GameType "21"]
[TimeControl "300+3"]
[BlackTime "251.5"]
[WhiteTime "299.25"]
1. 11-15 {old and faithful} 23-19 2. 8-11 22-17 *
"#;

#[test]
fn a_game_that_an_earlier_program_has_kept_is_gone_on_with_once() {
    let folder = Folder::new("old");
    fs::create_dir_all(folder.file("running")).unwrap();
    fs::write(folder.file("running/123-1.pdn"), OLD).unwrap();
    let mut desk = kept_in(&folder);
    desk.shows("person against level 2, 4 plies,");
    desk.shows("2026.03.14");
    desk.press("y");
    assert_eq!(desk.moves(), "11-15 23-19 8-11 22-17");
    assert_eq!(desk.app.session.options().seats, ["person", "2"].map(|seat| seat.parse().unwrap()));
    assert_eq!(desk.app.session.options().clock, Some(TimeControl::new(5, 3)));
    desk.shows("4:11");
    desk.shows("4:59");
    desk.press("{]");
    desk.shows("old and faithful");
    // Its moves can be taken back, and now it is kept as games are.
    desk.press("}u");
    assert_eq!(desk.moves(), "11-15 23-19");
    drop(desk);
    assert!(!folder.file("running/123-1.pdn").exists());
    kept_in(&folder).shows("person against level 2, 2 plies");
}

#[test]
fn what_cannot_be_read_is_told_and_left_and_an_older_game_is_offered() {
    let folder = Folder::new("damaged");
    kept_in(&folder).press("11-15⏎");
    let damaged = folder.file("running/999999999-1.json");
    fs::write(&damaged, r#"{"contest": {"version": 1"#).unwrap();
    let mut desk = kept_in(&folder);
    desk.shows("person against person, 1 ply");
    desk.press("y");
    assert_eq!(desk.moves(), "11-15");
    assert!(damaged.exists());
    desk.press("Ry");
    drop(desk);
    let mut desk = kept_in(&folder);
    desk.pass(std::time::Duration::ZERO);
    desk.says("A game was not finished, but what was kept of it cannot be read: EOF while parsing");
}

#[test]
fn remarks_are_kept_with_the_running_game() {
    let folder = Folder::new("remarks");
    kept_in(&folder).press("11-15⏎:comment Old and faithful⏎");
    let mut desk = kept_in(&folder);
    desk.press("y");
    desk.shows("Old and faithful");
}
