/* match and its patterns. `match` and `case` are ordinary names elsewhere: if the statement does not parse, it is
 * parsed again with them as names. */
#include "front/parser_state.h"

static struct ast_node *pattern(struct parser *p);
static struct ast_node *star_pattern(struct parser *p);

/* ---- values ---- */

static struct ast_node *name_node(struct parser *p)
{
    struct ast_name_expr *node = NEW_NODE(p, name_expr, NAME, here(p));
    if (node == NULL || (node->id = lang_parse_name(p)) == NULL)
        return NULL;
    return lang_parse_finish(p, node);
}

/* a.b.c; one name alone is no value. */
static struct ast_node *name_or_attribute(struct parser *p)
{
    struct position start = here(p);
    struct ast_node *node = name_node(p);
    while (node != NULL && accept(p, TOKEN_DOT)) {
        struct ast_attribute *attribute = NEW_NODE(p, attribute, ATTRIBUTE, start);
        if (attribute == NULL || (attribute->attr = lang_parse_name(p)) == NULL)
            return NULL;
        attribute->value = node;
        node = lang_parse_finish(p, attribute);
    }
    return node;
}

static struct ast_node *signed_number(struct parser *p)
{
    struct position start = here(p);
    bool negative = accept(p, TOKEN_MINUS);
    if (peek(p) != TOKEN_NUMBER)
        return lang_parse_fail(p);
    struct ast_node *literal = lang_parse_number(p);
    if (literal == NULL || !negative)
        return literal;
    struct ast_unary_op *node = NEW_NODE(p, unary_op, UNARY_OP, start);
    if (node == NULL)
        return NULL;
    node->op = AST_UNARY_USUB;
    node->operand = literal;
    return lang_parse_finish(p, node);
}

static bool is_complex(const struct ast_node *node)
{
    return node->kind == AST_CONSTANT &&
           ((const struct ast_constant *)(const void *)node)->value.type == AST_VALUE_COMPLEX;
}

/* -1, 2.5, 1 + 2j */
static struct ast_node *number_value(struct parser *p)
{
    struct position start = here(p);
    struct ast_node *left = signed_number(p);
    if (left == NULL || (peek(p) != TOKEN_PLUS && peek(p) != TOKEN_MINUS))
        return left;
    bool is_minus = peek(p) == TOKEN_MINUS;
    p->pos++;
    uint32_t right_at = p->pos;
    if (peek(p) != TOKEN_NUMBER)
        return lang_parse_fail(p);
    struct ast_node *right = lang_parse_number(p);
    if (right == NULL)
        return NULL;
    const struct ast_node *real = left->kind == AST_UNARY_OP ? ast_as_unary_op(left)->operand : left;
    if (is_complex(real))
        return lang_parse_raise_node(p, left, "real number required in complex literal");
    if (!is_complex(right))
        return lang_parse_raise_token(p, right_at, "imaginary number required in complex literal");
    struct ast_bin_op *node = NEW_NODE(p, bin_op, BIN_OP, start);
    if (node == NULL)
        return NULL;
    node->left = left;
    node->op = is_minus ? AST_OP_SUB : AST_OP_ADD;
    node->right = right;
    return lang_parse_finish(p, node);
}

static struct ast_node *match_value(struct parser *p, struct ast_node *value, struct position start)
{
    struct ast_match_value *node = value == NULL ? NULL : NEW_NODE(p, match_value, MATCH_VALUE, start);
    if (node == NULL)
        return NULL;
    node->value = value;
    return lang_parse_finish(p, node);
}

static struct ast_node *singleton(struct parser *p, enum ast_value_type type)
{
    struct ast_match_singleton *node = NEW_NODE(p, match_singleton, MATCH_SINGLETON, here(p));
    if (node == NULL)
        return NULL;
    node->value.type = (uint8_t)type;
    p->pos++;
    return lang_parse_finish(p, node);
}

