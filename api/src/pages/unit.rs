//! A unit at a moment: its card, its state, what it can do and how likely that is, and its ways so far.

use hindsight_engine::{AnyGame, System, WireOffer};
use hindsight_kernel::{
    AttackChances, BoardToken, Fact, InspectRequest, Inspection, Message, Overlay, Refusal, Trail, UnitInfo,
    Viewer,
};
use hindsight_openapi::ProblemKind;
use maud::{Markup, html};

use super::chart::{bars, percent};
use super::dice::modifiers;
use super::house::chip;
use super::pairs::{Pair, compared_enemies, pairs, side_by_side};
use super::seen::{Moment, RequestedView};
use super::systems::cited;
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::{quoted, text};
use crate::games::EventRange;
use crate::http::Ctx;

/// The most offers that a card lists.
const OFFERS: usize = 12;

/// Everything a page shows of a unit.
pub(super) struct UnitView {
    /// Its card and figures.
    pub(super) info: UnitInfo,
    /// Its token, while it is on the field.
    pub(super) token: Option<BoardToken>,
    /// What inspecting it says, where the rules say anything.
    pub(super) found: Option<Inspection>,
    /// What other rules say of it, by the id of their system, or why they cannot read the position.
    pub(super) by_others: Vec<(String, Result<Inspection, Refusal>)>,
    /// What each edition says of it and the enemies near it.
    pub(super) pairs: Vec<Pair>,
    /// What it may do now.
    pub(super) offers: Vec<WireOffer>,
    /// The ways it went so far.
    pub(super) ways: Vec<Trail>,
}

impl UnitView {
    /// What to lay over the board.
    pub(super) fn overlays(&self) -> Vec<Overlay> {
        self.found
            .as_ref()
            .map(|found| found.overlays.clone())
            .unwrap_or_default()
    }
}

/// The unit of this id at a moment.
pub(super) async fn unit(ctx: &Ctx, seen: &RequestedView, moment: &Moment, id: &str) -> ApiResult<UnitView> {
    let missing = || ApiError::new(ProblemKind::NoSuchUnit, text!("no-such-unit", unit = quoted(id)));
    let info = moment
        .units
        .iter()
        .find(|info| info.id == id)
        .cloned()
        .ok_or_else(missing)?;
    let token = moment.board.tokens.iter().find(|token| token.id == id).cloned();
    let enemies = compared_enemies(moment, &info, ctx.query.text("target"));
    let game = ctx
        .services
        .games
        .at(&seen.head, Some(seen.version), seen.viewer)
        .await?;
    let past = ctx.services.games.past(&seen.head).await?;
    let (viewer, eyes) = (seen.viewer, seen.eyes());
    let (version, unit, system) = (seen.version, id.to_owned(), seen.head.system);
    // What a seat may do tells what it holds: only its own eyes see it while there are secrets.
    let open = seen.head.over || !seen.head.secrets || viewer == Viewer::Everything;
    let may_do = open || seen.sight.seats.contains(&info.seat);
    ctx.services
        .store
        .work(move |_| {
            let question = InspectRequest {
                unit: unit.clone(),
                target: None,
                about: serde_json::Map::new(),
            };
            // Of a unit that is gone the rules say nothing.
            let found = token
                .is_some()
                .then(|| game.inspect(&question, eyes).ok())
                .flatten();
            let by_others = match &found {
                Some(found) => by_others(system, game.as_ref(), found, eyes),
                None => Vec::new(),
            };
            let pairs = match &found {
                Some(_) => pairs(system, game.as_ref(), (&unit, enemies), eyes),
                None => Vec::new(),
            };
            let offers = if may_do {
                offers(game.as_ref(), &info, &unit)
            } else {
                Vec::new()
            };
            let mut ways = Vec::new();
            let look = EventRange {
                from: 1,
                to: version,
                all_lines: !past.is_live(version),
                facts: true,
            };
            past.walk(look, viewer, &mut |step| {
                for fact in step.facts() {
                    if let Fact::UnitMoved {
                        unit: who,
                        seat,
                        kind,
                        way,
                        ..
                    } = fact
                        && who == unit
                        && way.len() > 1
                    {
                        ways.push(Trail {
                            unit: who,
                            seat,
                            points: way,
                            kind,
                        });
                    }
                }
                true
            })?;
            Ok(UnitView {
                info,
                token,
                found,
                by_others,
                pairs,
                offers,
                ways,
            })
        })
        .await
}

/// The same question answered by the rules of other editions: what they answer otherwise, or why they cannot read the position.
fn by_others(
    system: &dyn System,
    game: &dyn AnyGame,
    found: &Inspection,
    eyes: Viewer,
) -> Vec<(String, Result<Inspection, Refusal>)> {
    let others = system.lenses().into_iter().filter(|lens| lens.id != system.id());
    others
        .map(|lens| {
            let question = InspectRequest {
                unit: found.unit.clone(),
                target: None,
                about: [("rules".to_owned(), lens.id.clone().into())]
                    .into_iter()
                    .collect(),
            };
            let same = |topic: &str, text: &Message| {
                let known = found.answers.iter().find(|answer| answer.topic == topic);
                known.is_some_and(|answer| answer.text == *text)
            };
            let other = game.inspect(&question, eyes).map(|mut other| {
                other.answers.retain(|answer| !same(&answer.topic, &answer.text));
                other
            });
            (lens.id, other)
        })
        .collect()
}

