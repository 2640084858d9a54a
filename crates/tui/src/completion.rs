//! What Tab completes: commands, what is typed behind them, moves, and the names of files.

use crownhead_board::Rules;
use crownhead_engine::Level;
use crownhead_study::style::{STYLE_NAMES, Setting};

use crate::backstage::files_beginning_with;
use crate::{command, online};

/// What can be typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vocabulary {
    /// Are the commands those of a server?
    pub(crate) is_online: bool,
    /// The legal moves as they are typed.
    pub(crate) moves: Vec<String>,
}

/// Ways to complete a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Completion {
    /// Where the part begins that they stand for, in bytes.
    pub(crate) start: usize,
    pub(crate) candidates: Vec<String>,
}

impl Vocabulary {
    /// The ways to complete a line, of which this is what stands before the cursor.
    pub(crate) fn complete(&self, line: &str) -> Completion {
        match line.split_once(' ') {
            None => self.first_word(line),
            Some((word, rest)) => self.argument(word, rest, line.len() - rest.len()),
        }
    }

    fn first_word(&self, typed: &str) -> Completion {
        let commands = match self.is_online {
            false => command::beginning_with(typed),
            true => online::beginning_with(typed),
        };
        let with_blank = |name: &&str| match self.argument_of(name) {
            "" => (*name).to_owned(),
            _ => format!("{name} "),
        };
        // Without a word of them there are too many moves to help anybody.
        let moves = self.moves.iter().filter(|mv| !typed.is_empty() && mv.starts_with(typed)).cloned();
        Completion { start: 0, candidates: commands.iter().map(with_blank).chain(moves).collect() }
    }

    /// What is typed behind a command, as help names it.
    fn argument_of(&self, word: &str) -> &'static str {
        let online = self.is_online.then(|| online::find(word)).flatten().map(|entry| entry.argument);
        online.or_else(|| command::find(word).map(|entry| entry.argument)).unwrap_or_default()
    }

    fn argument(&self, word: &str, typed: &str, start: usize) -> Completion {
        let argument = self.argument_of(word);
        if argument == "FILE" {
            return Completion { start, candidates: files_beginning_with(typed) };
        }
        let last = typed.rfind([' ', ',']).map_or(0, |at| at + 1);
        let mut candidates: Vec<String> = parts(argument).flat_map(|part| values(word, part)).collect();
        candidates.retain(|value| value.starts_with(&typed[last..]));
        Completion { start: start + last, candidates }
    }
}

/// The parts of an argument: `[NAME] [TERMS]`, `N|full`.
fn parts(argument: &str) -> impl Iterator<Item = &str> {
    argument.split([' ', '|']).map(|part| part.trim_matches(['[', ']']))
}

/// What can be typed for a part of an argument. Words in small letters are typed as they are.
fn values(command: &str, part: &str) -> Vec<String> {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    let levels = || (1..=Level::ALL.len()).map(|level| level.to_string()).chain(["full".to_owned()]);
    match part {
        "STYLE" => texts(&STYLE_NAMES),
        "RULES" => Rules::PRESETS.iter().map(|(name, _)| (*name).to_owned()).collect(),
        "LEVEL" => levels().collect(),
        "WHO" => ["person".to_owned()].into_iter().chain(levels()).collect(),
        "NAMES" | "LIST" => {
            let words = Setting::named(command).into_iter().flat_map(Setting::words);
            words.map(str::to_owned).collect()
        }
        "TERMS" => texts(online::TERMS),
        part if part.contains(|c: char| c.is_ascii_uppercase()) => Vec::new(),
        part => texts(&[part]),
    }
}

/// What all texts begin with.
pub(crate) fn common_beginning(texts: &[String]) -> &str {
    let Some((first, rest)) = texts.split_first() else { return "" };
    let is_common = |end: usize| rest.iter().all(|text| text.starts_with(&first[..end]));
    let ends = first.char_indices().map(|(at, c)| at + c.len_utf8());
    &first[..ends.take_while(|end| is_common(*end)).last().unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn completed(line: &str) -> Vec<String> {
        let moves = ["11-15", "11-16", "9-14"].map(str::to_owned).into();
        let Completion { start, candidates } = Vocabulary { is_online: false, moves }.complete(line);
        candidates.iter().map(|candidate| format!("{}{candidate}", &line[..start])).collect()
    }

    #[test]
    fn commands_and_moves_are_completed() {
        assert_eq!(completed("un"), ["undo "]);
        assert_eq!(completed("lev"), ["level "]);
        assert_eq!(completed("flip"), ["flip"]);
        assert_eq!(completed("11"), ["11-15", "11-16"]);
        assert!(!completed("").is_empty());
    }

    #[test]
    fn what_is_typed_behind_a_command_is_completed() {
        assert_eq!(completed("style l"), ["style letters", "style list"]);
        assert_eq!(completed("rules ca"), ["rules casual"]);
        assert_eq!(completed("notation al"), ["notation algebraic"]);
        assert_eq!(completed("level f"), ["level full"]);
        assert_eq!(completed("white p"), ["white person"]);
        assert_eq!(completed("each-turn moves,re"), ["each-turn moves,reference"]);
        assert_eq!(completed("pieces d"), ["pieces drawn", "pieces digits"]);
        assert_eq!(completed("undo "), Vec::<String>::new());
        assert_eq!(completed("nonsense x"), Vec::<String>::new());
    }

    #[test]
    fn at_a_server_its_commands_and_terms_are_completed() {
        let online = Vocabulary { is_online: true, moves: Vec::new() };
        assert_eq!(online.complete("see").candidates, ["seek "]);
        assert_eq!(online.complete("seek 5+3 rat").candidates, ["rated"]);
        assert_eq!(online.complete("save").candidates, ["save ", "save! "]);
    }

    #[test]
    fn files_are_completed_folder_by_folder() {
        let folder = std::env::temp_dir().join(format!("crownhead-completion-{}", std::process::id()));
        fs::create_dir_all(folder.join("games of 1989")).unwrap();
        fs::write(folder.join("game.pdn"), "").unwrap();
        fs::write(folder.join(".hidden.pdn"), "").unwrap();
        let typed = |text: &str| format!("load {}/{text}", folder.display());
        assert_eq!(completed(&typed("ga")), [typed("game.pdn"), typed("games of 1989/")]);
        assert_eq!(completed(&typed("games of")), [typed("games of 1989/")]);
        assert_eq!(completed(&typed("")).len(), 2);
        assert_eq!(completed(&typed(".h")), [typed(".hidden.pdn")]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_beginning_is_what_all_have() {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        assert_eq!(common_beginning(&texts(&["letters", "list"])), "l");
        assert_eq!(common_beginning(&texts(&["één", "éé"])), "éé");
        assert_eq!(common_beginning(&[]), "");
    }
}
