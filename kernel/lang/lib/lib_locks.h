/* lib_locks.h: threads that wait for each other: in a queue until something is so. */
#ifndef LANG_LIB_LOCKS_H
#define LANG_LIB_LOCKS_H

#include "lib.h"

/* Who waits for one thing, the longest first. All under the interpreter lock. */
struct lang_waiter;
struct lang_waiters {
    struct lang_waiter *first;
    unsigned forks; /* of the process, when it was used last: in a child nobody waits any more */
};

/* Waits until ready(what), which runs no code, at most to that moment of lang_park_clock (0: not at all, negative: for
 * as long as it takes): 1: it is, 0: it is not, -1: an exception. */
int lang_wait_among(struct lang_thread *t, struct lang_waiters *q, bool (*ready)(const void *what), const void *what,
                    int64_t until);
/* What the first who waits waits for may be so now. */
void lang_wake_first(struct lang_waiters *q);

/* The end of a wait of `seconds`, which may be None or missing where that means without end: TypeError, OverflowError.
 */
int lang_wait_end(struct lang_thread *t, lang_value seconds, int64_t *until);

/* Adds functions that say that they are _thread's. */
int lang_thread_functions(struct lang_thread *t, struct lang_module *m, const struct lang_method *rows);
int lang_locals_ready(struct lang_thread *t, struct lang_module *m); /* lib_thread_local.c */
int lang_locks_ready(struct lang_thread *t, struct lang_module *m);  /* lib_locks.c */

#endif
