/* Loops that select and move elements by size, whatever their type, and those that count: select, arange and linspace,
   squares of a transposition. */
#include "isa.h"

/* ---- select ----------------------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t part[2];
} wide;

#define SELECT(name, C)                                                                                                \
    static void name(int64_t n, void *out, const void *cond, const void *left, const void *right)                      \
    {                                                                                                                  \
        const uint8_t *c = cond;                                                                                       \
        const C *a = left, *b = right;                                                                                 \
        C *o = out;                                                                                                    \
        _Pragma("GCC ivdep") for (int64_t i = 0; i < n; i++)                                                           \
        {                                                                                                              \
            const C x = a[i], y = b[i]; /* both are read, so that there is no branch */                                \
            o[i] = c[i] ? x : y;                                                                                       \
        }                                                                                                              \
    }
SELECT(select_1, uint8_t)
SELECT(select_2, uint16_t)
SELECT(select_4, uint32_t)
SELECT(select_8, uint64_t)
SELECT(select_16, wide)

/* by the logarithm of an element's size */
const rt_select_loop NAME(select)[5] = {select_1, select_2, select_4, select_8, select_16};

/* ---- one element, repeated --------------------------------------------------------------------------------------- */

#define REPEAT(name, C)                                                                                                \
    static void name(int64_t n, void *out, const void *from)                                                           \
    {                                                                                                                  \
        const C x = *(const C *)from;                                                                                  \
        C *o = out;                                                                                                    \
        for (int64_t i = 0; i < n; i++)                                                                                \
            o[i] = x;                                                                                                  \
    }
REPEAT(repeat_1, uint8_t)
REPEAT(repeat_2, uint16_t)
REPEAT(repeat_4, uint32_t)
REPEAT(repeat_8, uint64_t)
REPEAT(repeat_16, wide)

const rt_cast_loop NAME(repeat)[5] = {repeat_1, repeat_2, repeat_4, repeat_8, repeat_16};

/* ---- indices ----------------------------------------------------------------------------------------------------- */

bool NAME(in_range)(int64_t n, const int64_t *index, int64_t step, int64_t size)
{
    uint64_t outside = 0;

    if (step == 1)
        for (int64_t i = 0; i < n; i++) /* the sign of either: negative, or not below size */
            outside |= (uint64_t)index[i] | ((uint64_t)size - 1 - (uint64_t)index[i]);
    else
        for (int64_t i = 0; i < n; i++)
            outside |= (uint64_t)index[i * step] | ((uint64_t)size - 1 - (uint64_t)index[i * step]);
    return !(outside >> 63);
}

bool NAME(displace)(int64_t n, const int64_t *index, int64_t step, int64_t size, int64_t wrap, int64_t stride, bool add,
                    int64_t *at)
{
    uint64_t outside = 0;

/* unsigned: an index may be any number, and is refused only afterwards */
#define EACH(step, base)                                                                                               \
    for (int64_t i = 0; i < n; i++) {                                                                                  \
        const int64_t given = index[i * (step)], v = given + (given < 0 ? wrap : 0);                                   \
        outside |= (uint64_t)v | ((uint64_t)size - 1 - (uint64_t)v);                                                   \
        at[i] = (int64_t)((base) + (uint64_t)v * (uint64_t)stride);                                                    \
    }
    if (step == 1 && !add)
        EACH(1, 0)
    else if (step == 1)
        EACH(1, (uint64_t)at[i])
    else if (!add)
        EACH(step, 0)
    else
        EACH(step, (uint64_t)at[i])
#undef EACH
    return !(outside >> 63);
}

/* ---- arange and linspace -------------------------------------------------------------------------------------------
 */

/* Elements are rounded as PyTorch's vectorised loops round them: in groups of 16 from the first element on. */
static void arange_float(int64_t total, int64_t at, int64_t n, double start, double step, float *out)
{
    int64_t i = 0, groups = total / 16 * 16 - at;

    for (; i < n && i < groups && (at + i) % 8; i++)
        out[i] = (float)((double)(float)(start + step * (double)((at + i) / 8 * 8)) + step * (double)((at + i) % 8));
    for (; i + 8 <= n && i + 8 <= groups; i += 8) {
        double base = (double)(float)(start + step * (double)(at + i));
        for (int k = 0; k < 8; k++)
            out[i + k] = (float)(base + step * (double)k);
    }
    for (; i < n && i < groups; i++)
        out[i] = (float)((double)(float)(start + step * (double)((at + i) / 8 * 8)) + step * (double)((at + i) % 8));
    for (; i < n; i++)
        out[i] = (float)fma(step, (double)(at + i), start);
}

