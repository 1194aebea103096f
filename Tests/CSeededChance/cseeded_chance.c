#define _GNU_SOURCE
#include "cseeded_chance.h"
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

static _Thread_local struct {
    int is_seeded;
    uint64_t state;
} chance;

/// SplitMix64, as SeededNumbers has it.
static uint64_t next(void) {
    uint64_t bits = chance.state += 0x9E3779B97F4A7C15;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
    return bits ^ (bits >> 31);
}

static void fill(void *const bytes, const size_t count) {
    for (size_t done = 0; done < count;) {
        if (chance.is_seeded) {
            const uint64_t bits = next();
            const size_t length = count - done < sizeof bits ? count - done : sizeof bits;
            memcpy((char *)bytes + done, &bits, length);
            done += length;
        } else {
            const ssize_t length = getrandom((char *)bytes + done, count - done, 0);
            if (length < 0) abort();
            done += (size_t)length;
        }
    }
}

static uint32_t number(void) {
    uint32_t bits;
    fill(&bits, sizeof bits);
    return bits;
}

static const char *name(void) { return "seeded"; }

static struct randombytes_implementation source = {.implementation_name = name, .random = number, .buf = fill};

static void install(void) {
    randombytes_set_implementation(&source);
    // Draws numbers, once in a process.
    if (sodium_init() < 0) abort();
}

void cseeded_chance_begin(uint64_t seed) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    chance.is_seeded = 1;
    chance.state = seed;
}

void cseeded_chance_end(void) { chance.is_seeded = 0; }
