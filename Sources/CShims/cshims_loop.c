#define _GNU_SOURCE
#include "cshims_loop.h"
#include "cshims_process.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <unistd.h>

const char *cshims_error_text(int code) {
    const char *text = strerrordesc_np(code);
    return text ? text : "unknown error";
}

int cshims_eventfd(int semaphore, int nonblocking) {
    return eventfd(0, EFD_CLOEXEC | (semaphore ? EFD_SEMAPHORE : 0) | (nonblocking ? EFD_NONBLOCK : 0));
}

int cshims_eventfd_add(int fd, uint64_t count) {
    ssize_t written;
    do written = write(fd, &count, sizeof count);
    while (written < 0 && errno == EINTR);
    return written == sizeof count ? 0 : -1;
}

int cshims_eventfd_take(int fd) {
    uint64_t count;
    ssize_t taken;
    do taken = read(fd, &count, sizeof count);
    while (taken < 0 && errno == EINTR);
    return taken == sizeof count ? 0 : -1;
}

int64_t cshims_clock_microseconds(int clock) {
    struct timespec now = {0};
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int cshims_clock_is_synchronized(void) {
    struct timex clock = {0};
    return adjtimex(&clock) < 0 ? -1 : !(clock.status & STA_UNSYNC);
}

int cshims_clock_change(void) {
    int fd = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    if (fd < 0) return -1;
    // A moment that is never reached: the largest number of seconds accepted by every libc.
    struct itimerspec never = {.it_value = {.tv_sec = INT32_MAX}};
    if (timerfd_settime(fd, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL) == 0) return fd;
    int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

int cshims_wait_for_two(int first, int second, int64_t timeout) {
    struct pollfd waiting[] = {{.fd = first, .events = POLLIN}, {.fd = second, .events = POLLIN}};
    struct timespec limit = {.tv_sec = timeout / 1000000, .tv_nsec = timeout % 1000000 * 1000};
    // Fails only if interrupted by a signal.
    if (ppoll(waiting, 2, timeout < 0 ? NULL : &limit, NULL) < 0) return 2;
    return (waiting[0].revents != 0) + (waiting[1].revents != 0) * 2;
}

int cshims_memory_file(const char *name) { return memfd_create(name, 0); }
