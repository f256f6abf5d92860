/* The body of isa_attention.c for one element type T with EXP and LOG. No include guard: included once for float and
   once for double. A row of a block has the scores of one key, an element for each query, so that nothing is summed
   across the lanes of a vector. */

#define GROUP RT_ATTENTION_GROUP
#define LOOP static __attribute__((noinline)) void

LOOP FUNCTION(scale_some)(int64_t n, T *restrict x, T factor)
{
    for (int64_t i = 0; i < n; i++)
        x[i] *= factor;
}

static void FUNCTION(scale)(int64_t n, void *x, double factor)
{
    FUNCTION(scale_some)(n, x, (T)factor);
}

/* Row j of scores is -inf before column first + j: keys that a query does not see yet. */
LOOP FUNCTION(mask_some)(int64_t keys, int32_t width, T *restrict scores, int32_t first)
{
    for (int64_t j = 0; j < keys; j++, first++, scores += width)
        for (int32_t q = 0; q < width; q += GROUP)
            for (int32_t l = 0; l < GROUP; l++)
                scores[q + l] = q + l < first ? (T)-INFINITY : scores[q + l];
}

static void FUNCTION(mask)(int64_t keys, int64_t width, void *scores, int64_t first)
{
    FUNCTION(mask_some)(keys, (int32_t)width, scores, (int32_t)first);
}

/* The largest of each column and of top: what is no number is passed over. */
LOOP FUNCTION(tops)(int64_t keys, int64_t width, const T *restrict scores, T *restrict top)
{
    for (int64_t at = 0; at < width; at += GROUP) {
        T most[GROUP];
        memcpy(most, top + at, sizeof most);
        for (int64_t j = 0; j < keys; j++)
            for (int q = 0; q < GROUP; q++) {
                const T x = scores[j * width + at + q];
                most[q] = x > most[q] ? x : most[q];
            }
        memcpy(top + at, most, sizeof most);
    }
}

LOOP FUNCTION(exps)(int64_t keys, int64_t width, T *restrict scores, const T *restrict top, T *restrict sum)
{
    for (int64_t j = 0; j < keys; j++, scores += width)
        for (int64_t at = 0; at < width; at += GROUP)
            for (int q = 0; q < GROUP; q++) {
                const T e = EXP(scores[at + q] - top[at + q]);
                scores[at + q] = top[at + q] == (T)-INFINITY ? 0 : e;
                sum[at + q] += scores[at + q];
            }
}

/* Online softmax (Milakov and Gimelshein, Online normalizer calculation for softmax, 2018). */
static void FUNCTION(softmax)(int64_t keys, int64_t width, void *scores, void *tops, void *sums, void *factors)
{
    T *top = tops, *sum = sums, *factor = factors, before[RT_ATTENTION_MOST];

    memcpy(before, top, (size_t)width * sizeof *before);
    FUNCTION(tops)(keys, width, scores, top);
    for (int64_t q = 0; q < width; q++) {
        const T e = EXP(before[q] - top[q]);
        factor[q] = before[q] == (T)-INFINITY ? 0 : e;
        sum[q] *= factor[q];
    }
    FUNCTION(exps)(keys, width, scores, top, sum);
}

LOOP FUNCTION(add_some)(int64_t n, T *restrict x, const T *restrict y)
{
    for (int64_t i = 0; i < n; i++)
        x[i] += y[i];
}

static void FUNCTION(add)(int64_t n, void *scores, const void *mask)
{
    FUNCTION(add_some)(n, scores, mask);
}

LOOP FUNCTION(add_to_all)(int64_t n, T *restrict x, T number)
{
    for (int64_t i = 0; i < n; i++)
        x[i] += number;
}

static void FUNCTION(add_keys)(int64_t keys, int64_t width, void *scores, const void *mask, int64_t step)
{
    for (int64_t j = 0; j < keys; j++)
        FUNCTION(add_to_all)(width, (T *)scores + j * width, ((const T *)mask)[j * step]);
}

static void FUNCTION(finish)(int64_t width, void *tops, const void *sums, void *factors, double unseen)
{
    T *top = tops, *factor = factors;
    const T *sum = sums;

    for (int64_t q = 0; q < width; q++) {
        const T all = top[q] == (T)-INFINITY ? 1 : sum[q], logarithm = LOG(all);
        factor[q] = top[q] == (T)-INFINITY ? (T)unseen : 1 / all;
        top[q] = top[q] == (T)-INFINITY ? (T)INFINITY : top[q] + logarithm;
    }
}

LOOP FUNCTION(back_some)(int64_t keys, int64_t width, T *restrict scores, T *restrict grad, const T *restrict logsumexp,
                         const T *restrict delta)
{
    for (int64_t j = 0; j < keys; j++, scores += width, grad += width)
        for (int64_t at = 0; at < width; at += GROUP)
            for (int q = 0; q < GROUP; q++) {
                const T weight = EXP(scores[at + q] - logsumexp[at + q]);
                scores[at + q] = weight;
                grad[at + q] = weight * (grad[at + q] - delta[at + q]);
            }
}

static void FUNCTION(back)(int64_t keys, int64_t width, void *scores, void *grad, const void *logsumexp,
                           const void *delta)
{
    FUNCTION(back_some)(keys, width, scores, grad, logsumexp, delta);
}

static void FUNCTION(scale_rows)(int64_t rows, int64_t n, void *x, int64_t step, const void *factors)
{
    for (int64_t i = 0; i < rows; i++)
        FUNCTION(scale_some)(n, (T *)x + i * step, ((const T *)factors)[i]);
}

LOOP FUNCTION(dots_some)(int64_t n, int64_t width, const T *restrict a, const T *restrict b, T *restrict sums)
{
    for (int64_t q = 0; q < width; q++)
        sums[q] = 0;
    for (int64_t i = 0; i < n; i++, a += width, b += width)
        for (int64_t at = 0; at < width; at += GROUP)
            for (int q = 0; q < GROUP; q++)
                sums[at + q] += a[at + q] * b[at + q];
}

static void FUNCTION(dots)(int64_t n, int64_t width, const void *a, const void *b, void *sums)
{
    FUNCTION(dots_some)(n, width, a, b, sums);
}

#undef GROUP
#undef LOOP
