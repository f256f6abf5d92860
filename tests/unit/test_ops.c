/* Walks the op table: every row has a sample, whose results are PyTorch's on each device (tests/oracle/op_values.def);
   each gradient agrees with numeric differences in double, each in-place variant with the op, each instruction set's
   and each device's result with the CPU's. Links the runtime alone. */
#include "harness.h"

#include "cuda/cuda.h"
#include "random/random_generator.h"
#include "runtime.h"
#include "sim/sim.h"

#define MAX_TENSORS 16  /* of one call */
#define MOST_GIVEN 8448 /* numbers of an operand */

static const struct {
    const char *name, *arguments;
} samples[] = {
#define SAMPLE(name, arguments) {name, arguments},
#include "op_samples.def"
#undef SAMPLE
};
static const int sample_count = sizeof samples / sizeof *samples;

/* What PyTorch makes of the samples; rows without a value say why. */
static const struct {
    const char *name, *arguments, *results;
} golden[] = {
#define GOLDEN(name, arguments, results) {name, arguments, results},
#define NO_GOLDEN(name, why) {name, NULL, why},
#include "../oracle/op_values.def"
#undef GOLDEN
#undef NO_GOLDEN
};
static const int golden_count = sizeof golden / sizeof *golden;

/* A sample's arguments, and the tensors they are made of. */
struct arguments {
    int count, ntensors;
    char kinds[MAX_TENSORS];
    struct rt_arg args[RT_MAX_ARGS];
    struct rt_tensor *tensors[MAX_TENSORS];
    struct rt_tensor *lists[4][MAX_TENSORS];
    int64_t ints[8][8];
    int nlists, nints;
    bool random;
};

static uint64_t seed;

static double next_uniform(void)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(seed >> 11) * 0x1p-53;
}

/* Square matrices of random numbers m become m + m^T + 2 n on the diagonal: symmetric and positive definite. */
static void make_definite(double *values, int n, int count)
{
    for (double *m = values; m < values + count; m += n * n)
        for (int i = 0; i < n; i++)
            for (int j = 0; j <= i; j++)
                m[i * n + j] = m[j * n + i] = m[i * n + j] + m[j * n + i] + (i == j ? 2 * n : 0);
}

/* The elements above 0 of a tensor, which is taken over. */
static struct rt_tensor *in_sparse_layout(struct rt_tensor *t, const char *layout, struct rt_error *err)
{
    struct rt_arg args[2] = {rt_arg_tensor(t), rt_arg_string(layout, (uint32_t)strlen(layout))};
    struct rt_tensor *positive = t ? rt_apply1(rt_op_named("relu"), args, 1, err) : NULL, *made = NULL;

    args[0] = rt_arg_tensor(positive);
    if (positive)
        made = rt_apply1(rt_op_named("_to_sparse.layout"), args, 2, err);
    rt_tensor_unref(positive);
    rt_tensor_unref(t);
    return made;
}

/* "n[2,3]", "i[2]:4", "c[2]" */
static struct rt_tensor *make_tensor(const char **at, struct rt_device *device, struct rt_error *err)
{
    char kind = **at;
    int64_t shape[8], limit = 2;
    int ndim = 0, count = 1;
    const char *p = *at + 2;
    double doubles[MOST_GIVEN];
    int64_t integers[MOST_GIVEN];
    uint8_t bools[MOST_GIVEN];
    while (*p != ']') {
        shape[ndim] = strtoll(p, (char **)&p, 10);
        count *= (int)shape[ndim++];
        if (*p == ',')
            p++;
    }
    p++;
    if (*p == ':')
        limit = strtoll(p + 1, (char **)&p, 10);
    *at = p;
    for (int i = 0; i < count; i++) {
        double u = next_uniform();
        doubles[i] = kind == 'p' || kind == 'w' ? 0.3 + u
                     : kind == 'q'              ? 1.3 + u
                     : kind == 'u'              ? 0.05 + 0.9 * u
                                                : (u < 0.5 ? -0.1 : 0.1) + (2 * u - 1) * 1.2;
        integers[i] = (int64_t)(u * (double)limit);
        bools[i] = u > 0.4;
    }
    if (kind == 's')
        make_definite(doubles, (int)shape[ndim - 1], count);
    if (kind == 'c') { /* the imaginary parts are the numbers backwards */
        double parts[2 * MOST_GIVEN];
        for (int i = 0; i < count; i++) {
            parts[2 * i] = doubles[i];
            parts[2 * i + 1] = doubles[count - 1 - i];
        }
        return rt_tensor_from_host(parts, shape, ndim, RT_COMPLEX128, device, err);
    }
    if (kind == 'v') {
        int32_t rows[MOST_GIVEN];
        int n = (int)shape[ndim - 1];
        for (int i = 0; i < count; i++)
            rows[i] = i % n + 1 + (int32_t)(doubles[i] > 0) * (n - 1 - i % n);
        return rt_tensor_from_host(rows, shape, ndim, RT_INT32, device, err);
    }
    if (kind == 'c') { /* neighbours as parts */
        double parts[MOST_GIVEN];
        for (int i = 0; i < 2 * count; i++)
            parts[i] = i % 2 ? 0.7 - doubles[i / 2] : doubles[i / 2];
        shape[ndim] = 2;
        struct rt_tensor *pairs = rt_tensor_from_host(parts, shape, ndim + 1, RT_FLOAT64, device, err);
        struct rt_arg arg = rt_arg_tensor(pairs);
        struct rt_tensor *view = pairs ? rt_apply1(rt_op_named("view_as_complex"), &arg, 1, err) : NULL;
        rt_tensor_unref(pairs);
        return view;
    }
    if (kind == 'i')
        return rt_tensor_from_host(integers, shape, ndim, RT_INT64, device, err);
    if (kind == 'b')
        return rt_tensor_from_host(bools, shape, ndim, RT_BOOL, device, err);
    struct rt_tensor *made = rt_tensor_from_host(doubles, shape, ndim, RT_FLOAT64, device, err);
    return kind < 'x' ? made
                      : in_sparse_layout(made,
                                         kind == 'z'   ? "sparse_coo"
                                         : kind == 'y' ? "sparse_csr"
                                                       : "sparse_csc",
                                         err);
}

