/* types.h: the layouts and functions of the concrete built-in types that other code works with directly.
 * Each type lives in types/NAME.c, which may have a private header beside it. Conventions as in object.h. */
#ifndef LANG_TYPES_H
#define LANG_TYPES_H

#include <stdarg.h>

#include "object.h"

/* ------------------------------------------------------------------ str (types/str.c) */

/* Unicode in units of 1 (code points to U+00FF), 2 or 4 bytes: O(1) index. Immutable once made; a lone surrogate is
 * allowed. utf8 is made on demand and cached; for pure ASCII it is the data itself. Data ends with a zero unit. */
struct lang_str {
    struct lang_object head; /* flags: LANG_STR_* */
    int64_t length;          /* code points */
    int64_t hash;            /* -1: not computed */
    char *utf8;
    size_t utf8_size; /* bytes without the final zero */
    uint8_t kind;     /* 1, 2 or 4 */
    uint8_t ascii;
    uint8_t interned;
    uint32_t spare; /* bytes allocated behind the final zero unit (texts grown by lang_str_append_steal) */
    _Alignas(8) char data[];
};
static inline uint32_t lang_str_at(const struct lang_str *s, int64_t i)
{
    return s->kind == 1   ? ((const uint8_t *)s->data)[i]
           : s->kind == 2 ? ((const uint16_t *)s->data)[i]
                          : ((const uint32_t *)s->data)[i];
}
static inline struct lang_str *lang_as_str(lang_value v)
{
    return (struct lang_str *)v.o;
}
static inline bool lang_is_str(lang_value v)
{
    return v.tag == LANG_OBJECT && (v.o->type == &lang_type_str || (v.o->type->flags & LANG_TYPE_STR));
}
/* The texts of one character below U+0100 are shared, and the empty one, which is the last. Made at their first use. */
struct lang_tiny_str {
    struct lang_str s;
    char units[8];
};
extern struct lang_tiny_str lang_tiny_strs[257];
void lang_tiny_str_make(unsigned i);
static inline struct lang_str *lang_tiny_str(unsigned i)
{
    struct lang_str *s = &lang_tiny_strs[i].s;
    if (!s->head.type)
        lang_tiny_str_make(i);
    s->head.refs++;
    return s;
}
/* From UTF-8 (WTF-8: encoded surrogates are kept); invalid bytes become U+FFFD. */
struct lang_str *lang_str_new(struct lang_thread *t, const char *utf8, size_t size);
struct lang_str *lang_str_from_c(struct lang_thread *t, const char *utf8);
struct lang_str *lang_str_from_format(struct lang_thread *t, const char *format, ...); /* as lang_raise */
struct lang_str *lang_str_from_vformat(struct lang_thread *t, const char *format, va_list list);
struct lang_str *lang_str_from_units(struct lang_thread *t, const void *units, int kind, int64_t length); /* narrows */
struct lang_str *lang_str_from_char(struct lang_thread *t, uint32_t c);
struct lang_str *lang_str_slice(struct lang_thread *t, struct lang_str *s, int64_t start, int64_t end);
struct lang_str *lang_str_concat(struct lang_thread *t, struct lang_str *a, struct lang_str *b);
/* sep.join(items); TypeError for what is no str. */
struct lang_str *lang_str_join(struct lang_thread *t, struct lang_str *sep, const lang_value *items, int64_t n);
void lang_str_free(struct lang_thread *t, struct lang_str *s); /* called last by lang_object_destroy for an exact str */
struct lang_str *lang_str_empty(struct lang_thread *t);
/* a += b where a has one reference: extends in place when it can. Takes a. */
struct lang_str *lang_str_append_steal(struct lang_thread *t, struct lang_str *a, struct lang_str *b);
const char *lang_str_utf8(struct lang_thread *t, struct lang_str *s, size_t *size); /* WTF-8, ends with 0 */
int lang_str_check_utf8(struct lang_thread *t, struct lang_str *s); /* -1 and UnicodeEncodeError: has surrogates */
bool lang_str_equal(const struct lang_str *a, const struct lang_str *b);
bool lang_str_equal_c(const struct lang_str *a, const char *ascii);
int lang_str_compare(const struct lang_str *a, const struct lang_str *b); /* -1 0 1 by code points */
int64_t lang_str_hash(struct lang_str *s);
struct lang_str *lang_str_repr(struct lang_thread *t, struct lang_str *s);
bool lang_char_is_printable(uint32_t c);
/* Where str.splitlines splits. */
static inline bool lang_char_is_linebreak(uint32_t c)
{
    return (c >= 10 && c <= 13) || (c >= 28 && c <= 30) || c == 0x85 || c == 0x2028 || c == 0x2029;
}
struct lang_str *lang_ascii(struct lang_thread *t, lang_value v); /* ascii(v) */
/* Interned strings: one object for one text; attribute names and names in code are interned (vm/intern.c). */
struct lang_str *lang_intern(struct lang_thread *t, const char *utf8, size_t size);
struct lang_str *lang_intern_c(struct lang_thread *t, const char *utf8);
/* The interned text of characters below U+0100, whose hash is known. */
struct lang_str *lang_intern_hashed(struct lang_thread *t, const uint8_t *units, int64_t length, int64_t hash);
struct lang_str *lang_intern_str(struct lang_thread *t, struct lang_str *s); /* borrowed in, new reference out */

