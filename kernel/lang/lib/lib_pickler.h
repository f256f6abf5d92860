/* lib_pickler.h: the writer of pickles, as its files see it. Any step may run the user's code: nothing that lies in a
 * container or in the memo is kept across one without a reference. Functions that return int give -1 with an
 * exception. */
#ifndef LANG_LIB_PICKLER_H
#define LANG_LIB_PICKLER_H

#include <string.h>

#include "lib_pickle.h"

enum { BATCH = 1000, FRAME_TARGET = 65536, FRAME_LEAST = 4, FRAME_HEADER = 9 };

struct memo_slot {
    uintptr_t key; /* an object's address: it is held; odd: of something that is none; 0: free */
    int64_t index;
};

struct pickler {
    struct lang_object head;
    lang_value write;                         /* of the file; UNDEF: the bytes are asked for */
    lang_value persistent_id, dispatch_table; /* UNDEF: not given */
    lang_value buffer_callback;               /* UNDEF: buffers are written in band */
    int64_t protocol;
    bool fix_imports, fast, running, ready;
    bool framing;
    size_t frame;             /* where the open frame's header lies; SIZE_MAX: none is open */
    struct lang_bytes *block; /* what is written: the memory of the result */
    uint8_t *out;             /* its bytes */
    size_t length, capacity;
    struct memo_slot *memo; /* open addressing by address */
    size_t memo_count, memo_capacity;
};

/* One dump: what is asked at every object. */
struct saver {
    struct lang_thread *t;
    struct pickler *p;
    lang_value persistent_id, table, override; /* UNDEF: not there */
    const struct lang_shape *plain; /* instances of it reduce plainly, while the version of their class is this one */
    uint32_t plain_version;
    lang_value persistent_classes; /* only their instances are asked for an id; UNDEF: all objects */
    /* any object (lib_pickle_write.c); function(a, b) as what v is reduced to (lib_pickle_objects.c) */
    int (*save)(struct saver *s, lang_value v, bool plain);
    int (*call)(struct saver *s, lang_value function, lang_value a, lang_value b, lang_value v);
};

/* plain: without asking for a persistent id. */
static inline int lang_pickle_save(struct saver *s, lang_value v, bool plain)
{
    return s->save(s, v, plain);
}

static inline uint8_t *lang_pickle_little(uint8_t *to, uint64_t value, int bytes)
{
    _Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "copied as it lies");
    memcpy(to, &value, (size_t)bytes);
    return to + bytes;
}

/* lib_pickle_output.c */
int lang_pickle_put(struct saver *s, const void *bytes, size_t n);
uint8_t *lang_pickle_more(struct saver *s, size_t n);
void lang_pickle_close_frame(struct pickler *p);
struct lang_bytes *lang_pickle_take(struct lang_thread *t, struct pickler *p);
int lang_pickle_flush(struct saver *s);
int lang_pickle_put_block(struct saver *s, const uint8_t *header, size_t size, const void *bytes, size_t n,
                          lang_value whole);
int64_t lang_pickle_memo_index(struct pickler *p, lang_value v);
void lang_pickle_memo_clear(struct lang_thread *t, struct pickler *p);
int lang_pickle_remember(struct saver *s, lang_value v);
int lang_pickle_remember_address(struct saver *s, const void *inside);
int lang_pickle_put_again(struct saver *s, int64_t index);

/* Where n bytes find place, behind the header of a frame that is opened for them; the caller moves `length`. NULL: no
 * memory. */
static inline uint8_t *lang_pickle_room(struct saver *s, size_t n)
{
    struct pickler *p = s->p;
    bool opens = p->framing && p->frame == SIZE_MAX;
    return opens || p->capacity - p->length < n ? lang_pickle_more(s, n) : p->out + p->length;
}
static inline int lang_pickle_put_op(struct saver *s, enum pickle_opcode op)
{
    uint8_t *to = lang_pickle_room(s, 1);
    if (!to)
        return -1;
    *to = (uint8_t)op;
    s->p->length++;
    return 0;
}
/* An opcode and a little-endian number. */
static inline int lang_pickle_put_number(struct saver *s, enum pickle_opcode op, uint64_t value, int bytes)
{
    uint8_t *to = lang_pickle_room(s, 1 + sizeof value);
    if (!to)
        return -1;
    *to = (uint8_t)op;
    lang_pickle_little(to + 1, value, 8); /* one store; the next bytes are written over what is too much */
    s->p->length += 1 + (size_t)bytes;
    return 0;
}

/* lib_pickle_values.c */
int lang_pickle_save_bool(struct saver *s, bool value);
int lang_pickle_save_int(struct saver *s, lang_value v);
int lang_pickle_save_float(struct saver *s, double value);
int lang_pickle_save_str(struct saver *s, lang_value v);
int lang_pickle_save_bytes(struct saver *s, lang_value v);
int lang_pickle_save_bytearray(struct saver *s, lang_value v);
/* v as the bytes, or with `mutable` the bytearray, that these are. whole: the object that has just them, or UNDEF. */
int lang_pickle_save_memory(struct saver *s, const uint8_t *data, size_t n, bool mutable, lang_value whole,
                            lang_value v);
lang_value lang_pickle_class_value(struct lang_type *type); /* a new reference */
/* module.name, imported. */
lang_value lang_pickle_named(struct lang_thread *t, const char *module, const char *name);
int lang_pickle_save_tuple(struct saver *s, lang_value v);
int lang_pickle_save_list(struct saver *s, lang_value v);
int lang_pickle_save_dict(struct saver *s, lang_value v);
int lang_pickle_save_set(struct saver *s, lang_value v);
int lang_pickle_save_frozenset(struct saver *s, lang_value v);
int lang_pickle_save_items(struct saver *s, lang_value iterator, bool pairs);
int lang_pickle_save_attributes(struct saver *s, lang_value v);

/* lib_pickle_buffer.c */
int lang_pickle_save_buffer(struct saver *s, lang_value v);

/* lib_pickle_objects.c */
int lang_pickle_save_call(struct saver *s, lang_value function, lang_value a, lang_value b, lang_value v);
int lang_pickle_save_object(struct saver *s, lang_value v);

#endif
