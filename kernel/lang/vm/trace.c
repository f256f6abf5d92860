/* trace.c: tells trace and profile functions of calls, lines, returns and exceptions, in the order and with the
 * arguments of CPython's (documentation of sys.settrace and sys.setprofile). Knows of instructions only which of them
 * call. */
#include "vm/trace.h"

#include <stdlib.h>
#include <string.h>

#include "vm/jump.h"
#include "vm/native.h"

/* ------------------------------------------------------------------ functions */

void lang_tracer_free(struct lang_thread *t)
{
    struct lang_tracer *tracer = t->tracer;
    if (!tracer)
        return;
    t->tracer = NULL;
    for (int i = 0; i < LANG_HOOKS; i++)
        lang_unref(t, tracer->hooks[i]);
    if (tracer->calls)
        lang_call_profile_free(t, tracer->calls);
    lang_xdecref(t, tracer->code);
    free(tracer->lines);
    free(tracer);
}

lang_value lang_hook_get(const struct lang_thread *t, enum lang_hook which)
{
    return t->tracer ? t->tracer->hooks[which] : lang_undef();
}

bool lang_hooks_inside(struct lang_thread *t, bool inside)
{
    const bool before = t->tracer && t->tracer->inside;
    if (t->tracer)
        t->tracer->inside = inside;
    return before;
}

/* What runs already is not told of as beginning. all: also what an earlier hook was told of has gone on since. */
static void mark_frames(struct lang_thread *t, bool all)
{
    for (struct lang_frame *f = t->frames; t->frame && f <= t->frame; f++)
        if (all || !(f->flags & LANG_FRAME_TRACED)) {
            f->flags |= LANG_FRAME_TRACED;
            f->traced = lang_frame_instr(f);
        }
}

static int need_tracer(struct lang_thread *t)
{
    if (t->tracer)
        return 0;
    if (!(t->tracer = calloc(1, sizeof *t->tracer))) {
        lang_no_memory(t);
        return -1;
    }
    for (int i = 0; i < LANG_HOOKS; i++)
        t->tracer->hooks[i] = lang_undef();
    return 0;
}

int lang_calls_follow(struct lang_thread *t, struct lang_call_profile *p, bool natives)
{
    if (need_tracer(t) < 0) {
        lang_call_profile_free(t, p);
        return -1;
    }
    struct lang_call_profile *before = lang_calls_followed(t, true);
    if (before)
        lang_call_profile_free(t, before);
    mark_frames(t, !lang_tracing(t));
    t->tracer->calls = p;
    t->tracer->natives = natives;
    return 0;
}

struct lang_call_profile *lang_calls_followed(struct lang_thread *t, bool ends)
{
    struct lang_call_profile *p = t->tracer ? t->tracer->calls : NULL;
    if (p && ends)
        t->tracer->calls = NULL;
    return p;
}

int lang_hook_set(struct lang_thread *t, enum lang_hook which, lang_value hook)
{
    if (lang_is_none(hook) ? !t->tracer : need_tracer(t) < 0)
        return lang_is_none(hook) ? 0 : -1;
    if (!lang_is_none(hook) && !t->tracer->inside)
        mark_frames(t, !lang_tracing(t));
    lang_set_steal(t, &t->tracer->hooks[which], lang_is_none(hook) ? lang_undef() : lang_ref(hook));
    return 0;
}

/* ------------------------------------------------------------------ telling */

/* The variables of a function that its f_locals has shown are those that the function leaves in it. */
static int locals_before(struct lang_thread *t, struct lang_frame_object *o)
{
    if (!o->locals)
        return 0;
    struct lang_dict *d = lang_frame_object_locals(t, o);
    lang_xdecref(t, d);
    return d ? 0 : -1;
}

