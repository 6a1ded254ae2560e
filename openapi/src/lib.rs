//! The published contract: what travels over HTTP, what can go wrong, and the document that says so.
//!
//! Here live the wire types ([`wire`]), the problem types ([`ProblemKind`]) and the list of all operations
//! ([`operations`]) from which the `OpenAPI` document is assembled. Tests assemble it and compare it with `openapi.json`, which
//! is what the server gives out ([`document`]). The server registers its routes
//! from the same list, so an undocumented route cannot be served. No rule, no storage, no handler lives here.
//! Read [`describe`] first.

pub mod describe;
#[cfg(test)]
mod document;
mod examples;
#[cfg(test)]
mod for_generators;
#[cfg(test)]
mod json_schema;
mod problem;
mod routes;
#[cfg(test)]
mod schemas;
pub mod wire;

pub use describe::{Access, Body, Cost, Method, Operation, Parameter, ResponseSpec, SchemaOf};
pub use examples::{
    Example, RECORDED, SMALL_TEXT, SOME_CLAIM, SOME_HASH, SOME_ID, SOME_INVITATION, SOME_PASSWORD,
    SOME_SECRET, examples_of,
};
pub use hindsight_engine::{SystemCommand, SystemPack, SystemPatch, SystemSetup, SystemSketch, SystemState};
pub use problem::{BodyFault, Problem, ProblemKind};
pub use routes::{operation, operations};

/// The version of the API.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The document, JSON in one line: what is checked in, as the program carries it. A test compares it with what the types and
/// operations say.
pub fn document() -> String {
    hindsight_packed_text::unpack(include_bytes!(concat!(env!("OUT_DIR"), "/openapi")))
}
