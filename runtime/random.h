/* Random number generators: state and streams. The fills themselves are the kernel class `random` of each backend
   (cpu/cpu_random.c is bit-equal to PyTorch's CPU generator: facts/pytorch.md section 3). Knows no tensor. */
#ifndef RT_RANDOM_H
#define RT_RANDOM_H

#include "device.h"

enum rt_engine { RT_ENGINE_MT19937, RT_ENGINE_PHILOX };

struct rt_generator {
  int references; /* atomic */
  enum rt_engine engine;
  struct rt_device *device;
  uint64_t seed;
  /* MT19937 (cpu) */
  uint32_t state[624];
  int left, next;
  bool seeded;
  bool cached_valid; /* the second half of a Box-Muller pair */
  double cached;
  /* Philox (accelerators): words already used, a multiple of 4 */
  uint64_t offset;
};

#define RT_DEFAULT_SEED 67280421310721ull
#define RT_MT_STATE_SIZE 5056
#define RT_PHILOX_STATE_SIZE 16

/* A new generator with PyTorch's default seed. NULL and RT_MEMORY on failure. */
struct rt_generator *rt_generator_new(struct rt_device *device, struct rt_error *err);
void rt_generator_ref(struct rt_generator *generator);
void rt_generator_unref(struct rt_generator *generator);

/* manual_seed of one generator: also drops the cached normal and sets the offset to 0. */
void rt_generator_seed(struct rt_generator *generator, uint64_t seed);
/* A random seed from the system; returns it. */
uint64_t rt_generator_seed_randomly(struct rt_generator *generator);

/* torch.manual_seed: the default generator of the CPU and of every opened or later opened accelerator. */
void rt_manual_seed(uint64_t seed);
/* The seed that devices opened later start with; false if manual_seed was never called (they seed themselves). */
bool rt_manual_seed_of_devices(uint64_t *seed);

/* Bytes of get_rng_state: size is RT_MT_STATE_SIZE or RT_PHILOX_STATE_SIZE. set: RT_RUNTIME/RT_TYPE on a bad size. */
size_t rt_generator_state_size(const struct rt_generator *generator);
void rt_generator_get_state(const struct rt_generator *generator, void *bytes);
int rt_generator_set_state(struct rt_generator *generator, const void *bytes, size_t size, struct rt_error *err);

/* The next words of an MT19937 stream. */
uint32_t rt_generator_next32(struct rt_generator *generator);
uint64_t rt_generator_next64(struct rt_generator *generator); /* first word is the high half */

#endif
