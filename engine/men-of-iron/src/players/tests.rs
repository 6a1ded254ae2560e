//! The greedy player against chance, and whole games that end.
