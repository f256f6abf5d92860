/* What PyTorch says when a CUDA driver reports an error; for real devices and simulated ones. */
#ifndef RT_DRIVER_H
#define RT_DRIVER_H

#include "error.h"

/* Sets RT_ACCELERATOR "CUDA error: ..." with the lines that PyTorch 2.13 adds. driver_text: as the driver says it ("an
   illegal memory access was encountered"); name: "cudaErrorIllegalAddress", or NULL when the text names a known one.
   blocking: CUDA_LAUNCH_BLOCKING=1, where errors are no later than their calls. */
void rt_driver_error(struct rt_error *err, const char *driver_text, const char *name, bool blocking);
/* Appends where the work came from in a sentence of its own, "The op was index_select, in Cell In[3]. " with what is
   known; `said` stands for "The op". Returns err. */
struct rt_error *rt_driver_origin(struct rt_error *err, const char *said, const char *op, long long cell);
/* Does it end the context, so that all later calls fail as well? */
bool rt_driver_error_is_sticky(const char *driver_text);

#endif
