//! The whole server over a store in memory: every operation, every problem, and the published document held against
//! what is really answered.

mod document;
mod play;
mod problems;
mod sight;
mod table;
