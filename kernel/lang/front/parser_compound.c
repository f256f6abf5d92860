/* Compound statements and blocks. match is in parser_pattern.c. */
#include "front/parser_state.h"

bool lang_parse_colon_block(struct parser *p, const char *what, uint32_t at, bool is_forced, struct ast_list *body)
{
    if (is_forced ? !lang_parse_expect_forced(p, TOKEN_COLON) : !lang_parse_expect(p, TOKEN_COLON)) {
        if (asks(p) && !p->failed && peek(p) == TOKEN_NEWLINE)
            lang_parse_raise(p, LANG_SYNTAX_ERROR, "expected ':'");
        return false;
    }
    if (peek(p) == TOKEN_NEWLINE && peek_second(p) != TOKEN_INDENT) {
        p->pos++;
        lang_parse_fail(p);
        if (asks(p) && !p->failed)
            lang_parse_raise(p, LANG_INDENTATION_ERROR, "expected an indented block after %s on line %u", what,
                             (unsigned)p->tokens[at].line);
        return false;
    }
    return body == NULL || lang_parse_block(p, body);
}

bool lang_parse_block(struct parser *p, struct ast_list *body)
{
    uint32_t mark = p->stack_count;
    if (accept(p, TOKEN_NEWLINE)) {
        if (!lang_parse_expect(p, TOKEN_INDENT) || !lang_parse_statements(p) || !lang_parse_expect(p, TOKEN_DEDENT)) {
            p->stack_count = mark;
            return false;
        }
    } else if (!lang_parse_simple_line(p)) {
        p->stack_count = mark;
        return false;
    }
    return lang_parse_take(p, mark, body);
}

bool lang_parse_statements(struct parser *p)
{
    while (peek(p) != TOKEN_END && peek(p) != TOKEN_DEDENT) {
        if (!lang_parse_statement(p))
            return false;
    }
    return true;
}

/* [else: block]; the keyword's colon is demanded. */
static bool else_block(struct parser *p, struct ast_list *orelse)
{
    uint32_t at = p->pos;
    *orelse = (struct ast_list){0};
    return !accept(p, TOKEN_ELSE) || lang_parse_colon_block(p, "'else' statement", at, true, orelse);
}

/* ---- if, while, for ---- */

/* if, and each elif as an If in the orelse of the one before: a loop, so that long chains cost no stack. */
static struct ast_node *parse_if(struct parser *p)
{
    struct ast_if *first = NULL, *last = NULL;
    uint32_t mark = p->stack_count;
    const char *what = "'if' statement";
    do {
        uint32_t at = p->pos;
        struct ast_if *node = NEW_NODE(p, if, IF, here(p));
        if (node == NULL)
            return NULL;
        p->pos++;
        node->test = lang_parse_named_expression(p);
        if (node->test == NULL || !lang_parse_colon_block(p, what, at, false, &node->body))
            return NULL;
        if (last == NULL)
            first = node;
        else if (!lang_parse_list_of_one(p, node, &last->orelse))
            return NULL;
        last = node;
        what = "'elif' statement";
    } while (peek(p) == TOKEN_ELIF);
    if (!else_block(p, &last->orelse))
        return NULL;
    p->stack_count = mark;
    for (struct ast_if *node = first;; node = ast_as_if(node->orelse.items[0])) {
        lang_parse_finish_block(p, node);
        if (node == last)
            return &first->base;
    }
}

static struct ast_node *parse_while(struct parser *p)
{
    uint32_t at = p->pos;
    struct ast_while *node = NEW_NODE(p, while, WHILE, here(p));
    if (node == NULL)
        return NULL;
    p->pos++;
    node->test = lang_parse_named_expression(p);
    if (node->test == NULL || !lang_parse_colon_block(p, "'while' statement", at, false, &node->body) ||
        !else_block(p, &node->orelse))
        return NULL;
    return lang_parse_finish_block(p, node);
}

static struct ast_node *parse_for(struct parser *p, struct position start, bool is_async)
{
    uint32_t at = p->pos;
    struct ast_for *node = NEW_NODE(p, for, FOR, start);
    if (node == NULL)
        return NULL;
    node->is_async = is_async;
    uint32_t target_at = ++p->pos;
    node->target = lang_parse_star_targets(p);
    if (node->target == NULL || !lang_parse_expect(p, TOKEN_IN)) {
        if (asks(p) && !p->failed) {
            p->pos = target_at;
            lang_diagnose_target(p, lang_parse_star_expressions(p), TARGETS_FOR);
        }
        return NULL;
    }
    node->iter = lang_parse_star_expressions(p);
    if (node->iter == NULL || !lang_parse_colon_block(p, "'for' statement", at, false, &node->body) ||
        !else_block(p, &node->orelse))
        return NULL;
    return lang_parse_finish_block(p, node);
}

