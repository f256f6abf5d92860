/* LAPACK on the CPU: factorisations and solvers of batches of matrices, one driver for each operation, from OpenBLAS,
   which is opened when the first of them is asked for. Owns the table of LAPACK's routines for the four types. Knows
   views, no tensors; a matrix of a batch is a tile of the pool, within which LAPACK cannot be interrupted. */
#include "cpu/cpu_small.h"
#include "cpu/cpu.h"
#include "cpu/cpu_gemm.h"

#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* ---- routines ---------------------------------------------------------------------------------------------------- */

/* X(routine, its name for real types, its name for complex types) */
#define ROUTINES(X)                                                                                                    \
    X(getrf, "getrf", "getrf")                                                                                         \
    X(getrs, "getrs", "getrs")                                                                                         \
    X(potrf, "potrf", "potrf")                                                                                         \
    X(potri, "potri", "potri")                                                                                         \
    X(potrs, "potrs", "potrs")                                                                                         \
    X(trsm, "trsm", "trsm")                                                                                            \
    X(geqrf, "geqrf", "geqrf")                                                                                         \
    X(orgqr, "orgqr", "ungqr")                                                                                         \
    X(ormqr, "ormqr", "unmqr")                                                                                         \
    X(syevd, "syevd", "heevd")                                                                                         \
    X(geev, "geev", "geev")                                                                                            \
    X(gesdd, "gesdd", "gesdd")                                                                                         \
    X(gels, "gels", "gels")                                                                                            \
    X(gelsy, "gelsy", "gelsy")                                                                                         \
    X(gelsd, "gelsd", "gelsd")                                                                                         \
    X(gelss, "gelss", "gelss")                                                                                         \
    X(sytrf, "sytrf", "sytrf")                                                                                         \
    X(sytrs, "sytrs", "sytrs")                                                                                         \
    X(hetrf, "sytrf", "hetrf")                                                                                         \
    X(hetrs, "sytrs", "hetrs")

typedef void (*routine)(void);
struct routines {
#define X(name, real, complex) routine name;
    ROUTINES(X)
#undef X
};
static struct routines lapack[4]; /* float32, float64, complex64, complex128 */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool ready;

static void load(void)
{
    void *library = rt_blas_library();
    char name[24];

    if (!library)
        return;
    ready = true;
    for (int type = 0; type < 4; type++) {
#define X(member, real, complex)                                                                                       \
    snprintf(name, sizeof name, "%c%s_", "sdcz"[type], type < 2 ? (real) : (complex));                                 \
    lapack[type].member = (routine)dlsym(library, name);                                                               \
    ready = ready && lapack[type].member;
        ROUTINES(X)
#undef X
    }
}

/* Fortran: everything by address, the lengths of texts at the end. */
typedef const int *I;
typedef void *V;
typedef int *O;
typedef const char *C;
#define CALL(name, types, ...) ((void(*) types)m->routines->name)(__VA_ARGS__)

/* ---- one matrix -------------------------------------------------------------------------------------------------- */

struct matrix {
    const struct rt_linalg_call *call;
    const struct routines *routines;
    bool complex, wide;
    size_t element, real; /* bytes */
    char *a, *b, *c, *d;
    int *info;
    int rows, columns, least; /* of a */
    int crows, ccolumns;      /* of c */
    int la, lc, ld;           /* leading dimensions */
    char *workspace[6];       /* workspace, freed by the caller */
    int workspaces;
    struct rt_error *err;
};

/* Workspace of so many bytes; NULL and RT_MEMORY. */
static void *space(struct matrix *m, size_t bytes)
{
    char *memory = rt_alloc(bytes + 64);

    if (!memory)
        rt_error_memory(m->err);
    else
        m->workspace[m->workspaces++] = memory;
    return memory;
}

/* The answer to a query for the best size of the workspace. */
static int wanted(const struct matrix *m, const void *answer)
{
    double n = m->wide ? *(const double *)answer : (double)*(const float *)answer;

    /* a float may have lost the last bits of a large answer */
    n = m->wide ? n : ceil(n * (1 + 0x1p-22));
    return n < 1 ? 1 : n > 2e9 ? 2000000000 : (int)n;
}

