/* lib_array_methods.c: the methods of array.array, and how a pickle keeps one. */
#include <string.h>

#include "vm/type.h"
#include "lib.h"
#include "lib_array.h"
#include "types/containers.h"
#include "types/str_impl.h"

/* ------------------------------------------------------------------ methods */

static lang_value done(int status)
{
    return status < 0 ? lang_error() : lang_none();
}

static lang_value m_append(struct lang_thread *t, const lang_value *args)
{
    return done(lang_array_append(t, lang_array_of(args[0]), args[1]));
}

static lang_value m_extend(struct lang_thread *t, const lang_value *args)
{
    return done(lang_array_extend(t, lang_array_of(args[0]), args[1]));
}

static lang_value m_buffer_info(struct lang_thread *t, const lang_value *args)
{
    struct lang_typed_array *a = lang_array_of(args[0]);
    lang_value items[] = {lang_int((int64_t)(intptr_t)a->data), lang_int(a->length)};

    return lang_obj_or_error(lang_tuple_from(t, items, 2));
}

static lang_value m_byteswap(struct lang_thread *t, const lang_value *args)
{
    struct lang_typed_array *a = lang_array_of(args[0]);
    const int size = a->kind->size;

    (void)t;
    for (int64_t i = 0; size > 1 && i < a->length; i++) {
        uint8_t *p = lang_array_at(a, i);

        for (int k = 0; k < size / 2; k++) {
            const uint8_t swap = p[k];

            p[k] = p[size - 1 - k];
            p[size - 1 - k] = swap;
        }
    }
    return lang_none();
}

static lang_value m_copy(struct lang_thread *t, const lang_value *args)
{
    return lang_obj_or_error(lang_array_copy(t, lang_array_of(args[0])));
}

static lang_value m_count(struct lang_thread *t, const lang_value *args)
{
    struct lang_typed_array *a = lang_array_of(args[0]);
    int64_t n = 0, i = -1;

    while ((i = lang_array_find(t, a, args[1], i + 1, INT64_MAX)) >= 0)
        n++;
    return i == -2 ? lang_error() : lang_int(n);
}

/* A bound of index(), cut to what an index can be. */
static int read_bound(struct lang_thread *t, const struct lang_typed_array *a, lang_value v, int64_t *out)
{
    if (lang_is_undef(v))
        return 0;
    if (!lang_type_of(v)->to_index)
        return lang_fail(t, LANG_EXC_TypeError, "slice indices must be integers or have an __index__ method");
    if (lang_as_index(t, v, out) < 0) {
        if (!lang_error_is(t, LANG_EXC_OverflowError))
            return -1;
        lang_error_clear(t);
        *out = lang_array_is_negative(t, v) ? INT64_MIN / 2 : INT64_MAX;
    }
    if (*out < 0)
        *out = *out + a->length < 0 ? 0 : *out + a->length;
    return 0;
}

static lang_value m_index(struct lang_thread *t, const lang_value *args)
{
    struct lang_typed_array *a = lang_array_of(args[0]);
    int64_t start = 0, stop = INT64_MAX, i;

    if (read_bound(t, a, args[2], &start) < 0 || read_bound(t, a, args[3], &stop) < 0)
        return lang_error();
    i = lang_array_find(t, a, args[1], start, stop);
    return i >= 0    ? lang_int(i)
           : i == -2 ? lang_error()
                     : lang_raise(t, LANG_EXC_ValueError, "array.index(x): x not in array");
}

static lang_value m_remove(struct lang_thread *t, const lang_value *args)
{
    struct lang_typed_array *a = lang_array_of(args[0]);
    const int64_t i = lang_array_find(t, a, args[1], 0, INT64_MAX);

    if (i == -1)
        return lang_raise(t, LANG_EXC_ValueError, "array.remove(x): x not in array");
    return i < 0 || i >= a->length ? lang_error() : done(lang_array_gap(t, a, i, -1));
}

