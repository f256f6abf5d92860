/* Errors with positions in characters, and the questions about Unicode that the lexer asks. */
#include "front/lexer.h"
#include "front/unicode_identifiers.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const class_names[] = {
    [LANG_SYNTAX_ERROR] = "SyntaxError",
    [LANG_INDENTATION_ERROR] = "IndentationError",
    [LANG_TAB_ERROR] = "TabError",
    [LANG_SYNTAX_MEMORY] = "MemoryError",
    [LANG_SYNTAX_RECURSION] = "RecursionError",
    [LANG_SYNTAX_VALUE] = "ValueError",
    [LANG_SYNTAX_OVERFLOW] = "OverflowError",
};

const char *lang_syntax_class_name(enum lang_syntax_class kind)
{
    return class_names[kind];
}

void lang_lexer_no_memory(struct lang_syntax_error *error)
{
    *error = (struct lang_syntax_error){.kind = LANG_SYNTAX_MEMORY, .col = -1, .end_col = -1};
    error->class_name = lang_syntax_class_name(LANG_SYNTAX_MEMORY);
}

/* Bytes of a line, 1-based, to characters, 1-based. */
static int32_t to_characters(const struct lang_lexer *lexer, uint32_t line, int64_t col)
{
    if (col < 1 || line < lexer->first_line || line - lexer->first_line >= lexer->line_count)
        return (int32_t)col;
    const char *p = lexer->text + lexer->lines[line - lexer->first_line];
    int32_t n = 1;
    for (int64_t i = 0; i < col - 1 && p + i < lexer->text + lexer->len; i++)
        n += ((unsigned char)p[i] & 0xC0) != 0x80;
    return n;
}

/* An end in another line: CPython counts the characters of the line where the error begins, as far as they go. */
static int32_t to_characters_of(const struct lang_lexer *lexer, uint32_t line, int64_t col)
{
    if (col < 1 || line < lexer->first_line || line - lexer->first_line >= lexer->line_count)
        return (int32_t)col;
    const char *start = lexer->text + lexer->lines[line - lexer->first_line];
    int64_t length = (int64_t)strcspn(start, "\n");
    return to_characters(lexer, line, col > length + 1 ? length + 1 : col);
}

