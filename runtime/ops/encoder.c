/* Attention of several heads with its projections, and a whole layer of a transformer's encoder, as single operations
   without gradients: what inference takes in the place of the modules' steps. Below autograd, so that steps work in
   place. Must not know a backend. */
#include "dispatch/autocast.h"
#include "ops.h"

#include <math.h>
#include <string.h>

/* The projections, and how many heads; a mask hides where it is True. */
struct block {
    int64_t width, heads;
    T qkv_weight, qkv_bias, weight, bias, mask;
    const struct rt_arg *mask_type;
};

/* ---- steps ------------------------------------------------------------------------------------------------------- */

static T linear(B b, T x, T weight, T bias)
{
    if (!x || !weight || !bias)
        return b->failed = true, NULL;
    return rt_build_apply(b, &rt_op_linear,
                          (struct rt_arg[]){rt_arg_tensor(x), rt_arg_tensor(weight), rt_arg_tensor(bias)}, 3);
}

static T normed(B b, T x, const struct rt_arg *weight_and_bias, double eps)
{
    if (!x)
        return b->failed = true, NULL;
    return rt_build_apply(b, &rt_op_layer_norm,
                          (struct rt_arg[]){rt_arg_tensor(x), rt_arg_ints(&x->shape[x->ndim - 1], 1),
                                            weight_and_bias[0], weight_and_bias[1], rt_arg_float(eps)},
                          5);
}

/* x += y, where x is a step's result. */
static T added(B b, T x, T y)
{
    return rt_b_add_(b, x, y) < 0 ? NULL : x;
}

static T activated(B b, T x, bool gelu)
{
    struct rt_results r;

    if (!x || b->failed)
        return b->failed = true, NULL;
    if (rt_apply_inplace(gelu ? &rt_op_gelu : &rt_op_relu, (struct rt_arg[]){rt_arg_tensor(x)}, 1, &r, b->err) < 0)
        return b->failed = true, NULL;
    rt_results_clear(&r);
    return x;
}

/* ---- masks ------------------------------------------------------------------------------------------------------- */

static int refused(B b, const char *text)
{
    b->failed = true;
    return rt_error_set(b->err, RT_RUNTIME, "%s", text);
}

/* The shape in which a mask is broadcast to scores [batch, heads, length, length]. */
static int mask_shape(B b, const struct block *block, const int64_t *scores, int64_t *shape)
{
    const int64_t *size = block->mask->shape, batch = scores[0], length = scores[3];
    const int64_t type = block->mask_type->kind == RT_NONE ? -1 : block->mask_type->integer;

    if (rt_shape_equal(size, block->mask->ndim, scores, 4)) {
        memcpy(shape, scores, 4 * sizeof *shape);
        return 0;
    }
    if (block->mask->ndim != 2 || type == 2)
        return refused(b, "For mask_type == 2 mask shape should match input shape");
    if (type == -1)
        return refused(b, "Mask Type should be defined");
    if (type != 0 && type != 1)
        return refused(b, "Mask Type should be 0 (src_mask) or 1 (src_key_padding_mask), or 2 (default_mask)");
    if (type == 0 && (size[0] != length || size[1] != length))
        return refused(b, "For mask_type == 0 mask shape should be (L, L)");
    if (type == 1 && (size[0] != batch || size[1] != length))
        return refused(b, "For mask_type == 1 mask shape should be (B, L)");
    shape[0] = type ? batch : 1;
    shape[1] = 1;
    shape[2] = type ? 1 : length;
    shape[3] = length;
    return 0;
}

/* What is added to scores of such heads: -inf where the mask hides a key. NULL without a mask. */
static T score_mask(B b, const struct block *block, T query)
{
    const int64_t scores[] = {query->shape[0], query->shape[1], query->shape[2], query->shape[2]};
    int64_t shape[4];
    T mask, zeros;

    if (!block->mask || mask_shape(b, block, scores, shape) < 0)
        return NULL;
    mask = rt_b_reshape(b, rt_b_to(b, block->mask, RT_BOOL), shape, 4);
    zeros = rt_b_zeros(b, shape, 4, (enum rt_dtype)query->dtype, query->storage->device);
    if (!mask || !zeros)
        return NULL;
    mask = rt_build_apply(
        b, &rt_op_masked_fill_Scalar,
        (struct rt_arg[]){rt_arg_tensor(zeros), rt_arg_tensor(mask), rt_arg_scalar(rt_scalar_float(-INFINITY))}, 3);
    return rt_b_expand(b, mask, scores, 4);
}

