/* What stands in the brackets after a primary: arguments of a call, a subscript. */
#include "front/parser_state.h"

enum { SEEN_KEYWORD = 1, SEEN_MAPPING = 2 };

/* `name=value`, p->pos on the name. */
static struct ast_node *named_argument(struct parser *p)
{
    struct ast_keyword *node = NEW_NODE(p, keyword, KEYWORD, here(p));
    if (node == NULL)
        return NULL;
    node->arg = name_of(p, p->pos);
    p->pos += 2;
    node->value = lang_parse_expression(p);
    return node->value == NULL ? NULL : lang_parse_finish(p, node);
}

static struct ast_node *mapping_argument(struct parser *p)
{
    struct ast_keyword *node = NEW_NODE(p, keyword, KEYWORD, here(p));
    if (node == NULL)
        return NULL;
    p->pos++;
    node->value = lang_parse_expression(p);
    return node->value == NULL ? NULL : lang_parse_finish(p, node);
}

static struct ast_node *iterable_argument(struct parser *p)
{
    struct ast_starred *node = NEW_NODE(p, starred, STARRED, here(p));
    if (node == NULL)
        return NULL;
    p->pos++;
    node->value = lang_parse_expression(p);
    return node->value == NULL ? NULL : lang_parse_finish(p, node);
}

/* One argument at p->pos; NULL where none can stand there, or not after what was seen. */
static struct ast_node *argument(struct parser *p, unsigned *seen)
{
    uint32_t start = p->pos;
    if (peek(p) == TOKEN_STAR)
        return *seen & SEEN_MAPPING ? lang_parse_fail(p) : iterable_argument(p);
    if (peek(p) == TOKEN_DOUBLE_STAR) {
        *seen |= SEEN_MAPPING;
        return mapping_argument(p);
    }
    if (peek(p) == TOKEN_NAME && peek_second(p) == TOKEN_EQUAL) {
        if (asks(p)) {
            lang_diagnose_keyword(p, start);
            if (p->failed)
                return NULL;
        }
        *seen |= SEEN_KEYWORD;
        return named_argument(p);
    }
    if (*seen == 0) {
        struct ast_node *node = lang_parse_expression_not_named(p);
        if (node != NULL && peek(p) != TOKEN_EQUAL)
            return node;
        if (p->failed)
            return NULL;
        lang_parse_fail(p);
        p->pos = start;
    } else if (peek(p) == TOKEN_NAME) {
        lang_parse_note(p, p->pos + 1); /* the `=` was hoped for */
    }
    if (asks(p))
        lang_diagnose_keyword(p, start);
    return lang_parse_fail(p);
}

static bool is_keyword(const struct ast_node *node)
{
    return node->kind == AST_KEYWORD;
}

/* The items since mark, parted into positional ones and keywords, each in order. */
static bool take_arguments(struct parser *p, uint32_t mark, struct ast_list *args, struct ast_list *keywords)
{
    uint32_t end = p->stack_count, count = 0;
    for (uint32_t i = mark; i < end; i++)
        count += is_keyword(p->stack[i]);
    if (count == 0) {
        *keywords = (struct ast_list){0};
        return lang_parse_take(p, mark, args);
    }
    struct ast_node **kw = lang_arena_array(p->arena, count, sizeof *kw);
    if (kw == NULL) {
        lang_parse_no_memory(p);
        return false;
    }
    uint32_t kept = mark, n = 0;
    for (uint32_t i = mark; i < end; i++) {
        if (is_keyword(p->stack[i]))
            kw[n++] = p->stack[i];
        else
            p->stack[kept++] = p->stack[i];
    }
    *keywords = (struct ast_list){count, kw};
    p->stack_count = kept;
    return lang_parse_take(p, mark, args);
}

/* As many arguments as match, without the closing bracket; p->pos is after the last one and its comma. */
bool lang_parse_arguments(struct parser *p, struct ast_list *args, struct ast_list *keywords)
{
    uint32_t mark = p->stack_count;
    unsigned seen = 0;
    while (peek(p) != TOKEN_RPAR) {
        uint32_t before = p->pos;
        struct ast_node *node = argument(p, &seen);
        if (node == NULL) {
            p->pos = before;
            if (p->failed)
                return false;
            break;
        }
        if (!lang_parse_push(p, node))
            return false;
        if (!accept(p, TOKEN_COMMA))
            break;
    }
    return take_arguments(p, mark, args, keywords);
}

