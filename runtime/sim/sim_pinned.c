/* Page-locked memory of simulated devices: ordinary memory that counts as such, kept until the queued copies have been
   made. Owns how the caching allocators learn that a stream has come so far. */
#include "sim/sim_state.h"

static void *mark_set(void *device, void *stream)
{
    struct rt_error err = {0};
    struct rt_event *event = rt_sim_event_new(false, &err);

    (void)device;
    if (event && rt_sim_record(stream, event, &err) < 0) {
        rt_sim_event_drop(event);
        event = NULL;
    }
    return event;
}

static bool mark_reached(void *mark)
{
    return rt_sim_event_reached(mark);
}

static void mark_drop(void *mark)
{
    rt_sim_event_drop(mark);
}

const struct rt_marks rt_sim_marks = {mark_set, mark_reached, mark_drop};

static void *acquire_block(void *context, size_t size)
{
    (void)context;
    return rt_alloc(size);
}

static void release_block(void *context, void *address, size_t size)
{
    (void)context, (void)size;
    rt_free(address);
}

static const struct rt_cache_source source = {acquire_block, release_block};
static struct rt_pins pins = {.lock = PTHREAD_MUTEX_INITIALIZER, .source = &source, .marks = &rt_sim_marks};

void *rt_sim_pin_alloc(struct rt_device *device, size_t size, struct rt_error *err)
{
    void *memory;

    if (rt_sim_check(sim_of(device), err) < 0)
        return NULL;
    if (!(memory = rt_pins_alloc(&pins, size)))
        rt_error_memory(err);
    return memory;
}

void rt_sim_pin_free(struct rt_device *device, void *memory)
{
    (void)device;
    rt_pins_free(&pins, memory);
}

int rt_sim_pin_record(struct sim_device *device, const void *memory, struct rt_error *err)
{
    struct rt_stream *stream = rt_sim_stream(device);

    return rt_pins_record(&pins, memory, device, stream, stream->id) ? 0 : rt_error_memory(err);
}

void rt_sim_pins_forget_stream(struct sim_device *device, const struct rt_stream *stream)
{
    rt_pins_forget_stream(&pins, device, stream->id);
}

int rt_sim_record_stream(struct rt_device *device, void *memory, struct rt_stream *stream, struct rt_error *err)
{
    struct sim_device *sim = sim_of(device);

    if (!stream)
        stream = &sim->stream;
    return rt_cache_record(&sim->memory.cache, memory, sim, stream, stream->id) ? 0 : rt_error_memory(err);
}
