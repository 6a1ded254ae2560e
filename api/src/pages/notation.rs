//! The text notation for people: the commands of a system, each with a line of a sample game, and the grammar that is the
//! same for all systems.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use hindsight_engine::System;
use maud::{Markup, html};
use serde_json::json;

use super::form::{first_sentence, in_words, schemas, tagged};
use super::house::Page;
use crate::base::messages::text;
use crate::games::samples::GAMES;
use crate::http::systems::known;
use crate::http::{Answer, Ctx, Mounts};

/// The grammar, in the words of the crate that reads and writes the notation.
const GRAMMAR: &str = include_str!("../../../engine/notation/GRAMMAR.md");

/// The routes of this file.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("notationPage", page);
}

/// The words of a line's command, without its number, seat, dice, comments and signs.
fn command_words(line: &str) -> Option<&str> {
    let (number, rest) = line.trim_start().split_once(". ")?;
    number.parse::<u32>().ok()?;
    let (seat, words) = rest.split_once(": ")?;
    let is_seat = seat.len() == 1 && seat.starts_with(|letter: char| letter.is_ascii_uppercase());
    let ends = [" [", " {", " ;", " !", " ?", " $", " %"];
    let end = ends.iter().filter_map(|end| words.find(end)).min();
    is_seat.then(|| words[..end.unwrap_or(words.len())].trim_end())
}

/// The examples of every system, read once from the sample games.
fn examples(system: &dyn System) -> &'static BTreeMap<String, String> {
    static ALL: LazyLock<BTreeMap<&'static str, BTreeMap<String, String>>> = LazyLock::new(|| {
        let systems = hindsight_engine::systems().iter();
        systems.map(|system| (system.id(), written(*system))).collect()
    });
    static NONE: BTreeMap<String, String> = BTreeMap::new();
    ALL.get(system.id()).unwrap_or(&NONE)
}

/// A command of each kind as the sample games of a system write it.
fn written(system: &dyn System) -> BTreeMap<String, String> {
    let header = format!("[System \"{}\"]", system.id());
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for (_, text) in GAMES.iter().filter(|(_, text)| text.contains(&header)) {
        // A long line goes on behind a stroke at its end.
        let text = text.replace("\\\n", " ");
        for words in text.lines().filter_map(command_words) {
            let words = &words.split_whitespace().collect::<Vec<_>>().join(" ");
            if let Ok(command) = system.parse_command(words)
                && let Some(kind) = command["type"].as_str()
            {
                found.entry(kind.to_owned()).or_insert_with(|| words.to_owned());
            }
        }
    }
    found
}

/// The last command of a game that is shown to begin from.
const SHOWN: u32 = 12;

/// How a sample game of a system begins: its headers and first commands, as a text that can be imported as it stands.
fn beginning(system: &dyn System) -> Option<String> {
    let header = format!("[System \"{}\"]", system.id());
    let next = format!("\n{}. ", SHOWN + 1);
    let (_, text) = GAMES
        .iter()
        .find(|(_, text)| text.contains(&header) && text.contains(&next))?;
    // Only a command begins at the left edge: what is said of it, and what was tried instead, stand further in.
    let (begins, _) = text.split_once(&next)?;
    let lines = begins.lines().map(|line| match line.strip_prefix("[Result ") {
        Some(_) => "[Result \"*\"]",
        None => line,
    });
    Some(lines.collect::<Vec<_>>().join("\n"))
}

/// A line for a command of this kind: of a sample game, or of a command that has no parts, its words.
fn example(system: &dyn System, kind: &str) -> Option<String> {
    let alone = || system.format_command(&json!({ "type": kind })).ok();
    examples(system).get(kind).cloned().or_else(alone)
}

async fn page(ctx: Ctx) -> Answer {
    let system = known(ctx.path("system"))?;
    let schema = &schemas(system).command;
    let body = html! {
        h1 { (text!("notation-title", system = system.title())) }
        p.lead { (text!("notation-game-as-plain")) }
        section aria-labelledby="file" {
            h2 #file { (text!("notation-game")) }
            @if let Some(begins) = beginning(system) { p { (text!("notation-begins"; import = html! { a href="/import" { (text!("notation-import")) } })) } (text(&begins)) }
            p { (text!("notation-each-line-has")) }
        }
        section aria-labelledby="commands" {
            h2 #commands { (text!("notation-commands")) }
            dl.words-of-commands {
                @for (kind, place) in tagged(schema) {
                    div {
                        dt { b { (in_words(kind)) } }
                        dd {
                            @if let Some(words) = example(system, kind) { code { (words) } }
                            @let about = first_sentence(place.about);
                            @if !about.is_empty() { p.quiet { (about) } }
                        }
                    }
                }
            }
        }
        section aria-labelledby="grammar" {
            h2 #grammar { (text!("notation-whole-grammar")) }
            details { summary { (text!("notation-headers-dice-comments")) } (text(GRAMMAR)) }
        }
        p { a href="/import" { (text!("notation-import-game")) } " · " a href=(format!("/systems/{}", system.id())) { (text!("notation-rules-of", system = system.title())) } }
    };
    let heading = text!("notation-heading", system = system.title());
    Ok(Page {
        class: "text rules",
        ..Page::plain(heading, body)
    }
    .answer(&ctx.req))
}

/// A text as it is written, which scrolls by itself where it is wider than the page.
fn text(text: &str) -> Markup {
    html! { pre tabindex="0" { (text) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_taken_apart() {
        let rows = [
            ("2. A: hustle A1 [hustle 5] !? {Further.}", Some("hustle A1")),
            ("12. B: end actions", Some("end actions")),
            ("7. A: move A3 2 ?! $36 %unlucky", Some("move A3 2")),
            ("6. *: @take-back 4", None),
            ("[Title \"1. A: x\"]", None),
            ("(", None),
        ];
        for (line, words) in rows {
            assert_eq!(command_words(line), words, "{line}");
        }
    }

    #[test]
    fn sample_games_have_an_example_of_what_is_done_most() {
        let system = hindsight_engine::system("before-battle").unwrap();
        let found = examples(system);
        for kind in ["move", "turn", "end_actions", "deploy", "confirm_list"] {
            assert!(found.contains_key(kind), "{kind}: {found:?}");
        }
        for words in found.values() {
            assert!(system.parse_command(words).is_ok(), "{words}");
        }
        // No sample game has armies that stood ready before the dice were known; the command has no parts.
        assert_eq!(example(system, "roll_start").as_deref(), Some("roll to start"));
        assert_eq!(example(system, "march_off"), None);
    }
}
