//! Choosing targets (pp. 26, 90-93).

use battleground_geometry::Side;
use hindsight_kernel::Seat;

use super::*;
use crate::model::agenda::Answer;
use crate::model::attack::{Asked, AttackStage};
use crate::model::cards::{RangedType, TerrainType};
use crate::model::event::{CombatEvent, DamageEvent};
use crate::model::orders::{Objective, Order};
use crate::model::state::Status;
use crate::procedures::attack::weapon::is_engaged_for_low_arc;
use crate::scene::{colossal, ground, scene, shooting, with_keywords};

fn bow(range: f64) -> UnitType {
    shooting(range, RangedType::Indirect)
}

fn crossbow(range: f64) -> UnitType {
    shooting(range, RangedType::LineOfSight)
}

/// An unengaged enemy on Hold whose front lies this far north of a unit at (18, 10).
fn ahead(scene: Scene, name: &str, distance: f64) -> Scene {
    scene
        .unit(name, line(), (18.0, 12.5 + distance, 180.0))
        .order(name, Order::Hold)
}

/// An archer A1 at (18, 10) that looks north, on the order Range.
fn archer(card: UnitType) -> Scene {
    scene()
        .unit("A1", card, (18.0, 10.0, 0.0))
        .order("A1", Order::Range)
}

/// A position at the choice of targets, and nothing after it.
fn combat_choice(scene: Scene) -> State {
    let mut state = combat(scene);
    state.agenda.drain(..2);
    state
}

/// What is declared when nobody need be asked, or the first question.
fn chosen(scene: Scene) -> Vec<String> {
    let (_, state, _) = run(combat_choice(scene), &[], &[]);
    assert!(state.agenda.is_empty(), "asked: {:?}", asked(&state));
    declared(&state)
}

#[test]
fn bg4_comb_01_units_of_both_players_attack() {
    // The non-active player's unengaged archers shoot in the opponent's turn.
    let both = scene()
        .unit("A1", line(), FRONT)
        .unit("B1", line(), AT)
        .engaged("A1", "B1", Side::Front)
        .unit("B2", bow(14.0), (26.0, 20.0, 180.0))
        .order("B2", Order::Range)
        .unit("A2", line(), (26.0, 10.0, 0.0));
    assert_eq!(chosen(both), ["A1 B1 melee", "B1 A1 melee", "B2 A2 ranged"]);
}

#[test]
fn bg4_comb_03_the_active_player_chooses_first_and_for_good() {
    let pair = |active: Seat| {
        scene()
            .unit("B1", line(), AT)
            .unit("A1", line(), FRONT)
            .unit("A2", line(), FLANK)
            .engaged("A1", "B1", Side::Front)
            .engaged("A2", "B1", Side::Left)
            .unit("A3", line(), (10.0, 10.0, 0.0))
            .unit("B3", line(), (10.0, 12.5, 180.0))
            .unit("B4", line(), (7.5, 10.0, 90.0))
            .engaged("B3", "A3", Side::Front)
            .engaged("B4", "A3", Side::Left)
            .set(|state| state.active = Some(active))
    };
    for (active, first) in [(Seat::A, "A3"), (Seat::B, "B1")] {
        let (_, state, _) = run(combat(pair(active)), &[], &[]);
        let Some(Step::Ask(question)) = state.agenda.last().map(|frame| &frame.step) else {
            panic!("somebody is asked");
        };
        assert_eq!(question.unit, Some(id(first)));
    }
    // Two archers at one target: when the first has marked its last box the second still makes its whole attack.
    let two = || {
        ahead(archer(bow(14.0)), "B1", 5.0)
            .unit("A2", bow(14.0), (21.5, 10.0, 0.0))
            .order("A2", Order::Range)
            .change("B1", |unit| unit.marked = 8)
    };
    let dice = [1, 6, 6, 6, 6, 1, 1, 1, 6, 6, 6, 1, 1];
    let (state, events) = fight(combat(two()), &[number(Seat::A, 0)], &dice);
    assert_eq!(
        resolved(&events),
        [("A1".to_owned(), 1, 1), ("A2".to_owned(), 2, 2)]
    );
    let excess: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Damage(DamageEvent::BoxesMarked { boxes, excess, .. }) => Some((*boxes, *excess)),
            _ => None,
        })
        .collect();
    assert_eq!(excess, [(1, 0), (0, 2)]);
    // The second has every card window too: the defender is asked at each step of both attacks.
    let watched = with_hands(two(), [&[], &[1]]);
    let mut commands = vec![number(Seat::A, 0)];
    commands.extend(std::iter::repeat_n(pass(Seat::B), 10));
    let (_, events) = fight(combat(watched), &commands, &dice);
    let first = events
        .iter()
        .position(|event| matches!(event, Event::Combat(CombatEvent::AttackResolved { .. })))
        .unwrap();
    let windows: Vec<AttackStage> = events[first..]
        .iter()
        .filter_map(|event| match event {
            Event::Combat(CombatEvent::AttackWent {
                stage,
                asked: Asked::Defender,
            }) => Some(*stage),
            _ => None,
        })
        .collect();
    assert_eq!(
        windows,
        [
            AttackStage::BeforeHit,
            AttackStage::AfterHit,
            AttackStage::BeforeWound,
            AttackStage::AfterWound,
            AttackStage::Damage
        ]
    );
    assert!(state.units.iter().filter(|unit| unit.ammo_marked == 1).count() == 2);
}

