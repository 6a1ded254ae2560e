//! Texts whose passes are left out: they are shorter, and read back to the same stream.

use hindsight_notation::bridge::{replay, without_passes};
use hindsight_notation::{parse, print};

use crate::recorded::{GAMES, document, replayed};

/// The lines of commands of a text.
fn lines(text: &str) -> usize {
    text.lines()
        .filter(|line| {
            line.split_once(". ")
                .is_some_and(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()))
        })
        .count()
}

#[test]
fn a_text_without_its_passes_reads_back_to_the_same_stream() {
    for game in GAMES {
        let short = without_passes(&document(game), &[]).unwrap_or_else(|why| panic!("{}: {why}", game.name));
        let text = print(&short);
        let again = parse(&text).unwrap_or_else(|why| panic!("{}: {why:?}", game.name));
        assert_eq!(
            again.line.entries.len(),
            short.line.entries.len(),
            "{}",
            game.name
        );
        let read = replay(&again, &[]).unwrap_or_else(|why| panic!("{}: {why}", game.name));
        assert!(
            read.records() == replayed(game).records(),
            "{}: the same stream",
            game.name
        );
        println!("{}: {} of {} lines", game.name, lines(&text), lines(game.text));
    }
}

#[test]
fn most_lines_of_a_battle_of_cards_can_be_left_out() {
    for (name, share) in [
        ("the-knights-at-the-barrow", 0.6),
        ("the-wolves-at-two-woods", 0.6),
    ] {
        let game = GAMES.iter().find(|game| game.name == name).unwrap();
        let short = print(&without_passes(&document(game), &[]).unwrap());
        let (left, all) = (lines(&short) as f64, lines(game.text) as f64);
        assert!(left <= share * all, "{name}: {left} of {all} lines are left");
        assert!(short.contains("[Passes \"implied\"]"));
    }
}
