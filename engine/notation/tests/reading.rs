//! Forms of `GRAMMAR.md`, one after the other.
#![allow(clippy::unwrap_used)] // A test that meets what it does not expect ends there.

use hindsight_engine::kernel::{ReportedDice, Seat, reported_faces};
use hindsight_notation::{
    Act, Comment, Document, Entry, MAX_BYTES, MAX_DEPTH, MAX_FAULTS, NotationFaults, RollText, WrittenEnding,
    WrittenStart, parse, parse_bytes, parse_each, print,
};
use serde_json::json;

const HEAD: &str = "[Hindsight \"1\"]\n[System \"dash\"]\n\n";

fn read(moves: &str) -> Document {
    parse(&format!("{HEAD}{moves}")).unwrap()
}

fn refuse(moves: &str) -> NotationFaults {
    parse(&format!("{HEAD}{moves}")).unwrap_err()
}

/// The first fault as `line:column expected`, with lines counted from the first command.
fn first_fault(moves: &str) -> String {
    let faults = refuse(moves);
    let fault = faults.first();
    format!("{}:{} {}", fault.line - 3, fault.column, fault.expected)
}

fn words(entry: &Entry) -> &str {
    match &entry.given.act {
        Act::Play { words, .. } => words.as_str(),
        other => panic!("{other:?} has no words"),
    }
}

fn dice(entry: &Entry) -> Vec<(Option<&str>, String)> {
    let shown = |roll: &RollText| {
        let all: Vec<String> = roll.faces.iter().map(ToString::to_string).collect();
        all.join(" ")
    };
    match &entry.given.act {
        Act::Play { dice, .. } => dice
            .iter()
            .map(|roll| (roll.purpose.as_deref(), shown(roll)))
            .collect(),
        other => panic!("{other:?} has no dice"),
    }
}

#[test]
fn counts_and_sums_stand_where_faces_stand() {
    let head = "[Hindsight \"1\"] [System \"before-battle\"]\n\n1. A: x ";
    for (text, expected) in [
        ("[to hit 7/12]", vec![ReportedDice::Counts(vec![7, 5])]),
        ("[attack 3+2/9]", vec![ReportedDice::Counts(vec![3, 2, 4])]),
        ("[rout check =11]", vec![ReportedDice::Sums(vec![11])]),
        (
            "[5 7/12 =9=4]",
            vec![
                ReportedDice::Face(5),
                ReportedDice::Counts(vec![7, 5]),
                ReportedDice::Sums(vec![9, 4]),
            ],
        ),
    ] {
        let document = parse(&format!("{head}{text}\n")).unwrap();
        let Act::Play { dice, .. } = &document.line.entries[0].given.act else {
            panic!("{text}")
        };
        assert_eq!(dice[0].faces, expected, "{text}");
        assert!(print(&document).contains(text), "{text}");
    }
    for wrong in ["[7/]", "[13/12]", "[=]"] {
        let faults = parse(&format!("{head}{wrong}\n")).unwrap_err().to_string();
        assert!(faults.contains("a count such as 7/12"), "{wrong}: {faults}");
    }
}

#[test]
fn headers_fill_the_document() {
    let text = r#"[Hindsight "1"] [System "before-battle"]
[Title "A \"quoted\" title \u{1f409}"]
[Date "2026-05-02"]
[Rules "7"]
[Dice "server"]
[Pack "hills"] [Pack "woods" "abc"]
[Seat A "South"]
[Seat B "North"]
[Result "2"]
[Tag "teaching"] [Tag "short"]
[Round "final"]
[Setup {"armies": ["x", {"y": 1.5}]}]
"#;
    let document = parse(text).unwrap();
    assert_eq!(document.system, "before-battle");
    assert_eq!(document.title.as_deref(), Some("A \"quoted\" title \u{1f409}"));
    assert_eq!(document.date.as_deref(), Some("2026-05-02"));
    assert_eq!(document.rules.as_deref(), Some("7"));
    assert_eq!(document.dice.name(), "server");
    assert_eq!(document.packs.len(), 2);
    assert_eq!(document.packs[1].hash.as_deref(), Some("abc"));
    assert_eq!(document.seats[&Seat::B], "North");
    assert_eq!(document.result, Some(WrittenEnding::Side(2)));
    assert_eq!(document.tags, ["teaching", "short"]);
    assert_eq!(document.more, [("Round".to_owned(), "final".to_owned())]);
    assert_eq!(
        document.start,
        WrittenStart::Setup(json!({"armies": ["x", {"y": 1.5}]}))
    );
    assert!(document.line.entries.is_empty());
}

