/* Tangents of tensors: the level in which they exist, where they are kept, those of views, what is written into them.
   Owns the list of all that have one. Knows neither rules nor rows: autograd/forward_mode.c has those. */
#include "ops/ops.h"

#include <string.h>

/* What a tensor with a tangent has. Without one (NULL) it says that the tensor has none though its base may. */
struct rt_dual {
    struct rt_tensor *tangent;
    struct rt_autograd *owner;
    struct rt_dual *next, **at;
};

int rt_dual_level;
_Thread_local bool rt_dual_paused;
static struct rt_dual *duals;

/* ---- the level --------------------------------------------------------------------------------------------------- */

int rt_dual_enter(struct rt_error *err)
{
    if (rt_dual_level)
        return rt_error_set(err, RT_RUNTIME, "Nested forward mode AD is not supported at the moment");
    rt_dual_level = 1;
    return 0;
}

bool rt_dual_in_level(void)
{
    return rt_dual_level != 0;
}

int rt_dual_exit(int64_t level, struct rt_error *err)
{
    if (!rt_dual_level)
        return rt_error_set(err, RT_RUNTIME,
                            "Trying to exit a forward AD level but no level exists. This is not supported.");
    if (level != rt_dual_level - 1)
        return rt_error_set(err, RT_RUNTIME,
                            "Trying to exit a forward AD level that was not the last one that was created. This is not "
                            "supported.");
    rt_dual_level = 0;
    while (duals) {
        struct rt_dual *first = duals;
        first->owner->dual = NULL;
        rt_dual_free(first);
    }
    return 0;
}

bool rt_dual_enabled(void)
{
    return !rt_dual_paused && !rt_inference_mode();
}
bool rt_dual_set_enabled(bool on)
{
    bool old = !rt_dual_paused;

    rt_dual_paused = !on;
    return old;
}

void rt_dual_free(struct rt_dual *dual)
{
    struct rt_tensor *tangent = dual->tangent;

    *dual->at = dual->next;
    if (dual->next)
        dual->next->at = dual->at;
    rt_free(dual);
    rt_tensor_unref(tangent);
}

/* ---- one tensor -------------------------------------------------------------------------------------------------- */

static struct rt_dual *dual_of(const struct rt_tensor *t)
{
    return t->autograd ? t->autograd->dual : NULL;
}

/* Are their elements in the same places? */
static bool lies_alike(const struct rt_tensor *a, const struct rt_tensor *b)
{
    return rt_shape_equal(a->shape, a->ndim, b->shape, b->ndim) &&
           !memcmp(a->strides, b->strides, (size_t)a->ndim * sizeof *a->strides);
}

/* The tangent of the base of a view, where the view's is a window of it. */
static struct rt_tensor *base_tangent(const struct rt_tensor *t)
{
    struct rt_dual *dual = t->base ? dual_of(t->base) : NULL;

    return dual && dual->tangent && t->base->dtype == t->dtype && lies_alike(t->base, dual->tangent) ? dual->tangent
                                                                                                     : NULL;
}

bool rt_has_tangent(const struct rt_tensor *t)
{
    const struct rt_dual *dual = dual_of(t);

    return dual ? dual->tangent != NULL : base_tangent(t) != NULL;
}

bool rt_tensor_is_dual(const struct rt_tensor *t)
{
    return rt_is_dual(t);
}

/* What lies in `base` as t does in its own base. */
static struct rt_tensor *window_of(struct rt_tensor *base, const struct rt_tensor *t, struct rt_error *err)
{
    struct rt_arg args[] = {rt_arg_tensor(base), rt_arg_ints(t->shape, (uint32_t)t->ndim),
                            rt_arg_ints(t->strides, (uint32_t)t->ndim),
                            rt_arg_int(base->offset + t->offset - t->base->offset)};
    bool paused = rt_dual_paused;

    rt_dual_paused = true;
    struct rt_tensor *window = rt_apply1(&rt_op_as_strided, args, 4, err);
    rt_dual_paused = paused;
    return window;
}

struct rt_tensor *rt_tangent(struct rt_tensor *t, struct rt_error *err)
{
    const struct rt_dual *dual = dual_of(t);
    struct rt_tensor *base;

    if (dual)
        return dual->tangent ? rt_tensor_get(dual->tangent) : NULL;
    return (base = base_tangent(t)) ? window_of(base, t, err) : NULL;
}

/* Gives t a tangent (taken over; NULL: expressly none). */
static int keep_steal(struct rt_tensor *t, struct rt_tensor *tangent, struct rt_error *err)
{
    struct rt_autograd *autograd = rt_tensor_autograd(t, err);
    struct rt_dual *dual = autograd ? autograd->dual : NULL;

    if (autograd && dual) {
        struct rt_tensor *old = dual->tangent;
        dual->tangent = tangent;
        rt_tensor_unref(old);
        return 0;
    }
    if (!autograd || !(dual = rt_alloc(sizeof *dual))) {
        rt_tensor_unref(tangent);
        return autograd ? rt_error_memory(err) : -1;
    }
    *dual = (struct rt_dual){tangent, autograd, duals, &duals};
    if (duals)
        duals->at = &dual->next;
    duals = dual;
    autograd->dual = dual;
    return 0;
}

/* from in the layout of t, so that views of t have theirs in it: a new reference. */
static struct rt_tensor *laid_out(struct rt_tensor *from, const struct rt_tensor *t, struct rt_error *err)
{
    struct rt_tensor *to;
    struct rt_results r;

