//! Effects of cards, Orders and NCUs: the vocabulary, carried out one effect after the other. Rules
//! `IF-CARD-01`, `IF-ORD-01`, `IF-TAC-02`.

mod targets;

use hindsight_kernel::{Refusal, Seat, refusals};

pub(crate) use self::targets::{check_choice, chosen_roles, is_possible_at_all, sample_choices};

use super::conditions::{User, in_role};
use super::dice::d3;
use super::{casualties, hands, movement, tokens};
use crate::cards::{Amount, Effect, Role, Trigger, ZoneName};
use crate::messages::MESSAGES;
use crate::model::agenda::Frame;
use crate::model::agenda::{GameTable, Need, Occasion, Source, Step, Taken, proceed};
use crate::model::command::Choice;
use crate::model::event::{
    Again, AttackChange, AttackEvent, Cause, ChargeEvent, EffectEvent, MoraleEvent, RollOf,
};
use crate::model::names::{NcuId, UnitId};
use crate::model::state::State;

refusals! {
    messages = MESSAGES;
    /// Reasons why an effect may not be used so.
    pub enum NoChoice {
        NotAsked = "IF-TAC-02", "§Outside the sheet";
        NotMet = "IF-CARD-01", "§Outside the sheet";
        Units { needed: usize } = "IF-CARD-01", "§Outside the sheet", needed;
        Unit { unit: UnitId } = "IF-CARD-01", "§Outside the sheet", unit;
        Tokens { needed: usize } = "IF-COND-01", "§Sheet, Conditions; limits outside the sheet", needed;
        Token { unit: UnitId } = "IF-COND-01", "§Sheet, Conditions; limits outside the sheet", unit;
        Shift = "IF-ACT-09", "§Outside the sheet, direction our ruling";
        TooMuch = "IF-CARD-01", "§Outside the sheet";
    }
}

/// The effects of a source.
pub(crate) fn effects_of(state: &State, source: Source) -> &[Effect] {
    match source {
        Source::Card { card } => state.cards.tactics_card(card).map_or(&[], |card| &card.effects),
        Source::Order { unit, order } => state
            .unit(unit)
            .and_then(|unit| state.orders_of(unit).nth(order.into()))
            .map_or(&[], |order| &order.effects),
        Source::Ncu { ncu } => state
            .ncu(ncu)
            .and_then(|ncu| state.cards.ncu(ncu.card))
            .map_or(&[], |card| &card.effects),
    }
}

/// The unit that a source belongs to.
pub(crate) const fn unit_of(source: Source) -> Option<UnitId> {
    match source {
        Source::Order { unit, .. } => Some(unit),
        Source::Card { .. } | Source::Ncu { .. } => None,
    }
}

/// What an NCU adds to the number of its zone's own effect. Rule `IF-TAC-02`.
pub(crate) fn added_by(state: &State, ncu: NcuId, zone: ZoneName) -> i32 {
    ncu_effects(state, ncu, zone)
        .iter()
        .map(|effect| match (zone, effect) {
            (ZoneName::Wealth, Effect::Restore { wounds, .. }) => i32::from(*wounds),
            (ZoneName::Tactics, Effect::Draw { cards }) => i32::from(*cards),
            (ZoneName::Crown, Effect::ModPanic { by }) | (ZoneName::Maneuver, Effect::MoveMod { by }) => {
                i32::from(*by)
            }
            _ => 0,
        })
        .sum()
}

/// Whether an effect of an NCU is part of its zone's own effect. Rule `IF-TAC-02`.
const fn is_part_of(zone: ZoneName, effect: &Effect) -> bool {
    matches!(
        (zone, effect),
        (ZoneName::Wealth, Effect::Restore { .. })
            | (ZoneName::Tactics, Effect::Draw { .. })
            | (ZoneName::Crown, Effect::ModPanic { .. })
            | (ZoneName::Maneuver, Effect::MoveMod { .. })
    )
}

/// The effects of an NCU that work on a zone.
fn ncu_effects(state: &State, ncu: NcuId, zone: ZoneName) -> &[Effect] {
    state
        .ncu(ncu)
        .and_then(|ncu| state.cards.ncu(ncu.card))
        .filter(|card| card.zone.is_none_or(|only| only == zone))
        .map_or(&[], |card| &card.effects)
}

/// Whether an NCU does more on a zone than change the zone's own number.
pub(crate) fn does_more(state: &State, ncu: NcuId, zone: ZoneName) -> bool {
    ncu_effects(state, ncu, zone)
        .iter()
        .any(|effect| !is_part_of(zone, effect))
}

