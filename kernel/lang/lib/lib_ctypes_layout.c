/* lib_ctypes_layout.c: what a C type is: the object that each ctypes class has as `_layout_`, and how libffi sees it.
 * Where fields lie is computed in the language. */
#include "lib_ctypes.h"

#ifdef HAVE_FFI
#include <string.h>

static struct lang_str *layout_name; /* "_layout_", interned */

struct lang_ctype *lang_ctype_find(struct lang_thread *t, struct lang_type *cls)
{
    lang_value v = lang_type_lookup(t, cls, layout_name);
    return lang_is_exactly(v, &lang_type_ctype) ? (struct lang_ctype *)v.o : NULL;
}

struct lang_ctype *lang_ctype_of_class(struct lang_thread *t, lang_value cls)
{
    struct lang_ctype *c = lang_is_a(cls, &lang_type_type) ? lang_ctype_find(t, (struct lang_type *)cls.o) : NULL;
    return c ? c : lang_fail_null(t, LANG_EXC_TypeError, "abstract class");
}

/* ---- making one */

static int64_t *copy_shape(struct lang_thread *t, struct lang_tuple *u)
{
    int64_t *shape = lang_alloc_zeroed(t, ((size_t)u->length + 1) * sizeof *shape);

    for (int64_t i = 0; shape && i < u->length; i++)
        shape[i] = lang_is_int(u->items[i]) ? u->items[i].i : 0;
    return shape;
}

static int fill(struct lang_thread *t, struct lang_ctype *c, const lang_value *a)
{
    int64_t kind, swapped;
    const char *code = lang_as_utf8(t, a[1], "code", NULL);

    if (!code || lang_as_int64(t, a[0], &kind) < 0 || lang_as_int64(t, a[2], &c->size) < 0 ||
        lang_as_int64(t, a[3], &c->align) < 0 || lang_as_int64(t, a[4], &c->count) < 0 ||
        lang_as_int64(t, a[6], &c->itemsize) < 0 || lang_as_int64(t, a[9], &swapped) < 0)
        return -1;
    if (kind < 0 || kind > LANG_CTYPE_POINTER || c->size < 0 || c->itemsize < 0 || c->align < 1 || !lang_is_str(a[5]) ||
        !lang_is_tuple(a[7]) || !lang_is_tuple(a[8]) || lang_as_tuple(a[7])->length > LANG_ARRAY_DIMS)
        return lang_fail(t, LANG_EXC_ValueError, "no layout of a C type");
    if ((kind == LANG_CTYPE_SIMPLE || kind == LANG_CTYPE_POINTER) && c->size != lang_ctypes_simple_size(*code))
        return lang_fail(t, LANG_EXC_ValueError, "a simple type has another size");
    c->kind = (enum lang_ctype_kind)kind;
    c->code = *code;
    c->swapped = swapped != 0;
    c->ndim = (int)lang_as_tuple(a[7])->length;
    for (int64_t i = 0; i < lang_as_tuple(a[8])->length; i++)
        if (!lang_is_exactly(lang_as_tuple(a[8])->items[i], &lang_type_ctype))
            return lang_fail(t, LANG_EXC_TypeError, "the elements of a layout are layouts");
    c->format = lang_incref(a[5].o);
    if (!(c->format_text = lang_as_utf8(t, a[5], "format", NULL)))
        return -1;
    c->elements = lang_incref(a[8].o);
    return (c->shape = copy_shape(t, lang_as_tuple(a[7]))) ? 0 : -1;
}

static lang_value layout_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    static const char signature[] = "(kind, code, size, align, count, format, itemsize, shape, elements, swapped, /)";
    lang_value bound[10];
    struct lang_params *p = lang_params_get(t, "Layout", signature);

    if (!p || lang_params_bind(t, p, args, nargs, kwnames, bound) < 0)
        return lang_error();
    struct lang_ctype *c = lang_object_new(t, cls);
    if (c && fill(t, c, bound) < 0) {
        lang_decref(t, c);
        return lang_error();
    }
    return lang_obj_or_error(c);
}

static int64_t count_parts(const struct lang_ctype *c)
{
    int64_t n = 0;
    while (c->parts && c->parts[n])
        n++;
    return n;
}

static void layout_drop(struct lang_thread *t, struct lang_object *o)
{
    struct lang_ctype *c = (struct lang_ctype *)o;

    if (c->shape)
        lang_free(t, c->shape, ((size_t)c->ndim + 1) * sizeof *c->shape);
    if (c->parts)
        lang_free(t, c->parts, ((size_t)count_parts(c) + 1) * sizeof *c->parts);
    lang_xdecref(t, c->format);
    lang_xdecref(t, c->elements);
}

/* ---- as libffi sees it */

enum { EXPLAINED = 64 }; /* bytes: larger records are passed in memory everywhere, whatever is in them */

static int add_parts(struct lang_thread *t, struct lang_ctype *c, ffi_type **out, int *n);

