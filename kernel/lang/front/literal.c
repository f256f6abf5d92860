/* Values of literals: integers, floats, imaginary numbers; escapes of str and bytes. */
#include "front/literal.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers ---- */

static int digit_value(char c)
{
    return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
}

static bool integer_value(struct parser *p, const char *text, size_t len, int base, struct ast_value *value)
{
    uint64_t n = 0;
    bool fits = true;
    value->type = AST_VALUE_INT;
    while (len > 1 && *text == '0')
        text++, len--;
    for (size_t i = 0; i < len && fits; i++) {
        uint64_t digit = (uint64_t)digit_value(text[i]);
        fits = n <= ((uint64_t)INT64_MAX - digit) / (uint64_t)base;
        n = n * (uint64_t)base + digit;
    }
    value->fits = fits;
    value->base = (uint8_t)base;
    if (fits) {
        value->integer = (int64_t)n;
        return true;
    }
    const size_t most = p->options->most_digits;
    if (base == 10 && most && len > most) {
        lang_parse_raise(p, LANG_SYNTAX_ERROR,
                         "Exceeds the limit (%zu digits) for integer string conversion: value has %zu digits; use "
                         "sys.set_int_max_str_digits() to increase the limit - Consider hexadecimal for huge integer "
                         "literals to avoid decimal conversion limits.",
                         most, len);
        return false;
    }
    value->text.bytes = lang_arena_copy(p->arena, text, len);
    value->text.len = len;
    if (value->text.bytes == NULL)
        lang_parse_no_memory(p);
    return value->text.bytes != NULL;
}

/* Exactly rounded where 15 digits and a small power of ten suffice: both are then exact doubles. */
static bool short_real(const char *text, double *value)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    uint64_t n = 0;
    int digits = 0, exponent = 0, written = 0;
    bool point = false, negative = false;
    for (; (*text >= '0' && *text <= '9') || *text == '.'; text++) {
        if (*text == '.') {
            point = true;
            continue;
        }
        n = n * 10 + (uint64_t)(*text - '0');
        digits += n != 0;
        if (digits > 15)
            return false;
        exponent -= point;
    }
    if (*text == 'e' || *text == 'E') {
        text++;
        negative = *text == '-';
        text += *text == '-' || *text == '+';
        for (; *text >= '0' && *text <= '9' && written < 10000; text++)
            written = written * 10 + (*text - '0');
    }
    exponent += negative ? -written : written;
    if (exponent < -22 || exponent > 22)
        return false;
    *value = exponent < 0 ? (double)n / powers[-exponent] : (double)n * powers[exponent];
    return true;
}

static bool real_value(struct parser *p, const char *text, double *value)
{
    if (short_real(text, value))
        return true;
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* the process may use another one */
    if (c_locale == (locale_t)0) {
        lang_parse_no_memory(p);
        return false;
    }
    *value = strtod_l(text, NULL, c_locale);
    freelocale(c_locale);
    return true;
}

bool lang_parse_number_value(struct parser *p, const struct lang_token *token, struct ast_value *value)
{
    char inline_text[64], *text = inline_text;
    size_t len = 0, source_len = token->end - token->start;
    const char *source = p->lexer->text + token->start;
    if (source_len >= sizeof inline_text && (text = lang_arena_alloc(p->arena, source_len + 1)) == NULL) {
        lang_parse_no_memory(p);
        return false;
    }
    bool is_real = false;
    for (size_t i = 0; i < source_len; i++) {
        if (source[i] != '_')
            text[len++] = source[i];
        is_real = is_real || source[i] == '.' || (source[i] | 0x20) == 'e' || (source[i] | 0x20) == 'j';
    }
    text[len] = '\0';
    char prefix = len > 1 && text[0] == '0' ? (char)(text[1] | 0x20) : '\0';
    if (prefix == 'x' || prefix == 'o' || prefix == 'b')
        return integer_value(p, text + 2, len - 2, prefix == 'x' ? 16 : prefix == 'o' ? 8 : 2, value);
    if (!is_real)
        return integer_value(p, text, len, 10, value);
    value->type = AST_VALUE_FLOAT;
    if ((text[len - 1] | 0x20) == 'j') {
        text[--len] = '\0';
        value->type = AST_VALUE_COMPLEX;
    }
    return real_value(p, text, &value->real);
}

