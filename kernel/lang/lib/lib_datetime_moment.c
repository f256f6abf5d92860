/* lib_datetime_moment.c: datetime. */
#include <math.h>
#include <string.h>

#include "lib/lib_datetime.h"

static inline struct moment *as_moment(lang_value v)
{
    return (struct moment *)v.o;
}
static inline bool is_moment(lang_value v)
{
    return lang_is_a(v, &lang_type_datetime);
}

/* Microseconds since the begin of the year 1. */
static int64_t since(const struct moment *m)
{
    return (number_of(&m->date) - 1) * (int64_t)DAY_US + lang_day_time_us(&m->time);
}

/* A number in the order of what a clock shows: the date above the time, both in bits. */
static int64_t key_of(const struct moment *m)
{
    const struct day_time *d = &m->time;
    return (int64_t)lang_date_key(&m->date) << 37 | (int64_t)((d->hour << 6 | d->minute) << 6 | d->second) << 20 |
           d->us;
}

static lang_value make_moment(struct lang_thread *t, struct lang_type *cls, int32_t year, int32_t month, int32_t day,
                              const struct day_time *time)
{
    struct moment *m = lang_object_new(t, cls);
    if (!m)
        return lang_error();
    m->date.year = year;
    m->date.month = (uint8_t)month;
    m->date.day = (uint8_t)day;
    m->time = *time;
    lang_ref(time->zone);
    return lang_obj(m);
}

/* By its class, which may be one of the user. */
static lang_value moment_of_class(struct lang_thread *t, struct lang_type *cls, int32_t year, int32_t month,
                                  int32_t day, const struct day_time *time)
{
    if (cls == &lang_type_datetime)
        return make_moment(t, cls, year, month, day, time);
    const lang_value args[] = {lang_int(year),         lang_int(month),        lang_int(day),      lang_int(time->hour),
                               lang_int(time->minute), lang_int(time->second), lang_int(time->us), time->zone,
                               lang_int(time->fold)};
    if (!time->fold)
        return lang_call(t, lang_obj(cls), args, 8, NULL);
    struct lang_str *name = lang_intern_c(t, "fold");
    lang_value key = lang_obj_or_error(name);
    struct lang_tuple *names = name ? lang_tuple_from(t, &key, 1) : NULL;
    lang_value result = names ? lang_call(t, lang_obj(cls), args, 8, names) : lang_error();
    lang_xdecref(t, names);
    lang_xdecref(t, name);
    return result;
}

static lang_value moment_at(struct lang_thread *t, struct lang_type *cls, wide us, lang_value zone)
{
    if (us < 0 || us >= (wide)DATE_MOST_DAYS * DAY_US)
        return lang_raise(t, LANG_EXC_OverflowError, "date value out of range");
    const int64_t whole = (int64_t)us, rest = whole % DAY_US;
    int32_t year, month, day;
    lang_date_of_number((int32_t)(whole / DAY_US) + 1, &year, &month, &day);
    const int32_t seconds = (int32_t)(rest / SECOND_US);
    const struct day_time time = {(uint8_t)(seconds / 3600),   (uint8_t)(seconds / 60 % 60),
                                  (uint8_t)(seconds % 60),     0,
                                  (int32_t)(rest % SECOND_US), zone};
    return moment_of_class(t, cls, year, month, day, &time);
}

static const char *const names[] = {"year",   "month",       "day",    "hour", "minute",
                                    "second", "microsecond", "tzinfo", "fold"};

static bool plain_values(struct lang_thread *t, const lang_value *v, struct day_time *time)
{
    return lang_is_int(v[0]) && lang_is_int(v[1]) && lang_is_int(v[2]) && lang_date_is_valid(v[0].i, v[1].i, v[2].i) &&
           lang_day_time_fill(t, time, v + 3);
}

