/* Atoms: names, constants, and the displays and comprehensions in ( ) [ ] { }. */
#include "front/parser_state.h"

static struct ast_node *name_atom(struct parser *p)
{
    struct ast_name_expr *node = NEW_NODE(p, name_expr, NAME, here(p));
    if (node == NULL)
        return NULL;
    node->id = name_of(p, p->pos++);
    return lang_parse_finish(p, node);
}

static struct ast_node *constant(struct parser *p, enum ast_value_type type)
{
    struct ast_constant *node = NEW_NODE(p, constant, CONSTANT, here(p));
    if (node == NULL)
        return NULL;
    node->value.type = (uint8_t)type;
    p->pos++;
    return lang_parse_finish(p, node);
}

/* ---- comprehensions ---- */

/* One `for target in iter if ...`, p->pos on `for` or on `async`. */
static struct ast_node *clause(struct parser *p)
{
    struct ast_comprehension *node = NEW_NODE(p, comprehension, COMPREHENSION, here(p));
    if (node == NULL)
        return NULL;
    node->is_async = accept(p, TOKEN_ASYNC);
    if (!lang_parse_expect(p, TOKEN_FOR))
        return NULL;
    uint32_t target_at = p->pos;
    node->target = lang_parse_star_targets(p);
    if (node->target == NULL || !lang_parse_expect(p, TOKEN_IN)) {
        if (asks(p) && !p->failed) {
            p->pos = target_at;
            lang_diagnose_target(p, lang_parse_star_expressions(p), TARGETS_FOR);
        }
        return NULL;
    }
    node->iter = lang_parse_disjunction(p);
    if (node->iter == NULL)
        return NULL;
    uint32_t mark = p->stack_count;
    while (peek(p) == TOKEN_IF) {
        p->pos++;
        struct ast_node *test = lang_parse_disjunction(p);
        if (test == NULL) {
            p->pos--;
            if (p->failed)
                return NULL;
            break;
        }
        if (!lang_parse_push(p, test))
            return NULL;
    }
    if (!lang_parse_take(p, mark, &node->ifs))
        return NULL;
    return lang_parse_finish(p, node);
}

static bool at_clause(struct parser *p)
{
    if (peek(p) == TOKEN_ASYNC)
        lang_parse_note(p, p->pos + 1);
    return peek(p) == TOKEN_FOR || (peek(p) == TOKEN_ASYNC && peek_second(p) == TOKEN_FOR);
}

bool lang_parse_clauses(struct parser *p, struct ast_list *generators)
{
    uint32_t mark = p->stack_count;
    if (!at_clause(p)) {
        lang_parse_fail(p);
        return false;
    }
    while (at_clause(p)) {
        struct ast_node *node = clause(p);
        if (node == NULL || !lang_parse_push(p, node)) {
            p->stack_count = mark;
            return false;
        }
    }
    return lang_parse_take(p, mark, generators);
}

/* The clauses and the closing bracket after `elt`. */
struct ast_node *lang_parse_comprehension(struct parser *p, enum ast_kind kind, struct ast_node *elt,
                                          struct position start)
{
    /* ListComp, SetComp and GeneratorExp have the same struct layout */
    struct ast_list_comp *node = lang_parse_node(p, kind, sizeof *node, start);
    if (node == NULL || !lang_parse_clauses(p, &node->generators))
        return NULL;
    if (!lang_parse_expect(p, kind == AST_LIST_COMP ? TOKEN_RSQB : kind == AST_SET_COMP ? TOKEN_RBRACE : TOKEN_RPAR))
        return NULL;
    node->elt = elt;
    return lang_parse_finish(p, node);
}

/* ---- displays ---- */

/* `first, second, ...` up to the closing bracket; the first is parsed already, p->pos on the comma or the bracket. */
static bool display_items(struct parser *p, struct ast_node *first, enum lang_token_kind close, struct ast_list *items)
{
    uint32_t mark = p->stack_count;
    if (!lang_parse_push(p, first))
        return false;
    while (accept(p, TOKEN_COMMA)) {
        if (peek(p) == close)
            break;
        struct ast_node *next = lang_parse_star_named_expression(p);
        if (next == NULL || !lang_parse_push(p, next))
            return false;
    }
    return lang_parse_expect(p, close) && lang_parse_take(p, mark, items);
}

/* A starred item can open a list but not a comprehension; a walrus neither opens a set's... the element rules are
 * alike. */
