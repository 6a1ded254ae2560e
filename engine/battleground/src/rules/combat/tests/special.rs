//! Javelins, Pila, Spears, swoops, Skirmishers and attack spells in combat (pp. 125-135).

use battleground_geometry::Side;
use hindsight_kernel::Seat;

use super::*;
use crate::model::agenda::Answer;
use crate::model::cards::TerrainType;
use crate::model::event::AbilityEvent;
use crate::model::orders::{Objective, Order};
use crate::model::state::{Status, Unit};
use crate::procedures::attack::ammunition::ammo_boxes;
use crate::procedures::holding;
use crate::procedures::movement::reach;
use crate::scene::{ground, line, mc, moving, scene, with_keywords};

fn targets_only(scene: Scene) -> State {
    let mut state = combat(scene);
    state.agenda.drain(..2);
    state
}

fn chosen(scene: Scene) -> Vec<String> {
    let (_, state, _) = run(targets_only(scene), &[], &[]);
    assert!(state.agenda.is_empty(), "asked: {:?}", asked(&state));
    declared(&state)
}

/// Outriders A1 with an unengaged enemy on Hold so far ahead.
fn outriders(distance: f64) -> Scene {
    scene()
        .unit("A1", sample("outriders"), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5 + distance, 180.0))
        .order("B1", Order::Hold)
}

#[test]
fn bg4_equip_01_javelins_use_the_profile_of_the_front() {
    let state = outriders(6.0).order("A1", Order::Range).state();
    assert_eq!(
        short(&numbers(&state, "A1", "B1", AttackKind::Ranged)),
        (3, 3, 2, 0)
    );
    assert_eq!(chosen(outriders(7.0).order("A1", Order::Range)), ["A1 B1 ranged"]);
}

#[test]
fn bg4_equip_02_javelins_on_close_are_held() {
    assert!(chosen(outriders(6.0)).is_empty());
}

#[test]
fn bg4_equip_03_javelins_are_thrown_on_the_charge() {
    let charge = |order| {
        rushed_now(
            scene()
                .unit("A1", sample("outriders"), FRONT)
                .unit("B1", line(), AT)
                .order("B1", order),
            "A1",
            "B1",
            Side::Front,
        )
    };
    assert_eq!(
        chosen(charge(Order::Hold)),
        ["A1 B1 thrown", "A1 B1 melee", "B1 A1 melee"]
    );
    let state = charge(Order::Hold).state();
    assert_eq!(numbers(&state, "A1", "B1", AttackKind::Thrown).dice, 3);
    assert_eq!(numbers(&state, "A1", "B1", AttackKind::Melee).dice, 3 + 2 + 2);
    // On a mutual charge both sides' javelins fly; without ammo none do.
    let both = rushed_now(
        scene()
            .unit("A1", sample("outriders"), FRONT)
            .unit("B1", sample("sworn-exiles"), AT),
        "A1",
        "B1",
        Side::Front,
    );
    assert_eq!(
        chosen(both),
        ["A1 B1 thrown", "A1 B1 melee", "B1 A1 thrown", "B1 A1 melee"]
    );
    assert_eq!(
        chosen(charge(Order::Hold).change("A1", |unit| unit.ammo_marked = 1)),
        ["A1 B1 melee", "B1 A1 melee"]
    );
    // RULING: BG4-EQUIP-03, the charged enemy gone, there is no throw.
    let gone = outriders(6.0).change("A1", |unit| unit.turn.rushed = true);
    assert!(chosen(gone).is_empty());
}

#[test]
fn bg4_equip_04_javelins_on_other_orders() {
    assert_eq!(chosen(outriders(3.0).order("A1", Order::Hold)), ["A1 B1 ranged"]);
    let rushed = rushed_now(
        scene()
            .unit("A1", sample("outriders"), FRONT)
            .order("A1", Order::Hold)
            .unit("B1", line(), AT),
        "B1",
        "A1",
        Side::Front,
    );
    assert_eq!(chosen(rushed), ["A1 B1 melee", "B1 A1 melee"]);
}

