// The job of job.h with fingers from the event node: read() and a decoder of its own, for panels with numbered slots. Omitted is
// what else libinput does: finding panels, unplugging, palms, panels without slots.
#include "job.h"

struct slot {
    /// The kernel's tracking id, and that of the finger whose landing was handled; -1 for none.
    int id, told;
    int x, y;
};

static int node, selected, slot_count;
static struct slot slots[most_slots];
/// A bit for each slot that changed in this frame.
static unsigned changed;
static struct input_absinfo axis_x, axis_y;

static void query(unsigned long request, void *answer) {
    if (ioctl(node, request, answer) < 0) stop("ioctl");
}

/// Asks the kernel for the state of all slots.
static void look(void) {
    struct {
        __u32 code;
        __s32 of[most_slots];
    } ids = {.code = ABS_MT_TRACKING_ID}, xs = {.code = ABS_MT_POSITION_X}, ys = {.code = ABS_MT_POSITION_Y};
    struct input_absinfo slot;
    query(EVIOCGMTSLOTS(sizeof ids), &ids);
    query(EVIOCGMTSLOTS(sizeof xs), &xs);
    query(EVIOCGMTSLOTS(sizeof ys), &ys);
    query(EVIOCGABS(ABS_MT_SLOT), &slot);
    selected = slot.value;
    slot_count = slot.maximum < most_slots ? slot.maximum + 1 : most_slots;
    for (int i = 0; i < slot_count; i++) {
        struct slot now = {ids.of[i], slots[i].told, xs.of[i], ys.of[i]};
        if (memcmp(&now, &slots[i], sizeof now) != 0) changed |= 1u << i;
        slots[i] = now;
    }
}

static int open_fingers(void) {
    node = open_panel();
    query(EVIOCGABS(ABS_MT_POSITION_X), &axis_x);
    query(EVIOCGABS(ABS_MT_POSITION_Y), &axis_y);
    for (int i = 0; i < most_slots; i++) slots[i].id = slots[i].told = -1;
    look();
    return node;
}

/// The last unit of an axis is exactly the edge of the view.
static double part(int value, const struct input_absinfo *axis) {
    return (double)(value - axis->minimum) / (axis->maximum - axis->minimum);
}

static void end_frame(uint64_t time) {
    for (; changed != 0; changed &= changed - 1) {
        int index = __builtin_ctz(changed);
        struct slot *slot = &slots[index];
        if (slot->told >= 0 && slot->told != slot->id) lift(index, time);
        if (slot->id >= 0) {
            struct place place = {part(slot->x, &axis_x) * width, part(slot->y, &axis_y) * height};
            (slot->told == slot->id ? drag : land)(index, place, time);
        }
        slot->told = slot->id;
    }
}

static void change(int code, int value) {
    if (code == ABS_MT_SLOT) selected = value;
    if (selected < 0 || selected >= slot_count) return;
    struct slot *slot = &slots[selected];
    switch (code) {
    case ABS_MT_TRACKING_ID: slot->id = value; break;
    case ABS_MT_POSITION_X: slot->x = value; break;
    case ABS_MT_POSITION_Y: slot->y = value; break;
    default: return;
    }
    changed |= 1u << selected;
}

static void dispatch(void) {
    static struct input_event events[256];
    ssize_t size = read(node, events, sizeof events);
    if (size <= 0 && errno != EAGAIN && errno != EINTR) stop("read");
    for (const struct input_event *event = events; event < events + size / (ssize_t)sizeof *events; event++) {
        if (event->type == EV_ABS) change(event->code, event->value);
        if (event->type != EV_SYN) continue;
        if (event->code == SYN_REPORT) end_frame(time_of(event));
        if (event->code != SYN_DROPPED) continue;
        // Events were lost: what is still queued is dropped as well, and the kernel's state taken for a frame.
        for (ssize_t more; (more = read(node, events, sizeof events)) > 0;) size = more;
        look();
        end_frame(time_of(&events[size / (ssize_t)sizeof *events - 1]));
        break;
    }
    send_buffer();
}

int main(int count, char **words) { return run(count, words, open_fingers, dispatch); }
