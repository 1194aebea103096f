// What libinput says, as text. It is formatted in C: a va_list is a struct on arm64, which no Swift closure can take.
#pragma once
#include <libinput.h>

/// Hears what libinput says: its user data, the priority, the text.
typedef void (*clibinput_listener)(void *, enum libinput_log_priority, const char *);

/// Has a listener, the same one for each libinput of a process, hear what this one says.
void clibinput_listen(struct libinput *libinput, clibinput_listener listener);
