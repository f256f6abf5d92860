/* Sums of T in the order of PyTorch's CPU kernel, so that they agree with it to the bit on every instruction set.

   A cascade (summation by levels, with errors that grow as slowly as those of pairwise summation: Higham, The accuracy
   of floating point summation, 1993) adds elements in blocks of 16 (or more: 2^p with p = max(4, ceil(log2 n) / 4)) and
   carries the sums of blocks through three further levels, like the digits of a number. A row of dense elements is a
   cascade of four interleaved vectors of 32 bytes; their lanes, and the elements behind the last vector, are added one
   after the other. Found with programs that compare bits; included once for each T. */

#define SUM_BYTES 128 /* four of PyTorch's vectors */
#define SUM_PARTS (SUM_BYTES / LANE_BYTES)
#define SUM_WIDE ((int64_t)(SUM_BYTES / sizeof(T)))
#define SUM_LANES ((int)(32 / sizeof(T)))
#define SUM_EACH ((int64_t)(LANE_BYTES / sizeof(T)))
typedef T FUNCTION(vector) __attribute__((vector_size(LANE_BYTES), aligned(sizeof(T)), may_alias));
#define VS FUNCTION(vector)
/* rows have vectors of at most 32 bytes, whose lanes stay apart */
#define ROW_BYTES (LANE_BYTES < 32 ? LANE_BYTES : 32)
#define ROW_PARTS (SUM_BYTES / ROW_BYTES)
#define ROW_EACH ((int64_t)(ROW_BYTES / sizeof(T)))
typedef T FUNCTION(short_vector) __attribute__((vector_size(ROW_BYTES), aligned(sizeof(T)), may_alias));
#define VR FUNCTION(short_vector)

/* the exponent of the length of a block of a cascade of n elements */
static inline int FUNCTION(power)(int64_t n)
{
    const int bits = n <= 1 ? 0 : 64 - __builtin_clzll((uint64_t)n - 1);

    return bits / 4 > 4 ? bits / 4 : 4;
}

/* to[j] = (add ? to[j] : 0) + the sum of n rows `step` apart, j < columns */
static void FUNCTION(block)(T *to, bool add, int64_t n, int64_t columns, const T *in, int64_t step)
{
    int64_t j = 0;

    for (; j + SUM_WIDE <= columns; j += SUM_WIDE) {
        const T *from = in + j;
        VS s[SUM_PARTS];
        EACH_PART(k, SUM_PARTS) s[k] = (VS){0};
        for (int64_t i = 0; i < n; i++, from += step)
            EACH_PART(k, SUM_PARTS) s[k] += *(const VS *)(const void *)(from + k * SUM_EACH);
        EACH_PART(k, SUM_PARTS)
        {
            VS *at = (VS *)(void *)(to + j + k * SUM_EACH);
            if (add)
                s[k] += *at;
            *at = s[k];
        }
    }
    for (; j + SUM_EACH <= columns; j += SUM_EACH) {
        const T *from = in + j;
        VS s = {0}, *at = (VS *)(void *)(to + j);
        for (int64_t i = 0; i < n; i++, from += step)
            s += *(const VS *)(const void *)from;
        if (add)
            s += *at;
        *at = s;
    }
    for (; j < columns; j++) {
        const T *from = in + j;
        T s = 0;
        for (int64_t i = 0; i < n; i++, from += step)
            s += *from;
        to[j] = add ? to[j] + s : s;
    }
}

static void FUNCTION(carry)(T *to, T *from, int64_t columns)
{
    for (int64_t j = 0; j < columns; j++) {
        to[j] += from[j];
        from[j] = 0;
    }
}

/* out[j] = the cascade of n elements `step` apart from in[j] on, j < columns <= RT_SUM_STRIP */
static void FUNCTION(cascade)(int64_t n, int64_t columns, const void *in, int64_t step, void *out)
{
    const int power = FUNCTION(power)(n);
    const int64_t length = INT64_C(1) << power, mask = length - 1;
    const T *from = in;
    T level[3][RT_SUM_STRIP], *to = out;
    int64_t i = 0;

    if (n < length) {
        FUNCTION(block)(to, false, n, columns, from, step);
        return;
    }
    for (int k = 0; k < 3; k++)
        memset(level[k], 0, (size_t)columns * sizeof(T));
    while (i + length <= n) {
        FUNCTION(block)(level[0], true, length, columns, from + i * step, step);
        i += length;
        for (int k = 1; k < 3 && !(i & mask << k * power); k++)
            FUNCTION(carry)(level[k], level[k - 1], columns);
    }
    FUNCTION(block)(to, false, n - i, columns, from + i * step, step);
    for (int64_t j = 0; j < columns; j++)
        to[j] = ((to[j] + level[0][j]) + level[1][j]) + level[2][j];
}

