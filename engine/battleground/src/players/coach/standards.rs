//! Detectors that each edition has, and the lines that they draw: what differs between the editions as data.

use hindsight_kernel::{Detector, Phrase, RuleId, Suggestion, phrase};

use super::actions::{LostActions, draw_the_first, draw_to_the_limit, rally_units, restore_units};
use super::ground::{SLOW_ELITE, SLOW_UNDER_FIRE, SlowGround};
use super::history::History;
use super::partners::{WayOfBoth, partner_before, together};
use super::watched::{Watched, cited};
use super::{
    actions, back_up, cards, charges, endings, flanks, ground, missed_flank, orders, partners, played_cards,
    rallies, routs, rushes, shooting, shots, targets,
};
use crate::editions::Edition;
use crate::messages::MESSAGES;

/// Standards of an edition: its detectors, and the values in which they differ.
pub(super) struct Standards {
    /// Every detector, in the catalogue's order.
    pub(super) detectors: &'static [Detector],
    /// Command actions that are lost.
    pub(super) lost_actions: LostActions,
    /// Ground that is slow.
    pub(super) slow_ground: SlowGround,
    /// The ways in which two units could both have rushed, in the order in which they are tried.
    pub(super) ways_of_both: &'static [WayOfBoth],
    /// Flanks that are offered.
    pub(super) flank_offered: OwnProcedure,
    /// Pinches that nobody made.
    pub(super) missed_pinch: OwnProcedure,
}

/// A kind of mistake that the editions judge by different procedures, at the end of the Movement & Command Phase.
pub(super) struct OwnProcedure {
    pub(super) detector: Detector,
    pub(super) find: fn(&Watched<'_>, &History) -> Vec<Suggestion>,
}

impl Standards {
    /// The standards of an edition.
    pub(super) const fn of(edition: Edition) -> &'static Self {
        match edition {
            Edition::V4 => &LATER,
            Edition::V3 => &EARLIER,
        }
    }
}

/// Findings of an edition's detectors.
pub(super) struct Found<'f> {
    standards: &'static Standards,
    found: &'f mut Vec<Suggestion>,
}

impl<'f> Found<'f> {
    pub(super) const fn new(standards: &'static Standards, found: &'f mut Vec<Suggestion>) -> Self {
        Self { standards, found }
    }

    pub(super) const fn standards(&self) -> &'static Standards {
        self.standards
    }

    /// Asks a detector, if the edition has it; what it finds cites the edition's rules.
    pub(super) fn ask<F: IntoIterator<Item = Suggestion>>(
        &mut self,
        detector: &Detector,
        find: impl FnOnce() -> F,
    ) {
        let mut detectors = self.standards.detectors.iter();
        let Some(known) = detectors.find(|known| known.id == detector.id) else {
            return;
        };
        self.found.extend(find().into_iter().map(|suggestion| Suggestion {
            rules: known.rules.iter().copied().map(RuleId::new).collect(),
            ..suggestion
        }));
    }
}

/// A detector of both editions, with the rules of the earlier one.
const fn shared(detector: &Detector, rules: &'static [&'static str]) -> Detector {
    Detector { rules, ..*detector }
}

/// A detector with words of its own in the earlier edition.
const fn worded(detector: Detector, watches: Phrase) -> Detector {
    Detector { watches, ..detector }
}

