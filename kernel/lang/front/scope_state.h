/* Inside of the scope pass: the walk, shared by scope.c (entry, resolving), scope_collect.c (the walk over the tree)
 * and check.c (errors that CPython's compiler finds). */
#ifndef LANG_FRONT_SCOPE_STATE_H
#define LANG_FRONT_SCOPE_STATE_H

#include "front/lexer.h"
#include "front/scope.h"

/* The last symbol found for a name, and in which scope: most lookups repeat the one before. */
struct last_symbol {
    const struct lang_scope *scope;
    struct lang_symbol *symbol;
};

/* What encloses a statement inside its function: for break, continue and the limit on nesting. */
enum block_kind { BLOCK_LOOP, BLOCK_OTHER, BLOCK_EXCEPT_STAR };
enum { LANG_NESTED_BLOCKS = 20 };

struct scope_walk {
    struct lang_arena *arena;
    struct lang_names *names;
    const struct lang_parse_result *parsed;
    struct lang_syntax_error *error;
    bool failed; /* *error is filled */
    bool has_late;
    struct lang_syntax_error late; /* the first error of check.c: counts only if nothing else is wrong */
    uint32_t depth;
    struct lang_scope *scope;
    const struct ast_name *private_class; /* class whose names are mangled */
    bool is_iteration_target;             /* walking the target of a comprehension's `for` */
    uint32_t iterable_depth;              /* inside how many iterables of comprehensions of this scope */
    struct last_symbol *last;             /* by index of name */
    uint32_t last_count;
    uint8_t blocks[LANG_NESTED_BLOCKS]; /* enum block_kind, of the current scope */
    uint32_t block_count;
    struct lang_syntax_warning **warnings_end; /* where the next warning is hung */
    bool in_module_head;                       /* only docstring and __future__ imports so far */
    bool text_annotations;                     /* after from __future__ import annotations */
    const struct lang_scope *annotated;        /* while an annotation that becomes a text is walked: its scope */
};

/* scope.c */
bool lang_scope_fail(struct scope_walk *walk, const struct ast_node *at, const char *format, ...)
    __attribute__((format(printf, 3, 4))); /* false */
bool lang_scope_no_memory(struct scope_walk *walk);
struct lang_symbol *lang_scope_symbol(struct scope_walk *walk, struct lang_scope *scope, const struct ast_name *name);
struct lang_scope *lang_scope_new(struct scope_walk *walk, enum lang_scope_kind kind, struct ast_node *node,
                                  const struct ast_name *name);
const struct ast_name *lang_scope_mangle(struct scope_walk *walk, const struct ast_name *name);

/* scope_collect.c */
bool lang_scope_collect(struct scope_walk *walk, struct ast_node *root);
bool lang_scope_collect_pattern(struct scope_walk *walk, struct ast_node *pattern); /* scope_pattern.c */
bool lang_scope_visit(struct scope_walk *walk, struct ast_node *expression);
bool lang_scope_define(struct scope_walk *walk, const struct ast_name *name, unsigned flags, const struct ast_node *at,
                       struct lang_symbol **symbol); /* an already mangled name */

/* warn.c: add SyntaxWarnings to the parse's result. */
void lang_warn_compare(struct scope_walk *walk, const struct ast_compare *node);
void lang_warn_call(struct scope_walk *walk, const struct ast_call *node);
void lang_warn_subscript(struct scope_walk *walk, const struct ast_subscript *node);
void lang_warn_assert(struct scope_walk *walk, const struct ast_assert *node);

/* check.c: remember the first late error. */
void lang_check_fail(struct scope_walk *walk, const struct ast_node *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void lang_check_async(struct scope_walk *walk, const struct ast_node *at, const char *what);
void lang_check_async_comprehension(struct scope_walk *walk, const struct ast_node *at);
void lang_check_return(struct scope_walk *walk, const struct ast_node *node);
void lang_check_yield(struct scope_walk *walk, const struct ast_node *node);
void lang_check_jump(struct scope_walk *walk, const struct ast_node *node);
void lang_check_handlers(struct scope_walk *walk, const struct ast_list *handlers);
void lang_check_keywords(struct scope_walk *walk, const struct ast_node *owner, const struct ast_list *keywords);
void lang_check_starred(struct scope_walk *walk, const struct ast_node *node);
void lang_check_unpacking(struct scope_walk *walk, const struct ast_node *node, const struct ast_list *targets);
void lang_check_name(struct scope_walk *walk, const struct ast_name *name, const struct ast_node *at, int ctx);
void lang_check_future(struct scope_walk *walk, const struct ast_import_from *node);
void lang_check_cases(struct scope_walk *walk, const struct ast_match *node);
bool lang_check_enter_block(struct scope_walk *walk, enum block_kind kind, const struct ast_node *at);

#endif
