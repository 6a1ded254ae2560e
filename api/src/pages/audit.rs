//! The legality of a recorded game as a page: where its record departs from the rules, what was forgotten, what the table
//! ruled, and what could have been done and was not.

use hindsight_kernel::{
    AuditDifference, AuditEffect, Departure, EffectOn, LensPage, LensStep, LensVerdict, NoteKind,
    NotedChange, RuleId, Ruled,
};
use hindsight_openapi::wire::{AuditAnswer, LaboratoryAnswer, MissedOption};
use maud::{Markup, html};

use super::house::{Page, chip, wide};
use super::links::title_of;
use super::seen::RequestedView;
use super::systems::{all_linked, linked};
use super::tabs::{Tab, tabs};
use crate::games::game_card;
use crate::http::{Answer, Ctx, Mounts};

/// The routes of this page.
pub(super) fn mount(mounts: &mut Mounts) {
    mounts.on("auditPage", page);
}

async fn page(ctx: Ctx) -> Answer {
    let seen = RequestedView::of(&ctx, None).await?;
    let audits = &ctx.services.audits;
    let audit = audits.audited(&seen.head, seen.viewer).await?;
    let listed = LensPage {
        from: ctx.query.number("from").unwrap_or_default(),
        ..LensPage::default()
    };
    let laboratory = match ctx.query.text("rules") {
        Some(rules) => Some(
            audits
                .laboratory(&seen.head, seen.viewer, Some(rules.to_owned()), listed)
                .await?,
        ),
        None => None,
    };
    let game = game_card(seen.head.id, &seen.head.card, seen.sight.yours);
    let title = format!("Rules check: {}", title_of(&game));
    let page = Page {
        class: "report figures audit",
        ..Page::plain(
            &title,
            html! { (page_body(&seen, &audit, title_of(&game))) (other_rules(&seen, laboratory.as_ref(), listed)) },
        )
    };
    Ok(page.answer(&ctx.req))
}

fn page_body(seen: &RequestedView, audit: &AuditAnswer, title: &str) -> Markup {
    let (forgotten, departures): (Vec<&AuditDifference>, Vec<&AuditDifference>) = audit
        .report
        .differences
        .iter()
        .partition(|difference| difference.how == Departure::Forgotten);
    html! {
        header.game { h1 { a href=(format!("/g/{}", audit.game)) { (title) } } }
        (tabs(seen, Tab::RulesCheck))
        header {
            (verdict(audit))
            p.quiet { "As data: " a href=(format!("/v1/games/{}/audit", audit.game)) { "JSON" } "." }
        }
        section aria-labelledby="departures" {
            h2 #departures { "Against the rules" }
            p.quiet { "What was recorded and does not follow from the rules as they are known here." }
            @if departures.is_empty() { p { "Nothing." } }
            @else { ol.departures { @for one in departures { (difference(seen, one)) } } }
        }
        section aria-labelledby="forgotten" {
            h2 #forgotten { "Missed steps" }
            p.quiet { "What the rules require and the record does not have." }
            @if forgotten.is_empty() { p { "Nothing." } }
            @else { ol.departures { @for one in forgotten { (difference(seen, one)) } } }
        }
        section aria-labelledby="rulings" {
            h2 #rulings { "House rulings" }
            p.quiet { "What the players changed outside the rules, with the reason they gave." }
            @if audit.report.ruled.is_empty() { p { "Nothing." } }
            @else { ol.departures { @for one in &audit.report.ruled { (ruling(seen, one)) } } }
        }
        @if !audit.report.noted.is_empty() {
            section aria-labelledby="noted" {
                h2 #noted { "Positions noted" }
                p.quiet { "The board was set as it stood beside the table. No rule can say anything of play that was not recorded." }
                ol.departures { @for one in &audit.report.noted { (noted(seen, one)) } }
            }
        }
        section aria-labelledby="missed" {
            h2 #missed { "Missed options" }
            p.quiet { "Nobody had to: these are options that were there, found by the game's coach with exact odds. " a href=(format!("/g/{}/suggestions", audit.game)) { "All possible mistakes" } }
            @if audit.missed.is_empty() { p { "Nothing." } }
            @else { ol.departures { @for one in &audit.missed { (missed(seen, one)) } } }
        }
    }
}

