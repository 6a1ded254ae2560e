//! Army building: points, Core, Elite, mercenaries (pp. 126-127, 137-138).
