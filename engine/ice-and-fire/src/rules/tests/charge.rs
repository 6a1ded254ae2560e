//! Charges.

use hindsight_kernel::Seat;

use super::{charge, charged, defence_modifier, has, play};
use crate::field::{Side, Slot};
use crate::model::agenda::Step;
use crate::model::command::{Action, Command};
use crate::model::event::{AttackEvent, EffectEvent, Event, MoraleEvent};
use crate::rules::charge as rules;
use crate::rules::scene::{Scene, id};

/// The Speed of a unit card is another.
fn speed(scene: Scene, kind: &str, speed: u8) -> Scene {
    scene.cards(|cards| {
        let found = cards.units.iter_mut().find(|unit| unit.id.as_str() == kind);
        found.unwrap().speed = speed;
    })
}

/// Speed 5, gap 9.2, front to front.
pub(super) fn head_on() -> Scene {
    Scene::new()
        .unit("A1", "mw-levy", 24.0, 10.0, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180)
}

fn slanting(fast: u8) -> Scene {
    let scene = Scene::new()
        .unit("A1", "mw-levy", 14.0, 10.0, 45)
        .unit("B1", "ka-raid", 24.0, 24.0, 180);
    speed(scene, "mw-levy", fast)
}

/// A charge of A1 on B1 is refused by `IF-CHG-01`, with this reason.
fn is_no_target(scene: &Scene, heading: u16, reason: &str) {
    let refusal = scene.action_refusal("A1", charge("B1", heading));
    assert_eq!(refusal.rule.0, "IF-CHG-01", "{refusal}");
    assert!(refusal.message.contains(reason), "{reason}: {refusal}");
}

#[test]
fn if_chg_01_who_may_charge_whom() {
    // The contact is 11.03" away: Speed 5 goes at most 11, Speed 6 goes 12.
    is_no_target(
        &slanting(5),
        21,
        "the contact is 11.03\" away, the longest charge distance is 11\"",
    );
    assert_eq!(
        charged(&slanting(6).act("A1", charge("B1", 21), &[6])),
        (true, 12_000)
    );
    // A Rough piece on the path takes 1" of it.
    let rough = || slanting(6).piece("hedge", 17.0, 16.0, 0);
    is_no_target(&rough(), 21, "the longest charge distance is 11\"");
    let rough = speed(rough(), "mw-levy", 7);
    assert_eq!(
        charged(&rough.clone().act("A1", charge("B1", 21), &[6])),
        (true, 12_000)
    );
    // Engaged, unarmed, not an enemy on the table, not seen at the start.
    is_no_target(
        &super::duel("mw-levy", "ka-raid"),
        0,
        "an engaged unit may not charge",
    );
    let unarmed = head_on().cards(|cards| {
        let levy = cards.units.iter_mut().find(|unit| unit.id.as_str() == "mw-levy");
        levy.unwrap().attacks.clear();
    });
    is_no_target(&unarmed, 0, "a melee attack");
    for nobody in ["B2", "A2"] {
        let friends = head_on().unit("A2", "mw-levy", 34.0, 10.0, 0);
        let refusal = friends.action_refusal("A1", charge(nobody, 0));
        assert_eq!(refusal.rule.0, "IF-CHG-01");
        assert!(
            refusal.message.contains("is not an enemy unit on the table"),
            "{refusal}"
        );
    }
    let unseen = Scene::new()
        .unit("A1", "mw-levy", 24.0, 10.0, 180)
        .unit("B1", "ka-raid", 24.0, 24.0, 180);
    is_no_target(&unseen, 0, "does not see its target at the start");
    assert_eq!(
        charged(&head_on().act("A1", charge("B1", 0), &[5])),
        (true, 10_000)
    );
    // A friend in the middle of the front leaves no slot there, one in the left half leaves the right one.
    let beside = |x: f64| {
        Scene::new()
            .unit("A1", "mw-levy", 31.0, 11.0, 0)
            .unit("A2", "mw-levy", x, 19.2, 0)
            .unit("B1", "ka-raid", 24.0, 24.0, 180)
            .engaged("A2", "B1")
    };
    is_no_target(&beside(24.0), 335, "no slot on the target's front is free");
    let mut scene = beside(21.25);
    scene.act("A1", charge("B1", 335), &[6, 1, 1, 1, 1, 1, 1]);
    assert_eq!(scene.at("A1"), (26.75, 19.2, 0));
}

#[test]
fn if_chg_02_the_charge_ends_on_the_side_of_the_arc_it_began_in() {
    let scene = Scene::new()
        .unit("A1", "mw-levy", 14.0, 14.0, 45)
        .unit("B1", "ka-raid", 24.0, 24.0, 180);
    assert_eq!(
        rules::arcs(&scene.state, id("A1"), id("B1")),
        [Side::Front],
        "69 : 31"
    );
    let (heading, _) = rules::best_heading(&scene.state, id("A1"), id("B1"), None).unwrap();
    let (found, _) = rules::check(&scene.state, id("A1"), id("B1"), heading, None).unwrap();
    assert_eq!(found.side, Side::Front);
}

