//! Examples for every command, in its help and in its manual page.

use clap::{Command, CommandFactory};

use crate::args::Arguments;
use crate::exit;

/// The command line with examples in every help.
pub(crate) fn command() -> Command {
    let command = with_examples(Arguments::command(), "");
    let examples = examples_text("");
    command.after_help(format!("{examples}\n\n{}", exit::help()))
}

fn with_examples(command: Command, path: &str) -> Command {
    command.mut_subcommands(|subcommand| {
        let path = format!("{path} {}", subcommand.get_name());
        let path = path.trim_start();
        with_examples(subcommand, path).after_help(examples_text(path))
    })
}

fn examples_text(path: &str) -> String {
    let lines: Vec<String> =
        examples(path).iter().map(|Example { typed, does }| format!("  {does}:\n    {typed}")).collect();
    format!("Examples:\n{}", lines.join("\n"))
}

/// What can be typed, and what it does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Example {
    pub(crate) typed: &'static str,
    pub(crate) does: &'static str,
}

/// The examples of a command, or of the command above it.
pub(crate) fn examples(path: &str) -> Vec<Example> {
    let own: Vec<Example> = EXAMPLES
        .iter()
        .filter(|(command, _, _)| *command == path)
        .map(|(_, does, typed)| Example { typed, does })
        .collect();
    match path.rsplit_once(' ') {
        Some((above, _)) if own.is_empty() => examples(above),
        _ => own,
    }
}

