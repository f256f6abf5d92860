/* unicode_old.c: Unicode 3.2 as differences from the version that the language follows, out of unicode_old.def, which
 * unicode_old.py writes. */
#include "types/unicode_old.h"

struct old_run {
    uint32_t first, last;
};
struct old_kind {
    uint8_t category, bidirectional, width, mirrored;
};
struct old_change {
    uint32_t first, last;
    uint8_t kind;
};
struct old_form {
    uint32_t c, form;
};
#include "types/unicode_old.def"

#define COUNT(table) (sizeof(table) / sizeof *(table))

bool lang_unicode_old_assigned(uint32_t c)
{
    size_t low = 0, high = COUNT(old_assigned);
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c > old_assigned[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < COUNT(old_assigned) && old_assigned[low].first <= c;
}

struct lang_unicode_properties lang_unicode_old_properties(uint32_t c)
{
    if (!lang_unicode_old_assigned(c)) /* the width as CPython has it */
        return (struct lang_unicode_properties){"Cn", "", "F", 0, false};
    struct lang_unicode_properties p = lang_unicode_properties(c);
    for (size_t i = 0; i < COUNT(old_changes); i++) {
        if (c < old_changes[i].first || c > old_changes[i].last)
            continue;
        const struct old_kind *k = &old_kinds[old_changes[i].kind];
        p.category = old_categories[k->category];
        p.bidirectional = old_bidirectional[k->bidirectional];
        p.width = old_widths[k->width];
        p.mirrored = k->mirrored;
        break;
    }
    return p;
}

bool lang_unicode_old_number(uint32_t c, enum lang_unicode_number kind, double *value)
{
    /* digits are not looked at by version, as in CPython */
    if (kind != LANG_UNICODE_DIGIT && !lang_unicode_old_assigned(c))
        return false;
    for (size_t i = 0; kind == LANG_UNICODE_DECIMAL && i < COUNT(old_decimals); i++)
        if (old_decimals[i] == c)
            kind = LANG_UNICODE_DIGIT;
    return lang_unicode_number(c, kind, value);
}

uint32_t lang_unicode_old_form(uint32_t c)
{
    for (size_t i = 0; i < COUNT(old_forms); i++)
        if (old_forms[i].c == c)
            return old_forms[i].form;
    return 0;
}
