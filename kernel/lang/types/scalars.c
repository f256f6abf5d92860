/* scalars.c: readies the types of numbers, texts, bytes, range, slice and the singletons. */
#include "types/bytes_impl.h"

extern struct lang_type lang_type_str_iterator, lang_type_str_ascii_iterator, lang_type_longrange_iterator;

int lang_scalars_ready(struct lang_thread *t)
{
    struct lang_type *const all[] = {
        &lang_type_int,
        &lang_type_bool,
        &lang_type_float,
        &lang_type_complex,
        &lang_type_str,
        &lang_type_str_iterator,
        &lang_type_str_ascii_iterator,
        &lang_type_bytes,
        &lang_type_bytearray,
        &lang_type_memoryview,
        &lang_type_memory_iterator,
        &lang_type_capsule,
        &lang_type_simple_namespace,
        &lang_type_bytes_iterator,
        &lang_type_bytearray_iterator,
        &lang_type_none,
        &lang_type_notimpl,
        &lang_type_ellipsis,
        &lang_type_range,
        &lang_type_range_iterator,
        &lang_type_longrange_iterator,
        &lang_type_slice,
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (lang_type_ready(t, all[i]) < 0)
            return -1;
    return 0;
}
