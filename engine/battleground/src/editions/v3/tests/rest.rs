//! Cards, spells, mercenaries, scenarios, javelins, the reference sheet (pp. 4, 16-18, 25-33, 35).

use hindsight_kernel::Setups as _;
use serde_json::json;

use super::*;
use crate::field::Blocker;
use crate::model::agenda::{Need, Step, Topic};
use crate::model::cards::{Colour, RangedAttack, RangedType, TerrainType};
use crate::model::effect::Distance;
use crate::model::event::TurnMark;
use crate::model::names::CardNo;
use crate::model::orders::{Objective, Order, WrittenOrder};
use crate::model::state::{Allegiance, Phase, Secret};
use crate::rules::combat::choices;
use crate::scene::{begun, colossal, ground, hill, mc, moving, pose, shooting};

fn activate(units: &[&str]) -> (Seat, Command) {
    let units = units.iter().map(|unit| id(unit)).collect();
    (Seat::A, Command::Activate { units })
}

#[test]
fn bg3_cmd_03_orders_change_before_and_after_a_move() {
    let state = begun(
        scene3()
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .unit("A2", line(), (10.0, 5.0, 0.0))
            .unit("B1", line(), (18.0, 27.0, 180.0))
            .set(|state| {
                state.players[0].actions = 4;
                state.players[0].gained = 4;
            }),
    );
    let change = |unit: &str| {
        let order = WrittenOrder::plain(Order::Hold);
        (
            Seat::A,
            Command::ChangeOrder {
                unit: id(unit),
                order,
            },
        )
    };
    let (state, _) = play3(state, &[change("A2"), activate(&["A1"]), change("A1")], &[]).unwrap();
    assert_eq!(state.players[0].actions, 2);
}

#[test]
fn bg3_mov_01_every_unit_that_has_to_move_is_moved() {
    let made = |order| {
        scene3()
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .order("A1", order)
            .unit("B1", line(), (18.0, 27.0, 180.0))
            .order("B1", Order::Hold)
    };
    assert_eq!(
        refused3(&made(Order::Close).state(), Seat::A, Command::EndPhase),
        "BG3-CMD-03"
    );
    assert_eq!(
        refused3(&made(Order::Hold).state(), Seat::A, Command::EndPhase),
        "accepted"
    );
    let run_through = made(Order::Close).change("A1", |unit| unit.turn.run_through = true);
    assert_eq!(
        refused3(&run_through.state(), Seat::A, Command::EndPhase),
        "accepted"
    );
}

#[test]
fn bg3_mov_15_units_move_together() {
    let state = begun(
        scene3()
            .unit("A1", line(), (18.0, 5.0, 0.0))
            .unit("A2", line(), (18.0, 7.5, 0.0))
            .unit("B1", line(), (18.0, 27.0, 180.0))
            .order("B1", Order::Hold),
    );
    let (state, _) = play3(state, &[activate(&["A1", "A2"])], &[]).unwrap();
    let at = |unit: &str| state.unit(id(unit)).unwrap().pose;
    assert_eq!(
        (at("A1"), at("A2")),
        (Some(pose(18.0, 8.5, 0.0)), Some(pose(18.0, 11.0, 0.0)))
    );
}

#[test]
fn bg3_path_06_impassable_ground_is_gone_round() {
    let state = begun(
        scene3()
            .unit("A1", moving(5.0), (18.0, 5.0, 0.0))
            .unit("B1", line(), (18.0, 25.0, 180.0))
            .order("B1", Order::Hold)
            .terrain(ground(
                TerrainType::DeepWater,
                &[(16.0, 8.0), (20.0, 8.0), (20.0, 10.0), (16.0, 10.0)],
            )),
    );
    let (state, _) = match play3(state.clone(), &[activate(&["A1"])], &[]) {
        Ok(done) => done,
        Err(refusal) => panic!("{refusal}"),
    };
    let unit = state.unit(id("A1")).unwrap();
    let field = Field::of(&state);
    let wet = field
        .obstacles(unit, &[])
        .iter()
        .filter(|obstacle| matches!(obstacle.what, Blocker::Terrain(_)))
        .any(|obstacle| {
            hindsight_geometry::inches::overlaps(
                field.card(id("A1")).unwrap(),
                obstacle.object,
                crate::field::TOL,
            )
        });
    assert!(!wet);
}

#[test]
fn bg3_path_07_a_unit_on_close_rushes_what_stands_in_its_path() {
    let state = begun(
        scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .objective("A1", Objective::Enemy(id("B2")))
            .unit("B1", line(), (18.0, 15.0, 180.0))
            .order("B1", Order::Hold)
            .unit("B2", line(), (18.0, 25.0, 180.0))
            .order("B2", Order::Hold),
    );
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(fights(&state, "A1")[0].0, id("B1"));
}

