/*
 * sign.c - HMAC signatures over raw bytes, and the memory against replayed ones.
 *
 * Owns the key. Must not know JSON: a message is byte ranges here. One keyed context is duplicated for each digest, so
 * that every thread may sign at the same time.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include "crypto.h"
#include "wire_parts.h"

struct wire_signer {
    const struct crypto *crypto;
    EVP_MAC *mac;
    EVP_MAC_CTX *keyed; /* NULL: signing is off */
};

static bool known_digest(const struct crypto *crypto, const char *name)
{
    EVP_MD *digest = crypto->EVP_MD_fetch(NULL, name, NULL);
    bool known = digest && crypto->EVP_MD_get_size(digest) > 0 && crypto->EVP_MD_get_size(digest) <= WIRE_DIGEST_MAX;
    crypto->EVP_MD_free(digest);
    return known;
}

struct wire_signer *wire_signer_new(const char *scheme, const char *key, size_t key_length, struct wire_error *error)
{
    const struct crypto *library = crypto();
    if (!library) {
        wire_error_set(error, "cannot open " CRYPTO_LIBRARY ", which signs messages");
        return NULL;
    }
    if (strncmp(scheme, "hmac-", 5) || !known_digest(library, scheme + 5)) {
        wire_error_set(error, "unknown signature scheme '%.64s'", scheme);
        return NULL;
    }
    struct wire_signer *signer = calloc(1, sizeof *signer);
    if (!signer) {
        wire_error_set(error, "out of memory");
        return NULL;
    }
    signer->crypto = library;
    if (!key_length)
        return signer;
    OSSL_PARAM params[] = {library->OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)scheme + 5, 0),
                           library->OSSL_PARAM_construct_end()};
    signer->mac = library->EVP_MAC_fetch(NULL, "HMAC", NULL);
    signer->keyed = signer->mac ? library->EVP_MAC_CTX_new(signer->mac) : NULL;
    if (!signer->keyed || !library->EVP_MAC_init(signer->keyed, (const unsigned char *)key, key_length, params)) {
        wire_error_set(error, "cannot prepare signatures of scheme '%.64s'", scheme);
        wire_signer_free(signer);
        return NULL;
    }
    return signer;
}

void wire_signer_free(struct wire_signer *signer)
{
    if (!signer)
        return;
    signer->crypto->EVP_MAC_CTX_free(signer->keyed);
    signer->crypto->EVP_MAC_free(signer->mac);
    free(signer);
}

bool wire_signer_active(const struct wire_signer *signer)
{
    return signer->keyed != NULL;
}

int wire_signer_digest(const struct wire_signer *signer, const struct wire_bytes *range, int count,
                       unsigned char digest[WIRE_DIGEST_MAX])
{
    if (!signer->keyed)
        return 0;
    const struct crypto *crypto = signer->crypto;
    EVP_MAC_CTX *context = crypto->EVP_MAC_CTX_dup(signer->keyed);
    size_t length = 0;
    bool fine = context != NULL;
    for (int i = 0; fine && i < count; i++)
        fine = !range[i].length || crypto->EVP_MAC_update(context, range[i].data, range[i].length);
    fine = fine && crypto->EVP_MAC_final(context, digest, &length, WIRE_DIGEST_MAX);
    crypto->EVP_MAC_CTX_free(context);
    return fine ? (int)length : -1;
}

void wire_signer_hex(const unsigned char *digest, int length, char *out)
{
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < length; i++) {
        out[2 * i] = digits[digest[i] >> 4];
        out[2 * i + 1] = digits[digest[i] & 15];
    }
    out[2 * length] = '\0';
}

int wire_signer_check(const struct wire_signer *signer, const struct wire_bytes *range, int count, const char *hex,
                      size_t hex_length, unsigned char digest[WIRE_DIGEST_MAX])
{
    char expected[2 * WIRE_DIGEST_MAX + 1];
    int length = wire_signer_digest(signer, range, count, digest);
    if (length <= 0)
        return length < 0 ? -2 : 0;
    wire_signer_hex(digest, length, expected);
    /* The length is no secret; the digits are compared in constant time. */
    if (hex_length != 2 * (size_t)length || signer->crypto->CRYPTO_memcmp(expected, hex, hex_length))
        return -1;
    return length;
}

/* Digests are uniform already: the first bytes serve as hash. Returns the slot that holds the digest or a free one. */
static size_t find_slot(const struct wire_replay *replay, const unsigned char *entry)
{
    static const unsigned char free_slot[WIRE_REPLAY_WIDTH];
    uint64_t hash;
    memcpy(&hash, entry, sizeof hash);
    size_t at = hash & (replay->size - 1);
    while (memcmp(replay->slot[at], entry, WIRE_REPLAY_WIDTH) && memcmp(replay->slot[at], free_slot, WIRE_REPLAY_WIDTH))
        at = (at + 1) & (replay->size - 1);
    return at;
}

/* Moves the entries into a table of the given size, leaving out about one in ten when forget is set. */
static int rebuild(struct wire_replay *replay, size_t size, bool forget)
{
    static const unsigned char free_slot[WIRE_REPLAY_WIDTH];
    struct wire_replay next = {calloc(size, WIRE_REPLAY_WIDTH), size, 0};
    if (!next.slot)
        return -1;
    unsigned char dice[256];
    size_t rolled = sizeof dice;
    for (size_t i = 0; i < replay->size; i++) {
        if (!memcmp(replay->slot[i], free_slot, WIRE_REPLAY_WIDTH))
            continue;
        if (forget) {
            if (rolled == sizeof dice) {
                if (getrandom(dice, sizeof dice, GRND_NONBLOCK) != sizeof dice)
                    memset(dice, (int)(i & 255), sizeof dice);
                rolled = 0;
            }
            if (dice[rolled++] < 26)
                continue;
        }
        memcpy(next.slot[find_slot(&next, replay->slot[i])], replay->slot[i], WIRE_REPLAY_WIDTH);
        next.used++;
    }
    free(replay->slot);
    *replay = next;
    return 0;
}

int wire_replay_seen(struct wire_replay *replay, const unsigned char *digest, int length)
{
    unsigned char entry[WIRE_REPLAY_WIDTH] = {0};
    memcpy(entry, digest, length < WIRE_REPLAY_WIDTH ? (size_t)length : WIRE_REPLAY_WIDTH);
    if (replay->used >= WIRE_REPLAY_LIMIT) {
        if (rebuild(replay, replay->size, true))
            return -1;
    } else if (2 * (replay->used + 1) > replay->size) {
        if (rebuild(replay, replay->size ? 2 * replay->size : 256, false))
            return -1;
    }
    size_t at = find_slot(replay, entry);
    if (!memcmp(replay->slot[at], entry, WIRE_REPLAY_WIDTH))
        return 1;
    memcpy(replay->slot[at], entry, WIRE_REPLAY_WIDTH);
    replay->used++;
    return 0;
}

size_t wire_replay_count(const struct wire_replay *replay)
{
    return replay->used;
}

void wire_replay_clear(struct wire_replay *replay)
{
    free(replay->slot);
    *replay = (struct wire_replay){0};
}
