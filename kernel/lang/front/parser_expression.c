/* Expressions from the ternary down to the primary; atoms, calls and subscripts have files of their own. */
#include "front/parser_state.h"

bool lang_parse_starts_expression(enum lang_token_kind kind)
{
    switch (kind) {
    case TOKEN_NAME:
    case TOKEN_NUMBER:
    case TOKEN_STRING:
    case TOKEN_LPAR:
    case TOKEN_LSQB:
    case TOKEN_LBRACE:
    case TOKEN_ELLIPSIS:
    case TOKEN_PLUS:
    case TOKEN_MINUS:
    case TOKEN_TILDE:
    case TOKEN_FALSE:
    case TOKEN_NONE:
    case TOKEN_TRUE:
    case TOKEN_AWAIT:
    case TOKEN_LAMBDA:
    case TOKEN_NOT:
        return true;
    default:
        return false;
    }
}

/* ---- operators with a left and a right side ---- */

enum { LOWEST = 1, SHIFT = 4, SUM = 5, TERM = 6 };

static const struct {
    uint8_t precedence, op;
} binary[TOKEN_COUNT] = {
    [TOKEN_VBAR] = {1, AST_OP_BIT_OR},
    [TOKEN_CIRCUMFLEX] = {2, AST_OP_BIT_XOR},
    [TOKEN_AMPER] = {3, AST_OP_BIT_AND},
    [TOKEN_LEFT_SHIFT] = {SHIFT, AST_OP_LSHIFT},
    [TOKEN_RIGHT_SHIFT] = {SHIFT, AST_OP_RSHIFT},
    [TOKEN_PLUS] = {SUM, AST_OP_ADD},
    [TOKEN_MINUS] = {SUM, AST_OP_SUB},
    [TOKEN_STAR] = {TERM, AST_OP_MULT},
    [TOKEN_SLASH] = {TERM, AST_OP_DIV},
    [TOKEN_DOUBLE_SLASH] = {TERM, AST_OP_FLOOR_DIV},
    [TOKEN_PERCENT] = {TERM, AST_OP_MOD},
    [TOKEN_AT] = {TERM, AST_OP_MAT_MULT},
};

static struct ast_node *unary(struct parser *p, enum ast_unary op)
{
    struct position start = here(p);
    if (!lang_parse_enter(p))
        return NULL;
    p->pos++;
    enum lang_token_kind kind = peek(p);
    struct ast_node *operand = kind == TOKEN_PLUS    ? unary(p, AST_UNARY_UADD)
                               : kind == TOKEN_MINUS ? unary(p, AST_UNARY_USUB)
                               : kind == TOKEN_TILDE ? unary(p, AST_UNARY_INVERT)
                                                     : lang_parse_power(p);
    lang_parse_leave(p);
    if (operand == NULL)
        return NULL;
    struct ast_unary_op *node = NEW_NODE(p, unary_op, UNARY_OP, start);
    if (node == NULL)
        return NULL;
    node->op = (uint8_t)op;
    node->operand = operand;
    return lang_parse_finish(p, node);
}

static struct ast_node *factor(struct parser *p)
{
    switch (peek(p)) {
    case TOKEN_PLUS:
        return unary(p, AST_UNARY_UADD);
    case TOKEN_MINUS:
        return unary(p, AST_UNARY_USUB);
    case TOKEN_TILDE:
        return unary(p, AST_UNARY_INVERT);
    default:
        return lang_parse_power(p);
    }
}

/* Precedence climbing. An operator without a right side is not part of the match: the caller reports the token. */
static struct ast_node *arithmetic(struct parser *p, unsigned lowest)
{
    struct position start = here(p);
    struct ast_node *left = factor(p);
    while (left != NULL) {
        uint32_t operator_at = p->pos;
        enum lang_token_kind kind = peek(p);
        unsigned precedence = binary[kind].precedence;
        if (precedence < lowest || precedence == 0)
            break;
        p->pos++;
        struct ast_node *right = precedence == TERM ? factor(p) : arithmetic(p, precedence + 1);
        if (right == NULL) {
            p->pos = operator_at;
            return p->failed ? NULL : left;
        }
        struct ast_bin_op *node = NEW_NODE(p, bin_op, BIN_OP, start);
        if (node == NULL)
            return NULL;
        node->left = left;
        node->op = binary[kind].op;
        node->right = right;
        left = lang_parse_finish(p, node);
    }
    return left;
}

struct ast_node *lang_parse_bitwise_or(struct parser *p)
{
    return arithmetic(p, LOWEST);
}

/* ---- comparisons ---- */

