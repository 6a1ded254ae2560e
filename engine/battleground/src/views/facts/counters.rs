//! This game's own counters, each with what it counts and whose it is.

use hindsight_kernel::{Phrase, phrase};

use crate::messages::MESSAGES;

/// The names of this game's own counters, in order, each with what it counts and whose it is.
pub const COUNTERS: &[(&str, Phrase)] = &[
    ("ammo_used", phrase!(MESSAGES, "counter-ammo-used")),
    ("back_ups_used", phrase!(MESSAGES, "counter-back-ups-used")),
    ("boxes_healed", phrase!(MESSAGES, "counter-boxes-healed")),
    (
        "boxes_marked_green",
        phrase!(MESSAGES, "counter-boxes-marked-green"),
    ),
    ("boxes_marked_red", phrase!(MESSAGES, "counter-boxes-marked-red")),
    (
        "boxes_marked_yellow",
        phrase!(MESSAGES, "counter-boxes-marked-yellow"),
    ),
    ("camp_points", phrase!(MESSAGES, "counter-camp-points")),
    (
        "cards_changed_checks",
        phrase!(MESSAGES, "counter-cards-changed-checks"),
    ),
    (
        "cards_changed_hits",
        phrase!(MESSAGES, "counter-cards-changed-hits"),
    ),
    (
        "cards_changed_wounds",
        phrase!(MESSAGES, "counter-cards-changed-wounds"),
    ),
    ("cards_discarded", phrase!(MESSAGES, "counter-cards-discarded")),
    ("cards_drawn", phrase!(MESSAGES, "counter-cards-drawn")),
    ("cards_left", phrase!(MESSAGES, "counter-cards-left")),
    (
        "cards_played_blue",
        phrase!(MESSAGES, "counter-cards-played-blue"),
    ),
    (
        "cards_played_green",
        phrase!(MESSAGES, "counter-cards-played-green"),
    ),
    ("cards_played_red", phrase!(MESSAGES, "counter-cards-played-red")),
    ("charges_made", phrase!(MESSAGES, "counter-charges-made")),
    (
        "charges_when_rushed",
        phrase!(MESSAGES, "counter-charges-when-rushed"),
    ),
    (
        "chooses_first_player",
        phrase!(MESSAGES, "counter-chooses-first-player"),
    ),
    (
        "command_actions_gained",
        phrase!(MESSAGES, "counter-command-actions-gained"),
    ),
    (
        "command_actions_lost",
        phrase!(MESSAGES, "counter-command-actions-lost"),
    ),
    (
        "command_actions_on_ability",
        phrase!(MESSAGES, "counter-command-actions-on-ability"),
    ),
    (
        "command_actions_on_change_order",
        phrase!(MESSAGES, "counter-command-actions-on-change-order"),
    ),
    (
        "command_actions_on_direct_control",
        phrase!(MESSAGES, "counter-command-actions-on-direct-control"),
    ),
    (
        "command_actions_on_draw_card",
        phrase!(MESSAGES, "counter-command-actions-on-draw-card"),
    ),
    (
        "command_actions_on_other",
        phrase!(MESSAGES, "counter-command-actions-on-other"),
    ),
    (
        "command_actions_on_rally",
        phrase!(MESSAGES, "counter-command-actions-on-rally"),
    ),
    (
        "command_actions_on_recall",
        phrase!(MESSAGES, "counter-command-actions-on-recall"),
    ),
    (
        "command_actions_on_reload",
        phrase!(MESSAGES, "counter-command-actions-on-reload"),
    ),
    (
        "command_actions_on_reorganize",
        phrase!(MESSAGES, "counter-command-actions-on-reorganize"),
    ),
    (
        "command_actions_on_sound_the_charge",
        phrase!(MESSAGES, "counter-command-actions-on-sound-the-charge"),
    ),
    ("corner_rushes", phrase!(MESSAGES, "counter-corner-rushes")),
    ("courage_expected", phrase!(MESSAGES, "counter-courage-expected")),
    ("courage_passed", phrase!(MESSAGES, "counter-courage-passed")),
    ("damage_dice_free", phrase!(MESSAGES, "counter-damage-dice-free")),
    (
        "damage_dice_melee",
        phrase!(MESSAGES, "counter-damage-dice-melee"),
    ),
    (
        "damage_dice_ranged",
        phrase!(MESSAGES, "counter-damage-dice-ranged"),
    ),
    (
        "damage_dice_spell",
        phrase!(MESSAGES, "counter-damage-dice-spell"),
    ),
    (
        "damage_dice_swoop",
        phrase!(MESSAGES, "counter-damage-dice-swoop"),
    ),
    (
        "damage_dice_thrown",
        phrase!(MESSAGES, "counter-damage-dice-thrown"),
    ),
    ("damage_in_flank", phrase!(MESSAGES, "counter-damage-in-flank")),
    ("damage_in_front", phrase!(MESSAGES, "counter-damage-in-front")),
    ("damage_in_rear", phrase!(MESSAGES, "counter-damage-in-rear")),
    ("direct_controls", phrase!(MESSAGES, "counter-direct-controls")),
    ("disrupted", phrase!(MESSAGES, "counter-disrupted")),
    ("excess_wounds", phrase!(MESSAGES, "counter-excess-wounds")),
    (
        "final_rush_contact_inches",
        phrase!(MESSAGES, "counter-final-rush-contact-inches"),
    ),
    (
        "final_rush_inches",
        phrase!(MESSAGES, "counter-final-rush-inches"),
    ),
    (
        "final_rushes_made",
        phrase!(MESSAGES, "counter-final-rushes-made"),
    ),
    (
        "final_rushes_received",
        phrase!(MESSAGES, "counter-final-rushes-received"),
    ),
    ("flank_rushes", phrase!(MESSAGES, "counter-flank-rushes")),
    (
        "friends_routed_through",
        phrase!(MESSAGES, "counter-friends-routed-through"),
    ),
    (
        "hits_expected_free",
        phrase!(MESSAGES, "counter-hits-expected-free"),
    ),
    (
        "hits_expected_melee",
        phrase!(MESSAGES, "counter-hits-expected-melee"),
    ),
    (
        "hits_expected_ranged",
        phrase!(MESSAGES, "counter-hits-expected-ranged"),
    ),
    (
        "hits_expected_spell",
        phrase!(MESSAGES, "counter-hits-expected-spell"),
    ),
    (
        "hits_expected_swoop",
        phrase!(MESSAGES, "counter-hits-expected-swoop"),
    ),
    (
        "hits_expected_thrown",
        phrase!(MESSAGES, "counter-hits-expected-thrown"),
    ),
    ("inches_forward", phrase!(MESSAGES, "counter-inches-forward")),
    (
        "inches_maneuvering",
        phrase!(MESSAGES, "counter-inches-maneuvering"),
    ),
    ("inches_routed", phrase!(MESSAGES, "counter-inches-routed")),
    ("inches_turning", phrase!(MESSAGES, "counter-inches-turning")),
    ("inches_unused", phrase!(MESSAGES, "counter-inches-unused")),
    ("maneuvers", phrase!(MESSAGES, "counter-maneuvers")),
    ("natural_ones", phrase!(MESSAGES, "counter-natural-ones")),
    ("orders_changed", phrase!(MESSAGES, "counter-orders-changed")),
    ("overkill", phrase!(MESSAGES, "counter-overkill")),
    ("pinches_made", phrase!(MESSAGES, "counter-pinches-made")),
    ("points_destroyed", phrase!(MESSAGES, "counter-points-destroyed")),
    ("points_routing", phrase!(MESSAGES, "counter-points-routing")),
    ("rallied", phrase!(MESSAGES, "counter-rallied")),
    ("reloads", phrase!(MESSAGES, "counter-reloads")),
    ("reorganized", phrase!(MESSAGES, "counter-reorganized")),
    (
        "rout_checks_last_green",
        phrase!(MESSAGES, "counter-rout-checks-last-green"),
    ),
    (
        "rout_checks_last_green_passed",
        phrase!(MESSAGES, "counter-rout-checks-last-green-passed"),
    ),
    (
        "rout_checks_last_yellow",
        phrase!(MESSAGES, "counter-rout-checks-last-yellow"),
    ),
    (
        "rout_checks_last_yellow_passed",
        phrase!(MESSAGES, "counter-rout-checks-last-yellow-passed"),
    ),
    (
        "rout_checks_moved_through",
        phrase!(MESSAGES, "counter-rout-checks-moved-through"),
    ),
    (
        "rout_checks_moved_through_passed",
        phrase!(MESSAGES, "counter-rout-checks-moved-through-passed"),
    ),
    (
        "rout_checks_pinched",
        phrase!(MESSAGES, "counter-rout-checks-pinched"),
    ),
    (
        "rout_checks_pinched_passed",
        phrase!(MESSAGES, "counter-rout-checks-pinched-passed"),
    ),
    ("rout_checks_red", phrase!(MESSAGES, "counter-rout-checks-red")),
    (
        "rout_checks_red_passed",
        phrase!(MESSAGES, "counter-rout-checks-red-passed"),
    ),
    (
        "routing_units_rushed",
        phrase!(MESSAGES, "counter-routing-units-rushed"),
    ),
    ("rushed_in_flank", phrase!(MESSAGES, "counter-rushed-in-flank")),
    ("rushed_in_front", phrase!(MESSAGES, "counter-rushed-in-front")),
    ("rushed_in_rear", phrase!(MESSAGES, "counter-rushed-in-rear")),
    ("rushes_together", phrase!(MESSAGES, "counter-rushes-together")),
    ("sacrifices", phrase!(MESSAGES, "counter-sacrifices")),
    ("shots_at_cavalry", phrase!(MESSAGES, "counter-shots-at-cavalry")),
    ("shots_at_engaged", phrase!(MESSAGES, "counter-shots-at-engaged")),
    (
        "shots_at_extreme_range",
        phrase!(MESSAGES, "counter-shots-at-extreme-range"),
    ),
    ("shots_at_fast", phrase!(MESSAGES, "counter-shots-at-fast")),
    (
        "shots_at_long_range",
        phrase!(MESSAGES, "counter-shots-at-long-range"),
    ),
    ("shots_moving", phrase!(MESSAGES, "counter-shots-moving")),
    (
        "steps_lost_to_maneuvers",
        phrase!(MESSAGES, "counter-steps-lost-to-maneuvers"),
    ),
    (
        "steps_lost_to_terrain",
        phrase!(MESSAGES, "counter-steps-lost-to-terrain"),
    ),
    (
        "turns_attacking_rear",
        phrase!(MESSAGES, "counter-turns-attacking-rear"),
    ),
    ("turns_charging", phrase!(MESSAGES, "counter-turns-charging")),
    ("turns_disrupted", phrase!(MESSAGES, "counter-turns-disrupted")),
    ("turns_engaged", phrase!(MESSAGES, "counter-turns-engaged")),
    ("turns_flanked", phrase!(MESSAGES, "counter-turns-flanked")),
    ("turns_flanking", phrase!(MESSAGES, "counter-turns-flanking")),
    ("turns_frightened", phrase!(MESSAGES, "counter-turns-frightened")),
    ("turns_idle", phrase!(MESSAGES, "counter-turns-idle")),
    ("turns_in_cover", phrase!(MESSAGES, "counter-turns-in-cover")),
    ("turns_on_close", phrase!(MESSAGES, "counter-turns-on-close")),
    ("turns_on_follow", phrase!(MESSAGES, "counter-turns-on-follow")),
    (
        "turns_on_high_ground",
        phrase!(MESSAGES, "counter-turns-on-high-ground"),
    ),
    ("turns_on_hold", phrase!(MESSAGES, "counter-turns-on-hold")),
    ("turns_on_range", phrase!(MESSAGES, "counter-turns-on-range")),
    ("turns_outreached", phrase!(MESSAGES, "counter-turns-outreached")),
    ("turns_pinched", phrase!(MESSAGES, "counter-turns-pinched")),
    ("turns_pinching", phrase!(MESSAGES, "counter-turns-pinching")),
    ("turns_routing", phrase!(MESSAGES, "counter-turns-routing")),
    ("units_in_range", phrase!(MESSAGES, "counter-units-in-range")),
    (
        "units_in_sight_of_enemy",
        phrase!(MESSAGES, "counter-units-in-sight-of-enemy"),
    ),
    (
        "units_lost_to_enemy_in_way",
        phrase!(MESSAGES, "counter-units-lost-to-enemy-in-way"),
    ),
    (
        "units_lost_to_free_attacks",
        phrase!(MESSAGES, "counter-units-lost-to-free-attacks"),
    ),
    (
        "units_lost_to_melee",
        phrase!(MESSAGES, "counter-units-lost-to-melee"),
    ),
    (
        "units_lost_to_no_room",
        phrase!(MESSAGES, "counter-units-lost-to-no-room"),
    ),
    (
        "units_lost_to_other_damage",
        phrase!(MESSAGES, "counter-units-lost-to-other-damage"),
    ),
    (
        "units_lost_to_rout_checks",
        phrase!(MESSAGES, "counter-units-lost-to-rout-checks"),
    ),
    (
        "units_lost_to_run_through",
        phrase!(MESSAGES, "counter-units-lost-to-run-through"),
    ),
    (
        "units_lost_to_rushes",
        phrase!(MESSAGES, "counter-units-lost-to-rushes"),
    ),
    (
        "units_lost_to_shooting",
        phrase!(MESSAGES, "counter-units-lost-to-shooting"),
    ),
    (
        "units_lost_to_table_edge",
        phrase!(MESSAGES, "counter-units-lost-to-table-edge"),
    ),
    (
        "units_with_open_path",
        phrase!(MESSAGES, "counter-units-with-open-path"),
    ),
    ("units_with_rush", phrase!(MESSAGES, "counter-units-with-rush")),
    ("wounds_by_cards", phrase!(MESSAGES, "counter-wounds-by-cards")),
];
