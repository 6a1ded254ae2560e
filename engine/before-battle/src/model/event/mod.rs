//! Events: what happened, with every die and every number that was decided; a file a chapter. How events change the state is in
//! `fold`, what is said of them in `views`, both by the same chapters.

mod action;
mod aftermath;
mod army;
mod combat;
mod deployment;
mod ending;
mod opening;
mod parts;
mod ruling;
mod start;

use hindsight_kernel::event_chapters;

pub use self::action::ActionEvent;
pub use self::aftermath::AftermathEvent;
pub use self::army::ArmyEvent;
pub use self::combat::CombatEvent;
pub use self::deployment::DeploymentEvent;
pub use self::ending::EndingEvent;
pub use self::opening::OpeningEvent;
pub use self::parts::{Blow, TurnedUp};
pub(crate) use self::parts::{by_slot, held};
pub use self::ruling::{NotedUnit, RulingEvent};
pub use self::start::StartEvent;

event_chapters! {
    /// What happened.
    ///
    /// In streams an event bears its own name, whichever chapter it is of.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Event {
        /// Openings of a game.
        Opening(OpeningEvent),
        /// Choices of lists and weapons.
        Army(ArmyEvent),
        /// The start roll and its rights.
        Start(StartEvent),
        /// Deployment, until the cards are turned up.
        Deployment(DeploymentEvent),
        /// Actions phases.
        Action(ActionEvent),
        /// Combats, up to their result.
        Combat(CombatEvent),
        /// Flight and reforming.
        Aftermath(AftermathEvent),
        /// Ends of turns and of the battle.
        Ending(EndingEvent),
        /// Rulings.
        Ruling(RulingEvent),
    }
}
