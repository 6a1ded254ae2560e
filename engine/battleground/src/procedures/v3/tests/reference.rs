//! The reference sheet (p. 35).

use super::*;

#[test]
fn bg3_ref_07_shooters_on_high_ground_have_both() {
    let state = scene3()
        .holding("A1", shooting(14.0, RangedType::Indirect), (18.0, 3.75, 0.0))
        .holding("B1", line(), (18.0, 15.25, 180.0))
        .terrain(hill_over(1, (10.0, 0.5), (26.0, 6.0)))
        .state();
    assert_eq!(
        short(&state, "A1", "B1", AttackKind::Ranged).1,
        4,
        "9.0 counts as 6.5, and +1"
    );
}

#[test]
fn bg3_ref_11_names_and_costs_of_the_sheet() {
    // "AP" are command actions; the ability of an army has the cost that its card says, usually 1.
    let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
    for faction in &setup.book.factions {
        assert_eq!(faction.abilities[0].cost, 1, "{}", faction.name);
    }
    let dear = with_cards(
        scene3()
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .unit("B1", line(), (18.0, 27.0, 180.0)),
        &[],
        &[],
    )
    .set(|state| {
        state.players[0].actions = 3;
        std::sync::Arc::make_mut(&mut state.book).factions[0].abilities[0].cost = 2;
    })
    .state();
    let steadfast = Command::UseAbility {
        ability: "steadfast".to_owned(),
        on: vec![id("A1")],
    };
    let (state, _) = play3(dear, &[(Seat::A, steadfast)], &[]).unwrap();
    assert_eq!(state.players[0].actions, 1);
    // Long range is 7.01 to 14; attackers are chosen first, and the destroyed removed last.
    let hits = |distance: f64| {
        let made = scene3()
            .holding("A1", shooting(21.0, RangedType::Indirect), (18.0, 3.75, 0.0))
            .holding("B1", line(), (18.0, 6.25 + distance, 180.0));
        short(&made.state(), "A1", "B1", AttackKind::Ranged).1
    };
    assert_eq!([7.0, 7.01, 14.0, 14.01].map(hits), [3, 2, 2, 1]);
    let steps = Edition::V3.after_courage_phase(true);
    let place = |step: Step| steps.iter().position(|one| *one == step).unwrap();
    assert!(
        place(Step::ChooseTargets) < place(Step::Attacks) && place(Step::Attacks) < place(Step::Consequences)
    );
}
