/* lib_pickle_values.c: numbers, texts and containers as opcodes. */
#include <stdio.h>
#include <string.h>

#include "lib_pickler.h"
#include "types/bigint.h"
#include "vm/code.h"

/* ------------------------------------------------------------------ numbers and texts */

int lang_pickle_save_bool(struct saver *s, bool value)
{
    if (s->p->protocol >= 2)
        return lang_pickle_put_op(s, value ? PICKLE_NEWTRUE : PICKLE_NEWFALSE);
    return lang_pickle_put(s, value ? "I01\n" : "I00\n", 4);
}

static int save_int_text(struct saver *s, lang_value v, bool is_long)
{
    struct lang_str *digits = lang_int_to_str(s->t, v, 10);
    size_t n;
    const char *text = digits ? lang_str_utf8(s->t, digits, &n) : NULL;
    int status = text && lang_pickle_put_op(s, is_long ? PICKLE_LONG : PICKLE_INT) == 0 &&
                         lang_pickle_put(s, text, n) == 0 && lang_pickle_put(s, "L\n" + !is_long, 1 + is_long) == 0
                     ? 0
                     : -1;
    lang_xdecref(s->t, digits);
    return status;
}

static int save_wide_int(struct saver *s, lang_value v);

int lang_pickle_save_int(struct saver *s, lang_value v)
{
    int64_t value = v.i;
    if ((v.tag != LANG_INT && !lang_int_fits(v, &value)) || value < INT32_MIN || value > INT32_MAX)
        return save_wide_int(s, v);
    if (s->p->protocol < 1)
        return save_int_text(s, v, false);
    return (uint64_t)value < 256     ? lang_pickle_put_number(s, PICKLE_BININT1, (uint64_t)value, 1)
           : (uint64_t)value < 65536 ? lang_pickle_put_number(s, PICKLE_BININT2, (uint64_t)value, 2)
                                     : lang_pickle_put_number(s, PICKLE_BININT, (uint64_t)value, 4);
}

static int save_wide_int(struct saver *s, lang_value v)
{
    if (s->p->protocol < 2)
        return save_int_text(s, v, true);
    size_t n = (size_t)(lang_int_bit_length(v) / 8 + 1);
    uint8_t *bytes = lang_alloc(s->t, n + 1);
    if (!bytes)
        return -1;
    size_t used = n;
    int status = lang_bigint_to_bytes(s->t, v, bytes, n, false, true);
    /* -2^(8k-1) fits a byte less than its length in bits says */
    if (status == 0 && n > 1 && bytes[n - 1] == 0xff && bytes[n - 2] & 0x80)
        used--;
    if (status == 0 && used > INT32_MAX)
        status = lang_fail(s->t, LANG_EXC_OverflowError, "int too large to pickle");
    if (status == 0)
        status = used < 256 ? lang_pickle_put_number(s, PICKLE_LONG1, used, 1)
                            : lang_pickle_put_number(s, PICKLE_LONG4, used, 4);
    if (status == 0)
        status = lang_pickle_put(s, bytes, used);
    lang_free(s->t, bytes, n + 1);
    return status;
}

int lang_pickle_save_float(struct saver *s, double value)
{
    uint8_t text[40] = {PICKLE_FLOAT};
    uint64_t bits;
    if (s->p->protocol >= 1) {
        memcpy(&bits, &value, sizeof bits);
        if (value != value) /* its identity is no part of it */
            bits = (bits & 1ull << 63) | 0x7ff8000000000000ull;
        return lang_pickle_put_number(s, PICKLE_BINFLOAT, __builtin_bswap64(bits), 8);
    }
    size_t n = lang_float_repr(value, (char *)text + 1);
    text[1 + n] = '\n';
    return lang_pickle_put(s, text, n + 2);
}

/* The header of a block: one of three opcodes by the width of its size; 0 when there is none for it. */
static size_t block_header(struct saver *s, uint8_t header[9], size_t n, int narrow, int wide, int widest)
{
    header[0] = (uint8_t)(n < 256 && narrow ? narrow : n <= UINT32_MAX ? wide : widest);
    if (n > UINT32_MAX && s->p->protocol < 4)
        return 0;
    int width = n < 256 && narrow ? 1 : n <= UINT32_MAX ? 4 : 8;
    lang_pickle_little(header + 1, n, width);
    return 1 + (size_t)width;
}

