/* Scopes: the resolving of names across scopes, the numbering of locals, cells and free variables. The walk over the
 * tree is in scope_collect.c, the tables are in scope_table.c. */
#include "front/scope_state.h"

#include <stdlib.h>
#include <string.h>

/* ---- resolving ---- */

static bool is_bound(const struct lang_symbol *symbol)
{
    return (symbol->flags & (LANG_SYMBOL_ASSIGNED | LANG_SYMBOL_PARAMETER | LANG_SYMBOL_IMPORTED)) != 0;
}

/* Marks a name free in every scope from `inner` up to, not including, `owner`. */
static bool mark_free(struct scope_walk *walk, struct lang_scope *inner, const struct lang_scope *owner,
                      const struct ast_name *name)
{
    for (struct lang_scope *scope = inner; scope != owner; scope = scope->parent) {
        struct lang_symbol *symbol = lang_scope_symbol(walk, scope, name);
        if (symbol == NULL)
            return false;
        if (symbol->free >= 0)
            return true; /* then it is so in all enclosing scopes */
        symbol->free = (int32_t)scope->free_count++;
    }
    return true;
}

/* Looks for the function around `scope` that binds the name, and makes it a cell there. *found: there is one. */
static bool capture(struct scope_walk *walk, struct lang_scope *scope, struct lang_symbol *symbol, bool *found)
{
    const struct ast_name *name = symbol->name;
    *found = false;
    for (struct lang_scope *outer = scope->parent; outer != NULL; outer = outer->parent) {
        if (outer->kind == LANG_SCOPE_CLASS && name->index == LANG_NAME_CLASS_CELL) {
            outer->needs_class_cell = true;
            *found = true;
            return mark_free(walk, scope, outer, name);
        }
        if (outer->kind < LANG_SCOPE_FUNCTION)
            continue;
        struct lang_symbol *symbol_there = lang_scope_find(outer, name);
        if (symbol_there == NULL || (symbol_there->flags & LANG_SYMBOL_DECLARED_NONLOCAL))
            continue;
        if (symbol_there->flags & LANG_SYMBOL_DECLARED_GLOBAL)
            return true;
        if (!is_bound(symbol_there))
            continue;
        symbol_there->kind = LANG_SYMBOL_CELL;
        *found = true;
        return mark_free(walk, scope, outer, name);
    }
    return true;
}

static bool resolve_symbol(struct scope_walk *walk, struct lang_scope *scope, struct lang_symbol *symbol)
{
    bool found;
    if (symbol->flags & LANG_SYMBOL_DECLARED_GLOBAL) {
        if (symbol->flags & LANG_SYMBOL_DECLARED_NONLOCAL)
            return lang_scope_fail(walk, symbol->declared_at, "name '%s' is nonlocal and global", symbol->name->text);
        symbol->kind = LANG_SYMBOL_GLOBAL_EXPLICIT;
        return true;
    }
    if (symbol->flags & LANG_SYMBOL_DECLARED_NONLOCAL) {
        if (scope->kind == LANG_SCOPE_MODULE)
            return lang_scope_fail(walk, symbol->declared_at, "nonlocal declaration not allowed at module level");
        if (!capture(walk, scope, symbol, &found))
            return false;
        if (!found)
            return lang_scope_fail(walk, symbol->declared_at, "no binding for nonlocal '%s' found", symbol->name->text);
        symbol->kind = LANG_SYMBOL_FREE;
        return true;
    }
    if (is_bound(symbol)) {
        if (scope->kind < LANG_SCOPE_FUNCTION)
            symbol->kind = LANG_SYMBOL_NAME;
        else if (symbol->kind != LANG_SYMBOL_CELL)
            symbol->kind = LANG_SYMBOL_LOCAL;
        return true;
    }
    if (!capture(walk, scope, symbol, &found))
        return false;
    symbol->kind = found ? LANG_SYMBOL_FREE : LANG_SYMBOL_GLOBAL_IMPLICIT;
    return true;
}