static lang_value moment_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    lang_value v[9];
    struct day_time time;
    if (nargs <= 8 && lang_datetime_arguments(args, nargs, kwnames, names, 9, v) && plain_values(t, v, &time))
        return make_moment(t, cls, (int32_t)v[0].i, (int32_t)v[1].i, (int32_t)v[2].i, &time);
    return lang_datetime_rest_of_class(t, REST_datetime_new, cls, args, nargs, kwnames);
}

static lang_value moment_add(struct lang_thread *t, lang_value a, lang_value b)
{
    if (!lang_is_exactly(a, &lang_type_datetime) && is_delta(a)) {
        lang_value other = a;
        a = b;
        b = other;
    }
    if (!is_moment(a) || !is_delta(b))
        return lang_notimpl();
    return moment_at(t, a.o->type, since(as_moment(a)) + lang_delta_us(as_delta(b)), as_moment(a)->time.zone);
}

/* What has to be taken from each of two for them to be compared; false: a zone has to be asked, or only one is there.
 */
static bool offsets_of(lang_value a, lang_value b, int64_t *first, int64_t *second)
{
    const lang_value x = as_moment(a)->time.zone, y = as_moment(b)->time.zone;
    bool known[2];
    *first = *second = 0;
    if (lang_same(x, y))
        return true;
    return lang_zone_offset(x, &known[0], first) && lang_zone_offset(y, &known[1], second) && known[0] == known[1];
}

static lang_value moment_subtract(struct lang_thread *t, lang_value a, lang_value b)
{
    int64_t first, second;
    if (!is_moment(a))
        return lang_notimpl();
    if (is_delta(b))
        return moment_at(t, a.o->type, since(as_moment(a)) - lang_delta_us(as_delta(b)), as_moment(a)->time.zone);
    if (!is_moment(b))
        return lang_notimpl();
    if (offsets_of(a, b, &first, &second))
        return lang_delta_value(t, &lang_type_timedelta,
                                (wide)since(as_moment(a)) - first - since(as_moment(b)) + second);
    const lang_value args[] = {a, b};
    return lang_datetime_rest(t, REST_datetime_subtract, args, 2);
}

static lang_value moment_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    static const char *const comparisons[] = {"__lt__", "__le__", "__eq__", "__ne__", "__gt__", "__ge__"};
    int64_t first, second;
    if (a.o->type == &lang_type_datetime && lang_is_exactly(b, &lang_type_datetime) &&
        lang_same(as_moment(a)->time.zone, as_moment(b)->time.zone))
        return compared(order(key_of(as_moment(a)), key_of(as_moment(b))), op);
    if (!is_moment(a) || !lang_is_a(b, &lang_type_date))
        return lang_notimpl();
    if (is_moment(b) && lang_same(as_moment(a)->time.zone, as_moment(b)->time.zone)) {
        return compared(order(key_of(as_moment(a)), key_of(as_moment(b))), op);
    }
    if (!is_moment(b)) {
        if (op == LANG_EQ || op == LANG_NE)
            return lang_bool(op == LANG_NE);
        return lang_raise(t, LANG_EXC_TypeError, "can't compare %N to %N", a, b);
    }
    if (offsets_of(a, b, &first, &second))
        return compared(order(since(as_moment(a)) - first, since(as_moment(b)) - second), op);
    struct lang_str *name = lang_str_from_c(t, comparisons[op]);
    if (!name)
        return lang_error();
    const lang_value args[] = {a, b, lang_obj(name)};
    lang_value result = lang_datetime_rest(t, REST_datetime_compare, args, 3);
    lang_decref(t, name);
    return result;
}

static bool moment_rank(lang_value v, uint64_t *rank)
{
    *rank = (uint64_t)key_of(as_moment(v));
    return lang_is_none(as_moment(v)->time.zone);
}

