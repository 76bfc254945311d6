/* Sets the clock of a program back or forward while it runs. Loaded with LD_PRELOAD by clock.py.
 *
 * CLOCK_AFTER: how many seconds after the start of the program the clock is set.
 * CLOCK_SHIFT: by how many seconds.
 *
 * The monotonic clock, which no one can set, is left alone.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static double after, shift, began;

static int read_clock(clockid_t clock, struct timespec *now) { return syscall(SYS_clock_gettime, clock, now); }

static double monotonic(void) {
    struct timespec now;
    read_clock(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

__attribute__((constructor)) static void begin(void) {
    after = atof(getenv("CLOCK_AFTER"));
    shift = atof(getenv("CLOCK_SHIFT"));
    began = monotonic();
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = read_clock(clock, now);
    if ((clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) && monotonic() - began >= after)
        now->tv_sec += (time_t)shift;
    return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec time;
    (void)zone;
    int failed = clock_gettime(CLOCK_REALTIME, &time);
    now->tv_sec = time.tv_sec;
    now->tv_usec = time.tv_nsec / 1000;
    return failed;
}

time_t time(time_t *now) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    if (now) *now = time.tv_sec;
    return time.tv_sec;
}
