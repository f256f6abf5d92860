/* The CPU's generator: every vector of PyTorch's stream, on every instruction set's loops the machine has; state,
   seeds, order of elements. Links the runtime alone. */
#include "harness.h"

#include "cpu/cpu_random.h"
#include "device.h"
#include "random/random_generator.h"
#include "runtime.h"

#define TENSOR -1

struct vector {
    const char *name;
    uint64_t seed;
    int kind;
    enum rt_dtype dtype;
    double params[2];
    int64_t bounds[2];
    int n;
    const char *values;
};

#define RT_RANDOM_TENSOR TENSOR
static const struct vector vectors[] = {
#define VECTOR(name, seed, kind, dtype, p0, p1, b0, b1, n, values)                                                     \
    {name, seed, RT_RANDOM_##kind, dtype, {p0, p1}, {b0, b1}, n, values},
#include "random_vectors.h"
#undef VECTOR
};

static struct rt_view view1(void *data, enum rt_dtype dtype, int64_t n)
{
    return (struct rt_view){.data = data, .dtype = dtype, .ndim = 1, .shape = {n}, .strides = {1}};
}

static int draw(struct rt_generator *g, const struct vector *v, void *out)
{
    struct rt_error err = {0};
    float p[64];
    struct rt_random_call call = {.kind = v->kind == TENSOR ? RT_RANDOM_BERNOULLI : (enum rt_random_kind)v->kind,
                                  .generator = g,
                                  .params = {v->params[0], v->params[1]},
                                  .bounds = {v->bounds[0], v->bounds[1]},
                                  .out = view1(out, v->dtype, v->n)};
    if (v->kind == TENSOR) {
        for (int i = 0; i < v->n; i++)
            p[i] = (float)v->params[0];
        call.in = view1(p, RT_FLOAT32, v->n);
    }
    return rt_device_cpu()->kernels->random(rt_device_cpu(), &call, &err);
}

static double value_at(enum rt_dtype dtype, const void *data, int i)
{
    return rt_scalar_to_double(rt_scalar_load(dtype, (const char *)data + (size_t)i * rt_dtype_size(dtype)));
}

static struct rt_generator *seeded(uint64_t seed)
{
    struct rt_error err = {0};
    struct rt_generator *g = rt_generator_new(rt_device_cpu(), &err);
    if (g)
        rt_generator_seed(g, seed);
    return g;
}

TEST(every_vector_is_equal_to_the_bit)
{
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        const struct vector *v = &vectors[i];
        _Alignas(64) char out[8 * 64];
        struct rt_generator *g = seeded(v->seed);
        REQUIRE(g != NULL);
        CHECK_INT(draw(g, v, out), 0);
        char *at = (char *)(uintptr_t)v->values, *end;
        for (int k = 0; *at; k++) {
            double want = strtod(at, &end);
            REQUIRE(end != at);
            if (v->kind == RT_RANDOM_FULL && v->dtype == RT_INT64) {
                long long exact = strtoll(at, &end, 10);
                CHECK_MSG(((int64_t *)(void *)out)[k] == exact, "%s [%d]", v->name, k);
            } else {
                CHECK_MSG(value_at(v->dtype, out, k) == want, "s%d %s [%d] is %a, not %a", (int)v->seed, v->name, k,
                          value_at(v->dtype, out, k), want);
            }
            at = end;
        }
        rt_generator_unref(g);
    }
}

TEST(words_of_the_engine)
{
    static const uint32_t s0[] = {2357136044, 2546248239, 3071714933, 3626093760};
    struct rt_generator *g = seeded(0);
    for (int i = 0; i < 4; i++)
        CHECK_INT(rt_generator_next32(g), s0[i]);
    for (int i = 4; i < 10000; i++)
        rt_generator_next32(g);
    /* the 10,000th word of the standard's reference generator starts from another seed */
    rt_generator_seed(g, 5489);
    uint32_t last = 0;
    for (int i = 0; i < 10000; i++)
        last = rt_generator_next32(g);
    CHECK_INT(last, 4123659995u);
    rt_generator_unref(g);
}

