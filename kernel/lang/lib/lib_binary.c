/* lib_binary.c: the module _binary: numbers and texts as bytes, for struct, array, binascii and base64. */
#include <string.h>

#include "lib.h"
#include "lib/lib_binary.h"
#include "types/bytes_impl.h"

static int get_bytes(struct lang_thread *t, lang_value v, struct lang_buffer *out)
{
    return lang_buffer_get(t, v, out)
               ? 0
               : lang_fail(t, LANG_EXC_TypeError, "a bytes-like object is required, not '%N'", v);
}

static void reversed(uint8_t *to, const uint8_t *from, size_t size, bool swap)
{
    for (size_t i = 0; i < size; i++)
        to[i] = from[swap ? size - 1 - i : i];
}

uint32_t lang_half_bits(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    uint32_t sign = (uint32_t)(bits >> 63) << 15;
    int64_t exponent = (int64_t)(bits >> 52 & 0x7ff) - 1023;
    uint64_t fraction = bits & 0xfffffffffffff;
    if (exponent == 1024)
        return sign | 0x7c00 | (fraction ? 0x200 | (uint32_t)(fraction >> 42 & 0x1ff) : 0);
    if (exponent < -25)
        return sign;
    int shift = exponent < -14 ? (int)(42 + (-14 - exponent)) : 42;
    uint64_t full = fraction | (uint64_t)1 << 52;
    uint64_t kept = full >> shift, rest = full & (((uint64_t)1 << shift) - 1), middle = (uint64_t)1 << (shift - 1);
    kept += rest > middle || (rest == middle && kept & 1);
    uint32_t result = exponent < -14 ? (uint32_t)kept : (uint32_t)(kept - 0x400 + ((uint64_t)(exponent + 15) << 10));
    return result >= 0x7c00 ? UINT32_MAX : sign | result;
}

double lang_half_value(uint32_t bits)
{
    double sign = bits & 0x8000 ? -1.0 : 1.0;
    uint32_t exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
    if (exponent == 31)
        return fraction ? __builtin_copysign(__builtin_nan(""), sign) : sign * __builtin_inf();
    if (!exponent)
        return sign * fraction * 0x1p-24;
    return sign * (1 + fraction / 1024.0) *
           (exponent >= 15 ? (double)(1 << (exponent - 15)) : 1.0 / (1 << (15 - exponent)));
}

/* pack_float(value, size, big): the bytes of a float; None: it does not fit. */
static lang_value b_pack_float(struct lang_thread *t, const lang_value *a)
{
    double v;
    int64_t size, big;
    uint8_t raw[8], out[8];
    if (lang_as_double(t, a[0], &v) < 0 || lang_as_int64(t, a[1], &size) < 0 || lang_as_int64(t, a[2], &big) < 0)
        return lang_error();
    if (size == 2) {
        uint32_t bits = lang_half_bits(v);
        uint16_t half = (uint16_t)bits;
        if (bits == UINT32_MAX)
            return lang_none();
        memcpy(raw, &half, 2);
    } else if (size == 4) {
        float f = (float)v;
        if (__builtin_isinf(f) && !__builtin_isinf(v))
            return lang_none();
        memcpy(raw, &f, 4);
    } else {
        size = 8;
        memcpy(raw, &v, 8);
    }
    reversed(out, raw, (size_t)size, big != 0);
    return lang_obj_or_error(lang_bytes_new(t, out, (size_t)size));
}

