/* lib_sqlite.c: the module _sqlite_calls: the functions of SQLite that sqlite3 is made of; the library is opened when
 * the module is. Owns handles, the conversion of values, and how callbacks come back; rules of the DB-API are the
 * module's. */
#include "lib_codec.h"
#include "lib_optional.h"

#ifdef HAVE_SQLITE
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

static struct {
#define F(name) LANG_OPTIONAL_POINTER(name)
#include "lib_sqlite.def"
#undef F
} lib;

/* ---- the lock: SQLite works without it, callbacks take it
 * ------------------------------------------------------------ */

static _Thread_local struct lang_thread *running; /* who has called SQLite */
static _Thread_local bool unlocked;

static void leave(struct lang_thread *t)
{
    running = t;
    unlocked = true;
    lang_unlock(t);
}
static void come_back(struct lang_thread *t)
{
    lang_lock(t);
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
        come_back(c.t);
    return c;
}
static void end_callback(struct callback c)
{
    if (c.locked_here)
        leave(c.t);
}

/* What a database calls: an object, held by SQLite. */
static void drop_object(void *o)
{
    struct callback c = begin_callback();
    lang_decref(c.t, o);
    end_callback(c);
}

/* ---- handles
 * ---------------------------------------------------------------------------------------------------------- */

enum { CALLBACKS = 3, AUTHORIZER = 0, PROGRESS, TRACE };
struct database {
    sqlite3 *db;
    lang_value callbacks[CALLBACKS]; /* UNDEF: none */
    int users;                       /* the handle, statements, backups and blobs */
};
struct statement {
    sqlite3_stmt *s;
    struct database *d;
};
struct copying {
    sqlite3_backup *b;
    struct database *to, *from;
};
struct part {
    sqlite3_blob *b;
    struct database *d;
};
static const char database_name[] = "sqlite", statement_name[] = "sqlite statement", copying_name[] = "sqlite backup",
                  part_name[] = "sqlite blob";

static struct lang_thread *thread_of_end; /* handles are freed with the interpreter lock */

static void close_database(struct lang_thread *t, struct database *d)
{
    running = t;
    unlocked = false;
    if (d->db)
        lib.sqlite3_close_v2(d->db);
    d->db = NULL;
    for (int i = 0; i < CALLBACKS; i++)
        lang_clear(t, &d->callbacks[i]);
}
static void drop_user(struct database *d)
{
    if (--d->users == 0) {
        close_database(thread_of_end, d);
        free(d);
    }
}
static void end_database(void *pointer)
{
    struct database *d = pointer;
    drop_user(d);
}
static void end_statement(void *pointer)
{
    struct statement *s = pointer;
    running = thread_of_end;
    if (s->s)
        lib.sqlite3_finalize(s->s);
    drop_user(s->d);
    free(s);
}
static void end_copying(void *pointer)
{
    struct copying *c = pointer;
    if (c->b)
        lib.sqlite3_backup_finish(c->b);
    drop_user(c->to);
    drop_user(c->from);
    free(c);
}
static void end_part(void *pointer)
{
    struct part *p = pointer;
    if (p->b)
        lib.sqlite3_blob_close(p->b);
    drop_user(p->d);
    free(p);
}

static lang_value handle_new(struct lang_thread *t, void *p, const char *name, void (*end)(void *))
{
    struct lang_capsule *capsule = lang_capsule_new(t, p, name, end);
    if (!capsule)
        end(p);
    return lang_obj_or_error(capsule);
}

static void *handle_of(struct lang_thread *t, lang_value v, const char *name)
{
    thread_of_end = t;
    if (lang_is_exactly(v, &lang_type_capsule) && ((struct lang_capsule *)v.o)->name == name)
        return ((struct lang_capsule *)v.o)->pointer;
    return lang_fail_null(t, LANG_EXC_TypeError, "a handle of %s is required, not '%N'", name, v);
}
static struct database *database_of(struct lang_thread *t, lang_value v)
{
    struct database *d = handle_of(t, v, database_name);
    return !d || d->db ? d : lang_fail_null(t, LANG_EXC_ValueError, "the database is closed");
}
static struct statement *statement_of(struct lang_thread *t, lang_value v)
{
    struct statement *s = handle_of(t, v, statement_name);
    return !s || (s->s && s->d->db) ? s : lang_fail_null(t, LANG_EXC_ValueError, "the statement is closed");
}

/* ---- values
 * ----------------------------------------------------------------------------------------------------------- */

static lang_value text_value(struct lang_thread *t, const char *text)
{
    return text ? lang_obj_or_error(lang_str_from_c(t, text)) : lang_none();
}