/* Pairs of four count from where they begin, what is left from the start. */
static void arange_double(int64_t total, int64_t at, int64_t n, double start, double step, double *out)
{
    int64_t groups = total / 8 * 8 - at, i = 0;

    for (; i < n && i < groups; i++) {
        int64_t first = (at + i) / 4 * 4;
        out[i] = fma((double)(at + i - first), step, fma(step, (double)first, start));
    }
    for (; i < n; i++)
        out[i] = fma(step, (double)(at + i), start);
}

static void count_up(const struct rt_fill_call *fill, enum rt_dtype as, int64_t total, int64_t begin, int64_t n,
                     void *out)
{
    double start = rt_scalar_to_double(fill->start), step = rt_scalar_to_double(fill->step);
    double end = rt_scalar_to_double(fill->end);
    int64_t first = total / 2 - begin; /* linspace: elements that count from the start; the others from the end */

    first = first < 0 ? 0 : first > n ? n : first;
    if (as == RT_INT64) {
        uint64_t base = (uint64_t)rt_scalar_to_int(fill->start), by = (uint64_t)rt_scalar_to_int(fill->step);
        int64_t *o = out;
        base += (uint64_t)begin * by;
        for (int64_t i = 0; i < n; i++)
            o[i] = (int64_t)(base + (uint64_t)i * by);
    } else if (fill->kind == RT_FILL_ARANGE && as == RT_FLOAT64) {
        arange_double(total, begin, n, start, step, out);
    } else if (fill->kind == RT_FILL_ARANGE) {
        arange_float(total, begin, n, start, step, out);
    } else if (as == RT_FLOAT64) {
        double *o = out;
        for (int64_t i = 0; i < first; i++)
            o[i] = fma(step, (double)(begin + i), start);
        for (int64_t i = first; i < n; i++)
            o[i] = fma(-step, (double)(total - 1 - begin - i), end);
    } else {
        float *o = out, from = (float)start, by = (float)step, to = (float)end;
        for (int64_t i = 0; i < first; i++)
            o[i] = fmaf(by, (float)(begin + i), from);
        for (int64_t i = first; i < n; i++)
            o[i] = fmaf(-by, (float)(total - 1 - begin - i), to);
    }
}

const rt_fill_loop NAME(fill) = count_up;

/* ---- transposition: rows and columns in elements, each row of `in` and `out` contiguous -------------------------- */

typedef uint32_t u32x8 __attribute__((vector_size(32), aligned(4)));
typedef uint64_t u64x4 __attribute__((vector_size(32), aligned(8)));
#if defined __clang__ || __GNUC__ >= 12
#define MIX8(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define MIX4(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define MIX8(a, b, ...) __builtin_shuffle(a, b, (u32x8){__VA_ARGS__})
#define MIX4(a, b, ...) __builtin_shuffle(a, b, (u64x4){__VA_ARGS__})
#endif

