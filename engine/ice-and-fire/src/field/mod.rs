//! The table as it is measured: trays, arcs, lines of sight, ranges, swept moves, contact, slots and terrain.