/* A text as bytes, where the module wants to make something else of it, or as str: None where it is no UTF-8. */
static lang_value value_of_text(struct lang_thread *t, const void *data, int size, bool as_bytes)
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

static lang_value argument_value(struct lang_thread *t, sqlite3_value *v)
{
    switch (lib.sqlite3_value_type(v)) {
    case SQLITE_INTEGER:
        return lang_int(lib.sqlite3_value_int64(v));
    case SQLITE_FLOAT:
        return lang_float(lib.sqlite3_value_double(v));
    case SQLITE_TEXT: {
        const void *data = lib.sqlite3_value_text(v);
        return value_of_text(t, data, lib.sqlite3_value_bytes(v), false);
    }
    case SQLITE_BLOB: {
        const void *data = lib.sqlite3_value_blob(v);
        int size = lib.sqlite3_value_bytes(v);
        return lang_obj_or_error(lang_bytes_new(t, size ? data : "", (size_t)size));
    }
    default:
        return lang_none();
    }
}

static void wrong_result(sqlite3_context *context, struct lang_thread *t, const char *text)
{
    lang_error_clear(t);
    lib.sqlite3_result_error(context, text, -1);
}

/* Gives a value to SQLite; false: it has none like it, or an exception is on the thread. */
static bool give_result(struct lang_thread *t, sqlite3_context *context, lang_value v)
{
    struct lang_buffer in;
    int64_t number;
    if (lang_is_none(v)) {
        lib.sqlite3_result_null(context);
    } else if (lang_is_integer(v)) {
        if (!lang_int_fits(v, &number))
            return false;
        lib.sqlite3_result_int64(context, number);
    } else if (lang_is_float(v)) {
        lib.sqlite3_result_double(context, lang_float_value(v));
    } else if (lang_is_str(v)) {
        size_t size;
        const char *text = lang_str_check_utf8(t, lang_as_str(v)) < 0 ? NULL : lang_str_utf8(t, lang_as_str(v), &size);
        if (!text)
            return false;
        lib.sqlite3_result_text64(context, text, size, SQLITE_TRANSIENT, SQLITE_UTF8);
    } else if (lang_buffer_get(t, v, &in)) {
        lib.sqlite3_result_blob64(context, in.length ? (const void *)in.data : "", (sqlite3_uint64)in.length,
                                  SQLITE_TRANSIENT);
        lang_buffer_release(t, &in);
    } else {
        return false;
    }
    return true;
}

/* Calls `callee`, or its method, with the values of a function of SQL. */
static lang_value call_with(struct lang_thread *t, lang_value callee, const char *method, int count,
                            sqlite3_value **values)
{
    lang_value r = lang_error(), *args = lang_alloc(t, ((size_t)count + 1) * sizeof *args);
    int n = 0;
    if (!args)
        return r;
    while (n < count && !lang_is_error(args[n] = argument_value(t, values[n])))
        n++;
    if (n == count)
        r = method ? lang_call_method_c(t, callee, method, args, (size_t)n)
                   : lang_call(t, callee, args, (size_t)n, NULL);
    for (int i = 0; i < n; i++)
        lang_unref(t, args[i]);
    lang_free(t, args, ((size_t)count + 1) * sizeof *args);
    return r;
}

static void run_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct callback c = begin_callback();
    lang_value r = call_with(c.t, lang_obj(lib.sqlite3_user_data(context)), NULL, count, values);
    if (lang_is_error(r) || !give_result(c.t, context, r))
        wrong_result(context, c.t, "user-defined function raised exception");
    if (!lang_is_error(r))
        lang_unref(c.t, r);
    end_callback(c);
}

/* The instance of an aggregate lies in SQLite's memory for it. */
static void run_step(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct callback c = begin_callback();
    struct lang_object **instance = lib.sqlite3_aggregate_context(context, sizeof *instance);
    const char *wrong = NULL;
    if (instance && !*instance) {
        lang_value made = lang_call(c.t, lang_obj(lib.sqlite3_user_data(context)), NULL, 0, NULL);
        if (lang_is_obj(made))
            *instance = made.o;
        else
            wrong = "user-defined aggregate's '__init__' method raised error";
    }
    if (!wrong && instance) {
        lang_value r = call_with(c.t, lang_obj(*instance), "step", count, values);
        if (lang_is_error(r))
            wrong = "user-defined aggregate's 'step' method raised error";
        else
            lang_unref(c.t, r);
    }
    if (wrong)
        wrong_result(context, c.t, wrong);
    end_callback(c);
}
static void run_final(sqlite3_context *context)
{
    struct callback c = begin_callback();
    struct lang_object **instance = lib.sqlite3_aggregate_context(context, 0);
    if (instance && *instance) {
        lang_value r = lang_call_method_c(c.t, lang_obj(*instance), "finalize", NULL, 0);
        if (lang_is_error(r) || !give_result(c.t, context, r))
            wrong_result(context, c.t, "user-defined aggregate's 'finalize' method raised error");
        if (!lang_is_error(r))
            lang_unref(c.t, r);
        lang_decref(c.t, *instance);
        *instance = NULL;
    }
    end_callback(c);
}

