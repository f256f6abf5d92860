/* Fuzz target of archives: any bytes must give records or an error, nothing else. With libFuzzer:
   clang -fsanitize=fuzzer,address,undefined ... fuzz_load.c and the runtime's sources. Built without it, it is a
   program that tries the files named on its command line. */
#include "serialize/save.h"
#include "serialize/zip.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rt_error err = {0};
    struct rt_zip_reader zip;
    int status = rt_zip_open(&zip, -1, data, size, &err);
    if ((status < 0) != (err.code != RT_OK))
        abort();
    for (size_t i = 0; status == 0 && i < zip.count; i++) {
        rt_error_clear(&err);
        struct rt_tensor *made = zip.entries[i].size > 1 << 24
                                     ? NULL
                                     : rt_load_storage(&zip, &zip.entries[i], (int64_t)zip.entries[i].size, RT_UINT8,
                                                       rt_device_cpu(), false, &err);
        if (made)
            rt_tensor_unref(made);
    }
    if (status == 0)
        rt_zip_close(&zip);
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
