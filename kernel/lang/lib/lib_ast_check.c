/* lib_ast_check.c: what the grammar's fields do not say of a tree: blocks that may not be empty, lists that go
 * together, targets, patterns. Each function returns 0, or -1 with ValueError. */
#include <string.h>

#include "lib_ast.h"
#include "types/containers.h"

static int expr(struct lang_thread *t, struct ast_node *node, enum ast_context ctx);
static int stmts(struct lang_thread *t, const struct ast_list *list);
static int pattern(struct lang_thread *t, struct ast_node *node, bool star);

#define FAIL(...) lang_fail(t, LANG_EXC_ValueError, __VA_ARGS__)
/* Ends the function with the first failure. */
#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        if ((call) < 0)                                                                                                \
            return -1;                                                                                                 \
    } while (0)

static int load(struct lang_thread *t, struct ast_node *node)
{
    return node ? expr(t, node, AST_LOAD) : 0;
}

static int exprs(struct lang_thread *t, const struct ast_list *list, enum ast_context ctx, bool none)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i])
            TRY(expr(t, list->items[i], ctx));
        else if (!none)
            return FAIL("None disallowed in expression list");
    return 0;
}

static int filled(struct lang_thread *t, uint32_t count, const char *field, const char *owner)
{
    return count ? 0 : FAIL("empty %s on %s", field, owner);
}

static int body(struct lang_thread *t, const struct ast_list *list, const char *owner)
{
    TRY(filled(t, list->count, "body", owner));
    return stmts(t, list);
}

static int targets(struct lang_thread *t, const struct ast_list *list, enum ast_context ctx, const char *owner)
{
    TRY(filled(t, list->count, "targets", owner));
    return exprs(t, list, ctx, false);
}

static int keywords(struct lang_thread *t, const struct ast_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        TRY(load(t, ast_as_keyword(list->items[i])->value));
    return 0;
}

static int annotations(struct lang_thread *t, const struct ast_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        TRY(load(t, ast_as_arg(list->items[i])->annotation));
    return 0;
}

static int arguments(struct lang_thread *t, struct ast_node *node)
{
    const struct ast_arguments *a = ast_as_arguments(node);
    TRY(annotations(t, &a->posonlyargs));
    TRY(annotations(t, &a->args));
    TRY(a->vararg ? load(t, ast_as_arg(a->vararg)->annotation) : 0);
    TRY(annotations(t, &a->kwonlyargs));
    TRY(a->kwarg ? load(t, ast_as_arg(a->kwarg)->annotation) : 0);
    if (a->defaults.count > a->posonlyargs.count + a->args.count)
        return FAIL("more positional defaults than args on arguments");
    if (a->kw_defaults.count != a->kwonlyargs.count)
        return FAIL("length of kwonlyargs is not the same as kw_defaults on arguments");
    TRY(exprs(t, &a->defaults, AST_LOAD, false));
    return exprs(t, &a->kw_defaults, AST_LOAD, true);
}

static int comprehension(struct lang_thread *t, const struct ast_list *generators)
{
    if (!generators->count)
        return FAIL("comprehension with no generators");
    for (uint32_t i = 0; i < generators->count; i++) {
        struct ast_comprehension *g = ast_as_comprehension(generators->items[i]);
        TRY(expr(t, g->target, AST_STORE));
        TRY(load(t, g->iter));
        TRY(exprs(t, &g->ifs, AST_LOAD, false));
    }
    return 0;
}

/* ------------------------------------------------------------------ expressions */

static int context(struct lang_thread *t, const struct ast_node *node, enum ast_context ctx)
{
    static const char *const names[] = {"Load", "Store", "Del"};
    switch (node->kind) {
    case AST_NAME:
    case AST_ATTRIBUTE:
    case AST_SUBSCRIPT:
    case AST_STARRED:
    case AST_LIST:
    case AST_TUPLE:
        return node->ctx == ctx
                   ? 0
                   : FAIL("expression must have %s context but has %s instead", names[ctx], names[node->ctx]);
    default:
        return ctx == AST_LOAD ? 0 : FAIL("expression which can't be assigned to in %s context", names[ctx]);
    }
}

