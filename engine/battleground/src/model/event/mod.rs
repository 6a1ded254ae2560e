//! Events: what happens, in the past tense, with every die face and every number that was decided; a file a
//! chapter. How it changes the position stands in `fold`, what is said of it in `views`, both by the same
//! chapters.

mod ability;
mod combat;
mod command;
mod courage;
mod damage;
mod engagement;
mod movement;
mod parts;
mod procedure;
mod read;
mod setup;
#[cfg(test)]
mod tests;
mod turn;

pub use ability::AbilityEvent;
pub use combat::CombatEvent;
pub use command::CommandEvent;
pub use courage::CourageEvent;
pub use damage::DamageEvent;
pub use engagement::EngagementEvent;
pub use movement::MovementEvent;
pub use parts::{MoveKind, Movement, TurnMark, Use};
pub use procedure::{NotedUnit, ProcedureEvent};
pub use setup::SetupEvent;
pub use turn::TurnEvent;

hindsight_kernel::event_chapters! {
    /// What happens.
    ///
    /// In streams an event bears its own name, whichever chapter it is of.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Event {
        /// Of the procedure itself: openings, questions, answers, rulings.
        Procedure(ProcedureEvent),
        /// Of the set-up: factions, armies, who begins.
        Setup(SetupEvent),
        /// Of turns, phases and the end of the battle.
        Turn(TurnEvent),
        /// Of movement, orders and marks of units.
        Movement(MovementEvent),
        /// Of Final Rushes and engagements.
        Engagement(EngagementEvent),
        /// Of courage and rout checks.
        Courage(CourageEvent),
        /// Of command actions and command cards.
        Command(CommandEvent),
        /// Of special rules, abilities, spells and lasting effects.
        Ability(AbilityEvent),
        /// Of ammo, damage boxes and destruction.
        Damage(DamageEvent),
        /// Of attacks.
        Combat(CombatEvent),
    }
}
