//! The Rulebook Redesign 1.1 of rules version 3.0 (2011).

pub(crate) mod doors;
pub(crate) mod fliers;
pub(crate) mod held;
pub(crate) mod javelins;
pub(crate) mod landing;
pub(crate) mod overlap;
pub(crate) mod paid;
pub(crate) mod paths;
pub(crate) mod rout;
pub(crate) mod rush;
pub(crate) mod shooting;
pub(crate) mod shot_refusals;
pub(crate) mod sight;
pub(crate) mod skirmish_rallies;
pub(crate) mod skirmishers;
pub(crate) mod spells;
pub(crate) mod stopping;
mod system;
pub(crate) mod terrain;
#[cfg(test)]
mod tests;
pub(crate) mod throws;
pub(crate) mod victory;

pub use system::Battleground3;

use battleground_geometry::{Depths, Inches, Limit, Tolerance};

use super::profile::{
    ChargeBonus, Disputes, Frontage, HighGround, LinesOfFire, Measure, NOTHING, PathRule, PinchBy, PointsTie,
    Profile, Reached, RoutMoves, RouterFaces, RushChoice, RushGround, RushSeen, RushSide, ShadeBy, Share,
    SkirmisherRushed, Statuses, TerrainCosts, Terror, Throws, TurnCost, TurnLimit, TurningBackTo, VictoryBy,
    WallCover,
};
use crate::model::effect::Change;
use crate::model::orders::Order;

/// Its numbers and switches.
pub const PROFILE: Profile = Profile {
    // Setup, game frame, victory.
    halved_turn: 2,
    points_tie: PointsTie::DiceCountAsFewer,
    skirmishers_outside_zone: false,
    measures: Tolerance {
        touch: Inches::mils(10),
        tie: Inches::mils(50),
        limit: Inches::ZERO,
    },
    goes_alternate_strictly: true,
    teams: true,
    victory: VictoryBy::Annihilation,
    house_options: true,
    advises_first_orders: true,
    disputes: Disputes::OneDie,
    fliers_must_seek: true,
    fliers_count_as_destroyed: false,
    // Geometry, sight, nearest.
    friends_block_sight: true,
    forest_depths: Depths::Together,
    nearest_on_close: Measure::MirroredCorners,
    nearest_else: Measure::ClosestPoint,
    nearest_unseen: Measure::AsSeen,
    ties_by_most_ahead: false,
    close_ignores_fliers: true,
    rush_limit: Limit::LessThan,
    open_path_needs_sight: true,
    // Orders and command.
    orders: &[
        Order::Close,
        Order::Hold,
        Order::Range,
        Order::Short,
        Order::Long,
        Order::Follow,
    ],
    orders_hold_fire: false,
    order_range_by_card: true,
    ranged_stays_for_target: true,
    enemy_objective_on_hold: true,
    friend_objectives: false,
    not_nearest: 0,
    point_reached: Reached::ByAnyPart,
    token: Inches::ZERO,
    holds_with_point: true,
    covered_point_disrupts: false,
    cap_below_move: false,
    actions_by_phase: true,
    hand_limit: None,
    control_may_rush: false,
    control_suspends_order: true,
    rally_needs_room_to_turn: false,
    charge_rallies_all: true,
    statuses: Statuses::ReadyAndRouting,
    mercenary_surcharge: 1,
    one_mercenary_faction: false,
    mercenaries_by_keyword: false,
    faction_cards_spare_mercenaries: true,
    faction_cards_removable: true,
    free_on_reached_point: true,
    // Movement.
    turn_limit: TurnLimit::InsideCornerNoFaster,
    turn_cost: TurnCost::Ruler,
    backward_turns: false,
    reform_about: true,
    maneuvers_below_row_0: true,
    may_cover_friends: true,
    paths: PathRule::Chosen,
    first_of_nearest_plans: true,
    turns_weighed: 2,
    // Final rush.
    rush_seen: RushSeen::WhenMade,
    rush_side: RushSide::NearestOpenSide,
    frontage: Frontage::Halves,
    rush_ground: RushGround::OnTheLine,
    rush_shifts_least: true,
    shares_in_order: false,
    nearest_two_share: true,
    rushers_ignore_each_other: true,
    rush_choice: RushChoice::NearestByCorners,
    no_turning_back_to: TurningBackTo::AnyPart,
    flank_rush_compels: false,
    flank_rush_is_flanked: true,
    corner_rushes: false,
    aligns_with_several: true,
    smallest_slide_first: true,
    // Combat.
    passive_shoots: false,
    lines_of_fire: LinesOfFire::ByHeight,
    ammunition: false,
    green_cards_once: false,
    shade: ShadeBy::Skill,
    frightened: Some(Change {
        dice: -1,
        skill: -1,
        power: -1,
        ..NOTHING
    }),
    outreached: -1,
    charging: ChargeBonus::Power(1),
    rushers_always_charge: false,
    pinching_alone: true,
    pinch_by: PinchBy::Unit,
    skirmishers_pinch: true,
    shots_measured_to: Measure::ClosestPoint,
    engaged_target: -1,
    move_and_shoot_by_order: false,
    fast_by_order: true,
    high_ground_in_melee: HighGround::HelpsAttacker,
    height_shift: Inches::mils(2_500),
    height_shifts_range: true,
    shot_from_above: 1,
    covers_add_up: false,
    share_for_cover: Share::MoreThanHalf,
    wall_cover: WallCover::HalfSideOnHold,
    dead_targets_may_be_left: true,
    haste_is_rolled_again: false,
    checking_owner_first: true,
    windows_end_by_two_passes: true,
    spears: false,
    shore_counts_in_melee_alone: true,
    // Courage, rout, back-up.
    rout_moves: RoutMoves::AwayThenToOwnEdge,
    router_faces: RouterFaces::OwnEdgeOrAway,
    terror: Terror::FearChecks(-2),
    equals_fear_unless_charging: false,
    back_up_orders: &[Order::Close, Order::Follow],
    back_up_contact: Inches::mils(10),
    back_up_by_choice: true,
    skirmishers_back_up_all: true,
    // Keywords, spells, terrain.
    routs_through_whom_it_touched: true,
    lands_by_flying_move: true,
    lands_after_moving: true,
    lands_to_rush: false,
    lands_at_point: true,
    swoops: false,
    flier_rallies_in_the_air: true,
    control_may_land: false,
    keeps_off: Inches::ZERO,
    free_skirmisher_maneuvers: false,
    skirmisher_rushed: SkirmisherRushed::Damage,
    recall_before_any_moved: true,
    skirmishers_rally_by_phase: true,
    colossal_minimum: 1,
    colossal_pinched_by_colossal: true,
    tramples_by_choice: true,
    keeps_out_of_rush_range: true,
    spells_in_combat: true,
    terrain_costs: TerrainCosts::Third,
    hills_slow_upwards: true,
    roads_cover_ground: true,
    doors_are_defended: true,
    throws: Throws::WhenEngaged,
    newer_spell_replaces: true,
    abilities_heal_as_spells: true,
};
