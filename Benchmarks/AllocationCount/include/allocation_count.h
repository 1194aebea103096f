// Counts heap allocations of the whole process, whoever makes them.
//
// Linked into a program, or preloaded into one (then TOUCHBENCH_COUNT names a file of eight bytes that holds the count).
#pragma once
#include <stdint.h>

/// Calls of malloc, calloc, realloc and their aligned relatives since the process started.
uint64_t allocation_count(void);

/// Bytes that they asked for; of a block that was grown, all of its new size. Of this process alone.
uint64_t allocation_bytes(void);
