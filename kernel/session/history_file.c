/*
 * history_file.c - inputs of all sessions in a database of SQLite, which several kernels share.
 *
 * Owns the file: its place, its mode (the user's own), its tables, which are those that IPython documents for its
 * history, its bounds. The library is opened with the file. Must not know the session's entries in memory, requests, or
 * the language.
 */
#include "history.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "wire.h"

#define MOST_PATH 4096

const char *kernel_history_file_path(char *path, size_t size)
{
    const char *asked = getenv("TENSOR_HISTORY"), *xdg = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int n = -1;
    if (asked && *asked)
        n = strcmp(asked, "off") == 0 ? -1 : snprintf(path, size, "%s", asked);
    else if (xdg && *xdg == '/')
        n = snprintf(path, size, "%s/tensor-kernel/history.sqlite", xdg);
    else if (home && *home == '/')
        n = snprintf(path, size, "%s/.local/share/tensor-kernel/history.sqlite", home);
    return n > 0 && (size_t)n < size && path[0] == '/' ? path : NULL;
}

#ifdef HAVE_SQLITE
#include <sqlite3.h>

#define FUNCTIONS(F)                                                                                                   \
    F(sqlite3_bind_int64)                                                                                              \
    F(sqlite3_bind_text)                                                                                               \
    F(sqlite3_busy_timeout)                                                                                            \
    F(sqlite3_close_v2)                                                                                                \
    F(sqlite3_column_bytes)                                                                                            \
    F(sqlite3_column_int64)                                                                                            \
    F(sqlite3_column_text)                                                                                             \
    F(sqlite3_column_type)                                                                                             \
    F(sqlite3_errmsg)                                                                                                  \
    F(sqlite3_exec)                                                                                                    \
    F(sqlite3_finalize)                                                                                                \
    F(sqlite3_last_insert_rowid)                                                                                       \
    F(sqlite3_open_v2)                                                                                                 \
    F(sqlite3_prepare_v2)                                                                                              \
    F(sqlite3_reset)                                                                                                   \
    F(sqlite3_step)

#define POINTER(name) __typeof__(name) *name;
#define NAME(name) #name,
static struct {
    FUNCTIONS(POINTER)
} library;
static const char *const names[] = {FUNCTIONS(NAME)};
#define call(name) library.sqlite3_##name

enum {
    WAIT_MS = 1000,        /* for another kernel's transaction */
    MOST_ROWS = 100000,    /* inputs in the file */
    MOST_INPUT = 1 << 20,  /* bytes of an input or output; longer ones are not kept in the file */
    MOST_BYTES = 64 << 20, /* of the file */
    ROWS_BETWEEN_TRIMS = 1000,
};

struct kernel_history_file {
    sqlite3 *db;
    long long session, written;
    int since_trim;
    bool complained;
};

static bool open_library(void)
{
    void *handle = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL), **slots = (void **)&library;
    if (!handle)
        handle = dlopen("libsqlite3.so", RTLD_NOW | RTLD_LOCAL);
    for (size_t i = 0; handle && i < sizeof names / sizeof *names; i++)
        if (!(slots[i] = dlsym(handle, names[i])))
            handle = NULL;
    return handle;
}

/* The file with all folders above it, for nobody but the user. */
static bool make_private(const char *path)
{
    char folder[MOST_PATH];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = folder + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = 0;
        if (mkdir(folder, 0700) && errno != EEXIST)
            return false;
    }
    int descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor >= 0)
        close(descriptor);
    return descriptor >= 0;
}

/* One line in the log, not one a cell. */
static int complain(struct kernel_history_file *file)
{
    if (!file->complained)
        wire_log("the history file: %s", call(errmsg)(file->db));
    file->complained = true;
    return -1;
}

static int execute(struct kernel_history_file *file, const char *statement)
{
    return call(exec)(file->db, statement, NULL, NULL, NULL);
}

static sqlite3_stmt *prepare(struct kernel_history_file *file, const char *statement)
{
    sqlite3_stmt *s = NULL;
    return call(prepare_v2)(file->db, statement, -1, &s, NULL) == SQLITE_OK ? s : NULL;
}

/* A statement with numbers and no rows. */
static int run(struct kernel_history_file *file, const char *statement, const long long *numbers, int count)
{
    sqlite3_stmt *s = prepare(file, statement);
    if (!s)
        return -1;
    for (int i = 0; i < count; i++)
        call(bind_int64)(s, i + 1, numbers[i]);
    int status = call(step)(s);
    call(finalize)(s);
    return status == SQLITE_DONE || status == SQLITE_ROW ? 0 : -1;
}

