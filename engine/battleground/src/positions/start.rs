//! Positions: what must be true of every state, and battles begun from one.

use std::collections::BTreeSet;

use battleground_geometry::{Card, Object, overlaps, share_inside};
use hindsight_kernel::{Invariant, Message, Phrase, Seat, check_invariants, message, phrase, sentences};

use crate::editions::profile::RouterFaces;
use crate::field::covered::{cover_a_centre, has_centre_in};
use crate::field::{Field, TOL};
use crate::messages::MESSAGES;
use crate::model::agenda::{BattleTable, Step};
use crate::model::effect::Keyword;
use crate::model::event::{Event, ProcedureEvent};
use crate::model::names::{Team, UnitId};
use crate::model::refusal::{Refusal, refusals};
use crate::model::state::{Phase, Player, State, Status, Unit};
use crate::naming::player;
use crate::positions::of_edition::check_position;

refusals! {
    messages = MESSAGES;
    /// Reasons to refuse a position from outside.
    pub(crate) enum StartRefusal: &'static str {
        OutOfBounds(fault: Message) = "HS-POS-01", "table", fault = fault.clone() => with("out_of_bounds", [fault.to_string()]);
        SeveralOutOfBounds { count: usize, first: Message, listed: Vec<Message> } = "HS-POS-01", "table",
            count, first = first.clone() => with("out_of_bounds", sentences(listed));
        UnitsUnknown { seat: Seat, unknown: u8 } = "HS-POS-01", "table",
            player = seat.index(), unknown, seat = player(*seat);
        Unsound(fault: Message) = "HS-POS-01", "table", fault = fault.clone();
    }
}

/// Begins a battle from a position: refuses one that no player can have before them.
pub(crate) fn begin_at(table: &mut BattleTable<'_>, position: State) -> Result<(), Refusal> {
    check_bounds(&position)?;
    for seat in position.seats() {
        let unknown = position.player(seat).unknown;
        if unknown > 0 {
            return Err(StartRefusal::UnitsUnknown { seat, unknown }.into());
        }
    }
    check_position(&position)?;
    sound_at_rest(&position).map_err(StartRefusal::Unsound)?;
    let unseen = misses_its_snapshot(&position);
    table.emit(Event::Procedure(ProcedureEvent::Placed {
        position: Box::new(position),
    }));
    if unseen {
        crate::model::agenda::proceed(table, 0, [Step::Snapshot]);
    }
    crate::model::agenda::go_on(table)
}

/// Whether a position made by hand stands in a Movement & Command Phase whose start nobody has noted: it is noted now, or
/// no unit could Final Rush this turn. Rule `BG4-GEO-21` (pp. 62-65).
// RULING: BG4-GEO-21, a battle begun from such a position takes the moment it begins for the start of the turn.
fn misses_its_snapshot(state: &State) -> bool {
    let moving = matches!(
        state.agenda.last().map(|frame| &frame.step),
        Some(Step::MovementAndCommand)
    );
    moving
        && state.snapshot.is_empty()
        && Team::BOTH
            .iter()
            .all(|team| state.of_team(*team).next().is_some())
}

/// A position from outside may be anything: what is out of bounds is refused before anything is worked out, all of it at
/// once.
pub(crate) fn check_bounds(state: &State) -> Result<(), StartRefusal> {
    let faults = crate::model::bounds::of_position(state);
    let listed: Vec<Message> = faults
        .iter()
        .take(MOST_LISTED)
        .map(|fault| crate::model::bounds::placed(fault.clone()))
        .collect();
    match (faults.len(), listed.first()) {
        (0, _) | (_, None) => Ok(()),
        (1, Some(fault)) => Err(StartRefusal::OutOfBounds(fault.clone())),
        (count, Some(first)) => Err(StartRefusal::SeveralOutOfBounds {
            count,
            first: first.clone(),
            listed,
        }),
    }
}

/// The most faults that are listed.
const MOST_LISTED: usize = 200;

