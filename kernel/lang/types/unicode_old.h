/* unicode_old.h: what Unicode 3.2 said of characters, which internationalized domain names (RFC 3454) are defined by.
 * Knows no object of the language. */
#ifndef LANG_UNICODE_OLD_H
#define LANG_UNICODE_OLD_H

#include "types/unicode_forms.h"

bool lang_unicode_old_assigned(uint32_t c);
/* Those of today, where nothing has changed; of what was not assigned "Cn" and the like. */
struct lang_unicode_properties lang_unicode_old_properties(uint32_t c);
bool lang_unicode_old_number(uint32_t c, enum lang_unicode_number kind, double *value);
/* What a character is decomposed to that was corrected later; 0: it was not. */
uint32_t lang_unicode_old_form(uint32_t c);

#endif
