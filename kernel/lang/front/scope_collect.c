/* The walk of the scope pass: makes a scope for each block and a symbol for each name in it, with how it is used.
 * The order is CPython's symbol table's, since the first error wins. Patterns are in scope_pattern.c. */
#include "front/scope_state.h"

static bool visit_statements(struct scope_walk *walk, const struct ast_list *body);

static bool visit_all(struct scope_walk *walk, const struct ast_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->items[i] != NULL && !lang_scope_visit(walk, list->items[i]))
            return false;
    }
    return true;
}

static bool visit_opt(struct scope_walk *walk, struct ast_node *node)
{
    return node == NULL || lang_scope_visit(walk, node);
}

static bool enter_depth(struct scope_walk *walk)
{
    if (++walk->depth <= LANG_TREE_DEPTH)
        return true;
    if (!walk->failed) {
        *walk->error = (struct lang_syntax_error){.kind = LANG_SYNTAX_RECURSION,
                                                  .class_name = lang_syntax_class_name(LANG_SYNTAX_RECURSION),
                                                  .message = "maximum recursion depth exceeded during compilation",
                                                  .col = -1,
                                                  .end_col = -1};
        walk->failed = true;
    }
    return false;
}

/* ---- names ---- */

bool lang_scope_define(struct scope_walk *walk, const struct ast_name *name, unsigned flags, const struct ast_node *at,
                       struct lang_symbol **out)
{
    struct lang_symbol *symbol = lang_scope_symbol(walk, walk->scope, name);
    if (symbol == NULL)
        return false;
    *out = symbol;
    if (flags & symbol->flags & LANG_SYMBOL_PARAMETER)
        return lang_scope_fail(walk, at, "duplicate argument '%s' in function definition", name->text);
    if (walk->is_iteration_target) {
        if (symbol->flags & (LANG_SYMBOL_DECLARED_GLOBAL | LANG_SYMBOL_DECLARED_NONLOCAL))
            return lang_scope_fail(walk, at, "comprehension inner loop cannot rebind assignment expression target '%s'",
                                   name->text);
        flags |= LANG_SYMBOL_ITERATED;
    }
    symbol->flags |= (uint8_t)flags;
    return true;
}

/* A binding written as a bare identifier: a def, an import, an except, a pattern. */
static bool bind(struct scope_walk *walk, const struct ast_name *name, unsigned flags, const struct ast_node *at,
                 struct lang_symbol **symbol)
{
    if (name->index == LANG_NAME_DEBUG)
        lang_check_name(walk, name, at, AST_STORE);
    const struct ast_name *mangled = lang_scope_mangle(walk, name);
    return mangled != NULL && lang_scope_define(walk, mangled, flags, at, symbol);
}

static bool visit_name(struct scope_walk *walk, struct ast_name_expr *node)
{
    node->id = lang_scope_mangle(walk, node->id);
    if (node->id == NULL)
        return false;
    uint32_t number = node->id->index;
    if (node->base.ctx != AST_LOAD) {
        if (number == LANG_NAME_DEBUG)
            lang_check_name(walk, node->id, &node->base, node->base.ctx);
        if (!lang_scope_define(walk, node->id, LANG_SYMBOL_ASSIGNED, &node->base, &node->symbol))
            return false;
        if (node->base.ctx == AST_DEL)
            node->symbol->unbinds = true;
        return true;
    }
    if (number < LANG_NAME_FIRST_FREE && number >= LANG_NAME_EXEC) {
        if (number == LANG_NAME_SUPER && walk->scope->kind >= LANG_SCOPE_FUNCTION) {
            struct lang_symbol *symbol;
            if (!lang_scope_define(walk, walk->names->items[LANG_NAME_CLASS_CELL], LANG_SYMBOL_USED, &node->base,
                                   &symbol))
                return false;
        } else if (number == LANG_NAME_LOCALS || number == LANG_NAME_VARS || number == LANG_NAME_DIR ||
                   number == LANG_NAME_EVAL || number == LANG_NAME_EXEC) {
            walk->scope->calls_locals = true;
        }
    }
    return lang_scope_define(walk, node->id, LANG_SYMBOL_USED, &node->base, &node->symbol);
}

/* As in CPython, a `global x` anywhere makes x a global name of the module's own code, too: exec() with two namespaces
 * then writes it where the functions look for it. */