static void set_message(struct lang_syntax_error *error, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

static void set_message(struct lang_syntax_error *error, const char *format, va_list args)
{
    int n = vsnprintf(error->message, sizeof error->message, format, args);
    if (n < (int)sizeof error->message)
        return;
    size_t end = sizeof error->message - 1; /* do not cut a character in two */
    while (end > 0 && ((unsigned char)error->message[end - 1] & 0xC0) == 0x80)
        end--;
    if (end > 0 && (unsigned char)error->message[end - 1] >= 0xC0)
        end--;
    error->message[end] = '\0';
}

void lang_lexer_error(const struct lang_lexer *lexer, struct lang_syntax_error *error, enum lang_syntax_class kind,
                      uint32_t line, int64_t col, uint32_t end_line, int64_t end_col, const char *format, ...)
{
    va_list args;
    *error = (struct lang_syntax_error){.kind = kind, .class_name = lang_syntax_class_name(kind), .line = line};
    va_start(args, format);
    set_message(error, format, args);
    va_end(args);
    error->col = to_characters(lexer, line, col);
    error->end_line = end_line;
    error->end_col = end_line == line ? to_characters(lexer, line, end_col) : to_characters_of(lexer, line, end_col);
    if (line >= lexer->first_line && line - lexer->first_line < lexer->line_count) {
        const char *start = lexer->text + lexer->lines[line - lexer->first_line];
        error->text = start;
        error->text_len = (uint32_t)strcspn(start, "\n");
    }
}

int lang_lexer_warn(struct lang_lexer *lexer, bool deprecation, uint32_t line, uint32_t start, uint32_t end_line,
                    uint32_t end, const char *format, ...)
{
    char message[64];
    va_list args;
    struct lang_syntax_warning **at = &lexer->warnings, *warning;
    uint32_t col = lang_lexer_col(lexer, line, start);
    va_start(args, format);
    int length = vsnprintf(message, sizeof message, format, args);
    va_end(args);
    for (; *at != NULL; at = &(*at)->next) {
        if ((*at)->line == line && (*at)->col == col && (start == end || strcmp((*at)->message, message) == 0))
            return 0;
        if ((*at)->line > line || ((*at)->line == line && (*at)->col > col))
            break;
    }
    if (length < 0 || (warning = lang_arena_zalloc(lexer->arena, sizeof *warning)) == NULL ||
        (warning->message = lang_arena_copy(lexer->arena, message, strlen(message))) == NULL) {
        lang_lexer_no_memory(&lexer->error);
        return -1;
    }
    warning->deprecation = deprecation;
    warning->line = line;
    warning->end_line = end_line;
    warning->col = col;
    warning->end_col = lang_lexer_col(lexer, end_line, end);
    warning->next = *at;
    *at = warning;
    return 0;
}

int lang_lexer_fail_range(struct lang_lexer *lexer, int64_t col, int64_t end_col, const char *message)
{
    lexer->stop = LANG_LEXER_FAILED;
    lang_lexer_error(lexer, &lexer->error, LANG_SYNTAX_ERROR, lexer->line, col, lexer->line, end_col, "%s", message);
    lexer->error.col = (int32_t)col; /* bytes, as CPython's tokenizer has them here */
    lexer->error.end_col = (int32_t)end_col;
    return -1;
}

int lang_lexer_fail(struct lang_lexer *lexer, const char *format, ...)
{
    struct lang_syntax_error message;
    va_list args;
    va_start(args, format);
    set_message(&message, format, args);
    va_end(args);
    /* CPython counts the characters of the line up to its cursor, and takes that number as a 1-based column. */
    const char *line = lexer->text + lexer->lines[lexer->line - lexer->first_line];
    int64_t col = lexer->cur - line;
    while (col > 0 && ((unsigned char)line[col] & 0xC0) == 0x80)
        col--;
    lang_lexer_error(lexer, &lexer->error, LANG_SYNTAX_ERROR, lexer->line, 0, lexer->line, 0, "%s", message.message);
    lexer->error.col = lexer->error.end_col = to_characters(lexer, lexer->line, col + 1) - 1;
    lexer->stop = LANG_LEXER_FAILED;
    return -1;
}

static bool in_ranges(const struct unicode_range *ranges, size_t count, uint32_t c)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c > ranges[middle].high)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && c >= ranges[low].low;
}

bool lang_unicode_name_start(uint32_t c)
{
    if (c < 128)
        return c == '_' || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
    return in_ranges(name_start, sizeof name_start / sizeof *name_start, c);
}

bool lang_unicode_name_part(uint32_t c)
{
    if (c < 128)
        return lang_unicode_name_start(c) || (c >= '0' && c <= '9');
    return in_ranges(name_part, sizeof name_part / sizeof *name_part, c);
}

bool lang_unicode_printable(uint32_t c)
{
    if (c < 128)
        return c >= 32 && c < 127;
    return !in_ranges(unprintable, sizeof unprintable / sizeof *unprintable, c);
}

uint32_t lang_utf8_next(const char **p)
{
    const unsigned char *s = (const unsigned char *)*p;
    if (s[0] < 0x80) {
        *p += 1;
        return s[0];
    }
    if (s[0] < 0xE0) {
        *p += 2;
        return (uint32_t)(s[0] & 0x1F) << 6 | (s[1] & 0x3F);
    }
    if (s[0] < 0xF0) {
        *p += 3;
        return (uint32_t)(s[0] & 0x0F) << 12 | (uint32_t)(s[1] & 0x3F) << 6 | (s[2] & 0x3F);
    }
    *p += 4;
    return (uint32_t)(s[0] & 7) << 18 | (uint32_t)(s[1] & 0x3F) << 12 | (uint32_t)(s[2] & 0x3F) << 6 | (s[3] & 0x3F);
}