static struct rt_arg parse_number(const char **at)
{
    char *end;
    double value = strtod(*at, &end);
    bool full = !memchr(*at, '.', (size_t)(end - *at));
    *at = end;
    return full ? rt_arg_int((int64_t)value) : rt_arg_float(value);
}

static struct rt_arg parse_word(struct arguments *a, const char **at)
{
    const char *p = *at;
    if (*p == '(') {
        int n = 0, row = a->nints++;
        for (p++; *p != ')'; p += *p == ',')
            a->ints[row][n++] = strtoll(p, (char **)&p, 10);
        *at = p + 1;
        return rt_arg_ints(a->ints[row], (uint32_t)n);
    }
    if (*p == '\'') {
        const char *end = strchr(p + 1, '\'');
        *at = end + 1;
        return rt_arg_string(p + 1, (uint32_t)(end - p - 1));
    }
    if (*p == ':') {
        char name[16];
        size_t n = strcspn(p + 1, " ");
        snprintf(name, sizeof name, "%.*s", (int)n, p + 1);
        *at = p + 1 + n;
        return rt_arg_dtype(rt_dtype_from_name(name));
    }
    if (!strncmp(p, "None", 4)) {
        *at = p + 4;
        return rt_arg_none();
    }
    if (*p == 'T' || *p == 'F') {
        *at = p + 1;
        return rt_arg_bool(*p == 'T');
    }
    return parse_number(at);
}

static int parse(struct arguments *a, const char *text, struct rt_device *device, struct rt_error *err)
{
    memset(a, 0, sizeof *a);
    seed = 12345;
    for (const char *p = text; *p;) {
        struct rt_arg *arg = &a->args[a->count];
        if (*p == ' ') {
            p++;
        } else if (*p == '~') {
            a->random = true;
            p++;
        } else if (*p == '{') {
            int n = 0;
            for (p++; *p != '}';)
                if (*p == ' ')
                    p++;
                else if (!(a->lists[a->nlists][n++] = a->tensors[a->ntensors++] = make_tensor(&p, device, err)))
                    return -1;
            *arg = rt_arg_tensors(a->lists[a->nlists++], (uint32_t)n);
            a->count++;
            p++;
        } else if (p[1] == '[') {
            a->kinds[a->ntensors] = *p;
            if (!(a->tensors[a->ntensors] = make_tensor(&p, device, err)))
                return -1;
            *arg = rt_arg_tensor(a->tensors[a->ntensors++]);
            a->count++;
        } else {
            *arg = parse_word(a, &p);
            a->count++;
        }
    }
    return 0;
}

static void release(struct arguments *a)
{
    for (int i = 0; i < a->ntensors; i++)
        rt_tensor_unref(a->tensors[i]);
}

static struct rt_tensor *result(struct rt_results *r, int i)
{
    return r->is_list ? r->list[i] : r->tensor[i];
}

static void full_name(const struct rt_op *op, char *name)
{
    size_t n = strcspn(op->text, "(");
    memcpy(name, op->text, n);
    name[n] = 0;
}

TEST(every_row_has_a_schema_a_doc_line_and_a_sample)
{
    struct rt_error err = {0};
    for (int i = 0; i < rt_op_count; i++) {
        char name[64];
        bool found = false;
        full_name(rt_ops[i], name);
        for (int k = 0; k < sample_count; k++)
            found = found || !strcmp(samples[k].name, name);
        if (!found)
            harness_fail(__FILE__, __LINE__, "%s has no sample", name);
        if (!rt_op_schema(rt_ops[i], &err))
            harness_fail(__FILE__, __LINE__, "%s: %s", name, err.text);
        CHECK(rt_ops[i]->doc[0] && rt_ops[i]->doc[strlen(rt_ops[i]->doc) - 1] == '.');
        CHECK(rt_op_named(name) != NULL);
    }
    for (int k = 0; k < sample_count; k++)
        if (!rt_op_named(samples[k].name))
            harness_fail(__FILE__, __LINE__, "a sample of %s, which is no op", samples[k].name);
}

