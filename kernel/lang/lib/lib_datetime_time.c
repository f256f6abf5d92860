/* lib_datetime_time.c: time, tzinfo and timezone. */
#include <string.h>

#include "lib/lib_datetime.h"

/* ------------------------------------------------------------------ times of day */

/* An instance of tzinfo: one of the other implementation's class of that name is one, too. */
static bool is_zone(struct lang_thread *t, lang_value v)
{
    if (lang_is_a(v, &lang_type_tzinfo))
        return true;
    const int is = v.tag == LANG_OBJECT && v.o->type->flags & LANG_TYPE_FOREIGN
                       ? lang_isinstance(t, v, lang_obj(&lang_type_tzinfo))
                       : 0;
    if (is < 0)
        lang_error_clear(t);
    return is > 0;
}

bool lang_day_time_fill(struct lang_thread *thread, struct day_time *t, const lang_value *v)
{
    static const int64_t most[] = {23, 59, 59, 999999};
    int64_t numbers[4];
    for (int i = 0; i < 4; i++) {
        if (!lang_is_undef(v[i]) && !lang_is_int(v[i]))
            return false;
        numbers[i] = lang_is_undef(v[i]) ? 0 : v[i].i;
        if (numbers[i] < 0 || numbers[i] > most[i])
            return false;
    }
    t->zone = lang_is_undef(v[4]) ? lang_none() : v[4];
    if (!lang_is_none(t->zone) && !is_zone(thread, t->zone))
        return false;
    if (!lang_is_undef(v[5]) && !(lang_is_int(v[5]) && (v[5].i == 0 || v[5].i == 1)))
        return false;
    t->hour = (uint8_t)numbers[0];
    t->minute = (uint8_t)numbers[1];
    t->second = (uint8_t)numbers[2];
    t->us = (int32_t)numbers[3];
    t->fold = !lang_is_undef(v[5]) && v[5].i;
    return true;
}

bool lang_zone_offset(lang_value zone, bool *known, int64_t *us)
{
    *known = !lang_is_none(zone);
    *us = 0;
    if (!*known)
        return true;
    if (!lang_is_exactly(zone, &lang_type_timezone))
        return false;
    *us = (int64_t)lang_delta_us(((struct zone *)zone.o)->offset);
    return true;
}

int lang_day_time_put(const struct day_time *t, lang_value timespec, char *out)
{
    static const char *const specs[] = {"hours", "minutes", "seconds", "milliseconds", "microseconds"};
    int parts = t->us ? 4 : 2;
    if (!lang_is_undef(timespec)) {
        if (!lang_is_str(timespec))
            return -1;
        const struct lang_str *s = lang_as_str(timespec);
        if (!lang_str_equal_c(s, "auto")) {
            parts = 0;
            while (parts < 5 && !lang_str_equal_c(s, specs[parts]))
                parts++;
            if (parts == 5)
                return -1;
        }
    }
    const int numbers[] = {t->hour, t->minute, t->second};
    int n = 0;
    for (int i = 0; i < 3 && i <= parts; i++) {
        if (i)
            out[n++] = ':';
        lang_digits_put(out + n, numbers[i], 2);
        n += 2;
    }
    if (parts >= 3) {
        out[n++] = '.';
        lang_digits_put(out + n, parts == 3 ? t->us / 1000 : t->us, parts == 3 ? 3 : 6);
        n += parts == 3 ? 3 : 6;
    }
    return n;
}

int lang_offset_put(int64_t us, char *out)
{
    const int64_t size = us < 0 ? -us : us;
    const struct day_time t = {.hour = (uint8_t)(size / SECOND_US / 3600),
                               .minute = (uint8_t)(size / SECOND_US / 60 % 60),
                               .second = (uint8_t)(size / SECOND_US % 60),
                               .us = (int32_t)(size % SECOND_US)};
    const int numbers[] = {t.hour, t.minute, t.second};
    int n = 0;
    out[n++] = us < 0 ? '-' : '+';
    for (int i = 0; i < (t.second || t.us ? 3 : 2); i++) {
        if (i)
            out[n++] = ':';
        lang_digits_put(out + n, numbers[i], 2);
        n += 2;
    }
    if (t.us) {
        out[n++] = '.';
        lang_digits_put(out + n, t.us, 6);
        n += 6;
    }
    return n;
}

static lang_value timezone_of(struct lang_thread *t, int64_t us);