#[test]
fn bg4_equip_05_one_box_of_ammo() {
    assert_eq!(
        [
            ammo_boxes(&sample("outriders")),
            ammo_boxes(&sample("runner-screen"))
        ],
        [1, 2]
    );
}

#[test]
fn bg4_equip_06_pila() {
    // (book example) (5)5/5 throws (3)5/6, In the Red as well.
    let exiles = |marked| {
        scene()
            .unit("A1", sample("sworn-exiles"), (18.0, 10.0, 0.0))
            .order("A1", Order::Range)
            .unit("B1", line(), (18.0, 15.5, 180.0))
            .order("B1", Order::Hold)
            .change("A1", |unit: &mut Unit| unit.marked = marked)
    };
    for marked in [0, 4, 7] {
        let state = exiles(marked).state();
        assert_eq!(
            short(&numbers(&state, "A1", "B1", AttackKind::Ranged)),
            (3, 5 - 2, 6 - 2, 0),
            "{marked}"
        );
    }
    let disrupted = exiles(0).change("A1", |unit| unit.status = Status::Disrupted);
    assert!(chosen(disrupted).is_empty());
}

#[test]
fn bg4_equip_07_spears() {
    let spears = || with(armed(5, 5, 4, 2, 2), &[Keyword::Spears]);
    let horse = || with_keywords(&[Keyword::Normal, Keyword::Cavalry]);
    let charged = |order| {
        rushed_now(
            scene()
                .unit("A1", horse(), FRONT)
                .unit("B1", spears(), AT)
                .order("B1", order),
            "A1",
            "B1",
            Side::Front,
        )
        .state()
    };
    let holding = charged(Order::Hold);
    assert_eq!(
        short(&numbers(&holding, "B1", "A1", AttackKind::Melee)),
        (5, 4, 4, 0)
    );
    let mut next = holding;
    next.turn += 1;
    next.units[0].turn = crate::model::state::TurnMarks::default();
    assert_eq!(numbers(&next, "B1", "A1", AttackKind::Melee).to_wound, 2);
    // Charging spears against Cavalry: 5 + 2 - 1 dice, skill +1, no power.
    let charging = charged(Order::Close);
    assert_eq!(
        short(&numbers(&charging, "B1", "A1", AttackKind::Melee)),
        (6, 4, 2, 0)
    );
    // Rule BG4-COLOS-09: against Colossal and Large units as well; not against infantry.
    for (card, to_hit) in [
        (crate::scene::colossal(), 4),
        (with_keywords(&[Keyword::Large, Keyword::Infantry]), 4),
        (line(), 3),
    ] {
        let state = scene()
            .unit("A1", card, FRONT)
            .unit("B1", spears(), AT)
            .engaged("A1", "B1", Side::Front)
            .state();
        assert_eq!(numbers(&state, "B1", "A1", AttackKind::Melee).to_hit, to_hit);
    }
}

#[test]
fn bg4_equip_07_no_bonus_against_cavalry_that_met_a_replacement() {
    let spears = with(armed(5, 5, 4, 2, 2), &[Keyword::Spears]);
    let horse = with_keywords(&[Keyword::Normal, Keyword::Cavalry]);
    let mut state = rushed_now(
        scene()
            .unit("A1", horse, FRONT)
            .unit("B1", spears, AT)
            .order("B1", Order::Hold),
        "A1",
        "B1",
        Side::Front,
    )
    .state();
    state.engagements[0].taken_over = true; // BG4-ENG-09.
    assert_eq!(
        short(&numbers(&state, "B1", "A1", AttackKind::Melee)),
        (5, 4, 2, 0)
    );
}

