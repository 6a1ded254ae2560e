//! Questions about a position: where a unit stands, what it can reach, and the exact odds of its attacks.
//!
//! `about` may hold `side` (`front`, `left`, `right`, `rear`: the side a charge would come over) and `charge` (`true` or
//! `false`: whether the melee attack is the attack of a charge).

use hindsight_kernel::{
    Argument, AttackChances, BoardPoint, Inspect, InspectAnswer, InspectRequest, Inspection, Message,
    Modifier, Overlay, Refusal, RollChances, RuleId, Seat, Shape, Threat, Tone, joined, message,
};
use serde_json::{Value, json};

use super::change::point;
use super::names;
use super::threats::{needed_to_charge, threats};
use crate::IceAndFire;
use crate::cards::{AttackAbility, AttackKind, Keyword, RangeWord};
use crate::field::{Side, Tray, range_to};
use crate::messages::{MESSAGES, inches};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::odds::{Alternative, ChargeProspect, Prospect, Stage, Terms, alternatives, under_way};
use crate::rules::{abilities, activation, attack, charge, terrain, units};

impl Inspect for IceAndFire {
    fn inspect(state: &State, question: &InspectRequest) -> Result<Inspection, Refusal> {
        let unit = known(state, &question.unit)?;
        let target = question
            .target
            .as_deref()
            .map(|name| known(state, name))
            .transpose()?;
        let mut answers = own_answers(state, unit);
        let mut attacks = Vec::new();
        if let Some(target) = target {
            answers.extend(answers_about(state, unit, target));
            attacks = attack_answers(state, unit, target, question);
        } else {
            answers.push(targets_answer(state, unit));
        }
        if state
            .attack
            .as_ref()
            .is_some_and(|now| now.attacker == unit || now.defender == unit)
        {
            attacks.extend(pending(state));
        }
        Ok(Inspection {
            unit: question.unit.clone(),
            target: question.target.clone(),
            answers,
            attacks,
            overlays: overlays(state, unit, target),
        })
    }

    fn threats(state: &State) -> Option<Vec<Threat>> {
        threats(state)
    }
}

/// A unit of the game by its id.
fn known(state: &State, name: &str) -> Result<UnitId, Refusal> {
    let found = name.parse::<UnitId>().ok().filter(|id| state.unit(*id).is_some());
    found.ok_or_else(|| {
        let all: Vec<String> = state.units.iter().map(|unit| unit.id.to_string()).collect();
        Refusal::new("HS-FORM-01", message!(MESSAGES, "no-unit"))
            .asked(name.chars().take(40).collect::<String>())
            .allowed(all)
    })
}

fn answer(topic: &str, value: Value, text: Message, rule: &'static str) -> InspectAnswer {
    InspectAnswer {
        topic: topic.to_owned(),
        value,
        text,
        rule: RuleId::new(rule),
    }
}

