//! How long the exact odds of one attack with its Panic Test take. Run with `cargo bench -p ice-and-fire --bench odds`.

use std::hint::black_box;
use std::time::Instant;

use ice_and_fire::cards::{AttackAbility, UnitKind};
use ice_and_fire::odds::{Stage, Terms};

fn main() {
    let plain = Terms {
        stage: Stage::Dice(8),
        to_hit: 4,
        abilities: std::iter::empty().collect(),
        reroll_attack: false,
        weakened: false,
        save: 4,
        defence_mod: 0,
        vulnerable: false,
        reroll_defence: false,
        kind: UnitKind::Infantry,
        models: 12,
        wounds_per_model: 1,
        wounded: 0,
        morale: 6,
        panic_mod: 0,
        panicked: false,
        replace_panic: None,
    };
    let charge = Terms {
        stage: Stage::Dice(12),
        abilities: AttackAbility::ALL.into_iter().collect(),
        reroll_attack: true,
        weakened: true,
        vulnerable: true,
        panicked: true,
        defence_mod: -1,
        panic_mod: -1,
        ..plain.clone()
    };
    for (name, terms) in [
        ("eight dice", plain),
        ("twelve dice with every ability, re-roll and token", charge),
    ] {
        let rounds = 5_000;
        let start = Instant::now();
        let mut sum = 0.0;
        for _ in 0..rounds {
            sum += black_box(&terms).odds().expect("few dice").wounds.mean();
        }
        let each = start.elapsed().as_secs_f64() / f64::from(rounds);
        println!(
            "{name}: {:.1} us, {:.3} wounds on average",
            each * 1e6,
            sum / f64::from(rounds)
        );
    }
}
