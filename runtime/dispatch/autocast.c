/* Autocasting: matrix products in half types, losses and factorisations in float32. Owns the state of each thread, the
   cache of cast weights and the lists of ops, which it knows by their names only. */
#include "autocast.h"

#include "autograd/autograd.h"
#include "tensor.h"

#include <string.h>

enum policy { AS_IT_IS, HALF, WIDE };

/* Sorted by name. The second column is for the CPU, the third for CUDA devices. */
static const struct rule {
    const char *name;
    uint8_t policy[2];
} rules[] = {
    {"_cdist_forward", {WIDE, WIDE}},
    {"_contract", {HALF, HALF}},
    {"_convolution", {HALF, HALF}},
    {"_einsum", {HALF, HALF}},
    {"_euclidean_dist", {WIDE, WIDE}},
    {"_fft_c2c", {WIDE, AS_IT_IS}},
    {"_fft_c2r", {WIDE, AS_IT_IS}},
    {"_fft_r2c", {WIDE, AS_IT_IS}},
    {"_linalg_det", {WIDE, AS_IT_IS}},
    {"_linalg_eigh", {WIDE, AS_IT_IS}},
    {"_linalg_slogdet", {WIDE, AS_IT_IS}},
    {"_linalg_svd", {WIDE, AS_IT_IS}},
    {"_tensordot", {HALF, HALF}},
    {"acos", {AS_IT_IS, WIDE}},
    {"addbmm", {HALF, HALF}},
    {"addmm", {HALF, HALF}},
    {"addmv", {AS_IT_IS, HALF}},
    {"addr", {AS_IT_IS, HALF}},
    {"asin", {AS_IT_IS, WIDE}},
    {"baddbmm", {HALF, HALF}},
    {"binary_cross_entropy", {WIDE, WIDE}},
    {"binary_cross_entropy_with_logits", {WIDE, WIDE}},
    {"bmm", {HALF, HALF}},
    {"cdist", {WIDE, WIDE}},
    {"chain_matmul", {HALF, HALF}},
    {"cholesky", {WIDE, AS_IT_IS}},
    {"cholesky_inverse", {WIDE, AS_IT_IS}},
    {"cholesky_solve", {WIDE, AS_IT_IS}},
    {"conv1d", {HALF, HALF}},
    {"conv2d", {HALF, HALF}},
    {"conv3d", {HALF, HALF}},
    {"conv_tbc", {HALF, HALF}},
    {"conv_transpose1d", {HALF, HALF}},
    {"conv_transpose2d", {HALF, HALF}},
    {"conv_transpose3d", {HALF, HALF}},
    {"cosh", {AS_IT_IS, WIDE}},
    {"cosine_embedding_loss", {WIDE, WIDE}},
    {"cosine_similarity", {AS_IT_IS, WIDE}},
    {"ctc_loss", {WIDE, WIDE}},
    {"cumprod", {AS_IT_IS, WIDE}},
    {"cumsum", {AS_IT_IS, WIDE}},
    {"dist", {AS_IT_IS, WIDE}},
    {"erfinv", {AS_IT_IS, WIDE}},
    {"exp", {AS_IT_IS, WIDE}},
    {"expm1", {AS_IT_IS, WIDE}},
    {"fft_fft", {WIDE, AS_IT_IS}},
    {"fft_fft2", {WIDE, AS_IT_IS}},
    {"fft_fftn", {WIDE, AS_IT_IS}},
    {"fft_hfft", {WIDE, AS_IT_IS}},
    {"fft_ifft", {WIDE, AS_IT_IS}},
    {"fft_ifft2", {WIDE, AS_IT_IS}},
    {"fft_ifftn", {WIDE, AS_IT_IS}},
    {"fft_ihfft", {WIDE, AS_IT_IS}},
    {"fft_irfft", {WIDE, AS_IT_IS}},
    {"fft_irfft2", {WIDE, AS_IT_IS}},
    {"fft_irfftn", {WIDE, AS_IT_IS}},
    {"fft_rfft", {WIDE, AS_IT_IS}},
    {"fft_rfft2", {WIDE, AS_IT_IS}},
    {"fft_rfftn", {WIDE, AS_IT_IS}},
    {"geqrf", {WIDE, AS_IT_IS}},
    {"group_norm", {AS_IT_IS, WIDE}},
    {"hinge_embedding_loss", {WIDE, WIDE}},
    {"huber_loss", {WIDE, WIDE}},
    {"inverse", {WIDE, AS_IT_IS}},
    {"kl_div", {WIDE, WIDE}},
    {"l1_loss", {WIDE, WIDE}},
    {"layer_norm", {AS_IT_IS, WIDE}},
    {"linalg_cholesky", {WIDE, AS_IT_IS}},
    {"linalg_cholesky_ex", {WIDE, AS_IT_IS}},
    {"linalg_cond", {WIDE, AS_IT_IS}},
    {"linalg_det", {WIDE, AS_IT_IS}},
    {"linalg_eig", {WIDE, AS_IT_IS}},
    {"linalg_eigh", {WIDE, AS_IT_IS}},
    {"linalg_eigvals", {WIDE, AS_IT_IS}},
    {"linalg_eigvalsh", {WIDE, AS_IT_IS}},
    {"linalg_householder_product", {WIDE, AS_IT_IS}},
    {"linalg_inv", {WIDE, AS_IT_IS}},
    {"linalg_inv_ex", {WIDE, AS_IT_IS}},
    {"linalg_lstsq", {WIDE, AS_IT_IS}},
    {"linalg_matrix_rank", {WIDE, AS_IT_IS}},
    {"linalg_qr", {WIDE, AS_IT_IS}},
    {"linalg_slogdet", {WIDE, AS_IT_IS}},
    {"linalg_solve", {WIDE, AS_IT_IS}},
    {"linalg_svd", {WIDE, AS_IT_IS}},
    {"linalg_svdvals", {WIDE, AS_IT_IS}},
    {"linalg_tensorinv", {WIDE, AS_IT_IS}},
    {"linalg_tensorsolve", {WIDE, AS_IT_IS}},
    {"linalg_vecdot", {HALF, HALF}},
    {"linear", {HALF, HALF}},
    {"log", {AS_IT_IS, WIDE}},
    {"log10", {AS_IT_IS, WIDE}},
    {"log1p", {AS_IT_IS, WIDE}},
    {"log2", {AS_IT_IS, WIDE}},
    {"log_softmax", {AS_IT_IS, WIDE}},
    {"logsumexp", {AS_IT_IS, WIDE}},
    {"lu_solve", {WIDE, AS_IT_IS}},
    {"margin_ranking_loss", {WIDE, WIDE}},
    {"matmul", {HALF, HALF}},
    {"mm", {HALF, HALF}},
    {"mse_loss", {WIDE, WIDE}},
    {"multi_margin_loss", {WIDE, WIDE}},
    {"multilabel_margin_loss", {WIDE, WIDE}},
    {"mv", {AS_IT_IS, HALF}},
    {"nanquantile", {WIDE, AS_IT_IS}},
    {"nll_loss", {WIDE, WIDE}},
    {"nll_loss_nd", {WIDE, WIDE}},
    {"norm", {AS_IT_IS, WIDE}},
    {"orgqr", {WIDE, AS_IT_IS}},
    {"ormqr", {WIDE, AS_IT_IS}},
    {"pdist", {AS_IT_IS, WIDE}},
    {"pinverse", {WIDE, AS_IT_IS}},
    {"poisson_nll_loss", {WIDE, WIDE}},
    {"polar", {WIDE, AS_IT_IS}},
    {"pool3d", {WIDE, AS_IT_IS}}, /* also grid_sample, paddings, unpooling */
    {"pow", {AS_IT_IS, WIDE}},
    {"prelu", {HALF, HALF}},
    {"prod", {WIDE, WIDE}},
    {"qr", {WIDE, AS_IT_IS}},
    {"quantile", {WIDE, AS_IT_IS}},
    {"reciprocal", {AS_IT_IS, WIDE}},
    {"renorm", {AS_IT_IS, WIDE}},
    {"rsqrt", {AS_IT_IS, WIDE}},
    {"scaled_dot_product_attention", {HALF, HALF}},
    {"sinh", {AS_IT_IS, WIDE}},
    {"smooth_l1_loss", {WIDE, WIDE}},
    {"soft_margin_loss", {WIDE, WIDE}},
    {"softmax", {AS_IT_IS, WIDE}},
    {"softplus", {AS_IT_IS, WIDE}},
    {"stft", {WIDE, AS_IT_IS}},
    {"sum", {AS_IT_IS, WIDE}},
    {"svd", {WIDE, AS_IT_IS}},
    {"tan", {AS_IT_IS, WIDE}},
    {"trace", {WIDE, AS_IT_IS}},
    {"triangular_solve", {WIDE, AS_IT_IS}},
    {"triplet_margin_loss", {WIDE, WIDE}},
    {"view_as_complex", {WIDE, AS_IT_IS}},
};