/* ---- captures, sequences, mappings, classes ---- */

static struct ast_node *capture(struct parser *p)
{
    struct ast_match_as *node = NEW_NODE(p, match_as, MATCH_AS, here(p));
    if (node == NULL)
        return NULL;
    if (!is_known(p, p->pos, LANG_NAME_UNDERSCORE))
        node->name = name_of(p, p->pos);
    p->pos++;
    return lang_parse_finish(p, node);
}

/* Patterns up to `close`; is_sequence tells whether a comma was met. */
static bool pattern_items(struct parser *p, enum lang_token_kind close, struct ast_list *items, bool *is_sequence)
{
    uint32_t mark = p->stack_count;
    *is_sequence = peek(p) == close;
    while (peek(p) != close) {
        struct ast_node *item = star_pattern(p);
        if (item == NULL || !lang_parse_push(p, item))
            return false;
        if (item->kind == AST_MATCH_STAR && peek(p) == close)
            *is_sequence = true;
        if (!accept(p, TOKEN_COMMA))
            break;
        *is_sequence = true;
    }
    return lang_parse_take(p, mark, items);
}

static struct ast_node *bracketed(struct parser *p, enum lang_token_kind close)
{
    struct ast_match_sequence *node = NEW_NODE(p, match_sequence, MATCH_SEQUENCE, here(p));
    bool is_sequence;
    if (node == NULL)
        return NULL;
    p->pos++;
    if (!pattern_items(p, close, &node->patterns, &is_sequence) || !lang_parse_expect(p, close))
        return NULL;
    if (close == TOKEN_RPAR && !is_sequence)
        return node->patterns.items[0]; /* a group */
    if (close == TOKEN_RPAR && node->patterns.count == 1 && node->patterns.items[0]->kind == AST_MATCH_STAR &&
        p->tokens[p->pos - 2].kind != TOKEN_COMMA) {
        p->pos--;
        return lang_parse_fail(p); /* (*a) without a comma is neither group nor sequence */
    }
    return lang_parse_finish(p, node);
}

static struct ast_node *literal(struct parser *p)
{
    struct position start = here(p);
    switch (peek(p)) {
    case TOKEN_NUMBER:
    case TOKEN_MINUS:
        return match_value(p, number_value(p), start);
    case TOKEN_STRING:
        return match_value(p, lang_parse_strings(p), start);
    case TOKEN_NONE:
        return singleton(p, AST_VALUE_NONE);
    case TOKEN_TRUE:
        return singleton(p, AST_VALUE_TRUE);
    case TOKEN_FALSE:
        return singleton(p, AST_VALUE_FALSE);
    default:
        return lang_parse_fail(p);
    }
}

/* A mapping's key is an expression: the value of a literal pattern, or a dotted name. */
static struct ast_node *mapping_key(struct parser *p)
{
    if (peek(p) == TOKEN_NAME) {
        struct ast_node *node = name_or_attribute(p);
        return node != NULL && node->kind == AST_NAME ? lang_parse_fail(p) : node;
    }
    struct ast_node *node = literal(p);
    if (node == NULL)
        return NULL;
    if (node->kind == AST_MATCH_VALUE)
        return ast_as_match_value(node)->value;
    struct ast_constant *constant = NEW_NODE(p, constant, CONSTANT, ((struct position){node->line, node->col}));
    if (constant == NULL)
        return NULL;
    constant->value = ast_as_match_singleton(node)->value;
    return lang_parse_finish(p, constant);
}

