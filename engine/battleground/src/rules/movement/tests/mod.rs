mod editions;
mod ladder;
mod legs;
pub(crate) mod orders;
mod paths;
pub(crate) mod played;
mod speed;
