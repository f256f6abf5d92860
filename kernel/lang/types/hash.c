/* hash.c: hashes of bytes and numbers. The same values as CPython has with PYTHONHASHSEED=0, so that sets and dicts of
 * both iterate in the same order. Knows no objects. */
#include <math.h>
#include <string.h>

#include "types.h"

#define ROTL(x, b) ((x) << (b) | (x) >> (64 - (b)))

struct sip {
    uint64_t v0, v1, v2, v3;
};

static inline void sip_round(struct sip *s)
{
    s->v0 += s->v1;
    s->v2 += s->v3;
    s->v1 = ROTL(s->v1, 13) ^ s->v0;
    s->v3 = ROTL(s->v3, 16) ^ s->v2;
    s->v0 = ROTL(s->v0, 32);
    s->v2 += s->v1;
    s->v0 += s->v3;
    s->v1 = ROTL(s->v1, 17) ^ s->v2;
    s->v3 = ROTL(s->v3, 21) ^ s->v0;
    s->v2 = ROTL(s->v2, 32);
}

/* SipHash-1-3 (Aumasson and Bernstein, SipHash: a fast short-input PRF, 2012) with a zero key; -1 stands for an error
 * and becomes -2, no bytes give 0. */
int64_t lang_hash_bytes(const void *data, size_t n)
{
    int64_t h;
    lang_hash_large(NULL, data, n, &h);
    return h;
}

int lang_hash_large(struct lang_thread *t, const void *data, size_t n, int64_t *out)
{
    *out = 0;
    if (n == 0)
        return 0;
    const uint8_t *p = data;
    struct sip s = {UINT64_C(0x736f6d6570736575), UINT64_C(0x646f72616e646f6d), UINT64_C(0x6c7967656e657261),
                    UINT64_C(0x7465646279746573)};
    uint64_t last = (uint64_t)n << 56, m;
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        memcpy(&m, p + i, 8);
        s.v3 ^= m;
        sip_round(&s);
        s.v0 ^= m;
        if ((i & 0x7fffff) == 0x7ffff8 && t && lang_poll_quiet(t) < 0)
            return -1;
    }
    for (size_t k = 0; i + k < n; k++)
        last |= (uint64_t)p[i + k] << 8 * k;
    s.v3 ^= last;
    sip_round(&s);
    s.v0 ^= last;
    s.v2 ^= 0xff;
    sip_round(&s);
    sip_round(&s);
    sip_round(&s);
    int64_t h = (int64_t)(s.v0 ^ s.v1 ^ s.v2 ^ s.v3);
    *out = h == -1 ? -2 : h;
    return 0;
}

/* The value modulo the Mersenne prime 2^61 - 1, as the Python Library Reference says of the hashing of numeric types,
 * so that equal numbers of different types have one hash. */
int64_t lang_hash_double(double d)
{
    if (isinf(d))
        return d > 0 ? 314159 : -314159;
    if (isnan(d)) { /* CPython hashes the object; a NaN here has no identity but its bits */
        union {
            double d;
            uint64_t bits;
        } u = {.d = d};
        return (int64_t)(0x7ff8 << 8 | (u.bits & 0x0FFFFFFF) << 24);
    }
    int e;
    double m = frexp(d, &e);
    bool negative = m < 0;
    if (negative)
        m = -m;
    uint64_t x = 0;
    while (m != 0) { /* 28 bits an iteration */
        x = ((x << 28) & ((UINT64_C(1) << 61) - 1)) | x >> 33;
        m *= 268435456.0;
        e -= 28;
        uint64_t y = (uint64_t)m;
        m -= (double)y;
        x += y;
        if (x >= (UINT64_C(1) << 61) - 1)
            x -= (UINT64_C(1) << 61) - 1;
    }
    e = e >= 0 ? e % 61 : 60 - (-1 - e) % 61;
    x = ((x << e) & ((UINT64_C(1) << 61) - 1)) | x >> (61 - e);
    int64_t h = negative ? -(int64_t)x : (int64_t)x;
    return h == -1 ? -2 : h;
}