/* The first number of the first row, or -1. */
static long long number(struct kernel_history_file *file, const char *statement)
{
    sqlite3_stmt *s = prepare(file, statement);
    long long found = s && call(step)(s) == SQLITE_ROW ? call(column_int64)(s, 0) : -1;
    call(finalize)(s);
    return found;
}

/* The time as Python's sqlite3 writes a datetime: local and without a zone, or UTC, as IPython has begins and ends. */
static void put_now(char out[40], bool utc)
{
    struct timeval now;
    struct tm parts;
    gettimeofday(&now, NULL);
    (utc ? gmtime_r : localtime_r)(&now.tv_sec, &parts);
    size_t n = strftime(out, 40, "%Y-%m-%d %H:%M:%S", &parts);
    snprintf(out + n, 40 - n, ".%06ld%s", (long)now.tv_usec, utc ? "+00:00" : "");
}

/* ---- bounds ---- */

/* The oldest inputs go, beyond a number of them, and half of them where the file is too large. */
static int trim(struct kernel_history_file *file)
{
    static const char older[] = "DELETE FROM history WHERE (session, line) <= (SELECT session, line FROM history "
                                "ORDER BY session DESC, line DESC LIMIT 1 OFFSET ?)";
    long long keep = MOST_ROWS;
    long long bytes =
        (number(file, "PRAGMA page_count") - number(file, "PRAGMA freelist_count")) * number(file, "PRAGMA page_size");
    file->since_trim = 0;
    if (bytes > MOST_BYTES)
        keep = number(file, "SELECT count(*) FROM history") / 2;
    if (run(file, older, &keep, 1))
        return -1;
    return execute(file, "DELETE FROM output_history WHERE session < (SELECT min(session) FROM history);"
                         "DELETE FROM sessions WHERE session < (SELECT min(session) FROM history)");
}

/* ---- life cycle ---- */

static int make_tables(struct kernel_history_file *file)
{
    /* the second and third pragma serve files that are new */
    return execute(file, "PRAGMA cache_size = -512; PRAGMA auto_vacuum = FULL; PRAGMA journal_mode = WAL;"
                         "PRAGMA synchronous = NORMAL;"
                         "CREATE TABLE IF NOT EXISTS sessions (session integer primary key autoincrement,"
                         " start timestamp, end timestamp, num_cmds integer, remark text);"
                         "CREATE TABLE IF NOT EXISTS history (session integer, line integer, source text,"
                         " source_raw text, PRIMARY KEY (session, line));"
                         "CREATE TABLE IF NOT EXISTS output_history (session integer, line integer, output text,"
                         " PRIMARY KEY (session, line))");
}

static int begin_session(struct kernel_history_file *file)
{
    char now[40];
    sqlite3_stmt *s = prepare(file, "INSERT INTO sessions (start, remark) VALUES (?, '')");
    put_now(now, false);
    if (!s)
        return -1;
    call(bind_text)(s, 1, now, -1, SQLITE_TRANSIENT);
    int status = call(step)(s);
    call(finalize)(s);
    if (status != SQLITE_DONE)
        return -1;
    file->session = call(last_insert_rowid)(file->db);
    return trim(file);
}

/* SQLITE_OK, or what is wrong with the file. */
static int open_database(struct kernel_history_file *file, const char *path)
{
    int status =
        call(open_v2)(path, &file->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, NULL);
    if (status == SQLITE_OK) {
        call(busy_timeout)(file->db, WAIT_MS);
        status = make_tables(file);
    }
    return status;
}

static void close_database(struct kernel_history_file *file)
{
    call(close_v2)(file->db);
    file->db = NULL;
}

/* A file that is no database is kept beside. */
static int open_or_replace(struct kernel_history_file *file, const char *path)
{
    char aside[MOST_PATH + 16];
    int status = open_database(file, path);
    if (status != SQLITE_NOTADB && status != SQLITE_CORRUPT)
        return status;
    close_database(file);
    snprintf(aside, sizeof aside, "%s-corrupt", path);
    wire_log("the history file is damaged; it is kept as %s", aside);
    if (rename(path, aside) || !make_private(path))
        return status;
    return open_database(file, path);
}

