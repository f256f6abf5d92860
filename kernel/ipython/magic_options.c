/*
 * magic_options.c - the options of magics, as getopt and argparse read them, which is how IPython's magics do.
 *
 * Owns the texts of their errors. A magic either takes options from the front of its line (kernel_magic_option: most
 * line magics), or splits the line into words and has the options picked out wherever they stand (kernel_magic_known).
 */
#include <stdlib.h>
#include <string.h>
#include "magic.h"

/* ---- getopt ---- */

/* The position of a letter in a getopt string such as "n:r:tc"; NULL: none. */
static const char *find_letter(const char *spec, char letter)
{
    const char *at = letter == ':' ? NULL : strchr(spec, letter);
    return letter ? at : NULL;
}

static int refuse(struct magic_call *call, const char *what, const struct magic_getopt *allowed)
{
    lang_usage_error(call->t, "option %s (allowed: \"%s\"%s%s)", what, allowed->letters, allowed->word ? " " : "",
                     allowed->word ? allowed->word : "");
    return -1;
}

/* "--word" or the beginning of it. */
static int long_option(struct magic_call *call, const char **line, const struct magic_getopt *allowed)
{
    char word[128], text[192];
    kernel_magic_word(line, word, sizeof word);
    char *equals = strchr(word, '=');
    if (equals)
        *equals = '\0';
    size_t length = strlen(word + 2);
    bool known = allowed->word && !strncmp(allowed->word, word + 2, length);
    snprintf(text, sizeof text, "%s%s %s", known ? "--" : word, known ? allowed->word : "",
             known ? "must not have an argument" : "not recognized");
    return known && !equals ? MAGIC_LONG_OPTION : refuse(call, text, allowed);
}

int kernel_magic_option(struct magic_call *call, const char **line, const struct magic_getopt *allowed, char *value,
                        size_t size)
{
    const char *p = kernel_magic_skip_blanks(*line);
    char text[64];
    if (p[0] != '-' || !p[1] || p[1] == ' ' || p[1] == '\t')
        return 0;
    if (p[1] == '-') { /* "--" alone ends the options */
        if (p[2] && p[2] != ' ' && p[2] != '\t')
            return long_option(call, line, allowed);
        *line = kernel_magic_skip_blanks(p + 2);
        return 0;
    }
    char letter = p[1];
    const char *known = find_letter(allowed->letters, letter);
    p += 2;
    if (!known) {
        snprintf(text, sizeof text, "-%c not recognized", letter);
        return refuse(call, text, allowed);
    }
    if (known[1] == ':') {
        *line = p;
        if (kernel_magic_word(line, value, size))
            return letter;
        snprintf(text, sizeof text, "-%c requires argument", letter);
        return refuse(call, text, allowed);
    }
    /* "-ab" is "-a -b": what remains is read as the next option. */
    if (*p && *p != ' ' && *p != '\t') {
        *line = p - 1;
        ((char *)p)[-1] = '-';
    } else
        *line = kernel_magic_skip_blanks(p);
    return letter;
}

/* ---- words ---- */

/* Copies the word at p without its quotes and backslashes; returns where it ends. */
static const char *copy_word(const char *p, char **out)
{
    char quote = 0;
    for (; *p && (quote || (*p != ' ' && *p != '\t')); p++) {
        bool escapes = *p == '\\' && p[1] && (!quote || (quote == '"' && (p[1] == '"' || p[1] == '\\')));
        if (escapes)
            *(*out)++ = *++p;
        else if (quote ? *p == quote : *p == '"' || *p == '\'')
            quote = quote ? 0 : *p;
        else
            *(*out)++ = *p;
    }
    *(*out)++ = '\0';
    return p;
}