/* Protocol 0: ASCII with escapes for what ends a line, and Latin-1. */
static int put_escaped(struct saver *s, struct lang_str *text)
{
    for (int64_t i = 0; i < text->length; i++) {
        uint32_t c = lang_str_at(text, i);
        char piece[16];
        bool plain = c < 256 && c != '\\' && c != 0 && c != '\n' && c != '\r' && c != 0x1a;
        int n = plain ? 1 : snprintf(piece, sizeof piece, c > 0xffff ? "\\U%08x" : "\\u%04x", c);
        if (plain)
            piece[0] = (char)c;
        if (lang_pickle_put(s, piece, (size_t)n) < 0)
            return -1;
    }
    return 0;
}

int lang_pickle_save_str(struct saver *s, lang_value v)
{
    struct lang_str *text = lang_as_str(v);
    uint8_t header[9];
    size_t n, size;
    if (s->p->protocol < 1) {
        if (lang_pickle_put_op(s, PICKLE_UNICODE) < 0 || put_escaped(s, text) < 0 || lang_pickle_put(s, "\n", 1) < 0)
            return -1;
        return lang_pickle_remember(s, v);
    }
    const char *bytes = lang_str_utf8(s->t, text, &n);
    if (!bytes)
        return -1;
    size = block_header(s, header, n, s->p->protocol >= 4 ? PICKLE_SHORT_BINUNICODE : 0, PICKLE_BINUNICODE,
                        PICKLE_BINUNICODE8);
    if (!size)
        return lang_fail(s->t, LANG_EXC_OverflowError, "cannot serialize a string larger than 4GiB");
    if (lang_pickle_put_block(s, header, size, bytes, n, lang_undef()) < 0)
        return -1;
    return lang_pickle_remember(s, v);
}

lang_value lang_pickle_named(struct lang_thread *t, const char *module, const char *name)
{
    lang_value m = lang_import(t, module);
    if (lang_is_error(m))
        return m;
    lang_value found = lang_getattr_c(t, m, name);
    lang_unref(t, m);
    return found;
}

lang_value lang_pickle_class_value(struct lang_type *type)
{
    return lang_ref(lang_obj(type));
}

static lang_value latin_text(struct lang_thread *t, const uint8_t *bytes, int64_t n)
{
    return lang_obj_or_error(lang_str_from_units(t, bytes, 1, n));
}

int lang_pickle_save_memory(struct saver *s, const uint8_t *data, size_t n, bool mutable, lang_value whole,
                            lang_value v)
{
    uint8_t header[9] = {PICKLE_BYTEARRAY8};
    size_t size = sizeof header;
    if (mutable)
        lang_pickle_little(header + 1, n, 8);
    else
        size = block_header(s, header, n, PICKLE_SHORT_BINBYTES, PICKLE_BINBYTES, PICKLE_BINBYTES8);
    if (!size)
        return lang_fail(s->t, LANG_EXC_OverflowError,
                         "serializing a bytes object larger than 4 GiB requires pickle protocol 4 or higher");
    return lang_pickle_put_block(s, header, size, data, n, whole) < 0 ? -1 : lang_pickle_remember(s, v);
}

int lang_pickle_save_bytes(struct saver *s, lang_value v)
{
    struct lang_bytes *b = (struct lang_bytes *)v.o;
    if (s->p->protocol < 3) { /* Python 2 has no bytes: made from text */
        if (b->length == 0)
            return s->call(s, lang_pickle_class_value(&lang_type_bytes), lang_undef(), lang_undef(), v);
        lang_value encode = lang_pickle_named(s->t, "_codecs", "encode");
        if (lang_is_error(encode))
            return -1;
        return s->call(s, encode, latin_text(s->t, b->data, b->length),
                       lang_obj_or_error(lang_intern_c(s->t, "latin1")), v);
    }
    return lang_pickle_save_memory(s, b->data, (size_t)b->length, false, v, v);
}

int lang_pickle_save_bytearray(struct saver *s, lang_value v)
{
    struct lang_buffer held;
    if (s->p->protocol < 5) {
        struct lang_bytearray *b = (struct lang_bytearray *)v.o;
        lang_value copy =
            b->length ? lang_obj_or_error(lang_bytes_new(s->t, b->data, (size_t)b->length)) : lang_undef();
        return s->call(s, lang_pickle_class_value(&lang_type_bytearray), copy, lang_undef(), v);
    }
    if (!lang_buffer_get(s->t, v, &held))
        return lang_fail(s->t, LANG_EXC_BufferError, "the bytearray cannot be read");
    int status = lang_pickle_save_memory(s, held.data, (size_t)held.length, true, v, v);
    lang_buffer_release(s->t, &held);
    return status;
}

/* ------------------------------------------------------------------ containers */

