/* Strings: adjacent literals joined into one Constant, or with f-strings into a JoinedStr.
 *
 * A replacement field is found in the text of the token by CPython 3.11's own scan (no backslash, no `#`, quotes other
 * than the outer ones), then its range of the source is lexed again as if in round brackets and parsed. So every node
 * inside an f-string has its true position in the source; only the errors inside are reported as CPython does, about a
 * text of their own, "(expression)". */
#include "front/literal.h"

#include <string.h>

/* One STRING token, taken apart. */
struct string_token {
    const char *start, *end; /* between the quotes */
    bool is_raw, is_bytes, is_format, is_u;
};

/* What the literals of one atom amount to so far. */
struct joined {
    uint32_t first, last;          /* tokens */
    struct literal_buffer literal; /* not yet put into values */
    bool is_format, has_u;
    uint32_t mark; /* values are on the parser's stack from here */
};

static bool parse_format(struct parser *p, struct joined *joined, const char **s, const char *end, bool is_raw,
                         int level);

static struct string_token split_token(struct parser *p, uint32_t token)
{
    p->literal_token = token;
    const struct lang_token *t = &p->tokens[token];
    struct string_token string = {.start = p->lexer->text + t->start, .end = p->lexer->text + t->end};
    for (; *string.start != '"' && *string.start != '\''; string.start++) {
        switch (*string.start | 0x20) {
        case 'r':
            string.is_raw = true;
            break;
        case 'b':
            string.is_bytes = true;
            break;
        case 'f':
            string.is_format = true;
            break;
        default:
            string.is_u = *string.start == 'u';
        }
    }
    int quotes =
        string.end - string.start >= 6 && string.start[1] == *string.start && string.start[2] == *string.start ? 3 : 1;
    string.start += quotes;
    string.end -= quotes;
    return string;
}

/* A node that spans all tokens of the atom. */
static void *spanning(struct parser *p, const struct joined *joined, enum ast_kind kind, size_t size)
{
    struct ast_node *node = lang_parse_node(p, kind, size, position_of(p, joined->first));
    if (node == NULL)
        return NULL;
    const struct lang_token *last = &p->tokens[joined->last];
    node->end_line = last->end_line;
    node->end_col = lang_lexer_col(p->lexer, last->end_line, last->end);
    return node;
}

static struct ast_node *literal_constant(struct parser *p, struct joined *joined)
{
    struct ast_constant *node = spanning(p, joined, AST_CONSTANT, sizeof *node);
    if (node == NULL)
        return NULL;
    node->value.type = AST_VALUE_STR;
    node->value.text = (struct ast_text){joined->literal.bytes, joined->literal.len};
    node->value.has_surrogates = joined->literal.has_surrogates;
    node->value.is_ascii = joined->literal.is_ascii;
    node->value.has_u = joined->has_u;
    joined->literal = (struct literal_buffer){.is_ascii = true};
    return &node->base;
}

static bool push_literal(struct parser *p, struct joined *joined)
{
    if (joined->literal.len == 0)
        return true;
    struct ast_node *node = literal_constant(p, joined);
    return node != NULL && lang_parse_push(p, node);
}

static bool append_text(struct parser *p, struct joined *joined, const char *start, const char *end, bool is_raw)
{
    const char *last = end;
    while (!is_raw && last > start && last[-1] == '\\')
        last--;
    if ((end - last) % 2) /* before the brace of a field: it stands for itself */
        return append_text(p, joined, start, end - 1, is_raw) && lang_literal_append(p, &joined->literal, "\\", 1);
    if (!is_raw && memchr(start, '\\', (size_t)(end - start)) != NULL)
        return lang_literal_decode_str(p, &joined->literal, start, (size_t)(end - start));
    for (const char *s = start; s < end && joined->literal.is_ascii; s++)
        joined->literal.is_ascii = (unsigned char)*s < 0x80;
    return lang_literal_append(p, &joined->literal, start, (size_t)(end - start));
}

/* ---- replacement fields ---- */

static void *format_error(struct parser *p, const char *message)
{
    return lang_parse_raise(p, LANG_SYNTAX_ERROR, "f-string: %s", message);
}

