/* Counts heap allocations of the calling thread, for tests that say how many there may be. */
#ifndef TOUCHD_ALLOCATIONS_H
#define TOUCHD_ALLOCATIONS_H

#include <stdbool.h>

/* Calls of malloc, calloc, realloc and their aligned kin by this thread since it began. */
unsigned long allocations_of_this_thread(void);

/* Whether they are counted at all: not beside a sanitizer, which replaces the allocator itself. */
bool allocations_are_counted(void);

#endif
