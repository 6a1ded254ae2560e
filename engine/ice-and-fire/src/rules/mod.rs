//! What the rules decide: a file or folder for each chapter of the catalogue.
