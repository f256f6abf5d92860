/* The body of isa_recurrent.c for one element type T. No include guard: included once for float and once for double.
   SIGMOID and TANH are the loops of these functions. Loops of arithmetic are functions of their own, because the
   compiler believes `restrict` of parameters only. */

static const struct rt_loop_param FUNCTION(none)[RT_MAX_PARAMS];
#define APPLY(loop, n, out, in) loop(n, out, in, FUNCTION(none))
#define LOOP static __attribute__((noinline)) void

LOOP FUNCTION(add)(int64_t n, T *restrict to, const T *restrict from)
{
    for (int64_t i = 0; i < n; i++)
        to[i] += from[i];
}

/* ---- one gate ---------------------------------------------------------------------------------------------------- */

LOOP FUNCTION(rectify)(int64_t n, T *restrict y)
{
    for (int64_t i = 0; i < n; i++)
        y[i] = y[i] < 0 ? 0 : y[i];
}

static void FUNCTION(plain)(int64_t n, bool relu, void *out, const void *bias)
{
    if (bias)
        FUNCTION(add)(n, out, bias);
    if (relu)
        FUNCTION(rectify)(n, out);
    else
        APPLY(TANH, n, out, out);
}

LOOP FUNCTION(rectify_back)(int64_t n, T *restrict g, const T *restrict y, const T *restrict dh)
{
    for (int64_t i = 0; i < n; i++)
        g[i] = y[i] > 0 ? dh[i] : 0;
}

LOOP FUNCTION(tanh_back)(int64_t n, T *restrict g, const T *restrict y, const T *restrict dh)
{
    for (int64_t i = 0; i < n; i++)
        g[i] = dh[i] * (1 - y[i] * y[i]);
}

static void FUNCTION(plain_back)(int64_t n, bool relu, const void *out, const void *grad_h, void *grad_gates)
{
    if (relu)
        FUNCTION(rectify_back)(n, grad_gates, out, grad_h);
    else
        FUNCTION(tanh_back)(n, grad_gates, out, grad_h);
}

/* ---- LSTM -------------------------------------------------------------------------------------------------------- */

LOOP FUNCTION(next_cells)(int64_t n, T *restrict c, const T *restrict before, const T *restrict in,
                          const T *restrict forget, const T *restrict fresh)
{
    for (int64_t i = 0; i < n; i++)
        c[i] = forget[i] * before[i] + in[i] * fresh[i];
}

LOOP FUNCTION(multiply)(int64_t n, T *restrict y, const T *restrict x)
{
    for (int64_t i = 0; i < n; i++)
        y[i] *= x[i];
}

static void FUNCTION(lstm)(int64_t n, void *gates, const void *bias, const void *cell, void *new_cell, void *out)
{
    T *in = gates, *forget = in + n, *fresh = in + 2 * n, *leave = in + 3 * n;

    if (bias)
        FUNCTION(add)(4 * n, in, bias);
    APPLY(SIGMOID, 2 * n, in, in);
    APPLY(TANH, n, fresh, fresh);
    APPLY(SIGMOID, n, leave, leave);
    FUNCTION(next_cells)(n, new_cell, cell, in, forget, fresh);
    APPLY(TANH, n, out, new_cell);
    FUNCTION(multiply)(n, out, leave);
}

/* The gradients of the gates and of the cells; that of the gate that lets out is the tanh of the cells at first. */
LOOP FUNCTION(lstm_gradients)(int64_t n, const T *restrict gates, const T *restrict before, const T *restrict dh,
                              T *restrict dc, T *restrict grad)
{
    const T *in = gates, *forget = gates + n, *fresh = gates + 2 * n, *leave = gates + 3 * n;

    for (int64_t i = 0; i < n; i++) {
        const T squashed = grad[3 * n + i], d = dc[i] + dh[i] * leave[i] * (1 - squashed * squashed);
        grad[i] = d * fresh[i] * in[i] * (1 - in[i]);
        grad[n + i] = d * before[i] * forget[i] * (1 - forget[i]);
        grad[2 * n + i] = d * in[i] * (1 - fresh[i] * fresh[i]);
        grad[3 * n + i] = dh[i] * squashed * leave[i] * (1 - leave[i]);
        dc[i] = d * forget[i];
    }
}

static void FUNCTION(lstm_back)(int64_t n, const void *gates, const void *cell, const void *new_cell,
                                const void *grad_h, void *grad_cell, void *grad_gates)
{
    T *grad = grad_gates;

    APPLY(TANH, n, grad + 3 * n, new_cell);
    FUNCTION(lstm_gradients)(n, gates, cell, grad_h, grad_cell, grad);
}

/* ---- GRU --------------------------------------------------------------------------------------------------------- */

/* What the reset gate multiplies, and what the new gate is the tanh of. */
LOOP FUNCTION(reset_products)(int64_t n, T *restrict fresh, T *restrict times, const T *restrict reset,
                              const T *restrict hidden)
{
    for (int64_t i = 0; i < n; i++) {
        times[i] += hidden[i];
        fresh[i] += reset[i] * times[i];
    }
}

LOOP FUNCTION(next_states)(int64_t n, T *restrict y, const T *restrict h, const T *restrict update,
                           const T *restrict fresh)
{
    for (int64_t i = 0; i < n; i++)
        y[i] = (h[i] - fresh[i]) * update[i] + fresh[i];
}

static void FUNCTION(gru)(int64_t n, void *gates, const void *hidden, const void *bias, const void *state,
                          void *reset_times, void *out)
{
    T *reset = gates, *update = reset + n, *fresh = reset + 2 * n;

    if (bias) {
        FUNCTION(add)(3 * n, gates, bias);
        memcpy(reset_times, (const T *)bias + 3 * n, (size_t)n * sizeof(T));
    } else {
        memset(reset_times, 0, (size_t)n * sizeof(T));
    }
    FUNCTION(add)(2 * n, gates, hidden);
    APPLY(SIGMOID, 2 * n, gates, gates);
    FUNCTION(reset_products)(n, fresh, reset_times, reset, (const T *)hidden + 2 * n);
    APPLY(TANH, n, fresh, fresh);
    FUNCTION(next_states)(n, out, state, update, fresh);
}

LOOP FUNCTION(gru_gradients)(int64_t n, const T *restrict gates, const T *restrict times, const T *restrict h,
                             T *restrict dh, T *restrict grad, T *restrict hidden)
{
    const T *reset = gates, *update = gates + n, *fresh = gates + 2 * n;

    for (int64_t i = 0; i < n; i++) {
        const T d = dh[i], r = reset[i], z = update[i], dn = d * (1 - z) * (1 - fresh[i] * fresh[i]);
        const T dz = d * (h[i] - fresh[i]) * z * (1 - z), dr = dn * times[i] * r * (1 - r);
        grad[i] = dr;
        grad[n + i] = dz;
        grad[2 * n + i] = dn;
        hidden[i] = dr;
        hidden[n + i] = dz;
        hidden[2 * n + i] = dn * r;
        dh[i] = d * z;
    }
}

static void FUNCTION(gru_back)(int64_t n, const void *gates, const void *reset_times, const void *state, void *grad_h,
                               void *grad_gates, void *grad_hidden)
{
    FUNCTION(gru_gradients)(n, gates, reset_times, state, grad_h, grad_gates, grad_hidden);
}

static void FUNCTION(sum)(int64_t n, void *to, const void *from)
{
    FUNCTION(add)(n, to, from);
}
#undef APPLY
#undef LOOP
