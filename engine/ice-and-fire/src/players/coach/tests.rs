//! Each detector in a position in which it fires, and in a near one in which it does not.
