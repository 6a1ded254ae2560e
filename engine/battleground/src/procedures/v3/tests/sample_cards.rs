//! The red and blue cards of the sample pack, played, against the catalogue's table "Sample pack: command deck".

use super::*;
use crate::dealt::*;
use crate::model::attack::AttackStage::{AfterHit, AfterWound, BeforeHit, BeforeWound};
use crate::model::effect::Effect;
use crate::procedures::attack::hits_and_wounds;
use crate::procedures::courage;
use crate::rules::combat::odds;

/// Asks a player who has nothing to play.
const FILLER: &[u8] = &[16];

fn plain() -> Scene {
    fighters(Edition::V3, line(), line(), Side::Front)
}

/// A1 charges in this turn.
fn charging(own: UnitType) -> Scene {
    fighters(Edition::V3, own, line(), Side::Front)
        .order("A1", Order::Close)
        .set(|state| state.engagements[0].turn = state.turn)
}

/// A1 shoots at B1, so many inches from front to front.
fn shot(range: f64, apart: f64) -> Scene {
    scene3()
        .unit("A1", shooting(range, RangedType::Indirect), (18.0, 5.0, 0.0))
        .order("A1", Order::Range)
        .holding("B1", line(), (18.0, 7.5 + apart, 180.0))
}

/// What a card of the attacker changes, played at this stage: dice, to hit, to damage, impact dice. Every die hits.
fn red(made: Scene, faction: &'static str, number: u8, stage: crate::model::attack::AttackStage) -> [i32; 4] {
    let state = until(
        fight(made, (faction, &[number]), ("orc", FILLER)),
        stage,
        &[1; 12],
    );
    let (before, after) = (now(&state), now(&plays(&state, Seat::A, number, &[]).unwrap()));
    std::array::from_fn(|place| after[place] - before[place])
}

/// The same of a card of the defender.
fn blue(
    made: Scene,
    faction: &'static str,
    number: u8,
    stage: crate::model::attack::AttackStage,
) -> [i32; 4] {
    let state = until(
        fight(made, ("hawkshold", FILLER), (faction, &[number])),
        stage,
        &[1; 12],
    );
    let (before, after) = (now(&state), now(&plays(&state, Seat::B, number, &[]).unwrap()));
    std::array::from_fn(|place| after[place] - before[place])
}

#[test]
fn bg3_ccard_06_red_cards_change_the_numbers_of_the_table() {
    for (number, stage, expected) in [
        (1, BeforeWound, [0, 0, 2, 0]),
        (2, BeforeHit, [0, 2, 0, 0]),
        (3, BeforeHit, [2, 0, 0, 0]),
        (6, BeforeHit, [1, 1, 0, 0]),
        (28, BeforeHit, [1, 0, 1, 0]),
    ] {
        assert_eq!(red(plain(), "hawkshold", number, stage), expected, "{number}");
    }
    let knights = with_keywords(&[Keyword::Normal, Keyword::Cavalry]);
    let wedge = red(charging(knights), "hawkshold", 22, BeforeWound);
    assert_eq!(wedge, [0, 0, 0, 1], "Wedge");
    assert_eq!(
        red(charging(line()), "orc", 21, BeforeHit),
        [2, 0, 0, 0],
        "Waaargh"
    );
}

#[test]
fn bg3_mod_11_dirty_fighting_gives_two_at_flank_and_rear() {
    let power = |side: Side| {
        red(
            fighters(Edition::V3, line(), line(), side),
            "orc",
            22,
            BeforeWound,
        )
    };
    assert_eq!(power(Side::Front), [0, 0, 1, 0]);
    for side in [Side::Left, Side::Right, Side::Rear] {
        assert_eq!(power(side), [0, 0, 2, 0], "{side:?}");
    }
    // It is the side of the enemy that counts: B1 strikes back at the front of A1.
    let made = fighters(Edition::V3, line(), line(), Side::Rear);
    let state = fight(made, ("hawkshold", FILLER), ("orc", &[22, 23]));
    let state = until(resolved(state, &[6; 5]), BeforeWound, &[1; 5]);
    let before = now(&state);
    assert_eq!(now(&plays(&state, Seat::B, 22, &[]).unwrap())[2] - before[2], 1);
}