/* Scans the expression of a field as CPython does; returns its end (on `}`, `!`, `:` or `=`), NULL raised. */
static const char *expression_end(struct parser *p, const char *s, const char *end)
{
    char stack[LANG_LEXER_BRACKETS], quote = '\0';
    int depth = 0;
    bool triple = false;
    for (; s < end; s++) {
        char c = *s, next = s + 1 < end ? s[1] : '\0';
        if (c == '\\')
            return lang_parse_raise(p, LANG_SYNTAX_ERROR, "f-string expression part cannot include a backslash");
        if (quote != '\0') {
            if (c == quote && (!triple || (s + 2 < end && next == c && s[2] == c))) {
                s += triple ? 2 : 0;
                quote = '\0';
            }
        } else if (c == '\'' || c == '"') {
            triple = s + 2 < end && next == c && s[2] == c;
            s += triple ? 2 : 0;
            quote = c;
        } else if (c == '[' || c == '{' || c == '(') {
            if (depth >= LANG_LEXER_BRACKETS)
                return format_error(p, "too many nested parenthesis");
            stack[depth++] = c;
        } else if (c == '#') {
            return lang_parse_raise(p, LANG_SYNTAX_ERROR, "f-string expression part cannot include '#'");
        } else if (depth == 0 && strchr("!:}=<>", c) != NULL) {
            if (next == '=' && strchr("!=<>", c) != NULL)
                s++;
            else if (c != '<' && c != '>')
                return s;
        } else if (c == ']' || c == '}' || c == ')') {
            if (depth == 0)
                return lang_parse_raise(p, LANG_SYNTAX_ERROR, "f-string: unmatched '%c'", c);
            char open = stack[--depth];
            if (open != (c == ')' ? '(' : c == ']' ? '[' : '{'))
                return lang_parse_raise(p, LANG_SYNTAX_ERROR,
                                        "f-string: closing parenthesis '%c' does not match opening parenthesis '%c'", c,
                                        open);
        }
    }
    if (quote != '\0')
        return format_error(p, "unterminated string");
    if (depth != 0)
        return lang_parse_raise(p, LANG_SYNTAX_ERROR, "f-string: unmatched '%c'", stack[depth - 1]);
    return format_error(p, "expecting '}'");
}

/* An error inside a field speaks of the text "(expression)": moves its columns and gives it that text. */
static void move_error_to_field(struct parser *p, uint32_t line, const char *start, const char *end)
{
    struct lang_syntax_error *error = p->error;
    int32_t before = 0;
    const char *brace = start - 1;
    for (const char *s = p->lexer->text + p->lexer->lines[line - p->lexer->first_line]; s < brace; s++)
        before += ((unsigned char)*s & 0xC0) != 0x80;
    if (error->line == line && error->col > 0)
        error->col -= before;
    if (error->end_line == line && error->end_col > 0)
        error->end_col -= before;
    if (error->line != line || p->options->cell) /* of a cell, the line is shown as it stands there */
        return;
    const char *newline = memchr(start, '\n', (size_t)(end - start));
    size_t len = (size_t)((newline != NULL ? newline : end) - start);
    char *text = lang_arena_alloc(p->arena, len + 2);
    if (text == NULL)
        return;
    text[0] = '(';
    memcpy(text + 1, start, len);
    text[len + 1] = ')';
    error->text = text;
    error->text_len = (uint32_t)(len + (newline == NULL ? 2 : 1));
}

/* Parses the tokens from `first` on: an atom in round brackets. Twice if need be, as a text of its own would be. */
static struct ast_node *parse_part(struct parser *p, uint32_t first)
{
    struct ast_node *node;
    bool outer_diagnose = p->diagnose, outer_quiet = p->quiet;
    uint32_t outer_furthest = p->furthest, stack = p->stack_count;
    p->diagnose = p->quiet = false;
    p->pos = p->furthest = first;
    node = lang_parse_star_expressions(p);
    if (node == NULL && !p->failed) {
        uint32_t last = p->furthest;
        p->diagnose = true;
        p->pos = first;
        p->stack_count = stack;
        lang_parse_star_expressions(p);
        if (!p->failed)
            lang_parse_raise_token(p, last, "invalid syntax");
    }
    p->diagnose = outer_diagnose;
    p->quiet = outer_quiet;
    p->furthest = outer_furthest;
    return node;
}

/* The expression in text[start, end), which is not blank. */
static struct ast_node *parse_field_expression(struct parser *p, const struct joined *joined, const char *start,
                                               const char *end)
{
    struct lang_lexer *lexer = p->lexer;
    uint32_t count = lexer->count, pos = p->pos, outer_start = p->fstring_start;
    enum lang_lexer_stop stop = lexer->stop;
    struct lang_syntax_error lexer_error = lexer->error;
    uint32_t offset = (uint32_t)(start - lexer->text);
    uint32_t line = p->tokens[joined->first].line;
    while (line - lexer->first_line + 1 < lexer->line_count && lexer->lines[line - lexer->first_line + 1] <= offset)
        line++;
    struct ast_node *node = NULL;
    if (!lang_parse_enter(p))
        return NULL;
    if (lang_lexer_run_part(lexer, offset, (uint32_t)(end - lexer->text), line) < 0) {
        lang_parse_no_memory(p);
    } else {
        p->tokens = lexer->tokens;
        p->fstring_start = offset;
        node = parse_part(p, count);
        if (p->failed && outer_start == 0 && p->error->kind <= LANG_TAB_ERROR)
            move_error_to_field(p, line, start, end);
    }
    lang_parse_leave(p);
    p->fstring_start = outer_start;
    p->tokens = lexer->tokens;
    lexer->count = count;
    lexer->stop = stop;
    lexer->error = lexer_error;
    p->pos = pos;
    return p->failed ? NULL : node;
}

