/* call_profile.h: how often functions are called and how long they take, by who has called them: what the trace of
 * calls (trace.h) tells while a profile is taken. For the modules cProfile and profile. Knows of no file formats. */
#ifndef LANG_CALL_PROFILE_H
#define LANG_CALL_PROFILE_H

#include "vm/code.h"

struct lang_call_profile;

/* subcalls: also by who has called them; timer: called for the time, UNDEF: seconds of the system's clock; unit: of
 * the timer's integers, 0: seconds. NULL: no memory, raised. */
struct lang_call_profile *lang_call_profile_new(struct lang_thread *t, bool subcalls, lang_value timer, double unit);
/* A call begins: of a code object, or of a native function. -1: no memory. */
int lang_call_profile_enter(struct lang_thread *t, struct lang_call_profile *p, struct lang_object *called);
/* The innermost call that was told of ends; without one, nothing happens. */
int lang_call_profile_leave(struct lang_thread *t, struct lang_call_profile *p);
/* Whether its timer runs, which must not change it. */
bool lang_call_profile_is_busy(const struct lang_call_profile *p);
/* Forgets what was counted. */
void lang_call_profile_free(struct lang_thread *t, struct lang_call_profile *p);
/* Ends the calls that are still open and gives all of them: tuples (code or text, calls, recursive ones, seconds,
 * seconds without what was called, [the same of what was called] or None). Frees p, also with an error. */
lang_value lang_call_profile_finish(struct lang_thread *t, struct lang_call_profile *p);

#endif