/* Builder: grows a text; after an allocation failure every call fails and finish returns NULL. Must not be copied:
 * short texts lie in the builder itself. */
struct lang_builder {
    struct lang_thread *t;
    char *data;
    int64_t length, capacity; /* in units */
    uint8_t kind;
    bool failed;
    _Alignas(8) char small[128];
};
void lang_builder_init(struct lang_builder *b, struct lang_thread *t);
int lang_builder_char(struct lang_builder *b, uint32_t c);
int lang_builder_str(struct lang_builder *b, struct lang_str *s);
int lang_builder_utf8(struct lang_builder *b, const char *s, size_t size);
int lang_builder_c(struct lang_builder *b, const char *s);
int lang_builder_repeat(struct lang_builder *b, uint32_t c, int64_t n);
int lang_builder_slice(struct lang_builder *b, struct lang_str *s, int64_t start, int64_t end);
int lang_builder_repr(struct lang_builder *b, lang_value v);  /* repr of any value */
struct lang_str *lang_builder_finish(struct lang_builder *b); /* frees the builder also on failure */
void lang_builder_drop(struct lang_builder *b);

/* ------------------------------------------------------------------ bytes (types/bytes.c) */

struct lang_bytes {
    struct lang_object head;
    int64_t length;
    int64_t hash;
    uint8_t data[]; /* ends with a zero */
};
struct lang_bytes *lang_bytes_new(struct lang_thread *t, const void *data, size_t size); /* data NULL: zeroed */
static inline bool lang_is_bytes(lang_value v)
{
    return v.tag == LANG_OBJECT && (v.o->type->flags & LANG_TYPE_BYTES);
}
struct lang_bytearray {
    struct lang_object head;
    int64_t length, capacity;
    uint8_t *data;
    int64_t exports; /* views of it: its size is fixed meanwhile */
};
extern struct lang_type lang_type_memoryview, lang_type_memory_iterator, lang_type_simple_namespace;
static inline bool lang_is_bytearray(lang_value v)
{
    return v.tag == LANG_OBJECT && lang_is_a(v, &lang_type_bytearray);
}
/* Memory that an object shares with its views. */
struct lang_memory {
    uint8_t *data;
    int64_t length, itemsize; /* bytes; bytes of an item */
    const char *format;       /* of an item, as the module struct writes it: lives for ever */
    bool readonly;
    int64_t *exports; /* how many views there are, or NULL: nobody counts them */
    /* Where the items have ndim dimensions: their sizes. NULL: one, of as many items as there are. They live, as the
     * format does then, as long as the object. */
    const int64_t *shape;
    int ndim;
};
/* That of a bytes, a bytearray, or an object whose type has the slot `memory`; false for any other value, without an
 * exception. */
