//! Exact odds: shots, shocks, continuity, seizure, loss checks, a whole declared shock as a chain.