/* ---- attention --------------------------------------------------------------------------------------------------- */

/* Columns `which` * width and on of rows [batch, length, columns] as heads [batch, heads, length, size]. */
static T heads_of(B b, const struct block *block, T rows, int64_t which)
{
    T part = rows ? rt_b_narrow(b, rows, 2, which * block->width, block->width) : NULL;

    if (!part)
        return NULL;
    const int64_t shape[] = {part->shape[0], part->shape[1], block->heads, block->width / block->heads};
    return rt_b_transpose(b, rt_b_reshape(b, part, shape, 4), 1, 2);
}

/* Heads as rows [batch, length, width]. */
static T rows_of(B b, const struct block *block, T heads)
{
    if (!heads)
        return NULL;
    const int64_t shape[] = {heads->shape[0], heads->shape[2], block->width};
    return rt_b_reshape(b, rt_b_transpose(b, heads, 1, 2), shape, 3);
}

static T weights_of(B b, T query, T key, T mask)
{
    T scores = rt_b_matmul(b, rt_b_muls(b, query, 1 / sqrt((double)query->shape[3])), rt_b_transpose(b, key, 2, 3));

    if (scores && mask)
        scores = rt_b_add(b, scores, mask);
    if (!scores)
        return NULL;
    return rt_build_apply(b, &rt_op_softmax, (struct rt_arg[]){rt_arg_tensor(scores), rt_arg_int(-1), rt_arg_none()},
                          3);
}

/* The output of heads as rows; weights (or NULL): receives theirs. */
static T attended(B b, const struct block *block, T const *heads, T *weights)
{
    T mask, out;

    if (b->failed || !heads[0] || !heads[1] || !heads[2])
        return NULL;
    mask = score_mask(b, block, heads[0]);
    if (b->failed)
        return NULL;
    if (weights) {
        *weights = weights_of(b, heads[0], heads[1], mask);
        out = rt_b_matmul(b, *weights, heads[2]);
    } else
        out = rt_attend(b, heads[0], heads[1], heads[2], mask);
    return rows_of(b, block, out);
}

/* Of queries, keys and values side by side in rows [batch, length, 3 width]. */
static T attended_rows(B b, const struct block *block, T rows, T *weights)
{
    T heads[3];

    for (int i = 0; i < 3; i++)
        heads[i] = heads_of(b, block, rows, i);
    return attended(b, block, heads, weights);
}

static T self_attention(B b, const struct block *block, T x)
{
    T rows = linear(b, x, block->qkv_weight, block->qkv_bias);

    return linear(b, attended_rows(b, block, rows, NULL), block->weight, block->bias);
}

/* The same of rows [all, width] of sequences one after the other. */
static T packed_attention(B b, const struct block *block, T x, const struct rt_arg *lengths)
{
    T rows = linear(b, x, block->qkv_weight, block->qkv_bias), out;
    int64_t at = 0;

    if (!rows)
        return NULL;
    out = rt_build_keep_steal(b, rt_tensor_new_like(x, (enum rt_dtype)rows->dtype, b->err));
    for (uint32_t i = 0; i < lengths->count && !b->failed; at += lengths->ints[i++]) {
        const int64_t length = lengths->ints[i];
        T part = length ? rt_b_unsqueeze(b, rt_b_narrow(b, rows, 0, at, length), 0) : NULL;
        if (length)
            rt_b_copy_(b, rt_b_narrow(b, out, 0, at, length), rt_b_squeeze(b, attended_rows(b, block, part, NULL), 0));
    }
    return linear(b, out, block->weight, block->bias);
}

/* ---- checks ------------------------------------------------------------------------------------------------------ */

static int check_dims(T t, const char *name, int dims, struct rt_error *err)
{
    return t->ndim == dims
               ? 0
               : rt_error_set(err, RT_RUNTIME, "expected %d-D `%s`, got %d-D tensor", dims, name, (int)t->ndim);
}

