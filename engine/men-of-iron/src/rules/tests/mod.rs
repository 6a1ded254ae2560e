//! The rules as the engine keeps them: each test is named after the rule it shows, each vector of the catalogue is a row.

mod activation;
mod charging;
mod command;
mod counter;
mod firing;
mod leading;
mod moving;
mod outcomes;
mod playouts;
mod scene;
mod shocking;
mod standing;
mod winning;