static int parts(struct lang_thread *t, struct ast_node *node, enum ast_context ctx)
{
    switch (node->kind) {
    case AST_BOOL_OP:
        if (ast_as_bool_op(node)->values.count < 2)
            return FAIL("BoolOp with less than 2 values");
        return exprs(t, &ast_as_bool_op(node)->values, AST_LOAD, false);
    case AST_NAMED_EXPR:
        TRY(expr(t, ast_as_named_expr(node)->target, AST_STORE));
        return load(t, ast_as_named_expr(node)->value);
    case AST_BIN_OP:
        TRY(load(t, ast_as_bin_op(node)->left));
        return load(t, ast_as_bin_op(node)->right);
    case AST_UNARY_OP:
        return load(t, ast_as_unary_op(node)->operand);
    case AST_LAMBDA:
        TRY(arguments(t, ast_as_lambda(node)->args));
        return load(t, ast_as_lambda(node)->body);
    case AST_IF_EXP:
        TRY(load(t, ast_as_if_exp(node)->test));
        TRY(load(t, ast_as_if_exp(node)->body));
        return load(t, ast_as_if_exp(node)->orelse);
    case AST_DICT:
        if (ast_as_dict(node)->keys.count != ast_as_dict(node)->values.count)
            return FAIL("Dict doesn't have the same number of keys as values");
        TRY(exprs(t, &ast_as_dict(node)->keys, AST_LOAD, true));
        return exprs(t, &ast_as_dict(node)->values, AST_LOAD, false);
    case AST_SET:
        return exprs(t, &ast_as_set(node)->elts, AST_LOAD, false);
    case AST_LIST_COMP:
        TRY(comprehension(t, &ast_as_list_comp(node)->generators));
        return load(t, ast_as_list_comp(node)->elt);
    case AST_SET_COMP:
        TRY(comprehension(t, &ast_as_set_comp(node)->generators));
        return load(t, ast_as_set_comp(node)->elt);
    case AST_GENERATOR_EXP:
        TRY(comprehension(t, &ast_as_generator_exp(node)->generators));
        return load(t, ast_as_generator_exp(node)->elt);
    case AST_DICT_COMP:
        TRY(comprehension(t, &ast_as_dict_comp(node)->generators));
        TRY(load(t, ast_as_dict_comp(node)->key));
        return load(t, ast_as_dict_comp(node)->value);
    case AST_AWAIT:
        return load(t, ast_as_await(node)->value);
    case AST_YIELD:
        return load(t, ast_as_yield(node)->value);
    case AST_YIELD_FROM:
        return load(t, ast_as_yield_from(node)->value);
    case AST_COMPARE:
        if (!ast_as_compare(node)->comparators.count)
            return FAIL("Compare with no comparators");
        TRY(exprs(t, &ast_as_compare(node)->comparators, AST_LOAD, false));
        return load(t, ast_as_compare(node)->left);
    case AST_CALL:
        TRY(load(t, ast_as_call(node)->func));
        TRY(exprs(t, &ast_as_call(node)->args, AST_LOAD, false));
        return keywords(t, &ast_as_call(node)->keywords);
    case AST_FORMATTED_VALUE:
        TRY(load(t, ast_as_formatted_value(node)->value));
        return load(t, ast_as_formatted_value(node)->format_spec);
    case AST_JOINED_STR:
        return exprs(t, &ast_as_joined_str(node)->values, AST_LOAD, false);
    case AST_ATTRIBUTE:
        return load(t, ast_as_attribute(node)->value);
    case AST_SUBSCRIPT:
        TRY(load(t, ast_as_subscript(node)->slice));
        return load(t, ast_as_subscript(node)->value);
    case AST_STARRED:
        return expr(t, ast_as_starred(node)->value, ctx);
    case AST_LIST:
        return exprs(t, &ast_as_list_expr(node)->elts, ctx, false);
    case AST_TUPLE:
        return exprs(t, &ast_as_tuple(node)->elts, ctx, false);
    case AST_SLICE:
        TRY(load(t, ast_as_slice(node)->lower));
        TRY(load(t, ast_as_slice(node)->upper));
        return load(t, ast_as_slice(node)->step);
    default:
        return 0;
    }
}

