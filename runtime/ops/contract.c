/* einsum: one contraction of two tensors, by labels of their dimensions, and the equations that it can do. What it
   cannot do (ellipses, sizes that broadcast, more operands, errors) is left to the library's einsum, which asks here
   first. */
#include "ops.h"

#include <string.h>

/* ---- one contraction ------------------------------------------------------------------------------------------------
 */

/* Dimensions are named by labels. Each label occurs once in a tensor, and in two of the three at least. */

#define LABELS 52

/* Dimensions of one operand, in an order, that are to be iterated as one. */
struct group {
    int64_t size[RT_MAX_DIMS], stride[RT_MAX_DIMS];
    int n;
};

struct sides {
    int8_t at[3][LABELS]; /* the dimension of a label in left, right, result; -1: it has none */
    uint64_t in[3];       /* the labels of each */
    int64_t size[LABELS];
};

/* labels: of left, right and result; the sizes of left and right */
static int look(struct sides *s, const struct rt_arg *all, const int64_t *const *sizes, const int *ndims,
                struct rt_error *err)
{
    for (int k = 0; k < 3; k++) {
        const struct rt_arg *labels = &all[k];
        const int64_t *size = k < 2 ? sizes[k] : NULL;
        memset(s->at[k], -1, sizeof s->at[k]);
        s->in[k] = 0;
        if (labels->count > RT_MAX_DIMS || (size && (int)labels->count != ndims[k]))
            return rt_error_set(err, RT_RUNTIME, "_contract: a label for each dimension is needed");
        for (uint32_t d = 0; d < labels->count; d++) {
            int64_t label = labels->ints[d];
            if (label < 0 || label >= LABELS || s->at[k][label] >= 0)
                return rt_error_set(err, RT_RUNTIME, "_contract: bad label");
            s->at[k][label] = (int8_t)d;
            s->in[k] |= (uint64_t)1 << label;
            if (size && k == 1 && s->at[0][label] >= 0 && s->size[label] != size[d])
                return rt_error_set(err, RT_RUNTIME, "_contract: sizes do not match");
            if (size)
                s->size[label] = size[d];
        }
    }
    if ((s->in[0] & ~(s->in[1] | s->in[2])) | (s->in[1] & ~(s->in[0] | s->in[2])) | (s->in[2] & ~(s->in[0] | s->in[1])))
        return rt_error_set(err, RT_RUNTIME, "_contract: a label stands alone");
    return 0;
}

static void push(struct group *g, int64_t size, int64_t stride)
{
    g->size[g->n] = size;
    g->stride[g->n++] = stride;
}

/* One dimension that crosses all of a group, or false. */
static bool join(const struct group *g, int64_t *size, int64_t *stride)
{
    *size = 1;
    *stride = 1;
    for (int i = g->n - 1; i >= 0; i--) {
        if (g->size[i] == 1)
            continue;
        if (*size == 1)
            *stride = g->stride[i];
        else if (g->stride[i] != *stride * *size)
            return false;
        *size = rt_step_mul(*size, g->size[i]);
    }
    return true;
}

/* The labels of each kind, in the order in which they are iterated, and all of them in the layout of the result. */
struct plan {
    int batch[RT_MAX_DIMS], rows[RT_MAX_DIMS], columns[RT_MAX_DIMS], inner[RT_MAX_DIMS];
    int nbatch, nrows, ncolumns, ninner;
    int lies[RT_MAX_DIMS], before; /* the labels of the result; so many of them before those that are summed */
    bool swapped;                  /* the rows are of the right operand */
};

/* Dimensions of size 1 need no product: in memory they come behind the columns. */
static void sort_labels(struct plan *p, const struct sides *s, const struct rt_arg *result)
{
    int first_row = RT_MAX_DIMS, last_column = -1, others[RT_MAX_DIMS], nothers = 0, n = 0;
    int kept[RT_MAX_DIMS], nkept = 0; /* sizes of 1 */

    p->nbatch = p->nrows = p->ncolumns = p->ninner = 0;
    for (int d = 0; d < (int)result->count; d++) {
        int label = (int)result->ints[d];
        bool one = s->size[label] == 1, left = s->at[0][label] >= 0, right = s->at[1][label] >= 0;
        if (!one && left && right)
            p->batch[p->nbatch++] = label;
        else if (!one && left) {
            p->rows[p->nrows++] = label;
            first_row = d < first_row ? d : first_row;
        } else {
            others[nothers++] = label;
            if (one)
                kept[nkept++] = label;
            else {
                p->columns[p->ncolumns++] = label;
                last_column = d;
            }
        }
    }
    for (uint64_t inner = s->in[0] & ~s->in[2]; inner; inner &= inner - 1)
        if (s->size[__builtin_ctzll(inner)] != 1)
            p->inner[p->ninner++] = __builtin_ctzll(inner);
    /* exchanged, they have the layout of the result */
    p->swapped = p->nrows && p->ncolumns && last_column < first_row;
    for (int i = 0; i < p->nbatch; i++)
        p->lies[n++] = p->batch[i];
    for (int i = 0; i < (p->swapped ? p->ncolumns : p->nrows); i++)
        p->lies[n++] = p->swapped ? p->columns[i] : p->rows[i];
    p->before = n;
    for (int i = 0; i < (p->swapped ? p->nrows : nothers); i++)
        p->lies[n++] = p->swapped ? p->rows[i] : others[i];
    for (int i = 0; p->swapped && i < nkept; i++)
        p->lies[n++] = kept[i];
}

