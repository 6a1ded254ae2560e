mod editions;
mod ladder;
mod legs;
pub(crate) mod orders;
mod paths;
pub(crate) mod realigned;
mod speed;