/* All loops of the machine give the bits of the baseline ones. */
static void compare_loops(const struct rt_cpu_random_loops *other)
{
    enum { N = 999 };
    const struct rt_cpu_random_loops *base = &rt_cpu_random_baseline;
    static uint32_t state[RT_MT_WORDS], state2[RT_MT_WORDS], words[2 * N + 2];
    static float f[2][1008];
    static double d[2][N];
    static int64_t k[2][N];
    struct rt_generator *g = seeded(7);
    memcpy(state, g->state, sizeof state);
    memcpy(state2, g->state, sizeof state);
    base->twist(state);
    other->twist(state2);
    CHECK_MEM(state2, state, sizeof state);
    for (int i = 0; i < 2 * N; i++)
        words[i] = rt_generator_next32(g);
    words[0] = 0;
    words[1] = 0xffffffff;
    base->uniform32(words, f[0], N, -3, 7.1f);
    other->uniform32(words, f[1], N, -3, 7.1f);
    CHECK_MEM(f[1], f[0], N * sizeof(float));
    base->uniform64(words, d[0], N, -3, 7.1);
    other->uniform64(words, d[1], N, -3, 7.1);
    CHECK_MEM(d[1], d[0], sizeof d[0]);
    static const uint32_t ranges[] = {1, 2, 3, 10, 255, 65536, 1000003, (1u << 28) - 1, 1u << 31};
    for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
        base->modulo32(words, k[0], N, ranges[r], -5);
        other->modulo32(words, k[1], N, ranges[r], -5);
        CHECK_MEM(k[1], k[0], sizeof k[0]);
        for (int i = 0; i < N; i++)
            CHECK_MSG(k[0][i] == (int64_t)(words[i] % ranges[r]) - 5, "%u %% %u", words[i], ranges[r]);
    }
    base->below64(words, k[0], N, 0.37);
    other->below64(words, k[1], N, 0.37);
    CHECK_MEM(k[1], k[0], sizeof k[0]);
    base->uniform32(words, f[0], 1008, 0, 1);
    memcpy(f[1], f[0], sizeof f[0]);
    base->normal32(f[0], 63, 0.5f, 3);
    other->normal32(f[1], 63, 0.5f, 3);
    CHECK_MEM(f[1], f[0], sizeof f[0]);
    rt_generator_unref(g);
}

TEST(instruction_sets_give_the_same_bits)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        compare_loops(&rt_cpu_random_avx2);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"))
        compare_loops(&rt_cpu_random_avx512);
#endif
    compare_loops(&rt_cpu_random_baseline);
}

TEST(sizes_agree_with_one_word_at_a_time)
{
    struct rt_error err = {0};
    enum { N = 3001 };
    static float out[N];
    struct rt_generator *g = seeded(42), *h = seeded(42);
    struct vector v = {.kind = RT_RANDOM_UNIFORM, .dtype = RT_FLOAT32, .params = {0, 1}};
    for (int round = 0; round < 3; round++) {
        v.n = N - 700 * round;
        struct rt_random_call call = {
            .kind = RT_RANDOM_UNIFORM, .generator = g, .params = {0, 1}, .out = view1(out, RT_FLOAT32, v.n)};
        CHECK_INT(rt_device_cpu()->kernels->random(rt_device_cpu(), &call, &err), 0);
        for (int i = 0; i < v.n; i++)
            REQUIRE(out[i] == (float)(rt_generator_next32(h) & 0xffffff) * 0x1p-24f);
    }
    CHECK_INT(g->left, h->left);
    CHECK_INT(g->next, h->next);
    rt_generator_unref(g);
    rt_generator_unref(h);
}

TEST(elements_are_drawn_in_memory_order)
{
    struct rt_error err = {0};
    float a[6], b[12];
    struct rt_generator *g = seeded(0);
    struct rt_random_call call = {.kind = RT_RANDOM_UNIFORM, .generator = g, .params = {0, 1}};
    call.out = (struct rt_view){.data = a, .dtype = RT_FLOAT32, .ndim = 2, .shape = {3, 2}, .strides = {1, 3}};
    CHECK_INT(rt_device_cpu()->kernels->random(rt_device_cpu(), &call, &err), 0);
    CHECK(a[0] == 0x1.fc2abp-2f && a[1] == 0x1.89545ep-1f && a[5] == 0x1.44a5f6p-1f);
    memset(b, 0, sizeof b);
    rt_generator_seed(g, 0);
    call.out = (struct rt_view){.data = b, .dtype = RT_FLOAT32, .ndim = 2, .shape = {3, 2}, .strides = {4, 2}};
    CHECK_INT(rt_device_cpu()->kernels->random(rt_device_cpu(), &call, &err), 0);
    CHECK(b[0] == 0x1.fc2abp-2f && b[2] == 0x1.89545ep-1f && b[4] == 0x1.6a675p-4f && b[10] == 0x1.44a5f6p-1f);
    CHECK(b[1] == 0 && b[3] == 0 && b[11] == 0);
    rt_generator_unref(g);
}

TEST(the_second_normal_of_a_pair_waits_until_the_seed_changes)
{
    struct vector one = {.kind = RT_RANDOM_NORMAL, .dtype = RT_FLOAT32, .params = {0, 1}, .n = 1};
    struct vector uniform = {.kind = RT_RANDOM_UNIFORM, .dtype = RT_FLOAT32, .params = {0, 1}, .n = 3};
    float x[3], y;
    struct rt_generator *g = seeded(0);
    draw(g, &one, &y);
    CHECK(y == 0x1.8a7eb8p+0f);
    draw(g, &uniform, x);
    draw(g, &one, &y);
    CHECK(y == -0x1.2c78ap-2f);
    draw(g, &one, &y);
    rt_generator_seed(g, 0);
    draw(g, &one, &y);
    CHECK(y == 0x1.8a7eb8p+0f);
    rt_generator_unref(g);
}

TEST(state_can_be_kept_and_restored)
{
    unsigned char state[RT_MT_STATE_SIZE], other[RT_MT_STATE_SIZE];
    struct rt_error err = {0};
    struct vector v = {.kind = RT_RANDOM_NORMAL, .dtype = RT_FLOAT64, .params = {0, 1}, .n = 5};
    double a[5], b[5];
    struct rt_generator *g = seeded(3);
    draw(g, &v, a);
    CHECK_INT(rt_generator_state_size(g), RT_MT_STATE_SIZE);
    rt_generator_get_state(g, state);
    draw(g, &v, a);
    CHECK_INT(rt_generator_set_state(g, state, sizeof state, &err), 0);
    draw(g, &v, b);
    CHECK_MEM(b, a, sizeof a);
    rt_generator_get_state(g, other);
    CHECK_INT(rt_generator_set_state(g, state, 16, &err), -1);
    CHECK_INT(err.code, RT_RUNTIME);
    CHECK_STR(err.text, "Expected a CPUGeneratorImplState of size 5056 but found the input RNG state size to be 16");
    for (int i = 0; i < 4; i++) { /* counters that would read beyond the state */
        static const struct {
            int at;
            int32_t value;
        } bad[] = {{8, 0}, {8, 100000}, {12, 0}, {16, 5000}};
        struct rt_error wrong = {0};
        rt_generator_get_state(g, state);
        memcpy(state + bad[i].at, &bad[i].value, 4);
        CHECK_INT(rt_generator_set_state(g, state, sizeof state, &wrong), -1);
        CHECK_STR(wrong.text, "Invalid mt19937 state");
    }
    rt_generator_get_state(g, state);
    CHECK_MEM(state, other, sizeof state);
    rt_generator_unref(g);
}

TEST(philox_blocks)
{
    uint32_t w[4];
    rt_philox(0, 0, 0, w);
    CHECK(w[0] == 0x6627e8d5 && w[1] == 0xe169c58d && w[2] == 0xbc57ac4c && w[3] == 0x9b00dbd8);
    rt_philox(0, 1, 0, w);
    CHECK(w[0] == 0x844515e1 && w[1] == 0xf08d6eaa && w[2] == 0x0f19c053 && w[3] == 0x83f875f0);
    rt_philox(0, 0, 1, w);
    CHECK(w[0] == 0xf8e4cca4 && w[1] == 0x5cb200db && w[2] == 0xb1a574eb && w[3] == 0x097eff67);
    rt_philox(42, 0, 0, w);
    CHECK(w[0] == 0x9ceaf053 && w[1] == 0x77f5493b && w[2] == 0x12bf50ad && w[3] == 0x5742b3d7);
}

TEST(multinomial_with_replacement)
{
    struct rt_error err = {0};
    static const int want[] = {3, 3, 2, 3, 3, 3, 1, 2, 2, 1, 2, 1, 2, 3, 2, 2, 2, 1, 3, 3};
    float cumulative[4] = {0.1f / 1.0f, 0.3f, 0.6f, 1};
    int64_t out[20];
    struct rt_generator *g = seeded(0);
    struct rt_random_call call = {.kind = RT_RANDOM_MULTINOMIAL, .generator = g};
    call.out = view1(out, RT_INT64, 20);
    call.in = view1(cumulative, RT_FLOAT32, 4);
    CHECK_INT(rt_device_cpu()->kernels->random(rt_device_cpu(), &call, &err), 0);
    for (int i = 0; i < 20; i++)
        CHECK_INT(out[i], want[i]);
    rt_generator_unref(g);
}

TEST(an_empty_fill_draws_nothing)
{
    struct rt_error err = {0};
    struct rt_generator *g = seeded(0);
    struct rt_random_call call = {.kind = RT_RANDOM_NORMAL, .generator = g, .params = {0, 1}};
    call.out = view1(NULL, RT_FLOAT32, 0);
    CHECK_INT(rt_device_cpu()->kernels->random(rt_device_cpu(), &call, &err), 0);
    CHECK_INT(rt_generator_next32(g), 2357136044u);
    rt_generator_unref(g);
}

TEST(manual_seed_reaches_the_default_generator)
{
    rt_manual_seed(42);
    struct rt_generator *g = rt_device_generator(rt_device_cpu());
    REQUIRE(g != NULL);
    CHECK_INT(rt_generator_next32(g), 1608637542);
    uint64_t seed;
    CHECK(rt_manual_seed_of_devices(&seed));
    CHECK_INT(seed, 42);
}

HARNESS_MAIN