#[test]
fn bg3_ccard_06_blue_cards_change_the_numbers_of_the_table() {
    for (faction, number, stage, expected) in [
        ("orc", 9, BeforeHit, [0, -2, 0, 0]),
        ("orc", 10, BeforeWound, [0, 0, -2, 0]),
        ("orc", 14, BeforeWound, [0, 0, -1, 0]),
        ("orc", 23, BeforeWound, [0, 0, -1, 0]),
        ("hawkshold", 23, BeforeHit, [0, -1, -1, 0]),
    ] {
        assert_eq!(
            blue(plain(), faction, number, stage),
            expected,
            "{faction} {number}"
        );
    }
    // Grim Resolve besides: courage 12 is 14 this turn.
    let state = fight(plain(), ("hawkshold", FILLER), ("orc", &[14]));
    let state = plays(&until(state, BeforeWound, &[1; 5]), Seat::B, 14, &[]).unwrap();
    let rout = crate::model::state::CheckKind::Rout;
    let unit = state.unit(id("B1")).unwrap();
    let (target, _) = courage::courage_target(&state, unit, rout, &[]).unwrap();
    assert_eq!(target, 14);
}

#[test]
fn bg3_ccard_02_cards_for_shots_change_the_numbers_of_the_table() {
    assert_eq!(red(shot(14.0, 6.0), "hawkshold", 7, BeforeHit), [2, 0, 0, 0]);
    assert_eq!(red(shot(14.0, 6.0), "hawkshold", 24, BeforeHit), [1, 1, 0, 0]);
    assert_eq!(blue(shot(14.0, 6.0), "orc", 11, BeforeHit), [-2, 0, 0, 0]);
    // True Aim takes the penalty of long range away, which is 1, and that of extreme range, 2.
    assert_eq!(red(shot(14.0, 6.0), "hawkshold", 8, BeforeHit), [0, 0, 0, 0]);
    assert_eq!(red(shot(14.0, 8.0), "hawkshold", 8, BeforeHit), [0, 1, 0, 0]);
    assert_eq!(red(shot(21.0, 15.0), "hawkshold", 8, BeforeHit), [0, 2, 0, 0]);
}

#[test]
fn bg3_ccard_02_a_card_whose_condition_is_not_met_is_refused() {
    const NOT_MET: &str = "BG3-CCARD-08";
    let tries = |made: Scene, south: Held<'_>, north: Held<'_>, seat: Seat, number: u8, stage| {
        let state = until(fight(made, south, north), stage, &[1; 12]);
        plays(&state, seat, number, &[]).map(|_| ()).unwrap_err()
    };
    // Engaged cards on a shot, ranged cards in a fight.
    let south = ("hawkshold", &[6][..]);
    let refused = tries(shot(14.0, 6.0), south, ("orc", FILLER), Seat::A, 6, BeforeHit);
    assert_eq!(refused, NOT_MET);
    for number in [7, 8, 24] {
        let south = ("hawkshold", &[number][..]);
        let refused = tries(plain(), south, ("orc", FILLER), Seat::A, number, BeforeHit);
        assert_eq!(refused, NOT_MET, "{number}");
    }
    let filler = ("hawkshold", FILLER);
    assert_eq!(
        tries(plain(), filler, ("orc", &[11]), Seat::B, 11, BeforeHit),
        NOT_MET
    );
    // Wedge: charging Cavalry; Waaargh: charging.
    let knights = || with_keywords(&[Keyword::Normal, Keyword::Cavalry]);
    let wedge = ("hawkshold", &[22][..]);
    let standing = fighters(Edition::V3, knights(), line(), Side::Front);
    assert_eq!(
        tries(standing, wedge, ("orc", FILLER), Seat::A, 22, BeforeWound),
        NOT_MET
    );
    assert_eq!(
        tries(charging(line()), wedge, ("orc", FILLER), Seat::A, 22, BeforeWound),
        NOT_MET
    );
    assert_eq!(
        tries(plain(), ("orc", &[21]), ("orc", FILLER), Seat::A, 21, BeforeHit),
        NOT_MET
    );
    // Steady, Lads: on Hold; Set Pikes: against Cavalry; Bloodthirst: a target in the yellow or red; Smash: damage was done.
    let closing = plain().order("B1", Order::Close);
    let hawks = ("hawkshold", &[23][..]);
    assert_eq!(tries(closing, filler, hawks, Seat::B, 23, BeforeHit), NOT_MET);
    assert_eq!(
        tries(
            charging(line()),
            filler,
            ("hawkshold", &[26]),
            Seat::B,
            26,
            BeforeHit
        ),
        NOT_MET
    );
    assert_eq!(
        tries(plain(), ("orc", &[30]), ("orc", FILLER), Seat::A, 30, AfterHit),
        NOT_MET
    );
    let state = fight(plain(), ("orc", &[28]), ("orc", FILLER));
    let state = until(until(state, BeforeWound, &[1; 5]), AfterWound, &[6; 5]);
    assert_eq!(plays(&state, Seat::A, 28, &[]).unwrap_err(), NOT_MET);
}

