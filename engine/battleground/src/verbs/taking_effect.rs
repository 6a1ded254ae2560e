//! The effects that happen outside attacks: of cards, spells, abilities and special rules, one after the other (pp. 18-20,
//! 33-37, 89, 135).

use battleground_geometry::Degrees;
use hindsight_kernel::Seat;

use crate::model::agenda::{
    Answer, Asking, BattleTable, Frame, Need, Options, Step, Taken, Topic, answer_to, proceed,
};
use crate::model::effect::{Condition, Duration, Effect, StatusName, Target};
use crate::model::event::{
    AbilityEvent, CombatEvent, CommandEvent, CourageEvent, DamageEvent, Event, MovementEvent, TurnMark,
};
use crate::model::names::{CardNo, UnitId};
use crate::model::orders::WrittenOrder;
use crate::model::refusal::Refusal;
use crate::model::rule::Rule;
use crate::model::state::{CheckKind, Demanded, Lasting, LastingKind, Status, Unit};
use crate::procedures::attack::moved;
use crate::procedures::attack::standing::damage_waits;
use crate::procedures::effect_targets::{falls_on, may_be_healed, spares};
use crate::procedures::lasting::holds;
use crate::procedures::skirmish_rallies;
use crate::verbs::lasting::end_lasting;
use crate::verbs::order_changes::{check_change, check_changeable};
use crate::verbs::order_writing::write_order;
use crate::verbs::rallying::{check_reorganize, heading_question, rally_unit, stays_in_the_air};

/// The step that applies the effects of a card outside attacks.
pub(crate) fn effects_of_card(
    seat: Seat,
    card: CardNo,
    name: &str,
    on: &[UnitId],
    effects: &[Effect],
) -> Step {
    Step::Effects {
        seat,
        name: name.to_owned(),
        kind: LastingKind::Card(card),
        on: on.to_vec(),
        effects: effects.to_vec(),
        spell: false,
    }
}

/// Applies effects of a card, spell or ability one by one. Rules `BG4-CARDS-03` to `BG4-CARDS-05`, `BG4-TURN-07` (pp. 18, 19-20,
/// 33-34).
pub(crate) fn apply_effects(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::Effects {
        seat,
        name,
        kind,
        on,
        effects,
        spell,
    } = &frame.step
    else {
        return Ok(Taken::Waits);
    };
    let Some((effect, rest)) = effects.split_first() else {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    // What a unit does not outlive falls on it no more.
    let standing: Vec<UnitId> = on
        .iter()
        .copied()
        .filter(|id| table.state().unit(*id).is_some_and(|unit| unit.pose.is_some()))
        .collect();
    let source = Source {
        seat: *seat,
        name,
        kind,
    };
    let mut next = apply_effect(table, frame, source, &standing, effect)?;
    next.push(Step::Effects {
        seat: *seat,
        name: name.clone(),
        kind: kind.clone(),
        on: on.clone(),
        effects: rest.to_vec(),
        spell: *spell,
    });
    proceed(table, 1, next);
    Ok(Taken::Went)
}

/// What effects come from.
#[derive(Debug, Clone, Copy)]
struct Source<'f> {
    /// Whose it is.
    seat: Seat,
    /// As it is cited.
    name: &'f str,
    /// What it is.
    kind: &'f LastingKind,
}

impl Source<'_> {
    /// One of its effects as it stays on a unit, a check or an attack.
    fn lasting(&self, effect: &Effect) -> Lasting {
        Lasting {
            name: self.name.to_owned(),
            kind: self.kind.clone(),
            by: self.seat,
            effects: vec![effect.clone()],
        }
    }
}

