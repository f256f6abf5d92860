/* The parser's entry and its tools: nodes, lists, positions, errors. The grammar is in the other parser_ files. */
#include "front/parser_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- errors ---- */

static void raise_lexer_error(struct parser *p);

static void reach(struct parser *p, uint32_t token)
{
    if (token > p->furthest)
        p->furthest = token;
}

void lang_parse_note(struct parser *p, uint32_t token)
{
    if (token >= p->lexer->count)
        token = p->lexer->count - 1;
    reach(p, token);
    if (p->tokens[token].kind == TOKEN_ERROR && !p->failed) {
        uint32_t pos = p->pos;
        p->pos = token;
        raise_lexer_error(p);
        p->pos = pos;
    }
}

void *lang_parse_fail(struct parser *p)
{
    reach(p, p->pos);
    if (p->tokens[p->pos].kind == TOKEN_ERROR && !p->failed)
        raise_lexer_error(p);
    return NULL;
}

bool lang_parse_expect(struct parser *p, enum lang_token_kind kind)
{
    if (p->tokens[p->pos].kind == kind) {
        p->pos++;
        return true;
    }
    lang_parse_fail(p);
    return false;
}

bool lang_parse_expect_forced(struct parser *p, enum lang_token_kind kind)
{
    if (p->tokens[p->pos].kind == kind) {
        p->pos++;
        return true;
    }
    lang_parse_fail(p);
    if (!p->failed)
        lang_parse_raise_token(p, p->pos, "expected '%s'", lang_token_text(kind));
    return false;
}

void *lang_parse_no_memory(struct parser *p)
{
    if (!p->failed) {
        lang_lexer_no_memory(p->error);
        p->failed = true;
    }
    return NULL;
}

bool lang_parse_enter(struct parser *p)
{
    if (p->depth >= LANG_PARSER_DEPTH) {
        lang_parse_no_memory(p);
        return false;
    }
    p->depth++;
    return true;
}

/* The start of a token as CPython's errors have it: 1-based bytes. INDENT, DEDENT and the end have no column of their
 * own: the tokenizer's cursor stands in, and their end is open. */
static void token_position(const struct parser *p, uint32_t index, uint32_t *line, int64_t *col, uint32_t *end_line,
                           int64_t *end_col)
{
    const struct lang_lexer *lexer = p->lexer;
    const struct lang_token *t = &p->tokens[index];
    *line = t->line;
    *end_line = t->end_line;
    switch (t->kind) {
    case TOKEN_INDENT:
    case TOKEN_DEDENT:
    case TOKEN_END:
    case TOKEN_ERROR:
        if (t->start == lexer->len && *line > lexer->first_line)
            *line = *end_line = *line - 1; /* the end counts to the last line */
        *col = p->options->program && t->start == lexer->len ? 0 : t->start - lexer->lines[*line - lexer->first_line];
        *end_col = -1;
        return;
    default:
        *col = t->start - lexer->lines[*line - lexer->first_line] + 1;
        *end_col = t->end - lexer->lines[*end_line - lexer->first_line] + 1;
    }
    if (t->kind == TOKEN_NEWLINE && t->end + 1 == lexer->len && lexer->newline_added &&
        p->options->mode != LANG_PARSE_EXEC)
        *col -= 1, *end_col = -1; /* a newline that CPython only imagines there */
}

/* Whether one of the first two lines declares an encoding in a comment. */
static bool declares_encoding(const struct lang_lexer *lexer)
{
    for (uint32_t i = 0; i < 2 && i < lexer->line_count; i++) {
        const char *line = lexer->text + lexer->lines[i], *at;
        size_t length = strcspn(line, "\n");
        if (line[strspn(line, " \t\f")] == '#' && (at = memmem(line, length, "coding", 6)) != NULL &&
            (at[6] == ':' || at[6] == '='))
            return true;
    }
    return false;
}