static bool is_blank(const char *start, const char *end)
{
    while (start < end && (*start == ' ' || *start == '\t' || *start == '\n' || *start == '\f'))
        start++;
    return start == end;
}

static struct ast_node *format_spec(struct parser *p, const struct joined *outer, const char **s, const char *end,
                                    bool is_raw, int level)
{
    struct joined spec = {.first = outer->first, .last = outer->last, .has_u = outer->has_u, .mark = p->stack_count};
    spec.literal.is_ascii = true;
    if (!parse_format(p, &spec, s, end, is_raw, level + 1) || !push_literal(p, &spec))
        return NULL;
    struct ast_joined_str *node = spanning(p, &spec, AST_JOINED_STR, sizeof *node);
    return node != NULL && lang_parse_take(p, spec.mark, &node->values) ? &node->base : NULL;
}

/* {expression [=] [!conversion] [:spec]}, *s on the brace. */
static bool parse_field(struct parser *p, struct joined *joined, const char **s, const char *end, bool is_raw,
                        int level)
{
    const char *start = *s + 1, *after;
    bool is_debug = false;
    if (level >= 2)
        return format_error(p, "expressions nested too deeply") != NULL;
    after = expression_end(p, start, end);
    if (after == NULL)
        return false;
    if (is_blank(start, after)) {
        if (*after != '}')
            return lang_parse_raise(p, LANG_SYNTAX_ERROR, "f-string: expression required before '%c'", *after) != NULL;
        return format_error(p, "empty expression not allowed") != NULL;
    }
    struct ast_formatted_value *node = spanning(p, joined, AST_FORMATTED_VALUE, sizeof *node);
    if (node == NULL || (node->value = parse_field_expression(p, joined, start, after)) == NULL)
        return false;
    node->conversion = -1;
    if (*after == '=') {
        is_debug = true;
        after++;
        while (after < end && strchr(" \t\n\v\f\r", *after) != NULL)
            after++;
        if (!append_text(p, joined, start, after, true))
            return false;
    }
    if (after < end && *after == '!') {
        if (++after >= end)
            return format_error(p, "expecting '}'") != NULL;
        node->conversion = *after++;
        if (node->conversion != 's' && node->conversion != 'r' && node->conversion != 'a')
            return format_error(p, "invalid conversion character: expected 's', 'r', or 'a'") != NULL;
    }
    if (after < end && *after == ':') {
        if (++after >= end)
            return format_error(p, "expecting '}'") != NULL;
        node->format_spec = format_spec(p, joined, &after, end, is_raw, level);
        if (node->format_spec == NULL)
            return false;
    }
    if (after >= end || *after != '}')
        return format_error(p, "expecting '}'") != NULL;
    *s = after + 1;
    if (is_debug && node->format_spec == NULL && node->conversion == -1)
        node->conversion = 'r';
    return push_literal(p, joined) && lang_parse_push(p, node);
}

/* Literal text up to the next field or the end (in a format spec: or its `}`). */
static bool parse_literal(struct parser *p, struct joined *joined, const char **s, const char *end, bool is_raw,
                          int level)
{
    const char *start = *s, *q = start;
    while (q < end) {
        char c = *q++;
        if (!is_raw && c == '\\' && q < end) {
            c = *q++;
            if (c == 'N') {
                if (q < end && *q++ == '{') {
                    while (q < end && *q++ != '}')
                        continue;
                }
                continue;
            }
        }
        if (c != '{' && c != '}')
            continue;
        if (level == 0 && q < end && *q == c) { /* doubled: one of them is text */
            if (!append_text(p, joined, start, q, is_raw))
                return false;
            start = ++q;
            continue;
        }
        if (level == 0 && c == '}')
            return format_error(p, "single '}' is not allowed") != NULL;
        q--;
        break;
    }
    *s = q;
    return append_text(p, joined, start, q, is_raw);
}

static bool parse_format(struct parser *p, struct joined *joined, const char **s, const char *end, bool is_raw,
                         int level)
{
    for (;;) {
        if (!parse_literal(p, joined, s, end, is_raw, level))
            return false;
        if (*s >= end || **s == '}')
            return true;
        if (!parse_field(p, joined, s, end, is_raw, level))
            return false;
    }
}