static int moment_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    const struct moment *m = as_moment(v);
    bool known;
    int64_t offset, us = since(m);
    if (!lang_zone_offset(m->time.zone, &known, &offset)) {
        lang_value asked = lang_datetime_rest(t, REST_datetime_hash, &v, 1);
        if (lang_is_error(asked))
            return -1;
        offset = lang_is_int(asked) ? asked.i : 0;
        lang_unref(t, asked);
    }
    *out = (int64_t)((uint64_t)(us - offset) * 0x9e3779b97f4a7c15u >> 1);
    return 0;
}

/* ------------------------------------------------------------------ texts */

static lang_value m_isoformat(struct lang_thread *t, const lang_value *a)
{
    const struct moment *m = as_moment(a[0]);
    char text[96];
    bool known;
    int64_t offset;
    int n = 11;
    uint32_t sep = 'T';
    bool right = lang_zone_offset(m->time.zone, &known, &offset);
    if (!lang_is_undef(a[1])) {
        right = right && lang_is_str(a[1]) && lang_as_str(a[1])->length == 1 && lang_as_str(a[1])->ascii;
        sep = right ? lang_str_at(lang_as_str(a[1]), 0) : 0;
    }
    int more = right ? lang_day_time_put(&m->time, a[2], text + n) : -1;
    if (more < 0) {
        struct lang_str *usual = lang_is_undef(a[1]) ? lang_str_from_c(t, "T") : NULL;
        const lang_value args[] = {a[0], lang_is_undef(a[1]) ? lang_obj_or_error(usual) : a[1], a[2]};
        lang_value result = lang_is_error(args[1])
                                ? args[1]
                                : lang_datetime_rest(t, REST_datetime_isoformat, args, lang_is_undef(a[2]) ? 2 : 3);
        lang_xdecref(t, usual);
        return result;
    }
    lang_date_put(&m->date, text);
    text[10] = (char)sep;
    n += more;
    if (known)
        n += lang_offset_put(offset, text + n);
    return lang_obj_or_error(lang_str_new(t, text, (size_t)n));
}

static lang_value moment_str(struct lang_thread *t, lang_value v)
{
    struct lang_str *blank = lang_tiny_str(' ');
    lang_value args[] = {v, lang_obj(blank), lang_undef()}, result;
    if (lang_is_exactly(v, &lang_type_datetime)) {
        result = m_isoformat(t, args);
    } else {
        struct lang_str *sep = lang_intern_c(t, "sep"), *name = lang_intern_c(t, "isoformat");
        lang_value key = lang_obj_or_error(sep), method = name ? lang_getattr(t, v, name) : lang_error();
        struct lang_tuple *keys = sep ? lang_tuple_from(t, &key, 1) : NULL;
        result = keys && !lang_is_error(method) ? lang_call(t, method, &args[1], 0, keys) : lang_error();
        lang_xdecref(t, keys);
        lang_unref(t, method);
        lang_xdecref(t, sep);
        lang_xdecref(t, name);
    }
    lang_decref(t, blank);
    return result;
}

static lang_value moment_repr(struct lang_thread *t, lang_value v)
{
    return lang_datetime_rest(t, REST_datetime_repr, &v, 1);
}

static lang_value moment_format(struct lang_thread *t, lang_value v, struct lang_str *spec)
{
    const lang_value args[] = {v, lang_obj(spec)};
    return lang_datetime_rest(t, REST_date_format, args, 2);
}

static lang_value m_strftime(struct lang_thread *t, const lang_value *a)
{
    lang_value text = lang_undef();
    if (lang_is_exactly(a[0], &lang_type_datetime))
        text = lang_datetime_strftime(t, &as_moment(a[0])->date, &as_moment(a[0])->time, a[1]);
    return lang_is_undef(text) ? lang_datetime_rest(t, REST_date_strftime, a, 2) : text;
}

