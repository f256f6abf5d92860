/* lib_semaphores.c: the module _semaphores: semaphores and memory that processes share, by name, under multiprocessing
 * where no Python is. Owns their handles and the waits; who owns what is counted in the language. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>

#include "lib.h"

static const char capsule_name[] = "tensor-kernel.semaphore";
enum { SLICE_MS = 50 };

static void end(void *pointer)
{
    sem_close(pointer);
}

/* open(name, value, exclusive): a semaphore; value < 0: one that is there. */
static lang_value m_open(struct lang_thread *t, const lang_value *a)
{
    int64_t value;
    const char *name = lang_as_utf8(t, a[0], "name", NULL);
    if (!name || lang_as_int64(t, a[1], &value) < 0)
        return lang_error();
    sem_t *s = value < 0 ? sem_open(name, 0) : sem_open(name, O_CREAT | O_EXCL, 0600, (unsigned)value);
    if (s == SEM_FAILED)
        return lang_raise_errno(t, errno, NULL);
    struct lang_capsule *c = lang_capsule_new(t, s, capsule_name, end);
    if (!c)
        sem_close(s);
    return lang_obj_or_error(c);
}

static lang_value m_unlink(struct lang_thread *t, const lang_value *a)
{
    const char *name = lang_as_utf8(t, a[0], "name", NULL);
    if (!name)
        return lang_error();
    return sem_unlink(name) < 0 ? lang_raise_errno(t, errno, NULL) : lang_none();
}

static sem_t *semaphore_of(struct lang_thread *t, lang_value v)
{
    if (lang_is_exactly(v, &lang_type_capsule) && ((struct lang_capsule *)v.o)->name == capsule_name)
        return ((struct lang_capsule *)v.o)->pointer;
    return lang_fail_null(t, LANG_EXC_TypeError, "a semaphore is required, not '%N'", v);
}

static int64_t now_ns(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Waits for a slice of time: 0, or errno. */
static int wait_slice(struct lang_thread *t, sem_t *s, int64_t ns)
{
    const int64_t at = now_ns(CLOCK_REALTIME) + ns;
    const struct timespec until = {at / 1000000000, at % 1000000000};
    lang_unlock(t);
    const int error = sem_timedwait(s, &until) < 0 ? errno : 0;
    lang_lock(t);
    return error;
}

/* acquire(semaphore, nanoseconds): whether it was; -1: for as long as it takes. */
static lang_value m_acquire(struct lang_thread *t, const lang_value *a)
{
    const int64_t slice = (int64_t)SLICE_MS * 1000000;
    int64_t ns;
    sem_t *s = semaphore_of(t, a[0]);
    if (!s || lang_as_int64(t, a[1], &ns) < 0)
        return lang_error();
    const int64_t end_at = ns < 0 ? 0 : now_ns(CLOCK_MONOTONIC) + ns;
    while (sem_trywait(s) < 0) {
        if (errno != EAGAIN && errno != EINTR)
            return lang_raise_errno(t, errno, NULL);
        const int64_t left = ns < 0 ? slice : end_at - now_ns(CLOCK_MONOTONIC);
        if (left <= 0)
            return lang_bool(false);
        const int error = wait_slice(t, s, left < slice ? left : slice);
        if (!error)
            return lang_bool(true);
        if (error != EINTR && error != ETIMEDOUT)
            return lang_raise_errno(t, error, NULL);
        if (lang_poll(t) < 0)
            return lang_error();
    }
    return lang_bool(true);
}

static lang_value m_release(struct lang_thread *t, const lang_value *a)
{
    sem_t *s = semaphore_of(t, a[0]);
    if (!s)
        return lang_error();
    return sem_post(s) < 0 ? lang_raise_errno(t, errno, NULL) : lang_none();
}

static lang_value m_value(struct lang_thread *t, const lang_value *a)
{
    int value = 0;
    sem_t *s = semaphore_of(t, a[0]);
    if (!s)
        return lang_error();
    return sem_getvalue(s, &value) < 0 ? lang_raise_errno(t, errno, NULL) : lang_int(value < 0 ? 0 : value);
}

static lang_value m_handle(struct lang_thread *t, const lang_value *a)
{
    sem_t *s = semaphore_of(t, a[0]);
    return s ? lang_int((int64_t)(uintptr_t)s) : lang_error();
}

/* memory_open(name, flags, mode): a descriptor of shared memory. */
static lang_value m_memory_open(struct lang_thread *t, const lang_value *a)
{
    int64_t flags, mode;
    const char *name = lang_as_utf8(t, a[0], "name", NULL);
    if (!name || lang_as_int64(t, a[1], &flags) < 0 || lang_as_int64(t, a[2], &mode) < 0)
        return lang_error();
    const int fd = shm_open(name, (int)flags, (mode_t)mode);
    return fd < 0 ? lang_raise_errno(t, errno, name) : lang_int(fd);
}

static lang_value m_memory_unlink(struct lang_thread *t, const lang_value *a)
{
    const char *name = lang_as_utf8(t, a[0], "name", NULL);
    if (!name)
        return lang_error();
    return shm_unlink(name) < 0 ? lang_raise_errno(t, errno, name) : lang_none();
}

static const struct lang_method functions[] = {
    {"open", "(name, value, /)", m_open, "A semaphore by name: a new one, or with a value below 0 one that is there.",
     0},
    {"unlink", "(name, /)", m_unlink, "Takes the name away.", 0},
    {"acquire", "(semaphore, nanoseconds, /)", m_acquire, "Lowers it, or gives up after that time.", 0},
    {"release", "(semaphore, /)", m_release, "Raises it.", 0},
    {"value", "(semaphore, /)", m_value, "What it stands at.", 0},
    {"handle", "(semaphore, /)", m_handle, "A number of it, in this process.", 0},
    {"memory_open", "(name, flags, mode, /)", m_memory_open, "A descriptor of shared memory.", 0},
    {"memory_unlink", "(name, /)", m_memory_unlink, "Takes the name of shared memory away.", 0},
    {0}};

const struct lang_module_def lang_module__semaphores = {"_semaphores", "Semaphores of processes.", functions, NULL};
