/* lib_random_draw.c: what the module random draws from its generator: items of sequences and distributions, by the
 * methods that the Python Library Reference names, so that the same state gives the same numbers. Exponential, Pareto,
 * Weibull and triangular numbers are the inverse distribution function of a uniform one. */
#include <math.h>

#include "lib.h"
#include "lib_random.h"
#include "types/containers.h"

/* ------------------------------------------------------------------ sequences */

static lang_value m_choice(struct lang_thread *t, const lang_value *a)
{
    int64_t n = lang_len(t, a[1]);

    if (n < 0)
        return lang_error();
    if (n == 0)
        return lang_raise(t, LANG_EXC_IndexError, "Cannot choose from an empty sequence");
    return lang_getitem(t, a[1], lang_int(lang_random_below(random_of(a[0]), n)));
}

static int swap_items(struct lang_thread *t, lang_value v, int64_t i, int64_t j)
{
    lang_value x = lang_getitem(t, v, lang_int(i)), y = lang_is_error(x) ? x : lang_getitem(t, v, lang_int(j));
    int status = -1;

    if (!lang_is_error(y))
        status = lang_setitem(t, v, lang_int(i), y) < 0 || lang_setitem(t, v, lang_int(j), x) < 0 ? -1 : 0;
    if (!lang_is_error(x))
        lang_unref(t, x);
    if (!lang_is_error(y))
        lang_unref(t, y);
    return status;
}

/* Fisher and Yates' shuffle (Durstenfeld, Algorithm 235, 1964). */
static lang_value m_shuffle(struct lang_thread *t, const lang_value *a)
{
    struct random *r = random_of(a[0]);
    int64_t n = lang_len(t, a[1]);

    if (n < 0)
        return lang_error();
    for (int64_t i = n - 1; i > 0; i--) {
        int64_t j = lang_random_below(r, i + 1);

        if (lang_is_exactly(a[1], &lang_type_list) && lang_as_list(a[1])->length == n) {
            lang_value *items = lang_as_list(a[1])->items, v = items[i];

            items[i] = items[j];
            items[j] = v;
        } else if (swap_items(t, a[1], i, j) < 0) {
            return lang_error();
        }
        if (interrupted_at(t, i))
            return lang_error();
    }
    return lang_none();
}

/* Draws from a list that is used up item by item: the first steps of a shuffle. */
static struct lang_list *sample_pool(struct lang_thread *t, struct random *r, lang_value population, int64_t n,
                                     int64_t k)
{
    struct lang_list *pool = lang_to_list(t, population), *out = pool ? lang_list_new(t, k) : NULL;

    if (out && pool->length < n) {
        lang_fail(t, LANG_EXC_IndexError, "list index out of range");
        lang_decref(t, out);
        out = NULL;
    }
    for (int64_t i = 0; out && i < k; i++) {
        int64_t j = lang_random_below(r, n - i);
        lang_value v = pool->items[j];

        out->items[i] = lang_ref(v);
        out->length++;
        pool->items[j] = pool->items[n - i - 1];
        pool->items[n - i - 1] = v;
    }
    lang_xdecref(t, pool);
    return out;
}

/* Draws positions until they are all different. */
static struct lang_list *sample_positions(struct lang_thread *t, struct random *r, lang_value population, int64_t n,
                                          int64_t k)
{
    struct lang_set *seen = lang_set_new(t, false);
    struct lang_list *out = seen ? lang_list_new(t, k) : NULL;

    for (int64_t i = 0; out && i < k; i++) {
        int64_t before = seen->count, j;
        lang_value v;

        do { /* of a state that a program has set it may give the same number for ever */
            j = lang_random_below(r, n);
            if (lang_set_add(t, seen, lang_int(j)) < 0 || lang_poll(t) < 0)
                goto fail;
        } while (seen->count == before);
        v = lang_getitem(t, population, lang_int(j));
        if (lang_is_error(v) || lang_list_append_steal(t, out, v) < 0 || interrupted_at(t, i))
            goto fail;
    }
    lang_xdecref(t, seen);
    return out;
fail:
    lang_decref(t, seen);
    lang_decref(t, out);
    return NULL;
}

