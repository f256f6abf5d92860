/* softmax, log_softmax, log of the sum of exponentials and both gradients for one type T with EXP: of one dense row,
   and of a strip of columns. A nan or an infinite maximum makes the sum of exponentials nan by itself. */
#include "isa_lanes.h"

#define BLOCK 512 /* a multiple of the lanes */

static T FUNCTION(top)(int64_t n, const T *a)
{
    enum { WIDTH = 64 / sizeof(T), ALL = 4 * WIDTH };
    T top = -INFINITY, tops[WIDTH];
    int64_t i = 0;

    if (n >= ALL) {
        V64S t[4];
        EACH_PART(k, 4) V64_LOAD(t[k], a + k * WIDTH);
        for (i = ALL; i + ALL <= n; i += ALL)
            EACH_PART(k, 4) V64_PICK(t[k], a + i + k * WIDTH, >);
        V64_BETTER(t[0], t[2], >);
        V64_BETTER(t[1], t[3], >);
        V64_BETTER(t[0], t[1], >);
        V64_STORE(tops, t[0]);
        for (int step = WIDTH / 2; step; step /= 2)
            for (int k = 0; k < step; k++)
                tops[k] = tops[k + step] > tops[k] ? tops[k + step] : tops[k];
        top = tops[0] > top ? tops[0] : top;
    }
    for (; i < n; i++)
        top = a[i] > top ? a[i] : top;
    return top;
}

static void FUNCTION(exps)(int64_t n, T *restrict out, const T *restrict in, T top)
{
    for (int64_t i = 0; i < n; i++)
        out[i] = EXP(in[i] - top);
}
/* for their sum only */
static void FUNCTION(exps_for_sum)(int64_t n, T *restrict out, const T *restrict in, T top)
{
    for (int64_t i = 0; i < n; i++)
        out[i] = EXP_FOR_SUM(in[i] - top);
}

/* The log of a sum where one term is infinite: that, unless there is a nan. */
static T FUNCTION(infinite)(int64_t n, const T *a, int64_t step)
{
    T result = INFINITY;

    for (int64_t i = 0; i < n; i++)
        result = a[i * step] != a[i * step] ? a[i * step] : result;
    return result;
}

/* A row that one vector holds: the exponentials of all lanes at once. */
static void FUNCTION(short_row)(enum rt_softmax_op op, int64_t n, T *o, const T *a)
{
    enum { WIDTH = 64 / sizeof(T) };
    T x[WIDTH], top = -INFINITY, scale;
    double sum = 0;

    for (int i = 0; i < WIDTH; i++)
        x[i] = 0;
    for (int64_t i = 0; i < n; i++) {
        x[i] = a[i];
        top = a[i] > top ? a[i] : top;
    }
    if (op == RT_LOGSUMEXP && top == INFINITY) {
        o[0] = FUNCTION(infinite)(n, a, 1);
        return;
    }
    if (op == RT_LOGSUMEXP && top == -INFINITY)
        top = 0;
    _Pragma("GCC ivdep") for (int i = 0; i < WIDTH; i++) x[i] = EXP(x[i] - top);
    for (int64_t i = 0; i < n; i++)
        sum += (double)x[i];
    scale = (T)(op == RT_SOFTMAX ? 1 / sum : log(sum));
    if (op == RT_LOGSUMEXP)
        o[0] = (T)((double)top + log(sum));
    else
        for (int64_t i = 0; i < n; i++)
            o[i] = op == RT_SOFTMAX ? x[i] * scale : a[i] - top - scale;
}

/* The largest lane; where there is a nan, any. */
static inline T FUNCTION(top_lane)(const V64S *lanes)
{
#if defined(__AVX512F__)
    return sizeof(T) == 4 ? (T)_mm512_reduce_max_ps((__m512)lanes->part[0])
                          : (T)_mm512_reduce_max_pd((__m512d)lanes->part[0]);
#else
    V64S all = *lanes;
    T top;

    V64_TOP(top, all, >);
    return top;
#endif
}

#define MIDDLE 256 /* elements of a row whose exponentials are kept */

/* A row of a few vectors, the last of which ends with the row and may overlap the one before: there is no scalar
   remainder. */