static bool all_finite(const struct matrix *m, const char *data, int64_t rows, int64_t columns, int64_t leading)
{
    int64_t parts = m->complex ? 2 : 1;

    for (int64_t j = 0; j < columns; j++) {
        const char *column = data + (size_t)(j * leading) * m->element;
        for (int64_t i = 0; i < rows * parts; i++)
            if (!isfinite(m->wide ? ((const double *)(const void *)column)[i]
                                  : (double)((const float *)(const void *)column)[i]))
                return false;
    }
    return true;
}

static char *at(const struct matrix *m, char *data, int i, int j, int leading)
{
    return data + ((size_t)j * (size_t)leading + (size_t)i) * m->element;
}

/* What needs no library. */
static bool is_small(const struct matrix *m)
{
    return !m->complex && m->rows == m->columns && m->rows <= RT_SMALL_MATRIX;
}

static int lu(struct matrix *m)
{
    if (is_small(m)) {
        if (m->wide)
            rt_small_lu64(m->rows, (double *)(void *)m->a, m->la, (int *)(void *)m->b, m->info);
        else
            rt_small_lu32(m->rows, (float *)(void *)m->a, m->la, (int *)(void *)m->b, m->info);
        return 0;
    }
    CALL(getrf, (I, I, V, I, V, O), &m->rows, &m->columns, m->a, &m->la, m->b, m->info);
    return 0;
}

static int lu_solve(struct matrix *m)
{
    const bool transposed = m->call->transpose != 'N';

    if (is_small(m)) {
        *m->info = 0;
        if (m->wide)
            rt_small_lu_solve64(m->rows, (double *)(void *)m->a, m->la, (int *)(void *)m->b, transposed,
                                (double *)(void *)m->c, m->ccolumns, m->lc);
        else
            rt_small_lu_solve32(m->rows, (float *)(void *)m->a, m->la, (int *)(void *)m->b, transposed,
                                (float *)(void *)m->c, m->ccolumns, m->lc);
        return 0;
    }
    CALL(getrs, (C, I, I, V, I, V, V, I, O, size_t), &m->call->transpose, &m->rows, &m->ccolumns, m->a, &m->la, m->b,
         m->c, &m->lc, m->info, 1);
    return 0;
}

/* Copies one strict triangle onto the other, or zeroes the other. */
static void mirror(struct matrix *m, bool upper, bool zero)
{
    for (int j = 0; j < m->columns; j++)
        for (int i = upper ? 0 : j + 1; i < (upper ? j : m->rows); i++) {
            char *from = at(m, m->a, i, j, m->la), *to = at(m, m->a, j, i, m->la);
            if (zero)
                memset(to, 0, m->element);
            else
                memcpy(to, from, m->element);
            if (!zero && m->complex && m->wide)
                ((double *)(void *)to)[1] *= -1;
            else if (!zero && m->complex)
                ((float *)(void *)to)[1] *= -1;
        }
}

static int cholesky(struct matrix *m)
{
    if (is_small(m) && m->wide)
        rt_small_cholesky64(m->rows, (double *)(void *)m->a, m->la, m->call->upper, m->info);
    else if (is_small(m))
        rt_small_cholesky32(m->rows, (float *)(void *)m->a, m->la, m->call->upper, m->info);
    else
        CALL(potrf, (C, I, V, I, O, size_t), m->call->upper ? "U" : "L", &m->rows, m->a, &m->la, m->info, 1);
    mirror(m, m->call->upper, true);
    return 0;
}

static int cholesky_inverse(struct matrix *m)
{
    CALL(potri, (C, I, V, I, O, size_t), m->call->upper ? "U" : "L", &m->rows, m->a, &m->la, m->info, 1);
    mirror(m, m->call->upper, false);
    return 0;
}

static int cholesky_solve(struct matrix *m)
{
    CALL(potrs, (C, I, I, V, I, V, I, O, size_t), m->call->upper ? "U" : "L", &m->rows, &m->ccolumns, m->a, &m->la,
         m->c, &m->lc, m->info, 1);
    return 0;
}

static int triangular(struct matrix *m)
{
    const struct rt_linalg_call *call = m->call;
    double one[2] = {1, 0};
    float single[2] = {1, 0};

    CALL(trsm, (C, C, C, C, I, I, V, V, I, V, I, size_t, size_t, size_t, size_t), call->left ? "L" : "R",
         call->upper ? "U" : "L", &call->transpose, call->unit ? "U" : "N", &m->crows, &m->ccolumns,
         m->wide ? (void *)one : (void *)single, m->a, &m->la, m->c, &m->lc, 1, 1, 1, 1);
    *m->info = 0;
    return 0;
}

