//! This game's own counters, each with what it counts.

/// The names of this game's own counters. Where a unit and its seat are given, the figure is the unit's.
pub const COUNTERS: [(&str, &str); 63] = [
    ("ammo_used", "ammo boxes marked, by unit"),
    ("boxes_healed", "damage boxes erased, by unit"),
    (
        "camp_points",
        "points for sacking the camp at a victory check, by player",
    ),
    ("cards_discarded", "command cards discarded, by player"),
    ("cards_drawn", "command cards drawn, by player"),
    (
        "cards_left",
        "command cards in hand when the battle ends, by player",
    ),
    (
        "cards_played_blue",
        "command cards played as blue ones, by player",
    ),
    (
        "cards_played_green",
        "command cards played as green ones, by player",
    ),
    ("cards_played_red", "command cards played as red ones, by player"),
    (
        "charges_made",
        "Final Rushes in which the rusher is Charging, by unit",
    ),
    ("command_actions_gained", "command actions gained, by player"),
    ("command_actions_lost", "command actions lost unspent, by player"),
    (
        "command_actions_on_ability",
        "command actions spent on faction abilities, by player",
    ),
    (
        "command_actions_on_change_order",
        "command actions spent on new standing orders, by player",
    ),
    (
        "command_actions_on_direct_control",
        "command actions spent on Direct Control, by player",
    ),
    (
        "command_actions_on_draw_card",
        "command actions spent on drawing cards, by player",
    ),
    (
        "command_actions_on_other",
        "command actions spent on anything else, by player",
    ),
    (
        "command_actions_on_rally",
        "command actions spent on rallying, by player",
    ),
    (
        "command_actions_on_recall",
        "command actions spent on Skirmisher Recalls, by player",
    ),
    (
        "command_actions_on_reload",
        "command actions spent on reloading, by player",
    ),
    (
        "command_actions_on_reorganize",
        "command actions spent on reorganizing, by player",
    ),
    (
        "command_actions_on_sound_the_charge",
        "command actions spent on Sound the Charge, by player",
    ),
    ("corner_rushes", "Final Rushes of a corner, by unit"),
    (
        "courage_expected",
        "chance of passing, added up over courage checks rolled, by unit",
    ),
    ("courage_passed", "courage checks rolled and passed, by unit"),
    (
        "damage_in_flank",
        "boxes marked by melee attacks of enemies in a flank, by unit hurt",
    ),
    (
        "damage_in_front",
        "boxes marked by melee attacks of enemies in front, by unit hurt",
    ),
    (
        "damage_in_rear",
        "boxes marked by melee attacks of enemies in the rear, by unit hurt",
    ),
    ("disrupted", "times a unit became Disrupted, by unit"),
    ("excess_wounds", "wounds beyond the last box, by unit hit"),
    ("final_rush_inches", "inches of Final Rushes, by unit"),
    ("final_rushes_made", "Final Rushes made, by unit"),
    ("final_rushes_received", "Final Rushes received, by unit"),
    ("first_contact_turn", "turn of the battle's first Final Rush"),
    ("flank_rushes", "Final Rushes made with a flank, by unit"),
    (
        "friends_routed_through",
        "friends moved through on rout moves, by routing unit",
    ),
    ("inches_routed", "inches of rout moves, by unit"),
    (
        "inches_unused",
        "inches of its Movement Category that a unit did not use, by unit",
    ),
    ("maneuvers", "maneuvers made, by unit"),
    (
        "natural_ones",
        "dice that succeeded by a 1 alone at a number of 0 or less, by unit",
    ),
    ("orders_changed", "standing orders changed in the battle, by unit"),
    ("overkill", "sixes that Overkill made successes, by unit"),
    (
        "points_destroyed",
        "printed points of enemy units destroyed, by player",
    ),
    ("rallied", "times a unit was Rallied, by unit"),
    ("reloads", "ammo boxes erased, by unit"),
    ("reorganized", "times a Disrupted unit became Ready, by unit"),
    ("routing_units_rushed", "Routing enemies Final Rushed, by unit"),
    ("rushed_in_flank", "Final Rushes received in a flank, by unit"),
    ("rushed_in_front", "Final Rushes received in front, by unit"),
    ("rushed_in_rear", "Final Rushes received in the rear, by unit"),
    (
        "shots_at_extreme_range",
        "ranged attacks at Extreme Range, by unit",
    ),
    ("shots_at_long_range", "ranged attacks at Long Range, by unit"),
    ("shots_moving", "ranged attacks with Move and Shoot, by unit"),
    (
        "turns_disrupted",
        "ends of turns at which a unit was Disrupted, by unit",
    ),
    (
        "turns_engaged",
        "ends of turns at which a unit was engaged, by unit",
    ),
    (
        "turns_on_close",
        "ends of turns at which a unit was on Close, by unit",
    ),
    (
        "turns_on_hold",
        "ends of turns at which a unit was on Hold, by unit",
    ),
    (
        "turns_on_range",
        "ends of turns at which a unit was on Range, Short or Long, by unit",
    ),
    (
        "turns_pinched",
        "ends of turns at which a unit was Pinched, by unit",
    ),
    (
        "turns_routing",
        "ends of turns at which a unit was Routing, by unit",
    ),
    (
        "units_in_sight_of_enemy",
        "own units that saw an enemy at the start of a turn, by player",
    ),
    (
        "units_with_rush",
        "own units that could Final Rush at the start of a turn, by player",
    ),
    (
        "wounds_by_cards",
        "change of wounds by cards at the damage step, by player",
    ),
];
