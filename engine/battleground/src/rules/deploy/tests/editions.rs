//! Whole set-ups of both editions, played from the deployment to the first turn (v4 pp. 138-140; v3 pp. 3-5).

use Edition::{V3, V4};

use super::*;
use crate::scene::{in_editions, of_editions, play_in, waiting as waiting_units};

/// What came of a set-up.
#[derive(Debug, Default, PartialEq)]
struct SetUp {
    /// Who was asked who places first.
    named: Option<Seat>,
    /// Who placed and who ordered, a letter for each unit.
    placed: String,
    ordered: String,
    /// Who chose the first turn.
    chose: Option<Seat>,
    /// Whether the orders were given before that.
    ordered_before: bool,
}

/// Plays a set-up from the deployment on, with these dice; whoever may name somebody to place first names North, and whoever chooses
/// the first turn takes it. Nobody places or orders when it is the other's go.
fn set_up(state: State, dice: &[u8]) -> SetUp {
    let (begun, mut state, _) = at_table(state, dice, begin_deployment);
    begun.unwrap();
    let mut made = SetUp::default();
    while let Some(step) = state.agenda.last().map(|frame| frame.step.clone()) {
        let mut own = state.units.iter();
        let (seat, command) = match step {
            Step::NameFirstDeployer { by } => {
                made.named = Some(by);
                (by, Command::Name { seat: Seat::B })
            }
            Step::NameFirstOrderer { by } => (by, Command::Name { seat: Seat::B }),
            Step::Deploy { next, .. } => {
                made.placed.push_str(&next.to_string());
                let unit = own.find(|unit| unit.id.seat() == next && unit.pose.is_none());
                let (unit, pose) = unit.map(|unit| (unit.id, free_places(&state, unit)[0])).unwrap();
                (next, Command::Deploy { unit, pose })
            }
            Step::ChooseFirstPlayer { by } => {
                made.chose = Some(by);
                made.ordered_before = !made.ordered.is_empty();
                (by, Command::Name { seat: by })
            }
            Step::AssignOrder { next, .. } => {
                made.ordered.push_str(&next.to_string());
                let unit = own.find(|unit| unit.id.seat() == next && unit.status == Status::Ready(None));
                let unit = unit.unwrap().id;
                let order = WrittenOrder::plain(Order::Hold);
                (next, Command::AssignOrder { unit, order })
            }
            _ => break,
        };
        let rule = match command {
            Command::Deploy { .. } => Some(Rule::Deploy02),
            Command::AssignOrder { .. } => Some(Rule::Deploy05),
            _ => None,
        };
        if let Some(rule) = rule {
            let refused = play_in(state.clone(), &[(other(seat), command.clone())], &[]).unwrap_err();
            assert_eq!(refused.rule.to_string(), rule.id(state.edition));
        }
        state = play_in(state, &[(seat, command)], &[])
            .unwrap_or_else(|refusal| panic!("{refusal}"))
            .0;
    }
    let first = made.placed.get(..1).map(str::to_owned);
    assert_eq!(state.deployer.map(|seat| seat.to_string()), first);
    made
}

/// The later edition has the larger army place two at once while it has more; the earlier one strictly alternates.
fn goes_alternate(edition: Edition) {
    for (counts, rows) in [
        ([7, 5], ["AABABABABABA", "ABABABABABAA"]),
        ([9, 6], ["AABAABABABABABA", "ABABABABABABAAA"]),
        ([9, 7], ["AABABABABABABABA", "ABABABABABABABAA"]),
        ([8, 6], ["AABABABABABABA", "ABABABABABABAA"]),
        ([6, 5], ["ABABABABABA"; 2]),
        ([3, 1], ["AABA", "ABAA"]),
    ] {
        let made = set_up(waiting_units(edition, counts, [1_500, 1_475]), &[]);
        let row = of_editions(edition, rows);
        assert_eq!((made.named, &*made.placed), (None, row), "{counts:?}");
        assert_eq!((&*made.ordered, made.chose), (row, Some(Seat::B)), "{counts:?}");
        assert_eq!(made.ordered_before, edition == V4);
    }
}

in_editions!(goes_alternate:
    #[test] fn bg4_deploy_02_the_larger_side_places_one_more_while_it_has_more(V4);
    #[test] fn bg3_set_04_the_first_turn_is_chosen_before_orders(V3);
    #[test] fn bg3_set_05_placing_alternates_and_the_rest_follows(V3);
    #[test] fn bg3_set_11_the_larger_army_places_first_and_the_lower_spender_chooses_the_first_turn(V3);
    #[test] fn bg3_set_12_orders_are_given_by_turns_beginning_with_who_placed_first(V3);
);

/// The lower spender names who places first, and chooses the first turn in the later edition; in the earlier one whoever placed first
/// chooses.
fn equal_numbers(edition: Edition) {
    for (spent, named) in [([1_480, 1_490], Seat::A), ([1_490, 1_480], Seat::B)] {
        for count in [5, 7] {
            let made = set_up(waiting_units(edition, [count; 2], spent), &[]);
            let alternately = "BA".repeat(usize::from(count));
            assert_eq!(made.named, Some(named));
            assert_eq!((made.placed, made.ordered), (alternately.clone(), alternately));
            assert_eq!(made.chose, Some(of_editions(edition, [named, Seat::B])));
        }
    }
}

in_editions!(equal_numbers:
    #[test] fn bg4_deploy_06_the_cheaper_army_names_the_first_deployer_and_chooses_the_first_turn(V4);
    #[test] fn bg3_set_09_who_is_named_places_and_orders_first_and_chooses_the_first_turn(V3);
);

/// A scenario has North deploy its whole army first. Unequal numbers: the larger army orders first; equal ones: whoever placed first.
fn whole_armies_first(edition: Edition) {
    let whole = |counts| whole_armies(waiting_units(edition, counts, [1_500, 1_475]), false);
    for (counts, placed, ordered, chose) in [
        ([3, 2], "BBAAA", "ABABA", [Seat::B, Seat::B]),
        ([2, 2], "BBAA", "BABA", [Seat::B, Seat::B]),
    ] {
        let made = set_up(whole(counts), &[]);
        assert_eq!((&*made.placed, &*made.ordered), (placed, ordered));
        assert_eq!(made.chose, Some(of_editions(edition, chose)));
    }
}

in_editions!(whole_armies_first:
    #[test] fn bg4_scen_08_a_scenario_may_have_whole_armies_deployed(V4);
    #[test] fn bg3_set_12_the_larger_army_orders_first_where_whole_armies_are_deployed(V3);
);

#[test]
fn bg3_set_10_equal_points_are_rolled_for_where_the_scenario_says_who_deploys_first() {
    let whole = |counts| {
        let mut state = waiting_units(V3, counts, [500, 500]);
        std::sync::Arc::make_mut(&mut state.book).scenarios[0].deployment = Deployment::WholeArmies {
            first: Seat::A,
            skirmishers_outside: false,
        };
        state
    };
    // Unequal numbers: the points say who chooses the first turn. 4 and 4, then 2 and 5: North.
    let made = set_up(whole([3, 2]), &[4, 4, 2, 5]);
    assert_eq!((&*made.placed, made.chose), ("AAABB", Some(Seat::B)));
    // Equal numbers: whoever placed first chooses, and no die is rolled.
    let made = set_up(whole([2, 2]), &[]);
    assert_eq!((&*made.placed, made.chose), ("AABB", Some(Seat::A)));
}