struct kernel_history_file *kernel_history_file_open(const char *path)
{
    if (!open_library())
        return NULL;
    if (!make_private(path)) {
        wire_log("the history file %s: %s", path, strerror(errno));
        return NULL;
    }
    struct kernel_history_file *file = calloc(1, sizeof *file);
    if (!file)
        return NULL;
    if (open_or_replace(file, path) == SQLITE_OK && !begin_session(file))
        return file;
    complain(file);
    close_database(file);
    free(file);
    return NULL;
}

void kernel_history_file_close(struct kernel_history_file *file)
{
    if (!file)
        return;
    char now[40];
    sqlite3_stmt *s = prepare(file, "UPDATE sessions SET end = ?, num_cmds = ? WHERE session = ?");
    put_now(now, true);
    if (s) {
        call(bind_text)(s, 1, now, -1, SQLITE_TRANSIENT);
        call(bind_int64)(s, 2, file->written);
        call(bind_int64)(s, 3, file->session);
        call(step)(s);
        call(finalize)(s);
    }
    close_database(file);
    free(file);
}

long long kernel_history_file_session(const struct kernel_history_file *file)
{
    return file->session;
}

/* ---- writing ---- */

/* A cell without the newlines at its end. */
static void bind_cell(sqlite3_stmt *s, int at, const char *text, size_t length)
{
    while (length && text[length - 1] == '\n')
        length--;
    call(bind_text)(s, at, text, (int)length, SQLITE_STATIC);
}

static int write_input(struct kernel_history_file *file, sqlite3_stmt *s, const struct kernel_history_entry *entry)
{
    const char *program = entry->program ? entry->program : entry->input;
    size_t length = entry->program ? entry->program_length : entry->input_length;
    if (entry->input_length > MOST_INPUT || length > MOST_INPUT)
        return 0;
    call(reset)(s);
    call(bind_int64)(s, 1, file->session);
    call(bind_int64)(s, 2, entry->line);
    bind_cell(s, 3, program, length);
    bind_cell(s, 4, entry->input, entry->input_length);
    return call(step)(s) == SQLITE_DONE ? 0 : -1;
}

static int write_output(struct kernel_history_file *file, sqlite3_stmt *s, const struct kernel_history_entry *entry)
{
    size_t length = entry->output ? strlen(entry->output) : 0;
    if (!entry->output || length > MOST_INPUT)
        return 0;
    call(reset)(s);
    call(bind_int64)(s, 1, file->session);
    call(bind_int64)(s, 2, entry->line);
    call(bind_text)(s, 3, entry->output, (int)length, SQLITE_STATIC);
    return call(step)(s) == SQLITE_DONE ? 0 : -1;
}

static int write_rows(struct kernel_history_file *file, const struct kernel_history_entry *entries, size_t count,
                      bool outputs, sqlite3_stmt *input, sqlite3_stmt *output)
{
    int status = input && output ? 0 : -1;
    for (size_t i = 0; i < count && !status; i++) {
        status = write_input(file, input, &entries[i]);
        if (!status && outputs)
            status = write_output(file, output, &entries[i]);
    }
    return status;
}

int kernel_history_file_write(struct kernel_history_file *file, const struct kernel_history_entry *entries,
                              size_t count, bool outputs)
{
    if (execute(file, "BEGIN IMMEDIATE") != SQLITE_OK)
        return complain(file);
    sqlite3_stmt *input = prepare(file, "INSERT OR REPLACE INTO history VALUES (?, ?, ?, ?)");
    sqlite3_stmt *output = prepare(file, "INSERT OR REPLACE INTO output_history VALUES (?, ?, ?)");
    int status = write_rows(file, entries, count, outputs, input, output);
    call(finalize)(input);
    call(finalize)(output);
    file->since_trim += (int)count;
    if (!status && file->since_trim > ROWS_BETWEEN_TRIMS)
        status = trim(file);
    if (status || execute(file, "COMMIT") != SQLITE_OK) {
        complain(file);
        execute(file, "ROLLBACK");
        return -1;
    }
    file->written += (long long)count;
    return 0;
}

/* ---- reading ---- */

/* ?1: this session, ?2: another, ?3 ?4: lines, ?5: the most rows, ?6: the pattern. The newest first. */
static const char *const selections[][2] = {
    [KERNEL_HISTORY_RANGE] = {"WHERE session = ?2 AND session <> ?1 AND line >= ?3 AND line < ?4", ""},
    [KERNEL_HISTORY_TAIL] = {"WHERE session <> ?1", ""},
    [KERNEL_HISTORY_SEARCH] = {"WHERE session <> ?1 AND text GLOB ?6", "GROUP BY text"},
};

