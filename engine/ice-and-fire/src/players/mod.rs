//! Players without a person: the greedy bot and the coach.
