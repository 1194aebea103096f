/* Processes: what Swift's Glibc module marks as unavailable. */
#ifndef CSHIMS_PROCESS_H
#define CSHIMS_PROCESS_H

#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

/* fork(); for tests whose children only wait to be killed. */
static inline pid_t cshims_fork(void)
{
    return fork();
}

/* Keeps this process out of core files, also those that go through a pipe, and from being traced by its own user. */
static inline int cshims_forbid_dumps(void)
{
    const struct rlimit none = {0, 0};
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 && setrlimit(RLIMIT_CORE, &none) == 0 ? 0 : -1;
}

/* Whether a core file of this process could be written. */
static inline int cshims_is_dumpable(void)
{
    return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
}

/*
 * Lets free() overwrite what it takes back, from now on. Secrets, keys and the bytes of a node are wiped where they end, but the
 * samples of a stroke also pass arrays of Swift, and messages with a live trail pass buffers, which grow by copying: what they
 * grew out of nobody else can wipe.
 */
static inline void cshims_wipe_freed_memory(void)
{
    mallopt(M_PERTURB, 0xA5);
}

#endif