#[test]
fn if_geo_06_the_charger_chooses_between_arcs_with_equal_counts() {
    let tie = || {
        Scene::new()
            .unit("A1", "mw-levy", 34.0, 34.0, 225)
            .unit("B1", "mw-bear", 24.0, 24.0, 0)
    };
    assert_eq!(
        rules::arcs(&tie().state, id("A1"), id("B1")),
        [Side::Front, Side::Right],
        "50 : 50"
    );
    assert_eq!(tie().action_rule("A1", charge("B1", 225)).unwrap(), "IF-GEO-06");
    let named = |arc| Action::Charge {
        target: id("B1"),
        heading: 225,
        arc: Some(arc),
        weapon: None,
    };
    assert_eq!(tie().action_rule("A1", named(Side::Rear)).unwrap(), "IF-GEO-06");
    assert_eq!(tie().action_rule("A1", named(Side::Front)), None);
    assert_eq!(tie().action_rule("A1", named(Side::Right)), None);
    let flank = Scene::new()
        .unit("A1", "mw-levy", 34.0, 18.0, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180);
    assert_eq!(
        rules::arcs(&flank.state, id("A1"), id("B1")),
        [Side::Left],
        "10 : 90"
    );
}

/// A charge of A1 on B1 is refused by `IF-CHG-03`, with this reason.
fn is_no_heading(scene: &Scene, heading: u16, reason: &str) {
    let refusal = scene.action_refusal("A1", charge("B1", heading));
    assert_eq!(refusal.rule.0, "IF-CHG-03", "{refusal}");
    assert!(refusal.message.contains(reason), "{reason}: {refusal}");
}

#[test]
fn if_chg_03_the_pivot_must_lead_straight_into_the_target() {
    // Until its player names a slot the charger stands where it made contact.
    for (heading, contact) in [(21, 11.03), (36, 11.25)] {
        let mut scene = slanting(6);
        scene.act("A1", charge("B1", heading), &[6]);
        assert_eq!(scene.asked(), [(Seat::A, "slot".to_owned())]);
        let (sin, cos) = f64::from(heading).to_radians().sin_cos();
        let (x, y, turned) = scene.at("A1");
        let off = (x - 14.0 - contact * sin).hypot(y - 10.0 - contact * cos);
        assert!(off < 0.002 && turned == heading, "heading {heading}: ({x}, {y})");
    }
    is_no_heading(&slanting(6), 0, "does not touch its target");
    is_no_heading(&slanting(6), 181, "does not see its target after the pivot");
    let refusal = slanting(6).action_refusal("A1", charge("B1", 400));
    assert_eq!(refusal.rule.0, "IF-GEO-02");
    // Another enemy or Impassable terrain is touched before the target.
    let screened = head_on().unit("B2", "ka-raid", 28.5, 17.0, 180);
    is_no_heading(&screened, 0, "another enemy is touched");
    let walled = head_on().piece("wall", 27.5, 17.0, 0).cards(|cards| {
        let wall = cards.terrain.iter_mut().find(|card| card.id.as_str() == "wall");
        wall.unwrap().keywords = vec![crate::cards::Keyword::Impassable];
    });
    is_no_heading(&walled, 0, "Impassable terrain is touched");
    // Another enemy at the same moment is allowed.
    let two = head_on().unit("B2", "ka-raid", 29.5, 24.0, 180);
    let two = two.with("A1", |unit| {
        unit.pose = Some(crate::rules::scene::pose(26.0, 10.0, 0));
    });
    assert_eq!(
        charged(&two.clone().act("A1", charge("B1", 0), &[5])),
        (true, 10_000)
    );
    // The pivot may not end on a tray; friends further on do not matter.
    let beside = head_on().unit("A2", "mw-bear", 28.2, 10.0, 0);
    is_no_heading(&beside, 8, "the pivot may not end overlapping");
    assert_eq!(
        charged(&beside.clone().act("A1", charge("B1", 0), &[5])),
        (true, 10_000)
    );
    let mut friend = head_on().unit("A2", "mw-bear", 28.0, 17.0, 0);
    // Of the slots the left one alone is free.
    let events = friend.act("A1", charge("B1", 0), &[5, 1, 1, 1, 1, 1, 1]);
    assert_eq!(charged(&events), (true, 10_000));
}

