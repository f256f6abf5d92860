/* Finds the CUDA plugin, and opens it when a device is first asked for, see cuda.h. Part of the program; knows no CUDA.
 */
#include "cuda/cuda.h"
#include "random/random_generator.h"
#include "runtime.h"
#include "sim/sim_state.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
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

/* ---- the plugin -------------------------------------------------------------------------------------------------- */

static char file[4200]; /* of the plugin, or what TENSOR_CUDA says */
static char reason[RT_ERROR_TEXT];
static const struct rt_device_provider *opened; /* NULL: it cannot be opened, for the reason */
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_plugin(void)
{
    struct rt_error err;
    rt_cuda_plugin_fn entry;
    void *plugin = dlopen(file, RTLD_NOW | RTLD_LOCAL);

    if (!plugin) {
        snprintf(reason, sizeof reason, "The CUDA plugin cannot be opened: %s", dlerror());
        return;
    }
    rt_error_clear(&err);
    *(void **)&entry = dlsym(plugin, RT_CUDA_PLUGIN_SYMBOL);
    if (entry)
        opened = entry(&host, PACKAGE_VERSION, &err);
    else
        rt_error_set(&err, RT_RUNTIME, "%s is no CUDA plugin of this program", file);
    if (!opened)
        snprintf(reason, sizeof reason, "%s", err.text);
}

/* ---- the provider: opens the plugin when it is asked for the first time ------------------------------------------ */

static const struct rt_device_provider *plugin_of(struct rt_error *err)
{
    pthread_once(&once, open_plugin);
    if (!opened)
        rt_error_set(err, RT_RUNTIME, "%s", reason);
    return opened;
}

static int count_devices(const struct rt_device_provider *provider, struct rt_error *err)
{
    const struct rt_device_provider *plugin = plugin_of(err);

    (void)provider;
    return plugin ? plugin->count(plugin, err) : -1;
}

static struct rt_device *open_device(const struct rt_device_provider *provider, int index, struct rt_error *err)
{
    const struct rt_device_provider *plugin = plugin_of(err);

    (void)provider;
    return plugin ? plugin->open(plugin, index, err) : NULL;
}

static const struct rt_device_provider real = {.name = "cuda", .count = count_devices, .open = open_device};

/* The file of this code: the program's, or that of the shared object which the program is where another one hosts it.
 */
static bool own_file(char out[4096])
{
    Dl_info info;
    struct link_map *object = NULL;
    const bool shared = dladdr1((void *)own_file, &info, (void **)&object, RTLD_DL_LINKMAP) && object->l_name[0] == '/';
    char *path = realpath(shared ? object->l_name : "/proc/self/exe", NULL);
    const bool fits = path && strlen(path) < 4096;

    if (fits)
        strcpy(out, path);
    free(path);
    return fits;
}

/* The plugin's file beside the program, in `file`. */
static bool plugin_is_beside_program(void)
{
    static const char *const positions[] = {"tensor-cuda.so", "../lib/tensor-kernel/tensor-cuda.so"};
    char program[4096];

    if (!own_file(program))
        return false;
    strrchr(program, '/')[1] = '\0';
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        snprintf(file, sizeof file, "%s%s", program, positions[i]);
        if (access(file, R_OK) == 0)
            return true;
    }
    return false;
}

/* Does the system have NVIDIA's driver? A look at its device files: on Linux, under WSL, on Jetson boards. */
static bool driver_is_there(void)
{
    static const char *const positions[] = {"/dev/nvidiactl", "/dev/nvidia0", "/dev/dxg", "/dev/nvhost-ctrl",
                                            "/proc/driver/nvidia/version"};

    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++)
        if (access(positions[i], F_OK) == 0)
            return true;
    return false;
}

/* Asked at `import torch`: decides whether this is a program with CUDA, and opens nothing. */
static const struct rt_device_provider *find(void)
{
    const char *wish = getenv("TENSOR_CUDA");

    if (wish && strcmp(wish, "off") == 0)
        return NULL;
    if (wish && strchr(wish, '/')) {
        snprintf(file, sizeof file, "%s", wish);
        return &real;
    }
    if (!(wish && strcmp(wish, "on") == 0) && !driver_is_there())
        return NULL;
    return plugin_is_beside_program() ? &real : NULL;
}

void rt_cuda_provide(void (*collect)(void))
{
    host = (struct rt_cuda_host){.size = rt_cuda_sizes(),
                                 .stream = rt_device_stream,
                                 .generator = rt_device_generator,
                                 .take = take_words,
                                 .words = rt_sim_random_words,
                                 .draw = rt_sim_random_fill,
                                 .check_interrupt = rt_check_interrupt,
                                 .tf32 = rt_tf32_allowed,
                                 .origin = rt_origin_now,
                                 .cpu = rt_device_cpu,
                                 .collect = collect ? collect : collect_garbage};
    rt_device_provide_lazily(RT_CUDA, find);
}