/// The named invariants, in the order in which they are checked.
const INVARIANTS: [Invariant<State, Result<(), Message>, Phrase>; 10] = [
    (phrase!(MESSAGES, "position-law-cards"), units_are_sound),
    (phrase!(MESSAGES, "position-law-boxes"), boxes_are_within),
    (phrase!(MESSAGES, "position-law-play-area"), units_on_table),
    (phrase!(MESSAGES, "position-law-overlap"), units_apart),
    (phrase!(MESSAGES, "position-law-impassable"), units_off_impassable),
    (
        phrase!(MESSAGES, "position-law-engagements"),
        engagements_are_sound,
    ),
    (phrase!(MESSAGES, "position-law-orders"), orders_are_written),
    (phrase!(MESSAGES, "position-law-command-cards"), cards_are_sound),
    (phrase!(MESSAGES, "position-law-steps"), agenda_is_sound),
    (phrase!(MESSAGES, "position-law-attacks"), hands_are_sound),
];

/// What must be true of every state, each by name; the first that is not.
pub(crate) fn invariants(state: &State) -> Result<(), Message> {
    check_invariants(state, &INVARIANTS)
}

fn units_are_sound(state: &State) -> Result<(), Message> {
    let mut seen = BTreeSet::new();
    for unit in &state.units {
        if state.book.kind(unit.kind).is_none() {
            return Err(message!(MESSAGES, "position-no-card", unit = unit.id));
        }
        if !seen.insert(unit.id) {
            return Err(message!(MESSAGES, "position-twice", unit = unit.id));
        }
        if unit.destroyed.is_some() && unit.pose.is_some() {
            return Err(message!(MESSAGES, "position-destroyed-on-table", unit = unit.id));
        }
        if unit.airborne && !state.kind(unit).is(Keyword::Flying) {
            return Err(message!(MESSAGES, "position-cannot-fly", unit = unit.id));
        }
    }
    if state.units.windows(2).any(|pair| pair[0].id > pair[1].id) {
        return Err(message!(MESSAGES, "position-unordered"));
    }
    Ok(())
}

fn boxes_are_within(state: &State) -> Result<(), Message> {
    for unit in &state.units {
        let all = state.kind(unit).boxes.all();
        let marked = unit.all_marked();
        if marked > all {
            return Err(message!(MESSAGES, "position-boxes", unit = unit.id, marked, all));
        }
    }
    Ok(())
}

/// What must be true of a state in which somebody is asked: the invariants, and that the dead are gone.
pub(crate) fn sound_at_rest(state: &State) -> Result<(), Message> {
    invariants(state)?;
    the_dead_are_gone(state)
}

/// Who has no box left is off the table before anybody is asked again, but in the Combat Phase and in an attack. It is no
/// invariant: the event that destroys a unit follows the one that marks its last box. Rules `BG4-TURN-07`, `BG4-COMB-02` (pp.
/// 33-34, 90, 96).
fn the_dead_are_gone(state: &State) -> Result<(), Message> {
    if state.phase == Phase::Combat || state.attack.is_some() {
        return Ok(());
    }
    match state
        .on_table()
        .find(|unit| unit.marked == state.kind(unit).boxes.all())
    {
        Some(unit) => Err(message!(MESSAGES, "position-no-box-left", unit = unit.id)),
        None => Ok(()),
    }
}

/// Units and what of them lies on the table: of a unit slid under an enemy its body alone. Rule `BG4-COLOS-05` (p. 121).
fn footprints<'s>(field: &Field<'s>) -> Vec<(&'s Unit, Card)> {
    field
        .state()
        .on_table()
        .filter_map(|unit| Some((unit, *field.body(unit.id)?)))
        .collect()
}

/// Whether a unit has been turned as it began to rout and has not made its rout move: what it covers until then is tolerated.
/// Rules `BG3-COUR-07`, `BG3-COUR-08` (p. 22).
fn is_turned_to_rout(state: &State, unit: &Unit) -> bool {
    state.profile().router_faces == RouterFaces::OwnEdgeOrAway
        && unit.status == Status::Routing
        && unit.turn.just_routed
}

