// What Swift's Glibc module leaves out, only for touchd-web.
//
// Declarations only: a header that defined _GNU_SOURCE would show Swift other system types than Glibc does.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// A listening TCP socket on the loopback address of IPv4 or IPv6, non-blocking; port 0 chooses a free one.
/// -1 and errno on failure.
int ctouchweb_listen(int is_ipv6, uint16_t port);

/// The local port of a TCP socket, and whether its address is a loopback one; -1 and errno for any other socket.
int ctouchweb_local_port(int socket, uint16_t *port, int *is_loopback);

/// Disables Nagle's algorithm, so that small messages are sent at once.
void ctouchweb_no_delay(int socket);

/// A socket for queries about other sockets (NETLINK_SOCK_DIAG); -1 and errno on failure.
int ctouchweb_diag(void);

/// The user who made the socket at the other end of a loopback connection. 0; or an errno value: ENOENT if there is no
/// such socket on this machine, ENOTCONN if it is closed or no longer connected.
int ctouchweb_owner(int diag, int connection, uint32_t *uid);

/// Whether the kernel can report owners, tested with a connection of this process: 0, or the errno value of the
/// failure. It cannot without the module tcp_diag.
int ctouchweb_try_owner(int diag);

/// Identifies the content of a file.
typedef struct {
    uint64_t inode;
    uint64_t bytes;
    int64_t seconds;
    int64_t nanoseconds;
} ctouchweb_file;

/// Opens a folder for ctouchweb_open_beneath(); -1 and errno on failure.
int ctouchweb_open_folder(const char *path);

/// Opens a plain file below a folder for reading. Neither `..` nor a symbolic link may lead out of the folder
/// (RESOLVE_BENEATH): EXDEV if one does, EISDIR for a folder, EACCES for any other file. -1 and errno on failure.
int ctouchweb_open_beneath(int folder, const char *path, ctouchweb_file *file);

/// Limits the number of descriptors of this process, so that libwebsockets does not allocate tables for more.
int ctouchweb_limit_descriptors(uint32_t most);

/// Space that libwebsockets needs before the data it sends.
extern const size_t ctouchweb_room;
