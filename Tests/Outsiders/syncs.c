/* Preloaded by start.py: writes a line for each sync of the program, and READY when the program notifies systemd; callgrind
 * stops counting there. With TOUCHD_STOP set it sends the program SIGTERM at its first sync. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

static void put(const char *line) {
    int file = open(getenv("TOUCHD_SYNCS"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    /* A single write keeps the lines of different threads apart. */
    if (file < 0 || write(file, line, strlen(line)) < 0) abort();
    close(file);
}

static int told(const char *call, int descriptor) {
    char link[32], path[900] = "", line[1000];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    if (readlink(link, path, sizeof path - 1) < 0) abort();
    snprintf(line, sizeof line, "%s %s\n", call, path);
    put(line);
    static bool is_stopped;
    if (getenv("TOUCHD_STOP") && !__atomic_exchange_n(&is_stopped, true, __ATOMIC_RELAXED)) kill(getpid(), SIGTERM);
    int (*next)(int) = (int (*)(int))dlsym(RTLD_NEXT, call);
    return next(descriptor);
}

int fsync(int descriptor) { return told("fsync", descriptor); }
int fdatasync(int descriptor) { return told("fdatasync", descriptor); }

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
    if (message->msg_iovlen > 0 && message->msg_iov[0].iov_len >= 7 && memcmp(message->msg_iov[0].iov_base, "READY=1", 7) == 0) {
        CALLGRIND_STOP_INSTRUMENTATION;
        put("READY\n");
    }
    ssize_t (*next)(int, const struct msghdr *, int) = (ssize_t (*)(int, const struct msghdr *, int))dlsym(RTLD_NEXT, "sendmsg");
    return next(socket, message, flags);
}
