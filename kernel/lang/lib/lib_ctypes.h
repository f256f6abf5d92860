/* lib_ctypes.h: the C side of ctypes, between its files: libffi's functions, what a C type is, memory that holds values
 * of one, arguments, callbacks. The classes and their rules are the language's (prelude/_standalone/_ctypes). */
#ifndef LANG_LIB_CTYPES_H
#define LANG_LIB_CTYPES_H

#include <ffi.h>

#include "lib_optional.h"

/* ---- libffi (lib_ctypes_ffi.c) */

#define LANG_FFI_SYMBOLS(F)                                                                                            \
    F(ffi_prep_cif)                                                                                                    \
    F(ffi_prep_cif_var)                                                                                                \
    F(ffi_call)                                                                                                        \
    F(ffi_closure_alloc)                                                                                               \
    F(ffi_closure_free)                                                                                                \
    F(ffi_prep_closure_loc)                                                                                            \
    F(ffi_type_void)                                                                                                   \
    F(ffi_type_uint8)                                                                                                  \
    F(ffi_type_sint8)                                                                                                  \
    F(ffi_type_uint16)                                                                                                 \
    F(ffi_type_sint16)                                                                                                 \
    F(ffi_type_uint32)                                                                                                 \
    F(ffi_type_sint32)                                                                                                 \
    F(ffi_type_uint64)                                                                                                 \
    F(ffi_type_sint64)                                                                                                 \
    F(ffi_type_float)                                                                                                  \
    F(ffi_type_double)                                                                                                 \
    F(ffi_type_longdouble)                                                                                             \
    F(ffi_type_pointer)
struct lang_ffi {
    LANG_FFI_SYMBOLS(LANG_OPTIONAL_POINTER)
};
extern struct lang_ffi lang_ffi;
int lang_ffi_open(struct lang_thread *t);

/* ---- types (lib_ctypes_layout.c) */

enum lang_ctype_kind { LANG_CTYPE_SIMPLE, LANG_CTYPE_RECORD, LANG_CTYPE_ARRAY, LANG_CTYPE_POINTER };
enum { LANG_CTYPE_SWAPPED = 1 };
enum { LANG_CTYPE_LARGEST = 16 }; /* bytes of a simple value */

/* What a C type is: how large a value of it is, how it is read, written and passed. */
struct lang_ctype {
    struct lang_object head;
    enum lang_ctype_kind kind;
    char code; /* of a simple type: its letter; of pointers 'P' */
    bool swapped;
    bool final; /* it has been used, its fields may not change any longer */
    int64_t size, align, itemsize;
    int64_t count;           /* fields, items: of an object that keeps others alive; 0: it keeps one at most */
    struct lang_str *format; /* of an item of a view */
    const char *format_text;
    int ndim;
    int64_t *shape;
    struct lang_tuple *elements; /* of a record: the types of its fields; of an array: its item's */
    ffi_type record;             /* how libffi sees a record, once `parts` is there */
    ffi_type **parts;
};
extern struct lang_type lang_type_ctype;
/* The one of a class, borrowed; NULL with a TypeError where it has none. */
struct lang_ctype *lang_ctype_of_class(struct lang_thread *t, lang_value cls);
/* The same without an exception. */
struct lang_ctype *lang_ctype_find(struct lang_thread *t, struct lang_type *cls);
ffi_type *lang_ctype_ffi(struct lang_thread *t, struct lang_ctype *c);
int lang_ctypes_layout_ready(struct lang_thread *t, struct lang_module *m);

/* ---- values (lib_ctypes_value.c) */

/* The value of a simple type in memory. */
lang_value lang_ctypes_load(struct lang_thread *t, const struct lang_ctype *c, const uint8_t *p);
/* Writes v; *kept is what must stay alive as long as the memory is used: a new reference or UNDEF. May run user code.
 */
int lang_ctypes_store(struct lang_thread *t, const struct lang_ctype *c, lang_value v, uint8_t out[LANG_CTYPE_LARGEST],
                      lang_value *kept);
/* Its ffi_type, and its size; NULL: there is no such letter. */
ffi_type *lang_ctypes_simple_ffi(char code);
int lang_ctypes_simple_size(char code);
/* The lowest 64 bits of an int of any size, or of what has __index__. */
int lang_ctypes_bits(struct lang_thread *t, lang_value v, uint64_t *out);
lang_value lang_ctypes_wide_text(struct lang_thread *t, const uint8_t *units, int64_t length);
extern struct lang_type lang_type_cbox;

/* ---- memory (lib_ctypes_memory.c) */

/* An instance of a ctypes class: memory of its own, a part of another's, or somewhere. */
struct lang_cdata {
    struct lang_object head;
    struct lang_ctype *type;
    uint8_t *memory;           /* where it begins; unused in a part of another object */
    int64_t size;              /* bytes */
    int64_t capacity;          /* bytes of memory of its own */
    int64_t offset;            /* of a part: in its base */
    int64_t index;             /* of a part: which it is */
    int64_t exports;           /* views and holders of memory of its own */
    lang_value base;           /* whose part it is, or who points to it: UNDEF none */
    lang_value kept;           /* what stays alive with it: a dict or one object; UNDEF none */
    struct lang_buffer source; /* of from_buffer */
    bool owns, part;
    _Alignas(8) uint8_t small[8]; /* memory of its own where that is enough */
};
extern struct lang_type lang_type_cdata;
static inline struct lang_cdata *lang_cdata_of(lang_value v)
{
    return (struct lang_cdata *)v.o;
}
uint8_t *lang_cdata_at(const struct lang_cdata *d);
/* An instance with memory of its own, zeroed, past __new__ and __init__. */
struct lang_cdata *lang_cdata_new(struct lang_thread *t, struct lang_type *cls);
/* An argument as one: NULL with a TypeError for other values. */
struct lang_cdata *lang_cdata_read(struct lang_thread *t, lang_value v);
extern const struct lang_method lang_ctypes_memory_rows[];
int lang_ctypes_memory_ready(struct lang_thread *t, struct lang_module *m);

/* ---- libraries (lib_ctypes_library.c) */

extern const struct lang_method lang_ctypes_library_rows[];

/* ---- calls (lib_ctypes_argument.c, lib_ctypes_call.c, lib_ctypes_callback.c) */

/* A value as it is passed; `at` points to it. */
struct lang_cargument {
    ffi_type *type;
    void *at;
    _Alignas(16) uint8_t value[LANG_CTYPE_LARGEST];
    lang_value kept; /* released after the call */
};
/* Reads the argument number n (from 1), as no prototype has changed it. */
int lang_cargument_read(struct lang_thread *t, lang_value v, size_t n, struct lang_cargument *out);
extern const struct lang_method lang_ctypes_argument_rows[], lang_ctypes_call_rows[], lang_ctypes_callback_rows[];
int lang_ctypes_argument_ready(struct lang_thread *t, struct lang_module *m);
int lang_ctypes_callback_ready(struct lang_thread *t, struct lang_module *m);

/* The lock: a foreign function runs without it, and a callback takes it (lib_ctypes_callback.c). */
void lang_ctypes_leave(struct lang_thread *t, bool unlocks);
void lang_ctypes_come_back(struct lang_thread *t, bool unlocks);

#endif
