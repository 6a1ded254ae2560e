//! The map as the rules measure it: facings and aspects, path costs, lines of sight, ranges, zones of control, command range.
