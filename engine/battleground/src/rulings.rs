//! Rulings: what players agreed outside the rules, or a recording error mended. They act on a battle in play.

use hindsight_kernel::{Misfit, Refusal, Seat};

use crate::bounds::MOST_RULED;
use crate::command::Patch;
use crate::effect::Effect;
use crate::event::Event;
use crate::flow::BattleTable;
use crate::names::UnitId;
use crate::order_legality::check_order;
use crate::orders::Objective;
use crate::position::invariants;
use crate::state::{Cause, Lasting, LastingKind, State, Status, Unit};

/// Applies a ruling: emits the event that records the patch, or refuses one that names nobody or breaks an invariant.
/// Rule `HS-RULE-01`.
pub(crate) fn rule(table: &mut BattleTable<'_>, patch: &Patch) -> Result<(), Refusal> {
    let refuse = |message: String| Refusal::new("HS-RULE-01", message).asked(patch);
    let state = table.state();
    if state.turn == 0 || state.ending.is_some() {
        return Err(refuse(
            "a ruling changes a battle in play: take back instead".to_owned(),
        ));
    }
    for id in units_of(patch) {
        if state.unit(id).is_none_or(|unit| unit.pose.is_none()) {
            return Err(refuse(format!("{id} is not on the table")));
        }
    }
    if let Patch::RollOff {
        dispute,
        south,
        north,
    } = patch
    {
        check_roll_off(dispute, *south, *north)?;
    }
    if let Patch::Order { unit, order } = patch
        && let Some(unit) = state.unit(*unit)
    {
        check_order(state, unit, order)?;
    }
    if let Patch::Boxes {
        unit,
        damage: Some(damage),
        ..
    } = patch
        && let Some(unit) = state.unit(*unit)
        && *damage >= state.kind(unit).boxes.all()
    {
        return Err(refuse(format!(
            "{} has {} boxes; destroy it instead",
            unit.id,
            state.kind(unit).boxes.all()
        )));
    }
    if let Patch::Effect { unit, name, effects } = patch {
        check_effect(state, *unit, name, effects)?;
    }
    let mut after = state.clone();
    apply(&mut after, patch).map_err(|misfit| refuse(misfit.to_string()))?;
    invariants(&after).map_err(|fault| refuse(format!("the position would not be sound: {fault}")))?;
    table.emit(Event::Ruled { patch: patch.clone() });
    Ok(())
}

/// Whose interpretation is used: that of the lower die; nobody's yet on equal dice. Rule `BG4-PRIN-06`.
pub fn prevails(south: u8, north: u8) -> Option<Seat> {
    match south.cmp(&north) {
        std::cmp::Ordering::Less => Some(Seat::A),
        std::cmp::Ordering::Greater => Some(Seat::B),
        std::cmp::Ordering::Equal => None,
    }
}

/// A roll-off has a dispute in words and two different dice.
// RULING: BG4-PRIN-06, equal rolls are rolled again.
fn check_roll_off(dispute: &str, south: u8, north: u8) -> Result<(), Refusal> {
    let refuse = |message: &str| Err(Refusal::new("BG4-PRIN-06", message).asked([south, north]));
    if !(1..=500).contains(&dispute.chars().count()) {
        return refuse("a dispute is told in 1 to 500 characters");
    }
    if ![south, north].iter().all(|face| (1..=6).contains(face)) {
        return refuse("each die shows 1 to 6");
    }
    if prevails(south, north).is_none() {
        return refuse("equal dice settle nothing: roll again");
    }
    Ok(())
}

/// What a ruling may put on a unit: so many things, within the bounds of cards.
fn check_effect(state: &State, unit: UnitId, name: &str, effects: &[Effect]) -> Result<(), Refusal> {
    let refuse = |message: String| Err(Refusal::new("HS-RULE-01", message));
    if !(1..=60).contains(&name.chars().count()) {
        return refuse("name: an effect has a name of 1 to 60 characters".to_owned());
    }
    let ruled = |lasting: &&Lasting| lasting.kind == LastingKind::Mark(RULING.to_owned());
    let there = state
        .unit(unit)
        .map_or(0, |unit| unit.lasting.iter().filter(ruled).count());
    if there >= MOST_RULED {
        return refuse(format!(
            "{unit} has {there} effects by rulings, at most {MOST_RULED} are kept"
        ));
    }
    let faults = crate::bounds::of_effects(effects);
    if faults.is_empty() {
        Ok(())
    } else {
        let faults: Vec<String> = faults
            .into_iter()
            .map(|(field, reason)| format!("{field}: {reason}"))
            .collect();
        refuse(faults.join("; "))
    }
}