/* hook(frame, event, argument): the answer, or an error, with which the hook is gone. */
static lang_value tell(struct lang_thread *t, enum lang_hook which, lang_value hook, struct lang_frame *f,
                       const char *event, lang_value argument)
{
    struct lang_frame_object *o = lang_frame_object(t, f);
    struct lang_str *name = o ? lang_intern(t, event, strlen(event)) : NULL;
    lang_value answer = lang_error();
    if (name && locals_before(t, o) == 0) {
        const lang_value args[] = {lang_obj(o), lang_obj(name), argument};
        lang_ref(hook);
        lang_incref(o);
        t->tracer->inside = true;
        t->tracer->told_of = which == LANG_HOOK_TRACE ? f : NULL;
        t->tracer->event = event;
        t->tracer->jump = -1;
        answer = lang_call(t, hook, args, 3, NULL);
        t->tracer->inside = false;
        t->tracer->told_of = NULL;
        lang_frame_object_store(t, o);
        lang_decref(t, o);
        lang_unref(t, hook);
    }
    lang_xdecref(t, name);
    if (lang_is_error(answer)) {
        lang_clear(t, &t->tracer->hooks[which]);
        if (which == LANG_HOOK_TRACE && f->object)
            lang_clear(t, &f->object->trace);
    }
    return answer;
}

/* To the trace function: of a call the thread's, of all else the frame's own. What it answers is asked from then on. */
static int tell_trace(struct lang_thread *t, struct lang_frame *f, const char *event, lang_value argument)
{
    lang_value hook = lang_hook_get(t, LANG_HOOK_TRACE);
    if (lang_is_undef(hook))
        return 0;
    if (event[0] != 'c')
        hook = f->object ? f->object->trace : lang_undef();
    if (lang_is_undef(hook))
        return 0;
    lang_value answer = tell(t, LANG_HOOK_TRACE, hook, f, event, argument);
    if (lang_is_error(answer))
        return -1;
    if (lang_is_none(answer) || !f->object)
        lang_unref(t, answer);
    else
        lang_set_steal(t, &f->object->trace, answer);
    return 0;
}

/* A call or its end, to what counts them. */
static int count(struct lang_thread *t, const struct lang_frame *f, const char *event, lang_value argument)
{
    struct lang_tracer *tracer = t->tracer;
    struct lang_call_profile *calls = tracer->calls;
    const bool native = event[1] == '_';
    if (!calls || lang_call_profile_is_busy(calls) || (native && !tracer->natives))
        return 0;
    const bool begins = event[native ? 2 : 0] == 'c';
    tracer->inside = true; /* the timer may be a function */
    int status = !begins  ? lang_call_profile_leave(t, calls)
                 : native ? lang_call_profile_enter(t, calls, argument.o)
                          : lang_call_profile_enter(t, calls, &f->code->head);
    tracer->inside = false;
    return status;
}

int lang_trace_jump(struct lang_thread *t, const struct lang_frame_object *o, lang_value line)
{
    const struct lang_tracer *tracer = t->tracer;
    if (lang_is_undef(line))
        return lang_fail(t, LANG_EXC_AttributeError, "cannot delete attribute");
    if (!lang_is_integer(line))
        return lang_fail(t, LANG_EXC_ValueError, "lineno must be an integer");
    if (!tracer || !tracer->told_of || tracer->event[0] == 'c')
        return lang_fail(t, LANG_EXC_ValueError, "can't jump from the 'call' trace event of a new frame");
    if (o->frame != tracer->told_of || tracer->event[0] != 'l')
        return lang_fail(t, LANG_EXC_ValueError, "can only jump from a 'line' trace event");
    if (lang_is_undef(o->trace))
        return lang_fail(t, LANG_EXC_ValueError, "f_lineno can only be set by a trace function");
    int64_t number, target;
    if (lang_as_int64(t, line, &number) < 0)
        return -1;
    target = lang_jump_target(t, o->code, lang_frame_instr(o->frame), number);
    t->tracer->jump = target;
    return target < 0 ? -1 : 0;
}

/* Goes where the trace function has said. */
static int jump(struct lang_thread *t, struct lang_frame *f)
{
    const uint32_t target = (uint32_t)t->tracer->jump;
    t->tracer->jump = -1;
    if (lang_jump_leave(t, f, lang_frame_instr(f), target) < 0)
        return -1;
    f->traced = target;
    f->pc = f->code->instrs + target;
    return 0;
}

static int tell_profile(struct lang_thread *t, struct lang_frame *f, const char *event, lang_value argument)
{
    if (count(t, f, event, argument) < 0)
        return -1;
    lang_value hook = lang_hook_get(t, LANG_HOOK_PROFILE);
    if (lang_is_undef(hook))
        return 0;
    lang_value answer = tell(t, LANG_HOOK_PROFILE, hook, f, event, argument);
    if (lang_is_error(answer))
        return -1;
    lang_unref(t, answer);
    return 0;
}

