/* Devices: the registry of providers, the current device and stream of a thread, device names, the interrupt flag. Must
   not know a backend but the entry points of the CPU and the meta device. */
#include "device.h"
#include "random/random_generator.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const struct rt_device_provider *providers[RT_DEVICE_TYPE_COUNT];
static const struct rt_device_provider *(*finders[RT_DEVICE_TYPE_COUNT])(void); /* not asked yet */
static struct rt_device *opened[RT_DEVICE_TYPE_COUNT][RT_MAX_DEVICES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int current[RT_DEVICE_TYPE_COUNT];
static _Thread_local struct rt_stream *streams[RT_DEVICE_TYPE_COUNT][RT_MAX_DEVICES];

static const char *const type_names[] = {
#define X(id, name) name,
    RT_DEVICE_TYPES(X)
#undef X
};

void rt_device_provide(enum rt_device_type type, const struct rt_device_provider *provider)
{
    pthread_mutex_lock(&lock);
    providers[type] = provider;
    finders[type] = NULL;
    pthread_mutex_unlock(&lock);
}

void rt_device_provide_lazily(enum rt_device_type type, const struct rt_device_provider *(*find)(void))
{
    pthread_mutex_lock(&lock);
    if (!providers[type])
        finders[type] = find;
    pthread_mutex_unlock(&lock);
}

const struct rt_device_provider *rt_device_provider_of(enum rt_device_type type)
{
    if (__atomic_load_n(&finders[type], __ATOMIC_ACQUIRE)) {
        pthread_mutex_lock(&lock);
        if (finders[type]) {
            providers[type] = finders[type]();
            __atomic_store_n(&finders[type], NULL, __ATOMIC_RELEASE);
        }
        pthread_mutex_unlock(&lock);
    }
    return providers[type];
}

int rt_device_count(enum rt_device_type type)
{
    struct rt_error err;
    rt_error_clear(&err);
    int n;

    if (type == RT_CPU || type == RT_META)
        return 1;
    if (!rt_device_provider_of(type))
        return 0;
    n = providers[type]->count(providers[type], &err);
    return n < 0 ? 0 : n > RT_MAX_DEVICES ? RT_MAX_DEVICES : n;
}

static int bad_ordinal(struct rt_error *err)
{
    return rt_error_set(err, RT_ACCELERATOR,
                        "CUDA error: invalid device ordinal\nGPU device may be out of range, do you have enough GPUs?\n"
                        "For more detailed error information, run with CUDA_LOG_FILE=stderr\n"
                        "Compile with `TORCH_USE_CUDA_DSA` to enable device-side assertions.\n");
}

/* As PyTorch says it of a type that it was built without. */
static int not_there(enum rt_device_type type, struct rt_error *err)
{
    if (type == RT_CUDA || type == RT_XPU)
        return rt_error_set(err, RT_ASSERTION, "Torch not compiled with %s enabled", type == RT_CUDA ? "CUDA" : "XPU");
    if (type == RT_MTIA)
        return rt_error_set(err, RT_ASSERTION,
                            "Torch not compiled with MTIA enabled. Ensure you have `import "
                            "mtia.host_runtime.torch_mtia.dynamic_library` in your python src file and include "
                            "`//mtia/host_runtime/torch_mtia:torch_mtia` as your target dependency!");
    return rt_error_set(err, RT_RUNTIME, "PyTorch is not linked with support for %s devices", type_names[type]);
}

struct rt_device *rt_device_get(enum rt_device_type type, int index, struct rt_error *err)
{
    struct rt_device *device;
    int n;

    if (type == RT_CPU)
        return rt_device_cpu();
    if (type == RT_META) /* there is one, whatever its index */
        return rt_device_meta();
    if (!rt_device_provider_of(type)) {
        not_there(type, err);
        return NULL;
    }
    if (index < 0)
        index = current[type];
    if (index < RT_MAX_DEVICES && (device = __atomic_load_n(&opened[type][index], __ATOMIC_ACQUIRE)))
        return device;
    n = providers[type]->count(providers[type], err);
    if (n < 0)
        return NULL;
    if (index >= n || index >= RT_MAX_DEVICES) {
        bad_ordinal(err);
        return NULL;
    }
    pthread_mutex_lock(&lock);
    device = opened[type][index];
    if (!device && (device = providers[type]->open(providers[type], index, err)))
        __atomic_store_n(&opened[type][index], device, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
    return device;
}

int rt_device_current(enum rt_device_type type)
{
    return current[type];
}

int rt_device_set_current(enum rt_device_type type, int index, struct rt_error *err)
{
    if (type != RT_CPU && !rt_device_get(type, index, err))
        return -1;
    if (index >= 0)
        current[type] = index;
    return 0;
}

struct rt_stream *rt_device_stream(struct rt_device *device)
{
    return streams[device->type][device->index];
}

void rt_device_set_stream(struct rt_device *device, struct rt_stream *stream)
{
    streams[device->type][device->index] = stream;
}

const char *rt_device_text(const struct rt_device *device, char *buffer, size_t length)
{
    if (device->type == RT_CPU || device->type == RT_META)
        snprintf(buffer, length, "%s", type_names[device->type]);
    else
        snprintf(buffer, length, "%s:%d", type_names[device->type], device->index);
    return buffer;
}

int rt_device_parse(const char *text, size_t length, enum rt_device_type *type, int *index, struct rt_error *err)
{
    size_t word = 0, at;
    int64_t number = 0;

    *index = -1;
    if (length == 0)
        return rt_error_set(err, RT_RUNTIME, "Device string must not be empty");
    while (word < length && text[word] != ':')
        word++;
    if (word < length) {
        at = word + 1;
        if (at == length || (text[at] == '0' && length - at > 1))
            goto invalid;
        for (; at < length; at++) {
            if (text[at] < '0' || text[at] > '9' || number > 10000)
                goto invalid;
            number = number * 10 + (text[at] - '0');
        }
        *index = (int)number;
    } else
        for (at = 0; at < length; at++)
            if (!((text[at] >= 'a' && text[at] <= 'z') || (text[at] >= 'A' && text[at] <= 'Z') || text[at] == '_'))
                goto invalid;
    for (int i = 0; i < RT_DEVICE_TYPE_COUNT; i++)
        if (strlen(type_names[i]) == word && !memcmp(type_names[i], text, word)) {
            *type = (enum rt_device_type)i;
            return 0;
        }
    return rt_error_set(err, RT_RUNTIME,
                        "Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, "
                        "lazy, vulkan, mps, meta, hpu, mtia, privateuseone device type at start of device string: %.*s",
                        (int)word, text);
invalid:
    return rt_error_set(err, RT_RUNTIME, "Invalid device string: '%.*s'", (int)(length > 200 ? 200 : length), text);
}

struct rt_generator *rt_device_generator(struct rt_device *device)
{
    struct rt_generator *generator;
    struct rt_error err;
    uint64_t seed;

    if (device->draws_as_host)
        device = rt_device_cpu();
    generator = __atomic_load_n(&device->generator, __ATOMIC_ACQUIRE);
    if (generator)
        return generator;
    rt_error_clear(&err);
    pthread_mutex_lock(&lock);
    if (!(generator = device->generator) && (generator = rt_generator_new(device, &err))) {
        if (rt_manual_seed_of_devices(&seed))
            rt_generator_seed(generator, seed);
        else
            rt_generator_seed_randomly(generator);
        __atomic_store_n(&device->generator, generator, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
    return generator;
}

static int tf32[2] = {0, 1}; /* products, convolutions */

void rt_allow_tf32(bool convolution, bool allow)
{
    __atomic_store_n(&tf32[convolution], allow, __ATOMIC_RELAXED);
}

bool rt_tf32_allowed(bool convolution)
{
    return __atomic_load_n(&tf32[convolution], __ATOMIC_RELAXED);
}

_Thread_local const char *rt_op_now;
static int64_t cell_now;

void rt_set_cell(int64_t number)
{
    __atomic_store_n(&cell_now, number, __ATOMIC_RELAXED);
}

struct rt_origin rt_origin_now(void)
{
    return (struct rt_origin){rt_op_now, __atomic_load_n(&cell_now, __ATOMIC_RELAXED)};
}

static const volatile int *interrupt_flag;

void rt_set_interrupt_flag(const volatile int *flag)
{
    __atomic_store_n(&interrupt_flag, flag, __ATOMIC_RELAXED);
}

bool rt_interrupted(void)
{
    const volatile int *flag = __atomic_load_n(&interrupt_flag, __ATOMIC_RELAXED);

    return flag && __atomic_load_n(flag, __ATOMIC_RELAXED);
}

int rt_check_interrupt(struct rt_error *err)
{
    if (rt_interrupted())
        return rt_error_set(err, RT_INTERRUPT, "%s", "");
    return 0;
}

struct rt_device *rt_device_opened(enum rt_device_type type, int index)
{
    if (type == RT_CPU)
        return index == 0 ? rt_device_cpu() : NULL;
    if (type == RT_META)
        return rt_device_meta();
    return index >= 0 && index < RT_MAX_DEVICES ? __atomic_load_n(&opened[type][index], __ATOMIC_ACQUIRE) : NULL;
}
