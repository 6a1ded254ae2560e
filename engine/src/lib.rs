//! Every rule set behind one door: dispatch from a system id
