/* Numeric literals of the lexer: where they end, and CPython's messages where they are malformed. Values are made in
 * literal.c. */
#include "front/lexer.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_hex_digit(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool is_octal_digit(char c)
{
    return c >= '0' && c <= '7';
}

static bool is_binary_digit(char c)
{
    return c == '0' || c == '1';
}

static bool is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || (unsigned char)c >= 128;
}

/* A number must not run into a name; but `1if x else y` is still accepted by Python 3.11. */
static int check_end(struct lang_lexer *lexer, const char *kind)
{
    static const char *const words[] = {"and", "else", "for", "if", "in", "is", "or", "not"};
    const char *p = lexer->cur;
    if (!is_name_char(*p))
        return 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strncmp(p, words[i], strlen(words[i])) == 0) {
            uint32_t start = (uint32_t)(lexer->cur - lexer->text);
            return lang_lexer_warn(lexer, false, lexer->line, start, lexer->line, start, "invalid %s literal", kind);
        }
    }
    return lang_lexer_fail(lexer, "invalid %s literal", kind);
}

/* Digits with single underscores between them; lexer->cur is on a digit. */
static int decimal_tail(struct lang_lexer *lexer)
{
    const char *p = lexer->cur;
    for (;;) {
        while (is_digit(*p))
            p++;
        if (*p != '_')
            break;
        p++;
        if (!is_digit(*p)) {
            lexer->cur = p;
            return lang_lexer_fail(lexer, "invalid decimal literal");
        }
    }
    lexer->cur = p;
    return 0;
}

static int prefixed(struct lang_lexer *lexer, const char *kind, bool (*is_digit_of)(char))
{
    lexer->cur += 2;
    do {
        if (*lexer->cur == '_')
            lexer->cur++;
        if (!is_digit_of(*lexer->cur)) {
            if (is_digit(*lexer->cur)) {
                char digit = *lexer->cur++;
                return lang_lexer_fail(lexer, "invalid digit '%c' in %s literal", digit, kind);
            }
            return lang_lexer_fail(lexer, "invalid %s literal", kind);
        }
        while (is_digit_of(*lexer->cur))
            lexer->cur++;
    } while (*lexer->cur == '_');
    if (is_digit(*lexer->cur)) {
        char digit = *lexer->cur++;
        return lang_lexer_fail(lexer, "invalid digit '%c' in %s literal", digit, kind);
    }
    return check_end(lexer, kind);
}

/* After the integer part: fraction, exponent, `j`. *is_float tells whether there was any. */
static int number_tail(struct lang_lexer *lexer, bool *is_float)
{
    *is_float = false;
    if (*lexer->cur == '.') {
        *is_float = true;
        lexer->cur++;
        if (is_digit(*lexer->cur) && decimal_tail(lexer) < 0)
            return -1;
    }
    if (*lexer->cur == 'e' || *lexer->cur == 'E') {
        const char *e = lexer->cur++;
        bool has_sign = *lexer->cur == '+' || *lexer->cur == '-';
        if (has_sign)
            lexer->cur++;
        if (is_digit(*lexer->cur)) {
            *is_float = true;
            if (decimal_tail(lexer) < 0)
                return -1;
        } else if (has_sign) {
            return lang_lexer_fail(lexer, "invalid decimal literal");
        } else {
            lexer->cur = e; /* `1else` */
            *is_float = true;
            return check_end(lexer, "decimal");
        }
    }
    if (*lexer->cur == 'j' || *lexer->cur == 'J') {
        *is_float = true;
        lexer->cur++;
        return check_end(lexer, "imaginary");
    }
    return 0;
}

/* A number that begins with 0 and is not 0x, 0o, 0b. */
static int zero(struct lang_lexer *lexer)
{
    const char *start = lexer->cur;
    bool is_float, nonzero = false;
    const char *p = start + 1;
    for (;;) {
        if (*p == '_') {
            p++;
            if (!is_digit(*p)) {
                lexer->cur = p;
                return lang_lexer_fail(lexer, "invalid decimal literal");
            }
        }
        if (*p != '0')
            break;
        p++;
    }
    const char *zeros_end = p + 1;
    lexer->cur = p;
    if (is_digit(*p)) {
        nonzero = true;
        if (decimal_tail(lexer) < 0)
            return -1;
    }
    if (number_tail(lexer, &is_float) < 0)
        return -1;
    if (!is_float && nonzero) {
        const char *line_start = lexer->text + lexer->lines[lexer->line - lexer->first_line];
        return lang_lexer_fail_range(lexer, start + 1 - line_start, zeros_end - line_start,
                                     "leading zeros in decimal integer literals are not permitted; "
                                     "use an 0o prefix for octal integers");
    }
    return check_end(lexer, "decimal");
}

int lang_lexer_number(struct lang_lexer *lexer)
{
    const char *p = lexer->cur;
    if (*p == '0') {
        switch (p[1]) {
        case 'x':
        case 'X':
            return prefixed(lexer, "hexadecimal", is_hex_digit);
        case 'o':
        case 'O':
            return prefixed(lexer, "octal", is_octal_digit);
        case 'b':
        case 'B':
            return prefixed(lexer, "binary", is_binary_digit);
        default:
            return zero(lexer);
        }
    }
    bool is_float;
    if (*p != '.' && decimal_tail(lexer) < 0)
        return -1;
    if (number_tail(lexer, &is_float) < 0)
        return -1;
    return check_end(lexer, "decimal");
}
