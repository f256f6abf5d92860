/* unicode_name.c: characters by name and names by character, out of the packed tables of unicode_char_names.def.
 *
 * A name is a row of words: a byte 1 .. SHORT_WORDS is a frequent word, a higher one and the byte after it another, 0
 * ends the name. But for a few names asked for last, nothing is unpacked or kept: a search reads the words once for
 * each word of its question, then the names. Hangul syllables and the characters that are named after their code are
 * computed. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "types.h"
#include "types/unicode_char_names.def"

enum { LONGEST = 256, MOST_PACKED = 64 };
enum { HANGUL_FIRST = 0xAC00, HANGUL_COUNT = 11172, VOWELS = 21, TRAILS = 28 };
#define COUNT(table) (sizeof(table) / sizeof *(table))

static const char hangul[] = "HANGUL SYLLABLE ";
static const char *const leads[] = {"G",  "GG", "N", "D",  "DD", "R", "M", "B", "BB", "S",
                                    "SS", "",   "J", "JJ", "C",  "K", "T", "P", "H"};
static const char *const vowels[] = {"A",  "AE", "YA", "YAE", "EO", "E",  "YEO", "YE", "O",  "WA", "WAE",
                                     "OE", "YO", "U",  "WEO", "WE", "WI", "YU",  "EU", "YI", "I"};
static const char *const trails[] = {"",   "G",  "GG", "GS", "N",  "NJ", "NH", "D",  "L", "LG", "LM", "LB", "LS", "LT",
                                     "LP", "LH", "M",  "B",  "BS", "S",  "SS", "NG", "J", "C",  "K",  "T",  "P",  "H"};

/* ------------------------------------------------------------------ names by character */

/* The words of a row, with blanks between. The length. */
static size_t unpack(const uint8_t *p, char *out)
{
    size_t n = 0;
    while (*p) {
        uint32_t word = *p <= SHORT_WORDS ? *p - 1u : (*p - SHORT_WORDS - 1u) * 256u + p[1] + SHORT_WORDS;
        p += *p <= SHORT_WORDS ? 1 : 2;
        const uint8_t *s = word_text + word_index[word / WORD_STEP];
        for (uint32_t i = word % WORD_STEP; i; i--)
            while (!(*s++ & 128))
                continue;
        if (n)
            out[n++] = ' ';
        do
            out[n++] = (char)(*s & 127);
        while (!(*s++ & 128));
    }
    out[n] = 0;
    return n;
}

static const uint8_t *next_name(const uint8_t *p)
{
    while (*p)
        p += *p <= SHORT_WORDS ? 1 : 2;
    return p + 1;
}

static size_t name_of(uint32_t c, char out[LANG_UNICODE_NAME])
{
    if (c - HANGUL_FIRST < HANGUL_COUNT) {
        uint32_t i = c - HANGUL_FIRST;
        return (size_t)snprintf(out, LANG_UNICODE_NAME, "%s%s%s%s", hangul, leads[i / (VOWELS * TRAILS)],
                                vowels[i / TRAILS % VOWELS], trails[i % TRAILS]);
    }
    for (size_t i = 0; i < COUNT(computed_runs); i++)
        if (c >= computed_runs[i].first && c <= computed_runs[i].last)
            return (size_t)snprintf(out, LANG_UNICODE_NAME, "%s%04X", computed_runs[i].prefix, (unsigned)c);
    size_t low = 0, high = COUNT(name_runs);
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c > name_runs[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == COUNT(name_runs) || c < name_runs[low].first)
        return 0;
    uint32_t rank = name_runs[low].rank + c - name_runs[low].first;
    const uint8_t *p = name_words + name_index[rank / NAME_STEP];
    for (uint32_t i = rank % NAME_STEP; i; i--)
        p = next_name(p);
    return unpack(p, out);
}

/* The names that were asked for last: a text has few different characters. */
enum { KEPT = 128 };
static struct {
    uint32_t c;
    uint8_t n; /* 0: none is kept here */
    char name[LANG_UNICODE_NAME];
} kept[KEPT];

size_t lang_unicode_name(uint32_t c, char out[LANG_UNICODE_NAME])
{
    size_t n = kept[c % KEPT].c == c ? kept[c % KEPT].n : 0;
    if (n) {
        memcpy(out, kept[c % KEPT].name, n + 1);
        return n;
    }
    n = name_of(c, out);
    if (n && n <= UINT8_MAX) {
        kept[c % KEPT].c = c;
        kept[c % KEPT].n = (uint8_t)n;
        memcpy(kept[c % KEPT].name, out, n + 1);
    }
    return n;
}

/* ------------------------------------------------------------------ characters by name */

