//! Exact odds: what dice may do, worked out by convolution and never by simulation.
//!
//! Nothing here knows a game. A rule set says how a die is read ([`SuccessRule`]), who may roll it again
//! ([`Reroll`]) and what follows from it ([`Chain`], [`OutcomeTable`]); this package answers with a [`Distribution`] over
//! whole numbers or with [`Outcomes`]. Probabilities are `f64` in 0 to 1; a distribution sums to 1 within 1e-12.
//!
//! Read [`Distribution`] first; then either [`Die`] for summed dice (checks, distances) or [`SuccessRule`], [`Pool`]
//! and [`Chain`] for counted dice (attacks); [`Rolls`] turns many rolls into one percentile of luck.
//!
//! No argument panics. Counts below 0 count as 0, a die without sides shows 0, values beyond ±[`LIMIT`] stay at the
//! limit, and work that would grow without bound is an [`OddsError`].
//!
//! ```
//! use hindsight_odds::{Chain, Die, Pool, SuccessRule};
//!
//! // Twelve dice hit on 4+, each hit is blocked on 5+, and the unit has five models of one wound.
//! let attack = Chain::dice(12)
//!     .roll("hits", Pool::new(SuccessRule::at_least(4)))
//!     .save("wounds", Pool::new(SuccessRule::at_least(5)))
//!     .cap("models lost", 5)
//!     .odds()?;
//! assert!((attack.steps[1].distribution.mean() - 4.0).abs() < 1e-12);
//! assert_eq!(attack.total.last(), 5);
//!
//! // Three dice under a courage of 12.
//! assert!((Die::D6.sum(3).at_most(12) - 160.0 / 216.0).abs() < 1e-12);
//! # Ok::<(), hindsight_odds::OddsError>(())
//! ```

#![warn(clippy::too_many_lines)]

mod chain;
mod contest;
mod dice;
mod distribution;
mod luck;
mod outcomes;
mod pool;
mod reroll;
mod success;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

pub use chain::{Chain, ChainOdds, ChainStep, Criticals, Models, NamedStep, StepOdds};
pub use contest::Contest;
pub use dice::Die;
pub use distribution::{Distribution, LIMIT, Standing, Summary};
pub use luck::{Luck, Rolls, sum_of_independent};
pub use outcomes::{OddsOutcome, OutcomeTable, Outcomes, Row};
pub use pool::{Again, Pool, Tally};
pub use reroll::{
    Aim, keep_better, keep_worse, picked_rerolls, reroll_below, reroll_below_mean, reroll_failed_test,
    reroll_if,
};
pub use reroll::{Reroll, RerollWhich};
pub use success::{Mark, SuccessNeed, SuccessRule};

/// Why odds cannot be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// Weights or probabilities are missing, negative, not finite or all 0.
    #[error("weights must be finite, at least 0 and not all 0")]
    BadWeights,
    /// Probabilities that should make a whole do not.
    #[error("the probabilities do not add up to 1")]
    NotAWhole,
    /// A value lies beyond what a distribution can hold.
    #[error("values must lie within -{LIMIT} to {LIMIT}")]
    BeyondLimit,
    /// More dice than can be worked out exactly here.
    #[error("{dice} dice are too many for this calculation, which takes at most {most}")]
    TooManyDice {
        /// As asked.
        dice: u32,
        /// As allowed.
        most: u32,
    },
    /// The dice depend on each other in too many ways to be listed.
    #[error("these dice and rerolls have too many combinations to be listed exactly")]
    TooComplex,
    /// A results table without a row.
    #[error("a table of results needs at least one row, each with its own number")]
    BadTable,
}
