/* lib_pickle_output.c: what the writer of pickles stands on: its bytes with their frames, the file, the memo of what
 * was written. Must not know of types. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib_pickler.h"
#include "types/bytes_impl.h"

/* ------------------------------------------------------------------ output */

static int reserve(struct saver *s, size_t more)
{
    struct pickler *p = s->p;
    if (p->capacity - p->length >= more)
        return 0;
    size_t capacity = p->capacity ? p->capacity * 2 : 256;
    while (capacity - p->length < more)
        capacity *= 2;
    struct lang_bytes *block =
        p->block ? lang_realloc(s->t, p->block, lang_bytes_object_size(p->capacity), lang_bytes_object_size(capacity))
                 : lang_bytes_raw(s->t, capacity);
    if (!block)
        return -1;
    p->block = block;
    p->out = block->data;
    p->capacity = capacity;
    return 0;
}

/* What was written becomes the result, without a copy where it is large. */
struct lang_bytes *lang_pickle_take(struct lang_thread *t, struct pickler *p)
{
    size_t n = p->length;
    p->length = 0;
    if (n < FRAME_TARGET)
        return lang_bytes_new(t, p->out, n);
    struct lang_bytes *taken =
        lang_realloc(t, p->block, lang_bytes_object_size(p->capacity), lang_bytes_object_size(n));
    if (!taken)
        return NULL;
    p->block = NULL;
    p->out = NULL;
    p->capacity = 0;
    taken->length = (int64_t)n;
    taken->data[n] = 0;
    return taken;
}

uint8_t *lang_pickle_more(struct saver *s, size_t n)
{
    struct pickler *p = s->p;
    bool opens = p->framing && p->frame == SIZE_MAX;
    if (reserve(s, n + (opens ? FRAME_HEADER : 0)) < 0)
        return NULL;
    if (opens) {
        p->frame = p->length;
        p->length += FRAME_HEADER;
    }
    return p->out + p->length;
}

int lang_pickle_put(struct saver *s, const void *bytes, size_t n)
{
    uint8_t *to = lang_pickle_room(s, n);
    if (!to)
        return -1;
    if (n)
        memcpy(to, bytes, n);
    s->p->length += n;
    return 0;
}

/* The open frame gets its length; a short one loses its header. */
void lang_pickle_close_frame(struct pickler *p)
{
    if (p->frame == SIZE_MAX)
        return;
    uint8_t *start = p->out + p->frame;
    size_t length = p->length - p->frame - FRAME_HEADER;
    if (length >= FRAME_LEAST) {
        start[0] = PICKLE_FRAME;
        lang_pickle_little(start + 1, length, 8);
    } else {
        memmove(start, start + FRAME_HEADER, length);
        p->length -= FRAME_HEADER;
    }
    p->frame = SIZE_MAX;
}

static int give(struct saver *s, const void *bytes, size_t n)
{
    lang_value data = lang_obj_or_error(lang_bytes_new(s->t, bytes, n));
    if (lang_is_error(data))
        return -1;
    lang_value done = lang_call(s->t, s->p->write, &data, 1, NULL);
    lang_unref(s->t, data);
    if (lang_is_error(done))
        return -1;
    lang_unref(s->t, done);
    return 0;
}

int lang_pickle_flush(struct saver *s)
{
    size_t n = s->p->length;
    s->p->length = 0;
    return give(s, s->p->out, n);
}

/* Bytes behind their header; large ones are outside of frames and go to the file as they are. whole: the object that
 * they are, or UNDEF. */
int lang_pickle_put_block(struct saver *s, const uint8_t *header, size_t size, const void *bytes, size_t n,
                          lang_value whole)
{
    struct pickler *p = s->p;
    bool large = n >= FRAME_TARGET, framing = p->framing;
    if (large) {
        lang_pickle_close_frame(p);
        p->framing = false;
    }
    int status = lang_pickle_put(s, header, size);
    if (status == 0 && large && !lang_is_undef(p->write)) {
        status = lang_pickle_flush(s);
        lang_value done = status < 0              ? lang_error()
                          : !lang_is_undef(whole) ? lang_call(s->t, p->write, &whole, 1, NULL)
                                                  : lang_none();
        if (status == 0 && lang_is_undef(whole))
            status = give(s, bytes, n);
        else if (lang_is_error(done))
            status = -1;
        else
            lang_unref(s->t, done);
    } else if (status == 0) {
        status = lang_pickle_put(s, bytes, n);
    }
    p->framing = framing;
    return status;
}

