//! This game's own counters, each with what it counts and whose it is.

/// The names of this game's own counters, in order, each with what it counts and whose it is.
pub const COUNTERS: &[(&str, &str)] = &[
    ("ammo_used", "ammo boxes marked, by unit"),
    (
        "back_ups_used",
        "times the unit stepped in for one that it backed up, by unit",
    ),
    ("boxes_healed", "damage boxes erased, by unit"),
    ("boxes_marked_green", "green damage boxes marked, by unit hurt"),
    ("boxes_marked_red", "red damage boxes marked, by unit hurt"),
    ("boxes_marked_yellow", "yellow damage boxes marked, by unit hurt"),
    (
        "camp_points",
        "points for sacking the camp at a victory check, by player",
    ),
    (
        "cards_changed_checks",
        "courage checks more passed by own units or failed by enemies than without the card, by player: as the dice lie, or by chance where none were rolled",
    ),
    (
        "cards_changed_hits",
        "hits more made or fewer suffered than with the same dice without the card, by player: the last dice left out that it added, by chance those that it kept from being thrown; a reroll against the dice before it",
    ),
    (
        "cards_changed_wounds",
        "wounds more dealt or fewer suffered than with the same dice without the card, also beyond the last box, by player: as the hits that cards changed; of dice that were not thrown yet or never, their chance",
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
    (
        "charges_when_rushed",
        "Final Rushes received in which the rushed unit is Charging at the rusher, by unit",
    ),
    (
        "chooses_first_player",
        "times the player chose who takes the first turn, by player",
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
        "damage_dice_free",
        "to-wound dice first thrown in Free Attacks, by unit",
    ),
    (
        "damage_dice_melee",
        "to-wound dice first thrown in attacks of engaged units, by unit",
    ),
    (
        "damage_dice_ranged",
        "to-wound dice first thrown in ranged attacks, by unit",
    ),
    (
        "damage_dice_spell",
        "to-wound dice first thrown in spells, by unit",
    ),
    (
        "damage_dice_swoop",
        "to-wound dice first thrown in swoops and answers to them, by unit",
    ),
    (
        "damage_dice_thrown",
        "to-wound dice first thrown in Javelins and Pila thrown besides another attack, by unit",
    ),
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
    (
        "direct_controls",
        "command actions spent on Direct Control of the unit, by unit",
    ),
    ("disrupted", "times a unit became Disrupted, by unit"),
    ("excess_wounds", "wounds beyond the last box, by unit hit"),
    (
        "final_rush_contact_inches",
        "inches in common with the units it rushed, by rushing unit",
    ),
    ("final_rush_inches", "inches of Final Rushes, by unit"),
    ("final_rushes_made", "Final Rushes made, by unit"),
    ("final_rushes_received", "Final Rushes received, by unit"),
    ("flank_rushes", "Final Rushes made with a flank, by unit"),
    (
        "friends_routed_through",
        "friends moved through on rout moves, by routing unit",
    ),
    (
        "hits_expected_free",
        "hits to be expected of the to-hit dice first thrown in Free Attacks, by unit",
    ),
    (
        "hits_expected_melee",
        "hits to be expected of the to-hit dice first thrown in attacks of engaged units, by unit",
    ),
    (
        "hits_expected_ranged",
        "hits to be expected of the to-hit dice first thrown in ranged attacks, by unit",
    ),
    (
        "hits_expected_spell",
        "hits to be expected of the to-hit dice first thrown in spells, by unit",
    ),
    (
        "hits_expected_swoop",
        "hits to be expected of the to-hit dice first thrown in swoops and answers to them, by unit",
    ),
    (
        "hits_expected_thrown",
        "hits to be expected of the to-hit dice first thrown in Javelins and Pila thrown besides another attack, by unit",
    ),
    (
        "inches_forward",
        "inches straight ahead under its order or Direct Control, by unit",
    ),
    (
        "inches_maneuvering",
        "inches backward and sideways under its order or Direct Control, by unit",
    ),
    ("inches_routed", "inches of rout moves, by unit"),
    (
        "inches_turning",
        "inches of turns forward under its order or Direct Control, by unit",
    ),
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
        "pinches_made",
        "Final Rushes that put a second side of an enemy into a fight, by rushing unit",
    ),
    (
        "points_destroyed",
        "printed points of enemy units destroyed, by player: of the unit that did it; where none did, an equal share for each player of the side",
    ),
    (
        "points_routing",
        "printed points of units that are Routing at ends of turns, added up, by unit",
    ),
    ("rallied", "times a unit was Rallied, by unit"),
    ("reloads", "ammo boxes erased, by unit"),
    ("reorganized", "times a Disrupted unit became Ready, by unit"),
    (
        "rout_checks_last_green",
        "Rout Checks rolled because the last green box was marked, by unit",
    ),
    (
        "rout_checks_last_green_passed",
        "Rout Checks rolled because the last green box was marked and passed, by unit",
    ),
    (
        "rout_checks_last_yellow",
        "Rout Checks rolled because the last yellow box was marked, by unit",
    ),
    (
        "rout_checks_last_yellow_passed",
        "Rout Checks rolled because the last yellow box was marked and passed, by unit",
    ),
    (
        "rout_checks_moved_through",
        "Rout Checks rolled because a friend moved through the unit, by unit",
    ),
    (
        "rout_checks_moved_through_passed",
        "Rout Checks rolled because a friend moved through the unit and passed, by unit",
    ),
    (
        "rout_checks_pinched",
        "Rout Checks rolled because the unit was Pinched, by unit",
    ),
    (
        "rout_checks_pinched_passed",
        "Rout Checks rolled because the unit was Pinched and passed, by unit",
    ),
    (
        "rout_checks_red",
        "Rout Checks rolled because red boxes were marked, by unit",
    ),
    (
        "rout_checks_red_passed",
        "Rout Checks rolled because red boxes were marked and passed, by unit",
    ),
    ("routing_units_rushed", "Routing enemies Final Rushed, by unit"),
    ("rushed_in_flank", "Final Rushes received in a flank, by unit"),
    ("rushed_in_front", "Final Rushes received in front, by unit"),
    ("rushed_in_rear", "Final Rushes received in the rear, by unit"),
    (
        "rushes_together",
        "Final Rushes made at the same time as another unit, by unit",
    ),
    (
        "sacrifices",
        "times the unit was given up so that its Back Up Unit steps in, by unit",
    ),
    (
        "shots_at_cavalry",
        "ranged attacks with the modifier of a Cavalry target, by unit",
    ),
    (
        "shots_at_engaged",
        "ranged attacks with the modifier of an engaged target, by unit",
    ),
    (
        "shots_at_extreme_range",
        "ranged attacks at Extreme Range, by unit",
    ),
    (
        "shots_at_fast",
        "ranged attacks with the modifier of a Fast Moving target, by unit",
    ),
    ("shots_at_long_range", "ranged attacks at Long Range, by unit"),
    ("shots_moving", "ranged attacks with Move and Shoot, by unit"),
    (
        "steps_lost_to_maneuvers",
        "rows of its Movement Category that maneuvers cost, by unit",
    ),
    (
        "steps_lost_to_terrain",
        "rows of its Movement Category that terrain cost in turns in which it moved, by unit",
    ),
    (
        "turns_attacking_rear",
        "Combat Phases in which a unit fought an enemy's rear, by unit",
    ),
    (
        "turns_charging",
        "Combat Phases in which a unit fought an enemy it was Charging at, by unit",
    ),
    (
        "turns_disrupted",
        "ends of turns at which a unit was Disrupted, by unit",
    ),
    (
        "turns_engaged",
        "ends of turns at which a unit was engaged, by unit",
    ),
    (
        "turns_flanked",
        "ends of turns at which a unit was engaged in a flank, by unit",
    ),
    (
        "turns_flanking",
        "Combat Phases in which a unit fought an enemy's flank, by unit",
    ),
    (
        "turns_frightened",
        "turns in which a unit was Frightened, by unit",
    ),
    (
        "turns_idle",
        "own turns in which a unit attacked nobody and made no Final Rush, and at whose end it was not engaged, by unit",
    ),
    (
        "turns_in_cover",
        "Combat Phases in which a unit was attacked in cover, by unit",
    ),
    (
        "turns_on_close",
        "ends of turns at which a unit was on Close, by unit",
    ),
    (
        "turns_on_follow",
        "ends of turns at which a unit was on Follow, by unit",
    ),
    (
        "turns_on_high_ground",
        "Combat Phases in which a unit attacked from High Ground or was attacked there, by unit",
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
        "turns_outreached",
        "turns in which a unit was Outreached, by unit",
    ),
    (
        "turns_pinched",
        "ends of turns at which a unit was Pinched, by unit",
    ),
    (
        "turns_pinching",
        "Combat Phases in which a unit fought an enemy it was Pinching, by unit",
    ),
    (
        "turns_routing",
        "ends of turns at which a unit was Routing, by unit",
    ),
    (
        "units_in_range",
        "own units that began a turn with a Visible enemy within the range of their shots, by player",
    ),
    (
        "units_in_sight_of_enemy",
        "own units that saw an enemy at the start of a turn, by player",
    ),
    (
        "units_lost_to_enemy_in_way",
        "units destroyed on a rout move by an enemy in their way, by unit",
    ),
    (
        "units_lost_to_free_attacks",
        "units destroyed by Free Attacks, by unit",
    ),
    (
        "units_lost_to_melee",
        "units destroyed by attacks of enemies they were engaged with, by unit",
    ),
    (
        "units_lost_to_no_room",
        "units destroyed because there was no room for them on a rout move, by unit",
    ),
    (
        "units_lost_to_other_damage",
        "units destroyed by damage outside attacks, by unit",
    ),
    (
        "units_lost_to_rout_checks",
        "units destroyed by a failed Rout Check while Routing or a failed Follow-up Rout Check, by unit",
    ),
    (
        "units_lost_to_run_through",
        "units destroyed in the turn in which a routing friend ran through them, by the failed Rout Check for it or on the rout move or in the Free Attacks that followed, by unit",
    ),
    (
        "units_lost_to_rushes",
        "units destroyed by a Final Rush while Routing, by unit",
    ),
    (
        "units_lost_to_shooting",
        "units destroyed by attacks from a distance, by unit",
    ),
    (
        "units_lost_to_table_edge",
        "units destroyed on a rout move at the table edge or impassable terrain, or flown off the table, by unit",
    ),
    (
        "units_with_open_path",
        "own units that began a turn with an Open Path to an enemy, by player",
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
