/* Patterns in the scope pass: the names they bind. */
#include "front/scope_state.h"

static bool bind(struct scope_walk *walk, const struct ast_name *name, const struct ast_node *at,
                 struct lang_symbol **symbol)
{
    const struct ast_name *mangled = name == NULL ? NULL : lang_scope_mangle(walk, name);
    if (name == NULL)
        return true;
    if (name->index == LANG_NAME_DEBUG)
        lang_check_name(walk, name, at, AST_STORE);
    return mangled != NULL && lang_scope_define(walk, mangled, LANG_SYMBOL_ASSIGNED, at, symbol);
}

static bool collect_all(struct scope_walk *walk, const struct ast_list *patterns)
{
    for (uint32_t i = 0; i < patterns->count; i++) {
        if (!lang_scope_collect_pattern(walk, patterns->items[i]))
            return false;
    }
    return true;
}

static bool collect_mapping(struct scope_walk *walk, struct ast_match_mapping *node)
{
    for (uint32_t i = 0; i < node->keys.count; i++) {
        if (!lang_scope_visit(walk, node->keys.items[i]))
            return false;
    }
    return collect_all(walk, &node->patterns) && bind(walk, node->rest, &node->base, &node->symbol);
}

bool lang_scope_collect_pattern(struct scope_walk *walk, struct ast_node *pattern)
{
    switch (pattern->kind) {
    case AST_MATCH_VALUE:
        return lang_scope_visit(walk, ast_as_match_value(pattern)->value);
    case AST_MATCH_SEQUENCE:
        return collect_all(walk, &ast_as_match_sequence(pattern)->patterns);
    case AST_MATCH_OR:
        return collect_all(walk, &ast_as_match_or(pattern)->patterns);
    case AST_MATCH_MAPPING:
        return collect_mapping(walk, ast_as_match_mapping(pattern));
    case AST_MATCH_CLASS: {
        struct ast_match_class *node = ast_as_match_class(pattern);
        return lang_scope_visit(walk, node->cls) && collect_all(walk, &node->patterns) &&
               collect_all(walk, &node->kwd_patterns);
    }
    case AST_MATCH_STAR: {
        struct ast_match_star *node = ast_as_match_star(pattern);
        return bind(walk, node->name, pattern, &node->symbol);
    }
    case AST_MATCH_AS: {
        struct ast_match_as *node = ast_as_match_as(pattern);
        return (node->pattern == NULL || lang_scope_collect_pattern(walk, node->pattern)) &&
               bind(walk, node->name, pattern, &node->symbol);
    }
    default:
        return true;
    }
}
