/* unicode_forms.h: normal forms and properties of characters. Knows no object of the language. */
#ifndef LANG_UNICODE_FORMS_H
#define LANG_UNICODE_FORMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lang_thread;

enum lang_unicode_form { LANG_FORM_NFD = 0, LANG_FORM_NFC = 1, LANG_FORM_NFKD = 2, LANG_FORM_NFKC = 3 };

/* A text of characters; data is malloc'ed. */
struct lang_unicode_text {
    uint32_t *data;
    size_t count, capacity;
};

/* The normal form of n characters. known, where it is given, says which are decomposed at all. t is asked for
 * interrupts in long texts and may be NULL. 0; -1: an interrupt, whose exception is on t; -2: no memory. Nothing is
 * left in out then. */
int lang_unicode_normalize(struct lang_thread *t, enum lang_unicode_form form, const uint32_t *in, size_t n,
                           bool (*known)(uint32_t c), struct lang_unicode_text *out);

struct lang_unicode_properties {
    const char *category, *bidirectional, *width;
    uint8_t combining;
    bool mirrored;
};
struct lang_unicode_properties lang_unicode_properties(uint32_t c);
/* false: it stands for no such number. Every decimal is a digit, every digit is numeric. */
enum lang_unicode_number { LANG_UNICODE_DECIMAL, LANG_UNICODE_DIGIT, LANG_UNICODE_NUMERIC };
bool lang_unicode_number(uint32_t c, enum lang_unicode_number kind, double *value);
enum { LANG_DECOMPOSITION = 32 };
/* One step of decomposition, as the tables have it: how many characters (0: none), *tag "" or "<compat>" and the like.
 */
size_t lang_unicode_decomposition(uint32_t c, uint32_t parts[LANG_DECOMPOSITION], const char **tag);

#endif