static bool declare_in_module(struct scope_walk *walk, const struct ast_name *name)
{
    struct lang_scope *module = walk->scope;
    while (module->parent != NULL)
        module = module->parent;
    struct lang_symbol *symbol = lang_scope_symbol(walk, module, name);
    if (symbol == NULL)
        return false;
    symbol->flags |= LANG_SYMBOL_DECLARED_GLOBAL;
    return true;
}

/* global and nonlocal must come before anything else is done with the name. */
static bool visit_declaration(struct scope_walk *walk, struct ast_global *node)
{
    bool is_global = node->base.kind == AST_GLOBAL;
    const char *word = is_global ? "global" : "nonlocal";
    for (uint32_t i = 0; i < node->names.count; i++) {
        const char *written = node->names.items[i]->text;
        const struct ast_name *name = lang_scope_mangle(walk, node->names.items[i]);
        struct lang_symbol *symbol = name == NULL ? NULL : lang_scope_symbol(walk, walk->scope, name);
        if (symbol == NULL)
            return false;
        if (symbol->flags & LANG_SYMBOL_PARAMETER)
            return lang_scope_fail(walk, &node->base, "name '%s' is parameter and %s", written, word);
        if (symbol->flags & LANG_SYMBOL_USED)
            return lang_scope_fail(walk, &node->base, "name '%s' is used prior to %s declaration", written, word);
        if (symbol->flags & LANG_SYMBOL_ANNOTATED)
            return lang_scope_fail(walk, &node->base, "annotated name '%s' can't be %s", written, word);
        if (symbol->flags & LANG_SYMBOL_ASSIGNED)
            return lang_scope_fail(walk, &node->base, "name '%s' is assigned to before %s declaration", written, word);
        symbol->flags |= is_global ? LANG_SYMBOL_DECLARED_GLOBAL : LANG_SYMBOL_DECLARED_NONLOCAL;
        if (symbol->declared_at == NULL)
            symbol->declared_at = &node->base;
        node->names.items[i] = name;
        if (is_global && !declare_in_module(walk, name))
            return false;
    }
    return true;
}

/* ---- functions and classes ---- */

/* What a new scope hides and its end gives back. */
struct outer {
    struct lang_scope *scope;
    const struct ast_name *private_class;
    uint32_t block_count;
    bool is_iteration_target;
    uint8_t blocks[LANG_NESTED_BLOCKS];
};

static bool enter_scope(struct scope_walk *walk, enum lang_scope_kind kind, struct ast_node *node,
                        const struct ast_name *name, struct outer *outer)
{
    outer->scope = walk->scope;
    outer->private_class = walk->private_class;
    outer->block_count = walk->block_count;
    outer->is_iteration_target = walk->is_iteration_target;
    __builtin_memcpy(outer->blocks, walk->blocks, sizeof walk->blocks);
    struct lang_scope *scope = lang_scope_new(walk, kind, node, name);
    if (scope == NULL)
        return false;
    walk->scope = scope;
    walk->block_count = 0; /* iterable_depth is kept: a walrus is refused inside a lambda, too */
    walk->is_iteration_target = false;
    return true;
}

static void leave_scope(struct scope_walk *walk, const struct outer *outer)
{
    walk->scope = outer->scope;
    walk->private_class = outer->private_class;
    walk->block_count = outer->block_count;
    walk->is_iteration_target = outer->is_iteration_target;
    __builtin_memcpy(walk->blocks, outer->blocks, sizeof walk->blocks);
}

static bool define_parameter(struct scope_walk *walk, struct ast_node *node)
{
    struct ast_arg *arg = ast_as_arg(node);
    if (arg->arg->index == LANG_NAME_DEBUG)
        lang_check_name(walk, arg->arg, walk->scope->node, AST_STORE);
    if (!bind(walk, arg->arg, LANG_SYMBOL_PARAMETER, node, &arg->symbol))
        return false;
    arg->arg = arg->symbol->name;
    arg->symbol->parameter = (int32_t)walk->scope->param_count++;
    return true;
}

static bool define_parameters(struct scope_walk *walk, struct ast_arguments *args)
{
    struct lang_scope *scope = walk->scope;
    const struct ast_list *lists[] = {&args->posonlyargs, &args->args, &args->kwonlyargs};
    for (int i = 0; i < 3; i++) {
        for (uint32_t j = 0; j < lists[i]->count; j++) {
            if (!define_parameter(walk, lists[i]->items[j]))
                return false;
        }
    }
    scope->posonly_count = args->posonlyargs.count;
    scope->positional_count = args->posonlyargs.count + args->args.count;
    scope->kwonly_count = args->kwonlyargs.count;
    scope->has_varargs = args->vararg != NULL;
    scope->has_varkw = args->kwarg != NULL;
    return (args->vararg == NULL || define_parameter(walk, args->vararg)) &&
           (args->kwarg == NULL || define_parameter(walk, args->kwarg));
}

