// Shared by the C programs: a seat, an event node, a socket, a send buffer, and fast number formatting.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libinput.h>
#include <libudev.h>
#include <linux/input.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <systemd/sd-daemon.h>
#include <time.h>
#include <unistd.h>

enum { width = 1280, height = 800 };

static int client = -1;
static char buffer[1 << 16];
static char *end = buffer;

static inline void stop(const char *call) {
    fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, call, strerror(errno));
    exit(3);
}

// ---- bytes --------------------------------------------------------------------------------------

/// Sends what one round has buffered.
static inline void send_buffer(void) {
    for (char *from = buffer; client >= 0 && from < end;) {
        ssize_t count = send(client, from, (size_t)(end - from), MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR) exit(0);
        if (count > 0) from += count;
    }
    end = buffer;
}

static inline void put(const void *bytes, size_t size) {
    memcpy(end, bytes, size);
    end += size;
}

#define put_text(text) put(text, sizeof text - 1)

static inline void put_whole(uint64_t number) {
    static const char pairs[] =
        "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354"
        "555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";
    char digits[20], *start = digits + sizeof digits;
    for (; number >= 100; number /= 100) memcpy(start -= 2, pairs + number % 100 * 2, 2);
    if (number >= 10)
        memcpy(start -= 2, pairs + number * 2, 2);
    else
        *--start = (char)('0' + number);
    put(start, (size_t)(digits + sizeof digits - start));
}

/// A place to the thousandth of a pixel, without needless zeros: 12.0, 12.5, 12.125.
static inline void put_place(double pixels) {
    int64_t thousandths = (int64_t)(pixels * 1000 + (pixels < 0 ? -0.5 : 0.5));
    if (thousandths < 0) *end++ = '-', thousandths = -thousandths;
    put_whole((uint64_t)thousandths / 1000);
    unsigned part = (unsigned)(thousandths % 1000);
    *end++ = '.';
    *end++ = (char)('0' + part / 100);
    if (part % 100 == 0) return;
    *end++ = (char)('0' + part / 10 % 10);
    if (part % 10 != 0) *end++ = (char)('0' + part % 10);
}

// ---- the seat -----------------------------------------------------------------------------------

static inline int open_node(const char *path, int flags, void *data) {
    (void)flags, (void)data;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

static inline void close_node(int fd, void *data) {
    (void)data;
    close(fd);
}

static inline struct libinput *open_seat(void) {
    static const struct libinput_interface nodes = {.open_restricted = open_node, .close_restricted = close_node};
    struct udev *udev = udev_new();
    struct libinput *seat = udev == NULL ? NULL : libinput_udev_create_context(&nodes, NULL, udev);
    if (seat == NULL || libinput_udev_assign_seat(seat, "seat0") != 0) stop("libinput");
    return seat;
}

// ---- the event node -----------------------------------------------------------------------------

static inline int open_panel(void) {
    int fd = open("/dev/input/event20", O_RDONLY | O_NONBLOCK | O_CLOEXEC), clock = CLOCK_MONOTONIC;
    if (fd < 0 || ioctl(fd, EVIOCSCLOCKID, &clock) != 0) stop("event20");
    return fd;
}

static inline uint64_t time_of(const struct input_event *event) {
    return (uint64_t)event->input_event_sec * 1000000 + (uint64_t)event->input_event_usec;
}

// ---- the socket ---------------------------------------------------------------------------------

static inline int listen_at(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) exit(2);
    strcpy(address.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 8) != 0) stop(path);
    return fd;
}

static inline void watch(int epoll, int fd) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) != 0) stop("epoll_ctl");
}

/// Serves one client at a time: `accepted` greets it, `dispatch` takes what there is to read at `source`.
static inline void serve(int listener, int source, void (*accepted)(void), void (*dispatch)(void)) {
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    watch(epoll, listener);
    watch(epoll, source);
    dispatch();
    sd_notify(0, "READY=1");
    for (;;) {
        struct epoll_event ready[8];
        int number = epoll_wait(epoll, ready, 8, -1);
        for (int i = 0; i < number; i++) {
            if (ready[i].data.fd == source) dispatch();
            if (ready[i].data.fd != listener) continue;
            client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
            accepted();
        }
    }
}