#[test]
fn bg4_equip_08_spears_with_an_objective_ahead_are_not_holding() {
    let holds = |leader: f64, engaged: bool| {
        let scene = scene()
            .unit(
                "A1",
                with(armed(5, 5, 4, 2, 2), &[Keyword::Spears]),
                (18.0, 5.0, 0.0),
            )
            .order("A1", Order::Hold)
            .unit("A2", line(), (18.0, leader, 0.0))
            .objective("A1", Objective::Friend(id("A2")))
            .unit("B1", line(), (14.75, 5.0, 90.0));
        let scene = if engaged {
            scene.engaged("B1", "A1", Side::Left)
        } else {
            scene
        };
        let state = scene.state();
        holding::is_holding(&Field::of(&state), state.unit(id("A1")).unwrap())
    };
    // Hold with a friendly objective that has moved away is no Holding, nor while engaged.
    assert!(!holds(15.0, false));
    assert!(!holds(15.0, true));
    // At the leader's rear centre point its order moves it no more.
    assert!(holds(7.5, false));
    assert!(holds(7.5, true));
    // (book example) Hold with a location objective, charged by Cavalry: no Holding.
    let state = rushed_now(
        scene()
            .unit("A1", with_keywords(&[Keyword::Normal, Keyword::Cavalry]), FRONT)
            .unit("B1", sample("household-foot"), AT)
            .order("B1", Order::Hold)
            .objective("B1", Objective::Location(crate::model::names::TokenNo(1)))
            .set(|state| {
                let token = crate::scene::point(18.0, 3.0);
                state
                    .tokens
                    .insert(crate::model::names::TokenNo(1), (Seat::B, token));
            }),
        "A1",
        "B1",
        Side::Front,
    )
    .state();
    assert!(!holding::is_holding(
        &Field::of(&state),
        state.unit(id("B1")).unwrap()
    ));
    // Household Foot: def +1 while Holding against Charging Cavalry, which it has without the objective.
    assert_eq!(numbers(&state, "A1", "B1", AttackKind::Melee).to_hit, 5 - 3);
    let mut free = state;
    free.unit_mut(id("B1")).unwrap().status =
        Status::Ready(Some(crate::model::orders::Orders::plain(Order::Hold)));
    assert_eq!(numbers(&free, "A1", "B1", AttackKind::Melee).to_hit, 5 - 3 - 1);
}

fn rooks() -> UnitType {
    sample("rook-riders")
}

/// Rook Riders A1 in the air over B1 at (18, 15), shifted by so much to the right.
fn above(shift: f64) -> Scene {
    scene()
        .unit("A1", rooks(), (18.0 + shift, 15.5, 0.0))
        .change("A1", |unit| unit.airborne = true)
        .unit("B1", line(), (18.0, 15.0, 180.0))
        .order("B1", Order::Hold)
}

#[test]
fn bg4_fly_13_a_swoop_has_base_attacks_less_two_and_nothing_else() {
    let swoop = |dice: u8, marked: u8| {
        let mut card = rooks();
        card.attack.dice = dice;
        let state = scene()
            .unit("A1", card, (18.0, 15.0, 0.0))
            .change("A1", |unit| {
                unit.airborne = true;
                unit.marked = marked;
            })
            .unit("B1", line(), (18.0, 15.0, 180.0))
            .state();
        short(&numbers(&state, "A1", "B1", AttackKind::Swoop))
    };
    assert_eq!(swoop(5, 0), (3, 5 - 2, 4 - 2, 0));
    assert_eq!(swoop(4, 3).0, 1);
    // Two centre points over the enemy are enough, one is not.
    let may = |shift: f64| {
        let (_, state, _) = run(targets_only(above(shift)), &[], &[]);
        !state.agenda.is_empty()
    };
    assert!(may(0.5));
    assert!(may(1.0));
    assert!(!may(1.8), "only its left centre point lies over it");
    // Voluntary, and not against a unit in a forest.
    let (state, _) = fight(targets_only(above(0.5)), &[choose(Seat::A, Answer::Decline)], &[]);
    assert!(declared(&state).is_empty());
    let wood = above(0.5).terrain(ground(
        TerrainType::Forest,
        &[(10.0, 10.0), (26.0, 10.0), (26.0, 20.0), (10.0, 20.0)],
    ));
    assert!(chosen(wood).is_empty());
    // RULING: BG4-FLY-13, not against another flyer.
    assert!(chosen(above(0.5).change("B1", |unit| unit.airborne = true)).is_empty());
}