/// Applies one effect; gives the steps that it leads to.
fn apply_effect(
    table: &mut BattleTable<'_>,
    frame: &Frame,
    source: Source<'_>,
    on: &[UnitId],
    effect: &Effect,
) -> Result<Vec<Step>, Need> {
    let Source { seat, name, .. } = source;
    match effect {
        Effect::Change { lasts, .. } if *lasts == Duration::Check => change_check(table, source, effect),
        Effect::Change { on: target, when, .. } => {
            let state = table.state();
            let mut units = falls_on(state, seat, target, on, when);
            units.retain(|unit| !spares(state, source.kind, *unit));
            add_lasting(table, source, &units, effect);
        }
        Effect::NoCards { .. } | Effect::Trigger { .. } | Effect::Cover { .. } => {
            add_lasting(table, source, on, effect);
        }
        Effect::GainCommandActions { count } => table.emit(Event::Command(CommandEvent::ActionsGained {
            seat,
            count: *count,
        })),
        Effect::DrawCards { count } => return Ok(vec![Step::DrawCard { seat, count: *count }]),
        Effect::EraseAmmo { most } => erase_ammo(table, on, *most),
        Effect::Reorganize => reorganize_all(table, frame, on)?,
        Effect::ChangeOrder => change_orders(table, frame, on, name)?,
        Effect::Rally { on: target } => return rally_all(table, frame, source, target, on),
        Effect::FearCheck => {
            for unit in on {
                table.emit(Event::Courage(CourageEvent::CheckForced {
                    unit: *unit,
                    kind: CheckKind::Fear,
                }));
            }
        }
        Effect::Heal { boxes } => heal_all(table, frame, source, on, *boxes),
        Effect::Damage { wounds } => {
            for unit in on {
                crate::verbs::damage::suffer(table, *unit, u32::from(*wounds), None);
            }
        }
        Effect::RerollCourage => {
            if table.state().check.is_some() {
                crate::verbs::checks::reroll_check(table)?;
            }
        }
        Effect::PassCourage { .. } => change_check(table, source, effect),
        Effect::MoveWounds { to, .. } => {
            let onto = moved::taker(table.state(), frame, seat, to)?;
            if onto.is_some() {
                table.emit(Event::Combat(CombatEvent::AttackChanged {
                    lasting: source.lasting(effect),
                    onto,
                }));
            }
        }
        Effect::CourageCheck { failed } => {
            for unit in on {
                table.emit(Event::Courage(CourageEvent::CheckDemanded {
                    unit: *unit,
                    demanded: Demanded {
                        name: name.to_owned(),
                        by: seat,
                        failed: failed.clone(),
                    },
                }));
            }
        }
        Effect::Disrupt => {
            for unit in on {
                disrupt(table, *unit, name);
            }
        }
        Effect::ByRuling { text } => by_ruling(frame, seat, name, text, on)?,
        // Read in attacks only; a pack cannot write them elsewhere.
        Effect::SpoilAttack
        | Effect::Reroll { .. }
        | Effect::Wounds { .. }
        | Effect::Hits { .. }
        | Effect::BoxOnAttacker { .. }
        | Effect::Ignore { .. } => {}
    }
    Ok(Vec::new())
}

/// Changes the courage check that is being made; out of one there is nothing to change.
fn change_check(table: &mut BattleTable<'_>, source: Source<'_>, effect: &Effect) {
    if table.state().check.is_some() {
        table.emit(Event::Courage(CourageEvent::CheckChanged {
            lasting: source.lasting(effect),
        }));
    }
}

/// Puts an effect on units, where it stays.
fn add_lasting(table: &mut BattleTable<'_>, source: Source<'_>, on: &[UnitId], effect: &Effect) {
    for unit in on {
        table.emit(Event::Ability(AbilityEvent::LastingAdded {
            unit: *unit,
            lasting: source.lasting(effect),
        }));
    }
}

/// Erases marked ammo boxes of each unit, up to so many.
fn erase_ammo(table: &mut BattleTable<'_>, on: &[UnitId], most: u8) {
    for unit in on {
        let marked = table.state().unit(*unit).map_or(0, |unit| unit.ammo_marked);
        let erased = i8::try_from(marked.min(most)).unwrap_or(i8::MAX);
        if erased > 0 {
            table.emit(Event::Damage(DamageEvent::AmmoMarked {
                unit: *unit,
                by: -erased,
            }));
        }
    }
}

/// Rallies the Routing units on which an effect falls; of several each in a step of its own.
fn rally_all(
    table: &mut BattleTable<'_>,
    frame: &Frame,
    source: Source<'_>,
    target: &Target,
    on: &[UnitId],
) -> Result<Vec<Step>, Need> {
    let state = table.state();
    let mut routing = vec![Condition::Status(StatusName::Routing)];
    if !skirmish_rallies::is_by_itself(state, source.name) {
        routing.push(Condition::NotActivated);
    }
    let mut units = falls_on(state, source.seat, target, on, &[]);
    units.retain(|id| {
        let rallies = |unit: &Unit| holds(state, unit, &routing);
        !spares(state, source.kind, *id) && state.unit(*id).is_some_and(rallies)
    });
    if units.len() > 1 {
        // One a step: each heading is checked on the table as those before it leave it.
        return Ok(units.into_iter().map(|unit| one_rally(source, unit)).collect());
    }
    if let Some(unit) = units.first() {
        rally_one(table, frame, *unit)?;
    }
    Ok(Vec::new())
}

