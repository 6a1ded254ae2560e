//! Invariants of every state, as a list of named checks.

use crate::{Argument, MESSAGES, Message, message};

/// One check with its name: `("cells_distinct", cells_distinct)`, or a phrase as its name. It gives the first fault, or all of them.
pub type Invariant<S, V = Result<(), Message>, N = &'static str> = (N, fn(&S) -> V);

/// The result of a check.
pub trait CheckResult {
    /// The faults, first one first.
    fn faults(self) -> Vec<Message>;
}

impl CheckResult for Result<(), Message> {
    fn faults(self) -> Vec<Message> {
        self.err().into_iter().collect()
    }
}

impl CheckResult for Vec<Message> {
    fn faults(self) -> Vec<Message> {
        self
    }
}

/// Every fault of a state, each behind the name of its check: `cells_distinct: two units stand on d4`.
pub fn faults_of<S, V: CheckResult, N: Into<Argument> + Copy>(
    state: &S,
    invariants: &[Invariant<S, V, N>],
) -> Vec<Message> {
    let told = |(name, check): &Invariant<S, V, N>| {
        let faults = check(state).faults();
        faults
            .into_iter()
            .map(|fault| broken(*name, fault))
            .collect::<Vec<_>>()
    };
    invariants.iter().flat_map(told).collect()
}

fn broken(check: impl Into<Argument>, fault: Message) -> Message {
    let check: Argument = check.into();
    message!(MESSAGES, "invariant-broken", check, fault)
}

/// Whether a state keeps all of them.
///
/// # Errors
/// The first fault of the first that it does not keep; the checks behind that are not made.
pub fn check_invariants<S, V: CheckResult, N: Into<Argument> + Copy>(
    state: &S,
    invariants: &[Invariant<S, V, N>],
) -> Result<(), Message> {
    for (name, check) in invariants {
        if let Some(fault) = check(state).faults().into_iter().next() {
            return Err(broken(*name, fault));
        }
    }
    Ok(())
}
