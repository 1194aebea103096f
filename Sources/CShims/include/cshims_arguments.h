// What Swift cannot call: getopt_long reports through global variables.
#pragma once
#include <getopt.h>

/// Begins a new list of arguments; messages are the caller's.
static inline void cshims_getopt_reset(void) {
    optind = 0;
    opterr = 0;
}

/// One step of getopt_long; `*place` is the next argument, `*value` the argument of the option or null, `*wrong` the
/// letter of an option that is not known.
static inline int cshims_getopt_long(int count, char *const *arguments, const char *letters, const struct option *longs,
                                     int *which, int *place, char **value, int *wrong) {
    *which = -1;
    optarg = 0;
    int result = getopt_long(count, arguments, letters, longs, which);
    *place = optind;
    *value = optarg;
    *wrong = optopt;
    return result;
}
