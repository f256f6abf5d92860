/* Fuzz target of torch.load: any bytes must give a value or an error, nothing else. With libFuzzer:
   clang -fsanitize=fuzzer,address,undefined ... fuzz_load.c and the runtime's sources. Built without it, it is a
   program that tries the files named on its command line. The input is read as an archive and as a bare pickle. */
#include "serialize/pickle.h"
#include "serialize/save.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static struct rt_tensor *no_storage(void *context, const char *key, const char *location, enum rt_dtype dtype,
                                    int64_t numel, struct rt_error *err)
{
    (void)context, (void)key, (void)location, (void)dtype, (void)numel;
    rt_error_set(err, RT_RUNTIME, "no storage");
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rt_error err = {0};
    struct rt_unpickle_host host = {.storage = no_storage};
    struct rt_pickle_value *value = rt_load_memory(data, size, NULL, NULL, &err);
    if ((value == NULL) != (err.code != RT_OK))
        abort();
    if (value) {
        char *bytes;
        size_t length;
        if (rt_save_memory(value, &bytes, &length, &err) == 0)
            rt_free(bytes);
    }
    rt_pickle_unref(value);
    rt_error_clear(&err);
    value = rt_unpickle(data, size, &host, &err);
    if ((value == NULL) != (err.code != RT_OK))
        abort();
    rt_pickle_unref(value);
    return 0;
}

#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION /* libFuzzer brings its own main */
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        uint8_t *data = malloc(1 << 24);
        if (file && data)
            LLVMFuzzerTestOneInput(data, fread(data, 1, 1 << 24, file));
        if (file)
            fclose(file);
        free(data);
    }
    return 0;
}
#endif
