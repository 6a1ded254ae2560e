//! Invariants of every state of this game, each by name. Rule `HS-POS-01`.

use hindsight_kernel::{
    Argument, Invariant, Message, Phrase, Seat, check_invariants, faults_of, message, phrase,
};

use crate::messages::MESSAGES;
use crate::model::event::held;
use crate::model::names::{UnitId, UnitSet};
use crate::model::state::{ArmyList, SEATS, Stage, State, Unit};
use crate::rules::army::check_list;
use crate::rules::deploy::deployment_rows;
use crate::rules::equipment::no_duplicates;
use crate::rules::reveal::mixed_list;
use crate::rules::weapons::check_weapons;

/// The named invariants, in the order in which they are checked. Rule `HS-POS-01`.
const INVARIANTS: [Invariant<State, Vec<Message>>; 19] = [
    ("unit_id", unit_ids),
    ("cell_on_board", cells_on_board),
    ("cells_distinct", cells_distinct),
    ("card_known", cards_known),
    ("absent_unit", absent_units),
    ("models", models),
    ("wounds", wounds),
    ("lost", lost),
    ("items_known", items_known),
    ("item_slots", item_slots),
    ("face_down", face_down),
    ("deployment_rows", rows_of_deployment),
    ("items_distinct", items_distinct),
    ("list", lists),
    ("shown", shown_cards),
    ("weapons", weapons),
    ("seats", seats),
    ("stage", stage),
    ("combat", combat),
];

/// Everything that keeps a state from being a position of this game, each by name. Rule `HS-POS-01`.
pub fn faults(state: &State) -> Vec<Message> {
    if state.stage == Stage::Empty {
        return (*state != State::default())
            .then(|| message!(MESSAGES, "position-empty-table-holds-something"))
            .into_iter()
            .collect();
    }
    faults_of(state, &INVARIANTS)
}

/// The first thing that is not as it must be.
pub fn invariants(state: &State) -> Result<(), Message> {
    if state.stage == Stage::Empty {
        return faults(state).into_iter().next().map_or(Ok(()), Err);
    }
    check_invariants(state, &INVARIANTS)
}

fn is_battle(stage: Stage) -> bool {
    matches!(
        stage,
        Stage::Actions
            | Stage::Combats
            | Stage::NextCombat
            | Stage::Blows { .. }
            | Stage::Aftermath
            | Stage::TurnOver
            | Stage::Over
    )
}

/// What is wrong with some of the units.
fn of_units(state: &State, fault: impl FnMut(&Unit) -> Option<Message>) -> Vec<Message> {
    state.units.iter().filter_map(fault).collect()
}

/// What is wrong with some of the units that lie face up.
fn of_open_units(state: &State, fault: impl FnMut(&Unit) -> Option<Message>) -> Vec<Message> {
    if state.turned_up {
        of_units(state, fault)
    } else {
        Vec::new()
    }
}

/// What is wrong with some of the units that lie face down.
fn of_hidden_units(state: &State, fault: impl FnMut(&Unit) -> Option<Message>) -> Vec<Message> {
    if state.turned_up {
        Vec::new()
    } else {
        of_units(state, fault)
    }
}

fn unit_ids(state: &State) -> Vec<Message> {
    UnitId::all()
        .zip(&state.units)
        .filter(|(id, unit)| unit.id != *id)
        .map(|(id, unit)| message!(MESSAGES, "position-unit-misplaced", unit = unit.id, id))
        .collect()
}

fn cells_on_board(state: &State) -> Vec<Message> {
    of_units(state, |unit| {
        let cell = unit.cell.filter(|cell| !state.field().contains(*cell))?;
        Some(message!(
            MESSAGES,
            "position-off-the-board",
            unit = unit.id,
            cell = Argument::text(cell)
        ))
    })
}

fn cells_distinct(state: &State) -> Vec<Message> {
    let is_there = |unit: &Unit, cell| {
        let mut others = state.units.iter().filter(|other| other.id < unit.id);
        others.any(|other| other.cell == Some(cell))
    };
    of_units(state, |unit| {
        let cell = unit.cell.filter(|cell| is_there(unit, *cell))?;
        Some(message!(
            MESSAGES,
            "position-cell-twice",
            cell = Argument::text(cell)
        ))
    })
}

