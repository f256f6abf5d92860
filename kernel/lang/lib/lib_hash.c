/* lib_hash.c: the module _hash: BLAKE2 by blake2.c, and key derivation by libcrypto, for hashlib. The hash objects of
 * libcrypto are in lib_digest.c. */
#include "blake2.h"
#include "crypto.h"
#include "lib_codec.h"

#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { UNLOCKED_SIZE = 16384, PIECE = 1 << 24 };
static const char handle_name[] = "hash";

struct hash {
    struct blake2 blake2;
    bool busy; /* a thread works on it without the interpreter lock */
};

static void end_hash(void *pointer)
{
    free(pointer);
}

static lang_value value_of(struct lang_thread *t, struct hash *h)
{
    struct lang_capsule *capsule = lang_capsule_new(t, h, handle_name, end_hash);
    if (!capsule)
        end_hash(h);
    return lang_obj_or_error(capsule);
}

static struct hash *hash_of(struct lang_thread *t, lang_value v)
{
    if (!lang_is_exactly(v, &lang_type_capsule) || ((struct lang_capsule *)v.o)->name != handle_name)
        return lang_fail_null(t, LANG_EXC_TypeError, "a hash is required, not '%N'", v);
    struct hash *h = ((struct lang_capsule *)v.o)->pointer;
    while (h->busy) {
        lang_unlock(t);
        sched_yield();
        lang_lock(t);
        if (lang_poll(t) < 0)
            return NULL;
    }
    return h;
}

static const struct crypto *library(struct lang_thread *t)
{
    const struct crypto *c = crypto();
    return c ? c : lang_fail_null(t, LANG_EXC_ImportError, "libcrypto cannot be opened");
}

/* The algorithm of OpenSSL's name; NULL, without an exception: it has none. EVP_MD_free gives it back. */
static EVP_MD *algorithm(const struct crypto *c, const char *name)
{
    EVP_MD *md = c->EVP_MD_fetch(NULL, name, NULL);
    c->ERR_clear_error();
    return md;
}

/* info(name): (bytes of the digest, of a block, whether the digest has any length), or None. */
static lang_value h_info(struct lang_thread *t, const lang_value *a)
{
    const struct crypto *c = library(t);
    const char *name = c ? lang_as_utf8(t, a[0], "name", NULL) : NULL;
    if (!name)
        return lang_error();
    EVP_MD *md = algorithm(c, name);
    if (!md)
        return lang_none();
    lang_value items[] = {lang_int(c->EVP_MD_get_size(md)), lang_int(c->EVP_MD_get_block_size(md)),
                          lang_bool(c->EVP_MD_get_flags(md) & EVP_MD_FLAG_XOF)};
    c->EVP_MD_free(md);
    return lang_obj_or_error(lang_tuple_from(t, items, 3));
}

/* A parameter that is bytes no longer than `most`. */
static int short_bytes(struct lang_thread *t, lang_value v, size_t most, uint8_t *out, size_t *size)
{
    struct lang_buffer in;
    if (lang_codec_bytes(t, v, &in) < 0)
        return -1;
    *size = (size_t)in.length < most ? (size_t)in.length : most; /* hashlib has checked it */
    memcpy(out, in.data, *size);
    lang_buffer_release(t, &in);
    return 0;
}

/* blake2(wide, digest_size, key, salt, person, fanout, depth, leaf_size, node_offset, node_depth, inner_size,
 * last_node)
 */