#[test]
fn a_command_has_words_dice_glyphs_marks_and_comments() {
    let document = read(
        "{To begin} 1. A: Bridge Militia advances 2 [attack 5 3 | block 2] !? $14 %lucky {Bold.} ; Too bold?\n",
    );
    assert_eq!(document.line.comments[0].as_str(), "To begin");
    let [entry] = &document.line.entries[..] else {
        panic!("one command")
    };
    assert_eq!(entry.given.seat, Some(Seat::A));
    assert_eq!(words(entry), "Bridge Militia advances 2");
    assert_eq!(
        dice(entry),
        [
            (Some("attack"), "5 3".to_owned()),
            (Some("block"), "2".to_owned())
        ]
    );
    assert_eq!(entry.glyphs, [5, 14]);
    assert_eq!(entry.marks[0].as_str(), "lucky");
    let comments: Vec<_> = entry.comments.iter().map(Comment::as_str).collect();
    assert_eq!(comments, ["Bold.", "Too bold?"]);
}

#[test]
fn every_glyph_symbol_is_its_pgn_number() {
    let document = read("A: a !\nA: b ?\nA: c !!\nA: d ??\nA: e !?\nA: f ?!\nA: g $255\n");
    let glyphs: Vec<u8> = document
        .line
        .entries
        .iter()
        .flat_map(|entry| entry.glyphs.clone())
        .collect();
    assert_eq!(glyphs, [1, 2, 3, 4, 5, 6, 255]);
    assert!(first_fault("A: a !?!").ends_with("one of the glyphs ! ? !! ?? !? ?!"));
    assert!(first_fault("A: a $256").ends_with("a glyph's number from 0 to 255"));
}

#[test]
fn words_take_escapes_and_go_on_behind_a_backslash() {
    let document = read(
        "A: wheel \\(left\\), then \\\n    charge! \\?really \\[x\\] \\; \\\\ a\\b\nB: \\@home 50% wow!\n",
    );
    let heard: Vec<&str> = document.line.entries.iter().map(words).collect();
    assert_eq!(
        heard,
        ["wheel (left), then charge! ?really [x] ; \\ ab", "@home 50% wow!"]
    );
}

#[test]
fn numbers_may_be_left_out_but_not_jump() {
    let document = read("A: one\n2. B: two\n3... A: three\n");
    assert_eq!(document.line.entries.len(), 3);
    assert_eq!(
        first_fault("1. A: one\n3. B: three\n4. A: four"),
        "2:1 number 2 (numbers may be left out, not jump)"
    );
    assert_eq!(
        refuse("1. A: one\n3. B: three\n4. A: four").all().len(),
        1,
        "one slip is one fault"
    );
}

