// What Swift's Glibc module leaves out, one header per area. This one: virtual panels (touchsim).
#pragma once
#define _GNU_SOURCE
#include <linux/input.h>
#include <linux/sockios.h>
#include <signal.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

/// One event as the kernel hands it to a reader, with a stamp in microseconds.
static inline struct input_event cshims_input_event(int64_t microseconds, uint16_t type, uint16_t code, int32_t value) {
    struct input_event event = {.type = type, .code = code, .value = value};
    event.input_event_sec = microseconds / 1000000;
    event.input_event_usec = microseconds % 1000000;
    return event;
}

/// Bytes of a stream socket that its reader has not taken yet (buffer overhead included), or -1.
static inline int cshims_unread(int socket) {
    int count = 0;
    return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : -1;
}

/// Waits for a signal of `set`; tells in `from_terminal` whether the kernel sent it (a key on the terminal) and not a process.
static inline int cshims_wait_signal(const sigset_t *set, int *from_terminal) {
    siginfo_t information;
    int signal = sigwaitinfo(set, &information);
    *from_terminal = signal > 0 && information.si_code == SI_KERNEL;
    return signal;
}