bool lang_memory_of(lang_value v, struct lang_memory *out);
/* The bytes of such an object or of a memoryview, borrowed; false for any other value, without an exception. They hold
 * until user code may run: what outlives that needs a lang_buffer. */
bool lang_bytes_view(lang_value v, const uint8_t **data, int64_t *length);

/* The bytes of a bytes, bytearray or memoryview (of items that lie one after the other), or of an object of another
 * implementation that has such, held: the value stays alive and keeps its size, whoever tries to change that gets
 * BufferError. */
struct lang_buffer {
    lang_value owner; /* UNDEF: nothing is held */
    const uint8_t *data;
    int64_t length;
    void *foreign; /* how another implementation holds its memory (struct lang_foreign); NULL: it is memory of here */
};
/* False for any other value, without an exception; then nothing is held. */
bool lang_buffer_get(struct lang_thread *t, lang_value v, struct lang_buffer *out);
/* The same of what may be written to; `data` points to the memory itself. */
bool lang_buffer_get_writable(struct lang_thread *t, lang_value v, struct lang_buffer *out);
void lang_buffer_release(struct lang_thread *t, struct lang_buffer *b); /* may be called twice */

/* ------------------------------------------------------------------ PyCapsule (types/capsule.c) */

struct lang_capsule {
    struct lang_object head;
    void *pointer;
    const char *name;           /* lives for ever */
    void (*end)(void *pointer); /* called with the pointer that nobody has taken; NULL: nothing is to be done */
    void *lent;                 /* what stands for it in another implementation; NULL: nothing does */
};
extern struct lang_type lang_type_capsule;
struct lang_capsule *lang_capsule_new(struct lang_thread *t, void *pointer, const char *name,
                                      void (*end)(void *pointer));
/* The pointer of a capsule of that name, here or of another implementation, which has the name `used` from now on.
 * NULL, without an exception: v is no such capsule. */
void *lang_capsule_take(struct lang_thread *t, lang_value v, const char *name, const char *used);

/* ------------------------------------------------------------------ int (types/int.c, types/bigint.c) */

/* Integers beyond 64 bits, GMP inside. */
struct lang_bigint;
static inline bool lang_is_integer(lang_value v) /* int of any size, bool, subclass */
{
    return v.tag == LANG_INT || v.tag == LANG_BOOL || (v.tag == LANG_OBJECT && (v.o->type->flags & LANG_TYPE_INT));
}
lang_value lang_int_from_text(struct lang_thread *t, const char *digits, size_t size,
                              int base);                          /* validated digits, optional sign */
lang_value lang_int_from_double(struct lang_thread *t, double d); /* truncates; errors for inf and nan as int(float) */
lang_value lang_int_from_u64(struct lang_thread *t, uint64_t u);
struct lang_str *lang_int_to_str(struct lang_thread *t, lang_value v, int base);     /* digits with sign, no prefix */
struct lang_str *lang_int_to_literal(struct lang_thread *t, lang_value v, int base); /* 2, 8, 16: with 0b, 0o, 0x */
/* The value of an int, bool or subclass as int64; false when it does not fit (no exception). */
bool lang_int_fits(lang_value v, int64_t *out);
/* Nearest double of any int; -1 with OverflowError `int too large to convert to float`. */
int lang_int_to_double(struct lang_thread *t, lang_value v, double *out);
int lang_int_sign(lang_value v);                  /* -1 0 1 of any int */
int lang_int_compare(lang_value a, lang_value b); /* -1 0 1 of any ints */
lang_value lang_int_exact(struct lang_thread *t,
                          lang_value v); /* a plain int of the same value: strips bool and subclasses */
lang_value lang_int_pow(struct lang_thread *t, lang_value a, lang_value b,
                        lang_value mod);                                    /* mod UNDEF or None: none */
