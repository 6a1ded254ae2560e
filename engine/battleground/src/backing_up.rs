//! Back Up Units (pp. 82-83, 130).
