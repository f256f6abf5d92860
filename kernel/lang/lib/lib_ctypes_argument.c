/* lib_ctypes_argument.c: values as arguments of foreign functions, and the objects that from_param and byref make for
 * that. Must not know of calls. */
#include "lib_ctypes.h"

#ifdef HAVE_FFI
#include <stdio.h>
#include <string.h>

/* What from_param or byref makes: a value as it is passed. */
struct carg {
    struct lang_object head;
    struct lang_ctype *type; /* of a simple value; NULL: the address of an instance */
    uint8_t value[LANG_CTYPE_LARGEST];
    lang_value kept; /* what must live on; of byref: the instance */
};
static struct lang_type carg_type;
static inline struct carg *carg_of(lang_value v)
{
    return (struct carg *)v.o;
}

static void carg_drop(struct lang_thread *t, struct lang_object *o)
{
    lang_clear(t, &((struct carg *)o)->kept);
    lang_xdecref(t, ((struct carg *)o)->type);
}

static void carg_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    if (lang_is_obj(((struct carg *)o)->kept))
        visit(((struct carg *)o)->kept.o, arg);
}

static lang_value carg_repr(struct lang_thread *t, lang_value v)
{
    const struct carg *p = carg_of(v);
    const char code = p->type ? p->type->code : 'P';
    uint64_t u;
    lang_value number;

    memcpy(&u, p->value, sizeof u);
    switch (code) {
    case 'z':
    case 'Z':
    case 'P':
        return lang_obj_or_error(lang_str_from_format(t, "<cparam '%c' (0x%llx)>", code, (unsigned long long)u));
    case 'c':
        return p->value[0] >= 32 && p->value[0] < 127 && p->value[0] != '\'' && p->value[0] != '\\'
                   ? lang_obj_or_error(lang_str_from_format(t, "<cparam 'c' ('%c')>", p->value[0]))
                   : lang_obj_or_error(lang_str_from_format(t, "<cparam 'c' ('\\x%02x')>", p->value[0]));
    case 'u':
    case '?':
    case 'v':
    case 'g':
    case 'O':
        return lang_obj_or_error(
            lang_str_from_format(t, "<cparam '%c' at 0x%llx>", code, (unsigned long long)(uintptr_t)p));
    default:
        number = lang_ctypes_load(t, p->type, p->value);
        struct lang_str *s = lang_is_error(number) ? NULL : lang_str_from_format(t, "<cparam '%c' (%R)>", code, number);
        lang_unref(t, number);
        return lang_obj_or_error(s);
    }
}

/* argument(layout, value): the value as one of a simple type. */
static lang_value f_argument(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_exactly(a[0], &lang_type_ctype))
        return lang_raise(t, LANG_EXC_TypeError, "a layout is required");
    struct carg *p = lang_object_new(t, &carg_type);
    if (!p)
        return lang_error();
    p->kept = lang_undef();
    p->type = lang_incref(a[0].o);
    if (lang_ctypes_store(t, p->type, a[1], p->value, &p->kept) < 0) {
        lang_decref(t, p);
        return lang_error();
    }
    return lang_obj(p);
}

/* reference(obj, offset): its address. */
static lang_value f_reference(struct lang_thread *t, const lang_value *a)
{
    int64_t offset;

    if (!lang_is_a(a[0], &lang_type_cdata))
        return lang_raise(t, LANG_EXC_TypeError, "byref() argument must be a ctypes instance, not '%N'", a[0]);
    if (lang_as_index(t, a[1], &offset) < 0)
        return lang_error();
    struct carg *p = lang_object_new(t, &carg_type);
    if (!p)
        return lang_error();
    const uintptr_t address = (uintptr_t)lang_cdata_at(lang_cdata_of(a[0])) + (uintptr_t)offset;
    memcpy(p->value, &address, sizeof address);
    p->kept = lang_ref(a[0]);
    return lang_obj(p);
}

static lang_value get_obj(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_is_undef(carg_of(v)->kept) ? lang_none() : lang_ref(carg_of(v)->kept);
}
static lang_value get_code(struct lang_thread *t, lang_value v)
{
    const char code = carg_of(v)->type ? carg_of(v)->type->code : 'P';
    return lang_obj_or_error(lang_str_new(t, &code, 1));
}
static const struct lang_getset carg_getset[] = {{"_obj", get_obj, NULL, "the wrapped object"},
                                                 {"_code", get_code, NULL, "the letter of its type"},
                                                 {NULL, NULL, NULL, NULL}};

static struct lang_type carg_type = {
    .name = "CArgObject",
    .module = "_ctypes",
    .size = sizeof(struct carg),
    .destroy = carg_drop,
    .traverse = carg_traverse,
    .repr = carg_repr,
    .getset = carg_getset,
};

/* ---- reading arguments */

