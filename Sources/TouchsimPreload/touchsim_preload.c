// Preloaded in front of libumockdev-preload into the program that runs under touchsim. umockdev provides a sysfs, a
// udev event source and ioctl replies; this adds what a panel needs and umockdev lacks or does badly:
//
//  * every open() of the event node gets its own stream, as with evdev. umockdev's node is one pseudo terminal:
//    two openers steal each other's events, and a reader can catch half an event in its line buffer;
//  * a read() costs one system call. umockdev would ask the test bed's thread each time, and abort() once it is gone;
//  * read() returns ENODEV after an unplug;
//  * EVIOCGRAB keeps the events from other openers, as evdev does;
//  * fstat() of the node returns a character device with the node's number (umockdev does so from 0.19.2 on);
//  * /run/udev is looked up in the test bed (umockdev does so for the data folder from 0.17.18 on).
//
// Where umockdev already replies, the replies here agree with it. No state is kept between calls: the kind of a
// descriptor can be read from the kernel (its peer's address), so dup, fork and threads need no care.
#define _GNU_SOURCE
// With _FORTIFY_SOURCE, the C library itself defines the functions defined here.
#undef _FORTIFY_SOURCE
#include "touchsim_preload.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

// The next function of this name in load order: umockdev's if it has one, otherwise the C library's.
#define NEXT(name) ((__typeof__(&name))next_function(#name))

static void *next_function(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (function == NULL) {
        fprintf(stderr, "touchsim: the C library has no %s\n", name);
        abort();
    }
    return function;
}

static const char *test_bed(void) { return getenv("UMOCKDEV_DIR"); }

// ---- names ----------------------------------------------------------------------------------------------------------