int lang_day_time_read(struct lang_thread *t, const char *p, int64_t n, struct day_time *out)
{
    const int32_t hour = n < 5 ? -1 : lang_digits_read(p, 2), minute = n < 5 ? -1 : lang_digits_read(p + 3, 2);
    int32_t second = 0, us = 0;
    int64_t at = 5;
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || p[2] != ':')
        return 0;
    if (at + 3 <= n && p[at] == ':') {
        second = lang_digits_read(p + at + 1, 2);
        if (second < 0 || second > 59)
            return 0;
        at += 3;
        if (at < n && p[at] == '.') {
            const int count = at + 7 <= n && p[at + 4] >= '0' && p[at + 4] <= '9' ? 6 : 3;
            us = at + 1 + count <= n ? lang_digits_read(p + at + 1, count) : -1;
            if (us < 0)
                return 0;
            us *= count == 3 ? 1000 : 1;
            at += 1 + count;
        }
    }
    *out = (struct day_time){(uint8_t)hour, (uint8_t)minute, (uint8_t)second, 0, us, lang_none()};
    if (at == n)
        return 1;
    int64_t offset = 0;
    if (p[at] == 'Z' && at + 1 == n) {
        out->zone = timezone_of(t, 0);
    } else if ((p[at] == '+' || p[at] == '-') && at + 6 == n && p[at + 3] == ':') {
        const int32_t hours = lang_digits_read(p + at + 1, 2), minutes = lang_digits_read(p + at + 4, 2);
        if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59)
            return 0;
        offset = (hours * 60 + minutes) * (int64_t)60 * SECOND_US;
        out->zone = timezone_of(t, p[at] == '-' ? -offset : offset);
    } else {
        return 0;
    }
    return lang_is_error(out->zone) ? -1 : 1;
}

/* ------------------------------------------------------------------ time */

static inline struct clock *as_clock(lang_value v)
{
    return (struct clock *)v.o;
}

static lang_value time_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    static const char *const names[] = {"hour", "minute", "second", "microsecond", "tzinfo", "fold"};
    lang_value v[6];
    struct day_time time;
    if (nargs > 5 || !lang_datetime_arguments(args, nargs, kwnames, names, 6, v) || !lang_day_time_fill(t, &time, v))
        return lang_datetime_rest_of_class(t, REST_time_new, cls, args, nargs, kwnames);
    struct clock *c = lang_object_new(t, cls);
    if (!c)
        return lang_error();
    c->time = time;
    lang_ref(time.zone);
    return lang_obj(c);
}

/* Orders two times whose zones need not be asked. */
static bool time_order(lang_value a, lang_value b, int *out)
{
    const struct day_time *x = &as_clock(a)->time, *y = &as_clock(b)->time;
    bool known[2];
    int64_t offsets[2] = {0, 0};
    if (!lang_same(x->zone, y->zone) && (!lang_zone_offset(x->zone, &known[0], &offsets[0]) ||
                                         !lang_zone_offset(y->zone, &known[1], &offsets[1]) || known[0] != known[1]))
        return false;
    *out = order(lang_day_time_us(x) - offsets[0], lang_day_time_us(y) - offsets[1]);
    return true;
}

static const char *const comparisons[] = {"__lt__", "__le__", "__eq__", "__ne__", "__gt__", "__ge__"};

static lang_value time_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    int found;
    if (!lang_is_a(a, &lang_type_time) || !lang_is_a(b, &lang_type_time))
        return lang_notimpl();
    if (time_order(a, b, &found))
        return compared(found, op);
    struct lang_str *name = lang_str_from_c(t, comparisons[op]);
    if (!name)
        return lang_error();
    const lang_value args[] = {a, b, lang_obj(name)};
    lang_value result = lang_datetime_rest(t, REST_time_compare, args, 3);
    lang_decref(t, name);
    return result;
}

static int time_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    const struct day_time *time = &as_clock(v)->time;
    bool known;
    int64_t offset;
    if (lang_zone_offset(time->zone, &known, &offset)) {
        *out = (int64_t)((uint64_t)(lang_day_time_us(time) - offset) * 0x9e3779b97f4a7c15u >> 1);
        return 0;
    }
    lang_value us = lang_datetime_rest(t, REST_time_hash, &v, 1);
    if (lang_is_error(us))
        return -1;
    *out = lang_is_int(us) ? (int64_t)((uint64_t)us.i * 0x9e3779b97f4a7c15u >> 1) : 0;
    lang_unref(t, us);
    return 0;
}