static LATER: Standards = Standards {
    detectors: &[
        flanks::FLANK_SHOWN,
        charges::CHARGE_BONUS_LOST,
        charges::SPEARS_NOT_HOLDING,
        actions::WASTED_ACTIONS,
        rallies::LATE_RALLY,
        routs::ROUT_LANE_NOT_FREE,
        routs::NO_WAY_OUT,
        partners::WRONG_PARTNER_FIRST,
        rushes::OVERREACH_RUSH,
        partners::SECOND_RUSH_MISSED,
        shooting::LONG_RANGE_BY_HABIT,
        shooting::MOVE_AND_SHOOT_AVOIDABLE,
        shooting::AMMO_SPENT_EARLY,
        shooting::MISSILES_SCREENED,
        played_cards::CARD_OVERKILL,
        cards::CARD_HELD_TOO_LONG,
        cards::FRIGHTENED_SHOCK_UNIT,
        back_up::BACKING_UP_NEGLECTED,
        orders::OBJECTIVE_UNDER_A_FRIEND,
        charges::CHARGING_UPHILL,
        endings::CAMP_LEFT_OPEN,
        endings::ENDGAME_ARITHMETIC,
        endings::AIRBORNE_AT_THE_END,
        ground::SLOW_GROUND_UNDER_FIRE,
        orders::ORDER_DRIFT,
    ],
    lost_actions: LostActions {
        detector: actions::WASTED_ACTIONS,
        uses: &[draw_to_the_limit, restore_units],
    },
    slow_ground: SLOW_UNDER_FIRE,
    ways_of_both: &[together],
    flank_offered: OwnProcedure {
        detector: flanks::FLANK_SHOWN,
        find: flanks::shown,
    },
    missed_pinch: OwnProcedure {
        detector: partners::SECOND_RUSH_MISSED,
        find: partners::second_rushes_missed,
    },
};

static EARLIER: Standards = Standards {
    detectors: &[
        actions::UNUSED_ACTIONS,
        worded(
            shared(&rallies::LATE_RALLY, cited!(V3: Cmd10, Rout02)),
            phrase!(MESSAGES, "detector-late-rally-watches-earlier"),
        ),
        rallies::ROUTER_LEFT_TO_RUN,
        shared(&routs::NO_WAY_OUT, cited!(V3: Rout08, Rout10, Rout11)),
        orders::SLEEPING_HOLD,
        charges::CHARGED_ON_HOLD,
        rushes::CLOSE_TOO_EARLY,
        flanks::FLANK_AVOIDABLE,
        missed_flank::MISSED_FLANK,
        shared(&charges::CHARGE_BONUS_LOST, cited!(V3: Rush18, Cmd05)),
        worded(
            shared(&partners::WRONG_PARTNER_FIRST, cited!(V3: Rush20, Rush21)),
            phrase!(MESSAGES, "detector-wrong-partner-first-watches-earlier"),
        ),
        partners::PINCH_MISSED,
        rushes::CROSSING_INVITED,
        shots::SHOOTERS_MOVED,
        targets::WRONG_PREY,
        shots::ORDER_BEYOND_WEAPONS,
        shared(&shooting::MISSILES_SCREENED, cited!(V3: Comb10, Shot)),
        targets::MELEE_TARGET,
        played_cards::CARD_WASTED,
        shared(&played_cards::CARD_OVERKILL, cited!(V3: Cards01, Atk06)),
        played_cards::CARD_ON_THE_FALLEN,
        shared(&cards::CARD_HELD_TOO_LONG, cited!(V3: Cards02, Atk14, Cour03)),
        orders::CHARGE_FOR_ONE,
        ground::ELITE_THROUGH_BAD_GROUND,
        back_up::NO_BACK_UP,
        back_up::BACK_UP_NOT_USED,
        charges::FEAR_WALKED_INTO,
        rushes::SKIRMISHER_KEPT_IN_PLACE,
        orders::FIRST_TURN_WASTED,
        rushes::JAVELINS_UNUSED,
        shared(&orders::ORDER_DRIFT, cited!(V3: Cmd05)),
    ],
    lost_actions: LostActions {
        detector: actions::UNUSED_ACTIONS,
        uses: &[draw_the_first, rally_units],
    },
    slow_ground: SLOW_ELITE,
    ways_of_both: &[together, partner_before],
    flank_offered: OwnProcedure {
        detector: flanks::FLANK_AVOIDABLE,
        find: flanks::avoidable,
    },
    missed_pinch: OwnProcedure {
        detector: partners::PINCH_MISSED,
        find: partners::pinches_missed,
    },
};
