#pragma once
#include <mtdev.h>
#include <mtdev-plumbing.h>
#include <stdint.h>

/// mtdev_put_event without the timestamp, which mtdev only passes on.
static inline void cmtdev_put(struct mtdev *device, uint16_t type, uint16_t code, int32_t value) {
    struct input_event event = {.type = type, .code = code, .value = value};
    mtdev_put_event(device, &event);
}

/// mtdev_get_event without the timestamp; false if there is none.
static inline int cmtdev_get(struct mtdev *device, uint16_t *type, uint16_t *code, int32_t *value) {
    struct input_event event;
    if (mtdev_empty(device)) return 0;
    mtdev_get_event(device, &event);
    *type = event.type;
    *code = event.code;
    *value = event.value;
    return 1;
}
