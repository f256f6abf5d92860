/* lib_sqlite_callbacks.c: the library, values of it, and what it calls: functions, aggregates, window functions,
 * collations and handlers, and the lock that they take. Must not know of statements. */
#include "lib_codec.h"
#include "lib_optional.h"
#include "vm/code.h"

#ifdef HAVE_SQLITE
#include <stdio.h>
#include <string.h>

#include "lib_sqlite.h"

struct lang_sqlite lang_sqlite;

lang_value lang_sqlite_text(struct lang_thread *t, const char *text)
{
    return text ? lang_obj_or_error(lang_str_from_c(t, text)) : lang_none();
}

/* A text as bytes, where the module wants to make something else of it, or as str: None where it is no UTF-8. */
lang_value lang_sqlite_value(struct lang_thread *t, const void *data, int size, bool as_bytes)
{
    if (as_bytes)
        return lang_obj_or_error(lang_bytes_new(t, data, (size_t)size));
    struct lang_bytes *b = NULL;
    for (int i = 0; i < size; i++)
        if (((const uint8_t *)data)[i] > 127) { /* through the decoder that refuses what is wrong */
            b = lang_bytes_new(t, data, (size_t)size);
            if (!b)
                return lang_error();
            break;
        }
    if (!b)
        return lang_obj_or_error(lang_str_new(t, size ? data : "", (size_t)size));
    lang_value v = lang_call_method_c(t, lang_obj(b), "decode", NULL, 0);
    lang_decref(t, b);
    return v;
}

/* ---- the lock: SQLite works without it, callbacks take it
 * ------------------------------------------------------------ */

static _Thread_local struct lang_thread *running; /* who has called SQLite */
static _Thread_local bool unlocked;

void lang_sqlite_leave(struct lang_thread *t)
{
    running = t;
    unlocked = true;
    lang_unlock(t);
}
void lang_sqlite_come_back(struct lang_thread *t)
{
    lang_lock(t);
    unlocked = false;
}
void lang_sqlite_stay(struct lang_thread *t)
{
    running = t;
    unlocked = false;
}
/* Around a callback; the thread is not the caller's, but the one that called SQLite. */
struct callback {
    struct lang_thread *t;
    bool locked_here;
};
static struct callback begin_callback(void)
{
    struct callback c = {running, unlocked};
    if (c.locked_here)
        lang_sqlite_come_back(c.t);
    return c;
}
static void end_callback(struct callback c)
{
    if (c.locked_here)
        lang_sqlite_leave(c.t);
}

/* What a database calls: an object, held by SQLite. */
static void drop_object(void *o)
{
    struct callback c = begin_callback();
    lang_decref(c.t, o);
    end_callback(c);
}

/* ---- values and functions
 * ---------------------------------------------------------------------------------------------------------- */

static lang_value argument_value(struct lang_thread *t, sqlite3_value *v)
{
    switch (lang_sqlite.sqlite3_value_type(v)) {
    case SQLITE_INTEGER:
        return lang_int(lang_sqlite.sqlite3_value_int64(v));
    case SQLITE_FLOAT:
        return lang_float(lang_sqlite.sqlite3_value_double(v));
    case SQLITE_TEXT: {
        const void *data = lang_sqlite.sqlite3_value_text(v);
        return lang_sqlite_value(t, data, lang_sqlite.sqlite3_value_bytes(v), false);
    }
    case SQLITE_BLOB: {
        const void *data = lang_sqlite.sqlite3_value_blob(v);
        int size = lang_sqlite.sqlite3_value_bytes(v);
        return lang_obj_or_error(lang_bytes_new(t, size ? data : "", (size_t)size));
    }
    default:
        return lang_none();
    }
}

static bool tracebacks;              /* what callbacks raise goes to sys.unraisablehook */
static lang_value programming_error; /* the class of the module, while they do */

/* What a callback, `callee`, has raised goes no further. */
static void end_error(struct lang_thread *t, lang_value callee)
{
    if (tracebacks && lang_error_occurred(t))
        lang_unraisable(t, callee);
    lang_error_clear(t);
}

static void wrong_result(sqlite3_context *context, struct lang_thread *t, const char *text)
{
    const bool large = lang_error_is(t, LANG_EXC_OverflowError), full = lang_error_is(t, LANG_EXC_MemoryError);
    end_error(t, lang_obj(lang_sqlite.sqlite3_user_data(context)));
    if (large)
        lang_sqlite.sqlite3_result_error_toobig(context);
    else if (full)
        lang_sqlite.sqlite3_result_error_nomem(context);
    else
        lang_sqlite.sqlite3_result_error(context, text, -1);
}

