//! Charges. Rules `IF-CHG-01` to `-09`, `IF-TERR-07`, `IF-TERR-08`.

use hindsight_kernel::{DiceNeed, Refusal, RollAbout, Seat, refusals};

use super::{abilities, attack, dangerous, engagement, movement, terrain};
use crate::cards::{AttackKind, Keyword, Trigger};
use crate::field::{ChargePath, Charging, Ground, NoContact, Pose, Side, Slot, Tray};
use crate::messages::{MESSAGES, inches};
use crate::model::agenda::{Frame, GameTable, Need, Step, Taken, proceed};
use crate::model::contests::{AttackEffects, Charge};
use crate::model::event::{ChargeEvent, MoveKind, MovementEvent};
use crate::model::names::{PieceNo, UnitId};
use crate::model::state::State;

refusals! {
    messages = MESSAGES;
    /// Reasons why a charge may not be declared.
    pub enum NoCharge {
        Engaged = "IF-CHG-01", "§Outside the sheet";
        NoMelee = "IF-CHG-01", "§Outside the sheet";
        NoTarget { target: UnitId } = "IF-CHG-01", "§Outside the sheet", target;
        NotSeen = "IF-CHG-01", "§Outside the sheet";
        WrongArc { arcs: String } = "IF-GEO-06", "§Outside the sheet", arcs;
        NameArc { arcs: String } = "IF-GEO-06", "§Outside the sheet", arcs;
        NoSlot { side: &'static str } = "IF-CHG-01", "§Outside the sheet", side;
        Heading { heading: u16 } = "IF-GEO-02", "§Outside the sheet (our ruling)", heading;
        Pivot = "IF-CHG-03", "§Sheet, Unit actions; limits outside the sheet";
        NotSeenAfterPivot = "IF-CHG-03", "§Sheet, Unit actions; limits outside the sheet";
        Missed = "IF-CHG-03", "§Sheet, Unit actions; limits outside the sheet";
        OtherEnemy = "IF-CHG-03", "§Sheet, Unit actions; limits outside the sheet";
        Impassable = "IF-CHG-03", "§Sheet, Unit actions; limits outside the sheet";
        OffTable = "IF-MOVE-06", "§Outside the sheet";
        TooFar { needed: i32, most: i32 } = "IF-CHG-01", "§Outside the sheet", needed = inches(*needed), most = inches(*most);
        SlotTaken = "IF-CHG-06", "§Outside the sheet";
        NotNow = "IF-CHG-06", "§Outside the sheet";
    }
}

impl From<NoContact> for NoCharge {
    fn from(missed: NoContact) -> Self {
        match missed {
            NoContact::Pivot => Self::Pivot,
            NoContact::Missed => Self::Missed,
            NoContact::OtherEnemy => Self::OtherEnemy,
            NoContact::Impassable => Self::Impassable,
            NoContact::OffTable => Self::OffTable,
        }
    }
}

/// The two trays of a charge and everything else on the table.
struct Measured {
    charger: Tray,
    target: Tray,
    others: Ground,
}

impl Measured {
    fn of(state: &State, charger: UnitId, target: UnitId) -> Option<Self> {
        Some(Self {
            charger: terrain::tray(state, charger)?,
            target: terrain::tray(state, target)?,
            others: terrain::ground_without(state, charger, Some(target)),
        })
    }

    const fn charging(&self) -> Charging<'_> {
        Charging {
            charger: self.charger,
            target: self.target,
            others: &self.others,
        }
    }
}

/// The arcs of a target in which a charger stands: one, or those that share the highest count. Rules `IF-CHG-02`,
/// `IF-GEO-06`.
pub fn arcs(state: &State, charger: UnitId, target: UnitId) -> Vec<Side> {
    match (terrain::tray(state, target), terrain::tray(state, charger)) {
        (Some(target), Some(charger)) => target.arcs_stood_in(&charger),
        _ => Vec::new(),
    }
}

fn named(arcs: &[Side]) -> String {
    let names: Vec<&str> = arcs.iter().map(|side| side.title()).collect();
    names.join(", ")
}

/// The target's side on which a charge would end. Rules `IF-CHG-02`, `IF-GEO-06`.
fn side_of(state: &State, charger: UnitId, target: UnitId, arc: Option<Side>) -> Result<Side, NoCharge> {
    let arcs = arcs(state, charger, target);
    match (arc, &arcs[..]) {
        (None, [only]) => Ok(*only),
        (Some(named), arcs) if arcs.contains(&named) => Ok(named),
        (None, arcs) => Err(NoCharge::NameArc { arcs: named(arcs) }),
        (Some(_), arcs) => Err(NoCharge::WrongArc { arcs: named(arcs) }),
    }
}

