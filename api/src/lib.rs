//! The Hindsight server and command line
