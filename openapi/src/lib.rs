//! The public contract: wire types, problem types, the OpenAPI document
