use super::*;
use crate::cards::UnitType;
use crate::orders::Order;
use crate::scene::{Scene, id, line, play, scene};

/// The Hag Coven of the sample pack.
fn coven() -> UnitType {
    let book = crate::pack::sample_book();
    book.kinds
        .iter()
        .find(|kind| kind.id == "hag-coven")
        .unwrap()
        .clone()
}

const GRIP: u8 = 1;
const MEND: u8 = 2;
const BLESSING: u8 = 3;
const ROT: u8 = 4;

fn camp() -> Scene {
    scene()
        .unit("A1", coven(), (18.0, 8.0, 0.0))
        .unit("A2", line(), (18.0, 3.0, 0.0))
        .unit("B1", line(), (18.0, 16.0, 180.0))
        .order("A1", Order::Hold)
        .order("A2", Order::Hold)
}

fn spell(place: u8, target: &str) -> (Seat, Command) {
    (
        Seat::A,
        Command::Cast {
            unit: id("A1"),
            spell: place,
            target: id(target),
        },
    )
}

fn refused(state: State, command: (Seat, Command)) -> String {
    play(state, &[command], &[]).unwrap_err().rule.to_string()
}

#[test]
fn bg4_spell_01_attack_alone_belongs_to_the_combat_phase() {
    assert_eq!(refused(camp().state(), spell(0, "B1")), "BG4-SPELL-01");
    // Attack with another keyword, in the Combat Phase: no command of that phase casts it.
    let combat = camp()
        .set(|state| {
            state.phase = crate::state::Phase::Combat;
            state.agenda = vec![Step::Attacks.into()];
        })
        .state();
    assert_eq!(refused(combat, spell(ROT, "B1")), "BG4-TURN-03");
    assert_eq!(refused(camp().state(), spell(9, "B1")), "BG4-SPELL-01");
}

#[test]
fn bg4_spell_02_casting_is_the_units_attack_of_the_turn() {
    let (state, _) = play(camp().state(), &[spell(BLESSING, "A2")], &[]).unwrap();
    assert!(
        state.unit(id("A1")).unwrap().turn.cast,
        "no attack spell in the Combat Phase"
    );
    assert_eq!(refused(state, spell(MEND, "A2")), "BG4-SPELL-02");
    for status in [Status::Disrupted, Status::Routing] {
        let state = camp().change("A1", |unit| unit.status = status).state();
        assert_eq!(refused(state, spell(BLESSING, "A2")), "BG4-SPELL-02");
    }
    let engaged = camp()
        .unit("B2", line(), (18.0, 10.5, 180.0))
        .engaged("B2", "A1", hindsight_geometry::inches::Side::Front)
        .state();
    assert_eq!(refused(engaged, spell(BLESSING, "A2")), "BG4-SPELL-02");
}

#[test]
fn bg4_turn_08_a_unit_that_rushed_casts_nothing() {
    let rushed = camp().change("A1", |unit| unit.turn.rushed = true).state();
    assert_eq!(refused(rushed, spell(BLESSING, "A2")), "BG4-TURN-08");
}

#[test]
fn bg4_spell_03_other_spells_reach_any_unit_in_range() {
    // Healing range 10.5, the friend's nearest centre point at 10.4, behind the caster. The caster's front centre is
    // (18, 9.25); the friend's front centre must lie 10.4 behind it at y -1.15: turned about, its rear does.
    let at = |y: f64| {
        scene()
            .unit("A1", coven(), (18.0, 18.0, 0.0))
            .unit("A2", line(), (18.0, y, 0.0))
            .unit("B1", line(), (18.0, 26.0, 180.0))
            .order("A1", Order::Hold)
            .order("A2", Order::Hold)
            .change("A2", |unit| unit.marked = 3)
            .state()
    };
    // Caster's front centre (18, 19.25); the friend's front centre is at y + 1.25.
    assert!(play(at(19.25 - 10.4 - 1.25), &[spell(MEND, "A2")], &[]).is_ok());
    assert_eq!(
        refused(at(19.25 - 10.6 - 1.25), spell(MEND, "A2")),
        "BG4-SPELL-03"
    );
    assert_eq!(refused(camp().state(), spell(MEND, "B9")), "BG4-SPELL-03");
}

