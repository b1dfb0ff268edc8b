//! Behaviour of the screen that needs no reference.
