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

uint32_t lang_random_word(struct random *r);
/* A double in [0, 1) with 53 bits. */
double lang_random_double(struct random *r);
/* An integer in [0, n), n > 0. */
int64_t lang_random_below(struct random *r, int64_t n);

extern const struct lang_method lang_random_distributions[];
/* Draws from sequences: choice choices sample shuffle. */
extern const struct lang_method lang_random_sequences[];

#endif
