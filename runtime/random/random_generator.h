/* Random number generators: state, seeds and streams of words. The fills themselves are the kernel class `random` of
   each backend (cpu/cpu_random.c is bit-equal to PyTorch's CPU generator, sim/sim_random.c follows its CUDA generator).
   Knows no tensor. */
#ifndef RT_RANDOM_H
#define RT_RANDOM_H

#include "device.h"
#include <pthread.h>

enum rt_engine { RT_ENGINE_MT19937, RT_ENGINE_PHILOX };

#define RT_MT_WORDS 624

struct rt_generator {
    int references; /* atomic */
    enum rt_engine engine;
    struct rt_device *device;
    pthread_mutex_t lock; /* held by the functions below that say so, and by a backend for the length of a fill */
    uint64_t seed;
    /* MT19937 (cpu) */
    uint32_t state[RT_MT_WORDS];
    int left, next; /* PyTorch's counters: words left before the next twist plus one, position of the next word */
    bool seeded;
    bool cached_valid; /* the second half of a Box-Muller pair */
    double cached;
    /* Philox (accelerators): words already used, a multiple of 4 */
    uint64_t offset;
};

#define RT_DEFAULT_SEED 67280421310721ull
#define RT_MT_STATE_SIZE 5056
#define RT_PHILOX_STATE_SIZE 16

/* A new generator with PyTorch's default seed: MT19937 for a device of host memory (or NULL: no device yet), Philox for
   others. NULL and RT_MEMORY on failure. */
struct rt_generator *rt_generator_new(struct rt_device *device, struct rt_error *err);
/* A default generator, as rt_device_generator() makes one: seeded by the last rt_manual_seed(), or randomly. */
struct rt_generator *rt_generator_new_default(struct rt_device *device, struct rt_error *err);
void rt_generator_ref(struct rt_generator *generator);
void rt_generator_unref(struct rt_generator *generator); /* NULL is ignored */

/* manual_seed of one generator: also drops the cached normal and sets the offset to 0. Takes the lock. */
void rt_generator_seed(struct rt_generator *generator, uint64_t seed);
/* A random seed from the system (32 bits for MT19937 as PyTorch takes, 53 for Philox); returns it. Takes the lock. */
uint64_t rt_generator_seed_randomly(struct rt_generator *generator);

/* torch.manual_seed: the default generator of the CPU and of every opened or later opened accelerator. */
void rt_manual_seed(uint64_t seed);
/* torch.cuda.manual_seed_all: only the accelerators, now and later. */
void rt_manual_seed_accelerators(uint64_t seed);
/* The seed that devices opened later start with; false if there was none (they seed themselves). */
bool rt_manual_seed_of_devices(uint64_t *seed);

/* Bytes of get_rng_state: size is RT_MT_STATE_SIZE or RT_PHILOX_STATE_SIZE. set: RT_RUNTIME on a bad size or a state
   that cannot be (nothing is changed then). Both take the lock. */
size_t rt_generator_state_size(const struct rt_generator *generator);
void rt_generator_get_state(struct rt_generator *generator, void *bytes);
int rt_generator_set_state(struct rt_generator *generator, const void *bytes, size_t size, struct rt_error *err);

/* The next words of an MT19937 stream. The caller holds the lock, or owns the generator alone. */
uint32_t rt_generator_next32(struct rt_generator *generator);
uint64_t rt_generator_next64(struct rt_generator *generator); /* first word is the high half */

/* Takes `words` (rounded up to a multiple of 4) of a Philox stream: returns the offset before, which names them.
   Takes the lock; *seed receives the key. */
uint64_t rt_generator_take(struct rt_generator *generator, uint64_t words, uint64_t *seed);
/* Block number `block` (offset / 4) of a subsequence: four words. Philox4x32-10. */
void rt_philox(uint64_t seed, uint64_t subsequence, uint64_t block, uint32_t words[4]);

/* One twist of MT19937: all 624 words anew. Inline, so that each instruction set's loops hold a vectorised one: the
   distances 397 and 227 between source and target allow any vector length. */
static inline uint32_t rt_mt_mix(uint32_t a, uint32_t b)
{
    uint32_t y = (a & 0x80000000u) | (b & 0x7fffffffu);
    return (y >> 1) ^ (-(b & 1u) & 0x9908b0dfu);
}
static inline void rt_mt_twist(uint32_t *state)
{
    for (int i = 0; i < RT_MT_WORDS - 397; i++)
        state[i] = state[i + 397] ^ rt_mt_mix(state[i], state[i + 1]);
    for (int i = RT_MT_WORDS - 397; i < RT_MT_WORDS - 1; i++)
        state[i] = state[i - (RT_MT_WORDS - 397)] ^ rt_mt_mix(state[i], state[i + 1]);
    state[RT_MT_WORDS - 1] = state[396] ^ rt_mt_mix(state[RT_MT_WORDS - 1], state[0]);
}
static inline uint32_t rt_mt_temper(uint32_t y)
{
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

#endif
