/* lib_struct.c: the module _struct: values as bytes by a format, and back; struct (prelude) has the public names. */
#include <string.h>

#include "lib/lib_struct.h"
#include "types/bytes_impl.h"
#include "types/containers.h"
#include "types/str_impl.h"

enum { FORMATS_KNOWN = 100 };

static struct lang_type struct_type, iterator_type;
static struct lang_dict *known; /* formats by their text: an attribute of the module has the reference */

struct iterator {
    struct lang_object head;
    struct struct_format *format; /* NULL at the end */
    struct lang_buffer buffer;
    int64_t at;
};

static lang_value fail(struct lang_thread *t, const char *text)
{
    return lang_raise_class(t, lang_struct_error, "%s", text);
}

static inline struct struct_format *format_of(lang_value v)
{
    return (struct struct_format *)v.o;
}

/* The format of a text, made at its first use: a new reference. */
static struct struct_format *format_for(struct lang_thread *t, lang_value text)
{
    if (lang_is_exactly(text, &struct_type))
        return lang_incref(text.o);
    const bool is_str = lang_is_exactly(text, &lang_type_str);
    lang_value found = is_str ? lang_dict_get_str(t, known, lang_as_str(text)) : lang_dict_get(t, known, text);
    if (lang_is_error(found))
        return NULL;
    if (!lang_is_undef(found))
        return lang_incref(found.o);
    struct struct_format *f = lang_object_new(t, &struct_type);
    if (!f)
        return NULL;
    if (lang_struct_parse(t, f, text) < 0) {
        lang_decref(t, f);
        return NULL;
    }
    if (known->count >= FORMATS_KNOWN)
        lang_dict_clear(t, known);
    if (lang_dict_set(t, known, text, lang_obj(f)) < 0) {
        lang_decref(t, f);
        return NULL;
    }
    return f;
}

/* ------------------------------------------------------------------ packing */

static int no_keywords(struct lang_thread *t, const char *name, struct lang_tuple *kwnames)
{
    return kwnames && kwnames->length ? lang_fail(t, LANG_EXC_TypeError, "%s() takes no keyword arguments", name) : 0;
}

static inline void put_word(uint8_t *to, uint64_t word, int64_t size, bool big)
{
    if (big)
        word = __builtin_bswap64(word) >> (64 - 8 * size);
    switch (size) {
    case 8:
        memcpy(to, &word, 8);
        break;
    case 4:
        memcpy(to, &word, 4);
        break;
    case 2:
        memcpy(to, &word, 2);
        break;
    default:
        *to = (uint8_t)word;
    }
}

/* The usual values, which need no look at their kind: false where only lang_struct_put knows. */
static inline bool put_fast(const struct struct_item *item, lang_value v, uint8_t *to)
{
    float f;
    uint32_t bits;
    switch (item->class) {
    case STRUCT_SIGNED:
        if (v.tag != LANG_INT || (int64_t)(v.bits << (64 - 8 * item->size)) >> (64 - 8 * item->size) != v.i)
            return false;
        put_word(to, v.bits, item->size, item->big);
        return true;
    case STRUCT_UNSIGNED:
        if (v.tag != LANG_INT || v.i < 0 || v.bits << (64 - 8 * item->size) >> (64 - 8 * item->size) != v.bits)
            return false;
        put_word(to, v.bits, item->size, item->big);
        return true;
    case STRUCT_DOUBLE:
        if (v.tag != LANG_FLOAT || v.f != v.f)
            return false;
        put_word(to, v.bits, 8, item->big);
        return true;
    case STRUCT_FLOAT:
        f = v.tag == LANG_FLOAT ? (float)v.f : __builtin_inff();
        if (!__builtin_isfinite(f))
            return false;
        memcpy(&bits, &f, 4);
        put_word(to, bits, 4, item->big);
        return true;
    case STRUCT_BOOL:
        if (v.tag != LANG_BOOL)
            return false;
        *to = v.i != 0;
        return true;
    case STRUCT_BYTES:
        if (!lang_is_exactly(v, &lang_type_bytes) || ((const struct lang_bytes *)v.o)->length != item->size)
            return false;
        lang_copy_short(to, ((const struct lang_bytes *)v.o)->data, (size_t)item->size);
        return true;
    default:
        return false;
    }
}

