/* Errors that CPython's compiler finds after its symbol table: statements and stars out of place, keywords given twice,
 * patterns that cannot work. The first is remembered and counts only if the scopes themselves are in order. */
#include "front/scope_state.h"

#include <string.h>

void lang_check_return(struct scope_walk *walk, const struct ast_node *node)
{
    if (walk->scope->kind < LANG_SCOPE_FUNCTION)
        lang_check_fail(walk, node, "'return' outside function");
    for (uint32_t i = 0; i < walk->block_count; i++) {
        if (walk->blocks[i] == BLOCK_EXCEPT_STAR)
            lang_check_fail(walk, node, "'break', 'continue' and 'return' cannot appear in an except* block");
    }
}

void lang_check_yield(struct scope_walk *walk, const struct ast_node *node)
{
    if (walk->scope->kind < LANG_SCOPE_FUNCTION)
        lang_check_fail(walk, node, "'yield' outside function");
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

void lang_check_keywords(struct scope_walk *walk, const struct ast_list *keywords)
{
    for (uint32_t i = 0; i < keywords->count; i++) {
        const struct ast_name *name = ast_as_keyword(keywords->items[i])->arg;
        if (name == NULL)
            continue;
        if (name->number == LANG_NAME_DEBUG)
            lang_check_name(walk, name, keywords->items[i], AST_STORE);
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
    static const char *const features[] = {"nested_scopes",   "generators",       "division",
                                           "absolute_import", "with_statement",   "print_function",
                                           "unicode_literals", "generator_stop",  "annotations",
                                           "barry_as_FLUFL"};
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
        bool known = false;
        for (size_t j = 0; j < sizeof features / sizeof *features && !known; j++)
            known = strcmp(name, features[j]) == 0;
        if (!known)
            lang_check_fail(walk, &node->base, strcmp(name, "braces") == 0 ? "not a chance"
                                                                             : "future feature %s is not defined",
                            name);
    }
}

/* ---- patterns ---- */

/* A pattern that takes anything: `_`, a name, or `p as name` of such. */
static const struct ast_match_as *irrefutable(const struct ast_node *pattern)
{
    while (pattern != NULL && pattern->kind == AST_MATCH_AS) {
        const struct ast_match_as *as = (const struct ast_match_as *)(const void *)pattern;
        if (as->pattern == NULL)
            return as;
        pattern = as->pattern;
    }
    return NULL;
}

static void check_unreachable(struct scope_walk *walk, const struct ast_node *pattern)
{
    const struct ast_match_as *as = irrefutable(pattern);
    if (as == NULL)
        return;
    if (as->name != NULL)
        lang_check_fail(walk, pattern, "name capture '%s' makes remaining patterns unreachable", as->name->text);
    else
        lang_check_fail(walk, pattern, "wildcard makes remaining patterns unreachable");
}

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

static void check_pattern(struct scope_walk *walk, struct ast_node *pattern, struct bound *bound);

static void check_patterns(struct scope_walk *walk, const struct ast_list *patterns, struct bound *bound)
{
    for (uint32_t i = 0; i < patterns->count; i++)
        check_pattern(walk, patterns->items[i], bound);
}

static void check_sequence(struct scope_walk *walk, const struct ast_match_sequence *node)
{
    uint32_t stars = 0;
    for (uint32_t i = 0; i < node->patterns.count; i++)
        stars += node->patterns.items[i]->kind == AST_MATCH_STAR;
    if (stars > 1)
        lang_check_fail(walk, &node->base, "multiple starred expressions in sequence pattern");
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

static void check_or(struct scope_walk *walk, struct ast_match_or *node, struct bound *bound)
{
    struct bound first = *bound;
    for (uint32_t i = 0; i < node->patterns.count; i++) {
        struct bound each = *bound;
        if (i + 1 < node->patterns.count)
            check_unreachable(walk, node->patterns.items[i]);
        check_pattern(walk, node->patterns.items[i], &each);
        if (i == 0)
            first = each;
        else if (!same_names(&first, &each))
            lang_check_fail(walk, &node->base, "alternative patterns bind different names");
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

static void check_pattern(struct scope_walk *walk, struct ast_node *pattern, struct bound *bound)
{
    switch (pattern->kind) {
    case AST_MATCH_SEQUENCE:
        check_sequence(walk, ast_as_match_sequence(pattern));
        check_patterns(walk, &ast_as_match_sequence(pattern)->patterns, bound);
        break;
    case AST_MATCH_OR:
        check_or(walk, ast_as_match_or(pattern), bound);
        break;
    case AST_MATCH_MAPPING:
        check_patterns(walk, &ast_as_match_mapping(pattern)->patterns, bound);
        add_bound(walk, bound, ast_as_match_mapping(pattern)->rest, pattern);
        break;
    case AST_MATCH_CLASS:
        check_class(walk, ast_as_match_class(pattern), bound);
        break;
    case AST_MATCH_STAR:
        add_bound(walk, bound, ast_as_match_star(pattern)->name, pattern);
        break;
    case AST_MATCH_AS:
        if (ast_as_match_as(pattern)->pattern != NULL) {
            check_unreachable(walk, ast_as_match_as(pattern)->pattern);
            check_pattern(walk, ast_as_match_as(pattern)->pattern, bound);
        }
        add_bound(walk, bound, ast_as_match_as(pattern)->name, pattern);
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
        if (i + 1 < node->cases.count && match_case->guard == NULL)
            check_unreachable(walk, match_case->pattern);
        check_pattern(walk, match_case->pattern, &bound);
    }
}