static lang_value h_blake2(struct lang_thread *t, const lang_value *a)
{
    enum { WIDE, DIGEST, KEY, SALT, PERSON, FANOUT, DEPTH, LEAF, OFFSET, NODE_DEPTH, INNER, LAST, COUNT };
    uint8_t texts[3][BLAKE2_WIDE_MAX];
    size_t sizes[3] = {0, 0, 0};
    int64_t n[COUNT] = {0};

    for (int i = 0; i < COUNT; i++) {
        if (i >= KEY && i <= PERSON) {
            const size_t most = (n[WIDE] ? BLAKE2_WIDE_MAX : BLAKE2_NARROW_MAX) / (i == KEY ? 1 : 4);
            if (short_bytes(t, a[i], most, texts[i - KEY], &sizes[i - KEY]) < 0)
                return lang_error();
        } else if (i == OFFSET && lang_is_obj(a[i])) { /* up to 64 bits without sign */
            lang_value low = lang_binary(t, LANG_OP_SUB, a[i], lang_int(INT64_MAX));
            if (lang_is_error(low) || lang_as_int64(t, low, &n[i]) < 0)
                return lang_error();
            n[i] = (int64_t)((uint64_t)n[i] + INT64_MAX);
        } else if (lang_as_int64(t, a[i], &n[i]) < 0) {
            return lang_error();
        }
    }
    const int64_t most = n[WIDE] ? BLAKE2_WIDE_MAX : BLAKE2_NARROW_MAX;
    if (n[DIGEST] < 1 || n[DIGEST] > most)
        return lang_raise(t, LANG_EXC_ValueError, "digest_size must be between 1 and %lld bytes", (long long)most);
    struct hash *h = calloc(1, sizeof *h);
    if (!h)
        return lang_no_memory(t);
    struct blake2_parameters p = {.key = texts[0],
                                  .salt = texts[1],
                                  .person = texts[2],
                                  .key_size = sizes[0],
                                  .salt_size = sizes[1],
                                  .person_size = sizes[2],
                                  .digest_size = (uint8_t)n[DIGEST],
                                  .fanout = (uint8_t)n[FANOUT],
                                  .depth = (uint8_t)n[DEPTH],
                                  .leaf_size = (uint32_t)n[LEAF],
                                  .node_offset = (uint64_t)n[OFFSET],
                                  .node_depth = (uint8_t)n[NODE_DEPTH],
                                  .inner_size = (uint8_t)n[INNER],
                                  .last_node = n[LAST] != 0};
    lang_blake2_init(&h->blake2, n[WIDE] != 0, &p);
    return value_of(t, h);
}

static lang_value h_update(struct lang_thread *t, const lang_value *a)
{
    struct lang_buffer in;
    struct hash *h = hash_of(t, a[0]);
    int status = 0;

    if (!h)
        return lang_error();
    if (!lang_buffer_get(t, a[1], &in))
        return lang_raise(t, LANG_EXC_TypeError,
                          lang_is_str(a[1]) ? "Strings must be encoded before hashing"
                                            : "object supporting the buffer API required");
    for (size_t at = 0, size = (size_t)in.length; at < size && status == 0;) {
        size_t n = size - at < PIECE ? size - at : PIECE;
        if (n > UNLOCKED_SIZE) {
            h->busy = true;
            lang_unlock(t);
            lang_blake2_update(&h->blake2, in.data + at, n);
            lang_lock(t);
            h->busy = false;
            status = lang_poll_quiet(t);
        } else {
            lang_blake2_update(&h->blake2, in.data + at, n);
        }
        at += n;
    }
    lang_buffer_release(t, &in);
    return status < 0 ? lang_error() : lang_none();
}

static lang_value h_copy(struct lang_thread *t, const lang_value *a)
{
    const struct hash *from = hash_of(t, a[0]);
    struct hash *h = from ? calloc(1, sizeof *h) : NULL;
    if (!h)
        return from ? lang_no_memory(t) : lang_error();
    h->blake2 = from->blake2;
    return value_of(t, h);
}

/* digest(hash): the hash may go on. */
static lang_value h_digest(struct lang_thread *t, const lang_value *a)
{
    const struct hash *from = hash_of(t, a[0]);
    uint8_t out[BLAKE2_WIDE_MAX];
    if (!from)
        return lang_error();
    struct blake2 copy = from->blake2;
    lang_blake2_final(&copy, out);
    return lang_obj_or_error(lang_bytes_new(t, out, copy.digest_size));
}

