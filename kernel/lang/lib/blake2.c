/* blake2.c: BLAKE2b and BLAKE2s after RFC 7693. */
#include "blake2.h"

#include <string.h>

static const uint64_t wide_start[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
                                       0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

/* The order of a block's words in each round; the last two of BLAKE2b are the first two again. */
static const uint8_t schedule[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

/* Which four words of the state a step mixes: columns, then diagonals. */
static const uint8_t lanes[8][4] = {{0, 4, 8, 12},  {1, 5, 9, 13},  {2, 6, 10, 14}, {3, 7, 11, 15},
                                    {0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13},  {3, 4, 9, 14}};

/* One round function for each width: the loops are unrolled, so that the tables become constants. */
#define ROUNDS(name, word, bits, rounds, r1, r2, r3, r4)                                                               \
    static inline word name##_turn(word v, int by)                                                                     \
    {                                                                                                                  \
        return v >> by | v << ((bits)-by);                                                                             \
    }                                                                                                                  \
    static void name(word v[16], const word m[16])                                                                     \
    {                                                                                                                  \
        for (int round = 0; round < (rounds); round++) {                                                               \
            const uint8_t *s = schedule[round % 10];                                                                   \
            _Pragma("GCC unroll 8") for (int i = 0; i < 8; i++)                                                        \
            {                                                                                                          \
                word *a = v + lanes[i][0], *b = v + lanes[i][1], *c = v + lanes[i][2], *d = v + lanes[i][3];           \
                *a += *b + m[s[2 * i]];                                                                                \
                *d = name##_turn(*d ^ *a, r1);                                                                         \
                *c += *d;                                                                                              \
                *b = name##_turn(*b ^ *c, r2);                                                                         \
                *a += *b + m[s[2 * i + 1]];                                                                            \
                *d = name##_turn(*d ^ *a, r3);                                                                         \
                *c += *d;                                                                                              \
                *b = name##_turn(*b ^ *c, r4);                                                                         \
            }                                                                                                          \
        }                                                                                                              \
    }
ROUNDS(wide_rounds, uint64_t, 64, 12, 32, 24, 16, 63)
ROUNDS(narrow_rounds, uint32_t, 32, 10, 16, 12, 8, 7)

static uint64_t little_endian(const uint8_t *from, int size)
{
    uint64_t v = 0;
    for (int i = size - 1; i >= 0; i--)
        v = v << 8 | from[i];
    return v;
}

static void put_little_endian(uint8_t *to, uint64_t v, int size)
{
    for (int i = 0; i < size; i++)
        to[i] = (uint8_t)(v >> (8 * i));
}

static void wide_block(struct blake2 *b, const uint8_t *block, bool last)
{
    uint64_t v[16], m[16];
    for (int i = 0; i < 16; i++)
        m[i] = little_endian(block + 8 * i, 8);
    memcpy(v, b->h, sizeof b->h);
    memcpy(v + 8, wide_start, sizeof wide_start);
    v[12] ^= b->count;
    v[14] ^= last ? UINT64_MAX : 0;
    v[15] ^= last && b->last_node ? UINT64_MAX : 0;
    wide_rounds(v, m);
    for (int i = 0; i < 8; i++)
        b->h[i] ^= v[i] ^ v[i + 8];
}

/* The constants of BLAKE2s are the high halves of those of BLAKE2b. */
static void narrow_block(struct blake2 *b, const uint8_t *block, bool last)
{
    uint32_t v[16], m[16];
    for (int i = 0; i < 16; i++)
        m[i] = (uint32_t)little_endian(block + 4 * i, 4);
    for (int i = 0; i < 8; i++) {
        v[i] = (uint32_t)b->h[i];
        v[i + 8] = (uint32_t)(wide_start[i] >> 32);
    }
    v[12] ^= (uint32_t)b->count;
    v[13] ^= (uint32_t)(b->count >> 32);
    v[14] ^= last ? UINT32_MAX : 0;
    v[15] ^= last && b->last_node ? UINT32_MAX : 0;
    narrow_rounds(v, m);
    for (int i = 0; i < 8; i++)
        b->h[i] ^= v[i] ^ v[i + 8];
}

static void take_block(struct blake2 *b, const uint8_t *block, bool last)
{
    if (b->wide)
        wide_block(b, block, last);
    else
        narrow_block(b, block, last);
}

static size_t block_size(const struct blake2 *b)
{
    return b->wide ? 128 : 64;
}

void lang_blake2_update(struct blake2 *b, const uint8_t *data, size_t size)
{
    const size_t full = block_size(b);
    while (size) {
        if (b->filled == full) { /* more follows, so it is not the last one */
            b->count += full;
            take_block(b, b->block, false);
            b->filled = 0;
        }
        if (!b->filled && size > full) {
            b->count += full;
            take_block(b, data, false);
            data += full;
            size -= full;
            continue;
        }
        size_t n = full - b->filled < size ? full - b->filled : size;
        memcpy(b->block + b->filled, data, n);
        b->filled = (uint8_t)(b->filled + n);
        data += n;
        size -= n;
    }
}

/* The parameter block: words of 8 (4) bytes, whose fields stand in the same order for both widths. */
void lang_blake2_init(struct blake2 *b, bool wide, const struct blake2_parameters *p)
{
    uint8_t block[64] = {p->digest_size, (uint8_t)p->key_size, p->fanout, p->depth};
    const int word = wide ? 8 : 4;

    memset(b, 0, sizeof *b);
    put_little_endian(block + 4, p->leaf_size, 4);
    put_little_endian(block + 8, p->node_offset, wide ? 8 : 6);
    block[wide ? 16 : 14] = p->node_depth;
    block[wide ? 17 : 15] = p->inner_size;
    if (p->salt_size)
        memcpy(block + 4 * word, p->salt, p->salt_size);
    if (p->person_size)
        memcpy(block + 6 * word, p->person, p->person_size);
    b->wide = wide;
    b->last_node = p->last_node;
    b->digest_size = p->digest_size;
    for (int i = 0; i < 8; i++)
        b->h[i] = little_endian(block + i * word, word) ^ (wide ? wide_start[i] : wide_start[i] >> 32);
    if (p->key_size) {
        memcpy(b->block, p->key, p->key_size);
        b->filled = (uint8_t)block_size(b);
    }
}

void lang_blake2_final(struct blake2 *b, uint8_t *out)
{
    const int word = b->wide ? 8 : 4;
    uint8_t all[64];

    memset(b->block + b->filled, 0, sizeof b->block - b->filled);
    b->count += b->filled;
    take_block(b, b->block, true);
    for (int i = 0; i < 8; i++)
        put_little_endian(all + i * word, b->h[i], word);
    memcpy(out, all, b->digest_size);
}