    if (lies_alike(from, t) || !rt_shape_is_dense(t->shape, t->strides, t->ndim))
        return rt_tensor_get(from);
    if (!(to = rt_tensor_new_strided(from->storage->device, (enum rt_dtype)from->dtype, t->shape, t->strides, t->ndim,
                                     err)))
        return NULL;
    if (rt_apply(&rt_op_copy_, (struct rt_arg[]){rt_arg_tensor(to), rt_arg_tensor(from)}, 2, &r, err) < 0) {
        rt_tensor_unref(to);
        return NULL;
    }
    rt_results_clear(&r);
    return to;
}

int rt_tangent_set(struct rt_tensor *t, struct rt_tensor *tangent, struct rt_error *err)
{
    struct rt_tensor *own = laid_out(tangent, t, err);

    return own ? keep_steal(t, own, err) : -1;
}

int rt_tangent_share(struct rt_tensor *to, struct rt_tensor *t, struct rt_error *err)
{
    struct rt_tensor *tangent;

    if (!rt_has_tangent(t))
        return 0;
    return (tangent = rt_tangent(t, err)) ? keep_steal(to, tangent, err) : -1;
}

struct rt_tensor *rt_tangent_drop_steal(struct rt_tensor *t, struct rt_error *err)
{
    struct rt_tensor *primal = rt_tensor_detach(t, err);

    rt_tensor_unref(t);
    return primal;
}

/* Zeros as the tangent of the base of a view that gets one. */
static int start_base(struct rt_tensor *base, struct rt_error *err)
{
    struct rt_tensor *zeros = rt_tensor_new_like(base, RT_DTYPE_NONE, err);

    if (zeros && rt_fill_constant(zeros, rt_scalar_int(0), err) < 0) {
        rt_tensor_unref(zeros);
        zeros = NULL;
    }
    return zeros ? keep_steal(base, zeros, err) : -1;
}

int rt_tangent_write(struct rt_tensor *t, struct rt_tensor *tangent, struct rt_error *err)
{
    struct rt_tensor *there;
    struct rt_results r;

    if (!rt_has_tangent(t)) {
        if (!tangent)
            return 0;
        if (!t->base || t->base->dtype != t->dtype)
            return rt_tangent_set(t, tangent, err);
        if (!rt_has_tangent(t->base) && start_base(t->base, err) < 0)
            return -1;
    }
    if (!(there = rt_tangent(t, err)))
        return err->code ? -1 : rt_tangent_set(t, tangent, err);
    int rc = tangent
                 ? rt_apply(&rt_op_copy_, (struct rt_arg[]){rt_arg_tensor(there), rt_arg_tensor(tangent)}, 2, &r, err)
                 : rt_apply(&rt_op_zero_, (struct rt_arg[]){rt_arg_tensor(there)}, 1, &r, err);
    rt_tensor_unref(there);
    if (rc == 0)
        rt_results_clear(&r);
    return rc;
}

/* ---- dual tensors ------------------------------------------------------------------------------------------------ */

static int check_tangent(struct rt_tensor *primal, struct rt_tensor *tangent, struct rt_error *err)
{
    char of[RT_SHAPE_TEXT], is[RT_SHAPE_TEXT];

    if (rt_has_tangent(primal))
        return rt_error_set(err, RT_RUNTIME,
                            "Making a dual Tensor based on a Tensor that already has a forward gradient at the same "
                            "level %d is not supported.",
                            rt_dual_level - 1);
    if (rt_has_tangent(tangent))
        return rt_error_set(err, RT_RUNTIME,
                            "Setting a forward grad that itself has a forward gradient at the same level%d is not "
                            "supported.",
                            rt_dual_level - 1);
    if (!rt_shape_equal(primal->shape, primal->ndim, tangent->shape, tangent->ndim))
        return rt_error_set(
            err, RT_RUNTIME,
            "Trying to set a forward gradient that has a different size than that of the original "
            "Tensor, this is not supported. Tensor is of size %s while the given forward gradient is of "
            "size %s.",
            rt_shape_text(primal->shape, primal->ndim, of, sizeof of),
            rt_shape_text(tangent->shape, tangent->ndim, is, sizeof is));
    return 0;
}

struct rt_tensor *rt_dual_make(struct rt_tensor *primal, struct rt_tensor *tangent, int64_t level, struct rt_error *err)
{
    struct rt_arg args[] = {rt_arg_tensor(primal), rt_arg_ints(primal->shape, (uint32_t)primal->ndim)};
    struct rt_tensor *view;

    if (level != 0 || !rt_dual_level) {
        rt_error_set(err, RT_RUNTIME, "Invalid level given to _make_dual");
        return NULL;
    }
    if (check_tangent(primal, tangent, err) < 0 || !(view = rt_apply1(&rt_op_view, args, 2, err)))
        return NULL;
    if (rt_tangent_set(view, tangent, err) == 0)
        return view;
    rt_tensor_unref(view);
    return NULL;
}

struct rt_tensor *rt_dual_primal(struct rt_tensor *dual, struct rt_error *err)
{
    bool paused = rt_dual_paused;
    struct rt_tensor *primal;

    rt_dual_paused = true;
    primal = rt_apply1(&rt_op_alias, (struct rt_arg[]){rt_arg_tensor(dual)}, 1, err);
    rt_dual_paused = paused;
    if (primal && ((rt_needs_grad(primal) && rt_tensor_name_node(primal, "Identity", err) < 0) ||
                   (rt_dual_level && keep_steal(primal, NULL, err) < 0))) {
        rt_tensor_unref(primal);
        return NULL;
    }
    return primal;
}
