/* Errors that CPython's compiler finds after its symbol table: statements and stars out of place, keywords given twice,
 * patterns that cannot work. The first is remembered and counts only if the scopes themselves are in order. */
#include "front/arena_text.h"
#include "front/scope_state.h"

#include <stdio.h>
#include <string.h>

/* In a cell IPython takes `await`, `async for` and `async with` at the top, too: the cell becomes a coroutine. */
static bool takes_async(struct scope_walk *walk)
{
    struct lang_scope *scope = walk->scope;
    if (scope->kind >= LANG_SCOPE_COMPREHENSION || (scope->kind == LANG_SCOPE_MODULE && walk->parsed->may_await))
        return scope->is_async = true;
    return scope->is_async;
}

/* `await`, `async for`, `async with`. A comprehension is looked at when it ends. */
void lang_check_async(struct scope_walk *walk, const struct ast_node *at, const char *what)
{
    bool outside = at->kind == AST_AWAIT && walk->scope->kind < LANG_SCOPE_FUNCTION;
    if (!takes_async(walk))
        lang_check_fail(walk, at, outside ? "'%s' outside function" : "'%s' outside async function", what);
}

/* A list, set or dict whose comprehension waits for something, which the scope around has to do as well. */
void lang_check_async_comprehension(struct scope_walk *walk, const struct ast_node *at)
{
    if (!takes_async(walk))
        lang_check_fail(walk, at, "asynchronous comprehension outside of an asynchronous function");
}

/* An asynchronous generator has no result: after each of its parts that makes it one. */
static void check_async_return(struct scope_walk *walk)
{
    const struct lang_scope *scope = walk->scope;
    if (scope->is_async && scope->is_generator && scope->value_returned)
        lang_check_fail(walk, scope->value_returned, "'return' with value in async generator");
}

void lang_check_return(struct scope_walk *walk, const struct ast_node *node)
{
    if (walk->scope->kind < LANG_SCOPE_FUNCTION)
        lang_check_fail(walk, node, "'return' outside function");
    const struct ast_node *value = ((const struct ast_return *)(const void *)node)->value, *at = node;
    if (value != NULL && value->kind == AST_CONSTANT && value->line == node->line)
        at = value;
    if (value != NULL && walk->scope->is_async && !walk->scope->value_returned)
        walk->scope->value_returned = node;
    check_async_return(walk);
    for (uint32_t i = 0; i < walk->block_count; i++) {
        if (walk->blocks[i] == BLOCK_EXCEPT_STAR)
            lang_check_fail(walk, at, "'break', 'continue' and 'return' cannot appear in an except* block");
    }
}

void lang_check_yield(struct scope_walk *walk, const struct ast_node *node)
{
    if (walk->scope->kind < LANG_SCOPE_FUNCTION)
        lang_check_fail(walk, node, "'yield' outside function");
    if (node->kind == AST_YIELD_FROM && walk->scope->kind == LANG_SCOPE_FUNCTION && walk->scope->is_async)
        lang_check_fail(walk, node, "'yield from' inside async function");
    walk->scope->is_generator = true;
    check_async_return(walk);
}

void lang_check_jump(struct scope_walk *walk, const struct ast_node *node)
{
    for (uint32_t i = walk->block_count; i-- > 0;) {
        if (walk->blocks[i] == BLOCK_LOOP)
            return;
        if (walk->blocks[i] == BLOCK_EXCEPT_STAR) {
            lang_check_fail(walk, node, "'break', 'continue' and 'return' cannot appear in an except* block");
            return;
        }
    }
    if (node->kind == AST_BREAK)
        lang_check_fail(walk, node, "'break' outside loop");
    else
        lang_check_fail(walk, node, "'continue' not properly in loop");
}

/* Enters a block of the current function; false where there are too many, which is an error. */
bool lang_check_enter_block(struct scope_walk *walk, enum block_kind kind, const struct ast_node *at)
{
    if (walk->block_count == LANG_NESTED_BLOCKS) {
        lang_check_fail(walk, at, "too many statically nested blocks");
        return false;
    }
    walk->blocks[walk->block_count++] = (uint8_t)kind;
    return true;
}

void lang_check_handlers(struct scope_walk *walk, const struct ast_list *handlers)
{
    for (uint32_t i = 0; i + 1 < handlers->count; i++) {
        if (ast_as_except_handler(handlers->items[i])->type == NULL)
            lang_check_fail(walk, handlers->items[i], "default 'except:' must be last");
    }
}

void lang_check_keywords(struct scope_walk *walk, const struct ast_node *owner, const struct ast_list *keywords)
{
    for (uint32_t i = 0; i < keywords->count; i++) {
        const struct ast_name *name = ast_as_keyword(keywords->items[i])->arg;
        if (name == NULL)
            continue;
        if (name->index == LANG_NAME_DEBUG)
            lang_check_name(walk, name, owner, AST_STORE);
        for (uint32_t j = i + 1; j < keywords->count; j++) {
            if (ast_as_keyword(keywords->items[j])->arg == name) {
                lang_check_fail(walk, keywords->items[j], "keyword argument repeated: %s", name->text);
                return;
            }
        }
    }
}

void lang_check_starred(struct scope_walk *walk, const struct ast_node *node)
{
    if (node->ctx == AST_STORE)
        lang_check_fail(walk, node, "starred assignment target must be in a list or tuple");
    else
        lang_check_fail(walk, node, "can't use starred expression here");
}

void lang_check_unpacking(struct scope_walk *walk, const struct ast_node *node, const struct ast_list *targets)
{
    bool seen = false;
    for (uint32_t i = 0; i < targets->count; i++) {
        if (targets->items[i]->kind != AST_STARRED)
            continue;
        if (seen)
            lang_check_fail(walk, node, "multiple starred expressions in assignment");
        else if (i >= 1 << 8)
            lang_check_fail(walk, node, "too many expressions in star-unpacking assignment");
        seen = true;
    }
}

void lang_check_name(struct scope_walk *walk, const struct ast_name *name, const struct ast_node *at, int ctx)
{
    if (ctx == AST_STORE)
        lang_check_fail(walk, at, "cannot assign to %s", name->text);
    else if (ctx == AST_DEL)
        lang_check_fail(walk, at, "cannot delete %s", name->text);
}

/* from __future__ import: known features, and only at the head of the module. These come before all scope errors. */
void lang_check_future(struct scope_walk *walk, const struct ast_import_from *node)
{
    static const char *const features[] = {"nested_scopes",  "generators",     "division",         "absolute_import",
                                           "with_statement", "print_function", "unicode_literals", "generator_stop",
                                           "annotations",    "barry_as_FLUFL"};
    if (node->module == NULL || node->level != 0 || strcmp(node->module->text, "__future__") != 0) {
        walk->in_module_head = false;
        return;
    }
    if (!walk->in_module_head) {
        lang_check_fail(walk, &node->base, "from __future__ imports must occur at the beginning of the file");
        return;
    }
    for (uint32_t i = 0; i < node->names.count; i++) {
        const char *name = ast_as_alias(node->names.items[i])->name->text;
        bool is_feature = false;
        walk->text_annotations = walk->text_annotations || strcmp(name, "annotations") == 0;
        for (size_t j = 0; j < sizeof features / sizeof *features && !is_feature; j++)
            is_feature = strcmp(name, features[j]) == 0;
        if (is_feature || walk->has_late)
            continue;
        if (strcmp(name, "braces") == 0)
            lang_check_fail(walk, &node->base, "not a chance");
        else
            lang_check_fail(walk, &node->base, "future feature %s is not defined", name);
        walk->late.end_col = -1;
    }
}

/* ---- patterns ---- */

/* The names that one case binds, kept on the C stack: a list of frames, newest first. */
struct bound {
    const struct ast_name *names[64];
    uint32_t count;
};

static void add_bound(struct scope_walk *walk, struct bound *bound, const struct ast_name *name,
                      const struct ast_node *at)
{
    if (name == NULL)
        return;
    for (uint32_t i = 0; i < bound->count; i++) {
        if (bound->names[i] == name)
            lang_check_fail(walk, at, "multiple assignments to name '%s' in pattern", name->text);
    }
    if (bound->count < sizeof bound->names / sizeof *bound->names)
        bound->names[bound->count++] = name;
}

static void check_pattern(struct scope_walk *walk, struct ast_node *pattern, struct bound *bound, bool may_take_all);

static void check_patterns(struct scope_walk *walk, const struct ast_list *patterns, struct bound *bound)
{
    for (uint32_t i = 0; i < patterns->count; i++)
        check_pattern(walk, patterns->items[i], bound, true);
}

