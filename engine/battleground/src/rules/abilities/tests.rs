//! The ladder of refused abilities: which one, on whom, at what cost.

use super::refusal::AbilityRefusal as Why;
use super::*;
use crate::ladder::{Ladder, check_ladders};
use crate::model::effect::{Condition, StatusName};
use crate::model::state::{Allegiance, Secret, Status};
use crate::scene::{id, line, scene};

const STAND_FIRM: &str = "Stand Firm";

/// South's League with an enemy far away; `change` is made to its ability Stand Firm.
fn league(change: impl FnOnce(&mut Ability)) -> State {
    let scene = scene()
        .unit("A1", line(), (18.0, 8.0, 0.0))
        .unit("B1", line(), (18.0, 24.0, 180.0));
    scene
        .set(|state| {
            let book = std::sync::Arc::make_mut(&mut state.book);
            book.factions = crate::packs::sample_book().factions;
            change(&mut book.factions[0].abilities[0]);
            for kind in &mut book.kinds {
                kind.faction = "ostmark".to_owned();
            }
            for (player, faction) in state.players.iter_mut().zip(["ostmark", "gravenmoor"]) {
                player.allegiance = Secret::Known(Allegiance {
                    faction: faction.to_owned(),
                    mercenaries: None,
                    also: Vec::new(),
                });
            }
        })
        .state()
}

fn using(ability: &str, on: &[&str]) -> Command {
    Command::UseAbility {
        ability: ability.to_owned(),
        on: on.iter().map(|unit| id(unit)).collect(),
    }
}

fn of_faction(ladder: &mut Ladder, faction: &str) {
    for kind in &mut std::sync::Arc::make_mut(&mut ladder.state.book).kinds {
        kind.faction = faction.to_owned();
    }
}

/// On an own unit that must be Disrupted.
fn on_own() -> Vec<&'static str> {
    let mut state = league(|ability| {
        ability.subject = Subject::Own {
            most: 1,
            when: vec![Condition::Status(StatusName::Disrupted)],
        };
    });
    let unit = state.unit_mut(id("A1")).unwrap();
    unit.lasting.push(Lasting {
        name: "Stand".to_owned(),
        kind: LastingKind::Mark("stand-firm".to_owned()),
        by: Seat::A,
        effects: Vec::new(),
    });
    state.players[0].actions = 0;
    let mut ladder = Ladder::new(state, using("war-rage", &["A1"]));
    of_faction(&mut ladder, "gravenmoor");
    let (ability, unit) = (STAND_FIRM.to_owned(), id("A1"));
    ladder
        .refused(
            "BG4-CMD-09",
            Why::NotUsable {
                asked: "war-rage".to_owned(),
                usable: vec!["stand-firm".to_owned()],
            },
            |at| at.command = using("stand-firm", &["A1"]),
        )
        .refused(
            "BG4-MERC-05",
            Why::OfAnotherFaction {
                ability: ability.clone(),
                unit,
            },
            |at| of_faction(at, "ostmark"),
        )
        .refused(
            "BG4-CMD-09",
            Why::MarkedAlready {
                ability: ability.clone(),
                unit,
            },
            |at| at.state.unit_mut(id("A1")).unwrap().lasting.clear(),
        )
        .refused(
            "BG4-CMD-09",
            Why::NotOn {
                ability: ability.clone(),
                unit,
                on: vec![unit],
            },
            |at| at.state.unit_mut(id("A1")).unwrap().status = Status::Disrupted,
        )
        .refused(
            "BG4-CMD-09",
            Why::TooDear {
                ability,
                cost: 1,
                left: 0,
            },
            |at| at.state.players[0].actions = 1,
        )
        .accepted()
}

/// On no unit, though one is named.
fn on_nobody() -> Vec<&'static str> {
    let mut state = league(|ability| ability.subject = Subject::Player);
    state.players[0].actions = 1;
    let why = Why::OnNoUnit {
        ability: STAND_FIRM.to_owned(),
        on: vec![id("A1")],
    };
    Ladder::new(state, using("stand-firm", &["A1"]))
        .refused("BG4-CMD-09", why, |at| at.command = using("stand-firm", &[]))
        .accepted()
}

/// On the attacker, of whom there is none.
fn on_attacker() -> Vec<&'static str> {
    let mut state = league(|ability| ability.subject = Subject::Attacker);
    state.players[0].actions = 1;
    let why = Why::NotInThisPhase {
        ability: STAND_FIRM.to_owned(),
        on: vec![id("A1")],
    };
    Ladder::new(state, using("stand-firm", &["A1"]))
        .refused("BG4-CMD-09", why, |at| {
            let book = std::sync::Arc::make_mut(&mut at.state.book);
            book.factions[0].abilities[0].subject = Subject::Own {
                most: 1,
                when: Vec::new(),
            };
        })
        .accepted()
}

/// One that heals, in the edition in which abilities heal as spells do.
fn on_healed() -> Vec<&'static str> {
    let mut state = league(|ability| {
        (ability.mark, ability.cost) = (None, 0);
        ability.effects = vec![Effect::Heal { boxes: 1 }];
    });
    (state.edition, state.turn) = (crate::editions::Edition::V3, 3);
    let unit = state.unit_mut(id("A1")).unwrap();
    (unit.turn.healed, unit.status) = (true, Status::Disrupted);
    let why = Why::NotHealed {
        ability: STAND_FIRM.to_owned(),
        unit: id("A1"),
    };
    Ladder::new(state, using("stand-firm", &["A1"]))
        .refused("BG3-SPELL-05", why, |at| {
            at.state.unit_mut(id("A1")).unwrap().turn.healed = false;
        })
        .accepted()
}

#[test]
fn every_refusal_of_an_ability_is_reached_in_order() {
    check_ladders::<Why>(&[on_own(), on_nobody(), on_attacker(), on_healed()]);
}
