//! Bots that play without a person, the completion of offered forms, and the coach that watches for mistakes.

pub(crate) mod coach;
pub mod greedy;