#[test]
fn bg4_fly_13_in_the_opponents_turn_and_over_two_enemies() {
    let state = above(0.5).set(|state| state.active = Some(Seat::B));
    let (state, _) = fight(
        targets_only(state),
        &[number(Seat::A, 0), choose(Seat::B, Answer::Decline)],
        &[],
    );
    assert_eq!(declared(&state), ["A1 B1 swoop"]);
    // RULING: BG4-FLY-13, over two enemies with two points each the owner names one.
    let two = scene()
        .unit("A1", rooks(), (18.0, 15.0, 0.0))
        .change("A1", |unit| unit.airborne = true)
        .unit("B1", line(), (16.3, 14.0, 180.0))
        .unit("B2", line(), (19.7, 16.0, 180.0));
    let (_, state, _) = run(targets_only(two), &[], &[]);
    let Some(Step::Ask(question)) = state.agenda.last().map(|frame| &frame.step) else {
        panic!("the owner is asked");
    };
    let crate::model::agenda::Options::OneOf(options) = &question.options else {
        panic!("one of several");
    };
    assert_eq!(options.len(), 3, "either enemy, or none: {options:?}");
}

#[test]
fn bg4_fly_14_the_answer_to_a_swoop() {
    // Ready archers may answer the flyer or shoot, not both.
    let archers = || {
        scene()
            .unit("A1", rooks(), (18.5, 15.5, 0.0))
            .change("A1", |unit| unit.airborne = true)
            .unit("B1", sample("moor-bows"), (18.0, 15.0, 180.0))
            .order("B1", Order::Range)
            .unit("A2", line(), (18.0, 8.0, 0.0))
            .order("A2", Order::Hold)
    };
    let (state, _) = fight(
        targets_only(archers()),
        &[number(Seat::A, 0), number(Seat::B, 0)],
        &[],
    );
    assert_eq!(declared(&state), ["A1 B1 swoop", "B1 A2 ranged"]);
    let (state, _) = fight(
        targets_only(archers()),
        &[number(Seat::A, 0), number(Seat::B, 1)],
        &[],
    );
    assert_eq!(declared(&state), ["A1 B1 swoop", "B1 A1 swoop_answer"]);
    let back = &state.declared[1].attack.numbers;
    assert_eq!(short(back), (4 - 2, 4 - 3, 4 - 2, 0));
    // A unit engaged elsewhere may choose the flyer as its one target.
    let engaged = above(0.5)
        .unit("A2", line(), (18.0, 12.5, 0.0))
        .engaged("A2", "B1", Side::Front);
    let (state, _) = fight(
        targets_only(engaged),
        &[number(Seat::A, 0), number(Seat::B, 1)],
        &[],
    );
    assert_eq!(
        declared(&state),
        ["A1 B1 swoop", "A2 B1 melee", "B1 A1 swoop_answer"]
    );
    // No swoop, no answer.
    let (state, _) = fight(targets_only(above(0.5)), &[choose(Seat::A, Answer::Decline)], &[]);
    assert!(declared(&state).is_empty());
}

#[test]
fn bg4_skirm_07_javelin_skirmishers_shoot_on_close() {
    let screen = |distance: f64| {
        scene()
            .unit("A1", sample("runner-screen"), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 12.5 + distance, 180.0))
            .order("B1", Order::Hold)
            .change("A1", |unit| unit.turn.moved = true)
    };
    assert_eq!(chosen(screen(3.0)), ["A1 B1 ranged"]);
    assert_eq!(
        numbers(&screen(3.0).state(), "A1", "B1", AttackKind::Ranged).to_hit,
        4 - 2
    );
    // Charging they throw besides, if they have ammo.
    let charge = |marked| {
        rushed_now(
            scene()
                .unit("A1", sample("runner-screen"), FLANK)
                .unit("B1", line(), AT)
                .order("B1", Order::Hold)
                .change("A1", |unit: &mut Unit| unit.ammo_marked = marked),
            "A1",
            "B1",
            Side::Left,
        )
    };
    assert_eq!(chosen(charge(1)), ["A1 B1 thrown", "A1 B1 melee", "B1 A1 melee"]);
    assert_eq!(chosen(charge(2)), ["A1 B1 melee", "B1 A1 melee"]);
}