static lang_value m_time_isoformat(struct lang_thread *t, const lang_value *a)
{
    const struct day_time *time = &as_clock(a[0])->time;
    char text[64];
    bool known;
    int64_t offset;
    int n;
    if (!lang_zone_offset(time->zone, &known, &offset) || (n = lang_day_time_put(time, a[1], text)) < 0) {
        const lang_value args[] = {a[0], a[1]};
        return lang_datetime_rest(t, REST_time_isoformat, args, lang_is_undef(a[1]) ? 1 : 2);
    }
    if (known)
        n += lang_offset_put(offset, text + n);
    return lang_obj_or_error(lang_str_new(t, text, (size_t)n));
}

static lang_value time_str(struct lang_thread *t, lang_value v)
{
    const lang_value args[] = {v, lang_undef()};
    return lang_is_exactly(v, &lang_type_time) ? m_time_isoformat(t, args)
                                               : lang_call_method_c(t, v, "isoformat", NULL, 0);
}

static lang_value time_repr(struct lang_thread *t, lang_value v)
{
    return lang_datetime_rest(t, REST_time_repr, &v, 1);
}

static lang_value time_format(struct lang_thread *t, lang_value v, struct lang_str *spec)
{
    const lang_value args[] = {v, lang_obj(spec)};
    return lang_datetime_rest(t, REST_date_format, args, 2);
}

static void time_visit(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct clock *c = (struct clock *)o;
    if (lang_is_obj(c->time.zone))
        visit(c->time.zone.o, arg);
}

static void time_drop(struct lang_thread *t, struct lang_object *o)
{
    lang_set_steal(t, &((struct clock *)o)->time.zone, lang_none());
}

#define GETTER(name, expression)                                                                                       \
    static lang_value get_##name(struct lang_thread *t, lang_value v)                                                  \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        return expression;                                                                                             \
    }
GETTER(hour, lang_int(as_clock(v)->time.hour))
GETTER(minute, lang_int(as_clock(v)->time.minute))
GETTER(second, lang_int(as_clock(v)->time.second))
GETTER(microsecond, lang_int(as_clock(v)->time.us))
GETTER(fold, lang_int(as_clock(v)->time.fold))
GETTER(tzinfo, lang_ref(as_clock(v)->time.zone))

static const struct lang_method time_methods[] = {
    {"isoformat", "(timespec='auto')", m_time_isoformat,
     "Return string in ISO 8601 format, [HH[:MM[:SS[.mmm[uuu]]]]][+HH:MM].", LANG_M_NOSIG},
    {0}};
static const struct lang_getset time_getset[] = {{"hour", get_hour, NULL, NULL},
                                                 {"minute", get_minute, NULL, NULL},
                                                 {"second", get_second, NULL, NULL},
                                                 {"microsecond", get_microsecond, NULL, NULL},
                                                 {"tzinfo", get_tzinfo, NULL, NULL},
                                                 {"fold", get_fold, NULL, NULL},
                                                 {0}};
struct lang_type lang_type_time = {
    .name = "time",
    .module = "datetime",
    .doc = "time([hour[, minute[, second[, microsecond[, tzinfo]]]]]) --> a time object\n\nAll arguments are optional. "
           "tzinfo may be None, or an instance of\na tzinfo subclass. The remaining arguments may be ints.",
    .size = sizeof(struct clock),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED,
    .methods = time_methods,
    .getset = time_getset,
    .make = time_make,
    .destroy = time_drop,
    .traverse = time_visit,
    .clear = time_drop,
    .repr = time_repr,
    .str = time_str,
    .format = time_format,
    .compare = time_compare,
    .hash = time_hash,
};

/* ------------------------------------------------------------------ tzinfo, timezone */

static lang_value tzinfo_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    (void)args;
    (void)nargs;
    (void)kwnames;
    return lang_obj_or_error(lang_object_new(t, cls));
}

static int tzinfo_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                       struct lang_tuple *kwnames)
{
    (void)t;
    (void)self;
    (void)args;
    (void)nargs;
    (void)kwnames;
    return 0;
}

struct lang_type lang_type_tzinfo = {
    .name = "tzinfo",
    .module = "datetime",
    .doc = "Abstract base class for time zone info objects.",
    .size = sizeof(struct lang_object),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED,
    .make = tzinfo_make,
    .init = tzinfo_init,
};

static inline struct zone *as_zone(lang_value v)
{
    return (struct zone *)v.o;
}

static struct zone *utc; /* timezone.utc has the reference */

/* A timezone of an offset without a name. */
static lang_value timezone_of(struct lang_thread *t, int64_t us)
{
    if (us == 0 && utc)
        return lang_obj(lang_incref(utc));
    lang_value offset = lang_delta_value(t, &lang_type_timedelta, us);
    struct zone *z = lang_is_error(offset) ? NULL : lang_object_new(t, &lang_type_timezone);
    if (!z) {
        lang_unref(t, offset);
        return lang_error();
    }
    z->offset = as_delta(offset);
    if (us == 0)
        utc = z;
    return lang_obj(z);
}

