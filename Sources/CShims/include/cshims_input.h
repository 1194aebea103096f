// Input devices: device numbers and signals as a descriptor.
#pragma once
#include <errno.h>
#include <linux/input.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <time.h>

/// The device number of an opened node; 0 on success, else errno.
static inline int touchd_node_number(int descriptor, unsigned *major_number, unsigned *minor_number) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return errno;
    if (!S_ISCHR(status.st_mode)) return ENODEV;
    *major_number = major(status.st_rdev);
    *minor_number = minor(status.st_rdev);
    return 0;
}

/// The access list of a node in the kernel's format; number of bytes, 0 if there is none or it is too long.
static inline long cshims_access_list(const char *node, unsigned char *bytes, unsigned long size) {
    ssize_t count = getxattr(node, "system.posix_acl_access", bytes, size);
    return count > 0 ? count : 0;
}

/// One value of every slot of a touch panel (EVIOCGMTSLOTS), such as ABS_MT_TRACKING_ID; 0 on success, else errno.
/// `count` is at most 256.
static inline int cshims_slot_values(int descriptor, unsigned code, int *values, unsigned count) {
    struct {
        unsigned code;
        int values[256];
    } request = {.code = code};
    if (count > 256) return EINVAL;
    unsigned long size = sizeof request.code + count * sizeof *values;
    if (ioctl(descriptor, EVIOCGMTSLOTS(size), &request) < 0) return errno;
    memcpy(values, request.values, count * sizeof *values);
    return 0;
}

/// The current value of an absolute axis (EVIOCGABS); 0 if unknown.
static inline int cshims_axis_value(int descriptor, unsigned code) {
    struct input_absinfo axis;
    return ioctl(descriptor, EVIOCGABS(code), &axis) < 0 ? 0 : axis.value;
}