struct ast_node *lang_parse_number(struct parser *p)
{
    struct ast_constant *node = NEW_NODE(p, constant, CONSTANT, here(p));
    if (node == NULL)
        return NULL;
    p->pos++;
    if (!lang_parse_number_value(p, &p->tokens[p->pos - 1], &node->value))
        return NULL;
    return lang_parse_finish(p, node);
}

/* ---- strings ---- */

bool lang_literal_append(struct parser *p, struct literal_buffer *buffer, const char *bytes, size_t len)
{
    if (len > buffer->capacity - buffer->len) {
        size_t capacity = buffer->capacity * 2 > buffer->len + len ? buffer->capacity * 2 : buffer->len + len + 16;
        char *grown = lang_arena_alloc(p->arena, capacity);
        if (grown == NULL) {
            lang_parse_no_memory(p);
            return false;
        }
        if (buffer->len != 0)
            memcpy(grown, buffer->bytes, buffer->len);
        buffer->bytes = grown;
        buffer->capacity = capacity;
    }
    if (len != 0)
        memcpy(buffer->bytes + buffer->len, bytes, len);
    buffer->len += len;
    return true;
}

static bool append_code_point(struct parser *p, struct literal_buffer *buffer, uint32_t c)
{
    char bytes[4];
    size_t n = 0;
    if (c < 0x80) {
        bytes[n++] = (char)c;
    } else {
        buffer->is_ascii = false;
        if (c < 0x800) {
            bytes[n++] = (char)(0xC0 | c >> 6);
        } else {
            if (c < 0x10000) {
                if (c >= 0xD800 && c < 0xE000)
                    buffer->has_surrogates = true;
                bytes[n++] = (char)(0xE0 | c >> 12);
            } else {
                bytes[n++] = (char)(0xF0 | c >> 18);
                bytes[n++] = (char)(0x80 | (c >> 12 & 0x3F));
            }
            bytes[n++] = (char)(0x80 | (c >> 6 & 0x3F));
        }
        bytes[n++] = (char)(0x80 | (c & 0x3F));
    }
    return lang_literal_append(p, buffer, bytes, n);
}

/* Position in the text as CPython's decoder sees it: a character beyond ASCII was made a \UXXXXXXXX before. */
static size_t decoder_position(const char *start, const char *p)
{
    size_t n = 0;
    for (; start < p; start++)
        n += (unsigned char)*start < 0x80 ? 1 : ((unsigned char)*start & 0xC0) != 0x80 ? 10 : 0;
    return n;
}

static bool unicode_error(struct parser *p, const char *text, const char *from, const char *to, const char *why)
{
    size_t first = decoder_position(text, from), last = first + decoder_position(from, to) - 1;
    if (first == last)
        lang_parse_raise(p, LANG_SYNTAX_ERROR,
                         "(unicode error) 'unicodeescape' codec can't decode byte 0x5c in position %zu: %s", first,
                         why);
    else
        lang_parse_raise(p, LANG_SYNTAX_ERROR,
                         "(unicode error) 'unicodeescape' codec can't decode bytes in position %zu-%zu: %s", first,
                         last, why);
    return false;
}

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

/* \xHH, \uHHHH, \UHHHHHHHH: s is on the letter. */
static bool hex_escape(struct parser *p, struct literal_buffer *buffer, const char *text, const char *end,
                       const char **s)
{
    const char *from = *s - 1, *q = *s + 1;
    int digits = **s == 'x' ? 2 : **s == 'u' ? 4 : 8;
    uint32_t c = 0;
    for (int i = 0; i < digits; i++, q++) {
        if (q == end || !is_hex(*q))
            return unicode_error(p, text, from, q,
                                 digits == 2   ? "truncated \\xXX escape"
                                 : digits == 4 ? "truncated \\uXXXX escape"
                                               : "truncated \\UXXXXXXXX escape");
        c = c << 4 | (uint32_t)digit_value(*q);
    }
    if (c > 0x10FFFF)
        return unicode_error(p, text, from, q, "illegal Unicode character");
    *s = q;
    return append_code_point(p, buffer, c);
}

/* \N{name}: s is on the N. */
static bool named_escape(struct parser *p, struct literal_buffer *buffer, const char *text, const char *end,
                         const char **s)
{
    const char *from = *s - 1, *name = *s + 2, *close;
    if (name < end && (*s)[1] == '{' && (close = memchr(name, '}', (size_t)(end - name))) != NULL && close > name) {
        uint32_t c =
            p->options->unicode_name == NULL ? UINT32_MAX : p->options->unicode_name(name, (size_t)(close - name));
        *s = close + 1;
        if (c == UINT32_MAX)
            return unicode_error(p, text, from, *s, "unknown Unicode character name");
        return append_code_point(p, buffer, c);
    }
    const char *to = *s + 1;
    if (to < end && *to == '{') {
        close = memchr(to, '}', (size_t)(end - to));
        to = close != NULL ? to + 1 : end; /* no name between the braces, or no end */
    }
    return unicode_error(p, text, from, to, "malformed \\N character escape");
}