/* The longest of these at *s; steps over it. */
static uint32_t take_jamo(const char *const *table, uint32_t count, const char **s)
{
    uint32_t best = count;
    size_t length = 0;
    for (uint32_t i = 0; i < count; i++) {
        size_t n = strlen(table[i]);
        if (strncmp(*s, table[i], n) == 0 && (best == count || n > length)) {
            best = i;
            length = n;
        }
    }
    *s += length;
    return best;
}

static uint32_t find_hangul(const char *s)
{
    uint32_t lead = take_jamo(leads, COUNT(leads), &s), vowel = take_jamo(vowels, COUNT(vowels), &s),
             trail = take_jamo(trails, COUNT(trails), &s);
    if (lead == COUNT(leads) || vowel == COUNT(vowels) || trail == COUNT(trails) || *s)
        return UINT32_MAX;
    return HANGUL_FIRST + (lead * VOWELS + vowel) * TRAILS + trail;
}

/* A prefix and the code itself; for ideographs the hexadecimal digits must be upper case. */
static uint32_t find_computed(const char *name, const char *capitals)
{
    for (size_t i = 0; i < COUNT(computed_runs); i++) {
        const char *prefix = computed_runs[i].prefix;
        bool unified = strncmp(prefix, "CJK UNIFIED", 11) == 0;
        const char *s = unified ? name : capitals;
        size_t n = strlen(prefix), digits = strlen(s);
        if (digits <= n || strncmp(s, prefix, n) != 0)
            continue;
        digits -= n;
        if (digits != strspn(s + n, "0123456789ABCDEF") || digits < 4 || digits > 5 ||
            (digits == 5 && s[n] == '0' && !unified))
            continue;
        uint32_t c = 0;
        for (const char *p = s + n; *p; p++)
            c = c * 16 + (uint32_t)(*p <= '9' ? *p - '0' : *p - 'A' + 10);
        if (c >= computed_runs[i].first && c <= computed_runs[i].last)
            return c;
    }
    return UINT32_MAX;
}

/* The index of a word; UINT32_MAX: there is no such word in any name. */
static uint32_t word_number(const char *word, size_t n)
{
    const uint8_t *s = word_text;
    for (uint32_t i = 0; i < WORDS; i++) {
        size_t k = 0;
        while (k < n && (s[k] & 127) == (uint8_t)word[k] && !(s[k] & 128))
            k++;
        if (k + 1 == n && s[k] == ((uint8_t)word[k] | 128))
            return i;
        while (!(*s++ & 128))
            continue;
    }
    return UINT32_MAX;
}

/* The row of a name; its length, 0: some word is unknown. */
static size_t pack(const char *name, uint8_t row[MOST_PACKED])
{
    size_t size = 0;
    for (const char *end; *name; name = *end ? end + 1 : end) {
        end = name + strcspn(name, " ");
        uint32_t word = end == name ? UINT32_MAX : word_number(name, (size_t)(end - name));
        if (word == UINT32_MAX || size + 2 >= MOST_PACKED || (*end && !end[1]))
            return 0;
        if (word >= SHORT_WORDS) {
            row[size++] = (uint8_t)(SHORT_WORDS + 1 + (word - SHORT_WORDS) / 256);
            row[size++] = (uint8_t)((word - SHORT_WORDS) % 256);
        } else {
            row[size++] = (uint8_t)(word + 1);
        }
    }
    return size;
}

static uint32_t code_of_rank(uint32_t rank)
{
    if (rank >= NAMES)
        return alias_codes[rank - NAMES];
    size_t i = 0;
    while (i + 1 < COUNT(name_runs) && name_runs[i + 1].rank <= rank)
        i++;
    return name_runs[i].first + rank - name_runs[i].rank;
}

uint32_t lang_unicode_lookup(const char *name, size_t size)
{
    char exact[LONGEST + 1], capitals[LONGEST + 1];
    uint8_t row[MOST_PACKED];
    if (size == 0 || size > LONGEST || memchr(name, 0, size))
        return UINT32_MAX;
    memcpy(exact, name, size);
    exact[size] = 0;
    for (size_t i = 0; i <= size; i++)
        capitals[i] = exact[i] >= 'a' && exact[i] <= 'z' ? (char)(exact[i] - 32) : exact[i];
    if (strncmp(exact, hangul, sizeof hangul - 1) == 0)
        return find_hangul(exact + sizeof hangul - 1);
    uint32_t c = find_computed(exact, capitals);
    size_t packed = c == UINT32_MAX ? pack(capitals, row) : 0;
    if (packed == 0)
        return c;
    row[packed] = 0;
    const uint8_t *p = name_words;
    for (uint32_t rank = 0; rank < NAMES + ALIASES; rank++) {
        const uint8_t *next = next_name(p);
        if ((size_t)(next - p) == packed + 1 && memcmp(p, row, packed + 1) == 0)
            return code_of_rank(rank);
        p = next;
    }
    return UINT32_MAX;
}
