/* lib_struct.h: formats of numbers as bytes, compiled (lib_struct_format.c), for the module _struct (lib_struct.c). */
#ifndef LANG_LIB_STRUCT_H
#define LANG_LIB_STRUCT_H

#include "lib.h"

/* Values of one kind that stand one after the other; of texts (s, p) one that has `size` bytes. */
struct struct_item {
    char letter;
    bool big, native;
    /* the usual kinds; those from STRUCT_BOOL on are quick to write only */
    enum { STRUCT_OTHER, STRUCT_SIGNED, STRUCT_UNSIGNED, STRUCT_DOUBLE, STRUCT_FLOAT, STRUCT_BOOL, STRUCT_BYTES } class;
    int64_t offset, size, count;
};
struct struct_format {
    struct lang_object head;
    struct lang_str *text;
    int64_t size, values, items;
    struct struct_item *item;
    bool dense; /* some bytes, each of which is a value's */
};

extern struct lang_type *lang_struct_error;
/* Fills a format that is empty, or gives it another text. */
int lang_struct_parse(struct lang_thread *t, struct struct_format *f, lang_value text);
void lang_struct_drop(struct lang_thread *t, struct struct_format *f);
/* One value to and from its bytes. */
int lang_struct_put(struct lang_thread *t, const struct struct_item *item, lang_value v, uint8_t *to);
lang_value lang_struct_get(struct lang_thread *t, const struct struct_item *item, const uint8_t *from);

#endif
