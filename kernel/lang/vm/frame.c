/* frame.c: activations and tracebacks as values. An activation becomes a lang_frame_object when a traceback or sys asks
 * for it; while it runs the object looks into it, while its generator waits into that, and once it has ended the object
 * takes its variables over. Pushing and popping activations is call.c's and the loop's task. */
#include "vm/code.h"
#include "vm/exception_fields.h"
#include "vm/native.h"
#include "vm/trace.h"

#include <stdio.h>
#include <stdlib.h>

#define FRAME(v) ((struct lang_frame_object *)(v).o)
#define TRACEBACK(v) ((struct lang_traceback *)(v).o)

/* ------------------------------------------------------------------ the life of a frame object */

uint32_t lang_frame_instr(const struct lang_frame *f)
{
    ptrdiff_t i = f->pc - f->code->instrs;
    return (uint32_t)(i > 0 ? i - 1 : 0);
}

uint32_t lang_frame_line(const struct lang_frame *f)
{
    return f->pc == f->code->instrs ? lang_code_begin(f->code) : lang_code_line(f->code, lang_frame_instr(f));
}

uint32_t lang_frame_object_line(const struct lang_frame_object *f)
{
    if (f->frame)
        return lang_frame_line(f->frame);
    return f->instr == LANG_FRAME_BEGIN ? lang_code_begin(f->code) : lang_code_line(f->code, f->instr);
}

static struct lang_frame_object *object_new(struct lang_thread *t, struct lang_code *code, struct lang_function *func,
                                            struct lang_dict *globals)
{
    struct lang_frame_object *o = lang_object_new(t, &lang_type_frame);
    if (!o)
        return NULL;
    o->code = lang_incref(code);
    o->func = func ? lang_incref(func) : NULL;
    o->globals = globals ? lang_incref(globals) : NULL;
    return o;
}

struct lang_frame_object *lang_frame_object(struct lang_thread *t, struct lang_frame *f)
{
    if (f->object)
        return f->object;
    struct lang_frame_object *o = object_new(t, f->code, f->func, f->globals);
    if (!o)
        return NULL;
    o->frame = f;
    f->object = o;
    f->flags |= LANG_FRAME_SEEN;
    return o;
}

static uint32_t variables(const struct lang_code *c)
{
    return c->local_count + c->cell_count;
}

/* Moves the variables to the object, as far as there is memory. */
static void take_variables(struct lang_thread *t, struct lang_frame_object *o, lang_value *regs)
{
    uint32_t n = variables(o->code);
    o->regs = n && regs ? lang_alloc(t, n * sizeof *regs) : NULL;
    for (uint32_t i = 0; o->regs && i < n; i++) {
        o->regs[i] = regs[i];
        regs[i] = lang_undef();
    }
}

void lang_frame_freeze(struct lang_thread *t, struct lang_frame *f)
{
    struct lang_frame_object *o = f->object;
    f->object = NULL;
    f->flags &= ~(uint32_t)LANG_FRAME_SEEN;
    o->instr = lang_frame_instr(f);
    if (o->head.refs > 1) {
        lang_value e = lang_error_take(t); /* out of memory: the frame keeps fewer variables; no error */
        struct lang_frame_object *back = f == t->frames || f->generator ? NULL : lang_frame_object(t, f - 1);
        o->back = back ? lang_incref(back) : NULL;
        if (!f->locals)
            take_variables(t, o, f->regs);
        else if (!o->locals)
            o->locals = lang_incref(f->locals);
        lang_error_clear(t);
        if (!lang_is_undef(e))
            lang_error_restore(t, e);
    }
    o->frame = NULL;
    lang_decref(t, o);
}

void lang_frame_blame(struct lang_thread *t, struct lang_frame *f)
{
    if (f->flags & LANG_FRAME_RERAISED) {
        f->pc = f->code->instrs + f->reraised + 1;
        return;
    }
    lang_value tb = lang_is_obj(t->exception) ? ((struct lang_exception *)t->exception.o)->traceback : lang_undef();
    if (lang_is_obj(tb) && TRACEBACK(tb)->frame == f->object)
        f->pc = f->code->instrs + TRACEBACK(tb)->instr + 1;
}

