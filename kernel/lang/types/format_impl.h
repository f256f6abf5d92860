/* format_impl.h: the mini-language of format specifications, as format.c and str_format.c share it. Private to types/.
 */
#ifndef LANG_FORMAT_IMPL_H
#define LANG_FORMAT_IMPL_H

#include "types.h"

struct lang_spec {
    uint32_t fill, align, sign; /* sign 0: only minus */
    bool alternate, no_negative_zero;
    int64_t width, precision; /* -1: none */
    char thousands;           /* 0, ',' or '_' */
    uint32_t type;
};

/* A number taken apart: ASCII texts. */
struct lang_number_text {
    char sign;          /* 0 or the character */
    const char *prefix; /* "0x" or "" */
    const char *digits; /* before the point */
    size_t n_digits;
    const char *rest; /* point, decimals, exponent; or inf and nan */
    size_t n_rest;
};

/* Adds the number with padding and separators. */
int lang_spec_put_number(struct lang_builder *b, const struct lang_spec *f, const struct lang_number_text *n,
                         int group);
/* Text of |d| in a printf style: e f g E F G, r (shortest, precision ignored), or 0 (g that keeps ".0"); with space for
 * one more character. It lies in `small` or is allocated: lang_float_text_drop. NULL with MemoryError. */
enum { LANG_FLOAT_TEXT_SIZE = 512 };
struct lang_float_text {
    char *text;
    size_t size, capacity;
    char small[LANG_FLOAT_TEXT_SIZE];
};
int lang_float_text(struct lang_thread *t, struct lang_float_text *out, double d, int type, int precision,
                    bool alternate);
void lang_float_text_drop(struct lang_thread *t, struct lang_float_text *out);
/* The sign to show for a value: 0, '-', '+' or ' '. */
char lang_spec_sign(const struct lang_spec *f, bool negative);
/* The parts of lang_format for complex. */
struct lang_str *lang_complex_format(struct lang_thread *t, double real, double imag, struct lang_str *spec);

#endif
