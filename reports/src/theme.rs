//! The colours and the marks of seats, light and dark, shared by pictures and charts.

use hindsight_kernel::{Seat, Tone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::sheet::Rgba;

/// Light or dark surroundings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Dark ink on pale paper.
    #[default]
    Light,
    /// Pale ink on a dark ground.
    Dark,
}

/// How pixels are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    /// Painted once at its size.
    Fast,
    /// Painted at twice its size and averaged down.
    #[default]
    Fine,
}

/// How a seat's things are hatched, so that seats differ without colour too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hatch {
    Plain,
    Rising,
    Level,
    Upright,
    Falling,
    Crossed,
}

/// How a seat is drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SeatLook {
    /// The colour it is known by.
    pub(crate) body: Rgba,
    /// Its edge, and lines of it on the field.
    pub(crate) edge: Rgba,
    /// Text and signs on the body.
    pub(crate) ink: Rgba,
    /// The lines of the hatching.
    pub(crate) stripe: Rgba,
    pub(crate) hatch: Hatch,
}

/// The colours of a theme.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Palette {
    pub(crate) page: Rgba,
    pub(crate) panel: Rgba,
    pub(crate) field: Rgba,
    pub(crate) field_other: Rgba,
    pub(crate) rule: Rgba,
    pub(crate) ink: Rgba,
    pub(crate) muted: Rgba,
    pub(crate) halo: Rgba,
    pub(crate) accent: Rgba,
    pub(crate) good: Rgba,
    pub(crate) bad: Rgba,
    pub(crate) plain: Rgba,
    pub(crate) shadow: Rgba,
    dark: bool,
}

const LIGHT: Palette = Palette {
    page: Rgba::hex(0x00FB_FAF7),
    panel: Rgba::hex(0x00F0_EDE5),
    field: Rgba::hex(0x00EF_EBDF),
    field_other: Rgba::hex(0x00E6_E1D2),
    rule: Rgba::hex(0x00C9_C2AF),
    ink: Rgba::hex(0x001F_2328),
    muted: Rgba::hex(0x005F_6368),
    halo: Rgba::hex(0x00FF_FFFF),
    accent: Rgba::hex(0x00B0_1657),
    good: Rgba::hex(0x0000_6B52),
    bad: Rgba::hex(0x00A5_1E22),
    plain: Rgba::hex(0x0041_4A54),
    shadow: Rgba::hex(0x0012_1518),
    dark: false,
};

const DARK: Palette = Palette {
    page: Rgba::hex(0x0016_191D),
    panel: Rgba::hex(0x0022_262C),
    field: Rgba::hex(0x002A_2F36),
    field_other: Rgba::hex(0x0031_3740),
    rule: Rgba::hex(0x0048_505B),
    ink: Rgba::hex(0x00EC_EEF0),
    muted: Rgba::hex(0x00A7_AEB7),
    halo: Rgba::hex(0x0010_1215),
    accent: Rgba::hex(0x00FF_6FA8),
    good: Rgba::hex(0x003F_C39B),
    bad: Rgba::hex(0x00FF_8A80),
    plain: Rgba::hex(0x00B4_BCC6),
    shadow: Rgba::hex(0x0000_0000),
    dark: true,
};

/// Seat bodies: blue and orange first, then further Okabe-Ito colours, neighbours apart in lightness too.
/// The third says whether dark letters stand on them.
const BODIES: [(u32, Hatch, bool); 8] = [
    (0x0000_72B2, Hatch::Plain, false),
    (0x00E6_9F00, Hatch::Rising, true),
    (0x0000_6B4F, Hatch::Level, false),
    (0x00F0_E442, Hatch::Upright, true),
    (0x008E_3B6E, Hatch::Falling, false),
    (0x0056_B4E9, Hatch::Crossed, true),
    (0x00A8_4300, Hatch::Upright, false),
    (0x00D9_D9D9, Hatch::Falling, true),
];

impl Palette {
    pub(crate) const fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }

    pub(crate) const fn is_dark(&self) -> bool {
        self.dark
    }

    /// How a seat's things look.
    pub(crate) fn seat(&self, seat: Seat) -> SeatLook {
        let (body, hatch, pale) = BODIES[seat.index() % BODIES.len()];
        let body = Rgba::hex(body);
        let black = Rgba::hex(0x0014_1414);
        let white = Rgba::hex(0x00FF_FFFF);
        let ink = if pale { black } else { white };
        let edge = if self.dark {
            body.mix(white, if pale { 0.35 } else { 0.45 })
        } else {
            body.mix(black, if pale { 0.5 } else { 0.35 })
        };
        let stripe = if pale {
            body.mix(white, 0.42)
        } else {
            body.mix(white, 0.2)
        };
        SeatLook {
            body,
            edge,
            ink,
            stripe,
            hatch,
        }
    }

    pub(crate) const fn tone(&self, tone: Tone) -> Rgba {
        match tone {
            Tone::Plain => self.plain,
            Tone::Good => self.good,
            Tone::Bad => self.bad,
        }
    }
}

#[test]
fn letters_on_a_body_are_those_that_stand_out_more() {
    for (body, _, dark_letters) in BODIES {
        assert_eq!(Rgba::hex(body).luminance() > 0.25, dark_letters, "{body:06x}");
    }
}