/* ---- the atom ---- */

static struct ast_node *bytes_constant(struct parser *p, const struct joined *joined)
{
    struct literal_buffer buffer = {0};
    for (uint32_t i = joined->first; i <= joined->last; i++) {
        struct string_token string = split_token(p, i);
        for (const char *s = string.start; s < string.end; s++) {
            if ((unsigned char)*s >= 0x80)
                return lang_parse_raise(p, LANG_SYNTAX_ERROR, "bytes can only contain ASCII literal characters");
        }
        size_t len = (size_t)(string.end - string.start);
        if (string.is_raw ? !lang_literal_append(p, &buffer, string.start, len)
                          : !lang_literal_decode_bytes(p, &buffer, string.start, len))
            return NULL;
    }
    struct ast_constant *node = spanning(p, joined, AST_CONSTANT, sizeof *node);
    if (node == NULL)
        return NULL;
    node->value.type = AST_VALUE_BYTES;
    node->value.text = (struct ast_text){buffer.bytes != NULL ? buffer.bytes : "", buffer.len};
    return &node->base;
}

/* The common case: one plain literal without escapes needs no copy. */
static struct ast_node *plain_constant(struct parser *p, struct joined *joined, const struct string_token *string)
{
    size_t len = (size_t)(string->end - string->start);
    if (!string->is_raw && memchr(string->start, '\\', len) != NULL) {
        if (!lang_literal_decode_str(p, &joined->literal, string->start, len))
            return NULL;
    } else {
        for (const char *s = string->start; s < string->end && joined->literal.is_ascii; s++)
            joined->literal.is_ascii = (unsigned char)*s < 0x80;
        joined->literal.bytes = (char *)(uintptr_t)string->start;
        joined->literal.len = len;
    }
    return literal_constant(p, joined);
}

static struct ast_node *joined_strings(struct parser *p, struct joined *joined)
{
    for (uint32_t i = joined->first; i <= joined->last; i++) {
        struct string_token string = split_token(p, i);
        const char *s = string.start;
        joined->is_format = joined->is_format || string.is_format;
        if (string.is_format ? !parse_format(p, joined, &s, string.end, string.is_raw, 0)
                             : !append_text(p, joined, s, string.end, string.is_raw))
            return NULL;
    }
    if (!joined->is_format)
        return literal_constant(p, joined);
    if (!push_literal(p, joined))
        return NULL;
    struct ast_joined_str *node = spanning(p, joined, AST_JOINED_STR, sizeof *node);
    return node != NULL && lang_parse_take(p, joined->mark, &node->values) ? &node->base : NULL;
}

/* str and bytes side by side: an error, but one in an earlier literal comes first. */
static void *mixed_strings(struct parser *p, struct joined *joined)
{
    bool was_bytes = false;
    for (uint32_t i = joined->first; i <= joined->last && !p->failed; i++) {
        struct string_token string = split_token(p, i);
        struct joined one = {.first = i, .last = i, .mark = p->stack_count, .literal.is_ascii = true};
        const char *s = string.start;
        if (string.is_bytes)
            bytes_constant(p, &one);
        else if (!string.is_format)
            append_text(p, &one, s, string.end, string.is_raw);
        if (i > joined->first && string.is_bytes != was_bytes)
            lang_parse_raise(p, LANG_SYNTAX_ERROR, "cannot mix bytes and nonbytes literals");
        was_bytes = string.is_bytes;
        if (string.is_format && !p->failed)
            parse_format(p, &one, &s, string.end, string.is_raw, 0);
        p->stack_count = one.mark;
    }
    return NULL;
}

struct ast_node *lang_parse_strings(struct parser *p)
{
    struct joined joined = {.first = p->pos, .mark = p->stack_count, .literal.is_ascii = true};
    bool has_bytes = false, has_str = false;
    do {
        const struct string_token string = split_token(p, p->pos);
        has_bytes = has_bytes || string.is_bytes;
        has_str = has_str || !string.is_bytes;
        if (p->pos == joined.first)
            joined.has_u = string.is_u;
        p->pos++;
    } while (peek(p) == TOKEN_STRING);
    joined.last = p->pos - 1;
    if (peek(p) == TOKEN_ERROR) /* the literals end only where the next token is known */
        return lang_parse_fail(p);
    if (has_bytes && has_str)
        return mixed_strings(p, &joined);
    if (has_bytes)
        return bytes_constant(p, &joined);
    struct string_token first = split_token(p, joined.first);
    if (joined.first == joined.last && !first.is_format)
        return plain_constant(p, &joined, &first);
    return joined_strings(p, &joined);
}
