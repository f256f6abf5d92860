/*
 * magic_time.c - %time and %timeit.
 *
 * Owns how durations are written and the result object of %timeit -o. Must not know Jupyter.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include "magic.h"

#define TIME_TEXT 64

static double wall_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

static double user_time(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return seconds(usage.ru_utime);
}

/* 1.2 s, 11.6 ms, 1min 1s: digits are significant ones; from a minute on whole parts, zero parts left out. */
static const char *duration(char out[TIME_TEXT], double time, int digits)
{
    static const struct {
        const char *name;
        double length;
    } part[] = {{"d", 86400}, {"h", 3600}, {"min", 60}, {"s", 1}};
    static const char *const unit[] = {"s", "ms", "\xce\xbcs", "ns"};
    static const double scale[] = {1, 1e3, 1e6, 1e9};
    if (time >= 60) {
        size_t length = 0;
        for (int i = 0; i < 4; i++) {
            double value = floor(time / part[i].length);
            if (value > 0) {
                time = fmod(time, part[i].length);
                length += (size_t)snprintf(out + length, TIME_TEXT - length, "%s%.0f%s", length ? " " : "", value,
                                           part[i].name);
            }
            if (time < 1)
                break;
        }
        return out;
    }
    int order = 3;
    if (time > 0) {
        order = -(int)floor(floor(log10(time)) / 3);
        order = order > 3 ? 3 : order < 0 ? 0 : order;
    }
    snprintf(out, TIME_TEXT, "%.*g %s", digits, time * scale[order], unit[order]);
    return out;
}

/* ---- %time ---- */

/* The option with which errors are not raised. */
#define QUIET "--no-raise-error"

/* Whether a text is one expression, whose frames have another name. */
static bool is_expression(struct lang_thread *t, const char *text)
{
    lang_value compile = lang_dict_get_c(t, lang_builtins_dict(t), "compile"), args[3], code = lang_error();
    const char *const texts[] = {text, "<timed eval>", "eval"};
    for (int i = 0; i < 3; i++)
        args[i] = lang_obj_or_error(lang_str_from_c(t, texts[i]));
    if (*text && !lang_is_undef(compile) && !lang_error_occurred(t))
        code = lang_call(t, compile, args, 3, NULL);
    bool is = !lang_is_error(code);
    for (int i = 0; i < 3; i++)
        if (!lang_is_error(args[i]))
            lang_unref(t, args[i]);
    if (is)
        lang_unref(t, code);
    else
        lang_error_clear(t);
    return is;
}

lang_value kernel_magic_time(struct magic_call *call)
{
    char user[TIME_TEXT], system[TIME_TEXT], total[TIME_TEXT], wall[TIME_TEXT];
    struct rusage before, after;
    const char *text = call->cell ? call->cell : call->line;
    struct lang_source source = {.text = text,
                                 .size = call->cell ? call->cell_length : strlen(text),
                                 .filename = "<timed exec>",
                                 .escapes = true};
    lang_value value = lang_undef();
    const char *line = call->line;
    bool quiet = !strncmp(line, QUIET, sizeof QUIET - 1) && strchr(" \t", line[sizeof QUIET - 1]); /* or its end */
    if (quiet)
        line = kernel_magic_skip_blanks(line + sizeof QUIET - 1);
    if (call->cell && *line)
        return lang_usage_error(call->t, "Can't use statement directly after '%%%%time'!");
    if (!call->cell) {
        source.text = text = line;
        source.size = strlen(line);
    }
    if (is_expression(call->t, text))
        source.filename = "<timed eval>";
    getrusage(RUSAGE_SELF, &before);
    double start = wall_time();
    int status = lang_run(call->t, &source, NULL, &value);
    double end = wall_time();
    getrusage(RUSAGE_SELF, &after);
    double in_user = seconds(after.ru_utime) - seconds(before.ru_utime);
    double in_system = seconds(after.ru_stime) - seconds(before.ru_stime);
    /* The lines come first also when an error follows; it waits on the thread. A text that is no program has no time.
     */
    if (!status || !lang_error_is(call->t, LANG_EXC_SyntaxError))
        kernel_magic_print(call, "CPU times: user %s, sys: %s, total: %s\nWall time: %s\n", duration(user, in_user, 3),
                           duration(system, in_system, 3), duration(total, in_user + in_system, 3),
                           duration(wall, end - start, 3));
    if (status && quiet && !lang_error_is(call->t, LANG_EXC_KeyboardInterrupt) &&
        !lang_error_is(call->t, LANG_EXC_SystemExit)) {
        lang_error_clear(call->t);
        return lang_none();
    }
    if (status)
        return lang_error();
    if (lang_is_undef(value) || source.hidden_last) {
        lang_unref(call->t, value);
        return lang_none();
    }
    return value;
}

/* ---- %timeit ---- */

struct result {
    struct lang_object head;
    double average, stdev, best, worst;
    long long loops, repeat;
    int digits;
    lang_value runs;
};