#[test]
fn the_table_has_commands_of_its_own() {
    let document = read(
        "1. A: @say \"well \\\"met\\\"\\n\"\n2. *: @take-back 1\n3. B: @take-back 1 \"slip\"\n4. *: @replace 2 \"misread\" A: run [run 5]\n\
         5. *: @insert 2 \"forgotten\" B: rest\n6. *: @remove 3 \"twice\"\n7. *: @rule \"bumped\" {\"type\": \"place\"}\n\
         8. A: @propose 2\n9. B: @decline\n10. A: @propose draw\n11. B: @accept\n12. B: @concede\n",
    );
    let acts: Vec<&Act> = document
        .line
        .entries
        .iter()
        .map(|entry| &entry.given.act)
        .collect();
    assert_eq!(
        acts[0],
        &Act::Say {
            text: "well \"met\"\n".to_owned()
        }
    );
    assert_eq!(
        acts[1],
        &Act::TakeBack {
            from: 1,
            reason: None
        }
    );
    assert_eq!(
        acts[2],
        &Act::TakeBack {
            from: 1,
            reason: Some("slip".to_owned())
        }
    );
    let Act::Replace { at: 2, reason, with } = acts[3] else {
        panic!("{:?}", acts[3])
    };
    assert_eq!(reason, "misread");
    let roll = RollText {
        purpose: Some("run".to_owned()),
        faces: reported_faces([5]),
    };
    assert!(matches!(&with.act, Act::Play { dice, .. } if dice[..] == [roll]));
    assert!(matches!(acts[4], Act::Insert { at: 2, .. }));
    assert_eq!(
        acts[5],
        &Act::Remove {
            at: 3,
            reason: "twice".to_owned()
        }
    );
    assert_eq!(
        acts[6],
        &Act::Rule {
            reason: "bumped".to_owned(),
            patch: json!({"type": "place"})
        }
    );
    assert_eq!(acts[7], &Act::Propose { winner: Some(2) });
    assert_eq!(acts[8], &Act::Answer { accept: false });
    assert_eq!(acts[9], &Act::Propose { winner: None });
    assert_eq!(acts[10], &Act::Answer { accept: true });
    assert_eq!(acts[11], &Act::Concede);
    assert_eq!(document.line.entries[1].given.seat, None);
    assert!(first_fault("A: @replace 1 \"x\" A: @take-back 1").contains("of the game itself"));
    assert!(first_fault("A: @dance").starts_with("1:5 one of say, concede"));
    assert!(first_fault("A: @concede [run 4]").contains("dice only behind a command of the game"));
}

#[test]
fn variations_nest_and_count_from_the_command_they_replace() {
    let document = read(
        "1. A: one\n2. B: two\n  ( {Or} 2. B: other ( 2. B: third ) 3. A: on )\n  ( B: fourth )\n3. A: three\n",
    );
    let [_, two, _] = &document.line.entries[..] else {
        panic!("three commands")
    };
    assert_eq!(two.variations.len(), 2);
    let first = &two.variations[0];
    assert_eq!(first.comments[0].as_str(), "Or");
    assert_eq!(first.entries.len(), 2);
    assert_eq!(words(&first.entries[0].variations[0].entries[0]), "third");
}

#[test]
fn each_fault_names_its_place_and_what_would_be_right() {
    for (moves, fault) in [
        ("1 A: x", "1:2 a dot behind the command's number"),
        ("A x", "1:2 a colon behind the seat"),
        (
            "a: x",
            "1:1 a command (its number, a seat's letter or `*`, a colon, words)",
        ),
        ("A:", "1:3 the words of a command"),
        ("A: x ]", "1:6 `\\]` for a bracket in words"),
        (
            "A: x\n\nB: y {never closed\n",
            "3:6 a `}` that closes this comment",
        ),
        ("A: x (B: y", "1:6 a `)` that closes this variation"),
        ("A: x ()", "1:6 at least one command in a variation"),
        (
            "(A: x)",
            "1:1 a variation only behind the command that it replaces",
        ),
        (
            "A: x [attack]",
            "1:13 what the dice are for, then a face for each",
        ),
        ("A: x [5 300]", "1:9 a face from 0 to 255"),
        ("A: x [5] [6]", "1:10 all dice of a command in one bracket"),
        ("[5]", "1:2 a header's name"),
        ("A: x ( [5] )", "1:8 dice only behind a command of the game"),
        ("A: @say hello", "1:9 what is said, in quotes"),
        ("A: @say \"hello\nB: x", "1:15 a closing quote"),
        (
            "A: @say \"\\q\"",
            "1:10 one of the escapes \\\" \\\\ \\n \\t \\r \\u{...}",
        ),
        ("A: @take-back x", "1:15 the number of a past command"),
        ("A: @rule \"x\" {\"a\": }", "1:20 sound JSON"),
        ("A: x\u{7}", "1:4 the words of a command"),
        (
            ") A: x",
            "1:1 a command (its number, a seat's letter or `*`, a colon, words)",
        ),
    ] {
        assert_eq!(first_fault(moves), fault, "{moves:?}");
    }
}