lang_value lang_int_gcd(struct lang_thread *t, lang_value a, lang_value b); /* of any ints, not negative */
lang_value lang_int_isqrt(struct lang_thread *t, lang_value v); /* floor of the root of a non-negative int */
lang_value lang_int_unary(struct lang_thread *t, enum lang_unary_op op, lang_value v);
int64_t lang_int_hash(lang_value v);
/* int(text): white space, sign, prefix, underscores; ValueError `invalid literal for int() with base 10: 'x'`. */
lang_value lang_int_parse(struct lang_thread *t, struct lang_str *s, int base);
/* Digits of str(int) and int(str) allowed; 0: any number (sys.set_int_max_str_digits). */
extern int64_t lang_int_max_str_digits;
/* Slow paths of the vm for int op int, of any size (bools too). */
lang_value lang_int_binary(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b);
/* An int itself, not a bool nor an instance of a subclass. */
static inline bool lang_is_plain_int(lang_value v)
{
    return v.tag == LANG_INT || (v.tag == LANG_OBJECT && v.o->type == &lang_type_int);
}
/* Shortest repr of a double as Python writes it; buffer of at least 32 bytes; returns its length. */
size_t lang_float_repr(double d, char *buffer);
/* The value of a float or an instance of a subclass. */
static inline bool lang_is_float(lang_value v)
{
    return v.tag == LANG_FLOAT || (v.tag == LANG_OBJECT && (v.o->type->flags & LANG_TYPE_FLOAT));
}
double lang_float_value(lang_value v);
lang_value lang_float_parse(struct lang_thread *t, lang_value text); /* float(str or bytes) */
lang_value lang_float_binary(struct lang_thread *t, enum lang_binary_op op, lang_value a,
                             lang_value b); /* NOTIMPL: not numbers */
lang_value lang_float_round(struct lang_thread *t, double d, int64_t digits);

/* ------------------------------------------------------------------ complex (types/complex.c) */

struct lang_complex {
    struct lang_object head;
    double real, imag;
};
extern struct lang_type lang_type_complex;
lang_value lang_complex_new(struct lang_thread *t, double real, double imag);

/* Readies the scalar types: numbers, str, bytes, range, slice, the singletons and their iterators. After object and
 * type. */
int lang_scalars_ready(struct lang_thread *t);

/* ------------------------------------------------------------------ format (types/format.c) */

/* The mini-language of __format__ for the built-in types. */
struct lang_str *lang_int_format(struct lang_thread *t, lang_value v, struct lang_str *spec);
struct lang_str *lang_float_format(struct lang_thread *t, lang_value v, struct lang_str *spec);
struct lang_str *lang_str_format_spec(struct lang_thread *t, lang_value v, struct lang_str *spec);

/* ------------------------------------------------------------------ tuple, list (types/tuple.c, types/list.c) */

struct lang_tuple {
    struct lang_object head;
    int64_t length;
    lang_value items[];
};
struct lang_list {
    struct lang_object head;
    int64_t length, capacity;
    lang_value *items;
};
/* Where it is not NULL: how many tuples may still be hashed, before that is a ValueError. A few bytes of a pickle can
 * name a tuple of tuples that takes years. */
extern int64_t *lang_tuple_hash_budget;
struct lang_tuple *lang_tuple_new(struct lang_thread *t, int64_t n); /* items are UNDEF: fill before it is seen */
struct lang_tuple *lang_tuple_from(struct lang_thread *t, const lang_value *items, int64_t n); /* adds references */
struct lang_list *lang_list_new(struct lang_thread *t, int64_t capacity);                      /* length 0 */
struct lang_list *lang_list_from(struct lang_thread *t, const lang_value *items, int64_t n);
/* Space for n items in all, of a list that goes on growing. */
int lang_list_reserve(struct lang_thread *t, struct lang_list *l, int64_t n);
int lang_list_append(struct lang_thread *t, struct lang_list *l, lang_value v);       /* adds a reference */
int lang_list_append_steal(struct lang_thread *t, struct lang_list *l, lang_value v); /* takes v also on failure */
int lang_list_extend(struct lang_thread *t, struct lang_list *l, lang_value iterable);
int lang_list_sort(struct lang_thread *t, struct lang_list *l, lang_value key,
                   bool reverse); /* key UNDEF or None: none */
