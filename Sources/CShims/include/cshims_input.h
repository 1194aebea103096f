// What Swift's Glibc module leaves out, for input devices: device numbers and signals as a descriptor.
#pragma once
#include <errno.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

/// The device number of an opened node; 0 on success, else errno.
static inline int touchd_node_number(int descriptor, unsigned *major_number, unsigned *minor_number) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return errno;
    if (!S_ISCHR(status.st_mode)) return ENODEV;
    *major_number = major(status.st_rdev);
    *minor_number = minor(status.st_rdev);
    return 0;
}
