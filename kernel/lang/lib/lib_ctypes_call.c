/* lib_ctypes_call.c: calls of foreign functions, and errno around them. What arguments become is
 * lib_ctypes_argument.c's. */
#include "lib_ctypes.h"

#ifdef HAVE_FFI
#include <errno.h>
#include <string.h>

enum { MOST_ARGUMENTS = 1024, LOCAL_ARGUMENTS = 8 };
enum { PYTHON_API = 4, USE_ERRNO = 8 }; /* flags of a function */

static _Thread_local int kept_errno; /* what get_errno() gives: that of the last call which asked for it */

static void exchange_errno(void)
{
    const int now = errno;
    errno = kept_errno;
    kept_errno = now;
}

/* A call with its arguments, of which `count` have been read. */
struct call {
    void (*function)(void);
    int64_t flags;
    size_t count;
    struct lang_cargument *arguments;
    ffi_type **types;
    void **values;
    ffi_type *result_type;
    void *result;
};

static int read_arguments(struct lang_thread *t, struct call *c, const struct lang_tuple *all)
{
    for (int64_t i = 0; i < all->length; i++) {
        if (lang_cargument_read(t, all->items[i], (size_t)i + 1, &c->arguments[i]) < 0)
            return (int)i + 1;
        c->count++;
        c->types[i] = c->arguments[i].type;
        c->values[i] = c->arguments[i].at;
    }
    return 0;
}

static int make_call(struct lang_thread *t, struct call *c)
{
    const bool unlocks = !(c->flags & PYTHON_API);
    ffi_cif cif;

    if (lang_ffi.ffi_prep_cif(&cif, FFI_DEFAULT_ABI, (unsigned)c->count, c->result_type, c->types) != FFI_OK)
        return lang_fail(t, LANG_EXC_RuntimeError, "ffi_prep_cif failed");
    lang_ctypes_leave(t, unlocks);
    if (c->flags & USE_ERRNO)
        exchange_errno();
    lang_ffi.ffi_call(&cif, c->function, c->result, c->values);
    if (c->flags & USE_ERRNO)
        exchange_errno();
    lang_ctypes_come_back(t, unlocks);
    return 0;
}

/* What the function returns: None, a simple value, or an instance of a class. */
struct result {
    struct lang_ctype *layout; /* NULL: nothing */
    struct lang_cdata *instance;
    _Alignas(16) uint8_t simple[32];
};

static int open_result(struct lang_thread *t, lang_value layout, lang_value cls, struct call *c, struct result *r)
{
    c->result_type = lang_ffi.ffi_type_void;
    c->result = r->simple;
    if (lang_is_none(layout))
        return 0;
    if (!lang_is_exactly(layout, &lang_type_ctype))
        return lang_fail(t, LANG_EXC_TypeError, "a layout is required");
    r->layout = (struct lang_ctype *)layout.o;
    if (!(c->result_type = lang_ctype_ffi(t, r->layout)))
        return -1;
    if (lang_is_none(cls))
        return 0;
    if (!lang_is_a(cls, &lang_type_type) || !(r->instance = lang_cdata_new(t, (struct lang_type *)cls.o)))
        return lang_error_occurred(t) ? -1 : lang_fail(t, LANG_EXC_TypeError, "a class is required");
    if (r->instance->size >= (int64_t)sizeof r->simple) /* smaller ones are written as a whole register */
        c->result = lang_cdata_at(r->instance);
    return 0;
}

static lang_value close_result(struct lang_thread *t, struct call *c, struct result *r)
{
    if (!r->layout)
        return lang_none();
    if (!r->instance) {
        lang_value v = lang_ctypes_load(t, r->layout, r->simple);
        struct lang_object *o;
        memcpy(&o, r->simple, sizeof o);
        if (r->layout->code == 'O' && o) /* functions that return objects return new references */
            lang_decref(t, o);
        return v;
    }
    if (c->result == r->simple)
        memcpy(lang_cdata_at(r->instance), r->simple, (size_t)r->instance->size);
    return lang_obj(r->instance);
}

