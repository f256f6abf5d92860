/*
 * introspect.c - complete, inspect and is_complete, answered by the language.
 *
 * Owns the shape of the replies and the completion of magic names, which the language does not know. Runs on interp, or
 * on the service thread while a cell runs.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "session.h"

/* The number of code points of UTF-8 text. */
static int64_t code_points(const char *text, size_t length)
{
    int64_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += (text[i] & 0xc0) != 0x80;
    return count;
}

/* The cursor in code points: absent is the end, positions outside are clamped. */
static int64_t cursor_of(struct wire_request *request, const char *code, size_t length)
{
    int64_t end = code_points(code, length);
    long long cursor = wire_content_int(request, "cursor_pos", end);
    return cursor < 0 ? 0 : cursor > end ? end : cursor;
}

static size_t byte_offset(const char *text, size_t length, int64_t points)
{
    size_t at = 0;
    while (at < length && (points > 0 || (text[at] & 0xc0) == 0x80))
        points -= (text[at++] & 0xc0) != 0x80;
    return at;
}

/* ---- complete ---- */

struct matches {
    struct wire_text list, types;
    int64_t start, end;
    size_t count;
};

static void add_match(struct matches *m, const char *text, const char *type, const char *signature)
{
    const char *comma = m->count++ ? "," : "";
    wire_text_put(&m->list, comma);
    wire_text_cstring(&m->list, text);
    wire_text_printf(&m->types, "%s{\"start\":%lld,\"end\":%lld,\"text\":", comma, (long long)m->start,
                     (long long)m->end);
    wire_text_cstring(&m->types, text);
    wire_text_put(&m->types, ",\"type\":");
    wire_text_cstring(&m->types, type ? type : "<unknown>");
    wire_text_put(&m->types, ",\"signature\":");
    wire_text_cstring(&m->types, signature ? signature : "");
    wire_text_put(&m->types, "}");
}

struct word {
    const char *text; /* without % */
    size_t length;
    int percents;
    bool line_start; /* nothing but blanks before it */
    bool bare;       /* not an attribute, nor inside a string as far as its neighbour tells */
    int64_t start;   /* code points, % included */
};