#[test]
fn bg4_skirm_09_free_attacks_on_a_skirmisher() {
    let screen = || {
        let mut card = with(armed(3, 4, 4, 2, 1), &[Keyword::Skirmisher]);
        card.keywords.remove(&Keyword::Infantry);
        card.movement = mc(5.0);
        card
    };
    let free = |attacker: UnitType, began_engaged: bool| {
        let scene = scene()
            .unit("A1", attacker, FRONT)
            .unit("B1", screen(), (18.0, 12.5, 0.0))
            .change("B1", |unit| {
                unit.status = Status::Routing;
                unit.turn.began_engaged = began_engaged;
                unit.turn.rushed_by_line = true;
            });
        short(&numbers(
            &rushed_now(scene, "A1", "B1", Side::Rear).state(),
            "A1",
            "B1",
            AttackKind::Free,
        ))
    };
    let horse = |distance: f64| {
        let mut card = with(moving(distance), &[Keyword::Cavalry]);
        card.keywords.remove(&Keyword::Infantry);
        card
    };
    // Slower, as fast, faster: defence 5, 4, 3; Impact Hits only if faster.
    for (distance, to_hit, impact) in [(3.5, 0, 0), (5.0, 1, 0), (6.0, 2, 1)] {
        let made = free(horse(distance), false);
        assert_eq!((made.1, made.3), (to_hit, impact), "{distance}");
    }
    assert_eq!(free(moving(3.5), false), (7, 0, 4, 0));
    // The same of Impact Hits by a card played in the attack.
    let with_card = |distance: f64| {
        let scene = scene()
            .unit("A1", horse(distance), FRONT)
            .unit("B1", screen(), (18.0, 12.5, 0.0))
            .change("B1", |unit| {
                unit.status = Status::Routing;
                unit.turn.rushed_by_line = true;
            });
        let state = rushed_now(scene, "A1", "B1", Side::Rear).state();
        let field = Field::of(&state);
        let situation = Situation::of(&field);
        let attack =
            crate::rules::combat::targets::prepared(&situation, id("A1"), id("B1"), AttackKind::Free);
        let card = crate::model::state::Lasting {
            name: "Countercharge".to_owned(),
            kind: crate::model::state::LastingKind::Card(crate::model::names::CardNo(29)),
            by: Seat::A,
            effects: vec![crate::model::effect::Effect::Change {
                on: crate::model::effect::Target::Attacker,
                change: crate::model::effect::Change {
                    impact_hits: 1,
                    ..crate::model::effect::Change::default()
                },
                when: Vec::new(),
                lasts: crate::model::effect::Duration::Attack,
            }],
        };
        modifiers::with_cards(&situation, &attack, &[card], false).impact_hits
    };
    assert_eq!([5.0, 6.0].map(with_card), [0, 2]);
    // Engaged when the turn began: all modifiers, no such defence.
    assert_eq!(free(horse(3.5), true), (7, 5 - 2 + 1, 5 - 1 + 1, 1));
}

#[test]
fn bg4_skirm_09_only_one_that_a_line_unit_rushed_evades() {
    // Runner Screen has rushed League Swords in the flank and fails its check after combat: it turned about, so the
    // Swords strike at its rear as at any other unit's.
    let free_attack = |rushed_by_line: bool| {
        let scene = scene()
            .unit("A1", sample("league-swords"), (18.0, 10.0, 0.0))
            .unit("B1", sample("runner-screen"), (21.0, 10.0, 90.0))
            .change("B1", |unit| unit.status = Status::Routing);
        let state = scene
            .engaged("A1", "B1", Side::Rear)
            .set(|state| {
                let turn = state.turn;
                let engagement = state.engagements.last_mut().unwrap();
                engagement.turn = turn;
                std::mem::swap(&mut engagement.rusher, &mut engagement.rushed);
                engagement.rusher_side = Side::Rear;
                engagement.rushed_side = Side::Right;
                state.unit_mut(id("B1")).unwrap().turn.rushed = true;
                state.unit_mut(id("B1")).unwrap().turn.rushed_by_line = rushed_by_line;
            })
            .state();
        numbers(&state, "A1", "B1", AttackKind::Free)
    };
    let (swords, screen) = (sample("league-swords"), sample("runner-screen"));
    let skill = i32::from(swords.attack.skill) - i32::from(screen.def_skill);
    let named = |made: &crate::model::attack::Numbers, name: &str| {
        made.on_hit.iter().any(|modifier| modifier.name == name)
    };
    let itself = free_attack(false);
    assert_eq!(itself.to_hit, skill + 1, "Rear Attacking, p. 105");
    assert!(named(&itself, "Rear Attacking") && !named(&itself, "Evading Skirmisher"));
    // Also rushed by a line unit in that turn: it evades, and the rear gives nothing.
    let rushed = free_attack(true);
    assert!(named(&rushed, "Evading Skirmisher") && !named(&rushed, "Rear Attacking"));
}

