//! The examples of the rulebook of Men of Iron as recorded games: what the book says of each step, the log says of the command
//! that is this step.

use hindsight_engine::kernel::Viewer;

use crate::recorded::{GAMES, replayed};

/// A step of an example: the number of its command in the recorded game, and what the log says of it, in this order.
type ExampleStep = (u32, &'static [&'static str]);

/// What the log says of each command of a game, event by event.
fn told(name: &str) -> Vec<(u32, Vec<String>)> {
    let game = GAMES.iter().find(|game| game.name == name).unwrap();
    let replayed = replayed(game);
    let chronicle = replayed.system.chronicle(&replayed.records()).unwrap();
    let mut all = Vec::new();
    for played in &replayed.played {
        let mut words = Vec::new();
        chronicle
            .walk(played.first, played.last, Viewer::Everything, &mut |step| {
                words.push(step.words());
                true
            })
            .unwrap();
        all.push((played.number, words));
    }
    all
}

/// Holds the steps of an example against a recorded game.
fn shows(name: &str, steps: &[ExampleStep]) {
    let told = told(name);
    for (number, wanted) in steps {
        let (_, words) = told.iter().find(|(command, _)| command == number).unwrap();
        let mut rest = words.iter();
        for sentence in *wanted {
            assert!(
                rest.any(|said| said.contains(sentence)),
                "{name}, command {number}: {sentence:?} is not said, or not in this place: {words:#?}"
            );
        }
    }
}

/// How often the log of a command says something.
fn count(name: &str, number: u32, what: &str) -> usize {
    let told = told(name);
    let (_, words) = told.iter().find(|(command, _)| *command == number).unwrap();
    words.iter().filter(|said| said.contains(what)).count()
}

/// The example of continuity and seizure: Doria's and Grimaldi's crossbows are `B2` and `B1`, Godfrey's longbows `A1`, King Edward's
/// Command is `A2`, Alencon's mounted men-at-arms are `B3`. Rules `MOI-ACT-07` to `MOI-ACT-13` (p. 4).
#[test]
fn the_example_of_continuity_and_seizure() {
    let game = "the-chain-of-activations";
    shows(
        game,
        &[
            // Doria's Command opens.
            (2, &["Command B2 is activated (free)"]),
            // Grimaldi's is named to go on.
            (8, &["names Command B1 to continue with"]),
            // A 7 fails, and the English have a Free Activation.
            (
                9,
                &[
                    "does not seize",
                    "Continuity with B1: 7 against 3 fails",
                    "Kingdom of Aldren has a Free Activation",
                ],
            ),
            // Godfrey's longbows, without a roll.
            (10, &["Command A1 is activated (free)"]),
            // King Edward's Command is named.
            (15, &["names Command A2 to continue with"]),
            // Before the roll Alencon tries to seize: a 5 fails, and the English have a Free Activation.
            (
                16,
                &[
                    "tries to seize with Command B3",
                    "Seizure with B3: 5 against 4 fails",
                    "Kingdom of Aldren has a Free Activation",
                ],
            ),
            // Godfrey's longbows again.
            (17, &["Command A1 is activated (free)"]),
        ],
    );
    assert_eq!(count(game, 10, "Continuity with"), 0, "without a roll");
    assert_eq!(count(game, 16, "Continuity with"), 0, "before the roll");
    assert_eq!(count(game, 17, "Continuity with"), 0, "without a roll");
}

