/* Text to tokens: the copy of the text, indentation, names, strings, operators. Numbers are in lexer_number.c.
 * Follows CPython 3.11's tokenizer in what it accepts and in the words and columns of what it refuses. */
#include "front/lexer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_START = 1, NAME_PART = 2, DIGIT = 4, BLANK = 8 };

/* clang-format off */
#define LETTERS_8 3, 3, 3, 3, 3, 3, 3, 3
#define LETTERS_26 LETTERS_8, LETTERS_8, LETTERS_8, 3, 3
#define LETTERS_64 LETTERS_8, LETTERS_8, LETTERS_8, LETTERS_8, LETTERS_8, LETTERS_8, LETTERS_8, LETTERS_8
static const uint8_t classes[256] = {
    ['\t'] = BLANK, [' '] = BLANK, ['\f'] = BLANK,
    ['0'] = 6, 6, 6, 6, 6, 6, 6, 6, 6, 6,
    ['A'] = LETTERS_26, ['_'] = 3, ['a'] = LETTERS_26,
    [128] = LETTERS_64, LETTERS_64,
};
/* clang-format on */

static const char *const token_texts[] = {
#define TOKEN(KIND, text) text,
#define TOKEN_OPERATOR(KIND, text) text,
#define TOKEN_KEYWORD(KIND, text) text,
#include "front/token.def"
};

/* What an operator character is alone, before `=`, doubled, doubled before `=`. */
static const struct {
    uint8_t single, equal, twice, twice_equal;
} operators[128] = {
    ['('] = {TOKEN_LPAR, 0, 0, 0},
    [')'] = {TOKEN_RPAR, 0, 0, 0},
    ['['] = {TOKEN_LSQB, 0, 0, 0},
    [']'] = {TOKEN_RSQB, 0, 0, 0},
    ['{'] = {TOKEN_LBRACE, 0, 0, 0},
    ['}'] = {TOKEN_RBRACE, 0, 0, 0},
    [':'] = {TOKEN_COLON, TOKEN_COLON_EQUAL, 0, 0},
    [','] = {TOKEN_COMMA, 0, 0, 0},
    [';'] = {TOKEN_SEMI, 0, 0, 0},
    ['.'] = {TOKEN_DOT, 0, 0, 0},
    ['='] = {TOKEN_EQUAL, TOKEN_EQ_EQUAL, 0, 0},
    ['+'] = {TOKEN_PLUS, TOKEN_PLUS_EQUAL, 0, 0},
    ['-'] = {TOKEN_MINUS, TOKEN_MINUS_EQUAL, 0, 0},
    ['*'] = {TOKEN_STAR, TOKEN_STAR_EQUAL, TOKEN_DOUBLE_STAR, TOKEN_DOUBLE_STAR_EQUAL},
    ['/'] = {TOKEN_SLASH, TOKEN_SLASH_EQUAL, TOKEN_DOUBLE_SLASH, TOKEN_DOUBLE_SLASH_EQUAL},
    ['|'] = {TOKEN_VBAR, TOKEN_VBAR_EQUAL, 0, 0},
    ['&'] = {TOKEN_AMPER, TOKEN_AMPER_EQUAL, 0, 0},
    ['%'] = {TOKEN_PERCENT, TOKEN_PERCENT_EQUAL, 0, 0},
    ['~'] = {TOKEN_TILDE, 0, 0, 0},
    ['^'] = {TOKEN_CIRCUMFLEX, TOKEN_CIRCUMFLEX_EQUAL, 0, 0},
    ['@'] = {TOKEN_AT, TOKEN_AT_EQUAL, 0, 0},
    ['<'] = {TOKEN_LESS, TOKEN_LESS_EQUAL, TOKEN_LEFT_SHIFT, TOKEN_LEFT_SHIFT_EQUAL},
    ['>'] = {TOKEN_GREATER, TOKEN_GREATER_EQUAL, TOKEN_RIGHT_SHIFT, TOKEN_RIGHT_SHIFT_EQUAL},
    ['!'] = {TOKEN_STRAY, TOKEN_NOT_EQUAL, 0, 0},
    ['$'] = {TOKEN_STRAY, 0, 0, 0},
    ['?'] = {TOKEN_STRAY, 0, 0, 0},
    ['`'] = {TOKEN_STRAY, 0, 0, 0},
};

