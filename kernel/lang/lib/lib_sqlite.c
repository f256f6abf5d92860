/* lib_sqlite.c: the module _sqlite_calls: the functions of SQLite that sqlite3 is made of; the library is opened when
 * the module is. Owns handles; values and callbacks are lib_sqlite_callbacks.c's, rules of the DB-API
 * the module's. */
#include "lib_codec.h"
#include "lib_optional.h"

#ifdef HAVE_SQLITE
#include <stdlib.h>
#include <string.h>

#include "lib_sqlite.h"

/* ---- handles
 * ---------------------------------------------------------------------------------------------------------- */

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
    lang_sqlite_stay(t);
    if (d->db)
        lang_sqlite.sqlite3_close_v2(d->db);
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
    lang_sqlite_stay(thread_of_end);
    if (s->s)
        lang_sqlite.sqlite3_finalize(s->s);
    drop_user(s->d);
    free(s);
}
static void end_copying(void *pointer)
{
    struct copying *c = pointer;
    if (c->b)
        lang_sqlite.sqlite3_backup_finish(c->b);
    drop_user(c->to);
    drop_user(c->from);
    free(c);
}
static void end_part(void *pointer)
{
    struct part *p = pointer;
    if (p->b)
        lang_sqlite.sqlite3_blob_close(p->b);
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
    lang_sqlite_leave(t);
    int code = lang_sqlite.sqlite3_open_v2(name, &d->db, (int)flags, NULL);
    lang_sqlite_come_back(t);
    if (code == SQLITE_OK) {
        lang_sqlite_watch(d);
        return handle_new(t, d, database_name, end_database);
    }
    lang_value v = told(t, code, d->db ? lang_sqlite.sqlite3_errmsg(d->db) : lang_sqlite.sqlite3_errstr(code));
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
    return d ? told(t, lang_sqlite.sqlite3_extended_errcode(d->db), lang_sqlite.sqlite3_errmsg(d->db)) : lang_error();
}

