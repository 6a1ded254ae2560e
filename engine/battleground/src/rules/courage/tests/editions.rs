//! Checks that both editions have, the same or with another number (v4 pp. 82-88, 134; v3 pp. 2-3, 19, 22-23, 31).

use Keyword::{Fearsome, Terrifying};

use super::*;
use crate::procedures::courage::{courage_target, passes_of_216};
use crate::scene::{in_editions, of_editions, scene_of};

/// A1, which owes a Rout Check, with its courage and marked boxes.
fn owing(edition: Edition, courage: Option<u8>, marked: u8) -> Scene {
    let card = UnitType { courage, ..line() };
    let made = scene_of(edition)
        .holding("A1", card, (18.0, 15.0, 90.0))
        .holding("B1", line(), (3.0, 28.0, 180.0))
        .change("A1", |unit| unit.marked = marked);
    caused(made, "A1", RoutCause::LastGreen)
}

fn target(state: &State, kind: CheckKind) -> Option<i32> {
    Some(courage_target(state, state.unit(id("A1")).unwrap(), kind, &[])?.0)
}

fn three_dice(edition: Edition) {
    let passes = [
        0, 1, 4, 10, 20, 35, 56, 81, 108, 135, 160, 181, 196, 206, 212, 215, 216,
    ];
    for (target, passes) in (2..).zip(passes) {
        assert_eq!(passes_of_216(target), passes, "target {target}");
    }
    let check = |courage: u8, dice: [u8; 3]| {
        let state = courage_phase(owing(edition, Some(courage), 0), true, CourageStep::Rout);
        let (state, events) = run(state, &dice);
        (courage_checks(&events)[0].2, status(&state, "A1"))
    };
    let fails = of_editions(edition, [Status::Disrupted, Status::Routing]);
    assert!(check(12, [4, 4, 4]).0, "12 passes");
    assert_eq!(check(12, [6, 4, 3]), (false, fails), "13 fails");
    assert!(check(11, [4, 4, 3]).0, "11 passes");
    assert_eq!(check(11, [4, 4, 4]), (false, fails), "12 fails");
}

in_editions!(three_dice:
    #[test] fn bg4_cour_03_three_dice_at_or_below_the_target(V4);
    #[test] fn bg3_cour_04_three_dice_at_or_below_courage(V3);
);

fn colours(edition: Edition) {
    for (marked, expected) in [(0, 12), (3, 12), (4, 11), (6, 11), (7, 10)] {
        let state = owing(edition, Some(12), marked).state();
        assert_eq!(target(&state, CheckKind::Rout), Some(expected), "{marked}");
    }
}

in_editions!(colours:
    #[test] fn bg4_cour_04_colours_lower_courage(V4);
    #[test] fn bg3_cour_05_colours_lower_courage(V3);
);

/// B1 has rushed the front of A1 this turn.
fn charged([own, by]: [UnitType; 2], edition: Edition, orders: [Order; 2]) -> Scene {
    scene_of(edition)
        .unit("A1", own, (18.0, 15.0, 0.0))
        .unit("B1", by, (18.0, 17.5, 180.0))
        .order("A1", orders[0])
        .order("B1", orders[1])
        .engaged_now("B1", "A1", Side::Front)
        .change("B1", |unit| unit.turn.rushed = true)
}

fn scary(keyword: Option<Keyword>) -> UnitType {
    keyword.map_or_else(line, of_kind)
}

fn without_courage(edition: Edition) {
    let state = owing(edition, None, 0).state();
    assert_eq!(target(&state, CheckKind::Rout), None);
    let (state, events) = run(
        courage_phase(owing(edition, None, 0), true, CourageStep::Rout),
        &[],
    );
    assert_eq!(courage_checks(&events), [(id("A1"), CheckKind::Rout, true)]);
    assert!(matches!(status(&state, "A1"), Status::Ready(_)));
    let dead = UnitType {
        courage: None,
        ..line()
    };
    let state = charged([dead, of_kind(Fearsome)], edition, [Order::Close; 2]).state();
    assert!(!needs_fear_check(&state, state.unit(id("A1")).unwrap()));
}

in_editions!(without_courage:
    #[test] fn bg4_cour_05_a_unit_without_courage_passes_without_a_roll(V4);
    #[test] fn bg3_card_06_a_unit_without_courage_passes_without_a_roll(V3);
    #[test] fn bg3_cour_19_units_without_courage_pass_all_checks(V3);
    #[test] fn bg3_mod_05_units_without_courage_are_never_frightened(V3);
);

