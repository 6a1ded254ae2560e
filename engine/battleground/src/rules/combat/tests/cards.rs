//! Command cards and abilities in attacks (pp. 16-22, 98-100).

use crate::editions::Edition;
use crate::flow::decide;
use crate::model::event::CombatEvent;
use crate::model::refusal::Refusal;
use battleground_geometry::Side;
use hindsight_kernel::Seat;

use super::*;
use crate::model::cards::Colour;
use crate::model::effect::{Ban, Effect};
use crate::model::names::CardNo;
use crate::model::state::{Lasting, LastingKind};
use crate::rules::combat::begin_attack;
use crate::scene::{scene, with_keywords};

fn duel() -> Scene {
    scene()
        .unit("A1", line(), FRONT)
        .unit("B1", line(), AT)
        .engaged("A1", "B1", Side::Front)
}

fn card(seat: Seat, card: u8, colour: Colour) -> (Seat, Command) {
    let command = Command::PlayCard {
        card: CardNo(card),
        colour,
        on: vec![],
    };
    (seat, command)
}

fn red(number: u8) -> (Seat, Command) {
    card(Seat::A, number, Colour::Red)
}

fn blue(number: u8) -> (Seat, Command) {
    card(Seat::B, number, Colour::Blue)
}

/// An attack of A1 on B1 with these commands and dice; what the first refused command was refused for.
fn attack(
    scene: Scene,
    kind: AttackKind,
    commands: &[(Seat, Command)],
    dice: &[u8],
) -> (Result<(), Refusal>, State, Vec<Event>) {
    let mut state = scene.state();
    state.agenda.clear();
    at_table(state, dice, |table| {
        begin_attack(table, id("A1"), id("B1"), kind, None);
        go_on(table)?;
        for (seat, command) in commands {
            decide(table, *seat, command)?;
        }
        Ok(())
    })
}

fn fine(scene: Scene, commands: &[(Seat, Command)], dice: &[u8]) -> (State, Vec<Event>) {
    let (result, state, events) = attack(scene, AttackKind::Melee, commands, dice);
    result.unwrap();
    (state, events)
}

fn refused(scene: Scene, commands: &[(Seat, Command)], dice: &[u8]) -> String {
    let (result, _, _) = attack(scene, AttackKind::Melee, commands, dice);
    result.unwrap_err().id(Edition::V4)
}

const A: Seat = Seat::A;
const B: Seat = Seat::B;

#[test]
fn bg4_cards_02_a_second_card_after_the_to_wound_roll_is_refused() {
    // (book example) One card before the to-hit roll, another wanted after the to-wound roll of the same attack. The
    // attacker is asked there because the box of an ability may still be spent.
    let scene = with_hands(duel(), [&[], &[2, 3]])
        .set(|state| {
            let book = Arc::make_mut(&mut state.book);
            let mark = book.factions[1].abilities[0].mark.as_mut().unwrap();
            mark.spent_at = Some(crate::model::cards::Window::WoundPost);
        })
        .change("B1", |unit| {
            unit.lasting.push(Lasting {
                name: "Rage".to_owned(),
                kind: LastingKind::Mark("war-rage".to_owned()),
                by: B,
                effects: Vec::new(),
            });
        });
    let mut state = scene.state();
    state.agenda.clear();
    // Both before the roll and after it, and the box is not erased.
    let ((), state, _) = at_table(state, &[5, 5, 6, 6, 6, 6, 6], |table| {
        begin_attack(table, id("B1"), id("A1"), AttackKind::Melee, None);
        go_on(table).unwrap();
        let [first, second] = [2, 3].map(|number| card(B, number, Colour::Red).1);
        decide(table, B, &first).unwrap();
        let stage = table.state().attack.as_ref().unwrap().stage;
        assert_eq!(stage, crate::model::attack::AttackStage::AfterWound);
        assert_eq!(asked(table.state())[0].0, B);
        assert_eq!(
            decide(table, B, &second).unwrap_err().id(Edition::V4),
            "BG4-CARDS-02"
        );
        let (seat, command) = pass(B);
        decide(table, seat, &command).unwrap();
    });
    assert_eq!(state.players[1].hand, [Some(CardNo(3))]);
    // In a window in which only the other is asked it is refused for the same reason.
    let scene = with_hands(duel(), [&[2, 3], &[9]]);
    let (result, state, _) = attack(
        scene,
        AttackKind::Melee,
        &[red(2), pass(B), pass(B), pass(B), red(3)],
        &[5, 5, 6, 6, 6, 6, 6],
    );
    assert_eq!(result.unwrap_err().id(Edition::V4), "BG4-CARDS-02");
    assert_eq!(asked(&state)[0].0, B);
}

