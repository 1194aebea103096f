// getopt_long, which Swift cannot call because it reports through global variables.
#pragma once
#include <getopt.h>

/// Begins a new list of arguments; the caller prints messages.
static inline void cshims_getopt_reset(void) {
    optind = 0;
    opterr = 0;
}

/// One step of getopt_long; `*place` is the next argument, `*value` the argument of the option or null, `*wrong` the
/// letter of an unknown option.
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