#[test]
fn bg4_comb_04_an_engaged_unit_fights_in_melee() {
    // With the profile of the card's front, (5)5/5, and not that of their bows.
    let mut bows = bow(14.0);
    bows.ranged.as_mut().unwrap().profile = Some(crate::model::cards::Profile {
        dice: 2,
        skill: 3,
        power: 4,
    });
    let engaged = scene()
        .unit("A1", bows, FRONT)
        .unit("B1", line(), AT)
        .engaged("A1", "B1", Side::Front)
        .state();
    let profile = |kind| short(&numbers(&engaged, "A1", "B1", kind));
    assert_eq!(profile(AttackKind::Melee), (5, 5 - 2, 5 - 2, 0));
    assert_eq!(profile(AttackKind::Ranged).0, 2, "the bows have their own");
    // Several enemies: the owner chooses, and only among those it is engaged with.
    let two = scene()
        .unit("B1", line(), AT)
        .unit("A1", line(), FRONT)
        .unit("A2", line(), FLANK)
        .engaged("A1", "B1", Side::Front)
        .engaged("A2", "B1", Side::Left);
    let mut state = combat(two);
    state.agenda.drain(..2);
    let (state, _) = fight(state, &[number(Seat::B, 1)], &[]);
    assert_eq!(declared(&state), ["A1 B1 melee", "A2 B1 melee", "B1 A2 melee"]);
}

#[test]
fn bg4_comb_05_attacking_is_compulsory() {
    let lone = ahead(archer(bow(14.0)), "B1", 9.0);
    let (result, _, _) = run(
        combat(lone),
        &[choose(Seat::A, Answer::Decline)],
        &[6, 6, 6, 6, 6],
    );
    assert!(result.is_err(), "nobody is asked whether to shoot");
    // Order S holds fire beyond 7.
    assert!(chosen(ahead(archer(bow(14.0)), "B1", 9.0).order("A1", Order::Short)).is_empty());
    assert_eq!(
        chosen(ahead(archer(bow(14.0)), "B1", 7.0).order("A1", Order::Short)),
        ["A1 B1 ranged"]
    );
    // A choice between melee targets may not be declined.
    let two = scene()
        .unit("B1", line(), AT)
        .unit("A1", line(), FRONT)
        .unit("A2", line(), FLANK)
        .engaged("A1", "B1", Side::Front)
        .engaged("A2", "B1", Side::Left);
    let (result, _, _) = run(combat(two), &[choose(Seat::B, Answer::Decline)], &[]);
    assert_eq!(
        result.unwrap_err().id(crate::editions::Edition::V4),
        "BG4-COMB-05"
    );
}