#[test]
fn bg4_cards_03_an_effect_for_the_turn_stays_on_the_unit() {
    // Dogged Stand: def +1 in this attack, courage +2 for the turn.
    let (state, events) = fine(with_hands(duel(), [&[], &[8]]), &[blue(8)], &[3, 2, 6, 6, 6, 6]);
    assert_eq!(resolved(&events), [("A1".to_owned(), 1, 0)]);
    let stays = &state.unit(id("B1")).unwrap().lasting;
    let courage = stays
        .iter()
        .flat_map(|lasting| &lasting.effects)
        .any(|effect| matches!(effect, Effect::Change { change, .. } if change.courage == 2));
    assert!(courage, "{stays:?}");
}

fn barred(while_: Ban) -> Lasting {
    Lasting {
        name: "Reckless Rush".to_owned(),
        kind: LastingKind::Card(CardNo(17)),
        by: A,
        effects: vec![Effect::NoCards {
            while_,
            lasts: crate::model::effect::Duration::Turn,
        }],
    }
}

#[test]
fn bg4_cards_06_no_cards_while_attacking_or_defending() {
    for (ban, red_ok, blue_ok) in [
        (Ban::Attacking, false, true),
        (Ban::Defending, true, false),
        (Ban::AttackingOrDefending, false, false),
    ] {
        // On the attacker: its owner's Red only. The defender plays Blue on their own unit whatever it is.
        let on_attacker =
            with_hands(duel(), [&[2], &[6]]).change("A1", |unit| unit.lasting.push(barred(ban)));
        let (_, state, _) = attack(on_attacker, AttackKind::Melee, &[], &[]);
        assert_eq!(asked(&state)[0].0, if red_ok { A } else { B }, "{ban:?}");
        let on_defender = with_hands(duel(), [&[], &[6]]).change("B1", |unit| unit.lasting.push(barred(ban)));
        let dice: &[u8] = if blue_ok { &[] } else { &[6, 6, 6, 6, 6] };
        let (_, state, _) = attack(on_defender, AttackKind::Melee, &[], dice);
        assert_eq!(asked(&state).len(), usize::from(blue_ok), "{ban:?}");
    }
}

#[test]
fn bg4_cards_08_a_dual_card_is_one_colour() {
    // Feint by the defender is blue: def +1/+1, their one card.
    let (state, events) = fine(with_hands(duel(), [&[], &[12]]), &[blue(12)], &[3, 2, 6, 6, 6, 3]);
    assert_eq!(resolved(&events), [("A1".to_owned(), 1, 0)]);
    assert!(state.players[1].hand.is_empty());
    // By the attacker it is red: one die and one skill more.
    let (_, events) = fine(
        with_hands(duel(), [&[12], &[]]),
        &[red(12)],
        &[4, 6, 6, 6, 6, 6, 6],
    );
    assert_eq!(resolved(&events), [("A1".to_owned(), 1, 0)]);
    assert_eq!(
        refused(with_hands(duel(), [&[], &[12]]), &[card(B, 12, Colour::Red)], &[]),
        "BG4-CARDS-01"
    );
}

#[test]
fn bg4_cards_08_a_dual_card_is_the_one_card_of_the_attack() {
    // (book example) Fickle Fate (red/blue) as blue after the to-hit roll: nobody is asked for Close Ranks at the damage
    // step.
    let hands = || with_hands(duel(), [&[], &[11, 10]]);
    let (state, events) = fine(hands(), &[pass(B), blue(11)], &[1, 1, 6, 6, 6, 1, 6, 1]);
    assert_eq!(resolved(&events), [("A1".to_owned(), 1, 1)]);
    assert_eq!(state.players[1].hand, [Some(CardNo(10))]);
    // Kept, it leaves the other to be played.
    let (state, events) = fine(
        hands(),
        &[pass(B), pass(B), pass(B), pass(B), blue(10)],
        &[1, 6, 6, 6, 6, 1],
    );
    assert_eq!(resolved(&events), [("A1".to_owned(), 1, 0)]);
    assert_eq!(state.players[1].hand, [Some(CardNo(11))]);
}

