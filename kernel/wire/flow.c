/*
 * flow.c - what subscribers have not taken yet: counted, spilled, and at last given up for those that are stuck.
 *
 * Owns the count of what ZeroMQ holds for iopub. ZeroMQ lets go of a message when the last subscriber has it, so one
 * that has stopped reading holds everything. Therefore payloads beyond a bound go into temporary files; beyond the
 * bound of those, writers wait while somebody reads; and when nobody does, or those that read have everything, the
 * stuck one is disconnected. What it alone held is lost for it and counted; its own ZeroMQ connects again when it wakes
 * up.
 *
 * Not by a high-water mark: one that drops does so for living readers, too, and moving it at run time is no way out,
 * because libzmq 4.3.4 then writes to pipes of subscribers that have just left.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "wire_parts.h"

/* What the messages of the present generation may take of memory before writers are held back. */
#define MEMORY_LIMIT ((size_t)64 << 20)
/* From here on, large payloads go to the disk. The rest of the bound is left to the messages themselves. */
#define SPILL_FROM (MEMORY_LIMIT / 4)
#define SPILL_LENGTH 4096
/* What a message costs besides its payload: seven frames in ZeroMQ's queue, their texts, our own record. */
#define MESSAGE_COST 1280
/* So long nothing moves before the stuck are left behind: while others wait for them (or messages pile up that nothing
 * holds back), and while nobody does. */
#define PATIENCE_MS 1000
#define LONELY_PATIENCE_MS 30000
#define LOOK_MS 50
/* Memory that is worth being handed back to the system once it is free. */
#define TRIM_FROM ((size_t)4 << 20)

struct held {
    struct wire_flow *flow;
    struct wire_segment *segment; /* NULL: the payload is in memory */
    void *payload;                /* NULL: the payload follows this record */
    size_t length, memory;
    unsigned generation;
};

static uint64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void wire_flow_init(struct wire_flow *flow)
{
    memset(flow, 0, sizeof *flow);
    pthread_mutex_init(&flow->lock, NULL);
    pthread_mutex_init(&flow->look_lock, NULL);
    wire_spill_init(&flow->spill);
    flow->generation = 1;
    flow->event = -1;
}

void wire_flow_clear(struct wire_flow *flow)
{
    wire_spill_clear(&flow->spill);
    pthread_mutex_destroy(&flow->look_lock);
    pthread_mutex_destroy(&flow->lock);
}

/* ---- what is held ---- */

/* Wakes the io loop, which tells and trims. */
static void raise_event(const struct wire_flow *flow)
{
    uint64_t one = 1;
    ssize_t done;
    do
        done = write(flow->event, &one, sizeof one);
    while (done < 0 && errno == EINTR);
}

/* ZeroMQ gives a payload back, on one of its threads or on the sender's. */
static void release(void *data, void *hint)
{
    struct held *held = hint;
    struct wire_flow *flow = held->flow;
    (void)data;
    pthread_mutex_lock(&flow->lock);
    flow->messages--;
    flow->released++;
    flow->bytes -= held->length;
    flow->memory -= held->memory;
    if (held->generation == flow->generation)
        flow->current -= held->memory;
    if (held->generation <= flow->gone_generation) {
        flow->gone_messages--;
        flow->gone_bytes -= held->length;
    }
    bool news = false;
    if (flow->peak >= TRIM_FROM && flow->memory < flow->peak / 8) {
        flow->peak = flow->memory;
        flow->trim = true;
        news = true;
    }
    pthread_mutex_unlock(&flow->lock);
    if (held->segment)
        wire_spill_release(&flow->spill, held->segment);
    free(held->payload);
    free(held);
    if (news)
        raise_event(flow);
}

static bool should_spill(struct wire_flow *flow, size_t length)
{
    if (length < SPILL_LENGTH)
        return false;
    pthread_mutex_lock(&flow->lock);
    bool should = flow->current + length > SPILL_FROM;
    pthread_mutex_unlock(&flow->lock);
    return should;
}

/* The record of a message and the place of its payload; NULL when memory is short. Takes the text's bytes. */
static struct held *hold(struct wire_flow *flow, struct wire_text *text, void **place)
{
    bool small = text->length < 1024;
    struct held *held = malloc(sizeof *held + (small ? text->length : 0));
    if (!held)
        return NULL;
    *held = (struct held){.flow = flow, .length = text->length, .memory = MESSAGE_COST};
    if (small) {
        *place = memcpy(held + 1, text->data, text->length);
        return held;
    }
    *place = should_spill(flow, text->length) ? wire_spill_put(&flow->spill, text->data, text->length, &held->segment)
                                              : NULL;
    if (!*place) {
        *place = held->payload = text->data;
        held->memory += text->capacity;
        *text = (struct wire_text){0};
    }
    return held;
}

