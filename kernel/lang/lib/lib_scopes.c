/* lib_scopes.c: the module _scopes: the blocks of a text and what their names mean, as the scope pass has found them,
 * for the module symtable (prelude/_standalone/symtable.py). Executes nothing and makes no code. */
#include <string.h>

#include "front/compile.h"
#include "front/scope.h"
#include "lib.h"
#include "lib_ast.h"
#include "vm/code.h"

static lang_value scope_value(struct lang_thread *t, const struct lang_scope *scope);

static lang_value name_value(struct lang_thread *t, const struct ast_name *name)
{
    return name ? lang_obj_or_error(lang_intern(t, name->text, name->len)) : lang_none();
}

/* A tuple of `count` values, whose references it takes; an error among them is the result. */
static lang_value tuple_steal(struct lang_thread *t, lang_value *values, int64_t count)
{
    bool whole = true;
    for (int64_t i = 0; i < count; i++)
        whole = whole && !lang_is_error(values[i]);
    struct lang_tuple *made = whole ? lang_tuple_from(t, values, count) : NULL;
    for (int64_t i = 0; i < count; i++)
        if (!lang_is_error(values[i]))
            lang_unref(t, values[i]);
    return lang_obj_or_error(made);
}

/* Takes v, which may be an error. */
static bool appended(struct lang_thread *t, struct lang_list *l, lang_value v)
{
    return !lang_is_error(v) && lang_list_append_steal(t, l, v) == 0;
}

static lang_value list_done(struct lang_thread *t, struct lang_list *made, bool failed)
{
    if (made && failed)
        lang_decref(t, made);
    return failed ? lang_error() : lang_obj_or_error(made);
}

/* (name, enum lang_symbol_kind, enum lang_symbol_flags) of each */
static lang_value symbols_value(struct lang_thread *t, const struct lang_scope *scope)
{
    struct lang_list *made = lang_list_new(t, scope->symbol_count);
    bool failed = !made;
    for (uint32_t i = 0; !failed && i < scope->symbol_count; i++) {
        const struct lang_symbol *symbol = scope->symbols[i];
        lang_value parts[] = {name_value(t, symbol->name), lang_int(symbol->kind), lang_int(symbol->flags)};
        failed = !appended(t, made, tuple_steal(t, parts, 3));
    }
    return list_done(t, made, failed);
}

/* The names that it takes from functions around it, also those that only blocks inside of it use. */
static lang_value frees_value(struct lang_thread *t, const struct lang_scope *scope)
{
    struct lang_list *made = lang_list_new(t, scope->free_count);
    bool failed = !made;
    for (uint32_t i = 0; !failed && i < scope->free_count; i++)
        failed = !appended(t, made, name_value(t, scope->frees[i].name));
    return list_done(t, made, failed);
}

static lang_value children_value(struct lang_thread *t, const struct lang_scope *scope)
{
    struct lang_list *made = lang_list_new(t, 0);
    bool failed = !made;
    for (const struct lang_scope *child = scope->first_child; !failed && child; child = child->next_sibling)
        failed = !appended(t, made, scope_value(t, child));
    return list_done(t, made, failed);
}

/* What a block that is no def and no class is. */
static const char *kind_of(const struct lang_scope *scope)
{
    switch (scope->kind) {
    case LANG_SCOPE_MODULE:
        return "module";
    case LANG_SCOPE_CLASS:
        return "class";
    case LANG_SCOPE_LAMBDA:
        return "lambda";
    case LANG_SCOPE_GENERATOR:
        return "genexpr";
    case LANG_SCOPE_COMPREHENSION:
        return scope->node->kind == AST_SET_COMP    ? "setcomp"
               : scope->node->kind == AST_DICT_COMP ? "dictcomp"
                                                    : "listcomp";
    default:
        return "function";
    }
}

/* Of a def or class with decorators: that of the first of them, as CPython counts. */
static uint32_t line_of(const struct lang_scope *scope)
{
    const struct ast_list *decorators =
        scope->node->kind == AST_FUNCTION_DEF ? &ast_as_function_def(scope->node)->decorator_list
        : scope->node->kind == AST_CLASS_DEF  ? &ast_as_class_def(scope->node)->decorator_list
                                              : NULL;
    if (scope->kind == LANG_SCOPE_MODULE)
        return 0;
    return decorators && decorators->count ? decorators->items[0]->line : scope->node->line;
}

/* (kind, name or None, line, whether nested in a function, symbols, free names, blocks inside) */
static lang_value scope_value(struct lang_thread *t, const struct lang_scope *scope)
{
    if (lang_enter(t, " during compilation") < 0)
        return lang_error();
    lang_value parts[] = {lang_obj_or_error(lang_intern_c(t, kind_of(scope))),
                          name_value(t, scope->name),
                          lang_int(line_of(scope)),
                          lang_bool(scope->is_nested),
                          symbols_value(t, scope),
                          frees_value(t, scope),
                          children_value(t, scope)};
    lang_leave(t);
    return tuple_steal(t, parts, sizeof parts / sizeof *parts);
}

static bool make_scopes(struct lang_thread *t, struct lang_arena *arena, struct lang_parse_result *result,
                        lang_value *made, struct lang_syntax_error *error)
{
    struct lang_scope *scope;
    if (lang_scope_analyze(arena, result, &scope, error) < 0) {
        error->from_scope = true;
        return false;
    }
    *made = scope_value(t, scope);
    return true;
}

static lang_value s_analyze(struct lang_thread *t, const lang_value *a)
{
    return lang_parse_source(t, a, false, make_scopes);
}

static const struct lang_method functions[] = {
    {"analyze", "(source, filename, mode, /)", s_analyze,
     "The blocks of a text: (kind, name, line, nested, [(symbol, kind, flags)], [free names], [blocks]).", 0},
    {0}};

static int init(struct lang_thread *t, struct lang_module *m)
{
    static const struct {
        const char *name;
        int64_t value;
    } numbers[] = {
        {"LOCAL", LANG_SYMBOL_LOCAL},
        {"CELL", LANG_SYMBOL_CELL},
        {"FREE", LANG_SYMBOL_FREE},
        {"NAME", LANG_SYMBOL_NAME},
        {"GLOBAL_EXPLICIT", LANG_SYMBOL_GLOBAL_EXPLICIT},
        {"GLOBAL_IMPLICIT", LANG_SYMBOL_GLOBAL_IMPLICIT},
        {"ASSIGNED", LANG_SYMBOL_ASSIGNED},
        {"USED", LANG_SYMBOL_USED},
        {"PARAMETER", LANG_SYMBOL_PARAMETER},
        {"DECLARED_GLOBAL", LANG_SYMBOL_DECLARED_GLOBAL},
        {"DECLARED_NONLOCAL", LANG_SYMBOL_DECLARED_NONLOCAL},
        {"ANNOTATED", LANG_SYMBOL_ANNOTATED},
        {"IMPORTED", LANG_SYMBOL_IMPORTED},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (lang_module_add_steal(t, m, numbers[i].name, lang_int(numbers[i].value)) < 0)
            return -1;
    return 0;
}

const struct lang_module_def lang_module__scopes = {"_scopes", "The scopes of the compiler.", functions, init};
