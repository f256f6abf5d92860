/* float_text.c: texts of floats: the shortest repr, decimal and hexadecimal reading and writing. Knows no objects but
 * the str it reads. The process keeps the C locale for numbers. */
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "types/float_impl.h"
#include "types/int_impl.h"
#include "types/str_impl.h"

/* ------------------------------------------------------------------ repr */

/* The high 64 bits of power * x, with all that is below gathered in the last bit. */
static uint64_t scaled(const uint64_t power[2], uint64_t x)
{
    unsigned __int128 low = (unsigned __int128)power[1] * x,
                      high = (unsigned __int128)power[0] * x + (uint64_t)(low >> 64);
    return (uint64_t)(high >> 64) | ((uint64_t)high > 1);
}

/* Schubfach (Raffaello Giulietti, The Schubfach way to render doubles, 2020): the double c * 2^q and the ends of the
 * interval that rounds to it are scaled by a power of ten such that the shortest decimal in the interval is one of four
 * candidates. The result is *c10 * 10^(returned). */
static int shortest_decimal(uint64_t bits, uint64_t *c10)
{
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    int biased = (int)(bits >> 52 & 0x7ff);
    uint64_t c = biased ? fraction | UINT64_C(1) << 52 : fraction;
    int q = (biased ? biased : 1) - 1075;
    bool closer_below = fraction == 0 && biased > 1, odd = c & 1;
    int k = (q * 1262611 - (closer_below ? 524031 : 0)) >> 22; /* floor of log10 of the interval's width */
    int h = q + ((-k * 1741647) >> 19) + 1;
    const uint64_t *power = lang_float_powers[-k + 292];
    uint64_t low = scaled(power, (4 * c - 2 + closer_below) << h) + odd;
    uint64_t middle = scaled(power, 4 * c << h);
    uint64_t high = scaled(power, (4 * c + 2) << h) - odd;
    uint64_t s = middle / 4;
    if (s >= 10) { /* one digit less? */
        uint64_t tens = s / 10;
        bool down = low <= 40 * tens, up = 40 * tens + 40 <= high;
        if (down != up) {
            *c10 = tens + up;
            return k + 1;
        }
    }
    bool down = low <= 4 * s, up = 4 * s + 4 <= high;
    if (down != up)
        *c10 = s + up;
    else
        *c10 = s + (middle > 4 * s + 2 || (middle == 4 * s + 2 && (s & 1)));
    return k;
}

int lang_float_shortest(double d, char *digits, int *point)
{
    uint64_t bits, c10;
    char text[24];
    memcpy(&bits, &d, 8);
    int exponent = shortest_decimal(bits & ~(UINT64_C(1) << 63), &c10), n = lang_int_digits((int64_t)c10, text);
    *point = exponent + n;
    while (n > 1 && text[n - 1] == '0')
        n--;
    memcpy(digits, text, (size_t)n);
    return n;
}

size_t lang_float_repr(double d, char *buffer)
{
    char digits[20], *p = buffer;
    int point, n;
    if (isnan(d))
        return (size_t)(stpcpy(buffer, "nan") - buffer);
    if (signbit(d))
        *p++ = '-';
    if (isinf(d))
        return (size_t)(stpcpy(p, "inf") - buffer);
    if (d == 0)
        return (size_t)(stpcpy(p, "0.0") - buffer);
    n = lang_float_shortest(d, digits, &point);
    if (point > 16 || point < -3) {
        *p++ = digits[0];
        if (n > 1) {
            *p++ = '.';
            memcpy(p, digits + 1, (size_t)n - 1);
            p += n - 1;
        }
        return (size_t)(p - buffer) + (size_t)sprintf(p, "e%c%02d", point - 1 < 0 ? '-' : '+', abs(point - 1));
    }
    if (point <= 0) {
        *p++ = '0';
        *p++ = '.';
        memset(p, '0', (size_t)-point);
        p += -point;
        memcpy(p, digits, (size_t)n);
        p += n;
    } else {
        int integral = n < point ? n : point;
        memcpy(p, digits, (size_t)integral);
        p += integral;
        memset(p, '0', (size_t)(point - integral));
        p += point - integral;
        *p++ = '.';
        if (n > point) {
            memcpy(p, digits + point, (size_t)(n - point));
            p += n - point;
        } else {
            *p++ = '0';
        }
    }
    *p = 0;
    return (size_t)(p - buffer);
}

/* ------------------------------------------------------------------ reading */

double lang_power_of_ten(int n)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    return powers[n];
}