#[test]
fn bg4_comb_06_who_may_shoot() {
    let at = |distance| ahead(archer(bow(14.0)), "B1", distance);
    assert_eq!(chosen(at(14.0)), ["A1 B1 ranged"]);
    assert!(chosen(at(14.1)).is_empty());
    let never: [fn(&mut crate::model::state::Unit); 3] = [
        |unit| unit.status = Status::Disrupted,
        |unit| unit.status = Status::Routing,
        |unit| unit.ammo_marked = 6,
    ];
    for (row, change) in never.into_iter().enumerate() {
        assert!(chosen(at(9.0).change("A1", change)).is_empty(), "row {row}");
    }
    assert!(
        chosen(ahead(archer(line()), "B1", 2.0)).is_empty(),
        "no range stat"
    );
    // Order L: 14 at most, and never beyond the real range.
    assert!(chosen(ahead(archer(bow(21.0)), "B1", 15.0).order("A1", Order::Long)).is_empty());
    assert!(chosen(ahead(archer(bow(10.5)), "B1", 14.0).order("A1", Order::Long)).is_empty());
    assert_eq!(
        chosen(ahead(archer(bow(10.5)), "B1", 10.5).order("A1", Order::Long)),
        ["A1 B1 ranged"]
    );
}

/// Enemies at 5 and 9 inches, the farther one to the side so that it stays Visible.
fn two_enemies(card: UnitType) -> Scene {
    ahead(archer(card), "B1", 5.0)
        .unit("B2", line(), (24.0, 19.0, 180.0))
        .order("B2", Order::Hold)
}

#[test]
fn bg4_comb_07_the_nearest_visible_enemy_is_shot() {
    assert_eq!(chosen(two_enemies(bow(14.0))), ["A1 B1 ranged"]);
    // A location objective does not matter, an enemy objective is shot first.
    let location =
        two_enemies(bow(14.0)).objective("A1", Objective::Location(crate::model::names::TokenNo(1)));
    assert_eq!(chosen(location), ["A1 B1 ranged"]);
    // RULING: BG4-COMB-07, Direct Control does not lift the limit of order S.
    let short = two_enemies(bow(14.0))
        .order("A1", Order::Short)
        .change("A1", |unit| unit.turn.controlled = true);
    assert_eq!(chosen(short), ["A1 B1 ranged"]);
}

#[test]
fn bg4_geo_20_range_is_measured_to_the_nearest_centre_and_the_band_to_the_facing_side() {
    // Front centre of the shooter at (28, 10): the target's Facing Side is its front at 13.29, its flank is at 12.96.
    let shooter_of = |range: f64| {
        scene()
            .unit("A1", bow(range), (28.884, 9.116, 315.0))
            .unit("B1", line(), (18.0, 20.0, 180.0))
    };
    assert_eq!(chosen(shooter_of(13.0)), ["A1 B1 ranged"]);
    assert!(chosen(shooter_of(12.9)).is_empty(), "the flank is at 12.96");
    // 14.13 to the front, 13.81 to the flank: within 14, and Extreme all the same (p. 107).
    let farther = |range: f64| {
        scene()
            .unit("A1", bow(range), (29.484, 8.516, 315.0))
            .unit("B1", line(), (18.0, 20.0, 180.0))
    };
    assert_eq!(chosen(farther(14.0)), ["A1 B1 ranged"]);
    let to_hit = |state| numbers(&state, "A1", "B1", AttackKind::Ranged).to_hit;
    assert_eq!(
        to_hit(farther(14.0).state()),
        to_hit(shooter_of(14.0).state()) - 1,
        "Extreme Range, not Long Range"
    );
}

#[test]
fn bg4_comb_08_indirect_is_the_default_and_javelins_fly_straight() {
    use crate::procedures::attack::equipment::way;
    assert_eq!(way(&sample("town-archers")), RangedType::Indirect);
    // A bow as a card prints it that names no type.
    let mut untyped = line();
    untyped.ranged = Some(serde_json::from_value(serde_json::json!({ "range": 14 })).unwrap());
    assert_eq!(way(&untyped), RangedType::Indirect);
    let mut javelins = with(bow(7.0), &[Keyword::Javelins]);
    assert_eq!(way(&javelins), RangedType::LineOfSight);
    javelins.keywords.remove(&Keyword::Javelins);
    javelins.keywords.insert(Keyword::Pila);
    assert_eq!(way(&javelins), RangedType::LineOfSight);
}

