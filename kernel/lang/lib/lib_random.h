/* lib_random.h: between the files of the module random: the generator and what draws from it. */
#ifndef LANG_LIB_RANDOM_H
#define LANG_LIB_RANDOM_H

#include "types.h"

#define MT_SIZE 624

struct random {
    struct lang_object head;
    struct lang_attrs attrs;
    uint32_t state[MT_SIZE];
    int index;
    bool has_gauss;
    double gauss;
};
static inline struct random *random_of(lang_value v)
{
    return (struct random *)v.o;
}

/* Seeds by a word, or by n > 0 of them. */
void lang_random_seed_word(struct random *r, uint32_t seed);
void lang_random_seed_words(struct random *r, const uint32_t *key, size_t n);

uint32_t lang_random_word(struct random *r);
/* k random bits, 0 <= k <= 64, as getrandbits(k) composes them. */
uint64_t lang_random_bits(struct random *r, int k);
/* A double in [0, 1) with 53 bits. */
double lang_random_double(struct random *r);
/* An integer in [0, n), n > 0. */
int64_t lang_random_below(struct random *r, int64_t n);

extern const struct lang_method lang_random_distributions[];
/* Draws from sequences: choice choices sample shuffle. */
extern const struct lang_method lang_random_sequences[];

#endif