#[test]
fn bg3_ord_21_an_enemy_between_a_unit_and_its_objective_is_rushed() {
    let state = begun(
        scene3()
            .unit("A1", line(), (18.0, 10.0, 0.0))
            .objective("A1", Objective::Enemy(id("B2")))
            .unit("B1", line(), (18.0, 15.0, 180.0))
            .order("B1", Order::Hold)
            .unit("B2", line(), (18.0, 19.0, 180.0))
            .order("B2", Order::Hold),
    );
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(fights(&state, "A1")[0].0, id("B1"));
}

#[test]
fn bg3_ord_09_a_unit_with_several_ranges_chooses_one() {
    use crate::model::cards::{Profile, Spell, SpellKeyword};
    let elementalist = UnitType {
        spells: vec![Spell {
            name: "Spout".to_owned(),
            keywords: std::iter::once(SpellKeyword::Attack).collect(),
            range: Distance(10_500),
            way: RangedType::Indirect,
            profile: Some(Profile {
                dice: 3,
                skill: 4,
                power: 4,
            }),
            effects: Vec::new(),
        }],
        ..shooting(17.5, RangedType::Indirect)
    };
    let state = begun(
        scene3()
            .unit("A1", elementalist, (18.0, 3.75, 0.0))
            .order("A1", Order::Range)
            .unit("B1", line(), (18.0, 22.25, 180.0))
            .order("B1", Order::Hold),
    );
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    let choose = |range: u32| {
        let answer = crate::model::agenda::Answer::Ranged {
            range: Distance(range),
            way: RangedType::Indirect,
        };
        (Seat::A, Command::Choose { answer })
    };
    let ends = |range| {
        let (state, _) = play3(state.clone(), &[choose(range)], &[]).unwrap();
        state.unit(id("A1")).unwrap().pose.unwrap().centre.y.value()
    };
    assert_eq!(ends(17_500), 3.75, "16 away: it stays");
    assert_eq!(ends(10_500), 7.25, "it advances");
}

/// A Combat Phase that is about to begin.
fn combat(made: Scene) -> State {
    made.set(|state| {
        state.phase = Phase::PreCombatCourage;
        let mut steps = Edition::V3.after_courage_phase(true);
        steps.reverse();
        state.agenda = steps.into_iter().map(Into::into).collect();
    })
    .state()
}

fn goes_on(state: State, dice: &[u8]) -> (State, Vec<Event>) {
    let ((), state, events) = testing::at_table::<Battleground3, _>(state, dice, |table| {
        table
            .lend::<crate::system::Battleground, _>(crate::model::agenda::go_on)
            .unwrap();
    });
    (state, events)
}

fn javelins(range: u32) -> UnitType {
    UnitType {
        ranged: Some(RangedAttack {
            range: Distance(range),
            way: RangedType::LineOfSight,
            ..RangedAttack::default()
        }),
        ..with_keywords(&[Keyword::Javelins])
    }
}

#[test]
fn bg3_key_22_javelin_units_shoot_while_unengaged_whatever_their_order() {
    for order in [Order::Close, Order::Hold, Order::Range] {
        let state = scene3()
            .unit("A1", javelins(7_000), (18.0, 3.75, 0.0))
            .order("A1", order)
            .unit("B1", line(), (18.0, 11.0, 180.0))
            .state();
        let field = Field::of(&state);
        let attacks = choices(&field, state.unit(id("A1")).unwrap(), &[], &[])
            .unwrap()
            .attacks;
        assert_eq!(attacks.len(), 1, "{order:?}");
    }
}

/// B1 rushed A1, a javelin unit, on this side this turn; it began the turn so far from A1's front centre.
fn rushed_javelins(kind: UnitType, began: f64, side: Side) -> Vec<UnitId> {
    let far = scene3()
        .unit("A1", kind.clone(), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 11.25 + began + 1.25, 180.0))
        .set(|state| state.active = Some(Seat::B))
        .state();
    let beyond = super::super::throws::beyond_range(&Field::of(&far), far.unit(id("A1")).unwrap());
    let state = scene3()
        .unit("A1", kind, (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("B1", "A1", side)
        .set(|state| {
            state.engagements[0].turn = state.turn;
            state.active = Some(Seat::B);
        })
        .change("A1", |unit| unit.turn.beyond = beyond)
        .state();
    super::super::throws::targets(&state, state.unit(id("A1")).unwrap())
}

#[test]
fn bg3_key_23_missiles_are_thrown_on_engaging() {
    assert_eq!(rushed_javelins(javelins(7_000), 8.0, Side::Front), [id("B1")]);
    assert!(
        rushed_javelins(javelins(7_000), 6.0, Side::Front).is_empty(),
        "from inside their range"
    );
    assert!(
        rushed_javelins(javelins(7_000), 8.0, Side::Left).is_empty(),
        "on the flank"
    );
    // A unit that makes the rush itself throws too.
    let state = scene3()
        .unit("A1", javelins(7_000), (18.0, 10.0, 0.0))
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front)
        .set(|state| state.engagements[0].turn = state.turn)
        .state();
    assert_eq!(
        super::super::throws::targets(&state, state.unit(id("A1")).unwrap()),
        [id("B1")]
    );
}

