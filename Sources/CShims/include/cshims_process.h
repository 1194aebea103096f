/* Processes: what Swift's Glibc module marks as unavailable. */
#ifndef CSHIMS_PROCESS_H
#define CSHIMS_PROCESS_H

#include <sys/types.h>
#include <unistd.h>

/* fork(); for tests whose children only wait to be killed. */
static inline pid_t cshims_fork(void)
{
    return fork();
}

#endif
