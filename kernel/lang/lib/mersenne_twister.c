/* mersenne_twister.c: the generator of the module random.
 *
 * MT19937: Matsumoto and Nishimura, Mersenne Twister: a 623-dimensionally equidistributed uniform pseudo-random number
 * generator, 1998; seeds by one and by many words and doubles of 53 bits as in the authors' program of 2002. */
#include "lib_random.h"

static void refill(struct random *r)
{
    uint32_t *s = r->state;

    for (int i = 0; i < MT_SIZE; i++) {
        uint32_t y = (s[i] & 0x80000000u) | (s[(i + 1) % MT_SIZE] & 0x7fffffffu);

        s[i] = s[(i + 397) % MT_SIZE] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    r->index = 0;
}

uint32_t lang_random_word(struct random *r)
{
    uint32_t y;

    if (r->index >= MT_SIZE)
        refill(r);
    y = r->state[r->index++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

double lang_random_double(struct random *r)
{
    uint32_t high = lang_random_word(r) >> 5, low = lang_random_word(r) >> 6;

    return ((double)high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
}

void lang_random_seed_word(struct random *r, uint32_t seed)
{
    r->state[0] = seed;
    for (uint32_t i = 1; i < MT_SIZE; i++)
        r->state[i] = 1812433253u * (r->state[i - 1] ^ (r->state[i - 1] >> 30)) + i;
    r->index = MT_SIZE;
}

void lang_random_seed_words(struct random *r, const uint32_t *key, size_t n)
{
    uint32_t *s = r->state;
    size_t i = 1, j = 0;

    lang_random_seed_word(r, 19650218u);
    for (size_t k = n > MT_SIZE ? n : MT_SIZE; k > 0; k--) {
        s[i] = (s[i] ^ ((s[i - 1] ^ (s[i - 1] >> 30)) * 1664525u)) + key[j] + (uint32_t)j;
        if (++i == MT_SIZE) {
            s[0] = s[MT_SIZE - 1];
            i = 1;
        }
        if (++j == n)
            j = 0;
    }
    for (size_t k = MT_SIZE - 1; k > 0; k--) {
        s[i] = (s[i] ^ ((s[i - 1] ^ (s[i - 1] >> 30)) * 1566083941u)) - (uint32_t)i;
        if (++i == MT_SIZE) {
            s[0] = s[MT_SIZE - 1];
            i = 1;
        }
    }
    s[0] = 0x80000000u;
}

/* Up to 64 random bits, as getrandbits(k) composes them. */
uint64_t lang_random_bits(struct random *r, int k)
{
    uint64_t low;

    if (k == 0)
        return 0;
    if (k <= 32)
        return lang_random_word(r) >> (32 - k);
    low = lang_random_word(r);
    return low | (uint64_t)(lang_random_word(r) >> (64 - k)) << 32;
}

int64_t lang_random_below(struct random *r, int64_t n)
{
    int k = 64 - __builtin_clzll((uint64_t)n);
    uint64_t drawn;

    do
        drawn = lang_random_bits(r, k);
    while (drawn >= (uint64_t)n);
    return (int64_t)drawn;
}
