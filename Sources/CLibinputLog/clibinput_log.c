#include "clibinput_log.h"

#include <stdarg.h>
#include <stdio.h>

static _Atomic(clibinput_listener) current;

static void said(struct libinput *libinput, enum libinput_log_priority priority, const char *format, va_list arguments) {
    char text[1024];
    if (vsnprintf(text, sizeof text, format, arguments) < 0) return;
    current(libinput_get_user_data(libinput), priority, text);
}

void clibinput_listen(struct libinput *libinput, clibinput_listener listener) {
    current = listener;
    libinput_log_set_handler(libinput, said);
}
