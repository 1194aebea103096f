#define _GNU_SOURCE
#include "cread_tap.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/input.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_TAPS = 64, FIRST_ROOM = 1024, MOST_ROOM = 1 << 18 };

// Descriptors are looked at by every thread that reads, so they stand apart and are atomic: descriptor + 1, 0 for none.
static atomic_int listened[MOST_TAPS];
static cread_tap *taps[MOST_TAPS];
// No entry behind this one is in use.
static atomic_int used;

typedef ssize_t read_function(int, void *, size_t);

// The next read() in load order: a test bed's where there is one, else the C library's.
static _Atomic(read_function *) next_read;

__attribute__((constructor)) static void find_next(void) {
    atomic_store(&next_read, (read_function *)dlsym(RTLD_NEXT, "read"));
}

static void keep(cread_tap *tap, const void *bytes, size_t size) {
    size_t count = size / sizeof(struct input_event);
    tap->total += count;
    if (tap->count + count > tap->room) {
        size_t room = tap->room;
        while (room < tap->count + count) room *= 2;
        cread_tap_event *events = room > MOST_ROOM ? NULL : realloc(tap->events, room * sizeof *events);
        if (events == NULL) {
            tap->overflowed = 1;
            return;
        }
        tap->events = events;
        tap->room = room;
    }
    for (size_t index = 0; index < count; index++) {
        struct input_event event;
        memcpy(&event, (const char *)bytes + index * sizeof event, sizeof event);
        tap->events[tap->count++] = (cread_tap_event){
            .microseconds = (int64_t)event.input_event_sec * 1000000 + (int64_t)event.input_event_usec,
            .type = event.type,
            .code = event.code,
            .value = event.value,
        };
    }
}

__attribute__((visibility("default"))) ssize_t read(int descriptor, void *buffer, size_t size) {
    read_function *next = atomic_load_explicit(&next_read, memory_order_relaxed);
    // Before the constructor ran, or in a program without a dynamic C library.
    ssize_t count = next == NULL ? syscall(SYS_read, descriptor, buffer, size) : next(descriptor, buffer, size);
    int end = atomic_load_explicit(&used, memory_order_relaxed);
    if (count <= 0 || end == 0) return count;
    for (int index = 0; index < end; index++) {
        if (atomic_load_explicit(&listened[index], memory_order_relaxed) != descriptor + 1) continue;
        int saved = errno;
        keep(taps[index], buffer, (size_t)count);
        errno = saved;
        break;
    }
    return count;
}

cread_tap *cread_tap_open(int descriptor) {
    for (int index = 0; index < MOST_TAPS; index++) {
        if (atomic_load(&listened[index]) != 0) continue;
        cread_tap *tap = calloc(1, sizeof *tap);
        cread_tap_event *events = calloc(FIRST_ROOM, sizeof *events);
        if (tap == NULL || events == NULL) {
            free(tap);
            free(events);
            return NULL;
        }
        tap->events = events;
        tap->room = FIRST_ROOM;
        taps[index] = tap;
        atomic_store(&listened[index], descriptor + 1);
        if (index >= atomic_load(&used)) atomic_store(&used, index + 1);
        return tap;
    }
    return NULL;
}

void cread_tap_close(cread_tap *tap) {
    int end = 0;
    for (int index = 0; index < MOST_TAPS; index++) {
        if (taps[index] == tap) {
            atomic_store(&listened[index], 0);
            taps[index] = NULL;
        }
        if (taps[index] != NULL) end = index + 1;
    }
    atomic_store(&used, end);
}

void cread_tap_free(cread_tap *tap) {
    cread_tap_close(tap);
    free(tap->events);
    free(tap);
}

int cread_tap_is_readable(int descriptor) {
    struct pollfd waiting = {.fd = descriptor, .events = POLLIN};
    return poll(&waiting, 1, 0) > 0;
}