/// Both editions fear the charge of a Fearsome unit; in the earlier one only who is less scary does.
fn fear(edition: Edition) {
    let feared = |state: &State, unit: &str| needs_fear_check(state, state.unit(id(unit)).unwrap());
    let (hold, close) = (Order::Hold, Order::Close);
    for (kinds, orders, expected) in [
        ([None, Some(Fearsome)], [hold, close], [[true, false]; 2]),
        ([None, Some(Terrifying)], [close, close], [[true, false]; 2]),
        ([None, None], [hold, close], [[false; 2]; 2]),
        (
            [Some(Fearsome); 2],
            [hold, close],
            [[true, false], [false, false]],
        ),
        ([Some(Fearsome); 2], [close, close], [[false; 2]; 2]),
        (
            [Some(Fearsome), Some(Terrifying)],
            [hold, close],
            [[true, false]; 2],
        ),
        ([Some(Terrifying); 2], [close, close], [[false; 2]; 2]),
        // Who rushes a Fearsome unit is charged by it only if it is on Close.
        ([Some(Fearsome), None], [close, close], [[false, true]; 2]),
        ([Some(Fearsome), None], [hold, close], [[false; 2]; 2]),
    ] {
        let state = charged(kinds.map(scary), edition, orders).state();
        let found = [feared(&state, "A1"), feared(&state, "B1")];
        assert_eq!(found, of_editions(edition, expected), "{kinds:?} {orders:?}");
    }
    let charge = || charged([line(), of_kind(Fearsome)], edition, [hold, close]);
    let earlier = charge().set(|state| state.engagements[0].turn = 1);
    let earlier = earlier.change("B1", |unit| unit.turn.rushed = false).state();
    assert!(!feared(&earlier, "A1"), "engaged since an earlier turn");
    let routing = charge().change("A1", |unit| unit.status = Status::Routing);
    assert!(!feared(&routing.state(), "A1"));
}

in_editions!(fear:
    #[test] fn bg4_keyw_08_fearsome(V4);
    #[test] fn bg4_cour_25_a_routing_unit_takes_no_fear_check(V4);
    #[test] fn bg3_cour_10_fear_only_of_the_scarier(V3);
    #[test] fn bg3_cour_13_who_routs_takes_no_fear_check(V3);
    #[test] fn bg3_key_38_fearsome_and_terrifying(V3);
    #[test] fn bg3_ref_03_being_engaged_by_a_fearsome_unit_is_not_enough(V3);
);

/// A Terrifying charger lowers all checks by one, or fear checks by two; a Fearsome unit is exempted.
fn terrifying(edition: Edition) {
    let targets = |own: UnitType| {
        let state = charged([own, of_kind(Terrifying)], edition, [Order::Hold, Order::Close])
            .change("A1", |unit| unit.marked = 4)
            .state();
        [CheckKind::Fear, CheckKind::Rout].map(|kind| target(&state, kind).unwrap())
    };
    assert_eq!(targets(line()), of_editions(edition, [[10, 10], [9, 11]]));
    assert_eq!(targets(of_kind(Fearsome)), [11, 11]);
}

in_editions!(terrifying:
    #[test] fn bg4_keyw_09_terrifying_in_the_yellow(V4);
    #[test] fn bg3_cour_11_terrifying_units_make_fear_checks_harder(V3);
);

/// The mark names the check that it changes; a unit whose courage is unchanged does not read the mark.
fn sentence_of_the_mark(edition: Edition) {
    let says = |own: UnitType| {
        let state = charged([own, of_kind(Terrifying)], edition, [Order::Hold; 2]).state();
        let mark = crate::model::event::TurnMark::Terrified;
        let marked = crate::model::event::MovementEvent::Marked { unit: id("A1"), mark };
        <crate::Battleground as hindsight_kernel::Story>::describe(&state, &Event::Movement(marked))
    };
    let plain = says(line());
    let change = of_editions(edition, ["courage -1 this turn", "-2 on its Fear Check"]);
    assert!(
        plain.contains("is Terrified") && plain.contains(change),
        "{plain}"
    );
    assert_eq!(plain.contains("courage"), edition == Edition::V4, "{plain}");
    // A Fearsome unit checks at full courage; a Terrifying one takes no check in the earlier edition.
    let spared = says(of_kind(of_editions(edition, [Fearsome, Terrifying])));
    assert!(!spared.contains("-1") && !spared.contains("-2"), "{spared}");
}

in_editions!(sentence_of_the_mark:
    #[test] fn bg4_keyw_09_the_sentence_of_the_mark_names_it(V4);
    #[test] fn bg3_cour_11_the_sentence_of_the_mark_names_it_and_the_check_that_it_changes(V3);
);
