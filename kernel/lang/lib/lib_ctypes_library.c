/* lib_ctypes_library.c: the libraries of programs: opened, searched for names, closed. */
#include "lib_ctypes.h"

#ifdef HAVE_FFI
#include <dlfcn.h>
#include <string.h>
#include <wchar.h>

static lang_value raise_dl_error(struct lang_thread *t, enum lang_exc exc)
{
    const char *text = dlerror();
    return lang_raise(t, exc, "%s", text ? text : "dlerror() has no text");
}

/* open(name or None, mode): a handle. */
static lang_value l_open(struct lang_thread *t, const lang_value *a)
{
    int64_t mode;
    const char *name = NULL;

    if (lang_as_c_int(t, a[1], &mode) < 0 || (!lang_is_none(a[0]) && !(name = lang_as_utf8(t, a[0], "name", NULL))))
        return lang_error();
    lang_unlock(t); /* constructors of a library may take their time */
    void *handle = dlopen(name, (int)mode | RTLD_NOW);
    lang_lock(t);
    return handle ? lang_int_from_u64(t, (uintptr_t)handle) : raise_dl_error(t, LANG_EXC_OSError);
}

static void *read_handle(struct lang_thread *t, lang_value v)
{
    uint64_t bits;
    return lang_ctypes_bits(t, v, &bits) < 0 ? NULL
           : bits                            ? (void *)(uintptr_t)bits
                                             : lang_fail_null(t, LANG_EXC_ValueError, "a library has no handle 0");
}

/* symbol(handle, name): an address, or an AttributeError with the text of the linker. */
static lang_value l_symbol(struct lang_thread *t, const lang_value *a)
{
    void *handle = read_handle(t, a[0]);
    const char *name = handle ? lang_as_utf8(t, a[1], "name", NULL) : NULL;

    if (!name)
        return lang_error();
    dlerror();
    void *address = dlsym(handle, name);
    return address ? lang_int_from_u64(t, (uintptr_t)address) : raise_dl_error(t, LANG_EXC_AttributeError);
}

static lang_value l_close(struct lang_thread *t, const lang_value *a)
{
    void *handle = read_handle(t, a[0]);

    if (!handle)
        return lang_error();
    return dlclose(handle) ? raise_dl_error(t, LANG_EXC_OSError) : lang_none();
}

/* addresses(): those of memmove and memset. */
static lang_value l_addresses(struct lang_thread *t, const lang_value *a)
{
    lang_value items[] = {lang_int_from_u64(t, (uintptr_t)memmove), lang_int_from_u64(t, (uintptr_t)memset)};
    (void)a;
    return lang_obj_or_error(lang_tuple_from(t, items, 2));
}

const struct lang_method lang_ctypes_library_rows[] = {
    {"open", "(name, mode, /)", l_open, "Opens a library.", 0},
    {"symbol", "(handle, name, /)", l_symbol, "The address of a name in a library.", 0},
    {"close", "(handle, /)", l_close, "Closes a library.", 0},
    {"addresses", "()", l_addresses, "The addresses of memmove and memset.", 0},
    {NULL, NULL, NULL, NULL, 0}};
#endif
