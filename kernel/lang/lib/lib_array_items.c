/* lib_array_items.c: the items of array.array: a row a type code, and how an item becomes a value and back. */
#include <string.h>

#include "lib_array.h"

const struct lang_array_kind lang_array_kinds[LANG_ARRAY_KINDS] = {
    {'b', 1, LANG_ARRAY_SIGNED, 1, "b", {"signed char is less than minimum", "signed char is greater than maximum"}},
    {'B',
     1,
     LANG_ARRAY_UNSIGNED,
     0,
     "B",
     {"unsigned byte integer is less than minimum", "unsigned byte integer is greater than maximum"}},
    {'u', 4, LANG_ARRAY_CHARACTER, 20, "w", {NULL, NULL}},
    {'h',
     2,
     LANG_ARRAY_SIGNED,
     4,
     "h",
     {"signed short integer is less than minimum", "signed short integer is greater than maximum"}},
    {'H',
     2,
     LANG_ARRAY_UNSIGNED,
     2,
     "H",
     {"unsigned short is less than minimum", "unsigned short is greater than maximum"}},
    {'i',
     4,
     LANG_ARRAY_SIGNED,
     8,
     "i",
     {"signed integer is less than minimum", "signed integer is greater than maximum"}},
    {'I',
     4,
     LANG_ARRAY_UNSIGNED,
     6,
     "I",
     {"can't convert negative value to unsigned int", "unsigned int is greater than maximum"}},
    {'l',
     8,
     LANG_ARRAY_SIGNED,
     12,
     "l",
     {"Python int too large to convert to C long", "Python int too large to convert to C long"}},
    {'L',
     8,
     LANG_ARRAY_UNSIGNED,
     10,
     "L",
     {"can't convert negative value to unsigned int", "Python int too large to convert to C unsigned long"}},
    {'q', 8, LANG_ARRAY_SIGNED, 12, "q", {"int too big to convert", "int too big to convert"}},
    {'Q', 8, LANG_ARRAY_UNSIGNED, 10, "Q", {"can't convert negative int to unsigned", "int too big to convert"}},
    {'f', 4, LANG_ARRAY_REAL, 14, "f", {NULL, NULL}},
    {'d', 8, LANG_ARRAY_REAL, 16, "d", {NULL, NULL}},
};

const struct lang_array_format lang_array_formats[LANG_ARRAY_FORMATS] = {
    {1, LANG_ARRAY_UNSIGNED, false},  {1, LANG_ARRAY_SIGNED, false},   {2, LANG_ARRAY_UNSIGNED, false},
    {2, LANG_ARRAY_UNSIGNED, true},   {2, LANG_ARRAY_SIGNED, false},   {2, LANG_ARRAY_SIGNED, true},
    {4, LANG_ARRAY_UNSIGNED, false},  {4, LANG_ARRAY_UNSIGNED, true},  {4, LANG_ARRAY_SIGNED, false},
    {4, LANG_ARRAY_SIGNED, true},     {8, LANG_ARRAY_UNSIGNED, false}, {8, LANG_ARRAY_UNSIGNED, true},
    {8, LANG_ARRAY_SIGNED, false},    {8, LANG_ARRAY_SIGNED, true},    {4, LANG_ARRAY_REAL, false},
    {4, LANG_ARRAY_REAL, true},       {8, LANG_ARRAY_REAL, false},     {8, LANG_ARRAY_REAL, true},
    {2, LANG_ARRAY_CHARACTER, false}, {2, LANG_ARRAY_CHARACTER, true}, {4, LANG_ARRAY_CHARACTER, false},
    {4, LANG_ARRAY_CHARACTER, true},
};

const struct lang_array_kind *lang_array_kind(uint32_t code)
{
    for (int i = 0; i < LANG_ARRAY_KINDS; i++)
        if ((uint32_t)lang_array_kinds[i].code == code)
            return &lang_array_kinds[i];
    return NULL;
}

lang_value lang_array_load(struct lang_thread *t, const struct lang_array_kind *kind, const uint8_t *p)
{
    const int spare = 64 - kind->size * 8;
    uint64_t u = 0;
    float single;
    double real;

    memcpy(&u, p, kind->size); /* little-endian, as the machines are that this runs on */
    switch ((enum lang_array_group)kind->group) {
    case LANG_ARRAY_SIGNED:
        return lang_int((int64_t)(u << spare) >> spare);
    case LANG_ARRAY_UNSIGNED:
        return lang_int_from_u64(t, u);
    case LANG_ARRAY_CHARACTER:
        if (u > 0x10ffff)
            return lang_raise(t, LANG_EXC_ValueError, "character U+%x is not in range [U+0000; U+10ffff]", (unsigned)u);
        return lang_obj_or_error(lang_str_from_char(t, (uint32_t)u));
    default:
        memcpy(&single, p, sizeof single);
        memcpy(&real, p, kind->size == 8 ? sizeof real : 0);
        return lang_float(kind->size == 8 ? real : (double)single);
    }
}