void lang_frame_suspend(struct lang_frame *f, struct lang_generator *g)
{
    struct lang_frame_object *o = f->object;
    f->object = NULL;
    f->flags &= ~(uint32_t)LANG_FRAME_SEEN;
    o->instr = lang_frame_instr(f);
    o->frame = NULL;
    o->generator = g;
    g->object = o;
}

void lang_frame_resume(struct lang_frame *f, struct lang_generator *g)
{
    struct lang_frame_object *o = g->object;
    g->object = NULL;
    o->generator = NULL;
    o->frame = f;
    f->object = o;
    f->flags |= LANG_FRAME_SEEN;
}

void lang_frame_abandon(struct lang_thread *t, struct lang_generator *g)
{
    struct lang_frame_object *o = g->object;
    g->object = NULL;
    o->generator = NULL;
    if (o->head.refs > 1 && g->state != LANG_GENERATOR_NEW) {
        lang_value e = lang_error_take(t);
        take_variables(t, o, g->regs);
        lang_error_clear(t);
        if (!lang_is_undef(e))
            lang_error_restore(t, e);
    }
    lang_decref(t, o);
}

struct lang_frame_object *lang_generator_frame(struct lang_thread *t, struct lang_generator *g)
{
    if (g->state == LANG_GENERATOR_RUNNING) {
        for (struct lang_thread *other = t->vm->threads; other; other = other->next)
            for (struct lang_frame *f = other->frame; f; f = f == other->frames ? NULL : f - 1)
                if (f->generator == g) {
                    struct lang_frame_object *o = lang_frame_object(t, f);
                    return o ? lang_incref(o) : NULL;
                }
        return lang_fail_null(t, LANG_EXC_SystemError, "a running generator has no frame");
    }
    if (!g->object && (g->object = object_new(t, g->code, g->func, g->func->globals))) {
        g->object->generator = g;
        g->object->instr = g->state == LANG_GENERATOR_NEW ? LANG_FRAME_BEGIN : (uint32_t)(g->pc - g->code->instrs) - 1;
    }
    return g->object ? lang_incref(g->object) : NULL;
}

static void drop_variables(struct lang_thread *t, struct lang_frame_object *o)
{
    lang_value *regs = o->regs;
    o->regs = NULL;
    for (uint32_t i = 0; regs && i < variables(o->code); i++)
        lang_unref(t, regs[i]);
    lang_free(t, regs, variables(o->code) * sizeof *regs);
    struct lang_function *func = o->func; /* with its closure */
    o->func = NULL;
    lang_xdecref(t, func);
}

static void frame_destroy(struct lang_thread *t, struct lang_object *object)
{
    struct lang_frame_object *o = (struct lang_frame_object *)object;
    drop_variables(t, o);
    lang_unref(t, o->trace);
    lang_unref(t, o->foreign);
    lang_xdecref(t, o->code);
    lang_xdecref(t, o->globals);
    lang_xdecref(t, o->locals);
    lang_xdecref(t, o->back);
}

static void frame_traverse(struct lang_object *object, lang_visit_fn visit, void *arg)
{
    struct lang_frame_object *o = (struct lang_frame_object *)object;
    if (o->func)
        visit(&o->func->head, arg);
    if (o->globals)
        visit(&o->globals->head, arg);
    if (o->locals)
        visit(&o->locals->head, arg);
    if (o->back)
        visit(&o->back->head, arg);
    if (o->trace.tag == LANG_OBJECT)
        visit(o->trace.o, arg);
    if (o->foreign.tag == LANG_OBJECT)
        visit(o->foreign.o, arg);
    for (uint32_t i = 0; o->regs && i < variables(o->code); i++)
        if (o->regs[i].tag == LANG_OBJECT)
            visit(o->regs[i].o, arg);
}

static void frame_clear(struct lang_thread *t, struct lang_object *object)
{
    struct lang_frame_object *o = (struct lang_frame_object *)object;
    if (o->frame)
        return;
    drop_variables(t, o);
    lang_clear(t, &o->trace);
    struct lang_frame_object *back = o->back;
    o->back = NULL;
    lang_xdecref(t, back);
}