static bool visit_annotation_expression(struct scope_walk *walk, struct ast_node *annotation)
{
    const struct lang_scope *outer = walk->annotated;
    walk->annotated = walk->text_annotations ? walk->scope : NULL;
    bool done = visit_opt(walk, annotation);
    walk->annotated = outer;
    return done;
}

/* What an annotation that becomes a text must not do, but in a scope inside it. */
static bool check_annotation(struct scope_walk *walk, const struct ast_node *node, const char *what)
{
    return walk->annotated != walk->scope ||
           lang_scope_fail(walk, node, "'%s expression' can not be used within an annotation", what);
}

static bool visit_annotation(struct scope_walk *walk, struct ast_node *arg)
{
    struct ast_node *annotation = arg == NULL ? NULL : ast_as_arg(arg)->annotation;
    if (annotation != NULL && annotation->kind == AST_STARRED) /* *args: *Ts */
        annotation = ast_as_starred(annotation)->value;
    return visit_annotation_expression(walk, annotation);
}

static bool visit_annotations(struct scope_walk *walk, struct ast_arguments *args, struct ast_node *returns)
{
    const struct ast_list *lists[] = {&args->posonlyargs, &args->args};
    for (int i = 0; i < 2; i++) {
        for (uint32_t j = 0; j < lists[i]->count; j++) {
            if (!visit_annotation(walk, lists[i]->items[j]))
                return false;
        }
    }
    if (!visit_annotation(walk, args->vararg) || !visit_annotation(walk, args->kwarg))
        return false;
    for (uint32_t j = 0; j < args->kwonlyargs.count; j++) {
        if (!visit_annotation(walk, args->kwonlyargs.items[j]))
            return false;
    }
    return visit_annotation_expression(walk, returns);
}

static bool visit_function(struct scope_walk *walk, struct ast_function_def *node)
{
    struct ast_arguments *args = ast_as_arguments(node->args);
    struct outer outer;
    if (!bind(walk, node->name, LANG_SYMBOL_ASSIGNED, &node->base, &node->symbol) ||
        !visit_all(walk, &args->defaults) || !visit_all(walk, &args->kw_defaults) ||
        !visit_annotations(walk, args, node->returns) || !visit_all(walk, &node->decorator_list) ||
        !enter_scope(walk, LANG_SCOPE_FUNCTION, &node->base, node->name, &outer))
        return false;
    node->scope = walk->scope;
    walk->scope->is_async = node->is_async;
    bool done = define_parameters(walk, args) && visit_statements(walk, &node->body);
    leave_scope(walk, &outer);
    return done;
}

static bool visit_lambda(struct scope_walk *walk, struct ast_lambda *node)
{
    struct ast_arguments *args = ast_as_arguments(node->args);
    struct outer outer;
    if (!visit_all(walk, &args->defaults) || !visit_all(walk, &args->kw_defaults) ||
        !enter_scope(walk, LANG_SCOPE_LAMBDA, &node->base, NULL, &outer))
        return false;
    node->scope = walk->scope;
    bool done = define_parameters(walk, args) && lang_scope_visit(walk, node->body);
    leave_scope(walk, &outer);
    return done;
}

/* Items among which a starred one is allowed. */
static bool visit_items(struct scope_walk *walk, const struct ast_list *items)
{
    for (uint32_t i = 0; i < items->count; i++) {
        struct ast_node *item = items->items[i];
        if (!lang_scope_visit(walk, item->kind == AST_STARRED ? ast_as_starred(item)->value : item))
            return false;
    }
    return true;
}

static bool visit_keywords(struct scope_walk *walk, const struct ast_node *owner, const struct ast_list *keywords)
{
    for (uint32_t i = 0; i < keywords->count; i++) {
        if (!lang_scope_visit(walk, ast_as_keyword(keywords->items[i])->value))
            return false;
    }
    if (keywords->count != 0)
        lang_check_keywords(walk, owner, keywords);
    return true;
}

