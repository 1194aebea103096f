/* Processes: what Swift's Glibc module marks as unavailable. */
#ifndef CSHIMS_PROCESS_H
#define CSHIMS_PROCESS_H

#include <malloc.h>
#include <sys/types.h>
#include <unistd.h>

/* fork(); for tests whose children only wait to be killed. */
static inline pid_t cshims_fork(void)
{
    return fork();
}

/* Lets free() overwrite what it takes back, from now on. */
static inline void cshims_wipe_freed_memory(void)
{
    mallopt(M_PERTURB, 0xA5);
}

#endif
