//! The time to make a message and write it in English, beside `format!` with the same words.

use std::hint::black_box;
use std::time::Instant;

use before_battle::messages::MESSAGES;
use hindsight_kernel::{Message, joined, message};

const TIMES: u32 = 200_000;

fn measure(what: &str, mut make: impl FnMut() -> String) {
    for _ in 0..1_000 {
        black_box(make());
    }
    let started = Instant::now();
    for _ in 0..TIMES {
        black_box(make());
    }
    let each = started.elapsed().as_nanos() / u128::from(TIMES);
    println!("{what:<44} {each:>6} ns  {}", make());
}

fn blow() -> Message {
    message!(
        MESSAGES,
        "blow-blocked",
        dice = black_box(5),
        need = 4,
        hits = 3,
        block_need = 5,
        block_dice = 3,
        blocked = 1,
        wounds = 2,
        result = "left",
        target = "Furnace Hands",
        models = 4
    )
}

fn strike() -> Message {
    message!(
        MESSAGES,
        "strike",
        unit = "Bridge Militia",
        part = "flank",
        target = "Furnace Hands",
        blow = blow()
    )
}

fn main() {
    measure("a sentence without arguments", || {
        message!(MESSAGES, "turn-ended").to_string()
    });
    measure("format!: two arguments", || {
        format!(
            "{} turns to face {}",
            black_box("Bridge Militia"),
            black_box("north")
        )
    });
    measure("two arguments, one of them a message", || {
        let facing = message!(MESSAGES, "facing-north");
        message!(
            MESSAGES,
            "unit-turned",
            unit = black_box("Bridge Militia"),
            facing
        )
        .to_string()
    });
    measure("format!: a move", || {
        let (cells, to) = (black_box(3), black_box("d4"));
        let word = if cells == 1 { "cell" } else { "cells" };
        format!("Bridge Militia turns left and moves {cells} {word} north to {to} and charges")
    });
    measure("a move: six arguments, three choices", || {
        message!(
            MESSAGES,
            "unit-moved",
            unit = "Bridge Militia",
            turn = "left",
            cells = black_box(3),
            facing = message!(MESSAGES, "facing-north"),
            to = "d4".to_owned(),
            charged = true
        )
        .to_string()
    });
    measure("a blow in a strike: 15 arguments, 8 choices", || {
        strike().to_string()
    });
    measure("three strikes", || {
        let strikes = joined!(MESSAGES, "strikes-next", (0..3).map(|_| strike()));
        message!(MESSAGES, "tier-fought", strikes).to_string()
    });
    measure("made, not written", || black_box(strike()).name().to_owned());
}
