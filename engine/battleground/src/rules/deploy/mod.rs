//! Deployment and first orders (pp. 138-140).

mod advice;
mod places;
mod refusal;

use battleground_geometry::{Inches, Pose};
use hindsight_kernel::{Offer, RuleId, Seat, message};
use serde_json::json;

use crate::editions::Edition;
use crate::editions::profile::{PointsTie, Profile};
use crate::field::Field;
use crate::messages::MESSAGES;
use crate::model::agenda::{BattleTable, Step, proceed};
use crate::model::cards::Deployment;
use crate::model::command::Command;
use crate::model::event::{Event, MoveKind, MovementEvent, SetupEvent};
use crate::model::names::{Team, UnitId, other};
use crate::model::orders::{Order, Orders, WrittenOrder};
use crate::model::refusal::Refusal;
use crate::model::rule::Rule;
use crate::model::state::{State, Status, Unit};
use crate::naming::{player, unit_named};
use crate::verbs::order_writing::write_order;
use crate::verbs::orders::{check_order, sample_orders};

pub(crate) use advice::{assign_defaults, check_defaults};
pub(crate) use places::{check_deployment, free_places};
use refusal::LotRefusal;
pub(crate) use refusal::{DeploymentRefusal, Naming};

/// The player to whom a choice between the players falls, or the lot. Rules `BG4-DEPLOY-05` to
/// `BG4-DEPLOY-07` (pp. 139, 140).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Falls {
    /// To this player.
    To(Seat),
    /// Chance decides.
    ByLot,
}

/// The player who spent fewer points, cards included. Rules `BG4-DEPLOY-06`, `BG4-DEPLOY-07` (p. 140).
pub fn spent_less(spent: [u32; 2]) -> Falls {
    match spent[0].cmp(&spent[1]) {
        std::cmp::Ordering::Less => Falls::To(Seat::A),
        std::cmp::Ordering::Greater => Falls::To(Seat::B),
        std::cmp::Ordering::Equal => Falls::ByLot,
    }
}

/// The player with more of something, if there is one.
fn more(counts: [usize; 2]) -> Option<Seat> {
    match counts[0].cmp(&counts[1]) {
        std::cmp::Ordering::Greater => Some(Seat::A),
        std::cmp::Ordering::Less => Some(Seat::B),
        std::cmp::Ordering::Equal => None,
    }
}

/// Units of both teams, deployed or not.
pub fn unit_counts(state: &State) -> [usize; 2] {
    Team::BOTH.map(|team| state.units.iter().filter(|unit| unit.id.team() == team).count())
}

/// Points that both teams spent, whichever of their players.
fn spent(state: &State) -> [u32; 2] {
    Team::BOTH.map(|team| state.seats_of(team).map(|seat| state.player(seat).spent).sum())
}

/// Units of both teams without pre-printed orders. Rules `BG4-KEYW-11`, `BG4-DEPLOY-05` (pp. 139, 140).
pub fn order_counts(state: &State) -> [usize; 2] {
    Team::BOTH.map(|team| {
        let own = state.units.iter().filter(|unit| unit.id.team() == team);
        own.filter(|unit| state.kind(unit).preprinted.is_none()).count()
    })
}

/// Units of both teams that wait for deployment.
fn undeployed(state: &State) -> [usize; 2] {
    by_team(state, |seat| waiting(state, seat).count())
}

/// How many both teams have of what their seats have.
fn by_team(state: &State, of: impl Fn(Seat) -> usize) -> [usize; 2] {
    Team::BOTH.map(|team| state.seats_of(team).map(&of).sum())
}

/// Who of a team takes its go: the seat that has most left, the first of equals.
///
/// RULING: BG3-SCEN-03 (p. 26), a team places and orders as one player does; so its players come in turn.
fn whose_go(state: &State, lead: Seat, left: impl Fn(Seat) -> usize) -> Seat {
    let seats = state.seats_of(Team::of(lead));
    seats
        .min_by_key(|seat| std::cmp::Reverse(left(*seat)))
        .unwrap_or(lead)
}

/// Who of a team deploys next.
fn deploys(state: &State, lead: Seat) -> Seat {
    whose_go(state, lead, |seat| waiting(state, seat).count())
}

/// Who of a team gives the next order.
fn orders_next(state: &State, lead: Seat) -> Seat {
    whose_go(state, lead, |seat| without_order(state, seat).count())
}