static int run_collation(void *callee, int left_size, const void *left, int right_size, const void *right)
{
    struct callback c = begin_callback();
    lang_value args[] = {value_of_text(c.t, left, left_size, false), lang_undef()};
    args[1] = lang_is_error(args[0]) ? lang_error() : value_of_text(c.t, right, right_size, false);
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
    while (n < 5 && !lang_is_error(args[n] = text_value(c.t, texts[n - 1])))
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
    lang_error_clear(c.t);
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
    lang_error_clear(c.t);
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
    char *full = strncmp(sql, "--", 2) == 0 ? NULL : lib.sqlite3_expanded_sql(statement);
    lang_value text = text_value(c.t, full ? full : sql);
    lang_value r =
        lang_is_error(text) ? text : lang_call(c.t, ((struct database *)database)->callbacks[TRACE], &text, 1, NULL);
    if (!lang_is_error(r))
        lang_unref(c.t, r);
    if (!lang_is_error(text))
        lang_unref(c.t, text);
    lang_error_clear(c.t);
    if (full)
        lib.sqlite3_free(full);
    end_callback(c);
    return 0;
}

/* ---- databases
 * ---------------------------------------------------------------------------------------------------------- */

static lang_value told(struct lang_thread *t, int code, const char *text)
{
    struct lang_str *s = lang_str_from_c(t, text ? text : "");
    if (!s)
        return lang_error();
    lang_value items[] = {lang_int(code & 255), lang_int(code), lang_obj(s)};
    lang_value v = lang_obj_or_error(lang_tuple_from(t, items, 3));
    lang_decref(t, s);
    return v;
}

/* open(name, flags): a database, or (code, extended code, text). */
static lang_value q_open(struct lang_thread *t, const lang_value *a)
{
    int64_t flags;
    const char *name = lang_as_utf8(t, a[0], "database", NULL);
    struct database *d;

    if (!name || lang_as_int64(t, a[1], &flags) < 0)
        return lang_error();
    if (!(d = calloc(1, sizeof *d)))
        return lang_no_memory(t);
    thread_of_end = t;
    d->users = 1;
    for (int i = 0; i < CALLBACKS; i++)
        d->callbacks[i] = lang_undef();
    leave(t);
    int code = lib.sqlite3_open_v2(name, &d->db, (int)flags, NULL);
    come_back(t);
    if (code == SQLITE_OK) {
        lib.sqlite3_progress_handler(d->db, 10000, run_check, d);
        return handle_new(t, d, database_name, end_database);
    }
    lang_value v = told(t, code, d->db ? lib.sqlite3_errmsg(d->db) : lib.sqlite3_errstr(code));
    drop_user(d);
    return v;
}

static lang_value q_close(struct lang_thread *t, const lang_value *a)
{
    struct database *d = handle_of(t, a[0], database_name);
    if (!d)
        return lang_error();
    close_database(t, d);
    return lang_none();
}

static lang_value q_error(struct lang_thread *t, const lang_value *a)
{
    struct database *d = database_of(t, a[0]);
    return d ? told(t, lib.sqlite3_extended_errcode(d->db), lib.sqlite3_errmsg(d->db)) : lang_error();
}

/* info(database): (changes, changes in all, last rowid, whether a transaction is open) */
static lang_value q_info(struct lang_thread *t, const lang_value *a)
{
    struct database *d = database_of(t, a[0]);
    if (!d)
        return lang_error();
    lang_value items[] = {lang_int(lib.sqlite3_changes(d->db)), lang_int(lib.sqlite3_total_changes(d->db)),
                          lang_int(lib.sqlite3_last_insert_rowid(d->db)),
                          lang_bool(!lib.sqlite3_get_autocommit(d->db))};
    return lang_obj_or_error(lang_tuple_from(t, items, 4));
}