int wire_flow_add(struct wire_flow *flow, struct wire_frames *frames, struct wire_text *text)
{
    zmq_msg_t *frame = wire_frames_add(frames);
    void *place;
    size_t length = text->length;
    struct held *held = frame ? hold(flow, text, &place) : NULL;
    if (!held)
        return -1;
    pthread_mutex_lock(&flow->lock);
    held->generation = flow->generation;
    flow->messages++;
    flow->bytes += length;
    flow->memory += held->memory;
    flow->current += held->memory;
    if (flow->memory > flow->peak)
        flow->peak = flow->memory;
    pthread_mutex_unlock(&flow->lock);
    if (zmq_msg_init_data(frame, place, length, release, held)) {
        zmq_msg_init(frame);
        release(place, held);
        return -1;
    }
    return 0;
}

void wire_flow_sent(struct wire_flow *flow, size_t bytes)
{
    pthread_mutex_lock(&flow->lock);
    if (flow->losing) {
        flow->lost_messages++;
        flow->lost_bytes += bytes;
    }
    pthread_mutex_unlock(&flow->lock);
}

void wire_flow_subscribed(struct wire_flow *flow)
{
    pthread_mutex_lock(&flow->lock);
    bool back = flow->losing;
    flow->losing = false;
    flow->ended |= back;
    pthread_mutex_unlock(&flow->lock);
    if (back)
        raise_event(flow);
}

/* ---- holding back ---- */

/* Nothing has moved for too long: what is held now is held by the stuck ones, who are disconnected. It does not hold
 * writers back any more, though ZeroMQ may keep it for its linger time. */
static void give_up(struct wire_flow *flow)
{
    int count = wire_peers_disconnect(&flow->peers, flow->endpoint);
    if (!count)
        return; /* not yet sure enough of anybody */
    flow->waiting_since = 0;
    pthread_mutex_lock(&flow->lock);
    if (!flow->losing) {
        flow->losing = flow->began = true;
        flow->lost_messages = flow->lost_bytes = flow->told_messages = flow->told_bytes = 0;
    }
    flow->lost_messages += flow->messages - flow->gone_messages;
    flow->lost_bytes += flow->bytes - flow->gone_bytes;
    flow->gone_messages = flow->messages;
    flow->gone_bytes = flow->bytes;
    flow->gone_generation = flow->generation++;
    flow->current = 0;
    pthread_mutex_unlock(&flow->lock);
    wire_log("%d client%s not read the messages: disconnected", count, count == 1 ? " does" : "s do");
    raise_event(flow);
}

static void look(struct wire_flow *flow, uint64_t released)
{
    uint64_t now = now_ms();
    bool moved = !flow->waiting_since || released != flow->released_before;
    flow->released_before = released;
    if (moved)
        flow->waiting_since = now;
    if (moved || now - flow->looked < LOOK_MS)
        return;
    flow->looked = now;
    wire_peers_look(&flow->peers, flow->endpoint);
    if (flow->peers.moving)
        flow->waiting_since = now;
    bool brief = flow->peers.idle || wire_flow_lag(flow) > 4 * MEMORY_LIMIT;
    if (now - flow->waiting_since >= (brief ? PATIENCE_MS : LONELY_PATIENCE_MS))
        give_up(flow);
}

bool wire_flow_has_capacity(struct wire_flow *flow)
{
    pthread_mutex_lock(&flow->lock);
    bool capacity = flow->current < MEMORY_LIMIT;
    uint64_t released = flow->released;
    pthread_mutex_unlock(&flow->lock);
    if (pthread_mutex_trylock(&flow->look_lock))
        return capacity;
    if (capacity)
        flow->waiting_since = 0;
    else
        look(flow, released);
    pthread_mutex_unlock(&flow->look_lock);
    return capacity;
}

size_t wire_flow_lag(struct wire_flow *flow)
{
    pthread_mutex_lock(&flow->lock);
    size_t lag = flow->current;
    pthread_mutex_unlock(&flow->lock);
    return lag;
}

bool wire_flow_spilled(struct wire_flow *flow)
{
    return wire_spill_rest(&flow->spill);
}

bool wire_flow_trim(struct wire_flow *flow)
{
    pthread_mutex_lock(&flow->lock);
    bool trim = flow->trim;
    flow->trim = false;
    pthread_mutex_unlock(&flow->lock);
    return trim;
}

bool wire_flow_loss(struct wire_flow *flow, enum wire_loss_stage *stage, struct wire_loss *loss, bool cell_ends)
{
    bool any = true;
    pthread_mutex_lock(&flow->lock);
    *loss = (struct wire_loss){flow->lost_messages, flow->lost_bytes};
    if (flow->began) {
        flow->began = false;
        *stage = WIRE_LOSS_BEGINS;
    } else if (flow->ended) {
        flow->ended = false;
        *stage = WIRE_LOSS_ENDED;
    } else if (cell_ends && flow->losing && flow->lost_messages > 2 * flow->told_messages) {
        /* A front end that stays away is not named again by every small cell. */
        *stage = WIRE_LOSS_GOES_ON;
        *loss = (struct wire_loss){flow->lost_messages - flow->told_messages, flow->lost_bytes - flow->told_bytes};
        flow->told_messages = flow->lost_messages;
        flow->told_bytes = flow->lost_bytes;
    } else
        any = false;
    pthread_mutex_unlock(&flow->lock);
    return any;
}