#[test]
fn bg4_cards_11_no_red_on_a_frightened_attacker() {
    let frightened = with_hands(duel(), [&[2], &[6]]).change("A1", |unit| unit.turn.frightened = true);
    let (result, state, _) = attack(frightened, AttackKind::Melee, &[], &[]);
    result.unwrap();
    assert_eq!(
        asked(&state)[0].0,
        B,
        "the attacker is not asked, the defender is"
    );
    // What a card asks of its unit: Pikes Down needs Spears.
    assert_eq!(
        refused(with_hands(duel(), [&[22], &[]]), &[red(22)], &[]),
        "BG4-CARDS-11"
    );
    let spears = scene()
        .unit("A1", with(line(), &[Keyword::Spears]), FRONT)
        .unit("B1", with_keywords(&[Keyword::Large, Keyword::Infantry]), AT)
        .engaged("A1", "B1", Side::Front);
    // Skill 5 + 1 (Spears) + 1 (Pikes Down) - 2 = 5, power 5 + 1 - 2 = 4.
    let (_, events) = fine(with_hands(spears, [&[22], &[]]), &[red(22)], &[5, 6, 6, 6, 6, 4]);
    assert_eq!(resolved(&events), [("A1".to_owned(), 1, 1)]);
}

/// What the kernel answers to a command of a player in an attack of A1 on B1 that has come to its first question.
fn refused_at_the_door(scene: Scene, seat: Seat, command: &Command) -> String {
    let (result, state, _) = attack(scene, AttackKind::Melee, &[], &[]);
    result.unwrap();
    let closed = <crate::system::Battleground as hindsight_kernel::Rules>::closed(&state, seat, command);
    closed.map_or_else(String::new, |refusal| refusal.rule.0.into_owned())
}

#[test]
fn bg4_cour_11_a_window_closed_by_fear_is_refused_by_it() {
    let frightened = || with_hands(duel(), [&[2], &[6]]).change("A1", |unit| unit.turn.frightened = true);
    // The defender is asked: the attacker learns why they are not, from the rules and where the kernel refuses first.
    assert_eq!(refused(frightened(), &[red(2)], &[]), "BG4-COUR-11");
    assert_eq!(refused_at_the_door(frightened(), A, &red(2).1), "BG4-COUR-11");
    // Who is only not asked yet is told so; who is asked finds nothing closed.
    let open = || with_hands(duel(), [&[2], &[6]]);
    assert_eq!(refused_at_the_door(open(), B, &blue(6).1), "BG4-ATK-14");
    assert_eq!(refused_at_the_door(open(), A, &red(2).1), "");
    assert_eq!(refused_at_the_door(open(), B, &Command::Pass), "");
}

#[test]
fn bg4_cards_06_a_window_closed_by_a_card_is_refused_by_it() {
    let reckless =
        || with_hands(duel(), [&[2], &[6]]).change("A1", |unit| unit.lasting.push(barred(Ban::Attacking)));
    assert_eq!(refused(reckless(), &[red(2)], &[]), "BG4-CARDS-06");
    assert_eq!(refused_at_the_door(reckless(), A, &red(2).1), "BG4-CARDS-06");
    // Outside attacks no Red card is played at all, and a green one only in its window.
    let turn = with_hands(duel(), [&[], &[6]]).state();
    let closed = |command: &Command| {
        <crate::system::Battleground as hindsight_kernel::Rules>::closed(&turn, B, command)
            .map(|found| found.rule.0)
    };
    assert_eq!(closed(&blue(6).1).as_deref(), Some("BG4-CARDS-01"));
    assert_eq!(
        closed(&card(B, 6, Colour::Green).1).as_deref(),
        Some("BG4-CARDS-04")
    );
}