static void FUNCTION(middle_row)(enum rt_softmax_op op, int64_t n, T *o, const T *a)
{
    enum { WIDTH = 64 / sizeof(T) };
    T part[MIDDLE + 16], end[WIDTH], top, scale;
    const int64_t m = (n - 1) / WIDTH * WIDTH, twice = WIDTH - (n - m); /* lanes of the last one that overlap */
    const T *last = a + n - WIDTH;
    double sum;
    V64S t;

    V64_LOAD(t, a);
    for (int64_t i = WIDTH; i < m; i += WIDTH)
        V64_PICK(t, a + i, >);
    V64_PICK(t, last, >);
    top = FUNCTION(top_lane)(&t);
    if (op == RT_LOGSUMEXP && top == INFINITY) {
        o[0] = FUNCTION(infinite)(n, a, 1);
        return;
    }
    if (op == RT_LOGSUMEXP && top == -INFINITY)
        top = 0;
    if (op == RT_SOFTMAX) {
        _Pragma("GCC ivdep") for (int64_t i = 0; i < m; i++) part[i] = EXP(a[i] - top);
        _Pragma("GCC ivdep") for (int k = 0; k < WIDTH; k++) end[k] = EXP(last[k] - top);
    } else {
        _Pragma("GCC ivdep") for (int64_t i = 0; i < m; i++) part[i] = EXP_FOR_SUM(a[i] - top);
        _Pragma("GCC ivdep") for (int k = 0; k < WIDTH; k++) end[k] = EXP_FOR_SUM(last[k] - top);
    }
    for (int k = 0; k < WIDTH; k++)
        part[m + k] = k < twice ? 0 : end[k];
    PLAIN_SUM(sum, m + WIDTH, part);
    if (op == RT_LOGSUMEXP) {
        o[0] = (T)((double)top + log(sum));
        return;
    }
    scale = op == RT_SOFTMAX ? (T)(1 / sum) : LOG(sum);
    if (op == RT_SOFTMAX) {
        _Pragma("GCC ivdep") for (int64_t i = 0; i < m; i++) o[i] = part[i] * scale;
        _Pragma("GCC ivdep") for (int k = 0; k < WIDTH; k++) end[k] = end[k] * scale;
    } else {
        _Pragma("GCC ivdep") for (int k = 0; k < WIDTH; k++) end[k] = last[k] - top - scale;
        _Pragma("GCC ivdep") for (int64_t i = 0; i < m; i++) o[i] = a[i] - top - scale;
    }
    memcpy(o + n - WIDTH, end, sizeof end);
}

/* The sum of e^(x - top) over a row of at least one vector, the last of which ends with the row and may overlap the one
   before. */
static inline T FUNCTION(exp_sum)(int64_t n, const T *a, T top)
{
    enum { WIDTH = 64 / sizeof(T) };
    const int64_t m = (n - 1) / WIDTH * WIDTH, twice = WIDTH - (n - m); /* lanes of the last one that overlap */
    const T *last = a + n - WIDTH;
    T lanes[WIDTH], total[WIDTH];
    V64S sum;

    EACH_PART(k, BLOCK_PARTS) sum.part[k] = (VL){0};
    for (int64_t i = 0; i < m; i += WIDTH) {
        _Pragma("GCC ivdep") for (int k = 0; k < WIDTH; k++) lanes[k] = EXP_FOR_SUM(a[i + k] - top);
        V64_ADD(sum, lanes);
    }
    _Pragma("GCC ivdep") for (int k = 0; k < WIDTH; k++)
    {
        const T x = EXP_FOR_SUM(last[k] - top);
        lanes[k] = k < twice ? 0 : x;
    }
    V64_ADD(sum, lanes);
    V64_STORE(total, sum);
    for (int step = WIDTH / 2; step; step /= 2)
        for (int k = 0; k < step; k++)
            total[k] += total[k + step];
    return total[0];
}