/// Whether a unit may charge a target at all, whatever the heading: gives the side it would end on. Rule `IF-CHG-01`.
pub fn check_target(state: &State, id: UnitId, target: UnitId, arc: Option<Side>) -> Result<Side, NoCharge> {
    if state.is_engaged(id) {
        return Err(NoCharge::Engaged);
    }
    if state
        .unit_and_card(id)
        .is_none_or(|(_, card)| card.melee().is_none())
    {
        return Err(NoCharge::NoMelee);
    }
    let enemy = state
        .unit(target)
        .is_some_and(|unit| unit.pose.is_some() && unit.id.seat() != id.seat());
    let Some(tray) = terrain::tray(state, id).filter(|_| enemy) else {
        return Err(NoCharge::NoTarget { target });
    };
    if !attack::in_sight(state, &tray, id, target, AttackKind::Melee) {
        return Err(NoCharge::NotSeen);
    }
    let side = side_of(state, id, target, arc)?;
    if engagement::slots(state, id, target, side, Side::Front).is_empty() {
        return Err(NoCharge::NoSlot { side: side.title() });
    }
    Ok(side)
}

/// The highest charge distance before Rough pieces, in thousandths of an inch: effects that are used later left out.
/// Rule `IF-CHG-01`.
pub fn highest(state: &State, charge: &Charge) -> i32 {
    movement::speed(state, charge.charger) + (6 + abilities::charge_abilities(state, charge)) * 1_000
}

/// Whether a charge may be declared: gives it with its way. Rules `IF-CHG-01` to `-03`.
pub fn check(
    state: &State,
    id: UnitId,
    target: UnitId,
    heading: u16,
    arc: Option<Side>,
) -> Result<(Charge, ChargePath), NoCharge> {
    let side = check_target(state, id, target, arc)?;
    if heading > 359 {
        return Err(NoCharge::Heading { heading });
    }
    let Some(measured) = Measured::of(state, id, target) else {
        return Err(NoCharge::NoTarget { target });
    };
    let pivoted = measured.charger.pivoted(heading);
    let path = match measured.charging().path(heading) {
        Err(NoContact::Pivot) => return Err(NoCharge::Pivot),
        _ if !attack::in_sight(state, &pivoted, id, target, AttackKind::Melee) => {
            return Err(NoCharge::NotSeenAfterPivot);
        }
        path => path?,
    };
    let charge = Charge {
        charger: id,
        target,
        side,
        heading,
        weapon: None,
        path: Vec::new(),
        modifier: 0,
        die: None,
        hurt: false,
        bonus_lost: false,
        fortified: false,
        effects: AttackEffects::default(),
    };
    let most = highest(state, &charge) - path.rough;
    if path.contact > most {
        return Err(NoCharge::TooFar {
            needed: path.contact,
            most,
        });
    }
    Ok((charge, path))
}

/// The headings of a legal charge on a target, with their ways, the shortest first.
pub fn headings(state: &State, id: UnitId, target: UnitId, arc: Option<Side>) -> Vec<(u16, ChargePath)> {
    if check_target(state, id, target, arc).is_err() {
        return Vec::new();
    }
    let Some(measured) = Measured::of(state, id, target) else {
        return Vec::new();
    };
    let most = movement::speed(state, id) + 30_000;
    let mut headings: Vec<(u16, ChargePath)> = measured
        .charging()
        .headings(most)
        .into_iter()
        .filter(|(heading, _)| check(state, id, target, *heading, arc).is_ok())
        .collect();
    headings.sort_by_key(|(_, path)| path.contact + path.rough);
    headings
}

/// The best heading of a charge on a target: the shortest way. Cheaper than all of them.
pub fn best_heading(
    state: &State,
    id: UnitId,
    target: UnitId,
    arc: Option<Side>,
) -> Option<(u16, ChargePath)> {
    // ERR: a target that may not be charged has no heading; a charge on it is refused with its reason.
    check_target(state, id, target, arc).ok()?;
    let measured = Measured::of(state, id, target)?;
    let most = movement::speed(state, id) + 30_000;
    let mut found = measured.charging().headings(most);
    found.sort_by_key(|(_, path)| path.contact + path.rough);
    found
        .into_iter()
        .find(|(heading, _)| check(state, id, target, *heading, arc).is_ok())
}

