//! How the process takes memory from the system, and gives it back.

/// To be called at the start of a process that keeps many runs.
///
/// glibc gives each thread a heap of its own, up to eight a core, and each of them keeps what was freed in its middle:
/// measured with twenty runs, that is as much again as is in use. Two heaps are enough for threads that seldom allocate,
/// and what is large goes back at once, wherever it was.
pub fn keep_small() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        const HEAPS: i32 = 2;
        const LARGE: i32 = 256 * 1024;
        // Also keeps glibc from raising it at the first large block that is freed.
        for (option, value) in [(libc::M_ARENA_MAX, HEAPS), (libc::M_MMAP_THRESHOLD, LARGE)] {
            #[expect(unsafe_code, reason = "the C library offers no other way")]
            // SAFETY: two numbers, and nothing of this process is touched.
            let taken = unsafe { libc::mallopt(option, value) } == 1;
            if !taken {
                tracing::debug!(option, value, "the C library allocates as it always does");
            }
        }
    }
}