static bool mapping_items(struct parser *p, struct ast_match_mapping *node)
{
    uint32_t mark = p->stack_count;
    while (peek(p) != TOKEN_RBRACE) {
        if (accept(p, TOKEN_DOUBLE_STAR)) {
            if (is_known(p, p->pos, LANG_NAME_UNDERSCORE))
                return lang_parse_fail(p);
            node->rest = lang_parse_name(p);
            if (node->rest == NULL)
                return false;
            accept(p, TOKEN_COMMA);
            break;
        }
        struct ast_node *key = mapping_key(p);
        struct ast_node *value = key != NULL && lang_parse_expect(p, TOKEN_COLON) ? pattern(p) : NULL;
        if (value == NULL || !lang_parse_push(p, key) || !lang_parse_push(p, value))
            return false;
        if (!accept(p, TOKEN_COMMA))
            break;
    }
    uint32_t count = (p->stack_count - mark) / 2;
    node->keys = (struct ast_list){count, lang_arena_array(p->arena, count, sizeof(struct ast_node *))};
    node->patterns = (struct ast_list){count, lang_arena_array(p->arena, count, sizeof(struct ast_node *))};
    if (node->keys.items == NULL || node->patterns.items == NULL)
        return lang_parse_no_memory(p);
    for (uint32_t i = 0; i < count; i++) {
        node->keys.items[i] = p->stack[mark + 2 * i];
        node->patterns.items[i] = p->stack[mark + 2 * i + 1];
    }
    p->stack_count = mark;
    return true;
}

static struct ast_node *mapping(struct parser *p)
{
    struct ast_match_mapping *node = NEW_NODE(p, match_mapping, MATCH_MAPPING, here(p));
    if (node == NULL)
        return NULL;
    p->pos++;
    return mapping_items(p, node) && lang_parse_expect(p, TOKEN_RBRACE) ? lang_parse_finish(p, node) : NULL;
}

/* Positional patterns first, then name=pattern; the names' tokens are remembered by their indices. */
static bool class_arguments(struct parser *p, struct ast_match_class *node)
{
    uint32_t mark = p->stack_count, positional = 0, names = 0;
    const struct ast_name *inline_names[64], **kwd = inline_names;
    uint32_t capacity = 64;
    while (peek(p) != TOKEN_RPAR) {
        struct position first = here(p);
        bool is_keyword = peek(p) == TOKEN_NAME && peek_second(p) == TOKEN_EQUAL;
        if (is_keyword) {
            if (names == capacity) {
                const struct ast_name **more = lang_arena_array(p->arena, capacity * 2, sizeof *more);
                if (more == NULL)
                    return lang_parse_no_memory(p);
                __builtin_memcpy(more, kwd, names * sizeof *more);
                kwd = more;
                capacity *= 2;
            }
            kwd[names++] = name_of(p, p->pos);
            p->pos += 2;
        }
        struct ast_node *item = pattern(p);
        if (item == NULL || !lang_parse_push(p, item))
            return false;
        if (!is_keyword && names > 0) {
            lang_parse_fail(p);
            if (asks(p))
                lang_parse_raise_range(p, first, item->end_line, item->end_col,
                                       "positional patterns follow keyword patterns");
            return false;
        }
        positional += !is_keyword;
        if (!accept(p, TOKEN_COMMA))
            break;
    }
    node->kwd_attrs.count = names;
    node->kwd_attrs.items = lang_arena_array(p->arena, names, sizeof *kwd);
    if (node->kwd_attrs.items == NULL)
        return lang_parse_no_memory(p);
    for (uint32_t i = 0; i < names; i++)
        node->kwd_attrs.items[i] = kwd[i];
    return lang_parse_take(p, mark + positional, &node->kwd_patterns) && lang_parse_take(p, mark, &node->patterns);
}

static struct ast_node *value_or_class(struct parser *p)
{
    struct position start = here(p);
    struct ast_node *name = name_or_attribute(p);
    if (name == NULL)
        return NULL;
    if (!accept(p, TOKEN_LPAR))
        return match_value(p, name, start);
    struct ast_match_class *node = NEW_NODE(p, match_class, MATCH_CLASS, start);
    if (node == NULL || !class_arguments(p, node) || !lang_parse_expect(p, TOKEN_RPAR))
        return NULL;
    node->cls = name;
    return lang_parse_finish(p, node);
}