#[test]
fn if_chg_04_the_distance_is_speed_and_die_less_rough_pieces() {
    let mut scene = head_on();
    let events = scene.act("A1", charge("B1", 0), &[4]);
    assert_eq!(charged(&events), (false, 9_000));
    // A Bog 8" ahead of the front side, that is from y = 20.4 on.
    let mut scene = head_on().piece("bog", 24.0, 22.9, 0);
    let events = scene.act("A1", charge("B1", 0), &[3]);
    assert_eq!(charged(&events), (false, 7_000));
    assert_eq!(scene.at("A1"), (24.0, 17.0, 0), "it stops before the Bog");
    // Effects at the trigger change the distance, before the die.
    let mut scene = head_on().hand(Seat::B, &["mw-undertow"]);
    scene.act("A1", charge("B1", 0), &[]);
    assert_eq!(scene.asked(), [(Seat::B, "trigger_effect".to_owned())]);
    let events = scene.give(Seat::B, play("mw-undertow"), &[5]);
    assert_eq!(charged(&events), (false, 9_000), "5 + 5 − 1");
}

#[test]
fn if_act_04_a_charge_goes_speed_and_die() {
    let mut scene = head_on();
    let events = scene.act("A1", charge("B1", 0), &[4]);
    assert_eq!(charged(&events).1, 9_000);
}

#[test]
fn if_chg_05_contact_within_the_distance_is_success() {
    let flank = || {
        Scene::new()
            .unit("A1", "mw-levy", 36.0, 24.0, 270)
            .unit("B1", "ka-raid", 24.0, 24.0, 180)
    };
    let rear = || {
        Scene::new()
            .unit("A1", "mw-levy", 24.0, 36.0, 180)
            .unit("B1", "ka-raid", 24.0, 24.0, 180)
    };
    type Make = fn() -> Scene;
    let rows: [(Make, u16, [(u8, bool); 2]); 3] = [
        (head_on, 0, [(5, true), (4, false)]),
        (flank, 270, [(2, true), (1, false)]),
        (rear, 180, [(3, true), (2, false)]),
    ];
    for (make, heading, dice) in rows {
        for (die, success) in dice {
            let events = make().act("A1", charge("B1", heading), &[die]);
            assert_eq!(charged(&events).0, success, "heading {heading}, die {die}");
        }
    }
}

#[test]
fn if_chg_06_the_charger_is_aligned_in_a_free_slot_and_the_defender_does_not_move() {
    for (slot, x) in [(Slot::Centre, 24.0), (Slot::Left, 21.25), (Slot::Right, 26.75)] {
        let mut scene = head_on();
        scene.act("A1", charge("B1", 0), &[5]);
        assert_eq!(scene.asked(), [(Seat::A, "slot".to_owned())]);
        scene.give(Seat::A, Command::Align { slot }, &[1; 6]);
        assert_eq!(scene.at("A1"), (x, 19.2, 0), "{slot:?}");
        assert_eq!(scene.at("B1"), (24.0, 24.0, 180));
        assert!(scene.state.is_engaged(id("A1")));
    }
    // Where one slot alone is free nobody is asked, and the other is refused.
    let one_free = || {
        Scene::new()
            .unit("A1", "mw-levy", 27.5, 10.0, 0)
            .unit("A2", "mw-levy", 21.25, 19.2, 0)
            .unit("B1", "ka-raid", 24.0, 24.0, 180)
            .engaged("A2", "B1")
    };
    let mut scene = one_free();
    let (heading, _) = rules::best_heading(&scene.state, id("A1"), id("B1"), None).unwrap();
    scene.act("A1", charge("B1", heading), &[6, 1, 1, 1, 1, 1, 1]);
    assert_eq!(scene.at("A1"), (26.75, 19.2, 0));
    let mut scene = head_on().unit("A2", "mw-bear", 19.5, 19.0, 0);
    scene.act("A1", charge("B1", 0), &[5]);
    assert_eq!(
        scene.refused(Seat::A, Command::Align { slot: Slot::Left }),
        "IF-CHG-06"
    );
}

#[test]
fn if_chg_07_a_failed_charge_goes_its_whole_distance() {
    for (die, y) in [(3, 18.0), (4, 19.0)] {
        let mut scene = head_on();
        let events = scene.act("A1", charge("B1", 0), &[die]);
        assert_eq!(scene.at("A1"), (24.0, y, 0), "die {die}");
        assert!(
            !scene.state.is_engaged(id("A1")),
            "it may stand within 1\" and is not engaged"
        );
        assert!(!has(&events, |event| matches!(
            event,
            Event::Attack(AttackEvent::AttackDeclared { .. })
                | Event::Morale(MoraleEvent::PanicDemanded { .. })
        )));
        assert!(scene.state.charge.is_none(), "the action ends");
    }
}