static inline uint64_t word_at(const uint8_t *from, int64_t size, bool big)
{
    uint64_t word = 0;
    switch (size) {
    case 8:
        memcpy(&word, from, 8);
        break;
    case 4:
        memcpy(&word, from, 4);
        break;
    case 2:
        memcpy(&word, from, 2);
        break;
    default:
        word = *from;
    }
    return big ? __builtin_bswap64(word) >> (64 - 8 * size) : word;
}

static inline lang_value get_fast(struct lang_thread *t, const struct struct_item *item, const uint8_t *from)
{
    if (item->class >= STRUCT_BOOL || item->class == STRUCT_OTHER)
        return lang_struct_get(t, item, from);
    const uint64_t word = word_at(from, item->size, item->big);
    const int shift = (int)(64 - 8 * item->size);
    float f;
    switch (item->class) {
    case STRUCT_DOUBLE:
        return (lang_value){LANG_FLOAT, {.bits = word}};
    case STRUCT_FLOAT:
        memcpy(&f, &word, 4);
        return lang_float((double)f);
    case STRUCT_SIGNED:
        return lang_int((int64_t)(word << shift) >> shift);
    default:
        return word >> 63 ? lang_int_from_u64(t, word) : lang_int((int64_t)word);
    }
}

static int put_all(struct lang_thread *t, const struct struct_format *f, const lang_value *values, uint8_t *to)
{
    for (int64_t k = 0; k < f->items; k++) {
        const struct struct_item *item = &f->item[k];
        uint8_t *p = to + item->offset;
        for (int64_t i = 0; i < item->count; i++, p += item->size) {
            const lang_value v = *values++;
            if (!put_fast(item, v, p) && lang_struct_put(t, item, v, p) < 0)
                return -1;
            if ((i & 0xffff) == 0xffff && lang_poll_quiet(t) < 0)
                return -1;
        }
    }
    return 0;
}

static lang_value pack(struct lang_thread *t, const struct struct_format *f, const lang_value *values, size_t n)
{
    if ((int64_t)n != f->values)
        return lang_raise_class(t, lang_struct_error, "pack expected %lld items for packing (got %zu)",
                                (long long)f->values, n);
    struct lang_bytes *out = f->dense ? lang_bytes_raw(t, (size_t)f->size) : lang_bytes_new(t, NULL, (size_t)f->size);
    if (!out)
        return lang_error();
    if (out->head.flags & LANG_OBJ_STATIC || put_all(t, f, values, out->data) == 0)
        return lang_obj(out);
    lang_decref(t, out);
    return lang_error();
}

/* Where a format begins in a buffer of so many bytes; -1 with an exception. */
static int64_t place(struct lang_thread *t, const struct struct_format *f, int64_t length, int64_t offset, bool packing)
{
    if (offset < 0) {
        if (offset + f->size > 0) {
            lang_raise_class(t, lang_struct_error,
                             packing ? "no space to pack %lld bytes at offset %lld"
                                     : "not enough data to unpack %lld bytes at offset %lld",
                             (long long)f->size, (long long)offset);
            return -1;
        }
        if (offset + length < 0) {
            lang_raise_class(t, lang_struct_error, "offset %lld out of range for %lld-byte buffer", (long long)offset,
                             (long long)length);
            return -1;
        }
        offset += length;
    }
    if (length - offset < f->size) {
        lang_raise_class(t, lang_struct_error,
                         "%s requires a buffer of at least %llu bytes for %s %lld bytes at offset %lld (actual buffer "
                         "size is %lld)",
                         packing ? "pack_into" : "unpack_from",
                         (unsigned long long)f->size + (unsigned long long)offset, packing ? "packing" : "unpacking",
                         (long long)f->size, (long long)offset, (long long)length);
        return -1;
    }
    return offset;
}

