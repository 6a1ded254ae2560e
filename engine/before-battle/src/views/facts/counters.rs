//! This game's own counters.

/// The names of this game's own counters, each with what it counts.
pub const COUNTERS: [(&str, &str); 22] = [
    (
        "allowance_wasted",
        "points of the General's allowance left unspent, by player",
    ),
    (
        "general_pool_points",
        "weapon points spent on the General while building the list, by player",
    ),
    (
        "weapon_points_melee",
        "weapon points spent on melee items, by player",
    ),
    (
        "weapon_points_shield",
        "weapon points spent on shields, by player",
    ),
    (
        "weapon_points_ranged",
        "weapon points spent on ranged items, by player",
    ),
    ("weapon_points_unspent", "weapon points left over, by player"),
    (
        "distractions_shown",
        "cards shown that were not in the army, by player",
    ),
    ("start_rolls_won", "start rolls won, by player"),
    ("first_deployments", "battles in which the player deployed first"),
    ("first_turns", "battles in which the player had the first turn"),
    (
        "turns_without_action",
        "own turns in which a unit on the board did not act",
    ),
    ("charges_made", "charges, by unit"),
    ("charges_received", "charges against a unit"),
    ("flank_strikes", "blows into a flank or rear, by unit"),
    (
        "silenced",
        "combats in which a unit was attacked in the rear and could not strike",
    ),
    ("combats_won", "combats won, by player"),
    (
        "combats_even",
        "combats without a winner although units fought on",
    ),
    ("flights_blocked", "flights that a unit blocked, by blocking unit"),
    (
        "flights_blocked_by_friend",
        "own flights that a friend blocked, by player",
    ),
    ("reform_turns", "units turned in a reform, by player"),
    (
        "models_at_round_end",
        "models alive at the end of each round, added up, by player",
    ),
    (
        "points_at_round_end",
        "victory points at the end of each round, added up, by player",
    ),
];
