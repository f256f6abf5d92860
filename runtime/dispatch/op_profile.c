/* op_profile.c: the ranges of ops in a profile, with what they were given. Must not know how ops are applied. */
#include "op_profile.h"
#include "tensor.h"

#include <string.h>

static void profile_argument(const struct rt_arg *arg)
{
    if (arg->kind == RT_TENSOR && arg->tensor)
        rt_profile_argument(arg->tensor->ndim, arg->tensor->dtype, arg->tensor->shape);
    else if (arg->kind == RT_INT)
        rt_profile_integers(1, &arg->integer);
    else if (arg->kind == RT_INTS && arg->count <= RT_MAX_DIMS)
        rt_profile_integers((int)arg->count, arg->ints);
    else
        rt_profile_argument(-1, 0, NULL);
}

int rt_op_profile_begin(struct rt_op *op, bool in_place, const struct rt_arg *args, int nargs)
{
    struct rt_error ignored;
    rt_error_clear(&ignored);
    const struct rt_schema *schema = rt_op_schema(op, &ignored);

    if (!schema)
        return -1;
    const size_t length = strlen(schema->name);
    int event = rt_profile_begin(RT_PROFILE_OP, schema->name,
                                 in_place && length && schema->name[length - 1] != '_' ? "_" : NULL);
    for (int i = 0; event >= 0 && i < nargs; i++)
        profile_argument(&args[i]);
    return event;
}
