/* outside.h: how many threads beside the vm's own one may still touch its lock, so that it is not freed under them.
 *
 * A thread is counted from before it is made, or from its first wait for the lock, until it has given the lock back for
 * the last time. There is one count for the process, which has one vm except in tests. */
#ifndef LANG_VM_OUTSIDE_H
#define LANG_VM_OUTSIDE_H

#include <stdbool.h>

/* One more thread is about to be made; lang_outside_end when it could not be made, or once lang_thread_attach, which
 * counts for itself, has returned in it. [any thread] */
void lang_outside_begin(void);
void lang_outside_end(void);
/* Whether a thread is counted. What it did before it ended is seen afterwards. [any thread] */
bool lang_outside_any(void);

#endif
