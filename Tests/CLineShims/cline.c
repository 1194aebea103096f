#define _GNU_SOURCE
#include "cline.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

int cline_spawn(char *const arguments[], char *const environment[], int output, int errors, int32_t *process) {
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t files;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output, 1);
    posix_spawn_file_actions_adddup2(&files, errors, 2);
    pid_t id = -1;
    int failure = posix_spawn(&id, arguments[0], &files, &attributes, arguments, environment);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    *process = id;
    return failure;
}

int cline_process_descriptor(int32_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int cline_exit_status(int32_t process) {
    int status = 0;
    if (waitpid(process, &status, WNOHANG) != process) return -1;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// glibc's wrappers would change every thread of the process.
int cline_become(uint32_t user, uint32_t group, const uint32_t *groups, size_t count) {
    if (syscall(SYS_setgroups, count, groups) != 0) return errno;
    if (syscall(SYS_setresgid, group, group, group) != 0) return errno;
    if (syscall(SYS_setresuid, user, user, user) != 0) return errno;
    return 0;
}

int cline_datagram_socket(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return errno = ENAMETOOLONG, -1;
    strcpy(address.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && bind(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
    int reason = errno;
    if (fd >= 0) close(fd);
    errno = reason;
    return -1;
}

int cline_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

ptrdiff_t cline_find(const void *bytes, size_t count, const void *piece, size_t length) {
    const char *found = memmem(bytes, count, piece, length);
    return found ? found - (const char *)bytes : -1;
}