static struct ast_node *closed_pattern(struct parser *p)
{
    switch (peek(p)) {
    case TOKEN_NAME:
        if (peek_second(p) != TOKEN_DOT && peek_second(p) != TOKEN_LPAR) {
            lang_parse_note(p, p->pos + 1);
            return peek_second(p) == TOKEN_EQUAL ? lang_parse_fail(p) : capture(p);
        }
        return value_or_class(p);
    case TOKEN_LPAR:
        return bracketed(p, TOKEN_RPAR);
    case TOKEN_LSQB:
        return bracketed(p, TOKEN_RSQB);
    case TOKEN_LBRACE:
        return mapping(p);
    default:
        return literal(p);
    }
}

/* ---- or, as, star ---- */

static struct ast_node *or_pattern(struct parser *p)
{
    struct position start = here(p);
    uint32_t mark = p->stack_count;
    struct ast_node *first = closed_pattern(p);
    if (first == NULL || peek(p) != TOKEN_VBAR)
        return first;
    if (!lang_parse_push(p, first))
        return NULL;
    while (accept(p, TOKEN_VBAR)) {
        struct ast_node *next = closed_pattern(p);
        if (next == NULL || !lang_parse_push(p, next))
            return NULL;
    }
    struct ast_match_or *node = NEW_NODE(p, match_or, MATCH_OR, start);
    if (node == NULL || !lang_parse_take(p, mark, &node->patterns))
        return NULL;
    return lang_parse_finish(p, node);
}

static void *bad_as_target(struct parser *p)
{
    uint32_t at = p->pos;
    lang_parse_fail(p);
    if (!asks(p) || p->failed)
        return NULL;
    if (is_known(p, at, LANG_NAME_UNDERSCORE))
        return lang_parse_raise_token(p, at, "cannot use '_' as a target");
    struct ast_node *target = peek(p) == TOKEN_NAME ? NULL : lang_parse_expression(p);
    if (target != NULL && !p->failed)
        lang_parse_raise_node(p, target, "invalid pattern target");
    return NULL;
}

static struct ast_node *pattern(struct parser *p)
{
    struct position start = here(p);
    if (!lang_parse_enter(p))
        return NULL;
    struct ast_node *node = or_pattern(p);
    lang_parse_leave(p);
    if (node == NULL || !accept(p, TOKEN_AS))
        return node;
    if (peek(p) != TOKEN_NAME || is_known(p, p->pos, LANG_NAME_UNDERSCORE))
        return bad_as_target(p);
    struct ast_match_as *as = NEW_NODE(p, match_as, MATCH_AS, start);
    if (as == NULL)
        return NULL;
    as->pattern = node;
    as->name = name_of(p, p->pos++);
    if (peek(p) == TOKEN_DOT || peek(p) == TOKEN_LPAR || peek(p) == TOKEN_EQUAL) {
        lang_parse_fail(p);
        p->pos--;
        return NULL;
    }
    return lang_parse_finish(p, as);
}

static struct ast_node *star_pattern(struct parser *p)
{
    if (peek(p) != TOKEN_STAR)
        return pattern(p);
    struct ast_match_star *node = NEW_NODE(p, match_star, MATCH_STAR, here(p));
    if (node == NULL)
        return NULL;
    p->pos++;
    if (peek(p) != TOKEN_NAME)
        return lang_parse_fail(p);
    if (!is_known(p, p->pos, LANG_NAME_UNDERSCORE))
        node->name = name_of(p, p->pos);
    p->pos++;
    return lang_parse_finish(p, node);
}