static int expr(struct lang_thread *t, struct ast_node *node, enum ast_context ctx)
{
    TRY(context(t, node, ctx));
    TRY(lang_enter(t, " during compilation"));
    int status = parts(t, node, ctx);
    lang_leave(t);
    return status;
}

/* ------------------------------------------------------------------ patterns */

static bool is_number(const struct ast_node *node, bool imaginary)
{
    const struct ast_value *v = &((const struct ast_constant *)(const void *)node)->value;
    return node->kind == AST_CONSTANT &&
           (v->type == AST_VALUE_INT || v->type == AST_VALUE_FLOAT || v->type == AST_VALUE_COMPLEX ||
            v->type == AST_VALUE_GIVEN) &&
           (!imaginary || v->type == AST_VALUE_COMPLEX || v->type == AST_VALUE_GIVEN);
}

static bool is_signed(const struct ast_node *node)
{
    const struct ast_unary_op *u = (const struct ast_unary_op *)(const void *)node;
    return is_number(node, false) ||
           (node->kind == AST_UNARY_OP && u->op == AST_UNARY_USUB && is_number(u->operand, false));
}

/* Literals and names with dots. */
static int match_value(struct lang_thread *t, struct ast_node *node)
{
    TRY(load(t, node));
    if (node->kind == AST_CONSTANT) {
        const struct ast_value *v = &ast_as_constant(node)->value;
        const struct lang_type *given = v->type == AST_VALUE_GIVEN ? ((struct lang_object *)v->given)->type : NULL;
        const bool is_literal = v->type >= AST_VALUE_INT && given != &lang_type_tuple && given != &lang_type_frozenset;
        return is_literal ? 0 : FAIL("unexpected constant inside of a literal pattern");
    }
    const struct ast_bin_op *both = ast_as_bin_op(node);
    if (node->kind == AST_ATTRIBUTE || node->kind == AST_JOINED_STR || is_signed(node) ||
        (node->kind == AST_BIN_OP && (both->op == AST_OP_ADD || both->op == AST_OP_SUB) && is_signed(both->left) &&
         is_number(both->right, true)))
        return 0;
    return FAIL("patterns may only match literals and attribute lookups");
}

static int capture(struct lang_thread *t, const struct ast_name *name)
{
    return name && strcmp(name->text, "_") == 0 ? FAIL("can't capture name '_' in patterns") : 0;
}

static int patterns(struct lang_thread *t, const struct ast_list *list, bool star)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (!list->items[i])
            return FAIL("None disallowed in pattern list");
        TRY(pattern(t, list->items[i], star));
    }
    return 0;
}

static int match_mapping(struct lang_thread *t, const struct ast_match_mapping *n)
{
    if (n->keys.count != n->patterns.count)
        return FAIL("MatchMapping doesn't have the same number of keys as patterns");
    TRY(capture(t, n->rest));
    for (uint32_t i = 0; i < n->keys.count; i++) {
        struct ast_node *key = n->keys.items[i];
        if (!key)
            return FAIL("None disallowed in expression list");
        if (key->kind != AST_CONSTANT || ast_as_constant(key)->value.type > AST_VALUE_FALSE)
            TRY(match_value(t, key));
    }
    return patterns(t, &n->patterns, false);
}

static int match_class(struct lang_thread *t, const struct ast_match_class *n)
{
    if (n->kwd_attrs.count != n->kwd_patterns.count)
        return FAIL("MatchClass doesn't have the same number of keyword attributes as patterns");
    TRY(load(t, n->cls));
    struct ast_node *cls = n->cls;
    while (cls->kind == AST_ATTRIBUTE)
        cls = ast_as_attribute(cls)->value;
    if (cls->kind != AST_NAME)
        return FAIL("MatchClass cls field can only contain Name or Attribute nodes.");
    TRY(patterns(t, &n->patterns, false));
    return patterns(t, &n->kwd_patterns, false);
}

static int match_as(struct lang_thread *t, const struct ast_match_as *n)
{
    TRY(capture(t, n->name));
    if (!n->pattern)
        return 0;
    if (!n->name)
        return FAIL("MatchAs must specify a target name if a pattern is given");
    return pattern(t, n->pattern, false);
}