/* Any iterable as a new list or tuple. */
struct lang_list *lang_to_list(struct lang_thread *t, lang_value iterable);
/* The sorted names that dir(v) lists; a new list. */
struct lang_list *lang_dir(struct lang_thread *t, lang_value v);
struct lang_tuple *lang_to_tuple(struct lang_thread *t, lang_value iterable);
static inline bool lang_is_tuple(lang_value v)
{
    return v.tag == LANG_OBJECT && (v.o->type->flags & LANG_TYPE_TUPLE);
}
static inline bool lang_is_list(lang_value v)
{
    return v.tag == LANG_OBJECT && (v.o->type->flags & LANG_TYPE_LIST);
}
static inline struct lang_tuple *lang_as_tuple(lang_value v)
{
    return (struct lang_tuple *)v.o;
}
static inline struct lang_list *lang_as_list(lang_value v)
{
    return (struct lang_list *)v.o;
}

/* ------------------------------------------------------------------ dict (types/dict.c) */

/* Insertion-ordered and compact: entries in order, a sparse table of indices. A deleted entry has value UNDEF.
 * keys_version changes (to a process-wide unique number) whenever the set of keys, their order or the entries array
 * changes, not when a value is replaced: inline caches remember (keys_version, entry index). */
struct lang_dict_entry {
    lang_value key;
    lang_value value;
    int64_t hash;
};
struct lang_dict {
    struct lang_object head;
    int64_t count;    /* live entries */
    int64_t used;     /* entries used, deleted ones included */
    int64_t capacity; /* of entries */
    int64_t filled;   /* slots of index that are not free, those of deleted entries included */
    uint64_t keys_version;
    struct lang_dict_entry *entries;
    void *index; /* int8/16/32/64 table of 2^index_log2 slots, NULL while capacity is 0 */
    uint8_t index_log2;
    bool only_str; /* every key ever set is an exact str: lookups need no user code */
};
static inline struct lang_dict *lang_as_dict(lang_value v)
{
    return (struct lang_dict *)v.o;
}
static inline bool lang_is_dict(lang_value v)
{
    return v.tag == LANG_OBJECT && (v.o->type->flags & LANG_TYPE_DICT);
}
struct lang_dict *lang_dict_new(struct lang_thread *t);
/* Of n different names, interned ones; takes the values over. NULL: they are still the caller's. */
struct lang_dict *lang_dict_of_names(struct lang_thread *t, struct lang_str *const *names, const lang_value *values,
                                     uint32_t n);
/* Borrowed value; UNDEF when absent, ERROR when hash or == raised. */
lang_value lang_dict_get(struct lang_thread *t, struct lang_dict *d, lang_value key);
int lang_dict_set(struct lang_thread *t, struct lang_dict *d, lang_value key, lang_value value);
int lang_dict_del(struct lang_thread *t, struct lang_dict *d, lang_value key); /* 1 deleted, 0 absent, -1 error */
/* By str: cannot run user code while only_str. */
/* Borrowed, of an int as it stands; UNDEF: absent, or only lang_dict_get knows. */
lang_value lang_dict_get_int(const struct lang_dict *d, int64_t key);
lang_value lang_dict_get_str(struct lang_thread *t, struct lang_dict *d, struct lang_str *key); /* borrowed */
int lang_dict_set_str(struct lang_thread *t, struct lang_dict *d, struct lang_str *key, lang_value value);
int lang_dict_set_c(struct lang_thread *t, struct lang_dict *d, const char *key, lang_value value);
lang_value lang_dict_get_c(struct lang_thread *t, struct lang_dict *d, const char *key);      /* borrowed */
int64_t lang_dict_find_str(struct lang_thread *t, struct lang_dict *d, struct lang_str *key); /* entry index or -1 */
struct lang_dict *lang_dict_copy(struct lang_thread *t, struct lang_dict *d);
/* dict.update(other): a mapping (has keys()) or an iterable of pairs. */
int lang_dict_update(struct lang_thread *t, struct lang_dict *d, lang_value other);
void lang_dict_clear(struct lang_thread *t, struct lang_dict *d);
/* for (int64_t i = 0; lang_dict_next(d, &i, &k, &v);) borrowed. */
bool lang_dict_next(struct lang_dict *d, int64_t *i, lang_value *key, lang_value *value);

