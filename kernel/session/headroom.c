/* headroom.c - memory that the user's values leave free, so that a kernel out of memory still answers. Owns the
 * decision whether the process may grow. Must not know what for: the language and the runtime ask before they take
 * memory from the system, and raise MemoryError where they may not. Messages, signatures and libzmq's own blocks
 * (libzmq ends the process when it finds none) are served from what is left. It matters only where the address space is
 * limited (ulimit -v, -d); elsewhere the system cannot tell beforehand. */
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include "session.h"

/* What stays free: a share of the limit between these bounds. */
#define RESERVE_SHARE 16
#define SMALLEST_RESERVE ((size_t)4 << 20)
#define LARGEST_RESERVE ((size_t)32 << 20)
/* What the threads and libraries of a kernel take before the first cell. */
#define NEEDED ((size_t)56 << 20)
/* The system is asked once for so many bytes taken in small blocks; the reserve is larger. */
#define STEP ((size_t)1 << 20)
/* What a cell may take of the reserve, as long as half of it stays: so that `del` still works when nothing is left. */
#define GRACE ((size_t)1 << 20)

static size_t limit = SIZE_MAX, reserve;
static atomic_size_t unasked; /* bytes granted since the system was asked */
static atomic_size_t grace;   /* bytes of the reserve that the running cell may still take */

static size_t soft_limit(int resource)
{
    struct rlimit found;
    if (getrlimit(resource, &found) || found.rlim_cur == RLIM_INFINITY || found.rlim_cur > SIZE_MAX)
        return SIZE_MAX;
    return (size_t)found.rlim_cur;
}

/* Could so many bytes be mapped now? Nothing is touched. */
static bool could_map(size_t bytes)
{
    void *probe = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (probe == MAP_FAILED)
        return false;
    munmap(probe, bytes);
    return true;
}

int kernel_headroom_init(struct wire_error *error)
{
    size_t space = soft_limit(RLIMIT_AS), data = soft_limit(RLIMIT_DATA);
    limit = space < data ? space : data;
    if (limit == SIZE_MAX)
        return 0;
    reserve = limit / RESERVE_SHARE;
    if (reserve < SMALLEST_RESERVE)
        reserve = SMALLEST_RESERVE;
    if (reserve > LARGEST_RESERVE)
        reserve = LARGEST_RESERVE;
    /* each further arena would take 64 MiB of address space */
    mallopt(M_ARENA_MAX, 1);
    if (!could_map(NEEDED))
        return wire_error_set(error, "a kernel takes %zu MiB of address space, and less may be used (ulimit -v)",
                              NEEDED >> 20);
    return 0;
}

size_t kernel_address_limit(void)
{
    return limit;
}

void kernel_headroom_begin_cell(void)
{
    atomic_store_explicit(&grace, GRACE, memory_order_relaxed);
}

static bool take_grace(size_t bytes)
{
    size_t left = atomic_load_explicit(&grace, memory_order_relaxed);
    while (bytes <= left)
        if (atomic_compare_exchange_weak(&grace, &left, left - bytes))
            return could_map(bytes + reserve / 2);
    return false;
}

bool kernel_headroom(size_t bytes)
{
    if (limit == SIZE_MAX)
        return true;
    if (bytes >= limit)
        return false;
    if (bytes < STEP && atomic_fetch_add_explicit(&unasked, bytes, memory_order_relaxed) + bytes < STEP)
        return true;
    if (!could_map(bytes + reserve + STEP))
        return take_grace(bytes); /* and the next one asks again: the count stays above the step */
    atomic_store_explicit(&unasked, 0, memory_order_relaxed);
    return true;
}
