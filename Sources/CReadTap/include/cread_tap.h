// Reads the events of nodes that libinput has open, for touchd instead of libinput.
//
// The owner of a tap reads its node before libinput does (cread_tap_fill). Reads of libinput, which checks every node
// whenever it dispatches, are intercepted: libevdev calls read() of the C library through the dynamic linker, and the
// read() of this target precedes it in every program that links it. For a tapped descriptor it keeps the data and
// returns EAGAIN; for all others it costs one comparison: it takes no lock, allocates nothing and is async-signal-safe.
// So every event is read once, in the kernel's order, also under a grab (EVIOCGRAB), and libinput spends no time on
// touches.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// One event of a node, as the kernel writes it. (Several C modules claim to own struct input_event.)
typedef struct {
    /// The kernel's timestamp.
    int64_t seconds;
    int64_t microseconds;
    uint16_t type;
    uint16_t code;
    int32_t value;
} cread_tap_event;

/// Events read from one node and not taken yet. One thread registers, reads and takes.
typedef struct {
    /// -1 once closed.
    int descriptor;
    cread_tap_event *events;
    /// Number of events, and of those taken. Once all are taken, the next is stored at the front.
    size_t count;
    size_t taken;
    size_t room;
    /// Whether events were dropped for lack of memory: the following ones are not contiguous.
    int overflowed;
    /// Whether the node is gone.
    int gone;
} cread_tap;

/// Taps a descriptor. NULL without memory, or if more than 64 descriptors are tapped.
cread_tap *cread_tap_open(int descriptor);

/// Reads pending events, as far as memory allows. Returns whether there were any.
int cread_tap_fill(cread_tap *tap);

/// Ends the tap, before the descriptor is closed or when libinput may read it; events already read stay.
void cread_tap_close(cread_tap *tap);

/// Frees a tap, which is closed first.
void cread_tap_free(cread_tap *tap);
