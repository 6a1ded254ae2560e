//! Lists of which the coach speaks.

use super::*;

#[test]
fn weapon_points_left_over() {
    let event = Event::Action(ActionEvent::ActionsEnded);
    let found = |points| {
        let state = mustered(&pairs(points), "");
        mustering::weapon_points_left(&seen_now(&state, &event), Seat::A)
    };
    let some = found(5).unwrap();
    assert_eq!(some.numbers[1].value, 1.0);
    weighs(&[some], "weapon_points_left", "weapon points left", (1.0, 0.0));
    assert!(found(6).is_none(), "all six are spent");
    let mut hidden = mustered(&pairs(5), "");
    hidden.players[0].weapons = Secret::Unknown;
    assert!(
        mustering::weapon_points_left(&seen_now(&hidden, &event), Seat::A).is_none(),
        "what lies face down"
    );
}

#[test]
fn allowance_wasted() {
    let event = Event::Action(ActionEvent::ActionsEnded);
    let state = mustered("", "");
    let list = state.players[0].list.known().unwrap();
    let (_, general) = crate::rules::army::general(&state.cards, &list.units).unwrap();
    assert!(general.allowance > 0);
    let wasted = mustering::allowance_wasted(&seen_now(&state, &event), Seat::A).unwrap();
    assert_eq!(
        (wasted.unit.as_deref(), wasted.numbers[1].value),
        (Some("A6"), 0.0)
    );
    let item = wasted.numbers[2].value;
    let spent = (0.0, item);
    weighs(
        &[wasted],
        "allowance_wasted",
        "points of the allowance spent",
        spent,
    );
    // As many items as the allowance pays for: nothing is left that would fit.
    let mut full = ArmyList::clone(list);
    while let Some(item) = state.cards.items.iter().find(|item| {
        let mut more = full.clone();
        more.general_items.push(item.id);
        crate::rules::army::general_cost(&state.cards, &more) <= general.allowance
            && crate::rules::army::general_equipment(&state.cards, &more).is_ok()
    }) {
        full.general_items.push(item.id);
    }
    let mut state = state.clone();
    state.players[0].list = Secret::Known(std::sync::Arc::new(full));
    assert!(mustering::allowance_wasted(&seen_now(&state, &event), Seat::A).is_none());
}

#[test]
fn a_distraction_of_a_type_that_the_army_lacks() {
    let event = Event::Action(ActionEvent::ActionsEnded);
    let with_kinds = |army: UnitType, shown: UnitType, spare: UnitType| {
        let mut state = mustered("", "");
        let list = state.players[0].list.known().unwrap().clone();
        let cards = std::sync::Arc::make_mut(&mut state.cards);
        let roster = cards.rosters[0].id;
        for card in cards.units.iter_mut().filter(|card| card.roster == roster) {
            card.kind = if list.units.contains(&card.id) {
                army
            } else if list.distractions.contains(&card.id) {
                shown
            } else {
                spare
            };
        }
        mustering::distraction_reveals(&seen_now(&state, &event), Seat::A)
    };
    let found = with_kinds(UnitType::Infantry, UnitType::Cavalry, UnitType::Infantry);
    let found = found.unwrap();
    assert!(found.reason.contains("no cavalry"));
    let alike = "units of the shown type in the army";
    weighs(&[found], "distraction_reveals", alike, (0.0, 6.0));
    assert!(with_kinds(UnitType::Infantry, UnitType::Infantry, UnitType::Cavalry).is_none());
    assert!(
        with_kinds(UnitType::Infantry, UnitType::Cavalry, UnitType::Cavalry).is_none(),
        "nothing better to show"
    );
}
