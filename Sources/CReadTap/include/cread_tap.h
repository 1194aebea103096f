// The events of nodes that libinput has open, for us and not for libinput.
//
// The owner of a tap reads its node before libinput does (cread_tap_fill). What libinput reads for itself in between - it looks
// at a node whenever it looks at anything - goes the same way: libevdev calls read() of the C library through the dynamic linker,
// and the read() of this target stands in front of it in every program that links it. For a registered descriptor it keeps what
// was read and says that nothing was there (EAGAIN); for all others it is one comparison more: it takes no lock, allocates
// nothing and is async-signal-safe. So every event is taken once, in the kernel's order, under a grab (EVIOCGRAB) too, and
// libinput spends nothing on fingers that nobody asks it about.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// One event of a node, as the kernel writes it. (Of struct input_event several C modules claim to be the owner.)
typedef struct {
    /// The kernel's stamp.
    int64_t seconds;
    int64_t microseconds;
    uint16_t type;
    uint16_t code;
    int32_t value;
} cread_tap_event;

/// What was read from one node and not taken yet. One thread registers, reads and takes.
typedef struct {
    /// -1 once it is closed.
    int descriptor;
    cread_tap_event *events;
    /// How many there are, and how many of them were taken. When all were, the next is kept at the front.
    size_t count;
    size_t taken;
    size_t room;
    /// Whether some could not be kept, for lack of memory: what follows does not continue what came before.
    int overflowed;
} cread_tap;

/// Listens to a descriptor. Null without memory, or when more than 64 descriptors are listened to.
cread_tap *cread_tap_open(int descriptor);

/// Reads what is there, but for what there is no memory for. Whether it found anything.
int cread_tap_fill(cread_tap *tap);

/// Listens no more, before the descriptor is closed, or because libinput may read it; what was read stays.
void cread_tap_close(cread_tap *tap);

/// Frees a tap, which is closed first.
void cread_tap_free(cread_tap *tap);

/// Whether a read from the descriptor would find something now.
int cread_tap_is_readable(int descriptor);