#[test]
fn bg3_ccard_02_a_card_is_played_in_its_window_alone() {
    for (red, number, stages) in [
        (true, 1, &[BeforeHit, AfterHit, AfterWound][..]),
        (true, 2, &[AfterHit, BeforeWound, AfterWound]),
        (true, 4, &[BeforeHit, BeforeWound, AfterWound]),
        (true, 5, &[BeforeHit, AfterHit, BeforeWound]),
        (false, 9, &[AfterHit, BeforeWound, AfterWound]),
        (false, 12, &[BeforeHit, AfterHit, BeforeWound]),
    ] {
        for stage in stages {
            let (south, north) = if red {
                (&[number][..], FILLER)
            } else {
                (FILLER, &[number][..])
            };
            let state = until(
                fight(plain(), ("hawkshold", south), ("orc", north)),
                *stage,
                &[1; 5],
            );
            let seat = if red { Seat::A } else { Seat::B };
            let refused = plays(&state, seat, number, &[]).map(|_| ()).unwrap_err();
            assert_eq!(refused, "BG3-CCARD-02", "{number} {stage:?}");
        }
    }
}

#[test]
fn bg3_ccard_05_rerolls_take_as_many_dice_as_the_table_says() {
    // To hit on 3, to damage on 3.
    let after = |number: u8, seat: Seat, stage, lie: &[u8], again: &[u8]| {
        let held = |own: bool| if own { vec![number] } else { FILLER.to_vec() };
        let (south, north) = (held(seat == Seat::A), held(seat == Seat::B));
        let state = fight(plain(), ("hawkshold", &south), ("orc", &north));
        let state = if stage == AfterWound {
            until(until(state, BeforeWound, &[1; 5]), AfterWound, lie)
        } else {
            until(state, stage, lie)
        };
        faces(&plays(&state, seat, number, again).unwrap(), stage == AfterWound)
    };
    let (a, b) = (Seat::A, Seat::B);
    assert_eq!(after(4, a, AfterHit, &[6, 5, 4, 1, 1], &[2, 2]), [2, 2, 4, 1, 1]);
    assert_eq!(
        after(5, a, AfterWound, &[6, 1, 4, 1, 5], &[2, 2]),
        [2, 1, 2, 1, 5]
    );
    assert_eq!(after(13, b, AfterHit, &[1, 6, 2, 3, 6], &[5, 5]), [5, 6, 5, 3, 6]);
    for (stage, lie) in [(AfterHit, [6, 1, 6, 1, 6]), (AfterWound, [6, 1, 6, 1, 6])] {
        assert_eq!(after(20, a, stage, &lie, &[2]), [2, 1, 6, 1, 6], "any one die");
        assert_eq!(after(20, b, stage, &lie, &[5]), [6, 5, 6, 1, 6], "any one die");
    }
}

/// The boxes that the attack of A1 marks on B1 when a card is played after its damage roll: two dice do damage.
fn damage(made: Scene, south: Held<'_>, north: Held<'_>, seat: Seat, number: u8) -> State {
    let state = fight(made, south, north);
    let state = until(until(state, BeforeWound, &[1; 5]), AfterWound, &[1, 1, 6, 6, 6]);
    resolved(plays(&state, seat, number, &[]).unwrap(), &[])
}

