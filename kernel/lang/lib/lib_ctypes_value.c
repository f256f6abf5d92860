/* lib_ctypes_value.c: values of the simple C types, read from memory and written to it. What a letter means is here and
 * nowhere else. */
#include "lib_ctypes.h"

#ifdef HAVE_FFI
#include <string.h>
#include <wchar.h>

/* ---- the letters */

enum group { SIGNED, UNSIGNED, REAL, BOOLEAN, VARIANT, CHARACTER, WIDE, BYTES, TEXT, ADDRESS, OBJECT };

static const struct letter {
    char code;
    uint8_t size, group;
    size_t type; /* where lang_ffi has its ffi_type */
} letters[] = {
#define TYPE(name) offsetof(struct lang_ffi, ffi_type_##name)
    {'b', 1, SIGNED, TYPE(sint8)},     {'B', 1, UNSIGNED, TYPE(uint8)},  {'h', 2, SIGNED, TYPE(sint16)},
    {'H', 2, UNSIGNED, TYPE(uint16)},  {'i', 4, SIGNED, TYPE(sint32)},   {'I', 4, UNSIGNED, TYPE(uint32)},
    {'l', 8, SIGNED, TYPE(sint64)},    {'L', 8, UNSIGNED, TYPE(uint64)}, {'q', 8, SIGNED, TYPE(sint64)},
    {'Q', 8, UNSIGNED, TYPE(uint64)},  {'f', 4, REAL, TYPE(float)},      {'d', 8, REAL, TYPE(double)},
    {'g', 16, REAL, TYPE(longdouble)}, {'?', 1, BOOLEAN, TYPE(uint8)},   {'v', 2, VARIANT, TYPE(sint16)},
    {'c', 1, CHARACTER, TYPE(sint8)},  {'u', 4, WIDE, TYPE(sint32)},     {'z', 8, BYTES, TYPE(pointer)},
    {'Z', 8, TEXT, TYPE(pointer)},     {'P', 8, ADDRESS, TYPE(pointer)}, {'O', 8, OBJECT, TYPE(pointer)},
#undef TYPE
};
_Static_assert(sizeof(long) == 8 && sizeof(wchar_t) == 4 && sizeof(long double) == LANG_CTYPE_LARGEST,
               "the sizes above are those of 64-bit Linux");

static const struct letter *letter_of(char code)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].code == code)
            return &letters[i];
    return NULL;
}

ffi_type *lang_ctypes_simple_ffi(char code)
{
    const struct letter *l = letter_of(code);
    return l ? *(ffi_type **)((char *)&lang_ffi + l->type) : NULL;
}

int lang_ctypes_simple_size(char code)
{
    const struct letter *l = letter_of(code);
    return l ? l->size : 0;
}

/* ---- objects: what is no object of its own is stored in a box */

struct box {
    struct lang_object head;
    lang_value v;
};

static void box_drop(struct lang_thread *t, struct lang_object *o)
{
    lang_clear(t, &((struct box *)o)->v);
}
struct lang_type lang_type_cbox = {.name = "box", .module = "_ctypes", .size = sizeof(struct box), .destroy = box_drop};

/* ---- reading */

static lang_value wide_char(struct lang_thread *t, const uint8_t *p)
{
    return lang_ctypes_wide_text(t, p, 1);
}

lang_value lang_ctypes_wide_text(struct lang_thread *t, const uint8_t *units, int64_t length)
{
    for (int64_t i = 0; i < length; i++) {
        uint32_t c;
        memcpy(&c, units + 4 * i, sizeof c);
        if (c > 0x10ffff)
            return lang_raise(t, LANG_EXC_ValueError, "character U+%x is not in range [U+0000; U+10ffff]", c);
    }
    return lang_obj_or_error(lang_str_from_units(t, units, 4, length));
}

static lang_value load_pointer(struct lang_thread *t, enum group group, uint64_t address)
{
    const void *p = (const void *)(uintptr_t)address;
    if (group == OBJECT && !p)
        return lang_raise(t, LANG_EXC_ValueError, "PyObject is NULL");
    if (!p)
        return lang_none();
    if (group == BYTES)
        return lang_obj_or_error(lang_bytes_new(t, p, strlen(p)));
    if (group == TEXT)
        return lang_ctypes_wide_text(t, p, (int64_t)wcslen(p));
    if (group == ADDRESS)
        return lang_int_from_u64(t, address);
    struct lang_object *o = (struct lang_object *)(uintptr_t)address;
    return lang_ref(o->type == &lang_type_cbox ? ((struct box *)o)->v : lang_obj(o));
}

static lang_value load_real(int size, const uint8_t *p)
{
    float f;
    double d;
    long double g;
    if (size == sizeof f) {
        memcpy(&f, p, sizeof f);
        return lang_float((double)f);
    }
    if (size == sizeof d) {
        memcpy(&d, p, sizeof d);
        return lang_float(d);
    }
    memcpy(&g, p, sizeof g);
    return lang_float((double)g);
}

static void reverse(uint8_t *out, const uint8_t *p, int size)
{
    for (int i = 0; i < size; i++)
        out[i] = p[size - 1 - i];
}

lang_value lang_ctypes_load(struct lang_thread *t, const struct lang_ctype *c, const uint8_t *p)
{
    const struct letter *l = letter_of(c->code);
    uint8_t swapped[LANG_CTYPE_LARGEST];
    uint64_t u = 0;

    if (!l)
        return lang_raise(t, LANG_EXC_TypeError, "no simple type");
    if (c->swapped) {
        reverse(swapped, p, l->size);
        p = swapped;
    }
    if (l->size <= 8)
        memcpy(&u, p, l->size); /* little-endian, as the machines are that this runs on */
    switch (l->group) {
    case SIGNED:
        return lang_int((int64_t)(u << (64 - l->size * 8)) >> (64 - l->size * 8));
    case UNSIGNED:
        return lang_int_from_u64(t, u);
    case REAL:
        return load_real(l->size, p);
    case BOOLEAN:
    case VARIANT:
        return lang_bool(u != 0);
    case CHARACTER:
        return lang_obj_or_error(lang_bytes_new(t, p, 1));
    case WIDE:
        return wide_char(t, p);
    default:
        return load_pointer(t, l->group, u);
    }
}

/* ---- writing */

/* Of an int that does not fit. */
static int low_bits(struct lang_thread *t, lang_value v, uint64_t *out)
{
    lang_value low = lang_int_binary(t, LANG_OP_AND, v, lang_int(0xffffffff));
    lang_value rest = lang_is_error(low) ? low : lang_int_binary(t, LANG_OP_RSHIFT, v, lang_int(32));
    lang_value high = lang_is_error(rest) ? rest : lang_int_binary(t, LANG_OP_AND, rest, lang_int(0xffffffff));

    if (!lang_is_error(high))
        *out = (uint64_t)high.i << 32 | (uint64_t)low.i;
    if (lang_is_obj(rest))
        lang_unref(t, rest);
    return lang_is_error(high) ? -1 : 0;
}

