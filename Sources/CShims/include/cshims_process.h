// Processes: what Swift's Glibc module marks as unavailable.
#pragma once
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

// fork(); for tests whose children only wait to be killed.
static inline pid_t cshims_fork(void) {
    return fork();
}

// memfd_create(): a file without a name, for the standard input of the program that this one becomes.
int cshims_memory_file(const char *name);

// Prevents core dumps of this process, also through a pipe, and tracing by its own user.
static inline int cshims_forbid_dumps(void) {
    const struct rlimit none = {0, 0};
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 && setrlimit(RLIMIT_CORE, &none) == 0 ? 0 : -1;
}

// Whether a core file of this process could be written.
static inline int cshims_is_dumpable(void) {
    return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
}

// Makes free() overwrite memory from now on. Secrets, keys and the bytes of a node are wiped by their owners, but the
// samples of a stroke also pass through Swift arrays, and messages with a live trail through buffers. These grow by
// copying, and nothing else can wipe the old copies.
static inline void cshims_wipe_freed_memory(void) {
    mallopt(M_PERTURB, 0xA5);
}
