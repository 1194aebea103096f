#define _GNU_SOURCE
#include "cshims_grab.h"
#include "cshims_input.h"

#include <fcntl.h>

int cshims_grab(int node, int hold) {
    // The kernel uses the argument itself, not what it points to.
    return ioctl(node, EVIOCGRAB, (void *)(long)(hold != 0)) == 0 ? 0 : errno;
}

int cshims_last_slot(int node) {
    struct input_absinfo axis = {0};
    return ioctl(node, EVIOCGABS(ABS_MT_SLOT), &axis) < 0 ? -1 : axis.maximum;
}

int cshims_fingers_down(int node, int slots) {
    int tracking[64], count = 0;
    // Not EVIOCGKEY: that would discard key events which this open file has not read yet.
    if (slots < 1 || slots > 64 || cshims_slot_values(node, ABS_MT_TRACKING_ID, tracking, slots) != 0) return -1;
    for (int slot = 0; slot < slots; slot++) count += tracking[slot] >= 0;
    return count;
}

// A lock of the open file, released with the file, however the process ends. Never waits.
static int lock(int node, int command, short type, short *found) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
    int result = fcntl(node, command, &lock);
    if (found) *found = lock.l_type;
    return result;
}

void cshims_mark(int node, int held) { (void)lock(node, F_OFD_SETLK, held ? F_RDLCK : F_UNLCK, 0); }

int cshims_is_marked(int node) {
    short found = F_UNLCK;
    return lock(node, F_OFD_GETLK, F_WRLCK, &found) == 0 && found != F_UNLCK;
}