/// A unit on the board, or lost from it, has a card of the pack.
///
/// RULING: a position made by hand may hold fewer than twelve units; one without a card is absent and counts nowhere.
fn cards_known(state: &State) -> Vec<Message> {
    of_open_units(state, |unit| match unit.card {
        Some(name) if state.cards.unit(name).is_none() => {
            Some(message!(MESSAGES, "position-card-unknown", name, unit = unit.id))
        }
        None if unit.cell.is_some() || unit.lost.is_some() => {
            Some(message!(MESSAGES, "position-no-card", unit = unit.id))
        }
        Some(_) | None => None,
    })
}

fn absent_units(state: &State) -> Vec<Message> {
    of_open_units(state, |unit| {
        let is_absent = unit.card.is_none() && unit.cell.is_none() && unit.lost.is_none();
        (is_absent && (unit.models > 0 || unit.items != [None; 3]))
            .then(|| message!(MESSAGES, "position-absent-unit-not-empty", unit = unit.id))
    })
}

fn models(state: &State) -> Vec<Message> {
    of_open_units(state, |unit| {
        let most = state.cards.unit(unit.card?)?.models;
        (unit.cell.is_some() && !(1..=most).contains(&unit.models)).then(|| {
            message!(
                MESSAGES,
                "position-models",
                unit = unit.id,
                models = unit.models,
                most
            )
        })
    })
    .into_iter()
    .chain(of_open_units(state, |unit| {
        (unit.cell.is_none() && (unit.models > 0 || unit.wounds > 0))
            .then(|| message!(MESSAGES, "position-models-off-the-board", unit = unit.id))
    }))
    .collect()
}

fn wounds(state: &State) -> Vec<Message> {
    of_open_units(state, |unit| {
        let each = state.cards.unit(unit.card?)?.wounds_per_model;
        (unit.wounds >= each).then(|| message!(MESSAGES, "position-wounds", unit = unit.id, each))
    })
}

fn lost(state: &State) -> Vec<Message> {
    of_open_units(state, |unit| {
        (unit.cell.is_some() == unit.lost.is_some() && unit.card.is_some())
            .then(|| message!(MESSAGES, "position-board-or-lost", unit = unit.id))
    })
}

fn items_known(state: &State) -> Vec<Message> {
    let unknown = |unit: &Unit| {
        held(&unit.items)
            .map(|(_, item)| item)
            .find(|item| state.cards.item(*item).is_none())
    };
    of_open_units(state, |unit| {
        Some(message!(MESSAGES, "position-item-unknown", item = unknown(unit)?))
    })
}

fn item_slots(state: &State) -> Vec<Message> {
    let misplaced = |unit: &Unit| {
        held(&unit.items).find(|(slot, item)| state.cards.item(*item).is_some_and(|card| card.slot != *slot))
    };
    of_open_units(state, |unit| {
        let (_, item) = misplaced(unit)?;
        Some(message!(MESSAGES, "position-wrong-slot", unit = unit.id, item))
    })
}

fn face_down(state: &State) -> Vec<Message> {
    of_hidden_units(state, |unit| {
        let bare = Unit {
            cell: unit.cell,
            facing: unit.facing,
            ..Unit::absent(unit.id)
        };
        (*unit != bare).then(|| message!(MESSAGES, "position-face-down", unit = unit.id))
    })
}

fn rows_of_deployment(state: &State) -> Vec<Message> {
    of_hidden_units(state, |unit| {
        let cell = unit.cell?;
        (!deployment_rows(state, unit.id.seat()).contains(&cell.row())).then(|| {
            message!(
                MESSAGES,
                "position-outside-its-rows",
                unit = unit.id,
                cell = Argument::text(cell)
            )
        })
    })
}

fn items_distinct(state: &State) -> Vec<Message> {
    let double = |seat: Seat| {
        let items = UnitId::of(seat).flat_map(|unit| state.unit(unit).items.iter().flatten().copied());
        no_duplicates(items).err()
    };
    let open = SEATS.into_iter().filter(|_| state.turned_up);
    open.filter_map(double).map(|refusal| refusal.message).collect()
}

fn lists(state: &State) -> Vec<Message> {
    let known = SEATS.iter().filter_map(|&seat| state.player(seat).list.known());
    known
        .filter_map(|list| check_list(&state.cards, list).err())
        .map(hindsight_kernel::Refusal::cited)
        .collect()
}