/// The box under which effects of rulings are written.
const RULING: &str = "ruling";

fn units_of(patch: &Patch) -> Vec<UnitId> {
    match patch {
        Patch::Place { unit, .. }
        | Patch::Boxes { unit, .. }
        | Patch::Order { unit, .. }
        | Patch::Disrupt { unit }
        | Patch::Rout { unit }
        | Patch::Destroy { unit }
        | Patch::Effect { unit, .. } => vec![*unit],
        Patch::Disengage { unit, from } => vec![*unit, *from],
        Patch::Actions { .. } | Patch::RollOff { .. } => Vec::new(),
    }
}

fn on_table(state: &mut State, id: UnitId) -> Result<&mut Unit, Misfit> {
    state
        .unit_mut(id)
        .filter(|unit| unit.pose.is_some())
        .ok_or_else(|| Misfit::new(format!("{id} is not on the table")))
}

/// Changes the position as a ruling says.
pub(crate) fn apply(state: &mut State, patch: &Patch) -> Result<(), Misfit> {
    match patch {
        Patch::Place { unit, pose } => on_table(state, *unit)?.pose = Some(pose.rounded()),
        Patch::Boxes { unit, damage, ammo } => {
            let unit = on_table(state, *unit)?;
            unit.marked = damage.unwrap_or(unit.marked);
            unit.ammo_marked = ammo.unwrap_or(unit.ammo_marked);
        }
        Patch::Order { unit, order } => {
            if let (Some(Objective::Location(token)), Some(at)) = (order.objective, order.token_at) {
                state.tokens.insert(token, (unit.seat(), at));
            }
            let unit = on_table(state, *unit)?;
            unit.status = Status::Ready(Some(order.orders()));
            unit.airborne = order.airborne;
        }
        Patch::Disrupt { unit } => on_table(state, *unit)?.status = Status::Disrupted,
        Patch::Rout { unit } => on_table(state, *unit)?.status = Status::Routing,
        Patch::Destroy { unit } => {
            let id = *unit;
            let unit = on_table(state, id)?;
            unit.destroyed = Some(Cause::Ruling);
            unit.pose = None;
            unit.airborne = false;
            unit.slid = false;
            unit.lasting.clear();
            state.engagements.retain(|engagement| !engagement.has(id));
        }
        // What was agreed is in the ruling itself.
        Patch::RollOff { .. } => {}
        Patch::Actions { seat, count } => state.player_mut(*seat).actions = *count,
        Patch::Disengage { unit, from } => {
            let before = state.engagements.len();
            state
                .engagements
                .retain(|engagement| !(engagement.has(*unit) && engagement.has(*from)));
            if state.engagements.len() == before {
                return Err(Misfit::new(format!("{unit} and {from} are not engaged")));
            }
        }
        Patch::Effect { unit, name, effects } => {
            let by = unit.seat();
            on_table(state, *unit)?.lasting.push(Lasting {
                name: name.clone(),
                kind: LastingKind::Mark(RULING.to_owned()),
                by,
                effects: effects.clone(),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::{Order, WrittenOrder};
    use crate::scene::{at_table, id, line, pose, scene};
    use hindsight_geometry::inches::Side;

    fn ruled(patch: &Patch) -> Result<State, String> {
        let state = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("A2", line(), (24.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 12.5, 180.0))
            .engaged("A1", "B1", Side::Front)
            .state();
        let (result, state, events) = at_table(state, &[], |table| rule(table, patch));
        assert_eq!(result.is_ok(), events.len() == 1);
        result.map(|()| state).map_err(|refusal| refusal.message)
    }

    #[test]
    fn rulings_change_what_they_name_and_nothing_unsound() {
        let unit = id("A2");
        let after = ruled(&Patch::Place {
            unit,
            pose: pose(26.0, 10.0, 45.0),
        });
        assert_eq!(
            after.unwrap().unit(unit).unwrap().pose,
            Some(pose(26.0, 10.0, 45.0))
        );
        let refused = ruled(&Patch::Place {
            unit,
            pose: pose(18.0, 9.0, 0.0),
        });
        assert!(refused.unwrap_err().contains("overlap"));
        let after = ruled(&Patch::Boxes {
            unit,
            damage: Some(5),
            ammo: None,
        })
        .unwrap();
        assert_eq!(after.unit(unit).unwrap().marked, 5);
        assert!(
            ruled(&Patch::Boxes {
                unit,
                damage: Some(9),
                ammo: None
            })
            .is_err()
        );
        assert_eq!(
            ruled(&Patch::Disrupt { unit })
                .unwrap()
                .unit(unit)
                .unwrap()
                .status,
            Status::Disrupted
        );
        assert_eq!(
            ruled(&Patch::Rout { unit }).unwrap().unit(unit).unwrap().status,
            Status::Routing
        );
        let order = WrittenOrder::plain(Order::Hold);
        let after = ruled(&Patch::Order { unit, order }).unwrap();
        assert_eq!(
            after.unit(unit).unwrap().status,
            Status::Ready(Some(order.orders()))
        );
        let after = ruled(&Patch::Destroy { unit: id("B1") }).unwrap();
        assert!(after.engagements.is_empty() && after.unit(id("B1")).unwrap().pose.is_none());
        let pair = Patch::Disengage {
            unit: id("A1"),
            from: id("B1"),
        };
        assert!(ruled(&pair).unwrap().engagements.is_empty());
        let strangers = Patch::Disengage { unit, from: id("B1") };
        assert!(ruled(&strangers).is_err());
        let actions = Patch::Actions {
            seat: Seat::B,
            count: 3,
        };
        assert_eq!(ruled(&actions).unwrap().player(Seat::B).actions, 3);
        assert!(ruled(&Patch::Disrupt { unit: id("B9") }).is_err());
    }

    #[test]
    fn bg4_prin_06_the_lower_roll_settles_a_dispute() {
        // Rolls of 2 (South) and 5 (North): South's interpretation; equal rolls are rolled again.
        assert_eq!(prevails(2, 5), Some(Seat::A));
        assert_eq!(prevails(5, 2), Some(Seat::B));
        assert_eq!(prevails(4, 4), None);
        let roll_off = |south, north| Patch::RollOff {
            dispute: "is the hedge between them?".to_owned(),
            south,
            north,
        };
        let after = ruled(&roll_off(2, 5)).unwrap();
        assert_eq!(
            after,
            ruled(&roll_off(6, 1)).unwrap(),
            "nothing on the table changes"
        );
        assert!(ruled(&roll_off(4, 4)).unwrap_err().contains("roll again"));
        assert!(ruled(&roll_off(0, 7)).unwrap_err().contains("1 to 6"));
    }

    #[test]
    fn effects_by_rulings_are_few_and_small() {
        let effect = |name: &str, wounds| Patch::Effect {
            unit: id("A2"),
            name: name.to_owned(),
            effects: vec![Effect::Damage { wounds }],
        };
        assert!(ruled(&effect("Doom", 27)).is_ok());
        let refused = ruled(&effect("Doom", 28)).unwrap_err();
        assert_eq!(refused, "effects/0/damage/wounds: 0 to 27 is expected, not 28");
        assert!(ruled(&effect("", 1)).unwrap_err().contains("1 to 60 characters"));
        let mut state = ruled(&effect("Doom", 1)).unwrap();
        let there = state.unit_mut(id("A2")).unwrap();
        there.lasting = vec![there.lasting[0].clone(); MOST_RULED];
        let (result, _, _) = at_table(state, &[], |table| rule(table, &effect("Doom", 1)));
        assert!(result.unwrap_err().message.contains("at most 20"));
    }
}
