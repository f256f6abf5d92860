/* Pasted prompts and common indentation, taken off a cell's lines as IPython does. */
#include "front/cell.h"

#include <string.h>

bool lang_cell_line_is_blank(const struct cell_line *line)
{
    for (size_t i = 0; i < line->len; i++) {
        if (strchr(" \t\n\r\f\v", line->text[i]) == NULL || line->text[i] == '\0')
            return false;
    }
    return true;
}

/* ---- indentation ---- */

static size_t leading(const struct cell_line *line)
{
    size_t n = 0;
    while (n < line->len && (line->text[n] == ' ' || line->text[n] == '\t'))
        n++;
    return n;
}

void lang_cell_dedent(struct cell_lines *lines, size_t from, size_t to)
{
    const char *margin = NULL;
    size_t width = 0;
    for (size_t i = from; i < to; i++) {
        struct cell_line *line = &lines->items[i];
        size_t n = leading(line);
        if (n == line->len || line->text[n] == '\n') { /* only blanks: nothing is left of it but its newline */
            line->text += n;
            line->len -= n;
            continue;
        }
        if (margin == NULL) {
            margin = line->text;
            width = n;
        }
        size_t same = 0;
        while (same < width && same < n && margin[same] == line->text[same])
            same++;
        width = same;
    }
    for (size_t i = from; i < to && width > 0; i++) {
        struct cell_line *line = &lines->items[i];
        if (line->len >= width && leading(line) >= width) {
            line->text += width;
            line->len -= width;
        }
    }
}

/* ---- >>> and ... ---- */

/* Bytes of `prompt` at the start of a line, blanks before it and one after it included; 0: none. */
static size_t doctest_prompt(const struct cell_line *line, const char *prompt)
{
    size_t n = 0, len = strlen(prompt);
    while (n < line->len && strchr(" \t\r\f\v", line->text[n]) != NULL && line->text[n] != '\0')
        n++;
    if (line->len - n < len || memcmp(line->text + n, prompt, len) != 0)
        return 0;
    n += len;
    return n + (n < line->len && (line->text[n] == ' ' || line->text[n] == '\t'));
}

/* Which lines lie in a triple-quoted string that was opened bare, so that its prompts are text. */
struct triple_state {
    char quote; /* open string, 0: none */
    bool keeps;
    bool seen_prompt;
};

static bool is_prefix_only(const char *text, size_t len)
{
    while (len > 0 && strchr(" \t", *text) != NULL)
        text++, len--;
    while (len > 0 && strchr(" \t", text[len - 1]) != NULL)
        len--;
    for (size_t i = 0; i < len; i++) {
        if (strchr("rubfRUBF", text[i]) == NULL)
            return false;
    }
    return true;
}

static bool opens_kept_string(const struct triple_state *state, const struct cell_line *line, size_t before)
{
    struct cell_line head = {line->text, before};
    size_t prompt = doctest_prompt(&head, ">>>");
    if (prompt == 0)
        prompt = doctest_prompt(&head, "...");
    if (prompt != 0 && state->seen_prompt)
        return false;
    return is_prefix_only(head.text + prompt, head.len - prompt);
}

/* Is this line text of a string? Steps the state over the line. */
static bool in_kept_string(struct triple_state *state, const struct cell_line *line)
{
    bool mask = state->quote != 0 && state->keeps;
    for (size_t i = 0; i + 2 < line->len; i++) {
        char c = line->text[i];
        if ((c != '"' && c != '\'') || line->text[i + 1] != c || line->text[i + 2] != c ||
            (i > 0 && line->text[i - 1] == '\\'))
            continue;
        if (state->quote == 0) {
            state->quote = c;
            state->keeps = mask = opens_kept_string(state, line, i);
        } else if (state->quote == c) {
            state->quote = 0;
            state->keeps = false;
        }
        i += 2;
    }
    state->seen_prompt = state->seen_prompt || doctest_prompt(line, ">>>") != 0;
    return mask;
}

static bool strip_doctest(struct lang_arena *arena, struct cell_lines *lines)
{
    bool *mask = lang_arena_array(arena, lines->count, sizeof *mask);
    bool found = false;
    struct triple_state state = {0};
    if (mask == NULL)
        return false;
    for (size_t i = 0; i < lines->count; i++) {
        mask[i] = in_kept_string(&state, &lines->items[i]);
        found = found || (!mask[i] && doctest_prompt(&lines->items[i], ">>>") != 0);
    }
    if (!found)
        return true;
    for (size_t i = 0; i < lines->count;) {
        size_t end = i;
        bool stripped = false;
        for (; end < lines->count && mask[end] == mask[i]; end++) {
            struct cell_line *line = &lines->items[end];
            size_t n = mask[i] ? 0 : doctest_prompt(line, ">>>");
            if (n == 0 && !mask[i])
                n = doctest_prompt(line, "...");
            line->text += n;
            line->len -= n;
            stripped = stripped || n != 0;
        }
        if (stripped)
            lang_cell_dedent(lines, i, end);
        i = end;
    }
    return true;
}

/* ---- In [1]: and ...: ---- */

static size_t ipython_prompt(const struct cell_line *line)
{
    const char *p = line->text, *end = p + line->len;
    if (end - p >= 6 && (memcmp(p, "[nav] ", 6) == 0 || memcmp(p, "[ins] ", 6) == 0))
        p += 6;
    else if (p < end && *p == ' ')
        p++;
    if (end - p > 4 && memcmp(p, "In [", 4) == 0) {
        const char *digits = p + 4, *q = digits;
        while (q < end && *q >= '0' && *q <= '9')
            q++;
        if (q > digits && end - q >= 3 && memcmp(q, "]: ", 3) == 0)
            return (size_t)(q + 3 - line->text);
    }
    p = line->text;
    while (p < end && strchr(" \t\n\r\f\v", *p) != NULL && *p != '\0')
        p++;
    const char *dots = p;
    while (p < end && *p == '.')
        p++;
    if (p - dots < 3 || p == end || *p != ':')
        return 0;
    p++;
    return (size_t)(p + (p < end && *p == ' ') - line->text);
}

bool lang_cell_strip_prompts(struct lang_arena *arena, struct cell_lines *lines)
{
    if (!strip_doctest(arena, lines))
        return false;
    if (lines->count == 0 ||
        (ipython_prompt(&lines->items[0]) == 0 && (lines->count < 2 || ipython_prompt(&lines->items[1]) == 0)))
        return true;
    for (size_t i = 0; i < lines->count; i++) {
        size_t n = ipython_prompt(&lines->items[i]);
        lines->items[i].text += n;
        lines->items[i].len -= n;
    }
    return true;
}
