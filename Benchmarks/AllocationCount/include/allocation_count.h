// Counts heap allocations of the whole process, whoever makes them.
//
// Linked into a program, or preloaded into one (then TOUCHBENCH_COUNT names a file of eight bytes that holds the count).
#pragma once
#include <stdint.h>

/// Calls of malloc, calloc, realloc and their aligned relatives since the process started.
uint64_t allocation_count(void);
