/* SyntaxWarnings about valid code that is probably a mistake, in the words of CPython 3.11's compiler. They are
 * collected in the parse's result; whoever runs the code shows them. */
#include "front/scope_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void warn(struct scope_walk *walk, const struct ast_node *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void warn(struct scope_walk *walk, const struct ast_node *at, const char *format, ...)
{
    char message[160];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(message, sizeof message, format, args);
    va_end(args);
    struct lang_syntax_warning *warning = lang_arena_alloc(walk->arena, sizeof *warning);
    if (len < 0 || warning == NULL || (warning->message = lang_arena_copy(walk->arena, message, (size_t)len)) == NULL) {
        lang_scope_no_memory(walk);
        return;
    }
    warning->deprecation = false;
    warning->line = at->line;
    warning->end_line = at->end_line;
    warning->col = at->col;
    warning->end_col = at->end_col;
    warning->next = NULL;
    *walk->warnings_end = warning;
    walk->warnings_end = &warning->next;
}

static const struct ast_value *constant_of(const struct ast_node *node)
{
    return node->kind == AST_CONSTANT ? &((const struct ast_constant *)(const void *)node)->value : NULL;
}

/* Would CPython's optimizer make a constant of it? Signed numbers and tuples of constants are what people write. */
static bool is_folded(const struct ast_node *node)
{
    if (node->kind == AST_UNARY_OP) {
        const struct ast_unary_op *unary = (const struct ast_unary_op *)(const void *)node;
        const struct ast_value *value = constant_of(unary->operand);
        return unary->op == AST_UNARY_USUB && value != NULL && value->type >= AST_VALUE_INT &&
               value->type <= AST_VALUE_COMPLEX;
    }
    if (node->kind == AST_TUPLE && node->ctx == AST_LOAD) {
        const struct ast_list *elts = &((const struct ast_tuple *)(const void *)node)->elts;
        for (uint32_t i = 0; i < elts->count; i++) {
            if (elts->items[i]->kind != AST_CONSTANT && !is_folded(elts->items[i]))
                return false;
        }
        return true;
    }
    return false;
}

/* None, True, False and ... are compared by identity with good reason. */
static bool is_literal(const struct ast_node *node)
{
    const struct ast_value *value = constant_of(node);
    return value != NULL ? value->type > AST_VALUE_ELLIPSIS : is_folded(node);
}

void lang_warn_compare(struct scope_walk *walk, const struct ast_compare *node)
{
    bool left = is_literal(node->left);
    for (uint32_t i = 0; i < node->comparators.count; i++) {
        bool right = is_literal(node->comparators.items[i]);
        if ((left || right) && node->ops[i] == AST_CMP_IS) {
            warn(walk, &node->base, "\"is\" with a literal. Did you mean \"==\"?");
            return;
        }
        if ((left || right) && node->ops[i] == AST_CMP_IS_NOT) {
            warn(walk, &node->base, "\"is not\" with a literal. Did you mean \"!=\"?");
            return;
        }
        left = right;
    }
}

/* The type that an expression is bound to have, as Python names it; NULL where it shows only at run time. */
static const char *type_of(const struct ast_node *node)
{
    static const char *const types[AST_KIND_COUNT] = {
        [AST_TUPLE] = "tuple",         [AST_LIST] = "list",
        [AST_LIST_COMP] = "list",      [AST_DICT] = "dict",
        [AST_DICT_COMP] = "dict",      [AST_SET] = "set",
        [AST_SET_COMP] = "set",        [AST_GENERATOR_EXP] = "generator",
        [AST_LAMBDA] = "function",     [AST_JOINED_STR] = "str",
        [AST_FORMATTED_VALUE] = "str",
    };
    static const char *const constants[] = {
        [AST_VALUE_NONE] = "NoneType",     [AST_VALUE_TRUE] = "bool", [AST_VALUE_FALSE] = "bool",
        [AST_VALUE_ELLIPSIS] = "ellipsis", [AST_VALUE_INT] = "int",   [AST_VALUE_FLOAT] = "float",
        [AST_VALUE_COMPLEX] = "complex",   [AST_VALUE_STR] = "str",   [AST_VALUE_BYTES] = "bytes",
        [AST_VALUE_GIVEN] = NULL,
    };
    const struct ast_value *value = constant_of(node);
    return value != NULL ? constants[value->type] : types[node->kind];
}

void lang_warn_call(struct scope_walk *walk, const struct ast_call *node)
{
    const char *type = type_of(node->func);
    if (type != NULL && node->func->kind != AST_LAMBDA)
        warn(walk, &node->base, "'%s' object is not callable; perhaps you missed a comma?", type);
}

static bool is_one_of(const char *word, const char *const *words)
{
    while (*words != NULL && strcmp(*words, word) != 0)
        words++;
    return *words != NULL;
}

void lang_warn_subscript(struct scope_walk *walk, const struct ast_subscript *node)
{
    static const char *const never[] = {"NoneType", "ellipsis", "int",       "float",    "complex",
                                        "bool",     "set",      "generator", "function", NULL};
    static const char *const sequences[] = {"str", "bytes", "tuple", "list", NULL};
    const char *type = type_of(node->value), *index = type_of(node->slice);
    if (type == NULL || node->base.ctx != AST_LOAD)
        return;
    if (is_one_of(type, never))
        warn(walk, &node->base, "'%s' object is not subscriptable; perhaps you missed a comma?", type);
    else if (index != NULL && strcmp(index, "int") != 0 && strcmp(index, "bool") != 0 && is_one_of(type, sequences))
        warn(walk, &node->base, "%s indices must be integers or slices, not %s; perhaps you missed a comma?", type,
             index);
}

void lang_warn_assert(struct scope_walk *walk, const struct ast_assert *node)
{
    if (node->test->kind == AST_TUPLE && ((const struct ast_tuple *)(const void *)node->test)->elts.count != 0)
        warn(walk, &node->base, "assertion is always true, perhaps remove parentheses?");
}
