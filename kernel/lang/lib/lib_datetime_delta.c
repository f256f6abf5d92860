/* lib_datetime_delta.c: timedelta, and calls of what the module datetime does in the language. */
#include <math.h>
#include <string.h>

#include "lib/lib_datetime.h"

lang_value lang_datetime_rests[REST_COUNT];
struct lang_type *lang_moment_type;

lang_value lang_datetime_rest(struct lang_thread *t, enum datetime_rest which, const lang_value *args, size_t nargs)
{
    return lang_call(t, lang_datetime_rests[which], args, nargs, NULL);
}

lang_value lang_datetime_rest_of_class(struct lang_thread *t, enum datetime_rest which, struct lang_type *cls,
                                       const lang_value *args, size_t nargs, struct lang_tuple *kwnames)
{
    const size_t count = nargs + (kwnames ? (size_t)kwnames->length : 0) + 1;
    lang_value local[12], *all = count <= 12 ? local : lang_alloc(t, count * sizeof *all);
    if (!all)
        return lang_error();
    all[0] = lang_obj(cls);
    memcpy(all + 1, args, (count - 1) * sizeof *all);
    lang_value result = lang_call(t, lang_datetime_rests[which], all, nargs + 1, kwnames);
    if (all != local)
        lang_free(t, all, count * sizeof *all);
    return result;
}

bool lang_datetime_arguments(const lang_value *args, size_t nargs, struct lang_tuple *kwnames, const char *const *names,
                             size_t count, lang_value *values)
{
    if (nargs > count)
        return false;
    for (size_t i = 0; i < count; i++)
        values[i] = i < nargs ? args[i] : lang_undef();
    for (int64_t k = 0; kwnames && k < kwnames->length; k++) {
        size_t i = 0;
        while (i < count && !lang_str_equal_c(lang_as_str(kwnames->items[k]), names[i]))
            i++;
        if (i == count || !lang_is_undef(values[i]))
            return false;
        values[i] = args[nargs + (size_t)k];
    }
    return true;
}

/* ------------------------------------------------------------------ numbers */

wide lang_delta_us(const struct delta *d)
{
    return ((wide)d->days * DAY_SECONDS + d->seconds) * SECOND_US + d->us;
}

lang_value lang_delta_us_value(struct lang_thread *t, wide us)
{
    if (us >= INT64_MIN && us <= INT64_MAX)
        return lang_int((int64_t)us);
    char digits[48], *end = digits + sizeof digits, *p = end;
    unsigned __int128 u = us < 0 ? -(unsigned __int128)us : (unsigned __int128)us;
    do
        *--p = (char)('0' + (int)(u % 10));
    while (u /= 10);
    if (us < 0)
        *--p = '-';
    return lang_int_from_text(t, p, (size_t)(end - p), 10);
}

static wide floor_divide(wide a, wide b)
{
    wide q = a / b;
    return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}

lang_value lang_delta_value(struct lang_thread *t, struct lang_type *cls, wide us)
{
    const bool narrow = us <= INT64_MAX && us >= INT64_MIN;
    wide days = narrow ? (int64_t)us / DAY_US - ((int64_t)us % DAY_US < 0) : floor_divide(us, DAY_US);
    if (days > INT32_MAX || days < INT32_MIN)
        return lang_raise(t, LANG_EXC_OverflowError, "Python int too large to convert to C int");
    if (days > DELTA_MOST_DAYS || days < -DELTA_MOST_DAYS) {
        lang_value count = lang_delta_us_value(t, days);
        if (!lang_is_error(count))
            lang_raise(t, LANG_EXC_OverflowError, "days=%R; must have magnitude <= %d", count, DELTA_MOST_DAYS);
        lang_unref(t, count);
        return lang_error();
    }
    struct delta *d = lang_object_new(t, cls);
    if (!d)
        return lang_error();
    const int64_t rest = (int64_t)(us - days * DAY_US);
    d->days = (int32_t)days;
    d->seconds = (int32_t)(rest / SECOND_US);
    d->us = (int32_t)(rest % SECOND_US);
    return lang_obj(d);
}

/* ------------------------------------------------------------------ the type */

static lang_value delta_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                             struct lang_tuple *kwnames)
{
    static const char *const names[] = {"days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"};
    static const int64_t sizes[] = {DAY_US,    SECOND_US, 1, 1000, (int64_t)60 * SECOND_US, (int64_t)3600 * SECOND_US,
                                    7 * DAY_US};
    lang_value values[7];
    bool plain = lang_datetime_arguments(args, nargs, kwnames, names, 7, values);
    wide us = 0;
    for (int i = 0; plain && i < 7; i++) {
        if (values[i].tag == LANG_INT || values[i].tag == LANG_BOOL)
            us += (wide)values[i].i * sizes[i];
        else
            plain = lang_is_undef(values[i]);
    }
    return plain ? lang_delta_value(t, cls, us)
                 : lang_datetime_rest_of_class(t, REST_delta_new, cls, args, nargs, kwnames);
}