static int qr(struct matrix *m)
{
    int query = -1;
    double answer[2];
    void *work;

    CALL(geqrf, (I, I, V, I, V, V, I, O), &m->rows, &m->columns, m->a, &m->la, m->b, answer, &query, m->info);
    query = wanted(m, answer);
    if (!(work = space(m, (size_t)query * m->element)))
        return -1;
    CALL(geqrf, (I, I, V, I, V, V, I, O), &m->rows, &m->columns, m->a, &m->la, m->b, work, &query, m->info);
    return 0;
}

static int reflectors(struct matrix *m)
{
    int query = -1, count = (int)m->call->b.shape[1];
    double answer[2];
    void *work;

    CALL(orgqr, (I, I, I, V, I, V, V, I, O), &m->rows, &m->columns, &count, m->a, &m->la, m->b, answer, &query,
         m->info);
    query = wanted(m, answer);
    if (!(work = space(m, (size_t)query * m->element)))
        return -1;
    CALL(orgqr, (I, I, I, V, I, V, V, I, O), &m->rows, &m->columns, &count, m->a, &m->la, m->b, work, &query, m->info);
    return 0;
}

static int reflect(struct matrix *m)
{
    int query = -1, count = (int)m->call->b.shape[1];
    double answer[2];
    void *work = answer;
    const char *side = m->call->left ? "L" : "R", *how = m->call->transpose == 'N' ? "N" : m->complex ? "C" : "T";

    for (int pass = 0; pass < 2; pass++) {
        CALL(ormqr, (C, C, I, I, I, V, I, V, V, I, V, I, O, size_t, size_t), side, how, &m->crows, &m->ccolumns, &count,
             m->a, &m->la, m->b, m->c, &m->lc, work, &query, m->info, 1, 1);
        if (pass == 0) {
            query = wanted(m, answer);
            if (!(work = space(m, (size_t)query * m->element)))
                return -1;
        }
    }
    return 0;
}

static int eigh(struct matrix *m)
{
    const char *job = m->call->vectors ? "V" : "N", *half = m->call->upper ? "U" : "L";
    int work_size = -1, real_size = -1, int_size = -1, ints = 0;
    double work_answer[2], real_answer[2];
    void *work = work_answer, *real = real_answer, *integers = &ints;

    if (!all_finite(m, m->a, m->rows, m->rows, m->la)) {
        *m->info = m->rows > 1 ? m->rows - 1 : 1;
        return 0;
    }
    for (int pass = 0; pass < 2; pass++) {
        if (m->complex)
            CALL(syevd, (C, C, I, V, I, V, V, I, V, I, V, I, O, size_t, size_t), job, half, &m->rows, m->a, &m->la,
                 m->b, work, &work_size, real, &real_size, integers, &int_size, m->info, 1, 1);
        else
            CALL(syevd, (C, C, I, V, I, V, V, I, V, I, O, size_t, size_t), job, half, &m->rows, m->a, &m->la, m->b,
                 work, &work_size, integers, &int_size, m->info, 1, 1);
        if (pass)
            break;
        work_size = wanted(m, work_answer);
        real_size = m->complex ? wanted(m, real_answer) : 1;
        int_size = ints < 1 ? 1 : ints;
        if (!(work = space(m, (size_t)work_size * m->element)) || !(real = space(m, (size_t)real_size * m->real)) ||
            !(integers = space(m, (size_t)int_size * sizeof(int))))
            return -1;
    }
    return 0;
}

/* Real eigenvectors hold a conjugate pair in two columns: real and imaginary components. */
static void pair_up(struct matrix *m, const char *re, const char *im, const char *vectors)
{
    int n = m->rows;
    double value = 0;

#define PART(data, i)                                                                                                  \
    (m->wide ? ((const double *)(const void *)(data))[i] : (double)((const float *)(const void *)(data))[i])
#define PUT(data, i, v)                                                                                                \
    do {                                                                                                               \
        value = (v);                                                                                                   \
        if (m->wide)                                                                                                   \
            ((double *)(void *)(data))[i] = value;                                                                     \
        else                                                                                                           \
            ((float *)(void *)(data))[i] = (float)value;                                                               \
    } while (0)
    for (int j = 0; j < n; j++) {
        PUT(m->b, 2 * j, PART(re, j));
        PUT(m->b, 2 * j + 1, PART(im, j));
    }
    for (int j = 0; m->c && j < n; j++) {
        bool first = PART(im, j) != 0 && j + 1 < n;
        for (int64_t i = 0; i < n; i++) {
            int64_t here = (int64_t)j * m->lc + i, next = here + m->lc, from = (int64_t)j * n + i;
            PUT(m->c, 2 * here, PART(vectors, from));
            PUT(m->c, 2 * here + 1, first ? PART(vectors, from + n) : 0);
            if (first) {
                PUT(m->c, 2 * next, PART(vectors, from));
                PUT(m->c, 2 * next + 1, -PART(vectors, from + n));
            }
        }
        j += first;
    }
#undef PART
#undef PUT
}