/* The error of a program's text: the line as the file has it, and columns that are bytes. */
static void error_in_file(struct parser *p, int64_t col, int64_t end_col)
{
    struct lang_syntax_error *e = p->error;
    if (e->text != NULL)
        e->line_ends = e->text[e->text_len] == '\n' &&
                       !(p->lexer->newline_added && e->text + e->text_len + 1 == p->lexer->text + p->lexer->len);
    if (declares_encoding(p->lexer))
        return;
    e->col = (int32_t)col;
    e->end_col = (int32_t)end_col;
}

static void *raise_at(struct parser *p, enum lang_syntax_class kind, uint32_t line, int64_t col, uint32_t end_line,
                      int64_t end_col, const char *format, va_list args)
{
    char message[sizeof p->error->message];
    if (p->failed)
        return NULL;
    p->failed = true;
    int prefix = 0;
    if (p->fstring_start != 0)
        prefix = snprintf(message, sizeof message, "f-string: ");
    vsnprintf(message + prefix, sizeof message - (size_t)prefix, format, args);
    lang_lexer_error(p->lexer, p->error, kind, line, col, end_line, end_col, "%s", message);
    const struct lang_token *last = &p->tokens[p->furthest];
    bool at_end = last->start == p->lexer->len && last->end_line > p->lexer->first_line;
    p->error->line_ends = last->end_line - at_end <= line;
    if (p->options->program && p->fstring_start == 0)
        error_in_file(p, col, end_col);
    return NULL;
}

void *lang_parse_raise(struct parser *p, enum lang_syntax_class kind, const char *format, ...)
{
    uint32_t line, end_line;
    int64_t col, end_col;
    va_list args;
    reach(p, p->pos);
    token_position(p, p->furthest, &line, &col, &end_line, &end_col);
    va_start(args, format);
    raise_at(p, kind, line, col, end_line, end_col, format, args);
    va_end(args);
    return NULL;
}

void *lang_parse_raise_token(struct parser *p, uint32_t token, const char *format, ...)
{
    uint32_t line, end_line;
    int64_t col, end_col;
    va_list args;
    token_position(p, token, &line, &col, &end_line, &end_col);
    if (end_col == -1) /* a token without a column */
        col = end_col = 0;
    va_start(args, format);
    raise_at(p, LANG_SYNTAX_ERROR, line, col, end_line, end_col, format, args);
    va_end(args);
    return NULL;
}

void *lang_parse_raise_node(struct parser *p, const struct ast_node *node, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    raise_at(p, LANG_SYNTAX_ERROR, node->line, (int64_t)node->col + 1, node->end_line, (int64_t)node->end_col + 1,
             format, args);
    va_end(args);
    return NULL;
}

void *lang_parse_raise_range(struct parser *p, struct position from, uint32_t end_line, int64_t end_col,
                             const char *format, ...)
{
    va_list args;
    va_start(args, format);
    raise_at(p, LANG_SYNTAX_ERROR, from.line, (int64_t)from.col + 1, end_line, end_col + 1, format, args);
    va_end(args);
    return NULL;
}

static void raise_never_closed(struct parser *p)
{
    const struct lang_lexer *lexer = p->lexer;
    uint32_t level = lexer->depth - 1, line = lexer->brackets[level].line;
    int64_t col = lexer->brackets[level].start - lexer->lines[line - lexer->first_line] + 1;
    lang_lexer_error(lexer, p->error, LANG_SYNTAX_ERROR, line, col, line, 0, "'%c' was never closed",
                     lexer->brackets[level].open);
    const char *rest = strchr(lexer->text + lexer->brackets[level].start, '\n');
    p->error->line_ends = rest == NULL || rest[1] == '\0';
    if (p->options->program)
        error_in_file(p, col, 0);
}

static bool at_unfinished_end(const struct parser *p)
{
    return p->options->incomplete_input && p->fstring_start == 0;
}

