/* lib_struct_format.c: reads formats of the module struct, and converts single values by them. */
#include <string.h>

#include "lib/lib_binary.h"
#include "lib/lib_struct.h"
#include "types/bigint.h"
#include "types/str_impl.h"

struct lang_type *lang_struct_error;

/* Of each letter: its bytes as in C, and in other formats (0: it is not there). */
static const struct {
    char letter;
    uint8_t native, standard;
} kinds[] = {{'x', 1, 1}, {'b', 1, 1}, {'B', 1, 1}, {'c', 1, 1}, {'s', 1, 1}, {'p', 1, 1}, {'h', 2, 2},
             {'H', 2, 2}, {'i', 4, 4}, {'I', 4, 4}, {'l', 8, 4}, {'L', 8, 4}, {'q', 8, 8}, {'Q', 8, 8},
             {'n', 8, 0}, {'N', 8, 0}, {'P', 8, 0}, {'e', 2, 2}, {'f', 4, 4}, {'d', 8, 8}, {'?', 1, 1}};

static int fail(struct lang_thread *t, const char *text)
{
    lang_raise_class(t, lang_struct_error, "%s", text);
    return -1;
}

void lang_struct_drop(struct lang_thread *t, struct struct_format *f)
{
    struct lang_str *text = f->text;
    if (f->item)
        lang_free(t, f->item, (size_t)f->items * sizeof *f->item);
    f->item = NULL;
    f->text = NULL;
    f->items = f->values = f->size = 0;
    f->dense = false;
    lang_xdecref(t, text);
}

/* One part of a format behind its mark: 1, 0 at the end, -1 with an exception. */
static int next_item(struct lang_thread *t, const char **p, bool native, bool big, int64_t *offset,
                     struct struct_item *out)
{
    const char *s = *p;
    int64_t count = 1;
    while (*s == ' ' || (*s >= 9 && *s <= 13))
        s++;
    if (!*s)
        return 0;
    if (*s >= '0' && *s <= '9') {
        for (count = 0; *s >= '0' && *s <= '9'; s++)
            if (__builtin_mul_overflow(count, 10, &count) || __builtin_add_overflow(count, *s - '0', &count))
                return fail(t, "total struct size too long");
        if (!*s)
            return fail(t, "repeat count given without format specifier");
    }
    size_t k = 0;
    while (k < sizeof kinds / sizeof *kinds && kinds[k].letter != *s)
        k++;
    int64_t size = k == sizeof kinds / sizeof *kinds ? 0 : native ? kinds[k].native : kinds[k].standard, all;
    if (!size)
        return fail(t, "bad char in struct format");
    if (native && size > 1 && __builtin_add_overflow(*offset, (size - *offset % size) % size, offset))
        return fail(t, "total struct size too long");
    if (__builtin_mul_overflow(size, count, &all) || __builtin_add_overflow(*offset, all, &all))
        return fail(t, "total struct size too long");
    *out = (struct struct_item){
        .letter = *s, .big = big, .native = native, .offset = *offset, .size = size, .count = count};
    if (strchr("bhilqn", *s))
        out->class = STRUCT_SIGNED;
    else if (strchr("BHILQN", *s))
        out->class = STRUCT_UNSIGNED;
    else if (*s == 'd' || *s == 'f')
        out->class = *s == 'd' ? STRUCT_DOUBLE : STRUCT_FLOAT;
    else if (*s == '?' || *s == 's')
        out->class = *s == '?' ? STRUCT_BOOL : STRUCT_BYTES;
    if (*s == 's' || *s == 'p') {
        out->size = count;
        out->count = 1;
    } else if (*s == 'x') {
        out->count = 0;
    }
    *offset = all;
    *p = s + 1;
    return 1;
}

