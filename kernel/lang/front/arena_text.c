/* A text that grows in an arena, for translated cells and error messages. */
#include "front/arena_text.h"

#include <stdio.h>
#include <string.h>

#include "front/lexer.h"

void lang_arena_text_add(struct arena_text *out, const char *bytes, size_t len)
{
    if (out->failed)
        return;
    if (len > out->capacity - out->len) {
        size_t capacity = (out->len + len) * 2 + 64;
        char *grown = lang_arena_array(out->arena, capacity, 1);
        if (grown == NULL) {
            out->failed = true;
            return;
        }
        if (out->len != 0)
            memcpy(grown, out->bytes, out->len);
        out->bytes = grown;
        out->capacity = capacity;
    }
    if (len != 0)
        memcpy(out->bytes + out->len, bytes, len);
    out->len += len;
}

void lang_arena_text_add_string(struct arena_text *out, const char *string)
{
    lang_arena_text_add(out, string, strlen(string));
}

static void add_repr_character(struct arena_text *out, const char *bytes, size_t len, uint32_t c, char quote)
{
    char text[16];
    if (c == '\\' || c == (uint32_t)quote)
        snprintf(text, sizeof text, "\\%c", (char)c);
    else if (c == '\n' || c == '\r' || c == '\t')
        snprintf(text, sizeof text, "\\%c", c == '\n' ? 'n' : c == '\r' ? 'r' : 't');
    else if (lang_unicode_printable(c)) {
        lang_arena_text_add(out, bytes, len);
        return;
    } else if (c < 0x100)
        snprintf(text, sizeof text, "\\x%02x", (unsigned)c);
    else if (c < 0x10000)
        snprintf(text, sizeof text, "\\u%04x", (unsigned)c);
    else
        snprintf(text, sizeof text, "\\U%08x", (unsigned)c);
    lang_arena_text_add_string(out, text);
}

void lang_arena_text_add_repr(struct arena_text *out, const char *bytes, size_t len)
{
    bool has_single = len != 0 && memchr(bytes, '\'', len) != NULL;
    bool has_double = len != 0 && memchr(bytes, '"', len) != NULL;
    char quote = has_single && !has_double ? '"' : '\'';
    lang_arena_text_add(out, &quote, 1);
    for (const char *p = bytes; p < bytes + len;) {
        const char *start = p;
        uint32_t c = lang_utf8_next(&p);
        add_repr_character(out, start, (size_t)(p - start), c, quote);
    }
    lang_arena_text_add(out, &quote, 1);
}