/* Sign, digits and a point with at most 15 digits: both parts of the quotient are exact doubles, so it is rounded once.
 */
static bool scan_simple(const char *text, size_t size, double *out)
{
    size_t i = size && (*text == '-' || *text == '+'), start = i, point = 0;
    int64_t n = 0;
    bool any = false, seen = false;
    if (size - start > 16)
        return false;
    for (; i < size; i++) {
        if (text[i] == '.' && !seen) {
            seen = true;
            point = i + 1;
            continue;
        }
        if (text[i] < '0' || text[i] > '9')
            return false;
        n = n * 10 + (text[i] - '0');
        any = true;
    }
    double d = (double)n / lang_power_of_ten(seen ? (int)(size - point) : 0);
    *out = *text == '-' ? -d : d;
    return any && n < INT64_C(1) << 53;
}

/* Floats have no identity. Two nans that were asked for are distinguished by their lowest bits, which single precision
 * drops: `x in [x]` holds for a nan, `float('nan') in [x]` does not. */
static double new_nan(bool negative)
{
    static uint32_t made;
    union {
        double d;
        uint64_t bits;
    } u = {.bits = (negative ? 0xFFF8ull : 0x7FF8ull) << 48 | (++made & 0x0FFFFFFF)};
    return u.d;
}

bool lang_float_scan(const char *text, size_t size, double *out)
{
    if (scan_simple(text, size, out))
        return true;
    char small[64], *clean = size < sizeof small ? small : malloc(size + 1), *q = clean;
    bool good = clean && size;
    for (size_t i = 0; i < size && good; i++) {
        char c = text[i];
        if (c == '_') { /* only between two digits */
            good = i && i + 1 < size && isdigit((unsigned char)text[i - 1]) && isdigit((unsigned char)text[i + 1]);
            continue;
        }
        good = isdigit((unsigned char)c) || strchr("+-.eEinfINFtyTYaA", c);
        good = good && c;
        *q++ = c;
    }
    if (good) {
        char *end;
        *q = 0;
        *out = strtod(clean, &end);
        good = end == q;
        if (good && isnan(*out)) /* no payload of its own, but the sign */
            *out = new_nan(clean[0] == '-');
    }
    if (clean != small)
        free(clean);
    return good;
}

static lang_value bad_text(struct lang_thread *t, lang_value text)
{
    return lang_raise(t, LANG_EXC_ValueError, "could not convert string to float: %R", text);
}

char *lang_float_digits(struct lang_thread *t, struct lang_str *s, int64_t start, int64_t end)
{
    char *text = lang_alloc(t, (size_t)(end - start) + 1);
    for (int64_t i = start; text && i < end; i++) {
        uint32_t c = lang_str_at(s, i);
        int decimal = c < 128 ? 0 : lang_char(c)->decimal;
        text[i - start] = (char)(c < 128                 ? c
                                 : decimal >= 0          ? '0' + (uint32_t)decimal
                                 : lang_char_is_space(c) ? ' '
                                                         : '?');
    }
    return text;
}

lang_value lang_float_parse(struct lang_thread *t, lang_value v)
{
    const uint8_t *data;
    int64_t n;
    double d;
    if (lang_is_str(v)) {
        struct lang_str *s = lang_as_str(v);
        int64_t start = 0, end = s->length;
        while (start < end && lang_char_is_space(lang_str_at(s, start)))
            start++;
        while (end > start && lang_char_is_space(lang_str_at(s, end - 1)))
            end--;
        if (s->ascii)
            return lang_float_scan(s->data + start, (size_t)(end - start), &d) ? lang_float(d) : bad_text(t, v);
        char *text = lang_float_digits(t, s, start, end);
        if (!text)
            return lang_error();
        bool good = lang_float_scan(text, (size_t)(end - start), &d);
        lang_free(t, text, (size_t)(end - start) + 1);
        return good ? lang_float(d) : bad_text(t, v);
    }
    lang_bytes_view(v, &data, &n);
    const char *p = (const char *)data, *end = p + n;
    while (p < end && (*p == ' ' || (*p >= 9 && *p <= 13)))
        p++;
    while (end > p && (end[-1] == ' ' || (end[-1] >= 9 && end[-1] <= 13)))
        end--;
    return lang_float_scan(p, (size_t)(end - p), &d) ? lang_float(d) : bad_text(t, v);
}

/* ------------------------------------------------------------------ hexadecimal */

