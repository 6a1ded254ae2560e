//! Choosing target enemies (pp. 90-91).

use hindsight_kernel::Seat;

use crate::editions::profile::Throws;
use crate::field::Field;
use crate::model::agenda::{
    Answer, Answered, Asking, BattleTable, Frame, Need, Options, Step, Taken, Topic, answer_to, proceed,
};
use crate::model::attack::{Asked, Attack, AttackKind, AttackStage};
use crate::model::effect::Effect;
use crate::model::event::{CombatEvent, Event, TurnEvent};
use crate::model::names::UnitId;
use crate::model::rule::Rule;
use crate::model::state::{Declared, Phase, State, Status, Unit};
use crate::procedures::attack::choice::{Choice, in_words, named};
use crate::procedures::attack::modifiers::Situation;
use crate::procedures::attack::weapon::spell_of;
use crate::procedures::attack::{equipment, modifiers, swoop};
use crate::procedures::{shooting, spells};

/// What a unit may attack, and whether it may leave it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Choices {
    /// Each a legal attack.
    pub(crate) attacks: Vec<Choice>,
    /// Whether it must make one of them. Rule `BG4-COMB-05` (pp. 90-91).
    pub(crate) compulsory: bool,
}

/// Freezes the start of the Combat Phase and lets both players choose targets, the Active Player first.
///
/// Nothing is emitted before every target is chosen: the numbers of a rushed unit depend on what it attacks itself
/// (`BG4-MODS-21` (p. 109)).
///
/// Rules `BG4-COMB-01` to `BG4-COMB-05` (pp. 90-91).
pub(crate) fn choose_targets(table: &mut BattleTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    if table.state().phase != Phase::Combat {
        table.emit(Event::Turn(TurnEvent::PhaseBegan { phase: Phase::Combat }));
        return Ok(Taken::Went);
    }
    let state = table.state();
    let seats = choosing_now(state);
    let mut declared = declare(state, &frame.answers, &seats)?;
    declared.retain(|one| seats.contains(&one.attack.attacker.seat()));
    for seat in seats {
        let own: Vec<Declared> = declared
            .iter()
            .filter(|one| one.attack.attacker.seat() == seat)
            .cloned()
            .collect();
        table.emit(Event::Combat(CombatEvent::TargetsChosen { seat, declared: own }));
    }
    proceed(table, 1, []);
    Ok(Taken::Went)
}

/// Who chooses in this step: both, or the active player and later the other. Rules `BG4-COMB-03` (p. 90), `BG3-COMB-14`,
/// `BG3-COMB-17` (pp. 16, 18).
fn choosing_now(state: &State) -> Vec<Seat> {
    if !state.edition.chooses_targets_apart() {
        return state.in_order();
    }
    let still_to_come = state
        .agenda
        .iter()
        .filter(|frame| frame.step == Step::ChooseTargets)
        .count();
    let [active, other] = state.teams_in_order();
    let choosing = if still_to_come < 2 { other } else { active };
    state.seats_of(choosing).collect()
}

/// Every attack of these players in the Combat Phase with its numbers as they are now.
fn declare(state: &State, answers: &[Answered], seats: &[Seat]) -> Result<Vec<Declared>, Need> {
    let field = Field::of(state);
    let mut chosen: Vec<(UnitId, Choice)> = Vec::new();
    for unit in in_turn(&field)
        .into_iter()
        .filter(|unit| seats.contains(&unit.id.seat()))
    {
        let choices = choices(&field, unit, &chosen, answers)?;
        if let Some(choice) = pick(unit.id, &choices, answers)? {
            chosen.push((unit.id, choice));
        }
    }
    let situation = Situation {
        field: &field,
        chosen: chosen
            .iter()
            .filter(|(_, choice)| {
                matches!(
                    choice.kind,
                    AttackKind::Melee | AttackKind::SwoopAnswer | AttackKind::Strike { .. }
                )
            })
            .map(|(unit, choice)| (*unit, choice.target))
            .collect(),
        answers,
    };
    chosen.sort_by_key(|(unit, _)| *unit);
    let mut declared = Vec::with_capacity(chosen.len());
    for (attacker, choice) in chosen {
        let throws = throws_besides(&field, attacker, choice);
        let throw = throws.then_some(AttackKind::Thrown);
        for kind in throw.into_iter().chain([choice.kind]) {
            declared.push(Declared {
                attack: prepared(&situation, attacker, choice.target, kind),
                done: false,
                felled: false,
            });
        }
    }
    Ok(declared)
}

/// Whether a unit throws Javelins or Pila at the enemy besides this attack: a melee attack at one that it is Charging
/// toward, out of deep water. Rules `BG4-EQUIP-03`, `BG4-EQUIP-05`, `BG4-EQUIP-06` (pp. 132-133), `BG4-TERR-24` (p. 118).
pub(crate) fn throws_besides(field: &Field<'_>, attacker: UnitId, choice: Choice) -> bool {
    let state = field.state();
    choice.kind == AttackKind::Melee
        && state.profile().throws == Throws::WhenCharging
        && !field.ground_forbids_shooting(attacker)
        && state
            .unit(attacker)
            .is_some_and(|unit| equipment::throws_on_the_charge(state, unit, choice.target))
}

