//! Attacks: declaration, attack dice, hits, defence dice, wounds. Rules `IF-ATK-01` to `-11`, `IF-ABIL-01` to `-05`.

use super::{abilities, casualties, surge, terrain};
use crate::cards::{AttackAbility, AttackCard, AttackKind, Trigger};
use crate::field::{Side, interrupting, is_in_range, sees};
use crate::messages::MESSAGES;
use crate::model::agenda::{GameTable, Need, Step, Taken, proceed};
use crate::model::contests::{Attack, AttackEffects, Die};
use crate::model::event::{AttackEvent, Cause};
use crate::model::names::UnitId;
use crate::model::state::State;
use crate::model::unit::Unit;
use hindsight_kernel::{CountedBy, DiceNeed, Refusal, RollAbout, refusals};

refusals! {
    messages = MESSAGES;
    /// Reasons why a unit may not attack a target so.
    pub enum NoAttack {
        Unengaged = "IF-ACT-01", "§Sheet, Unit actions";
        Engaged = "IF-ACT-01", "§Sheet, Unit actions";
        NoSuchAttack { kind: &'static str } = "IF-UNIT-02", "§Outside the sheet", kind;
        NotEngagedWith { target: UnitId } = "IF-ACT-05", "§Sheet, Unit actions (first of two Attack lines)", target;
        NoTarget { target: UnitId } = "IF-ACT-06", "§Sheet, Unit actions (second of two Attack lines)", target;
        OutOfRange = "IF-ACT-06", "§Sheet, Unit actions (second of two Attack lines)";
        NotSeen = "IF-LOS-04", "§Outside the sheet";
    }
}

/// The attack of a kind that a command names: none is the first.
pub fn weapon_of(
    state: &State,
    unit: UnitId,
    kind: AttackKind,
    named: Option<u8>,
) -> Result<(u8, &AttackCard), NoAttack> {
    let word: &'static str = kind.into();
    let none = NoAttack::NoSuchAttack { kind: word };
    let Some((_, card)) = state.unit_and_card(unit) else {
        return Err(none);
    };
    card.attacks_of(kind)
        .nth(named.unwrap_or_default().into())
        .and_then(|(place, attack)| Some((u8::try_from(place).ok()?, attack)))
        .ok_or(none)
}

/// Whether a unit sees another for a purpose from a pose. Rules `IF-LOS-01` to `-04`.
pub fn in_sight(
    state: &State,
    viewer: &crate::field::Tray,
    id: UnitId,
    target: UnitId,
    purpose: AttackKind,
) -> bool {
    let Some(seen) = terrain::tray(state, target) else {
        return false;
    };
    let others = state
        .on_table()
        .map(|(unit, _)| unit.id)
        .filter(|other| *other != id && *other != target)
        .filter_map(|other| terrain::tray(state, other))
        .map(|tray| tray.outline());
    let pieces = terrain::field_pieces(state);
    let screens = interrupting(viewer, others, &pieces, purpose);
    sees(viewer, &seen, &screens)
}

/// Whether a unit, standing somewhere, may shoot at a target. Rules `IF-ACT-06`, `IF-GEO-07`, `IF-LOS-04`.
pub fn check_shot(
    state: &State,
    from: &crate::field::Tray,
    unit: UnitId,
    target: UnitId,
    weapon: &AttackCard,
) -> Result<(), NoAttack> {
    let enemy = (target.seat() != unit.seat())
        .then(|| terrain::tray(state, target))
        .flatten();
    let Some(tray) = enemy else {
        return Err(NoAttack::NoTarget { target });
    };
    if !weapon.range.is_some_and(|range| is_in_range(from, &tray, range)) {
        return Err(NoAttack::OutOfRange);
    }
    if !in_sight(state, from, unit, target, AttackKind::Ranged) {
        return Err(NoAttack::NotSeen);
    }
    Ok(())
}

/// The side of the defender that an attack comes over: in melee the defender's contact side, at range the arc in which the
/// attacker's front point lies. Rules `IF-ENG-02`, `IF-BON-04`.
pub fn comes_over(state: &State, attacker: UnitId, defender: UnitId, kind: AttackKind) -> Option<Side> {
    match kind {
        AttackKind::Melee => state
            .engaged_with(attacker)
            .find(|(_, enemy, _)| *enemy == defender)
            .map(|(_, _, side)| side),
        AttackKind::Ranged => {
            let front = terrain::tray(state, attacker)?.front_point();
            Some(terrain::tray(state, defender)?.arc_of(front))
        }
    }
}

/// An attack as it is declared. Rule `IF-ATK-01`.
pub(crate) fn declared(
    state: &State,
    attacker: UnitId,
    defender: UnitId,
    kind: AttackKind,
    weapon: u8,
) -> Option<Attack> {
    Some(Attack {
        attacker,
        defender,
        kind,
        weapon,
        of_a_charge: false,
        shifted: false,
        over: comes_over(state, attacker, defender, kind)?,
        bonus: false,
        effects: AttackEffects::default(),
        dice: Vec::new(),
        hits: 0,
        precise: 0,
        defence_dice: Vec::new(),
        wounds: 0,
        struck: false,
        destroyed: false,
        partners: Vec::new(),
    })
}

/// An attack is declared; its trigger opens, then the dice are rolled. Rule `IF-ATK-01`.
pub(crate) fn declare(table: &mut GameTable<'_>, attack: Attack) {
    let at = abilities::occasion_of(&attack, Trigger::AttackDeclared);
    table.emit(AttackEvent::AttackDeclared {
        attack: Box::new(attack),
    });
    let window = Step::Window {
        at,
        asked: at.active,
        used: false,
    };
    proceed(table, 1, [window, Step::RollAttack]);
}

fn window_of(attack: &Attack, trigger: Trigger) -> Step {
    let at = abilities::occasion_of(attack, trigger);
    Step::Window {
        at,
        asked: at.active,
        used: false,
    }
}

fn is_alive(state: &State, unit: UnitId) -> bool {
    state.unit(unit).is_some_and(Unit::is_alive)
}

/// The attack dice are rolled. Rule `IF-ATK-02`.
///
/// RULING (`IF-ATK-01`): an attack whose attacker or defender an effect has destroyed before the dice are rolled ends
/// there; it is not completed.
pub(crate) fn roll_attack(table: &mut GameTable<'_>) -> Result<Taken, Need> {
    let state = table.state();
    let Some(attack) = state.attack.clone() else {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    if !is_alive(state, attack.attacker) || !is_alive(state, attack.defender) {
        proceed(table, 1, [Step::EndAttack]);
        return Ok(Taken::Went);
    }
    let to_hit = abilities::weapon(state, &attack).map_or(6, |card| card.to_hit);
    let dice = abilities::attack_dice(state, &attack);
    let about = RollAbout::of(&attack.attacker)
        .against(&attack.defender)
        .need(DiceNeed::AtLeast(to_hit.into()))
        .counted(attack_counts(state, &attack, to_hit));
    let roll = table.roll_about(about, "attack", attack.attacker.seat(), 6, dice.into())?;
    table.emit(AttackEvent::AttackRolled { roll, to_hit });
    proceed(
        table,
        1,
        [window_of(&attack, Trigger::AttackRolled), Step::RollDefence],
    );
    Ok(Taken::Went)
}

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse what reads more of dice than their count tells.
    #[derive(Copy, Eq)]
    pub enum CountedDiceRefusal {
        ReadOtherwise = "IF-ATK-03", "§Outside the sheet";
    }
}

/// How attack dice may be counted: hits and misses, with the sixes apart where an ability reads them. Rules `IF-ATK-03`, `IF-ABIL-01`,
/// `IF-ABIL-02`.
pub(crate) fn attack_counts(state: &State, attack: &Attack, to_hit: u8) -> CountedBy {
    let mut ends = vec![to_hit.saturating_sub(1)];
    if reads_sixes(state, attack) {
        ends.push(5);
    }
    CountedBy::up_to(&ends, 6, |face| face >= to_hit)
}

/// Whether an ability of the attack reads the sixes apart from the other hits. Rules `IF-ABIL-01`, `IF-ABIL-02`.
fn reads_sixes(state: &State, attack: &Attack) -> bool {
    let abilities = abilities::attack_abilities(state, attack);
    [AttackAbility::Precision, AttackAbility::CriticalBlow]
        .iter()
        .any(|ability| abilities.contains(ability))
}

/// The least face of a defence die that blocks a hit, 7 where none does. Rule `IF-ATK-06`.
pub(crate) fn blocking_face(save: u8, modifier: i32) -> u8 {
    (1..=6)
        .find(|face| abilities::modified(*face, modifier) >= save)
        .unwrap_or(7)
}

/// Refuses what changes how dice are read after they were counted, where the count does not tell it. Rules `IF-ATK-03`, `IF-ATK-06`.
pub(crate) fn check_counted(state: &State) -> Result<(), Refusal> {
    let Some(attack) = &state.attack else {
        return Ok(());
    };
    let is_told = if attack.defence_dice.is_empty() {
        let to_hit = abilities::weapon(state, attack).map_or(6, |card| card.to_hit);
        let sixes = reads_sixes(state, attack);
        let told = |die: &Die| die.tells(to_hit) && (!sixes || die.tells(6));
        attack.dice.iter().all(told)
    } else {
        let save = state
            .unit_and_card(attack.defender)
            .map_or(7, |(_, card)| card.defence);
        let least = blocking_face(save, abilities::defence_modifier(state, attack));
        attack.defence_dice.iter().all(|die| die.tells(least))
    };
    if is_told {
        Ok(())
    } else {
        Err(CountedDiceRefusal::ReadOtherwise.into())
    }
}

/// Hits that allow a defence die and wounds that allow none, of final faces. Rules `IF-ATK-03`, `IF-ATK-05`,
/// `IF-ABIL-01`, `IF-ABIL-02`, `IF-ABIL-05`.
///
/// RULING (`IF-ABIL-05`): the additional hit of Critical Blow allows a die also where Precision takes its own.
pub fn count_hits(faces: &[u8], to_hit: u8, abilities: &[AttackAbility]) -> (u16, u16) {
    let has = |ability: AttackAbility| abilities.contains(&ability);
    let (mut hits, mut precise) = (0, 0);
    for face in faces {
        if *face >= to_hit {
            if *face == 6 && has(AttackAbility::Precision) {
                precise += 1;
            } else {
                hits += 1;
            }
        }
        if *face == 6 && has(AttackAbility::CriticalBlow) {
            hits += 1;
        }
    }
    (hits, precise)
}

/// Hits are counted and the defence dice are rolled. Rules `IF-ATK-05` to `-07`.
pub(crate) fn roll_defence(table: &mut GameTable<'_>) -> Result<Taken, Need> {
    let state = table.state();
    let Some(attack) = state.attack.clone() else {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    if !is_alive(state, attack.defender) {
        proceed(table, 1, [Step::CompleteAttack]);
        return Ok(Taken::Went);
    }
    check_counted(state)?;
    let to_hit = abilities::weapon(state, &attack).map_or(6, |card| card.to_hit);
    let faces: Vec<u8> = attack.dice.iter().map(|die| die.face).collect();
    let (hits, precise) = count_hits(&faces, to_hit, &abilities::attack_abilities(state, &attack));
    table.emit(AttackEvent::HitsCounted { hits, precise });
    if hits == 0 {
        proceed(table, 1, [Step::Strike]);
        return Ok(Taken::Went);
    }
    let state = table.state();
    let modifier = abilities::defence_modifier(state, &attack);
    let save = state
        .unit_and_card(attack.defender)
        .map_or(7, |(_, card)| card.defence);
    let about = RollAbout::of(&attack.defender)
        .against(&attack.attacker)
        .successes(DiceNeed::AtLeast(blocking_face(save, modifier).into()), 6);
    let roll = table.roll_about(about, "defence", attack.defender.seat(), 6, hits.into())?;
    table.emit(AttackEvent::DefenceRolled {
        roll,
        save,
        modifier: i8::try_from(modifier).unwrap_or(i8::MIN),
    });
    proceed(
        table,
        1,
        [window_of(&attack, Trigger::DefenceRolled), Step::Strike],
    );
    Ok(Taken::Went)
}

/// The unblocked hits and the Precision wounds are suffered together; a defender that was wounded and still stands takes a
/// Panic Test. Rules `IF-ATK-06`, `IF-ATK-09`, `IF-ATK-10`.
pub(crate) fn strike(table: &mut GameTable<'_>) -> Result<Taken, Need> {
    let state = table.state();
    let Some(attack) = state.attack.clone() else {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    check_counted(state)?;
    let modifier = abilities::defence_modifier(state, &attack);
    let save = state
        .unit_and_card(attack.defender)
        .map_or(7, |(_, card)| card.defence);
    let blocked = attack
        .defence_dice
        .iter()
        .filter(|die| abilities::modified(die.face, modifier) >= save)
        .count();
    let blocked = u16::try_from(blocked).unwrap_or(u16::MAX);
    let wounds = attack.hits.saturating_sub(blocked) + attack.precise;
    table.emit(AttackEvent::AttackResolved { blocked, wounds });
    let suffered = casualties::suffer(table, attack.defender, wounds, Cause::Attack, None);
    let panics = suffered > 0 && is_alive(table.state(), attack.defender);
    let test = panics.then_some(Step::Panic {
        unit: attack.defender,
        of_attack: true,
        modifier: 0,
    });
    proceed(table, 1, test.into_iter().chain([Step::CompleteAttack]));
    Ok(Taken::Went)
}

/// The attack is complete: effects after it, then Surge Forth. Rules `IF-ATK-11`, `IF-SURGE-04`.
pub(crate) fn complete(table: &mut GameTable<'_>) -> Result<Taken, Need> {
    let Some(attack) = table.state().attack.clone() else {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    proceed(
        table,
        1,
        [window_of(&attack, Trigger::AttackCompleted), Step::Surge],
    );
    Ok(Taken::Went)
}

/// The attack is put away.
pub(crate) fn end(table: &mut GameTable<'_>) -> Result<Taken, Need> {
    if table.state().attack.is_some() {
        table.emit(AttackEvent::AttackEnded);
    }
    proceed(table, 1, []);
    Ok(Taken::Went)
}

/// Whether Surge Forth follows, for views.
pub fn surges(state: &State) -> bool {
    surge::may_surge(state)
}
