/* Recurrent layers: one direction of one layer over all steps. The products with the input are one product of all steps
   together, before the steps forward and behind them backward; what is left of each step is the kernel class
   `recurrent`. The rows of all steps follow each other, step t has batch_sizes[t] of them, never more than the step
   before it. Must not know a backend. */
#include "ops.h"

#include <string.h>

/* Steps of one number of rows, which are one call of the kernel. */
struct segment {
    int64_t first, steps, rows; /* the first row of all */
};

/* What both directions of differentiation share: arguments 0 to 9 of the row. */
struct layer {
    enum rt_recurrent_op op;
    bool reverse;
    int64_t rows, batch, inputs, units, wide; /* rows of all steps, of the first; wide: gates times units */
    const int64_t *sizes;
    int64_t steps;
    int nsegments;
    struct segment *segments;
};

/* ---- arguments --------------------------------------------------------------------------------------------------- */

static int check_state(const struct layer *l, T state, struct rt_error *err)
{
    if (state->ndim != 2 || state->shape[0] != l->batch || state->shape[1] != l->units)
        return rt_error_set(err, RT_RUNTIME, "_recurrence(): the state must be of size [%lld, %lld]",
                            (long long)l->batch, (long long)l->units);
    return 0;
}

static int check_types(T const *tensors, int n, struct rt_error *err)
{
    for (int i = 0; i < n; i++)
        if (tensors[i] && (tensors[i]->dtype != tensors[0]->dtype || !rt_is_single(tensors[i])))
            return rt_error_set(err, RT_RUNTIME,
                                "_recurrence(): the operands must all be of float32 or all of float64");
    return 0;
}

static int check_matrix(T matrix, int64_t rows, int64_t columns, struct rt_error *err)
{
    if (matrix->ndim != 2 || matrix->shape[0] != rows || matrix->shape[1] != columns)
        return rt_error_set(err, RT_RUNTIME, "_recurrence(): a weight must be of size [%lld, %lld]", (long long)rows,
                            (long long)columns);
    return 0;
}

static int check_bias(T bias, int64_t wide, struct rt_error *err)
{
    if (bias && (bias->ndim != 1 || bias->numel != wide))
        return rt_error_set(err, RT_RUNTIME, "_recurrence(): a bias must be of size [%lld]", (long long)wide);
    return 0;
}

/* The sizes of the steps, which must not grow and use up all rows. */
static int check_steps(struct layer *l, const struct rt_arg *sizes, T input, struct rt_error *err)
{
    int64_t rows = 0;

    l->steps = sizes->count;
    l->sizes = sizes->ints;
    l->batch = l->steps ? l->sizes[0] : 0;
    l->nsegments = 0;
    for (int64_t t = 0; t < l->steps; t++) {
        if (l->sizes[t] < 0 || (t && l->sizes[t] > l->sizes[t - 1]) || l->sizes[t] > INT64_MAX - rows)
            return rt_error_set(err, RT_RUNTIME, "_recurrence(): batch sizes must not be negative or grow");
        rows += l->sizes[t];
        l->nsegments += t == 0 || l->sizes[t] != l->sizes[t - 1];
    }
    if (input->ndim != 2 || l->steps == 0 || input->shape[0] != rows)
        return rt_error_set(err, RT_RUNTIME, "_recurrence(): the rows of the input are not those of its steps");
    l->rows = rows;
    l->inputs = input->shape[1];
    return 0;
}

static void find_segments(struct layer *l)
{
    struct segment *s = l->segments - 1;
    int64_t first = 0;

    for (int64_t t = 0; t < l->steps; t++) {
        if (t == 0 || l->sizes[t] != l->sizes[t - 1])
            *++s = (struct segment){first, 0, l->sizes[t]};
        s->steps++;
        first += l->sizes[t];
    }
}

