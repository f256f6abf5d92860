/* profile.h: a record of what the dispatcher and the engine run: ops, nodes and ranges that a user names, with times,
 * memory and shapes. Off, it costs the test of a flag in each call. A thread records for itself. Must not know tensors.
 */
#ifndef RT_PROFILE_H
#define RT_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

enum rt_profile_kind { RT_PROFILE_OP, RT_PROFILE_NODE, RT_PROFILE_ENGINE, RT_PROFILE_USER };

/* One range. What it was given: in `shapes` from `first`, for each of nargs arguments the number of dimensions, the
 * dtype and the sizes of a tensor; -1 and 0 for what is kept of nothing else; -2 - n, 0 and the n integers of a list or
 * one. */
struct rt_profile_event {
    char *name;
    char *stack; /* the calls of the program in which it began, as rt_profile_start was given; or NULL */
    enum rt_profile_kind kind;
    int parent;         /* index of the range around it; -1 none */
    int64_t begin, end; /* nanoseconds of the monotonic clock; end 0: not ended */
    int64_t memory;     /* bytes of storage taken in it, less those given back */
    int64_t first;
    int nargs;
};

struct rt_profile {
    struct rt_profile_event *events;
    int64_t *shapes;
    int count;
    bool out_of_memory; /* the record ends where memory did */
};

extern _Thread_local bool rt_profiling;

/* Begins anew; with_shapes: rt_profile_argument is kept. stack gives the text of each range's calls, from malloc, or
 * NULL where memory is out; NULL: they are not kept. */
void rt_profile_start(bool with_shapes, char *(*stack)(void));
/* Ends it; the record is the caller's, for rt_profile_free. */
struct rt_profile rt_profile_stop(void);
void rt_profile_free(struct rt_profile *profile);
/* A range of this thread, while rt_profiling; returns what rt_profile_end takes. The name gets the ending, or none
 * (NULL). */
int rt_profile_begin(enum rt_profile_kind kind, const char *name, const char *ending);
/* A node's two ranges: what the engine does about it, and in it the node. rt_profile_end ends both. */
int rt_profile_begin_node(const char *name);
/* An argument of the range that was begun last. ndim -1: no tensor. */
void rt_profile_argument(int ndim, int dtype, const int64_t *sizes);
/* The same of a list of integers. */
void rt_profile_integers(int count, const int64_t *values);
/* Ends a range and those in it that are open. */
void rt_profile_end(int event);
/* Bytes of storage that rt_storage_bytes_alive does not count are taken, or given back. */
void rt_profile_bytes(int64_t bytes);

#endif