fn own_answers(state: &State, id: UnitId) -> Vec<InspectAnswer> {
    let Some((unit, card)) = state.unit_and_card(id) else {
        return Vec::new();
    };
    let left = units::wounds_left(unit, card);
    let ranks = state.ranks(unit);
    let morale = abilities::morale_parts(state, id)
        .iter()
        .map(|(_, by)| by)
        .sum::<i32>();
    let mut answers = vec![
        answer(
            "strength",
            json!({ "models": unit.models, "ranks": ranks, "wounds_left": left }),
            message!(
                MESSAGES,
                "inspect-strength",
                models = unit.models,
                of = card.models(),
                ranks,
                wounds = left
            ),
            "IF-UNIT-03",
        ),
        answer(
            "speed",
            json!(card.speed),
            message!(MESSAGES, "inspect-speed", speed = card.speed),
            "IF-UNIT-02",
        ),
        answer(
            "defence",
            json!(card.defence),
            message!(MESSAGES, "inspect-defence", save = card.defence),
            "IF-ATK-06",
        ),
        answer(
            "morale",
            json!({ "morale": card.morale, "modifier": morale }),
            message!(
                MESSAGES,
                "inspect-morale",
                morale = card.morale,
                by = names::signed(morale)
            ),
            "IF-MOR-04",
        ),
    ];
    let engaged: Vec<Message> = state
        .engaged_with(id)
        .map(|(side, other, _)| {
            let unit = names::unit(state, other);
            message!(MESSAGES, "inspect-enemy", unit, side = side.title())
        })
        .collect();
    if engaged.is_empty() {
        let text = message!(MESSAGES, "inspect-not-engaged");
        answers.push(answer("engaged", json!(false), text, "IF-ENG-01"));
    } else {
        let text = message!(MESSAGES, "inspect-engaged", enemies = Argument::list(engaged));
        answers.push(answer("engaged", json!(true), text, "IF-ENG-01"));
    }
    if let Some(tray) = terrain::tray(state, id) {
        let outline = tray.outline();
        let inside: Vec<String> = state
            .pieces()
            .zip(terrain::field_pieces(state))
            .filter(|(_, piece)| outline.overlaps(&piece.outline))
            .map(|((_, card), _)| card.name.clone())
            .collect();
        if !inside.is_empty() {
            let text = message!(MESSAGES, "inspect-terrain", pieces = Argument::list(&inside));
            answers.push(answer("terrain", json!(inside), text, "IF-GEO-08"));
        }
        let dangerous = !terrain::under(state, &outline, Keyword::Dangerous).is_empty();
        if dangerous {
            answers.push(answer(
                "dangerous",
                json!(true),
                message!(MESSAGES, "inspect-dangerous"),
                "IF-TERR-04",
            ));
        }
    }
    answers
}

/// Whom a unit can attack now.
fn targets_answer(state: &State, id: UnitId) -> InspectAnswer {
    let enemies = activation::enemies(state, id.seat());
    let targets: Vec<String> = enemies
        .into_iter()
        .filter(|enemy| super::threats::reaches(state, id, *enemy, 6))
        .map(|enemy| enemy.to_string())
        .collect();
    let text = match targets.as_slice() {
        [] => message!(MESSAGES, "inspect-no-target"),
        targets => message!(MESSAGES, "inspect-targets", targets = Argument::list(targets)),
    };
    answer("legal_targets", json!(targets), text, "IF-ACT-01")
}

fn answers_about(state: &State, unit: UnitId, target: UnitId) -> Vec<InspectAnswer> {
    let (Some(own), Some(other)) = (terrain::tray(state, unit), terrain::tray(state, target)) else {
        return Vec::new();
    };
    let distance = own.outline().distance(&other.outline()).round() as i32;
    let range = range_to(&own, &other).round() as i32;
    let arcs = other.arcs_stood_in(&own);
    let titles: Vec<&str> = arcs.iter().map(|side| side.title()).collect();
    let sees = attack::in_sight(state, &own, unit, target, AttackKind::Ranged);
    let mut answers = vec![
        answer(
            "distance",
            json!(f64::from(distance) / 1_000.0),
            message!(MESSAGES, "inspect-distance", distance = inches(distance)),
            "IF-GEO-04",
        ),
        answer(
            "range",
            json!(f64::from(range) / 1_000.0),
            message!(
                MESSAGES,
                "inspect-range",
                distance = inches(range),
                range = range_word(range)
            ),
            "IF-GEO-07",
        ),
        answer(
            "facing_side",
            json!(titles),
            message!(
                MESSAGES,
                "inspect-facing-side",
                sides = joined!(MESSAGES, "inspect-or", titles.iter().copied())
            ),
            "IF-GEO-06",
        ),
        answer(
            "line_of_sight",
            json!(sees),
            message!(MESSAGES, "inspect-line-of-sight", sees),
            "IF-LOS-01",
        ),
    ];
    if unit.seat() != target.seat() && !state.is_engaged(unit) {
        answers.push(match needed_to_charge(state, unit, target) {
            Some(needed) => answer(
                "charge",
                json!(needed),
                message!(MESSAGES, "inspect-charge", needed),
                "IF-CHG-05",
            ),
            None => answer(
                "charge",
                Value::Null,
                message!(MESSAGES, "inspect-no-charge"),
                "IF-CHG-01",
            ),
        });
    }
    answers
}

