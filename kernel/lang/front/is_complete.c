/* Whether this text is a complete cell, by IPython's rules: first by lines and tokens, then by a parse that may say
 * "incomplete input". Touches no vm; parses in an arena of its own. */
#include "front/cell.h"
#include "front/scope.h"
#include "types.h"

#include <string.h>

/* Width of the indentation of a line, a tab counting 4. */
static uint32_t indentation(const struct cell_line *line)
{
    uint32_t width = 0;
    for (size_t i = 0; i < line->len && (line->text[i] == ' ' || line->text[i] == '\t'); i++)
        width += line->text[i] == '\t' ? 4 : 1;
    return width;
}

static uint32_t last_indentation(const struct cell_lines *lines)
{
    return lines->count == 0 ? 0 : indentation(&lines->items[lines->count - 1]);
}

/* Does the last line with anything in it end in a backslash? */
static bool ends_in_backslash(const char *text, size_t len)
{
    size_t end = len;
    for (size_t i = len; i > 0 && strchr(" \t\n\r\f\v", text[i - 1]) != NULL; i--) {
        if (text[i - 1] == '\n')
            end = i - 1;
    }
    return end > 0 && text[end - 1] == '\\';
}

/* Does the blank end of the text hold a newline? */
static bool ends_in_newline(const char *text, size_t len)
{
    while (len > 0 && strchr(" \t\n\r\f\v", text[len - 1]) != NULL) {
        if (text[--len] == '\n')
            return true;
    }
    return false;
}

/* What the scan of the translated text tells. */
struct overview {
    struct cell_logical last; /* the last line with code, or the unfinished one */
    bool has_code, is_open, is_blank_last, is_indented;
    uint32_t lines;
};

/* False: a dedent that matches nothing. */
static bool survey(const char *text, size_t len, struct overview *view)
{
    struct cell_scanner scanner;
    struct cell_logical line;
    *view = (struct overview){0};
    lang_cell_scan_init(&scanner, text, len);
    while (lang_cell_scan_next(&scanner, &line)) {
        view->is_blank_last = line.is_blank;
        view->is_open = line.state == CELL_IN_STRING || line.state == CELL_IN_BRACKETS;
        if (line.is_blank)
            continue;
        view->has_code = true;
        view->last = line;
    }
    view->is_indented = scanner.indent > 0;
    for (size_t i = 0; i < len; i++)
        view->lines += text[i] == '\n';
    if (scanner.balance < 0 && view->lines > 1)
        view->is_open = true;
    if (view->has_code && view->last.is_stray_last)
        view->is_open = false;
    return !scanner.bad_dedent;
}

static enum lang_complete_status by_parse(struct lang_arena *arena, const char *text, size_t len)
{
    struct lang_parse_options options = {.mode = LANG_PARSE_EXEC,
                                         .cell = true,
                                         .incomplete_input = true,
                                         .unicode_name = lang_unicode_lookup,
                                         .normal_name = lang_unicode_identifier};
    struct lang_parse_result result;
    struct lang_syntax_error error;
    struct lang_scope *scope;
    if (lang_parse(arena, text, len, &options, &result, &error) < 0)
        return strcmp(error.message, "incomplete input") == 0 ? LANG_INCOMPLETE : LANG_INVALID;
    if (lang_scope_analyze(arena, &result, &scope, &error) < 0) /* code that we cannot run may still be complete */
        return LANG_INVALID;
    return LANG_COMPLETE;
}

static enum lang_complete_status examine(struct lang_arena *arena, const char *text, size_t len, uint32_t *indent)
{
    struct cell_lines lines;
    struct arena_text translated = {.arena = arena};
    struct lang_syntax_error error;
    struct overview view;
    bool has_newline = ends_in_newline(text, len);
    if (has_newline) { /* a last line of blanks is none */
        while (len > 0 && (text[len - 1] == ' ' || text[len - 1] == '\t'))
            len--;
    }
    if (!lang_lexer_accepts(text, len) || !lang_cell_clean(arena, text, len, &lines))
        return LANG_INVALID;
    *indent = last_indentation(&lines);
    if (lines.count >= 1 && lines.items[0].len >= 2 && memcmp(lines.items[0].text, "%%", 2) == 0)
        return lang_cell_line_is_blank(&lines.items[lines.count - 1]) ? LANG_COMPLETE : LANG_INCOMPLETE;
    if (lang_cell_translate_lines(arena, &lines, &translated, &error) < 0 ||
        !survey(translated.bytes, translated.len, &view))
        return LANG_INVALID;
    if (view.is_open)
        return LANG_INCOMPLETE;
    if (view.has_code && !view.is_blank_last && translated.bytes[view.last.last] == ':') {
        *indent = (uint32_t)(view.last.first - view.last.start) + 4;
        return LANG_INCOMPLETE;
    }
    enum lang_complete_status status = by_parse(arena, translated.bytes, translated.len);
    if (status == LANG_COMPLETE && view.is_indented && !has_newline)
        return LANG_INCOMPLETE;
    return status;
}

enum lang_complete_status lang_is_complete(const char *text, size_t len, uint32_t *indent)
{
    struct lang_arena arena;
    uint32_t found = 0;
    lang_arena_init(&arena, 0);
    enum lang_complete_status status;
    if (ends_in_backslash(text, len)) {
        struct cell_line last = {text, len};
        while (last.len > 0 && last.text[last.len - 1] == '\n')
            last.len--;
        for (size_t i = last.len; i > 0; i--) {
            if (text[i - 1] == '\n') {
                last = (struct cell_line){text + i, last.len - i};
                break;
            }
        }
        found = indentation(&last);
        status = LANG_INCOMPLETE;
    } else {
        status = examine(&arena, text, len, &found);
    }
    lang_arena_free(&arena);
    *indent = status == LANG_INCOMPLETE ? found : 0;
    return status;
}
