//! Drawings over the board, in board units, so that they lie right on every picture of it.

use hindsight_kernel::plain_text::unfit_in_line;
use hindsight_kernel::{BoardPoint, Overlay, Seat, Shape, Tone, message};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::limits::{CORNERS, LABEL, REACH};
use crate::messages::MESSAGES;
use crate::remark::AnnotationFault;

/// A colour of the house; each differs from the others in lightness too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// Neither good nor bad.
    #[default]
    Plain,
    /// What was good, or would have been.
    Good,
    /// What was bad, or would have been.
    Bad,
    /// Of the first seat.
    A,
    /// Of the second seat.
    B,
}

impl Colour {
    /// All of them with their names for people.
    pub const ALL: [(Self, &'static str, &'static str); 5] = [
        (Self::Plain, "plain", "plain"),
        (Self::Good, "good", "good"),
        (Self::Bad, "bad", "bad"),
        (Self::A, "a", "the first seat's"),
        (Self::B, "b", "the second seat's"),
    ];
}

/// Something drawn over the board. Points and lengths are in board units.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Drawing {
    /// An arrow.
    Arrow {
        /// Where it begins.
        from: BoardPoint,
        /// Where its head is.
        to: BoardPoint,
        /// Its colour.
        #[serde(default)]
        colour: Colour,
        /// A few words beside it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
    },
    /// A circle.
    Circle {
        /// Its centre.
        centre: BoardPoint,
        /// Its radius.
        radius: f64,
        /// Its colour.
        #[serde(default)]
        colour: Colour,
        /// A few words beside it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
    },
    /// An area.
    Area {
        /// Its corners in order; 3 to 64.
        outline: Vec<BoardPoint>,
        /// Its colour.
        #[serde(default)]
        colour: Colour,
        /// A few words beside it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
    },
    /// A distance in a straight line, with its measure.
    Distance {
        /// From here.
        from: BoardPoint,
        /// To here.
        to: BoardPoint,
        /// The length between, rounded to hundredths. The server measures it; what is sent here is not looked at.
        #[serde(default)]
        length: f64,
        /// Its colour.
        #[serde(default)]
        colour: Colour,
        /// A few words beside it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
    },
}

/// Whether a point can be drawn.
pub(crate) fn sound(point: BoardPoint, path: &str) -> Result<(), AnnotationFault> {
    // Not-a-number is in no range.
    let fits = |number: f64| (-REACH..=REACH).contains(&number);
    if fits(point.x) && fits(point.y) {
        return Ok(());
    }
    let reason = message!(MESSAGES, "drawing-point", reach = REACH);
    Err(AnnotationFault::new(path, reason))
}

impl Drawing {
    fn points(&self) -> Vec<(BoardPoint, String)> {
        match self {
            Self::Arrow { from, to, .. } | Self::Distance { from, to, .. } => {
                vec![(*from, "from".to_owned()), (*to, "to".to_owned())]
            }
            Self::Circle { centre, .. } => vec![(*centre, "centre".to_owned())],
            Self::Area { outline, .. } => outline
                .iter()
                .enumerate()
                .map(|(place, point)| (*point, format!("outline/{place}")))
                .collect(),
        }
    }

    /// Its colour.
    pub const fn colour(&self) -> Colour {
        match self {
            Self::Arrow { colour, .. }
            | Self::Circle { colour, .. }
            | Self::Area { colour, .. }
            | Self::Distance { colour, .. } => *colour,
        }
    }

    /// The words beside it.
    pub fn label(&self) -> Option<&str> {
        match self {
            Self::Arrow { label, .. }
            | Self::Circle { label, .. }
            | Self::Area { label, .. }
            | Self::Distance { label, .. } => label.as_deref(),
        }
    }

