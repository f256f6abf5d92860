/* random_program.c: fills of the CPU's generator as raw bytes, for random_diff.py.
 *
 * Each line of the input is a call: SEED (-1: go on) KIND DTYPE N P0 P1 FROM TO LAYOUT, numbers of the enumerations in
 * device.h and dtype.h; layout 0 is contiguous, 1 has gaps of one element, 2 is a transposed matrix of three columns.
 */
#include "device.h"
#include "random/random_generator.h"

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    struct rt_error err = {0};
    struct rt_generator *generator = rt_generator_new(rt_device_cpu(), &err);
    char line[300];
    while (generator && fgets(line, sizeof line, stdin)) {
        long long seed, from, to, n;
        int kind, dtype, layout;
        double p0, p1;
        if (sscanf(line, "%lld %d %d %lld %lf %lf %lld %lld %d", &seed, &kind, &dtype, &n, &p0, &p1, &from, &to,
                   &layout) != 9 ||
            n < 1 || n > 1 << 24 || dtype < 0 || dtype >= RT_DTYPE_COUNT)
            return 2;
        if (seed >= 0)
            rt_generator_seed(generator, (uint64_t)seed);
        size_t size = rt_dtype_size((enum rt_dtype)dtype);
        char *memory = calloc((size_t)n * 2, size);
        if (!memory)
            return 2;
        struct rt_random_call call = {
            .kind = (enum rt_random_kind)kind, .generator = generator, .params = {p0, p1}, .bounds = {from, to}};
        call.out = (struct rt_view){
            .data = memory, .dtype = (enum rt_dtype)dtype, .ndim = 1, .shape = {n}, .strides = {layout == 1 ? 2 : 1}};
        if (layout == 2) {
            call.out.ndim = 2;
            call.out.shape[0] = call.out.strides[1] = n / 3;
            call.out.shape[1] = 3;
            n = n / 3 * 3;
        }
        if (rt_device_cpu()->kernels->random(rt_device_cpu(), &call, &err) < 0) {
            fprintf(stderr, "%s\n", err.text);
            return 1;
        }
        fwrite(memory, size, (size_t)(layout == 1 ? 2 * n : n), stdout);
        free(memory);
    }
    rt_generator_unref(generator);
    return 0;
}