/* ---- with ---- */

static struct ast_node *with_item(struct parser *p)
{
    struct ast_withitem *node = NEW_NODE(p, withitem, WITHITEM, here(p));
    if (node == NULL)
        return NULL;
    node->context_expr = lang_parse_expression(p);
    if (node->context_expr == NULL)
        return NULL;
    if (peek(p) == TOKEN_AS) {
        uint32_t as_at = p->pos++;
        node->optional_vars = lang_parse_star_target(p);
        enum lang_token_kind next = peek(p);
        if (node->optional_vars == NULL || (next != TOKEN_COMMA && next != TOKEN_RPAR && next != TOKEN_COLON)) {
            lang_parse_fail(p);
            if (asks(p) && !p->failed) {
                p->pos = as_at + 1;
                struct ast_node *target = lang_parse_expression(p);
                next = peek(p);
                if (next == TOKEN_COMMA || next == TOKEN_RPAR || next == TOKEN_COLON)
                    lang_diagnose_target(p, target, TARGETS_STAR);
            }
            node->optional_vars = NULL;
            p->pos = as_at;
            if (p->failed)
                return NULL;
        }
    }
    return lang_parse_finish(p, node);
}

static bool with_items(struct parser *p, bool in_parens, struct ast_list *items)
{
    uint32_t mark = p->stack_count;
    do {
        if (in_parens && peek(p) == TOKEN_RPAR && p->stack_count > mark)
            break;
        struct ast_node *item = with_item(p);
        if (item == NULL || !lang_parse_push(p, item)) {
            p->stack_count = mark;
            return false;
        }
    } while (accept(p, TOKEN_COMMA));
    return lang_parse_take(p, mark, items);
}

static struct ast_node *parse_with(struct parser *p, struct position start, bool is_async)
{
    uint32_t at = p->pos;
    struct ast_with *node = NEW_NODE(p, with, WITH, start);
    if (node == NULL)
        return NULL;
    node->is_async = is_async;
    uint32_t first = ++p->pos;
    bool matched = false;
    if (accept(p, TOKEN_LPAR)) { /* brackets around the items, or only around the first expression */
        matched = with_items(p, true, &node->items) && accept(p, TOKEN_RPAR) && peek(p) == TOKEN_COLON;
        if (p->failed)
            return NULL;
        if (!matched) {
            lang_parse_fail(p);
            p->pos = first;
        }
    }
    if ((!matched && !with_items(p, false, &node->items)) ||
        !lang_parse_colon_block(p, "'with' statement", at, false, &node->body)) {
        if (asks(p) && !p->failed)
            lang_diagnose_with(p, first);
        return NULL;
    }
    return lang_parse_finish_block(p, node);
}

/* ---- try ---- */

static bool except_header(struct parser *p, struct ast_except_handler *node, bool is_star)
{
    if (peek(p) == TOKEN_COLON || peek(p) == TOKEN_NEWLINE) {
        lang_parse_note(p, p->pos);
        if (is_star && asks(p))
            lang_parse_raise(p, LANG_SYNTAX_ERROR, "expected one or more exception types");
        return !is_star;
    }
    node->type = lang_parse_expression(p);
    if (node->type == NULL)
        return false;
    if (peek(p) == TOKEN_COMMA) {
        uint32_t comma = p->pos;
        lang_parse_fail(p);
        if (asks(p)) {
            do {
                p->pos++;
            } while (lang_parse_expression(p) != NULL && peek(p) == TOKEN_COMMA);
            if (!p->failed && peek(p) == TOKEN_AS && peek_second(p) == TOKEN_NAME)
                p->pos += 2;
            if (!p->failed && peek(p) == TOKEN_COLON)
                lang_parse_raise_range(p, (struct position){node->type->line, node->type->col},
                                       p->tokens[p->pos].end_line,
                                       lang_lexer_col(p->lexer, p->tokens[p->pos].line, p->tokens[p->pos].end) - 1,
                                       "multiple exception types must be parenthesized");
            p->pos = comma;
        }
        return false;
    }
    if (accept(p, TOKEN_AS)) {
        node->name = lang_parse_name(p);
        if (node->name == NULL)
            return false;
    }
    return true;
}

