//! Choosing factions, budget, scenario, terrain and armies (pp. 136-139).

pub(crate) mod agreed;
mod offers;
mod refusal;
mod request;

use std::sync::Arc;

use hindsight_kernel::Seat;
use request::check_book;

use crate::model::agenda::{
    Answer, Asking, BattleTable, Frame, Need, Options, Step, Taken, Topic, answer_to, go_on, proceed,
};
use crate::model::cards::AbilityWindow;
use crate::model::effect::Effect;
use crate::model::event::{CommandEvent, Event, ProcedureEvent, SetupEvent};
use crate::model::names::{KindNo, Team, UnitId, are_foes};
use crate::model::refusal::Refusal;
use crate::model::rule::Rule;
use crate::model::state::{Agreed, Allegiance, ArmyList, Pending, State, Status, TurnMarks, Unit};
use crate::procedures::army::{cost, faults_in, has_mercenaries};
use crate::rules::deploy::begin_deployment;
use crate::rules::setup::agreed::{check_agreed, check_budget, check_playable, team_budget, top};
use crate::rules::setup::refusal::{RequestRefusal, SetupRefusal};

pub(crate) use offers::offers;
pub use request::{Ready, ReadyNames, SampleArmies, Setup, SetupRequest};
pub(crate) use request::{setup_from, shares_of};

/// Begins a battle by the full procedure, or at deployment with armies that stand ready. Rule `BG4-SETUP-01` (p. 136).
pub(crate) fn begin(table: &mut BattleTable<'_>, setup: &Setup) -> Result<(), Refusal> {
    check_book(&setup.book)?;
    table.emit(Event::Procedure(ProcedureEvent::Opened {
        book: Arc::clone(&setup.book),
        decks: setup.decks,
        edition: setup.edition,
        shares: setup.shares.clone(),
        house: setup.house,
    }));
    let Some(ready) = &setup.ready else {
        return Ok(());
    };
    let seats = table.state().players.len();
    if ready.allegiances.len() != seats || ready.armies.len() != seats {
        return Err(RequestRefusal::OneOfEach.into());
    }
    for (seat, allegiance) in table.state().seats().zip(&ready.allegiances) {
        choose_faction(table, seat, allegiance)?;
    }
    check_agreed(&setup.book, &ready.agreed)?;
    table.emit(Event::Setup(SetupEvent::AgreementMade {
        agreed: ready.agreed.clone(),
    }));
    proceed(table, 1, [Step::BuildArmies]);
    for (seat, army) in table.state().seats().zip(&ready.armies) {
        build_army(table, seat, army)?;
    }
    go_on(table)
}

/// Chooses a faction and the source of mercenaries, in secret until both are chosen. Rules `BG4-SETUP-02`,
/// `BG4-MERC-01`, `BG4-MERC-02` (pp. 126-127, 136).
pub(crate) fn choose_faction(
    table: &mut BattleTable<'_>,
    seat: Seat,
    allegiance: &Allegiance,
) -> Result<(), Refusal> {
    let state = table.state();
    if !matches!(top(state), Some(Step::ChooseFactions)) || state.player(seat).allegiance.is_made() {
        return Err(SetupRefusal::NotChoosing.into());
    }
    let factions = || {
        state
            .book
            .factions
            .iter()
            .map(|each| each.id.clone())
            .collect::<Vec<_>>()
    };
    if !allegiance.also.is_empty() && state.profile().one_mercenary_faction {
        let also = allegiance.also.clone();
        return Err(SetupRefusal::OneSource { also }.into());
    }
    for id in std::iter::once(&allegiance.faction).chain(allegiance.sources()) {
        if state.book.faction(id).is_none() {
            return Err(SetupRefusal::NoSuchFaction {
                asked: id.clone(),
                factions: factions(),
            }
            .into());
        }
    }
    if let Some(id) = allegiance.sources().find(|id| !may_be_hired(state, id)) {
        let allowed = || factions().into_iter().filter(|id| may_be_hired(state, id));
        return Err(SetupRefusal::NotForHire {
            asked: id.clone(),
            hired: allowed().collect(),
        }
        .into());
    }
    if allegiance.hires(&allegiance.faction) {
        return Err(SetupRefusal::PrimaryFaction(allegiance.faction.clone()).into());
    }
    table.emit(Event::Setup(SetupEvent::FactionChosen {
        seat,
        allegiance: Some(allegiance.clone()),
    }));
    if table
        .state()
        .players
        .iter()
        .all(|player| player.allegiance.is_made())
    {
        agree_on_points(table);
    }
    Ok(())
}