/* The escapes that str and bytes share, s on the character after the backslash. Returns -1 where it is none of them,
 * -2 for a joined line. */
static int simple_escape(const char **s, const char *end)
{
    static const char letters[] = "\\'\"abfnrtv", values[] = "\\'\"\a\b\f\n\r\t\v";
    char c = **s;
    const char *found = c == '\0' ? NULL : strchr(letters, c);
    if (found != NULL) {
        ++*s;
        return (unsigned char)values[found - letters];
    }
    if (c == '\n') {
        ++*s;
        return -2;
    }
    if (c < '0' || c > '7')
        return -1;
    int value = 0;
    for (int i = 0; i < 3 && *s < end && **s >= '0' && **s <= '7'; i++)
        value = value * 8 + *(*s)++ - '0';
    return value;
}

/* Once a literal: `\d` is no escape, nor are octal digits of more than a byte. s is on the first of n characters. */
static bool warn_escape(struct parser *p, const char *s, int n, bool *warned)
{
    const struct lang_token *t = &p->tokens[p->literal_token];
    if (*warned || p->diagnose || (unsigned char)*s >= 0x80)
        return true;
    *warned = true;
    if (lang_lexer_warn(p->lexer, true, t->line, t->start, t->end_line, t->end, "invalid %sescape sequence '\\%.*s'",
                        n == 1 ? "" : "octal ", n, s) == 0)
        return true;
    lang_parse_no_memory(p);
    return false;
}

bool lang_literal_decode_str(struct parser *p, struct literal_buffer *buffer, const char *text, size_t len)
{
    const char *s = text, *end = text + len;
    bool warned = false;
    while (s < end) {
        const char *plain = s;
        unsigned char any = 0;
        while (s < end && *s != '\\')
            any |= (unsigned char)*s++;
        if (any >= 0x80)
            buffer->is_ascii = false;
        if (!lang_literal_append(p, buffer, plain, (size_t)(s - plain)))
            return false;
        if (s == end)
            break;
        if (++s == end)
            return unicode_error(p, text, s - 1, s, "\\ at end of string");
        int c = simple_escape(&s, end);
        bool done = true;
        if (c >= 0)
            done = append_code_point(p, buffer, (uint32_t)c) && (c < 0x100 || warn_escape(p, s - 3, 3, &warned));
        else if (c == -1 && (*s == 'x' || *s == 'u' || *s == 'U'))
            done = hex_escape(p, buffer, text, end, &s);
        else if (c == -1 && *s == 'N')
            done = named_escape(p, buffer, text, end, &s);
        else if (c == -1) /* no escape: both characters stay */
            done = lang_literal_append(p, buffer, "\\", 1) && warn_escape(p, s, 1, &warned);
        if (!done)
            return false;
    }
    return true;
}

bool lang_literal_decode_bytes(struct parser *p, struct literal_buffer *buffer, const char *text, size_t len)
{
    const char *s = text, *end = text + len;
    bool warned = false;
    while (s < end) {
        const char *plain = s;
        while (s < end && *s != '\\')
            s++;
        if (!lang_literal_append(p, buffer, plain, (size_t)(s - plain)))
            return false;
        if (s == end || ++s == end)
            break;
        int c = simple_escape(&s, end);
        if (c == -1 && *s == 'x') {
            if (end - s < 3 || !is_hex(s[1]) || !is_hex(s[2])) {
                lang_parse_raise(p, LANG_SYNTAX_ERROR, "(value error) invalid \\x escape at position %td",
                                 s - 1 - text);
                return false;
            }
            c = digit_value(s[1]) * 16 + digit_value(s[2]);
            s += 3;
        }
        char byte = c == -1 ? '\\' : (char)c;
        if ((c == -1 && !warn_escape(p, s, 1, &warned)) || (c > 0xff && !warn_escape(p, s - 3, 3, &warned)))
            return false;
        if (c != -2 && !lang_literal_append(p, buffer, &byte, 1))
            return false;
    }
    return true;
}