/* unpack_float(bytes, offset, size, big) */
static lang_value b_unpack_float(struct lang_thread *t, const lang_value *a)
{
    int64_t at, size, big;
    struct lang_buffer in;
    uint8_t raw[8];
    if (lang_as_int64(t, a[1], &at) < 0 || lang_as_int64(t, a[2], &size) < 0 || lang_as_int64(t, a[3], &big) < 0 ||
        get_bytes(t, a[0], &in) < 0)
        return lang_error();
    lang_value v;
    if (at < 0 || (size != 2 && size != 4 && size != 8) || in.length - size < at) {
        v = lang_raise(t, LANG_EXC_ValueError, "too few bytes");
    } else {
        reversed(raw, in.data + at, (size_t)size, big != 0);
        double d;
        float f;
        uint16_t half;
        if (size == 8) {
            memcpy(&d, raw, 8);
        } else if (size == 4) {
            memcpy(&f, raw, 4);
            d = (double)f;
        } else {
            memcpy(&half, raw, 2);
            d = lang_half_value(half);
        }
        v = lang_float(d);
    }
    lang_buffer_release(t, &in);
    return v;
}

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* encode64(data, last): digits of base 64; `last` are the two that stand for 62 and 63 in the place of + and /. */
static lang_value b_encode64(struct lang_thread *t, const lang_value *a)
{
    struct lang_buffer in, last;
    char letters[64];
    memcpy(letters, alphabet, sizeof letters);
    if (!lang_is_undef(a[1])) {
        if (get_bytes(t, a[1], &last) < 0)
            return lang_error();
        if (last.length == 2)
            memcpy(letters + 62, last.data, 2);
        lang_buffer_release(t, &last);
    }
    if (get_bytes(t, a[0], &in) < 0)
        return lang_error();
    size_t n = (size_t)in.length;
    struct lang_bytes *out = lang_bytes_raw(t, (n + 2) / 3 * 4);
    uint8_t *to = out ? out->data : NULL;
    size_t i = 0;
    for (; out && i + 3 <= n; i += 3, to += 4) {
        const uint32_t word = (uint32_t)in.data[i] << 16 | (uint32_t)in.data[i + 1] << 8 | in.data[i + 2];
        for (int k = 0; k < 4; k++)
            to[k] = (uint8_t)letters[word >> (18 - 6 * k) & 63];
    }
    if (out && i < n) {
        uint32_t word = (uint32_t)in.data[i] << 16 | (i + 1 < n ? (uint32_t)in.data[i + 1] << 8 : 0) |
                        (i + 2 < n ? in.data[i + 2] : 0);
        *to++ = (uint8_t)letters[word >> 18];
        *to++ = (uint8_t)letters[word >> 12 & 63];
        *to++ = i + 1 < n ? (uint8_t)letters[word >> 6 & 63] : '=';
        *to++ = i + 2 < n ? (uint8_t)letters[word & 63] : '=';
    }
    lang_buffer_release(t, &in);
    return lang_obj_or_error(out);
}

enum problem { FINE, PADDING, COUNT, LEADING, NOT_IN_ALPHABET, EXCESS, DISCONTINUOUS };

/* Hexadecimal digits, sixteen at a time. */
typedef uint8_t octets __attribute__((vector_size(16)));
enum { OCTETS = 16 };
#ifdef __clang__
#define MIX(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define MIX(a, b, ...) __builtin_shuffle(a, b, (octets){__VA_ARGS__})
#endif

static inline octets digits_of(octets nibbles)
{
    return nibbles + '0' + ((octets)(nibbles > 9) & ('a' - '0' - 10));
}

/* The digits of OCTETS bytes. */
static inline void put_digits(uint8_t *to, const uint8_t *from)
{
    octets bytes;
    memcpy(&bytes, from, sizeof bytes);
    const octets high = digits_of(bytes >> 4), low = digits_of(bytes & 15);
    const octets halves[2] = {MIX(high, low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
                              MIX(high, low, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)};
    memcpy(to, halves, sizeof halves);
}

/* The values of digits; what is no digit leaves bits in *wrong. */
static inline octets nibbles_of(octets digits, octets *wrong)
{
    const octets decimal = digits - '0', letter = (digits | 32) - 'a';
    const octets is_decimal = (octets)(decimal < 10), is_letter = (octets)(letter < 6);
    *wrong |= ~(is_decimal | is_letter);
    return (decimal & is_decimal) | ((letter + 10) & is_letter);
}

/* OCTETS bytes from their digits. */
static inline void take_digits(uint8_t *to, const uint8_t *from, octets *wrong)
{
    octets halves[2];
    memcpy(halves, from, sizeof halves);
    const octets a = nibbles_of(halves[0], wrong), b = nibbles_of(halves[1], wrong);
    const octets high = MIX(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const octets low = MIX(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    const octets bytes = high << 4 | low;
    memcpy(to, &bytes, sizeof bytes);
}

/* hex(data): two digits for each byte. */
static lang_value b_hex(struct lang_thread *t, const lang_value *a)
{
    struct lang_buffer in;
    if (get_bytes(t, a[0], &in) < 0)
        return lang_error();
    struct lang_bytes *out = lang_bytes_raw(t, (size_t)in.length * 2);
    if (out) {
        int64_t i = 0;
        uint8_t bytes[OCTETS] = {0}, digits[2 * OCTETS];
        for (; i + OCTETS <= in.length; i += OCTETS)
            put_digits(out->data + 2 * i, in.data + i);
        memcpy(bytes, in.data + i, (size_t)(in.length - i));
        put_digits(digits, bytes);
        memcpy(out->data + 2 * i, digits, 2 * (size_t)(in.length - i));
    }
    lang_buffer_release(t, &in);
    return lang_obj_or_error(out);
}

/* unhex(data): the bytes of pairs of digits; None: there are other characters. */
static lang_value b_unhex(struct lang_thread *t, const lang_value *a)
{
    struct lang_buffer in;
    if (get_bytes(t, a[0], &in) < 0)
        return lang_error();
    const int64_t n = in.length / 2;
    struct lang_bytes *out = lang_bytes_raw(t, (size_t)n);
    octets wrong = {0};
    if (out) {
        int64_t i = 0;
        uint8_t digits[2 * OCTETS], bytes[OCTETS];
        for (; i + OCTETS <= n; i += OCTETS)
            take_digits(out->data + i, in.data + 2 * i, &wrong);
        memset(digits, '0', sizeof digits);
        memcpy(digits, in.data + 2 * i, 2 * (size_t)(n - i));
        take_digits(bytes, digits, &wrong);
        memcpy(out->data + i, bytes, (size_t)(n - i));
    }
    lang_buffer_release(t, &in);
    uint64_t halves[2];
    memcpy(halves, &wrong, sizeof halves);
    if (out && (halves[0] | halves[1])) {
        lang_decref(t, out);
        return lang_none();
    }
    return lang_obj_or_error(out);
}

/* The value of each character as a digit; -1: it is none. */
static int8_t digits64[256];

static void fill_digits(void)
{
    memset(digits64, -1, sizeof digits64);
    for (int i = 0; i < 64; i++)
        digits64[(uint8_t)alphabet[i]] = (int8_t)i;
}

/* Groups of four digits at the front: how many characters; the bytes go to `out`. */
static size_t decode_groups(const uint8_t *p, size_t n, uint8_t *out)
{
    size_t i = 0;
    for (; i + 4 <= n; i += 4, out += 3) {
        const int a = digits64[p[i]], b = digits64[p[i + 1]], c = digits64[p[i + 2]], d = digits64[p[i + 3]];
        if ((a | b | c | d) < 0)
            break;
        const uint32_t word = (uint32_t)a << 18 | (uint32_t)b << 12 | (uint32_t)c << 6 | (uint32_t)d;
        out[0] = (uint8_t)(word >> 16);
        out[1] = (uint8_t)(word >> 8);
        out[2] = (uint8_t)word;
    }
    return i;
}

/* decode64(bytes, strict): the bytes, or (number of the problem, characters). */
static lang_value b_decode64(struct lang_thread *t, const lang_value *a)
{
    struct lang_buffer in;
    int64_t strict;
    if (lang_as_int64(t, a[1], &strict) < 0 || get_bytes(t, a[0], &in) < 0)
        return lang_error();
    size_t n = (size_t)in.length, used = 0, capacity = n / 4 * 3 + 4, digits = 0, pads = 0;
    uint8_t *out = lang_alloc(t, capacity);
    uint32_t left = 0;
    int quad = 0;
    if (digits64[0] == 0)
        fill_digits();
    enum problem problem = FINE;
    bool padded = false, done = false;
    if (out && strict && n && in.data[0] == '=')
        problem = LEADING;
    const size_t grouped = out && problem == FINE ? decode_groups(in.data, n, out) : 0;
    used = grouped / 4 * 3;
    digits = grouped;
    for (size_t i = grouped; out && problem == FINE && !done && i < n; i++) {
        uint8_t c = in.data[i];
        if (c == '=') {
            padded = true;
            if (quad >= 2 && quad + (int)++pads >= 4) {
                if (strict && i + 1 < n)
                    problem = EXCESS;
                done = true;
            }
            continue;
        }
        int value = digits64[c];
        if (value < 0) {
            if (strict)
                problem = NOT_IN_ALPHABET;
            continue;
        }
        if (strict && padded) {
            problem = DISCONTINUOUS;
            continue;
        }
        pads = 0;
        digits++;
        left = left << 6 | (uint32_t)value;
        if (quad > 0)
            out[used++] = (uint8_t)(left >> (6 - 2 * quad));
        quad = (quad + 1) & 3;
    }
    if (problem == FINE && !done && quad)
        problem = quad == 1 ? COUNT : PADDING;
    lang_value r = lang_error();
    if (out && problem == FINE) {
        r = lang_obj_or_error(lang_bytes_new(t, out, used));
    } else if (out) {
        lang_value pair[2] = {lang_int(problem), lang_int((int64_t)digits)};
        r = lang_obj_or_error(lang_tuple_from(t, pair, 2));
    }
    if (out)
        lang_free(t, out, capacity);
    lang_buffer_release(t, &in);
    return r;
}

static const struct lang_method functions[] = {
    {"pack_float", "(value, size, big, /)", b_pack_float, "The bytes of a float, or None where it does not fit.", 0},
    {"unpack_float", "(data, offset, size, big, /)", b_unpack_float, "The float of bytes.", 0},
    {"encode64", "(data, last=None, /)", b_encode64, "Bytes in base 64.", 0},
    {"hex", "(data, /)", b_hex, "Bytes as hexadecimal digits.", 0},
    {"unhex", "(digits, /)", b_unhex, "Bytes of hexadecimal digits, or None.", 0},
    {"decode64", "(data, strict, /)", b_decode64, "Bytes of a text in base 64, or what is wrong with it.", 0},
    {NULL, NULL, NULL, NULL, 0}};

const struct lang_module_def lang_module__binary = {"_binary", "Numbers and texts as bytes.", functions, NULL};
