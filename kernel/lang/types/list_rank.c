/* list_rank.c: ranks of keys for sorting: 64 bits that are in the order of the keys themselves, as far as they go. The
 * rank of a str is its first bytes, that of an int or float the nearest double, that of a sequence the rank of its
 * first item. Owns the choice of what can be ranked; knows nothing of the sorting algorithm. */
#include "list_rank.h"

#include <string.h>

#include "bigint.h"
#include "containers.h"

/* The bits of a double in its order; no NaN. */
static inline uint64_t rank_of_double(double d)
{
    uint64_t bits;

    d += 0.0; /* -0.0 is 0.0 */
    memcpy(&bits, &d, sizeof bits);
    return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

static inline uint64_t rank_of_int(int64_t i)
{
    return (uint64_t)i ^ UINT64_C(1) << 63;
}

/* The first eight bytes, or, where not all texts consist of such, the first two characters. */
static inline uint64_t rank_of_text(const struct lang_str *s, bool bytes)
{
    uint64_t rank = 0;

    if (!bytes)
        return (uint64_t)(s->length > 0 ? lang_str_at(s, 0) : 0) << 32 | (s->length > 1 ? lang_str_at(s, 1) : 0);
    if (s->length >= 8) {
        memcpy(&rank, s->data, 8);
        return __builtin_bswap64(rank);
    }
    for (int64_t i = 0; i < s->length; i++)
        rank |= (uint64_t)(uint8_t)s->data[i] << (56 - 8 * i);
    return rank;
}

static uint64_t rank_of_number(lang_value v)
{
    double d;

    if (v.tag == LANG_FLOAT)
        return rank_of_double(v.f);
    if (v.tag != LANG_OBJECT)
        return rank_of_double((double)v.i);
    if (!lang_bigint_to_double(v, &d))
        d = lang_int_sign(v) < 0 ? -__builtin_inf() : __builtin_inf();
    return rank_of_double(d);
}

/* ------------------------------------------------------------------ which kind */

/* What all the values looked at so far have in common. */
struct survey {
    bool ints, floats, numbers, texts, bytes;
};

static inline bool survey_value(struct survey *s, lang_value v)
{
    switch (v.tag) {
    case LANG_INT:
        s->floats = s->texts = false;
        break;
    case LANG_FLOAT:
        s->ints = s->texts = false;
        if (v.f != v.f)
            s->numbers = false; /* a NaN has no place in any order */
        break;
    case LANG_BOOL:
        s->ints = s->floats = s->texts = false;
        break;
    case LANG_OBJECT:
        s->ints = s->floats = false;
        if (v.o->type == &lang_type_str) {
            s->numbers = false;
            s->bytes = s->bytes && lang_as_str(v)->kind == 1;
        } else if (v.o->type == &lang_type_int) {
            s->texts = false;
        } else {
            return false;
        }
        break;
    default:
        return false;
    }
    return s->ints || s->floats || s->numbers || s->texts;
}

static inline const lang_value *first_item(lang_value v, const struct lang_type *type)
{
    if (!lang_is_exactly(v, type))
        return NULL;
    if (type == &lang_type_tuple)
        return lang_as_tuple(v)->length ? lang_as_tuple(v)->items : NULL;
    return lang_as_list(v)->length ? lang_as_list(v)->items : NULL;
}

static enum key_kind rank_sequences(lang_value *keys, int64_t n, bool *decides)
{
    struct survey s = {true, true, true, true, true};
    const struct lang_type *type = keys[0].o->type;

    for (int64_t i = 0; i < n; i++) {
        const lang_value *v = first_item(keys[i], type);

        if (!v || !survey_value(&s, *v))
            return KEYS_ANY;
    }
    if (!s.ints && !s.numbers && !s.texts) /* floats with a NaN among them */
        return KEYS_ANY;
    *decides = s.ints;
    for (int64_t i = 0; i < n; i++) {
        const lang_value *v = first_item(keys[i], type);

        keys[i].tag = s.ints      ? rank_of_int(v->i)
                      : s.numbers ? rank_of_number(*v)
                                  : rank_of_text(lang_as_str(*v), s.bytes);
    }
    return KEYS_SEQUENCE;
}

static enum key_kind rank_numbers(struct lang_thread *t, lang_value *keys, int64_t n, lang_value **numbers)
{
    lang_value *copy = lang_alloc(t, (size_t)n * sizeof *copy);

    if (!copy) {
        lang_error_clear(t);
        return KEYS_ANY;
    }
    memcpy(copy, keys, (size_t)n * sizeof *copy);
    for (int64_t i = 0; i < n; i++) {
        keys[i].tag = rank_of_number(copy[i]);
        keys[i].bits = (uint64_t)(uintptr_t)&copy[i];
    }
    *numbers = copy;
    return KEYS_NUMERIC;
}

/* Of one type that says what number each has. */
static enum key_kind rank_by_type(lang_value *keys, int64_t n)
{
    const struct lang_type *type = keys[0].o->type;
    uint64_t rank;
    int64_t i = 0;

    for (; i < n && lang_is_exactly(keys[i], type) && type->rank(keys[i], &rank); i++)
        keys[i].tag = rank;
    if (i == n)
        return KEYS_RANKED;
    while (i-- > 0)
        keys[i].tag = LANG_OBJECT;
    return KEYS_ANY;
}

enum key_kind lang_rank_keys(struct lang_thread *t, lang_value *keys, int64_t n, lang_value **numbers, bool *decides)
{
    struct survey s = {true, true, true, true, true};

    if (lang_is_exactly(keys[0], &lang_type_tuple) || lang_is_exactly(keys[0], &lang_type_list))
        return rank_sequences(keys, n, decides);
    if (keys[0].tag == LANG_OBJECT && keys[0].o->type->rank)
        return rank_by_type(keys, n);
    for (int64_t i = 0; i < n; i++)
        if (!survey_value(&s, keys[i]))
            return KEYS_ANY;
    if (s.ints || s.floats)
        return s.ints ? KEYS_INT : KEYS_FLOAT;
    if (s.numbers)
        return rank_numbers(t, keys, n, numbers);
    for (int64_t i = 0; i < n; i++)
        keys[i].tag = rank_of_text(lang_as_str(keys[i]), s.bytes);
    return KEYS_STR;
}

void lang_rank_undo(struct lang_thread *t, enum key_kind kind, lang_value *keys, int64_t n, lang_value *numbers)
{
    if (kind == KEYS_STR || kind == KEYS_SEQUENCE || kind == KEYS_RANKED)
        for (int64_t i = 0; i < n; i++)
            keys[i].tag = LANG_OBJECT;
    if (kind != KEYS_NUMERIC)
        return;
    for (int64_t i = 0; i < n; i++)
        keys[i] = *lang_rank_numeric(keys[i]);
    lang_free(t, numbers, (size_t)n * sizeof *numbers);
}
