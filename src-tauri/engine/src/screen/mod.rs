//! The screen of a run: emulator, keyframe, history lines, marks. No I/O, no clock.