#[test]
fn bg3_key_26_centaurs_throw_from_however_near() {
    let mut centaurs = javelins(10_500);
    centaurs.ranged = centaurs.ranged.map(|ranged| RangedAttack {
        thrown_at_any_rusher: true,
        ..ranged
    });
    assert_eq!(rushed_javelins(centaurs, 3.0, Side::Front), [id("B1")]);
    assert!(rushed_javelins(javelins(10_500), 3.0, Side::Front).is_empty());
}

#[test]
fn bg3_err_04_javelin_units_use_the_javelin_rule() {
    assert_eq!(rushed_javelins(javelins(7_000), 8.0, Side::Front), [id("B1")]);
}

#[test]
#[ignore = "GAP: the rules ask for other dice than the test lays out; the earlier edition is no system yet"]
fn bg3_key_24_thrown_damage_counts_at_once() {
    // Two green boxes are left and lost: in the yellow, its attack of this phase has -1 skill.
    let mut thrower = javelins(7_000);
    thrower.attack = crate::model::cards::Profile {
        dice: 2,
        skill: 8,
        power: 8,
    };
    let state = combat(
        scene3()
            .unit("A1", thrower, (18.0, 10.0, 0.0))
            .order("A1", Order::Hold)
            .unit("B1", boxed(2, 4, 2), (18.0, 12.5, 180.0))
            .order("B1", Order::Hold)
            .engaged("A1", "B1", Side::Front)
            .set(|state| state.engagements[0].turn = state.turn),
    );
    // Thrown: two hits, two damage. Then A1 misses, and B1 attacks.
    let (_, events) = goes_on(state, &[1, 1, 1, 1, 6, 6, 6, 6, 6, 6, 6, 1, 1, 1]);
    let targets: Vec<i32> = events
        .iter()
        .filter_map(|event| match event {
            Event::AttackRolled {
                to_wound: false,
                target,
                ..
            } => Some(*target),
            _ => None,
        })
        .collect();
    assert_eq!(targets.last(), Some(&2), "5 - 2 - 1");
    assert!(events.contains(&Event::Marked {
        unit: id("A1"),
        mark: TurnMark::Threw
    }));
}

#[test]
fn bg3_comb_01_missiles_come_before_defenders_are_chosen() {
    let steps = Edition::V3.after_courage_phase(true);
    assert_eq!(
        steps[..6],
        [
            Step::Throws,
            Step::ChooseTargets,
            Step::Attacks,
            Step::ChooseTargets,
            Step::Attacks,
            Step::Consequences
        ]
    );
}

#[test]
fn bg3_comb_17_the_other_player_chooses_after_the_active_players_attacks() {
    let state = combat(
        scene3()
            .unit("A1", armed((1, 5, 5), (2, 2)), (18.0, 10.0, 0.0))
            .order("A1", Order::Hold)
            .unit("B1", armed((1, 5, 5), (2, 2)), (18.0, 12.5, 180.0))
            .order("B1", Order::Hold)
            .engaged("A1", "B1", Side::Front),
    );
    let (_, events) = goes_on(state, &[6, 6]);
    let place = |wanted: &dyn Fn(&Event) -> bool| events.iter().position(wanted).unwrap();
    let resolved =
        place(&|event| matches!(event, Event::AttackResolved { attacker, .. } if *attacker == id("A1")));
    let chosen = place(&|event| matches!(event, Event::TargetsChosen { seat: Seat::B, .. }));
    assert!(resolved < chosen);
}

#[test]
fn bg3_comb_14_choices_are_locked() {
    // A1 uses up the boxes of B1; A2 has chosen it too and attacks it all the same.
    let state = combat(
        scene3()
            .unit("A1", armed((3, 8, 8), (2, 2)), (16.25, 10.0, 0.0))
            .order("A1", Order::Hold)
            .unit("A2", armed((1, 5, 5), (2, 2)), (19.75, 10.0, 0.0))
            .order("A2", Order::Hold)
            .unit(
                "B1",
                UnitType {
                    boxes: boxed(1, 1, 1).boxes,
                    ..armed((1, 5, 5), (0, 0))
                },
                (18.0, 12.5, 180.0),
            )
            .order("B1", Order::Hold)
            .engaged("A1", "B1", Side::Front)
            .engaged("A2", "B1", Side::Front),
    );
    let (state, _) = goes_on(state, &[]);
    // Rule BG3-COMB-15: in the order that their owner chooses.
    let attack = |unit: &str| {
        let answer = crate::model::agenda::Answer::Attack {
            by: id(unit),
            kind: AttackKind::Melee,
            on: id("B1"),
        };
        (Seat::A, Command::Choose { answer })
    };
    let (_, events) = play3(state.clone(), &[attack("A1")], &[1, 1, 1, 1, 1, 1, 6]).unwrap_or_else(|_| {
        let chosen = (
            Seat::B,
            Command::Choose {
                answer: crate::model::agenda::Answer::Unit(id("A1")),
            },
        );
        play3(state, &[attack("A1"), chosen], &[1, 1, 1, 1, 1, 1, 6, 6]).unwrap()
    });
    let attacked: Vec<UnitId> = events
        .iter()
        .filter_map(|event| match event {
            Event::AttackResolved { attacker, target, .. } if *target == id("B1") => Some(*attacker),
            _ => None,
        })
        .collect();
    assert_eq!(attacked, [id("A1"), id("A2")]);
}