static bool visit_class(struct scope_walk *walk, struct ast_class_def *node)
{
    struct outer outer;
    if (!bind(walk, node->name, LANG_SYMBOL_ASSIGNED, &node->base, &node->symbol) || !visit_items(walk, &node->bases) ||
        !visit_keywords(walk, &node->base, &node->keywords) || !visit_all(walk, &node->decorator_list) ||
        !enter_scope(walk, LANG_SCOPE_CLASS, &node->base, node->name, &outer))
        return false;
    node->scope = walk->scope;
    walk->private_class = walk->scope->private_class = node->name;
    bool done = visit_statements(walk, &node->body);
    leave_scope(walk, &outer);
    return done;
}

/* ---- comprehensions ---- */

static bool visit_iteration_target(struct scope_walk *walk, struct ast_node *target)
{
    walk->is_iteration_target = true;
    bool done = lang_scope_visit(walk, target);
    walk->is_iteration_target = false;
    return done;
}

static bool visit_clauses(struct scope_walk *walk, const struct ast_list *generators)
{
    for (uint32_t i = 0; i < generators->count; i++) {
        struct ast_comprehension *clause = ast_as_comprehension(generators->items[i]);
        if (clause->is_async)
            lang_check_async(walk, &clause->base, "async for");
        if (!visit_iteration_target(walk, clause->target))
            return false;
        if (i > 0) {
            walk->iterable_depth++;
            bool done = lang_scope_visit(walk, clause->iter);
            walk->iterable_depth--;
            if (!done)
                return false;
        }
        if (!visit_all(walk, &clause->ifs))
            return false;
    }
    return true;
}

/* The first iterable belongs to the scope around; everything else to a function of one argument, `.0`. */
static bool visit_comprehension(struct scope_walk *walk, struct ast_node *node, const struct ast_list *generators,
                                struct ast_node *elt, struct ast_node *value, struct lang_scope **scope)
{
    bool is_generator = node->kind == AST_GENERATOR_EXP;
    struct outer outer;
    struct lang_symbol *iterator;
    walk->iterable_depth++;
    bool done = lang_scope_visit(walk, ast_as_comprehension(generators->items[0])->iter);
    walk->iterable_depth--;
    if (!done || !enter_scope(walk, is_generator ? LANG_SCOPE_GENERATOR : LANG_SCOPE_COMPREHENSION, node, NULL, &outer))
        return false;
    *scope = walk->scope;
    walk->scope->is_generator = is_generator;
    done = lang_scope_define(walk, walk->names->items[LANG_NAME_ITERATOR], LANG_SYMBOL_PARAMETER, node, &iterator);
    if (done) {
        iterator->parameter = 0;
        walk->scope->param_count = walk->scope->positional_count = walk->scope->posonly_count = 1;
        done = visit_clauses(walk, generators) && visit_opt(walk, value) && lang_scope_visit(walk, elt);
    }
    leave_scope(walk, &outer);
    if (done && !is_generator && (*scope)->is_async)
        lang_check_async_comprehension(walk, node);
    return done;
}

static bool is_comprehension(const struct lang_scope *scope)
{
    return scope->kind >= LANG_SCOPE_COMPREHENSION;
}

/* A walrus inside a comprehension binds in the nearest scope that is none. */
static bool extend_walrus(struct scope_walk *walk, struct ast_name_expr *target)
{
    const struct ast_name *name = lang_scope_mangle(walk, target->id);
    struct lang_scope *owner = walk->scope;
    if (name == NULL)
        return false;
    for (; is_comprehension(owner); owner = owner->parent) {
        struct lang_symbol *symbol = lang_scope_find(owner, name);
        if (symbol != NULL && symbol->flags & LANG_SYMBOL_ITERATED)
            return lang_scope_fail(walk, &target->base,
                                   "assignment expression cannot rebind comprehension iteration variable '%s'",
                                   target->id->text);
    }
    if (owner->kind == LANG_SCOPE_CLASS)
        return lang_scope_fail(walk, &target->base,
                               "assignment expression within a comprehension cannot be used in a class body");
    struct lang_symbol *there = lang_scope_symbol(walk, owner, name);
    struct lang_symbol *inside = lang_scope_symbol(walk, walk->scope, name);
    if (there == NULL || inside == NULL)
        return false;
    bool is_global = owner->kind == LANG_SCOPE_MODULE || (there->flags & LANG_SYMBOL_DECLARED_GLOBAL);
    inside->flags |= is_global ? LANG_SYMBOL_DECLARED_GLOBAL : LANG_SYMBOL_DECLARED_NONLOCAL;
    inside->declared_at = &target->base;
    if (owner->kind == LANG_SCOPE_MODULE) {
        there->flags |= LANG_SYMBOL_DECLARED_GLOBAL;
        there->declared_at = &target->base;
    } else {
        there->flags |= LANG_SYMBOL_ASSIGNED;
    }
    return true;
}

