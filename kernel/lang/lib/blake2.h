/* blake2.h: the hash functions BLAKE2b and BLAKE2s (RFC 7693), with every parameter of their specification. Knows no
 * value of the language. */
#ifndef BLAKE2_H
#define BLAKE2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct blake2_parameters {
    const uint8_t *key, *salt, *person; /* salt and person may be shorter than they can be: zeros follow */
    size_t key_size, salt_size, person_size;
    uint64_t node_offset;
    uint32_t leaf_size;
    uint8_t digest_size, fanout, depth, node_depth, inner_size;
    bool last_node;
};

/* A state; plain memory, to be copied as such. The narrow function (BLAKE2s) keeps its words in the same fields. */
struct blake2 {
    uint64_t h[8], count;
    uint8_t block[128];
    uint8_t filled, digest_size;
    bool wide, last_node;
};

enum { BLAKE2_WIDE_MAX = 64, BLAKE2_NARROW_MAX = 32 };

void lang_blake2_init(struct blake2 *b, bool wide, const struct blake2_parameters *p);
void lang_blake2_update(struct blake2 *b, const uint8_t *data, size_t size);
/* digest_size bytes; the state is done for. */
void lang_blake2_final(struct blake2 *b, uint8_t *out);

#endif
