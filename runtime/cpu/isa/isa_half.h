/* Loops over half types as they lie in memory: the arithmetic of two tensors and sums of rows, computed in float and
   rounded once, several elements at a time. They give the bits of the loops for floats behind conversions of blocks.
   Included by isa_i16.c. */

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

/* ---- HALF_LANES elements as floats and back -----------------------------------------------------------------------
 */

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

/* ---- the arithmetic of two tensors --------------------------------------------------------------------------------
 */

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

#define HALF_ROW(type)                                                                                                 \
    {                                                                                                                  \
        [RT_ZIP_add] = type##_add, [RT_ZIP_sub] = type##_sub, [RT_ZIP_mul] = type##_mul, [RT_ZIP_div] = type##_div     \
    }
const rt_zip_loop NAME(half_zip)[2][RT_ZIP_COUNT] = {HALF_ROW(float16), HALF_ROW(bfloat16)};

/* ---- sums of rows: as rows_sum() of floats, four are added before they become doubles ------------------------------
 */

static inline void add_doubles(double *to, floats_v v)
{
#if defined(__AVX512F__)
    _mm512_storeu_pd(to, _mm512_add_pd(_mm512_loadu_pd(to), _mm512_cvtps_pd(_mm512_castps512_ps256((__m512)v))));
    _mm512_storeu_pd(to + 8,
                     _mm512_add_pd(_mm512_loadu_pd(to + 8), _mm512_cvtps_pd(_mm512_extractf32x8_ps((__m512)v, 1))));
#elif defined(__AVX2__)
    _mm256_storeu_pd(to, _mm256_add_pd(_mm256_loadu_pd(to), _mm256_cvtps_pd(_mm256_castps256_ps128((__m256)v))));
    _mm256_storeu_pd(to + 4,
                     _mm256_add_pd(_mm256_loadu_pd(to + 4), _mm256_cvtps_pd(_mm256_extractf128_ps((__m256)v, 1))));
#else
    for (int k = 0; k < HALF_LANES; k++)
        to[k] += (double)v[k];
#endif
}

#define HALF_ROWS(type, one)                                                                                           \
    static void type##_rows(int64_t rows, int64_t n, const void *in, int64_t step, double param, void *accumulators)   \
    {                                                                                                                  \
        double *acc = accumulators;                                                                                    \
        const uint16_t *a = in;                                                                                        \
        (void)param;                                                                                                   \
        for (; rows >= 4; rows -= 4, a += 4 * step) {                                                                  \
            const uint16_t *b = a + step, *c = b + step, *d = c + step;                                                \
            int64_t i = 0;                                                                                             \
            for (; i + HALF_LANES <= n; i += HALF_LANES)                                                               \
                add_doubles(acc + i,                                                                                   \
                            (type##_load(a + i) + type##_load(b + i)) + (type##_load(c + i) + type##_load(d + i)));    \
            for (; i < n; i++)                                                                                         \
                acc[i] += (double)((one(a[i]) + one(b[i])) + (one(c[i]) + one(d[i])));                                 \
        }                                                                                                              \
        for (; rows > 0; rows--, a += step) {                                                                          \
            int64_t i = 0;                                                                                             \
            for (; i + HALF_LANES <= n; i += HALF_LANES)                                                               \
                add_doubles(acc + i, type##_load(a + i));                                                              \
            for (; i < n; i++)                                                                                         \
                acc[i] += (double)one(a[i]);                                                                           \
        }                                                                                                              \
    }
HALF_ROWS(float16, rt_half_to_float)
HALF_ROWS(bfloat16, rt_bfloat_to_float)
const rt_rows_loop NAME(half_rows)[2] = {float16_rows, bfloat16_rows};