/* sum over the results of sum(result * weights), weights fixed by position; false when nothing is a float */
static bool weighted(const struct rt_op *op, struct rt_results *r, double *sum, struct rt_error *err)
{
    bool any = false;
    *sum = 0;
    for (int i = 0; i < r->count; i++) {
        struct rt_tensor *t = result(r, i);
        double values[2 * MOST_GIVEN];
        if (rt_tensor_dtype(t) != RT_FLOAT64 || rt_tensor_layout(t) != RT_STRIDED ||
            rt_tensor_numel(t) > 2 * MOST_GIVEN || (i < 32 && op->constants >> i & 1))
            continue;
        any = true;
        rt_tensor_to_host(t, values, RT_FLOAT64, err);
        for (int64_t k = 0; k < rt_tensor_numel(t); k++)
            *sum += values[k] * (1 + 0.37 * (double)((k * 7 + i * 3) % 5));
    }
    return any;
}

static bool evaluate(int k, struct rt_device *device, int tensor, int64_t element, double step, double *sum,
                     struct rt_error *err)
{
    struct arguments a;
    struct rt_results r;
    bool any = false;
    struct rt_op *op = rt_op_named(samples[k].name);
    if (parse(&a, samples[k].arguments, device, err) == 0) {
        if (tensor >= 0)
            ((double *)rt_tensor_data(a.tensors[tensor], err))[element] += step;
        if (rt_apply(op, a.args, a.count, &r, err) == 0) {
            any = weighted(op, &r, sum, err);
            rt_results_clear(&r);
        }
    }
    release(&a);
    return any;
}

/* Gradients of the sample's float tensors by the tape; into gradients[tensor][element]. False: nothing to check. */
static bool by_tape(int k, double gradients[][2 * MOST_GIVEN], bool *wanted, struct rt_error *err)
{
    struct arguments a;
    struct rt_results r;
    struct rt_op *op = rt_op_named(samples[k].name);
    bool any = false;
    if (parse(&a, samples[k].arguments, rt_device_cpu(), err) < 0)
        return false;
    struct rt_tensor *inputs[MAX_TENSORS] = {0};
    for (int i = 0; i < a.ntensors; i++) { /* non-leaves, so that in-place ops are allowed */
        wanted[i] = rt_tensor_dtype(a.tensors[i]) == RT_FLOAT64 && rt_tensor_layout(a.tensors[i]) == RT_STRIDED &&
                    a.kinds[i] != 'w' && a.kinds[i] != 's';
        if (!wanted[i])
            continue;
        rt_tensor_set_requires_grad(a.tensors[i], true, err);
        inputs[i] = rt_apply1(rt_op_named("clone"), (struct rt_arg[]){rt_arg_tensor(a.tensors[i])}, 1, err);
        for (int n = 0; n < a.count; n++)
            if (a.args[n].kind == RT_TENSOR && a.args[n].tensor == a.tensors[i])
                a.args[n].tensor = inputs[i];
        for (int l = 0; l < a.nlists; l++)
            for (int n = 0; n < MAX_TENSORS; n++)
                if (a.lists[l][n] == a.tensors[i])
                    a.lists[l][n] = inputs[i];
    }
    if (rt_apply(op, a.args, a.count, &r, err) < 0)
        goto done;
    for (int i = 0; i < r.count; i++) {
        struct rt_tensor *t = result(&r, i), *g;
        double weights[2 * MOST_GIVEN];
        if (!t || rt_tensor_dtype(t) != RT_FLOAT64 || rt_tensor_layout(t) != RT_STRIDED || !rt_tensor_requires_grad(t))
            continue;
        any = true;
        for (int64_t n = 0; n < rt_tensor_numel(t); n++)
            weights[n] = 1 + 0.37 * (double)((n * 7 + i * 3) % 5);
        g = rt_tensor_from_host(weights, rt_tensor_shape(t), rt_tensor_ndim(t), RT_FLOAT64, rt_device_cpu(), err);
        rt_backward(&t, &g, 1, true, false, NULL, 0, err);
        rt_tensor_unref(g);
        if (strstr(err->text, "is not implemented") && err->code) { /* a row that says so has no gradient to check */
            rt_error_clear(err);
            any = false;
            break;
        }
    }
    for (int i = 0; i < a.ntensors; i++) {
        struct rt_tensor *g = wanted[i] ? rt_tensor_grad(a.tensors[i]) : NULL;
        if (g)
            rt_tensor_to_host(g, gradients[i], RT_FLOAT64, err);
        else
            memset(gradients[i], 0, sizeof gradients[i]);
    }
    rt_results_clear(&r);
done:
    for (int i = 0; i < a.ntensors; i++)
        rt_tensor_unref(inputs[i]);
    release(&a);
    return any;
}

