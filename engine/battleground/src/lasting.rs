//! What lasts on a unit: Blessings, Curses, boxes of abilities, effects of cards; and the effects that happen outside
//! attacks (pp. 18-20, 134-135).

use hindsight_geometry::inches::Degrees;

use crate::agenda::{Answer, Frame, Need, Options, Question, Step, Topic, answer_to};
use crate::cards::Window;
use crate::command_actions::{check_rally, check_reorganize, headings, rally_unit};
use crate::effect::{Change, Condition, Duration, Effect, Target};
use crate::event::{Event, TurnMark};
use crate::field::Field;
use crate::flow::{BattleTable, Taken, proceed};
use crate::names::{CardNo, UnitId};
use crate::orders::{Order, Orders, WrittenOrder, write_order};
use crate::state::{CheckKind, Lasting, LastingKind, State, Status, Unit};

/// How long an effect holds that was put on a unit.
const fn length(effect: &Effect) -> Duration {
    match effect {
        Effect::Change { lasts, .. } | Effect::Trigger { lasts, .. } | Effect::Cover { lasts, .. } => *lasts,
        Effect::NoCards { .. } => Duration::Turn,
        Effect::Mark
        | Effect::Reroll { .. }
        | Effect::RerollCourage
        | Effect::Wounds { .. }
        | Effect::BoxOnAttacker { .. }
        | Effect::Ignore { .. }
        | Effect::GainCommandActions { .. }
        | Effect::DrawCards { .. }
        | Effect::EraseAmmo { .. }
        | Effect::Reorganize
        | Effect::Rally { .. }
        | Effect::FearCheck
        | Effect::Heal { .. }
        | Effect::SpoilAttack
        | Effect::CourageCheck { .. }
        | Effect::Disrupt
        | Effect::ByRuling { .. }
        | Effect::Damage { .. } => Duration::Now,
    }
}

/// Whether something that lasts is over when a phase or the turn ends: nothing of it holds longer. Rules `BG4-END-03`,
/// `BG4-PRIN-03`.
pub(crate) fn ends_with(lasting: &Lasting, end: Duration) -> bool {
    let over = |effect: &Effect| match length(effect) {
        Duration::Now | Duration::Attack | Duration::Check | Duration::Phase => true,
        Duration::Turn => end == Duration::Turn,
        Duration::UntilCouragePassed
        | Duration::UntilCourageFailed
        | Duration::UntilRoutCheck
        | Duration::UntilHealed
        | Duration::Lasting => false,
    };
    match lasting.kind {
        LastingKind::Card(_) | LastingKind::Rule => lasting.effects.iter().all(over),
        // Boxes, Blessings and Curses are written down: they stay until their text ends them.
        LastingKind::Mark(_) | LastingKind::Blessing | LastingKind::Curse => false,
    }
}

/// The change of a unit's numbers by what lasts on it, as far as `holds` says that the conditions are met, each with its
/// name. Boxes that wait for their window do nothing yet. Rules `BG4-CARDS-12`, `BG4-MODS-21`.
pub(crate) fn changes(
    state: &State,
    unit: &Unit,
    holds: &dyn Fn(&[Condition]) -> bool,
) -> Vec<(String, Change)> {
    let mut found = Vec::new();
    for lasting in &unit.lasting {
        if crate::abilities::waits_for_a_window(state, unit, lasting) {
            continue;
        }
        for effect in &lasting.effects {
            if let Effect::Change { change, when, .. } = effect
                && holds(when)
            {
                found.push((lasting.name.clone(), *change));
            }
        }
    }
    found
}

/// Whether conditions hold for a unit outside any attack or check. Rule `BG4-MODS-21`.
pub(crate) fn holds(state: &State, unit: &Unit, when: &[Condition]) -> bool {
    let holding = || crate::combat::is_holding(&Field::of(state), unit);
    when.iter().all(|condition| met(state, unit, condition, &holding))
}

/// The same for the Movement Category. Whether a unit on Hold with an objective would move depends on its category, so
/// for this it is Holding without an objective only. Rules `BG4-MODS-19`, `-21`.
pub(crate) fn holds_in_movement(state: &State, unit: &Unit, when: &[Condition]) -> bool {
    let holding = || unit.status == Status::Ready(Some(Orders::plain(Order::Hold)));
    when.iter().all(|condition| met(state, unit, condition, &holding))
}

