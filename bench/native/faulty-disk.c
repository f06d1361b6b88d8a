/*
 * Makes one write, sync or truncation of a file below a directory fail, for programs that are started with LD_PRELOAD set to this library.
 *
 *   FAULTY_DISK_DIR    the directory, absolute
 *   FAULTY_DISK_AT     which of these calls fails, from 1; 0 for none
 *   FAULTY_DISK_CALLS  how many calls fail from there on; 0 for all
 *   FAULTY_DISK_KIND   ENOSPC, EIO, TORN (half of the bytes are written, then EIO) or CUT (half are written, then the process is killed)
 *   FAULTY_DISK_LOG    a file for the number of calls, and for each call that failed; not below the directory
 *
 * Syncs and truncations that are to be torn fail with EIO; before a cut, they are not carried out. Memory maps are left alone.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *directory, *log_file, *kind;
static size_t directory_length;
static long at, most, calls;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off64_t);
static ssize_t (*real_writev)(int, const struct iovec *, int);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off64_t);

static long number(const char *name) {
    const char *text = getenv(name);
    return text == NULL ? 0 : atol(text);
}

static void begin(void) {
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_writev = dlsym(RTLD_NEXT, "writev");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
    directory = getenv("FAULTY_DISK_DIR");
    directory_length = directory == NULL ? 0 : strlen(directory);
    log_file = getenv("FAULTY_DISK_LOG");
    kind = getenv("FAULTY_DISK_KIND");
    at = number("FAULTY_DISK_AT");
    most = number("FAULTY_DISK_CALLS");
}

/* One line, in one call: several threads may write. */
static void note(const char *line) {
    int fd = log_file == NULL ? -1 : open(log_file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd >= 0) {
        ssize_t ignored = real_write(fd, line, strlen(line));
        (void) ignored;
        close(fd);
    }
}

__attribute__((destructor)) static void end(void) {
    char line[64];
    pthread_once(&once, begin);
    if (calls > 0) {
        snprintf(line, sizeof line, "calls %ld\n", calls);
        note(line);
    }
}

/* The file of a descriptor when it lies below the directory; NULL otherwise. */
static const char *file(int fd, char *path, size_t size) {
    char link[64];
    ssize_t length;
    if (directory_length == 0) {
        return NULL;
    }
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, path, size - 1);
    if (length < 0) {
        return NULL;
    }
    path[length] = 0;
    return strncmp(path, directory, directory_length) == 0 && path[directory_length] == '/' ? path : NULL;
}

/* True when a call is to fail. */
static int fails(int fd, const char *call) {
    char path[4096];
    char line[4400];
    const char *name;
    long count;
    int saved = errno;
    pthread_once(&once, begin);
    name = file(fd, path, sizeof path);
    errno = saved;
    if (name == NULL) {
        return 0;
    }
    count = __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    if (at == 0 || count < at || (most > 0 && count >= at + most)) {
        return 0;
    }
    if (count == at || count == at + 1) {
        snprintf(line, sizeof line, "failed %ld %s %s %s\n", count, kind, call, name + directory_length + 1);
        note(line);
    }
    errno = saved;
    return 1;
}

static int is(const char *name) {
    return kind != NULL && strcmp(kind, name) == 0;
}

/* Ends a call that writes nothing more. */
static int failed(void) {
    if (is("CUT")) {
        kill(getpid(), SIGKILL);
    }
    errno = is("ENOSPC") ? ENOSPC : EIO;
    return -1;
}

static int tears(void) {
    return is("TORN") || is("CUT");
}

ssize_t write(int fd, const void *bytes, size_t length) {
    if (!fails(fd, "write")) {
        return real_write(fd, bytes, length);
    }
    if (tears()) {
        ssize_t ignored = real_write(fd, bytes, length / 2);
        (void) ignored;
    }
    return failed();
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
    if (!fails(fd, "pwrite")) {
        return real_pwrite(fd, bytes, length, offset);
    }
    if (tears()) {
        ssize_t ignored = real_pwrite(fd, bytes, length / 2, offset);
        (void) ignored;
    }
    return failed();
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
    return pwrite64(fd, bytes, length, offset);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    if (!fails(fd, "writev")) {
        return real_writev(fd, parts, count);
    }
    if (tears() && count > 0) {
        ssize_t ignored = real_write(fd, parts[0].iov_base, parts[0].iov_len / 2);
        (void) ignored;
    }
    return failed();
}

int fsync(int fd) {
    return fails(fd, "fsync") ? failed() : real_fsync(fd);
}

int fdatasync(int fd) {
    return fails(fd, "fdatasync") ? failed() : real_fdatasync(fd);
}

int ftruncate64(int fd, off64_t length) {
    return fails(fd, "ftruncate") ? failed() : real_ftruncate(fd, length);
}

int ftruncate(int fd, off_t length) {
    return ftruncate64(fd, length);
}
