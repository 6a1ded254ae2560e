mod editions;
mod ladder;
mod legs;
pub(crate) mod orders;
mod paths;
mod speed;