#[test]
fn bg4_merc_04_no_faction_card_on_a_mercenary() {
    let exiles = scene()
        .unit("A1", sample("sworn-exiles"), FRONT)
        .unit("B1", line(), AT)
        .engaged("A1", "B1", Side::Front);
    let refusal = refused(with_hands(exiles, [&[30], &[]]), &[card(A, 30, Colour::Red)], &[]);
    assert!(
        ["BG4-CARDS-01", "BG4-CARDS-08"].contains(&refusal.as_str()),
        "30 has no red side: {refusal}"
    );
    // Orders in Cipher as blue on a mercenary that defends.
    let defending = scene()
        .unit("A1", sample("sworn-exiles"), FRONT)
        .unit("B1", line(), AT)
        .engaged("A1", "B1", Side::Front);
    let mut state = with_hands(defending, [&[30, 6], &[]]).state();
    state.agenda.clear();
    let ((), _, _) = at_table(state, &[6, 6, 6, 6, 6], |table| {
        begin_attack(table, id("B1"), id("A1"), AttackKind::Melee, None);
        go_on(table).unwrap();
        let (seat, command) = card(A, 30, Colour::Blue);
        assert_eq!(
            decide(table, seat, &command).unwrap_err().id(Edition::V4),
            "BG4-MERC-04"
        );
        let (seat, command) = card(A, 6, Colour::Blue);
        decide(table, seat, &command).unwrap();
    });
}

#[test]
fn bg4_atk_14_a_reroll_is_rolled_at_once() {
    // Press the Gap: up to two failed dice, before the defender decides.
    let scene = with_hands(duel(), [&[3], &[6]]);
    let (result, state, events) = attack(
        scene,
        AttackKind::Melee,
        &[pass(A), pass(B), red(3)],
        &[3, 6, 6, 6, 6, 1, 5],
    );
    result.unwrap();
    assert_eq!(asked(&state)[0].0, B);
    let rolls: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Combat(CombatEvent::AttackRolled {
                roll,
                rerolled,
                again,
                successes,
                ..
            }) => Some((roll.faces.clone(), rerolled.clone(), again.is_some(), *successes)),
            _ => None,
        })
        .collect();
    assert_eq!(
        rolls,
        [
            (vec![3, 6, 6, 6, 6], vec![], false, 1),
            (vec![3, 1, 5, 6, 6], vec![1, 2], true, 2),
        ]
    );
}

#[test]
fn bg4_atk_15_passing_keeps_later_windows_open() {
    // Passes at 1a and 1d, plays Driving Blow at 2a: power +2.
    let scene = with_hands(duel(), [&[1], &[]]);
    let (_, events) = fine(scene, &[pass(A), pass(A), red(1)], &[3, 6, 6, 6, 6, 5]);
    assert_eq!(resolved(&events), [("A1".to_owned(), 1, 1)]);
}

#[test]
fn bg4_atk_05_cards_change_the_wounds() {
    // Two wounds, Close Ranks: one.
    let scene = || with_hands(duel(), [&[], &[10]]);
    let to_damage = [pass(B), pass(B), pass(B), pass(B), blue(10)];
    let (state, events) = fine(scene(), &to_damage, &[1, 1, 6, 6, 6, 1, 1]);
    assert_eq!(resolved(&events), [("A1".to_owned(), 2, 1)]);
    assert_eq!(state.unit(id("B1")).unwrap().marked, 1);
    // One wound and one less are none; then Bloody Work, which needs at least one, is refused.
    let both = || with_hands(duel(), [&[5], &[10]]);
    let mut commands = Vec::new();
    for _ in 0..4 {
        commands.extend([pass(A), pass(B)]);
    }
    commands.extend([pass(A), blue(10)]);
    let dice = [1, 6, 6, 6, 6, 1];
    let late = refused(both(), &[commands.clone(), vec![red(5)]].concat(), &dice);
    assert_eq!(late, "BG4-CARDS-11");
    let (state, events) = fine(both(), &[commands, vec![pass(A)]].concat(), &dice);
    assert_eq!(resolved(&events), [("A1".to_owned(), 1, 0)]);
    assert_eq!(state.unit(id("B1")).unwrap().marked, 0);
    // Played while there is a wound, it adds one.
    let mut commands = Vec::new();
    for _ in 0..4 {
        commands.extend([pass(A), pass(B)]);
    }
    commands.extend([red(5), pass(B)]);
    let (_, events) = fine(both(), &commands, &dice);
    assert_eq!(resolved(&events), [("A1".to_owned(), 1, 2)]);
}

