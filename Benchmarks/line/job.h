// touchd's job in plain C, to measure touchd against: the same bytes to the same client, from landing to lifting. job.c has fingers
// from libinput, direct.c from the event node.
//
//     PROGRAM WIDGETS SOCKET     that many pattern widgets with a live trail, side by side
//
// Each landing is hit-tested, each position runs through the rule `turn` of the pattern decoder (io.touchd.scene), and each
// event is sent as a reply of io.touchd.scene.Present; bench.py compares the bytes. Omitted is what else touchd does: other
// kinds of widgets, calibration, cancels, pauses, the ring of frames, counters, several or lagging front ends. The program is
// not slowed down artificially: events are written directly into the send buffer.
#include "common.h"

enum { rows = 3, columns = 3, dots = rows * columns, most_widgets = 16, most_slots = 32 };
static const double hit_part = 0.30, turn_part = 0.50, knot_part = 0.12, sparse_part = 0.70, sure_part = 0.10;
static const double turn_angle = 30, doubt_angle = 20;
static const int minimum_dots = 4;

struct place {
    double x, y;
};

struct widget {
    double x, width;
    struct place centers[dots];
    double pitch, radius;
    int owner;
    // The drawing.
    int drawn[dots], count;
    unsigned used;
    bool has_knot_before, is_sparse;
    struct place last, knot, knot_before;
    double step_to_knot;
    // The first part of the messages about it.
    char opening[64];
    size_t opening_size;
};

static struct widget widgets[most_widgets];
static int widget_count;
static struct widget *owned[most_slots];

// ---- messages -----------------------------------------------------------------------------------

static void open_event(const struct widget *widget, const char *name, size_t size, uint64_t time) {
    if (buffer + sizeof buffer - end < 512) send_buffer();
    put(widget->opening, widget->opening_size);
    put(name, size);
    put_text("\",\"timeUSec\":");
    put_whole(time);
}

#define open_event(widget, name, time) open_event(widget, name, sizeof name - 1, time)

static void close_event(void) { put("}},\"continues\":true}", sizeof "}},\"continues\":true}"); }

/// Opens the member `pattern`, with the number of connected dots.
static void open_count(int count) {
    put_text(",\"pattern\":{\"count\":");
    put_whole((uint64_t)count);
}

static void tell_end(const struct widget *widget, uint64_t time) {
    const char wrong[] = ",\"hint\":{\"kind\":\"wrong\",\"durationUSec\":1000000}";
    if (widget->count == 0) {
        open_event(widget, "cancelled", time);
        put_text(",\"input\":\"drag\",\"reason\":\"empty\"");
    } else if (widget->is_sparse) {
        open_event(widget, "too_sparse", time);
        put_text(",\"input\":\"drag\"");
        put_text(wrong);
    } else if (widget->count < minimum_dots) {
        open_event(widget, "too_short", time);
        put_text(",\"input\":\"drag\"");
        put_text(wrong);
        open_count(widget->count);
        put_text(",\"minDots\":");
        put_whole((uint64_t)minimum_dots);
        put_text("}");
    } else {
        open_event(widget, "completed", time);
        put_text(",\"input\":\"drag\"");
        open_count(widget->count);
        put_text("}");
    }
    close_event();
}

// ---- dots ---------------------------------------------------------------------------------------

static double distance(struct place a, struct place b) { return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)); }

static double angle(double y, double x) { return atan2(y, x) * 180 / M_PI; }

static void add_dot(struct widget *widget, int dot, uint64_t time) {
    widget->used |= 1u << dot;
    widget->drawn[widget->count++] = dot;
    open_event(widget, "dot", time);
    open_count(widget->count);
    put_text(",\"dot\":");
    put_whole((uint64_t)dot);
    if (widget->count > 1) {
        struct place from = widget->centers[widget->drawn[widget->count - 2]], to = widget->centers[dot];
        end += sprintf(end, ",\"angle\":%.17g", angle(to.y - from.y, to.x - from.x) + 90);
    }
    put_text("}");
    close_event();
}

static int steps(int a, int b) {
    while (b != 0) {
        int rest = a % b;
        a = b, b = rest;
    }
    return a;
}

/// Connects a dot, after those that lie exactly on the line from the last dot to it.
static void join(struct widget *widget, int dot, uint64_t time) {
    if (widget->count > 0) {
        int last = widget->drawn[widget->count - 1];
        int across = dot % columns - last % columns, down = dot / columns - last / columns;
        int number = steps(abs(across), abs(down));
        for (int step = 1; step < number; step++) {
            int between = last + across / number * step + down / number * step * columns;
            if (!(widget->used & 1u << between)) add_dot(widget, between, time);
        }
    }
    add_dot(widget, dot, time);
}

/// Connects the dot nearest to a place if it is nearer than `reach`.
static void take_nearest(struct widget *widget, struct place place, double reach, uint64_t time) {
    int column = (int)fmin(fmax(place.x * columns / widget->width, 0), columns - 1);
    int row = (int)fmin(fmax(place.y * rows / height, 0), rows - 1);
    int dot = row * columns + column;
    if (!(widget->used & 1u << dot) && distance(widget->centers[dot], place) < reach) join(widget, dot, time);
}

/// The part of the line after which it is inside the disc of a dot; 2 if it never is.
static double entry(const struct widget *widget, int dot, struct place from, struct place to) {
    struct place center = widget->centers[dot];
    double dx = to.x - from.x, dy = to.y - from.y, ox = from.x - center.x, oy = from.y - center.y;
    double outside = ox * ox + oy * oy - widget->radius * widget->radius;
    if (outside <= 0) return 0;
    double length = dx * dx + dy * dy, toward = -(ox * dx + oy * dy);
    if (length <= 0 || toward <= 0) return 2;
    double discriminant = toward * toward - length * outside;
    return discriminant < 0 ? 2 : (toward - sqrt(discriminant)) / length;
}

