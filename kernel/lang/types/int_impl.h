/* int_impl.h: what the files of int share beside bigint.h. Private to types/. */
#ifndef LANG_INT_IMPL_H
#define LANG_INT_IMPL_H

#include "types.h"

extern const struct lang_method lang_int_methods[];
extern const struct lang_getset lang_int_getset[];

/* int(bytes or bytearray, base). */
lang_value lang_int_parse_bytes(struct lang_thread *t, lang_value bytes, int base);
/* Decimal digits of a 64-bit value into buffer (at least 21 bytes); returns their number. */
int lang_int_digits(int64_t i, char *buffer);
/* The digits written in front of `end` (20 bytes); returns their number. */
int lang_int_digits_back(uint64_t u, char *end);
/* ValueError if a conversion of that many decimal digits is above the limit (see lang_int_max_str_digits). */
int lang_int_check_digits(struct lang_thread *t, uint64_t bits);

#endif