/* ------------------------------------------------------------------ set (types/set.c) */

struct lang_set_entry {
    lang_value key; /* UNDEF: free; tag ERROR: deleted */
    int64_t hash;
};
struct lang_set { /* open addressing with CPython's probe order, so that iteration orders agree */
    struct lang_object head;
    int64_t count, fill, mask;
    int64_t hash;   /* frozenset; -1: not computed */
    int64_t finger; /* where pop() searches next */
    bool objects;   /* false: no key is an object, so nothing is counted or traversed */
    struct lang_set_entry *table;
    struct lang_set_entry small[8];
};
struct lang_set *lang_set_new(struct lang_thread *t, bool frozen);
int lang_set_add(struct lang_thread *t, struct lang_set *s, lang_value v);
int lang_set_has(struct lang_thread *t, struct lang_set *s, lang_value v);
int lang_set_discard(struct lang_thread *t, struct lang_set *s, lang_value v); /* 1 removed */
int lang_set_update(struct lang_thread *t, struct lang_set *s, lang_value iterable);
bool lang_set_next(struct lang_set *s, int64_t *i, lang_value *key); /* borrowed */

/* ------------------------------------------------------------------ iterators (types/iterators.c, types/dict_views.c)
 */

/* The layout is public for the fast path of the vm's loops. The container is dropped (NULL) at the end; from then on
 * the iterator stays exhausted. */
struct lang_list_iter {
    struct lang_object head;
    struct lang_list *list;
    int64_t index;
};
struct lang_tuple_iter {
    struct lang_object head;
    struct lang_tuple *tuple;
    int64_t index;
};
struct lang_str_iter {
    struct lang_object head;
    struct lang_str *s;
    int64_t i;
};
extern struct lang_type lang_type_str_iterator, lang_type_str_ascii_iterator;
enum lang_dict_view_kind { LANG_DICT_KEYS, LANG_DICT_VALUES, LANG_DICT_ITEMS };
/* Valid while dict->count == count (else RuntimeError `dictionary changed size during iteration`). */
struct lang_dict_iter {
    struct lang_object head;
    struct lang_dict *dict;
    int64_t position;         /* in entries */
    int64_t count;            /* of the dict at the start */
    int64_t left;             /* for __length_hint__ */
    struct lang_tuple *spare; /* the last pair of items(), reused when nobody else holds it */
    uint8_t kind;
    bool reversed;
};
struct lang_dict_view {
    struct lang_object head;
    struct lang_dict *dict;
};
struct lang_enumerate {
    struct lang_object head;
    lang_value iterator, count;
    struct lang_tuple *spare; /* the last pair, reused when nobody else holds it */
};
struct lang_zip {
    struct lang_object head;
    struct lang_tuple *iterators;
    struct lang_tuple *spare;
    bool strict;
};
extern struct lang_type lang_type_list_iterator, lang_type_list_reverseiterator, lang_type_tuple_iterator,
    lang_type_dict_keyiterator, lang_type_dict_valueiterator, lang_type_dict_itemiterator,
    lang_type_dict_reversekeyiterator, lang_type_dict_reversevalueiterator, lang_type_dict_reverseitemiterator,
    lang_type_dict_keys, lang_type_dict_values, lang_type_dict_items, lang_type_set_iterator, lang_type_enumerate,
    lang_type_zip, lang_type_map, lang_type_filter, lang_type_reversed, lang_type_callable_iterator,
    lang_type_sequence_iterator;
/* The answer of an iterator's __reduce__: (callable, (argument,), index), without the index if it is negative; callable
 * is a name of the builtins, the argument is taken. */
lang_value lang_iter_reduced(struct lang_thread *t, const char *callable, lang_value argument, int64_t index);
/* What __setstate__ was given, kept within low and high; -1 with *ok false: raised. */
int64_t lang_iter_state(struct lang_thread *t, lang_value state, int64_t low, int64_t high, bool *ok);
/* iter(v) for a value with __getitem__ only, and iter(callable, sentinel). */
lang_value lang_sequence_iter(struct lang_thread *t, lang_value v);
lang_value lang_callable_iter(struct lang_thread *t, lang_value callable, lang_value sentinel);

