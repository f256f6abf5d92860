/* lib_array.h: array.array, between the files of the module _array. */
#ifndef LANG_LIB_ARRAY_H
#define LANG_LIB_ARRAY_H

#include "types.h"

enum lang_array_group { LANG_ARRAY_SIGNED, LANG_ARRAY_UNSIGNED, LANG_ARRAY_REAL, LANG_ARRAY_CHARACTER };

/* A type code. */
struct lang_array_kind {
    char code;
    uint8_t size, group;
    uint8_t format;       /* of a pickle: the number of its machine format, little-endian */
    const char *view;     /* format of a memoryview */
    const char *range[2]; /* what a value too small, or too large, is; NULL: the general text */
};
/* A machine format, of the table that pickles number: how the bytes of an item are to be read. */
struct lang_array_format {
    uint8_t size, group;
    bool big;
};
enum { LANG_ARRAY_KINDS = 13, LANG_ARRAY_FORMATS = 22 };
extern const struct lang_array_kind lang_array_kinds[LANG_ARRAY_KINDS];
extern const struct lang_array_format lang_array_formats[LANG_ARRAY_FORMATS];

const struct lang_array_kind *lang_array_kind(uint32_t code); /* or NULL */
lang_value lang_array_load(struct lang_thread *t, const struct lang_array_kind *kind, const uint8_t *p);
/* The value as an item. It runs user code. */
int lang_array_store(struct lang_thread *t, const struct lang_array_kind *kind, lang_value v, uint8_t out[8]);
bool lang_array_is_negative(struct lang_thread *t, lang_value number);

struct lang_typed_array {
    struct lang_object head;
    const struct lang_array_kind *kind;
    uint8_t *data;
    int64_t length, capacity; /* items */
    int64_t exports;
};

extern struct lang_type lang_type_array;
extern const char lang_array_nothing[8]; /* where an array without items lies */

static inline struct lang_typed_array *lang_array_of(lang_value v)
{
    return (struct lang_typed_array *)v.o;
}

static inline bool lang_is_array(lang_value v)
{
    return lang_is_a(v, &lang_type_array);
}

static inline uint8_t *lang_array_at(const struct lang_typed_array *a, int64_t i)
{
    return a->data + i * a->kind->size;
}

/* A new array of the kind with so many items, which are not filled. */
struct lang_typed_array *lang_array_new(struct lang_thread *t, struct lang_type *cls,
                                        const struct lang_array_kind *kind, int64_t length);
struct lang_typed_array *lang_array_copy(struct lang_thread *t, const struct lang_typed_array *a);
/* Makes room for n items at i, or with n < 0 takes -n items out from there. */
int lang_array_gap(struct lang_thread *t, struct lang_typed_array *a, int64_t i, int64_t n);
int lang_array_append(struct lang_thread *t, struct lang_typed_array *a, lang_value v);
int lang_array_add(struct lang_thread *t, struct lang_typed_array *a, const struct lang_typed_array *b);
int lang_array_add_bytes(struct lang_thread *t, struct lang_typed_array *a, const uint8_t *p, int64_t n);
int lang_array_add_text(struct lang_thread *t, struct lang_typed_array *a, const struct lang_str *s);
int lang_array_extend(struct lang_thread *t, struct lang_typed_array *a, lang_value from);
/* As the second argument of array() does. */
int lang_array_fill(struct lang_thread *t, struct lang_typed_array *a, lang_value from);
/* The first place of an equal item in [start, stop): -1 none, -2 an exception. */
int64_t lang_array_find(struct lang_thread *t, struct lang_typed_array *a, lang_value wanted, int64_t start,
                        int64_t stop);
struct lang_list *lang_array_listed(struct lang_thread *t, struct lang_typed_array *a);
/* Of characters: whether all are some; the text. */
int lang_array_check(struct lang_thread *t, const struct lang_typed_array *a);
lang_value lang_array_text(struct lang_thread *t, const struct lang_typed_array *a);
int lang_array_ready(struct lang_thread *t, const struct lang_method *methods);

#endif