static int save_held(struct saver *s, lang_value v)
{
    lang_value held = lang_ref(v);
    int status = lang_pickle_save(s, held, false);
    lang_unref(s->t, held);
    return status;
}

static int put_ops(struct saver *s, enum pickle_opcode op, int64_t times)
{
    for (int64_t i = 0; i < times; i++)
        if (lang_pickle_put_op(s, op) < 0)
            return -1;
    return 0;
}

int lang_pickle_save_tuple(struct saver *s, lang_value v)
{
    static const enum pickle_opcode short_ops[] = {PICKLE_EMPTY_TUPLE, PICKLE_TUPLE1, PICKLE_TUPLE2, PICKLE_TUPLE3};
    struct lang_tuple *tuple = lang_as_tuple(v);
    int64_t n = tuple->length, index;
    if (n == 0 && s->p->protocol >= 1)
        return lang_pickle_put_op(s, PICKLE_EMPTY_TUPLE);
    bool is_short = n > 0 && n <= 3 && s->p->protocol >= 2;
    if (!is_short && lang_pickle_put_op(s, PICKLE_MARK) < 0)
        return -1;
    for (int64_t i = 0; i < n; i++)
        if (lang_pickle_save(s, tuple->items[i], false) < 0)
            return -1;
    if (n == 0)
        return lang_pickle_put_op(s, PICKLE_TUPLE);
    /* one that holds itself was written and remembered meanwhile */
    if (!s->p->fast && (index = lang_pickle_memo_index(s->p, v)) >= 0) {
        int status = is_short              ? put_ops(s, PICKLE_POP, n)
                     : s->p->protocol >= 1 ? lang_pickle_put_op(s, PICKLE_POP_MARK)
                                           : put_ops(s, PICKLE_POP, n + 1);
        return status < 0 ? -1 : lang_pickle_put_again(s, index);
    }
    if (lang_pickle_put_op(s, is_short ? short_ops[n] : PICKLE_TUPLE) < 0)
        return -1;
    return lang_pickle_remember(s, v);
}

/* Small integers that follow each other in a list, at most a batch of them from i on, which nothing is asked about and
 * which open no frame; where they end, or -1. */
static int64_t save_ints(struct saver *s, struct lang_list *list, int64_t i, int64_t end)
{
    struct pickler *p = s->p;
    if (!lang_is_undef(s->persistent_id) || p->protocol < 1 || list->items[i].tag != LANG_INT)
        return i;
    uint8_t *start = lang_pickle_room(s, (size_t)(end - i) * 5 + 8), *to = start;
    if (!to)
        return -1;
    uint8_t *full = p->frame == SIZE_MAX ? start + (end - i) * 5 : p->out + p->frame + FRAME_HEADER + FRAME_TARGET;
    for (; i < end && to < full && list->items[i].tag == LANG_INT; i++) {
        int64_t value = list->items[i].i;
        if (value < INT32_MIN || value > INT32_MAX)
            break;
        int bytes = (uint64_t)value < 256 ? 1 : (uint64_t)value < 65536 ? 2 : 4;
        *to = (uint8_t)(bytes == 1 ? PICKLE_BININT1 : bytes == 2 ? PICKLE_BININT2 : PICKLE_BININT);
        lang_pickle_little(to + 1, (uint64_t)value, 8);
        to += 1 + bytes;
    }
    p->length += (size_t)(to - start);
    return i;
}

int lang_pickle_save_list(struct saver *s, lang_value v)
{
    struct lang_list *list = lang_as_list(v);
    bool binary = s->p->protocol >= 1;
    if ((binary ? lang_pickle_put_op(s, PICKLE_EMPTY_LIST) : lang_pickle_put(s, "(l", 2)) < 0 ||
        lang_pickle_remember(s, v) < 0)
        return -1;
    for (int64_t i = 0; i < list->length;) {
        int64_t left = list->length - i, batch = !binary || list->length == 1 ? 1 : left < BATCH ? left : BATCH;
        bool marked = binary && list->length != 1;
        if (marked && lang_pickle_put_op(s, PICKLE_MARK) < 0)
            return -1;
        if (lang_poll_quiet(s->t) < 0)
            return -1;
        for (int64_t end = i + batch; i < end && i < list->length;) {
            int64_t most = end < list->length ? end : list->length;
            if ((i = save_ints(s, list, i, most)) < 0 || (i < most && save_held(s, list->items[i++]) < 0))
                return -1;
        }
        if (lang_pickle_put_op(s, marked ? PICKLE_APPENDS : PICKLE_APPEND) < 0)
            return -1;
    }
    return 0;
}