#[test]
fn bg3_comb_15_the_active_player_orders_the_attacks() {
    let state = combat(
        scene3()
            .unit("A1", line(), (10.0, 10.0, 0.0))
            .order("A1", Order::Hold)
            .unit("A2", line(), (20.0, 10.0, 0.0))
            .order("A2", Order::Hold)
            .unit("B1", line(), (10.0, 12.5, 180.0))
            .order("B1", Order::Hold)
            .unit("B2", line(), (20.0, 12.5, 180.0))
            .order("B2", Order::Hold)
            .engaged("A1", "B1", Side::Front)
            .engaged("A2", "B2", Side::Front),
    );
    let (state, _) = goes_on(state, &[]);
    assert!(matches!(
        state.agenda.last().map(|frame| &frame.step),
        Some(Step::Ask(question)) if question.topic == Topic::NextAttack && question.seat == Seat::A
    ));
}

/// The sample factions in a position: South Hawkshold, North the orcs, with these cards in hand.
fn with_cards(made: Scene, south: &[u8], north: &[u8]) -> Scene {
    made.set(|state| {
        let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
        let book = std::sync::Arc::make_mut(&mut state.book);
        book.factions.clone_from(&setup.book.factions);
        for kind in &mut book.kinds {
            let faction = if kind.id.contains("-A") {
                "hawkshold"
            } else {
                "orc"
            };
            faction.clone_into(&mut kind.faction);
        }
        for (seat, (faction, held)) in [("hawkshold", south), ("orc", north)].into_iter().enumerate() {
            let player = &mut state.players[seat];
            player.allegiance = Secret::Known(Allegiance {
                faction: faction.to_owned(),
                mercenaries: None,
            });
            player.hand = held.iter().map(|card| Some(CardNo(*card))).collect();
            player.unseen = CardNo::deck().filter(|card| !held.contains(&card.0)).collect();
            player.deck = player.unseen.len() as u8;
        }
    })
}

fn card(number: u8, colour: Colour, on: &[&str]) -> Command {
    Command::PlayCard {
        card: CardNo(number),
        colour,
        on: on.iter().map(|unit| id(unit)).collect(),
    }
}

/// A1 attacks B1 in the Combat Phase; the attacker is asked for a card before the hit roll.
fn attacking(south: &[u8], north: &[u8], own: UnitType) -> State {
    let made = scene3()
        .unit("A1", own, (18.0, 10.0, 0.0))
        .order("A1", Order::Hold)
        .unit("B1", armed((5, 5, 5), (5, 2)), (18.0, 12.5, 180.0))
        .order("B1", Order::Hold)
        .engaged("A1", "B1", Side::Front);
    goes_on(combat(with_cards(made, south, north)), &[]).0
}

#[test]
fn bg3_ccard_01_thirty_cards_twenty_of_them_common() {
    let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
    let deck = |faction: &str| &setup.book.faction(faction).unwrap().deck;
    let (hawkshold, orc) = (deck("hawkshold"), deck("orc"));
    assert_eq!((hawkshold.len(), orc.len()), (30, 30));
    assert_eq!(hawkshold[..20], orc[..20]);
    assert_ne!(hawkshold[20..], orc[20..]);
}

#[test]
#[ignore = "GAP: the rules ask for other dice than the test lays out; the earlier edition is no system yet"]
fn bg3_ccard_02_colours_say_when_a_card_is_played() {
    let state = attacking(&[2, 9], &[], armed((5, 4, 5), (2, 2)));
    assert_eq!(
        refused3(&state, Seat::A, card(9, Colour::Blue, &["A1"])),
        "BG3-CCARD-02",
        "it attacks"
    );
    assert_eq!(
        refused3(&state, Seat::A, card(2, Colour::Red, &["A1"])),
        "accepted"
    );
}

#[test]
fn bg3_ccard_03_one_card_of_a_player_in_an_attack() {
    let state = attacking(&[2, 3, 1], &[], armed((2, 9, 5), (2, 2)));
    let (state, _) = play3(state, &[(Seat::A, card(2, Colour::Red, &["A1"]))], &[1, 1, 6, 6])
        .unwrap_or_else(|_| panic!("a card before the hit roll"));
    assert!(state.players[0].discards.contains(&CardNo(2)));
    let played = state
        .attack
        .as_deref()
        .is_none_or(|attack| attack.red.is_none() || attack.attacker != id("B1"));
    assert!(played);
}