/// The extended combat example (pp. 6, 6, 8, 10), with its dice and sums.
#[test]
fn the_extended_combat_example() {
    let game = "the-extended-example";
    shows(
        game,
        &[
            // p. 6: the first longbow's modified 5 Disorders; Return Fire, a modified 7, Disorders the firer.
            (
                3,
                &[
                    "LB1 (longbow) fires at A (longbow), range 2: 4 + 1 = 5, Disordered",
                    "A (longbow) returns fire at LB1 (longbow), range 2: 6 + 1 = 7, Disordered",
                    "A (longbow) is Disordered",
                    "LB1 (longbow) is Disordered",
                ],
            ),
            // The second longbow's 6 Retires the target, which returns fire first, at -1: a modified 4, no effect.
            (
                5,
                &[
                    "LB2 (longbow) fires at A (longbow), range 2: 5 + 1 = 6, Retired",
                    "A (longbow) returns fire at LB2 (longbow), range 2: 4, no effect",
                    "A (longbow) is Retired",
                ],
            ),
            (6, &["A (longbow) retires to its Standard"]),
            // The dismounted men-at-arms come next to the longbow, which draws Reaction Fire.
            (7, &["X (dismounted men-at-arms) comes into 0506: Reaction Fire?"]),
            // A 6 Disorders them.
            (
                8,
                &[
                    "B (longbow) fires in reaction at X (dismounted men-at-arms), range 1: 6",
                    "X (dismounted men-at-arms) is Disordered",
                ],
            ),
            // One of the mounted units comes next to the pikes, the other stays off to charge.
            (9, &["Y (mounted men-at-arms) moves from 0707 to 0706"]),
            (10, &["Z (mounted men-at-arms) moves from 0708 to 0707"]),
            (11, &["The Shock Phase"]),
            // p. 8: X attacks B, Y and Z attack C, Z by a Charge; with a 4 it is not Reluctant.
            (
                12,
                &[
                    "Declared: X on B; Y and Z (Charge) on C",
                    "Z (mounted men-at-arms) against C: 4, it charges on",
                ],
            ),
            // X: 2 becomes 3, Attacker Disordered. Then Y and Z: 6 becomes 12.
            (
                13,
                &[
                    "Shock: X on B (longbow): 2 + 1 = 3, Attacker Disordered",
                    "Charge: Y and Z on C (pike): 6 + 6 = 12, Defender Disordered and Retreat 1 Hex, Continued Attack",
                    "C (pike) is Disordered",
                ],
            ),
            // p. 10: Z goes on against both enemies in its front. The book's sums are 8 and 6; the -1 of §12.7 makes 7 and 5 of
            // them, with the same results.
            (
                14,
                &[
                    "C (pike) retreats",
                    "Z (mounted men-at-arms) advances from 0606 to 0605, facing 11 o'clock",
                    "Z (mounted men-at-arms) earns a Continued Attack",
                    "Declared: Z on C and B",
                    "Shock: Z on C (pike): 6 - 1 = 5, Defender Retired or Unhorsed",
                    "Shock: Z on B (longbow): 3 + 4 = 7, Defender Disordered and Retreat 1 Hex",
                ],
            ),
            (16, &["B (longbow) retreats"]),
            // The pikes are placed as near to their Standard as can be.
            (17, &["C (pike) retires to its Standard"]),
        ],
    );
    // The attacker was Disordered before: nothing more happens to it.
    assert_eq!(count(game, 13, "X (dismounted men-at-arms) is Disordered"), 0);
    // No Reaction Fire at a Continued Attack.
    assert_eq!(count(game, 14, "Reaction Fire"), 0);
}

