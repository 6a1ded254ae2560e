//! The legality of a recorded game as a page: where its record departs from the rules, what was forgotten, what the table
//! ruled, and what could have been done and was not.

use hindsight_kernel::{
    AuditDifference, AuditEffect, Departure, EffectOn, LensPage, LensStep, LensVerdict, Message, NoteKind,
    NotedChange, RuleId, Ruled,
};
use hindsight_openapi::wire::{AuditAnswer, LaboratoryAnswer, MissedOption};
use maud::{Markup, html};

use super::house::{Page, chip, wide};
use super::links::title_of;
use super::seen::RequestedView;
use super::systems::{all_linked, linked};
use super::tabs::{Tab, tabs};
use crate::base::messages::text;
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
    let title = text!("audit-title", title = title_of(&game).to_owned());
    let page = Page {
        class: "report figures audit",
        ..Page::plain(
            title,
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
            p.quiet { (text!("audit-as-data"; json = html! { a href=(format!("/v1/games/{}/audit", audit.game)) { "JSON" } })) }
        }
        section aria-labelledby="departures" {
            h2 #departures { (text!("audit-against-rules")) }
            p.quiet { (text!("audit-what-was-recorded")) }
            @if departures.is_empty() { p { (text!("audit-nothing")) } }
            @else { ol.departures { @for one in departures { (difference(seen, one)) } } }
        }
        section aria-labelledby="forgotten" {
            h2 #forgotten { (text!("audit-missed-steps")) }
            p.quiet { (text!("audit-what-rules-require")) }
            @if forgotten.is_empty() { p { (text!("audit-nothing")) } }
            @else { ol.departures { @for one in forgotten { (difference(seen, one)) } } }
        }
        section aria-labelledby="rulings" {
            h2 #rulings { (text!("audit-house-rulings")) }
            p.quiet { (text!("audit-what-players-changed")) }
            @if audit.report.ruled.is_empty() { p { (text!("audit-nothing")) } }
            @else { ol.departures { @for one in &audit.report.ruled { (ruling(seen, one)) } } }
        }
        @if !audit.report.noted.is_empty() {
            section aria-labelledby="noted" {
                h2 #noted { (text!("audit-positions-noted")) }
                p.quiet { (text!("audit-no-rule-can-say")) }
                ol.departures { @for one in &audit.report.noted { (noted(seen, one)) } }
            }
        }
        section aria-labelledby="missed" {
            h2 #missed { (text!("audit-missed-options")) }
            p.quiet { (text!("audit-nobody-had-these")) " " a href=(format!("/g/{}/suggestions", audit.game)) { (text!("audit-all-possible-mistakes")) } }
            @if audit.missed.is_empty() { p { (text!("audit-nothing")) } }
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
            @if audit.sound { (text!("audit-record-rules-dice")) }
            @else if audit.unrecorded && parts == 0 && report.dice_fault.is_none() { (text!("audit-not-recorded-throughout")) }
            @else if parts == 1 { (text!("audit-record-departs-from")) }
            @else if parts > 0 { (text!("audit-departs-times", count = parts)) }
            @else { (text!("audit-dice-not-those")) }
        }
        p.quiet {
            (text!("audit-decided-again", commands = report.commands, version = &report.rules_version))
            @if report.opened_with != report.rules_version { " " (text!("audit-opened-with", version = &report.opened_with)) }
            @if report.positions > 0 { "; " (text!("audit-positions-count", positions = report.positions)) }
            "; " (text!("audit-rulings-count", rulings = report.rulings))
            @if let Some(checked) = report.dice_checked { "; " (text!("audit-dice-checked", dice = checked)) }
            "; "
            (text!(
                "audit-chain",
                event = audit.version;
                digest = html! { code { (audit.digest.get(..16).unwrap_or_default()) "…" } }
            ))
        }
        @if parts > 0 && report.opened_with != report.rules_version {
            p { (text!("audit-other-version", opened_with = &report.opened_with, now = &report.rules_version)) }
        }
        @if let Some(fault) = &report.dice_fault { p role="alert" { (text!("audit-dice-fault", fault)) } }
    }
}

