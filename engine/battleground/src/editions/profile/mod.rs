//! Differences between the editions that are a number or a switch, in the order of the catalogue's list of
//! differences.
//!
//! A field says what it is for, and cites the rules of both editions with their pages. A chapter reads
//! `state.profile().field`; the values stand in `earlier` and `later`.

mod choices;

use battleground_geometry::{Depths, Inches, Limit, Tolerance};

use crate::model::effect::Change;
use crate::model::orders::Order;

pub use choices::{
    ChargeBonus, Disputes, Frontage, HighGround, LinesOfFire, Measure, PathRule, PinchBy, PointsTie, Reached,
    RoutMoves, RouterFaces, RushChoice, RushGround, RushSeen, RushSide, ShadeBy, Share, SkirmisherRushed,
    Statuses, TerrainCosts, Terror, Throws, TurnCost, TurnLimit, TurningBackTo, VictoryBy, WallCover,
};

/// No change.
pub(crate) const NOTHING: Change = Change {
    dice: 0,
    skill: 0,
    power: 0,
    def_skill: 0,
    toughness: 0,
    courage: 0,
    mc: 0,
    impact_hits: 0,
};

/// The numbers and switches of an edition.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub struct Profile {
    // Setup, game frame, victory.
    /// The turn of the battle, from 1, in which half the command actions are gained. `BG3-TURN-04` (p. 5), `BG4-CMD-02`
    /// (p. 34).
    pub halved_turn: u16,
    /// What equal points lead to. `BG3-SET-10` (p. 4), `BG4-DEPLOY-06` (p. 140).
    pub points_tie: PointsTie,
    /// Whether a Skirmisher may lie outside its zone and only touch it. `BG3-SET-06` (p. 4), `BG4-SKIRM-01` (p. 127).
    pub skirmishers_outside_zone: bool,
    /// What counts as touching, as equal and as inside a printed limit. `BG3-GEN-02` (p. 2), `BG4-GEO-04` (p. 8).
    pub measures: Tolerance,
    /// Whether placing and ordering alternate one by one; else the larger side has one more in its go while it has more
    /// left. `BG3-SET-05`, `BG3-SET-12` (p. 4), `BG4-DEPLOY-02`, `BG4-DEPLOY-05` (p. 139).
    pub goes_alternate_strictly: bool,
    /// Whether several players may play together on a side. `BG3-SCEN-03` (p. 26), not in V4.
    pub teams: bool,
    /// What wins. `BG3-SET-13` (p. 4), `BG4-SCEN-04` (p. 141).
    pub victory: VictoryBy,
    /// Whether the players may choose options that the rulebook leaves to them. `BG3-MOD-03` (p. 19), `BG3-SET-07` (pp. 3-4), none in V4.
    pub house_options: bool,
    /// Whether the book advises beginners which first orders to give. `BG3-SET-12` (p. 4), not in V4.
    pub advises_first_orders: bool,
    /// What settles a dispute. `BG3-GEN-03` (p. 2), `BG4-PRIN-06` (p. 7).
    pub disputes: Disputes,
    /// Whether a player who has only Airborne units left must seek the enemy, and may fly off. `BG3-SET-14` (pp. 29-30),
    /// not in V4.
    pub fliers_must_seek: bool,
    /// Whether Airborne units count as destroyed for victory. Not in V3, `BG4-FLY-15` (p. 125).
    pub fliers_count_as_destroyed: bool,
    // Geometry, sight, nearest.
    /// Whether friends stop lines of sight as enemies do. `BG3-GEO-03` (p. 7), `BG4-GEO-13` (p. 12).
    pub friends_block_sight: bool,
    /// Whether each forest stops a line by its own depth, or all along the line together. `BG3-GEO-09` (p. 7), `BG4-TERR-14` (p. 116).
    pub forest_depths: Depths,
    /// How the nearest enemy of a unit on Close is measured. `BG3-GEO-05` (p. 7), `BG4-GEO-14` (p. 11).
    pub nearest_on_close: Measure,
    /// How the nearest enemy is measured otherwise. `BG3-GEO-06` (p. 7), `BG4-GEO-14` (p. 11).
    pub nearest_else: Measure,
    /// How the nearest enemy is measured where none is visible. `BG3-GEO-04` (p. 7), `BG4-GEO-16` (p. 11).
    pub nearest_unseen: Measure,
    /// Whether the unit Most Directly Ahead breaks a tie before its owner does. `BG3-GEO-08` (p. 7), `BG4-GEO-15` (p.
    /// 11).
    pub ties_by_most_ahead: bool,
    /// Whether a unit on Close passes over Airborne enemies while there is one on the ground. `BG3-GEO-07` (p. 7), not
    /// in V4.
    pub close_ignores_fliers: bool,
    /// Whether a Final Rush reaches a side exactly as far away as the unit moves. `BG3-RUSH-08` (p. 14), `BG4-RUSH-07`
    /// (p. 65).
    pub rush_limit: Limit,
    /// Whether what blocks sight closes an open path. `BG3-RUSH-06` (p. 14), `BG4-GEO-17` (p. 12).
    pub open_path_needs_sight: bool,
    // Orders and command.
    /// The base orders. `BG3-ORD-01` (p. 6), `BG4-ORDER-01` (pp. 25-31).
    pub orders: &'static [Order],
    /// Whether Short and Long hold the fire until their distance. `BG3-ORD-05` (p. 6), `BG4-ORDER-07`, `BG4-ORDER-08`
    /// (p. 26).
    pub orders_hold_fire: bool,
    /// Whether Short and Long stop at the printed range where that is smaller. `BG3-ORD-06` (p. 6), `BG4-ORDER-08` (p.
    /// 26).
    pub order_range_by_card: bool,
    /// Whether a unit on a ranged order stays only in range, arc and with a legal target. `BG3-ORD-04` (p. 6),
    /// `BG4-ORDMV-02` (pp. 25, 51).
    pub ranged_stays_for_target: bool,
    /// Whether a unit on Hold may have an enemy objective, which directs its fire. `BG3-ORD-11` (p. 7), `BG4-ORDER-13`
    /// (p. 29).
    pub enemy_objective_on_hold: bool,
    /// Whether a friend may be the objective of a move; Follow stands for it. `BG3-ORD-11` (p. 7), `BG4-ORDER-14` (p.
    /// 30).
    pub friend_objectives: bool,
    /// To hit for an objective behind a nearer enemy. `BG3-ORD-12` (p. 8), `BG4-MODS-17` (p. 108).
    pub not_nearest: i32,
    /// When a point objective is reached. `BG3-ORD-15` (p. 8), `BG4-ORDMV-10` (p. 52).
    pub point_reached: Reached,
    /// The side of a token, 0 for an exact point. `BG3-ORD-14` (p. 8), `BG4-ORDER-11` (pp. 28, 52).
    pub token: Inches,
    /// Whether a unit on Hold that has a point to go to counts as holding. `BG3-MOD-26` (p. 20), `BG4-MODS-19` (pp. 25,
    /// 54, 133).
    pub holds_with_point: bool,
    /// Whether a unit whose token is covered loses its order. Not in V3, `BG4-ORDER-12` (p. 29).
    pub covered_point_disrupts: bool,
    /// Whether a movement cap must be below the unit's Move. `BG3-ORD-17` (p. 8), `BG4-ORDER-09` (p. 27).
    pub cap_below_move: bool,
    /// Whether actions belong to a player's own Movement and Command phase; else to the active player. `BG3-CMD-02` (p. 10),
    /// `BG4-TURN-03` (p. 33).
    pub actions_by_phase: bool,
    /// The most cards in a hand. `BG3-CMD-08` (p. 10), `BG4-CARDS-09` (p. 36).
    pub hand_limit: Option<u8>,
    /// Whether a unit under Direct Control may Final Rush. `BG3-CMD-06` (p. 10), `BG4-CMD-07` (pp. 36, 66).
    pub control_may_rush: bool,
    /// Whether Direct Control takes the order away for everything until the end of the turn. `BG3-CMD-06` (p. 10),
    /// `BG4-MOVE-22` (p. 46).
    pub control_suspends_order: bool,
    /// Whether a unit that Rallies must have room for the whole turn to its new facing; else only where it then lies.
    /// `BG3-CMD-11` (p. 10), `BG4-CMD-10` (p. 36), `BG4-MAN-07` (p. 44).
    pub rally_needs_room_to_turn: bool,
    /// Whether Sound the Charge Rallies all Routing units that have not moved; else those that are named. `BG3-CMD-12` (p. 10),
    /// `BG4-CMD-13` (pp. 37-38).
    pub charge_rallies_all: bool,
    /// Which statuses there are. `BG3-CARD-10` (p. 22), `BG4-STATUS-01` (p. 23).
    pub statuses: Statuses,
    /// Command actions more for the ability of a mercenary. `BG3-MERC-06` (p. 25), `BG4-MERC-05` (p. 127).
    pub mercenary_surcharge: u8,
    /// Whether mercenaries come from one faction at the most. `BG3-MERC-01` (p. 25), `BG4-MERC-01` (p. 136).
    pub one_mercenary_faction: bool,
    /// Whether only units with the keyword are mercenaries; else all of a faction named. `BG3-MERC-01` (p. 25),
    /// `BG4-MERC-02` (p. 126).
    pub mercenaries_by_keyword: bool,
    /// Whether cards 21 to 30 have no influence on a mercenary, on whomever they are played. `BG3-MERC-04` (p. 25), not in V4.
    pub faction_cards_spare_mercenaries: bool,
    /// Whether cards 21 to 30 may leave the deck of a player with mercenaries. `BG3-MERC-05` (p. 25), not in V4.
    pub faction_cards_removable: bool,
    /// Whether a unit on Hold may maneuver freely, in the next turn, on a point it has reached. `BG3-ORD-16` (p. 8), not in
    /// V4.
    pub free_on_reached_point: bool,
    // Movement.
    /// The sharpest turn of a ruler. `BG3-MOV-06` (p. 11), `BG4-MOVE-15` (p. 41).
    pub turn_limit: TurnLimit,
    /// What a turn takes off the movement. `BG3-MOV-04` (p. 11), `BG4-MOVE-14` (p. 41).
    pub turn_cost: TurnCost,
    /// Whether a unit that moves backwards may turn. `BG3-MOV-07` (p. 11), `BG4-MAN-04` (p. 43).
    pub backward_turns: bool,
    /// Whether a reform may be by 180 degrees. `BG3-MOV-10` (p. 11), `BG4-MAN-07` (p. 44).
    pub reform_about: bool,
    /// Whether penalties larger than the category leave it at 0, so that a unit may still turn in place. `BG3-MOV-11`
    /// (p. 11), `BG4-MAN-08` (p. 44).
    pub maneuvers_below_row_0: bool,
    /// Whether a unit under an order may stop over part of a friend or of impassable ground. Rule `BG3-MOV-14` (p. 12).
    pub may_cover_friends: bool,
    /// How a unit under an order finds its way. `BG3-PATH-01` to `BG3-PATH-09` (pp. 12-13), `BG4-MOVE-01` (pp. 38-49).
    pub paths: PathRule,
    /// Of which of several plans a unit takes the first: of those that end nearest of all, or of those that each end nearer
    /// than the one before. `BG3-PATH-02` (pp. 11-12), `BG4-MOVE-07` (p. 38).
    pub first_of_nearest_plans: bool,
    /// By how many halves of a degree the turns differ that a unit under an order weighs. `BG3-PATH-02` (pp. 11-12),
    /// `BG4-MOVE-08` (p. 38).
    pub turns_weighed: u32,
    // Final rush.
    /// When sight and path of a rush are tested. `BG3-RUSH-03` (p. 13), `BG4-RUSH-04` (pp. 61-62).
    pub rush_seen: RushSeen,
    /// Which side is rushed. `BG3-RUSH-05` (p. 13), `BG4-RUSH-05` (p. 62).
    pub rush_side: RushSide,
    /// The least contact of a front or flank placement. `BG3-RUSH-15`, `BG3-RUSH-18` (pp. 13-14), `BG4-RUSH-14`,
    /// `BG4-RUSH-22` (pp. 68-71).
    pub frontage: Frontage,
    /// Which terrain between a unit and its target slows a rush. `BG3-RUSH-09` (p. 14), `BG4-RUSH-08` (p. 65).
    pub rush_ground: RushGround,
    /// Whether a rusher that finds no room before the middle of a side is shifted by as little as possible; else to where it has
    /// the most contact. `BG3-RUSH-14` (p. 14), `BG4-RUSH-13` (p. 68).
    pub rush_shifts_least: bool,
    /// Whether, of units that share a side, the one that stands farther along it takes the part farther along; else their
    /// owner says who takes which. `BG3-RUSH-16` (p. 14), `BG4-RUSH-21` (p. 69).
    pub shares_in_order: bool,
    /// Whether only the two nearest of all units that could rush a side may share it. `BG3-RUSH-16` (p. 14), not in V4.
    pub nearest_two_share: bool,
    /// Whether units that rush together count each other as gone where they judge whether they may rush at all, not only
    /// where they are placed. `BG3-RUSH-17` (pp. 13-14), `BG4-TURN-06` (p. 33).
    pub rushers_ignore_each_other: bool,
    /// Which of several legal targets is rushed. `BG3-RUSH-11` (p. 13), `BG4-RUSH-09` (p. 66).
    pub rush_choice: RushChoice,
    /// What a unit that cannot turn back was near to. `BG3-RUSH-10` (p. 14), `BG4-RUSH-10` (p. 66).
    pub no_turning_back_to: TurningBackTo,
    /// Whether a unit that could rush with a flank alone holds up normal moves until it has been activated. `BG3-RUSH-12`
    /// (pp. 6, 14), `BG4-RUSH-22` (pp. 69-71).
    pub flank_rush_compels: bool,
    /// Whether an enemy is Flanking a unit that rushed it with a flank. `BG3-RUSH-18` (p. 14), `BG4-RUSH-23` (p. 71).
    pub flank_rush_is_flanked: bool,
    /// Whether a unit may rush a corner. Not in V3, `BG4-RUSH-24` (p. 72).
    pub corner_rushes: bool,
    /// Whether a unit with several engagements realigns where that breaks none. `BG3-MOV-17` (p. 18), `BG4-ENG-03` (p. 81).
    pub aligns_with_several: bool,
    /// Whether the unit with the smallest slide is the first choice where the order of realigning matters. `BG3-MOV-17` (p. 18),
    /// not said in V4 (`BG4-ENG-01`, p. 81).
    pub smallest_slide_first: bool,
    // Combat.
    /// Whether the non-active player's units shoot. `BG3-COMB-06` (p. 16), `BG4-COMB-06` (p. 90).
    pub passive_shoots: bool,
    /// How a shot finds its way. `BG3-COMB-08` (p. 16), `BG4-COMB-09` (pp. 91-92).
    pub lines_of_fire: LinesOfFire,
    /// Whether ranged attacks mark ammo boxes. Not in V3, `BG4-ATK-07` (p. 96).
    pub ammunition: bool,
    /// Whether a unit has one and the same green card only once in a phase. Not in V3, `BG4-CARDS-07` (p. 20).
    pub green_cards_once: bool,
    /// What In the Yellow and In the Red cost: 1 and 2 of it. `BG3-MOD-03` (p. 19), `BG4-MODS-01` (p. 101).
    pub shade: ShadeBy,
    /// What a Frightened unit loses; without it no command cards are played on it. `BG3-MOD-04` (pp. 19, 23),
    /// `BG4-COUR-11` (p. 101).
    pub frightened: Option<Change>,
    /// Attack dice for a unit that charges, or is charged by, a larger one. `BG3-MOD-06` (p. 19), not in V4.
    pub outreached: i32,
    /// What charging gives. `BG3-MOD-07` (p. 19), `BG4-MODS-12` (p. 101).
    pub charging: ChargeBonus,
    /// Whether whoever rushed is charging; else every unit on Close that began the turn free, against what is on its
    /// front. `BG3-MOD-07` (p. 19), `BG4-RUSH-18` (p. 58).
    pub rushers_always_charge: bool,
    /// Whether only a unit engaged with a single enemy pinches. `BG3-MOD-13` (p. 19), `BG4-MODS-10` (p. 106).
    pub pinching_alone: bool,
    /// What each more of gives a pinching unit +1/+1. `BG3-MOD-14` (p. 19), `BG4-MODS-10` (p. 106).
    pub pinch_by: PinchBy,
    /// Whether Skirmishers count for the bonus of a pinch. `BG3-KEY-30` (p. 31), `BG4-SKIRM-13` (p. 130).
    pub skirmishers_pinch: bool,
    /// To which point of the target range bands are measured. `BG3-MOD-16` (pp. 20, 35), `BG4-MODS-14` (p. 107).
    pub shots_measured_to: Measure,
    /// To hit for a shot at an engaged unit. `BG3-MOD-20` (p. 20), not in V4.
    pub engaged_target: i32,
    /// Whether a unit that its order would move counts as moved for shooting. `BG3-MOD-19` (p. 20), `BG4-MODS-16` (p.
    /// 107).
    pub move_and_shoot_by_order: bool,
    /// Whether a fast target is one that its order would move so far. `BG3-MOD-21` (p. 20), `BG4-MODS-15` (p. 107).
    pub fast_by_order: bool,
    /// Whom high ground helps in melee. `BG3-MOD-23` (p. 20), `BG4-MODS-05` (p. 101).
    pub high_ground_in_melee: HighGround,
    /// By how much height shifts the distance of a shot. `BG3-MOD-24` (p. 20), `BG4-MODS-06` (p. 102).
    pub height_shift: Inches,
    /// Whether that shift counts for the range too, not for the bands alone. `BG3-MOD-24` (p. 20), `BG4-MODS-06` (p.
    /// 102).
    pub height_shifts_range: bool,
    /// To hit for a shot from higher ground. `BG3-MOD-24` (p. 20), not in V4.
    pub shot_from_above: i32,
    /// Whether soft and hard cover both count. `BG3-MOD-25` (p. 20), `BG4-MODS-07` (p. 101).
    pub covers_add_up: bool,
    /// How much of a unit must be in cover, or stand higher. `BG3-MOD-23`, `BG3-MOD-25` (p. 20), `BG4-TERR-12` (pp.
    /// 113, 116).
    pub share_for_cover: Share,
    /// When a unit has cover behind a wall. `BG3-MOD-26` (p. 20), `BG4-TERR-16` (p. 116).
    pub wall_cover: WallCover,
    /// Whether an attack at a unit without boxes may be left. `BG3-COMB-16` (p. 17), `BG4-COMB-13` (p. 91).
    pub dead_targets_may_be_left: bool,
    /// Whether a defender who was passed over may claim that a roll is made again. Not in V3, `BG4-ATK-16` (p. 99).
    pub haste_is_rolled_again: bool,
    /// Whether the owner of a unit that checks its courage is asked first for a card; else the active player is.
    /// `BG3-CCARD-04` (p. 18), `BG4-CARDS-04` (p. 19).
    pub checking_owner_first: bool,
    /// Whether a window of an attack stays open until both players have passed in a row. `BG3-CCARD-04` (p. 18),
    /// `BG4-ATK-14` (pp. 93-94).
    pub windows_end_by_two_passes: bool,
    /// Whether the keyword Spears has rules of its own; else the cards say what they do. `BG3-MOD-22` (p. 21),
    /// `BG4-EQUIP-07` (p. 133).
    pub spears: bool,
    /// Whether the shoreline is high ground in engaged attacks alone. `BG3-TERR-16` (p. 28), `BG4-TERR-23` (p. 118).
    pub shore_counts_in_melee_alone: bool,
    // Courage, rout, back-up.
    /// How Routing units move. `BG3-ROUT-02` to `BG3-ROUT-12` (pp. 23-24), `BG4-ROUT-01` to `BG4-ROUT-18` (pp. 74-79).
    pub rout_moves: RoutMoves,
    /// Where a unit that begins to rout turns. `BG3-COUR-07`, `BG3-COUR-08` (p. 22), `BG4-COUR-13` (p. 87).
    pub router_faces: RouterFaces,
    /// What being charged by a Terrifying unit does. `BG3-COUR-11` (p. 31), `BG4-KEYW-09` (p. 131).
    pub terror: Terror,
    /// Whether a unit fears one as scary as itself unless it charges. `BG3-COUR-10` (pp. 23, 31), `BG4-KEYW-08` (pp.
    /// 123, 131).
    pub equals_fear_unless_charging: bool,
    /// The orders of a back-up unit. `BG3-BACK-01` (p. 23), `BG4-ENG-06` (p. 82).
    pub back_up_orders: &'static [Order],
    /// The least contact of a back-up unit with its friend's rear. `BG3-BACK-01` (p. 23), `BG4-ENG-06` (p. 82).
    pub back_up_contact: Inches,
    /// Whether the owner may let a back-up unit stay out. `BG3-BACK-02` (p. 23), `BG4-ENG-07` (p. 82).
    pub back_up_by_choice: bool,
    /// Whether a Skirmisher backs up units that are none. `BG3-BACK-01` (p. 23), `BG4-ENG-10` (p. 130).
    pub skirmishers_back_up_all: bool,
    // Keywords, spells, terrain.
    /// Whether a routing unit goes through those friends alone that it touched when the turn began, so that it is kept where units lay
    /// then; else through any. `BG3-ROUT-11` (p. 24), `BG4-ROUT-13` (p. 78).
    pub routs_through_whom_it_touched: bool,
    /// Whether the flying movement counts in the turn of a landing. `BG3-KEY-12` (p. 29), `BG4-FLY-06` (p. 124).
    pub lands_by_flying_move: bool,
    /// Whether a flyer whose order loses the Airborne mark lands after its move; else at once. `BG3-KEY-17` (p. 29),
    /// `BG4-FLY-06` (p. 124).
    pub lands_after_moving: bool,
    /// Whether a flyer on Close lands only where it could rush from next turn; else wherever it is within its ground rush
    /// distance. `BG3-KEY-19` (p. 29), `BG4-FLY-03` (p. 124).
    pub lands_to_rush: bool,
    /// Whether a flyer lands at its point objective. `BG3-KEY-20` (p. 29), `BG4-FLY-04` (p. 124).
    pub lands_at_point: bool,
    /// Whether flyers swoop on what is below them. Not in V3, `BG4-FLY-13` (p. 125).
    pub swoops: bool,
    /// Whether a flyer that rallies stays Airborne. `BG3-KEY-16` (p. 29), `BG4-FLY-11` (p. 125).
    pub flier_rallies_in_the_air: bool,
    /// Whether a flyer may land under Direct Control. `BG3-KEY-18` (p. 29), `BG4-FLY-07` (p. 123).
    pub control_may_land: bool,
    /// How near a Skirmisher comes to what it may not rush. `BG3-KEY-29` (p. 30), `BG4-SKIRM-05` (p. 128).
    pub keeps_off: Inches,
    /// Whether a Skirmisher maneuvers for free under Direct Control. `BG4-SKIRM-02` (p. 128), not in V3.
    pub free_skirmisher_maneuvers: bool,
    /// What a Skirmisher suffers that a regular unit rushed. `BG3-KEY-33` (p. 31), `BG4-SKIRM-09` (p. 129).
    pub skirmisher_rushed: SkirmisherRushed,
    /// Whether a recall must come before any Skirmisher has moved. `BG3-KEY-34` (pp. 10, 31), `BG4-CMD-14` (p. 127).
    pub recall_before_any_moved: bool,
    /// Whether routing Skirmishers rally by themselves at the start and at the end of their owner's phase; else when they would
    /// activate. `BG3-KEY-37` (p. 31), `BG4-SKIRM-10` (p. 129).
    pub skirmishers_rally_by_phase: bool,
    /// The least damage of a Colossal unit's engaged attack. `BG3-KEY-06` (p. 30), not in V4.
    pub colossal_minimum: u32,
    /// Whether a Colossal unit checks when a Colossal unit pinches it. `BG3-KEY-10` (p. 30), `BG4-COLOS-08` (p. 121).
    pub colossal_pinched_by_colossal: bool,
    /// Whether only a Colossal unit on Close that may go round a friend tramples it. `BG3-KEY-09` (p. 30), `BG4-COLOS-04` (p.
    /// 121).
    pub tramples_by_choice: bool,
    /// Whether a Skirmisher on a ranged order keeps out of the rush range of regular enemies. `BG3-KEY-32` (p. 31), not in
    /// V4.
    pub keeps_out_of_rush_range: bool,
    /// Whether all spells are cast in the Combat Phase. `BG3-SPELL-01` (p. 31), `BG4-SPELL-01` (p. 134).
    pub spells_in_combat: bool,
    /// Which table tells what terrain costs. `BG3-TERR-12` (pp. 27-28), `BG4-TERR-13` (pp. 116-119).
    pub terrain_costs: TerrainCosts,
    /// Whether a hill slows only a unit of which a part crosses its line upwards; else any that touches the line. `BG3-TERR-19`
    /// (p. 28), `BG4-TERR-19` (p. 116).
    pub hills_slow_upwards: bool,
    /// Whether the ground under a road counts for nothing as long as the whole card is on the road. `BG3-TERR-20` (p. 28), not in
    /// V4.
    pub roads_cover_ground: bool,
    /// Whether a fortification door is closed to the enemies of a unit that touches it. `BG3-TERR-21` (p. 28), `BG4-TERR-15`
    /// (p. 116).
    pub doors_are_defended: bool,
    /// When Javelins and Pila are thrown besides. `BG3-KEY-23` (p. 30), `BG4-EQUIP-03` (p. 132).
    pub throws: Throws,
    /// Whether a second Blessing or Curse takes the place of the first unasked. `BG3-SPELL-04` (p. 32), `BG4-SPELL-04`
    /// (pp. 134-135).
    pub newer_spell_replaces: bool,
    /// Whether healing by abilities of factions and units is under the limits of Healing spells; else only by those that are spells.
    /// `BG3-SPELL-05`, `BG3-ERR-02` (pp. 32-33), `BG4-SPELL-09` (p. 135).
    pub abilities_heal_as_spells: bool,
}
