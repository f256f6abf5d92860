/* file_pair.c: BufferedRWPair: a BufferedReader and a BufferedWriter as one stream. */
#include "containers.h"
#include "file.h"

struct pair {
    struct lang_stream stream;
    lang_value reader, writer; /* UNDEF before __init__ */
};
static inline struct pair *pair_of(lang_value v)
{
    return (struct pair *)v.o;
}

static lang_value pair_call(struct lang_thread *t, lang_value half, const char *name, const lang_value *args, size_t n)
{
    if (lang_is_undef(half))
        return lang_raise(t, LANG_EXC_ValueError, "I/O operation on uninitialized object");
    return lang_call_method_c(t, half, name, args, n);
}

#define OF_HALF(half, name)                                                                                            \
    static lang_value pair_##name(struct lang_thread *t, const lang_value *a)                                          \
    {                                                                                                                  \
        struct lang_tuple *args = lang_as_tuple(a[1]);                                                                 \
        return pair_call(t, pair_of(a[0])->half, #name, args->items, (size_t)args->length);                            \
    }
OF_HALF(reader, read)
OF_HALF(reader, read1)
OF_HALF(reader, peek)
OF_HALF(reader, readinto)
OF_HALF(reader, readinto1)
OF_HALF(writer, write)
OF_HALF(writer, flush)
OF_HALF(reader, readable)
OF_HALF(writer, writable)

static lang_value pair_isatty(struct lang_thread *t, const lang_value *a)
{
    lang_value r = pair_call(t, pair_of(a[0])->writer, "isatty", NULL, 0);

    if (lang_is_error(r) || (r.tag == LANG_BOOL && r.i))
        return r;
    lang_unref(t, r);
    return pair_call(t, pair_of(a[0])->reader, "isatty", NULL, 0);
}

static lang_value pair_close(struct lang_thread *t, const lang_value *a)
{
    lang_value r = pair_call(t, pair_of(a[0])->writer, "close", NULL, 0), error = lang_undef();

    if (lang_is_error(r))
        error = lang_error_take(t);
    else
        lang_unref(t, r);
    if (lang_is_undef(pair_of(a[0])->reader)) {
        lang_error_restore(t, error);
        return lang_error();
    }
    return lang_stream_close_after(t, pair_of(a[0])->reader, error) < 0 ? lang_error() : lang_none();
}

static lang_value pair_closed(struct lang_thread *t, lang_value self)
{
    if (lang_is_undef(pair_of(self)->writer))
        return lang_raise(t, LANG_EXC_RuntimeError, "the BufferedRWPair object is being garbage-collected");
    return lang_getattr_c(t, pair_of(self)->writer, "closed");
}

static lang_value pair_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                            struct lang_tuple *kwnames)
{
    (void)args;
    (void)nargs;
    (void)kwnames;
    return lang_obj_or_error(lang_object_new(t, cls));
}

static int pair_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                     struct lang_tuple *kwnames)
{
    struct lang_params *params = lang_params_get(t, "BufferedRWPair", "(reader, writer, buffer_size=8192, /)");
    lang_value bound[3] = {lang_undef(), lang_undef(), lang_undef()};

    if (!params || lang_params_bind(t, params, args, nargs, kwnames, bound) < 0 ||
        lang_stream_require(t, bound[0], "readable") < 0 || lang_stream_require(t, bound[1], "writable") < 0)
        return -1;
    size_t n = lang_is_undef(bound[2]) ? 1 : 2;
    const lang_value both[2][2] = {{bound[0], bound[2]}, {bound[1], bound[2]}};
    lang_value reader = lang_call(t, lang_obj(&lang_type_buffered_reader), both[0], n, NULL);
    if (lang_is_error(reader))
        return -1;
    lang_value writer = lang_call(t, lang_obj(&lang_type_buffered_writer), both[1], n, NULL);
    if (lang_is_error(writer)) {
        lang_unref(t, reader);
        return -1;
    }
    lang_set_steal(t, &pair_of(self)->reader, reader);
    lang_set_steal(t, &pair_of(self)->writer, writer);
    return 0;
}

static void pair_clear(struct lang_thread *t, struct lang_object *o)
{
    lang_clear(t, &((struct pair *)o)->reader);
    lang_clear(t, &((struct pair *)o)->writer);
}

static void pair_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct pair *p = (struct pair *)o;

    if (lang_is_obj(p->reader))
        visit(p->reader.o, arg);
    if (lang_is_obj(p->writer))
        visit(p->writer.o, arg);
}

static const struct lang_method pair_methods[] = {
    {"read", "(*args)", pair_read, "At most size bytes from the reader.", 0},
    {"read1", "(*args)", pair_read1, "At most size bytes with at most one read from below.", 0},
    {"peek", "(*args)", pair_peek, "Bytes that come next, without reading them.", 0},
    {"readinto", "(*args)", pair_readinto, "Reads into a buffer; how many bytes.", 0},
    {"readinto1", "(*args)", pair_readinto1, "Reads into a buffer with at most one read from below.", 0},
    {"write", "(*args)", pair_write, "Writes bytes to the writer; how many.", 0},
    {"flush", "(*args)", pair_flush, "Writes what is in the writer's buffer.", 0},
    {"readable", "(*args)", pair_readable, "Whether something can be read.", 0},
    {"writable", "(*args)", pair_writable, "Whether something can be written.", 0},
    {"isatty", "()", pair_isatty, "Whether one of the two is a terminal.", 0},
    {"close", "()", pair_close, "Closes both.", 0},
    {0},
};
static const struct lang_getset pair_getset[] = {{"closed", pair_closed, NULL, "Whether the writer is closed."}, {0}};

struct lang_type lang_type_buffered_rw_pair = {
    .name = "BufferedRWPair",
    .module = "_io",
    .doc = "A raw stream that is read and another one that is written, as one: a pipe or a socket.",
    .flags = LANG_TYPE_QUALIFIED | LANG_TYPE_BASE,
    .size = sizeof(struct pair),
    .attr_offset = offsetof(struct lang_stream, attrs),
    .base = &lang_type_buffered_io_base,
    .methods = pair_methods,
    .getset = pair_getset,
    .make = pair_make,
    .init = pair_init,
    .destroy = pair_clear,
    .traverse = pair_traverse,
    .clear = pair_clear,
};
