/* What the fuzz targets share: libFuzzer's entry, and, where libFuzzer is not linked, a program that tries the files
 * named on its command line. */
#ifndef FUZZ_MAIN_H
#define FUZZ_MAIN_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#ifndef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION /* libFuzzer brings its own main */
#include <stdio.h>
#include <stdlib.h>

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

#endif
