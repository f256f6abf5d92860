/* lib_signals.h: who takes SIGINT, SIGTERM and SIGHUP: the host, or the handlers of the language. */
#ifndef LANG_LIB_SIGNALS_H
#define LANG_LIB_SIGNALS_H

#include <signal.h>

#include "lib.h"

/* The host does: threads of the language have them blocked, which a child must not inherit. */
bool lang_signals_are_hosts(void);
/* Takes the three out of a mask. */
void lang_signals_unhost(sigset_t *set);
/* An iterable of numbers as a set: -1 with an exception. */
int lang_signal_set(struct lang_thread *t, lang_value v, sigset_t *out);

#endif
