/* Targets: what may be assigned to, deleted, looped over; and the words for what may not. */
#include "front/parser_state.h"

bool lang_parse_is_target(const struct ast_node *node)
{
    const struct ast_list *items;
    switch (node->kind) {
    case AST_NAME:
    case AST_ATTRIBUTE:
    case AST_SUBSCRIPT:
        return true;
    case AST_STARRED: {
        const struct ast_node *value = ((const struct ast_starred *)(const void *)node)->value;
        return value->kind != AST_STARRED && lang_parse_is_target(value);
    }
    case AST_TUPLE: /* the same struct layout as List */
    case AST_LIST:
        items = &((const struct ast_list_expr *)(const void *)node)->elts;
        for (uint32_t i = 0; i < items->count; i++) {
            if (!lang_parse_is_target(items->items[i]))
                return false;
        }
        return true;
    default:
        return false;
    }
}

void lang_parse_set_context(struct ast_node *node, enum ast_context ctx)
{
    node->ctx = (uint8_t)ctx;
    if (node->kind == AST_STARRED) {
        lang_parse_set_context(ast_as_starred(node)->value, ctx);
    } else if (node->kind == AST_TUPLE || node->kind == AST_LIST) {
        struct ast_list *items = &ast_as_list_expr(node)->elts;
        for (uint32_t i = 0; i < items->count; i++)
            lang_parse_set_context(items->items[i], ctx);
    }
}

const struct ast_node *lang_parse_invalid_target(const struct ast_node *node, enum target_kind kind)
{
    if (node == NULL)
        return NULL;
    switch (node->kind) {
    case AST_TUPLE:
    case AST_LIST: {
        const struct ast_list *items = &((const struct ast_list_expr *)(const void *)node)->elts;
        for (uint32_t i = 0; i < items->count; i++) {
            const struct ast_node *invalid = lang_parse_invalid_target(items->items[i], kind);
            if (invalid != NULL)
                return invalid;
        }
        return NULL;
    }
    case AST_STARRED:
        if (kind == TARGETS_DEL)
            return node;
        return lang_parse_invalid_target(((const struct ast_starred *)(const void *)node)->value, kind);
    case AST_COMPARE: {
        const struct ast_compare *compare = (const struct ast_compare *)(const void *)node;
        if (kind != TARGETS_FOR)
            return node; /* but `for a in b` reads as a comparison: its left side is the target */
        return compare->ops[0] == AST_CMP_IN ? lang_parse_invalid_target(compare->left, kind) : NULL;
    }
    case AST_NAME:
    case AST_ATTRIBUTE:
    case AST_SUBSCRIPT:
        return NULL;
    default:
        return node;
    }
}

static const char *describe_constant(const struct ast_value *value)
{
    switch (value->type) {
    case AST_VALUE_NONE:
        return "None";
    case AST_VALUE_TRUE:
        return "True";
    case AST_VALUE_FALSE:
        return "False";
    case AST_VALUE_ELLIPSIS:
        return "ellipsis";
    default:
        return "literal";
    }
}

const char *lang_parse_describe(const struct ast_node *node)
{
    static const char *const words[AST_KIND_COUNT] = {
        [AST_ATTRIBUTE] = "attribute",
        [AST_SUBSCRIPT] = "subscript",
        [AST_STARRED] = "starred",
        [AST_NAME] = "name",
        [AST_LIST] = "list",
        [AST_TUPLE] = "tuple",
        [AST_LAMBDA] = "lambda",
        [AST_CALL] = "function call",
        [AST_BOOL_OP] = "expression",
        [AST_BIN_OP] = "expression",
        [AST_UNARY_OP] = "expression",
        [AST_GENERATOR_EXP] = "generator expression",
        [AST_YIELD] = "yield expression",
        [AST_YIELD_FROM] = "yield expression",
        [AST_AWAIT] = "await expression",
        [AST_LIST_COMP] = "list comprehension",
        [AST_SET_COMP] = "set comprehension",
        [AST_DICT_COMP] = "dict comprehension",
        [AST_DICT] = "dict literal",
        [AST_SET] = "set display",
        [AST_JOINED_STR] = "f-string expression",
        [AST_FORMATTED_VALUE] = "f-string expression",
        [AST_COMPARE] = "comparison",
        [AST_IF_EXP] = "conditional expression",
        [AST_NAMED_EXPR] = "named expression",
    };
    if (node->kind == AST_CONSTANT)
        return describe_constant(&((const struct ast_constant *)(const void *)node)->value);
    return words[node->kind] != NULL ? words[node->kind] : "expression";
}

/* '*' target | primary that is a target. */
static struct ast_node *one_target(struct parser *p)
{
    struct position start = here(p);
    uint32_t start_at = p->pos;
    if (accept(p, TOKEN_STAR)) {
        struct ast_starred *node = NEW_NODE(p, starred, STARRED, start);
        if (node == NULL)
            return NULL;
        if (peek(p) == TOKEN_STAR)
            return lang_parse_fail(p);
        node->value = one_target(p);
        return node->value == NULL ? NULL : lang_parse_finish(p, node);
    }
    struct ast_node *node = lang_parse_primary(p);
    if (node == NULL)
        return NULL;
    if (!lang_parse_is_target(node) || node->kind == AST_STARRED) {
        lang_parse_fail(p);
        p->pos = start_at;
        return NULL;
    }
    return node;
}

struct ast_node *lang_parse_star_target(struct parser *p)
{
    struct ast_node *node = one_target(p);
    if (node != NULL)
        lang_parse_set_context(node, AST_STORE);
    return node;
}

struct ast_node *lang_parse_star_targets(struct parser *p)
{
    return lang_parse_one_or_tuple(p, lang_parse_star_target, AST_STORE);
}
