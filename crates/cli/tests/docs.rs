//! The documents name files, packages, commands and headings that exist.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

/// The folder of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path())
}

/// Every document: at the top, in `docs`, and the README of each crate.
fn documents() -> Vec<PathBuf> {
    let is_document = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "md");
    let crates = entries(&root().join("crates")).map(|krate| krate.join("README.md"));
    let documents: Vec<PathBuf> = entries(&root())
        .chain(entries(&root().join("docs")))
        .filter(is_document)
        .chain(crates.filter(|readme| readme.exists()))
        .collect();
    assert!(documents.len() > 20, "{documents:?}");
    documents
}

/// The lines of a document outside its blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    })
}

/// What stands between backticks in a line.
fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The targets of the links in a line.
fn links(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target)
}

/// What a heading is called in an address: `## The web page` is `the-web-page`.
fn anchors(text: &str) -> BTreeSet<String> {
    let slug = |heading: &str| {
        let kept = heading.trim().to_lowercase().replace(' ', "-");
        kept.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()
    };
    prose(text).filter(|line| line.starts_with('#')).map(|line| slug(line.trim_start_matches('#'))).collect()
}

#[test]
fn every_relative_link_leads_somewhere() {
    let mut broken = Vec::new();
    for document in documents() {
        let text = read(&document);
        // Links to other places, and to items of the code.
        let is_foreign = |link: &&str| ["://", "::", "@"].iter().any(|mark| link.contains(mark));
        for link in prose(&text).flat_map(links).filter(|link| !is_foreign(link)) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target =
                if path.is_empty() { document.clone() } else { document.parent().unwrap().join(path) };
            let has_anchor = || anchor.is_empty() || anchors(&read(&target)).contains(anchor);
            if !target.exists() || !has_anchor() {
                broken.push(format!("{}: {link}", document.strip_prefix(root()).unwrap().display()));
            }
        }
    }
    assert!(broken.is_empty(), "links to nowhere:\n{}", broken.join("\n"));
}

/// The threats of docs/security.md name tests, each of which is a function or a file.
#[test]
fn every_threat_names_tests_that_exist() {
    let sources: Vec<String> = sources(&root().join("crates")).iter().map(|path| read(path)).collect();
    let exists = |name: &str| {
        let function = format!("fn {}(", name.rsplit("::").next().unwrap());
        sources.iter().any(|source| source.contains(&function)) || root().join(name).exists()
    };
    let text = read(&root().join("docs/security.md"));
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| ")).skip(2).collect();
    for row in &rows {
        let tests = row.trim_end_matches('|').rsplit_once(" | ").unwrap().1;
        let names: Vec<&str> = code_spans(tests).collect();
        assert!(!names.is_empty(), "no test: {row}");
        for name in names {
            assert!(exists(name), "no such test: {name}");
        }
    }
    assert!(rows.len() > 40, "only {} threats were found", rows.len());
}

/// Every file of Rust below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries(folder).partition(|path| path.is_dir());
    let is_source = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "rs");
    files.into_iter().filter(is_source).chain(folders.iter().flat_map(|folder| sources(folder))).collect()
}

/// The code in README.md stands in the README of a crate as well, where it is compiled and run.
#[test]
fn the_code_of_the_readme_is_compiled() {
    let readme = read(&root().join("README.md"));
    let examples: Vec<&str> =
        readme.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!examples.is_empty());
    let readmes = entries(&root().join("crates")).map(|krate| krate.join("README.md"));
    let crates: Vec<String> = readmes.filter(|readme| readme.exists()).map(|readme| read(&readme)).collect();
    for example in examples {
        assert!(
            crates.iter().any(|readme| readme.contains(&format!("```\n{example}```"))),
            "not compiled:\n{example}"
        );
    }
}

/// A path of ARCHITECTURE.md starts at the repository, in the folder that the latest line "Inside `folder`" names, or in a
/// folder of that one with which the row of a table starts.
#[test]
fn every_path_of_the_architecture_exists() {
    let text = read(&root().join("ARCHITECTURE.md"));
    let mut folder = root();
    let (mut paths, mut missing) = (0, Vec::new());
    for line in prose(&text) {
        if line.starts_with("## ") {
            folder = root();
        }
        let row = line.strip_prefix("| `").and_then(|row| row.split('`').next()).unwrap_or("");
        for span in code_spans(line).filter(|span| is_path(span)) {
            paths += 1;
            if ![root(), folder.clone(), folder.join(row)].iter().any(|folder| folder.join(span).exists()) {
                missing.push(span);
            }
        }
        if let Some(inside) = line.strip_prefix("Inside `").and_then(|rest| rest.split('`').next()) {
            folder = root().join(inside);
        }
    }
    assert!(missing.is_empty(), "named in ARCHITECTURE.md, but not there: {missing:?}");
    assert!(paths > 50, "only {paths} paths were found");
}

fn is_path(span: &str) -> bool {
    let endings = [".rs", ".md", ".py", ".js", ".ts", ".toml", "/"];
    let is_file = endings.iter().any(|ending| span.ends_with(ending));
    let is_below = ["crates/", "docs/", "fuzz/", "web/", "examples/"].iter().any(|top| span.starts_with(top));
    (is_file || is_below) && !span.starts_with('/') && !span.contains([' ', '{', '*', ':'])
}

#[test]
fn every_member_has_a_row_in_the_architecture() {
    let text = read(&root().join("ARCHITECTURE.md"));
    let rows: BTreeSet<(String, String)> = text
        .lines()
        .filter_map(|line| line.strip_prefix("| `crates/")?.split_once("` | `crownhead-"))
        .map(|(folder, rest)| (folder.to_owned(), rest.split('`').next().unwrap().to_owned()))
        .collect();
    let members: BTreeSet<(String, String)> = entries(&root().join("crates"))
        .map(|krate| {
            let manifest = read(&krate.join("Cargo.toml"));
            let name =
                manifest.split("name = \"crownhead-").nth(1).unwrap().split('"').next().unwrap().to_owned();
            (krate.file_name().unwrap().to_str().unwrap().to_owned(), name)
        })
        .collect();
    assert_eq!(rows, members);
}

/// `crownhead COMMAND` and `make TARGET`, wherever they stand in a document.
#[test]
fn every_command_of_the_documents_exists() {
    let help = Command::cargo_bin("crownhead").unwrap().arg("help").output().unwrap().stdout;
    let help = String::from_utf8(help).unwrap();
    let commands: BTreeSet<&str> =
        help.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next()).collect();
    let makefile = read(&root().join("Makefile"));
    let targets: BTreeSet<&str> =
        makefile.lines().filter_map(|line| line.split_once(':')).map(|(target, _)| target).collect();
    let mut unknown = Vec::new();
    for document in documents() {
        // What the changelog says was true at its time.
        if document.ends_with("CHANGELOG.md") {
            continue;
        }
        let text = read(&document);
        for span in prose(&text).flat_map(code_spans) {
            let mut words = span.split_whitespace();
            let known = match words.next() {
                Some("crownhead") => &commands,
                Some("make") => &targets,
                _ => continue,
            };
            let is_unknown = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
            if let Some(word) = words.next().filter(is_unknown)
                && !word.starts_with('-')
                && !known.contains(word)
            {
                unknown.push(format!("{}: {span}", document.strip_prefix(root()).unwrap().display()));
            }
        }
    }
    assert!(unknown.is_empty(), "no such command:\n{}", unknown.join("\n"));
}