/// The list of a seat, if it is known and legal.
fn legal_list(state: &State, seat: Seat) -> Option<&ArmyList> {
    let list = state.player(seat).list.known()?;
    check_list(&state.cards, list).is_ok().then_some(list)
}

/// Whether a seat shows other cards than its list.
fn shows_others(state: &State, seat: Seat) -> bool {
    let shown = state.player(seat).shown.as_ref();
    shown
        .zip(legal_list(state, seat))
        .is_some_and(|(shown, list)| **shown != mixed_list(&state.cards, list))
}

fn shown_cards(state: &State) -> Vec<Message> {
    let mut faults = Vec::new();
    for seat in SEATS {
        if shows_others(state, seat) {
            faults.push(message!(MESSAGES, "position-other-cards-shown", seat));
        }
        if let Some(shown) = &state.player(seat).shown
            && crate::rules::reveal::check_shown(&state.cards, shown).is_err()
        {
            faults.push(message!(MESSAGES, "position-no-army-shows-cards", seat));
        }
    }
    faults
}

fn weapons(state: &State) -> Vec<Message> {
    SEATS
        .into_iter()
        .filter(|&seat| !shows_others(state, seat))
        .filter_map(|seat| {
            let (list, chosen) = (legal_list(state, seat)?, state.player(seat).weapons.known()?);
            check_weapons(&state.cards, seat, list, chosen).err()
        })
        .map(hindsight_kernel::Refusal::cited)
        .collect()
}

fn seats(state: &State) -> Vec<Message> {
    let start = &state.start;
    let named = [
        start.deployment_right,
        start.first_deployer,
        start.first_turn,
        state.active,
    ];
    if named.into_iter().flatten().all(|seat| SEATS.contains(&seat)) {
        Vec::new()
    } else {
        vec![message!(MESSAGES, "position-only-two-seats")]
    }
}

fn stage(state: &State) -> Vec<Message> {
    let mut faults = Vec::new();
    let mut want = |holds: bool, what: Phrase| {
        if !holds {
            faults.push(what.message());
        }
    };
    let [south, north] = &state.players;
    let lists = south.list.is_made() && north.list.is_made();
    let weapons = south.weapons.is_made() && north.weapons.is_made();
    let shown = south.shown.is_some() && north.shown.is_some();
    let placed = |seat: Seat| state.standing_of(seat).count();
    let total = placed(Seat::A) + placed(Seat::B);
    let seat_ok = |seat: Seat| SEATS.contains(&seat);
    let battle = is_battle(state.stage);
    want(
        battle == (state.round > 0) && battle == state.active.is_some(),
        phrase!(MESSAGES, "position-round-without-battle"),
    );
    want(
        state.round <= state.cards.board.rounds,
        phrase!(MESSAGES, "position-round-after-last"),
    );
    want(
        state.turned_up == battle || (state.turned_up && state.stage == Stage::Reveal),
        phrase!(MESSAGES, "position-cards-face-up"),
    );
    match state.stage {
        Stage::Empty | Stage::Build | Stage::Over => {}
        Stage::Weapons => want(lists && shown, phrase!(MESSAGES, "position-lists-before-weapons")),
        Stage::StartRight { seat } | Stage::NameDeployer { seat } | Stage::NameFirst { seat } => {
            want(
                lists && shown && weapons,
                phrase!(MESSAGES, "position-army-before-start-roll"),
            );
            want(seat_ok(seat), phrase!(MESSAGES, "position-only-two-seats"));
        }
        Stage::Deploy { seat } => {
            want(
                lists && shown && weapons,
                phrase!(MESSAGES, "position-army-before-deployment"),
            );
            want(seat_ok(seat), phrase!(MESSAGES, "position-only-two-seats"));
            match state.start.first_deployer {
                Some(first) => {
                    let turn = if total.is_multiple_of(2) {
                        first
                    } else {
                        first.opponent()
                    };
                    let (own, other) = (placed(first), placed(first.opponent()));
                    want(
                        total < 12 && turn == seat && (own == other || own == other + 1),
                        phrase!(MESSAGES, "position-deploy-in-turn"),
                    );
                }
                None => want(false, phrase!(MESSAGES, "position-no-first-deployer")),
            }
        }
        Stage::Reveal => {
            want(
                lists && shown && weapons,
                phrase!(MESSAGES, "position-army-before-cards-up"),
            );
            want(total == 12, phrase!(MESSAGES, "position-units-before-cards-up"));
        }
        Stage::Actions
        | Stage::Combats
        | Stage::NextCombat
        | Stage::Blows { .. }
        | Stage::Aftermath
        | Stage::TurnOver => {
            want(
                state.start.first_turn.is_some(),
                phrase!(MESSAGES, "position-no-first-turn"),
            );
        }
    }
    want(
        (state.stage == Stage::Over) == state.ending.is_some(),
        phrase!(MESSAGES, "position-over-without-ending"),
    );
    let placing = matches!(state.stage, Stage::Deploy { .. } | Stage::Reveal);
    want(
        battle || placing || total == 0,
        phrase!(MESSAGES, "position-units-before-deployment"),
    );
    let marked_ok = |set: UnitSet| {
        set.iter()
            .all(|unit| state.cell(unit).is_some() && Some(unit.seat()) == state.active)
    };
    want(
        marked_ok(state.acted),
        phrase!(MESSAGES, "position-acted-of-active"),
    );
    want(
        marked_ok(state.charged),
        phrase!(MESSAGES, "position-charged-of-active"),
    );
    want(
        state.charged.iter().all(|unit| state.acted.contains(unit)),
        phrase!(MESSAGES, "position-charged-without-acting"),
    );
    faults
}

