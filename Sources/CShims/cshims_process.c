#define _GNU_SOURCE
#include "cshims_process.h"

#include <link.h>
#include <stdbool.h>
#include <sys/auxv.h>
#include <sys/mman.h>

/* Whether the loader wrote into segments of this object that are not writable: what it wrote would be lost. */
static bool has_text_relocations(const struct dl_phdr_info *object)
{
    for (int i = 0; i < object->dlpi_phnum; i++) {
        if (object->dlpi_phdr[i].p_type != PT_DYNAMIC)
            continue;
        const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
        for (; entry->d_tag != DT_NULL; entry++)
            if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && entry->d_un.d_val & DF_TEXTREL))
                return true;
    }
    return false;
}

static int unmap_object(struct dl_phdr_info *object, size_t size, void *page_size)
{
    (void)size;
    const size_t page = *(const size_t *)page_size;
    /* The kernel's own pages are not in a file. */
    if (object->dlpi_addr == getauxval(AT_SYSINFO_EHDR) || has_text_relocations(object))
        return 0;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W)
            continue;
        const size_t start = (object->dlpi_addr + segment->p_vaddr) / page * page;
        const size_t end = object->dlpi_addr + segment->p_vaddr + segment->p_filesz;
        /* What cannot be unmapped stays, and nothing is lost. */
        (void)madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void cshims_unmap_unwritten(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    dl_iterate_phdr(unmap_object, &page);
}