/* `a, *b` without brackets, or one pattern. */
static struct ast_node *open_pattern(struct parser *p)
{
    struct position start = here(p);
    uint32_t mark = p->stack_count;
    struct ast_node *first = star_pattern(p);
    if (first == NULL || (peek(p) != TOKEN_COMMA && first->kind != AST_MATCH_STAR))
        return first;
    if (!lang_parse_push(p, first))
        return NULL;
    if (peek(p) != TOKEN_COMMA)
        return lang_parse_fail(p);
    while (accept(p, TOKEN_COMMA)) {
        if (peek(p) == TOKEN_COLON || peek(p) == TOKEN_IF)
            break;
        struct ast_node *next = star_pattern(p);
        if (next == NULL || !lang_parse_push(p, next))
            return NULL;
    }
    struct ast_match_sequence *node = NEW_NODE(p, match_sequence, MATCH_SEQUENCE, start);
    if (node == NULL || !lang_parse_take(p, mark, &node->patterns))
        return NULL;
    return lang_parse_finish(p, node);
}

/* ---- match and case ---- */

static struct ast_node *case_block(struct parser *p)
{
    struct ast_match_case *node = NEW_NODE(p, match_case, MATCH_CASE, here(p));
    uint32_t at = p->pos, mark = p->stack_count;
    if (node == NULL)
        return NULL;
    if (!is_known(p, p->pos, LANG_NAME_CASE))
        return lang_parse_fail(p);
    p->pos++;
    node->pattern = open_pattern(p);
    p->stack_count = mark;
    if (node->pattern == NULL)
        return NULL;
    if (accept(p, TOKEN_IF)) {
        node->guard = lang_parse_named_expression(p);
        if (node->guard == NULL)
            return NULL;
    }
    return lang_parse_colon_block(p, "'case' statement", at, false, &node->body) ? lang_parse_finish_block(p, node)
                                                                                 : NULL;
}

/* Can `match` at p->pos begin a statement? What follows must begin an expression. */
static bool looks_like_match(const struct parser *p)
{
    enum lang_token_kind next = peek_second(p);
    return lang_parse_starts_expression(next) || next == TOKEN_STAR;
}

static struct ast_node *subject(struct parser *p)
{
    struct position start = here(p);
    struct ast_node *first = lang_parse_star_named_expression(p);
    uint32_t mark = p->stack_count;
    if (first == NULL || (peek(p) != TOKEN_COMMA && first->kind != AST_STARRED))
        return first;
    if (peek(p) != TOKEN_COMMA)
        return lang_parse_fail(p);
    if (!lang_parse_push(p, first))
        return NULL;
    while (accept(p, TOKEN_COMMA) && peek(p) != TOKEN_COLON) {
        struct ast_node *next = lang_parse_star_named_expression(p);
        if (next == NULL || !lang_parse_push(p, next))
            return NULL;
    }
    struct ast_tuple *node = NEW_NODE(p, tuple, TUPLE, start);
    if (node == NULL || !lang_parse_take(p, mark, &node->elts))
        return NULL;
    return lang_parse_finish(p, node);
}

struct ast_node *lang_parse_match(struct parser *p)
{
    uint32_t at = p->pos, mark;
    if (!looks_like_match(p)) {
        lang_parse_note(p, p->pos + 1);
        return NULL;
    }
    struct ast_match *node = NEW_NODE(p, match, MATCH, here(p));
    if (node == NULL)
        return NULL;
    p->pos++;
    node->subject = subject(p);
    if (node->subject == NULL || !lang_parse_colon_block(p, "'match' statement", at, false, NULL))
        return NULL;
    if (!lang_parse_expect(p, TOKEN_NEWLINE) || !lang_parse_expect(p, TOKEN_INDENT))
        return NULL;
    mark = p->stack_count;
    do {
        struct ast_node *block = case_block(p);
        if (block == NULL || !lang_parse_push(p, block))
            return NULL;
    } while (is_known(p, p->pos, LANG_NAME_CASE));
    if (!lang_parse_expect(p, TOKEN_DEDENT) || !lang_parse_take(p, mark, &node->cases))
        return NULL;
    return lang_parse_finish_block(p, node);
}