/* set(database, what, a, b): 0 interrupt, 1 time to wait, 2 limit a to b (-1: what it is) */
static lang_value q_set(struct lang_thread *t, const lang_value *a)
{
    struct database *d = database_of(t, a[0]);
    int64_t n[3];
    for (int i = 0; d && i < 3; i++)
        if (lang_as_int64(t, a[i + 1], &n[i]) < 0)
            return lang_error();
    if (!d)
        return lang_error();
    if (n[0] == 0)
        lib.sqlite3_interrupt(d->db);
    else if (n[0] == 1)
        lib.sqlite3_busy_timeout(d->db, (int)n[1]);
    return lang_int(n[0] == 2 ? lib.sqlite3_limit(d->db, (int)n[1], (int)n[2]) : 0);
}

/* function(database, kind, name, arguments, flags, callee or None): SQLite's code. Kind 0 a function, 1 an aggregate, 2
 * a collation. */
static lang_value q_function(struct lang_thread *t, const lang_value *a)
{
    struct database *d = database_of(t, a[0]);
    int64_t kind, count, flags;
    const char *name = d ? lang_as_utf8(t, a[2], "name", NULL) : NULL;

    if (!name || lang_as_int64(t, a[1], &kind) < 0 || lang_as_int64(t, a[3], &count) < 0 ||
        lang_as_int64(t, a[4], &flags) < 0)
        return lang_error();
    const bool gone = !lang_is_obj(a[5]);
    void *callee = gone ? NULL : lang_incref(a[5].o);
    running = t;
    int code;
    if (kind == 2)
        code = lib.sqlite3_create_collation_v2(d->db, name, SQLITE_UTF8, callee, gone ? NULL : run_collation,
                                               gone ? NULL : drop_object);
    else
        code = lib.sqlite3_create_function_v2(d->db, name, (int)count, SQLITE_UTF8 | (int)flags, callee,
                                              gone || kind ? NULL : run_function, gone || !kind ? NULL : run_step,
                                              gone || !kind ? NULL : run_final, gone ? NULL : drop_object);
    if (kind == 2 && code != SQLITE_OK && callee)
        lang_decref(t, callee); /* the one case in which SQLite does not */
    return lang_int(code);
}

/* callback(database, which, callee or None, steps) */
static lang_value q_callback(struct lang_thread *t, const lang_value *a)
{
    struct database *d = database_of(t, a[0]);
    int64_t which, steps;

    if (!d || lang_as_int64(t, a[1], &which) < 0 || lang_as_int64(t, a[3], &steps) < 0)
        return lang_error();
    const bool gone = !lang_is_obj(a[2]);
    if (which == AUTHORIZER) {
        lib.sqlite3_set_authorizer(d->db, gone ? NULL : run_authorizer, d);
    } else if (which == PROGRESS) {
        lib.sqlite3_progress_handler(d->db, gone ? 10000 : (int)steps, gone ? run_check : run_progress, d);
    } else {
        which = TRACE;
        lib.sqlite3_trace_v2(d->db, gone ? 0 : SQLITE_TRACE_STMT, gone ? NULL : run_trace, d);
    }
    lang_set_steal(t, &d->callbacks[which], gone ? lang_undef() : lang_ref(a[2]));
    return lang_none();
}

/* ---- statements
 * --------------------------------------------------------------------------------------------------------- */

/* prepare(database, sql as bytes): (statement or None, bytes used), or a code. */
static lang_value q_prepare(struct lang_thread *t, const lang_value *a)
{
    struct database *d = database_of(t, a[0]);
    struct lang_buffer sql;
    const char *tail = NULL;
    struct statement *s;

    if (!d || lang_codec_bytes(t, a[1], &sql) < 0)
        return lang_error();
    if (!(s = calloc(1, sizeof *s))) {
        lang_buffer_release(t, &sql);
        return lang_no_memory(t);
    }
    s->d = d;
    d->users++;
    leave(t);
    int code = sql.length > INT32_MAX
                   ? SQLITE_TOOBIG
                   : lib.sqlite3_prepare_v2(d->db, (const char *)sql.data, (int)sql.length, &s->s, &tail);
    come_back(t);
    int64_t used = tail ? tail - (const char *)sql.data : 0;
    lang_buffer_release(t, &sql);
    lang_value items[] = {lang_none(), lang_int(used)};
    if (code != SQLITE_OK || !s->s) {
        end_statement(s);
        return code != SQLITE_OK ? lang_int(code) : lang_obj_or_error(lang_tuple_from(t, items, 2));
    }
    items[0] = handle_new(t, s, statement_name, end_statement);
    if (lang_is_error(items[0]))
        return lang_error();
    lang_value v = lang_obj_or_error(lang_tuple_from(t, items, 2));
    lang_unref(t, items[0]);
    return v;
}