/* ------------------------------------------------------------------ its variables */

/* A name of the function as it stands now; others in the dict stay. */
static int refresh(struct lang_thread *t, struct lang_dict *d, struct lang_str *name, lang_value v)
{
    if (!lang_is_undef(v))
        return lang_dict_set_str(t, d, name, v);
    return lang_dict_find_str(t, d, name) >= 0 && lang_dict_del(t, d, lang_obj(name)) < 0 ? -1 : 0;
}

/* Variable i, a local or the content of a cell; UNDEF: none. Asked one by one: an __eq__ of a key in the dict they are
 * put into may let a generator end, which gives its registers back. */
static lang_value variable(const struct lang_frame_object *o, uint32_t i)
{
    const lang_value *regs = o->frame ? o->frame->regs : o->generator ? o->generator->regs : o->regs;
    if (!regs)
        return lang_undef();
    return i < o->code->local_count                    ? regs[i]
           : lang_is_exactly(regs[i], &lang_type_cell) ? ((struct lang_cell *)regs[i].o)->value
                                                       : regs[i];
}

struct lang_dict *lang_frame_object_locals(struct lang_thread *t, struct lang_frame_object *o)
{
    if (o->frame && o->frame->locals)
        return lang_incref(o->frame->locals);
    if (!o->locals && !(o->locals = lang_dict_new(t)))
        return NULL;
    struct lang_dict *d = lang_incref(o->locals);
    struct lang_code *c = o->code;
    if (c->flags & LANG_CODE_NAMESPACE && !o->frame)
        return d;
    int s = 0;
    for (uint32_t i = 0; s == 0 && i < variables(c); i++) {
        struct lang_str *name = i < c->local_count ? c->local_names[i] : c->cell_names[i - c->local_count];
        lang_value v = lang_ref(variable(o, i));
        s = refresh(t, d, name, v);
        lang_unref(t, v);
    }
    for (uint32_t i = 0; s == 0 && i < c->free_count; i++) {
        lang_value v = lang_ref(o->func && o->func->closure[i] ? o->func->closure[i]->value : lang_undef());
        s = refresh(t, d, c->free_names[i], v);
        lang_unref(t, v);
    }
    if (s < 0) {
        lang_decref(t, d);
        return NULL;
    }
    return d;
}

/* A variable takes what the dict holds under its name, and nothing where there is none. */
static void restore(struct lang_thread *t, const struct lang_frame_object *o, uint32_t i, const struct lang_str *name)
{
    lang_value v = lang_dict_get_str(t, o->locals, (struct lang_str *)name), *at = &o->frame->regs[i];
    if (i >= o->code->local_count && lang_is_exactly(*at, &lang_type_cell))
        at = &((struct lang_cell *)at->o)->value;
    if (at->tag != v.tag || at->i != v.i)
        lang_set_steal(t, at, lang_ref(v));
}

void lang_frame_object_store(struct lang_thread *t, struct lang_frame_object *o)
{
    const struct lang_code *c = o->code;
    if (!o->locals || !o->frame || o->frame->locals || c->flags & LANG_CODE_NAMESPACE)
        return;
    for (uint32_t i = 0; i < variables(c); i++)
        restore(t, o, i, i < c->local_count ? c->local_names[i] : c->cell_names[i - c->local_count]);
}

struct lang_dict *lang_frame_locals(struct lang_thread *t, struct lang_frame *f)
{
    if (f->locals)
        return lang_incref(f->locals);
    if (f->code->flags & LANG_CODE_NAMESPACE) /* a cell that awaits */
        return lang_incref(f->globals);
    struct lang_frame_object *o = lang_frame_object(t, f);
    return o ? lang_frame_object_locals(t, o) : NULL;
}

/* ------------------------------------------------------------------ as text */

