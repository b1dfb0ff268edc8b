//! Recordings of real programs.