    pub(crate) fn check(&self, path: &str) -> Result<(), AnnotationFault> {
        if let Self::Area { outline, .. } = self
            && !(3..=CORNERS).contains(&outline.len())
        {
            let reason = message!(
                MESSAGES,
                "drawing-corners",
                corners = CORNERS,
                found = outline.len()
            );
            return Err(AnnotationFault::new(format!("{path}/outline"), reason));
        }
        for (point, name) in self.points() {
            sound(point, &format!("{path}/{name}"))?;
        }
        match self {
            Self::Circle { radius, .. } if !(0.01..=REACH).contains(radius) => {
                let reason = message!(MESSAGES, "drawing-radius", reach = REACH);
                return Err(AnnotationFault::new(format!("{path}/radius"), reason));
            }
            Self::Arrow { from, to, .. } | Self::Distance { from, to, .. } if measure(*from, *to) < 0.01 => {
                let reason = message!(MESSAGES, "drawing-without-length");
                return Err(AnnotationFault::new(format!("{path}/to"), reason));
            }
            Self::Circle { .. } | Self::Arrow { .. } | Self::Distance { .. } | Self::Area { .. } => {}
        }
        match self.label() {
            Some(label) if label.chars().count() > LABEL || unfit_in_line(label).is_some() => {
                let reason = message!(MESSAGES, "drawing-label", label = LABEL);
                Err(AnnotationFault::new(format!("{path}/label"), reason))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The same with its distance measured.
    #[must_use]
    pub fn measured(mut self) -> Self {
        if let Self::Distance { from, to, length, .. } = &mut self {
            *length = measure(*from, *to);
        }
        self
    }

    /// As pictures lay it over the board; `unit` is what one board unit is called.
    pub fn overlay(&self, unit: &str) -> Overlay {
        let (tone, seat) = match self.colour() {
            Colour::Plain => (Tone::Plain, None),
            Colour::Good => (Tone::Good, None),
            Colour::Bad => (Tone::Bad, None),
            Colour::A => (Tone::Plain, Some(Seat::A)),
            Colour::B => (Tone::Plain, Some(Seat::B)),
        };
        let label = self.label().map(ToOwned::to_owned);
        let (shape, label) = match self {
            Self::Arrow { from, to, .. } => (Shape::Arrow { from: *from, to: *to }, label),
            Self::Circle { centre, radius, .. } => (
                Shape::Circle {
                    centre: *centre,
                    radius: *radius,
                },
                label,
            ),
            Self::Area { outline, .. } => (
                Shape::Area {
                    outline: outline.clone(),
                },
                label,
            ),
            Self::Distance { from, to, length, .. } => {
                let measure = words_of(*length, unit);
                let label = label.map_or(measure.clone(), |label| format!("{label}: {measure}"));
                (
                    Shape::Line {
                        points: vec![*from, *to],
                    },
                    Some(label),
                )
            }
        };
        Overlay {
            kind: "note".to_owned(),
            label,
            seat,
            tone,
            shape,
        }
    }

    /// In words, for those who do not see it; `unit` is what one board unit is called.
    pub fn words(&self, unit: &str) -> String {
        let at = |point: &BoardPoint| format!("({}, {})", rounded(point.x), rounded(point.y));
        let what = match self {
            Self::Arrow { from, to, .. } => {
                message!(MESSAGES, "drawn-arrow", from = at(from), to = at(to)).to_string()
            }
            Self::Circle { centre, radius, .. } => message!(
                MESSAGES,
                "drawn-circle",
                radius = words_of(*radius, unit),
                centre = at(centre)
            )
            .to_string(),
            Self::Area { outline, .. } => {
                let corners: Vec<String> = outline.iter().map(at).collect();
                message!(MESSAGES, "drawn-area", corners = corners.join(", ")).to_string()
            }
            Self::Distance { from, to, length, .. } => message!(
                MESSAGES,
                "drawn-distance",
                length = words_of(*length, unit),
                from = at(from),
                to = at(to)
            )
            .to_string(),
        };
        match self.label() {
            Some(label) => format!("{label}: {what}"),
            None => what,
        }
    }
}

/// The length between two points, in hundredths.
fn measure(from: BoardPoint, to: BoardPoint) -> f64 {
    rounded((to.x - from.x).hypot(to.y - from.y))
}

fn rounded(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

fn words_of(length: f64, unit: &str) -> String {
    match unit {
        "inch" => format!("{length}″"),
        _ if (length - 1.0).abs() < f64::EPSILON => format!("1 {unit}"),
        _ => format!("{length} {unit}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrow(x: f64) -> Drawing {
        Drawing::Arrow {
            from: BoardPoint::new(0.0, 0.0),
            to: BoardPoint::new(x, 0.0),
            colour: Colour::Plain,
            label: None,
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_refused_with_its_place() {
        let circle = |radius| Drawing::Circle {
            centre: BoardPoint::new(1.0, 1.0),
            radius,
            colour: Colour::Good,
            label: None,
        };
        let area = |corners: usize| Drawing::Area {
            outline: vec![BoardPoint::new(1.0, 1.0); corners],
            colour: Colour::A,
            label: None,
        };
        let labelled = |label: &str| Drawing::Distance {
            from: BoardPoint::new(0.0, 0.0),
            to: BoardPoint::new(1.0, 0.0),
            length: 0.0,
            colour: Colour::B,
            label: Some(label.to_owned()),
        };
        let rows = [
            (arrow(1.0), None),
            (arrow(0.0), Some("/d/to")),
            (arrow(f64::INFINITY), Some("/d/to")),
            (circle(0.0), Some("/d/radius")),
            (circle(f64::NAN), Some("/d/radius")),
            (circle(2.5), None),
            (area(2), Some("/d/outline")),
            (area(3), None),
            (area(65), Some("/d/outline")),
            (labelled("eight inches"), None),
            (labelled(&"x".repeat(81)), Some("/d/label")),
            (labelled("a\nb"), Some("/d/label")),
        ];
        for (drawing, expected) in rows {
            let found = drawing.check("/d").err().map(|fault| fault.path);
            assert_eq!(found.as_deref(), expected, "{drawing:?}");
        }
    }

    #[test]
    fn a_distance_is_measured_here_whatever_was_sent() {
        let sent = Drawing::Distance {
            from: BoardPoint::new(1.0, 1.0),
            to: BoardPoint::new(4.0, 5.0),
            length: 99.0,
            colour: Colour::Plain,
            label: Some("Reach".to_owned()),
        };
        let measured = sent.measured();
        assert_eq!(measured.words("inch"), "Reach: 5″ from (1, 1) to (4, 5)");
        assert_eq!(measured.overlay("cell").label.as_deref(), Some("Reach: 5 cells"));
        assert_eq!(words_of(1.0, "hex"), "1 hex");
    }
}
