/* Loops over half types in memory: the arithmetic of two tensors and sums of rows, computed in float and rounded once,
   several elements at a time. They give the bits of the loops for floats behind conversions of blocks. Included by
   isa_i16.c. */

#if defined(__AVX512F__)
#define HALF_LANES 16
#elif defined(__AVX2__)
#define HALF_LANES 8
#else
#define HALF_LANES 4
#endif
typedef float floats_v __attribute__((vector_size(HALF_LANES * 4)));
typedef uint32_t words_v __attribute__((vector_size(HALF_LANES * 4)));
typedef uint16_t halves_v __attribute__((vector_size(HALF_LANES * 2), aligned(2), may_alias));

/* ---- HALF_LANES elements as floats and back ---------------------------------------------------------------------- */

static inline floats_v float16_load(const uint16_t *from)
{
#if defined(__AVX512F__)
    return (floats_v)_mm512_cvtph_ps(_mm256_loadu_si256((const void *)from));
#elif defined(__F16C__) && defined(__AVX2__)
    return (floats_v)_mm256_cvtph_ps(_mm_loadu_si128((const void *)from));
#else
    floats_v v;
    for (int k = 0; k < HALF_LANES; k++)
        v[k] = rt_half_to_float(from[k]);
    return v;
#endif
}

static inline void float16_store(uint16_t *to, floats_v v)
{
#if defined(__AVX512F__)
    _mm256_storeu_si256((void *)to, _mm512_cvtps_ph((__m512)v, 0));
#elif defined(__F16C__) && defined(__AVX2__)
    _mm_storeu_si128((void *)to, _mm256_cvtps_ph((__m256)v, 0));
#else
    for (int k = 0; k < HALF_LANES; k++)
        to[k] = rt_float_to_half(v[k]);
#endif
}

static inline floats_v bfloat16_load(const uint16_t *from)
{
    return (floats_v)(__builtin_convertvector(*(const halves_v *)from, words_v) << 16);
}

/* the upper halves of words that are no nan, rounded to even, as words */
static inline words_v bfloat16_rounded(floats_v v)
{
    const words_v bits = (words_v)v;

    return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

static inline void bfloat16_store(uint16_t *to, floats_v v)
{
    const words_v rounded = bfloat16_rounded(v), nan = (words_v)(v != v);
    const words_v halves = (rounded & ~nan) | (nan & 0x7fc0);

#if defined(__AVX2__) && !defined(__AVX512F__) /* compilers take the words apart */
    const __m256i twice = _mm256_packus_epi32((__m256i)halves, (__m256i)halves);
    _mm_storeu_si128((void *)to, _mm256_castsi256_si128(_mm256_permute4x64_epi64(twice, 8)));
#else
    *(halves_v *)to = __builtin_convertvector(halves, halves_v);
#endif
}

/* two vectors, one behind the other */
static inline void float16_store_two(uint16_t *to, floats_v v, floats_v w)
{
    float16_store(to, v);
    float16_store(to + HALF_LANES, w);
}

static inline void bfloat16_store_two(uint16_t *to, floats_v v, floats_v w)
{
#if defined(__AVX2__) && !defined(__AVX512F__)
    if (!_mm256_movemask_ps(_mm256_cmp_ps((__m256)v, (__m256)w, _CMP_UNORD_Q))) { /* no nan */
        const __m256i all = _mm256_packus_epi32((__m256i)bfloat16_rounded(v), (__m256i)bfloat16_rounded(w));
        _mm256_storeu_si256((void *)to, _mm256_permute4x64_epi64(all, 0xd8));
        return;
    }
#endif
    bfloat16_store(to, v);
    bfloat16_store(to + HALF_LANES, w);
}

/* ---- the arithmetic of two tensors ------------------------------------------------------------------------------- */

#define HALF_ZIP(type, name, op)                                                                                       \
    static void type##_##name(int64_t n, void *out, const void *left, const void *right,                               \
                              const struct rt_loop_param *params)                                                      \
    {                                                                                                                  \
        const uint16_t *a = left, *b = right;                                                                          \
        uint16_t *o = out, part[2][HALF_LANES] = {{0}};                                                                \
        int64_t i = 0;                                                                                                 \
        (void)params;                                                                                                  \
        for (; i + 2 * HALF_LANES <= n; i += 2 * HALF_LANES)                                                           \
            type##_store_two(o + i, type##_load(a + i) op type##_load(b + i),                                          \
                             type##_load(a + i + HALF_LANES) op type##_load(b + i + HALF_LANES));                      \
        for (; i + HALF_LANES <= n; i += HALF_LANES)                                                                   \
            type##_store(o + i, type##_load(a + i) op type##_load(b + i));                                             \
        if (i < n) {                                                                                                   \
            memcpy(part[0], a + i, (size_t)(n - i) * 2);                                                               \
            memcpy(part[1], b + i, (size_t)(n - i) * 2);                                                               \
            type##_store(part[0], type##_load(part[0]) op type##_load(part[1]));                                       \
            memcpy(o + i, part[0], (size_t)(n - i) * 2);                                                               \
        }                                                                                                              \
    }
