mod ladder;

use super::*;
use crate::model::cards::UnitType;
use crate::model::event::{CourageEvent, ProcedureEvent, TurnEvent};
use crate::model::orders::Order;
use crate::procedures::attack::standing;
use crate::procedures::rush::targets;
use crate::scene::{Scene, id, line, play, scene};

/// The Hag Coven of the sample pack.
fn coven() -> UnitType {
    let book = crate::packs::sample_book();
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
            state.phase = crate::model::state::Phase::Combat;
            state.agenda = vec![Step::Attacks.into()];
        })
        .state();
    assert_eq!(refused(combat, spell(ROT, "B1")), "BG4-TURN-03");
    assert_eq!(refused(camp().state(), spell(9, "B1")), "BG4-SPELL-01");
    // A Close caster that can Final Rush now must; directly controlled it may decline and cast, and then rushes no more.
    let charging = |controlled: bool| {
        let state = camp()
            .order("A1", Order::Close)
            .change("B1", |unit| {
                unit.pose = Some(crate::scene::pose(18.0, 12.5, 180.0));
            })
            .change("A1", |unit| unit.turn.controlled = controlled)
            .state();
        let (taken, state, _) = crate::scene::at_table(state, &[], |table| {
            table.emit(Event::Procedure(ProcedureEvent::Proceeded {
                done: 0,
                ahead: vec![Step::Snapshot],
            }));
            crate::rules::final_rush::take_snapshot(table, &Step::Snapshot.into())
        });
        assert!(taken.is_ok() && targets::must_rush(&state, id("A1")));
        state
    };
    assert_eq!(refused(charging(false), spell(BLESSING, "A2")), "BG4-SPELL-01");
    let (state, _) = play(charging(true), &[spell(BLESSING, "A2")], &[]).unwrap();
    assert!(!targets::must_rush(&state, id("A1")));
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
        .engaged("B2", "A1", battleground_geometry::Side::Front)
        .state();
    assert_eq!(refused(engaged, spell(BLESSING, "A2")), "BG4-SPELL-02");
}

#[test]
fn bg4_comb_13_who_blessed_neither_shoots_nor_casts_an_attack_in_combat() {
    let mut with_bow = coven();
    with_bow.ranged = crate::scene::shooting(14.0, crate::model::cards::RangedType::Indirect).ranged;
    for card in [coven(), with_bow] {
        let camp = || {
            scene()
                .unit("A1", card.clone(), (18.0, 8.0, 0.0))
                .unit("A2", line(), (18.0, 3.0, 0.0))
                .unit("B1", line(), (18.0, 16.0, 180.0))
                .order("A1", Order::Hold)
                .order("A2", Order::Hold)
                .order("B1", Order::Hold)
                .state()
        };
        let targets = |mut state: State| {
            state.phase = crate::model::state::Phase::PreCombatCourage;
            state.agenda = vec![Step::ChooseTargets.into()];
            let ((), state, _) =
                crate::scene::at_table(state, &[], |table| crate::model::agenda::go_on(table).unwrap());
            state
        };
        assert!(
            matches!(targets(camp()).agenda.last().unwrap().step, Step::Ask(_)),
            "it could attack"
        );
        let (blessed, _) = play(camp(), &[spell(BLESSING, "A2")], &[]).unwrap();
        let after = targets(blessed);
        assert!(after.agenda.is_empty() && after.declared.is_empty());
    }
}