/* ------------------------------------------------------------------ memo */

/* What a value is known by: its address; of the named constants one that stands for them. 0: it is written in full
 * each time. */
static uintptr_t key_of(lang_value v)
{
    return v.tag == LANG_OBJECT ? (uintptr_t)v.o : v.tag == LANG_ELLIPSIS ? 1 : v.tag == LANG_NOTIMPL ? 3 : 0;
}

static struct memo_slot *slot_of(struct pickler *p, uintptr_t key)
{
    /* neighbours in memory, which are often written one after the other, are neighbours here */
    size_t mask = p->memo_capacity - 1, more = key >> 4, i = more & mask;
    for (; p->memo[i].key && p->memo[i].key != key; more >>= 5)
        i = (i * 5 + more + 1) & mask;
    return &p->memo[i];
}

int64_t lang_pickle_memo_index(struct pickler *p, lang_value v)
{
    uintptr_t key = key_of(v);
    if (!key || !p->memo_count)
        return -1;
    struct memo_slot *slot = slot_of(p, key);
    return slot->key ? slot->index : -1;
}

static int memo_grow(struct lang_thread *t, struct pickler *p)
{
    size_t old = p->memo_capacity, capacity = !old ? 64 : old < 1 << 17 ? old * 4 : old * 2;
    struct memo_slot *from = p->memo, *to = lang_alloc_zeroed(t, capacity * sizeof *to);
    if (!to)
        return -1;
    p->memo = to;
    p->memo_capacity = capacity;
    for (size_t i = 0; i < old; i++)
        if (from[i].key)
            *slot_of(p, from[i].key) = from[i];
    lang_free(t, from, old * sizeof *from);
    return 0;
}

static int memo_add(struct lang_thread *t, struct pickler *p, uintptr_t key, int64_t index)
{
    if (p->memo_count * 3 >= p->memo_capacity * 2 && memo_grow(t, p) < 0)
        return -1;
    struct memo_slot *slot = slot_of(p, key);
    if (!slot->key) {
        slot->key = key;
        if (!(key & 1))
            lang_incref((struct lang_object *)key);
        p->memo_count++;
    }
    slot->index = index;
    return 0;
}

void lang_pickle_memo_clear(struct lang_thread *t, struct pickler *p)
{
    struct memo_slot *memo = p->memo;
    size_t capacity = p->memo_capacity;
    p->memo = NULL;
    p->memo_count = p->memo_capacity = 0;
    for (size_t i = 0; i < capacity; i++)
        if (memo[i].key && !(memo[i].key & 1))
            lang_decref(t, (struct lang_object *)memo[i].key);
    lang_free(t, memo, capacity * sizeof *memo);
}

static int remember(struct saver *s, uintptr_t key)
{
    struct pickler *p = s->p;
    char text[32];
    int64_t index = (int64_t)p->memo_count;
    if (p->fast || !key)
        return 0;
    if (memo_add(s->t, p, key, index) < 0)
        return -1;
    if (p->protocol >= 4)
        return lang_pickle_put_op(s, PICKLE_MEMOIZE);
    if (p->protocol >= 1)
        return index < 256 ? lang_pickle_put_number(s, PICKLE_BINPUT, (uint64_t)index, 1)
                           : lang_pickle_put_number(s, PICKLE_LONG_BINPUT, (uint64_t)index, 4);
    return lang_pickle_put(s, text, (size_t)snprintf(text, sizeof text, "p%" PRId64 "\n", index));
}

/* What was just written may be asked for again. */
int lang_pickle_remember(struct saver *s, lang_value v)
{
    return remember(s, key_of(v));
}

/* The same of something that is no object of its own; it lies inside of one that is held. */
int lang_pickle_remember_address(struct saver *s, const void *inside)
{
    return remember(s, (uintptr_t)inside | 1);
}

int lang_pickle_put_again(struct saver *s, int64_t index)
{
    char text[32];
    if (s->p->protocol >= 1)
        return index < 256 ? lang_pickle_put_number(s, PICKLE_BINGET, (uint64_t)index, 1)
                           : lang_pickle_put_number(s, PICKLE_LONG_BINGET, (uint64_t)index, 4);
    return lang_pickle_put(s, text, (size_t)snprintf(text, sizeof text, "g%" PRId64 "\n", index));
}
