/* bytes_impl.h: what bytes and bytearray share. Private to types/. */
#ifndef LANG_BYTES_IMPL_H
#define LANG_BYTES_IMPL_H

#include "types.h"

/* What an object of n bytes takes. */
static inline size_t lang_bytes_object_size(size_t n)
{
    return (offsetof(struct lang_bytes, data) + n + 1 + 7) & ~(size_t)7;
}
/* n bytes to be filled, ended with a zero. */
struct lang_bytes *lang_bytes_raw(struct lang_thread *t, size_t n);
struct lang_bytearray *lang_bytearray_new(struct lang_thread *t, const void *data, size_t size);
/* Space for n bytes in all; the length becomes n. */
int lang_bytearray_resize(struct lang_thread *t, struct lang_bytearray *a, int64_t n);
/* A new bytes or bytearray, as `like` is one. */
lang_value lang_bytes_like(struct lang_thread *t, lang_value like, const void *data, size_t size);
lang_value lang_bytes_like_raw(struct lang_thread *t, lang_value like, size_t size); /* to be filled */
/* As bytes(source, encoding, errors) reads its arguments: grows `into` (an empty bytearray). */
int lang_bytes_collect(struct lang_thread *t, struct lang_bytearray *into, const char *name, lang_value source,
                       lang_value encoding, lang_value errors);
struct lang_str *lang_bytes_repr(struct lang_thread *t, const uint8_t *p, int64_t n, const char *head,
                                 const char *tail);
/* Slots of both types. */
lang_value lang_bytes_compare(struct lang_thread *t, lang_value a, lang_value b, enum lang_compare_op op);
lang_value lang_bytes_concat(struct lang_thread *t, lang_value a, lang_value b);
lang_value lang_bytes_repeat(struct lang_thread *t, lang_value a, int64_t times);
lang_value lang_bytes_mod(struct lang_thread *t, lang_value a, lang_value b);
lang_value lang_bytes_getitem(struct lang_thread *t, lang_value v, lang_value key);
int64_t lang_bytes_len(struct lang_thread *t, lang_value v);
int lang_bytes_contains(struct lang_thread *t, lang_value v, lang_value item);
lang_value lang_bytes_iter(struct lang_thread *t, lang_value v);
/* Any key as an index; `what` names the type in errors. It runs user code, so what it is an index of is looked at
 * afterwards: lang_bytes_fit_index makes it one within 0..length-1. */
int lang_bytes_index(struct lang_thread *t, lang_value key, const char *what, int64_t *out);
int lang_bytes_fit_index(struct lang_thread *t, const char *what, int64_t length, int64_t *i);
/* A byte from an int: ValueError `byte must be in range(0, 256)` */
int lang_bytes_byte(struct lang_thread *t, lang_value v, const char *range_text, uint8_t *out);

/* The methods that both types have (bytes_methods.c). */
extern const struct lang_method lang_bytes_methods[];
extern const struct lang_method lang_bytearray_methods[];
/* Methods that make new bytes of all the old ones (bytes_transform.c). */
lang_value lang_bytes_m_join(struct lang_thread *t, const lang_value *args);
lang_value lang_bytes_m_replace(struct lang_thread *t, const lang_value *args);
lang_value lang_bytes_m_expandtabs(struct lang_thread *t, const lang_value *args);
lang_value lang_bytes_m_translate(struct lang_thread *t, const lang_value *args);
lang_value lang_bytes_m_upper(struct lang_thread *t, const lang_value *args);
lang_value lang_bytes_m_lower(struct lang_thread *t, const lang_value *args);
lang_value lang_bytes_m_swapcase(struct lang_thread *t, const lang_value *args);
lang_value lang_bytes_m_capitalize(struct lang_thread *t, const lang_value *args);
lang_value lang_bytes_m_title(struct lang_thread *t, const lang_value *args);
lang_value lang_bytes_m_hex(struct lang_thread *t, const lang_value *args);
lang_value lang_bytes_m_fromhex(struct lang_thread *t, const lang_value *args);
/* Methods of bytearray alone (bytearray.c). */
lang_value lang_bytearray_append(struct lang_thread *t, const lang_value *args);
lang_value lang_bytearray_extend(struct lang_thread *t, const lang_value *args);
lang_value lang_bytearray_insert(struct lang_thread *t, const lang_value *args);
lang_value lang_bytearray_pop(struct lang_thread *t, const lang_value *args);
lang_value lang_bytearray_sizeof(struct lang_thread *t, const lang_value *args);
lang_value lang_bytearray_remove(struct lang_thread *t, const lang_value *args);
lang_value lang_bytearray_clear(struct lang_thread *t, const lang_value *args);
lang_value lang_bytearray_reverse(struct lang_thread *t, const lang_value *args);
extern struct lang_type lang_type_bytes_iterator, lang_type_bytearray_iterator;

#endif
