//! Several acts of one unit on one line: `1714-1814 v11; fire 1510`. Rules MOI-MOVE-01, MOI-ACT-17 and MOI-FIRE-11 of the
//! catalogue.

use hindsight_kernel::{Notation, Seat};

use super::scene::{Scene, hex, hour, id};
use crate::MenOfIron;
use crate::model::command::{Act, Command, MOST_ACTS};
use crate::model::event::{Event, MovementEvent};
use crate::model::names::ClassId;
use crate::model::piece::Status;

fn line(words: &str) -> Command {
    MenOfIron::parse(words).unwrap_or_else(|fault| panic!("{words}: {fault}"))
}

/// A genitor of the activated Command two hexes before a longbow that faces it.
fn genitor() -> Scene {
    Scene::plain(&[("A-GN1", "1006", 5), ("B-AX1", "1008", 1)])
        .class("B-AX1", ClassId::LB)
        .active("A3")
}

#[test]
fn moi_move_01_a_whole_move_is_one_order() {
    let mut scene = Scene::plain(&[("A-LB1", "1011", 1), ("B-PK1", "1007", 1)]).active("A1");
    // Two hexes, then a shot at range 2: 4 + 1 = 5, Disordered.
    scene.give(line("1011-1010-1009 v11; fire 1007"), "4");
    assert_eq!(scene.hex_of("A-LB1"), Some(hex("1009")));
    assert_eq!(scene.unit("A-LB1").facing(), Some(hour(11)));
    assert_eq!(scene.unit("B-PK1").status, Status::Disordered);
    assert_eq!(
        scene.count(|event| matches!(event, Event::Movement(MovementEvent::UnitStepped { .. }))),
        2
    );
    // A foot unit that fired has finished.
    assert!(scene.unit("A-LB1").acts.finished);
    // The same acts one by one give the same position.
    let mut single = Scene::plain(&[("A-LB1", "1011", 1), ("B-PK1", "1007", 1)]).active("A1");
    single
        .give(line("move A-LB1 1010"), "")
        .give(line("move A-LB1 1009 v11"), "")
        .give(line("fire A-LB1 at B-PK1"), "4");
    assert_eq!(scene.state, single.state);
}

#[test]
fn moi_move_01_an_act_that_is_not_allowed_refuses_the_whole_order() {
    let scene = Scene::plain(&[("A-LB1", "1011", 1), ("B-PK1", "1002", 1)]).active("A1");
    for (words, rule) in [
        // Six hexes with five Movement Points.
        ("1011-1010-1009-1008-1007-1006-1005", "MOI-MOVE-02"),
        ("1011-1010; fire 1002", "MOI-FIRE-02"),
        ("1011-1010; fire 1004", "MOI-FIRE-01"),
        ("1011; change mount", "MOI-HOBI-01"),
        ("1011 v1", "MOI-FACE-01"),
        ("1010-1009", "MOI-COMP-12"),
        ("1002-1003", "MOI-COMP-12"),
        ("1011", "HS-FORM-01"),
    ] {
        assert_eq!(scene.refused(line(words)), rule, "{words}");
    }
    let many = Command::MoveFire {
        from: hex("1011"),
        acts: vec![Act::ChangeMount; MOST_ACTS + 1],
    };
    assert_eq!(scene.refused(many), "HS-FORM-01");
    // Only in the Move/Fire Phase, and only by the active player.
    let between = scene.clone().continuing(Seat::A, None);
    assert_eq!(between.refused(line("1011-1010")), "MOI-ACT-06");
    let refusal = scene.clone().try_as(Seat::B, line("1002-1003"), "").unwrap_err();
    assert_eq!(refusal.rule.to_string(), "MOI-COMP-09");
}

#[test]
fn moi_fire_11_every_step_of_an_order_is_reacted_to() {
    let mut scene = genitor();
    scene.give(line("1006-1007-1107; v7"), "");
    assert_eq!(
        (scene.asked(), scene.decision().as_str()),
        (Seat::B, "reaction_fire")
    );
    assert_eq!(scene.hex_of("A-GN1"), Some(hex("1007")));
    // Declined: the genitor goes on as ordered, without its player being asked again.
    let mut declined = scene.clone();
    declined.no("");
    assert_eq!(declined.hex_of("A-GN1"), Some(hex("1107")));
    assert_eq!(declined.unit("A-GN1").facing(), Some(hour(7)));
    assert_eq!(
        (declined.asked(), declined.decision().as_str()),
        (Seat::A, "move_fire")
    );
    // Taken without an effect (0 + 2): the same.
    let mut missed = scene.clone();
    missed.choose("B-AX1", "0");
    assert_eq!(missed.hex_of("A-GN1"), Some(hex("1107")));
    // Disordered (3 + 2 = 5): it stops, and its player decides anew.
    let mut harmed = scene.clone();
    harmed.choose("B-AX1", "3");
    assert_eq!(harmed.unit("A-GN1").status, Status::Disordered);
    assert_eq!(harmed.hex_of("A-GN1"), Some(hex("1007")));
    assert_eq!(
        (harmed.asked(), harmed.decision().as_str()),
        (Seat::A, "move_fire")
    );
    assert!(!harmed.unit("A-GN1").acts.finished);
}

