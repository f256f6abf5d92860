/* lib_datetime_date.c: date. */
#include <string.h>

#include "lib/lib_datetime.h"

/* ------------------------------------------------------------------ the type */

static inline bool is_date(lang_value v)
{
    return lang_is_a(v, &lang_type_date);
}

static lang_value make_date(struct lang_thread *t, struct lang_type *cls, int32_t year, int32_t month, int32_t day)
{
    struct date *d = lang_object_new(t, cls);
    if (!d)
        return lang_error();
    d->year = year;
    d->month = (uint8_t)month;
    d->day = (uint8_t)day;
    return lang_obj(d);
}

/* By its class, which may be one of the user. */
static lang_value date_of_class(struct lang_thread *t, struct lang_type *cls, int32_t year, int32_t month, int32_t day)
{
    if (cls == &lang_type_date)
        return make_date(t, cls, year, month, day);
    const lang_value args[] = {lang_int(year), lang_int(month), lang_int(day)};
    return lang_call(t, lang_obj(cls), args, 3, NULL);
}

static const char *const names[] = {"year", "month", "day"};

static lang_value date_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    lang_value v[3];
    if (lang_datetime_arguments(args, nargs, kwnames, names, 3, v) && lang_is_int(v[0]) && lang_is_int(v[1]) &&
        lang_is_int(v[2]) && lang_date_is_valid(v[0].i, v[1].i, v[2].i))
        return make_date(t, cls, (int32_t)v[0].i, (int32_t)v[1].i, (int32_t)v[2].i);
    return lang_datetime_rest_of_class(t, REST_date_new, cls, args, nargs, kwnames);
}

static lang_value moved(struct lang_thread *t, lang_value v, int64_t days)
{
    int32_t year, month, day;
    const int64_t number = number_of(as_date(v)) + days;
    if (number < 1 || number > DATE_MOST_DAYS)
        return lang_raise(t, LANG_EXC_OverflowError, "date value out of range");
    lang_date_of_number((int32_t)number, &year, &month, &day);
    return date_of_class(t, v.o->type, year, month, day);
}

static lang_value date_add(struct lang_thread *t, lang_value a, lang_value b)
{
    if (lang_is_a(a, lang_moment_type) || lang_is_a(b, lang_moment_type))
        return lang_notimpl();
    if (is_date(a) && is_delta(b))
        return moved(t, a, as_delta(b)->days);
    if (is_delta(a) && is_date(b))
        return moved(t, b, as_delta(a)->days);
    return lang_notimpl();
}

static lang_value date_subtract(struct lang_thread *t, lang_value a, lang_value b)
{
    if (!is_date(a) || lang_is_a(a, lang_moment_type) || lang_is_a(b, lang_moment_type))
        return lang_notimpl();
    if (is_delta(b))
        return moved(t, a, -(int64_t)as_delta(b)->days);
    if (is_date(b))
        return lang_delta_value(t, &lang_type_timedelta,
                                (wide)(number_of(as_date(a)) - number_of(as_date(b))) * DAY_US);
    return lang_notimpl();
}

static lang_value date_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op)
{
    (void)t;
    if (!is_date(a) || !is_date(b))
        return lang_notimpl();
    return compared(order(lang_date_key(as_date(a)), lang_date_key(as_date(b))), op);
}

static bool date_rank(lang_value v, uint64_t *rank)
{
    *rank = (uint64_t)lang_date_key(as_date(v));
    return true;
}

static int date_hash(struct lang_thread *t, lang_value v, int64_t *out)
{
    (void)t;
    *out = (int64_t)((uint64_t)lang_date_key(as_date(v)) * 0x9e3779b97f4a7c15u >> 1);
    return 0;
}

static lang_value date_repr(struct lang_thread *t, lang_value v)
{
    return lang_datetime_rest(t, REST_date_repr, &v, 1);
}

static lang_value m_isoformat(struct lang_thread *t, const lang_value *a)
{
    char text[10];
    lang_date_put(as_date(a[0]), text);
    return lang_obj_or_error(lang_str_new(t, text, 10));
}

static lang_value date_str(struct lang_thread *t, lang_value v)
{
    return lang_is_exactly(v, &lang_type_date) ? m_isoformat(t, &v) : lang_call_method_c(t, v, "isoformat", NULL, 0);
}

static lang_value date_format(struct lang_thread *t, lang_value v, struct lang_str *spec)
{
    const lang_value args[] = {v, lang_obj(spec)};
    return lang_datetime_rest(t, REST_date_format, args, 2);
}

static lang_value m_strftime(struct lang_thread *t, const lang_value *a)
{
    lang_value text = lang_undef();
    if (lang_is_exactly(a[0], &lang_type_date))
        text = lang_datetime_strftime(t, as_date(a[0]), NULL, a[1]);
    return lang_is_undef(text) ? lang_datetime_rest(t, REST_date_strftime, a, 2) : text;
}

static lang_value m_toordinal(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_int(number_of(as_date(a[0])));
}

static int32_t weekday_of(lang_value v)
{
    return (number_of(as_date(v)) + 6) % 7;
}

static lang_value m_weekday(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_int(weekday_of(a[0]));
}

static lang_value m_isoweekday(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_int(weekday_of(a[0]) + 1);
}