/* The comparison operator at p->pos: its number, with *tokens it takes; -1 if there is none. */
static int comparison_operator(struct parser *p, uint32_t *tokens)
{
    *tokens = 1;
    switch (peek(p)) {
    case TOKEN_EQ_EQUAL:
        return AST_CMP_EQ;
    case TOKEN_NOT_EQUAL:
        return AST_CMP_NOT_EQ;
    case TOKEN_LESS:
        return AST_CMP_LT;
    case TOKEN_LESS_EQUAL:
        return AST_CMP_LT_E;
    case TOKEN_GREATER:
        return AST_CMP_GT;
    case TOKEN_GREATER_EQUAL:
        return AST_CMP_GT_E;
    case TOKEN_IN:
        return AST_CMP_IN;
    case TOKEN_IS:
        *tokens = peek_second(p) == TOKEN_NOT ? 2 : 1;
        return *tokens == 2 ? AST_CMP_IS_NOT : AST_CMP_IS;
    case TOKEN_NOT:
        *tokens = 2;
        lang_parse_note(p, p->pos + 1);
        return peek_second(p) == TOKEN_IN ? AST_CMP_NOT_IN : -1;
    default:
        return -1;
    }
}

static struct ast_node *comparison(struct parser *p)
{
    struct position start = here(p);
    struct ast_node *left = lang_parse_bitwise_or(p);
    uint32_t tokens, mark = p->stack_count;
    if (left == NULL || comparison_operator(p, &tokens) < 0)
        return left;
    enum { OPS_INLINE = 32 };
    uint8_t inline_ops[OPS_INLINE], *ops = inline_ops;
    uint32_t count = 0, capacity = OPS_INLINE;
    for (int op; (op = comparison_operator(p, &tokens)) >= 0; count++) {
        uint32_t operator_at = p->pos;
        p->pos += tokens;
        struct ast_node *right = lang_parse_bitwise_or(p);
        if (right == NULL) {
            p->pos = operator_at;
            if (p->failed)
                return NULL;
            break;
        }
        if (count == capacity) {
            uint8_t *more = lang_arena_array(p->arena, capacity * 2, 1);
            if (more == NULL)
                return lang_parse_no_memory(p);
            __builtin_memcpy(more, ops, count);
            ops = more;
            capacity *= 2;
        }
        ops[count] = (uint8_t)op;
        if (!lang_parse_push(p, right))
            return NULL;
    }
    if (count == 0)
        return left;
    struct ast_compare *node = NEW_NODE(p, compare, COMPARE, start);
    if (node == NULL || !lang_parse_take(p, mark, &node->comparators))
        return NULL;
    node->left = left;
    node->ops = (uint8_t *)lang_arena_copy(p->arena, (const char *)ops, count);
    if (node->ops == NULL)
        return lang_parse_no_memory(p);
    return lang_parse_finish(p, node);
}

/* ---- not, and, or ---- */

static struct ast_node *inversion(struct parser *p)
{
    if (peek(p) != TOKEN_NOT)
        return comparison(p);
    struct position start = here(p);
    if (!lang_parse_enter(p))
        return NULL;
    p->pos++;
    struct ast_node *operand = inversion(p);
    lang_parse_leave(p);
    if (operand == NULL)
        return NULL;
    struct ast_unary_op *node = NEW_NODE(p, unary_op, UNARY_OP, start);
    if (node == NULL)
        return NULL;
    node->op = AST_UNARY_NOT;
    node->operand = operand;
    return lang_parse_finish(p, node);
}

/* `x and y and z`, or the same with `or` at the next lower precedence. */
static struct ast_node *boolean(struct parser *p, enum lang_token_kind keyword, enum ast_boolean op)
{
    struct position start = here(p);
    struct ast_node *first = op == AST_BOOL_OR ? boolean(p, TOKEN_AND, AST_BOOL_AND) : inversion(p);
    if (first == NULL || peek(p) != keyword)
        return first;
    uint32_t mark = p->stack_count;
    if (!lang_parse_push(p, first))
        return NULL;
    while (peek(p) == keyword) {
        uint32_t operator_at = p->pos++;
        struct ast_node *next = op == AST_BOOL_OR ? boolean(p, TOKEN_AND, AST_BOOL_AND) : inversion(p);
        if (next == NULL) {
            p->pos = operator_at;
            if (p->failed)
                return NULL;
            break;
        }
        if (!lang_parse_push(p, next))
            return NULL;
    }
    if (p->stack_count == mark + 1) {
        p->stack_count = mark;
        return first;
    }
    struct ast_bool_op *node = NEW_NODE(p, bool_op, BOOL_OP, start);
    if (node == NULL || !lang_parse_take(p, mark, &node->values))
        return NULL;
    node->op = (uint8_t)op;
    return lang_parse_finish(p, node);
}