static void wrong_method(sqlite3_context *context, struct lang_thread *t, const char *method, const char *what)
{
    char text[80];
    snprintf(text, sizeof text, "user-defined aggregate's '%s' method %s", method, what);
    wrong_result(context, t, text);
}

/* Gives a value to SQLite; false: it has none like it, or an exception is on the thread. */
static bool give_result(struct lang_thread *t, sqlite3_context *context, lang_value v)
{
    struct lang_buffer in;
    int64_t number;
    if (lang_is_none(v)) {
        lang_sqlite.sqlite3_result_null(context);
    } else if (lang_is_integer(v)) {
        if (!lang_int_fits(v, &number)) {
            lang_raise(t, LANG_EXC_OverflowError, "Python int too large to convert to SQLite INTEGER");
            return false;
        }
        lang_sqlite.sqlite3_result_int64(context, number);
    } else if (lang_is_float(v)) {
        lang_sqlite.sqlite3_result_double(context, lang_float_value(v));
    } else if (lang_is_str(v)) {
        size_t size;
        const char *text = lang_str_check_utf8(t, lang_as_str(v)) < 0 ? NULL : lang_str_utf8(t, lang_as_str(v), &size);
        if (!text)
            return false;
        lang_sqlite.sqlite3_result_text64(context, text, size, SQLITE_TRANSIENT, SQLITE_UTF8);
    } else if (lang_buffer_get(t, v, &in)) {
        lang_sqlite.sqlite3_result_blob64(context, in.length ? (const void *)in.data : "", (sqlite3_uint64)in.length,
                                          SQLITE_TRANSIENT);
        lang_buffer_release(t, &in);
    } else {
        if (tracebacks && lang_is_obj(programming_error) && !lang_error_occurred(t))
            lang_raise_class(t, (struct lang_type *)programming_error.o,
                             "User-defined functions cannot return '%N' values to SQLite", v);
        return false;
    }
    return true;
}

/* Calls `callee` with the values of a function of SQL. */
static lang_value call_with(struct lang_thread *t, lang_value callee, int count, sqlite3_value **values)
{
    lang_value r = lang_error(), *args = lang_alloc(t, ((size_t)count + 1) * sizeof *args);
    int n = 0;
    if (!args)
        return r;
    while (n < count && !lang_is_error(args[n] = argument_value(t, values[n])))
        n++;
    if (n == count)
        r = lang_call(t, callee, args, (size_t)n, NULL);
    for (int i = 0; i < n; i++)
        lang_unref(t, args[i]);
    lang_free(t, args, ((size_t)count + 1) * sizeof *args);
    return r;
}

static void run_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct callback c = begin_callback();
    lang_value r = call_with(c.t, lang_obj(lang_sqlite.sqlite3_user_data(context)), count, values);
    if (lang_is_error(r) || !give_result(c.t, context, r))
        wrong_result(context, c.t, "user-defined function raised exception");
    if (!lang_is_error(r))
        lang_unref(c.t, r);
    end_callback(c);
}

/* The instance of an aggregate lies in SQLite's memory for it: made for the first row. NULL: there is none. */
static struct lang_object *instance_of(sqlite3_context *context, struct lang_thread *t)
{
    struct lang_object **instance = lang_sqlite.sqlite3_aggregate_context(context, sizeof *instance);
    if (instance && !*instance) {
        lang_value made = lang_call(t, lang_obj(lang_sqlite.sqlite3_user_data(context)), NULL, 0, NULL);
        if (!lang_is_obj(made)) {
            wrong_method(context, t, "__init__", "raised error");
            return NULL;
        }
        *instance = made.o;
    }
    return instance ? *instance : NULL;
}

/* One row goes into an aggregate, or out of it again. */
static void give_row(sqlite3_context *context, struct lang_thread *t, struct lang_object *instance, const char *method,
                     int count, sqlite3_value **values)
{
    lang_value function = lang_getattr_c(t, lang_obj(instance), method);
    if (lang_is_error(function)) {
        wrong_method(context, t, method, "not defined");
        return;
    }
    lang_value r = call_with(t, function, count, values);
    lang_unref(t, function);
    if (lang_is_error(r))
        wrong_method(context, t, method, "raised error");
    else
        lang_unref(t, r);
}
static void run_step(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct callback c = begin_callback();
    struct lang_object *instance = instance_of(context, c.t);
    if (instance)
        give_row(context, c.t, instance, "step", count, values);
    end_callback(c);
}
static void run_inverse(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct callback c = begin_callback();
    struct lang_object **instance = lang_sqlite.sqlite3_aggregate_context(context, 0);
    if (instance && *instance)
        give_row(context, c.t, *instance, "inverse", count, values);
    end_callback(c);
}