/* One line of format_stack() and, where the source is known, the line of the program. Returns its length. */
static size_t format_location(struct lang_thread *t, const struct lang_frame *f, char *out, size_t capacity)
{
    char cell[LANG_CELL_FILENAME];
    const char *line, *name = lang_str_utf8(t, f->code->name, NULL);
    size_t size, n;
    uint32_t number = lang_frame_line(f);
    int written = snprintf(out, capacity, "  File \"%s\", line %u, in %s\n", lang_text_filename(f->code->text, cell),
                           number, name ? name : "?");
    n = written < 0 ? 0 : (size_t)written;
    if (!lang_text_line(f->code->text, number, &line, &size))
        return n;
    while (size && (*line == ' ' || *line == '\t'))
        line++, size--;
    written = snprintf(n < capacity ? out + n : NULL, n < capacity ? capacity - n : 0, "    %.*s\n", (int)size, line);
    return n + (written < 0 ? 0 : (size_t)written);
}

char *lang_stack_text(struct lang_thread *t)
{
    size_t size = 0, at = 0;
    for (const struct lang_frame *f = t->frames; t->frame && f <= t->frame; f++)
        if (f->code && !f->code->text->hidden)
            size += format_location(t, f, NULL, 0);
    char *text = malloc(size + 1);
    if (!text)
        return NULL;
    text[0] = 0;
    for (const struct lang_frame *f = t->frames; t->frame && f <= t->frame; f++)
        if (f->code && !f->code->text->hidden)
            at += format_location(t, f, text + at, size + 1 - at);
    return text;
}

/* "file(line): name" of a call: the line where the function begins, of a text of statements the one that runs. */
static int format_call(struct lang_thread *t, const struct lang_frame *f, char *out, size_t capacity)
{
    char cell[LANG_CELL_FILENAME];
    const char *name = lang_str_utf8(t, f->code->name, NULL);
    int written = snprintf(out, capacity, "%s(%u): %s\n", lang_text_filename(f->code->text, cell),
                           f->func ? f->code->first_line : lang_frame_line(f), name ? name : "?");
    return written < 0 ? 0 : written;
}

char *lang_calls_text(struct lang_thread *t)
{
    size_t size = 0, at = 0;
    const struct lang_frame *first = t->frames, *last = t->frame;
    for (const struct lang_frame *f = last; last && f >= first; f--)
        if (f->code && !f->code->text->hidden)
            size += (size_t)format_call(t, f, NULL, 0);
    char *text = malloc(size + 1);
    if (!text)
        return NULL;
    text[0] = 0;
    for (const struct lang_frame *f = last; last && f >= first; f--)
        if (f->code && !f->code->text->hidden)
            at += (size_t)format_call(t, f, text + at, size + 1 - at);
    return text;
}

/* ------------------------------------------------------------------ attributes of frames */