const char *lang_token_text(enum lang_token_kind kind)
{
    return kind < TOKEN_COUNT ? token_texts[kind] : "?";
}

static int add_token(struct lang_lexer *lexer, enum lang_token_kind kind, const char *start, const char *end,
                     uint32_t line)
{
    if (lexer->count == lexer->capacity) {
        size_t capacity = lexer->capacity == 0 ? 64 : (size_t)lexer->capacity * 2;
        struct lang_token *tokens = capacity > UINT32_MAX ? NULL : realloc(lexer->tokens, capacity * sizeof *tokens);
        if (tokens == NULL)
            return -1;
        lexer->tokens = tokens;
        lexer->capacity = (uint32_t)capacity;
    }
    lexer->tokens[lexer->count++] = (struct lang_token){
        .kind = (uint8_t)kind,
        .depth = (uint8_t)lexer->depth,
        .start = (uint32_t)(start - lexer->text),
        .end = (uint32_t)(end - lexer->text),
        .line = line,
        .end_line = lexer->line,
    };
    return 0;
}

/* ---- line starts ---- */

/* lexer->cur is just after a backslash at the end of a line: goes to the next line. */
static int continue_line(struct lang_lexer *lexer)
{
    if (*lexer->cur != '\n') {
        lexer->stop = LANG_LEXER_MISPLACED;
        int64_t col = lexer->cur + 1 - (lexer->text + lexer->lines[lexer->line - lexer->first_line]);
        lang_lexer_error(lexer, &lexer->error, LANG_SYNTAX_ERROR, lexer->line, col, lexer->line, 0,
                         "unexpected character after line continuation character");
        return -1;
    }
    lexer->cur++;
    lexer->line++;
    if (*lexer->cur == '\0') {
        lexer->stop = LANG_LEXER_AFTER_BACKSLASH;
        lexer->line--;
        return -1;
    }
    return 0;
}

/* Skips blank and comment lines and measures the indentation of the first other line. */
static int measure_indentation(struct lang_lexer *lexer, uint32_t *col_out, uint32_t *alt_out)
{
    uint32_t col = 0, alt = 0, continued = 0;
    for (;;) {
        switch (*lexer->cur) {
        case ' ':
            col++, alt++;
            break;
        case '\t':
            col = (col / 8 + 1) * 8;
            alt++;
            break;
        case '\f':
            col = alt = 0;
            break;
        case '\\':
            continued = continued != 0 ? continued : col;
            lexer->cur++;
            if (continue_line(lexer) < 0)
                return -1;
            continue;
        case '#':
            lexer->cur = memchr(lexer->cur, '\n', (size_t)(lexer->text + lexer->len - lexer->cur));
            /* fall through */
        case '\n':
            lexer->line++;
            col = alt = continued = 0;
            break;
        default:
            *col_out = continued != 0 ? continued : col;
            *alt_out = continued != 0 ? continued : alt;
            return 0;
        }
        lexer->cur++;
    }
}

static int indentation_error(struct lang_lexer *lexer, enum lang_syntax_class kind, const char *message)
{
    lexer->stop = LANG_LEXER_MISPLACED;
    lang_lexer_error(lexer, &lexer->error, kind, lexer->line, 1, lexer->line, 0, "%s", message);
    return -1;
}

static int dedent_error(struct lang_lexer *lexer)
{
    const char *line = lexer->text + lexer->lines[lexer->line - lexer->first_line];
    const char *end = memchr(line, '\n', (size_t)(lexer->text + lexer->len - line));
    lexer->stop = LANG_LEXER_MISPLACED;
    lang_lexer_error(lexer, &lexer->error, LANG_INDENTATION_ERROR, lexer->line, end - line + 1, lexer->line, -1,
                     "unindent does not match any outer indentation level");
    lexer->error.from_tokenize = true;
    return -1;
}

/* At the start of a logical line: emits INDENT and DEDENT. */
static int line_start(struct lang_lexer *lexer)
{
    static const char tabs[] = "inconsistent use of tabs and spaces in indentation";
    uint32_t col, alt;
    if (measure_indentation(lexer, &col, &alt) < 0)
        return -1;
    if (col == lexer->indents[lexer->indent].col)
        return alt == lexer->indents[lexer->indent].alt ? 0 : indentation_error(lexer, LANG_TAB_ERROR, tabs);
    if (col > lexer->indents[lexer->indent].col) {
        if (lexer->indent + 1 >= LANG_LEXER_INDENTS)
            return indentation_error(lexer, LANG_INDENTATION_ERROR, "too many levels of indentation");
        if (alt <= lexer->indents[lexer->indent].alt)
            return indentation_error(lexer, LANG_TAB_ERROR, tabs);
        lexer->indent++;
        lexer->indents[lexer->indent].col = col;
        lexer->indents[lexer->indent].alt = alt;
        return add_token(lexer, TOKEN_INDENT, lexer->cur, lexer->cur, lexer->line);
    }
    uint32_t level = lexer->indent;
    while (level > 0 && col < lexer->indents[level].col)
        level--;
    if (col != lexer->indents[level].col)
        return dedent_error(lexer);
    if (alt != lexer->indents[level].alt)
        return indentation_error(lexer, LANG_TAB_ERROR, tabs);
    for (; lexer->indent > level; lexer->indent--) {
        if (add_token(lexer, TOKEN_DEDENT, lexer->cur, lexer->cur, lexer->line) < 0)
            return -1;
    }
    return 0;
}

/* ---- names ---- */

static int bad_character(struct lang_lexer *lexer, uint32_t c, const char *bytes, size_t len)
{
    if (lang_unicode_printable(c))
        return lang_lexer_fail(lexer, "invalid character '%.*s' (U+%04X)", (int)len, bytes, (unsigned)c);
    return lang_lexer_fail(lexer, "invalid non-printable character U+%04X", (unsigned)c);
}

/* A run of name characters with bytes above 127: each must really be one. */
static int check_name(struct lang_lexer *lexer, const char *start, const char *end)
{
    for (const char *p = start; p < end;) {
        const char *here = p;
        uint32_t c = lang_utf8_next(&p);
        if (here == start ? !lang_unicode_name_start(c) : !lang_unicode_name_part(c)) {
            lexer->cur = p;
            return bad_character(lexer, c, here, (size_t)(p - here));
        }
    }
    return 0;
}

static int lex_string(struct lang_lexer *lexer, const char *start);

/* May these letters stand before a quote? */
static bool is_string_prefix(const char *start, size_t len)
{
    bool b = false, u = false, r = false, f = false;
    for (size_t i = 0; i < len; i++) {
        char c = (char)(start[i] | 0x20);
        if (c == 'b' && !(b || u || f))
            b = true;
        else if (c == 'u' && !(b || u || r || f))
            u = true;
        else if (c == 'r' && !(r || u))
            r = true;
        else if (c == 'f' && !(f || b || u))
            f = true;
        else
            return false;
    }
    return true;
}

static struct ast_name *plain_name(struct lang_lexer *lexer, const char *text, size_t size)
{
    return lang_names_intern(&lexer->names, text, size);
}

/* The name that a spelling with characters beyond ASCII stands for. It is no keyword, even where it comes out as one.
 */
static struct ast_name *normal_name(struct lang_lexer *lexer, const char *text, size_t size)
{
    char *other;
    size_t other_size;
    int found = lexer->normal_name == NULL ? 0 : lexer->normal_name(text, size, &other, &other_size);
    if (found < 0)
        return NULL;
    if (found == 0)
        return plain_name(lexer, text, size);
    struct ast_name *name = plain_name(lexer, other, other_size);
    if (name != NULL && name->keyword != 0)
        name = lang_names_intern_hashed(&lexer->names, other, (uint32_t)other_size, ~name->hash);
    free(other);
    return name;
}

static int lex_name(struct lang_lexer *lexer)
{
    const char *start = lexer->cur, *p = start;
    uint32_t hash = LANG_NAMES_SEED;
    unsigned char any = 0;
    while (classes[(unsigned char)*p] & NAME_PART) {
        hash = LANG_NAMES_STEP(hash, *p);
        any |= (unsigned char)*p;
        p++;
    }
    if ((*p == '"' || *p == '\'') && p - start <= 2 && is_string_prefix(start, (size_t)(p - start))) {
        lexer->cur = p;
        return lex_string(lexer, start);
    }
    if (any >= 128 && check_name(lexer, start, p) < 0)
        return -1;
    lexer->cur = p;
    struct ast_name *name = any >= 128 ? normal_name(lexer, start, (size_t)(p - start))
                                       : lang_names_intern_hashed(&lexer->names, start, (uint32_t)(p - start), hash);
    if (name == NULL)
        return -1;
    if (name->keyword != 0)
        return add_token(lexer, (enum lang_token_kind)name->keyword, start, p, lexer->line);
    if (add_token(lexer, TOKEN_NAME, start, p, lexer->line) < 0)
        return -1;
    lexer->tokens[lexer->count - 1].name = name->index;
    return 0;
}

/* ---- strings ---- */

static int unterminated(struct lang_lexer *lexer, const char *start, uint32_t line, bool triple)
{
    uint32_t detected = lexer->line;
    if (lexer->cur == lexer->text + lexer->len && detected > line)
        detected--; /* the end of the text counts to its last line */
    lexer->stop = *lexer->cur == '\0' ? LANG_LEXER_IN_STRING : LANG_LEXER_FAILED;
    int64_t col = start + 1 - (lexer->text + lexer->lines[line - lexer->first_line]);
    lang_lexer_error(lexer, &lexer->error, LANG_SYNTAX_ERROR, line, col, line, col,
                     triple ? "unterminated triple-quoted string literal (detected at line %u)"
                            : "unterminated string literal (detected at line %u)",
                     (unsigned)detected);
    return -1;
}

/* lexer->cur is on the opening quote, start on its prefix. */
static int lex_string(struct lang_lexer *lexer, const char *start)
{
    const char *p = lexer->cur;
    char quote = *p;
    uint32_t line = lexer->line;
    bool triple = p[1] == quote && p[2] == quote;
    p += triple ? 3 : 1;
    for (;; p++) {
        if (*p == '\\') {
            p++; /* whatever follows is not the end; a newline still counts */
            if (*p == '\n')
                lexer->line++;
            if (*p != '\0')
                continue;
        }
        if (*p == quote && (!triple || (p[1] == quote && p[2] == quote)))
            break;
        lexer->cur = p;
        if (*p == '\0' || (*p == '\n' && !triple))
            return unterminated(lexer, start, line, triple);
        if (*p == '\n')
            lexer->line++;
    }
    lexer->cur = p + (triple ? 3 : 1);
    return add_token(lexer, TOKEN_STRING, start, lexer->cur, line);
}

/* ---- operators ---- */

static int open_bracket(struct lang_lexer *lexer)
{
    if (lexer->depth >= LANG_LEXER_BRACKETS)
        return lang_lexer_fail(lexer, "too many nested parentheses");
    lexer->brackets[lexer->depth].open = lexer->cur[-1];
    lexer->brackets[lexer->depth].line = lexer->line;
    lexer->brackets[lexer->depth].start = (uint32_t)(lexer->cur - 1 - lexer->text);
    lexer->depth++;
    return 0;
}

static int close_bracket(struct lang_lexer *lexer)
{
    char c = lexer->cur[-1];
    if (lexer->depth == 0)
        return lang_lexer_fail(lexer, "unmatched '%c'", c);
    lexer->depth--;
    char open = lexer->brackets[lexer->depth].open;
    if ((open == '(' && c == ')') || (open == '[' && c == ']') || (open == '{' && c == '}'))
        return 0;
    uint32_t line = lexer->brackets[lexer->depth].line;
    if (line != lexer->line)
        return lang_lexer_fail(lexer, "closing parenthesis '%c' does not match opening parenthesis '%c' on line %u", c,
                               open, (unsigned)line);
    return lang_lexer_fail(lexer, "closing parenthesis '%c' does not match opening parenthesis '%c'", c, open);
}

static int lex_operator(struct lang_lexer *lexer)
{
    const char *start = lexer->cur;
    unsigned char c = (unsigned char)*start;
    enum lang_token_kind kind = operators[c].single;
    lexer->cur++;
    if (kind == 0)
        return bad_character(lexer, c, start, 1);
    if (lexer->cur[0] == '=' && operators[c].equal != 0) {
        kind = operators[c].equal;
        lexer->cur++;
    } else if (lexer->cur[0] == (char)c && operators[c].twice != 0) {
        bool equal = lexer->cur[1] == '=';
        kind = equal ? operators[c].twice_equal : operators[c].twice;
        lexer->cur += equal ? 2 : 1;
    } else if (c == '-' && lexer->cur[0] == '>') {
        kind = TOKEN_ARROW;
        lexer->cur++;
    } else if (c == '<' && lexer->cur[0] == '>') {
        kind = TOKEN_STRAY; /* the Python 2 operator is one token, and wrong */
        lexer->cur++;
    } else if (c == '.' && lexer->cur[0] == '.' && lexer->cur[1] == '.') {
        kind = TOKEN_ELLIPSIS;
        lexer->cur += 2;
    } else if (kind == TOKEN_LPAR || kind == TOKEN_LSQB || kind == TOKEN_LBRACE) {
        if (open_bracket(lexer) < 0)
            return -1;
    } else if (kind == TOKEN_RPAR || kind == TOKEN_RSQB || kind == TOKEN_RBRACE) {
        if (close_bracket(lexer) < 0)
            return -1;
    }
    return add_token(lexer, kind, start, lexer->cur, lexer->line);
}

/* ---- the loop ---- */

/* One token, or the step to the next line. Returns 0, -1 on failure, 1 at the end of the text. */
static int lex_one(struct lang_lexer *lexer, bool *at_line_start)
{
    const char *p = lexer->cur;
    while (classes[(unsigned char)*p] & BLANK)
        p++;
    lexer->cur = p;
    uint8_t class = classes[(unsigned char)*p];
    if (class & NAME_START)
        return lex_name(lexer);
    if (class & DIGIT || (*p == '.' && classes[(unsigned char)p[1]] & DIGIT)) {
        if (lang_lexer_number(lexer) < 0)
            return -1;
        return add_token(lexer, TOKEN_NUMBER, p, lexer->cur, lexer->line);
    }
    switch (*p) {
    case '"':
    case '\'':
        return lex_string(lexer, p);
    case '#':
        while (*lexer->cur != '\n' && *lexer->cur != '\0')
            lexer->cur++;
        if (*lexer->cur != '\n')
            return 0;
        /* fall through */
    case '\n':
        lexer->cur++;
        if (lexer->depth == 0) {
            if (add_token(lexer, TOKEN_NEWLINE, p, lexer->cur - 1, lexer->line) < 0)
                return -1;
            *at_line_start = true;
        }
        lexer->line++;
        return 0;
    case '\\':
        lexer->cur++;
        return continue_line(lexer);
    case '\0':
        return 1;
    default:
        return lex_operator(lexer);
    }
}

static int stopped(struct lang_lexer *lexer)
{
    if (lexer->stop == LANG_LEXER_END) { /* no error is set: an allocation failed */
        lexer->stop = LANG_LEXER_FAILED;
        lang_lexer_no_memory(&lexer->error);
        return -1;
    }
    if (add_token(lexer, TOKEN_ERROR, lexer->cur, lexer->cur, lexer->line) < 0) {
        lang_lexer_no_memory(&lexer->error);
        return -1;
    }
    return 0;
}

int lang_lexer_run(struct lang_lexer *lexer)
{
    bool at_line_start = true;
    int status = 0;
    while (status == 0) {
        if (at_line_start) {
            at_line_start = false;
            status = line_start(lexer);
        }
        if (status == 0)
            status = lex_one(lexer, &at_line_start);
    }
    if (status < 0)
        return stopped(lexer);
    if (lexer->depth > 0) {
        lexer->stop = LANG_LEXER_IN_BRACKETS;
        return stopped(lexer);
    }
    if (add_token(lexer, TOKEN_END, lexer->cur, lexer->cur, lexer->line) < 0)
        return stopped(lexer);
    return 0;
}

int lang_lexer_run_part(struct lang_lexer *lexer, uint32_t start, uint32_t end, uint32_t line)
{
    char *text = (char *)(uintptr_t)lexer->text; /* the lexer's copy */
    char saved = text[end];
    struct lang_lexer outer = *lexer;
    bool at_line_start = false;
    int status = 0;
    text[end] = '\0';
    lexer->cur = text + start;
    lexer->line = line;
    lexer->depth = 1;
    lexer->brackets[0].open = '(';
    lexer->brackets[0].line = line;
    lexer->brackets[0].start = start;
    lexer->stop = LANG_LEXER_END;
    status = add_token(lexer, TOKEN_LPAR, lexer->cur - 1, lexer->cur, line); /* its position is the brace's */
    while (status == 0)
        status = lex_one(lexer, &at_line_start);
    lexer->depth = 0;
    if (status < 0 || add_token(lexer, TOKEN_RPAR, lexer->cur, lexer->cur + 1, lexer->line) < 0 ||
        add_token(lexer, TOKEN_END, lexer->cur, lexer->cur, lexer->line) < 0)
        status = stopped(lexer);
    else
        status = 0;
    text[end] = saved;
    lexer->cur = outer.cur;
    lexer->line = outer.line;
    lexer->depth = outer.depth;
    lexer->brackets[0] = outer.brackets[0];
    return status;
}

/* ---- the text ---- */

static int add_line(struct lang_lexer *lexer, uint32_t offset)
{
    if (lexer->line_count == lexer->line_capacity) {
        size_t capacity = lexer->line_capacity == 0 ? 64 : (size_t)lexer->line_capacity * 2;
        uint32_t *lines = realloc(lexer->lines, capacity * sizeof *lines);
        if (lines == NULL)
            return -1;
        lexer->lines = lines;
        lexer->line_capacity = (uint32_t)capacity;
    }
    lexer->lines[lexer->line_count++] = offset;
    return 0;
}

/* Copies the text with `\r\n` and `\r` made `\n` and a newline at its end. */
static char *copy_text(struct lang_lexer *lexer, const char *text, size_t len)
{
    char *copy = lang_arena_array(lexer->arena, len + 2, 1);
    if (copy == NULL)
        return NULL;
    size_t n = len;
    if (len != 0 && memchr(text, '\r', len) != NULL) {
        n = 0;
        for (size_t i = 0; i < len; i++) {
            if (text[i] != '\r')
                copy[n++] = text[i];
            else if (i + 1 == len || text[i + 1] != '\n')
                copy[n++] = '\n';
        }
    } else if (len != 0) {
        memcpy(copy, text, len);
    }
    if (n != 0 && copy[n - 1] != '\n') {
        copy[n++] = '\n';
        lexer->newline_added = true;
    }
    copy[n] = '\0';
    lexer->len = (uint32_t)n;
    return copy;
}

