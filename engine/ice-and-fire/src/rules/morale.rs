//! Morale Tests and Panic Tests. Rules `IF-MOR-01` to `-06`.

use super::dice::d3;
use super::{abilities, casualties, turns};
use crate::cards::Trigger;
use crate::model::agenda::{Frame, GameTable, Need, Occasion, Step, Taken, proceed};
use crate::model::contests::PanicTest;
use crate::model::event::{Cause, MoraleEvent};
use crate::model::names::UnitId;
use crate::model::state::State;
use hindsight_kernel::{DiceNeed, RollAbout};

/// The modified total of two D6: never below 0. Rules `IF-MOR-01`, `IF-MOR-04`.
pub fn total(one: u8, other: u8, modifier: i32) -> u8 {
    u8::try_from((i32::from(one) + i32::from(other) + modifier).max(0)).unwrap_or(u8::MAX)
}

/// Whether a total passes a Morale Test. Rule `IF-MOR-01`.
pub const fn passes(total: u8, morale: u8) -> bool {
    total >= morale
}

/// The occasion of a Panic Test.
fn occasion(state: &State, test: &PanicTest, trigger: Trigger) -> Occasion {
    Occasion {
        subject: Some(test.unit),
        attacker: state
            .attack
            .as_ref()
            .filter(|_| test.of_attack)
            .map(|attack| attack.attacker),
        ..Occasion::new(trigger, turns::active(state))
    }
}

/// A Panic Test is demanded. Rules `IF-MOR-02`, `IF-ATK-10`.
pub(crate) fn demand(table: &mut GameTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::Panic {
        unit,
        of_attack,
        modifier,
    } = frame.step
    else {
        return Ok(Taken::Waits);
    };
    if !stands(table.state(), unit) {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    }
    let test = PanicTest::demanded(unit, of_attack, modifier);
    let at = occasion(table.state(), &test, Trigger::PanicPending);
    table.emit(MoraleEvent::PanicDemanded { test });
    let window = Step::Window {
        at,
        asked: at.active,
        used: false,
    };
    proceed(table, 1, [window, Step::RollPanic]);
    Ok(Taken::Went)
}

fn stands(state: &State, unit: UnitId) -> bool {
    state
        .unit(unit)
        .is_some_and(|unit| unit.is_alive() && unit.pose.is_some())
}

/// The dice of the pending Panic Test are rolled: two D6 with the D3. Rules `IF-MOR-02`, `IF-MOR-05`.
///
/// RULING (`IF-MOR-02`): a test that an effect replaces has no roll, and so no trigger after it.
pub(crate) fn roll_panic(table: &mut GameTable<'_>) -> Result<Taken, Need> {
    let state = table.state();
    let Some(test) = state.panics.last().cloned() else {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    if !stands(state, test.unit) || test.replaced.is_some() {
        proceed(table, 1, [Step::SettlePanic]);
        return Ok(Taken::Went);
    }
    let modifier = abilities::panic_modifier(state, &test);
    let morale = state.unit_and_card(test.unit).map_or(0, |(_, card)| card.morale);
    let at = occasion(state, &test, Trigger::PanicRolled);
    let least = i32::from(morale) - modifier;
    let about = RollAbout::of(&test.unit).need(DiceNeed::FirstTwoAtLeast(least));
    let roll = table.roll_about(about, "panic test", test.unit.seat(), 6, 3)?;
    table.emit(MoraleEvent::PanicRolled {
        roll,
        modifier: i8::try_from(modifier).unwrap_or(i8::MIN),
        morale,
    });
    let window = Step::Window {
        at,
        asked: at.active,
        used: false,
    };
    proceed(table, 1, [window, Step::SettlePanic]);
    Ok(Taken::Went)
}

/// What a Panic Test comes to: the modified total, whether it passes, the wounds. Rule `IF-MOR-02`.
pub(crate) fn result(state: &State, test: &PanicTest) -> (Option<u8>, bool, u8) {
    if let Some(wounds) = test.replaced {
        return (None, false, wounds);
    }
    let [one, other, third] = test.dice[..] else {
        return (None, true, 0);
    };
    let total = total(one.face, other.face, abilities::panic_modifier(state, test));
    let morale = state.unit_and_card(test.unit).map_or(0, |(_, card)| card.morale);
    if passes(total, morale) {
        (Some(total), true, 0)
    } else {
        (Some(total), false, d3(third.face))
    }
}

/// The dice of a Panic Test are read: a failure costs as many wounds as the D3 shows. Rules `IF-MOR-02`, `IF-MOR-06`.
pub(crate) fn settle_panic(table: &mut GameTable<'_>) -> Result<Taken, Need> {
    let state = table.state();
    let Some(test) = state.panics.last().cloned() else {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    let (total, passed, wounds) = result(state, &test);
    table.emit(MoraleEvent::PanicResolved {
        unit: test.unit,
        total,
        passed,
        wounds,
    });
    // Wounds that an effect put in the place of the test are those of the effect: a unit that they destroy was not destroyed
    // by the attack. Rules `IF-MOR-06`, `IF-SURGE-03`.
    let cause = match test.replaced {
        Some(_) => Cause::Effect,
        None => Cause::Panic,
    };
    casualties::suffer(table, test.unit, wounds.into(), cause, None);
    table.emit(MoraleEvent::PanicEnded);
    proceed(table, 1, []);
    Ok(Taken::Went)
}
