// The same line in plain C, to measure touchd against: libinput's udev backend, epoll, one JSON line per motion, one
// Unix stream socket. Nothing else: no scene, no models, no provenance, no cancel.
//
//     reference SOCKET           through libinput
//     reference --raw SOCKET     without libinput: event node to socket, the floor under both
//
// It is not slowed down artificially: the lines of one round leave in one send(), and numbers are formatted without printf.
#include "common.h"

static struct libinput *seat;
static int raw_node;

static void add_line(int slot, double x, double y, uint64_t microseconds) {
    if (buffer + sizeof buffer - end < 256) send_buffer();
    put_text("{\"slot\":");
    put_whole((uint64_t)slot);
    put_text(",\"name\":\"moved\",\"timeUSec\":");
    put_whole(microseconds);
    put_text(",\"x\":");
    put_place(x);
    put_text(",\"y\":");
    put_place(y);
    put_text("}\n");
}

static void dispatch(void) {
    libinput_dispatch(seat);
    for (struct libinput_event *event; (event = libinput_get_event(seat)) != NULL; libinput_event_destroy(event)) {
        if (libinput_event_get_type(event) != LIBINPUT_EVENT_TOUCH_MOTION) continue;
        struct libinput_event_touch *touch = libinput_event_get_touch_event(event);
        add_line(libinput_event_touch_get_slot(touch), libinput_event_touch_get_x_transformed(touch, width),
                 libinput_event_touch_get_y_transformed(touch, height), libinput_event_touch_get_time_usec(touch));
    }
    send_buffer();
}

static void forward(void) {
    static struct input_event events[256];
    static int slot, x, y;
    ssize_t size = read(raw_node, events, sizeof events);
    for (ssize_t i = 0; i < size / (ssize_t)sizeof *events; i++) {
        const struct input_event *event = &events[i];
        if (event->type != EV_ABS) continue;
        if (event->code == ABS_MT_SLOT) slot = event->value;
        if (event->code == ABS_MT_POSITION_X) x = event->value;
        if (event->code != ABS_MT_POSITION_Y) continue;
        y = event->value;
        add_line(slot, x, y, time_of(event));
    }
    send_buffer();
}

static void accepted(void) {}

int main(int count, char **words) {
    bool raw = count == 3 && strcmp(words[1], "--raw") == 0;
    if (count != 2 && !raw) return fprintf(stderr, "usage: reference [--raw] SOCKET\n"), 2;
    int listener = listen_at(words[count - 1]);
    if (raw)
        raw_node = open_panel();
    else
        seat = open_seat();
    serve(listener, raw ? raw_node : libinput_get_fd(seat), accepted, raw ? forward : dispatch);
}