/// Whether units of a faction may be taken as mercenaries by its pack. Rule `BG3-MERC-01` (p. 25).
fn may_be_hired(state: &State, faction: &str) -> bool {
    let faction = state.book.faction(faction);
    faction.is_some_and(|faction| faction.mercenary_allowed)
}

/// What comes after the factions: the players agree on a budget, unless they have divided their teams' points beforehand. Rules
/// `BG4-SETUP-03`, `BG3-SCEN-03` (p. 26).
///
/// RULING: BG3-SCEN-04 (p. 26), a side may be given extra points; the budget of the battle is that of the richer team, and each
/// player builds for their own share.
fn agree_on_points(table: &mut BattleTable<'_>) {
    let state = table.state();
    let divided = state.players.iter().all(|player| player.share.is_some());
    if !divided {
        proceed(table, 1, [Step::AgreeBudget { proposed: None }]);
        return;
    }
    let budget = Team::BOTH.map(|team| team_budget(state, team)).into_iter().max();
    let agreed = Agreed {
        budget: budget.map(|budget| u16::try_from(budget).unwrap_or(u16::MAX)),
        ..state.agreed.clone()
    };
    table.emit(Event::Setup(SetupEvent::AgreementMade { agreed }));
    let next = if table.state().house.armies_before_terrain {
        Step::BuildArmies
    } else {
        Step::AgreeScenario { proposed: None }
    };
    proceed(table, 1, [next]);
}

/// Proposes a points budget; an other one is a counter-proposal. Rule `BG4-SETUP-03` (pp. 136-137).
pub(crate) fn propose_budget(table: &mut BattleTable<'_>, seat: Seat, points: u16) -> Result<(), Refusal> {
    if !matches!(top(table.state()), Some(Step::AgreeBudget { .. })) {
        return Err(SetupRefusal::NoBudgetNow.into());
    }
    check_budget(points)?;
    check_playable(&table.state().book, points)?;
    proceed(
        table,
        1,
        [Step::AgreeBudget {
            proposed: Some((seat, points)),
        }],
    );
    Ok(())
}

/// Proposes scenario and map. Without a scenario it is Breaking Point. Rule `BG4-SETUP-04` (p. 137).
pub(crate) fn propose_scenario(
    table: &mut BattleTable<'_>,
    seat: Seat,
    agreed: &Agreed,
) -> Result<(), Refusal> {
    let state = table.state();
    if !matches!(top(state), Some(Step::AgreeScenario { .. })) {
        return Err(SetupRefusal::NoScenarioNow.into());
    }
    let mut agreed = agreed.clone();
    agreed.budget = agreed.budget.or(state.agreed.budget);
    if agreed.scenario.is_none() {
        agreed.scenario = state.book.default_scenario().map(|each| each.id.clone());
    }
    if agreed.map.is_none() {
        let prescribed = agreed.scenario.as_deref().and_then(|id| state.book.scenario(id));
        agreed.map = prescribed.and_then(|scenario| scenario.map.clone());
    }
    check_agreed(&state.book, &agreed)?;
    let barred = agreed.scenario.as_deref().and_then(|id| state.book.scenario(id));
    if barred.is_some_and(|scenario| !scenario.mercenaries) && has_hired(state) {
        let scenario = agreed.scenario;
        return Err(SetupRefusal::HiredAlready { scenario }.into());
    }
    if agreed.budget != state.agreed.budget {
        return Err(SetupRefusal::BudgetAgreed {
            asked: agreed.budget,
            agreed: state.agreed.budget,
        }
        .into());
    }
    proceed(
        table,
        1,
        [Step::AgreeScenario {
            proposed: Some((seat, agreed)),
        }],
    );
    Ok(())
}

/// Whether an army that is built already holds mercenaries. Rule `BG3-ARMY-07` (p. 26).
fn has_hired(state: &State) -> bool {
    state.players.iter().any(|player| {
        let (allegiance, list) = (player.allegiance.known(), player.list.known());
        let both = allegiance.zip(list);
        both.is_some_and(|(allegiance, list)| has_mercenaries(&state.book, allegiance, list))
    })
}