int kernel_magic_split(struct magic_call *call, const char *line, struct magic_words *words)
{
    size_t length = strlen(line);
    *words = (struct magic_words){.bytes = malloc(length + 2), .items = calloc(length / 2 + 2, sizeof *words->items)};
    char *out = words->bytes;
    if (!out || !words->items) {
        kernel_magic_words_free(words);
        lang_no_memory(call->t);
        return -1;
    }
    for (line = kernel_magic_skip_blanks(line); *line; line = kernel_magic_skip_blanks(line)) {
        words->items[words->count++] = out;
        line = copy_word(line, &out);
    }
    return 0;
}

void kernel_magic_words_free(struct magic_words *words)
{
    free(words->bytes);
    free(words->items);
    *words = (struct magic_words){0};
}

/* ---- argparse ---- */

/* The option that a word means: its name, or the only name that begins with it. NULL: none, or several (then *fault).
 */
static const struct magic_option *find_option(struct magic_call *call, const struct magic_option *options,
                                              const char *word, size_t length, bool *fault)
{
    const struct magic_option *found = NULL;
    for (const struct magic_option *o = options; o->name; o++)
        if ((strlen(o->name) == length && !strncmp(o->name, word, length)) || (o->letter && !strcmp(o->letter, word)))
            return o;
    for (const struct magic_option *o = options; o->name; o++) {
        if (length < 3 || strncmp(o->name, word, length))
            continue;
        if (found) {
            lang_usage_error(call->t, "ambiguous option: %s could match %s, %s", word, found->name, o->name);
            *fault = true;
            return NULL;
        }
        found = o;
    }
    return found;
}

/* Takes the option at words->items[*i]. Returns how many words it is: 0 when it is none of ours, -1 with an exception.
 */
static int take_option(struct magic_call *call, struct magic_words *words, size_t i, const struct magic_option *options)
{
    char *word = words->items[i], *equals = strchr(word, '=');
    bool fault = false;
    const struct magic_option *o =
        find_option(call, options, word, equals ? (size_t)(equals - word) : strlen(word), &fault);
    if (!o)
        return fault ? -1 : 0;
    if (!o->value) {
        if (equals) {
            lang_usage_error(call->t, "argument %s: ignored explicit argument '%s'", o->name, equals + 1);
            return -1;
        }
        *o->flag = true;
        return 1;
    }
    const char *next = i + 1 < words->count ? words->items[i + 1] : NULL;
    if (!equals && (!next || (next[0] == '-' && next[1] && !strchr(next, ' ')))) {
        lang_usage_error(call->t, "argument %s%s%s: expected one argument", o->letter ? o->letter : "",
                         o->letter ? "/" : "", o->name);
        return -1;
    }
    *o->value = equals ? equals + 1 : next;
    return equals ? 1 : 2;
}

int kernel_magic_known(struct magic_call *call, struct magic_words *words, const struct magic_option *options)
{
    size_t kept = 0, i = 0;
    while (i < words->count) {
        char *word = words->items[i];
        if (!strcmp(word, "--"))
            break;
        int taken = word[0] == '-' && word[1] ? take_option(call, words, i, options) : 0;
        if (taken < 0)
            return -1;
        if (!taken)
            words->items[kept++] = word;
        i += taken ? (size_t)taken : 1;
    }
    while (i < words->count)
        words->items[kept++] = words->items[i++];
    words->count = kept;
    return 0;
}

int kernel_magic_parse(struct magic_call *call, struct magic_words *words, const struct magic_option *options,
                       size_t most)
{
    struct wire_text extra = {0};
    size_t left = 0;
    bool ended = false;
    if (kernel_magic_known(call, words, options))
        return -1;
    for (size_t i = 0; i < words->count; i++) {
        bool mark = !ended && !strcmp(words->items[i], "--");
        if (mark)
            ended = true;
        else if (left < most && (ended || words->items[i][0] != '-' || !words->items[i][1]))
            words->items[left++] = words->items[i];
        else
            wire_text_printf(&extra, "%s%s", extra.length ? " " : "", words->items[i]);
    }
    words->count = left;
    if (extra.length)
        lang_usage_error(call->t, "unrecognized arguments: %s", extra.data);
    int status = extra.length ? -1 : 0;
    wire_text_clear(&extra);
    return status;
}