static int out_of_range(struct lang_thread *t, const struct lang_array_kind *kind, bool high)
{
    return lang_fail(t, LANG_EXC_OverflowError, "%s", kind->range[high]);
}

/* A number beyond 64 bits with a sign; only 'L' and 'Q' have some of these. */
static int store_large(struct lang_thread *t, const struct lang_array_kind *kind, lang_value number, uint8_t out[8])
{
    const bool wide = kind->group == LANG_ARRAY_UNSIGNED && kind->size == 8;
    lang_value high = lang_int_binary(t, LANG_OP_RSHIFT, number, lang_int(32)), low;
    int64_t upper = -1;
    uint64_t u;

    if (lang_is_error(high))
        return -1;
    const bool fits = lang_int_fits(high, &upper) && upper >= 0 && upper <= UINT32_MAX;
    lang_unref(t, high);
    if (!wide && kind->code != 'q')
        return lang_fail(t, LANG_EXC_OverflowError, "Python int too large to convert to C %s",
                         kind->code == 'I' ? "unsigned long" : "long");
    if (!wide || !fits)
        return out_of_range(t, kind, !lang_int_fits(high, &upper) || upper >= 0);
    low = lang_int_binary(t, LANG_OP_AND, number, lang_int(UINT32_MAX));
    if (lang_is_error(low))
        return -1;
    u = (uint64_t)upper << 32 | (uint64_t)low.i;
    memcpy(out, &u, sizeof u);
    return 0;
}

bool lang_array_is_negative(struct lang_thread *t, lang_value number)
{
    return lang_less(t, number, lang_int(0)) == 1;
}

static int store_integer(struct lang_thread *t, const struct lang_array_kind *kind, lang_value v, uint8_t out[8])
{
    const int bits = kind->size * 8;
    const bool is_signed = kind->group == LANG_ARRAY_SIGNED;
    const int64_t low = !is_signed ? 0 : bits == 64 ? INT64_MIN : -((int64_t)1 << (bits - 1));
    const int64_t high = bits == 64 ? INT64_MAX : ((int64_t)1 << (is_signed ? bits - 1 : bits)) - 1;
    lang_value number;
    int64_t i;
    int r;

    if (!lang_type_of(v)->to_index)
        return lang_fail(t, LANG_EXC_TypeError, "'%N' object cannot be interpreted as an integer", v);
    number = lang_type_of(v)->to_index(t, v);
    if (lang_is_error(number))
        return -1;
    if (!lang_int_fits(number, &i)) {
        r = lang_array_is_negative(t, number) && !is_signed && kind->size >= 4 ? out_of_range(t, kind, false)
                                                                               : store_large(t, kind, number, out);
        lang_unref(t, number);
        return r;
    }
    lang_unref(t, number);
    if (kind->size == 1 && is_signed && (i < INT16_MIN || i > INT16_MAX)) /* it is read as a short first */
        return out_of_range(t, lang_array_kind('h'), i > 0);
    if (kind->code == 'H' && (i < INT32_MIN || i > INT32_MAX))
        return out_of_range(t, lang_array_kind('i'), i > 0);
    if (i < low || i > high)
        return out_of_range(t, kind, i > high);
    memcpy(out, &i, sizeof i);
    return 0;
}

/* The value as an item. It runs user code. */
int lang_array_store(struct lang_thread *t, const struct lang_array_kind *kind, lang_value v, uint8_t out[8])
{
    double real;
    float single;
    uint32_t c;

    if (kind->group == LANG_ARRAY_SIGNED || kind->group == LANG_ARRAY_UNSIGNED)
        return store_integer(t, kind, v, out);
    if (kind->group == LANG_ARRAY_CHARACTER) {
        if (!lang_is_str(v) || lang_as_str(v)->length != 1)
            return lang_fail(t, LANG_EXC_TypeError, "array item must be unicode character");
        c = lang_str_at(lang_as_str(v), 0);
        memcpy(out, &c, sizeof c);
        return 0;
    }
    if (lang_as_double(t, v, &real) < 0)
        return -1;
    single = (float)real;
    if (kind->size == 8)
        memcpy(out, &real, sizeof real);
    else
        memcpy(out, &single, sizeof single);
    return 0;
}