static void with_commas(char out[32], long long value)
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%lld", value), at = 0;
    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = '\0';
}

static void describe(const struct result *r, char *out, size_t size)
{
    char average[TIME_TEXT], stdev[TIME_TEXT], loops[32];
    with_commas(loops, r->loops);
    snprintf(out, size, "%s \xc2\xb1 %s per loop (mean \xc2\xb1 std. dev. of %lld run%s, %s loop%s each)",
             duration(average, r->average, r->digits), duration(stdev, r->stdev, r->digits), r->repeat,
             r->repeat == 1 ? "" : "s", loops, r->loops == 1 ? "" : "s");
}

static lang_value result_repr(struct lang_thread *t, lang_value v)
{
    char text[256];
    describe((struct result *)v.o, text, sizeof text);
    return lang_obj_or_error(lang_str_from_format(t, "<TimeitResult : %s>", text));
}

static lang_value result_str(struct lang_thread *t, lang_value v)
{
    char text[256];
    describe((struct result *)v.o, text, sizeof text);
    return lang_obj_or_error(lang_str_from_c(t, text));
}

static void result_destroy(struct lang_thread *t, struct lang_object *o)
{
    lang_clear(t, &((struct result *)o)->runs);
}

#define RESULT_FLOAT(field)                                                                                            \
    static lang_value get_##field(struct lang_thread *t, lang_value self)                                              \
    {                                                                                                                  \
        (void)t;                                                                                                       \
        return lang_float(((struct result *)self.o)->field);                                                           \
    }
RESULT_FLOAT(average)
RESULT_FLOAT(stdev)
RESULT_FLOAT(best)
RESULT_FLOAT(worst)

static lang_value get_loops(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_int(((struct result *)self.o)->loops);
}

static lang_value get_repeat(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_int(((struct result *)self.o)->repeat);
}

static lang_value get_runs(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_ref(((struct result *)self.o)->runs);
}

static const struct lang_getset result_attributes[] = {
    {"average", get_average, NULL, NULL}, {"stdev", get_stdev, NULL, NULL},
    {"best", get_best, NULL, NULL},       {"worst", get_worst, NULL, NULL},
    {"loops", get_loops, NULL, NULL},     {"repeat", get_repeat, NULL, NULL},
    {"all_runs", get_runs, NULL, NULL},   {0},
};

static struct lang_type result_type = {
    .name = "TimeitResult",
    .module = "IPython.core.magics.execution",
    .doc = "Object returned by the timeit magic with info about the run.",
    .size = sizeof(struct result),
    .repr = result_repr,
    .str = result_str,
    .destroy = result_destroy,
    .getset = result_attributes,
};

int kernel_magic_time_start(struct lang_thread *t)
{
    return lang_type_ready(t, &result_type);
}

struct options {
    long long loops, repeat; /* loops 0: find it */
    int digits;
    bool quiet, give;
    bool processor; /* -c: the time of the processor instead of the wall's */
    char variable[128];
};

static int read_options(struct magic_call *call, const char **line, struct options *o)
{
    char value[128];
    int letter;
    *o = (struct options){.repeat = 7, .digits = 3};
    const struct magic_getopt allowed = {"n:r:tcp:qov:", NULL};
    while ((letter = kernel_magic_option(call, line, &allowed, value, sizeof value)) > 0) {
        long long number = strtoll(value, NULL, 10);
        if (letter == 'q')
            o->quiet = true;
        else if (letter == 'o')
            o->give = true;
        else if (letter == 'c' || letter == 't')
            o->processor = letter == 'c';
        else if (letter == 'v')
            snprintf(o->variable, sizeof o->variable, "%.*s", (int)sizeof o->variable - 1, value);
        else if (strchr("nrp", letter) && number <= 0 && !(letter == 'n' && value[0] == '0'))
            return lang_fail(call->t, LANG_EXC_ValueError, "invalid literal for int() with base 10: '%s'", value);
        else if (letter == 'n')
            o->loops = number;
        else if (letter == 'r')
            o->repeat = number;
        else if (letter == 'p')
            o->digits = number > 17 ? 17 : (int)number;
    }
    return letter;
}

/* Adds text with every line indented. */
static void put_indented(struct wire_text *out, const char *text, size_t length, const char *indent)
{
    size_t at = 0;
    while (at < length) {
        const char *newline = memchr(text + at, '\n', length - at);
        size_t end = newline ? (size_t)(newline - text) : length;
        wire_text_put(out, indent);
        wire_text_add(out, text + at, end - at);
        wire_text_put(out, "\n");
        at = end + 1;
    }
}

