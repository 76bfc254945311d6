/* Makes one file operation of a program fail. Loaded with LD_PRELOAD by faults.py.
 *
 * FAULTS_FOLDER: only operations on regular files in this folder count.
 * FAULTS_AT:     the number of the operation that fails, from 1; 0 for none.
 * FAULTS_KIND:   full (every write from there on fails with ENOSPC), broken (EIO once), interrupted (EINTR
 *                once), short (half of the bytes are written) or kill (half of the bytes are written, then
 *                SIGKILL).
 * FAULTS_REPORT: the file to write the number of operations to at the end, or the operation that failed.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long operations;
static long fails_at;
static const char *kind, *folder, *report;

static void tell(const char *text) {
    int file = syscall(SYS_openat, AT_FDCWD, report, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    syscall(SYS_write, file, text, strlen(text));
    syscall(SYS_close, file);
}

__attribute__((constructor)) static void begin(void) {
    const char *at = getenv("FAULTS_AT");
    folder = getenv("FAULTS_FOLDER");
    kind = getenv("FAULTS_KIND");
    report = getenv("FAULTS_REPORT");
    fails_at = at ? atol(at) : 0;
    if (!folder || !kind || !report) abort();
}

__attribute__((destructor)) static void end(void) {
    char text[32];
    if (fails_at) return;
    snprintf(text, sizeof text, "%ld", atomic_load(&operations));
    tell(text);
}

static int is_kind(const char *name) { return !strcmp(kind, name); }

static int is_inside(const char *path) { return !strncmp(path, folder, strlen(folder)); }

/* Whether a descriptor is a regular file in the folder; gets its path. */
static int counts(int descriptor, char path[4096]) {
    char link[64];
    struct stat status;
    if (fstat(descriptor, &status) || !S_ISREG(status.st_mode)) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, 4095);
    path[length < 0 ? 0 : length] = 0;
    return is_inside(path);
}

/* Whether this operation fails. */
static int fails(const char *operation, const char *path) {
    long number = atomic_fetch_add(&operations, 1) + 1;
    char text[4200];
    if (!fails_at || number < fails_at) return 0;
    if (number > fails_at) return is_kind("full");
    snprintf(text, sizeof text, "%s %s", operation, path);
    tell(text);
    return 1;
}

static void die(void) {
    raise(SIGKILL);
}

/* Defines an operation of which a part can be done: `half` does half of it. */
#define WRITE(name, parameters, arguments, half)                                    \
    ssize_t name parameters {                                                       \
        static ssize_t(*real) parameters;                                           \
        char path[4096];                                                            \
        if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);                       \
        if (counts(descriptor, path) && fails(#name, path)) {                       \
            if (is_kind("full")) return errno = ENOSPC, -1;                         \
            if (is_kind("broken")) return errno = EIO, -1;                          \
            if (is_kind("interrupted")) return errno = EINTR, -1;                   \
            ssize_t done = size > 1 ? half : 0;                                     \
            if (is_kind("kill")) die();                                             \
            if (done > 0) return done;                                              \
        }                                                                           \
        return real arguments;                                                      \
    }

/* Defines an operation that is done or fails as a whole. */
#define WHOLE(name, parameters, arguments, inside)                                  \
    int name parameters {                                                           \
        static int(*real) parameters;                                               \
        char path[4096];                                                            \
        (void)path;                                                                 \
        if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);                       \
        if ((inside) && fails(#name, path)) {                                       \
            if (is_kind("kill")) die();                                             \
            if (is_kind("full")) return errno = ENOSPC, -1;                         \
            if (is_kind("broken")) return errno = EIO, -1;                          \
        }                                                                           \
        return real arguments;                                                      \
    }

WRITE(write, (int descriptor, const void *bytes, size_t size), (descriptor, bytes, size),
      real(descriptor, bytes, size / 2))
WRITE(pwrite, (int descriptor, const void *bytes, size_t size, off_t at), (descriptor, bytes, size, at),
      real(descriptor, bytes, size / 2, at))
WRITE(pwrite64, (int descriptor, const void *bytes, size_t size, off64_t at), (descriptor, bytes, size, at),
      real(descriptor, bytes, size / 2, at))
WRITE(writev, (int descriptor, const struct iovec *bytes, int size), (descriptor, bytes, size),
      real(descriptor, bytes, size / 2))
WHOLE(fsync, (int descriptor), (descriptor), counts(descriptor, path))
WHOLE(fdatasync, (int descriptor), (descriptor), counts(descriptor, path))
WHOLE(ftruncate, (int descriptor, off_t size), (descriptor, size), counts(descriptor, path))
WHOLE(ftruncate64, (int descriptor, off64_t size), (descriptor, size), counts(descriptor, path))
WHOLE(rename, (const char *from, const char *to), (from, to),
      is_inside(realpath(from, path) ? path : ""))

/* Files opened for writing. */
#define OPEN(name)                                                                  \
    int name(const char *file, int flags, ...) {                                    \
        static int (*real)(const char *, int, ...);                                 \
        char path[4096];                                                            \
        va_list rest;                                                               \
        va_start(rest, flags);                                                      \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;   \
        va_end(rest);                                                               \
        if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);                       \
        int absolute = file[0] == '/';                                              \
        if (absolute) snprintf(path, sizeof path, "%s", file);                      \
        else if (getcwd(path, sizeof path)) {                                       \
            size_t length = strlen(path);                                           \
            snprintf(path + length, sizeof path - length, "/%s", file);             \
        }                                                                           \
        if ((flags & O_ACCMODE) != O_RDONLY && is_inside(path) && fails(#name, path)) { \
            if (is_kind("kill")) die();                                             \
            if (is_kind("full") && flags & O_CREAT) return errno = ENOSPC, -1;      \
            if (is_kind("broken")) return errno = EIO, -1;                          \
            if (is_kind("interrupted")) return errno = EINTR, -1;                   \
        }                                                                           \
        return real(file, flags, mode);                                             \
    }
OPEN(open)
OPEN(open64)