static lang_value m_fromisoformat(struct lang_thread *t, const lang_value *a)
{
    if (lang_is_str(a[1]) && lang_as_str(a[1])->ascii && lang_as_str(a[1])->length >= 10) {
        const char *text = lang_as_str(a[1])->data;
        const int64_t n = lang_as_str(a[1])->length;
        const int32_t year = lang_digits_read(text, 4), month = lang_digits_read(text + 5, 2),
                      day = lang_digits_read(text + 8, 2);
        struct day_time time = {.zone = lang_none()};
        if (text[4] == '-' && text[7] == '-' && lang_date_is_valid(year, month, day)) {
            int found = n == 10 ? 1 : n == 11 ? 0 : lang_day_time_read(t, text + 11, n - 11, &time);
            if (found < 0)
                return lang_error();
            if (found) {
                lang_value made = moment_of_class(t, (struct lang_type *)a[0].o, year, month, day, &time);
                lang_unref(t, time.zone);
                return made;
            }
        }
    }
    return lang_datetime_rest(t, REST_datetime_fromisoformat, a, 2);
}

static lang_value m_strptime(struct lang_thread *t, const lang_value *a)
{
    struct date d;
    struct day_time time;
    if (lang_datetime_strptime(a[1], a[2], &d, &time))
        return moment_of_class(t, (struct lang_type *)a[0].o, d.year, d.month, d.day, &time);
    return lang_datetime_rest(t, REST_datetime_strptime, a, 3);
}

/* ------------------------------------------------------------------ zones */

static lang_value m_utcoffset(struct lang_thread *t, const lang_value *a)
{
    const lang_value zone = as_moment(a[0])->time.zone;
    if (lang_is_none(zone))
        return zone;
    if (lang_is_exactly(zone, &lang_type_timezone))
        return lang_obj(lang_incref(((struct zone *)zone.o)->offset));
    return lang_datetime_rest(t, REST_asked_offset, a, 1);
}

static const int64_t epoch = (int64_t)719162 * DAY_US; /* 1970-01-01 */

static lang_value m_timestamp(struct lang_thread *t, const lang_value *a)
{
    const struct moment *m = as_moment(a[0]);
    bool known;
    int64_t offset;
    if (!lang_zone_offset(m->time.zone, &known, &offset) || !known)
        return lang_datetime_rest(t, REST_datetime_timestamp, a, 1);
    const int64_t us = since(m) - offset - epoch, most = (int64_t)1 << 53;
    return us < most && us > -most ? lang_float((double)us / SECOND_US)
                                   : lang_binary(t, LANG_OP_TRUEDIV, lang_int(us), lang_int(SECOND_US));
}

static lang_value m_fromtimestamp(struct lang_thread *t, const lang_value *a)
{
    static const double most = 2e11;
    bool known = false;
    int64_t offset = 0;
    if ((lang_is_int(a[1]) || a[1].tag == LANG_FLOAT) && !lang_is_undef(a[2]) &&
        lang_zone_offset(a[2], &known, &offset) && known) {
        const double stamp = lang_is_int(a[1]) ? (double)a[1].i : a[1].f;
        double whole = stamp, part = 0;
        if (a[1].tag == LANG_FLOAT)
            part = modf(stamp, &whole);
        if (stamp > -most && stamp < most) {
            const wide us = (wide)(int64_t)whole * SECOND_US + (int64_t)nearbyint(part * 1e6) + epoch;
            if (us >= 0 && us < (wide)DATE_MOST_DAYS * DAY_US)
                return moment_at(t, (struct lang_type *)a[0].o, us + offset, a[2]);
        }
    }
    const lang_value args[] = {a[0], a[1], lang_is_undef(a[2]) ? lang_none() : a[2]};
    return lang_datetime_rest(t, REST_datetime_fromtimestamp, args, 3);
}