static lang_value f_lineno(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int(lang_frame_object_line(FRAME(v)));
}
static int set_f_lineno(struct lang_thread *t, lang_value v, lang_value value)
{
    return lang_trace_jump(t, FRAME(v), value);
}
static lang_value f_lasti(struct lang_thread *t, lang_value v)
{
    (void)t;
    uint32_t instr = FRAME(v)->frame ? lang_frame_instr(FRAME(v)->frame) : FRAME(v)->instr;
    return lang_int(instr == LANG_FRAME_BEGIN ? 0 : ((int64_t)instr + 1) * 2);
}
static lang_value f_code(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(lang_obj(FRAME(v)->code));
}
static lang_value f_globals(struct lang_thread *t, lang_value v)
{
    (void)t;
    return FRAME(v)->globals ? lang_ref(lang_obj(FRAME(v)->globals)) : lang_none();
}
static lang_value f_builtins(struct lang_thread *t, lang_value v)
{
    struct lang_dict *builtins = FRAME(v)->globals ? lang_builtins_of(t, FRAME(v)->globals) : t->vm->builtins;
    return builtins ? lang_ref(lang_obj(builtins)) : lang_error();
}
static lang_value f_back(struct lang_thread *t, lang_value v)
{
    struct lang_frame_object *o = FRAME(v), *back = o->back;
    if (o->frame) {
        if (!o->frame[-1].code) /* the first of its thread, which may be another one */
            return lang_none();
        back = lang_frame_object(t, o->frame - 1);
        if (!back)
            return lang_error();
    }
    return back ? lang_obj(lang_incref(back)) : lang_none();
}
/* For debuggers: frames of the library's own code are no steps of a program. */
static lang_value f_is_library(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool(FRAME(v)->code->text->hidden);
}
/* For the module `warnings`: a cell lies in no file that it could read. */
static lang_value f_source_line(struct lang_thread *t, lang_value v)
{
    struct lang_frame_object *f = FRAME(v);
    const char *line;
    size_t size;
    if (f->code->text->filename || !lang_text_line(f->code->text, lang_frame_object_line(f), &line, &size))
        return lang_none();
    return lang_obj_or_error(lang_str_new(t, line, size));
}
static lang_value f_locals(struct lang_thread *t, lang_value v)
{
    struct lang_dict *d = lang_frame_object_locals(t, FRAME(v));
    if (!d)
        return lang_error();
    lang_value names = lang_ref(lang_namespace_value(d)); /* a class body's may be any mapping */
    lang_decref(t, d);
    return names;
}
static lang_value f_trace(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_is_undef(FRAME(v)->trace) ? lang_none() : lang_ref(FRAME(v)->trace);
}
static int set_f_trace(struct lang_thread *t, lang_value v, lang_value value)
{
    lang_set_steal(t, &FRAME(v)->trace, lang_is_none(value) ? lang_undef() : lang_ref(value));
    return 0;
}
static int set_flag(struct lang_thread *t, lang_value v, lang_value value, uint32_t flag, bool set_if)
{
    if (lang_is_undef(value))
        return lang_fail(t, LANG_EXC_TypeError, "can't delete numeric/char attribute");
    if (value.tag != LANG_BOOL)
        return lang_fail(t, LANG_EXC_TypeError, "attribute value type must be bool");
    v.o->flags = (value.i != 0) == set_if ? v.o->flags | flag : v.o->flags & ~flag;
    return 0;
}
static lang_value f_trace_lines(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool(!(v.o->flags & LANG_FRAME_OBJECT_LINES_OFF));
}
static int set_f_trace_lines(struct lang_thread *t, lang_value v, lang_value value)
{
    return set_flag(t, v, value, LANG_FRAME_OBJECT_LINES_OFF, false);
}
static lang_value f_trace_opcodes(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_bool((v.o->flags & LANG_FRAME_OBJECT_OPCODES) != 0);
}
static int set_f_trace_opcodes(struct lang_thread *t, lang_value v, lang_value value)
{
    return set_flag(t, v, value, LANG_FRAME_OBJECT_OPCODES, true);
}

static lang_value f_clear(struct lang_thread *t, const lang_value *args)
{
    struct lang_frame_object *o = FRAME(args[0]);
    if (o->frame)
        return lang_raise(t, LANG_EXC_RuntimeError, "cannot clear an executing frame");
    if (o->generator) {
        struct lang_generator *g = lang_incref(o->generator);
        lang_generator_close(t, g);
        lang_decref(t, g);
    } else {
        drop_variables(t, o);
    }
    return lang_none();
}

static lang_value frame_repr(struct lang_thread *t, lang_value v)
{
    char cell[LANG_CELL_FILENAME];
    struct lang_frame_object *o = FRAME(v);
    struct lang_str *file = lang_str_from_c(t, lang_text_filename(o->code->text, cell));
    if (!file)
        return lang_error();
    lang_value r = lang_obj_or_error(lang_str_from_format(t, "<frame at 0x%llx, file %R, line %u, code %U>",
                                                          (unsigned long long)v.bits, lang_obj(file),
                                                          lang_frame_object_line(o), o->code->name));
    lang_decref(t, file);
    return r;
}

static const struct lang_getset frame_getset[] = {{"f_back", f_back, NULL, NULL},
                                                  {"f_code", f_code, NULL, NULL},
                                                  {"f_builtins", f_builtins, NULL, NULL},
                                                  {"f_globals", f_globals, NULL, NULL},
                                                  {"f_lasti", f_lasti, NULL, NULL},
                                                  {"f_lineno", f_lineno, set_f_lineno, NULL},
                                                  {"f_locals", f_locals, NULL, NULL},
                                                  {"f_trace", f_trace, set_f_trace, NULL},
                                                  {"f_trace_lines", f_trace_lines, set_f_trace_lines, NULL},
                                                  {"f_trace_opcodes", f_trace_opcodes, set_f_trace_opcodes, NULL},
                                                  {"_source_line", f_source_line, NULL, NULL},
                                                  {"_is_library", f_is_library, NULL, NULL},
                                                  {NULL, NULL, NULL, NULL}};