/* Pairs of a dict, or one key of a set; *at as lang_dict_next moves it. 1: there was one. */
static int save_entry(struct saver *s, lang_value v, int64_t *at)
{
    lang_value key, value = lang_undef();
    bool there = lang_is_dict(v) ? lang_dict_next(lang_as_dict(v), at, &key, &value)
                                 : lang_set_next((struct lang_set *)v.o, at, &key);
    if (!there)
        return 0;
    lang_value held = lang_ref(value);
    int status = save_held(s, key);
    if (status == 0 && !lang_is_undef(held))
        status = lang_pickle_save(s, held, false);
    lang_unref(s->t, held);
    return status < 0 ? -1 : 1;
}

static int64_t count_of(lang_value v)
{
    return lang_is_dict(v) ? lang_as_dict(v)->count : ((struct lang_set *)v.o)->count;
}

/* The entries of a dict or set: in batches, or with `single` an opcode behind each. */
static int save_entries(struct saver *s, lang_value v, bool single, enum pickle_opcode op, const char *changed)
{
    int64_t at = 0, size = count_of(v), n = BATCH;
    while (n == BATCH) {
        int status = 1;
        if ((!single && lang_pickle_put_op(s, PICKLE_MARK) < 0) || lang_poll_quiet(s->t) < 0)
            return -1;
        for (n = 0; n < BATCH && (status = save_entry(s, v, &at)) > 0; n++)
            if (single && lang_pickle_put_op(s, op) < 0)
                return -1;
        if (status < 0 || (!single && lang_pickle_put_op(s, op) < 0))
            return -1;
        if (count_of(v) != size)
            return lang_fail(s->t, LANG_EXC_RuntimeError, "%s", changed);
    }
    return 0;
}

int lang_pickle_save_dict(struct saver *s, lang_value v)
{
    bool binary = s->p->protocol >= 1;
    if ((binary ? lang_pickle_put_op(s, PICKLE_EMPTY_DICT) : lang_pickle_put(s, "(d", 2)) < 0 ||
        lang_pickle_remember(s, v) < 0)
        return -1;
    bool single = !binary || count_of(v) == 1;
    if (count_of(v) == 0)
        return 0;
    return save_entries(s, v, single, single ? PICKLE_SETITEM : PICKLE_SETITEMS,
                        "dictionary changed size during iteration");
}

enum { MOST_NAMES = 32 }; /* of a shape, held on the stack */

/* The value under a name, which had the shape; a new reference. What is called meanwhile may make the dict, which goes
 * on in the same order, or add to it. */
static lang_value shaped_value(struct saver *s, lang_value v, const struct lang_shape *shape, uint32_t i,
                               struct lang_str *name)
{
    struct lang_attrs *attrs = lang_attrs_of(v.o);
    lang_value value = lang_undef();
    if (attrs && attrs->shape == shape)
        return lang_ref(attrs->slots[i]);
    if (attrs && !attrs->shape && attrs->dict)
        value = lang_ref(lang_dict_get_str(s->t, attrs->dict, name));
    return lang_is_undef(value) ? lang_raise(s->t, LANG_EXC_RuntimeError, "dictionary changed size during iteration")
                                : value;
}

/* The attributes of an instance as its dict would be written, without making one. */
static int save_shaped(struct saver *s, lang_value v, const struct lang_shape *shape)
{
    struct lang_str *names[MOST_NAMES];
    uint32_t n = shape->count;
    for (const struct lang_shape *at = shape; at->count; at = at->parent)
        names[at->count - 1] = lang_incref(at->key);
    int status = n > 1 ? lang_pickle_put_op(s, PICKLE_MARK) : 0;
    for (uint32_t i = 0; i < n && status == 0; i++) {
        lang_value value = shaped_value(s, v, shape, i, names[i]);
        status = lang_is_error(value) || lang_pickle_save(s, lang_obj(names[i]), false) < 0 ||
                         lang_pickle_save(s, value, false) < 0
                     ? -1
                     : 0;
        if (!lang_is_error(value))
            lang_unref(s->t, value);
    }
    for (uint32_t i = 0; i < n; i++)
        lang_decref(s->t, names[i]);
    return status < 0 ? -1 : lang_pickle_put_op(s, n > 1 ? PICKLE_SETITEMS : PICKLE_SETITEM);
}