#[test]
fn bg4_atk_11_the_defender_chooses_dice_where_overkill_makes_a_difference() {
    // To wound at 7 (power 9 against 2): dice 6, 3, 4 all count, the 6 by Overkill. Turned Aside takes up to two of
    // the attacker's successes: the defender is asked which.
    let strong = scene()
        .unit("A1", armed(3, 5, 9, 2, 2), FRONT)
        .unit("B1", line(), AT)
        .engaged("A1", "B1", Side::Front);
    let scene = with_hands(strong, [&[], &[9]]);
    let commands = [
        pass(B),
        pass(B),
        pass(B),
        blue(9),
        choose(B, crate::model::agenda::Answer::Dice(vec![1, 2])),
    ];
    let (_, events) = fine(scene, &commands, &[1, 1, 1, 6, 3, 4, 6, 6]);
    // 6, 6, 6 at 7: two of them count.
    assert_eq!(resolved(&events), [("A1".to_owned(), 3, 2)]);
}

#[test]
fn bg4_atk_11_a_failed_six_rerolled_to_a_six_stays_failed() {
    // To hit at 6: of 6, 6, 3 one six is converted. Press the Gap rerolls the failed one, and it shows 6 again.
    let strong = scene()
        .unit("A1", armed(3, 8, 5, 2, 2), FRONT)
        .unit("B1", line(), AT)
        .engaged("A1", "B1", Side::Front);
    let scene = with_hands(strong, [&[3], &[]]);
    let (_, events) = fine(scene, &[pass(A), red(3)], &[6, 6, 3, 6, 6, 6]);
    assert_eq!(resolved(&events), [("A1".to_owned(), 2, 0)]);
}

#[test]
fn bg4_atk_11_a_converted_six_rerolled_to_a_two_frees_the_conversion() {
    // Turned Aside throws both successes again: the converted 6 shows 2 and the 3 again 3; the other 6 is converted now.
    let strong = scene()
        .unit("A1", armed(3, 8, 5, 2, 2), FRONT)
        .unit("B1", line(), AT)
        .engaged("A1", "B1", Side::Front);
    let scene = with_hands(strong, [&[], &[9]]);
    let (_, events) = fine(scene, &[pass(B), blue(9)], &[6, 6, 3, 2, 3, 6, 6, 6]);
    assert_eq!(resolved(&events), [("A1".to_owned(), 3, 0)]);
}

#[test]
fn bg4_atk_17_an_ability_beside_the_card() {
    // War Rage at 1a: skill and power +1, and Sure Aim in the same attack.
    let raging = || {
        let scene = scene()
            .unit("B1", line(), AT)
            .unit("A1", line(), FRONT)
            .engaged("A1", "B1", Side::Front);
        with_hands(scene, [&[], &[2]]).change("B1", |unit| {
            unit.lasting.push(Lasting {
                name: "Rage".to_owned(),
                kind: LastingKind::Mark("war-rage".to_owned()),
                by: B,
                effects: Vec::new(),
            });
        })
    };
    let mut state = raging().state();
    state.agenda.clear();
    let rage = Command::UseAbility {
        ability: "war-rage".to_owned(),
        on: vec![id("B1")],
    };
    // 5 + 1 + 2 - 2 = 6 to hit, 5 + 1 - 2 = 4 to wound.
    let ((), state, events) = at_table(state, &[5, 6, 6, 6, 6, 4, 6], |table| {
        begin_attack(table, id("B1"), id("A1"), AttackKind::Melee, None);
        go_on(table).unwrap();
        decide(table, B, &rage).unwrap();
        let again = decide(table, B, &rage).unwrap_err();
        assert_eq!(again.id(Edition::V4), "BG4-ATK-17");
        let (seat, command) = card(B, 2, Colour::Red);
        decide(table, seat, &command).unwrap();
    });
    assert_eq!(resolved(&events), [("B1".to_owned(), 2, 1)]);
    assert!(
        state.unit(id("B1")).unwrap().lasting.is_empty(),
        "the box is erased"
    );
    // Kept, it changes nothing.
    assert_eq!(
        short(&numbers(&raging().state(), "B1", "A1", AttackKind::Melee)),
        (5, 3, 3, 0)
    );
}