static lang_value m_insert(struct lang_thread *t, const lang_value *args)
{
    struct lang_typed_array *a = lang_array_of(args[0]);
    uint8_t item[8];
    int64_t i;

    if (lang_as_index(t, args[1], &i) < 0 || lang_array_store(t, a->kind, args[2], item) < 0)
        return lang_error();
    if (i < 0)
        i = i + a->length < 0 ? 0 : i + a->length;
    if (i > a->length)
        i = a->length;
    if (lang_array_gap(t, a, i, 1) < 0)
        return lang_error();
    memcpy(lang_array_at(a, i), item, a->kind->size);
    return lang_none();
}

static lang_value m_pop(struct lang_thread *t, const lang_value *args)
{
    struct lang_typed_array *a = lang_array_of(args[0]);
    int64_t i = -1;
    lang_value v;

    if (!lang_is_undef(args[1]) && lang_as_index(t, args[1], &i) < 0)
        return lang_error();
    if (a->length == 0)
        return lang_raise(t, LANG_EXC_IndexError, "pop from empty array");
    if (i < 0)
        i += a->length;
    if (i < 0 || i >= a->length)
        return lang_raise(t, LANG_EXC_IndexError, "pop index out of range");
    v = lang_array_load(t, a->kind, lang_array_at(a, i));
    if (!lang_is_error(v) && lang_array_gap(t, a, i, -1) < 0) {
        lang_unref(t, v);
        return lang_error();
    }
    return v;
}

static lang_value m_reverse(struct lang_thread *t, const lang_value *args)
{
    struct lang_typed_array *a = lang_array_of(args[0]);
    uint8_t item[8];

    (void)t;
    for (int64_t i = 0, k = a->length - 1; i < k; i++, k--) {
        memcpy(item, lang_array_at(a, i), a->kind->size);
        memcpy(lang_array_at(a, i), lang_array_at(a, k), a->kind->size);
        memcpy(lang_array_at(a, k), item, a->kind->size);
    }
    return lang_none();
}

static lang_value m_tobytes(struct lang_thread *t, const lang_value *args)
{
    struct lang_typed_array *a = lang_array_of(args[0]);

    return lang_obj_or_error(
        lang_bytes_new(t, a->data ? (const void *)a->data : lang_array_nothing, (size_t)(a->length * a->kind->size)));
}

static lang_value m_tolist(struct lang_thread *t, const lang_value *args)
{
    return lang_obj_or_error(lang_array_listed(t, lang_array_of(args[0])));
}

