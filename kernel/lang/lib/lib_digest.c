/* lib_digest.c: the module _digest: the types of hash objects over libcrypto's algorithms and a constructor for each of
 * those that hashlib names. An algorithm is asked for once, at its first hash. */
#include "crypto.h"
#include "lib.h"

#include <sched.h>
#include <string.h>
#include <strings.h>

enum { UNLOCKED_SIZE = 16384, PIECE = 1 << 24, MOST_XOF = 1 << 29 };

/* Python's name, OpenSSL's, its constructor's (those without are had by new() only). */
#define ALGORITHMS(X, Y)                                                                                               \
    X(md5, "md5")                                                                                                      \
    X(sha1, "sha1")                                                                                                    \
    X(sha224, "sha224")                                                                                                \
    X(sha256, "sha256")                                                                                                \
    X(sha384, "sha384")                                                                                                \
    X(sha512, "sha512")                                                                                                \
    X(sha3_224, "SHA3-224")                                                                                            \
    X(sha3_256, "SHA3-256")                                                                                            \
    X(sha3_384, "SHA3-384")                                                                                            \
    X(sha3_512, "SHA3-512")                                                                                            \
    X(shake_128, "SHAKE128")                                                                                           \
    X(shake_256, "SHAKE256")                                                                                           \
    Y("sha512_224", "SHA512-224")                                                                                      \
    Y("sha512_256", "SHA512-256") Y("ripemd160", "ripemd160") Y("sm3", "sm3") Y("md5-sha1", "md5-sha1")

static struct algorithm {
    const char *name, *openssl;
    enum { UNASKED, ABSENT, PRESENT } state;
    EVP_MD *md; /* kept as long as the process lives */
} algorithms[] = {
#define X(name, openssl) {#name, openssl, UNASKED, NULL},
#define Y(name, openssl) {name, openssl, UNASKED, NULL},
    ALGORITHMS(X, Y)
#undef X
#undef Y
};
enum { COUNT = sizeof algorithms / sizeof *algorithms };
enum algorithm_index {
#define X(name, openssl) OF_##name,
#define Y(name, openssl)
    ALGORITHMS(X, Y)
#undef X
#undef Y
};

struct digest {
    struct lang_object head;
    EVP_MD_CTX *context;
    const struct algorithm *algorithm;
    bool busy; /* a thread works on it without the interpreter lock */
};

static struct lang_type hash_type, xof_type;

/* Whether libcrypto has the algorithm; -1: there is no libcrypto. */
static int is_present(struct lang_thread *t, struct algorithm *a)
{
    const struct crypto *c = crypto();
    if (!c)
        return lang_fail(t, LANG_EXC_ImportError, "libcrypto cannot be opened");
    if (a->state == UNASKED) {
        a->md = c->EVP_MD_fetch(NULL, a->openssl, NULL);
        a->state = a->md ? PRESENT : ABSENT;
        c->ERR_clear_error();
    }
    return a->state == PRESENT;
}

/* Without a context yet. */
static struct digest *allocate(struct lang_thread *t, struct lang_type *type, const struct algorithm *algorithm)
{
    struct digest *d = lang_object_new(t, type);
    if (!d)
        return NULL;
    d->algorithm = algorithm;
    d->busy = false;
    if (!(d->context = crypto()->EVP_MD_CTX_new())) {
        lang_decref(t, d);
        lang_no_memory(t);
        return NULL;
    }
    return d;
}

static int take(struct lang_thread *t, struct digest *d, lang_value data)
{
    struct lang_buffer in;
    int status = 0;
    if (!lang_buffer_get(t, data, &in))
        return lang_fail(t, LANG_EXC_TypeError,
                         lang_is_str(data) ? "Strings must be encoded before hashing"
                                           : "object supporting the buffer API required");
    for (size_t at = 0, size = (size_t)in.length; at < size && status == 0;) {
        const size_t n = size - at < PIECE ? size - at : PIECE;
        if (n > UNLOCKED_SIZE) {
            d->busy = true;
            lang_unlock(t);
            crypto()->EVP_DigestUpdate(d->context, in.data + at, n);
            lang_lock(t);
            d->busy = false;
            status = lang_poll_quiet(t);
        } else {
            crypto()->EVP_DigestUpdate(d->context, in.data + at, n);
        }
        at += n;
    }
    lang_buffer_release(t, &in);
    return status;
}