size_t lang_float_hex(double d, char *out)
{
    if (!isfinite(d))
        return lang_float_repr(d, out);
    char *p = out;
    if (signbit(d))
        *p++ = '-';
    if (d == 0)
        return (size_t)(stpcpy(p, "0x0.0p+0") - out);
    uint64_t bits;
    memcpy(&bits, &d, 8);
    int e = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    return (size_t)(p - out) +
           (size_t)sprintf(p, "0x%d.%013llxp%+d", e != 0, (unsigned long long)mantissa, e ? e - 1023 : -1022);
}

/* mantissa * 2**exponent, rounded once to the nearest double, to even between two; HUGE_VAL beyond all. */
static double from_bits(uint64_t mantissa, int64_t exponent)
{
    if (!mantissa)
        return 0;
    const int bits = 64 - __builtin_clzll(mantissa);
    const int64_t top = exponent + bits - 1;
    if (top > DBL_MAX_EXP - 1)
        return HUGE_VAL;
    if (top < DBL_MIN_EXP - 1 - DBL_MANT_DIG)
        return 0;
    const int64_t kept = top >= DBL_MIN_EXP - 1 ? DBL_MANT_DIG : DBL_MANT_DIG - (DBL_MIN_EXP - 1 - top);
    const int64_t drop = bits - kept;
    if (drop > 0) {
        const uint64_t half = UINT64_C(1) << (drop - 1), rest = mantissa & (half - 1 + half);
        mantissa >>= drop;
        exponent += drop;
        mantissa += rest > half || (rest == half && mantissa & 1);
    }
    return ldexp((double)mantissa, (int)exponent);
}

/* The exponent behind the p, brought between limits that no number of digits makes up for; false: there is none. */
static bool read_exponent(const char **at, const char *end, int64_t *out)
{
    const int64_t most = INT64_MAX / 16;
    const char *p = *at;
    bool negative = p < end && *p == '-';
    int64_t e = 0;
    p += p < end && (*p == '-' || *p == '+');
    if (p == end || !isdigit((unsigned char)*p))
        return false;
    for (; p < end && isdigit((unsigned char)*p); p++)
        e = e > most / 10 - 1 ? most : e * 10 + (*p - '0');
    *at = p;
    *out = negative ? -e : e;
    return true;
}

/* [0x]digits[.digits][pexponent]; *at is behind it then. */
static bool read_hex(const char **at, const char *end, double *out)
{
    const uint64_t full = UINT64_C(1) << 59;
    const char *p = *at;
    uint64_t mantissa = 0;
    int64_t exponent = 0, given = 0;
    bool point = false, digits = false;
    p += end - p > 1 && p[0] == '0' && (p[1] | 32) == 'x' ? 2 : 0;
    for (; p < end && (isxdigit((unsigned char)*p) || (*p == '.' && !point)); p++) {
        if (*p == '.') {
            point = true;
            continue;
        }
        const unsigned digit = isdigit((unsigned char)*p) ? (unsigned)(*p - '0') : (unsigned)((*p | 32) - 'a' + 10);
        digits = true;
        if (mantissa < full) {
            mantissa = mantissa << 4 | digit;
            exponent -= point ? 4 : 0;
        } else { /* only whether it is 0 matters */
            mantissa |= digit != 0;
            exponent += point ? 0 : 4;
        }
    }
    if (p < end && (*p | 32) == 'p') {
        p++;
        if (!read_exponent(&p, end, &given))
            return false;
    }
    *at = p;
    *out = from_bits(mantissa, exponent + given);
    return digits;
}

lang_value lang_float_from_hex(struct lang_thread *t, const char *text, size_t size)
{
    const char *p = text, *end = text + size;
    while (p < end && isspace((unsigned char)*p))
        p++;
    while (end > p && isspace((unsigned char)end[-1]))
        end--;
    bool negative = p < end && *p == '-';
    p += p < end && (*p == '+' || *p == '-');
    const size_t n = (size_t)(end - p);
    static const char *const words[] = {"inf", "infinity", "nan"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (n == strlen(words[i]) && strncasecmp(p, words[i], n) == 0)
            return lang_float(copysign(*words[i] == 'i' ? (double)INFINITY : (double)NAN, negative ? -1 : 1));
    double d;
    bool read = read_hex(&p, end, &d);
    if (read && isinf(d))
        return lang_raise(t, LANG_EXC_OverflowError, "hexadecimal value too large to represent as a float");
    if (!read || p != end)
        return lang_raise(t, LANG_EXC_ValueError, "invalid hexadecimal floating-point string");
    return lang_float(negative ? -d : d);
}
