/* lib_ctypes_ffi.c: libffi: its functions and types, found when the library is opened. */
#include "lib_ctypes.h"

#ifdef HAVE_FFI
struct lang_ffi lang_ffi;

int lang_ffi_open(struct lang_thread *t)
{
    return lang_optional_open(t, "_ctypes", "libffi.so.8 libffi.so.7 libffi.so.6", LANG_FFI_SYMBOLS(LANG_OPTIONAL_NAME),
                              (void **)&lang_ffi);
}
#endif