/// The units in the order in which their targets are chosen: the Active Player's, then the other's.
///
/// RULING: BG4-FLY-14, an answer needs a swoop, so a unit of the Active Player over which an enemy may swoop chooses
/// after that player has chosen.
fn in_turn<'s>(field: &Field<'s>) -> Vec<&'s Unit> {
    let state = field.state();
    let [first, second] = state.teams_in_order();
    let threatened: Vec<UnitId> = state
        .of_team(second)
        .filter(|unit| unit.airborne)
        .flat_map(|flyer| swoop::targets(field, flyer))
        .collect();
    let (late, early): (Vec<&Unit>, Vec<&Unit>) = state
        .of_team(first)
        .partition(|unit| threatened.contains(&unit.id));
    early
        .into_iter()
        .chain(state.of_team(second))
        .chain(late)
        .collect()
}

/// An attack with its numbers, ready to begin. Rules `BG4-COMB-02`, `BG4-ATK-01`, `BG4-ATK-18` (pp. 90, 93-94, 96, 135).
pub(crate) fn prepared(
    situation: &Situation<'_, '_>,
    attacker: UnitId,
    target: UnitId,
    kind: AttackKind,
) -> Attack {
    let state = situation.field.state();
    let direct = direct_damage(state, attacker, kind);
    let ordered = spell_of(state, attacker, kind).is_some_and(|spell| spell.damage_dice > 0);
    Attack {
        attacker,
        target,
        kind,
        numbers: modifiers::numbers(situation, attacker, target, kind),
        stage: match direct {
            Some(_) => state.edition.stage_of_direct_damage(),
            None if ordered => AttackStage::BeforeWound,
            None => AttackStage::BeforeHit,
        },
        asked: Asked::Nobody,
        red: None,
        blue: None,
        cards: Vec::new(),
        hit_roll: None,
        wound_roll: None,
        claimed: None,
        moved: Vec::new(),
        direct: direct.unwrap_or(0),
    }
}

/// The damage of a spell without stats. Rules `BG4-ATK-18`, `BG4-SPELL-07` (p. 135).
fn direct_damage(state: &State, attacker: UnitId, kind: AttackKind) -> Option<u32> {
    let spell = spell_of(state, attacker, kind)?;
    if spell.profile.is_some() {
        return None;
    }
    let wounds = spell.effects.iter().map(|effect| match effect {
        Effect::Damage { wounds } => u32::from(*wounds),
        _ => 0,
    });
    Some(wounds.sum())
}

/// What a unit may attack, when these have been chosen before it.
///
/// # Errors
/// [`Need::Ask`] where its owner must choose a Facing Side or between tied enemies.
///
/// Rules `BG4-COMB-03` to `BG4-COMB-11`, `BG4-FLY-13`, `BG4-FLY-14`, `BG4-SPELL-02` (pp. 90-93, 125-126, 134).
pub(crate) fn choices(
    field: &Field<'_>,
    unit: &Unit,
    chosen: &[(UnitId, Choice)],
    answers: &[Answered],
) -> Result<Choices, Need> {
    let state = field.state();
    if unit.status == Status::Routing {
        return Ok(Choices::default()); // Rule BG4-STATUS-03.
    }
    let mut attacks = Vec::new();
    let mut compulsory = false;
    for (target, _, _) in state.engaged_with(unit.id) {
        compulsory = true;
        attacks.push(Choice {
            target,
            kind: AttackKind::Melee,
        });
    }
    for weapon in shooting::weapons(field, unit) {
        let kind = weapon.kind;
        for target in shooting::targets(field, unit, weapon, answers)? {
            compulsory |= kind.is_shot_of_card(); // Rule BG4-SPELL-02: spells are voluntary.
            attacks.push(Choice { target, kind });
        }
    }
    if state.profile().spells_in_combat {
        attacks.extend(spells::castable(field, unit, chosen));
    }
    if state.profile().swoops {
        attacks.extend(swoop::targets(field, unit).into_iter().map(|target| Choice {
            target,
            kind: AttackKind::Swoop,
        }));
    }
    let answered = chosen
        .iter()
        .filter(|(_, choice)| choice.kind == AttackKind::Swoop && choice.target == unit.id)
        .filter(|_| swoop::may_answer(unit));
    attacks.extend(answered.map(|(flyer, _)| Choice {
        target: *flyer,
        kind: AttackKind::SwoopAnswer,
    }));
    Ok(Choices { attacks, compulsory })
}

/// The owner's choice; where a unit has exactly one compulsory attack nobody is asked. Rules `BG4-COMB-04`, `BG4-COMB-05` (pp.
/// 90-91).
fn pick(unit: UnitId, choices: &Choices, answers: &[Answered]) -> Result<Option<Choice>, Need> {
    let attacks = &choices.attacks;
    match attacks.as_slice() {
        [] => return Ok(None),
        [only] if choices.compulsory => return Ok(Some(*only)),
        _ => {}
    }
    let given = answer_to(answers, Topic::Target, Some(unit), None);
    if given == Some(&Answer::Decline) {
        return Ok(None);
    }
    let chosen = given.and_then(|given| {
        (0..=u8::MAX)
            .zip(attacks)
            .find(|(place, choice)| given.means(&named(unit, **choice), *place))
    });
    if let Some((_, choice)) = chosen {
        return Ok(Some(*choice));
    }
    let mut options: Vec<(Answer, String)> = attacks
        .iter()
        .map(|choice| (named(unit, *choice), in_words(unit, *choice)))
        .collect();
    if !choices.compulsory {
        options.push((Answer::Decline, format!("{unit} makes no attack")));
    }
    Err(Asking {
        seat: unit.seat(),
        topic: Topic::Target,
        unit: Some(unit),
        about: None,
        options: Options::OneOf(options),
        rule: Rule::Comb03.into(),
    }
    .into())
}
