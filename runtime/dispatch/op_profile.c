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

/* The name under which PyTorch's profiles show a row; NULL: a function of torch.nn.functional that applies the row of
 * its name. */
static const char *shown_name(const char *name)
{
    static const char *const others[][2] = {{"_attention", "scaled_dot_product_attention"},
                                            {"nn_cross_entropy", "cross_entropy_loss"},
                                            {"_convolution_input", "convolution_backward"},
                                            {"_convolution_weight", "convolution_backward"},
                                            {"_add_scalar", "add"},
                                            {"_mul_scalar", "mul"},
                                            {"_div_scalar", "div"},
                                            {"max_pool2d_backward", "max_pool2d_with_indices_backward"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, others[i][0]) == 0)
            return others[i][1];
    if (strncmp(name, "nn_", 3) == 0)
        return rt_op_named(name + 3) ? NULL : name + 3;
    return name;
}

int rt_op_profile_begin(struct rt_op *op, bool in_place, const struct rt_arg *args, int nargs)
{
    struct rt_error ignored;
    rt_error_clear(&ignored);
    const struct rt_schema *schema = rt_op_schema(op, &ignored);

    const char *name = schema ? shown_name(schema->name) : NULL;
    if (!name)
        return -1;
    const size_t length = strlen(name);
    int event = rt_profile_begin(RT_PROFILE_OP, name, in_place && length && name[length - 1] != '_' ? "_" : NULL);
    for (int i = 0; event >= 0 && i < nargs; i++)
        profile_argument(&args[i]);
    return event;
}
