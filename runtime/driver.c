/* Texts of CUDA errors, see driver.h. */
#include "driver.h"

#include <stdio.h>
#include <string.h>

static const struct driver_text {
    const char *text, *name;
    bool asynchronous; /* it ends the context, and PyTorch adds the lines about later reports */
} driver_texts[] = {
    {"device-side assert triggered", "cudaErrorAssert", true},
    {"an illegal memory access was encountered", "cudaErrorIllegalAddress", true},
    {"unspecified launch failure", "cudaErrorLaunchFailure", true},
    {"an illegal instruction was encountered", "cudaErrorIllegalInstruction", true},
    {"misaligned address", "cudaErrorMisalignedAddress", true},
    {"invalid argument", "cudaErrorInvalidValue", false},
};

static const struct driver_text *row_of(const char *text)
{
    for (size_t i = 0; i < sizeof driver_texts / sizeof *driver_texts; i++)
        if (strcmp(driver_texts[i].text, text) == 0)
            return &driver_texts[i];
    return NULL;
}

bool rt_driver_error_is_sticky(const char *text)
{
    const struct driver_text *row = row_of(text);

    return row && row->asynchronous;
}

void rt_driver_error(struct rt_error *err, const char *text, const char *name, bool blocking)
{
    const struct driver_text *row = row_of(text);
    const char *lines = "For more detailed error information, run with CUDA_LOG_FILE=stderr\n";
    char help[200];

    if (!name)
        name = row ? row->name : "cudaErrorUnknown";
    if (row && row->asynchronous)
        lines = blocking
                    ? ""
                    : "CUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace "
                      "below might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1\n";
    if (strcmp(text, "invalid device ordinal") == 0)
        snprintf(help, sizeof help, "GPU device may be out of range, do you have enough GPUs?");
    else
        snprintf(help, sizeof help,
                 "Search for `%s' in https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html for more "
                 "information.",
                 name);
    rt_error_set(err, RT_ACCELERATOR,
                 "CUDA error: %s\n%s\n%sCompile with `TORCH_USE_CUDA_DSA` to enable device-side assertions.\n", text,
                 help, lines);
}

struct rt_error *rt_driver_origin(struct rt_error *err, const char *said, const char *op, long long cell)
{
    const size_t n = strlen(err->text);
    char position[40] = "";

    if (cell > 0)
        snprintf(position, sizeof position, ", in Cell In[%lld]", cell);
    if (op)
        snprintf(err->text + n, sizeof err->text - n, "%s was %s%s. ", said, op, position);
    return err;
}
