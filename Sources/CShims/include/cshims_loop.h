// The event loop.
#pragma once
#include <stdint.h>

/// The system's text for an error number; never NULL, thread-safe.
const char *cshims_error_text(int code);

/// An event counter that starts at 0; with `semaphore`, a read subtracts 1 instead of all. -1 and errno on failure.
int cshims_eventfd(int semaphore, int nonblocking);

/// Adds to an event counter; the counter is far from full, so this does not block. -1 and errno on failure.
int cshims_eventfd_add(int fd, uint64_t count);

/// Reads an event counter: 0 if it was not zero, -1 and errno otherwise.
int cshims_eventfd_take(int fd);

/// The time of a clock in microseconds. (Several C modules claim to own struct timespec.)
int64_t cshims_clock_microseconds(int clock);

/// Whether the kernel's clock follows another one: 1 or 0; -1 if this process may not know.
int cshims_clock_is_synchronized(void);

/// A descriptor that becomes readable only when the wall clock is set or the machine resumes (TFD_TIMER_CANCEL_ON_SET).
/// -1 and errno on failure.
int cshims_clock_change(void);

/// Waits until one of two descriptors can be read or has failed: the sum of 1 for `first` and 2 for `second`; 0 after `timeout`
/// microseconds (negative: never), 2 after a signal.
int cshims_wait_for_two(int first, int second, int64_t timeout);