struct ast_node *lang_parse_disjunction(struct parser *p)
{
    return boolean(p, TOKEN_OR, AST_BOOL_OR);
}

/* ---- expression ---- */

static struct ast_node *lambda(struct parser *p)
{
    struct ast_lambda *node = NEW_NODE(p, lambda, LAMBDA, here(p));
    uint32_t mark = p->stack_count;
    if (node == NULL || !lang_parse_enter(p))
        return NULL;
    p->pos++;
    node->args = lang_parse_parameters(p, true);
    if (node->args == NULL || !lang_parse_expect(p, TOKEN_COLON)) {
        p->stack_count = mark;
        lang_parse_leave(p);
        return NULL;
    }
    node->body = lang_parse_expression(p);
    lang_parse_leave(p);
    return node->body == NULL ? NULL : lang_parse_finish(p, node);
}

/* `body if test else orelse`, p->pos on the `if`. Without its `else` the match is only the body. */
static struct ast_node *ternary(struct parser *p, struct ast_node *body, struct position start)
{
    uint32_t if_at = p->pos++;
    struct ast_node *test = lang_parse_disjunction(p);
    struct ast_node *orelse = NULL;
    if (test != NULL && lang_parse_expect(p, TOKEN_ELSE))
        orelse = lang_parse_expression(p);
    if (orelse == NULL) {
        p->pos = if_at;
        return p->failed ? NULL : body;
    }
    struct ast_if_exp *node = NEW_NODE(p, if_exp, IF_EXP, start);
    if (node == NULL)
        return NULL;
    node->test = test;
    node->body = body;
    node->orelse = orelse;
    return lang_parse_finish(p, node);
}

struct ast_node *lang_parse_expression(struct parser *p)
{
    struct position start = here(p);
    uint32_t start_at = p->pos;
    if (!lang_parse_enter(p))
        return NULL;
    struct ast_node *node;
    if (peek(p) == TOKEN_LAMBDA) {
        node = lambda(p);
    } else {
        node = lang_parse_disjunction(p);
        if (p->diagnose && !p->failed && !p->quiet) {
            lang_diagnose_expression(p, node, start_at);
            if (p->failed)
                node = NULL;
        }
        if (node != NULL && peek(p) == TOKEN_IF)
            node = ternary(p, node, start);
    }
    lang_parse_leave(p);
    return node;
}

struct ast_node *lang_parse_starred(struct parser *p)
{
    struct position start = here(p);
    p->pos++;
    struct ast_node *value = lang_parse_bitwise_or(p);
    if (value == NULL)
        return NULL;
    struct ast_starred *node = NEW_NODE(p, starred, STARRED, start);
    if (node == NULL)
        return NULL;
    node->value = value;
    return lang_parse_finish(p, node);
}

static struct ast_node *star_expression(struct parser *p)
{
    return peek(p) == TOKEN_STAR ? lang_parse_starred(p) : lang_parse_expression(p);
}

struct ast_node *lang_parse_one_or_tuple(struct parser *p, struct ast_node *(*element)(struct parser *p),
                                         enum ast_context ctx)
{
    struct position start = here(p);
    struct ast_node *first = element(p);
    if (first == NULL || peek(p) != TOKEN_COMMA)
        return first;
    uint32_t mark = p->stack_count;
    if (!lang_parse_push(p, first))
        return NULL;
    while (accept(p, TOKEN_COMMA)) {
        uint32_t after_comma = p->pos;
        struct ast_node *next = element(p);
        if (next == NULL) {
            p->pos = after_comma;
            if (p->failed)
                return NULL;
            break;
        }
        if (!lang_parse_push(p, next))
            return NULL;
    }
    struct ast_tuple *node = NEW_NODE(p, tuple, TUPLE, start);
    if (node == NULL || !lang_parse_take(p, mark, &node->elts))
        return NULL;
    node->base.ctx = (uint8_t)ctx;
    return lang_parse_finish(p, node);
}

struct ast_node *lang_parse_star_expressions(struct parser *p)
{
    return lang_parse_one_or_tuple(p, star_expression, AST_LOAD);
}

static struct ast_node *walrus(struct parser *p)
{
    struct ast_named_expr *node = NEW_NODE(p, named_expr, NAMED_EXPR, here(p));
    struct ast_name_expr *target = node == NULL ? NULL : NEW_NODE(p, name_expr, NAME, here(p));
    if (target == NULL)
        return NULL;
    target->id = name_of(p, p->pos++);
    target->base.ctx = AST_STORE;
    node->target = lang_parse_finish(p, target);
    p->pos++;
    node->value = lang_parse_expression(p);
    return node->value == NULL ? NULL : lang_parse_finish(p, node);
}