static int check_inputs(const struct block *block, T query, T key, T value, struct rt_error *err)
{
    if (check_dims(query, "query", 3, err) < 0)
        return -1;
    if (query->shape[2] != block->width)
        return rt_error_set(err, RT_RUNTIME, "passed-in embed_dim %lld didn't match last dim of query %lld",
                            (long long)block->width, (long long)query->shape[2]);
    if (check_dims(key, "key", 3, err) < 0 || check_dims(value, "value", 3, err) < 0)
        return -1;
    if (!rt_shape_equal(query->shape, 3, key->shape, 3) || !rt_shape_equal(key->shape, 3, value->shape, 3))
        return rt_error_set(err, RT_RUNTIME, "expected `query`/`key`/`value` shapes to match");
    return 0;
}

static int check_projections(const struct block *block, T const *in, int inputs, struct rt_error *err)
{
    const int64_t width = block->width;

    if (check_dims(block->qkv_weight, "qkv_weight", 2, err) < 0)
        return -1;
    if (block->qkv_weight->shape[0] != rt_step_mul(3, width))
        return rt_error_set(err, RT_RUNTIME, "expected `qkv_weight` first dim to be 3x embed_dim");
    if (block->qkv_weight->shape[1] != width)
        return rt_error_set(err, RT_RUNTIME, "expected `qkv_weight` second dim to be embed_Dim");
    if (check_dims(block->qkv_bias, "qkv_bias", 1, err) < 0)
        return -1;
    if (block->qkv_bias->shape[0] != rt_step_mul(3, width))
        return rt_error_set(err, RT_RUNTIME, "expected `qkv_bias` first dim and first dim of query to be equal");
    if (block->heads <= 0 || width % block->heads)
        return rt_error_set(err, RT_RUNTIME, "`embed_dim` must divide evenly by `num_heads`");
    for (int i = 0; i < inputs && !rt_autocasting; i++)
        if (in[i]->dtype != block->qkv_weight->dtype)
            return rt_error_set(err, RT_RUNTIME, "expected m1 and m2 to have the same dtype, but got: %s != %s",
                                rt_dtype_table[in[i]->dtype].cxx, rt_dtype_table[block->qkv_weight->dtype].cxx);
    return 0;
}

/* ---- rows: attention --------------------------------------------------------------------------------------------- */

/* One of the three projections. */
static T projected(B b, const struct block *block, T x, int64_t which)
{
    return linear(b, x, rt_b_narrow(b, block->qkv_weight, 0, which * block->width, block->width),
                  rt_b_narrow(b, block->qkv_bias, 0, which * block->width, block->width));
}

static T attended_inputs(B b, const struct block *block, T const *in, T *weights)
{
    T heads[3];

    if (in[0] == in[1] && in[1] == in[2])
        return attended_rows(b, block, linear(b, in[0], block->qkv_weight, block->qkv_bias), weights);
    for (int i = 0; i < 3; i++)
        heads[i] = heads_of(b, block, projected(b, block, in[i], i), 0);
    return attended(b, block, heads, weights);
}

int rt_forward_multi_head(struct rt_call *call, struct rt_error *err)
{
    const struct rt_arg *a = call->args;
    const struct block block = {
        a[3].integer, a[4].integer, a[5].tensor, a[6].tensor, a[7].tensor, a[8].tensor, rt_arg_get_tensor(call, 9),
        &a[12]};
    T const in[] = {a[0].tensor, a[1].tensor, a[2].tensor};
    const int64_t heads = 1;
    T weights = NULL, out;
    struct rt_build b;
    int rc = -1;

    if (check_inputs(&block, in[0], in[1], in[2], err) < 0 || check_projections(&block, in, 3, err) < 0)
        return -1;
    rt_build_init(&b, err);
    out = attended_inputs(&b, &block, in, a[10].boolean ? &weights : NULL);
    out = linear(&b, out, block.weight, block.bias);
    if (weights && a[11].boolean)
        weights =
            rt_build_apply(&b, &rt_op_mean_dim,
                           (struct rt_arg[]){rt_arg_tensor(weights), rt_arg_ints(&heads, 1), rt_arg_bool(false)}, 3);
    if (!b.failed && out)
        rc = rt_result_pair_steal(call, rt_tensor_get(out), weights ? rt_tensor_get(weights) : NULL);
    rt_build_end(&b);
    return rc;
}