/* Operand k as a batch of matrices, its kinds of labels in that order: a view of it, or of a copy in *own. */
static int matrices(struct rt_view *view, T t, const struct sides *s, int k, const int *const *kinds, const int *counts,
                    T *own, struct rt_error *err)
{
    int64_t shape[RT_MAX_DIMS], strides[RT_MAX_DIMS];
    bool joined = true;
    int n = 0;

    view->dtype = (enum rt_dtype)t->dtype;
    view->ndim = 3;
    for (int g = 0; g < 3; g++) {
        struct group group = {.n = 0};
        for (int i = 0; i < counts[g]; i++) {
            int d = s->at[k][kinds[g][i]];
            push(&group, t->shape[d], t->strides[d]);
            shape[n] = t->shape[d];
            strides[n++] = t->strides[d];
        }
        joined = join(&group, &view->shape[g], &view->strides[g]) && joined;
    }
    if (!joined) {
        T permuted = rt_tensor_window(t, shape, strides, n, t->offset, false, err);
        *own = permuted ? rt_contiguous(permuted, err) : NULL;
        rt_tensor_unref(permuted);
        if (!*own)
            return -1;
        t = *own;
        for (int g = 0; g < 3; g++) {
            view->shape[g] = 1;
            for (int i = 0; i < counts[g]; i++)
                view->shape[g] = rt_step_mul(view->shape[g], s->size[kinds[g][i]]);
        }
        view->strides[2] = 1;
        view->strides[1] = view->shape[2];
        view->strides[0] = rt_step_mul(view->shape[1], view->shape[2]);
    }
    view->data = rt_tensor_pointer(t);
    return 0;
}

/* The result in PyTorch's layout: a dense product of batch, rows, sums of size 1, columns, its dimensions transposed.
 */
static T new_result(const struct plan *p, const struct sides *s, const struct rt_arg *result, T like,
                    struct rt_error *err)
{
    int64_t step = 1, of[LABELS], size[RT_MAX_DIMS + 1], strides[RT_MAX_DIMS + 1], final[RT_MAX_DIMS];
    int64_t summed = 1;
    struct rt_shape shape = {.ndim = (int)result->count};

    for (int i = (int)result->count - 1; i >= 0; i--) {
        of[p->lies[i]] = step;
        step = rt_step_mul(step, s->size[p->lies[i]] > 1 ? s->size[p->lies[i]] : 1);
        if (i == p->before)
            summed = step;
    }
    for (int d = 0; d < shape.ndim; d++) {
        shape.size[d] = size[d] = s->size[result->ints[d]];
        strides[d] = of[result->ints[d]];
    }
    size[shape.ndim] = 1; /* what was summed is viewed away */
    strides[shape.ndim] = summed;
    if (rt_shape_view_strides(size, strides, shape.ndim + 1, &shape, final))
        memcpy(strides, final, sizeof final);
    return rt_tensor_new_strided(like->storage->device, (enum rt_dtype)like->dtype, shape.size, strides, shape.ndim,
                                 err);
}