static int offset_from(struct lang_thread *t, lang_value v, int64_t *out)
{
    if (v.tag == LANG_INT) {
        *out = v.i;
        return 0;
    }
    int status = sequence_index(t, v, out);
    if (status == 0)
        return lang_fail(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", v);
    return status < 0 ? -1 : 0;
}

static lang_value pack_into(struct lang_thread *t, const struct struct_format *f, const lang_value *args, size_t n)
{
    if (n < 2)
        return fail(t, n ? "pack_into expected offset argument" : "pack_into expected buffer argument");
    if ((int64_t)n - 2 != f->values)
        return lang_raise_class(t, lang_struct_error, "pack_into expected %lld items for packing (got %zu)",
                                (long long)f->values, n - 2);
    struct lang_buffer buffer;
    if (!lang_buffer_get_writable(t, args[0], &buffer))
        return lang_raise(t, LANG_EXC_TypeError, "argument must be read-write bytes-like object, not %N", args[0]);
    int64_t offset;
    lang_value result = lang_error();
    if (offset_from(t, args[1], &offset) == 0 && (offset = place(t, f, buffer.length, offset, true)) >= 0) {
        uint8_t *to = (uint8_t *)(uintptr_t)buffer.data + offset;
        memset(to, 0, (size_t)f->size);
        if (put_all(t, f, args + 2, to) == 0)
            result = lang_none();
    }
    lang_buffer_release(t, &buffer);
    return result;
}

static lang_value m_pack(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                         struct lang_tuple *kwnames)
{
    (void)callee;
    if (no_keywords(t, "Struct.pack", kwnames) < 0)
        return lang_error();
    if (!nargs || !lang_is_a(args[0], &struct_type))
        return lang_raise(t, LANG_EXC_TypeError, "unbound method Struct.pack() needs an argument");
    return pack(t, format_of(args[0]), args + 1, nargs - 1);
}

static lang_value m_pack_into(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    (void)callee;
    if (no_keywords(t, "Struct.pack_into", kwnames) < 0)
        return lang_error();
    if (!nargs || !lang_is_a(args[0], &struct_type))
        return lang_raise(t, LANG_EXC_TypeError, "unbound method Struct.pack_into() needs an argument");
    return pack_into(t, format_of(args[0]), args + 1, nargs - 1);
}

static lang_value
by_format(struct lang_thread *t, const char *name, const lang_value *args, size_t nargs, struct lang_tuple *kwnames,
          lang_value (*work)(struct lang_thread *, const struct struct_format *, const lang_value *, size_t))
{
    if (no_keywords(t, name, kwnames) < 0)
        return lang_error();
    if (!nargs)
        return lang_raise(t, LANG_EXC_TypeError, "missing format argument");
    struct struct_format *f = format_for(t, args[0]);
    if (!f)
        return lang_error();
    lang_value result = work(t, f, args + 1, nargs - 1);
    lang_decref(t, f);
    return result;
}

static lang_value s_pack(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                         struct lang_tuple *kwnames)
{
    (void)callee;
    return by_format(t, "_struct.pack", args, nargs, kwnames, pack);
}

static lang_value s_pack_into(struct lang_thread *t, lang_value callee, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    (void)callee;
    return by_format(t, "_struct.pack_into", args, nargs, kwnames, pack_into);
}

/* ------------------------------------------------------------------ unpacking */

static lang_value values_at(struct lang_thread *t, const struct struct_format *f, const uint8_t *from)
{
    struct lang_tuple *out = lang_tuple_new(t, f->values);
    if (!out)
        return lang_error();
    lang_value *to = out->items;
    for (int64_t k = 0; k < f->items; k++) {
        const struct struct_item *item = &f->item[k];
        const uint8_t *p = from + item->offset;
        for (int64_t i = 0; i < item->count; i++, p += item->size) {
            *to = get_fast(t, item, p);
            if (lang_is_error(*to) || ((i & 0xffff) == 0xffff && lang_poll_quiet(t) < 0)) {
                if (lang_is_error(*to))
                    *to = lang_undef();
                lang_decref(t, out);
                return lang_error();
            }
            to++;
        }
    }
    return lang_obj(out);
}

static int open_buffer(struct lang_thread *t, lang_value v, struct lang_buffer *out)
{
    if (lang_is_exactly(v, &lang_type_bytes)) { /* the caller keeps it, and nothing can change it */
        const struct lang_bytes *bytes = (struct lang_bytes *)v.o;
        *out = (struct lang_buffer){.owner = lang_undef(), .data = bytes->data, .length = bytes->length};
        return 0;
    }
    if (lang_buffer_get(t, v, out))
        return 0;
    if (lang_is_exactly(v, &lang_type_memoryview))
        return lang_fail(t, LANG_EXC_BufferError, "memoryview: underlying buffer is not C-contiguous");
    return lang_fail(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", v);
}

static lang_value unpack(struct lang_thread *t, const struct struct_format *f, lang_value data)
{
    struct lang_buffer buffer;
    if (open_buffer(t, data, &buffer) < 0)
        return lang_error();
    lang_value result =
        buffer.length == f->size
            ? values_at(t, f, buffer.data)
            : lang_raise_class(t, lang_struct_error, "unpack requires a buffer of %lld bytes", (long long)f->size);
    lang_buffer_release(t, &buffer);
    return result;
}

static lang_value unpack_from(struct lang_thread *t, const struct struct_format *f, lang_value data, lang_value start)
{
    struct lang_buffer buffer;
    int64_t offset = 0;
    if (!lang_is_undef(start) && offset_from(t, start, &offset) < 0)
        return lang_error();
    if (open_buffer(t, data, &buffer) < 0)
        return lang_error();
    offset = place(t, f, buffer.length, offset, false);
    lang_value result = offset < 0 ? lang_error() : values_at(t, f, buffer.data + offset);
    lang_buffer_release(t, &buffer);
    return result;
}

static lang_value iter_unpack(struct lang_thread *t, struct struct_format *f, lang_value data)
{
    struct lang_buffer buffer;
    if (!f->size)
        return fail(t, "cannot iteratively unpack with a struct of length 0");
    if (!lang_buffer_get(t, data, &buffer)) {
        if (open_buffer(t, data, &buffer) == 0) /* raises */
            lang_buffer_release(t, &buffer);
        return lang_error();
    }
    struct iterator *it = NULL;
    if (buffer.length % f->size)
        lang_raise_class(t, lang_struct_error, "iterative unpacking requires a buffer of a multiple of %lld bytes",
                         (long long)f->size);
    else
        it = lang_object_new(t, &iterator_type);
    if (!it) {
        lang_buffer_release(t, &buffer);
        return lang_error();
    }
    it->format = lang_incref(f);
    it->buffer = buffer;
    return lang_obj(it);
}

static lang_value m_unpack(struct lang_thread *t, const lang_value *a)
{
    return unpack(t, format_of(a[0]), a[1]);
}

static lang_value m_unpack_from(struct lang_thread *t, const lang_value *a)
{
    return unpack_from(t, format_of(a[0]), a[1], a[2]);
}

static lang_value m_iter_unpack(struct lang_thread *t, const lang_value *a)
{
    return iter_unpack(t, format_of(a[0]), a[1]);
}

/* The functions find their format first. */
#define OF_FORMAT(name, work)                                                                                          \
    static lang_value name(struct lang_thread *t, const lang_value *a)                                                 \
    {                                                                                                                  \
        struct struct_format *f = format_for(t, a[0]);                                                                 \
        if (!f)                                                                                                        \
            return lang_error();                                                                                       \
        lang_value result = work;                                                                                      \
        lang_decref(t, f);                                                                                             \
        return result;                                                                                                 \
    }
OF_FORMAT(s_unpack, unpack(t, f, a[1]))
OF_FORMAT(s_unpack_from, unpack_from(t, f, a[1], a[2]))
OF_FORMAT(s_iter_unpack, iter_unpack(t, f, a[1]))
OF_FORMAT(s_calcsize, lang_int(f->size))

static lang_value s_clearcache(struct lang_thread *t, const lang_value *a)
{
    (void)a;
    lang_dict_clear(t, known);
    return lang_none();
}

/* ------------------------------------------------------------------ types */

static lang_value struct_make(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                              struct lang_tuple *kwnames)
{
    (void)args;
    (void)nargs;
    (void)kwnames;
    return lang_obj_or_error(lang_object_new(t, cls));
}

static int struct_init(struct lang_thread *t, lang_value self, const lang_value *args, size_t nargs,
                       struct lang_tuple *kwnames)
{
    struct lang_params *params = lang_params_get(t, "Struct", "(format)");
    lang_value a[1];
    if (!params || lang_params_bind(t, params, args, nargs, kwnames, a) < 0)
        return -1;
    int status = lang_struct_parse(t, format_of(self), a[0]);
    lang_args_done(t, params, a);
    return status;
}

static void struct_destroy(struct lang_thread *t, struct lang_object *o)
{
    lang_struct_drop(t, (struct struct_format *)o);
}

static lang_value get_format(struct lang_thread *t, lang_value self)
{
    struct lang_str *text = format_of(self)->text;
    return text ? lang_obj(lang_incref(text)) : lang_obj_or_error(lang_str_empty(t));
}

static lang_value get_size(struct lang_thread *t, lang_value self)
{
    (void)t;
    return lang_int(format_of(self)->size);
}

static lang_value m_sizeof(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    return lang_int(56 + 32 * (format_of(a[0])->items + 1)); /* as CPython's */
}

static const struct lang_method struct_methods[] = {
    {"unpack", "(buffer, /)", m_unpack,
     "Return a tuple containing unpacked values.\n\nThe buffer's size in bytes must be Struct.size.", 0},
    {"unpack_from", "(buffer, offset=0)", m_unpack_from,
     "Return a tuple containing unpacked values, from an offset of the buffer on.", 0},
    {"iter_unpack", "(buffer, /)", m_iter_unpack,
     "Return an iterator yielding tuples: one for each Struct.size bytes of the buffer.", 0},
    {"__sizeof__", "()", m_sizeof, "S.__sizeof__() -> size of S in memory, in bytes", 0},
    {0}};
static const struct lang_getset struct_getset[] = {
    {"format", get_format, NULL, "struct format string"}, {"size", get_size, NULL, "struct size in bytes"}, {0}};
static struct lang_type struct_type = {
    .name = "Struct",
    .module = "_struct",
    .doc = "Struct(fmt) --> compiled struct object\n\n",
    .size = sizeof(struct struct_format),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED | LANG_TYPE_WEAKREF,
    .methods = struct_methods,
    .getset = struct_getset,
    .make = struct_make,
    .init = struct_init,
    .destroy = struct_destroy,
};

static struct iterator *iterator_of(lang_value v)
{
    return (struct iterator *)v.o;
}

static void iterator_drop(struct lang_thread *t, struct lang_object *o)
{
    struct iterator *it = (struct iterator *)o;
    struct struct_format *f = it->format;
    it->format = NULL;
    if (f) {
        lang_buffer_release(t, &it->buffer);
        lang_decref(t, f);
    }
}

static void iterator_visit(struct lang_object *o, lang_visit_fn visit, void *arg)
{
    struct iterator *it = (struct iterator *)o;
    if (it->format) {
        visit(&it->format->head, arg);
        if (lang_is_obj(it->buffer.owner))
            visit(it->buffer.owner.o, arg);
    }
}

static lang_value iterator_next(struct lang_thread *t, lang_value v)
{
    struct iterator *it = iterator_of(v);
    if (!it->format)
        return lang_undef();
    if (it->at >= it->buffer.length) {
        iterator_drop(t, v.o);
        return lang_undef();
    }
    lang_value result = values_at(t, it->format, it->buffer.data + it->at);
    it->at += it->format->size;
    return result;
}

static lang_value m_hint(struct lang_thread *t, const lang_value *a)
{
    (void)t;
    const struct iterator *it = iterator_of(a[0]);
    return lang_int(it->format ? (it->buffer.length - it->at) / it->format->size : 0);
}

static const struct lang_method iterator_methods[] = {
    {"__length_hint__", "()", m_hint, "Private method returning an estimate of len(list(it)).", LANG_M_NOSIG}, {0}};
static struct lang_type iterator_type = {
    .name = "unpack_iterator",
    .module = "_struct",
    .size = sizeof(struct iterator),
    .flags = LANG_TYPE_QUALIFIED,
    .methods = iterator_methods,
    .destroy = iterator_drop,
    .traverse = iterator_visit,
    .clear = iterator_drop,
    .iter = lang_iter_self,
    .next = iterator_next,
};

/* ------------------------------------------------------------------ the module */

#define PACK_DOC                                                                                                       \
    "pack(format, v1, v2, ...) -> bytes\n\nReturn a bytes object containing the values v1, v2, ... packed according\n" \
    "to the format string."
#define INTO_DOC                                                                                                       \
    "pack_into(format, buffer, offset, v1, v2, ...)\n\nPack the values v1, v2, ... according to the format string "    \
    "into\na writable buffer, from an offset on."

static const struct lang_method functions[] = {
    {"calcsize", "(format, /)", s_calcsize, "Return size in bytes of the struct described by the format string.", 0},
    {"unpack", "(format, buffer, /)", s_unpack,
     "Return a tuple containing values unpacked according to the format string.", 0},
    {"unpack_from", "(format, /, buffer, offset=0)", s_unpack_from,
     "Return a tuple containing values unpacked according to the format string, from an offset.", 0},
    {"iter_unpack", "(format, buffer, /)", s_iter_unpack,
     "Return an iterator yielding tuples unpacked from the given bytes.", 0},
    {"_clearcache", "()", s_clearcache, "Clear the internal cache.", 0},
    {0}};

static int add_raw(struct lang_thread *t, struct lang_module *m)
{
    static const struct {
        const char *name, *doc;
        lang_call_fn function, method;
    } rows[] = {{"pack", PACK_DOC, s_pack, m_pack}, {"pack_into", INTO_DOC, s_pack_into, m_pack_into}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct lang_native *f = lang_native_raw(t, rows[i].name, rows[i].doc, rows[i].function, NULL);
        if (!f)
            return -1;
        f->module = lang_intern_c(t, "_struct");
        if (!f->module || lang_module_add_steal(t, m, rows[i].name, lang_obj(f)) < 0)
            return -1;
        struct lang_native *method =
            lang_native_raw_method(t, &struct_type, rows[i].name, rows[i].doc, rows[i].method, NULL);
        struct lang_str *name = method ? lang_intern_c(t, rows[i].name) : NULL;
        int status = name ? lang_type_set_attr(t, &struct_type, name, lang_obj(method)) : -1;
        lang_xdecref(t, name);
        lang_xdecref(t, method);
        if (status < 0)
            return -1;
    }
    return 0;
}

/* One class, however often the module is imported anew: Struct holds it. */
static int add_error(struct lang_thread *t, struct lang_module *m)
{
    struct lang_str *key = lang_intern_c(t, "_error");
    lang_value kept = key ? lang_type_lookup(t, &struct_type, key) : lang_undef();
    lang_xdecref(t, key);
    if (lang_is_obj(kept))
        return lang_module_add(t, m, "error", kept);
    lang_value base = lang_obj(&lang_exc_types[LANG_EXC_Exception]);
    struct lang_tuple *bases = lang_tuple_from(t, &base, 1);
    struct lang_dict *names = lang_dict_new(t);
    struct lang_str *name = lang_intern_c(t, "error"), *module = lang_str_from_c(t, "struct");
    struct lang_type *made = NULL;
    if (bases && names && name && module && lang_dict_set_c(t, names, "__module__", lang_obj(module)) == 0)
        made = lang_type_new(t, &lang_type_type, name, bases, names);
    lang_xdecref(t, bases);
    lang_xdecref(t, names);
    lang_xdecref(t, name);
    lang_xdecref(t, module);
    lang_struct_error = made;
    key = made ? lang_intern_c(t, "_error") : NULL;
    int s = key ? lang_type_set_attr(t, &struct_type, key, lang_obj(made)) : -1;
    lang_xdecref(t, key);
    return s < 0 ? -1 : lang_module_add_steal(t, m, "error", lang_obj(made));
}

static int init(struct lang_thread *t, struct lang_module *m)
{
    if (lang_type_ready(t, &struct_type) < 0 || add_error(t, m) < 0 || lang_type_ready(t, &iterator_type) < 0 ||
        !(known = lang_dict_new(t)) || lang_module_add(t, m, "_known", lang_obj(known)) < 0)
        return -1;
    return lang_module_add(t, m, "Struct", lang_obj(&struct_type)) < 0 ? -1 : add_raw(t, m);
}

const struct lang_module_def lang_module__struct = {"_struct", "Values as bytes by a format.", functions, init};
