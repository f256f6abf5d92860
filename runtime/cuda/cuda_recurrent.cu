/* The steps of recurrent layers: a product of the state and the weight for each, and one kernel for the gates of all
   sequences, a thread for each unit. */
#include "cuda/cuda.cuh"

/* One step, or its gradients, as struct rt_recurrent_call says; `state` and `cell` are those before the step, hidden
   the product of the state and the weight. */
template <class T> struct recurrent_step {
    int64_t rows, units, wide;
    bool relu;
    T *gates, *cells, *out, *hidden, *grad_h, *grad_c, *grad_gates, *grad_hidden;
    const T *state, *cell, *bias, *grad_out;

    __device__ T sigmoid(T x) const
    {
        return 1 / (1 + exp(-x));
    }
    __device__ T of_bias(int64_t gate, int64_t unit) const
    {
        return bias ? bias[gate * units + unit] : (T)0;
    }
    __device__ T above(int64_t i) const
    {
        return grad_h[i] + (grad_out ? grad_out[i] : (T)0);
    }
};

template <class T> static __global__ void plain_step(recurrent_step<T> s)
{
    for (RT_EACH(i, s.rows * s.units)) {
        const T x = s.out[i] + s.of_bias(0, i % s.units);
        s.out[i] = s.relu ? (x < 0 ? (T)0 : x) : (T)tanh(x);
    }
}

template <class T> static __global__ void plain_back(recurrent_step<T> s)
{
    for (RT_EACH(i, s.rows * s.units)) {
        const T y = s.out[i], d = s.above(i);
        s.grad_gates[i] = s.relu ? (y > 0 ? d : (T)0) : d * (1 - y * y);
    }
}

template <class T> static __global__ void lstm_step(recurrent_step<T> s)
{
    const int64_t n = s.units;

    for (RT_EACH(i, s.rows * n)) {
        const int64_t row = i / n, unit = i - row * n;
        T *g = s.gates + row * s.wide + unit;
        const T in = s.sigmoid(g[0] + s.of_bias(0, unit)), forget = s.sigmoid(g[n] + s.of_bias(1, unit));
        const T fresh = tanh(g[2 * n] + s.of_bias(2, unit)), leave = s.sigmoid(g[3 * n] + s.of_bias(3, unit));
        const T now = forget * s.cell[i] + in * fresh;
        g[0] = in;
        g[n] = forget;
        g[2 * n] = fresh;
        g[3 * n] = leave;
        s.cells[i] = now;
        s.out[i] = leave * tanh(now);
    }
}

template <class T> static __global__ void lstm_back(recurrent_step<T> s)
{
    const int64_t n = s.units;

    for (RT_EACH(i, s.rows * n)) {
        const int64_t row = i / n, unit = i - row * n;
        const T *g = s.gates + row * s.wide + unit;
        T *d = s.grad_gates + row * s.wide + unit;
        const T in = g[0], forget = g[n], fresh = g[2 * n], leave = g[3 * n], dh = s.above(i);
        const T squashed = tanh(s.cells[i]), dc = s.grad_c[i] + dh * leave * (1 - squashed * squashed);
        d[0] = dc * fresh * in * (1 - in);
        d[n] = dc * s.cell[i] * forget * (1 - forget);
        d[2 * n] = dc * in * (1 - fresh * fresh);
        d[3 * n] = dh * squashed * leave * (1 - leave);
        s.grad_c[i] = dc * forget;
    }
}

template <class T> static __global__ void gru_step(recurrent_step<T> s)
{
    const int64_t n = s.units;

    for (RT_EACH(i, s.rows * n)) {
        const int64_t row = i / n, unit = i - row * n;
        T *g = s.gates + row * s.wide + unit;
        const T *h = s.hidden + row * s.wide + unit;
        const T reset = s.sigmoid(g[0] + h[0] + s.of_bias(0, unit)),
                update = s.sigmoid(g[n] + h[n] + s.of_bias(1, unit));
        const T times = h[2 * n] + s.of_bias(3, unit), fresh = tanh(g[2 * n] + s.of_bias(2, unit) + reset * times);
        g[0] = reset;
        g[n] = update;
        g[2 * n] = fresh;
        s.cells[i] = times;
        s.out[i] = (s.state[i] - fresh) * update + fresh;
    }
}

template <class T> static __global__ void gru_back(recurrent_step<T> s)
{
    const int64_t n = s.units;

    for (RT_EACH(i, s.rows * n)) {
        const int64_t row = i / n, unit = i - row * n;
        const T *g = s.gates + row * s.wide + unit;
        T *d = s.grad_gates + row * s.wide + unit, *to = s.grad_hidden + row * s.wide + unit;
        const T reset = g[0], update = g[n], fresh = g[2 * n], dh = s.above(i);
        const T dn = dh * (1 - update) * (1 - fresh * fresh);
        const T dz = dh * (s.state[i] - fresh) * update * (1 - update), dr = dn * s.cells[i] * reset * (1 - reset);
        d[0] = to[0] = dr;
        d[n] = to[n] = dz;
        d[2 * n] = dn;
        to[2 * n] = dn * reset;
        s.grad_h[i] = dh * update;
    }
}

/* A matrix of dense rows. */
static void matrix_view(struct rt_view *view, const struct rt_view *like, void *data, int64_t rows, int64_t columns,
                        bool transposed)
{
    *view = *like;
    view->data = data;
    view->ndim = 3;
    view->shape[0] = 1;
    view->shape[1] = transposed ? columns : rows;
    view->shape[2] = transposed ? rows : columns;
    view->strides[0] = 0;
    view->strides[1] = transposed ? 1 : columns;
    view->strides[2] = transposed ? columns : 1;
}

/* to = from W + beta to, or W transposed; W is [wide, units] */
static int multiply(struct rt_device *device, const struct rt_recurrent_call *c, void *from, void *to, int64_t wide,
                    bool add, struct rt_error *err)
{
    struct rt_matmul_call call;
    const int64_t in = c->back ? wide : c->units, out = c->back ? c->units : wide;

    RT_CALL_BEGIN(call, out);
    call.alpha = rt_scalar_float(1);
    call.beta = rt_scalar_float(add ? 1 : 0);
    matrix_view(&call.a, &c->weight, from, c->rows, in, false);
    matrix_view(&call.b, &c->weight, c->weight.data, wide, c->units, !c->back);
    matrix_view(&call.out, &c->weight, to, c->rows, out, false);
    return rt_cuda_matmul(device, &call, err);
}

template <class T>
static T *at(const struct rt_recurrent_call *c, const struct rt_view *view, int64_t step, int64_t wide)
{
    return view->data ? (T *)view->data + step * c->rows * wide : NULL;
}

/* before: the step whose state this one begins with, or -1 */
template <class T>
static recurrent_step<T> step_of(const struct rt_recurrent_call *c, int64_t step, int64_t before, int64_t wide,
                                 T *hidden)
{
    recurrent_step<T> s;

    s.rows = c->rows;
    s.units = c->units;
    s.wide = wide;
    s.relu = c->op == RT_RECURRENT_RELU;
    s.gates = at<T>(c, &c->gates, step, wide);
    s.cells = at<T>(c, &c->cells, step, c->units);
    s.out = at<T>(c, &c->out, step, c->units);
    s.hidden = hidden;
    s.grad_h = (T *)c->grad_h.data;
    s.grad_c = (T *)c->grad_c.data;
    s.grad_gates = at<T>(c, &c->grad_gates, step, wide);
    s.grad_hidden = at<T>(c, &c->grad_hidden, step, wide);
    s.state = before < 0 ? (const T *)c->h.data : at<T>(c, &c->out, before, c->units);
    s.cell = before < 0 ? (const T *)c->c.data : at<T>(c, &c->cells, before, c->units);
    s.bias = (const T *)c->bias.data;
    s.grad_out = at<T>(c, &c->grad_out, step, c->units);
    return s;
}

template <class T>
static void launch(struct cuda_device *d, const struct rt_recurrent_call *c, const recurrent_step<T> &s)
{
    const unsigned blocks = rt_blocks(d, c->rows * c->units);
    const cudaStream_t stream = rt_cuda_stream(d);

    if (c->op == RT_RECURRENT_LSTM && c->back)
        RT_LAUNCH(lstm_back<T>, blocks, RT_THREADS, stream, s);
    else if (c->op == RT_RECURRENT_LSTM)
        RT_LAUNCH(lstm_step<T>, blocks, RT_THREADS, stream, s);
    else if (c->op == RT_RECURRENT_GRU && c->back)
        RT_LAUNCH(gru_back<T>, blocks, RT_THREADS, stream, s);
    else if (c->op == RT_RECURRENT_GRU)
        RT_LAUNCH(gru_step<T>, blocks, RT_THREADS, stream, s);
    else if (c->back)
        RT_LAUNCH(plain_back<T>, blocks, RT_THREADS, stream, s);
    else
        RT_LAUNCH(plain_step<T>, blocks, RT_THREADS, stream, s);
}

template <class T>
static int run(struct rt_device *device, const struct rt_recurrent_call *c, T *hidden, struct rt_error *err)
{
    struct cuda_device *d = cuda_of(device);
    const int64_t wide = c->units * rt_recurrent_gates(c->op);
    const bool gru = c->op == RT_RECURRENT_GRU;

    for (int64_t k = 0; k < c->steps; k++) {
        const int64_t order = c->back ? c->steps - 1 - k : k, step = c->reverse ? c->steps - 1 - order : order;
        const int64_t before = order == 0 ? -1 : c->reverse ? step + 1 : step - 1;
        const recurrent_step<T> s = step_of<T>(c, step, before, wide, hidden);
        if (!c->back && multiply(device, c, (void *)s.state, gru ? hidden : s.gates, wide, !gru, err) < 0)
            return -1;
        launch(d, c, s);
        if (c->back && multiply(device, c, gru ? s.grad_hidden : s.grad_gates, s.grad_h, wide, gru, err) < 0)
            return -1;
    }
    return rt_cuda_launched(d, err);
}

/* The states after the last step. */
template <class T> static int put_states(struct cuda_device *d, const struct rt_recurrent_call *c, struct rt_error *err)
{
    const int64_t last = c->reverse ? 0 : c->steps - 1;
    const size_t bytes = (size_t)(c->rows * c->units) * sizeof(T);
    const cudaStream_t stream = rt_cuda_stream(d);
    cudaError_t code =
        cudaMemcpyAsync(c->h.data, at<T>(c, &c->out, last, c->units), bytes, cudaMemcpyDeviceToDevice, stream);

    if (code == cudaSuccess && c->c.data)
        code = cudaMemcpyAsync(c->c.data, at<T>(c, &c->cells, last, c->units), bytes, cudaMemcpyDeviceToDevice, stream);
    return code == cudaSuccess ? 0 : rt_cuda_fail(d, code, err);
}

template <class T> static int all(struct rt_device *device, const struct rt_recurrent_call *c, struct rt_error *err)
{
    const int64_t wide = c->units * rt_recurrent_gates(c->op);
    const size_t bytes = (size_t)(c->rows * wide) * sizeof(T);
    T *hidden = NULL;
    int rc;

    if (c->op == RT_RECURRENT_GRU && !c->back && !(hidden = (T *)rt_cuda_scratch(cuda_of(device), bytes, err)))
        return -1;
    rc = run<T>(device, c, hidden, err);
    if (rc == 0 && !c->back)
        rc = put_states<T>(cuda_of(device), c, err);
    if (hidden)
        rt_cuda_scratch_free(cuda_of(device), hidden);
    return rc;
}

extern "C" int rt_cuda_recurrent(struct rt_device *device, const struct rt_recurrent_call *call, struct rt_error *err)
{
    if (call->steps == 0 || call->rows == 0 || call->units == 0)
        return 0;
    if (call->out.dtype == RT_FLOAT64)
        return all<double>(device, call, err);
    return all<float>(device, call, err);
}