static lang_value m_astimezone(struct lang_thread *t, const lang_value *a)
{
    const struct moment *m = as_moment(a[0]);
    bool known[2];
    int64_t from, to;
    if (!lang_is_undef(a[1]) && lang_is_obj(a[1]) && lang_same(a[1], m->time.zone))
        return lang_ref(a[0]);
    if (!lang_is_undef(a[1]) && lang_zone_offset(a[1], &known[1], &to) && known[1] &&
        lang_zone_offset(m->time.zone, &known[0], &from) && known[0]) {
        const wide us = (wide)since(m) - from; /* is a time as well */
        if (us >= 0 && us < (wide)DATE_MOST_DAYS * DAY_US)
            return moment_at(t, a[0].o->type, us + to, a[1]);
    }
    const lang_value args[] = {a[0], a[1]};
    return lang_datetime_rest(t, REST_datetime_astimezone, args, lang_is_undef(a[1]) ? 1 : 2);
}

/* ------------------------------------------------------------------ parts */

static lang_value m_date(struct lang_thread *t, const lang_value *a)
{
    struct date *d = lang_object_new(t, &lang_type_date);
    if (!d)
        return lang_error();
    d->year = as_moment(a[0])->date.year;
    d->month = as_moment(a[0])->date.month;
    d->day = as_moment(a[0])->date.day;
    return lang_obj(d);
}

static lang_value day_time(struct lang_thread *t, const struct moment *m, lang_value zone)
{
    struct clock *c = lang_object_new(t, &lang_type_time);
    if (!c)
        return lang_error();
    c->time = m->time;
    c->time.zone = lang_ref(zone);
    return lang_obj(c);
}

static lang_value m_time(struct lang_thread *t, const lang_value *a)
{
    return day_time(t, as_moment(a[0]), lang_none());
}

static lang_value m_timetz(struct lang_thread *t, const lang_value *a)
{
    return day_time(t, as_moment(a[0]), as_moment(a[0])->time.zone);
}

static lang_value m_replace(struct lang_thread *t, const lang_value *a)
{
    const struct moment *m = as_moment(a[0]);
    lang_value v[9] = {
        lang_int(m->date.year),   lang_int(m->date.month),  lang_int(m->date.day), lang_int(m->time.hour),
        lang_int(m->time.minute), lang_int(m->time.second), lang_int(m->time.us),  m->time.zone,
        lang_int(m->time.fold)};
    struct day_time time;
    for (int i = 0; i < 9; i++)
        if (!lang_is_undef(a[1 + i]))
            v[i] = a[1 + i];
    if (a[0].o->type == &lang_type_datetime && plain_values(t, v, &time))
        return make_moment(t, &lang_type_datetime, (int32_t)v[0].i, (int32_t)v[1].i, (int32_t)v[2].i, &time);
    struct lang_str *name = lang_intern_c(t, "fold");
    lang_value key = lang_obj_or_error(name);
    struct lang_tuple *keys = name ? lang_tuple_from(t, &key, 1) : NULL;
    lang_value result = keys ? lang_call(t, lang_obj(a[0].o->type), v, 8, keys) : lang_error();
    lang_xdecref(t, keys);
    lang_xdecref(t, name);
    return result;
}

static void moment_visit(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct moment *m = (struct moment *)o;
    if (lang_is_obj(m->time.zone))
        visit(m->time.zone.o, arg);
}

static void moment_drop(struct lang_thread *t, struct lang_object *o)
{
    lang_set_steal(t, &((struct moment *)o)->time.zone, lang_none());
}

#define GETTER(name, expression)                                                                                       \
    static lang_value get_##name(struct lang_thread *t, lang_value v)                                                  \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        return expression;                                                                                             \
    }
GETTER(hour, lang_int(as_moment(v)->time.hour))
GETTER(minute, lang_int(as_moment(v)->time.minute))
GETTER(second, lang_int(as_moment(v)->time.second))
GETTER(microsecond, lang_int(as_moment(v)->time.us))
GETTER(fold, lang_int(as_moment(v)->time.fold))
GETTER(tzinfo, lang_ref(as_moment(v)->time.zone))

