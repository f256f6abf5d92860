/* Simulated CUDA devices: own address space (the host cannot read their memory), own stream thread, own memory budget,
   counters and injectable faults. Opted into, and named as simulated: get_device_name() is "Simulated GPU". They claim
   what an H200 would (capability (9, 0), 132 multiprocessors), because the values of the random generator follow from
   that; the work is done by the CPU's kernels. */
#ifndef RT_SIM_H
#define RT_SIM_H

#include "device.h"

#define RT_MAX_SIM 16                   /* devices */
#define RT_SIM_MEMORY ((size_t)4 << 30) /* bytes of each, unless told otherwise; only what is used is taken */

/* Registers `count` simulated devices as the provider of RT_CUDA, each with `memory` bytes (0: TENSOR_SIM_MEMORY, as in
   "512M" or "2G", else RT_SIM_MEMORY). With TENSOR_SIM_RANDOM=cpu their random numbers are those of the CPU, from its
   generator, so that a program prints what it prints there. Call before the first use of RT_CUDA. count 0 registers
   nothing. RT_VALUE for a count, a size or a kind of numbers that cannot be. */
int rt_sim_provide(int count, size_t memory, struct rt_error *err);
/* Reads TENSOR_SIM_GPUS; 0 when unset or not a number, at most RT_MAX_SIM. */
int rt_sim_count_from_environment(void);

/* launches: kernels queued (copies are none). */
struct rt_sim_counters {
    int64_t launches, allocations, frees, synchronizations;
    int64_t bytes_from_host, bytes_to_host, bytes_peer;
};
/* For tests; -1 when the device is not simulated. */
int rt_sim_counters(struct rt_device *device, struct rt_sim_counters *out);

/* Makes the n-th following launch (0 = the next) of the device fail as a sticky asynchronous error with that driver
   string ("an illegal memory access was encountered"), or delays each launch by microseconds (0 = off). NULL takes an
   injected fault back. The string is kept, not copied. */
int rt_sim_fail_launch(struct rt_device *device, int64_t after, const char *driver_text);
int rt_sim_delay(struct rt_device *device, int64_t microseconds);
/* Forgets a sticky error, as only a new process does on a real device. For tests. */
int rt_sim_reset(struct rt_device *device);

#endif
