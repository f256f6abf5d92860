/* lib_ctypes_callback.c: functions of the language that C can call, and the lock on the way out and in. */
#include "lib_ctypes.h"

#ifdef HAVE_FFI
#include <errno.h>
#include <string.h>

#include "vm/code.h"

/* ---- the lock */

static struct lang_vm *vm; /* of threads that C has made */
/* The thread that has called C from here last, and whether it has given the lock back for that. */
static _Thread_local struct {
    struct lang_thread *t;
    bool unlocked;
} side;

void lang_ctypes_leave(struct lang_thread *t, bool unlocks)
{
    side.t = t;
    if (unlocks) {
        side.unlocked = true;
        lang_unlock(t);
    }
}

void lang_ctypes_come_back(struct lang_thread *t, bool unlocks)
{
    const int kept = errno;
    if (unlocks) {
        lang_lock(t);
        side.unlocked = false;
    }
    side.t = t;
    errno = kept;
}

/* A callback on its way in: `made` says that the thread is C's own, which has been given a state for this call. */
struct entry {
    struct lang_thread *t;
    bool unlocked, made;
};

static bool enter(struct entry *e)
{
    *e = (struct entry){side.t, side.unlocked, !side.t};
    if (e->made) {
        side.t = e->t = lang_thread_attach(vm);
    } else if (e->unlocked) {
        lang_lock(e->t);
    }
    side.unlocked = false;
    return e->t != NULL;
}

static void leave(const struct entry *e)
{
    if (e->made) {
        lang_thread_free(e->t);
        side.t = NULL;
        lang_vm_unlock(vm);
    } else {
        side.unlocked = e->unlocked;
        if (e->unlocked)
            lang_unlock(e->t);
    }
}

/* ---- callbacks */

struct thunk {
    struct lang_object head;
    ffi_closure *closure;
    void *code;
    ffi_cif cif;
    ffi_type **types;
    lang_value callable;
    struct lang_tuple *classes; /* of arguments: a layout for what comes as a plain value, else a class */
    struct lang_ctype *result;  /* NULL: nothing is returned */
    int64_t count;
};
static struct lang_type thunk_type;

static void thunk_drop(struct lang_thread *t, struct lang_object *o)
{
    struct thunk *k = (struct thunk *)o;

    if (k->closure)
        lang_ffi.ffi_closure_free(k->closure);
    if (k->types)
        lang_free(t, k->types, ((size_t)k->count + 1) * sizeof *k->types);
    lang_clear(t, &k->callable);
    lang_xdecref(t, k->classes);
    lang_xdecref(t, k->result);
}

static void thunk_traverse(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    const struct thunk *k = (struct thunk *)o;
    if (lang_is_obj(k->callable))
        visit(k->callable.o, arg);
    if (k->classes)
        visit(&k->classes->head, arg);
}

static struct lang_type thunk_type = {
    .name = "CThunkObject",
    .module = "_ctypes",
    .size = sizeof(struct thunk),
    .destroy = thunk_drop,
    .traverse = thunk_traverse,
};

/* An argument that C has given, as the language sees it. */
static lang_value argument_value(struct lang_thread *t, lang_value cls, const void *p)
{
    if (lang_is_exactly(cls, &lang_type_ctype))
        return lang_ctypes_load(t, (const struct lang_ctype *)cls.o, p);
    struct lang_cdata *d = lang_cdata_new(t, (struct lang_type *)cls.o);
    if (d)
        memcpy(lang_cdata_at(d), p, (size_t)d->size);
    return lang_obj_or_error(d);
}

static void ignore(struct lang_thread *t, const char *text, lang_value callable)
{
    if (lang_error_occurred(t))
        lang_unraisable_during(t, text, callable);
}

/* The value as C gets it; libffi wants small integers as a whole register. */
static void give_result(struct lang_thread *t, const struct thunk *k, lang_value v, void *result)
{
    uint8_t value[LANG_CTYPE_LARGEST] = {0};
    lang_value kept = lang_undef();

    if (lang_ctypes_store(t, k->result, v, value, &kept) < 0) {
        ignore(t, "Exception ignored on converting result of ctypes callback function", k->callable);
        return;
    }
    if (strchr("bhilq", k->result->code)) {
        lang_value number = lang_ctypes_load(t, k->result, value);
        memcpy(value, &number.i, sizeof number.i);
    }
    memcpy(result, value, k->result->size > 8 ? sizeof value : sizeof(ffi_arg));
    if (!lang_is_undef(kept)) {
        if (k->result->code != 'O' && !lang_same(kept, v)) { /* a copy that nobody will free */
            if (lang_warn(t, LANG_EXC_RuntimeWarning, "memory leak in callback function.") < 0)
                ignore(t, "Exception ignored on converting result of ctypes callback function", k->callable);
            return;
        }
        if (k->result->code == 'O')
            return; /* a new reference, as C expects of such functions */
        lang_unref(t, kept);
    }
}