static lang_value make(struct lang_thread *t, struct algorithm *algorithm, lang_value data)
{
    const int present = is_present(t, algorithm);
    if (present <= 0)
        return present < 0 ? lang_error() : lang_none();
    const struct crypto *c = crypto();
    const bool xof = c->EVP_MD_get_flags(algorithm->md) & EVP_MD_FLAG_XOF;
    struct digest *d = allocate(t, xof ? &xof_type : &hash_type, algorithm);
    if (!d)
        return lang_error();
    if (!c->EVP_DigestInit_ex(d->context, algorithm->md, NULL)) {
        lang_decref(t, d);
        return lang_no_memory(t);
    }
    if (!lang_is_undef(data) && take(t, d, data) < 0) { /* UNDEF: none was given */
        lang_decref(t, d);
        return lang_error();
    }
    return lang_obj(d);
}

/* A hash that no other thread works on; NULL with an exception: interrupted. */
static struct digest *own(struct lang_thread *t, lang_value v)
{
    struct digest *d = (struct digest *)v.o;
    while (d->busy) {
        lang_unlock(t);
        sched_yield();
        lang_lock(t);
        if (lang_poll(t) < 0)
            return NULL;
    }
    return d;
}

static lang_value d_update(struct lang_thread *t, const lang_value *a)
{
    struct digest *d = own(t, a[0]);
    return d && take(t, d, a[1]) == 0 ? lang_none() : lang_error();
}

static struct digest *twin_of(struct lang_thread *t, lang_value v)
{
    struct digest *d = own(t, v), *twin = d ? allocate(t, d->head.type, d->algorithm) : NULL;
    if (twin && !crypto()->EVP_MD_CTX_copy_ex(twin->context, d->context)) {
        lang_decref(t, twin);
        lang_no_memory(t);
        return NULL;
    }
    return twin;
}

static lang_value d_copy(struct lang_thread *t, const lang_value *a)
{
    return lang_obj_or_error(twin_of(t, a[0]));
}

/* The digest of a copy, so that the hash may go on; of `length` bytes where the algorithm has any number of them. */
static int finish(struct lang_thread *t, lang_value v, uint8_t *out, unsigned *size, size_t length)
{
    const struct crypto *c = crypto();
    struct digest *d = own(t, v);
    EVP_MD_CTX *copy = d ? c->EVP_MD_CTX_new() : NULL;
    if (d && !copy)
        lang_no_memory(t);
    if (!copy)
        return -1;
    const bool done = c->EVP_MD_CTX_copy_ex(copy, d->context) &&
                      (size ? c->EVP_DigestFinal_ex(copy, out, size) : c->EVP_DigestFinalXOF(copy, out, length));
    c->EVP_MD_CTX_free(copy);
    return done ? 0 : lang_fail(t, LANG_EXC_ValueError, "the digest cannot be computed");
}

static lang_value d_digest(struct lang_thread *t, const lang_value *a)
{
    uint8_t out[EVP_MAX_MD_SIZE];
    unsigned size;
    return finish(t, a[0], out, &size, 0) < 0 ? lang_error() : lang_obj_or_error(lang_bytes_new(t, out, size));
}