fn met(state: &State, unit: &Unit, condition: &Condition, holding: &dyn Fn() -> bool) -> bool {
    let card = state.kind(unit);
    match condition {
        Condition::Charging => {
            let chosen = crate::combat::chosen_in(&state.declared, unit.id);
            crate::combat::is_charging(state, unit.id, chosen)
        }
        Condition::Holding => holding(),
        Condition::Engaged => state.is_engaged(unit.id),
        Condition::Unengaged => !state.is_engaged(unit.id),
        Condition::Has(keywords) => card.is_any(keywords),
        Condition::Status(status) => unit.status.name() == *status,
        Condition::OnClose => {
            matches!(unit.status, Status::Ready(Some(orders)) if orders.order == Order::Close)
        }
        Condition::NotActivated => !unit.turn.activated,
        Condition::Faction(faction) => card.faction == *faction || card.labels.contains(faction),
        // These speak of an attack or a check.
        Condition::Melee
        | Condition::Ranged
        | Condition::Against(_)
        | Condition::AgainstCharging
        | Condition::RoutCheck
        | Condition::Wounded => false,
    }
}

/// Ends what lasts on a unit for as long as `over` says. Rules `BG4-SPELL-04`, `-05`.
pub(crate) fn end_lasting(table: &mut BattleTable<'_>, id: UnitId, over: &dyn Fn(Duration) -> bool) {
    let Some(unit) = table.state().unit(id) else {
        return;
    };
    let ended: Vec<(u8, String)> = (0..=u8::MAX)
        .zip(&unit.lasting)
        .filter(|(_, lasting)| lasting.effects.iter().any(|effect| over(length(effect))))
        .map(|(place, lasting)| (place, lasting.name.clone()))
        .collect();
    for (place, name) in ended.into_iter().rev() {
        table.emit(Event::LastingEnded {
            unit: id,
            place,
            name,
        });
    }
}

/// The name and number behind what the steps of effects cite: the card's number stands before its name.
fn source(name: &str) -> (LastingKind, String) {
    match name.split_once(' ') {
        Some((number, rest)) => match number.parse() {
            Ok(number) => (LastingKind::Card(CardNo(number)), rest.to_owned()),
            Err(_) => (LastingKind::Rule, name.to_owned()),
        },
        None => (LastingKind::Rule, name.to_owned()),
    }
}

/// The step that applies the effects of a card outside attacks.
pub(crate) fn effects_of_card(
    seat: hindsight_kernel::Seat,
    card: CardNo,
    name: &str,
    on: &[UnitId],
    effects: &[Effect],
) -> Step {
    Step::Effects {
        seat,
        name: format!("{card} {name}"),
        on: on.to_vec(),
        effects: effects.to_vec(),
        spell: false,
    }
}