fn units_on_table(state: &State) -> Result<(), Message> {
    if state.phase == Phase::SetUp {
        return Ok(());
    }
    let field = Field::of(state);
    for (unit, card) in footprints(&field) {
        let tolerated = unit.airborne || is_turned_to_rout(state, unit);
        if !(tolerated || field.table().contains(&card, TOL)) {
            return Err(message!(MESSAGES, "position-off-the-table", unit = unit.id));
        }
    }
    Ok(())
}

fn units_apart(state: &State) -> Result<(), Message> {
    let field = Field::of(state);
    let cards: Vec<_> = footprints(&field)
        .into_iter()
        .filter(|(unit, _)| !unit.airborne && !is_turned_to_rout(state, unit))
        .collect();
    for (place, (unit, card)) in cards.iter().enumerate() {
        for (other, there) in &cards[place + 1..] {
            // A unit may have stopped over part of a friend. Rule BG3-MOV-14 (p. 12).
            let tolerated = state.profile().may_cover_friends
                && unit.id.team() == other.id.team()
                && !cover_a_centre(card, there, TOL);
            if overlaps(card, there, TOL) && !tolerated {
                return Err(message!(
                    MESSAGES,
                    "position-overlap",
                    unit = unit.id,
                    other = other.id
                ));
            }
        }
    }
    Ok(())
}

fn units_off_impassable(state: &State) -> Result<(), Message> {
    let field = Field::of(state);
    let standing = |unit: &Unit| !unit.airborne && !is_turned_to_rout(state, unit);
    for (unit, card) in footprints(&field).into_iter().filter(|(unit, _)| standing(unit)) {
        for lay in field.lays() {
            let tolerated = |area| {
                state.profile().may_cover_friends
                    && lay.is_open_area()
                    && !has_centre_in(&card, Object::Area(area), TOL)
            };
            let stands_in =
                |area| overlaps(&card, area, TOL) && share_inside(&card, [area]) > 0.01 && !tolerated(area);
            if field.barred_area(unit, lay.piece).is_some() && lay.closed_areas().any(stands_in) {
                let kind: &str = lay.piece.kind.into();
                return Err(message!(MESSAGES, "position-stands-in", unit = unit.id, kind));
            }
        }
    }
    Ok(())
}

fn engagements_are_sound(state: &State) -> Result<(), Message> {
    let mut pairs: BTreeSet<(UnitId, UnitId)> = BTreeSet::new();
    for engagement in &state.engagements {
        let (one, other) = (engagement.rusher, engagement.rushed);
        if one.team() == other.team() {
            return Err(message!(MESSAGES, "position-friends-engaged", one, other));
        }
        if !pairs.insert((one.min(other), one.max(other))) {
            return Err(message!(MESSAGES, "position-engaged-twice", one, other));
        }
        for unit in [one, other] {
            let there = state.unit(unit).filter(|unit| unit.pose.is_some());
            if there.is_none_or(|unit| unit.airborne) {
                return Err(message!(MESSAGES, "position-engaged-in-the-air", unit));
            }
        }
    }
    Ok(())
}

fn orders_are_written(state: &State) -> Result<(), Message> {
    if state.phase == Phase::SetUp {
        return Ok(());
    }
    match state.on_table().find(|unit| unit.status == Status::Ready(None)) {
        Some(unit) => Err(message!(MESSAGES, "position-ready-without-order", unit = unit.id)),
        None => Ok(()),
    }
}

fn cards_are_sound(state: &State) -> Result<(), Message> {
    for seat in state.seats() {
        let player = state.player(seat);
        let known = player.hand.iter().flatten();
        let copies = state.house.copies();
        let mut places = [0_u8; 31];
        for card in known.chain(&player.unseen).chain(&player.discards) {
            let count = places.get_mut(usize::from(card.0)).filter(|_| card.0 > 0);
            let Some(count) = count.filter(|count| **count < copies) else {
                return Err(message!(MESSAGES, "position-command-card"));
            };
            *count += 1;
        }
        let hidden = |player: &Player| player.hand.iter().filter(|held| held.is_none()).count();
        // Of a shared deck a card may be in either hand. Rule BG3-SET-07 (pp. 3-4).
        let unknown = if state.house.shared_deck {
            state.players.iter().map(hidden).sum()
        } else {
            hidden(player)
        };
        if player.unseen.len() != usize::from(player.deck) + unknown {
            return Err(message!(
                MESSAGES,
                "position-hidden-cards",
                unseen = player.unseen.len(),
                deck = player.deck,
                unknown
            ));
        }
    }
    Ok(())
}