TEST(gradients_agree_with_numeric_differences)
{
    static double gradients[MAX_TENSORS][2 * MOST_GIVEN];
    for (int k = 0; k < sample_count; k++) {
        struct rt_error err = {0};
        bool wanted[MAX_TENSORS] = {false};
        struct arguments a;
        if (samples[k].arguments[0] == '~' || !by_tape(k, gradients, wanted, &err)) {
            if (err.code)
                harness_fail(__FILE__, __LINE__, "%s(%s): %s", samples[k].name, samples[k].arguments, err.text);
            continue;
        }
        REQUIRE(parse(&a, samples[k].arguments, rt_device_cpu(), &err) == 0);
        for (int i = 0; i < a.ntensors; i++)
            for (int64_t n = 0; wanted[i] && n < rt_tensor_numel(a.tensors[i]); n++) {
                double up, down, step = 1e-6, derivative;
                if (!evaluate(k, rt_device_cpu(), i, n, step, &up, &err) ||
                    !evaluate(k, rt_device_cpu(), i, n, -step, &down, &err))
                    continue;
                derivative = (up - down) / (2 * step);
                if (!(fabs(derivative - gradients[i][n]) <= 1e-5 * (1 + fabs(derivative))))
                    harness_fail(__FILE__, __LINE__, "%s(%s): gradient of tensor %d at %d is %.9g, not %.9g",
                                 samples[k].name, samples[k].arguments, i, (int)n, gradients[i][n], derivative);
            }
        release(&a);
        if (err.code)
            harness_fail(__FILE__, __LINE__, "%s(%s): %s", samples[k].name, samples[k].arguments, err.text);
    }
}

/* Puts another tensor in the place of tensor i of the arguments. */
static void exchange(struct arguments *a, int i, struct rt_tensor *other)
{
    for (int n = 0; n < a->count; n++)
        if (a->args[n].kind == RT_TENSOR && a->args[n].tensor == a->tensors[i])
            a->args[n].tensor = other;
    for (int l = 0; l < a->nlists; l++)
        for (int n = 0; n < MAX_TENSORS; n++)
            if (a->lists[l][n] == a->tensors[i])
                a->lists[l][n] = other;
    rt_tensor_unref(a->tensors[i]);
    a->tensors[i] = other;
}

static double tangent_at(int tensor, int64_t element)
{
    return 0.5 + 0.29 * (double)((element * 3 + tensor) % 4);
}

/* Gives the float tensors of a sample tangents; non-leaves, with a history where that is asked for. */
static void make_dual(struct arguments *a, const bool *wanted, bool history, struct rt_error *err)
{
    for (int i = 0; i < a->ntensors; i++) {
        double values[2 * MOST_GIVEN];
        struct rt_tensor *x = a->tensors[i], *tangent, *copy;
        if (!wanted[i])
            continue;
        for (int64_t n = 0; n < rt_tensor_numel(x); n++)
            values[n] = tangent_at(i, n);
        if (history)
            rt_tensor_set_requires_grad(x, true, err);
        copy = rt_apply1(rt_op_named("clone"), (struct rt_arg[]){rt_arg_tensor(x)}, 1, err);
        tangent = rt_tensor_from_host(values, rt_tensor_shape(x), rt_tensor_ndim(x), RT_FLOAT64, rt_device_cpu(), err);
        exchange(a, i, rt_dual_make(copy, tangent, 0, err));
        rt_tensor_unref(tangent);
        rt_tensor_unref(copy);
    }
}

/* The weighted sum of the tangents of a sample's results; 0: there is none, -1: the op takes no tangents. */
static int by_tangents(int k, const bool *wanted, bool history, bool inplace, double *sum, struct rt_error *err)
{
    struct rt_op *op = rt_op_named(samples[k].name);
    struct rt_results r;
    struct arguments a;
    int any = 0;

    if (parse(&a, samples[k].arguments, rt_device_cpu(), err) < 0)
        return 0;
    rt_dual_enter(err);
    make_dual(&a, wanted, history, err);
    if ((inplace ? rt_apply_inplace : rt_apply)(op, a.args, a.count, &r, err) == 0) {
        *sum = 0;
        for (int i = 0; i < r.count; i++) {
            struct rt_tensor *t = result(&r, i) ? rt_tangent(result(&r, i), err) : NULL;
            double values[2 * MOST_GIVEN];
            for (int64_t n = 0; t && n < rt_tensor_numel(t) && rt_tensor_to_host(t, values, RT_FLOAT64, err) == 0; n++)
                *sum += rt_tensor_dtype(t) == RT_FLOAT64 ? values[n] * (1 + 0.37 * (double)((n * 7 + i * 3) % 5)) : 0;
            any |= t != NULL;
            rt_tensor_unref(t);
        }
        rt_results_clear(&r);
    } else if (strstr(err->text, "forward AD")) {
        rt_error_clear(err);
        any = -1;
    }
    release(&a);
    rt_dual_exit(0, err);
    return any;
}

