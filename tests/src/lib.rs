//! The service from outside