#[test]
fn bg3_ccard_06_cards_change_stats_and_not_target_numbers() {
    let state = attacking(&[2], &[], armed((1, 4, 5), (2, 2)));
    let numbers = &state.attack.as_deref().unwrap().numbers;
    assert_eq!(numbers.to_hit, -1, "4 against 5");
    let (_, events) = play3(
        state,
        &[(Seat::A, card(2, Colour::Red, &["A1"]))],
        &[6, 6, 6, 6, 6, 6],
    )
    .unwrap();
    let first = events.iter().find_map(|event| match event {
        Event::AttackRolled { target, .. } => Some(*target),
        _ => None,
    });
    assert_eq!(first, Some(1), "not 3");
}

#[test]
fn bg3_ccard_07_a_card_costs_nothing_and_goes_to_the_discards() {
    let made = scene3()
        .unit("A1", line(), (18.0, 5.0, 0.0))
        .order("A1", Order::Hold)
        .unit("B1", line(), (18.0, 27.0, 180.0));
    let state = with_cards(made, &[16], &[])
        .set(|state| state.players[0].actions = 2)
        .state();
    let (state, _) = play3(state, &[(Seat::A, card(16, Colour::Green, &["A1"]))], &[]).unwrap();
    assert_eq!(state.players[0].actions, 2);
    assert_eq!(state.players[0].discards, [CardNo(16)]);
    assert_eq!(Field::of(&state).current_mc(id("A1")), mc(5.0), "Forced March");
}

#[test]
fn bg3_ccard_08_on_own_units_alone() {
    let made = scene3()
        .unit("A1", line(), (18.0, 5.0, 0.0))
        .order("A1", Order::Hold)
        .unit("B1", line(), (18.0, 27.0, 180.0));
    let state = with_cards(made, &[16], &[]).state();
    assert!(refused3(&state, Seat::A, card(16, Colour::Green, &["B1"])).starts_with("BG3-"));
}

#[test]
fn bg3_ccard_09_wave_of_dread_frightens_many() {
    let made = scene3()
        .unit("A1", line(), (18.0, 5.0, 0.0))
        .unit("A2", line(), (10.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0))
        .set(|state| {
            state.active = Some(Seat::B);
        });
    let state = with_cards(made, &[], &[26]).state();
    let (state, _) = play3(state, &[(Seat::B, card(26, Colour::Green, &["A1", "A2"]))], &[]).unwrap();
    for unit in ["A1", "A2"] {
        assert!(state.unit(id(unit)).unwrap().pending.fear, "{unit}");
    }
}

#[test]
fn bg3_cmd_10_faction_abilities_cost_command_actions() {
    let made = scene3()
        .unit("A1", line(), (18.0, 5.0, 0.0))
        .unit("B1", line(), (18.0, 27.0, 180.0));
    let state = with_cards(made, &[], &[])
        .set(|state| state.players[0].actions = 2)
        .state();
    let steadfast = Command::UseAbility {
        ability: "steadfast".to_owned(),
        on: vec![id("A1")],
    };
    let (state, _) = play3(state, &[(Seat::A, steadfast)], &[]).unwrap();
    assert_eq!(state.players[0].actions, 1);
    let kind = crate::model::state::CheckKind::Rout;
    let unit = state.unit(id("A1")).unwrap();
    assert_eq!(
        crate::rules::courage::courage_target(&state, unit, kind, &[])
            .unwrap()
            .0,
        14
    );
}

/// A1 is a unit of the Free Companies in an army of Hawkshold.
fn mercenaries() -> State {
    let made = scene3()
        .unit("A1", line(), (18.0, 5.0, 0.0))
        .order("A1", Order::Hold)
        .unit("B1", line(), (18.0, 27.0, 180.0));
    with_cards(made, &[16, 21], &[])
        .set(|state| {
            let book = std::sync::Arc::make_mut(&mut state.book);
            "free-companies".clone_into(&mut book.kinds[0].faction);
            state.players[0].actions = 3;
            state.players[0].allegiance = Secret::Known(Allegiance {
                faction: "hawkshold".to_owned(),
                mercenaries: Some("free-companies".to_owned()),
            });
        })
        .state()
}

#[test]
fn bg3_merc_02_units_of_other_factions_are_mercenaries() {
    let state = mercenaries();
    assert!(crate::model::hands::is_mercenary(
        &state,
        state.unit(id("A1")).unwrap()
    ));
}

#[test]
fn bg3_merc_04_common_cards_work_on_mercenaries() {
    assert_eq!(
        refused3(&mercenaries(), Seat::A, card(16, Colour::Green, &["A1"])),
        "accepted"
    );
}

#[test]
fn bg3_merc_06_an_ability_of_mercenaries_costs_one_more() {
    let spoils = Command::UseAbility {
        ability: "spoils".to_owned(),
        on: vec![id("A1")],
    };
    let (state, _) = play3(mercenaries(), &[(Seat::A, spoils)], &[]).unwrap();
    assert_eq!(state.players[0].actions, 1, "2 instead of 1");
}

