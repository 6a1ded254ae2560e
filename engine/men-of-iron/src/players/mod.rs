//! Players without a person, and the coach.
