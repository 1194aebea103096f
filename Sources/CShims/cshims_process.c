#define _GNU_SOURCE
#include "cshims_process.h"

#include <sys/mman.h>

int cshims_memory_file(const char *name)
{
    return memfd_create(name, 0);
}