/* The logs of several such rows: each step is done for all rows before the next one, so that latencies overlap. */
static void FUNCTION(log_rows)(enum rt_softmax_op op, int64_t rows, int64_t n, void *out, int64_t out_step,
                               const void *in, int64_t in_step)
{
    enum { WIDTH = 64 / sizeof(T) };
    const T *a = in;
    T *o = out, top[RT_LOG_ROWS], part[RT_LOG_ROWS];
    double sum[RT_LOG_ROWS];

    for (int64_t r = 0; r < rows; r++) {
        const T *row = a + r * in_step;
        V64S t;
        V64_LOAD(t, row);
        for (int64_t i = WIDTH; i + WIDTH <= n; i += WIDTH)
            V64_PICK(t, row + i, >);
        V64_PICK(t, row + n - WIDTH, >);
        top[r] = FUNCTION(top_lane)(&t);
        top[r] = op == RT_LOGSUMEXP && top[r] == -INFINITY ? 0 : top[r];
    }
    for (int64_t r = 0; r < rows; r++)
        sum[r] = (double)FUNCTION(exp_sum)(n, a + r * in_step, top[r]);
    for (int64_t r = rows; r < RT_LOG_ROWS; r++)
        sum[r] = 1;
    _Pragma("GCC ivdep") for (int r = 0; r < RT_LOG_ROWS; r++) sum[r] = m64_log(sum[r]);
    for (int64_t r = 0; r < rows; r++)
        part[r] = (T)sum[r];
    for (int64_t r = 0; r < rows; r++) {
        const T *row = a + r * in_step, t = top[r], p = part[r];
        T *to = o + r * out_step, end[WIDTH];
        if (op == RT_LOGSUMEXP) {
            *to = t == INFINITY ? FUNCTION(infinite)(n, row, 1) : (T)((double)t + sum[r]);
            continue;
        }
        for (int k = 0; k < WIDTH; k++)
            end[k] = row[n - WIDTH + k] - t - p;
        _Pragma("GCC ivdep") for (int64_t i = 0; i < (n - 1) / WIDTH * WIDTH; i++) to[i] = row[i] - t - p;
        memcpy(to + n - WIDTH, end, sizeof end);
    }
}

/* A few short rows, one behind the other: the exponentials of all of them at once. */
static void FUNCTION(short_rows)(enum rt_softmax_op op, int64_t rows, int64_t n, void *out, const void *in)
{
    enum { WIDTH = 64 / sizeof(T) };
    const T *a = in;
    const int64_t all = rows * n, full = (all + WIDTH - 1) / WIDTH * WIDTH;
    T x[RT_SOFTMAX_SHORT + WIDTH], top[RT_SOFTMAX_SHORT], *o = out;

    for (int64_t r = 0, i = 0; r < rows; r++, i += n) {
        T most = a[i];
        for (int64_t k = i + 1; k < i + n; k++)
            most = a[k] > most ? a[k] : most;
        for (int64_t k = i; k < i + n; k++)
            x[k] = a[k] - most;
        top[r] = most;
    }
    for (int64_t i = all; i < full; i++)
        x[i] = 0;
    for (int64_t i = 0; i < full; i += WIDTH)
        _Pragma("GCC ivdep") for (int k = 0; k < WIDTH; k++) x[i + k] = EXP(x[i + k]);
    for (int64_t r = 0, i = 0; r < rows; r++) {
        const int64_t end = i + n;
        double sum = 0;
        for (int64_t k = i; k < end; k++)
            sum += (double)x[k];
        const T scale = (T)(op == RT_SOFTMAX ? 1 / sum : log(sum));
        for (; i < end; i++)
            o[i] = op == RT_SOFTMAX ? x[i] * scale : a[i] - top[r] - scale;
    }
}

static void FUNCTION(row)(enum rt_softmax_op op, int64_t n, void *out, const void *in, const void *grad)
{
    T *o = out, part[BLOCK];
    const T *a = in;
    T top, scale;
    double sum = 0;

    (void)grad;
    if (n <= MIDDLE && n > 64 / (int)sizeof(T)) {
        FUNCTION(middle_row)(op, n, o, a);
        return;
    }
    if (n <= 64 / (int)sizeof(T)) {
        FUNCTION(short_row)(op, n, o, a);
        return;
    }
    top = FUNCTION(top)(n, a);
    if (op == RT_LOGSUMEXP && top == INFINITY) {
        o[0] = FUNCTION(infinite)(n, a, 1);
        return;
    }
    if (op == RT_LOGSUMEXP && top == -INFINITY)
        top = 0;
    for (int64_t at = 0; at < n; at += BLOCK) {
        int64_t m = n - at < BLOCK ? n - at : BLOCK;
        T *to = op == RT_SOFTMAX ? o + at : part;
        double more;
        (op == RT_SOFTMAX ? FUNCTION(exps) : FUNCTION(exps_for_sum))(m, to, a + at, top);
        PLAIN_SUM(more, m, to);
        sum += more;
    }
    if (op == RT_SOFTMAX) {
        scale = (T)(1 / sum);
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++) o[i] = o[i] * scale;
    } else if (op == RT_LOG_SOFTMAX) {
        scale = (T)log(sum);
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++) o[i] = a[i] - top - scale;
    } else
        o[0] = (T)((double)top + log(sum));
}