#[test]
fn bg3_ccard_05_cards_change_the_damage_as_the_table_says() {
    let filler = ("hawkshold", FILLER);
    let not_yet = damage(plain(), filler, ("orc", &[12]), Seat::B, 12);
    assert_eq!(marked(&not_yet, "B1"), 1, "prevents 1 of 2");
    let smash = damage(plain(), ("orc", &[28]), ("orc", FILLER), Seat::A, 28);
    assert_eq!(marked(&smash, "B1"), 3, "adds 1 to 2");
    // Shield Brother prevents 1, and the unit may play no cards again this phase.
    let mut brother = damage(plain(), filler, ("hawkshold", &[29, 2, 9]), Seat::B, 29);
    assert_eq!(marked(&brother, "B1"), 1);
    let barred = |state: &State, colour: Colour| {
        crate::rules::command_cards::may_have_cards(state, id("B1"), colour).is_err()
    };
    assert!(barred(&brother, Colour::Red) && barred(&brother, Colour::Blue));
    crate::model::lasting::end_with(&mut brother, crate::model::effect::Duration::Phase);
    assert!(!barred(&brother, Colour::Red), "the phase is over");
}

#[test]
fn bg3_mod_10_set_pikes_takes_the_impact_hits_of_cavalry() {
    let knights = || UnitType {
        impact_hits: 1,
        ..with_keywords(&[Keyword::Normal, Keyword::Cavalry])
    };
    let change = blue(charging(knights()), "hawkshold", 26, BeforeHit);
    assert_eq!(change, [0, 0, 0, -2], "both the printed one and that of Cavalry");
    // With them a charge that misses still rolls for damage.
    let rolled = |number: u8| {
        let state = fight(
            charging(knights()),
            ("hawkshold", FILLER),
            ("hawkshold", &[26, 9]),
        );
        let state = until(plays(&state, Seat::B, number, &[]).unwrap(), AfterHit, &[6; 5]);
        resolved(state, &[1; 5])
    };
    assert_eq!(marked(&rolled(9), "B1"), 2);
    assert_eq!(marked(&rolled(26), "B1"), 0);
}

#[test]
fn bg3_ccard_05_bloodthirst_adds_a_hit_against_a_unit_in_the_yellow() {
    for hurt in [4, 7] {
        let state = fight(
            plain().change("B1", |unit| unit.marked = hurt),
            ("orc", &[30]),
            ("orc", FILLER),
        );
        // Nothing hits, and one die is rolled for damage all the same.
        let state = until(state, AfterHit, &[6; 5]);
        let state = plays(&state, Seat::A, 30, &[]).unwrap();
        let odds = odds::now(&state).unwrap();
        assert!((odds.hits.exactly(1) - 1.0).abs() < 1e-12);
        assert!((odds.boxes.exactly(1) - 0.5).abs() < 1e-12, "to damage on 3");
        let state = until(state, AfterWound, &[1]);
        assert_eq!(faces(&state, true), [1]);
        assert_eq!(marked(&resolved(state, &[]), "B1"), hurt + 1);
    }
}

#[test]
fn bg3_ccard_07_goblins_first_moves_a_damage_to_goblins_that_touch() {
    let beside = |x: f64, kind: UnitType| plain().holding("B2", kind, (x, 12.5, 180.0));
    let (south, north) = (("hawkshold", FILLER), ("orc", &[24][..]));
    let moved = damage(beside(21.5, goblins()), south, north, Seat::B, 24);
    assert_eq!((marked(&moved, "B1"), marked(&moved, "B2")), (1, 1));
    // The odds count it before it is played.
    let state = until(fight(beside(21.5, goblins()), south, north), BeforeWound, &[1; 5]);
    let state = until(state, AfterWound, &[1, 1, 6, 6, 6]);
    let state = plays(&state, Seat::B, 24, &[]).unwrap();
    assert!((odds::now(&state).unwrap().boxes.exactly(1) - 1.0).abs() < 1e-12);
    // Nobody is there to take it.
    for (x, kind) in [(25.0, goblins()), (21.5, line())] {
        let state = until(fight(beside(x, kind), south, north), BeforeWound, &[1; 5]);
        let state = until(state, AfterWound, &[1, 1, 6, 6, 6]);
        assert_eq!(
            plays(&state, Seat::B, 24, &[]).map(|_| ()).unwrap_err(),
            "BG3-CCARD-08",
            "{x}"
        );
    }
    // Of two the player of the card names one.
    let two = beside(21.5, goblins()).unit("B3", goblins(), (14.5, 12.5, 180.0));
    let state = until(fight(two, south, north), BeforeWound, &[1; 5]);
    let state = until(state, AfterWound, &[1, 1, 6, 6, 6]);
    let state = plays(&state, Seat::B, 24, &[]).unwrap();
    let units = vec![Answer::Unit(id("B2")), Answer::Unit(id("B3"))];
    assert_eq!(asked(&state), Some((Topic::WoundsTo, Seat::B, units)));
    let (state, _) = played_on(state, &[answer(Seat::B, Answer::Unit(id("B3")))], &[]).unwrap();
    let state = resolved(state, &[]);
    let boxes = ["B1", "B2", "B3"].map(|unit| marked(&state, unit));
    assert_eq!(boxes, [1, 0, 1]);
}

