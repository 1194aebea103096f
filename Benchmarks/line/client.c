// Reads events from a socket and records when each arrived: the end point of the latency measurement.
//
//     client SOCKET [CALL]     sends the bytes of file CALL and a zero byte first, if given
//
// Prints "ready" after the first reply (or at once without CALL), reads until the other end closes, and prints
//     moved MESSAGES  first US  last US  p50 US  p90 US  p99 US  max US  bytes COUNT  sum NUMBER
// where first and last are moments of CLOCK_MONOTONIC and the others are latencies from timestamp to arrival; bytes and sum
// cover the first 4096 such messages without their timestamps, to compare the output of two programs.
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { most = 1 << 23 };

static uint32_t *latencies;
static size_t known;
static int64_t first, last;
static uint64_t bytes, sum = 0xcbf29ce484222325;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void stop(const char *call) {
    fprintf(stderr, "client: %s: %s\n", call, strerror(errno));
    exit(3);
}

static int connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) exit(2);
    strcpy(address.sun_path, path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0) stop(path);
    return fd;
}

static void send_call(int fd, const char *path) {
    char call[1 << 16];
    FILE *file = fopen(path, "r");
    if (file == NULL) stop(path);
    size_t size = fread(call, 1, sizeof call - 1, file);
    fclose(file);
    while (size > 0 && call[size - 1] == '\n') size--;
    call[size] = '\0';
    if (write(fd, call, size + 1) != (ssize_t)(size + 1)) stop("write");
    if (read(fd, call, sizeof call) <= 0) stop("read");
    if (strstr(call, "\"error\"") != NULL) {
        fprintf(stderr, "client: %s\n", call);
        exit(3);
    }
}

/// FNV-1a, to 63 bits.
static void add(const char *from, const char *to) {
    bytes += (uint64_t)(to - from);
    while (from < to) sum = (sum ^ (unsigned char)*from++) * 0x100000001b3;
}

static void take(const char *message, size_t size, int64_t arrival) {
    static const char moved[] = "\"name\":\"moved\"", stamp[] = "\"timeUSec\":";
    if (memmem(message, size, moved, sizeof moved - 1) == NULL) return;
    const char *digits = memmem(message, size, stamp, sizeof stamp - 1);
    if (digits == NULL || known == most) return;
    char *rest;
    int64_t latency = arrival - strtoll(digits + sizeof stamp - 1, &rest, 10);
    if (known < 4096) add(message, digits), add(rest, message + size);
    if (known == 0) first = arrival;
    last = arrival;
    latencies[known++] = latency < 0 ? 0 : (uint32_t)latency;
}

static int order(const void *left, const void *right) {
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

static uint32_t part(double fraction) { return known == 0 ? 0 : latencies[(size_t)((double)(known - 1) * fraction)]; }

int main(int count, char **words) {
    if (count < 2 || count > 3) return fprintf(stderr, "usage: client SOCKET [CALL]\n"), 2;
    latencies = malloc(most * sizeof *latencies);
    memset(latencies, 1, most * sizeof *latencies / 8);
    int fd = connect_to(words[1]);
    if (count == 3) send_call(fd, words[2]);
    char end = count == 3 ? '\0' : '\n';
    puts("ready");
    fflush(stdout);
    static char buffer[1 << 18];
    size_t held = 0;
    for (;;) {
        ssize_t size = read(fd, buffer + held, sizeof buffer - held);
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) break;
        int64_t arrival = now();
        held += (size_t)size;
        char *start = buffer;
        for (char *stop; (stop = memchr(start, end, held - (size_t)(start - buffer))) != NULL; start = stop + 1)
            take(start, (size_t)(stop - start), arrival);
        held -= (size_t)(start - buffer);
        memmove(buffer, start, held);
    }
    qsort(latencies, known, sizeof *latencies, order);
    printf("moved %zu first %" PRId64 " last %" PRId64 " p50 %u p90 %u p99 %u max %u bytes %" PRIu64 " sum %" PRIu64 "\n",
           known, first, last, part(0.5), part(0.9), part(0.99), known == 0 ? 0 : latencies[known - 1], bytes, sum >> 1);
}