/// The command, what the example does, and what to type.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("", "Open the game", "crownhead"),
    ("", "Play level 3", "crownhead --level 3"),
    ("", "Look at the games of a file", "crownhead games.pdn"),
    (
        "play",
        "Play level 5 as White, five minutes and three seconds a move",
        "crownhead play --level 5 --side white --clock 5+3",
    ),
    ("play", "Play from a ballot drawn at random", "crownhead play --level full --ballot random"),
    ("play", "Look at the games of a file", "crownhead play games.pdn"),
    (
        "play",
        "Two people at one board, with moves as b6-a5",
        "crownhead play --black person --white person --notation algebraic",
    ),
    ("play", "Play people on a server", "crownhead play --online http://127.0.0.1:8340"),
    ("play", "Play from a script", "printf '11-15\\nmoves\\n' | crownhead play --plain --level 1"),
    ("show", "The starting position", "crownhead show"),
    ("show", "A position as JSON", "crownhead show 'W:W18,30:B6,14' --json"),
    ("moves", "The moves of a position", "crownhead moves 'W:W18,30:B6,14'"),
    ("moves", "The moves of each position of a file, one line for each", "crownhead moves - <positions.txt"),
    ("perft", "Count to depth 10 on two threads", "crownhead perft 10 --threads 2"),
    ("perft", "The count after each move of a position", "crownhead perft 4 'W:W18,30:B6,14' --divide"),
    ("grade", "Check the moves of a Python program that reads FEN", "crownhead grade -- python3 student.py"),
    (
        "grade",
        "Check a program that reads 64-bit words, with a1 as bit 0",
        "crownhead grade --layout up64 -- ./student",
    ),
    ("grade", "Compare counts to depth 6", "crownhead grade --perft 6 -- ./student"),
    ("grade", "What a program is asked", "crownhead grade --questions"),
    ("pdn", "Check game files", "crownhead pdn check games.pdn"),
    ("pdn check", "Check every file of a folder", "crownhead pdn check games/*.pdn"),
    ("pdn filter", "The draws of a player", "crownhead pdn filter games.pdn --player Tinsley --result draw"),
    ("pdn merge", "One file of many, packed or not", "crownhead pdn merge *.pdn old.pdn.gz > all.pdn"),
    ("pdn dedupe", "Every game once", "crownhead pdn dedupe all.pdn > once.pdn"),
    ("pdn stats", "Results, players and openings", "crownhead pdn stats games.pdn"),
    ("pdn json", "The results, by another program", "crownhead pdn json games.pdn | jq .result"),
    ("pdn check", "Check what another program writes", "cat games.pdn | crownhead pdn check -"),
    ("games", "Add game files to the collection", "crownhead games import games.pdn match.pdn"),
    (
        "games",
        "All wins of a player in an opening",
        "crownhead games search --player tinsley --result win --opening 'single corner'",
    ),
    ("games import", "Add all files of a folder", "crownhead games import games/*.pdn"),
    ("games import", "Read all files of the collection again", "crownhead games import"),
    (
        "games search",
        "All wins of a player in an opening",
        "crownhead games search --player tinsley --result win --opening 'single corner'",
    ),
    (
        "games search",
        "Endings with two kings against one, whoever has the two",
        "crownhead games search --material '2k v 1k' --reversed",
    ),
    (
        "games search",
        "Games of the fifties with a king and a man on these squares",
        "crownhead games search --pattern 'king on 15 and man on 13' --from 1950 --to 1959",
    ),
    ("games show", "The first game", "crownhead games show 1"),
    (
        "games export",
        "The games of a ballot, each once",
        "crownhead games export ballot.pdn --ballot 30 --unique",
    ),
    ("games old", "Write the games of an earlier version to a file", "crownhead games old old.pdn"),
    ("explore", "The first moves of all games", "crownhead explore"),
    ("explore", "The moves after 11-15 22-18", "crownhead explore 11-15 22-18"),
    (
        "explore",
        "What a player does in a position",
        "crownhead explore 'W:W18,30:B6,14' --player tinsley --json",
    ),
    ("puzzles", "Puzzles that suit you", "crownhead puzzles"),
    ("puzzles", "The puzzle of the day", "crownhead puzzles --daily"),
    (
        "puzzles",
        "Shots that are not too hard",
        "crownhead puzzles --any two-for-one --any big-shot --max 1300",
    ),
    (
        "puzzles make",
        "Let levels play, and keep what is proved",
        "crownhead puzzles make --dir puzzles --games 1000",
    ),
    (
        "puzzles make",
        "From your own games",
        "crownhead puzzles make games.pdn --dir puzzles --out own.puzzles",
    ),
    ("puzzles audit", "Decide a hundred puzzles again", "crownhead puzzles audit --limit 100"),
    ("puzzles levels", "Whether ratings say how hard puzzles are", "crownhead puzzles levels --limit 200"),
    ("puzzles themes", "What there is to train", "crownhead puzzles themes"),
    ("bits", "A word in binary, hex and on the board", "crownhead bits show 0x00000FFF"),
    ("bits", "Flip bit 3", "crownhead bits flip 0x00000FFF 3"),
    ("bits", "Add in 8 bits, using only bitwise operations", "crownhead bits add --width 8 0b1011 7"),
    (
        "analyze",
        "Ten seconds for a position, the three best moves",
        "crownhead analyze 'B:W18,23,27,30:B5,6,10,12' --time 10 --lines 3",
    ),
    (
        "analyze",
        "Annotate the games of a file",
        "crownhead analyze games.pdn --time 0.2 --annotate annotated.pdn",
    ),
    (
        "analyze",
        "Go on after an interruption",
        "crownhead analyze games.pdn --time 0.2 --annotate annotated.pdn --resume",
    ),
    ("match", "A match of two levels", "crownhead match level:7 level:5 --games 20"),
    (
        "match",
        "Against an engine that speaks Hub, keeping the games",
        "crownhead match crownhead hub:./engine --games 10 --pdn games.pdn",
    ),
    ("arena", "Play a tournament and show its table", "crownhead arena run tournament.toml"),
    ("arena table", "The standings as JSON", "crownhead arena table tournament --json"),
    ("arena report", "Write the report again", "crownhead arena report tournament"),
    ("arena prompt", "A prompt to change", "crownhead arena prompt >prompt.toml"),
    ("arena mock", "Models that answer after half a second", "crownhead arena mock --delay 0.5"),
    ("openings", "Ballots with a name", "crownhead openings cross"),
    ("openings", "One ballot", "crownhead openings 30"),
    ("book", "The book moves of the starting position", "crownhead book show"),
    ("book build", "Build a small book", "crownhead book build --out book.txt --plies 2"),
    ("bench", "Measure the engine", "crownhead bench"),
    ("endgame", "Who wins, and in how many plies", "crownhead endgame probe 'W:WK18,K22:BK3'"),
    ("endgame build", "All endings up to six pieces", "crownhead endgame build --pieces 6"),
    (
        "endgame build",
        "Four kings against three, with distances",
        "crownhead endgame build --material 0,4,0,3 --distance",
    ),
    ("endgame verify", "Check every position", "crownhead endgame verify --all"),
    ("endgame stats", "Wins, losses and draws", "crownhead endgame stats"),
    ("practice", "The endings, and what you have reached in them", "crownhead practice"),
    ("practice", "First position", "crownhead practice first-position"),
    (
        "practice",
        "Another position of this kind, with the distance to the end",
        "crownhead practice bridge --seed 7 --distance",
    ),
    ("train", "Play, fit and compare until nothing more is gained", "crownhead train run --dir training"),
    ("train games", "Games to learn from", "crownhead train games --dir games --games 10000"),
    ("train fit", "Fit a network to them", "crownhead train fit games --out new.weights"),
    ("train tune", "Tune two parameters", "crownhead train tune late_slope late_base --pairs 500"),
    ("serve", "Serve the page and open it", "crownhead serve --open"),
    ("serve", "Let other machines connect", "crownhead serve --listen 0.0.0.0:8340"),
    ("worker", "Analyze for servers", "crownhead worker --bus nats://127.0.0.1:4222"),
    ("hub", "Run the engine on two threads, with its book", "crownhead hub --threads 2 --book"),
    ("mcp", "Let an agent play on standard input and output", "crownhead mcp"),
    ("mcp", "Let agents connect over HTTP", "crownhead mcp --listen 127.0.0.1:8350"),
    ("dxp", "Wait for an opponent", "crownhead dxp --listen 27531"),
    ("dxp", "Play two games as White", "crownhead dxp --connect 192.168.1.7:27531 --side white --games 2"),
    (
        "completions",
        "For Bash",
        "crownhead completions bash >~/.local/share/bash-completion/completions/crownhead",
    ),
    ("completions", "For fish", "crownhead completions fish >~/.config/fish/completions/crownhead.fish"),
    ("completions", "For Zsh, in a folder of $fpath", "crownhead completions zsh >~/.zfunc/_crownhead"),
    ("man", "Read the manual", "crownhead man | man -l -"),
    ("man", "Install a page for each command", "crownhead man --dir ~/.local/share/man/man1"),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a line, as a shell makes them of it.
    fn words(line: &str) -> Vec<String> {
        let line = line.rsplit("| ").find(|part| part.starts_with("crownhead")).unwrap_or(line);
        let line = line.split(['<', '>']).next().unwrap_or_default().split(" | ").next().unwrap_or_default();
        let parts = line.split('\'').enumerate();
        parts
            .flat_map(|(i, part)| match i % 2 {
                0 => part.split_whitespace().map(str::to_owned).collect(),
                _ => vec![part.to_owned()],
            })
            .collect()
    }

    #[test]
    fn every_example_can_be_typed() {
        for (path, _, typed) in EXAMPLES {
            let words = words(typed);
            assert!(typed.contains(&format!("crownhead {path}").trim_end().to_owned()), "{path}: {typed}");
            if let Err(error) = Arguments::read_from(words.iter().map(Into::into)) {
                panic!("{typed}\n{error}");
            }
        }
    }

    #[test]
    fn every_command_has_examples() {
        fn check(command: &Command, path: &str) {
            assert!(!examples(path).is_empty(), "crownhead {path}");
            for subcommand in command.get_subcommands() {
                check(subcommand, format!("{path} {}", subcommand.get_name()).trim_start());
            }
        }
        check(&Arguments::command(), "");
        for (path, _, _) in EXAMPLES {
            let mut command = &Arguments::command();
            for name in path.split_whitespace() {
                command = command.find_subcommand(name).unwrap_or_else(|| panic!("there is no {path}"));
            }
        }
    }
}