#[test]
fn bg4_atk_17_an_ability_of_the_defender_is_answered_as_a_card_is() {
    // A box of the defender, spent before the to-hit roll; they also hold a Blue card, or none. The attacker, who holds a
    // Red one, passed before it.
    let after_it = |defender: &[u8]| {
        let scene = with_hands(duel(), [&[2], defender]).set(|state| {
            let book = Arc::make_mut(&mut state.book);
            let mark = book.factions[1].abilities[0].mark.as_mut().unwrap();
            mark.when.clear();
            mark.effects = vec![Effect::Change {
                on: crate::model::effect::Target::Defender,
                change: crate::model::effect::Change {
                    def_skill: 1,
                    ..crate::model::effect::Change::default()
                },
                when: Vec::new(),
                lasts: crate::model::effect::Duration::Attack,
            }];
        });
        let scene = scene.change("B1", |unit| {
            unit.lasting.push(Lasting {
                name: "Rage".to_owned(),
                kind: LastingKind::Mark("war-rage".to_owned()),
                by: B,
                effects: Vec::new(),
            });
        });
        let ability = Command::UseAbility {
            ability: "war-rage".to_owned(),
            on: vec![id("B1")],
        };
        let mut commands = vec![pass(A), (B, ability)];
        if !defender.is_empty() {
            commands.push(pass(B));
        }
        let (result, state, _) = attack(scene, AttackKind::Melee, &commands, &[]);
        result.unwrap();
        state.attack.unwrap().asked
    };
    assert_eq!(after_it(&[]), crate::model::attack::Asked::AttackerAgain);
    assert_eq!(after_it(&[6]), crate::model::attack::Asked::AttackerAgain);
}

#[test]
fn bg4_atk_05_cards_that_cost_the_attacker_a_box() {
    // Spite: one wound less, and in a melee attack a box on the attacking unit.
    let spite = |kind| {
        let scene = with_hands(duel(), [&[], &[29]]);
        let commands = [pass(B), pass(B), pass(B), pass(B), blue(29)];
        let (result, state, _) = attack(scene, kind, &commands, &[1, 1, 6, 6, 6, 1, 1]);
        result.unwrap();
        ["A1", "B1"].map(|unit| state.unit(id(unit)).unwrap().marked)
    };
    assert_eq!(spite(AttackKind::Melee), [1, 1]);
    assert_eq!(spite(AttackKind::Ranged), [0, 1]);
}

#[test]
fn bg4_cards_12_a_card_may_set_ranged_modifiers_aside() {
    // Steady Bolts: no Long Range, no Move and Shoot; cover stays.
    let scene = scene()
        .unit(
            "A1",
            crate::scene::shooting(14.0, crate::model::cards::RangedType::Indirect),
            (18.0, 10.0, 0.0),
        )
        .order("A1", crate::model::orders::Order::Range)
        .change("A1", |unit| unit.turn.moved = true)
        .unit("B1", line(), (18.0, 22.5, 180.0))
        .order("B1", crate::model::orders::Order::Hold);
    let (result, _, events) = attack(
        with_hands(scene, [&[24], &[]]),
        AttackKind::Ranged,
        &[red(24)],
        &[3, 6, 6, 6, 6, 6],
    );
    result.unwrap();
    assert_eq!(resolved(&events), [("A1".to_owned(), 1, 0)]);
}

#[test]
fn bg4_atk_14_every_offer_of_a_window_is_accepted() {
    let scene = || with_hands(duel(), [&[1, 2, 3, 4, 5, 12, 23], &[6, 8, 12, 24]]);
    let (_, state, _) = attack(scene(), AttackKind::Melee, &[], &[]);
    let offers = crate::offers::offers(&state, A);
    let cards: Vec<Command> = offers
        .iter()
        .flat_map(hindsight_kernel::Offer::commands)
        .cloned()
        .collect();
    assert_eq!(cards.len(), 4, "pass, 2, 4 and 12: {cards:?}");
    assert!(crate::offers::offers(&state, B).is_empty());
    for command in cards {
        let (result, _, _) = attack(scene(), AttackKind::Melee, &[(A, command.clone())], &[]);
        result.unwrap();
    }
    // A card that is not known here may be any that was not yet seen.
    let unknown = scene().set(|state| {
        state.players[0].hand = vec![None];
        state.players[0].unseen = vec![CardNo(2), CardNo(3)];
    });
    let (_, state, _) = attack(unknown, AttackKind::Melee, &[], &[]);
    assert_eq!(crate::offers::offers(&state, A).len(), 2, "pass and card 2");
}
