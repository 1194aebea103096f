// The job of job.h with fingers from libinput's udev backend.
#include "job.h"

/// Units of the axes of touchsim's panel. The last unit is exactly the edge of the view, as with touchd; libinput's own
/// scale ends one unit later.
enum { units_x = 4096, units_y = 2560 };

static struct libinput *seat;

static int open_fingers(void) {
    seat = open_seat();
    return libinput_get_fd(seat);
}

static void dispatch(void) {
    libinput_dispatch(seat);
    for (struct libinput_event *event; (event = libinput_get_event(seat)) != NULL; libinput_event_destroy(event)) {
        enum libinput_event_type type = libinput_event_get_type(event);
        if (type < LIBINPUT_EVENT_TOUCH_DOWN || type > LIBINPUT_EVENT_TOUCH_CANCEL) continue;
        struct libinput_event_touch *touch = libinput_event_get_touch_event(event);
        int slot = libinput_event_touch_get_slot(touch);
        if (slot < 0 || slot >= most_slots) continue;
        uint64_t time = libinput_event_touch_get_time_usec(touch);
        if (type == LIBINPUT_EVENT_TOUCH_UP || type == LIBINPUT_EVENT_TOUCH_CANCEL) {
            lift(slot, time);
            continue;
        }
        struct place place = {
            libinput_event_touch_get_x_transformed(touch, units_x) / (units_x - 1) * width,
            libinput_event_touch_get_y_transformed(touch, units_y) / (units_y - 1) * height};
        if (type == LIBINPUT_EVENT_TOUCH_DOWN)
            land(slot, place, time);
        else
            drag(slot, place, time);
    }
    send_buffer();
}

int main(int count, char **words) { return run(count, words, open_fingers, dispatch); }
