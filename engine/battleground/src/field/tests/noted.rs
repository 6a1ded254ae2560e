//! Notes of the start of a turn, and the nearest enemy, in either edition (v4 pp. 11, 62-65; v3 pp. 6-8).

use battleground_geometry::Side;
use hindsight_kernel::Seat;

use crate::editions::Edition;
use crate::field::{Field, Purpose};
use crate::model::agenda::{Answer, Need, Options, Step, Topic};
use crate::model::command::Command;
use crate::model::names::UnitId;
use crate::model::orders::Order;
use crate::model::state::State;
use crate::playing::{fights, flying};
use crate::scene::play_in as played_on;
use crate::scene::{Scene, id, in_editions, line, on_with, scene_of};

fn the_start_of_a_turn_is_noted_as_it_is_played(edition: Edition) {
    // North's turn begins: A1 and B1 are engaged, B2 stands 1.5 before A2, B3 is in the air.
    let flyer = flying(8.5);
    let state = scene_of(edition)
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("B1", "A1", Side::Front)
        .holding("A2", line(), (8.0, 10.0, 0.0))
        .unit("B2", line(), (8.0, 14.0, 180.0))
        .unit("B3", flyer, (30.0, 25.0, 180.0))
        .change("B3", |unit| unit.airborne = true)
        .set(|state| state.agenda = vec![Step::BeginTurn.into()])
        .state();
    let (state, _) = on_with(state, &[], &[]).unwrap();
    assert_eq!((state.turn, state.active), (4, Some(Seat::B)));
    let marks = |unit: &str| {
        let turn = &state.unit(id(unit)).unwrap().turn;
        (turn.began_engaged, turn.began_flying)
    };
    assert_eq!(
        ["A1", "B1", "A2", "B2", "B3"].map(marks),
        [
            (true, false),
            (true, false),
            (false, false),
            (false, false),
            (false, true),
        ]
    );
    // Where its front was before anything moved: it may not turn back later (p. 14).
    let glimpse = state
        .snapshot
        .iter()
        .find(|glimpse| glimpse.unit == id("B2") && glimpse.enemy == id("A2"));
    let glimpse = *glimpse.unwrap();
    assert_eq!((glimpse.distance.value(), glimpse.visible), (1.5, true));
    let moves = (
        Seat::B,
        Command::Activate {
            units: vec![id("B2")],
        },
    );
    let (after, _) = played_on(state, &[moves], &[]).unwrap();
    assert_eq!(fights(&after, "B2"), [(id("A2"), Side::Front, Side::Front)]);
    assert!(
        after.snapshot.contains(&glimpse),
        "it stays as it was when the turn began"
    );
    assert!(!after.unit(id("B2")).unwrap().turn.began_engaged);
}

in_editions!(the_start_of_a_turn_is_noted_as_it_is_played:
    #[test] fn bg4_geo_21_the_start_of_a_turn_is_noted_as_it_is_played(V4);
    #[test] fn bg3_turn_05_the_start_of_a_turn_is_noted_as_it_is_played(V3);
);

pub(crate) const A1: (f64, f64, f64) = (18.0, 8.75, 0.0);

pub(crate) fn nearest(state: &State) -> Result<Option<UnitId>, Vec<UnitId>> {
    match Field::of(state).nearest_enemy(id("A1"), Purpose::Move, &[]) {
        Ok(enemy) => Ok(enemy),
        Err(Need::Ask(question)) => match &question.options {
            Options::OneOf(options) => Err(options
                .iter()
                .filter_map(|(answer, _)| match answer {
                    Answer::Unit(unit) => Some(*unit),
                    _ => None,
                })
                .collect()),
            _ => Err(Vec::new()),
        },
        Err(Need::Refuse(refusal)) => panic!("{refusal}"),
    }
}

fn of_none_clearly_visible_every_enemy_is_a_candidate(edition: Edition) {
    // Both behind: the nearer one counts, by the measure of the order.
    let state = scene_of(edition)
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .order("A1", Order::Range)
        .unit("B1", line(), (18.0, 8.0, 0.0))
        .unit("B2", line(), (24.0, 6.0, 0.0))
        .state();
    let field = Field::of(&state);
    assert!(field.visible_enemies(id("A1"), Purpose::Move).is_empty());
    assert_eq!(nearest(&state), Ok(Some(id("B1"))));
    // One that is seen comes before a nearer one that is not.
    let state = Scene::from(state).unit("B3", line(), (18.0, 28.0, 180.0)).state();
    assert_eq!(nearest(&state), Ok(Some(id("B3"))));
}

in_editions!(of_none_clearly_visible_every_enemy_is_a_candidate:
    #[test] fn bg4_geo_16_of_none_visible_every_enemy_is_a_candidate(V4);
    #[test] fn bg3_geo_04_of_none_clearly_visible_every_enemy_is_a_candidate(V3);
);

fn the_owner_breaks_ties(edition: Edition) {
    let state = scene_of(edition)
        .unit("A1", line(), A1)
        .unit("B1", line(), (14.0, 17.25, 180.0))
        .unit("B2", line(), (22.0, 17.25, 180.0))
        .state();
    assert_eq!(nearest(&state), Err(vec![id("B1"), id("B2")]), "both 7.2111");
}

in_editions!(the_owner_breaks_ties:
    #[test] fn bg4_geo_15_the_owner_breaks_ties(V4);
    #[test] fn bg3_geo_08_the_owner_breaks_ties(V3);
);

fn ties_belong_to_the_owner_of_the_acting_unit(edition: Edition) {
    let state = scene_of(edition)
        .unit("A1", line(), A1)
        .unit("B1", line(), (14.0, 17.25, 180.0))
        .unit("B2", line(), (22.0, 17.25, 180.0))
        .state();
    let asked = Field::of(&state).nearest_enemy(id("A1"), Purpose::Move, &[]);
    let Err(Need::Ask(question)) = asked else {
        panic!("{asked:?}");
    };
    assert_eq!((question.seat, question.topic), (Seat::A, Topic::NearestEnemy));
    // Not the active player's, where another's unit acts.
    let state = Scene::from(state)
        .set(|state| state.active = Some(Seat::B))
        .state();
    let Err(Need::Ask(question)) = Field::of(&state).nearest_enemy(id("A1"), Purpose::Move, &[]) else {
        panic!("a tie");
    };
    assert_eq!(question.seat, Seat::A);
}

in_editions!(ties_belong_to_the_owner_of_the_acting_unit:
    #[test] fn bg4_prin_04_the_owner_of_the_unit_chooses_on_ties(V4);
    #[test] fn bg3_gen_07_ties_belong_to_the_owner_of_the_acting_unit(V3);
);
