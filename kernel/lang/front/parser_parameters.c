/* Parameters of def and lambda. */
#include "front/parser_state.h"

/* What has been met so far, in the order in which it may be met. */
struct parameters {
    struct ast_arguments *node;
    bool is_lambda;
    bool slash_seen, star_seen, default_seen;
    uint32_t plain_count; /* positional parameters pushed: the first of the three runs on the stack */
    uint32_t mark;
};

static enum lang_token_kind closing(const struct parameters *list)
{
    return list->is_lambda ? TOKEN_COLON : TOKEN_RPAR;
}

/* NAME [: annotation]; *args also takes a starred annotation. */
static struct ast_node *parameter(struct parser *p, const struct parameters *list, bool is_star)
{
    struct ast_arg *node = NEW_NODE(p, arg, ARG, here(p));
    if (node == NULL || (node->arg = lang_parse_name(p)) == NULL)
        return NULL;
    if (!list->is_lambda && accept(p, TOKEN_COLON)) {
        node->annotation = is_star && peek(p) == TOKEN_STAR ? lang_parse_starred(p) : lang_parse_expression(p);
        if (node->annotation == NULL)
            return NULL;
    }
    return lang_parse_finish(p, node);
}

static bool at_end_of_parameter(const struct parser *p, const struct parameters *list)
{
    return peek(p) == TOKEN_COMMA || peek(p) == (list->is_lambda ? TOKEN_COLON : TOKEN_RPAR);
}

static void raise_default(struct parser *p, uint32_t equal_at)
{
    if (asks(p) && !p->failed)
        lang_parse_raise_token(p, equal_at, "expected default value expression");
}

/* [= expression] into *value; false on failure. */
static bool default_value(struct parser *p, struct ast_node **value)
{
    *value = NULL;
    if (!accept(p, TOKEN_EQUAL))
        return true;
    uint32_t equal_at = p->pos - 1;
    *value = lang_parse_expression(p);
    enum lang_token_kind next = (enum lang_token_kind)p->tokens[equal_at + 1].kind;
    if (*value == NULL && !p->failed && (next == TOKEN_COMMA || next == TOKEN_RPAR))
        raise_default(p, equal_at);
    return *value != NULL;
}

static void *refuse(struct parser *p, uint32_t token, const char *message)
{
    lang_parse_fail(p);
    if (asks(p) && !p->failed)
        lang_parse_raise_token(p, token, "%s", message);
    return NULL;
}

/* (a, b) as a parameter: Python 2. */
static bool refuse_parentheses(struct parser *p, const struct parameters *list)
{
    uint32_t open = p->pos, names = 0;
    lang_parse_fail(p);
    if (!asks(p) || p->failed || list->default_seen || list->slash_seen || list->star_seen)
        return false;
    p->pos++;
    while (peek(p) == TOKEN_NAME) {
        names++;
        p->pos++;
        if (!accept(p, TOKEN_COMMA))
            break;
    }
    lang_parse_note(p, p->pos);
    if (names > 0 && peek(p) == TOKEN_RPAR) {
        const struct lang_token *close = &p->tokens[p->pos];
        lang_parse_raise_range(p, position_of(p, open), close->end_line,
                               (int64_t)lang_lexer_col(p->lexer, close->end_line, close->end),
                               list->is_lambda ? "Lambda expression parameters cannot be parenthesized"
                                               : "Function parameters cannot be parenthesized");
    }
    return false;
}

/* `/` at p->pos: the parameters so far are positional-only. */
static bool slash(struct parser *p, struct parameters *list)
{
    uint32_t at = p->pos;
    if (list->slash_seen)
        return refuse(p, at, "/ may appear only once");
    if (list->star_seen)
        return refuse(p, at, "/ must be ahead of *");
    if (p->stack_count == list->mark) {
        lang_parse_fail(p);
        return peek_second(p) == TOKEN_COMMA && refuse(p, at, "at least one argument must precede /") != NULL;
    }
    p->pos++;
    list->slash_seen = true;
    uint32_t count = p->stack_count - list->mark;
    struct ast_node **items = lang_arena_array(p->arena, count, sizeof *items);
    if (items == NULL) {
        lang_parse_no_memory(p);
        return false;
    }
    __builtin_memcpy(items, p->stack + list->mark, count * sizeof *items);
    list->node->posonlyargs = (struct ast_list){count, items};
    list->plain_count = 0;
    p->stack_count = list->mark;
    if (asks(p) && peek(p) == TOKEN_STAR)
        return refuse(p, p->pos, "expected comma between / and *");
    return true;
}

