/* lib_pickler.h: the writer of pickles, as its files see it. Any step may run the user's code: nothing that lies in a
 * container or in the memo is kept across one without a reference. Functions that return int give -1 with an
 * exception. */
#ifndef LANG_LIB_PICKLER_H
#define LANG_LIB_PICKLER_H

#include "lib_pickle.h"

enum { BATCH = 1000, FRAME_TARGET = 65536, FRAME_LEAST = 4, FRAME_HEADER = 9 };

struct memo_slot {
    const void *key;            /* NULL: free */
    struct lang_object *object; /* held; NULL for a value without an object */
    int64_t index;
};

struct pickler {
    struct lang_object head;
    lang_value write;                         /* of the file; UNDEF: the bytes are asked for */
    lang_value persistent_id, dispatch_table; /* UNDEF: not given */
    int64_t protocol;
    bool fix_imports, fast, running, ready;
    bool framing;
    size_t frame; /* where the open frame's header lies; SIZE_MAX: none is open */
    uint8_t *out;
    size_t length, capacity;
    struct memo_slot *memo; /* open addressing by address */
    size_t memo_count, memo_capacity;
};

/* One dump: what is asked at every object. */
struct saver {
    struct lang_thread *t;
    struct pickler *p;
    lang_value persistent_id, table, override; /* UNDEF: not there */
    lang_value persistent_classes;             /* only their instances are asked for an id; UNDEF: all objects */
    /* any object (lib_pickle_write.c); function(a, b) as what v is reduced to (lib_pickle_objects.c) */
    int (*save)(struct saver *s, lang_value v, bool plain);
    int (*call)(struct saver *s, lang_value function, lang_value a, lang_value b, lang_value v);
};

/* plain: without asking for a persistent id. */
static inline int lang_pickle_save(struct saver *s, lang_value v, bool plain)
{
    return s->save(s, v, plain);
}

/* lib_pickle_output.c */
uint8_t *lang_pickle_little(uint8_t *to, uint64_t value, int bytes);
int lang_pickle_put(struct saver *s, const void *bytes, size_t n);
int lang_pickle_put_op(struct saver *s, enum pickle_opcode op);
int lang_pickle_put_number(struct saver *s, enum pickle_opcode op, uint64_t value, int bytes);
void lang_pickle_close_frame(struct pickler *p);
int lang_pickle_flush(struct saver *s);
int lang_pickle_put_block(struct saver *s, const uint8_t *header, size_t size, const void *bytes, size_t n,
                          lang_value whole);
int64_t lang_pickle_memo_index(struct pickler *p, lang_value v);
void lang_pickle_memo_clear(struct lang_thread *t, struct pickler *p);
int lang_pickle_remember(struct saver *s, lang_value v);
int lang_pickle_put_again(struct saver *s, int64_t index);

/* lib_pickle_values.c */
int lang_pickle_save_bool(struct saver *s, bool value);
int lang_pickle_save_int(struct saver *s, lang_value v);
int lang_pickle_save_float(struct saver *s, double value);
int lang_pickle_save_str(struct saver *s, lang_value v);
int lang_pickle_save_bytes(struct saver *s, lang_value v);
int lang_pickle_save_bytearray(struct saver *s, lang_value v);
lang_value lang_pickle_class_value(struct lang_type *type); /* a new reference */
/* module.name, imported. */
lang_value lang_pickle_named(struct lang_thread *t, const char *module, const char *name);
int lang_pickle_save_tuple(struct saver *s, lang_value v);
int lang_pickle_save_list(struct saver *s, lang_value v);
int lang_pickle_save_dict(struct saver *s, lang_value v);
int lang_pickle_save_set(struct saver *s, lang_value v);
int lang_pickle_save_frozenset(struct saver *s, lang_value v);
int lang_pickle_save_items(struct saver *s, lang_value iterator, bool pairs);

/* lib_pickle_objects.c */
int lang_pickle_save_call(struct saver *s, lang_value function, lang_value a, lang_value b, lang_value v);
int lang_pickle_save_object(struct saver *s, lang_value v);

#endif