/* With an exception on the thread, which stays unless the hook fails with another one. */
static void tell_aside(struct lang_thread *t, struct lang_frame *f, const char *event, lang_value argument,
                       int (*told)(struct lang_thread *, struct lang_frame *, const char *, lang_value))
{
    lang_value e = lang_error_take(t);
    if (told(t, f, event, argument) < 0) {
        lang_unref(t, e);
        return;
    }
    if (!lang_is_undef(e))
        lang_error_restore(t, e);
}

/* ------------------------------------------------------------------ lines */

static const uint32_t *lines_of(struct lang_thread *t, struct lang_code *code)
{
    struct lang_tracer *tracer = t->tracer;
    if (tracer->code == code)
        return tracer->lines;
    uint32_t *lines = malloc(code->instr_count * sizeof *lines);
    if (!lines) {
        lang_no_memory(t);
        return NULL;
    }
    lang_code_lines(code, lines);
    lang_xdecref(t, tracer->code);
    free(tracer->lines);
    tracer->code = lang_incref(code);
    tracer->lines = lines;
    return lines;
}

/* Has a jump gone back? A loop's next item is taken behind its body, to which that jumps back. */
static bool is_again(const struct lang_code *code, uint32_t before, uint32_t instr)
{
    const uint8_t former = code->instrs[before].op;
    return former == OPC_FORITER                   ? false
           : code->instrs[instr].op == OPC_FORITER ? former != OPC_GETITER && former != OPC_TAKE && former != OPC_TAKE
                                                   : instr < before;
}

/* A line begins where the line changes, and where a jump goes back. */
static int tell_line(struct lang_thread *t, struct lang_frame *f, uint32_t instr)
{
    const struct lang_frame_object *o = f->object;
    const uint32_t before = f->traced;
    if (lang_is_aside(&f->code->instrs[instr]))
        return 0;
    f->traced = instr;
    if (!o || lang_is_undef(o->trace) || lang_is_undef(lang_hook_get(t, LANG_HOOK_TRACE)))
        return 0;
    const uint32_t *lines = lines_of(t, f->code);
    if (!lines)
        return -1;
    if (!lines[instr]) {
        f->traced = before;
        return 0;
    }
    if ((before == LANG_FRAME_BEGIN || lines[instr] != lines[before] || is_again(f->code, before, instr)) &&
        !(o->head.flags & LANG_FRAME_OBJECT_LINES_OFF) && tell_trace(t, f, "line", lang_none()) < 0)
        return -1;
    return o->head.flags & LANG_FRAME_OBJECT_OPCODES ? tell_trace(t, f, "opcode", lang_none()) : 0;
}

/* ------------------------------------------------------------------ native calls */

static bool is_native(lang_value v)
{
    return lang_is_exactly(v, &lang_type_native) || lang_is_exactly(v, &lang_type_method_descr) ||
           (lang_is_exactly(v, &lang_type_method) && is_native(((struct lang_method_object *)v.o)->function));
}

/* The native function that the instruction calls, a method with its object: a new reference; UNDEF: none. */
static lang_value native_of(struct lang_thread *t, const struct lang_frame *f, const struct lang_instr *at)
{
    const lang_value *slot = &f->regs[at->a];
    const bool calls = at->op == OPC_CALL || at->op == OPC_CALLM || at->op == OPC_CALLKW || at->op == OPC_CALLEX;
    if (!calls || !is_native(*slot))
        return lang_undef();
    if (lang_is_undef(lang_hook_get(t, LANG_HOOK_PROFILE))) /* which object it is of does not matter */
        return lang_ref(lang_is_exactly(*slot, &lang_type_method) ? ((struct lang_method_object *)slot->o)->function
                                                                  : *slot);
    if (!lang_is_exactly(*slot, &lang_type_method_descr))
        return lang_ref(*slot);
    const lang_value self = at->op == OPC_CALLM && lang_is_undef(slot[1]) ? slot[2] : slot[1];
    if (at->op == OPC_CALLEX || lang_is_undef(self))
        return lang_ref(*slot);
    lang_value bound = lang_getattr_c(t, self, ((struct lang_native *)slot->o)->name);
    if (lang_is_error(bound))
        lang_error_clear(t);
    return lang_is_error(bound) ? lang_ref(*slot) : bound;
}

