//! Events: what happened, in the past tense, with every die face and every number that was decided; a file a chapter.
//!
//! How an event changes the position stands in `model::fold`, what is said of it in `views`, both by the same chapters.

mod attack;
mod charge;
mod effect;
mod morale;
mod movement;
mod parts;
mod procedure;
mod round;
mod scoring;
mod setup;
mod subjects;
mod unit;

pub use attack::AttackEvent;
pub use charge::ChargeEvent;
pub use effect::EffectEvent;
pub use morale::MoraleEvent;
pub use movement::MovementEvent;
pub use parts::{Again, AttackChange, Cause, MoveKind, Opposed, RollOf, Scored};
pub use procedure::ProcedureEvent;
pub use round::RoundEvent;
pub use scoring::{NotedNcu, NotedUnit, ScoringEvent};
pub use setup::SetupEvent;
pub use subjects::{Contest, Roller, Subjects, Thrown};
pub use unit::UnitEvent;

use hindsight_kernel::event_chapters;

event_chapters! {
    /// What happened.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Event {
        /// The procedure itself: setting up, positions and the agenda.
        Procedure(ProcedureEvent),
        /// Armies, terrain, deployment sides and deployment.
        Setup(SetupEvent),
        /// Rounds, turns, draws of cards and zones of the tactics board.
        Round(RoundEvent),
        /// Actions, moves, engagements and removed terrain.
        Movement(MovementEvent),
        /// Wounds, destruction and condition tokens of units.
        Unit(UnitEvent),
        /// Charges.
        Charge(ChargeEvent),
        /// Attacks and their dice.
        Attack(AttackEvent),
        /// Panic Tests and retreats.
        Morale(MoraleEvent),
        /// Tactics cards, Orders and their effects.
        Effect(EffectEvent),
        /// Objective tokens, victory points, the clean-up phase, the end of the game and rulings.
        Scoring(ScoringEvent),
    }
}
