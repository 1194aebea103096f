#pragma once
// As in CShims: modules must agree on what the C library's headers declare.
#define _GNU_SOURCE
#include <umockdev.h>