static int pattern_parts(struct lang_thread *t, struct ast_node *node, bool star)
{
    switch (node->kind) {
    case AST_MATCH_VALUE:
        return match_value(t, ast_as_match_value(node)->value);
    case AST_MATCH_SINGLETON:
        return ast_as_match_singleton(node)->value.type <= AST_VALUE_FALSE
                   ? 0
                   : FAIL("MatchSingleton can only contain True, False and None");
    case AST_MATCH_SEQUENCE:
        return patterns(t, &ast_as_match_sequence(node)->patterns, true);
    case AST_MATCH_MAPPING:
        return match_mapping(t, ast_as_match_mapping(node));
    case AST_MATCH_CLASS:
        return match_class(t, ast_as_match_class(node));
    case AST_MATCH_STAR:
        if (!star)
            return FAIL("can't use MatchStar here");
        return capture(t, ast_as_match_star(node)->name);
    case AST_MATCH_AS:
        return match_as(t, ast_as_match_as(node));
    default:
        if (ast_as_match_or(node)->patterns.count < 2)
            return FAIL("MatchOr requires at least 2 patterns");
        return patterns(t, &ast_as_match_or(node)->patterns, false);
    }
}

static int pattern(struct lang_thread *t, struct ast_node *node, bool star)
{
    TRY(lang_enter(t, " during compilation"));
    int status = pattern_parts(t, node, star);
    lang_leave(t);
    return status;
}

/* ------------------------------------------------------------------ statements */

static int cases(struct lang_thread *t, const struct ast_list *list)
{
    TRY(filled(t, list->count, "cases", "Match"));
    for (uint32_t i = 0; i < list->count; i++) {
        struct ast_match_case *c = ast_as_match_case(list->items[i]);
        TRY(pattern(t, c->pattern, false));
        TRY(load(t, c->guard));
        TRY(body(t, &c->body, "match_case"));
    }
    return 0;
}

static int with(struct lang_thread *t, const struct ast_with *n)
{
    const char *owner = n->is_async ? "AsyncWith" : "With";
    TRY(filled(t, n->items.count, "items", owner));
    for (uint32_t i = 0; i < n->items.count; i++) {
        struct ast_withitem *item = ast_as_withitem(n->items.items[i]);
        TRY(load(t, item->context_expr));
        TRY(item->optional_vars ? expr(t, item->optional_vars, AST_STORE) : 0);
    }
    return body(t, &n->body, owner);
}

static int try(struct lang_thread *t, struct ast_node *node)
{
    const struct ast_try *n = ast_as_try(node); /* the other one has the same fields */
    const char *owner = lang_ast_kind_name((enum ast_kind)node->kind);
    TRY(body(t, &n->body, owner));
    if (!n->handlers.count && !n->finalbody.count)
        return FAIL("%s has neither except handlers nor finalbody", owner);
    if (!n->handlers.count && n->orelse.count)
        return FAIL("%s has orelse but no except handlers", owner);
    for (uint32_t i = 0; i < n->handlers.count; i++) {
        struct ast_except_handler *h = ast_as_except_handler(n->handlers.items[i]);
        TRY(load(t, h->type));
        TRY(body(t, &h->body, "ExceptHandler"));
    }
    TRY(stmts(t, &n->finalbody));
    return stmts(t, &n->orelse);
}

static int function(struct lang_thread *t, const struct ast_function_def *n)
{
    TRY(body(t, &n->body, n->is_async ? "AsyncFunctionDef" : "FunctionDef"));
    TRY(arguments(t, n->args));
    TRY(exprs(t, &n->decorator_list, AST_LOAD, false));
    return load(t, n->returns);
}

static int class(struct lang_thread *t, const struct ast_class_def *n)
{
    TRY(body(t, &n->body, "ClassDef"));
    TRY(exprs(t, &n->bases, AST_LOAD, false));
    TRY(keywords(t, &n->keywords));
    return exprs(t, &n->decorator_list, AST_LOAD, false);
}

static int block(struct lang_thread *t, const struct ast_list *list, const struct ast_list *orelse, const char *owner)
{
    TRY(body(t, list, owner));
    return stmts(t, orelse);
}

