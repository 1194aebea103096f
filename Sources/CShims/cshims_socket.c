#define _GNU_SOURCE
#include "cshims_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77  // Linux 6.5
#endif

int cshims_stream_socket(int nonblocking) {
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | (nonblocking ? SOCK_NONBLOCK : 0), 0);
}

int cshims_stream_pair(int pair[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair);
}

int cshims_accept(int fd) {
    int connection;
    do connection = accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    while (connection < 0 && (errno == EINTR || errno == ECONNABORTED));
    return connection;
}

/// The length of the filled address, or -1 and errno.
static socklen_t fill(struct sockaddr_un *address, const char *path) {
    size_t length = strlen(path);
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (length == 0 || length >= sizeof address->sun_path) {
        errno = length ? ENAMETOOLONG : EINVAL;
        return (socklen_t)-1;
    }
    memcpy(address->sun_path, path, length);
    if (path[0] == '@') {
        address->sun_path[0] = 0;
        return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    }
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
}

int cshims_bind(int fd, const char *path) {
    struct sockaddr_un address;
    socklen_t size = fill(&address, path);
    return size == (socklen_t)-1 ? -1 : bind(fd, (struct sockaddr *)&address, size);
}

int cshims_socket_path(int fd, char *path, size_t size) {
    struct sockaddr_un address = {0};
    socklen_t length = sizeof address;
    if (getsockname(fd, (struct sockaddr *)&address, &length) < 0 || address.sun_family != AF_UNIX) return -1;
    size_t count = strnlen(address.sun_path, sizeof address.sun_path);
    // An abstract name begins with a zero.
    if (count == 0 || count >= size) return -1;
    memcpy(path, address.sun_path, count);
    path[count] = 0;
    return 0;
}

int cshims_limit_connect(int fd, int64_t microseconds) {
    struct timeval limit = {.tv_sec = microseconds / 1000000, .tv_usec = microseconds % 1000000};
    return setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

int cshims_connect(int fd, const char *path) {
    struct sockaddr_un address;
    socklen_t size = fill(&address, path);
    return size == (socklen_t)-1 ? -1 : connect(fd, (struct sockaddr *)&address, size);
}

int cshims_set_nonblocking(int fd) {
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0) return -1;
    return fcntl(fd, F_SETFD, FD_CLOEXEC);
}

ssize_t cshims_send(int fd, const void *bytes, size_t count) {
    ssize_t sent;
    do sent = send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (sent < 0 && errno == EINTR);
    return sent;
}

ssize_t cshims_receive(int fd, void *bytes, size_t count) {
    ssize_t received;
    do received = recv(fd, bytes, count, MSG_DONTWAIT);
    while (received < 0 && errno == EINTR);
    return received;
}

int cshims_peer_credentials(int fd, int32_t *pid, uint32_t *uid, uint32_t *gid) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) return -1;
    *pid = peer.pid;
    *uid = peer.uid;
    *gid = peer.gid;
    return 0;
}

int cshims_peer_groups(int fd, uint32_t *groups, size_t room) {
    _Static_assert(sizeof(gid_t) == sizeof(uint32_t), "a group is 32 bits");
    socklen_t size = (socklen_t)(room * sizeof(gid_t));
    if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &size) < 0) return -1;
    return (int)(size / sizeof(gid_t));
}

int cshims_peer_process(int fd, int32_t pid) {
    int process = -1;
    socklen_t size = sizeof process;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERPIDFD, &process, &size) == 0) return process;
    // Any other error means that the kernel knows no such process: its number may be another's by now.
    return errno == ENOPROTOOPT ? (int)syscall(SYS_pidfd_open, pid, 0) : -1;
}

int cshims_is_listening(int fd) {
    int listening = 0;
    socklen_t size = sizeof listening;
    if (getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) < 0) return -1;
    return listening != 0;
}

int cshims_wait(int fd, int for_output, int timeout) {
    struct pollfd entry = {.fd = fd, .events = for_output ? POLLOUT : POLLIN};
    return poll(&entry, 1, timeout);
}