int lang_struct_parse(struct lang_thread *t, struct struct_format *f, lang_value text)
{
    const uint8_t *bytes;
    int64_t n;
    lang_value plain;
    if (lang_is_str(text))
        plain = lang_str_encode(t, lang_as_str(text), "ascii", "strict");
    else if (lang_bytes_view(text, &bytes, &n))
        plain = lang_obj_or_error(lang_bytes_new(t, bytes, (size_t)n));
    else
        plain = lang_raise(t, LANG_EXC_TypeError, "Struct() argument 1 must be a str or bytes object, not %N", text);
    if (lang_is_error(plain))
        return -1;
    lang_bytes_view(plain, &bytes, &n);
    struct struct_format made = {.text = lang_str_from_units(t, bytes, 1, n)};
    const char *p = (const char *)bytes;
    const char mark = *p;
    const bool native = mark != '=' && mark != '<' && mark != '>' && mark != '!', big = mark == '>' || mark == '!';
    int64_t capacity = 0, filled = 0;
    int status = made.text ? 1 : -1;
    if (status > 0 && memchr(bytes, 0, (size_t)n))
        status = fail(t, "embedded null character");
    p += mark == '@' || !native;
    while (status > 0) {
        struct struct_item item;
        status = next_item(t, &p, native, big, &made.size, &item);
        if (status <= 0 || !item.count)
            continue;
        if (made.items == capacity) {
            int64_t bigger = capacity ? capacity * 2 : 4;
            void *items = lang_realloc(t, made.item, (size_t)capacity * sizeof item, (size_t)bigger * sizeof item);
            if (!items) {
                status = -1;
                break;
            }
            made.item = items;
            capacity = bigger;
        }
        made.item[made.items++] = item;
        made.values += item.count;
        filled += item.size * item.count;
    }
    if (made.item) { /* dropped by the number of items */
        struct struct_item *exact =
            made.items == capacity
                ? made.item
                : lang_realloc(t, made.item, (size_t)capacity * sizeof *exact, (size_t)made.items * sizeof *exact);
        if (!exact) {
            lang_free(t, made.item, (size_t)capacity * sizeof *exact);
            made.items = 0;
            status = -1;
        }
        made.item = exact;
    }
    lang_unref(t, plain);
    if (status < 0) {
        lang_struct_drop(t, &made);
        return -1;
    }
    lang_struct_drop(t, f);
    f->text = made.text;
    f->size = made.size;
    f->values = made.values;
    f->items = made.items;
    f->item = made.item;
    f->dense = filled && filled == made.size;
    return 0;
}

/* ------------------------------------------------------------------ one value */

static void copy(uint8_t *to, const void *from, int64_t size, bool big)
{
    const uint8_t *p = from;
    uint64_t word = 0;
    if (!big) {
        memcpy(to, from, (size_t)size);
        return;
    }
    memcpy(&word, p, (size_t)size);
    word = __builtin_bswap64(word) >> (64 - 8 * size);
    memcpy(to, &word, (size_t)size);
}

static bool is_signed(char letter)
{
    return strchr("bhilqn", letter) != NULL;
}

/* What is said of a number that does not fit depends on whether it fits C's long at all. */
static int out_of_range(struct lang_thread *t, const struct struct_item *item, bool fits_signed, bool fits_unsigned)
{
    const char c = item->letter;
    if (c == 'P' || ((c == 'q' || c == 'Q') && item->big))
        return fail(t, "int too large to convert");
    const bool in_c = c == 'b' || c == 'B' || ((c == 'h' || c == 'H') && !item->big);
    if (item->size == 8 || !(in_c || is_signed(c) ? fits_signed : fits_unsigned))
        return fail(t, "argument out of range");
    const int bits = (int)(8 * item->size);
    const long long low = is_signed(c) ? -(1ll << (bits - 1)) : 0, high = (1ll << (bits - is_signed(c))) - 1;
    const char quoted[] = {'\'', c, '\'', 0};
    lang_raise_class(t, lang_struct_error, "%s format requires %lld <= number <= %lld",
                     !in_c      ? quoted
                     : c == 'b' ? "byte"
                     : c == 'B' ? "ubyte"
                     : c == 'h' ? "short"
                                : "ushort",
                     low, high);
    return -1;
}

static int put_integer(struct lang_thread *t, const struct struct_item *item, lang_value v, uint8_t *to)
{
    lang_value number = lang_undef();
    if (!lang_is_integer(v)) {
        struct lang_type *type = lang_type_of(v);
        if (!type->to_index)
            return fail(t, "required argument is not an integer");
        number = type->to_index(t, v);
        if (lang_is_error(number))
            return -1;
        v = number;
    }
    int64_t i = 0;
    uint64_t u = 0;
    bool fits_signed = v.tag == LANG_INT || v.tag == LANG_BOOL || lang_int_fits(v, &i), fits_unsigned;
    if (v.tag == LANG_INT || v.tag == LANG_BOOL)
        i = v.i;
    if (fits_signed) {
        u = (uint64_t)i;
        fits_unsigned = i >= 0;
    } else {
        struct lang_bigint_operand operand;
        mpz_srcptr z = lang_bigint_view(v, &operand);
        fits_unsigned = mpz_sgn(z) > 0 && mpz_sizeinbase(z, 2) <= 64;
        u = fits_unsigned ? (uint64_t)mpz_getlimbn(z, 0) : 0;
    }
    lang_unref(t, number);
    bool right;
    if (is_signed(item->letter)) {
        const int shift = (int)(64 - 8 * item->size);
        right = fits_signed && (int64_t)((uint64_t)i << shift) >> shift == i;
    } else {
        right =
            (fits_unsigned && (item->size == 8 || u >> 8 * item->size == 0)) || (item->letter == 'P' && fits_signed);
    }
    if (!right)
        return out_of_range(t, item, fits_signed, fits_unsigned);
    copy(to, &u, item->size, item->big);
    return 0;
}

