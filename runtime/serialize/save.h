/* torch.save and torch.load: PyTorch's zip format with a pickle inside, as a tree of values that the binding maps to
   objects of the language. Nothing in a file is ever executed. Knows tensors (runtime.h) but no language. */
#ifndef RT_SAVE_H
#define RT_SAVE_H

#include "runtime.h"

enum rt_pickle_kind {
    RT_PICKLE_NONE,
    RT_PICKLE_BOOL,
    RT_PICKLE_INT,     /* integer */
    RT_PICKLE_BIGINT,  /* bytes: two's complement, little-endian */
    RT_PICKLE_FLOAT,   /* number */
    RT_PICKLE_COMPLEX, /* number, imaginary */
    RT_PICKLE_STR,     /* bytes: UTF-8 */
    RT_PICKLE_BYTES,
    RT_PICKLE_LIST, /* items */
    RT_PICKLE_TUPLE,
    RT_PICKLE_SET,
    RT_PICKLE_DICT,         /* items: key, value, key, value ... in order */
    RT_PICKLE_ORDERED_DICT, /* the same; attributes: a DICT of instance attributes ("_metadata"), or NULL */
    RT_PICKLE_TENSOR,       /* tensor (requires_grad is set on it) */
    RT_PICKLE_PARAMETER,    /* tensor */
    RT_PICKLE_SIZE,         /* items: INT */
    RT_PICKLE_DTYPE,        /* dtype */
    RT_PICKLE_DEVICE        /* device_type, device_index (-1: none) */
};

/* Counted: a value that the file (or the program) shares appears as the same pointer again, so identity can be kept. */
struct rt_pickle_value {
    int references;
    enum rt_pickle_kind kind;
    union {
        bool boolean;
        int64_t integer;
        struct {
            double number, imaginary;
        };
        struct {
            char *bytes;
            size_t length;
        };
        struct {
            struct rt_pickle_value **items;
            size_t count;
            struct rt_pickle_value *attributes;
        };
        struct rt_tensor *tensor;
        enum rt_dtype dtype;
        struct {
            enum rt_device_type device_type;
            int device_index;
        };
    };
    void *user; /* of the binding: the object made for this value */
    /* of the runtime */
    struct rt_pickle_value *link;
    uint8_t state; /* of whoever walks the tree */
    bool internal; /* holds what only the reader knows: never in a finished tree */
};

/* A value of one reference; NULL and RT_MEMORY on failure. bytes are copied; tensors get a reference. */
struct rt_pickle_value *rt_pickle_new(enum rt_pickle_kind kind, struct rt_error *err);
struct rt_pickle_value *rt_pickle_new_bytes(enum rt_pickle_kind kind, const char *bytes, size_t length,
                                            struct rt_error *err);
/* Appends; takes over the reference of item also on failure (-1). */
int rt_pickle_append_steal(struct rt_pickle_value *container, struct rt_pickle_value *item, struct rt_error *err);
void rt_pickle_ref(struct rt_pickle_value *value);
void rt_pickle_unref(struct rt_pickle_value *value); /* NULL is ignored; iterative: depth does not eat the stack */

/* Drops the items of a container, which may hold itself; others stay as they are. */
void rt_pickle_drop_items(struct rt_pickle_value *value);

/* Writes a value. RT_OS with errno, or RT_RUNTIME "Parent directory ... does not exist.". The file appears complete or
   not at all. */
int rt_save_file(const char *path, const struct rt_pickle_value *value, struct rt_error *err);
/* The same into memory (top folder "archive"); *bytes is to be freed with rt_free. */
int rt_save_memory(const struct rt_pickle_value *value, char **bytes, size_t *length, struct rt_error *err);

/* Where storages of a location tag ("cpu", "cuda:0") go: a device, or NULL and err. NULL callback: rt_load_location. */
typedef struct rt_device *(*rt_locate)(void *context, const char *location, struct rt_error *err);
/* The default: the device of the tag; the "Attempting to deserialize object on a CUDA device ..." texts. */
struct rt_device *rt_load_location(void *context, const char *location, struct rt_error *err);

/* Reads a file or memory. RT_UNPICKLING "Weights only load failed. ..." for anything that is not data; RT_EOF for an
   empty file; RT_RUNTIME for damaged archives. `map` true: storages of the CPU are mapped from the file. */
struct rt_pickle_value *rt_load_file(const char *path, rt_locate locate, void *context, bool map, struct rt_error *err);
struct rt_pickle_value *rt_load_memory(const void *bytes, size_t length, rt_locate locate, void *context,
                                       struct rt_error *err);

#endif
