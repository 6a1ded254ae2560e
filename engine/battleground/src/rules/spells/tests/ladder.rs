//! The ladder of refused spells: which spell, whether the caster may cast, its target.

use battleground_geometry::Inches;

use super::*;
use crate::ladder::{Ladder, check_ladders};
use crate::rules::spells::refusal::SpellRefusal as Why;

fn a1() -> UnitId {
    id("A1")
}

/// A1 changes as told.
fn mend(ladder: &mut Ladder, change: impl FnOnce(&mut Unit)) {
    change(ladder.state.unit_mut(a1()).unwrap());
}

/// An Attack spell with another keyword, from the spell that is not there to its target.
fn attack() -> Vec<&'static str> {
    let state = camp()
        .change("A1", |unit| {
            unit.status = Status::Disrupted;
            unit.turn.cast = true;
            unit.turn.rallied = true;
            unit.turn.rushed = true;
            unit.ammo_marked = 4;
        })
        .state();
    let count = coven().spells.len();
    let none = Why::NoSuchSpell {
        unit: a1(),
        asked: 9,
        count,
    };
    let friend = Why::NoAttackTarget {
        asked: id("A2"),
        allowed: [id("B1")].into(),
    };
    Ladder::new(state, spell(9, "B9").1)
        .refused("BG4-SPELL-01", none, |at| at.command = spell(0, "B9").1)
        .refused("BG4-SPELL-01", Why::OnlyInCombat(a1()), |at| {
            at.command = spell(ROT, "B9").1;
        })
        .refused("BG4-SPELL-02", Why::NotReadyOrEngaged(a1()), |at| {
            mend(at, |unit| {
                unit.status = Status::Ready(Some(crate::model::orders::Orders::plain(Order::Hold)));
            });
        })
        .refused("BG4-SPELL-02", Why::CastAlready(a1()), |at| {
            mend(at, |unit| unit.turn.cast = false);
        })
        .refused("BG4-CMD-10", Why::RalliedThisTurn(a1()), |at| {
            mend(at, |unit| unit.turn.rallied = false);
        })
        .refused("BG4-TURN-08", Why::RushedThisTurn(a1()), |at| {
            mend(at, |unit| unit.turn.rushed = false);
        })
        .refused("BG4-SPELL-08", Why::NoAmmo(a1()), |at| {
            mend(at, |unit| unit.ammo_marked = 0);
        })
        .refused("BG4-SPELL-03", Why::TargetNotOnTable(id("B9")), |at| {
            at.command = spell(ROT, "A2").1;
        })
        .refused("BG4-SPELL-03", friend, |at| at.command = spell(ROT, "B1").1)
        .accepted()
}

/// A caster in deep water without ammunition, then on dry ground.
fn wet() -> Vec<&'static str> {
    let lake = crate::scene::ground(
        crate::model::cards::TerrainType::DeepWater,
        &[(14.0, 5.0), (22.0, 5.0), (22.0, 9.0), (14.0, 9.0)],
    );
    let state = camp()
        .terrain(lake)
        .change("A1", |unit| unit.ammo_marked = 4)
        .state();
    Ladder::new(state, spell(ROT, "B1").1)
        .refused("BG4-TERR-24", Why::GroundForbidsShooting(a1()), |at| {
            at.state = camp().change("A1", |unit| unit.ammo_marked = 4).state();
        })
        .refused("BG4-SPELL-08", Why::NoAmmo(a1()), |at| {
            mend(at, |unit| unit.ammo_marked = 0);
        })
        .accepted()
}

/// A Close caster that can Final Rush, then under Direct Control; its target is too far away.
fn eager() -> Vec<&'static str> {
    let rushing = camp()
        .order("A1", Order::Close)
        .change("B1", |unit| {
            unit.pose = Some(crate::scene::pose(18.0, 12.5, 180.0));
        })
        .unit("A3", line(), (18.0, 29.0 - 1.25, 0.0));
    let range = coven().spells[usize::from(MEND)].range;
    // From its front centre to that of the friend beyond the enemy.
    let far = Why::OutOfRange {
        target: id("A3"),
        spell: coven().spells[usize::from(MEND)].name.clone(),
        found: Some(Inches::mils(27_750 - 1_250 - 9_250)),
        range,
    };
    Ladder::new(crate::scene::begun(rushing), spell(MEND, "A3").1)
        .refused("BG4-SPELL-01", Why::MustRush(a1()), |at| {
            mend(at, |unit| unit.turn.controlled = true);
        })
        .refused("BG4-SPELL-03", far, |at| at.command = spell(MEND, "A2").1)
        .accepted()
}

#[test]
fn every_refusal_of_a_spell_is_reached_in_order() {
    check_ladders::<Why>(&[attack(), wet(), eager()]);
}
