/* pretty_handle.c: the printer as an object of the language: the argument p of a method _repr_pretty_(self, p, cycle),
 * with the methods that such methods use. It works only while its printer runs. */
#include "pretty.h"

struct handle {
    struct lang_object head;
    struct pretty *p; /* NULL: the printer has ended */
};
struct handle_group { /* the context manager of p.group and p.indent */
    struct lang_object head;
    struct handle *handle;
    int64_t indent;
    lang_value open, close; /* UNDEF: p.indent */
};

static struct pretty *printer_of(struct lang_thread *t, struct handle *h)
{
    if (h->p)
        return h->p;
    return lang_fail_null(t, LANG_EXC_RuntimeError, "the pretty printer has ended");
}

static lang_value done(int r)
{
    return r < 0 ? lang_error() : lang_none();
}

static int int_arg(struct lang_thread *t, lang_value v, int64_t absent, int64_t *out)
{
    *out = absent;
    return lang_is_undef(v) ? 0 : lang_as_index(t, v, out);
}

/* A text argument; UNDEF: none, the empty text. New reference. */
static struct lang_str *text_arg(struct lang_thread *t, lang_value v)
{
    if (lang_is_undef(v))
        return lang_str_empty(t);
    if (lang_is_str(v))
        return lang_incref(v.o);
    return lang_fail_null(t, LANG_EXC_TypeError, "expected str, not %N", v);
}

static lang_value m_text(struct lang_thread *t, const lang_value *args)
{
    struct pretty *p = printer_of(t, (struct handle *)args[0].o);
    struct lang_str *s = p ? text_arg(t, args[1]) : NULL;
    if (!s)
        return lang_error();
    int r = kernel_pretty_text(p, s);
    lang_decref(t, s);
    return done(r);
}

static lang_value m_breakable(struct lang_thread *t, const lang_value *args)
{
    struct pretty *p = printer_of(t, (struct handle *)args[0].o);
    return p ? done(kernel_pretty_soft(p)) : lang_error();
}

static lang_value m_break(struct lang_thread *t, const lang_value *args)
{
    struct pretty *p = printer_of(t, (struct handle *)args[0].o);
    return p ? done(kernel_pretty_hard(p)) : lang_error();
}

static lang_value m_pretty(struct lang_thread *t, const lang_value *args)
{
    struct pretty *p = printer_of(t, (struct handle *)args[0].o);
    return p ? done(kernel_pretty_value(p, args[1])) : lang_error();
}

static lang_value m_flush(struct lang_thread *t, const lang_value *args)
{
    struct pretty *p = printer_of(t, (struct handle *)args[0].o);
    return p ? done(kernel_pretty_flush(p)) : lang_error();
}

static int open_group(struct lang_thread *t, struct pretty *p, int64_t indent, lang_value open)
{
    struct lang_str *s = text_arg(t, open);
    int r = s ? kernel_pretty_open_str(p, indent, s) : -1;
    lang_xdecref(t, s);
    return r;
}

static int close_group(struct lang_thread *t, struct pretty *p, int64_t indent, lang_value close)
{
    struct lang_str *s = text_arg(t, close);
    int r = s ? kernel_pretty_close(p, indent, "") : -1;
    if (r == 0 && s->length)
        r = kernel_pretty_text(p, s);
    lang_xdecref(t, s);
    return r;
}

static lang_value m_begin(struct lang_thread *t, const lang_value *args)
{
    struct pretty *p = printer_of(t, (struct handle *)args[0].o);
    int64_t indent;
    return p && int_arg(t, args[1], 0, &indent) == 0 ? done(open_group(t, p, indent, args[2])) : lang_error();
}

static lang_value m_end(struct lang_thread *t, const lang_value *args)
{
    struct pretty *p = printer_of(t, (struct handle *)args[0].o);
    int64_t indent;
    return p && int_arg(t, args[1], 0, &indent) == 0 ? done(close_group(t, p, indent, args[2])) : lang_error();
}

/* ------------------------------------------------------------------ with p.group(1, '<', '>'): */

static struct lang_type type_group;

static lang_value make_group(struct lang_thread *t, lang_value handle, int64_t indent, lang_value open,
                             lang_value close)
{
    struct handle_group *g = lang_object_new(t, &type_group);
    if (!g)
        return lang_error();
    g->handle = lang_incref(handle.o);
    g->indent = indent;
    g->open = lang_ref(open);
    g->close = lang_ref(close);
    return lang_obj(g);
}

static lang_value m_group(struct lang_thread *t, const lang_value *args)
{
    int64_t indent;
    lang_value none = lang_obj_or_error(lang_str_empty(t)), r;
    if (lang_is_error(none) || int_arg(t, args[1], 0, &indent) < 0)
        return lang_error();
    r = make_group(t, args[0], indent, lang_is_undef(args[2]) ? none : args[2],
                   lang_is_undef(args[3]) ? none : args[3]);
    lang_unref(t, none);
    return r;
}