#[test]
fn headers_that_cannot_be_are_refused() {
    for (text, place, expected) in [
        ("", (1, 1), "a game that begins with [Hindsight \"1\"]"),
        ("A: x", (1, 1), "[Hindsight \"1\"] as the first header"),
        ("[System \"x\"]", (1, 1), "[Hindsight \"1\"] as the first header"),
        ("[Hindsight \"1\"]\nA: x", (1, 1), "a [System \"...\"] header"),
        (
            "[Hindsight \"2\"]",
            (1, 1),
            "version 1 of the notation (a newer Hindsight may read this)",
        ),
        (
            "[Hindsight \"1\"]\n[System \"Ä\"]",
            (2, 9),
            "the system's id, as \"before-battle\" in the System header",
        ),
        (
            "[Hindsight \"1\"]\n[System \"x\"]\n[System \"y\"]",
            (3, 1),
            "one System header only",
        ),
        (
            "[Hindsight \"1\"]\n[System \"x\"]\n[Seat ab \"y\"]",
            (3, 7),
            "a seat's letter, then the player's name in quotes, in the Seat header",
        ),
        (
            "[Hindsight \"1\"]\n[System \"x\"]\n[Title x]",
            (3, 8),
            "a quoted value in the Title header",
        ),
        (
            "[Hindsight \"1\"]\n[System \"x\"]\n[Date \"2026-13\"]",
            (3, 7),
            "a date as \"2026\", \"2026-05\" or \"2026-05-02\" in the Date header",
        ),
        (
            "[Hindsight \"1\"]\n[System \"x\"]\n[Setup {}] [Position {}]",
            (3, 12),
            "a Setup or a Position, not both",
        ),
        (
            "[Hindsight \"1\"]\n[System \"x\"]\n[Tag \"a\" \"b\"]",
            (3, 10),
            "no further value in the Tag header",
        ),
        (
            "[Hindsight \"1\"]\n[System \"x\"]\n[Dice \"mine\"]",
            (3, 7),
            "\"reported\", \"server\" or \"scripted\" in the Dice header",
        ),
    ] {
        let faults = parse(text).unwrap_err();
        let fault = faults.first();
        assert_eq!(
            ((fault.line, fault.column), fault.expected.to_string()),
            (place, expected.to_owned()),
            "{text:?}"
        );
    }
}

#[test]
fn all_faults_are_listed_up_to_a_limit() {
    let places: Vec<(u32, u32)> = refuse("A: x ]\nB: fine\nA x\nB: @dance\n")
        .all()
        .iter()
        .map(|fault| (fault.line - 3, fault.column))
        .collect();
    assert_eq!(places, [(1, 6), (3, 2), (4, 5)]);
    assert_eq!(refuse(&"A x\n".repeat(1_000)).all().len(), MAX_FAULTS);
}

#[test]
fn one_game_is_one_game() {
    let two = format!("{HEAD}A: x\n{HEAD}");
    let fault = parse(&two).unwrap_err().first().clone();
    assert_eq!(
        (fault.line, fault.found.to_string()),
        (5, "another game".to_owned())
    );
    assert_eq!(parse_bytes(two.as_bytes()).unwrap().len(), 2);
}

#[test]
fn bytes_that_are_no_utf_8_are_refused_in_their_place() {
    let mut bytes = HEAD.as_bytes().to_vec();
    bytes.extend(b"A: \xff");
    let faults = parse_bytes(&bytes).unwrap_err();
    assert_eq!(
        faults.first().to_string(),
        "line 4, column 4: expected UTF-8 text (or the name of its encoding: windows-1252), found the byte 0xff"
    );
}

