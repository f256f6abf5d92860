/* The tolerant scan over a cell: logical lines, by quotes, brackets, comments and backslashes alone. What Python would
 * refuse is stepped over, since escapes are no Python. */
#include "front/cell.h"

#include <string.h>

void lang_cell_scan_init(struct cell_scanner *scanner, const char *text, size_t len)
{
    *scanner = (struct cell_scanner){.text = text, .len = len, .line = 1};
}

size_t lang_cell_physical_line(const char *text, const char *end)
{
    const char *newline = text == end ? NULL : memchr(text, '\n', (size_t)(end - text));
    return newline == NULL ? (size_t)(end - text) : (size_t)(newline + 1 - text);
}

static bool is_blank_char(char c)
{
    return c == ' ' || c == '\t' || c == '\f';
}

static bool is_name_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 128;
}

/* p is on a quote: the end of the string (after its closing quote); NULL where it is not closed: *eof tells whether the
 * text ended in it, else it is only a stray quote. */
static const char *skip_string(const char *p, const char *end, bool *eof)
{
    char quote = *p;
    bool triple = end - p >= 3 && p[1] == quote && p[2] == quote;
    const char *q = p + (triple ? 3 : 1);
    *eof = triple;
    for (; q < end; q++) {
        if (*q == '\\')
            q++;
        else if (*q == quote && (!triple || (end - q >= 3 && q[1] == quote && q[2] == quote)))
            return q + (triple ? 3 : 1);
        else if (*q == '\n' && !triple)
            return NULL;
    }
    return NULL;
}

/* Steps over indentation to the first token; pushes and pops levels for a line of code. False: a bad dedent. */
static bool scan_indentation(struct cell_scanner *scanner, struct cell_logical *line)
{
    const char *p = scanner->text + scanner->pos, *end = scanner->text + scanner->len;
    uint32_t col = 0;
    for (; p < end && is_blank_char(*p); p++)
        col = *p == '\t' ? (col / 8 + 1) * 8 : *p == '\f' ? 0 : col + 1;
    line->start = scanner->pos;
    while (p + 1 < end && *p == '\\' && p[1] == '\n') { /* a continuation of nothing */
        scanner->line++;
        for (p += 2; p < end && is_blank_char(*p);)
            p++;
    }
    line->first = line->last = (size_t)(p - scanner->text);
    line->col = col;
    line->is_blank = p == end || *p == '\n' || *p == '#';
    line->is_comment_last = p < end && *p == '#';
    if (line->is_blank || scanner->balance < 0)
        return true;
    if (col > scanner->indents[scanner->indent] && scanner->indent + 1 < LANG_LEXER_INDENTS)
        scanner->indents[++scanner->indent] = col;
    while (col < scanner->indents[scanner->indent])
        scanner->indent--;
    scanner->bad_dedent = col > scanner->indents[scanner->indent] && scanner->indent + 1 < LANG_LEXER_INDENTS;
    return !scanner->bad_dedent;
}

/* p is after the first `=`: is there an escape? */
static size_t find_escape(const char *text, const char *p, const char *end)
{
    while (p < end && (is_blank_char(*p) || (*p == '\\' && p + 1 < end && p[1] == '\n')))
        p += *p == '\\' ? 2 : 1;
    const char *escape = p;
    if (p == end)
        return 0;
    if (*p == '!')
        return p + 1 < end && p[1] == '=' ? 0 : (size_t)(escape - text);
    if (*p != '%')
        return 0;
    for (p++; p < end && is_blank_char(*p);)
        p++;
    return p < end && is_name_start(*p) ? (size_t)(escape - text) : 0;
}

bool lang_cell_scan_next(struct cell_scanner *scanner, struct cell_logical *line)
{
    const char *text = scanner->text, *end = text + scanner->len;
    uint32_t depth = 0;
    bool seen_equal = false;
    *line = (struct cell_logical){.state = CELL_FINISHED};
    if (scanner->pos >= scanner->len || !scan_indentation(scanner, line))
        return false;
    for (const char *p = text + line->first; p < end; p++) {
        bool eof;
        const char *after;
        switch (*p) {
        case '\n':
            scanner->line++;
            if (depth > 0)
                continue;
            scanner->pos = line->end = (size_t)(p + 1 - text);
            return true;
        case '#':
            line->is_comment_last = true;
            p = memchr(p, '\n', (size_t)(end - p));
            if (p == NULL)
                p = end;
            p--;
            continue;
        case '"':
        case '\'':
            after = skip_string(p, end, &eof);
            if (after == NULL && eof) {
                line->state = CELL_IN_STRING;
                goto ended;
            }
            line->last = (size_t)(p - text);
            line->is_comment_last = false;
            line->is_stray_last = after == NULL;
            for (const char *q = p; after != NULL && q < after; q++)
                scanner->line += *q == '\n';
            p = after == NULL ? p : after - 1;
            continue;
        case '\\':
            if (p + 1 < end && p[1] == '\n') {
                scanner->line++;
                p++;
                if (p + 1 == end) {
                    line->state = CELL_AFTER_BACKSLASH;
                    goto ended;
                }
            }
            continue;
        case '(':
        case '[':
        case '{':
            depth++;
            scanner->balance++;
            break;
        case ')':
        case ']':
        case '}':
            depth -= depth > 0;
            scanner->balance--;
            break;
        case '=':
            if (p + 1 < end && p[1] == '=') {
                p++;
            } else if (depth == 0 && !seen_equal && (p == text || strchr("!<>:+-*/%@&|^", p[-1]) == NULL)) {
                seen_equal = true;
                line->escape = find_escape(text, p + 1, end);
            }
            break;
        case ' ':
        case '\t':
        case '\f':
            continue;
        default:
            break;
        }
        line->last = (size_t)(p - text);
        line->is_comment_last = false;
        line->is_stray_last = *p == '?' || *p == '$' || *p == '`' || (*p == '!' && (p + 1 == end || p[1] != '='));
    }
    line->state = CELL_IN_BRACKETS;
ended:
    scanner->pos = line->end = scanner->len;
    return true;
}
