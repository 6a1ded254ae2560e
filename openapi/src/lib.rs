//! The published contract: what travels over HTTP, what can go wrong, and the document that says so.
//!
//! Here live the wire types ([`wire`]), the problem types ([`ProblemKind`]) and the list of all operations
//! ([`operations`]) from which the `OpenAPI` document is assembled ([`document`]). The server registers its routes
//! from the same list, so an undocumented route cannot be served. No rule, no storage, no handler lives here.
//! Read [`describe`] first.

pub mod describe;
mod document;
mod examples;
mod for_generators;
mod json_schema;
mod problem;
mod routes;
mod schemas;
pub mod wire;

pub use describe::{Access, Body, Cost, Method, Operation, Parameter, ResponseSpec};
pub use document::{CHECKED_IN, VERSION, document, open_api};
pub use examples::{
    Example, RECORDED, SMALL_TEXT, SOME_CLAIM, SOME_HASH, SOME_ID, SOME_INVITATION, SOME_PASSWORD,
    SOME_SECRET, examples_of,
};
pub use problem::{BodyFault, Problem, ProblemKind};
pub use routes::{operation, operations};
pub use schemas::{SchemaOf, SystemCommand, SystemPack, SystemPatch, SystemSetup, SystemSketch, SystemState};
