//! Who plays without a person, who completes an offered form, and who watches for mistakes.

pub(crate) mod coach;
pub(crate) mod completion;
pub mod greedy;