#[test]
fn bg4_spell_05_a_curse_on_an_own_unit_is_decided_by_the_opponent() {
    let cursed = camp()
        .change("A2", |unit| {
            unit.lasting.push(Lasting {
                name: "Older".to_owned(),
                kind: LastingKind::Curse,
                by: Seat::A,
                effects: Vec::new(),
            });
        })
        .state();
    let (asked, _) = play(cursed, &[spell(GRIP, "A2")], &[]).unwrap();
    let Step::Ask(question) = &asked.agenda.last().unwrap().step else {
        panic!("the opponent is asked");
    };
    assert_eq!((question.seat, question.topic), (Seat::B, Topic::Curse));
    let stays = |answer: Answer| {
        let (state, _) = play(asked.clone(), &[(Seat::B, Command::Choose { answer })], &[]).unwrap();
        let unit = state.unit(id("A2")).unwrap();
        unit.lasting
            .iter()
            .map(|one| one.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(stays(Answer::Accept), ["Mire Grip"]);
    assert_eq!(stays(Answer::Decline), ["Older"]);
}

#[test]
fn bg4_turn_08_a_unit_that_rushed_casts_nothing() {
    let rushed = camp().change("A1", |unit| unit.turn.rushed = true).state();
    assert_eq!(refused(rushed, spell(BLESSING, "A2")), "BG4-TURN-08");
}

#[test]
fn bg4_turn_08_after_its_rush_no_spell_is_offered() {
    let casts = |state: &State| {
        let offers = crate::offers::offers(state, Seat::A);
        let commands = offers.iter().flat_map(hindsight_kernel::Offer::commands);
        commands
            .filter(|command| matches!(command, Command::Cast { unit, .. } if *unit == id("A1")))
            .count()
    };
    assert!(casts(&camp().state()) > 0, "on Hold it may cast");
    // It rushes an enemy that it fights from then on, or a Routing one that is destroyed by it.
    let close = camp().state().unit(id("B1")).unwrap().status;
    // Of a unit that is engaged as well, that is said first. Rule BG4-SPELL-02.
    let rows = [
        (close, true, "BG4-SPELL-02"),
        (Status::Routing, false, "BG4-TURN-08"),
    ];
    for (status, fights, rule) in rows {
        let state = crate::scene::begun(
            camp()
                .order("A1", Order::Close)
                .change("B1", |unit| {
                    unit.pose = Some(crate::scene::pose(18.0, 12.5, 180.0));
                    unit.status = status;
                })
                .unit("B2", line(), (32.0, 28.0, 180.0)),
        );
        let activate = Command::Activate {
            units: vec![id("A1")],
        };
        let (after, _) = play(state, &[(Seat::A, activate)], &[]).unwrap();
        assert!(after.unit(id("A1")).unwrap().turn.rushed);
        assert_eq!(after.is_engaged(id("A1")), fights);
        assert_eq!(casts(&after), 0);
        assert_eq!(refused(after, spell(BLESSING, "A2")), rule);
    }
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
    // An ability heals A2 by 2 of 5 boxes, then a unit's Healing spell is cast on it.
    let mended = |is_spell: bool, first: bool| {
        let state = camp()
            .change("A2", |unit| unit.marked = 5)
            .set(|state| {
                let book = std::sync::Arc::make_mut(&mut state.book);
                book.factions = crate::packs::sample_book().factions;
                let ability = &mut book.factions[1].abilities[0];
                ability.mark = None;
                (ability.of_unit, ability.cost, ability.is_spell) = (false, 0, is_spell);
                ability.effects = vec![Effect::Heal { boxes: 2 }];
                state.players[0].allegiance =
                    crate::model::state::Secret::Known(crate::model::state::Allegiance {
                        faction: "gravenmoor".to_owned(),
                        mercenaries: None,
                        also: Vec::new(),
                    });
            })
            .state();
        let ability = Command::UseAbility {
            ability: "war-rage".to_owned(),
            on: vec![id("A2")],
        };
        let mut commands = [(Seat::A, ability), spell(MEND, "A2")];
        if !first {
            commands.reverse();
        }
        let (state, _) = play(state, &commands, &[]).unwrap();
        state.unit(id("A2")).unwrap().marked
    };
    assert_eq!(mended(true, true), 3, "the second has no effect");
    assert_eq!(mended(true, false), 3, "nor has the ability after the spell");
    assert_eq!(
        mended(false, true),
        1,
        "an ability that is no spell is not the Healing of the turn"
    );
}

/// The Coven with other effects of its Curse.
fn cursing(effects: Vec<Effect>) -> State {
    let mut card = coven();
    card.spells[usize::from(GRIP)].effects = effects;
    scene()
        .unit("A1", card, (18.0, 8.0, 0.0))
        .unit("B1", line(), (18.0, 16.0, 180.0))
        .order("A1", Order::Hold)
        .state()
}

#[test]
fn bg4_cour_08_a_spell_can_force_a_fear_check() {
    let (state, _) = play(cursing(vec![Effect::FearCheck]), &[spell(GRIP, "B1")], &[]).unwrap();
    assert!(state.unit(id("B1")).unwrap().pending.fear);
}

#[test]
fn a_spell_that_is_no_attack_does_damage_and_what_follows_it() {
    let effects = |wounds| vec![Effect::Damage { wounds }, Effect::FearCheck];
    let (state, _) = play(cursing(effects(2)), &[spell(GRIP, "B1")], &[]).unwrap();
    let unit = state.unit(id("B1")).unwrap();
    assert_eq!((unit.marked, unit.pending.fear), (2, true));
    // Nothing falls on a unit that does not outlive the damage.
    let (state, _) = play(cursing(effects(9)), &[spell(GRIP, "B1")], &[]).unwrap();
    assert!(state.unit(id("B1")).unwrap().destroyed.is_some());
}

#[test]
fn bg4_cons_04_in_the_yellow_or_no_longer_at_once_outside_combat() {
    use crate::procedures::attack::standing::{Shade, shade};
    // After a spell in Movement & Command at a unit of 4/3/2.
    let after = |before: State, command: (Seat, Command), unit: &str| {
        let (state, _) = play(before, &[command], &[]).unwrap();
        assert_eq!(state.phase, crate::model::state::Phase::MovementAndCommand);
        shade(&state, state.unit(id(unit)).unwrap())
    };
    let hurt = |marked| camp().change("A2", |unit| unit.marked = marked).state();
    assert_eq!(after(hurt(5), spell(MEND, "A2"), "A2"), Shade::Green);
    assert_eq!(after(hurt(8), spell(MEND, "A2"), "A2"), Shade::Yellow);
    let damage = |wounds| cursing(vec![Effect::Damage { wounds }]);
    assert_eq!(after(damage(3), spell(GRIP, "B1"), "B1"), Shade::Green);
    assert_eq!(after(damage(4), spell(GRIP, "B1"), "B1"), Shade::Yellow);
    assert_eq!(after(damage(7), spell(GRIP, "B1"), "B1"), Shade::Red);
}

#[test]
fn bg4_terr_24_no_attack_spell_out_of_deep_water() {
    let wet = crate::scene::ground(
        crate::model::cards::TerrainType::DeepWater,
        &[(14.0, 5.0), (22.0, 5.0), (22.0, 9.0), (14.0, 9.0)],
    );
    let state = camp().terrain(wet).state();
    assert_eq!(refused(state.clone(), spell(ROT, "B1")), "BG4-TERR-24");
    assert!(play(state, &[spell(BLESSING, "A2")], &[]).is_ok());
}

#[test]
fn bg4_geo_11_naming_the_target_of_a_spell_chooses_its_facing_side() {
    // B1 at (18, 20) looks south, the caster's front centre lies on its diagonal, 1.4 across for 1 ahead: front or left
    // flank, at 6.24 and 5.55 inches 4 ahead, at 7.09 and 6.40 inches 4.5 ahead.
    const BACK: f64 = 1.25 / std::f64::consts::SQRT_2;
    let reaching = |range: f64, ahead: f64| {
        let mut card = coven();
        card.spells[usize::from(ROT)].range = range.try_into().unwrap();
        let eye = (18.0 + 1.4 * ahead, 20.0 - ahead);
        let state = scene()
            .unit("A1", card, (eye.0 + BACK, eye.1 - BACK, 315.0))
            .unit("B1", line(), (18.0, 20.0, 180.0))
            .order("A1", Order::Hold)
            .state();
        assert!(matches!(
            Field::of(&state).facing_sides(id("A1"), id("B1")),
            Some(battleground_geometry::FacingSide::Either(..))
        ));
        state
    };
    let cast = |range: f64, ahead: f64| {
        let (state, _) = play(reaching(range, ahead), &[spell(ROT, "B1")], &[]).unwrap();
        assert_eq!(state.unit(id("B1")).unwrap().marked, 1);
        state.unit(id("A1")).unwrap().turn.diagonals.clone()
    };
    // The flank is in range, and with it the unit (BG4-GEO-20); both sides lie in one band: nothing is chosen.
    assert_eq!(cast(6.0, 4.0), []);
    // The front lies beyond 7 inches, the flank does not: the nearer one is the side from now on.
    let side = battleground_geometry::Side::Left;
    assert_eq!(cast(14.0, 4.5), [(id("B1"), side)]);
    assert_eq!(refused(reaching(5.0, 4.0), spell(ROT, "B1")), "BG4-SPELL-03");
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
    assert_eq!(unit.pending.rout, [crate::model::state::RoutCause::LastGreen]);
    assert_eq!(unit.lasting[0].kind, LastingKind::Curse, "and it is cursed");
    assert_eq!(state.unit(id("A1")).unwrap().ammo_marked, 1);
    assert_eq!(
        standing::shade(&state, unit),
        crate::procedures::attack::standing::Shade::Yellow
    );
    // The check comes in the Pre-Combat Courage Phase of the same turn; it passes.
    let (_, events) = play(state, &[(Seat::A, Command::EndPhase)], &[1, 1, 1]).unwrap();
    let place = |wanted: &dyn Fn(&Event) -> bool| events.iter().position(wanted);
    let rout = crate::model::state::CheckKind::Rout;
    let checked = place(
        &|event| matches!(event, Event::Courage(CourageEvent::CourageChecked { unit, kind, .. }) if (*unit, *kind) == (id("B2"), rout)),
    );
    let combat = place(&|event| {
        let phase = crate::model::state::Phase::Combat;
        matches!(event, Event::Turn(TurnEvent::PhaseBegan { phase: began }) if *began == phase)
    });
    assert!(checked.is_some() && checked < combat);
}

#[test]
fn what_speaks_of_a_check_changes_nothing_out_of_one() {
    use crate::model::effect::{Change, Duration, Target};
    let effects = vec![
        Effect::RerollCourage,
        Effect::Change {
            on: Target::Checking,
            change: Change {
                courage: 1,
                ..Change::default()
            },
            when: Vec::new(),
            lasts: Duration::Check,
        },
    ];
    let mut state = cursing(Vec::new());
    state.agenda.push(
        Step::Effects {
            seat: Seat::A,
            name: "Mire Grip".to_owned(),
            kind: LastingKind::Rule,
            on: vec![id("B1")],
            effects,
            spell: true,
        }
        .into(),
    );
    let before = state.units.clone();
    let (result, state, _) = crate::scene::at_table(state, &[], crate::model::agenda::go_on);
    assert!(result.is_ok());
    assert_eq!((state.units, state.agenda.len()), (before, 1));
}

#[test]
fn bg4_spell_04_every_lasting_effect_of_a_blessing_belongs_to_it() {
    // Cover, and a special rule: written on the unit as the one Blessing, not beside it.
    let effects: Vec<Effect> = serde_json::from_value(serde_json::json!([
        { "cover": { "cover": "soft", "lasts": "until_courage_failed" } },
        { "trigger": { "lasts": "until_courage_failed", "trigger": {
            "name": "proud", "at": "courage_passed", "effects": [{ "draw_cards": { "count": 1 } }]
        } } }
    ]))
    .unwrap();
    let mut card = coven();
    card.spells[usize::from(BLESSING)].effects = effects.clone();
    let blessed = |older: Option<Lasting>| {
        scene()
            .unit("A1", card.clone(), (18.0, 8.0, 0.0))
            .unit("A2", line(), (18.0, 3.0, 0.0))
            .unit("B1", line(), (18.0, 25.0, 180.0))
            .order("A1", Order::Hold)
            .order("A2", Order::Hold)
            .change("A2", |unit| unit.lasting.extend(older))
            .state()
    };
    let (state, _) = play(blessed(None), &[spell(BLESSING, "A2")], &[]).unwrap();
    let on = &state.unit(id("A2")).unwrap().lasting;
    assert_eq!(on.len(), 1);
    assert_eq!((&on[0].kind, &on[0].effects), (&LastingKind::Blessing, &effects));
    // So a second Blessing asks which one stays.
    let (asked, _) = play(blessed(Some(on[0].clone())), &[spell(BLESSING, "A2")], &[]).unwrap();
    let Step::Ask(question) = &asked.agenda.last().unwrap().step else {
        panic!("the owner is asked");
    };
    assert_eq!(question.topic, Topic::Blessing);
}
