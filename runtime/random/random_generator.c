/* Generators: state, seeds, MT19937 (Matsumoto and Nishimura, 1998) and Philox words (philox.h). Owns the rule which
   seed a default generator starts with. Must not know tensors or how numbers are made from words: the backends do that.
 */
#include "random_generator.h"
#include "philox.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

/* What torch.manual_seed left for devices that are opened later. */
static struct {
    pthread_mutex_t lock;
    bool set;
    uint64_t seed;
} devices = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void mt_seed(struct rt_generator *g, uint64_t seed)
{
    g->state[0] = (uint32_t)seed;
    for (uint32_t i = 1; i < RT_MT_WORDS; i++)
        g->state[i] = 1812433253u * (g->state[i - 1] ^ (g->state[i - 1] >> 30)) + i;
    g->left = 1;
    g->next = 0;
    g->seeded = true;
    g->cached_valid = false;
    g->cached = 0;
}

static void seed_locked(struct rt_generator *g, uint64_t seed)
{
    g->seed = seed;
    g->offset = 0;
    if (g->engine == RT_ENGINE_MT19937)
        mt_seed(g, seed);
}

struct rt_generator *rt_generator_new(struct rt_device *device, struct rt_error *err)
{
    struct rt_generator *g = rt_alloc(sizeof *g);
    if (!g) {
        rt_error_memory(err);
        return NULL;
    }
    memset(g, 0, sizeof *g);
    if (pthread_mutex_init(&g->lock, NULL) != 0) {
        rt_free(g);
        rt_error_memory(err);
        return NULL;
    }
    g->references = 1;
    g->device = device;
    g->engine = !device || device->host_memory ? RT_ENGINE_MT19937 : RT_ENGINE_PHILOX;
    seed_locked(g, RT_DEFAULT_SEED);
    return g;
}

struct rt_generator *rt_generator_new_default(struct rt_device *device, struct rt_error *err)
{
    struct rt_generator *g = rt_generator_new(device, err);
    uint64_t seed;
    if (!g)
        return NULL;
    if (g->engine == RT_ENGINE_PHILOX && rt_manual_seed_of_devices(&seed))
        rt_generator_seed(g, seed);
    else
        rt_generator_seed_randomly(g);
    return g;
}

void rt_generator_ref(struct rt_generator *generator)
{
    __atomic_fetch_add(&generator->references, 1, __ATOMIC_RELAXED);
}

void rt_generator_unref(struct rt_generator *generator)
{
    if (!generator || __atomic_fetch_sub(&generator->references, 1, __ATOMIC_ACQ_REL) != 1)
        return;
    pthread_mutex_destroy(&generator->lock);
    rt_free(generator);
}

void rt_generator_seed(struct rt_generator *generator, uint64_t seed)
{
    pthread_mutex_lock(&generator->lock);
    seed_locked(generator, seed);
    pthread_mutex_unlock(&generator->lock);
}

uint64_t rt_generator_seed_randomly(struct rt_generator *generator)
{
    uint64_t seed = 0;
    /* Early at boot the pool of the system may not be ready: then the clocks must do. */
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != (ssize_t)sizeof seed) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        seed = (uint64_t)now.tv_sec * 1000000007u ^ (uint64_t)now.tv_nsec << 20 ^ (uintptr_t)generator;
    }
    seed &= (1ull << 53) - 1; /* what PyTorch keeps, so that the number survives a float */
    rt_generator_seed(generator, seed);
    return seed;
}

void rt_manual_seed_accelerators(uint64_t seed)
{
    pthread_mutex_lock(&devices.lock);
    devices.set = true;
    devices.seed = seed;
    pthread_mutex_unlock(&devices.lock);
    for (int i = 0; i < RT_MAX_DEVICES; i++) { /* nothing is opened for it, not even looked for */
        struct rt_device *device = rt_device_opened(RT_CUDA, i);
        if (device && rt_device_generator(device))
            rt_generator_seed(rt_device_generator(device), seed);
    }
}

void rt_manual_seed(uint64_t seed)
{
    struct rt_generator *g = rt_device_generator(rt_device_cpu());
    if (g)
        rt_generator_seed(g, seed);
    rt_manual_seed_accelerators(seed);
}

bool rt_manual_seed_of_devices(uint64_t *seed)
{
    pthread_mutex_lock(&devices.lock);
    bool set = devices.set;
    *seed = devices.seed;
    pthread_mutex_unlock(&devices.lock);
    return set;
}

uint32_t rt_generator_next32(struct rt_generator *generator)
{
    if (--generator->left == 0) {
        rt_mt_twist(generator->state);
        generator->left = RT_MT_WORDS;
        generator->next = 0;
    }
    return rt_mt_temper(generator->state[generator->next++]);
}

uint64_t rt_generator_next64(struct rt_generator *generator)
{
    uint64_t high = rt_generator_next32(generator);
    return high << 32 | rt_generator_next32(generator);
}