static void run(struct lang_thread *t, struct thunk *k, void *result, void **values)
{
    lang_value *args = lang_alloc(t, ((size_t)k->count + 1) * sizeof *args), v = lang_error();
    int64_t n = 0;

    while (args && n < k->count && !lang_is_error(args[n] = argument_value(t, k->classes->items[n], values[n])))
        n++;
    if (args && n == k->count)
        v = lang_call(t, k->callable, args, (size_t)n, NULL);
    for (int64_t i = 0; i < n; i++)
        lang_unref(t, args[i]);
    if (args)
        lang_free(t, args, ((size_t)k->count + 1) * sizeof *args);
    if (lang_is_error(v)) {
        ignore(t, "Exception ignored on calling ctypes callback function", k->callable);
        return;
    }
    if (k->result)
        give_result(t, k, v, result);
    lang_unref(t, v);
}

static void called(ffi_cif *cif, void *result, void **values, void *data)
{
    struct thunk *k = data;
    struct entry e;
    const int kept = errno;

    if (cif->rtype->type != FFI_TYPE_VOID)
        memset(result, 0, cif->rtype->size > sizeof(ffi_arg) ? cif->rtype->size : sizeof(ffi_arg));
    if (!enter(&e))
        return;
    errno = kept;
    lang_incref(k); /* the function may give it up */
    run(e.t, k, result, values);
    lang_decref(e.t, k);
    leave(&e);
}

static int read_types(struct lang_thread *t, struct thunk *k)
{
    if (!(k->types = lang_alloc_zeroed(t, ((size_t)k->count + 1) * sizeof *k->types)))
        return -1;
    for (int64_t i = 0; i < k->count; i++) {
        lang_value v = k->classes->items[i];
        struct lang_ctype *c =
            lang_is_exactly(v, &lang_type_ctype) ? (struct lang_ctype *)v.o : lang_ctype_of_class(t, v);
        if (!c || !(k->types[i] = lang_ctype_ffi(t, c)))
            return -1;
    }
    return 0;
}

static int make_closure(struct lang_thread *t, struct thunk *k)
{
    ffi_type *result = k->result ? lang_ctype_ffi(t, k->result) : lang_ffi.ffi_type_void;

    if (!result || read_types(t, k) < 0)
        return -1;
    if (!(k->closure = lang_ffi.ffi_closure_alloc(sizeof *k->closure, &k->code)))
        return lang_no_memory(t), -1;
    if (lang_ffi.ffi_prep_cif(&k->cif, FFI_DEFAULT_ABI, (unsigned)k->count, result, k->types) != FFI_OK)
        return lang_fail(t, LANG_EXC_RuntimeError, "ffi_prep_cif failed");
    if (lang_ffi.ffi_prep_closure_loc(k->closure, &k->cif, called, k, k->code) != FFI_OK)
        return lang_fail(t, LANG_EXC_RuntimeError, "ffi_prep_closure failed");
    return 0;
}

/* callback(callable, classes, layout): (what keeps it, its address). */
static lang_value f_callback(struct lang_thread *t, const lang_value *a)
{
    if (!lang_is_tuple(a[1]) || (!lang_is_none(a[2]) && !lang_is_exactly(a[2], &lang_type_ctype)) ||
        lang_as_tuple(a[1])->length > 1024)
        return lang_raise(t, LANG_EXC_TypeError, "a tuple of classes and a layout are required");
    struct thunk *k = lang_object_new(t, &thunk_type);
    if (!k)
        return lang_error();
    k->callable = lang_ref(a[0]);
    k->classes = lang_incref(a[1].o);
    k->result = lang_is_none(a[2]) ? NULL : lang_incref(a[2].o);
    k->count = k->classes->length;
    lang_value pair[] = {lang_obj(k), lang_none()}, v = lang_error();
    if (make_closure(t, k) == 0) {
        pair[1] = lang_int_from_u64(t, (uintptr_t)k->code);
        v = lang_obj_or_error(lang_tuple_from(t, pair, 2));
    }
    lang_decref(t, k);
    return v;
}

const struct lang_method lang_ctypes_callback_rows[] = {
    {"callback", "(callable, classes, layout, /)", f_callback, "A function that C can call, and its address.", 0},
    {NULL, NULL, NULL, NULL, 0}};

int lang_ctypes_callback_ready(struct lang_thread *t, struct lang_module *m)
{
    (void)m;
    vm = lang_thread_vm(t);
    return lang_type_ready(t, &thunk_type);
}
#endif