#[test]
fn bg4_comb_09_indirect_fire_goes_over_friends_not_enemies() {
    let friend = ahead(archer(bow(14.0)), "B1", 9.0).unit("A2", line(), (18.0, 13.0, 0.0));
    assert_eq!(chosen(friend.order("A2", Order::Hold)), ["A1 B1 ranged"]);
    // Hidden behind enemies: those are nearer and shot instead.
    let screen = ahead(ahead(archer(bow(14.0)), "B1", 9.0), "B2", 3.0);
    assert_eq!(chosen(screen), ["A1 B2 ranged"]);
    // Hidden behind terrain: no attack.
    let wood = ahead(archer(bow(14.0)), "B1", 9.0).terrain(ground(
        TerrainType::Forest,
        &[(0.0, 13.0), (36.0, 13.0), (36.0, 17.0), (0.0, 17.0)],
    ));
    assert!(chosen(wood).is_empty());
    // Behind the wood a screen, and behind the screen another: no attack either.
    let both = ahead(ahead(archer(bow(14.0)), "B1", 12.0), "B2", 9.0).terrain(ground(
        TerrainType::Forest,
        &[(0.0, 13.0), (36.0, 13.0), (36.0, 17.0), (0.0, 17.0)],
    ));
    assert!(chosen(both).is_empty());
}

#[test]
fn bg4_comb_10_line_of_sight_drops_a_blocked_enemy() {
    // The nearest at 5 blocked by a friend, the next open at the side.
    let blocked = |range: f64| {
        two_enemies(crossbow(range))
            .unit("A2", line(), (17.0, 13.5, 0.0))
            .order("A2", Order::Hold)
    };
    assert_eq!(chosen(blocked(10.5)), ["A1 B2 ranged"]);
    assert!(chosen(blocked(7.0)).is_empty(), "the next is out of range");
    let state = combat(blocked(10.5));
    let second = numbers(&state, "A1", "B2", AttackKind::Ranged);
    assert!(second.on_hit.iter().all(|one| one.name != "Not Nearest Enemy"));
    assert_eq!(chosen(two_enemies(crossbow(10.5))), ["A1 B1 ranged"]);
}

/// What a Low Arc weapon A1 at (18, 10) shoots of B1, 5 inches ahead, and B2, farther off to the right, both of this
/// card. A friend A2 of that card stands at `friend`; A3 and A4, of the other card, touch the rears of the two and
/// are engaged with those that are named.
fn low_arc(cards: [&UnitType; 2], friend: (f64, f64), engaged: &[&str]) -> Vec<String> {
    let [card, behind] = cards;
    let mut scene = archer(shooting(21.0, RangedType::LowArc))
        .unit("A2", card.clone(), (friend.0, friend.1, 0.0))
        .unit("A3", behind.clone(), (20.0, 20.0, 180.0))
        .unit("A4", behind.clone(), (24.0, 21.5, 180.0))
        .unit("B1", card.clone(), (18.0, 17.5, 180.0))
        .unit("B2", card.clone(), (24.0, 19.0, 180.0));
    for unit in ["A2", "A3", "A4", "B1", "B2"] {
        scene = scene.order(unit, Order::Hold);
    }
    for (by, on) in [("A3", "B1"), ("A4", "B2")] {
        if engaged.contains(&on) {
            scene = scene.engaged(by, on, Side::Rear);
        }
    }
    let mut all = chosen(scene);
    all.retain(|one| one.ends_with("ranged"));
    all
}

#[test]
fn bg4_comb_11_low_arc_needs_a_path_into_melee_only() {
    let shots = |friend, engaged: &[&str]| low_arc([&line(), &line()], friend, engaged);
    // Right before it the friend is in the way of both, a little to the left only in that of B1.
    let (both, first) = ((18.0, 12.6), (16.5, 14.5));
    assert_eq!(shots(both, &[]), ["A1 B1 ranged"]);
    assert_eq!(shots(both, &["B1"]), ["A1 B2 ranged"]);
    // The next is examined by the same test: engaged itself, it needs an Open Path too.
    assert!(shots(both, &["B1", "B2"]).is_empty());
    assert_eq!(shots(first, &["B1", "B2"]), ["A1 B2 ranged"]);
    assert_eq!(shots(first, &["B2"]), ["A1 B1 ranged"]);
}

#[test]
fn bg4_keyw_04_a_ballista_shoots_into_the_melee_of_a_large_unit_and_normal_ones() {
    let large = with_keywords(&[Keyword::Large, Keyword::Infantry]);
    // Among Normal units by Indirect Fire, whoever stands between; with another Large one a path is needed.
    let shots = |behind: &UnitType| low_arc([&large, behind], (18.0, 12.6), &["B1"]);
    assert_eq!(shots(&line()), ["A1 B1 ranged"]);
    assert_eq!(shots(&large), ["A1 B2 ranged"]);
}