static lang_value column_value(struct lang_thread *t, sqlite3_stmt *s, int i, bool texts_as_bytes)
{
    switch (lib.sqlite3_column_type(s, i)) {
    case SQLITE_INTEGER:
        return lang_int(lib.sqlite3_column_int64(s, i));
    case SQLITE_FLOAT:
        return lang_float(lib.sqlite3_column_double(s, i));
    case SQLITE_TEXT: {
        const void *data = lib.sqlite3_column_text(s, i);
        return value_of_text(t, data, lib.sqlite3_column_bytes(s, i), texts_as_bytes);
    }
    case SQLITE_BLOB: {
        const void *data = lib.sqlite3_column_blob(s, i);
        int size = lib.sqlite3_column_bytes(s, i);
        return lang_obj_or_error(lang_bytes_new(t, size ? data : "", (size_t)size));
    }
    default:
        return lang_none();
    }
}

/* The row on which a statement stands. Columns that `raw` names (a tuple of bools, or None) are bytes; texts are tuples
 * of bytes where the module decodes them itself. */
static lang_value row_of(struct lang_thread *t, sqlite3_stmt *s, lang_value raw, bool decoded_there)
{
    int count = lib.sqlite3_column_count(s);
    struct lang_tuple *row = lang_tuple_new(t, count);
    const struct lang_tuple *marks = lang_is_exactly(raw, &lang_type_tuple) ? (const struct lang_tuple *)raw.o : NULL;
    if (!row)
        return lang_error();
    for (int i = 0; i < count; i++)
        row->items[i] = lang_none();
    for (int i = 0; i < count; i++) {
        lang_value v;
        if (marks && i < marks->length && lang_truth(t, marks->items[i]) > 0 &&
            lib.sqlite3_column_type(s, i) != SQLITE_NULL) {
            const void *data = lib.sqlite3_column_blob(s, i);
            int size = lib.sqlite3_column_bytes(s, i);
            v = lang_obj_or_error(lang_bytes_new(t, size ? data : "", (size_t)size));
        } else {
            v = column_value(t, s, i, decoded_there);
            if (decoded_there && !lang_is_error(v) && lib.sqlite3_column_type(s, i) == SQLITE_TEXT) {
                lang_value wrapped = lang_obj_or_error(lang_tuple_from(t, &v, 1));
                lang_unref(t, v);
                v = wrapped;
            }
        }
        if (lang_is_error(v)) {
            lang_decref(t, row);
            return v;
        }
        row->items[i] = v;
    }
    return lang_obj(row);
}

/* step(statement, raw columns, texts are decoded by the module): a row, None at the end, or a code. */
static lang_value q_step(struct lang_thread *t, const lang_value *a)
{
    struct statement *s = statement_of(t, a[0]);
    if (!s)
        return lang_error();
    leave(t);
    int code = lib.sqlite3_step(s->s);
    come_back(t);
    if (lang_poll(t) < 0)
        return lang_error();
    return code == SQLITE_ROW    ? row_of(t, s->s, a[1], lang_truth(t, a[2]) > 0)
           : code == SQLITE_DONE ? lang_none()
                                 : lang_int(code);
}

static lang_value q_reset(struct lang_thread *t, const lang_value *a)
{
    struct statement *s = statement_of(t, a[0]);
    if (!s)
        return lang_error();
    leave(t);
    int code = lib.sqlite3_reset(s->s);
    come_back(t);
    return lang_int(code);
}

static lang_value q_finalize(struct lang_thread *t, const lang_value *a)
{
    struct statement *s = handle_of(t, a[0], statement_name);
    if (!s)
        return lang_error();
    running = t;
    if (s->s)
        lib.sqlite3_finalize(s->s);
    s->s = NULL;
    return lang_none();
}

/* columns(statement): (name, declared type or None) of each. */
static lang_value q_columns(struct lang_thread *t, const lang_value *a)
{
    struct statement *s = statement_of(t, a[0]);
    int count = s ? lib.sqlite3_column_count(s->s) : 0;
    struct lang_list *all = s ? lang_list_new(t, count) : NULL;
    for (int i = 0; all && i < count; i++) {
        lang_value items[] = {text_value(t, lib.sqlite3_column_name(s->s, i)), lang_undef()};
        items[1] = lang_is_error(items[0]) ? items[0] : text_value(t, lib.sqlite3_column_decltype(s->s, i));
        struct lang_tuple *pair = lang_is_error(items[1]) ? NULL : lang_tuple_from(t, items, 2);
        for (int k = 0; k < 2; k++)
            if (!lang_is_error(items[k]))
                lang_unref(t, items[k]);
        if (!pair || lang_list_append_steal(t, all, lang_obj(pair)) < 0) {
            lang_decref(t, all);
            return lang_error();
        }
    }
    return lang_obj_or_error(all);
}

