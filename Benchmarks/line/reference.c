// The same line in plain C, to measure touchd against: libinput's udev backend, epoll, one JSON line per motion, one
// Unix stream socket. Nothing else: no scene, no models, no provenance, no cancel.
//
//     reference SOCKET           through libinput
//     reference --raw SOCKET     without libinput: event node to socket, the floor under both
//
// It is not made slow: the lines of one round leave in one send().
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libinput.h>
#include <libudev.h>
#include <linux/input.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

static const char node[] = "/dev/input/event20";
static const int width = 1280, height = 800;

static int client = -1;
static char lines[1 << 16];
static size_t used;

static void stop(const char *call) {
    fprintf(stderr, "reference: %s: %s\n", call, strerror(errno));
    exit(3);
}

static void send_lines(void) {
    for (size_t sent = 0; client >= 0 && sent < used;) {
        ssize_t count = send(client, lines + sent, used - sent, MSG_NOSIGNAL);
        if (count < 0 && errno != EINTR) exit(0);
        if (count > 0) sent += (size_t)count;
    }
    used = 0;
}

static void add_line(int slot, double x, double y, uint64_t microseconds) {
    if (sizeof lines - used < 256) send_lines();
    static const char line[] = "{\"slot\":%d,\"name\":\"moved\",\"timeUSec\":%" PRIu64 ",\"x\":%.15g,\"y\":%.15g}\n";
    used += (size_t)snprintf(lines + used, 256, line, slot, microseconds, x, y);
}

// ---- through libinput ---------------------------------------------------------------------------

static int open_node(const char *path, int flags, void *data) {
    (void)flags, (void)data;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

static void close_node(int fd, void *data) {
    (void)data;
    close(fd);
}

static struct libinput *open_seat(void) {
    static const struct libinput_interface nodes = {.open_restricted = open_node, .close_restricted = close_node};
    struct udev *udev = udev_new();
    struct libinput *seat = udev == NULL ? NULL : libinput_udev_create_context(&nodes, NULL, udev);
    if (seat == NULL || libinput_udev_assign_seat(seat, "seat0") != 0) stop("libinput");
    return seat;
}

static void dispatch(struct libinput *seat) {
    libinput_dispatch(seat);
    for (struct libinput_event *event; (event = libinput_get_event(seat)) != NULL; libinput_event_destroy(event)) {
        if (libinput_event_get_type(event) != LIBINPUT_EVENT_TOUCH_MOTION) continue;
        struct libinput_event_touch *touch = libinput_event_get_touch_event(event);
        add_line(libinput_event_touch_get_slot(touch), libinput_event_touch_get_x_transformed(touch, width),
                 libinput_event_touch_get_y_transformed(touch, height), libinput_event_touch_get_time_usec(touch));
    }
    send_lines();
}

// ---- without ------------------------------------------------------------------------------------

static void forward(int fd) {
    static struct input_event events[256];
    static int slot, x, y;
    ssize_t size = read(fd, events, sizeof events);
    for (ssize_t i = 0; i < size / (ssize_t)sizeof *events; i++) {
        const struct input_event *event = &events[i];
        if (event->type != EV_ABS) continue;
        if (event->code == ABS_MT_SLOT) slot = event->value;
        if (event->code == ABS_MT_POSITION_X) x = event->value;
        if (event->code != ABS_MT_POSITION_Y) continue;
        y = event->value;
        add_line(slot, x, y, (uint64_t)event->input_event_sec * 1000000 + (uint64_t)event->input_event_usec);
    }
    send_lines();
}

// ---- the socket ---------------------------------------------------------------------------------

static int listen_at(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) exit(2);
    strcpy(address.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 8) != 0) stop(path);
    return fd;
}

static void watch(int epoll, int fd) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) != 0) stop("epoll_ctl");
}

int main(int count, char **words) {
    bool raw = count == 3 && strcmp(words[1], "--raw") == 0;
    if (count != 2 && !raw) return fprintf(stderr, "usage: reference [--raw] SOCKET\n"), 2;
    int listener = listen_at(words[count - 1]);
    struct libinput *seat = raw ? NULL : open_seat();
    int source = raw ? open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : libinput_get_fd(seat);
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    watch(epoll, listener);
    watch(epoll, source);
    if (!raw) dispatch(seat);
    sd_notify(0, "READY=1");
    for (;;) {
        struct epoll_event ready[8];
        int number = epoll_wait(epoll, ready, 8, -1);
        for (int i = 0; i < number; i++) {
            if (ready[i].data.fd == source && raw) forward(source);
            if (ready[i].data.fd == source && !raw) dispatch(seat);
            if (ready[i].data.fd == listener) client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
        }
    }
}
