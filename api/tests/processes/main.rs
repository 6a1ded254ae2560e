//! The program from outside: its command line, its connections, proxies before it, and many who follow at once.

#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod backups;
mod beside_server;
mod command_line;
mod incoming_files;
mod listening;
mod load;
mod pack_import;
mod proxy;
