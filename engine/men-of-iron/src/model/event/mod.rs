//! Events: facts in the past tense, with every die face and every number that was decided; a file a chapter.
//!
//! How an event changes the position stands in `model::fold`, what is said of it in `views`, both by the same chapters.

mod activation;
mod ending;
mod fire;
mod movement;
mod parts;
mod procedure;
mod rally;
mod results;
mod setup;
mod shock;
mod subjects;

pub use activation::ActivationEvent;
pub use ending::{EndingEvent, NotedLeader, NotedStandard, NotedUnit};
pub use fire::FireEvent;
pub use movement::MovementEvent;
pub use parts::{Against, InZoc, LeaderForm, Shot, TurnBy};
pub use procedure::ProcedureEvent;
pub use rally::RallyEvent;
pub use results::ResultEvent;
pub use setup::SetupEvent;
pub use shock::ShockEvent;
pub use subjects::{Roller, Subjects};

use hindsight_kernel::event_chapters;

event_chapters! {
    /// Something that happened.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Event {
        /// The procedure itself: the opening position and the agenda.
        Procedure(ProcedureEvent),
        /// Placing of pieces before the battle.
        Setup(SetupEvent),
        /// Activations, Continuity and Seizure, formation orders and command status.
        Activation(ActivationEvent),
        /// Movement, reinforcements, facing and hobilars.
        Movement(MovementEvent),
        /// Reaction, Active and Return Fire.
        Fire(FireEvent),
        /// Attacks: Charges, Counter-Charges, retreats before shock and rolls on the tables.
        Shock(ShockEvent),
        /// Combat results, leader casualties, advances and Continued Attacks.
        Result(ResultEvent),
        /// Rallying and Standards.
        Rally(RallyEvent),
        /// Loss Checks, the end of an Activation and of the battle, and rulings.
        Ending(EndingEvent),
    }
}