/* The function that runs the statement in a loop; its names are locals, as with CPython's timeit. */
static lang_value make_loop(struct magic_call *call, const char *setup, size_t setup_length, const char *body,
                            size_t body_length)
{
    struct wire_text text = {0};
    struct lang_thread *t = call->t;
    wire_text_put(&text, "def _timeit_loop(_timeit_range):\n    pass\n");
    put_indented(&text, setup, setup_length, "    ");
    wire_text_put(&text, "    yield\n    for _timeit_i in _timeit_range:\n");
    put_indented(&text, body, body_length, "        ");
    wire_text_put(&text, "    yield\n");
    lang_value function = lang_error(), ignored = lang_undef();
    struct lang_source source = {.text = text.data, .size = text.length, .filename = "<magic-timeit>"};
    if (text.failed)
        lang_no_memory(t);
    else if (!lang_run(t, &source, NULL, &ignored)) {
        lang_unref(t, ignored);
        struct lang_str *name = lang_str_from_c(t, "_timeit_loop");
        if (name) {
            function = lang_ref(lang_dict_get_str(t, lang_main_dict(t), name));
            if (lang_dict_del(t, lang_main_dict(t), lang_obj(name)) < 0)
                lang_set_steal(t, &function, lang_error());
            lang_decref(t, name);
        }
    }
    wire_text_clear(&text);
    return function;
}

/* Runs the loop n times. The two yields bracket it, so that setup and call are not measured. Negative: an exception. */
static double measure(struct magic_call *call, lang_value function, long long n, bool processor)
{
    double (*const now)(void) = processor ? user_time : wall_time;
    struct lang_thread *t = call->t;
    lang_value range = lang_dict_get_c(t, lang_builtins_dict(t), "range"), count = lang_int(n);
    lang_value numbers = lang_call(t, range, &count, 1, NULL);
    if (lang_is_error(numbers))
        return -1;
    lang_value generator = lang_call(t, function, &numbers, 1, NULL);
    lang_unref(t, numbers);
    if (lang_is_error(generator))
        return -1;
    double time = -1;
    lang_value first = lang_next(t, generator);
    if (!lang_is_error(first)) {
        double start = now();
        lang_value second = lang_next(t, generator);
        time = lang_is_error(second) ? -1 : now() - start;
        lang_unref(t, second);
    }
    lang_unref(t, first);
    lang_unref(t, generator);
    return time;
}

/* Measures all runs. Returns a new result or NULL with the exception. */
static struct result *measure_all(struct magic_call *call, lang_value function, struct options *o)
{
    struct lang_thread *t = call->t;
    double time = 0, sum = 0, squares = 0;
    if (!o->loops)
        for (o->loops = 1;; o->loops *= 10) {
            if ((time = measure(call, function, o->loops, o->processor)) < 0)
                return NULL;
            if (time >= 0.2 || o->loops >= 1000000000)
                break;
        }
    struct lang_list *runs = lang_list_new(t, o->repeat);
    struct result *r = runs ? lang_object_new(t, &result_type) : NULL;
    if (!r) {
        lang_xdecref(t, runs);
        return NULL;
    }
    r->runs = lang_obj(runs);
    r->loops = o->loops;
    r->repeat = o->repeat;
    r->digits = o->digits;
    for (long long i = 0; i < o->repeat; i++) {
        if ((time = measure(call, function, o->loops, o->processor)) < 0 ||
            lang_list_append(t, runs, lang_float(time))) {
            lang_decref(t, r);
            return NULL;
        }
        time /= (double)o->loops;
        r->best = !i || time < r->best ? time : r->best;
        r->worst = !i || time > r->worst ? time : r->worst;
        sum += time;
    }
    r->average = sum / (double)o->repeat;
    for (long long i = 0; i < o->repeat; i++) {
        double off = runs->items[i].f / (double)o->loops - r->average;
        squares += off * off;
    }
    r->stdev = sqrt(squares / (double)o->repeat);
    return r;
}

lang_value kernel_magic_timeit(struct magic_call *call)
{
    const char *line = call->line;
    struct options o;
    char text[256];
    if (read_options(call, &line, &o))
        return lang_error();
    if (!*line && !call->cell)
        return lang_none();
    lang_value function = call->cell ? make_loop(call, line, strlen(line), call->cell, call->cell_length)
                                     : make_loop(call, "", 0, line, strlen(line));
    if (lang_is_error(function))
        return function;
    struct result *r = measure_all(call, function, &o);
    lang_unref(call->t, function);
    if (!r)
        return lang_error();
    if (!o.quiet) {
        if (r->worst > 4 * r->best && r->best > 0 && r->worst > 1e-6)
            kernel_magic_print(
                call,
                "The slowest run took %.2f times longer than the fastest. This could mean that an intermediate "
                "result is being cached.\n",
                r->worst / r->best);
        describe(r, text, sizeof text);
        kernel_magic_print(call, "%s\n", text);
    }
    lang_value value = lang_obj(r);
    if (o.variable[0] && lang_dict_set_c(call->t, lang_main_dict(call->t), o.variable, value)) {
        lang_unref(call->t, value);
        return lang_error();
    }
    if (o.give)
        return value;
    lang_unref(call->t, value);
    return lang_none();
}