/* out[j] = the sum of n < 64 elements `step` apart from in[j] on: those at 0, 4, 8 ... and so on, then the last ones */
static void FUNCTION(small_rows)(int64_t n, int64_t columns, const T *in, int64_t step, T *to)
{
    const int64_t quarters = n / 4 * 4;
    int64_t j = 0;

    for (; j + SUM_EACH <= columns; j += SUM_EACH) {
        const T *from = in + j;
        VS s[4] = {{0}, {0}, {0}, {0}};
        int64_t i = 0;
        for (; i < quarters; i += 4, from += 4 * step)
            EACH_PART(k, 4) s[k] += *(const VS *)(const void *)(from + k * step);
        for (; i < n; i++, from += step)
            s[0] += *(const VS *)(const void *)from;
        *(VS *)(void *)(to + j) = ((s[0] + s[1]) + s[2]) + s[3];
    }
    for (; j < columns; j++) {
        const T *from = in + j;
        T s[4] = {0, 0, 0, 0};
        int64_t i = 0;
        for (; i < quarters; i += 4, from += 4 * step)
            EACH_PART(k, 4) s[k] += from[k * step];
        for (; i < n; i++, from += step)
            s[0] += *from;
        to[j] = ((s[0] + s[1]) + s[2]) + s[3];
    }
}

/* out[j] = the sum of n elements `step` apart from in[j] on as four cascades beside each other, columns <= RT_SUM_STRIP
 */
static void FUNCTION(columns)(int64_t n, int64_t columns, const void *in, int64_t step, void *out)
{
    const T *from = in;
    T more[RT_SUM_STRIP], *to = out;
    const int64_t quarter = n / 4;

    if (quarter < 16) {
        FUNCTION(small_rows)(n, columns, from, step, to);
        return;
    }
    FUNCTION(cascade)(quarter, columns, from, 4 * step, to);
    for (int64_t i = 4 * quarter; i < n; i++)
        for (int64_t j = 0; j < columns; j++)
            to[j] += from[i * step + j];
    for (int64_t k = 1; k < 4; k++) {
        FUNCTION(cascade)(quarter, columns, from + k * step, 4 * step, more);
        for (int64_t j = 0; j < columns; j++)
            to[j] += more[j];
    }
}

/* adds `vectors` vectors of 32 bytes to lanes of four: groups of four to each, the others to the first */
static inline void FUNCTION(add)(VR *lane, int64_t vectors, const T *from)
{
    for (; vectors >= 4; vectors -= 4, from += SUM_WIDE)
        EACH_PART(k, ROW_PARTS) lane[k] += *(const VR *)(const void *)(from + k * ROW_EACH);
    for (; vectors > 0; vectors--, from += SUM_LANES)
        EACH_PART(k, ROW_PARTS / 4) lane[k] += *(const VR *)(const void *)(from + k * ROW_EACH);
}

/* lanes of the cascade of n fours of vectors that follow each other */
static void FUNCTION(lanes)(VR *lane, int64_t n, const T *from)
{
    const int power = FUNCTION(power)(n);
    const int64_t length = INT64_C(1) << power, mask = length - 1;
    VR level[3][ROW_PARTS], some[ROW_PARTS];
    int64_t i = 0;

    memset(level, 0, sizeof level);
    while (i + length <= n) {
        EACH_PART(k, ROW_PARTS) some[k] = (VR){0};
        FUNCTION(add)(some, 4 * length, from + i * SUM_WIDE);
        i += length;
        EACH_PART(k, ROW_PARTS) level[0][k] += some[k];
        for (int up = 1; up < 3 && !(i & mask << up * power); up++)
            EACH_PART(k, ROW_PARTS)
            {
                level[up][k] += level[up - 1][k];
                level[up - 1][k] = (VR){0};
            }
    }
    EACH_PART(k, ROW_PARTS) some[k] = (VR){0};
    FUNCTION(add)(some, 4 * (n - i), from + i * SUM_WIDE);
    EACH_PART(k, ROW_PARTS) lane[k] = ((some[k] + level[0][k]) + level[1][k]) + level[2][k];
}

/* the sum of `vectors` vectors of 32 bytes that follow each other, and of n elements behind them */
static inline T FUNCTION(row)(int64_t vectors, const T *from, int64_t n, const T *behind)
{
    const int64_t quarter = vectors / 4;
    T last[SUM_LANES], total = 0;
    VR lane[ROW_PARTS];

    EACH_PART(k, ROW_PARTS) lane[k] = (VR){0};
    if (quarter < 16)
        FUNCTION(add)(lane, vectors, from);
    else {
        FUNCTION(lanes)(lane, quarter, from);
        FUNCTION(add)(lane, vectors % 4, from + quarter * SUM_WIDE);
    }
    EACH_PART(k, ROW_PARTS / 4)
    {
        lane[k] = ((lane[k] + lane[k + ROW_PARTS / 4]) + lane[k + ROW_PARTS / 2]) + lane[k + ROW_PARTS / 4 * 3];
        memcpy(last + k * ROW_EACH, &lane[k], sizeof(VR));
    }
    for (int64_t i = 0; i < n; i++)
        total += behind[i];
    for (int k = 0; k < SUM_LANES; k++)
        total += last[k];
    return total;
}

