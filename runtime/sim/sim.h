/* Simulated CUDA devices: own address space (the host cannot read their memory), own stream thread, own memory budget,
   counters and injectable faults. Opted into, and named as simulated. */
#ifndef RT_SIM_H
#define RT_SIM_H

#include "device.h"

/* Registers `count` simulated devices as the provider of RT_CUDA, each with `memory` bytes (0: 8 GiB, or
   TENSOR_SIM_MEMORY). Call before the first use of RT_CUDA. count 0 registers nothing. */
int rt_sim_provide(int count, size_t memory, struct rt_error *err);
/* Reads TENSOR_SIM_GPUS; 0 when unset or not a number. */
int rt_sim_count_from_environment(void);

struct rt_sim_counters {
  int64_t launches, allocations, frees, synchronizations;
  int64_t bytes_from_host, bytes_to_host, bytes_peer;
};
/* For tests; -1 when the device is not simulated. */
int rt_sim_counters(struct rt_device *device, struct rt_sim_counters *out);

/* Makes the n-th following launch (0 = the next) of the device fail as a sticky asynchronous error with that driver
   string ("an illegal memory access was encountered"), or delays each launch by microseconds (0 = off). */
int rt_sim_fail_launch(struct rt_device *device, int64_t after, const char *driver_text);
int rt_sim_delay(struct rt_device *device, int64_t microseconds);

#endif
