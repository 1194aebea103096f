#define _GNU_SOURCE
#include "CTouchWeb.h"

#include <errno.h>
#include <fcntl.h>
#include <libwebsockets.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

const size_t ctouchweb_room = LWS_PRE;

int ctouchweb_open_folder(const char *path) {
    return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

int ctouchweb_open_beneath(int folder, const char *path, ctouchweb_file *file) {
    struct open_how how = {
        // Opening a pipe must not wait for a writer.
        .flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    long descriptor;
    // EAGAIN: a path component was renamed at this moment.
    int tries = 8;
    do descriptor = syscall(SYS_openat2, folder, path, &how, sizeof how);
    while (descriptor < 0 && (errno == EINTR || errno == EAGAIN) && --tries);
    if (descriptor < 0) return -1;
    struct stat status;
    int code = 0;
    if (fstat((int)descriptor, &status) < 0) code = errno;
    else if (S_ISDIR(status.st_mode)) code = EISDIR;
    else if (!S_ISREG(status.st_mode)) code = EACCES;
    if (code) {
        close((int)descriptor);
        errno = code;
        return -1;
    }
    *file = (ctouchweb_file){
        .inode = status.st_ino, .bytes = (uint64_t)status.st_size, .seconds = status.st_mtim.tv_sec,
        .nanoseconds = status.st_mtim.tv_nsec};
    return (int)descriptor;
}
