/* unicode_forms.c: normal forms and properties of characters, out of the packed tables of unicode_forms.def, which
 * unicode_forms.py writes. Hangul syllables are computed (The Unicode Standard, section 3.12). Nothing is unpacked or
 * kept. */
#include "types/unicode_forms.h"

#include <stdlib.h>
#include <string.h>

#include "types/str_impl.h"
#include "types/unicode_forms.def"

#define COUNT(table) (sizeof(table) / sizeof *(table))
enum { HANGUL_FIRST = 0xAC00, LEAD = 0x1100, VOWEL = 0x1161, TRAIL = 0x11A7 }; /* TRAIL itself: none */
enum { LEADS = 19, VOWELS = 21, TRAILS = 28, HANGUL_COUNT = LEADS * VOWELS * TRAILS };

/* ------------------------------------------------------------------ tables */

static uint32_t unpack(const uint8_t **p)
{
    uint32_t n = 0;
    for (int shift = 0;; shift += 7) {
        uint8_t byte = *(*p)++;
        n |= (uint32_t)(byte & 127) << shift;
        if (byte < 128)
            return n;
    }
}

/* The last of ascending numbers that is not above c; the first where all are. */
static size_t block_of(const uint32_t *firsts, size_t count, uint32_t c)
{
    size_t low = 0, high = count;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (firsts[middle] <= c)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static const struct unicode_kind *kind_of(uint32_t c)
{
    size_t block = block_of(run_firsts, COUNT(run_firsts), c);
    const uint8_t *p = run_data + run_offsets[block];
    for (uint32_t end = run_firsts[block];;) {
        end += unpack(&p);
        if (c < end)
            return &unicode_kinds[*p];
        p++;
    }
}

struct lang_unicode_properties lang_unicode_properties(uint32_t c)
{
    const struct unicode_kind *k = kind_of(c);
    return (struct lang_unicode_properties){category_names[k->category], bidirectional_names[k->bidirectional],
                                            width_names[k->width], k->combining, k->mirrored};
}

bool lang_unicode_number(uint32_t c, enum lang_unicode_number kind, double *value)
{
    if (kind != LANG_UNICODE_NUMERIC && !lang_char_is(c, kind == LANG_UNICODE_DECIMAL ? LANG_C_DECIMAL : LANG_C_DIGIT))
        return false;
    for (size_t i = 0; i < COUNT(number_runs); i++)
        if (c - number_runs[i].first < number_runs[i].count) {
            *value = number_values[number_runs[i].value + (c - number_runs[i].first)];
            return true;
        }
    return false;
}

size_t lang_unicode_decomposition(uint32_t c, uint32_t parts[LANG_DECOMPOSITION], const char **tag)
{
    size_t block = block_of(form_firsts, COUNT(form_firsts), c);
    const uint8_t *p = form_data + form_offsets[block], *end = form_data + sizeof form_data;
    uint32_t at = form_firsts[block];
    for (int i = 0; i < FORM_STEP && p < end; i++) {
        at += unpack(&p);
        uint8_t form = *p++, count = *p++;
        for (uint8_t k = 0; k < count; k++)
            parts[k] = unpack(&p);
        if (at == c) {
            *tag = form_tags[form];
            return count;
        }
        if (at > c)
            break;
    }
    return 0;
}

static uint32_t composed(uint32_t first, uint32_t second)
{
    if (first - LEAD < LEADS && second - VOWEL < VOWELS)
        return HANGUL_FIRST + ((first - LEAD) * VOWELS + (second - VOWEL)) * TRAILS;
    if (first - HANGUL_FIRST < HANGUL_COUNT && (first - HANGUL_FIRST) % TRAILS == 0 && second - TRAIL - 1 < TRAILS - 1)
        return first + (second - TRAIL);
    size_t low = 0, high = COUNT(unicode_pairs);
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct unicode_pair *p = &unicode_pairs[middle];
        if (p->first == first && p->second == second)
            return p->composed;
        if (p->first < first || (p->first == first && p->second < second))
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

/* ------------------------------------------------------------------ normal forms */

static int put(struct lang_unicode_text *x, uint32_t c)
{
    if (x->count == x->capacity) {
        size_t capacity = x->capacity ? x->capacity * 2 : 64;
        uint32_t *data = realloc(x->data, capacity * sizeof *data);
        if (!data)
            return -2;
        x->data = data;
        x->capacity = capacity;
    }
    x->data[x->count++] = c;
    return 0;
}

/* Decompositions nest a few levels only: the tables have no cycles. */
static int decompose(struct lang_unicode_text *x, uint32_t c, bool compatible)
{
    if (c < 0xA0)
        return put(x, c);
    uint32_t i = c - HANGUL_FIRST;
    if (i < HANGUL_COUNT) {
        int s = put(x, LEAD + i / (VOWELS * TRAILS));
        if (s == 0)
            s = put(x, VOWEL + i / TRAILS % VOWELS);
        return s == 0 && i % TRAILS ? put(x, TRAIL + i % TRAILS) : s;
    }
    uint32_t parts[LANG_DECOMPOSITION];
    const char *tag;
    size_t n = lang_unicode_decomposition(c, parts, &tag);
    if (!n || (*tag && !compatible))
        return put(x, c);
    int s = 0;
    for (size_t k = 0; s == 0 && k < n; k++)
        s = decompose(x, parts[k], compatible);
    return s;
}

static uint8_t combining(uint32_t c)
{
    return c < 0x300 ? 0 : kind_of(c)->combining;
}

/* Sorts a row of combining characters by class, those of a class in their order. */
static int sort_marks(uint32_t *marks, size_t n)
{
    if (n < 16) {
        for (size_t i = 1; i < n; i++) {
            uint32_t c = marks[i];
            size_t k = i;
            for (; k && combining(marks[k - 1]) > combining(c); k--)
                marks[k] = marks[k - 1];
            marks[k] = c;
        }
        return 0;
    }
    size_t starts[257] = {0};
    uint32_t *copy = malloc(n * sizeof *copy);
    if (!copy)
        return -2;
    memcpy(copy, marks, n * sizeof *copy);
    for (size_t i = 0; i < n; i++)
        starts[combining(copy[i]) + 1]++;
    for (int i = 1; i < 257; i++)
        starts[i] += starts[i - 1];
    for (size_t i = 0; i < n; i++)
        marks[starts[combining(copy[i])]++] = copy[i];
    free(copy);
    return 0;
}

static int order(struct lang_unicode_text *x)
{
    int s = 0;
    for (size_t i = 0; s == 0 && i < x->count;) {
        size_t from = i;
        while (i < x->count && combining(x->data[i]))
            i++;
        if (i - from > 1)
            s = sort_marks(x->data + from, i - from);
        i += i == from;
    }
    return s;
}

/* Each character joins the last one that is no mark, unless one with its class or a higher one stands between. */
static void compose(struct lang_unicode_text *x)
{
    size_t starter = SIZE_MAX, out = 0;
    int last = -1; /* class of what stands behind the starter; -1: nothing */
    for (size_t i = 0; i < x->count; i++) {
        uint32_t c = x->data[i];
        int class = combining(c);
        if (starter != SIZE_MAX && last < class) {
            uint32_t composed_char = composed(x->data[starter], c);
            if (composed_char) {
                x->data[starter] = composed_char;
                continue;
            }
        }
        x->data[out] = c;
        last = class;
        if (class == 0) {
            starter = out;
            last = -1;
        }
        out++;
    }
    x->count = out;
}

int lang_unicode_normalize(struct lang_thread *t, enum lang_unicode_form form, const uint32_t *in, size_t n,
                           bool (*known)(uint32_t c), struct lang_unicode_text *out)
{
    *out = (struct lang_unicode_text){0};
    int s = 0;
    for (size_t i = 0; s == 0 && i < n; i++) {
        s = known && !known(in[i]) ? put(out, in[i]) : decompose(out, in[i], form & 2);
        if (s == 0 && t && (i & 0xffff) == 0xffff && lang_poll_quiet(t) < 0)
            s = -1;
    }
    if (s == 0)
        s = order(out);
    if (s == 0 && form & 1)
        compose(out);
    if (s < 0) {
        free(out->data);
        *out = (struct lang_unicode_text){0};
    }
    return s;
}

/* ------------------------------------------------------------------ identifiers */

static uint32_t next_character(const uint8_t **p)
{
    uint32_t c = *(*p)++;
    int more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : c >= 0xC0 ? 1 : 0;
    c &= more ? 0x3Fu >> more : 0x7Fu;
    while (more--)
        c = c << 6 | (*(*p)++ & 0x3F);
    return c;
}

static char *put_utf8(char *p, uint32_t c)
{
    if (c < 0x80) {
        *p++ = (char)c;
        return p;
    }
    int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    *p++ = (char)((0xFF00u >> (more + 1) & 0xFF) | c >> 6 * more);
    while (more--)
        *p++ = (char)(0x80 | (c >> 6 * more & 0x3F));
    return p;
}

int lang_unicode_identifier(const char *name, size_t size, char **out, size_t *out_size)
{
    const uint8_t *p = (const uint8_t *)name, *end = p + size;
    uint32_t *in = malloc((size + 1) * sizeof *in);
    struct lang_unicode_text x;
    size_t n = 0;
    while (in && p < end)
        in[n++] = next_character(&p);
    if (!in || lang_unicode_normalize(NULL, LANG_FORM_NFKC, in, n, NULL, &x) < 0) {
        free(in);
        return -1;
    }
    bool same = x.count == n && memcmp(x.data, in, n * sizeof *in) == 0;
    free(in);
    char *text = same ? NULL : malloc(x.count * 4 + 1), *to = text;
    for (size_t i = 0; text && i < x.count; i++)
        to = put_utf8(to, x.data[i]);
    free(x.data);
    if (same)
        return 0;
    *out = text;
    *out_size = (size_t)(to - text);
    return text ? 1 : -1;
}
