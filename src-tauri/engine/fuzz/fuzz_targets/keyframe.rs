#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| inglenook_engine::fuzzing::keyframe(data));
