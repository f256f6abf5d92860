/* lib_datetime.h: the objects of the module _datetime and what its files share. What is rare is written in the language
 * (prelude/_standalone/datetime.py) and called from here as a `rest`. */
#ifndef LANG_LIB_DATETIME_H
#define LANG_LIB_DATETIME_H

#include "lib.h"

enum { DATE_MOST_DAYS = 3652059, DELTA_MOST_DAYS = 999999999 };
#define SECOND_US 1000000
#define DAY_SECONDS 86400
#define DAY_US 86400000000

/* Normalized: seconds and microseconds are not negative. */
struct delta {
    struct lang_object head;
    int32_t days, seconds, us;
};
struct date {
    struct lang_object head;
    int32_t year;
    uint8_t month, day;
};
/* A time of day, as it stands in a time and in a datetime. */
struct day_time {
    uint8_t hour, minute, second, fold;
    int32_t us;
    lang_value zone; /* None, or an instance of tzinfo */
};
struct clock {
    struct lang_object head;
    struct day_time time;
};
struct moment {
    struct date date;
    struct day_time time;
};
/* A timezone. */
struct zone {
    struct lang_object head;
    struct delta *offset;
    struct lang_str *name; /* or NULL */
};
extern struct lang_type lang_type_timedelta, lang_type_date, lang_type_time, lang_type_datetime, lang_type_tzinfo,
    lang_type_timezone;

extern struct lang_type *lang_moment_type; /* lang_type_datetime, for the files below its own */

typedef __int128 wide;

/* ------------------------------------------------------------------ lib_datetime_delta.c */

/* Functions of the language that do what is not done here. */
#define DATETIME_RESTS(X)                                                                                              \
    X(delta_new)                                                                                                       \
    X(delta_repr)                                                                                                      \
    X(delta_str)                                                                                                       \
    X(delta_multiply)                                                                                                  \
    X(delta_divide)                                                                                                    \
    X(date_new)                                                                                                        \
    X(date_repr)                                                                                                       \
    X(date_format)                                                                                                     \
    X(date_strftime)                                                                                                   \
    X(date_fromisoformat)                                                                                              \
    X(date_week)                                                                                                       \
    X(time_new)                                                                                                        \
    X(time_repr)                                                                                                       \
    X(time_compare)                                                                                                    \
    X(time_hash)                                                                                                       \
    X(datetime_new)                                                                                                    \
    X(datetime_repr)                                                                                                   \
    X(datetime_compare)                                                                                                \
    X(datetime_subtract)                                                                                               \
    X(datetime_hash)                                                                                                   \
    X(datetime_fromisoformat)                                                                                          \
    X(datetime_strptime)                                                                                               \
    X(datetime_fromtimestamp)                                                                                          \
    X(datetime_timestamp)                                                                                              \
    X(datetime_astimezone)                                                                                             \
    X(datetime_isoformat)                                                                                              \
    X(time_isoformat)                                                                                                  \
    X(asked_offset)                                                                                                    \
    X(zone_new)                                                                                                        \
    X(zone_repr)                                                                                                       \
    X(zone_str)
enum datetime_rest {
#define X(name) REST_##name,
    DATETIME_RESTS(X)
#undef X
        REST_COUNT
};
extern lang_value lang_datetime_rests[REST_COUNT];
lang_value lang_datetime_rest(struct lang_thread *t, enum datetime_rest which, const lang_value *args, size_t nargs);
/* The same with a class in front of the arguments of a call. */
lang_value lang_datetime_rest_of_class(struct lang_thread *t, enum datetime_rest which, struct lang_type *cls,
                                       const lang_value *args, size_t nargs, struct lang_tuple *kwnames);
/* Arguments by position and name, without a check of anything: false where one has a name that is not there, or there
 * are too many. `values` are UNDEF where nothing was given. */
bool lang_datetime_arguments(const lang_value *args, size_t nargs, struct lang_tuple *kwnames, const char *const *names,
                             size_t count, lang_value *values);
lang_value lang_delta_value(struct lang_thread *t, struct lang_type *cls, wide us);
wide lang_delta_us(const struct delta *d);
lang_value lang_delta_us_value(struct lang_thread *t, wide us); /* an int */

static inline struct delta *as_delta(lang_value v)
{
    return (struct delta *)v.o;
}
static inline bool is_delta(lang_value v)
{
    return lang_is_obj(v) && lang_is_a(v, &lang_type_timedelta);
}
static inline int order(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}
static inline lang_value compared(int order, enum lang_compare_op op)
{
    switch (op) {
    case LANG_LT:
        return lang_bool(order < 0);
    case LANG_LE:
        return lang_bool(order <= 0);
    case LANG_EQ:
        return lang_bool(order == 0);
    case LANG_NE:
        return lang_bool(order != 0);
    case LANG_GT:
        return lang_bool(order > 0);
    default:
        return lang_bool(order >= 0);
    }
}

/* ------------------------------------------------------------------ lib_datetime_date.c */

int32_t lang_date_number(int32_t year, int32_t month, int32_t day); /* of the day: 1 for the first day of the year 1 */
void lang_date_of_number(int32_t number, int32_t *year, int32_t *month, int32_t *day);
bool lang_date_is_valid(int64_t year, int64_t month, int64_t day);
static inline struct date *as_date(lang_value v)
{
    return (struct date *)v.o;
}
/* A number that is in the order of dates. */
static inline int32_t lang_date_key(const struct date *d)
{
    return d->year << 9 | d->month << 5 | d->day;
}
static inline int32_t number_of(const struct date *d)
{
    return lang_date_number(d->year, d->month, d->day);
}
/* The date as "2026-11-27": 10 characters. */
void lang_date_put(const struct date *d, char *out);
void lang_digits_put(char *out, int32_t value, int count);
/* So many digits of an ASCII text as a number; -1: they are none. */
int32_t lang_digits_read(const char *text, int count);

/* ------------------------------------------------------------------ lib_datetime_time.c: time, timezone, tzinfo */

/* The offset of a zone that is a timezone, or None (*known false): in microseconds. False: it has to be asked. */
bool lang_zone_offset(lang_value zone, bool *known, int64_t *us);
static inline int64_t lang_day_time_us(const struct day_time *t)
{
    return ((t->hour * 60 + t->minute) * 60 + t->second) * (int64_t)SECOND_US + t->us;
}
/* A time of day behind a date: hours to microseconds, as isoformat() writes them; the number of characters. */
int lang_day_time_put(const struct day_time *t, lang_value timespec, char *out);
int lang_offset_put(int64_t us, char *out);
/* Values of arguments (hour, minute, second, microsecond, tzinfo, fold) into a time; false: one is not plain. Borrows
 * the zone. */
bool lang_day_time_fill(struct lang_thread *thread, struct day_time *t, const lang_value *values);
/* Reads HH:MM[:SS[.ffffff]] and Z or an offset behind it: the zone is a new reference; 1, 0: it is another text, -1. */
int lang_day_time_read(struct lang_thread *t, const char *text, int64_t n, struct day_time *out);

/* ------------------------------------------------------------------ lib_datetime_text.c */

/* The text of a format; UNDEF: it has parts that are not known here. `time` is NULL for a date. */
lang_value lang_datetime_strftime(struct lang_thread *t, const struct date *d, const struct day_time *time,
                                  lang_value format);
/* Reads a text by a format: false where only the module _strptime knows. The time's zone is None. */
bool lang_datetime_strptime(lang_value text, lang_value format, struct date *d, struct day_time *time);

#endif
