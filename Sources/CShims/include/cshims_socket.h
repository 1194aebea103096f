// Sockets.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A Unix stream socket, close-on-exec; -1 and errno on failure.
int cshims_stream_socket(int nonblocking);

/// Two connected Unix stream sockets, close-on-exec and non-blocking; -1 and errno on failure.
int cshims_stream_pair(int pair[2]);

/// Accepts a pending connection, close-on-exec and non-blocking; -1 and errno if there is none.
int cshims_accept(int fd);

/// Binds to a file, or to an abstract name if `path` begins with '@'; ENAMETOOLONG if it does not fit.
int cshims_bind(int fd, const char *path);

/// The path of a listening socket: 0, or -1 if it has none or it does not fit.
int cshims_socket_path(int fd, char *path, size_t size);

/// Limits how long connecting waits for room in the queue of the listener (EAGAIN then). -1 and errno on failure.
int cshims_limit_connect(int fd, int64_t microseconds);

/// Connects to such an address.
int cshims_connect(int fd, const char *path);

/// Makes a descriptor non-blocking and close-on-exec.
int cshims_set_nonblocking(int fd);

/// Sends without blocking and without SIGPIPE; -1 and errno (EAGAIN when the peer is slow) on failure.
ssize_t cshims_send(int fd, const void *bytes, size_t count);

/// Receives without blocking; 0 at the end of the stream, -1 and errno on failure.
ssize_t cshims_receive(int fd, void *bytes, size_t count);

/// The peer's credentials at the time of connecting (SO_PEERCRED).
int cshims_peer_credentials(int fd, int32_t *pid, uint32_t *uid, uint32_t *gid);

/// The peer's supplementary groups (SO_PEERGROUPS): their number, or -1 and errno (ERANGE: room is too small).
int cshims_peer_groups(int fd, uint32_t *groups, size_t room);

/// A close-on-exec pidfd of the process that connected, before Linux 6.5 of the one that has its number now; -1 and errno on
/// failure.
int cshims_peer_process(int fd, int32_t pid);

/// Whether a socket accepts connections: 1, 0, or -1 and errno if it is not a socket.
int cshims_is_listening(int fd);

/// Waits for a descriptor: 1 ready, 0 timed out (timeout in milliseconds, -1: forever), -1 and errno.
int cshims_wait(int fd, int for_output, int timeout);