#[test]
fn bg4_colos_07_a_colossal_unit_among_smaller_ones_is_not_engaged_for_low_arc() {
    use crate::model::effect::Keyword::{Colossal, Infantry, Large, Normal};
    let colossal = || crate::scene::colossal();
    for (size, engaged) in [(Normal, false), (Large, false), (Colossal, true)] {
        let other = if size == Colossal {
            colossal()
        } else {
            crate::scene::with_keywords(&[size, Infantry])
        };
        let state = crate::scene::scene()
            .unit("A1", other, (18.0, 12.5, 0.0))
            .unit("B1", colossal(), (18.0, 20.0, 180.0))
            .engaged("A1", "B1", battleground_geometry::Side::Front)
            .state();
        assert_eq!(is_engaged_for_low_arc(&state, id("B1")), engaged, "{size:?}");
    }
}

#[test]
fn bg4_keyw_04_a_large_unit_among_normal_ones_is_not_engaged_for_low_arc() {
    let large = || with_keywords(&[Keyword::Large, Keyword::Infantry]);
    for (target, enemy, engaged) in [
        (line(), line(), true),
        (large(), line(), false),
        (large(), large(), true),
        (colossal(), large(), false),
        (colossal(), line(), false),
        (colossal(), colossal(), true),
    ] {
        let state = scene()
            .unit("B1", target, AT)
            .unit("A1", enemy, FRONT)
            .engaged("A1", "B1", Side::Front)
            .state();
        assert_eq!(is_engaged_for_low_arc(&state, id("B1")), engaged);
    }
}

#[test]
fn bg4_comb_12_attacks_in_the_owners_order() {
    // Shoot, melee, shoot.
    let three = || {
        ahead(archer(bow(14.0)), "B1", 5.0)
            .unit("A2", line(), (6.0, 10.0, 0.0))
            .unit("B2", line(), (6.0, 12.5, 180.0))
            .engaged("A2", "B2", Side::Front)
            .unit("A3", bow(14.0), (21.5, 10.0, 0.0))
            .order("A3", Order::Range)
    };
    let misses = [6; 20];
    let attack = |by: &str, kind: AttackKind, on: &str| Answer::Attack {
        by: id(by),
        kind,
        on: id(on),
    };
    // By name, and by number as it was recorded before: the second number still counts the attack that is made.
    let named = [
        attack("A3", AttackKind::Ranged, "B1"),
        attack("A2", AttackKind::Melee, "B2"),
    ];
    for [first, second] in [named, [Answer::Number(2), Answer::Number(1)]] {
        let commands = [choose(Seat::A, first), choose(Seat::A, second)];
        let (_, events) = fight(combat(three()), &commands, &misses);
        let order: Vec<String> = resolved(&events).into_iter().map(|(unit, _, _)| unit).collect();
        assert_eq!(order, ["A3", "A2", "A1", "B2"], "the Active Player's first");
    }
}

#[test]
fn bg4_comb_13_a_caster_has_used_its_attack() {
    let coven = || ahead(archer(sample("hag-coven")), "B1", 9.0);
    let mut state = combat(coven());
    state.agenda.drain(..2);
    let (_, asked_state, _) = run(state.clone(), &[], &[]);
    assert_eq!(
        asked(&asked_state),
        [(Seat::A, "target".to_owned())],
        "a spell is voluntary"
    );
    let (declined, _) = fight(state.clone(), &[choose(Seat::A, Answer::Decline)], &[]);
    assert!(declared(&declined).is_empty());
    let (cast, _) = fight(state, &[number(Seat::A, 0)], &[]);
    assert_eq!(declared(&cast), ["A1 B1 spell"]);
    assert!(chosen(coven().change("A1", |unit| unit.turn.cast = true)).is_empty());
}

#[test]
fn bg4_order_13_the_objective_is_shot_if_it_can_be() {
    let hidden =
        ahead(ahead(archer(bow(14.0)), "B1", 11.0), "B2", 6.0).objective("A1", Objective::Enemy(id("B1")));
    assert_eq!(chosen(hidden), ["A1 B2 ranged"], "the objective is not Visible");
}