/* ---- what is set ------------------------------------------------------------------------------------------------- */

_Thread_local bool rt_autocasting;
static _Thread_local struct {
    bool on[2];
    uint8_t dtype[2]; /* 0: not set */
    bool forgets;
    int depth;
    struct kept {
        struct rt_tensor *weight, *half;
    } * kept;
    size_t count, capacity;
} state;

static int index_of(enum rt_device_type type)
{
    return type == RT_CPU ? 0 : 1;
}
static void update(void)
{
    rt_autocasting = state.on[0] || state.on[1];
}
bool rt_autocast_enabled(enum rt_device_type type)
{
    return state.on[index_of(type)];
}
void rt_autocast_enable(enum rt_device_type type, bool on)
{
    state.on[index_of(type)] = on;
    update();
}
enum rt_dtype rt_autocast_dtype(enum rt_device_type type)
{
    uint8_t set = state.dtype[index_of(type)];
    return set ? (enum rt_dtype)(set - 1) : type == RT_CPU ? RT_BFLOAT16 : RT_FLOAT16;
}
void rt_autocast_set_dtype(enum rt_device_type type, enum rt_dtype dtype)
{
    state.dtype[index_of(type)] = (uint8_t)(dtype + 1);
}
bool rt_autocast_keeps(void)
{
    return !state.forgets;
}
void rt_autocast_keep(bool on)
{
    state.forgets = !on;
}
void rt_autocast_forget(void)
{
    for (size_t i = 0; i < state.count; i++) {
        rt_tensor_unref(state.kept[i].weight);
        rt_tensor_unref(state.kept[i].half);
    }
    rt_free(state.kept);
    state.kept = NULL;
    state.count = state.capacity = 0;
}
int rt_autocast_nest(int by)
{
    return state.depth += by;
}

