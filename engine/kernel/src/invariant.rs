//! Invariants of every state, as a list of named checks.

/// One check with its name: `("cells_distinct", cells_distinct)`. It gives the first fault, or all of them.
pub type Invariant<S, V = Result<(), String>> = (&'static str, fn(&S) -> V);

/// The result of a check.
pub trait CheckResult {
    /// The faults, first one first.
    fn faults(self) -> Vec<String>;
}

impl CheckResult for Result<(), String> {
    fn faults(self) -> Vec<String> {
        self.err().into_iter().collect()
    }
}

impl CheckResult for Vec<String> {
    fn faults(self) -> Vec<String> {
        self
    }
}

/// Every fault of a state, each behind the name of its check: `cells_distinct: two units stand on d4`.
pub fn faults_of<S, V: CheckResult>(state: &S, invariants: &[Invariant<S, V>]) -> Vec<String> {
    let told = |(name, check): &Invariant<S, V>| {
        let faults = check(state).faults();
        faults
            .into_iter()
            .map(|fault| format!("{name}: {fault}"))
            .collect::<Vec<_>>()
    };
    invariants.iter().flat_map(told).collect()
}

/// Whether a state keeps all of them.
///
/// # Errors
/// The first fault of the first that it does not keep; the checks behind that are not made.
pub fn check_invariants<S, V: CheckResult>(state: &S, invariants: &[Invariant<S, V>]) -> Result<(), String> {
    for (name, check) in invariants {
        if let Some(fault) = check(state).faults().into_iter().next() {
            return Err(format!("{name}: {fault}"));
        }
    }
    Ok(())
}