static bool begins_with(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

// The path to open: in the test bed for udev's run-time files, unchanged for all others.
static const char *redirected(const char *path, char buffer[PATH_MAX]) {
    const char *bed = test_bed();
    if (path == NULL || bed == NULL || !begins_with(path, "/run/udev/")) return path;
    int length = snprintf(buffer, PATH_MAX, "%s%s", bed, path);
    return length < PATH_MAX ? buffer : path;
}

// The socket of an event node, or false for every other path. `path` is what the program asked to open.
static bool node_address(const char *path, struct sockaddr_un *address) {
    const char *bed = test_bed();
    if (path == NULL || bed == NULL || !begins_with(path, "/dev/input/")) return false;
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    int length = snprintf(address->sun_path, sizeof address->sun_path, "%s" TOUCHSIM_NODE_FOLDER, bed);
    size_t room = sizeof address->sun_path - (size_t)length;
    if ((size_t)length >= sizeof address->sun_path || strlen(path + 5) >= room) return false;
    char *name = address->sun_path + length;
    strcpy(name, path + 5);
    for (char *c = name; *c != '\0'; c++)
        if (*c == '/') *c = '_';
    return true;
}

// The name of the event node behind a descriptor (a pointer into `address`), or NULL for every other descriptor.
static const char *node_of(int fd, struct sockaddr_un *address) {
    const char *bed = test_bed();
    if (bed == NULL) return NULL;
    int saved = errno;
    socklen_t length = sizeof *address - 1;
    memset(address, 0, sizeof *address);
    int answer = getpeername(fd, (struct sockaddr *)address, &length);
    errno = saved;
    if (answer != 0 || address->sun_family != AF_UNIX || !begins_with(address->sun_path, bed)) return NULL;
    const char *rest = address->sun_path + strlen(bed);
    if (!begins_with(rest, TOUCHSIM_NODE_FOLDER)) return NULL;
    return rest + strlen(TOUCHSIM_NODE_FOLDER);
}

// ---- opening --------------------------------------------------------------------------------------------------------

// Replaces a freshly opened node with a stream from touchsim. umockdev knows the descriptor by its number and continues
// to handle its ioctls.
static int with_stream(int fd, const char *path, int flags) {
    struct sockaddr_un address;
    if (fd < 0 || !node_address(path, &address)) return fd;
    int saved = errno;
    int type = SOCK_STREAM | SOCK_CLOEXEC;
    int stream = socket(AF_UNIX, type, 0);
    if (stream < 0) goto refused;
    // A unique name chosen by the kernel, by which touchsim recognizes who requests a grab (see grab).
    struct sockaddr_un own = {.sun_family = AF_UNIX};
    bind(stream, (struct sockaddr *)&own, sizeof own.sun_family);
    if (connect(stream, (struct sockaddr *)&address, sizeof address) != 0) {
        if (errno == ENOENT) {  // a node of the test bed that is not touchsim's
            close(stream);
            errno = saved;
            return fd;
        }
        close(stream);
        saved = ENODEV;
        goto refused;
    }
    if (flags & O_NONBLOCK) fcntl(stream, F_SETFL, O_NONBLOCK);
    if (dup3(stream, fd, flags & O_CLOEXEC) < 0) {
        saved = errno;
        close(stream);
        goto refused;
    }
    close(stream);
    errno = saved;
    return fd;
refused:
    close(fd);
    errno = saved;
    return -1;
}

#define OPEN(name)                                               \
    EXPORT int name(const char *path, int flags, ...) {          \
        mode_t mode = 0;                                         \
        if ((flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE) { \
            va_list rest;                                        \
            va_start(rest, flags);                               \
            mode = va_arg(rest, mode_t);                         \
            va_end(rest);                                        \
        }                                                        \
        char buffer[PATH_MAX];                                   \
        int fd = NEXT(name)(redirected(path, buffer), flags, mode); \
        return with_stream(fd, path, flags);                     \
    }
OPEN(open)
OPEN(open64)

EXPORT int __open_2(const char *path, int flags) { return open(path, flags); }
EXPORT int __open64_2(const char *path, int flags) { return open64(path, flags); }

EXPORT FILE *fopen(const char *path, const char *mode) {
    char buffer[PATH_MAX];
    return NEXT(fopen)(redirected(path, buffer), mode);
}

EXPORT FILE *fopen64(const char *path, const char *mode) {
    char buffer[PATH_MAX];
    return NEXT(fopen64)(redirected(path, buffer), mode);
}

EXPORT int access(const char *path, int mode) {
    char buffer[PATH_MAX];
    return NEXT(access)(redirected(path, buffer), mode);
}

// ---- reading --------------------------------------------------------------------------------------------------------

EXPORT ssize_t read(int fd, void *buffer, size_t size) {
    static ssize_t (*plain)(int, void *, size_t);
    if (plain == NULL) {
        void *library = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
        plain = library == NULL ? NULL : (ssize_t(*)(int, void *, size_t))dlsym(library, "read");
        if (plain == NULL) plain = NEXT(read);
    }
    ssize_t count = plain(fd, buffer, size);
    bool ended = (count == 0 && size > 0) || (count < 0 && errno == ECONNRESET);
    struct sockaddr_un address;
    if (ended && node_of(fd, &address) != NULL) {
        errno = ENODEV;
        return -1;
    }
    return count;
}

// ---- ioctl -----------------------------------------------------------------------------------------------------------

// Grabs or releases the node, as evdev does for one open file.
static int grab(int fd, const struct sockaddr_un *node, bool wanted) {
    struct sockaddr_un address = *node, own;
    socklen_t length = sizeof own;
    size_t used = strlen(address.sun_path), room = sizeof address.sun_path - used;
    if (sizeof TOUCHSIM_GRAB_SUFFIX > room || getsockname(fd, (struct sockaddr *)&own, &length) != 0) return ENODEV;
    memcpy(address.sun_path + used, TOUCHSIM_GRAB_SUFFIX, sizeof TOUCHSIM_GRAB_SUFFIX);
    int line = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (line < 0) return errno;
    size_t name = length - offsetof(struct sockaddr_un, sun_path);
    char request[1 + sizeof own.sun_path] = {wanted ? '1' : '0'};
    memcpy(request + 1, own.sun_path, name);
    unsigned char answer = ENODEV;
    if (connect(line, (struct sockaddr *)&address, sizeof address) != 0 ||
        send(line, request, 1 + name, MSG_NOSIGNAL) != (ssize_t)(1 + name) || recv(line, &answer, 1, 0) != 1)
        answer = ENODEV;
    close(line);
    return answer;
}

EXPORT int ioctl(int fd, unsigned long request, ...) {
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    struct sockaddr_un address;
    if (request == EVIOCGRAB && node_of(fd, &address) != NULL) {
        int failure = grab(fd, &address, argument != NULL);
        if (failure == 0) return 0;
        errno = failure;
        return -1;
    }
    return NEXT(ioctl)(fd, request, argument);
}

// ---- status ---------------------------------------------------------------------------------------------------------

static bool device_number(const char *node, dev_t *number) {
    char path[PATH_MAX], link[32];
    int saved = errno;
    unsigned int major_part, minor_part;
    bool found = false;
    if (snprintf(path, sizeof path, "%s" TOUCHSIM_NUMBER_FOLDER "%s", test_bed(), node) < (int)sizeof path) {
        ssize_t length = readlink(path, link, sizeof link - 1);
        if (length > 0) {
            link[length] = '\0';
            found = sscanf(link, "%u:%u", &major_part, &minor_part) == 2;
        }
    }
    if (found) *number = makedev(major_part, minor_part);
    errno = saved;
    return found;
}

#define AS_NODE(fd, status)                                                        \
    do {                                                                           \
        struct sockaddr_un address;                                                \
        const char *node = S_ISSOCK((status)->st_mode) ? node_of(fd, &address) : NULL; \
        dev_t number;                                                              \
        if (node != NULL && device_number(node, &number)) {                        \
            (status)->st_mode = S_IFCHR | 0660;                                    \
            (status)->st_rdev = number;                                            \
        }                                                                          \
    } while (0)

#define FSTAT(name, record)                                  \
    EXPORT int name(int fd, struct record *status) {         \
        int answer = NEXT(name)(fd, status);                 \
        if (answer == 0) AS_NODE(fd, status);                \
        return answer;                                       \
    }
FSTAT(fstat, stat)
FSTAT(fstat64, stat64)

// The same for programs linked before glibc 2.33.
#define FXSTAT(name, record)                                         \
    int name(int version, int fd, struct record *status);            \
    EXPORT int name(int version, int fd, struct record *status) {    \
        int answer = NEXT(name)(version, fd, status);                \
        if (answer == 0) AS_NODE(fd, status);                        \
        return answer;                                               \
    }
FXSTAT(__fxstat, stat)
FXSTAT(__fxstat64, stat64)
