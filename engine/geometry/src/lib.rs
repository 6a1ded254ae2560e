//! Squares, hexes and inches
