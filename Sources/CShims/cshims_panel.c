#define _GNU_SOURCE
#include "cshims_panel.h"

#include <ftw.h>
#include <linux/sockios.h>
#include <stdio.h>
#include <sys/ioctl.h>

struct input_event cshims_input_event(int64_t microseconds, uint16_t type, uint16_t code, int32_t value) {
    struct input_event event = {.type = type, .code = code, .value = value};
    event.input_event_sec = microseconds / 1000000;
    event.input_event_usec = microseconds % 1000000;
    return event;
}

int cshims_unread(int socket) {
    int count = 0;
    return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : -1;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    remove(path);
    return 0;
}

void cshims_remove_tree(const char *path) { nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }
