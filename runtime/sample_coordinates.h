/* The position of a coordinate of a grid in an image, along one dimension, for one element type T; for the loops of the
   CPU and for kernels of accelerators. No include guard: included once for float and once for double, with FLOOR, NAME
   and the qualifiers of a function (SPOT) defined. Knows no memory. */

/* A coordinate of a grid, -1 to 1, in pixels. all: their number. */
INLINE_COORDINATE T NAME(coordinate_of)(bool align, T position, T all)
{
    const T p = position + 1, half = (T)0.5;

    return align ? p * half * (all - 1) : (p * all - 1) * half;
}

/* Such a coordinate mirrored at the borders until it lies between them; *flipped: it runs the other way there. */
INLINE_COORDINATE T NAME(mirrored)(bool align, T x, T all, bool *flipped)
{
    const T border = align ? 0 : (T)-0.5, span = align ? all - 1 : all;
    const T far = x - border, up = far < 0 ? -far : far;
    const T times = span != 0 ? FLOOR(up / span) : 0, odd = times - 2 * FLOOR(times * (T)0.5), rest = up - times * span;

    *flipped = (far < 0) != (odd != 0);
    return (odd != 0 ? span - rest : rest) + border;
}

/* A coordinate moved into the image, where borders are not zeros. */
INLINE_COORDINATE T NAME(inside)(bool align, enum rt_sample_padding padding, T x, T all)
{
    const T last = all - 1;
    bool flipped;

    if (padding == RT_SAMPLE_ZEROS)
        return x;
    if (padding == RT_SAMPLE_REFLECTION)
        x = NAME(mirrored)(align, x, all, &flipped);
    const T below = x < last ? x : last;
    return x > 0 ? below : 0; /* nan, too */
}

/* The derivative of the position in pixels: 0 where it is clamped at a border, negative where it is mirrored. */
INLINE_COORDINATE T NAME(speed_of)(bool align, enum rt_sample_padding padding, T position, T all)
{
    const T last = all - 1, rate = (align ? last : all) * (T)0.5;
    T x = NAME(coordinate_of)(align, position, all), way = rate;
    bool flipped = false;

    if (padding == RT_SAMPLE_ZEROS)
        return rate;
    if (padding == RT_SAMPLE_REFLECTION)
        x = NAME(mirrored)(align, x, all, &flipped);
    way = flipped ? -way : way;
    return (x > 0) & (x < last) ? way : 0;
}

/* The weights of the four pixels around a position that lies t behind the second one, and how fast they change. */
INLINE_COORDINATE void NAME(cubic_weights)(T t, T *first, T *second, T *third, T *fourth)
{
    const T a = (T)-0.75, u = 1 - t, far = t + 1, end = 2 - t;

    *first = ((a * far - 5 * a) * far + 8 * a) * far - 4 * a;
    *second = ((a + 2) * t - (a + 3)) * t * t + 1;
    *third = ((a + 2) * u - (a + 3)) * u * u + 1;
    *fourth = ((a * end - 5 * a) * end + 8 * a) * end - 4 * a;
}
INLINE_COORDINATE void NAME(cubic_derivatives)(T t, T *first, T *second, T *third, T *fourth)
{
    const T a = (T)-0.75, u = 1 - t, far = t + 1, end = 2 - t;

    *first = (3 * a * far - 10 * a) * far + 8 * a;
    *second = (3 * (a + 2) * t - 2 * (a + 3)) * t;
    *third = -(3 * (a + 2) * u - 2 * (a + 3)) * u;
    *fourth = -((3 * a * end - 10 * a) * end + 8 * a);
}
