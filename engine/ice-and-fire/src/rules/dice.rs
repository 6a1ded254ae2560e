//! Dice as the rules read them.

/// A D3 is a D6 with 1–2 = 1, 3–4 = 2, 5–6 = 3. Rule `IF-MOR-05`.
pub const fn d3(face: u8) -> u8 {
    face.div_ceil(2)
}
