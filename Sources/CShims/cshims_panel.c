#define _GNU_SOURCE
#include "cshims_panel.h"

#include <errno.h>
#include <ftw.h>
#include <linux/sockios.h>
#include <signal.h>
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

static sigset_t awaited_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGCHLD);
    return set;
}

void cshims_block_signals(void) {
    sigset_t set = awaited_signals();
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

int cshims_wait_signal(int *from_terminal) {
    sigset_t set = awaited_signals();
    siginfo_t information;
    int number;
    do {
        number = sigwaitinfo(&set, &information);
    } while (number < 0 && errno == EINTR);
    *from_terminal = number > 0 && information.si_code == SI_KERNEL;
    return number;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    remove(path);
    return 0;
}

void cshims_remove_tree(const char *path) { nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }
