/* Attention of queries to keys: a row with what its gradient needs. It is the kernel class `attention` on the CPU;
   where that has nothing for a type, on other devices, and where the gradient is differentiated again, it is made of
   ops. Must not know a backend. */
#include "ops.h"

#include <math.h>
#include <string.h>

enum { QUERY, KEY, VALUE, CAUSAL, SCALE, MASK };

/* Arguments of the row. */
struct heads {
    T query, key, value, mask; /* mask: expanded to the scores, or NULL */
    bool causal;
    double scale, unseen; /* unseen: what a query gets that sees no key */
};

static int check_heads(const struct heads *h, struct rt_error *err)
{
    T const tensors[] = {h->query, h->key, h->value};
    const int64_t *query = h->query->shape, *key = h->key->shape;

    for (int i = 0; i < 3; i++)
        if (tensors[i]->ndim != 4 || tensors[i]->dtype != h->query->dtype || tensors[i]->shape[0] != query[0] ||
            tensors[i]->shape[1] != query[1] || tensors[i]->shape[3] != query[3] ||
            (i && tensors[i]->shape[2] != key[2]))
            return rt_error_set(err, RT_RUNTIME,
                                "_attention(): query, key and value must be batches of heads of one size and type");
    if (!rt_dtype_is_float((enum rt_dtype)h->query->dtype))
        return rt_error_set(err, RT_RUNTIME, "_attention(): query, key and value must be of a floating type");
    return 0;
}

/* The mask as one of all scores, kept by the build. */
static T expanded_mask(B b, T mask, const struct heads *h)
{
    const int64_t *query = h->query->shape, scores[] = {query[0], query[1], query[2], h->key->shape[2]};
    struct rt_shape shape = {.ndim = 4};
    char one[RT_SHAPE_TEXT], other[RT_SHAPE_TEXT];

    if (mask->dtype != h->query->dtype || mask->storage->device != h->query->storage->device) {
        rt_error_set(b->err, RT_RUNTIME, "_attention(): the mask must be of the type and on the device of query");
        return b->failed = true, NULL;
    }
    memcpy(shape.size, scores, sizeof scores);
    if (rt_shape_broadcast(&shape, mask->shape, mask->ndim, b->err) < 0)
        return b->failed = true, NULL;
    if (!rt_shape_equal(shape.size, shape.ndim, scores, 4)) {
        rt_error_set(b->err, RT_RUNTIME, "output with shape %s doesn't match the broadcast shape %s",
                     rt_shape_text(scores, 4, one, sizeof one),
                     rt_shape_text(shape.size, shape.ndim, other, sizeof other));
        return b->failed = true, NULL;
    }
    return rt_b_expand(b, mask, scores, 4);
}

/* ---- made of ops ------------------------------------------------------------------------------------------------- */

static T masked_scores(B b, const struct heads *h)
{
    T scores = rt_b_matmul(b, rt_b_muls(b, h->query, h->scale), rt_b_transpose(b, h->key, -2, -1)), mask;

    if (h->mask)
        scores = rt_b_add(b, scores, h->mask);
    if (!h->causal || !scores)
        return scores;
    mask = rt_b_adds(b, rt_b_zeros(b, scores->shape + 2, 2, (enum rt_dtype)scores->dtype, scores->storage->device),
                     -INFINITY);
    if (!mask)
        return NULL;
    return rt_b_add(b, scores,
                    rt_build_apply(b, &rt_op_triu, (struct rt_arg[]){rt_arg_tensor(mask), rt_arg_int(1)}, 2));
}

static T filled(B b, T x, T mask, double value)
{
    return rt_build_apply(
        b, &rt_op_masked_fill_Scalar,
        (struct rt_arg[]){rt_arg_tensor(x), rt_arg_tensor(mask), rt_arg_scalar(rt_scalar_float(value))}, 3);
}

/* softmax of scores; `unseen` for a query that a mask lets see no key. */
static T weights_of(B b, const struct heads *h, T scores)
{
    T hidden = NULL, weights;

    if (!scores)
        return b->failed = true, NULL;
    if (h->mask) {
        hidden = rt_build_apply(b, &rt_op_eq_Tensor,
                                (struct rt_arg[]){rt_arg_tensor(scores), rt_arg_scalar(rt_scalar_float(-INFINITY))}, 2);
        hidden = rt_build_apply(b, &rt_op_all_dim,
                                (struct rt_arg[]){rt_arg_tensor(hidden), rt_arg_int(-1), rt_arg_bool(true)}, 3);
        scores = filled(b, scores, hidden, 0);
    }
    weights =
        rt_build_apply(b, &rt_op_softmax, (struct rt_arg[]){rt_arg_tensor(scores), rt_arg_int(-1), rt_arg_none()}, 3);
    return hidden ? filled(b, weights, hidden, h->unseen) : weights;
}

static void forward_of_ops(B b, const struct heads *h, T *results)
{
    const int64_t last = -1;
    T scores = masked_scores(b, h), out = rt_b_matmul(b, weights_of(b, h, scores), h->value);

    if (!scores || !out)
        return;
    results[0] = rt_b_layout_like(b, out, h->query);
    results[1] =
        rt_build_apply(b, &rt_op_logsumexp, (struct rt_arg[]){rt_arg_tensor(scores), rt_arg_ints(&last, 1)}, 2);
}

/* P = softmax(S + mask), dV = P^T g, dP = g V^T, dS = P (dP - sum of dP P), dQ = scale dS K, dK = scale dS^T Q; dS of
   the mask */
static void back_of_ops(struct rt_backward *b, const struct heads *h)
{
    const int64_t last = -1;
    B m = BUILD;
    T weights = weights_of(m, h, masked_scores(m, h)), grad, product;

    if (WANTS(2))
        SET(2, rt_b_matmul(m, rt_b_transpose(m, weights, -2, -1), G));
    if (!WANTS(0) && !WANTS(1) && !(h->mask && WANTS(3)))
        return;
    grad = rt_b_matmul(m, G, rt_b_transpose(m, h->value, -2, -1));
    product = rt_b_mul(m, weights, grad);
    grad = rt_b_sub(m, product, rt_b_mul(m, weights, rt_b_sum(m, product, &last, 1, true)));
    if (h->mask)
        SET(3, rt_b_sum_to(m, grad, INPUT_SHAPE(3)->size, INPUT_SHAPE(3)->ndim));
    grad = rt_b_muls(m, grad, h->scale);
    if (WANTS(0))
        SET(0, rt_b_matmul(m, grad, h->key));
    if (WANTS(1))
        SET(1, rt_b_matmul(m, rt_b_transpose(m, grad, -2, -1), h->query));
}

/* ---- the kernel -------------------------------------------------------------------------------------------------- */

static bool for_kernel(const struct heads *h)
{
    return h->query->storage->device->type == RT_CPU && rt_is_single(h->query) && h->key->numel && h->query->numel;
}

/* The elements of each row of a head next to each other. */
static T by_rows(B b, T t)
{
    return !t || t->strides[3] == 1 || b->failed ? t : rt_build_keep_steal(b, rt_contiguous(t, b->err));
}

static void view_of(struct rt_view *view, T t)
{
    rt_view_none(view);
    if (t)
        rt_tensor_view(t, view);
}

static int run(B b, const struct heads *h, struct rt_attention_call *call)
{
    T query = by_rows(b, h->query), key = by_rows(b, h->key), value = by_rows(b, h->value);
    struct rt_device *device = h->query->storage->device;

    if (b->failed)
        return -1;
    call->causal = h->causal;
    call->scale = h->scale;
    call->unseen = h->unseen;
    view_of(&call->query, query);
    view_of(&call->key, key);
    view_of(&call->value, value);
    view_of(&call->mask, h->mask);
    if (device->kernels->attention(device, call, b->err) < 0) {
        b->failed = true;
        return -1;
    }
    return 0;
}

/* A new tensor whose dimensions are in memory in the order batch, row, head (and element), as PyTorch's kernel has
 * them. */
static T rows_first(B b, const struct heads *h, int64_t rows, int ndim)
{
    const int64_t *query = h->query->shape, heads = query[1], size = ndim == 4 ? query[3] : 1;
    const int64_t shape[] = {query[0], heads, rows, size}, strides[] = {rows * heads * size, size, heads * size, 1};

    return b->failed
               ? NULL
               : rt_build_keep_steal(b, rt_tensor_new_strided(h->query->storage->device, (enum rt_dtype)h->query->dtype,
                                                              shape, strides, ndim, b->err));
}

static void forward_of_kernel(B b, const struct heads *h, T *results)
{
    struct rt_attention_call call;

    RT_CALL_BEGIN(call, out);
    results[0] = rt_build_keep_steal(b, rt_tensor_new_like(h->query, (enum rt_dtype)h->query->dtype, b->err));
    if (results[0])
        results[0] = by_rows(b, results[0]);
    results[1] = rows_first(b, h, h->query->shape[2], 3);
    if (b->failed)
        return;
    view_of(&call.out, results[0]);
    view_of(&call.logsumexp, results[1]);
    view_of(&call.grad_out, NULL);
    view_of(&call.grad_query, NULL);
    view_of(&call.grad_key, NULL);
    view_of(&call.grad_value, NULL);
    run(b, h, &call);
}

static void back_of_kernel(struct rt_backward *b, const struct heads *h)
{
    const int64_t queries = h->query->shape[2], keys = h->key->shape[2];
    B m = BUILD;
    T out = RESULT(0), logsumexp = RESULT(1), grad_out = by_rows(m, G), grads[3] = {NULL};
    struct rt_attention_call call;

    RT_CALL_BEGIN(call, out);
    for (int i = 0; i < 3; i++)
        grads[i] = WANTS(i) ? rows_first(m, h, i ? keys : queries, 4) : NULL;
    if (m->failed || !out || !logsumexp)
        return;
    call.back = true;
    view_of(&call.out, out);
    view_of(&call.logsumexp, logsumexp);
    view_of(&call.grad_out, grad_out);
    view_of(&call.grad_query, grads[0]);
    view_of(&call.grad_key, grads[1]);
    view_of(&call.grad_value, grads[2]);
    if (run(m, h, &call) < 0)
        return;
    for (int i = 0; i < 3; i++)
        SET(i, grads[i]);
}

/* ------------------------------------------------------------------------------------------------------------------ */

T rt_attend(B b, T query, T key, T value, T mask)
{
    const struct heads h = {query, key, value, mask, false, 1 / sqrt((double)query->shape[3]), NAN};
    T results[2] = {NULL};

    (for_kernel(&h) ? forward_of_kernel : forward_of_ops)(b, &h, results);
    return results[0];
}

int rt_forward_attention(struct rt_call *call, struct rt_error *err)
{
    struct heads h = {call->args[QUERY].tensor,
                      call->args[KEY].tensor,
                      call->args[VALUE].tensor,
                      rt_arg_get_tensor(call, MASK),
                      call->args[CAUSAL].boolean,
                      call->args[SCALE].number,
                      0};
    T results[2] = {NULL};
    struct rt_build b;
    int rc = -1;

    if (check_heads(&h, err) < 0)
        return -1;
    rt_build_init(&b, err);
    if (h.mask)
        h.mask = expanded_mask(&b, h.mask, &h);
    if (!b.failed)
        (for_kernel(&h) ? forward_of_kernel : forward_of_ops)(&b, &h, results);
    if (!b.failed && results[0] && results[1])
        rc = rt_result_pair_steal(call, rt_tensor_get(results[0]), rt_tensor_get(results[1]));
    rt_build_end(&b);
    return rc;
}

BACKWARD(attention)
{
    const struct rt_arg *args = b->node->args;
    struct heads h = {ARG(QUERY), ARG(KEY), ARG(VALUE), NULL, args[CAUSAL].boolean, args[SCALE].number, 0};

    (void)err;
    if (BUILD->failed || !h.query || !h.key || !h.value || !G)
        return 0;
    if (args[MASK].kind == RT_TENSOR && (!(h.mask = ARG(MASK)) || !(h.mask = expanded_mask(BUILD, h.mask, &h))))
        return BUILD->failed ? -1 : 0;
    if (for_kernel(&h) && !rt_grad_mode && !(h.mask && WANTS(3)))
        back_of_kernel(b, &h);
    else
        back_of_ops(b, &h);
    return BUILD->failed ? -1 : 0;
}
