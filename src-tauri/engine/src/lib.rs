//! Inglenook's session engine: terminals that remember. It knows nothing of windows.

pub mod screen;