/* An argument that cannot be passed, number n: the exception says which. */
static void name_argument(struct lang_thread *t, lang_value error_class, int n)
{
    if (!lang_is_a(error_class, &lang_type_type) || lang_error_is(t, LANG_EXC_KeyboardInterrupt))
        return;
    lang_value e = lang_error_take(t);
    struct lang_str *text = lang_to_str(t, e);
    if (text)
        lang_raise_class(t, (struct lang_type *)error_class.o, "argument %d: %N: %U", n, e, text);
    lang_xdecref(t, text);
    lang_unref(t, e);
}

/* call(address, flags, arguments, layout, cls, error): `layout` (or None) is that of the result, an instance of `cls`
 * or where it is None a plain value. `error` is the class of exceptions about arguments. */
static lang_value f_call(struct lang_thread *t, const lang_value *a)
{
    struct lang_cargument local_arguments[LOCAL_ARGUMENTS];
    ffi_type *local_types[LOCAL_ARGUMENTS];
    void *local_values[LOCAL_ARGUMENTS];
    struct call c = {.arguments = local_arguments, .types = local_types, .values = local_values};
    struct result r = {0};
    uint64_t address;

    if (lang_ctypes_bits(t, a[0], &address) < 0 || lang_as_int64(t, a[1], &c.flags) < 0)
        return lang_error();
    if (!lang_is_tuple(a[2]) || !address)
        return lang_raise(t, LANG_EXC_ValueError,
                          address ? "arguments are a tuple"
                                  : "attempt to call a NULL function "
                                    "pointer");
    const struct lang_tuple *all = lang_as_tuple(a[2]);
    if (all->length > MOST_ARGUMENTS)
        return lang_raise_class(t, lang_is_a(a[5], &lang_type_type) ? (struct lang_type *)a[5].o : &lang_type_object,
                                "too many arguments (%lld), maximum is %d", (long long)all->length, MOST_ARGUMENTS);
    const size_t each = sizeof *c.arguments + sizeof *c.types + sizeof *c.values;
    void *many = NULL;
    if (all->length > LOCAL_ARGUMENTS) {
        if (!(many = lang_alloc(t, (size_t)all->length * each)))
            return lang_error();
        c.arguments = many;
        c.types = (ffi_type **)(c.arguments + all->length);
        c.values = (void **)(c.types + all->length);
    }
    c.function = (void (*)(void))(uintptr_t)address;
    int wrong = read_arguments(t, &c, all);
    if (wrong)
        name_argument(t, a[5], wrong);
    bool good = !wrong && open_result(t, a[3], a[4], &c, &r) == 0 && make_call(t, &c) == 0;
    lang_value v = good ? close_result(t, &c, &r) : lang_error();
    if (!good)
        lang_xdecref(t, r.instance);
    for (size_t i = 0; i < c.count; i++)
        lang_unref(t, c.arguments[i].kept);
    if (many)
        lang_free(t, many, (size_t)all->length * each);
    return v;
}

static lang_value f_get_errno(struct lang_thread *t, const lang_value *a)
{
    (void)t, (void)a;
    return lang_int(kept_errno);
}

static lang_value f_set_errno(struct lang_thread *t, const lang_value *a)
{
    int64_t now;
    const int before = kept_errno;

    if (lang_as_c_int(t, a[0], &now) < 0)
        return lang_error();
    kept_errno = (int)now;
    return lang_int(before);
}

const struct lang_method lang_ctypes_call_rows[] = {
    {"call", "(address, flags, arguments, layout, cls, error, /)", f_call, "Calls a foreign function.", 0},
    {"get_errno", "()", f_get_errno, "The errno of foreign calls.", 0},
    {"set_errno", "(value, /)", f_set_errno, "Sets it; what it was before.", 0},
    {NULL, NULL, NULL, NULL, 0}};
#endif
