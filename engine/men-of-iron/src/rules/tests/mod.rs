//! The rules as the engine keeps them: each test is named after the rule it shows, each vector of the catalogue is a row.

mod activation;
mod playouts;
mod scene;