/* The scope after this one in the order of a walk that takes parents before children. */
static struct lang_scope *next_scope(struct lang_scope *scope)
{
    if (scope->first_child != NULL)
        return scope->first_child;
    while (scope != NULL && scope->next_sibling == NULL)
        scope = scope->parent;
    return scope == NULL ? NULL : scope->next_sibling;
}

/* A symbol that mark_free added, because an inner scope needs the cell: it has no flags, and is free. */
static bool resolve(struct scope_walk *walk, struct lang_scope *module)
{
    for (struct lang_scope *scope = module; scope != NULL; scope = next_scope(scope)) {
        for (uint32_t i = 0; i < scope->symbol_count; i++) {
            struct lang_symbol *symbol = scope->symbols[i];
            if (symbol->flags == 0 && symbol->free >= 0)
                symbol->kind = LANG_SYMBOL_FREE;
            else if (!resolve_symbol(walk, scope, symbol))
                return false;
        }
    }
    for (struct lang_scope *scope = module; scope != NULL; scope = next_scope(scope)) {
        for (uint32_t i = 0; i < scope->symbol_count; i++) {
            if (scope->symbols[i]->flags == 0 && scope->symbols[i]->free >= 0)
                scope->symbols[i]->kind = LANG_SYMBOL_FREE;
        }
    }
    return true;
}

/* ---- numbering ---- */

/* Parameters as they come, then by name. */
static int compare_symbols(const void *a, const void *b)
{
    const struct lang_symbol *x = *(struct lang_symbol *const *)a, *y = *(struct lang_symbol *const *)b;
    if (x->parameter >= 0 || y->parameter >= 0)
        return x->parameter < 0 ? 1 : y->parameter < 0 ? -1 : x->parameter < y->parameter ? -1 : 1;
    return strcmp(x->name->text, y->name->text);
}

/* co_freevars, and the cells of a closure, are in the order of the names. */
static bool number_free(struct scope_walk *walk, struct lang_scope *scope)
{
    struct lang_symbol **frees = lang_arena_array(walk->arena, scope->free_count, sizeof *frees);
    uint32_t n = 0;
    if (frees == NULL)
        return lang_scope_no_memory(walk);
    for (uint32_t i = 0; i < scope->symbol_count; i++)
        if (scope->symbols[i]->free >= 0)
            frees[n++] = scope->symbols[i];
    qsort(frees, n, sizeof *frees, compare_symbols);
    for (uint32_t i = 0; i < n; i++)
        frees[i]->free = (int32_t)i;
    return true;
}

static bool number_local(struct scope_walk *walk, struct lang_scope *scope)
{
    uint32_t locals = scope->param_count, cells = 0;
    if (scope->free_count > 1 && !number_free(walk, scope))
        return false;
    for (uint32_t i = 0; i < scope->symbol_count; i++) {
        struct lang_symbol *symbol = scope->symbols[i];
        if (symbol->kind == LANG_SYMBOL_LOCAL)
            symbol->index = symbol->parameter >= 0 ? (uint32_t)symbol->parameter : locals++;
        else if (symbol->kind == LANG_SYMBOL_CELL)
            symbol->index = cells++;
        else if (symbol->kind == LANG_SYMBOL_FREE)
            symbol->index = (uint32_t)symbol->free;
    }
    bool is_function = scope->kind >= LANG_SCOPE_FUNCTION;
    scope->local_count = is_function ? locals : 0;
    scope->cell_count = is_function ? cells : scope->needs_class_cell;
    scope->locals = lang_arena_array(walk->arena, scope->local_count, sizeof *scope->locals);
    scope->cells = lang_arena_array(walk->arena, scope->cell_count, sizeof *scope->cells);
    scope->frees = lang_arena_array(walk->arena, scope->free_count, sizeof *scope->frees);
    if (scope->locals == NULL || scope->cells == NULL || scope->frees == NULL)
        return lang_scope_no_memory(walk);
    for (uint32_t i = 0; i < scope->symbol_count; i++) {
        struct lang_symbol *symbol = scope->symbols[i];
        if (is_function && symbol->kind == LANG_SYMBOL_LOCAL)
            scope->locals[symbol->index] = symbol;
        if (is_function && symbol->parameter >= 0)
            scope->locals[symbol->parameter] = symbol;
        if (is_function && symbol->kind == LANG_SYMBOL_CELL)
            scope->cells[symbol->index] = symbol;
    }
    if (is_function && cells > 1)
        qsort(scope->cells, cells, sizeof *scope->cells, compare_symbols);
    for (uint32_t i = 0; is_function && i < cells; i++)
        scope->cells[i]->index = i;
    return true;
}