/* ---- rows: layers ------------------------------------------------------------------------------------------------ */

enum { /* the arguments of both rows; of a norm or a linear layer the bias follows the weight */
       SRC,
       WIDTH,
       HEADS,
       QKV_WEIGHT,
       QKV_BIAS,
       PROJ_WEIGHT,
       PROJ_BIAS,
       USE_GELU,
       NORM_FIRST,
       EPS,
       NORM_1,
       NORM_2 = NORM_1 + 2,
       FFN_1 = NORM_2 + 2,
       FFN_2 = FFN_1 + 2,
       MASK = FFN_2 + 2,
       LENGTHS = MASK,
       MASK_TYPE
};

/* Two linear layers with the activation between them. */
static T feed_forward(B b, const struct rt_arg *a, T x)
{
    T hidden = activated(b, linear(b, x, a[FFN_1].tensor, a[FFN_1 + 1].tensor), a[USE_GELU].boolean);

    return linear(b, hidden, a[FFN_2].tensor, a[FFN_2 + 1].tensor);
}

/* The layer for x; lengths: those of packed sequences, or NULL. */
static T layer(B b, const struct rt_arg *a, const struct block *block, T x, const struct rt_arg *lengths)
{
    const bool first = a[NORM_FIRST].boolean;
    const double eps = a[EPS].number;
    T in = first ? normed(b, x, &a[NORM_1], eps) : x, out;

    if (!in || (!lengths && check_inputs(block, in, in, in, b->err) < 0) ||
        check_projections(block, &in, 1, b->err) < 0)
        return b->failed = true, NULL;
    x = added(b, lengths ? packed_attention(b, block, in, lengths) : self_attention(b, block, in), x);
    if (!first)
        x = normed(b, x, &a[NORM_1], eps);
    in = first ? normed(b, x, &a[NORM_2], eps) : x;
    out = added(b, feed_forward(b, a, in), x);
    return first ? out : normed(b, out, &a[NORM_2], eps);
}

static struct block block_of(const struct rt_call *call)
{
    const struct rt_arg *a = call->args;
    const struct block block = {
        .width = a[WIDTH].integer,
        .heads = a[HEADS].integer,
        .qkv_weight = a[QKV_WEIGHT].tensor,
        .qkv_bias = a[QKV_BIAS].tensor,
        .weight = a[PROJ_WEIGHT].tensor,
        .bias = a[PROJ_BIAS].tensor,
    };
    return block;
}

static int run_layer(struct rt_call *call, const struct block *block, const struct rt_arg *lengths,
                     struct rt_error *err)
{
    T x = call->args[SRC].tensor;
    struct rt_build b;

    rt_build_init(&b, err);
    return rt_build_return(&b, call, x->numel ? layer(&b, call->args, block, x, lengths) : rt_b_clone(&b, x));
}

int rt_forward_encoder_layer(struct rt_call *call, struct rt_error *err)
{
    struct block block = block_of(call);

    block.mask = rt_arg_get_tensor(call, MASK);
    block.mask_type = &call->args[MASK_TYPE];
    return run_layer(call, &block, NULL, err);
}

int rt_forward_packed_encoder_layer(struct rt_call *call, struct rt_error *err)
{
    const struct block block = block_of(call);
    const struct rt_arg *lengths = &call->args[LENGTHS];
    T x = call->args[SRC].tensor;
    int64_t all = 0;

    for (uint32_t i = 0; i < lengths->count && all >= 0; i++)
        all = lengths->ints[i] < 0 ? -1 : rt_step_add(all, lengths->ints[i]);
    if (x->ndim != 2 || all != x->shape[0] || x->shape[1] != block.width)
        return rt_error_set(err, RT_RUNTIME, "_packed_encoder_layer(): src must have as many rows as the lengths say");
    return run_layer(call, &block, lengths, err);
}