/* <weights, J t> is <J^T weights, t>, for all ways in which tangents are made. */
TEST(tangents_agree_with_gradients)
{
    static double gradients[MAX_TENSORS][2 * MOST_GIVEN];
    for (int k = 0; k < sample_count; k++) {
        struct rt_error err = {0};
        bool wanted[MAX_TENSORS] = {false};
        struct arguments a;
        double expected = 0, sum = 0;
        struct rt_op *op = rt_op_named(samples[k].name);
        if (samples[k].arguments[0] == '~' || !by_tape(k, gradients, wanted, &err)) {
            rt_error_clear(&err);
            continue;
        }
        REQUIRE(parse(&a, samples[k].arguments, rt_device_cpu(), &err) == 0);
        for (int i = 0; i < a.ntensors; i++)
            for (int64_t n = 0; wanted[i] && n < rt_tensor_numel(a.tensors[i]); n++)
                expected += gradients[i][n] * tangent_at(i, n);
        release(&a);
        for (int way = 0; way < 3; way++) { /* plain, with a history, in place */
            if (way == 2 && !(op->flags & RT_OP_INPLACE))
                continue;
            int found = by_tangents(k, wanted, way == 1, way == 2, &sum, &err);
            if (found == 0 && way < 2 && expected != 0)
                harness_fail(__FILE__, __LINE__, "%s(%s): no tangents (%d)", samples[k].name, samples[k].arguments,
                             way);
            if (found > 0 && !(fabs(sum - expected) <= 1e-9 * (1 + fabs(expected))))
                harness_fail(__FILE__, __LINE__, "%s(%s): tangents (%d) give %.12g, gradients %.12g", samples[k].name,
                             samples[k].arguments, way, sum, expected);
            if (err.code && way < 2)
                harness_fail(__FILE__, __LINE__, "%s(%s): %s", samples[k].name, samples[k].arguments, err.text);
            rt_error_clear(&err);
        }
    }
}

static bool same(struct rt_tensor *x, struct rt_tensor *y, double tolerance, struct rt_error *err);

/* The same of two tensors of one sparse layout. */
static bool same_sparse(struct rt_tensor *x, struct rt_tensor *y, double tolerance, struct rt_error *err)
{
    struct rt_arg args[2] = {rt_arg_tensor(x), rt_arg_tensor(y)};
    struct rt_tensor *a = rt_apply1(rt_op_named("_to_dense"), &args[0], 1, err);
    struct rt_tensor *b = a ? rt_apply1(rt_op_named("_to_dense"), &args[1], 1, err) : NULL;
    const bool alike = b && rt_tensor_layout(x) == rt_tensor_layout(y) && same(a, b, tolerance, err);

    rt_tensor_unref(a);
    rt_tensor_unref(b);
    return alike;
}

static bool same(struct rt_tensor *x, struct rt_tensor *y, double tolerance, struct rt_error *err)
{
    if (!x || !y) /* a result that the arguments do not ask for */
        return !x && !y;
    if (rt_tensor_layout(x) != RT_STRIDED)
        return rt_tensor_layout(y) != RT_STRIDED && same_sparse(x, y, tolerance, err);
    double a[2 * MOST_GIVEN], b[2 * MOST_GIVEN];
    int n = rt_tensor_ndim(x);
    if (rt_tensor_dtype(x) != rt_tensor_dtype(y) || n != rt_tensor_ndim(y) || rt_tensor_numel(x) > 2 * MOST_GIVEN ||
        memcmp(rt_tensor_shape(x), rt_tensor_shape(y), (size_t)n * sizeof(int64_t)))
        return false;
    if (rt_tensor_to_host(x, a, RT_FLOAT64, err) < 0 || rt_tensor_to_host(y, b, RT_FLOAT64, err) < 0)
        return false;
    for (int64_t i = 0; i < rt_tensor_numel(x); i++)
        if (!(fabs(a[i] - b[i]) <= tolerance * (1 + fabs(a[i]))) && !(isnan(a[i]) && isnan(b[i])) && a[i] != b[i])
            return false;
    return true;
}

TEST(in_place_variants_agree_with_the_op)
{
    for (int k = 0; k < sample_count; k++) {
        struct rt_error err = {0};
        struct rt_op *op = rt_op_named(samples[k].name);
        struct arguments a, b;
        struct rt_results plain, changed;
        if (!op || !(op->flags & RT_OP_INPLACE) || samples[k].arguments[0] == '~')
            continue;
        REQUIRE(parse(&a, samples[k].arguments, rt_device_cpu(), &err) == 0);
        REQUIRE(parse(&b, samples[k].arguments, rt_device_cpu(), &err) == 0);
        REQUIRE(rt_apply(op, a.args, a.count, &plain, &err) == 0);
        if (rt_tensor_dtype(plain.tensor[0]) == rt_tensor_dtype(b.tensors[0]) || op->flags & RT_OP_NODIFF) {
            int64_t version = rt_tensor_version(b.tensors[0]);
            if (rt_apply_inplace(op, b.args, b.count, &changed, &err) < 0)
                harness_fail(__FILE__, __LINE__, "%s_(%s): %s", samples[k].name, samples[k].arguments, err.text);
            else {
                CHECK(changed.tensor[0] == b.tensors[0]);
                CHECK(rt_tensor_version(b.tensors[0]) > version);
                if (rt_tensor_dtype(plain.tensor[0]) == rt_tensor_dtype(b.tensors[0]) &&
                    !same(plain.tensor[0], b.tensors[0], 0, &err))
                    harness_fail(__FILE__, __LINE__, "%s_(%s) differs", samples[k].name, samples[k].arguments);
                rt_results_clear(&changed);
            }
        }
        rt_results_clear(&plain);
        release(&a);
        release(&b);
    }
}