/* The cell variable __class__ of a class body: it is not in the namespace of the class, so it is no symbol of the
 * table. */
static bool add_class_cell(struct scope_walk *walk, struct lang_scope *scope)
{
    if (scope->kind != LANG_SCOPE_CLASS || !scope->needs_class_cell)
        return true;
    struct lang_symbol *symbol = lang_arena_zalloc(walk->arena, sizeof *symbol);
    if (symbol == NULL)
        return lang_scope_no_memory(walk);
    symbol->name = walk->names->items[LANG_NAME_CLASS_CELL];
    symbol->kind = LANG_SYMBOL_CELL;
    symbol->parameter = symbol->free = -1;
    scope->cells[0] = symbol;
    scope->class_cell = 0;
    return true;
}

/* Where the free variables of a scope come from, as the scope around it has them. */
static void link_frees(struct lang_scope *scope)
{
    for (uint32_t i = 0; i < scope->symbol_count; i++) {
        const struct lang_symbol *symbol = scope->symbols[i];
        if (symbol->free < 0)
            continue;
        struct lang_scope *outer = scope->parent;
        const struct lang_symbol *symbol_there = lang_scope_find(outer, symbol->name);
        struct lang_capture *capture = &scope->frees[symbol->free];
        capture->name = symbol->name;
        if (outer->kind == LANG_SCOPE_CLASS && symbol->name->index == LANG_NAME_CLASS_CELL) {
            capture->from_cell = true;
            capture->index = outer->class_cell;
        } else if (symbol_there != NULL) {
            capture->from_cell = symbol_there->kind == LANG_SYMBOL_CELL;
            capture->index = capture->from_cell ? symbol_there->index : (uint32_t)symbol_there->free;
        }
    }
}

static bool number_slots(struct scope_walk *walk, struct lang_scope *module)
{
    for (struct lang_scope *scope = module; scope != NULL; scope = next_scope(scope)) {
        if (!number_local(walk, scope) || !add_class_cell(walk, scope))
            return false;
    }
    for (struct lang_scope *scope = module; scope != NULL; scope = next_scope(scope))
        link_frees(scope);
    return true;
}

/* ---- the entry ---- */

int lang_scope_analyze(struct lang_arena *arena, struct lang_parse_result *parsed, struct lang_scope **scope,
                       struct lang_syntax_error *error)
{
    struct scope_walk walk = {.arena = arena, .names = parsed->names, .parsed = parsed, .error = error};
    *scope = NULL;
    walk.last_count = parsed->names->count;
    walk.last = calloc(walk.last_count, sizeof *walk.last);
    if (walk.last == NULL)
        lang_scope_no_memory(&walk);
    walk.in_module_head = true;
    walk.warnings_end = &parsed->warnings;
    while (*walk.warnings_end != NULL)
        walk.warnings_end = &(*walk.warnings_end)->next;
    bool done = !walk.failed && (walk.scope = lang_scope_new(&walk, LANG_SCOPE_MODULE, parsed->root, NULL)) != NULL;
    struct lang_scope *module = walk.scope;
    done = done && lang_scope_collect(&walk, parsed->root);
    done = done && !walk.failed && resolve(&walk, module);
    if (done && walk.has_late) {
        *error = walk.late;
        done = false;
    }
    done = done && number_slots(&walk, module);
    free(walk.last);
    if (!done)
        return -1;
    parsed->name_count = parsed->names->count;
    *scope = module;
    return 0;
}