static lang_value zone_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    if (nargs == 1 && !kwnames && lang_is_exactly(args[0], &lang_type_timedelta)) {
        const wide us = lang_delta_us(as_delta(args[0]));
        if (us > -DAY_US && us < DAY_US)
            return timezone_of(t, (int64_t)us);
    }
    return lang_datetime_rest_of_class(t, REST_zone_new, cls, args, nargs, kwnames);
}

static void zone_drop(struct lang_thread *t, struct lang_object *o)
{
    struct zone *z = (struct zone *)o;
    if (utc == z)
        utc = NULL;
    lang_xdecref(t, z->offset);
    lang_xdecref(t, z->name);
}

static lang_value zone_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    (void)t;
    if ((op != LANG_EQ && op != LANG_NE) || !lang_is_exactly(a, &lang_type_timezone) ||
        !lang_is_exactly(b, &lang_type_timezone))
        return lang_notimpl();
    return lang_bool((lang_delta_us(as_zone(a)->offset) == lang_delta_us(as_zone(b)->offset)) == (op == LANG_EQ));
}

static int zone_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    return lang_hash(t, lang_obj(as_zone(v)->offset), out);
}

static lang_value zone_repr(struct lang_thread *t, lang_value v)
{
    return lang_datetime_rest(t, REST_zone_repr, &v, 1);
}

static lang_value zone_str(struct lang_thread *t, lang_value v)
{
    return lang_datetime_rest(t, REST_zone_str, &v, 1);
}

static int check_moment(struct lang_thread *t, lang_value v, const char *name)
{
    if (lang_is_none(v) || lang_is_a(v, lang_moment_type))
        return 0;
    return lang_fail(t, LANG_EXC_TypeError, "%s(dt) argument must be a datetime instance or None, not %N", name, v);
}

static lang_value m_utcoffset(struct lang_thread *t, const lang_value *a)
{
    return check_moment(t, a[1], "utcoffset") < 0 ? lang_error() : lang_obj(lang_incref(as_zone(a[0])->offset));
}

static lang_value m_dst(struct lang_thread *t, const lang_value *a)
{
    return check_moment(t, a[1], "dst") < 0 ? lang_error() : lang_none();
}

static lang_value m_tzname(struct lang_thread *t, const lang_value *a)
{
    const struct zone *z = as_zone(a[0]);
    char text[40] = "UTC";
    if (check_moment(t, a[1], "tzname") < 0)
        return lang_error();
    if (z->name)
        return lang_obj(lang_incref(z->name));
    const int64_t us = (int64_t)lang_delta_us(z->offset);
    int n = us ? lang_offset_put(us, text + 3) : 0;
    return lang_obj_or_error(lang_str_new(t, text, 3 + (size_t)n));
}

static const struct lang_method zone_methods[] = {
    {"utcoffset", "(dt, /)", m_utcoffset, "Return fixed offset.", LANG_M_NOSIG},
    {"dst", "(dt, /)", m_dst, "Return None.", LANG_M_NOSIG},
    {"tzname", "(dt, /)", m_tzname,
     "If name is specified when timezone is created, returns the name.  Otherwise returns offset as 'UTC(+|-)HH:MM'.",
     LANG_M_NOSIG},
    {0}};
struct lang_type lang_type_timezone = {
    .name = "timezone",
    .module = "datetime",
    .doc = "Fixed offset from UTC implementation of tzinfo.",
    .base = &lang_type_tzinfo,
    .size = sizeof(struct zone),
    .flags = LANG_TYPE_QUALIFIED,
    .methods = zone_methods,
    .make = zone_make,
    .destroy = zone_drop,
    .repr = zone_repr,
    .str = zone_str,
    .compare = zone_compare,
    .hash = zone_hash,
};

/* zone_of(offset, name): a timezone that has been checked; the first one without an offset and a name is utc. */
lang_value lang_zone_checked(struct lang_thread *t, const lang_value *a)
{
    if (!is_delta(a[0]))
        return lang_raise(t, LANG_EXC_TypeError, "a timedelta is required, not '%N'", a[0]);
    struct zone *z = lang_object_new(t, &lang_type_timezone);
    if (!z)
        return lang_error();
    z->offset = lang_incref(a[0].o);
    z->name = lang_is_str(a[1]) ? lang_incref(a[1].o) : NULL;
    if (!utc && !z->name && !lang_delta_us(z->offset))
        utc = z;
    return lang_obj(z);
}