int lang_ctypes_bits(struct lang_thread *t, lang_value v, uint64_t *out)
{
    int64_t i;

    if (!lang_type_of(v)->to_index)
        return lang_fail(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", v);
    lang_value number = lang_type_of(v)->to_index(t, v);
    if (lang_is_error(number))
        return -1;
    int r = 0;
    if (lang_int_fits(number, &i))
        *out = (uint64_t)i;
    else
        r = low_bits(t, number, out);
    lang_unref(t, number);
    return r;
}

static int store_real(struct lang_thread *t, int size, lang_value v, uint8_t *out)
{
    double d;
    if (lang_as_double(t, v, &d) < 0)
        return -1;
    const float f = (float)d;
    const long double g = d;
    memcpy(out,
           size == sizeof f   ? (const void *)&f
           : size == sizeof d ? (const void *)&d
                              : (const void *)&g,
           (size_t)size);
    return 0;
}

static int store_character(struct lang_thread *t, lang_value v, uint8_t *out)
{
    const uint8_t *data;
    int64_t n;

    if ((lang_is_bytes(v) || lang_is_bytearray(v)) && lang_bytes_view(v, &data, &n) && n == 1) {
        *out = *data;
        return 0;
    }
    if (lang_is_integer(v) && lang_int_fits(v, &n) && n >= 0 && n < 256) {
        *out = (uint8_t)n;
        return 0;
    }
    return lang_fail(t, LANG_EXC_TypeError, "one character bytes, bytearray or integer expected");
}

static int store_wide(struct lang_thread *t, lang_value v, uint8_t *out)
{
    if (!lang_is_str(v))
        return lang_fail(t, LANG_EXC_TypeError, "unicode string expected instead of %N instance", v);
    if (lang_as_str(v)->length != 1)
        return lang_fail(t, LANG_EXC_TypeError, "one character unicode string expected");
    const uint32_t c = lang_str_at(lang_as_str(v), 0);
    memcpy(out, &c, sizeof c);
    return 0;
}

/* The units of a text with a zero behind them. */
static const void *wide_copy(struct lang_thread *t, struct lang_str *s, lang_value *kept)
{
    if (s->length > INT64_MAX / 8)
        return lang_no_memory(t), NULL;
    struct lang_bytes *b = lang_bytes_new(t, NULL, (size_t)(s->length + 1) * 4);
    for (int64_t i = 0; b && i < s->length; i++) {
        const uint32_t c = lang_str_at(s, i);
        memcpy(b->data + 4 * i, &c, sizeof c);
    }
    if (!b)
        return NULL;
    *kept = lang_obj(b);
    return b->data;
}

static const void *object_address(struct lang_thread *t, lang_value v, lang_value *kept)
{
    if (lang_is_obj(v)) {
        *kept = lang_ref(v);
        return v.o;
    }
    struct box *b = lang_object_new(t, &lang_type_cbox);
    if (!b)
        return NULL;
    b->v = v;
    *kept = lang_obj(b);
    return b;
}

static int store_pointer(struct lang_thread *t, enum group group, lang_value v, uint8_t *out, lang_value *kept)
{
    static const char *const wanted[] = {[BYTES] = "bytes", [TEXT] = "unicode string"};
    const void *p = NULL;
    uint64_t bits = 0;

    if (group == OBJECT || (group == TEXT && lang_is_str(v))) {
        p = group == OBJECT ? object_address(t, v, kept) : wide_copy(t, lang_as_str(v), kept);
        if (!p)
            return -1;
    } else if (group == BYTES && lang_is_bytes(v)) {
        p = ((struct lang_bytes *)v.o)->data;
        *kept = lang_ref(v);
    } else if (lang_is_integer(v)) {
        if (lang_ctypes_bits(t, v, &bits) < 0)
            return -1;
        p = (const void *)(uintptr_t)bits;
    } else if (!lang_is_none(v)) {
        return group == ADDRESS ? lang_fail(t, LANG_EXC_TypeError, "cannot be converted to pointer")
                                : lang_fail(t, LANG_EXC_TypeError,
                                            "%s or integer address expected instead of %N instance", wanted[group], v);
    }
    memcpy(out, &p, sizeof p);
    return 0;
}

static int store_value(struct lang_thread *t, const struct letter *l, lang_value v, uint8_t *out, lang_value *kept)
{
    uint64_t u;
    int truth;

    switch (l->group) {
    case SIGNED:
    case UNSIGNED:
        if (lang_ctypes_bits(t, v, &u) < 0)
            return -1;
        memcpy(out, &u, l->size);
        return 0;
    case REAL:
        return store_real(t, l->size, v, out);
    case BOOLEAN:
    case VARIANT:
        truth = lang_truth(t, v);
        memset(out, truth && l->group == VARIANT ? 0xff : truth, l->size);
        return truth < 0 ? -1 : 0;
    case CHARACTER:
        return store_character(t, v, out);
    case WIDE:
        return store_wide(t, v, out);
    default:
        return store_pointer(t, l->group, v, out, kept);
    }
}

int lang_ctypes_store(struct lang_thread *t, const struct lang_ctype *c, lang_value v, uint8_t out[LANG_CTYPE_LARGEST],
                      lang_value *kept)
{
    const struct letter *l = letter_of(c->code);
    uint8_t straight[LANG_CTYPE_LARGEST] = {0};

    *kept = lang_undef();
    if (!l)
        return lang_fail(t, LANG_EXC_TypeError, "no simple type");
    if (store_value(t, l, v, straight, kept) < 0)
        return -1;
    if (c->swapped)
        reverse(out, straight, l->size);
    else
        memcpy(out, straight, sizeof straight);
    return 0;
}
#endif