#define ABSENT "=<unrepresentable>"
static const struct lang_method methods[] = {
    {"isoformat", "(sep='T', timespec='auto')", m_isoformat,
     "[sep] -> string in ISO 8601 format, YYYY-MM-DDT[HH[:MM[:SS[.mmm[uuu]]]]][+HH:MM].", LANG_M_NOSIG},
    {"strftime", "(format)", m_strftime, "format -> strftime() style string.", LANG_M_NOSIG},
    {"fromisoformat", "(date_string, /)", m_fromisoformat, "string -> datetime from a string in most ISO 8601 formats",
     LANG_M_CLASS | LANG_M_NOSIG},
    {"strptime", "(date_string, format, /)", m_strptime,
     "string, format -> new datetime parsed from a string (like time.strptime()).", LANG_M_CLASS | LANG_M_NOSIG},
    {"fromtimestamp", "(timestamp, tz=None)", m_fromtimestamp,
     "timestamp[, tz] -> tz's local time from POSIX timestamp.", LANG_M_CLASS | LANG_M_NOSIG},
    {"utcoffset", "()", m_utcoffset, "Return self.tzinfo.utcoffset(self).", LANG_M_NOSIG},
    {"timestamp", "()", m_timestamp, "Return POSIX timestamp as float.", LANG_M_NOSIG},
    {"astimezone", "(tz" ABSENT ")", m_astimezone, "tz -> convert to local time in new timezone tz\n", LANG_M_NOSIG},
    {"date", "()", m_date, "Return date object with same year, month and day.", LANG_M_NOSIG},
    {"time", "()", m_time, "Return time object with same time but with tzinfo=None.", LANG_M_NOSIG},
    {"timetz", "()", m_timetz, "Return time object with same time and tzinfo.", LANG_M_NOSIG},
    {"replace",
     "(year" ABSENT ", month" ABSENT ", day" ABSENT ", hour" ABSENT ", minute" ABSENT ", second" ABSENT
     ", microsecond" ABSENT ", tzinfo" ABSENT ", *, fold" ABSENT ")",
     m_replace, "Return datetime with new specified fields.", LANG_M_NOSIG},
    {0}};
static const struct lang_getset getset[] = {{"hour", get_hour, NULL, NULL},
                                            {"minute", get_minute, NULL, NULL},
                                            {"second", get_second, NULL, NULL},
                                            {"microsecond", get_microsecond, NULL, NULL},
                                            {"tzinfo", get_tzinfo, NULL, NULL},
                                            {"fold", get_fold, NULL, NULL},
                                            {0}};
struct lang_type lang_type_datetime = {
    .name = "datetime",
    .module = "datetime",
    .doc = "datetime(year, month, day[, hour[, minute[, second[, microsecond[,tzinfo]]]]])\n\nThe year, month and day "
           "arguments are required. tzinfo may be None, or an\ninstance of a tzinfo subclass. The remaining arguments "
           "may be ints.\n",
    .base = &lang_type_date,
    .size = sizeof(struct moment),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED,
    .methods = methods,
    .getset = getset,
    .make = moment_make,
    .destroy = moment_drop,
    .traverse = moment_visit,
    .clear = moment_drop,
    .repr = moment_repr,
    .str = moment_str,
    .format = moment_format,
    .compare = moment_compare,
    .rank = moment_rank,
    .hash = moment_hash,
    .binary = {[LANG_OP_ADD] = moment_add, [LANG_OP_SUB] = moment_subtract},
};

/* since(datetime): microseconds since the begin of the year 1. */
lang_value lang_moment_since(struct lang_thread *t, const lang_value *a)
{
    return is_moment(a[0]) ? lang_int(since(as_moment(a[0])))
                           : lang_raise(t, LANG_EXC_TypeError, "a datetime is required, not '%N'", a[0]);
}