/* pbkdf2(name, password, salt, iterations, length): None where there is no such algorithm. */
static lang_value h_pbkdf2(struct lang_thread *t, const lang_value *a)
{
    const struct crypto *c = library(t);
    const char *name = c ? lang_as_utf8(t, a[0], "name", NULL) : NULL;
    struct lang_buffer password, salt;
    int64_t iterations, length;

    if (!name || lang_as_int64(t, a[3], &iterations) < 0 || lang_as_int64(t, a[4], &length) < 0 ||
        lang_codec_bytes(t, a[1], &password) < 0)
        return lang_error();
    if (lang_codec_bytes(t, a[2], &salt) < 0) {
        lang_buffer_release(t, &password);
        return lang_error();
    }
    EVP_MD *md = algorithm(c, name);
    struct lang_bytes *out = md ? lang_bytes_new(t, NULL, (size_t)length) : NULL;
    int fine = 0;
    if (out && password.length <= INT_MAX && salt.length <= INT_MAX) {
        lang_unlock(t);
        fine = c->PKCS5_PBKDF2_HMAC((const char *)password.data, (int)password.length, salt.data, (int)salt.length,
                                    (int)iterations, md, (int)length, out->data);
        lang_lock(t);
    }
    const bool known = md;
    if (md)
        c->EVP_MD_free(md);
    lang_buffer_release(t, &salt);
    lang_buffer_release(t, &password);
    if (out && !fine) {
        lang_decref(t, out);
        return lang_raise(t, LANG_EXC_ValueError, "the key cannot be derived");
    }
    return known ? lang_obj_or_error(out) : lang_none();
}

/* scrypt(password, salt, n, r, p, maxmem, length); length 0: whether the parameters are allowed. */
static lang_value h_scrypt(struct lang_thread *t, const lang_value *a)
{
    const struct crypto *c = library(t);
    struct lang_buffer password, salt;
    int64_t n[5];

    for (int i = 0; i < 5; i++)
        if (lang_as_int64(t, a[i + 2], &n[i]) < 0)
            return lang_error();
    if (!c || lang_codec_bytes(t, a[0], &password) < 0)
        return lang_error();
    if (lang_codec_bytes(t, a[1], &salt) < 0) {
        lang_buffer_release(t, &password);
        return lang_error();
    }
    struct lang_bytes *out = n[4] ? lang_bytes_new(t, NULL, (size_t)n[4]) : NULL;
    int fine = 0;
    if (out || !n[4]) {
        lang_unlock(t);
        fine = c->EVP_PBE_scrypt((const char *)password.data, (size_t)password.length, salt.data, (size_t)salt.length,
                                 (uint64_t)n[0], (uint64_t)n[1], (uint64_t)n[2], (uint64_t)n[3], out ? out->data : NULL,
                                 (size_t)n[4]);
        c->ERR_clear_error();
        lang_lock(t);
    }
    lang_buffer_release(t, &salt);
    lang_buffer_release(t, &password);
    if (!n[4])
        return lang_bool(fine);
    if (out && !fine) {
        lang_decref(t, out);
        return lang_raise(t, LANG_EXC_ValueError, "the key cannot be derived");
    }
    return lang_obj_or_error(out);
}

static const struct lang_method functions[] = {
    {"info", "(name, /)", h_info, "(digest size, block size, whether it has any length) of an algorithm, or None.", 0},
    {"blake2",
     "(wide, digest_size, key, salt, person, fanout, depth, leaf_size, node_offset, node_depth, inner_size, last_node, "
     "/)",
     h_blake2, "A hash of BLAKE2.", 0},
    {"update", "(hash, data, /)", h_update, "Takes more data.", 0},
    {"copy", "(hash, /)", h_copy, "Another hash of the same data.", 0},
    {"digest", "(hash, /)", h_digest, "The digest of the data until now.", 0},
    {"pbkdf2", "(name, password, salt, iterations, length, /)", h_pbkdf2, "A key by PBKDF2 with HMAC, or None.", 0},
    {"scrypt", "(password, salt, n, r, p, maxmem, length, /)", h_scrypt,
     "A key by scrypt; for length 0 whether the parameters are allowed.", 0},
    {NULL, NULL, NULL, NULL, 0}};

const struct lang_module_def lang_module__hash = {"_hash", "BLAKE2, and keys derived by message digests.", functions,
                                                  NULL};
