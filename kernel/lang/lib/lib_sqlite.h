/* lib_sqlite.h: what the two files of sqlite3 share: the functions of the library, the lock around them, databases. */
#ifndef LANG_LIB_SQLITE_H
#define LANG_LIB_SQLITE_H

#include <sqlite3.h>

#include "lib_optional.h"

struct lang_sqlite {
#define F(name) LANG_OPTIONAL_POINTER(name)
#include "lib_sqlite.def"
#undef F
};
extern struct lang_sqlite lang_sqlite;

enum { CALLBACKS = 3, AUTHORIZER = 0, PROGRESS, TRACE };
struct database {
    sqlite3 *db;
    lang_value callbacks[CALLBACKS]; /* UNDEF: none */
    int users;                       /* the handle, statements, backups and blobs */
};

/* lib_sqlite_callbacks.c: SQLite works without the interpreter lock, callbacks take it. `stay`: SQLite is called with
 * the lock. */
lang_value lang_sqlite_text(struct lang_thread *t, const char *text); /* NULL is None */
lang_value lang_sqlite_value(struct lang_thread *t, const void *data, int size, bool as_bytes);
void lang_sqlite_leave(struct lang_thread *t);
void lang_sqlite_come_back(struct lang_thread *t);
void lang_sqlite_stay(struct lang_thread *t);
void lang_sqlite_watch(struct database *d); /* an interrupt stops what runs */
bool lang_sqlite_failed(
    struct lang_thread *t); /* whether a collation has raised an exception, which is on the thread now */
lang_value lang_sqlite_add_function(struct lang_thread *t, struct database *d, const lang_value *a);
lang_value lang_sqlite_set_callback(struct lang_thread *t, struct database *d, const lang_value *a);
lang_value lang_sqlite_show_tracebacks(struct lang_thread *t, const lang_value *a);

#endif