static int pass_pointer(struct lang_cargument *out, const void *p)
{
    out->type = lang_ffi.ffi_type_pointer;
    memcpy(out->value, &p, sizeof p);
    return 0;
}

static int pass_data(struct lang_thread *t, lang_value v, struct lang_cargument *out)
{
    struct lang_cdata *d = lang_cdata_of(v);

    if (d->type->kind == LANG_CTYPE_ARRAY)
        return pass_pointer(out, lang_cdata_at(d));
    if (!(out->type = lang_ctype_ffi(t, d->type)))
        return -1;
    if (d->type->kind == LANG_CTYPE_RECORD)
        out->at = lang_cdata_at(d);
    else
        memcpy(out->value, lang_cdata_at(d), (size_t)d->type->size);
    return 0;
}

static int pass_int(struct lang_thread *t, lang_value v, struct lang_cargument *out)
{
    uint64_t u;
    int64_t i;

    if (!lang_int_fits(v, &i)) { /* at most an unsigned 64-bit number, of which C sees the lower half */
        lang_value rest = lang_int_binary(t, LANG_OP_RSHIFT, v, lang_int(64));
        bool fits = lang_same(rest, lang_int(0));
        if (!lang_is_error(rest))
            lang_unref(t, rest);
        if (!fits)
            return lang_fail(t, LANG_EXC_OverflowError, "int too long to convert");
    }
    if (lang_ctypes_bits(t, v, &u) < 0)
        return -1;
    out->type = lang_ffi.ffi_type_sint32;
    memcpy(out->value, &u, sizeof u);
    return 0;
}

static int pass_text(struct lang_thread *t, lang_value v, struct lang_cargument *out)
{
    static const struct lang_ctype text = {.code = 'Z'};
    out->type = lang_ffi.ffi_type_pointer;
    return lang_ctypes_store(t, &text, v, out->value, &out->kept);
}

static int pass_other(struct lang_thread *t, lang_value v, size_t n, struct lang_cargument *out)
{
    struct lang_str *name = lang_intern_c(t, "_as_parameter_");
    lang_value inner = name ? lang_getattr_opt(t, v, name) : lang_error();

    lang_xdecref(t, name);
    if (lang_is_error(inner))
        return -1;
    if (lang_is_undef(inner))
        return lang_fail(t, LANG_EXC_TypeError, "Don't know how to convert parameter %zu", n);
    int r = lang_enter(t, " while processing _as_parameter_");
    if (r == 0) {
        r = lang_cargument_read(t, inner, n, out);
        lang_leave(t);
    }
    if (r < 0 || !lang_is_undef(out->kept))
        lang_unref(t, inner);
    else
        out->kept = inner;
    return r;
}

int lang_cargument_read(struct lang_thread *t, lang_value v, size_t n, struct lang_cargument *out)
{
    memset(out->value, 0, sizeof out->value);
    out->at = out->value;
    out->kept = lang_undef();
    if (lang_is_a(v, &lang_type_cdata))
        return pass_data(t, v, out);
    if (lang_is_exactly(v, &carg_type)) {
        memcpy(out->value, carg_of(v)->value, sizeof out->value);
        out->type = carg_of(v)->type ? lang_ctypes_simple_ffi(carg_of(v)->type->code) : lang_ffi.ffi_type_pointer;
        return 0;
    }
    if (lang_is_none(v))
        return pass_pointer(out, NULL);
    if (lang_is_bytes(v))
        return pass_pointer(out, ((struct lang_bytes *)v.o)->data);
    if (lang_is_str(v))
        return pass_text(t, v, out);
    return lang_is_integer(v) ? pass_int(t, v, out) : pass_other(t, v, n, out);
}

/* passed_address(value): the pointer that a function would be given for it. */
static lang_value f_passed_address(struct lang_thread *t, const lang_value *a)
{
    struct lang_cargument c;
    uint64_t u;

    if (lang_cargument_read(t, a[0], 1, &c) < 0)
        return lang_error();
    memcpy(&u, c.at, sizeof u);
    const bool is_pointer = c.type->type == FFI_TYPE_POINTER;
    lang_unref(t, c.kept);
    return is_pointer ? lang_int_from_u64(t, u) : lang_raise(t, LANG_EXC_TypeError, "wrong type");
}

const struct lang_method lang_ctypes_argument_rows[] = {
    {"argument", "(layout, value, /)", f_argument, "A value as an argument of a simple type.", 0},
    {"reference", "(obj, offset, /)", f_reference, "The address of an instance as an argument.", 0},
    {"passed_address", "(value, /)", f_passed_address, "The pointer that a function would be given.", 0},
    {NULL, NULL, NULL, NULL, 0}};

int lang_ctypes_argument_ready(struct lang_thread *t, struct lang_module *m)
{
    if (lang_type_ready(t, &carg_type) < 0)
        return -1;
    return lang_module_add(t, m, "CArgObject", lang_obj(&carg_type));
}
#endif