fn waiting(state: &State, seat: Seat) -> impl Iterator<Item = &Unit> {
    state
        .units
        .iter()
        .filter(move |unit| unit.id.seat() == seat && unit.pose.is_none() && unit.destroyed.is_none())
}

/// Units of both teams that wait for an order.
fn unordered(state: &State) -> [usize; 2] {
    by_team(state, |seat| without_order(state, seat).count())
}

fn without_order(state: &State, seat: Seat) -> impl Iterator<Item = &Unit> {
    state.own(seat).filter(|unit| unit.status == Status::Ready(None))
}

/// Whose go comes after one of `by`: the first player of the step places one more, once, while they still have more left
/// than the other; a player who has nothing left is passed over. Rules `BG4-DEPLOY-02`, `BG4-DEPLOY-05` (p. 139).
// RULING: BG4-DEPLOY-02, at most one extra unit in each go of the first player.
pub fn next_go(first: Seat, by: Seat, extra: bool, left: [usize; 2]) -> Option<(Seat, bool)> {
    next_go_by(Edition::V4.profile(), first, by, extra, left)
}

/// The same in an edition: without the extra one, where goes alternate strictly. Rules `BG3-SET-05`, `BG3-SET-12` (p. 4).
pub(crate) fn next_go_by(
    profile: &Profile,
    first: Seat,
    by: Seat,
    extra: bool,
    left: [usize; 2],
) -> Option<(Seat, bool)> {
    let (first, by) = (Team::of(first).lead(), Team::of(by).lead());
    let of = |seat: Seat| left[Team::of(seat).index()];
    if left == [0, 0] {
        return None;
    }
    if by == first && !extra && !profile.goes_alternate_strictly && of(first) > of(other(first)) {
        return Some((first, true));
    }
    let next = other(by);
    Some(if of(next) > 0 { (next, false) } else { (by, false) })
}

/// Whose go comes after one of `by` where whole armies are deployed one after the other. Rule `BG4-SCEN-08` (pp. 35, 126, 137).
fn go_of_whole_armies(by: Seat, left: [usize; 2]) -> Option<(Seat, bool)> {
    let waits = |seat: &Seat| left[Team::of(*seat).index()] > 0;
    [Team::of(by).lead(), other(by)]
        .into_iter()
        .find(waits)
        .map(|next| (next, false))
}

/// Draws one of the two players by lot: a die of six, South on 1 to 3. Rules `BG4-DEPLOY-06`, `BG4-DEPLOY-07` (p. 140).
fn by_lot(table: &mut BattleTable<'_>, purpose: &'static str) -> Result<Seat, Refusal> {
    let roll = table.roll(purpose, Seat::A, 6, 1)?;
    let seat = if roll.faces.first().is_some_and(|face| *face <= 3) {
        Seat::A
    } else {
        Seat::B
    };
    table.emit(Event::Setup(SetupEvent::LotDrawn {
        purpose: purpose.to_owned(),
        roll,
        seat,
    }));
    Ok(seat)
}

/// Each player rolls a die, again until they differ: the higher counts as having spent fewer points in every question of the
/// set-up. Rule `BG3-SET-10` (p. 4).
fn roll_for_fewer(table: &mut BattleTable<'_>) -> Result<(), Refusal> {
    /// More ties than this no table sees.
    const MOST_TIES: usize = 100;
    for _ in 0..MOST_TIES {
        let south = table.roll("who spent fewer points", Seat::A, 6, 1)?;
        let north = table.roll("who spent fewer points", Seat::B, 6, 1)?;
        let seat = match south.faces.cmp(&north.faces) {
            std::cmp::Ordering::Greater => Some(Seat::A),
            std::cmp::Ordering::Less => Some(Seat::B),
            std::cmp::Ordering::Equal => None,
        };
        table.emit(Event::Setup(SetupEvent::FewerPointsRolled { south, north, seat }));
        if seat.is_some() {
            return Ok(());
        }
    }
    Err(LotRefusal::StillEqual.into())
}

/// Who spent fewer points, or counts as having done so.
fn fewer(state: &State) -> Falls {
    match (spent_less(spent(state)), state.fewer) {
        (Falls::ByLot, Some(seat)) => Falls::To(seat),
        (falls, _) => falls,
    }
}

