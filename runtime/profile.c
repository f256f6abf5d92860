/* profile.c: the record of a profiled thread. Owns its arrays; memory that runs out ends the record, never the program.
 */
#include "profile.h"
#include "runtime.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

_Thread_local bool rt_profiling;

static _Thread_local struct {
    struct rt_profile is;
    int capacity, now; /* now: the innermost range that is open */
    int64_t shapes_count, shapes_capacity, small_bytes;
    bool with_shapes;
    char *(*stack)(void);
} record;

static int64_t clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int64_t bytes_now(void)
{
    return rt_storage_bytes_alive() + record.small_bytes;
}

void rt_profile_start(bool with_shapes, char *(*stack)(void))
{
    rt_profile_free(&record.is);
    memset(&record, 0, sizeof record);
    record.with_shapes = with_shapes;
    record.stack = stack;
    record.now = -1;
    rt_profiling = true;
}

struct rt_profile rt_profile_stop(void)
{
    struct rt_profile is = record.is;
    int64_t now = clock_now();

    rt_profiling = false;
    for (int i = 0; i < is.count; i++)
        if (!is.events[i].end)
            is.events[i].end = now;
    memset(&record.is, 0, sizeof record.is);
    return is;
}

void rt_profile_free(struct rt_profile *profile)
{
    for (int i = 0; i < profile->count; i++) {
        rt_free(profile->events[i].name);
        free(profile->events[i].stack);
    }
    rt_free(profile->events);
    rt_free(profile->shapes);
    memset(profile, 0, sizeof *profile);
}

static bool give_up(void)
{
    record.is.out_of_memory = true;
    rt_profiling = false;
    return false;
}

static bool reserve_event(void)
{
    const int most = 1 << 24, bigger = record.capacity ? record.capacity * 2 : 256;
    struct rt_profile_event *events;

    if (record.is.count < record.capacity)
        return true;
    if (bigger > most || !(events = rt_realloc(record.is.events, (size_t)bigger * sizeof *events)))
        return give_up();
    record.is.events = events;
    record.capacity = bigger;
    return true;
}

static bool reserve_shapes(int more)
{
    int64_t bigger = record.shapes_capacity ? record.shapes_capacity * 2 : 1024, *shapes;

    if (record.shapes_count + more <= record.shapes_capacity)
        return true;
    if (bigger < record.shapes_count + more)
        bigger = record.shapes_count + more;
    if (!(shapes = rt_realloc(record.is.shapes, (size_t)bigger * sizeof *shapes)))
        return give_up();
    record.is.shapes = shapes;
    record.shapes_capacity = bigger;
    return true;
}

int rt_profile_begin(enum rt_profile_kind kind, const char *name, const char *ending)
{
    size_t length = strlen(name), more = ending ? strlen(ending) : 0;
    char *own = NULL, *stack = NULL;

    if (!reserve_event())
        return -1;
    if ((record.stack && !(stack = record.stack())) || !(own = rt_alloc(length + more + 1))) {
        free(stack);
        give_up();
        return -1;
    }
    memcpy(own, name, length);
    memcpy(own + length, ending ? ending : "", more + 1);
    record.is.events[record.is.count] = (struct rt_profile_event){.name = own,
                                                                  .stack = stack,
                                                                  .kind = kind,
                                                                  .parent = record.now,
                                                                  .first = record.shapes_count,
                                                                  .memory = bytes_now()};
    record.now = record.is.count++;
    record.is.events[record.now].begin = clock_now();
    return record.now;
}

int rt_profile_begin_node(const char *name)
{
    int engine = rt_profile_begin(RT_PROFILE_ENGINE, "autograd::engine::evaluate_function: ", name);

    if (engine >= 0)
        rt_profile_begin(RT_PROFILE_NODE, name, NULL);
    return engine;
}

/* An argument of two numbers and a list. */
static void add_argument(int64_t first, int64_t second, int count, const int64_t *values)
{
    if (!rt_profiling || !record.with_shapes || record.now < 0 || !reserve_shapes(2 + count))
        return;
    int64_t *at = record.is.shapes + record.shapes_count;
    at[0] = first;
    at[1] = second;
    for (int i = 0; i < count; i++)
        at[2 + i] = values[i];
    record.shapes_count += 2 + count;
    record.is.events[record.now].nargs++;
}

void rt_profile_argument(int ndim, int dtype, const int64_t *sizes)
{
    add_argument(ndim, dtype, ndim > 0 ? ndim : 0, sizes);
}

void rt_profile_integers(int count, const int64_t *values)
{
    add_argument(-2 - count, 0, count, values);
}

void rt_profile_end(int event)
{
    if (event < 0 || event >= record.is.count || record.is.events[event].end)
        return;
    const int64_t now = clock_now(), bytes = bytes_now();
    for (bool last = false; !last && record.now >= 0;) {
        struct rt_profile_event *e = &record.is.events[record.now];
        last = record.now == event;
        e->end = now;
        e->memory = bytes - e->memory;
        record.now = e->parent;
    }
}

void rt_profile_bytes(int64_t bytes)
{
    record.small_bytes += bytes;
}