/* The accelerator that is walked beside the CPU: the CUDA plugin's first device where TENSOR_CUDA names one, else a
   simulated one. NULL: the failure has been reported. */
static struct rt_device *accelerator(void)
{
    const char *plugin = getenv("TENSOR_CUDA");
    struct rt_error err = {0};
    struct rt_device *device;

    if (plugin && *plugin && strcmp(plugin, "off") != 0)
        rt_cuda_provide(NULL);
    else if (rt_sim_provide(1, 0, &err) < 0)
        harness_fail(__FILE__, __LINE__, "%s", err.text);
    device = rt_device_get(RT_CUDA, 0, &err);
    if (!device)
        harness_fail(__FILE__, __LINE__, "no device to compare with: %s", err.text);
    return device;
}

/* Rows with a quick way of the host's memory alone: elsewhere they send the program to the library's own functions.
   Nothing else may be refused on a device that the CPU does. */
static bool asks_library(const char *name, const struct rt_error *err)
{
    static const char *const rows[] = {
        "cartesian_prod", "cartesian_prod.three", "index_fill", "index_fill_", "quantile", "std_mean", "var_mean"};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(name, rows[i]))
            return err->code == RT_NOT_IMPLEMENTED;
    return false;
}

TEST(devices_agree_with_the_cpu)
{
    struct rt_error err = {0};
    struct rt_device *gpu = accelerator();
    REQUIRE(gpu != NULL);
    for (int k = 0; k < sample_count; k++) {
        struct rt_op *op = rt_op_named(samples[k].name);
        struct arguments a, b;
        struct rt_results here, there;
        rt_error_clear(&err);
        REQUIRE(parse(&a, samples[k].arguments, rt_device_cpu(), &err) == 0);
        REQUIRE(parse(&b, samples[k].arguments, gpu, &err) == 0);
        if (!op || op->flags & RT_OP_FACTORY || rt_apply(op, a.args, a.count, &here, &err) < 0) {
            release(&a);
            release(&b);
            continue;
        }
        if (rt_apply(op, b.args, b.count, &there, &err) < 0) {
            if (!asks_library(samples[k].name, &err))
                harness_fail(__FILE__, __LINE__, "%s(%s): %s", samples[k].name, samples[k].arguments, err.text);
        } else {
            CHECK_INT(there.count, here.count);
            for (int i = 0; i < here.count && !a.random; i++)
                if (!same(result(&here, i), result(&there, i), 1e-12, &err))
                    harness_fail(__FILE__, __LINE__, "%s(%s): result %d differs: %s", samples[k].name,
                                 samples[k].arguments, i, err.text);
            rt_results_clear(&there);
        }
        rt_results_clear(&here);
        release(&a);
        release(&b);
    }
}

/* "-", or the name of the result's grad_fn */
static const char *node_name(struct rt_tensor *t, struct rt_error *err)
{
    struct rt_node *node = rt_tensor_grad_fn(t, err);
    return node ? rt_node_name(node) : "-";
}

/* Compares a result with "float64 [2,3] SinBackward0 0.5 -1.25 ..." and moves on to the next. Vectors of eigenvalues
   and singular values are determined up to a sign. */