static lang_value exact(struct lang_thread *t, wide us)
{
    return lang_delta_value(t, &lang_type_timedelta, us);
}

static lang_value delta_add(struct lang_thread *t, lang_value a, lang_value b)
{
    if (!is_delta(a) || !is_delta(b))
        return lang_notimpl();
    return exact(t, lang_delta_us(as_delta(a)) + lang_delta_us(as_delta(b)));
}

static lang_value delta_subtract(struct lang_thread *t, lang_value a, lang_value b)
{
    if (!is_delta(a) || !is_delta(b))
        return lang_notimpl();
    return exact(t, lang_delta_us(as_delta(a)) - lang_delta_us(as_delta(b)));
}

static lang_value delta_multiply(struct lang_thread *t, lang_value a, lang_value b)
{
    if (!is_delta(a)) {
        lang_value other = a;
        a = b;
        b = other;
    }
    if (is_delta(b))
        return lang_notimpl();
    wide us;
    if ((b.tag == LANG_INT || b.tag == LANG_BOOL) &&
        !__builtin_mul_overflow(lang_delta_us(as_delta(a)), (wide)b.i, &us))
        return exact(t, us);
    if (!lang_is_integer(b) && !lang_is_float(b))
        return lang_notimpl();
    const lang_value args[] = {a, b};
    return lang_datetime_rest(t, REST_delta_multiply, args, 2);
}

static lang_value zero_division(struct lang_thread *t)
{
    return lang_raise(t, LANG_EXC_ZeroDivisionError, "integer division or modulo by zero");
}

static lang_value delta_floor_divide(struct lang_thread *t, lang_value a, lang_value b)
{
    if (!is_delta(a) || (!is_delta(b) && !lang_is_integer(b)))
        return lang_notimpl();
    const wide us = lang_delta_us(as_delta(a));
    if (is_delta(b)) {
        wide by = lang_delta_us(as_delta(b));
        return by ? lang_delta_us_value(t, floor_divide(us, by)) : zero_division(t);
    }
    int64_t by;
    if (!lang_int_fits(b, &by)) /* larger than any delta */
        return exact(t, us && (us < 0) != (lang_int_sign(b) < 0) ? -1 : 0);
    return by ? exact(t, floor_divide(us, by)) : zero_division(t);
}

/* To the nearest, halves to the even one. */
static wide round_divide(wide a, wide b)
{
    wide q = floor_divide(a, b), twice = (a - q * b) * 2;
    if (b < 0) {
        twice = -twice;
        b = -b;
    }
    return twice > b || (twice == b && q & 1) ? q + 1 : q;
}

static lang_value delta_divide(struct lang_thread *t, lang_value a, lang_value b)
{
    if (!is_delta(a))
        return lang_notimpl();
    const wide us = lang_delta_us(as_delta(a));
    if (is_delta(b)) {
        lang_value x = lang_delta_us_value(t, us), y = lang_delta_us_value(t, lang_delta_us(as_delta(b)));
        lang_value result = lang_is_error(x) || lang_is_error(y) ? lang_error() : lang_binary(t, LANG_OP_TRUEDIV, x, y);
        lang_unref(t, x);
        lang_unref(t, y);
        return result;
    }
    if ((b.tag == LANG_INT || b.tag == LANG_BOOL) && b.i)
        return exact(t, round_divide(us, b.i));
    if (!lang_is_integer(b) && !lang_is_float(b))
        return lang_notimpl();
    const lang_value args[] = {a, b};
    return lang_datetime_rest(t, REST_delta_divide, args, 2);
}

static lang_value delta_remainder(struct lang_thread *t, lang_value a, lang_value b)
{
    if (!is_delta(a) || !is_delta(b))
        return lang_notimpl();
    const wide us = lang_delta_us(as_delta(a)), by = lang_delta_us(as_delta(b));
    return by ? exact(t, us - floor_divide(us, by) * by) : zero_division(t);
}

static lang_value delta_divmod(struct lang_thread *t, lang_value a, lang_value b)
{
    if (!is_delta(a) || !is_delta(b))
        return lang_notimpl();
    struct lang_tuple *pair = lang_tuple_new(t, 2);
    if (!pair)
        return lang_error();
    pair->items[0] = delta_floor_divide(t, a, b);
    pair->items[1] = lang_is_error(pair->items[0]) ? lang_error() : delta_remainder(t, a, b);
    for (int i = 0; i < 2; i++)
        if (lang_is_error(pair->items[i])) {
            for (int k = 0; k < 2; k++)
                if (lang_is_error(pair->items[k]))
                    pair->items[k] = lang_undef();
            lang_decref(t, pair);
            return lang_error();
        }
    return lang_obj(pair);
}

