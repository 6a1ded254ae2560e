//! Cards and abilities on mercenaries in either edition, with the sample cards of the earlier one (v4 p. 127; v3 pp. 17-18, 26).

use hindsight_kernel::Seat;

use crate::editions::Edition;
use crate::model::cards::{Colour, RangedType};
use crate::model::command::Command;
use crate::model::names::CardNo;
use crate::model::state::{Allegiance, Secret, State};
use crate::playing::{card, combat, refused_by, with_cards};
use crate::scene::play_in as played_on;
use crate::scene::{Scene, id, in_editions, line, of_editions, on_with, pose, scene_of, shooting};

/// A1 is a unit of the Free Companies in an army of Hawkshold.
pub(crate) fn mercenaries(edition: Edition) -> State {
    let made =
        scene_of(edition)
            .holding("A1", line(), (18.0, 5.0, 0.0))
            .unit("B1", line(), (18.0, 27.0, 180.0));
    with_cards(made, &[16, 21], &[])
        .set(|state| {
            let book = std::sync::Arc::make_mut(&mut state.book);
            "free-companies".clone_into(&mut book.kinds[0].faction);
            state.players[0].actions = 3;
            state.players[0].allegiance = Secret::Known(Allegiance {
                faction: "hawkshold".to_owned(),
                mercenaries: Some("free-companies".to_owned()),
                also: Vec::new(),
            });
        })
        .state()
}

fn units_of_other_factions_are_mercenaries(edition: Edition) {
    // A unit of another faction is one, whatever its keywords; one of the primary faction is none.
    let state = mercenaries(edition);
    let plays = |state: &State| {
        let steadfast = Command::UseAbility {
            ability: "steadfast".to_owned(),
            on: vec![id("A1")],
        };
        refused_by(state, Seat::A, steadfast)
    };
    assert_ne!(plays(&state), "accepted");
    let own = Scene::from(state).set(|state| {
        "hawkshold".clone_into(&mut std::sync::Arc::make_mut(&mut state.book).kinds[0].faction);
    });
    assert_eq!(plays(&own.state()), "accepted");
}

in_editions!(units_of_other_factions_are_mercenaries:
    #[test] fn bg4_merc_05_units_of_other_factions_are_mercenaries(V4);
    #[test] fn bg3_merc_02_units_of_other_factions_are_mercenaries(V3);
);

fn common_cards_work_on_mercenaries(edition: Edition) {
    assert_eq!(
        refused_by(&mercenaries(edition), Seat::A, card(16, Colour::Green, &["A1"])),
        "accepted"
    );
}

in_editions!(common_cards_work_on_mercenaries:
    #[test] fn bg4_merc_04_common_cards_work_on_mercenaries(V4);
    #[test] fn bg3_merc_04_common_cards_work_on_mercenaries(V3);
);

fn the_primary_factions_ability_is_not_for_mercenaries(edition: Edition) {
    let steadfast = Command::UseAbility {
        ability: "steadfast".to_owned(),
        on: vec![id("A1")],
    };
    assert_eq!(
        refused_by(&mercenaries(edition), Seat::A, steadfast),
        of_editions(edition, ["BG4-MERC-05", "BG3-MERC-06"])
    );
}

in_editions!(the_primary_factions_ability_is_not_for_mercenaries:
    #[test] fn bg4_merc_05_the_primary_factions_ability_is_not_for_mercenaries(V4);
    #[test] fn bg3_merc_08_the_primary_factions_ability_is_not_for_mercenaries(V3);
);

fn cards_of_the_faction_are_neither_played_on_mercenaries_nor_influence_them(edition: Edition) {
    // Reserves, card 27 of Hawkshold, is refused on a mercenary; the same card on an own unit is played.
    let made = |mercenary: bool| {
        Scene::from(mercenaries(edition)).set(move |state| {
            state.players[0].hand = vec![Some(CardNo(25)), Some(CardNo(24))];
            state.players[0].unseen.retain(|card| ![24, 25].contains(&card.0));
            if !mercenary {
                let book = std::sync::Arc::make_mut(&mut state.book);
                "hawkshold".clone_into(&mut book.kinds[0].faction);
            }
        })
    };
    // In an attack: Volley Fire, card 24.
    let shoots = |mercenary: bool| {
        let made = made(mercenary).change("A1", |unit| unit.pose = Some(pose(18.0, 18.0, 0.0)));
        let mut state = combat(made);
        let kind = state.unit(id("A1")).unwrap().kind;
        let book = std::sync::Arc::make_mut(&mut state.book);
        book.kinds[usize::from(kind.0)].ranged = shooting(14.0, RangedType::Indirect).ranged;
        let (state, _) = on_with(state, &[], &[]).unwrap();
        match played_on(state, &[(Seat::A, card(24, Colour::Red, &["A1"]))], &[]) {
            Ok(_) => "accepted".to_owned(),
            Err(refusal) => refusal.rule.0.into_owned(),
        }
    };
    assert_eq!(shoots(true), of_editions(edition, ["BG4-MERC-04", "BG3-MERC-04"]));
    assert_eq!(shoots(false), "accepted");
}

in_editions!(cards_of_the_faction_are_neither_played_on_mercenaries_nor_influence_them:
    #[test] fn bg4_merc_04_steady_bolts_not_for_mercenaries(V4);
    #[test] fn bg3_merc_04_cards_of_the_faction_are_neither_played_on_mercenaries_nor_influence_them(V3);
);