#[test]
fn bg4_order_13_the_objective_at_13_or_the_enemy_at_6() {
    // The enemy at 6 stands aside of the way to the objective at 13, or before it.
    let aimed = |nearer: (f64, f64, f64)| {
        let scene = ahead(archer(bow(14.0)), "B1", 13.0)
            .unit("B2", line(), nearer)
            .order("B2", Order::Hold)
            .objective("A1", Objective::Enemy(id("B1")));
        let (state, _) = fight(combat_choice(scene), &[], &[]);
        let distance = |enemy: &str| {
            let field = Field::of(&state);
            field
                .to_side(id("A1"), id(enemy), Side::Front)
                .unwrap()
                .1
                .rounded()
        };
        assert_eq!(["B1", "B2"].map(distance), [13.0, 6.0].map(crate::scene::inches));
        let penalty =
            |one: &hindsight_kernel::Modifier| (one.name == "Not Nearest Enemy").then_some(one.change);
        let on_hit = &state.declared[0].attack.numbers.on_hit;
        let penalty: Vec<i32> = on_hit.iter().filter_map(penalty).collect();
        (declared(&state), penalty)
    };
    let one = |text: &str| vec![text.to_owned()];
    assert_eq!(aimed((21.6, 17.3, 180.0)), (one("A1 B1 ranged"), vec![-1]));
    assert_eq!(aimed((18.0, 18.5, 180.0)), (one("A1 B2 ranged"), vec![]));
}

#[test]
fn bg4_order_07_short_shoots_within_7_on_the_opponents_turn() {
    let at = |distance: f64| {
        ahead(archer(bow(14.0)), "B1", distance)
            .order("A1", Order::Short)
            .set(|state| state.active = Some(Seat::B))
    };
    assert!(chosen(at(9.0)).is_empty());
    assert_eq!(chosen(at(7.0)), ["A1 B1 ranged"]);
}

#[test]
fn bg4_order_08_long_does_not_shoot_at_18() {
    let far = |order: Order| {
        scene()
            .unit("A1", bow(21.0), (18.0, 2.0, 0.0))
            .order("A1", order)
            .unit("B1", line(), (18.0, 22.5, 180.0))
            .order("B1", Order::Hold)
    };
    assert!(chosen(far(Order::Long)).is_empty());
    assert_eq!(
        chosen(far(Order::Range)),
        ["A1 B1 ranged"],
        "within its range of 21"
    );
}

#[test]
fn bg4_status_03_a_routing_unit_makes_no_melee_attack() {
    let fights = |status: Status| {
        chosen(
            scene()
                .unit("A1", line(), (18.0, 15.0, 180.0))
                .unit("B1", line(), (18.0, 17.5, 180.0))
                .engaged("B1", "A1", Side::Rear)
                .change("A1", |unit| unit.status = status),
        )
    };
    assert_eq!(fights(Status::Routing), ["B1 A1 melee"]);
    assert_eq!(fights(Status::Disrupted), ["A1 B1 melee", "B1 A1 melee"]);
}

#[test]
fn bg4_move_19_who_touches_an_enemy_unengaged_shoots_and_does_not_fight() {
    let touching = ahead(archer(bow(14.0)).order("A1", Order::Close), "B1", 0.0);
    assert_eq!(chosen(touching), ["A1 B1 ranged"]);
}

#[test]
fn bg4_terr_24_large_archers_half_in_deep_water_do_not_shoot() {
    let archers = || UnitType {
        ranged: bow(14.0).ranged,
        ..with_keywords(&[Keyword::Large, Keyword::Infantry])
    };
    // A1 lies from 8.75 to 11.25.
    let up_to = |edge: f64| {
        ahead(archer(archers()), "B1", 9.0).terrain(ground(
            TerrainType::DeepWater,
            &[(14.0, 5.0), (22.0, 5.0), (22.0, edge), (14.0, edge)],
        ))
    };
    assert!(chosen(up_to(10.0)).is_empty());
    assert_eq!(chosen(up_to(9.9)), ["A1 B1 ranged"]);
}

#[test]
fn bg4_skirm_06_skirmishers_front_to_front_both_fight() {
    let screen = || with_keywords(&[Keyword::Normal, Keyword::Skirmisher]);
    let scene = scene().unit("A1", screen(), FRONT).unit("B1", screen(), AT);
    assert_eq!(
        chosen(rushed_now(scene, "A1", "B1", Side::Front)),
        ["A1 B1 melee", "B1 A1 melee"]
    );
}