#[test]
fn bg3_key_06_what_a_colossal_unit_does_at_the_least_is_prevented_or_moved() {
    let mammoth = || UnitType {
        size: colossal().size,
        keywords: colossal().keywords,
        ..line()
    };
    let misses = |made: Scene, north: Held<'_>, number: Option<u8>| {
        let state = until(fight(made, ("hawkshold", FILLER), north), AfterWound, &[6; 5]);
        let state = number.map_or_else(
            || state.clone(),
            |number| plays(&state, Seat::B, number, &[]).unwrap(),
        );
        resolved(state, &[])
    };
    let alone = || fighters(Edition::V3, mammoth(), line(), Side::Front);
    assert_eq!(marked(&misses(alone(), ("orc", FILLER), None), "B1"), 1);
    assert_eq!(
        marked(&misses(alone(), ("orc", &[12]), Some(12)), "B1"),
        0,
        "one damage prevented by a blue card"
    );
    let beside = alone().holding("B2", goblins(), (21.5, 12.5, 180.0));
    let moved = misses(beside, ("orc", &[24]), Some(24));
    assert_eq!(
        (marked(&moved, "B1"), marked(&moved, "B2")),
        (0, 1),
        "before redirection"
    );
}

#[test]
fn bg3_key_06_what_changes_damage_changes_the_least_of_a_colossal_unit() {
    use crate::model::state::{Lasting, LastingKind};
    let mammoth = UnitType {
        size: colossal().size,
        keywords: colossal().keywords,
        ..line()
    };
    let begun = fight(
        fighters(Edition::V3, mammoth, line(), Side::Front),
        ("hawkshold", FILLER),
        ("orc", FILLER),
    );
    assert!(
        !hits_and_wounds::is_wounding(&begun, begun.attack.as_deref().unwrap()),
        "nothing is rolled yet"
    );
    let missed = until(begun, AfterWound, &[6; 5]);
    assert!(hits_and_wounds::is_wounding(
        &missed,
        missed.attack.as_deref().unwrap()
    ));
    for (by, expected) in [(0, 1), (1, 2), (-1, 0)] {
        let mut state = missed.clone();
        state.attack.as_mut().unwrap().cards.push(Lasting {
            name: "a rule that changes damage".to_owned(),
            kind: LastingKind::Rule,
            by: Seat::A,
            effects: vec![Effect::Wounds { by }],
        });
        let odds = odds::now(&state).unwrap();
        assert!((odds.boxes.exactly(expected) - 1.0).abs() < 1e-12, "{by}");
        assert_eq!(i32::from(marked(&resolved(state, &[]), "B1")), expected, "{by}");
    }
}

#[test]
fn bg3_ccard_05_no_card_of_the_sample_factions_is_left_to_rulings() {
    let setup = Battleground3::setup_from(&json!({}), &[]).unwrap();
    for faction in &setup.book.factions {
        for card in &faction.deck {
            let effects = card.sides.iter().flat_map(|side| &side.effects);
            let left = effects.filter(|effect| matches!(effect, Effect::ByRuling { .. }));
            assert_eq!(left.count(), 0, "{} {}", faction.id, card.name);
        }
    }
}
