/* lib_pickle_buffer.c: pickle.PickleBuffer: the memory of another object, which a pickle contains or leaves to be sent
 * beside it (protocol 5, PEP 574). */
#include "lib_pickler.h"

struct pickle_buffer {
    struct lang_object head;
    lang_value view;         /* a memoryview, here or of another implementation; UNDEF: released */
    struct lang_buffer held; /* its bytes, where they lie in one piece */
    bool in_one_piece, readonly;
    int64_t exports;
};

static int check(struct lang_thread *t, const struct pickle_buffer *b)
{
    return lang_is_undef(b->view)
               ? lang_fail(t, LANG_EXC_ValueError, "operation forbidden on released PickleBuffer object")
               : 0;
}

/* ------------------------------------------------------------------ the type */

static lang_value buffer_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    struct lang_params *params = lang_params_get(t, "PickleBuffer", "(object, /)");
    lang_value object;
    if (!params || lang_params_bind(t, params, args, nargs, kwnames, &object) < 0)
        return lang_error();
    lang_value view = lang_call(t, lang_obj(&lang_type_memoryview), &object, 1, NULL);
    if (lang_is_error(view)) {
        if (lang_error_is(t, LANG_EXC_TypeError)) {
            lang_error_clear(t);
            lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", object);
        }
        lang_args_done(t, params, &object);
        return lang_error();
    }
    lang_args_done(t, params, &object);
    struct pickle_buffer *b = lang_object_new(t, cls);
    if (!b) {
        lang_unref(t, view);
        return lang_error();
    }
    b->view = view;
    b->held.owner = lang_undef();
    b->in_one_piece = lang_buffer_get_writable(t, view, &b->held);
    b->readonly = !b->in_one_piece;
    if (!b->in_one_piece)
        b->in_one_piece = lang_buffer_get(t, view, &b->held);
    return lang_obj(b);
}

static void let_go(struct lang_thread *t, struct pickle_buffer *b)
{
    b->in_one_piece = false;
    lang_buffer_release(t, &b->held);
    lang_clear(t, &b->view);
}

static void buffer_destroy(struct lang_thread *t, struct lang_object *o)
{
    let_go(t, (struct pickle_buffer *)o);
}

static void buffer_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct pickle_buffer *b = (struct pickle_buffer *)o;
    lang_value inside[] = {b->view, b->held.owner};
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
        if (lang_is_obj(inside[i]))
            visit(inside[i].o, arg);
}

static bool buffer_memory(lang_value v, struct lang_memory *out)
{
    struct pickle_buffer *b = (struct pickle_buffer *)v.o;
    if (!b->in_one_piece)
        return false;
    *out = (struct lang_memory){.data = (uint8_t *)b->held.data,
                                .length = b->held.length,
                                .format = "B",
                                .itemsize = 1,
                                .readonly = b->readonly,
                                .exports = &b->exports};
    return true;
}

static lang_value buffer_view(struct lang_thread *t, const lang_value *a)
{
    struct pickle_buffer *b = (struct pickle_buffer *)a[0].o;
    return check(t, b) < 0 ? lang_error() : lang_call(t, lang_obj(&lang_type_memoryview), &b->view, 1, NULL);
}

static lang_value buffer_raw(struct lang_thread *t, const lang_value *a)
{
    struct pickle_buffer *b = (struct pickle_buffer *)a[0].o;
    if (check(t, b) < 0)
        return lang_error();
    if (!b->in_one_piece)
        return lang_raise(t, LANG_EXC_BufferError, "cannot extract raw buffer from non-contiguous buffer");
    lang_value bytes = lang_obj_or_error(lang_str_from_c(t, "B"));
    lang_value raw = lang_is_error(bytes) ? bytes : lang_call_method_c(t, b->view, "cast", &bytes, 1);
    if (!lang_is_error(bytes))
        lang_unref(t, bytes);
    return raw;
}

static lang_value buffer_release(struct lang_thread *t, const lang_value *a)
{
    struct pickle_buffer *b = (struct pickle_buffer *)a[0].o;
    if (b->exports)
        return lang_raise(t, LANG_EXC_BufferError, "PickleBuffer has %lld exported buffer%s", (long long)b->exports,
                          b->exports == 1 ? "" : "s");
    let_go(t, b);
    return lang_none();
}

static const struct lang_method buffer_methods[] = {
    {"raw", "()", buffer_raw,
     "A memoryview of the raw bytes: one dimension, format 'B'; BufferError if there are gaps.", 0},
    {"_memoryview", "()", buffer_view, "What memoryview() of it gives.", 0},
    {"release", "()", buffer_release, "Release the underlying buffer.", 0},
    {0},
};

struct lang_type lang_type_pickle_buffer = {
    .name = "PickleBuffer",
    .module = "pickle",
    .doc = "Wrapper for potentially out-of-band buffers",
    .size = sizeof(struct pickle_buffer),
    .flags = LANG_TYPE_QUALIFIED | LANG_TYPE_WEAKREF,
    .methods = buffer_methods,
    .make = buffer_make,
    .destroy = buffer_destroy,
    .traverse = buffer_traverse,
    .memory = buffer_memory,
};

/* ------------------------------------------------------------------ writing one */

/* Whether the callback leaves it to the pickle; -1: it has raised. */
static int is_in_band(struct saver *s, lang_value v)
{
    if (lang_is_undef(s->p->buffer_callback))
        return 1;
    lang_value told = lang_call(s->t, s->p->buffer_callback, &v, 1, NULL);
    int truth = lang_is_error(told) ? -1 : lang_truth(s->t, told);
    if (!lang_is_error(told))
        lang_unref(s->t, told);
    return truth;
}

int lang_pickle_save_buffer(struct saver *s, lang_value v)
{
    struct pickle_buffer *b = (struct pickle_buffer *)v.o;
    const char *wrong = s->p->protocol < 5 ? "PickleBuffer can only pickled with protocol >= 5" : NULL;
    if (!wrong && check(s->t, b) < 0)
        return -1;
    if (!wrong && !b->in_one_piece)
        wrong = "PickleBuffer can not be pickled when pointing to a non-contiguous buffer";
    if (wrong) {
        lang_raise_class(s->t, lang_pickling_error, "%s", wrong);
        return -1;
    }
    int in_band = is_in_band(s, v);
    if (in_band < 0)
        return -1;
    if (!in_band)
        return lang_pickle_put_op(s, PICKLE_NEXT_BUFFER) < 0 ? -1
               : b->readonly                                 ? lang_pickle_put_op(s, PICKLE_READONLY_BUFFER)
                                                             : 0;
    if (check(s->t, b) < 0) /* the callback may have released it */
        return -1;
    b->exports++;
    int status = lang_pickle_save_memory(s, b->held.data, (size_t)b->held.length, !b->readonly, lang_undef(), v);
    b->exports--;
    return status;
}
