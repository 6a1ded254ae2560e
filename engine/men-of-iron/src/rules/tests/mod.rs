//! The rules as the engine keeps them: each test is named after the rule it shows, each vector of the catalogue is a row.

#![allow(
    clippy::items_after_statements,
    clippy::needless_pass_by_value,
    clippy::similar_names,
    clippy::too_many_lines,
    reason = "a test reads like the vectors of its rule"
)]

mod activation;
mod acts;
mod advancing;
mod charging;
mod command;
mod continuing;
mod counter;
mod counting;
mod examples;
mod facing;
mod figures;
mod firing;
mod formations;
mod kinds;
mod ladders;
mod leading;
mod meeting;
mod moving;
mod outcomes;
mod playouts;
mod retreating;
mod scene;
mod shocking;
mod standing;
mod symmetry;
mod winning;