/// Settles who deploys first: the player with more units; on a tie the one who spent less names who, or chance decides.
/// The scenario may name the first deployer. Rules `BG3-SET-10` (p. 4), `BG4-DEPLOY-02`, `BG4-DEPLOY-06`, `BG4-SCEN-08` (pp. 35,
/// 126, 137, 139, 140).
pub(crate) fn begin_deployment(table: &mut BattleTable<'_>) -> Result<(), Refusal> {
    let state = table.state();
    let named = match state.scenario().map(|scenario| scenario.deployment) {
        Some(Deployment::WholeArmies { first, .. }) => Some(first),
        Some(Deployment::Standard) | None => None,
    };
    // Where the scenario names who deploys first, points matter for the first turn alone, and that with unequal numbers of units.
    // Rules BG3-SET-10, BG3-SET-11 (p. 4).
    let points_matter = named.is_none() || more(unit_counts(state)).is_some();
    let equal_points = spent_less(spent(state)) == Falls::ByLot;
    if points_matter && equal_points && state.profile().points_tie == PointsTie::DiceCountAsFewer {
        roll_for_fewer(table)?;
    }
    if let Some(first) = named {
        first_deployer(table, first);
        return Ok(());
    }
    match (more(unit_counts(table.state())), fewer(table.state())) {
        (Some(first), _) => first_deployer(table, first),
        (None, Falls::To(by)) => proceed(table, 1, [Step::NameFirstDeployer { by }]),
        (None, Falls::ByLot) => {
            let first = by_lot(table, "first deployer")?;
            first_deployer(table, first);
        }
    }
    Ok(())
}

fn first_deployer(table: &mut BattleTable<'_>, seat: Seat) {
    table.emit(Event::Setup(SetupEvent::FirstDeployerNamed { seat }));
    let next = deploys(table.state(), seat);
    proceed(table, 1, [Step::Deploy { next, extra: false }]);
}

/// Names who deploys first, who gives the first order, or who takes the first turn. Rules `BG4-DEPLOY-05` to
/// `BG4-DEPLOY-07` (pp. 139-140).
pub(crate) fn name(table: &mut BattleTable<'_>, seat: Seat, named: Seat) -> Result<(), Refusal> {
    match check_naming(table.state(), seat, named)? {
        Naming::Deployment => first_deployer(table, named),
        Naming::Order => first_orderer(table, named),
        Naming::Turn => {
            table.emit(Event::Setup(SetupEvent::FirstPlayerNamed { seat: named }));
            let orders_follow = table.state().edition.chooses_first_turn_before_orders()
                && order_counts(table.state()) != [0, 0];
            let next = if orders_follow {
                after_draws(table)?
            } else {
                Step::BeginTurn
            };
            proceed(table, 1, [next]);
        }
    }
    Ok(())
}

/// What a player is named for, if this player names and the other or they themselves are named.
pub(crate) fn check_naming(state: &State, seat: Seat, named: Seat) -> Result<Naming, DeploymentRefusal> {
    let (by, naming) = match top(state) {
        Some(Step::NameFirstDeployer { by }) => (*by, Naming::Deployment),
        Some(Step::NameFirstOrderer { by }) => (*by, Naming::Order),
        Some(Step::ChooseFirstPlayer { by }) => (*by, Naming::Turn),
        Some(_) | None => return Err(DeploymentRefusal::NotNaming),
    };
    if by != seat {
        return Err(DeploymentRefusal::NamedByOther { by, naming });
    }
    if !Team::BOTH.map(Team::lead).contains(&named) {
        return Err(DeploymentRefusal::NoSuchPlayer { named, naming });
    }
    Ok(naming)
}

fn top(state: &State) -> Option<&Step> {
    state.agenda.last().map(|frame| &frame.step)
}

/// Whether it is this player's go to deploy this unit, and whether it is the extra one of the first player. Rule
/// `BG4-DEPLOY-02` (p. 139).
pub(crate) fn check_deploying(
    state: &State,
    seat: Seat,
    id: UnitId,
) -> Result<(&Unit, bool), DeploymentRefusal> {
    let Some(&Step::Deploy { next, extra }) = top(state) else {
        return Err(DeploymentRefusal::NotDeploying);
    };
    if next != seat {
        return Err(DeploymentRefusal::NotTheirGo { next, unit: id });
    }
    if id.seat() != seat {
        return Err(DeploymentRefusal::NotTheirUnit { next, unit: id });
    }
    match waiting(state, seat).find(|unit| unit.id == id) {
        Some(unit) => Ok((unit, extra)),
        None => Err(DeploymentRefusal::NotWaiting {
            unit: id,
            left: waiting(state, seat).map(|unit| unit.id).collect(),
        }),
    }
}