/// Applies effects of a card, spell or ability one by one. Rules `BG4-CARDS-03` to `-05`, `BG4-TURN-07`.
pub(crate) fn apply_effects(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::Effects {
        seat,
        name,
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
    let mut next = apply_effect(table, frame, *seat, name, &standing, effect)?;
    next.push(Step::Effects {
        seat: *seat,
        name: name.clone(),
        on: on.clone(),
        effects: rest.to_vec(),
        spell: *spell,
    });
    proceed(table, 1, next);
    Ok(Taken::Went)
}

/// The units on which an effect falls.
fn falls_on(
    state: &State,
    seat: hindsight_kernel::Seat,
    target: &Target,
    on: &[UnitId],
    when: &[Condition],
) -> Vec<UnitId> {
    match target {
        Target::Chosen | Target::Attacker | Target::Defender => on.to_vec(),
        Target::Checking => state.check.iter().map(|check| check.unit).collect(),
        Target::OwnWithin(distance) => {
            let Some(from) = on.first() else {
                return Vec::new();
            };
            let field = Field::of(state);
            state
                .own(seat)
                .filter(|unit| holds(state, unit, when))
                .filter(|unit| {
                    unit.id == *from
                        || field.within(*from, unit.id).is_some_and(|found| {
                            crate::field::TOL.reaches(
                                found,
                                distance.inches(),
                                hindsight_geometry::inches::Limit::Within,
                            )
                        })
                })
                .map(|unit| unit.id)
                .collect()
        }
        Target::Player => Vec::new(),
    }
}

/// Applies one effect; gives the steps that it leads to.
fn apply_effect(
    table: &mut BattleTable<'_>,
    frame: &Frame,
    seat: hindsight_kernel::Seat,
    name: &str,
    on: &[UnitId],
    effect: &Effect,
) -> Result<Vec<Step>, Need> {
    let (kind, title) = source(name);
    let lasting = |effect: &Effect| Lasting {
        name: title.clone(),
        kind: kind.clone(),
        by: seat,
        effects: vec![effect.clone()],
    };
    match effect {
        Effect::Change {
            on: target,
            when,
            lasts,
            ..
        } => {
            if *lasts == Duration::Check {
                // Out of a courage check there is none to change.
                if table.state().check.is_none() {
                    return Ok(Vec::new());
                }
                table.emit(Event::CheckChanged {
                    lasting: lasting(effect),
                });
                return Ok(Vec::new());
            }
            for unit in falls_on(table.state(), seat, target, on, when) {
                table.emit(Event::LastingAdded {
                    unit,
                    lasting: lasting(effect),
                });
            }
        }
        Effect::NoCards { .. } | Effect::Trigger { .. } | Effect::Cover { .. } => {
            for unit in on {
                table.emit(Event::LastingAdded {
                    unit: *unit,
                    lasting: lasting(effect),
                });
            }
        }
        Effect::GainCommandActions { count } => table.emit(Event::ActionsGained { seat, count: *count }),
        Effect::DrawCards { count } => return Ok(vec![Step::DrawCard { seat, count: *count }]),
        Effect::EraseAmmo { most } => {
            for unit in on {
                let marked = table.state().unit(*unit).map_or(0, |unit| unit.ammo_marked);
                let erased = i8::try_from(marked.min(*most)).unwrap_or(i8::MAX);
                if erased > 0 {
                    table.emit(Event::AmmoMarked {
                        unit: *unit,
                        by: -erased,
                    });
                }
            }
        }
        Effect::Reorganize => reorganize_all(table, frame, on)?,
        Effect::Rally { on: target } => {
            let routing = [
                Condition::Status(crate::effect::StatusName::Routing),
                Condition::NotActivated,
            ];
            let state = table.state();
            let mut units = falls_on(state, seat, target, on, &[]);
            units.retain(|id| state.unit(*id).is_some_and(|unit| holds(state, unit, &routing)));
            if units.len() > 1 {
                // One a step: each heading is checked on the table as those before it leave it.
                return Ok(units
                    .into_iter()
                    .map(|unit| one_rally(seat, name, unit))
                    .collect());
            }
            if let Some(unit) = units.first() {
                rally_one(table, frame, *unit)?;
            }
        }
        Effect::FearCheck => {
            for unit in on {
                table.emit(Event::CheckForced {
                    unit: *unit,
                    kind: CheckKind::Fear,
                });
            }
        }
        Effect::Heal { boxes } => {
            let by_spell = matches!(frame.step, Step::Effects { spell: true, .. });
            for unit in on {
                if by_spell {
                    heal_by_spell(table, *unit, *boxes);
                } else {
                    heal(table, *unit, *boxes);
                }
            }
        }
        Effect::Damage { wounds } => {
            for unit in on {
                crate::combat::suffer(table, *unit, u32::from(*wounds), None);
            }
        }
        Effect::RerollCourage => {
            if table.state().check.is_some() {
                crate::courage::reroll_check(table)?;
            }
        }
        Effect::CourageCheck { failed } => {
            for unit in on {
                table.emit(Event::CheckDemanded {
                    unit: *unit,
                    demanded: crate::state::Demanded {
                        name: title.clone(),
                        by: seat,
                        failed: failed.clone(),
                    },
                });
            }
        }
        Effect::Disrupt => {
            for unit in on {
                disrupt(table, *unit, &title);
            }
        }
        Effect::ByRuling { text } => by_ruling(frame, seat, &title, text, on)?,
        // Read in attacks only; a pack cannot write them elsewhere.
        Effect::SpoilAttack
        | Effect::Reroll { .. }
        | Effect::Wounds { .. }
        | Effect::BoxOnAttacker { .. }
        | Effect::Ignore { .. }
        | Effect::Mark => {}
    }
    Ok(Vec::new())
}

/// A Ready, unengaged unit loses its order. Rule `BG4-STATUS-02`.
fn disrupt(table: &mut BattleTable<'_>, id: UnitId, why: &str) {
    let state = table.state();
    let ready = state
        .unit(id)
        .is_some_and(|unit| unit.pose.is_some() && matches!(unit.status, Status::Ready(_)));
    if ready && !state.is_engaged(id) {
        table.emit(Event::StatusChanged {
            unit: id,
            status: Status::Disrupted,
            why: why.to_owned(),
        });
        crate::orders::remove_unused_tokens(table);
    }
}

/// Asks the player to carry out what the vocabulary cannot say, with rulings where the position changes.
///
/// RULING: the book leaves its cards to the cards; what cannot be written as data is never passed over in silence.
fn by_ruling(
    frame: &Frame,
    seat: hindsight_kernel::Seat,
    title: &str,
    text: &str,
    on: &[UnitId],
) -> Result<(), Need> {
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
    Err(Question {
        seat,
        topic: Topic::ByRuling,
        unit: on.first().copied(),
        about: None,
        options: Options::OneOf(options),
        rule: "HS-RULE-01".to_owned(),
    }
    .into())
}

/// A Healing spell, or an ability described as one: one per unit and turn, even if it heals nothing; it ends what waits
/// for it. Rules `BG4-SPELL-06`, `-09`.
pub(crate) fn heal_by_spell(table: &mut BattleTable<'_>, id: UnitId, boxes: u8) {
    if table.state().unit(id).is_none_or(|unit| unit.turn.healed) {
        return;
    }
    heal(table, id, boxes);
    table.emit(Event::Marked {
        unit: id,
        mark: TurnMark::Healed,
    });
    end_lasting(table, id, &|length| length == Duration::UntilHealed);
}

/// Erases damage boxes, the last marked first.
fn heal(table: &mut BattleTable<'_>, id: UnitId, boxes: u8) {
    let Some(unit) = table.state().unit(id) else {
        return;
    };
    let erased = unit.marked.min(boxes);
    if erased > 0 {
        table.emit(Event::BoxesErased {
            unit: id,
            boxes: erased,
        });
    }
}

/// Asks for the order of each unit to be Reorganized, then writes them. Rules `BG4-CMD-12`, `BG4-CARDS-04`.
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
            check_reorganize(state, unit, order)?;
            orders.push((*id, *order));
        } else {
            let samples: Vec<Answer> = crate::deploy::sample_orders(state, unit)
                .into_iter()
                .filter(|order| check_reorganize(state, unit, order).is_ok())
                .map(Answer::Order)
                .collect();
            return Err(Question {
                seat: id.seat(),
                topic: Topic::ReorganizedOrder,
                unit: Some(*id),
                about: None,
                options: Options::Order { samples },
                rule: "BG4-CMD-12".to_owned(),
            }
            .into());
        }
    }
    for (unit, order) in orders {
        write_order(table, unit, &order, "Reorganized");
    }
    Ok(())
}