/// Heals boxes of each unit, under the limits of healing spells where the effect is one of those.
fn heal_all(table: &mut BattleTable<'_>, frame: &Frame, source: Source<'_>, on: &[UnitId], boxes: u8) {
    let by_spell = matches!(frame.step, Step::Effects { spell: true, .. })
        || (!matches!(source.kind, LastingKind::Card(_)) && table.state().profile().abilities_heal_as_spells);
    for unit in on {
        if by_spell {
            heal_by_spell(table, *unit, boxes);
        } else {
            heal(table, *unit, boxes);
        }
    }
}

/// A Ready, unengaged unit loses its order. Rule `BG4-STATUS-02` (pp. 23, 36-37, 101).
fn disrupt(table: &mut BattleTable<'_>, id: UnitId, why: &str) {
    let state = table.state();
    let ready = state
        .unit(id)
        .is_some_and(|unit| unit.pose.is_some() && matches!(unit.status, Status::Ready(_)));
    if ready && !state.is_engaged(id) {
        table.emit(Event::Movement(MovementEvent::StatusChanged {
            unit: id,
            status: Status::Disrupted,
            why: why.to_owned(),
        }));
        crate::verbs::order_writing::remove_unused_tokens(table);
    }
}

/// Asks the player to carry out what the vocabulary cannot say, with rulings where the position changes.
///
/// RULING: the book leaves its cards to the cards; what cannot be written as data is never passed over in silence.
fn by_ruling(frame: &Frame, seat: Seat, title: &str, text: &str, on: &[UnitId]) -> Result<(), Need> {
    if answer_to(&frame.answers, Topic::ByRuling, on.first().copied(), None).is_some() {
        return Ok(());
    }
    let options = vec![
        (
            Answer::Accept,
            format!("carried out on the table: {title}: {text}"),
        ),
        (Answer::Decline, format!("nothing to do: {title}: {text}")),
    ];
    Err(Asking {
        seat,
        topic: Topic::ByRuling,
        unit: on.first().copied(),
        about: None,
        options: Options::OneOf(options),
        rule: "HS-RULE-01".into(),
    }
    .into())
}

/// A Healing spell, or an ability that counts as one: one per unit and turn, even if it heals nothing; it ends what waits
/// for it. Rules `BG4-SPELL-06`, `BG4-SPELL-09` (pp. 134, 135), `BG3-SPELL-05`, `BG3-ERR-02` (pp. 32-33).
// RULING: BG3-SPELL-05 (p. 32), BG3-ERR-02 (p. 33). The book knows one ability that heals and calls it a healing spell: so are all
// others, chosen or triggered, of factions and of units. A command card is neither a spell nor an ability.
pub(crate) fn heal_by_spell(table: &mut BattleTable<'_>, id: UnitId, boxes: u8) {
    let state = table.state();
    if state.unit(id).is_none_or(|unit| !may_be_healed(state, unit)) {
        return;
    }
    heal(table, id, boxes);
    table.emit(Event::Movement(MovementEvent::Marked {
        unit: id,
        mark: TurnMark::Healed,
    }));
    end_lasting(table, id, &|length| length == Duration::UntilHealed);
}

/// Erases damage boxes, the last marked first: those of the Combat Phase at hand before older ones. Rule `BG4-SPELL-06` (p. 135).
fn heal(table: &mut BattleTable<'_>, id: UnitId, boxes: u8) {
    let Some(unit) = table.state().unit(id) else {
        return;
    };
    let erased = unit.all_marked().min(boxes);
    let (marked, fresh) = (unit.marked, unit.fresh);
    if erased > 0 {
        // In the Combat Phase of the earlier edition its colour stays as it was at the start. Rule BG3-SPELL-05 (p. 32).
        let keeps_colour = table.state().profile().spells_in_combat && damage_waits(table.state());
        if keeps_colour && erased > fresh {
            table.emit(Event::Movement(MovementEvent::Marked {
                unit: id,
                mark: TurnMark::HealedFrom(marked),
            }));
        }
        table.emit(Event::Damage(DamageEvent::BoxesErased {
            unit: id,
            boxes: erased,
        }));
    }
}

