// libinput's log messages as text. They are formatted in C: a va_list is a struct on arm64, which no Swift closure
// accepts.
#pragma once
#include <libinput.h>

/// Receives a message of libinput: its user data, the priority, the text.
typedef void (*clibinput_listener)(void *, enum libinput_log_priority, const char *);

/// Sets the listener for the messages of this libinput; it must be the same one for each libinput of a process.
void clibinput_listen(struct libinput *libinput, clibinput_listener listener);
