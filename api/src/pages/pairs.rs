//! A unit and each enemy near it under the rules of every edition: what it sees, which side it may rush, whom it may shoot.

use hindsight_engine::{AnyGame, System};
use hindsight_kernel::{BoardToken, InspectRequest, RuleId, UnitInfo, Viewer};
use maud::{Markup, html};
use serde_json::Value;

use super::seen::{Moment, RequestedView};
use super::systems::cited;
use crate::base::messages::text;

/// Enemies that are compared without being asked for: the nearest ones.
const NEAREST: usize = 4;

/// A unit and an enemy under several rules.
pub(super) struct Pair {
    /// Whom the unit looks at.
    pub(super) enemy: UnitInfo,
    /// What is compared, in the order in which the game's system names it.
    answers: Vec<Compared>,
}

/// One question about a pair, answered by each of the rules.
struct Compared {
    /// In words: `sees`.
    label: &'static str,
    /// The system of the rules, what they say, and by which rule; nothing where the rules have no answer.
    by: Vec<(&'static dyn System, Option<Told>)>,
}

/// An answer of one of the rules.
struct Told {
    /// In words.
    text: String,
    /// Its rule.
    rule: RuleId,
    /// For programs; nothing where the rules refuse to answer.
    value: Option<Value>,
}

impl Compared {
    /// Whether all of the rules say the same in the same words.
    fn is_worded_alike(&self) -> bool {
        self.agrees_in(|told| Some(&told.text))
    }

    /// Whether all of the rules come to the same answer, by whatever rule and in whatever words.
    fn is_same(&self) -> bool {
        self.agrees_in(|told| told.value.as_ref())
    }

    /// Whether all of the rules agree in a part of their answers.
    fn agrees_in<'s, T: PartialEq + 's>(&'s self, part: impl Fn(&'s Told) -> Option<&'s T>) -> bool {
        let of = |place: usize| {
            let (_, told) = self.by.get(place)?;
            part(told.as_ref()?)
        };
        (1..self.by.len()).all(|place| of(place) == of(0))
    }
}

impl Pair {
    /// Whether the rules come to different answers in anything about it.
    fn differs(&self) -> bool {
        self.answers.iter().any(|one| !one.is_same())
    }
}

/// The enemies that a unit's card compares: the one that was chosen first, then those whose tokens lie nearest.
pub(super) fn compared_enemies(moment: &Moment, unit: &UnitInfo, chosen: Option<&str>) -> Vec<UnitInfo> {
    let middle = |id: &str| {
        let token = moment.board.tokens.iter().find(|token| token.id == id)?;
        middle_of(token)
    };
    let Some((x, y)) = middle(&unit.id) else {
        return Vec::new();
    };
    let mut others: Vec<(f64, &UnitInfo)> = moment
        .units
        .iter()
        .filter(|other| other.alive && other.seat != unit.seat)
        .filter_map(|other| {
            let (its_x, its_y) = middle(&other.id)?;
            Some(((its_x - x).hypot(its_y - y), other))
        })
        .collect();
    others.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let asked = others
        .iter()
        .filter(|(_, other)| Some(other.id.as_str()) == chosen);
    let near = others
        .iter()
        .filter(|(_, other)| Some(other.id.as_str()) != chosen);
    asked
        .chain(near.take(NEAREST))
        .map(|(_, other)| (*other).clone())
        .collect()
}

fn middle_of(token: &BoardToken) -> Option<(f64, f64)> {
    let corners = token.outline.len();
    let sum = token
        .outline
        .iter()
        .fold((0.0, 0.0), |(x, y), corner| (x + corner.x, y + corner.y));
    (corners > 0).then(|| (sum.0 / corners as f64, sum.1 / corners as f64))
}

/// A unit and each of these enemies under the rules of all editions of its game. Those of the unit's own side have no answers and
/// are left out.
pub(super) fn pairs(
    system: &'static dyn System,
    game: &dyn AnyGame,
    (unit, enemies): (&str, Vec<UnitInfo>),
    eyes: Viewer,
) -> Vec<Pair> {
    let topics = system.pair_topics();
    let lenses = system.lenses();
    if topics.is_empty() || lenses.len() < 2 {
        return Vec::new();
    }
    let systems: Vec<&'static dyn System> = lenses
        .iter()
        .filter_map(|lens| hindsight_engine::system(&lens.id))
        .collect();
    let told = |rules: &dyn System, enemy: &UnitInfo| {
        let question = InspectRequest {
            unit: unit.to_owned(),
            target: Some(enemy.id.clone()),
            about: [("rules".to_owned(), rules.id().into())].into_iter().collect(),
        };
        game.inspect(&question, eyes)
    };
    let pair = |enemy: UnitInfo| {
        let found: Vec<_> = systems
            .iter()
            .map(|rules| (*rules, told(*rules, &enemy)))
            .collect();
        let answers: Vec<Compared> = topics
            .iter()
            .map(|(topic, label)| Compared {
                label,
                by: found
                    .iter()
                    .map(|(rules, inspection)| {
                        let answer = match inspection {
                            Ok(told) => {
                                told.answers
                                    .iter()
                                    .find(|answer| answer.topic == *topic)
                                    .map(|answer| Told {
                                        text: answer.text.to_string(),
                                        rule: answer.rule.clone(),
                                        value: Some(answer.value.clone()),
                                    })
                            }
                            Err(refusal) => Some(Told {
                                text: refusal.message.to_string(),
                                rule: refusal.rule.clone(),
                                value: None,
                            }),
                        };
                        (*rules, answer)
                    })
                    .collect(),
            })
            .filter(|compared| compared.by.iter().any(|(_, answer)| answer.is_some()))
            .collect();
        (!answers.is_empty()).then_some(Pair { enemy, answers })
    };
    enemies.into_iter().filter_map(pair).collect()
}

/// What each of the editions says of the unit and its enemies, side by side.
pub(super) fn side_by_side(seen: &RequestedView, unit: &UnitInfo, pairs: &[Pair]) -> Markup {
    html! {
        @if !pairs.is_empty() {
            @let differing = pairs.iter().filter(|pair| pair.differs()).count();
            details.pairs open[differing > 0] {
                summary { (text!("pairs-against", differing, pairs = pairs.len())) }
                @for pair in pairs { (one(seen, unit, pair)) }
            }
        }
    }
}

fn one(seen: &RequestedView, unit: &UnitInfo, pair: &Pair) -> Markup {
    let enemy = &pair.enemy;
    let address = format!(
        "/g/{}/{}{}&target={}",
        seen.head.id,
        seen.version,
        seen.query(Some(&unit.id)),
        enemy.id
    );
    html! {
        section data-pair=(enemy.id) data-differs[pair.differs()] {
            h3 { a href=(address) { (enemy.name) } " " span.quiet { (enemy.id) } }
            dl.answers {
                @for compared in &pair.answers {
                    dt { (compared.label) }
                    @if compared.is_worded_alike() {
                        dd { span.edition { (text!("pairs-both")) " " } @if let Some((system, Some(told))) = compared.by.first() { (told.text) " " (cited(*system, &told.rule)) } }
                    } @else {
                        @for (system, answer) in &compared.by {
                            dd data-rules=(system.id()) {
                                span.edition { (edition(system.title())) ": " }
                                @match answer {
                                    Some(told) => { (told.text) " " (cited(*system, &told.rule)) }
                                    None => { (text!("pairs-nothing-say")) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What tells an edition from the others: the end of its title, after the comma.
fn edition(title: &str) -> &str {
    title.rsplit_once(", ").map_or(title, |(_, edition)| edition)
}