/* (self, other, labels of self, of other, of the result) */
int rt_forward_contract(struct rt_call *call, struct rt_error *err)
{
    T in[2] = {call->args[0].tensor, call->args[1].tensor}, own[2] = {NULL, NULL}, out = NULL;
    struct rt_matmul_call kernel;
    struct sides s;
    struct plan p;
    int rc = -1;

    if (in[0]->dtype != in[1]->dtype)
        return rt_error_set(err, RT_RUNTIME, "expected operands of one type");
    if (look(&s, &call->args[2], (const int64_t *[]){in[0]->shape, in[1]->shape}, (int[]){in[0]->ndim, in[1]->ndim},
             err) < 0)
        return -1;
    sort_labels(&p, &s, &call->args[4]);
    const int *const left[3] = {p.batch, p.rows, p.inner}, nleft[3] = {p.nbatch, p.nrows, p.ninner};
    const int *const right[3] = {p.batch, p.inner, p.columns}, nright[3] = {p.nbatch, p.ninner, p.ncolumns};
    const int *const transposed_left[3] = {p.batch, p.columns, p.inner},
                     ntransposed_left[3] = {p.nbatch, p.ncolumns, p.ninner};
    const int *const transposed_right[3] = {p.batch, p.inner, p.rows},
                     ntransposed_right[3] = {p.nbatch, p.ninner, p.nrows};
    int a = p.swapped;
    if (matrices(&kernel.a, in[a], &s, a, a ? transposed_left : left, a ? ntransposed_left : nleft, &own[0], err) ==
            0 &&
        matrices(&kernel.b, in[!a], &s, !a, a ? transposed_right : right, a ? ntransposed_right : nright, &own[1],
                 err) == 0)
        out = new_result(&p, &s, &call->args[4], in[0], err);
    if (out) {
        kernel.conjugate = false;
        kernel.row = NULL;
        kernel.alpha = rt_scalar_int(1);
        kernel.beta = rt_scalar_int(0);
        kernel.out.data = rt_tensor_pointer(out);
        kernel.out.dtype = (enum rt_dtype)out->dtype;
        kernel.out.ndim = 3;
        kernel.out.shape[0] = kernel.a.shape[0];
        kernel.out.shape[1] = kernel.a.shape[1];
        kernel.out.shape[2] = kernel.out.strides[1] = kernel.b.shape[2];
        kernel.out.strides[2] = 1;
        kernel.out.strides[0] = rt_step_mul(kernel.a.shape[1], kernel.b.shape[2]);
        rc = out->numel ? out->storage->device->kernels->matmul(out->storage->device, &kernel, err) : 0;
    }
    rt_tensor_unref(own[0]);
    rt_tensor_unref(own[1]);
    if (rc < 0) {
        rt_tensor_unref(out);
        return -1;
    }
    return rt_result_steal(call, out);
}

static T contracted(B b, T x, T y, const struct rt_arg *left, const struct rt_arg *right, const struct rt_arg *result)
{
    if (!x || !y)
        return NULL;
    return rt_build_apply(b, &rt_op__contract,
                          (struct rt_arg[]){rt_arg_tensor(x), rt_arg_tensor(y), *left, *right, *result}, 5);
}

/* Labels of operand k in the layout of its gradient: that of the product of matrices by which PyTorch does the work has
   batch, own dimensions and sums for the operand with the rows, and batch, sums, own for the other. */
static int natural_order(const struct sides *s, const struct plan *p, const struct rt_arg *result, int k,
                         int64_t *labels)
{
    bool sums_first = (k == 1) != p->swapped;
    int n = 0;

    for (uint32_t d = 0; d < result->count; d++)
        if (s->at[0][result->ints[d]] >= 0 && s->at[1][result->ints[d]] >= 0)
            labels[n++] = result->ints[d];
    for (int part = 0; part < 2; part++)
        if (sums_first == (part == 0)) {
            for (uint64_t sums = s->in[k] & ~s->in[2]; sums; sums &= sums - 1)
                labels[n++] = __builtin_ctzll(sums);
        } else {
            for (uint32_t d = 0; d < result->count; d++)
                if (s->at[k][result->ints[d]] >= 0 && s->at[!k][result->ints[d]] < 0)
                    labels[n++] = result->ints[d];
        }
    return n;
}

/* The gradient of operand k: the contraction of the result's with the other one. */
static T gradient_of(struct rt_backward *b, int k)
{
    const struct rt_arg *args = b->node->args;
    int64_t natural[RT_MAX_DIMS], back[RT_MAX_DIMS] = {0};
    T other = rt_b_conj(BUILD, ARG(!k)), out;
    struct rt_arg order;
    struct sides s;
    struct plan p;
    int n;

    if (!G || !other)
        return NULL;
    if (look(&s, &args[2], (const int64_t *[]){INPUT_SHAPE(0)->size, INPUT_SHAPE(1)->size},
             (int[]){INPUT_SHAPE(0)->ndim, INPUT_SHAPE(1)->ndim}, BUILD->err) < 0)
        return BUILD->failed = true, NULL;
    sort_labels(&p, &s, &args[4]);
    n = natural_order(&s, &p, &args[4], k, natural);
    order = rt_arg_ints(natural, (uint32_t)n);
    out = contracted(BUILD, G, other, &args[4], &args[2 + !k], &order);
    for (int d = 0; d < n; d++)
        for (int i = 0; i < n; i++)
            if (natural[i] == args[2 + k].ints[d])
                back[d] = i;
    return out ? rt_b_permute(BUILD, out, back, n) : NULL;
}

