#pragma once
#include <stdint.h>

/// From now on libsodium's random numbers on this thread follow from the seed. Other threads keep the kernel's.
void cseeded_chance_begin(uint64_t seed);

/// From now on they are the kernel's again.
void cseeded_chance_end(void);