static void check_golden(const char *what, const char **at, struct rt_tensor *t, bool names, bool any_sign)
{
    struct rt_error err = {0};
    char dtype[16], shape[64], name[64], got[64] = "[";
    double values[2048], wanted;
    int used, n = 0;
    bool is_complex;

    if (sscanf(*at, "%15s %63s %63s%n", dtype, shape, name, &used) != 3) {
        harness_fail(__FILE__, __LINE__, "%s: there are more results than PyTorch has", what);
        return;
    }
    *at += used;
    if (!t || !strcmp(dtype, "None")) {
        CHECK_MSG(!t && !strcmp(dtype, "None"), "%s: a result is None in one of both", what);
        *at += strcspn(*at, ";");
        *at += strspn(*at, "; ");
        return;
    }
    is_complex = rt_dtype_is_complex(rt_tensor_dtype(t));
    for (int i = 0; i < rt_tensor_ndim(t); i++)
        n += snprintf(got + n + 1, sizeof got - (size_t)n - 2, i ? ",%d" : "%d", (int)rt_tensor_shape(t)[i]);
    strcat(got, "]");
    if (strcmp(dtype, rt_dtype_table[rt_tensor_dtype(t)].name) || strcmp(shape, got)) {
        harness_fail(__FILE__, __LINE__, "%s: is %s %s, not %s %s", what, rt_dtype_table[rt_tensor_dtype(t)].name, got,
                     dtype, shape);
        *at += strcspn(*at, ";");
        *at += strspn(*at, "; ");
        return;
    }
    name[strcspn(name, ";")] = 0;
    if (names && strcmp(name, node_name(t, &err)))
        harness_fail(__FILE__, __LINE__, "%s: grad_fn is %s, not %s", what, node_name(t, &err), name);
    int64_t count = rt_tensor_numel(t) * (is_complex ? 2 : 1);
    if (count > 2048 || rt_tensor_to_host(t, values, is_complex ? RT_COMPLEX128 : RT_FLOAT64, &err) < 0) {
        harness_fail(__FILE__, __LINE__, "%s: %s", what, err.text);
        return;
    }
    for (int64_t i = 0; i < count; i++) {
        char *end;
        wanted = strtod(*at, &end);
        *at = end;
        double have = values[i];
        if (any_sign)
            have = fabs(have), wanted = fabs(wanted);
        if (!(fabs(have - wanted) <= 1e-9 * (1 + fabs(wanted))) && !(isnan(have) && isnan(wanted)) && have != wanted) {
            harness_fail(__FILE__, __LINE__, "%s: element %d is %.17g, not %.17g", what, (int)i, values[i], wanted);
            break;
        }
    }
    *at += strcspn(*at, ";");
    *at += strspn(*at, "; ");
}

/* The sample's float arguments require a gradient, and are no leaves. */
static void require_gradients(struct arguments *a, struct rt_error *err)
{
    for (int i = 0; i < a->ntensors; i++) {
        struct rt_tensor *leaf = a->tensors[i];
        if (rt_tensor_dtype(leaf) != RT_FLOAT64 || (a->kinds[i] && strchr("ws", a->kinds[i])))
            continue;
        rt_tensor_set_requires_grad(leaf, true, err);
        a->tensors[i] = rt_apply1(rt_op_named("clone"), (struct rt_arg[]){rt_arg_tensor(leaf)}, 1, err);
        for (int n = 0; n < a->count; n++)
            if (a->args[n].kind == RT_TENSOR && a->args[n].tensor == leaf)
                a->args[n].tensor = a->tensors[i];
        for (int l = 0; l < a->nlists; l++)
            for (int n = 0; n < MAX_TENSORS; n++)
                if (a->lists[l][n] == leaf)
                    a->lists[l][n] = a->tensors[i];
        rt_tensor_unref(leaf);
    }
}

static void check_sample(int k, const char *wanted, struct rt_device *device, bool on_cpu)
{
    static const char *const free_signs[] = {"linalg_eigh",  "linalg_eig",  "linalg_svd", "svd",
                                             "_linalg_eigh", "_linalg_eig", "_linalg_svd"};
    struct rt_op *op = rt_op_named(samples[k].name);
    struct arguments a;
    struct rt_results r;
    struct rt_error err = {0};
    char what[160];
    bool any_sign = false;
    snprintf(what, sizeof what, "%s(%s)%s", samples[k].name, samples[k].arguments, on_cpu ? "" : " on cuda:0");
    for (size_t i = 0; i < sizeof free_signs / sizeof *free_signs; i++)
        any_sign = any_sign || !strcmp(free_signs[i], samples[k].name);
    REQUIRE(parse(&a, samples[k].arguments, device, &err) == 0);
    if (on_cpu && !(op->flags & RT_OP_MUTATES && !(op->flags & RT_OP_NODIFF) && a.kinds[0] == 'i') &&
        strcmp(samples[k].name, "_resize_") && strcmp(samples[k].name, "_set_"))
        require_gradients(&a, &err);
    if (rt_apply(op, a.args, a.count, &r, &err) < 0) {
        if (on_cpu || !asks_library(samples[k].name, &err))
            harness_fail(__FILE__, __LINE__, "%s: %s", what, err.text);
    } else {
        for (int i = 0; i < r.count; i++)
            check_golden(what, &wanted, result(&r, i), on_cpu, any_sign);
        if (*wanted)
            harness_fail(__FILE__, __LINE__, "%s: PyTorch has more results: %s", what, wanted);
        rt_results_clear(&r);
    }
    release(&a);
}

TEST(samples_give_what_pytorch_gives_on_each_device)
{
    struct rt_device *gpu = accelerator();
    REQUIRE(gpu != NULL);
    for (int k = 0; k < sample_count; k++) {
        int found = -1;
        for (int g = 0; g < golden_count && found < 0; g++)
            if (!strcmp(golden[g].name, samples[k].name) &&
                (!golden[g].arguments || !strcmp(golden[g].arguments, samples[k].arguments)))
                found = g;
        if (found < 0)
            harness_fail(__FILE__, __LINE__, "%s(%s) has no golden value: run tests/oracle/op_values.py",
                         samples[k].name, samples[k].arguments);
        if (found < 0 || !golden[found].arguments || !rt_op_named(samples[k].name))
            continue;
        check_sample(k, golden[found].results, rt_device_cpu(), true);
        if (!(rt_op_named(samples[k].name)->flags & RT_OP_FACTORY))
            check_sample(k, golden[found].results, gpu, false);
    }
}