static void check_sequence(struct scope_walk *walk, const struct ast_match_sequence *node)
{
    uint32_t stars = 0;
    for (uint32_t i = 0; i < node->patterns.count; i++)
        stars += node->patterns.items[i]->kind == AST_MATCH_STAR;
    if (stars > 1)
        lang_check_fail(walk, &node->base, "multiple starred names in sequence pattern");
}

static bool same_names(const struct bound *a, const struct bound *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        bool found = false;
        for (uint32_t j = 0; j < b->count && !found; j++)
            found = a->names[i] == b->names[j];
        if (!found)
            return false;
    }
    return true;
}

/* The part of a pattern that CPython's compiler visits last: where it stands when it notices. */
static const struct ast_node *last_visited(struct ast_node *pattern)
{
    for (;;) {
        const struct ast_list *parts = NULL;
        switch (pattern->kind) {
        case AST_MATCH_SEQUENCE:
            parts = &ast_as_match_sequence(pattern)->patterns;
            break;
        case AST_MATCH_MAPPING:
            parts = &ast_as_match_mapping(pattern)->patterns;
            break;
        case AST_MATCH_OR:
            parts = &ast_as_match_or(pattern)->patterns;
            break;
        case AST_MATCH_CLASS:
            parts = &ast_as_match_class(pattern)->kwd_patterns;
            if (parts->count == 0)
                parts = &ast_as_match_class(pattern)->patterns;
            break;
        default:
            break;
        }
        if (pattern->kind == AST_MATCH_AS && ast_as_match_as(pattern)->pattern != NULL)
            pattern = ast_as_match_as(pattern)->pattern;
        else if (parts != NULL && parts->count != 0)
            pattern = parts->items[parts->count - 1];
        else
            return pattern;
    }
}

static void check_or(struct scope_walk *walk, struct ast_match_or *node, struct bound *bound, bool may_take_all)
{
    struct bound first = *bound;
    for (uint32_t i = 0; i < node->patterns.count; i++) {
        struct bound each = *bound;
        check_pattern(walk, node->patterns.items[i], &each, may_take_all && i + 1 == node->patterns.count);
        if (i == 0)
            first = each;
        else if (!same_names(&first, &each))
            lang_check_fail(walk, last_visited(node->patterns.items[i]), "alternative patterns bind different names");
    }
    *bound = first;
}

static void check_class(struct scope_walk *walk, const struct ast_match_class *node, struct bound *bound)
{
    for (uint32_t i = 0; i < node->kwd_attrs.count; i++) {
        for (uint32_t j = i + 1; j < node->kwd_attrs.count; j++) {
            if (node->kwd_attrs.items[i] == node->kwd_attrs.items[j])
                lang_check_fail(walk, node->kwd_patterns.items[j], "attribute name repeated in class pattern: %s",
                                node->kwd_attrs.items[j]->text);
        }
    }
    check_patterns(walk, &node->patterns, bound);
    check_patterns(walk, &node->kwd_patterns, bound);
}

/* Are two keys of a mapping pattern the same constant? Of the numbers only ints (and True, False) are compared. */
static bool same_constant(const struct ast_value *a, const struct ast_value *b)
{
    bool a_is_int = a->type == AST_VALUE_INT || a->type == AST_VALUE_TRUE || a->type == AST_VALUE_FALSE;
    bool b_is_int = b->type == AST_VALUE_INT || b->type == AST_VALUE_TRUE || b->type == AST_VALUE_FALSE;
    if (a_is_int && b_is_int) {
        int64_t left = a->type == AST_VALUE_INT ? a->integer : a->type == AST_VALUE_TRUE;
        int64_t right = b->type == AST_VALUE_INT ? b->integer : b->type == AST_VALUE_TRUE;
        return (a->type != AST_VALUE_INT || a->fits) && (b->type != AST_VALUE_INT || b->fits) && left == right;
    }
    if (a->type != b->type)
        return false;
    if (a->type == AST_VALUE_STR || a->type == AST_VALUE_BYTES)
        return a->text.len == b->text.len &&
               (a->text.len == 0 || memcmp(a->text.bytes, b->text.bytes, a->text.len) == 0);
    return a->type == AST_VALUE_NONE || (a->type == AST_VALUE_GIVEN && a->given == b->given);
}