/* ---- casting ----------------------------------------------------------------------------------------------------- */

static const struct rule *find(const char *name, size_t length)
{
    size_t low = 0, high = sizeof rules / sizeof *rules;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strncmp(name, rules[middle].name, length);
        if (!order && !rules[middle].name[length])
            return &rules[middle];
        if (order > 0)
            low = middle + 1;
        else
            high = middle; /* also where the rule's name goes on */
    }
    return NULL;
}

bool rt_autocast_knows(const char *name, size_t length)
{
    return find(name, length) != NULL;
}

/* May the cast of a weight be used again? */
static bool is_weight(const struct rt_tensor *t, enum rt_dtype to)
{
    return to != RT_FLOAT32 && t->dtype == RT_FLOAT32 && !state.forgets && rt_grad_mode && rt_needs_grad(t) &&
           rt_tensor_is_leaf(t) && !t->base;
}

static struct rt_tensor *cast(struct rt_tensor *t, enum rt_dtype to, struct rt_error *err)
{
    bool weight = is_weight(t, to);
    for (size_t i = 0; i < state.count && weight; i++)
        if (state.kept[i].weight == t) {
            rt_tensor_ref(state.kept[i].half);
            return state.kept[i].half;
        }
    struct rt_tensor *half = rt_tensor_to(t, to, NULL, false, err);
    if (!half || !weight)
        return half;
    if (state.count == state.capacity) {
        size_t capacity = state.capacity ? state.capacity * 2 : 16;
        struct kept *more = rt_alloc(capacity * sizeof *more);
        if (!more)
            return half; /* it is only cast again the next time */
        if (state.count)
            memcpy(more, state.kept, state.count * sizeof *more);
        rt_free(state.kept);
        state.kept = more;
        state.capacity = capacity;
    }
    rt_tensor_ref(t);
    rt_tensor_ref(half);
    state.kept[state.count++] = (struct kept){t, half};
    return half;
}