/// What was looked at, and whether all of it agrees.
fn verdict(audit: &AuditAnswer) -> Markup {
    let report = &audit.report;
    let parts = report.differences.len();
    html! {
        p.lead {
            @if audit.sound { "Record, rules and dice agree throughout." }
            @else if audit.unrecorded && parts == 0 && report.dice_fault.is_none() { "Not recorded throughout: what was recorded agrees with the rules." }
            @else if parts == 1 { "The record departs from the rules once." }
            @else if parts > 0 { "The record departs from the rules " (parts) " times." }
            @else { "The dice are not those that were promised." }
        }
        p.quiet {
            (report.commands) " commands decided again by version " (report.rules_version) " of the rules"
            @if report.opened_with != report.rules_version { " (the game was opened with " (report.opened_with) ")" }
            @if report.positions > 0 { "; " (report.positions) @if report.positions == 1 { " position noted" } @else { " positions noted" } }
            "; " (report.rulings) @if report.rulings == 1 { " ruling" } @else { " rulings" }
            @if let Some(checked) = report.dice_checked { "; " (checked) " dice of the server held against its revealed seed" }
            "; the chain of digests up to event " (audit.version) " is whole: " code { (audit.digest.get(..16).unwrap_or_default()) "…" }
        }
        @if parts > 0 && report.opened_with != report.rules_version {
            p { "Version " (report.opened_with) " of the rules decided this game. What departs below may be what that version decided and "
                (report.rules_version) " decides otherwise; the record stays as it was played." }
        }
        @if let Some(fault) = &report.dice_fault { p role="alert" { "The dice: " (fault) } }
    }
}

fn difference(seen: &RequestedView, one: &AuditDifference) -> Markup {
    let how = match one.how {
        Departure::Illegal => "Against the rules",
        Departure::Forgotten => "Missed step",
        Departure::Unfounded => "Not in the rules",
        Departure::Miscounted => "Wrong number",
    };
    html! {
        li {
            p { b { (how) } " " (moment(seen, one.version)) }
            p { (one.what) }
            (rules(seen, &one.rules))
            (effects(&one.effect, ["By the rules", "As recorded"]))
        }
    }
}

fn noted(seen: &RequestedView, one: &NotedChange) -> Markup {
    html! {
        li {
            p {
                @if let Some(seat) = one.seat { (chip(seat)) " " }
                b { (match one.kind { NoteKind::Gap => "Not recorded", NoteKind::Correction => "Set right" }) } " " (moment(seen, one.at))
                @if let Some(reason) = &one.reason { " " (reason) }
            }
            @for what in &one.what { p { (what) } }
            (effects(&one.effect, ["Before", "As noted"]))
        }
    }
}

fn ruling(seen: &RequestedView, one: &Ruled) -> Markup {
    html! {
        li {
            p {
                @if let Some(seat) = one.seat { (chip(seat)) " " }
                b { (one.reason) } " " (moment(seen, one.at))
            }
            @for words in &one.what { p { (words) } }
            (effects(&one.effect, ["Before", "After"]))
        }
    }
}

fn missed(seen: &RequestedView, one: &MissedOption) -> Markup {
    html! {
        li {
            p {
                (chip(one.seat)) " "
                b { (one.name) } @if let Some(unit) = &one.unit { " " (unit) } " " (moment(seen, one.version))
            }
            p { (one.reason) }
            (rules(seen, &one.rules))
        }
    }
}

/// What other rules would have decided: a link for each of them, and the answer of those that were asked.
fn other_rules(seen: &RequestedView, laboratory: Option<&LaboratoryAnswer>, listed: LensPage) -> Markup {
    let lenses = seen.head.system.lenses();
    html! {
        section aria-labelledby="other-rules" {
            h2 #other-rules { "Under other rules" }
            p.quiet { "Every command decided again by other rules, with its recorded dice, on the table as the record left it. The game is not changed." }
            p {
                @for (place, lens) in lenses.iter().enumerate() {
                    @if place > 0 { " · " }
                    a href=(format!("/g/{}/audit?rules={}#other-rules", seen.head.id, lens.id)) { (lens.title) ", release " (lens.rules_version) }
                }
            }
            @if let Some(answer) = laboratory { (by_other_rules(seen, answer, listed)) }
        }
    }
}

