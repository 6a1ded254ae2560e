//! What a data pack holds: terrain chart, map, units and leaders, combat tables, weapon matrix, battles and set-ups.