static sqlite3_stmt *prepare_query(struct kernel_history_file *file, const struct kernel_history_query *query)
{
    char statement[512];
    const bool unique = query->unique && query->kind == KERNEL_HISTORY_SEARCH;
    /* with max(), SQLite takes the other columns from the row that has it */
    snprintf(statement, sizeof statement,
             "SELECT session, line, text, output FROM (SELECT %s session, line, text FROM "
             "(SELECT session, line, %s AS text FROM history) %s %s ORDER BY session DESC, line DESC LIMIT ?5) "
             "LEFT JOIN output_history USING (session, line) ORDER BY session DESC, line DESC",
             unique ? "max(session * 1000000000 + line)," : "", query->raw ? "source_raw" : "source",
             selections[query->kind][0], unique ? selections[query->kind][1] : "");
    return prepare(file, statement);
}

/* Rows come the newest first, and are wanted in the other order. */
static void reverse(struct kernel_history_rows *rows)
{
    for (size_t i = 0, j = rows->count; i + 1 < j; i++) {
        struct kernel_history_row row = rows->rows[i];
        rows->rows[i] = rows->rows[--j];
        rows->rows[j] = row;
    }
}

int kernel_history_file_find(struct kernel_history_file *file, const struct kernel_history_query *query,
                             struct kernel_history_rows *rows)
{
    sqlite3_stmt *s = prepare_query(file, query);
    const char *pattern = query->pattern ? query->pattern : "*";
    int status, failed = 0;
    if (!s)
        return complain(file);
    const long long numbers[] = {file->session, query->session < 0 ? file->session + query->session : query->session,
                                 query->start, query->stop < 0 ? INT64_MAX : query->stop,
                                 query->kind == KERNEL_HISTORY_RANGE ? -1 : query->most};
    for (int i = 0; i < 5; i++)
        call(bind_int64)(s, i + 1, numbers[i]);
    call(bind_text)(s, 6, pattern, -1, SQLITE_TRANSIENT);
    while (!failed && (status = call(step)(s)) == SQLITE_ROW) {
        const struct kernel_history_row row = {call(column_int64)(s, 0), call(column_int64)(s, 1),
                                               (char *)call(column_text)(s, 2), (char *)call(column_text)(s, 3),
                                               (size_t)call(column_bytes)(s, 2)};
        failed = row.input ? kernel_history_rows_add(rows, &row) : 0;
    }
    call(finalize)(s);
    if (failed || status != SQLITE_DONE)
        return failed ? -1 : complain(file);
    reverse(rows);
    return 0;
}

static void put_column(sqlite3_stmt *s, int at, char out[40])
{
    const unsigned char *text = call(column_text)(s, at);
    snprintf(out, 40, "%s", text ? (const char *)text : "");
}

bool kernel_history_file_about(struct kernel_history_file *file, long long session, char begun[40], char ended[40],
                               long long *inputs)
{
    sqlite3_stmt *s = prepare(file, "SELECT start, end, num_cmds FROM sessions WHERE session = ?");
    if (!s)
        return false;
    call(bind_int64)(s, 1, session);
    bool found = call(step)(s) == SQLITE_ROW;
    if (found) {
        put_column(s, 0, begun);
        put_column(s, 1, ended);
        *inputs = call(column_type)(s, 2) == SQLITE_NULL ? -1 : call(column_int64)(s, 2);
    }
    call(finalize)(s);
    return found;
}

#else /* without SQLite there are no other sessions */

struct kernel_history_file *kernel_history_file_open(const char *path)
{
    (void)path;
    return NULL;
}
void kernel_history_file_close(struct kernel_history_file *file)
{
    (void)file;
}
long long kernel_history_file_session(const struct kernel_history_file *file)
{
    (void)file;
    return 1;
}
int kernel_history_file_write(struct kernel_history_file *file, const struct kernel_history_entry *entries,
                              size_t count, bool outputs)
{
    (void)file, (void)entries, (void)count, (void)outputs;
    return -1;
}
int kernel_history_file_find(struct kernel_history_file *file, const struct kernel_history_query *query,
                             struct kernel_history_rows *rows)
{
    (void)file, (void)query, (void)rows;
    return -1;
}
bool kernel_history_file_about(struct kernel_history_file *file, long long session, char begun[40], char ended[40],
                               long long *inputs)
{
    (void)file, (void)session, (void)begun, (void)ended, (void)inputs;
    return false;
}
#endif
