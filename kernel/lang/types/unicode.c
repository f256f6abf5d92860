/* unicode.c: what a character is and what its case mappings are, over the generated unicode_tables.def. Knows no str
 * object. */
#include "types/str_impl.h"

#include "types/unicode_tables.def"

bool lang_char_is_printable(uint32_t c)
{
    return c < 127 ? c >= 32 : lang_char_is(c, LANG_C_PRINTABLE);
}

static const struct lang_case_special *find_special(uint32_t c)
{
    int low = 0, high = lang_case_special_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (lang_case_specials[middle].c < c)
            low = middle + 1;
        else
            high = middle;
    }
    return &lang_case_specials[low];
}

int lang_char_map(uint32_t c, enum lang_case which, uint32_t out[3])
{
    const struct lang_char_record *r = lang_char(c);
    if (r->flags & LANG_C_SPECIAL) {
        const struct lang_case_special *s = find_special(c);
        int n = 0;
        while (n < 3 && s->to[which][n]) {
            out[n] = s->to[which][n];
            n++;
        }
        return n;
    }
    const int32_t delta[] = {r->upper, r->lower, r->title, r->fold};
    out[0] = c + (uint32_t)delta[which];
    return 1;
}