static const struct lang_method frame_methods[] = {
    {"clear", "()", f_clear, "Drop the variables that the frame still holds.", LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0},
};

struct lang_type lang_type_frame = {
    .name = "frame",
    .size = sizeof(struct lang_frame_object),
    .getset = frame_getset,
    .methods = frame_methods,
    .destroy = frame_destroy,
    .traverse = frame_traverse,
    .clear = frame_clear,
    .repr = frame_repr,
};

/* ------------------------------------------------------------------ tracebacks */

static void traceback_destroy(struct lang_thread *t, struct lang_object *o)
{
    lang_xdecref(t, ((struct lang_traceback *)o)->frame);
    lang_xdecref(t, ((struct lang_traceback *)o)->next);
}
static void traceback_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct lang_traceback *tb = (struct lang_traceback *)o;
    if (tb->frame)
        visit(&tb->frame->head, arg);
    if (tb->next)
        visit(&tb->next->head, arg);
}
static lang_value tb_lineno(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int(lang_traceback_line(TRACEBACK(v)));
}
static lang_value tb_lasti(struct lang_thread *t, lang_value v)
{
    (void)t;
    int64_t instr = TRACEBACK(v)->instr;
    return lang_int(TRACEBACK(v)->made ? instr : (instr + 1) * 2);
}
static lang_value tb_next(struct lang_thread *t, lang_value v)
{
    (void)t;
    struct lang_traceback *n = TRACEBACK(v)->next;
    return n ? lang_ref(lang_obj(n)) : lang_none();
}
static int set_tb_next(struct lang_thread *t, lang_value v, lang_value value)
{
    if (lang_is_undef(value))
        return lang_fail(t, LANG_EXC_TypeError, "can't delete tb_next attribute");
    if (!lang_is_none(value) && !lang_is_exactly(value, &lang_type_traceback))
        return lang_fail(t, LANG_EXC_TypeError, "expected traceback object, got '%N'", value);
    struct lang_traceback *next = lang_is_none(value) ? NULL : TRACEBACK(value), *old = TRACEBACK(v)->next;
    for (struct lang_traceback *tb = next; tb; tb = tb->next)
        if (tb == TRACEBACK(v))
            return lang_fail(t, LANG_EXC_ValueError, "traceback loop detected");
    TRACEBACK(v)->next = next ? lang_incref(next) : NULL;
    lang_xdecref(t, old);
    return 0;
}
static lang_value tb_frame(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_ref(lang_obj(TRACEBACK(v)->frame));
}
static const struct lang_getset traceback_getset[] = {{"tb_next", tb_next, set_tb_next, NULL},
                                                      {"tb_frame", tb_frame, NULL, NULL},
                                                      {"tb_lasti", tb_lasti, NULL, NULL},
                                                      {"tb_lineno", tb_lineno, NULL, NULL},
                                                      {NULL, NULL, NULL, NULL}};

static lang_value traceback_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                                 struct lang_tuple *kwnames)
{
    (void)cls;
    struct lang_params *p = lang_params_get(t, "TracebackType", "(tb_next, tb_frame, tb_lasti, tb_lineno)");
    lang_value out[4];
    int64_t lasti, line;
    if (!p || lang_params_bind(t, p, args, nargs, kwnames, out) < 0)
        return lang_error();
    if (!lang_is_exactly(out[1], &lang_type_frame))
        return lang_raise(t, LANG_EXC_TypeError, "TracebackType() argument 'tb_frame' must be frame, not %A", out[1]);
    if (lang_as_index(t, out[2], &lasti) < 0 || lang_as_index(t, out[3], &line) < 0)
        return lang_error();
    if (!lang_is_none(out[0]) && !lang_is_exactly(out[0], &lang_type_traceback))
        return lang_raise(t, LANG_EXC_TypeError, "expected traceback object or None, got '%N'", out[0]);
    struct lang_traceback *tb = lang_object_new(t, &lang_type_traceback);
    if (!tb)
        return lang_error();
    tb->next = lang_is_none(out[0]) ? NULL : lang_incref(out[0].o);
    tb->frame = lang_incref(out[1].o);
    tb->instr = (uint32_t)lasti;
    tb->line = (int32_t)line;
    tb->made = true;
    return lang_obj(tb);
}

