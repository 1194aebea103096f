/* The program's malloc precedes the C library's, also for every library it loads. */
#include "allocations.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

static _Thread_local unsigned long count;
static _Thread_local long live;
static _Thread_local bool counts_bytes;

unsigned long allocations_of_this_thread(void) { return count; }

long live_bytes_of_this_thread(void) {
    counts_bytes = true;
    return live;
}

#ifdef SANITIZED
bool allocations_are_counted(void) { return false; }
#else
bool allocations_are_counted(void) { return true; }

/* glibc's allocator, under the names it provides for this purpose. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *old);

static long size_of(void *made) { return counts_bytes ? (long)malloc_usable_size(made) : 0; }

static void *counted(void *made) {
    count++;
    live += size_of(made);
    return made;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t number, size_t size) { return counted(__libc_calloc(number, size)); }

void *realloc(void *old, size_t size) {
    long before = size_of(old);
    void *made = __libc_realloc(old, size);
    if (made || !size) live -= before;
    return counted(made);
}

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void free(void *old) {
    live -= size_of(old);
    __libc_free(old);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **made, size_t alignment, size_t size) {
    void *memory = memalign(alignment, size);
    if (!memory) return ENOMEM;
    *made = memory;
    return 0;
}
#endif
