#define _GNU_SOURCE
#include "CTouchWeb.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

int ctouchweb_listen(int is_ipv6, uint16_t port) {
    int descriptor = socket(is_ipv6 ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) return -1;
    int yes = 1;
    struct sockaddr_in ipv4 = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in6 ipv6 = {.sin6_family = AF_INET6, .sin6_port = htons(port), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    if (setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) < 0
        || (is_ipv6 && setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes) < 0)
        || bind(descriptor, is_ipv6 ? (struct sockaddr *)&ipv6 : (struct sockaddr *)&ipv4,
                is_ipv6 ? sizeof ipv6 : sizeof ipv4) < 0
        || listen(descriptor, 64) < 0) {
        int code = errno;
        close(descriptor);
        errno = code;
        return -1;
    }
    return descriptor;
}

/// Any TCP address: family, address and port.
typedef struct {
    int family;
    uint32_t words[4];
    uint16_t port;
} place;

/// The address of this end of a socket, or of the other one.
static int read_place(int socket, int is_remote, place *found) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if ((is_remote ? getpeername : getsockname)(socket, (struct sockaddr *)&address, &size) < 0) return -1;
    *found = (place){.family = address.ss_family};
    if (address.ss_family == AF_INET) {
        const struct sockaddr_in *ipv4 = (const struct sockaddr_in *)&address;
        found->words[0] = ipv4->sin_addr.s_addr;
        found->port = ipv4->sin_port;
        return 0;
    }
    if (address.ss_family == AF_INET6) {
        const struct sockaddr_in6 *ipv6 = (const struct sockaddr_in6 *)&address;
        memcpy(found->words, &ipv6->sin6_addr, sizeof found->words);
        found->port = ipv6->sin6_port;
        return 0;
    }
    errno = EAFNOSUPPORT;
    return -1;
}

static int is_loopback(const place *at) {
    if (at->family == AF_INET) return ntohl(at->words[0]) >> 24 == 127;
    struct in6_addr address;
    memcpy(&address, at->words, sizeof address);
    return IN6_IS_ADDR_LOOPBACK(&address);
}

int ctouchweb_local_port(int socket, uint16_t *port, int *loopback) {
    place own;
    if (read_place(socket, 0, &own) < 0) return -1;
    *port = ntohs(own.port);
    *loopback = is_loopback(&own);
    return 0;
}

void ctouchweb_no_delay(int socket) {
    int yes = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

int ctouchweb_diag(void) {
    return socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG);
}

static int ask(int diag, const place *theirs, const place *own, uint32_t sequence) {
    struct {
        struct nlmsghdr header;
        struct inet_diag_req_v2 body;
    } request = {
        .header = {
            .nlmsg_len = sizeof request, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST,
            .nlmsg_seq = sequence},
        .body = {
            .sdiag_family = (uint8_t)theirs->family, .sdiag_protocol = IPPROTO_TCP, .idiag_states = ~0u,
            // The peer's socket: its own address comes first.
            .id = {
                .idiag_sport = theirs->port, .idiag_dport = own->port,
                .idiag_cookie = {INET_DIAG_NOCOOKIE, INET_DIAG_NOCOOKIE}}}};
    memcpy(request.body.id.idiag_src, theirs->words, sizeof theirs->words);
    memcpy(request.body.id.idiag_dst, own->words, sizeof own->words);
    struct sockaddr_nl kernel = {.nl_family = AF_NETLINK};
    ssize_t sent = sendto(diag, &request, sizeof request, 0, (struct sockaddr *)&kernel, sizeof kernel);
    return sent == (ssize_t)sizeof request ? 0 : sent < 0 ? errno : EIO;
}

int ctouchweb_owner(int diag, int connection, uint32_t *uid) {
    // A unique number per query, across threads: replies to other queries are skipped.
    static _Atomic uint32_t last;
    place theirs, own;
    if (read_place(connection, 1, &theirs) < 0 || read_place(connection, 0, &own) < 0) return errno;
    const uint32_t sequence = ++last;
    int code = ask(diag, &theirs, &own, sequence);
    if (code) return code;
    for (;;) {
        union {
            struct nlmsghdr header;
            char bytes[4096];
        } answer;
        struct sockaddr_nl sender;
        struct iovec part = {.iov_base = answer.bytes, .iov_len = sizeof answer};
        struct msghdr message = {.msg_name = &sender, .msg_namelen = sizeof sender, .msg_iov = &part, .msg_iovlen = 1};
        // The kernel replies before sendto() returns.
        ssize_t count = recvmsg(diag, &message, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        const struct nlmsghdr *header = &answer.header;
        if (sender.nl_pid != 0 || !NLMSG_OK(header, (size_t)count) || header->nlmsg_seq != sequence) continue;
        if (header->nlmsg_type == NLMSG_ERROR) {
            const struct nlmsgerr *fault = NLMSG_DATA(header);
            return header->nlmsg_len >= NLMSG_LENGTH(sizeof *fault) && fault->error < 0 ? -fault->error : EIO;
        }
        if (header->nlmsg_type != SOCK_DIAG_BY_FAMILY || header->nlmsg_len < NLMSG_LENGTH(sizeof(struct inet_diag_msg)))
            return EIO;
        const struct inet_diag_msg *found = NLMSG_DATA(header);
        // Without a cookie the kernel may answer with a listening socket of that port.
        if (found->id.idiag_sport != theirs.port || found->id.idiag_dport != own.port) return ENOENT;
        // A closed socket that lingers counts as root's, and has no inode.
        if (found->idiag_state != TCP_ESTABLISHED || found->idiag_inode == 0) return ENOTCONN;
        *uid = found->idiag_uid;
        return 0;
    }
}

int ctouchweb_try_owner(int diag) {
    int listener = ctouchweb_listen(0, 0), other = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), accepted = -1, code = 0;
    struct sockaddr_in address;
    socklen_t size = sizeof address;
    if (listener < 0 || other < 0 || getsockname(listener, (struct sockaddr *)&address, &size) < 0
        || connect(other, (struct sockaddr *)&address, size) < 0 || (accepted = accept4(listener, NULL, NULL, SOCK_CLOEXEC)) < 0)
        code = errno;
    uint32_t uid = 0;
    if (!code) code = ctouchweb_owner(diag, accepted, &uid);
    if (!code && uid != geteuid()) code = EPERM;
    if (listener >= 0) close(listener);
    if (other >= 0) close(other);
    if (accepted >= 0) close(accepted);
    return code;
}

int ctouchweb_limit_descriptors(uint32_t most) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -1;
    if (limit.rlim_max < most) most = (uint32_t)limit.rlim_max;
    limit.rlim_cur = most;
    return setrlimit(RLIMIT_NOFILE, &limit);
}
