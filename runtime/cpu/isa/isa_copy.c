/* Planes of elements moved from one layout into another, by the size of an element whatever it means: rows that are
   dense on both sides, reversed, one element repeated, and any other steps. */
#include "isa.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef struct {
    uint64_t part[2];
} wide;

#if defined(__AVX512F__)
#define VECTOR 64
#define STREAM(to, from) _mm512_stream_si512((void *)(to), _mm512_loadu_si512(from))
#elif defined(__AVX2__)
#define VECTOR 32
#define STREAM(to, from) _mm256_stream_si256((void *)(to), _mm256_loadu_si256((const void *)(from)))
#else
#define VECTOR 16
#if defined(__x86_64__)
#define STREAM(to, from) _mm_stream_si128((void *)(to), _mm_loadu_si128((const void *)(from)))
#endif
#endif
typedef uint8_t bytes_v __attribute__((vector_size(VECTOR), aligned(1), may_alias));

/* Fewer bytes than make a call of memcpy worth while (MUCH), at least `size`: full pieces, the last one overlaps the
   one before. */
#define PIECES(size)                                                                                                   \
    do {                                                                                                               \
        int64_t k_ = 0;                                                                                                \
        for (; k_ + (size) < n; k_ += (size))                                                                          \
            memcpy(to + k_, from + k_, size);                                                                          \
        memcpy(to + n - (size), from + n - (size), size);                                                              \
    } while (0)
static inline void move_some(int64_t n, char *to, const char *from)
{
    if (n >= VECTOR) {
        int64_t k = 0;
        for (; k + 4 * VECTOR <= n; k += 4 * VECTOR) {
            const bytes_v a = *(const bytes_v *)(from + k), b = *(const bytes_v *)(from + k + VECTOR);
            const bytes_v c = *(const bytes_v *)(from + k + 2 * VECTOR), d = *(const bytes_v *)(from + k + 3 * VECTOR);
            *(bytes_v *)(to + k) = a;
            *(bytes_v *)(to + k + VECTOR) = b;
            *(bytes_v *)(to + k + 2 * VECTOR) = c;
            *(bytes_v *)(to + k + 3 * VECTOR) = d;
        }
        for (; k + VECTOR < n; k += VECTOR)
            *(bytes_v *)(to + k) = *(const bytes_v *)(from + k);
        *(bytes_v *)(to + n - VECTOR) = *(const bytes_v *)(from + n - VECTOR);
    } else if (n >= 16)
        PIECES(16);
    else if (n >= 8)
        PIECES(8);
    else if (n >= 4)
        PIECES(4);
    else
        for (int64_t k = 0; k < n; k++)
            to[k] = from[k];
}

/* ---- past the cache: whole lines, what is left at both ends as usual --------------------------------------------- */

#define LINE 64
void NAME(stream)(void *to, const void *from, int64_t bytes)
{
#ifdef STREAM
    char *o = to;
    const char *a = from;
    int64_t head = (int64_t)(-(uintptr_t)to & (LINE - 1));

    if (bytes >= head + LINE) {
        move_some(head, o, a);
        for (o += head, a += head, bytes -= head; bytes >= LINE; o += LINE, a += LINE, bytes -= LINE)
            for (int k = 0; k < LINE; k += VECTOR)
                STREAM(o + k, a + k);
        move_some(bytes, o, a);
        return;
    }
#endif
    move_some(bytes, to, from);
}

/* ---- planes ------------------------------------------------------------------------------------------------------ */

/* Bytes from which memcpy is called, which then goes past the cache. For fewer it takes the processor's string
   instruction, which is several times slower where both sides are aligned differently to cache lines (AMD Zen 3). */
#define MUCH (INT64_C(1) << 20)
#define ROWS_OF(size)                                                                                                  \
    for (int64_t i = 0; i < rows; i++)                                                                                 \
        memcpy(to + i * to_row, from + i * from_row, size);
/* Rows of n bytes, dense on both sides; steps in bytes. */
static void dense_rows(int64_t rows, int64_t n, char *restrict to, int64_t to_row, const char *restrict from,
                       int64_t from_row)
{
    switch (n) {
    case 4:
        ROWS_OF(4)
        return;
    case 8:
        ROWS_OF(8)
        return;
    case 16:
        ROWS_OF(16)
        return;
    case 32:
        ROWS_OF(32)
        return;
    case 64:
        ROWS_OF(64)
        return;
    default:
        break;
    }
    if (n < MUCH)
        for (int64_t i = 0; i < rows; i++)
            move_some(n, to + i * to_row, from + i * from_row);
    else
        for (int64_t i = 0; i < rows; i++)
            memcpy(to + i * to_row, from + i * from_row, (size_t)n);
}

