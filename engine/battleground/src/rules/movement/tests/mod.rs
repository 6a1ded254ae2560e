mod editions;
mod ladder;
mod legs;
mod orders;
mod paths;
mod speed;
