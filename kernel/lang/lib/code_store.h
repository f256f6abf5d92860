/* code_store.h: code objects as bytes, and the cache of those on disk. The bytes are of this build of the program only:
 * they hold its instructions as they stand. */
#ifndef CODE_STORE_H
#define CODE_STORE_H

#include "blake2.h"
#include "vm/code.h"

enum { LANG_BUILD_ID_SIZE = 20 };

/* What tells this build of the program from others: the linker's build ID. false: it has none, and no code is stored.
 */
bool lang_build_id(uint8_t out[LANG_BUILD_ID_SIZE]);

/* Bytes that lang_code_unpack reads; the caller frees *data. -1 with ValueError: a constant has no form as bytes. */
int lang_code_pack(struct lang_thread *t, struct lang_code *code, uint8_t **data, size_t *size);
/* The code of a text; source NULL: of the file that the bytes name, whose lines are read when they are wanted. NULL
 * with ValueError: it is damaged, or of another build. */
struct lang_code *lang_code_unpack(struct lang_thread *t, const uint8_t *data, size_t size, struct lang_source *source);

/* The code of a module of the library from bytes that lie in the program, and are taken to be right. */
struct lang_code *lang_code_unpack_library(struct lang_thread *t, const uint8_t *data, size_t size,
                                           struct lang_source *source);
/* The rest of the code of a function of such a module (lang_code_need). */
int lang_code_read_rest(struct lang_thread *t, struct lang_code *code);

/* As lang_compile, for the text of a file that is imported: from the cache, or compiled and put there (code_cache.c).
 */
struct lang_code *lang_compile_cached(struct lang_thread *t, struct lang_source *source);

#endif