static struct ast_node *list_atom(struct parser *p)
{
    struct position start = here(p);
    uint32_t start_at = p->pos++;
    struct ast_node *first = NULL;
    struct ast_list_expr *node = NEW_NODE(p, list_expr, LIST, start);
    if (node == NULL)
        return NULL;
    if (accept(p, TOKEN_RSQB))
        return lang_parse_finish(p, node);
    first = lang_parse_star_named_expression(p);
    if (first != NULL && at_clause(p) && first->kind != AST_STARRED) {
        struct ast_node *comprehension = lang_parse_comprehension(p, AST_LIST_COMP, first, start);
        if (comprehension != NULL)
            return comprehension;
    } else if (first != NULL && display_items(p, first, TOKEN_RSQB, &node->elts)) {
        return lang_parse_finish(p, node);
    }
    if (asks(p) && !p->failed)
        lang_diagnose_comprehension(p, start_at);
    return NULL;
}

static struct ast_node *empty_tuple(struct parser *p, struct position start)
{
    struct ast_tuple *node = NEW_NODE(p, tuple, TUPLE, start);
    p->pos++;
    return lang_parse_finish(p, node);
}

/* ( ... ): tuple, group or generator expression. */
static struct ast_node *paren_contents(struct parser *p, struct position start)
{
    if (peek(p) == TOKEN_RPAR)
        return empty_tuple(p, start);
    if (peek(p) == TOKEN_YIELD) {
        struct ast_node *value = lang_parse_yield(p);
        if (value == NULL || !lang_parse_expect(p, TOKEN_RPAR))
            return NULL;
        value->parens = 1;
        return value;
    }
    struct ast_node *first = lang_parse_star_named_expression(p);
    if (first == NULL)
        return NULL;
    if (first->kind != AST_STARRED) {
        if (accept(p, TOKEN_RPAR)) {
            first->parens = 1;
            return first;
        }
        if (at_clause(p))
            return lang_parse_comprehension(p, AST_GENERATOR_EXP, first, start);
    }
    if (peek(p) != TOKEN_COMMA)
        return lang_parse_fail(p);
    struct ast_tuple *node = NEW_NODE(p, tuple, TUPLE, start);
    if (node == NULL || !display_items(p, first, TOKEN_RPAR, &node->elts))
        return NULL;
    node->base.parens = 1;
    return lang_parse_finish(p, node);
}

static struct ast_node *paren_atom(struct parser *p)
{
    struct position start = here(p);
    uint32_t start_at = p->pos++;
    struct ast_node *node = paren_contents(p, start);
    if (node == NULL && asks(p) && !p->failed) {
        lang_diagnose_group(p, start_at);
        if (!p->failed)
            lang_diagnose_comprehension(p, start_at);
    }
    return node;
}

/* ---- { ... } ---- */

/* One `key: value` or `**mapping` onto the two halves of the stack: keys and values alternate until the end. */
static bool dict_pair(struct parser *p)
{
    struct ast_node *key = NULL, *value;
    if (accept(p, TOKEN_DOUBLE_STAR)) {
        value = lang_parse_bitwise_or(p);
    } else {
        key = lang_parse_expression(p);
        value = key != NULL && lang_parse_expect(p, TOKEN_COLON) ? lang_parse_expression(p) : NULL;
    }
    return value != NULL && lang_parse_push(p, key) && lang_parse_push(p, value);
}

static bool take_pairs(struct parser *p, uint32_t mark, struct ast_dict *node)
{
    uint32_t count = (p->stack_count - mark) / 2;
    node->keys = (struct ast_list){count, lang_arena_array(p->arena, count, sizeof(struct ast_node *))};
    node->values = (struct ast_list){count, lang_arena_array(p->arena, count, sizeof(struct ast_node *))};
    if (node->keys.items == NULL || node->values.items == NULL) {
        lang_parse_no_memory(p);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        node->keys.items[i] = p->stack[mark + 2 * i];
        node->values.items[i] = p->stack[mark + 2 * i + 1];
    }
    p->stack_count = mark;
    return true;
}

/* The rest of a dict; its first pair (or `**mapping`) is on the stack already. */
static struct ast_node *dict_rest(struct parser *p, struct position start, uint32_t mark)
{
    while (accept(p, TOKEN_COMMA)) {
        if (peek(p) == TOKEN_RBRACE)
            break;
        if (!dict_pair(p))
            return NULL;
    }
    if (!lang_parse_expect(p, TOKEN_RBRACE))
        return NULL;
    struct ast_dict *node = NEW_NODE(p, dict, DICT, start);
    return node != NULL && take_pairs(p, mark, node) ? lang_parse_finish(p, node) : NULL;
}