/* The parts that one element has: an array those of all its items. */
static int add_element(struct lang_thread *t, struct lang_ctype *c, ffi_type **out, int *n)
{
    if (c->kind != LANG_CTYPE_ARRAY) {
        if (*n < EXPLAINED && !(out[(*n)++] = lang_ctype_ffi(t, c)))
            return -1;
        return 0;
    }
    for (int64_t i = 0; c->elements->length && i < c->count && *n < EXPLAINED; i++)
        if (add_element(t, (struct lang_ctype *)c->elements->items[0].o, out, n) < 0)
            return -1;
    return 0;
}

static int add_parts(struct lang_thread *t, struct lang_ctype *c, ffi_type **out, int *n)
{
    for (int64_t i = 0; i < c->elements->length; i++)
        if (add_element(t, (struct lang_ctype *)c->elements->items[i].o, out, n) < 0)
            return -1;
    return 0;
}

static int explain(struct lang_thread *t, struct lang_ctype *c)
{
    ffi_type *parts[EXPLAINED + 1];
    int n = 0;

    if (c->size > EXPLAINED)
        parts[n++] = lang_ffi.ffi_type_uint64;
    else if (add_parts(t, c, parts, &n) < 0)
        return -1;
    ffi_type **copy = lang_alloc(t, ((size_t)n + 1) * sizeof *copy);
    if (!copy)
        return -1;
    memcpy(copy, parts, (size_t)n * sizeof *copy);
    copy[n] = NULL;
    c->parts = copy;
    c->record = (ffi_type){(size_t)c->size, (unsigned short)(c->align > 64 ? 64 : c->align), FFI_TYPE_STRUCT, copy};
    return 0;
}

/* How a value of the type is passed; NULL with an exception. */
ffi_type *lang_ctype_ffi(struct lang_thread *t, struct lang_ctype *c)
{
    if (c->kind == LANG_CTYPE_ARRAY)
        return lang_ffi.ffi_type_pointer;
    if (c->kind != LANG_CTYPE_RECORD)
        return lang_ctypes_simple_ffi(c->code);
    if (!c->parts) {
        if (lang_enter(t, " in a C type") < 0)
            return NULL;
        int r = explain(t, c);
        lang_leave(t);
        if (r < 0)
            return NULL;
    }
    return &c->record;
}

/* ---- what the language asks of it */

#define AS_LAYOUT(v) ((struct lang_ctype *)(v).o)
#define GETTER(name, value)                                                                                            \
    static lang_value get_##name(struct lang_thread *t, lang_value v)                                                  \
    {                                                                                                                  \
        const struct lang_ctype *c = AS_LAYOUT(v);                                                                     \
        (void)t;                                                                                                       \
        return value;                                                                                                  \
    }
GETTER(kind, lang_int(c->kind))
GETTER(size, lang_int(c->size))
GETTER(align, lang_int(c->align))
GETTER(count, lang_int(c->count))
GETTER(itemsize, lang_int(c->itemsize))
GETTER(swapped, lang_bool(c->swapped))
GETTER(final, lang_bool(c->final))
GETTER(code, lang_obj_or_error(lang_str_new(t, &c->code, c->code != 0)))
GETTER(format, lang_ref(lang_obj(c->format)))
GETTER(elements, lang_ref(lang_obj(c->elements)))

static lang_value get_shape(struct lang_thread *t, lang_value v)
{
    const struct lang_ctype *c = AS_LAYOUT(v);
    struct lang_tuple *u = lang_tuple_new(t, c->ndim);
    for (int i = 0; u && i < c->ndim; i++)
        u->items[i] = lang_int(c->shape[i]);
    return lang_obj_or_error(u);
}

static int set_final(struct lang_thread *t, lang_value v, lang_value value)
{
    int truth = lang_is_undef(value) ? 1 : lang_truth(t, value);
    AS_LAYOUT(v)->final = truth > 0;
    return truth < 0 ? -1 : 0;
}

static const struct lang_getset layout_getset[] = {
    {"kind", get_kind, NULL, "Simple, record, array or pointer."},
    {"code", get_code, NULL, "The letter of a simple type."},
    {"size", get_size, NULL, "Bytes of a value."},
    {"align", get_align, NULL, "What its address is a multiple of."},
    {"count", get_count, NULL, "Fields or items."},
    {"format", get_format, NULL, "Of an item of a view."},
    {"itemsize", get_itemsize, NULL, "Bytes of an item of a view."},
    {"shape", get_shape, NULL, "Of a view."},
    {"elements", get_elements, NULL, "The layouts of fields, or that of an item."},
    {"swapped", get_swapped, NULL, "Whether the bytes have the other order."},
    {"final", get_final, set_final, "Whether the type has been used."},
    {NULL, NULL, NULL, NULL}};

struct lang_type lang_type_ctype = {
    .name = "Layout",
    .module = "_ctypes_calls",
    .doc = "What a C type is: its size, and how values of it are read, written and passed.",
    .size = sizeof(struct lang_ctype),
    .make = layout_make,
    .destroy = layout_drop,
    .getset = layout_getset,
};

int lang_ctypes_layout_ready(struct lang_thread *t, struct lang_module *m)
{
    if (!(layout_name = lang_intern_c(t, "_layout_")) || lang_type_ready(t, &lang_type_ctype) < 0 ||
        lang_type_ready(t, &lang_type_cbox) < 0)
        return -1;
    return lang_module_add(t, m, "Layout", lang_obj(&lang_type_ctype));
}
#endif
