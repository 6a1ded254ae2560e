//! Rulings: what players agreed outside the rules, or a recording error mended. They act on a battle in play.

use hindsight_kernel::{Misfit, Refusal};

use crate::command::Patch;
use crate::command_actions::check_order;
use crate::event::Event;
use crate::flow::BattleTable;
use crate::names::UnitId;
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
    let mut after = state.clone();
    apply(&mut after, patch).map_err(|misfit| refuse(misfit.to_string()))?;
    invariants(&after).map_err(|fault| refuse(format!("the position would not be sound: {fault}")))?;
    table.emit(Event::Ruled { patch: patch.clone() });
    Ok(())
}

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
        Patch::Actions { .. } => Vec::new(),
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
                kind: LastingKind::Mark("ruling".to_owned()),
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
    use hindsight_kernel::Seat;

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
    fn bg4_prin_06_a_dispute_is_no_business_of_the_engine() {
        // The engine never starts the procedure: there is no step, question or roll for it; what players agreed is a
        // ruling with its reason, kept by the kernel.
        let named = Patch::Effect {
            unit: id("A1"),
            name: "roll-off".to_owned(),
            effects: Vec::new(),
        };
        let after = ruled(&named).unwrap();
        assert_eq!(after.unit(id("A1")).unwrap().lasting[0].name, "roll-off");
    }
}
