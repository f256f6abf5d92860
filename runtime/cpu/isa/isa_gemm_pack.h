/* Operands of products as panels, which tiles read step by step; a part of isa_gemm.h for one element type T with
   vectors V. No include guard: included once for float and once for double. */

/* Full panels of lines whose elements are interleaved (line is 1): some panels at once, as parts of a longer stretch of
   memory, which the processor prefetches. Inlined with a constant width. */
ALWAYS void NAME(pack_even)(const T *from, int64_t step, int64_t panels, int64_t k, int64_t width, T *to)
{
    enum { TOGETHER = 4 };
    int64_t first = 0;
    for (; first + TOGETHER <= panels; first += TOGETHER, from += TOGETHER * width, to += TOGETHER * width * k)
        for (int64_t p = 0; p < k; p++)
#pragma GCC unroll 4
            for (int i = 0; i < TOGETHER; i++)
                memcpy(to + (i * k + p) * width, from + p * step + i * width, (size_t)width * sizeof(T));
    for (; first < panels; first++, from += width, to += width * k)
        for (int64_t p = 0; p < k; p++)
            memcpy(to + p * width, from + p * step, (size_t)width * sizeof(T));
}

/* One, two or four neighbouring lines of a panel, over `steps` steps; elements of a line are dense. */
ALWAYS void NAME(transpose_lines)(int lines, const T *at, int64_t line, int64_t steps, int64_t width, T *to)
{
    int64_t p = 0;
#if defined(__x86_64__)
    for (; lines == 4 && sizeof(T) == 4 && p + 4 <= steps; p += 4, to += 4 * width) {
        __m128 r0 = _mm_loadu_ps((const float *)(const void *)(at + p));
        __m128 r1 = _mm_loadu_ps((const float *)(const void *)(at + line + p));
        __m128 r2 = _mm_loadu_ps((const float *)(const void *)(at + 2 * line + p));
        __m128 r3 = _mm_loadu_ps((const float *)(const void *)(at + 3 * line + p));
        _MM_TRANSPOSE4_PS(r0, r1, r2, r3);
        _mm_storeu_ps((float *)(void *)to, r0);
        _mm_storeu_ps((float *)(void *)(to + width), r1);
        _mm_storeu_ps((float *)(void *)(to + 2 * width), r2);
        _mm_storeu_ps((float *)(void *)(to + 3 * width), r3);
    }
    for (; lines == 2 && sizeof(T) == 4 && p + 4 <= steps; p += 4, to += 4 * width) {
        const __m128 r0 = _mm_loadu_ps((const float *)(const void *)(at + p));
        const __m128 r1 = _mm_loadu_ps((const float *)(const void *)(at + line + p));
        const __m128 low = _mm_unpacklo_ps(r0, r1), high = _mm_unpackhi_ps(r0, r1);
        _mm_storel_pi((__m64 *)(void *)to, low);
        _mm_storeh_pi((__m64 *)(void *)(to + width), low);
        _mm_storel_pi((__m64 *)(void *)(to + 2 * width), high);
        _mm_storeh_pi((__m64 *)(void *)(to + 3 * width), high);
    }
    for (; sizeof(T) == 8 && lines > 1 && p + 2 <= steps; p += 2, to += 2 * width)
#pragma GCC unroll 2
        for (int i = 0; i < lines; i += 2) {
            const __m128d r0 = _mm_loadu_pd((const double *)(const void *)(at + i * line + p));
            const __m128d r1 = _mm_loadu_pd((const double *)(const void *)(at + (i + 1) * line + p));
            _mm_storeu_pd((double *)(void *)(to + i), _mm_unpacklo_pd(r0, r1));
            _mm_storeu_pd((double *)(void *)(to + i + width), _mm_unpackhi_pd(r0, r1));
        }
#endif
    for (; p < steps; p++, to += width)
#pragma GCC unroll 4
        for (int i = 0; i < lines; i++)
            to[i] = at[i * line + p];
}

#if defined(__AVX512F__)
/* 16 steps of 16 lines. Four steps at a time: a vector takes them of every fourth line, so that columns of four such
   vectors, transposed within quarters, are those of all lines. */
