/* The names of the rows of elementwise.def, and what accelerators say of a row that they have no kernel of for a type.
   Included by the backends; knows no tensors. */
#ifndef RT_POINTWISE_NAMES_H
#define RT_POINTWISE_NAMES_H

#include "device.h"

#include <string.h>

static inline const char *rt_map_name(enum rt_map_op op)
{
    static const char *const names[] = {
#define RT_MAP(name, ...) #name,
#define RT_ZIP(...)
#include "ops/elementwise.def"
#undef RT_MAP
#undef RT_ZIP
    };
    return names[op];
}
static inline const char *rt_zip_name(enum rt_zip_op op)
{
    static const char *const names[] = {
#define RT_MAP(...)
#define RT_ZIP(name, ...) #name,
#include "ops/elementwise.def"
#undef RT_MAP
#undef RT_ZIP
    };
    return names[op];
}

/* Does this row refuse bool operands? */
static inline bool rt_zip_refuses_bool(enum rt_zip_op op)
{
    return op == RT_ZIP_floor_divide || op == RT_ZIP_remainder || op == RT_ZIP_fmod;
}

/* -1, with PyTorch's name for its kernels on CUDA. */
static inline int rt_pointwise_missing(const char *row, enum rt_dtype type, struct rt_error *err)
{
    static const char *const names[][2] = {{"lt", "compare"},
                                           {"le", "compare"},
                                           {"gt", "compare"},
                                           {"ge", "compare"},
                                           {"clamp", "clamp_scalar"},
                                           {"floor_divide", "div_floor"},
                                           {"clamp_min", "clamp_min_scalar"},
                                           {"clamp_max", "clamp_max_scalar"}};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(row, names[i][0]))
            row = names[i][1];
    return rt_error_set(err, RT_NOT_IMPLEMENTED, "\"%s_cuda\" not implemented for '%s'", row,
                        rt_dtype_table[type].scalar);
}

#endif