BACKWARD(contract)
{
    const struct rt_edge *edges = b->node->edges;

    (void)err;
    if (WANTS(0) && WANTS(1) && edges[0].node && edges[0].node == edges[1].node &&
        edges[0].input_nr == edges[1].input_nr) {
        /* one tensor twice: PyTorch's sum begins with the right one and has its layout */
        SET(1, rt_b_add(BUILD, gradient_of(b, 1), gradient_of(b, 0)));
        return 0;
    }
    for (int k = 0; k < 2; k++)
        if (WANTS(k))
            SET(k, gradient_of(b, k));
    return 0;
}

/* ---- equations --------------------------------------------------------------------------------------------------- */

struct term {
    int64_t label[RT_MAX_DIMS];
    int n;
};

static int label_of(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' : c >= 'a' && c <= 'z' ? c - 'a' + 26 : -1;
}

/* Letters, blanks, one comma for two operands, and perhaps a result; false for all else. */
static bool parse(const struct rt_arg *text, struct term *terms, int nterms, struct term *result, bool *given)
{
    struct term *now = terms;

    *given = false;
    for (int i = 0; i < nterms; i++)
        terms[i].n = 0;
    result->n = 0;
    for (uint32_t i = 0; i < text->count; i++) {
        char c = text->string[i];
        int label = label_of(c);
        if (c == ' ')
            continue;
        if (c == ',' && !*given && now + 1 < terms + nterms)
            now++;
        else if (c == '-' && !*given && i + 1 < text->count && text->string[i + 1] == '>') {
            *given = true;
            if (now + 1 != terms + nterms)
                return false;
            now = result;
            i++;
        } else if (label >= 0 && now->n < RT_MAX_DIMS)
            now->label[now->n++] = label;
        else
            return false;
    }
    return *given || now + 1 == terms + nterms;
}

static int find(const struct term *t, int64_t label)
{
    for (int i = 0; i < t->n; i++)
        if (t->label[i] == label)
            return i;
    return -1;
}

static void drop(struct term *t, int d)
{
    for (int i = d; i + 1 < t->n; i++)
        t->label[i] = t->label[i + 1];
    t->n--;
}

/* The labels that occur once, in alphabetical order; or the check of those that are given. */
static bool complete_result(const struct term *terms, int nterms, struct term *result, bool given)
{
    int count[LABELS] = {0};

    for (int k = 0; k < nterms; k++)
        for (int i = 0; i < terms[k].n; i++)
            count[terms[k].label[i]]++;
    for (int i = 0; !given && i < LABELS; i++)
        if (count[i] == 1) {
            if (result->n == RT_MAX_DIMS)
                return false;
            result->label[result->n++] = i;
        }
    for (int i = 0; i < result->n; i++)
        if (!count[result->label[i]] || find(result, result->label[i]) != i)
            return false;
    return true;
}

/* A label that occurs twice in an operand: its diagonal, which comes last. false: the sizes do not fit. */
static bool take_diagonals(B b, T *x, struct term *t)
{
    for (int d = 0; d < t->n; d++) {
        int first = find(t, t->label[d]);
        if (first == d)
            continue;
        int64_t label = t->label[d];
        if (!*x || (*x)->shape[first] != (*x)->shape[d])
            return false;
        *x = rt_build_apply(b, &rt_op_diagonal,
                            (struct rt_arg[]){rt_arg_tensor(*x), rt_arg_int(0), rt_arg_int(first), rt_arg_int(d)}, 4);
        drop(t, d);
        drop(t, first);
        t->label[t->n++] = label;
        d = -1;
    }
    return *x != NULL;
}

/* The dimensions in the order of `order`; what it does not have is left out. */
static T ordered(B b, T x, const struct term *t, const struct term *order, bool always)
{
    int64_t dims[RT_MAX_DIMS];
    bool permuted = always;
    int n = 0;

    for (int i = 0; i < order->n; i++) {
        int d = find(t, order->label[i]);
        if (d < 0)
            continue;
        permuted = permuted || d != n;
        dims[n++] = d;
    }
    return permuted ? rt_b_permute(b, x, dims, n) : x;
}