const fn range_word(mils: i32) -> &'static str {
    if mils <= RangeWord::Short.mils() {
        "short"
    } else if mils <= RangeWord::Long.mils() {
        "long"
    } else {
        "out"
    }
}

/// Attacks of one unit on another that could be made, with their odds.
fn attack_answers(
    state: &State,
    unit: UnitId,
    target: UnitId,
    question: &InspectRequest,
) -> Vec<AttackChances> {
    let Some((_, card)) = state.unit_and_card(unit).filter(|_| unit.seat() != target.seat()) else {
        return Vec::new();
    };
    let named: Option<Side> = question
        .about
        .get("side")
        .and_then(Value::as_str)
        .and_then(|side| side.parse().ok());
    let engaged = state
        .engaged_with(unit)
        .find(|(_, other, _)| *other == target)
        .map(|(_, _, side)| side);
    let by_charge = question
        .about
        .get("charge")
        .and_then(Value::as_bool)
        .unwrap_or(engaged.is_none());
    let mut found = Vec::new();
    for (weapon, attack_card) in card.attacks.iter().enumerate() {
        let prospect = match attack_card.kind {
            AttackKind::Ranged => {
                attack::comes_over(state, unit, target, AttackKind::Ranged).map(|over| Prospect {
                    attacker: unit,
                    defender: target,
                    kind: AttackKind::Ranged,
                    weapon: weapon as u8,
                    over,
                    charge: None,
                })
            }
            AttackKind::Melee => {
                melee_prospect(state, unit, target, weapon as u8, named.or(engaged), by_charge)
            }
        };
        let Some(prospect) = prospect else { continue };
        let declared = prospect.declared(state);
        let kind = match (attack_card.kind, prospect.charge) {
            (AttackKind::Ranged, _) => format!("ranged: {}", attack_card.name),
            (AttackKind::Melee, Some(_)) => format!("charge: {}", attack_card.name),
            (AttackKind::Melee, None) => format!("melee: {}", attack_card.name),
        };
        found.extend(with_alternatives(&declared, unit, target, &kind));
    }
    found
}

fn melee_prospect(
    state: &State,
    unit: UnitId,
    target: UnitId,
    weapon: u8,
    side: Option<Side>,
    by_charge: bool,
) -> Option<Prospect> {
    let over = side.or_else(|| charge::arcs(state, unit, target).first().copied())?;
    let way = charge::best_heading(state, unit, target, Some(over)).map(|(_, path)| path);
    Some(Prospect {
        attacker: unit,
        defender: target,
        kind: AttackKind::Melee,
        weapon,
        over,
        charge: by_charge.then(|| {
            let pieces = way.map(|path| path.pieces).unwrap_or_default();
            ChargeProspect::by(state, &pieces)
        }),
    })
}

/// The attack under way, as it stands and with each thing that could be used.
fn pending(state: &State) -> Vec<AttackChances> {
    let Some(attack) = &state.attack else {
        return Vec::new();
    };
    with_alternatives(state, attack.attacker, attack.defender, "under way")
}

fn with_alternatives(state: &State, unit: UnitId, target: UnitId, kind: &str) -> Vec<AttackChances> {
    let Some(terms) = under_way(state) else {
        return Vec::new();
    };
    let before = shown(state, unit, target, kind, &terms);
    let mut all: Vec<AttackChances> = before.into_iter().collect();
    for Alternative { used, terms } in alternatives(state) {
        let used: Vec<String> = used
            .iter()
            .map(|(name, seat)| format!("{name} ({})", names::player(state, *seat)))
            .collect();
        let kind = format!("{kind}, with {}", hindsight_kernel::words::sentence::list(&used));
        all.extend(shown(state, unit, target, &kind, &terms));
    }
    all
}