/// The extended sequence of play, letter by letter (p. 16).
#[test]
fn the_extended_sequence_of_play() {
    let game = "the-sequence-of-play";
    shows(
        game,
        &[
            // A: a Command is chosen; replacement leaders are placed at the end of the phase.
            (
                1,
                &["Command A3 is activated (free)", "Replacement leaders are placed"],
            ),
            // B: before anybody moves, command status is checked for all activated units.
            (
                2,
                &[
                    "The replacement of Bryce takes command",
                    "Out of command of A3: A-MM3",
                    "The Move/Fire Phase",
                ],
            ),
            // B: a mounted missile unit may fire at any point of its move; Return Fire.
            (
                3,
                &[
                    "A-GN1 (genitors) moves from 1911 to 1910",
                    "A-GN1 (genitors) takes aim at B-GN2",
                ],
            ),
            (
                4,
                &[
                    "A-GN1 (genitors) fires at B-GN2 (genitors)",
                    "B-GN2 (genitors) returns fire at A-GN1 (genitors)",
                    "A-GN1 (genitors) moves from 1910 to 1911",
                ],
            ),
            // B: each unit finishes before another one begins.
            (5, &["A-MM4 (mounted men-at-arms) begins its Move/Fire"]),
            (6, &["The Move/Fire of A-MM4", "The Shock Phase"]),
            // C 1: which units attack which, Charges included.
            (
                7,
                &["Declared: A-MM1 (Charge) and A-MM4 on B-PK1; A-MM2 (Charge) on B-MM1"],
            ),
            // C 2: chargers one at a time, Reaction Fire, Reluctance; then Retreats Before Shock, then Counter-Charges.
            (
                8,
                &[
                    "A-MM1 (mounted men-at-arms) charges from 1309 to 1308",
                    "Reaction Fire?",
                ],
            ),
            (
                9,
                &[
                    "B-CB1 (crossbow) fires in reaction at A-MM1 (mounted men-at-arms)",
                    "A-MM1 (mounted men-at-arms) against B-PK1: 4, it charges on",
                    "A-MM2 (mounted men-at-arms) charges from 1610 to 1609",
                    "Retreats Before Shock",
                    "Counter-Charges",
                ],
            ),
            (
                10,
                &[
                    "B-MM1 (mounted men-at-arms) tries to counter-charge A-MM2: 2 succeeds",
                    "Attacks are resolved",
                ],
            ),
            // C 3: in any order; the Charge Table where half of the units charge, else the Shock Table.
            (
                11,
                &[
                    "Shock: A-MM2 on B-MM1 (mounted men-at-arms): 4, Attacker Disordered",
                    "Charge: A-MM1 and A-MM4 on B-PK1 (pike): 3 + 8 = 11, Defender Disordered and Retreat 1 Hex, Continued Attack",
                ],
            ),
            // C 3: the advance is taken. C 4: who earned one attacks again, by Shock; one attacker, two defenders, two rolls
            // before any result.
            (
                12,
                &[
                    "A-MM1 (mounted men-at-arms) advances from 1308 to 1307, facing 1 o'clock",
                    "A-MM1 (mounted men-at-arms) earns a Continued Attack",
                    "Declared: A-MM1 on B-PK1 and B-PK2",
                    "Shock: A-MM1 on B-PK1 (pike)",
                    "Shock: A-MM1 on B-PK2 (pike)",
                    "B-PK1 (pike) is Retired",
                ],
            ),
            // Both results count. D: who did nothing and is next to no enemy rallies. E: both make a Loss Check.
            (
                13,
                &[
                    "A-MM1 (mounted men-at-arms) is Disordered",
                    "The Rally Phase",
                    "A-MM3 (mounted men-at-arms) rallies and is Normal",
                    "Loss Check of Kingdom of Aldren",
                    "Loss Check of League of Varr",
                    "may continue or pass",
                ],
            ),
            // E: another Command is named, nobody seizes, the roll succeeds: that Command is activated.
            (
                14,
                &[
                    "names Command A1 to continue with",
                    "may seize before A1 continues",
                ],
            ),
            (
                15,
                &[
                    "Continuity with A1: 2 against 3 succeeds",
                    "Command A1 is activated (continued)",
                ],
            ),
            // B: a foot missile unit fires at the end of its move; a unit fires without moving.
            (
                17,
                &[
                    "A-LB1 (longbow) moves from 0612 to 0611",
                    "A-LB1 (longbow) takes aim at B-MM2",
                ],
            ),
            (
                18,
                &[
                    "A-LB1 (longbow) fires at B-MM2",
                    "The Move/Fire of A-LB1 (longbow) is over",
                ],
            ),
            // B: a Counter-Charge against fire.
            (
                20,
                &[
                    "B-MM2 (mounted men-at-arms) tries to counter-charge against the fire of A-LB2: 7 fails",
                    "A-LB2 (longbow) fires at B-MM2",
                ],
            ),
            // C 2: a Retreat Before Shock, and the attacker enters the hex.
            (24, &["B-GN1 (genitors) retreats before shock from 0910 to 0909"]),
            (
                25,
                &[
                    "A-DM1 (dismounted men-at-arms) advances from 0911 to 0910",
                    "may continue or pass",
                ],
            ),
            // E: a Seizure succeeds, that Command is activated and goes on with phase B.
            (
                27,
                &[
                    "Seizure with B1: 2 against 3 succeeds",
                    "Command B1 is activated (seized)",
                    "The Move/Fire Phase",
                ],
            ),
            // C 3: negative results apply to all attacking units.
            (
                31,
                &["Shock: B-MM2 and B-MM3 on A-DM1 (dismounted men-at-arms): 0 + 4 = 4, Attacker Disordered"],
            ),
            (
                32,
                &[
                    "B-MM2 (mounted men-at-arms) is Disordered",
                    "B-MM3 (mounted men-at-arms) is Disordered",
                ],
            ),
            // E: a Seizure fails: a Free Activation, even with the Command that has just completed one.
            (
                34,
                &[
                    "Seizure with A3: 9 against 3 fails",
                    "League of Varr has a Free Activation",
                ],
            ),
            (35, &["Command B1 is activated (free)"]),
            (
                37,
                &[
                    "No attack is declared",
                    "Loss Check of League of Varr",
                    "Loss Check of Kingdom of Aldren",
                ],
            ),
            // E: a Pass.
            (
                38,
                &["League of Varr passes", "Kingdom of Aldren has a Free Activation"],
            ),
            // A: a Standard is activated: phase D, then phase E.
            (
                39,
                &[
                    "the Standard of A1 is activated to rally",
                    "A-LB3 (longbow) rallies and is Disordered",
                    "Loss Check of Kingdom of Aldren",
                    "may continue or pass",
                ],
            ),
            // E: the roll fails, the other player has a Free Activation.
            (
                41,
                &[
                    "Continuity with A2: 9 against 3 fails",
                    "League of Varr has a Free Activation",
                ],
            ),
            // A: or the Standard is moved.
            (
                42,
                &[
                    "the Standard of B2 is activated to move to 1103",
                    "Its Standard leaves B-PK1 (pike): 3 + 1 = 4, it holds out",
                    "The Standard of B2 moves to 1103",
                ],
            ),
        ],
    );
    // No Loss Check behind an Activation that was not Free.
    for number in [25, 32] {
        assert_eq!(count(game, number, "Loss Check"), 0, "command {number}");
    }
    // No Charge and no Counter-Charge in a Continued Attack, and no Reaction Fire at it.
    for what in ["Counter-Charges", "(Charge)", "Reaction Fire"] {
        assert_eq!(count(game, 12, what), 0, "{what}");
    }
    // A Standard skips to the Rally Phase.
    assert_eq!(count(game, 39, "Move/Fire"), 0);
    assert_eq!(count(game, 42, "Shock"), 0);
}