/// The step that Rallies one unit by an effect.
fn one_rally(seat: hindsight_kernel::Seat, name: &str, unit: UnitId) -> Step {
    Step::Effects {
        seat,
        name: name.to_owned(),
        on: vec![unit],
        effects: vec![Effect::Rally { on: Target::Chosen }],
        spell: false,
    }
}

/// Asks for the heading of a unit to be Rallied, then Rallies it. Rule `BG4-CMD-10`.
fn rally_one(table: &mut BattleTable<'_>, frame: &Frame, id: UnitId) -> Result<(), Need> {
    let state = table.state();
    let Some(unit) = state.unit(id) else {
        return Ok(());
    };
    let (heading, airborne) = match answer_to(&frame.answers, Topic::RallyHeading, Some(id), None) {
        Some(Answer::Heading(heading)) => (*heading, false),
        Some(Answer::Decline) => (
            unit.pose.map_or(Degrees::ZERO, |pose| pose.heading),
            unit.airborne,
        ),
        _ => return Err(heading_question(state, unit).into()),
    };
    rally_unit(table, id, heading, airborne);
    Ok(())
}

/// Which way a unit looks that Rallies by a card or by itself; a flyer that cannot or will not land declines.
pub(crate) fn heading_question(state: &State, unit: &Unit) -> Question {
    let mut samples: Vec<Answer> = headings(state, unit)
        .into_iter()
        .filter(|heading| check_rally(state, unit, *heading, false).is_ok())
        .map(Answer::Heading)
        .collect();
    let options = if unit.airborne {
        samples.push(Answer::Decline);
        let words = |answer: &Answer| match answer {
            Answer::Heading(heading) => format!("land looking {heading}"),
            _ => "stay in the air".to_owned(),
        };
        Options::OneOf(
            samples
                .iter()
                .map(|answer| (answer.clone(), words(answer)))
                .collect(),
        )
    } else {
        Options::Heading { samples }
    };
    Question {
        seat: unit.id.seat(),
        topic: Topic::RallyHeading,
        unit: Some(unit.id),
        about: None,
        options,
        rule: "BG4-CMD-10".to_owned(),
    }
}

/// Whether a window lies in an attack.
pub(crate) const fn is_in_attack(window: Window) -> bool {
    matches!(
        window,
        Window::HitPre | Window::HitPost | Window::WoundPre | Window::WoundPost | Window::Damage
    )
}