/* A try with both kinds of clauses; `at` is the one that does not fit, p->pos on what follows its `except`. */
static void *mixed_clauses(struct parser *p, uint32_t at, bool is_star)
{
    struct ast_except_handler header = {0};
    lang_parse_note(p, is_star ? at + 1 : at);
    if (!asks(p) || (peek(p) != TOKEN_COLON && !except_header(p, &header, false)) || p->failed ||
        peek(p) != TOKEN_COLON)
        return NULL;
    const struct lang_token *last = &p->tokens[is_star ? at + 1 : at];
    return lang_parse_raise_range(p, position_of(p, at), last->end_line,
                                  lang_lexer_col(p->lexer, last->end_line, last->end),
                                  "cannot have both 'except' and 'except*' on the same 'try'");
}

/* *is_star: the kind of the clauses; set by the first one, held against the others. */
static struct ast_node *except_clause(struct parser *p, bool is_first, bool *is_star)
{
    uint32_t at = p->pos;
    struct ast_except_handler *node = NEW_NODE(p, except_handler, EXCEPT_HANDLER, here(p));
    if (node == NULL)
        return NULL;
    p->pos++;
    bool star = accept(p, TOKEN_STAR);
    if (!is_first && star != *is_star)
        return mixed_clauses(p, at, star);
    *is_star = star;
    if (!except_header(p, node, *is_star) ||
        !lang_parse_colon_block(p, *is_star ? "'except*' statement" : "'except' statement", at, false, &node->body))
        return NULL;
    return lang_parse_finish_block(p, node);
}

static bool except_clauses(struct parser *p, struct ast_try *node, bool *is_star)
{
    uint32_t mark = p->stack_count;
    while (peek(p) == TOKEN_EXCEPT) {
        struct ast_node *clause = except_clause(p, p->stack_count == mark, is_star);
        if (clause == NULL || !lang_parse_push(p, clause))
            return false;
    }
    return lang_parse_take(p, mark, &node->handlers);
}

static struct ast_node *parse_try(struct parser *p)
{
    uint32_t at = p->pos, mark = p->stack_count;
    bool is_star = false;
    struct ast_try *node = NEW_NODE(p, try, TRY, here(p)); /* TryStar has the same struct layout */
    if (node == NULL)
        return NULL;
    p->pos++;
    if (!lang_parse_colon_block(p, "'try' statement", at, true, &node->body))
        return NULL;
    if (peek(p) != TOKEN_EXCEPT && peek(p) != TOKEN_FINALLY) {
        lang_parse_fail(p);
        if (asks(p) && !p->failed)
            lang_parse_raise(p, LANG_SYNTAX_ERROR, "expected 'except' or 'finally' block");
        return NULL;
    }
    if (!except_clauses(p, node, &is_star)) {
        p->stack_count = mark;
        return NULL;
    }
    if (is_star)
        node->base.kind = AST_TRY_STAR;
    if (node->handlers.count != 0 && !else_block(p, &node->orelse))
        return NULL;
    at = p->pos;
    if (accept(p, TOKEN_FINALLY) && !lang_parse_colon_block(p, "'finally' statement", at, true, &node->finalbody))
        return NULL;
    return lang_parse_finish_block(p, node);
}

/* ---- def and class ---- */

static struct ast_node *parse_def(struct parser *p, struct position start, bool is_async)
{
    uint32_t at = p->pos;
    struct ast_function_def *node = NEW_NODE(p, function_def, FUNCTION_DEF, start);
    if (node == NULL)
        return NULL;
    node->is_async = is_async;
    node->first_line = start.line;
    p->pos++;
    node->name = lang_parse_name(p);
    if (node->name == NULL || !lang_parse_expect_forced(p, TOKEN_LPAR))
        return NULL;
    node->args = lang_parse_parameters(p, false);
    if (node->args == NULL || !lang_parse_expect(p, TOKEN_RPAR))
        return NULL;
    if (accept(p, TOKEN_ARROW)) {
        uint32_t arrow_at = p->pos - 1;
        node->returns = lang_parse_expression(p);
        if (node->returns == NULL)
            p->pos = arrow_at;
        if (p->failed)
            return NULL;
    }
    if (!lang_parse_colon_block(p, "function definition", at, true, &node->body))
        return NULL;
    return lang_parse_finish_block(p, node);
}

