//! The attack sequence: to hit, to wound, damage, resolution (pp. 93-98).

use hindsight_kernel::{DiceNeed, Modifier, Roll, RollAbout, Seat};

use super::next_attack::next_attack;
use super::window_refusals::{ClaimRefusal, CountedRefusal, WindowRefusal};
use super::{targets, windows};
use crate::field::Field;
use crate::model::agenda::{
    Answer, Asking, BattleTable, Frame, Need, Options, Step, Taken, Topic, answer_to, proceed,
};
use crate::model::attack::{Asked, Attack, AttackKind, AttackStage};
use crate::model::cards::SpellKeyword;
use crate::model::effect;
use crate::model::effect::Effect;
use crate::model::event::{AbilityEvent, CombatEvent, CommandEvent, DamageEvent, Event};
use crate::model::names::UnitId;
use crate::model::refusal::Refusal;
use crate::model::rule::Rule;
use crate::model::state::{LastingKind, Phase, State};
use crate::procedures::attack::dice::Read;
use crate::procedures::attack::hits_and_wounds::{hits, least_damage, wounds, wounds_before_changes};
use crate::procedures::attack::modifiers::Situation;
use crate::procedures::attack::numbers::numbers_now;
use crate::procedures::attack::{ammunition, dice, hits_and_wounds, moved, standing, weapon};
use crate::procedures::spells;

/// What the to-hit dice are thrown for.
pub(crate) const TO_HIT: &str = "to hit";
/// What the to-wound dice are thrown for.
pub(crate) const TO_WOUND: &str = "to wound";
/// What to-hit dice are thrown for again.
pub(crate) const TO_HIT_AGAIN: &str = "to hit again";
/// What to-wound dice are thrown for again.
pub(crate) const TO_WOUND_AGAIN: &str = "to wound again";

/// Begins an attack: the declared one at a place of the Combat Phase, or one outside it with the numbers of this moment.
/// The attack's step lies on top of the agenda afterwards.
///
/// Rules `BG4-ATK-01`, `BG4-COMB-02`, `BG4-COUR-18`, `BG4-SPELL-07` (pp. 88, 90, 93-94, 96, 135).
pub(crate) fn begin_attack(
    table: &mut BattleTable<'_>,
    attacker: UnitId,
    target: UnitId,
    kind: AttackKind,
    place: Option<u8>,
) {
    let state = table.state();
    let declared = place.and_then(|place| state.declared.get(usize::from(place)));
    // RULING: BG3-COMB-02 (pp. 16-17), where cards work at once on the attacks that follow (p. 18) the numbers of an attack are worked
    // out when it begins. Of the start of the phase stay who attacks whom with what, the colours of damage, whatever is marked or healed
    // since, the Blessings and Curses, whatever spells have written since (`keep_for_the_phase`), and engagements, places and facings,
    // which nothing changes before its end. A Blessing or Curse is written as it is printed when it is cast; what becomes of its caster
    // ends none.
    let frozen = declared.filter(|_| !state.profile().spells_in_combat);
    let attack = if let Some(declared) = frozen {
        declared.attack.clone()
    } else {
        let field = Field::of(state);
        targets::prepared(&Situation::of(&field), attacker, target, kind)
    };
    table.emit(Event::Combat(CombatEvent::AttackBegan {
        attack: Box::new(attack),
        place: declared_place(place, table.state()),
    }));
    proceed(table, 0, [Step::Attack]);
    crate::verbs::noted::attack_begins(table, attacker, target);
}

fn declared_place(place: Option<u8>, state: &State) -> Option<u8> {
    place.filter(|place| usize::from(*place) < state.declared.len())
}