#define HALF_ZIPS(type)                                                                                                \
    HALF_ZIP(type, add, +)                                                                                             \
    HALF_ZIP(type, sub, -)                                                                                             \
    HALF_ZIP(type, mul, *)                                                                                             \
    HALF_ZIP(type, div, /)
HALF_ZIPS(float16)
HALF_ZIPS(bfloat16)

/* a + p b. As in PyTorch the product of what is left of groups of 32 is rounded by itself. */
#define HALF_GROUP 32
#define HALF_ADD_SCALED(type)                                                                                          \
    static void type##_add_scaled(int64_t n, void *out, const void *left, const void *right,                           \
                                  const struct rt_loop_param *params)                                                  \
    {                                                                                                                  \
        const uint16_t *a = left, *b = right;                                                                          \
        const float p = params[0].f32;                                                                                 \
        const int64_t whole = n / HALF_GROUP * HALF_GROUP;                                                             \
        uint16_t *o = out, part[2][HALF_LANES] = {{0}};                                                                \
        int64_t i = 0;                                                                                                 \
        for (; i < whole; i += 2 * HALF_LANES)                                                                         \
            type##_store_two(o + i, type##_load(a + i) + type##_load(b + i) * p,                                       \
                             type##_load(a + i + HALF_LANES) + type##_load(b + i + HALF_LANES) * p);                   \
        for (int64_t m; i < n; i += m) {                                                                               \
            m = n - i < HALF_LANES ? n - i : HALF_LANES;                                                               \
            memcpy(part[0], a + i, (size_t)m * 2);                                                                     \
            memcpy(part[1], b + i, (size_t)m * 2);                                                                     \
            type##_store(part[1], type##_load(part[1]) * p);                                                           \
            type##_store(part[0], type##_load(part[0]) + type##_load(part[1]));                                        \
            memcpy(o + i, part[0], (size_t)m * 2);                                                                     \
        }                                                                                                              \
    }
HALF_ADD_SCALED(float16)
HALF_ADD_SCALED(bfloat16)

#define HALF_ROW(type)                                                                                                 \
    {                                                                                                                  \
        [RT_ZIP_add] = type##_add, [RT_ZIP_sub] = type##_sub, [RT_ZIP_mul] = type##_mul, [RT_ZIP_div] = type##_div,    \
        [RT_ZIP_add_scaled] = type##_add_scaled                                                                        \
    }
const rt_zip_loop NAME(half_zip)[2][RT_ZIP_COUNT] = {HALF_ROW(float16), HALF_ROW(bfloat16)};

/* ---- sums of rows: as rows_sum() of floats, four are added before they become doubles ---------------------------- */

#define HALF_STRIP (HALF_PARTS * HALF_LANES) /* neighbouring columns: mostly a cache line of each row */
#define HALF_PARTS (HALF_LANES < 16 ? 4 : 2)
#define HALF_FOURS 8 /* fours of rows walked through for a strip, so that lines are read in order */

typedef double doubles_v __attribute__((vector_size(HALF_LANES * 4), aligned(8), may_alias));

/* the lower half of v to to[0], the upper one to to[1] */
static inline void add_doubles(doubles_v *to, floats_v v)
{
#if defined(__AVX512F__)
    to[0] += (doubles_v)_mm512_cvtps_pd(_mm512_castps512_ps256((__m512)v));
    to[1] += (doubles_v)_mm512_cvtps_pd(_mm512_extractf32x8_ps((__m512)v, 1));
#elif defined(__AVX2__)
    to[0] += (doubles_v)_mm256_cvtps_pd(_mm256_castps256_ps128((__m256)v));
    to[1] += (doubles_v)_mm256_cvtps_pd(_mm256_extractf128_ps((__m256)v, 1));
#else
    to[0] += (doubles_v){(double)v[0], (double)v[1]};
    to[1] += (doubles_v){(double)v[2], (double)v[3]};
#endif
}