static bool at_walrus(const struct parser *p)
{
    return peek(p) == TOKEN_NAME && peek_second(p) == TOKEN_COLON_EQUAL;
}

struct ast_node *lang_parse_expression_not_named(struct parser *p)
{
    if (at_walrus(p))
        return walrus(p);
    struct ast_node *node = lang_parse_expression(p);
    return node != NULL && peek(p) == TOKEN_COLON_EQUAL ? lang_parse_fail(p) : node;
}

struct ast_node *lang_parse_named_expression(struct parser *p)
{
    if (at_walrus(p))
        return walrus(p);
    if (asks(p)) {
        lang_diagnose_named_expression(p, p->pos);
        if (p->failed)
            return NULL;
    }
    struct ast_node *node = lang_parse_expression(p);
    return node != NULL && peek(p) == TOKEN_COLON_EQUAL ? lang_parse_fail(p) : node;
}

struct ast_node *lang_parse_star_named_expression(struct parser *p)
{
    return peek(p) == TOKEN_STAR ? lang_parse_starred(p) : lang_parse_named_expression(p);
}

struct ast_node *lang_parse_yield(struct parser *p)
{
    struct position start = here(p);
    p->pos++;
    if (accept(p, TOKEN_FROM)) {
        struct ast_node *value = lang_parse_expression(p);
        struct ast_yield_from *node = value == NULL ? NULL : NEW_NODE(p, yield_from, YIELD_FROM, start);
        if (node == NULL)
            return NULL;
        node->value = value;
        return lang_parse_finish(p, node);
    }
    uint32_t after = p->pos;
    struct ast_node *value = lang_parse_star_expressions(p);
    if (p->failed)
        return NULL;
    if (value == NULL)
        p->pos = after;
    struct ast_yield *node = NEW_NODE(p, yield, YIELD, start);
    if (node == NULL)
        return NULL;
    node->value = value;
    return lang_parse_finish(p, node);
}

/* ---- power, await, primary ---- */

static struct ast_node *await_primary(struct parser *p)
{
    if (peek(p) != TOKEN_AWAIT)
        return lang_parse_primary(p);
    struct position start = here(p);
    p->pos++;
    struct ast_node *value = lang_parse_primary(p);
    struct ast_await *node = value == NULL ? NULL : NEW_NODE(p, await, AWAIT, start);
    if (node == NULL)
        return NULL;
    node->value = value;
    return lang_parse_finish(p, node);
}

struct ast_node *lang_parse_power(struct parser *p)
{
    struct position start = here(p);
    struct ast_node *left = await_primary(p);
    if (left == NULL || peek(p) != TOKEN_DOUBLE_STAR)
        return left;
    uint32_t operator_at = p->pos++;
    if (!lang_parse_enter(p) || !lang_parse_enter(p))
        return NULL;
    struct ast_node *right = factor(p);
    p->depth -= 2;
    if (right == NULL) {
        p->pos = operator_at;
        return p->failed ? NULL : left;
    }
    struct ast_bin_op *node = NEW_NODE(p, bin_op, BIN_OP, start);
    if (node == NULL)
        return NULL;
    node->left = left;
    node->op = AST_OP_POW;
    node->right = right;
    return lang_parse_finish(p, node);
}

struct ast_node *lang_parse_primary(struct parser *p)
{
    struct position start = here(p);
    struct ast_node *node = lang_parse_atom(p);
    uint32_t mark = p->stack_count;
    while (node != NULL) {
        uint32_t trailer_at = p->pos;
        struct ast_node *next = NULL;
        switch (peek(p)) {
        case TOKEN_DOT: {
            p->pos++;
            const struct ast_name *attr = lang_parse_name(p);
            struct ast_attribute *attribute = attr == NULL ? NULL : NEW_NODE(p, attribute, ATTRIBUTE, start);
            if (attribute != NULL) {
                attribute->value = node;
                attribute->attr = attr;
                next = lang_parse_finish(p, attribute);
            }
            break;
        }
        case TOKEN_LPAR:
            next = lang_parse_call(p, node, start);
            break;
        case TOKEN_LSQB:
            next = lang_parse_subscript(p, node, start);
            break;
        default:
            return node;
        }
        if (next == NULL) {
            p->pos = trailer_at;
            p->stack_count = mark;
            return p->failed ? NULL : node;
        }
        node = next;
    }
    return NULL;
}
