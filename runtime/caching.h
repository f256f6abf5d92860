/* PyTorch's caching allocator for device memory: its roundings, its pools, its counters. Memory comes in segments from
   a source (a driver, or the simulator), is cut into blocks, and goes back only when the cache is emptied. A block
   belongs to the stream it was taken for: freed, it is used again only by later work of that stream. Addresses are
   never read or written. */
#ifndef RT_CACHING_H
#define RT_CACHING_H

#include "device.h"

#include <pthread.h>

struct rt_cache_source {
    void *(*take)(void *context, size_t size); /* NULL: none left */
    void (*give)(void *context, void *address, size_t size);
};

#define RT_CACHE_BUCKETS 1024

struct rt_cache_block;
struct rt_cache_segment;
struct rt_cache {
    pthread_mutex_t lock;
    const struct rt_cache_source *source;
    void *context;
    struct rt_cache_segment *segments;
    struct rt_cache_block *buckets[RT_CACHE_BUCKETS]; /* allocated ones, by address */
    struct rt_cache_block *idle[2];                   /* trees of free ones, of large and of small segments */
    struct rt_memory_stats stats;
};

void rt_cache_init(struct rt_cache *cache, const struct rt_cache_source *source, void *context);

/* A block for work of that stream; NULL when there is no memory. retry: give cached memory back before; all streams
   must have ended their work then. size at least 1. */
void *rt_cache_alloc(struct rt_cache *cache, size_t size, uint64_t stream, bool retry);
/* The block returns to the cache at once: later work of its stream comes after what is queued now. */
void rt_cache_free(struct rt_cache *cache, void *address);
/* Gives wholly free segments back. All streams must have ended their work. */
void rt_cache_empty(struct rt_cache *cache);
void rt_cache_reset_peak(struct rt_cache *cache);
void rt_cache_stats(struct rt_cache *cache, struct rt_memory_stats *stats);
/* Blocks cached for a stream that ends belong to the default stream (0) from now on; it has ended its work. */
void rt_cache_forget_stream(struct rt_cache *cache, uint64_t stream);

/* RT_OUT_OF_MEMORY with PyTorch's text, for a request of `size` bytes on device `device` with `total` bytes, of which
   `available` are left; counted. */
void rt_cache_out_of_memory(struct rt_cache *cache, size_t size, int device, size_t total, size_t available,
                            struct rt_error *err);

#endif
