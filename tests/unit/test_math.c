/* The pointwise loops' own mathematical functions: their distance from the C library's over the whole range of floats
   (and a random walk of doubles), special values, and the same bits on every instruction set the machine has, however
   the work is cut. Links the runtime alone. */
#include "harness.h"

#include "cpu/cpu.h"
#include "runtime.h"

#define PIECE 4096
#define STEP 6007 /* between the bit patterns that are looked at */

static const struct rt_cpu_loops *sets[3];
static int set_count;

static void find_sets(void)
{
    set_count = 0;
    sets[set_count++] = &rt_cpu_loops_baseline;
#if defined __x86_64__
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        sets[set_count++] = &rt_cpu_loops_avx2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl"))
        sets[set_count++] = &rt_cpu_loops_avx512;
#endif
}

/* Distance in units of the last place of a number with that many digits; a wrong kind of number is far away. */
static double distance(double got, double want, double exact, int digits, int smallest)
{
    int exponent;

    if (isnan(got) || isnan(want))
        return isnan(got) && isnan(want) ? 0 : 1e9;
    if (isinf(got) || isinf(want))
        return got == want || (digits == 24 && fabs(exact) > 0x1.fffffep127 && isinf(got)) ? 0 : 1e9;
    if (got == 0 && want == 0)
        return signbit(got) == signbit(want) ? 0 : 1e9;
    frexp(exact, &exponent);
    return fabs(got - exact) / ldexp(1, (exponent < smallest ? smallest : exponent) - digits);
}

static const struct {
    const char *name;
    enum rt_map_op op;
    double (*exact)(double);
    double allowed32, allowed64; /* 0: the C library's in double */
} functions[] = {
    {"exp", RT_MAP_exp, exp, 1.1, 1.1},       {"expm1", RT_MAP_expm1, expm1, 1.6, 2.1},
    {"exp2", RT_MAP_exp2, exp2, 0.7, 0},      {"log", RT_MAP_log, log, 1, 1.1},
    {"log2", RT_MAP_log2, log2, 0.51, 0},     {"log10", RT_MAP_log10, log10, 0.51, 0},
    {"log1p", RT_MAP_log1p, log1p, 1.6, 1.1}, {"sin", RT_MAP_sin, sin, 0.6, 1},
    {"cos", RT_MAP_cos, cos, 0.6, 1},         {"tan", RT_MAP_tan, tan, 0.9, 2.5},
    {"sinh", RT_MAP_sinh, sinh, 0.51, 0},     {"cosh", RT_MAP_cosh, cosh, 0.51, 0},
    {"tanh", RT_MAP_tanh, tanh, 1.7, 4.1},    {"asinh", RT_MAP_asinh, asinh, 0.51, 0},
    {"acosh", RT_MAP_acosh, acosh, 0.51, 0},  {"atanh", RT_MAP_atanh, atanh, 0.51, 0},
    {"erf", RT_MAP_erf, erf, 1.8, 0},
};
static const struct rt_loop_param none[RT_MAX_PARAMS];

TEST(floats_of_all_sizes_lie_close_to_the_exact_value_with_the_same_bits_everywhere)
{
    static float in[PIECE], out[PIECE], other[PIECE];
    static const uint32_t special[] = {0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00000,
                                       1,          0x80000001, 0x3f800000, 0xbf800000, 0x7f7fffff,
                                       0xff7fffff, 0x49800000, 0x49800001, 0x4b000001};

    find_sets();
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        double worst = 0, at = 0;
        for (uint64_t bits = f; bits < 1ull << 32; bits += (uint64_t)PIECE * STEP) {
            for (int i = 0; i < PIECE; i++) {
                uint32_t u = (uint32_t)(bits + (uint64_t)i * STEP);
                if (i < (int)(sizeof special / sizeof *special))
                    u = special[i];
                memcpy(&in[i], &u, 4);
            }
            sets[0]->map[RT_LOOP_F32][functions[f].op](PIECE, out, in, none);
            for (int i = 0; i < PIECE; i++) {
                double exact = functions[f].exact((double)in[i]);
                double far = distance((double)out[i], (double)(float)exact, exact, 24, -125);
                if (far > worst)
                    worst = far, at = (double)in[i];
            }
            for (int s = 1; s < set_count; s++) {
                int cut = (int)(bits / PIECE % 37);
                sets[s]->map[RT_LOOP_F32][functions[f].op](cut, other, in, none);
                sets[s]->map[RT_LOOP_F32][functions[f].op](PIECE - cut, other + cut, in + cut, none);
                for (int i = 0; i < PIECE; i++)
                    if (memcmp(&out[i], &other[i], 4) != 0 && !(isnan(out[i]) && isnan(other[i]))) {
                        printf("%s(%a): %a with %s, %a with %s\n", functions[f].name, (double)in[i], (double)out[i],
                               sets[0]->name, (double)other[i], sets[s]->name);
                        harness.failures++;
                        return;
                    }
            }
        }
        if (worst > functions[f].allowed32)
            printf("%s: %g units of the last place at %a\n", functions[f].name, worst, at);
        CHECK(worst <= functions[f].allowed32);
    }
}

TEST(doubles_lie_close_to_the_exact_value_with_the_same_bits_everywhere)
{
    static double in[PIECE], out[PIECE], other[PIECE];
    static const double special[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 1, -1, 0x1p-1074, -0x1p-1074, 1e308, -1e308};
    uint64_t seed = 1;

    find_sets();
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        double worst = 0, at = 0, scale = 1;
        if (functions[f].allowed64 == 0)
            continue;
        for (int piece = 0; piece < 120; piece++) {
            for (int i = 0; i < PIECE; i++) {
                seed = seed * 6364136223846793005ull + 1442695040888963407ull;
                scale = ldexp(1, (int)(seed >> 40 & 31) - 20);
                in[i] = ((double)(int64_t)seed * 0x1p-62) * scale;
                if (i < (int)(sizeof special / sizeof *special))
                    in[i] = special[i];
            }
            sets[0]->map[RT_LOOP_F64][functions[f].op](PIECE, out, in, none);
            for (int i = 0; i < PIECE; i++) {
                double exact = functions[f].exact(in[i]), far = distance(out[i], exact, exact, 53, -1021);
                if (far > worst)
                    worst = far, at = in[i];
            }
            for (int s = 1; s < set_count; s++) {
                sets[s]->map[RT_LOOP_F64][functions[f].op](PIECE, other, in, none);
                for (int i = 0; i < PIECE; i++)
                    CHECK(memcmp(&out[i], &other[i], 8) == 0 || (isnan(out[i]) && isnan(other[i])));
            }
        }
        /* the C library's own error comes on top */
        if (worst > functions[f].allowed64)
            printf("%s: %g units of the last place at %a\n", functions[f].name, worst, at);
        CHECK(worst <= functions[f].allowed64);
    }
}

TEST(powers_are_those_of_the_library)
{
    static const float values[] = {0.0f,   -0.0f,   1.0f,     -1.0f,     2.0f,   -2.0f, 0.5f,        -0.5f,
                                   3.0f,   -3.0f,   1e30f,    -1e30f,    1e-30f, 7.0f,  16777217.0f, -2147483648.0f,
                                   1e-40f, -1e-40f, INFINITY, -INFINITY, NAN,    1.5f,  -0.3333f,    85.0f};
    enum { N = sizeof values / sizeof *values };
    float x[N * N], y[N * N], out[N * N];

    find_sets();
    for (int i = 0; i < N * N; i++)
        x[i] = values[i / N], y[i] = values[i % N];
    for (int s = 0; s < set_count; s++) {
        sets[s]->zip[RT_LOOP_F32][RT_ZIP_pow](N * N, out, x, y, none);
        for (int i = 0; i < N * N; i++) {
            double exact = pow((double)x[i], (double)y[i]);
            double far = distance((double)out[i], (double)(float)exact, exact, 24, -125);
            if (far > 0.51)
                printf("pow(%a, %a) with %s: %a\n", (double)x[i], (double)y[i], sets[s]->name, (double)out[i]);
            CHECK(far <= 0.51);
        }
    }
}

HARNESS_MAIN