/* ------------------------------------------------------------------ start-up of containers and library */

/* Readies list, tuple, dict, set, their iterators and views, and files; after object, type, int and str. */
int lang_containers_ready(struct lang_thread *t);
/* Puts the functions and classes of `builtins` into the dict; exceptions, compile and __build_class__ are the vm's. */
int lang_builtins_fill(struct lang_thread *t, struct lang_dict *builtins);

/* ------------------------------------------------------------------ range, slice (types/range.c, types/slice.c) */

struct lang_range {
    struct lang_object head;
    lang_value start, stop, step, length; /* ints of any size */
};
/* Iterator of a range whose items all fit 64 bits; the vm steps it itself. */
struct lang_range_iter {
    struct lang_object head;
    int64_t next, step, remaining;
};
extern struct lang_type lang_type_range_iterator;
lang_value lang_range_new(struct lang_thread *t, lang_value start, lang_value stop, lang_value step); /* ints */
struct lang_slice {
    struct lang_object head;
    lang_value start, stop, step; /* any values */
};
lang_value lang_slice_new(struct lang_thread *t, lang_value start, lang_value stop, lang_value step);
/* slice.indices: start, stop and step for a length, ints of any size, new references. */
int lang_slice_indices(struct lang_thread *t, lang_value slice, lang_value length, lang_value kind[3]);
/* A slice of what may change while __index__ runs takes two steps. First start, stop and step become integers (which
 * runs user code), step, start and stop once each, clipped to 64 bits; then they are fitted to the length that holds
 * now (which runs nothing): how many items there are. */
int lang_slice_unpack(struct lang_thread *t, lang_value slice, int64_t *start, int64_t *stop, int64_t *step);
int64_t lang_slice_fit(int64_t length, int64_t *start, int64_t *stop, int64_t step);
/* One such part: `absent` where it is None or UNDEF. */
int lang_slice_bound(struct lang_thread *t, lang_value v, int64_t absent, int64_t *out);
/* Both steps at once, for what cannot change (str, bytes, tuple): resolved start, stop, step and the number of items.
 */
int lang_slice_resolve(struct lang_thread *t, lang_value slice, int64_t length, int64_t *start, int64_t *stop,
                       int64_t *step, int64_t *count);

/* ------------------------------------------------------------------ natives, methods, modules (types/native.c,
 * types/module.c) */

#define LANG_NO_COUNT SIZE_MAX
struct lang_native { /* a built-in function, or a method of a built-in type unbound (descriptor) */
    struct lang_object head;
    const char *name;
    const struct lang_method *row; /* NULL for raw ones */
    struct lang_params *params;    /* parsed signature; process-wide, cached by row */
    lang_native_fn fn;             /* row->fn, of one with a row */
    size_t exact;                  /* fn takes that many arguments as they stand; LANG_NO_COUNT: unknown or not so */
    size_t least, most;            /* with so many, and exact is none of them, lang_native_call_defaults calls it */
    struct lang_type *owner;       /* type for methods, else NULL */
    struct lang_str *module;       /* borrowed interned, may be NULL */
    lang_call_fn raw;              /* called with the raw arguments and the native itself as callee */
    const void *data;              /* of a raw one */
    const char *doc;
};
struct lang_method_object { /* bound: calling it puts self in front */
    struct lang_object head;
    lang_value function, self;
};
struct lang_module {
    struct lang_object head;
    struct lang_attrs attrs; /* dict mode always: attrs.dict */
    struct lang_str *name;
};
struct lang_native *lang_native_new(struct lang_thread *t, const struct lang_method *row, struct lang_type *owner,
                                    const char *module);
/* A native that takes its arguments raw; data is handed through callee. name and doc must outlive it. */
struct lang_native *lang_native_raw(struct lang_thread *t, const char *name, const char *doc, lang_call_fn fn,
                                    const void *data);
