/* bind_objects.c: the type objects of torch, empty until the file with a type's behaviour defines it. The lowest file
 * of this folder: every other one may ask whether a value is a tensor or a dtype. Must not know what any of them can
 * do. */
#include "bind_core.h"

struct lang_type bind_type_tensor_base, bind_type_tensor, bind_type_dtype, bind_type_layout, bind_type_memory_format,
    bind_type_device, bind_type_size, bind_type_generator, bind_type_node, bind_type_function_base;
struct bind_dtype bind_dtypes[RT_DTYPE_COUNT];
struct bind_device *bind_default_device;

int bind_type_define(struct lang_thread *t, struct lang_type *type, const struct lang_type *definition)
{
    *type = *definition;
    return lang_type_ready(t, type);
}