#[test]
fn bg4_cour_19_free_attacks_by_the_facing_after_the_about_face() {
    // The unit looked south at its enemies; now it looks north, and its engagements are turned with it.
    let around = |place, side: Side| {
        scene()
            .unit("A1", line(), place)
            .unit("B1", line(), (18.0, 12.5, 0.0))
            .change("B1", |unit| unit.status = Status::Routing)
            .engaged("A1", "B1", side.opposite())
            .state()
    };
    for (place, side, expected) in [
        (FRONT, Side::Front, (5, 4, 4, 0)), // Now at its rear.
        (REAR, Side::Rear, (5, 3, 3, 0)),   // Now on its front.
        (FLANK, Side::Left, (5, 4, 3, 0)),
    ] {
        let state = around(place, side);
        assert_eq!(
            short(&numbers(&state, "A1", "B1", AttackKind::Free)),
            expected,
            "{side:?}"
        );
    }
    // It keeps its charge dice.
    let scene = scene()
        .unit("A1", line(), FRONT)
        .unit("B1", line(), (18.0, 12.5, 0.0))
        .change("B1", |unit| unit.status = Status::Routing);
    let charge = rushed_now(scene, "A1", "B1", Side::Rear).state();
    assert_eq!(
        short(&numbers(&charge, "A1", "B1", AttackKind::Free)),
        (7, 4, 4, 0)
    );
    // Three sides: Pinching +2/+2 for each.
    let three = scene_of_three();
    for (unit, flanking) in [("A1", (1, 1)), ("A2", (1, 0)), ("A3", (1, 0))] {
        let made = numbers(&three, unit, "B1", AttackKind::Free);
        assert_eq!(
            (made.to_hit, made.to_wound),
            (3 + 2 + flanking.0, 3 + 2 + flanking.1),
            "{unit}"
        );
    }
}

fn scene_of_three() -> State {
    scene()
        .unit("A1", line(), FRONT)
        .unit("A2", line(), FLANK)
        .unit("A3", line(), OTHER_FLANK)
        .unit("B1", line(), (18.0, 12.5, 0.0))
        .change("B1", |unit| unit.status = Status::Routing)
        .engaged("A1", "B1", Side::Rear)
        .engaged("A2", "B1", Side::Right)
        .engaged("A3", "B1", Side::Left)
        .state()
}

#[test]
fn bg4_spell_07_an_attack_spell_is_a_ranged_attack() {
    let coven = scene()
        .unit("A1", sample("hag-coven"), (18.0, 10.0, 0.0))
        .order("A1", Order::Hold)
        .unit("B1", line(), (18.0, 21.5, 180.0))
        .order("B1", Order::Hold);
    let state = coven.state();
    let spell = numbers(&state, "A1", "B1", AttackKind::Spell { spell: 0 });
    assert_eq!(short(&spell), (3, 5 - 2 - 1, 5 - 2, 0));
    assert!(spell.on_hit.iter().any(|one| one.name == "Long Range"));
    // Beside Witchfire (Attack, 14) the Coven has Fen Rot (Attack and Curse, 10.5): its Range stat is 14.
    let order = crate::model::orders::WrittenOrder::plain(Order::Range);
    let may_range = |state: &State| {
        crate::verbs::orders::check_order(state, state.unit(id("A1")).unwrap(), &order).is_ok()
    };
    assert!(may_range(&state));
    let card = state.kind(state.unit(id("A1")).unwrap()).clone();
    let ranges: Vec<f64> = reach::reaches(crate::editions::Edition::V4.profile(), &card)
        .iter()
        .map(|reach| reach.range.into())
        .collect();
    assert_eq!(ranges, [14.0]);
    // A caster with no pure Attack spell.
    let mut rot = card;
    rot.spells.retain(|spell| spell.name == "Fen Rot");
    let state = scene()
        .unit("A1", rot, (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 21.5, 180.0))
        .state();
    assert!(!may_range(&state));
}