/* p->pos is on the token where the lexer stopped. */
static void raise_lexer_error(struct parser *p)
{
    p->furthest = p->pos;
    uint32_t line, end_line;
    int64_t col, end_col;
    bool unfinished = p->lexer->stop < LANG_LEXER_MISPLACED;
    if (unfinished && at_unfinished_end(p) && !p->diagnose) {
        if (p->lexer->stop == LANG_LEXER_IN_STRING) {
            *p->error = p->lexer->error;
            p->error->end_col = -1;
            snprintf(p->error->message, sizeof p->error->message, "incomplete input");
            p->failed = true;
            return;
        }
        lang_parse_raise(p, LANG_SYNTAX_ERROR, "incomplete input");
        return;
    }
    p->failed = true;
    if (p->lexer->stop == LANG_LEXER_IN_BRACKETS ||
        (p->lexer->stop == LANG_LEXER_AFTER_BACKSLASH && p->lexer->depth > 0)) {
        raise_never_closed(p);
    } else if (p->lexer->stop == LANG_LEXER_AFTER_BACKSLASH) {
        token_position(p, p->pos, &line, &col, &end_line, &end_col);
        col = p->tokens[p->pos].start - p->lexer->lines[line - p->lexer->first_line];
        lang_lexer_error(p->lexer, p->error, LANG_SYNTAX_ERROR, line, col, end_line, end_col,
                         "unexpected EOF while parsing");
        p->error->line_ends = true;
    } else {
        *p->error = p->lexer->error;
        p->error->line_ends = p->lexer->stop == LANG_LEXER_MISPLACED;
    }
}

/* After both passes: CPython's generic errors if none was raised, and the tokenizer's errors in the rest of the text,
 * which take precedence. */
static void settle_error(struct parser *p, uint32_t last_token)
{
    struct lang_lexer *lexer = p->lexer;
    uint32_t index = p->furthest;
    bool is_syntax = !p->failed || p->error->kind <= LANG_TAB_ERROR;
    if (!p->failed) {
        enum lang_token_kind kind = (enum lang_token_kind)p->tokens[last_token].kind;
        p->furthest = last_token;
        if (p->pos > last_token)
            p->pos = last_token;
        if (kind == TOKEN_INDENT || kind == TOKEN_DEDENT) {
            lang_parse_raise(p, LANG_INDENTATION_ERROR,
                             kind == TOKEN_INDENT ? "unexpected indent" : "unexpected unindent");
            return;
        }
        lang_parse_raise_token(p, last_token, "invalid syntax");
    }
    if (!is_syntax || lexer->tokens[lexer->count - 1].kind != TOKEN_ERROR || p->tokens[index].kind == TOKEN_ERROR)
        return;
    if (lexer->stop == LANG_LEXER_FAILED || lexer->stop == LANG_LEXER_IN_STRING)
        *p->error = lexer->error;
    else if (lexer->stop == LANG_LEXER_IN_BRACKETS && p->tokens[index].line > lexer->brackets[lexer->depth - 1].line)
        raise_never_closed(p);
}

/* ---- nodes and lists ---- */

void *lang_parse_node(struct parser *p, enum ast_kind kind, size_t size, struct position start)
{
    struct ast_node *node = lang_arena_zalloc(p->arena, size);
    if (node == NULL)
        return lang_parse_no_memory(p);
    node->kind = (uint8_t)kind;
    node->line = start.line;
    node->col = start.col;
    return node;
}

static void *finish_at(struct parser *p, struct ast_node *node, uint32_t token)
{
    const struct lang_token *t = &p->tokens[token];
    node->end_line = t->end_line;
    node->end_col = t->end - p->lexer->lines[t->end_line - p->lexer->first_line];
    return node;
}

void *lang_parse_finish(struct parser *p, void *node)
{
    return node == NULL ? NULL : finish_at(p, node, p->pos - 1);
}