/* Running sums of counts as a list of ints; NULL on error. */
static struct lang_list *running_sums(struct lang_thread *t, lang_value counts)
{
    struct lang_list *sums = lang_to_list(t, counts);

    for (int64_t i = 1; sums && i < sums->length; i++) {
        lang_value v = lang_binary(t, LANG_OP_ADD, sums->items[i - 1], sums->items[i]);

        if (lang_is_error(v)) {
            lang_decref(t, sums);
            return NULL;
        }
        lang_set_steal(t, &sums->items[i], v);
    }
    return sums;
}

static lang_value sample(struct lang_thread *t, struct random *r, lang_value population, int64_t n, lang_value count)
{
    int64_t k;
    double table = 21; /* of the size that a set of k positions has in CPython */

    if (lang_as_index(t, count, &k) < 0)
        return lang_error();
    if (k < 0 || k > n)
        return lang_raise(t, LANG_EXC_ValueError, "Sample larger than population or is negative");
    if (k > 5)
        table += pow(4, ceil(log((double)k * 3) / log(4)));
    return lang_obj_or_error((double)n <= table ? sample_pool(t, r, population, n, k)
                                                : sample_positions(t, r, population, n, k));
}

/* The first index whose running sum is larger, by the operator: a sum may be any value. -1 with an exception. */
static int64_t index_of_sum(struct lang_thread *t, struct lang_list *sums, lang_value drawn)
{
    int64_t low = 0, high = sums->length - 1;

    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        int r = lang_less(t, drawn, sums->items[middle]);

        if (r < 0)
            return -1;
        if (r)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static lang_value sample_counts(struct lang_thread *t, const lang_value *a, int64_t n)
{
    struct lang_list *sums = running_sums(t, a[3]);
    lang_value total, all, drawn;

    if (!sums)
        return lang_error();
    if (sums->length != n) {
        lang_decref(t, sums);
        return lang_raise(t, LANG_EXC_ValueError, "The number of counts does not match the population");
    }
    total = n ? sums->items[n - 1] : lang_int(0);
    if (!lang_is_int(total) || total.i <= 0) {
        bool is_integer = lang_is_int(total);

        lang_decref(t, sums);
        return is_integer ? lang_raise(t, LANG_EXC_ValueError, "Total of counts must be greater than zero")
                          : lang_raise(t, LANG_EXC_TypeError, "Counts must be integers");
    }
    all = lang_call(t, lang_obj(&lang_type_range), &total, 1, NULL);
    drawn = lang_is_error(all) ? all : sample(t, random_of(a[0]), all, total.i, a[2]);
    if (!lang_is_error(all))
        lang_unref(t, all);
    for (int64_t i = 0; !lang_is_error(drawn) && i < lang_as_list(drawn)->length; i++) {
        int64_t at = index_of_sum(t, sums, lang_as_list(drawn)->items[i]);
        lang_value v = at < 0 || interrupted_at(t, i) ? lang_error() : lang_getitem(t, a[1], lang_int(at));

        if (lang_is_error(v)) {
            lang_unref(t, drawn);
            drawn = v;
        } else {
            lang_set_steal(t, &lang_as_list(drawn)->items[i], v);
        }
    }
    lang_decref(t, sums);
    return drawn;
}

static lang_value m_sample(struct lang_thread *t, const lang_value *a)
{
    struct lang_type *type = lang_type_of(a[1]);
    int64_t n;

    if ((type->flags & (LANG_TYPE_SET | LANG_TYPE_DICT)) || !type->getitem || !type->len)
        return lang_raise(t, LANG_EXC_TypeError, "Population must be a sequence.  For dicts or sets, use sorted(d).");
    n = lang_len(t, a[1]);
    if (n < 0)
        return lang_error();
    if (!lang_is_undef(a[3]) && !lang_is_none(a[3]))
        return sample_counts(t, a, n);
    return sample(t, random_of(a[0]), a[1], n, a[2]);
}

/* Cumulative weights as doubles: *out has n entries. */
static int cumulative(struct lang_thread *t, lang_value given, bool sums, int64_t n, double **out)
{
    struct lang_list *list = lang_to_list(t, given);
    double sum = 0, x;
    int status = -1;

    *out = NULL;
    if (!list)
        return -1;
    if (list->length != n)
        lang_fail(t, LANG_EXC_ValueError, "The number of weights does not match the population");
    else if (n > 0)
        *out = lang_alloc(t, (size_t)n * sizeof **out);
    else
        lang_fail(t, LANG_EXC_IndexError, "list index out of range");
    if (*out) {
        status = 0;
        for (int64_t i = 0; status == 0 && i < n; i++) {
            status = lang_as_double(t, list->items[i], &x);
            sum = sums ? x : i ? sum + x : x;
            (*out)[i] = sum;
        }
    }
    lang_decref(t, list);
    if (status == 0 && !((*out)[n - 1] > 0 || isnan((*out)[n - 1])))
        status = lang_fail(t, LANG_EXC_ValueError, "Total of weights must be greater than zero");
    if (status == 0 && !isfinite((*out)[n - 1]))
        status = lang_fail(t, LANG_EXC_ValueError, "Total of weights must be finite");
    if (status < 0 && *out) {
        lang_free(t, *out, (size_t)n * sizeof **out);
        *out = NULL;
    }
    return status;
}

static int64_t position(const double *sums, int64_t n, double x)
{
    int64_t low = 0, high = n - 1;

    while (low < high) {
        int64_t middle = (low + high) / 2;

        if (x < sums[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* args: self, population, weights, cum_weights, k */
static lang_value m_choices(struct lang_thread *t, const lang_value *a)
{
    struct random *r = random_of(a[0]);
    bool weights = !lang_is_undef(a[2]) && !lang_is_none(a[2]), sums = !lang_is_undef(a[3]) && !lang_is_none(a[3]);
    int64_t n = lang_len(t, a[1]), k = 1;
    struct lang_list *out;
    double *table = NULL;

    if (n < 0 || (!lang_is_undef(a[4]) && lang_as_index(t, a[4], &k) < 0))
        return lang_error();
    if (weights && !sums && lang_is_integer(a[2]))
        return lang_raise(t, LANG_EXC_TypeError, "The number of choices must be a keyword argument: k=%R", a[2]);
    if (weights && sums)
        return lang_raise(t, LANG_EXC_TypeError, "Cannot specify both weights and cumulative weights");
    if ((weights || sums) && cumulative(t, sums ? a[3] : a[2], sums, n, &table) < 0)
        return lang_error();
    out = lang_list_new(t, k > 0 ? k : 0);
    for (int64_t i = 0; out && i < k; i++) {
        double x = lang_random_double(r);
        int64_t at = table ? position(table, n, x * table[n - 1]) : (int64_t)floor(x * (double)n);
        lang_value v = lang_getitem(t, a[1], lang_int(at));

        if (lang_is_error(v) || lang_list_append_steal(t, out, v) < 0 || interrupted_at(t, i)) {
            lang_decref(t, out);
            out = NULL;
        }
    }
    if (table)
        lang_free(t, table, (size_t)n * sizeof *table);
    return lang_obj_or_error(out);
}

const struct lang_method lang_random_sequences[] = {
    {"choice", "(seq)", m_choice, "Choose a random element from a non-empty sequence.", 0},
    {"choices", "(population, weights=None, *, cum_weights=None, k=1)", m_choices,
     "Return a k sized list of population elements chosen with replacement.\n\n"
     "If the relative weights or cumulative weights are not specified,\n"
     "the selections are made with equal probability.",
     0},
    {"sample", "(population, k, *, counts=None)", m_sample,
     "Chooses k unique random elements from a population sequence.\n\n"
     "Returns a new list containing elements from the population while\nleaving the original population unchanged.",
     0},
    {"shuffle", "(x)", m_shuffle, "Shuffle list x in place, and return None.", 0},
    {0},
};

/* ------------------------------------------------------------------ distributions */

/* Arguments 1..n as doubles; absent ones keep what is there. */
static int numbers(struct lang_thread *t, const lang_value *a, double *out, int n)
{
    for (int i = 0; i < n; i++)
        if (!lang_is_undef(a[i + 1]) && lang_as_double(t, a[i + 1], &out[i]) < 0)
            return -1;
    return 0;
}

/* a + (b - a) * x by the operators, so that tensors and fractions work as in Python. */
static lang_value m_uniform(struct lang_thread *t, const lang_value *a)
{
    double x = lang_random_double(random_of(a[0])), low, high;
    lang_value d, r;

    if (!lang_is_obj(a[1]) && !lang_is_obj(a[2])) {
        if (lang_as_double(t, a[1], &low) < 0 || lang_as_double(t, a[2], &high) < 0)
            return lang_error();
        return lang_float(low + (high - low) * x);
    }
    d = lang_binary(t, LANG_OP_SUB, a[2], a[1]);
    if (lang_is_error(d))
        return d;
    r = lang_binary(t, LANG_OP_MUL, d, lang_float(x));
    lang_unref(t, d);
    if (lang_is_error(r))
        return r;
    d = lang_binary(t, LANG_OP_ADD, a[1], r);
    lang_unref(t, r);
    return d;
}

static lang_value m_triangular(struct lang_thread *t, const lang_value *a)
{
    double v[3] = {0, 1, 0}, u, c;
    bool mode = !lang_is_undef(a[3]) && !lang_is_none(a[3]);

    if (numbers(t, a, v, mode ? 3 : 2) < 0)
        return lang_error();
    u = lang_random_double(random_of(a[0]));
    if (mode && v[1] == v[0])
        return lang_float(v[0]);
    c = mode ? (v[2] - v[0]) / (v[1] - v[0]) : 0.5;
    if (u > c) {
        double low = v[0];

        u = 1 - u;
        c = 1 - c;
        v[0] = v[1];
        v[1] = low;
    }
    return lang_float(v[0] + (v[1] - v[0]) * sqrt(u * c));
}

/* The draws below that may be refused look for an interrupt each time: with a state that a program has set, or with a
 * parameter that is no number, they may be refused for ever. */

/* The ratio of uniform numbers (Kinderman and Monahan, 1977). */
static int standard_normal(struct lang_thread *t, struct random *r, double *z)
{
    const double magic = 4 * exp(-0.5) / sqrt(2.0);

    while (lang_poll(t) == 0) {
        double u1 = lang_random_double(r), u2 = 1.0 - lang_random_double(r);

        *z = magic * (u1 - 0.5) / u2;
        if (*z * *z / 4.0 <= -log(u2))
            return 0;
    }
    return -1;
}

static lang_value m_normalvariate(struct lang_thread *t, const lang_value *a)
{
    double v[2] = {0, 1}, z;

    if (numbers(t, a, v, 2) < 0 || standard_normal(t, random_of(a[0]), &z) < 0)
        return lang_error();
    return lang_float(v[0] + z * v[1]);
}

static lang_value m_lognormvariate(struct lang_thread *t, const lang_value *a)
{
    double v[2] = {0, 1}, z;

    if (numbers(t, a, v, 2) < 0 || standard_normal(t, random_of(a[0]), &z) < 0)
        return lang_error();
    return lang_float(exp(v[0] + z * v[1]));
}

/* Box and Muller, 1958: two at once, of which the second one waits for the next call. */
static lang_value m_gauss(struct lang_thread *t, const lang_value *a)
{
    struct random *r = random_of(a[0]);
    double v[2] = {0, 1}, z = r->gauss;

    if (numbers(t, a, v, 2) < 0)
        return lang_error();
    if (!r->has_gauss) {
        double angle = lang_random_double(r) * (2 * M_PI);
        double radius = sqrt(-2.0 * log(1.0 - lang_random_double(r)));

        z = cos(angle) * radius;
        r->gauss = sin(angle) * radius;
    }
    r->has_gauss = !r->has_gauss;
    return lang_float(v[0] + z * v[1]);
}

static lang_value m_expovariate(struct lang_thread *t, const lang_value *a)
{
    double v[1];

    if (numbers(t, a, v, 1) < 0)
        return lang_error();
    if (v[0] == 0)
        return lang_raise(t, LANG_EXC_ZeroDivisionError, "float division by zero");
    return lang_float(-log(1.0 - lang_random_double(random_of(a[0]))) / v[0]);
}

/* Best and Fisher, 1979, as in Fisher, Statistical Analysis of Circular Data, 1993. */
static lang_value m_vonmisesvariate(struct lang_thread *t, const lang_value *a)
{
    struct random *r = random_of(a[0]);
    double v[2], s, b, z, q, f, angle;

    if (numbers(t, a, v, 2) < 0)
        return lang_error();
    if (v[1] <= 1e-6)
        return lang_float(2 * M_PI * lang_random_double(r));
    s = 0.5 / v[1];
    b = s + sqrt(1.0 + s * s);
    for (;;) {
        double u1 = lang_random_double(r), d, u2;

        if (lang_poll(t) < 0)
            return lang_error();
        z = cos(M_PI * u1);
        d = z / (b + z);
        u2 = lang_random_double(r);
        if (u2 < 1.0 - d * d || u2 <= (1.0 - d) * exp(d))
            break;
    }
    q = 1.0 / b;
    f = (q + z) / (1.0 + q * z);
    angle = fmod(lang_random_double(r) > 0.5 ? v[0] + acos(f) : v[0] - acos(f), 2 * M_PI);
    return lang_float(angle < 0 ? angle + 2 * M_PI : angle);
}

/* alpha > 1: Cheng, The generation of gamma variables with non-integral shape parameter, 1977. */
static int gamma_large(struct lang_thread *t, struct random *r, double alpha, double *out)
{
    double inverse = sqrt(2.0 * alpha - 1.0), b = alpha - log(4.0), c = alpha + inverse;

    while (lang_poll(t) == 0) {
        double u1 = lang_random_double(r), u2, v, x, z, d;

        if (!(1e-7 < u1 && u1 < 0.9999999))
            continue;
        u2 = 1.0 - lang_random_double(r);
        v = log(u1 / (1.0 - u1)) / inverse;
        x = alpha * exp(v);
        z = u1 * u1 * u2;
        d = b + c * v - x;
        if (d + (1.0 + log(4.5)) - 4.5 * z >= 0.0 || d >= log(z)) {
            *out = x;
            return 0;
        }
    }
    return -1;
}

/* alpha < 1: algorithm GS (Ahrens and Dieter, 1974). */
static int gamma_small(struct lang_thread *t, struct random *r, double alpha, double *out)
{
    while (lang_poll(t) == 0) {
        double u = lang_random_double(r), b = (M_E + alpha) / M_E, p = b * u, u1;
        double x = p <= 1.0 ? pow(p, 1.0 / alpha) : -log((b - p) / alpha);

        u1 = lang_random_double(r);
        if (p > 1.0 ? u1 <= pow(x, alpha - 1.0) : u1 <= exp(-x)) {
            *out = x;
            return 0;
        }
    }
    return -1;
}

static int gamma_draw(struct lang_thread *t, struct random *r, double alpha, double *out)
{
    if (alpha > 1.0)
        return gamma_large(t, r, alpha, out);
    if (alpha != 1.0)
        return gamma_small(t, r, alpha, out);
    *out = -log(1.0 - lang_random_double(r));
    return 0;
}

static lang_value m_gammavariate(struct lang_thread *t, const lang_value *a)
{
    double v[2], x;

    if (numbers(t, a, v, 2) < 0)
        return lang_error();
    if (v[0] <= 0 || v[1] <= 0)
        return lang_raise(t, LANG_EXC_ValueError, "gammavariate: alpha and beta must be > 0.0");
    return gamma_draw(t, random_of(a[0]), v[0], &x) < 0 ? lang_error() : lang_float(x * v[1]);
}

/* Of two gamma numbers (Knuth, Seminumerical Algorithms, 3.4.1). */
static lang_value m_betavariate(struct lang_thread *t, const lang_value *a)
{
    double v[2], y, z = 0;

    if (numbers(t, a, v, 2) < 0)
        return lang_error();
    if (v[0] <= 0 || v[1] <= 0)
        return lang_raise(t, LANG_EXC_ValueError, "gammavariate: alpha and beta must be > 0.0");
    if (gamma_draw(t, random_of(a[0]), v[0], &y) < 0 || (y != 0 && gamma_draw(t, random_of(a[0]), v[1], &z) < 0))
        return lang_error();
    return lang_float(y != 0 ? y / (y + z) : 0);
}

static lang_value m_paretovariate(struct lang_thread *t, const lang_value *a)
{
    double v[1];

    if (numbers(t, a, v, 1) < 0)
        return lang_error();
    if (v[0] == 0)
        return lang_raise(t, LANG_EXC_ZeroDivisionError, "float division by zero");
    return lang_float(pow(1.0 - lang_random_double(random_of(a[0])), -1.0 / v[0]));
}

static lang_value m_weibullvariate(struct lang_thread *t, const lang_value *a)
{
    double v[2];

    if (numbers(t, a, v, 2) < 0)
        return lang_error();
    if (v[1] == 0)
        return lang_raise(t, LANG_EXC_ZeroDivisionError, "float division by zero");
    return lang_float(v[0] * pow(-log(1.0 - lang_random_double(random_of(a[0]))), 1.0 / v[1]));
}

const struct lang_method lang_random_distributions[] = {
    {"uniform", "(a, b)", m_uniform, "Get a random number in the range [a, b) or [a, b] depending on rounding.", 0},
    {"triangular", "(low=0.0, high=1.0, mode=None)", m_triangular, "Triangular distribution.", 0},
    {"normalvariate", "(mu=0.0, sigma=1.0)", m_normalvariate,
     "Normal distribution.\n\nmu is the mean, and sigma is the standard deviation.", 0},
    {"lognormvariate", "(mu, sigma)", m_lognormvariate, "Log normal distribution.", 0},
    {"gauss", "(mu=0.0, sigma=1.0)", m_gauss,
     "Gaussian distribution.\n\nmu is the mean, and sigma is the standard deviation.  This is\n"
     "slightly faster than the normalvariate() function.",
     0},
    {"expovariate", "(lambd)", m_expovariate,
     "Exponential distribution.\n\nlambd is 1.0 divided by the desired mean.  It should be\nnonzero.", 0},
    {"vonmisesvariate", "(mu, kappa)", m_vonmisesvariate, "Circular data distribution.", 0},
    {"gammavariate", "(alpha, beta)", m_gammavariate, "Gamma distribution.  Not the gamma function!", 0},
    {"betavariate", "(alpha, beta)", m_betavariate, "Beta distribution.", 0},
    {"paretovariate", "(alpha)", m_paretovariate, "Pareto distribution.  alpha is the shape parameter.", 0},
    {"weibullvariate", "(alpha, beta)", m_weibullvariate, "Weibull distribution.", 0},
    {0},
};