#[test]
fn if_atk_01_a_charger_with_several_melee_attacks_names_the_one_it_makes() {
    let mut scene = head_on().cards(|cards| {
        let kind = cards.units.iter_mut().find(|unit| unit.id.as_str() == "mw-levy");
        let attacks = &mut kind.unwrap().attacks;
        let mut second = attacks[0].clone();
        second.dice = vec![3, 2, 1];
        attacks.push(second);
    });
    let named = |weapon| Action::Charge {
        target: id("B1"),
        heading: 0,
        arc: None,
        weapon,
    };
    assert_eq!(
        scene.action_rule("A1", named(Some(2))).as_deref(),
        Some("IF-UNIT-02")
    );
    scene.act("A1", named(Some(1)), &[5]);
    // Three dice and no others: those of the second attack.
    let events = scene.give(Seat::A, Command::Align { slot: Slot::Centre }, &[1; 3]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackDeclared { attack }) if attack.of_a_charge && attack.weapon == 1
    )));
}

#[test]
fn if_chg_08_the_charger_attacks_the_charged_unit() {
    let mut scene = head_on();
    scene.act("A1", charge("B1", 0), &[5]);
    let events = scene.give(Seat::A, Command::Align { slot: Slot::Centre }, &[1; 6]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackDeclared { attack }) if attack.of_a_charge && attack.bonus && attack.defender == id("B1")
    )));
}

/// A charge into the rear that succeeds with a 1: Speed 7, gap 7.2.
fn disorderly() -> Scene {
    let scene = Scene::new()
        .unit("A1", "mw-levy", 24.0, 36.0, 180)
        .unit("B1", "ka-raid", 24.0, 24.0, 180)
        .hand(Seat::A, &["mw-salt"])
        .hand(Seat::B, &["mw-hold"]);
    speed(scene, "mw-levy", 7)
}

#[test]
fn if_chg_09_a_1_is_a_disorderly_charge() {
    let mut scene = disorderly();
    scene.act("A1", charge("B1", 180), &[1]);
    scene.give(Seat::A, Command::Align { slot: Slot::Centre }, &[]);
    // The charging player has a card for the trigger and may not play it; the other one may.
    assert_eq!(scene.asked(), [(Seat::B, "trigger_effect".to_owned())]);
    let events = scene.give(Seat::B, Command::Pass, &[4, 1, 1, 1, 1, 1, 5, 6, 6, 1]);
    assert!(
        has(&events, |event| matches!(
            event,
            Event::Attack(AttackEvent::AttackEnded)
        )),
        "no re-roll was offered"
    );
    assert_eq!(defence_modifier(&events), -2, "Rear is not affected");
    // A card that lengthens the charge does not prevent it: the face counts.
    let mut scene = disorderly().hand(Seat::A, &["ka-over"]).hand(Seat::B, &[]);
    scene.act("A1", charge("B1", 180), &[]);
    let events = scene.give(Seat::A, play("ka-over"), &[1]);
    assert_eq!(charged(&events), (true, 9_000));
    assert!(scene.state.charge.as_ref().unwrap().is_disorderly());
}

#[test]
fn if_card_04_after_a_1_the_charging_player_plays_no_cards_until_the_action_ends() {
    let mut scene = disorderly();
    scene.act("A1", charge("B1", 180), &[1]);
    scene.give(Seat::A, Command::Align { slot: Slot::Centre }, &[]);
    // Were they asked, the card would be refused by the same rule.
    let Some(Step::Window { at, .. }) = scene.state.step().cloned() else {
        panic!("the declaration waits");
    };
    let mut asked = scene.clone();
    asked.state.agenda.pop();
    let window = Step::Window {
        at,
        asked: Seat::A,
        used: false,
    };
    asked.state.agenda.push(window.into());
    assert_eq!(asked.refused(Seat::A, play("mw-salt")), "IF-CARD-04");
    let events = scene.give(Seat::B, play("mw-hold"), &[1, 1, 1, 1, 1, 1]);
    assert!(has(&events, |event| matches!(
        event,
        Event::Effect(EffectEvent::CardPlayed { .. })
    )));
    assert!(
        crate::rules::cards::may_play(&scene.state, Seat::A),
        "the action has ended"
    );
}

#[test]
fn if_move_06_a_charge_makes_contact_with_the_whole_tray_on_the_table() {
    // In heading 350 the contact leaves a corner at x = -0.316; in heading 0 it is made after 7.2".
    let mut scene = Scene::new()
        .unit("A1", "mw-levy", 4.0, 12.0, 0)
        .unit("B1", "ka-raid", 2.75, 24.0, 180);
    assert_eq!(scene.action_rule("A1", charge("B1", 350)).unwrap(), "IF-MOVE-06");
    let offered = crate::rules::charge::headings(&scene.state, id("A1"), id("B1"), None);
    assert!(offered.iter().all(|(heading, _)| *heading != 350), "{offered:?}");
    let events = scene.act("A1", charge("B1", 0), &[6]);
    assert_eq!(charged(&events), (true, 11_000));
}