/* parameters(statement): the name of each, None for a plain one. */
static lang_value q_parameters(struct lang_thread *t, const lang_value *a)
{
    struct statement *s = statement_of(t, a[0]);
    int count = s ? lib.sqlite3_bind_parameter_count(s->s) : 0;
    struct lang_list *all = s ? lang_list_new(t, count) : NULL;
    for (int i = 1; all && i <= count; i++) {
        lang_value name = text_value(t, lib.sqlite3_bind_parameter_name(s->s, i));
        if (lang_is_error(name) || lang_list_append_steal(t, all, name) < 0) {
            lang_decref(t, all);
            return lang_error();
        }
    }
    return lang_obj_or_error(all);
}

/* bind(statement, number, value): SQLite's code; None: it has no such values. */
static lang_value q_bind(struct lang_thread *t, const lang_value *a)
{
    struct statement *s = statement_of(t, a[0]);
    int64_t at, number;
    struct lang_buffer in;

    if (!s || lang_as_int64(t, a[1], &at) < 0)
        return lang_error();
    const int i = (int)at;
    const lang_value v = a[2];
    if (lang_is_none(v))
        return lang_int(lib.sqlite3_bind_null(s->s, i));
    if (lang_is_integer(v)) {
        if (!lang_int_fits(v, &number))
            return lang_raise(t, LANG_EXC_OverflowError, "Python int too large to convert to SQLite INTEGER");
        return lang_int(lib.sqlite3_bind_int64(s->s, i, number));
    }
    if (lang_is_float(v))
        return lang_int(lib.sqlite3_bind_double(s->s, i, lang_float_value(v)));
    if (lang_is_str(v)) {
        size_t size;
        const char *text = lang_str_check_utf8(t, lang_as_str(v)) < 0 ? NULL : lang_str_utf8(t, lang_as_str(v), &size);
        return text ? lang_int(lib.sqlite3_bind_text64(s->s, i, text, size, SQLITE_TRANSIENT, SQLITE_UTF8))
                    : lang_error();
    }
    if (!lang_buffer_get(t, v, &in))
        return lang_none();
    int code = lib.sqlite3_bind_blob64(s->s, i, in.length ? (const void *)in.data : "", (sqlite3_uint64)in.length,
                                       SQLITE_TRANSIENT);
    lang_buffer_release(t, &in);
    return lang_int(code);
}

static lang_value q_readonly(struct lang_thread *t, const lang_value *a)
{
    struct statement *s = statement_of(t, a[0]);
    return s ? lang_bool(lib.sqlite3_stmt_readonly(s->s)) : lang_error();
}

/* ---- backups, blobs, images
 * --------------------------------------------------------------------------------------------- */

/* backup(to, name there, from, name there): a handle, or None and the error is that of `to`. */
static lang_value q_backup(struct lang_thread *t, const lang_value *a)
{
    struct database *to = database_of(t, a[0]), *from = to ? database_of(t, a[2]) : NULL;
    const char *there = from ? lang_as_utf8(t, a[1], "name", NULL) : NULL,
               *here = there ? lang_as_utf8(t, a[3], "name", NULL) : NULL;
    struct copying *c;
    if (!here)
        return lang_error();
    if (!(c = calloc(1, sizeof *c)))
        return lang_no_memory(t);
    c->to = to;
    c->from = from;
    to->users++;
    from->users++;
    c->b = lib.sqlite3_backup_init(to->db, there, from->db, here);
    if (c->b)
        return handle_new(t, c, copying_name, end_copying);
    end_copying(c);
    return lang_none();
}

/* backup_step(backup, pages): (code, pages that are left, pages in all) */
static lang_value q_backup_step(struct lang_thread *t, const lang_value *a)
{
    struct copying *c = handle_of(t, a[0], copying_name);
    int64_t pages;
    if (!c || lang_as_int64(t, a[1], &pages) < 0)
        return lang_error();
    if (!c->b || !c->to->db || !c->from->db)
        return lang_raise(t, LANG_EXC_ValueError, "the backup is over");
    leave(t);
    int code = lib.sqlite3_backup_step(c->b, (int)pages);
    come_back(t);
    lang_value items[] = {lang_int(code), lang_int(lib.sqlite3_backup_remaining(c->b)),
                          lang_int(lib.sqlite3_backup_pagecount(c->b))};
    return lang_obj_or_error(lang_tuple_from(t, items, 3));
}

