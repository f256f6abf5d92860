/* The body of isa_conv.c for one element type T. No include guard: included once for float and once for double. */

/* Loops over the rows of the patches: for each position (i, j) of the window and each row y of the result, the range
   [from, to) of the row that meets the pixels src[x * step] of the plane. */
#define EACH_ROW(p, first, last, ...)                                                                                  \
    for (int64_t i = 0; i < (p)->window.kernel[0]; i++)                                                                \
        for (int64_t j = 0; j < (p)->window.kernel[1]; j++) {                                                          \
            const int64_t step = (p)->window.stride[1];                                                                \
            const int64_t shift = j * (p)->window.dilation[1] - (p)->window.padding[1];                                \
            int64_t from = shift < 0 ? (step - 1 - shift) / step : 0;                                                  \
            int64_t to = (p)->width - shift <= 0 ? 0 : ((p)->width - shift + step - 1) / step;                         \
            from = from > (p)->out_width ? (p)->out_width : from;                                                      \
            to = to > (p)->out_width ? (p)->out_width : to;                                                            \
            to = to < from ? from : to;                                                                                \
            for (int64_t y = first; y < last; y++) {                                                                   \
                const int64_t row = y * (p)->window.stride[0] + i * (p)->window.dilation[0] - (p)->window.padding[0];  \
                const int64_t inside = row >= 0 && row < (p)->height;                                                  \
                const int64_t start = row * (p)->width + shift;                                                        \
                (void)inside, (void)start;                                                                             \
                __VA_ARGS__                                                                                            \
            }                                                                                                          \
        }

/* One statement with the commonest steps as constants, so that it is vectorised. */
#define WITH_STEP(...)                                                                                                 \
    do {                                                                                                               \
        if (step == 1) {                                                                                               \
            enum { S = 1 };                                                                                            \
            _Pragma("GCC ivdep") for (int64_t x = from; x < to; x++) __VA_ARGS__;                                      \
        } else if (step == 2) {                                                                                        \
            enum { S = 2 };                                                                                            \
            _Pragma("GCC ivdep") for (int64_t x = from; x < to; x++) __VA_ARGS__;                                      \
        } else {                                                                                                       \
            const int64_t S = step;                                                                                    \
            for (int64_t x = from; x < to; x++)                                                                        \
                __VA_ARGS__;                                                                                           \
        }                                                                                                              \
    } while (0)

static void NAME(unfold)(const struct rt_patches *p, int64_t channels, int64_t first, int64_t last, const void *planes,
                         void *columns)
{
    T *out = columns;

    for (int64_t c = 0; c < channels; c++) {
        const T *plane = (const T *)planes + c * p->height * p->width;
        EACH_ROW(p, first, last, {
            if (!inside) {
                memset(out, 0, (size_t)p->out_width * sizeof(T));
            } else {
                const T *src = plane + start;
                for (int64_t x = 0; x < from; x++)
                    out[x] = 0;
                WITH_STEP(out[x] = src[x * S]);
                for (int64_t x = to; x < p->out_width; x++)
                    out[x] = 0;
            }
            out += p->out_width;
        })
    }
}

static void NAME(fold)(const struct rt_patches *p, int64_t channels, const void *columns, void *planes)
{
    const T *in = columns;

    for (int64_t c = 0; c < channels; c++) {
        T *plane = (T *)planes + c * p->height * p->width;
        EACH_ROW(p, 0, p->out_height, {
            if (inside) {
                T *dst = plane + start;
                WITH_STEP(dst[x * S] += in[x]);
            }
            in += p->out_width;
        })
    }
}

static void NAME(plane)(const struct rt_patches *p, const void *plane, const void *taps, void *out)
{
    EACH_ROW(p, 0, p->out_height, {
        if (inside) {
            const T *src = (const T *)plane + start;
            const T tap = ((const T *)taps)[i * p->window.kernel[1] + j];
            T *dst = (T *)out + y * p->out_width;
            WITH_STEP(dst[x] += tap * src[x * S]);
        }
    })
}

static void NAME(plane_input)(const struct rt_patches *p, const void *grad, const void *taps, void *plane)
{
    EACH_ROW(p, 0, p->out_height, {
        if (inside) {
            const T *src = (const T *)grad + y * p->out_width;
            const T tap = ((const T *)taps)[i * p->window.kernel[1] + j];
            T *dst = (T *)plane + start;
            WITH_STEP(dst[x * S] += tap * src[x]);
        }
    })
}

#undef EACH_ROW
#undef WITH_STEP
