/* bind_random.c: seeds and states of the default generators, as functions of torch. The generators themselves are in
 * bind_types.c. */
#include "bind_core.h"

#include <math.h>

static struct rt_generator *default_generator(void)
{
    return rt_device_generator(rt_device_cpu());
}

/* int(seed), as PyTorch takes it: floats are truncated, str are parsed, negative seeds wrap at 2^64. */
static int seed_of(struct lang_thread *t, lang_value v, uint64_t *out)
{
    lang_value n = lang_call(t, lang_obj(&lang_type_int), &v, 1, NULL);
    if (lang_is_error(n))
        return -1;
    if (n.tag == LANG_INT) {
        *out = (uint64_t)n.i;
        return 0;
    }
    int status = bind_uint64(t, n, out);
    if (status < 0 && !lang_error_occurred(t))
        lang_fail(t, LANG_EXC_ValueError, "Overflow when unpacking long long");
    lang_unref(t, n);
    return status;
}

static lang_value manual_seed(struct lang_thread *t, const lang_value *args)
{
    uint64_t seed = 0;
    if (seed_of(t, args[0], &seed) < 0)
        return lang_error();
    rt_manual_seed(seed);
    return bind_generator_wrap(t, default_generator());
}

static lang_value seed_randomly(struct lang_thread *t, const lang_value *args)
{
    (void)args;
    uint64_t seed = rt_generator_seed_randomly(default_generator());
    rt_manual_seed(seed);
    return lang_int_from_u64(t, seed);
}
static lang_value initial_seed(struct lang_thread *t, const lang_value *args)
{
    (void)args;
    return lang_int_from_u64(t, default_generator()->seed);
}
static lang_value with_default(struct lang_thread *t, const char *method, const lang_value *args, size_t nargs)
{
    lang_value g = bind_generator_wrap(t, default_generator());
    if (lang_is_error(g))
        return g;
    lang_value result = lang_call_method_c(t, g, method, args, nargs);
    lang_unref(t, g);
    return result;
}
static lang_value get_rng_state(struct lang_thread *t, const lang_value *args)
{
    (void)args;
    return with_default(t, "get_state", NULL, 0);
}
static lang_value set_rng_state(struct lang_thread *t, const lang_value *args)
{
    lang_value result = with_default(t, "set_state", args, 1);
    if (lang_is_error(result))
        return result;
    lang_unref(t, result);
    return lang_none();
}

const struct lang_method bind_random_functions[] = {
    {"manual_seed", "(seed)", manual_seed, "Seeds the generators of all devices; returns the default generator.",
     LANG_M_STATIC | LANG_M_PYTHON_ERRORS},
    {"seed", "()", seed_randomly, "Seeds the generators with a random number and returns it.",
     LANG_M_STATIC | LANG_M_PYTHON_ERRORS},
    {"initial_seed", "()", initial_seed, "The seed of the default generator.", LANG_M_STATIC | LANG_M_PYTHON_ERRORS},
    {"get_rng_state", "()", get_rng_state, "The state of the default generator, a tensor of bytes.",
     LANG_M_STATIC | LANG_M_PYTHON_ERRORS},
    {"set_rng_state", "(new_state)", set_rng_state, "Restores a state of get_rng_state().",
     LANG_M_STATIC | LANG_M_PYTHON_ERRORS},
    {NULL, NULL, NULL, NULL, 0}};