static lang_value q_backup_finish(struct lang_thread *t, const lang_value *a)
{
    struct copying *c = handle_of(t, a[0], copying_name);
    if (!c)
        return lang_error();
    int code = c->b ? lib.sqlite3_backup_finish(c->b) : SQLITE_OK;
    c->b = NULL;
    return lang_int(code);
}

/* blob(database, schema, table, column, row, writes): a handle, or a code. */
static lang_value q_blob(struct lang_thread *t, const lang_value *a)
{
    struct database *d = database_of(t, a[0]);
    const char *names[3];
    int64_t row, writes;
    struct part *p;
    if (!d || lang_as_int64(t, a[4], &row) < 0 || lang_as_int64(t, a[5], &writes) < 0)
        return lang_error();
    for (int i = 0; i < 3; i++)
        if (!(names[i] = lang_as_utf8(t, a[i + 1], "name", NULL)))
            return lang_error();
    if (!(p = calloc(1, sizeof *p)))
        return lang_no_memory(t);
    p->d = d;
    d->users++;
    int code = lib.sqlite3_blob_open(d->db, names[0], names[1], names[2], row, writes != 0, &p->b);
    if (code == SQLITE_OK)
        return handle_new(t, p, part_name, end_part);
    end_part(p);
    return lang_int(code);
}

static struct part *part_of(struct lang_thread *t, lang_value v)
{
    struct part *p = handle_of(t, v, part_name);
    return !p || (p->b && p->d->db) ? p : lang_fail_null(t, LANG_EXC_ValueError, "the blob is closed");
}

static lang_value q_blob_size(struct lang_thread *t, const lang_value *a)
{
    struct part *p = part_of(t, a[0]);
    return p ? lang_int(lib.sqlite3_blob_bytes(p->b)) : lang_error();
}

static lang_value q_blob_read(struct lang_thread *t, const lang_value *a)
{
    struct part *p = part_of(t, a[0]);
    int64_t at, size;
    if (!p || lang_as_int64(t, a[1], &at) < 0 || lang_as_int64(t, a[2], &size) < 0)
        return lang_error();
    if (at < 0 || size < 0 || at + size > lib.sqlite3_blob_bytes(p->b))
        return lang_raise(t, LANG_EXC_ValueError, "outside of the blob");
    struct lang_bytes *out = lang_bytes_new(t, NULL, (size_t)size);
    int code = out ? lib.sqlite3_blob_read(p->b, out->data, (int)size, (int)at) : SQLITE_OK;
    if (code == SQLITE_OK)
        return lang_obj_or_error(out);
    lang_decref(t, out);
    return lang_int(code);
}

static lang_value q_blob_write(struct lang_thread *t, const lang_value *a)
{
    struct part *p = part_of(t, a[0]);
    struct lang_buffer in;
    int64_t at;
    if (!p || lang_as_int64(t, a[1], &at) < 0 || lang_codec_bytes(t, a[2], &in) < 0)
        return lang_error();
    int code = at < 0 || at + in.length > lib.sqlite3_blob_bytes(p->b)
                   ? SQLITE_RANGE
                   : lib.sqlite3_blob_write(p->b, in.data, (int)in.length, (int)at);
    lang_buffer_release(t, &in);
    return lang_int(code);
}

static lang_value q_blob_close(struct lang_thread *t, const lang_value *a)
{
    struct part *p = handle_of(t, a[0], part_name);
    if (!p)
        return lang_error();
    if (p->b)
        lib.sqlite3_blob_close(p->b);
    p->b = NULL;
    return lang_none();
}

static lang_value q_serialize(struct lang_thread *t, const lang_value *a)
{
    struct database *d = database_of(t, a[0]);
    const char *name = d ? lang_as_utf8(t, a[1], "name", NULL) : NULL;
    sqlite3_int64 size = 0;
    if (!name)
        return lang_error();
    unsigned char *data = lib.sqlite3_serialize(d->db, name, &size, 0);
    if (!data)
        return lang_none();
    lang_value v = lang_obj_or_error(lang_bytes_new(t, data, (size_t)size));
    lib.sqlite3_free(data);
    return v;
}

