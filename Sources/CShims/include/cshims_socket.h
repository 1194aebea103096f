// What Swift's Glibc module leaves out, one header per area. This one: sockets.
#pragma once
#define _GNU_SOURCE
#include <errno.h>
#include <sys/socket.h>
#include <sys/un.h>