#[test]
fn what_is_too_deep_or_too_long_is_refused() {
    let deep = |depth: usize| format!("A: x {} {}", "( A: y".repeat(depth), ")".repeat(depth));
    assert_eq!(read(&deep(MAX_DEPTH)).line.entries.len(), 1);
    assert!(first_fault(&deep(MAX_DEPTH + 1)).ends_with("variations at most 64 deep"));
    assert!(first_fault(&deep(10_000)).ends_with("variations at most 64 deep"));
    assert!(!refuse(&"(".repeat(10_000)).all().is_empty());
    assert!(
        !refuse(&format!("A: @rule \"x\" {}", "{\"a\":".repeat(10_000)))
            .all()
            .is_empty()
    );
    let long = format!("{HEAD}{}", "A: x\n".repeat(MAX_BYTES / 4));
    assert!(parse(&long).unwrap_err().first().expected.contains("bytes"));
    let many = format!("{HEAD}{}", "A: x\n".repeat(200_001));
    assert_eq!(
        parse(&many).unwrap_err().first().expected,
        "at most 200000 commands"
    );
}

#[test]
fn a_document_built_by_hand_is_checked() {
    let mut document = Document::new("Dash!");
    assert_eq!(document.check().unwrap_err().place, "system");
    document.system = "dash".to_owned();
    document.more = vec![("Title".to_owned(), String::new())];
    assert_eq!(document.check().unwrap_err().place, "more");
    document.more.clear();
    document.start = WrittenStart::Setup(json!(7));
    assert_eq!(document.check().unwrap_err().place, "start");
    document.start = WrittenStart::Usual;
    document.line = read("A: x [1]").line;
    assert_eq!(document.check(), Ok(()));
    let Act::Play { dice, .. } = &mut document.line.entries[0].given.act else {
        panic!("a play")
    };
    dice[0].faces.clear();
    assert_eq!(document.check().unwrap_err().place, "line/0");
}

#[test]
fn the_json_form_is_what_the_grammar_shows() {
    let document = read("1. A: run [run 5] ?! {Early.}\n2. *: @take-back 1\n");
    let shown = json!({
        "hindsight": 1,
        "system": "dash",
        "dice": "reported",
        "line": { "entries": [
            { "seat": "A", "type": "play", "words": "run", "dice": [{ "purpose": "run", "faces": [5] }],
              "glyphs": [6], "comments": ["Early."] },
            { "type": "take_back", "from": 1 },
        ]},
    });
    assert_eq!(serde_json::to_value(&document).unwrap(), shown);
}

#[test]
fn a_comment_keeps_paragraphs_lists_and_blanks() {
    let markdown = "First  paragraph\\ }.\n\n- one\n  - two\n> a quote\n\n\n    let code = `1`;";
    let mut document = read("1. A: x\n");
    document.line.entries[0]
        .comments
        .push(Comment::new(markdown).unwrap());
    let text = print(&document);
    assert_eq!(
        parse(&text).unwrap().line.entries[0].comments[0].as_str(),
        markdown,
        "{text}"
    );
    // By hand: an empty line begins a paragraph, any other line end is a blank, and `\` keeps one.
    let by_hand = read("1. A: x {One\ngoes on.\n\nTwo:\\\n- three}\n");
    assert_eq!(
        by_hand.line.entries[0].comments[0].as_str(),
        "One goes on.\n\nTwo:\n- three"
    );
}

#[test]
fn a_comment_keeps_a_line_separator_at_its_beginning() {
    let mut document = read("1. A: x\n");
    document.line.entries[0]
        .comments
        .push(Comment::new("\u{2028}said").unwrap());
    assert_eq!(parse(&print(&document)).unwrap(), document);
}

/// A text as a mail program wraps it: no line is longer, where a blank can be a line end.
fn wrapped(text: &str, width: usize) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut column = 0;
        let indent = line.len() - line.trim_start().len();
        out.push_str(&line[..indent]);
        for (index, word) in line[indent..].split(' ').enumerate() {
            if index > 0 && column + 1 + word.chars().count() > width {
                out.push('\n');
                column = 0;
            } else if index > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += word.chars().count();
        }
        out.push('\n');
    }
    out
}