static lang_value hex_of(struct lang_thread *t, const uint8_t *data, size_t size)
{
    char small[2 * EVP_MAX_MD_SIZE], *text = 2 * size <= sizeof small ? small : lang_alloc(t, 2 * size);
    if (!text)
        return lang_error();
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = "0123456789abcdef"[data[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[data[i] & 15];
    }
    lang_value hex = lang_obj_or_error(lang_str_from_units(t, text, 1, (int64_t)(2 * size)));
    if (text != small)
        lang_free(t, text, 2 * size);
    return hex;
}

static lang_value d_hexdigest(struct lang_thread *t, const lang_value *a)
{
    uint8_t out[EVP_MAX_MD_SIZE];
    unsigned size;
    return finish(t, a[0], out, &size, 0) < 0 ? lang_error() : hex_of(t, out, size);
}

static struct lang_bytes *long_digest(struct lang_thread *t, const lang_value *a)
{
    int64_t length;
    if (lang_as_index(t, a[1], &length) < 0)
        return NULL;
    if (length < 0)
        return lang_fail_null(t, LANG_EXC_ValueError, "value must be positive");
    if (length >= MOST_XOF)
        return lang_fail_null(t, LANG_EXC_ValueError, "length is too large");
    struct lang_bytes *out = lang_bytes_new(t, NULL, (size_t)length);
    if (out && length && finish(t, a[0], (uint8_t *)out->data, NULL, (size_t)length) < 0) {
        lang_decref(t, out);
        return NULL;
    }
    return out;
}

static lang_value d_long_digest(struct lang_thread *t, const lang_value *a)
{
    return lang_obj_or_error(long_digest(t, a));
}

static lang_value d_long_hexdigest(struct lang_thread *t, const lang_value *a)
{
    struct lang_bytes *out = long_digest(t, a);
    lang_value hex = out ? hex_of(t, (const uint8_t *)out->data, (size_t)out->length) : lang_error();
    lang_xdecref(t, out);
    return hex;
}

static lang_value get_name(struct lang_thread *t, lang_value v)
{
    return lang_obj_or_error(lang_str_from_c(t, ((struct digest *)v.o)->algorithm->name));
}

static lang_value get_digest_size(struct lang_thread *t, lang_value v)
{
    const struct digest *d = (struct digest *)v.o;
    (void)t;
    return lang_int(d->head.type == &xof_type ? 0 : crypto()->EVP_MD_get_size(d->algorithm->md));
}

static lang_value get_block_size(struct lang_thread *t, lang_value v)
{
    (void)t;
    return lang_int(crypto()->EVP_MD_get_block_size(((struct digest *)v.o)->algorithm->md));
}

static void destroy(struct lang_thread *t, struct lang_object *o)
{
    struct digest *d = (struct digest *)o;
    (void)t;
    if (d->context)
        crypto()->EVP_MD_CTX_free(d->context);
}

static lang_value show(struct lang_thread *t, lang_value v)
{
    const struct digest *d = (struct digest *)v.o;
    return lang_obj_or_error(lang_str_from_format(t, "<%s _hashlib.%s object @ 0x%llx>", d->algorithm->name,
                                                  d->head.type->name, (unsigned long long)(uintptr_t)d));
}

static lang_value refuse(struct lang_thread *t, struct lang_type *cls, const lang_value *args, size_t nargs,
                         struct lang_tuple *kwnames)
{
    (void)args;
    (void)nargs;
    (void)kwnames;
    return lang_raise(t, LANG_EXC_TypeError, "cannot create '_hashlib.%s' instances", cls->name);
}

static lang_value no_pickle(struct lang_thread *t, const lang_value *a)
{
    return lang_raise(t, LANG_EXC_TypeError, "cannot pickle '_hashlib.%s' object", a[0].o->type->name);
}

#define COMMON_METHODS                                                                                                 \
    {"update", "(obj, /)", d_update, "Update this hash object's state with the provided string.", 0},                  \
        {"copy", "()", d_copy, "Return a copy of the hash object.", 0},                                                \
    {                                                                                                                  \
        "__reduce_ex__", "(protocol, /)", no_pickle, NULL, 0                                                           \
    }
static const struct lang_method hash_methods[] = {
    COMMON_METHODS,
    {"digest", "()", d_digest, "Return the digest value as a bytes object.", 0},
    {"hexdigest", "()", d_hexdigest, "Return the digest value as a string of hexadecimal digits.", 0},
    {0}};
static const struct lang_method xof_methods[] = {
    {"digest", "(length)", d_long_digest, "Return the digest value as a bytes object.", 0},
    {"hexdigest", "(length)", d_long_hexdigest, "Return the digest value as a string of hexadecimal digits.", 0},
    {0}};
static const struct lang_getset hash_getset[] = {
    {"name", get_name, NULL, "The canonical name of the hash, in lower case."},
    {"digest_size", get_digest_size, NULL, "The size of the digest in bytes."},
    {"block_size", get_block_size, NULL, "The size of a block of the algorithm in bytes."},
    {0}};

static struct lang_type hash_type = {
    .name = "HASH",
    .module = "_hashlib",
    .doc = "A hash is an object used to calculate a checksum of a string of information: update() takes data, digest() "
           "and hexdigest() give the checksum of all until now.",
    .size = sizeof(struct digest),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED,
    .methods = hash_methods,
    .getset = hash_getset,
    .make = refuse,
    .destroy = destroy,
    .repr = show,
};
static struct lang_type xof_type = {
    .name = "HASHXOF",
    .module = "_hashlib",
    .doc = "A hash whose digests have the length that is asked for.",
    .size = sizeof(struct digest),
    .flags = LANG_TYPE_BASE | LANG_TYPE_QUALIFIED,
    .base = &hash_type,
    .methods = xof_methods,
    .make = refuse,
    .destroy = destroy,
    .repr = show,
};

/* ---- the module ---- */

static struct algorithm *by_name(const char *name)
{
    for (size_t i = 0; i < COUNT; i++)
        if (strcasecmp(algorithms[i].name, name) == 0 || strcasecmp(algorithms[i].openssl, name) == 0)
            return &algorithms[i];
    return NULL;
}

static lang_value m_new(struct lang_thread *t, const lang_value *a)
{
    const char *name = lang_as_utf8(t, a[0], "name", NULL);
    struct algorithm *algorithm = name ? by_name(name) : NULL;
    return algorithm ? make(t, algorithm, a[1]) : name ? lang_none() : lang_error();
}

static lang_value m_names(struct lang_thread *t, const lang_value *a)
{
    struct lang_list *names = lang_list_new(t, 0);
    (void)a;
    for (size_t i = 0; names && i < COUNT; i++) {
        const int present = is_present(t, &algorithms[i]);
        lang_value name = present > 0 ? lang_obj_or_error(lang_str_from_c(t, algorithms[i].name)) : lang_none();
        if (present < 0 || lang_is_error(name) || (present && lang_list_append(t, names, name) < 0)) {
            lang_unref(t, name);
            lang_decref(t, names);
            return lang_error();
        }
        lang_unref(t, name);
    }
    return lang_obj_or_error(names);
}

#define X(name, openssl)                                                                                               \
    static lang_value m_##name(struct lang_thread *t, const lang_value *a)                                             \
    {                                                                                                                  \
        return make(t, &algorithms[OF_##name], a[0]);                                                                  \
    }
#define Y(name, openssl)
ALGORITHMS(X, Y)
#undef X
#undef Y

static const struct lang_method functions[] = {
    {"new", "(name, string, /)", m_new, "A hash object of that name of an algorithm, or None.", 0},
    {"names", "()", m_names, "The names of the algorithms that libcrypto has.", 0},
#define X(name, openssl)                                                                                               \
    {"openssl_" #name, "(string=b'', *, usedforsecurity=True)", m_##name,                                              \
     "Returns a " #name " hash object; optionally initialized with a string", 0},
#define Y(name, openssl)
    ALGORITHMS(X, Y)
#undef X
#undef Y
        {0}};

static int init(struct lang_thread *t, struct lang_module *m)
{
    return lang_type_ready(t, &hash_type) < 0 || lang_type_ready(t, &xof_type) < 0 ||
                   lang_module_add(t, m, "HASH", lang_obj(&hash_type)) < 0 ||
                   lang_module_add(t, m, "HASHXOF", lang_obj(&xof_type)) < 0
               ? -1
               : 0;
}

const struct lang_module_def lang_module__digest = {"_digest", "Hash objects of libcrypto's algorithms.", functions,
                                                    init};