static int tell_call(struct lang_thread *t, struct lang_frame *f, const struct lang_instr *at, lang_value *called)
{
    if (lang_is_undef(lang_hook_get(t, LANG_HOOK_PROFILE)) && !(t->tracer->calls && t->tracer->natives))
        return 0;
    lang_value native = native_of(t, f, at);
    if (lang_is_undef(native))
        return 0;
    if (tell_profile(t, f, "c_call", native) < 0) {
        lang_unref(t, native);
        return -1;
    }
    *called = native;
    return 0;
}

static int tell_called(struct lang_thread *t, struct lang_frame *f, lang_value *called)
{
    lang_value native = *called;
    if (lang_is_undef(native))
        return 0;
    *called = lang_undef();
    int status = tell_profile(t, f, "c_return", native);
    lang_unref(t, native);
    return status;
}

/* ------------------------------------------------------------------ what the loop says */

static bool is_told(const struct lang_thread *t, const struct lang_frame *f)
{
    return f->flags & LANG_FRAME_TRACED && !f->code->text->hidden && lang_tracing(t);
}

enum lang_trace_status lang_trace_step(struct lang_thread *t, struct lang_frame *f, lang_value *called)
{
    const struct lang_instr *at = f->pc;
    if (!lang_tracing(t)) {
        lang_clear(t, called);
        return LANG_TRACE_OFF;
    }
    if (f->code->text->hidden) {
        f->flags |= LANG_FRAME_TRACED;
        return LANG_TRACE_ON;
    }
    if (tell_called(t, f, called) < 0)
        return LANG_TRACE_ERROR;
    if (!(f->flags & LANG_FRAME_TRACED)) {
        f->flags |= LANG_FRAME_TRACED;
        f->traced = at == f->code->instrs ? LANG_FRAME_BEGIN : lang_frame_instr(f);
        if (tell_trace(t, f, "call", lang_none()) < 0 || tell_profile(t, f, "call", lang_none()) < 0)
            return LANG_TRACE_ERROR;
    }
    f->pc = at + 1; /* it is the running one from here on */
    t->tracer->jump = -1;
    if (tell_line(t, f, (uint32_t)(at - f->code->instrs)) < 0)
        return LANG_TRACE_ERROR;
    const bool jumps = t->tracer->jump >= 0;
    if (jumps) {
        if (jump(t, f) < 0)
            return LANG_TRACE_ERROR;
        at = f->pc++;
    }
    if (tell_call(t, f, at, called) < 0)
        return LANG_TRACE_ERROR;
    if (jumps)
        return LANG_TRACE_JUMPED;
    return LANG_TRACE_ON;
}

int lang_trace_return(struct lang_thread *t, struct lang_frame *f, lang_value v)
{
    if (!is_told(t, f))
        return 0;
    if (lang_is_aside(&f->pc[-1]) && f->traced != LANG_FRAME_BEGIN) /* after the statement that was the last one */
        f->pc = f->code->instrs + f->traced + 1;
    return tell_trace(t, f, "return", v) < 0 || tell_profile(t, f, "return", v) < 0 ? -1 : 0;
}

void lang_trace_exception(struct lang_thread *t, struct lang_frame *f, lang_value *called)
{
    if (!is_told(t, f))
        return;
    lang_value native = *called;
    *called = lang_undef();
    if (!lang_is_undef(native)) {
        tell_aside(t, f, "c_exception", native, tell_profile);
        lang_unref(t, native);
    }
    if (!f->object || lang_is_undef(f->object->trace) || !lang_is_obj(t->exception))
        return;
    struct lang_exception *e = (struct lang_exception *)t->exception.o;
    const lang_value parts[] = {lang_obj(e->head.type), t->exception,
                                lang_is_undef(e->traceback) ? lang_none() : e->traceback};
    lang_value all = lang_obj_or_error(lang_tuple_from(t, parts, 3));
    if (lang_is_error(all))
        return;
    tell_aside(t, f, "exception", all, tell_trace);
    lang_unref(t, all);
}

void lang_trace_unwound(struct lang_thread *t, struct lang_frame *f)
{
    if (!is_told(t, f))
        return;
    tell_aside(t, f, "return", lang_none(), tell_trace);
    tell_aside(t, f, "return", lang_none(), tell_profile);
}