static struct rt_tensor *take(const struct rule *rule, struct rt_tensor *t, struct rt_error *err)
{
    enum rt_device_type type = t->storage->device->type;
    enum policy policy = (enum policy)rule->policy[index_of(type)];
    enum rt_dtype to = policy == HALF ? rt_autocast_dtype(type) : RT_FLOAT32, dtype = (enum rt_dtype)t->dtype;
    if (!rt_autocast_enabled(type) || policy == AS_IT_IS || dtype == to || !rt_dtype_is_float(dtype) ||
        dtype == RT_FLOAT64) {
        rt_tensor_ref(t);
        return t;
    }
    return cast(t, to, err);
}

struct rt_tensor *rt_autocast_take(const char *name, size_t length, struct rt_tensor *t, struct rt_error *err)
{
    const struct rule *rule = find(name, length);
    bool on = rt_autocasting;
    rt_autocasting = false;
    struct rt_tensor *taken = rule ? take(rule, t, err) : (rt_tensor_ref(t), t);
    rt_autocasting = on;
    return taken;
}

/* The tensors of one argument, cast, into list. */
static int take_list(const struct rule *rule, const struct rt_arg *from, struct rt_tensor **list, struct rt_error *err)
{
    for (uint32_t i = 0; i < from->count; i++) {
        list[i] = NULL;
        if (from->tensors[i] && !(list[i] = take(rule, from->tensors[i], err))) {
            while (i--)
                if (list[i])
                    rt_tensor_unref(list[i]);
            return -1;
        }
    }
    return 0;
}

static void release(const struct rt_arg *args, int n)
{
    for (int i = 0; i < n; i++) {
        if (args[i].kind == RT_TENSOR)
            rt_tensor_unref(args[i].tensor);
        for (uint32_t k = 0; args[i].kind == RT_TENSORS && k < args[i].count; k++)
            if (args[i].tensors[k])
                rt_tensor_unref(args[i].tensors[k]);
        if (args[i].kind == RT_TENSORS)
            rt_free((void *)(uintptr_t)args[i].tensors);
    }
}

int rt_autocast_apply(struct rt_op *op, const struct rt_arg *args, int nargs, struct rt_results *results,
                      struct rt_error *err)
{
    const char *name;
    size_t length = rt_op_name(op, &name);
    const struct rule *rule = find(name, length);
    struct rt_arg taken[RT_MAX_ARGS];
    int rc = 0, n = 0;

    if (!rule || nargs > RT_MAX_ARGS)
        return 1;
    rt_autocasting = false;
    for (; n < nargs && n < RT_MAX_ARGS && rc == 0; n++) {
        taken[n] = args[n];
        if (args[n].kind == RT_TENSOR) {
            rc = (taken[n].tensor = take(rule, args[n].tensor, err)) ? 0 : -1;
        } else if (args[n].kind == RT_TENSORS) {
            struct rt_tensor **list = rt_alloc((args[n].count + 1) * sizeof *list);
            rc = !list ? rt_error_memory(err) : take_list(rule, &args[n], list, err);
            if (rc < 0)
                rt_free(list);
            taken[n].tensors = (struct rt_tensor *const *)list;
        }
    }
    if (rc < 0)
        n--; /* the last one came to nothing */
    else
        rc = rt_apply(op, taken, nargs, results, err);
    release(taken, n);
    update();
    return rc;
}
