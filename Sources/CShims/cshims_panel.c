#define _GNU_SOURCE
#include "cshims_panel.h"

#include <errno.h>
#include <ftw.h>
#include <linux/sockios.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/wait.h>

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

int cshims_spawn(char *const arguments[], char *const environment[], int32_t *process) {
    posix_spawnattr_t attributes;
    int failure = posix_spawnattr_init(&attributes);
    if (failure != 0) return failure;
    sigset_t none, ignored;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    /* GLib ignores it. */
    sigemptyset(&ignored);
    sigaddset(&ignored, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &ignored);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    pid_t child = -1;
    failure = posix_spawnp(&child, arguments[0], NULL, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    *process = child;
    return failure;
}

int cshims_exit_status(int32_t process, int wait) {
    int status = 0;
    pid_t ended;
    do {
        ended = waitpid(process, &status, wait ? 0 : WNOHANG);
    } while (ended < 0 && errno == EINTR);
    if (ended <= 0) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    remove(path);
    return 0;
}

void cshims_remove_tree(const char *path) { nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }
