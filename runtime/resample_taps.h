/* Which elements a position of a resampled image is made of, along one dimension, and by which weights; for the tables
   of the CPU and for kernels of accelerators, which include this with RT_FUNCTION defined as the qualifiers of a
   function there. Knows no memory. */
#ifndef RT_RESAMPLE_TAPS_H
#define RT_RESAMPLE_TAPS_H

#include "device.h"

#include <math.h>

#ifndef RT_FUNCTION
#define RT_FUNCTION
#endif

/* One dimension of a call: `size` elements of the image, `positions` of its other size; the rest as in the call. */
struct rt_resample_axis {
    enum rt_resample_op op;
    bool align, single, plain;
    double step;
    int64_t before, size, positions;
};

static inline struct rt_resample_axis rt_resample_axis_of(const struct rt_resample_call *call, int d)
{
    const int64_t in = call->in.shape[2 + d], out = call->out.shape[2 + d];
    struct rt_resample_axis a;

    a.op = call->op;
    a.align = call->align;
    a.single = call->single;
    a.plain = call->plain;
    a.step = call->step[d];
    a.before = call->before[d];
    a.size = call->back ? out : in;
    a.positions = call->back ? in : out;
    return a;
}

/* Does a position show one element as it is? */
RT_FUNCTION static inline bool rt_resample_takes(enum rt_resample_op op)
{
    return op != RT_RESAMPLE_LINEAR && op != RT_RESAMPLE_CUBIC && (op < RT_RESAMPLE_TRIANGLE || op > RT_RESAMPLE_LOBES);
}

/* Are the elements along the dimension what they were? */
static inline bool rt_resample_is_same(const struct rt_resample_axis *a)
{
    if (a->step < 0)
        return true;
    if (a->size != a->positions || a->before)
        return false;
    return (a->op == RT_RESAMPLE_NEAREST && (a->plain || a->step == 1)) || a->op == RT_RESAMPLE_LINEAR ||
           a->op >= RT_RESAMPLE_REFLECT || (a->op == RT_RESAMPLE_CUBIC && a->step == 1 && !a->align);
}

/* With negative circular padding: the first element that is left, and how many. Where nothing is left, positions show
   an element that is there. */
RT_FUNCTION static inline int64_t rt_resample_circle(const struct rt_resample_axis *a, int64_t *count)
{
    const int64_t after = a->positions - a->size - a->before, first = a->before < 0 ? -a->before : 0;

    *count = a->size - first - (after < 0 ? -after : 0);
    return first < a->size ? first : a->size - 1;
}

/* What position i shows, of those that take one element. */
RT_FUNCTION static inline int64_t rt_resample_shown(const struct rt_resample_axis *a, int64_t i)
{
    const int64_t at = i - a->before, size = a->size;
    int64_t found;

    switch (a->op) {
    case RT_RESAMPLE_REFLECT:
        return at < 0 ? -at : at >= size ? 2 * (size - 1) - at : at;
    case RT_RESAMPLE_REPLICATE:
        return at < 0 ? 0 : at >= size ? size - 1 : at;
    case RT_RESAMPLE_CIRCULAR: {
        int64_t left;
        const int64_t first = rt_resample_circle(a, &left);
        found = left > 0 ? (at - first) % left : 0;
        return first + (found < 0 ? found + left : found);
    }
    default: {
        if (a->op == RT_RESAMPLE_NEAREST && a->plain && (a->positions == size || a->positions == 2 * size))
            return a->positions == size ? i : i / 2;
        const double more = a->op == RT_RESAMPLE_EXACT ? 0.5 : 0;
        const double position =
            a->single ? (double)(((float)i + (float)more) * (float)a->step) : ((double)i + more) * a->step;
        found = position < (double)size ? (int64_t)floor(position) : size - 1;
        return found < 0 ? 0 : found;
    }
    }
}

/* The coordinate of position i in the image, in the type that positions are calculated in. */
RT_FUNCTION static inline double rt_resample_position(const struct rt_resample_axis *a, int64_t i)
{
    if (a->single) {
        const float step = (float)a->step;
        return a->align ? (double)((float)i * step) : (double)(((float)i + 0.5f) * step - 0.5f);
    }
    return a->align ? (double)i * a->step : ((double)i + 0.5) * a->step - 0.5;
}

/* The elements below and behind position i (the last one also where nothing is behind it), and their weights. */
RT_FUNCTION static inline int64_t rt_resample_linear(const struct rt_resample_axis *a, int64_t i, double weight[2])
{
    double position = rt_resample_position(a, i), part;

    position = position < 0 ? 0 : position;
    const int64_t low = position < (double)a->size ? (int64_t)floor(position) : a->size - 1;
    part = position - (double)low;
    part = part > 1 ? 1 : part;
    weight[0] = a->single ? (double)(1 - (float)part) : 1 - part;
    weight[1] = part;
    return low;
}

/* Polynomials of the distance x from the middle: up to 1, and from 1 to 2. */
RT_FUNCTION static inline double rt_cubic_inner(double a, double x)
{
    return ((a + 2) * x - (a + 3)) * x * x + 1;
}
RT_FUNCTION static inline double rt_cubic_outer(double a, double x)
{
    return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
}

/* The first of the four elements around position i, which may be outside; the border element is repeated there. */
RT_FUNCTION static inline int64_t rt_resample_cubic(const struct rt_resample_axis *a, int64_t i, double weight[4])
{
    const double position = rt_resample_position(a, i), low = floor(position), x = position - low, cubic_a = -0.75;

    weight[0] = rt_cubic_outer(cubic_a, x + 1);
    weight[1] = rt_cubic_inner(cubic_a, x);
    weight[2] = rt_cubic_inner(cubic_a, 1 - x);
    weight[3] = rt_cubic_outer(cubic_a, 2 - x);
    return (int64_t)low - 1;
}

/* The weight of an element at distance x from the middle, and how far these reach. */
RT_FUNCTION static inline double rt_resample_curve(enum rt_resample_op op, double x)
{
    const double pi = 3.14159265358979323846;

    x = fabs(x);
    if (op == RT_RESAMPLE_TRIANGLE)
        return x < 1 ? 1 - x : 0;
    if (op == RT_RESAMPLE_SMOOTH)
        return x < 1 ? rt_cubic_inner(-0.5, x) : x < 2 ? rt_cubic_outer(-0.5, x) : 0;
    return x >= 3 ? 0 : x == 0 ? 1 : sin(pi * x) * sin(pi * x / 3) * 3 / (pi * pi * x * x);
}
RT_FUNCTION static inline double rt_resample_reach(enum rt_resample_op op)
{
    return op == RT_RESAMPLE_TRIANGLE ? 1 : op == RT_RESAMPLE_SMOOTH ? 2 : 3;
}

/* Of those that take means over surroundings: the elements [*first, end) of position i; returns end. Element `at` has a
   share of rt_resample_curve(op, (at - *center + 0.5) / *wide) in it. */
RT_FUNCTION static inline int64_t rt_resample_around(const struct rt_resample_axis *a, int64_t i, int64_t *first,
                                                     double *center, double *wide)
{
    double low, high;

    *wide = a->step > 1 ? a->step : 1;
    *center = ((double)i + 0.5) * a->step;
    low = floor(*center - rt_resample_reach(a->op) * *wide + 0.5);
    high = floor(*center + rt_resample_reach(a->op) * *wide + 0.5);
    *first = low < 0 ? 0 : (int64_t)low;
    return high > (double)a->size ? a->size : (int64_t)high;
}

/* How many taps a position may have. */
static inline int64_t rt_resample_max_taps(const struct rt_resample_axis *a)
{
    if (a->op == RT_RESAMPLE_LINEAR || a->op == RT_RESAMPLE_CUBIC)
        return a->op == RT_RESAMPLE_LINEAR ? 2 : 4;
    if (!rt_resample_takes(a->op))
        return (int64_t)(2 * rt_resample_reach(a->op) * (a->step > 1 ? a->step : 1)) + 3;
    return 1;
}

#endif
