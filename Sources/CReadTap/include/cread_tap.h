// The bytes that libinput reads from event nodes, in the order in which it reads them.
//
// libevdev calls read() of the C library through the dynamic linker. The read() of this target stands in front of it in
// every program that links it, passes each call on, and keeps a copy of what was read from registered descriptors. So
// nothing is read twice, nobody else's reader is disturbed, and a grab (EVIOCGRAB) makes no difference. For all other
// descriptors it is one comparison more: it takes no lock, allocates nothing and is async-signal-safe.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// One event of a node. (Of struct input_event several C modules claim to be the owner.)
typedef struct {
    /// The kernel's stamp, in microseconds.
    int64_t microseconds;
    uint16_t type;
    uint16_t code;
    int32_t value;
} cread_tap_event;

/// What was read from one node and not taken yet. One thread registers, reads and takes.
typedef struct {
    cread_tap_event *events;
    size_t count;
    size_t room;
    /// How many events were ever read.
    uint64_t total;
    /// Whether some could not be kept, for lack of memory: what follows does not continue what came before.
    int overflowed;
} cread_tap;

/// Listens to a descriptor. Null without memory, or when more than 64 descriptors are listened to.
cread_tap *cread_tap_open(int descriptor);

/// Listens no more, before the descriptor is closed; what was read stays.
void cread_tap_close(cread_tap *tap);

/// Frees a tap, which is closed first.
void cread_tap_free(cread_tap *tap);

/// Whether a read from the descriptor would find something now.
int cread_tap_is_readable(int descriptor);