fn agenda_is_sound(state: &State) -> Result<(), Message> {
    let begun = !state.book.kinds.is_empty();
    if begun && state.agenda.is_empty() != state.ending.is_some() {
        return Err(if state.ending.is_some() {
            message!(MESSAGES, "position-over-with-steps")
        } else {
            message!(MESSAGES, "position-without-steps")
        });
    }
    if let Some(active) = state.active
        && active.index() > 1
    {
        return Err(message!(MESSAGES, "position-turn-of-nobody"));
    }
    if let Some(unit) = state
        .units
        .iter()
        .find(|unit| unit.id.seat().index() >= state.players.len())
    {
        return Err(message!(MESSAGES, "position-seat-of-unit", unit = unit.id));
    }
    if state.players.len() > 2 && !state.profile().teams {
        return Err(message!(MESSAGES, "position-two-players"));
    }
    if state.turn > 0 && state.active.is_none() {
        return Err(message!(MESSAGES, "position-no-active-player"));
    }
    if state.scenario().is_none() && begun {
        return Err(message!(MESSAGES, "position-no-scenario"));
    }
    Ok(())
}

fn hands_are_sound(state: &State) -> Result<(), Message> {
    let has = |step: fn(&Step) -> bool| state.agenda.iter().any(|frame| step(&frame.step));
    if state.attack.is_some()
        && !has(|step| {
            matches!(
                step,
                Step::Attack
                    | Step::Attacks
                    | Step::Cast { .. }
                    | Step::Courage { .. }
                    | Step::FreeAttacks { .. }
            )
        })
    {
        return Err(message!(MESSAGES, "position-attack-unresolved"));
    }
    if state.check.is_some()
        && !has(|step| matches!(step, Step::RollCheck | Step::SettleCheck | Step::Courage { .. }))
    {
        return Err(message!(MESSAGES, "position-check-unsettled"));
    }
    if let Some(attack) = &state.attack {
        for unit in [attack.attacker, attack.target] {
            if state.unit(unit).is_none() {
                return Err(message!(MESSAGES, "position-attack-of-no-unit", unit));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::names::CardNo;
    use crate::scene::{at_table, id, line, scene};

    #[test]
    fn a_position_made_by_hand_can_rush_at_once() {
        let position = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 14.0, 180.0))
            .set(|state| {
                for player in &mut state.players {
                    player.deck = 30;
                    player.unseen = CardNo::deck().collect();
                }
            })
            .state();
        let (result, state, _) = at_table(State::default(), &[], |table| begin_at(table, position.clone()));
        result.unwrap();
        assert!(crate::procedures::rush::targets::must_rush(&state, id("A1")));
        // One that already has its snapshot is taken as it is.
        let (_, again, events) = at_table(State::default(), &[], |table| begin_at(table, state.clone()));
        assert_eq!((again, events.len()), (state, 1));
        // What breaks an invariant is refused with its name.
        let mut broken = position.clone();
        broken.units[0].marked = 99;
        let (result, _, events) = at_table(State::default(), &[], |table| begin_at(table, broken));
        assert!(
            result
                .unwrap_err()
                .to_string()
                .contains("boxes are within the card's")
        );
        assert!(events.is_empty());
        // So is a unit that should be dead, except where the rules leave it on the table for a while.
        let mut dead = position;
        dead.units[0].marked = 9;
        assert_eq!(
            sound_at_rest(&dead).unwrap_err(),
            "A1 has no box left and is on the table"
        );
        let (result, _, _) = at_table(State::default(), &[], |table| begin_at(table, dead.clone()));
        assert!(result.unwrap_err().to_string().contains("no box left"));
        dead.phase = Phase::Combat;
        assert_eq!(sound_at_rest(&dead), Ok(()));
    }

    /// A position that may be begun from, changed; what its beginning is refused for.
    fn refused(change: impl FnOnce(&mut State)) -> (String, Vec<String>) {
        let position = scene()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 14.0, 180.0))
            .set(|state| {
                for player in &mut state.players {
                    player.deck = 30;
                    player.unseen = CardNo::deck().collect();
                }
            })
            .set(change)
            .state();
        let (result, _, events) = at_table(State::default(), &[], |table| begin_at(table, position));
        let refusal = result.unwrap_err().of(crate::editions::Edition::V4);
        assert!(events.is_empty());
        let listed = serde_json::to_value(&refusal).unwrap();
        let listed = listed.to_string();
        (refusal.message.into(), vec![listed])
    }

    #[test]
    fn a_position_out_of_bounds_is_refused_with_every_field_at_once() {
        use crate::model::agenda::Frame;
        use crate::model::state::{Lasting, LastingKind};
        let lasting = Lasting {
            name: "Surge".to_owned(),
            kind: LastingKind::Card(CardNo(16)),
            by: hindsight_kernel::Seat::A,
            effects: Vec::new(),
        };
        let (message, listed) = refused(|state| {
            state.units[0].lasting = vec![lasting; 255];
            state.units[1].pending.passed_by = vec![id("A1"); 255];
            let waiting: Frame = Step::MovementAndCommand.into();
            state.agenda = vec![waiting; 201];
            state.agenda[0].step = Step::FreeAttacks {
                left: vec![(id("A1"), id("B1")); 255],
            };
            let book = std::sync::Arc::make_mut(&mut state.book);
            book.kinds[0].boxes.green = 200;
            book.kinds[0].boxes.yellow = 100;
            book.kinds[1].direct_control_cost = 255;
        });
        assert!(message.starts_with("7 fields are out of bounds"), "{message}");
        for field in [
            "units/0/lasting: a list of at most 100 entries is expected, not 255",
            "units/1/pending/passed_by: a list of at most 200",
            "agenda: a list of at most 200 entries is expected, not 201",
            "agenda/0/step/free_attacks/left: a list of at most 200",
            "book/kinds/0/boxes/green: 0 to 9 is expected, not 200",
            "book/kinds/0/boxes/yellow: 0 to 9 is expected, not 100",
            "book/kinds/1/direct_control_cost: 1 to 10 is expected, not 255",
        ] {
            assert!(listed[0].contains(field), "{field} is missing in {}", listed[0]);
        }
    }

    #[test]
    fn the_attacks_of_a_position_are_bounded() {
        use crate::model::attack::{Asked, Attack, AttackKind, AttackStage, Numbers};
        use hindsight_kernel::Modifier;
        let dice = |change: i32| Modifier {
            name: "Attack dice".to_owned(),
            change,
            rule: "BG4-ATK-03".into(),
        };
        let (_, listed) = refused(|state| {
            let attack = Attack {
                attacker: id("A1"),
                target: id("B1"),
                kind: AttackKind::Melee,
                numbers: Numbers {
                    dice: 101,
                    on_dice: vec![dice(i32::MAX), dice(1)],
                    ..Numbers::default()
                },
                stage: AttackStage::Damage,
                asked: Asked::Nobody,
                red: None,
                blue: None,
                cards: Vec::new(),
                hit_roll: None,
                wound_roll: None,
                claimed: None,
                moved: Vec::new(),
                direct: u32::MAX,
            };
            let declared = crate::model::state::Declared {
                attack: attack.clone(),
                done: true,
                felled: false,
            };
            state.declared = vec![declared; 255];
            state.attack = Some(Box::new(attack));
            state.agenda.push(Step::Attack.into());
        });
        for field in [
            "declared: a list of at most 200",
            "attack/numbers/dice: 0 to 100",
            "attack/numbers/on_dice/0/change: -1000 to 1000",
            "attack/direct: 0 to 1000",
        ] {
            assert!(listed[0].contains(field), "{field} is missing in {}", listed[0]);
        }
    }
}