static lang_value tb_dir(struct lang_thread *t, const lang_value *args)
{
    (void)args;
    struct lang_list *names = lang_list_new(t, 4);
    for (const struct lang_getset *g = traceback_getset; names && g->name; g++)
        if (lang_list_append_steal(t, names, lang_obj_or_error(lang_str_from_c(t, g->name))) < 0) {
            lang_decref(t, names);
            return lang_error();
        }
    return lang_obj_or_error(names);
}

static const struct lang_method traceback_methods[] = {
    {"__dir__", "()", tb_dir, NULL, LANG_M_NOSIG},
    {NULL, NULL, NULL, NULL, 0},
};

struct lang_type lang_type_traceback = {
    .name = "traceback",
    .doc = "Create a new traceback object.",
    .size = sizeof(struct lang_traceback),
    .getset = traceback_getset,
    .methods = traceback_methods,
    .make = traceback_make,
    .destroy = traceback_destroy,
    .traverse = traceback_traverse,
};

void lang_traceback_add(struct lang_thread *t, struct lang_frame *f)
{
    lang_value e = lang_error_take(t);
    if (lang_is_undef(e))
        return;
    struct lang_exception *exc = (struct lang_exception *)e.o;
    struct lang_frame_object *o = lang_exception_is_no_memory(e) ? NULL : lang_frame_object(t, f);
    struct lang_traceback *tb = o ? lang_object_new(t, &lang_type_traceback) : NULL;
    if (tb) {
        tb->frame = lang_incref(o);
        tb->instr = lang_frame_instr(f);
        tb->next = lang_is_undef(exc->traceback) ? NULL : TRACEBACK(exc->traceback); /* moves */
        exc->traceback = lang_obj(tb);
    } else {
        lang_error_clear(t); /* out of memory: the entry is left out of the traceback */
    }
    lang_set_steal(t, &t->exception, e);
}

static lang_value frame_local(struct lang_frame *f, struct lang_str *name)
{
    struct lang_code *c = f->code;
    for (uint32_t i = 0; i < c->local_count; i++)
        if (c->local_names[i] == name && !lang_is_undef(f->regs[i]))
            return f->regs[i];
    for (uint32_t i = 0; i < c->cell_count; i++)
        if (c->cell_names[i] == name && lang_is_exactly(f->regs[c->local_count + i], &lang_type_cell))
            return ((struct lang_cell *)f->regs[c->local_count + i].o)->value;
    for (uint32_t i = 0; i < c->free_count; i++)
        if (c->free_names[i] == name && f->func)
            return f->func->closure[i]->value;
    return lang_undef();
}

lang_value lang_frame_lookup(struct lang_thread *t, struct lang_str *name_in)
{
    struct lang_str *name = lang_intern_str(t, name_in);
    if (!name)
        return lang_error();
    lang_value v = lang_undef();
    struct lang_frame *f = t->frame;
    if (f) {
        v = frame_local(f, name);
        if (lang_is_undef(v) && f->locals)
            v = lang_dict_get_str(t, f->locals, name);
    }
    if (lang_is_undef(v))
        v = lang_dict_get_str(t, f ? f->globals : lang_main_dict(t), name);
    if (lang_is_undef(v))
        v = lang_dict_get_str(t, t->vm->builtins, name);
    lang_decref(t, name);
    return lang_ref(v);
}

int lang_frame_namespaces(struct lang_thread *t, struct lang_dict **globals, struct lang_dict **locals)
{
    struct lang_frame *f = t->frame;
    struct lang_dict *g = f ? f->globals : lang_main_dict(t);
    if (locals && !(*locals = f ? lang_frame_locals(t, f) : lang_incref(g)))
        return -1;
    *globals = lang_incref(g);
    return 0;
}