/* What an aggregate comes to. unfit: the text where SQLite has no such values. */
static void ask_result(sqlite3_context *context, struct lang_thread *t, struct lang_object *instance,
                       const char *method, const char *unfit)
{
    lang_value r = lang_call_method_c(t, lang_obj(instance), method, NULL, 0);
    if (lang_is_error(r)) {
        wrong_method(context, t, method, lang_error_is(t, LANG_EXC_AttributeError) ? "not defined" : "raised error");
    } else {
        if (!give_result(t, context, r))
            wrong_result(context, t, unfit);
        lang_unref(t, r);
    }
}
static void run_value(sqlite3_context *context)
{
    struct callback c = begin_callback();
    struct lang_object **instance = lang_sqlite.sqlite3_aggregate_context(context, 0);
    if (instance && *instance)
        ask_result(context, c.t, *instance, "value",
                   "unable to set result from user-defined aggregate's 'value' method");
    end_callback(c);
}
static void run_final(sqlite3_context *context)
{
    struct callback c = begin_callback();
    struct lang_object **instance = lang_sqlite.sqlite3_aggregate_context(context, 0);
    if (instance && *instance) {
        ask_result(context, c.t, *instance, "finalize", "user-defined aggregate's 'finalize' method raised error");
        lang_decref(c.t, *instance);
        *instance = NULL;
    }
    end_callback(c);
}

static _Thread_local lang_value raised; /* the first exception of a collation, which ends its statement */

static int run_collation(void *callee, int left_size, const void *left, int right_size, const void *right)
{
    struct callback c = begin_callback();
    lang_value args[] = {lang_sqlite_value(c.t, left, left_size, false), lang_undef()};
    args[1] = lang_is_error(args[0]) ? lang_error() : lang_sqlite_value(c.t, right, right_size, false);
    int64_t order = 0;
    if (!lang_is_error(args[1])) {
        lang_value r = lang_call(c.t, lang_obj(callee), args, 2, NULL);
        if (!lang_is_error(r)) {
            order = lang_is_integer(r) ? lang_int_sign(r) : 0;
            lang_unref(c.t, r);
        }
        lang_unref(c.t, args[1]);
    }
    if (!lang_is_error(args[0]))
        lang_unref(c.t, args[0]);
    if (lang_error_occurred(c.t) && !lang_is_obj(raised))
        raised = lang_error_take(c.t);
    lang_error_clear(c.t);
    end_callback(c);
    return (int)order;
}

static int run_authorizer(void *database, int action, const char *a, const char *b, const char *schema,
                          const char *trigger)
{
    struct callback c = begin_callback();
    const char *texts[] = {a, b, schema, trigger};
    lang_value args[5] = {lang_int(action)};
    int n = 1;
    int64_t answer = SQLITE_DENY;
    while (n < 5 && !lang_is_error(args[n] = lang_sqlite_text(c.t, texts[n - 1])))
        n++;
    lang_value r =
        n == 5 ? lang_call(c.t, ((struct database *)database)->callbacks[AUTHORIZER], args, 5, NULL) : lang_error();
    if (!lang_is_error(r)) {
        if (!lang_is_integer(r) || !lang_int_fits(r, &answer))
            answer = SQLITE_DENY;
        lang_unref(c.t, r);
    }
    for (int i = 0; i < n; i++)
        lang_unref(c.t, args[i]);
    end_error(c.t, ((struct database *)database)->callbacks[AUTHORIZER]);
    end_callback(c);
    return (int)answer;
}

static int run_progress(void *database)
{
    struct callback c = begin_callback();
    lang_value r = lang_call(c.t, ((struct database *)database)->callbacks[PROGRESS], NULL, 0, NULL);
    int stops = lang_is_error(r) || lang_truth(c.t, r) != 0;
    if (!lang_is_error(r))
        lang_unref(c.t, r);
    end_error(c.t, ((struct database *)database)->callbacks[PROGRESS]);
    end_callback(c);
    return stops;
}

/* Without a handler of the program: an interrupt stops what runs. */
static int run_check(void *database)
{
    (void)database;
    return lang_interrupted(running);
}