static void FUNCTION(row_back)(enum rt_softmax_op op, int64_t n, void *out, const void *result, const void *grad)
{
    T *o = out;
    const T *y = result, *g = grad;
    double sum;

    if (op == RT_SOFTMAX_BACKWARD) {
#define V(i) (WIDE(y, i) * WIDE(g, i))
#define S(i) ((double)y[i] * (double)g[i])
        LANE_SUM(sum, n, V, S);
#undef V
#undef S
        T s = (T)sum;
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++) o[i] = y[i] * (g[i] - s);
    } else {
        PLAIN_SUM(sum, n, g);
        T s = (T)sum;
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++) o[i] = g[i] - EXP(y[i]) * s;
    }
}

static void FUNCTION(columns)(enum rt_softmax_op op, int64_t rows, int64_t width, void *out, int64_t out_step,
                              const void *in, int64_t in_step, const void *grad, int64_t grad_step)
{
    T top[RT_STRIP], part[RT_STRIP], *o = out;
    const T *a = in;
    double sum[RT_STRIP] = {0};

    (void)grad, (void)grad_step;
    for (int64_t j = 0; j < width; j++)
        top[j] = -INFINITY;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < width; j++)
            top[j] = a[i * in_step + j] > top[j] ? a[i * in_step + j] : top[j];
    for (int64_t j = 0; op == RT_LOGSUMEXP && j < width; j++)
        top[j] = top[j] == -INFINITY ? 0 : top[j];
    for (int64_t i = 0; i < rows; i++) {
        T *to = op == RT_SOFTMAX ? o + i * out_step : part;
        const T *from = a + i * in_step;
        if (op == RT_SOFTMAX)
            _Pragma("GCC ivdep") for (int64_t j = 0; j < width; j++) to[j] = EXP(from[j] - top[j]);
        else
            _Pragma("GCC ivdep") for (int64_t j = 0; j < width; j++) to[j] = EXP_FOR_SUM(from[j] - top[j]);
        for (int64_t j = 0; j < width; j++)
            sum[j] += (double)to[j];
    }
    if (op == RT_SOFTMAX)
        for (int64_t j = 0; j < width; j++)
            part[j] = (T)(1 / sum[j]);
    else
        _Pragma("GCC ivdep") for (int64_t j = 0; j < width; j++) sum[j] = m64_log(sum[j]);
    if (op == RT_LOGSUMEXP) {
        for (int64_t j = 0; j < width; j++)
            o[j] = (T)((double)top[j] + sum[j]);
        for (int64_t j = 0; j < width; j++)
            if (top[j] == INFINITY)
                o[j] = FUNCTION(infinite)(rows, a + j, in_step);
        return;
    }
    for (int64_t j = 0; op == RT_LOG_SOFTMAX && j < width; j++)
        part[j] = (T)sum[j];
    for (int64_t i = 0; i < rows; i++) {
        T *to = o + i * out_step;
        const T *from = a + i * in_step;
        if (op == RT_SOFTMAX)
            for (int64_t j = 0; j < width; j++)
                to[j] = to[j] * part[j];
        else
            _Pragma("GCC ivdep") for (int64_t j = 0; j < width; j++) to[j] = from[j] - top[j] - part[j];
    }
}

static void FUNCTION(columns_back)(enum rt_softmax_op op, int64_t rows, int64_t width, void *out, int64_t out_step,
                                   const void *result, int64_t y_step, const void *grad, int64_t grad_step)
{
    T s[RT_STRIP], *o = out;
    const T *y = result, *g = grad;
    double sum[RT_STRIP] = {0};

    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < width; j++) {
            double v = (double)g[i * grad_step + j];
            sum[j] += op == RT_SOFTMAX_BACKWARD ? v * (double)y[i * y_step + j] : v;
        }
    for (int64_t j = 0; j < width; j++)
        s[j] = (T)sum[j];
    for (int64_t i = 0; i < rows; i++) {
        T *to = o + i * out_step;
        const T *result_row = y + i * y_step, *grad_row = g + i * grad_step;
        if (op == RT_SOFTMAX_BACKWARD)
            _Pragma("GCC ivdep") for (int64_t j = 0; j < width; j++) to[j] = result_row[j] * (grad_row[j] - s[j]);
        else
            _Pragma("GCC ivdep") for (int64_t j = 0; j < width; j++) to[j] = grad_row[j] - EXP(result_row[j]) * s[j];
    }
}
#undef BLOCK
#undef MIDDLE
