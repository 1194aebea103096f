#define _GNU_SOURCE
// With _FORTIFY_SOURCE, the C library itself defines the functions defined here.
#undef _FORTIFY_SOURCE
#include "cread_tap.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/input.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_TAPS = 64, FIRST_ROOM = 1024, MOST_ROOM = 1 << 18 };

// Read by every thread that calls read(), so they are kept apart and atomic: descriptor + 1, 0 for none.
static atomic_int listened[MOST_TAPS];
static cread_tap *taps[MOST_TAPS];
// No entry after this one is in use.
static atomic_int used;

typedef ssize_t read_function(int, void *, size_t);

// The next read() in load order: a test bed's if there is one, otherwise the C library's.
static _Atomic(read_function *) next_read;

__attribute__((constructor)) static void find_next(void) {
    atomic_store(&next_read, (read_function *)dlsym(RTLD_NEXT, "read"));
}

_Static_assert(sizeof(cread_tap_event) == sizeof(struct input_event), "cread_tap_event must have the kernel's layout");

// NULL before the constructor has run, or in a program without a dynamic C library.
static ssize_t read_on(int descriptor, void *buffer, size_t size) {
    read_function *next = atomic_load_explicit(&next_read, memory_order_relaxed);
    return next == NULL ? syscall(SYS_read, descriptor, buffer, size) : next(descriptor, buffer, size);
}

// Makes room for that many events; 0 without memory.
static int make_room(cread_tap *tap, size_t count) {
    // The loss is reported after all events kept.
    if (tap->taken == tap->count && !tap->overflowed) tap->taken = tap->count = 0;
    if (tap->count + count <= tap->room) return 1;
    size_t room = tap->room;
    while (room < tap->count + count) room *= 2;
    // Not realloc(), which leaves a copy of touches behind.
    cread_tap_event *events = room > MOST_ROOM ? NULL : calloc(room, sizeof *events);
    if (events == NULL) return 0;
    memcpy(events, tap->events, tap->count * sizeof *events);
    explicit_bzero(tap->events, tap->room * sizeof *events);
    free(tap->events);
    tap->events = events;
    tap->room = room;
    return 1;
}

static void keep(cread_tap *tap, const void *bytes, size_t size) {
    size_t count = size / sizeof(cread_tap_event);
    if (tap->overflowed || !make_room(tap, count)) {
        tap->overflowed = 1;
        return;
    }
    memcpy(tap->events + tap->count, bytes, count * sizeof(cread_tap_event));
    tap->count += count;
}

__attribute__((visibility("default"))) ssize_t read(int descriptor, void *buffer, size_t size) {
    ssize_t count = read_on(descriptor, buffer, size);
    int end = atomic_load_explicit(&used, memory_order_relaxed);
    if (count <= 0) return count;
    for (int index = 0; index < end; index++) {
        if (atomic_load_explicit(&listened[index], memory_order_relaxed) != descriptor + 1) continue;
        keep(taps[index], buffer, (size_t)count);
        explicit_bzero(buffer, (size_t)count);
        errno = EAGAIN;
        return -1;
    }
    return count;
}

int cread_tap_fill(cread_tap *tap) {
    // A read that returns less than requested has emptied the node; usually the first read does.
    while (tap->descriptor >= 0 && !tap->overflowed && make_room(tap, 1)) {
        size_t free = tap->room - tap->count;
        ssize_t size = read_on(tap->descriptor, tap->events + tap->count, free * sizeof(cread_tap_event));
        if (size <= 0) {
            tap->gone = size < 0 && errno != EAGAIN && errno != EINTR;
            break;
        }
        tap->count += (size_t)size / sizeof(cread_tap_event);
        if ((size_t)size < free * sizeof(cread_tap_event)) break;
    }
    return tap->taken < tap->count;
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
        *tap = (cread_tap){.descriptor = descriptor, .events = events, .room = FIRST_ROOM};
        taps[index] = tap;
        atomic_store(&listened[index], descriptor + 1);
        if (index >= atomic_load(&used)) atomic_store(&used, index + 1);
        return tap;
    }
    return NULL;
}

void cread_tap_close(cread_tap *tap) {
    tap->descriptor = -1;
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
    explicit_bzero(tap->events, tap->room * sizeof *tap->events);
    free(tap->events);
    free(tap);
}
