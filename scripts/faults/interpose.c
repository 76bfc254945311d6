/* Makes one file operation of a program fail. Loaded with LD_PRELOAD by faults.py.
 *
 * FAULTS_FOLDER: only operations on regular files in this folder count. Other system calls, such as removing
 *                files and making folders, are left alone.
 * FAULTS_AT:     the number of the operation that fails, from 1; 0 for none.
 * FAULTS_KIND:   full (every operation from there on that needs space fails with ENOSPC), broken (EIO once),
 *                interrupted (EINTR once), short (half of a write is done) or kill (half of a write is done,
 *                then SIGKILL).
 * FAULTS_REPORT: the file to write the operation that failed to or, if none is to fail, their number at exit.
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

static void write_report(const char *text) {
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
    write_report(text);
}

static int is_kind(const char *name) { return !strcmp(kind, name); }

static int is_inside(const char *path) {
    size_t length = strlen(folder);
    return !strncmp(path, folder, length) && path[length] == '/';
}

/* Whether a descriptor is a regular file in the folder; stores its path. */
static int is_counted(int descriptor, char path[4096]) {
    char link[64];
    struct stat status;
    if (fstat(descriptor, &status) || !S_ISREG(status.st_mode)) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, 4095);
    path[length < 0 ? 0 : length] = 0;
    return is_inside(path);
}

/* Whether this operation, to which the kind of fault applies or not, must fail. */
static int must_fail(const char *operation, const char *path, int applies) {
    static atomic_flag is_reported = ATOMIC_FLAG_INIT;
    long number = atomic_fetch_add(&operations, 1) + 1;
    char text[4200];
    if (!fails_at || !applies || number < fails_at) return 0;
    if (number > fails_at && !is_kind("full")) return 0;
    if (!atomic_flag_test_and_set(&is_reported)) {
        snprintf(text, sizeof text, "%s %s", operation, path);
        write_report(text);
    }
    return 1;
}

/* Defines a write of `size` bytes or parts: `half` does half of it. */
#define WRITE(name, parameters, arguments, half)                                    \
    ssize_t name parameters {                                                       \
        static ssize_t(*real) parameters;                                           \
        char path[4096];                                                            \
        if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);                       \
        if (is_counted(descriptor, path) &&                                         \
            must_fail(#name, path, size > 1 || !is_kind("short"))) {                \
            if (is_kind("full")) return errno = ENOSPC, -1;                         \
            if (is_kind("broken")) return errno = EIO, -1;                          \
            if (is_kind("interrupted")) return errno = EINTR, -1;                   \
            ssize_t done = size > 1 ? half : 0;                                     \
            if (is_kind("kill")) raise(SIGKILL);                                    \
            return done;                                                            \
        }                                                                           \
        return real arguments;                                                      \
    }

/* Defines an operation that cannot be done in part or be interrupted. */
#define WHOLE(name, parameters, arguments, inside)                                  \
    int name parameters {                                                           \
        static int(*real) parameters;                                               \
        char path[4096];                                                            \
        if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);                       \
        if ((inside) && must_fail(#name, path, !is_kind("short") && !is_kind("interrupted"))) { \
            if (is_kind("kill")) raise(SIGKILL);                                    \
            return errno = is_kind("full") ? ENOSPC : EIO, -1;                      \
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
WHOLE(fsync, (int descriptor), (descriptor), is_counted(descriptor, path))
WHOLE(fdatasync, (int descriptor), (descriptor), is_counted(descriptor, path))
WHOLE(ftruncate, (int descriptor, off_t size), (descriptor, size), is_counted(descriptor, path))
WHOLE(ftruncate64, (int descriptor, off64_t size), (descriptor, size), is_counted(descriptor, path))
WHOLE(rename, (const char *from, const char *to), (from, to), realpath(from, path) && is_inside(path))

/* Defines the opening of a file, which counts if it is for writing. */
#define OPEN(name)                                                                  \
    int name(const char *file, int flags, ...) {                                    \
        static int (*real)(const char *, int, ...);                                 \
        char here[4096] = "", path[8300];                                           \
        va_list rest;                                                               \
        va_start(rest, flags);                                                      \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;   \
        va_end(rest);                                                               \
        if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);                       \
        if (file[0] != '/' && getcwd(here, sizeof here)) strcat(here, "/");         \
        snprintf(path, sizeof path, "%s%.4000s", here, file);                       \
        int applies = is_kind("full") ? flags & O_CREAT : !is_kind("short");        \
        if ((flags & O_ACCMODE) != O_RDONLY && is_inside(path) && must_fail(#name, path, applies)) { \
            if (is_kind("kill")) raise(SIGKILL);                                    \
            return errno = is_kind("full") ? ENOSPC : is_kind("broken") ? EIO : EINTR, -1; \
        }                                                                           \
        return real(file, flags, mode);                                             \
    }
OPEN(open)
OPEN(open64)