/// The trigger `charge_declared`, then the die. Rule `IF-CHG-04`.
pub(crate) fn begin(table: &mut GameTable<'_>) -> Result<Taken, Need> {
    let Some(charge) = table.state().charge.clone() else {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    let at = abilities::occasion_of_charge(&charge, Trigger::ChargeDeclared);
    let window = Step::Window {
        at,
        asked: at.active,
        used: false,
    };
    proceed(table, 1, [window, Step::RollCharge]);
    Ok(Taken::Went)
}

/// The charge distance is rolled and the charger moves. Rules `IF-CHG-04`, `IF-CHG-05`, `IF-CHG-07`.
///
/// RULING (`IF-CHG-04`): a charge whose charger or target an effect has destroyed before the die is rolled ends there, the
/// charger where it stood.
pub(crate) fn roll_charge(table: &mut GameTable<'_>) -> Result<Taken, Need> {
    let state = table.state();
    let charge = state.charge.clone();
    let measured = charge
        .as_ref()
        .and_then(|charge| Measured::of(state, charge.charger, charge.target));
    let (Some(charge), Some(measured)) = (charge, measured) else {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    // ERR: the path was open when the charge was declared. Where an effect has closed it since, no contact is made and the
    // charge falls short.
    let path = measured.charging().path(charge.heading).ok();
    let added = i32::from(charge.modifier) + abilities::charge_abilities(state, &charge);
    let speed = movement::speed(state, charge.charger);
    let slots = engagement::slots(state, charge.charger, charge.target, charge.side, Side::Front);
    let contact = path.as_ref().map(|path| path.contact);
    let rough = path.as_ref().map_or(0, |path| path.rough);
    let reach = |die: i32| (speed + (die + added) * 1_000 - rough).max(0);
    let mut about = RollAbout::of(&charge.charger).against(&charge.target);
    // The least die that brings the charger into contact; 7 where none does.
    about.need = contact.map(|contact| {
        let die = (1..=6).find(|die| contact <= reach(*die));
        DiceNeed::AtLeast(die.unwrap_or(7))
    });
    let roll = table.roll_about(about, "charge distance", charge.charger.seat(), 6, 1)?;
    let die = i32::from(roll.faces.first().copied().unwrap_or(1));
    let distance = reach(die);
    let success = contact.is_some_and(|contact| contact <= distance) && !slots.is_empty();
    table.emit(ChargeEvent::ChargeRolled {
        roll,
        distance,
        needed: contact,
        success,
    });
    let pivoted = measured.charger.pivoted(charge.heading);
    let start = match &path {
        Some(path) => path.start,
        None if measured.others.pivot(&pivoted).is_ok() => pivoted.pose,
        None => measured.charger.pose,
    };
    let (kind, end) = match contact {
        Some(contact) if success => (MoveKind::Charge, start.forward(contact)),
        _ => (
            MoveKind::FailedCharge,
            measured.charging().falls_short(start, distance),
        ),
    };
    if success {
        let from = vec![measured.charger.pose, start];
        super::victory::leave(table, charge.charger, end);
        table.emit(MovementEvent::UnitMoved {
            unit: charge.charger,
            kind,
            from,
            to: end,
        });
        proceed(table, 1, [Step::Align]);
        return Ok(Taken::Went);
    }
    let plan = movement::Plan {
        tray: measured.charger,
        path: vec![measured.charger.pose, start, end],
    };
    movement::travel(table, charge.charger, kind, &plan, true)?;
    proceed(table, 1, []);
    Ok(Taken::Went)
}

/// The places in which a declared charge would end by the dice with which it falls short. Rules `IF-CHG-05`, `IF-CHG-07`.
pub(crate) fn shortfalls(state: &State, charge: &Charge) -> Vec<Pose> {
    let Some(measured) = Measured::of(state, charge.charger, charge.target) else {
        return Vec::new();
    };
    let charging = measured.charging();
    // ERR: a charge that was declared has a path.
    let Ok(path) = charging.path(charge.heading) else {
        return Vec::new();
    };
    let added = i32::from(charge.modifier) + abilities::charge_abilities(state, charge);
    let speed = movement::speed(state, charge.charger);
    let distance = |die: i32| (speed + (die + added) * 1_000 - path.rough).max(0);
    (1..=6)
        .map(distance)
        .filter(|distance| *distance < path.contact)
        .map(|distance| charging.falls_short(path.start, distance))
        .collect()
}

/// The slots in which a charger that has made contact may be aligned. Rule `IF-CHG-06`.
pub fn open_slots(state: &State) -> Vec<(Slot, Pose)> {
    state.charge.as_ref().map_or_else(Vec::new, |charge| {
        engagement::slots(state, charge.charger, charge.target, charge.side, Side::Front)
    })
}

/// The charger is aligned: at once where one slot alone is free. Rule `IF-CHG-06`.
pub(crate) fn align_alone(table: &mut GameTable<'_>, _frame: &Frame) -> Result<Taken, Need> {
    match open_slots(table.state())[..] {
        [] => proceed(table, 1, []),
        [(slot, pose)] => land(table, slot, pose)?,
        _ => return Ok(Taken::Waits),
    }
    Ok(Taken::Went)
}

/// The charger's player chooses the slot. Rule `IF-CHG-06`.
pub(crate) fn align(table: &mut GameTable<'_>, seat: Seat, slot: Slot) -> Result<(), Refusal> {
    let state = table.state();
    let own = state
        .charge
        .as_ref()
        .is_some_and(|charge| charge.charger.seat() == seat);
    if !own || !matches!(state.step(), Some(Step::Align)) {
        return Err(NoCharge::NotNow.into());
    }
    let pose = open_slots(state)
        .into_iter()
        .find(|(free, _)| *free == slot)
        .map(|(_, pose)| pose)
        .ok_or(NoCharge::SlotTaken)?;
    land(table, slot, pose)
}

/// The pieces with a keyword that a charger moved through or ends on. Rules `IF-TERR-07`, `IF-TERR-08`, `IF-GEO-08`.
pub(crate) fn crossed(
    state: &State,
    tray: &Tray,
    path: &[Pose; 2],
    end: Pose,
    keyword: Keyword,
) -> Vec<PieceNo> {
    let mut pieces = Vec::new();
    if path[0].centre() != path[1].centre() {
        pieces = terrain::under(state, &tray.at(path[0]).swept(path[1]), keyword);
    }
    for piece in terrain::under(state, &tray.at(end).outline(), keyword) {
        if !pieces.contains(&piece) {
            pieces.push(piece);
        }
    }
    pieces
}

/// The charger stands in its slot: terrain takes effect, it is engaged, the trigger `charge_contact` follows. Rules
/// `IF-CHG-06`, `IF-TERR-04`, `IF-TERR-07`, `IF-TERR-08`.
fn land(table: &mut GameTable<'_>, slot: Slot, pose: Pose) -> Result<(), Refusal> {
    let state = table.state();
    let Some(charge) = state.charge.clone() else {
        proceed(table, 1, []);
        return Ok(());
    };
    let Some(tray) = terrain::tray(state, charge.charger) else {
        proceed(table, 1, []);
        return Ok(());
    };
    let contact = tray.pose;
    let start = charge.path.last().copied().unwrap_or(contact);
    let mut way = charge.path.clone();
    way.push(contact);
    let hindering = crossed(state, &tray, &[start, contact], pose, Keyword::Hindering);
    let fortified = crossed(state, &tray, &[start, contact], pose, Keyword::Fortified);
    let entered = terrain::dangerous_entered(state, &tray, &way);
    table.emit(ChargeEvent::ChargeAligned { slot });
    if let Some(piece) = hindering.first() {
        table.emit(ChargeEvent::ChargeBonusLost { piece: Some(*piece) });
    }
    if let Some(piece) = fortified.first() {
        table.emit(ChargeEvent::ChargeFortified { piece: *piece });
    }
    engagement::place(table, charge.charger, &contact, pose, true)?;
    dangerous::hurt(table, charge.charger, &entered, true)?;
    // Rule `IF-TERR-04`: a unit destroyed by this ends its action, and nothing is left to use at its contact.
    let stands = |id| {
        table
            .state()
            .unit(id)
            .is_some_and(crate::model::unit::Unit::is_alive)
    };
    if !stands(charge.charger) {
        proceed(table, 1, []);
        return Ok(());
    }
    let at = abilities::occasion_of_charge(&charge, Trigger::ChargeContact);
    let window = Step::Window {
        at,
        asked: at.active,
        used: false,
    };
    proceed(table, 1, [window, Step::ChargeAttack]);
    Ok(())
}

/// The charger makes its melee attack, with the Charge Bonus unless it was lost. Rules `IF-CHG-08`, `IF-CHG-09`.
pub(crate) fn charge_attack(table: &mut GameTable<'_>) -> Result<Taken, Need> {
    let state = table.state();
    let prepared = state.charge.clone().and_then(|charge| {
        // ERR: a charger that an effect has left without the attack makes none.
        let (weapon, _) = attack::weapon_of(state, charge.charger, AttackKind::Melee, charge.weapon).ok()?;
        let attack = attack::declared(state, charge.charger, charge.target, AttackKind::Melee, weapon)?;
        let bonus = charge.has_bonus() && !abilities::cancels_bonus(state, &charge);
        Some((charge, attack, bonus))
    });
    let Some((charge, attack, bonus)) = prepared else {
        proceed(table, 1, []);
        return Ok(Taken::Went);
    };
    attack::declare(
        table,
        crate::model::contests::Attack {
            of_a_charge: true,
            bonus,
            effects: charge.effects,
            ..attack
        },
    );
    Ok(Taken::Went)
}