uint64_t rt_generator_take(struct rt_generator *generator, uint64_t words, uint64_t *seed)
{
    pthread_mutex_lock(&generator->lock);
    uint64_t offset = generator->offset;
    *seed = generator->seed;
    generator->offset += (words + 3) / 4 * 4;
    pthread_mutex_unlock(&generator->lock);
    return offset;
}

void rt_philox(uint64_t seed, uint64_t subsequence, uint64_t block, uint32_t words[4])
{
    rt_philox_words(seed, subsequence, block, words);
}

/* ---- the state as bytes ------------------------------------------------------------------------------------------ */

/* The offsets of the fields of an MT19937 state in PyTorch (little-endian). */
enum {
    AT_SEED = 0,
    AT_LEFT = 8,
    AT_SEEDED = 12,
    AT_NEXT = 16,
    AT_WORDS = 24,
    AT_CACHED = 5024,
    AT_CACHED_VALID = 5040
};

size_t rt_generator_state_size(const struct rt_generator *generator)
{
    return generator->engine == RT_ENGINE_MT19937 ? RT_MT_STATE_SIZE : RT_PHILOX_STATE_SIZE;
}

static void mt_get_state(const struct rt_generator *g, unsigned char *bytes)
{
    int32_t left = g->left, seeded = g->seeded, valid = g->cached_valid;
    uint64_t next = (uint64_t)g->next;
    memset(bytes, 0, RT_MT_STATE_SIZE);
    memcpy(bytes + AT_SEED, &g->seed, 8);
    memcpy(bytes + AT_LEFT, &left, 4);
    memcpy(bytes + AT_SEEDED, &seeded, 4);
    memcpy(bytes + AT_NEXT, &next, 8);
    for (int i = 0; i < RT_MT_WORDS; i++) {
        uint64_t word = g->state[i];
        memcpy(bytes + AT_WORDS + 8 * i, &word, 8);
    }
    if (valid) {
        memcpy(bytes + AT_CACHED, &g->cached, 8);
        memcpy(bytes + AT_CACHED_VALID, &valid, 4);
    }
}

void rt_generator_get_state(struct rt_generator *generator, void *bytes)
{
    pthread_mutex_lock(&generator->lock);
    if (generator->engine == RT_ENGINE_MT19937) {
        mt_get_state(generator, bytes);
    } else {
        memcpy(bytes, &generator->seed, 8);
        memcpy((char *)bytes + 8, &generator->offset, 8);
    }
    pthread_mutex_unlock(&generator->lock);
}

static int mt_set_state(struct rt_generator *g, const unsigned char *bytes, struct rt_error *err)
{
    int32_t left, seeded, valid;
    uint64_t next;
    memcpy(&left, bytes + AT_LEFT, 4);
    memcpy(&seeded, bytes + AT_SEEDED, 4);
    memcpy(&next, bytes + AT_NEXT, 8);
    memcpy(&valid, bytes + AT_CACHED_VALID, 4);
    /* left - 1 words from next on must be inside the state: the bytes may come from anywhere */
    if (!seeded || left <= 0 || left > RT_MT_WORDS || next > RT_MT_WORDS || (uint64_t)left - 1 + next > RT_MT_WORDS)
        return rt_error_set(err, RT_RUNTIME, "Invalid mt19937 state");
    memcpy(&g->seed, bytes + AT_SEED, 8);
    g->left = left;
    g->next = (int)next;
    g->seeded = true;
    for (int i = 0; i < RT_MT_WORDS; i++) {
        uint64_t word;
        memcpy(&word, bytes + AT_WORDS + 8 * i, 8);
        g->state[i] = (uint32_t)word;
    }
    g->cached_valid = valid != 0;
    memcpy(&g->cached, bytes + AT_CACHED, 8);
    return 0;
}

int rt_generator_set_state(struct rt_generator *generator, const void *bytes, size_t size, struct rt_error *err)
{
    if (generator->engine == RT_ENGINE_MT19937) {
        if (size != RT_MT_STATE_SIZE)
            return rt_error_set(
                err, RT_RUNTIME,
                "Expected a CPUGeneratorImplState of size 5056 but found the input RNG state size to be %zu", size);
        pthread_mutex_lock(&generator->lock);
        int status = mt_set_state(generator, bytes, err);
        pthread_mutex_unlock(&generator->lock);
        return status;
    }
    if (size != RT_PHILOX_STATE_SIZE && size != 8)
        return rt_error_set(err, RT_RUNTIME, "RNG state is wrong size");
    uint64_t seed, offset = 0;
    memcpy(&seed, bytes, 8);
    if (size == RT_PHILOX_STATE_SIZE)
        memcpy(&offset, (const char *)bytes + 8, 8);
    if (offset % 4 != 0)
        return rt_error_set(err, RT_RUNTIME, "offset must be a multiple of 4");
    pthread_mutex_lock(&generator->lock);
    generator->seed = seed;
    generator->offset = offset;
    pthread_mutex_unlock(&generator->lock);
    return 0;
}