static lang_value delta_negative(struct lang_thread *t, lang_value v)
{
    return exact(t, -lang_delta_us(as_delta(v)));
}

static lang_value delta_positive(struct lang_thread *t, lang_value v)
{
    return exact(t, lang_delta_us(as_delta(v)));
}

static lang_value delta_absolute(struct lang_thread *t, lang_value v)
{
    const wide us = lang_delta_us(as_delta(v));
    return exact(t, us < 0 ? -us : us);
}

static int delta_truth(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_delta_us(as_delta(v)) != 0;
}

static lang_value delta_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    (void)t;
    if (!is_delta(a) || !is_delta(b))
        return lang_notimpl();
    const struct delta *x = as_delta(a), *y = as_delta(b);
    int first = order(x->days, y->days), second = order(x->seconds, y->seconds);
    return compared(first ? first : second ? second : order(x->us, y->us), op);
}

static int delta_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    const struct delta *d = as_delta(v);
    const lang_value parts[] = {lang_int(d->days), lang_int(d->seconds), lang_int(d->us)};
    struct lang_tuple *all = lang_tuple_from(t, parts, 3);
    int status = all ? lang_hash(t, lang_obj(all), out) : -1;
    lang_xdecref(t, all);
    return status;
}

static lang_value delta_repr(struct lang_thread *t, lang_value v)
{
    return lang_datetime_rest(t, REST_delta_repr, &v, 1);
}

static lang_value delta_str(struct lang_thread *t, lang_value v)
{
    return lang_datetime_rest(t, REST_delta_str, &v, 1);
}

static lang_value m_total_seconds(struct lang_thread *t, const lang_value *a)
{
    const wide us = lang_delta_us(as_delta(a[0]));
    if (us < (wide)1 << 53 && us > -((wide)1 << 53))
        return lang_float((double)us / SECOND_US);
    lang_value x = lang_delta_us_value(t, us);
    lang_value result = lang_is_error(x) ? x : lang_binary(t, LANG_OP_TRUEDIV, x, lang_int(SECOND_US));
    lang_unref(t, x);
    return result;
}

static lang_value get_days(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int(as_delta(v)->days);
}
static lang_value get_seconds(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int(as_delta(v)->seconds);
}
static lang_value get_us(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int(as_delta(v)->us);
}

static const struct lang_method methods[] = {
    {"total_seconds", "()", m_total_seconds, "Total seconds in the duration.", LANG_M_NOSIG}, {0}};
static const struct lang_getset getset[] = {
    {"days", get_days, NULL, "Number of days."},
    {"seconds", get_seconds, NULL, "Number of seconds (>= 0 and less than 1 day)."},
    {"microseconds", get_us, NULL, "Number of microseconds (>= 0 and less than 1 second)."},
    {0}};
static bool delta_rank(lang_value v, uint64_t *rank)
{
    const struct delta *d = as_delta(v);
    enum { MOST_DAYS = 100000000 }; /* whose microseconds fit */
    if (d->days > MOST_DAYS || d->days < -MOST_DAYS)
        return false;
    *rank = (uint64_t)((d->days * (int64_t)DAY_SECONDS + d->seconds) * SECOND_US + d->us) ^ UINT64_C(1) << 63;
    return true;
}

struct lang_type lang_type_timedelta = {
    .name = "timedelta",
    .module = "datetime",
    .doc = "Difference between two datetime values.\n\ntimedelta(days=0, seconds=0, microseconds=0, milliseconds=0, "
           "minutes=0, hours=0, weeks=0)\n\nAll arguments are optional and default to 0.\nArguments may be integers or "
           "floats, and may be positive or negative.",
    .size = sizeof(struct delta),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED,
    .methods = methods,
    .getset = getset,
    .make = delta_make,
    .repr = delta_repr,
    .str = delta_str,
    .compare = delta_compare,
    .rank = delta_rank,
    .hash = delta_hash,
    .truth = delta_truth,
    .binary = {[LANG_OP_ADD] = delta_add,
               [LANG_OP_SUB] = delta_subtract,
               [LANG_OP_MUL] = delta_multiply,
               [LANG_OP_TRUEDIV] = delta_divide,
               [LANG_OP_FLOORDIV] = delta_floor_divide,
               [LANG_OP_MOD] = delta_remainder,
               [LANG_OP_DIVMOD] = delta_divmod},
    .unary = {[LANG_OP_NEG] = delta_negative, [LANG_OP_POS] = delta_positive, [LANG_OP_ABS] = delta_absolute},
};
