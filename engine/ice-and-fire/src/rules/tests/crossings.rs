//! Interactions of two chapters: charges and terrain, panic and objectives, retreats and objectives, tokens
//! beside cards.

use hindsight_kernel::{Rules, Seat};

use super::{duel, has, melee, play};
use crate::IceAndFire;
use crate::cards::{ConditionToken, Effect, Role, Trigger, ZoneName};
use crate::field::Slot;
use crate::model::command::{Action, Command};
use crate::model::event::{AttackEvent, Cause, Event, MoraleEvent, RoundEvent, Scored, ScoringEvent};
use crate::model::names::{NcuId, ObjectiveNo, UnitId, Way};
use crate::rules::scene::{Scene, id, wounds_of};

fn controller(scene: &Scene, no: u8) -> Option<UnitId> {
    let token = scene
        .state
        .objectives
        .iter()
        .find(|token| token.no == ObjectiveNo(no));
    token.unwrap().controller
}

/// `IF-TERR-04` with `IF-TIME-01`: a charger that Dangerous terrain destroys at its contact leaves nothing to use.
#[test]
fn if_terr_04_a_charger_destroyed_at_contact_opens_no_trigger() {
    let start = |models| {
        Scene::new()
            .unit("A1", "mw-levy", 24.0, 12.0, 0)
            .models("A1", models)
            .unit("A2", "mw-levy", 40.0, 5.0, 0)
            .unit("B1", "ka-wall", 24.0, 24.0, 180)
            .orders("B1")
            .piece("stakes", 24.0, 18.0, 0)
    };
    let charge = Action::Charge {
        target: id("B1"),
        heading: 0,
        arc: None,
        weapon: None,
    };
    let align = Command::Align { slot: Slot::Centre };
    let mut scene = start(12);
    scene.act("A1", charge.clone(), &[5]);
    scene.give(Seat::A, align.clone(), &[1]);
    assert_eq!(
        scene.asked(),
        [(Seat::B, "trigger_effect".to_owned())],
        "Set Spears"
    );
    let mut scene = start(2);
    scene.act("A1", charge, &[5]);
    // D3 = 1: two wounds.
    let events = scene.give(Seat::A, align, &[1]);
    assert_eq!(wounds_of(&events, "A1"), [(2, Cause::Terrain)]);
    assert!(!has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackDeclared { .. })
    )));
    assert!(
        has(&events, |event| matches!(
            event,
            Event::Round(RoundEvent::TurnEnded { .. })
        )),
        "its action is over"
    );
    assert!(!scene.state.is_engaged(id("B1")));
}

/// `IF-CHG-03` with `IF-CHG-06` and `IF-MOVE-04`: friends in the way of a charger do not matter, so it may stand among them
/// from its contact until its player has named a slot, and no longer. (Greedy games 100001 and 100002 stopped there.)
#[test]
fn if_chg_06_a_charger_that_waits_for_its_slot_may_stand_among_friends() {
    let charge = Action::Charge {
        target: id("B1"),
        heading: 21,
        arc: None,
        weapon: None,
    };
    // It touches B1 after 11.03", across the bear.
    let mut scene = Scene::new()
        .unit("A1", "mw-knight", 14.0, 10.0, 45)
        .unit("A2", "mw-bear", 16.0, 19.0, 0)
        .unit("B1", "ka-raid", 24.0, 24.0, 180);
    scene.act("A1", charge, &[6]);
    assert_eq!(scene.asked(), [(Seat::A, "slot".to_owned())]);
    let depth = |scene: &Scene| {
        let tray = |name| crate::rules::terrain::tray(&scene.state, id(name)).unwrap();
        tray("A1").outline().depth(&tray("A2").outline())
    };
    assert!(depth(&scene) > 500.0, "{}", depth(&scene));
    assert_eq!(IceAndFire::sound(&scene.state), Ok(()));
    // Without the charge nothing may lie so.
    let mut other = scene.clone();
    other.state.agenda = Scene::new().state.agenda;
    let broken = IceAndFire::sound(&other.state).unwrap_err();
    assert!(broken.contains("A1 and A2 do not overlap"), "{broken}");
    let align = Command::Align { slot: Slot::Centre };
    scene.give(Seat::A, align, &[1, 1, 1, 1, 1, 1, 1, 1]);
    assert!(depth(&scene) < 0.0);
    assert_eq!(IceAndFire::sound(&scene.state), Ok(()));
}

