/* histc: how many elements are in each of several bins of equal width. Chunks of the elements are counted on several
   threads and added up. */
#include "ops.h"
#include "pool.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#define PIECE 65536 /* elements counted together */
#define SOME 512    /* elements whose bins are known at a time */
#define LANES 4     /* tallies of a piece: neighbours are often of one bin, and need not wait for each other */
#define SMALL 4096  /* bins, up to which a piece has tallies of its own */

struct histogram {
    const float *single; /* the elements, or NULL */
    const double *wide;  /* the same of other types */
    double low, high;
    int64_t n, bins;
    _Atomic int64_t *tally;
};

/* The bins of elements [at, at + m); h->bins for those outside. */
static void find_bins(const struct histogram *h, int64_t at, int64_t m, int32_t *bin)
{
    const double low = h->low, high = h->high, width = high - low, bins = (double)h->bins;

#define FIND(X)                                                                                                        \
    for (int64_t i = 0; i < m; i++) {                                                                                  \
        const double x = (X)[at + i], position = (x - low) / width * bins;                                             \
        const double within = position > 0 ? position : 0;                                                             \
        const int32_t k = (int32_t)(within < bins - 1 ? within : bins - 1);                                            \
        bin[i] = ((x >= low) & (x <= high)) ? k : (int32_t)bins;                                                       \
    }
    if (h->single) {
        FIND(h->single)
    } else {
        FIND(h->wide)
    }
#undef FIND
}

static int count_pieces(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct histogram *h = context;
    int32_t bin[SOME];
    int64_t *own = NULL;

    if (h->bins < SMALL) {
        if (!(own = rt_alloc_items(LANES * (h->bins + 1), sizeof *own, 0)))
            return rt_error_memory(err);
        memset(own, 0, (size_t)(LANES * (h->bins + 1)) * sizeof *own);
    }
    const int64_t first = begin * PIECE, last = end * PIECE < h->n ? end * PIECE : h->n;
    for (int64_t at = first, m; at < last; at += m) {
        m = last - at < SOME ? last - at : SOME;
        find_bins(h, at, m, bin);
        if (own)
            for (int64_t i = 0; i < m; i++)
                own[bin[i] * LANES + i % LANES]++;
        else
            for (int64_t i = 0; i < m; i++)
                if (bin[i] < h->bins)
                    atomic_fetch_add_explicit(&h->tally[bin[i]], 1, memory_order_relaxed);
    }
    for (int64_t k = 0; own && k < h->bins; k++) {
        int64_t sum = 0;
        for (int i = 0; i < LANES; i++)
            sum += own[k * LANES + i];
        if (sum)
            atomic_fetch_add_explicit(&h->tally[k], sum, memory_order_relaxed);
    }
    rt_free(own);
    return 0;
}

/* The range of the data, where none is given. */
static int range_of_data(struct histogram *h, T self, struct rt_error *err)
{
    const double most = rt_dtype_largest((enum rt_dtype)self->dtype);
    struct rt_results ends;
    int rc = rt_apply(&rt_op_aminmax, (struct rt_arg[]){rt_arg_tensor(self), rt_arg_none(), rt_arg_bool(false)}, 3,
                      &ends, err);

    if (rc < 0)
        return -1;
    if (rt_tensor_to_host(ends.tensor[0], &h->low, RT_FLOAT64, err) < 0 ||
        rt_tensor_to_host(ends.tensor[1], &h->high, RT_FLOAT64, err) < 0)
        rc = -1;
    rt_tensor_unref(ends.tensor[0]);
    rt_tensor_unref(ends.tensor[1]);
    /* what the least and the greatest begin with; a nan stays */
    h->low = h->low > most ? most : h->low;
    h->high = h->high < -most ? -most : h->high;
    return rc;
}

static int count(struct histogram *h, T self, struct rt_error *err)
{
    if (h->low == h->high && h->n && range_of_data(h, self, err) < 0)
        return -1;
    if (h->low == h->high) {
        h->low -= 1;
        h->high += 1;
    }
    if (!isfinite(h->low) || !isfinite(h->high))
        return rt_error_set(err, RT_RUNTIME, "torch.histc: range of [%g, %g] is not finite", h->low, h->high);
    if (h->low > h->high)
        return rt_error_set(err, RT_RUNTIME, "torch.histc: max must be larger than min");
    const int64_t pieces = (h->n + PIECE - 1) / PIECE;
    return pieces ? rt_parallel_for(pieces, 4, rt_size_cost(h->n, 4), count_pieces, h, err) : 0;
}

/* (self, bins, min, max): elements outside are left out, the last bin holds max */
int rt_forward_histc(struct rt_call *call, struct rt_error *err)
{
    T self = call->args[0].tensor, out = NULL;
    const bool single = self->dtype == RT_FLOAT32;
    struct rt_elements e;
    struct histogram h = {.low = rt_scalar_to_double(call->args[2].scalar),
                          .high = rt_scalar_to_double(call->args[3].scalar),
                          .n = self->numel,
                          .bins = call->args[1].integer};

    if (rt_dtype_is_complex((enum rt_dtype)self->dtype) && h.low == h.high)
        return rt_no_kernel("aminmax_cpu", self, err);
    if (!rt_dtype_is_float((enum rt_dtype)self->dtype))
        return rt_no_kernel("histogram_cpu", self, err);
    if (h.bins <= 0)
        return rt_error_set(err, RT_RUNTIME, "torch.histogram(): bins must be > 0, but got %lld for dimension 0",
                            (long long)h.bins);
    if (h.bins > INT64_MAX / 16)
        return rt_error_memory(err);
    if (rt_is_meta(self))
        return rt_result_steal(call, rt_tensor_new(self->storage->device, (enum rt_dtype)self->dtype, &h.bins, 1, err));
    if (h.bins > INT32_MAX - 1 ||
        !(h.tally = rt_alloc_items(h.bins, sizeof *h.tally, 0))) { /* as the edges of the bins do not fit */
        T edges = rt_tensor_empty((int64_t[]){h.bins + 1}, 1, (enum rt_dtype)self->dtype, rt_device_cpu(), err);
        rt_tensor_unref(edges);
        return edges ? rt_error_memory(err) : -1;
    }
    memset((void *)h.tally, 0, (size_t)h.bins * sizeof *h.tally);
    if (rt_elements_of(&e, self, single ? RT_FLOAT32 : RT_FLOAT64, err) < 0) {
        rt_free((void *)h.tally);
        return -1;
    }
    h.single = single ? e.data : NULL;
    h.wide = single ? NULL : e.data;
    if (count(&h, self, err) == 0) {
        T full = rt_tensor_from_host((void *)h.tally, &h.bins, 1, RT_INT64, self->storage->device, err);
        out = full ? rt_convert(full, (enum rt_dtype)self->dtype, err) : NULL;
        rt_tensor_unref(full);
    }
    rt_elements_done(&e);
    rt_free((void *)h.tally);
    return rt_result_steal(call, out);
}