/// Deploys a unit. Rules `BG4-DEPLOY-01` to `BG4-DEPLOY-03` (pp. 138-139).
pub(crate) fn deploy(table: &mut BattleTable<'_>, seat: Seat, id: UnitId, pose: Pose) -> Result<(), Refusal> {
    let state = table.state();
    let (unit, extra) = check_deploying(state, seat, id)?;
    let pose = pose.rounded();
    check_deployment(&Field::of(state), unit, pose)?;
    let shown = state.player(seat).concealed.then(|| Box::new(unit.clone()));
    let first = state.deployer.unwrap_or(seat);
    table.emit(Event::Movement(MovementEvent::UnitMoved {
        unit: id,
        kind: MoveKind::Deployed,
        legs: Vec::new(),
        to: pose,
        distance: Inches::ZERO,
        allowance: Inches::ZERO,
        shown,
    }));
    let left = undeployed(table.state());
    let next = match table.state().scenario().map(|scenario| scenario.deployment) {
        Some(Deployment::WholeArmies { .. }) => go_of_whole_armies(seat, left),
        Some(Deployment::Standard) | None => next_go_by(table.state().profile(), first, seat, extra, left),
    };
    let steps = if let Some((lead, extra)) = next {
        let next = deploys(table.state(), lead);
        vec![Step::Deploy { next, extra }]
    } else {
        let mut steps = crate::rules::setup::agreed::trimming(table.state());
        steps.push(Step::DrawAtSetUp);
        steps
    };
    proceed(table, 1, steps);
    Ok(())
}

/// What follows the draws of the set-up: pre-printed orders hold, the others are assigned. Who starts is settled by the
/// count of units without pre-printed orders; on a tie the player who spent less names who, or chance decides; if all
/// counts tie, the first deployer starts. Where every order is pre-printed nobody assigns one. Rules `BG4-DEPLOY-05`,
/// `BG4-KEYW-11` (pp. 139, 140).
pub(crate) fn after_draws(table: &mut BattleTable<'_>) -> Result<Step, Refusal> {
    let state = table.state();
    if state.edition.chooses_first_turn_before_orders() && state.first.is_none() {
        return first_player_step(table);
    }
    if order_counts(state) == [0, 0] {
        write_preprinted(table);
        return first_player_step(table);
    }
    let first = state.deployer.unwrap_or(Seat::A);
    if state.edition.chooses_first_turn_before_orders() {
        // RULING: BG3-SET-12 (p. 4), the larger army begins and the players take turns, also where a scenario has whole armies deployed
        // one after the other: it changes how units are placed, not how orders are given. With equal numbers of units whoever placed
        // first orders first, as the tie names one player for both (BG3-SET-09).
        let larger = more(unit_counts(state)).unwrap_or(first);
        return Ok(Step::AssignOrder {
            next: orders_next(state, larger),
            extra: false,
        });
    }
    let starts = match more(order_counts(state)) {
        Some(seat) => Some(seat),
        // RULING: BG4-DEPLOY-05, each step uses its own count; if both tie, the first deployer also orders first.
        None if more(unit_counts(state)).is_none() => Some(first),
        None => None,
    };
    Ok(match (starts, spent_less(spent(state))) {
        (Some(lead), _) => Step::AssignOrder {
            next: orders_next(state, lead),
            extra: false,
        },
        (None, Falls::To(by)) => Step::NameFirstOrderer { by },
        (None, Falls::ByLot) => Step::AssignOrder {
            next: by_lot(table, "first orderer")?,
            extra: false,
        },
    })
}

fn first_orderer(table: &mut BattleTable<'_>, seat: Seat) {
    table.emit(Event::Setup(SetupEvent::FirstOrdererNamed { seat }));
    let next = orders_next(table.state(), seat);
    proceed(table, 1, [Step::AssignOrder { next, extra: false }]);
}