/* What is there as __dict__; 1: nothing is. */
int lang_pickle_save_attributes(struct saver *s, lang_value v)
{
    struct lang_attrs *attrs = lang_attrs_of(v.o);
    const struct lang_shape *shape = attrs->shape;
    if (shape ? !shape->count : !attrs->dict || !attrs->dict->count)
        return 1;
    if (!shape || shape->count > MOST_NAMES || s->p->protocol < 1) {
        lang_value dict = lang_obj_or_error(lang_instance_dict(s->t, v));
        int status = lang_is_error(dict) ? -1 : lang_pickle_save(s, dict, false);
        if (!lang_is_error(dict))
            lang_unref(s->t, dict);
        return status;
    }
    if (lang_pickle_put_op(s, PICKLE_EMPTY_DICT) < 0 || lang_pickle_remember_address(s, attrs) < 0)
        return -1;
    return save_shaped(s, v, shape);
}

int lang_pickle_save_set(struct saver *s, lang_value v)
{
    if (s->p->protocol < 4)
        return s->call(s, lang_pickle_class_value(&lang_type_set), lang_obj_or_error(lang_to_list(s->t, v)),
                       lang_undef(), v);
    if (lang_pickle_put_op(s, PICKLE_EMPTY_SET) < 0 || lang_pickle_remember(s, v) < 0)
        return -1;
    return count_of(v) ? save_entries(s, v, false, PICKLE_ADDITEMS, "set changed size during iteration") : 0;
}

int lang_pickle_save_frozenset(struct saver *s, lang_value v)
{
    struct lang_set *set = (struct lang_set *)v.o;
    int64_t index;
    lang_value key;
    if (s->p->protocol < 4)
        return s->call(s, lang_pickle_class_value(&lang_type_frozenset), lang_obj_or_error(lang_to_list(s->t, v)),
                       lang_undef(), v);
    if (lang_pickle_put_op(s, PICKLE_MARK) < 0)
        return -1;
    for (int64_t at = 0; lang_set_next(set, &at, &key);)
        if (save_held(s, key) < 0)
            return -1;
    if (!s->p->fast && (index = lang_pickle_memo_index(s->p, v)) >= 0)
        return lang_pickle_put_op(s, PICKLE_POP_MARK) < 0 ? -1 : lang_pickle_put_again(s, index);
    return lang_pickle_put_op(s, PICKLE_FROZENSET) < 0 ? -1 : lang_pickle_remember(s, v);
}

/* Items that an iterator gives, for a list, or pairs for a dict. */
static int save_pair(struct saver *s, lang_value pair)
{
    if (!lang_is_tuple(pair) || lang_as_tuple(pair)->length != 2)
        return lang_fail(s->t, LANG_EXC_TypeError, "dict items iterator must return 2-tuples");
    struct lang_tuple *both = lang_as_tuple(pair);
    return lang_pickle_save(s, both->items[0], false) < 0 ? -1 : lang_pickle_save(s, both->items[1], false);
}

static int save_batch(struct saver *s, lang_value iterator, bool pairs, int64_t most, bool *more)
{
    int (*each)(struct saver *, lang_value) = pairs ? save_pair : save_held;
    lang_value item = lang_next(s->t, iterator);
    *more = false;
    if (lang_is_error(item) || lang_is_undef(item))
        return lang_is_error(item) ? -1 : 0;
    lang_value next = most > 1 ? lang_next(s->t, iterator) : lang_undef();
    bool marked = !lang_is_undef(next);
    int status = lang_is_error(next) || (marked && lang_pickle_put_op(s, PICKLE_MARK) < 0) ? -1 : 0;
    int64_t fetched = 2, n = 0;
    while (status == 0 && !lang_is_undef(item)) {
        status = each(s, item);
        lang_unref(s->t, item);
        item = next;
        next = lang_undef();
        n++;
        if (status == 0 && !lang_is_undef(item) && fetched++ < most) {
            next = lang_next(s->t, iterator);
            status = lang_is_error(next) ? -1 : 0;
        }
    }
    if (!lang_is_error(item))
        lang_unref(s->t, item);
    if (!lang_is_error(next))
        lang_unref(s->t, next);
    *more = n == most;
    enum pickle_opcode one = pairs ? PICKLE_SETITEM : PICKLE_APPEND, many = pairs ? PICKLE_SETITEMS : PICKLE_APPENDS;
    return status < 0 ? -1 : lang_pickle_put_op(s, marked ? many : one);
}

int lang_pickle_save_items(struct saver *s, lang_value iterator, bool pairs)
{
    bool more = true;
    while (more)
        if (lang_poll_quiet(s->t) < 0 || save_batch(s, iterator, pairs, s->p->protocol >= 1 ? BATCH : 1, &more) < 0)
            return -1;
    return 0;
}
