/* The ground of the scope pass: its errors, the mangling of private names, the tables of symbols, new scopes. Must not
 * know the tree's statements nor how names are resolved: scope_collect.c, check.c and scope.c stand on it. */
#include "front/scope_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- errors ---- */

static void fill_error(struct scope_walk *walk, struct lang_syntax_error *error, const struct ast_node *at,
                       const char *format, va_list args) __attribute__((format(printf, 4, 0)));

static void fill_error(struct scope_walk *walk, struct lang_syntax_error *error, const struct ast_node *at,
                       const char *format, va_list args)
{
    const char *text = walk->parsed->text, *end = text + walk->parsed->len;
    *error = (struct lang_syntax_error){.kind = LANG_SYNTAX_ERROR,
                                        .class_name = lang_syntax_class_name(LANG_SYNTAX_ERROR),
                                        .line = at->line,
                                        .end_line = at->end_line};
    vsnprintf(error->message, sizeof error->message, format, args);
    uint32_t line = walk->parsed->first_line;
    for (; text < end && line < at->line; line++) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        text = newline == NULL ? end : newline + 1;
    }
    error->text = text;
    error->text_len = (uint32_t)strcspn(text, "\n");
    error->col = (int32_t)at->col + 1; /* bytes: CPython's compiler does not count characters here */
    error->end_col = (int32_t)at->end_col + 1;
}

bool lang_scope_fail(struct scope_walk *walk, const struct ast_node *at, const char *format, ...)
{
    va_list args;
    if (walk->failed)
        return false;
    va_start(args, format);
    fill_error(walk, walk->error, at, format, args);
    va_end(args);
    walk->failed = true;
    return false;
}

void lang_check_fail(struct scope_walk *walk, const struct ast_node *at, const char *format, ...)
{
    va_list args;
    if (walk->has_late)
        return;
    va_start(args, format);
    fill_error(walk, &walk->late, at, format, args);
    va_end(args);
    walk->has_late = true;
}

bool lang_scope_no_memory(struct scope_walk *walk)
{
    if (!walk->failed)
        lang_lexer_no_memory(walk->error);
    walk->failed = true;
    return false;
}

/* ---- names and symbols ---- */

/* __x in class _C is _C__x; names that end in __ and dotted names stay. */
const struct ast_name *lang_scope_mangle(struct scope_walk *walk, const struct ast_name *name)
{
    const struct ast_name *class_name = walk->private_class;
    const char *text = name->text;
    if (class_name == NULL || name->len < 3 || text[0] != '_' || text[1] != '_' ||
        (text[name->len - 1] == '_' && text[name->len - 2] == '_') || memchr(text, '.', name->len) != NULL)
        return name;
    const char *class_text = class_name->text;
    size_t class_len = class_name->len;
    while (class_len > 0 && *class_text == '_')
        class_text++, class_len--;
    if (class_len == 0)
        return name;
    char *mangled = lang_arena_alloc(walk->arena, 1 + class_len + name->len);
    if (mangled == NULL) {
        lang_scope_no_memory(walk);
        return NULL;
    }
    mangled[0] = '_';
    memcpy(mangled + 1, class_text, class_len);
    memcpy(mangled + 1 + class_len, text, name->len);
    const struct ast_name *result = lang_names_intern(walk->names, mangled, 1 + class_len + name->len);
    if (result == NULL)
        lang_scope_no_memory(walk);
    return result;
}

static uint32_t slot_of(const struct lang_scope *scope, const struct ast_name *name)
{
    uint32_t i = name->index * 2654435761u >> 7 & (scope->table_size - 1);
    while (scope->table[i] != NULL && scope->table[i]->name != name)
        i = (i + 1) & (scope->table_size - 1);
    return i;
}

struct lang_symbol *lang_scope_find(const struct lang_scope *scope, const struct ast_name *name)
{
    return scope->table_size == 0 || name == NULL ? NULL : scope->table[slot_of(scope, name)];
}

static bool grow_table(struct scope_walk *walk, struct lang_scope *scope)
{
    uint32_t capacity = scope->symbol_capacity == 0 ? 8 : scope->symbol_capacity * 2;
    struct lang_symbol **symbols = lang_arena_array(walk->arena, capacity, sizeof *symbols);
    struct lang_symbol **table = lang_arena_array(walk->arena, (size_t)capacity * 2, sizeof *table);
    if (symbols == NULL || table == NULL)
        return lang_scope_no_memory(walk);
    memset(table, 0, (size_t)capacity * 2 * sizeof *table);
    if (scope->symbol_count != 0)
        memcpy(symbols, scope->symbols, scope->symbol_count * sizeof *symbols);
    scope->symbols = symbols;
    scope->symbol_capacity = capacity;
    scope->table = table;
    scope->table_size = capacity * 2;
    for (uint32_t i = 0; i < scope->symbol_count; i++)
        table[slot_of(scope, symbols[i]->name)] = symbols[i];
    return true;
}

static struct lang_symbol *add_symbol(struct scope_walk *walk, struct lang_scope *scope, const struct ast_name *name)
{
    if (scope->symbol_count == scope->symbol_capacity && !grow_table(walk, scope))
        return NULL;
    struct lang_symbol *symbol = lang_arena_zalloc(walk->arena, sizeof *symbol);
    if (symbol == NULL) {
        lang_scope_no_memory(walk);
        return NULL;
    }
    symbol->name = name;
    symbol->parameter = symbol->free = -1;
    scope->table[slot_of(scope, name)] = symbol;
    scope->symbols[scope->symbol_count++] = symbol;
    return symbol;
}

/* The symbol of a name in a scope, made if the scope did not know it; NULL: memory. */
struct lang_symbol *lang_scope_symbol(struct scope_walk *walk, struct lang_scope *scope, const struct ast_name *name)
{
    struct last_symbol *last = name->index < walk->last_count ? &walk->last[name->index] : NULL;
    if (last != NULL && last->scope == scope)
        return last->symbol;
    struct lang_symbol *symbol = lang_scope_find(scope, name);
    if (symbol == NULL)
        symbol = add_symbol(walk, scope, name);
    if (last != NULL)
        *last = (struct last_symbol){scope, symbol};
    return symbol;
}

struct lang_scope *lang_scope_new(struct scope_walk *walk, enum lang_scope_kind kind, struct ast_node *node,
                                  const struct ast_name *name)
{
    struct lang_scope *scope = lang_arena_zalloc(walk->arena, sizeof *scope), *parent = walk->scope;
    if (scope == NULL) {
        lang_scope_no_memory(walk);
        return NULL;
    }
    scope->kind = (uint8_t)kind;
    scope->node = node;
    scope->name = name;
    scope->parent = parent;
    scope->private_class = walk->private_class;
    if (parent != NULL) {
        scope->is_nested = parent->is_nested || parent->kind >= LANG_SCOPE_FUNCTION;
        if (parent->last_child != NULL)
            parent->last_child->next_sibling = scope;
        else
            parent->first_child = scope;
        parent->last_child = scope;
    }
    return scope;
}
