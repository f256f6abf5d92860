/* lib_time.c: the module time. Sleeping releases the interpreter lock and ends at an interrupt. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "lib.h"
#include "struct_seq.h"

/* ------------------------------------------------------------------ clocks */

static int64_t nanoseconds(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

#define CLOCK(name, clock)                                                                                             \
    static lang_value m_##name(struct lang_thread *t, const lang_value *a)                                             \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        (void)a;                                                                                                       \
        return lang_float((double)nanoseconds(clock) * 1e-9);                                                          \
    }                                                                                                                  \
    static lang_value m_##name##_ns(struct lang_thread *t, const lang_value *a)                                        \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        (void)a;                                                                                                       \
        return lang_int(nanoseconds(clock));                                                                           \
    }
CLOCK(time, CLOCK_REALTIME)
CLOCK(monotonic, CLOCK_MONOTONIC)
CLOCK(perf_counter, CLOCK_MONOTONIC)
CLOCK(process_time, CLOCK_PROCESS_CPUTIME_ID)
CLOCK(thread_time, CLOCK_THREAD_CPUTIME_ID)

/* The clock that an argument names; -1 with an exception. */
static int clock_argument(struct lang_thread *t, lang_value v, clockid_t *out)
{
    int64_t number;

    if (lang_as_index(t, v, &number) < 0)
        return -1;
    if (number != (int)number)
        return lang_fail(t, LANG_EXC_OverflowError, "signed integer is %s",
                         number < 0 ? "less than minimum" : "greater than maximum");
    *out = (clockid_t)number;
    return 0;
}

/* What `ask` (clock_gettime or clock_getres) says of a clock: nanoseconds, an int or seconds. */
static lang_value asked_clock(struct lang_thread *t, lang_value v, int (*ask)(clockid_t, struct timespec *), bool whole)
{
    clockid_t clock = CLOCK_REALTIME;
    struct timespec at;

    if (clock_argument(t, v, &clock) < 0)
        return lang_error();
    if (ask(clock, &at) < 0)
        return lang_raise_errno(t, errno, NULL);
    const int64_t ns = (int64_t)at.tv_sec * 1000000000 + at.tv_nsec;
    return whole ? lang_int(ns) : lang_float((double)ns * 1e-9);
}

static lang_value m_clock_gettime(struct lang_thread *t, const lang_value *a)
{
    return asked_clock(t, a[0], clock_gettime, false);
}

static lang_value m_clock_gettime_ns(struct lang_thread *t, const lang_value *a)
{
    return asked_clock(t, a[0], clock_gettime, true);
}

static lang_value m_clock_getres(struct lang_thread *t, const lang_value *a)
{
    return asked_clock(t, a[0], clock_getres, false);
}

static lang_value set_clock(struct lang_thread *t, clockid_t clock, struct timespec at)
{
    return clock_settime(clock, &at) < 0 ? lang_raise_errno(t, errno, NULL) : lang_none();
}

static lang_value m_clock_settime(struct lang_thread *t, const lang_value *a)
{
    clockid_t clock = CLOCK_REALTIME;
    double seconds;

    if (clock_argument(t, a[0], &clock) < 0 || lang_as_double(t, a[1], &seconds) < 0)
        return lang_error();
    if (!(seconds >= -9e9 && seconds <= 9e9))
        return isnan(seconds) ? lang_raise(t, LANG_EXC_ValueError, "Invalid value NaN (not a number)")
                              : lang_raise(t, LANG_EXC_OverflowError, "timestamp out of range for platform time_t");
    const double whole = floor(seconds);
    return set_clock(t, clock, (struct timespec){(time_t)whole, (long)((seconds - whole) * 1e9)});
}

static lang_value m_clock_settime_ns(struct lang_thread *t, const lang_value *a)
{
    clockid_t clock = CLOCK_REALTIME;
    int64_t ns;

    if (clock_argument(t, a[0], &clock) < 0 || lang_as_index(t, a[1], &ns) < 0)
        return lang_error();
    const int64_t rest = (ns % 1000000000 + 1000000000) % 1000000000;
    return set_clock(t, clock, (struct timespec){(ns - rest) / 1000000000, (long)rest});
}