void *lang_parse_finish_block(struct parser *p, void *node)
{
    uint32_t token = p->pos - 1;
    while (token > 0 && (p->tokens[token].kind == TOKEN_NEWLINE || p->tokens[token].kind == TOKEN_INDENT ||
                         p->tokens[token].kind == TOKEN_DEDENT))
        token--;
    return node == NULL ? NULL : finish_at(p, node, token);
}

bool lang_parse_push(struct parser *p, void *node)
{
    if (p->stack_count == p->stack_capacity) {
        size_t capacity = p->stack_capacity == 0 ? 256 : (size_t)p->stack_capacity * 2;
        struct ast_node **stack = realloc(p->stack, capacity * sizeof *stack);
        if (stack == NULL) {
            lang_parse_no_memory(p);
            return false;
        }
        p->stack = stack;
        p->stack_capacity = (uint32_t)capacity;
    }
    p->stack[p->stack_count++] = node;
    return true;
}

bool lang_parse_take(struct parser *p, uint32_t mark, struct ast_list *list)
{
    uint32_t count = p->stack_count - mark;
    list->count = count;
    list->items = NULL;
    p->stack_count = mark;
    if (count == 0)
        return true;
    list->items = lang_arena_array(p->arena, count, sizeof *list->items);
    if (list->items == NULL) {
        lang_parse_no_memory(p);
        return false;
    }
    memcpy(list->items, p->stack + mark, count * sizeof *list->items);
    return true;
}

bool lang_parse_list_of_one(struct parser *p, void *node, struct ast_list *list)
{
    uint32_t mark = p->stack_count;
    return lang_parse_push(p, node) && lang_parse_take(p, mark, list);
}

const struct ast_name *lang_parse_name(struct parser *p)
{
    if (peek(p) != TOKEN_NAME)
        return lang_parse_fail(p);
    return name_of(p, p->pos++);
}

/* ---- the entry ---- */

static struct ast_node *parse_module(struct parser *p)
{
    struct ast_module *module = NEW_NODE(p, module, MODULE, ((struct position){1, 0}));
    if (module == NULL || !lang_parse_statements(p) || !lang_parse_expect(p, TOKEN_END) ||
        !lang_parse_take(p, 0, &module->body))
        return NULL;
    return &module->base;
}

static struct ast_node *parse_eval(struct parser *p)
{
    struct ast_expression *root = NEW_NODE(p, expression, EXPRESSION, ((struct position){1, 0}));
    if (root == NULL)
        return NULL;
    root->body = lang_parse_star_expressions(p); /* `expressions`, which knows no stars */
    if (root->body == NULL)
        return NULL;
    while (accept(p, TOKEN_NEWLINE))
        continue;
    return lang_parse_expect(p, TOKEN_END) ? &root->base : NULL;
}

static bool is_compound(const struct ast_node *statement)
{
    switch (statement->kind) {
    case AST_FUNCTION_DEF:
    case AST_CLASS_DEF:
    case AST_FOR:
    case AST_WHILE:
    case AST_IF:
    case AST_WITH:
    case AST_MATCH:
    case AST_TRY:
    case AST_TRY_STAR:
        return true;
    default:
        return false;
    }
}

/* A compound statement whose last line, which nothing ends, could have more behind it: what has no indentation that
 * ended, or anything where that is not to be implied. */
static bool stays_open(const struct parser *p)
{
    const struct lang_token *last = &p->tokens[p->pos ? p->pos - 1 : 0];
    const struct lang_lexer *lexer = p->lexer;
    if (!lexer->newline_added)
        return false;
    return p->options->no_implied_dedent || (last->kind == TOKEN_NEWLINE && last->start < lexer->len &&
                                             !memchr(lexer->text + last->start, '\n', lexer->len - 1 - last->start));
}

