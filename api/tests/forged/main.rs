//! Tampered records and stopped jobs: what the server makes of records that were tampered with, and of jobs
//! that were stopped anywhere. One program, for each that links the server takes its time to build.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

#[path = "../forging/backups.rs"]
mod backups;
#[path = "../forging/base64.rs"]
mod base64;
#[path = "../forging/commands.rs"]
mod commands;
#[path = "../shared_process/content.rs"]
mod content;
#[path = "../forging/fields.rs"]
mod fields;
mod files;
#[path = "../forging/forge.rs"]
mod forge;
#[path = "../forging/forms.rs"]
mod forms;
mod numbers;
#[path = "../shared_process/papers.rs"]
mod papers;
#[path = "../shared_process/program.rs"]
mod program;
#[path = "../shared_process/server.rs"]
mod server;
#[path = "../stopping/serving.rs"]
mod serving;
mod stopped_jobs;
#[path = "../stopping/stopping.rs"]
mod stopping;
#[path = "../forging/streams.rs"]
mod streams;
#[path = "../forging/texts.rs"]
mod texts;
#[path = "../stopping/traced.rs"]
mod traced;
#[path = "../forging/trial.rs"]
mod trial;
#[path = "../forging/views.rs"]
mod views;