#[test]
fn bg3_merc_08_the_primary_factions_ability_is_not_for_mercenaries() {
    let steadfast = Command::UseAbility {
        ability: "steadfast".to_owned(),
        on: vec![id("A1")],
    };
    assert_eq!(refused3(&mercenaries(), Seat::A, steadfast), "BG3-MERC-06");
}

#[test]
fn bg3_merc_01_every_unit_of_a_faction_named_may_be_taken() {
    use crate::model::state::ArmyList;
    use crate::rules::army::{ArmyFault, faults, faults_in};
    let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
    let list = ArmyList {
        units: vec![
            "peasant-mob".to_owned(),
            "peasant-mob".to_owned(),
            "peasant-mob".to_owned(),
            "orc-axemen".to_owned(),
        ],
        cards: 0,
    };
    let allegiance = Allegiance {
        faction: "hawkshold".to_owned(),
        mercenaries: Some("orc".to_owned()),
    };
    let profile = Edition::V3.profile();
    assert!(faults_in(profile, &setup.book, 1_500, true, &allegiance, &list).is_empty());
    assert!(matches!(
        faults(&setup.book, 1_500, true, &allegiance, &list)[..],
        [ArmyFault::NoMercenary(_)]
    ));
}

#[test]
fn bg3_army_08_copies_are_not_limited() {
    let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
    let list = crate::model::state::ArmyList {
        units: vec!["militia".to_owned(); 20],
        cards: 0,
    };
    let allegiance = Allegiance {
        faction: "hawkshold".to_owned(),
        mercenaries: None,
    };
    assert!(crate::rules::army::faults(&setup.book, 2_500, true, &allegiance, &list).is_empty());
}

#[test]
fn bg3_scen_01_a_scenario_overrides_standard_values() {
    let mut state = scene3().state();
    let book = std::sync::Arc::make_mut(&mut state.book);
    book.scenarios[0].command_actions = Some(2);
    book.scenarios[0].first_turn_actions = Some(2);
    state.turn = 1;
    assert_eq!(crate::rules::turn::actions_gained(&state), 2, "not half of it");
}

#[test]
fn bg3_scen_06_a_larger_field() {
    let mut state = scene3().unit("A1", line(), (50.0, 40.0, 0.0)).state();
    let book = std::sync::Arc::make_mut(&mut state.book);
    book.scenarios[0].width = hindsight_geometry::inches::Inches::mils(60_000);
    book.scenarios[0].depth = hindsight_geometry::inches::Inches::mils(48_000);
    let field = Field::of(&state);
    assert!(
        field
            .table()
            .contains(field.card(id("A1")).unwrap(), crate::field::TOL)
    );
}

#[test]
fn bg3_terr_01_maps_are_pieces_of_terrain() {
    let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
    let map = setup.book.maps.iter().find(|map| map.id == "two-woods").unwrap();
    let count = |kind| map.pieces.iter().filter(|piece| piece.kind == kind).count();
    assert_eq!(
        [
            TerrainType::Forest,
            TerrainType::Hill,
            TerrainType::RoughGround,
            TerrainType::LowWall
        ]
        .map(count),
        [2, 1, 2, 2]
    );
}

#[test]
fn bg3_terr_06_half_of_a_unit_for_water_and_more_for_cover() {
    let half = |kind| ground(kind, &[(10.0, 10.0), (26.0, 10.0), (26.0, 20.0), (10.0, 20.0)]);
    let state = scene3()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .terrain(half(TerrainType::DeepWater))
        .state();
    assert!(Field::of(&state).is_in_deep_water(id("A1")), "exactly half of it");
    assert!(!Edition::V3.profile().share_for_cover.is_enough(0.5));
    assert!(Edition::V4.profile().share_for_cover.is_enough(0.5));
}

fn fires(made: Scene) -> bool {
    let state = made.state();
    let weapon = crate::rules::combat::Weapon {
        spell: None,
        way: RangedType::Indirect,
        range: hindsight_geometry::inches::Inches::mils(28_000),
    };
    super::super::shooting::is_legal(&Field::of(&state), id("A1"), id("B1"), weapon)
}

#[test]
fn bg3_terr_10_terrain_stops_fire_by_its_height() {
    let wood = || {
        ground(
            TerrainType::Forest,
            &[(10.0, 8.0), (26.0, 8.0), (26.0, 12.0), (10.0, 12.0)],
        )
    };
    let made = |level: u8| {
        let mut made = scene3()
            .unit("A1", shooting(28.0, RangedType::Indirect), (18.0, 3.75, 0.0))
            .unit("B1", line(), (18.0, 20.0, 180.0))
            .terrain(wood());
        for level in 1..=level {
            made = made.terrain(hill(level, &[(10.0, 0.5), (26.0, 0.5), (26.0, 6.0), (10.0, 6.0)]));
        }
        fires(made)
    };
    assert!(!made(0));
    assert!(!made(2), "a 20' hill does not see over a forest");
    assert!(made(3), "a 30' hill does");
    // A 20' hill between normal units on flat ground; a Colossal target stands as high as 30'.
    let over = |target: UnitType| {
        let mut made = scene3()
            .unit("A1", shooting(28.0, RangedType::Indirect), (18.0, 3.75, 0.0))
            .unit("B1", target, (18.0, 20.0, 180.0));
        for level in [1, 2] {
            made = made.terrain(hill(
                level,
                &[(10.0, 8.0), (26.0, 8.0), (26.0, 12.0), (10.0, 12.0)],
            ));
        }
        fires(made)
    };
    assert!(!over(line()));
    assert!(over(colossal()));
}