/* out[r] = row() of row r, `step` apart: so many vectors, and n elements from `behind` on */
static void FUNCTION(rows)(int64_t rows, int64_t step, const void *in, int64_t vectors, int64_t behind, int64_t n,
                           void *out)
{
    const T *from = in;
    T *to = out;

    for (int64_t r = 0; r < rows; r++, from += step)
        to[r] = FUNCTION(row)(vectors, from, n, from + behind);
}

/* out[j] = rows() of n elements `step` apart from in[j] on, j < columns: rows that have been transposed.
   SUM_LANES <= n < SUM_WIDE */
static void FUNCTION(transposed)(int64_t n, int64_t columns, const void *in, int64_t step, void *out)
{
    const T *restrict from = in;
    T *restrict to = out;
    const int64_t vectors = n / SUM_LANES;

    for (int64_t j = 0; j < columns; j++)
        to[j] = 0;
    for (int64_t i = vectors * SUM_LANES; i < n; i++)
        for (int64_t j = 0; j < columns; j++)
            to[j] += from[i * step + j];
    for (int64_t k = 0; k < SUM_LANES; k++) {
        const T *one = from + k * step, *two = one + SUM_LANES * step, *three = two + SUM_LANES * step;
        if (vectors == 1)
            for (int64_t j = 0; j < columns; j++)
                to[j] += one[j];
        else if (vectors == 2)
            for (int64_t j = 0; j < columns; j++)
                to[j] += one[j] + two[j];
        else
            for (int64_t j = 0; j < columns; j++)
                to[j] += (one[j] + two[j]) + three[j];
    }
}

/* out[r] *= the product of the n elements of row r, `step` apart: four vectors of 32 bytes beside each other, whose
   lanes are multiplied one after the other, and the elements behind them */
static void FUNCTION(multiply_rows)(int64_t rows, int64_t step, const void *in, int64_t n, void *out)
{
    const T *row = in;
    T *to = out;

    for (int64_t r = 0; r < rows; r++, row += step) {
        const T *from = row;
        int64_t left = n;
        T total = to[r];
        if (left >= SUM_WIDE) {
            T last[SUM_LANES];
            VR lane[ROW_PARTS];
            EACH_PART(k, ROW_PARTS) lane[k] = *(const VR *)(const void *)(from + k * ROW_EACH);
            for (from += SUM_WIDE, left -= SUM_WIDE; left >= SUM_WIDE; from += SUM_WIDE, left -= SUM_WIDE)
                EACH_PART(k, ROW_PARTS) lane[k] *= *(const VR *)(const void *)(from + k * ROW_EACH);
            EACH_PART(k, ROW_PARTS / 4)
            {
                lane[k] = (lane[k] * lane[k + ROW_PARTS / 4]) * (lane[k + ROW_PARTS / 2] * lane[k + ROW_PARTS / 4 * 3]);
                memcpy(last + k * ROW_EACH, &lane[k], sizeof(VR));
            }
            for (int k = 1; k < SUM_LANES; k++)
                last[0] *= last[k];
            total *= last[0];
        }
        for (int64_t i = 0; i < left; i++)
            total *= from[i];
        to[r] = total;
    }
}

/* out[j] *= the n elements `step` apart from in[j] on, one after the other, j < columns */
static void FUNCTION(multiply_columns)(int64_t n, int64_t columns, const void *in, int64_t step, void *out)
{
    const T *first = in;
    T *to = out;
    int64_t j = 0;

    for (; j + SUM_WIDE <= columns; j += SUM_WIDE) {
        const T *from = first + j;
        VS p[SUM_PARTS];
        EACH_PART(k, SUM_PARTS) p[k] = *(const VS *)(const void *)(to + j + k * SUM_EACH);
        for (int64_t i = 0; i < n; i++, from += step)
            EACH_PART(k, SUM_PARTS) p[k] *= *(const VS *)(const void *)(from + k * SUM_EACH);
        EACH_PART(k, SUM_PARTS) * (VS *)(void *)(to + j + k * SUM_EACH) = p[k];
    }
    for (; j < columns; j++) {
        T p = to[j];
        for (int64_t i = 0; i < n; i++)
            p *= first[i * step + j];
        to[j] = p;
    }
}
#undef VS
#undef VR
#undef ROW_BYTES
#undef ROW_PARTS
#undef ROW_EACH
#undef SUM_PARTS
#undef SUM_WIDE
#undef SUM_LANES
#undef SUM_EACH
#undef SUM_BYTES