/// Units with pre-printed orders have them without an assignment. Rule `BG4-KEYW-11` (p. 140).
fn write_preprinted(table: &mut BattleTable<'_>) {
    let state = table.state();
    let printed: Vec<(UnitId, Order)> = state
        .on_table()
        .filter(|unit| unit.status == Status::Ready(None))
        .filter_map(|unit| {
            state
                .kind(unit)
                .preprinted
                .map(|printed| (unit.id, printed.order))
        })
        .collect();
    for (unit, order) in printed {
        table.emit(Event::Movement(MovementEvent::StatusChanged {
            unit,
            status: Status::Ready(Some(Orders::plain(order))),
            why: "pre-printed".to_owned(),
        }));
    }
}

/// Whether it is this player's go to give this unit its first order, and whether it is the extra one of the first player.
/// Rule `BG4-DEPLOY-05` (p. 139).
pub(crate) fn check_ordering(
    state: &State,
    seat: Seat,
    id: UnitId,
) -> Result<(&Unit, bool), DeploymentRefusal> {
    let Some(&Step::AssignOrder { next, extra }) = top(state) else {
        return Err(DeploymentRefusal::NotOrdering);
    };
    if next != seat {
        return Err(DeploymentRefusal::NotTheirOrder { next, unit: id });
    }
    if id.seat() != seat {
        return Err(DeploymentRefusal::OrderToOtherUnit { next, unit: id });
    }
    let due = || without_order(state, seat).filter(|unit| state.kind(unit).preprinted.is_none());
    match due().find(|unit| unit.id == id) {
        Some(unit) => Ok((unit, extra)),
        None => Err(DeploymentRefusal::NoOrderDue {
            unit: id,
            left: due().map(|unit| unit.id).collect(),
        }),
    }
}

/// Gives a unit its first order. Rules `BG4-DEPLOY-05` (p. 139), `BG4-DEPLOY-08`, `BG4-ORDER-01` (pp. 24, 28-31, 139).
pub(crate) fn assign_order(
    table: &mut BattleTable<'_>,
    seat: Seat,
    id: UnitId,
    order: &WrittenOrder,
) -> Result<(), Refusal> {
    let state = table.state();
    let (unit, extra) = check_ordering(state, seat, id)?;
    check_order(state, unit, order)?;
    assign(table, seat, &[(id, *order)], extra)
}

/// Writes first orders of a player, and passes the go on.
fn assign(
    table: &mut BattleTable<'_>,
    seat: Seat,
    orders: &[(UnitId, WrittenOrder)],
    extra: bool,
) -> Result<(), Refusal> {
    write_preprinted(table);
    if table.state().orderer.is_none() {
        table.emit(Event::Setup(SetupEvent::FirstOrdererNamed {
            seat: Team::of(seat).lead(),
        }));
    }
    let first = table.state().orderer.unwrap_or(seat);
    for (id, order) in orders {
        write_order(table, *id, order, "assigned");
    }
    let left = unordered(table.state());
    match next_go_by(table.state().profile(), first, seat, extra, left) {
        Some((lead, extra)) => {
            let next = orders_next(table.state(), lead);
            proceed(table, 1, [Step::AssignOrder { next, extra }]);
        }
        None => begin_first_turn(table)?,
    }
    Ok(())
}

/// The units of a player that wait for an order that is not printed on their card.
fn awaiting_order(state: &State, seat: Seat) -> impl Iterator<Item = &Unit> {
    without_order(state, seat).filter(|unit| state.kind(unit).preprinted.is_none())
}

/// Asks who takes the first turn, or begins it where that is settled. Rules `BG4-DEPLOY-07` (p. 140), `BG3-SET-04` (p. 4).
fn begin_first_turn(table: &mut BattleTable<'_>) -> Result<(), Refusal> {
    let step = match table.state().first {
        Some(_) => Step::BeginTurn,
        None => first_player_step(table)?,
    };
    proceed(table, 1, [step]);
    Ok(())
}