static void NAME(transpose_square)(const float *at, int64_t line, int64_t width, float *to)
{
#pragma GCC unroll 4
    for (int p = 0; p < 16; p += 4, to += 4 * width) {
        __m512 r[4];
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++) {
            const float *from = at + i * line + p;
            r[i] = _mm512_castps128_ps512(_mm_loadu_ps(from));
            r[i] = _mm512_insertf32x4(r[i], _mm_loadu_ps(from + 4 * line), 1);
            r[i] = _mm512_insertf32x4(r[i], _mm_loadu_ps(from + 8 * line), 2);
            r[i] = _mm512_insertf32x4(r[i], _mm_loadu_ps(from + 12 * line), 3);
        }
        const __m512d low01 = _mm512_castps_pd(_mm512_unpacklo_ps(r[0], r[1]));
        const __m512d high01 = _mm512_castps_pd(_mm512_unpackhi_ps(r[0], r[1]));
        const __m512d low23 = _mm512_castps_pd(_mm512_unpacklo_ps(r[2], r[3]));
        const __m512d high23 = _mm512_castps_pd(_mm512_unpackhi_ps(r[2], r[3]));
        _mm512_storeu_ps(to, _mm512_castpd_ps(_mm512_unpacklo_pd(low01, low23)));
        _mm512_storeu_ps(to + width, _mm512_castpd_ps(_mm512_unpackhi_pd(low01, low23)));
        _mm512_storeu_ps(to + 2 * width, _mm512_castpd_ps(_mm512_unpacklo_pd(high01, high23)));
        _mm512_storeu_ps(to + 3 * width, _mm512_castpd_ps(_mm512_unpackhi_pd(high01, high23)));
    }
}
#endif

/* A full panel of such lines (step is 1): some lines at a time over as many steps as a line of the cache has, so that
   lines whose distance is a multiple of the page do not drive each other out. Inlined with a constant width. */
ALWAYS void NAME(pack_transposed)(const T *from, int64_t line, int64_t k, int64_t width, T *to)
{
    enum { STEPS = 64 / sizeof(T) };
    for (int64_t p = 0; p < k; p += STEPS) {
        const int64_t steps = k - p < STEPS ? k - p : STEPS;
        int64_t i = 0;
#if defined(__AVX512F__)
        for (; sizeof(T) == 4 && steps == STEPS && i + 16 <= width; i += 16)
            NAME(transpose_square)
        ((const float *)(const void *)(from + i * line + p), line, width, (float *)(void *)(to + p * width + i));
#endif
        for (; i + 4 <= width; i += 4)
            NAME(transpose_lines)(4, from + i * line + p, line, steps, width, to + p * width + i);
        if (i + 2 <= width) {
            NAME(transpose_lines)(2, from + i * line + p, line, steps, width, to + p * width + i);
            i += 2;
        }
        if (i < width)
            NAME(transpose_lines)(1, from + i * line + p, line, steps, width, to + p * width + i);
    }
}

/* The full ones of `lines` lines, of which the number is returned: 0 for other layouts. Inlined with a constant width,
   so that no call or string instruction is made. */
ALWAYS int64_t NAME(pack_full)(const T *from, int64_t line, int64_t step, int64_t lines, int64_t k, int64_t width,
                               T *to)
{
    int64_t first = 0;
    if (line == 1) {
        first = lines / width * width;
        NAME(pack_even)(from, step, lines / width, k, width, to);
    } else if (step == 1) {
        for (; first + width <= lines; first += width)
            NAME(pack_transposed)(from + first * line, line, k, width, to + first * k);
    }
    return first;
}

/* Panels of `width` lines: panel[p][line], missing lines are zero. A line is a row of A or a column of B; neighbours in
   it are `step` apart, lines `line` apart. */
static void NAME(pack)(const T *from, int64_t line, int64_t step, int64_t lines, int64_t k, int64_t width, T *to)
{
    int64_t first = 0;
    if (width == PANEL_VECTORS * LANES)
        first = NAME(pack_full)(from, line, step, lines, k, PANEL_VECTORS * LANES, to);
    else if (width == MR)
        first = NAME(pack_full)(from, line, step, lines, k, MR, to);
    else if (width == MR - 1)
        first = NAME(pack_full)(from, line, step, lines, k, MR - 1, to);
    else if (width == NR)
        first = NAME(pack_full)(from, line, step, lines, k, NR, to);
    else if (width == LANES)
        first = NAME(pack_full)(from, line, step, lines, k, LANES, to);
    for (; first < lines; first += width) {
        const T *at = from + first * line;
        const int64_t n = lines - first < width ? lines - first : width;
        T *panel = to + first * k;
        if (n < width)
            memset(panel, 0, (size_t)(width * k) * sizeof(T));
        for (int64_t p = 0; p < k; p++)
            for (int64_t i = 0; i < n; i++)
                panel[p * width + i] = at[i * line + p * step];
    }
}