/// The effects of a source that are carried out as effects of their own, with their places.
fn own_effects(state: &State, source: Source, at: &Occasion) -> Vec<Effect> {
    let effects = effects_of(state, source);
    match (source, at.zone) {
        (Source::Ncu { .. }, Some(zone)) => effects
            .iter()
            .filter(|effect| !is_part_of(zone, effect))
            .cloned()
            .collect(),
        _ => effects.to_vec(),
    }
}

/// The next effect of a card, Order or NCU.
pub(crate) fn effects(table: &mut GameTable<'_>, frame: &Frame) -> Result<Taken, Need> {
    let Step::Effects {
        seat,
        source,
        at,
        choice,
        next,
    } = &frame.step
    else {
        return Ok(Taken::Waits);
    };
    let (seat, source, at, next) = (*seat, *source, *at, *next);
    let state = table.state();
    let all = own_effects(state, source, &at);
    let user = User {
        seat,
        this: unit_of(source),
        at: &at,
    };
    let Some(choice) = choice else {
        if !targets::needs_choice(&all) {
            return lay(table, seat, source, at, Choice::default(), next, []);
        }
        if targets::is_possible(state, user, &[], &all) {
            return Ok(Taken::Waits);
        }
        table.emit(EffectEvent::EffectLost {
            source: Some(source),
            seat,
        });
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    let Some(effect) = all.get(usize::from(next)) else {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    let chosen: Vec<(Role, UnitId)> = chosen_roles(&all)
        .into_iter()
        .zip(choice.units.iter().copied())
        .collect();
    let on = effect.role().and_then(|role| in_role(user, role, &chosen));
    let open = targets::open_token_place(&all, usize::from(next));
    let choice = choice.clone();
    let token = open.and_then(|place| choice.tokens.get(place).copied());
    let happening = Happening {
        seat,
        source,
        at,
        on,
        token,
        choice: &choice,
    };
    let step = carry_out(table, effect, &happening)?;
    lay(table, seat, source, at, choice.clone(), next + 1, step)
}

fn lay(
    table: &mut GameTable<'_>,
    seat: Seat,
    source: Source,
    at: Occasion,
    choice: Choice,
    next: u8,
    first: impl IntoIterator<Item = Step>,
) -> Result<Taken, Need> {
    let rest = Step::Effects {
        seat,
        source,
        at,
        choice: Some(choice),
        next,
    };
    proceed(table, 1, first.into_iter().chain([rest]));
    Ok(Taken::Went)
}

/// An effect with everything it needs.
struct Happening<'a> {
    seat: Seat,
    source: Source,
    at: Occasion,
    on: Option<UnitId>,
    token: Option<crate::cards::ConditionToken>,
    choice: &'a Choice,
}

/// One effect happens; what it sets going is the step that comes before the rest.
fn carry_out(
    table: &mut GameTable<'_>,
    effect: &Effect,
    happening: &Happening<'_>,
) -> Result<Option<Step>, Refusal> {
    let on = happening.on.filter(|id| {
        table
            .state()
            .unit(*id)
            .is_some_and(crate::model::unit::Unit::is_alive)
    });
    match effect {
        Effect::ModDefence { by } => change_attack(table, happening, AttackChange::Defence { by: *by }),
        Effect::AddAbility { ability } => {
            change_attack(table, happening, AttackChange::Ability { ability: *ability });
        }
        Effect::AddAttackDice { dice } => change_attack(table, happening, AttackChange::Dice { dice: *dice }),
        Effect::ModPanic { by } => match happening.at.trigger {
            Trigger::PanicPending if !table.state().panics.is_empty() => {
                table.emit(MoraleEvent::PanicModified { by: *by });
            }
            _ => change_attack(table, happening, AttackChange::Panic { by: *by }),
        },
        Effect::RerollAttack => tokens::reroll(table, RollOf::Attack, Again::Effect, &happening.choice.dice)?,
        Effect::RerollDefence => {
            tokens::reroll(table, RollOf::Defence, Again::Effect, &happening.choice.dice)?;
        }
        Effect::Restore { wounds, .. } => {
            if let Some(unit) = on {
                casualties::restore(table, unit, u16::from(*wounds));
            }
        }
        Effect::PlaceToken { token, .. } => {
            if let (Some(unit), Some(token)) = (on, token.or(happening.token)) {
                tokens::place(table, unit, token);
            }
        }
        Effect::RemoveToken { token, .. } => {
            if let (Some(unit), Some(token)) = (on, token.or(happening.token)) {
                tokens::remove(table, unit, token);
            }
        }
        Effect::Shift { inches, .. } => {
            if let (Some(unit), Some(shift)) = (on, happening.choice.shift) {
                let most = i32::from(*inches) * 1_000;
                // A ruling in the middle of the text may have put something in the way since the shift was chosen.
                if movement::check_shift(table.state(), unit, shift, most).is_ok() {
                    movement::shift(table, unit, shift, most)?;
                } else {
                    table.emit(EffectEvent::EffectLost {
                        source: Some(happening.source),
                        seat: happening.seat,
                    });
                }
            }
        }
        Effect::ChargeMod { by } => {
            if table.state().charge.is_some() {
                table.emit(ChargeEvent::ChargeModified { by: *by });
            }
        }
        Effect::CancelChargeBonus => {
            if table
                .state()
                .charge
                .as_ref()
                .is_some_and(|charge| !charge.bonus_lost)
            {
                table.emit(ChargeEvent::ChargeBonusLost { piece: None });
            }
        }
        Effect::Wounds { wounds, .. } => {
            if let Some(unit) = on {
                wound(table, happening.seat, unit, *wounds)?;
            }
        }
        Effect::PanicTest { by, .. } => {
            return Ok(on.map(|unit| Step::Panic {
                unit,
                of_attack: false,
                modifier: *by,
            }));
        }
        Effect::ReplacePanic { wounds } => {
            if !table.state().panics.is_empty() {
                table.emit(MoraleEvent::PanicReplaced { wounds: *wounds });
            }
        }
        Effect::Draw { cards } => hands::draw(table, happening.seat, *cards)?,
        // Abilities and zones alone have them; a pack with one elsewhere is refused.
        Effect::ModMorale { .. } | Effect::MoveMod { .. } => {}
        Effect::ByRuling => {
            table.emit(EffectEvent::TextShown {
                source: happening.source,
                seat: happening.seat,
            });
            return Ok(Some(Step::Settle {
                seat: happening.seat,
                source: happening.source,
            }));
        }
    }
    Ok(None)
}

/// Changes the attack under way. At `charge_contact` the attack is not declared yet: the change waits for it.
fn change_attack(table: &mut GameTable<'_>, _happening: &Happening<'_>, change: AttackChange) {
    if table.state().attack.is_some() || table.state().charge.is_some() {
        table.emit(AttackEvent::AttackChanged { change });
    }
}

/// A unit suffers the wounds of an effect. Rule `IF-UNIT-04`.
fn wound(table: &mut GameTable<'_>, seat: Seat, unit: UnitId, amount: Amount) -> Result<(), Refusal> {
    match amount {
        Amount::Fixed(wounds) => {
            casualties::suffer(table, unit, wounds.into(), Cause::Effect, None);
        }
        Amount::D3 => {
            let roll = table.roll("wounds of an effect", seat, 6, 1)?;
            let wounds = roll.faces.first().copied().map_or(1, d3);
            casualties::suffer(table, unit, wounds.into(), Cause::Effect, Some(roll));
        }
    }
    Ok(())
}

/// The choices for what an NCU adds. Rule `IF-TAC-02`.
pub(crate) fn choose(table: &mut GameTable<'_>, seat: Seat, choice: &Choice) -> Result<(), Refusal> {
    let state = table.state();
    let Some(Step::Effects {
        seat: asked,
        source,
        at,
        choice: None,
        next,
    }) = state.step()
    else {
        return Err(NoChoice::NotAsked.into());
    };
    let (asked, source, at, next) = (*asked, *source, *at, *next);
    if asked != seat {
        return Err(NoChoice::NotAsked.into());
    }
    let all = own_effects(state, source, &at);
    let user = User {
        seat,
        this: unit_of(source),
        at: &at,
    };
    check_choice(state, user, &[], &all, choice)?;
    let step = Step::Effects {
        seat,
        source,
        at,
        choice: Some(choice.clone()),
        next,
    };
    proceed(table, 1, [step]);
    Ok(())
}

/// What may be chosen for the effects of an NCU that waits.
pub(crate) fn choices_for(state: &State, seat: Seat, source: Source, at: &Occasion) -> Vec<Choice> {
    let all = own_effects(state, source, at);
    let user = User {
        seat,
        this: unit_of(source),
        at,
    };
    sample_choices(state, user, &[], &all)
}

/// What a text demanded has been carried out.
pub(crate) fn settled(table: &mut GameTable<'_>) -> Result<(), Refusal> {
    if !matches!(table.state().step(), Some(Step::Settle { .. })) {
        return Err(NoChoice::NotAsked.into());
    }
    proceed(table, 1, []);
    Ok(())
}