/* info(database): (changes, changes in all, last rowid, whether a transaction is open) */
static lang_value q_info(struct lang_thread *t, const lang_value *a)
{
    struct database *d = database_of(t, a[0]);
    if (!d)
        return lang_error();
    lang_value items[] = {
        lang_int(lang_sqlite.sqlite3_changes(d->db)), lang_int(lang_sqlite.sqlite3_total_changes(d->db)),
        lang_int(lang_sqlite.sqlite3_last_insert_rowid(d->db)), lang_bool(!lang_sqlite.sqlite3_get_autocommit(d->db))};
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
        lang_sqlite.sqlite3_interrupt(d->db);
    else if (n[0] == 1)
        lang_sqlite.sqlite3_busy_timeout(d->db, (int)n[1]);
    return lang_int(n[0] == 2 ? lang_sqlite.sqlite3_limit(d->db, (int)n[1], (int)n[2]) : 0);
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
    lang_sqlite_leave(t);
    int code = sql.length > INT32_MAX
                   ? SQLITE_TOOBIG
                   : lang_sqlite.sqlite3_prepare_v2(d->db, (const char *)sql.data, (int)sql.length, &s->s, &tail);
    lang_sqlite_come_back(t);
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
    switch (lang_sqlite.sqlite3_column_type(s, i)) {
    case SQLITE_INTEGER:
        return lang_int(lang_sqlite.sqlite3_column_int64(s, i));
    case SQLITE_FLOAT:
        return lang_float(lang_sqlite.sqlite3_column_double(s, i));
    case SQLITE_TEXT: {
        const void *data = lang_sqlite.sqlite3_column_text(s, i);
        return lang_sqlite_value(t, data, lang_sqlite.sqlite3_column_bytes(s, i), texts_as_bytes);
    }
    case SQLITE_BLOB: {
        const void *data = lang_sqlite.sqlite3_column_blob(s, i);
        int size = lang_sqlite.sqlite3_column_bytes(s, i);
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
    int count = lang_sqlite.sqlite3_column_count(s);
    struct lang_tuple *row = lang_tuple_new(t, count);
    const struct lang_tuple *marks = lang_is_exactly(raw, &lang_type_tuple) ? (const struct lang_tuple *)raw.o : NULL;
    if (!row)
        return lang_error();
    for (int i = 0; i < count; i++)
        row->items[i] = lang_none();
    for (int i = 0; i < count; i++) {
        lang_value v;
        if (marks && i < marks->length && lang_truth(t, marks->items[i]) > 0 &&
            lang_sqlite.sqlite3_column_type(s, i) != SQLITE_NULL) {
            const void *data = lang_sqlite.sqlite3_column_blob(s, i);
            int size = lang_sqlite.sqlite3_column_bytes(s, i);
            v = lang_obj_or_error(lang_bytes_new(t, size ? data : "", (size_t)size));
        } else {
            v = column_value(t, s, i, decoded_there);
            if (decoded_there && !lang_is_error(v) && lang_sqlite.sqlite3_column_type(s, i) == SQLITE_TEXT) {
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
    lang_sqlite_leave(t);
    int code = lang_sqlite.sqlite3_step(s->s);
    lang_sqlite_come_back(t);
    if (lang_sqlite_failed(t) || lang_poll(t) < 0)
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
    lang_sqlite_leave(t);
    int code = lang_sqlite.sqlite3_reset(s->s);
    lang_sqlite_come_back(t);
    return lang_int(code);
}

static lang_value q_finalize(struct lang_thread *t, const lang_value *a)
{
    struct statement *s = handle_of(t, a[0], statement_name);
    if (!s)
        return lang_error();
    lang_sqlite_stay(t);
    if (s->s)
        lang_sqlite.sqlite3_finalize(s->s);
    s->s = NULL;
    return lang_none();
}

/* columns(statement): (name, declared type or None) of each. */
static lang_value q_columns(struct lang_thread *t, const lang_value *a)
{
    struct statement *s = statement_of(t, a[0]);
    int count = s ? lang_sqlite.sqlite3_column_count(s->s) : 0;
    struct lang_list *all = s ? lang_list_new(t, count) : NULL;
    for (int i = 0; all && i < count; i++) {
        lang_value items[] = {lang_sqlite_text(t, lang_sqlite.sqlite3_column_name(s->s, i)), lang_undef()};
        items[1] =
            lang_is_error(items[0]) ? items[0] : lang_sqlite_text(t, lang_sqlite.sqlite3_column_decltype(s->s, i));
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
    int count = s ? lang_sqlite.sqlite3_bind_parameter_count(s->s) : 0;
    struct lang_list *all = s ? lang_list_new(t, count) : NULL;
    for (int i = 1; all && i <= count; i++) {
        lang_value name = lang_sqlite_text(t, lang_sqlite.sqlite3_bind_parameter_name(s->s, i));
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
        return lang_int(lang_sqlite.sqlite3_bind_null(s->s, i));
    if (lang_is_integer(v)) {
        if (!lang_int_fits(v, &number))
            return lang_raise(t, LANG_EXC_OverflowError, "Python int too large to convert to SQLite INTEGER");
        return lang_int(lang_sqlite.sqlite3_bind_int64(s->s, i, number));
    }
    if (lang_is_float(v))
        return lang_int(lang_sqlite.sqlite3_bind_double(s->s, i, lang_float_value(v)));
    if (lang_is_str(v)) {
        size_t size;
        const char *text = lang_str_check_utf8(t, lang_as_str(v)) < 0 ? NULL : lang_str_utf8(t, lang_as_str(v), &size);
        return text ? lang_int(lang_sqlite.sqlite3_bind_text64(s->s, i, text, size, SQLITE_TRANSIENT, SQLITE_UTF8))
                    : lang_error();
    }
    if (!lang_buffer_get(t, v, &in))
        return lang_none();
    int code = lang_sqlite.sqlite3_bind_blob64(s->s, i, in.length ? (const void *)in.data : "",
                                               (sqlite3_uint64)in.length, SQLITE_TRANSIENT);
    lang_buffer_release(t, &in);
    return lang_int(code);
}

static lang_value q_readonly(struct lang_thread *t, const lang_value *a)
{
    struct statement *s = statement_of(t, a[0]);
    return s ? lang_bool(lang_sqlite.sqlite3_stmt_readonly(s->s)) : lang_error();
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
    c->b = lang_sqlite.sqlite3_backup_init(to->db, there, from->db, here);
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
    lang_sqlite_leave(t);
    int code = lang_sqlite.sqlite3_backup_step(c->b, (int)pages);
    lang_sqlite_come_back(t);
    lang_value items[] = {lang_int(code), lang_int(lang_sqlite.sqlite3_backup_remaining(c->b)),
                          lang_int(lang_sqlite.sqlite3_backup_pagecount(c->b))};
    return lang_obj_or_error(lang_tuple_from(t, items, 3));
}

static lang_value q_backup_finish(struct lang_thread *t, const lang_value *a)
{
    struct copying *c = handle_of(t, a[0], copying_name);
    if (!c)
        return lang_error();
    int code = c->b ? lang_sqlite.sqlite3_backup_finish(c->b) : SQLITE_OK;
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
    int code = lang_sqlite.sqlite3_blob_open(d->db, names[0], names[1], names[2], row, writes != 0, &p->b);
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
    return p ? lang_int(lang_sqlite.sqlite3_blob_bytes(p->b)) : lang_error();
}

static lang_value q_blob_read(struct lang_thread *t, const lang_value *a)
{
    struct part *p = part_of(t, a[0]);
    int64_t at, size;
    if (!p || lang_as_int64(t, a[1], &at) < 0 || lang_as_int64(t, a[2], &size) < 0)
        return lang_error();
    if (at < 0 || size < 0 || at + size > lang_sqlite.sqlite3_blob_bytes(p->b))
        return lang_raise(t, LANG_EXC_ValueError, "outside of the blob");
    struct lang_bytes *out = lang_bytes_new(t, NULL, (size_t)size);
    int code = out ? lang_sqlite.sqlite3_blob_read(p->b, out->data, (int)size, (int)at) : SQLITE_OK;
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
    int code = at < 0 || at + in.length > lang_sqlite.sqlite3_blob_bytes(p->b)
                   ? SQLITE_RANGE
                   : lang_sqlite.sqlite3_blob_write(p->b, in.data, (int)in.length, (int)at);
    lang_buffer_release(t, &in);
    return lang_int(code);
}

static lang_value q_blob_close(struct lang_thread *t, const lang_value *a)
{
    struct part *p = handle_of(t, a[0], part_name);
    if (!p)
        return lang_error();
    if (p->b)
        lang_sqlite.sqlite3_blob_close(p->b);
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
    unsigned char *data = lang_sqlite.sqlite3_serialize(d->db, name, &size, 0);
    if (!data)
        return lang_none();
    lang_value v = lang_obj_or_error(lang_bytes_new(t, data, (size_t)size));
    lang_sqlite.sqlite3_free(data);
    return v;
}

static lang_value q_deserialize(struct lang_thread *t, const lang_value *a)
{
    struct database *d = database_of(t, a[0]);
    const char *name = d ? lang_as_utf8(t, a[1], "name", NULL) : NULL;
    struct lang_buffer in;
    if (!name || lang_codec_bytes(t, a[2], &in) < 0)
        return lang_error();
    void *data = lang_sqlite.sqlite3_malloc64((sqlite3_uint64)in.length + 1);
    const int64_t size = in.length;
    if (data)
        memcpy(data, in.data, (size_t)size);
    lang_buffer_release(t, &in);
    if (!data)
        return lang_no_memory(t);
    return lang_int(lang_sqlite.sqlite3_deserialize(d->db, name, data, size, size,
                                                    SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE));
}

static lang_value q_complete(struct lang_thread *t, const lang_value *a)
{
    const char *text = lang_as_utf8(t, a[0], "statement", NULL);
    return text ? lang_bool(lang_sqlite.sqlite3_complete(text)) : lang_error();
}

static lang_value q_text(struct lang_thread *t, const lang_value *a)
{
    int64_t code;
    return lang_as_int64(t, a[0], &code) < 0 ? lang_error()
                                             : lang_sqlite_text(t, lang_sqlite.sqlite3_errstr((int)code));
}

static lang_value q_function(struct lang_thread *t, const lang_value *a)
{
    struct database *d = database_of(t, a[0]);
    return d ? lang_sqlite_add_function(t, d, a + 1) : lang_error();
}

static lang_value q_callback(struct lang_thread *t, const lang_value *a)
{
    struct database *d = database_of(t, a[0]);
    return d ? lang_sqlite_set_callback(t, d, a + 1) : lang_error();
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
    {"tracebacks", "(on, class, /)", lang_sqlite_show_tracebacks, "Whether exceptions of callbacks are shown.", 0},
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
    if (lang_optional_open(t, "_sqlite3", "libsqlite3.so.0", function_names, (void **)&lang_sqlite) < 0)
        return -1;
    struct lang_str *version = lang_str_from_c(t, lang_sqlite.sqlite3_libversion());
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
