/*
 * crypto.h - the functions of OpenSSL's libcrypto that the kernel calls, from a library that is opened when first
 * needed.
 *
 * Owns that list. libcrypto brings 24,000 relocations and a hundred private pages: a third of the time between exec and
 * main() when it is linked. The sockets of a kernel must be bound by then, so it is opened after they are. The types
 * and prototypes come from the headers OpenSSL has; a name that it does not have does not compile.
 */
#ifndef CRYPTO_H
#define CRYPTO_H

#include <dlfcn.h>
#include <pthread.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/opensslv.h>
#include <openssl/params.h>

#define CRYPTO_FUNCTIONS(F)                                                                                            \
    F(CRYPTO_memcmp)                                                                                                   \
    F(ERR_clear_error)                                                                                                 \
    F(EVP_Digest)                                                                                                      \
    F(EVP_DigestFinalXOF)                                                                                              \
    F(EVP_DigestFinal_ex)                                                                                              \
    F(EVP_DigestInit_ex)                                                                                               \
    F(EVP_DigestUpdate)                                                                                                \
    F(EVP_MAC_CTX_dup)                                                                                                 \
    F(EVP_MAC_CTX_free)                                                                                                \
    F(EVP_MAC_CTX_new)                                                                                                 \
    F(EVP_MAC_fetch)                                                                                                   \
    F(EVP_MAC_final)                                                                                                   \
    F(EVP_MAC_free)                                                                                                    \
    F(EVP_MAC_init)                                                                                                    \
    F(EVP_MAC_update)                                                                                                  \
    F(EVP_MD_CTX_copy_ex)                                                                                              \
    F(EVP_MD_CTX_free)                                                                                                 \
    F(EVP_MD_CTX_new)                                                                                                  \
    F(EVP_MD_fetch)                                                                                                    \
    F(EVP_MD_free)                                                                                                     \
    F(EVP_MD_get_block_size)                                                                                           \
    F(EVP_MD_get_flags)                                                                                                \
    F(EVP_MD_get_size)                                                                                                 \
    F(EVP_PBE_scrypt)                                                                                                  \
    F(EVP_sha512)                                                                                                      \
    F(OPENSSL_init_crypto)                                                                                             \
    F(OSSL_PARAM_construct_end)                                                                                        \
    F(OSSL_PARAM_construct_utf8_string)                                                                                \
    F(PKCS5_PBKDF2_HMAC)

struct crypto {
#define F(name) __typeof__(name) *name;
    CRYPTO_FUNCTIONS(F)
#undef F
    int usable; /* every function was found */
};

#define CRYPTO_TEXT(x) #x
#define CRYPTO_EXPANDED(x) CRYPTO_TEXT(x)
/* The library that belongs to the headers: libcrypto.so.3 */
#define CRYPTO_LIBRARY "libcrypto.so." CRYPTO_EXPANDED(OPENSSL_SHLIB_VERSION)

static struct crypto crypto_functions;

static void crypto_open(void)
{
    struct crypto *functions = &crypto_functions;
    void *library = dlopen(CRYPTO_LIBRARY, RTLD_LAZY | RTLD_LOCAL);
    if (!library)
        return;
    functions->usable = 1;
#define F(name)                                                                                                        \
    functions->name = (__typeof__(functions->name))dlsym(library, #name);                                              \
    if (!functions->name)                                                                                              \
        functions->usable = 0;
    CRYPTO_FUNCTIONS(F)
#undef F
    /* The library's configuration file is of no use here and costs start-up time. */
    if (functions->usable)
        functions->OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
}

/* The functions, opened at the first call, from any thread; NULL where the library is missing or too old. */
static inline const struct crypto *crypto(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, crypto_open);
    return crypto_functions.usable ? &crypto_functions : NULL;
}

#endif