static bool word_byte(unsigned char c)
{
    return c == '_' || c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The word that ends at the cursor, with up to two % before it. */
static struct word word_before(const char *code, size_t cursor)
{
    size_t begin = cursor;
    while (begin > 0 && word_byte((unsigned char)code[begin - 1]))
        begin--;
    struct word word = {code + begin, cursor - begin, 0, false, false, 0};
    while (word.percents < 2 && begin > 0 && code[begin - 1] == '%') {
        begin--;
        word.percents++;
    }
    word.bare = begin == 0 || !strchr(".\"'/\\", code[begin - 1]);
    size_t line = begin;
    while (line > 0 && (code[line - 1] == ' ' || code[line - 1] == '\t'))
        line--;
    size_t first = line;
    while (first > 0 && code[first - 1] != '\n')
        first--;
    first += strspn(code + first, " \t");
    if (!strncmp(code + first, "import ", 7) || !strncmp(code + first, "from ", 5))
        word.bare = false;
    word.line_start = line == 0 || code[line - 1] == '\n' || code[line - 1] == '=';
    word.start = code_points(code, begin);
    return word;
}

/* Magics that begin with the word. Without a percent sign a magic gives way to a variable of its name. */
static void add_magics(struct lang_thread *t, struct matches *m, const struct word *word)
{
    bool cell;
    char text[80];
    const char *name;
    for (size_t i = 0; (name = kernel_magic_name(i, &cell)); i++) {
        if (strncmp(name, word->text, word->length) || (!cell && word->percents == 2))
            continue;
        if (!word->percents && (!lang_is_undef(lang_dict_get_c(t, lang_main_dict(t), name)) ||
                                !lang_is_undef(lang_dict_get_c(t, lang_builtins_dict(t), name))))
            continue;
        snprintf(text, sizeof text, "%s%s", cell ? "%%" : "%", name);
        add_match(m, text, "magic", NULL);
    }
}

static void complete(struct lang_thread *t, const char *code, size_t length, int64_t cursor, struct matches *m)
{
    struct word word = word_before(code, byte_offset(code, length, cursor));
    m->start = m->end = cursor;
    if (word.percents && word.line_start) {
        m->start = word.start;
        add_magics(t, m, &word);
        if (!m->count)
            m->start = cursor;
        return;
    }
    struct lang_completions found = {0};
    if (lang_complete(t, code, length, cursor, &found)) {
        lang_error_clear(t);
        return;
    }
    if (found.count) {
        m->start = found.start;
        m->end = found.end;
    }
    for (size_t i = 0; i < found.count; i++)
        add_match(m, found.items[i].text, found.items[i].type, found.items[i].signature);
    lang_completions_free(&found);
    if (word.bare && word.length && (!m->count || m->start == word.start)) {
        m->start = word.start;
        m->end = cursor;
        add_magics(t, m, &word);
        if (!m->count)
            m->start = cursor;
    }
}

void kernel_handle_complete(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    size_t length;
    const char *code = wire_content_string(request, "code", &length, "");
    int64_t cursor = cursor_of(request, code, length);
    struct matches m = {.start = cursor, .end = cursor};
    struct lang_thread *t = kernel_enter(kernel);
    if (t) {
        complete(t, code, length, cursor, &m);
        lang_unlock(t);
    }
    wire_text_put(&reply->content, "{\"status\":\"ok\",\"matches\":[");
    wire_text_put(&reply->content, m.list.data ? m.list.data : "");
    wire_text_printf(&reply->content,
                     "],\"cursor_start\":%lld,\"cursor_end\":%lld,\"metadata\":{\"_jupyter_types_experimental\":[",
                     (long long)m.start, (long long)m.end);
    wire_text_put(&reply->content, m.types.data ? m.types.data : "");
    wire_text_put(&reply->content, "]}}");
    reply->content.failed |= m.list.failed | m.types.failed;
    wire_text_clear(&m.list);
    wire_text_clear(&m.types);
}

/* ---- inspect, is_complete ---- */

/* What there is to say of the magic whose name is at the cursor; malloc'ed, or NULL. */
static char *about_magic(struct lang_thread *t, const char *code, size_t length, int64_t cursor, bool source)
{
    size_t at = byte_offset(code, length, cursor);
    while (at < length && word_byte((unsigned char)code[at]))
        at++;
    struct word word = word_before(code, at);
    char name[64];
    if (!word.length || word.length >= sizeof name || !word.line_start)
        return NULL;
    snprintf(name, sizeof name, "%.*s", (int)word.length, word.text);
    return kernel_about_magic(t, name, source);
}

void kernel_handle_inspect(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    size_t length;
    const char *code = wire_content_string(request, "code", &length, "");
    char *text = NULL;
    struct lang_thread *t = kernel_enter(kernel);
    if (t) {
        int detail = wire_content_int(request, "detail_level", 0) > 0;
        if (lang_inspect(t, code, length, cursor_of(request, code, length), detail, &text)) {
            lang_error_clear(t);
            text = NULL;
        }
        if (!text)
            text = about_magic(t, code, length, cursor_of(request, code, length), detail);
        if (text && kernel->plain_reports)
            kernel_uncolour(text);
        lang_unlock(t);
    }
    wire_text_printf(&reply->content, "{\"status\":\"ok\",\"found\":%s,\"data\":{", text ? "true" : "false");
    if (text) {
        wire_text_put(&reply->content, "\"text/plain\":");
        wire_text_cstring(&reply->content, text);
    }
    wire_text_put(&reply->content, "},\"metadata\":{}}");
    free(text);
}

void kernel_handle_is_complete(struct kernel *kernel, struct wire_request *request, struct kernel_reply *reply)
{
    static const char *const word[] = {
        [LANG_CELL_COMPLETE] = "complete", [LANG_CELL_INCOMPLETE] = "incomplete", [LANG_CELL_INVALID] = "invalid"};
    size_t length;
    int indent = 0;
    const char *code = wire_content_string(request, "code", &length, "");
    (void)kernel;
    enum lang_cell_state answer = lang_cell_state(code, length, &indent);
    wire_text_printf(&reply->content, "{\"status\":\"%s\"", word[answer]);
    if (answer == LANG_CELL_INCOMPLETE)
        wire_text_printf(&reply->content, ",\"indent\":\"%*s\"", indent > 1000 ? 1000 : indent, "");
    wire_text_put(&reply->content, "}");
}