static int eig(struct matrix *m)
{
    int n = m->rows, size = -1, one = 1;
    const char *job = m->c ? "V" : "N";
    double answer[2];
    void *work = answer;
    char *re, *im, *vectors = NULL;

    if (!all_finite(m, m->a, n, n, m->la)) {
        *m->info = RT_LINALG_NOT_FINITE;
        return 0;
    }
    if (m->complex) {
        void *real = space(m, (size_t)n * 2 * m->real);
        if (!real)
            return -1;
        for (int pass = 0; pass < 2; pass++) {
            CALL(geev, (C, C, I, V, I, V, V, I, V, I, V, I, V, O, size_t, size_t), "N", job, &n, m->a, &m->la, m->b,
                 NULL, &one, m->c, m->c ? &m->lc : &one, work, &size, real, m->info, 1, 1);
            if (pass == 0 && !(work = space(m, (size_t)(size = wanted(m, answer)) * m->element)))
                return -1;
        }
        return 0;
    }
    if (!(re = space(m, (size_t)n * m->real)) || !(im = space(m, (size_t)n * m->real)) ||
        (m->c && !(vectors = space(m, (size_t)n * (size_t)n * m->real))))
        return -1;
    for (int pass = 0; pass < 2; pass++) {
        CALL(geev, (C, C, I, V, I, V, V, V, I, V, I, V, I, O, size_t, size_t), "N", job, &n, m->a, &m->la, re, im, NULL,
             &one, vectors, vectors ? &n : &one, work, &size, m->info, 1, 1);
        if (pass == 0 && !(work = space(m, (size_t)(size = wanted(m, answer)) * m->element)))
            return -1;
    }
    if (*m->info == 0)
        pair_up(m, re, im, vectors);
    return 0;
}

static int svd(struct matrix *m)
{
    const char *job = !m->c ? "N" : m->call->full ? "A" : "S";
    int size = -1, one = 1;
    int64_t least = m->least, most = m->rows > m->columns ? m->rows : m->columns;
    int64_t reals = 5 * least * least + 5 * least, other = 2 * most * least + 2 * least * least + least;
    double answer[2];
    void *work = answer, *real = NULL, *integers = space(m, (size_t)least * 8 * sizeof(int));

    if (!all_finite(m, m->a, m->rows, m->columns, m->la)) {
        *m->info = RT_LINALG_NOT_FINITE;
        return 0;
    }
    if (!integers || (m->complex && !(real = space(m, (size_t)(reals > other ? reals : other) * m->real + 64))))
        return -1;
    for (int pass = 0; pass < 2; pass++) {
        if (m->complex)
            CALL(gesdd, (C, I, I, V, I, V, V, I, V, I, V, I, V, V, O, size_t), job, &m->rows, &m->columns, m->a, &m->la,
                 m->b, m->c, m->c ? &m->lc : &one, m->d, m->d ? &m->ld : &one, work, &size, real, integers, m->info, 1);
        else
            CALL(gesdd, (C, I, I, V, I, V, V, I, V, I, V, I, V, O, size_t), job, &m->rows, &m->columns, m->a, &m->la,
                 m->b, m->c, m->c ? &m->lc : &one, m->d, m->d ? &m->ld : &one, work, &size, integers, m->info, 1);
        if (pass == 0 && !(work = space(m, (size_t)(size = wanted(m, answer)) * m->element)))
            return -1;
    }
    return 0;
}

