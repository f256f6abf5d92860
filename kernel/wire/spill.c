/*
 * spill.c - payloads that wait for slow subscribers lie in temporary files instead of memory.
 *
 * Owns the segments: unnamed files, mapped for reading, filled one after the other and given back to the disk when the
 * last payload in them is released. Nothing is opened before it is needed. Bytes are written with pwrite(), so that a
 * full disk is an error and not a signal.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include "wire_parts.h"

#define SEGMENT_SIZE ((size_t)16 << 20)
#define LIMIT_MB 2048

struct wire_segment {
    struct wire_segment *next, **link;
    char *map;
    size_t size, filled;
    int fd; /* -1 once it is full and nobody writes to it */
    int writers;
    int references; /* payloads in it, and one while it is being filled */
};

static const char *folder(void)
{
    const char *named = getenv("TMPDIR");
    if (named && *named)
        return named;
    /* /tmp is memory on many systems; this one is meant for large files. */
    return access("/var/tmp", W_OK) ? "/tmp" : "/var/tmp";
}

/* An unnamed file, or -1. */
static int open_file(void)
{
    int fd = open(folder(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd < 0) {
        char name[4096];
        int length = snprintf(name, sizeof name, "%s/tensor-kernel-XXXXXX", folder());
        if (length < 0 || (size_t)length >= sizeof name || (fd = mkostemp(name, O_CLOEXEC)) < 0)
            return -1;
        unlink(name);
    }
    int high = fcntl(fd, F_DUPFD_CLOEXEC, WIRE_FIRST_DESCRIPTOR);
    if (high < 0)
        return fd;
    close(fd);
    return high;
}

/* What may lie on the disk: TENSOR_SPILL_MB, and in any case no more than half of what is free there. */
static size_t find_limit(void)
{
    const char *text = getenv("TENSOR_SPILL_MB");
    char *end;
    unsigned long long megabytes = text ? strtoull(text, &end, 10) : 0;
    if (!text || end == text || *end || megabytes > SIZE_MAX >> 20)
        megabytes = LIMIT_MB;
    size_t limit = (size_t)megabytes << 20;
    struct statvfs disk;
    if (!statvfs(folder(), &disk) && (double)disk.f_bavail * (double)disk.f_frsize / 2 < (double)limit)
        limit = (size_t)disk.f_bavail * disk.f_frsize / 2;
    return limit;
}

void wire_spill_init(struct wire_spill *spill)
{
    *spill = (struct wire_spill){.limit = SIZE_MAX};
    pthread_mutex_init(&spill->lock, NULL);
}

/* Drops one reference; the lock is held. */
static void drop(struct wire_spill *spill, struct wire_segment *segment)
{
    if (--segment->references)
        return;
    if (segment->fd >= 0)
        close(segment->fd);
    munmap(segment->map, segment->size);
    *segment->link = segment->next;
    if (segment->next)
        segment->next->link = segment->link;
    spill->used -= segment->size;
    free(segment);
}

static void close_file(struct wire_segment *segment)
{
    if (segment->writers || segment->fd < 0)
        return;
    close(segment->fd);
    segment->fd = -1;
}

/* Nothing more goes into the present segment. */
static void finish_segment(struct wire_spill *spill)
{
    struct wire_segment *segment = spill->open;
    if (!segment)
        return;
    spill->open = NULL;
    close_file(segment);
    drop(spill, segment);
}

static struct wire_segment *new_segment(struct wire_spill *spill, size_t length)
{
    if (spill->limit == SIZE_MAX)
        spill->limit = find_limit();
    size_t size = SEGMENT_SIZE < spill->limit / 4 ? SEGMENT_SIZE : spill->limit / 4;
    if (size < length)
        size = length;
    if (size > spill->limit || spill->used > spill->limit - size)
        return NULL;
    struct wire_segment *segment = malloc(sizeof *segment);
    int fd = segment ? open_file() : -1;
    if (fd < 0 || ftruncate(fd, (off_t)size))
        goto fail;
    void *map = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);
    if (map == MAP_FAILED)
        goto fail;
    *segment = (struct wire_segment){
        .next = spill->segments, .link = &spill->segments, .map = map, .size = size, .fd = fd, .references = 1};
    if (segment->next)
        segment->next->link = &segment->next;
    spill->segments = segment;
    spill->used += size;
    return segment;
fail:
    if (fd >= 0)
        close(fd);
    free(segment);
    return NULL;
}

static int write_all(int fd, const char *bytes, size_t length, size_t offset)
{
    while (length) {
        ssize_t done = pwrite(fd, bytes, length, (off_t)offset);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return -1;
        bytes += done;
        length -= (size_t)done;
        offset += (size_t)done;
    }
    return 0;
}

/* A place of this length in the segment that is being filled, or in a new one; the lock is held. */
static struct wire_segment *reserve(struct wire_spill *spill, size_t length)
{
    if (spill->open && spill->open->size - spill->open->filled < length)
        finish_segment(spill);
    if (!spill->open)
        spill->open = new_segment(spill, length);
    if (spill->open) {
        spill->open->filled += length;
        spill->open->references++;
        spill->open->writers++;
    }
    return spill->open;
}

void *wire_spill_put(struct wire_spill *spill, const void *bytes, size_t length, struct wire_segment **segment)
{
    pthread_mutex_lock(&spill->lock);
    struct wire_segment *chosen = reserve(spill, length);
    size_t offset = chosen ? chosen->filled - length : 0;
    pthread_mutex_unlock(&spill->lock);
    if (!chosen)
        return NULL;
    /* The disk may be slow: those who release do not wait for it. */
    int status = write_all(chosen->fd, bytes, length, offset);
    pthread_mutex_lock(&spill->lock);
    chosen->writers--;
    if (status && chosen == spill->open)
        finish_segment(spill);
    if (chosen != spill->open)
        close_file(chosen);
    if (status)
        drop(spill, chosen);
    pthread_mutex_unlock(&spill->lock);
    *segment = status ? NULL : chosen;
    return status ? NULL : chosen->map + offset;
}

void wire_spill_release(struct wire_spill *spill, struct wire_segment *segment)
{
    pthread_mutex_lock(&spill->lock);
    /* Where only the filling holds it, nothing in it is wanted any more. */
    if (segment == spill->open && segment->references == 2)
        finish_segment(spill);
    drop(spill, segment);
    pthread_mutex_unlock(&spill->lock);
}

bool wire_spill_rest(struct wire_spill *spill)
{
    pthread_mutex_lock(&spill->lock);
    for (struct wire_segment *each = spill->segments; each; each = each->next)
        madvise(each->map, each->size, MADV_DONTNEED);
    bool any = spill->segments;
    pthread_mutex_unlock(&spill->lock);
    return any;
}

void wire_spill_clear(struct wire_spill *spill)
{
    finish_segment(spill);
    pthread_mutex_destroy(&spill->lock);
}
