/* Counts heap allocations of the calling thread, and their bytes, for tests that limit them. */
#ifndef TOUCHD_ALLOCATIONS_H
#define TOUCHD_ALLOCATIONS_H

#include <stdbool.h>

/* Calls of malloc, calloc, realloc and their aligned variants by this thread so far. */
unsigned long allocations_of_this_thread(void);

/* Bytes that this thread has allocated and not freed since it first asked; what another thread freed counts there. */
long live_bytes_of_this_thread(void);

/* False with a sanitizer, which replaces the allocator itself. */
bool allocations_are_counted(void);

#endif
