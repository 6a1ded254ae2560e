//! Tests across chapters: every refusal, and positions that mirror each other.

mod refusals;
mod symmetry;
