/* float_impl.h: what the files of float and complex share. Private to types/. */
#ifndef LANG_FLOAT_IMPL_H
#define LANG_FLOAT_IMPL_H

#include <stdio.h>
#include <stdlib.h>

#include "types.h"

struct lang_float_object { /* an instance of a subclass; a plain float is immediate */
    struct lang_object head;
    double f;
};

double lang_power_of_ten(int n); /* exact, 0 <= n <= 22 */
/* OverflowError(34, 'Numerical result out of range'). */
lang_value lang_float_range_error(struct lang_thread *t);
/* (a + bi) ** (c + di) as Python's complex. */
lang_value lang_complex_pow(struct lang_thread *t, double a, double b, double c, double d);
size_t lang_float_hex(double d, char *out); /* at least 40 bytes */
lang_value lang_float_from_hex(struct lang_thread *t, const char *text, size_t size);
/* Reads a decimal float without white space around, underscores between digits allowed; false if there is another text.
 */
bool lang_float_scan(const char *text, size_t size, double *out);
/* s[start:end] in ASCII, decimal digits of other scripts made 0 to 9, other characters `?`; end - start + 1 bytes to be
 * freed by the caller, NULL with MemoryError. */
char *lang_float_digits(struct lang_thread *t, struct lang_str *s, int64_t start, int64_t end);
extern const uint64_t lang_float_powers[][2];
/* Shortest digits that read back as d (finite, not 0): at most 17 into digits, *point: position of the decimal point
 * before digit 0 (value = 0.DIGITS * 10^point); returns their number. */
int lang_float_shortest(double d, char *digits, int *point);

#endif