/* the first n elements of a vector */
static inline halves_v some_halves(const uint16_t *from, int n)
{
#if defined(__AVX512BW__) && defined(__AVX512VL__)
    return (halves_v)_mm256_maskz_loadu_epi16((__mmask16)((1U << n) - 1), from);
#else
    halves_v v = {0};

    memcpy(&v, from, (size_t)n * 2);
    return v;
#endif
}

/* the sum of four rows from a on, `step` apart, added to `sums` */
#define ADD_FOUR(type, sums, a)                                                                                        \
    add_doubles(sums, (type##_load(a) + type##_load((a) + step)) +                                                     \
                          (type##_load((a) + 2 * step) + type##_load((a) + 3 * step)))
#define HALF_ROWS(type)                                                                                                \
    /* HALF_STRIP columns of so many fours of rows: their sums stay in registers */                                    \
    static inline void type##_strip(int64_t fours, const uint16_t *a, int64_t step, doubles_v *acc)                    \
    {                                                                                                                  \
        doubles_v sums[HALF_PARTS * 2];                                                                                \
        EACH_PART(k, HALF_PARTS * 2) sums[k] = acc[k];                                                                 \
        for (; fours > 0; fours--, a += 4 * step)                                                                      \
            EACH_PART(k, HALF_PARTS) ADD_FOUR(type, sums + 2 * k, a + k * HALF_LANES);                                 \
        EACH_PART(k, HALF_PARTS * 2) acc[k] = sums[k];                                                                 \
    }                                                                                                                  \
    /* the last n columns, fewer than HALF_LANES */                                                                    \
    static inline void type##_last(int64_t rows, int64_t n, const uint16_t *a, int64_t step, double *acc)              \
    {                                                                                                                  \
        double sums[HALF_LANES] = {0};                                                                                 \
        halves_v v[4];                                                                                                 \
        memcpy(sums, acc, (size_t)n * 8);                                                                              \
        for (; rows >= 4; rows -= 4, a += 4 * step) {                                                                  \
            for (int k = 0; k < 4; k++)                                                                                \
                v[k] = some_halves(a + k * step, (int)n);                                                              \
            const uint16_t *w = (const uint16_t *)v;                                                                   \
            add_doubles((doubles_v *)(void *)sums,                                                                     \
                        (type##_load(w) + type##_load(w + HALF_LANES)) +                                               \
                            (type##_load(w + 2 * HALF_LANES) + type##_load(w + 3 * HALF_LANES)));                      \
        }                                                                                                              \
        for (; rows > 0; rows--, a += step) {                                                                          \
            v[0] = some_halves(a, (int)n);                                                                             \
            add_doubles((doubles_v *)(void *)sums, type##_load((const uint16_t *)v));                                  \
        }                                                                                                              \
        memcpy(acc, sums, (size_t)n * 8);                                                                              \
    }                                                                                                                  \
    static void type##_rows(int64_t rows, int64_t n, const void *in, int64_t step, double param, void *accumulators)   \
    {                                                                                                                  \
        const int64_t wide = n - n % HALF_LANES;                                                                       \
        double *acc = accumulators;                                                                                    \
        const uint16_t *a = in;                                                                                        \
        (void)param;                                                                                                   \
        if (wide < n)                                                                                                  \
            type##_last(rows, n - wide, a + wide, step, acc + wide);                                                   \
        for (int64_t fours; (fours = rows / 4) > 0; rows -= 4 * fours, a += 4 * fours * step) {                        \
            int64_t i = 0;                                                                                             \
            fours = fours < HALF_FOURS ? fours : HALF_FOURS;                                                           \
            for (; i + HALF_STRIP <= wide; i += HALF_STRIP)                                                            \
                type##_strip(fours, a + i, step, (doubles_v *)(void *)(acc + i));                                      \
            for (; i < wide; i += HALF_LANES)                                                                          \
                for (int64_t r = 0; r < fours; r++)                                                                    \
                    ADD_FOUR(type, (doubles_v *)(void *)(acc + i), a + 4 * r * step + i);                              \
        }                                                                                                              \
        for (; rows > 0; rows--, a += step)                                                                            \
            for (int64_t i = 0; i < wide; i += HALF_LANES)                                                             \
                add_doubles((doubles_v *)(void *)(acc + i), type##_load(a + i));                                       \
    }
HALF_ROWS(float16)
HALF_ROWS(bfloat16)
const rt_rows_loop NAME(half_rows)[2] = {float16_rows, bfloat16_rows};