/// Settles who chooses the first turn: the player who spent fewer points, whatever the numbers of units. Rules
/// `BG4-DEPLOY-06`, `BG4-DEPLOY-07` (p. 140).
fn first_player_step(table: &mut BattleTable<'_>) -> Result<Step, Refusal> {
    let state = table.state();
    let by = match (fewer(state), more(unit_counts(state))) {
        // With equal numbers of units whoever placed first chooses. Rule BG3-SET-09 (p. 4).
        (Falls::To(_), None) if state.edition.chooses_first_turn_before_orders() => {
            state.deployer.unwrap_or(Seat::A)
        }
        (Falls::To(by), _) => by,
        // RULING: BG4-DEPLOY-06, with equal points and equal numbers the first deployer, whom chance named, chooses.
        (Falls::ByLot, None) => state.deployer.unwrap_or(Seat::A),
        // RULING: BG4-DEPLOY-07, equal points with unequal numbers of units: chance names who chooses.
        (Falls::ByLot, Some(_)) => by_lot(table, "who chooses the first turn")?,
    };
    Ok(Step::ChooseFirstPlayer { by })
}

/// What may be done in the last steps of the set-up.
pub(crate) fn offers(state: &State, seat: Seat, out: &mut Vec<Offer<Command>>) {
    match state.agenda.last().map(|frame| &frame.step) {
        Some(Step::NameFirstDeployer { by }) if *by == seat => {
            name_offers(
                out,
                seat,
                "decide_first_deployer",
                "deployment",
                &Rule::Deploy06.of(state.edition),
            );
        }
        Some(Step::NameFirstOrderer { by }) if *by == seat => {
            name_offers(
                out,
                seat,
                "decide_first_orderer",
                "order",
                &Rule::Deploy05.of(state.edition),
            );
        }
        Some(Step::ChooseFirstPlayer { by }) if *by == seat => {
            name_offers(
                out,
                seat,
                "choose_first_player",
                "turn",
                &Rule::Deploy07.of(state.edition),
            );
        }
        Some(Step::Deploy { next, .. }) if *next == seat => {
            for unit in waiting(state, seat) {
                let places = free_places(state, unit);
                let every = (places.len() / 12).max(1);
                let samples = places
                    .into_iter()
                    .step_by(every)
                    .map(|pose| Command::Deploy { unit: unit.id, pose })
                    .collect();
                let label = message!(MESSAGES, "offer-deploy", unit = unit_named(state, unit.id));
                let zone = state
                    .scenario()
                    .map(|scenario| &scenario.zones[Team::of(seat).index()]);
                let (rule, limits) = (Rule::Deploy03.of(state.edition), json!({ "zone": zone }));
                out.push(Offer::form(seat, "deploy_unit", label, rule, &limits, samples).about(unit.id));
            }
        }
        Some(Step::AssignOrder { next, .. }) if *next == seat => {
            for unit in awaiting_order(state, seat) {
                let samples: Vec<Command> = sample_orders(state, unit)
                    .into_iter()
                    .map(|order| Command::AssignOrder { unit: unit.id, order })
                    .collect();
                out.push(
                    Offer::form(
                        seat,
                        "assign_order",
                        message!(MESSAGES, "offer-assign-order", unit = unit_named(state, unit.id)),
                        Rule::Deploy05.of(state.edition),
                        &json!({ "orders": orders_in_words(state) }),
                        samples,
                    )
                    .about(unit.id),
                );
            }
            if check_defaults(state, seat).is_ok() {
                let command = Command::AssignDefaults;
                out.push(Offer::one(
                    seat,
                    "assign_order",
                    message!(MESSAGES, "offer-assign-defaults"),
                    Rule::Deploy05.of(state.edition),
                    command,
                ));
            }
        }
        Some(_) | None => {}
    }
}

/// Which orders may be given, in words. Rules `BG3-ORD-01` (p. 6), `BG4-ORDER-01` (pp. 25-31).
fn orders_in_words(state: &State) -> String {
    let letters: Vec<String> = state
        .profile()
        .orders
        .iter()
        .map(|order| order.letter().to_string())
        .collect();
    message!(MESSAGES, "limit-orders", letters = letters.join(", ")).to_string()
}

fn name_offers(
    out: &mut Vec<Offer<Command>>,
    seat: Seat,
    decision: &str,
    naming: &'static str,
    rule: &RuleId,
) {
    for named in Team::BOTH.map(Team::lead) {
        out.push(Offer::one(
            seat,
            decision,
            message!(MESSAGES, "offer-name", player = player(named), naming),
            rule.clone(),
            Command::Name { seat: named },
        ));
    }
}

#[cfg(test)]
pub(crate) mod tests;