/* A native method descriptor (binds self) from a raw function: for types whose methods come from another table. */
struct lang_native *lang_native_raw_method(struct lang_thread *t, struct lang_type *owner, const char *name,
                                           const char *doc, lang_call_fn fn, const void *data);
lang_value lang_method_bind(struct lang_thread *t, lang_value function, lang_value self);

/* A C fast path that is tried before a function of the language is entered; UNDEF: the function itself is called. */
typedef lang_value (*lang_fast_call_fn)(struct lang_thread *t, const void *data, const lang_value *args, size_t nargs,
                                        struct lang_tuple *kwnames);
/* Sets the fast path of a function of the language; false: v is none. It is removed when the function gets other code
 * or defaults. data must outlive the function. */
bool lang_function_set_fast_call(lang_value v, lang_fast_call_fn fn, const void *data);
/* The one that it has, or NULL. */
lang_fast_call_fn lang_function_fast_call(lang_value v, const void **data);
/* A built-in function, or a method of a built-in type: a struct lang_native that is no slot wrapper. */
bool lang_is_native(lang_value v);
/* Puts another row behind a computed attribute of a built-in type, everywhere at once; the row is kept. */
void lang_getset_replace(lang_value descr, const struct lang_getset *row);

/* Binds call arguments to a signature text for code with its own calling path (type constructors): out has one entry
 * for each parameter, owned references are put into *keep (a tuple/dict for *args, **kwargs) to be released by
 * lang_args_done. */
struct lang_params;
struct lang_params *lang_params_get(struct lang_thread *t, const char *function_name,
                                    const char *signature); /* cached by pointer */
size_t lang_params_count(const struct lang_params *p);
int lang_params_bind(struct lang_thread *t, const struct lang_params *p, const lang_value *args, size_t nargs,
                     struct lang_tuple *kwnames, lang_value *out);
void lang_args_done(struct lang_thread *t, const struct lang_params *p,
                    lang_value *out); /* releases *args and **kwargs */

/* A module of the library in C: one static row each, registered in lib/modules.def. */
struct lang_module_def {
    const char *name, *doc;
    const struct lang_method *functions;
    int (*init)(struct lang_thread *t, struct lang_module *m); /* adds constants and classes; may be NULL */
};
extern const struct lang_module_def *const lang_module_defs[]; /* lib/modules.c; ends with NULL */
struct lang_module *lang_module_new(struct lang_thread *t, const char *name, const char *doc);
int lang_module_add(struct lang_thread *t, struct lang_module *m, const char *name,
                    lang_value v); /* adds a reference */
int lang_module_add_steal(struct lang_thread *t, struct lang_module *m, const char *name, lang_value v);
int lang_module_add_functions(struct lang_thread *t, struct lang_module *m, const struct lang_method *rows);
static inline struct lang_dict *lang_module_dict(struct lang_module *m)
{
    return m->attrs.dict;
}

/* ------------------------------------------------------------------ exceptions as objects (vm/exception.h has the
 * rest) */

struct lang_exception {
    struct lang_object head;
    struct lang_attrs attrs;
    struct lang_tuple *args;
    lang_value traceback; /* struct lang_traceback or UNDEF */
    lang_value cause, context;
    bool suppress_context;
    bool from_host;       /* the interrupt that the host asked for */
    lang_value name, obj; /* NameError, AttributeError: what was looked for, and where (ImportError: path) */
    lang_value *fields;   /* of some classes, NULL while none is set: vm/exception_fields.h */
};

/* unicode_name.c. Writes the name of a character and a NUL; its length, 0: it has none. */
enum { LANG_UNICODE_NAME = 128 }; /* space for a name */
size_t lang_unicode_name(uint32_t c, char out[LANG_UNICODE_NAME]);
/* The character of a name or alias, as in '\N{name}'; UINT32_MAX: none. */
uint32_t lang_unicode_lookup(const char *name, size_t size);
/* unicode_forms.c. NFKC of an identifier in UTF-8, for the parser: 1 and *out, malloc'ed; 0: it is what it is; -1: no
 * memory. */
int lang_unicode_identifier(const char *name, size_t size, char **out, size_t *out_size);

#endif
