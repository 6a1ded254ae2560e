//! Fixtures of the tests of command cards: hands of both factions, an attack with its windows.

use std::sync::Arc;

use battleground_geometry::Side;
use hindsight_kernel::Seat;

use crate::editions::Edition;
use crate::model::attack::{Asked, AttackStage};
use crate::model::cards::{Colour, UnitType};
use crate::model::command::Command;
use crate::model::state::{Allegiance, Secret, State};
use crate::playing::{card, combat, goes_on, played_on, with_cards};
use crate::scene::{Scene, line, scene_of};

/// A player's faction and the cards in their hand. A card that fits in no window, as 16 in an attack, has its player asked.
pub(crate) type Held<'h> = (&'static str, &'h [u8]);

/// The cards of South and of North, whose units are of their factions.
pub(crate) fn dealt(made: Scene, south: Held<'_>, north: Held<'_>) -> Scene {
    with_cards(made, south.1, north.1).set(|state| {
        let factions = [south.0, north.0];
        for (player, faction) in state.players.iter_mut().zip(factions) {
            player.allegiance = Secret::Known(Allegiance {
                faction: faction.to_owned(),
                mercenaries: None,
                also: Vec::new(),
            });
        }
        for kind in &mut Arc::make_mut(&mut state.book).kinds {
            let seat = usize::from(!kind.id.contains("-A"));
            factions[seat].clone_into(&mut kind.faction);
        }
    })
}

/// A unit marked with the label of Goblins.
pub(crate) fn goblins() -> UnitType {
    UnitType {
        labels: std::iter::once("goblin".to_owned()).collect(),
        ..line()
    }
}

/// A1, on Hold, attacks B1, on Hold, at this side since an earlier turn.
pub(crate) fn fighters(edition: Edition, own: UnitType, other: UnitType, side: Side) -> Scene {
    let deep = own.size.depth().value() / 2.0;
    scene_of(edition)
        .holding("A1", own, (18.0, 11.25 - deep, 0.0))
        .holding("B1", other, (18.0, 12.5, 180.0))
        .engaged("A1", "B1", side)
}

/// The attack of A1 in the Combat Phase, before its hit roll.
pub(crate) fn fight(made: Scene, south: Held<'_>, north: Held<'_>) -> State {
    goes_on(combat(dealt(made, south, north)), &[]).0
}

/// Who is asked in the attack at hand.
pub(crate) fn asked_seat(state: &State) -> Option<Seat> {
    let attack = state.attack.as_deref()?;
    match attack.asked {
        Asked::Attacker | Asked::AttackerAgain | Asked::AttackerAfterCard => Some(attack.attacker.seat()),
        Asked::Defender | Asked::DefenderAgain | Asked::DefenderAfterCard => Some(attack.target.seat()),
        Asked::Nobody | Asked::Closed => None,
    }
}

/// The attack at hand at this stage, all windows before it passed; each roll shows these dice.
pub(crate) fn until(mut state: State, stage: AttackStage, dice: &[u8]) -> State {
    while state.attack.as_deref().expect("an attack").stage != stage {
        let seat = asked_seat(&state).expect("somebody is asked");
        state = played_on(state, &[(seat, Command::Pass)], dice).unwrap().0;
    }
    state
}

/// A card played in the attack at hand, after the attacker has passed where the defender plays it; or the rule that refuses it.
pub(crate) fn plays(state: &State, seat: Seat, number: u8, dice: &[u8]) -> Result<State, String> {
    let attack = state.attack.as_deref().expect("an attack");
    let (colour, unit) = if attack.attacker.seat() == seat {
        (Colour::Red, attack.attacker)
    } else {
        (Colour::Blue, attack.target)
    };
    let mut commands = Vec::new();
    if asked_seat(state) != Some(seat) {
        commands.push((seat.opponent(), Command::Pass));
    }
    commands.push((seat, card(number, colour, &[&unit.to_string()])));
    played_on(state.clone(), &commands, dice)
        .map(|(state, _)| state)
        .map_err(|refusal| refusal.rule.0.into_owned())
}

/// Dice, to hit, to damage and impact dice of the attack at hand with the cards played in it.
pub(crate) fn now(state: &State) -> [i32; 4] {
    let numbers = crate::rules::combat::odds::now_with_numbers(state).unwrap().0;
    [
        numbers.dice,
        numbers.to_hit,
        numbers.to_wound,
        numbers.impact_hits,
    ]
}

/// The faces of the hit roll, or of the damage roll, of the attack at hand.
pub(crate) fn faces(state: &State, to_wound: bool) -> Vec<u8> {
    let attack = state.attack.as_deref().unwrap();
    let roll = if to_wound {
        &attack.wound_roll
    } else {
        &attack.hit_roll
    };
    roll.as_ref().unwrap().faces.clone()
}

/// The position when the attack at hand is over, both passing; damage dice show these faces.
pub(crate) fn resolved(mut state: State, dice: &[u8]) -> State {
    let of = |state: &State| state.attack.as_deref().map(|attack| attack.attacker);
    let attacker = of(&state);
    while of(&state) == attacker {
        let seat = asked_seat(&state).expect("somebody is asked");
        state = played_on(state, &[(seat, Command::Pass)], dice).unwrap().0;
    }
    state
}
