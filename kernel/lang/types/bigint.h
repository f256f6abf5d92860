/* bigint.h: integers beyond 64 bits, as int.c, float.c and format.c see them.
 *
 * Private to types/. Only bigint.c calls GMP functions that allocate. */
#ifndef LANG_BIGINT_H
#define LANG_BIGINT_H

#include <gmp.h>

#include "types.h"

/* A plain int object never fits 64 bits; an instance of a subclass of int may hold any value. z points to the limbs
 * behind it and is only ever read. */
struct lang_bigint {
    struct lang_object head;
    mpz_t z;
    mp_limb_t limbs[];
};

/* The value of any int as GMP reads it; needs no memory. */
struct lang_bigint_operand {
    mpz_t local;
    mp_limb_t limb;
};
static inline mpz_srcptr lang_bigint_view(lang_value v, struct lang_bigint_operand *o)
{
    if (v.tag == LANG_OBJECT)
        return ((struct lang_bigint *)v.o)->z;
    o->limb = v.i < 0 ? -(uint64_t)v.i : (uint64_t)v.i;
    o->local->_mp_alloc = 0;
    o->local->_mp_size = v.i < 0 ? -1 : v.i > 0;
    o->local->_mp_d = &o->limb;
    return o->local;
}
/* A plain int with space for so many limbs, whose value is not set; NULL with MemoryError. */
static inline struct lang_bigint *lang_bigint_new(struct lang_thread *t, size_t limbs)
{
    struct lang_bigint *b = (struct lang_bigint *)lang_alloc(t, sizeof *b + limbs * sizeof *b->limbs);
    if (!b)
        return NULL;
    b->head = (struct lang_object){&lang_type_int, 1, 0};
    b->z->_mp_alloc = (int)limbs;
    b->z->_mp_d = b->limbs;
    return b;
}

/* The binary algorithm (Stein, 1967). */
static inline uint64_t lang_gcd_of_limbs(uint64_t u, uint64_t w)
{
    if (u == 0 || w == 0)
        return u | w;
    int zeros = __builtin_ctzll(u | w);
    for (u >>= __builtin_ctzll(u); w;) {
        w >>= __builtin_ctzll(w);
        uint64_t less = u < w ? u : w;
        w = u < w ? w - u : u - w;
        u = less;
    }
    return u << zeros;
}

/* bigint_direct.c: needs no guard. false: too large for it, *out is not set. Divisors are not 0. */
bool lang_bigint_direct(struct lang_thread *t, enum lang_binary_op op, mpz_srcptr p, mpz_srcptr q, lang_value *out);
lang_value lang_bigint_add(struct lang_thread *t, mpz_srcptr p, mpz_srcptr q, bool subtract);
lang_value lang_bigint_bits(struct lang_thread *t, enum lang_binary_op op, mpz_srcptr p, mpz_srcptr q); /* & | ^ */
/* Either of the results may be NULL. */
bool lang_bigint_small_divide(struct lang_thread *t, mpz_srcptr p, mpz_srcptr q, lang_value *quotient,
                              lang_value *remainder);
bool lang_bigint_small_gcd(struct lang_thread *t, mpz_srcptr p, mpz_srcptr q, lang_value *out);
bool lang_bigint_pow_is_small(mpz_srcptr p, uint64_t exponent);
lang_value lang_bigint_small_pow(struct lang_thread *t, mpz_srcptr p, uint64_t exponent);
lang_value lang_bigint_shift_left(struct lang_thread *t, mpz_srcptr p, uint64_t by);
lang_value lang_bigint_shift_right(struct lang_thread *t, mpz_srcptr p, uint64_t by);
lang_value lang_bigint_of_limbs(struct lang_thread *t, const mp_limb_t *limbs, size_t n, bool negative);
lang_value lang_bigint_of_bytes(struct lang_thread *t, const uint8_t *bytes, size_t n, bool big_endian, bool is_signed);
/* In two's complement; it fits n bytes. */
void lang_bigint_put_bytes(mpz_srcptr z, uint8_t *out, size_t n, bool big_endian);
struct lang_str *lang_bigint_power_digits(struct lang_thread *t, mpz_srcptr z, int base); /* base 2, 4, 8, 16, 32 */

/* Operands are any ints; the right one of a division has been checked not to be zero. */
lang_value lang_bigint_binary(struct lang_thread *t, enum lang_binary_op op, lang_value a, lang_value b);
lang_value lang_bigint_unary(struct lang_thread *t, enum lang_unary_op op, lang_value v);
/* exponent >= 0 */
lang_value lang_bigint_pow(struct lang_thread *t, lang_value a, uint64_t exponent);
/* m != 0; ValueError when the exponent is negative and a has no inverse */
lang_value lang_bigint_powm(struct lang_thread *t, lang_value a, lang_value e, lang_value m);
lang_value lang_bigint_truediv(struct lang_thread *t, lang_value a, lang_value b);
lang_value lang_bigint_gcd(struct lang_thread *t, lang_value a, lang_value b);
lang_value lang_bigint_from_double(struct lang_thread *t, double d); /* finite */
/* Digits of a few limbs; false: more of them, or something else among them. */
bool lang_bigint_of_decimal(struct lang_thread *t, const char *digits, size_t count, bool negative, lang_value *out);
/* digits: validated, of the base, an optional minus in front, zero-terminated */
lang_value lang_bigint_from_digits(struct lang_thread *t, const char *digits, int base);
lang_value lang_bigint_from_bytes(struct lang_thread *t, const uint8_t *bytes, size_t n, bool big_endian,
                                  bool is_signed);
/* -1 with OverflowError when it does not fit n bytes */
int lang_bigint_to_bytes(struct lang_thread *t, lang_value v, uint8_t *out, size_t n, bool big_endian, bool is_signed);
/* An instance of cls, a subclass of int, with the value of v. */
lang_value lang_bigint_of_class(struct lang_thread *t, struct lang_type *cls, lang_value v);
struct lang_str *lang_bigint_to_str(struct lang_thread *t, lang_value v, int base);
int lang_bigint_compare(lang_value a, lang_value b);
/* Correctly rounded; false when it is too large. */
bool lang_bigint_to_double(lang_value v, double *out);
/* -1 0 1 of an int against a finite double, exactly. */
int lang_bigint_compare_double(lang_value v, double d);
uint64_t lang_int_bit_length(lang_value v);
uint64_t lang_int_bit_count(lang_value v);
size_t lang_bigint_extent(const struct lang_object *o);

#endif