/* The four drivers differ in what they tell beside the solution. */
static int least_squares(struct matrix *m)
{
    enum rt_linalg_driver driver = m->call->driver;
    int64_t least = m->least;
    int size = -1, rank = 0, int_size = 1;
    size_t reals = (size_t)(5 * least + 2 * m->columns) + 64;
    double answer[2], real_answer[2], tolerance = m->call->tolerance;
    float single = (float)tolerance;
    void *work = answer, *real = real_answer, *rcond = m->wide ? (void *)&tolerance : (void *)&single, *values = m->b;
    int *integers = driver == RT_GELSY ? space(m, (size_t)m->columns * sizeof(int)) : &int_size;

    if (!integers || (!values && !(values = space(m, (size_t)least * m->real))))
        return -1;
    if (driver == RT_GELSY)
        memset(integers, 0, (size_t)m->columns * sizeof(int));
    if (driver != RT_GELSD && !(real = space(m, reals * m->real)))
        return -1;
    for (int pass = 0; pass < 2; pass++) {
        if (driver == RT_GELS)
            CALL(gels, (C, I, I, I, V, I, V, I, V, I, O, size_t), "N", &m->rows, &m->columns, &m->ccolumns, m->a,
                 &m->la, m->c, &m->lc, work, &size, m->info, 1);
        else if (driver == RT_GELSY && m->complex)
            CALL(gelsy, (I, I, I, V, I, V, I, V, V, V, V, I, V, O), &m->rows, &m->columns, &m->ccolumns, m->a, &m->la,
                 m->c, &m->lc, integers, rcond, &rank, work, &size, real, m->info);
        else if (driver == RT_GELSY)
            CALL(gelsy, (I, I, I, V, I, V, I, V, V, V, V, I, O), &m->rows, &m->columns, &m->ccolumns, m->a, &m->la,
                 m->c, &m->lc, integers, rcond, &rank, work, &size, m->info);
        else if (driver == RT_GELSD && m->complex)
            CALL(gelsd, (I, I, I, V, I, V, I, V, V, V, V, I, V, V, O), &m->rows, &m->columns, &m->ccolumns, m->a,
                 &m->la, m->c, &m->lc, values, rcond, &rank, work, &size, real, integers, m->info);
        else if (driver == RT_GELSD)
            CALL(gelsd, (I, I, I, V, I, V, I, V, V, V, V, I, V, O), &m->rows, &m->columns, &m->ccolumns, m->a, &m->la,
                 m->c, &m->lc, values, rcond, &rank, work, &size, integers, m->info);
        else if (m->complex)
            CALL(gelss, (I, I, I, V, I, V, I, V, V, V, V, I, V, O), &m->rows, &m->columns, &m->ccolumns, m->a, &m->la,
                 m->c, &m->lc, values, rcond, &rank, work, &size, real, m->info);
        else
            CALL(gelss, (I, I, I, V, I, V, I, V, V, V, V, I, O), &m->rows, &m->columns, &m->ccolumns, m->a, &m->la,
                 m->c, &m->lc, values, rcond, &rank, work, &size, m->info);
        if (pass)
            break;
        if (driver == RT_GELSD) {
            int real_size = m->complex ? wanted(m, real_answer) : 1, n = integers[0] < 1 ? 1 : integers[0];
            if (!(real = space(m, (size_t)real_size * m->real)) || !(integers = space(m, (size_t)n * sizeof(int))))
                return -1;
        }
        if (!(work = space(m, (size_t)(size = wanted(m, answer)) * m->element)))
            return -1;
    }
    if (m->d)
        *(int64_t *)(void *)m->d = rank;
    return 0;
}

static int ldl(struct matrix *m)
{
    const char *half = m->call->upper ? "U" : "L";
    int size = -1;
    double answer[2];
    void *work = answer;

    for (int pass = 0; pass < 2; pass++) {
        if (m->call->hermitian)
            CALL(hetrf, (C, I, V, I, V, V, I, O, size_t), half, &m->rows, m->a, &m->la, m->b, work, &size, m->info, 1);
        else
            CALL(sytrf, (C, I, V, I, V, V, I, O, size_t), half, &m->rows, m->a, &m->la, m->b, work, &size, m->info, 1);
        if (pass == 0 && !(work = space(m, (size_t)(size = wanted(m, answer)) * m->element)))
            return -1;
    }
    return 0;
}

