//! The pages in a real browser; everything is in `tests/`.