static int first_unused(const struct widget *widget, struct place from, struct place to) {
    double left = fmin(from.x, to.x) - widget->radius, right = fmax(from.x, to.x) + widget->radius;
    double top = fmin(from.y, to.y) - widget->radius, bottom = fmax(from.y, to.y) + widget->radius;
    int best = -1;
    double first = 1;
    for (int dot = 0; dot < dots; dot++) {
        struct place center = widget->centers[dot];
        if (widget->used & 1u << dot || center.x < left || center.x > right || center.y < top || center.y > bottom) continue;
        double at = entry(widget, dot, from, to);
        if (at < first || (at <= 1 && best < 0)) best = dot, first = at;
    }
    return best;
}

/// Ties a knot if the line has come far enough, and judges the bend at the knot before.
static void tie(struct widget *widget, struct place place, uint64_t time) {
    struct place knot = widget->knot;
    double dx = place.x - knot.x, dy = place.y - knot.y, spacing = knot_part * widget->pitch;
    if (dx * dx + dy * dy < spacing * spacing) return;
    double step = distance(widget->last, place);
    if (widget->has_knot_before) {
        double ax = knot.x - widget->knot_before.x, ay = knot.y - widget->knot_before.y;
        double bend = fabs(angle(ax * dy - ay * dx, ax * dx + ay * dy));
        if (bend >= turn_angle) take_nearest(widget, knot, turn_part * widget->pitch, time);
        if (bend >= doubt_angle && fmax(widget->step_to_knot, step) > sparse_part * widget->pitch) {
            bool is_sure = false;
            for (int dot = 0; dot < dots; dot++)
                is_sure = is_sure || distance(widget->centers[dot], knot) <= sure_part * widget->pitch;
            widget->is_sparse = widget->is_sparse || !is_sure;
        }
    }
    widget->has_knot_before = true;
    widget->knot_before = knot;
    widget->step_to_knot = step;
    widget->knot = place;
}

static void move(struct widget *widget, struct place place, uint64_t time) {
    tie(widget, place, time);
    for (int dot; (dot = first_unused(widget, widget->last, place)) >= 0;) join(widget, dot, time);
    widget->last = place;
    open_event(widget, "moved", time);
    put_text(",\"pattern\":{\"x\":");
    put_place(place.x);
    put_text(",\"y\":");
    put_place(place.y);
    put_text("}");
    close_event();
}

// ---- fingers ------------------------------------------------------------------------------------

static void land(int slot, struct place place, uint64_t time) {
    for (int index = widget_count - 1; index >= 0; index--) {
        struct widget *widget = &widgets[index];
        if (place.x < widget->x || place.x >= widget->x + widget->width) continue;
        if (widget->owner >= 0) return;
        owned[slot] = widget;
        widget->owner = slot;
        widget->count = 0;
        widget->used = 0;
        widget->has_knot_before = widget->is_sparse = false;
        widget->last = widget->knot = (struct place){place.x - widget->x, place.y};
        open_event(widget, "began", time);
        close_event();
        take_nearest(widget, widget->last, turn_part * widget->pitch, time);
        return;
    }
}

static void lift(int slot, uint64_t time) {
    struct widget *widget = owned[slot];
    if (widget == NULL) return;
    take_nearest(widget, widget->last, turn_part * widget->pitch, time);
    tell_end(widget, time);
    widget->owner = -1;
    owned[slot] = NULL;
}

static void drag(int slot, struct place place, uint64_t time) {
    if (owned[slot] == NULL) return;
    place.x -= owned[slot]->x;
    move(owned[slot], place, time);
}

// ---- the scene ----------------------------------------------------------------------------------

/// Reads the call, whose contents it knows, and replies.
static void accepted(void) {
    static char call[1 << 16];
    for (ssize_t size = 0; size == 0 || call[size - 1] != '\0';) {
        ssize_t more = read(client, call + size, sizeof call - (size_t)size);
        if (more <= 0) exit(3);
        size += more;
    }
    put("{\"parameters\":{\"scene\":\"job\"},\"continues\":true}", sizeof "{\"parameters\":{\"scene\":\"job\"},\"continues\":true}");
    send_buffer();
}

static void lay_out(struct widget *widget, int index) {
    widget->width = (double)width / widget_count;
    widget->x = index * widget->width;
    widget->owner = -1;
    double pitch_x = widget->width / columns, pitch_y = (double)height / rows;
    widget->pitch = fmin(pitch_x, pitch_y);
    widget->radius = hit_part * widget->pitch;
    for (int dot = 0; dot < dots; dot++)
        widget->centers[dot] = (struct place){(dot % columns + 0.5) * pitch_x, (dot / columns + 0.5) * pitch_y};
    widget->opening_size = (size_t)snprintf(
        widget->opening, sizeof widget->opening, "{\"parameters\":{\"event\":{\"widget\":\"w%d\",\"name\":\"", index);
}

/// The program: `open_fingers` opens what `dispatch` reads.
static int run(int count, char **words, int (*open_fingers)(void), void (*dispatch)(void)) {
    widget_count = count == 3 ? atoi(words[1]) : 0;
    if (widget_count < 1 || widget_count > most_widgets)
        return fprintf(stderr, "usage: %s WIDGETS SOCKET\n", program_invocation_short_name), 2;
    for (int index = 0; index < widget_count; index++) lay_out(&widgets[index], index);
    int listener = listen_at(words[2]);
    serve(listener, open_fingers(), accepted, dispatch);
    return 0;
}
