// System calls that the tests of whole programs need and Swift cannot call.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Starts a program without standard input and with its outputs on the given descriptors; no signal is blocked.
/// 0, or the errno of what failed.
int cline_spawn(char *const arguments[], char *const environment[], int output, int errors, int32_t *process);

/// A descriptor that becomes readable when the process ends; -1 and errno on failure.
int cline_process_descriptor(int32_t process);

/// Waits for a process that has ended: its exit status, or 128 and the signal that ended it; -1 if it still runs.
int cline_exit_status(int32_t process);

/// Changes user, group and supplementary groups of the calling thread only, permanently. 0, or the errno.
int cline_become(uint32_t user, uint32_t group, const uint32_t *groups, size_t count);

/// A datagram socket bound to a path, close-on-exec; -1 and errno on failure.
int cline_datagram_socket(const char *path);

/// The offset of `piece` in `bytes`, or -1.
ptrdiff_t cline_find(const void *bytes, size_t count, const void *piece, size_t length);

/// A pipe, close-on-exec; -1 and errno on failure.
int cline_pipe(int ends[2]);
