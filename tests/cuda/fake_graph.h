/* What fake_cudart.c asks of fake_graph.c, which knows the streams that record. */
#ifndef FAKE_GRAPH_H
#define FAKE_GRAPH_H

#include "cuda_runtime_api.h"

#include <stdbool.h>

bool fake_graph_records(cudaStream_t stream);
/* cudaSuccess, or the error of asking a stream that records (NULL: anything that waits for the device, or makes memory)
   for what cannot be recorded; its recording is spoiled then. */
cudaError_t fake_graph_allows(cudaStream_t stream);
cudaError_t fake_graph_allows_event(cudaEvent_t event);
/* An event was recorded by a stream; a stream waits for one: it records, too, if that was in a recording. */
void fake_graph_event(cudaEvent_t event, cudaStream_t stream);
void fake_graph_wait(cudaStream_t stream, cudaEvent_t event);
/* Copies and fills that a stream records. False: it does not. */
bool fake_graph_copy(cudaStream_t stream, void *to, const void *from, size_t size);
bool fake_graph_fill(cudaStream_t stream, void *memory, int value, size_t size);

/* Of fake_cudart.c: what was made and is not given back. */
void fake_cudart_count(long change);

#endif
