// What Swift's Glibc module leaves out, for the bridge of pages alone.
//
// Declarations only: a header that defined _GNU_SOURCE would show Swift other system types than Glibc does.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// A listening TCP socket on the loopback address of IPv4 or IPv6, non-blocking; 0 as the port takes a free one.
/// -1 and errno on failure.
int ctouchweb_listen(int is_ipv6, uint16_t port);

/// The local port of a TCP socket, and whether its address is a loopback one; -1 and errno if it is no such socket.
int ctouchweb_local_port(int socket, uint16_t *port, int *is_loopback);

/// Sends small messages at once.
void ctouchweb_no_delay(int socket);

/// A socket that asks the kernel about other sockets (NETLINK_SOCK_DIAG); -1 and errno on failure.
int ctouchweb_diag(void);

/// The user who made the socket at the other end of a loopback connection. 0; or an errno value: ENOENT if there is no
/// such socket on this machine, ENOTCONN if nobody holds it open and connected any more.
int ctouchweb_owner(int diag, int connection, uint32_t *uid);

/// Whether the kernel tells owners at all, tried on a connection of this process: 0, or the errno value of what failed. It
/// does not where the module tcp_diag is missing.
int ctouchweb_try_owner(int diag);

/// What tells one content of a file from another.
typedef struct {
    uint64_t inode;
    uint64_t bytes;
    int64_t seconds;
    int64_t nanoseconds;
} ctouchweb_file;

/// Opens a folder that ctouchweb_open_beneath() looks into; -1 and errno on failure.
int ctouchweb_open_folder(const char *path);

/// Opens a plain file below a folder to read it. No `..` and no symbolic link leads out of the folder
/// (RESOLVE_BENEATH); EXDEV if one tries, EISDIR for a folder, EACCES for what is no plain file. -1 and errno on failure.
int ctouchweb_open_beneath(int folder, const char *path, ctouchweb_file *file);

/// The most descriptors of this process, so that no table is made for more.
int ctouchweb_limit_descriptors(uint32_t most);

/// Room that libwebsockets wants in front of what it sends.
extern const size_t ctouchweb_room;