static lang_value m_indent(struct lang_thread *t, const lang_value *args)
{
    int64_t indent;
    return int_arg(t, args[1], 0, &indent) < 0 ? lang_error()
                                               : make_group(t, args[0], indent, lang_undef(), lang_undef());
}

static lang_value group_enter(struct lang_thread *t, const lang_value *args)
{
    struct handle_group *g = (struct handle_group *)args[0].o;
    struct pretty *p = printer_of(t, g->handle);
    if (!p)
        return lang_error();
    if (!lang_is_undef(g->open))
        return done(open_group(t, p, g->indent, g->open));
    p->indent += g->indent;
    return lang_none();
}

static lang_value group_exit(struct lang_thread *t, const lang_value *args)
{
    struct handle_group *g = (struct handle_group *)args[0].o;
    struct pretty *p = printer_of(t, g->handle);
    if (!p)
        return lang_error();
    if (!lang_is_undef(g->open))
        return done(close_group(t, p, g->indent, g->close));
    p->indent -= g->indent;
    return lang_none();
}

static void group_destroy(struct lang_thread *t, struct lang_object *o)
{
    struct handle_group *g = (struct handle_group *)o;
    lang_xdecref(t, g->handle);
    lang_unref(t, g->open);
    lang_unref(t, g->close);
}

static const struct lang_method group_methods[] = {
    {"__enter__", "()", group_enter, NULL, 0},
    {"__exit__", "(kind, value, traceback, /)", group_exit, NULL, 0},
    {NULL, NULL, NULL, NULL, 0},
};
static struct lang_type type_group = {
    .name = "_GeneratorContextManager",
    .module = "contextlib",
    .size = sizeof(struct handle_group),
    .base = &lang_type_object,
    .destroy = group_destroy,
    .methods = group_methods,
};

/* ------------------------------------------------------------------ the type */

static const struct lang_method methods[] = {
    {"text", "(obj)", m_text, "Add literal text to the output.", 0},
    {"breakable", "(sep=' ')", m_breakable, "Add a breakable separator to the output.", 0},
    {"break_", "()", m_break, "Explicitly insert a newline into the output, maintaining correct indentation.", 0},
    {"pretty", "(obj)", m_pretty, "Pretty print the given object.", 0},
    {"flush", "()", m_flush, "Flush data that is left in the buffer.", 0},
    {"begin_group", "(indent=0, open='')", m_begin, "Begin a group.", 0},
    {"end_group", "(dedent=0, close='')", m_end, "End a group. See begin_group for more details.", 0},
    {"group", "(indent=0, open='', close='')", m_group, "like begin_group / end_group but for the with statement.", 0},
    {"indent", "(indent)", m_indent, "with statement support for indenting/dedenting.", 0},
    {NULL, NULL, NULL, NULL, 0},
};

#define NUMBER(name, value)                                                                                            \
    static lang_value get_##name(struct lang_thread *t, lang_value self)                                               \
    {                                                                                                                  \
        struct pretty *p = printer_of(t, (struct handle *)self.o);                                                     \
        return p ? value : lang_error();                                                                               \
    }
NUMBER(width, lang_int(p->width))
NUMBER(indentation, lang_int(p->indent))
NUMBER(column, lang_int(p->column))
NUMBER(limit, lang_int(PRETTY_MAX_ITEMS))
NUMBER(verbose, lang_bool(false))

static const struct lang_getset getset[] = {
    {"max_width", get_width, NULL, NULL},     {"indentation", get_indentation, NULL, NULL},
    {"output_width", get_column, NULL, NULL}, {"max_seq_length", get_limit, NULL, NULL},
    {"verbose", get_verbose, NULL, NULL},     {NULL, NULL, NULL, NULL},
};

static struct lang_type type_handle = {
    .name = "RepresentationPrinter",
    .module = "IPython.lib.pretty",
    .size = sizeof(struct handle),
    .base = &lang_type_object,
    .methods = methods,
    .getset = getset,
};

lang_value kernel_pretty_handle(struct pretty *p)
{
    if (lang_is_undef(p->handle)) {
        static bool ready;
        if (!ready && (lang_type_ready(p->t, &type_handle) < 0 || lang_type_ready(p->t, &type_group) < 0))
            return lang_error();
        ready = true;
        struct handle *h = lang_object_new(p->t, &type_handle);
        if (!h)
            return lang_error();
        h->p = p;
        p->handle = lang_obj(h);
    }
    return p->handle;
}

void kernel_pretty_handle_drop(struct pretty *p)
{
    if (lang_is_undef(p->handle))
        return;
    ((struct handle *)p->handle.o)->p = NULL;
    lang_clear(p->t, &p->handle);
}