#[test]
fn bg3_terr_08_heights() {
    // Normal 10', Large 20', Colossal 30': each is seen over to a higher one.
    let past = |between: UnitType, target: UnitType| {
        fires(
            scene3()
                .unit("A1", shooting(28.0, RangedType::Indirect), (18.0, 3.75, 0.0))
                .unit("B2", between, (18.0, 10.0, 180.0))
                .unit("B1", target, (18.0, 20.0, 180.0)),
        )
    };
    let large = || with_keywords(&[Keyword::Large]);
    assert!(past(line(), large()) && past(large(), colossal()));
    assert!(!past(large(), line()) && !past(colossal(), large()) && !past(large(), large()));
}

#[test]
fn bg3_terr_19_hills_cost_one_step_uphill_alone() {
    let moved = |from: f64, length: f64, levels: &[u8]| {
        let mut made = scene3()
            .unit("A1", line(), (18.0, from, 0.0))
            .change("A1", |unit| unit.turn.controlled = true);
        for level in levels {
            let low = 12.0 + f64::from(*level);
            made = made.terrain(hill(
                *level,
                &[(10.0, low), (26.0, low), (26.0, 22.0), (10.0, 22.0)],
            ));
        }
        let state = made.state();
        let leg = crate::model::command::Leg::Shift {
            way: hindsight_geometry::inches::Way::Forward,
            inches: hindsight_geometry::inches::Inches::new(length).unwrap(),
        };
        crate::rules::movement::check_legs(&Field::of(&state), state.unit(id("A1")).unwrap(), &[leg], None)
            .is_ok()
    };
    assert!(moved(11.0, 2.5, &[1]) && !moved(11.0, 2.6, &[1]), "-1");
    assert!(
        moved(11.0, 2.5, &[1, 2]) && !moved(11.0, 2.6, &[1, 2]),
        "two lines: -1 once"
    );
    assert!(moved(19.5, 3.5, &[1]), "downhill: no penalty");
}

#[test]
fn bg3_key_15_an_airborne_unit_may_stop_over_others() {
    let flyer = UnitType {
        flying: Some(mc(8.5)),
        ..with_keywords(&[Keyword::Flying])
    };
    let state = scene3()
        .unit("A1", flyer, (18.0, 10.0, 0.0))
        .change("A1", |unit| {
            unit.airborne = true;
            unit.turn.controlled = true;
        })
        .unit("B1", line(), (18.0, 16.0, 180.0))
        .terrain(ground(
            TerrainType::Swamp,
            &[(10.0, 5.0), (26.0, 5.0), (26.0, 25.0), (10.0, 25.0)],
        ))
        .state();
    let leg = |way, length: f64| crate::model::command::Leg::Shift {
        way,
        inches: hindsight_geometry::inches::Inches::new(length).unwrap(),
    };
    use hindsight_geometry::inches::Way;
    let check = |leg| {
        crate::rules::movement::check_legs(&Field::of(&state), state.unit(id("A1")).unwrap(), &[leg], None)
    };
    assert!(
        check(leg(Way::Forward, 6.0)).is_ok(),
        "over an enemy, and no terrain slows it"
    );
    assert!(check(leg(Way::Left, 1.0)).is_err(), "no manoeuvres");
}

#[test]
fn bg3_key_29_a_skirmisher_that_may_not_rush_goes_as_near_as_it_can() {
    let state = begun(
        scene3()
            .unit("A1", with_keywords(&[Keyword::Skirmisher]), (18.0, 10.0, 0.0))
            .unit("B1", line(), (18.0, 14.5, 180.0))
            .order("B1", Order::Hold),
    );
    let (state, _) = play3(state, &[activate(&["A1"])], &[]).unwrap();
    assert_eq!(
        state.unit(id("A1")).unwrap().pose,
        Some(pose(18.0, 12.0, 0.0)),
        "up to it"
    );
    assert!(state.engagements.is_empty());
}

#[test]
fn bg3_key_01_keywords_of_the_packs_own() {
    let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
    let (_, raiders) = setup.book.kind_named("goblin-raiders").unwrap();
    assert!(raiders.labels.contains("goblin"));
}

#[test]
fn bg3_err_06_packs_carry_a_version() {
    use hindsight_kernel::Packs as _;
    let pack = &Battleground3::sample_packs()[0];
    assert_eq!(Battleground3::check_pack(pack).unwrap().version, "1.0.0");
}

