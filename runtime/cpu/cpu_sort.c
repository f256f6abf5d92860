/* The sort kernel: rows become words of an ordered key and a position, the words are sorted, values and positions are
   written. Keys are unsigned integers in the order of the values: nans are one key above all, both zeros one key. */
#include "cpu_sort.h"

#include <string.h>

#define SMALL 128     /* up to so many words are sorted by their ranks, more by digits (radix sort) */
#define WIDEST 11     /* bits of a digit */
#define PART 512      /* for so many digits may be wide */
#define BYTES 512     /* so long rows of bytes are counted */
#define MAX_KEYS 1024 /* keys made at once where words are not wanted of all elements */

#define WORD_NAME(name, bits) name##_##bits
#define K uint32_t
#define WIDE 0
#define I uint32_t
#define WORD(name) WORD_NAME(name, 32)
#include "cpu_sort_words.h"
#undef K
#undef WIDE
#undef I
#undef WORD
#define K uint64_t
#define WIDE 1
#define I int64_t
#define WORD(name) WORD_NAME(name, 64)
#include "cpu_sort_words.h"
#undef K
#undef WIDE
#undef I
#undef WORD

#define PUT(C)                                                                                                         \
    for (int64_t i = begin; i < end; i++)                                                                              \
    ((C *)values)[i * job->values.step] = ((const C *)source)[(int64_t)w[i].from * job->in.step]
#define STORE(bits)                                                                                                    \
    static void store_part_##bits(const struct sort_job *job, int64_t k, const struct word_##bits *w, int64_t begin,   \
                                  int64_t end)                                                                         \
    {                                                                                                                  \
        const char *source = rt_line(&job->in, k);                                                                     \
        char *values = job->want_values ? rt_line(&job->values, k) : NULL;                                             \
        int64_t *indices = job->want_indices ? (int64_t *)(void *)rt_line(&job->indices, k) : NULL;                    \
        switch (values ? rt_dtype_size(job->in.view->dtype) : 0) {                                                     \
        case 0:                                                                                                        \
            break;                                                                                                     \
        case 1:                                                                                                        \
            PUT(uint8_t);                                                                                              \
            break;                                                                                                     \
        case 2:                                                                                                        \
            PUT(uint16_t);                                                                                             \
            break;                                                                                                     \
        case 4:                                                                                                        \
            PUT(uint32_t);                                                                                             \
            break;                                                                                                     \
        default:                                                                                                       \
            PUT(uint64_t);                                                                                             \
            break;                                                                                                     \
        }                                                                                                              \
        for (int64_t i = begin; indices && i < end; i++)                                                               \
            indices[i * job->indices.step] = (int64_t)w[i].from;                                                       \
    }                                                                                                                  \
    static int store_##bits(const struct sort_job *job, int64_t k, const struct word_##bits *w, struct rt_error *err)  \
    {                                                                                                                  \
        for (int64_t begin = 0; begin < job->count; begin += SLICE) {                                                  \
            if (begin && rt_pool_check(err) < 0)                                                                       \
                return -1;                                                                                             \
            store_part_##bits(job, k, w, begin, job->count - begin < SLICE ? job->count : begin + SLICE);              \
        }                                                                                                              \
        return 0;                                                                                                      \
    }
STORE(32)
STORE(64)

static int sort_tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    struct sort_job *job = context;
    int64_t n = job->in.length;
    bool direct = rt_lines_direct(&job->in, job->as);
    size_t word = job->narrow ? sizeof(struct word_32) : sizeof(struct word_64);
    char *words = rt_alloc_items(n, 2 * word, 0), *buffer = direct ? NULL : rt_alloc_items(n, 32, 0);
    int rc = 0;

    if (!words || (!direct && !buffer))
        rc = rt_error_memory(err);
    for (int64_t k = begin; k < end && rc == 0; k++) {
        const void *row = rt_line_load(&job->in, k, job->as, buffer);
        if (job->narrow) {
            struct word_32 *w = part_32(job, row, n, (struct word_32 *)(void *)words, err);
            rc = w ? store_32(job, k, w, err) : -1;
        } else {
            struct word_64 *w = part_64(job, row, n, (struct word_64 *)(void *)words, err);
            rc = w ? store_64(job, k, w, err) : -1;
        }
    }
    rt_free(words);
    rt_free(buffer);
    return rc;
}

int rt_cpu_sort(struct rt_device *device, const struct rt_sort_call *call, struct rt_error *err)
{
    struct sort_job job;
    int64_t count;

    (void)device;
    if (rt_dtype_is_complex(call->in.dtype))
        return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"sort_cpu\" not implemented for '%s'",
                            rt_dtype_table[call->in.dtype].scalar);
    job.type = rt_loop_type_of(call->in.dtype);
    job.descending = call->descending;
    job.as = rt_loop_dtype(job.type);
    rt_lines_of(&job.in, &call->in, call->dim);
    if ((job.want_values = call->values.data != NULL))
        rt_lines_of(&job.values, &call->values, call->dim);
    if ((job.want_indices = call->indices.data != NULL))
        rt_lines_of(&job.indices, &call->indices, call->dim);
    job.first = call->first;
    job.count = call->count;
    job.ties = call->ties;
    job.nan_first = call->nan_first && job.type <= RT_LOOP_F64 && !call->descending;
    job.narrow = job.type != RT_LOOP_F64 && job.type != RT_LOOP_I64 && job.in.length <= UINT32_MAX;
    count = rt_lines_count(&job.in);
    if (count == 0 || job.in.length == 0 || job.count == 0)
        return 0;
    const bool stable = job.ties == RT_TIES_STABLE && !job.nan_first;
    if (stable && job.in.length <= RT_NETWORK_ROWS && count >= 8) {
        rt_lines_join(&job.in);
        if (job.want_values)
            rt_lines_join(&job.values);
        if (job.want_indices)
            rt_lines_join(&job.indices);
        return rt_sort_short(&job, count, err);
    }
    if (stable && job.in.length >= BYTES && job.count == job.in.length && rt_dtype_size(call->in.dtype) == 1)
        return rt_sort_bytes(&job, count, err);
    return rt_parallel_for(count, 4096 / job.in.length + 1, rt_size_cost(rt_size_cost(count, job.in.length), 16),
                           sort_tile, &job, err);
}
