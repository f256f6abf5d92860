/* lib_tracemalloc.c: the module _tracemalloc: what is known of the blocks that are in use (vm/alloc_trace.h), as
 * values. */
#include <inttypes.h>
#include <stdlib.h>

#include "lib.h"
#include "vm/alloc_trace.h"
#include "vm/code.h"

static lang_value t_is_tracing(struct lang_thread *t, const lang_value *a)
{
    (void)t, (void)a;
    return lang_bool(lang_alloc_tracing());
}

static lang_value t_start(struct lang_thread *t, const lang_value *a)
{
    int64_t frames = 1;
    if (!lang_is_undef(a[0]) && lang_as_index(t, a[0], &frames) < 0)
        return lang_error();
    if (frames < 1 || frames > LANG_ALLOC_TRACE_FRAMES)
        return lang_raise(t, LANG_EXC_ValueError, "the number of frames must be in range [1; %d]",
                          LANG_ALLOC_TRACE_FRAMES);
    if (!lang_alloc_tracing())
        lang_alloc_trace_start((uint32_t)frames);
    return lang_none();
}

static lang_value t_stop(struct lang_thread *t, const lang_value *a)
{
    (void)t, (void)a;
    lang_alloc_trace_stop();
    return lang_none();
}

static lang_value t_clear(struct lang_thread *t, const lang_value *a)
{
    (void)t, (void)a;
    if (lang_alloc_tracing()) {
        lang_alloc_trace_settle();
        lang_alloc_trace_clear();
    }
    return lang_none();
}

static lang_value t_limit(struct lang_thread *t, const lang_value *a)
{
    (void)t, (void)a;
    return lang_int(lang_alloc_trace_limit());
}

static lang_value t_own(struct lang_thread *t, const lang_value *a)
{
    (void)t, (void)a;
    return lang_int((int64_t)lang_alloc_trace_own_memory());
}

static lang_value t_traced(struct lang_thread *t, const lang_value *a)
{
    size_t now, peak;
    (void)a;
    lang_alloc_trace_settle();
    lang_alloc_trace_sizes(&now, &peak);
    const lang_value pair[2] = {lang_int((int64_t)now), lang_int((int64_t)peak)};
    return lang_obj_or_error(lang_tuple_from(t, pair, 2));
}

static lang_value t_reset_peak(struct lang_thread *t, const lang_value *a)
{
    (void)t, (void)a;
    lang_alloc_trace_settle();
    lang_alloc_trace_reset_peak();
    return lang_none();
}

/* ------------------------------------------------------------------ traces as values */

/* The names of files, each of them once. */
static lang_value name_of(struct lang_thread *t, struct lang_dict *names, const struct lang_text *text)
{
    char cell[LANG_CELL_FILENAME];
    const char *file = text ? lang_text_filename(text, cell) : "<unknown>";
    lang_value known = lang_dict_get_c(t, names, file);
    if (lang_is_error(known) || !lang_is_undef(known))
        return lang_is_error(known) ? known : lang_ref(known);
    lang_value name = lang_obj_or_error(lang_str_from_c(t, file));
    if (!lang_is_error(name) && lang_dict_set_c(t, names, file, name) < 0) {
        lang_unref(t, name);
        return lang_error();
    }
    return name;
}

static lang_value frame_value(struct lang_thread *t, struct lang_dict *names, const struct lang_alloc_frame *f)
{
    const lang_value pair[2] = {name_of(t, names, f->text), lang_int(f->line)};
    if (lang_is_error(pair[0]))
        return lang_error();
    lang_value made = lang_obj_or_error(lang_tuple_from(t, pair, 2));
    lang_unref(t, pair[0]);
    return made;
}

/* ((file, line), ...), the innermost frame first. */
static lang_value stack_value(struct lang_thread *t, struct lang_dict *names, const struct lang_alloc_stack *s)
{
    struct lang_list *frames = lang_list_new(t, 0);
    for (uint32_t i = 0; frames && i < s->count; i++) {
        lang_value frame = frame_value(t, names, &s->frames[i]);
        if (lang_is_error(frame) || lang_list_append_steal(t, frames, frame) < 0) {
            lang_decref(t, frames);
            frames = NULL;
        }
    }
    lang_value made =
        frames ? lang_obj_or_error(lang_tuple_from(t, frames->items, (size_t)frames->length)) : lang_error();
    lang_xdecref(t, frames);
    return made;
}

