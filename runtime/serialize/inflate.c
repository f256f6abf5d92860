/* Expands deflate streams (RFC 1951), for archives that were packed by hand: PyTorch accepts them. Small and checked at
   every step rather than fast. Knows bytes only. */
#include "zip.h"

#include <string.h>

struct bits {
    const unsigned char *at, *end;
    uint32_t buffer;
    int count;
    bool bad; /* the input ran out */
};

static uint32_t take(struct bits *b, int n)
{
    while (b->count < n) {
        if (b->at == b->end) {
            b->bad = true;
            return 0;
        }
        b->buffer |= (uint32_t)*b->at++ << b->count;
        b->count += 8;
    }
    uint32_t value = b->buffer & ((1u << n) - 1);
    b->buffer >>= n;
    b->count -= n;
    return value;
}

#define MAX_LENGTH 15

/* A canonical Huffman code: how many codes of each length, and the symbols in their order. */
struct code {
    uint16_t count[MAX_LENGTH + 1], symbol[288];
};

/* False when more codes are claimed than there are. */
static bool make_code(struct code *code, const unsigned char *lengths, int n)
{
    uint16_t first[MAX_LENGTH + 2] = {0};
    int left = 1;
    memset(code->count, 0, sizeof code->count);
    for (int i = 0; i < n; i++)
        code->count[lengths[i]]++;
    code->count[0] = 0;
    for (int length = 1; length <= MAX_LENGTH; length++) {
        left = 2 * left - code->count[length];
        if (left < 0)
            return false;
        first[length + 1] = (uint16_t)(first[length] + code->count[length]);
    }
    for (int i = 0; i < n; i++)
        if (lengths[i])
            code->symbol[first[lengths[i]]++] = (uint16_t)i;
    return true;
}

static int decode(struct bits *b, const struct code *code)
{
    int value = 0, first = 0, index = 0;
    for (int length = 1; length <= MAX_LENGTH; length++) {
        value |= (int)take(b, 1);
        int count = code->count[length];
        if (b->bad)
            return -1;
        if (value - first < count)
            return code->symbol[index + value - first];
        index += count;
        first = (first + count) << 1;
        value <<= 1;
    }
    return -1;
}

struct output {
    unsigned char *start, *at, *end;
};

static int expand_stored(struct bits *b, struct output *out)
{
    b->buffer = 0;
    b->count = 0;
    if (b->end - b->at < 4)
        return -1;
    size_t length = b->at[0] | (size_t)b->at[1] << 8, check = b->at[2] | (size_t)b->at[3] << 8;
    b->at += 4;
    if (length != (~check & 0xffff) || length > (size_t)(b->end - b->at) || length > (size_t)(out->end - out->at))
        return -1;
    memcpy(out->at, b->at, length);
    out->at += length;
    b->at += length;
    return 0;
}

static int expand_coded(struct bits *b, struct output *out, const struct code *literals, const struct code *distances)
{
    static const uint16_t length_base[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                           31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_extra[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                           2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t distance_base[] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                             33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                             1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    for (;;) {
        int symbol = decode(b, literals);
        if (symbol < 0 || symbol > 285)
            return -1;
        if (symbol == 256)
            return 0;
        if (symbol < 256) {
            if (out->at == out->end)
                return -1;
            *out->at++ = (unsigned char)symbol;
            continue;
        }
        size_t length = length_base[symbol - 257] + take(b, length_extra[symbol - 257]);
        int code = decode(b, distances);
        if (code < 0 || code > 29)
            return -1;
        size_t distance = distance_base[code] + take(b, code < 4 ? 0 : code / 2 - 1);
        if (b->bad || distance > (size_t)(out->at - out->start) || length > (size_t)(out->end - out->at))
            return -1;
        for (; length; length--, out->at++)
            *out->at = *(out->at - distance);
    }
}

static int read_codes(struct bits *b, struct code *literals, struct code *distances)
{
    static const uint8_t order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    unsigned char lengths[288 + 32] = {0};
    int nliterals = (int)take(b, 5) + 257, ndistances = (int)take(b, 5) + 1, ncodes = (int)take(b, 4) + 4;
    if (nliterals > 286 || ndistances > 30)
        return -1;
    for (int i = 0; i < ncodes; i++)
        lengths[order[i]] = (unsigned char)take(b, 3);
    if (b->bad || !make_code(literals, lengths, 19))
        return -1;
    memset(lengths, 0, sizeof lengths);
    for (int i = 0; i < nliterals + ndistances;) {
        int symbol = decode(b, literals), repeat, value = 0;
        if (symbol < 0)
            return -1;
        if (symbol < 16) {
            lengths[i++] = (unsigned char)symbol;
            continue;
        }
        if (symbol == 16) {
            if (i == 0)
                return -1;
            value = lengths[i - 1];
            repeat = 3 + (int)take(b, 2);
        } else {
            repeat = symbol == 17 ? 3 + (int)take(b, 3) : 11 + (int)take(b, 7);
        }
        if (b->bad || repeat > nliterals + ndistances - i)
            return -1;
        while (repeat--)
            lengths[i++] = (unsigned char)value;
    }
    return make_code(literals, lengths, nliterals) && make_code(distances, lengths + nliterals, ndistances) ? 0 : -1;
}

static void fixed_codes(struct code *literals, struct code *distances)
{
    unsigned char lengths[288];
    for (int i = 0; i < 288; i++)
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    make_code(literals, lengths, 288);
    memset(lengths, 5, 30);
    make_code(distances, lengths, 30);
}

int rt_inflate(const unsigned char *from, size_t length, unsigned char *to, size_t size)
{
    struct bits b = {.at = from, .end = from + length};
    struct output out = {to, to, to + size};
    struct code literals, distances;
    uint32_t last;
    do {
        last = take(&b, 1);
        uint32_t kind = take(&b, 2);
        int status = -1;
        if (b.bad)
            return -1;
        if (kind == 0) {
            status = expand_stored(&b, &out);
        } else if (kind < 3) {
            status = 0;
            if (kind == 1)
                fixed_codes(&literals, &distances);
            else
                status = read_codes(&b, &literals, &distances);
            if (status == 0)
                status = expand_coded(&b, &out, &literals, &distances);
        }
        if (status < 0)
            return -1;
    } while (!last);
    return out.at == out.end ? 0 : -1;
}
