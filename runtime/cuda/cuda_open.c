/* Finds and opens the CUDA plugin when CUDA is first asked for, see cuda.h. Part of the program; knows no CUDA. */
#include "cuda/cuda.h"
#include "random.h"
#include "runtime.h"
#include "sim/sim_state.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct rt_cuda_host host;

static int take_words(struct rt_generator *generator, uint64_t words, uint64_t *seed, uint64_t *offset,
                      struct rt_error *err)
{
    if (generator->engine != RT_ENGINE_PHILOX)
        return rt_error_set(err, RT_RUNTIME, "Expected a 'cuda' device type for generator but found 'cpu'");
    *offset = rt_generator_take(generator, words, seed);
    return 0;
}

static void collect_garbage(void)
{
    (void)rt_memory_pressure();
}

/* A provider that only says why there are no devices. */
static char reason[RT_ERROR_TEXT];
static int refuse_count(const struct rt_device_provider *provider, struct rt_error *err)
{
    (void)provider;
    return rt_error_set(err, RT_RUNTIME, "%s", reason);
}
static struct rt_device *refuse_open(const struct rt_device_provider *provider, int index, struct rt_error *err)
{
    (void)index;
    refuse_count(provider, err);
    return NULL;
}
static const struct rt_device_provider refusing = {.name = "cuda", .count = refuse_count, .open = refuse_open};

/* NULL: there is none; or, with the reason, one that cannot be opened. */
static void *open_beside_program(void)
{
    static const char *const places[] = {"tensor-cuda.so", "../lib/tensor-kernel/tensor-cuda.so"};
    char program[4096], path[4200];
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    void *plugin = NULL;
    char *slash;

    if (n <= 0)
        return NULL;
    program[n] = '\0';
    if (!(slash = strrchr(program, '/')))
        return NULL;
    slash[1] = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places && !plugin; i++) {
        snprintf(path, sizeof path, "%s%s", program, places[i]);
        if (access(path, R_OK) == 0 && !(plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL)))
            snprintf(reason, sizeof reason, "The CUDA plugin cannot be opened: %s", dlerror());
    }
    return plugin;
}

static const struct rt_device_provider *find(void)
{
    const char *wish = getenv("TENSOR_CUDA");
    const bool named = wish && strchr(wish, '/');
    const struct rt_device_provider *provider = NULL;
    struct rt_error err;
    rt_cuda_plugin_fn entry;
    void *driver, *plugin;

    if (wish && strcmp(wish, "off") == 0)
        return NULL;
    if (!named) { /* without a driver the plugin would be of no use: nothing of it is loaded */
        if (!(driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL)) && !(wish && strcmp(wish, "on") == 0))
            return NULL;
        if (driver)
            dlclose(driver);
    }
    plugin = named ? dlopen(wish, RTLD_NOW | RTLD_LOCAL) : open_beside_program();
    if (!plugin) {
        if (!named)
            return *reason ? &refusing : NULL;
        snprintf(reason, sizeof reason, "TENSOR_CUDA names a plugin that cannot be opened: %s", dlerror());
        return &refusing;
    }
    rt_error_clear(&err);
    *(void **)&entry = dlsym(plugin, RT_CUDA_PLUGIN_SYMBOL);
    if (entry)
        provider = entry(&host, PACKAGE_VERSION, &err);
    else
        rt_error_set(&err, RT_RUNTIME, "The CUDA plugin has no entry");
    if (provider)
        return provider;
    snprintf(reason, sizeof reason, "%s", err.text);
    return &refusing;
}

void rt_cuda_provide(void (*collect)(void))
{
    host = (struct rt_cuda_host){.size = sizeof host,
                                 .stream = rt_device_stream,
                                 .generator = rt_device_generator,
                                 .take = take_words,
                                 .words = rt_sim_random_words,
                                 .draw = rt_sim_random_fill,
                                 .check_interrupt = rt_check_interrupt,
                                 .tf32 = rt_tf32_allowed,
                                 .cpu = rt_device_cpu,
                                 .collect = collect ? collect : collect_garbage};
    rt_device_provide_lazily(RT_CUDA, find);
}