/* 8 x 8: in[j * in_step + i] -> out[i * out_step + j] */
static inline __attribute__((always_inline)) void square_4(uint32_t *out, int64_t out_step, const uint32_t *in,
                                                           int64_t in_step, int lines, int columns)
{
    u32x8 r[8], s[8];

    _Pragma("GCC unroll 8") for (int k = 0; k < 8; k++) if (k < lines) memcpy(&r[k], in + k * in_step, sizeof r[k]);
    else r[k] = (__typeof__(r[0])){0};
    _Pragma("GCC unroll 8") for (int k = 0; k < 8; k += 2)
    {
        s[k] = MIX8(r[k], r[k + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        s[k + 1] = MIX8(r[k], r[k + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
    _Pragma("GCC unroll 8") for (int k = 0; k < 8; k += 4) _Pragma("GCC unroll 8") for (int l = 0; l < 2; l++)
    {
        r[k + l] = MIX8(s[k + l], s[k + l + 2], 0, 1, 8, 9, 4, 5, 12, 13);
        r[k + l + 2] = MIX8(s[k + l], s[k + l + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
    _Pragma("GCC unroll 8") for (int k = 0; k < 4; k++)
    {
        s[k] = MIX8(r[k], r[k + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        s[k + 4] = MIX8(r[k], r[k + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
    _Pragma("GCC unroll 8") for (int k = 0; k < 8; k++) if (k < columns) memcpy(out + k * out_step, &s[k], sizeof s[k]);
}

/* 4 x 4 */
static inline __attribute__((always_inline)) void square_8(uint64_t *out, int64_t out_step, const uint64_t *in,
                                                           int64_t in_step, int lines, int columns)
{
    u64x4 r[4], s[4];

    _Pragma("GCC unroll 8") for (int k = 0; k < 4; k++) if (k < lines) memcpy(&r[k], in + k * in_step, sizeof r[k]);
    else r[k] = (__typeof__(r[0])){0};
    _Pragma("GCC unroll 8") for (int k = 0; k < 4; k += 2)
    {
        s[k] = MIX4(r[k], r[k + 1], 0, 4, 2, 6);
        s[k + 1] = MIX4(r[k], r[k + 1], 1, 5, 3, 7);
    }
    _Pragma("GCC unroll 8") for (int k = 0; k < 2; k++)
    {
        r[k] = MIX4(s[k], s[k + 2], 0, 1, 4, 5);
        r[k + 2] = MIX4(s[k], s[k + 2], 2, 3, 6, 7);
    }
    _Pragma("GCC unroll 8") for (int k = 0; k < 4; k++) if (k < columns) memcpy(out + k * out_step, &r[k], sizeof r[k]);
}

/* Smaller elements: rows of the first half interleaved with those of the second, until each is a column. */
typedef uint8_t u8x16 __attribute__((vector_size(16), aligned(1)));
typedef uint16_t u16x8 __attribute__((vector_size(16), aligned(2)));
#if defined __clang__ || __GNUC__ >= 12
#define MIX2(a, b, V, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define MIX2(a, b, V, ...) __builtin_shuffle(a, b, (V){__VA_ARGS__})
#endif
#define LOW16(a, b) MIX2(a, b, u8x16, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH16(a, b) MIX2(a, b, u8x16, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define LOW8(a, b) MIX2(a, b, u16x8, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH8(a, b) MIX2(a, b, u16x8, 4, 12, 5, 13, 6, 14, 7, 15)
#define INTERLEAVE(N, to, from)                                                                                        \
    _Pragma("GCC unroll 8") for (int k = 0; k < N / 2; k++)                                                            \
    {                                                                                                                  \
        to[2 * k] = LOW##N(from[k], from[k + N / 2]);                                                                  \
        to[2 * k + 1] = HIGH##N(from[k], from[k + N / 2]);                                                             \
    }

/* 16 x 16 */
static inline __attribute__((always_inline)) void square_1(uint8_t *out, int64_t out_step, const uint8_t *in,
                                                           int64_t in_step, int lines, int columns)
{
    u8x16 r[16], s[16];

    _Pragma("GCC unroll 16") for (int k = 0; k < 16; k++) if (k < lines) memcpy(&r[k], in + k * in_step, sizeof r[k]);
    else r[k] = (__typeof__(r[0])){0};
    INTERLEAVE(16, s, r)
    INTERLEAVE(16, r, s)
    INTERLEAVE(16, s, r)
    INTERLEAVE(16, r, s)
    _Pragma("GCC unroll 16") for (int k = 0; k < 16; k++) if (k < columns)
        memcpy(out + k * out_step, &r[k], sizeof r[k]);
}

/* 8 x 8 */
static inline __attribute__((always_inline)) void square_2(uint16_t *out, int64_t out_step, const uint16_t *in,
                                                           int64_t in_step, int lines, int columns)
{
    u16x8 r[8], s[8];

    _Pragma("GCC unroll 8") for (int k = 0; k < 8; k++) if (k < lines) memcpy(&r[k], in + k * in_step, sizeof r[k]);
    else r[k] = (__typeof__(r[0])){0};
    INTERLEAVE(8, s, r)
    INTERLEAVE(8, r, s)
    INTERLEAVE(8, s, r)
    _Pragma("GCC unroll 8") for (int k = 0; k < 8; k++) if (k < columns) memcpy(out + k * out_step, &s[k], sizeof s[k]);
}

/* Lines of so many columns further on are prefetched: columns are not consecutive in memory. */
#define AHEAD 16
/* Two squares side by side fill the lines of `out`; going down them, each line of `in` is used up while it is near. The
   last squares begin where they end with the lines. Of fewer lines than a square has, those that follow each other
   without gaps are transposed in squares, too, which read more than is there of each line, or write more, before the
   next one is written. */
#define TRANSPOSE(name, C, N, PART)                                                                                    \
    static void name##_flat(int64_t rows, int64_t columns, C *o, int64_t out_step, const C *a, int64_t in_step)        \
    {                                                                                                                  \
        int64_t j = 0;                                                                                                 \
        if (rows >= N / 2 && in_step == rows)                                                                          \
            for (; j + N <= columns && (j + N - 1) * rows + N <= columns * rows; j += N)                               \
                PART(o + j, out_step, a + j * rows, rows, N, (int)rows);                                               \
        for (int64_t i = 0; i < rows; i++)                                                                             \
            for (int64_t k = j; k < columns; k++)                                                                      \
                o[i * out_step + k] = a[k * in_step + i];                                                              \
    }                                                                                                                  \
    static void name##_narrow(int64_t rows, int64_t columns, C *o, int64_t out_step, const C *a, int64_t in_step)      \
    {                                                                                                                  \
        int64_t i = 0;                                                                                                 \
        if (columns >= N / 2 && out_step == columns)                                                                   \
            for (; i + N <= rows && (i + N - 1) * columns + N <= rows * columns; i += N)                               \
                PART(o + i * columns, columns, a + i, in_step, (int)columns, N);                                       \
        for (; i < rows; i++)                                                                                          \
            for (int64_t k = 0; k < columns; k++)                                                                      \
                o[i * out_step + k] = a[k * in_step + i];                                                              \
    }                                                                                                                  \
    static void name(int64_t rows, int64_t columns, void *out, int64_t out_step, const void *in, int64_t in_step)      \
    {                                                                                                                  \
        const C *a = in;                                                                                               \
        C *o = out;                                                                                                    \
        int64_t j = 0;                                                                                                 \
        if (rows < N) {                                                                                                \
            name##_flat(rows, columns, o, out_step, a, in_step);                                                       \
            return;                                                                                                    \
        }                                                                                                              \
        if (columns < N) {                                                                                             \
            name##_narrow(rows, columns, o, out_step, a, in_step);                                                     \
            return;                                                                                                    \
        }                                                                                                              \
        for (; j + 2 * N <= columns; j += 2 * N) {                                                                     \
            for (int64_t k = j + AHEAD; k < j + AHEAD + 2 * N; k++)                                                    \
                for (int64_t l = 0; l < rows; l += 64 / (int64_t)sizeof(C))                                            \
                    __builtin_prefetch(a + k * in_step + l);                                                           \
            for (int64_t i = 0; i < rows; i += N) {                                                                    \
                i = i + N <= rows ? i : rows - N;                                                                      \
                PART(o + i * out_step + j, out_step, a + j * in_step + i, in_step, N, N);                              \
                PART(o + i * out_step + j + N, out_step, a + (j + N) * in_step + i, in_step, N, N);                    \
            }                                                                                                          \
        }                                                                                                              \
        for (; j < columns; j += N) {                                                                                  \
            j = j + N <= columns ? j : columns - N;                                                                    \
            for (int64_t i = 0; i < rows; i += N) {                                                                    \
                i = i + N <= rows ? i : rows - N;                                                                      \
                PART(o + i * out_step + j, out_step, a + j * in_step + i, in_step, N, N);                              \
            }                                                                                                          \
        }                                                                                                              \
    }
TRANSPOSE(transpose_1, uint8_t, 16, square_1)
TRANSPOSE(transpose_2, uint16_t, 8, square_2)
TRANSPOSE(transpose_4, uint32_t, 8, square_4)
TRANSPOSE(transpose_8, uint64_t, 4, square_8)

/* by the logarithm of an element's size */
const rt_transpose_loop NAME(transpose)[4] = {transpose_1, transpose_2, transpose_4, transpose_8};