/// Accepts what the other proposes. Rules `BG4-SETUP-01`, `BG4-SETUP-03`, `BG4-SETUP-04` (pp. 136-137).
pub(crate) fn accept_proposal(table: &mut BattleTable<'_>, seat: Seat) -> Result<(), Refusal> {
    let (agreed, next) = match top(table.state()) {
        Some(Step::AgreeBudget {
            proposed: Some((by, points)),
        }) if are_foes(*by, seat) => {
            let agreed = Agreed {
                budget: Some(*points),
                ..table.state().agreed.clone()
            };
            // Before the terrain is known, where the players have agreed on that. Rule BG3-ARMY-07 (p. 26).
            let next = if table.state().house.armies_before_terrain {
                Step::BuildArmies
            } else {
                Step::AgreeScenario { proposed: None }
            };
            (agreed, next)
        }
        Some(Step::AgreeScenario {
            proposed: Some((by, agreed)),
        }) if are_foes(*by, seat) => (agreed.clone(), Step::BuildArmies),
        Some(Step::AgreeBudget { .. }) => return Err(SetupRefusal::NoBudgetProposed.into()),
        Some(Step::AgreeScenario { .. }) => return Err(SetupRefusal::NoScenarioProposed.into()),
        Some(_) | None => return Err(SetupRefusal::NothingProposedNow.into()),
    };
    table.emit(Event::Setup(SetupEvent::AgreementMade { agreed }));
    if next == Step::BuildArmies && armies_are_built(table.state()) {
        return both_built(table);
    }
    proceed(table, 1, [next]);
    Ok(())
}

/// What a player may spend: the budget, or their share of their team's. Rule `BG3-SCEN-03` (p. 26).
pub(crate) fn budget_of(state: &State, seat: Seat) -> u16 {
    state.player(seat).share.unwrap_or_else(|| state.budget())
}

fn armies_are_built(state: &State) -> bool {
    state.players.iter().all(|player| player.list.is_made())
}

/// All armies are built: the scenario is agreed where that is still to come, else they are mustered. Rules `BG4-ARMY-05`,
/// `BG3-ARMY-07` (p. 26).
fn both_built(table: &mut BattleTable<'_>) -> Result<(), Refusal> {
    if table.state().agreed.map.is_none() {
        proceed(table, 1, [Step::AgreeScenario { proposed: None }]);
        return Ok(());
    }
    for seat in table.state().seats() {
        muster(table, seat)?;
    }
    let state = table.state();
    let mut factions = state
        .seats()
        .map(|seat| state.faction(seat).map(|faction| &faction.id));
    let first = factions.next();
    if state.house.shared_deck && factions.any(|faction| Some(faction) != first) {
        for seat in table.state().seats() {
            table.emit(Event::Command(CommandEvent::FactionCardsRemoved { seat }));
        }
    }
    begin_deployment(table)
}

/// Builds an army in secret; when both are built they are mustered. Rules `BG4-ARMY-01` to `BG4-ARMY-06`, `BG4-TERR-01` (pp. 113,
/// 137, 138, 139).
pub(crate) fn build_army(table: &mut BattleTable<'_>, seat: Seat, list: &ArmyList) -> Result<(), Refusal> {
    let state = table.state();
    if !matches!(top(state), Some(Step::BuildArmies)) || state.player(seat).list.is_made() {
        // BG4-TERR-01: terrain is fixed before armies are built; the step comes after it.
        return Err(SetupRefusal::NotBuilding.into());
    }
    let allegiance = state
        .player(seat)
        .allegiance
        .known()
        .ok_or(SetupRefusal::UnknownFaction)?;
    let mercenaries = state.scenario().is_none_or(|scenario| scenario.mercenaries);
    let faults = faults_in(
        state.profile(),
        &state.book,
        budget_of(state, seat),
        mercenaries,
        allegiance,
        list,
        state.house.copies(),
    );
    if let Some(first) = faults.first() {
        return Err(SetupRefusal::FaultyArmy {
            rule: first.rule(),
            faults: faults.iter().map(|fault| fault.cited(state.edition)).collect(),
        }
        .into());
    }
    table.emit(Event::Setup(SetupEvent::ArmyBuilt {
        seat,
        list: Some(list.clone()),
    }));
    if armies_are_built(table.state()) {
        both_built(table)?;
    }
    Ok(())
}