static lang_value m_sleep(struct lang_thread *t, const lang_value *a)
{
    double seconds;
    int64_t end, left;

    if (lang_as_double(t, a[0], &seconds) < 0) {
        if (lang_error_is(t, LANG_EXC_TypeError)) {
            lang_error_clear(t);
            lang_fail(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", a[0]);
        }
        return lang_error();
    }
    if (isnan(seconds))
        return lang_raise(t, LANG_EXC_ValueError, "Invalid value NaN (not a number)");
    if (seconds < 0)
        return lang_raise(t, LANG_EXC_ValueError, "sleep length must be non-negative");
    if (seconds > 9e9)
        return lang_raise(t, LANG_EXC_OverflowError, "timestamp too large to convert to C _PyTime_t");
    end = nanoseconds(CLOCK_MONOTONIC) + (int64_t)(seconds * 1e9);
    lang_unlock(t);
    while ((left = end - nanoseconds(CLOCK_MONOTONIC)) > 0 && !lang_interrupted(t)) {
        const int64_t slice = 20000000; /* the longest time until an interrupt is seen */
        struct timespec nap = {0, (long)(left < slice ? left : slice)};

        nanosleep(&nap, NULL);
        if (!lang_signals_pending(t))
            continue;
        lang_lock(t);
        if (lang_poll(t) < 0)
            return lang_error();
        lang_unlock(t);
    }
    lang_lock(t);
    return lang_poll(t) < 0 ? lang_error() : lang_none();
}

/* ------------------------------------------------------------------ calendar */

static struct lang_type struct_time_type;

static lang_value struct_time(struct lang_thread *t, const struct tm *tm)
{
    const int64_t values[9] = {
        tm->tm_year + (int64_t)1900, tm->tm_mon + 1,  tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec,
        (tm->tm_wday + 6) % 7,       tm->tm_yday + 1, tm->tm_isdst};
    struct lang_tuple *v = lang_struct_seq_new(t, &struct_time_type, 9);

    if (!v)
        return lang_error();
    for (int i = 0; i < 9; i++)
        v->items[i] = lang_int(values[i]);
    v->items[9] = lang_obj_or_error(lang_str_from_c(t, tm->tm_zone ? tm->tm_zone : ""));
    v->items[10] = lang_int(tm->tm_gmtoff);
    if (lang_is_error(v->items[9])) {
        v->items[9] = lang_undef();
        lang_decref(t, v);
        return lang_error();
    }
    return lang_obj(v);
}

/* A struct_time or a tuple of nine back to C; absent: now. */
static int to_tm(struct lang_thread *t, lang_value v, struct tm *tm)
{
    time_t now = time(NULL);
    int64_t f[9];

    memset(tm, 0, sizeof *tm);
    if (lang_is_undef(v) || lang_is_none(v)) {
        localtime_r(&now, tm);
        return 0;
    }
    if (!lang_is_tuple(v))
        return lang_fail(t, LANG_EXC_TypeError, "Tuple or struct_time argument required");
    if (lang_as_tuple(v)->length != 9)
        return lang_fail(t, LANG_EXC_TypeError, "time tuple must have exactly 9 elements");
    for (int i = 0; i < 9; i++) {
        if (lang_as_index(t, lang_as_tuple(v)->items[i], &f[i]) < 0)
            return -1;
        if (f[i] != (int)f[i])
            return lang_fail(t, LANG_EXC_OverflowError, "signed integer is %s",
                             f[i] < 0 ? "less than minimum" : "greater than maximum");
    }
    if (f[0] < INT32_MIN + 1900)
        return lang_fail(t, LANG_EXC_OverflowError, "year out of range");
    if (f[1] < 0 || f[1] > 12)
        return lang_fail(t, LANG_EXC_ValueError, "month out of range");
    if (f[2] < 0 || f[2] > 31)
        return lang_fail(t, LANG_EXC_ValueError, "day of month out of range");
    if (f[3] < 0 || f[3] > 23)
        return lang_fail(t, LANG_EXC_ValueError, "hour out of range");
    if (f[4] < 0 || f[4] > 59)
        return lang_fail(t, LANG_EXC_ValueError, "minute out of range");
    if (f[5] < 0 || f[5] > 61)
        return lang_fail(t, LANG_EXC_ValueError, "seconds out of range");
    if (f[6] < -1 || f[6] == INT32_MAX) /* the day before Monday */
        return lang_fail(t, LANG_EXC_ValueError, "day of week out of range");
    if (f[7] < 0 || f[7] > 366)
        return lang_fail(t, LANG_EXC_ValueError, "day of year out of range");
    tm->tm_year = (int)f[0] - 1900;
    tm->tm_mon = f[1] ? (int)f[1] - 1 : 0;
    tm->tm_mday = f[2] ? (int)f[2] : 1;
    tm->tm_hour = (int)f[3];
    tm->tm_min = (int)f[4];
    tm->tm_sec = (int)f[5];
    tm->tm_wday = (int)((f[6] + 1) % 7);
    tm->tm_yday = f[7] ? (int)f[7] - 1 : 0;
    tm->tm_isdst = f[8] < 0 ? -1 : f[8] > 0;
    return 0;
}

static int seconds_argument(struct lang_thread *t, lang_value v, time_t *out)
{
    double x;

    *out = time(NULL);
    if (lang_is_undef(v) || lang_is_none(v))
        return 0;
    if (!lang_is_float(v) && !lang_type_of(v)->to_index)
        return lang_fail(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", v);
    if (!lang_is_float(v)) {
        int64_t seconds;

        if (lang_as_index(t, v, &seconds) < 0) {
            if (!lang_error_is(t, LANG_EXC_OverflowError))
                return -1;
            lang_error_clear(t);
            return lang_fail(t, LANG_EXC_OverflowError, "timestamp out of range for platform time_t");
        }
        *out = seconds;
        return 0;
    }
    if (lang_as_double(t, v, &x) < 0)
        return -1;
    if (isnan(x))
        return lang_fail(t, LANG_EXC_ValueError, "Invalid value NaN (not a number)");
    if (!(x >= -0x1p63 && x < 0x1p63))
        return lang_fail(t, LANG_EXC_OverflowError, "timestamp out of range for platform time_t");
    *out = (time_t)floor(x);
    return 0;
}

static lang_value broken_down(struct lang_thread *t, lang_value v, struct tm *(*f)(const time_t *, struct tm *))
{
    struct tm tm;
    time_t seconds;

    if (seconds_argument(t, v, &seconds) < 0)
        return lang_error();
    errno = 0;
    if (!f(&seconds, &tm))
        return lang_raise_errno(t, errno ? errno : EOVERFLOW, NULL);
    return struct_time(t, &tm);
}

static lang_value m_localtime(struct lang_thread *t, const lang_value *a)
{
    return broken_down(t, a[0], localtime_r);
}

static lang_value m_gmtime(struct lang_thread *t, const lang_value *a)
{
    return broken_down(t, a[0], gmtime_r);
}

static lang_value m_mktime(struct lang_thread *t, const lang_value *a)
{
    struct tm tm;
    time_t r;

    if (to_tm(t, a[0], &tm) < 0)
        return lang_error();
    tm.tm_wday = -1;
    r = mktime(&tm);
    if (r == -1 && tm.tm_wday == -1)
        return lang_raise(t, LANG_EXC_OverflowError, "mktime argument out of range");
    return lang_float((double)r);
}

static lang_value as_text(struct lang_thread *t, const struct tm *tm)
{
    static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

    return lang_obj_or_error(lang_str_from_format(t, "%s %s%3d %02d:%02d:%02d %lld", days[tm->tm_wday % 7],
                                                  months[tm->tm_mon % 12], tm->tm_mday, tm->tm_hour, tm->tm_min,
                                                  tm->tm_sec, 1900 + (long long)tm->tm_year));
}

static lang_value m_asctime(struct lang_thread *t, const lang_value *a)
{
    struct tm tm;

    return to_tm(t, a[0], &tm) < 0 ? lang_error() : as_text(t, &tm);
}

static lang_value m_ctime(struct lang_thread *t, const lang_value *a)
{
    struct tm tm;
    time_t seconds;

    if (seconds_argument(t, a[0], &seconds) < 0)
        return lang_error();
    if (!localtime_r(&seconds, &tm))
        return lang_raise_errno(t, errno, NULL);
    return as_text(t, &tm);
}

static lang_value m_strftime(struct lang_thread *t, const lang_value *a)
{
    size_t size, capacity = 256, n;
    const char *format = lang_as_utf8(t, a[0], "strftime() argument 1", &size);
    char *buffer;
    struct tm tm;
    lang_value r;

    if (!format || to_tm(t, a[1], &tm) < 0)
        return lang_error();
    if (memchr(format, 0, size))
        return lang_raise(t, LANG_EXC_ValueError, "embedded null character");
    if (size == 0)
        return lang_obj_or_error(lang_str_empty(t));
    for (;; capacity *= 2) {
        buffer = lang_alloc(t, capacity);
        if (!buffer)
            return lang_error();
        n = strftime(buffer, capacity, format, &tm);
        if (n > 0 || capacity > 256 * (size + 1)) /* an empty result is possible: %p in some languages */
            break;
        lang_free(t, buffer, capacity);
    }
    r = lang_obj_or_error(lang_str_new(t, buffer, n));
    lang_free(t, buffer, capacity);
    return r;
}

/* The local zone as the module tells of it: its offsets in January and July of this year; the larger one is that
 * without daylight saving time. */
static int tell_zone(struct lang_thread *t, struct lang_module *m)
{
    time_t now = time(NULL);
    struct tm today, half[2];
    char names[2][32];

    tzset();
    if (!localtime_r(&now, &today))
        memset(&today, 0, sizeof today);
    for (int i = 0; i < 2; i++) {
        half[i] = (struct tm){.tm_year = today.tm_year, .tm_mon = i * 6, .tm_mday = 1, .tm_isdst = -1};
        mktime(&half[i]);
        snprintf(names[i], sizeof names[i], "%s", half[i].tm_zone ? half[i].tm_zone : "UTC");
    }
    const int winter = half[0].tm_gmtoff > half[1].tm_gmtoff; /* of the southern half of the earth */
    struct lang_tuple *both = lang_tuple_new(t, 2);

    if (!both)
        return -1;
    for (int i = 0; i < 2; i++)
        both->items[i] = lang_obj_or_error(lang_str_from_c(t, names[winter ^ i]));
    if (lang_is_error(both->items[0]) || lang_is_error(both->items[1])) {
        for (int i = 0; i < 2; i++)
            if (lang_is_error(both->items[i]))
                both->items[i] = lang_none();
        lang_decref(t, both);
        return -1;
    }
    return lang_module_add(t, m, "timezone", lang_int(-half[winter].tm_gmtoff)) < 0 ||
                   lang_module_add(t, m, "altzone", lang_int(-half[!winter].tm_gmtoff)) < 0 ||
                   lang_module_add(t, m, "daylight", lang_int(half[0].tm_gmtoff != half[1].tm_gmtoff)) < 0
               ? (lang_decref(t, both), -1)
               : lang_module_add_steal(t, m, "tzname", lang_obj(both));
}

static lang_value m_tzset(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    lang_value m = lang_import(t, "time");

    if (lang_is_error(m))
        return m;
    int status = lang_is_a(m, &lang_type_module) ? tell_zone(t, (struct lang_module *)m.o) : 0;
    lang_unref(t, m);
    return status < 0 ? lang_error() : lang_none();
}

static const struct lang_method functions[] = {
    {"clock_gettime", "(clk_id, /)", m_clock_gettime,
     "clock_gettime(clk_id) -> float\n\nReturn the time of the specified clock clk_id.", LANG_M_NOSIG},
    {"clock_gettime_ns", "(clk_id, /)", m_clock_gettime_ns,
     "clock_gettime_ns(clk_id) -> int\n\nReturn the time of the specified clock clk_id as nanoseconds.", LANG_M_NOSIG},
    {"clock_getres", "(clk_id, /)", m_clock_getres,
     "clock_getres(clk_id) -> floating point number\n\n"
     "Return the resolution (precision) of the specified clock clk_id.",
     LANG_M_NOSIG},
    {"clock_settime", "(clk_id, time, /)", m_clock_settime,
     "clock_settime(clk_id, time)\n\nSet the time of the specified clock clk_id.", LANG_M_NOSIG},
    {"clock_settime_ns", "(clk_id, time, /)", m_clock_settime_ns,
     "clock_settime_ns(clk_id, time)\n\nSet the time of the specified clock clk_id with nanoseconds.", LANG_M_NOSIG},
    {"tzset", "()", m_tzset, "tzset()\n\nReads the local zone again: the value of os.environ['TZ'], or the system's.",
     LANG_M_NOSIG},
    {"time", "()", m_time,
     "time() -> floating point number\n\nReturn the current time in seconds since the Epoch.\n"
     "Fractions of a second may be present if the system clock provides them.",
     LANG_M_NOSIG},
    {"time_ns", "()", m_time_ns, "time_ns() -> int\n\nReturn the current time in nanoseconds since the Epoch.",
     LANG_M_NOSIG},
    {"monotonic", "()", m_monotonic, "monotonic() -> float\n\nMonotonic clock, cannot go backward.", LANG_M_NOSIG},
    {"monotonic_ns", "()", m_monotonic_ns,
     "monotonic_ns() -> int\n\nMonotonic clock, cannot go backward, as nanoseconds.", LANG_M_NOSIG},
    {"perf_counter", "()", m_perf_counter, "perf_counter() -> float\n\nPerformance counter for benchmarking.",
     LANG_M_NOSIG},
    {"perf_counter_ns", "()", m_perf_counter_ns,
     "perf_counter_ns() -> int\n\nPerformance counter for benchmarking as nanoseconds.", LANG_M_NOSIG},
    {"process_time", "()", m_process_time,
     "process_time() -> float\n\nProcess time for profiling: sum of the kernel and user-space CPU time.", LANG_M_NOSIG},
    {"process_time_ns", "()", m_process_time_ns,
     "process_time() -> int\n\nProcess time for profiling as nanoseconds:\nsum of the kernel and user-space CPU time.",
     LANG_M_NOSIG},
    {"thread_time", "()", m_thread_time,
     "thread_time() -> float\n\nThread time for profiling: sum of the kernel and user-space CPU time.", LANG_M_NOSIG},
    {"thread_time_ns", "()", m_thread_time_ns,
     "thread_time() -> int\n\nThread time for profiling as nanoseconds:\nsum of the kernel and user-space CPU time.",
     LANG_M_NOSIG},
    {"sleep", "(seconds, /)", m_sleep,
     "sleep(seconds)\n\nDelay execution for a given number of seconds.  The argument may be\n"
     "a floating point number for subsecond precision.",
     LANG_M_NOSIG},
    {"localtime", "(seconds=None, /)", m_localtime,
     "localtime([seconds]) -> (tm_year,tm_mon,tm_mday,tm_hour,tm_min,\n"
     "                          tm_sec,tm_wday,tm_yday,tm_isdst)\n\n"
     "Convert seconds since the Epoch to a time tuple expressing local time.\n"
     "When 'seconds' is not passed in, convert the current time instead.",
     LANG_M_NOSIG},
    {"gmtime", "(seconds=None, /)", m_gmtime,
     "gmtime([seconds]) -> (tm_year, tm_mon, tm_mday, tm_hour, tm_min,\n"
     "                       tm_sec, tm_wday, tm_yday, tm_isdst)\n\n"
     "Convert seconds since the Epoch to a time tuple expressing UTC (a.k.a.\nGMT).",
     LANG_M_NOSIG},
    {"mktime", "(tuple, /)", m_mktime,
     "mktime(tuple) -> floating point number\n\n"
     "Convert a time tuple in local time to seconds since the Epoch.",
     LANG_M_NOSIG},
    {"asctime", "(tuple=None, /)", m_asctime,
     "asctime([tuple]) -> string\n\nConvert a time tuple to a string, e.g. 'Sat Jun 06 16:26:11 1998'.", LANG_M_NOSIG},
    {"ctime", "(seconds=None, /)", m_ctime,
     "ctime(seconds) -> string\n\nConvert a time in seconds since the Epoch to a string in local time.", LANG_M_NOSIG},
    {"strftime", "(format, tuple=None, /)", m_strftime,
     "strftime(format[, tuple]) -> string\n\n"
     "Convert a time tuple to a string according to a format specification.",
     LANG_M_NOSIG},
    {0},
};

static const struct lang_getset fields[] = {
    {"tm_year", lang_struct_seq_0, NULL, "year, for example, 1993"},
    {"tm_mon", lang_struct_seq_1, NULL, "month of year, range [1, 12]"},
    {"tm_mday", lang_struct_seq_2, NULL, "day of month, range [1, 31]"},
    {"tm_hour", lang_struct_seq_3, NULL, "hours, range [0, 23]"},
    {"tm_min", lang_struct_seq_4, NULL, "minutes, range [0, 59]"},
    {"tm_sec", lang_struct_seq_5, NULL, "seconds, range [0, 61])"},
    {"tm_wday", lang_struct_seq_6, NULL, "day of week, range [0, 6], Monday is 0"},
    {"tm_yday", lang_struct_seq_7, NULL, "day of year, range [1, 366]"},
    {"tm_isdst", lang_struct_seq_8, NULL, "1 if summer time is in effect, 0 if not, and -1 if unknown"},
    {"tm_zone", lang_struct_seq_9, NULL, "abbreviation of timezone name"},
    {"tm_gmtoff", lang_struct_seq_10, NULL, "offset from UTC in seconds"},
    {0},
};

STRUCT_SEQ(struct_time_type, "struct_time", "time", fields,
           "The time value as returned by gmtime(), localtime(), and strptime(), and\n"
           " accepted by asctime(), mktime() and strftime().  May be considered as a\n sequence of 9 integers.");

static const struct {
    const char *name;
    clockid_t clock;
} clocks[] = {{"CLOCK_REALTIME", CLOCK_REALTIME},
              {"CLOCK_MONOTONIC", CLOCK_MONOTONIC},
              {"CLOCK_MONOTONIC_RAW", CLOCK_MONOTONIC_RAW},
              {"CLOCK_PROCESS_CPUTIME_ID", CLOCK_PROCESS_CPUTIME_ID},
              {"CLOCK_THREAD_CPUTIME_ID", CLOCK_THREAD_CPUTIME_ID},
              {"CLOCK_BOOTTIME", CLOCK_BOOTTIME},
              {"CLOCK_TAI", CLOCK_TAI}};

static int init(struct lang_thread *t, struct lang_module *m)
{
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
        if (lang_module_add(t, m, clocks[i].name, lang_int(clocks[i].clock)) < 0)
            return -1;
    if (lang_struct_seq_ready(t, &struct_time_type) < 0 ||
        lang_module_add(t, m, "struct_time", lang_obj(&struct_time_type)) < 0 ||
        lang_module_add(t, m, "_STRUCT_TM_ITEMS", lang_int(11)) < 0)
        return -1;
    return tell_zone(t, m);
}

const struct lang_module_def lang_module_time = {
    "time",
    "This module provides various functions to manipulate time values.",
    functions,
    init,
};