/// Asks for the order of each unit to be Reorganized, then writes them. Rules `BG4-CMD-12`, `BG4-CARDS-04` (pp. 19, 37).
fn reorganize_all(table: &mut BattleTable<'_>, frame: &Frame, on: &[UnitId]) -> Result<(), Need> {
    let state = table.state();
    let mut orders: Vec<(UnitId, WrittenOrder)> = Vec::new();
    for id in on {
        // An engaged unit is not Reorganized, whatever the card forgets to say.
        let due = |unit: &&Unit| unit.status == Status::Disrupted && !state.is_engaged(unit.id);
        let Some(unit) = state.unit(*id).filter(due) else {
            continue;
        };
        if let Some(Answer::Order(order)) =
            answer_to(&frame.answers, Topic::ReorganizedOrder, Some(*id), None)
        {
            check_reorganize(state, unit, order).map_err(Refusal::from)?;
            orders.push((*id, *order));
        } else {
            let samples: Vec<Answer> = crate::verbs::orders::sample_orders(state, unit)
                .into_iter()
                .filter(|order| check_reorganize(state, unit, order).is_ok())
                .map(Answer::Order)
                .collect();
            return Err(Asking {
                seat: id.seat(),
                topic: Topic::ReorganizedOrder,
                unit: Some(*id),
                about: None,
                options: Options::Order { samples },
                rule: Rule::Cmd12.into(),
            }
            .into());
        }
    }
    for (unit, order) in orders {
        write_order(table, unit, &order, "Reorganized");
    }
    Ok(())
}

/// Asks for the other order of each unit whose order may be changed, then writes them. Rule `BG4-CMD-05` (pp. 35-36).
fn change_orders(table: &mut BattleTable<'_>, frame: &Frame, on: &[UnitId], name: &str) -> Result<(), Need> {
    let state = table.state();
    let mut orders: Vec<(UnitId, WrittenOrder)> = Vec::new();
    for id in on {
        let due = |unit: &&Unit| check_changeable(state, unit).is_ok();
        let Some(unit) = state.unit(*id).filter(due) else {
            continue;
        };
        if let Some(Answer::Order(order)) = answer_to(&frame.answers, Topic::ChangedOrder, Some(*id), None) {
            check_change(state, unit, order).map_err(Refusal::from)?;
            orders.push((*id, *order));
            continue;
        }
        let samples: Vec<Answer> = crate::verbs::orders::sample_orders(state, unit)
            .into_iter()
            .filter(|order| check_change(state, unit, order).is_ok())
            .map(Answer::Order)
            .collect();
        if !samples.is_empty() {
            return Err(Asking {
                seat: id.seat(),
                topic: Topic::ChangedOrder,
                unit: Some(*id),
                about: None,
                options: Options::Order { samples },
                rule: Rule::Cmd05.into(),
            }
            .into());
        }
    }
    for (unit, order) in orders {
        write_order(table, unit, &order, name);
    }
    Ok(())
}

/// The step that Rallies one unit by an effect.
fn one_rally(source: Source<'_>, unit: UnitId) -> Step {
    Step::Effects {
        seat: source.seat,
        name: source.name.to_owned(),
        kind: source.kind.clone(),
        on: vec![unit],
        effects: vec![Effect::Rally { on: Target::Chosen }],
        spell: false,
    }
}

/// Asks for the heading of a unit to be Rallied, then Rallies it. Rule `BG4-CMD-10` (pp. 36-37, 44).
fn rally_one(table: &mut BattleTable<'_>, frame: &Frame, id: UnitId) -> Result<(), Need> {
    let state = table.state();
    let Some(unit) = state.unit(id) else {
        return Ok(());
    };
    let (heading, airborne) = match answer_to(&frame.answers, Topic::RallyHeading, Some(id), None) {
        Some(Answer::Heading(heading)) => (*heading, stays_in_the_air(state, unit)),
        Some(Answer::Decline) => (
            unit.pose.map_or(Degrees::ZERO, |pose| pose.heading),
            unit.airborne,
        ),
        _ => return Err(heading_question(state, unit).into()),
    };
    rally_unit(table, id, heading, airborne);
    Ok(())
}