static struct ast_node *parse_single(struct parser *p)
{
    struct ast_interactive *root = NEW_NODE(p, interactive, INTERACTIVE, ((struct position){1, 0}));
    if (root == NULL || peek(p) == TOKEN_END)
        return lang_parse_fail(p);
    if (!lang_parse_statement(p)) {
        return NULL;
    } else if (is_compound(p->stack[0]) && (peek(p) != TOKEN_END || stays_open(p))) { /* a blank line ends it */
        return p->failed ? NULL : lang_parse_raise_token(p, p->pos, "invalid syntax");
    } else if (peek(p) != TOKEN_END) {
        p->furthest = --p->pos;
        if (!p->failed)
            lang_parse_raise(p, LANG_SYNTAX_ERROR, "multiple statements found while compiling a single statement");
        return NULL;
    }
    return lang_parse_take(p, 0, &root->body) ? &root->base : NULL;
}

static struct ast_node *parse_pass(struct parser *p)
{
    p->pos = 0;
    p->stack_count = 0;
    p->depth = 0;
    switch (p->options->mode) {
    case LANG_PARSE_EVAL:
        return parse_eval(p);
    case LANG_PARSE_SINGLE:
        return parse_single(p);
    default:
        return parse_module(p);
    }
}

static struct ast_node *parse_twice(struct parser *p)
{
    struct ast_node *root = parse_pass(p);
    if (root != NULL && !p->failed)
        return root;
    /* The end of the text was looked at: what lies after the last NEWLINE can only be DEDENTs and the END. */
    if (!p->failed && at_unfinished_end(p) && p->tokens[p->furthest].start == p->lexer->len &&
        p->tokens[p->furthest].kind != TOKEN_NEWLINE) {
        lang_parse_raise(p, LANG_SYNTAX_ERROR, "incomplete input");
        return NULL;
    }
    uint32_t last_token = p->furthest;
    if (!p->failed) {
        p->diagnose = true;
        parse_pass(p);
    }
    settle_error(p, last_token);
    return NULL;
}

/* Going back from the end over newlines: is the first other token a semicolon? (Comments make no tokens.) */
static bool ends_in_semicolon(const struct lang_lexer *lexer)
{
    uint32_t i = lexer->count;
    while (i > 0) {
        i--;
        switch (lexer->tokens[i].kind) {
        case TOKEN_END:
        case TOKEN_NEWLINE:
        case TOKEN_DEDENT:
            continue;
        default:
            return lexer->tokens[i].kind == TOKEN_SEMI;
        }
    }
    return false;
}

int lang_parse(struct lang_arena *arena, const char *text, size_t len, const struct lang_parse_options *options,
               struct lang_parse_result *result, struct lang_syntax_error *error)
{
    struct lang_lexer *lexer = lang_arena_alloc(arena, sizeof *lexer);
    struct parser p = {.arena = arena, .options = options, .error = error};
    int status = -1;
    *result = (struct lang_parse_result){0};
    if (lexer == NULL) {
        lang_lexer_no_memory(error);
        return -1;
    }
    if (options->cell && lang_cell_translate(arena, text, len, &text, &len, error) < 0)
        return -1;
    int lexed = lang_lexer_init(lexer, arena, text, len, options->first_line);
    lexer->normal_name = options->normal_name;
    if (lexed < 0 || lang_lexer_run(lexer) < 0) {
        *error = lexer->error;
        goto done;
    }
    p.lexer = lexer;
    p.tokens = lexer->tokens;
    result->root = parse_twice(&p);
    if (result->root == NULL) {
        const char *newline = error->text == NULL ? NULL : strchr(error->text, '\n');
        if (lexer->newline_added && options->mode != LANG_PARSE_EXEC && newline != NULL && newline[1] == '\0')
            error->line_ends = false; /* a newline that CPython only imagines there */
        goto done;
    }
    result->text = lexer->text;
    result->len = lexer->len;
    result->first_line = lexer->first_line;
    result->names = &lexer->names;
    result->name_count = lexer->names.count;
    result->warnings = lexer->warnings;
    result->may_await = options->cell && !options->no_await;
    result->last_expr_suppressed = ends_in_semicolon(lexer);
    status = 0;
done:
    free(p.stack);
    lang_lexer_free(lexer);
    return status;
}