static lang_value q_deserialize(struct lang_thread *t, const lang_value *a)
{
    struct database *d = database_of(t, a[0]);
    const char *name = d ? lang_as_utf8(t, a[1], "name", NULL) : NULL;
    struct lang_buffer in;
    if (!name || lang_codec_bytes(t, a[2], &in) < 0)
        return lang_error();
    void *data = lib.sqlite3_malloc64((sqlite3_uint64)in.length + 1);
    const int64_t size = in.length;
    if (data)
        memcpy(data, in.data, (size_t)size);
    lang_buffer_release(t, &in);
    if (!data)
        return lang_no_memory(t);
    return lang_int(lib.sqlite3_deserialize(d->db, name, data, size, size,
                                            SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE));
}

static lang_value q_complete(struct lang_thread *t, const lang_value *a)
{
    const char *text = lang_as_utf8(t, a[0], "statement", NULL);
    return text ? lang_bool(lib.sqlite3_complete(text)) : lang_error();
}

static lang_value q_text(struct lang_thread *t, const lang_value *a)
{
    int64_t code;
    return lang_as_int64(t, a[0], &code) < 0 ? lang_error() : text_value(t, lib.sqlite3_errstr((int)code));
}

static const struct lang_method functions[] = {
    {"open", "(name, flags, /)", q_open, "A database, or what is wrong.", 0},
    {"close", "(database, /)", q_close, "Closes a database.", 0},
    {"error", "(database, /)", q_error, "The last error: code, extended code, text.", 0},
    {"info", "(database, /)", q_info, "Changes, all changes, last rowid, whether a transaction is open.", 0},
    {"set", "(database, what, a, b, /)", q_set, "Interrupts, or sets the time to wait or a limit.", 0},
    {"function", "(database, kind, name, count, flags, callee, /)", q_function,
     "Makes a function, aggregate or collation.", 0},
    {"callback", "(database, which, callee, steps, /)", q_callback, "Sets the authorizer, progress handler or trace.",
     0},
    {"prepare", "(database, sql, /)", q_prepare, "A statement and the bytes used, or a code.", 0},
    {"step", "(statement, raw, decoded_there, /)", q_step, "The next row, None, or a code.", 0},
    {"reset", "(statement, /)", q_reset, "Back to the beginning.", 0},
    {"finalize", "(statement, /)", q_finalize, "Frees a statement.", 0},
    {"columns", "(statement, /)", q_columns, "Names and declared types.", 0},
    {"parameters", "(statement, /)", q_parameters, "Names of parameters.", 0},
    {"bind", "(statement, number, value, /)", q_bind, "Gives a parameter its value.", 0},
    {"readonly", "(statement, /)", q_readonly, "Whether it writes nothing.", 0},
    {"backup", "(to, there, source, here, /)", q_backup, "Begins a copy.", 0},
    {"backup_step", "(backup, pages, /)", q_backup_step, "Copies pages.", 0},
    {"backup_finish", "(backup, /)", q_backup_finish, "Ends a copy.", 0},
    {"blob", "(database, schema, table, column, row, writes, /)", q_blob, "Opens a blob.", 0},
    {"blob_size", "(blob, /)", q_blob_size, "Its bytes.", 0},
    {"blob_read", "(blob, at, size, /)", q_blob_read, "Bytes of it.", 0},
    {"blob_write", "(blob, at, data, /)", q_blob_write, "Writes bytes.", 0},
    {"blob_close", "(blob, /)", q_blob_close, "Closes it.", 0},
    {"serialize", "(database, name, /)", q_serialize, "The bytes of a database.", 0},
    {"deserialize", "(database, name, data, /)", q_deserialize, "A database from bytes.", 0},
    {"complete", "(statement, /)", q_complete, "Whether a text ends a statement.", 0},
    {"text", "(code, /)", q_text, "What a code means.", 0},
    {NULL, NULL, NULL, NULL, 0}};

static const char function_names[] =
#define F(name) LANG_OPTIONAL_NAME(name)
#include "lib_sqlite.def"
#undef F
    ;

static int init(struct lang_thread *t, struct lang_module *m)
{
    if (lang_optional_open(t, "_sqlite3", "libsqlite3.so.0", function_names, (void **)&lib) < 0)
        return -1;
    struct lang_str *version = lang_str_from_c(t, lib.sqlite3_libversion());
    return version ? lang_module_add_steal(t, m, "sqlite_version", lang_obj(version)) : -1;
}
#else
static const struct lang_method functions[] = {{NULL, NULL, NULL, NULL, 0}};
static int init(struct lang_thread *t, struct lang_module *m)
{
    (void)m;
    return lang_optional_absent(t, "_sqlite3", "SQLite");
}
#endif

const struct lang_module_def lang_module__sqlite_calls = {"_sqlite_calls", "Functions of SQLite.", functions, init};