static bool visit_walrus(struct scope_walk *walk, struct ast_named_expr *node)
{
    if (walk->iterable_depth > 0)
        return lang_scope_fail(walk, &node->base,
                               "assignment expression cannot be used in a comprehension iterable expression");
    if (!check_annotation(walk, &node->base, "named"))
        return false;
    if (is_comprehension(walk->scope) && !extend_walrus(walk, ast_as_name_expr(node->target)))
        return false;
    return lang_scope_visit(walk, node->value) && lang_scope_visit(walk, node->target);
}

static bool visit_yield(struct scope_walk *walk, struct ast_node *node, struct ast_node *value)
{
    static const char *const positions[] = {[AST_LIST_COMP] = "list comprehension",
                                            [AST_SET_COMP] = "set comprehension",
                                            [AST_DICT_COMP] = "dict comprehension",
                                            [AST_GENERATOR_EXP] = "generator expression"};
    if (!check_annotation(walk, node, "yield"))
        return false;
    lang_check_yield(walk, node);
    if (!visit_opt(walk, value))
        return false;
    if (is_comprehension(walk->scope))
        return lang_scope_fail(walk, node, "'yield' inside %s", positions[walk->scope->node->kind]);
    return true;
}

/* ---- expressions ---- */

static bool visit_sequence(struct scope_walk *walk, struct ast_node *node, const struct ast_list *elts)
{
    if (node->ctx == AST_STORE)
        lang_check_unpacking(walk, node, elts);
    return visit_items(walk, elts);
}

static bool visit_attribute(struct scope_walk *walk, struct ast_attribute *node)
{
    if (walk->private_class != NULL) {
        node->attr = lang_scope_mangle(walk, node->attr);
        if (node->attr == NULL)
            return false;
    }
    if (node->attr->index == LANG_NAME_DEBUG && node->base.ctx == AST_STORE)
        lang_check_name(walk, node->attr, &node->base, node->base.ctx);
    return lang_scope_visit(walk, node->value);
}

static bool visit_dict(struct scope_walk *walk, const struct ast_dict *node)
{
    return visit_all(walk, &node->keys) && visit_all(walk, &node->values);
}

static bool visit_more(struct scope_walk *walk, struct ast_node *node)
{
    switch (node->kind) {
    case AST_IF_EXP:
        return lang_scope_visit(walk, ast_as_if_exp(node)->test) && lang_scope_visit(walk, ast_as_if_exp(node)->body) &&
               lang_scope_visit(walk, ast_as_if_exp(node)->orelse);
    case AST_LIST_COMP:
    case AST_SET_COMP:
    case AST_GENERATOR_EXP: { /* the same struct layout */
        struct ast_list_comp *comp = ast_as_list_comp(node);
        return visit_comprehension(walk, node, &comp->generators, comp->elt, NULL, &comp->scope);
    }
    case AST_DICT_COMP: {
        struct ast_dict_comp *comp = ast_as_dict_comp(node);
        return visit_comprehension(walk, node, &comp->generators, comp->key, comp->value, &comp->scope);
    }
    case AST_LAMBDA:
        return visit_lambda(walk, ast_as_lambda(node));
    case AST_NAMED_EXPR:
        return visit_walrus(walk, ast_as_named_expr(node));
    case AST_YIELD:
        return visit_yield(walk, node, ast_as_yield(node)->value);
    case AST_YIELD_FROM:
        return visit_yield(walk, node, ast_as_yield_from(node)->value);
    case AST_AWAIT:
        lang_check_async(walk, node, "await");
        return lang_scope_visit(walk, ast_as_await(node)->value);
    case AST_JOINED_STR:
        return visit_all(walk, &ast_as_joined_str(node)->values);
    case AST_FORMATTED_VALUE:
        return lang_scope_visit(walk, ast_as_formatted_value(node)->value) &&
               visit_opt(walk, ast_as_formatted_value(node)->format_spec);
    case AST_STARRED:
        lang_check_starred(walk, node);
        return lang_scope_visit(walk, ast_as_starred(node)->value);
    case AST_SET:
        return visit_items(walk, &ast_as_set(node)->elts);
    default:
        return true;
    }
}