/* Fills l but for its segments; projected: the state is narrower than the units. */
static int read_layer(struct layer *l, T const *tensors, const struct rt_arg *rest, T project, struct rt_error *err)
{
    T w_hh = tensors[4];
    int64_t width;

    if (rest[0].integer < 0 || rest[0].integer >= RT_RECURRENT_COUNT)
        return rt_error_set(err, RT_RUNTIME, "_recurrence(): there is no kind %lld", (long long)rest[0].integer);
    l->op = (enum rt_recurrent_op)rest[0].integer;
    l->reverse = rest[2].boolean;
    if (check_steps(l, &rest[1], tensors[0], err) < 0)
        return -1;
    if (w_hh->ndim != 2 || (l->op == RT_RECURRENT_LSTM) != (tensors[2] != NULL))
        return rt_error_set(err, RT_RUNTIME, "_recurrence(): the states are not those of this kind");
    l->wide = w_hh->shape[0];
    l->units = l->wide / rt_recurrent_gates(l->op);
    width = project ? w_hh->shape[1] : l->units;
    if (check_matrix(w_hh, l->units * rt_recurrent_gates(l->op), width, err) < 0 ||
        check_matrix(tensors[3], l->wide, l->inputs, err) < 0 || check_bias(tensors[5], l->wide, err) < 0 ||
        check_bias(tensors[6], l->wide, err) < 0 || (project && check_matrix(project, width, l->units, err) < 0) ||
        (tensors[2] && check_state(l, tensors[2], err) < 0))
        return -1;
    if (!project)
        return check_state(l, tensors[1], err);
    return check_matrix(tensors[1], l->batch, width, err);
}

/* ---- the kernel -------------------------------------------------------------------------------------------------- */

/* Tensors that a call of the kernel reads and writes; those of steps have a row for each row of all steps. */
struct buffers {
    T gates, cells, out, h, c, weight, bias, grad_out, grad_h, grad_c, grad_gates, grad_hidden;
};

/* `rows` rows of a dense tensor from row `first` on, as the kernel sees them. */
static void rows_view(struct rt_view *view, T t, int64_t first, int64_t rows)
{
    rt_view_none(view);
    if (!t)
        return;
    rt_tensor_view(t, view);
    if (t->ndim < 2)
        return;
    view->data = (char *)view->data + first * t->shape[1] * (int64_t)rt_dtype_size((enum rt_dtype)t->dtype);
    view->shape[0] = rows;
}

static int run_segment(const struct layer *l, const struct segment *s, const struct buffers *t, bool back,
                       struct rt_error *err)
{
    struct rt_device *device = t->out->storage->device;
    const int64_t rows = s->steps * s->rows;
    struct rt_recurrent_call call;

    RT_CALL_BEGIN(call, gates);
    call.op = l->op;
    call.back = back;
    call.reverse = l->reverse;
    call.steps = s->steps;
    call.rows = s->rows;
    call.units = l->units;
    rows_view(&call.gates, t->gates, s->first, rows);
    rows_view(&call.cells, t->cells, s->first, rows);
    rows_view(&call.out, t->out, s->first, rows);
    rows_view(&call.grad_out, t->grad_out, s->first, rows);
    rows_view(&call.grad_gates, t->grad_gates, s->first, rows);
    rows_view(&call.grad_hidden, t->grad_hidden, s->first, rows);
    rows_view(&call.h, t->h, 0, s->rows);
    rows_view(&call.c, t->c, 0, s->rows);
    rows_view(&call.grad_h, t->grad_h, 0, s->rows);
    rows_view(&call.grad_c, t->grad_c, 0, s->rows);
    rows_view(&call.weight, t->weight, 0, l->wide);
    rows_view(&call.bias, t->bias, 0, 0);
    return device->kernels->recurrent(device, &call, err);
}

static T dense(B b, T t)
{
    return t && !b->failed ? rt_build_keep_steal(b, rt_contiguous(t, b->err)) : NULL;
}

static T fresh(B b, T like, int64_t rows, int64_t columns)
{
    return b->failed ? NULL
                     : rt_build_keep_steal(b, rt_tensor_new(like->storage->device, (enum rt_dtype)like->dtype,
                                                            (int64_t[]){rows, columns}, 2, b->err));
}

/* A copy of its own, which the kernel may change; of the gradient of a state that nobody asked for, zeros. */
static T state_copy(B b, const struct layer *l, T state, T like)
{
    T made = fresh(b, like, l->batch, l->units);

    if (!made)
        return NULL;
    if (state ? rt_copy_into(made, state, b->err) < 0 : rt_fill_constant(made, rt_scalar_float(0), b->err) < 0)
        b->failed = true;
    return made;
}

/* rows of a dense matrix, its own memory */
static T rows_of(B b, T t, int64_t first, int64_t rows)
{
    return !t || b->failed
               ? NULL
               : rt_build_keep_steal(b, rt_tensor_window(t, (int64_t[]){rows, t->shape[1]}, (int64_t[]){t->shape[1], 1},
                                                         2, t->offset + first * t->shape[1], false, b->err));
}

/* A part of the reserve as a matrix: activations come first, cells behind them. */
static T reserved(B b, const struct layer *l, T reserve, bool cells)
{
    const int64_t columns = cells ? l->units : l->wide;

    return b->failed ? NULL
                     : rt_build_keep_steal(
                           b, rt_tensor_window(reserve, (int64_t[]){l->rows, columns}, (int64_t[]){columns, 1}, 2,
                                               reserve->offset + (cells ? l->rows * l->wide : 0), false, b->err));
}

/* Gates hold cells, or times of the reset gate, beside them; the plain kinds need their states only. */
static bool has_gates(const struct layer *l)
{
    return l->op == RT_RECURRENT_LSTM || l->op == RT_RECURRENT_GRU;
}

/* Both biases in the form of the kernel. */
static T joined_bias(B b, const struct layer *l, T b_ih, T b_hh)
{
    const int64_t n = l->units;
    T sum;

    if (!b_ih && !b_hh)
        return NULL;
    if (!b_ih || !b_hh) {
        T other = b_ih ? b_ih : b_hh, zero = rt_b_zeros_like(b, other);
        b_ih = b_ih ? b_ih : zero;
        b_hh = b_hh ? b_hh : zero;
    }
    sum = rt_b_add(b, b_ih, b_hh);
    if (l->op != RT_RECURRENT_GRU)
        return dense(b, sum);
    sum = rt_b_narrow(b, sum, 0, 0, 2 * n);
    b_ih = rt_b_narrow(b, b_ih, 0, 2 * n, n);
    b_hh = rt_b_narrow(b, b_hh, 0, 2 * n, n);
    if (b->failed)
        return NULL;
    return rt_build_apply(b, &rt_op_cat, (struct rt_arg[]){rt_arg_tensors((T[]){sum, b_ih, b_hh}, 3), rt_arg_int(0)},
                          2);
}

/* ---- forward ----------------------------------------------------------------------------------------------------- */

static int run_forward(B b, struct layer *l, T const *arg, T *results)
{
    struct buffers t = {.out = fresh(b, arg[0], l->rows, l->units), .weight = dense(b, arg[4])};
    const int64_t size[] = {has_gates(l) ? l->rows * (l->wide + l->units) : 0}, none[] = {0};
    struct rt_device *device = arg[0]->storage->device;
    const enum rt_dtype dtype = (enum rt_dtype)arg[0]->dtype;
    T reserve = rt_build_keep_steal(b, rt_tensor_new(device, dtype, size, 1, b->err)), weight = rt_b_t(b, arg[3]);

    t.h = state_copy(b, l, arg[1], arg[0]);
    t.c = arg[2] ? state_copy(b, l, arg[2], arg[0]) : NULL;
    t.bias = joined_bias(b, l, arg[5], arg[6]);
    if (b->failed)
        return -1;
    t.gates = has_gates(l) ? reserved(b, l, reserve, false) : t.out;
    t.cells = has_gates(l) ? reserved(b, l, reserve, true) : NULL;
    if (b->failed || rt_product_into(t.gates, arg[0], weight, 0, b->err) < 0)
        return -1;
    for (int i = 0; i < l->nsegments; i++)
        if (run_segment(l, &l->segments[l->reverse ? l->nsegments - 1 - i : i], &t, false, b->err) < 0)
            return -1;
    results[0] = t.out;
    results[1] = t.h;
    results[2] = t.c ? t.c : rt_build_keep_steal(b, rt_tensor_new(device, dtype, none, 1, b->err));
    results[3] = reserve;
    return b->failed ? -1 : 0;
}

/* The tensors among the first seven arguments. */
static void first_tensors(const struct rt_call *call, T *arg)
{
    for (int i = 0; i < 7; i++)
        arg[i] = rt_arg_get_tensor(call, i);
}

int rt_forward_recurrence(struct rt_call *call, struct rt_error *err)
{
    struct layer l;
    struct rt_build b;
    T arg[7], results[4];
    int rc = -1;

    first_tensors(call, arg);
    if (check_types(arg, 7, err) < 0 || read_layer(&l, arg, &call->args[7], NULL, err) < 0)
        return -1;
    if (!(l.segments = rt_alloc_items(l.nsegments, sizeof *l.segments, 0)))
        return rt_error_memory(err);
    find_segments(&l);
    rt_build_init(&b, err);
    if (run_forward(&b, &l, arg, results) == 0) {
        call->results->count = 4;
        for (int i = 0; i < 4; i++)
            call->results->tensor[i] = rt_tensor_get(results[i]);
        rc = 0;
    }
    rt_build_end(&b);
    rt_free(l.segments);
    return rc;
}

/* ---- made of recorded ops ---------------------------------------------------------------------------------------- */

/* The state behind a step from that before it; `gates` is what comes from the input. */
static T unit_step(B b, const struct layer *l, T gates, T *h, T *c, T w_hh, T b_hh, T w_hr)
{
    const int64_t n = l->units;
    T hidden = rt_build_apply(b, &rt_op_linear,
                              (struct rt_arg[]){rt_arg_tensor(*h), rt_arg_tensor(w_hh), rt_arg_tensor(b_hh)}, 3);
    T part[4] = {NULL}, sum;

    if (l->op == RT_RECURRENT_GRU) {
        T two = rt_b_map(b, &rt_op_sigmoid,
                         rt_b_add(b, rt_b_narrow(b, gates, 1, 0, 2 * n), rt_b_narrow(b, hidden, 1, 0, 2 * n)));
        T times = rt_b_mul(b, rt_b_narrow(b, two, 1, 0, n), rt_b_narrow(b, hidden, 1, 2 * n, n));
        T new = rt_b_map(b, &rt_op_tanh, rt_b_add(b, rt_b_narrow(b, gates, 1, 2 * n, n), times));
        return rt_b_add(b, rt_b_mul(b, rt_b_sub(b, *h, new), rt_b_narrow(b, two, 1, n, n)), new);
    }
    sum = rt_b_add(b, gates, hidden);
    if (l->op != RT_RECURRENT_LSTM)
        return rt_b_map(b, l->op == RT_RECURRENT_RELU ? &rt_op_relu : &rt_op_tanh, sum);
    for (int k = 0; k < 4; k++)
        part[k] = rt_b_map(b, k == 2 ? &rt_op_tanh : &rt_op_sigmoid, rt_b_narrow(b, sum, 1, k * n, n));
    *c = rt_b_add(b, rt_b_mul(b, part[1], *c), rt_b_mul(b, part[0], part[2]));
    sum = rt_b_mul(b, part[3], rt_b_map(b, &rt_op_tanh, *c));
    return w_hr && !b->failed
               ? rt_build_apply(b, &rt_op_linear, (struct rt_arg[]){rt_arg_tensor(sum), rt_arg_tensor(w_hr)}, 2)
               : sum;
}

static T joined(B b, T *list, int64_t n)
{
    if (b->failed || n == 1)
        return b->failed ? NULL : list[0];
    return rt_build_apply(b, &rt_op_cat, (struct rt_arg[]){rt_arg_tensors(list, (uint32_t)n), rt_arg_int(0)}, 2);
}

/* The state for a step of `rows` sequences: forward those that have ended are put into `ended`, from the end of that
   list; backward those that begin now are taken from the first state. */
static T state_for(B b, T state, T first, int64_t rows, T *ended, int64_t *left)
{
    const int64_t now = b->failed ? rows : state->shape[0];

    if (rows < now) {
        ended[--*left] = rt_b_narrow(b, state, 0, rows, now - rows);
        return rt_b_narrow(b, state, 0, 0, rows);
    }
    if (rows > now)
        return joined(b, (T[]){state, rt_b_narrow(b, first, 0, now, rows - now)}, 2);
    return b->failed ? NULL : state;
}

struct steps_lists {
    T *out, *h, *c; /* of all steps; of the states that have ended, filled from the end */
    int64_t h_left, c_left;
};

static int run_steps(B b, struct layer *l, T const *arg, T w_hr, struct steps_lists *list, T *results)
{
    T gates = rt_build_apply(b, &rt_op_linear,
                             (struct rt_arg[]){rt_arg_tensor(arg[0]), rt_arg_tensor(arg[3]), rt_arg_tensor(arg[5])}, 3);
    T h = arg[1], c = arg[2];
    int64_t row = l->reverse ? l->rows : 0;

    if (l->reverse) {
        h = rt_b_narrow(b, h, 0, 0, l->sizes[l->steps - 1]);
        c = c ? rt_b_narrow(b, c, 0, 0, l->sizes[l->steps - 1]) : NULL;
    }
    for (int64_t s = 0; s < l->steps && !b->failed; s++) {
        const int64_t step = l->reverse ? l->steps - 1 - s : s, rows = l->sizes[step];
        row -= l->reverse ? rows : 0;
        h = state_for(b, h, arg[1], rows, list->h, &list->h_left);
        c = c ? state_for(b, c, arg[2], rows, list->c, &list->c_left) : NULL;
        h = list->out[step] = unit_step(b, l, rt_b_narrow(b, gates, 0, row, rows), &h, &c, arg[4], arg[6], w_hr);
        row += l->reverse ? 0 : rows;
    }
    if (b->failed)
        return -1;
    list->h[--list->h_left] = h;
    if (c)
        list->c[--list->c_left] = c;
    results[0] = joined(b, list->out, l->steps);
    results[1] = joined(b, list->h + list->h_left, l->steps + 1 - list->h_left);
    results[2] = c ? joined(b, list->c + list->c_left, l->steps + 1 - list->c_left)
                   : rt_b_narrow(b, rt_b_reshape(b, h, (int64_t[]){-1}, 1), 0, 0, 0);
    return b->failed ? -1 : 0;
}

/* (the first seven, w_hr, kind, batch_sizes, reverse) */
int rt_forward_recurrence_steps(struct rt_call *call, struct rt_error *err)
{
    struct layer l;
    struct rt_build b;
    struct steps_lists list;
    T arg[7], w_hr = rt_arg_get_tensor(call, 7), results[3], *memory;
    int rc = -1;

    first_tensors(call, arg);
    if (read_layer(&l, arg, &call->args[8], w_hr, err) < 0)
        return -1;
    if (!(memory = rt_alloc_items(3 * (l.steps + 1), sizeof *memory, 0)))
        return rt_error_memory(err);
    list = (struct steps_lists){memory, memory + l.steps + 1, memory + 2 * (l.steps + 1), l.steps + 1, l.steps + 1};
    rt_build_init(&b, err);
    if (run_steps(&b, &l, arg, w_hr, &list, results) == 0) {
        call->results->count = 3;
        for (int i = 0; i < 3; i++)
            call->results->tensor[i] = rt_tensor_get(results[i]);
        rc = 0;
    }
    rt_build_end(&b);
    rt_free(memory);
    return rc;
}

/* ---- backward ---------------------------------------------------------------------------------------------------- */

/* The gradients with a graph of their own: those of the steps made of ops. Arguments are seen through aliases, so that
   no path but the layer's own counts where one argument depends on another. */
static int back_recorded(struct rt_backward *b)
{
    B m = BUILD;
    struct rt_arg args[11];
    T results[3], given[3], gradients[3], inputs[7], made[7] = {NULL};
    int edge[7], n = 0, outputs = 0;

    for (int i = 0; i < 7; i++) {
        T t = b->node->args[i].kind == RT_TENSOR ? ARG(i) : NULL, seen = t ? rt_b_map(m, &rt_op_alias, t) : NULL;
        args[i] = rt_arg_tensor(seen);
        if (seen && WANTS(i)) {
            edge[n] = i;
            inputs[n++] = seen;
        }
    }
    args[7] = rt_arg_none();
    memcpy(args + 8, b->node->args + 7, 3 * sizeof *args);
    if (m->failed || rt_build_apply_many(m, &rt_op_recurrence_steps, args, 11, results, 3) < 0)
        return -1;
    for (int i = 0; i < 3; i++)
        if (b->gradients[i] && rt_needs_grad(results[i])) {
            given[outputs] = results[i];
            gradients[outputs++] = b->gradients[i];
        }
    if (n == 0 || outputs == 0)
        return 0;
    if (rt_grad(given, gradients, outputs, inputs, n, true, true, true, made, m->err) < 0) {
        m->failed = true;
        return -1;
    }
    for (int i = 0; i < n; i++)
        if (made[i])
            rt_backward_set(b, edge[i], rt_build_keep_steal(m, made[i]));
    return 0;
}

/* The state before the first step that a segment computes. init: the first one of all. */
static T state_before(B b, const struct layer *l, int i, T init, T steps)
{
    const struct segment *s = &l->segments[i], *other;
    const int before = l->reverse ? i + 1 : i - 1;
    T made;

    if (!init || before < 0 || before >= l->nsegments)
        return init ? rows_of(b, init, 0, s->rows) : NULL;
    other = &l->segments[before];
    if (!l->reverse)
        return rows_of(b, steps, other->first + (other->steps - 1) * other->rows, s->rows);
    made = fresh(b, init, s->rows, l->units);
    if (!made)
        return NULL;
    if (rt_copy_into(rows_of(b, made, 0, other->rows), rows_of(b, steps, other->first, other->rows), b->err) < 0 ||
        rt_copy_into(rows_of(b, made, other->rows, s->rows - other->rows),
                     rows_of(b, init, other->rows, s->rows - other->rows), b->err) < 0)
        b->failed = true;
    return b->failed ? NULL : made;
}

/* total += the product of the gradient of the gates and the states before them, of some rows */
static int add_product(B b, T total, T gradient, T states, bool *first)
{
    T transposed = gradient ? rt_b_t(b, gradient) : NULL;

    if (b->failed || !transposed || !states)
        return -1;
    if (states->shape[0] == 0)
        return 0;
    if (rt_product_into(total, transposed, states, *first ? 0 : 1, b->err) < 0)
        return -1;
    *first = false;
    return 0;
}

/* The gradient of the weight of the state. */
static T weight_gradient(B b, const struct layer *l, T gradient, T hx, T out)
{
    T total = fresh(b, out, l->wide, l->units);
    bool first = true;

    if (total && l->rows == 0 && rt_fill_constant(total, rt_scalar_float(0), b->err) < 0)
        return NULL;
    for (int i = 0; i < l->nsegments && !b->failed; i++) {
        const struct segment *s = &l->segments[i];
        const int64_t others = (s->steps - 1) * s->rows, begin = l->reverse ? s->first + others : s->first;
        T before = state_before(b, l, i, hx, out);
        if (add_product(b, total, rows_of(b, gradient, begin, s->rows), before, &first) < 0 ||
            add_product(b, total, rows_of(b, gradient, s->first + (l->reverse ? 0 : s->rows), others),
                        rows_of(b, out, s->first + (l->reverse ? s->rows : 0), others), &first) < 0)
            return NULL;
    }
    return b->failed ? NULL : total;
}

static int run_back(struct rt_backward *b, struct layer *l, struct buffers *t, T hx, T cx)
{
    B m = BUILD;

    for (int i = 0; i < l->nsegments; i++) {
        const int k = l->reverse ? i : l->nsegments - 1 - i;
        t->h = state_before(m, l, k, hx, t->out);
        t->c = state_before(m, l, k, cx, t->cells);
        if (m->failed || run_segment(l, &l->segments[k], t, true, m->err) < 0) {
            m->failed = true;
            return -1;
        }
    }
    return 0;
}

/* What the gradients of the gates give for the arguments. */
static void back_products(struct rt_backward *b, const struct layer *l, const struct buffers *t, T hx)
{
    B m = BUILD;
    const int64_t rows = 0;
    T hidden = t->grad_hidden ? t->grad_hidden : t->grad_gates, sum = NULL;
    const bool biased = b->node->args[5].kind == RT_TENSOR && WANTS(5);

    if (WANTS(0)) {
        T weight = ARG(3);
        SET(0, rt_b_mm(m, t->grad_gates, weight));
    }
    if (WANTS(3)) {
        T x = ARG(0);
        SET(3, rt_b_mm(m, rt_b_t(m, t->grad_gates), x));
    }
    if (WANTS(4))
        SET(4, weight_gradient(m, l, hidden, hx, t->out));
    if (biased) {
        sum = rt_b_sum(m, t->grad_gates, &rows, 1, false);
        SET(5, sum);
    }
    if (b->node->args[6].kind == RT_TENSOR && WANTS(6))
        SET(6, sum && !t->grad_hidden ? rt_b_clone(m, sum) : rt_b_sum(m, hidden, &rows, 1, false));
}

static int back_kernel(struct rt_backward *b, struct layer *l)
{
    B m = BUILD;
    const bool gates = has_gates(l), lstm = l->op == RT_RECURRENT_LSTM;
    T hx = dense(m, ARG(1)), cx = lstm ? dense(m, ARG(2)) : NULL, reserve = RESULT(3);
    struct buffers t = {.out = RESULT(0), .weight = dense(m, ARG(4)), .grad_out = dense(m, b->gradients[0])};

    if (m->failed || !t.out || !reserve)
        return -1;
    t.gates = gates ? reserved(m, l, reserve, false) : t.out;
    t.cells = gates ? reserved(m, l, reserve, true) : NULL;
    t.grad_h = state_copy(m, l, b->gradients[1], t.out);
    t.grad_c = lstm ? state_copy(m, l, b->gradients[2], t.out) : NULL;
    t.grad_gates = fresh(m, t.out, l->rows, l->wide);
    t.grad_hidden = l->op == RT_RECURRENT_GRU ? fresh(m, t.out, l->rows, l->wide) : NULL;
    if (m->failed || run_back(b, l, &t, hx, cx) < 0)
        return -1;
    SET(1, t.grad_h);
    if (lstm)
        SET(2, t.grad_c);
    back_products(b, l, &t, hx);
    return m->failed ? -1 : 0;
}

BACKWARD(recurrence)
{
    struct layer l;
    T arg[7];
    int rc;

    for (int i = 0; i < 7; i++)
        arg[i] = b->node->args[i].kind == RT_TENSOR ? ARG(i) : NULL;
    if (BUILD->failed)
        return -1;
    if (!b->gradients[0] && !b->gradients[1] && !b->gradients[2])
        return 0;
    if (rt_follows())
        return back_recorded(b);
    if (read_layer(&l, arg, &b->node->args[7], NULL, err) < 0)
        return -1;
    if (!(l.segments = rt_alloc_items(l.nsegments, sizeof *l.segments, 0)))
        return rt_error_memory(err);
    find_segments(&l);
    rc = back_kernel(b, &l);
    rt_free(l.segments);
    return rc;
}
