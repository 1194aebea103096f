/* The minimum cost of a bridge: relays the bytes of one TCP connection to a Unix socket and back.
 *   bench-relay SOCKET     prints its port on 127.0.0.1 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* Relays the available bytes; returns 0 at the end of the stream. */
static int hand_on(int from, int to) {
    char bytes[65536];
    ssize_t count = read(from, bytes, sizeof bytes);
    for (ssize_t sent = 0, part; sent < count; sent += part)
        if ((part = write(to, bytes + sent, (size_t)(count - sent))) <= 0) return 0;
    return count > 0;
}

int main(int count, char **words) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_un daemon = {.sun_family = AF_UNIX};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0), line = socket(AF_UNIX, SOCK_STREAM, 0), yes = 1;
    if (count != 2 || strlen(words[1]) >= sizeof daemon.sun_path) return 2;
    strcpy(daemon.sun_path, words[1]);
    if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 1)
        || getsockname(listener, (struct sockaddr *)&address, &size) || connect(line, (struct sockaddr *)&daemon, sizeof daemon))
        return 1;
    printf("%d\n", ntohs(address.sin_port));
    fflush(stdout);
    int page = accept(listener, NULL, NULL);
    setsockopt(page, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    struct pollfd ends[2] = {{.fd = page, .events = POLLIN}, {.fd = line, .events = POLLIN}};
    while (poll(ends, 2, -1) > 0)
        for (int end = 0; end < 2; end++)
            if (ends[end].revents && !hand_on(ends[end].fd, ends[!end].fd)) return 0;
    return 1;
}