#[test]
fn a_text_wrapped_by_a_mail_program_reads_as_before() {
    let text = format!(
        "[Hindsight \"1\"]\n[System \"dash\"]\n[Title \"{0}and the bridge that nobody held\"]\n\
         [Setup {{\"note\":\"{0}\"}}]\n\n1. A: {0}A1 2.5 inches [attack {1}] ; {0}end\n2. B: wheel\n\
         3. A: @say \"{0}\"\n4. *: @rule \"{0}\" {{\"why\":\"{0}\"}}\n5. B: {0}B 12 x\n",
        "the bowmen stand at the ford and wait for it ".repeat(4),
        "6 ".repeat(60)
    );
    let document = parse(&text).unwrap();
    for width in [66, 72, 76, 78] {
        let sent = wrapped(&text, width);
        assert!(sent.lines().count() > text.lines().count() + 10);
        assert_eq!(parse(&sent).unwrap(), document, "{sent}");
        let canonical = print(&document);
        assert_eq!(parse(&wrapped(&canonical, width)).unwrap(), document);
    }
    // What is no wrapped line is a fault in its own place, not words of the line before.
    assert_eq!(
        first_fault("1. A: x\nmove B1\n"),
        "2:1 a command (its number, a seat's letter or `*`, a colon, words)"
    );
    let long = "word ".repeat(14);
    assert!(first_fault(&format!("1. A: {long}\nb: y\n")).starts_with("2:1"));
    assert!(first_fault(&format!("1. A: {long}\n2 B: y\n")).starts_with("2:2"));
}

#[test]
fn what_a_paste_leaves_between_words_is_skipped_and_turned_quotes_are_quotes() {
    let text = "\u{feff}\u{200b}[Hindsight “1”]\n[System \"dash\"]\u{ad}\n[Title „Grün am Fluss“]\n\
                [Setup {“armies”:“sample”}]\n\n1.\u{200b} A: hus\u{ad}tle A1 [att\u{200b}ack 5\u{2060} 3]\n\
                2. B: @say “That was close.”\n\u{1a}";
    let document = parse(text).unwrap();
    assert_eq!(words(&document.line.entries[0]), "hustle A1");
    assert_eq!(
        dice(&document.line.entries[0]),
        [(Some("attack"), "5 3".to_owned())]
    );
    assert_eq!(document.start, WrittenStart::Setup(json!({ "armies": "sample" })));
    let Act::Say { text } = &document.line.entries[1].given.act else {
        panic!("it is talk")
    };
    assert_eq!(text, "That was close.");
    // Inside quotes and comments everything stays; joiners are letters.
    let kept = read("1. A: @say \"a\u{200b}b\" {c\u{200d}d}\n");
    assert_eq!(kept.line.entries[0].comments[0].as_str(), "c\u{200d}d");
    assert_eq!(parse(&print(&kept)).unwrap(), kept);
}

#[test]
fn a_letter_that_was_lost_before_is_refused_in_its_place() {
    for (moves, place) in [("1. A: Gr\u{fffd}n", "1:9"), ("1. A: x {Gr\u{fffd}n}", "1:12")] {
        assert!(
            first_fault(moves).starts_with(&format!("{place} a letter (one was lost")),
            "{moves}"
        );
    }
    let title = "[Hindsight \"1\"]\n[System \"x\"]\n[Title \"Gr\u{fffd}n\"]\n";
    let faults = parse(title).unwrap_err();
    assert_eq!((faults.first().line, faults.first().column), (3, 11));
    // One that is meant is written as an escape, and so told.
    let meant = title.replace('\u{fffd}', "\\u{fffd}");
    assert!(print(&parse(&meant).unwrap()).contains("Gr\\u{fffd}n"));
}