/* Length of the valid character at p, 0 if it is none. Surrogates are none: CPython cannot encode them either. */
static int valid_character(const unsigned char *p, const unsigned char *end)
{
    if (*p < 0x80)
        return 1;
    int n = *p >= 0xC2 && *p < 0xE0 ? 2 : (*p & 0xF0) == 0xE0 ? 3 : *p >= 0xF0 && *p < 0xF5 ? 4 : 0;
    if (n == 0 || end - p < n)
        return 0;
    for (int i = 1; i < n; i++) {
        if ((p[i] & 0xC0) != 0x80)
            return 0;
    }
    if ((*p == 0xE0 && p[1] < 0xA0) || (*p == 0xED && p[1] >= 0xA0) || (*p == 0xF0 && p[1] < 0x90) ||
        (*p == 0xF4 && p[1] >= 0x90))
        return 0;
    return n;
}

static int check_text(struct lang_lexer *lexer, const char *text, size_t len)
{
    const unsigned char *start = (const unsigned char *)text, *end = start + len, *p = start;
    if (len >= INT32_MAX - 16) {
        lexer->error = (struct lang_syntax_error){.kind = LANG_SYNTAX_OVERFLOW, .col = -1, .end_col = -1};
        lexer->error.class_name = lang_syntax_class_name(LANG_SYNTAX_OVERFLOW);
        snprintf(lexer->error.message, sizeof lexer->error.message, "source code is too long");
        return -1;
    }
    lexer->error = (struct lang_syntax_error){.kind = LANG_SYNTAX_ERROR, .col = -1, .end_col = -1};
    lexer->error.class_name = lang_syntax_class_name(LANG_SYNTAX_ERROR);
    if (len != 0 && memchr(text, '\0', len) != NULL) {
        lexer->error.kind = LANG_SYNTAX_VALUE;
        lexer->error.class_name = lang_syntax_class_name(LANG_SYNTAX_VALUE);
        snprintf(lexer->error.message, sizeof lexer->error.message, "source code string cannot contain null bytes");
        return -1;
    }
    while (p < end) {
        uint64_t word;
        while (end - p >= 8 && (memcpy(&word, p, 8), (word & UINT64_C(0x8080808080808080)) == 0))
            p += 8;
        if (p == end)
            break;
        int n = valid_character(p, end);
        if (n == 0) {
            const char *why = end - p < 4 && *p >= 0xC2 && *p < 0xF5 ? "unexpected end of data"
                              : *p >= 0xC2 && *p < 0xF5              ? "invalid continuation byte"
                                                                     : "invalid start byte";
            snprintf(lexer->error.message, sizeof lexer->error.message,
                     "(unicode error) 'utf-8' codec can't decode byte 0x%02x in position %zu: %s", *p,
                     (size_t)(p - start), why);
            return -1;
        }
        p += n;
    }
    return 0;
}

bool lang_lexer_accepts(const char *text, size_t len)
{
    struct lang_lexer lexer;
    return check_text(&lexer, text, len) == 0;
}

int lang_lexer_init(struct lang_lexer *lexer, struct lang_arena *arena, const char *text, size_t len,
                    uint32_t first_line)
{
    memset(lexer, 0, sizeof *lexer);
    lexer->arena = arena;
    lexer->line = lexer->first_line = first_line == 0 ? 1 : first_line;
    if (check_text(lexer, text, len) < 0) {
        lexer->stop = LANG_LEXER_FAILED;
        return -1;
    }
    char *copy = copy_text(lexer, text, len);
    if (copy == NULL || add_line(lexer, 0) < 0)
        goto no_memory;
    for (const char *p = copy; (p = memchr(p, '\n', (size_t)(copy + lexer->len - p))) != NULL;) {
        p++;
        if (add_line(lexer, (uint32_t)(p - copy)) < 0)
            goto no_memory;
    }
    lexer->text = lexer->cur = copy;
    if (lang_names_init(&lexer->names, arena) < 0)
        goto no_memory;
    return 0;
no_memory:
    lang_lexer_no_memory(&lexer->error);
    lexer->stop = LANG_LEXER_FAILED;
    return -1;
}

void lang_lexer_free(struct lang_lexer *lexer)
{
    free(lexer->tokens);
    free(lexer->lines);
    lexer->tokens = NULL;
    lexer->lines = NULL;
}