/* A row of the table over three rows of one repeated element each, more than anything could walk through. */
static void check_interrupted(const char *name, bool down)
{
    const int64_t one[2] = {down ? 1 : 3, down ? 3 : 1},
                  wide[2] = {down ? INT64_C(1) << 40 : 3, down ? 3 : INT64_C(1) << 40};
    const int64_t strides[2] = {down ? 0 : 1, down ? 1 : 0}, dim = !down;
    const float values[3] = {1, 1, 1};
    struct rt_error err = {0};
    struct rt_results r;
    struct rt_op *op = rt_op_named(name);
    REQUIRE(op != NULL);
    const bool list = !strcmp(name, "sum.dim_IntList") || !strcmp(name, "mean.dim") || !strcmp(name, "amax") ||
                      !strcmp(name, "nansum") || !strcmp(name, "var.correction");
    struct rt_tensor *x = rt_tensor_from_host(values, one, 2, RT_FLOAT32, NULL, &err);
    struct rt_tensor *repeated = rt_tensor_alias(x, wide, strides, 2, 0, &err);
    REQUIRE(repeated != NULL);
    struct rt_arg args[2] = {rt_arg_tensor(repeated), list ? rt_arg_ints(&dim, 1) : rt_arg_int(dim)};
    const int rc = rt_apply(op, args, 2, &r, &err);
    if (rc == 0)
        rt_results_clear(&r);
    if (rc == 0 || err.code != RT_INTERRUPT)
        harness_fail(__FILE__, __LINE__, "%s: %s", name, rc ? err.text : "was not interrupted");
    rt_tensor_unref(repeated);
    rt_tensor_unref(x);
}

TEST(an_interrupt_ends_the_folding_of_repeated_elements)
{
    static const char *const names[] = {"sum.dim_IntList", "mean.dim",       "amax",
                                        "nansum",          "var.correction", "prod.dim_int"};
    static const volatile int up = 1;
    rt_set_interrupt_flag(&up);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        check_interrupted(names[i], false);
        check_interrupted(names[i], true);
    }
    rt_set_interrupt_flag(NULL);
}

/* Windows that reach out of their storage, or whose reach cannot be counted, are refused. */
TEST(windows_stay_inside_of_their_storage)
{
    static const struct {
        int64_t size[2], strides[2], offset;
        bool fits;
    } cases[] = {{{2, 2}, {2, 1}, 0, true},
                 {{2, 2}, {2, 1}, 1, false},
                 {{2, 2}, {INT64_C(1) << 62, 1}, 0, false},
                 {{INT64_C(1) << 62, 4}, {1, 1}, 0, false},
                 {{INT64_C(1) << 32, INT64_C(1) << 32}, {0, 0}, 0, false},
                 {{INT64_C(1) << 40, 2}, {0, 1}, 2, true},
                 {{1, 4}, {INT64_C(1) << 62, 1}, 0, true},
                 {{0, 4}, {INT64_C(1) << 62, INT64_MAX}, INT64_MAX, true},
                 {{2, 2}, {2, 1}, -1, false},
                 {{2, 2}, {-2, 1}, 2, true},
                 {{2, 2}, {-2, 1}, 1, false},
                 {{2, 2}, {1, 1}, INT64_MAX, false}};
    struct rt_error err = {0};
    struct rt_tensor *x = rt_tensor_empty((int64_t[]){4}, 1, RT_FLOAT64, NULL, &err);
    REQUIRE(x != NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rt_error_clear(&err);
        struct rt_tensor *window = rt_tensor_alias(x, cases[i].size, cases[i].strides, 2, cases[i].offset, &err);
        CHECK_MSG(!!window == cases[i].fits, "window %zu: %s", i, window ? "fits" : err.text);
        if (window)
            rt_tensor_unref(window);
    }
    rt_tensor_unref(x);
}

TEST(ops_survive_failing_allocations)
{
    for (int k = 0; k < sample_count; k++)
        for (long n = 0; n < 40; n++) {
            struct rt_error err = {0};
            struct arguments a;
            struct rt_results r;
            struct rt_op *op = rt_op_named(samples[k].name);
            if (parse(&a, samples[k].arguments, rt_device_cpu(), &err) < 0)
                continue;
            for (int i = 0; i < a.ntensors; i++)
                if (rt_tensor_dtype(a.tensors[i]) == RT_FLOAT64 && !(op->flags & (RT_OP_MUTATES | RT_OP_VIEW)))
                    rt_tensor_set_requires_grad(a.tensors[i], true, &err);
            rt_alloc_fail_after(n);
            int rc = rt_apply(op, a.args, a.count, &r, &err);
            rt_alloc_fail_after(-1);
            if (rc == 0)
                rt_results_clear(&r);
            else
                CHECK(err.code != RT_OK);
            release(&a);
        }
}

HARNESS_MAIN