/* Nothing done: the caller sees no result, and takes the general path. */
static int left_alone(B b)
{
    bool failed = b->failed;

    rt_build_end(b);
    return failed ? -1 : 0;
}

static int of_one(B b, struct rt_call *call, T x, struct term *t, struct term *result)
{
    int64_t summed[RT_MAX_DIMS];
    int n = 0;

    if (!take_diagonals(b, &x, t))
        return left_alone(b);
    for (int i = 0; i < LABELS && result->n < t->n; i++)
        if (find(t, i) >= 0 && find(result, i) < 0) {
            summed[n++] = result->n;
            result->label[result->n++] = i;
        }
    x = ordered(b, x, t, result, n == 0);
    return rt_build_return(b, call, n ? rt_b_sum(b, x, summed, n, false) : x);
}

/* No label is summed: a product with broadcasting. */
static int outer_product(B b, struct rt_call *call, T *x, const struct term *terms, const struct term *result)
{
    for (int k = 0; k < 2; k++) {
        int at = 0;
        x[k] = ordered(b, x[k], &terms[k], result, false);
        for (int i = 0; i < result->n; i++)
            if (find(&terms[k], result->label[i]) >= 0)
                at++;
            else if (at)
                x[k] = rt_b_unsqueeze(b, x[k], at++);
    }
    return rt_build_return(b, call, rt_b_mul(b, x[0], x[1]));
}

/* Labels of one operand only that are not kept are summed there first. */
static T sum_alone(B b, T x, struct term *t, const struct term *other, const struct term *result)
{
    int64_t dims[RT_MAX_DIMS];
    int n = 0;

    for (int d = t->n - 1; d >= 0; d--)
        if (find(other, t->label[d]) < 0 && find(result, t->label[d]) < 0)
            dims[n++] = d;
    for (int i = 0; i < n; i++)
        drop(t, (int)dims[i]);
    return n ? rt_b_sum(b, x, dims, n, false) : x;
}

static int of_two(B b, struct rt_call *call, T *x, struct term *terms, struct term *result)
{
    bool summed = false, wide = false, narrow = false;

    for (int k = 0; k < 2; k++)
        if (!take_diagonals(b, &x[k], &terms[k]))
            return left_alone(b);
    for (int d = 0; d < terms[0].n; d++) {
        int other = find(&terms[1], terms[0].label[d]);
        if (other >= 0 && x[0]->shape[d] != x[1]->shape[other])
            return left_alone(b);
    }
    for (int k = 0; k < 2; k++)
        for (int d = 0; d < terms[k].n; d++) {
            bool one = x[k]->shape[d] == 1;
            narrow = narrow || one;
            if (find(result, terms[k].label[d]) < 0) {
                summed = true;
                wide = wide || !one;
            }
        }
    if (!summed && !narrow)
        return outer_product(b, call, x, terms, result);
    if (!wide) /* then it is no product of matrices */
        return left_alone(b);
    for (int k = 0; k < 2; k++)
        x[k] = sum_alone(b, x[k], &terms[k], &terms[!k], result);
    struct rt_arg labels[3] = {rt_arg_ints(terms[0].label, (uint32_t)terms[0].n),
                               rt_arg_ints(terms[1].label, (uint32_t)terms[1].n),
                               rt_arg_ints(result->label, (uint32_t)result->n)};
    return rt_build_return(b, call, contracted(b, x[0], x[1], &labels[0], &labels[1], &labels[2]));
}

/* (equation, operands): no result where the equation is not one of those that can be done here. */
int rt_forward_einsum(struct rt_call *call, struct rt_error *err)
{
    int n = (int)call->args[1].count;
    struct term terms[2], result;
    struct rt_build b;
    bool given;
    T x[2];

    if (n < 1 || n > 2 || !parse(&call->args[0], terms, n, &result, &given) ||
        !complete_result(terms, n, &result, given))
        return 0;
    for (int k = 0; k < n; k++) {
        x[k] = call->args[1].tensors[k];
        if (!x[k] || terms[k].n != x[k]->ndim || x[k]->storage->device != x[0]->storage->device ||
            x[k]->dtype != x[0]->dtype || (n == 2 && !rt_dtype_is_inexact((enum rt_dtype)x[k]->dtype)))
            return 0;
    }
    rt_build_init(&b, err);
    return n == 1 ? of_one(&b, call, x[0], &terms[0], &result) : of_two(&b, call, x, terms, &result);
}