fn by_other_rules(seen: &RequestedView, answer: &LaboratoryAnswer, listed: LensPage) -> Markup {
    let report = &answer.report;
    let differing = report.commands - report.same;
    let page = |from: u64| {
        format!(
            "/g/{}/audit?rules={}&from={from}#other-rules",
            seen.head.id, report.rules
        )
    };
    html! {
        p.lead {
            (report.title) " decides " (report.same) " of " (report.commands) " commands as they were recorded, refuses "
            (report.refused) ", decides " (report.otherwise) " otherwise"
            @if report.unread > 0 { ", and has no such position for " (report.unread) }
            "."
        }
        p.quiet {
            "This game was opened with version " (report.opened_with) " of its rules; it is decided here by version "
            (report.rules_version) " of " (report.title) ". A release has one version of each of its rules: those above."
        }
        @if !report.steps.is_empty() {
            @if (report.steps.len() as u64) < differing {
                p.quiet {
                    (report.steps.len()) " of the " (differing) " that differ"
                    @if listed.from > 0 { ", from event " (listed.from) " on" }
                    ":"
                }
            }
            ol.departures { @for step in &report.steps { (other_step(seen, &report.rules, step)) } }
        }
        @if listed.from > 0 || report.next.is_some() {
            nav.pages aria-label="Commands that differ" {
                @if listed.from > 0 { a href=(page(0)) { "First" } " " }
                @if let Some(next) = report.next { a rel="next" href=(page(next)) { "Next" } }
            }
        }
    }
}

fn other_step(seen: &RequestedView, rules: &str, step: &LensStep) -> Markup {
    let how = match step.how {
        LensVerdict::Refused => "Refused",
        LensVerdict::Otherwise => "Decided otherwise",
        LensVerdict::Unread => "No such position",
    };
    let system = hindsight_engine::system(rules).unwrap_or(seen.head.system);
    html! {
        li {
            p {
                @if let Some(seat) = step.seat { (chip(seat)) " " }
                b { (how) } " " code { (step.command) } " " (moment(seen, step.at))
            }
            p { (step.what) }
            @if !step.rules.is_empty() {
                p.quiet {
                    "Rules "
                    // Rules of both stand side by side: each leads to its own rulebook.
                    @for (place, rule) in step.rules.iter().enumerate() {
                        @if place > 0 { ", " }
                        @if system.rulebook().get(&rule.0).is_some() { (linked(system, &rule.0)) }
                        @else { (linked(seen.head.system, &rule.0)) }
                    }
                }
            }
        }
    }
}

fn moment(seen: &RequestedView, version: u64) -> Markup {
    html! { a.quiet href=(seen.address(version)) { "event " (version) } }
}

fn rules(seen: &RequestedView, rules: &[RuleId]) -> Markup {
    html! {
        @if !rules.is_empty() {
            p.quiet {
                "Rules " (all_linked(seen.head.system, rules))
            }
        }
    }
}

/// What stands otherwise; the two columns by their names.
fn effects(effects: &[AuditEffect], [by_the_rules, recorded]: [&str; 2]) -> Markup {
    html! {
        @if effects.is_empty() { p.quiet { "Nothing on the board or in the score stands otherwise for it." } }
        @else {
            (wide("What it changed", &html! {
                table {
                    thead { tr { th scope="col" { "Changed" } th scope="col" { (by_the_rules) } th scope="col" { (recorded) } } }
                    tbody {
                        @for effect in effects {
                            tr {
                                th scope="row" { (effect.name) " " span.quiet { (of(effect.of)) } }
                                td { (effect.by_the_rules) }
                                td { (effect.recorded) }
                            }
                        }
                    }
                }
            }))
        }
    }
}

fn of(what: EffectOn) -> &'static str {
    match what {
        EffectOn::Presence => "on the board",
        EffectOn::Strength => "strength",
        EffectOn::Place => "place",
        EffectOn::Facing => "facing",
        EffectOn::Condition => "condition",
        EffectOn::Score => "score",
        EffectOn::Ending => "ending",
    }
}