fn combat(state: &State) -> Vec<Message> {
    let mut faults = Vec::new();
    let phase = &state.combat;
    let mut want = |holds: bool, what: Phrase| {
        if !holds {
            faults.push(what.message());
        }
    };
    let fought = matches!(
        state.stage,
        Stage::NextCombat | Stage::Blows { .. } | Stage::Aftermath
    );
    if !fought {
        want(
            *phase == crate::model::state::CombatPhase::default(),
            phrase!(MESSAGES, "position-combat-outside-its-phase"),
        );
        return faults;
    }
    let mut seen = UnitSet::EMPTY;
    for unit in phase.combats.iter().flat_map(|combat| combat.iter()) {
        want(
            seen.insert(unit),
            phrase!(MESSAGES, "position-unit-in-two-combats"),
        );
    }
    want(
        phase.combats.iter().all(|combat| combat.len() >= 2),
        phrase!(MESSAGES, "position-combat-of-one"),
    );
    let present = phase.combats.first().copied().unwrap_or_default();
    let inside = |unit: &UnitId| present.contains(*unit);
    match state.stage {
        Stage::Blows { tier } => {
            want((1..=5).contains(&tier), phrase!(MESSAGES, "position-tier"));
            want(
                !phase.combats.is_empty(),
                phrase!(MESSAGES, "position-no-combat-left"),
            );
        }
        Stage::Aftermath => want(
            !phase.combats.is_empty(),
            phrase!(MESSAGES, "position-no-combat-left"),
        ),
        _ => want(
            phase.strikes.is_empty() && phase.tests.is_empty(),
            phrase!(MESSAGES, "position-no-combat-fought"),
        ),
    }
    want(
        phase.strikes.iter().all(|strike| {
            inside(&strike.unit)
                && inside(&strike.target)
                && strike.unit.seat() != strike.target.seat()
                && (1..=4).contains(&strike.tier)
        }),
        phrase!(MESSAGES, "position-strike-between-friends"),
    );
    want(
        phase
            .tests
            .iter()
            .chain(&phase.running)
            .all(|unit| inside(unit) && state.cell(*unit).is_some()),
        phrase!(MESSAGES, "position-test-outside-combat"),
    );
    let tests: UnitSet = phase.tests.iter().copied().collect();
    want(
        tests.len() == phase.tests.len(),
        phrase!(MESSAGES, "position-test-twice"),
    );
    want(
        phase.fled.iter().all(|unit| inside(&unit)),
        phrase!(MESSAGES, "position-fled-outside-combat"),
    );
    want(
        phase.reformed.len() <= 2 && phase.reformed.iter().all(|seat| SEATS.contains(seat)),
        phrase!(MESSAGES, "position-reformed-twice"),
    );
    faults
}