static int ldl_solve(struct matrix *m)
{
    const char *half = m->call->upper ? "U" : "L";

    if (m->call->hermitian)
        CALL(hetrs, (C, I, I, V, I, V, V, I, O, size_t), half, &m->rows, &m->ccolumns, m->a, &m->la, m->b, m->c, &m->lc,
             m->info, 1);
    else
        CALL(sytrs, (C, I, I, V, I, V, V, I, O, size_t), half, &m->rows, &m->ccolumns, m->a, &m->la, m->b, m->c, &m->lc,
             m->info, 1);
    return 0;
}

/* ---- the batch --------------------------------------------------------------------------------------------------- */

static int (*const drivers[RT_LINALG_COUNT])(struct matrix *) = {
    [RT_LINALG_LU] = lu,
    [RT_LINALG_LU_SOLVE] = lu_solve,
    [RT_LINALG_CHOLESKY] = cholesky,
    [RT_LINALG_CHOLESKY_INVERSE] = cholesky_inverse,
    [RT_LINALG_CHOLESKY_SOLVE] = cholesky_solve,
    [RT_LINALG_TRIANGULAR] = triangular,
    [RT_LINALG_QR] = qr,
    [RT_LINALG_REFLECTORS] = reflectors,
    [RT_LINALG_REFLECT] = reflect,
    [RT_LINALG_EIGH] = eigh,
    [RT_LINALG_EIG] = eig,
    [RT_LINALG_SVD] = svd,
    [RT_LINALG_LEAST_SQUARES] = least_squares,
    [RT_LINALG_LDL] = ldl,
    [RT_LINALG_LDL_SOLVE] = ldl_solve,
};

static char *item(const struct rt_view *view, int64_t i)
{
    return view->data ? (char *)view->data + i * view->strides[0] * (int64_t)rt_dtype_size(view->dtype) : NULL;
}

static int leading(const struct rt_view *view)
{
    int64_t least = view->shape[1] > 1 ? view->shape[1] : 1;

    return (int)(view->ndim == 3 && view->strides[2] > least ? view->strides[2] : least);
}

static int tile(void *context, int64_t begin, int64_t end, struct rt_error *err)
{
    const struct rt_linalg_call *call = context;
    int type = (call->a.dtype == RT_FLOAT64 || call->a.dtype == RT_COMPLEX128) + 2 * rt_dtype_is_complex(call->a.dtype);
    struct matrix m = {.call = call, .routines = &lapack[type], .complex = type >= 2, .wide = type & 1, .err = err};

    m.element = rt_dtype_size(call->a.dtype);
    m.real = m.wide ? 8 : 4;
    m.rows = (int)call->a.shape[1];
    m.columns = (int)call->a.shape[2];
    m.least = m.rows < m.columns ? m.rows : m.columns;
    m.la = leading(&call->a);
    m.lc = leading(&call->c);
    m.ld = leading(&call->d);
    m.crows = call->c.ndim == 3 ? (int)call->c.shape[1] : 0;
    m.ccolumns = call->c.ndim == 3 ? (int)call->c.shape[2] : 0;
    for (int64_t i = begin; i < end; i++) {
        int status;
        if (rt_pool_check(err) < 0)
            return -1;
        m.a = item(&call->a, i);
        m.b = item(&call->b, i);
        m.c = item(&call->c, i);
        m.d = item(&call->d, i);
        m.info = (int *)(void *)item(&call->info, i);
        status = drivers[call->op](&m);
        while (m.workspaces)
            rt_free(m.workspace[--m.workspaces]);
        if (status < 0)
            return -1;
    }
    return 0;
}

int rt_cpu_linalg(struct rt_device *device, const struct rt_linalg_call *call, struct rt_error *err)
{
    int64_t batch = call->a.shape[0], n = call->a.shape[1], k = call->a.shape[2];

    (void)device;
    pthread_once(&once, load);
    if (!ready)
        return rt_error_set(err, RT_RUNTIME,
                            "Calling torch.linalg functions on a CPU tensor requires LAPACK: the library "
                            "libopenblas.so.0 is not installed or lacks it");
    if (n > INT32_MAX / 8 || k > INT32_MAX / 8 || (call->c.ndim == 3 && call->c.shape[2] > INT32_MAX))
        return rt_error_set(err, RT_RUNTIME, "the matrices are too large for LAPACK");
    return rt_parallel_for(batch, 1,
                           RT_POOL_COST_OF_FLOPS((double)batch * (double)n * (double)k * (double)(n < k ? n : k)), tile,
                           (void *)(uintptr_t)call, err);
}
