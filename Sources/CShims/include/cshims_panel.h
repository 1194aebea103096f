// Virtual panels (touchsim).
#pragma once
#include <linux/input.h>
#include <stdint.h>

/// One event in the form the kernel passes to readers, with a timestamp in microseconds.
struct input_event cshims_input_event(int64_t microseconds, uint16_t type, uint16_t code, int32_t value);

/// Number of bytes in a stream socket that its reader has not read (buffer overhead included); -1 and errno on failure.
int cshims_unread(int socket);

/// Removes a folder with everything in it, ignoring errors.
void cshims_remove_tree(const char *path);
