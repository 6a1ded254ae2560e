//! This game's own counters.

use hindsight_kernel::{Phrase, phrase};

use crate::messages::MESSAGES;

/// The names of this game's own counters, each with what it counts.
pub const COUNTERS: [(&str, Phrase); 22] = [
    ("allowance_wasted", phrase!(MESSAGES, "counter-allowance-wasted")),
    (
        "general_pool_points",
        phrase!(MESSAGES, "counter-general-pool-points"),
    ),
    (
        "weapon_points_melee",
        phrase!(MESSAGES, "counter-weapon-points-melee"),
    ),
    (
        "weapon_points_shield",
        phrase!(MESSAGES, "counter-weapon-points-shield"),
    ),
    (
        "weapon_points_ranged",
        phrase!(MESSAGES, "counter-weapon-points-ranged"),
    ),
    (
        "weapon_points_unspent",
        phrase!(MESSAGES, "counter-weapon-points-unspent"),
    ),
    (
        "distractions_shown",
        phrase!(MESSAGES, "counter-distractions-shown"),
    ),
    ("start_rolls_won", phrase!(MESSAGES, "counter-start-rolls-won")),
    (
        "first_deployments",
        phrase!(MESSAGES, "counter-first-deployments"),
    ),
    ("first_turns", phrase!(MESSAGES, "counter-first-turns")),
    (
        "turns_without_action",
        phrase!(MESSAGES, "counter-turns-without-action"),
    ),
    ("charges_made", phrase!(MESSAGES, "counter-charges-made")),
    ("charges_received", phrase!(MESSAGES, "counter-charges-received")),
    ("flank_strikes", phrase!(MESSAGES, "counter-flank-strikes")),
    ("silenced", phrase!(MESSAGES, "counter-silenced")),
    ("combats_won", phrase!(MESSAGES, "counter-combats-won")),
    ("combats_even", phrase!(MESSAGES, "counter-combats-even")),
    ("flights_blocked", phrase!(MESSAGES, "counter-flights-blocked")),
    (
        "flights_blocked_by_friend",
        phrase!(MESSAGES, "counter-flights-blocked-by-friend"),
    ),
    ("reform_turns", phrase!(MESSAGES, "counter-reform-turns")),
    (
        "models_at_round_end",
        phrase!(MESSAGES, "counter-models-at-round-end"),
    ),
    (
        "points_at_round_end",
        phrase!(MESSAGES, "counter-points-at-round-end"),
    ),
];