static struct ast_node *dict_comprehension(struct parser *p, struct position start, struct ast_node *key,
                                           struct ast_node *value)
{
    struct ast_dict_comp *node = NEW_NODE(p, dict_comp, DICT_COMP, start);
    if (node == NULL || !lang_parse_clauses(p, &node->generators) || !lang_parse_expect(p, TOKEN_RBRACE))
        return NULL;
    node->key = key;
    node->value = value;
    return lang_parse_finish(p, node);
}

static struct ast_node *brace_contents(struct parser *p, struct position start)
{
    uint32_t mark = p->stack_count;
    if (peek(p) == TOKEN_RBRACE || peek(p) == TOKEN_DOUBLE_STAR) {
        if (peek(p) == TOKEN_DOUBLE_STAR && !dict_pair(p))
            return NULL;
        return dict_rest(p, start, mark);
    }
    struct ast_node *first = lang_parse_star_named_expression(p);
    if (first == NULL)
        return NULL;
    if (peek(p) == TOKEN_COLON && first->kind != AST_STARRED && (first->kind != AST_NAMED_EXPR || first->parens)) {
        p->pos++;
        struct ast_node *value = lang_parse_expression(p);
        if (value == NULL)
            return NULL;
        if (at_clause(p))
            return dict_comprehension(p, start, first, value);
        if (!lang_parse_push(p, first) || !lang_parse_push(p, value))
            return NULL;
        return dict_rest(p, start, mark);
    }
    if (at_clause(p) && first->kind != AST_STARRED)
        return lang_parse_comprehension(p, AST_SET_COMP, first, start);
    struct ast_set *node = NEW_NODE(p, set, SET, start);
    if (node == NULL || !display_items(p, first, TOKEN_RBRACE, &node->elts))
        return NULL;
    return lang_parse_finish(p, node);
}

static struct ast_node *brace_atom(struct parser *p)
{
    struct position start = here(p);
    uint32_t start_at = p->pos++;
    uint32_t mark = p->stack_count;
    struct ast_node *node = brace_contents(p, start);
    if (node != NULL || p->failed)
        return node;
    p->stack_count = mark;
    lang_diagnose_dict(p, start_at);
    if (asks(p) && !p->failed)
        lang_diagnose_comprehension(p, start_at);
    return NULL;
}

static struct ast_node *atom(struct parser *p)
{
    switch (peek(p)) {
    case TOKEN_NAME:
        return name_atom(p);
    case TOKEN_NUMBER:
        return lang_parse_number(p);
    case TOKEN_STRING:
        return lang_parse_strings(p);
    case TOKEN_TRUE:
        return constant(p, AST_VALUE_TRUE);
    case TOKEN_FALSE:
        return constant(p, AST_VALUE_FALSE);
    case TOKEN_NONE:
        return constant(p, AST_VALUE_NONE);
    case TOKEN_ELLIPSIS:
        return constant(p, AST_VALUE_ELLIPSIS);
    case TOKEN_LPAR:
        return paren_atom(p);
    case TOKEN_LSQB:
        return list_atom(p);
    case TOKEN_LBRACE:
        return brace_atom(p);
    default:
        return lang_parse_fail(p);
    }
}

/* Brackets that did not match are not tried again in the same mode: attempts nest, and would multiply. */
static struct ast_node *bracket_atom(struct parser *p)
{
    uint32_t mark = p->stack_count, start = p->pos;
    uint16_t mode = !p->diagnose ? 1 : p->quiet ? 2 : 4;
    if (p->tokens[start].failed_modes & mode)
        return lang_parse_fail(p);
    struct ast_node *node = atom(p);
    if (node == NULL) {
        p->stack_count = mark;
        p->lexer->tokens[start].failed_modes |= mode;
    }
    return node;
}

struct ast_node *lang_parse_atom(struct parser *p)
{
    if (p->diagnose && ++p->effort > (uint64_t)p->lexer->count * 64 + 200000)
        p->quiet = true; /* successful attempts multiply too: no more questions */
    switch (peek(p)) {
    case TOKEN_LPAR:
    case TOKEN_LSQB:
    case TOKEN_LBRACE:
        return bracket_atom(p);
    default:
        return atom(p);
    }
}