/// An army list becomes units, each of which is known to the other player when it is deployed; what is announced is how
/// many there are, and whether there are mercenaries among them. Rules `BG4-ARMY-05`, `BG4-MERC-01` (pp. 138-139).
// RULING: BG3-ARMY-01 (p. 25), abilities that were bought are announced with them: they are no units, and work from then on.
fn muster(table: &mut BattleTable<'_>, seat: Seat) -> Result<(), Refusal> {
    let state = table.state();
    let list = state.player(seat).list.known().ok_or(SetupRefusal::UnknownArmy)?;
    let units = (1_u8..)
        .zip(&list.units)
        .filter_map(|(number, kind)| {
            let (kind, _) = state.book.kind_named(kind)?;
            Some(new_unit(UnitId::new(seat, number)?, kind))
        })
        .collect();
    let (cards, abilities) = (list.cards, list.abilities.clone());
    let allegiance = state
        .player(seat)
        .allegiance
        .known()
        .ok_or(SetupRefusal::UnknownFaction)?;
    let spent = cost(&state.book, allegiance, list);
    let mercenaries = has_mercenaries(&state.book, allegiance, list);
    table.emit(Event::Setup(SetupEvent::ArmyMustered {
        seat,
        units,
        cards,
        spent,
        concealed: true,
        unknown: 0,
        mercenaries,
        abilities,
    }));
    Ok(())
}

/// A unit before deployment.
pub(crate) fn new_unit(id: UnitId, kind: KindNo) -> Unit {
    Unit {
        id,
        kind,
        pose: None,
        status: Status::Ready(None),
        airborne: false,
        slid: false,
        marked: 0,
        fresh: 0,
        ammo_marked: 0,
        lasting: Vec::new(),
        pending: Pending::default(),
        turn: TurnMarks::default(),
        held: None,
        destroyed: None,
    }
}

/// A player with mercenaries keeps cards 21 to 30 in their deck or plays without them. Rule `BG3-MERC-05` (p. 25).
// RULING: BG3-MERC-05, all ten or none; a deck that is shared is nobody's alone.
pub(crate) fn trim_deck(table: &mut BattleTable<'_>, frame: &Frame, seat: Seat) -> Result<Taken, Need> {
    match answer_to(&frame.answers, Topic::FactionCards, None, None) {
        Some(Answer::Accept) => {
            table.emit(Event::Command(CommandEvent::FactionCardsRemoved { seat }));
            proceed(table, 1, []);
        }
        Some(_) => proceed(table, 1, []),
        None => {
            return Err(Asking {
                seat,
                topic: Topic::FactionCards,
                unit: None,
                about: None,
                options: Options::OneOf(vec![
                    (Answer::Decline, "cards 21 to 30 stay in the deck".to_owned()),
                    (Answer::Accept, "cards 21 to 30 leave the deck".to_owned()),
                ]),
                rule: Rule::RemovesCards.into(),
            }
            .into());
        }
    }
    Ok(Taken::Went)
}

/// Draws the cards bought and those of abilities, after all units are deployed. Rule `BG4-DEPLOY-04` (p. 139).
pub(crate) fn draw_at_set_up(table: &mut BattleTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    let state = table.state();
    let draws = state.seats().map(|seat| {
        let free: u8 = state
            .faction(seat)
            .into_iter()
            .flat_map(|faction| &faction.abilities)
            .filter(|ability| ability.window == AbilityWindow::SetUp && state.has_ability(seat, ability))
            .flat_map(|ability| &ability.effects)
            .map(|effect| match effect {
                Effect::DrawCards { count } => *count,
                _ => 0,
            })
            .fold(0, u8::saturating_add);
        Step::DrawCard {
            seat,
            count: state.player(seat).bought.saturating_add(free),
        }
    });
    let mut next: Vec<Step> = draws
        .filter(|step| !matches!(step, Step::DrawCard { count: 0, .. }))
        .collect();
    next.push(crate::rules::deploy::after_draws(table)?);
    proceed(table, 1, next);
    Ok(Taken::Went)
}

#[cfg(test)]
pub(crate) mod tests;