#[test]
fn moi_fire_11_what_a_reaction_made_impossible_is_not_done() {
    // Disordered and Retreat 1 (5 + 2 = 7): the shot that was ordered is gone with the Move/Fire; the answer is not refused.
    let mut scene = genitor();
    scene.give(line("1006-1007; fire 1008"), "").choose("B-AX1", "5");
    assert_eq!(scene.decision(), "retreat");
    let spot = scene.spots()[0].clone();
    scene.to("A-GN1", &spot, 5, "");
    assert!(scene.unit("A-GN1").acts.finished && !scene.unit("A-GN1").acts.fired);
    assert_eq!(scene.decision(), "move_fire");
}

#[test]
fn moi_move_07_leaders_ride_along_with_an_order() {
    let position = || {
        Scene::plain(&[("A-LB1", "1011", 1), ("B-PK1", "1002", 1)])
            .leader("Hale", "1011")
            .active("A1")
    };
    let leader = |scene: &Scene| scene.state.leader(super::scene::leader_id("Hale")).unwrap().hex();
    let mut scene = position();
    scene.give(line("1011-1010-1009 v3 with Hale"), "");
    assert_eq!(leader(&scene), Some(hex("1009")));
    assert_eq!(
        position().refused(line("1011-1010; 1009 with Hale")),
        "MOI-MOVE-07"
    );
}

#[test]
fn moi_move_14_an_order_leads_through_a_friend() {
    let mut scene =
        Scene::plain(&[("A-MM1", "1010", 1), ("A-LB1", "1009", 1), ("B-PK1", "1002", 1)]).active("A3");
    // The pass-through roll is made when the hex is entered: 5 leaves the longbow in order.
    scene.give(line("1010-1009-1008 v1"), "5");
    assert_eq!(scene.hex_of("A-MM1"), Some(hex("1008")));
    assert_eq!(scene.unit("A-LB1").status, Status::Normal);
    assert_eq!(scene.unit("A-MM1").id, id("A-MM1"));
}

#[test]
fn moi_std_08_a_standard_taken_on_the_way_takes_the_target_with_it() {
    // The longbow is Retired to the Standard through whose hex the genitor rides: it is lost before it can be shot at.
    let scene = Scene::plain(&[("A-GN1", "1006", 5), ("B-PK1", "1009", 1), ("B-PK2", "2002", 7)])
        .retired("B-PK1")
        .standard("B2", "1007")
        .active("A3");
    assert_eq!(scene.refused(line("1006-1007-1008; fire 1009")), "MOI-FIRE-01");
    let mut ridden = scene.clone();
    ridden.give(line("1006-1007-1008"), "");
    assert_eq!(ridden.hex_of("B-PK1"), None);
    assert_eq!(ridden.hex_of("A-GN1"), Some(hex("1008")));
}

#[test]
fn moi_move_03_every_step_is_offered_whole() {
    use hindsight_kernel::Offers;
    // 1008 lies before a longbow, where foot must stop and has the facing of its step; 1010 does not.
    let scene = Scene::plain(&[("A-AX1", "1009", 1), ("B-AX1", "1007", 7)])
        .class("B-AX1", ClassId::LB)
        .active("A2");
    let offers = MenOfIron::offers(&scene.state, Seat::A);
    let facings_at = |label: &str| -> Vec<Option<u8>> {
        let whole = offers.iter().filter_map(|offer| match offer.choice {
            hindsight_kernel::Choice::Command(_) => offer.commands().first(),
            hindsight_kernel::Choice::Form { .. } => None,
        });
        let to = whole.filter_map(|command| match command {
            Command::Move { to, facing, .. } if *to == hex(label) => {
                Some(facing.map(hindsight_geometry::hexes::Facing::hour))
            }
            _ => None,
        });
        to.collect()
    };
    assert_eq!(facings_at("1010"), [None]);
    assert_eq!(facings_at("1008"), [1, 3, 5, 7, 9, 11].map(Some));
    assert_eq!(facings_at("1007"), []);
}