static int too_large(struct lang_thread *t, lang_value v, const char *text)
{
    return lang_is_integer(v) ? fail(t, "int too large to convert") : lang_fail(t, LANG_EXC_OverflowError, "%s", text);
}

static int put_float(struct lang_thread *t, const struct struct_item *item, lang_value v, uint8_t *to)
{
    double d;
    if (v.tag == LANG_FLOAT) {
        d = v.f;
    } else if (lang_as_double(t, v, &d) < 0) {
        lang_error_clear(t);
        return lang_error_occurred(t) ? -1 : fail(t, "required argument is not a float");
    }
    if (d != d) { /* the lowest bits of a nan are its identity here (float_text.c) */
        uint64_t bits;
        memcpy(&bits, &d, 8);
        bits &= ~(uint64_t)0x1fffffff;
        memcpy(&d, &bits, 8);
    }
    if (item->letter == 'd') {
        copy(to, &d, 8, item->big);
    } else if (item->letter == 'f') {
        float f = (float)d;
        if (__builtin_isinf(f) && !__builtin_isinf(d) && !item->native)
            return too_large(t, v, "float too large to pack with f format");
        copy(to, &f, 4, item->big);
    } else {
        uint32_t bits = lang_half_bits(d);
        uint16_t half = (uint16_t)bits;
        if (bits == UINT32_MAX)
            return too_large(t, v, "float too large to pack with e format");
        copy(to, &half, 2, item->big);
    }
    return 0;
}

static int put_bytes(struct lang_thread *t, const struct struct_item *item, lang_value v, uint8_t *to)
{
    const uint8_t *bytes = NULL;
    int64_t n = 0;
    if ((!lang_is_bytes(v) && !lang_is_bytearray(v)) || !lang_bytes_view(v, &bytes, &n)) {
        lang_raise_class(t, lang_struct_error, "argument for '%c' must be a bytes object", item->letter);
        return -1;
    }
    if (item->letter == 'p') {
        if (!item->size)
            return 0;
        n = n < item->size - 1 ? n : item->size - 1;
        *to++ = (uint8_t)(n < 255 ? n : 255);
        memset(to, 0, (size_t)item->size - 1);
    } else {
        n = n < item->size ? n : item->size;
        memset(to + n, 0, (size_t)(item->size - n));
    }
    memcpy(to, bytes, (size_t)n);
    return 0;
}

int lang_struct_put(struct lang_thread *t, const struct struct_item *item, lang_value v, uint8_t *to)
{
    int truth;
    switch (item->letter) {
    case 'e':
    case 'f':
    case 'd':
        return put_float(t, item, v, to);
    case '?':
        if ((truth = lang_truth(t, v)) < 0)
            return -1;
        *to = (uint8_t)truth;
        return 0;
    case 'c':
        if (!lang_is_bytes(v) || ((struct lang_bytes *)v.o)->length != 1)
            return fail(t, "char format requires a bytes object of length 1");
        *to = ((struct lang_bytes *)v.o)->data[0];
        return 0;
    case 's':
    case 'p':
        return put_bytes(t, item, v, to);
    default:
        return put_integer(t, item, v, to);
    }
}

lang_value lang_struct_get(struct lang_thread *t, const struct struct_item *item, const uint8_t *from)
{
    uint64_t word = 0;
    int64_t size = item->size;
    double d;
    float f;
    switch (item->letter) {
    case 's':
        return lang_obj_or_error(lang_bytes_new(t, from, (size_t)size));
    case 'p':
        if (!size)
            return lang_obj_or_error(lang_bytes_new(t, "", 0));
        return lang_obj_or_error(lang_bytes_new(t, from + 1, (size_t)(*from < size - 1 ? *from : size - 1)));
    case 'c':
        return lang_obj_or_error(lang_bytes_new(t, from, 1));
    case '?':
        return lang_bool(*from != 0);
    default:
        break;
    }
    memcpy(&word, from, (size_t)size);
    const int shift = (int)(64 - 8 * size);
    if (item->big)
        word = __builtin_bswap64(word) >> shift;
    switch (item->letter) {
    case 'd':
        memcpy(&d, &word, 8);
        return lang_float(d);
    case 'f':
        memcpy(&f, &word, 4);
        return lang_float((double)f);
    case 'e':
        return lang_float(lang_half_value((uint32_t)word));
    case 'b':
    case 'h':
    case 'i':
    case 'l':
    case 'q':
    case 'n':
        return lang_int((int64_t)(word << shift) >> shift);
    default:
        return word >> 63 ? lang_int_from_u64(t, word) : lang_int((int64_t)word);
    }
}
