/*
 * text.c - a growing byte string, JSON strings and UTF-8.
 *
 * Owns nothing but the text it is given. Must not know what the JSON means. A failed allocation marks the text and is
 * reported once, by whoever sends it.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "wire.h"

int wire_error_set(struct wire_error *error, const char *format, ...)
{
    if (error && !error->text[0]) {
        va_list args;
        va_start(args, format);
        vsnprintf(error->text, sizeof error->text, format, args);
        va_end(args);
    }
    return -1;
}

static bool reserve(struct wire_text *text, size_t more)
{
    if (text->failed)
        return false;
    if (more > SIZE_MAX / 4 - text->length - 1) {
        text->failed = true;
        return false;
    }
    size_t need = text->length + more + 1;
    if (need <= text->capacity)
        return true;
    size_t capacity = text->capacity ? text->capacity : 128;
    while (capacity < need)
        capacity *= 2;
    char *data = realloc(text->data, capacity);
    if (!data) {
        text->failed = true;
        return false;
    }
    text->data = data;
    text->capacity = capacity;
    return true;
}

void wire_text_add(struct wire_text *text, const char *bytes, size_t length)
{
    if (!reserve(text, length))
        return;
    if (length)
        memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void wire_text_put(struct wire_text *text, const char *string)
{
    wire_text_add(text, string, strlen(string));
}

void wire_text_printf(struct wire_text *text, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0)
        text->failed = true;
    else if (reserve(text, (size_t)length)) {
        vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
}

/* The length of the valid sequence at p, 0 when it is invalid; *bad is then the number of bytes one U+FFFD stands for,
 * and *cut says that the sequence is fine so far but the text ends inside it. */
static int sequence(const unsigned char *p, size_t left, int *bad, bool *cut)
{
    unsigned char lead = p[0];
    int length;
    unsigned char low = 0x80, high = 0xbf;
    *bad = 1;
    *cut = false;
    if (lead < 0x80)
        return 1;
    if (lead >= 0xc2 && lead <= 0xdf)
        length = 2;
    else if (lead >= 0xe0 && lead <= 0xef) {
        length = 3;
        if (lead == 0xe0)
            low = 0xa0;
        else if (lead == 0xed)
            high = 0x9f;
    } else if (lead >= 0xf0 && lead <= 0xf4) {
        length = 4;
        if (lead == 0xf0)
            low = 0x90;
        else if (lead == 0xf4)
            high = 0x8f;
    } else
        return 0;
    for (int i = 1; i < length; i++) {
        if ((size_t)i >= left) {
            *bad = i;
            *cut = true;
            return 0;
        }
        if (p[i] < low || p[i] > high) {
            *bad = i;
            return 0;
        }
        low = 0x80;
        high = 0xbf;
    }
    return length;
}

size_t wire_utf8_complete(const char *bytes, size_t length)
{
    for (size_t back = 1; back <= 3 && back <= length; back++) {
        unsigned char byte = (unsigned char)bytes[length - back];
        if (byte < 0x80)
            break;
        if (byte >= 0xc0) {
            int bad;
            bool cut;
            if (!sequence((const unsigned char *)bytes + length - back, back, &bad, &cut) && cut)
                return length - back;
            break;
        }
    }
    return length;
}

void wire_text_utf8(struct wire_text *text, const char *bytes, size_t length)
{
    const unsigned char *p = (const unsigned char *)bytes;
    size_t start = 0, at = 0;
    while (at < length) {
        int bad;
        bool cut;
        int whole = sequence(p + at, length - at, &bad, &cut);
        if (whole) {
            at += (size_t)whole;
            continue;
        }
        wire_text_add(text, bytes + start, at - start);
        wire_text_add(text, "\xef\xbf\xbd", 3);
        at += (size_t)bad;
        start = at;
    }
    wire_text_add(text, bytes + start, length - start);
}

/* The short escapes of JSON; other control characters become \u00XX. */
static const char *escape(unsigned char c, char unicode[8])
{
    switch (c) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    case '\b':
        return "\\b";
    case '\f':
        return "\\f";
    default:
        snprintf(unicode, 8, "\\u%04x", c);
        return unicode;
    }
}

void wire_text_string(struct wire_text *text, const char *bytes, size_t length)
{
    const unsigned char *p = (const unsigned char *)bytes;
    size_t start = 0, at = 0;
    char unicode[8];
    wire_text_add(text, "\"", 1);
    while (at < length) {
        unsigned char c = p[at];
        if (c >= 0x20 && c < 0x80 && c != '"' && c != '\\') {
            at++;
            continue;
        }
        if (c < 0x80) {
            wire_text_add(text, bytes + start, at - start);
            wire_text_put(text, escape(c, unicode));
            start = ++at;
            continue;
        }
        int bad;
        bool cut;
        int whole = sequence(p + at, length - at, &bad, &cut);
        if (whole) {
            at += (size_t)whole;
            continue;
        }
        wire_text_add(text, bytes + start, at - start);
        wire_text_add(text, "\xef\xbf\xbd", 3);
        at += (size_t)bad;
        start = at;
    }
    wire_text_add(text, bytes + start, length - start);
    wire_text_add(text, "\"", 1);
}

void wire_text_cstring(struct wire_text *text, const char *string)
{
    wire_text_string(text, string, strlen(string));
}

static int dump(const char *bytes, size_t length, void *text)
{
    wire_text_add(text, bytes, length);
    return ((struct wire_text *)text)->failed ? -1 : 0;
}

void wire_text_json(struct wire_text *text, const json_t *value)
{
    if (!value)
        wire_text_put(text, "null");
    else if (json_dump_callback(value, dump, text, JSON_COMPACT | JSON_ENCODE_ANY))
        text->failed = true;
}

void wire_text_clear(struct wire_text *text)
{
    free(text->data);
    *text = (struct wire_text){0};
}