#[test]
fn bg4_terr_24_no_throw_out_of_deep_water() {
    let wet = ground(
        TerrainType::DeepWater,
        &[(14.0, 8.0), (22.0, 8.0), (22.0, 11.2), (14.0, 11.2)],
    );
    let charge = rushed_now(
        scene()
            .unit("A1", sample("outriders"), FRONT)
            .unit("B1", line(), AT)
            .order("B1", Order::Hold),
        "A1",
        "B1",
        Side::Front,
    );
    assert_eq!(chosen(charge.terrain(wet)), ["A1 B1 melee", "B1 A1 melee"]);
}

#[test]
fn bg4_geo_11_a_shooter_on_a_diagonal_is_asked_only_when_the_side_matters() {
    // The archers' front centre lies on the diagonal of B1: 1.4 across for 1 ahead. Its distances to the front and to
    // the left flank are 6.24 and 5.55 at 4 ahead, 7.09 and 6.40 at 4.5.
    let found = |range: f64, ahead: f64| {
        let archers = crate::scene::shooting(range, crate::model::cards::RangedType::Indirect);
        let front = (18.0 + 1.4 * ahead, 20.0 - ahead);
        let (back, half) = (1.25 / std::f64::consts::SQRT_2, 315.0);
        let state = scene()
            .unit("A1", archers, (front.0 + back, front.1 - back, half))
            .order("A1", Order::Hold)
            .unit("B1", line(), (18.0, 20.0, 180.0))
            .order("B1", Order::Hold)
            .state();
        let field = Field::of(&state);
        let either = field.facing_sides(id("A1"), id("B1"));
        assert!(
            matches!(either, Some(battleground_geometry::FacingSide::Either(..))),
            "{either:?}"
        );
        let unit = state.unit(id("A1")).unwrap();
        crate::rules::combat::choices(&field, unit, &[], &[]).map(|choices| choices.attacks.len())
    };
    assert_eq!(found(14.0, 4.0), Ok(1), "both sides in one band");
    assert_eq!(found(5.0, 4.0), Ok(0), "neither in range");
    assert_eq!(
        found(6.0, 4.0),
        Ok(1),
        "the flank in range, and with it the unit (BG4-GEO-20)"
    );
    assert!(found(14.0, 4.5).is_err(), "the front beyond 7 inches");
}

#[test]
fn bg4_spell_08_attack_spells_use_ammo() {
    let coven = |marked| {
        scene()
            .unit("A1", sample("hag-coven"), (18.0, 10.0, 0.0))
            .order("A1", Order::Hold)
            .change("A1", |unit: &mut Unit| unit.ammo_marked = marked)
            .unit("B1", line(), (18.0, 21.5, 180.0))
            .order("B1", Order::Hold)
    };
    assert_eq!(ammo_boxes(&sample("hag-coven")), 4);
    assert!(chosen(coven(4)).is_empty(), "no box, no Attack spell");
    let (state, events) = fight(combat(coven(0)), &[number(Seat::A, 0)], &[6, 6, 6]);
    assert_eq!(state.unit(id("A1")).unwrap().ammo_marked, 1);
    assert!(
        events
            .iter()
            .any(|event| matches!(event, Event::Ability(AbilityEvent::SpellCast { .. })))
    );
    assert!(state.unit(id("A1")).unwrap().turn.cast);
    // RULING: BG4-SPELL-08, an Attack and Curse spell marks one as well.
    let ((), state, _) = crate::scene::at_table(coven(0).state(), &[], |table| {
        crate::rules::combat::begin_attack(table, id("A1"), id("B1"), AttackKind::Spell { spell: 4 }, None);
        go_on(table).unwrap();
    });
    let caster = state.unit(id("A1")).unwrap();
    assert_eq!((caster.ammo_marked, state.unit(id("B1")).unwrap().marked), (1, 1));
}