/// `IF-VP-02` with `IF-MOR-02`: wounds of a Panic Test take a rank, and with it the token, before anything else happens.
#[test]
fn if_vp_02_ranks_lost_by_panic_lose_a_token_at_once() {
    // Nine models in three ranks: an attack of one wound and a failed test of one take the third rank.
    let mut scene = duel("mw-axes", "ka-raid").models("B1", 9).controls("B1", 1);
    let events = scene.act("A1", melee("B1"), &[3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    let at = |wanted: fn(&Event) -> bool| events.iter().position(wanted).unwrap();
    let lost = at(|event| matches!(event, Event::Scoring(ScoringEvent::ObjectiveLost { .. })));
    assert_eq!(wounds_of(&events, "B1"), [(1, Cause::Attack), (1, Cause::Panic)]);
    // Eight models are two ranks already after the attack.
    assert!(lost < at(|event| matches!(event, Event::Morale(MoraleEvent::PanicDemanded { .. }))));
    assert_eq!(controller(&scene, 1), None);
    let mut scene = duel("mw-axes", "ka-raid").models("B1", 10).controls("B1", 1);
    let events = scene.act("A1", melee("B1"), &[3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    let at = |wanted: fn(&Event) -> bool| events.iter().position(wanted).unwrap();
    let lost = at(|event| matches!(event, Event::Scoring(ScoringEvent::ObjectiveLost { .. })));
    assert!(at(|event| matches!(event, Event::Morale(MoraleEvent::PanicResolved { .. }))) < lost);
    assert!(lost < at(|event| matches!(event, Event::Attack(AttackEvent::AttackEnded))));
}

/// `IF-RET-03` with `IF-VP-02` and `IF-MOVE-07`: the free pivot of an enemy that is left ends a move, and brings control back.
#[test]
fn if_ret_03_a_free_pivot_claims_the_token_again() {
    // B1 covers the token at (24, 24) and is outranked by A1.
    let mut scene = duel("mw-axes", "ka-raid").models("B1", 4);
    scene.act("A1", Action::Retreat, &[6]);
    assert_eq!(controller(&scene, 1), None);
    let back = Command::MoveBack {
        way: Way::Backward,
        distance: 6_000,
        last: None,
    };
    scene.give(Seat::A, back, &[]);
    assert_eq!(controller(&scene, 1), None, "standing there is no move");
    let pivot = Command::FreePivot {
        unit: id("B1"),
        heading: 170,
    };
    scene.give(Seat::B, pivot, &[]);
    assert_eq!(controller(&scene, 1), Some(id("B1")));
}

/// `IF-TAC-04` with `IF-VP-02`: ranks that come back do not bring control back.
#[test]
fn if_tac_04_restored_ranks_do_not_bring_a_token_back() {
    let mut scene = duel("ka-raid", "mw-axes")
        .models("A1", 8)
        .models("B1", 8)
        .ncu(Seat::A, 1, "mw-iline");
    scene.state.objectives[1].place = crate::field::Place::new(24_000, 19_200);
    scene.state.objectives[0].place = crate::field::Place::new(4_000, 4_000);
    let claim = Command::Claim {
        ncu: NcuId::new(Seat::A, 1).unwrap(),
        zone: ZoneName::Wealth,
    };
    scene.give(Seat::A, claim, &[]);
    let target = Command::Target {
        unit: id("A1"),
        token: None,
    };
    scene.give(Seat::A, target, &[]);
    assert_eq!(scene.strength("A1").0, 12, "3 wounds and 1 of the Abbess");
    assert_eq!(controller(&scene, 2), None);
}

/// `IF-COND-06` with `IF-TIME-02`: at a Panic Test that lies on the table a player may expend a token once and still use a
/// card.
#[test]
fn if_cond_06_a_panicked_token_is_expended_after_the_roll_and_once() {
    let mut scene = super::attack::armed(4, 1, &[])
        .token("B1", ConditionToken::Panicked)
        .hand(Seat::A, &["mw-salt"])
        .deck(Seat::A, &["mw-hold"])
        .cards(|cards| {
            let salt = |card: &&mut crate::cards::TacticsCard| card.id.as_str() == "mw-salt";
            let card = cards.tactics.iter_mut().find(salt).unwrap();
            (card.trigger, card.when) = (Trigger::PanicRolled, Vec::new());
            card.effects = vec![Effect::Draw { cards: 1 }];
        });
    scene.act("A1", melee("B1"), &[4, 1, 6, 6, 6]);
    let asked = Some((Seat::A, Trigger::PanicRolled));
    assert_eq!(scene.open_trigger(), asked);
    let expend = Command::Expend { dice: vec![0, 1, 2] };
    let events = scene.give(Seat::A, expend.clone(), &[1, 1, 6]);
    assert!(wounds_of(&events, "B1").is_empty(), "the trigger is still open");
    assert!(
        !scene
            .state
            .unit(id("B1"))
            .unwrap()
            .has_token(ConditionToken::Panicked)
    );
    assert_eq!(scene.open_trigger(), asked);
    assert_eq!(scene.refused(Seat::A, expend), "IF-COND-01", "the token is gone");
    let events = scene.give(Seat::A, play("mw-salt"), &[1]);
    assert_eq!(wounds_of(&events, "B1"), [(3, Cause::Panic)]);
}

/// The card Salt and Iron (`attack_declared`, a friendly melee attack) does something else.
fn salt(scene: Scene, effect: Effect) -> Scene {
    let scene = scene.cards(|cards| {
        let card = cards
            .tactics
            .iter_mut()
            .find(|card| card.id.as_str() == "mw-salt");
        card.unwrap().effects = vec![effect];
    });
    scene.hand(Seat::A, &["mw-salt"])
}

/// `IF-ATK-01` with `IF-COND-03` and `IF-COND-06`: a token that a card gives at the declaration is there to be expended at the
/// defence dice of the same attack, and does not use up the one effect of that trigger.
#[test]
fn if_cond_03_a_token_given_at_the_declaration_is_expended_in_the_same_attack() {
    let vulnerable = Effect::PlaceToken {
        on: Role::Defender,
        token: Some(ConditionToken::Vulnerable),
    };
    let mut scene = salt(super::attack::armed(4, 1, &[]), vulnerable);
    scene.act("A1", melee("B1"), &[]);
    // The die hits, the save of 4+ holds: without the token the attack would be over.
    scene.give(Seat::A, play("mw-salt"), &[4, 6]);
    assert_eq!(scene.asked(), [(Seat::A, "trigger_effect".to_owned())]);
    let expend = Command::Expend { dice: vec![0] };
    let events = scene.give(Seat::A, expend, &[1, 6, 6, 1]);
    assert_eq!(wounds_of(&events, "B1"), [(1, Cause::Attack)]);
    let unit = scene.state.unit(id("B1")).unwrap();
    assert!(!unit.has_token(ConditionToken::Vulnerable));
}

/// `IF-CHG-08` with `IF-MOR-06`, `IF-SURGE-03` and `IF-VP-04`: a defender that a card's Panic Test destroys at the declaration
/// of a charge's attack leaves no attack, no Surge Forth and one victory point.
#[test]
fn if_surge_03_a_unit_destroyed_by_a_card_inside_a_charge_gives_no_surge() {
    let test = Effect::PanicTest {
        on: Role::Defender,
        by: -12,
    };
    let scene = super::charge::head_on()
        .models("B1", 1)
        .unit("B9", "ka-raid", 24.0, 43.0, 180);
    let mut scene = salt(scene, test);
    let charge = Action::Charge {
        target: id("B1"),
        heading: 0,
        arc: None,
        weapon: None,
    };
    scene.act("A1", charge, &[5]);
    scene.give(Seat::A, Command::Align { slot: Slot::Centre }, &[]);
    assert!(scene.state.is_engaged(id("A1")));
    let events = scene.give(Seat::A, play("mw-salt"), &[6, 6, 1]);
    assert_eq!(wounds_of(&events, "B1"), [(1, Cause::Panic)]);
    assert!(!has(&events, |event| matches!(
        event,
        Event::Attack(AttackEvent::AttackRolled { .. })
    )));
    assert!(has(&events, |event| matches!(
        event,
        Event::Scoring(ScoringEvent::PointsScored {
            seat: Seat::A,
            points: 1,
            why: Scored::Destroyed
        })
    )));
    assert!(
        has(&events, |event| matches!(
            event,
            Event::Round(RoundEvent::TurnEnded { .. })
        )),
        "nobody is asked"
    );
    assert!(
        !scene.state.is_engaged(id("A1")) && scene.state.charge.is_none() && scene.state.attack.is_none()
    );
}

/// `IF-RET-01` with `IF-RET-03` and `IF-MOVE-05`: engaged on its front and a flank a unit leaves over the side that is free, and
/// both enemies pivot in the order of their player.
#[test]
fn if_ret_03_enemies_on_two_sides_pivot_in_the_order_of_their_player() {
    let mut scene = duel("mw-shield", "ka-raid")
        .unit("B2", "ka-raid", 18.85, 19.2, 90)
        .engaged("A1", "B2");
    scene.act("A1", Action::Retreat, &[6]);
    let back = |way, distance| Command::MoveBack {
        way,
        distance,
        last: None,
    };
    assert_eq!(scene.refused(Seat::A, back(Way::Forward, 6_000)), "IF-RET-01");
    assert_eq!(scene.refused(Seat::A, back(Way::Left, 6_500)), "IF-MOVE-02");
    scene.give(Seat::A, back(Way::Right, 6_500), &[]);
    assert_eq!(scene.at("A1"), (30.5, 19.2, 0));
    let pivot = |name: &str, heading| Command::FreePivot {
        unit: id(name),
        heading,
    };
    assert_eq!(scene.refused(Seat::B, pivot("A1", 0)), "IF-RET-03");
    scene.give(Seat::B, pivot("B2", 180), &[]);
    assert_eq!(scene.at("B2"), (18.85, 19.2, 180));
    assert_eq!(
        scene.refused(Seat::B, pivot("B2", 0)),
        "IF-RET-03",
        "each pivots once"
    );
    scene.give(Seat::B, pivot("B1", 270), &[]);
    assert_eq!(scene.at("B1"), (24.0, 24.0, 270));
}