fn modifiers(parts: &[(&'static str, i32)]) -> Vec<Modifier> {
    let rules = crate::packs::rulebook();
    parts
        .iter()
        .map(|(rule, change)| Modifier {
            name: rules
                .get(rule)
                .map_or_else(|| (*rule).to_owned(), |rule| rule.title.clone()),
            change: *change,
            rule: RuleId::new(rule),
        })
        .collect()
}

/// The odds of an attack, step by step.
fn shown(state: &State, unit: UnitId, target: UnitId, kind: &str, terms: &Terms) -> Option<AttackChances> {
    let odds = terms.odds().ok()?;
    let attack = state.attack.as_ref()?;
    let test = crate::model::contests::PanicTest::demanded(target, true, 0);
    let mut steps = Vec::new();
    if let Some(hits) = odds.hits {
        steps.push(RollChances {
            purpose: "attack".to_owned(),
            dice: match terms.stage {
                Stage::Dice(dice) => Some(dice),
                _ => None,
            },
            target: Some(i32::from(terms.to_hit)),
            modifiers: AttackAbility::ALL
                .into_iter()
                .filter(|ability| terms.has(*ability))
                .map(|ability| Modifier {
                    name: ability.title().to_owned(),
                    change: 0,
                    rule: RuleId::new(match ability {
                        AttackAbility::CriticalBlow => "IF-ABIL-01",
                        AttackAbility::Precision => "IF-ABIL-02",
                        AttackAbility::Sundering => "IF-ABIL-03",
                        AttackAbility::Vicious => "IF-ABIL-04",
                    }),
                })
                .collect(),
            successes: hits,
        });
    }
    steps.push(RollChances {
        purpose: "wounds".to_owned(),
        dice: None,
        target: Some(i32::from(terms.save)),
        modifiers: modifiers(&abilities::defence_parts(state, attack)),
        successes: odds.attack_wounds,
    });
    steps.push(RollChances {
        purpose: "panic".to_owned(),
        dice: Some(3),
        target: Some(i32::from(terms.morale)),
        modifiers: modifiers(&abilities::panic_parts(state, &test)),
        successes: odds.panic_wounds,
    });
    steps.push(RollChances {
        purpose: "models lost".to_owned(),
        dice: None,
        target: None,
        modifiers: Vec::new(),
        successes: odds.models,
    });
    steps.push(RollChances {
        purpose: "ranks lost".to_owned(),
        dice: None,
        target: None,
        modifiers: Vec::new(),
        successes: odds.ranks,
    });
    Some(AttackChances {
        unit: unit.to_string(),
        target: target.to_string(),
        kind: kind.to_owned(),
        steps,
        damage: odds.wounds,
        destroys: odds.destroyed,
    })
}

fn overlay(kind: &str, label: &str, seat: Seat, tone: Tone, shape: Shape) -> Overlay {
    Overlay {
        kind: kind.to_owned(),
        label: (!label.is_empty()).then(|| label.to_owned()),
        seat: Some(seat),
        tone,
        shape,
    }
}

/// The front arc, where its ranged attacks reach, and the targets of a unit.
fn overlays(state: &State, id: UnitId, target: Option<UnitId>) -> Vec<Overlay> {
    let Some((tray, (_, card))) = terrain::tray(state, id).zip(state.unit_and_card(id)) else {
        return Vec::new();
    };
    let seat = id.seat();
    let mut all = vec![overlay("arc", "front arc", seat, Tone::Plain, arc_shape(&tray))];
    for (_, attack) in card.attacks_of(AttackKind::Ranged) {
        let Some(range) = attack.range else { continue };
        let word = match range {
            RangeWord::Short => "Short Range",
            RangeWord::Long => "Long Range",
        };
        all.push(overlay(
            "range",
            word,
            seat,
            Tone::Plain,
            range_shape(&tray, range),
        ));
    }
    let reached = |enemy: &UnitId| super::threats::reaches(state, id, *enemy, 6);
    match target {
        // Nothing lies between friends.
        Some(target) if target.seat() == seat => {}
        Some(target) if !reached(&target) => all.extend(out_of_reach(state, &tray, id, target)),
        Some(target) => all.extend(at_target(state, &tray, id, target)),
        None => {
            let enemies = activation::enemies(state, seat).into_iter().filter(reached);
            all.extend(enemies.filter_map(|enemy| at_target(state, &tray, id, enemy)));
        }
    }
    all
}

/// An enemy that the unit can attack, and how.
fn at_target(state: &State, tray: &Tray, id: UnitId, target: UnitId) -> Option<Overlay> {
    let other = terrain::tray(state, target)?;
    let label = if state.is_engaged(id) {
        "fight".to_owned()
    } else {
        let shot = super::threats::can_shoot(state, id, target).then(|| "shot".to_owned());
        let charge = needed_to_charge(state, id, target).map(|needed| format!("charge {needed}+"));
        let ways: Vec<String> = shot.into_iter().chain(charge).collect();
        ways.join(", ")
    };
    let shape = Shape::Arrow {
        from: point(tray.front_point()),
        to: point(other.pose.centre()),
    };
    Some(overlay("target", &label, id.seat(), Tone::Good, shape))
}

/// An enemy that somebody asks about and that the unit can neither strike, shoot at nor charge.
fn out_of_reach(state: &State, tray: &Tray, id: UnitId, target: UnitId) -> Option<Overlay> {
    let other = terrain::tray(state, target)?;
    let (from, to) = (point(tray.front_point()), point(other.pose.centre()));
    let middle = BoardPoint::new(f64::midpoint(from.x, to.x), f64::midpoint(from.y, to.y));
    // The cross of what is blocked lies on the middle one of the points.
    let shape = Shape::Line {
        points: vec![from, middle, to],
    };
    Some(overlay("blocked", "out of reach", id.seat(), Tone::Bad, shape))
}

/// Half the angle of a front arc in degrees. Rule `IF-GEO-05`.
fn half_arc(tray: &Tray) -> f64 {
    f64::from(tray.size.width)
        .atan2(f64::from(tray.size.depth))
        .to_degrees()
}

/// The two edges of the front arc as an area up to Long Range.
fn arc_shape(tray: &Tray) -> Shape {
    let half = half_arc(tray);
    let heading = f64::from(tray.pose.heading);
    let centre: BoardPoint = point(tray.pose.centre());
    Shape::Sector {
        centre,
        radius: f64::from(RangeWord::Long.mils()) / 1_000.0 + tray.radius() / 1_000.0,
        from: (heading - half).rem_euclid(360.0),
        to: (heading + half).rem_euclid(360.0),
    }
}

/// Where the nearest point of a target may lie: in range of the front point and in the front arc, from the front side on.
/// Rules `IF-GEO-05`, `IF-GEO-07`, `IF-LOS-01`.
fn range_shape(tray: &Tray, range: RangeWord) -> Shape {
    const STEPS: i32 = 16;
    let (across, along) = tray.halves();
    let reach = f64::from(range.mils());
    // How often as far as its corner the edge of the arc meets the circle around the front point.
    let square = across * across + along * along;
    let root = (along.powi(4) + square * (reach * reach - along * along))
        .max(0.0)
        .sqrt();
    let far = (along * along + root) / square;
    let widest = (far * across).atan2((far - 1.0) * along);
    let rim = (0..=STEPS).map(|step| {
        let (sin, cos) = (widest * f64::from(2 * step - STEPS) / f64::from(STEPS)).sin_cos();
        (reach * sin, along + reach * cos)
    });
    let outline = std::iter::once((-across, along))
        .chain(rim)
        .chain([(across, along)])
        .map(|(right, forward)| {
            let (x, y) = tray.exact(right, forward);
            BoardPoint::new(x / 1_000.0, y / 1_000.0)
        })
        .collect();
    Shape::Area { outline }
}