#[test]
fn bg4_spell_04_one_blessing_on_a_unit_its_owner_decides() {
    let blessed = camp()
        .change("A2", |unit| {
            unit.lasting.push(Lasting {
                name: "Older".to_owned(),
                kind: LastingKind::Blessing,
                by: Seat::A,
                effects: Vec::new(),
            });
        })
        .state();
    let (asked, _) = play(blessed, &[spell(BLESSING, "A2")], &[]).unwrap();
    let Step::Ask(question) = &asked.agenda.last().unwrap().step else {
        panic!("the owner is asked");
    };
    assert_eq!((question.seat, question.topic), (Seat::A, Topic::Blessing));
    let names = |answer: Answer| {
        let (state, _) = play(asked.clone(), &[(Seat::A, Command::Choose { answer })], &[]).unwrap();
        let unit = state.unit(id("A2")).unwrap();
        unit.lasting
            .iter()
            .map(|lasting| lasting.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(Answer::Accept), ["Black Blessing"]);
    assert_eq!(names(Answer::Decline), ["Older"]);
    // The first one is simply written.
    let (state, _) = play(camp().state(), &[spell(BLESSING, "A2")], &[]).unwrap();
    assert_eq!(state.unit(id("A2")).unwrap().lasting.len(), 1);
}

#[test]
fn bg4_spell_05_one_curse_on_a_unit_the_opponent_of_its_owner_decides() {
    let (state, _) = play(camp().state(), &[spell(GRIP, "B1")], &[]).unwrap();
    assert_eq!(
        Field::of(&state).current_mc(id("B1")).inches().value(),
        2.5,
        "current MC -1"
    );
    let cursed = Scene::from(state)
        .change("A1", |unit| unit.turn.cast = false)
        .state();
    let (asked, _) = play(cursed, &[spell(GRIP, "B1")], &[]).unwrap();
    let Step::Ask(question) = &asked.agenda.last().unwrap().step else {
        panic!("somebody is asked");
    };
    assert_eq!((question.seat, question.topic), (Seat::A, Topic::Curse));
}

#[test]
fn bg4_spell_06_healing_erases_the_last_marked_once_a_turn() {
    let hurt = camp().change("A2", |unit| unit.marked = 5).state();
    let (state, _) = play(hurt, &[spell(MEND, "A2")], &[]).unwrap();
    let unit = state.unit(id("A2")).unwrap();
    assert_eq!(
        unit.marked, 3,
        "4/3/2 with 5 marked, heal 2: no longer In the Yellow"
    );
    assert!(unit.turn.healed);
    let again = Scene::from(state)
        .change("A1", |unit| unit.turn.cast = false)
        .state();
    let (state, _) = play(again, &[spell(MEND, "A2")], &[]).unwrap();
    assert_eq!(
        state.unit(id("A2")).unwrap().marked,
        3,
        "a second Healing has no effect"
    );
    // Even one that healed nothing is the one of the turn.
    let (state, _) = play(camp().state(), &[spell(MEND, "A2")], &[]).unwrap();
    assert!(state.unit(id("A2")).unwrap().turn.healed);
}

#[test]
fn bg4_spell_08_only_attack_spells_need_ammo() {
    let empty = camp().change("A1", |unit| unit.ammo_marked = 4).state();
    assert!(play(empty.clone(), &[spell(BLESSING, "A2")], &[]).is_ok());
    // RULING: Attack and Curse has the Attack keyword.
    assert_eq!(refused(empty, spell(ROT, "B1")), "BG4-SPELL-08");
}

#[test]
fn bg4_spell_09_a_faction_ability_that_is_a_spell_heals_by_the_same_rule() {
    // A unit healed by an ability this turn: the spell has no effect.
    let healed = camp()
        .change("A2", |unit| {
            unit.marked = 5;
            unit.turn.healed = true;
        })
        .state();
    let (state, _) = play(healed, &[spell(MEND, "A2")], &[]).unwrap();
    assert_eq!(state.unit(id("A2")).unwrap().marked, 5);
}

#[test]
fn bg4_turn_07_a_spell_takes_hold_when_it_is_cast() {
    // A spell marks the last green box of an enemy: it is In the Yellow at once and will check before combat.
    let state = camp()
        .unit("B2", line(), (18.0, 14.0, 180.0))
        .change("B2", |unit| unit.marked = 3)
        .set(|state| state.units.retain(|unit| unit.id != id("B1")))
        .state();
    let (state, _) = play(state, &[spell(ROT, "B2")], &[]).unwrap();
    let unit = state.unit(id("B2")).unwrap();
    assert_eq!((unit.marked, unit.fresh), (4, 0));
    assert_eq!(unit.pending.rout, [crate::state::RoutCause::LastGreen]);
    assert_eq!(unit.lasting[0].kind, LastingKind::Curse, "and it is cursed");
    assert_eq!(state.unit(id("A1")).unwrap().ammo_marked, 1);
}