/// What the rules of another edition say otherwise of it.
fn otherwise(unit: &UnitView) -> Markup {
    html! {
        @for (rules, other) in &unit.by_others {
            @if let Some(system) = hindsight_engine::system(rules) {
                @match other {
                    Ok(other) => { (told_otherwise(unit, system, other)) }
                    Err(refusal) => { p.quiet data-rules=(rules) { (text!("unit-not-read", system = system.title(), refusal = refusal.message.clone())) } }
                }
            }
        }
    }
}

fn told_otherwise(unit: &UnitView, system: &dyn System, other: &Inspection) -> Markup {
    html! {
        details data-rules=(system.id()) {
            summary { (text!("unit-under", system = system.title(), count = other.answers.len())) }
            @if other.answers.is_empty() { p.quiet { (text!("unit-same-throughout")) } }
            dl.answers {
                @for answer in &other.answers {
                    dt { (answer.topic.replace('_', " ")) }
                    dd {
                        (answer.text) " " (cited(system, &answer.rule))
                        @if let Some(here) = here(unit, &answer.topic) { " " span.quiet { (text!("unit-here", answer = here.clone())) } }
                    }
                }
            }
        }
    }
}

/// What the rules of the game answer on a topic.
fn here<'u>(unit: &'u UnitView, topic: &str) -> Option<&'u Message> {
    let found = unit.found.as_ref()?;
    let answer = found.answers.iter().find(|answer| answer.topic == topic)?;
    Some(&answer.text)
}

fn offers(game: &dyn AnyGame, info: &UnitInfo, unit: &str) -> Vec<WireOffer> {
    let mut offers = game.offers(info.seat);
    offers.retain(|offer| offer.unit.as_deref() == Some(unit));
    offers
}

/// Its card.
pub(super) fn card(unit: &UnitView, seen: &RequestedView) -> Markup {
    let info = &unit.info;
    let system = seen.head.system;
    html! {
        article.card data-unit=(info.id) {
            header {
                h2 {
                    (chip(info.seat)) " "
                    (info.name) " " span.quiet { (info.id) }
                }
                p.quiet { (info.kind) @if !info.faction.is_empty() { " · " (info.faction) } " · " (text!("unit-worth", points = info.points)) }
                p.strength {
                    meter min="0" max=(info.full) value=(info.left) aria-label=(text!("unit-strength")) {}
                    " " (text!("unit-left-of", left = info.left, full = info.full))
                    @if !info.alive { " · " strong { (text!("unit-gone")) } }
                }
                @if let Some(token) = &unit.token {
                    @if !token.badges.is_empty() {
                        ul.badges { @for badge in &token.badges { li class=(format!("{:?}", badge.tone).to_lowercase()) { (badge.text) } } }
                    }
                }
            }
            @if !unit.offers.is_empty() {
                details open {
                    summary { (text!("unit-can-do", count = unit.offers.len())) }
                    ul { @for offer in unit.offers.iter().take(OFFERS) { li { (offer.label) " " (cited(system, &offer.rule)) } } }
                    @if unit.offers.len() > OFFERS { p.quiet { (text!("unit-more", count = unit.offers.len() - OFFERS)) } }
                }
            }
            @if let Some(found) = &unit.found {
                @if !found.attacks.is_empty() {
                    details open {
                        summary { (text!("unit-attacks", count = found.attacks.len())) }
                        @for attack in &found.attacks { (odds(attack, seen)) }
                    }
                }
                details open[found.attacks.is_empty()] {
                    summary { (text!("unit-rules-unit")) }
                    dl.answers {
                        @for answer in &found.answers {
                            dt { (answer.topic.replace('_', " ")) }
                            dd { (answer.text) " " (cited(system, &answer.rule)) }
                        }
                    }
                }
                (side_by_side(seen, info, &unit.pairs))
                (otherwise(unit))
            } @else if info.alive {
                p.quiet { (text!("unit-not-board")) }
            }
        }
    }
}

fn odds(attack: &AttackChances, seen: &RequestedView) -> Markup {
    let system = seen.head.system;
    html! {
        section.attack {
            h3 { (text!("unit-attack", kind = &attack.kind, target = &attack.target)) }
            p {
                (text!(
                    "unit-damage",
                    share = percent(attack.destroys);
                    damage = html! { strong { (super::chart::plain(attack.damage.mean())) } }
                ))
            }
            (bars(&attack.damage, None))
            @for step in &attack.steps {
                details {
                    summary {
                        (step.purpose)
                        @if let Some(dice) = step.dice { ": " (text!("dice-many", count = dice)) }
                        @if let Some(target) = step.target { ", " (text!("unit-needs", target)) }
                    }
                    (bars(&step.successes, None))
                    @let needs = step.target.map(|target| text!("unit-needs", target));
                    (modifiers(&step.modifiers, needs.as_ref(), system))
                }
            }
        }
    }
}
