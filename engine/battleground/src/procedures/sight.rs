//! Lines of fire by height (earlier edition: pp. 16-17, 20, 27). The later edition shoots along the lines of
//! [`field::sight`](crate::field::sight).

pub(crate) use super::v3::sight::{has_line_of_fire, shifted};