static lang_value m_frombytes(struct lang_thread *t, const lang_value *args)
{
    struct lang_typed_array *a = lang_array_of(args[0]);
    struct lang_memory memory;
    struct lang_buffer bytes;
    int r;

    if (lang_memory_of(args[1], &memory) && memory.itemsize != 1)
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required");
    if (!lang_buffer_get(t, args[1], &bytes))
        return lang_raise(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", args[1]);
    r = lang_array_add_bytes(t, a, bytes.data, bytes.length);
    lang_buffer_release(t, &bytes);
    return done(r);
}

static lang_value m_fromfile(struct lang_thread *t, const lang_value *args)
{
    struct lang_typed_array *a = lang_array_of(args[0]);
    const uint8_t *data;
    lang_value size, bytes;
    int64_t n, length;
    int r;

    if (lang_as_index(t, args[2], &n) < 0)
        return lang_error();
    if (n < 0)
        return lang_raise(t, LANG_EXC_ValueError, "negative count");
    if (n > INT64_MAX / a->kind->size)
        return lang_no_memory(t);
    size = lang_int(n * a->kind->size);
    bytes = lang_call_method_c(t, args[1], "read", &size, 1);
    if (lang_is_error(bytes))
        return bytes;
    if (!lang_is_bytes(bytes)) {
        lang_unref(t, bytes);
        return lang_raise(t, LANG_EXC_TypeError, "read() didn't return bytes");
    }
    lang_bytes_view(bytes, &data, &length);
    r = lang_array_add_bytes(t, a, data, length);
    lang_unref(t, bytes);
    if (r == 0 && length != size.i)
        return lang_raise(t, LANG_EXC_EOFError, "read() didn't return enough bytes");
    return done(r);
}

static lang_value m_tofile(struct lang_thread *t, const lang_value *args)
{
    enum { BLOCK = 64 * 1024 };
    struct lang_typed_array *a = lang_array_of(args[0]);

    for (int64_t i = 0; i < a->length * a->kind->size; i += BLOCK) {
        const int64_t left = a->length * a->kind->size - i;
        lang_value block = lang_obj_or_error(lang_bytes_new(t, a->data + i, (size_t)(left < BLOCK ? left : BLOCK))), r;

        if (lang_is_error(block))
            return block;
        r = lang_call_method_c(t, args[1], "write", &block, 1);
        lang_unref(t, block);
        if (lang_is_error(r))
            return r;
        lang_unref(t, r);
    }
    return lang_none();
}

static lang_value m_fromlist(struct lang_thread *t, const lang_value *args)
{
    struct lang_typed_array *a = lang_array_of(args[0]), *made;
    struct lang_list *list;
    int r = 0;

    if (!lang_is_list(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "arg must be list");
    list = lang_as_list(args[1]);
    const int64_t n = list->length;
    if (!(made = lang_array_new(t, &lang_type_array, a->kind, 0))) /* all of it, or nothing */
        return lang_error();
    for (int64_t i = 0; r == 0 && i < n; i++) {
        lang_value item = lang_ref(list->items[i]);

        r = lang_array_append(t, made, item);
        lang_unref(t, item);
        if (r == 0 && list->length != n)
            r = lang_fail(t, LANG_EXC_RuntimeError, "list changed size during iteration");
    }
    if (r == 0)
        r = lang_array_add(t, a, made);
    lang_decref(t, made);
    return done(r);
}

static lang_value m_fromunicode(struct lang_thread *t, const lang_value *args)
{
    struct lang_typed_array *a = lang_array_of(args[0]);

    if (!lang_is_str(args[1]))
        return lang_raise(t, LANG_EXC_TypeError, "fromunicode() argument must be str, not %N", args[1]);
    if (a->kind->group != LANG_ARRAY_CHARACTER)
        return lang_raise(t, LANG_EXC_ValueError, "fromunicode() may only be called on unicode type arrays");
    return done(lang_array_add_text(t, a, lang_as_str(args[1])));
}

static lang_value m_tounicode(struct lang_thread *t, const lang_value *args)
{
    struct lang_typed_array *a = lang_array_of(args[0]);

    if (a->kind->group != LANG_ARRAY_CHARACTER)
        return lang_raise(t, LANG_EXC_ValueError, "tounicode() may only be called on unicode type arrays");
    return lang_array_check(t, a) < 0 ? lang_error() : lang_array_text(t, a);
}

static lang_value m_sizeof(struct lang_thread *t, const lang_value *args)
{
    struct lang_typed_array *a = lang_array_of(args[0]);

    (void)t;
    return lang_int((int64_t)lang_type_array.size + a->capacity * a->kind->size);
}

static struct lang_native *reconstructor(struct lang_thread *t);

/* What a pickle of protocol 3 and later keeps are the bytes and the number of their machine format, earlier ones the
 * items as a list. */
static lang_value m_reduce_ex(struct lang_thread *t, const lang_value *args)
{
    struct lang_typed_array *a = lang_array_of(args[0]);
    const bool bytes = a->kind->group != LANG_ARRAY_CHARACTER || lang_array_check(t, a) == 0;
    lang_value items[4], state, function = lang_error(), call, r = lang_error();
    int64_t protocol;

    lang_error_clear(t);
    if (lang_as_index(t, args[1], &protocol) < 0)
        return lang_error();
    state = lang_getattr_c(t, args[0], "__dict__");
    if (lang_is_error(state)) {
        if (!lang_error_is(t, LANG_EXC_AttributeError))
            return state;
        lang_error_clear(t);
        state = lang_none();
    }
    items[0] = lang_ref(lang_obj(args[0].o->type));
    items[1] = lang_obj_or_error(lang_str_from_char(t, (uint32_t)a->kind->code));
    if (protocol >= 3 && bytes) {
        items[2] = lang_int(a->kind->format);
        items[3] = m_tobytes(t, args);
        function = lang_ref(lang_obj(reconstructor(t)));
        call = lang_obj_or_error(lang_tuple_from(t, items, 4));
    } else {
        items[2] = lang_obj_or_error(lang_array_listed(t, a));
        items[3] = lang_none();
        function = lang_ref(items[0]);
        call = lang_is_error(items[2]) ? items[2] : lang_obj_or_error(lang_tuple_from(t, items + 1, 2));
    }
    for (int i = 0; i < 4; i++)
        lang_unref(t, items[i]);
    if (!lang_is_error(call) && !lang_is_error(function)) {
        lang_value parts[] = {function, call, state};

        r = lang_obj_or_error(lang_tuple_from(t, parts, 3));
    }
    lang_unref(t, function);
    lang_unref(t, call);
    lang_unref(t, state);
    return r;
}

static const struct lang_method array_methods[] = {
    {"append", "(v, /)", m_append, "Append new value v to the end of the array.", 0},
    {"buffer_info", "()", m_buffer_info, "Where the items lie in memory, and how many there are: (address, length).",
     0},
    {"byteswap", "()", m_byteswap, "Reverse the order of the bytes of each item.", 0},
    {"count", "(v, /)", m_count, "Return number of occurrences of v in the array.", 0},
    {"extend", "(bb, /)", m_extend, "Append items to the end of the array.", 0},
    {"frombytes", "(buffer, /)", m_frombytes, "Append the items whose memory has these bytes.", 0},
    {"fromfile", "(f, n, /)", m_fromfile, "Read n items from the file object f and append them.", 0},
    {"fromlist", "(list, /)", m_fromlist, "Append items to array from list: all of them, or none.", 0},
    {"fromunicode", "(ustr, /)", m_fromunicode, "Append the characters of a text to an array of characters.", 0},
    {"index", "(v, start=0, stop=9223372036854775807, /)", m_index,
     "Return index of first occurrence of v in the array.\n\nRaise ValueError if the value is not present.", 0},
    {"insert", "(i, v, /)", m_insert, "Insert a new item v into the array before position i.", 0},
    {"pop", "(i=-1, /)", m_pop, "Return the i-th element and delete it from the array.", 0},
    {"remove", "(v, /)", m_remove, "Remove the first occurrence of v in the array.", 0},
    {"reverse", "()", m_reverse, "Reverse the order of the items in the array.", 0},
    {"tobytes", "()", m_tobytes, "The bytes of the items as they lie in memory.", 0},
    {"tofile", "(f, /)", m_tofile, "Write the bytes of all items to the file object f.", 0},
    {"tolist", "()", m_tolist, "Convert array to an ordinary list with the same items.", 0},
    {"tounicode", "()", m_tounicode, "The text of an array of characters.", 0},
    {"__copy__", "()", m_copy, "Return a copy of the array.", 0},
    {"__deepcopy__", "(unused, /)", m_copy, "Return a copy of the array.", 0},
    {"__reduce_ex__", "(value, /)", m_reduce_ex, "Return state information for pickling.", 0},
    {"__sizeof__", "()", m_sizeof, "Size of the array in memory, in bytes.", 0},
    {0},
};

/* ------------------------------------------------------------------ pickles of other machines */

static int append_foreign(struct lang_thread *t, struct lang_typed_array *a, const struct lang_array_format *format,
                          const uint8_t *p, int64_t n)
{
    const struct lang_array_kind how = {0, format->size, format->group, 0, NULL, {NULL, NULL}};
    int r = 0;

    for (int64_t i = 0; r == 0 && i < n; i += format->size) {
        uint8_t item[8];
        lang_value v;

        for (int k = 0; k < format->size; k++)
            item[k] = p[i + (format->big ? format->size - 1 - k : k)];
        v = lang_array_load(t, &how, item);
        r = lang_is_error(v) ? -1 : lang_array_append(t, a, v);
        lang_unref(t, v);
    }
    return r;
}

/* The text of bytes of UTF-16 or UTF-32. */
static int append_encoded(struct lang_thread *t, struct lang_typed_array *a, const struct lang_array_format *format,
                          lang_value bytes)
{
    static const char *const names[2][2] = {{"utf-16-le", "utf-16-be"}, {"utf-32-le", "utf-32-be"}};
    const uint8_t *p;
    int64_t n;
    struct lang_str *s;
    int r;

    lang_bytes_view(bytes, &p, &n);
    s = lang_bytes_decode(t, p, (size_t)n, names[format->size == 4][format->big], "strict");
    r = s ? lang_array_fill(t, a, lang_obj(s)) : -1;
    lang_xdecref(t, s);
    return r;
}

static lang_value rebuild(struct lang_thread *t, const lang_value *args)
{
    const uint8_t *p;
    const struct lang_array_kind *kind;
    const struct lang_array_format *format;
    struct lang_typed_array *a;
    int64_t number, n;
    int r;

    if (!lang_is_a(args[0], &lang_type_type))
        return lang_raise(t, LANG_EXC_TypeError, "first argument must be a type object, not %N", args[0]);
    struct lang_type *cls = (struct lang_type *)args[0].o;
    if (!lang_is_subtype(cls, &lang_type_array))
        return lang_raise(t, LANG_EXC_TypeError, "%s is not a subtype of array.array", cls->name);
    if (!lang_is_str(args[1]) || lang_as_str(args[1])->length != 1)
        return lang_raise(t, LANG_EXC_TypeError,
                          "_array_reconstructor() argument 2 must be a unicode character, not %N", args[1]);
    if (!(kind = lang_array_kind(lang_str_at(lang_as_str(args[1]), 0))))
        return lang_raise(t, LANG_EXC_ValueError, "second argument must be a valid type code");
    if (lang_as_index(t, args[2], &number) < 0)
        return lang_error();
    if (number < 0 || number >= LANG_ARRAY_FORMATS)
        return lang_raise(t, LANG_EXC_ValueError, "third argument must be a valid machine format code.");
    if (!lang_is_bytes(args[3]))
        return lang_raise(t, LANG_EXC_TypeError, "fourth argument should be bytes, not %N", args[3]);
    format = &lang_array_formats[number];
    lang_bytes_view(args[3], &p, &n);
    if (format->group != LANG_ARRAY_CHARACTER && n % format->size)
        return lang_raise(t, LANG_EXC_ValueError, "bytes length not a multiple of item size");
    /* the items keep their width: a kind that has it stands for one that has not */
    if (number != kind->format && (format->group == LANG_ARRAY_SIGNED || format->group == LANG_ARRAY_UNSIGNED))
        for (int i = 0; i < LANG_ARRAY_KINDS; i++)
            if (lang_array_kinds[i].size == format->size && lang_array_kinds[i].group == format->group)
                kind = &lang_array_kinds[i];
    if (!(a = lang_array_new(t, cls, kind, 0)))
        return lang_error();
    r = format->group == LANG_ARRAY_CHARACTER ? append_encoded(t, a, format, args[3])
                                              : append_foreign(t, a, format, p, n);
    if (r < 0) {
        lang_decref(t, a);
        return lang_error();
    }
    return lang_obj(a);
}

static const struct lang_method rebuild_row = {"_array_reconstructor", "(arraytype, typecode, mformat_code, items, /)",
                                               rebuild, "An array from the bytes of a machine format.", 0};

static struct lang_native *reconstructor(struct lang_thread *t)
{
    static struct lang_native *made;

    if (!made)
        made = lang_native_new(t, &rebuild_row, NULL, "array");
    return made;
}

static int init(struct lang_thread *t, struct lang_module *m)
{
    char codes[LANG_ARRAY_KINDS + 1] = "";

    for (int i = 0; i < LANG_ARRAY_KINDS; i++)
        codes[i] = lang_array_kinds[i].code;
    if (lang_array_ready(t, array_methods) < 0 || !reconstructor(t))
        return -1;
    return lang_module_add(t, m, "array", lang_obj(&lang_type_array)) < 0 ||
                   lang_module_add(t, m, "ArrayType", lang_obj(&lang_type_array)) < 0 ||
                   lang_module_add(t, m, "_array_reconstructor", lang_obj(reconstructor(t))) < 0 ||
                   lang_module_add_steal(t, m, "typecodes", lang_obj_or_error(lang_str_from_c(t, codes))) < 0
               ? -1
               : 0;
}

const struct lang_module_def lang_module__array = {"_array", "Sequences of items of one C type.", NULL, init};
