/* trace.h: what trace and profile functions are told (sys.settrace, sys.setprofile): which event when, and to whom. The
 * loop asks before each instruction, and only while there is such a function; library code of the kernel's own is not
 * told of. */
#ifndef LANG_TRACE_H
#define LANG_TRACE_H

#include "vm/call_profile.h"
#include "vm/code.h"

enum lang_hook { LANG_HOOK_TRACE, LANG_HOOK_PROFILE, LANG_HOOKS };

/* Of a thread, once it has set one. */
struct lang_tracer {
    lang_value hooks[LANG_HOOKS];    /* UNDEF: none */
    struct lang_call_profile *calls; /* counts calls, or NULL */
    bool natives;                    /* those of native functions, too */
    bool inside;                     /* one of them runs, and is not told of itself */
    struct lang_frame *told_of;      /* while the trace function runs: of which frame it is told, */
    const char *event;               /* and what */
    int64_t jump;                    /* the instruction at which it lets that frame go on; -1: where it is */
    struct lang_code *code;          /* whose lines were asked for last, or NULL */
    uint32_t *lines;                 /* of its instructions; 0: none */
};

/* Are there events to tell in this thread now? */
static inline bool lang_tracing(const struct lang_thread *t)
{
    const struct lang_tracer *tracer = t->tracer;
    return __builtin_expect(tracer != NULL, 0) && !tracer->inside &&
           (tracer->calls || !lang_is_undef(tracer->hooks[LANG_HOOK_TRACE]) ||
            !lang_is_undef(tracer->hooks[LANG_HOOK_PROFILE]));
}

enum lang_trace_status { LANG_TRACE_ERROR, LANG_TRACE_OFF, LANG_TRACE_ON, LANG_TRACE_JUMPED };

/* Before the instruction f->pc: that the frame begins or goes on, a new line, the end of the native call before (of
 * *called, emptied) and the beginning of the next one. OFF: there is nobody to tell any more. JUMPED: f->pc is
 * another one. */
enum lang_trace_status lang_trace_step(struct lang_thread *t, struct lang_frame *f, lang_value *called);
/* The frame returns or gives v; -1: the function has failed. */
int lang_trace_return(struct lang_thread *t, struct lang_frame *f, lang_value v);
/* An exception has come to the frame, or the native call has failed with it; it may be another one afterwards. */
void lang_trace_exception(struct lang_thread *t, struct lang_frame *f, lang_value *called);
/* The exception leaves the frame. */
void lang_trace_unwound(struct lang_thread *t, struct lang_frame *f);

/* sys.settrace and its like, for this thread; None ends it. -1: no memory. get: borrowed, UNDEF: none. */
int lang_hook_set(struct lang_thread *t, enum lang_hook which, lang_value hook);
lang_value lang_hook_get(const struct lang_thread *t, enum lang_hook which);
/* Counts the calls of this thread from here on, with or without those of native functions, in the place of what counts
 * them now. Takes p, also with an error. */
int lang_calls_follow(struct lang_thread *t, struct lang_call_profile *p, bool natives);
/* What counts them, or NULL; ends: the thread forgets it, and it is the caller's. */
struct lang_call_profile *lang_calls_followed(struct lang_thread *t, bool ends);
/* Whether a hook runs, from here on: false tells of what a hook itself calls. What it was before. */
bool lang_hooks_inside(struct lang_thread *t, bool inside);
/* f_lineno = line: where the frame goes on. */
int lang_trace_jump(struct lang_thread *t, const struct lang_frame_object *o, lang_value line);
void lang_tracer_free(struct lang_thread *t);

#endif