/* Python's repr of a key, as the message has it. */
static void fail_duplicate(struct scope_walk *walk, const struct ast_node *at, const struct ast_value *key)
{
    struct arena_text text = {.arena = walk->arena};
    char number[32];
    static const char *const words[] = {
        [AST_VALUE_NONE] = "None", [AST_VALUE_TRUE] = "True", [AST_VALUE_FALSE] = "False"};
    if (key->type == AST_VALUE_STR && !key->has_surrogates) {
        lang_arena_text_add_repr(&text, key->text.bytes, key->text.len);
    } else if (key->type == AST_VALUE_INT) {
        snprintf(number, sizeof number, "%lld", (long long)key->integer);
        lang_arena_text_add_string(&text, number);
    } else if (key->type <= AST_VALUE_FALSE) {
        lang_arena_text_add_string(&text, words[key->type]);
    } else {
        lang_arena_text_add_string(&text, key->type == AST_VALUE_BYTES ? "b'...'" : "...");
    }
    if (!text.failed)
        lang_check_fail(walk, at, "mapping pattern checks duplicate key (%.*s)", (int)text.len, text.bytes);
}

static void check_mapping(struct scope_walk *walk, const struct ast_match_mapping *node, struct bound *bound)
{
    for (uint32_t i = 0; i < node->keys.count; i++) {
        struct ast_node *key = node->keys.items[i];
        if (key->kind == AST_JOINED_STR)
            lang_check_fail(walk, &node->base, "mapping pattern keys may only match literals and attribute lookups");
        for (uint32_t j = 0; j < i && key->kind == AST_CONSTANT; j++) {
            struct ast_node *earlier = node->keys.items[j];
            if (earlier->kind == AST_CONSTANT &&
                same_constant(&ast_as_constant(earlier)->value, &ast_as_constant(key)->value))
                fail_duplicate(walk, &node->base, &ast_as_constant(key)->value);
        }
    }
    check_patterns(walk, &node->patterns, bound);
    uint32_t count = node->patterns.count;
    add_bound(walk, bound, node->rest, count ? last_visited(node->patterns.items[count - 1]) : &node->base);
}

static void check_as(struct scope_walk *walk, struct ast_match_as *node, struct bound *bound, bool may_take_all)
{
    if (node->pattern != NULL)
        check_pattern(walk, node->pattern, bound, may_take_all);
    else if (!may_take_all && node->name != NULL)
        lang_check_fail(walk, &node->base, "name capture '%s' makes remaining patterns unreachable", node->name->text);
    else if (!may_take_all)
        lang_check_fail(walk, &node->base, "wildcard makes remaining patterns unreachable");
    add_bound(walk, bound, node->name, node->pattern != NULL ? last_visited(node->pattern) : &node->base);
}

static void check_pattern(struct scope_walk *walk, struct ast_node *pattern, struct bound *bound, bool may_take_all)
{
    switch (pattern->kind) {
    case AST_MATCH_VALUE:
        if (ast_as_match_value(pattern)->value->kind == AST_JOINED_STR)
            lang_check_fail(walk, pattern, "patterns may only match literals and attribute lookups");
        break;
    case AST_MATCH_SEQUENCE:
        check_sequence(walk, ast_as_match_sequence(pattern));
        check_patterns(walk, &ast_as_match_sequence(pattern)->patterns, bound);
        break;
    case AST_MATCH_OR:
        check_or(walk, ast_as_match_or(pattern), bound, may_take_all);
        break;
    case AST_MATCH_MAPPING:
        check_mapping(walk, ast_as_match_mapping(pattern), bound);
        break;
    case AST_MATCH_CLASS:
        check_class(walk, ast_as_match_class(pattern), bound);
        break;
    case AST_MATCH_STAR:
        add_bound(walk, bound, ast_as_match_star(pattern)->name, pattern);
        break;
    case AST_MATCH_AS:
        check_as(walk, ast_as_match_as(pattern), bound, may_take_all);
        break;
    default:
        break;
    }
}

void lang_check_cases(struct scope_walk *walk, const struct ast_match *node)
{
    for (uint32_t i = 0; i < node->cases.count; i++) {
        struct ast_match_case *match_case = ast_as_match_case(node->cases.items[i]);
        struct bound bound = {.count = 0};
        check_pattern(walk, match_case->pattern, &bound, match_case->guard != NULL || i + 1 == node->cases.count);
    }
}
