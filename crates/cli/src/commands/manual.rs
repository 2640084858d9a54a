//! Completions and manual pages, from the definition of the command line.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::exit::{self, Exit};
use crate::help;
use crate::output::print;

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Folder for a page per command [default: print the main page].
    #[arg(long)]
    pub(crate) dir: Option<PathBuf>,
}

pub(crate) fn completions(args: &CompletionsArgs) -> anyhow::Result<Exit> {
    // Into memory first: it panics when it cannot write.
    let mut script = Vec::new();
    let mut command = help::command();
    clap_complete::generate(args.shell, &mut command, "crownhead", &mut script);
    if args.shell == clap_complete::Shell::Fish {
        script.extend(fish_arguments(&command).into_bytes());
    }
    print(String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}

/// The values of arguments without a flag, which the generator for fish leaves out.
fn fish_arguments(command: &Command) -> String {
    let mut script = String::new();
    for subcommand in command.get_subcommands() {
        for argument in subcommand.get_positionals() {
            let values: Vec<String> =
                argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
            if !values.is_empty() {
                let (name, values) = (subcommand.get_name(), values.join(" "));
                script += &format!(
                    "complete -c crownhead -n \"__fish_crownhead_using_subcommand {name}\" -f -a \"{values}\"\n"
                );
            }
        }
    }
    script
}

pub(crate) fn man(args: &ManArgs) -> anyhow::Result<Exit> {
    let mut command = help::command().disable_help_subcommand(true);
    // Commands below others have full names then.
    command.build();
    match &args.dir {
        Some(dir) => {
            fs::create_dir_all(dir).with_context(|| format!("cannot create {}", dir.display()))?;
            write_pages(dir, &command, "").with_context(|| format!("cannot write to {}", dir.display()))?;
        }
        None => print(String::from_utf8_lossy(&page(&command, "")?))?,
    }
    Ok(Exit::Success)
}

/// Writes the page of a command and those of the commands below it.
fn write_pages(dir: &Path, command: &Command, path: &str) -> io::Result<()> {
    fs::write(dir.join(Man::new(command.clone()).get_filename()), page(command, path)?)?;
    for subcommand in command.get_subcommands() {
        write_pages(dir, subcommand, format!("{path} {}", subcommand.get_name()).trim_start())?;
    }
    Ok(())
}

fn page(command: &Command, path: &str) -> io::Result<Vec<u8>> {
    let man = Man::new(command.clone());
    let mut out = Vec::new();
    man.render_title(&mut out)?;
    man.render_name_section(&mut out)?;
    man.render_synopsis_section(&mut out)?;
    man.render_description_section(&mut out)?;
    man.render_options_section(&mut out)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut out)?;
    }
    if ["", "play"].contains(&path) {
        out.write_all(keys().render().as_bytes())?;
    }
    out.write_all(examples(path).render().as_bytes())?;
    out.write_all(section("EXIT STATUS", exit::CODES).render().as_bytes())?;
    out.write_all(section("FILES", FILES).render().as_bytes())?;
    out.write_all(section("ENVIRONMENT", ENVIRONMENT).render().as_bytes())?;
    if command.get_version().is_some() {
        man.render_version_section(&mut out)?;
    }
    Ok(out)
}

fn examples(path: &str) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["EXAMPLES"]);
    for example in help::examples(path) {
        roff.control("TP", []);
        roff.text([roman(format!("{}:", example.does))]);
        roff.text([bold(example.typed)]);
    }
    roff
}

/// The keys of the game on the screen.
fn keys() -> Roff {
    let keys = crownhead_tui::keys_of_play();
    section("KEYS", &keys.iter().map(|(names, help)| (names.as_str(), *help)).collect::<Vec<_>>())
}

fn section(title: &str, entries: &[(&str, &str)]) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", [title]);
    for (name, text) in entries {
        roff.control("TP", []);
        roff.text([bold(*name)]);
        roff.text([roman(*text)]);
    }
    roff
}

const FILES: &[(&str, &str)] = &[
    ("~/.config/crownhead/config.toml", "Settings of games; every option of crownhead play is a key."),
    ("~/.local/share/crownhead/running", "Games that are not finished."),
    ("~/.local/share/crownhead/endgame", "Endgame databases that you have built."),
    ("~/.local/share/crownhead/collection.games", "Your collection of games."),
    ("~/.local/share/crownhead/games.db", "Games and studies of crownhead serve."),
    ("~/.local/state/crownhead/online.json", "Your sessions at servers. Only you can read it."),
];

const ENVIRONMENT: &[(&str, &str)] = &[
    ("NO_COLOR", "If it is set, no colors are used. The option --color comes first."),
    ("TERM", "The terminal. With dumb the game is played line by line."),
    ("COLORTERM", "With truecolor or 24bit the board has more colors."),
    ("LC_ALL, LC_CTYPE, LANG", "Without UTF-8 the game is drawn in ASCII characters."),
    (
        "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME",
        "Folders to use instead of ~/.config, ~/.local/share and ~/.local/state.",
    ),
];