fn difference(seen: &RequestedView, one: &AuditDifference) -> Markup {
    let how = match one.how {
        Departure::Illegal => text!("audit-against-rules"),
        Departure::Forgotten => text!("audit-missed-step"),
        Departure::Unfounded => text!("audit-not-rules"),
        Departure::Miscounted => text!("audit-wrong-number"),
    };
    html! {
        li {
            p { b { (how) } " " (moment(seen, one.version)) }
            p { (one.what) }
            (rules(seen, &one.rules))
            (effects(&one.effect, [text!("audit-rules"), text!("audit-as-recorded")]))
        }
    }
}

fn noted(seen: &RequestedView, one: &NotedChange) -> Markup {
    html! {
        li {
            p {
                @if let Some(seat) = one.seat { (chip(seat)) " " }
                b { (match one.kind { NoteKind::Gap => text!("audit-not-recorded"), NoteKind::Correction => text!("audit-set-right") }) } " " (moment(seen, one.at))
                @if let Some(reason) = &one.reason { " " (reason) }
            }
            @for what in &one.what { p { (what) } }
            (effects(&one.effect, [text!("audit-before"), text!("audit-as-noted")]))
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
            (effects(&one.effect, [text!("audit-before"), text!("audit-after")]))
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
            h2 #other-rules { (text!("audit-under-other-rules")) }
            p.quiet { (text!("audit-every-command-decided")) }
            p {
                @for (place, lens) in lenses.iter().enumerate() {
                    @if place > 0 { " · " }
                    a href=(format!("/g/{}/audit?rules={}#other-rules", seen.head.id, lens.id)) { (text!("audit-lens", title = lens.title.clone(), version = lens.rules_version.clone())) }
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
            (text!(
                "audit-lens-verdict",
                title = &report.title,
                same = report.same,
                commands = report.commands,
                refused = report.refused,
                otherwise = report.otherwise,
                unread = report.unread
            ))
        }
        p.quiet {
            (text!(
                "audit-lens-versions",
                opened_with = &report.opened_with,
                version = &report.rules_version,
                title = &report.title
            ))
        }
        @if !report.steps.is_empty() {
            @if (report.steps.len() as u64) < differing {
                p.quiet {
                    (text!("audit-steps", shown = report.steps.len(), differing, from = listed.from))
                }
            }
            ol.departures { @for step in &report.steps { (other_step(seen, &report.rules, step)) } }
        }
        @if listed.from > 0 || report.next.is_some() {
            nav.pages aria-label=(text!("audit-commands-differ")) {
                @if listed.from > 0 { a href=(page(0)) { (text!("audit-first")) } " " }
                @if let Some(next) = report.next { a rel="next" href=(page(next)) { (text!("audit-next")) } }
            }
        }
    }
}

fn other_step(seen: &RequestedView, rules: &str, step: &LensStep) -> Markup {
    let how = match step.how {
        LensVerdict::Refused => text!("audit-refused"),
        LensVerdict::Otherwise => text!("audit-decided-otherwise"),
        LensVerdict::Unread => text!("audit-no-such-position"),
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
                    (text!("audit-rules-before")) " "
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
    html! { a.quiet href=(seen.address(version)) { (text!("audit-event", version)) } }
}

fn rules(seen: &RequestedView, rules: &[RuleId]) -> Markup {
    html! {
        @if !rules.is_empty() {
            p.quiet {
                (text!("audit-rules-of"; rules = all_linked(seen.head.system, rules)))
            }
        }
    }
}

/// What stands otherwise; the two columns by their names.
fn effects(effects: &[AuditEffect], [by_the_rules, recorded]: [Message; 2]) -> Markup {
    html! {
        @if effects.is_empty() { p.quiet { (text!("audit-nothing-board-score")) } }
        @else {
            (wide(text!("audit-what-changed"), &html! {
                table {
                    thead { tr { th scope="col" { (text!("audit-changed")) } th scope="col" { (by_the_rules) } th scope="col" { (recorded) } } }
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

fn of(what: EffectOn) -> Message {
    match what {
        EffectOn::Presence => text!("audit-effect-presence"),
        EffectOn::Strength => text!("audit-effect-strength"),
        EffectOn::Place => text!("audit-effect-place"),
        EffectOn::Facing => text!("audit-effect-facing"),
        EffectOn::Condition => text!("audit-effect-condition"),
        EffectOn::Score => text!("audit-effect-score"),
        EffectOn::Ending => text!("audit-effect-ending"),
    }
}