#[test]
fn each_game_of_a_text_is_read_by_itself() {
    let second = "{Before the headers.}\n[Hindsight \"1\"]\n[System \"dash\"]\n[Title \"Two\"]\n\nA: x ]\n(A: never closed\n";
    let third = "[Hindsight \"1\"]\n[System \"dash\"]\n[Title \"Three\"]\n\n1. A: y\n";
    let games = parse_each(&format!("{HEAD}1. A: x [5]\n\n{second}\n{third}")).unwrap();
    // The comment stands behind the first game's command, as the grammar has it.
    let told: Vec<_> = games
        .iter()
        .map(|game| (game.place.line, game.title.as_deref(), game.read.is_ok()))
        .collect();
    assert_eq!(
        told,
        [
            (1, None, true),
            (7, Some("Two"), false),
            (14, Some("Three"), true)
        ]
    );
    let faults = games[1].read.as_ref().unwrap_err();
    assert_eq!((faults.first().line, faults.first().column), (11, 6));
}

#[test]
fn comments_may_stand_before_the_headers() {
    let document =
        parse("{Found in a box.}\n; 2019\n[Hindsight \"1\"]\n[System \"dash\"]\n\n1. A: x\n").unwrap();
    let comments: Vec<_> = document.line.comments.iter().map(Comment::as_str).collect();
    assert_eq!(comments, ["Found in a box.", "2019"]);
}

#[test]
fn long_lines_are_folded_and_read_back() {
    let words = "militia ".repeat(40);
    let document = read(&format!(
        "1. A: {words} [attack {}] {{{words}}}\n",
        "6 ".repeat(80)
    ));
    let text = print(&document);
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert_eq!(parse(&text).unwrap(), document);
}

#[test]
fn the_worked_examples_of_the_grammar_read() {
    let grammar = include_str!("../GRAMMAR.md");
    let block = |from: &str| {
        let text = grammar.split(from).nth(1).unwrap();
        text.split("```").next().unwrap().to_owned()
    };
    let document = parse(&block("```text\n")).unwrap();
    assert_eq!(document.line.entries.len(), 10);
    assert_eq!(document.line.entries[3].variations[0].entries.len(), 2);
    let json: Document = serde_json::from_str(&block("```json\n")).unwrap();
    assert_eq!(json.check(), Ok(()));
    assert_eq!(parse(&print(&json)).unwrap(), json);
}

#[test]
fn a_game_with_sample_armies_and_reported_dice_begins_as_the_example_does() {
    let grammar = include_str!("../GRAMMAR.md");
    let first = grammar.lines().find(|line| line.starts_with("1. A: ")).unwrap();
    let text = format!(
        "[Hindsight \"1\"]\n[System \"before-battle\"]\n[Dice \"reported\"]\n[Setup {{\"armies\":\"sample\"}}]\n\n\
         {first}\n2. A: take deployment\n"
    );
    let replayed =
        hindsight_notation::bridge::replay(&parse(&text).unwrap(), &[]).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(replayed.played.len(), 2);
}

#[test]
fn what_the_rules_refuse_of_a_text_of_an_older_version_says_so() {
    let refused = |headers: &str, moves: &str| {
        let text = format!(
            "[Hindsight \"1\"]\n[System \"before-battle\"]\n{headers}[Setup {{\"armies\":\"sample\"}}]\n\n{moves}\n"
        );
        hindsight_notation::bridge::replay(&parse(&text).unwrap(), &[])
            .unwrap_err()
            .to_string()
    };
    let early = "1. A: take deployment";
    let told = refused("[Rules \"0.0.1\"]\n", early);
    assert!(
        told.contains("recorded with version 0.0.1 of the rules") && told.contains("NDJSON"),
        "{told}"
    );
    assert!(told.starts_with("line 6, command 1: "), "{told}");
    assert!(!refused("", early).contains("recorded with"));
    // What is no command is none in any version.
    let unheard = refused("[Rules \"0.0.1\"]\n", "1. A: dance");
    assert!(!unheard.contains("recorded with"), "{unheard}");
}