static int run_trace(unsigned kind, void *database, void *statement, void *sql)
{
    if (kind != SQLITE_TRACE_STMT)
        return 0;
    struct callback c = begin_callback();
    char *full = strncmp(sql, "--", 2) == 0 ? NULL : lang_sqlite.sqlite3_expanded_sql(statement);
    lang_value text = lang_sqlite_text(c.t, full ? full : sql);
    lang_value r =
        lang_is_error(text) ? text : lang_call(c.t, ((struct database *)database)->callbacks[TRACE], &text, 1, NULL);
    if (!lang_is_error(r))
        lang_unref(c.t, r);
    if (!lang_is_error(text))
        lang_unref(c.t, text);
    end_error(c.t, ((struct database *)database)->callbacks[TRACE]);
    if (full)
        lang_sqlite.sqlite3_free(full);
    end_callback(c);
    return 0;
}

void lang_sqlite_watch(struct database *d)
{
    lang_sqlite.sqlite3_progress_handler(d->db, 10000, run_check, d);
}

bool lang_sqlite_failed(struct lang_thread *t)
{
    if (!lang_is_obj(raised))
        return false;
    lang_error_restore(t, raised);
    raised = lang_undef();
    return true;
}

/* Of (kind, name, arguments, flags, callee or None): SQLite's code. Kind 0 a function, 1 an aggregate, 2
 * a collation, 3 a window function. */
lang_value lang_sqlite_add_function(struct lang_thread *t, struct database *d, const lang_value *a)
{
    int64_t kind, count, flags;
    const char *name = lang_as_utf8(t, a[1], "name", NULL);

    if (!name || lang_as_int64(t, a[0], &kind) < 0 || lang_as_c_int(t, a[2], &count) < 0 ||
        lang_as_int64(t, a[3], &flags) < 0)
        return lang_error();
    const bool gone = !lang_is_obj(a[4]);
    void *callee = gone ? NULL : lang_incref(a[4].o);
    lang_sqlite_stay(t);
    int code;
    if (kind == 2)
        code = lang_sqlite.sqlite3_create_collation_v2(d->db, name, SQLITE_UTF8, callee, gone ? NULL : run_collation,
                                                       gone ? NULL : drop_object);
    else if (kind == 3)
        code = lang_sqlite.sqlite3_create_window_function(
            d->db, name, (int)count, SQLITE_UTF8, callee, gone ? NULL : run_step, gone ? NULL : run_final,
            gone ? NULL : run_value, gone ? NULL : run_inverse, gone ? NULL : drop_object);
    else
        code = lang_sqlite.sqlite3_create_function_v2(
            d->db, name, (int)count, SQLITE_UTF8 | (int)flags, callee, gone || kind ? NULL : run_function,
            gone || !kind ? NULL : run_step, gone || !kind ? NULL : run_final, gone ? NULL : drop_object);
    if (kind == 2 && code != SQLITE_OK && callee)
        lang_decref(t, callee); /* the one case in which SQLite does not */
    return lang_int(code);
}

/* Of (which, callee or None, steps). */
lang_value lang_sqlite_set_callback(struct lang_thread *t, struct database *d, const lang_value *a)
{
    int64_t which, steps;

    if (lang_as_int64(t, a[0], &which) < 0 || lang_as_int64(t, a[2], &steps) < 0)
        return lang_error();
    const bool gone = !lang_is_obj(a[1]);
    if (which == AUTHORIZER) {
        lang_sqlite.sqlite3_set_authorizer(d->db, gone ? NULL : run_authorizer, d);
    } else if (which == PROGRESS) {
        lang_sqlite.sqlite3_progress_handler(d->db, gone ? 10000 : (int)steps, gone ? run_check : run_progress, d);
    } else {
        which = TRACE;
        lang_sqlite.sqlite3_trace_v2(d->db, gone ? 0 : SQLITE_TRACE_STMT, gone ? NULL : run_trace, d);
    }
    lang_set_steal(t, &d->callbacks[which], gone ? lang_undef() : lang_ref(a[1]));
    return lang_none();
}

/* tracebacks(on, class): what callbacks raise is shown, values that SQLite does not have as an exception of the class.
 */
lang_value lang_sqlite_show_tracebacks(struct lang_thread *t, const lang_value *a)
{
    int on = lang_truth(t, a[0]);
    if (on < 0 || !lang_is_a(a[1], &lang_type_type))
        return on < 0 ? lang_error() : lang_raise(t, LANG_EXC_TypeError, "a class is required");
    tracebacks = on != 0;
    lang_set_steal(t, &programming_error, on ? lang_ref(a[1]) : lang_undef());
    return lang_none();
}
#endif
