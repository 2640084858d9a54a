//! `crownhead grade` finds what is wrong with programs, and nothing where all is right.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// Calls `grade --json` and returns what it prints.
#[track_caller]
fn grade(args: &[&str], code: i32) -> Value {
    let mut command = Command::cargo_bin("crownhead").unwrap();
    let output = command.args(["grade", "--json"]).args(args).assert().code(code).get_output().stdout.clone();
    serde_json::from_slice(&output).unwrap()
}

/// A student's program, with some of its text replaced.
struct Student {
    folder: TempDir,
    source: String,
}

impl Student {
    fn new(file: &str, replaced: &[(&str, &str)]) -> Student {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(file);
        let mut source = fs::read_to_string(path).unwrap();
        for (right, wrong) in replaced {
            assert!(source.contains(right), "{file} has no `{right}`");
            source = source.replace(right, wrong);
        }
        Student { folder: tempfile::tempdir().unwrap(), source }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    #[track_caller]
    fn grade_python(&self, options: &[&str], code: i32) -> Value {
        let file = self.path("student.py");
        fs::write(&file, &self.source).unwrap();
        grade(&[options, &["--", "python3", file.to_str().unwrap()]].concat(), code)
    }

    #[track_caller]
    fn grade_c(&self, options: &[&str], code: i32) -> Value {
        let (source, program) = (self.path("student.c"), self.path("student"));
        fs::write(&source, &self.source).unwrap();
        Command::new("cc").args(["-O1", "-w", "-o"]).arg(&program).arg(&source).assert().success();
        grade(&[options, &["--layout", "down32", "--", program.to_str().unwrap()]].concat(), code)
    }
}

const RIGHT: [(&str, &str); 0] = [];

/// There is a finding of this kind, in a position with few pieces.
#[track_caller]
fn check(graded: &Value, fault: &str, kind: &str) {
    let finding = &graded["finding"];
    assert_eq!(finding["fault"]["kind"], kind, "{fault}: {finding:#}");
    assert!(finding["pieces"].as_u64().unwrap() <= 6, "{fault}: {finding:#}");
}

#[test]
fn right_programs_are_right() {
    for options in [&[][..], &["--perft", "4"]] {
        let graded = Student::new("student.py", &RIGHT).grade_python(options, 0);
        assert!(graded["finding"].is_null() && graded["asked"] == graded["questions"], "{graded:#}");
        let graded = Student::new("student.c", &RIGHT).grade_c(options, 0);
        assert_eq!(graded["right"], graded["questions"], "{graded:#}");
    }
}

/// Our own answers are right by all rules, in all layouts and with all names of squares that we can write.
#[test]
fn our_own_moves_are_right() {
    let program = assert_cmd::cargo::cargo_bin("crownhead");
    let program = program.to_str().unwrap();
    for rules in ["official", "free-stop", "crown-and-go", "single-jump", "casual", "relay"] {
        let graded = grade(&["--rules", rules, "--", program, "moves", "--rules", rules, "-"], 0);
        assert_eq!(graded["right"], graded["questions"], "{rules}");
    }
    check(&grade(&["--rules", "free-stop", "--", program, "moves", "-"], 1), "other rules", "moves");
}

const FAULTS_OF_PYTHON: &[(&str, &str, &str)] = &[
    ("edge wrap", "0 <= row <= 7 and 0 <= column <= 7", "0 <= row <= 7"),
    ("missing backward king move", "(1, -1), (1, 1)]\n    return", "(1, -1)]\n    return"),
    ("single jump", "further = [] if is_crowned(piece, to[0]) else jumps(rest, to, piece)", "further = []"),
    ("forced capture missed", "    if found:\n        return found\n", ""),
    (
        "crowned man jumps on",
        "[] if is_crowned(piece, to[0]) else jumps(rest, to, piece)",
        "jumps(rest, to, piece.upper() if is_crowned(piece, to[0]) else piece)",
    ),
    (
        "men jump backwards",
        "    found = []\n    for down, right in directions(piece)",
        "    found = []\n    for down, right in directions(piece.upper())",
    ),
    ("own pieces are jumped", " or pieces[over].upper() == piece.upper()", ""),
    ("the jumper stands in its own way", "jumps(rest, at, piece)", "jumps(pieces, at, piece)"),
    ("landing on pieces", "not on_board(*to) or to in pieces", "not on_board(*to)"),
    ("always Black's move", "piece.upper() == turn]", "piece.upper() == \"B\"]"),
    (
        "jumps may stop",
        "        for route, taken in further or",
        "        for route, taken in [([], [])] + further or",
    ),
];

#[test]
fn each_fault_of_a_python_program_is_found_in_a_small_position() {
    for (fault, right, wrong) in FAULTS_OF_PYTHON {
        let graded = Student::new("student.py", &[(right, wrong)]).grade_python(&[], 1);
        check(&graded, fault, "moves");
    }
}

const FAULTS_OF_C: &[(&str, &str, &str)] = &[
    ("edge wrap", "(from & EVEN & ~RIGHT) << 5", "(from & EVEN) << 5"),
    ("edge wrap upwards", "(from & ODD & ~LEFT) >> 5", "(from & ODD) >> 5"),
    ("wrong mask in one row", "#define ODD 0xF0F0F0F0u", "#define ODD 0xF0F070F0u"),
    ("missing backward king move", "king ? UP_RIGHT : pos", "king ? UP_LEFT : pos"),
    ("single jump", "if (!king && to & crown_row(pos))", "if (1)"),
    ("captured piece jumped twice", "if (!to)", "if (!to || move->length > 6)"),
    ("landing on own pieces", "~(pos->own | enemies)", "~enemies"),
    ("forced capture missed", "    if (list->length)\n        return;\n", ""),
    (
        "crowned man ends no jump",
        "if (!king && to & crown_row(pos))\n            list->moves[list->length++] = *move;\n        else\n            jump(pos, to, king,",
        "jump(pos, to, king || to & crown_row(pos),",
    ),
];

#[test]
fn each_fault_of_a_c_program_is_found_in_a_small_position() {
    for (fault, right, wrong) in FAULTS_OF_C {
        let mut replaced = vec![(*right, *wrong)];
        if fault.contains("twice") {
            replaced.push(("pos->other & ~move->captured;\n    Word", "pos->other;\n    Word"));
        }
        check(&Student::new("student.c", &replaced).grade_c(&[], 1), fault, "moves");
    }
}

#[test]
fn counts_show_what_a_list_of_moves_does_not() {
    let uncrowned = [("piece.upper() if is_crowned(piece, route[-1][0]) else piece", "piece")];
    let student = Student::new("student.py", &uncrowned);
    student.grade_python(&[], 0);
    check(&student.grade_python(&["--perft", "4"], 1), "no crowning", "count");
    let uncrowned = [("to & crown_row(pos);", "0;")];
    check(&Student::new("student.c", &uncrowned).grade_c(&["--perft", "6"], 1), "no crowning", "count");
}

#[test]
fn a_difference_is_drawn_with_its_masks() {
    let student = Student::new("student.py", &[FAULTS_OF_PYTHON[0]].map(|(_, right, wrong)| (right, wrong)));
    let file = student.path("student.py");
    fs::write(&file, &student.source).unwrap();
    let mut command = Command::cargo_bin("crownhead").unwrap();
    let output =
        command.args(["grade", "--", "python3"]).arg(&file).assert().code(1).get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    for part in
        ["has 1 piece:", "not legal  ", "steps of men", " to move, official rules", "printed: to", "0x00000"]
    {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

/// A program that misbehaves is a finding.
#[test]
fn programs_that_fail_are_findings() {
    let graded = |script: &str| grade(&["--time", "0.5", "--", "sh", "-c", script], 1);
    check(&graded("while :; do :; done"), "endless", "timeout");
    check(&graded("sleep 1000 & wait"), "endless in a child", "timeout");
    check(&graded("kill -SEGV $$"), "crash", "crash");
    check(&graded("echo oh >&2; exit 7"), "exit code", "crash");
    check(&graded("exec yes no"), "endless output", "too_much_output");
    check(&graded("exit 0"), "silent", "too_few_lines");
    check(&graded("echo Welcome; sed s/.*/1-5/"), "a line too many", "too_many_lines");
    check(&graded("sed s/.*/hello/"), "no moves", "unreadable");
    let program = assert_cmd::cargo::cargo_bin("crownhead");
    check(&graded(&format!("{} moves -; exit 3", program.display())), "a bad end", "crash");
    let crash = graded("echo oh >&2; exit 7");
    assert_eq!(crash["finding"]["fault"]["text"], "it ended with exit code 7: oh");
}

/// The commonest mistake: nothing is printed where there is no move, and all answers after it are those to other positions.
#[test]
fn lines_that_are_left_out_are_told() {
    let program = assert_cmd::cargo::cargo_bin("crownhead");
    let graded = grade(&["--", "sh", "-c", &format!("{} moves - | grep .", program.display())], 1);
    check(&graded, "no empty lines", "too_few_lines");
    let text = graded["finding"]["fault"]["text"].as_str().unwrap();
    assert!(text.contains("an empty one where there is no move"), "{text}");
}

/// What a program says besides its answers is shown.
#[test]
fn a_superfluous_line_is_shown() {
    let program = assert_cmd::cargo::cargo_bin("crownhead");
    let script = format!("echo 'Enter a position:'; {} moves -", program.display());
    let finding = &grade(&["--", "sh", "-c", &script], 1)["finding"];
    assert_eq!(finding["printed"], "Enter a position:", "{finding:#}");
    let text = finding["fault"]["text"].as_str().unwrap();
    assert!(text.contains("the line \"Enter a position:\" is no answer"), "{text}");
}

/// Moves where a count was asked for.
#[test]
fn the_count_that_was_expected_is_told() {
    let mut command = Command::cargo_bin("crownhead").unwrap();
    let asked = command.args(["grade", "--perft", "3", "--", "sh", "-c", "sed s/.*/1-5/"]).assert().code(1);
    let text = String::from_utf8(asked.get_output().stdout.clone()).unwrap();
    assert!(text.contains("no count   \"1-5\"") && text.contains("the answer is one number"), "{text}");
    let right = text.lines().find_map(|line| line.strip_prefix("right      ")).unwrap();
    assert!(right.parse::<u64>().is_ok(), "{right}");
}

#[test]
fn memory_is_limited() {
    let hungry = "import sys\nx = bytearray(3 << 30)\nsys.stdout.writelines('1-5\\n' for line in sys.stdin)";
    let graded = grade(&["--memory", "256", "--", "python3", "-c", hungry], 1);
    assert!(graded["finding"]["fault"]["text"].as_str().unwrap().contains("MemoryError"), "{graded:#}");
}

/// Answers that are lost in a buffer do not hide the position on which a program fails.
#[test]
fn the_position_of_a_crash_is_found() {
    let crash = [(
        "    turn, pieces = read(fen)\n    if depth",
        "    turn, pieces = read(fen)\n    import os\n    if \"K\" in fen and len(pieces) > 1: os.abort()\n    if depth",
    )];
    let graded = Student::new("student.py", &crash).grade_python(&[], 1);
    check(&graded, "crash", "crash");
    assert_eq!(graded["finding"]["pieces"], 2);
    assert!(graded["finding"]["fen"].as_str().unwrap().contains('K'));
}

/// What is left over from one position shows in the next.
#[test]
fn a_program_that_forgets_to_clear_its_board_is_told_so() {
    let leak =
        [("def read(fen):", "PIECES = {}\ndef read(fen):"), ("    pieces = {}\n", "    pieces = PIECES\n")];
    let graded = Student::new("student.py", &leak).grade_python(&[], 1);
    assert_eq!(graded["finding"]["only_after_others"], true, "{graded:#}");
}

#[test]
fn questions_can_be_given_and_printed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.txt");
    fs::write(&file, "# two\nW:W22:B18,11\n\nB:W21-32:B1-12\n").unwrap();
    let file = file.to_str().unwrap();
    let program = assert_cmd::cargo::cargo_bin("crownhead");
    let graded = grade(&["--positions", file, "--", program.to_str().unwrap(), "moves", "-"], 0);
    assert_eq!(graded["asked"], 2);
    let mut command = Command::cargo_bin("crownhead").unwrap();
    let output =
        command.args(["grade", "--questions", "--layout", "up64", "--positions", file]).assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert_eq!(text.lines().last().unwrap(), "B 0xAA55AA0000000000 0x000000000055AA55 0x0000000000000000");
}

#[test]
fn what_cannot_be_started_or_read_is_told() {
    let fails = |args: &[&str], code: i32, part: &str| {
        let mut command = Command::cargo_bin("crownhead").unwrap();
        let output = command.arg("grade").args(args).assert().code(code).get_output().stderr.clone();
        let text = String::from_utf8(output).unwrap();
        assert!(text.contains(part), "{text}");
    };
    fails(&["--", "/no/such/program"], 4, "/no/such/program");
    fails(&["--", "no-such-program"], 4, "no-such-program: there is no such program");
    fails(&["--", "/tmp"], 4, "/tmp: is a directory");
    let folder = tempfile::tempdir().unwrap();
    let [script, empty] = ["student.py", "positions.txt"].map(|name| folder.path().join(name));
    fs::write(&script, "print()").unwrap();
    fs::write(&empty, "# nothing\n").unwrap();
    fails(&["--", script.to_str().unwrap()], 4, "it is not executable; a script needs its interpreter");
    fails(&["--positions", empty.to_str().unwrap(), "--", "true"], 3, "there is no position in it");
    fails(&["--positions", "/no/such/file", "--", "true"], 4, "/no/such/file");
    fails(&["--layout", "down33", "--", "true"], 2, "down32, up32, down64 or up64");
    fails(&["--time", "1e300", "--", "true"], 2, "--time");
    fails(&[], 2, "PROGRAM");
}