/* `*args` or a bare `*`. */
static bool star(struct parser *p, struct parameters *list)
{
    uint32_t at = p->pos;
    if (list->star_seen) {
        lang_parse_fail(p);
        return (peek_second(p) == TOKEN_COMMA || peek_second(p) == TOKEN_NAME) &&
               refuse(p, at, "* argument may appear only once") != NULL;
    }
    list->star_seen = true;
    p->pos++;
    if (peek(p) == TOKEN_NAME) {
        list->node->vararg = parameter(p, list, true);
        if (list->node->vararg != NULL && peek(p) == TOKEN_EQUAL)
            return refuse(p, p->pos, "var-positional argument cannot have default value");
        return list->node->vararg != NULL;
    }
    if (peek(p) == closing(list) ||
        (peek(p) == TOKEN_COMMA && (peek_second(p) == closing(list) || peek_second(p) == TOKEN_DOUBLE_STAR))) {
        if (peek(p) == TOKEN_COMMA)
            lang_parse_note(p, p->pos + 1);
        lang_parse_fail(p);
        if (asks(p) && !p->failed) {
            if (list->is_lambda)
                lang_parse_raise(p, LANG_SYNTAX_ERROR, "named arguments must follow bare *");
            else
                lang_parse_raise_token(p, at, "named arguments must follow bare *");
        }
        return false;
    }
    return true;
}

static bool double_star(struct parser *p, struct parameters *list)
{
    p->pos++;
    list->node->kwarg = parameter(p, list, false);
    if (list->node->kwarg == NULL)
        return false;
    if (peek(p) == TOKEN_EQUAL)
        return refuse(p, p->pos, "var-keyword argument cannot have default value");
    if (accept(p, TOKEN_COMMA) && peek(p) != closing(list)) {
        enum lang_token_kind kind = peek(p);
        if (kind == TOKEN_NAME || kind == TOKEN_STAR || kind == TOKEN_DOUBLE_STAR || kind == TOKEN_SLASH)
            return refuse(p, p->pos, "arguments cannot follow var-keyword argument");
        lang_parse_fail(p);
        return false;
    }
    return true;
}

/* A list that grows in the arena: defaults, and what follows the star. */
static bool append(struct parser *p, struct ast_list *list, struct ast_node *item)
{
    if ((list->count & (list->count - 1)) == 0) { /* full at each power of two */
        struct ast_node **items = lang_arena_array(p->arena, list->count == 0 ? 1 : list->count * 2, sizeof *items);
        if (items == NULL) {
            lang_parse_no_memory(p);
            return false;
        }
        if (list->count != 0)
            __builtin_memcpy(items, list->items, list->count * sizeof *items);
        list->items = items;
    }
    list->items[list->count++] = item;
    return true;
}

static bool named_parameter(struct parser *p, struct parameters *list)
{
    struct ast_node *value, *node = parameter(p, list, false);
    if (node == NULL || !default_value(p, &value))
        return false;
    if (list->star_seen)
        return append(p, &list->node->kwonlyargs, node) && append(p, &list->node->kw_defaults, value);
    if (value == NULL && list->default_seen) {
        lang_parse_fail(p);
        if (asks(p) && !p->failed && at_end_of_parameter(p, list))
            lang_parse_raise_node(p, node, "non-default argument follows default argument");
        return false;
    }
    list->default_seen = list->default_seen || value != NULL;
    return (value == NULL || append(p, &list->node->defaults, value)) && lang_parse_push(p, node);
}

struct ast_node *lang_parse_parameters(struct parser *p, bool is_lambda)
{
    struct parameters list = {.is_lambda = is_lambda, .mark = p->stack_count};
    list.node = NEW_NODE(p, arguments, ARGUMENTS, here(p));
    if (list.node == NULL)
        return NULL;
    while (peek(p) != closing(&list)) {
        bool matched;
        switch (peek(p)) {
        case TOKEN_NAME:
            matched = named_parameter(p, &list);
            break;
        case TOKEN_SLASH:
            matched = slash(p, &list);
            break;
        case TOKEN_STAR:
            matched = star(p, &list);
            break;
        case TOKEN_DOUBLE_STAR:
            matched = double_star(p, &list);
            break;
        case TOKEN_LPAR:
            matched = refuse_parentheses(p, &list);
            break;
        default:
            lang_parse_fail(p);
            if (p->failed)
                return NULL;
            goto done; /* the caller reports the missing bracket or colon */
        }
        if (!matched) {
            p->stack_count = list.mark;
            return NULL;
        }
        if (list.node->kwarg != NULL || !accept(p, TOKEN_COMMA))
            break;
    }
done:
    return lang_parse_take(p, list.mark, &list.node->args) ? lang_parse_finish(p, list.node) : NULL;
}
