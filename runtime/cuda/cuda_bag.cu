/* Bags: sums, means and maxima of rows of a table. A thread for each column of each bag, neighbouring threads for
   neighbouring columns. */
#include "cuda/cuda.cuh"

template <class T>
static __global__ void bag_rows(enum rt_bag_op op, int64_t bags, int64_t width, int64_t rows, int64_t n, int64_t each,
                                int64_t padding, T *out, int64_t *where, const T *table, const int64_t *index,
                                const int64_t *starts, const T *factors, struct rt_cuda_fault *fault)
{
    for (RT_EACH(t, bags * width)) {
        const int64_t bag = t / width, column = t - bag * width, begin = starts ? starts[bag] : bag * each,
                      end = starts ? starts[bag + 1] : begin + each;
        int64_t count = 0, best = -1;
        T value = 0;
        if (begin < 0 || begin > end || end > n || (starts && bag == bags - 1 && end != n)) {
            rt_fault_index(fault, 0, end, n);
            continue;
        }
        for (int64_t i = begin; i < end; i++) {
            const int64_t row = index[i];
            if (row < 0 || row >= rows) {
                rt_fault_index(fault, 0, row, rows);
                continue;
            }
            if (padding >= 0 && row == padding)
                continue;
            const T x = table[row * width + column];
            if (op != RT_BAG_MAX)
                value += factors ? x * factors[i] : x;
            else if (count == 0 || x > value) {
                value = x;
                best = row;
            }
            count++;
        }
        out[t] = op == RT_BAG_MEAN && count ? value / (T)count : value;
        if (op == RT_BAG_MAX)
            where[t] = best;
    }
}

template <class T> static int launch(struct cuda_device *device, const struct rt_bag_call *c, struct rt_error *err)
{
    const int64_t bags = c->out.shape[0], width = c->out.shape[1], rows = c->table.shape[0], n = c->index.shape[0];
    const enum rt_bag_op op = c->op;
    const int64_t each = c->each, padding = c->padding;
    T *out = (T *)c->out.data;
    const T *table = (const T *)c->table.data, *factors = (const T *)c->factors.data;
    int64_t *where = (int64_t *)c->where.data;
    const int64_t *index = (const int64_t *)c->index.data, *starts = (const int64_t *)c->starts.data;
    struct rt_cuda_fault *fault = rt_cuda_fault_slot(device);

    RT_LAUNCH((bag_rows<T>), rt_blocks(device, bags * width), RT_THREADS, rt_cuda_stream(device), op, bags, width, rows,
              n, each, padding, out, where, table, index, starts, factors, fault);
    return rt_cuda_launched(device, err);
}

extern "C" int rt_cuda_bag(struct rt_device *device, const struct rt_bag_call *call, struct rt_error *err)
{
    if (call->out.shape[0] == 0 || call->out.shape[1] == 0)
        return 0;
    if (call->table.dtype == RT_FLOAT64)
        return launch<double>(cuda_of(device), call, err);
    return launch<float>(cuda_of(device), call, err);
}
