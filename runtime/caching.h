/* Caching allocators. PyTorch's for device memory: its roundings, its pools, its counters. Memory comes in segments
   from a source (a driver, or the simulator), is cut into blocks, and goes back only when the cache is emptied. A block
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

/* How a backend marks the present end of a stream. */
struct rt_marks {
    void *(*set)(void *device, void *stream); /* NULL: it cannot be marked */
    bool (*reached)(void *mark);
    void (*drop)(void *mark);
};

/* The streams beside its own that use a piece of memory; marked when it is given back, so that it is used again only
   behind that work. `name` is what a stream is known by when it ends. */
struct rt_use {
    void *device, *stream, *mark;
    uint64_t name;
};
struct rt_uses {
    int count, capacity;
    bool marked;
    struct rt_use *items;
};

/* False: there is no memory for it. A stream that is known already is added once. */
bool rt_uses_add(struct rt_uses *uses, void *device, void *stream, uint64_t name);
/* Has all that work ended? Sets the marks where they are not set yet; a stream that cannot be marked is never done. */
bool rt_uses_ended(struct rt_uses *uses, const struct rt_marks *marks);
/* Forgets a stream whose work has ended; all of them. */
void rt_uses_forget(struct rt_uses *uses, const struct rt_marks *marks, const void *device, uint64_t name);
void rt_uses_clear(struct rt_uses *uses, const struct rt_marks *marks);

/* Memory for a graph that is recorded is taken under a name of its own in place of the stream's: with this bit. Its
   segments are kept, and used by nothing else, until rt_cache_forget_stream(). */
#define RT_CACHE_PRIVATE ((uint64_t)1 << 63)

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
    struct rt_cache_block *waiting;                   /* given back, and other streams still use them */
    const struct rt_marks *marks;                     /* NULL: rt_cache_record() cannot be asked */
    int recording;                                    /* graphs: while they are recorded no stream is marked */
    struct rt_memory_stats stats;
};

void rt_cache_init(struct rt_cache *cache, const struct rt_cache_source *source, void *context);

/* A block for work of that stream; NULL when there is no memory. retry: give cached memory back before; all streams
   must have ended their work then. size at least 1. */
void *rt_cache_alloc(struct rt_cache *cache, size_t size, uint64_t stream, bool retry);
/* The block returns to the cache at once: later work of its stream comes after what is queued now. */
void rt_cache_free(struct rt_cache *cache, void *address);
/* Another stream, too, uses the block: once freed it waits for what that stream has to do then. Addresses that are not
   of the cache are left alone. False: there is no memory for it. */
bool rt_cache_record(struct rt_cache *cache, void *address, void *device, void *stream, uint64_t name);
/* Gives wholly free segments back. All streams must have ended their work. */
void rt_cache_empty(struct rt_cache *cache);
void rt_cache_reset_peak(struct rt_cache *cache);
void rt_cache_stats(struct rt_cache *cache, struct rt_memory_stats *stats);
/* Blocks cached for a stream that ends belong to the default stream (0) from now on; it has ended its work. */
void rt_cache_forget_stream(struct rt_cache *cache, uint64_t stream);

/* Page-locked memory of the host, in sizes that are powers of two. A block that was given back is used again when the
   copies that streams make from it or into it have ended. */
enum rt_pin_state { RT_PIN_USED, RT_PIN_WAITING, RT_PIN_IDLE };
struct rt_pin {
    char *address;
    size_t size;
    enum rt_pin_state state;
    struct rt_uses uses;
};
struct rt_pins {
    pthread_mutex_t lock;
    const struct rt_cache_source *source;
    void *context;
    const struct rt_marks *marks;
    struct rt_pin *items;           /* by address */
    int count, capacity, recording; /* as in struct rt_cache */
};

void *rt_pins_alloc(struct rt_pins *pins, size_t size); /* NULL: there is none left */
void rt_pins_free(struct rt_pins *pins, void *address);
/* Is the address in such memory? */
bool rt_pins_hold(struct rt_pins *pins, const void *address);
/* A stream copies from there or to there. False: there is no memory to remember it. */
bool rt_pins_record(struct rt_pins *pins, const void *address, void *device, void *stream, uint64_t name);
/* A stream ends; it has done its work. */
void rt_pins_forget_stream(struct rt_pins *pins, const void *device, uint64_t name);

/* RT_OUT_OF_MEMORY with PyTorch's text, for a request of `size` bytes on device `device` with `total` bytes, of which
   `available` are left; counted. */
void rt_cache_out_of_memory(struct rt_cache *cache, size_t size, int device, size_t total, size_t available,
                            struct rt_error *err);

#endif