static bool visit_expression(struct scope_walk *walk, struct ast_node *node)
{
    switch (node->kind) {
    case AST_NAME:
        return visit_name(walk, ast_as_name_expr(node));
    case AST_CONSTANT:
        return true;
    case AST_ATTRIBUTE:
        return visit_attribute(walk, ast_as_attribute(node));
    case AST_CALL:
        lang_warn_call(walk, ast_as_call(node));
        return lang_scope_visit(walk, ast_as_call(node)->func) && visit_items(walk, &ast_as_call(node)->args) &&
               visit_keywords(walk, node, &ast_as_call(node)->keywords);
    case AST_SUBSCRIPT:
        lang_warn_subscript(walk, ast_as_subscript(node));
        return lang_scope_visit(walk, ast_as_subscript(node)->value) &&
               lang_scope_visit(walk, ast_as_subscript(node)->slice);
    case AST_BIN_OP:
        return lang_scope_visit(walk, ast_as_bin_op(node)->left) && lang_scope_visit(walk, ast_as_bin_op(node)->right);
    case AST_UNARY_OP:
        return lang_scope_visit(walk, ast_as_unary_op(node)->operand);
    case AST_BOOL_OP:
        return visit_all(walk, &ast_as_bool_op(node)->values);
    case AST_COMPARE:
        lang_warn_compare(walk, ast_as_compare(node));
        return lang_scope_visit(walk, ast_as_compare(node)->left) &&
               visit_all(walk, &ast_as_compare(node)->comparators);
    case AST_TUPLE:
    case AST_LIST: /* the same struct layout */
        return visit_sequence(walk, node, &ast_as_list_expr(node)->elts);
    case AST_DICT:
        return visit_dict(walk, ast_as_dict(node));
    case AST_SLICE:
        return visit_opt(walk, ast_as_slice(node)->lower) && visit_opt(walk, ast_as_slice(node)->upper) &&
               visit_opt(walk, ast_as_slice(node)->step);
    default:
        return visit_more(walk, node);
    }
}

bool lang_scope_visit(struct scope_walk *walk, struct ast_node *node)
{
    if (!enter_depth(walk))
        return false;
    bool done = visit_expression(walk, node);
    walk->depth--;
    return done;
}

/* ---- statements ---- */

static bool visit_block(struct scope_walk *walk, enum block_kind kind, const struct ast_node *at,
                        const struct ast_list *body)
{
    if (!lang_check_enter_block(walk, kind, at))
        return visit_statements(walk, body);
    bool done = visit_statements(walk, body);
    walk->block_count--;
    return done;
}

static bool visit_annotated(struct scope_walk *walk, struct ast_ann_assign *node)
{
    const struct ast_name *bound = node->target->kind == AST_NAME        ? ast_as_name_expr(node->target)->id
                                   : node->target->kind == AST_ATTRIBUTE ? ast_as_attribute(node->target)->attr
                                                                         : NULL;
    if (bound != NULL && node->value == NULL && bound->index == LANG_NAME_DEBUG)
        lang_check_name(walk, bound, &node->base, AST_STORE);
    if (node->target->kind == AST_NAME && node->simple) {
        struct ast_name_expr *target = ast_as_name_expr(node->target);
        const struct ast_name *name = lang_scope_mangle(walk, target->id);
        struct lang_symbol *symbol = name == NULL ? NULL : lang_scope_symbol(walk, walk->scope, name);
        if (symbol == NULL)
            return false;
        unsigned declared = symbol->flags & (LANG_SYMBOL_DECLARED_GLOBAL | LANG_SYMBOL_DECLARED_NONLOCAL);
        if (declared != 0 && walk->scope->kind != LANG_SCOPE_MODULE)
            return lang_scope_fail(walk, &node->base, "annotated name '%s' can't be %s", target->id->text,
                                   declared & LANG_SYMBOL_DECLARED_GLOBAL ? "global" : "nonlocal");
        symbol->flags |= LANG_SYMBOL_ANNOTATED;
    }
    /* `(x): int` binds nothing, but its symbol must exist */
    if (node->target->kind == AST_NAME && !node->simple && node->value == NULL) {
        struct ast_name_expr *target = ast_as_name_expr(node->target);
        target->id = lang_scope_mangle(walk, target->id);
        if (target->id == NULL || (target->symbol = lang_scope_symbol(walk, walk->scope, target->id)) == NULL)
            return false;
    } else if (!lang_scope_visit(walk, node->target)) {
        return false;
    }
    return visit_annotation_expression(walk, node->annotation) && visit_opt(walk, node->value);
}

static bool visit_imports(struct scope_walk *walk, struct ast_node *statement, const struct ast_list *names)
{
    for (uint32_t i = 0; i < names->count; i++) {
        struct ast_alias *alias = ast_as_alias(names->items[i]);
        const struct ast_name *name = alias->asname != NULL ? alias->asname : alias->name;
        if (name->index == LANG_NAME_STAR) {
            if (walk->scope->kind != LANG_SCOPE_MODULE)
                return lang_scope_fail(walk, &alias->base, "import * only allowed at module level");
            walk->scope->has_star_import = true;
            continue;
        }
        const char *dot = alias->asname != NULL ? NULL : __builtin_memchr(name->text, '.', name->len);
        if (dot != NULL)
            name = lang_names_intern(walk->names, name->text, (size_t)(dot - name->text));
        if (name == NULL)
            return lang_scope_no_memory(walk);
        if (!bind(walk, name, LANG_SYMBOL_IMPORTED, statement, &alias->symbol))
            return false;
    }
    return true;
}

static bool visit_handler(struct scope_walk *walk, struct ast_except_handler *node)
{
    if (!visit_opt(walk, node->type) ||
        (node->name != NULL && !bind(walk, node->name, LANG_SYMBOL_ASSIGNED, &node->base, &node->symbol)))
        return false;
    if (node->name != NULL)
        node->symbol->unbinds = true;
    return visit_statements(walk, &node->body);
}

static bool visit_try(struct scope_walk *walk, struct ast_try *node)
{
    bool is_star = node->base.kind == AST_TRY_STAR, has_finally = node->finalbody.count != 0;
    bool in_finally = has_finally && lang_check_enter_block(walk, BLOCK_OTHER, &node->base);
    lang_check_handlers(walk, &node->handlers);
    if (!visit_block(walk, BLOCK_OTHER, &node->base, &node->body))
        return false;
    bool in_handlers = lang_check_enter_block(walk, is_star ? BLOCK_EXCEPT_STAR : BLOCK_OTHER, &node->base);
    for (uint32_t i = 0; i < node->handlers.count; i++) {
        if (!visit_handler(walk, ast_as_except_handler(node->handlers.items[i])))
            return false;
    }
    walk->block_count -= in_handlers;
    if (!visit_statements(walk, &node->orelse))
        return false;
    walk->block_count -= in_finally;
    return !has_finally || visit_block(walk, BLOCK_OTHER, &node->base, &node->finalbody);
}

static bool visit_with(struct scope_walk *walk, struct ast_with *node)
{
    uint32_t entered = 0;
    if (node->is_async)
        lang_check_async(walk, &node->base, "async with");
    for (uint32_t i = 0; i < node->items.count; i++) {
        struct ast_withitem *item = ast_as_withitem(node->items.items[i]);
        if (!lang_scope_visit(walk, item->context_expr))
            return false;
        entered += lang_check_enter_block(walk, BLOCK_OTHER, &node->base);
        if (!visit_opt(walk, item->optional_vars))
            return false;
    }
    bool done = visit_statements(walk, &node->body);
    walk->block_count -= entered;
    return done;
}

static bool visit_match(struct scope_walk *walk, struct ast_match *node)
{
    if (!lang_scope_visit(walk, node->subject))
        return false;
    lang_check_cases(walk, node);
    for (uint32_t i = 0; i < node->cases.count; i++) {
        struct ast_match_case *match_case = ast_as_match_case(node->cases.items[i]);
        if (!lang_scope_collect_pattern(walk, match_case->pattern) || !visit_opt(walk, match_case->guard) ||
            !visit_statements(walk, &match_case->body))
            return false;
    }
    return true;
}