/* As memcpy. */
static void move(int64_t n, char *restrict to, const char *restrict from)
{
    if (n < MUCH)
        move_some(n, to, from);
    else
        memcpy(to, from, (size_t)n);
}

/* A row of n bytes, `rows` times one behind the other: what is there already is copied. */
static void same_rows(int64_t rows, int64_t n, char *restrict to, const char *restrict from)
{
    move(n, to, from);
    for (int64_t done = n, all = rows * n; done < all; done *= 2)
        move(all - done < done ? all - done : done, to + done, to);
}

#define AHEAD 1024 /* bytes that are fetched before they are read */
#define PLANE(name, C)                                                                                                 \
    /* reads upwards: what lies ahead is fetched only in this direction */                                             \
    static void reverse_##name(int64_t n, C *restrict to, const C *restrict from)                                      \
    {                                                                                                                  \
        const C *first = from - (n - 1);                                                                               \
        for (int64_t j = 0; j < n; j++)                                                                                \
            to[n - 1 - j] = first[j];                                                                                  \
    }                                                                                                                  \
    static void line_##name(int64_t n, C *restrict to, int64_t to_step, const C *restrict from, int64_t from_step)     \
    {                                                                                                                  \
        if (to_step == 1 && from_step == 2) {                                                                          \
            enum { MANY = LINE / sizeof(C) };                                                                          \
            for (; sizeof(C) >= 4 && n >= 2 * MANY; n -= MANY, to += MANY, from += 2 * MANY) {                         \
                __builtin_prefetch((const char *)from + AHEAD);                                                        \
                __builtin_prefetch((const char *)from + AHEAD + LINE);                                                 \
                for (int j = 0; j < (int)MANY; j++)                                                                    \
                    to[j] = from[2 * j];                                                                               \
            }                                                                                                          \
            for (int64_t j = 0; j < n; j++)                                                                            \
                to[j] = from[2 * j];                                                                                   \
        } else if (to_step == 1 && from_step == 3)                                                                     \
            for (int64_t j = 0; j < n; j++)                                                                            \
                to[j] = from[3 * j];                                                                                   \
        else if (to_step == 1 && from_step == 4)                                                                       \
            for (int64_t j = 0; j < n; j++)                                                                            \
                to[j] = from[4 * j];                                                                                   \
        else                                                                                                           \
            for (int64_t j = 0; j < n; j++)                                                                            \
                to[j * to_step] = from[j * from_step];                                                                 \
    }                                                                                                                  \
    /* each element n times, by full vectors, whose ends are overwritten by the next element */                        \
    static void repeat_##name(int64_t rows, int64_t n, C *restrict to, const C *restrict from, int64_t from_row)       \
    {                                                                                                                  \
        enum { MANY = 64 / sizeof(C) };                                                                                \
        const int64_t span = (n + MANY - 1) / MANY * MANY;                                                             \
        int64_t i = 0;                                                                                                 \
        for (; (rows - i) * n >= span; i++) {                                                                          \
            C many[MANY];                                                                                              \
            for (int j = 0; j < MANY; j++)                                                                             \
                many[j] = from[i * from_row];                                                                          \
            for (int64_t j = 0; j < n; j += MANY)                                                                      \
                memcpy(to + i * n + j, many, sizeof many);                                                             \
        }                                                                                                              \
        for (; i < rows; i++)                                                                                          \
            for (int64_t j = 0; j < n; j++)                                                                            \
                to[i * n + j] = from[i * from_row];                                                                    \
    }                                                                                                                  \
    /* up to so many lines, a few elements of each in turn: [line][i] becomes [i][line] */                             \
    static void interleave_##name(int64_t rows, int64_t n, C *restrict to, const C *restrict from, int64_t step)       \
    {                                                                                                                  \
        const C *restrict a = from, *restrict b = from + step, *restrict c = from + 2 * step;                          \
        const C *restrict d = from + 3 * step;                                                                         \
        if (n == 2)                                                                                                    \
            for (int64_t i = 0; i < rows; i++) {                                                                       \
                to[2 * i] = a[i];                                                                                      \
                to[2 * i + 1] = b[i];                                                                                  \
            }                                                                                                          \
        else if (n == 3)                                                                                               \
            for (int64_t i = 0; i < rows; i++) {                                                                       \
                to[3 * i] = a[i];                                                                                      \
                to[3 * i + 1] = b[i];                                                                                  \
                to[3 * i + 2] = c[i];                                                                                  \
            }                                                                                                          \
        else                                                                                                           \
            for (int64_t i = 0; i < rows; i++) {                                                                       \
                to[4 * i] = a[i];                                                                                      \
                to[4 * i + 1] = b[i];                                                                                  \
                to[4 * i + 2] = c[i];                                                                                  \
                to[4 * i + 3] = d[i];                                                                                  \
            }                                                                                                          \
    }                                                                                                                  \
    static void name(int64_t rows, int64_t n, void *out, int64_t to_row, int64_t to_step, const void *in,              \
                     int64_t from_row, int64_t from_step)                                                              \
    {                                                                                                                  \
        const int64_t size = (int64_t)sizeof(C);                                                                       \
        C *to = out;                                                                                                   \
        const C *from = in;                                                                                            \
        if (rows > 1 && from_step > 1 && from_row == n * from_step && to_row == n * to_step) /* one row */             \
            n *= rows, rows = 1;                                                                                       \
        if (to_step == 1 && from_step == 1 && from_row == 0 && to_row == n && rows > 1 && n)                           \
            same_rows(rows, n *size, out, in);                                                                         \
        else if (to_step == 1 && from_step == 0 && to_row == n && n)                                                   \
            repeat_##name(rows, n, to, from, from_row);                                                                \
        else if (to_step == 1 && from_step == 1)                                                                       \
            dense_rows(rows, n *size, out, to_row *size, in, from_row *size);                                          \
        else if (to_step == 1 && from_row == 1 && to_row == n && rows >= n && n >= 2 && n <= 4)                        \
            interleave_##name(rows, n, to, from, from_step);                                                           \
        else if (rows > n && n < (to_step == 1 && from_step > 1 && from_step <= 4 ? 8 : 16))                           \
            for (int64_t j = 0; j < n; j++)                                                                            \
                line_##name(rows, to + j * to_step, to_row, from + j * from_step, from_row);                           \
        else if (to_step == 1 && from_step == -1)                                                                      \
            for (int64_t i = 0; i < rows; i++)                                                                         \
                reverse_##name(n, to + i * to_row, from + i * from_row);                                               \
        else if (to_step == 1 && from_step == 0)                                                                       \
            for (int64_t i = 0; i < rows; i++) {                                                                       \
                const C x = from[i * from_row];                                                                        \
                C *o = to + i * to_row;                                                                                \
                for (int64_t j = 0; j < n; j++)                                                                        \
                    o[j] = x;                                                                                          \
            }                                                                                                          \
        else                                                                                                           \
            for (int64_t i = 0; i < rows; i++)                                                                         \
                line_##name(n, to + i * to_row, to_step, from + i * from_row, from_step);                              \
    }
PLANE(plane_1, uint8_t)
PLANE(plane_2, uint16_t)
PLANE(plane_4, uint32_t)
PLANE(plane_8, uint64_t)
PLANE(plane_16, wide)

/* by the logarithm of an element's size */
const rt_plane_loop NAME(plane)[5] = {plane_1, plane_2, plane_4, plane_8, plane_16};

/* ---- runs at indices --------------------------------------------------------------------------------------------- */

#define RUNS(to, from)                                                                                                 \
    if (bytes < MUCH)                                                                                                  \
        for (int64_t i = 0; i < n; i++)                                                                                \
            move_some(bytes, to, from);                                                                                \
    else                                                                                                               \
        for (int64_t i = 0; i < n; i++)                                                                                \
            memcpy(to, from, (size_t)bytes);

void NAME(take_runs)(int64_t n, int64_t bytes, char *to, int64_t to_step, const char *from, int64_t from_step,
                     const int64_t *index)
{
    RUNS(to + i * to_step, from + index[i] * from_step)
}

void NAME(put_runs)(int64_t n, int64_t bytes, char *to, int64_t to_step, const int64_t *index, const char *from,
                    int64_t from_step)
{
    RUNS(to + index[i] * to_step, from + i * from_step)
}