static struct ast_node *parse_class(struct parser *p)
{
    uint32_t at = p->pos;
    struct ast_class_def *node = NEW_NODE(p, class_def, CLASS_DEF, here(p));
    if (node == NULL)
        return NULL;
    node->first_line = node->base.line;
    p->pos++;
    node->name = lang_parse_name(p);
    if (node->name == NULL)
        return NULL;
    if (accept(p, TOKEN_LPAR)) {
        uint32_t first = p->pos;
        if (!lang_parse_arguments(p, &node->bases, &node->keywords))
            return NULL;
        if (!lang_parse_expect(p, TOKEN_RPAR)) {
            if (asks(p) && !p->failed)
                lang_diagnose_arguments(p, first);
            return NULL;
        }
    }
    if (!lang_parse_colon_block(p, "class definition", at, false, &node->body))
        return NULL;
    return lang_parse_finish_block(p, node);
}

static struct ast_node *after_async(struct parser *p)
{
    struct position start = here(p);
    p->pos++;
    switch (peek(p)) {
    case TOKEN_DEF:
        return parse_def(p, start, true);
    case TOKEN_FOR:
        return parse_for(p, start, true);
    case TOKEN_WITH:
        return parse_with(p, start, true);
    default:
        return lang_parse_fail(p);
    }
}

static struct ast_node *decorated(struct parser *p)
{
    struct ast_list decorators;
    uint32_t mark = p->stack_count, first_line = p->tokens[p->pos].line;
    while (accept(p, TOKEN_AT)) {
        struct ast_node *node = lang_parse_named_expression(p);
        if (node == NULL || !lang_parse_expect(p, TOKEN_NEWLINE) || !lang_parse_push(p, node)) {
            p->stack_count = mark;
            return NULL;
        }
    }
    if (!lang_parse_take(p, mark, &decorators))
        return NULL;
    struct ast_node *node;
    if (peek(p) == TOKEN_ASYNC && peek_second(p) != TOKEN_DEF) {
        p->pos++;
        return lang_parse_fail(p);
    }
    if (peek(p) == TOKEN_CLASS) {
        node = parse_class(p);
        if (node == NULL)
            return NULL;
        ast_as_class_def(node)->decorator_list = decorators;
        ast_as_class_def(node)->first_line = first_line;
        return node;
    }
    if (peek(p) == TOKEN_DEF)
        node = parse_def(p, here(p), false);
    else if (peek(p) == TOKEN_ASYNC)
        node = after_async(p);
    else
        return lang_parse_fail(p);
    if (node == NULL)
        return NULL;
    ast_as_function_def(node)->decorator_list = decorators;
    ast_as_function_def(node)->first_line = first_line;
    return node;
}

/* ---- the statement ---- */

static struct ast_node *compound(struct parser *p, bool *is_compound)
{
    *is_compound = true;
    switch (peek(p)) {
    case TOKEN_IF:
        return parse_if(p);
    case TOKEN_FOR:
        return parse_for(p, here(p), false);
    case TOKEN_WHILE:
        return parse_while(p);
    case TOKEN_DEF:
        return parse_def(p, here(p), false);
    case TOKEN_CLASS:
        return parse_class(p);
    case TOKEN_WITH:
        return parse_with(p, here(p), false);
    case TOKEN_TRY:
        return parse_try(p);
    case TOKEN_AT:
        return decorated(p);
    case TOKEN_ASYNC:
        return after_async(p);
    case TOKEN_NAME:
        if (is_known(p, p->pos, LANG_NAME_MATCH)) {
            uint32_t start = p->pos, mark = p->stack_count;
            struct ast_node *node = lang_parse_match(p);
            if (node != NULL || p->failed)
                return node;
            p->pos = start;
            p->stack_count = mark;
        }
        /* fall through */
    default:
        *is_compound = false;
        return NULL;
    }
}

bool lang_parse_statement(struct parser *p)
{
    bool is_compound;
    if (!lang_parse_enter(p))
        return false;
    struct ast_node *node = compound(p, &is_compound);
    bool matched = is_compound ? node != NULL && lang_parse_push(p, node) : !p->failed && lang_parse_simple_line(p);
    lang_parse_leave(p);
    return matched;
}