static int statement(struct lang_thread *t, struct ast_node *node)
{
    const char *owner = lang_ast_kind_name((enum ast_kind)node->kind);
    switch (node->kind) {
    case AST_FUNCTION_DEF:
        return function(t, ast_as_function_def(node));
    case AST_CLASS_DEF:
        return class(t, ast_as_class_def(node));
    case AST_RETURN:
        return load(t, ast_as_return(node)->value);
    case AST_DELETE:
        return targets(t, &ast_as_delete(node)->targets, AST_DEL, owner);
    case AST_ASSIGN:
        TRY(targets(t, &ast_as_assign(node)->targets, AST_STORE, owner));
        return load(t, ast_as_assign(node)->value);
    case AST_AUG_ASSIGN:
        TRY(expr(t, ast_as_aug_assign(node)->target, AST_STORE));
        return load(t, ast_as_aug_assign(node)->value);
    case AST_ANN_ASSIGN:
        if (ast_as_ann_assign(node)->target->kind != AST_NAME && ast_as_ann_assign(node)->simple)
            return lang_fail(t, LANG_EXC_TypeError, "AnnAssign with simple non-Name target");
        TRY(expr(t, ast_as_ann_assign(node)->target, AST_STORE));
        TRY(load(t, ast_as_ann_assign(node)->value));
        return load(t, ast_as_ann_assign(node)->annotation);
    case AST_FOR:
        TRY(expr(t, ast_as_for(node)->target, AST_STORE));
        TRY(load(t, ast_as_for(node)->iter));
        return block(t, &ast_as_for(node)->body, &ast_as_for(node)->orelse,
                     ast_as_for(node)->is_async ? "AsyncFor" : owner);
    case AST_WHILE:
        TRY(load(t, ast_as_while(node)->test));
        return block(t, &ast_as_while(node)->body, &ast_as_while(node)->orelse, owner);
    case AST_IF:
        TRY(load(t, ast_as_if(node)->test));
        return block(t, &ast_as_if(node)->body, &ast_as_if(node)->orelse, owner);
    case AST_WITH:
        return with(t, ast_as_with(node));
    case AST_MATCH:
        TRY(load(t, ast_as_match(node)->subject));
        return cases(t, &ast_as_match(node)->cases);
    case AST_RAISE:
        if (!ast_as_raise(node)->exc && ast_as_raise(node)->cause)
            return FAIL("Raise with cause but no exception");
        TRY(load(t, ast_as_raise(node)->exc));
        return load(t, ast_as_raise(node)->cause);
    case AST_TRY:
    case AST_TRY_STAR:
        return try(t, node);
    case AST_ASSERT:
        TRY(load(t, ast_as_assert(node)->test));
        return load(t, ast_as_assert(node)->msg);
    case AST_IMPORT:
        return filled(t, ast_as_import(node)->names.count, "names", owner);
    case AST_IMPORT_FROM:
        if (ast_as_import_from(node)->level < 0)
            return FAIL("Negative ImportFrom level");
        return filled(t, ast_as_import_from(node)->names.count, "names", owner);
    case AST_GLOBAL:
        return filled(t, ast_as_global(node)->names.count, "names", owner);
    case AST_NONLOCAL:
        return filled(t, ast_as_nonlocal(node)->names.count, "names", owner);
    case AST_EXPR:
        return load(t, ast_as_expr(node)->value);
    default:
        return 0;
    }
}

static int stmts(struct lang_thread *t, const struct ast_list *list)
{
    TRY(lang_enter(t, " during compilation"));
    int status = 0;
    for (uint32_t i = 0; status == 0 && i < list->count; i++)
        status = list->items[i] ? statement(t, list->items[i]) : FAIL("None disallowed in statement list");
    lang_leave(t);
    return status;
}

int lang_ast_check(struct lang_thread *t, struct ast_node *root)
{
    return root->kind == AST_EXPRESSION ? load(t, ast_as_expression(root)->body)
           : root->kind == AST_MODULE   ? stmts(t, &ast_as_module(root)->body)
                                        : stmts(t, &ast_as_interactive(root)->body);
}