/// Resolves the attacks of the Combat Phase: the active team's in the order of its players, then the other's. Rules `BG3-COMB-15`
/// (p. 17), `BG4-COMB-12` (p. 93).
pub(crate) fn attacks(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let state = table.state();
    let Some((place, attack)) = next_attack(state, frame)? else {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    if !is_rolled(state, attack.attacker, attack.target, frame)? {
        proceed(table, 1, [Step::Attacks]);
        table.emit(Event::Combat(CombatEvent::ChoiceSettled { place }));
        return Ok(Taken::Went);
    }
    let casts_alone = spells::is_cast_without_attack(state, attack.attacker, attack.kind);
    proceed(table, 1, [Step::Attacks]); // A fresh frame: the next attack is asked for anew.
    if let AttackKind::Spell { spell } | AttackKind::Strike { spell } = attack.kind {
        table.emit(Event::Ability(AbilityEvent::SpellCast {
            unit: attack.attacker,
            spell,
            target: attack.target,
        }));
        if casts_alone {
            table.emit(Event::Combat(CombatEvent::ChoiceSettled { place }));
            let (unit, target) = (attack.attacker, attack.target);
            proceed(table, 0, [Step::Cast { unit, spell, target }]);
            return Ok(Taken::Went);
        }
    }
    begin_attack(table, attack.attacker, attack.target, attack.kind, Some(place));
    Ok(Taken::Went)
}

/// Whether an attack is rolled: its owner may leave one whose target has no boxes left, where the edition lets them.
/// Rules `BG3-COMB-16` (p. 17), `BG4-COMB-13` (p. 91).
pub(crate) fn is_rolled(
    state: &State,
    attacker: UnitId,
    target: UnitId,
    frame: &Frame,
) -> Result<bool, Need> {
    let dead = state.unit(target).is_none_or(|unit| state.boxes_left(unit) == 0);
    if !dead || !state.profile().dead_targets_may_be_left {
        return Ok(true);
    }
    match answer_to(&frame.answers, Topic::RollAnyway, Some(attacker), Some(target)) {
        Some(Answer::Accept) => Ok(true),
        Some(Answer::Decline) => Ok(false),
        Some(_) | None => Err(Asking {
            seat: attacker.seat(),
            topic: Topic::RollAnyway,
            unit: Some(attacker),
            about: Some(target),
            options: Options::OneOf(vec![
                (
                    Answer::Decline,
                    format!("{attacker} rolls nothing: {target} has no boxes left"),
                ),
                (Answer::Accept, format!("{attacker} rolls its attack on {target}")),
            ]),
            rule: Rule::DeadTarget.into(),
        }
        .into()),
    }
}

/// Takes the attack at hand one stage further, or waits for a card. Rule `BG4-ATK-01` (pp. 93-94).
pub(crate) fn attack(table: &mut BattleTable<'_>) -> Result<Taken, Need> {
    let Some(attack) = table.state().attack.as_deref() else {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    if !(stands(table.state(), attack.attacker) && stands(table.state(), attack.target)) {
        return Ok(break_off(table));
    }
    match (attack.stage, attack.asked) {
        (AttackStage::Resolution, _) => {
            resolve(table);
            Ok(Taken::Went)
        }
        (stage, Asked::Nobody) => {
            let asked = windows::first_asked(table.state());
            table.emit(Event::Combat(CombatEvent::AttackWent { stage, asked }));
            Ok(Taken::Went)
        }
        (
            _,
            Asked::Attacker
            | Asked::Defender
            | Asked::DefenderAgain
            | Asked::AttackerAgain
            | Asked::DefenderAfterCard
            | Asked::AttackerAfterCard,
        ) => Ok(Taken::Waits),
        (stage, Asked::Closed) => leave(table, stage),
    }
}

fn stands(state: &State, unit: UnitId) -> bool {
    state.unit(unit).is_some_and(|unit| unit.pose.is_some())
}

/// An attack ends without hits, where it stands, when the attacker or the target is destroyed in it.
///
/// RULING: BG4-TURN-07, outside the Combat Phase damage by cards and special rules destroys at once; in it nothing is
/// destroyed before Combat Consequences.
fn break_off(table: &mut BattleTable<'_>) -> Taken {
    if let Some(attack) = table.state().attack.as_deref() {
        let thrown = attack.hit_roll.as_ref().map_or(0, |roll| roll.dice() as u32);
        let (attacker, target, kind) = (attack.attacker, attack.target, attack.kind);
        table.emit(Event::Combat(CombatEvent::AttackResolved {
            attacker,
            target,
            kind,
            dice: thrown,
            hits: 0,
            wounds: 0,
        }));
    }
    proceed(table, 1, []);
    Taken::Went
}

/// What follows a closed card window. Rule `BG4-ATK-01` (pp. 93-94).
fn leave(table: &mut BattleTable<'_>, stage: AttackStage) -> Result<Taken, Need> {
    let state = table.state();
    let Some(attack) = state.attack.as_deref() else {
        return Ok(Taken::Went);
    };
    check_counted(state)?;
    let numbers = numbers_now(state, attack);
    let (attacker, defender) = (attack.attacker, attack.target);
    let mut thrown: Option<(bool, Roll)> = None;
    let go = match stage {
        AttackStage::BeforeHit if numbers.dice > 0 => {
            let (seat, target) = (attack.attacker.seat(), numbers.to_hit);
            let about = about(state, (attacker, Some(defender)), target);
            let roll = table.roll_about(about, TO_HIT, seat, 6, numbers.dice as usize)?;
            thrown = Some((false, roll.clone()));
            rolled(table, false, roll, target, numbers.on_hit);
            AttackStage::AfterHit
        }
        AttackStage::BeforeHit | AttackStage::AfterHit if hits(attack, &numbers) == 0 => {
            state.edition.stage_without_hits(least_damage(state, attack) > 0)
        }
        AttackStage::BeforeHit | AttackStage::AfterHit => AttackStage::BeforeWound,
        AttackStage::BeforeWound => {
            let (seat, target) = (attack.attacker.seat(), numbers.to_wound);
            let count = hits(attack, &numbers) as usize;
            let about = about(state, (attacker, Some(defender)), target);
            let roll = table.roll_about(about, TO_WOUND, seat, 6, count)?;
            thrown = Some((true, roll.clone()));
            rolled(table, true, roll, target, numbers.on_wound);
            AttackStage::AfterWound
        }
        AttackStage::AfterWound if wounds_before_changes(state, attack, &numbers) == 0 => {
            AttackStage::Resolution
        }
        AttackStage::AfterWound => state.edition.stage_after_wounds(),
        AttackStage::Damage | AttackStage::Resolution => AttackStage::Resolution,
    };
    table.emit(Event::Combat(CombatEvent::AttackWent {
        stage: go,
        asked: Asked::Nobody,
    }));
    if let Some((to_wound, roll)) = thrown {
        crate::verbs::noted::dice_thrown(table, attacker, defender, to_wound, &roll.faces);
    }
    Ok(Taken::Went)
}

/// What the dice of an attack are about: those that succeed at a target number may be counted where no special rule of the attacker
/// looks at what they show. Above 5 the target tells how many sixes count, so they are counted apart. Rules `BG4-ATK-11`, `BG4-ATK-12`
/// (p. 98).
fn about(state: &State, (attacker, defender): (UnitId, Option<UnitId>), target: i32) -> RollAbout {
    let about = RollAbout {
        against: defender.map(|unit| unit.to_string()),
        ..RollAbout::of(&attacker)
    };
    let need = DiceNeed::AtMost(target.clamp(1, 5));
    if crate::verbs::noted::reads_faces(state, attacker) {
        about.need(need)
    } else {
        about.successes(need, 6)
    }
}

/// Refuses what changes a target number after dice were counted that do not tell how they succeed at it now. Rule `BG4-ATK-11` (p. 98).
pub(crate) fn check_counted(state: &State) -> Result<(), Refusal> {
    let Some(attack) = state.attack.as_deref() else {
        return Ok(());
    };
    let counted = |roll: &Option<Roll>| roll.as_ref().is_some_and(Roll::is_counted);
    if !counted(&attack.hit_roll) && !counted(&attack.wound_roll) {
        return Ok(());
    }
    let numbers = numbers_now(state, attack);
    let tells = |roll: &Option<Roll>, target: i32| {
        roll.as_ref()
            .is_none_or(|roll| roll.tells_up_to(target.clamp(1, 5)))
    };
    if tells(&attack.hit_roll, numbers.to_hit) && tells(&attack.wound_roll, numbers.to_wound) {
        return Ok(());
    }
    Err(CountedRefusal::TargetChanged.into())
}

fn rolled(table: &mut BattleTable<'_>, to_wound: bool, roll: Roll, target: i32, modifiers: Vec<Modifier>) {
    let successes = dice::successes(target, &roll.read());
    table.emit(Event::Combat(CombatEvent::AttackRolled {
        to_wound,
        roll,
        rerolled: Vec::new(),
        again: None,
        target,
        successes,
        modifiers,
    }));
}

/// Rolls dice of the attack at hand again.
///
/// Rules `BG4-ATK-11`, `BG4-ATK-14` (pp. 98-99).
pub(crate) fn reroll(
    table: &mut BattleTable<'_>,
    frame: &Frame,
    seat: Seat,
    which: effect::Dice,
    most: Option<u8>,
    to_wound: bool,
) -> Result<Taken, Need> {
    let state = table.state();
    let lying = state.attack.as_deref().and_then(|attack| {
        let numbers = numbers_now(state, attack);
        let (roll, target, modifiers) = if to_wound {
            (attack.wound_roll.clone(), numbers.to_wound, numbers.on_wound)
        } else {
            (attack.hit_roll.clone(), numbers.to_hit, numbers.on_hit)
        };
        roll.map(|roll| (attack.attacker, roll, target, modifiers))
    });
    let Some((attacker, lying, target, modifiers)) = lying else {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    if let effect::Dice::Showing(face) = which
        && !(lying.tells_up_to(i32::from(face)) && lying.tells_up_to(i32::from(face) - 1))
    {
        return Err(Refusal::from(CountedRefusal::FaceUnknown { face }).into());
    }
    let mut places = chosen_dice(frame, seat, attacker, which, most, target, &lying.read())?;
    places.sort_unstable();
    if places.is_empty() {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    }
    let purpose = if to_wound { TO_WOUND_AGAIN } else { TO_HIT_AGAIN };
    let about = about(table.state(), (attacker, None), target);
    let again = table.roll_about(about, purpose, attacker.seat(), 6, places.len())?;
    let roll = lying.with_again(&places, &again);
    let successes = dice::successes(target, &roll.read());
    table.emit(Event::Combat(CombatEvent::AttackRolled {
        to_wound,
        roll,
        rerolled: places,
        again: Some(again),
        target,
        successes,
        modifiers,
    }));
    proceed(table, 1, []);
    Ok(Taken::Went)
}

/// The defender, who has played no card, was not asked before the last roll: the whole roll is thrown again. Where the
/// server leads the windows this cannot happen. Rules `BG4-ATK-16`, `BG4-ATK-17` (p. 100).
pub(crate) fn claim_reroll(table: &mut BattleTable<'_>, seat: Seat) -> Result<(), Refusal> {
    let state = table.state();
    let attack = at_hand(state)?;
    if !state.profile().haste_is_rolled_again {
        return Err(ClaimRefusal::OtherEdition.into());
    }
    if state.decks == crate::model::state::Decks::Server {
        return Err(ClaimRefusal::EveryWindowOffered.into());
    }
    if attack.target.seat() != seat || !matches!(attack.asked, Asked::Defender | Asked::DefenderAgain) {
        return Err(ClaimRefusal::NotTheDefender.into());
    }
    if attack.blue.is_some() {
        return Err(ClaimRefusal::CardPlayed.into());
    }
    if attack.claimed == Some(attack.stage) {
        return Err(ClaimRefusal::ClaimedOnce.into());
    }
    let numbers = numbers_now(state, attack);
    let (to_wound, lying, target, modifiers) = match attack.stage {
        AttackStage::AfterHit => (false, attack.hit_roll.as_ref(), numbers.to_hit, numbers.on_hit),
        AttackStage::AfterWound => (
            true,
            attack.wound_roll.as_ref(),
            numbers.to_wound,
            numbers.on_wound,
        ),
        AttackStage::BeforeHit | AttackStage::BeforeWound | AttackStage::Damage | AttackStage::Resolution => {
            return Err(ClaimRefusal::NotAfterARoll.into());
        }
    };
    let Some(count) = lying.map(Roll::dice) else {
        return Err(ClaimRefusal::NoDice.into());
    };
    let attacker = attack.attacker;
    let purpose = if to_wound { TO_WOUND_AGAIN } else { TO_HIT_AGAIN };
    let about = about(table.state(), (attacker, None), target);
    let roll = table.roll_about(about, purpose, attacker.seat(), 6, count)?;
    let successes = dice::successes(target, &roll.read());
    table.emit(Event::Command(CommandEvent::RerollClaimed { seat }));
    table.emit(Event::Combat(CombatEvent::AttackRolled {
        to_wound,
        roll: roll.clone(),
        rerolled: (0..count as u8).collect(),
        again: Some(roll),
        target,
        successes,
        modifiers,
    }));
    Ok(())
}

/// The places of the dice that are rolled again. Asked only where it matters: not all may be, and some of them count by
/// what they show while others count by Overkill. Otherwise as many as the card allows, the first of them.
fn chosen_dice(
    frame: &Frame,
    seat: Seat,
    attacker: UnitId,
    which: effect::Dice,
    most: Option<u8>,
    target: i32,
    faces: &[u8],
) -> Result<Vec<u8>, Need> {
    let candidates = dice::candidates(target, faces, which);
    let places: Vec<u8> = candidates.iter().map(|(place, _)| *place).collect();
    let most = usize::from(most.unwrap_or(u8::MAX));
    // Dice that show the same are alike: they are counted anew afterwards.
    let same_face = matches!(which, effect::Dice::Showing(_));
    let alike = same_face
        || candidates
            .iter()
            .all(|(_, read)| (*read == Read::Converted) == (candidates[0].1 == Read::Converted));
    if places.len() <= most || alike {
        return Ok(places.into_iter().take(most).collect());
    }
    match answer_to(&frame.answers, Topic::Reroll, Some(attacker), None) {
        Some(Answer::Dice(dice)) => Ok(dice.clone()),
        Some(_) | None => Err(Asking {
            seat,
            topic: Topic::Reroll,
            unit: Some(attacker),
            about: None,
            options: Options::Dice {
                most: most as u8,
                places,
            },
            rule: Rule::Atk11.into(),
        }
        .into()),
    }
}

/// Attack Resolution: the defender marks boxes, the attacker their ammo and what cards cost them.
///
/// Rules `BG4-ATK-01`, `BG4-ATK-06`, `BG4-ATK-07`, `BG4-COMB-02`, `BG4-COUR-20`, `BG4-SPELL-08` (pp. 94-97).
fn resolve(table: &mut BattleTable<'_>) {
    let state = table.state();
    let Some(attack) = state.attack.as_deref().cloned() else {
        return;
    };
    let numbers = numbers_now(state, &attack);
    let in_combat = standing::damage_waits(state);
    let thrown = attack.hit_roll.as_ref().map_or(0, |roll| roll.dice() as u32);
    let spoiled = hits_and_wounds::is_spoiled(&attack);
    let made = if spoiled { 0 } else { hits(&attack, &numbers) };
    let caused = if spoiled {
        0
    } else {
        wounds(state, &attack, &numbers)
    };
    let moved = if spoiled {
        Vec::new()
    } else {
        moved::moved(state, &attack, &numbers)
    };
    let kept = !in_combat; // RULING: BG4-COUR-20, outside the Combat Phase damage counts at once.
    let target = crate::verbs::damage::mark(table, attack.target, caused, Some(attack.attacker), in_combat);
    let cost = boxes_on_attacker(&attack);
    let own = crate::verbs::damage::mark(table, attack.attacker, cost, None, in_combat);
    let moved: Vec<(UnitId, crate::verbs::damage::Marked)> = moved
        .into_iter()
        .map(|(unit, wounds)| {
            (
                unit,
                crate::verbs::damage::mark(table, unit, wounds, Some(attack.attacker), in_combat),
            )
        })
        .collect();
    if uses_ammo(table.state(), &attack) {
        table.emit(Event::Damage(DamageEvent::AmmoMarked {
            unit: attack.attacker,
            by: 1,
        }));
    }
    if kept {
        let free = attack.kind == AttackKind::Free;
        crate::verbs::damage::settle(table, attack.target, target, Some(attack.attacker), free);
        crate::verbs::damage::settle(table, attack.attacker, own, None, false);
        for (unit, marked) in moved {
            crate::verbs::damage::settle(table, unit, marked, Some(attack.attacker), false);
        }
    }
    table.emit(Event::Combat(CombatEvent::AttackResolved {
        attacker: attack.attacker,
        target: attack.target,
        kind: attack.kind,
        dice: thrown,
        hits: made,
        wounds: caused,
    }));
    let next = after_effects(table.state(), &attack);
    proceed(table, 1, next);
}

/// Boxes that cards mark on the attacking unit.
fn boxes_on_attacker(attack: &Attack) -> u32 {
    let effects = attack.cards.iter().flat_map(|card| &card.effects);
    effects
        .filter(|effect| {
            matches!(effect, Effect::BoxOnAttacker { melee_only } if !melee_only || attack.kind.is_melee())
        })
        .count() as u32
}

/// Whether an attack marks an ammo box: every ranged attack, hit or not. Rules `BG4-ATK-07`, `BG4-SPELL-08` (pp. 96-97, 135).
///
/// RULING: BG4-SPELL-08, also an Attack spell that is something else besides.
fn uses_ammo(state: &State, attack: &Attack) -> bool {
    let Some(unit) = state.unit(attack.attacker) else {
        return false;
    };
    let shoots = match attack.kind {
        AttackKind::Ranged | AttackKind::OtherRanged { .. } | AttackKind::Thrown => true,
        AttackKind::Spell { spell } => state
            .kind(unit)
            .spells
            .get(usize::from(spell))
            .is_some_and(|spell| spell.is(SpellKeyword::Attack)),
        AttackKind::Strike { .. }
        | AttackKind::Melee
        | AttackKind::Free
        | AttackKind::Swoop
        | AttackKind::SwoopAnswer => false,
    };
    shoots && state.profile().ammunition && ammunition::has_ammo(state, unit)
}

/// What else a spell of the Combat Phase does, once its attack is over. A spell cast in the Movement & Command Phase is
/// carried on by its own step.
fn after_effects(state: &State, attack: &Attack) -> Option<Step> {
    let (AttackKind::Spell { spell: place } | AttackKind::Strike { spell: place }) = attack.kind else {
        return None;
    };
    if state.phase != Phase::Combat {
        return None;
    }
    let spell = weapon::spell_of(state, attack.attacker, attack.kind)?;
    if state.profile().spells_in_combat {
        // Whether it hits or not. Rule BG3-SPELL-04 (p. 32).
        return (!spell.effects.is_empty()).then_some(Step::Cast {
            unit: attack.attacker,
            spell: place,
            target: attack.target,
        });
    }
    let direct = spell.profile.is_none();
    let effects: Vec<Effect> = spell
        .effects
        .iter()
        .filter(|effect| !(direct && matches!(effect, Effect::Damage { .. })))
        .cloned()
        .collect();
    (!effects.is_empty()).then(|| Step::Effects {
        seat: attack.attacker.seat(),
        name: spell.name.clone(),
        kind: LastingKind::Rule,
        on: vec![attack.target],
        effects,
        spell: true,
    })
}

/// Refuses what belongs to an attack when none is at hand.
pub(crate) fn at_hand(state: &State) -> Result<&Attack, WindowRefusal> {
    match (
        state.agenda.last().map(|frame| &frame.step),
        state.attack.as_deref(),
    ) {
        (Some(Step::Attack), Some(attack)) => Ok(attack),
        _ => Err(WindowRefusal::NoAttack),
    }
}
