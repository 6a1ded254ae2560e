//! The coach.
