/* lib_ctypes.c: the module _ctypes_calls: types, memory, calls and callbacks, of which the language makes ctypes;
 * libffi is opened when the module is. */
#include "lib_optional.h"

#ifdef HAVE_FFI
#include "lib_ctypes.h"

static int init(struct lang_thread *t, struct lang_module *m)
{
    const struct lang_method *const rows[] = {lang_ctypes_library_rows, lang_ctypes_memory_rows,
                                              lang_ctypes_argument_rows, lang_ctypes_call_rows,
                                              lang_ctypes_callback_rows};

    if (lang_ffi_open(t) < 0 || lang_ctypes_layout_ready(t, m) < 0 || lang_ctypes_memory_ready(t, m) < 0 ||
        lang_ctypes_argument_ready(t, m) < 0 || lang_ctypes_callback_ready(t, m) < 0)
        return -1;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (lang_module_add_functions(t, m, rows[i]) < 0)
            return -1;
    return 0;
}
#else
static int init(struct lang_thread *t, struct lang_module *m)
{
    (void)m;
    return lang_optional_absent(t, "_ctypes", "libffi");
}
#endif

const struct lang_module_def lang_module__ctypes_calls = {"_ctypes_calls", "Foreign functions and their types.", NULL,
                                                          init};