/* f(x for x in y): the brackets of the call are those of the generator. */
static struct ast_node *sole_generator(struct parser *p, struct ast_call *node, struct position start)
{
    struct ast_node *elt = node->args.items[0];
    struct ast_node *generator = lang_parse_comprehension(p, AST_GENERATOR_EXP, elt, start);
    if (generator == NULL || !lang_parse_list_of_one(p, generator, &node->args))
        return NULL;
    return lang_parse_finish(p, node);
}

struct ast_node *lang_parse_call(struct parser *p, struct ast_node *func, struct position start)
{
    struct position bracket = here(p);
    struct ast_call *node = NEW_NODE(p, call, CALL, start);
    if (node == NULL)
        return NULL;
    uint32_t first = ++p->pos;
    node->func = func;
    if (!lang_parse_arguments(p, &node->args, &node->keywords))
        return NULL;
    if (accept(p, TOKEN_RPAR))
        return lang_parse_finish(p, node);
    if ((peek(p) == TOKEN_FOR || peek(p) == TOKEN_ASYNC) && node->args.count == 1 && node->keywords.count == 0 &&
        node->args.items[0]->kind != AST_STARRED && p->tokens[p->pos - 1].kind != TOKEN_COMMA) {
        uint32_t clauses = p->pos;
        struct ast_node *call = sole_generator(p, node, bracket);
        if (call != NULL || p->failed)
            return call;
        p->pos = clauses;
    }
    lang_parse_fail(p);
    if (asks(p) && !p->failed)
        lang_diagnose_comprehension(p, first - 1);
    if (asks(p) && !p->failed)
        lang_diagnose_arguments(p, first);
    return NULL;
}

/* [lower]:[upper][:[step]], or one expression. */
static struct ast_node *slice(struct parser *p)
{
    struct position start = here(p);
    struct ast_node *lower = NULL;
    if (peek(p) == TOKEN_STAR)
        return iterable_argument(p);
    if (peek(p) != TOKEN_COLON) {
        lower = lang_parse_named_expression(p);
        if (lower == NULL || peek(p) != TOKEN_COLON || (lower->kind == AST_NAMED_EXPR && !lower->parens))
            return lower;
    }
    struct ast_slice *node = NEW_NODE(p, slice, SLICE, start);
    if (node == NULL)
        return NULL;
    node->lower = lower;
    p->pos++;
    struct ast_node **bounds[] = {&node->upper, &node->step};
    for (int i = 0; i < 2; i++) {
        enum lang_token_kind kind = peek(p);
        if (kind != TOKEN_COLON && kind != TOKEN_COMMA && kind != TOKEN_RSQB) {
            *bounds[i] = lang_parse_expression(p);
            if (*bounds[i] == NULL)
                return NULL;
        }
        if (i == 0 && !accept(p, TOKEN_COLON))
            break;
    }
    return lang_parse_finish(p, node);
}

struct ast_node *lang_parse_subscript(struct parser *p, struct ast_node *value, struct position start)
{
    struct ast_subscript *node = NEW_NODE(p, subscript, SUBSCRIPT, start);
    if (node == NULL)
        return NULL;
    p->pos++;
    struct position first_at = here(p);
    struct ast_node *first = slice(p);
    if (first == NULL)
        return NULL;
    node->value = value;
    node->slice = first;
    if (peek(p) == TOKEN_COMMA || first->kind == AST_STARRED) {
        uint32_t mark = p->stack_count;
        if (!lang_parse_push(p, first))
            return NULL;
        while (accept(p, TOKEN_COMMA) && peek(p) != TOKEN_RSQB) {
            struct ast_node *next = slice(p);
            if (next == NULL || !lang_parse_push(p, next))
                return NULL;
        }
        struct ast_tuple *tuple = NEW_NODE(p, tuple, TUPLE, first_at);
        if (tuple == NULL || !lang_parse_take(p, mark, &tuple->elts))
            return NULL;
        node->slice = lang_parse_finish(p, tuple);
    }
    return lang_parse_expect(p, TOKEN_RSQB) ? lang_parse_finish(p, node) : NULL;
}