#[test]
fn bg3_ref_04_colours_cost_skill_not_dice() {
    let state = scene3()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .change("A1", |unit| unit.marked = 4)
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front)
        .state();
    assert_eq!(short(&state, "A1", "B1", AttackKind::Melee), (5, 2, 3, 0));
}

#[test]
fn bg3_ref_05_frightened_costs_a_die_too() {
    let state = scene3()
        .unit("A1", line(), (18.0, 10.0, 0.0))
        .change("A1", |unit| unit.turn.frightened = true)
        .unit("B1", line(), (18.0, 12.5, 180.0))
        .engaged("A1", "B1", Side::Front)
        .state();
    assert_eq!(short(&state, "A1", "B1", AttackKind::Melee), (4, 2, 2, 0));
}

#[test]
fn bg3_ref_07_shooters_on_high_ground_have_both() {
    let state = scene3()
        .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 3.75, 0.0))
        .order("A1", Order::Hold)
        .unit("B1", line(), (18.0, 15.25, 180.0))
        .order("B1", Order::Hold)
        .terrain(hill(1, &[(10.0, 0.5), (26.0, 0.5), (26.0, 6.0), (10.0, 6.0)]))
        .state();
    assert_eq!(
        short(&state, "A1", "B1", AttackKind::Ranged).1,
        4,
        "9.0 counts as 6.5, and +1"
    );
}

#[test]
fn bg3_ref_10_fences_slow_wheels_and_walls_stop_them() {
    let crosses = |kind| {
        let mut wheels = with_keywords(&[Keyword::Wheeled]);
        wheels.movement = mc(7.0);
        let state = scene3()
            .unit("A1", wheels, (18.0, 10.0, 0.0))
            .change("A1", |unit| unit.turn.controlled = true)
            .terrain(crate::scene::wall(kind, &[(10.0, 12.0), (26.0, 12.0)]))
            .state();
        let leg = |length: f64| crate::model::command::Leg::Shift {
            way: hindsight_geometry::inches::Way::Forward,
            inches: hindsight_geometry::inches::Inches::new(length).unwrap(),
        };
        let check = |length| {
            let unit = state.unit(id("A1")).unwrap();
            crate::rules::movement::check_legs(&Field::of(&state), unit, &[leg(length)], None).is_ok()
        };
        (check(6.0), check(6.1))
    };
    assert_eq!(crosses(TerrainType::Fence), (true, false), "-1");
    assert_eq!(crosses(TerrainType::LowWall), (false, false));
    assert_eq!(crosses(TerrainType::Hedge), (false, false));
}

#[test]
#[ignore = "GAP: the rules ask for other dice than the test lays out; the earlier edition is no system yet"]
fn bg3_cour_20_a_step_of_rout_checks_does_not_undo_pinches() {
    // B1 and B2 pinch A1; B1 routs in the same step, and A1 checks all the same.
    use crate::model::state::RoutCause;
    let made = scene3()
        .unit("A1", line(), (18.0, 15.0, 0.0))
        .order("A1", Order::Hold)
        .unit("B1", line(), (18.0, 17.5, 180.0))
        .order("B1", Order::Hold)
        .unit("B2", line(), (21.0, 15.0, 270.0))
        .order("B2", Order::Hold)
        .engaged("B1", "A1", Side::Front)
        .engaged("B2", "A1", Side::Right)
        .change("A1", |unit| unit.pending.rout = vec![RoutCause::Pinched])
        .change("B1", |unit| unit.pending.rout = vec![RoutCause::Red])
        .set(|state| {
            state.active = Some(Seat::B);
            state.phase = Phase::PreCombatCourage;
            state.agenda = vec![Edition::V3.courage_phase(true).into()];
        })
        .state();
    let ((), _, events) =
        testing::at_table::<Battleground3, _>(made, &[6, 6, 6, 1, 1, 1, 6, 6, 6, 6, 6], |table| {
            table
                .lend::<crate::system::Battleground, _>(crate::model::agenda::go_on)
                .unwrap();
        });
    let checked = events
        .iter()
        .filter(|event| matches!(event, Event::CourageChecked { .. }))
        .count();
    assert_eq!(checked, 2);
}

#[test]
fn bg3_gen_02_limits_are_read_exactly() {
    let asked = |distance: f64| {
        let state = scene3()
            .unit("A1", shooting(14.0, RangedType::Indirect), (18.0, 3.75, 0.0))
            .unit("B1", line(), (18.0, 6.25 + distance, 180.0))
            .state();
        let field = Field::of(&state);
        let attacks = choices(&field, state.unit(id("A1")).unwrap(), &[], &[]);
        match attacks {
            Ok(choices) => choices.attacks.len(),
            Err(Need::Ask(_) | Need::Refuse(_)) => usize::MAX,
        }
    };
    assert_eq!(
        (asked(14.0), asked(14.02)),
        (1, 0),
        "the tolerance is not used against limits"
    );
}