static lang_value m_isocalendar(struct lang_thread *t, const lang_value *a)
{
    const int32_t weekday = weekday_of(a[0]), thursday = number_of(as_date(a[0])) - weekday + 3;
    int32_t year, month, day;
    lang_date_of_number(thursday, &year, &month, &day);
    const lang_value args[] = {lang_int(year), lang_int((thursday - (lang_date_number(year, 1, 1) - 1) - 1) / 7 + 1),
                               lang_int(weekday + 1)},
                     cls = lang_datetime_rests[REST_date_week];
    if (!lang_is_a(cls, &lang_type_type) || !lang_is_subtype((struct lang_type *)cls.o, &lang_type_tuple))
        return lang_datetime_rest(t, REST_date_week, args, 3);
    struct lang_tuple *week = lang_object_new_extra(t, (struct lang_type *)cls.o, sizeof args); /* past its __new__ */
    if (week) {
        week->length = 3;
        memcpy(week->items, args, sizeof args);
    }
    return lang_obj_or_error(week);
}

static lang_value m_fromordinal(struct lang_thread *t, const lang_value *a)
{
    int64_t number;
    int32_t year, month, day;
    if (lang_is_integer(a[1]) && !lang_int_fits(a[1], &number))
        return lang_raise(t, LANG_EXC_OverflowError, "Python int too large to convert to C long");
    if (lang_as_index(t, a[1], &number) < 0)
        return lang_error();
    if (number > INT32_MAX || number < INT32_MIN)
        return lang_raise(t, LANG_EXC_OverflowError, "signed integer is %s",
                          number > 0 ? "greater than maximum" : "less than minimum");
    if (number < 1)
        return lang_raise(t, LANG_EXC_ValueError, "ordinal must be >= 1");
    if (number > DATE_MOST_DAYS) {
        lang_date_of_number((int32_t)(number > INT32_MAX - 400 ? INT32_MAX - 400 : number), &year, &month, &day);
        return lang_raise(t, LANG_EXC_ValueError, "year %d is out of range", year);
    }
    lang_date_of_number((int32_t)number, &year, &month, &day);
    return date_of_class(t, (struct lang_type *)a[0].o, year, month, day);
}

static lang_value m_fromisoformat(struct lang_thread *t, const lang_value *a)
{
    if (lang_is_str(a[1]) && lang_as_str(a[1])->ascii && lang_as_str(a[1])->length == 10) {
        const char *text = lang_as_str(a[1])->data;
        const int32_t year = lang_digits_read(text, 4), month = lang_digits_read(text + 5, 2),
                      day = lang_digits_read(text + 8, 2);
        if (text[4] == '-' && text[7] == '-' && lang_date_is_valid(year, month, day))
            return date_of_class(t, (struct lang_type *)a[0].o, year, month, day);
    }
    return lang_datetime_rest(t, REST_date_fromisoformat, a, 2);
}

static lang_value m_replace(struct lang_thread *t, const lang_value *a)
{
    const struct date *d = as_date(a[0]);
    const lang_value args[] = {lang_is_undef(a[1]) ? lang_int(d->year) : a[1],
                               lang_is_undef(a[2]) ? lang_int(d->month) : a[2],
                               lang_is_undef(a[3]) ? lang_int(d->day) : a[3]};
    return lang_call(t, lang_obj(a[0].o->type), args, 3, NULL);
}

static lang_value get_year(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int(as_date(v)->year);
}
static lang_value get_month(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int(as_date(v)->month);
}
static lang_value get_day(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int(as_date(v)->day);
}

static const struct lang_method methods[] = {
    {"isoformat", "()", m_isoformat, "Return string in ISO 8601 format, YYYY-MM-DD.", LANG_M_NOSIG},
    {"strftime", "(format)", m_strftime, "format -> strftime() style string.", LANG_M_NOSIG},
    {"toordinal", "()", m_toordinal, "Return proleptic Gregorian ordinal.  January 1 of year 1 is day 1.",
     LANG_M_NOSIG},
    {"weekday", "()", m_weekday, "Return the day of the week represented by the date.\nMonday == 0 ... Sunday == 6",
     LANG_M_NOSIG},
    {"isoweekday", "()", m_isoweekday,
     "Return the day of the week represented by the date.\nMonday == 1 ... Sunday == 7", LANG_M_NOSIG},
    {"isocalendar", "()", m_isocalendar, "Return a named tuple containing ISO year, week number, and weekday.",
     LANG_M_NOSIG},
    {"fromordinal", "(ordinal, /)", m_fromordinal, "int -> date corresponding to a proleptic Gregorian ordinal.",
     LANG_M_CLASS | LANG_M_NOSIG},
    {"fromisoformat", "(date_string, /)", m_fromisoformat, "str -> Construct a date from a string in ISO 8601 format.",
     LANG_M_CLASS | LANG_M_NOSIG},
    {"replace", "(year=<unrepresentable>, month=<unrepresentable>, day=<unrepresentable>)", m_replace,
     "Return date with new specified fields.", LANG_M_NOSIG},
    {0}};
static const struct lang_getset getset[] = {
    {"year", get_year, NULL, NULL}, {"month", get_month, NULL, NULL}, {"day", get_day, NULL, NULL}, {0}};
struct lang_type lang_type_date = {
    .name = "date",
    .module = "datetime",
    .doc = "date(year, month, day) --> date object",
    .size = sizeof(struct date),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED,
    .methods = methods,
    .getset = getset,
    .make = date_make,
    .repr = date_repr,
    .str = date_str,
    .format = date_format,
    .compare = date_compare,
    .rank = date_rank,
    .hash = date_hash,
    .binary = {[LANG_OP_ADD] = date_add, [LANG_OP_SUB] = date_subtract},
};
