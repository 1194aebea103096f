// Terminals: ioctl() is variadic in C, which Swift cannot call.
#pragma once
#include <sys/ioctl.h>

// Size of the terminal behind a descriptor, in cells; 0 by 0 if it is not a terminal.
static inline struct winsize cshims_terminal_size(int descriptor) {
    struct winsize size = {0};
    ioctl(descriptor, TIOCGWINSZ, &size);
    return size;
}