/* Traces of one stack are neighbours once they are sorted: its value is made once. */
static int by_stack(const void *a, const void *b)
{
    const struct lang_alloc_trace *p = a, *q = b;
    return p->stack != q->stack ? (p->stack < q->stack ? -1 : 1) : (p->block > q->block) - (p->block < q->block);
}

static int append_trace(struct lang_thread *t, struct lang_list *all, const struct lang_alloc_trace *trace,
                        lang_value stack)
{
    const lang_value parts[4] = {lang_int(0), lang_int((int64_t)trace->size), stack, lang_int(trace->stack->total)};
    struct lang_tuple *made = lang_tuple_from(t, parts, 4);
    return made ? lang_list_append_steal(t, all, lang_obj(made)) : -1;
}

static struct lang_list *list_of_traces(struct lang_thread *t, const struct lang_alloc_trace *traces, size_t count)
{
    struct lang_list *all = lang_list_new(t, 0);
    struct lang_dict *names = lang_dict_new(t);
    lang_value stack = lang_undef();
    int status = all && names ? 0 : -1;
    for (size_t i = 0; status == 0 && i < count; i++) {
        if (i == 0 || traces[i].stack != traces[i - 1].stack)
            lang_set_steal(t, &stack, stack_value(t, names, traces[i].stack));
        status = lang_is_error(stack) ? -1 : append_trace(t, all, &traces[i], stack);
    }
    if (!lang_is_error(stack))
        lang_unref(t, stack);
    lang_xdecref(t, names);
    if (status == 0)
        return all;
    lang_xdecref(t, all);
    return NULL;
}

static lang_value t_get_traces(struct lang_thread *t, const lang_value *a)
{
    size_t count = 0;
    (void)a;
    lang_alloc_trace_settle();
    struct lang_alloc_trace *traces = lang_alloc_trace_copy(&count);
    if (!traces) {
        lang_no_memory(t);
        return lang_error();
    }
    qsort(traces, count, sizeof *traces, by_stack);
    lang_alloc_trace_pause(true);
    struct lang_list *all = list_of_traces(t, traces, count);
    lang_alloc_trace_pause(false);
    free(traces);
    return lang_obj_or_error(all);
}

static lang_value t_of_object(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_obj(a[0]) || !lang_alloc_tracing())
        return lang_none();
    const char *block = (const char *)a[0].o;
    if (a[0].o->flags & LANG_OBJ_GC)
        block -= sizeof(struct lang_gc_head);
    lang_alloc_trace_settle();
    const struct lang_alloc_trace *trace = lang_alloc_trace_find(block);
    if (!trace)
        return lang_none();
    lang_alloc_trace_pause(true);
    struct lang_dict *names = lang_dict_new(t);
    lang_value made = names ? stack_value(t, names, trace->stack) : lang_error();
    lang_xdecref(t, names);
    lang_alloc_trace_pause(false);
    return made;
}

/* ------------------------------------------------------------------ the module */

static const struct lang_method functions[] = {
    {"is_tracing", "()", t_is_tracing, "Return True if the tracemalloc module is tracing Python memory allocations.",
     0},
    {"start", "(nframe=1, /)", t_start,
     "Start tracing Python memory allocations: the innermost nframe frames of each are kept.", 0},
    {"stop", "()", t_stop, "Stop tracing Python memory allocations, and forget those that were traced.", 0},
    {"clear_traces", "()", t_clear, "Clear traces of memory blocks allocated by Python.", 0},
    {"get_traceback_limit", "()", t_limit, "Get the maximum number of frames stored in the traceback of a trace.", 0},
    {"get_tracemalloc_memory", "()", t_own, "Get the memory usage in bytes of the tracemalloc module itself.", 0},
    {"get_traced_memory", "()", t_traced,
     "Get the current size and peak size of memory blocks traced by tracemalloc: a tuple of two ints.", 0},
    {"reset_peak", "()", t_reset_peak, "Set the peak size of memory blocks traced by tracemalloc to the current size.",
     0},
    {"_get_traces", "()", t_get_traces, "A list of (domain, size, frames, number of all frames) of the traced blocks.",
     0},
    {"_get_object_traceback", "(obj, /)", t_of_object, "The frames where the memory of an object was taken, or None.",
     0},
    {0},
};

const struct lang_module_def lang_module__tracemalloc = {
    "_tracemalloc",
    "Debug module to trace memory blocks allocated by Python.",
    functions,
    NULL,
};