static bool visit_compound(struct scope_walk *walk, struct ast_node *node)
{
    switch (node->kind) {
    case AST_FUNCTION_DEF:
        return visit_function(walk, ast_as_function_def(node));
    case AST_CLASS_DEF:
        return visit_class(walk, ast_as_class_def(node));
    case AST_IF:
        return lang_scope_visit(walk, ast_as_if(node)->test) && visit_statements(walk, &ast_as_if(node)->body) &&
               visit_statements(walk, &ast_as_if(node)->orelse);
    case AST_FOR:
        if (ast_as_for(node)->is_async)
            lang_check_async(walk, node, "async for");
        return lang_scope_visit(walk, ast_as_for(node)->target) && lang_scope_visit(walk, ast_as_for(node)->iter) &&
               visit_block(walk, BLOCK_LOOP, node, &ast_as_for(node)->body) &&
               visit_statements(walk, &ast_as_for(node)->orelse);
    case AST_WHILE:
        return lang_scope_visit(walk, ast_as_while(node)->test) &&
               visit_block(walk, BLOCK_LOOP, node, &ast_as_while(node)->body) &&
               visit_statements(walk, &ast_as_while(node)->orelse);
    case AST_WITH:
        return visit_with(walk, ast_as_with(node));
    case AST_TRY:
    case AST_TRY_STAR: /* the same struct layout */
        return visit_try(walk, ast_as_try(node));
    case AST_MATCH:
        return visit_match(walk, ast_as_match(node));
    default:
        return true;
    }
}

static bool visit_statement(struct scope_walk *walk, struct ast_node *node)
{
    switch (node->kind) {
    case AST_EXPR:
        return lang_scope_visit(walk, ast_as_expr(node)->value);
    case AST_ASSIGN: /* CPython's order: the targets first */
        return visit_all(walk, &ast_as_assign(node)->targets) && lang_scope_visit(walk, ast_as_assign(node)->value);
    case AST_AUG_ASSIGN:
        return lang_scope_visit(walk, ast_as_aug_assign(node)->target) &&
               lang_scope_visit(walk, ast_as_aug_assign(node)->value);
    case AST_ANN_ASSIGN:
        return visit_annotated(walk, ast_as_ann_assign(node));
    case AST_RETURN:
        lang_check_return(walk, node);
        return visit_opt(walk, ast_as_return(node)->value);
    case AST_DELETE:
        return visit_all(walk, &ast_as_delete(node)->targets);
    case AST_RAISE:
        return visit_opt(walk, ast_as_raise(node)->exc) && visit_opt(walk, ast_as_raise(node)->cause);
    case AST_ASSERT:
        lang_warn_assert(walk, ast_as_assert(node));
        return lang_scope_visit(walk, ast_as_assert(node)->test) && visit_opt(walk, ast_as_assert(node)->msg);
    case AST_IMPORT:
        return visit_imports(walk, node, &ast_as_import(node)->names);
    case AST_IMPORT_FROM:
        lang_check_future(walk, ast_as_import_from(node));
        return visit_imports(walk, node, &ast_as_import_from(node)->names);
    case AST_GLOBAL:
    case AST_NONLOCAL: /* the same struct layout */
        return visit_declaration(walk, ast_as_global(node));
    case AST_BREAK:
    case AST_CONTINUE:
        lang_check_jump(walk, node);
        return true;
    default:
        return visit_compound(walk, node);
    }
}

static bool is_docstring(const struct ast_node *node)
{
    if (node->kind != AST_EXPR)
        return false;
    const struct ast_node *value = ((const struct ast_expr *)(const void *)node)->value;
    return value->kind == AST_CONSTANT &&
           ((const struct ast_constant *)(const void *)value)->value.type == AST_VALUE_STR;
}

static bool visit_statements(struct scope_walk *walk, const struct ast_list *body)
{
    for (uint32_t i = 0; i < body->count; i++) {
        struct ast_node *node = body->items[i];
        if (walk->in_module_head && node->kind != AST_IMPORT_FROM && !(i == 0 && is_docstring(node)))
            walk->in_module_head = false;
        if (!enter_depth(walk))
            return false;
        if (!visit_statement(walk, node))
            return false;
        walk->depth--;
    }
    return true;
}

bool lang_scope_collect(struct scope_walk *walk, struct ast_node *root)
{
    switch (root->kind) {
    case AST_EXPRESSION:
        ast_as_expression(root)->scope = walk->scope;
        return lang_scope_visit(walk, ast_as_expression(root)->body);
    case AST_INTERACTIVE:
        ast_as_interactive(root)->scope = walk->scope;
        return visit_statements(walk, &ast_as_interactive(root)->body);
    default:
        ast_as_module(root)->scope = walk->scope;
        return visit_statements(walk, &ast_as_module(root)->body);
    }
}
